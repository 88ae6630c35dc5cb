--
-- uuid_v7_within with a column without time zone, of a clock that is always as far ahead
-- of UTC: lookups by id, and the reverse.
-- In make test: quick, and the main test of such lookups for times without time zone.
--
\set test within_local
\i test/sql/include/begin_preloaded.sql
CREATE TABLE rows AS
SELECT uuid_v7_lower(at) AS id, n,
  at + interval '1 minute' * (n % 61) * CASE WHEN n % 2 = 0 THEN 1 ELSE -1 END AS created_at
FROM generate_series(1, 920) AS n, LATERAL (SELECT '2026-01-01 01:00Z'::timestamptz + interval '1 hour' * n) AS t(at);

CREATE TABLE local (id uuid, n integer, at timestamp(3), PRIMARY KEY (id, at),
  CONSTRAINT near CHECK (uuid_v7_within(id, at AT TIME ZONE 'UTC', '1 hour'))) PARTITION BY RANGE (at);
CREATE TABLE dated (id uuid, n integer, at date, PRIMARY KEY (id, at),
  CONSTRAINT near CHECK (uuid_v7_within(id, at::timestamp AT TIME ZONE 'UTC', '25 hours'))) PARTITION BY RANGE (at);
CREATE TABLE local_events (id uuid PRIMARY KEY, n integer, at timestamp,
  CHECK (uuid_v7_within(id, at AT TIME ZONE interval '-05:00', '1 hour'))) PARTITION BY RANGE (id);
CREATE TABLE dated_events (id uuid PRIMARY KEY, n integer, at date,
  CHECK (uuid_v7_within(id, at::timestamp AT TIME ZONE 'UTC', '25 hours'))) PARTITION BY RANGE (id);
CALL create_parts('local', '%L', 40);
CALL create_parts('dated', '%L', 40);
CALL create_parts('local_events', 'uuid_v7_lower(%L)', 40);
CALL create_parts('dated_events', 'uuid_v7_lower(%L)', 40);
INSERT INTO local SELECT id, n, created_at AT TIME ZONE 'UTC' FROM rows;
INSERT INTO dated SELECT id, n, (created_at AT TIME ZONE 'UTC')::date FROM rows;
INSERT INTO local_events SELECT id, n, created_at AT TIME ZONE interval '-05:00' FROM rows;
INSERT INTO dated_events SELECT id, n, at FROM dated;
ANALYZE local, dated, local_events, dated_events;
CREATE TABLE local_conditions (condition text);
INSERT INTO local_conditions VALUES
  ($$id = uuid_v7_lower('2026-01-10 00:59:59.999Z')$$), ($$id = uuid_v7_lower('2026-01-10 01:00Z')$$),
  ($$id = uuid_v7_lower('2026-01-10 23:00Z')$$), ($$id = uuid_v7_lower('2026-01-10 23:00:00.001Z')$$),
  ($$id IN (uuid_v7_lower('2026-01-10 12:00Z'), uuid_v7_lower('2026-01-12 12:00Z'))$$),
  ($$id < uuid_v7_lower('2026-01-02 20:00Z')$$), ($$id >= '2026-02-08 12:00Z'::timestamptz$$),
  ($$uuid_time(id) BETWEEN '2026-01-10 12:00Z' AND '2026-01-10 22:00Z'$$),
  ($$id = '4d8e3a52-0f31-4a6b-9d0f-5a2b1c3d4e5f'$$);
SELECT condition, scanned('SELECT FROM local WHERE ' || condition) AS of_timestamp,
  scanned('SELECT FROM dated WHERE ' || condition) AS of_date,
  same('SELECT count(*), sum(n) FROM local WHERE ' || condition)
    AND same('SELECT count(*), sum(n) FROM dated WHERE ' || condition) AS same
FROM local_conditions;
SELECT condition, scanned('SELECT FROM local_events WHERE at ' || condition) AS of_timestamp,
  scanned('SELECT FROM dated_events WHERE at ' || condition) AS of_date
FROM unnest(ARRAY[$$= '2026-01-10'$$, $$> '2026-02-08'$$, $$<= '2026-01-02'$$, $$= 'infinity'$$,
  $$>= '294276-12-31'$$, $$<= '4713-11-24 BC'$$]) AS condition;
\echo '-- what is added is as far from UTC as the clock'
SELECT DISTINCT * FROM conditions($$SELECT FROM local_events WHERE at >= '2026-02-07 18:00'
  AND at < '2026-02-07 19:00'$$);
SELECT DISTINCT * FROM conditions($$SELECT FROM local WHERE id = uuid_v7_lower('2026-01-10 12:00Z')$$);
SELECT DISTINCT * FROM conditions($$SELECT FROM dated WHERE id = uuid_v7_lower('2026-01-10 12:00Z')$$);
\echo '-- generic plans, in which nothing raises an error; and no session''s time zone matters'
PREPARE local_lookup(uuid) AS SELECT n FROM local WHERE id = $1;
PREPARE dated_lookup(uuid) AS SELECT n FROM dated WHERE id = $1;
PREPARE local_at(timestamp) AS SELECT FROM local_events WHERE at = $1;
PREPARE dated_at(date) AS SELECT FROM dated_events WHERE at = $1;
SET plan_cache_mode = force_generic_plan;
SET timezone = 'America/New_York';
SELECT id, scanned(format('EXECUTE local_lookup(%L)', id)) AS of_timestamp,
  scanned(format('EXECUTE dated_lookup(%L)', id)) AS of_date
FROM unnest(ARRAY[uuid_v7_lower('2026-01-10 12:00Z'), uuid_v7_lower('2026-01-10 23:00Z'),
  uuid_v7_lower('2026-01-10 23:00:00.001Z'), uuid_v7_lower('1970-01-01Z'), uuid_v7_upper('infinity'), NULL,
  '00000000-0000-0000-0000-000000000000']) AS id;
SELECT at, scanned(format('EXECUTE local_at(%L)', at)) AS of_timestamp
FROM unnest('{2026-01-10 12:00,2026-01-10 20:00,infinity,-infinity,294276-12-31 23:59:59.999999,4713-11-24 BC,
  NULL}'::timestamp[]) AS at;
SELECT at, scanned(format('EXECUTE dated_at(%L)', at)) AS of_date
FROM unnest('{2026-01-10,infinity,-infinity,5874897-12-31,4714-11-24 BC,NULL}'::date[]) AS at;
RESET plan_cache_mode;
SELECT count(*) FILTER (WHERE scanned('SELECT FROM local WHERE ' || condition) LIKE '% % % % %') AS unpruned,
  bool_and(same('SELECT count(*), sum(n) FROM local WHERE ' || condition)
    AND same('SELECT count(*), sum(n) FROM dated WHERE ' || condition)) AS same
FROM local_conditions;
SET timezone = 'UTC';
\echo '-- which time zones: those with one distance from UTC, whatever the settings are'
CREATE TABLE zoned (id uuid, at timestamp, PRIMARY KEY (id, at), CONSTRAINT near CHECK (true))
  PARTITION BY RANGE (at);
CALL create_parts('zoned', '%L', 12);
CREATE FUNCTION planned_in(zone text, id text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  plan text;
BEGIN
  EXECUTE format('ALTER TABLE zoned DROP CONSTRAINT near,
    ADD CONSTRAINT near CHECK (uuid_v7_within(id, %s, ''1 hour''))', zone);
  plan := scanned('SELECT FROM zoned WHERE id = ' || id);
  RETURN CASE WHEN length(plan) > 100 THEN 'all' ELSE plan END;
END
$$;
SELECT zone, planned_in(zone, $$uuid_v7_lower('2026-01-10 03:00Z')$$) AS constant,
  planned_in(zone, $$uuid_v7_lower('2026-01-10 03:00Z'::timestamptz + (now() - now()))$$) AS when_it_starts
FROM unnest(ARRAY[$$at AT TIME ZONE 'utc'$$, $$at AT TIME ZONE 'Etc/GMT-14'$$, $$timezone('GMT', at)$$,
  $$at AT TIME ZONE interval '14:00'$$, $$at AT TIME ZONE 'EST'$$, $$at AT TIME ZONE '-03'$$,
  $$at AT TIME ZONE 'Europe/London'$$, $$at AT TIME ZONE interval '100 hours'$$,
  $$at$$, $$(at + interval '0') AT TIME ZONE 'UTC'$$]) AS zone;
\i test/sql/include/end.sql
