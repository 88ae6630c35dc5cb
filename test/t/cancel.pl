# Statements that end before they are done: cancelled by another session, in the
# middle of a request for random bits, terminated.  The session goes on in order
# with random bits of its own, and what it had handed out never comes again.
#
# In make test: nothing else cancels a request for random bits.
# Two servers are enough: the oldest and the newest.

use UuidxFault;
use UuidxTest;

my ($fault, $node) = fault_node('cancel');

value($node, 'CREATE SEQUENCE n; ' . ids_table(q{n bigint DEFAULT nextval('n')}));

my $session = fault_session($node);

# What must hold after each interruption
sub sound
{
	my ($name) = @_;

	$session->query_safe('INSERT INTO ids SELECT FROM generate_series(1, 10)');
	is($session->query_safe(q{SELECT count(*) FROM (SELECT *, lag(v7) OVER own AS previous_v7,
		  lag(v6) OVER own AS previous_v6 FROM ids WINDOW own AS (ORDER BY n)) AS neighbours
		WHERE v7 <= previous_v7 OR v6 <= previous_v6}),
		'0', "$name: the session goes on in its order");
	return;
}

# --- Statements that would never end, until another session cancels them
my $endless = 'generate_series(1, 1000000000000000000)';
my %statements = (
	'v7' => "SELECT max(x::text) FROM (SELECT uuid_generate_v7() AS x, $endless OFFSET 0) AS s",
	'v4 without a pool' =>
	  "SET uuidx.entropy_pool = off; SELECT max(x::text)
	    FROM (SELECT uuid_generate_v4_random() AS x, $endless OFFSET 0) AS s",
	'an insertion' => "INSERT INTO ids SELECT FROM (SELECT $endless) AS s",
	'a loop that catches errors' =>
	  'DO $$ BEGIN LOOP BEGIN PERFORM uuid_generate_v7(); PERFORM uuid_v1_to_v6(uuid_generate_v7());'
	  . ' EXCEPTION WHEN OTHERS THEN NULL; END; END LOOP; END $$');

foreach my $name (sort keys %statements)
{
	my $sql = $statements{$name};

	# psql says when it is about to send the statement; it is in the server when it
	# is what the session is doing, and does not end but by the cancellation
	$session->query_until(qr/begin/, "\\echo begin\n$sql /* $name */;\n");
	my $active = "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND pid = "
	  . $session->pid . " AND query LIKE '%/* $name */%'";
	$node->poll_query_until('postgres', $active, '1') or die "$name did not start";
	is(value($node, 'SELECT pg_cancel_backend(' . $session->pid . ')'), 't', "$name: is cancelled");
	is(($session->attempt('RESET ALL; SET client_min_messages = error'))[1],
		'57014', "$name: ends by it");
	sound($name);
}

# --- In the middle of a request for random bits: the signal comes from within
SKIP:
{
	skip 'the random source of this server is not OpenSSL', 1 unless openssl_server($node);

	foreach my $pool ('on', 'off')
	{
		foreach my $after (0, 1, 7)
		{
			my $name = "pool $pool, request $after";

			$session->query_safe("SET uuidx.entropy_pool = off; SELECT uuid_generate_v4_random();
				SET uuidx.entropy_pool = $pool");
			$fault->order(random_signal => 2, random_after => $after, random_calls => 0,
				random_mode => RANDOM_SIGNAL, pid => $session->pid);
			is(($session->attempt('INSERT INTO ids SELECT FROM generate_series(1, 20000)'))[1],
				'57014', "$name: cancelled in the middle of it");
			is($fault->seen('random_mode'), RANDOM_SERVED, "$name: by the signal");
			$fault->calm;
			sound($name);
		}
	}
}

is(value($node, q{SELECT count(*) > 0 AND count(*) % 10 = 0 FROM ids}), 't', 'nothing is left of what was interrupted');
sound_ids($node, 'at the end');

$session->quit;

done_testing();
