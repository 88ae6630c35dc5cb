#!/bin/sh
# npm: the version 1 UUIDs of uuidv1 have the local time of the process, not UTC.
#
# Guess: a version 1 UUID shows the same time wherever it is made: UTC (RFC 9562, 5.1, which permits the local time only
# to a system that has no UTC, and does not recommend it).
# Seen (uuidv1 1.6.14): the offset of the time zone is added to the Unix time. An id that is made in Tokyo is nine hours in
# the future to every reader, and 13 or 14 hours after one of New York that is made at the same moment. When summer time
# ends, ids fall back by an hour. On a server whose zone is UTC, as in most containers and tests, they are right.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts uuidv1@1.6.14
cat >t.js <<"END"
const uuidv1 = require("uuidv1");
const Clock = Date;
const time = (now) => {
  global.Date = class extends Clock { constructor(...a) { super(...(a.length ? a : [now])); } };
  const id = uuidv1();
  global.Date = Clock;
  const ticks = BigInt("0x" + id.slice(15, 18) + id.slice(9, 13) + id.slice(0, 8));
  return new Date(Number(ticks / 10000n) - 12219292800000).toISOString();
};
// The second is an hour after the first; between them summer time ends in New York
console.log(process.env.TZ, time("2026-11-01T05:30:00Z"), time("2026-11-01T06:30:00Z"));
END
seen=$(for zone in UTC Asia/Tokyo America/New_York; do TZ=$zone node t.js; done)
expected='UTC 2026-11-01T05:30:00.000Z 2026-11-01T06:30:00.000Z
Asia/Tokyo 2026-11-01T14:30:00.000Z 2026-11-01T15:30:00.000Z
America/New_York 2026-11-01T01:30:00.000Z 2026-11-01T01:30:00.000Z'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
