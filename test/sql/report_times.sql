--
-- uuid_report and the columns that hold a time: how far they are from the ids, what
-- they take, and lookups by id on a table that is partitioned by one of them.
-- In make test: quick, and the main test of the report on columns of times.
-- Also in other locales: its text has numbers and times.
--
-- only plpgsql is preloaded, whatever the server preloads
SELECT current_database() AS db \gset
ALTER DATABASE :"db" SET session_preload_libraries = 'plpgsql';
\c -
ALTER DATABASE :"db" RESET session_preload_libraries;
\set test times
\i test/sql/include/begin.sql
-- without the name of the database
\set named 'replace(statement, format(\'DATABASE %I \', current_database()), \'DATABASE ... \') AS statement'
\set times 'SELECT time_column, largest_difference, time_column_bytes, next_step, ' :named ' FROM uuid_report'
\set step 'SELECT next_step, ' :named ' FROM uuid_report'
\set next 'SELECT statement FROM public.uuid_report'

\echo '-- A created_at within some milliseconds of the id: the largest difference, and the bytes'
CREATE TABLE orders (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), paid_at timestamptz,
  created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL);
CREATE INDEX ON orders (created_at);
CREATE INDEX ON orders (created_at, id);
CREATE INDEX ON orders (created_at) WHERE paid_at IS NULL;
CREATE INDEX ON orders (created_at, paid_at);
CREATE INDEX ON orders (paid_at, created_at);
INSERT INTO orders SELECT uuid_generate_v7(t), NULL, t + interval '7 ms' * (n % 2), t + interval '1 day'
FROM generate_series(1, 100) AS n, LATERAL (SELECT '2026-01-01Z'::timestamptz + n * interval '1 minute') AS s (t);
ANALYZE orders;
:times('orders') \gx
SELECT time_column_bytes - pg_relation_size('orders_created_at_idx')
  - pg_relation_size('orders_created_at_id_idx') AS bytes_of_values
FROM uuid_report('orders');
\echo '-- ... before or after the id'
UPDATE orders SET created_at = created_at - interval '20 ms' WHERE uuid_time(id) = '2026-01-01 00:50Z';
SELECT largest_difference FROM uuid_report('orders');
\echo '-- a second is the limit, in every row'
UPDATE orders SET created_at = created_at - interval '981 ms'
WHERE created_at < '2026-01-01 00:50Z' AND created_at > '2026-01-01 00:49:30Z';
:times('orders') \gx
UPDATE orders SET created_at = uuid_time(id);
UPDATE orders SET created_at = 'infinity' WHERE uuid_time(id) = '2026-01-01 00:50Z';
SELECT time_column, largest_difference, next_step FROM uuid_report('orders');
UPDATE orders SET created_at = uuid_time(id);
\echo '-- the document replaces it only beside ids of version 7'
CREATE TABLE older (id uuid PRIMARY KEY CHECK (uuid_is_v6(id)), created_at timestamptz NOT NULL);
INSERT INTO older SELECT uuid_generate_v6(t), t
FROM generate_series('2026-01-01Z'::timestamptz, '2026-01-02Z', '1 hour') AS t;
ANALYZE older;
SELECT largest_difference, next_step FROM uuid_report('older');
\echo '-- nulls are information, too'
ALTER TABLE orders ALTER created_at DROP NOT NULL;
UPDATE orders SET created_at = NULL WHERE uuid_time(id) = '2026-01-01 00:50Z';
SELECT next_step FROM uuid_report('orders') \gx
\echo '-- Whole seconds are coarser than what would replace them: by the type, or if enough values have no'
\echo '-- fraction'
CREATE TABLE coarse (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), created_at timestamptz(0) NOT NULL);
INSERT INTO coarse VALUES (uuid_generate_v7('2026-01-01 00:00:00.4Z'), '2026-01-01 00:00Z');
ANALYZE coarse;
:times('coarse') \gx
\set coarse 'SELECT next_step ~ ''whole seconds'' AS is_coarse FROM uuid_report(''coarse'')'
ALTER TABLE coarse ALTER created_at TYPE timestamptz;
:coarse;
INSERT INTO coarse SELECT uuid_generate_v7(t + interval '0.4 s'), t
FROM generate_series('2026-01-02Z'::timestamptz, '2026-01-02 00:00:18Z', '1 second') AS t;
:coarse;
CREATE INDEX ON coarse (created_at);
SELECT saving FROM uuid_report() WHERE relation = 'coarse'::regclass;
INSERT INTO coarse VALUES (uuid_generate_v7('2026-01-03Z'), '2026-01-03 00:00:00.1Z');
:coarse;

\echo '-- a sample says that it is one; a CHECK is of every row'
CREATE TABLE big (id uuid PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now(), filler text)
  WITH (fillfactor = 10, autovacuum_enabled = off);
INSERT INTO big SELECT uuid_generate_v7(t), t, repeat('x', 600)
FROM generate_series('2026-01-01Z'::timestamptz, '2026-01-01 01:00Z', '1 second') AS t;
ALTER TABLE big ADD CHECK (uuid_is_v7(id));
ANALYZE big;
SELECT next_step ~ 'at most 0 ms in the rows read' AS sample,
  time_column_bytes BETWEEN 3601 * 8 * 0.7 AND 3601 * 8 * 1.3 AS about_3601_values
FROM uuid_report('big');
ALTER TABLE big ADD CHECK (uuid_v7_within(id, created_at, '1 day'));
SELECT next_step ~ 'at most 0 ms in the rows read' AS sample FROM uuid_report('big');
ALTER TABLE big ADD CHECK (uuid_v7_within(id, created_at, '1 second'));
SELECT next_step ~ 'at most 0 ms in every row, as a CHECK constraint proves' AS proven FROM uuid_report('big');
\echo '-- the nearest one counts; dates and times without zone are taken for UTC'
CREATE TABLE kinds (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)),
  day date, at_utc timestamp, at_home timestamp, n integer);
INSERT INTO kinds SELECT uuid_generate_v7(t), t::date, t, t + interval '5:30', 1
FROM generate_series('2026-01-01Z'::timestamptz, '2026-01-01 23:00Z', '1 hour') AS t;
ANALYZE kinds;
SELECT time_column, largest_difference, next_step FROM uuid_report('kinds') \gx
ALTER TABLE kinds DROP at_utc;
SELECT time_column, largest_difference, next_step FROM uuid_report('kinds') \gx
ALTER TABLE kinds DROP at_home;
INSERT INTO kinds VALUES (uuid_generate_v7('2026-01-02Z'), '5874897-12-31', 1);
SELECT time_column, largest_difference FROM uuid_report('kinds') \gx
\echo '-- not the partition key, nor part of the primary key, nor what is computed already'
CREATE TABLE needed (id uuid CHECK (uuid_is_v7(id)), at timestamptz, PRIMARY KEY (id, at));
INSERT INTO needed VALUES (uuid_generate_v7('2026-01-01Z'), '2026-01-01Z');
CREATE TABLE computed (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)),
  at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED);
INSERT INTO computed VALUES (uuid_generate_v7('2026-01-01Z'));
ANALYZE needed, computed;
SELECT time_column, largest_difference, next_step FROM uuid_report('needed');
:times('computed') \gx
\echo '-- the planner uses a stored column that is generated from the id only with a CHECK, either way round'
:next('computed') \g \gexec
:times('computed') \gx
ALTER TABLE computed DROP CONSTRAINT computed_at_time,
  ADD CONSTRAINT same CHECK (uuid_time(id) IS NOT DISTINCT FROM at AND at > '2000-01-01Z') NOT VALID;
:step('computed') \gx
:next('computed') \g \gexec
SET local_preload_libraries = plpgsql, 'b c', '$libdir/plugins/d-e';
SELECT regexp_replace(statement, 'DATABASE \S+', 'DATABASE ...') AS statement FROM uuid_report('computed');
RESET local_preload_libraries;
\echo '-- ... with a CHECK of another kind, one that is not inherited, and one that children lack'
ALTER TABLE computed DROP CONSTRAINT same, ADD CHECK (at <= uuid_time(id)), ADD CHECK (at = at),
  ADD CHECK (at = uuid_v7_timestamp(id)), ADD CHECK (at IS DISTINCT FROM uuid_time(id) OR at IS NOT NULL);
:step('computed') \gx
CREATE TABLE computed_child (PRIMARY KEY (id)) INHERITS (computed);
ALTER TABLE computed ADD CONSTRAINT mine CHECK (at = uuid_time(id)) NO INHERIT;
:next('computed');
DROP TABLE computed_child;
SELECT next_step ~ 'only in sessions that preload' AS only_preload FROM uuid_report('computed');
\echo '-- ... of which the type was changed, or without a time zone: not the time of the id'
CREATE TABLE changed (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)),
  "At" timestamptz(0) GENERATED ALWAYS AS (uuid_time(id)) STORED, n integer GENERATED ALWAYS AS (7) STORED);
INSERT INTO changed SELECT uuid_generate_v7('2026-01-01Z'::timestamptz + n * interval '100 ms')
FROM generate_series(1, 9) AS n;
ANALYZE changed;
ALTER TABLE changed ALTER "At" TYPE timestamptz;
:times('changed') \gx
:next('changed') \g \gexec
:step('changed') \gx
\echo '-- ... and beside an id that is not the key'
CREATE TABLE beside (n integer PRIMARY KEY, id uuid, at timestamptz(0) GENERATED ALWAYS AS (uuid_time(id)) STORED,
  other timestamptz DEFAULT now());
INSERT INTO beside VALUES (1, uuid_generate_v7('2026-01-01 00:00:00.25Z'));
:times('beside') \gx
\echo '-- ... in a partition: the server does not drop an inherited column'
CREATE TABLE tree (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)),
  at timestamptz(0) GENERATED ALWAYS AS (uuid_time(id)) STORED) PARTITION BY RANGE (id);
CREATE TABLE tree_1 PARTITION OF tree DEFAULT PARTITION BY RANGE (id);
CREATE TABLE tree_2 PARTITION OF tree_1 DEFAULT;
INSERT INTO tree VALUES (uuid_generate_v7('2026-01-01 00:00:00.25Z'));
ALTER TABLE tree ALTER at TYPE timestamptz;
ANALYZE tree;
:step('tree_2') \gx
:next('tree') \g \gexec
SELECT largest_difference, next_step ~ 'only in sessions that preload' AS only_preload FROM uuid_report('tree_2');
\echo '-- ... that a child defines, too, or a view returns'
CREATE TABLE parent (id uuid CHECK (uuid_is_v7(id)), at timestamptz(0) GENERATED ALWAYS AS (uuid_time(id)) STORED);
CREATE TABLE child (at timestamptz(0)) INHERITS (parent);
CREATE INDEX ON parent (id);
CREATE INDEX ON child (id);
INSERT INTO child SELECT id FROM tree;
ALTER TABLE parent ALTER at TYPE timestamptz;
ANALYZE parent, child;
:step('parent') \gx
ALTER TABLE child NO INHERIT parent;
ALTER TABLE child ADD CHECK (at > '2000-01-01Z'), ADD UNIQUE (at);
CREATE VIEW reader AS SELECT at FROM child;
:step('child') \gx
DROP VIEW reader;
:next('child') \g \gexec

\echo '-- ... by a function that the planner does not know'
CREATE SCHEMA hosted;
CREATE FUNCTION hosted.uuid_time(uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE RETURN public.uuid_time($1);
CREATE TABLE wrapped (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)),
  at timestamptz GENERATED ALWAYS AS (hosted.uuid_time(id)) STORED,
  later timestamptz GENERATED ALWAYS AS (greatest(uuid_time(id), '2026-02-01Z')) STORED,
  us timestamptz GENERATED ALWAYS AS (uuid_v7_timestamp_us(id)) STORED);
INSERT INTO wrapped VALUES (uuid_generate_v7('2026-01-01Z'));
ANALYZE wrapped;
:times('wrapped') \gx
:next('wrapped') \g \gexec
\echo '-- beside a bigint key, too; not beside a reference'
CREATE TABLE numbered (n bigint PRIMARY KEY, id uuid UNIQUE, ref uuid UNIQUE REFERENCES orders, at timestamptz);
INSERT INTO numbered VALUES (1, uuid_generate_v7('2026-01-01Z'), NULL, '2026-01-01 00:00:01Z');
INSERT INTO numbered SELECT 2, NULL, id, '2026-01-01Z' FROM orders LIMIT 1;
SELECT uuid_column, time_column, largest_difference FROM uuid_report('numbered');

\echo '-- Triggers: those that read rows cannot read a virtual column; with NEW.* in the condition of a'
\echo '-- BEFORE trigger, also of a partition, a dump of a table with a generated column is not restored'
CREATE TABLE touched (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), created_at timestamptz, n integer)
  PARTITION BY RANGE (id);
CREATE TABLE touched_1 PARTITION OF touched DEFAULT;
INSERT INTO touched VALUES (uuid_generate_v7('2026-01-01Z'), '2026-01-01Z');
ANALYZE touched;
\set advice 'SELECT substring(next_step FROM \' (?:The trig|If the ta).*\') AS triggers FROM uuid_report(\'touched\')'
\set calls 'EXECUTE FUNCTION suppress_redundant_updates_trigger()'
\echo '-- ... those of foreign keys read only keys, and a statement none'
CREATE TABLE touched_by (id uuid REFERENCES touched);
CREATE TRIGGER statement AFTER UPDATE ON touched :calls;
:advice;
CREATE TRIGGER transition AFTER UPDATE ON touched_1 REFERENCING NEW TABLE AS rows :calls;
:advice;
DROP TRIGGER transition ON touched_1;
CREATE TRIGGER later AFTER UPDATE ON touched FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) :calls;
CREATE TRIGGER old BEFORE UPDATE ON touched FOR EACH ROW WHEN (OLD.* IS NULL AND OLD.n <> NEW.n) :calls;
:advice;
CREATE TRIGGER "Touch" BEFORE UPDATE ON touched_1 FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) :calls;
:advice;
ALTER TABLE touched DROP created_at;
:advice;
ALTER TABLE touched ADD created_at timestamptz(0) NOT NULL GENERATED ALWAYS AS (uuid_time(id)) STORED;
:advice;
\echo '-- ... a column that is added again is NOT NULL again'
INSERT INTO touched VALUES (uuid_generate_v7('2026-01-01 00:00:00.5Z'));
ALTER TABLE touched ALTER created_at TYPE timestamptz;
:next('touched') \g \gexec
SELECT attnotnull FROM pg_attribute WHERE attrelid = 'touched'::regclass AND attname = 'created_at';

\echo '-- Version 4 beside a time: the way to new ids is named, and a time without zone'
CREATE TABLE fours (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), deleted_at timestamptz,
  "created At" timestamp NOT NULL);
INSERT INTO fours SELECT gen_random_uuid(), NULL, '2026-01-01' FROM generate_series(1, 10);
ANALYZE fours;
:times('fours') \gx
ALTER TABLE fours DROP "created At", DROP deleted_at;
SELECT next_step FROM uuid_report('fours');
\echo '-- ... half of them converted: no noise about the old ids'
ALTER TABLE fours ADD old_id uuid, ADD created_at timestamptz NOT NULL DEFAULT '2026-01-01Z';
CREATE UNIQUE INDEX ON fours (old_id);
SELECT uuid_column, time_column, next_step FROM uuid_report('fours');
UPDATE fours SET old_id = id, id = uuid_generate_v7(created_at) WHERE id IN (SELECT id FROM fours LIMIT 8);
SELECT uuid_column, time_column, next_step, statement FROM uuid_report('fours');
\echo '-- ... more than fill a page: new ids split the pages before them in the middle'
CREATE TABLE many (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), created_at timestamptz);
INSERT INTO many SELECT FROM generate_series(1, 250);
SELECT next_step, statement FROM uuid_report('many');
INSERT INTO many SELECT FROM generate_series(1, 750);
SELECT next_step FROM uuid_report('many');
:next('many') \g \gexec
INSERT INTO many SELECT FROM generate_series(1, 100000);
SELECT pg_relation_size('many_pkey') / 8192 > 1.5 * 100000 / 260 AS half_empty;
ANALYZE many;
SELECT next_step FROM uuid_report('many');
UPDATE many SET id = uuid_generate_v7()
WHERE id > (SELECT id FROM many WHERE uuid_version(id) = 4 ORDER BY id OFFSET 250 LIMIT 1);
SELECT next_step FROM uuid_report('many');

\echo '-- Partitioned by a time: lookups by id visit every partition, until a CHECK has the tolerance'
CREATE FUNCTION make_days(parent text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR n IN 1..5 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', parent || n, parent,
      '2026-01-01Z'::timestamptz + (n - 1) * interval '1 day', '2026-01-01Z'::timestamptz + n * interval '1 day');
  END LOOP;
END $$;
CREATE TABLE days (id uuid, "At" timestamptz, PRIMARY KEY (id, "At")) PARTITION BY RANGE ("At");
SELECT make_days('days');
INSERT INTO days SELECT uuid_generate_v7(t), t + interval '9 hours'
FROM generate_series('2026-01-01Z'::timestamptz, '2026-01-04Z', '1 hour') AS t;
ANALYZE days;
:step('days') \gx
:next('days') \g \gexec
\echo '-- (the library is preloaded next)'
:step('days') \gx
ALTER TABLE days DROP CONSTRAINT days_id_within;
ALTER TABLE days ADD CONSTRAINT mine CHECK (uuid_v7_within(id, "At", '10 hours')) NOT VALID;
:step('days') \gx
ALTER TABLE days DROP CONSTRAINT mine;
UPDATE days SET "At" = "At" - interval '21 hours' WHERE uuid_time(id) = '2026-01-02Z';
SELECT statement ~ '1 day''' AS a_day FROM uuid_report('days');
UPDATE days SET "At" = "At" - interval '1 ms' WHERE uuid_time(id) = '2026-01-02Z';
SELECT statement ~ '7 days''' AS seven FROM uuid_report('days');
\echo '-- why it cannot be: too far, not all are v7'
INSERT INTO days VALUES (uuid_generate_v7('2026-02-03Z'), '2026-01-02Z');
:next('days') \g \gexec
:step('days') \gx
DELETE FROM days WHERE uuid_time(id) >= '2026-02-01';
ALTER TABLE days DROP CONSTRAINT days_id_v7;
INSERT INTO days VALUES (gen_random_uuid(), '2026-01-02Z');
:step('days') \gx
\echo '-- ... an infinite time; what the caller may not read'
CREATE TABLE ends (id uuid CHECK (uuid_is_v7(id)), at timestamptz, PRIMARY KEY (id, at)) PARTITION BY RANGE (at);
SELECT make_days('ends');
CREATE TABLE ends_default PARTITION OF ends DEFAULT;
INSERT INTO ends VALUES (uuid_generate_v7('2026-01-01Z'), '2026-01-01Z');
ANALYZE ends;
CREATE ROLE regress_uuidx_times;
GRANT USAGE ON SCHEMA times TO regress_uuidx_times;
GRANT SELECT (id) ON ends TO regress_uuidx_times;
SET ROLE regress_uuidx_times;
SELECT time_column, next_step, statement FROM uuid_report('ends');
RESET ROLE;
SELECT statement FROM uuid_report('ends');
INSERT INTO ends VALUES (uuid_generate_v7('2026-01-01Z'), 'infinity');
:step('ends') \gx
DROP OWNED BY regress_uuidx_times;
DROP ROLE regress_uuidx_times;
\echo '-- ... the key: other types, several columns, an expression, a list'
CREATE FUNCTION why_not(columns text, partitioned text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  words text;
BEGIN
  EXECUTE format('CREATE TABLE odd (id uuid CHECK (uuid_is_v7(id)), %s) PARTITION BY %s', columns, partitioned);
  CREATE TABLE odd_1 PARTITION OF odd DEFAULT;
  CREATE INDEX ON odd (id);
  INSERT INTO odd VALUES (uuid_generate_v7('2026-01-01Z'));
  ANALYZE odd;
  SELECT next_step || coalesce(statement, '') INTO words FROM uuid_report('odd');
  DROP TABLE odd;
  RETURN words;
END $$;
SELECT k, why_not(c, k) FROM (VALUES ('at timestamp NOT NULL DEFAULT ''2026-01-01''', 'RANGE (at)'),
  ('n bigint DEFAULT 1', 'RANGE (n)'),
  ('at timestamptz NOT NULL DEFAULT ''2026-01-01Z'', n int DEFAULT 1', 'RANGE (at, n)'),
  ('at timestamp NOT NULL DEFAULT ''2026-01-01''', 'RANGE ((at + interval ''1 hour''))'),
  ('tenant int DEFAULT 1', 'LIST (tenant)'),
  ('at timestamptz', 'RANGE (at)'),
  -- by the id itself, among others, nothing is to be said
  ('at timestamptz NOT NULL DEFAULT ''2026-01-01 00:01Z''', 'RANGE (at, id)')) AS v (c, k);
\echo '-- ... where several columns do no harm: there is no default partition'
CREATE TABLE pairs (id uuid, at timestamptz NOT NULL, n int) PARTITION BY RANGE (at, n);
CREATE TABLE pairs_1 PARTITION OF pairs FOR VALUES FROM ('2026-01-01Z', 1) TO ('2026-02-01Z', 1);
CREATE INDEX ON pairs (id);
INSERT INTO pairs VALUES (uuid_generate_v7('2026-01-02Z'), '2026-01-02Z', 1);
:next('pairs') \g \gexec
ANALYZE pairs;
SELECT next_step LIKE 'A CHECK constraint with uuid_v7_within%' AS has_check FROM uuid_report('pairs');
\echo '-- a column that may be null gets NOT NULL first'
CREATE TABLE nullable (id uuid CHECK (uuid_is_v7(id)), at timestamptz) PARTITION BY RANGE (at);
SELECT make_days('nullable');
CREATE INDEX ON nullable (id);
INSERT INTO nullable VALUES (uuid_generate_v7('2026-01-01Z'), '2026-01-01Z');
ANALYZE nullable;
:step('nullable') \gx
:next('nullable') \g \gexec
SELECT attnotnull FROM pg_attribute WHERE attrelid = 'nullable'::regclass AND attname = 'at';
:next('nullable') \g \gexec
\echo '-- ... also where the CHECK is there, which lets nulls pass'
ALTER TABLE nullable ALTER at DROP NOT NULL;
SELECT statement FROM uuid_report('nullable');
\i test/sql/include/end.sql
DROP SCHEMA hosted CASCADE;
