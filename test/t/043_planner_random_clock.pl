# Random expressions of the clock in cached plans: planned in one time zone, executed in
# others, distant ones among them, and later.  The same rows as without the planner's
# part, and as counted from the bytes; 046_planner_zones.pl has what is refused.
#
# libfaketime holds the clock still, so that one now() is every other's.  The expressions
# are the same on every run: UUIDX_SEED chooses others, UUIDX_EXPRESSIONS how many.
#
# Only in make test-all: chance, where 041_planner_clock.pl has the telling cases.
# Two servers are enough: the oldest and the newest.

use FindBin;
use lib "$FindBin::RealBin/lib";
use RandomTime;
use UuidxTest;

my $expressions = $ENV{UUIDX_EXPRESSIONS} || 120;
my $seed = $ENV{UUIDX_SEED} || 20260601;
srand($seed);
note "seed $seed";

# Ends of months and years, and changes of the clocks: the session goes from one to the next
my @moments = ('2026-01-01 04:59:59', '2026-01-31 23:30:00', '2026-03-08 07:30:00', '2026-03-31 12:00:00', '2026-12-31 23:59:59', '2027-01-01 05:00:00');

# Far from UTC, and with offsets far apart: what was planned in another time zone, and depends
# on how far that is from UTC, is refused here once
my @wide = ('X-20Y+20,M3.2.0,M11.1.0', 'X-167Y+167,M11.1.0,M3.2.0');

my $node = clock_node('planner_random_clock', $moments[0], conf => "max_parallel_workers_per_gather = 0\nsession_preload_libraries = 'uuidx'");

# Partitions of 12 days, a row every ten hours, and rows of other centuries; the same rows
# with the times that the bytes hold
my %partitioned = (
	ids => 'RANGE (id)',
	ids_v7 => 'RANGE (id)',
	times => 'RANGE (id uuid_time_ops)',
	within_id => 'RANGE (id)',
	within_at => 'RANGE (at)');
my %bound = (times => 'uuid_time_lower(%L)', within_at => '%L');
my %check = (ids_v7 => ', CHECK (uuid_is_v7(id))', map { $_ => q{, CHECK (uuid_v7_within(id, at, '3 hours'))} } qw(within_id within_at));

value(
	$node, bytes() . q{
	CREATE TABLE rows_of (n integer, id uuid, at timestamptz);
	INSERT INTO rows_of SELECT row_number() OVER (ORDER BY t), CASE WHEN extract(day FROM t) = 17 THEN uuid_generate_v6(t) ELSE uuid_generate_v7(t) END,
	    t + interval '1 hour' * (extract(hour FROM t) % 5 - 2)
	  FROM (SELECT generate_series(timestamptz '2025-06-01', '2027-02-01', '10 hours')
	    UNION ALL SELECT generate_series(timestamptz '1971-01-01', '2040-01-01', '3 years')
	    UNION ALL VALUES (timestamptz '2001-01-01'), ('2019-12-31 15:00'), ('2020-01-01'), ('2020-01-01 05:00')) AS t (t)});
foreach my $table (sort keys %partitioned)
{
	my ($bound, $check) = ($bound{$table} // 'uuid_v7_lower(%L)', $check{$table} // '');

	value(
		$node, qq{
		CREATE TABLE $table (n integer, id uuid, at timestamptz $check) PARTITION BY $partitioned{$table};
		CREATE TABLE ${table}_default PARTITION OF $table DEFAULT;
		SELECT format('CREATE TABLE ${table}_%s PARTITION OF $table FOR VALUES FROM ($bound) TO ($bound)', i, t, t + interval '12 days')
		  FROM generate_series(0, 49) AS i, LATERAL (SELECT timestamptz '2025-06-01' + i * interval '12 days') AS v (t) \\gexec
		INSERT INTO $table SELECT * FROM rows_of WHERE ${\ ($check ? 'bytes.uuid_is_v7(id)' : 'true')};
		CREATE TABLE bytes.$table AS TABLE $table});
}
value($node, 'ANALYZE');

# What is compared in each table
my %times = (
	ids => [ 'uuid_time(id)', 'uuid_v7_timestamp(id)', 'id' ],
	ids_v7 => [ 'uuid_time(id)', 'uuid_v7_timestamp(id)', 'id' ],
	times => [ 'uuid_time(id)', '~id' ],
	within_id => [ 'at', 'at', 'id' ],
	within_at => [ 'at', 'uuid_time(id)', 'id' ]);

sub comparison
{
	my ($time) = @_;
	my $type = $time =~ /id$/ ? 'timestamptz' : one_of(qw(timestamptz timestamptz timestamp date));
	my $other = clock_expression($type, 1 + int rand 4);

	return calendar_comparison($time) if $time =~ /^uuid/ && rand() < 0.6;
	return one_of("id <@ tstzrange(NULL, $other)", "id <@ tstzrange($other, NULL)") if $time eq 'id' && rand() < 0.3;
	return 'id ' . one_of('~>=~', '~>~', '~<~') . " $other" if $time eq '~id';
	return compared($time, $other, [ '>=', '>=', '>=', '>', '>', '<' ]);
}

# So many queries; first, some that are truncated in two time zones, and others that a distant
# time zone changes by a month
my @known = (
	q{date_trunc('quarter', date_trunc('year', now()), 'UTC')}, q{date_trunc('week', date_trunc('year', current_timestamp, 'Asia/Kathmandu'))},
	q{date_trunc('week', now()::timestamp AT TIME ZONE 'Europe/Berlin')}, q{date_trunc('month', date_trunc('month', now(), 'Africa/Cairo')) - interval '1 mon 1 hour'},
	q{date_trunc('month', now())}, q{date_trunc('day', now())}, q{date_trunc('year', date_trunc('decade', now(), 'Asia/Tokyo'))}, q{date_trunc('week', now(), 'FAR-167')},
	q{current_date}, q{current_date - 30}, q{current_date + interval '1 month -1 day'}, q{localtimestamp}, q{localtimestamp - interval '1 month'},
	q{(now() AT TIME ZONE 'FAR+167')::timestamptz}, q{now()::timestamp::date::timestamptz}, q{date_trunc('month', now() AT TIME ZONE 'FAR-167') AT TIME ZONE 'FAR-167'},
	q{date_trunc('century', now())}, q{date_trunc('month', current_date::timestamptz, 'Africa/Cairo')::date}, q{greatest(now() - interval '1 week', current_date)},
	q{least(date_trunc('quarter', now()), current_date::timestamptz)}, q{date_trunc('day', now() - interval '1 month')});
my @queries = map { { number => $_ } } 1 .. $expressions;
foreach my $query (@queries)
{
	my $table = one_of(sort keys %times);

	$query->{sql} = $query->{number} <= @known ? "SELECT count(*), sum(n) FROM ids_v7 WHERE uuid_time(id) >= $known[$query->{number} - 1]"
	  : "SELECT count(*), sum(n) FROM $table WHERE " . combined(1, sub { comparison(one_of(@{ $times{$table} })) });
}

my $session = uuidx_session($node, 'postgres', on_error_stop => 0);
my (%seen, @different, @failed);

# What one batch of statements prints, by number
sub printed
{
	my ($prefix, @statements) = @_;
	my ($stdout) = $session->query(join "\n", $prefix, map { "SELECT 'query $_->[0]'; $_->[1];" } @statements);
	my ($number, %lines);

	for my $line (split /\n/, $stdout)
	{
		if ($line =~ /^query (\d+)$/) { $number = $1; $lines{$number} = ''; }
		elsif (defined $number) { $lines{$number} .= $line; }
	}
	return \%lines;
}

for my $round (0 .. $#moments)
{
	set_clock($moments[$round]);
	for my $again (1 .. 2)
	{
		my $zone = $again == 2 && $round % 2 ? one_of(@wide) : time_zone();
		my $set = "SET timezone = '$zone'; SET plan_cache_mode = force_generic_plan; SET uuidx.planner";

		# some are planned here, the others were in an earlier round and another time zone
		for my $query (@queries)
		{
			next if exists $query->{zone} && rand() < 0.8;
			$query->{planned} = "in '$zone' at $moments[$round]";
			printed("$set = on;" . (exists $query->{zone} ? "DEALLOCATE q$query->{number};" : ''), [ 0, "PREPARE q$query->{number} AS $query->{sql}" ]);
			$query->{zone} = $zone;
		}
		my $with = printed("$set = on;", map { [ $_->{number}, "EXECUTE q$_->{number}" ] } @queries);
		if ($zone =~ /^(?:X|FAR|<)/)
		{
			my @refused = grep { $with->{ $_->{number} } eq '' } @queries;

			$with = { %$with, %{ printed("$set = on;", map { [ $_->{number}, "EXECUTE q$_->{number}" ] } @refused) } };
		}
		my $without = printed("$set = off;", map { [ $_->{number}, $_->{sql} ] } @queries);
		# reading bytes takes long: a sixth of them each time
		my $bytes = printed("$set = off; SET search_path = bytes, pg_catalog, public;", map { [ $_->{number}, $_->{sql} ] } grep { ($_->{number} + 2 * $round + $again) % 6 == 0 } @queries);
		$session->query('RESET search_path;');
		for my $query (@queries)
		{
			my @answers = map { $_->{ $query->{number} } // '' } $with, $without;

			push @answers, $bytes->{ $query->{number} } // $answers[1];
			$seen{ $answers[1] } = 1;
			push @failed, $query->{sql} if grep { !/^\d+\|\d*$/ } @answers;
			push @different, "$query->{sql}\nplanned $query->{planned}, executed in '$zone' at $moments[$round]: "
			  . join ', ', map { "$_->[0] $_->[1]" } [ with => $answers[0] ], [ without => $answers[1] ], [ bytes => $answers[2] ]
			  if $answers[0] ne $answers[1] || $answers[0] ne $answers[2];
		}
	}
}
is(scalar @failed, 0, 'no expression fails');
diag $_ foreach @failed[ 0 .. ($#failed < 4 ? $#failed : 4) ];
is(scalar @different, 0, "$expressions expressions, planned in one time zone and executed in others: the same rows");
diag $_ foreach @different[ 0 .. ($#different < 9 ? $#different : 9) ];
cmp_ok(scalar keys %seen, '>', $expressions / 2, scalar(keys %seen) . ' different answers');

$session->quit;
$node->stop;
done_testing();
