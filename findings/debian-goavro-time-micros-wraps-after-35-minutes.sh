#!/bin/sh
# Debian 12: goavro writes a time-micros as a 32-bit number, so each time after 00:35:47 becomes another one.
#
# Guess: time-micros "annotates an Avro long", so the codec writes 64 bits, as it does for timestamp-micros.
# Seen (golang-github-linkedin-goavro-dev 2.10.1): the microseconds since midnight are cut off at 32 bits when they are
# written, with no error. Nine o'clock is read back as minus 32 minutes, noon as 00:04:10: of a column of
# type time only the first 35 minutes of the day survive, and no reader can repair the
# file. time-millis and timestamp-micros are right.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq golang-1.19-go=1.19.8-2 golang-1.19-src=1.19.8-2 golang-github-golang-snappy-dev=0.0.2-3 \
	golang-github-linkedin-goavro-dev=2.10.1-1 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" root
done
cat >t.go <<"END"
package main

import (
	"fmt"
	"time"

	"github.com/linkedin/goavro"
)

func main() {
	for _, schema := range []string{
		`{"type": "long", "logicalType": "time-micros"}`, `{"type": "int", "logicalType": "time-millis"}`} {
		codec, err := goavro.NewCodec(schema)
		if err != nil {
			panic(err)
		}
		for _, hours := range []float64{0.5, 9, 12, 18, 23} {
			given := time.Duration(hours * float64(time.Hour))
			octets, err := codec.BinaryFromNative(nil, given)
			if err != nil {
				panic(err)
			}
			read, _, err := codec.NativeFromBinary(octets)
			fmt.Println(given, len(octets), "octets:", read, err)
		}
	}
}
END
seen=$(GOPATH=$tmp/root/usr/share/gocode GO111MODULE=off GOCACHE=$tmp/cache CGO_ENABLED=0 root/usr/lib/go-1.19/bin/go run t.go)
expected='30m0s 5 octets: 30m0s <nil>
9h0m0s 5 octets: -32m39.738368s <nil>
12h0m0s 5 octets: 4m10.32704s <nil>
18h0m0s 5 octets: 6m15.49056s <nil>
23h0m0s 5 octets: 19m55.621376s <nil>
30m0s 4 octets: 30m0s <nil>
9h0m0s 4 octets: 9h0m0s <nil>
12h0m0s 4 octets: 12h0m0s <nil>
18h0m0s 4 octets: 18h0m0s <nil>
23h0m0s 4 octets: 23h0m0s <nil>'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
