-- doc/existing-tables.md; t/recipes.pl takes a table that has one of everything through the same recipes

-- before Look at a table 1
CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), n integer);
INSERT INTO orders SELECT CASE n % 3 WHEN 0 THEN gen_random_uuid()
  ELSE uuid_generate_v7('2025-01-01Z'::timestamptz + n * interval '40 seconds') END FROM generate_series(0, 299) AS n;
CREATE TABLE order_lines ();
ANALYZE orders;

-- after Look at a table
SELECT statement FROM uuid_report('orders') \gexec
SELECT statement FROM uuid_report('orders'); -->

-- before Version 4: new ids only 1
-- times without a zone are in UTC
SET timezone = 'America/New_York';
SELECT uuid_time(uuid_generate_v7(:{/write `(created_at AT TIME ZONE 'UTC')`/})) AT TIME ZONE 'UTC' = created_at
  FROM (SELECT timestamp '2026-06-15 12:00') AS o (created_at); --> t
SELECT uuid_time(uuid_generate_v7(:{/a `date`, `(.*?)`/})) AT TIME ZONE 'UTC' = created_at
  FROM (SELECT date '2026-06-15') AS o (created_at); --> t
RESET timezone;
-- 5000 orders with two lines each, their ids and times written in terms of n
CREATE PROCEDURE orders(type text, id text, created_at text) LANGUAGE plpgsql AS $$
BEGIN
  SET LOCAL client_min_messages = warning;
  DROP TABLE IF EXISTS orders, order_lines, order_ids, before CASCADE;
  EXECUTE format('CREATE TABLE orders (id %s PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now(),
  total numeric)', type);
  EXECUTE format('CREATE TABLE order_lines (order_id %s REFERENCES orders, line integer, PRIMARY KEY (order_id,
  line))',
    split_part(type, ' ', 1));
  EXECUTE format('INSERT INTO orders (id, created_at, total) OVERRIDING SYSTEM VALUE SELECT %s, created_at, n
    FROM generate_series(0, 4999) AS n, LATERAL (SELECT timestamptz ''2026-06-13Z'' + %s) AS c (created_at)', id,
    created_at);
  INSERT INTO order_lines SELECT o.id, line FROM orders AS o, generate_series(1, 2) AS line;
  CREATE TABLE before AS TABLE orders;
  ANALYZE orders, order_lines;
END $$;
CREATE VIEW minutes AS SELECT $$n * interval '1 minute' + n % 4999 * interval '7 microseconds'$$ AS created_at;
SELECT format('CALL orders(%L, %L, %L)', 'uuid DEFAULT gen_random_uuid()', 'gen_random_uuid()', created_at)
  FROM minutes \gexec

-- after Version 4: new ids only
INSERT INTO orders (created_at, total) VALUES ('2026-06-17Z', 5000);
SELECT total FROM orders WHERE id >= timestamptz '2026-01-01'; --> 5000
ALTER TABLE orders ADD CONSTRAINT never CHECK (uuid_is_v7(id)) NOT VALID;
UPDATE orders SET total = 0 WHERE total = 1; --! 23514

-- before Version 4: all ids 1
SELECT format('CALL orders(%L, %L, %L)', 'uuid DEFAULT gen_random_uuid()', 'gen_random_uuid()', created_at)
  FROM minutes \gexec
BEGIN;
INSERT INTO orders (created_at) VALUES ('1969-12-31 23:59:59Z'), ('infinity'), ('12000-01-01Z');
:{Version 4: all ids 1}; --> 3
ROLLBACK;
:{Version 4: all ids 1}; --> 0

-- before Version 4: all ids 2
CREATE TABLE parcels (order_id uuid REFERENCES orders ON UPDATE SET NULL ON DELETE SET NULL, n integer)
  PARTITION BY RANGE (n);
CREATE TABLE parcels_1 PARTITION OF parcels DEFAULT;
CREATE INDEX ON parcels (order_id);
INSERT INTO parcels SELECT id, total FROM orders;

-- before Version 4: all ids 3
-- interrupted, it is run again
CREATE FUNCTION trip() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN IF NEW.total = 2500 THEN RAISE 'interrupted'; END IF; RETURN NEW; END$$;
CREATE TRIGGER trip BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION trip();
:{Version 4: all ids 3}; --! P0001
SELECT count(old_id) % 1000 FROM orders; --> 0
DROP FUNCTION trip CASCADE;

-- before Version 4: all ids 4
:{Version 4: all ids 4.1}; --> 0
:{Version 4: all ids 4.3}; --> 0

-- after Version 4: all ids
SELECT count(*), count(*) FILTER (WHERE o.id <> b.id AND uuid_v7_timestamp_us(o.id) = b.created_at)
  FROM before AS b JOIN orders AS o ON old_id = b.id AND o.total = b.total; --> 5000|5000
SELECT count(*) FROM parcels JOIN orders ON id = order_id AND total = n; --> 5000
SELECT statement FROM uuid_report('order_lines'); -->

-- before Version 4: table by table 1
DROP TABLE parcels;
SELECT format('CALL orders(%L, %L, %L)', 'uuid DEFAULT gen_random_uuid()', 'gen_random_uuid()', created_at)
  FROM minutes \gexec
ALTER TABLE orders ADD uuid uuid;

-- after Version 4: table by table
SELECT count(*), bool_and(order_uuid(id) = uuid_generate_v7(created_at, '1c1d6b1f-5f5c-4a8c-8d0a-7ab0b1a1b2c3',
  id::text))
  FROM orders; --> 5000|t

-- before bigint 1
DROP FUNCTION order_uuid;
CALL orders('bigint GENERATED ALWAYS AS IDENTITY', 'n', $$n / 10 * interval '10 minutes'$$);
ALTER TABLE orders ALTER id RESTART WITH 5000;

-- before bigint 2
-- 40,000 rows with the same timestamp: order and milliseconds stay, and a row without a time is counted
BEGIN;
ALTER TABLE orders RENAME TO others;
CREATE TABLE orders (id bigint PRIMARY KEY, created_at timestamptz, uuid uuid);
INSERT INTO orders SELECT n, timestamptz '2026-06-15Z' + n / 40000 * interval '1.5 ms'
  FROM generate_series(1, 50000) AS n;
:{bigint 2.1};
SELECT count(*), count(DISTINCT i.uuid), array_agg(id ORDER BY i.uuid) = array_agg(id ORDER BY id)
  FROM order_ids AS i JOIN orders USING (id); --> 50000|50000|t
:{bigint 2.5}; --> 0
INSERT INTO orders VALUES (-1, NULL, NULL);
INSERT INTO order_ids VALUES (-1, uuid_generate_v7());
:{bigint 2.5}; --> 1
ROLLBACK;

-- before bigint 3
:{bigint 2.5}; --> 0
CREATE ROLE app;
INSERT INTO orders (total) VALUES (5000);
INSERT INTO order_lines VALUES (5000, 1), (17, 3);

-- before bigint 4
-- new lines have the uuid, of an old order, too; interrupted, the loop is run again
INSERT INTO orders (total) VALUES (5001);
INSERT INTO order_lines VALUES (5001, 1), (18, 3);
SELECT count(order_uuid), bool_and(order_uuid = coalesce(o.uuid, i.uuid)) FROM order_lines
  JOIN orders AS o ON id = order_id LEFT JOIN order_ids AS i USING (id); --> 2|t
CREATE FUNCTION trip() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN IF NEW.total = 2500 THEN RAISE 'interrupted'; END IF; RETURN NEW; END$$;
CREATE TRIGGER trip BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION trip();
:{bigint 4}; --! P0001
SELECT count(uuid) - 2 FROM orders; --> 2000
DROP FUNCTION trip CASCADE;

-- before bigint 6
SELECT count(*) - count(uuid), (SELECT count(*) - count(order_uuid) FROM order_lines) FROM orders; --> 0|0

-- before bigint 7
-- back, with an order and its line that are new
WITH o AS (INSERT INTO orders (total) VALUES (-1) RETURNING id)
  INSERT INTO order_lines (order_id, line) SELECT id, 1 FROM o;
BEGIN;
:{/`(UPDATE order_lines l SET old_order_id .*?)`/};
SELECT count(*), count(*) FILTER (WHERE old_id = old_order_id) FROM order_lines JOIN orders ON id = order_id;
--> 10005|10005
CREATE UNIQUE INDEX ON order_lines :{/unique index on `order_lines (\(.*?\))`/};
ROLLBACK;
DELETE FROM order_lines WHERE old_order_id IS NULL;
DELETE FROM orders WHERE total = -1;

-- after bigint
SELECT count(*), count(*) FILTER (WHERE uuid_v7_timestamp(o.id) = o.created_at)
  FROM before AS b JOIN orders AS o ON old_id = b.id AND o.total = b.total; --> 5000|5000
SELECT array_agg(total ORDER BY id) = array_agg(total ORDER BY old_id) FROM orders; --> t
INSERT INTO orders (total) VALUES (5002) RETURNING old_id > 5001, uuid_version(id); --> t|7
INSERT INTO orders (old_id) OVERRIDING SYSTEM VALUE VALUES (17); --! 23505

-- before Version 1 1
CALL orders('uuid', 'uuid_v6_to_v1(uuid_generate_v6(created_at))', $$n * interval '1 minute'$$);

-- after Version 1
SELECT count(*) FROM orders WHERE id ~>=~ timestamptz '2026-06-15' AND id ~<~ timestamptz '2026-06-16'; --> 1440
INSERT INTO orders (total) VALUES (5000);
SELECT count(*) FROM orders WHERE id >= timestamptz '2026-01-01'; --> 1
SELECT count(*) FROM orders WHERE id ~>=~ timestamptz '2026-01-01'; --> 5001

-- before MySQL and MariaDB 1
-- what is one twice is seen
DROP TABLE orders, order_lines;
CREATE TABLE orders (id char(36) PRIMARY KEY DEFAULT gen_random_uuid()::text, n integer);
CREATE TABLE order_lines (order_id char(36) NOT NULL REFERENCES orders, line integer, PRIMARY KEY (order_id, line));
INSERT INTO orders SELECT CASE n % 3 WHEN 0 THEN upper(id) ELSE id END, n
  FROM generate_series(1, 1000) AS n, LATERAL (SELECT md5(n::text)::uuid::text) AS u (id);
INSERT INTO order_lines SELECT id, line FROM orders, generate_series(1, 2) AS line;
INSERT INTO orders VALUES (lower((SELECT id FROM orders WHERE n = 3)), 3);
:{MySQL and MariaDB 1.1}; --~ \A\S+ *\|2\z
DELETE FROM orders WHERE n = 3 AND id = lower(id);
:{MySQL and MariaDB 1.1}; -->

-- after MySQL and MariaDB
INSERT INTO orders (n) VALUES (1001) RETURNING uuid_version(id); --> 7

-- before pg_uuidv7 1
-- database pg_uuidv7 SELECT
CREATE FUNCTION uuid_generate_v7() RETURNS uuid LANGUAGE sql VOLATILE
  RETURN (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
    || substr(gen_random_uuid()::text, 16, 3) || substr(gen_random_uuid()::text, 19))::uuid;
CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), n integer);
INSERT INTO orders (n) SELECT generate_series(1, 100);

-- before pg_uuidv7 2
-- for EXTENSION pg_uuidv7 write FUNCTION uuid_generate_v7()

-- after pg_uuidv7
INSERT INTO orders (n) SELECT generate_series(101, 200);
SELECT count(*), count(*) FILTER (WHERE id > now() - interval '1 day') FROM orders; --> 200|200
SELECT count(*) FROM orders AS a JOIN orders AS b ON a.id > b.id AND a.n <= 100 AND b.n > 100; --> 0
