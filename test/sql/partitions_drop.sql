--
-- uuid_v7_drop_partitions, and how many partitions one call creates or drops
-- In make test: quick, and the main test of dropping partitions.
-- Also in other locales: names are sorted.
--
\set test partitions_drop
\i test/sql/include/begin.sql
\set VERBOSITY default
\set SHOW_CONTEXT never

\echo '-- Those that end at or before a time, from the oldest on'
CREATE TABLE months (id uuid PRIMARY KEY, n integer) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('months', '2020-01-01', '2021-01-01', '1 month');
INSERT INTO months
SELECT uuid_generate_v7(t), 1 FROM generate_series(timestamptz '2020-01-01', '2020-12-31', '1 day') AS t;
CALL uuid_v7_drop_partitions('months', '2020-01-31 23:59:59.999999');
CALL uuid_v7_drop_partitions('months', '2020-02-01');
CALL uuid_v7_drop_partitions('months', '2020-02-01');
CALL uuid_v7_drop_partitions('months', '2020-05-15 12:00');
SELECT min(from_time), count(*), (SELECT min(uuid_time(id)) FROM months) AS first FROM uuid_v7_partitions('months');
\echo '-- whatever the session''s time zone, and by name'
SET timezone = 'America/New_York';
CALL uuid_v7_drop_partitions(before => '2020-05-31 19:59:59.999', parent => 'months');
CALL uuid_v7_drop_partitions(before => '2020-05-31 20:00', parent => 'months');
SET timezone = 'UTC';

\echo '-- One that holds the time stays, however short it is'
CREATE TABLE instants (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('instants', '2020-01-01', '2020-01-01 00:00:00.003', '1 ms');
CALL uuid_v7_drop_partitions('instants', '2020-01-01 00:00:00.000999');
CALL uuid_v7_drop_partitions('instants', '2020-01-01 00:00:00.001');
CALL uuid_v7_drop_partitions('instants', '2020-01-01 00:00:00.002001');
SELECT * FROM uuid_v7_partitions('instants');

\echo '-- Never the default partition, or one without an end; bounds of others are understood'
CREATE TABLE others (id uuid) PARTITION BY RANGE (id);
CREATE TABLE others_default PARTITION OF others DEFAULT;
CREATE TABLE others_past PARTITION OF others FOR VALUES FROM (MINVALUE) TO ('016f5e66-e800-0000-0000-000000000000');
CREATE TABLE others_partman PARTITION OF others FOR VALUES
  FROM ('016f5e66-e800-0000-0000-000000000000') TO ('016ffe0c-0c00-0000-0000-000000000000');
CREATE TABLE others_odd PARTITION OF others FOR VALUES
  FROM ('016ffe0c-0c00-0000-0000-000000000000') TO ('01709364-7800-7abc-8def-0123456789ab');
CREATE TABLE others_future PARTITION OF others FOR VALUES FROM ('01709364-7800-7abc-8def-0123456789ab') TO (MAXVALUE);
SELECT * FROM uuid_v7_partitions('others');
CALL uuid_v7_drop_partitions('others', '2020-02-01');
CALL uuid_v7_drop_partitions('others', '2020-03-01');
CALL uuid_v7_drop_partitions('others', '2020-03-01 00:00:00.001');
CALL uuid_v7_drop_partitions('others', '2025-01-01');
SELECT * FROM uuid_v7_partitions('others');

\echo '-- A time in the future is refused, and a minute ago is not one'
CREATE TABLE coming (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('coming', '2020-01-01', '2020-02-01', '1 month');
CREATE TABLE coming_long PARTITION OF coming FOR VALUES
  FROM (uuid_v7_lower('2020-02-01')) TO (uuid_v7_lower('2500-01-01'));
CALL uuid_v7_drop_partitions('coming', '2500-01-01');
\echo :LAST_ERROR_SQLSTATE
\set VERBOSITY sqlstate
CALL uuid_v7_drop_partitions('coming', now() + interval '1 hour');
SELECT count(*) FROM uuid_v7_partitions('coming');
SET client_min_messages = warning;
CALL uuid_v7_drop_partitions('coming', now() - interval '1 minute');
RESET client_min_messages;
\set VERBOSITY default
SELECT * FROM uuid_v7_partitions('coming');

\echo '-- Not all of them: the default partition does not count as one that remains'
CREATE TABLE ends (id uuid) PARTITION BY RANGE (id);
CREATE TABLE ends_default PARTITION OF ends DEFAULT;
CALL uuid_v7_drop_partitions('ends', '2020-06-01');
CALL uuid_v7_create_partitions('ends', '2020-01-01', '2020-04-01', '1 month');
CALL uuid_v7_drop_partitions('ends', '2020-04-01');
\echo :LAST_ERROR_SQLSTATE
CALL uuid_v7_drop_partitions('ends', '2020-03-01');
CALL uuid_v7_drop_partitions('ends', '2021-01-01');
SELECT * FROM uuid_v7_partitions('ends');
\echo '-- a partition without an end remains'
CREATE TABLE ends_later PARTITION OF ends FOR VALUES FROM (uuid_v7_lower('2020-04-01')) TO (MAXVALUE);
CALL uuid_v7_drop_partitions('ends', '2021-01-01');
CALL uuid_v7_drop_partitions('ends', '2021-01-01');

\echo '-- In a transaction block, a function, or a block with EXCEPTION: all at once'
BEGIN;
CALL uuid_v7_drop_partitions('months', '2020-08-01');
SELECT count(*) FROM uuid_v7_partitions('months');
ROLLBACK;
SELECT count(*) FROM uuid_v7_partitions('months');
CREATE FUNCTION drop_in_function(before timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$BEGIN
  CALL uuid_v7_drop_partitions('months', before);
  RETURN (SELECT count(*) FROM uuid_v7_partitions('months'));
END$$;
BEGIN;
SELECT drop_in_function('2020-08-01');
ROLLBACK;
DO $$
BEGIN
  CALL uuid_v7_drop_partitions('months', '2020-08-01');
  RAISE 'undone';
EXCEPTION WHEN raise_exception THEN
END
$$;
SELECT count(*) FROM uuid_v7_partitions('months');
ALTER PROCEDURE uuid_v7_drop_partitions SET lock_timeout = '1min';
CALL uuid_v7_drop_partitions('months', '2020-07-01');
ALTER PROCEDURE uuid_v7_drop_partitions RESET lock_timeout;
\echo '-- elsewhere each is dropped in a transaction of its own: what follows cannot undo it, even in a loop'
\echo '-- over a query'
DO $$
DECLARE
  n integer;
BEGIN
  FOR n IN SELECT * FROM generate_series(8, 9) LOOP
    CALL uuid_v7_drop_partitions('months', make_timestamptz(2020, n, 1, 0, 0, 0, 'UTC'));
  END LOOP;
  ROLLBACK;
END
$$;
SELECT min(from_time), count(*) FROM uuid_v7_partitions('months');

\echo '-- What depends on a partition keeps it; those before it are gone'
CREATE VIEW recent AS SELECT * FROM months_p20201001;
CALL uuid_v7_drop_partitions('months', '2020-12-01');
SELECT min(from_time), count(*) FROM uuid_v7_partitions('months');
BEGIN;
CREATE VIEW later AS SELECT * FROM months_p20201101;
DROP VIEW recent;
CALL uuid_v7_drop_partitions('months', '2020-12-01');
ROLLBACK;
SELECT min(from_time), count(*) FROM uuid_v7_partitions('months');
DROP VIEW recent;
CALL uuid_v7_drop_partitions('months', '2020-12-01');

\echo '-- Foreign keys: to another table, from another table, to the table itself'
CREATE TABLE customers (n integer PRIMARY KEY);
INSERT INTO customers VALUES (1);
CREATE TABLE orders (id uuid PRIMARY KEY, customer integer REFERENCES customers, previous uuid REFERENCES orders)
  PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('orders', '2020-01-01', '2020-06-01', '1 month');
CREATE TABLE lines (order_id uuid REFERENCES orders);
CREATE INDEX ON orders (previous);
CREATE INDEX ON lines (order_id);
INSERT INTO orders VALUES (uuid_v7_lower('2020-01-15'), 1, uuid_v7_lower('2020-01-15')),
  (uuid_v7_lower('2020-02-15'), 1, NULL),
  (uuid_v7_lower('2020-03-15'), 1, NULL), (uuid_v7_lower('2020-04-15'), 1, uuid_v7_lower('2020-03-15'));
INSERT INTO lines VALUES (uuid_v7_lower('2020-02-15'));
\set VERBOSITY sqlstate
CALL uuid_v7_drop_partitions('orders', '2020-04-01');
SELECT count(*), min(uuid_time(id)) FROM orders;
UPDATE orders SET previous = NULL WHERE id < timestamptz '2020-02-01';
CALL uuid_v7_drop_partitions('orders', '2020-04-01');
DELETE FROM lines;
CALL uuid_v7_drop_partitions('orders', '2020-04-01');
\set VERBOSITY default
SELECT count(*), min(uuid_time(id)) FROM orders;
DELETE FROM orders WHERE previous < timestamptz '2020-04-01';
CALL uuid_v7_drop_partitions('orders', '2020-04-01');
SELECT * FROM uuid_v7_partitions('orders');
SELECT relname FROM pg_class WHERE relnamespace = 'partitions_drop'::regnamespace AND relname ~ '^orders_p20200[123]';
INSERT INTO orders VALUES (uuid_v7_lower('2020-04-15'), 2);

\echo '-- A foreign key without an index that serves it is warned of, once for the tables of a key'
CREATE TABLE kept_orders (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('kept_orders', '2020-01-01', '2020-05-01', '1 month');
CREATE TABLE unindexed (a integer, b uuid, other uuid, CONSTRAINT unindexed_key FOREIGN KEY (b) REFERENCES kept_orders)
  PARTITION BY LIST (a);
CREATE TABLE unindexed_1 PARTITION OF unindexed FOR VALUES IN (1);
CREATE INDEX ON unindexed (other);
CREATE INDEX ON unindexed (a, b);
CREATE INDEX ON unindexed (b) WHERE other IS NULL;
CALL uuid_v7_drop_partitions('kept_orders', '2020-01-01');
CALL uuid_v7_drop_partitions('kept_orders', '2020-02-01');
CREATE INDEX ON unindexed (b, a);
CALL uuid_v7_drop_partitions('kept_orders', '2020-03-01');

\echo '-- Partitions that have partitions, and foreign tables'
CREATE TABLE layers (id uuid) PARTITION BY RANGE (id);
CREATE TABLE layers_2020 PARTITION OF layers FOR VALUES
  FROM (uuid_v7_lower('2020-01-01')) TO (uuid_v7_lower('2021-01-01')) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('layers_2020', '2020-01-01', '2020-04-01', '1 month');
CREATE FOREIGN DATA WRAPPER regress_uuidx_drop;
CREATE SERVER regress_uuidx_drop FOREIGN DATA WRAPPER regress_uuidx_drop;
CREATE FOREIGN TABLE layers_2021 PARTITION OF layers FOR VALUES FROM (uuid_v7_lower('2021-01-01'))
  TO (uuid_v7_lower('2022-01-01')) SERVER regress_uuidx_drop;
CREATE TABLE layers_2022 PARTITION OF layers FOR VALUES
  FROM (uuid_v7_lower('2022-01-01')) TO (uuid_v7_lower('2023-01-01'));
CALL uuid_v7_drop_partitions('layers', '2020-12-31');
CALL uuid_v7_drop_partitions('layers_2020', '2020-02-01');
CALL uuid_v7_drop_partitions('layers', '2022-01-01');
SELECT * FROM uuid_v7_partitions('layers');
DROP SERVER regress_uuidx_drop;
DROP FOREIGN DATA WRAPPER regress_uuidx_drop;

\echo '-- Names, domains, temporary tables; nothing on the caller''s path is used'
CREATE SCHEMA "Drop ""schema""";
CREATE DOMAIN order_id AS uuid;
CREATE TABLE "Drop ""schema"""."My ""table"" %s $1" (id order_id) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('"Drop ""schema"""."My ""table"" %s $1"', '2020-01-01', '2020-03-01', '1 month');
CREATE TEMP TABLE temporary_parent (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('temporary_parent', '2020-01-01', '2020-03-01', '1 month');
CREATE SCHEMA drop_trap;
CREATE TABLE drop_trap."My ""table"" %s $1_p20200101" ();
CREATE TABLE drop_trap.pg_class ();
CREATE TABLE drop_trap.pg_constraint ();
SET search_path = drop_trap, pg_catalog, public, partitions_drop;
CALL uuid_v7_drop_partitions('"Drop ""schema"""."My ""table"" %s $1"', '2020-02-01');
CALL uuid_v7_drop_partitions('temporary_parent', '2020-02-01');
SELECT * FROM drop_trap."My ""table"" %s $1_p20200101";
SET search_path = partitions_drop, public;
SELECT * FROM uuid_v7_partitions('"Drop ""schema"""."My ""table"" %s $1"');

\echo '-- The owner may drop them; others may not, and cannot block other sessions'
CREATE ROLE regress_uuidx_keeper;
CREATE ROLE regress_uuidx_other;
GRANT USAGE, CREATE ON SCHEMA partitions_drop TO regress_uuidx_keeper, regress_uuidx_other;
SET ROLE regress_uuidx_keeper;
CREATE TABLE kept (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('kept', '2020-01-01', '2020-04-01', '1 month');
GRANT ALL ON kept, kept_p20200101 TO regress_uuidx_other;
SET ROLE regress_uuidx_other;
BEGIN;
\set ON_ERROR_ROLLBACK on
CALL uuid_v7_drop_partitions('kept', '2020-02-01');
\echo :LAST_ERROR_SQLSTATE
\set ON_ERROR_ROLLBACK off
SELECT mode FROM pg_locks WHERE relation = 'kept'::regclass AND pid = pg_backend_pid();
COMMIT;
SET ROLE regress_uuidx_keeper;
CALL uuid_v7_drop_partitions('kept', '2020-02-01');
RESET ROLE;
ALTER TABLE kept_p20200201 OWNER TO regress_uuidx_other;
SET ROLE regress_uuidx_keeper;
CALL uuid_v7_drop_partitions('kept', '2020-03-01');
RESET ROLE;

\echo '-- What is locked: all that DROP TABLE locks; and nothing where there is nothing to drop'
BEGIN;
CALL uuid_v7_drop_partitions('orders', '2020-04-01');
SELECT relation::regclass, mode FROM pg_locks WHERE relation = 'orders'::regclass AND pid = pg_backend_pid();
CALL uuid_v7_drop_partitions('orders', '2020-05-01');
SELECT relation::regclass, mode FROM pg_locks JOIN pg_class AS c ON c.oid = relation
WHERE pid = pg_backend_pid() AND relnamespace = 'partitions_drop'::regnamespace AND mode LIKE '%Exclusive%'
  AND relname !~ 'p20200401'
ORDER BY relname COLLATE "C", mode;
ROLLBACK;

\echo '-- What is refused'
CREATE TABLE by_created_at (id uuid, created_at timestamptz) PARTITION BY RANGE (created_at);
SELECT call, e.* FROM unnest(ARRAY['NULL, ''2020-01-01''', '''orders'', NULL', '''orders'', ''infinity''',
  '''orders'', ''-infinity''', '''orders'', ''1969-12-31''', '''orders'', ''2500-01-01''', '''lines'', ''2020-01-01''',
  '4294967295::regclass, ''2020-01-01''', '''by_created_at'', ''2020-01-01''']) AS call,
  error_of('CALL uuid_v7_drop_partitions(' || call || ')') AS e;

\echo '-- Too many for one call: counted, not tried'
CREATE TABLE many (id uuid PRIMARY KEY, note text) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('many', '2020-01-01', '2021-01-01', '1 second');
\echo :LAST_ERROR_SQLSTATE
CALL uuid_v7_create_partitions('many', '1970-01-01', '10889-08-02', '1 ms');
CALL uuid_v7_create_partitions('many', '2020-01-01', '2020-01-01 01:08:17', '1 second');
\echo '-- what exists does not count'
CALL uuid_v7_create_partitions('many', '2020-01-01', '2020-01-01 00:00:10', '1 second');
CALL uuid_v7_create_partitions('many', '2020-01-01', '2020-01-01 01:08:27', '1 second');
CALL uuid_v7_create_partitions('many', '2020-01-01', '2020-01-01 02:00', '1 second');
\echo '-- nor do steps inside a partition, however many'
CREATE TABLE many_later PARTITION OF many
  FOR VALUES FROM (uuid_v7_lower('2020-02-01')) TO (uuid_v7_lower('2021-01-01'));
CALL uuid_v7_create_partitions('many', '2020-02-01', '2021-01-01', '1 ms');
CALL uuid_v7_create_partitions('many', '2020-02-01', '2021-01-01 00:00:04.097', '1 ms');
DROP TABLE many_later;
SELECT count(*) FROM uuid_v7_partitions('many');

DROP TABLE temporary_parent;
\i test/sql/include/end.sql
DROP SCHEMA drop_trap, "Drop ""schema""" CASCADE;
DROP ROLE regress_uuidx_keeper, regress_uuidx_other;
