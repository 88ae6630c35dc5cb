#!/bin/sh
# npm: the version 1 UUIDs of uuid-1345 are 57 years too old.
#
# Guess: a package named after the versions it writes puts the current time into version 1.
# Seen (uuid-1345 1.0.2): one bit of the time is always 0, so an id of 2026-03-28 carries a time in
# February 1969, before the Unix epoch. The bit is set in every time from 1982 to 2039. The package
# has no function that reads a time, so it does not notice.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts uuid-1345@1.0.2
seen=$(node -e '
Date.now = () => Date.UTC(2026, 2, 28, 12, 34, 56, 789);
const id = require("uuid-1345").v1().replace(/-/g, "");
const ticks = BigInt("0x" + id.slice(13, 16) + id.slice(8, 12) + id.slice(0, 8));
console.log("version", id[12], "of", new Date(Number(ticks / 10000n) - 12219292800000).toISOString());
')
expected='version 1 of 1969-02-25T12:37:25.840Z'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
