#!/bin/sh
# Debian 12: MongoDB's library for Java reads ISODate() with microseconds up to 17 minutes too late.
#
# Guess: ISODate("2026-03-28T12:34:56.789123Z") in JSON is the time to the millisecond, as {"$date": ...} with the same
# text is, or an error.
# Seen (libmongodb-java 3.6.3): the digits behind the point are a number of milliseconds, however many they are. With six
# digits, as PostgreSQL and Python write them, up to 999,999 ms are added, with nine up to 11 days; .78 is 78 ms, and .7
# is 7 ms, as in texts whose last zeros are cut off. No error is raised, and the wrong times are near enough
# to the right ones to be taken for them. Rows are in another order, as the fractions decide by minutes.
# Three digits, as the shell of MongoDB writes them, are right, so a test with its output passes.
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
import org.bson.Document;

String read(String json) {
	return Document.parse(json).get("t").toInstant().toString();
}
for (String fraction : new String[] { "", ".7", ".78", ".789", ".789123", ".999999", ".789123456" }) {
	text = "2026-03-28T12:34:56" + fraction + "Z";
	System.out.println(text + " ISODate: " + read("{t: ISODate(\"" + text + "\")}")
		+ " $date: " + read("{t: {\"$date\": \"" + text + "\"}}"));
}
END
seen=$("$java" -cp root/usr/share/java/bson.jar:root/usr/share/java/bsh.jar bsh.Interpreter t.bsh)
expected='2026-03-28T12:34:56Z ISODate: 2026-03-28T12:34:56Z $date: 2026-03-28T12:34:56Z
2026-03-28T12:34:56.7Z ISODate: 2026-03-28T12:34:56.007Z $date: 2026-03-28T12:34:56.700Z
2026-03-28T12:34:56.78Z ISODate: 2026-03-28T12:34:56.078Z $date: 2026-03-28T12:34:56.780Z
2026-03-28T12:34:56.789Z ISODate: 2026-03-28T12:34:56.789Z $date: 2026-03-28T12:34:56.789Z
2026-03-28T12:34:56.789123Z ISODate: 2026-03-28T12:48:05.123Z $date: 2026-03-28T12:34:56.789Z
2026-03-28T12:34:56.999999Z ISODate: 2026-03-28T12:51:35.999Z $date: 2026-03-28T12:34:56.999Z
2026-03-28T12:34:56.789123456Z ISODate: 2026-04-06T15:46:59.456Z $date: 2026-03-28T12:34:56.789Z'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
