#!/bin/sh
# npm: lmdb returns the Snowflakes of a table partly as bigint and partly as number, and those with wrong last digits.
#
# Guess: keys that are bigint come back as bigint: its README says that range queries "will return entries with the
# original JS primitive values for the keys", and that the type is stored with them.
# Seen (lmdb 3.5.6): a bigint whose lower bits are 0, so that a double can represent it, is returned as a number. Those
# are all Snowflakes with sequence 0, which most are, if few ids are made in a millisecond. The number is equal to the
# id by ==, but not by ===, in a Map or in a Set. Its text, which a driver sends as the parameter of a query, has other
# last digits: the id of no row, or of another one. A test that makes its ids in one millisecond has one of them.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts lmdb@3.5.6
cat >t.js <<"END"
const { open } = require("lmdb");
const time = BigInt(Date.UTC(2026, 2, 28, 12, 34, 56)) - 1288834974657n;
const db = open({ path: "db" });
const ids = [];
for (let i = 0; i < 2000; i++) {
  // Of worker 7: one of four milliseconds has a second id
  ids.push((time + BigInt(i) << 22n) | 7n << 12n);
  if (i % 4 === 0)
    ids.push(ids.at(-1) + 1n);
}
(async () => {
  for (const id of ids)
    db.put(id, String(id));
  await db.flushed;
  const known = new Set(ids);
  const counts = {};
  for (const { key, value } of db.getRange()) {
    const digits = String(key) === value ? "its digits" : "other digits";
    const kind = `${typeof key}, ${known.has(key) ? "in" : "not in"} a Set of the ids, ${digits}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  for (const kind of Object.keys(counts).sort())
    console.log(kind + ":", counts[kind]);
  const key = [...db.getKeys()][0];
  console.log("written:", String(ids[0]), "returned:", String(key));
  await db.close();
})();
END
seen=$(node t.js)
expected='bigint, in a Set of the ids, its digits: 500
number, not in a Set of the ids, its digits: 80
number, not in a Set of the ids, other digits: 1920
written: 2037871055074258944 returned: 2037871055074259000'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
