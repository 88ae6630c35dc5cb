# uuid_report on a table with foreign parts: these are not read, it says so, and no index is advised
# on them.  For a table whose rows Citus distributes, no statement is printed that Citus refuses, and no
# size of the empty local table.
#
# In make test: nothing else has a report read foreign tables, or the catalogs of Citus.
# Two servers are enough: the oldest and the newest.

use UuidxTest;

my $node = uuidx_node('report_foreign', conf => "timezone = 'UTC'");
my $file = PostgreSQL::Test::Utils::tempdir . '/ids';

plan skip_all => 'file_fdw is not installed'
  if !value($node, q{SELECT count(*) FROM pg_available_extensions WHERE name = 'file_fdw'});

value($node, qq{
	CREATE EXTENSION file_fdw;
	CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
	CREATE TABLE orders (id uuid PRIMARY KEY);
	CREATE FOREIGN TABLE archive () INHERITS (orders) SERVER files OPTIONS (filename '$file');
	COPY (SELECT uuid_generate_v7() FROM generate_series(1, 9)) TO '$file'});

my $report = q{SELECT ids_read, sampled, times_exact, next_step, statement FROM uuid_report('orders')};
is(value($node, $report), '0|t||No ids were read. Run the report again when the table has rows. '
	  . 'Foreign partitions and children were not read.|', 'foreign parts are not read');
value($node, 'INSERT INTO orders VALUES (uuid_generate_v7())');
like(value($node, $report), qr/^1\|t\|f\|All ids read.* Foreign partitions and children were not read[.]\|ALTER TABLE/,
	'... others are, and no index is advised');
value($node, 'ALTER TABLE orders ADD CHECK (uuid_is_v7(id))');
is(value($node, q{SELECT statement FROM uuid_report('orders')}), 'ANALYZE public.orders (id);',
	'... but statistics are');

# Tables that Citus distributes.  These are the columns of its two catalogs, which it puts in
# pg_catalog; partkey is the distribution column as a Var, which is here the expression of a column
my $catalogs = q{
	SET allow_system_table_mods = on;
	CREATE TABLE pg_catalog.pg_dist_partition (logicalrelid regclass NOT NULL, partmethod "char" NOT NULL, partkey text,
	  colocationid integer DEFAULT 0 NOT NULL,
	    repmodel "char" DEFAULT 'c' NOT NULL, autoconverted boolean DEFAULT false);
	CREATE TABLE pg_catalog.pg_dist_shard (logicalrelid regclass NOT NULL,
	  shardid bigint NOT NULL, shardstorage "char" NOT NULL,
	  shardminvalue text, shardmaxvalue text);
	GRANT SELECT ON pg_catalog.pg_dist_partition, pg_catalog.pg_dist_shard TO public};
my $distribute = q{INSERT INTO pg_catalog.pg_dist_partition SELECT '%s', 'h', adbin::text FROM pg_attrdef
	WHERE adrelid = 'keys'::regclass AND pg_get_expr(adbin, adrelid) = '%s'};
my $listed = q{SELECT string_agg(relation::text, ' ' ORDER BY relation::text COLLATE "C")
	FROM uuid_report() WHERE relation::text ~ 'events|visits'};
my $default = q{SELECT statement, next_step FROM uuid_report('events')};
my $sizes = q{SELECT time_column_bytes, saving, t.next_step ~ ' take '
	FROM uuid_report('visits') AS t JOIN uuid_report() AS u ON relation = 'visits'::regclass};
my $shards = q{SELECT count(*) FROM uuid_report() WHERE next_step ~ 'Citus keeps the rows in shards'};
my $set = 'ALTER TABLE public.events ALTER COLUMN id SET DEFAULT public.uuid_generate_v7();';
my $tables = 'events events_102008 events_102009 other.events_102008 visits';

value($node, q{
	CREATE TABLE keys (tenant integer, id uuid, by_tenant integer GENERATED ALWAYS AS (tenant) STORED,
	  by_id uuid GENERATED ALWAYS AS (id) STORED);
	CREATE TABLE events (tenant integer, id uuid PRIMARY KEY DEFAULT gen_random_uuid());
	CREATE TABLE events_102008 (LIKE events INCLUDING ALL);
	CREATE TABLE events_102009 (LIKE events INCLUDING ALL);
	CREATE SCHEMA other;
	CREATE TABLE other.events_102008 (LIKE events INCLUDING ALL);
	CREATE TABLE visits (tenant integer, id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), visited_at timestamptz,
	  CHECK (uuid_is_v7(id)));
	INSERT INTO visits SELECT 1, id, uuid_time(id)
	  FROM (SELECT uuid_generate_v7() AS id FROM generate_series(1, 100)) AS ids;
	ANALYZE visits});
like(value($node, $default), qr/^\Q$set\E\|New ids are version 4\. Make version 7 /,
	'without Citus: the default is set');
is(value($node, $sizes), '800||t', '... there are sizes');
is(value($node, $listed), $tables, '... and all tables are listed');

value($node, $catalogs);
value($node, q{INSERT INTO pg_catalog.pg_dist_shard VALUES ('events', 102008, 't'), ('visits', 102009, 't');
	INSERT INTO pg_catalog.pg_dist_partition VALUES ('visits', 'n', NULL)});
is(value($node, $listed), 'events events_102009 other.events_102008 visits',
	'a shard has the name and schema of its table');
is(value($node, $sizes), '800||t', 'a table that is not distributed has sizes');
value($node, q{DELETE FROM pg_catalog.pg_dist_partition; } . sprintf($distribute, 'visits', 'tenant'));
is(value($node, $sizes), '||f', 'a distributed table has none');
is(value($node, $shards), 1, '... and its shards are to be read');

value($node, sprintf($distribute, 'events', 'tenant'));
like(value($node, $default), qr/^\Q$set\E\|/, 'distributed by another column: the default is set');
value($node, q{DELETE FROM pg_catalog.pg_dist_partition; } . sprintf($distribute, 'events', 'id'));
my $distributed = qr/^\|New ids .* Citus distributes .* Pass uuid_generate_v7.* or run undistribute_table, /;
like(value($node, $default), $distributed,
	'distributed by the id: there is no statement, and the next step says what to do');
value($node, 'INSERT INTO events (tenant) VALUES (1), (2); ANALYZE events');
like(value($node, $default), $distributed, '... also if the ids are version 4');
value($node, 'INSERT INTO events VALUES (1, uuid_generate_v7()), (2, uuid_generate_v7()), (3, uuid_generate_v7())');
unlike(value($node, $default), qr/Citus distributes/, '... but not if the application passes version 7');

done_testing();
