-- A table that grows: CPU time to insert each next part, and to query its last rows.
--
-- In the full mode the table's index grows larger than shared_buffers.

INSERT INTO workload VALUES ('table', DEFAULT, 'CPU time to insert into a table that grows');
INSERT INTO item (workload, item, needs, run) VALUES
  ('table', 'core gen_random_uuid()', NULL, 'id uuid PRIMARY KEY DEFAULT gen_random_uuid()'),
  ('table', 'core uuidv7()', 'have(''uuidv7()'')', 'id uuid PRIMARY KEY DEFAULT uuidv7()'),
  ('table', 'bigint identity', NULL, 'id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY'),
  ('table', 'uuid_generate_v7()', NULL, 'id uuid PRIMARY KEY DEFAULT uuid_generate_v7()');

/*
 * Fills one table after the other, part by part, each part after a checkpoint. A random key
 * stops after three parts, because each further part takes longer than the last. The last
 * thousand rows are queried by time, a thousand times.
 */
CREATE PROCEDURE grow(million float8, parts int) LANGUAGE plpgsql AS $$
DECLARE
  i item;
  size text;
  start float8;
  since timestamptz;
  last_rows bigint;
BEGIN
  CALL skip_missing('table');
  UPDATE workload SET title = title || format(', by %s million rows at a time', million) WHERE workload = 'table';
  FOR i IN SELECT * FROM item WHERE workload = 'table' ORDER BY place LOOP
    EXECUTE format('CREATE TABLE target (%s, n int)', i.run);
    FOR part IN 1 .. CASE i.item WHEN 'core gen_random_uuid()' THEN least(parts, 3) ELSE parts END LOOP
      COMMIT;
      CHECKPOINT;
      size := part * million || ' million rows';
      start := bench_cpu_seconds();
      EXECUTE format('INSERT INTO target (n) SELECT generate_series(1, %s)', million * 1e6);
      COMMIT;
      CALL keep('table', size, '', i.item, 's', 1, bench_cpu_seconds() - start);
      IF i.item = 'uuid_generate_v7()' THEN
        ANALYZE target;
        SELECT uuid_time(id) INTO since FROM target ORDER BY id DESC OFFSET 999 LIMIT 1;
        start := bench_cpu_seconds();
        FOR n IN 1 .. 1000 LOOP
          EXECUTE format('SELECT count(n) FROM target WHERE id >= timestamptz %L', since) INTO last_rows;
        END LOOP;
        CALL keep('table', size, '', 'last 1000 rows', 'ms', 1, bench_cpu_seconds() - start);
      END IF;
    END LOOP;
    DROP TABLE target;
    COMMIT;
    RAISE NOTICE '   %', i.item;
  END LOOP;
END $$;
\if :full
CALL grow(10, 10);
\else
CALL grow(1, 10);
\endif

-- No promise: each table is filled once, and one sample is too little for that
