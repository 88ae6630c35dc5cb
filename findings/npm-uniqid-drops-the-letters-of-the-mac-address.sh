#!/bin/sh
# npm: uniqid makes the same ids on two machines whose MAC addresses differ in their letters, and again after a restart.
#
# Guess: its README says that "with the MAC Address the ID's are unique even if called at the same time from multiple
# machines and processes", and "with the current time the ID's are always unique in a single process".
# Seen (uniqid 5.4.0): all letters are removed from the hexadecimal address, and the rest is read as a decimal number:
# 02:42:ac:1a:00:02 and 02:42:ac:1b:00:02, as containers with the addresses 172.26.0.2 and 172.27.0.2 may have, are one
# machine. The process of a container usually has the number 1 as well, and both make equal ids in each millisecond.
# Each id of a loop is a millisecond after the one before, so that a load of 20,000 rows runs 20 seconds ahead; a
# container that starts again within these makes the same ids again.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts uniqid@5.4.0
cat >t.js <<"END"
// The ids of a process in a container: MAC address, time of its start and number of ids
const [mac, start, count] = process.argv.slice(2);
Object.defineProperty(process, "pid", { value: 1 });
require("os").networkInterfaces = () => ({ eth0: [{ address: "172.17.0.2", mac }] });
Date.now = () => Date.parse(start);
const uniqid = require("uniqid");
for (let i = 0; i < count; i++)
  console.log(uniqid());
END
node t.js 02:42:ac:1a:00:02 2026-03-28T12:34:56Z 20000 >first
node t.js 02:42:ac:1b:00:02 2026-03-28T12:34:56Z 20000 >second
node t.js 02:42:ac:1a:00:03 2026-03-28T12:34:56Z 20000 >third
node t.js 02:42:ac:1a:00:02 2026-03-28T12:35:01Z 20000 >restarted
# repeated FILE FILE: how many ids both have
repeated() {
	sort "$1" "$2" | uniq -d | wc -l
}
seen="of 20000 ids, the same with other letters in the address: $(repeated first second)
with another digit: $(repeated first third)
after a restart 5 seconds later: $(repeated first restarted)"
expected='of 20000 ids, the same with other letters in the address: 20000
with another digit: 0
after a restart 5 seconds later: 15000'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
