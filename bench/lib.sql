-- What every workload uses: samples, the interleaving loop, medians, claims.

CREATE SCHEMA bench;
SET search_path = bench, public;

CREATE FUNCTION bench_constant() RETURNS uuid AS '$libdir/uuidx_bench' LANGUAGE C VOLATILE;
CREATE FUNCTION bench_static() RETURNS uuid AS '$libdir/uuidx_bench' LANGUAGE C VOLATILE;
CREATE FUNCTION bench_clock() RETURNS uuid AS '$libdir/uuidx_bench' LANGUAGE C VOLATILE;
CREATE FUNCTION bench_random() RETURNS uuid AS '$libdir/uuidx_bench' LANGUAGE C VOLATILE;
CREATE FUNCTION bench_cpu_seconds() RETURNS float8 AS '$libdir/uuidx_bench' LANGUAGE C VOLATILE;

-- A workload compares its items; ratios are those of one metric to one of the items, if any.
-- The note is what a reader of the table must know.
CREATE TABLE workload (
  workload text PRIMARY KEY,
  place int GENERATED ALWAYS AS IDENTITY,
  title text NOT NULL,
  ratio_metric text,
  ratio_item text,
  note text
);

-- Items are compared with those of the same size (of data, of anything); needs is an SQL
-- expression that is null or false where the item cannot run
CREATE TABLE item (
  workload text NOT NULL REFERENCES workload,
  place int GENERATED ALWAYS AS IDENTITY,
  item text NOT NULL,
  size text NOT NULL DEFAULT '',
  needs text,
  run text NOT NULL,
  row_count float8,             -- where it is not that of the others
  PRIMARY KEY (workload, item, size)
);

CREATE TABLE sample (
  place int GENERATED ALWAYS AS IDENTITY,
  workload text NOT NULL REFERENCES workload,
  item text NOT NULL,
  size text NOT NULL DEFAULT '',
  metric text NOT NULL,
  unit text NOT NULL,
  round int NOT NULL,
  value float8 NOT NULL
);
CREATE INDEX ON sample (workload, item, size, metric);

CREATE TABLE skipped (workload text, item text, PRIMARY KEY (workload, item));

-- The limits that the project sets itself: measured must not be more than allowed
CREATE TABLE claim (
  place int GENERATED ALWAYS AS IDENTITY,
  claim text PRIMARY KEY,
  measured float8,
  allowed float8 NOT NULL
);

CREATE FUNCTION have(regproc_signature text) RETURNS boolean
  RETURN to_regprocedure(regproc_signature) IS NOT NULL;

-- Removes the items that cannot run here, and says so
CREATE PROCEDURE skip_missing(workload_ text) LANGUAGE plpgsql AS $$
DECLARE
  i item;
  present boolean;
BEGIN
  FOR i IN SELECT * FROM item WHERE workload = workload_ AND needs IS NOT NULL ORDER BY place LOOP
    EXECUTE 'SELECT ' || i.needs INTO present;
    IF present IS NOT TRUE THEN
      RAISE NOTICE '   skipped, not on this server: %', i.item;
      INSERT INTO skipped VALUES (i.workload, i.item);
      DELETE FROM item WHERE place = i.place;
    END IF;
  END LOOP;
END $$;

-- The items in an order that differs from round to round
CREATE FUNCTION turn(workload_ text, round int) RETURNS SETOF item LANGUAGE sql AS $$
  SELECT * FROM item WHERE workload = workload_
  ORDER BY CASE WHEN round % 2 = 0 THEN place ELSE -place END
$$;

CREATE PROCEDURE keep(workload_ text, item_ text, size_ text, metric_ text, unit_ text,
                      round_ int, value_ float8)
LANGUAGE sql AS $$
  INSERT INTO sample (workload, item, size, metric, unit, round, value)
  VALUES (workload_, item_, size_, metric_, unit_, round_, value_)
$$;

-- Three significant digits
CREATE FUNCTION show(value float8) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN value IS NULL THEN '' WHEN abs(value) >= 100 THEN round(value::numeric)::text
              WHEN abs(value) >= 10 THEN round(value::numeric, 1)::text
              WHEN abs(value) >= 1 THEN round(value::numeric, 2)::text
              ELSE round(value::numeric, 3)::text END
$$;

CREATE FUNCTION seconds_since(start timestamptz) RETURNS float8
  RETURN extract(epoch FROM clock_timestamp() - start)::float8;

/*
 * Runs every item of a workload in every round and keeps nanoseconds of CPU time
 * per row; round 0 warms up and is not kept.  With a yardstick item, also keeps what
 * each item adds to it in the same round.  Where other programs run, many short
 * rounds are more accurate than few long ones: most of the short ones are not interrupted.
 */
CREATE PROCEDURE time_rows(workload_ text, rounds int, row_count float8, yardstick text DEFAULT NULL)
LANGUAGE plpgsql AS $$
DECLARE
  i item;
  start float8;
BEGIN
  CALL skip_missing(workload_);
  FOR r IN 0 .. rounds LOOP
    FOR i IN SELECT * FROM turn(workload_, r) LOOP
      start := bench_cpu_seconds();
      EXECUTE i.run;
      IF r > 0 THEN
        CALL keep(workload_, i.item, i.size, 'per row', 'ns', r,
                  (bench_cpu_seconds() - start) * 1e9 / coalesce(i.row_count, row_count));
      END IF;
    END LOOP;
    COMMIT;
    IF r > 0 AND (r = rounds OR r % greatest(1, rounds / 4) = 0) THEN
      RAISE NOTICE '   round % of %', r, rounds;
    END IF;
  END LOOP;

  IF yardstick IS NOT NULL THEN
    INSERT INTO sample (workload, item, size, metric, unit, round, value)
    SELECT s.workload, s.item, s.size, 'added', 'ns', s.round, s.value - y.value
    FROM sample s JOIN sample y USING (workload, size, metric, round)
    WHERE s.workload = workload_ AND s.metric = 'per row'
      AND y.item = yardstick AND s.item <> yardstick
    ORDER BY s.place;
  END IF;
END $$;

-- The planner's and the executor's own milliseconds of a query: the mean of so many times,
-- after one that finds the caches as others left them; options are further ones of EXPLAIN
CREATE FUNCTION time_plan(query text, times int, options text DEFAULT '',
                          OUT planning float8, OUT execution float8)
LANGUAGE plpgsql AS $$
DECLARE
  plan json;
BEGIN
  planning := 0;
  execution := 0;
  FOR n IN 0 .. times LOOP
    EXECUTE format('EXPLAIN (ANALYZE, TIMING OFF, SUMMARY, FORMAT JSON%s) %s', options, query) INTO plan;
    CONTINUE WHEN n = 0;
    planning := planning + (plan->0->>'Planning Time')::float8 / times;
    execution := execution + (plan->0->>'Execution Time')::float8 / times;
  END LOOP;
END $$;

-- These times of every item, a query of table %I
CREATE PROCEDURE time_plans(workload_ text, tables text[], rounds int) LANGUAGE plpgsql AS $$
DECLARE
  i item;
  t text;
  took record;
BEGIN
  CALL skip_missing(workload_);
  FOR r IN 1 .. rounds LOOP
    FOREACH t IN ARRAY tables LOOP
      FOR i IN SELECT * FROM turn(workload_, r) LOOP
        took := time_plan(format(i.run, t), 5);
        CALL keep(workload_, i.item, t, 'planning', 'ms', r, took.planning);
        CALL keep(workload_, i.item, t, 'execution', 'ms', r, took.execution);
      END LOOP;
    END LOOP;
    COMMIT;
    IF r = rounds OR r % greatest(1, rounds / 4) = 0 THEN
      RAISE NOTICE '   round % of %', r, rounds;
    END IF;
  END LOOP;
END $$;

-- One item for each way to generate a primary key
CREATE PROCEDURE key_items(workload_ text) LANGUAGE sql AS $$
  INSERT INTO item (workload, item, needs, run) VALUES
    (workload_, 'bigint identity', NULL, 'id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY'),
    (workload_, 'core gen_random_uuid()', NULL, 'id uuid PRIMARY KEY DEFAULT gen_random_uuid()'),
    (workload_, 'core uuidv7()', 'have(''uuidv7()'')', 'id uuid PRIMARY KEY DEFAULT uuidv7()'),
    (workload_, 'pg_uuidv7 uuid_generate_v7()', 'have(''pg_uuidv7.uuid_generate_v7()'')',
     'id uuid PRIMARY KEY DEFAULT pg_uuidv7.uuid_generate_v7()'),
    (workload_, 'uuid_generate_v6()', NULL, 'id uuid PRIMARY KEY DEFAULT uuid_generate_v6()'),
    (workload_, 'uuid_generate_v7()', NULL, 'id uuid PRIMARY KEY DEFAULT uuid_generate_v7()')
$$;

/*
 * Fills a new table in every round for every item; each time starts after a
 * checkpoint and ends when the transaction has committed.  The comparison uses processor
 * time, which does not count other programs.
 */
CREATE PROCEDURE load(workload_ text, statement text, row_count int, rounds int)
LANGUAGE plpgsql AS $$
DECLARE
  i item;
  start timestamptz;
  start_cpu float8;
  wal pg_lsn;
  took float8;
  density float8;
BEGIN
  CALL skip_missing(workload_);
  UPDATE workload SET title = title || to_char(row_count, '", "FM999,999,999" rows"') WHERE workload = workload_;
  CREATE TABLE target ();
  FOR r IN 1 .. rounds LOOP
    FOR i IN SELECT * FROM turn(workload_, r) LOOP
      DROP TABLE target;
      EXECUTE format('CREATE TABLE target (%s, n int)', i.run);
      COMMIT;
      CHECKPOINT;
      wal := pg_current_wal_insert_lsn();
      start := clock_timestamp();
      start_cpu := bench_cpu_seconds();
      EXECUTE format(statement, row_count);
      COMMIT;
      took := seconds_since(start);
      CALL keep(workload_, i.item, '', 'CPU time', 's', r, bench_cpu_seconds() - start_cpu);
      CALL keep(workload_, i.item, '', 'time', 's', r, took);
      CALL keep(workload_, i.item, '', 'WAL', 'MB', r, (pg_current_wal_insert_lsn() - wal)::float8 / 1e6);
      CALL keep(workload_, i.item, '', 'index', 'MB', r, pg_relation_size('target_pkey') / 1e6);
      CALL keep(workload_, i.item, '', 'stored', 'MB', r, pg_total_relation_size('target') / 1e6);
      IF have('pgstatindex(regclass)') THEN
        EXECUTE 'SELECT avg_leaf_density FROM pgstatindex(''target_pkey''::regclass)' INTO density;
        CALL keep(workload_, i.item, '', 'leaf density', '%', r, density);
      END IF;
      IF r = 1 THEN
        REINDEX INDEX target_pkey;
        CALL keep(workload_, i.item, '', 'rebuilt', 'MB', r, pg_relation_size('target_pkey') / 1e6);
      END IF;
      COMMIT;
    END LOOP;
    RAISE NOTICE '   round % of %', r, rounds;
  END LOOP;
  DROP TABLE target;
  COMMIT;
END $$;

CREATE VIEW summary AS
  SELECT min(place) AS place, workload, item, size, metric, unit, count(*) AS rounds,
         min(value) AS min, percentile_cont(0.25) WITHIN GROUP (ORDER BY value) AS p25,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY value) AS median,
         percentile_cont(0.75) WITHIN GROUP (ORDER BY value) AS p75, max(value) AS max
  FROM sample GROUP BY workload, item, size, metric, unit;

CREATE FUNCTION median(workload_ text, item_ text, metric_ text, size_ text DEFAULT '')
RETURNS float8 LANGUAGE sql AS $$
  SELECT median FROM summary
  WHERE workload = workload_ AND item = item_ AND metric = metric_ AND size = size_
$$;

-- The median of the ratio of two items within each round
CREATE FUNCTION ratio(workload_ text, item_ text, to_item text, metric_ text, size_ text DEFAULT '')
RETURNS float8 LANGUAGE sql AS $$
  SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a.value / nullif(b.value, 0))
  FROM sample a JOIN sample b USING (workload, size, metric, round)
  WHERE workload = workload_ AND size = size_ AND metric = metric_
    AND a.item = item_ AND b.item = to_item
$$;

CREATE PROCEDURE promise(claim_ text, measured_ float8, allowed_ float8) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO claim (claim, measured, allowed) VALUES (claim_, measured_, allowed_);
  RAISE NOTICE '   % %: % (at most %)',
    CASE WHEN measured_ IS NULL THEN '-' WHEN measured_ <= allowed_ THEN 'yes' ELSE 'NO' END,
    claim_, coalesce(round(measured_::numeric, 3)::text, 'not measured'), round(allowed_::numeric, 3);
END $$;

-- Rows to evaluate a function for: few enough for the processor's caches, and fewer for
-- what takes long, so that all samples are about as long and as rarely interrupted
CREATE TABLE rows AS SELECT n FROM generate_series(1, 20000) AS n;
CREATE TABLE few_rows AS SELECT n FROM generate_series(1, 4000) AS n;
VACUUM (FREEZE, ANALYZE) rows, few_rows;
