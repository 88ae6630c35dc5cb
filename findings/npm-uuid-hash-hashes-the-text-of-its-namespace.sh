#!/bin/sh
# npm: the version 5 UUIDs of uuid-hash are other ones than everybody else makes of the same name.
#
# Guess: the README calls it a class "that generates RFC-compliant UUID v5", so that the id of a name is found
# again by any other library. RFC 9562 (5.5, A.4) hashes the 16 octets of the namespace and the name.
# Seen (uuid-hash 2.30.1; uuid 14.0.3): a namespace that is given as text, as its own constants DNS and URL
# and the default are, is hashed as 36 characters. The id has version 5 and the right variant, and is
# not the one in the RFC. A lookup from another program finds no row, and an import adds the row
# again. The same namespace as an array of octets is right.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts uuid-hash@2.30.1 uuid@14.0.3
cat >try.mjs <<'JS'
import { createRequire } from 'node:module';
import { v5, version } from 'uuid';
const { createHash, DNS, URL } = createRequire(import.meta.url)('uuid-hash');
// The name and the namespace of RFC 9562, A.4
const name = 'www.example.com';
const octets = [...Buffer.from(DNS.replace(/-/g, ''), 'hex')];
console.log('uuid:     ', v5(name, DNS), v5(name, URL));
console.log('uuid-hash:', createHash(DNS).update(name).digest(), createHash().update(name).digest());
console.log('octets:   ', createHash(octets).update(name).digest());
console.log('version:', version(createHash(DNS).update(name).digest()));
JS
seen=$(node try.mjs)
expected='uuid:      2ed6657d-e927-568b-95e1-2665a8aea6a2 b63cdfa4-3df9-568e-97ae-006c5b8fd652
uuid-hash: 06151796-6a0d-5ed7-a978-eafad12dda86 dcc51663-37cd-58ac-85f2-c7f196be5431
octets:    2ed6657d-e927-568b-95e1-2665a8aea6a2
version: 5'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
