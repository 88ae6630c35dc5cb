#!/bin/sh
# Debian 12: Boost makes another version 5 UUID of the same name if it is a wide string.
#
# Guess: name_generator takes a std::string and a std::wstring, so both with the letters www.example.com have the UUID
# that the RFC shows for that name (RFC 9562, A.4).
# Seen (Boost 1.74.0): each character of a wide string is hashed as four octets, the least significant one first. Names
# from the API of Windows, or from another source of wide strings, have ids that no other library and no database
# computes, without an error, even if all letters are ASCII. A lookup finds no row, and an import that has an id of the
# name as its key adds each row once more. The name has to be converted to UTF-8 before.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq libboost1.74-dev=1.74.0+ds1-21 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" root
done
cat >t.cc <<"END"
#include <boost/uuid/name_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <iostream>
#include <string>

int main() {
	boost::uuids::name_generator_sha1 generator(boost::uuids::ns::dns());
	std::cout << "string: " << generator(std::string("www.example.com")) << '\n'
		<< "wstring: " << generator(std::wstring(L"www.example.com")) << '\n';
	std::string octets;
	for (char c : std::string("www.example.com"))
		octets += std::string(1, c) + std::string(3, '\0');
	std::cout << "string with three null octets behind each character: " << generator(octets) << '\n';
}
END
g++ -isystem root/usr/include -o t t.cc
seen=$(./t)
expected='string: 2ed6657d-e927-568b-95e1-2665a8aea6a2
wstring: 47428289-f98b-5922-8566-de9d41f566c0
string with three null octets behind each character: 47428289-f98b-5922-8566-de9d41f566c0'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
