# Plans that rely on the clock's going on, when it is set back between planning and execution.  What
# a cached plan returns is what the exact condition means at that moment, or it is refused with
# 40001 and right when tried again.  libfaketime moves the clock under live sessions.
#
# In make test: nothing else sets the clock back between planning and execution.
# Two servers are enough: the oldest and the newest.

use UuidxTest;

my $node = clock_node('planner_clock', '2035-03-31 12:00:00');

# A partition a day, a row every three hours; and the same rows in one table, whose plan relies on
# nothing
value($node, q{
	CREATE TABLE orders (id uuid CHECK (uuid_is_v7(id)), n integer) PARTITION BY RANGE (id);
	CREATE TABLE history (id uuid, n integer) PARTITION BY RANGE (id uuid_time_ops);
	SELECT format('CREATE TABLE orders_%s PARTITION OF orders FOR VALUES FROM (%L) TO (%L);
	    CREATE TABLE history_%1$s PARTITION OF history FOR VALUES FROM (%4$L) TO (%5$L)', i,
	    uuid_v7_lower(t), uuid_v7_lower(t + day), uuid_time_lower(t), uuid_time_lower(t + day))
	  FROM generate_series(0, 79) AS i, (VALUES (interval '1 day')) AS d (day),
	    LATERAL (SELECT timestamptz '2035-02-15' + i * day) AS s (t) \gexec
	CREATE TABLE orders_other PARTITION OF orders DEFAULT;
	CREATE TABLE history_other PARTITION OF history DEFAULT;
	CREATE TABLE plain (id uuid, n integer);
	INSERT INTO plain SELECT uuid_generate_v7(t), row_number() OVER (ORDER BY t)
	  FROM generate_series(timestamptz '2034-01-01', '2035-06-01', '3 hours') AS t;
	INSERT INTO orders SELECT * FROM plain;
	INSERT INTO history SELECT CASE WHEN n % 2 = 0 THEN id ELSE uuid_generate_v6(uuid_time(id)) END, n FROM plain;
	ANALYZE});

my $noon = '2035-03-31 12:00:00';
my $session = uuidx_session($node);

# Plans a query at noon, whose rows are those of a condition
sub plan_at_noon
{
	my ($table, $where) = @_;

	set_clock($noon);
	$session->query_safe("SET plan_cache_mode = force_generic_plan; DEALLOCATE ALL;
		PREPARE q AS SELECT count(*), min(n), max(n) FROM $table WHERE $where; EXECUTE q");
	return;
}

# --- Set back, and forward: refused and then right, or right at once
foreach my $condition (
	[ 'orders', q{id >= now() - interval '1 hour'} ],
	[ 'orders', 'uuid_time(id) > CURRENT_TIMESTAMP(0)' ],
	[ 'orders', q{id <@ tstzrange(statement_timestamp() - interval '100 hours', NULL)} ],
	[ 'history', q{uuid_time(id) >= now() - interval '30 minutes'} ],
	[ 'history', q{id ~>~ transaction_timestamp() - interval '3 hours'} ])
{
	foreach my $step (
		[ 'not at all', $noon, '' ],
		[ 'almost an hour', '2035-03-31 11:00:03', '' ],
		[ 'an hour', '2035-03-31 11:00:00', '40001' ],
		[ 'a year', '2034-03-31 12:00:00', '40001' ],
		[ 'forward by a month', '2035-04-30 12:00:00', '' ])
	{
		my ($name, $time, $expected) = @$step;
		my ($table, $where) = @$condition;

		$name = "$table, $where, set back $name";
		plan_at_noon($table, $where);
		set_clock($time);
		my ($rows, $state) = $session->attempt('EXECUTE q');
		my $right = $session->query_safe("SET uuidx.planner = off;
			SELECT count(*), min(n), max(n) FROM plain WHERE $where; RESET uuidx.planner");

		is($state, $expected, "$name: " . ($expected ? 'refused' : 'not refused'));
		is($rows, $right, "$name: right") if !$expected;
		is($session->query_safe('EXECUTE q'), $right, "$name: right again");
	}
}

# --- Whatever holds the plan
value($node, q{
	CREATE FUNCTION in_plpgsql() RETURNS bigint LANGUAGE plpgsql AS
	  $$BEGIN RETURN (SELECT count(*)
	    FROM orders WHERE uuid_time(id) >= now() - interval '3 hours' AND uuid_time(id) <= now()); END$$;
	CREATE FUNCTION in_sql_standard() RETURNS bigint LANGUAGE sql VOLATILE
	  BEGIN ATOMIC SELECT count(*) FROM orders WHERE id >= now() - interval '3 hours' AND id <= now(); END});
my $parallel = q{SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0;
	SET min_parallel_table_scan_size = 0; SET min_parallel_index_scan_size = 0;};
my $counted = q{SELECT count(*) FROM orders WHERE id >= now() - interval '3 hours' AND id <= now()};
foreach my $call (
	'SELECT in_plpgsql()', 'SELECT in_sql_standard()', 'EXECUTE q', "$parallel EXECUTE q")
{
	set_clock($noon);
	$session->quit;
	$session = uuidx_session($node);
	$session->query_safe("SET plan_cache_mode = force_generic_plan; PREPARE q AS $counted");
	is($session->query_safe($call), 2, "$call: two rows in three hours");
	set_clock('2035-01-15 12:00:00');
	my ($rows, $state) = $session->attempt($call);
	# a function in SQL may be planned at every call
	like("$rows$state", $call =~ /standard/ ? qr/^(40001|2)$/ : qr/^40001$/,
		"$call: refused when the clock is set back");
	is($session->query_safe($call), 2, "$call: and right then");
}

# EXPLAIN alone never refuses; with ANALYZE it executes
plan_at_noon('orders', 'id >= now()');
set_clock('2034-03-31 12:00:00');
like($session->query_safe('EXPLAIN (COSTS OFF) EXECUTE q'), qr/Scan/,
	'EXPLAIN shows the plan that will be refused');
is(($session->attempt('EXPLAIN (ANALYZE) EXECUTE q'))[1], '40001', 'EXPLAIN ANALYZE is refused');

# What it says
plan_at_noon('orders', 'id >= now()');
set_clock('2034-03-31 12:00:00');
$session->query("\\set VERBOSITY default\nEXECUTE q");
like($session->{stderr},
	qr/ERROR:  system clock was set back since the query was planned\n.*HINT:  Retry the transaction/s,
	'the error says what to do');
$session->{stderr} = '';

# In one transaction the clock of the statement can be behind that of the transaction
plan_at_noon('orders', 'id >= statement_timestamp()');
$session->query_safe('BEGIN; SELECT now()');
set_clock('2035-03-20 12:00:00');
is(($session->attempt('EXECUTE q'))[1], '40001', 'a step within a transaction is noticed');
$session->query_safe('ROLLBACK');
set_clock($noon);
$session->query_safe('BEGIN; SELECT now()');
set_clock('2035-03-20 12:00:00');
is($session->query_safe('SELECT count(*) FROM orders WHERE id >= statement_timestamp() AND id < now()'),
	$session->query_safe('SELECT count(*) FROM plain WHERE id >= statement_timestamp() AND id < now()'),
		'and what is planned then is right');
$session->query_safe('ROLLBACK');

set_clock('+0');
$session->quit;

done_testing();
