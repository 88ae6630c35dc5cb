#!/bin/sh
# Debian 12: MongoDB's library for Java makes another UUID of the text UUID("...") than the one in the text.
#
# Guess: Document.parse("{id: UUID(\"...\")}").get("id") returns the java.util.UUID of these digits: text and type name
# the same thing, and no octets are seen.
# Seen (libmongodb-java 3.6.3): the parser writes the octets in the order of RFC 9562, with the old subtype 3, and get()
# takes subtype 3 for the octets of old Java drivers, each half of which is reversed. The id is another one, without an
# error, whose version and variant can be any: a version 7 loses its time, and filters that are written as JSON
# find no row. Two of them give it back: the reversed one, written as UUID("..."), is read as the right one. Octets
# of subtype 4 are read rightly, and written again as subtype 3 with reversed halves.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq libmongodb-java=3.6.3-2 libbsh-java=2.0b4-20 openjdk-17-jre-headless 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" root
done
find root/usr/lib/jvm -type l -lname '/etc/*' | while read -r link; do # the links to its configuration
	ln -sfn "$tmp/root$(readlink "$link")" "$link"
done
java=$(find root -path '*/bin/java' -type f)
cat >t.bsh <<"END"
import java.util.UUID;
import org.bson.Document;

text = "019d34f2-8000-7abc-8def-0123456789ab";
UUID read(String value) {
	return Document.parse("{id: " + value + "}").get("id");
}
other = read("UUID(\"" + text + "\")");
System.out.println("UUID(\"" + text + "\"): " + other + ", version " + other.version() + ", variant " + other.variant());
System.out.println("the other one again: " + read("UUID(\"" + other + "\")"));
System.out.println("subtype 4: " + read("BinData(4, \"AZ008oAAeryN7wEjRWeJqw==\")"));
System.out.println("written: " + new Document("id", UUID.fromString(text)).toJson());
System.out.println("written and read: " + Document.parse(new Document("id", UUID.fromString(text)).toJson()).get("id"));
END
seen=$("$java" -cp root/usr/share/java/bson.jar:root/usr/share/java/bsh.jar bsh.Interpreter t.bsh)
expected='UUID("019d34f2-8000-7abc-8def-0123456789ab"): bc7a0080-f234-9d01-ab89-67452301ef8d, version 9, variant 2
the other one again: 019d34f2-8000-7abc-8def-0123456789ab
subtype 4: 019d34f2-8000-7abc-8def-0123456789ab
written: { "id" : { "$binary" : "vHoAgPI0nQGriWdFIwHvjQ==", "$type" : "03" } }
written and read: 019d34f2-8000-7abc-8def-0123456789ab'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
