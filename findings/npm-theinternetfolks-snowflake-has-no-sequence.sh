#!/bin/sh
# npm: the sequence number of @theinternetfolks/snowflake is random, so ids of one millisecond repeat.
#
# Guess: as its README says, the sequence number starts "at 0", is incremented "for each ID generated
# in the same millisecond", and the function pauses when it is used up; ids are sortable by time.
# Seen (@theinternetfolks/snowflake 1.3.0): each id has a random number of 0 to 10000 modulo 4096, and nothing
# is remembered. Of 1,000 ids of one shard and millisecond more than one in twenty is a repeated
# one, half come before the one that was made earlier, and of 5,000 none waits: a bulk load meets duplicate keys.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts @theinternetfolks/snowflake@1.3.0
seen=$(node -e '
Date.now = () => Date.UTC(2026, 2, 28, 12, 34, 56, 789);
const { Snowflake } = require("@theinternetfolks/snowflake");
const make = (count) => Array.from({ length: count }, () => BigInt(Snowflake.generate({ shard_id: 4 })));
const ids = make(1000);
console.log("more than 50 of 1000 repeated:", new Set(ids).size < 950);
console.log("more than 400 before their predecessor:", ids.filter((id, i) => i && id < ids[i - 1]).length > 400);
console.log("milliseconds of 5000 ids:", new Set(make(5000).map((id) => Snowflake.parse(id).timestamp)).size);
')
expected='more than 50 of 1000 repeated: true
more than 400 before their predecessor: true
milliseconds of 5000 ids: 1'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
