#!/bin/sh
# npm: three of four UIDs that dcmjs makes below 2.25, the root of UUIDs in DICOM, are greater than any UUID.
#
# Guess: "2.25." and a number is a UUID as a decimal number, as DICOM (PS3.5, B.2) and ITU-T X.667 define this root, so
# an archive can store each of them in 16 octets, in a column of type uuid.
# Seen (dcmjs 0.52.2): DicomMetaDictionary.uid() puts 39 random digits behind the root, of which the first is not 0, and
# 2^128 has 39 digits, the first of them a 3. About 73 of 100 have more than 128 bits; the others have any version and
# variant. The UID that dcmjs writes into each file as its own implementation has 196 bits. A conversion fails for
# most studies, or, where it keeps the lowest 128 bits, returns an id from which the UID cannot be computed.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts dcmjs@0.52.2
seen=$(node -e '
const { data } = require("dcmjs");
const bits = (uid) => {
  const match = /^2\.25\.(0|[1-9][0-9]*)$/.exec(uid);
  return BigInt(match[1]).toString(2).length;
};
let tooLong = 0;
const lengths = new Set();
for (let i = 0; i < 20000; i++) {
  const uid = data.DicomMetaDictionary.uid();
  lengths.add(uid.length);
  if (bits(uid) > 128)
    tooLong++;
}
// 10^39 - 2^128 of 10^39 - 10^38 numbers
const share = tooLong / 20000;
console.log("more than 128 bits:", share > 0.71 && share < 0.753 ? "about 73 of 100" : share, "length:", ...lengths);
const { meta } = data.datasetToDict({ _meta: {}, SOPClassUID: "1.2.840.10008.5.1.4.1.1.7", SOPInstanceUID: "1.2.3" });
console.log("its own:", bits(meta["00020012"].Value[0]), "bits");
')
expected='more than 128 bits: about 73 of 100 length: 44
its own: 196 bits'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
