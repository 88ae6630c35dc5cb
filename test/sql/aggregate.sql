--
-- min(uuid) and max(uuid): ours up to 19, core's from 20 on
-- In make test: quick, and the main test of min and max of ids.
--
\set test aggregate
\i test/sql/include/begin.sql
\echo '-- one of each, the server''s or ours, in bytewise order'
SELECT p.proname, p.proparallel, a.aggsortop::regoperator, a.aggkind, a.aggcombinefn <> 0 AS combines
FROM pg_proc AS p JOIN pg_aggregate AS a ON a.aggfnoid = p.oid
WHERE p.proname IN ('min', 'max') AND p.proargtypes = '2950'
ORDER BY 1;
SELECT (SELECT count(*) FROM pg_depend AS d JOIN pg_extension AS e ON d.refobjid = e.oid
  JOIN pg_proc AS p ON d.objid = p.oid
        WHERE d.classid = 'pg_proc'::regclass AND d.deptype = 'e' AND e.extname = 'uuidx'
          AND p.proname IN ('min', 'max'))
  = CASE WHEN to_regprocedure('pg_catalog.min(uuid)') IS NULL THEN 2 ELSE 0 END AS only_where_missing;

CREATE TABLE items (id uuid, kind integer);
\echo '-- nothing to choose from'
SELECT min(id), max(id) FROM (VALUES (NULL::uuid), (NULL)) AS v (id);
\echo '-- the order is that of the bytes, without sign'
SELECT min(id), max(id)
FROM unnest('{7fffffff-ffff-ffff-ffff-ffffffffffff, 80000000-0000-0000-0000-000000000000,
  7fffffff-ffff-ffff-ffff-fffffffffffe,
  80000000-0000-0000-0000-000000000001, 80000000-0000-0000-8000-000000000000}'::uuid[]) AS id;

-- what ORDER BY would put first and last: in groups, sorted and hashed
INSERT INTO items SELECT md5(n::text)::uuid, n % 100 FROM generate_series(1, 10000) AS n;
INSERT INTO items SELECT NULL, n FROM generate_series(0, 99) AS n;
CREATE VIEW mistakes AS
SELECT count(*) AS kinds, count(*) FILTER (WHERE min IS DISTINCT FROM ordered[1]
  OR max IS DISTINCT FROM ordered[100]) AS mistakes
FROM (SELECT kind, min(id), max(id), array_agg(id ORDER BY id) FILTER (WHERE id IS NOT NULL) AS ordered FROM items
  GROUP BY kind) AS k;
SELECT * FROM mistakes;
SET enable_hashagg = off;
SELECT * FROM mistakes;
RESET enable_hashagg;

\echo '-- from the end of an index'
CREATE FUNCTION from_index(query text) RETURNS bigint
  RETURN (SELECT count(*) FROM plan_lines(query) AS l WHERE l ~ 'Index (Only )?Scan (Backward )?using items_id');
CREATE INDEX items_id ON items (id);
VACUUM ANALYZE items;
SELECT from_index('SELECT min(id) FROM items') AS min, from_index('SELECT max(id) FROM items') AS max,
  from_index('SELECT min(id), max(id) FROM items') AS both,
  from_index($$SELECT max(id) FROM items WHERE id < '2500-01-01'::timestamptz$$) AS before;
DROP INDEX items_id;

\echo '-- in parallel'
BEGIN;
SELECT count(set_config(name, '0', true)) FROM pg_settings
WHERE name ~ '^(parallel_(setup|tuple)_cost|min_parallel_table_scan_size)$';
SET LOCAL max_parallel_workers_per_gather = 2;
SELECT nodes('SELECT min(id), max(id) FROM items') ~ 'Partial Aggregate' AS is_partial;
SELECT min(id) = (SELECT id FROM items ORDER BY id LIMIT 1) AS min,
  max(id) = (SELECT id FROM items ORDER BY id DESC NULLS LAST LIMIT 1) AS max FROM items;
COMMIT;
\i test/sql/include/end.sql
