
# Cached plans with expressions of the clock, planned in one time zone and run in
# others, at the same time or later: the rows are those that the expression means where
# and when it runs, however it truncates, casts and moves.  And what such a plan leaves
# out while it is planned.
#
# One server is enough: nothing in it depends on the version of the server.
# Only in make test-all: takes a minute; sql/calendar.sql has time zones, too.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::RealBin/lib";
use PostgreSQL::Test::Utils;
use Test::More;
use UuidxTest qw(:DEFAULT faketime_env set_clock);

my $faketime = faketime_library();
plan skip_all => 'libfaketime is not installed' unless defined $faketime;

my $start = '2035-11-22 12:00:00';
set_clock($start);
my $node = uuidx_node(
	'planner_zones',
	env => faketime_env($faketime),
	conf => "timezone = 'UTC'\nlog_timezone = 'UTC'\njit = off\nsession_preload_libraries = 'uuidx'");

value(
	$node, q{
	CREATE TABLE plain (id uuid, n integer);
	INSERT INTO plain SELECT uuid_generate_v7(t), row_number() OVER (ORDER BY t)
	  FROM (SELECT generate_series(timestamptz '2034-06-01', '2036-02-01', '3 hours') UNION SELECT generate_series(timestamptz '1970-01-01', '2034-01-01', '1 month')) AS s (t);
	CREATE TABLE events (id uuid CHECK (uuid_is_v7(id)), n integer) PARTITION BY RANGE (id);
	CREATE TABLE events_first PARTITION OF events FOR VALUES FROM (MINVALUE) TO (uuid_v7_lower('1990-01-01'));
	CREATE TABLE events_past PARTITION OF events FOR VALUES FROM (uuid_v7_lower('1990-01-01')) TO (uuid_v7_lower('2034-01-02'));
	CREATE TABLE events_last PARTITION OF events DEFAULT;
	CALL uuid_v7_create_partitions('events', '2034-01-02', '2036-01-01', '1 week');
	INSERT INTO events TABLE plain;
	ANALYZE});

my @zones = (
	'UTC', 'America/New_York', 'Asia/Tokyo', 'FAR-167', 'FAR+167', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Kathmandu', 'Africa/Cairo',
	'<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45');

# More than 26 hours between the offsets of a time zone: what was planned in another one, and
# derived from its changes, is refused here
my @wide = ('X-20Y+20,M3.2.0,M11.1.0', 'X-167Y+167,M11.1.0,M3.2.0');

# Expressions that have been wrong, or are likely to be
my @expressions = (
	q{date_trunc('quarter', date_trunc('year', now()), 'UTC')}, q{date_trunc('week', date_trunc('year', current_timestamp, 'Asia/Kathmandu'))},
	q{date_trunc('week', now()::timestamp AT TIME ZONE 'Europe/Berlin')}, q{date_trunc('month', date_trunc('month', now(), 'Africa/Cairo')) - interval '1 mon 1 hour'},
	q{date_trunc('month', now())}, q{date_trunc('day', now())}, q{date_trunc('year', date_trunc('decade', now(), 'Asia/Tokyo'))}, q{date_trunc('week', now(), 'FAR-167')},
	q{current_date}, q{current_date - 30}, q{current_date + interval '1 month -1 day'}, q{localtimestamp}, q{localtimestamp - interval '1 month'},
	q{(now() AT TIME ZONE 'FAR+167')::timestamptz}, q{now()::timestamp::date::timestamptz}, q{date_trunc('month', now() AT TIME ZONE 'FAR-167') AT TIME ZONE 'FAR-167'},
	q{date_trunc('century', now())}, q{date_trunc('month', current_date::timestamptz, 'Africa/Cairo')::date}, q{greatest(now() - interval '1 week', current_date)},
	q{least(date_trunc('quarter', now()), current_date::timestamptz)});

# And any nesting: the same ones each time
srand(20);
sub one_of { return $_[ int rand @_ ] }
sub zone { return "'" . one_of(@zones) . "'" }
sub unit { return "'" . one_of(qw(minute hour day week month quarter year decade)) . "'" }

sub interval
{
	return one_of('+', '-') . " interval '"
	  . one_of('1 month', '1 month -1 hour', '1 day', '36 hours', '3 days', '2 weeks', '1 year', '1 minute', '11 months 30 days', '-1 month 31 days') . "'";
}

sub with_time_zone
{
	my ($depth) = @_;

	return one_of('now()', 'current_timestamp', 'statement_timestamp()', 'current_timestamp(0)') if $depth == 0;
	return one_of(
		sub { 'date_trunc(' . unit() . ', ' . with_time_zone($depth - 1) . ')' },
		sub { 'date_trunc(' . unit() . ', ' . with_time_zone($depth - 1) . ', ' . zone() . ')' },
		sub { '(' . without_time_zone($depth - 1) . ' AT TIME ZONE ' . zone() . ')' },
		sub { without_time_zone($depth - 1) . '::timestamptz' },
		sub { date($depth - 1) . '::timestamptz' },
		sub { '(' . with_time_zone($depth - 1) . ' ' . interval() . ')' },
		sub { with_time_zone($depth - 1) . '::timestamptz(0)' },
		sub { one_of('least', 'greatest') . '(' . with_time_zone($depth - 1) . ', ' . with_time_zone($depth - 1) . ')' })->();
}

sub without_time_zone
{
	my ($depth) = @_;

	return 'localtimestamp' if $depth <= 0;
	return one_of(
		sub { '(' . with_time_zone($depth - 1) . ' AT TIME ZONE ' . zone() . ')' },
		sub { with_time_zone($depth - 1) . '::timestamp' },
		sub { 'date_trunc(' . unit() . ', ' . without_time_zone($depth - 1) . ')' },
		sub { '(' . without_time_zone($depth - 1) . ' ' . interval() . ')' },
		sub { date($depth - 1) . '::timestamp' })->();
}

sub date
{
	my ($depth) = @_;

	return 'current_date' if $depth <= 0;
	return one_of(
		sub { with_time_zone($depth - 1) . '::date' },
		sub { without_time_zone($depth - 1) . '::date' },
		sub { '(' . date($depth - 1) . one_of(' + ', ' - ') . one_of(1, 7, 40) . ')' })->();
}

push @expressions, map { one_of(\&with_time_zone, \&with_time_zone, \&without_time_zone, \&date)->(1 + $_ % 4) } 1 .. 60;

# The conditions, by turns by the operator and of the extracted time
my @conditions = map { $_ % 3 ? "uuid_time(id) >= $expressions[$_]" : "id > ($expressions[$_])::timestamptz" } 0 .. $#expressions;

foreach my $planned ($start, '2035-01-01 00:30:00', '2035-04-01 23:30:00')
{
	foreach my $zone (@zones[ 0, 1, 3 ], $wide[0])
	{
		my $session = uuidx_session($node, 'postgres', on_error_stop => 0);
		my @wrong;

		set_clock($planned);
		$session->query_safe(join "\n", "SET timezone = '$zone'; SET plan_cache_mode = force_generic_plan;",
			map { "PREPARE q$_ AS SELECT count(*), min(n), max(n) FROM events WHERE $conditions[$_]; EXECUTE q$_;" } 0 .. $#conditions);
		foreach my $later ($planned, one_of('2035-11-22 12:00:01', '2035-11-30 23:59:59', '2035-12-01 00:00:00', '2036-01-01 05:00:00', '2035-11-25 02:00:00'))
		{
			set_clock($later);
			foreach my $other ($zone eq 'UTC' && $later eq $planned ? @zones : $zone =~ /^X/ ? (@wide, 'UTC', one_of(@zones)) : (one_of(@zones), one_of(@zones), 'FAR-167'))
			{
				my ($output) = $session->query(join "\n", "\\set VERBOSITY sqlstate\nSET timezone = '$other';",
					map { "\\echo $_\nEXECUTE q$_;\nSET uuidx.planner = off; SELECT count(*), min(n), max(n) FROM plain WHERE $conditions[$_]; RESET uuidx.planner;" } 0 .. $#conditions);
				my %answers = map { (split /\n/, $_, 2)[ 0, 1 ] } split /^(?=\d+$)/m, $output;

				foreach my $i (0 .. $#conditions)
				{
					my ($got, $right) = split /\n/, $answers{$i} // '';

					push @wrong, "$conditions[$i] at $later in $other: $answers{$i}" if !defined $right || $got ne $right;
				}
				push @wrong, $session->{stderr} if $session->{stderr} =~ /ERROR/;
				$session->{stderr} = '';
			}
		}
		is(scalar @wrong, 0, "planned at $planned in $zone: right rows in any zone") or diag join "\n", @wrong[ 0 .. ($#wrong < 5 ? $#wrong : 5) ];
		$session->quit;
	}
}

#
# Refused once, then planned again; but not what depends on no change of the clocks
#
set_clock($start);
foreach my $case (
	[ q{date_trunc('day', now())}, '40001' ], [ q{date_trunc('hour', now())}, '00000' ], [ q{now() - interval '1 day'}, '40001' ], [ q{now() - interval '24 hours'}, '00000' ],
	[ q{date_trunc('day', now(), 'Asia/Tokyo')}, '00000' ], [ q{date_trunc('day', now() AT TIME ZONE 'Asia/Tokyo')::timestamptz}, '00000' ],
	[ q{greatest(now(), date_trunc('month', now()))}, '40001' ], [ q{current_date}, '00000' ])
{
	my ($expression, $state) = @$case;
	my $session = uuidx_session($node, 'postgres', on_error_stop => 0);
	my $query = "SELECT count(*), min(n) FROM events WHERE id >= $expression";
	my ($output) = $session->query(join "\n", "SET timezone = 'UTC'; SET plan_cache_mode = force_generic_plan; PREPARE q AS $query; EXECUTE q;", '\echo', "SET timezone = '$wide[0]';",
		'EXECUTE q;', '\echo :SQLSTATE', 'EXECUTE q;', '\echo :SQLSTATE', "SET uuidx.planner = off; $query;");
	my ($first, $right) = $output =~ /\n\n((?:.*\n)?\d{5})\n.*\n00000\n(.*)\z/;

	is($first, $state eq '00000' ? "$right\n$state" : $state, "since $expression: " . ($state eq '00000' ? 'right rows' : 'refused'));
	like($output, qr/\n\Q$right\E\n00000\n\Q$right\E\z/, "since $expression: the second time the rows are right");
	$session->quit;
}

#
# What is left out: of 365 partitions of a day, the last of which is today's
#
set_clock($start);
value(
	$node, q{
	CREATE TABLE days (id uuid CHECK (uuid_is_v7(id)), n integer) PARTITION BY RANGE (id);
	CALL uuid_v7_create_partitions('days', date_trunc('day', now()) - interval '364 days', date_trunc('day', now()) + interval '1 day', '1 day');
	INSERT INTO days SELECT uuid_generate_v7(now() - n * interval '1 hour'), n FROM generate_series(0, 363 * 24) AS n});
is(value($node, q{SELECT count(*) FROM pg_inherits WHERE inhparent = 'days'::regclass}), 365, 'partitions');
foreach my $case (
	[ q{now() - interval '1 hour'}, 1, 1 ], [ q{now() - interval '12 hours 30 minutes'}, 2, 2 ], [ q{date_trunc('day', now())}, 5, 1 ],
	[ q{date_trunc('hour', now())}, 4, 1 ], [ q{now() - interval '7 days'}, 10, 8 ], [ q{current_date}, 25, 1 ], [ q{current_date - 7}, 33, 8 ], [ q{date_trunc('week', now())}, 12, 4 ],
	[ q{date_trunc('month', now())}, 36, 22 ], [ q{now() - interval '1 month'}, 36, 32 ])
{
	my ($expression, $most, $exact) = @$case;
	my $query = "SELECT count(*) FROM days WHERE id >= $expression";
	my $planned = () = value($node, "EXPLAIN (COSTS OFF) $query") =~ /Scan.* on days_/g;
	my @executed = grep { !/never executed/ } value($node, "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) $query") =~ /(Scan.* on days_.*)/g;

	cmp_ok($planned, '<=', $most, "since $expression: few partitions are planned");
	is(scalar @executed, $exact, "since $expression: only those with rows are read");
	is(value($node, $query), value($node, "SET uuidx.planner = off; $query"), "since $expression: the rows");
}

$node->stop;
done_testing();
