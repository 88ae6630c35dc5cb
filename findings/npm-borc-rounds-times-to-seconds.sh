#!/bin/sh
# npm: borc rounds a Date to the nearest second, so that half of all times are in the future when they are stored.
#
# Guess: a Date, which its README has among the types that it encodes, comes back as it was: tag 1 of CBOR takes fractions
# of a second (RFC 8949, 3.4.2), and the packages cbor and cbor-x write them.
# Seen (borc 3.0.0): the milliseconds are rounded away, without an error, and for half of all times upwards. A time of
# 23:59:59.5 is of the next day, month or year. Times of one second have no order, and a time that is compared with
# the one in the id of the same row, or with the row in the database from which it came, differs. A row that is
# written now is not found by a search for all rows until now. It reads the fractions that others write.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts borc@3.0.0 cbor@10.0.12
cat >try.js <<'JS'
const borc = require('borc'), cbor = require('cbor');
for (const text of ['2026-03-28T12:34:56.000Z', '2026-03-28T12:34:56.499Z', '2026-03-28T12:34:56.500Z', '2026-12-31T23:59:59.789Z', '1969-12-31T23:59:59.789Z']) {
  const time = new Date(text);
  console.log(text, 'borc:', borc.decode(borc.encode(time)).toISOString(), 'cbor:', cbor.decode(cbor.encode(time)).toISOString(),
    'read by borc:', borc.decode(cbor.encode(time)).toISOString());
}
const later = Array.from({ length: 1000 }, (_, ms) => new Date(1774701296000 + ms)).filter((time) => borc.decode(borc.encode(time)) > time);
console.log('later than they were:', later.length, 'of 1000');
JS
seen=$(node try.js)
expected='2026-03-28T12:34:56.000Z borc: 2026-03-28T12:34:56.000Z cbor: 2026-03-28T12:34:56.000Z read by borc: 2026-03-28T12:34:56.000Z
2026-03-28T12:34:56.499Z borc: 2026-03-28T12:34:56.000Z cbor: 2026-03-28T12:34:56.499Z read by borc: 2026-03-28T12:34:56.499Z
2026-03-28T12:34:56.500Z borc: 2026-03-28T12:34:57.000Z cbor: 2026-03-28T12:34:56.500Z read by borc: 2026-03-28T12:34:56.500Z
2026-12-31T23:59:59.789Z borc: 2027-01-01T00:00:00.000Z cbor: 2026-12-31T23:59:59.789Z read by borc: 2026-12-31T23:59:59.789Z
1969-12-31T23:59:59.789Z borc: 1970-01-01T00:00:00.000Z cbor: 1969-12-31T23:59:59.789Z read by borc: 1969-12-31T23:59:59.789Z
later than they were: 500 of 1000'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
