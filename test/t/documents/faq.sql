-- doc/faq.md; each message of the table stands here as well

-- before Errors and unexpected results 1
CREATE SCHEMA app;
CREATE TABLE measurements (id uuid PRIMARY KEY) PARTITION BY RANGE (id);

-- after Errors and unexpected results
INSERT INTO events SELECT uuid_generate_v7(t), t
  FROM generate_series(timestamptz '2026-06-13Z', '2026-06-19 23:59Z', '1 minute') AS t;

-- after `operator does not exist: uuid >= timestamp with time zone`
CREATE FUNCTION public.string(uuid) RETURNS boolean LANGUAGE sql AS $$SELECT $1 >= now()$$;
CREATE FUNCTION public.parsed(uuid) RETURNS boolean LANGUAGE sql RETURN $1 >= now();
SET search_path = '';
SELECT public.string(NULL); --! 42883
SELECT public.parsed(NULL); -->

-- after `could not access file "$libdir/uuidx": No such file or directory`
LOAD '$libdir/uuidx_of_no_server';
--! 58P01 could not access file "$libdir/uuidx_of_no_server": No such file or directory

-- after `cursor "..." does not have a FOR UPDATE/SHARE reference to table "..."`
-- raised where partitions are left out
CALL uuid_v7_create_partitions('measurements', now() - interval '3 months', now(), '1 month');
INSERT INTO measurements VALUES (uuid_generate_v7());
BEGIN;
DECLARE c CURSOR FOR SELECT * FROM measurements WHERE id >= now() - interval '1 hour' FOR UPDATE;
FETCH c; --~ -
DELETE FROM measurements WHERE CURRENT OF c;
--! 24000 cursor "c" does not have a FOR UPDATE/SHARE reference to table "measurements_p
ROLLBACK;

-- after Other errors
-- database other from faq
SET search_path = app;
SELECT uuid_generate_v7(); --! 42883 function uuid_generate_v7() does not exist
RESET search_path;
SELECT FROM events WHERE (payload, id) > ('a', now());
--! 0A000 could not determine interpretation of row comparison operator >
SELECT FROM events WHERE (payload, id) > ('z', uuid_v7_upper(now())); -->
PREPARE s AS SELECT FROM events WHERE id >= now() - $1; --! 42883 operator does not exist: uuid >= interval
PREPARE s AS SELECT FROM events WHERE id >= now() - $1::interval;
PREPARE t (text) AS SELECT FROM events WHERE id >= $1; --! 42883 operator does not exist: uuid >= text
PREPARE t (text) AS SELECT FROM events WHERE id >= $1::timestamptz;
SELECT FROM events WHERE id = now(); --! 42883 operator does not exist: uuid = timestamp with time zone
SELECT FROM events WHERE uuid_v7_timestamp(id) = now(); -->
SELECT FROM events WHERE id <@ tsrange('2026-06-15', '2026-06-16'); --! 42883 operator does not exist: uuid <@ tsrange
SELECT count(*) FROM events WHERE id <@ tstzrange('2026-06-15', '2026-06-16'); --> 1440
PREPARE u AS SELECT FROM events WHERE $1 IS NULL OR id >= $1; --! 42P08 could not determine data type of parameter $1
PREPARE u AS SELECT FROM events WHERE id <@ tstzrange($1, NULL);
PREPARE v AS SELECT count(*) FROM events WHERE id >= $1;
EXECUTE v (now()); --! 42804 parameter $1 of type timestamp with time zone cannot be coerced to the expected type uuid
PREPARE w AS SELECT count(*) FROM events WHERE id >= $1::timestamptz;
EXECUTE w ('infinity'); --> 0
CREATE TABLE orders (id uuid DEFAULT uuid_generate_v7(), created_at timestamptz
  GENERATED ALWAYS AS (uuid_time(id)) STORED);
UPDATE orders SET created_at = now(); --! 428C9 column "created_at" can only be updated to DEFAULT
UPDATE orders SET created_at = DEFAULT;
COPY orders (id, created_at) TO STDOUT; --! 42P10 column "created_at" is a generated column
COPY (SELECT id, created_at FROM orders) TO STDOUT; -->
INSERT INTO orders SELECT uuid_generate_v7(), now();
--! 428C9 cannot insert a non-DEFAULT value into column "created_at"
INSERT INTO events (id) VALUES (NULL);
--! 23502 null value in column "id" of relation "events" violates not-null constraint
INSERT INTO events (payload) VALUES (NULL);
INSERT INTO events (id) VALUES (gen_random_uuid());
--! 23514 new row for relation "events" violates check constraint "events_id_check"
INSERT INTO measurements VALUES (uuid_generate_v7('2000-01-01'));
--! 23514 no partition of relation "measurements" found for row
CREATE PUBLICATION recent FOR TABLE events WHERE (id >= timestamptz '2026-06-15');
--! 0A000 invalid publication WHERE expression
CREATE PUBLICATION recent FOR TABLE events WHERE (id >= '019ec36d-9800-7000-8000-000000000000');
SELECT FROM events WHERE id LIKE '01a21f%'; --! 42883 operator does not exist: uuid ~~ unknown
SELECT FROM events WHERE id BETWEEN rpad('01a21f', 32, '0')::uuid AND rpad('01a21f', 32, 'f')::uuid; -->
DROP EXTENSION uuidx; --! 2BP01 cannot drop extension uuidx because other objects depend on it
CREATE EXTENSION uuidx_of_no_server; --! 0A000 extension "uuidx_of_no_server" is not available
CREATE FUNCTION f() RETURNS uuid AS '$libdir/uuidx', 'uuidx_of_no_server_v7_horizon' LANGUAGE c;
--! 42883 could not find function "uuidx_of_no_server_v7_horizon"
-- database taken CREATE FUNCTION uuid_version(uuid) RETURNS integer LANGUAGE sql RETURN 0
SHOW uuidx.planner; --! 42704 unrecognized configuration parameter "uuidx.planner"
CREATE EXTENSION uuidx; --! 42723 function "uuid_version" already exists with same argument types
-- database faq_again from faq

-- before Users see rows that row-level security hides 1
CREATE TABLE docs (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), body text);
ALTER TABLE docs ENABLE ROW LEVEL SECURITY;
CREATE VIEW docs_at WITH (security_invoker = on) AS SELECT uuid_time(id) AS created_at, * FROM docs;
CREATE VIEW docs_of_invoker WITH (security_invoker = 1) AS SELECT uuid_time(id) AS created_at, * FROM docs;
CREATE VIEW events_at AS SELECT uuid_time(id) AS created_at, * FROM events;
CREATE ROLE reader;
GRANT USAGE ON SCHEMA app TO reader;
GRANT SELECT ON docs, docs_at TO reader;
INSERT INTO docs (body) VALUES ('hidden');
:{Users see rows that row-level security hides 1}; -->
CREATE OR REPLACE VIEW docs_at AS SELECT uuid_time(id) AS created_at, * FROM docs;
SET ROLE reader;
SELECT count(*) FROM docs_at; --> 1

-- after Users see rows that row-level security hides
SET ROLE reader;
SELECT count(*) FROM docs_at; --> 0

-- before Ids are ahead of the clock 2
ALTER TABLE uploads DROP CONSTRAINT uploads_check;
INSERT INTO uploads (id) VALUES (uuid_generate_v7()), ('f47ac10b-58cc-4372-a567-0e02b2c3d479'),
  ('ffffffff-ffff-ffff-ffff-ffffffffffff'), (uuid_generate_v7_shifted('1 day'));
CREATE TABLE was AS TABLE uploads;

-- after Ids are ahead of the clock
-- nothing but the id ahead is replaced
SELECT count(*), count(*) FILTER (WHERE id > now()) FROM uploads NATURAL JOIN was; --> 3|0
SELECT count(*) FROM uploads WHERE uuid_v7_timestamp_us(id) = created_at; --> 1
