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
use RandomQuery;
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
value(
	$node, bytes_functions() . q{
	CREATE TABLE rows_of (n integer, id uuid, at timestamptz);
	INSERT INTO rows_of SELECT row_number() OVER (ORDER BY t), CASE WHEN extract(day FROM t) = 17 THEN uuid_generate_v6(t) ELSE uuid_generate_v7(t) END,
	    t + interval '1 hour' * (extract(hour FROM t) % 5 - 2)
	  FROM (SELECT generate_series(timestamptz '2025-06-01', '2027-02-01', '10 hours')
	    UNION ALL SELECT generate_series(timestamptz '1971-01-01', '2040-01-01', '3 years')
	    UNION ALL VALUES (timestamptz '2001-01-01'), ('2019-12-31 15:00'), ('2020-01-01'), ('2020-01-01 05:00')) AS t (t);
	CREATE TABLE ids (n integer, id uuid, at timestamptz) PARTITION BY RANGE (id);
	CREATE TABLE ids_v7 (n integer, id uuid CHECK (uuid_is_v7(id)), at timestamptz) PARTITION BY RANGE (id);
	CREATE TABLE times (n integer, id uuid, at timestamptz) PARTITION BY RANGE (id uuid_time_ops);
	CREATE TABLE within_id (n integer, id uuid, at timestamptz, CHECK (uuid_v7_within(id, at, '3 hours'))) PARTITION BY RANGE (id);
	CREATE TABLE within_at (n integer, id uuid, at timestamptz, CHECK (uuid_v7_within(id, at, '3 hours'))) PARTITION BY RANGE (at);
	DO $$
	DECLARE
	  t timestamptz;
	  u timestamptz;
	BEGIN
	  FOR i IN 0 .. 49 LOOP
	    t := timestamptz '2025-06-01' + i * interval '12 days';
	    u := t + interval '12 days';
	    EXECUTE format('CREATE TABLE ids_%s PARTITION OF ids FOR VALUES FROM (%L) TO (%L)', i, uuid_v7_lower(t), uuid_v7_lower(u));
	    EXECUTE format('CREATE TABLE ids_v7_%s PARTITION OF ids_v7 FOR VALUES FROM (%L) TO (%L)', i, uuid_v7_lower(t), uuid_v7_lower(u));
	    EXECUTE format('CREATE TABLE times_%s PARTITION OF times FOR VALUES FROM (%L) TO (%L)', i, uuid_time_lower(t), uuid_time_lower(u));
	    EXECUTE format('CREATE TABLE within_id_%s PARTITION OF within_id FOR VALUES FROM (%L) TO (%L)', i, uuid_v7_lower(t), uuid_v7_lower(u));
	    EXECUTE format('CREATE TABLE within_at_%s PARTITION OF within_at FOR VALUES FROM (%L) TO (%L)', i, t, u);
	  END LOOP;
	END
	$$;
	CREATE TABLE ids_default PARTITION OF ids DEFAULT;
	CREATE TABLE ids_v7_default PARTITION OF ids_v7 DEFAULT;
	CREATE TABLE times_default PARTITION OF times DEFAULT;
	CREATE TABLE within_id_default PARTITION OF within_id DEFAULT;
	CREATE TABLE within_at_default PARTITION OF within_at DEFAULT;
	INSERT INTO ids SELECT * FROM rows_of;
	INSERT INTO times SELECT * FROM rows_of;
	INSERT INTO ids_v7 SELECT * FROM rows_of WHERE bytes_version(id) = 7;
	INSERT INTO within_id SELECT * FROM ids_v7;
	INSERT INTO within_at SELECT * FROM ids_v7;
	CREATE TABLE counted AS SELECT n, bytes_is(id, 7) AS v7, bytes_any(id) AS any_time, at FROM rows_of;
	ANALYZE});

# A comparison as {{in the words of the extension|over the times from the bytes}}
my %times = (
	ids => [ [ 'uuid_time(id)', 'any_time' ], [ 'uuid_v7_timestamp(id)', 'CASE WHEN v7 THEN any_time END' ], [ 'id', 'CASE WHEN v7 THEN any_time END' ] ],
	ids_v7 => [ [ 'uuid_time(id)', 'any_time' ], [ 'uuid_v7_timestamp(id)', 'any_time' ], [ 'id', 'any_time' ] ],
	times => [ [ 'uuid_time(id)', 'any_time' ], [ '~id', 'any_time' ] ],
	within_id => [ [ 'at', 'at' ], [ 'at', 'at' ], [ 'id', 'any_time' ] ],
	within_at => [ [ 'at', 'at' ], [ 'uuid_time(id)', 'any_time' ], [ 'id', 'any_time' ] ]);

sub comparison
{
	my ($time, $counted) = @{ $_[0] };
	my $type = $time =~ /id$/ ? 'timestamptz' : one_of(qw(timestamptz timestamptz timestamp date));
	my $other = clock_expression($type, 1 + int rand 4);
	my $compared = compared('@', $other, [ '>=', '>=', '>=', '>', '>', '<' ]);

	return (calendar_comparison("{{$time|$counted}}"))[0] if $time =~ /^uuid/ && rand() < 0.6;
	return one_of("{{id <@ tstzrange(NULL, $other)|$counted < $other}}", "{{id <@ tstzrange($other, NULL)|$counted >= $other}}") if $time eq 'id' && rand() < 0.3;
	return '{{' . ($compared =~ s/ ([<>]=?) / ~$1~ /r =~ s/@/id/r) . '|' . ($compared =~ s/@/$counted/r) . '}}' if $time eq '~id';
	return $compared =~ s/@/{{$time|$counted}}/r;
}

# So many queries, each as prepared, as text, and as counted; first, some that are
# truncated in two time zones, and others that a distant time zone changes by a month
my @queries;
my @known = (
	q{date_trunc('quarter', date_trunc('year', now()), 'UTC')}, q{date_trunc('week', date_trunc('year', current_timestamp, 'Asia/Kathmandu'))},
	q{date_trunc('week', now()::timestamp AT TIME ZONE 'Europe/Berlin')}, q{date_trunc('month', date_trunc('month', now(), 'Africa/Cairo')) - interval '1 mon 1 hour'},
	q{date_trunc('month', now())}, q{date_trunc('day', now())}, q{date_trunc('year', date_trunc('decade', now(), 'Asia/Tokyo'))}, q{date_trunc('week', now(), 'FAR-167')},
	q{current_date}, q{current_date - 30}, q{current_date + interval '1 month -1 day'}, q{localtimestamp}, q{localtimestamp - interval '1 month'},
	q{(now() AT TIME ZONE 'FAR+167')::timestamptz}, q{now()::timestamp::date::timestamptz}, q{date_trunc('month', now() AT TIME ZONE 'FAR-167') AT TIME ZONE 'FAR-167'},
	q{date_trunc('century', now())}, q{date_trunc('month', current_date::timestamptz, 'Africa/Cairo')::date}, q{greatest(now() - interval '1 week', current_date)},
	q{least(date_trunc('quarter', now()), current_date::timestamptz)}, q{date_trunc('day', now() - interval '1 month')});
for my $i (1 .. $expressions)
{
	if ($i <= @known)
	{
		push @queries, { number => $i, with => "SELECT count(*), sum(n) FROM ids_v7 WHERE uuid_time(id) >= $known[$i - 1]", bytes => "SELECT count(*), sum(n) FROM counted WHERE v7 AND any_time >= $known[$i - 1]" };
		next;
	}
	my $table = one_of(sort keys %times);
	my $where = combined(1, sub { comparison(one_of(@{ $times{$table} })) });
	my $counted = $where =~ s/\{\{.*?\|(.*?)\}\}/$1/gr;

	$where =~ s/\{\{(.*?)\|.*?\}\}/$1/g;
	$counted = "($counted) AND v7" if $table =~ /v7|within/;
	push @queries, { number => $i, with => "SELECT count(*), sum(n) FROM $table WHERE $where", bytes => "SELECT count(*), sum(n) FROM counted WHERE $counted" };
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
			printed("$set = on;" . (exists $query->{zone} ? "DEALLOCATE q$query->{number};" : ''), [ 0, "PREPARE q$query->{number} AS $query->{with}" ]);
			$query->{zone} = $zone;
		}
		my $with = printed("$set = on;", map { [ $_->{number}, "EXECUTE q$_->{number}" ] } @queries);
		if ($zone =~ /^(?:X|FAR|<)/)
		{
			my @refused = grep { $with->{ $_->{number} } eq '' } @queries;

			$with = { %$with, %{ printed("$set = on;", map { [ $_->{number}, "EXECUTE q$_->{number}" ] } @refused) } };
		}
		my $without = printed("$set = off;", map { [ $_->{number}, $_->{with} ] } @queries);
		my $bytes = printed("$set = off;", map { [ $_->{number}, $_->{bytes} ] } @queries);
		for my $query (@queries)
		{
			my @answers = map { $_->{ $query->{number} } // '' } $with, $without, $bytes;

			$seen{ $answers[2] } = 1;
			push @failed, $query->{with} if grep { !/^\d+\|\d*$/ } @answers;
			push @different, "$query->{with}\nplanned $query->{planned}, executed in '$zone' at $moments[$round]: "
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
