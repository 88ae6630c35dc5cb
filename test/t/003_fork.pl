
# Law 3: nothing is inherited.  With the library loaded by the postmaster, no two
# processes may hand out the same random bits: sessions, parallel workers,
# background workers, and none of them after any other.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::RealBin/lib";
use PostgreSQL::Test::Utils;
use Test::More;
use UuidxTest;

my $backends = 200;
my $rows = 2000;

my $node = uuidx_node(
	'fork',
	conf => qq{
shared_preload_libraries = 'uuidx'
wal_level = logical
max_wal_senders = 10
max_replication_slots = 10
max_worker_processes = 20
max_parallel_workers = 8
work_mem = 256MB
});

# How often UUIDs, or random parts, of one table were seen before.  All random
# parts are compared with each other, whatever the version: the last 48 bits
# without the one that v6 sets.  Among a few millions two agree once in a dozen
# runs; an inherited pool makes thousands of pairs.
value(
	$node, q{
	CREATE FUNCTION repeated(made regclass, OUT ids bigint, OUT repeated_ids bigint, OUT repeated_tails bigint)
	LANGUAGE plpgsql AS $$
	DECLARE
	  all_ids text := format('SELECT unnest(ARRAY[v7, v6, v4]) AS id FROM %s', made);
	BEGIN
	  EXECUTE format('SELECT count(*), count(*) - count(DISTINCT id) FROM (%s) AS t', all_ids)
	    INTO ids, repeated_ids;
	  EXECUTE format('SELECT coalesce(sum(n - 1), 0) FROM (SELECT count(*) AS n FROM (%s) AS t
	    GROUP BY set_bit(substr(uuid_send(id), 11), 0, 1)) AS tails', all_ids)
	    INTO repeated_tails;
	END $$;
	CREATE TABLE by_sessions (pid integer, v7 uuid, v6 uuid, v4 uuid);
	CREATE TABLE source AS SELECT n FROM generate_series(1, 1000000) AS n;
	ANALYZE source;
});

# Says that nothing in a table of $least UUIDs at least repeats
sub all_different
{
	my ($table, $least, $name) = @_;
	my ($ids, $repeated_ids, $repeated_tails) =
	  split(/\|/, value($node, "SELECT * FROM repeated('$table')"));

	ok($ids >= $least, "$name: $least UUIDs at least") or diag("$ids UUIDs");
	is($repeated_ids, '0', "$name: no UUID twice");
	ok($repeated_tails < 10, "$name: no random bits twice")
	  or diag("$repeated_tails of $ids random parts had been seen before");
	return;
}

is(value($node, q{SELECT current_setting('uuidx.entropy_pool')}),
	'on', 'the library is loaded before any session');

#
# Many sessions, each a process forked from the postmaster
#
$node->pgbench(
	"--client=4 --transactions=" . $backends / 4 . " --connect --no-vacuum",
	0,
	[qr/actually processed: $backends/],
	[qr/^$|.*/],
	'many sessions',
	{
		'003_fork' => qq{INSERT INTO by_sessions
			SELECT pg_backend_pid(), uuid_generate_v7(), uuid_generate_v6(), uuid_generate_v4_random()
			FROM generate_series(1, $rows);}
	});
is(value($node, 'SELECT count(DISTINCT pid) FROM by_sessions'), $backends, "$backends sessions");
all_different('by_sessions', $backends * $rows * 3, 'sessions');

# A pool is refilled in the middle of a session and after a change of the setting
value(
	$node, q{
	TRUNCATE by_sessions;
	INSERT INTO by_sessions SELECT 0, uuid_generate_v7(), uuid_generate_v6(), uuid_generate_v4_random()
	  FROM generate_series(1, 100000);
	SET uuidx.entropy_pool = off;
	INSERT INTO by_sessions SELECT 0, uuid_generate_v7(), uuid_generate_v6(), uuid_generate_v4_random()
	  FROM generate_series(1, 10000);
	SET uuidx.entropy_pool = on;
	INSERT INTO by_sessions SELECT 0, uuid_generate_v7(), uuid_generate_v6(), uuid_generate_v4_random()
	  FROM generate_series(1, 100000);
});
all_different('by_sessions', 630000, 'one session, pool on, off and on');

#
# Parallel workers
#
my $force =
  $node->pg_version >= 16 ? 'debug_parallel_query' : 'force_parallel_mode';
my $plan = value(
	$node, qq{
	SET $force = on;
	SET parallel_setup_cost = 0;
	SET parallel_tuple_cost = 0;
	SET min_parallel_table_scan_size = 0;
	SET max_parallel_workers_per_gather = 4;
	ALTER TABLE source SET (parallel_workers = 4);
	EXPLAIN (ANALYZE, VERBOSE, COSTS OFF, TIMING OFF, SUMMARY OFF)
	CREATE TABLE by_workers AS
	SELECT n, uuid_generate_v7() AS v7, uuid_generate_v6() AS v6, uuid_generate_v4_random() AS v4 FROM source;
});
like($plan, qr/Workers Launched: [1-9]/, 'parallel workers were launched');
like($plan, qr/Parallel Seq Scan on public.source.*\n.*Output: n, uuid_generate_v7\(\)/,
	'UUIDs are generated below the Gather node');
like($plan, qr/Worker 0: +actual rows=(?!0(?:\.0+)? )/, 'and workers generated some');
all_different('by_workers', 3000000, 'parallel workers');

#
# Background workers: subscription workers that fill in a column by its default,
# one for the initial copy and one for what comes after
#
value(
	$node, q{
	CREATE TABLE replicated (n integer PRIMARY KEY);
	INSERT INTO replicated SELECT n FROM generate_series(1, 1000) AS n;
	CREATE PUBLICATION numbers FOR TABLE replicated;
	SELECT pg_create_logical_replication_slot('numbers', 'pgoutput');
	CREATE DATABASE subscriber;
});
my $connection = $node->connstr('postgres');
value(
	$node, qq{
	CREATE EXTENSION uuidx;
	CREATE TABLE replicated (n integer PRIMARY KEY, v7 uuid DEFAULT uuid_generate_v7(),
	  v6 uuid DEFAULT uuid_generate_v6(), v4 uuid DEFAULT uuid_generate_v4_random());
	CREATE SUBSCRIPTION numbers CONNECTION \$connection\$$connection\$connection\$ PUBLICATION numbers
	  WITH (create_slot = false, slot_name = 'numbers');
}, 'subscriber');
$node->poll_query_until('subscriber', 'SELECT count(*) = 1000 FROM replicated')
  or die 'the initial copy did not arrive';
$node->wait_for_subscription_sync($node, 'numbers', 'subscriber')
  if $node->can('wait_for_subscription_sync');
value($node, 'INSERT INTO replicated SELECT n FROM generate_series(1001, 2000) AS n');
$node->poll_query_until('subscriber', 'SELECT count(*) = 2000 FROM replicated')
  or die 'the changes did not arrive';
my $replicated = value($node, 'SELECT v7, v6, v4 FROM replicated ORDER BY n', 'subscriber');
$replicated =~ tr/|/,/;
append_to_file($node->basedir . '/replicated.csv', "$replicated\n");
value(
	$node,
	'CREATE TABLE by_background_workers (v7 uuid, v6 uuid, v4 uuid);'
	  . "COPY by_background_workers FROM '"
	  . $node->basedir
	  . "/replicated.csv' (FORMAT csv)");
all_different('by_background_workers', 6000, 'background workers');
value($node, 'DROP SUBSCRIPTION numbers', 'subscriber');

# and all of them against each other
value(
	$node, q{
	CREATE VIEW by_all AS
	SELECT v7, v6, v4 FROM by_sessions
	UNION ALL SELECT v7, v6, v4 FROM by_workers
	UNION ALL SELECT v7, v6, v4 FROM by_background_workers
});
all_different('by_all', 3636000, 'all processes');

$node->stop;
done_testing();
