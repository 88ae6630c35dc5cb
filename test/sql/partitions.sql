--
-- uuid_v7_create_partitions and uuid_v7_partitions
--
SET timezone = 'UTC';
SET datestyle = 'ISO, YMD';
SET intervalstyle = 'postgres';
CREATE SCHEMA partitions;
SET search_path = partitions, public;
\set VERBOSITY default
\set SHOW_CONTEXT never

-- Months, from the 1st and from the last of one
CREATE TABLE months (id uuid PRIMARY KEY, n integer) PARTITION BY RANGE (id);
SELECT * FROM uuid_v7_partitions('months');
CALL uuid_v7_create_partitions('months', '2026-01-01', '2027-01-01', 'P1M');
SELECT * FROM uuid_v7_partitions('months');
SELECT pg_get_expr(relpartbound, oid) FROM pg_class WHERE oid = 'months_p20260101'::regclass;
CREATE TABLE month_ends (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('month_ends', '2027-12-31', '2028-05-01', '1 month');
SELECT * FROM uuid_v7_partitions('month_ends');

-- each id is in the partition of its month, the edges as well
INSERT INTO months
SELECT id, n FROM generate_series(0, 11) AS n,
  LATERAL (SELECT '2026-01-01'::timestamptz + interval '1 month' * n, '2026-01-01'::timestamptz + interval '1 month' * (n + 1)) AS month (begins, ends),
  LATERAL (VALUES (uuid_v7_lower(begins)), (uuid_generate_v7(begins + interval '1 us')), (uuid_generate_v7(ends - interval '1 us')),
    (uuid_v7_upper(ends - interval '1 us'))) AS v (id);
SELECT partition, count(*), min(n) = max(n) AS one_month,
  bool_and(uuid_v7_timestamp(id) >= from_time AND uuid_v7_timestamp(id) < to_time) AS inside
FROM months AS m JOIN uuid_v7_partitions('months') ON partition = m.tableoid
GROUP BY partition ORDER BY partition::text COLLATE "C";
\set VERBOSITY sqlstate
INSERT INTO months VALUES (uuid_generate_v7('2027-01-01'), 0);
INSERT INTO months VALUES (uuid_v7_upper('2025-12-31 23:59:59.999'), 0);
\set VERBOSITY default

-- Those that exist are skipped, the others made
CALL uuid_v7_create_partitions('months', '2026-11-01', '2027-03-01', '1 month');
SELECT count(*), max(to_time) FROM uuid_v7_partitions('months');
-- one with the same start and another end is none of them
\set VERBOSITY sqlstate
CALL uuid_v7_create_partitions('months', '2026-01-01', '2026-01-02', '1 day');
CALL uuid_v7_create_partitions('months', '2026-01-01', '2026-01-02', '1 hour');
\set VERBOSITY default
\echo :LAST_ERROR_MESSAGE

-- Weeks, days, hours, odd ones; the last one may end after the end asked for
CREATE TABLE steps (id uuid) PARTITION BY RANGE (id);
CREATE FUNCTION made(from_time timestamptz, to_time timestamptz, step interval)
  RETURNS TABLE (partition text, starts timestamptz, ends timestamptz) LANGUAGE plpgsql AS $$
DECLARE
  child regclass;
BEGIN
  CALL uuid_v7_create_partitions('steps', from_time, to_time, step);
  RETURN QUERY SELECT p.partition::text, p.from_time, p.to_time FROM uuid_v7_partitions('steps') AS p;
  FOR child IN SELECT p.partition FROM uuid_v7_partitions('steps') AS p LOOP
    EXECUTE format('DROP TABLE %s', child);
  END LOOP;
END
$$;
SELECT * FROM made('2026-01-05', '2026-01-26', '1 week');
SELECT * FROM made('2024-02-28', '2024-03-02', '1 day');
SELECT * FROM made('2026-01-01 22:00', '2026-01-02 01:00', '1 hour');
SELECT * FROM made('2026-01-01', '2026-01-02', '10 hours');
SELECT * FROM made('2026-01-01', '2026-03-01', '1 month 3 days 7 hours');
SELECT * FROM made('2025-01-01', '2030-01-01', '2 years');
SELECT * FROM made('2026-01-01 00:00:00.25', '2026-01-01 00:00:02', '750 ms');
SELECT * FROM made('2026-01-01 00:00:00.0001', '2026-01-01 00:00:00.004', '1.5 ms');
SELECT * FROM made('2026-01-01 00:00:00.9996', '2026-01-01 00:00:01.001', '1 ms');
SELECT * FROM made('1970-01-01', '1970-01-02', '1 day');
SELECT * FROM made('10889-08-01', '10889-08-02 05:31:50.655', '1 day');
SELECT * FROM made('10889-01-01', '10889-08-02 05:31:50.655', '1 year');

-- The session's time zone moves nothing, with or without a change of clocks
SET timezone = 'America/New_York';
CREATE TABLE zones (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('zones', '2026-03-07 00:00+00', '2026-03-10 00:00+00', '1 day');
CALL uuid_v7_create_partitions('zones', '2026-04-01 00:00+00', '2026-06-01 00:00+00', '1 month');
SET timezone = 'UTC';
SELECT * FROM uuid_v7_partitions('zones');

-- Again is a matter of skipping, however the bounds fall
CREATE TABLE again (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('again', '2026-01-01 00:00:00.0001', '2026-01-01 00:00:00.004', '1.5 ms');
CALL uuid_v7_create_partitions('again', '2026-01-01 00:00:00.0001', '2026-01-01 00:00:00.004', '1.5 ms');
CALL uuid_v7_create_partitions('again', '10889-01-01', '10889-08-02 05:31:50.655', '1 year');
CALL uuid_v7_create_partitions('again', '10889-01-01', '10889-08-02 05:31:50.655', '1 year');
SELECT count(*) FROM uuid_v7_partitions('again');

-- Bounds as pg_partman writes them are recognized, and no v7 is between both styles
CREATE TABLE managed (id uuid) PARTITION BY RANGE (id);
CREATE TABLE managed_p20260101 PARTITION OF managed
  FOR VALUES FROM ('019b76da-a800-0000-0000-000000000000') TO ('019c167f-cc00-0000-0000-000000000000');
CALL uuid_v7_create_partitions('managed', '2026-01-01', '2026-02-01', '1 month');
\set VERBOSITY sqlstate
CALL uuid_v7_create_partitions('managed', '2026-02-01', '2026-03-01', '1 month');
\set VERBOSITY default
INSERT INTO managed VALUES (uuid_v7_upper('2026-01-31 23:59:59.999')), (uuid_v7_lower('2026-02-01'));
SELECT tableoid::regclass, uuid_v7_timestamp(id) FROM managed ORDER BY id;
SELECT * FROM uuid_v7_partitions('managed');

-- Others are listed as they are: open ends, the default, a bound inside a millisecond
CREATE TABLE open (id uuid) PARTITION BY RANGE (id);
CREATE TABLE "Open, past" PARTITION OF open FOR VALUES FROM (MINVALUE) TO (uuid_v7_lower('2026-01-01'));
CREATE TABLE open_future PARTITION OF open FOR VALUES FROM (uuid_v7_lower('2027-01-01')) TO (MAXVALUE);
CREATE TABLE open_default PARTITION OF open DEFAULT;
CREATE TABLE open_odd PARTITION OF open FOR VALUES FROM ('019b76da-a800-7abc-8def-123456789abc') TO ('019b76da-a801-ffff-ffff-ffffffffffff');
SELECT * FROM uuid_v7_partitions('open');
SELECT * FROM uuid_v7_partitions(NULL);

-- A default partition: fine while none of its rows belongs into a new one
CREATE TABLE defaulted (id uuid) PARTITION BY RANGE (id);
CREATE TABLE defaulted_default PARTITION OF defaulted DEFAULT;
INSERT INTO defaulted VALUES (uuid_v7_lower('2026-02-15'));
CALL uuid_v7_create_partitions('defaulted', '2026-01-01', '2026-02-01', '1 month');
CALL uuid_v7_create_partitions('defaulted', '2026-01-01', '2026-03-01', '1 month');
SELECT * FROM uuid_v7_partitions('defaulted');

-- An overlap, or a name that is taken, in the middle: an error, and nothing is left of the run
CREATE TABLE overlapping (id uuid) PARTITION BY RANGE (id);
CREATE TABLE overlapping_odd PARTITION OF overlapping FOR VALUES FROM (uuid_v7_lower('2026-03-10')) TO (uuid_v7_lower('2026-03-20'));
\set VERBOSITY sqlstate
CALL uuid_v7_create_partitions('overlapping', '2026-01-01', '2026-06-01', '1 month');
\set VERBOSITY default
\echo :LAST_ERROR_MESSAGE
SELECT * FROM uuid_v7_partitions('overlapping');
CREATE TABLE overlapping_p20260201 ();
CALL uuid_v7_create_partitions('overlapping', '2026-01-01', '2026-03-01', '1 month');
SELECT * FROM uuid_v7_partitions('overlapping');
-- and with the transaction around it
BEGIN;
CALL uuid_v7_create_partitions('overlapping', '2027-01-01', '2028-01-01', '1 month');
SELECT count(*) FROM uuid_v7_partitions('overlapping');
ROLLBACK;
SELECT count(*) FROM uuid_v7_partitions('overlapping');

-- Intervals that lead nowhere
CALL uuid_v7_create_partitions('steps', '2026-01-01', '2027-01-01', '0');
CALL uuid_v7_create_partitions('steps', '2026-01-01', '2027-01-01', '-1 day');
CALL uuid_v7_create_partitions('steps', '2026-01-01', '2027-01-01', '1 month -31 days');
CALL uuid_v7_create_partitions('steps', '2026-01-01', '2026-01-01 00:00:00.010', '1 us');
CALL uuid_v7_create_partitions('steps', '2026-01-01', '2026-01-01 00:00:00.010', '900 us');
CALL uuid_v7_create_partitions('steps', '2026-01-01', '2027-01-01', NULL);
CALL uuid_v7_create_partitions('steps', NULL, '2027-01-01', '1 day');
CALL uuid_v7_create_partitions('steps', '2026-01-01', NULL, '1 day');
CALL uuid_v7_create_partitions(NULL, '2026-01-01', '2027-01-01', '1 day');
-- times as well
CALL uuid_v7_create_partitions('steps', '2026-01-01', '2026-01-01', '1 day');
CALL uuid_v7_create_partitions('steps', '2026-01-01', '2025-01-01', '1 day');
\set VERBOSITY terse
CALL uuid_v7_create_partitions('steps', '1969-12-31 23:59:59.999999', '1970-01-02', '1 day');
CALL uuid_v7_create_partitions('steps', '-infinity', '1970-01-02', '1 day');
CALL uuid_v7_create_partitions('steps', '10889-08-01', '10889-08-02 05:31:50.655001', '1 day');
CALL uuid_v7_create_partitions('steps', '2026-01-01', 'infinity', '1 day');
\echo :LAST_ERROR_SQLSTATE
\set VERBOSITY default
SELECT * FROM uuid_v7_partitions('steps');

-- Parents that are none
CREATE TABLE plain (id uuid);
CREATE TABLE by_list (id uuid) PARTITION BY LIST (id);
CREATE TABLE by_hash (id uuid) PARTITION BY HASH (id);
CREATE TABLE by_two (id uuid, n integer) PARTITION BY RANGE (id, n);
CREATE TABLE by_expression (id uuid) PARTITION BY RANGE ((uuid_v7_lower(uuid_v7_timestamp(id))));
CREATE TABLE by_number (id bigint) PARTITION BY RANGE (id);
CREATE TABLE by_text (id text) PARTITION BY RANGE (id);
CREATE VIEW view AS SELECT;
CREATE SEQUENCE sequence;
CALL uuid_v7_create_partitions('plain', '2026-01-01', '2027-01-01', '1 month');
SELECT * FROM uuid_v7_partitions('plain');
\set VERBOSITY terse
CALL uuid_v7_create_partitions('by_list', '2026-01-01', '2027-01-01', '1 month');
CALL uuid_v7_create_partitions('by_hash', '2026-01-01', '2027-01-01', '1 month');
CALL uuid_v7_create_partitions('by_two', '2026-01-01', '2027-01-01', '1 month');
CALL uuid_v7_create_partitions('by_expression', '2026-01-01', '2027-01-01', '1 month');
CALL uuid_v7_create_partitions('by_number', '2026-01-01', '2027-01-01', '1 month');
CALL uuid_v7_create_partitions('by_text', '2026-01-01', '2027-01-01', '1 month');
CALL uuid_v7_create_partitions('view', '2026-01-01', '2027-01-01', '1 month');
CALL uuid_v7_create_partitions('sequence', '2026-01-01', '2027-01-01', '1 month');
CALL uuid_v7_create_partitions('nowhere', '2026-01-01', '2027-01-01', '1 month');
CALL uuid_v7_create_partitions(4294967295::regclass, '2026-01-01', '2027-01-01', '1 month');
-- another order than that of the bytes
CREATE FUNCTION backwards(uuid, uuid) RETURNS integer IMMUTABLE LANGUAGE sql RETURN -uuid_cmp($1, $2);
CREATE OPERATOR CLASS backwards FOR TYPE uuid USING btree AS
  OPERATOR 1 >, OPERATOR 2 >=, OPERATOR 3 =, OPERATOR 4 <=, OPERATOR 5 <, FUNCTION 1 backwards(uuid, uuid);
CREATE TABLE by_other_order (id uuid) PARTITION BY RANGE (id backwards);
CALL uuid_v7_create_partitions('by_other_order', '2026-01-01', '2027-01-01', '1 month');
SELECT * FROM uuid_v7_partitions('by_other_order');
\set VERBOSITY default

-- Domains are uuid, and a partition can be a parent
CREATE DOMAIN order_id AS uuid;
CREATE TABLE by_domain (id order_id) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('by_domain', '2026-01-01', '2026-02-01', '1 month');
CREATE TABLE by_domain_p20260201 PARTITION OF by_domain FOR VALUES FROM (uuid_v7_lower('2026-02-01')) TO (uuid_v7_lower('2026-03-01'))
  PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('by_domain_p20260201', '2026-02-01', '2026-03-01', '2 weeks');
SELECT * FROM uuid_v7_partitions('by_domain');
SELECT * FROM uuid_v7_partitions('by_domain_p20260201');

-- Names: quoted, long, of more bytes than letters; in the parent's schema, whatever the path
CREATE SCHEMA "Other ""schema""";
CREATE TABLE "Other ""schema"""."My ""table""" (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('"Other ""schema"""."My ""table"""', '2026-01-01', '2026-02-01', '1 month');
CREATE TABLE a23456789b23456789c23456789d23456789e23456789f23456789g23 (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('a23456789b23456789c23456789d23456789e23456789f23456789g23', '2026-01-01', '2026-01-03', '1 day');
CALL uuid_v7_create_partitions('a23456789b23456789c23456789d23456789e23456789f23456789g23', '2026-02-01', '2026-02-01 02:00', '1 hour');
CREATE TABLE "äöüßäöüßäöüßäöüßäöüßäöüßäöüß" (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('äöüßäöüßäöüßäöüßäöüßäöüßäöüß', '2026-01-01', '2026-01-03', '1 day');
CREATE TABLE "100% $1 %s %I" (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('"100% $1 %s %I"', '2026-01-01', '2026-01-02', '1 day');
CREATE TEMP TABLE temporary (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('temporary', '2026-01-01', '2026-01-02', '1 day');
SELECT n.nspname AS schema, c.relname, octet_length(c.relname)
FROM pg_inherits JOIN pg_class AS c ON c.oid = inhrelid JOIN pg_class AS p ON p.oid = inhparent JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE p.relname ~ '^(My|a2|ä|100)'
ORDER BY c.relname COLLATE "C";
SELECT * FROM uuid_v7_partitions('temporary');
CALL uuid_v7_create_partitions('"Other ""schema"""."My ""table"""', '2026-01-01', '2026-02-01', '1 month');
SELECT * FROM uuid_v7_partitions('"Other ""schema"""."My ""table"""');

-- Nothing on the caller's path or among its operators is used
CREATE SCHEMA trap;
CREATE FUNCTION trap.format(text, VARIADIC text[]) RETURNS text LANGUAGE plpgsql AS $$BEGIN RAISE 'trapped'; END$$;
CREATE FUNCTION trap.uuid_v7_lower(timestamptz) RETURNS uuid LANGUAGE plpgsql AS $$BEGIN RAISE 'trapped'; END$$;
CREATE FUNCTION trap.differ(timestamp, timestamp) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE 'trapped'; END$$;
CREATE OPERATOR trap.<> (LEFTARG = timestamp, RIGHTARG = timestamp, FUNCTION = trap.differ);
CREATE TABLE trap.pg_class ();
CREATE TABLE trapped (id uuid) PARTITION BY RANGE (id);
SET search_path = trap, pg_catalog, public, partitions;
CALL uuid_v7_create_partitions('trapped', '2026-01-01', '2026-01-03', '1 day');
SELECT count(*) FROM uuid_v7_partitions('trapped');
SET search_path = partitions, public;

-- Somebody who owns the table and may create in its schema; somebody who may not
CREATE ROLE regress_uuidx_owner;
CREATE ROLE regress_uuidx_stranger;
GRANT USAGE, CREATE ON SCHEMA partitions TO regress_uuidx_owner;
GRANT USAGE ON SCHEMA partitions TO regress_uuidx_stranger;
SET ROLE regress_uuidx_owner;
CREATE TABLE owned (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('owned', '2026-01-01', '2026-02-01', '1 month');
SELECT partition, pg_get_userbyid(relowner) AS owner FROM uuid_v7_partitions('owned') JOIN pg_class ON oid = partition;
SET ROLE regress_uuidx_stranger;
SELECT * FROM uuid_v7_partitions('owned');
CALL uuid_v7_create_partitions('owned', '2026-02-01', '2026-03-01', '1 month');
RESET ROLE;

-- The extension elsewhere
BEGIN;
CREATE SCHEMA ids;
ALTER EXTENSION uuidx SET SCHEMA ids;
SET LOCAL search_path = partitions;
CALL ids.uuid_v7_create_partitions('owned', '2026-01-01', '2026-03-01', '1 month');
SELECT * FROM ids.uuid_v7_partitions('owned');
ROLLBACK;

-- The decoder of partition bounds in text form: 48 bits, whatever follows
SELECT bound, uuid_v7_partman_decoder(bound)
FROM unnest('{019b76da-a800-7000-8000-000000000000, 019b76da-a800-0000-0000-000000000000, 019b76da-a800-ffff-ffff-ffffffffffff,
  019B76DAA80070008000000000000000, 00000000-0000-0000-0000-000000000000, ffffffff-ffff-ffff-ffff-ffffffffffff, NULL}'::text[]) AS bound;
\set VERBOSITY terse
SELECT uuid_v7_partman_decoder('MINVALUE');
\echo :LAST_ERROR_SQLSTATE
SELECT uuid_v7_partman_decoder('');
SELECT count(*), count(*) FILTER (WHERE uuid_v7_partman_decoder(uuid_v7_lower(at)::text) <> at) AS lost
FROM generate_series('2025-01-01', '2026-12-31', interval '7 hours 1 ms') AS at;

RESET search_path;
SET client_min_messages = warning;
DROP TABLE temporary;
DROP SCHEMA partitions, trap, "Other ""schema""" CASCADE;
DROP ROLE regress_uuidx_owner, regress_uuidx_stranger;
