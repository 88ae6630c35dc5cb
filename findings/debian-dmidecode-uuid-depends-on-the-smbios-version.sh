#!/bin/sh
# Debian 12: the same 16 octets are another system UUID if the firmware says SMBIOS 2.5 and not 2.6.
#
# Guess: the UUID of a machine, the key of many inventories, is what stands in its firmware, octet by octet.
# Seen (dmidecode 3.4): from SMBIOS 2.6 on the first three groups are read as little-endian numbers, as that version
# defined it, and before as they stand. A firmware update, or a virtual machine that is moved to a host with other
# tables, gives the machine another id, with the last two groups unchanged. Vendors who wrote either order under
# either version make it worse: what the host, the guest and the label say can be two UUIDs. A unique key on it does
# not find the machine again; comparing the last 16 digits does.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq dmidecode=3.4-1 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" root
done
# dump VERSION: writes an entry point, a structure of type 1 (system information) and the end of the table
dump() {
	perl -e '
my ($major, $minor) = split /\./, shift;
my $uuid = pack "H*", "00112233445566778899aabbccddeeff";
my $table = pack("CCvC4 a16 C3", 1, 27, 1, 1, 2, 3, 4, $uuid, 6, 0, 0) . "Maker\0Product\0Version\0Serial\0\0"
  . pack("CCv", 127, 4, 2) . "\0\0";
# An octet of each part makes the sum of all its octets 0
my $dmi = "_DMI_" . pack("CvVvC", 0, length $table, 32, 2, $major << 4 | $minor);
substr $dmi, 5, 1, chr(-unpack("%8C*", $dmi) & 255);
my $entry = "_SM_" . pack("CCCCvC", 0, 31, $major, $minor, 64, 0) . "\0" x 5 . $dmi;
substr $entry, 4, 1, chr(-unpack("%8C*", $entry) & 255);
print pack("a32", $entry), $table;
' "$1"
}
seen=$(for version in 2.5 2.6 3.0; do
	dump $version >dump.bin
	echo "$version $(root/usr/sbin/dmidecode --from-dump dump.bin -s system-uuid)"
done)
expected='2.5 00112233-4455-6677-8899-aabbccddeeff
2.6 33221100-5544-7766-8899-aabbccddeeff
3.0 33221100-5544-7766-8899-aabbccddeeff'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
