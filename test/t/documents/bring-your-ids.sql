-- doc/bring-your-ids.md

-- before Bring your ids 1
-- database ids SELECT

-- before Which system generated them 1
CREATE TABLE documents (id text PRIMARY KEY);

-- before Mappings 1
CREATE TABLE orders (id uuid PRIMARY KEY);

-- after Mappings
SET enable_seqscan = off;
EXPLAIN :{Mappings 1};
--~ Index Cond: \(\(id >= '018cc778-5000-7000-8000-0{12}'::uuid\) AND \(id < '018ccc9e-ac00-7000-8000-0{12}'::uuid\)\)
EXPLAIN :{Mappings 2};
--~ Index Cond: \(\(id >= '018cc778-5000-0000-0000-0{12}'::uuid\) AND \(id < '018ccc9e-ac00-0000-0000-0{12}'::uuid\)\)

-- before Move a table to uuid 1
DROP TABLE orders;
CREATE TABLE orders (id char(24) PRIMARY KEY, total numeric);
CREATE TABLE order_lines (order_id char(24) REFERENCES orders, line integer, PRIMARY KEY (order_id, line));
INSERT INTO orders SELECT CASE n % 3 WHEN 0 THEN upper(id) ELSE id END, n FROM generate_series(1, 5000) AS n,
  LATERAL (SELECT left(id_lower('objectid', '2024-01-01'::timestamptz + n * interval '1 minute'), 8)
    || left(md5(n::text), 16)) AS o (id);
INSERT INTO order_lines SELECT id, line FROM orders, generate_series(1, 2) AS line;
CREATE TABLE before AS SELECT id::text, total FROM orders;

-- before Move a table to uuid 2
INSERT INTO orders VALUES ('65a000000000000000000001', 5001);
CREATE FUNCTION trip() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN IF NEW.total = 2500 THEN RAISE 'interrupted'; END IF; RETURN NEW; END$$;
CREATE TRIGGER trip BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION trip();
:{Move a table to uuid 2}; --! P0001
DROP FUNCTION trip CASCADE;

-- before Move a table to uuid 4
:{Move a table to uuid 3.3}; --> 0
:{Move a table to uuid 3.4}; --> 0

-- before Move a table to uuid 5
INSERT INTO orders (total) VALUES (5002);
SELECT array_agg(total ORDER BY id) = array_agg(total ORDER BY total) FROM orders; --> t
SELECT count(*), count(*) FILTER (WHERE o.old_id = old_order_id) FROM order_lines JOIN orders AS o ON o.id = order_id;
--> 10000|10000

-- after Move a table to uuid
SELECT count(*), count(*) FILTER (WHERE o.old_id = lower(b.id)) FROM before AS b JOIN orders AS o USING (total);
--> 5000|5000
SELECT total FROM orders WHERE old_id IS NULL; --> 5002
SELECT uuid_to_id('objectid', id) FROM orders WHERE old_id IS NULL; --! 22023

-- after Keep the column, add the uuid
INSERT INTO notes VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV') RETURNING *;
--> 01ARZ3NDEKTSV4RRFFQ69G5FAV|01563e3a-b5d3-d676-4c61-efb99302bd5b|2016-07-30 23:54:10.259+00

-- before Keep the column, query it by time 1
-- database by_time CREATE EXTENSION uuidx_ids CASCADE
ALTER DATABASE by_time SET enable_seqscan = off;
ALTER DATABASE by_time SET enable_bitmapscan = off;
CREATE TABLE tweets (id bigint PRIMARY KEY);
:{Keep the column, add the uuid 1};
VACUUM tweets;
