#!/bin/sh
# Debian 12: every UUID of Go's nu7hatch/gouuid has the variant of Apollo's NCS of the 1980s, and no version.
#
# Guess: a library that describes itself as a "pure Go UUID implementation as specified in RFC 4122" sets the variant of
# that RFC, and its version 5 UUID of a name is the one of all other libraries.
# Seen (golang-github-nu7hatch-gouuid-dev 0.0~git20131221.0.179d4d0; google/uuid 1.3.0 as the other one): the constants of
# the variants are swapped, so the fourth group begins with 4 to 7, not with 8, 9, a or b. The library reads the variant
# with the same constants, so its tests pass. Only the variant of the RFC has versions: PostgreSQL returns null as the
# version of these ids, and a CHECK for version 4 refuses all of them. A version 5 differs in one digit from that of
# other libraries, so a lookup by it finds no row. Versions 6 and 7, and upper-case digits, cannot be parsed.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq golang-1.19-go=1.19.8-2 golang-1.19-src=1.19.8-2 golang-github-google-uuid-dev=1.3.0-1 \
	golang-github-nu7hatch-gouuid-dev=0.0~git20131221.0.179d4d0-5 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" root
done
cat >t.go <<"END"
package main

import (
	"fmt"
	"strings"

	google "github.com/google/uuid"
	gouuid "github.com/nu7hatch/gouuid"
)

func main() {
	digits, own, others := "", 0, map[string]int{}
	for i := 0; i < 1000; i++ {
		id, err := gouuid.NewV4()
		if err != nil {
			panic(err)
		}
		if id.Variant() == gouuid.ReservedRFC4122 {
			own++
		}
		others[google.MustParse(id.String()).Variant().String()]++
		digits += id.String()[19:20]
	}
	fmt.Println("variant by its own function, RFC 4122:", own, "of 1000; by google/uuid:", others)
	fmt.Print("first digit of the fourth group: ")
	for _, digit := range "0123456789abcdef" {
		if strings.ContainsRune(digits, digit) {
			fmt.Print(string(digit))
		}
	}
	id, err := gouuid.NewV5(gouuid.NamespaceDNS, []byte("www.example.com"))
	if err != nil {
		panic(err)
	}
	fmt.Println("\nversion 5 of www.example.com, gouuid:", id)
	fmt.Println("version 5 of www.example.com, google:", google.NewSHA1(google.NameSpaceDNS, []byte("www.example.com")))
	for _, text := range []string{"017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "919108F7-52D1-4320-9BAC-F847DB4148A8"} {
		_, err := gouuid.ParseHex(text)
		fmt.Println("parsing", text+":", err)
	}
}
END
seen=$(GOPATH=$tmp/root/usr/share/gocode GO111MODULE=off GOCACHE=$tmp/cache CGO_ENABLED=0 root/usr/lib/go-1.19/bin/go run t.go)
expected='variant by its own function, RFC 4122: 1000 of 1000; by google/uuid: map[Reserved:1000]
first digit of the fourth group: 4567
version 5 of www.example.com, gouuid: 2ed6657d-e927-568b-55e1-2665a8aea6a2
version 5 of www.example.com, google: 2ed6657d-e927-568b-95e1-2665a8aea6a2
parsing 017f22e2-79b0-7cc3-98c4-dc0c0c07398f: Invalid UUID string
parsing 919108F7-52D1-4320-9BAC-F847DB4148A8: Invalid UUID string'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
