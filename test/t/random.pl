# Promise 3, statistics: what should be random is, bit by bit, and what should not be
# is not.  Every bound is seven standard deviations wide, so that all of this
# fails by chance about once in a billion runs.
#
# Only in make test-all: statistics of millions of bits take half a minute.
# One server is enough: the bits are the work of the library and OpenSSL alone.

use UuidxTest;

my $samples = 50000;
my $z = 7;

my $node = uuidx_node('random', conf => 'work_mem = 256MB');

# The bits of the UUIDs that a query returns, from the highest on: the values of each as a string
sub bits
{
	my ($sql) = @_;
	my @ids = map { unpack('B*', pack('H*', tr/-//dr)) } split(/\n/, value($node, $sql));

	return map { my $bit = $_; join('', map { substr($_, $bit, 1) } @ids) } 0 .. 127;
}

# A line if two bits are equal more often or less often than half of the time, by more standard
# deviations than the bound
sub odd
{
	my ($name, $one, $other, $bound) = @_;
	my $n = length $one;
	my $deviation = (($one ^ $other) =~ tr/\1// - $n / 2) / sqrt($n / 4);

	return abs($deviation) > $bound ? sprintf('%s: %.1f', $name, $deviation) : ();
}

# The bits of these ranges are random: each is set half of the time, changes half of the time from
# one UUID to the next, and is equal to each other one half of the time.  There are thousands of
# pairs, hence their wider bound.
sub looks_random
{
	my ($name, $bits, @ranges) = @_;
	my @random = map { $_->[0] .. $_->[1] } @ranges;
	my @odd;

	foreach my $i (@random)
	{
		my $bit = $bits->[$i];

		push @odd, odd("bit $i", $bit, '0' x length $bit, $z),
		  odd("change of bit $i", substr($bit, 1), substr($bit, 0, -1), $z),
		  map { odd("bits $i and $_", $bit, $bits->[$_], $z + 1) } grep { $_ > $i } @random;
	}
	is(join(', ', @odd), '', "$name: random bits, independent of each other");
	return;
}

# --- v4: 122 bits; and v7 of one session, masked with any key, of whose order nothing is left
my @v4 = ([ 0, 47 ], [ 52, 63 ], [ 66, 127 ]);
my $some = "generate_series(1, $samples)";
looks_random("v4, pool $_", [ bits("SELECT uuid_generate_v4_random()
	FROM set_config('uuidx.entropy_pool', '$_', false), $some") ], @v4) foreach ('on', 'off');
SKIP:
{
	skip 'masking takes OpenSSL', 1 unless value($node, 'SHOW ssl_library') eq 'OpenSSL';
	looks_random('v7 masked', [ bits("SELECT uuid_mask(uuid_generate_v7(), key)
		FROM (SELECT sha256(gen_random_uuid()::text::bytea) OFFSET 0) AS k (key), $some") ], @v4);
}

# v6 of a given time: 14 bits of clock_seq, 47 of the node, and the multicast bit; v7 of a
# given time: 62 bits; with an ordinal: 48
my @bits = bits("SELECT uuid_generate_v6('2022-02-22 19:22:22') FROM $some");
unlike($bits[87], qr/0/, 'v6 of a time: the multicast bit is always set');
looks_random('v6 of a time', \@bits, [ 66, 86 ], [ 88, 127 ]);
looks_random("v7 of $_->[0]", [ bits("SELECT uuid_generate_v7($_->[0]) FROM $some") ],
	[ $_->[1], 127 ])
  foreach [ q{'2022-02-22 19:22:22'}, 66 ], [ q{'2022-02-22 19:22:22', 42}, 80 ];

# Of now: 48 bits in each v7, 47 and the multicast bit in each v6, and 32 in each v8
# of a node, behind which the node stands alone; and at each new tick a counter of 13 bits below a
# zero.  Inside a tick the counter moves by one, so only the first of each tick is looked at.
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
	@bits = bits("SELECT id FROM fresh ORDER BY n, twin LIMIT $samples");
	unlike($bits[87], qr/0/, 'v6: the multicast bit is always set') if $name eq 'v6';
	looks_random($name, \@bits, @ranges);

	@bits = bits("SELECT id FROM fresh WHERE first_of_tick ORDER BY n, twin LIMIT $samples");
	cmp_ok(length $bits[0], '>', 10000, "$name: thousands of ticks");
	unlike($bits[66], qr/1/, "$name: the top bit of the counter is zero at a new tick");
	looks_random("$name at a new tick", \@bits, [ 67, 79 ], @ranges);

	is(value($node, q{
		SELECT count(*) > 0, bool_and(counter = previous + 1)
		FROM (SELECT counter, lag(counter) OVER (ORDER BY n, twin) AS previous, first_of_tick FROM fresh) AS neighbours
		WHERE NOT first_of_tick}),
		't|t',
		"$name: inside a tick the counter moves by one");
}

done_testing();
