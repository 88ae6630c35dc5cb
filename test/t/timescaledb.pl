# Beside TimescaleDB, what doc/other-extensions.md says of its part that distributions have: chunks
# are excluded, and random queries over hypertables have the same rows with the planner's part and
# without it.  Before 2.22, a hypertable cannot be partitioned by a uuid.
#
# Only in make test-all: needs TimescaleDB.

use OtherExtensions;
use UuidxPackages;
use UuidxTest;

my $seed = $ENV{UUIDX_SEED} || 20261128;
srand($seed);
note "seed $seed";

my $node = uuidx_node('timescaledb', extension => 0, conf => "timezone = 'UTC'\nmax_parallel_workers_per_gather = 0");
my $version = value($node, q{SELECT default_version FROM pg_available_extensions WHERE name = 'timescaledb'});
plan skip_all => 'TimescaleDB is not available on this server' if !$version;
note "TimescaleDB $version";
my $by_uuid = value($node, "SELECT string_to_array('$version', '.')::integer[] >= '{2,22}'") eq 't';
$node->append_conf('postgresql.conf',
	"shared_preload_libraries = 'timescaledb, uuidx'\ntimescaledb.telemetry_level = off");
$node->restart;

# "Use a separate schema for uuidx": in one schema, the second of both cannot be created
foreach my $order ($by_uuid ? ([ 'uuidx', 'timescaledb' ], [ 'timescaledb', 'uuidx' ]) : ())
{
	value($node, 'CREATE DATABASE one_schema');
	value($node, "CREATE EXTENSION $order->[0]", 'one_schema');
	is(state_of($node, "CREATE EXTENSION $order->[1]", 'one_schema'), '42723',
		"$order->[1] cannot be created in the schema of $order->[0]");
	value($node, 'DROP DATABASE one_schema');
}
value($node, q{
	CREATE EXTENSION timescaledb;
	CREATE SCHEMA ids;
	CREATE EXTENSION uuidx SCHEMA ids;
	ALTER DATABASE postgres SET search_path = public, ids});

# The rows of thirty days; in chunks of one day for the plans, of five days for the random queries
my $columns = every_row($node, 360, q{date_trunc('milliseconds', now()) - (n - n % 5 % 2) * interval '2 hours'});
my ($key, $proven) = ('PRIMARY KEY (id)', 'PRIMARY KEY (id), CHECK (uuid_is_v7(id))');
my $near = q{created_at timestamptz NOT NULL, CHECK (uuid_v7_within(id, created_at, '10 minutes'))};
my %tables = (
	near => [ $near, 'created_at' ],
	near_days => [ $near, 'created_at' ],
	!$by_uuid ? () : (
		viewed => [ $proven, 'id', @{ $created_at{viewed} } ],
		unproven => [ $key, 'id', 'uuid_time(id)', 'uuid_extract_timestamp(id)' ],
		stored => [ "$proven, $created_at{stored}", 'id' ],
		days => [ $proven, 'id', 'uuid_time(id)' ],
		virtual => [ "$proven, $created_at{virtual}", 'id' ]));
delete $tables{virtual} if value($node, 'SHOW server_version_num') < 180000;
my %times;
foreach my $table (sort keys %tables)
{
	my ($constraints, $by, @times) = @{ $tables{$table} };
	my $name = @times ? "${table}_table" : $table;
	my ($column, $time) = $by eq 'id' ? ('', '') : (', created_at', q{, t + (n % 3 - 1) * interval '9 minutes'});

	value(
		$node, join ";\n", "SET client_min_messages = error; CREATE TABLE $name ($columns, $constraints)",
		"SELECT create_hypertable('$name', by_range('$by', interval '${\ ($table =~ /days/ ? 1 : 5)} days'))",
		"INSERT INTO $name (n, id, fk, kind, ref$column) SELECT n, id, fk, kind, ref$time
			FROM every WHERE (n + ${\ length $table}) % 9 > 0 ORDER BY md5(n::text)",
		"CREATE INDEX ON $name (fk, id)", $by eq 'id' ? () : "CREATE INDEX ON $name (id)",
		@times ? "CREATE VIEW $table AS SELECT *, $times[0] AS created_at FROM $name" : ());
	$times{$table} = \@times if $table !~ /days/;
}
value($node, 'ANALYZE');

# How many chunks a query reads: all, few, or another number; with "planned: ", how many its plan has
my $all;
sub chunks
{
	my ($planned, $query) = $_[0] =~ /^(planned: )?(.*)/s;
	my $plan = value($node, 'EXPLAIN (' . ($planned ? '' : 'ANALYZE, TIMING OFF, SUMMARY OFF, ') . "COSTS OFF) $query");
	my %read = map { $_ => 1 } $plan =~ /Scan.* on (_hyper_\d+_\d+_chunk)\b(?!.*never executed)/g;
	my $number = keys %read;

	return 'few' if $number < ($planned ? 6 : $query =~ /LIMIT|max/ ? 3 : 5);
	return $number == ($all //= $number) ? 'all' : $number;
}

my ($from, $day) = (q{now() - interval '1 day'}, q{date_trunc('day', now() - interval '9 days')});
compare(
	\&chunks,
	map { [ "$_->[1] chunks: $_->[0]", @$_ ] }[ 'SELECT * FROM near_days', 'all' ],
	[ "SELECT * FROM near_days WHERE created_at >= $from", 'few' ],
	[ "SELECT * FROM near_days WHERE id >= $from", 'all' ]);
cmp_ok($all, '>', 25, "$all chunks");
if ($by_uuid)
{
	$all = undef;
	compare(
		\&chunks,
		map { [ "$_->[1] chunks: $_->[0]", @$_ ] }[ 'SELECT * FROM days_table', 'all' ],
		(map { [ "planned: SELECT * FROM days_table WHERE $_", 'few' ] } "id >= $from AND id < now()",
			"id <@ tstzrange($day, $day + interval '2 hours')", "uuid_time(id) >= $from",
			"uuid_extract_timestamp(id) >= $from",
			'uuid_time(id)::date = current_date - 3', "date_trunc('day', uuid_time(id)) = $day"),
		(map { [ "SELECT * FROM days_table WHERE $_", 'few' ] } "time_bucket('1 day', id) >= $from",
			"id >= (SELECT $from)"),
		(map { [ "SELECT * FROM days_table WHERE $_", 'all' ] } "uuid_timestamp(id) >= $from",
			"time_bucket('1 day', uuid_time(id)) >= $from"),
		(map { [ $_, 'few' ] } 'SELECT * FROM days ORDER BY id DESC LIMIT 5', 'SELECT max(id) FROM days'),
		map { [ "SELECT $_", 'all' ] } '* FROM days ORDER BY created_at DESC LIMIT 5', 'max(created_at) FROM days');

	# A constant that is not version 7 is refused, whatever uuidx does; read on from the first one that is
	my $next = 'SELECT count(*)
		FROM (SELECT FROM days WHERE id > %s AND id < uuid_v7_horizon() ORDER BY id LIMIT 10) AS x';
	compare(
		sub { return state_of($node, $_[0]) },
		(map { [ "planner $_: no constant of another version", "SET uuidx.planner = $_; "
			. sprintf($next, q{'00000000-0000-0000-0000-000000000000'}), '0A000' ] } 'on', 'off'),
		[ 'nor one of the first 48 bits alone', q{SELECT FROM days WHERE uuid_unix_timestamp(id) >= '2026-01-01Z'},
			'0A000' ]);
	compare(
		$node,
		[ 'reads on from the first id of version 7', sprintf($next, q{uuid_v7_lower('-infinity')}), '10' ],
		[ 'a generic plan finds no row of another version', q{PREPARE q (uuid) AS SELECT count(*) FROM days
			WHERE id = $1; SET plan_cache_mode = force_generic_plan;
			EXECUTE q ('919108f7-52d1-4320-9bac-f847db4148a8')}, '0' ]);
}

my $begin = value($node, q{SELECT extract(epoch FROM max(t) - interval '740 hours') FROM every});
random_rows($node, \%times, { begin => $begin, step => 7200, steps => 370, only_v7 => 1 }, 300);

done_testing();
