#!/bin/sh
# Debian 12: pglogical stores what the provider sends in a generated column, also what its expression does not give.
#
# Guess: a subscriber computes its generated columns, as with the server's own logical replication ("it is always
# the subscriber table generated column value that is used", says its manual, of two with different expressions),
# or refuses a provider that has an ordinary column instead, as that does.
# Seen (pglogical 2.4.2, PostgreSQL 15.20): it computes nothing. The provider's value, or its null, stands in the
# generated column against its expression, without an error, so that a dump, which leaves such columns
# out, restores other values. A generated column that the provider does not have
# crashes the subscriber's server, which is not run here.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
mkdir -p debs/partial root
apt-get install -qq -y --download-only --reinstall --no-install-recommends -o Dir::Cache::archives="$tmp/debs" \
	postgresql-15-pglogical=2.4.2-3 postgresql-15=15.20-0+deb12u1 postgresql-client-15=15.20-0+deb12u1 >/dev/null 2>&1
for package in debs/*.deb; do
	dpkg -x "$package" root
done
cat >run <<"END"
bin=$PWD/root/usr/lib/postgresql/15/bin
"$bin/initdb" -D data -U postgres -A trust --locale=C >/dev/null
printf '%s\n' "wal_level = logical" "shared_preload_libraries = pglogical" \
	"output_plugin_libraries = 'pgoutput, pglogical_output'" >>data/postgresql.conf
"$bin/pg_ctl" -D data -l log -w -s -o "-h '' -k $PWD" start
trap '"$bin/pg_ctl" -D data -w -s -m fast stop' EXIT
ask() {
	"$bin/psql" -XAtq -v ON_ERROR_STOP=1 -h "$PWD" -U postgres "$@"
}
for database in provider subscriber; do
	ask postgres -c "CREATE DATABASE $database"
	ask $database -c "CREATE EXTENSION pglogical" -c "SELECT FROM pglogical.create_node('$database', 'host=$PWD user=postgres dbname=$database')"
done >/dev/null
ask provider -c "CREATE TABLE t (id integer PRIMARY KEY, n integer, a integer GENERATED ALWAYS AS (n + 1) STORED, b integer)" \
	-c "SELECT FROM pglogical.replication_set_add_table('default', 't')" >/dev/null
ask subscriber -c "CREATE TABLE t (id integer PRIMARY KEY, n integer, a integer GENERATED ALWAYS AS (n * 100) STORED, b integer GENERATED ALWAYS AS (n * 2) STORED)" \
	-c "SELECT FROM pglogical.create_subscription('s', 'host=$PWD user=postgres dbname=provider', synchronize_data := false)" \
	-c "SELECT FROM pglogical.wait_for_subscription_sync_complete('s')" >/dev/null
ask provider -c "INSERT INTO t (id, n, b) VALUES (1, 5, 10), (2, 6, 99), (3, 7, NULL)" \
	-c "SELECT FROM pglogical.wait_slot_confirm_lsn(NULL, NULL)" >/dev/null
ask subscriber -c "SELECT id, n, a, n * 100 AS right_a, b, n * 2 AS right_b FROM t ORDER BY id" -c "SELECT status FROM pglogical.show_subscription_status()"
END
chmod -R a+rX .
chmod 777 .
as=
[ "$(id -u)" != 0 ] || as='setpriv --reuid=65534 --regid=65534 --clear-groups'
seen=$(LD_LIBRARY_PATH=$tmp/root/usr/lib/$(uname -m)-linux-gnu:$tmp/root/lib/$(uname -m)-linux-gnu $as sh -eu run)
expected='1|5|6|500|10|10
2|6|7|600|99|12
3|7|8|700||14
replicating'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
