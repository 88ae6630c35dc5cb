#!/bin/sh
# Debian 12: a minor release of PostgreSQL stops consumers of slots that exist already.
#
# Guess: output_plugin_libraries restricts, as its description says, the plugins that can be used
# "when creating logical replication slots"; slots of before, and a superuser, are not concerned.
# Seen (15.20): reading a slot whose plugin is not listed fails (42501) as well, also for a superuser, and
# the slot goes on keeping WAL. A consumer with wal2json stops with the upgrade, and the disk
# fills. A superuser may list the plugin for the own session, with SET.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
mkdir -p debs/partial root
apt-get install -qq -y --download-only --reinstall --no-install-recommends -o Dir::Cache::archives="$tmp/debs" \
	postgresql-15=15.20-0+deb12u1 postgresql-client-15=15.20-0+deb12u1 >/dev/null 2>&1
for package in debs/*.deb; do
	dpkg -x "$package" root
done
cat >run <<"END"
bin=$PWD/root/usr/lib/postgresql/15/bin
"$bin/initdb" -D data -U postgres -A trust --locale=C >/dev/null
echo "wal_level = logical" >>data/postgresql.conf
ask() {
	echo "\\set VERBOSITY sqlstate" | cat - statements | "$bin/psql" -XAtq -h "$PWD" -U postgres postgres 2>&1
}
serve() {
	"$bin/pg_ctl" -D data -l log -w -s -o "-h '' -k $PWD $1" start
	echo "$2" >statements
	ask
	"$bin/pg_ctl" -D data -w -s -m fast stop
}
serve "" "SELECT FROM pg_create_logical_replication_slot('kept', 'test_decoding')" >/dev/null
serve "-c output_plugin_libraries=pgoutput" "SELECT count(*) FROM pg_logical_slot_peek_changes('kept', NULL, NULL);
SET output_plugin_libraries = test_decoding;
SELECT count(*) FROM pg_logical_slot_peek_changes('kept', NULL, NULL)"
END
chmod -R a+rX .
chmod 777 .
as=
[ "$(id -u)" != 0 ] || as='setpriv --reuid=65534 --regid=65534 --clear-groups'
seen=$(LD_LIBRARY_PATH=$tmp/root/usr/lib/$(uname -m)-linux-gnu:$tmp/root/lib/$(uname -m)-linux-gnu $as sh -eu run)
expected='ERROR:  42501
0'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
