-- A table that grows: processor time for each next part of it, and of a question for its last rows.
--
-- In the full mode it grows beyond what shared_buffers holds of its index.

INSERT INTO workload VALUES ('table', DEFAULT, 'A table that grows, in processor time');
INSERT INTO item (workload, item, run) VALUES
  ('table', 'core gen_random_uuid()', 'id uuid PRIMARY KEY DEFAULT gen_random_uuid()'),
  ('table', 'bigint identity', 'id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY'),
  ('table', 'uuid_generate_v7()', 'id uuid PRIMARY KEY DEFAULT uuid_generate_v7()');

/*
 * Fills one table after the other, part by part, each part after a checkpoint. A random key
 * is given up after three parts, because it takes long. The last thousand rows are asked for
 * by a time, a thousand times.
 */
CREATE PROCEDURE grow(million float8, parts int) LANGUAGE plpgsql AS $$
DECLARE
  i item;
  size text;
  start float8;
  since timestamptz;
  last_rows bigint;
BEGIN
  UPDATE workload SET title = title || format(': by %s million rows', million) WHERE workload = 'table';
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

-- no promise: each table is filled once, and what one sample says is too little for that
