#!/bin/sh
# npm: in Turso, uuid7() of a time makes ids of whole seconds, a null of a fraction, and of milliseconds the year 4456.
#
# Guess: uuid7(t) makes an id of any time that version 7 can have (RFC 9562, 5.7: milliseconds), so that
# uuid7(uuid7_timestamp_ms(id)) or uuid7(unixepoch('subsec')) gives each row that is loaded an id of its time.
# Seen (@tursodatabase/database 0.7.2): one takes seconds and the other returns milliseconds, as its documentation says.
# The seconds must be an integer: 0.5 s more makes a null without an error, so no way leads to an id of
# a given millisecond. A time in milliseconds is multiplied by 1,000 and wraps around at 48 bits: 2026 becomes
# 4456, the day after is three years later, and in June 2032 such ids begin again at 1970.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts @tursodatabase/database@0.7.2
cat >t.mjs <<"END"
import { connect } from "@tursodatabase/database";
const db = await connect(":memory:");
const ask = async (sql) => Object.values(await (await db.prepare("SELECT " + sql)).get())[0];
for (const day of ["2026-01-02", "2026-01-03", "2032-06-09"])
  console.log(day, ...await Promise.all(["", " + 0.5", " * 1000"].map((more) =>
    ask(`date(uuid7_timestamp_ms(uuid7(unixepoch('${day}')${more})) / 1000, 'unixepoch')`))));
END
seen=$(node t.mjs)
expected='2026-01-02 2026-01-02 null 4456-05-13
2026-01-03 2026-01-03 null 4459-02-07
2032-06-09 2032-06-09 null 1970-11-11'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
