#!/bin/sh
# Debian 12: gocql writes a birthday of before 1970 as the day after, if the time has hours.
#
# Guess: a time.Time that is written to a column of type date, which Cassandra counts in whole days, becomes its day, as
# it does for all times since 1970.
# Seen (golang-github-gocql-gocql-dev 1.3.2): the division by the length of a day rounds towards 0, that is towards 1970.
# Every time before 1970 that is not midnight in UTC becomes the next day, without an error: the hours of the day,
# or of the time zone (midnight in New York is 5:00 in UTC), decide. The same time as a timestamp, or its
# date as a string, is right, and a test with a time of now, or with a midnight of before, passes.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq golang-1.19-go=1.19.8-2 golang-1.19-src=1.19.8-2 golang-github-gocql-gocql-dev=1.3.2-1 \
	golang-github-golang-snappy-dev=0.0.2-3 golang-github-hailocab-go-hostpool-dev=0.0~git20160125.0.e80d13c-1.1 \
	golang-gopkg-inf.v0-dev=0.9.1-2 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" root
done
cat >t.go <<"END"
package main

import (
	"fmt"
	"time"

	"github.com/gocql/gocql"
)

func through(kind gocql.Type, value interface{}) (read time.Time) {
	column := gocql.NewNativeType(4, kind, "")
	octets, err := gocql.Marshal(column, value)
	if err == nil {
		err = gocql.Unmarshal(column, octets, &read)
	}
	if err != nil {
		panic(err)
	}
	return read.UTC()
}

func main() {
	for _, text := range []string{"1955-03-28T00:00:00Z", "1955-03-28T08:30:00Z", "1955-03-28T00:00:00-05:00",
		"1969-12-31T23:59:59Z", "1970-01-01T23:59:59Z", "2026-03-28T08:30:00Z"} {
		given, err := time.Parse(time.RFC3339, text)
		if err != nil {
			panic(err)
		}
		fmt.Println(text, "date:", through(gocql.TypeDate, given).Format("2006-01-02"),
			"of its text:", through(gocql.TypeDate, given.UTC().Format("2006-01-02")).Format("2006-01-02"),
			"timestamp:", through(gocql.TypeTimestamp, given).Equal(given))
	}
}
END
seen=$(GOPATH=$tmp/root/usr/share/gocode GO111MODULE=off GOCACHE=$tmp/cache CGO_ENABLED=0 root/usr/lib/go-1.19/bin/go run t.go)
expected='1955-03-28T00:00:00Z date: 1955-03-28 of its text: 1955-03-28 timestamp: true
1955-03-28T08:30:00Z date: 1955-03-29 of its text: 1955-03-28 timestamp: true
1955-03-28T00:00:00-05:00 date: 1955-03-29 of its text: 1955-03-28 timestamp: true
1969-12-31T23:59:59Z date: 1970-01-01 of its text: 1969-12-31 timestamp: true
1970-01-01T23:59:59Z date: 1970-01-01 of its text: 1970-01-01 timestamp: true
2026-03-28T08:30:00Z date: 2026-03-28 of its text: 2026-03-28 timestamp: true'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
