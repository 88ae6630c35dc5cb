#!/bin/sh
# npm: SWI-Prolog in WebAssembly makes UUIDs of version 4 as atoms, and of version 0 as integers.
#
# Guess: format(integer) of uuid/2 is another form of the same kind of id; its documentation says "a large
# integer that represents the 128 bits of the UUID".
# Seen (swipl-wasm 8.0.5, SWI-Prolog 10.1.10): the 16 bits that begin with the version (RFC 9562, 4.2) are
# always 0. The 4 is added to the number of the first eight digits. The variant is right, so a column of type uuid
# takes the id, but the package uuid refuses its text, and whoever selects ids by their version
# does not find it. The atoms are right, so a test with the default format sees nothing.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts swipl-wasm@8.0.5 uuid@14.0.3
cat >try.mjs <<'JS'
import { createRequire } from 'node:module';
import { validate } from 'uuid';
const start = createRequire(import.meta.url)('swipl-wasm');
const { prolog } = await start({ arguments: ['-q'] });
const ask = (goal) => prolog.query(goal).once();
console.log('SWI-Prolog', ask('current_prolog_flag(version, X)').X);
ask('use_module(library(uuid))');
const dash = (hex) => hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
const many = (goal) => Array.from({ length: 1000 }, () => ask(goal).X);
const atoms = many('uuid(X, [version(4)])');
const integers = many('uuid(X, [version(4), format(integer)])')
  .map((n) => dash(BigInt(n).toString(16).padStart(32, '0')));
for (const [name, ids] of Object.entries({ atoms, integers }))
  console.log(`${name}: ${new Set(ids).size} ids, of the version`, [...new Set(ids.map((id) => id[14]))].join(),
    'valid:', ids.filter((id) => validate(id)).length);
console.log('third group of the integers:', [...new Set(integers.map((id) => id.slice(14, 18)))].join());
process.exit(0);
JS
seen=$(node try.mjs)
expected='SWI-Prolog 100110
atoms: 1000 ids, of the version 4 valid: 1000
integers: 1000 ids, of the version 0 valid: 0
third group of the integers: 0000'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
