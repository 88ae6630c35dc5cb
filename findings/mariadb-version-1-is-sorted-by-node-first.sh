#!/bin/sh
# Debian 12: a UUID column of MariaDB sorts version 1 by time only if one machine made all ids.
#
# Guess: the column compares the groups of a version 1 in the order of its time fields, so that rows
# of several servers come in the order of their time.
# Seen (MariaDB 10.11.19): it compares the last group first, which is the node, then the clock sequence
# and then the time. Rows of two servers, or of generators with random nodes, are sorted by
# node; a clock sequence that restarts with a lower number sorts new rows before old ones.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
mkdir -p debs/partial root
apt-get install -qq -y --download-only --reinstall --no-install-recommends -o Dir::Cache::archives="$tmp/debs" \
	mariadb-server-core=1:10.11.19-0+deb12u1 >/dev/null 2>&1
for package in debs/*.deb; do
	dpkg -x "$package" root
done
LD_LIBRARY_PATH=$tmp/root/usr/lib/$(uname -m)-linux-gnu
export LD_LIBRARY_PATH
seen=$(root/usr/sbin/mariadbd --no-defaults --bootstrap --datadir="$tmp" --lc-messages-dir="$tmp/root/usr/share/mysql" --user="$(id -un)" 2>&1 <<"END"
CREATE DATABASE d;
USE d;
CREATE TABLE t (at INT, id UUID PRIMARY KEY);
INSERT INTO t VALUES (1, '00000001-0000-11f1-8000-00000000000b'), (2, '00000002-0000-11f1-9000-00000000000a'), (3, '00000003-0000-11f1-8000-00000000000a'), (4, '00000004-0000-11f1-8000-00000000000a');
SELECT GROUP_CONCAT(at ORDER BY id) FROM t INTO OUTFILE 'order';
END
) || { printf '%s\n' "$seen"; exit 1; }
seen="times in the order of ids: $(cat d/order)"
expected='times in the order of ids: 3,4,2,1'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
