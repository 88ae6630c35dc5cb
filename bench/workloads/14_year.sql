-- A year of rows and its last hour: a random key with a created_at beside it, and the time in the key.

INSERT INTO workload
VALUES ('year', DEFAULT, 'INSERT of a year of rows, and a question for its last hour', 'processor time',
  'uuid_generate_v7() alone');

CREATE TABLE by_created_at (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(), created_at timestamptz NOT NULL DEFAULT now(), n int);
CREATE INDEX ON by_created_at (created_at);
CREATE TABLE by_key (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), n int);

-- run is what to insert, made of the row's time
INSERT INTO item (workload, item, run) VALUES
  ('year', 'v4, and an indexed created_at', 'by_created_at (created_at, n) SELECT at, n'),
  ('year', 'uuid_generate_v7() alone', 'by_key (id, n) SELECT uuid_generate_v7(at), n');

/*
 * Inserts the rows in the order of their time and asks for the last hour, in every round,
 * each into an empty table and after a checkpoint. "last hour" is planning and execution.
 */
CREATE PROCEDURE time_year(row_count int, rounds int) LANGUAGE plpgsql AS $$
DECLARE
  i item;
  start float8;
  wal pg_lsn;
  took record;
  relation text;
  time_column text;
BEGIN
  UPDATE workload SET title = title || to_char(row_count, '", "FM999,999,999" rows"') WHERE workload = 'year';
  FOR r IN 1 .. rounds LOOP
    FOR i IN SELECT * FROM turn('year', r) LOOP
      relation := split_part(i.run, ' ', 1);
      time_column := CASE relation WHEN 'by_key' THEN 'id' ELSE 'created_at' END;
      EXECUTE format('TRUNCATE %I', relation);
      COMMIT;
      CHECKPOINT;
      wal := pg_current_wal_insert_lsn();
      start := bench_cpu_seconds();
      EXECUTE format('INSERT INTO %s FROM generate_series(1, $1) AS n, '
                     'LATERAL (SELECT now() + (n - $1) * (interval ''365 days'' / $1)) AS t (at)', i.run)
        USING row_count;
      COMMIT;
      CALL keep('year', i.item, '', 'processor time', 's', r, bench_cpu_seconds() - start);
      CALL keep('year', i.item, '', 'WAL', 'MB', r, (pg_current_wal_insert_lsn() - wal)::float8 / 1e6);
      CALL keep('year', i.item, '', 'table', 'MB', r, pg_table_size(relation) / 1e6);
      CALL keep('year', i.item, '', 'indexes', 'MB', r, pg_indexes_size(relation) / 1e6);
      EXECUTE format('ANALYZE %I', relation);
      took := time_plan(format('SELECT count(n) FROM %I WHERE %I >= now() - interval ''1 hour''',
                               relation, time_column), 50);
      CALL keep('year', i.item, '', 'planning', 'ms', r, took.planning);
      CALL keep('year', i.item, '', 'last hour', 'ms', r, took.planning + took.execution);
      COMMIT;
    END LOOP;
    RAISE NOTICE '   round % of %', r, rounds;
  END LOOP;
END $$;
\if :full
CALL time_year(1000000, 9);
\else
CALL time_year(300000, 5);
\endif

SELECT format('CALL promise(%L, ratio(''year'', %L, %L, %L), %s)',
              format('insert of a year, %s: v7 alone / v4 and created_at', metric),
              'uuid_generate_v7() alone', 'v4, and an indexed created_at', metric, allowed)
FROM (VALUES ('processor time', 0.6), ('WAL', 0.8), ('indexes', 0.65)) AS v(metric, allowed) \gexec
CALL promise('the last hour of a year: microseconds more by v7 than by created_at',
  1000 * (median('year', 'uuid_generate_v7() alone', 'last hour')
    - median('year', 'v4, and an indexed created_at', 'last hour')), 50);
DROP TABLE by_created_at, by_key;
