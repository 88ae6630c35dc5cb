#!/bin/sh
# Debian 12: the version 1 UUIDs of Hibernate have the IP address where the time belongs, and show any year up to 5236.
#
# Guess: CustomVersionOneStrategy, Hibernate's time-based strategy, which has the IP address instead of the network
# card's, makes ids of version 1 whose time a database can read, and which are in its order as version 6.
# Seen (libhibernate3-java 3.6.10): version and variant are those of version 1, but the 60 bits of the time are the IP
# address and part of the time at which the class was loaded. All ids of a process show the same time, and after
# a new start another one, of 1582 to 5236. The milliseconds of now are where the clock sequence and the node belong, so
# ids are in the order of the address, then of the process, and only then of their time. A partition or a
# filter by the time of a version 1 takes rows of today for ones of other centuries.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq libhibernate3-java=3.6.10.Final-12 libbsh-java=2.0b4-20 \
	openjdk-17-jre-headless 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" root
done
find root/usr/lib/jvm -type l -lname '/etc/*' | while read -r link; do # the links to its configuration
	ln -sfn "$tmp/root$(readlink "$link")" "$link"
done
java=$(find root -path '*/bin/java' -type f)
cat >t.bsh <<"END"
import java.net.InetAddress;
import java.util.HashSet;
import java.util.UUID;
import org.hibernate.id.uuid.CustomVersionOneStrategy;

strategy = new CustomVersionOneStrategy();
address = "";
for (byte octet : InetAddress.getLocalHost().getAddress())
	address += String.format("%02x", new Object[] { octet });
times = new HashSet();
ones = 0;
addresses = 0;
near = 0;
for (i = 0; i < 100; i++) {
	UUID id = strategy.generateUUID(null);
	if (id.version() == 1 && id.variant() == 2)
		ones++;
	if (id.toString().startsWith(address))
		addresses++;
	// Where the clock sequence and the node are, less the two bits of the variant
	long ms = (id.getLeastSignificantBits() >>> 16) & ((1L << 46) - 1);
	if (Math.abs(ms - System.currentTimeMillis()) < 60000)
		near++;
	times.add(id.timestamp());
	Thread.sleep(5);
}
System.out.println("of 100 in half a second, version 1: " + ones + ", begin with the IP address: " + addresses
	+ ", milliseconds of now at the wrong place: " + near);
System.out.println("times that version 1 shows: " + times.size());
END
seen=$("$java" -cp root/usr/share/java/hibernate-core.jar:root/usr/share/java/bsh.jar bsh.Interpreter t.bsh)
expected='of 100 in half a second, version 1: 100, begin with the IP address: 100, milliseconds of now at the wrong place: 100
times that version 1 shows: 1'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
