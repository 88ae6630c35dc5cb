#!/bin/sh
# Debian 12: a KSUID that is made for a row of before 13 May 2014 is up to 136 years ahead, and sorts last.
#
# Guess: the function that takes a time, for the rows that exist already, refuses one before the epoch of KSUIDs, as
# the package ksuid of npm does.
# Seen (segmentio/ksuid 1.0.4): NewRandomWithTime() and FromParts() cut the seconds off at 32 bits, without an error.
# A row of 2010 becomes one of 2146 and comes after all that are made in the next 120 years: a list that
# begins with the newest shows it first, and deletion by age never finds it.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq golang-1.19-go=1.19.8-2 golang-1.19-src=1.19.8-2 golang-github-segmentio-ksuid-dev=1.0.4-2 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" root
done
cat >t.go <<"END"
package main

import (
	"fmt"
	"time"

	"github.com/segmentio/ksuid"
)

func main() {
	now, _ := ksuid.NewRandomWithTime(time.Date(2026, 3, 28, 12, 34, 56, 0, time.UTC))
	for _, year := range []int{1970, 2010, 2014, 2015, 2151} {
		id, err := ksuid.NewRandomWithTime(time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC))
		fmt.Println(year, id.Time().UTC().Format("2006-01-02 15:04:05"), err, "after one of 2026:", ksuid.Compare(id, now) > 0)
	}
}
END
seen=$(GOPATH=$tmp/root/usr/share/gocode GO111MODULE=off GOCACHE=$tmp/cache CGO_ENABLED=0 root/usr/lib/go-1.19/bin/go run t.go)
expected='1970 2106-02-07 06:28:16 <nil> after one of 2026: true
2010 2146-02-07 06:28:16 <nil> after one of 2026: true
2014 2150-02-07 06:28:16 <nil> after one of 2026: true
2015 2015-01-01 00:00:00 <nil> after one of 2026: false
2151 2014-11-24 17:31:44 <nil> after one of 2026: false'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
