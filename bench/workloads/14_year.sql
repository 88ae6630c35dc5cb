-- A year of rows and its last hour: keys with a created_at and its index, and keys alone, which contain the time.

INSERT INTO workload VALUES
  ('year', DEFAULT, 'INSERT of a year of rows', 'CPU time', 'uuid_generate_v7() alone'),
  ('hour', DEFAULT, 'The last hour of that year', 'execution', 'id >= now() ...');

-- The table's columns, and what to insert, computed from the row's time
CREATE TABLE year_item (item text PRIMARY KEY, columns text NOT NULL, needs text, of_time text NOT NULL);
INSERT INTO year_item VALUES
  ('bigint, and an indexed created_at',
   'id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, created_at timestamptz NOT NULL', NULL,
   '(created_at, n) SELECT at, n'),
  ('v4, and an indexed created_at',
   'id uuid PRIMARY KEY DEFAULT gen_random_uuid(), created_at timestamptz NOT NULL', NULL,
   '(created_at, n) SELECT at, n'),
  ('core uuidv7(), and an indexed created_at',
   'id uuid PRIMARY KEY, created_at timestamptz NOT NULL', 'have(''uuidv7(interval)'')',
   '(id, created_at, n) SELECT uuidv7(at - now()), at, n'),
  ('uuid_generate_v7(), and an indexed created_at',
   'id uuid PRIMARY KEY, created_at timestamptz NOT NULL', NULL,
   '(id, created_at, n) SELECT uuid_generate_v7(at), at, n'),
  ('core uuidv7() alone', 'id uuid PRIMARY KEY', 'have(''uuidv7(interval)'')', '(id, n) SELECT uuidv7(at - now()), n'),
  ('uuid_generate_v7() alone', 'id uuid PRIMARY KEY', NULL, '(id, n) SELECT uuid_generate_v7(at), n');
INSERT INTO item (workload, item, needs, run)
SELECT 'year', item, needs, of_time FROM year_item;

CREATE PROCEDURE make_year(name text, item_ text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TABLE %I (%s, n int)', name, (SELECT columns FROM year_item WHERE item = item_));
  IF item_ ~ 'created_at' THEN
    EXECUTE format('CREATE INDEX ON %I (created_at)', name);
  END IF;
END $$;

-- Inserts the rows in the order of their time
CREATE PROCEDURE fill_year(name text, item_ text, row_count int) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('INSERT INTO %I %s FROM generate_series(1, $1) AS n, '
                 'LATERAL (SELECT now() + (n - $1) * (interval ''365 days'' / $1)) AS t (at)',
                 name, (SELECT of_time FROM year_item WHERE item = item_))
    USING row_count;
END $$;

-- Every item in every round, in a new table and after a checkpoint
CREATE PROCEDURE time_year(row_count int, rounds int) LANGUAGE plpgsql AS $$
DECLARE
  i item;
  start float8;
  wal pg_lsn;
BEGIN
  CALL skip_missing('year');
  UPDATE workload SET title = title || to_char(row_count, '", "FM999,999,999" rows"') WHERE workload = 'year';
  FOR r IN 1 .. rounds LOOP
    FOR i IN SELECT * FROM turn('year', r) LOOP
      CALL make_year('target', i.item);
      COMMIT;
      CHECKPOINT;
      wal := pg_current_wal_insert_lsn();
      start := bench_cpu_seconds();
      CALL fill_year('target', i.item, row_count);
      COMMIT;
      CALL keep('year', i.item, '', 'CPU time', 's', r, bench_cpu_seconds() - start);
      CALL keep('year', i.item, '', 'WAL', 'MB', r, (pg_current_wal_insert_lsn() - wal)::float8 / 1e6);
      CALL keep('year', i.item, '', 'table', 'MB', r, pg_table_size('target') / 1e6);
      CALL keep('year', i.item, '', 'indexes', 'MB', r, pg_indexes_size('target') / 1e6);
      DROP TABLE target;
      COMMIT;
    END LOOP;
    RAISE NOTICE '   round % of %', r, rounds;
  END LOOP;
END $$;
\if :full
\set row_count 1000000
CALL time_year(:row_count, 9);
\else
\set row_count 300000
CALL time_year(:row_count, 5);
\endif

CALL make_year('by_created_at', 'v4, and an indexed created_at');
CALL fill_year('by_created_at', 'v4, and an indexed created_at', :row_count);
CALL make_year('by_key', 'uuid_generate_v7() alone');
CALL fill_year('by_key', 'uuid_generate_v7() alone', :row_count);
VACUUM (FREEZE, ANALYZE) by_created_at, by_key;
INSERT INTO item (workload, item, run) VALUES
  ('hour', 'created_at >= now() ...',
   'SELECT count(n) FROM by_created_at WHERE created_at >= now() - interval ''1 hour'''),
  ('hour', 'id >= now() ...',
   'SELECT count(n) FROM by_key WHERE id >= now() - interval ''1 hour''');
\if :full
CALL time_plans('hour', '{one table}', 100);
\else
CALL time_plans('hour', '{one table}', 25);
\endif

SELECT format('CALL promise(%L, ratio(''year'', %L, %L, %L), %s)',
              format('insert of a year, %s: v7 alone / v4 and created_at', metric),
              'uuid_generate_v7() alone', 'v4, and an indexed created_at', metric, allowed)
FROM (VALUES ('CPU time', 0.6), ('WAL', 0.8), ('indexes', 0.65)) AS v(metric, allowed) \gexec
SELECT format('CALL promise(%L, 1000 * (median(''hour'', %L, %L, %L) - median(''hour'', %L, %3$L, %4$L)), %6$s)',
              format('the last hour of a year, %s: microseconds more by id than by created_at', metric),
              'id >= now() ...', metric, 'one table', 'created_at >= now() ...', allowed)
FROM (VALUES ('planning', 50), ('execution', 20)) AS v(metric, allowed) \gexec
DROP TABLE by_created_at, by_key;
