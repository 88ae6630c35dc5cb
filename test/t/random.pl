# Promise 3, statistics: what should be random is, bit by bit, and what should not be
# is not.  Every bound is seven standard deviations wide, so that all of this
# fails by chance about once in a billion runs.
#
# Only in make test-all: statistics of millions of bits take half a minute.
# One server is enough: the bits are the work of the library and OpenSSL alone.

use UuidxTest;

my $samples = 100000;
my $z = 7;

my $node = uuidx_node('random', conf => 'work_mem = 256MB');

# The UUIDs that a query returns, as sixteen columns: all first octets in one
# string, all second ones in the next
sub sample
{
	my ($sql) = @_;
	my $octets = pack('H*',
		value($node, "SELECT string_agg(encode(uuid_send(id), 'hex'), '') FROM ($sql) AS sample (id)"));

	return [ map { pack('C*', unpack("(x${_}Cx" . (15 - $_) . ')*', $octets)) } 0 .. 15 ];
}

# How many they are
sub size { return length($_[0][0]) }

# What changes from each UUID to the next
sub changes { return [ map { substr($_, 1) ^ substr($_, 0, -1) } @{ $_[0] } ] }

# The values of one bit in all UUIDs, as a bit string; bits are counted from the
# highest of octet 0
sub bit_values
{
	my ($columns, $bit) = @_;
	my $values = $columns->[ int($bit / 8) ] & (chr(0x80 >> $bit % 8) x size($columns));

	$values =~ tr/\0/1/c;
	$values =~ tr/\0/0/;
	return pack('b*', $values);
}

# By how many standard deviations the set bits of a bit string of that length are
# more or less than half of it
sub deviation { my ($values, $n) = @_; return (unpack('%32b*', $values) - $n / 2) / sqrt($n / 4) }

# Each of the bits is set in half of the UUIDs
sub uniform_bits
{
	my ($columns, $first, $last, $name) = @_;
	my @bad;

	foreach my $bit ($first .. $last)
	{
		my $deviation = deviation(bit_values($columns, $bit), size($columns));

		push @bad, sprintf('bit %d: %.1f', $bit, $deviation) if abs($deviation) > $z;
	}
	is("@bad", '', "$name: bits $first to $last are set half of the time");
	return;
}

# A bit has that value in all UUIDs
sub constant_bit
{
	my ($columns, $bit, $value, $name) = @_;

	is(unpack('%32b*', bit_values($columns, $bit)), $value * size($columns), $name);
	return;
}

# No two of the bits know of each other: each pair is equal half of the time.
# There are thousands of pairs, hence the wider bound.
sub independent_bits
{
	my ($columns, $bits, $name) = @_;
	my %values = map { $_ => bit_values($columns, $_) } @{$bits};
	my @bad;

	foreach my $one (@{$bits})
	{
		foreach my $other (grep { $_ > $one } @{$bits})
		{
			my $deviation = deviation($values{$one} ^ $values{$other}, size($columns));

			push @bad, sprintf('bits %d and %d: %.1f', $one, $other, $deviation)
			  if abs($deviation) > $z + 1;
		}
	}
	is(join(', ', @bad), '', "$name: any two bits are independent");
	return;
}

# The bits of these ranges are random: of themselves, from one UUID to the next, and each
# beside each other one
sub looks_random
{
	my ($name, $columns, @ranges) = @_;

	foreach my $range (@ranges)
	{
		my ($first, $last) = @$range;

		uniform_bits($columns, $first, $last, $name);
		uniform_bits(changes($columns), $first, $last, "$name, changes");
	}
	independent_bits($columns, [ map { $_->[0] .. $_->[1] } @ranges ], $name);
	return;
}

# The setting is unknown until the library is loaded, and yet heeded from then on
is(value($node, "SET uuidx.entropy_pool = no; SELECT uuid_generate_v4_random() IS NULL; SHOW uuidx.entropy_pool"),
	"f\noff", 'a value that was set before the first use is kept');

# --- v4: 122 bits; and v7 of one session, masked with any key, of whose order nothing is left
my @v4 = ([ 0, 47 ], [ 52, 63 ], [ 66, 127 ]);
my $some = "generate_series(1, $samples)";
my $uuids;
looks_random("v4, pool $_", sample("SELECT uuid_generate_v4_random()
	FROM set_config('uuidx.entropy_pool', '$_', false), $some"), @v4) foreach ('on', 'off');
SKIP:
{
	skip 'masking takes OpenSSL', 1 unless value($node, 'SHOW ssl_library') eq 'OpenSSL';
	looks_random('v7 masked', sample("SELECT uuid_mask(uuid_generate_v7(), key)
		FROM (SELECT sha256(gen_random_uuid()::text::bytea) OFFSET 0) AS k (key), $some"), @v4);
}

# v6 of a given time: 14 bits of clock_seq, 47 of the node, and the multicast bit; v7 of a
# given time: 62 bits; with an ordinal: 48
$uuids = sample("SELECT uuid_generate_v6('2022-02-22 19:22:22') FROM $some");
constant_bit($uuids, 87, 1, 'v6 of a time: the multicast bit is always set');
looks_random('v6 of a time', $uuids, [ 66, 86 ], [ 88, 127 ]);
looks_random('v7 of a time', sample("SELECT uuid_generate_v7('2022-02-22 19:22:22') FROM $some"), [ 66, 127 ]);
looks_random('v7 of a time and an ordinal',
	sample("SELECT uuid_generate_v7('2022-02-22 19:22:22', 42) FROM $some"), [ 80, 127 ]);

# Of now: 48 bits in each v7, 47 and the multicast bit in each v6, and 32 in each v8
# of a node, behind which the node stands alone; and at each new tick a counter of 13 bits below a zero.  Inside a tick
# the counter moves by
# one, so only the first of each tick is looked at for the seed.
foreach my $version (
	[ 'v7', 'uuid_generate_v7()', [ 80, 127 ] ],
	[ 'v6', 'uuid_generate_v6()', [ 80, 86 ], [ 88, 127 ] ],
	[ 'v8 of a node', 'uuid_generate_v8_node(43981)', [ 96, 127 ] ])
{
	my ($name, $call, @ranges) = @{$version};

	value($node, qq{
		DROP TABLE IF EXISTS fresh;
		CREATE TABLE fresh AS
		SELECT n, twin, id, (get_byte(uuid_send(id), 8) & 63) * 256 + get_byte(uuid_send(id), 9) AS counter,
		  left(id::text, 18) IS DISTINCT FROM left(lag(id) OVER (ORDER BY n, twin)::text, 18) AS first_of_tick
		FROM (SELECT n, ARRAY[$call, $call] AS ids
		    FROM generate_series(1, 200000) AS n OFFSET 0) AS generated,
		  unnest(ids) WITH ORDINALITY AS twins (id, twin)
	});
	$uuids = sample("SELECT id FROM fresh ORDER BY n, twin LIMIT $samples");
	constant_bit($uuids, 87, 1, 'v6: the multicast bit is always set') if $name eq 'v6';
	looks_random($name, $uuids, @ranges);

	$uuids = sample("SELECT id FROM fresh WHERE first_of_tick ORDER BY n, twin LIMIT $samples");
	cmp_ok(size($uuids), '>', 10000, "$name: thousands of ticks");
	constant_bit($uuids, 66, 0, "$name: the top bit of the counter is zero at a new tick");
	looks_random("$name seeds", $uuids, [ 67, 79 ]);
	independent_bits($uuids, [ 67 .. 79, map { $_->[0] .. $_->[1] } @ranges ], "$name at a new tick");

	is(value($node, q{
		SELECT count(*) > 0, bool_and(counter = previous + 1)
		FROM (SELECT counter, lag(counter) OVER (ORDER BY n, twin) AS previous, first_of_tick FROM fresh) AS neighbours
		WHERE NOT first_of_tick}),
		't|t',
		"$name: inside a tick the counter moves by one");
}

# Nodes that come up equally often do so in the UUIDs, and tell nothing of the bits behind
looks_random('v8 of any node',
	sample("SELECT uuid_generate_v8_node(floor(random() * 65536)::integer) FROM $some"), [ 80, 127 ]);

done_testing();
