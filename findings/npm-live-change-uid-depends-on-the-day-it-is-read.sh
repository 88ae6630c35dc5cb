#!/bin/sh
# npm: @live-change/uid reads an id of February as one of March, if it is read on the 29th, 30th or 31st.
#
# Guess: an id that contains year, month, day and time has one time, whenever it is read.
# Seen (@live-change/uid 0.8.0): decodeUid() begins with the date of today, and replaces year, month and day one after the
# other. If the month of the id has no such day as today, it becomes the next month: on the 31st, all
# ids of five months are read a month late, and right again a day later. The milliseconds
# are wrong on any day: of their two digits the first one is read twice.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts @live-change/uid@0.8.0
cat >t.mjs <<"END"
import { encodeDate, decodeUid } from "@live-change/uid";
const Clock = Date;
const id = (time) => "{" + encodeDate(new Clock(time)) + ".0@source}";
const ids = [id("2026-02-15T12:30:45.123Z"), id("2026-04-30T12:30:45.007Z"), id("2026-05-31T12:30:45.900Z")];
for (const today of ["2026-12-28", "2026-12-29", "2026-12-31"]) {
  globalThis.Date = class extends Clock {
    constructor() { super(today + "T00:00:00Z"); }
  };
  console.log(today, ids.map((id) => decodeUid(id).date.toISOString()).join(" "));
}
END
seen=$(node t.mjs)
expected='2026-12-28 2026-02-15T12:30:45.122Z 2026-04-30T12:30:45.000Z 2026-05-31T12:30:45.915Z
2026-12-29 2026-03-15T12:30:45.122Z 2026-04-30T12:30:45.000Z 2026-05-31T12:30:45.915Z
2026-12-31 2026-03-15T12:30:45.122Z 2026-05-30T12:30:45.000Z 2026-05-31T12:30:45.915Z'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
