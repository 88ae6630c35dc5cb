#!/bin/sh
# npm: @skorotkiewicz/snowflake-id waits when a millisecond is full, and repeats ids meanwhile.
#
# Guess: a generator that is asynchronous in order to wait for the next millisecond keeps the others waiting,
# too; the README promises uniqueness "even in distributed and highly concurrent environments".
# Seen (@skorotkiewicz/snowflake-id 1.0.1): the call that finds the sequence used up sets it to 0 and sleeps, and
# the calls behind it go on with 1, 2, 3 in the old millisecond. Of 5,000 calls in one Promise.all() 903
# ids are there twice, if the processor makes more than 4,096 of them in a millisecond, as a warm one does.
# One await after the other hides it.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts @skorotkiewicz/snowflake-id@1.0.1
seen=$(node -e '
// A clock of 6,000 readings in a millisecond.
let readings = 0;
Date.now = () => Date.UTC(2026, 2, 28, 12, 34, 56, 789) + Math.floor(readings++ / 6000);
const { Snowflake } = require("@skorotkiewicz/snowflake-id");
(async () => {
  const together = new Snowflake(1), alone = new Snowflake(1);
  const ids = await Promise.all(Array.from({ length: 5000 }, () => together.generate()));
  console.log("Promise.all:", ids.length, "ids,", new Set(ids).size, "distinct");
  ids.length = 0;
  while (ids.length < 5000) ids.push(await alone.generate());
  console.log("one by one:", ids.length, "ids,", new Set(ids).size, "distinct");
})();
')
expected='Promise.all: 5000 ids, 4097 distinct
one by one: 5000 ids, 5000 distinct'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
