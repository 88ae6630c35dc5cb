#!/bin/sh
# npm: asn1 keeps the last 32 bits of a UUID in an object identifier, so that all of one machine are one OID.
#
# Guess: the OID of a UUID, 2.25 and its 128 bits as one number (ITU-T X.667; DICOM PS3.5, B.2), is read as it was
# written, or refused, as the same package refuses to write it.
# Seen (asn1 0.2.6, on which packages for LDAP and SSH keys depend): readOID() shifts a number of 32 bits, without an
# error. All version 1 UUIDs of one network card become the same OID, others that end alike too, and the UUID cannot be
# computed back. If bit 31 is set, the number is negative, which no OID has. A table with the OID as
# its key keeps one row of them. OIDs of common standards have smaller numbers, and are right.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts asn1@0.2.6
# shellcheck disable=SC2016	# it is JavaScript's
seen=$(node -e '
const { BerReader, BerWriter } = require("asn1");
// DER as X.690, 8.19 has it: seven bits in each octet, the first of them 2.25
const der = (uuid) => {
  const octets = [];
  for (let n = BigInt("0x" + uuid.replace(/-/g, "")); n > 0n || !octets.length; n >>= 7n)
    octets.unshift(Number(n & 127n) | (octets.length ? 128 : 0));
  return Buffer.from([6, octets.length + 1, 2 * 40 + 25, ...octets]);
};
for (const uuid of ["c232ab00-9414-11ec-b3c8-0242ac110002", "13814000-1dd2-11b2-8000-0242ac110002",
  "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"])
  console.log(uuid, new BerReader(der(uuid)).readOID());
const oid = "2.25." + BigInt("0xf81d4fae7dec11d0a76500a0c91e6bf6");
try {
  new BerWriter().writeOID(oid);
} catch (error) {
  console.log("writing", oid + ":", error.message);
}
')
expected='c232ab00-9414-11ec-b3c8-0242ac110002 2.25.-1408172030
13814000-1dd2-11b2-8000-0242ac110002 2.25.-1408172030
f81d4fae-7dec-11d0-a765-00a0c91e6bf6 2.25.-920753162
writing 2.25.329800735698586629295641978511506172918: argument is not a valid OID string'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
