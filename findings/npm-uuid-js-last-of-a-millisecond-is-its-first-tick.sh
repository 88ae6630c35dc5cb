#!/bin/sh
# npm: lastFromTime() of uuid-js lies before nearly all version 1 UUIDs of the millisecond that it is given.
#
# Guess: firstFromTime() and lastFromTime() are what their README calls them, "first and last possible v1 TimeUUID for a
# given timestamp", so that a range query in Cassandra between them finds the ids of that time.
# Seen (uuid-js 0.7.5, uuid 14.0.3): both have the time of the first of the 10,000 ticks of 100 ns that a millisecond
# has, and differ in the last 64 bits only. A timeuuid is ordered by its time first, so the range of
# a millisecond has one in 10,000 of its ids, and of the package's own ones, which are made in the first 16
# ticks, one in 16. A range to now lacks the rows of the last millisecond. Besides, the last has no variant of RFC 9562.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts uuid-js@0.7.5 uuid@14.0.3
cat >t.mjs <<"END"
import own from "uuid-js";
import { v1 } from "uuid";
const ticks = (id) => BigInt("0x" + id.slice(15, 18) + id.slice(9, 13) + id.slice(0, 8));
const ms = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const first = own.firstFromTime(ms).toString(), last = own.lastFromTime(ms).toString();
console.log(first, last);
const within = (id, a, b) => ticks(a) <= ticks(id) && ticks(id) <= ticks(b);
const all = Array.from({ length: 10000 }, (_, nsecs) => v1({ msecs: ms, nsecs }));
console.log("ids of the millisecond:", all.length, "in the range:", all.filter((id) => within(id, first, last)).length);
const now = Array.from({ length: 4000 }, () => own.create(1).toString());
const missed = now.filter((id) => {
  const t = Number((ticks(id) - 0x01b21dd213814000n) / 10000n);
  return !within(id, own.firstFromTime(t).toString(), own.lastFromTime(t).toString());
}).length;
console.log("more than nine in ten of its own are outside the range of their millisecond:", missed > 3600);
END
seen=$(node t.mjs)
expected='b2ea34e0-e787-11f0-0000-000000000000 b2ea34e0-e787-11f0-c0ff-ffffffffffff
ids of the millisecond: 10000 in the range: 1
more than nine in ten of its own are outside the range of their millisecond: true'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
