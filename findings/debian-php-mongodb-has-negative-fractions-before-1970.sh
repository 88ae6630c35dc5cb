#!/bin/sh
# Debian 12: PHP's driver of MongoDB reads times before 1970 a second too late, with a minus sign in the fraction.
#
# Guess: toDateTime() returns the time that new UTCDateTime($time) was made of, to the millisecond, also before 1970, as
# its own __toString() and the drivers of other languages do.
# Seen (php8.2-mongodb 1.15.0): for a time before 1970 that is no whole second, the second is the one after it, and the
# microseconds are less than 0. 1969-12-31 23:59:59.25 is printed as "1970-01-01 00:00:00.-750000", a text that
# databases and PHP itself refuse. Where only the seconds are printed, the last second of a day, month or
# year becomes one of the next, without an error. In order by such texts, later times of a second come first.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
mkdir -p debs/partial root
apt-get install -qq -y --download-only --reinstall --no-install-recommends -o Dir::Cache::archives="$tmp/debs" \
	php8.2-cli=8.2.36-1~deb12u1 php8.2-mongodb=1.15.0+1.11.1+1.9.2+1.7.5-1 >/dev/null 2>&1
for package in debs/*.deb; do
	dpkg -x "$package" root
done
cat >t.php <<"END"
<?php
use MongoDB\BSON\UTCDateTime;
foreach (['1900-01-01 00:00:00', '1955-03-28 08:30:00.5', '1969-12-31 23:59:59.25', '1969-12-31 23:59:59.999',
	'1970-01-01 00:00:00.25'] as $text) {
	$bson = new UTCDateTime(new DateTime("$text UTC"));
	$read = $bson->toDateTime()->format('Y-m-d H:i:s.u');
	try {
		$parsed = (new DateTime("$read UTC"))->format('Y-m-d H:i:s.u');
	} catch (Exception $e) {
		$parsed = 'refused';
	}
	echo "$text: $bson ms, read as $read, which PHP reads as $parsed\n";
}
END
lib=$(uname -m)-linux-gnu
seen=$(LD_LIBRARY_PATH=$tmp/root/usr/lib/$lib root/usr/bin/php8.2 -n \
	-d extension="$(find "$tmp/root/usr/lib/php" -name mongodb.so)" t.php)
expected='1900-01-01 00:00:00: -2208988800000 ms, read as 1900-01-01 00:00:00.000000, which PHP reads as 1900-01-01 00:00:00.000000
1955-03-28 08:30:00.5: -465924599500 ms, read as 1955-03-28 08:30:01.-500000, which PHP reads as refused
1969-12-31 23:59:59.25: -750 ms, read as 1970-01-01 00:00:00.-750000, which PHP reads as refused
1969-12-31 23:59:59.999: -1 ms, read as 1970-01-01 00:00:00.-01000, which PHP reads as refused
1970-01-01 00:00:00.25: 250 ms, read as 1970-01-01 00:00:00.250000, which PHP reads as 1970-01-01 00:00:00.250000'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
