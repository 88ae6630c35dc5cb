#!/bin/sh
# Debian 12: libuuid puts version 1 UUIDs of times before 1970 into the years 60038 to 60425.
#
# Guess: uuidparse shows the time that a version 1 has, which by RFC 9562 is "a count of 100-nanosecond
# intervals since 00:00:00.00, 15 October 1582".
# Seen (util-linux 2.38.1): the count since 1970 is unsigned, so each earlier time wraps around, without an
# error. The lowest id of version 1, a usual bound of a range, is of 60038, and rows made from dates of
# 1960 sort behind all others when the time is stored. PHP's uuid_time() calls the same function.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq uuid-runtime=2.38.1-5+deb12u3 libuuid1=2.38.1-5+deb12u3 libsmartcols1=2.38.1-5+deb12u3 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" root
done
# The lowest one, of 1960-01-01, the second before 1970, 1970
seen=$(printf '%s\n' 00000000-0000-1000-8000-000000000000 dc804000-e747-11a6-8000-000000000000 \
	12e8a980-1dd2-11b2-8000-000000000000 13814000-1dd2-11b2-8000-000000000000 |
	LC_ALL=C TZ=UTC LD_LIBRARY_PATH=$(dirname "$(find root -name 'libuuid.so.1')") root/usr/bin/uuidparse -n -o TIME)
expected='60038-03-11 05:36:10,955161+00:00
60415-05-28 05:36:10,953523+00:00
60425-05-28 05:36:09,955161+00:00
1970-01-01 00:00:00,000000+00:00'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
