#!/bin/sh
# npm: in one millisecond, @kripod/uuidv7 writes 4,096 UUIDs, and then texts of 33 digits.
#
# Guess: a counter of 12 bits that is full waits for the next millisecond, or goes on in more bits.
# Seen (@kripod/uuidv7 0.3.4): the counter is written as hexadecimal text behind the version digit.
# From 4,096 on it has four digits, not three, so the id has 33 digits and is no UUID; in the order
# of texts it is also less than the one before it. A server refuses it, and so fails in a bulk
# load that is fast enough.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts @kripod/uuidv7@0.3.4
seen=$(node -e '
Date.now = () => Date.UTC(2026, 2, 28, 12, 34, 56, 789);
const { uuidv7 } = require("@kripod/uuidv7");
const ids = Array.from({ length: 4097 }, () => uuidv7());
const digits = (id) => id.replace(/-/g, "").length;
console.log("digits of ids 1, 4096, 4097:", digits(ids[0]), digits(ids[4095]), digits(ids[4096]));
console.log("middle:", ids[0].slice(14, 18), ids[4095].slice(14, 18), ids[4096].slice(14, 20));
console.log("increases:", ids[4096] > ids[4095]);
')
expected='digits of ids 1, 4096, 4097: 32 32 33
middle: 7000 7fff 7100-0
increases: false'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
