# Plans that rely on the clock's going on, when it does not: set back between planning
# and execution, at the ends of months.  What a cached plan
# returns is what the exact condition means at that moment, or it is refused with
# 40001 and right when tried again.  libfaketime moves the clock under live sessions.
#
# In make test: nothing else sets the clock back between planning and execution.
# Two servers are enough: the oldest and the newest.

use UuidxTest;

my $node = clock_node('planner_clock', '2035-03-31 12:00:00');

# A partition a day, a row every three hours; the same rows in one table, whose plan
# relies on nothing; and what ended in January
value($node, q{
	CREATE TABLE orders (id uuid CHECK (uuid_is_v7(id)), n integer) PARTITION BY RANGE (id);
	CREATE TABLE history (id uuid, n integer) PARTITION BY RANGE (id uuid_time_ops);
	CREATE TABLE ended (id uuid CHECK (uuid_is_v7(id)), n integer) PARTITION BY RANGE (id);
	CREATE TABLE ended_all PARTITION OF ended FOR VALUES FROM (MINVALUE) TO (uuid_v7_lower('2035-02-01'));
	CREATE TABLE orders_first PARTITION OF orders FOR VALUES FROM (MINVALUE) TO (uuid_v7_lower('2035-02-15'));
	CREATE TABLE history_first PARTITION OF history FOR VALUES FROM (MINVALUE) TO (uuid_time_lower('2035-02-15'));
	DO $$
	DECLARE
	  t timestamptz;
	BEGIN
	  FOR i IN 0 .. 79 LOOP
	    t := timestamptz '2035-02-15' + i * interval '1 day';
	    EXECUTE format('CREATE TABLE orders_%s PARTITION OF orders FOR VALUES FROM (%L) TO (%L)', i,
	      uuid_v7_lower(t), uuid_v7_lower(t + interval '1 day'));
	    EXECUTE format('CREATE TABLE history_%s PARTITION OF history FOR VALUES FROM (%L) TO (%L)', i,
	      uuid_time_lower(t), uuid_time_lower(t + interval '1 day'));
	  END LOOP;
	END
	$$;
	CREATE TABLE orders_last PARTITION OF orders DEFAULT;
	CREATE TABLE history_last PARTITION OF history DEFAULT;
	CREATE TABLE plain (id uuid, n integer);
	INSERT INTO plain SELECT uuid_generate_v7(t), row_number() OVER (ORDER BY t)
	  FROM generate_series(timestamptz '2034-01-01', '2035-06-01', '3 hours') AS t;
	INSERT INTO orders SELECT * FROM plain;
	INSERT INTO history SELECT CASE WHEN n % 2 = 0 THEN id ELSE uuid_generate_v6(uuid_time(id)) END, n FROM plain;
	INSERT INTO ended SELECT * FROM plain WHERE id < '2035-02-01'::timestamptz;
	ANALYZE});

my @steady = (
	[ 'orders', q{id >= %s}, q{now() - interval '1 hour'} ],
	[ 'orders', q{uuid_time(id) > %s}, 'CURRENT_TIMESTAMP(0)' ],
	[ 'orders', q{id <@ tstzrange(%s, NULL)}, q{statement_timestamp() - interval '100 hours'} ],
	[ 'history', q{uuid_time(id) >= %s}, q{now() - interval '30 minutes'} ],
	[ 'history', q{id ~>~ %s}, q{transaction_timestamp() - interval '3 hours'} ],
	[ 'ended', q{id >= %s}, 'now()' ]);
my $session = uuidx_session($node);

# Prepares and plans each condition, at that time and in that time zone
sub plan_at
{
	my ($time, $zone, @conditions) = @_;
	my $i = 0;

	set_clock($time);
	$session->query_safe(join "\n",
		"DEALLOCATE ALL; SET timezone = '$zone'; SET plan_cache_mode = force_generic_plan;", '\\set VERBOSITY sqlstate',
		map { my $where = sprintf $_->[1], $_->[2]; $i++; "PREPARE q$i AS SELECT count(*), min(n), max(n)
			FROM $_->[0] WHERE $where; EXECUTE q$i;" } @conditions);
	return;
}

# Executes them at another time, in another zone: how many are refused, and whether
# what is not, and what is when tried again, returns what the condition means
sub execute_at
{
	my ($time, $zone, @conditions) = @_;
	my ($refused, @wrong) = (0);

	set_clock($time);
	my $sql = "SET timezone = '$zone';\n";
	for my $i (1 .. @conditions)
	{
		my ($table, $where, $expression) = @{ $conditions[ $i - 1 ] };

		$where = sprintf $where, $expression;
		$where .= q{ AND id < '2035-02-01'::timestamptz} if $table eq 'ended';
		$sql .= "\\echo $i\nEXECUTE q$i;\n\\echo :SQLSTATE\nEXECUTE q$i;\n"
		  . "SET uuidx.planner = off; SELECT count(*), min(n), max(n) FROM plain WHERE $where; RESET uuidx.planner;\n";
	}
	my ($output) = $session->query($sql);
	$session->{stderr} = '';
	my @lines = split /\n/, $output;
	for my $i (1 .. @conditions)
	{
		shift(@lines) eq $i or die "unexpected output: $output";
		my $first = shift @lines;
		my $state = $first;

		# without rows there is an error alone
		$state = shift @lines if $first =~ /\|/;
		$refused++ if $state eq '40001';
		my ($second, $right) = (shift @lines, shift @lines);
		push @wrong, "$conditions[$i - 1][2]: $first, then $second, but is $right"
		  if $second ne $right || ($state eq '00000' && $first ne $right) || $state !~ /^(00000|40001)$/;
	}
	return ($refused, @wrong);
}

sub right
{
	my ($name, $expected, $refused, @wrong) = @_;

	is(scalar @wrong, 0, "$name: right rows") or diag join "\n", @wrong[ 0 .. ($#wrong < 5 ? $#wrong : 5) ];
	is($refused, $expected, "$name: " . ($expected ? 'refused' : 'not refused'));
	return;
}

# --- Set back, and forward
foreach my $step (
	[ 'not at all', '2035-03-31 12:00:00', 0 ],
	[ 'almost an hour', '2035-03-31 11:00:03', 0 ],
	[ 'an hour', '2035-03-31 11:00:00', 1 ],
	[ 'a day', '2035-03-30 12:00:00', 1 ],
	[ 'three days', '2035-03-28 12:00:00', 1 ],
	[ 'a year', '2034-03-31 12:00:00', 1 ],
	[ 'forward by a month', '2035-04-30 12:00:00', 0 ])
{
	my ($name, $time, $refused) = @$step;

	foreach my $condition (@steady)
	{
		plan_at('2035-03-31 12:00:00', 'UTC', $condition);
		right("$condition->[0] since $condition->[2], set back $name", $refused, execute_at($time, 'UTC', $condition));
	}

	# one that is refused takes the others with it
	plan_at('2035-03-31 12:00:00', 'UTC', @steady);
	right("all, set back $name", $refused, execute_at($time, 'UTC', @steady));
}

# --- Whatever holds the plan
value($node, q{
	CREATE FUNCTION in_plpgsql() RETURNS bigint LANGUAGE plpgsql AS
	  $$BEGIN RETURN (SELECT count(*)
	    FROM orders WHERE uuid_time(id) >= now() - interval '3 hours' AND uuid_time(id) <= now()); END$$;
	CREATE FUNCTION in_plpgsql_loop() RETURNS bigint LANGUAGE plpgsql AS
	  $$DECLARE i bigint := 0; r record; BEGIN FOR r IN SELECT FROM orders
	    WHERE id >= now() - interval '3 hours' AND id <= now() LOOP i := i + 1; END LOOP; RETURN i; END$$;
	CREATE FUNCTION in_sql() RETURNS bigint LANGUAGE sql VOLATILE AS
	  $$SELECT count(*) FROM orders WHERE id >= now() - interval '3 hours' AND id <= now()$$;
	CREATE FUNCTION in_sql_standard() RETURNS bigint LANGUAGE sql VOLATILE
	  BEGIN ATOMIC SELECT count(*) FROM orders WHERE id >= now() - interval '3 hours' AND id <= now(); END});
my $parallel = q{SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0;
	SET min_parallel_table_scan_size = 0; SET min_parallel_index_scan_size = 0;};
my $counted = q{SELECT count(*) FROM orders WHERE id >= now() - interval '3 hours' AND id <= now()};
foreach my $call (
	'SELECT in_plpgsql()', 'SELECT in_plpgsql_loop()', 'SELECT in_sql()',
		'SELECT in_sql_standard()', 'EXECUTE q', "$parallel EXECUTE q",
	'WITH w AS MATERIALIZED (SELECT in_plpgsql() AS n) SELECT n FROM w')
{
	set_clock('2035-03-31 12:00:00');
	$session->quit;
	$session = uuidx_session($node);
	$session->query_safe("SET plan_cache_mode = force_generic_plan; PREPARE q AS $counted");
	is($session->query_safe($call), 2, "$call: two rows in three hours");
	set_clock('2035-01-15 12:00:00');
	my ($output) = $session->query("\\set VERBOSITY sqlstate\n$call;\n\\echo :SQLSTATE\n");
	$session->{stderr} = '';
	# a function in SQL may be planned at every call
	like($output, $call =~ /sql(_standard)?\(\)/ ? qr/^(40001|2\n00000)$/ : qr/^40001$/,
		"$call: refused when the clock is set back");
	is($session->query_safe($call), 2, "$call: and right then");
}

# EXPLAIN alone never refuses; with ANALYZE it executes
plan_at('2035-03-31 12:00:00', 'UTC', $steady[0]);
set_clock('2034-03-31 12:00:00');
like($session->query_safe('EXPLAIN (COSTS OFF) EXECUTE q1'), qr/Scan/, 'EXPLAIN shows the plan that will be refused');
is(($session->attempt('EXPLAIN (ANALYZE) EXECUTE q1'))[1], '40001', 'EXPLAIN ANALYZE is refused');

# What it says
plan_at('2035-03-31 12:00:00', 'UTC', $steady[0]);
set_clock('2034-03-31 12:00:00');
$session->query("\\set VERBOSITY default\nEXECUTE q1");
like($session->{stderr},
	qr/ERROR:  system clock was set back since the query was planned\n.*HINT:  Retry the transaction/s,
	'the error says what to do');
$session->{stderr} = '';

# In one transaction the clock of the statement can be behind that of the transaction
plan_at('2035-03-31 12:00:00', 'UTC', [ 'orders', 'id >= %s', 'statement_timestamp()' ]);
$session->query_safe('BEGIN; SELECT now()');
set_clock('2035-03-20 12:00:00');
is(($session->attempt('EXECUTE q1'))[1], '40001', 'a step within a transaction is noticed');
$session->query_safe('ROLLBACK');
set_clock('2035-03-31 12:00:00');
$session->query_safe('BEGIN; SELECT now()');
set_clock('2035-03-20 12:00:00');
is($session->query_safe('SELECT count(*) FROM orders WHERE id >= statement_timestamp() AND id < now()'),
	$session->query_safe('SELECT count(*) FROM plain WHERE id >= statement_timestamp() AND id < now()'),
		'and what is planned then is right');
$session->query_safe('ROLLBACK');

set_clock('+0');
$session->quit;

done_testing();
