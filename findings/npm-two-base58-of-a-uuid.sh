#!/bin/sh
# npm: two packages write a UUID in 22 characters of base58, and read the text of the other wrongly.
#
# Guess: base58 is one encoding; a text with the same length and the same characters is read alike.
# Seen (short-uuid 6.0.3, @nakanoaas/uuid58 1.0.4): short-uuid has the lower-case letters first (as
# Flickr), uuid58 the upper-case ones (as Bitcoin). Each reads the text of the other without an error,
# and returns another UUID.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts short-uuid@6.0.3 @nakanoaas/uuid58@1.0.4
seen=$(node -e '
const flickr = require("short-uuid").createTranslator();
const { uuid58Encode, uuid58Decode } = require("@nakanoaas/uuid58");
const id = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
console.log(flickr.fromUUID(id), uuid58Encode(id));
console.log(flickr.toUUID(uuid58Encode(id)), uuid58Decode(flickr.fromUUID(id)));
')
expected='1bHGAXWWp4nyyPjqh9idcZ 1BihbxwwQ4NZZpKRH9JDCz
04edae35-e426-ffe3-35cc-f593a426f2ed 04c94f45-9fca-8729-0483-9e0c590e9e06'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
