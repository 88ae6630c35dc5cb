-- demo-setup.sql: the tables of `make demo`, and the function that fills them

CREATE EXTENSION uuidx;

-- Autovacuum is off so that it does not run during a measurement. The demo runs VACUUM when
-- the tables are full.

-- A random key, a created_at, and an index on it
CREATE TABLE by_created_at (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  created_at timestamptz NOT NULL DEFAULT now(),
  what       text
) WITH (autovacuum_enabled = off);
CREATE INDEX ON by_created_at (created_at);

-- A key that contains the creation time
CREATE TABLE by_key (
  id   uuid PRIMARY KEY DEFAULT uuid_generate_v7() CHECK (uuid_is_v7(id)),
  what text
) WITH (autovacuum_enabled = off);

CREATE SCHEMA demo;
CREATE TABLE demo.year AS SELECT date_trunc('second', now()) AS ends;
CREATE TABLE demo.took (which regclass, seconds float8, wal numeric);

-- Inserts 100,000 of the given number of rows, which are spread evenly over the year, in the
-- order of their time. Returns the milliseconds that it took.
CREATE FUNCTION demo.fill(which regclass, first integer, rows integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  begun timestamptz := clock_timestamp();
  wal pg_lsn := pg_current_wal_insert_lsn();
  seconds float8;
BEGIN
  EXECUTE format('INSERT INTO %s (%s, what) SELECT %s, ''heartbeat''
    FROM demo.year, generate_series($1, $1 + 99999) AS n,
      LATERAL (SELECT date_trunc(''milliseconds'', ends + (n - $2) * (interval ''365 days'' / $2))) AS t (at)',
    which, CASE which::text WHEN 'by_key' THEN 'id' ELSE 'created_at' END,
    CASE which::text WHEN 'by_key' THEN 'uuid_generate_v7(at)' ELSE 'at' END) USING first, rows;
  seconds := extract(epoch FROM clock_timestamp() - begun);
  INSERT INTO demo.took VALUES (which, seconds, pg_current_wal_insert_lsn() - wal);
  RETURN 1 + seconds * 1000;
END$$;

-- The names in the plan of a query: "Node Type" or "Relation Name"
CREATE FUNCTION demo.in_plan(query text, name text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  plan json;
BEGIN
  EXECUTE 'EXPLAIN (FORMAT JSON) ' || query INTO plan;
  RETURN QUERY SELECT DISTINCT v.value #>> '{}'
    FROM jsonb_path_query(plan::jsonb, format('$.**."%s"', name)::jsonpath) AS v (value);
END$$;

-- The milliseconds for planning and execution of a query: the median of five times
CREATE FUNCTION demo.time_of(query text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
  plan json;
  times float8[];
BEGIN
  FOR n IN 1 .. 5 LOOP
    EXECUTE 'EXPLAIN (ANALYZE, TIMING OFF, SUMMARY, FORMAT JSON) ' || query INTO plan;
    times := times || (plan->0->>'Planning Time')::float8 + (plan->0->>'Execution Time')::float8;
  END LOOP;
  RETURN (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) FROM unnest(times) AS ms);
END$$;
