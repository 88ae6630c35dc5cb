#!/bin/sh
# npm: DuckDB shows a version and a time of UUIDs whose variant has neither.
#
# Guess: uuid_extract_version() and uuid_extract_timestamp() return null unless the variant is that of the
# RFC, as PostgreSQL 17 and later do, since only that variant has versions.
# Seen (@duckdb/node-api 1.5.6-r.1): the variant is not read. One random 128-bit number in 16 has version 7,
# whatever its variant, and a time with it; a filter on version 7 keeps them, so that a column with
# such ids (of Microsoft, of Apollo, or hashes in the form of a UUID) has rows of any year.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts @duckdb/node-api@1.5.6-r.1
# shellcheck disable=SC2016	# it is JavaScript's
seen=$(node -e '
const { DuckDBInstance } = require("@duckdb/node-api");
(async () => {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  for (const digit of ["0", "7", "9", "c", "f"]) {
    const id = `\x27017f22e2-79b0-7cc3-${digit}8c4-dc0c0c07398f\x27::uuid`;
    const rows = await connection.runAndReadAll(`SELECT uuid_extract_version(${id}), epoch_ms(uuid_extract_timestamp(${id}))::varchar`);
    console.log(digit, ...rows.getRowsJson()[0]);
  }
})();
')
expected='0 7 1645557742000
7 7 1645557742000
9 7 1645557742000
c 7 1645557742000
f 7 1645557742000'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
