# pg_partman manages a table by our encoder and decoder: uuid_v7_lower() and
# uuid_v7_partman_decoder(), neither of them in a schema that it searches.
#
# Only in make test-all: needs pg_partman.

use FindBin;
use lib "$FindBin::RealBin/lib";
use UuidxTest;

my $node = uuidx_node('partman', extension => 0, conf => "timezone = 'UTC'");

plan skip_all => 'pg_partman is not available on this server'
  if !value($node, q{SELECT count(*) FROM pg_available_extensions WHERE name = 'pg_partman'});

value(
	$node, q{
	CREATE SCHEMA ids;
	CREATE EXTENSION uuidx SCHEMA ids;
	CREATE SCHEMA partman;
	CREATE EXTENSION pg_partman SCHEMA partman;
});
my $version = value($node, q{SELECT extversion FROM pg_extension WHERE extname = 'pg_partman'});
note "pg_partman $version";
plan skip_all => "pg_partman $version knows no uuid" if !newer_than('5.2.0');

# Whether pg_partman is of that version or later
sub newer_than
{
	my ($wanted) = @_;

	return value($node, "SELECT string_to_array('$version', '.')::integer[] >= string_to_array('$wanted', '.')::integer[]") eq 't';
}

# Months from half a year ago; how many of them there are is a matter of pg_partman
sub create_parent
{
	my ($table, $encoder, $decoder) = @_;

	return value(
		$node, qq{
		CREATE TABLE $table (id uuid DEFAULT ids.uuid_generate_v7() PRIMARY KEY, payload integer) PARTITION BY RANGE (id);
		SELECT partman.create_parent('$table', 'id', '1 month',
		  p_start_partition := (date_trunc('month', now()) - interval '6 months')::text,
		  p_time_encoder := '$encoder', p_time_decoder := '$decoder')});
}

# For each partition, as pg_partman and as we read its bounds: where they differ,
# and where they are no months
sub differing
{
	my ($table) = @_;

	return value(
		$node, qq{
		WITH theirs AS (
		  SELECT (partition_schemaname || '.' || partition_tablename)::regclass AS partition, child_start_time, child_end_time
		  FROM partman.show_partitions('$table'),
		    LATERAL partman.show_partition_info(partition_schemaname || '.' || partition_tablename, '1 month', '$table'))
		SELECT count(*) > 6,
		  count(*) FILTER (WHERE (from_time, to_time) IS DISTINCT FROM (child_start_time, child_end_time)),
		  count(*) FILTER (WHERE from_time <> date_trunc('month', from_time) OR to_time <> from_time + interval '1 month')
		FROM theirs
		FULL JOIN (SELECT * FROM ids.uuid_v7_partitions('$table') WHERE from_time IS NOT NULL) AS ours USING (partition)});
}
my $is_default = q{tableoid::regclass::text LIKE '%_default'};

#
# A new table
#
is(create_parent('public.events', 'ids.uuid_v7_lower', 'ids.uuid_v7_partman_decoder'), 't', 'create_parent takes encoder and decoder');
if (newer_than('5.4.0'))
{
	value($node, 'CREATE TABLE public.other (id uuid PRIMARY KEY) PARTITION BY RANGE (id)');
	is( value($node, q{SELECT partman.create_partition('public.other', 'id', '1 day', p_time_encoder := 'ids.uuid_v7_lower', p_time_decoder := 'ids.uuid_v7_partman_decoder')}),
		't', 'create_partition as well');
}
is(differing('public.events'), 't|0|0', 'show_partitions and show_partition_info read what uuid_v7_partitions reads');
like(value($node, q{SELECT min(pg_get_expr(relpartbound, oid)) FROM pg_class JOIN ids.uuid_v7_partitions('public.events') ON partition = oid WHERE from_time IS NOT NULL}),
	qr/FROM \('\w{8}-\w{4}-7000-8000-000000000000'\) TO \('\w{8}-\w{4}-7000-8000-000000000000'\)/, 'the bounds are ours');

# ids at both ends of every month
value(
	$node, q{
	INSERT INTO events (id, payload)
	SELECT id, to_char(from_time, 'YYYYMM')::integer
	FROM ids.uuid_v7_partitions('events'),
	  LATERAL (VALUES (ids.uuid_v7_lower(from_time)), (ids.uuid_generate_v7(from_time + interval '10 days')),
	    (ids.uuid_v7_upper(to_time - interval '1 us'))) AS v (id)
	WHERE from_time IS NOT NULL
});
is( value($node, q{
		SELECT count(*) = 3 * (SELECT count(*) FROM partman.show_partitions('public.events')),
		  count(*) FILTER (WHERE tableoid::regclass::text NOT LIKE 'events_p' || payload || '01')
		FROM events}),
	't|0', 'every id is in the partition of its month, by name');

#
# Maintenance: more ahead, also when the default partition is looked at
#
my $count = q{SELECT count(*) FROM partman.show_partitions('public.events')};
my $before = value($node, $count);
value($node, q{UPDATE partman.part_config SET premake = premake + 3, infinite_time_partitions = true WHERE parent_table = 'public.events'});
value($node, q{SELECT partman.run_maintenance('public.events')});
my $after = value($node, $count);
cmp_ok($after, '>', $before, 'run_maintenance makes more partitions');
is(differing('public.events'), 't|0|0', 'they are months too');
value($node, q{CALL partman.run_maintenance_proc()});
is(value($node, $count), $after, 'and once is enough');

value($node, q{UPDATE partman.part_config SET premake = premake + 1, ignore_default_data = false WHERE parent_table = 'public.events'});
is(state_of($node, q{SET search_path = public, ids; SELECT partman.run_maintenance('public.events')}),
	'', 'ignore_default_data = false works while the default partition is empty');
value($node, q{UPDATE partman.part_config SET ignore_default_data = true WHERE parent_table = 'public.events'});

#
# What is in the default partition moves out
#
value($node, q{INSERT INTO events SELECT ids.uuid_generate_v7(date_trunc('month', now()) - interval '9 months' + interval '1 day' * n), -1 FROM generate_series(0, 39) AS n});
is(value($node, "SELECT count(*) FROM events WHERE $is_default"), '40', 'ids before the first partition are in the default');
SKIP:
{
	skip "pg_partman $version has no partition_data for uuid", 3 if !newer_than('5.3.0');

	is(value($node, q{SELECT partman.partition_data_time('public.events', 100)}), '40', 'partition_data_time moves them');
	is(value($node, "SELECT count(*) FROM events WHERE $is_default"), '0', 'all');
	is(differing('public.events'), 't|0|0', 'into months');
}
value($node, "DELETE FROM events WHERE payload = -1 AND $is_default");

#
# Retention
#
value($node, q{UPDATE partman.part_config SET retention = '3 months', retention_keep_table = false WHERE parent_table = 'public.events'});
value($node, q{SELECT partman.run_maintenance('public.events')});
is( value($node, q{
		SELECT min(from_time) <= now() - interval '3 months', min(to_time) > now() - interval '3 months',
		  (SELECT ids.uuid_v7_timestamp(ids.min(id)) >= min(from_time) FROM events)
		FROM ids.uuid_v7_partitions('events')}),
	't|t|t', 'what is older than the retention is dropped, nothing else');

#
# Bounds of pg_partman's own encoder are read by our decoder, and the table can go
# over to ours
#
is(create_parent('public.theirs', 'partman.uuid7_time_encoder', 'ids.uuid_v7_partman_decoder'), 't', 'their encoder, our decoder');
is(differing('public.theirs'), 't|0|0', 'their bounds are read');
like(value($node, q{SELECT min(pg_get_expr(relpartbound, oid)) FROM pg_class JOIN ids.uuid_v7_partitions('public.theirs') ON partition = oid WHERE from_time IS NOT NULL}),
	qr/-0000-0000-000000000000'\)/, 'and are in their style');
is( value($node, q{
		SELECT count(*), count(*) FILTER (WHERE ids.uuid_v7_partman_decoder(bound) IS DISTINCT FROM partman.uuid7_time_decoder(bound))
		FROM generate_series('2020-01-01', '2030-01-01', interval '33 days 7 hours 5 ms') AS at,
		  LATERAL (VALUES (partman.uuid7_time_encoder(at)::text), (ids.uuid_v7_lower(at)::text)) AS v (bound)}),
	'220|0', 'both decoders read both styles alike');
value(
	$node, q{
	UPDATE partman.part_config SET time_encoder = 'ids.uuid_v7_lower', premake = premake + 2, infinite_time_partitions = true
	WHERE parent_table = 'public.theirs';
	SELECT partman.run_maintenance('public.theirs');
});
is(differing('public.theirs'), 't|0|0', 'the next partitions are ours, and fit');
is( value($node, q{
		INSERT INTO theirs SELECT id, n
		FROM (SELECT row_number() OVER (ORDER BY from_time) AS n, * FROM ids.uuid_v7_partitions('theirs') WHERE from_time IS NOT NULL) AS p,
		  LATERAL (VALUES (ids.uuid_v7_lower(from_time)), (ids.uuid_v7_upper(to_time - interval '1 us'))) AS v (id);
		SELECT count(*) > 14, count(*) FILTER (WHERE tableoid <> partition OR ids.uuid_v7_timestamp(id) < from_time OR ids.uuid_v7_timestamp(id) >= to_time)
		FROM (SELECT tableoid, id FROM theirs) AS t LEFT JOIN ids.uuid_v7_partitions('theirs') ON partition = tableoid}),
	't|0', 'no id is lost between the two styles');

#
# One time zone for everything: maintained in another one, a table that was made in UTC
# loses a day, and the query of doc/other-extensions.md finds it
#
my ($gaps) = slurp_file("$FindBin::RealBin/../../doc/other-extensions.md") =~ /^(SELECT to_time AS gap_from.*?);$/ms;
foreach my $zone ('UTC', 'America/New_York')
{
	is( value(
			$node, qq{
			SET search_path = public, ids;
			CREATE TABLE measurements (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
			SELECT FROM partman.create_parent('public.measurements', 'id', '1 day', p_premake := 2,
			  p_time_encoder := 'ids.uuid_v7_lower', p_time_decoder := 'ids.uuid_v7_partman_decoder');
			INSERT INTO measurements VALUES (uuid_generate_v7());
			UPDATE partman.part_config SET premake = 6 WHERE parent_table = 'public.measurements';
			SET TimeZone = '$zone';
			SELECT FROM partman.run_maintenance('public.measurements');
			SELECT count(*) > 0 FROM ($gaps) AS g}) =~ s/\A\n+//r,
		$zone eq 'UTC' ? 'f' : 't',
		"gaps after maintenance in $zone");
	value($node, q{DELETE FROM partman.part_config WHERE parent_table = 'public.measurements'; DROP TABLE measurements});
}

$node->stop;
done_testing();
