-- A year of rows and its last hour: a random key with a created_at beside it, and the time in the key.

INSERT INTO workload VALUES
  ('year', DEFAULT, 'INSERT of a year of rows', 'processor time', 'uuid_generate_v7() alone'),
  ('hour', DEFAULT, 'The last hour of that year', 'execution', 'id >= now() ...');

CREATE TABLE by_created_at (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(), created_at timestamptz NOT NULL DEFAULT now(), n int);
CREATE INDEX ON by_created_at (created_at);
CREATE TABLE by_key (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), n int);

-- run is what to insert, made of the row's time
INSERT INTO item (workload, item, run) VALUES
  ('year', 'v4, and an indexed created_at', 'by_created_at (created_at, n) SELECT at, n'),
  ('year', 'uuid_generate_v7() alone', 'by_key (id, n) SELECT uuid_generate_v7(at), n');

-- Inserts the rows in the order of their time, in every round into an empty table and
-- after a checkpoint
CREATE PROCEDURE time_year(row_count int, rounds int) LANGUAGE plpgsql AS $$
DECLARE
  i item;
  start float8;
  wal pg_lsn;
  relation text;
BEGIN
  UPDATE workload SET title = title || to_char(row_count, '", "FM999,999,999" rows"') WHERE workload = 'year';
  FOR r IN 1 .. rounds LOOP
    FOR i IN SELECT * FROM turn('year', r) LOOP
      relation := split_part(i.run, ' ', 1);
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
FROM (VALUES ('processor time', 0.6), ('WAL', 0.8), ('indexes', 0.65)) AS v(metric, allowed) \gexec
SELECT format('CALL promise(%L, 1000 * (median(''hour'', %L, %L, %L) - median(''hour'', %L, %3$L, %4$L)), %6$s)',
              format('the last hour of a year, %s: microseconds more by id than by created_at', metric),
              'id >= now() ...', metric, 'one table', 'created_at >= now() ...', allowed)
FROM (VALUES ('planning', 50), ('execution', 20)) AS v(metric, allowed) \gexec
DROP TABLE by_created_at, by_key;
