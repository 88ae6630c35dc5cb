# A foreign partition, or table, gets conditions on time in terms of uuid; the extension lives in a schema that no
# search_path names.
#
# Only in make test-all: foreign tables, beside sql/planner.sql.

use FindBin;
use lib "$FindBin::RealBin/lib";
use UuidxTest;

my $node = uuidx_node('ask_by_time', extension => 0);

value($node, 'CREATE SCHEMA ids; CREATE EXTENSION uuidx SCHEMA ids');
value($node, q{ALTER DATABASE postgres SET timezone = 'UTC'});

#
# A foreign partition, on a server that has never heard of the extension
#
SKIP:
{
	skip 'postgres_fdw is not installed', 21
	  if !value($node, q{SELECT count(*) FROM pg_available_extensions WHERE name = 'postgres_fdw'});

	my ($host, $port) = ($node->host, $node->port);
	value($node, 'CREATE DATABASE remote');
	value($node, 'CREATE TABLE archive (id uuid PRIMARY KEY, payload integer)', 'remote');
	value($node, qq{
		CREATE EXTENSION postgres_fdw;
		CREATE SERVER remote FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '$host', port '$port', dbname 'remote');
		CREATE USER MAPPING FOR CURRENT_USER SERVER remote;
		CREATE TABLE events (id uuid NOT NULL, payload integer) PARTITION BY RANGE (id);
		CREATE FOREIGN TABLE archive PARTITION OF events
		  FOR VALUES FROM (ids.uuid_v7_lower('2025-01-01')) TO (ids.uuid_v7_lower('2026-01-01')) SERVER remote;
		CALL ids.uuid_v7_create_partitions('events', '2026-01-01', '2026-04-01', '1 month');
		INSERT INTO events SELECT ids.uuid_generate_v7('2025-01-01'::timestamptz + interval '1 day' * n), n
		  FROM generate_series(0, 454) AS n;
	});
	is(value($node, 'SELECT count(*) FROM archive', 'remote'), '365', 'rows of the year are on the other server');

	# The plan of a condition, as the lines that say what is asked of the other server
	my $remote_sql = sub {
		my ($sql, $setup) = @_;
		my $plan = value($node, ($setup || '') . "EXPLAIN (VERBOSE, COSTS OFF) $sql");

		return join ' ', $plan =~ /Remote SQL: (.*)/g;
	};
	is($remote_sql->(
			q{SELECT payload FROM events WHERE id OPERATOR(ids.>=) '2025-10-01 22:40:00Z'::timestamptz
				AND '2025-10-02 22:40:00Z'::timestamptz OPERATOR(ids.>=) id}),
		sprintf(q{SELECT id, payload FROM public.archive WHERE ((id >= '%s')) AND ((id <= '%s'))},
			value($node, q{SELECT ids.uuid_v7_lower('2025-10-01 22:40:00Z')}),
				value($node, q{SELECT ids.uuid_v7_upper('2025-10-02 22:40:00Z')})),
		'constants are asked for as uuid, and what comes is filtered here');
	like($remote_sql->(q{SELECT payload FROM events WHERE id OPERATOR(ids.<@) '[2025-10-01,2025-10-02)'::tstzrange}),
		qr/WHERE \(\(id >= '[-0-9a-f]{36}'\)\) AND \(\(id < '[-0-9a-f]{36}'\)\)$/, 'so are the bounds of a range');
	like($remote_sql->(q{UPDATE events SET payload = 0 WHERE id OPERATOR(ids.<) '2025-10-01'::timestamptz}),
		qr/FROM public\.archive WHERE \(\(id < '[-0-9a-f]{36}'\)\) FOR UPDATE$/,
			'UPDATE asks for the rows in question');
	like($remote_sql->(q{DELETE FROM events WHERE id OPERATOR(ids.<) '2025-10-01'::timestamptz}),
		qr/FROM public\.archive WHERE \(\(id < '[-0-9a-f]{36}'\)\) FOR UPDATE$/, 'so does DELETE');
	is($remote_sql->(q{SELECT FROM events WHERE id OPERATOR(ids.>=) '2026-01-01'::timestamptz}),
		'', 'a time beyond the partition sends no query');
	like($remote_sql->(q{SELECT payload FROM events WHERE id OPERATOR(ids.>=) now() - interval '1000 years'}),
		qr/FROM public\.archive$/, 'now() is not asked over there, as no now() is');

	my $prepare = q{PREPARE since(timestamptz) AS SELECT count(*) FROM events WHERE id OPERATOR(ids.>=) $1;};
	like($remote_sql->(q{EXECUTE since('2025-10-01')}, "SET plan_cache_mode = force_custom_plan; $prepare"),
		qr/WHERE \(\(id >= '[-0-9a-f]{36}'\)\)/, 'a parameter is, in a custom plan');

	foreach my $mode ('force_custom_plan', 'force_generic_plan')
	{
		is(value($node, "SET plan_cache_mode = $mode;
			$prepare EXECUTE since('2025-12-01'); EXECUTE since('2026-02-01')"),
			"121\n59", "the rows are right: $mode");
	}
	is(value($node, q{SELECT count(*) FROM events WHERE id OPERATOR(ids.<@) '[2025-12-25,2026-01-05)'::tstzrange}),
		'11', 'the rows of a range across both servers');
	is(value($node, q{SELECT count(*) FROM events WHERE id OPERATOR(ids.>=) ANY (ARRAY['2025-12-01'::timestamptz])}),
		'121', 'a condition that is not rewritten is computed here');

	# Foreign tables alone, and the extracted time
	value($node, q{
		CREATE FOREIGN TABLE sevens (id uuid NOT NULL
		  CHECK (ids.uuid_is_v7(id)), payload integer) SERVER remote OPTIONS (table_name 'archive');
		CREATE FOREIGN TABLE unknown (id uuid NOT NULL, payload integer) SERVER remote OPTIONS (table_name 'archive')});
	my $where = q{ids.uuid_time(id) >= '2025-12-10' AND ids.uuid_time(id) < '2025-12-20'};
	my $shipped = qr/WHERE \(\(id >= '[-0-9a-f]{36}'\)\) AND \(\(id < '[-0-9a-f]{36}'\)\)$/;

	like($remote_sql->("SELECT payload FROM sevens WHERE $where"), $shipped, 'an extracted time is asked for as uuid');
	unlike(value($node, "EXPLAIN (COSTS OFF) SELECT payload FROM sevens WHERE $where"),
		qr/Filter/, 'and nothing is filtered here');
	like($remote_sql->("SELECT count(*) FROM sevens WHERE $where"),
		qr/^SELECT count\(\*\) FROM public\.archive $shipped/, 'so are aggregates');
	like($remote_sql->("UPDATE sevens SET payload = 0 WHERE $where"),
		qr/^UPDATE public\.archive SET payload = 0 $shipped/, 'UPDATE happens over there');
	like($remote_sql->("DELETE FROM sevens WHERE $where"), qr/^DELETE FROM public\.archive $shipped/, 'so does DELETE');
	like(value($node, q{EXPLAIN (VERBOSE, COSTS OFF) SELECT payload
		FROM unknown WHERE ids.uuid_v7_timestamp(id) >= '2025-12-10'}),
		qr/Filter: ids\.uuid_is_v7\(unknown\.id\).*WHERE \(\(id >= '[-0-9a-f]{36}'\)\)$/s,
			'without the CHECK the version is tested here');
	like($remote_sql->(q{SELECT payload FROM sevens WHERE ids.uuid_time(id) >= now() - interval '1 hour'}),
		qr/WHERE \(\(id >= '[-0-9a-f]{36}'\)\)$/, 'a bound computed from now() is sent as a uuid');
	is(value($node, "SELECT count(*) FROM sevens WHERE $where"), '10', 'the rows');
	is(value($node, "WITH d AS (DELETE FROM sevens WHERE $where RETURNING 1) SELECT count(*)
		FROM d; SELECT count(*) FROM sevens WHERE $where"), "10\n0", 'they are deleted');
}

$node->stop;
done_testing();
