-- doc/operate.md

-- before Upgrade 1
-- database upgraded CREATE EXTENSION uuidx VERSION '1.0'; CREATE EXTENSION uuidx_ids VERSION '1.0'

-- after Upgrade
SELECT bool_and(installed_version = default_version) FROM pg_available_extensions WHERE name LIKE 'uuidx%'; --> t

-- before The way out 1
-- database shop
ALTER DATABASE shop SET session_preload_libraries = 'uuidx';
ALTER DATABASE shop SET local_preload_libraries = 'uuidx';
CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT uuid_generate_v7()
  CONSTRAINT orders_v7 CHECK (uuid_is_v7(id)), total numeric,
  at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED, CONSTRAINT orders_at_time CHECK (at = uuid_time(id)));
CREATE VIEW recent WITH (security_invoker = true) AS SELECT id, total FROM orders
  WHERE id >= timestamptz '2026-06-15Z';
CREATE INDEX orders_time ON orders (id uuid_time_ops);
CREATE TABLE measurements (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('measurements', '2026-06-01Z', '2026-08-01Z', '1 month');
CREATE FUNCTION report() RETURNS bigint LANGUAGE plpgsql
  AS 'BEGIN RETURN (SELECT count(*) FROM orders WHERE uuid_time(id) > now()); END';
INSERT INTO orders (id, total) SELECT uuid_generate_v7(timestamptz '2026-06-14Z' + n * interval '1.001001 minutes'), n
  FROM generate_series(1, 5000) AS n;
CREATE TABLE before AS SELECT *, (SELECT relfilenode FROM pg_class WHERE relname = 'orders') AS file FROM orders;
-- also a name that begins like the functions, a function of the user, a default of a partition, and an aggregate
CREATE EXTENSION uuidx_ids;
CREATE FUNCTION uuid_short(uuid) RETURNS text LANGUAGE sql RETURN left($1::text, 8);
CREATE TABLE uuid_aliases (id uuid) PARTITION BY RANGE (id);
CREATE TABLE uuid_aliases_1 PARTITION OF uuid_aliases (id DEFAULT uuid_generate_v7()) DEFAULT;
CREATE VIEW newest AS SELECT max(id), uuid_short(max(id)) FROM uuid_aliases WHERE id <@ tstzrange('2026-01-01Z', NULL);
CREATE SCHEMA my_public;
CREATE FUNCTION my_public.uuid_time(uuid) RETURNS text LANGUAGE sql RETURN 'mine';
CREATE VIEW mine AS SELECT my_public.uuid_time(id), uuid_time(id) AS at FROM uuid_aliases;

-- before The way out 2
SELECT count(*) FROM pg_db_role_setting WHERE setconfig::text ~ 'uuidx'; --> 0
CREATE ROLE other;
ALTER ROLE other :{/`(SET session_preload_libraries = '\w+', 'uuidx')`/};
:{Dump and restore 1}; --~ =auto_explain, uuidx
DROP ROLE other;
DROP EXTENSION uuidx; --! 2BP01
BEGIN;
CREATE TABLE by_time (id uuid) PARTITION BY RANGE (id uuid_time_ops);
CREATE TABLE by_function (id uuid) PARTITION BY RANGE (uuid_time(id));
SET LOCAL client_min_messages = error;
DROP EXTENSION uuidx CASCADE;
SELECT to_regclass('by_time') IS NULL, to_regclass('by_function') IS NULL, to_regclass('measurements'),
  to_regclass('recent') IS NULL, to_regclass('orders_time') IS NULL,
  (SELECT string_agg(attname || atthasdef, ' ') FROM pg_attribute
  WHERE attrelid = 'orders'::regclass AND attnum > 0 AND NOT attisdropped),
  (SELECT count(*) FROM pg_constraint WHERE conrelid = 'orders'::regclass AND contype = 'c');
--> t|t|measurements|t|t|idfalse totalfalse|0
ROLLBACK;

-- before The way out 3
-- columns, indexes and a CHECK without a statement stop it
CREATE MATERIALIZED VIEW kept AS SELECT id FROM orders;
CREATE INDEX ON kept (uuid_time(id));
CREATE TABLE lowers (at timestamptz, id uuid GENERATED ALWAYS AS (uuid_time_lower(at)) STORED,
  EXCLUDE USING btree (uuid_time(id) WITH =));
CREATE TABLE days (id uuid, day date NOT NULL GENERATED ALWAYS AS ((uuid_time(id) AT TIME ZONE 'UTC')::date) STORED);
CREATE TABLE once (id uuid);
CREATE UNIQUE INDEX ON once (uuid_time(id));
CREATE TABLE rules (id uuid, at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED, n integer,
  CHECK (at = uuid_time(id) AND n > 0));
SET search_path = uuids;
SET client_min_messages = warning;
\i :root/hosted/uuidx.sql
:{The way out 3.2-8}; --! 2BP01
ROLLBACK;
DROP MATERIALIZED VIEW public.kept;
:{The way out 3.2-8}; --! 2BP01
ROLLBACK;
DROP TABLE public.lowers;
:{The way out 3.2-8}; --! 2BP01
ROLLBACK;
DROP TABLE public.days;
:{The way out 3.2-8}; --! 2BP01
ROLLBACK;
DROP TABLE public.rules;
:{The way out 3.2-8}; --! 2BP01
ROLLBACK;
DROP TABLE public.once;

-- after The way out
-- nothing is lost or rewritten
SELECT count(*) FROM before JOIN orders USING (id, total, at)
  WHERE file = (SELECT relfilenode FROM pg_class WHERE relname = 'orders'); --> 5000
:{The way out 4}; --~ ^report\(\)$
INSERT INTO orders (total) VALUES (5001);
INSERT INTO uuid_aliases_1 DEFAULT VALUES;
SELECT max = id, uuid_short = left(id::text, 8), uuid_time FROM newest, uuid_aliases, mine; --> t|t|mine
\c template1
ALTER DATABASE shop RENAME TO way_out;

-- before Preload the library 1
-- database shop
SHOW uuidx.planner; --! 42704
CREATE ROLE keeper;
SET ROLE keeper;
ALTER ROLE keeper SET local_preload_libraries = 'uuidx';
ALTER ROLE keeper RESET local_preload_libraries;
ALTER ROLE keeper SET session_preload_libraries = 'uuidx'; --! 42501

-- after Preload the library
-- t/planner_preload.pl has each setting alone
SHOW uuidx.planner; --> on
ALTER DATABASE shop RESET local_preload_libraries;
\! PGOPTIONS='-c local_preload_libraries=uuidx_of_no_server' psql -Xc 'SELECT' -d shop 2>&1
--~ FATAL:  could not access file

-- before Dump and restore 1
ALTER DATABASE shop SET search_path = "$user", public, uuidx;
\! pg_dump shop --~ ^CREATE EXTENSION IF NOT EXISTS uuidx WITH SCHEMA public;$ --^ preload_libraries
\! pg_dump --create shop --~ ^ALTER DATABASE shop SET session_preload_libraries TO 'uuidx';$

-- before Test and shadow databases 1
ALTER DATABASE shop RESET search_path;
-- database shadow SELECT
CREATE ROLE app;
ALTER DATABASE shadow OWNER TO app;
SET ROLE app;
:{Test and shadow databases 1};

-- before Logical replication 1
-- database published
CREATE TABLE events (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), payload text);

-- after Logical replication
CREATE PUBLICATION other FOR TABLE events WHERE (uuid_is_v7(id)); --! 0A000

-- before With other extensions 1
-- database apart CREATE FUNCTION uuid_generate_v7() RETURNS uuid LANGUAGE sql RETURN gen_random_uuid()
CREATE EXTENSION uuidx; --! 42723

-- before With other extensions 2
SELECT uuidx.uuid_version(uuidx.uuid_generate_v7()), uuidx.uuid_version(uuid_generate_v7()); --> 7|4
-- database moved
ALTER DATABASE moved SET timezone = 'UTC';
-- for DATABASE shop write DATABASE moved
CREATE EXTENSION uuidx_ids;
CREATE TABLE kept (id uuid PRIMARY KEY DEFAULT uuid_generate_v7() CHECK (uuid_is_v7(id)),
  at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('kept', now() - interval '1 year', now() + interval '1 month', '1 month');
CREATE VIEW recent AS SELECT * FROM kept WHERE id >= now() - interval '1 hour';

-- after With other extensions
CREATE FUNCTION uuid_version(uuid) RETURNS integer LANGUAGE sql RETURN -1;
EXPLAIN (COSTS OFF) SELECT FROM kept WHERE id >= timestamptz '2026-05-31Z' AND uuid_time(id) < '2026-05-31 12:00Z';
--^ Append|Filter: .*uuid_
INSERT INTO kept DEFAULT VALUES RETURNING at = uuid_time(id), uuid_version(id), uuidx.uuid_version(id); --> t|-1|7
SELECT count(*) FROM recent; --> 1
INSERT INTO kept VALUES (gen_random_uuid()); --! 23514
CALL uuid_v7_create_partitions('kept', now() + interval '1 month', now() + interval '3 months', '1 month');
SELECT count(*) >= 15 FROM uuid_v7_partitions('kept'); --> t
SELECT uuidx.uuid_version(uuid_from_id('objectid', '507f1f77bcf86cd799439011')); --> 8

-- before Names shared with core 1
-- database names
CREATE TABLE events (id uuid);
INSERT INTO events VALUES (uuid_generate_v7('2026-06-15Z')), (uuid_generate_v6('2026-06-15Z'));

-- after Names shared with core
:{Names shared with core 1.1}; --> 2026-06-15 00:00:00+00 2026-06-15 00:00:00+00
:{Names shared with core 1.2}; --> 2026-06-15 00:00:00+00 2026-06-15 00:00:00+00
SELECT count(uuid_extract_timestamp(id)) = CASE current_setting('server_version_num')::integer / 10000
  WHEN 17 THEN 0 WHEN 18 THEN 1 WHEN 19 THEN 1 ELSE 2 END FROM events; --> t
