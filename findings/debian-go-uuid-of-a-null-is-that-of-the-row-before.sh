#!/bin/sh
# Debian 12: in Go, a null that is read into a google/uuid or a ULID leaves the id of the row before in it.
#
# Guess: a null that a type cannot hold is an error of Scan(), as it is for a string and for gofrs/uuid, or
# sets the zero value, as segmentio/ksuid does.
# Seen (google/uuid 1.3.0, oklog/ulid 2.0.2, gofrs/uuid 4.3.1, segmentio/ksuid 1.0.4; lib/pq 1.10.7, PostgreSQL 15.20):
# Scan() of the first two returns no error and changes nothing. In the usual loop, with the variables
# declared before it, a row without a parent gets the parent of the row before; with the
# rows in another order it gets another one. A pointer, or uuid.NullUUID, is right.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
mkdir -p debs/partial root
apt-get install -qq -y --download-only --reinstall --no-install-recommends -o Dir::Cache::archives="$tmp/debs" \
	postgresql-15=15.20-0+deb12u1 postgresql-client-15=15.20-0+deb12u1 golang-1.19-go=1.19.8-2 \
	golang-1.19-src=1.19.8-2 golang-github-google-uuid-dev=1.3.0-1 golang-github-oklog-ulid-dev=2.0.2+ds-2 \
	golang-github-gofrs-uuid-dev=4.3.1-1 golang-github-segmentio-ksuid-dev=1.0.4-2 \
	golang-github-lib-pq-dev=1.10.7-2 >/dev/null 2>&1
for package in debs/*.deb; do
	dpkg -x "$package" root
done
cat >t.go <<"END"
package main

import (
	"database/sql"
	"fmt"
	"os"

	gofrs "github.com/gofrs/uuid"
	google "github.com/google/uuid"
	_ "github.com/lib/pq"
	"github.com/oklog/ulid"
	"github.com/segmentio/ksuid"
)

func main() {
	db, err := sql.Open("postgres", "user=postgres dbname=postgres sslmode=disable host="+os.Args[1])
	if err != nil {
		panic(err)
	}
	read := func(name, parent string, id fmt.Stringer) {
		rows, err := db.Query("SELECT n, parent FROM (VALUES (1, $1), (2, NULL)) t (n, parent) ORDER BY n", parent)
		if err != nil {
			panic(err)
		}
		defer rows.Close()
		for rows.Next() {
			var n int
			if rows.Scan(&n, id) != nil {
				fmt.Println(name, n, "error")
			} else {
				fmt.Println(name, n, id)
			}
		}
	}
	var a google.UUID
	read("google", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", &a)
	var b ulid.ULID
	read("ulid", "01ARZ3NDEKTSV4RRFFQ69G5FAV", &b)
	var c gofrs.UUID
	read("gofrs", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", &c)
	var d ksuid.KSUID
	read("ksuid", "0ujtsYcgvSTl8PAuAdqWYSMnLOv", &d)
}
END
GOPATH=$tmp/root/usr/share/gocode GO111MODULE=off GOCACHE=$tmp/cache CGO_ENABLED=0 root/usr/lib/go-1.19/bin/go build -o t t.go
cat >run <<"END"
bin=$PWD/root/usr/lib/postgresql/15/bin
"$bin/initdb" -D data -U postgres -A trust --locale=C >/dev/null
"$bin/pg_ctl" -D data -l log -w -s -o "-h '' -k $PWD" start
trap '"$bin/pg_ctl" -D data -w -s -m fast stop' EXIT
./t "$PWD"
END
chmod -R a+rX .
chmod 777 .
as=
[ "$(id -u)" != 0 ] || as='setpriv --reuid=65534 --regid=65534 --clear-groups'
seen=$(LD_LIBRARY_PATH=$tmp/root/usr/lib/$(uname -m)-linux-gnu:$tmp/root/lib/$(uname -m)-linux-gnu $as sh -eu run)
expected='google 1 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
google 2 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
ulid 1 01ARZ3NDEKTSV4RRFFQ69G5FAV
ulid 2 01ARZ3NDEKTSV4RRFFQ69G5FAV
gofrs 1 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
gofrs 2 error
ksuid 1 0ujtsYcgvSTl8PAuAdqWYSMnLOv
ksuid 2 000000000000000000000000000'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
