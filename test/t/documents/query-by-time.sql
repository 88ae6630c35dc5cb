-- doc/query-by-time.md

-- before Query by time 1
CREATE TABLE events (id uuid PRIMARY KEY, payload text);

-- before Filters on the extracted time 1
CREATE TABLE measurements (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), value double precision)
  PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('measurements', now() - interval '10 months', now() + interval '1 month', '1 month');
INSERT INTO measurements SELECT uuid_generate_v7(t), 1
  FROM generate_series(date_trunc('month', now()) - interval '10 months', now(), '5 minutes') AS t;
ANALYZE measurements;

-- before Partition pruning by the clock 1
-- names and bounds are those of the present
-- for /(?<=measurements_p)\d{8}/ write ...
-- for /'[-0-9a-f]{36}'/ write '...'
EXPLAIN (COSTS OFF) SELECT FROM measurements WHERE id >= now() - interval '40 days'
  AND id < now() - interval '35 days';
--~ measurements_p

-- before A computed created_at 1
-- database orders
ALTER DATABASE orders SET max_parallel_workers_per_gather = 0;

-- after A computed created_at
CREATE ROLE app;
CREATE TABLE lines (order_id uuid REFERENCES orders);
INSERT INTO orders (id, total) SELECT uuid_generate_v7(t), n FROM generate_series(0, 49999) AS n,
  LATERAL (SELECT timestamptz '2025-08-01Z' + n * interval '10 minutes') AS s (t);
INSERT INTO orders (id, total) VALUES (uuid_v7_lower('2026-06-15 12:00Z'), -1),
  ('019ecaef-8b00-7fff-bfff-fffffffffffe', -2);
VACUUM ANALYZE orders;
CREATE TABLE questions AS SELECT sql FROM regexp_split_to_table($$:{Queries that use the key 1}$$, ';') AS s (sql);
-- the questions of which the rows are others without the planner's part, or the plan sorts or reads the table
CREATE FUNCTION wrong() RETURNS TABLE (question text, plan text) LANGUAGE plpgsql AS $$
DECLARE
  line text;
  with_it text;
  without_it text;
BEGIN
  FOR question IN SELECT CASE WHEN s ~ '\*' THEN replace(s, 'SELECT *', 'SELECT o.total, o.created_at') ELSE s END
    FROM questions AS q (s) LOOP
    plan := '';
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || question LOOP
      plan := concat(plan, line, E'\n');
    END LOOP;
    EXECUTE format('SELECT string_agg(r::text, '' '' ORDER BY r::text) FROM (%s) AS r', question) INTO with_it;
    SET LOCAL uuidx.planner = off;
    EXECUTE format('SELECT string_agg(r::text, '' '' ORDER BY r::text) FROM (%s) AS r', question) INTO without_it;
    SET LOCAL uuidx.planner = on;
    IF plan ~ 'Sort|Seq Scan' OR plan !~ 'Index Cond: .*\mid\M|-> +Index (Only )?Scan' OR with_it IS DISTINCT
    FROM without_it THEN
      RETURN NEXT;
    END IF;
  END LOOP;
END $$;
SELECT count(*), count(*) FILTER (WHERE sql ~ 'created_at') FROM questions; --> 12|12

-- before Before you add a column 1
-- database before_column from orders
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TRIGGER touch BEFORE UPDATE ON orders FOR EACH ROW WHEN (OLD.* IS DISTINCT
  FROM NEW.*) EXECUTE FUNCTION touch();
CREATE TRIGGER afterwards AFTER UPDATE ON orders FOR EACH ROW WHEN (OLD.* IS DISTINCT
  FROM NEW.*) EXECUTE FUNCTION touch();
ALTER TABLE orders REPLICA IDENTITY FULL;

-- after Before you add a column
:{Before you add a column 1.1}; --~ \ACREATE TRIGGER touch BEFORE .*\z
:{Before you add a column 1.2}; --> orders
DROP TRIGGER touch ON orders;
CREATE TRIGGER touch BEFORE UPDATE ON orders FOR EACH ROW WHEN :{/`WHEN (\(\(OLD.id.*?\)\))`/} EXECUTE FUNCTION touch(
  );
:{Before you add a column 1.1}; -->
:{/`(ALTER TABLE orders REPLICA IDENTITY DEFAULT)`/};
:{Before you add a column 1.2}; -->
-- what the condition with NEW.* does to a dump
CREATE TRIGGER again BEFORE UPDATE ON orders FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION touch();
:{A stored generated column 1.2};
CREATE DATABASE before_column_restored;
\! pg_dump before_column | psql -Xq -v VERBOSITY=verbose before_column_restored 2>&1 --~ ERROR:  42P17

-- before A stored generated column 1
-- database stored from orders
ALTER DATABASE stored SET session_preload_libraries = 'uuidx';

-- after A stored generated column
ALTER TABLE orders ALTER created_at TYPE timestamptz(0); --! 23514
SELECT * FROM wrong(); -->
INSERT INTO orders (created_at) VALUES (now()); --! 428C9

-- before A virtual generated column 1
-- needs server 18
-- database virtual from orders
ALTER DATABASE virtual SET session_preload_libraries = 'uuidx';

-- after A virtual generated column
SELECT * FROM wrong(); -->
INSERT INTO orders (created_at) VALUES (now()); --! 428C9

-- before A view 1
-- database a_view from orders

-- after A view
SELECT * FROM wrong(); -->
INSERT INTO orders (created_at) VALUES (now()); --! 0A000
INSERT INTO orders (total) VALUES (7) ON CONFLICT (id) DO NOTHING RETURNING created_at = uuid_time(id), total; --> t|7
SELECT o.id, o.total FROM orders o GROUP BY o.id; --! 42803
CREATE TABLE refers (id uuid REFERENCES orders); --! 42809
CREATE INDEX ON orders (id); --! 42809
CREATE PUBLICATION p FOR TABLE orders; --! 22023
INSERT INTO orders (total) VALUES (7) ON CONFLICT ON CONSTRAINT orders_pkey DO NOTHING; --! 42704
INSERT INTO orders VALUES (uuid_generate_v7(), 7); --! 42804
COPY orders TO STDOUT; --! 42809
COPY (SELECT FROM orders LIMIT 0) TO STDOUT;
CREATE VIEW of_timestamp AS SELECT :{/`(uuid_time\(id\) AT TIME ZONE 'UTC' AS created_at)`/}, id FROM orders_table;
EXPLAIN SELECT FROM of_timestamp WHERE created_at >= '2026-06-15 12:00' ORDER BY id DESC LIMIT 20;
--~ Index Cond --^ Sort
TRUNCATE orders; --! 42809
SELECT ctid FROM orders; --! 42703
SELECT FROM orders TABLESAMPLE system (10); --! 0A000

-- before A computed field 1
-- database a_field from orders

-- after A computed field
SELECT * FROM wrong(); -->
INSERT INTO orders (created_at) VALUES (now()); --! 42703

-- before Requirements 1
-- database required from orders
ALTER TABLE orders DROP CONSTRAINT orders_id_check;
CREATE TABLE mixed AS SELECT CASE n % 3 WHEN 0 THEN uuid_generate_v7(t) WHEN 1 THEN uuid_generate_v6(t)
  ELSE uuid_v6_to_v1(uuid_generate_v6(t)) END AS id
  FROM generate_series(1, 10000) AS n, LATERAL (SELECT timestamptz '2026-06-01Z' + n * interval '1 minute') AS s (t);

-- after Requirements
ANALYZE mixed;
EXPLAIN (COSTS OFF) SELECT uuid_time(id) FROM mixed ORDER BY 1 DESC LIMIT 20; --~ Index --^ Sort|Seq Scan
EXPLAIN (COSTS OFF) SELECT max(uuid_time(id)) FROM mixed; --~ Index --^ Sort|Seq Scan

-- before Queries that use the key 1
-- database questions from stored

-- before Replace a stored created_at 1
-- database leave

-- before Replace a stored created_at 2
INSERT INTO orders SELECT uuid_generate_v7(t, 0), t, n FROM generate_series(0, 9999) AS n,
  LATERAL (SELECT timestamptz '2026-01-01 00:00:00.5Z' + n * interval '2 minutes') AS s (t);
UPDATE orders SET id = uuid_generate_v7(created_at + interval '3 days 2 hours', 0) WHERE total = 4380;
UPDATE orders SET id = uuid_generate_v7(created_at + interval '2.5 seconds', 0) WHERE total = 1560;
UPDATE orders SET id = uuid_generate_v7(created_at + interval '0.4 seconds', 0) WHERE total = 17;

-- before Replace a stored created_at 3
BEGIN;
UPDATE orders SET created_at = date_trunc('second', created_at);
:{Replace a stored created_at 2}; --~ \|t\z
ROLLBACK;
:{Requirements 1.2};
:{Requirements 1.3};
CREATE VIEW report WITH (security_invoker = true) AS SELECT date_trunc('day', created_at) AS day, count(*) FROM orders
  GROUP BY 1;
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.created_at := now(); RETURN NEW; END';
CREATE TRIGGER touch BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION touch();
CREATE ROLE leaving;
GRANT ALL ON orders TO leaving;
GRANT SELECT (created_at) ON orders TO leaving;
SELECT string_agg(uses_created_at, ', ' ORDER BY uses_created_at COLLATE "C")
  FROM (:{Replace a stored created_at 3}) AS u WHERE uses_created_at !~ 'not_null';
--~ ^default value for column created_at .*, function touch.*, index orders_created_at, priv.* report, trigger touch

-- before Replace a stored created_at 5
SELECT sum(count) FROM report; --> 10000
SET ROLE leaving;
INSERT INTO orders (total) VALUES (1) RETURNING created_at = uuid_time(id); --> t
RESET ROLE;
SELECT (SELECT sum(count) FROM report), count(*), count(*) FILTER (WHERE created_at_was IS NULL) FROM orders;
--> 10001|10001|1

-- before Go back to a stored created_at 1
-- database back from stored
CREATE TABLE was AS SELECT *, (SELECT pg_relation_filenode('orders')) AS file FROM orders;

-- after Go back to a stored created_at
SELECT count(*) FROM was JOIN orders USING (id, created_at, total) WHERE file = pg_relation_filenode('orders');
--> 50002
INSERT INTO orders (total) VALUES (2) RETURNING created_at = now(); --> t

-- before Order by time 1
-- database mixed
CREATE TABLE orders (id uuid PRIMARY KEY, n integer);
INSERT INTO orders SELECT CASE n % 4 WHEN 0 THEN id WHEN 1 THEN uuid_generate_v6(t)
  WHEN 2 THEN uuid_v6_to_v1(uuid_generate_v6(t)) ELSE gen_random_uuid() END, n
  FROM generate_series(1, 2000) AS n, LATERAL (SELECT now() - n * interval '11 minutes') AS t (t),
  LATERAL (SELECT uuid_generate_v7(t)) AS v (id);
ANALYZE orders;

-- after Order by time
SET enable_seqscan = off;
SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) :{Order by time 1.2}; --~ ^Index Scan using orders_id_idx.*\n +Index Cond: \(\(id ~>=~ [^\n]*\)$
SELECT count(*), count(*) FILTER (WHERE count <> (SELECT count(*) FROM orders AS o WHERE uuid_time(o.id)
    BETWEEN uuid_time(f.id) - interval '1 hour' AND uuid_time(f.id)))
  FROM (SELECT id, count(*) :{/`(OVER \(ORDER BY id USING .*?\))`/} FROM orders) AS f
  WHERE uuid_time(id) IS NOT NULL; --> 1500|0

-- before Partitions of a mixed table 1
-- database partitioned

-- after Partitions of a mixed table
INSERT INTO orders VALUES (gen_random_uuid()), (uuid_generate_v6('2026-06-15'));
SELECT tableoid::regclass, uuid_version(id) FROM orders ORDER BY 2; --> orders_timeless|4 orders_2026|6
