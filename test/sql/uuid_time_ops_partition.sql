--
-- PARTITION BY RANGE (id uuid_time_ops) of a table of v1, v6 and v7, with its
-- PRIMARY KEY (id): bounds, routing, pruning, retention.
-- In make test: quick, and the main test of partitions by time.
--
\set test time_ops_partition
\i test/sql/include/begin.sql
\set VERBOSITY terse

CREATE TABLE orders (id uuid PRIMARY KEY, n integer) PARTITION BY RANGE (id uuid_time_ops);
SELECT pg_get_partkeydef('orders'::regclass);
CREATE TABLE orders_old PARTITION OF orders FOR VALUES FROM (MINVALUE) TO (uuid_time_lower('2022-01-01'));
CREATE TABLE orders_2022 PARTITION OF orders FOR VALUES
  FROM (uuid_time_lower('2022-01-01')) TO (uuid_time_lower('2023-01-01'));
CREATE TABLE orders_2023 PARTITION OF orders FOR VALUES
  FROM (uuid_time_lower('2023-01-01')) TO (uuid_time_lower('2024-01-01'));
CREATE TABLE orders_new PARTITION OF orders FOR VALUES
  FROM (uuid_time_lower('2024-01-01')) TO (uuid_time_lower('infinity'));
CREATE TABLE orders_timeless PARTITION OF orders FOR VALUES FROM (uuid_time_lower('infinity')) TO (MAXVALUE);
SELECT relname, pg_get_expr(relpartbound, oid) AS bound FROM pg_class WHERE relispartition AND relkind = 'r'
  ORDER BY relname;
\echo '-- the order counts, not the bytes'
CREATE TABLE wrong PARTITION OF orders FOR VALUES
  FROM ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f') TO ('c232ab00-9414-11ec-b3c8-9f6bdeced846');
\echo :LAST_ERROR_SQLSTATE

\echo '-- 20,000 rows of all versions, and what is at a bound'
INSERT INTO orders (id, n) SELECT
  CASE n % 4 WHEN 0 THEN uuid_v6_to_v1(uuid_generate_v6(at)) WHEN 1 THEN uuid_generate_v6(at) WHEN 2
    THEN uuid_generate_v7(at) ELSE overlay(md5(n::text) PLACING '4' FROM 13)::uuid END, n
FROM (SELECT n, timestamptz '2021-01-01' + n * interval '1 hour 45 minutes' AS at
  FROM generate_series(1, 20000) AS n) AS s;
INSERT INTO orders SELECT id, 0 FROM unnest(ARRAY[uuid_time_lower('2022-01-01'),
  uuid_time_lower('2022-12-31 23:59:59.999999'),
  uuid_v6_upper('2022-12-31 23:59:59.999999'), uuid_time_lower('2023-01-01'), '00000000-0000-1000-8000-000000000000',
  'ffffffff-ffff-7fff-bfff-ffffffffffff', '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff']) AS id;
ANALYZE orders;
SELECT tableoid::regclass, count(*) > 100 AS many, count(*) FILTER (WHERE n = 0) AS edges,
  min(extract(year FROM uuid_time(id))),
  max(extract(year FROM uuid_time(id))), count(*) FILTER (WHERE uuid_time(id) IS NULL) > 0 AS timeless
FROM orders GROUP BY tableoid ORDER BY tableoid::regclass::text;

\echo '-- Pruning: the partitions in a plan; those that are removed as it starts, and'
\echo '-- those never executed, are not among what is scanned'
CREATE FUNCTION orders_scanned(query text) RETURNS text LANGUAGE sql AS $$
  SELECT replace(p || CASE WHEN e <> p THEN '; executed: ' || e ELSE '' END, 'orders_', '')
  FROM scanned(query) AS p, scanned(query, executed => true) AS e
$$;
SET enable_bitmapscan = off;
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
\echo '-- constants'
SELECT condition, orders_scanned('SELECT * FROM orders WHERE ' || condition) FROM unnest(ARRAY[
  'id ~>=~ ''2023-01-01''::timestamptz AND id ~<~ ''2024-01-01''::timestamptz',
  'id ~>~ ''2022-12-31 23:59:59.999999''::timestamptz AND id ~<~ ''2023-02-01''::timestamptz',
  'id ~>~ ''2022-12-31 23:59:59.999998''::timestamptz AND id ~<~ ''2023-02-01''::timestamptz',
  'NOT id ~<~ ''2024-01-01''::timestamptz AND id ~<~ ''infinity''::timestamptz', 'id ~>~ ''infinity''::timestamptz',
  'id ~<~ ''017f22e2-79b0-7cc3-98c4-dc0c0c07398f''',
  'id IN (''c232ab00-9414-11ec-b3c8-9f6bdeced846'', ''919108f7-52d1-4320-9bac-f847db4148a8'')',
  -- core's order is not the table's
  'id >= ''017f22e2-79b0-7cc3-98c4-dc0c0c07398f''']) AS condition;
\echo '-- as the plan starts, and as it goes on'
SELECT q, orders_scanned(q) FROM unnest(ARRAY[
  'SELECT * FROM orders WHERE id ~>=~ now() AND id ~<~ ''infinity''::timestamptz',
  'UPDATE orders SET n = n WHERE id ~>=~ timestamptz ''2023-06-01'' - (now() - now())
    AND id ~<~ ''infinity''::timestamptz', 'SELECT * FROM orders WHERE id ~>=~ (SELECT max(t)
    FROM (VALUES (timestamptz ''2023-06-01'')) AS v (t)) AND id ~<~ ''infinity''::timestamptz']) AS q;
SET plan_cache_mode = force_generic_plan;
PREPARE between_them (timestamptz, timestamptz) AS SELECT * FROM orders WHERE id ~>=~ $1 AND id ~<~ $2;
PREPARE one (uuid) AS SELECT * FROM orders WHERE id = $1;
SELECT q, orders_scanned('EXECUTE ' || q) FROM unnest(ARRAY['between_them (''2022-03-01'', ''2022-04-01'')',
  'between_them (''2023-03-01'', ''infinity'')', 'one (''c232ab00-9414-11ec-b3c8-9f6bdeced846'')']) AS q;
RESET plan_cache_mode;
\echo '-- The rows are those that a scan of everything finds'
SELECT count(*), string_agg(condition, ', ') FILTER (WHERE answer('SELECT count(*) FROM orders WHERE ' || condition,
    true) <> answer(format('SELECT count(*) FROM orders WHERE uuid_time(id) %1$s %2$L', op, at), false)) AS wrong
FROM unnest(ARRAY['<', '<=', '>', '>=']) AS o (op), (VALUES ('2021-12-31 23:59:59.999999'), ('2022-01-01'),
    ('2022-12-31 23:59:59.999999'), ('2023-01-01'), ('2023-06-01'), ('infinity'), ('-infinity')) AS t (at),
  LATERAL format('id ~%s~ %L::timestamptz', op, at) AS condition;

\echo '-- In order of time over all partitions, without a sort'
RESET enable_indexonlyscan;
SET enable_seqscan = off;
SET enable_sort = off;
CREATE INDEX ON orders (id uuid_time_ops);
SELECT nodes('SELECT id FROM orders ORDER BY id USING ~<~');
SELECT count(*) > 20000 AS many, count(*) FILTER (WHERE id ~<=~ previous) AS out_of_order
FROM (SELECT id, lag(id) OVER () AS previous FROM (SELECT id FROM orders ORDER BY id USING ~<~) AS s) AS p;

\echo '-- Retention never touches what carries no time'
CREATE TABLE timeless AS SELECT * FROM orders WHERE uuid_time(id) IS NULL;
SELECT count(*) > 5000 AS many FROM timeless;
DELETE FROM orders WHERE id ~<~ 'infinity'::timestamptz;
SELECT count(*) AS lost FROM (TABLE timeless EXCEPT TABLE orders) AS l;
SELECT count(*) AS more FROM (TABLE orders EXCEPT TABLE timeless) AS m;
\i test/sql/include/end.sql
