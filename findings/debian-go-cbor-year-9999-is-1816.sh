#!/bin/sh
# Debian 12: fxamacker/cbor writes 9999-12-31, the usual "never", as a day of 1816, if times have microseconds.
#
# Guess: TimeUnixMicro, "epoch time in float-point rounded to microsecond precision", writes any time that a double can
# count in seconds (RFC 8949, 3.4.2), so that a time far in the future loses its last digits at most.
# Seen (golang-github-fxamacker-cbor-dev 2.4.0): the time is counted in nanoseconds with 64 bits before it becomes a
# double, so that times before September 1677 and after April 2262 wrap around, without an error. An account or
# a token that never expires is read as one that expired in 1816, by each reader of the file, and
# the right time cannot be computed back. TimeUnixDynamic, which has the same precision, is right.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq golang-1.19-go=1.19.8-2 golang-1.19-src=1.19.8-2 golang-github-fxamacker-cbor-dev=2.4.0-1 \
	golang-github-x448-float16-dev=0.8.4-3 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" root
done
cat >t.go <<"END"
package main

import (
	"fmt"
	"time"

	"github.com/fxamacker/cbor"
)

func main() {
	for _, year := range []int{1600, 1955, 2026, 2262, 9999} {
		given := time.Date(year, 12, 31, 23, 59, 59, 0, time.UTC)
		fmt.Print(given.Format("2006-01-02"))
		for _, mode := range []cbor.TimeMode{cbor.TimeUnixMicro, cbor.TimeUnixDynamic} {
			encoder, err := cbor.EncOptions{Time: mode}.EncMode()
			if err != nil {
				panic(err)
			}
			octets, err := encoder.Marshal(given)
			var read time.Time
			if err == nil {
				err = cbor.Unmarshal(octets, &read)
			}
			fmt.Print(" ", read.UTC().Format("2006-01-02"), " ", err)
		}
		fmt.Println()
	}
}
END
seen=$(GOPATH=$tmp/root/usr/share/gocode GO111MODULE=off GOCACHE=$tmp/cache CGO_ENABLED=0 root/usr/lib/go-1.19/bin/go run t.go)
expected='1600-12-31 2185-07-21 <nil> 1600-12-31 <nil>
1955-12-31 1955-12-31 <nil> 1955-12-31 <nil>
2026-12-31 2026-12-31 <nil> 2026-12-31 <nil>
2262-12-31 1678-06-12 <nil> 2262-12-31 <nil>
9999-12-31 1816-03-30 <nil> 9999-12-31 <nil>'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
