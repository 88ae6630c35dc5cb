-- doc/partitions.md; t/recipes.pl partitions a table that has one of everything

-- before Create partitions 1
ALTER DATABASE partitions SET client_min_messages = notice;

-- before Partition an existing table 1
-- database existing
CREATE TABLE tenants (id integer PRIMARY KEY);
INSERT INTO tenants VALUES (1);
CREATE TABLE events (id uuid PRIMARY KEY DEFAULT uuid_generate_v7() CHECK (uuid_is_v7(id)),
  n bigint GENERATED ALWAYS AS IDENTITY, tenant integer DEFAULT 1 CONSTRAINT events_tenant_fkey REFERENCES tenants);
INSERT INTO events (id) SELECT uuid_generate_v7(t) FROM generate_series('2026-01-01'::timestamptz, '2026-09-30',
  '1 day') AS t;
CREATE VIEW recent WITH (security_invoker = true) AS SELECT * FROM events WHERE id >= now() - interval '1 hour';
CREATE TABLE notes (event uuid CONSTRAINT notes_event_fkey REFERENCES events);
INSERT INTO notes SELECT id FROM events;
CREATE TABLE was AS SELECT relfilenode FROM pg_class WHERE relname = 'events';

-- before Partition an existing table 3
-- for ALTER TABLE events ATTACH write :{Partition an existing table 4}; ALTER TABLE events ATTACH

-- before Partition an existing table 4
-- for /(?s).+/ write SELECT;
SELECT count(*) FROM was JOIN pg_class USING (relfilenode) WHERE relname = 'events_old'; --> 1
INSERT INTO events (id) VALUES (uuid_v7_lower('2026-12-31 23:59:59.999')), (uuid_v7_lower('2027-01-01'))
  RETURNING tableoid::regclass, n; --> events_old|274 events_p20270101|275
DELETE FROM notes;
INSERT INTO events (id) SELECT uuid_generate_v7(now() - n * interval '1 day') FROM generate_series(366, 1600) AS n;
WITH d AS (:{/batches: `(DELETE FROM events .*?)`/} RETURNING id)
  SELECT count(*), count(*) FILTER (WHERE id >= now() - interval '1 year') FROM d; --> 1000|0

-- before Partitions with other bounds 1
-- database other_bounds from partitions
SELECT format('CREATE TABLE odd PARTITION OF measurements FOR VALUES FROM (%L) TO (%L)', uuid_v7_lower('2028-01-01Z'),
  left(uuid_v7_lower('2028-01-31 23:59:59.999Z')::text, 15) || 'abc-a123-0123456789ab') \gexec
CALL uuid_v7_create_partitions('measurements', '2028-02-01Z', '2028-06-01Z', '1 month'); --! 42P17

-- after Partitions with other bounds
SELECT max(to_time) FROM uuid_v7_partitions('measurements'); --> 2028-06-01 00:00:00+00

-- before Keep a rolling window 1
-- database shop
ALTER DATABASE shop SET timezone = 'America/New_York';
ALTER DATABASE shop SET client_min_messages = warning;
CREATE SCHEMA cron;
CREATE TABLE cron.job (job text, at text, command text);
CREATE FUNCTION cron.schedule(text, text, text) RETURNS void LANGUAGE sql AS 'INSERT INTO cron.job
  VALUES ($1, $2, $3)';
CREATE TABLE measurements (id uuid PRIMARY KEY, value integer) PARTITION BY RANGE (id);
SET client_min_messages = warning;
CALL uuid_v7_create_partitions('measurements', now() - interval '25 months', now(), '1 month');
-- a year, with the month that it begins in, and three months ahead
CREATE FUNCTION in_window() RETURNS boolean LANGUAGE sql AS $$
  SELECT min(from_time) = date_trunc('month', now() - interval '1 year', 'UTC')
  AND max(to_time) >= now() + interval '3 months'
    AND bool_or(now() >= from_time AND now() < to_time) FROM uuid_v7_partitions('measurements') $$;

-- before Keep a rolling window 2
SELECT in_window(); --> t
DROP TABLE measurements;
CREATE TABLE measurements (id uuid PRIMARY KEY, value integer) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('measurements', now() - interval '25 months', now() - interval '5 months', '1 month');
-- a job that did not run for months, in the crontab
SELECT ahead < interval '0' FROM (:{Keep a rolling window 2}) AS a; --> t
\! :{/^5 3 \* \* \*  +(psql .*)$/}
SELECT in_window(); --> t
SELECT ahead > interval '2 months' FROM (:{Keep a rolling window 2}) AS a; --> t

-- before Drop without blocking 1
SELECT command FROM cron.job \gexec
SELECT in_window(); --> t
CALL uuid_v7_create_partitions('measurements', now() - interval '20 months', now() - interval '1 year', '1 month');

-- before Drop without blocking 2
-- needs dblink
SELECT in_window(); --> t
CREATE EXTENSION dblink;
CALL uuid_v7_create_partitions('measurements', now() - interval '13 months', now() - interval '1 year', '1 month');
SELECT dblink_connect(format('host=%s port=%s dbname=shop', split_part(current_setting('unix_socket_directories'),
  ',', 1),
  current_setting('port')));
SELECT dblink_exec('BEGIN');
SELECT dblink_exec('DECLARE c CURSOR FOR TABLE measurements');
SET lock_timeout = '1ms';
SELECT min(partition::text) AS oldest FROM uuid_v7_partitions('measurements') \gset
ALTER TABLE measurements DETACH PARTITION :oldest CONCURRENTLY; --! 55P03
INSERT INTO measurements VALUES (uuid_generate_v7());

-- after Drop without blocking
SELECT in_window(); --> t
SELECT count(*) FROM pg_inherits WHERE inhdetachpending; --> 0

-- before pg_partman 1
-- needs pg_partman 5.2
-- database partman from partitions
CREATE SCHEMA partman;
CREATE EXTENSION pg_partman SCHEMA partman;
DROP TABLE measurements;
CREATE TABLE measurements (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), value double precision)
  PARTITION BY RANGE (id);
-- its name before 5.4
SELECT format('CREATE FUNCTION partman.%s(p_parent_table text, p_control text, p_interval text, p_time_encoder text,
  p_time_decoder text) RETURNS boolean LANGUAGE sql RETURN partman.create_partition(p_parent_table => p_parent_table,
  p_control => p_control, p_interval => p_interval, p_time_encoder => p_time_encoder,
  p_time_decoder => p_time_decoder)',
  'create_parent') WHERE to_regproc('partman.create_parent') IS NULL \gexec

-- after pg_partman
INSERT INTO measurements (value) VALUES (1) RETURNING tableoid::regclass; --~ _p20

-- before Partitions by another column 1
-- database by_day
ALTER DATABASE by_day SET session_preload_libraries = 'uuidx';
ALTER DATABASE by_day SET enable_bitmapscan = off;
CREATE PROCEDURE fill() LANGUAGE plpgsql AS $$
BEGIN
  FOR day IN 0 .. 364 LOOP
    EXECUTE format('CREATE TABLE orders_%s PARTITION OF orders FOR VALUES FROM (%L) TO (%L)',
      to_char(date '2026-01-01' + day, 'MMDD'), date '2026-01-01' + day, date '2026-01-02' + day);
  END LOOP;
  INSERT INTO orders SELECT uuid_generate_v7(t), t
    FROM generate_series(timestamptz '2026-03-09', '2026-03-11 23:00', '1 minute') AS t;
  ANALYZE orders_0309, orders_0310, orders_0311;
END $$;
-- for /(?<=RANGE \(created_at\);\n)/ write CALL fill();

-- before Partitions by another column 2
EXPLAIN SELECT * FROM orders WHERE id = '019cd79e-4600-7abc-8def-0123456789ab'; --^ on orders_(?!0309|0310|0311)
INSERT INTO orders VALUES (uuid_generate_v7('2026-06-15'), '2026-06-15');
-- midnight passes between a date and the id
SELECT uuid_v7_within(uuid_v7_lower('2026-06-16 00:00:01Z'), date '2026-06-15'::timestamp AT TIME ZONE 'UTC',
  :{/add a day, `(.*?)`/}); --> t
ALTER TABLE orders DROP CONSTRAINT orders_check;
BEGIN;
INSERT INTO orders SELECT id, '2026-06-20' FROM orders WHERE created_at = '2026-06-15';
:{Partitions by another column 2.1}; --> 1
ROLLBACK;

-- after Partitions by another column
EXPLAIN SELECT * FROM orders WHERE id = '019cd79e-4600-7abc-8def-0123456789ab'; --^ on orders_(?!0309|0310|0311)
