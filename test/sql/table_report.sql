--
-- uuid_report: what a table's ids are, and what to do next.  Every statement that it
-- prints is run as printed; figures that chance decides are not shown.
-- In make test: quick, and the main test of the report on a table.
-- Also in other locales: its text has numbers and times.
--
\set test report
\i test/sql/include/begin.sql
-- What is asked of every table below, and the next statement: \g prints it, \gexec runs it
\set facts 'SELECT uuid_column, versions, times_exact, proven, served_by, by_time, next_step FROM uuid_report'
\set next 'SELECT statement FROM public.uuid_report'

\echo '-- v7 only: an index is missing, then a proof, then statistics, then nothing'
CREATE TABLE events (what text, id uuid DEFAULT uuid_generate_v7()) WITH (autovacuum_enabled = off);
INSERT INTO events SELECT 'x', uuid_generate_v7('2026-03-01Z'::timestamptz + n * interval '1 minute')
FROM generate_series(0, 99) AS n;
SELECT * FROM uuid_report('events') \gx
:next('events') \g \gexec
:facts('events') \gx
:next('events') \g \gexec
:facts('events') \gx
:next('events') \g \gexec
SELECT * FROM uuid_report('events') \gx

\echo '-- statistics are not asked for again and again where a target of 0 keeps them away'
CREATE TABLE unmeasured (id uuid PRIMARY KEY DEFAULT uuid_generate_v7() CHECK (uuid_is_v7(id)));
ALTER TABLE unmeasured ALTER id SET STATISTICS 0;
INSERT INTO unmeasured DEFAULT VALUES;
ANALYZE unmeasured;
SELECT next_step, statement FROM uuid_report('unmeasured') \gx
:next('unmeasured') \g \gexec
SELECT next_step, statement FROM uuid_report('unmeasured') \gx

\echo '-- v4 and v7: queries by time never touch the v4; new ids become v7'
CREATE TABLE mixed (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
INSERT INTO mixed SELECT CASE WHEN n % 3 = 0 THEN uuid_generate_v4_random() ELSE uuid_generate_v7() END
FROM generate_series(1, 90) AS n;
ANALYZE mixed;
:facts('mixed') \gx
:next('mixed') \g \gexec
:facts('mixed') \gx

\echo '-- v4 with created_at; a key whose ids come from elsewhere; a secret and a reference'
\echo '-- keep their v4'
CREATE TABLE orders (id uuid PRIMARY KEY, gone uuid, token uuid DEFAULT gen_random_uuid(),
  parent uuid REFERENCES orders DEFAULT gen_random_uuid(), created_at timestamptz NOT NULL DEFAULT now());
ALTER TABLE orders DROP COLUMN gone;
INSERT INTO orders (id, parent) SELECT id, id FROM (SELECT gen_random_uuid() FROM generate_series(1, 50)) AS t (id);
ANALYZE orders;
SELECT uuid_column, versions, first_time, last_time, times_exact, by_time, next_step, statement
FROM uuid_report('orders');
:next('orders') WHERE statement IS NOT NULL \g \gexec
SELECT uuid_column, default_value, next_step, statement FROM uuid_report('orders');

\echo '-- ... and so does a key that is a reference'
CREATE TABLE details (id uuid PRIMARY KEY REFERENCES orders DEFAULT gen_random_uuid());
SELECT next_step, statement FROM uuid_report('details');

\echo '-- A CHECK gets a name that no child has, even in another schema'
CREATE SCHEMA archive;
CREATE TABLE current (id uuid PRIMARY KEY);
CREATE TABLE archive.current (PRIMARY KEY (id), CONSTRAINT current_id_v7 CHECK (id IS NOT NULL)) INHERITS (current);
INSERT INTO current VALUES (uuid_generate_v7());
:next('current') \g \gexec
DROP SCHEMA archive CASCADE;

\echo '-- No CHECK rejects what the default generates'
CREATE TABLE imported (n integer PRIMARY KEY, id uuid UNIQUE DEFAULT uuid_generate_v6());
INSERT INTO imported VALUES (1, uuid_generate_v7());
ANALYZE imported;
:next('imported');
ALTER TABLE imported ALTER id SET DEFAULT gen_random_uuid();
:next('imported');

\echo '-- ... nor is a default printed that a CHECK rejects'
CREATE TABLE kept (id uuid PRIMARY KEY DEFAULT gen_random_uuid() CHECK (uuid_version(id) = 4));
INSERT INTO kept DEFAULT VALUES;
ANALYZE kept;
SELECT next_step, statement FROM uuid_report('kept');
ALTER TABLE kept DROP CONSTRAINT kept_id_check;
:next('kept');

\echo '-- v6: time order is the order of bytes'
CREATE TABLE sixth (id uuid PRIMARY KEY DEFAULT uuid_generate_v6());
INSERT INTO sixth SELECT uuid_generate_v6() FROM generate_series(1, 5);
ANALYZE sixth;
:facts('sixth') \gx
:next('sixth') \g \gexec

\echo '-- v1: only in time order'
CREATE TABLE first (id uuid PRIMARY KEY DEFAULT uuid_v6_to_v1(uuid_generate_v6()));
INSERT INTO first DEFAULT VALUES;
INSERT INTO first VALUES (uuid_generate_v6('2026-01-01Z'));
ANALYZE first;
:facts('first') \gx
:next('first') \g \gexec
:facts('first') \gx

\echo '-- v1 by a function of that name: v7 carry their time in the order of their bytes'
CREATE FUNCTION uuid_generate_v1() RETURNS uuid LANGUAGE sql RETURN uuid_v6_to_v1(uuid_generate_v6());
CREATE TABLE first_by_name (id uuid PRIMARY KEY DEFAULT uuid_generate_v1());
INSERT INTO first_by_name DEFAULT VALUES;
SELECT next_step, statement FROM uuid_report('first_by_name') \gx

\echo '-- Kinds of UUIDs, and shares that are nearly nothing or nearly all'
CREATE TABLE kinds (id uuid);
INSERT INTO kinds VALUES (NULL), ('00000000-0000-0000-0000-000000000000'), ('ffffffff-ffff-ffff-ffff-ffffffffffff'),
  ('11111111-1111-7111-1111-111111111111'), ('11111111-1111-7111-d111-111111111111'),
  ('11111111-1111-7111-f111-111111111111'), ('00000000-0000-0000-0000-000000000001'),
  ('ffffffff-ffff-ffff-ffff-fffffffffffe');
SELECT ids_read, versions, by_time FROM uuid_report('kinds');
INSERT INTO kinds SELECT uuid_generate_v4_random() FROM generate_series(1, 8000);
SELECT versions FROM uuid_report('kinds');

\echo '-- Empty'
CREATE TABLE nothing (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), other uuid);
SELECT ids_read, versions, first_time, times_exact, by_time, next_step FROM uuid_report('nothing');
:next('nothing') WHERE statement IS NOT NULL \g \gexec
SELECT default_value, next_step, statement FROM uuid_report('nothing');

\echo '-- Partitions: all of them are read'
CREATE TABLE parts (id uuid NOT NULL DEFAULT uuid_generate_v7(), ref uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('parts', '2026-01-01Z', '2026-03-01Z', '1 month');
INSERT INTO parts SELECT uuid_generate_v7(t), uuid_generate_v7(t)
FROM generate_series('2026-01-01Z', '2026-02-28Z'::timestamptz, interval '1 day') AS t;
SELECT uuid_column, ids_read, first_time, last_time, served_by, by_time FROM uuid_report('parts');
:next('parts') \g \gexec
:next('parts') \g \gexec
SELECT uuid_column, proven, served_by, by_time FROM uuid_report('parts');
\echo '-- partitioned in time order'
CREATE TABLE parts_time (id uuid, at timestamptz) PARTITION BY RANGE (id uuid_time_ops);
CREATE TABLE parts_time_1 PARTITION OF parts_time DEFAULT;
INSERT INTO parts_time VALUES (uuid_v6_to_v1(uuid_generate_v6())), (uuid_generate_v7());
SELECT ids_read, served_by, by_time FROM uuid_report('parts_time');
\echo '-- rows that are added to the table do not use the default of a partition'
CREATE TABLE parts_random (id uuid DEFAULT gen_random_uuid() PRIMARY KEY) PARTITION BY HASH (id);
CREATE TABLE parts_random_1 PARTITION OF parts_random FOR VALUES WITH (MODULUS 1, REMAINDER 0);
INSERT INTO parts_random SELECT FROM generate_series(1, 100);
SELECT t, next_step ~ 'default' AS default, statement FROM unnest('{parts_random,parts_random_1}'::regclass[]) AS t,
  uuid_report(t);

\echo '-- Inheritance: of the children those are named that lack an index'
CREATE TABLE base (id uuid PRIMARY KEY);
CREATE TABLE derived (extra int, more text, CHECK (more IS NOT NULL)) INHERITS (base);
INSERT INTO base VALUES (uuid_generate_v7());
INSERT INTO derived VALUES (uuid_generate_v7(), 1, 'x');
ALTER TABLE base ADD CONSTRAINT alone CHECK (uuid_is_v7(id)) NO INHERIT;
SELECT ids_read, proven, served_by, by_time, statement FROM uuid_report('base');
:next('base') \g \gexec
SELECT proven, by_time, statement FROM uuid_report('base');

\echo '-- Domains: what they prove, and their default'
CREATE DOMAIN v7 AS uuid DEFAULT public.uuid_generate_v7() CHECK (uuid_is_v7(VALUE));
CREATE DOMAIN timed AS v7;
CREATE TABLE domains (id timed PRIMARY KEY, loose uuid CHECK (uuid_version(loose) = 7));
INSERT INTO domains (loose) VALUES (uuid_generate_v7());
SELECT uuid_column, default_value, proven, by_time FROM uuid_report('domains', 'id');
SELECT uuid_column, proven, by_time FROM uuid_report('domains', 'loose');
\echo '-- a constraint on a domain proves nothing to the planner: the table needs one'
SELECT next_step, statement FROM uuid_report('domains', 'id') \gx

\echo '-- A CHECK that is not validated proves nothing'
CREATE TABLE unvalidated (id uuid PRIMARY KEY);
INSERT INTO unvalidated VALUES (uuid_generate_v7());
ALTER TABLE unvalidated ADD CONSTRAINT "is v7" CHECK (uuid_is_v7(id)) NOT VALID, ADD CHECK (uuid_is_v6(id)) NOT VALID;
SELECT proven, next_step FROM uuid_report('unvalidated');
:next('unvalidated') \g \gexec
SELECT proven FROM uuid_report('unvalidated');

\echo '-- What does not serve: partial, invalid, of another order, not leading'
CREATE TABLE indexes (id uuid, n int);
INSERT INTO indexes VALUES (uuid_generate_v7(), 1);
CREATE INDEX ON indexes (id) WHERE n > 0;
CREATE INDEX ON indexes (n, id);
CREATE INDEX ON indexes USING hash (id);
SELECT served_by, by_time FROM uuid_report('indexes');
CREATE INDEX ON indexes (id uuid_time_ops);
SELECT served_by, by_time FROM uuid_report('indexes');

\echo '-- Odd names, under a search_path that finds nothing, with the old meaning of backslashes'
CREATE SCHEMA "My ""Schema""";
CREATE TABLE "My ""Schema"""."Ta'ble" ("Select" int, "I\d" uuid DEFAULT gen_random_uuid(), PRIMARY KEY ("I\d"));
INSERT INTO "My ""Schema"""."Ta'ble" ("I\d") SELECT uuid_generate_v7() FROM generate_series(1, 3);
SET search_path = '';
-- (from 19 on there is no such meaning any more)
SELECT count(set_config(name, 'off', false)) >= 0 AS set FROM pg_settings
WHERE name IN ('standard_conforming_strings', 'escape_string_warning')
  AND current_setting('server_version_num')::integer < 190000;
SELECT uuid_column, default_value, by_time FROM public.uuid_report('"My ""Schema"""."Ta''ble"');
:next('"My ""Schema"""."Ta''ble"') \g \gexec
:next('"My ""Schema"""."Ta''ble"') \g \gexec
:next('"My ""Schema"""."Ta''ble"') \g \gexec
SELECT proven, statement FROM public.uuid_report('"My ""Schema"""."Ta''ble"', E'I\\d');
CREATE TABLE report."{column}" ("{table}" uuid PRIMARY KEY);
SELECT statement FROM public.uuid_report('report."{column}"');
INSERT INTO report."{column}" VALUES (public.uuid_generate_v7());
SELECT statement FROM public.uuid_report('report."{column}"');
SELECT count(set_config(name, reset_val, false)) >= 0 AS reset FROM pg_settings
WHERE name IN ('standard_conforming_strings', 'escape_string_warning')
  AND current_setting('server_version_num')::integer < 190000;
SET search_path = report, public;
\echo '-- ... and one on which everything is replaced'
CREATE SCHEMA hostile;
CREATE FUNCTION hostile.never(name, name) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE 'executed'; END$$;
CREATE FUNCTION hostile.never(oid, oid) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE 'executed'; END$$;
CREATE FUNCTION hostile.never(text, text) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE 'executed'; END$$;
CREATE OPERATOR hostile.= (FUNCTION = hostile.never, LEFTARG = name, RIGHTARG = name);
CREATE OPERATOR hostile.= (FUNCTION = hostile.never, LEFTARG = oid, RIGHTARG = oid);
CREATE OPERATOR hostile.= (FUNCTION = hostile.never, LEFTARG = text, RIGHTARG = text);
CREATE FUNCTION hostile.uuid_version(uuid) RETURNS smallint LANGUAGE plpgsql AS $$BEGIN RAISE 'executed'; END$$;
CREATE TABLE hostile.pg_collation ();
CREATE TABLE hostile.pg_depend ();
CREATE TABLE hostile.pg_database ();
CREATE TABLE hostile.pg_extension ();
CREATE TABLE texts AS SELECT id::text FROM mixed;
SET search_path = hostile, pg_catalog;
SELECT versions FROM public.uuid_report('report.mixed');
SELECT versions FROM public.uuid_report('report.texts', 'id');
SET search_path = report, public;
\echo '-- another schema for the extension'
CREATE SCHEMA "X y";
ALTER EXTENSION uuidx SET SCHEMA "X y";
CREATE TABLE moved (id uuid);
INSERT INTO moved VALUES ("X y".uuid_generate_v7());
CREATE INDEX ON moved (id);
SELECT statement FROM "X y".uuid_report('moved') \g \gexec
SELECT proven FROM "X y".uuid_report('moved');
ALTER EXTENSION uuidx SET SCHEMA public;

\echo '-- A big table: some of its pages are read, the same ones each time; the ends come from'
\echo '-- the index, and are the first and last time where a CHECK proves the version'
CREATE TABLE big (id uuid, filler text) WITH (fillfactor = 10, autovacuum_enabled = off);
INSERT INTO big SELECT uuid_generate_v7('2026-01-01Z'::timestamptz + n * interval '1 second'), repeat('x', 600)
FROM generate_series(0, 4999) AS n;
SELECT sampled, ids_read BETWEEN 500 AND 2000 AS about_a_fifth, versions, times_exact,
  first_time >= '2026-01-01Z' AND last_time <= '2026-01-01 01:23:19Z' AS within FROM uuid_report('big');
SELECT a = b AS same_sample FROM uuid_report('big') AS a, uuid_report('big') AS b;
CREATE INDEX ON big (id);
SELECT first_time, last_time, times_exact FROM uuid_report('big');
:next('big') \g \gexec
SELECT first_time, last_time, times_exact FROM uuid_report('big');

\echo '-- A materialized view can be indexed and analyzed, no more'
CREATE MATERIALIZED VIEW copy WITH (autovacuum_enabled = off) AS
  SELECT id, uuid_time(id) AS at FROM mixed WHERE uuid_is_v7(id);
:next('copy') \g \gexec
:next('copy') \g \gexec
SELECT by_time, statement FROM uuid_report('copy');
CREATE UNIQUE INDEX ON copy (id);
SELECT time_column, next_step FROM uuid_report('copy');

\echo '-- Generated columns keep their expression'
CREATE TABLE made (at timestamptz, id uuid GENERATED ALWAYS AS (uuid_generate_v8(NULL)) STORED PRIMARY KEY);
SELECT default_value, statement FROM uuid_report('made');

\echo '-- A reader reads what he may: columns, statistics; with policies, the catalogs alone'
CREATE ROLE regress_uuidx_report;
GRANT USAGE ON SCHEMA report TO regress_uuidx_report;
GRANT SELECT (id) ON orders TO regress_uuidx_report;
CREATE TABLE rows (id uuid, owner text);
INSERT INTO rows SELECT uuid_generate_v7(), 'regress_uuidx_report' FROM generate_series(1, 7);
INSERT INTO rows SELECT uuid_generate_v4_random(), 'other' FROM generate_series(1, 5);
CREATE INDEX ON rows (id);
ANALYZE rows;
ALTER TABLE rows ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON rows USING (owner = current_user);
GRANT SELECT ON rows TO regress_uuidx_report;
SET ROLE regress_uuidx_report;
\set VERBOSITY sqlstate
SELECT ids_read FROM uuid_report('mixed');
SELECT ids_read FROM uuid_report('orders');
\set VERBOSITY default
SELECT ids_read FROM uuid_report('orders', 'id');
SELECT ids_read, versions, served_by, correlation, next_step, statement FROM uuid_report('rows');
RESET ROLE;
SELECT ids_read, correlation IS NOT NULL AS known FROM uuid_report('rows');

\echo '-- What is refused, and what gives no row'
CREATE VIEW view AS SELECT id FROM mixed;
CREATE TABLE plain (n int, many uuid[]);
SELECT * FROM uuid_report('plain');
SELECT * FROM uuid_report(NULL);
CREATE FOREIGN DATA WRAPPER regress_uuidx_report;
CREATE SERVER regress_uuidx_report FOREIGN DATA WRAPPER regress_uuidx_report;
CREATE FOREIGN TABLE remote (id uuid) SERVER regress_uuidx_report;
SELECT call, state, message, detail, hint
FROM unnest(ARRAY[ $$uuid_report('view')$$, $$uuid_report('mixed_pkey')$$, $$uuid_report('remote')$$,
    $$uuid_report('mixed', 'no such')$$, $$uuid_report('orders', 'gone')$$, $$uuid_report('plain', 'many')$$,
    $$uuid_report('mixed', 'ctid')$$, $$uuid_report(1::oid::regclass)$$]) AS call,
  LATERAL error_of('SELECT * FROM ' || call);
\i test/sql/include/end.sql
DROP SCHEMA hostile, "My ""Schema""", "X y" CASCADE;
DROP FOREIGN DATA WRAPPER regress_uuidx_report CASCADE;
DROP ROLE regress_uuidx_report;
