#!/bin/sh
# Debian 12: two Nim programs that start in the same second make the same Oids.
#
# Guess: an Oid is, as its module says, "a timestamp, a unique counter and a random value", which "should suffice to
# produce a globally distributed unique ID", like the ObjectId of MongoDB with which it is compatible.
# Seen (nim 1.6.10): the random value, and where the counter starts, are computed from the second in which the program
# starts. Two workers that are started together, on one machine or on two, number their ids alike: all that
# are made in the same second are equal. A test with one process has no repeated id.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq nim=1.6.10-2 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" root
done
cat >t.nim <<"END"
import oids
for i in 1 .. 3: echo genOid()
END
root/usr/bin/nim c --lib:root/usr/lib/nim/lib --path:root/usr/lib/nim/lib/pure --path:root/usr/lib/nim/lib/core --path:root/usr/lib/nim/lib/posix \
	--skipParentCfg --skipUserCfg --cc:gcc --hints:off --warnings:off --passC:-w --nimcache:cache t.nim
# Until both have started, and made their ids, in one second
for try in 1 2 3 4 5; do
	./t >a &
	./t >b
	wait
	[ "$(cut -c 1-8 a b | sort -u | wc -l)" != 1 ] || break
done
sleep 1.1
./t >c
seen="ids: $(cat a b | wc -l), distinct: $(cat a b | sort -u | wc -l); with a program of the next second: $(cat a b c | sort -u | wc -l)"
expected='ids: 6, distinct: 3; with a program of the next second: 6'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
