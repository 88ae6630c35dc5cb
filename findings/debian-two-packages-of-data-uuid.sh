#!/bin/sh
# Debian 12: which UUIDs Data::UUID writes depends on the package that has it.
#
# Guess: a Perl module of one name has one behavior; a package that replaces another is compatible.
# Seen (libdata-uuid-perl 1.226-3, libossp-uuid-perl 1.6.2-1.5): the second replaces the first and has a
# module of the same name. There create() returns version 4 and not version 1, texts are in lower
# case, and a name has another UUID of version 3, so ids computed on two machines do
# not match. That of the first package is the one that others compute.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq libdata-uuid-perl=1.226-3 libossp-uuid-perl=1.6.2-1.5+b11 libossp-uuid16=1.6.2-1.5+b11 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" "${package%%_*}"
done
cat >t.pl <<"END"
use Data::UUID;
my $uuid = Data::UUID->new;
print lc substr($uuid->create_str, 14, 1), " ", $uuid->create_from_name_str(NameSpace_URL, "www.example.com"), "\n";
END
seen=$(for package in libdata-uuid-perl libossp-uuid-perl; do
	PERL5LIB=$(dirname "$(dirname "$(find "$tmp/$package" -path "*/Data/UUID.pm")")") \
		LD_LIBRARY_PATH=$(dirname "$(find "$tmp" -name "libossp-uuid.so.16")") perl t.pl
done)
expected='1 A777199A-C522-31C4-8F4B-335FEEC7215B
4 59d8008a-e63d-3aa8-9816-a53bcdd8fc3c'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
