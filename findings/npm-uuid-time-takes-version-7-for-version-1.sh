#!/bin/sh
# npm: uuid-time, which returns the time of a version 1 UUID, takes versions 3, 5 and 7 for version 1.
#
# Guess: its error, "uuid version 1 expected", is raised for every other version.
# Seen (uuid-time 1.0.0): one bit of the version is tested, so that all odd versions pass. Of a version 7
# UUID, the 12 bits behind the version count as the highest of the time: with the same milliseconds of
# 2026, and zeros or ones there, it is of 1583 or of 5235. Versions 4 and 6 raise the error.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts uuid-time@1.0.0
seen=$(node -e '
const { v1 } = require("uuid-time");
for (const id of ["019b76da-a800-7000-8dd3-1827cf313aa2", "019b76da-a800-7fff-8dd3-1827cf313aa2",
  "c6db027c-615c-5b4d-959e-1a917747ca5a", "1f0e7a1c-0000-6000-8000-000000000000", "919108f7-52d1-4320-9bac-f847db4148a8"]) {
  try {
    console.log(id[14], new Date(v1(id)).toISOString());
  } catch (e) {
    console.log(id[14], e.message);
  }
}
')
expected='7 1583-05-16T19:03:18.044Z
7 5235-12-10T21:39:21.056Z
5 4163-07-24T23:31:12.505Z
6 uuid version 1 expected
4 uuid version 1 expected'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
