#!/bin/sh
# npm: toBinary16() of ordered-uuid makes four octets of a UUID with dashes, without an error.
#
# Guess: a function that converts ids for a BINARY(16) column reads the usual form with dashes,
# or refuses it.
# Seen (ordered-uuid 1.1.0): it reads the hexadecimal digits up to the first dash. All ids of about
# one minute, if they are version 7, become the same four octets: a unique key fails, and without
# one the rest of the id is lost. Its own ids have no dashes.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund --ignore-scripts ordered-uuid@1.1.0
seen=$(node -e '
const { toBinary16 } = require("ordered-uuid");
for (const id of ["017f22e279b07cc398c4dc0c0c07398f", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"])
  console.log(toBinary16(id).length, toBinary16(id).toString("hex"));
')
expected='16 017f22e279b07cc398c4dc0c0c07398f
4 017f22e2'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
