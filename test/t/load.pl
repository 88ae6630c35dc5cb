# Sixteen clients insert at once, with the ids as keys: no duplicate, and every session's ids
# increase in its own order.  Once on the real clock, once on one that stands still, when only
# counters and random bits keep the sessions apart.
#
# In make test: nothing else has ids of many sessions at one tick.
# Two servers are enough: the oldest and the newest.

use UuidxFault;
use UuidxTest;

# The postmaster loads the library, and every session inherits what it left there
my ($fault, $node) = fault_node('load', conf => "shared_preload_libraries = 'uuidx'\nmax_connections = 40");

value($node, 'CREATE SEQUENCE n');

my $script = PostgreSQL::Test::Utils::tempdir . '/script';
append_to_file($script, <<'EOC');
BEGIN;
INSERT INTO ids SELECT FROM generate_series(1, 5);
ROLLBACK;
BEGIN;
INSERT INTO ids SELECT FROM generate_series(1, 20);
INSERT INTO ids DEFAULT VALUES;
END;
EOC

my ($clients, $transactions) = (16, 130);
my $rows = 21 * $clients * $transactions;

sub load
{
	my ($name, @options) = @_;

	# the sequence tells the order within a session, and knows nothing of ids
	value($node, 'DROP TABLE IF EXISTS ids; '
	  . ids_table('pid integer DEFAULT pg_backend_pid()', q{n bigint DEFAULT nextval('n')}));

	$node->command_ok([ 'pgbench', '--no-vacuum', '--client', $clients, '--transactions',
		$transactions, @options, '--file', $script, $node->connstr('postgres') ], "$name: it ends well");

	# from the table, not from the indexes
	is(value($node, q{
			SET enable_indexscan = off; SET enable_bitmapscan = off; SET enable_indexonlyscan = off;
			SELECT count(*), count(DISTINCT pid), count(*) - count(DISTINCT v7), count(*) - count(DISTINCT v6),
			  count(*) - count(DISTINCT v4), count(*) - count(DISTINCT right(v7::text, 12)),
			  count(*) FILTER (WHERE v7 <= previous_v7), count(*) FILTER (WHERE v6 <= previous_v6)
			FROM (SELECT *, lag(v7) OVER own AS previous_v7, lag(v6) OVER own AS previous_v6
			  FROM ids WINDOW own AS (PARTITION BY pid ORDER BY n)) AS neighbours}),
		"$rows|$clients|0|0|0|0|0|0",
		"$name: as many rows, no id and no random part twice, in order within each session");
	sound_ids($node, $name);
	return;
}

load('real clock');
load('real clock, prepared statements', '--protocol', 'prepared');

$fault->order(clock_set => 1, clock_sec => 2051222400, clock_usec => 500000, pid => NEWCOMERS);
load('clock standing still');
is(value($node, q{SELECT count(DISTINCT pid) > 1 AND count(DISTINCT left(v7::text, 13)) = 1 FROM ids}),
	't', 'clock standing still: all ids of all sessions are of one millisecond');
$fault->calm;

# Workers of a parallel query are generators of their own
my $plan = value($node, q{
	SET max_parallel_workers_per_gather = 4; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0;
	SET min_parallel_table_scan_size = 0; SET parallel_leader_participation = off;
	ALTER TABLE ids SET (parallel_workers = 4);
	EXPLAIN (ANALYZE, VERBOSE, COSTS OFF, TIMING OFF, SUMMARY OFF)
	CREATE TABLE parallel AS SELECT uuid_generate_v7() AS v7, uuid_generate_v6() AS v6, uuid_generate_v4_random() AS v4
	  FROM ids;
});
like($plan, qr/Workers Launched: [2-4]/, 'parallel workers: several');
like($plan, qr/Parallel Seq Scan on public\.ids[^\n]*\n *Output: \S*uuid_generate_v7/, 'parallel workers: generate');
is(value($node, q{
		SELECT count(*) = (SELECT count(*) FROM ids), count(*) - count(DISTINCT v7), count(*) - count(DISTINCT v6),
		  count(*) - count(DISTINCT v4) FROM parallel}),
	't|0|0|0',
	'parallel workers: no id twice');

done_testing();
