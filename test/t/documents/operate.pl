# The statements of doc/operate.md, as they stand there: every block of SQL is run in the
# order of the document, shows what is shown below it, and does what the text says of it.

package document::operate;

use strict;
use warnings;

use FindBin;
use PostgreSQL::Test::Utils;
use Test::More;
use UuidxDocument;
use UuidxGuide;
use UuidxTest;

my $root = "$FindBin::RealBin/../..";

if (value($node, q{SELECT count(*) FROM pg_available_extensions WHERE name IN ('postgres_fdw', 'btree_gist')}) < 2)
{
	SKIP: { skip('doc/operate.md: postgres_fdw and btree_gist are not installed', 1) }
	return 1;
}

my $version = value($node, 'SHOW server_version_num');
my %guide = map { $_->{heading} => $_ } guide('operate.md');
my $events = q{
	CREATE TABLE events (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), payload text);
	INSERT INTO events SELECT uuid_generate_v7(t), t FROM generate_series(timestamptz '2026-06-13Z', '2026-06-17Z', '1 hour') AS t};

sub error { return state_of($node, $_[0], $db) }
sub installed { return value($node, q{SELECT count(*) FROM pg_extension WHERE extname = 'uuidx'}, $_[0]) }

# What a program writes about the database
sub written { my ($out) = run_command([ @_, $node->connstr($db) ]); return $out }

my $plan = q{EXPLAIN (COSTS OFF) SELECT FROM kept WHERE uuid_time(id) < '2026-06-15Z' AND id >= timestamptz '2026-05-31Z'};
my $planned;

run_document(
	'operate',
	'Upgrade 1' => sub { database('upgraded', q{CREATE EXTENSION uuidx VERSION '1.0'; CREATE EXTENSION uuidx_ids VERSION '1.0'}) },
	'Upgrade end' => sub {
		is(query(q{SELECT bool_and(installed_version = default_version) FROM pg_available_extensions WHERE name LIKE 'uuidx%'}), 't', 'the newest versions');
		is(error(q{ALTER EXTENSION uuidx UPDATE TO '1.3'}), '22023', 'no way back');
	},

	'Preload the library 1' => sub {
		database('shop');
		is(error('SHOW uuidx.planner'), '42704', 'without a preload');
		is(query('CREATE ROLE keeper; SELECT uuid_version(uuid_generate_v7()); SHOW uuidx.planner'), "7\non", 'until the session uses the extension');
		is(error(qq{SET ROLE keeper; ALTER ROLE keeper SET $_->[0] = 'uuidx'; ALTER ROLE keeper RESET $_->[0]}), $_->[1], "$_->[0] by a role")
		  foreach ([ 'local_preload_libraries', '' ], [ 'session_preload_libraries', '42501' ]);
	},
	'Preload the library end' => sub {
		query("ALTER DATABASE shop RESET session_preload_libraries");
		is(query('SHOW uuidx.planner'), 'on', 'the other setting alone');
		query("ALTER DATABASE shop RESET local_preload_libraries; ALTER DATABASE shop SET session_preload_libraries = 'uuidx'");
		is(query('SHOW uuidx.planner'), 'on', 'and the one alone');
		foreach my $setting ('session_preload_libraries', 'local_preload_libraries', )
		{
			local $ENV{PGOPTIONS} = "-c $setting=uuidx_of_no_server";
			like((said('SELECT 1'))[1], qr/FATAL:  could not access file/, "$setting: a session without the library");
		}
	},

	'Dump and restore 1' => sub {
		query('ALTER DATABASE shop SET search_path = "$user", public, uuidx');
		my ($plain, $create) = (written('pg_dump'), written('pg_dump', '--create'));
		like($plain, qr/^CREATE EXTENSION IF NOT EXISTS uuidx WITH SCHEMA public;$/m, 'a dump creates the extension');
		unlike($plain, qr/preload_libraries/, 'and no settings');
		like($create, qr/^ALTER DATABASE shop SET session_preload_libraries TO 'uuidx';$/m, 'unless it creates the database');
	},
	'Dump and restore end' => sub { query('ALTER DATABASE shop RESET search_path') },

	'CI 1' => sub {
		my ($block) = @_;

		$block->{sql} =~ s{(?=hosted/uuidx\.sql)}{$root/};
		database('with_hosted', 'SELECT 1');
		runs({ sql => $block->{sql} =~ s/(?<=name = ')uuidx/uuidx_of_no_server/r });
		is(installed($db) . query('SELECT uuid_version(uuid_generate_v7())'), '07', 'in plain SQL');
		database('with_extension', 'SELECT 1');
	},
	'CI end' => sub { is(installed($db), '1', 'the extension, where it is available') },

	'Test and shadow databases 1' => sub {
		database('shadow', 'SELECT 1');
		value($node, 'CREATE ROLE app; ALTER DATABASE shadow OWNER TO app');
		$_[0]{sql} =~ s/^/SET ROLE app;\n/;
	},
	'Test and shadow databases 2' => sub {
		is(installed('shadow'), '1', 'by the owner of the database');
		query('DROP SCHEMA public CASCADE');
		is(installed('shadow'), '0', 'dropped with its schema');
		runs({ sql => "CREATE SCHEMA public; $guide{'Test and shadow databases'}{blocks}[0]{sql}" });
		is(installed('shadow'), '1', 'and created again');
	},
	'Test and shadow databases end' => sub {
		value($node, 'CREATE DATABASE copied');
		is(installed('copied'), '1', 'a new database has it');
		is(state_of($node, $guide{'Test and shadow databases'}{blocks}[0]{sql}, 'copied'), '', 'the statement does nothing');
		is(state_of($node, 'CREATE EXTENSION uuidx', 'copied'), '42710', 'without IF NOT EXISTS it is an error');
		value($node, 'DROP EXTENSION uuidx', 'template1');
		value($node, 'CREATE DATABASE copied_shop TEMPLATE shop');
		is(installed('copied_shop') . state_of($node, 'SHOW uuidx.planner', 'copied_shop'), '142704', 'settings are not copied');
	},

	'Logical replication 1' => sub { database('published'); query("$events; CREATE TABLE kept AS TABLE events; TRUNCATE events") },
	'Logical replication end' => sub {
		is( query(q{
			SELECT FROM pg_create_logical_replication_slot('guides', 'pgoutput');
			INSERT INTO events TABLE kept;
			SELECT count(*) FROM pg_logical_slot_get_binary_changes('guides', NULL, NULL, 'proto_version', '1', 'publication_names', 'recent') WHERE get_byte(data, 0) = ascii('I');
			SELECT FROM pg_drop_replication_slot('guides')}), '49', 'rows of the filter are published');
		like((said('CREATE PUBLICATION other FOR TABLE events WHERE (uuid_is_v7(id))'))[1], qr/User-defined or built-in mutable functions are not allowed/, 'nor a function');
	},

	'With other extensions 1' => sub {
		database('apart', 'CREATE FUNCTION uuid_generate_v7() RETURNS uuid LANGUAGE sql RETURN gen_random_uuid()');
		is(error('CREATE EXTENSION uuidx'), '42723', 'a function of another extension is in the way');
		is(installed($db), '0', 'nothing is created');
	},
	'With other extensions 2' => sub {
		is(query('SELECT uuidx.uuid_version(uuidx.uuid_generate_v7()), uuid_version FROM uuidx.uuid_version(uuid_generate_v7())'), '7|4', 'in a schema of its own');
		$db = 'shop';
		query(q{
			CREATE EXTENSION uuidx_ids;
			CREATE TABLE kept (id uuid PRIMARY KEY DEFAULT uuid_generate_v7() CHECK (uuid_is_v7(id)), at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED) PARTITION BY RANGE (id);
			CALL uuid_v7_create_partitions('kept', now() - interval '1 year', now() + interval '1 month', '1 month');
			CREATE VIEW recent AS SELECT * FROM kept WHERE id >= now() - interval '1 hour'});
		$planned = query($plan);
	},
	'With other extensions end' => sub {
		my $other = q{SELECT uuid_from_id('objectid', '507f1f77bcf86cd799439011')};
		my $id = query($other);

		query('CREATE FUNCTION uuid_version(uuid) RETURNS integer LANGUAGE sql RETURN -1');
		is(query($plan), $planned, 'plans stay');
		is(query('INSERT INTO kept DEFAULT VALUES RETURNING at = uuid_time(id), uuid_version(id), uuidx.uuid_version(id)'), 't|-1|7', 'new sessions find all of it');
		is(query('SELECT count(*) FROM recent'), '1', 'a view');
		is(error('INSERT INTO kept VALUES (gen_random_uuid())'), '23514', 'a check');
		is(query(q{CALL uuid_v7_create_partitions('kept', now() + interval '1 month', now() + interval '3 months', '1 month'); SELECT count(*) >= 15 FROM uuid_v7_partitions('kept')}), 't', 'partitions');
		query('ALTER EXTENSION uuidx_ids SET SCHEMA uuidx');
		is(query($other), $id, 'uuidx_ids moves in the same way');
	},

	'pg_partman 1' => sub {
		database('partman');
		query(q{
			CREATE TABLE measurements (id uuid PRIMARY KEY, value integer) PARTITION BY RANGE (id);
			CREATE TABLE measurements_default PARTITION OF measurements DEFAULT;
			CALL uuid_v7_create_partitions('measurements', '2026-06-10Z', '2026-06-11Z', '1 day');
			CREATE TABLE measurements_later PARTITION OF measurements FOR VALUES FROM (uuid_v7_lower('2026-06-12Z')) TO (uuid_v7_lower('2026-06-13Z'));
			INSERT INTO measurements SELECT uuid_generate_v7(t), 1 FROM generate_series(timestamptz '2026-06-10Z', '2026-06-12 23:00Z', '1 hour') AS t});
		is(query('SELECT count(*) FROM measurements_default'), '24', 'a day has no partition');
	},
	'pg_partman end' => sub {
		is(query('SELECT string_agg(c::text, $$ $$) FROM (SELECT count(*) FROM measurements GROUP BY tableoid) AS s (c)'), '24 24 24', 'each day has its partition');
		is(query($guide{pg_partman}{blocks}[0]{sql}), '', 'and there is no gap');
	},

	'postgres_fdw 1' => sub {
		database('archive', "CREATE EXTENSION uuidx; $events; INSERT INTO events SELECT FROM generate_series(1, 10); DROP EXTENSION uuidx CASCADE");
		database('local');
		query(sprintf q{
			CREATE EXTENSION postgres_fdw;
			CREATE SERVER archive FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '%s', port '%s', dbname 'archive');
			CREATE USER MAPPING FOR CURRENT_USER SERVER archive;
			CREATE FOREIGN TABLE events (id uuid, payload text) SERVER archive}, $node->host, $node->port);
	},
	'postgres_fdw end' => sub {
		is(query(q{SELECT count(*) FROM events WHERE id >= (SELECT uuid_v7_lower(now() - interval '1 hour'))}), '10', 'the rows of the last hour');
		like(query(q{SET uuidx.planner = off; EXPLAIN (VERBOSE, COSTS OFF) SELECT FROM events WHERE id >= now() - interval '1 hour'}), qr/Remote SQL: SELECT id FROM public\.events$/m, 'without the planner nothing is sent');
		like(query(q{EXPLAIN (VERBOSE, COSTS OFF) SELECT FROM events WHERE id < now() - interval '1 hour'}), qr/Remote SQL: SELECT id FROM public\.events$/m, 'nor is an upper bound');
		value($node, 'CREATE EXTENSION uuidx', 'archive');
		like(query(q{ALTER SERVER archive OPTIONS (ADD extensions 'uuidx'); EXPLAIN (VERBOSE, COSTS OFF) SELECT count(*) FROM events WHERE id >= (SELECT now() - interval '1 hour')}),
			qr/Remote SQL: SELECT count\(\*\) FROM public\.events WHERE \(\(id >= public\.uuid_v7_lower\(\$1::timestamp with time zone\)\)\)/, 'with the extension there its functions are sent');
		value($node, 'ALTER TABLE events ALTER id SET DEFAULT uuid_generate_v7()', 'archive');
		is(error('INSERT INTO events (payload) VALUES (NULL)'), '23502', 'there is no default here');
		query(q{CREATE SCHEMA imported; IMPORT FOREIGN SCHEMA public LIMIT TO (events) FROM SERVER archive INTO imported OPTIONS (import_default 'true')});
		is(query('INSERT INTO imported.events (payload) VALUES (NULL) RETURNING uuid_version(id)'), '7', 'unless it is imported');
	},

	'btree_gist and temporal keys 1' => sub {
		$_[0]{sql} =~ s/(?=^EXPLAIN)/INSERT INTO prices (id, during) SELECT uuid_generate_v7(t), tstzrange(t, NULL) FROM generate_series(timestamptz '2026-01-01Z', '2026-12-31Z', '1 hour') AS t;\nANALYZE prices;\nSET enable_bitmapscan = off;\n/m or die;
	},
	'btree_gist and temporal keys 2' => sub {
		is(error('INSERT INTO prices SELECT id, during FROM prices LIMIT 1'), '23P01', 'two prices of one time');
		$_[0]{sql} = 'SELECT 1' if $version < 180000;
	},
	'btree_gist and temporal keys end' => sub {
	  SKIP:
		{
			skip('WITHOUT OVERLAPS came with 18', 2) if $version < 180000;
			query(q{INSERT INTO contracts VALUES (uuid_v7_lower('2026-06-15Z'), '[2026-06-15,2026-07-01)'), (uuid_v7_lower('2026-06-15Z'), '[2026-07-01,)')});
			is(error(q{INSERT INTO contracts VALUES (uuid_v7_lower('2026-06-15Z'), '[2026-06-30,2026-07-02)')}), '23P01', 'contracts that overlap');
			is(error(q{INSERT INTO payments (contract_id, during) VALUES (uuid_v7_lower('2026-06-15Z'), '[2026-06-30,2026-07-02)')}), '', 'a payment within both');
		}
	},

	'Names that core has too 1' => sub {
		query(q{DROP FOREIGN TABLE events; CREATE TABLE events (id uuid); INSERT INTO events VALUES (uuid_generate_v7('2026-06-15Z')), (uuid_generate_v6('2026-06-15Z'))});
	},
	'Names that core has too end' => sub {
		my ($time, $qualified) = map { query(s/;.*//r) } split(/\n/, $guide{'Names that core has too'}{blocks}[0]{sql});

		is($time, "2026-06-15 00:00:00+00\n2026-06-15 00:00:00+00", 'of both versions');
		is($qualified, $time, 'the same');
		is(query('SELECT count(uuid_extract_timestamp(id)) FROM events'), $version < 170000 ? 2 : $version < 180000 ? 0 : 1, 'what an unqualified call reads');
	});

1;
