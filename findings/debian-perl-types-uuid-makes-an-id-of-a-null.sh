#!/bin/sh
# Debian 12: with Perl's Types::UUID, a row without a parent gets a new random one, and any 16 characters are a UUID.
#
# Guess: an attribute with "isa => Uuid, coerce => 1", as the synopsis of the module has it, takes UUIDs, also "slightly
# broken-looking" ones, and refuses what is none; a null stays null or is refused.
# Seen (libtypes-uuid-perl 0.004, libuuid-tiny-perl 1.04): undef is coerced to a new UUID, as one line of the
# documentation says. That is meant for the key of a new object, but a null parent_id that is read from a table becomes
# an id that no row has, another one each time, and the next save writes it. A text of 16 characters, as an order
# number may be, is taken for the 16 octets of a UUID, and one of 22 letters and digits for base64, so a wrong
# column or argument is not noticed.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq libtypes-uuid-perl=0.004-2 libtype-tiny-perl=2.002001-1 libuuid-tiny-perl=1.0400-3 \
	libexporter-tiny-perl=1.006000-1 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" root
done
seen=$(perl -I root/usr/share/perl5 -M'Types::UUID' -e '
my ($first, $second) = map { Uuid->coerce(undef) } 1, 2;
printf "undef: %s, twice the same: %s\n", Uuid->check($first) ? "a UUID" : "none", $first eq $second ? "yes" : "no";
for my $text ("order-2026-00042", "order-2026-42", "ThisIsNoUUIDOfAnyKind1", "ThisIsNoUUIDOfAnyKind12") {
	my $id = Uuid->coerce($text);
	printf "%s: %s\n", $text, defined $id && Uuid->check($id) ? $id : "refused";
}
')
expected='undef: a UUID, twice the same: no
order-2026-00042: 6f726465-722d-3230-3236-2d3030303432
order-2026-42: refused
ThisIsNoUUIDOfAnyKind1: 4e18ac22-c368-5142-0339-f027c8a8a777
ThisIsNoUUIDOfAnyKind12: refused'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
