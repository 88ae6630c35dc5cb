#!/bin/sh
# Debian 12: pgloader ends with status 0 although it has created no table and loaded no row.
#
# Guess: a program that ends with a line FATAL ends with a status that a script or a pipeline notices, as
# psql does with ON_ERROR_STOP and pg_restore does.
# Seen (pgloader 3.6.7, package 3.6.9): a column with DEFAULT (uuid()) is created with that as a quoted text, which is
# no uuid (22P02). pgloader says FATAL, creates none of the tables, and ends with 0: who migrates
# in a script goes on with an empty database.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
mkdir -p debs/partial root
apt-get install -qq -y --download-only --reinstall --no-install-recommends -o Dir::Cache::archives="$tmp/debs" \
	pgloader=3.6.9-1 sqlite3=3.40.1-2+deb12u2 postgresql-15=15.20-0+deb12u1 postgresql-client-15=15.20-0+deb12u1 >/dev/null 2>&1
for package in debs/*.deb; do
	dpkg -x "$package" root
done
cat >run <<"END"
bin=$PWD/root/usr/lib/postgresql/15/bin
"$bin/initdb" -D data -U postgres -A trust --locale=C >/dev/null
"$bin/pg_ctl" -D data -l log -w -s -o "-h '' -k $PWD" start
trap '"$bin/pg_ctl" -D data -w -s -m fast stop' EXIT
root/usr/bin/sqlite3 shop.db "CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT (uuid())); CREATE TABLE notes (n integer); INSERT INTO notes VALUES (1)"
status=0
HOME=$PWD root/usr/bin/pgloader --root-dir="$PWD/loader" "sqlite://$PWD/shop.db" "postgresql://postgres@unix:$PWD:5432/postgres" >said 2>&1 || status=$?
echo "FATAL: $(grep -c ' FATAL ' said), status: $status, tables: $("$bin/psql" -XAtq -h "$PWD" -U postgres postgres -c "SELECT count(*) FROM pg_tables WHERE tablename IN ('orders', 'notes')")"
END
chmod -R a+rX .
chmod 777 .
as=
[ "$(id -u)" != 0 ] || as='setpriv --reuid=65534 --regid=65534 --clear-groups'
seen=$(LD_LIBRARY_PATH=$tmp/root/usr/lib/$(uname -m)-linux-gnu:$tmp/root/lib/$(uname -m)-linux-gnu $as sh -eu run)
expected='FATAL: 1, status: 0, tables: 0'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
