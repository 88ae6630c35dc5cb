# Promise 4: without randomness there is an error and no UUID.  The random source of
# one session fails at once, half-way, by turns; what the session has then is what
# it had before: the order, the pool, nothing of what the source left behind.
#
# In make test: nothing else has the random source fail.
# Two servers are enough: the oldest and the newest.
# Also with sanitizers: SQL does not reach what follows a failure of the random source.

use UuidxFault;
use UuidxTest;

my ($fault, $node) = fault_node('random');
plan skip_all => 'the random source of this server is not OpenSSL' unless openssl_server($node);

value($node, 'CREATE TABLE ids (n integer GENERATED ALWAYS AS IDENTITY,
	id uuid DEFAULT uuid_generate_v7())');

my $session = fault_session($node);
my @refusal = ('', 'XX000', 'could not generate random values');

# The clock stands still, so that every step of the generator can be seen
my @stand_still = (pid => $session->pid, clock_set => 1, clock_sec => 2051222400, clock_usec => 500000);
$fault->order(@stand_still);

# An empty pool: the next UUID asks the source
sub empty_pool
{
	my ($pool) = @_;

	$session->query_safe("SET uuidx.entropy_pool = off; SELECT uuid_generate_v4_random();
		SET uuidx.entropy_pool = $pool");
	return;
}

# The generators' state as their next UUIDs show it: tick and counter of v7, of v6
# and of v8 with a node
sub next_steps
{
	my $made = $session->query_safe('SELECT uuid_generate_v7(), uuid_generate_v6(), uuid_generate_v8_node(7)');
	my @fields = map { [ split(/-/) ] } split(/\|/, $made);

	return map { ("$_->[0]$_->[1]$_->[2]", hex($_->[3]) & 0x3fff) } @fields;
}

my @generators = (
	'uuid_generate_v7()', "uuid_generate_v7('2022-02-22')",
	"uuid_generate_v7('2022-02-22', 7)", "uuid_generate_v7_shifted('-1 day')", 'uuid_generate_v6()',
	"uuid_generate_v6('2022-02-22')", 'uuid_generate_v8_node(7)', 'uuid_generate_v4_random()');

foreach my $pool ('on', 'off')
{
	foreach my $generator (@generators)
	{
		empty_pool($pool);
		my ($v7_tick, $v7_counter, $v6_tick, $v6_counter, $v8_tick, $v8_counter) = next_steps();
		empty_pool($pool);

		$fault->order(random_mode => RANDOM_FAILS);
		is_deeply([ $session->attempt("SELECT $generator") ],
			\@refusal, "pool $pool: $generator is refused")
		  for 1, 2;
		$fault->order(random_mode => RANDOM_SERVED);

		is_deeply(
			[ next_steps() ],
			[ $v7_tick, $v7_counter + 1, $v6_tick, $v6_counter + 1, $v8_tick, $v8_counter + 1 ],
			"pool $pool: after $generator was refused the session goes on as if nothing had happened");
	}

	# What needs no randomness
	empty_pool($pool);
	$fault->order(random_mode => RANDOM_FAILS);
	my ($output, $state) = $session->attempt(
		q{SELECT uuid_generate_v5_sha1(uuid_namespace('dns'), 'www.example.com'),
		  uuid_version(uuid_generate_v8('\x00112233445566778899aabbccddeeff')),
		  uuid_time('017f22e2-79b0-7cc3-98c4-dc0c0c07398f') = '2022-02-22 19:22:22+00'});
	is("$output|$state", '2ed6657d-e927-568b-95e1-2665a8aea6a2|8|t|', "pool $pool: the rest works without a source");
	is(value($node, 'SELECT uuid_version(uuid_generate_v7())'), '7', "pool $pool: other sessions do not notice");
	$fault->order(random_mode => RANDOM_SERVED);
}

# Half-way: the source is asked some times before it fails
foreach my $case ([ 'on', 3, 10000 ], [ 'off', 700, 1000 ])
{
	my ($pool, $after, $rows) = @{$case};

	empty_pool($pool);
	$fault->order(random_mode => RANDOM_FAILS, random_after => $after, random_calls => 0);
	is_deeply([ $session->attempt("INSERT INTO ids SELECT FROM generate_series(1, $rows)") ],
		\@refusal, "pool $pool: a statement is refused after $after requests were served");
	is($fault->seen('random_calls'), $after + 1, "pool $pool: it did not try again");
	$fault->order(random_mode => RANDOM_SERVED);
	is(value($node, 'SELECT count(*) FROM ids'), '0', "pool $pool: no row is left of it");
	is_deeply([ $session->attempt('INSERT INTO ids DEFAULT VALUES') ],
		[ '', '', '' ], "pool $pool: the next one works");
	value($node, 'TRUNCATE ids');
}

# By turns, each failure caught: what was made is one unbroken series.  Served
# from the pool a UUID is made of one word of 512, so nearly all of them are.
foreach my $case ([ 'on', 20000, 16000 ], [ 'off', 4000, 2000 ])
{
	my ($pool, $attempts, $least) = @{$case};

	empty_pool($pool);
	$fault->order(random_mode => RANDOM_FAILS_BY_TURNS, random_after => 0, random_calls => 0);
	my ($output, $state, $message) = $session->attempt(
		qq{DO \$\$ BEGIN FOR i IN 1..$attempts LOOP
		  BEGIN INSERT INTO ids DEFAULT VALUES; EXCEPTION WHEN internal_error THEN NULL; END;
		END LOOP; END \$\$});
	is("$state$message", '', "pool $pool: a session lives with a source that fails by turns");
	my $calls = $fault->seen('random_calls');
	$fault->order(random_mode => RANDOM_SERVED);

	# within a tick the counter counts what was made, not what was tried
	my ($made, $wrong) = split(/\|/, value($node, q{
		SELECT count(*), count(*) FILTER (WHERE id <= previous OR id::text LIKE '%a5a5a5a5a5a5'
		    OR left(id::text, 18) = left(previous::text, 18) AND counter <> previous_counter + 1)
		  + count(*) - count(DISTINCT right(id::text, 12))
		FROM (SELECT *, lag(id) OVER own AS previous, lag(counter) OVER own AS previous_counter
		  FROM (SELECT n, id, (uuid_inspect(id)).counter FROM ids) AS read
		  WINDOW own AS (ORDER BY n)) AS neighbours}));
	is($made, $attempts - int(($calls + 1) / 2),
		"pool $pool: $calls requests, every other one and no more was refused");
	cmp_ok($made, '>=', $least, "pool $pool: $made UUIDs");
	is($wrong, 0, "pool $pool: in order, no counter skipped, all random bits different and served");
	value($node, 'TRUNCATE ids');
}

$fault->calm;
$session->quit;

done_testing();
