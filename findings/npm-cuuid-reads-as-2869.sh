#!/bin/sh
# npm: the time in front of a cuuid has 44 bits, so that as a ULID or version 7 it is of 2869.
#
# Guess: "datetime and random" in the format of a UUID begins with 48 bits of milliseconds, as
# ULIDs and version 7 do.
# Seen (cuuid 0.3.0): the milliseconds are written in hexadecimal without a leading zero, which are
# 11 digits today, and random digits follow at once. The order is right until the year 2527, when the
# number gets a twelfth digit; the version and variant digits are random.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts cuuid@0.3.0
seen=$(node -e '
Date.now = () => Date.UTC(2026, 2, 28, 12, 34, 56, 789);
const id = require("cuuid")().replace(/-/g, "");
const year = (digits) => new Date(parseInt(id.slice(0, digits), 16)).getUTCFullYear();
console.log("11 digits:", year(11), "12 digits:", year(12));
')
expected='11 digits: 2026 12 digits: 2869'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
