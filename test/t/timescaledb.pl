# Beside TimescaleDB, what doc/other-extensions.md says of its part that distributions have: chunks
# are excluded, and random queries over hypertables have the same rows with the planner's part and
# without it.  Before 2.22, a hypertable cannot be partitioned by a uuid.
#
# Only in make test-all: needs TimescaleDB.

use FindBin;
use lib "$FindBin::RealBin/lib";
use Explorer;
use POSIX ();
use RandomTable;
use RandomTime;
use UuidxTest;

my $seed = $ENV{UUIDX_SEED} || 20261128;
srand($seed);
note "seed $seed";

my $node = uuidx_node('timescaledb', extension => 0, conf => "timezone = 'UTC'\nmax_parallel_workers_per_gather = 0");
plan skip_all => 'TimescaleDB is not available on this server'
  if !value($node, q{SELECT count(*) FROM pg_available_extensions WHERE name = 'timescaledb'});
my ($server, $by_uuid, $version) = split /\|/, value($node, q{SELECT current_setting('server_version_num')::integer
	/ 10000, string_to_array(default_version, '.')::integer[] >= '{2,22}', default_version
	FROM pg_available_extensions WHERE name = 'timescaledb'});
note "TimescaleDB $version";
$by_uuid = $by_uuid eq 't';
$node->append_conf('postgresql.conf',
	"shared_preload_libraries = 'timescaledb, uuidx'\ntimescaledb.telemetry_level = off");
$node->restart;

# "Use a separate schema for uuidx": in one schema, the second of both cannot be created
if ($by_uuid)
{
	foreach my $order ([ 'uuidx', 'timescaledb' ], [ 'timescaledb', 'uuidx' ])
	{
		value($node, 'CREATE DATABASE one_schema');
		value($node, "CREATE EXTENSION $order->[0]", 'one_schema');
		is(state_of($node, "CREATE EXTENSION $order->[1]", 'one_schema'), '42723',
			"$order->[1] cannot be created in the schema of $order->[0]");
		value($node, 'DROP DATABASE one_schema');
	}
}
value($node, q{
	CREATE EXTENSION timescaledb;
	CREATE SCHEMA ids;
	CREATE EXTENSION uuidx SCHEMA ids;
	ALTER DATABASE postgres SET search_path = public, ids});

# The rows of thirty days; in chunks of one day for the plans, of five days for the random queries
value($node, q{
	CREATE TABLE every AS
	SELECT n, uuid_generate_v7(t) AS id, n * 7 % 11 AS fk, n % 3 AS kind, NULL::uuid AS ref, t
	FROM generate_series(1, 360) AS n,
	  LATERAL (SELECT date_trunc('milliseconds', now()) - (n - n % 5 % 2) * interval '2 hours') AS v (t);
	UPDATE every AS e SET ref = r.id FROM every AS r WHERE r.n = e.n * 17 % 400});
my $columns =
  q{n integer, id uuid NOT NULL, fk integer, kind integer, ref uuid, total numeric DEFAULT 7, note text DEFAULT 'n20'};
my $proven = 'CHECK (uuid_is_v7(id))';
my $near = q{created_at timestamptz NOT NULL, CHECK (uuid_v7_within(id, created_at, '10 minutes'))};
my %tables = (
	near => [ $near, 'created_at', '5 days' ],
	near_days => [ $near, 'created_at', '1 day' ],
	!$by_uuid ? () : (
		viewed => [ "PRIMARY KEY (id), $proven", 'id', '5 days', 'uuid_time(id)', 'uuid_v7_timestamp(id)' ],
		unproven => [ 'PRIMARY KEY (id)', 'id', '5 days', 'uuid_time(id)', 'uuid_extract_timestamp(id)' ],
		stored => [ "PRIMARY KEY (id), $proven, created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED,
			CHECK (created_at = uuid_time(id))", 'id', '5 days' ],
		days => [ "PRIMARY KEY (id), $proven", 'id', '1 day', 'uuid_time(id)' ],
		$server < 18 ? () : (virtual => [ "PRIMARY KEY (id), $proven,
			created_at timestamptz GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL", 'id', '5 days' ])));
my %times;
foreach my $table (sort keys %tables)
{
	my ($constraints, $key, $interval, @times) = @{ $tables{$table} };
	my $name = @times ? "${table}_table" : $table;
	my ($column, $time) = $key eq 'id' ? ('', '') : (', created_at', q{, t + (n % 3 - 1) * interval '9 minutes'});

	value(
		$node, join ";\n", "SET client_min_messages = error; CREATE TABLE $name ($columns, $constraints)",
		"SELECT create_hypertable('$name', by_range('$key', interval '$interval'))",
		"INSERT INTO $name (n, id, fk, kind, ref$column) SELECT n, id, fk, kind, ref$time
			FROM every WHERE (n + ${\ length $table}) % 9 > 0 ORDER BY md5(n::text)",
		"CREATE INDEX ON $name (fk, id)", $key eq 'id' ? () : "CREATE INDEX ON $name (id)",
		@times ? "CREATE VIEW $table AS SELECT *, $times[0] AS created_at FROM $name" : ());
	$times{$table} = \@times if @times;
}
value($node, days('every', 'some_days') . '; ANALYZE');

# How many chunks a query reads; with $planned, how many its plan has
sub chunks
{
	my ($query, $planned) = @_;
	my $plan = value($node, 'EXPLAIN (' . ($planned ? '' : 'ANALYZE, TIMING OFF, SUMMARY OFF, ') . "COSTS OFF) $query");
	my %read = map { $_ => 1 } $plan =~ /Scan.* on (_hyper_\d+_\d+_chunk)\b(?!.*never executed)/g;

	return scalar keys %read;
}

my $all = chunks('SELECT * FROM near_days');
cmp_ok($all, '>', 25, "$all chunks");
cmp_ok(chunks(q{SELECT * FROM near_days WHERE created_at >= now() - interval '1 day'}),
	'<', 4, 'a condition on the timestamptz excludes chunks');
is(chunks(q{SELECT * FROM near_days WHERE id >= now() - interval '1 day'}), $all, 'uuid_v7_within excludes none');

if ($by_uuid)
{
	my ($from, $day) = (q{now() - interval '1 day'}, q{date_trunc('day', now() - interval '9 days')});

	$all = chunks('SELECT * FROM days_table');
	foreach my $condition (
		"id >= $from AND id < now()", "id <@ tstzrange($day, $day + interval '2 hours')",
			"uuid_time(id) >= $from", "uuid_extract_timestamp(id) >= $from",
		"uuid_time(id)::date = current_date - 3", "date_trunc('day', uuid_time(id)) = $day")
	{
		cmp_ok(chunks("SELECT * FROM days_table WHERE $condition", 1),
			'<', 6, "while planning, excludes chunks: $condition");
	}
	foreach my $condition ("time_bucket('1 day', id) >= $from", "id >= (SELECT $from)")
	{
		cmp_ok(chunks("SELECT * FROM days_table WHERE $condition"), '<', 5, "excludes chunks: $condition");
	}
	foreach my $condition ("uuid_timestamp(id) >= $from", "time_bucket('1 day', uuid_time(id)) >= $from")
	{
		is(chunks("SELECT * FROM days_table WHERE $condition"), $all, "excludes none: $condition");
	}
	foreach my $query ('SELECT * FROM days ORDER BY id DESC LIMIT 5', 'SELECT max(id) FROM days')
	{
		cmp_ok(chunks($query), '<', 3, "reads the newest chunks: $query");
	}
	foreach my $query ('SELECT * FROM days ORDER BY created_at DESC LIMIT 5', 'SELECT max(created_at) FROM days')
	{
		is(chunks($query), $all, "reads all chunks: $query");
	}

	# A constant that is not version 7 is refused, whatever uuidx does; read on from the first one that is
	my $next = 'SELECT count(*)
		FROM (SELECT FROM days WHERE id > %s AND id < uuid_v7_horizon() ORDER BY id LIMIT 10) AS x';
	foreach my $planner ('on', 'off')
	{
		is(state_of($node, "SET uuidx.planner = $planner; " . sprintf $next, q{'00000000-0000-0000-0000-000000000000'}),
			'0A000', "planner $planner: no constant of another version");
	}
	is(state_of($node, q{SELECT count(*) FROM days WHERE uuid_unix_timestamp(id) >= '2026-01-01Z'}),
		'0A000', 'nor one of the first 48 bits alone');
	is(value($node, sprintf $next, q{uuid_v7_lower('-infinity')}), '10', 'reads on from the first id of version 7');
	is(value($node, q{PREPARE q (uuid) AS SELECT count(*) FROM days WHERE id = $1;
		SET plan_cache_mode = force_generic_plan; EXECUTE q ('919108f7-52d1-4320-9bac-f847db4148a8')}),
		'0', 'a generic plan finds no row of another version');
}

my @ids = map { "uuid '$_'" } split /\n/, value($node, 'SELECT id FROM every ORDER BY n');
my $newest = value($node, 'SELECT extract(epoch FROM max(t)) FROM every');
sub instant { return POSIX::strftime('%Y-%m-%d %H:%M:%S', gmtime $newest - 7200 * int rand 370)
  . one_of('', '.001', '.0005') . '+00' }
same_rows($node, {
		tables => [ grep { !/days/ } sort keys %tables ],
		times => \%times,
		changed => [ grep { !/days/ } sort keys %tables ],
		days => 'some_days',
		only_v7 => 1,
		server => $server,
		rows => 360,
		instants => \&instant,
		ids => sub { return one_of(@ids) },
		groups => 12,
		spans => [ '1 ms', '1 hour', '29 hours', '3 days', '1 month' ] }, 300);

$node->stop;
done_testing();
