-- doc/bring-your-ids.md

-- before Bring your ids 1
-- database ids SELECT

-- after Bring your ids
:{Bring your ids 1.5}; --> 01HK153X000000000000000000|01HK153X00ZZZZZZZZZZZZZZZZ
:{Bring your ids 1.6}; --> unix_ms|1462015105796 worker|1 process|0 increment|7

-- before Which system generated them 1
CREATE TABLE documents (id text COLLATE "C" PRIMARY KEY, created_at timestamptz);
INSERT INTO documents SELECT uuid_to_id('es_kordered',
  (lpad(to_hex((extract(epoch FROM t) * 1000)::bigint), 12, '0') || '8'
  || substr(md5('mac'), 1, 3) || '9' || substr(md5('mac'), 4, 8) || lpad(to_hex(n * 4), 7, '0'))::uuid), t
  FROM generate_series(1, 500) AS n, LATERAL (SELECT '2025-03-01'::timestamptz + n * interval '1.234 minutes')
  AS x (t);
:{Which system generated them 1}; --~ almost certainly of system es_kordered[.]

-- before Mappings 1
-- everything that begins with Unix milliseconds, in those of the bounds and next to them: the first query is exact for
-- versions 7 and 8, the second for all
CREATE TABLE orders AS SELECT kind, id, at FROM (VALUES (timestamptz '2024-01-02'), ('2024-01-03')) AS b (bound),
  generate_series(-3, 3) AS ms, LATERAL (SELECT bound + ms * interval '1 ms') AS t (at),
  generate_series(1, 20) AS n, LATERAL (VALUES ('version 7', uuid_generate_v7(at)),
    ('version 7', uuid_v7_lower(at)), ('version 7', uuid_v7_upper(at)),
    ('time first', uuid_from_id('pushid', id_lower('pushid', at))),
    ('time first', uuid_from_id('elasticflake', id_lower('elasticflake', at))),
    ('free', uuid_from_id('ulid', id_lower('ulid', at))),
    ('free', uuid_from_id('ulid', id_upper('ulid', at)))) AS k (kind, id);
CREATE INDEX ON orders (id);

-- after Mappings
CREATE FUNCTION differ(sql text) RETURNS TABLE (kind text) LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY EXECUTE format('SELECT DISTINCT coalesce(a.kind, b.kind) FROM (%s) AS a FULL JOIN (SELECT * FROM orders
    WHERE at >= ''2024-01-02'' AND at < ''2024-01-03'') AS b USING (id, at)
    WHERE a.kind IS NULL OR b.kind IS NULL', sql);
END $$;
SELECT * FROM differ($$:{Mappings 1}$$); --> free
SELECT * FROM differ($$:{Mappings 2}$$); -->
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
INSERT INTO notes VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAU'); --! 22P02

-- before Keep the column, query it by time 1
-- database by_time CREATE EXTENSION uuidx_ids CASCADE
ALTER DATABASE by_time SET enable_seqscan = off;
ALTER DATABASE by_time SET enable_bitmapscan = off;
CREATE TABLE tweets (id bigint PRIMARY KEY);
:{Keep the column, add the uuid 1};
VACUUM tweets;
