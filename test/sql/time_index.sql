--
-- An index on the id is an index on its time: each row of the table of translations, for ids of one
-- version and of several, with the rows that the query has without the planner's part.
-- In make test: quick, and the one test of what a condition on the time becomes.
--
\set test time_index
\i test/sql/include/begin_preloaded.sql
SET enable_seqscan = off;

-- three ids of each time, in two tenants, and some that are null
CREATE TABLE sevens (id uuid CHECK (uuid_is_v7(id)), tenant int, n int);
INSERT INTO sevens SELECT uuid_generate_v7(timestamptz '2026-01-01Z' + (i / 3) * interval '1 hour'), i % 2, i
  FROM generate_series(1, 3000) AS i;
INSERT INTO sevens SELECT NULL, 0, -i FROM generate_series(1, 50) AS i;
CREATE INDEX sevens_id ON sevens (id);
CREATE INDEX sevens_tenant_id ON sevens (tenant, id) INCLUDE (n);
-- the same times in every version, in time order, and ids that have none
CREATE TABLE mixed (id uuid, n int);
INSERT INTO mixed SELECT v, n FROM sevens, uuid_generate_v6(uuid_time(id)) AS six,
  LATERAL (VALUES (id), (six), (uuid_v6_to_v1(six)), (uuid_generate_v8(decode(md5(n::text), 'hex')))) AS u (v)
  WHERE n % 3 = 0;
CREATE INDEX mixed_id ON mixed (id);
CREATE INDEX mixed_time ON mixed (id uuid_time_ops);
CREATE TABLE times (at timestamptz, id uuid, n int);
INSERT INTO times SELECT uuid_time(id), id, n FROM sevens WHERE n % 100 = 0 UNION ALL VALUES
  (timestamptz 'infinity', NULL::uuid, 1), ('-infinity', NULL, 2), (NULL, NULL, 3),
  ('2026-01-05 00:00:00.0005Z', NULL, 4);
VACUUM (ANALYZE) sevens, mixed, times;
\echo '-- partitions in which the columns have other numbers, and a stored column'
CREATE TABLE parts (n int, dropped int, id uuid NOT NULL CHECK (uuid_is_v7(id))) PARTITION BY RANGE (id);
ALTER TABLE parts DROP dropped;
CALL uuid_v7_create_partitions('parts', '2026-01-01', '2026-03-01', '1 month');
INSERT INTO parts SELECT n, id FROM sevens WHERE id < timestamptz '2026-02-10Z';
CREATE INDEX ON parts (id);
CREATE TABLE stored (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), n int,
  at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED CHECK (at = uuid_time(id)));
INSERT INTO stored SELECT id, n FROM sevens WHERE id IS NOT NULL;
VACUUM (ANALYZE) parts, stored;
CREATE TABLE shifted (dropped int, n int, k int, id uuid NOT NULL CHECK (uuid_is_v7(id))) PARTITION BY RANGE (id);
ALTER TABLE shifted DROP dropped;
CALL uuid_v7_create_partitions('shifted', '2026-01-01', '2026-02-01', '1 month');
INSERT INTO shifted SELECT n, n % 50, id FROM sevens WHERE id < timestamptz '2026-02-01Z';
CREATE INDEX ON shifted (id);
CREATE INDEX ON shifted (k, id);
VACUUM (ANALYZE) shifted;
SELECT 'an index with a column that the query names', scans(q), nodes(q)
FROM (SELECT 'SELECT FROM shifted WHERE k = 5 ORDER BY uuid_time(id) LIMIT 3') AS v (q);
CREATE VIEW p AS SELECT *, uuid_time(id) AS at FROM parts;
CREATE VIEW s AS SELECT *, uuid_time(id) AS at FROM sevens;
CREATE VIEW m AS SELECT *, uuid_time(id) AS at, uuid_v7_timestamp(id) AS at7 FROM mixed;

\echo '-- comparisons with another table, where all ids have one version, or the query leaves one'
CREATE TABLE joined (query text);
INSERT INTO joined SELECT format('times t, LATERAL (SELECT FROM %s %s t.at OFFSET 0) x', v, op) FROM (VALUES
  ('s WHERE at', '{<,>=,<=,>,=}'::text[]), ('m WHERE at', '{<,>,=}'), ('m WHERE at7', '{=}'),
  ('m WHERE uuid_is_v7(id) AND at7', '{=}')) AS v (v, ops), unnest(ops) AS op;
SELECT query, string_agg(c, E'\n' ORDER BY c COLLATE "C" DESC) AS conditions,
  bool_and(same('SELECT count(*) FROM ' || query)) AS same
FROM joined, conditions('SELECT FROM ' || query) AS c WHERE c ~ '\mid\M' GROUP BY query ORDER BY query COLLATE "C";

\echo '-- a date or timestamp, also one that a timestamptz cannot hold'
CREATE TABLE cal (d date, ts timestamp);
INSERT INTO cal SELECT s, s + time '00:30' FROM generate_series(timestamp '2025-12-30', '2026-05-10', '7 days') AS s;
INSERT INTO cal VALUES (NULL, NULL), ('infinity', 'infinity'), ('-infinity', '-infinity'),
  ('5874897-12-31', '294276-12-31 23:59:59.999999'), ('4714-11-24 BC', '4714-11-24 BC'),
  ('1582-10-14', '1582-10-14 23:00'), ('10889-08-03', '10889-08-02 05:31:50.655'), ('1970-01-01', '1970-01-01');
CREATE VIEW u AS SELECT n, uuid_unix_timestamp(id) AS at FROM mixed;
SELECT c FROM conditions('SELECT FROM cal c, LATERAL (SELECT FROM s WHERE at >= c.d AND at < c.d + 1 OFFSET 0) x') AS c;
SELECT c FROM conditions('SELECT FROM cal c LEFT JOIN s ON s.at >= c.ts AND s.at < c.ts + interval ''1 day''') AS c;
SELECT c FROM conditions('SELECT FROM s WHERE at >= to_date(''2026-03-01'', ''YYYY-MM-DD'') AND at < '
  '''2026-03-02''::text::timestamp') AS c;
SELECT count(*) AS comparisons, string_agg(q, E'\n' ORDER BY q) FILTER (WHERE NOT is_same) AS different FROM (
  SELECT zone, q, set_config('timezone', zone, true) IS NOT NULL AND same('SELECT ' || q) AS is_same
  FROM unnest('{UTC,America/New_York,Asia/Tokyo}'::text[]) AS zone, unnest('{s,m,u,p}'::text[]) AS v,
    unnest('{<,<=,=,>=,>}'::text[]) AS op, unnest('{d,ts}'::text[]) AS o,
    format('sum((SELECT count(*) FROM %s WHERE at %s c.%s)) FROM cal c', v, op, o) AS q) AS r;
SET timezone = 'UTC';
\echo '-- partitions are excluded at run time, and arms have the condition'
SELECT scanned('SELECT FROM cal c, LATERAL (SELECT FROM p WHERE at >= c.d AND at < c.d + 1 OFFSET 0) x '
  'WHERE c.d = ''2026-01-06''', executed => true);
SELECT c FROM conditions('SELECT FROM cal c, LATERAL (SELECT FROM (SELECT at FROM s UNION ALL SELECT at FROM u) AS f '
  'WHERE at > c.ts OFFSET 0) x') AS c;

\echo '-- nulls: of the time, which an id without time has as well'
SELECT q, string_agg(c, E'\n' ORDER BY c COLLATE "C" DESC) AS conditions,
  bool_and(same('SELECT count(*), count(id) FROM ' || q)) AS same
FROM unnest(ARRAY['s WHERE at IS NULL', 's WHERE at IS NOT NULL', 'm WHERE at IS NULL', 'm WHERE at IS NOT NULL',
  'm WHERE at7 IS NULL']) AS q, conditions('SELECT id FROM ' || q) AS c GROUP BY q ORDER BY q COLLATE "C";
SELECT same('SELECT max(at), min(at), max(at7), min(at7) FROM m') AS first_and_last;

\echo '-- rows: up to the time, which decides with the id that is next; from any uuid, and from a time of another table'
CREATE TABLE page (query text);
INSERT INTO page SELECT 'SELECT n FROM ' || q || ' LIMIT 8' FROM (VALUES
  ($$s WHERE (at, id) < ('2026-01-20Z', '%1$s') ORDER BY at DESC, id DESC$$),
  ($$s WHERE (at, id) >= ('2026-01-20Z', '%1$s') ORDER BY at, id$$),
  ($$s WHERE (tenant, at, id) > (0, '2026-01-20Z', '%1$s') AND at >= '2026-01-02Z' ORDER BY tenant, at, id$$),
  ($$s WHERE ('2026-01-20Z'::timestamptz, '%1$s'::uuid) <= (at, id) ORDER BY at, id$$),
  ($$s WHERE (tenant, at) < (1, '2026-01-20Z') ORDER BY tenant DESC, at DESC, id$$),
  ($$s WHERE (tenant, id) > (0, '%1$s') AND at = '2026-01-20Z' ORDER BY id$$),
  ($$m WHERE (at, id) < ('2026-01-20Z', '%1$s') ORDER BY at DESC, id DESC$$)) AS v (q)
UNION ALL VALUES ('SELECT t.n, s.n FROM times t, LATERAL (SELECT n FROM s WHERE (s.at, s.id) > (t.at, t.id) '
  'ORDER BY s.at, s.id LIMIT 1) s ORDER BY 1');
SELECT query, min(c) AS conditions, bool_and(same(format(query, u))) AS same
FROM page, (VALUES ('00000000-0000-0000-0000-000000000000'), (uuid_v7_lower('2026-01-20Z')::text),
  (uuid_v7_upper('2026-01-20Z')::text), ('ffffffff-ffff-ffff-ffff-ffffffffffff'),
  ((SELECT id::text FROM s WHERE at = '2026-01-20Z' LIMIT 1))) AS v (u),
  LATERAL conditions(format(query, uuid_v7_upper('2026-01-20Z'))) AS c
WHERE c ~ '^Index Cond: .*\mid\M' GROUP BY query ORDER BY query COLLATE "C";

\echo '-- lists that are not known yet are filters'
SET plan_cache_mode = force_generic_plan;
PREPARE any_of(timestamptz[]) AS SELECT count(*) FROM s WHERE at = ANY ($1);
PREPARE after_any(timestamptz[]) AS SELECT count(*) FROM s WHERE at > ANY ($1);
PREPARE after_all(timestamptz[]) AS SELECT count(*) FROM s WHERE at > ALL ($1);
PREPARE either(timestamptz, timestamptz) AS SELECT count(*) FROM s WHERE at IN ($1, $2);
PREPARE within(timestamptz, timestamptz) AS SELECT count(*) FROM s WHERE at = $1 AND at >= '2026-01-01Z' AND at <= $2;
PREPARE until(timestamptz) AS SELECT FROM s WHERE (at < $1 OR at = $1) AND at >= '2026-01-05Z' AND at < '2026-02-05Z';
SELECT q, c FROM unnest(ARRAY['any_of(NULL)', 'after_any(NULL)', 'after_all(NULL)', 'either(NULL, NULL)',
  'within(NULL, NULL)']) AS q,
  conditions('EXECUTE ' || q) AS c WHERE c ~ 'Index Cond|ALL';
SELECT q, run('EXECUTE ' || q) FROM unnest(ARRAY[$$any_of('{2026-01-20Z,2026-01-21Z,NULL}')$$,
  $$any_of('{{2026-01-20Z,2026-01-21Z},{2026-01-22Z,2026-01-23Z}}')$$, $$any_of('{}')$$, 'any_of(NULL)',
  $$after_any('{2026-02-10Z,2026-02-11Z,NULL}')$$, $$after_all('{2026-02-10Z,2026-02-11Z}')$$,
  $$either('2026-01-20Z', '2026-01-21Z')$$, $$within('2026-01-20Z', '2026-01-21Z')$$]) AS q;
-- but their order is that of the index
PREPARE first_of(timestamptz[]) AS SELECT at FROM s WHERE at = ANY ($1) ORDER BY at LIMIT 1;
SELECT 'the order', nodes('EXECUTE first_of(NULL)');
\echo '-- a bound that is not known yet does not count beside others that are'
SELECT expected_rows('EXECUTE until(NULL)') > 300 AS estimated;
RESET plan_cache_mode;

\echo '-- the order is known above, in joins, and with columns behind the id'
SELECT q, nodes(q), same(q) FROM unnest(ARRAY[ 'SELECT n FROM (SELECT * FROM s ORDER BY at) x ORDER BY at, n LIMIT 5',
  'SELECT a.n FROM s a JOIN s b ON b.at = a.at ORDER BY a.at DESC, a.n, b.n LIMIT 5',
  'SELECT at FROM s WHERE at IN (SELECT at FROM m) ORDER BY at DESC LIMIT 5',
  'SELECT DISTINCT ON (tenant) tenant, at FROM s ORDER BY tenant, at',
  'SELECT tenant, max(at), sum(n) FROM s WHERE tenant = 1 GROUP BY tenant',
  'SELECT n, rank() OVER (PARTITION BY tenant ORDER BY at, n) FROM s ORDER BY 2, 1 LIMIT 5']) AS q;
\echo '-- filters under grouping sets, where the server wraps what a view computes'
SELECT q, string_agg(c, E'\n' ORDER BY c COLLATE "C" DESC) AS conditions, bool_and(same(q)) AS same FROM unnest(ARRAY[
  $$SELECT tenant, count(*) FROM s WHERE at >= '2026-02-10Z' GROUP BY ROLLUP (tenant) ORDER BY 1$$,
  $$SELECT tenant, count(*) FROM s WHERE at = '2026-02-10Z' GROUP BY ROLLUP (tenant) ORDER BY 1$$,
  $$SELECT tenant, count(*) FROM s WHERE (at, id) > ('2026-02-11Z', '019c1fd4-9000-7000-8000-000000000000')
    GROUP BY ROLLUP (tenant) ORDER BY 1$$,
  $$SELECT tenant, count(*) FROM s WHERE at IS NULL GROUP BY ROLLUP (tenant) ORDER BY 1$$,
  $$SELECT at::date, count(*) FROM s WHERE at::date = '2026-02-10' GROUP BY CUBE (at::date) ORDER BY 1$$]) AS q,
  LATERAL conditions(q) AS c WHERE c !~ '::date' OR c ~ 'Index' GROUP BY q;
\echo '-- a constant that follows from an equality, a bin, a list with a null, and nulls only'
SELECT q, string_agg(c, E'\n' ORDER BY c COLLATE "C" DESC) AS conditions, bool_and(same(q)) AS same FROM unnest(ARRAY[
  $$SELECT count(*) FROM s a JOIN m b ON b.at = a.at WHERE a.at = '2026-02-10Z'$$,
  $$SELECT count(*) FROM s WHERE date_bin('6 hours', at, '2030-01-01Z') = '2026-02-10Z'$$,
  $$SELECT count(*) FROM s WHERE at IN ('2026-02-10Z', date_trunc('day', timestamptz '2026-01-10Z'), NULL)$$,
  'SELECT count(*) FROM s WHERE at = ANY (NULL::timestamptz[])',
  $$SELECT count(*) FROM s WHERE at > ANY ('{NULL}'::timestamptz[])$$]) AS q,
  LATERAL conditions(q) AS c WHERE c ~ 'Index Cond' GROUP BY q;

\echo '-- a list of what is before the time, in the order of both; an OR of times is not one range'
SET enable_bitmapscan = off;
SELECT q, nodes(q), same(q) FROM unnest(ARRAY['SELECT n FROM s WHERE tenant IN (1, 2) ORDER BY tenant, at LIMIT 3',
  $$SELECT n FROM s WHERE tenant IN (1, 2) AND at = (SELECT '2026-02-10Z'::timestamptz) ORDER BY n$$]) AS q;
RESET enable_bitmapscan;
SELECT q, c, same(q) FROM unnest(ARRAY[$$SELECT n FROM s WHERE at = '2026-02-10Z' OR at = '2026-01-10Z' ORDER BY n$$,
  'SELECT n FROM s WHERE tenant IN (1, 2) AND (n < 9 OR n > 99) ORDER BY tenant, at LIMIT 3'])
  AS q, LATERAL conditions(q) AS c WHERE c ~ 'Index Cond';

\echo '-- the time of a relation that self-join elimination removes, from 18 on'
SELECT q, nodes(q) !~ 'Sort' OR current_setting('server_version_num')::int < 180000 AS sorted, same(q)
FROM unnest(ARRAY[
  'SELECT a.at FROM stored a JOIN stored b ON b.id = a.id WHERE b.n > 0 ORDER BY a.at LIMIT 3',
  'SELECT b.at FROM stored a JOIN stored b ON b.id = a.id WHERE b.n > 0 ORDER BY b.at LIMIT 3']) AS q;

\echo '-- joins, groups and equality are estimated from the times that ANALYZE saw'
SELECT q, off_by(expected_rows(q), actual) < 4 AS estimated FROM (VALUES
  ('SELECT FROM s a JOIN s b ON b.at = a.at', 9000), ('SELECT FROM s GROUP BY at', 1000),
  ('SELECT FROM s a JOIN times t ON t.at = a.at', 90), ('SELECT FROM s WHERE at = (SELECT min(at) FROM times)', 3))
  AS v (q, actual);

\echo '-- what joins another table leaves nulls and other versions in the scan of an index'
SET enable_hashjoin = off;
SET enable_nestloop = off;
SET enable_sort = off;
CREATE INDEX sevens_nulls_first ON sevens (id NULLS FIRST);
SELECT q, nodes(q), same(q) FROM unnest(ARRAY[ 'SELECT count(*) FROM stored a, s WHERE s.at = a.at',
  'SELECT count(*) FROM stored a, m WHERE m.at7 = a.at',
  'SELECT count(*) FROM stored a, m WHERE m.at7 = a.at AND uuid_is_v7(m.id)']) AS q;
DROP INDEX sevens_nulls_first;
RESET enable_hashjoin;
RESET enable_nestloop;
RESET enable_sort;

\echo '-- an equality with another table that an index only implies stays a filter, also of a bitmap scan: of v8,'
\echo '-- of a column with several versions, and of one with other variants'
CREATE TABLE variants (id uuid CHECK (uuid_version(id) = 7), n int);
INSERT INTO variants SELECT CASE WHEN n % 3 = 0 THEN overlay(id::text PLACING 'c' FROM 20 FOR 1)::uuid ELSE id END, n
  FROM sevens;
CREATE INDEX ON variants (id);
ANALYZE variants;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
SELECT q, (SELECT count(*) FROM conditions('SELECT FROM ' || q) AS c WHERE c ~ 'Index Cond') AS conditions,
  same('SELECT count(*) FROM ' || q) FROM unnest(ARRAY['times t, s WHERE s.at = t.at', 'times t, m WHERE m.at = t.at',
  'times t, m WHERE m.at7 = t.at', 'times t, m WHERE m.at7 = t.at AND uuid_is_v7(m.id)',
  'times t, variants v WHERE uuid_time(v.id) = t.at']) AS q;
BEGIN;
WITH d AS (DELETE FROM variants AS v USING times AS t WHERE uuid_time(v.id) = t.at RETURNING v.id)
SELECT count(*) > 0 AS deleted, count(*) FILTER (WHERE uuid_time(id) IS NULL) AS without_time FROM d;
ROLLBACK;
RESET enable_hashjoin;
RESET enable_mergejoin;
RESET enable_indexscan;
RESET enable_indexonlyscan;

\echo '-- partitions are in the order of the id; what needs the order of the time merges them'
SELECT q, nodes(q), same(q) FROM unnest(ARRAY[ 'SELECT at FROM p ORDER BY at DESC LIMIT 3',
  'SELECT * FROM (SELECT at FROM p ORDER BY at) x ORDER BY at LIMIT 3',
  'SELECT p.at FROM p JOIN s ON s.at = p.at ORDER BY p.at LIMIT 3']) AS q;
\echo '-- the partition of a time that follows from two equalities; not with an outer join between these'
SELECT q, (SELECT count(*) FROM plan_lines(q) AS l WHERE l ~ 'Scan.* on parts_') AS scans, same(q)
FROM unnest(ARRAY[
  $$SELECT p.n FROM p JOIN stored t ON t.at = p.at WHERE t.at = '2026-01-10Z' ORDER BY p.n, t.n$$,
  $$SELECT p.n FROM stored t JOIN p ON t.at = p.at AND '2026-01-10Z' = t.at ORDER BY p.n, t.n$$,
  $$SELECT p.n FROM p LEFT JOIN stored t ON t.at = p.at AND t.at = '2026-01-10Z' ORDER BY p.n, t.n$$]) AS q;
\echo '-- partitions, none, the newest, some or all of which have the index'
CREATE PROCEDURE create_sorted(name text, has_index text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TABLE %I (id uuid CHECK (uuid_is_v7(id)), k int) PARTITION BY RANGE (id)', name);
  CALL create_parts(name, 'uuid_v7_lower(%L)', 40);
  EXECUTE format('INSERT INTO %I SELECT uuid_generate_v7(timestamptz ''2026-01-01Z'' + i * interval ''14 min''), i
    FROM generate_series(0, 4000) AS i', name);
  FOR n IN 1 .. 40 LOOP
    EXECUTE replace(has_index, '%', format('%s_%s', name, to_char(date '2025-12-31' + n, 'MMDD')));
  END LOOP;
  EXECUTE format('ANALYZE %I', name);
END
$$;
RESET enable_seqscan;
CALL create_sorted('sorted_none', 'SELECT');
CALL create_sorted('sorted_newest', 'DROP INDEX IF EXISTS newest_index; CREATE INDEX newest_index ON % (id)');
CALL create_sorted('sorted_some', $$DO 'BEGIN IF ''%'' ~ ''[147]$'' THEN CREATE INDEX ON % (id); END IF; END'$$);
CALL create_sorted('sorted_all', 'CREATE INDEX ON % (id)');
SELECT q, nodes(q), same(q) FROM unnest('{sorted_none,sorted_newest,sorted_some,sorted_all}'::text[]) AS name,
  unnest('{uuid_time(id) DESC LIMIT 20,uuid_time(id) LIMIT 20,"uuid_time(id), id LIMIT 20"}'::text[]) AS o,
  format('SELECT k FROM %I ORDER BY %s', name, o) AS q;
SET enable_seqscan = off;
\echo '-- a partition with partitions that are in no such order is merged'
CREATE TABLE nested (id uuid NOT NULL CHECK (uuid_is_v7(id)), n int) PARTITION BY RANGE (id);
CREATE TABLE nested_1 PARTITION OF nested FOR VALUES FROM (MINVALUE) TO (uuid_v7_lower('2026-01-20Z'))
  PARTITION BY HASH (n);
CREATE TABLE nested_1_0 PARTITION OF nested_1 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE nested_1_1 PARTITION OF nested_1 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
CREATE TABLE nested_2 PARTITION OF nested
  FOR VALUES FROM (uuid_v7_lower('2026-01-20Z')) TO (uuid_v7_lower('2026-02-05Z'))
  PARTITION BY RANGE (id);
CREATE TABLE nested_2_0 PARTITION OF nested_2 FOR VALUES FROM (MINVALUE) TO (uuid_v7_lower('2026-02-01Z'));
CREATE TABLE nested_2_1 PARTITION OF nested_2 FOR VALUES FROM (uuid_v7_lower('2026-02-01Z')) TO (MAXVALUE);
CREATE TABLE nested_3 PARTITION OF nested FOR VALUES FROM (uuid_v7_lower('2026-02-05Z')) TO (MAXVALUE);
INSERT INTO nested SELECT id, n FROM sevens WHERE id IS NOT NULL;
CREATE INDEX ON nested (id);
ANALYZE nested;
SELECT q, nodes(q), same(q) FROM unnest(ARRAY[
  'SELECT uuid_time(id) FROM nested ORDER BY uuid_time(id) DESC',
  'SELECT uuid_time(id), id FROM nested ORDER BY uuid_time(id), id LIMIT 2000',
  $$SELECT uuid_time(id) FROM nested WHERE id > timestamptz '2026-01-20Z' ORDER BY uuid_time(id) DESC$$,
  $$SELECT max(uuid_time(id)) FROM nested WHERE id > timestamptz '2026-01-20Z' AND id < timestamptz '2026-02-06Z'
  $$]) AS q;
SELECT q, off_by(expected_rows(q), actual) < 2 AS estimated FROM (VALUES
  ($$SELECT FROM p WHERE at::date = '2026-01-10'$$, 96), ($$SELECT FROM p JOIN times t ON t.at = p.at$$, 32))
  AS v (q, actual);
\echo '-- the index that is there for its statistics is not scanned, even if the query is as false as its predicate'
SELECT uuid_time(id) FROM times WHERE n = 11 AND n = 9 ORDER BY uuid_time(id);
SELECT uuid_time(id) FROM times WHERE n = 11 AND n = 9 AND uuid_time(id) > '2026-01-02Z' AND uuid_time(id) IS NOT NULL
ORDER BY uuid_time(id), n LIMIT 2;
\echo '-- so is what a subquery returns'
SELECT q, off_by(expected_rows(q), actual) < 4 AS estimated FROM (VALUES
  ('SELECT DISTINCT at FROM (SELECT at FROM stored ORDER BY id OFFSET 0) x', 1000),
  ($$SELECT FROM (SELECT at FROM s ORDER BY id LIMIT 2000) x WHERE at > '2026-02-10Z'$$, 40)) AS v (q, actual);
\echo '-- arrays: the least or the greatest element, or what is between both'
SELECT q, (SELECT string_agg(c, E'\n') FROM conditions(q) AS c WHERE c ~ 'Index|One-Time'), same(q) FROM unnest(ARRAY[
  $$SELECT count(*) FROM s WHERE at <= ALL ('{2026-01-03Z,NULL}')$$,
  $$SELECT count(*) FROM times t, LATERAL (SELECT FROM s WHERE tenant = t.n % 2
    AND at = ANY (ARRAY[t.at, t.at + interval '1 h']) OFFSET 0) x$$,
  $$SELECT count(*) FROM times t,
    LATERAL (SELECT FROM s WHERE at < ANY (ARRAY[t.at, t.at - interval '1 h']) OFFSET 0) x$$,
  $$SELECT count(*) FROM s WHERE (at, id) >= (NULL::timestamptz, '019b76da-a800-7000-8000-000000000000')$$,
  $$SELECT count(*) FROM s WHERE at IS NULL$$]) AS q;
\echo '-- a column of a query around is that of its table'
SELECT same('SELECT count(*) FROM times t JOIN m ON m.at > t.at'),
  same('SELECT n FROM times t WHERE n IN (SELECT g.n FROM stored g WHERE g.n = t.n AND g.at = t.at) ORDER BY n'),
  same('SELECT n, (SELECT min(t.at) FROM times t WHERE t.at >= g.at) FROM stored g WHERE n % 500 = 0 ORDER BY n');

\echo '-- nulls of the id and ids without time may be at different ends'
DROP INDEX mixed_time;
CREATE INDEX mixed_nulls_first ON mixed (id uuid_time_ops NULLS FIRST);
SELECT o, nodes('SELECT at FROM m ORDER BY at ' || o), same('SELECT at FROM m ORDER BY at ' || o)
FROM unnest('{NULLS FIRST,DESC NULLS LAST,NULLS LAST}'::text[]) AS o;
\echo '-- an expression behind the id, whose statistics are found by its position'
CREATE INDEX sevens_id_text ON sevens (id, (n::text));
DROP INDEX sevens_id;
ANALYZE sevens;
SELECT nodes('SELECT at FROM s ORDER BY at LIMIT 3'), same('SELECT at FROM s ORDER BY at LIMIT 3');
\echo '-- who may not call the functions of the bounds has no such index'
CREATE ROLE regress_uuidx_index;
GRANT USAGE ON SCHEMA time_index TO regress_uuidx_index;
GRANT SELECT ON ALL TABLES IN SCHEMA time_index TO regress_uuidx_index;
BEGIN;
REVOKE EXECUTE ON FUNCTION uuid_v7_lower FROM PUBLIC;
SET LOCAL ROLE regress_uuidx_index;
SELECT query, same('SELECT count(*) FROM ' || query) FROM joined WHERE query ~ ' s .* = ';
ROLLBACK;
DROP OWNED BY regress_uuidx_index;
DROP ROLE regress_uuidx_index;

\echo '-- what an index of the user, or another index of the key, already serves'
CREATE INDEX sevens_at ON sevens (uuid_time(id)) WHERE tenant = 1;
SELECT * FROM conditions($$SELECT n FROM s WHERE at >= '2026-02-10Z' AND tenant = 1$$);
SELECT same($$SELECT n FROM s WHERE at >= '2026-02-10Z' AND tenant = 1 ORDER BY n$$);
\echo '-- an index that begins with a column that the query does not name, if there is no better one'
DROP INDEX sevens_id_text;
SELECT * FROM conditions($$SELECT n FROM s WHERE (at, id) >= ('2026-02-10Z', '019c4cf8-0000-7000-8000-000000000000')$$);

\echo '-- an index that only finds blocks: an equality, a join and a list are ranges of ids, too, but not a'
\echo '-- list that is unknown'
CREATE TABLE blocks (id uuid CHECK (uuid_is_v7(id)), n int, pad text);
INSERT INTO blocks SELECT uuid_generate_v7(timestamptz '2026-01-01Z' + i * interval '6 min'), i, repeat('x', 200)
  FROM generate_series(1, 20000) AS i;
CREATE INDEX ON blocks USING brin (id) WITH (pages_per_range = 8);
ANALYZE blocks;
RESET enable_seqscan;
SELECT q, c, same(q) FROM unnest(ARRAY['SELECT n FROM blocks WHERE uuid_time(id) = ''2026-01-10Z''',
  'SELECT n FROM blocks WHERE uuid_time(id) IN (''2026-01-10Z'', ''2026-02-10Z'') ORDER BY n',
  'SELECT b.n FROM times t JOIN blocks b ON uuid_time(b.id) = t.at WHERE t.n = 600']) AS q,
  LATERAL conditions(q) AS c WHERE c ~ 'Index';
PREPARE listed(timestamptz[]) AS SELECT n FROM blocks WHERE uuid_time(id) = ANY ($1) ORDER BY n;
SET plan_cache_mode = force_generic_plan;
SELECT conditions('EXECUTE listed(NULL)');
SELECT q, run(format('EXECUTE listed(%L)', q))
FROM unnest(ARRAY['{2026-01-10Z,2026-01-10 00:00:01Z,2026-01-10 12:00Z,NULL}',
  '{{2026-01-10Z,2026-01-10 00:00:01Z},{2026-01-10 12:00Z,2026-01-10 18:00Z}}', '{}']) AS q;
RESET plan_cache_mode;
DEALLOCATE listed;
\i test/sql/include/end.sql
