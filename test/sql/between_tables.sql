--
-- A computed created_at between tables: in feeds, in joins, in lists, in rows and behind other
-- sort keys. Each question goes to a view and to a stored generated column, on tables and on
-- partitions; it has the rows that it has without the planner's part, and uses the key.
-- In make test: quick, and the main test of feeds and joins.
--
\set test between_tables
\i test/sql/include/begin_preloaded.sql
SET enable_seqscan = off;
SELECT count(set_config('enable_' || n, 'off', false)) FROM unnest('{hashjoin,mergejoin,material,memoize}'::text[]) n;

-- twelve ids of each time; of the archive half a year earlier; and ids that are null
CREATE TABLE one_table (id uuid CHECK (uuid_is_v7(id)), tenant int,
  created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED CHECK (created_at = uuid_time(id)));
CREATE UNIQUE INDEX ON one_table (id);
CREATE INDEX ON one_table (tenant, id);
CREATE TABLE archive (LIKE one_table INCLUDING ALL);
\echo '-- The partitions have other attribute numbers than the table'
CREATE TABLE parts (dropped int, LIKE one_table INCLUDING ALL) PARTITION BY RANGE (id);
ALTER TABLE parts DROP dropped;
CALL uuid_v7_create_partitions('parts', '2026-01-01', '2027-01-01', '1 month');
INSERT INTO parts SELECT uuid_generate_v7(t), n % 5
FROM generate_series(1, 400) AS n, LATERAL (VALUES (timestamptz '2026-01-01 00:00+00' + n * interval
  '20 hours')) AS v (t), generate_series(1, 12) AS i;
INSERT INTO one_table SELECT id, tenant FROM parts UNION ALL SELECT NULL, 1 FROM generate_series(1, 3);
INSERT INTO archive SELECT uuid_generate_v7(created_at - interval '180 days'), tenant FROM parts;
ANALYZE;
CREATE VIEW one_table_view WITH (security_invoker) AS SELECT id, tenant, uuid_time(id) AS created_at FROM one_table;
CREATE VIEW archive_view WITH (security_invoker) AS SELECT id, tenant, uuid_time(id) AS created_at FROM archive;
CREATE VIEW parts_view WITH (security_invoker) AS SELECT id, tenant, uuid_time(id) AS created_at FROM parts;

CREATE TABLE asked (n int GENERATED ALWAYS AS IDENTITY, query text);
INSERT INTO asked (query) SELECT replace(q, 'FEED', '(SELECT id, tenant, created_at FROM %1$s UNION ALL ' ||
  'SELECT id, tenant, created_at FROM %2$s) AS f') FROM (VALUES
  ($$SELECT count(*) FROM FEED WHERE created_at >= '2026-03-01Z' AND created_at < '2026-03-04Z'$$),
  ($$SELECT count(*) FROM FEED WHERE created_at < '2026-01-03Z' OR created_at >= '2026-11-28Z'$$),
  ($$SELECT count(*) FROM FEED WHERE created_at::date = '2026-03-01'$$),
  ($$SELECT count(*) FROM FEED WHERE created_at IN ('2026-03-02 00:00Z', '2026-06-01 16:00Z')$$),
  ($$SELECT created_at FROM FEED ORDER BY created_at DESC LIMIT 7$$),
  ($$SELECT created_at, id FROM FEED WHERE (created_at, id) < ('2026-06-01 16:00Z', uuid_v7_upper('2026-06-01 $$ ||
    $$16:00Z')) ORDER BY created_at DESC, id DESC LIMIT 7$$),
  ('SELECT max(created_at), min(created_at) FROM FEED'),
  ($$SELECT count(*) FROM (SELECT 'a' AS kind, g.* FROM (SELECT created_at FROM FEED) AS g UNION ALL SELECT 'b',
    created_at FROM %2$s) AS h WHERE created_at >= '2026-03-01Z' AND created_at < '2026-03-04Z' AND kind = 'a'$$),
  ($$SELECT count(*) FROM %1$s AS a JOIN FEED ON f.created_at = a.created_at WHERE a.id <
    uuid_v7_lower('2026-01-03Z')$$),
  ($$SELECT count(*) FROM %1$s AS a JOIN %2$s AS b ON b.created_at BETWEEN a.created_at - interval '1 day' AND
    a.created_at WHERE a.id < uuid_v7_lower('2026-01-03Z')$$),
  ($$SELECT count(*) FROM %1$s AS a JOIN %2$s AS b ON a.created_at <= b.created_at AND b.created_at $$ ||
    $$<= a.created_at + interval '1 day' WHERE a.id < uuid_v7_lower('2026-01-03Z')$$),
  ($$SELECT count(*) FROM %1$s AS a JOIN FEED ON f.created_at BETWEEN a.created_at AND a.created_at + interval '1 $$ ||
    $$day' WHERE a.id < uuid_v7_lower('2026-01-03Z')$$),
  ($$SELECT count(*) FROM %1$s AS a LEFT JOIN FEED ON a.created_at < f.created_at AND f.created_at::timestamp <
    timestamp '2026-01-04' WHERE a.id < uuid_v7_lower('2026-01-03Z')$$),
  ($$SELECT count(*) FROM %1$s AS a JOIN %2$s AS b ON b.created_at = a.created_at WHERE a.id <
    uuid_v7_lower('2026-01-03Z')$$),
  ($$SELECT count(*) FROM %1$s AS a LEFT JOIN %2$s AS b ON b.created_at = a.created_at WHERE a.id <
    uuid_v7_lower('2026-01-03Z')$$),
  ($$SELECT count(*) FROM (SELECT tenant, max(created_at) AS m FROM %1$s GROUP BY tenant) AS x JOIN %1$s AS a
    ON a.tenant = x.tenant AND a.created_at = x.m$$),
  ($$SELECT count(*) FROM %1$s WHERE created_at IN ('2026-03-02 00:00Z', '2026-06-01 16:00Z', NULL)$$),
  ($$SELECT count(*) FROM %1$s WHERE created_at = ALL ('{2026-03-02 00:00Z,2026-06-01 16:00Z}'::timestamptz[])$$),
  ($$SELECT count(*) FROM %1$s WHERE created_at::date IN ('2026-03-01', '2026-06-01')$$),
  ($$SELECT count(*) FROM %1$s WHERE created_at <@ '(,)'::tstzrange$$),
  ($$SELECT id FROM %1$s WHERE (tenant, created_at, id) < (3, '2026-06-01 16:00Z', uuid_v7_upper('2026-06-01 $$ ||
    $$16:00Z')) ORDER BY tenant DESC, created_at DESC, id DESC LIMIT 7$$),
  ($$SELECT id FROM %1$s WHERE (3, '2026-06-01 16:00Z'::timestamptz) < (tenant, created_at) ORDER BY tenant, id $$ ||
    'LIMIT 7'), ('SELECT tenant, created_at FROM %1$s ORDER BY tenant, created_at LIMIT 7'),
  ('SELECT tenant, created_at, rank() OVER (PARTITION BY tenant ORDER BY created_at) FROM %1$s LIMIT 7')) AS v (q);

\echo '-- whether a plan scans a table as a whole, sorts more than ties, merges, or has a range of ids; an'
\echo '-- index and a bitmap are as good'
CREATE FUNCTION plan(query text) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(', ', substring(nodes(query) FROM 'Seq Scan'), substring(nodes(query) FROM '(?<!Incremental )Sort'),
    substring(nodes(query) FROM 'Merge Append'), substring(nodes(query) FROM 'Nested Loop'),
    (SELECT 'range of ids' FROM conditions(query) AS c WHERE c ~ '(Index|Recheck) Cond.*(\mid [<>]|ROW\()' LIMIT 1),
    (SELECT 'both bounds' FROM conditions(query) AS c
      WHERE c ~ 'Index Cond: .*id >=? (\w+\(|'').*id <=? (\w+\(|'')' LIMIT 1))
$$;
SELECT translate(min(left(regexp_replace(query, '\(SELECT.* AS f', 'feed'), 100)), E'\n', ' ') AS query,
  string_agg(DISTINCT plan, E'\n') FILTER (WHERE one !~ 'parts' AND n NOT IN (18, 20)) AS tables,
  string_agg(DISTINCT plan, E'\n') FILTER (WHERE one ~ 'parts' AND n NOT IN (16, 18, 20)) AS partitions,
  bool_and(same(format(query, one, two))) AS same
FROM asked, (VALUES ('one_table_view', 'archive_view'), ('one_table', 'archive'), ('parts_view', 'archive_view'),
  ('parts', 'archive')) AS v (one, two), plan(format(query, one, two)) GROUP BY n ORDER BY n;

\echo '-- a partition that has no such rows is not scanned; with a parameter it is, by the key'
SELECT scanned(format(query, 'parts', 'archive')) FROM asked WHERE n IN (1, 3);
SET plan_cache_mode = force_generic_plan;
PREPARE feed(timestamptz) AS SELECT count(*) FROM (SELECT created_at FROM one_table_view UNION ALL SELECT created_at
  FROM archive) AS f WHERE created_at >= $1;
SELECT * FROM conditions($$EXECUTE feed ('2026-11-28Z')$$);
\echo '-- an arm with another version, in time order, one of a real column, and one without an index'
CREATE TABLE other (id uuid, at timestamptz);
CREATE INDEX ON other (id uuid_time_ops);
INSERT INTO other SELECT uuid_generate_v6(created_at), created_at FROM parts;
ANALYZE other;
SELECT * FROM conditions($$SELECT FROM (SELECT created_at FROM one_table UNION ALL SELECT uuid_time(id) FROM other UNION
  ALL SELECT at FROM other) AS f WHERE created_at >= '2026-11-28Z'$$);
SELECT same($$SELECT count(*) FROM (SELECT created_at FROM one_table UNION ALL SELECT uuid_time(id) FROM other UNION
  ALL SELECT at FROM other) AS f WHERE created_at >= '2026-11-28Z'$$);
SELECT same($$SELECT n, uuid_time(id) FROM generate_series(0, 3) AS n LEFT JOIN (SELECT id, tenant FROM one_table UNION
  ALL SELECT CASE WHEN tenant > 1 THEN id END, tenant FROM one_table) AS f ON tenant = n ORDER BY uuid_time(id), n$$);
\echo '-- between the bounds of a time are ids of other versions, too'
INSERT INTO other SELECT overlay(id::text PLACING '4' FROM 15 FOR 1)::uuid FROM archive;
CREATE INDEX ON other (id);
ANALYZE other;
SELECT * FROM conditions($$SELECT FROM archive AS a JOIN other AS o ON uuid_v7_timestamp(o.id) = a.created_at
  WHERE a.id < uuid_v7_lower('2025-07-06Z')$$) AS c (conditions) WHERE conditions LIKE 'Index%';
SELECT same($$SELECT count(*) FROM archive AS a JOIN other AS o ON uuid_v7_timestamp(o.id) = a.created_at
  WHERE a.id < uuid_v7_lower('2025-07-06Z')$$);
\echo '-- Aggregates and window functions as sort keys of joined partitions'
SELECT same($$SELECT p.tenant, max(p.created_at) FROM parts AS p JOIN archive AS a USING (tenant) GROUP BY p.tenant
  ORDER BY max(p.created_at), p.tenant$$), same($$SELECT count(*) OVER (ORDER BY p.created_at) FROM parts AS p
  JOIN one_table AS a ON a.tenant = p.tenant AND a.created_at = p.created_at ORDER BY max(p.created_at) OVER (), 1$$);
\echo '-- a condition counts once: an arm has the rows of the range, and so has the feed'
SELECT expected_rows($$SELECT FROM (SELECT created_at FROM one_table_view UNION ALL SELECT created_at FROM parts_view)
  AS f WHERE created_at >= '2026-03-01Z' AND created_at < '2026-04-01Z'$$) BETWEEN 600 AND 1400 AS estimated;
SELECT off_by(expected_rows($$SELECT FROM (SELECT * FROM one_table_view UNION ALL SELECT * FROM archive_view) AS f
  WHERE tenant >= 0 AND created_at::date = '2026-08-05'$$), count(*)) < 4 AS estimated
FROM (SELECT * FROM one_table_view UNION ALL SELECT * FROM archive_view) AS f WHERE created_at::date = '2026-08-05';
\echo '-- so do a bound that moves with the clock, and a comparison with a date'
SELECT off_by(expected_rows($$SELECT FROM (SELECT created_at FROM parts_view UNION ALL SELECT created_at FROM
  parts_view) AS f WHERE created_at >= timestamptz '2026-11-24Z' + interval '1 day'$$), 2 * count(*)) < 2 AS estimated
FROM parts WHERE created_at >= '2026-11-25Z';
SELECT off_by(expected_rows($$SELECT FROM one_table_view WHERE (created_at, id) > (date '2026-11-02',
  uuid_v7_upper('2026-11-02Z'))$$), count(*)) < 2 AS estimated FROM one_table WHERE created_at > '2026-11-02Z';
\echo '-- a semijoin reads the partitions that each row needs'
SELECT scanned($$SELECT FROM archive AS a WHERE id < uuid_v7_lower('2025-07-06Z') AND EXISTS (SELECT FROM parts_view
  AS p WHERE p.created_at > a.created_at + interval '500 days')$$, true, true),
  scanned($$SELECT FROM parts_view WHERE created_at IN (SELECT uuid_time(id) FROM archive
    WHERE id >= uuid_v7_lower('2026-05-01Z') AND id < uuid_v7_lower('2026-05-02Z'))$$, true, true);
\echo '-- its condition is the only one of a scan, because each one counts; so a list counts as its two equalities,'
\echo '-- each with 12 rows, in each of the 12 partitions'
SELECT DISTINCT c FROM conditions($$SELECT FROM archive AS a JOIN parts_view AS p ON p.tenant = a.tenant AND
  p.created_at > a.created_at WHERE a.id < uuid_v7_lower('2025-07-06Z')$$) AS c WHERE c ~ 'Index Cond.*id >';
PREPARE list(timestamptz, timestamptz) AS SELECT FROM parts_view WHERE created_at IN ($1, $2);
SELECT off_by(expected_rows($$EXECUTE list ('2026-03-02 00:00Z', '2026-06-01 16:00Z')$$), 2 * 12 * 12) < 1.2
  AS estimated;
SELECT scanned($$EXECUTE list ('2026-03-02 00:00Z', '2026-03-02 20:00Z')$$, true, true);
\echo '-- the conditions of row-level security stay before those of the query'
CREATE ROLE regress_uuidx_between;
GRANT USAGE ON SCHEMA between_tables TO regress_uuidx_between;
GRANT SELECT ON one_table, archive TO regress_uuidx_between;
ALTER TABLE archive ENABLE ROW LEVEL SECURITY;
CREATE POLICY p ON archive USING (tenant = 1);
SET ROLE regress_uuidx_between;
SELECT * FROM conditions($$SELECT FROM (SELECT created_at FROM one_table UNION ALL SELECT created_at FROM archive) AS f
  WHERE created_at >= '2026-11-28Z'$$);
RESET ROLE;

\echo '-- a feed of views calls uuid_time(), and is planned without preload'
ALTER DATABASE :"db" RESET session_preload_libraries;
\c -
SET search_path = between_tables, public;
SET enable_seqscan = off;
SELECT * FROM conditions($$SELECT FROM (SELECT created_at FROM one_table_view UNION ALL SELECT created_at FROM
  archive_view) AS f WHERE created_at >= '2026-11-28Z'$$);
\i test/sql/include/end.sql
DROP ROLE regress_uuidx_between;
