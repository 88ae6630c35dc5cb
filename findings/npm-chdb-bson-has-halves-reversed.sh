#!/bin/sh
# npm: a UUID that ClickHouse writes as BSON is another one to MongoDB's library, and the other way round.
#
# Guess: BSONEachRow writes a UUID as binary "uuid subtype" 4, as its documentation says, and MongoDB's
# specification says that subtype 4 has the octets in the order of RFC 4122.
# Seen (chdb 3.4.0, ClickHouse 26.7.2.1; bson 7.3.4): each half of eight octets is reversed, which is what
# old Java drivers wrote as subtype 3. ClickHouse reads its own files rightly; a dump of MongoDB becomes other
# ids without an error, and a version 7 loses version and time. Its Parquet and Arrow are right.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts chdb@3.4.0 bson@7.3.4
# shellcheck disable=SC2016	# it is JavaScript's
seen=$(node -e '
const { query } = require("chdb");
const { BSON, UUID } = require("bson");
const fs = require("fs");
const id = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
query(`INSERT INTO FUNCTION file(\x27written.bson\x27, BSONEachRow) SELECT toUUID(\x27${id}\x27) AS id`);
const written = BSON.deserialize(fs.readFileSync("written.bson")).id;
console.log("written, subtype", written.sub_type, String(written));
fs.writeFileSync("dumped.bson", BSON.serialize({ id: new UUID(id) }));
for (const file of ["dumped", "written"])
  console.log(file, "is read as", query(`SELECT id FROM file(\x27${file}.bson\x27, BSONEachRow, \x27id UUID\x27)`, "TSV").trim());
')
expected='written, subtype 4 c37cb079-e222-7f01-8f39-070c0cdcc498
dumped is read as c37cb079-e222-7f01-8f39-070c0cdcc498
written is read as 017f22e2-79b0-7cc3-98c4-dc0c0c07398f'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
