#!/bin/sh
# npm: by default, the ids of nodejs-snowflake start at 0 again in each process, and so repeat those of yesterday.
#
# Guess: "time sortable 64 bit ids written for distributed systems", as its README calls them, count from one epoch in
# all processes; its option custom_epoch is for those who want another one than 1970 or that of Twitter.
# Seen (nodejs-snowflake 2.0.1): without it the epoch is the moment at which the generator is made, which the README has
# in a comment ("Defaults to Date.now()"). After a restart new rows come before all old ones, and ids of two workers are
# in no order. With a fixed instance_id, the first id of each start is the same number, and later ones meet those of
# the run before: duplicate keys. The epoch is stored nowhere, so no one can read the time of an id. A
# test in one process sees nothing of it.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts nodejs-snowflake@2.0.1
cat >t.js <<"END"
const { Snowflake } = require("nodejs-snowflake");
let now = Date.parse(process.argv[2]);
Date.now = () => now;
const generator = new Snowflake({ instance_id: 7 });
const ids = [];
for (let i = 0; i < 1000; i++) {
  ids.push(String(generator.getUniqueID()));
  now++;
}
console.log(ids.join("\n"));
END
for day in 27 28 29; do
	node t.js 2026-03-${day}T12:00:00Z >$day
done
node -e '
const { Snowflake } = require("nodejs-snowflake");
const epoch = Date.UTC(2026, 0, 1);
let now = Date.UTC(2026, 2, 27, 12);
Date.now = () => now;
const generator = () => new Snowflake({ instance_id: 7, custom_epoch: epoch });
const first = generator().getUniqueID();
now += 86400000;
console.log("with custom_epoch: the next day is greater:", generator().getUniqueID() > first);
' >custom
seen="first ids of three days: $(head -n 1 27) $(head -n 1 28) $(head -n 1 29)
ids: $(cat 27 28 29 | wc -l), distinct: $(cat 27 28 29 | sort -u | wc -l)
$(cat custom)"
expected='first ids of three days: 7169 7169 7169
ids: 3000, distinct: 1000
with custom_epoch: the next day is greater: true'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
