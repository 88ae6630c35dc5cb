#!/bin/sh
# Debian 12: in Perl, the ObjectIds of one second increase in the first process, and have no order in its children.
#
# Guess: a forked process gets a random value of its own, once, and counts from there: the specification of ObjectId says
# that the five octets are "unique to the machine and process".
# Seen (libbson-perl 1.12.2): a child draws a new random value for each id, because it never notes that it has one. The
# random value stands before the counter, so ids of one second come in any order: in servers that fork
# their workers, paging or sorting by _id mixes the rows of a second. A test in one process does not show it.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
mkdir -p debs/partial root
apt-get install -qq -y --download-only --reinstall --no-install-recommends -o Dir::Cache::archives="$tmp/debs" \
	libbson-perl=1.12.2-1 libcrypt-urandom-perl=0.36-3 >/dev/null 2>&1
for package in debs/*.deb; do
	dpkg -x "$package" root
done
cat >t.pl <<"END"
use BSON::OID;
sub ids {
	my ($name, $time, @ids) = @_;
	do { $time = time; @ids = map { BSON::OID->new->hex } 1 .. 20 } until $time == time;
	my %random = map { substr($_, 8, 10) => 1 } @ids;
	print "$name: ", scalar(keys %random), " random value(s), increasing: ",
		("@ids" eq join(" ", sort @ids) ? "yes" : "no"), "\n";
}
$| = 1;
ids("parent");
if (my $child = fork) { waitpid $child, 0 } else { ids("child"); exit }
END
lib=$(uname -m)-linux-gnu
seen=$(PERL5LIB=$(find "$tmp/root/usr" -type d \( -path '*/share/perl5' -o -path "*/lib/$lib/perl5/*" \) | tr '\n' ':') perl t.pl)
expected='parent: 1 random value(s), increasing: yes
child: 20 random value(s), increasing: no'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
