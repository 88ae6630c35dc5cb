#!/bin/sh
# Debian 12: Symfony's UUIDs of versions 1 and 6 are up to two seconds wrong, and in reverse order, before 1970.
#
# Guess: a version 1 or 6 of 1969-12-31 23:59:58.25 counts 1.75 seconds less than one of 1970, and ids of one
# second are in the order of their times.
# Seen (php-symfony-uid 5.4.53): the fraction is put behind the negative whole seconds as if both were digits of one
# number, so 1.75 seconds before becomes 2.25, and the later a time of a second is, the earlier is its id.
# Its own getDateTime() makes the same error, so its tests pass; it reads the ids of others wrongly, and
# others its. Whole seconds, and times since 1970, are right.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
mkdir -p debs/partial root
apt-get install -qq -y --download-only --reinstall --no-install-recommends -o Dir::Cache::archives="$tmp/debs" \
	php8.2-cli=8.2.36-1~deb12u1 php-symfony-uid=5.4.53+dfsg-0+deb12u1 php-symfony-polyfill-uuid=1.27.0-2 >/dev/null 2>&1
for package in debs/*.deb; do
	dpkg -x "$package" root
done
cat >t.php <<"END"
<?php
spl_autoload_register(fn ($class) => is_file($file = 'root/usr/share/php/' . strtr($class, '\\', '/') . '.php') && require $file);
require 'root/usr/share/php/Symfony/Polyfill/Uuid/bootstrap.php';
use Symfony\Component\Uid\UuidV6;
foreach (['1969-12-31 23:59:58', '1969-12-31 23:59:58.25', '1969-12-31 23:59:58.75', '1970-01-01 00:00:00.25'] as $time) {
	$id = new UuidV6(UuidV6::generate(new DateTime("$time UTC")));
	$digits = str_replace('-', '', $id);
	$ticks = hexdec(substr($digits, 0, 12) . substr($digits, 13, 3)) - 0x01b21dd213814000;
	echo $time, ': ', substr($id, 0, 18), ', seconds since 1970: ', $ticks / 1e7, ', shown as ', $id->getDateTime()->format('s.v'), "\n";
}
// The right one of 1969-12-31 23:59:58.25
echo (new UuidV6('1b21dd21-2763-68a0-8000-000000000000'))->getDateTime()->format('Y-m-d H:i:s.v'), "\n";
END
seen=$(LD_LIBRARY_PATH=$tmp/root/usr/lib/$(uname -m)-linux-gnu root/usr/bin/php8.2 -n t.php)
expected='1969-12-31 23:59:58: 1b21dd21-2501-6300, seconds since 1970: -2, shown as 58.000
1969-12-31 23:59:58.25: 1b21dd21-229e-6d60, seconds since 1970: -2.25, shown as 58.250
1969-12-31 23:59:58.75: 1b21dd21-1dda-6220, seconds since 1970: -2.75, shown as 58.750
1970-01-01 00:00:00.25: 1b21dd21-3a76-65a0, seconds since 1970: 0.25, shown as 00.250
1969-12-31 23:59:59.750'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
