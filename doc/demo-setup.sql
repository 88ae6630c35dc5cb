-- demo-setup.sql: the tables of `make demo`, and how they are filled

CREATE EXTENSION uuidx;

-- (vacuumed when they are full, not while they are measured)
--
-- the usual way: a random key, a time beside it, and an index for the time
CREATE TABLE by_created_at (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  created_at timestamptz NOT NULL DEFAULT now(),
  what       text
) WITH (autovacuum_enabled = off);
CREATE INDEX ON by_created_at (created_at);

-- and with the time in the key
CREATE TABLE by_key (
  id   uuid PRIMARY KEY DEFAULT uuid_generate_v7(),
  what text
) WITH (autovacuum_enabled = off);

CREATE SCHEMA demo;
CREATE TABLE demo.year AS SELECT date_trunc('second', now()) AS ends;
CREATE TABLE demo.took (which regclass, seconds float8, wal numeric);

-- Inserts 100,000 of so many rows, which are spread evenly over the year, in the order of
-- their time. Returns the milliseconds that it took.
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
