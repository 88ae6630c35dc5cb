-- doc/hide-the-time.md, run by t/hide_the_time.pl

-- before Hide the time 1
CREATE ROLE app;
CREATE ROLE other;
CREATE SCHEMA api;
GRANT USAGE ON SCHEMA api TO app;
CREATE TABLE customers (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), name text);
INSERT INTO customers (name) SELECT 'customer ' || n FROM generate_series(1, 1000) AS n;
ANALYZE customers;
CREATE TABLE orders (LIKE customers INCLUDING ALL);
INSERT INTO orders (id, name) SELECT id, name FROM customers;
GRANT SELECT ON orders TO app;
-- no statement
-- for /(?s).+/ write SELECT uuid_version(uuid_mask('019ab7f5-fe8d-7ded-a077-946db0063faf', sha256(''))); -- 4

-- before Where the key lives 1
-- also without a superuser
CREATE ROLE maker CREATEROLE;
GRANT CREATE ON DATABASE hide_the_time TO maker;
SET SESSION AUTHORIZATION maker;
BEGIN;
:{Where the key lives 1.1};
:{/run `(GRANT ids_owner TO CURRENT_USER);?`/};
:{Where the key lives 1.2-12};
ROLLBACK;
RESET SESSION AUTHORIZATION;

-- before Where the key lives 2
SELECT name, octet_length(key), ids.random_key() = ids.random_key() FROM ids.keys; --> customers|32|f
SELECT count(DISTINCT face), bool_and(uuid_version(face) = 4), bool_and(ids.private_id(face) = id)
  FROM (SELECT id, ids.public_id(id) AS face FROM customers) AS faces; --> 1000|t|t
-- the block shows a plan
-- for /(?<=private_id\(\$1\);\n)/ write EXPLAIN (COSTS OFF) EXECUTE customer (gen_random_uuid());
ALTER DATABASE hide_the_time SET plan_cache_mode = force_generic_plan;

-- after Where the key lives
SET SESSION AUTHORIZATION app;
SELECT count(*) FROM orders WHERE ids.private_id(ids.public_id(id)) = id; --> 1000
SELECT key FROM ids.keys; --! 42501
UPDATE ids.keys SET name = name; --! 42501
COPY ids.keys TO STDOUT; --! 42501
SELECT ids.random_key(); --! 42501
SET ROLE ids_owner; --! 42501
SELECT count(*) FROM pg_stats WHERE schemaname = 'ids'; --> 0
-- what the caller puts in front of everything else is not what the functions call
CREATE FUNCTION pg_temp.uuid_mask(uuid, bytea) RETURNS uuid LANGUAGE plpgsql AS $$BEGIN RAISE 'a key: %', $2; END$$;
CREATE TEMP TABLE keys (name text, key bytea);
SET search_path = pg_temp, public;
SELECT count(ids.public_id(id)) FROM orders; --> 1000
SET SESSION AUTHORIZATION other;
SELECT ids.public_id(uuid_generate_v7()); --! 42501
SELECT ids.private_id(uuid_generate_v4_random()); --! 42501

-- before A view, for PostgREST and others 2
CREATE TABLE seen AS SELECT id AS private, ids.public_id(id) AS face FROM customers WHERE name = 'customer 42';
GRANT SELECT ON seen TO app;
SET SESSION AUTHORIZATION app;
SELECT count(*), count(DISTINCT id), max(uuid_version(id)) FROM api.customers; --> 1000|1000|4
SELECT name FROM api.customers WHERE id = (SELECT face FROM seen); --> customer 42
SELECT name FROM seen, api.customer(face); --> customer 42
SELECT name FROM seen, api.customer(private); -->
SELECT FROM customers; --! 42501

-- before A new key 1
-- the function means its argument also where the table has a column of the same name
DROP FUNCTION api.customer;
:{A view, for PostgREST and others 1.3};
:{A view, for PostgREST and others 1.4};
SELECT name FROM seen, api.customer(face); --> customer 42
INSERT INTO customers (name) VALUES ('new');
UPDATE customers SET id = uuid_generate_v7() WHERE name = 'customer 1';
SELECT count(*), count(*) FILTER (WHERE public = ids.public_id(id)) FROM customers; --> 1001|1001
EXPLAIN SELECT FROM customers WHERE public = (SELECT face FROM seen); --~ using customers_public_idx
ALTER TABLE customers ADD generated uuid GENERATED ALWAYS AS (ids.public_id(id)) STORED; --! 42P17
-- a dump has all of it, and is restored
\! createdb restored && pg_dump hide_the_time | psql -Xq restored >/dev/null
\! psql -XAtc "SELECT name FROM seen JOIN customers ON id = ids.private_id(face) AND public = face" restored
--> customer 42

-- before A new key 2
SELECT ids.public_id(private) = face FROM seen; --> f
UPDATE customers SET name = name WHERE id = (SELECT private FROM seen) RETURNING public =
  (SELECT face FROM seen); --> t
SELECT count(*) FROM seen JOIN customers ON id = ids.private_id(face); --> 0

-- before A new key 3
:{A new key 2};
SELECT format('EXECUTE customer_by_either (%L)', face) FROM seen \gexec
--~ \|customer 42$
SELECT format('EXECUTE customer_by_either (%L)', ids.public_id(private)) FROM seen \gexec
--~ \|customer 42$
EXECUTE customer_by_either (uuid_generate_v7()); -->
SET plan_cache_mode = force_generic_plan;
EXPLAIN EXECUTE customer_by_either (gen_random_uuid());
--~ Index Cond: \(id = ANY \(ARRAY\[ids.private_id\(\$1\), ids.former_id\(\$1\)\]\)\)

-- after A new key
:{A new key 2};
SELECT format('EXECUTE customer_by_either (%L)', face) FROM seen \gexec
-->

-- after Less time in the id
SET timezone = 'America/New_York';
INSERT INTO visitors SELECT FROM generate_series(1, 1000);
INSERT INTO visits SELECT FROM generate_series(1, 1000);
SELECT bool_and(uuid_v7_timestamp_us(id) = date_trunc('day', uuid_time(id), 'UTC') AND uuid_time(id) > now()
  - interval '2 days'), count(DISTINCT (uuid_inspect(id)).counter) > 100 FROM visitors; --> t|t
SELECT bool_and(uuid_v7_timestamp_us(id) = uuid_v7_timestamp(id)
  AND uuid_time(id) BETWEEN now() - interval '1 day' AND now() + interval '1 minute') FROM visits; --> t
