# Memory that runs out: each allocation that a statement makes fails in its turn,
# once.  Whichever it is, the statement either gives its right answer or is refused
# as out of memory, and the session goes on, in order.
#
# In make test: nothing else has memory run out.
# Two servers are enough: the oldest and the newest.
# Also with sanitizers: SQL does not reach what follows a lack of memory.

use UuidxFault;
use UuidxTest;

plan skip_all => 'AddressSanitizer has its own malloc(), which never fails' if ($ENV{UUIDX_TOOL} // '') eq 'sanitize';

my ($fault, $node) = fault_node('memory', extension => 'uuidx_ids');

value($node, q{
	CREATE TABLE made (n integer GENERATED ALWAYS AS IDENTITY,
	  v7 uuid DEFAULT uuid_generate_v7(), v6 uuid DEFAULT uuid_generate_v6());
	CREATE TABLE mixed AS
	  SELECT n, CASE n % 4 WHEN 0 THEN uuid_generate_v7(at) WHEN 1 THEN uuid_generate_v6(at)
	    WHEN 2 THEN uuid_v6_to_v1(uuid_generate_v6(at)) ELSE uuid_generate_v4_random() END AS id
	  FROM (SELECT n, timestamptz '2026-01-01' + n * interval '1 minute' AS at
	    FROM generate_series(1, 400) AS n) AS times;
	CREATE TABLE events (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
	CALL uuid_v7_create_partitions('events', '2026-01-01', '2026-01-05', '1 day');
	INSERT INTO events SELECT uuid_generate_v7(timestamptz '2026-01-01' + n * interval '1 hour')
	  FROM generate_series(0, 95) AS n;
});

my $session = fault_session($node);

# What a statement answers when all is well, then the same with the first
# allocation failing, the second ...
sub sweep
{
	my ($name, $sql) = @_;
	my (@wrong, %states);
	my $n = 0;

	# three times: what is looked up for the first time stays in the session's caches
	my $right;
	$right = $session->query_safe($sql) for 1 .. 3;

	while ($n < 2000)
	{
		$fault->order(memory_failed => 0, memory_fail => ++$n, pid => $session->pid);
		my ($output, $state) = $session->attempt($sql);
		my $failed = $fault->seen('memory_failed');
		$fault->calm;
		last unless $failed;

		$states{$state}++;
		push @wrong, "allocation $n: $state '$output'"
		  unless $state eq '53200' ? $output eq '' : $state eq '' && $output eq $right;
	}
	is_deeply(\@wrong, [], "$name: " . ($n - 1) . ' allocations failed in turn');
	cmp_ok($states{53200} || 0, '>', 0, "$name: some were needed");
	return;
}

sweep('generators', q{SELECT count(DISTINCT x) FROM (SELECT unnest(ARRAY[uuid_generate_v7(), uuid_generate_v6(),
	uuid_generate_v4_random(), uuid_generate_v7('2022-02-22', n), uuid_generate_v6('2022-02-22')]) AS x
	FROM generate_series(1, 2000) AS n) AS made});
sweep('insertion', 'INSERT INTO made DEFAULT VALUES RETURNING uuid_version(v7), uuid_version(v6)');

# each call of these allocates what the next may not find
foreach my $algorithm (qw(sha224 sha512 sha512_224 sha3_256 shake128))
{
	sweep("names, $algorithm",
		qq{SELECT uuid_generate_v8_hash('$algorithm', uuid_hashspace('$algorithm'),
			uuid_namespace('dns'), 'www.example.com')});
}
sweep('names, MD5 and SHA-1', q{SELECT uuid_generate_v3_md5(ns, 'a'), uuid_generate_v5_sha1(ns, repeat('a', 100000)),
	uuid_generate_v8_sha256(ns, '\x00'::bytea) FROM uuid_namespace('url') AS ns});
sweep('masks, with more keys than a session keeps', q{SELECT count(DISTINCT uuid_mask(id, key, 'tweak'))
	FROM (SELECT uuid_generate_v7(), lpad(n::text, 16)::bytea FROM generate_series(1, 6) AS n) AS s (id, key)})
  if value($node, 'SHOW ssl_library') eq 'OpenSSL';
sweep('order', 'SELECT hashtext(string_agg(id::text, chr(10) ORDER BY id USING ~<~)) FROM mixed');
sweep('window', q{SELECT sum(c) FROM (SELECT count(*) OVER (ORDER BY id USING ~<~
	RANGE BETWEEN interval '10 minutes' PRECEDING AND CURRENT ROW) AS c
	  FROM mixed WHERE uuid_time(id) IS NOT NULL) AS frames});
sweep('by time', q{SELECT count(*) FROM events WHERE id >= timestamptz '2026-01-02'
	AND id <@ tstzrange('2026-01-01', '2026-01-03')});
sweep('ids from other systems',
	q{SELECT count(DISTINCT uuid_encode(id, 'crockford')) + count(DISTINCT uuid_to_typeid('user', id))
	+ count(DISTINCT uuid_from_id('ulid', uuid_to_id('ulid', id))) FROM mixed WHERE uuid_version(id) = 7});
sweep('systems', 'SELECT count(*), sum(hashtext(s::text)) FROM uuid_id_systems() AS s');
sweep('index', 'CREATE INDEX ON mixed (id uuid_time_ops)');

# What the session made through all of this, and after it
$session->query_safe('INSERT INTO made SELECT FROM generate_series(1, 10000)');
is($session->query_safe(q{SELECT count(*) > 10003,
	  count(*) FILTER (WHERE v7 <= previous_v7 OR v6 <= previous_v6)
	FROM (SELECT *, lag(v7) OVER own AS previous_v7, lag(v6) OVER own AS previous_v6
	  FROM made WINDOW own AS (ORDER BY n)) AS neighbours}), 't|0', 'the session kept its order');
is($session->query_safe('SELECT pg_backend_pid()'), $session->pid, 'and was there all the time');

$session->quit;
$node->stop;

# An algorithm that is not there is another thing than memory that is not there
SKIP:
{
	skip 'this server does not use OpenSSL', 6 unless openssl_server($node);
	my $conf = PostgreSQL::Test::Utils::tempdir . '/openssl.cnf';

	append_to_file($conf, <<'EOC');
openssl_conf = init
[init]
alg_section = algorithms
[algorithms]
default_properties = fips=yes
EOC
	$fault->start($node, OPENSSL_CONF => $conf);
	foreach my $call ("uuid_generate_v3_md5(uuid_namespace('dns'), 'a')",
		"uuid_generate_v8_hash('sha3_256', uuid_namespace('dns'), 'a')",
		"uuid_mask(uuid_v7_lower('2026-01-01'), '0123456789abcdef')")
	{
		is(state_of($node, "SELECT $call"), '0A000', "$call: not provided");
		$node->psql('postgres', "SELECT $call", stderr => \my $stderr);
		like($stderr, qr/ERROR:  could not use (?:hash algorithm|cipher) "[\w-]+": (?!no reason)\w/,
			"$call: and OpenSSL says why");
		note $stderr;
	}
	$node->stop;
}
done_testing();
