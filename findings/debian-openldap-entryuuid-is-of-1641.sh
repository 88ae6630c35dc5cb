#!/bin/sh
# Debian 12: the entryUUID that OpenLDAP gives to an entry of 2026 is a version 1 UUID of 1641.
#
# Guess: an entryUUID (RFC 4530) that has version 1 shows when the entry was made, as its createTimestamp does.
# Seen (slapd 2.5.13): its time is 385.7 years less than that. The seconds between 1582 and 1970, which version 1 adds
# to a Unix time (RFC 9562, 5.1), are there divided by 256. A table that takes the ids of users from a directory
# shows accounts of the 17th century, and in order by time they stand before all other version 1 ids.
# The differences are right, so ids of one server are in order.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
mkdir -p debs/partial root db
apt-get install -qq -y --download-only --reinstall --no-install-recommends -o Dir::Cache::archives="$tmp/debs" \
	slapd=2.5.13+dfsg-5 libldap-2.5-0=2.5.13+dfsg-5 >/dev/null 2>&1
for package in debs/*.deb; do
	dpkg -x "$package" root
done
cat >slapd.conf <<END
include $tmp/root/etc/ldap/schema/core.schema
modulepath $tmp/root/usr/lib/ldap
moduleload back_mdb
database mdb
suffix "dc=example,dc=org"
directory $tmp/db
END
printf '%s\n' 'dn: dc=example,dc=org' 'objectClass: dcObject' 'objectClass: organization' 'o: example' 'dc: example' >entry.ldif
export LD_LIBRARY_PATH=$tmp/root/usr/lib/$(uname -m)-linux-gnu
root/usr/sbin/slapd -T add -f slapd.conf -l entry.ldif
seen=$(root/usr/sbin/slapd -T cat -f slapd.conf | perl -ne '
($version, $time) = ($4, hex("$5$3$2") / 1e7 - 12219292800) if /^entryUUID: ((.{8})-(.{4})-(.)(.{3})-.*)/;
END { printf "version %d, %.1f years before now, of a constant %.1f times too small\n", $version, (time - $time) / 31556952,
	12219292800 / (12219292800 - (time - $time)) }')
expected='version 1, 385.7 years before now, of a constant 256.0 times too small'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
