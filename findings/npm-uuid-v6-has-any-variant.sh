#!/bin/sh
# npm: three of four version 6 UUIDs of uuid-v6 and uuid-with-v6 are not of the variant of RFC 9562.
#
# Guess: a package for version 6 differs from the RFC in its node at most, so that each id has a version.
# Seen (uuid-v6 1.1.2, uuid-with-v6 2.0.0): the time and the digit 6 are where the RFC has them, but the eight
# octets behind are random, unless disableRandom is set: the first digit of the fourth group has all 16
# values, not 8, 9, a and b alone. The package uuid, on which both depend, refuses three of four of these
# ids; PostgreSQL stores all of them, and returns null as the version of three of four.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts uuid-v6@1.1.2 uuid-with-v6@2.0.0 uuid@14.0.3
cat >try.mjs <<'JS'
import { createRequire } from 'node:module';
import { validate } from 'uuid';
const require = createRequire(import.meta.url);
for (const name of ['uuid-v6', 'uuid-with-v6']) {
  const ids = Array.from({ length: 4000 }, require(name).v6);
  const valid = ids.filter((id) => validate(id)).length;
  const digits = [...new Set(ids.map((id) => id[19]))].sort().join('');
  console.log(name, ids.every((id) => id[14] === '6'), digits, Math.abs(valid / 1000 - 1) < 0.15 ? '1 of 4 valid' : valid);
}
JS
seen=$(node try.mjs)
expected='uuid-v6 true 0123456789abcdef 1 of 4 valid
uuid-with-v6 true 0123456789abcdef 1 of 4 valid'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
