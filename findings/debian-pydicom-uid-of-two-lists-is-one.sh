#!/bin/sh
# Debian 12: pydicom makes one UID for image 11 of series 1 and for image 1 of series 11.
#
# Guess: generate_uid(entropy_srcs=[study, series, image]) returns the same UID for the same list and another one for
# any other list; its documentation says that it is made of a SHA-512 hash "of the supplied list".
# Seen (python3-pydicom 2.3.1): the elements are joined without anything between them before they are hashed, so only the
# text of all together counts. Who gives pseudonymous UIDs to a study of 20 series of 20 images gets 391 for
# its 400 images, and 9,271 for 100 times 100, though a UID has to be unique (DICOM PS3.5, 9): an archive, or a
# unique column, keeps one of the images. A character of one's own behind each element helps.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq python3-pydicom=2.3.1-1 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" root
done
cat >t.py <<"END"
import pydicom
from pydicom.uid import generate_uid
print("pydicom", pydicom.__version__)
for end in "", ".":
    for most in 20, 100:
        pairs = [(str(series) + end, str(image)) for series in range(1, most + 1) for image in range(1, most + 1)]
        uids = {generate_uid(entropy_srcs=["1.2.3" + end, series, image]) for series, image in pairs}
        print("images:", len(pairs), "UIDs:", len(uids), "with a separator" if end else "")
END
seen=$(PYTHONPATH=$tmp/root/usr/lib/python3/dist-packages python3 t.py | sed 's/ *$//')
expected='pydicom 2.3.1
images: 400 UIDs: 391
images: 10000 UIDs: 9271
images: 400 UIDs: 400 with a separator
images: 10000 UIDs: 10000 with a separator'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
