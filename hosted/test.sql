--
-- hosted/test.sql: tests hosted/uuidx.sql on your server, and leaves nothing behind
--
-- Run it with psql in this directory: psql -X -d ... -f test.sql, or make hosted-test DB=...
-- It uses a schema of its own and one transaction, which it rolls back.  The role needs
-- the CREATE privilege on the database.
--
\set QUIET on
\set ON_ERROR_STOP on
\pset tuples_only on
\pset format unaligned
\set text `sed -e '/^BEGIN;$/d' -e '/^COMMIT;$/d' uuidx.sql`

BEGIN;
SET LOCAL client_min_messages = warning;
CREATE SCHEMA uuidx_hosted_test;
SET LOCAL search_path = uuidx_hosted_test;
:text
:text
SET LOCAL timezone = 'UTC';
SET LOCAL enable_seqscan = off;
SET LOCAL enable_bitmapscan = off;

CREATE TABLE plain (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(),
  at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED, CHECK (uuid_is_v7(id)));
INSERT INTO plain SELECT uuid_generate_v7(now() - (n * 10 + 5) * interval '1 minute') FROM generate_series(0, 2000) AS n;
CREATE TABLE parted (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('parted', now() - interval '30 days', now() + interval '30 days', '1 day');
INSERT INTO parted SELECT uuid_generate_v7(now() - n * interval '1 hour') FROM generate_series(0, 700) AS n;
ANALYZE plain, parted;
PREPARE since (timestamptz) AS SELECT FROM parted WHERE id >= $1;

CREATE FUNCTION plan_of(query text, options text DEFAULT 'COSTS OFF') RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  line text;
  plan text := '';
BEGIN
  FOR line IN EXECUTE format('EXPLAIN (%s) %s', options, query) LOOP
    plan := plan || line || E'\n';
  END LOOP;
  RETURN plan;
END
$$;
-- The number of partitions that a query scans, after pruning by the planner and at the start
CREATE FUNCTION scans(query text) RETURNS bigint LANGUAGE sql
RETURN (SELECT count(*) FROM regexp_matches(plan_of(query, 'COSTS OFF, ANALYZE, TIMING OFF, SUMMARY OFF'),
  'on parted_p', 'g'));
CREATE FUNCTION state_of(statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE statement;
  RETURN '00000';
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE;
END
$$;

CREATE TEMP TABLE checks (n integer GENERATED ALWAYS AS IDENTITY, condition text, holds boolean);
INSERT INTO checks (condition) VALUES
  ($$uuid_version(uuid_generate_v7()) = 7 AND uuid_variant(uuid_generate_v7()) = 'rfc9562'$$),
  ($$abs(extract(epoch FROM clock_timestamp() - uuid_time(uuid_generate_v7()))) < 60$$),
  ($$abs(extract(epoch FROM clock_timestamp() - uuid_time(uuid_generate_v6()))) < 60$$),
  ($$uuid_version(uuid_generate_v4_random()) = 4$$),
  ($$(SELECT count(DISTINCT uuid_generate_v7()) FROM generate_series(1, 10000)) = 10000$$),
  ($$uuid_v7_timestamp_us(uuid_generate_v7('2026-06-15 12:00:00.123456Z')) = '2026-06-15 12:00:00.123456Z'$$),
  ($$uuid_time(uuid_generate_v6('2026-06-15 12:00:00.123456Z')) = '2026-06-15 12:00:00.123456Z'$$),
  ($$(SELECT bool_and(uuid_v7_timestamp_us(uuid_generate_v7(t)) = t)
     FROM generate_series(0, 999) AS n, LATERAL (SELECT '2026-06-15Z'::timestamptz + n * interval '1 us') AS s (t))$$),
  ($$uuid_generate_v7('2026-06-15Z', 5) < uuid_generate_v7('2026-06-15Z', 6)$$),
  ($$abs(extract(epoch FROM clock_timestamp() - interval '7 days'
     - uuid_time(uuid_generate_v7_shifted('-7 days')))) < 60$$),
  ($$state_of('SELECT uuid_generate_v7_shifted(''-1000 years'')') = '22008'$$),
  ($$uuid_unix_timestamp('017f22e2-79b0-8cc3-18c4-dc0c0c07398f') = '2022-02-22 19:22:22Z'$$),
  ($$state_of('SELECT uuid_generate_v7(timestamptz ''infinity'')') = '22008'$$),
  ($$state_of('SELECT uuid_generate_v7(now(), 16384)') = '22023'$$),
  ($$state_of('SELECT uuid_v1_to_v6(gen_random_uuid())') = '22023'$$),
  ($$uuid_time('c232ab00-9414-11ec-b3c8-9f6bdeced846') = '2022-02-22 19:22:22Z'$$),
  ($$uuid_time('1ec9414c-232a-6b00-b3c8-9f6bdeced846') = '2022-02-22 19:22:22Z'$$),
  ($$uuid_time('017f22e2-79b0-7cc3-98c4-dc0c0c07398f') = '2022-02-22 19:22:22Z'$$),
  ($$uuid_v1_to_v6('c232ab00-9414-11ec-b3c8-9f6bdeced846') = '1ec9414c-232a-6b00-b3c8-9f6bdeced846'$$),
  ($$uuid_v6_to_v1('1ec9414c-232a-6b00-b3c8-9f6bdeced846') = 'c232ab00-9414-11ec-b3c8-9f6bdeced846'$$),
  ($$uuid_generate_v3_md5(uuid_namespace('dns'), 'www.example.com') = '5df41881-3aed-3515-88a7-2f4a814cf09e'$$),
  ($$uuid_generate_v8_sha256(uuid_namespace('dns'), 'www.example.com') = '5c146b14-3c52-8afd-938a-375d0df1fbf6'$$),
  ($$uuid_generate_v8(uuid_send('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')) = '017f22e2-79b0-8cc3-98c4-dc0c0c07398f'$$),
  ($$uuid_v7_lower('2026-06-15Z') = '019ec893-f400-7000-8000-000000000000'$$),
  ($$uuid_v7_upper('2026-06-15Z') = '019ec893-f400-7fff-bfff-ffffffffffff'$$),
  ($$uuid_v7_lower('infinity') = 'ffffffff-ffff-ffff-ffff-ffffffffffff'$$),
  ($$uuid_v7_upper('-infinity') = '00000000-0000-0000-0000-000000000000'$$),
  ($$(SELECT bool_and((id >= t) = (uuid_v7_timestamp(id) >= t) AND (t > id) = (uuid_v7_timestamp(id) < t))
     FROM plain, LATERAL (VALUES (at), (now()), (now() - interval '10 hours'), ('infinity')) AS v (t))$$),
  ($$NOT gen_random_uuid() >= timestamptz '-infinity' AND NOT gen_random_uuid() < timestamptz 'infinity'$$),
  ($$(NULL::uuid >= now()) IS NULL AND (uuid_generate_v7() >= NULL::timestamptz) IS NULL$$),
  ($$(SELECT count(*) FROM plain WHERE id > now() - interval '1 hour') = 6$$),
  ($$(SELECT count(*) FROM plain
     WHERE id <@ tstzrange(now() - interval '2 hours', now() - interval '1 hour', '(]')) = 6$$),
  ($$(SELECT count(*) FROM plain WHERE at <> uuid_v7_timestamp(id)) = 0$$),
  ($$uuid_v7_within(uuid_generate_v7(), now(), '1 hour')
     AND NOT uuid_v7_within(gen_random_uuid(), now(), '1 hour')$$),
  ($$state_of('INSERT INTO plain VALUES (gen_random_uuid())') = '23514'$$),
  ($$plan_of('SELECT FROM plain WHERE id >= timestamptz ''2026-06-15Z''') 
     ~ 'Index Cond: \(id >= ''019ec893-f400-7000-'$$),
  ($$plan_of('SELECT FROM plain WHERE id >= now() - interval ''1 hour''') ~ 'Index Cond: \(id >= '$$),
  ($$plan_of('SELECT FROM plain WHERE now() - interval ''1 hour'' <= id') ~ 'Index Cond: \(id >= '$$),
  ($$plan_of('SELECT FROM plain WHERE id <@ tstzrange(now(), NULL)') ~ 'Index Cond: \(\(id >= '$$),
  ($$scans('SELECT FROM parted WHERE id >= now() + interval ''29 days''') <= 3$$),
  ($$scans(format('SELECT FROM parted WHERE id >= %L::timestamptz', now() + interval '29 days')) <= 3$$),
  ($$scans('EXECUTE since (now() + interval ''29 days'')') <= 3$$),
  ($$set_config('plan_cache_mode', 'force_generic_plan', true) IS NOT NULL
     AND scans('EXECUTE since (now() + interval ''29 days'')') <= 3$$),
  ($$(SELECT bool_and(p.tableoid = partition) FROM (SELECT tableoid, id FROM parted) AS p
     JOIN uuid_v7_partitions('parted') ON uuid_time(id) >= from_time AND uuid_time(id) < to_time)$$),
  ($$state_of('CALL uuid_v7_create_partitions(''parted'', now() + interval ''1 year'', now() + interval ''2 years'', ''1 second'')') = '54000'$$),
  ($$state_of('CALL uuid_v7_drop_partitions(''parted'', now() - interval ''20 days'')') = '00000'
     AND (SELECT min(to_time) > now() - interval '20 days' AND min(from_time) <= now() - interval '20 days' FROM uuid_v7_partitions('parted'))$$),
  ($$state_of('CALL uuid_v7_drop_partitions(''parted'', now() + interval ''1 hour'')') = '22023'$$),
  ($$state_of('CALL uuid_v7_create_partitions(''parted'', now(), now() + interval ''1 day'', ''1 hour'')') = '00000'
     AND (SELECT max(to_time - from_time) = min(to_time - from_time) FROM uuid_v7_partitions('parted'))$$),
  ($$uuid_v7_within(NULL, 'infinity', '1 s') IS NULL$$),
  ($$CASE WHEN pg_has_role('pg_read_all_stats', 'USAGE') THEN uuid_v7_horizon() < uuid_generate_v7(now() + interval '1 minute')
     ELSE state_of('SELECT uuid_v7_horizon()') = '42501' END$$),
  ($$(SELECT uuid_time(min(id)) < now() - interval '20000 minutes' AND min(id) < max(id) FROM plain)$$);

DO $$
DECLARE
  c record;
  answer boolean;
BEGIN
  FOR c IN SELECT n, condition FROM pg_temp.checks ORDER BY n LOOP
    BEGIN
      EXECUTE 'SELECT ' || c.condition INTO answer;
      UPDATE pg_temp.checks SET holds = coalesce(answer, false) WHERE n = c.n;
    EXCEPTION WHEN OTHERS THEN
      RAISE WARNING '%', SQLERRM;
      UPDATE pg_temp.checks SET holds = false WHERE n = c.n;
    END;
  END LOOP;
END
$$;

SELECT 'failed: ' || condition FROM checks WHERE NOT holds ORDER BY n;
SELECT format('%s of %s checks passed on PostgreSQL %s', count(*) FILTER (WHERE holds), count(*),
  current_setting('server_version'))
FROM checks;
SELECT EXISTS (SELECT FROM checks WHERE NOT holds) AS failed \gset
ROLLBACK;
DEALLOCATE since;
\if :failed
DO $$ BEGIN RAISE EXCEPTION 'hosted/uuidx.sql failed checks on this server'; END $$;
\endif
