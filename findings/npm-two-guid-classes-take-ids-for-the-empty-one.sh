#!/bin/sh
# npm: two classes named Guid make the empty GUID of ids that .NET and databases write, and take different ones for equal.
#
# Guess: a class Guid that parses texts keeps each GUID or refuses it, and equals() compares the 128 bits.
# Seen (guid-typescript 1.0.9, 4 million downloads a month; guid-ts 1.1.2): neither refuses anything. guid-typescript
# makes 00000000-0000-0000-0000-000000000000 of the formats B and N of .NET, with braces and without dashes, and its
# equals() compares texts: the upper-case digits of SQL Server are another GUID. guid-ts has version 4 only: each
# version 1, 7 or 8, and those of NEWSEQUENTIALID(), becomes the empty one, and any two of them are equal. A
# comparison or a map by their texts takes all rows of such ids for one, and a save writes the empty
# id over the right one. isValid() and isGuid() say it before, for who calls them.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts guid-typescript@1.0.9 guid-ts@1.1.2
cat >try.js <<'JS'
const typescript = require('guid-typescript').Guid, ts = require('guid-ts').Guid;
const one = '019d34f2-8000-7abc-8def-0123456789ab', two = '019d34f2-8001-7000-8000-000000000000';
const random = '6f7c1d34-8a5e-4b0f-9c3d-2e1f0a9b8c7d';
for (const text of [random, random.toUpperCase(), `{${random}}`, random.replace(/-/g, ''), one])
  console.log(text, 'guid-typescript:', typescript.parse(text).toString(), 'guid-ts:', new ts(text).toString());
console.log('two of version 7 are equal:', 'guid-typescript:', typescript.parse(one).equals(typescript.parse(two)),
  'guid-ts:', new ts(one).equals(new ts(two)));
console.log('the same in upper case is equal:', 'guid-typescript:', typescript.parse(random).equals(typescript.parse(random.toUpperCase())),
  'guid-ts:', new ts(random).equals(new ts(random.toUpperCase())));
JS
seen=$(node try.js)
expected='6f7c1d34-8a5e-4b0f-9c3d-2e1f0a9b8c7d guid-typescript: 6f7c1d34-8a5e-4b0f-9c3d-2e1f0a9b8c7d guid-ts: 6f7c1d34-8a5e-4b0f-9c3d-2e1f0a9b8c7d
6F7C1D34-8A5E-4B0F-9C3D-2E1F0A9B8C7D guid-typescript: 6F7C1D34-8A5E-4B0F-9C3D-2E1F0A9B8C7D guid-ts: 6F7C1D34-8A5E-4B0F-9C3D-2E1F0A9B8C7D
{6f7c1d34-8a5e-4b0f-9c3d-2e1f0a9b8c7d} guid-typescript: 00000000-0000-0000-0000-000000000000 guid-ts: 00000000-0000-0000-0000-000000000000
6f7c1d348a5e4b0f9c3d2e1f0a9b8c7d guid-typescript: 00000000-0000-0000-0000-000000000000 guid-ts: 00000000-0000-0000-0000-000000000000
019d34f2-8000-7abc-8def-0123456789ab guid-typescript: 019d34f2-8000-7abc-8def-0123456789ab guid-ts: 00000000-0000-0000-0000-000000000000
two of version 7 are equal: guid-typescript: false guid-ts: true
the same in upper case is equal: guid-typescript: false guid-ts: true'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
