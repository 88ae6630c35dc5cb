#!/bin/sh
# npm: parquetjs writes a date of before 1970 as the day after, if the Date has hours.
#
# Guess: a column of type DATE, which Parquet counts in whole days since 1970, has the day of the Date in UTC that is
# written, as it has for all dates since 1970.
# Seen (@dsnp/parquetjs 1.8.8, parquetjs-lite 0.8.7; hyparquet 1.33.0 reads): the days are a fraction, which is cut off
# towards 0, that is towards 1970, when it becomes 32 bits. Of a birthday or a contract before 1970 every time but
# midnight in UTC is the next day, without an error, also midnight in New York (5:00 in UTC). All readers
# see it, as it stands in the file. Dates since 1970, as tests have them, are right.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts @dsnp/parquetjs@1.8.8 parquetjs-lite@0.8.7 hyparquet@1.33.0
cat >try.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parquetReadObjects } from 'hyparquet';
const require = createRequire(import.meta.url);
const times = ['1955-03-28T00:00:00.000Z', '1955-03-28T00:00:00.000-05:00', '1969-12-31T23:59:59.000Z', '1970-01-01T23:59:59.000Z', '2026-03-28T08:30:00.000Z'];
for (const name of ['@dsnp/parquetjs', 'parquetjs-lite']) {
  const { ParquetSchema, ParquetWriter } = require(name);
  const writer = await ParquetWriter.openFile(new ParquetSchema({ day: { type: 'DATE' } }), 'days.parquet');
  for (const time of times)
    await writer.appendRow({ day: new Date(time) });
  await writer.close();
  const { buffer, byteOffset, length } = readFileSync('days.parquet');
  const rows = await parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + length) });
  rows.forEach(({ day }, i) => console.log(name, times[i], day.toISOString().slice(0, 10)));
}
JS
seen=$(node try.mjs)
expected='@dsnp/parquetjs 1955-03-28T00:00:00.000Z 1955-03-28
@dsnp/parquetjs 1955-03-28T00:00:00.000-05:00 1955-03-29
@dsnp/parquetjs 1969-12-31T23:59:59.000Z 1970-01-01
@dsnp/parquetjs 1970-01-01T23:59:59.000Z 1970-01-01
@dsnp/parquetjs 2026-03-28T08:30:00.000Z 2026-03-28
parquetjs-lite 1955-03-28T00:00:00.000Z 1955-03-28
parquetjs-lite 1955-03-28T00:00:00.000-05:00 1955-03-29
parquetjs-lite 1969-12-31T23:59:59.000Z 1970-01-01
parquetjs-lite 1970-01-01T23:59:59.000Z 1970-01-01
parquetjs-lite 2026-03-28T08:30:00.000Z 2026-03-28'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
