--
-- uuid_v7_within, and what the planner makes of a CHECK with it: a lookup by id on a
-- table that is partitioned by a time column, and the reverse.
-- In make test: quick, and the main test of lookups by id on partitions by another column.
--
\set test within
\i test/sql/include/begin_preloaded.sql
\echo '-- The function: uuid_is_v7(id) AND the distance is at most the tolerance, in'
\echo '-- three-valued logic'
CREATE TABLE ids (id uuid);
INSERT INTO ids VALUES (NULL), ('00000000-0000-0000-0000-000000000000'), ('ffffffff-ffff-ffff-ffff-ffffffffffff'),
  ('1f0f5e5e-7c00-6000-8000-000000000000'), ('4d8e3a52-0f31-4a6b-9d0f-5a2b1c3d4e5f'),
  ('00000000-0000-7000-8000-000000000000'), ('ffffffff-ffff-7fff-bfff-ffffffffffff'),
  ('019b76da-a800-7000-0000-000000000000'), (uuid_v7_lower('2026-03-29')), (uuid_v7_upper('2026-03-29'));
CREATE TABLE instants (at timestamptz);
INSERT INTO instants SELECT uuid_v7_timestamp(id) + sign * (tolerance + more)
FROM ids, unnest('{-1,1}'::int[]) AS sign, unnest('{0,1 ms,1 hour,1 day,400 days}'::interval[]) AS tolerance,
  unnest('{0,1 us,-1 us}'::interval[]) AS more;
INSERT INTO instants VALUES ('-infinity'), ('infinity'), ('294276-12-31 23:59:59.999999'), ('4713-11-24 BC');
SELECT count(*) > 1000 AS many, count(*) FILTER (WHERE uuid_v7_within(id, at, tolerance)) > 300 AS many_are_within,
  count(*) FILTER (WHERE uuid_v7_within(id, at, tolerance) IS DISTINCT FROM (uuid_is_v7(id) AND
    at >= uuid_v7_timestamp(id) - tolerance AND at <= uuid_v7_timestamp(id) + tolerance)) AS wrong
FROM ids, instants, unnest('{NULL,0,1 us,1 ms,1 hour,1 day,400 days,400 days -1 us}'::interval[]) AS tolerance;

\echo '-- the id''s time is its millisecond'
SELECT uuid_v7_within(uuid_generate_v7('2026-01-01 00:00:00.000999'), '2026-01-01', '0') AS its_millisecond,
  uuid_v7_within(uuid_generate_v7('2026-01-01 00:00:00.000999'), '2026-01-01 00:00:00.000999', '998 us') AS too_far;
\echo '-- a day is 24 hours, also the one on which clocks are put forward'
SET timezone = 'Europe/Berlin';
SELECT at, uuid_v7_within(uuid_v7_lower('2026-03-28 12:00+01'), at, '1 day')
FROM unnest('{2026-03-29 12:00+02,2026-03-29 13:00+02,2026-03-29 13:00:00.000001+02}'::timestamptz[]) AS at;
SET timezone = 'UTC';
\echo '-- the longest tolerance, and the longest distance, which takes 64 bits'
SELECT uuid_v7_within(uuid_v7_lower('1970-01-01'), '294246-01-01', '106751991 days') AS near,
  uuid_v7_within(uuid_v7_lower('1970-01-01'), '294276-12-31', '106751991 days 04:00:54.775807') AS too_far,
  uuid_v7_within(uuid_v7_lower('2026-01-01'), '2026-01-01 23:00', '1 day -1 hour') AS mixed_signs;
\echo '-- what is no tolerance'
SELECT tolerance, e.*
FROM unnest('{-1 us,1 day -25 hours,1 month,106751992 days}'::text[]) AS tolerance,
  -- also where the rest is null; and infinity, which servers have from 17 on
  error_of(format('SELECT uuid_v7_within(NULL, NULL, %L)', tolerance)) AS e;
SELECT left((error_of($$SELECT uuid_v7_within(NULL, NULL, 'infinity')$$)).state, 2) AS infinite;
-- a CHECK that refuses every row: the hint says what to write instead, and that it is to be replaced
CREATE TABLE never (id uuid DEFAULT uuid_generate_v7(), at timestamptz DEFAULT now(),
  CONSTRAINT near CHECK (uuid_v7_within(id, at, '1 month')));
INSERT INTO never DEFAULT VALUES;
ALTER TABLE never DROP CONSTRAINT near, ADD CONSTRAINT near CHECK (uuid_v7_within(id, at, '31 days'));
INSERT INTO never DEFAULT VALUES;
DROP TABLE never;

\echo '-- 365 partitions by created_at'
\echo '-- the partitions that a plan has, or how many; and those left out when it started'
CREATE FUNCTION planned(query text) RETURNS text LANGUAGE sql AS $$
  SELECT CASE WHEN cardinality(p) > 5 THEN 'all ' || cardinality(p) WHEN t = '' THEN 'nothing' ELSE t END
    || coalesce(', ' || r, '')
  FROM scanned(query) AS s, regexp_replace(s, ' *\(.*\) *', '') AS t, string_to_array(t, ' ') AS p,
    substring(s FROM '\((.*)\)') AS r
$$;

CREATE TABLE orders (id uuid, n integer, created_at timestamptz, PRIMARY KEY (id, created_at),
  CONSTRAINT near CHECK (uuid_v7_within(id, created_at, '1 hour'))) PARTITION BY RANGE (created_at);
CALL create_parts('orders');
INSERT INTO orders
SELECT uuid_generate_v7(at), n, at + interval '1 minute' * (n % 61) * CASE WHEN n % 2 = 0 THEN 1 ELSE -1 END
FROM generate_series(1, 8700) AS n, LATERAL (SELECT '2026-01-01 01:00'::timestamptz + interval '1 hour' * n) AS t(at);
ANALYZE orders;
CREATE TABLE lines (order_id uuid, line integer);
INSERT INTO lines SELECT id, n % 3 FROM orders WHERE n IN (1000, 2000, 3000);
ANALYZE lines;

\echo '-- constants: one partition, or two where the tolerance reaches beyond the day'
SELECT condition, planned('SELECT FROM orders WHERE ' || condition)
FROM unnest(ARRAY[$$id = uuid_v7_lower('2026-03-10 01:00')$$, $$id = uuid_v7_lower('2026-03-10 00:59:59.999')$$,
  $$id = uuid_v7_lower('2026-03-10 23:00')$$, $$id = '4d8e3a52-0f31-4a6b-9d0f-5a2b1c3d4e5f'$$,
  $$id = uuid_v7_lower('2025-03-10')$$,
  $$id IN (uuid_v7_lower('2026-03-12 03:00'), NULL, uuid_v7_lower('2026-03-10 12:00'))$$,
  $$id = ANY ('{4d8e3a52-0f31-4a6b-9d0f-5a2b1c3d4e5f,NULL}')$$,
  $$id >= uuid_v7_lower('2026-12-30 00:00')$$, $$id > 'ffffffff-ffff-ffff-ffff-ffffffffffff'$$,
  $$id < uuid_v7_lower('2026-01-02 23:00')$$, $$uuid_v7_lower('2026-01-02 20:00') > id$$,
  $$id >= '2026-03-10 12:00'::timestamptz AND id < '2026-03-10 23:00'::timestamptz$$,
  $$uuid_time(id) >= '2026-03-10 12:00' AND uuid_v7_timestamp(id) < '2026-03-10 23:00'$$,
  $$id = uuid_v7_lower('2026-03-10 12:00') AND created_at < '2026-03-11'$$,
  $$id = uuid_v7_lower('2026-03-10 12:00') AND created_at < '2026-03-10'$$]) AS condition;
\echo '-- what is added prunes partitions'
SELECT * FROM conditions($$SELECT FROM orders WHERE id = uuid_v7_lower('2026-03-10 12:00')$$);
SELECT planned($$UPDATE orders SET n = 0 WHERE id = uuid_v7_lower('2026-03-10 12:00')$$) AS update,
  planned($$DELETE FROM orders WHERE id = uuid_v7_lower('2026-03-10 12:00')$$) AS delete,
  planned($$SELECT FROM orders WHERE id = uuid_v7_lower('2026-03-10 12:00') FOR UPDATE$$) AS for_update,
  planned($$MERGE INTO orders USING lines ON id = uuid_v7_lower('2026-03-10 12:00') AND n = line
    WHEN MATCHED THEN DO NOTHING$$) AS merge;
\echo '-- any kind of join, on either side; and a subquery'
SELECT planned($$SELECT FROM lines JOIN orders ON line = n AND id = uuid_v7_lower('2026-03-10 12:00')$$) AS inner,
  planned($$SELECT FROM lines LEFT JOIN orders ON line = n AND id = uuid_v7_lower('2026-03-10 12:00')$$) AS left,
  planned($$SELECT FROM lines WHERE NOT EXISTS (SELECT FROM orders WHERE n = line
    AND id = uuid_v7_lower('2026-03-10 12:00'))$$) AS anti;
\echo '-- smallest and largest: planned twice, with each condition once'
SELECT * FROM conditions($$SELECT min(created_at) FROM orders WHERE id < uuid_v7_lower('2026-01-01 12:00')$$);

\echo '-- rows: the estimate of a range is that of the range alone'
SELECT expected_rows('SELECT FROM orders WHERE ' || condition) BETWEEN rows / 1.5 AND rows * 1.5 AS good
FROM (VALUES ($$id >= '2026-03-10'::timestamptz AND id < '2026-03-20'::timestamptz$$, 240),
  ($$id >= '2026-03-10'::timestamptz AND id < '2026-03-10 12:00'::timestamptz$$, 12)) AS v(condition, rows);

\echo '-- parameters: as constants in a custom plan, when the plan starts in a generic one'
PREPARE lookup(uuid) AS SELECT n FROM orders WHERE id = $1;
PREPARE several(uuid, uuid) AS SELECT n FROM orders WHERE id IN ($1, $2, '4d8e3a52-0f31-4a6b-9d0f-5a2b1c3d4e5f');
PREPARE page(uuid, uuid) AS SELECT n FROM orders WHERE id > $1 AND id < $2;
PREPARE change(uuid) AS UPDATE orders SET n = 0 WHERE id = $1;
PREPARE list(uuid[]) AS SELECT n FROM orders WHERE id = ANY ($1);
SELECT set_config('plan_cache_mode', mode, false) AS mode,
  planned($$EXECUTE lookup(uuid_v7_lower('2026-03-10 12:00'))$$) AS lookup,
  planned($$EXECUTE several(uuid_v7_lower('2026-03-10 12:00'), uuid_v7_lower('2026-03-11 12:00'))$$) AS several,
  -- the elements of an array that is a parameter are not looked at
  planned($$EXECUTE list(ARRAY[uuid_v7_lower('2026-03-10 12:00')])$$) AS list,
  planned($$EXECUTE page(uuid_v7_lower('2026-03-10 12:00'), uuid_v7_lower('2026-03-10 13:00'))$$) AS page,
  planned($$EXECUTE change(uuid_v7_lower('2026-03-10 12:00'))$$) AS change
FROM unnest('{force_custom_plan,force_generic_plan}'::text[]) AS mode;
\echo '-- no v7 is no row, but as the bound of a range it is one; null is nothing'
SELECT planned($$EXECUTE lookup('4d8e3a52-0f31-4a6b-9d0f-5a2b1c3d4e5f')$$) AS v4,
  planned($$EXECUTE lookup(NULL)$$) AS "null",
  planned($$EXECUTE page('00000000-0000-0000-0000-000000000000', uuid_v7_lower('2026-01-01 13:00'))$$) AS nil,
  planned($$EXECUTE page(uuid_v7_lower('2026-12-31 13:00'), 'ffffffff-ffff-ffff-ffff-ffffffffffff')$$) AS max;
SELECT * FROM conditions($$EXECUTE lookup(uuid_v7_lower('2026-03-10 12:00'))$$);
RESET plan_cache_mode;

\echo '-- what is not asked of constants and parameters'
SELECT condition, planned('SELECT FROM orders WHERE ' || condition)
FROM unnest(ARRAY[ $$id = uuid_generate_v7()$$, $$id <> uuid_v7_lower('2026-03-10 12:00')$$,
  $$(id = uuid_v7_lower('2026-03-10 12:00')) IS NOT TRUE$$, $$id = uuid_v7_lower('2026-03-10 12:00') OR n = 1$$,
  $$id = uuid_v7_lower(created_at)$$]) AS condition;
SELECT planned($$SELECT FROM orders LEFT JOIN lines ON id = uuid_v7_lower('2026-03-10 12:00')$$) LIKE 'all%'
  AS outer_side;

\echo '-- without the constraint, or the setting'
SET uuidx.planner = off;
SELECT planned($$SELECT FROM orders WHERE id = uuid_v7_lower('2026-03-10 12:00')$$);
RESET uuidx.planner;

\echo '-- plans follow the constraint'
SET plan_cache_mode = force_generic_plan;
PREPARE standing AS SELECT n FROM orders WHERE id = uuid_v7_lower('2026-03-10 12:00');
\set plan 'SELECT planned(''EXECUTE standing'')'
:plan;
BEGIN;
ALTER TABLE orders DROP CONSTRAINT near;
:plan;
ALTER TABLE orders ADD CONSTRAINT near CHECK (uuid_v7_within(id, created_at, '1 day')) NOT VALID;
SELECT planned('EXECUTE standing') AS not_valid;
ALTER TABLE orders VALIDATE CONSTRAINT near;
SELECT planned('EXECUTE standing') AS valid;
ALTER TABLE orders DROP CONSTRAINT orders_pkey;
ALTER TABLE orders ALTER created_at DROP NOT NULL;
SELECT planned('EXECUTE standing') AS may_be_null;
ROLLBACK;
:plan;
\echo '-- the narrowest of several; one that is too wide to leave anything out, and one of another column'
BEGIN;
ALTER TABLE orders DROP CONSTRAINT near, ADD CHECK (uuid_v7_within(id, created_at, '2 days')),
  ADD CHECK (uuid_v7_within(id, created_at, '1 day') AND n IS NOT NULL);
:plan;
ROLLBACK;
BEGIN;
ALTER TABLE orders DROP CONSTRAINT near, ADD CHECK (uuid_v7_within(id, created_at, '365001 days'));
:plan;
ALTER TABLE orders DROP CONSTRAINT orders_check, ADD shipped_at timestamptz,
  ADD CHECK (uuid_v7_within(id, shipped_at, '1 day'));
:plan;
ROLLBACK;
RESET plan_cache_mode;

\echo '-- a CHECK of one partition says nothing of the others; without partitions nothing is added'
CREATE TABLE unchecked (id uuid NOT NULL, created_at timestamptz NOT NULL) PARTITION BY RANGE (created_at);
CREATE TABLE unchecked_1 PARTITION OF unchecked FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
CREATE TABLE unchecked_2 PARTITION OF unchecked (CHECK (uuid_v7_within(id, created_at, '1 day')))
  FOR VALUES FROM ('2026-02-01') TO ('2026-03-01');
SELECT planned($$SELECT FROM unchecked WHERE id = uuid_v7_lower('2026-01-10')$$);
CREATE TABLE plain (id uuid NOT NULL, created_at timestamptz NOT NULL, CHECK (uuid_v7_within(id, created_at, '1 day')));
SELECT * FROM conditions($$SELECT FROM plain WHERE id = uuid_v7_lower('2026-01-10')$$);
\echo '-- but it proves that all are v7'
SELECT * FROM conditions($$SELECT FROM plain WHERE id >= '2026-01-10'::timestamptz$$);
INSERT INTO plain VALUES ('4d8e3a52-0f31-4a6b-9d0f-5a2b1c3d4e5f', '2026-01-01');

-- Nothing is added beside a bound in the same partition
SELECT c AS condition, planned(q), regexp_replace(conditions(q), 'AND \(id = [^)]*\)', '') AS conditions
FROM unnest('{created_at >= ''2026-03-10 10:00'' AND created_at < ''2026-03-10 13:00'',
  created_at >= ''2026-03-10'',created_at <= ''2026-03-10 14:00'',created_at = ''2026-03-10 12:00'',
  created_at > ''2026-03-09 14:00'' AND created_at < ''2026-03-12''}'::text[]) AS c,
  concat('SELECT FROM orders WHERE id = uuid_v7_lower(''2026-03-10 12:00'') AND ', c) AS q;
\echo '-- but if that partition has partitions, too, a bound excludes some of these'
CREATE TABLE years (id uuid, created_at timestamptz NOT NULL, CHECK (uuid_v7_within(id, created_at, '1 day')))
  PARTITION BY RANGE (created_at);
CREATE TABLE year PARTITION OF years FOR VALUES FROM ('2026-01-01') TO ('2027-01-01') PARTITION BY RANGE (created_at);
CALL create_parts('year');
SELECT planned($$SELECT FROM years WHERE id = uuid_v7_lower('2026-03-10 12:00') AND created_at >= '2026-03-05'
  AND created_at < '2026-12-01'$$);
\echo '-- and if an index is on the time, or the key has more columns, a narrower bound is of use'
CREATE TABLE two_keys (LIKE years INCLUDING CONSTRAINTS, n integer) PARTITION BY RANGE (created_at, n);
CREATE TABLE two_keys_1 PARTITION OF two_keys FOR VALUES FROM ('2026-01-01', 0) TO ('2026-01-01', 9);
CREATE TABLE two_keys_2 PARTITION OF two_keys FOR VALUES FROM ('2026-01-01', 9) TO ('2026-06-01', 0);
CREATE TABLE by_at (LIKE years INCLUDING CONSTRAINTS) PARTITION BY RANGE (created_at);
CREATE TABLE by_at_1 PARTITION OF by_at FOR VALUES FROM ('2026-01-01') TO ('2026-06-01');
SELECT planned($$SELECT FROM two_keys WHERE id = uuid_v7_lower('2026-03-10 12:00') AND created_at >= '2026-01-01'$$);
SELECT conditions($$SELECT FROM by_at WHERE id = uuid_v7_lower('2026-03-10 12:00') AND created_at >= '2026-01-01'$$);
ALTER TABLE by_at ADD PRIMARY KEY (created_at, id);
SELECT conditions($$SELECT FROM by_at WHERE id = uuid_v7_lower('2026-03-10 12:00') AND created_at >= '2026-01-01'$$);

\echo '-- The other way round: a table partitioned by id, in either order, is pruned by created_at'
CREATE TABLE events (id uuid PRIMARY KEY, n integer, created_at timestamptz,
  CHECK (uuid_v7_within(id, created_at, '1 hour'))) PARTITION BY RANGE (id);
CREATE TABLE ordered (id uuid PRIMARY KEY, n integer, created_at timestamptz,
  CHECK (uuid_v7_within(id, created_at, '1 hour'))) PARTITION BY RANGE (id uuid_time_ops);
CALL create_parts('events', 'uuid_v7_lower(%L)');
CALL create_parts('ordered', 'uuid_time_lower(%L)');
INSERT INTO events SELECT id, n, created_at FROM orders;
INSERT INTO ordered SELECT id, n, created_at FROM orders;
ANALYZE events, ordered;
SELECT condition, planned('SELECT FROM events WHERE ' || condition) AS by_id,
  planned('SELECT FROM ordered WHERE ' || condition) AS in_time_order
FROM unnest(ARRAY[
  $$created_at = '2026-03-10 12:00'$$, $$created_at = 'infinity'$$, $$created_at > '2026-12-30 00:59:59.999'$$,
  $$'2026-12-30 00:59:59.998' < created_at$$, $$created_at < '2026-01-01 23:00'$$,
  $$created_at <= '2026-01-01 23:00'$$]) AS condition;
PREPARE created(timestamptz) AS SELECT FROM events WHERE created_at = $1;
SET plan_cache_mode = force_generic_plan;
SELECT planned(format('EXECUTE created(%L)', at))
FROM unnest('{2026-03-10 12:00,infinity,-infinity,294276-12-31 23:59:59.999999,4713-11-24 BC,NULL}'::timestamptz[])
  AS at;
\echo '-- the moment of planning leaves out partitions of the past, in a generic plan too'
SELECT planned($$SELECT FROM events WHERE created_at >= now() + interval '1000 years'$$) AS now,
  planned($$SELECT FROM orders WHERE id >= now() + interval '1000 years'$$) AS now_by_id;
RESET plan_cache_mode;

\echo '-- The extension moved: names follow'
BEGIN;
CREATE SCHEMA elsewhere;
ALTER EXTENSION uuidx SET SCHEMA elsewhere;
SET LOCAL search_path = within;
SET LOCAL plan_cache_mode = force_generic_plan;
SELECT * FROM conditions($$EXECUTE lookup('019cd79e-4600-7abc-8def-0123456789ab')$$);
ROLLBACK;
\i test/sql/include/end.sql
