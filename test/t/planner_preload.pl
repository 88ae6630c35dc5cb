# Which queries are planned by the extension: those that name a function or an operator
# of it, in any session; all others where the library was preloaded, in either of the
# three ways; and none where uuidx.planner is off.  What a session did before changes no
# plan.
#
# Only in make test-all: takes half a minute, for what settings load.
# Two servers are enough: the oldest and the newest.

use UuidxTest;

my $node = uuidx_node('planner_preload', conf => "timezone = 'UTC'");
my $version = value($node, 'SHOW server_version_num');

value($node, q{
	CREATE TABLE orders (id uuid, at timestamptz NOT NULL, n integer, CHECK (uuid_v7_within(id, at, '1 hour')))
	  PARTITION BY RANGE (at);
	CREATE TABLE events (id uuid CHECK (uuid_is_v7(id)), n integer) PARTITION BY RANGE (id);
	CREATE TABLE steady (id uuid PRIMARY KEY, n integer);
	SELECT format('CREATE TABLE orders_%s PARTITION OF orders FOR VALUES FROM (%L) TO (%L);
	    CREATE TABLE events_%1$s PARTITION OF events FOR VALUES FROM (%4$L) TO (%5$L)', i,
	    t, t + month, uuid_v7_lower(t), uuid_v7_lower(t + month))
	  FROM generate_series(1, 12) AS i, (VALUES (interval '1 month')) AS m (month),
	    LATERAL (SELECT timestamptz '2025-01-01' + (i - 1) * month) AS s (t) \gexec
	-- a year and, apart from it, a day: what is even in bytes is not even in time
	INSERT INTO steady SELECT uuid_v7_lower(t), 1
	  FROM generate_series(timestamptz '2025-01-01', '2025-12-30', '1 hour') AS t;
	INSERT INTO steady SELECT uuid_v7_lower(t), 1
	  FROM generate_series(timestamptz '1971-01-01', '1971-01-02', '1 minute') AS t;
	INSERT INTO orders SELECT id, uuid_v7_timestamp(id), n FROM steady WHERE id > uuid_v7_lower('2000-01-01');
	INSERT INTO events SELECT id, n FROM orders;
	CREATE VIEW created AS SELECT *, uuid_time(id) AS created_at FROM events;
	CREATE FUNCTION since(t timestamptz) RETURNS SETOF events
	  LANGUAGE sql STABLE AS 'SELECT * FROM events WHERE uuid_time(id) >= t';
	CREATE ROLE owner LOGIN;
	ALTER TABLE orders OWNER TO owner;
	CREATE DATABASE owned OWNER owner;
	ANALYZE});

my $id = value($node, q{SELECT uuid_v7_lower('2025-06-15 12:00')});
my ($from, $to) = split /\|/, value($node, q{SELECT uuid_v7_lower('2025-06-15'), uuid_v7_lower('2025-06-16')});

# Queries that name nothing of ours ...
my %plain = (
	'a lookup by id' => "SELECT n FROM orders WHERE id = '$id'",
	'a range of ids' => "SELECT n FROM orders WHERE id >= '$from' AND id < '$to'",
	'a range of times' => "SELECT n FROM orders WHERE at >= '2025-06-15' AND at < '2025-06-16'",
	'an estimate' => "SELECT n FROM steady WHERE id >= '$from' AND id < '$to'",
	'a lookup by a parameter' => "SET plan_cache_mode = force_generic_plan;
		PREPARE q (uuid) AS SELECT n FROM orders WHERE id = \$1; EXPLAIN EXECUTE q ('$id')",
	$version >= 180000 ? ("core's function" => q{SELECT n FROM events
		WHERE pg_catalog.uuid_extract_timestamp(id) >= '2025-12-01'}) : ());
# ... and that do
my %ours = (
	'a filter' => q{SELECT n FROM events WHERE uuid_time(id) >= '2025-12-01'},
	'an operator' => q{SELECT n FROM events WHERE id >= '2025-12-01'::timestamptz},
	'a range' => q{SELECT n FROM events WHERE id <@ tstzrange('2025-12-01', NULL)},
	'a function' => q{SELECT n FROM events WHERE id >= uuid_v7_lower('2025-12-01')},
	'a subquery without one' => qq{SELECT s.n FROM events,
		(SELECT n FROM orders WHERE id = '$id' OFFSET 0) AS s WHERE uuid_time(events.id) >= '2025-12-01'},
	'a boundary of the clock' => q{SELECT n FROM events WHERE uuid_time(id) >= now() - interval '1 hour'},
	'uuid_extract_timestamp' => q{SELECT n FROM events WHERE '2025-12-01' <= public.uuid_extract_timestamp(id)},
	'a view' => q{SELECT n FROM created WHERE created_at >= '2025-12-01'},
	'SQL in a function' => q{SELECT n FROM since('2025-12-01')},
	'a DELETE' => q{DELETE FROM events WHERE uuid_time(id) < '2025-01-10'},
	'a filter by a parameter' => q{SET plan_cache_mode = force_generic_plan;
		PREPARE q (timestamptz) AS SELECT n FROM events WHERE uuid_time(id) >= $1; EXPLAIN EXECUTE q ('2025-12-01')});

# The plan of a query after others, in a session with these settings
sub planned
{
	my ($options, $before, $query, $database) = @_;
	local $ENV{PGOPTIONS} = $options;

	$query = "EXPLAIN $query" unless $query =~ /EXPLAIN/;
	return value($node, "SET client_min_messages = warning; $before \\g /dev/null\n$query", $database);
}

sub partitions { return scalar(() = $_[0] =~ /(?:Scan.* on|Subplans Removed: \d+\n) ?(?:orders|events)_/g) }

# --- What was called before
my %before = (
	'nothing' => 'SELECT 1',
	'a call' => 'SELECT uuid_generate_v7()',
	'a filter' => q{SELECT n FROM events WHERE uuid_time(id) >= '2025-12-01'},
	'LOAD' => q{LOAD 'uuidx'; SELECT 1},
	'an error' => q{DO $$BEGIN PERFORM uuid_v1_to_v6(gen_random_uuid());
		EXCEPTION WHEN OTHERS THEN NULL; END$$; SELECT 1});
my %first;
foreach my $query (sort(keys %plain), sort keys %ours)
{
	my $sql = $plain{$query} // $ours{$query};
	my $preloaded = planned('-c session_preload_libraries=uuidx', 'SELECT 1', $sql);

	$first{$query} = planned('', 'SELECT 1', $sql);
	foreach my $before (sort keys %before)
	{
		is(planned('', $before{$before}, $sql), $first{$query}, "$query: the same plan after $before");
		is(planned('-c session_preload_libraries=uuidx', $before{$before}, $sql),
			$preloaded, "$query: preloaded, the same plan after $before");
	}
	is($first{$query}, planned('-c session_preload_libraries=uuidx', 'SET uuidx.planner = off; SELECT 1', $sql),
		"$query: not planned by us without a preload") if $plain{$query};
	is($first{$query}, $preloaded, "$query: planned by us in every session") if $ours{$query};
}

# --- The three ways to preload
sub preloaded
{
	my ($name, $options, $database) = @_;

	foreach my $query (grep { /^a lookup by id|^a range of ids|core/ } sort keys %plain)
	{
		is(partitions($first{$query}), 12, "$query: all partitions without a preload");
		is(partitions(planned($options, 'SELECT 1', $plain{$query}, $database)), 1,
			"$query: one with $name");
	}
	my ($rows) = planned($options, 'SELECT 1', $plain{'an estimate'}, $database) =~ /rows=(\d+)/;
	my ($without) = $first{'an estimate'} =~ /rows=(\d+)/;
	cmp_ok(abs($rows - 24), '<', 12, "an estimate with $name");
	cmp_ok(abs($rows - 24), '<=', abs($without - 24), "an estimate with $name is no worse");
	return;
}

preloaded('session_preload_libraries', '-c session_preload_libraries=uuidx');
preloaded('local_preload_libraries', '-c local_preload_libraries=uuidx');
value($node, q{ALTER DATABASE postgres SET local_preload_libraries = 'uuidx'});
preloaded('local_preload_libraries of the database', '');
value($node, 'ALTER DATABASE postgres RESET local_preload_libraries');

# by the owner of a database, who is no superuser, for everybody in it
{
	my $own = sub { return "SET SESSION AUTHORIZATION owner; $_[0]" };
	my $lookup = 'SELECT n FROM mine WHERE id = gen_random_uuid()';

	value($node, $own->(q{CREATE EXTENSION uuidx; CREATE TABLE mine (id uuid, at timestamptz NOT NULL, n integer,
		CHECK (uuid_v7_within(id, at, '1 hour'))) PARTITION BY RANGE (at);
		CREATE TABLE mine_1 PARTITION OF mine FOR VALUES FROM ('2025-01-01') TO ('2025-02-01');
		CREATE TABLE mine_2 PARTITION OF mine FOR VALUES FROM ('2025-02-01') TO ('2025-03-01')}), 'owned');
	like(planned('', 'SELECT 1', "SELECT n FROM mine WHERE id = '$from'", 'owned'),
		qr/mine_1.*mine_2/s, 'the owner of a database: not yet');
	value($node, $own->(q{ALTER DATABASE owned SET local_preload_libraries = 'uuidx'}), 'owned');
	unlike(planned('', 'SELECT 1', "SELECT n FROM mine WHERE id = '$from'", 'owned'),
		qr/mine_1.*mine_2/s, 'the owner of a database can preload');
	# one library by two names
	is(value($node, q{SELECT uuid_version(uuid_generate_v7()), current_setting('uuidx.planner');
		LOAD 'uuidx'; SELECT uuid_time(uuid_v7_lower('2025-01-01'))}, 'owned'),
		"7|on\n2025-01-01 00:00:00+00", 'and calls what is declared');
	unlike(new_log($node), qr/ERROR|FATAL|PANIC|attempt to redefine/, 'one library, by two names');
}

# --- Off is off, for operators, too
foreach my $query (sort(keys %plain), sort keys %ours)
{
	next if $query eq 'a function';
	my $sql = $plain{$query} // $ours{$query};
	my $off = planned('-c session_preload_libraries=uuidx', 'SET uuidx.planner = off; SELECT 1', $sql);

	is(planned('', 'SET uuidx.planner = off; SELECT 1', $sql), $off, "$query: off before the library is there");
	is(partitions($off), 12, "$query: off, nothing is left out")
	  if $query !~ /estimate|range of times|parameter|subquery/;
	next if $plain{$query};
	unlike($off, qr/uuid_is_v7|::uuid\b.*Filter|uuid_v7_lower/, "$query: off, nothing is added");
	isnt($off, $first{$query}, "$query: on, it is another plan");
}
like(planned('', 'SET uuidx.planner = off; SELECT 1', $ours{'an operator'}),
	qr/Filter: \(id >= '2025-12-01 00:00:00\+00'::timestamp with time zone\)/, 'the plan contains the operator');
is(value($node, qq{SET uuidx.planner = off; SELECT count(*) FROM steady WHERE id >= '2025-12-01'::timestamptz;
	SELECT count(*) FROM steady WHERE id >= uuid_v7_lower('2025-12-01')}) =~ /^(\d+)\n\1$/, 1, 'the same rows');
# EXPLAIN says so
like(planned('', q{SET uuidx.planner = off; SELECT uuid_generate_v7()}, 'EXPLAIN (SETTINGS, COSTS OFF) SELECT 1'),
	qr/Settings:.*uuidx\.planner = 'off'/, 'EXPLAIN (SETTINGS) shows that it is off');
unlike(planned('', q{SELECT uuid_generate_v7()}, 'EXPLAIN (SETTINGS, COSTS OFF) SELECT 1'),
	qr/uuidx\.planner/, 'and not that it is on');

# shared_preload_libraries
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'uuidx'");
# not restart, which would start the program that runs and not the one that is there
$node->stop;
$node->start;
preloaded('shared_preload_libraries', '');
preloaded('all three', '-c session_preload_libraries=uuidx -c local_preload_libraries=uuidx');

# Utility statements that plan without a query, or with a table that is known to be empty
foreach my $statement (
	'CREATE TABLE t AS SELECT id, n AS k FROM steady', 'CREATE UNIQUE INDEX t_id ON t (id)',
	'CREATE INDEX CONCURRENTLY t_time ON t (uuid_time(id))', 'CREATE INDEX ON t (id uuid_time_ops)',
	'CREATE INDEX ON t USING brin (id)', 'CREATE INDEX ON t (k) WHERE uuid_is_v7(id)',
	'CLUSTER t USING t_id', 'CLUSTER t USING t_time', 'CLUSTER', 'VACUUM FULL t',
	'REINDEX TABLE CONCURRENTLY t', 'ALTER TABLE t ALTER id TYPE uuid USING id::text::uuid',
	'ALTER TABLE t ADD at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED',
	'ALTER TABLE t ADD CHECK (uuid_is_v7(id)), ADD EXCLUDE USING btree (id WITH =)',
	'CREATE STATISTICS s ON (uuid_time(id)), k FROM t', 'ANALYZE t',
	'CREATE MATERIALIZED VIEW v AS TABLE t', 'CREATE UNIQUE INDEX ON v (id)',
	'REFRESH MATERIALIZED VIEW CONCURRENTLY v', 'REFRESH MATERIALIZED VIEW v',
	$version >= 190000 ? 'REPACK t USING INDEX t_id' : (), 'TRUNCATE t', 'CLUSTER t')
{
	is(state_of($node, $statement), '', "$statement: beside the library");
}
is(value($node, 'SELECT count(*) FROM v'), value($node, 'SELECT count(*) FROM steady'),
	'all rows are there');

done_testing();
