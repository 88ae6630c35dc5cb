package document::other_extensions;

use UuidxDocument;
use UuidxGuide;
use UuidxTest;

if (value($node, q{SELECT count(*) FROM pg_available_extensions WHERE name IN ('postgres_fdw', 'btree_gist')}) < 2)
{
	SKIP: { skip('doc/other-extensions.md: postgres_fdw and btree_gist are not installed', 1) }
	return 1;
}

my $version = value($node, 'SHOW server_version_num');
my %guide = map { $_->{heading} => $_ } guide('other-extensions.md');
my $events = q{
	CREATE TABLE events (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), payload text);
	INSERT INTO events SELECT uuid_generate_v7(t), t
	  FROM generate_series(timestamptz '2026-06-13Z', '2026-06-17Z', '1 hour') AS t};

sub error { return state_of($node, $_[0], $db) }

run_document(
	'other-extensions',
	'pg_partman 1' => sub {
		database('partman');
		query(q{
			CREATE TABLE measurements (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)),
			  value integer, created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED) PARTITION BY RANGE (id);
			CREATE TABLE measurements_default PARTITION OF measurements DEFAULT;
			CALL uuid_v7_create_partitions('measurements', '2026-06-10Z', '2026-06-11Z', '1 day');
			CREATE TABLE measurements_later PARTITION OF measurements FOR VALUES
			  FROM (uuid_v7_lower('2026-06-12Z')) TO (uuid_v7_lower('2026-06-13Z'));
			ALTER TABLE measurements ALTER value SET NOT NULL, ALTER value ADD GENERATED ALWAYS AS IDENTITY;
			INSERT INTO measurements (id) SELECT uuid_generate_v7(t)
			  FROM generate_series(timestamptz '2026-06-10Z', '2026-06-12 23:00Z', '1 hour') AS t});
		is(query('SELECT count(*) FROM measurements_default'), '24', 'a day has no partition');
	},
	'pg_partman end' => sub {
		is(query('SELECT string_agg(c::text, $$ $$) FROM (SELECT count(*)
			FROM measurements GROUP BY tableoid) AS s (c)'), '24 24 24', 'each day has its partition');
		is(query('SELECT sum(value), max(value) FROM measurements'), '2628|72', 'every row keeps its number');
		is(query($guide{pg_partman}{blocks}[0]{sql}), '', 'and there is no gap');
	},

	'postgres_fdw 1' => sub {
		database('archive', "CREATE EXTENSION uuidx; $events;
			INSERT INTO events SELECT FROM generate_series(1, 10); DROP EXTENSION uuidx CASCADE");
		database('local');
		query(sprintf q{
			CREATE EXTENSION postgres_fdw;
			CREATE SERVER archive FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '%s', port '%s', dbname 'archive');
			CREATE USER MAPPING FOR CURRENT_USER SERVER archive;
			CREATE FOREIGN TABLE events (id uuid, payload text) SERVER archive}, $node->host, $node->port);
	},
	'postgres_fdw end' => sub {
		is(query(q{SELECT count(*) FROM events
			WHERE id >= (SELECT uuid_v7_lower(now() - interval '1 hour'))}), '10', 'the rows of the last hour');
		like(query(q{EXPLAIN (VERBOSE, COSTS OFF) SELECT FROM events WHERE id >= now() - interval '1 hour'}),
			qr/Filter: \(events\.id >= uuid_v7_lower\(.*\n.*Remote SQL: .* WHERE \(\(id >= '[-0-9a-f]+'\)\)/,
			'for now() an earlier constant is sent');
		like(query(q{SET uuidx.planner = off;
			EXPLAIN (VERBOSE, COSTS OFF) SELECT FROM events WHERE id >= now() - interval '1 hour'}),
			qr/Remote SQL: SELECT id FROM public\.events$/m, 'without the planner nothing is sent');
		like(query(q{EXPLAIN (VERBOSE, COSTS OFF) SELECT FROM events WHERE id < now() - interval '1 hour'}),
			qr/Remote SQL: SELECT id FROM public\.events$/m, 'nor is an upper bound');
		value($node, 'CREATE EXTENSION uuidx', 'archive');
		like(query(q{ALTER SERVER archive OPTIONS (ADD extensions 'uuidx');
			EXPLAIN (VERBOSE, COSTS OFF) SELECT count(*) FROM events WHERE id >= (SELECT now() - interval '1 hour')}),
			qr/Remote SQL: SELECT count\(\*\) .* WHERE \(\(id >= public\.uuid_v7_lower\(\$1::timestamp.*\)\)\)/,
				'with the extension there its functions are sent');
		value($node, 'ALTER TABLE events ALTER id SET DEFAULT uuid_generate_v7()', 'archive');
		is(error('INSERT INTO events (payload) VALUES (NULL)'), '23502', 'there is no default here');
		query(q{CREATE SCHEMA imported; IMPORT FOREIGN SCHEMA public LIMIT TO (events)
			FROM SERVER archive INTO imported OPTIONS (import_default 'true')});
		is(query('INSERT INTO imported.events (payload) VALUES (NULL)
			RETURNING uuid_version(id)'), '7', 'unless it is imported');

		# what one server says: the table at the top
		my $put = q{INSERT INTO messages (body) VALUES ('%s'); DO $$ BEGIN WHILE uuid_v7_lower(clock_timestamp()
			- interval '1 millisecond') <= (SELECT max(id) FROM messages) LOOP END LOOP; END $$};
		my $bodies = q{SELECT string_agg(body, ' ' ORDER BY id) FROM };
		value($node, 'CREATE TABLE messages (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), body text); CREATE VIEW
			ready AS SELECT * FROM messages WHERE id < uuid_v7_horizon(); ' . sprintf($put, 'first'), 'archive');
		query(q{CREATE FOREIGN TABLE messages (id uuid, body text) SERVER archive;
			CREATE FOREIGN TABLE ready (id uuid, body text) SERVER archive});
		my ($writer, $reader) = (uuidx_session($node, 'archive'), uuidx_session($node, $db));
		$writer->query_safe('BEGIN; ' . sprintf($put, 'slow'));
		value($node, sprintf($put, 'fast'), 'archive');
		is($reader->query_safe("$bodies messages WHERE id < uuid_v7_horizon()"),
			'first fast', 'a horizon of the local server: a row is lost');
		is($reader->query_safe("$bodies ready"), 'first', 'that of a remote view');
		$writer->query_safe('COMMIT');
		is($reader->query_safe("$bodies ready"), 'first slow fast', 'loses none');
		$_->quit foreach ($writer, $reader);

		is(error(q{SELECT uuid_report('messages')}), '42809', 'no report on a foreign table');
		query(q{CREATE TABLE parted (id uuid, payload text) PARTITION BY RANGE (id);
			SELECT format('CREATE FOREIGN TABLE parted_old PARTITION OF parted FOR VALUES
			  FROM (%L) TO (%L) SERVER archive OPTIONS (table_name %L)',
			  uuid_v7_lower('2026-06-13Z'), uuid_v7_lower('2026-06-18Z'), 'events') \gexec});
		is(query(q{SELECT versions FROM uuid_report('parted')}), 'v7 100 %', 'but on foreign partitions');
		query(q{CALL uuid_v7_create_partitions('parted', '2026-06-18Z', '2026-06-19Z', '1 day')});
		query(q{CALL uuid_v7_drop_partitions('parted', '2026-06-18Z')});
		is(query(q{SELECT count(*) FROM pg_class WHERE relname = 'parted_old'}), '0', 'a foreign partition is dropped');
		is(value($node, q{SELECT count(*) > 0 FROM events}, 'archive'), 't', 'and its remote table is not');
	},

	'PgBouncer end' => sub {
		my $by_time = q{SET enable_seqscan = off; SET enable_bitmapscan = off;
			EXPLAIN SELECT FROM %s WHERE id <@ tstzrange('2026-06-15Z', '2026-06-16Z')};

		# of the table at the top
		query(q{
			CREATE EXTENSION btree_gist;
			CREATE TABLE prices (id uuid DEFAULT uuid_generate_v7(), during tstzrange NOT NULL, EXCLUDE
			  USING gist (id WITH =, during WITH &&));
			INSERT INTO prices SELECT uuid_generate_v7(t), tstzrange(t, NULL)
			  FROM generate_series(timestamptz '2026-01-01Z', '2026-12-31Z', '1 hour') AS t});
		like(query(sprintf $by_time, 'prices'),
			qr/Scan using prices_id_during_excl.*\n.*Index Cond: \(\(id >= /, 'btree_gist: the index');
		is(error('INSERT INTO prices SELECT id, during FROM prices LIMIT 1'), '23P01', 'two prices of one time');
	  SKIP:
		{
			skip('WITHOUT OVERLAPS came with 18', 2) if $version < 180000;
			query(q{
				CREATE TABLE contracts (id uuid DEFAULT uuid_generate_v7(),
				  during tstzrange, PRIMARY KEY (id, during WITHOUT OVERLAPS));
				CREATE TABLE payments (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), contract_id uuid,
				  during tstzrange, FOREIGN KEY (contract_id, PERIOD during) REFERENCES contracts (id, PERIOD during));
				INSERT INTO contracts VALUES (uuid_v7_lower('2026-06-15Z'), '[2026-06-15,2026-07-01)'),
				  (uuid_v7_lower('2026-06-15Z'), '[2026-07-01,)')});
			like(query(sprintf $by_time, 'contracts'), qr/Index Cond: \(\(id >= /, 'temporal keys: the index');
			is(error(q{INSERT INTO payments (contract_id, during) VALUES (uuid_v7_lower('2026-06-15Z'),
				'[2026-06-30,2026-07-02)')}), '', 'a payment within two contracts');
		}
	});

1;
