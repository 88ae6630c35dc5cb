#!/bin/sh
# Debian 12: the time-based UUIDs of Ruby's library uuid have version 0, and a time that counts from 1970.
#
# Guess: a library named uuid, which is based on RFC 4122 by its README, and writes "a 60-bit time value, a 16-bit
# sequence number and a 48-bit node identifier", writes version 1.
# Seen (ruby-uuid 2.3.9): the version digit is 0, the variant is what the random sequence number happens to be (one in
# four generators has that of the RFC), and the time counts from 1970, not from 1582, with one bit
# more set. Functions that look at the version find no time, and who reads it as version 1 gets 1867
# for 2026. The right one is in the lower 56 of the 64 bits.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
mkdir -p debs/partial root
apt-get install -qq -y --download-only --reinstall --no-install-recommends -o Dir::Cache::archives="$tmp/debs" \
	ruby3.1=3.1.7+really3.1.2-0+deb12u1 libruby3.1=3.1.7+really3.1.2-0+deb12u1 \
	ruby-uuid=2.3.9-1.1 ruby-macaddr=1.7.1-3 ruby-systemu=2.6.5-1.1 >/dev/null 2>&1
for package in debs/*.deb; do
	dpkg -x "$package" root
done
libraries=$tmp/root/usr/lib/$(uname -m)-linux-gnu
seen=$(LD_LIBRARY_PATH=$libraries RUBYLIB=$tmp/root/usr/lib/ruby/vendor_ruby:$tmp/root/usr/lib/ruby/3.1.0:$libraries/ruby/3.1.0 \
	root/usr/bin/ruby3.1 --disable-gems -r uuid -e '
UUID.state_file = false
def Time.new; Time.at(Time.utc(2026, 3, 28, 12, 34, 56)); end
def Time.now; Time.new - 1; end
ids = Array.new(200) { UUID.new.generate.delete("-") }
time = (ids[0][12, 4] + ids[0][8, 4] + ids[0][0, 8]).hex
puts "versions: #{ids.map { |id| id[12] }.uniq.join}, digits of the variant: #{ids.map { |id| id[16] }.uniq.size > 8 ? "more than 8" : "fewer"}"
puts "as version 1: #{Time.at((time & (1 << 60) - 1) / 10_000_000 - 12_219_292_800).utc}"
puts "56 bits from 1970: #{Time.at((time & (1 << 56) - 1) / 10_000_000).utc}"
')
expected='versions: 0, digits of the variant: more than 8
as version 1: 1867-05-14 12:24:59 UTC
56 bits from 1970: 2026-03-28 12:34:56 UTC'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
