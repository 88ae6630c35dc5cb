--
-- Rights: what is written into a plan needs none that the query does not need, and what the user
-- may not execute is refused as without uuidx.  All are revoked, and few are granted.
--
-- In make test: quick, and the main test of rights of what is written into plans.
--
\set test rights
\i test/sql/include/begin_preloaded.sql
BEGIN;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC;
CREATE TABLE orders (id uuid PRIMARY KEY, n integer,
  created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED,
  CHECK (uuid_is_v7(id)), CHECK (created_at = uuid_time(id)));
CREATE TABLE mixed (id uuid PRIMARY KEY);
CREATE INDEX ON mixed (id uuid_time_ops);
CREATE TABLE days (id uuid, at timestamptz NOT NULL, CHECK (uuid_v7_within(id, at, '1 hour'))) PARTITION BY RANGE (at);
CREATE TABLE days_1 PARTITION OF days FOR VALUES FROM ('2026-01-01') TO ('2026-01-02');
CREATE TABLE days_2 PARTITION OF days FOR VALUES FROM ('2026-01-02') TO ('2026-01-03');
INSERT INTO orders (id, n) SELECT uuid_generate_v7('2026-01-01'::timestamptz + n * interval '1 hour'), n
  FROM generate_series(0, 47) AS n;
CREATE TABLE parts (id uuid NOT NULL CHECK (uuid_is_v7(id)), n integer) PARTITION BY RANGE (id);
CREATE TABLE parts_all PARTITION OF parts DEFAULT;
INSERT INTO parts SELECT id, n FROM orders;
INSERT INTO mixed SELECT id FROM orders;
INSERT INTO days SELECT id, created_at FROM orders;
CREATE VIEW times AS SELECT uuid_time(id) AS at, n FROM orders;
CREATE ROLE regress_uuidx_app;
GRANT USAGE ON SCHEMA rights TO regress_uuidx_app;
GRANT SELECT ON ALL TABLES IN SCHEMA rights TO regress_uuidx_app;
-- what a query returns, or its error
CREATE FUNCTION result_of(query text, role text DEFAULT 'regress_uuidx_app', planner text DEFAULT 'on')
  RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  result text;
BEGIN
  PERFORM set_config('uuidx.planner', planner, true), set_config('role', role, true);
  EXECUTE query INTO result;
  PERFORM set_config('role', 'none', true), set_config('uuidx.planner', 'on', true);
  RETURN result;
EXCEPTION WHEN insufficient_privilege THEN
  RETURN sqlerrm;
END $$;
CREATE TABLE queries (number integer GENERATED ALWAYS AS IDENTITY, needs text, query text);
INSERT INTO queries (needs, query) VALUES (NULL, $$SELECT count(*) FROM orders WHERE created_at > '2026-01-02'$$),
  (NULL, $$SELECT count(*) FROM orders WHERE created_at > now() - interval '1 hour'$$),
  (NULL, $$SELECT count(*) FROM orders WHERE created_at::date = '2026-01-02'$$),
  (NULL, $$SELECT n FROM orders WHERE (created_at, id) > ('2026-01-02', 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    ORDER BY created_at LIMIT 1$$),
  (NULL, $$SELECT count(*) FROM orders WHERE created_at > '2026-01-02' OR created_at > '2026-01-01 20:00' AND n > 30$$),
  (NULL, $$SELECT n FROM orders ORDER BY created_at DESC LIMIT 1$$),
  (NULL, $$SELECT count(*) FROM days WHERE id = (SELECT id FROM orders WHERE n = 30)$$),
  (NULL, $$SELECT count(*) FROM days WHERE id = ANY (ARRAY(SELECT id FROM orders WHERE n > 30))$$),
  ('uuid_time(uuid)', $$SELECT count(*) FROM orders WHERE uuid_time(id) > '2026-01-02'$$),
  ('uuid_time(uuid)', $$SELECT count(*) FROM orders WHERE uuid_time(id) > now() - interval '1 hour'$$),
  ('uuid_time(uuid)', $$SELECT count(*) FROM orders WHERE uuid_time(id)::date = '2026-01-02'$$),
  ('uuid_time(uuid)', $$SELECT count(*) FROM orders WHERE uuid_time(id) IS NOT NULL$$),
  ('uuid_time(uuid)', $$SELECT count(*) FROM mixed WHERE uuid_time(id) > '2026-01-02'$$),
  ('uuid_time(uuid)', $$SELECT count(*) FROM mixed WHERE uuid_time(id) > now() - interval '1 hour'$$),
  ('uuid_time(uuid)', $$SELECT n FROM orders ORDER BY uuid_time(id) DESC LIMIT 1$$),
  ('uuid_time(uuid)', $$SELECT count(*) FROM (SELECT n FROM orders ORDER BY uuid_time(id) OFFSET 0) AS q$$),
  ('uuid_time(uuid)', $$SELECT max(uuid_time(id)) FROM orders$$),
  ('uuid_time(uuid)', $$SELECT n FROM parts ORDER BY uuid_time(id) DESC LIMIT 1$$),
  ('uuid_time(uuid)', $$SELECT count(*) FROM times WHERE at > '2026-01-02'$$),
  ('uuid_v7_timestamp(uuid)', $$SELECT count(*) FROM mixed WHERE uuid_v7_timestamp(id) > '2026-01-02'$$),
  ('uuid_is_v7(uuid)', $$SELECT count(*) FROM orders WHERE uuid_is_v7(id) AND
    id > '019b76da-a800-7000-8000-000000000000'$$),
  ('uuidx_gt(uuid, timestamptz)', $$SELECT count(*) FROM orders WHERE id > '2026-01-02'::timestamptz$$),
  ('uuidx_gt(uuid, timestamptz)', $$SELECT count(*) FROM orders WHERE id > now() - interval '1 hour'$$),
  ('uuidx_time_gt(uuid, timestamptz)', $$SELECT count(*) FROM mixed WHERE id ~>~ '2026-01-02'::timestamptz$$),
  ('uuidx_contained_by(uuid, uuidx_tstzrange)', $$SELECT count(*) FROM orders WHERE id <@ '[2026-01-02,)'::tstzrange$$);
\echo '-- with no right, and with that of the function that the query names'
CREATE FUNCTION with_right(needs text, query text, planner text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  result text;
BEGIN
  IF needs IS NOT NULL THEN
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO regress_uuidx_app', needs);
  END IF;
  result := result_of(query, planner => planner);
  IF needs IS NOT NULL THEN
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM regress_uuidx_app', needs);
  END IF;
  RETURN result;
END $$;
SELECT left(query, 90) AS query, needs, result_of(query) AS without_right, with_right(needs, query, 'on'),
  result_of(query) = result_of(query, planner => 'off') AND
    with_right(needs, query, 'on') = with_right(needs, query, 'off') AS same
FROM queries ORDER BY number;
\echo '-- predicates of indexes are those of all users, whoever is the first in a session'
SAVEPOINT kept;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO PUBLIC;
REVOKE EXECUTE ON FUNCTION uuid_is_v7(uuid) FROM PUBLIC, regress_uuidx_app;
CREATE TABLE kept (id uuid, n int);
CREATE UNIQUE INDEX ON kept (n) WHERE id >= timestamptz '2026-01-01';
GRANT ALL ON kept TO regress_uuidx_app;
INSERT INTO kept VALUES (uuid_v7_lower('2026-02-01'), 1);
SET LOCAL ROLE regress_uuidx_app;
INSERT INTO kept VALUES ('019c15d9-0000-7000-8000-000000000000', 2);
RESET ROLE;
SELECT result_of($$INSERT INTO kept VALUES ('019c15d9-0000-7000-8000-000000000001', 2)
  ON CONFLICT (n) WHERE id >= timestamptz '2026-01-01' DO NOTHING RETURNING n$$, r, p)
FROM unnest('{none,regress_uuidx_app}'::text[]) AS r, unnest('{on,off}'::text[]) AS p;
ROLLBACK TO kept;
\echo '-- a cached plan, by one role and another, and after GRANT and REVOKE'
SET plan_cache_mode = force_generic_plan;
PREPARE by_any AS SELECT count(*) FROM orders WHERE created_at > '2026-01-02'::timestamptz + 0 * (now() - now());
CREATE FUNCTION planned(role text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  line text;
  result text;
BEGIN
  PERFORM set_config('role', role, true);
  FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) EXECUTE by_any' LOOP
    result := coalesce(result, substring(line FROM '(?:Cond|Filter): \(*(\w+)'));
  END LOOP;
  PERFORM set_config('role', 'none', true);
  RETURN result;
END $$;
SELECT planned('none') AS owner, planned('regress_uuidx_app') AS app,
  result_of('EXECUTE by_any', 'none') AS of_owner, result_of('EXECUTE by_any') AS of_app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO regress_uuidx_app;
GRANT EXECUTE ON FUNCTION planned(text), result_of TO regress_uuidx_app;
SELECT planned('regress_uuidx_app') AS granted;
REVOKE EXECUTE ON FUNCTION uuid_v7_upper FROM regress_uuidx_app;
SELECT planned('regress_uuidx_app') AS revoked, result_of('EXECUTE by_any') AS of_app;
\echo '-- built-in ones are functions as well'
REVOKE EXECUTE ON FUNCTION pg_catalog.uuid_gt FROM PUBLIC;
DEALLOCATE by_any;
PREPARE by_any AS SELECT count(*) FROM parts WHERE uuid_time(id) > '2026-01-02';
SELECT planned('none') AS owner, planned('regress_uuidx_app') AS revoked, result_of('EXECUTE by_any') AS of_app;
GRANT EXECUTE ON FUNCTION pg_catalog.uuid_gt TO PUBLIC;
\echo '-- and what is constant is not evaluated without them'
CREATE TABLE local (id uuid NOT NULL, at timestamp, CHECK (uuid_v7_within(id, at AT TIME ZONE '0'::interval, '1 day')))
  PARTITION BY RANGE (id);
CREATE TABLE local_1 PARTITION OF local FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
GRANT SELECT ON local TO regress_uuidx_app;
REVOKE EXECUTE ON FUNCTION pg_catalog.timezone(interval, timestamp) FROM PUBLIC;
SELECT result_of('SELECT count(*) FROM local WHERE at = ''2026-01-02''') AS of_app;
GRANT EXECUTE ON FUNCTION pg_catalog.timezone(interval, timestamp) TO PUBLIC;
-- hundreds of queries, without one function after another, and without all of them; to use a partial
-- index, and to exclude a table, the server compares constants by operators that no condition has
DEALLOCATE by_any;
CREATE TABLE later (id uuid, n integer, CHECK (id ~>~ '019b76da-a800-7000-8000-000000000000'));
INSERT INTO later SELECT id, n FROM orders WHERE n > 0;
CREATE INDEX ON later (n) WHERE id ~>~ '019b76da-a800-7000-8000-000000000000';
GRANT SELECT ON ALL TABLES IN SCHEMA rights TO regress_uuidx_app;
CREATE TABLE generated AS
WITH sources (name, at) AS (
  VALUES ('orders', ARRAY['created_at', 'uuid_time(id)']), ('mixed', ARRAY['uuid_time(id)', 'uuid_v7_timestamp(id)']),
    ('days', ARRAY['at']), ('parts', ARRAY['uuid_time(id)']), ('later', ARRAY['uuid_time(id)'])
), conditions (name, condition) AS (
  SELECT name, format(c, a) FROM sources, unnest(at) AS a,
    unnest(ARRAY[$$%s > '2026-01-02'$$, $$%s = '2026-01-02'$$, $$%s IN ('2026-01-02', '2026-01-03')$$,
      $$%s <= now() - interval '1 hour'$$,
      $$%s < (SELECT '2026-01-02'::timestamptz)$$, $$%s::date = '2026-01-02'$$, $$extract(year FROM %s) > 2025$$,
      $$%s > '2026-01-02' OR %1$s = '2026-01-01 05:00'$$]) AS c
  UNION ALL SELECT name, c FROM sources,
    unnest(ARRAY[$$id = '019b7c01-0400-7000-8000-000000000000'$$, $$id = (SELECT id FROM orders WHERE n = 30)$$,
      $$id IN ('019b7c01-0400-7000-8000-000000000000', '019b76da-a800-7000-8000-000000000000')$$,
      $$id > '019b7c01-0400-7000-8000-000000000000'$$, 'id = ANY (ARRAY(SELECT id FROM orders WHERE n > 30))',
      $$id > '2026-01-02'::timestamptz$$, $$id ~<=~ '2026-01-02'::timestamptz$$,
      $$id <@ '[2026-01-02,)'::tstzrange$$]) AS c
)
SELECT format(q, name, condition) AS query
FROM conditions, unnest(ARRAY['SELECT count(*) FROM %s WHERE %s'] || CASE
    WHEN name IN ('mixed', 'parts')
    THEN ARRAY['SELECT min(id::text) FROM (SELECT * FROM %s WHERE (%s) ORDER BY id LIMIT 1) AS q']
    WHEN name = 'later' THEN ARRAY['SELECT count(*) FROM %s WHERE (%s) AND n = 30'] END) AS q;
CREATE TABLE functions AS
SELECT objid::regprocedure AS function FROM pg_depend
WHERE classid = 'pg_proc'::regclass AND deptype = 'e'
  AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'uuidx');
\echo '-- the queries with another result, or error, than with uuidx.planner off'
CREATE FUNCTION differing() RETURNS SETOF text LANGUAGE sql AS
  $$ SELECT query FROM generated WHERE result_of(query) IS DISTINCT FROM result_of(query, planner => 'off') $$;
CREATE FUNCTION differing_without(function regprocedure) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('REVOKE EXECUTE ON ROUTINE %s FROM PUBLIC, regress_uuidx_app', function);
  RETURN QUERY SELECT * FROM differing();
  EXECUTE format('GRANT EXECUTE ON ROUTINE %s TO PUBLIC', function);
END $$;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM regress_uuidx_app;
SELECT differing() AS without_any;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public, rights TO PUBLIC;
SELECT count(*) AS queries, count(*) FILTER (WHERE result_of(query) LIKE 'permission denied%') AS errors FROM generated;
SELECT function, min(query), count(*) FROM functions, differing_without(function) AS query GROUP BY function ORDER BY 1;
ROLLBACK;
SELECT count(*) AS revoked FROM pg_proc WHERE proname IN ('uuid_time', 'uuid_gt') AND proacl IS NOT NULL;
\i test/sql/include/end.sql
