--
-- uuid_report on ids that are neither version 4 nor 7: version 8 of this extension's own
-- and of others, nil, and times ahead of the clock.
-- In make test: quick, and the main test of the report on unusual ids.
-- Also in other locales: its text has numbers and times.
--
\set test kinds
\i test/sql/include/begin.sql
\set facts 'SELECT versions, first_time, by_time, next_step, statement FROM uuid_report'
\set next 'SELECT statement FROM public.uuid_report'

\echo '-- Ids of uuid_generate_v8_node() carry their time, and are not advised to become v7'
CREATE TABLE nodes (n integer, id uuid DEFAULT uuid_generate_v8_node(1));
INSERT INTO nodes VALUES (1, '0193b3f0-1c00-8000-8000-000100000001'), (2, '0193b3f0-2000-8000-8000-000100000001');
:facts('nodes') \gx
:next('nodes') \g \gexec
:next('nodes') \g \gexec
:facts('nodes') \gx
\echo '-- ... with v7 beside them; compared with a time column'
INSERT INTO nodes VALUES (3, '0193b3f0-3000-7000-8000-000100000001');
SELECT versions, by_time, next_step FROM uuid_report('nodes');
ALTER TABLE nodes ADD PRIMARY KEY (id), ADD at timestamptz NOT NULL DEFAULT '2024-12-11 00:00:00Z';
ANALYZE nodes;
SELECT time_column, largest_difference, statement FROM uuid_report('nodes');

\echo '-- ... and those that uuid_from_id() has moved'
CREATE EXTENSION uuidx_ids SCHEMA public;
CREATE TABLE moved (n bigint, id uuid GENERATED ALWAYS AS (uuid_from_id('snowflake', n)) STORED PRIMARY KEY);
INSERT INTO moved VALUES (1724551110457225744);
ANALYZE moved;
:facts('moved') \gx
INSERT INTO moved VALUES (0), (9223372036854775807);
:facts('moved') \gx

\echo '-- Without a default their time is likely, unless one of them has none'
CREATE TABLE likely (id uuid PRIMARY KEY);
INSERT INTO likely SELECT id FROM nodes WHERE uuid_version(id) = 8;
ANALYZE likely;
:facts('likely') \gx
INSERT INTO likely VALUES (uuid_generate_v8_sha256(uuid_namespace('dns'), 'a'));
:facts('likely') \gx
\echo '-- before 2000, or after tomorrow, no time is likely'
TRUNCATE likely;
INSERT INTO likely VALUES ('00dc6acf-abff-8000-8000-000000000000');
SELECT next_step LIKE 'The version 8 ids begin with a plausible time%' AS likely FROM uuid_report('likely');
INSERT INTO likely VALUES ('00dc6acf-ac00-8000-8000-000000000000');
DELETE FROM likely WHERE id = '00dc6acf-abff-8000-8000-000000000000';
SELECT next_step LIKE 'The version 8 ids begin with a plausible time%' AS likely FROM uuid_report('likely');
UPDATE likely SET id = 'e677d21f-db00-8000-8000-000000000000';
SELECT next_step LIKE 'The version 8 ids begin with a plausible time%' AS likely FROM uuid_report('likely');
\echo '-- a few v8 among v4 are no reason to keep version 4 the default'
CREATE TABLE few (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
INSERT INTO few SELECT uuid_generate_v4_random() FROM generate_series(1, 3);
INSERT INTO few SELECT uuid_generate_v8_sha256(uuid_namespace('dns'), n::text) FROM generate_series(1, 3) AS n;
SELECT statement FROM uuid_report('few');
\echo '-- ids that are made from names get no default'
CREATE TABLE names (id uuid PRIMARY KEY);
INSERT INTO names SELECT uuid_generate_v5_sha1(uuid_namespace('dns'), n::text) FROM generate_series(1, 3) AS n;
ANALYZE names;
SELECT next_step, statement FROM uuid_report('names');

\echo '-- Nil UUIDs: null is meant, statistics do not help'
CREATE TABLE nils (id uuid PRIMARY KEY, parent uuid);
INSERT INTO nils VALUES ('00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000');
SELECT uuid_column, next_step, statement FROM uuid_report('nils');
\echo '-- a column without times that is not the key needs no statistics'
UPDATE nils SET parent = gen_random_uuid();
SELECT uuid_column, next_step, statement FROM uuid_report('nils', 'parent');

\echo '-- A last time in the future is reported'
CREATE TABLE ahead (id uuid PRIMARY KEY);
INSERT INTO ahead VALUES (uuid_generate_v7(now() - interval '1 hour')),
  (uuid_generate_v7(now() + interval '30 seconds'));
SELECT next_step ~ 'ahead of the clock' AS ahead FROM uuid_report('ahead');
INSERT INTO ahead VALUES (uuid_generate_v7(now() + interval '1 hour'));
SELECT next_step FROM uuid_report('ahead');

\echo '-- another access method may not allow samples, such as that of Citus for columnar tables'
CREATE ACCESS METHOD regress_uuidx_other TYPE TABLE HANDLER heap_tableam_handler;
CREATE TABLE other (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), filler text) USING regress_uuidx_other;
ALTER TABLE other ALTER filler SET STORAGE plain;
INSERT INTO other SELECT uuid_v7_lower(timestamptz '2026-01-01Z' + n * interval '1 s'), repeat('x', 5000)
  FROM generate_series(1, 1100) AS n;
SELECT ids_read, sampled, next_step, statement FROM uuid_report('other');
\i test/sql/include/end.sql
DROP ACCESS METHOD regress_uuidx_other;
DROP EXTENSION uuidx_ids;
