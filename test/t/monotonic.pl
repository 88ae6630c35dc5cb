# Laws 1 and 2 on a clock that moves forward: in one session every v7, every v6 and every
# v8 with a node is greater than all before it, and the time in it is that of the clock,
# never ahead.
#
# In make test: the order of a session's ids by a clock that moves on.
# One server is enough: nothing in it depends on the version of the server.

use UuidxFault;
use UuidxTest;

my ($fault, $node) = fault_node('monotonic', conf => 'work_mem = 256MB');

# Two millions of both in one statement.  The columns of a row are computed from
# left to right, so the clock is read before and after each UUID.
my $report = value($node, q{
	SELECT count(*) AS rows,
	  count(*) FILTER (WHERE v7 <= previous_v7) AS v7_out_of_order,
	  count(*) FILTER (WHERE v6 <= previous_v6) AS v6_out_of_order,
	  count(*) FILTER (WHERE uuid_v7_timestamp_us(v7) > between_them) AS v7_ahead,
	  count(*) FILTER (WHERE uuid_v7_timestamp_us(v7) < before) AS v7_behind,
	  count(*) FILTER (WHERE uuid_v7_timestamp(v7) > between_them) AS v7_ms_ahead,
	  count(*) FILTER (WHERE uuid_time(v6) > after) AS v6_ahead,
	  count(*) FILTER (WHERE uuid_time(v6) < between_them) AS v6_behind,
	  count(*) FILTER (WHERE uuid_version(v7) IS DISTINCT FROM 7
	    OR uuid_version(v6) IS DISTINCT FROM 6) AS other
	FROM (
	  SELECT *, lag(v7) OVER () AS previous_v7, lag(v6) OVER () AS previous_v6
	  FROM (
	    SELECT clock_timestamp() AS before, uuid_generate_v7() AS v7,
	      clock_timestamp() AS between_them, uuid_generate_v6() AS v6,
	      clock_timestamp() AS after
	    FROM generate_series(1, 2000000)
	    OFFSET 0) AS generated) AS neighbours
});
is($report, '2000000|0|0|0|0|0|0|0|0',
	'2,000,000 v7 and v6: strictly increasing, the time is that of the clock');

# As fast as it goes, nothing between two calls, the clock read after each row: ten
# readings in one microsecond, and never ahead of it, in the statement after that
# neither
$fault->order(clock_set => 1, clock_sec => 2051222400, clock_usec => 0, clock_slow => 10, pid => NEWCOMERS);
foreach my $version (
	[ 'v7', 'uuid_v7_timestamp_us', 'uuid_generate_v7()' ],
	[ 'v6', 'uuid_time', 'uuid_generate_v6()' ],
	[ 'v8 of one node', 'uuid_v8_node_timestamp', 'uuid_generate_v8_node(1)' ],
	[ 'v8 of many nodes', 'uuid_v8_node_timestamp',
		map { "uuid_generate_v8_node($_)" } reverse(1 .. 16), 65535, 0 .. 14 ])
{
	my ($name, $time, @calls) = @{$version};
	my $calls = join(', ', (@calls) x (32 / @calls));

	$report = value($node, qq{
		SELECT count(*), count(*) FILTER (WHERE id <= previous) AS out_of_order,
		  count(*) FILTER (WHERE left(id::text, 18) = left(previous::text, 18)) > 0 AS ticks_shared,
		  count(*) FILTER (WHERE $time(id) > after) AS ahead
		FROM (
		  SELECT id, after, lag(id) OVER () AS previous
		  FROM (
		    SELECT unnest(ids) AS id, after
		    FROM (
		      SELECT ARRAY[$calls] AS ids, clock_timestamp() AS after
		        FROM generate_series(1, 62500) OFFSET 0) AS generated
		    OFFSET 0) AS single) AS neighbours;
		SELECT $time(id) <= clock_timestamp() AS not_ahead FROM (SELECT $calls[0] OFFSET 0) AS next (id);
	});
	is($report, "2000000|0|t|0\nt", "2,000,000 $name in a tight loop: some share a tick, none is ahead");
}

$fault->calm;

# The promise is the session's, not the transaction's: it outlives errors,
# rollbacks, functions and the other forms
my $make = 'SELECT uuid_generate_v7() AS v7, uuid_generate_v6() AS v6,
	  uuid_generate_v8_node(3) AS v8 \gset';
my $keep = q{INSERT INTO seen (v7, v6, v8) VALUES (:'v7', :'v6', :'v8');};
$report = value($node, qq{
	\\set ON_ERROR_STOP off
	CREATE TEMP SEQUENCE n;
	CREATE TEMP TABLE seen (n integer DEFAULT nextval('n'), v7 text, v6 text, v8 text);
	CREATE FUNCTION pg_temp.all(OUT v7 uuid, OUT v6 uuid, OUT v8 uuid) LANGUAGE plpgsql AS
	  'BEGIN v7 := uuid_generate_v7(); v6 := uuid_generate_v6(); v8 := uuid_generate_v8_node(2); END';
	$make
	$keep BEGIN;
	$make
	ROLLBACK; $keep BEGIN; SAVEPOINT s;
	$make
	SELECT uuid_generate_v7('infinity'), uuid_generate_v6('infinity'), uuid_generate_v8_node(65536);
	ROLLBACK TO s; $keep COMMIT;
	SELECT uuid_generate_v7('10889-01-01'), uuid_generate_v6('5236-01-01') \\g /dev/null
	SET uuidx.entropy_pool = off;
	$make
	$keep DISCARD PLANS; SET uuidx.entropy_pool = on;
	INSERT INTO seen (v7, v6, v8) SELECT * FROM pg_temp.all();
	SELECT count(*), array_agg(n ORDER BY v7 COLLATE "C") = array_agg(n ORDER BY n),
	  array_agg(n ORDER BY v6 COLLATE "C") = array_agg(n ORDER BY n),
	  array_agg(n ORDER BY v8 COLLATE "C") = array_agg(n ORDER BY n) FROM seen});
is($report, '5|t|t|t', 'order holds across transactions, errors, functions and settings');

done_testing();
