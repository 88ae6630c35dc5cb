#!/bin/sh
# Debian 12: the UUIDs of hashicorp/go-uuid, which Vault and Consul use, have any version and variant; some show a time.
#
# Guess: GenerateUUID(), "used to generate a random UUID", makes version 4.
# Seen (golang-github-hashicorp-go-uuid-dev 1.0.2; google/uuid 1.3.0 reads them): all 128 bits are random. Three of four
# ids do not have the variant of RFC 9562; a CHECK for version 4, and packages that validate UUIDs, refuse 63 of 64.
# One in 64 looks like version 7 and has a time between 1970 and 10889, and as many pass for versions 1 and 6, so in
# a table that is sorted, partitioned or cleaned up by the time of its ids, a few rows are of any century. Whether a
# test with one id passes is chance.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq golang-1.19-go=1.19.8-2 golang-1.19-src=1.19.8-2 golang-github-google-uuid-dev=1.3.0-1 \
	golang-github-hashicorp-go-uuid-dev=1.0.2-2 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" root
done
cat >t.go <<"END"
package main

import (
	"fmt"

	google "github.com/google/uuid"
	hashicorp "github.com/hashicorp/go-uuid"
)

func main() {
	const n = 640000
	// In a random UUID, one in 64 has a given version of the variant of the RFC
	near := func(count, expected int) string {
		if count > expected*9/10 && count < expected*11/10 {
			return fmt.Sprintf("about %d", expected)
		}
		return fmt.Sprint(count)
	}
	variants, versions := map[google.Variant]int{}, map[google.Version]int{}
	for i := 0; i < n; i++ {
		text, err := hashicorp.GenerateUUID()
		if err != nil {
			panic(err)
		}
		id := google.MustParse(text)
		variants[id.Variant()]++
		if id.Variant() == google.RFC4122 {
			versions[id.Version()]++
		}
	}
	fmt.Println("of", n, "ids, variant of the RFC:", near(variants[google.RFC4122], n/4))
	for _, version := range []google.Version{1, 4, 6, 7} {
		fmt.Printf("version %d: %s\n", version, near(versions[version], n/64))
	}
}
END
seen=$(GOPATH=$tmp/root/usr/share/gocode GO111MODULE=off GOCACHE=$tmp/cache CGO_ENABLED=0 root/usr/lib/go-1.19/bin/go run t.go)
expected='of 640000 ids, variant of the RFC: about 160000
version 1: about 10000
version 4: about 10000
version 6: about 10000
version 7: about 10000'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
