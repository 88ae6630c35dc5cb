package document::operate;

use UuidxDocument;
use UuidxGuide;
use UuidxTest;


my $version = value($node, 'SHOW server_version_num');
my %guide = map { $_->{heading} => $_ } guide('operate.md');
my $events = q{
	CREATE TABLE events (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), payload text);
	INSERT INTO events SELECT uuid_generate_v7(t), t
	  FROM generate_series(timestamptz '2026-06-13Z', '2026-06-17Z', '1 hour') AS t};

sub error { return state_of($node, $_[0], $db) }
sub installed { return value($node, q{SELECT count(*) FROM pg_extension WHERE extname = 'uuidx'}, $_[0]) }

# What a program writes about the database
sub written { my ($out) = run_command([ @_, $node->connstr($db) ]); return $out }

my $plan = q{EXPLAIN (COSTS OFF) SELECT FROM kept
	WHERE uuid_time(id) < '2026-06-15Z' AND id >= timestamptz '2026-05-31Z'};
my $planned;

run_document(
	'operate',
	'Upgrade 1' => sub { database('upgraded', q{CREATE EXTENSION uuidx VERSION '1.0';
		CREATE EXTENSION uuidx_ids VERSION '1.0'}) },
	'Upgrade end' => sub {
		is(query(q{SELECT bool_and(installed_version = default_version)
			FROM pg_available_extensions WHERE name LIKE 'uuidx%'}), 't', 'the newest versions');
		is(error(q{ALTER EXTENSION uuidx UPDATE TO '1.3'}), '22023', 'no way back');
	},

	'The way out 1' => sub {
		database('shop');
		query(q{
			ALTER DATABASE shop SET session_preload_libraries = 'uuidx';
			ALTER DATABASE shop SET local_preload_libraries = 'uuidx';
			CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), total numeric);
			ALTER TABLE orders ADD CONSTRAINT orders_v7 CHECK (uuid_is_v7(id));
			ALTER TABLE orders ADD at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED,
			  ADD CONSTRAINT orders_at_time CHECK (at = uuid_time(id));
			CREATE VIEW recent WITH (security_invoker = true) AS SELECT id, total
			  FROM orders WHERE id >= timestamptz '2026-06-15Z';
			CREATE INDEX orders_time ON orders (id uuid_time_ops);
			CREATE TABLE measurements (id uuid) PARTITION BY RANGE (id);
			CALL uuid_v7_create_partitions('measurements', '2026-06-01Z', '2026-08-01Z', '1 month');
			CREATE FUNCTION report() RETURNS bigint
			  LANGUAGE plpgsql AS 'BEGIN RETURN (SELECT count(*) FROM orders WHERE uuid_time(id) > now()); END';
			INSERT INTO orders (id, total) SELECT uuid_generate_v7(timestamptz '2026-06-14Z'
			  + n * interval '1.001001 minutes'), n FROM generate_series(1, 5000) AS n});
		query(q{CREATE TABLE before AS SELECT *, (SELECT relfilenode FROM pg_class WHERE relname = 'orders') AS file
			FROM orders; CREATE TABLE seen AS TABLE recent});
	},
	'The way out 2' => sub {
		is(query(q{SELECT count(*) FROM pg_db_role_setting WHERE setconfig::text ~ 'uuidx'}),
			'0', 'no session needs the library any more');
		my ($list) = $guide{'Preload the library'}{text} =~ /`(SET session_preload_libraries = '\w+', 'uuidx')`/;
		query("CREATE ROLE other; ALTER ROLE other $list");
		like((said($guide{'Dump and restore'}{blocks}[0]{sql}))[0], qr/=auto_explain, uuidx/, 'a setting that is left');
		query('DROP ROLE other');
	},
	'The way out 3' => sub {
		query(q{CREATE TABLE by_time (id uuid) PARTITION BY RANGE (id uuid_time_ops); CREATE TABLE by_function (id uuid)
			PARTITION BY RANGE (uuid_time(id)); CREATE TABLE by_id (id uuid) PARTITION BY RANGE (id)});
		is((said('DROP EXTENSION uuidx'))[1] =~ s/\A.*?DETAIL:  //sr =~ s/(?:table|index) by_.*\n//gr =~ s/HINT.*//sr,
			join("\n", 'default value for column id of table orders depends on function uuid_generate_v7()',
				'constraint orders_v7 on table orders depends on function uuid_is_v7(uuid)',
				'column at of table orders depends on function uuid_time(uuid)',
				'view recent depends on operator >=(uuid,timestamp with time zone)',
					'index orders_time depends on operator class uuid_time_ops for access method btree', ''),
			'what is listed');
		is(query(q{
			BEGIN;
			SET LOCAL client_min_messages = error;
			CREATE VIEW of_recent WITH (security_invoker = true) AS TABLE recent;
			CREATE POLICY late ON orders USING (uuid_time(id) > '2020-01-01');
			DROP EXTENSION uuidx CASCADE;
			SELECT to_regclass('by_time') IS NULL, to_regclass('by_function') IS NULL, to_regclass('by_id'),
			  to_regclass('recent') IS NULL, to_regclass('of_recent') IS NULL, to_regclass('orders_time') IS NULL,
			  (SELECT count(*) FROM pg_policy), (SELECT string_agg(attname || atthasdef, ' ')
			    FROM pg_attribute WHERE attrelid = 'orders'::regclass AND attnum > 0 AND NOT attisdropped),
			  (SELECT count(*) FROM pg_constraint WHERE conrelid = 'orders'::regclass AND contype = 'c');
			ROLLBACK}), 't|t|by_id|t|t|t|0|idfalse totalfalse|0', 'what CASCADE drops');
		query('DROP TABLE by_time, by_function, by_id');
	},
	'The way out 4' => sub {
		query("SET search_path = uuids;\n" . document('hosted/uuidx.sql'));
		is(query(q{SELECT count(*),
			count(*) FILTER (WHERE uuids.uuid_time(id) <> uuid_time(id) OR uuids.uuid_v7_lower(t) <> uuid_v7_lower(t))
			FROM orders, LATERAL (SELECT timestamptz '1970-01-01Z' + total * interval '3.0003003 days') AS x (t)}),
				'5000|0', 'plain SQL says the same');
	},
	'The way out end' => sub {
		is(query(q{SELECT count(*) FROM before JOIN orders USING (id, total, at) WHERE file = (SELECT relfilenode
			FROM pg_class WHERE relname = 'orders')}), '5000', 'nothing is lost or rewritten');
		is(query(q{SELECT (SELECT count(*) FROM (TABLE seen EXCEPT TABLE recent) AS s),
			(SELECT count(*) FROM seen) = (SELECT count(*) FROM recent)}), '0|t', 'the view says the same');
		is(query('SELECT proname FROM pg_proc WHERE pronamespace = $$public$$::regnamespace
			AND prosrc ~ $$uuid_time$$'), 'report', 'a body that is a string is left');
		like((said($guide{'The way out'}{blocks}[-1]{sql}))[0], qr/ report\(\)/, 'and found');
		is(query(q{SELECT count(*) FROM pg_inherits WHERE inhparent = 'measurements'::regclass}),
			'2', 'partitions stay');
		like(query(q{SET enable_seqscan = off; EXPLAIN (COSTS OFF) SELECT FROM orders WHERE id OPERATOR(uuids.>=)
			(now() - interval '1 hour')}), qr/Index Cond: \(id >= /, 'the key can be asked by time');
		query('INSERT INTO orders (total) VALUES (5001)');
		value($node, 'ALTER DATABASE shop RENAME TO way_out');
	},

	'Preload the library 1' => sub {
		database('shop');
		is(error('SHOW uuidx.planner'), '42704', 'without a preload');
		is(query('CREATE ROLE keeper; SELECT uuid_version(uuid_generate_v7()); SHOW uuidx.planner'),
			"7\non", 'until the session uses the extension');
		is(error(qq{SET ROLE keeper; ALTER ROLE keeper SET $_->[0] = 'uuidx'; ALTER ROLE keeper RESET $_->[0]}),
			$_->[1], "$_->[0] by a role")
		  foreach ([ 'local_preload_libraries', '' ], [ 'session_preload_libraries', '42501' ]);
	},
	'Preload the library end' => sub {
		query("ALTER DATABASE shop RESET session_preload_libraries");
		is(query('SHOW uuidx.planner'), 'on', 'the other setting alone');
		query("ALTER DATABASE shop RESET local_preload_libraries;
			ALTER DATABASE shop SET session_preload_libraries = 'uuidx'");
		is(query('SHOW uuidx.planner'), 'on', 'and the one alone');
		foreach my $setting ('session_preload_libraries', 'local_preload_libraries', )
		{
			local $ENV{PGOPTIONS} = "-c $setting=uuidx_of_no_server";
			like((run_command([ 'psql', '-XAtc', 'SELECT 1', $node->connstr($db) ]))[1],
				qr/FATAL:  could not access file/, "$setting: a session without the library");
		}
	},

	'Dump and restore 1' => sub {
		query('ALTER DATABASE shop SET search_path = "$user", public, uuidx');
		my ($plain, $create) = (written('pg_dump'), written('pg_dump', '--create'));
		like($plain, qr/^CREATE EXTENSION IF NOT EXISTS uuidx WITH SCHEMA public;$/m, 'a dump creates the extension');
		unlike($plain, qr/preload_libraries/, 'and no settings');
		like($create, qr/^ALTER DATABASE shop SET session_preload_libraries TO 'uuidx';$/m,
			'unless it creates the database');
	},
	'Dump and restore end' => sub { query('ALTER DATABASE shop RESET search_path') },

	'Test and shadow databases 1' => sub {
		database('shadow', 'SELECT 1');
		value($node, 'CREATE ROLE app; ALTER DATABASE shadow OWNER TO app');
		$_[0]{sql} =~ s/^/SET ROLE app;\n/;
	},
	'Test and shadow databases end' => sub {
		is(installed('shadow'), '1', 'by the owner of the database');
		value($node, 'CREATE EXTENSION uuidx', 'template1');
		value($node, 'CREATE DATABASE copied');
		is(installed('copied'), '1', 'a new database has it');
		is(state_of($node, $guide{'Test and shadow databases'}{blocks}[0]{sql}, 'copied'),
			'', 'the statement does nothing');
		is(state_of($node, 'CREATE EXTENSION uuidx', 'copied'), '42710', 'without IF NOT EXISTS it is an error');
		value($node, 'DROP EXTENSION uuidx', 'template1');
		value($node, 'CREATE DATABASE copied_shop TEMPLATE shop');
		is(installed('copied_shop') . state_of($node, 'SHOW uuidx.planner', 'copied_shop'),
			'142704', 'settings are not copied');
	},

	'Logical replication 1' => sub { database('published'); query("$events;
		CREATE TABLE kept AS TABLE events; TRUNCATE events") },
	'Logical replication end' => sub {
		is(query(q{
			SELECT FROM pg_create_logical_replication_slot('guides', 'pgoutput');
			INSERT INTO events TABLE kept;
			SELECT count(*) FROM pg_logical_slot_get_binary_changes('guides', NULL, NULL,
			  'proto_version', '1', 'publication_names', 'recent') WHERE get_byte(data, 0) = ascii('I');
			SELECT FROM pg_drop_replication_slot('guides')}), '49', 'rows of the filter are published');
		like((said('CREATE PUBLICATION other FOR TABLE events WHERE (uuid_is_v7(id))'))[1],
			qr/User-defined or built-in mutable functions are not allowed/, 'nor a function');
	},

	'With other extensions 1' => sub {
		database('apart', 'CREATE FUNCTION uuid_generate_v7() RETURNS uuid LANGUAGE sql RETURN gen_random_uuid()');
		is(error('CREATE EXTENSION uuidx'), '42723', 'a function of another extension is in the way');
		is(installed($db), '0', 'nothing is created');
	},
	'With other extensions 2' => sub {
		is(query('SELECT uuidx.uuid_version(uuidx.uuid_generate_v7()), uuid_version
			FROM uuidx.uuid_version(uuid_generate_v7())'), '7|4', 'in a schema of its own');
		$db = 'shop';
		query(q{
			CREATE EXTENSION uuidx_ids;
			CREATE TABLE kept (id uuid PRIMARY KEY DEFAULT uuid_generate_v7() CHECK (uuid_is_v7(id)),
			  at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED) PARTITION BY RANGE (id);
			CALL uuid_v7_create_partitions('kept', now() - interval '1 year', now() + interval '1 month', '1 month');
			CREATE VIEW recent AS SELECT * FROM kept WHERE id >= now() - interval '1 hour'});
		$planned = query($plan);
	},
	'With other extensions end' => sub {
		my $other = q{SELECT uuid_from_id('objectid', '507f1f77bcf86cd799439011')};
		my $id = query($other);

		query('CREATE FUNCTION uuid_version(uuid) RETURNS integer LANGUAGE sql RETURN -1');
		is(query($plan), $planned, 'plans stay');
		is(query('INSERT INTO kept DEFAULT VALUES RETURNING at = uuid_time(id),
			uuid_version(id), uuidx.uuid_version(id)'), 't|-1|7', 'new sessions find all of it');
		is(query('SELECT count(*) FROM recent'), '1', 'a view');
		is(error('INSERT INTO kept VALUES (gen_random_uuid())'), '23514', 'a check');
		is(query(q{CALL uuid_v7_create_partitions('kept', now() + interval '1 month', now() + interval '3 months',
			'1 month'); SELECT count(*) >= 15 FROM uuid_v7_partitions('kept')}), 't', 'partitions');
		query('ALTER EXTENSION uuidx_ids SET SCHEMA uuidx');
		is(query($other), $id, 'uuidx_ids moves in the same way');
	},

	'Names shared with core 1' => sub {
		database('names');
		query(q{CREATE TABLE events (id uuid);
			INSERT INTO events VALUES (uuid_generate_v7('2026-06-15Z')), (uuid_generate_v6('2026-06-15Z'))});
	},
	'Names shared with core end' => sub {
		my ($time, $qualified) = map { query(s/;.*//r) } split(/\n/, $guide{'Names shared with core'}{blocks}[0]{sql});

		is($time, "2026-06-15 00:00:00+00\n2026-06-15 00:00:00+00", 'of both versions');
		is($qualified, $time, 'the same');
		is(query('SELECT count(uuid_extract_timestamp(id)) FROM events'),
			$version < 170000 || $version >= 200000 ? 2 : $version < 180000 ? 0 : 1, 'what an unqualified call reads');
	});

1;
