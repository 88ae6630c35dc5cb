--
-- A stored generated column that holds the time of a uuid is planned as that time: a
-- condition on it is a range of the uuid, wherever something is in the order of the uuid.
-- What differs from server to server is tried in t/generated.pl.
-- In make test: quick, and the main test of generated columns.
--
\set test generated
\i test/sql/include/begin_preloaded.sql
-- sets the expression of a generated column: older servers do that by another column
CREATE PROCEDURE set_expression(name text, new_expression text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS of_id', name);
  IF current_setting('server_version_num')::integer >= 170000 THEN
    EXECUTE format('ALTER TABLE %s ALTER COLUMN created_at SET EXPRESSION AS (%s)', name, new_expression);
  ELSE
    EXECUTE format('ALTER TABLE %s DROP COLUMN created_at', name);
    EXECUTE format('ALTER TABLE %s ADD COLUMN created_at timestamptz GENERATED ALWAYS AS (%s) STORED', name,
      new_expression);
  END IF;
  EXECUTE format('ALTER TABLE %s ADD CONSTRAINT of_id CHECK (created_at = %s)', name, new_expression);
END
$$;

-- gives a table altered (below) that CHECK
CREATE FUNCTION with_check(expression text) RETURNS void LANGUAGE plpgsql AS $$BEGIN
  EXECUTE format('ALTER TABLE altered DROP CONSTRAINT IF EXISTS of_id, ADD CONSTRAINT of_id CHECK (%s)', expression);
END$$;

-- a year of v7, in one table, in months, with a child, and of v6; and of every version, in both orders
CREATE TABLE rows AS SELECT uuid_generate_v7(t) AS id, row_number() OVER (ORDER BY t)::integer AS n
  FROM generate_series(timestamptz '2026-01-01', '2026-12-31 12:00', '12 hours') AS t;
\set columns 'n integer, created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED '
\set columns :columns 'CONSTRAINT of_id CHECK (created_at = uuid_time(id))'
\set columns_of_v7 'n integer, created_at timestamptz GENERATED ALWAYS AS (uuid_v7_timestamp(id)) STORED '
\set columns_of_v7 :columns_of_v7 'CONSTRAINT of_id CHECK (created_at = uuid_v7_timestamp(id))'
CREATE TABLE orders (:columns, id uuid PRIMARY KEY CONSTRAINT v7 CHECK (uuid_is_v7(id)));
CREATE TABLE months (:columns, id uuid PRIMARY KEY CONSTRAINT v7 CHECK (uuid_is_v7(id))) PARTITION BY RANGE (id);
SELECT format('CREATE TABLE months_%s PARTITION OF months FOR VALUES FROM (%L) TO (%L)', to_char(t, 'MM'),
    uuid_v7_lower(t), uuid_v7_lower(t + interval '1 month'))
  FROM generate_series(timestamptz '2026-02-01', '2026-12-01', '1 month') AS t \gexec
-- the same columns, with other numbers
CREATE TABLE months_01 (id uuid NOT NULL CONSTRAINT v7 CHECK (uuid_is_v7(id)), dropped text,
  created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED
  CONSTRAINT of_id CHECK (created_at = uuid_time(id)), n integer);
ALTER TABLE months_01 DROP COLUMN dropped;
ALTER TABLE months ATTACH PARTITION months_01
  FOR VALUES FROM (uuid_v7_lower('2026-01-01')) TO (uuid_v7_lower('2026-02-01'));
CREATE TABLE parents (:columns, id uuid PRIMARY KEY CONSTRAINT v7 CHECK (uuid_is_v7(id)));
CREATE TABLE children (id uuid PRIMARY KEY CONSTRAINT v7 CHECK (uuid_is_v7(id)), more text,
  created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED
  CONSTRAINT of_id CHECK (created_at = uuid_time(id)), n integer);
ALTER TABLE children INHERIT parents;
CREATE TABLE sixes (:columns, id uuid PRIMARY KEY CHECK (uuid_is_v6(id)));
CREATE TABLE mixed (:columns, id uuid PRIMARY KEY);
CREATE TABLE history (:columns, id uuid);
CREATE INDEX ON history (id uuid_time_ops);
CREATE TABLE sevens (:columns_of_v7, id uuid PRIMARY KEY);
CREATE DOMAIN v7 AS uuid CHECK (uuid_is_v7(VALUE));
CREATE TABLE domains (:columns, id v7 PRIMARY KEY);
CREATE DOMAIN any_uuid AS uuid;
CREATE TABLE domains_of_any (:columns_of_v7, id any_uuid PRIMARY KEY);
-- without any index
CREATE TABLE halves (:columns, id uuid) PARTITION BY RANGE (id uuid_time_ops);
CREATE TABLE halves_1 PARTITION OF halves FOR VALUES FROM (MINVALUE) TO (uuid_time_lower('2026-07-01'));
CREATE TABLE halves_2 PARTITION OF halves FOR VALUES FROM (uuid_time_lower('2026-07-01')) TO (MAXVALUE);
SELECT format('INSERT INTO %s (id, n) SELECT id, n FROM rows', t)
FROM unnest('{orders,months,domains}'::text[]) AS t \gexec
INSERT INTO parents (id, n) SELECT id, n FROM rows WHERE n % 3 = 0;
INSERT INTO children (id, n) SELECT id, n FROM rows WHERE n % 3 > 0;
INSERT INTO sixes (id, n) SELECT uuid_generate_v6(uuid_time(id)), n FROM rows;
INSERT INTO mixed (id, n) SELECT CASE n % 5 WHEN 0 THEN id WHEN 1 THEN uuid_generate_v6(uuid_time(id))
  WHEN 2 THEN uuid_v6_to_v1(uuid_generate_v6(uuid_time(id))) WHEN 3 THEN uuid_generate_v8(uuid_send(id))
  ELSE uuid_generate_v4_random() END, n FROM rows;
SELECT format('INSERT INTO %s (id, n) SELECT id, n FROM mixed', t)
FROM unnest('{history,sevens,domains_of_any,halves}'::text[]) AS t \gexec
INSERT INTO history (n) VALUES (0);
ANALYZE rows, orders, months, parents, children, sixes, mixed, history, sevens, domains, domains_of_any, halves;
SET enable_seqscan = off;
SET enable_bitmapscan = off;

\echo '-- What is planned as what'
SELECT * FROM planned($$orders WHERE created_at >= '2026-03-10' AND created_at < '2026-03-11'$$,
  $$orders WHERE created_at <@ '[2026-03-10,2026-03-11)'::tstzrange$$,
  $$orders WHERE created_at >= '2026-03-10'::date AND created_at < '2026-03-11'::timestamp$$,
  $$orders AS o WHERE o.created_at < '2026-01-10' OR uuid_time(id) > '2026-12-20'$$,
  $$months WHERE created_at >= '2026-03-10' AND created_at < '2026-03-11'$$,
  $$parents WHERE created_at >= '2026-03-10' AND created_at < '2026-03-11'$$,
  $$ONLY parents WHERE created_at >= '2026-03-10'$$,
  $$sixes WHERE created_at >= '2026-03-10' AND created_at < '2026-03-11'$$,
  $$history WHERE created_at >= '2026-03-10' AND created_at < '2026-03-11'$$,
  $$sevens WHERE created_at >= '2026-03-10' AND created_at < '2026-03-11'$$,
  $$domains WHERE created_at >= '2026-03-10' AND created_at < '2026-03-11'$$,
  $$domains_of_any WHERE created_at >= '2026-03-10' AND created_at < '2026-03-11'$$,
  $$halves WHERE created_at >= '2026-03-10' AND created_at < '2026-03-11'$$);
\echo '-- the order of bytes is not that of the time of v1 and v7'
SELECT * FROM planned($$mixed WHERE created_at >= '2026-03-10' AND created_at < '2026-03-11'$$);
\echo '-- the other columns of the row, where outer joins may make it null, are those of the same row'
SELECT * FROM conditions($$SELECT FROM rows AS r LEFT JOIN orders AS a ON a.id = r.id LEFT JOIN orders AS b
  ON b.n = a.n AND b.created_at >= '2026-12-31' WHERE a.created_at > '2026-12-31' OR a.n IS NULL$$);
\echo '-- where rows are changed'
SELECT scanned($$UPDATE months SET n = 0 WHERE created_at >= '2026-12-10'$$) AS update,
  scanned($$DELETE FROM months WHERE created_at < '2026-01-10'$$) AS delete,
  scanned($$MERGE INTO months USING (SELECT 1) AS s (one) ON created_at >= '2026-12-10' WHEN MATCHED
  THEN UPDATE SET n = 0$$) AS merge;
\echo '-- through views, functions and policies'
CREATE VIEW seen AS SELECT id, created_at AS at FROM months;
CREATE FUNCTION since(t timestamptz) RETURNS SETOF months LANGUAGE sql STABLE AS 'SELECT * FROM months
  WHERE created_at >= t';
SELECT scanned($$SELECT FROM seen WHERE at >= '2026-12-10'$$) AS view,
  scanned($$SELECT FROM since('2026-12-10')$$) AS function,
  scanned($$SELECT count(*) FROM seen GROUP BY at HAVING at >= '2026-12-10'$$) AS having;
\echo '-- a function may return the column from where it is null, or not grouped'
CREATE FUNCTION joined() RETURNS TABLE (m integer, t timestamptz) LANGUAGE sql STABLE AS
  $$SELECT a.n, coalesce(a.created_at, b.created_at) FROM orders AS a JOIN halves AS b ON a.n % 11 = b.n % 11$$;
SET enable_hashjoin = off;
SET enable_nestloop = off;
SELECT count(*) FROM (SELECT m, t FROM joined() WHERE t > '2026-06-01' GROUP BY GROUPING SETS ((m, t), (m))) AS g;
RESET enable_hashjoin;
RESET enable_nestloop;
CREATE ROLE regress_uuidx_generated;
GRANT USAGE ON SCHEMA generated TO regress_uuidx_generated;
GRANT SELECT (created_at, n) ON months TO regress_uuidx_generated;
ALTER TABLE months ENABLE ROW LEVEL SECURITY;
CREATE POLICY recent ON months USING (created_at >= '2026-11-10');
SET ROLE regress_uuidx_generated;
SELECT count(*), min(created_at) FROM months WHERE created_at < '2026-11-15';
RESET ROLE;
DROP POLICY recent ON months;
ALTER TABLE months DISABLE ROW LEVEL SECURITY;
REVOKE ALL ON months FROM regress_uuidx_generated;

\echo '-- what a column holds is proved by a CHECK: ALTER ... TYPE converts it, and does not compute it again'
CREATE TABLE altered (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)),
  created_at timestamptz(0) GENERATED ALWAYS AS (uuid_time(id)) STORED);
INSERT INTO altered (id) SELECT uuid_generate_v7(timestamptz '2026-01-01' + n * interval '100 ms')
  FROM generate_series(1, 1000) AS n;
ALTER TABLE altered ALTER created_at TYPE timestamptz;
SELECT count(*), count(*) FILTER (WHERE created_at <> uuid_time(id)) > 0 AS differs FROM altered
  WHERE created_at <= '2026-01-01 00:00:30';
SELECT conditions($$SELECT FROM altered WHERE created_at <= '2026-01-01 00:00:30'$$);
ALTER TABLE altered ADD CONSTRAINT of_id CHECK (created_at = uuid_time(id)) NOT VALID;
SELECT conditions($$SELECT FROM altered WHERE created_at <= '2026-01-01 00:00:30'$$);
ALTER TABLE altered VALIDATE CONSTRAINT of_id;
ALTER TABLE altered DROP COLUMN created_at;
ALTER TABLE altered ADD created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED;
SELECT c AS check, conditions($$SELECT FROM altered WHERE created_at <= '2026-01-01 00:00:30'$$)
FROM unnest(ARRAY['true', 'created_at = uuid_time(id)', 'uuid_time(id) = created_at AND true',
    'created_at IS NOT DISTINCT FROM uuid_time(id)', 'NOT uuid_time(id) IS DISTINCT FROM created_at',
    '(created_at = uuid_time(id)) IS TRUE', '(created_at = uuid_time(id)) = true',
    '(created_at = uuid_time(id)) IS NOT NULL',
    'created_at >= uuid_time(id)', 'created_at = uuid_v7_timestamp(id)', 'created_at = uuid_time(id) OR true',
    'uuid_time(id) = uuid_time(id)']) AS c,
  LATERAL (SELECT with_check(c)) AS w;
CREATE TABLE always (id uuid PRIMARY KEY CHECK (uuid_is_v7(id) = true));
CREATE TABLE never (id uuid PRIMARY KEY CHECK (uuid_is_v7(id) = false));
SELECT * FROM planned($$always WHERE uuid_time(id) >= '2026-03-10'$$, $$never WHERE uuid_time(id) >= '2026-03-10'$$);
\echo '-- generated, but not as such a time'
CREATE FUNCTION wrapped(id uuid, later interval DEFAULT '0') RETURNS timestamptz LANGUAGE plpgsql IMMUTABLE
  AS $$BEGIN RETURN uuid_time(id) + later; END$$;
CREATE DOMAIN instant AS timestamptz;
CREATE TABLE others (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), other uuid, plain timestamptz,
  wrapped timestamptz GENERATED ALWAYS AS (wrapped(id)) STORED CHECK (wrapped = uuid_time(id)),
  coarse timestamptz(0) GENERATED ALWAYS AS (uuid_time(id)) STORED,
  domain instant GENERATED ALWAYS AS (uuid_time(id)) STORED,
  later timestamptz GENERATED ALWAYS AS (greatest(uuid_time(id), '2026-01-01 00:00+00')) STORED,
  either timestamptz GENERATED ALWAYS AS (uuid_time(coalesce(other, id))) STORED,
  microseconds timestamptz GENERATED ALWAYS AS (uuid_v7_timestamp_us(id)) STORED);
SELECT a, conditions(format($$SELECT FROM others WHERE %I >= '2026-03-10'$$, a))
FROM unnest('{plain,wrapped,coarse,domain,later,either,microseconds}'::text[]) AS a;

\echo '-- The order of the column, the first and the last, and the next page'
CREATE TABLE asked (n integer GENERATED ALWAYS AS IDENTITY, query text);
INSERT INTO asked (query) VALUES ($$SELECT * FROM %s WHERE created_at < '2026-08-1' ORDER BY created_at DESC LIMIT 7$$),
  ('SELECT min(created_at), max(created_at) FROM %s'),
  ($$SELECT created_at FROM %s WHERE (created_at, id) < ('2026-06-01 12:00', uuid_v7_upper('2026-06-01 12:00'))
    ORDER BY created_at DESC, id DESC LIMIT 7$$);
SELECT t, left(query, 70), nodes(format(query, t)), same(format(query, t))
FROM asked, unnest('{orders,months,parents,sixes,history,domains}'::text[]) AS t ORDER BY t COLLATE "C", n;
SELECT c FROM conditions(format((SELECT query FROM asked WHERE n = 3), 'orders')) AS c;
\echo '-- Plans that are kept; t/generated.pl changes partitions and children beside other sessions'
\set asked 'SELECT conditions(''EXECUTE last_days'') \\; EXECUTE last_days;'
PREPARE last_days AS SELECT count(*) FROM orders WHERE created_at >= '2026-12-30';
SET plan_cache_mode = force_generic_plan;
:asked
-- another expression
BEGIN;
CALL set_expression('orders', 'generated.wrapped(id, ''100 days'')');
:asked
CALL set_expression('orders', 'uuid_v7_timestamp(id)');
:asked
ROLLBACK;
:asked
\echo '-- another uuid of the row'
BEGIN;
ALTER TABLE orders ADD other uuid;
UPDATE orders SET other = uuid_generate_v7('2026-12-31') WHERE n < 100;
CALL set_expression('orders', 'uuid_time(other)');
:asked
CREATE INDEX ON orders (other uuid_time_ops);
:asked
ALTER TABLE orders RENAME created_at TO at;
ALTER TABLE orders RENAME other TO another;
SELECT conditions($$SELECT FROM orders WHERE at >= '2026-12-30'$$);
ROLLBACK;
\echo '-- a foreign one holds what another server stored'
CREATE TABLE places (:columns, id uuid CONSTRAINT v7 CHECK (uuid_is_v7(id))) PARTITION BY RANGE (id);
CREATE TABLE places_here PARTITION OF places FOR VALUES FROM (MINVALUE) TO ('019ba000-0000-7000-8000-000000000000');
CREATE INDEX ON places_here (id);
PREPARE places AS SELECT count(*) FROM places WHERE created_at < '2026-01-03'
  AND id < '019ba000-0000-7000-8000-000000000000';
SELECT * FROM conditions('EXECUTE places');
CREATE FOREIGN DATA WRAPPER regress_uuidx;
CREATE SERVER regress_uuidx FOREIGN DATA WRAPPER regress_uuidx;
CREATE FOREIGN TABLE places_there PARTITION OF places
  FOR VALUES FROM ('019ba000-0000-7000-8000-000000000000') TO (MAXVALUE) SERVER regress_uuidx;
SELECT * FROM conditions('EXECUTE places');
DROP FOREIGN TABLE places_there;
SELECT * FROM conditions('EXECUTE places');
DROP FOREIGN DATA WRAPPER regress_uuidx CASCADE;
RESET plan_cache_mode;
DEALLOCATE ALL;

\echo '-- Indexes on the column itself go on serving, but not one that was left half built'
CREATE INDEX CONCURRENTLY bad ON orders (created_at, (1 / (n - n)));
SELECT conditions($$SELECT FROM orders WHERE created_at >= '2026-12-30'$$);
DROP INDEX bad;
BEGIN;
CREATE INDEX by_n ON orders (n, created_at);
SELECT conditions($$SELECT FROM orders WHERE n = 5 AND created_at >= '2026-12-30'$$);
SELECT conditions($$SELECT FROM orders WHERE created_at >= '2026-12-30'$$);
DROP INDEX by_n;
CREATE INDEX partial ON orders (n) WHERE created_at >= '2026-12-30';
SELECT conditions($$SELECT FROM orders WHERE n = 5 AND created_at >= '2026-12-30'$$);
DROP INDEX partial;
CREATE INDEX by_clock ON orders ((created_at AT TIME ZONE 'UTC'));
SELECT conditions($$SELECT FROM orders WHERE created_at AT TIME ZONE 'UTC' = '2026-12-30'$$);
DROP INDEX by_clock;
CREATE INDEX includes ON orders (n) INCLUDE (created_at);
SELECT conditions($$SELECT FROM orders WHERE n = 5 AND created_at >= '2026-12-30'$$);
DROP INDEX includes;
\echo '-- a CHECK with a range excludes the arms of a UNION ALL and children, as without uuidx'
ALTER TABLE orders ADD CONSTRAINT range CHECK (created_at >= '2026-01-01Z' AND created_at < '2027-01-01Z');
SAVEPOINT children;
CREATE TABLE next_year (CHECK (created_at >= '2027-01-01Z'), PRIMARY KEY (id)) INHERITS (orders);
SELECT scanned($$SELECT FROM orders WHERE created_at >= '2026-12-30Z' AND created_at < '2027-01-01Z'$$);
ROLLBACK TO children;
ALTER TABLE orders DROP CONSTRAINT range;
CREATE TABLE next_year (CHECK (created_at >= '2027-01-01Z' OR created_at IS NULL), PRIMARY KEY (id)) INHERITS (orders);
SELECT scanned($$SELECT FROM orders WHERE created_at >= '2026-12-30Z' AND created_at < '2027-01-01Z'$$);
ROLLBACK TO children;
ALTER TABLE orders DROP CONSTRAINT range, ADD CHECK (created_at IS NOT NULL);
SELECT * FROM planned($$(SELECT * FROM orders UNION ALL SELECT * FROM orders) AS o WHERE created_at >= '2026-12-30Z'$$);
ROLLBACK TO children;
SELECT * FROM planned($$(SELECT * FROM orders UNION ALL SELECT * FROM orders) AS o WHERE created_at >= '2027-01-01Z'$$,
  $$orders WHERE created_at >= '2026-12-30Z'$$);
ALTER TABLE orders DROP CONSTRAINT range;
\echo '-- nothing is in the order of the uuid'
ALTER TABLE orders DROP CONSTRAINT orders_pkey;
SET LOCAL enable_seqscan = on;
SELECT conditions($$SELECT FROM orders WHERE created_at >= '2026-12-30'$$);
CREATE INDEX ON orders USING brin (id);
SELECT conditions($$SELECT FROM orders WHERE created_at >= '2026-12-30'$$);
ROLLBACK;
-- on some partitions, which is counted once
CREATE TABLE many (LIKE months INCLUDING ALL) PARTITION BY RANGE (id);
CREATE TABLE many_1 PARTITION OF many
  FOR VALUES FROM (uuid_v7_lower('2026-01-01')) TO (uuid_v7_lower('2026-06-01'));
CREATE TABLE many_2 (id uuid NOT NULL CONSTRAINT v7 CHECK (uuid_is_v7(id)),
  created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED
  CONSTRAINT of_id CHECK (created_at = uuid_time(id)), n integer);
ALTER TABLE many ATTACH PARTITION many_2
  FOR VALUES FROM (uuid_v7_lower('2026-06-01')) TO (uuid_v7_lower('2027-01-01'));
INSERT INTO many (id, n) SELECT uuid_generate_v7(timestamptz '2026-01-01' + n * interval '25 min'), n
  FROM generate_series(1, 20000) AS n;
ANALYZE many;
SET enable_bitmapscan = on;
SET enable_seqscan = on;
\echo '-- within 2 of the truth'
CREATE TABLE windows AS SELECT t, l,
  format('SELECT * FROM %s WHERE created_at >= ''%s'' AND created_at < ''%s''', t, w, w + l) AS query
  FROM unnest('{many,many_1,many_2}'::text[]) AS t, unnest('{2026-02-03,2026-04-05,2026-05-30 12:00,
  2026-07-08,2026-10-10}'::timestamptz[]) AS w, unnest('{1 day,30 days}'::interval[]) AS l
  WHERE t = 'many' OR (t = 'many_1') = (w + l < '2026-06-01');
\set wrong 'SELECT * FROM windows WHERE off_by(expected_rows(query), cardinality(answer(query, false))) > 2'
:wrong;
CREATE INDEX many_1_at ON many_1 (created_at);
CREATE INDEX many_2_at ON many_2 (n, created_at);
ANALYZE many;
:wrong;
SELECT * FROM planned($$many WHERE created_at >= '2026-02-03' AND created_at < '2026-02-04'$$,
  $$many WHERE n = 12000 AND created_at >= '2026-07-01'$$);

\echo '-- With grouping sets, a column is null where it is not grouped, unlike its expression beside it'
SELECT q, same('SELECT * FROM (SELECT ' || q || ') AS q (a, b, c)') FROM unnest(ARRAY[
  'created_at, uuid_time(id), count(*) FROM orders GROUP BY GROUPING SETS ((created_at), (id))',
  'created_at, (SELECT created_at), count(*) FROM orders GROUP BY ROLLUP (created_at)',
  $$l.* FROM orders AS o, LATERAL (SELECT o.created_at IS NULL, uuid_time(o.id) IS NULL, count(*)
    FROM generate_series(1, 2) GROUP BY ROLLUP (o.created_at)) AS l WHERE o.created_at < '2026-01-02'$$]) AS q;
SELECT conditions('SELECT created_at FROM orders WHERE created_at >= ''2026-12-30'' GROUP BY ROLLUP (created_at)');
BEGIN;
CREATE POLICY late ON orders USING (created_at >= '2026-12-30');
ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
GRANT USAGE ON SCHEMA generated TO regress_uuidx_generated;
GRANT SELECT ON orders TO regress_uuidx_generated;
SET ROLE regress_uuidx_generated;
SELECT conditions('SELECT count(*) FROM orders GROUP BY ROLLUP (created_at)');
ROLLBACK;

\echo '-- Where only nulls matter, the id is enough if each has a time: newer servers know that it is NOT NULL'
CREATE TABLE told (id uuid NOT NULL CONSTRAINT v7 CHECK (uuid_is_v7(id)), n int,
  created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED CHECK (created_at = uuid_time(id)));
CREATE INDEX ON told (id);
INSERT INTO told SELECT uuid_v7_lower('2026-01-01'::timestamptz + n * interval '1 hour'), n
FROM generate_series(1, 9) AS n;
PREPARE nulls AS SELECT count(created_at), count(DISTINCT created_at), count(created_at) FILTER (WHERE n > 5),
  count(*) FILTER (WHERE created_at IS NULL OR n = 1), count(created_at ORDER BY created_at DESC)
  FROM told WHERE created_at IS NOT NULL;
DO $$
DECLARE
  line text;
BEGIN
  FOR line IN EXECUTE 'EXPLAIN (VERBOSE) EXECUTE nulls' LOOP
    IF line ~ 'count\(uuid_time\(\S+\)\)|count\((DISTINCT id|id ORDER)|uuid_time\S* IS N|Filter: .*IS NOT NULL' THEN
      RAISE '%', line;
    END IF;
  END LOOP;
END
$$;
EXECUTE nulls;
ALTER TABLE told DROP CONSTRAINT v7, ALTER id DROP NOT NULL;
CREATE INDEX ON told (id uuid_time_ops);
INSERT INTO told VALUES (gen_random_uuid(), 10), (NULL, 11);
EXECUTE nulls;
SELECT q, same('SELECT ' || q) FROM unnest(ARRAY['count(created_at) FROM told', 'n FROM told WHERE created_at IS NULL',
  'created_at, created_at IS NULL, count(created_at) FROM told GROUP BY created_at',
  'count(created_at ORDER BY created_at DESC) FROM told', 'count(DISTINCT created_at) FROM told',
  'a.n, count(b.created_at) FROM told AS a LEFT JOIN told AS b ON b.n = a.n + 1 GROUP BY 1']) AS q;

\echo '-- Both sides of NOT IN stay columns: from 19 on, one of them that may be null prevents a join'
ALTER TABLE orders ALTER created_at SET NOT NULL;
SET enable_bitmapscan = off;
SET enable_indexonlyscan = on;
SELECT EXISTS (SELECT FROM plan_lines('SELECT FROM orders WHERE created_at NOT IN
  (SELECT created_at FROM orders AS o WHERE created_at < ''2026-03-01'')') AS p (line)
  WHERE line ~ 'Anti Join|Index Scan using orders') AS stay;
SELECT q, same('SELECT ' || q) FROM unnest(ARRAY[
  'n FROM many WHERE n NOT IN (SELECT n FROM orders WHERE created_at NOT IN (SELECT created_at FROM many))',
  'created_at NOT IN (SELECT created_at FROM many), count(*) FROM orders GROUP BY created_at',
  'created_at FROM orders GROUP BY created_at HAVING created_at NOT IN (SELECT created_at FROM many)']) AS q;

\echo '-- Without preload such a query calls nothing of ours, before and after one that does'
ALTER DATABASE :"db" SET session_preload_libraries = 'plpgsql';
\c -
ALTER DATABASE :"db" RESET session_preload_libraries;
SET timezone = 'UTC';
SET datestyle = 'ISO, YMD';
SET search_path = generated, public;
SET enable_seqscan = off;
SELECT q, conditions('SELECT FROM orders WHERE ' || q) FROM unnest(ARRAY['created_at >= ''2026-12-30''',
  'id >= ''2026-12-30''::timestamptz', 'created_at >= ''2026-12-30''',
  'created_at >= ''2026-12-30'' AND id < ''2026-12-31''::timestamptz']) AS q;
\i test/sql/include/end.sql
DROP ROLE regress_uuidx_generated;
