# Promise 6: 200,000 UUIDs in the order by time, sorted in memory, on disk and in parallel, as their operators
# compare them, which the unit test compares with functions that read one bit after the other.
#
# Only in make test-all: takes a minute; sql/uuid_time_ops*.sql notice most of this, and have every strategy.
# Two servers are enough: the oldest and the newest.

use UuidxTest;

my $node = uuidx_node('time_order',
	conf => "fsync = off\nmaintenance_work_mem = 64MB\nwork_mem = 64MB\ntimezone = 'UTC'");

# UUIDs of several versions with the same times, and of any version
value($node, q{
	CREATE EXTENSION amcheck;
	CREATE TABLE ids AS
	SELECT CASE n % 4 WHEN 0 THEN uuid_generate_v7(t) WHEN 1 THEN uuid_generate_v6(t)
	  WHEN 2 THEN uuid_v6_to_v1(uuid_generate_v6(t)) ELSE md5(n::text)::uuid END AS id, n
	FROM generate_series(1, 200000) AS n,
	  LATERAL (SELECT timestamptz '2026-01-01Z' + n % 50000 * interval '11 us') AS s (t) ORDER BY md5(n::text);
	VACUUM ANALYZE ids});

# Sorted on disk, in memory, and in parallel: each is in the order of the one before it
my $sorted = 'SELECT count(*), count(*) FILTER (WHERE NOT previous %1$s id) FROM (SELECT id, lag(id) OVER () AS previous
	FROM (SELECT id FROM ids ORDER BY id USING %1$s) AS s) AS neighbors';
my ($in_order, $reverse) = map { sprintf($sorted, $_) } '~<~', '~>~';
my $no_parallel = 'SET max_parallel_workers_per_gather = 0;';
my $parallel = q{SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
	SET min_parallel_index_scan_size = 0; SET max_parallel_workers_per_gather = 2;};
is(value($node, "$no_parallel SET work_mem = '1MB'; $in_order"), '200000|0', 'sort on disk');
is(value($node, "$no_parallel $reverse"), '200000|0', 'sort in memory, descending');
like(value($node, "$parallel EXPLAIN (COSTS off) SELECT id FROM ids ORDER BY id USING ~<~"),
	qr/Gather Merge.*Sort/s, 'parallel sort: the plan');
is(value($node, "$parallel $in_order"), '200000|0', 'parallel sort');

# many values under one abbreviated key: it is given up on the way
is(value($node, q{
	CREATE TABLE alike AS SELECT n, ('017f22e2-79b0-7cc3-8000-' || lpad(to_hex(n), 12, '0'))::uuid AS id
	  FROM generate_series(1, 50000) AS n
	  UNION ALL SELECT 50000 + n, ('017f22e2-79b0-7cc4-8000-' || lpad(to_hex(n), 12, '0'))::uuid
	    FROM generate_series(1, 10) AS n;
	SELECT count(*) FILTER (WHERE n <> expected) FROM (SELECT n, row_number() OVER () AS expected
	  FROM (SELECT n FROM (SELECT * FROM alike ORDER BY md5(n::text) OFFSET 0) AS a ORDER BY id USING ~<~) AS s) AS s;
	CREATE INDEX alike_time ON alike (id uuid_time_ops);
	SELECT bt_index_parent_check('alike_time', true, true);
}),
	"0\n", 'sort of values that are alike in their first 64 bits');
foreach my $table ('alike', 'ids')
{
	$node->psql('postgres', "SET enable_indexscan = off; SET enable_indexonlyscan = off; SET trace_sort = on; SET
		client_min_messages = log; SELECT count(*) FROM (SELECT id FROM $table ORDER BY id USING ~<~ OFFSET 0) AS s",
		stderr => \my $log);
	my $given_up = $log =~ /uuid_time_ops: abbreviation given up/;
	is(!!$given_up, $table eq 'alike', "abbreviated keys of $table are " . ($table eq 'alike' ? 'given up' : 'kept'));
	like($log, qr/begin tuple sort|begin datum sort/, 'the sort is traced');
}

# Infinite intervals, which 17 brought: every instant, and still no UUID without one
SKIP:
{
	skip 'no infinite intervals in this server', 2 if $node->pg_version < 17;

	is(value($node, q{SELECT uuid_time(id) IS NULL AS timeless, min(frame) = count(*), max(frame) = count(*) FROM (
		  SELECT id, count(*) OVER (ORDER BY id
		    USING ~<~ RANGE BETWEEN 'infinity' PRECEDING AND 'infinity' FOLLOWING) AS frame
		  FROM ids WHERE n % 101 = 0) AS s GROUP BY 1 ORDER BY 1}),
		"f|t|t\nt|t|t", 'frames of an infinite interval');
	is(state_of($node,
		q{SELECT count(*) OVER (ORDER BY id USING ~<~ RANGE BETWEEN '-infinity' PRECEDING AND CURRENT ROW) FROM ids}),
		'22013', 'a negative infinite interval');
}

done_testing();
