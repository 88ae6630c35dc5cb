#!/bin/sh
# npm: an id of ordered-uuid-v4 is as far in the future as the process has been running.
#
# Guess: the first 48 bits are the time of now, as its README says ("since 00:00:00 UTC on 1 January 1970"), with
# two more digits than milliseconds have.
# Seen (ordered-uuid-v4 0.2.1): the time since the process has started is added to the time of now, not to that of the
# start, so the clock of the ids runs at twice the speed. A worker that has run for a week makes ids of next week. When
# it starts again its ids fall back by that week, and sort before those that it made last.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts ordered-uuid-v4@0.2.1
cat >t.js <<"END"
const { generate, convertTime } = require("ordered-uuid-v4");
const ahead = () => convertTime(generate(), "unix-float") - Date.now() / 1000;
const start = Date.now(), first = ahead(), id = generate();
setTimeout(() => {
  const passed = (Date.now() - start) / 1000, second = ahead();
  console.log("ahead by the uptime:", Math.abs(second - process.uptime()) < 0.3);
  console.log("further ahead by the time that has passed:", Math.abs(second - first - passed) < 0.3);
  const old = generate(), { execFileSync } = require("child_process");
  const later = execFileSync(process.execPath, ["-p", "require('ordered-uuid-v4').generate()"], { encoding: "utf8" });
  console.log("sorts behind an earlier id of its own process:", old > id, "of another one:", later.trim() > old);
}, 5000);
END
seen=$(node t.js)
expected='ahead by the uptime: true
further ahead by the time that has passed: true
sorts behind an earlier id of its own process: true of another one: false'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
