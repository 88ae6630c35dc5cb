#!/bin/sh
# npm: the short ids of puid fall back once in every second, and have a step of 128 nanoseconds.
#
# Guess: "timestamp in seconds + hrtime counter", as its README describes the 12 characters, is the time in nanoseconds,
# in a fixed width, so that the ids of a process increase, and no two within a host are equal.
# Seen (puid 1.0.7): the seconds are those of the clock, and the nanoseconds behind them those of process.hrtime(), which
# counts from an arbitrary time. They begin again at 0 somewhere within each second, so the later ids of a second sort
# before its earlier ones. The two are put together as a decimal text of 18 digits, and made a number, which
# has 53 bits: the nanoseconds are rounded to 128, so that processes of a host can make the same id.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts puid@1.0.7
cat >t.js <<"END"
const Puid = require("puid");
const puid = new Puid(true);
const at = (ms, ns = 0) => {
  Date.now = () => Date.UTC(2026, 0, 2, 3, 4, 5) + ms;
  process.hrtime = () => [1000, (ms * 1e6 + 700000000 + ns) % 1e9]; // of a machine that was started at .3 s
  return puid.generate();
};
const ids = [0, 100, 200, 300, 400, 500].map((ms) => at(ms));
console.log(ids.join(" "));
console.log("in order:", [...ids].sort().map((id) => ids.indexOf(id) * 100 + " ms").join(", "));
const close = Array.from({ length: 1280 }, (_, ns) => at(0, ns));
console.log("ids of", close.length, "successive nanoseconds:", new Set(close).size);
END
seen=$(node t.js)
expected='6dcr3hmtruo0 6dcr3hohb740 6dcr3hq4ujo0 6dcr3hb90f80 6dcr3hcwjro0 6dcr3hek3480
in order: 300 ms, 400 ms, 500 ms, 0 ms, 100 ms, 200 ms
ids of 1280 successive nanoseconds: 10'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
