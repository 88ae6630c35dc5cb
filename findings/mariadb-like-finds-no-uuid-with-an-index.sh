#!/bin/sh
# Debian 12: in MariaDB, LIKE finds no row of a UUID column that has an index, and finds them without one.
#
# Guess: id LIKE '017f22e2%' compares the text, whether the column has an index or not, as it does for a CHAR(36)
# column, from which the column may have been converted; an index makes it faster or does nothing.
# Seen (MariaDB 10.11.19): with a key on the column, a pattern that begins with a digit, even a whole UUID without any
# wildcard, finds nothing, without an error or a warning. A search by the first digits shows an
# empty table, and DELETE leaves all rows. A pattern that begins with a wildcard, NOT LIKE, REGEXP, and
# LIKE with CAST(id AS CHAR) are right.
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
CREATE TABLE plain (id UUID NOT NULL);
INSERT INTO plain VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f'), ('017f22e2-79b0-7cc3-98c4-dc0c0c073990'), ('919108f7-52d1-4320-9bac-f847db4148a8');
CREATE TABLE keyed (id UUID PRIMARY KEY);
INSERT INTO keyed SELECT id FROM plain;
SELECT 'begins:', (SELECT COUNT(*) FROM plain WHERE id LIKE '017f22e2%'), (SELECT COUNT(*) FROM keyed WHERE id LIKE '017f22e2%') INTO OUTFILE 'begins';
SELECT 'whole:', (SELECT COUNT(*) FROM plain WHERE id LIKE '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'), (SELECT COUNT(*) FROM keyed WHERE id LIKE '017f22e2-79b0-7cc3-98c4-dc0c0c07398f') INTO OUTFILE 'whole';
SELECT 'ends:', (SELECT COUNT(*) FROM plain WHERE id LIKE '%398f'), (SELECT COUNT(*) FROM keyed WHERE id LIKE '%398f') INTO OUTFILE 'ends';
SELECT 'cast:', (SELECT COUNT(*) FROM plain WHERE CAST(id AS CHAR) LIKE '017f22e2%'), (SELECT COUNT(*) FROM keyed WHERE CAST(id AS CHAR) LIKE '017f22e2%') INTO OUTFILE 'cast';
DELETE FROM plain WHERE id LIKE '017f22e2%';
DELETE FROM keyed WHERE id LIKE '017f22e2%';
SELECT 'left by DELETE:', (SELECT COUNT(*) FROM plain), (SELECT COUNT(*) FROM keyed) INTO OUTFILE 'left';
END
) || { printf '%s\n' "$seen"; exit 1; }
seen=$(for name in begins whole ends cast left; do tr '\t' ' ' <d/$name; done)
expected='begins: 2 0
whole: 1 0
ends: 1 1
cast: 2 2
left by DELETE: 1 3'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
