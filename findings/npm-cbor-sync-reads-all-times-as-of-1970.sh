#!/bin/sh
# npm: cbor-sync reads the times that other CBOR packages write as days of January and February 1970.
#
# Guess: tag 1 of CBOR is a number of "seconds relative to 1970-01-01T00:00Z" (RFC 8949, 3.4.2, and RFC 7049 before), so
# a time that another package writes is read as that time.
# Seen (cbor-sync 1.0.4; written by cbor 10.0.12 and borc 3.0.0): the number is taken for milliseconds, without an error. All
# times from 1970 to 2106 lie within 50 days, in the right order and a thousand times as close together, and
# differ by less than a second if they are of a quarter of an hour. It writes times as text (tag 0), which it and
# all others read rightly, so that its own tests, and one direction of an exchange, show nothing of it.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts cbor-sync@1.0.4 cbor@10.0.12 borc@3.0.0
cat >try.js <<'JS'
const sync = require('cbor-sync'), cbor = require('cbor'), borc = require('borc');
for (const text of ['1955-03-28T08:30:00.000Z', '2026-03-28T12:30:00.000Z', '2026-03-28T12:45:00.000Z', '2106-01-01T00:00:00.000Z']) {
  const time = new Date(text);
  console.log(text, 'of cbor:', sync.decode(cbor.encode(time)).toISOString(), 'of borc:', sync.decode(borc.encode(time)).toISOString(),
    'its own:', cbor.decode(sync.encode(time)).toISOString() === text && sync.decode(sync.encode(time)).toISOString() === text);
}
JS
seen=$(node try.js)
expected='1955-03-28T08:30:00.000Z of cbor: 1969-12-26T14:34:35.400Z of borc: 1969-12-26T14:34:35.400Z its own: true
2026-03-28T12:30:00.000Z of cbor: 1970-01-21T12:58:21.000Z of borc: 1970-01-21T12:58:21.000Z its own: true
2026-03-28T12:45:00.000Z of cbor: 1970-01-21T12:58:21.900Z of borc: 1970-01-21T12:58:21.900Z its own: true
2106-01-01T00:00:00.000Z of cbor: 1970-02-19T16:09:07.200Z of borc: 1970-02-19T16:09:07.200Z its own: true'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
