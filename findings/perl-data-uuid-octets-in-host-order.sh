#!/bin/sh
# Perl: the 16 octets of Data::UUID are not those of the UUID, but of a struct of this processor.
#
# Guess: the binary form of a UUID library is the one of the RFC, octet by octet as in the text.
# Seen (libdata-uuid-perl 1.226-3, little-endian): create() and from_string() return the first eight
# octets in the order of the processor, as .NET does. Written to a binary(16) or bytea column and read by
# another language, the id is another UUID; its own to_string() reverses it, so Perl alone notices
# nothing. On a big-endian processor the octets are as in the text.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq libdata-uuid-perl=1.226-3 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" "${package%%_*}"
done
seen=$(PERL5LIB=$(dirname "$(dirname "$(find "$tmp" -path "*/Data/UUID.pm")")") perl -MData::UUID -e '
my $uuid = Data::UUID->new;
my $octets = $uuid->from_string("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
print unpack("H*", $octets), " ", $uuid->to_string($octets), "\n"')
expected='e2227f01b079c37c98c4dc0c0c07398f 017F22E2-79B0-7CC3-98C4-DC0C0C07398F'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
