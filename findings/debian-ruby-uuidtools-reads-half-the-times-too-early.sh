#!/bin/sh
# Debian 12: ruby-uuidtools reads every second version 1 UUID a microsecond too early.
#
# Guess: timestamp_create(time) writes the microseconds of a time into the id, and timestamp() returns them. The
# field counts 100 ns (RFC 9562, 5.1), so that a time with microseconds, as of a database, comes back as it was.
# Seen (ruby-uuidtools 2.2.0, Ruby 3.1.2): the id has the right time, as its 60 bits show. Reading makes them a float.
# For half of all values it is a little less than the time, and Ruby cuts off what is below a
# microsecond. A created_at that is filled from the id differs from the time that the id was made
# of, so a comparison of both misses every second row. Half of all times of whole milliseconds, as a
# version 7 has, come back in the millisecond before.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
mkdir -p debs/partial root
apt-get install -qq -y --download-only --reinstall --no-install-recommends -o Dir::Cache::archives="$tmp/debs" \
	ruby3.1=3.1.7+really3.1.2-0+deb12u1 libruby3.1=3.1.7+really3.1.2-0+deb12u1 ruby-uuidtools=2.2.0-1 >/dev/null 2>&1
for package in debs/*.deb; do
	dpkg -x "$package" root
done
libraries=$tmp/root/usr/lib/$(uname -m)-linux-gnu
seen=$(LD_LIBRARY_PATH=$libraries RUBYLIB=$tmp/root/usr/lib/ruby/vendor_ruby:$tmp/root/usr/lib/ruby/3.1.0:$libraries/ruby/3.1.0 \
	root/usr/bin/ruby3.1 --disable-gems -r uuidtools -e '
UUIDTools::UUID.mac_address = "02:00:00:00:00:01"
# The field of the RFC, in integers
def exact(id)
  (((id.time_hi_and_version & 0x0fff) << 48 | id.time_mid << 32 | id.time_low) - 0x01b21dd213814000) / 10
end
def microseconds(time)
  time.to_i * 1000000 + time.usec
end
{ "microseconds" => 97, "milliseconds" => 1000 }.each do |unit, step|
  times = (0...1000).map { |i| Time.at(1774701296, i * step) }
  ids = times.map { |time| UUIDTools::UUID.timestamp_create(time.dup) }
  early = times.zip(ids).select { |time, id| microseconds(id.timestamp) == microseconds(time) - 1 }
  written = times.zip(ids).count { |time, id| exact(id) == microseconds(time) }
  puts "#{unit}: #{written} of #{times.size} written exactly, #{early.size} read 1 us early"
end
id = UUIDTools::UUID.parse("86cf6728-2aa2-11f1-91f3-020000000001")
puts "#{id} of #{exact(id)} us: #{microseconds(id.timestamp)}"
')
expected='microseconds: 1000 of 1000 written exactly, 500 read 1 us early
milliseconds: 1000 of 1000 written exactly, 496 read 1 us early
86cf6728-2aa2-11f1-91f3-020000000001 of 1774701296000388 us: 1774701296000387'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "changed; it was: $expected"; exit 1; }
