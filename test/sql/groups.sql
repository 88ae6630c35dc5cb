--
-- How many groups of an extracted time the planner expects: as many as there are units of
-- time between the ends of the filter and of the rows.
-- In make test: quick, and the main test of estimates of groups.
--
SELECT current_database() AS db \gset
ALTER DATABASE :"db" SET session_preload_libraries = 'uuidx';
\c -
SET timezone = 'UTC';
CREATE SCHEMA groups;
SET search_path = groups, public;
\i test/sql/include/plans.sql
SET max_parallel_workers_per_gather = 0;

CREATE TABLE plain (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), tenant int);
INSERT INTO plain SELECT uuid_generate_v7(timestamptz '2026-01-01' + n * interval '20 minutes'), n % 7 FROM
  generate_series(0, 26279) AS n;
CREATE TABLE parts (LIKE plain INCLUDING ALL) PARTITION BY RANGE (id);
SET client_min_messages = warning;
CALL uuid_v7_create_partitions('parts', '2026-01-01', '2027-01-01', '3 months');
INSERT INTO parts SELECT * FROM plain;
CREATE TABLE mixed AS SELECT CASE tenant WHEN 1 THEN gen_random_uuid() ELSE id END AS id FROM plain;
CREATE TABLE stale (LIKE plain INCLUDING ALL);
INSERT INTO stale SELECT * FROM plain WHERE id < timestamptz '2026-02-01';
-- the first and the last one are of another version
CREATE TABLE ends AS SELECT id FROM plain UNION ALL (SELECT overlay(id::text PLACING '4' FROM 15 FOR 1)::uuid FROM plain
  ORDER BY id LIMIT 1) UNION ALL (SELECT overlay(id::text PLACING '8' FROM 15 FOR 1)::uuid FROM plain ORDER BY id
  DESC LIMIT 1);
ANALYZE plain, parts, mixed, stale, ends;
CREATE VIEW plain_seen AS SELECT id, tenant, uuid_time(id) AS created_at FROM plain;
CREATE VIEW parts_seen AS SELECT *, uuid_time(id) AS created_at FROM parts;

-- the estimate within a fifth of what is there, and one more
CREATE TABLE asked (n int GENERATED ALWAYS AS IDENTITY, query text);
INSERT INTO asked (query) VALUES
  ($$SELECT date_trunc('day', created_at), count(*) FROM %s GROUP BY 1$$),
  ($$SELECT created_at::date, count(*) FROM %s GROUP BY 1$$),
  ($$SELECT date_trunc('month', created_at AT TIME ZONE 'Europe/Paris'), count(*) FROM %s GROUP BY 1$$),
  ($$SELECT date_trunc('week', created_at, 'Asia/Kathmandu'), count(*) FROM %s GROUP BY 1$$),
  ($$SELECT date_trunc('day', created_at), count(*) FROM %s WHERE created_at >= '2026-05-01Z' AND created_at < $$ ||
    $$'2026-05-08Z' GROUP BY 1$$),
  ($$SELECT date_trunc('hour', created_at), count(*) FROM %s WHERE created_at >= '2026-05-01Z' AND created_at < $$ ||
    $$'2026-05-08Z' GROUP BY 1$$),
  ($$SELECT tenant, date_trunc('day', created_at), count(*) FROM %s WHERE created_at >= '2026-12-01Z' GROUP BY 1, 2$$),
  ($$SELECT DISTINCT date_trunc('month', created_at) FROM %s WHERE created_at < '2026-07-01Z'$$),
  ($$SELECT date_trunc('month', created_at), created_at::date, count(*) FROM %s WHERE created_at >= '2026-05-01Z' $$ ||
    $$AND created_at < '2026-07-01Z' GROUP BY 1, 2$$);
CREATE FUNCTION rows(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  result bigint;
BEGIN
  EXECUTE format('SELECT count(*) FROM (%s) AS q', query) INTO result;
  RETURN result;
END
$$;
SELECT n, seen, expected BETWEEN 0.8 * found - 1 AND 1.2 * found + 1 AS as_found
FROM asked, unnest('{plain_seen,parts_seen}'::text[]) AS seen, LATERAL (SELECT format(query, seen) AS q) AS q,
  LATERAL (SELECT estimate(q) AS expected, rows(q) AS found) AS e ORDER BY seen, n;

-- a generated column, in a query that calls nothing of ours
ALTER TABLE plain ADD created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED,
  ADD CHECK (created_at = uuid_time(id));
ANALYZE plain;
SELECT n, expected BETWEEN 0.8 * found - 1 AND 1.2 * found + 1 AS as_found
FROM asked, LATERAL (SELECT format(query, 'plain') AS q) AS q, LATERAL (SELECT estimate(q) AS expected, rows(q)
  AS found) AS e ORDER BY n;

-- rows that came since ANALYZE
INSERT INTO stale SELECT id, tenant FROM plain WHERE id >= timestamptz '2026-02-01';
SELECT estimate($$SELECT date_trunc('month', uuid_time(id)), count(*) FROM stale WHERE uuid_time(id) >= $$ ||
  $$'2026-11-01Z' GROUP BY 1$$) < 100 AS not_many;

-- as without: a time, ids beside it, grouping sets, hours of a day, and columns of other UUIDs
CREATE FUNCTION without(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  result bigint;
BEGIN
  SET LOCAL uuidx.planner = off;
  result := estimate(query);
  SET LOCAL uuidx.planner = on;
  RETURN result;
END
$$;
SELECT q, estimate(q) = without(q) AS as_without FROM unnest(ARRAY[
  'SELECT created_at, count(*) FROM plain_seen GROUP BY 1',
  'SELECT id, date_trunc(''day'', created_at), count(*) FROM plain_seen GROUP BY 1, 2',
  'SELECT date_trunc(''day'', created_at), tenant, count(*) FROM plain_seen GROUP BY ROLLUP (1, 2)',
  'SELECT extract(hour FROM created_at), count(*) FROM plain_seen GROUP BY 1',
  'SELECT date_trunc(''day'', uuid_time(id)), count(*) FROM mixed GROUP BY 1',
  'SELECT date_trunc(''day'', uuid_v7_timestamp(id)), count(*) FROM ends GROUP BY 1']) AS q;

DROP SCHEMA groups CASCADE;
ALTER DATABASE :"db" RESET session_preload_libraries;
