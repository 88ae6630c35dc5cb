
# The planner's rewrites work in the first statement of a session, with nothing
# preloaded: what reads the time of a UUID brings the library along.  Beyond one
# server: foreign tables.  And core's own uuid_extract_timestamp() from 18 on, which
# needs the library in the session.
#
# Only in make test-all: sessions and foreign tables, beside sql/planner.sql.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::RealBin/lib";
use PostgreSQL::Test::Utils;
use Test::More;
use UuidxTest;

my $node = uuidx_node('planner_sessions', conf => "timezone = 'UTC'\nenable_seqscan = off\nenable_bitmapscan = off");
my $version = value($node, 'SHOW server_version_num');

value(
	$node, q{
	CREATE TABLE orders (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), n integer) PARTITION BY RANGE (id);
	CREATE TABLE history (id uuid, n integer) PARTITION BY RANGE (id uuid_time_ops);
	CREATE INDEX ON history (id uuid_time_ops);
	DO $$
	DECLARE
	  t timestamptz;
	BEGIN
	  FOR i IN 1 .. 12 LOOP
	    -- the last one goes on, for now() is in it
	    t := CASE WHEN i < 12 THEN make_timestamptz(2025, i, 1, 0, 0, 0) ELSE '2025-12-01' END;
	    EXECUTE format('CREATE TABLE orders_%s PARTITION OF orders FOR VALUES FROM (%L) TO (%L)', i,
	      uuid_v7_lower(t), uuid_v7_lower(CASE WHEN i < 12 THEN t + interval '1 month' ELSE '3000-01-01' END));
	    EXECUTE format('CREATE TABLE history_%s PARTITION OF history FOR VALUES FROM (%L) TO (%L)', i,
	      uuid_time_lower(t), uuid_time_lower(CASE WHEN i < 12 THEN t + interval '1 month' ELSE '3000-01-01' END));
	  END LOOP;
	END
	$$;
	INSERT INTO orders SELECT uuid_generate_v7(t), row_number() OVER (ORDER BY t)
	  FROM generate_series(timestamptz '2025-01-01', '2025-12-31', '2 hours') AS t;
	INSERT INTO history SELECT * FROM orders;
	CREATE TABLE shifts (begins timestamptz);
	INSERT INTO shifts VALUES ('2025-12-30');
	CREATE VIEW created AS SELECT *, uuid_time(id) AS created_at FROM orders;
	CREATE FUNCTION since(t timestamptz) RETURNS SETOF orders LANGUAGE sql STABLE AS 'SELECT * FROM orders WHERE uuid_time(id) >= t';
	ANALYZE});

# What the only statement of a session scans, and whether by an index
sub scanned
{
	my ($sql) = @_;
	my $plan = value($node, "EXPLAIN (COSTS OFF) $sql");
	my @scans = $plan =~ /Scan.* on (\w+)/g;

	push @scans, 'by index' if @scans && (() = $plan =~ /Index Cond: \(+(?:\w+\.)?id /g) == grep { /_/ } @scans;
	return join ' ', grep { $_ ne 'shifts' && $_ ne 'created' } @scans;
}

foreach my $table ('orders', 'history')
{
	foreach my $time ('uuid_time(id)', 'public.uuid_extract_timestamp(id)', $table eq 'orders' ? 'uuid_v7_timestamp(id)' : ())
	{
		foreach my $where (
			"$time >= '2025-12-10'", "$time > '2025-12-10'", "'2025-12-10' < $time", "'2025-12-10' <= $time", "$time = '2025-12-10'",
			"$time BETWEEN '2025-12-10' AND '2025-12-11'", "$time <@ '[2025-12-10,2025-12-11)'::tstzrange", "'[2025-12-10,)'::tstzrange @> $time",
			"$time >= now() - interval '1 hour'", "now() - interval '1 hour' < $time", "$time >= CURRENT_DATE", "$time > LOCALTIMESTAMP - interval '1 hour'")
		{
			is(scanned("SELECT n FROM $table WHERE $where"), "${table}_12 by index", "first statement: $table, $where");
		}
		is(scanned("SELECT n FROM $table WHERE $time < '2025-01-10'"), "${table}_1 by index", "first statement: $table, $time < constant");
		is(scanned("SELECT n FROM $table WHERE '2025-01-10' >= $time"), "${table}_1 by index", "first statement: $table, constant >= $time");
	}
}
is(scanned(q{SELECT n FROM created WHERE created_at >= now() - interval '1 hour'}), 'orders_12 by index', 'first statement: a view');
is(scanned(q{SELECT n FROM since('2025-12-10')}), 'orders_12 by index', 'first statement: a function in SQL');
is(scanned(q{UPDATE orders SET n = 0 WHERE uuid_time(id) > '2025-12-10'}) =~ s/^orders //r, 'orders_12 by index', 'first statement: UPDATE');
is(scanned(q{DELETE FROM orders WHERE uuid_time(id) < '2025-01-10'}) =~ s/^orders //r, 'orders_1 by index', 'first statement: DELETE');
is(scanned(q{MERGE INTO orders USING shifts ON uuid_time(id) > '2025-12-10' WHEN MATCHED THEN DELETE}) =~ s/^orders //r, 'orders_12 by index', 'first statement: MERGE');
like(value($node, q{SET enable_hashjoin = off; SET enable_mergejoin = off; EXPLAIN (COSTS OFF) SELECT FROM shifts JOIN orders_12 ON uuid_time(id) >= begins}),
	qr/Nested Loop.*Index Cond: \(id >= uuid_v7_lower\(shifts\.begins\)\)/s, 'first statement: a join');
is(value($node, q{SELECT count(*) FROM orders WHERE uuid_time(id) >= '2025-12-30'}), '13', 'first statement: the rows');

# Nothing is preloaded for that, and everything can be off from the start
is(value($node, q{SELECT count(*) FROM pg_settings WHERE name = 'uuidx.planner'; SELECT uuid_time(uuid_v7_lower('2025-01-01')) IS NOT NULL; SELECT count(*) FROM pg_settings WHERE name = 'uuidx.planner'}),
	"0\nt\n1", 'the library comes with its first function');
unlike(value($node, q{SET uuidx.planner = off; EXPLAIN (COSTS OFF) SELECT n FROM orders WHERE uuid_time(id) >= '2025-12-10'}),
	qr/Index Cond/, 'off before the library is there');

# A generic plan in the first statement of the protocol's extended form comes with a parameter
like(value($node, q{SET plan_cache_mode = force_generic_plan; PREPARE q (timestamptz) AS SELECT n FROM orders WHERE uuid_time(id) >= $1; EXPLAIN (COSTS OFF) EXECUTE q ('2025-12-10')}),
	qr/Subplans Removed: 11\n.*Index Cond: \(id >= uuid_v7_lower\(\$1\)\)/s, 'a generic plan prunes when it starts');

#
# Core's own function
#
SKIP:
{
	skip 'core has no uuid_extract_timestamp() for v7 here', 5 if $version < 180000;
	my $query = q{SELECT n FROM orders WHERE pg_catalog.uuid_extract_timestamp(id) >= '2025-12-10'};

	unlike(scanned($query), qr/by index/, 'core\'s function brings nothing along');
	value($node, q{ALTER DATABASE postgres SET session_preload_libraries = 'uuidx'});
	is(scanned($query), 'orders_12 by index', 'with session_preload_libraries, it is planned like ours');
	is(scanned(q{SELECT n FROM orders WHERE uuid_extract_timestamp(id) >= now() - interval '1 hour'}), 'orders_12 by index', 'and now() as well');
	unlike(scanned($query =~ s/orders/history/r), qr/by index/, 'not where other versions can be');
	is(value($node, $query =~ s/SELECT n/SELECT count(*)/r), value($node, "SET uuidx.planner = off; " . ($query =~ s/SELECT n/SELECT count(*)/r)), 'the rows');
	value($node, 'ALTER DATABASE postgres RESET session_preload_libraries');
}

#
# Foreign tables
#
SKIP:
{
	skip 'postgres_fdw is not installed', 9
	  if !value($node, q{SELECT count(*) FROM pg_available_extensions WHERE name = 'postgres_fdw'});

	my ($host, $port) = ($node->host, $node->port);
	value($node, 'CREATE DATABASE remote');
	value($node, 'CREATE TABLE archive (id uuid PRIMARY KEY, n integer)', 'remote');
	value(
		$node, qq{
		CREATE EXTENSION postgres_fdw;
		CREATE SERVER remote FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '$host', port '$port', dbname 'remote');
		CREATE USER MAPPING FOR CURRENT_USER SERVER remote;
		CREATE FOREIGN TABLE archive (id uuid NOT NULL CHECK (uuid_is_v7(id)), n integer) SERVER remote;
		CREATE FOREIGN TABLE unknown (id uuid NOT NULL, n integer) SERVER remote OPTIONS (table_name 'archive');
		INSERT INTO archive SELECT * FROM orders});
	my $explain = sub { return value($node, "EXPLAIN (VERBOSE, COSTS OFF) $_[0]") };
	my $where = q{uuid_time(id) >= '2025-12-10' AND uuid_time(id) < '2025-12-11'};
	my $shipped = qr/WHERE \(\(id >= '[-0-9a-f]{36}'\)\) AND \(\(id < '[-0-9a-f]{36}'\)\)/;
	my $plan = $explain->("SELECT n FROM archive WHERE $where");

	like($plan, $shipped, 'the condition is asked over there');
	unlike($plan, qr/Filter/, 'and nothing here');
	like($explain->("SELECT count(*) FROM archive WHERE $where"), qr/Remote SQL: SELECT count\(\*\) FROM public\.archive $shipped/, 'so are aggregates');
	$plan = $explain->("UPDATE archive SET n = 0 WHERE $where");
	like($plan, qr/Remote SQL: UPDATE public\.archive SET n = 0 $shipped/, 'UPDATE happens over there');
	like($explain->("DELETE FROM archive WHERE $where"), qr/Remote SQL: DELETE FROM public\.archive $shipped/, 'so does DELETE');
	like($explain->("SELECT n FROM unknown WHERE uuid_v7_timestamp(id) >= '2025-12-10'"), qr/Filter: uuid_is_v7\(unknown\.id\).*WHERE \(\(id >= '[-0-9a-f]{36}'\)\)$/s,
		'without the CHECK the version is asked here');
	is(value($node, "SELECT count(*) FROM archive WHERE $where"), '12', 'the rows');
	is(value($node, "WITH d AS (DELETE FROM archive WHERE $where RETURNING 1) SELECT count(*) FROM d; SELECT count(*) FROM archive WHERE $where"), "12\n0", 'they are gone');
	like($explain->(q{SELECT n FROM archive WHERE uuid_time(id) >= now() - interval '1 hour'}), qr/WHERE \(\(id >= '[-0-9a-f]{36}'\)\)$/, 'of now() the bound is asked over there');
}

$node->stop;
done_testing();
