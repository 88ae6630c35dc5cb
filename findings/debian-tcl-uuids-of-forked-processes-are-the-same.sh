#!/bin/sh
# Debian 12: in Tcl, all processes that a server forks make the same UUIDs of version 4, in the same order.
#
# Guess: "uuid generate", which makes a random UUID (RFC 9562, 5.4), makes another one in each process and each call.
# Seen (tcllib 1.21, tclx8.4 8.4.1): the first call reads random octets and keeps them, and each UUID is an MD5 of these
# octets and of a counter. A process that is forked after that has both: its first UUID is the first one of each of its
# siblings, and the next one of the parent. A server that makes one id when it starts, and then forks its workers, meets
# duplicate keys from the first row on; a queue or a log without a unique key takes one job or one
# request for another. The digits of version and variant are right, and a test in one process sees nothing.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq tcl8.6=8.6.13+dfsg-2 libtcl8.6=8.6.13+dfsg-2 tclx8.4=8.4.1-4 tcllib=1.21+dfsg-1 2>/dev/null
for package in *.deb; do
	dpkg -x "$package" root
done
cat >t.tcl <<"END"
package require uuid
load [lindex $argv 0] Tclx
proc two {} { list [uuid::uuid generate] [uuid::uuid generate] }
proc child {} {
	pipe from to
	if {[fork] == 0} {
		puts $to [two]
		close $to
		exit
	}
	close $to
	set ids [gets $from]
	close $from
	wait
	return $ids
}
set start [two]
set first [child]
set second [child]
set parent [two]
puts "in one process: [llength [lsort -unique [concat $start $parent]]] of 4 differ"
puts "two children: [llength [lsort -unique [concat $first $second]]] of 4 differ"
puts "the parent makes those of its children: [expr {$parent eq $first}]"
puts "version [string index [lindex $first 0] 14], variant [regexp {^[89ab]} [string index [lindex $first 0] 19]]"
END
lib=$(uname -m)-linux-gnu
seen=$(TCL_LIBRARY=$tmp/root/usr/share/tcltk/tcl8.6 TCLLIBPATH=$tmp/root/usr/share/tcltk/tcllib1.21 \
	LD_LIBRARY_PATH=$tmp/root/usr/lib/$lib root/usr/bin/tclsh8.6 t.tcl "$tmp/root/usr/lib/libtclx8.4.so.0")
expected='in one process: 4 of 4 differ
two children: 2 of 4 differ
the parent makes those of its children: 1
version 4, variant 1'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
