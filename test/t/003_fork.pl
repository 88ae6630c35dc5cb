
# Law 3: nothing is inherited.  With the library loaded by the postmaster, no two
# processes may hand out the same random bits: sessions, parallel workers,
# background workers, and none of them after any other.
#
# Only in make test-all: 016_preloaded.pl notices a shared pool in a tenth of the time.
# Two servers are enough: the oldest and the newest.

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
uuidx.node_id = 77
wal_level = logical
max_wal_senders = 10
max_replication_slots = 10
max_worker_processes = 20
max_parallel_workers = 8
work_mem = 256MB
});

value(
	$node, q{
	CREATE TABLE by_sessions (pid integer, v7 uuid, v6 uuid, v4 uuid, v8 uuid);
	CREATE TABLE by_refills (LIKE by_sessions);
	CREATE TABLE by_background_workers (v7 uuid, v6 uuid, v4 uuid, v8 uuid);
	CREATE TABLE source AS SELECT n FROM generate_series(1, 300000) AS n;
	ANALYZE source;
});

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
			SELECT pg_backend_pid(), uuid_generate_v7(), uuid_generate_v6(), uuid_generate_v4_random(), uuid_generate_v8_node()
			FROM generate_series(1, $rows);}
	});
is(value($node, 'SELECT count(DISTINCT pid) FROM by_sessions'), $backends, "$backends sessions");

# A pool is refilled in the middle of a session and after a change of the setting
value(
	$node, q{
	INSERT INTO by_refills SELECT 0, uuid_generate_v7(), uuid_generate_v6(), uuid_generate_v4_random(), uuid_generate_v8_node()
	  FROM generate_series(1, 20000);
	SET uuidx.entropy_pool = off;
	INSERT INTO by_refills SELECT 0, uuid_generate_v7(), uuid_generate_v6(), uuid_generate_v4_random(), uuid_generate_v8_node()
	  FROM generate_series(1, 5000);
	SET uuidx.entropy_pool = on;
	INSERT INTO by_refills SELECT 0, uuid_generate_v7(), uuid_generate_v6(), uuid_generate_v4_random(), uuid_generate_v8_node()
	  FROM generate_series(1, 20000);
});

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
	SELECT n, uuid_generate_v7() AS v7, uuid_generate_v6() AS v6, uuid_generate_v4_random() AS v4,
	  uuid_generate_v8_node() AS v8 FROM source;
});
like($plan, qr/Workers Launched: [1-9]/, 'parallel workers were launched');
like($plan, qr/Parallel Seq Scan on public.source.*\n.*Output: n, uuid_generate_v7\(\)/,
	'UUIDs are generated below the Gather node');
like($plan, qr/Worker 0: +actual rows=(?!0(?:\.0+)? )/, 'and workers generated some');

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
	  v6 uuid DEFAULT uuid_generate_v6(), v4 uuid DEFAULT uuid_generate_v4_random(),
	  v8 uuid DEFAULT uuid_generate_v8_node());
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
my $replicated = value($node, 'SELECT v7, v6, v4, v8 FROM replicated ORDER BY n', 'subscriber');
$replicated =~ tr/|/,/;
append_to_file($node->basedir . '/replicated.csv', "$replicated\n");
value(
	$node, "COPY by_background_workers FROM '" . $node->basedir . "/replicated.csv' (FORMAT csv)");
value($node, 'DROP SUBSCRIPTION numbers', 'subscriber');

#
# All of them against each other.  All random parts are compared, whatever the
# version: the last 48 bits without the one that v6 sets.  Among a few millions
# two agree once in dozens of runs; an inherited pool makes thousands of pairs.  Of
# the v8, which have 32 random bits, many pairs agree in them: these are compared as a
# whole.
#
value(
	$node, q{
	CREATE VIEW made AS
	SELECT part, unnest(ARRAY[v7, v6, v4, v8]) AS id FROM (
	  SELECT 'sessions' AS part, v7, v6, v4, v8 FROM by_sessions
	  UNION ALL SELECT 'refills', v7, v6, v4, v8 FROM by_refills
	  UNION ALL SELECT 'parallel workers', v7, v6, v4, v8 FROM by_workers
	  UNION ALL SELECT 'background workers', v7, v6, v4, v8 FROM by_background_workers) AS parts
});
is( value($node, 'SELECT part, count(*) FROM made GROUP BY part ORDER BY part'),
	"background workers|8000\nparallel workers|1200000\nrefills|180000\nsessions|"
	  . $backends * $rows * 4,
	'millions of UUIDs were made');

# How often $what was seen before
sub repeated
{
	my ($what, $where) = @_;

	return value($node,
		"SELECT coalesce(sum(n - 1), 0) FROM (SELECT count(*) AS n FROM made WHERE $where GROUP BY $what HAVING count(*) > 1) AS groups"
	);
}

is(value($node, 'SELECT DISTINCT uuid_v8_node(id) FROM made WHERE uuid_version(id) = 8'), '77', 'every process knows the node');

my $tail = 'set_bit(substr(uuid_send(id), 11), 0, 1)';
my $not_v8 = 'uuid_version(id) <> 8';
is(repeated('id', 'true'), '0', 'no UUID was made twice');
ok(repeated($tail, $not_v8) < 10, 'no random bits were used twice')
  or diag("random parts seen twice, by part:\n"
	  . value($node,
		"SELECT parts, count(*) FROM (SELECT string_agg(DISTINCT part, ' and ') AS parts FROM made WHERE $not_v8 GROUP BY $tail HAVING count(*) > 1) AS groups GROUP BY parts"));

$node->stop;
done_testing();
