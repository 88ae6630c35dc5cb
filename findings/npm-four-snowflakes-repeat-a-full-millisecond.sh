#!/bin/sh
# npm: four packages of Snowflake ids return the first ids of a millisecond again when its 4,096 are used up.
#
# Guess: a "unique" id, as the READMEs of the first and the fourth call it, waits for the next millisecond; Twitter's
# README says that the 12 bits roll over "with protection to avoid rollover in the same ms".
# Seen (@sapphire/snowflake 3.5.5, snowyflake 2.0.1, snowfall 2.1.0, snowflake-id 1.1.0; snowflake-uuid 1.0.0): the first
# three cut the number off at 12 bits and do not wait; snowflake-id waits, but writes the old millisecond.
# A loop on a warm processor fills one (of 300,000 ids of the first thousands were repeated), so a
# bulk load has duplicate keys, and a test of a thousand ids has none. snowflake-uuid does as guessed.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts \
	@sapphire/snowflake@3.5.5 snowyflake@2.0.1 snowfall@2.1.0 snowflake-id@1.1.0 snowflake-uuid@1.0.0
seen=$(node -e '
// A clock of 6,000 readings in a millisecond.
let readings;
Date.now = () => Date.UTC(2026, 2, 28, 12, 34, 56, 789) + Math.floor(readings++ / 6000);
const Snowfall = require("snowfall");
const { Snowflake: Sapphire } = require("@sapphire/snowflake");
const { Snowyflake } = require("snowyflake");
const { default: SnowflakeId } = require("snowflake-id");
const { Worker } = require("snowflake-uuid");
const makers = {
  "@sapphire/snowflake": () => { const s = new Sapphire(0n); return () => s.generate(); },
  snowyflake: () => { const s = new Snowyflake(); return () => s.nextId(); },
  snowfall: () => { const s = new Snowfall(); return () => s.next(); },
  "snowflake-id": () => { const s = new SnowflakeId({ mid: 1 }); return () => s.generate(); },
  "snowflake-uuid": () => { const s = new Worker(); return () => s.nextId(); },
};
for (const [name, maker] of Object.entries(makers)) {
  readings = 0;
  const ids = Array.from({ length: 5000 }, maker());
  console.log(name, new Set(ids).size, "of 5000 distinct, id 4097 is", ids[4096] === ids[0] ? "id 1" : "new");
}
')
expected='@sapphire/snowflake 4096 of 5000 distinct, id 4097 is id 1
snowyflake 4096 of 5000 distinct, id 4097 is id 1
snowfall 4096 of 5000 distinct, id 4097 is id 1
snowflake-id 4999 of 5000 distinct, id 4097 is id 1
snowflake-uuid 5000 of 5000 distinct, id 4097 is new'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
