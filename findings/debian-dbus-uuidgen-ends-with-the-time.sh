#!/bin/sh
# Debian 12: the ids of dbus-uuidgen, and so of many machines, end with the time in seconds.
#
# Guess: 32 hexadecimal digits that are called a UUID are random, or have version 4.
# Seen (dbus 1.14.10): the last eight digits are the Unix time, and the digits of version and variant
# are random like the rest. An id that a system got from it shows when it was
# installed, and sorts by that time only if it is read from the end, like the COMB of SQL Server.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq dbus-bin=1.14.10-1~deb12u1 libdbus-1-3=1.14.10-1~deb12u1 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" "${package%%_*}"
done
export LD_LIBRARY_PATH=$(dirname "$(find libdbus-1-3 -name libdbus-1.so.3)")
before=$(date +%s)
ids=$(for i in 1 2 3 4 5 6 7 8 9 10; do dbus-bin/usr/bin/dbus-uuidgen; done)
after=$(date +%s)
timed=0 versions=0
for id in $ids; do
	seconds=$(printf "%d" "0x${id#????????????????????????}")
	[ "$seconds" -lt "$before" ] || [ "$seconds" -gt "$after" ] || timed=$((timed + 1))
	case $id in
		????????????4???[89ab]*) versions=$((versions + 1)) ;;
	esac
done
[ $versions = 10 ] && version4=all || version4="not all"
seen="end with the time: $timed of 10; version 4: $version4"
expected='end with the time: 10 of 10; version 4: not all'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
