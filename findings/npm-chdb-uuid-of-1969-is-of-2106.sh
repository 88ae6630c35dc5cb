#!/bin/sh
# npm: ClickHouse makes UUIDs of version 7 from whole seconds of 1970 to 2106 only, and others silently wrong.
#
# Guess: a function that makes a version 7 UUID from a time, for old rows, takes the type that has the
# milliseconds of version 7, and refuses times that it cannot represent.
# Seen (chdb 3.4.0, ClickHouse 26.7.2.1): dateTimeToUUIDv7() refuses DateTime64, which has milliseconds (its
# error is 43), and reading back what toDateTime() makes of such a column has none. The second before 1970
# becomes the year 2106, and the second after the last one of 2106 becomes 1970, without an error.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts chdb@3.4.0
# shellcheck disable=SC2016	# it is JavaScript's
seen=$(node -e '
const { query } = require("chdb");
const time = (text) => `toDateTime64(\x27${text}\x27, 3, \x27UTC\x27)`;
try { query(`SELECT dateTimeToUUIDv7(${time("2026-01-01 12:00:00.789")})`); }
catch (error) { console.log(/Code: \d+/.exec(error.message)[0]); }
for (const text of ["2026-01-01 12:00:00.789", "1969-12-31 23:59:59", "2106-02-07 06:28:16"])
  console.log(text, "->", query(`SELECT UUIDv7ToDateTime(dateTimeToUUIDv7(toDateTime(${time(text)})), \x27UTC\x27)`, "TSV").trim());
')
expected='Code: 43
2026-01-01 12:00:00.789 -> 2026-01-01 12:00:00.000
1969-12-31 23:59:59 -> 2106-02-07 06:28:15.000
2106-02-07 06:28:16 -> 1970-01-01 00:00:00.000'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
