#!/bin/sh
# Debian 12: in PHP, one version 7 or ULID that is made for a future time moves all later ids of the process there.
#
# Guess: uuid7($time) makes one id of that time, and uuid7() one of now, whatever was made before.
# Seen (php-ramsey-uuid 4.6.0, php-symfony-uid 5.4.53): the time given is kept as that of the last id, and ids without a
# time do not go below it. A worker that makes one id for a date in 2099, such as the upper bound of a
# search or a scheduled job, makes all others of that millisecond until it ends, and they sort behind
# those of other workers. A time in the past does not do it, so a test with one passes.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
mkdir -p debs/partial root
apt-get install -qq -y --download-only --reinstall --no-install-recommends -o Dir::Cache::archives="$tmp/debs" \
	php8.2-cli=8.2.36-1~deb12u1 php-ramsey-uuid=4.6.0-1 php-ramsey-collection=1.2.2-3 php-brick-math=0.10.0-1 \
	php-symfony-uid=5.4.53+dfsg-0+deb12u1 php-symfony-polyfill-uuid=1.27.0-2 >/dev/null 2>&1
for package in debs/*.deb; do
	dpkg -x "$package" root
done
cat >t.php <<"END"
<?php
spl_autoload_register(fn ($class) => is_file($file = 'root/usr/share/php/' . strtr($class, '\\', '/') . '.php') && require $file);
require 'root/usr/share/php/Symfony/Polyfill/Uuid/bootstrap.php';
use Ramsey\Uuid\Uuid;
use Symfony\Component\Uid\Ulid;
$year = fn ($id) => $id->getDateTime()->format('Y') === date('Y') ? 'this year' : $id->getDateTime()->format('Y');
foreach (['ramsey' => [fn () => Uuid::uuid7(), fn ($time) => Uuid::uuid7($time)],
	'symfony' => [fn () => new Ulid, fn ($time) => new Ulid(Ulid::generate($time))]] as $name => [$now, $at]) {
	echo $name, ': ', $year($now()), ', ', $year($at(new DateTime('1999-01-01'))), ', ', $year($now()), ', ',
		$year($at(new DateTime('2099-01-01'))), ', ', $year($now()), ', ';
	usleep(5000);
	echo $year($now()), "\n";
}
END
seen=$(LD_LIBRARY_PATH=$tmp/root/usr/lib/$(uname -m)-linux-gnu root/usr/bin/php8.2 -n t.php)
expected='ramsey: this year, 1999, this year, 2099, 2099, 2099
symfony: this year, 1999, this year, 2099, 2099, 2099'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
