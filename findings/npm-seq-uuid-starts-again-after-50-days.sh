#!/bin/sh
# npm: seq-uuid with milliseconds in front starts again every 49.7 days, however many octets it is given.
#
# Guess: the README says that the length in octets "will decide how long the sequential segment will wrap
# around", so that 6 octets of milliseconds, as in version 7, last until the year 10889.
# Seen (seq-uuid 0.1.4): the number is shifted as 32 bits, so further octets are 0. The order of an index holds
# in each test, and after at most seven weeks new rows come before all old ones. The default, 2 octets
# of minutes, wraps as documented. All ids have version 0, which the package uuid refuses.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts seq-uuid@0.1.4
seen=$(node -e '
const generate = require("seq-uuid");
const start = Date.UTC(2026, 2, 28, 12, 34, 56, 789);
for (const days of [0, 3, 49]) {
  Date.now = () => start + days * 86400000;
  const id = generate(1, 6);
  console.log(days, "days:", id.slice(0, 15), "for", Date.now().toString(16).padStart(12, "0"));
}
')
expected='0 days: 00003470-bc95-0 for 019d3470bc95
3 days: 000043e3-d095-0 for 019d43e3d095
49 days: 000030c8-5895-0 for 019e30c85895'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
