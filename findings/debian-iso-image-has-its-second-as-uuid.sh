#!/bin/sh
# Debian 12: the UUID of an ISO image is the second in which it was made, in local time; images of one second share it.
#
# Guess: what blkid, lsblk and /dev/disk/by-uuid call the UUID of a file system is one, or at least a random number.
# Seen (genisoimage 1.1.11, blkid of util-linux 2.38.1): it is the creation time, as 2026-03-28-12-34-56-00, which a
# column of type uuid refuses. genisoimage writes no hundredths, so that all images which a build makes in one second
# have the same one, and a boot or a mount by UUID takes any of them. The offset that the image has behind the time is
# left out: an image that is made later in another time zone has a lower one, or that of an image of hours before.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq genisoimage=9:1.1.11-3.4 util-linux=2.38.1-5+deb12u3 libblkid1=2.38.1-5+deb12u3 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" root
done
blkid() {
	LD_LIBRARY_PATH=$(dirname "$(find root -name libblkid.so.1)") root/sbin/blkid -p -o value -s UUID "$1"
}
mkdir one two
echo 1 >one/file
echo 2 >two/file
# Until both are made in one second
for try in 1 2 3 4 5; do
	root/usr/bin/genisoimage -quiet -V ONE -o one.iso one
	root/usr/bin/genisoimage -quiet -V TWO -o two.iso two
	[ "$(blkid one.iso)" != "$(blkid two.iso)" ] || break
done
TZ=Etc/GMT-9 root/usr/bin/genisoimage -quiet -o east.iso one
TZ=Etc/GMT+5 root/usr/bin/genisoimage -quiet -o west.iso one
seconds() {
	date -u -d "$(blkid "$1" | sed 's/\(.*\)-\(..\)-\(..\)-\(..\)-..$/\1 \2:\3:\4/')" +%s
}
hours=$((($(seconds west.iso) - $(seconds east.iso) - 1800) / 3600))
[ "$(blkid one.iso)" = "$(blkid two.iso)" ] && same=yes || same=no
seen="form: $(blkid one.iso | sed 's/[0-9]/9/g'), hundredths: $(blkid one.iso | sed 's/.*-//')
two images of one second have one UUID: $same, they are equal: $(cmp -s one.iso two.iso && echo yes || echo no)
hours from one made in the east to the next one in the west: $hours"
expected='form: 9999-99-99-99-99-99-99, hundredths: 00
two images of one second have one UUID: yes, they are equal: no
hours from one made in the east to the next one in the west: -14'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
