-- doc/other-extensions.md

-- before Columnstore and aggregates 1
-- database elsewhere CREATE SCHEMA uuidx; CREATE EXTENSION uuidx SCHEMA uuidx; CREATE TABLE events (id uuid)

-- before Citus 1
-- database citus
CREATE TABLE measurements (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('measurements', '2026-06-10Z', '2026-06-11Z', '1 day');
CREATE FUNCTION alter_table_set_access_method(regclass, text) RETURNS regclass LANGUAGE sql RETURN $1;

-- before pg_partman 1
-- database partman
CREATE TABLE measurements (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), value integer,
  created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED) PARTITION BY RANGE (id);
CREATE TABLE measurements_default PARTITION OF measurements DEFAULT;
CALL uuid_v7_create_partitions('measurements', '2026-06-10Z', '2026-06-11Z', '1 day');
CREATE TABLE measurements_later PARTITION OF measurements FOR VALUES
  FROM (uuid_v7_lower('2026-06-12Z')) TO (uuid_v7_lower('2026-06-13Z'));
ALTER TABLE measurements ALTER value SET NOT NULL, ALTER value ADD GENERATED ALWAYS AS IDENTITY;
INSERT INTO measurements (id) SELECT uuid_generate_v7(t)
  FROM generate_series(timestamptz '2026-06-10Z', '2026-06-12 23:00Z', '1 hour') AS t;

-- after pg_partman
SELECT string_agg(c::text, ' ') FROM (SELECT count(*) FROM measurements GROUP BY tableoid) AS s (c); --> 24 24 24
SELECT sum(value), max(value) FROM measurements; --> 2628|72
:{pg_partman 1}; -->

-- before postgres_fdw 1
-- needs postgres_fdw
-- database archive
CREATE TABLE events (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), payload text);
INSERT INTO events SELECT FROM generate_series(1, 10);
CREATE TABLE messages (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), body text);
CREATE VIEW ready AS SELECT * FROM messages WHERE id < uuid_v7_horizon();
-- database local
CREATE EXTENSION postgres_fdw;
SELECT format('CREATE SERVER archive FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host %L, port %L, dbname %L)',
  split_part(current_setting('unix_socket_directories'), ',', 1), current_setting('port'), 'archive') \gexec
CREATE USER MAPPING FOR CURRENT_USER SERVER archive;
CREATE FOREIGN TABLE events (id uuid, payload text) SERVER archive;

-- after postgres_fdw
SELECT count(*) FROM events WHERE id >= (SELECT uuid_v7_lower(now() - interval '1 hour')); --> 10
EXPLAIN (VERBOSE, COSTS OFF) SELECT FROM events WHERE id >= now() - interval '1 hour';
--~ Remote SQL: .* WHERE \(\(id >= '[-0-9a-f]+'\)\)
EXPLAIN (VERBOSE, COSTS OFF) SELECT FROM events WHERE id < now() - interval '1 hour';
--~ Remote SQL: SELECT id FROM public\.events$
SET uuidx.planner = off;
EXPLAIN (VERBOSE, COSTS OFF) SELECT FROM events WHERE id >= now() - interval '1 hour';
--~ Remote SQL: SELECT id FROM public\.events$
RESET uuidx.planner;
ALTER SERVER archive OPTIONS (ADD extensions 'uuidx');
EXPLAIN (VERBOSE, COSTS OFF) SELECT count(*) FROM events WHERE id >= (SELECT now() - interval '1 hour');
--~ WHERE \(\(id >= public\.uuid_v7_lower\(\$1::timestamp.*\)\)\)
EXPLAIN (VERBOSE, COSTS OFF) UPDATE events SET payload = 0 WHERE uuid_time(id) < '2026-06-15Z';
--~ Remote SQL: UPDATE public\.events SET payload = '0'::text WHERE \(\(id < '[-0-9a-f]+'\)\)$
EXPLAIN (VERBOSE, COSTS OFF) DELETE FROM events WHERE id <@ tstzrange('2026-06-15Z', '2026-06-16Z');
--~ Remote SQL: DELETE FROM public\.events WHERE \(\(id >= '[-0-9a-f]+'\)\) AND \(\(id < '[-0-9a-f]+'\)\)$
INSERT INTO events (payload) VALUES (NULL); --! 23502
CREATE SCHEMA imported;
IMPORT FOREIGN SCHEMA public LIMIT TO (events, ready, messages) FROM SERVER archive INTO imported
  OPTIONS (import_default 'true');
INSERT INTO imported.events (payload) VALUES (NULL) RETURNING uuid_version(id); --> 7
-- what one server says: this horizon is of the local server
INSERT INTO imported.messages (body) VALUES ('read');
DO $$BEGIN WHILE uuid_v7_lower(clock_timestamp() - interval '1 ms') <= (SELECT max(id)
  FROM imported.messages) LOOP END LOOP; END$$;
SELECT body FROM imported.messages WHERE id < uuid_v7_horizon(); --> read
CREATE TABLE parted (id uuid, payload text) PARTITION BY RANGE (id);
SELECT format('CREATE FOREIGN TABLE parted_old PARTITION OF parted FOR VALUES FROM (%L) TO (%L) SERVER archive OPTIONS
  (table_name %L)', uuid_v7_lower('2026-06-13Z'), uuid_v7_lower('2026-06-18Z'), 'events') \gexec
EXPLAIN (VERBOSE) SELECT FROM parted WHERE id >= timestamptz '2026-06-17Z'; --~ Remote SQL: .* WHERE \(\(id >= '
EXPLAIN (VERBOSE) SELECT FROM parted WHERE id >= timestamptz '2026-06-18Z'; --^ Remote SQL

-- after PgBouncer
-- of the table at the top
-- needs btree_gist
CREATE EXTENSION btree_gist;
CREATE TABLE prices (id uuid DEFAULT uuid_generate_v7(), during tstzrange NOT NULL, EXCLUDE
  USING gist (id WITH =, during WITH &&));
INSERT INTO prices SELECT uuid_generate_v7(t), tstzrange(t, NULL)
  FROM generate_series(timestamptz '2026-01-01Z', '2026-12-31Z', '1 hour') AS t;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
EXPLAIN SELECT FROM prices WHERE id <@ tstzrange('2026-06-15Z', '2026-06-16Z');
--~ Scan using prices_id_during_excl.*\n.*Index Cond: \(\(id >=
INSERT INTO prices SELECT id, during FROM prices LIMIT 1; --! 23P01
