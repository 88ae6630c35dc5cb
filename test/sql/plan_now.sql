--
-- Lower bounds that move with the clock leave out partitions while the query is
-- planned.  What is printed does not depend on when this runs, from 2026 on.
-- In make test: quick, and the main test of pruning by the clock.
--
\set test plan_now
\i test/sql/include/begin.sql
-- What is past, and the rest
CREATE TABLE orders (id uuid CHECK (uuid_is_v7(id)), n integer) PARTITION BY RANGE (id);
CREATE TABLE orders_past PARTITION OF orders FOR VALUES FROM (MINVALUE) TO (uuid_v7_lower('2020-01-01'));
CREATE TABLE orders_later PARTITION OF orders FOR VALUES FROM (uuid_v7_lower('2020-01-01'))
  TO (uuid_v7_lower('2025-01-01'));
CREATE TABLE orders_rest PARTITION OF orders FOR VALUES FROM (uuid_v7_lower('2025-01-01')) TO (MAXVALUE);
CREATE TABLE sixes (id uuid CHECK (uuid_is_v6(id))) PARTITION BY RANGE (id);
CREATE TABLE sixes_past PARTITION OF sixes FOR VALUES FROM (MINVALUE) TO (uuid_v6_lower('2025-01-01'));
CREATE TABLE sixes_rest PARTITION OF sixes FOR VALUES FROM (uuid_v6_lower('2025-01-01')) TO (MAXVALUE);
CREATE TABLE history (id uuid) PARTITION BY RANGE (id uuid_time_ops);
CREATE TABLE history_past PARTITION OF history FOR VALUES FROM (MINVALUE) TO (uuid_time_lower('2025-01-01'));
CREATE TABLE history_rest PARTITION OF history FOR VALUES FROM (uuid_time_lower('2025-01-01'))
  TO (uuid_time_lower('infinity'));
CREATE TABLE history_timeless PARTITION OF history FOR VALUES FROM (uuid_time_lower('infinity')) TO (MAXVALUE);
INSERT INTO orders SELECT uuid_generate_v7(now() - (30 * n + 10) * interval '1 min'), n
  FROM generate_series(0, 999) AS n;
INSERT INTO orders SELECT uuid_generate_v7('2019-01-01'), 1000;
INSERT INTO history SELECT id FROM orders;

\echo '-- what does not decrease as time goes on'
SELECT condition, scanned FROM planned(
  $$orders WHERE id >= now() - interval '1 hour'$$, $$orders WHERE now() - interval '1 hour' < id$$,
  $$orders WHERE id > CURRENT_TIMESTAMP(0) AND id < now()$$,
  $$orders WHERE id >= statement_timestamp() - interval '1 hour'$$, $$orders WHERE id >= CURRENT_DATE - 7$$,
  $$orders WHERE id >= LOCALTIMESTAMP - interval '1 day'$$, $$orders WHERE id >= now()::date$$,
  $$orders WHERE id >= CURRENT_DATE + time '00:30'$$, $$orders WHERE id >= date_bin('1 hour', now(), 'epoch')$$,
  $$orders WHERE id >= date_trunc('month', now() - interval '1 month')$$,
  $$orders WHERE id >= date_trunc('day', now(), 'Asia/Tokyo')$$,
  $$orders WHERE id >= date_trunc('day', now() AT TIME ZONE 'Asia/Tokyo') AT TIME ZONE 'Asia/Tokyo'$$,
  $$orders WHERE id >= (now() - interval '1 month')::timestamptz(0)$$,
  $$orders WHERE id <@ tstzrange(now() - interval '1 hour', now())$$,
  $$orders WHERE uuid_time(id) >= CURRENT_DATE$$, $$orders WHERE now()::date < uuid_time(id)$$,
  $$orders WHERE uuid_time(id) = now()$$, $$sixes WHERE uuid_time(id) > now()$$,
  $$history WHERE id ~>=~ now() - interval '1 hour'$$, $$history WHERE uuid_time(id) >= now() - interval '1 hour'$$);
\echo '-- values that are unknown until the plan runs'
SELECT condition, scanned FROM planned(
  $$orders WHERE id <= now()$$, $$orders WHERE id >= clock_timestamp() - interval '1 hour'$$,
  $$orders WHERE id >= now() - n * interval '1 hour'$$,
  $$orders WHERE id >= now() - (random() * 10) * interval '1 hour'$$,
  $$orders WHERE id >= greatest(now(), '2026-01-01')$$,
  $$orders WHERE id >= '2026-01-01'::timestamptz - (now() - '2025-01-01')$$, $$orders WHERE id >= now() OR n = 5$$,
  $$orders WHERE NOT id >= now()$$);
\echo '-- a month has 28 to 31 days: the 29th minus a month may be in another month than the 28th minus a month'
SELECT condition, scanned FROM planned(
  $$orders WHERE id >= date_trunc('month', now() - interval '1 month' + interval '1 hour')$$,
  $$orders WHERE id >= (now() - interval '1 month -1 hour')::date$$,
  $$orders WHERE id >= now() - interval '1 month 1 hour' - interval '1 month'$$,
  $$orders WHERE id >= (CURRENT_DATE AT TIME ZONE 'Asia/Tokyo')::timestamptz AT TIME ZONE 'America/Lima'$$);
\echo '-- constants need no clock, but may need the time zone'
SELECT condition, scanned FROM planned($$orders WHERE id >= '2025-02-01'::timestamptz + interval '1 hour'$$,
  $$orders WHERE id >= '2025-02-01'::date$$, $$orders WHERE id >= '2025-01-02'::date$$);
\echo '-- out of what UUIDs can have'
SELECT condition, scanned FROM planned($$orders WHERE id >= now() + interval '20000 years'$$, $$orders
  WHERE id >= now() - interval '5000 years'$$);
\echo '-- the rows are those of the exact condition, in every kind of statement'
PREPARE recent AS SELECT count(*) FROM orders WHERE id >= now() - interval '1 hour' AND uuid_time(id) <= now();
SET plan_cache_mode = force_generic_plan;
BEGIN;
DELETE FROM orders WHERE n < 1000;
INSERT INTO orders SELECT uuid_generate_v7(now() - (30 * n + 10) * interval '1 min'), n
  FROM generate_series(0, 999) AS n;
SELECT scanned('EXECUTE recent');
EXECUTE recent;
SELECT count(*) FROM history WHERE uuid_time(id) >= now() - interval '100 years' AND uuid_time(id) < '2020-01-01';
DECLARE c CURSOR FOR SELECT n FROM orders WHERE id > now() - interval '1 hour' ORDER BY n;
FETCH ALL FROM c;
DELETE FROM orders WHERE uuid_time(id) >= now() - interval '30 minutes' RETURNING n;
COMMIT;

\echo '-- checks and index predicates do not depend on the time of planning'
CREATE TABLE checked (id uuid, CONSTRAINT recent CHECK (id >= now() - interval '1 hour'));
\set VERBOSITY terse
INSERT INTO checked VALUES (uuid_generate_v7(now() - interval '2 hours'));
\set VERBOSITY default
SET constraint_exclusion = on;
SELECT scanned($$SELECT FROM checked WHERE id <= '2020-01-01'::timestamptz$$);
RESET constraint_exclusion;
CREATE INDEX ON checked (id) WHERE id >= now();
\i test/sql/include/end.sql
