#!/bin/sh
# npm: one in three stamps that short-unique-id makes of a time of 1975 is read as of 2056.
#
# Guess: parseStamp() returns the time that stamp(length, date) was given, in seconds, and the stamp has the
# length that was asked for, as the README says for the time of now.
# Seen (short-unique-id 5.3.2): the seconds are written as hexadecimal text without zeros in front. Those of before
# 1978-07-04T21:24:16Z, 2^28 s after 1970, have fewer than eight digits, and always eight characters are read. The
# eighth is a random one of the id. If it happens to be a hexadecimal digit, the time is multiplied by 16.
# The stamp is a character shorter, too. Ids that are made for the rows of an
# old archive show times that are right for two rows in three, without an error.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts short-unique-id@5.3.2
seen=$(node -e '
const ShortUniqueId = require("short-unique-id");
const maker = new ShortUniqueId();
for (const time of ["1975-06-01T12:00:00Z", "1978-07-04T21:24:15Z", "1978-07-04T21:24:16Z", "2026-03-28T12:34:56Z"]) {
  const stamps = Array.from({ length: 2000 }, () => maker.stamp(20, new Date(time)));
  const years = stamps.map((stamp) => maker.parseStamp(stamp).getUTCFullYear());
  const right = stamps.filter((stamp) => maker.parseStamp(stamp).getTime() === Date.parse(time)).length;
  const share = right === 2000 ? "all right" : right > 1100 && right < 1450 ? "two in three right" : right;
  console.log(time, "length", [...new Set(stamps.map((stamp) => stamp.length))].join(),
    "read as of", [...new Set(years)].sort().join(" and "), share);
}
')
expected='1975-06-01T12:00:00Z length 19 read as of 1975 and 2056 two in three right
1978-07-04T21:24:15Z length 19 read as of 1978 and 2106 two in three right
1978-07-04T21:24:16Z length 20 read as of 1978 all right
2026-03-28T12:34:56Z length 20 read as of 2026 all right'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
