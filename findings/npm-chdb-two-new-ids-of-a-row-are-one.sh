#!/bin/sh
# npm: in ClickHouse, two calls of generateUUIDv7() in one row return the same UUID.
#
# Guess: each call of a generator in a statement is evaluated, as it is in PostgreSQL and DuckDB, so that
# a row of two ids (its own, and one of a batch or an event) gets two.
# Seen (chdb 3.4.0, ClickHouse 26.7.2.1): equal expressions are computed once, also those of generators, so
# both columns have one id in each of 1,000 rows. An argument that is otherwise
# ignored makes a second call: generateUUIDv7(1).
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts chdb@3.4.0
seen=$(node -e '
const { query } = require("chdb");
process.stdout.write(query("SELECT countIf(a = b) AS same, countIf(a = c) AS same_with_argument, uniq(a) AS distinct_a " +
  "FROM (SELECT generateUUIDv7() AS a, generateUUIDv7() AS b, generateUUIDv7(1) AS c FROM numbers(1000))", "CSVWithNames"));
')
expected='"same","same_with_argument","distinct_a"
1000,0,1000'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
