# Cached plans with expressions of the clock in time zones that are far from themselves: what
# was planned in another zone is refused once, then the rows are right.  And what such a plan
# leaves out while it is planned.  planner_explorer_long.pl has the rows in other zones.
#
# One server is enough: nothing in it depends on the version of the server.
# Only in make test-all: sql/calendar.sql has time zones, too.

use FindBin;
use lib "$FindBin::RealBin/lib";
use UuidxTest;

my $start = '2035-11-22 12:00:00';
my $node = clock_node('planner_zones', $start, conf => "session_preload_libraries = 'uuidx'");

value($node, q{
	CREATE TABLE events (id uuid CHECK (uuid_is_v7(id)), n integer) PARTITION BY RANGE (id);
	CREATE TABLE events_first PARTITION OF events FOR VALUES FROM (MINVALUE) TO (uuid_v7_lower('1990-01-01'));
	CREATE TABLE events_past PARTITION OF events FOR VALUES FROM
	  (uuid_v7_lower('1990-01-01')) TO (uuid_v7_lower('2034-01-02'));
	CREATE TABLE events_last PARTITION OF events DEFAULT;
	CALL uuid_v7_create_partitions('events', '2034-01-02', '2036-01-01', '1 week');
	INSERT INTO events SELECT uuid_generate_v7(t), row_number() OVER (ORDER BY t)
	  FROM (SELECT generate_series(timestamptz '2034-06-01', '2036-02-01', '3 hours')
	    UNION SELECT generate_series(timestamptz '1970-01-01', '2034-01-01', '1 month')) AS s (t);
	ANALYZE});

# Offsets of 16 hours and more: what was planned in another time zone, and depends on how far
# that is from UTC, is refused here
my $wide = 'X-20Y+20,M3.2.0,M11.1.0';

#
# Refused once, then planned again; but not what is the same in every time zone
#
set_clock($start);
foreach my $case (
	[ q{date_trunc('day', now())}, '40001' ], [ q{date_trunc('hour', now())}, '00000' ],
		[ q{now() - interval '1 day'}, '40001' ], [ q{now() - interval '24 hours'}, '00000' ],
	[ q{date_trunc('day', now(), 'Asia/Tokyo')}, '00000' ],
		[ q{date_trunc('day', now() AT TIME ZONE 'Asia/Tokyo')::timestamptz}, '40001' ],
	[ q{date_trunc('day', now() AT TIME ZONE 'Asia/Tokyo') AT TIME ZONE 'Asia/Tokyo'}, '00000' ],
	[ q{current_date}, '40001' ])
{
	my ($expression, $state) = @$case;
	my $session = uuidx_session($node, 'postgres', on_error_stop => 0);
	my $query = "SELECT count(*), min(n) FROM events WHERE id >= $expression";
	my ($output) = $session->query(join "\n", "SET timezone = 'UTC'; SET plan_cache_mode = force_generic_plan;
		PREPARE q AS $query; EXECUTE q;", '\echo', "SET timezone = '$wide';",
		'EXECUTE q;', '\echo :SQLSTATE', 'EXECUTE q;', '\echo :SQLSTATE', "SET uuidx.planner = off; $query;");
	my ($first, $right) = $output =~ /\n\n((?:.*\n)?\d{5})\n.*\n00000\n(.*)\z/;

	is($first, $state eq '00000' ? "$right\n$state" : $state,
		"since $expression: " . ($state eq '00000' ? 'right rows' : 'refused'));
	like($output, qr/\n\Q$right\E\n00000\n\Q$right\E\z/, "since $expression: the second time the rows are right");
	$session->quit;
}

#
# What is left out: of 365 partitions of a day, the last of which is today's
#
set_clock($start);
value($node, q{
	CREATE TABLE days (id uuid CHECK (uuid_is_v7(id)), n integer) PARTITION BY RANGE (id);
	CALL uuid_v7_create_partitions('days', date_trunc('day', now()) - interval '364 days',
	  date_trunc('day', now()) + interval '1 day', '1 day');
	INSERT INTO days SELECT uuid_generate_v7(now() - n * interval '1 hour'), n FROM generate_series(0, 363 * 24) AS n});
is(value($node, q{SELECT count(*) FROM pg_inherits WHERE inhparent = 'days'::regclass}), 365, 'partitions');
foreach my $case (
	[ q{now() - interval '1 hour'}, 1, 1 ], [ q{now() - interval '12 hours 30 minutes'}, 2, 2 ],
		[ q{date_trunc('day', now())}, 5, 1 ],
	[ q{date_trunc('hour', now())}, 4, 1 ], [ q{now() - interval '7 days'}, 10, 8 ],
		[ q{current_date}, 3, 1 ], [ q{current_date - 7}, 10, 8 ], [ q{date_trunc('week', now())}, 12, 4 ],
	[ q{date_trunc('month', now())}, 36, 22 ], [ q{now() - interval '1 month'}, 36, 32 ])
{
	my ($expression, $most, $exact) = @$case;
	my $query = "SELECT count(*) FROM days WHERE id >= $expression";
	my $planned = () = value($node, "EXPLAIN (COSTS OFF) $query") =~ /Scan.* on days_/g;
	my @executed = grep { !/never executed/ } value($node,
		"EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) $query") =~ /(Scan.* on days_.*)/g;

	cmp_ok($planned, '<=', $most, "since $expression: few partitions are planned");
	is(scalar @executed, $exact, "since $expression: only those with rows are read");
	is(value($node, $query), value($node, "SET uuidx.planner = off; $query"), "since $expression: the rows");
}

$node->stop;
done_testing();
