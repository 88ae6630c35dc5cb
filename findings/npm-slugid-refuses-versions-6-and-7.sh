#!/bin/sh
# npm: slugid encodes UUIDs of versions 1 and 4, and refuses those of versions 6 and 7.
#
# Guess: 22 characters of base64url for 16 octets do not depend on the version in them.
# Seen (slugid 5.0.1): encode() and decode() check the UUID with a package that was written before
# RFC 9562, and refuse the newer versions with "Invalid UUID" and "Stringified UUID is invalid". An
# application that writes its ids into URLs this way fails with the first id of such a version.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts slugid@5.0.1
seen=$(node -e '
const { encode, decode } = require("slugid");
for (const id of ["c232ab00-9414-11ec-b3c8-9f6bdeced846", "919108f7-52d1-4320-9bac-f847db4148a8",
  "1ec9414c-232a-6b00-b3c8-9f6bdeced846", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"]) {
  try { console.log(id[14], encode(id)); } catch (error) { console.log(id[14], error.message); }
}
const slug = Buffer.from("017f22e279b07cc398c4dc0c0c07398f", "hex").toString("base64url");
try { console.log(decode(slug)); } catch (error) { console.log(error.message); }
')
expected='1 wjKrAJQUEeyzyJ9r3s7YRg
4 kZEI91LRQyCbrPhH20FIqA
6 Invalid UUID
7 Invalid UUID
Stringified UUID is invalid'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
