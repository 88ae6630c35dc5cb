--
-- What the planner makes of comparisons of uuid and time.  EXPLAIN is reduced to
-- what every server version says in the same words.
-- In make test: quick, and the main test of comparisons with times in plans.
--
\set test planner
\i test/sql/include/begin.sql
\echo '-- One table, one primary key'
CREATE TABLE events (id uuid PRIMARY KEY, payload integer);
INSERT INTO events
SELECT uuid_generate_v7('2026-01-01'::timestamptz + interval '1 hour' * n), n FROM generate_series(0, 4343) AS n;
ANALYZE events;
SET enable_seqscan = off;
SET enable_bitmapscan = off;

SELECT * FROM planned(
  -- constants are folded
  $$events WHERE id >= '2026-03-10'::timestamptz AND id < '2026-03-11'::timestamptz$$,
  $$events WHERE '2026-03-10'::timestamptz <= id AND '2026-03-11'::timestamptz > id$$,
  $$events WHERE id <@ '[2026-03-10,2026-03-11)'::tstzrange$$,
  $$events WHERE '(2026-03-10,2026-03-11]'::tstzrange @> id$$, $$events WHERE id <@ 'empty'::tstzrange$$,
  $$events WHERE id >= '-infinity'::timestamptz AND id <= 'infinity'::timestamptz$$,
  $$events WHERE id <= '1969-12-31'::timestamptz$$, $$events WHERE NOT id >= '2026-03-10'::timestamptz$$,
  -- NULL ends it
  $$events WHERE id >= NULL::timestamptz$$, $$events WHERE id <@ NULL::tstzrange$$,
  -- all of time is every v7
  $$events WHERE id <@ '(,)'::tstzrange$$,
  -- stable expressions are evaluated when the scan starts
  $$events WHERE id >= now() - interval '1 hour'$$, $$events WHERE now() > id$$,
  $$events WHERE id < date '2026-03-10'$$, $$events WHERE id <@ tstzrange(now() - interval '1 hour', now())$$);

\echo '-- prepared statements, both ways'
PREPARE since (timestamptz) AS SELECT FROM events WHERE id >= $1 AND $1 + interval '1 day' > id;
PREPARE untyped AS SELECT FROM events WHERE $1 @> id;
SELECT mode, c FROM unnest('{force_custom_plan,force_generic_plan}'::text[]) AS mode,
  unnest(ARRAY['since(''2026-03-10'')', 'untyped(''[2026-03-10,2026-03-11)'')', 'untyped(NULL)']) AS q,
  conditions('EXECUTE ' || q || left(set_config('plan_cache_mode', mode, false), 0)) AS c;
RESET plan_cache_mode;
DEALLOCATE ALL;

\echo '-- nested loops: the time comes from another table'
CREATE TABLE shifts (begins timestamptz, ends timestamptz, during tstzrange);
INSERT INTO shifts SELECT t, t + interval '8 hours', tstzrange(t, t + interval '8 hours')
FROM unnest('{2026-01-31 20:00, 2026-03-10, 2026-06-30 20:00}'::timestamptz[]) AS t;
INSERT INTO shifts VALUES (NULL, NULL, NULL), ('2026-03-10', '2026-03-10', 'empty');
ANALYZE shifts;
SELECT count(set_config('enable_' || n, 'off', false)) FROM unnest('{hashjoin,mergejoin,material,memoize}'::text[]) n;
SELECT c FROM unnest(ARRAY['JOIN events ON id >= begins AND id < ends', 'JOIN events ON begins < id AND ends >= id',
  'JOIN events ON id <@ during',
  'LEFT JOIN LATERAL (SELECT FROM events WHERE id > begins ORDER BY id LIMIT 1) AS n ON true']) AS j,
  conditions('SELECT FROM shifts ' || j) AS c;
\echo '-- a subquery is one evaluation away'
SELECT count(*) FROM conditions($$SELECT FROM events WHERE id >= (SELECT max(begins) FROM shifts)$$) AS c
  WHERE c ~ '^Index Cond: \(id >= uuid_v7_lower\(';

\echo '-- What would be evaluated twice, to its cost or with another result, is left alone'
CREATE FUNCTION costly() RETURNS tstzrange STABLE COST 1000 LANGUAGE plpgsql
  AS $$BEGIN RETURN '[2026-03-10,2026-03-11)'; END$$;
CREATE FUNCTION volatile() RETURNS tstzrange VOLATILE LANGUAGE plpgsql
  AS $$BEGIN RETURN '[2026-03-10,2026-03-11)'; END$$;
SELECT w, c FROM unnest(ARRAY['id <@ costly()', 'volatile() @> id',
  'uuid_generate_v7() <@ ''[2026-03-10,2026-03-11)''::tstzrange AND payload = 1',
  -- one comparison evaluates nothing twice, so it is rewritten all the same
  'id < clock_timestamp() AND id > lower(costly())',
  -- arrays are left alone
  'id >= ANY (ARRAY[''2026-03-10''::timestamptz])', '''2026-03-10''::timestamptz >= ANY (ARRAY[id])'])
  AS w, conditions('SELECT FROM events WHERE ' || w) AS c;
SELECT count(*) FROM conditions($$SELECT FROM events WHERE id <@ (SELECT during FROM shifts LIMIT 1)$$) AS c
  WHERE c LIKE 'Filter: (id <@ %';

\echo '-- domains, and an expression in the place of the column'
CREATE DOMAIN order_id AS uuid;
CREATE TABLE orders (id order_id PRIMARY KEY, parent uuid, placed timestamptz);
CREATE INDEX ON orders (coalesce(parent, id));
SELECT w, c FROM unnest(ARRAY['id >= ''2026-03-10''::timestamptz', 'id <@ ''[2026-03-10,2026-03-11)''::tstzrange',
  'coalesce(parent, id) >= ''2026-03-10''::timestamptz']) AS w, conditions('SELECT FROM orders WHERE ' || w) AS c;

\echo '-- the other index methods: BRIN, and btree through a bitmap'
CREATE TABLE log (id uuid, line text);
INSERT INTO log SELECT id, repeat('x', 500) FROM events ORDER BY id;
CREATE INDEX log_id ON log USING brin (id) WITH (pages_per_range = 4);
SET enable_bitmapscan = on;
SET enable_indexscan = off;
SELECT w, s, c FROM (VALUES ('log', 'id >= ''2026-03-10''::timestamptz AND id <= ''2026-03-11''::timestamptz'),
    ('events', 'id < ''2026-01-02''::timestamptz OR id > ''2026-06-29''::timestamptz')) AS v (t, w),
  LATERAL (SELECT 'SELECT * FROM ' || t || ' WHERE ' || w) AS q (q), scans(q) AS s, conditions(q) AS c;
SET enable_indexscan = on;
SET enable_bitmapscan = off;

\echo '-- CHECK, by which the planner excludes a table'
CREATE TABLE january (id uuid CHECK (id >= '2026-01-01'::timestamptz AND id < '2026-02-01'::timestamptz));
CREATE TABLE february (id uuid, CONSTRAINT february CHECK (id <@ '[2026-02-01,2026-03-01)'));
SET constraint_exclusion = on;
SELECT scanned($$SELECT FROM january WHERE id >= '2026-02-01'::timestamptz$$) AS after_it,
  scanned($$SELECT FROM january WHERE id >= '2026-01-31'::timestamptz$$) AS in_it,
  scanned($$SELECT FROM february WHERE id >= '2026-03-01'::timestamptz$$) AS after_range,
  scanned($$SELECT FROM february WHERE id <= '2026-02-01'::timestamptz$$) AS in_range,
  scanned($$SELECT FROM february WHERE id >= now() + interval '1000 years'$$) AS not_constant;
RESET constraint_exclusion;

\echo '-- Views show the operators and are planned like the query'
CREATE VIEW march AS
SELECT * FROM events WHERE id >= '2026-03-01'::timestamptz AND '2026-04-01'::timestamptz > id
  AND id <@ '[,infinity)'::tstzrange;
SELECT regexp_matches(pg_get_viewdef('march'), ' [<>][=@]? ', 'g');
SELECT * FROM conditions($$SELECT FROM march WHERE id < '2026-03-10'::timestamptz$$);

\echo '-- Barriers: the condition goes before a function that could leak'
CREATE FUNCTION may_see(payload integer) RETURNS boolean STABLE COST 1 LANGUAGE plpgsql
  AS $$BEGIN RETURN payload % 2 = 0; END$$;
CREATE VIEW visible WITH (security_barrier) AS SELECT * FROM events WHERE may_see(payload);
SELECT c FROM unnest(ARRAY['visible WHERE id >= ''2026-03-10''::timestamptz AND id < now()',
  'shifts JOIN visible ON id <@ during',
  -- the unrewritten form is leakproof too
  'visible WHERE id >= ANY (ARRAY[''2026-03-10''::timestamptz])']) AS q, conditions('SELECT FROM ' || q) AS c;

-- Partitions
CREATE TABLE measurements (id uuid PRIMARY KEY, value integer) PARTITION BY RANGE (id);
CREATE TABLE old PARTITION OF measurements FOR VALUES FROM (MINVALUE) TO (uuid_v7_lower('2026-01-01'));
CALL uuid_v7_create_partitions('measurements', '2026-01-01', '2026-05-01', '1 month');
CREATE TABLE future PARTITION OF measurements FOR VALUES FROM (uuid_v7_lower('2026-05-01')) TO (MAXVALUE);
INSERT INTO measurements
SELECT uuid_generate_v7('2025-12-20'::timestamptz + interval '1 day' * n), n FROM generate_series(0, 149) AS n;
ANALYZE measurements;

\echo '-- constants: the other partitions are not planned; stable expressions: they are removed when the plan starts'
SELECT condition, scanned('SELECT FROM measurements WHERE ' || condition)
FROM unnest(ARRAY[ $$id >= '2026-03-01'::timestamptz AND id < '2026-04-01'::timestamptz$$,
  $$id >= '2026-03-01'::timestamptz AND id <= '2026-04-01'::timestamptz$$,
  $$'2026-02-28 23:59:59.999'::timestamptz <= id AND '2026-04-01'::timestamptz > id$$,
  $$NOT id >= '2026-02-01'::timestamptz$$, $$id < '2026-01-15'::timestamptz OR id >= '2026-04-15'::timestamptz$$,
  $$'[2026-02-01,2026-03-01]'::tstzrange @> id$$,
  $$id >= '2026-03-10'::timestamptz AND id < '2026-02-10'::timestamptz$$,
  $$now() + interval '1000 years' < id$$,
  $$id <@ tstzrange('2026-02-01'::date, '2026-02-28'::date)$$]) AS condition;
SELECT scanned($$UPDATE measurements SET value = 0 WHERE id >= '2026-03-10'::timestamptz
  AND id < '2026-04-01'::timestamptz$$) AS update,
  scanned($$DELETE FROM measurements WHERE id < '2026-01-01'::timestamptz$$) AS delete,
  scanned($$DELETE FROM measurements WHERE id < now() - interval '1000 years'$$) AS now;

\echo '-- parameters: as constants in a custom plan, when the plan starts in a generic one'
PREPARE since (timestamptz) AS SELECT FROM measurements WHERE id >= $1 AND id < $1 + interval '1 day';
PREPARE set_zero (tstzrange) AS UPDATE measurements SET value = 0 WHERE $1 @> id;
SELECT set_config('plan_cache_mode', mode, false) AS mode, scanned($$EXECUTE since('2026-03-10')$$) AS since,
  scanned($$EXECUTE set_zero('[2026-03-10,2026-03-11)')$$) AS set_zero
FROM unnest('{force_custom_plan,force_generic_plan}'::text[]) AS mode;
RESET plan_cache_mode;
DEALLOCATE ALL;

\echo '-- while it runs: each outer row visits the partitions it needs, an initplan as well'
DELETE FROM shifts WHERE begins <> '2026-03-10';
SELECT scanned($$SELECT FROM shifts JOIN measurements ON id >= begins AND id < ends$$, executed => true) AS operators,
  scanned($$SELECT FROM shifts JOIN measurements ON id <@ during$$, executed => true) AS range,
  scanned($$SELECT FROM measurements WHERE id > (SELECT min(ends) + interval '1 month' FROM shifts)
    AND id < '2026-04-29'::timestamptz$$, executed => true) AS initplan;

\echo '-- a function that is not where the operator is: left alone, same answer'
BEGIN;
ALTER FUNCTION uuid_v7_lower(timestamptz) RENAME TO lower_boundary;
SELECT * FROM conditions($$SELECT FROM events WHERE id >= '2026-06-01'::timestamptz + interval '0'$$);
ROLLBACK;

RESET enable_seqscan;
RESET enable_bitmapscan;
-- uuid_is_v7 is estimated by the share of v7 that ANALYZE saw
CREATE TABLE shares (id uuid) WITH (autovacuum_enabled = off);
\echo '-- never analyzed: all'
INSERT INTO shares SELECT uuid_generate_v7(timestamptz '2026-01-01' + interval '1 minute' * n)
  FROM generate_series(1, 10000) AS n;
\set v7 'expected_rows(''SELECT FROM shares WHERE uuid_is_v7(id)'')'
SELECT :v7 = expected_rows('SELECT FROM shares') AS all_of_them;
ANALYZE shares;
SELECT :v7 AS of_10000, expected_rows('SELECT FROM shares WHERE NOT uuid_is_v7(id)') AS not_v7;
\echo '-- a third, with nulls'
INSERT INTO shares SELECT unnest(ARRAY[uuid_generate_v4_random(), NULL]) FROM generate_series(1, 10000);
ANALYZE shares;
SELECT :v7 BETWEEN 8000 AND 12000 AS about_10000;
\echo '-- none in the statistics does not mean that there is none'
TRUNCATE shares;
INSERT INTO shares SELECT uuid_generate_v4_random() FROM generate_series(1, 10000);
ANALYZE shares;
SELECT :v7 BETWEEN 1 AND 100 AS few;
\echo '-- through a domain, and of an expression with statistics of its own'
CREATE TABLE parents (id order_id, parent uuid) WITH (autovacuum_enabled = off);
INSERT INTO parents SELECT uuid_generate_v7(), CASE WHEN n % 2 = 0 THEN uuid_generate_v4_random() END
  FROM generate_series(1, 10000) AS n;
CREATE INDEX ON parents (coalesce(parent, id));
ANALYZE parents;
SELECT expected_rows('SELECT * FROM parents WHERE uuid_is_v7(id)') AS of_10000,
  expected_rows('SELECT * FROM parents WHERE uuid_is_v7(coalesce(parent, id))') BETWEEN 4000 AND 6000 AS about_half;
\i test/sql/include/end.sql
