--
-- BRIN: uuid_time_minmax_ops and uuid_time_minmax_multi_ops return the rows that a
-- sequential scan returns, are used, and leave out most of the table.
-- In make test: quick, and the main test of BRIN by time.
--
SET timezone = 'UTC';
SET datestyle = 'ISO, YMD';
-- the pages that a worker reads are not in the plan
SET max_parallel_workers_per_gather = 0;

-- The distance: in 100 ns, never negative upwards, whatever the version
SELECT uuidx_time_distance(a, b), uuidx_time_distance(b, a) AS back FROM (VALUES
  ('c232ab00-9414-11ec-b3c8-9f6bdeced846'::uuid, '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'::uuid),
  ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f', '017f22e2-79b1-7cc3-98c4-dc0c0c07398f'),
  ('00000000-0000-1000-8000-000000000000', '00000001-0000-1000-8000-000000000000'),
  ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f')) AS v (a, b);

-- v1, v6 and v7 in the order of their arrival, wide rows: 64 to a page at most
CREATE TABLE events (n integer, id uuid, wide text);
ALTER TABLE events ALTER wide SET STORAGE PLAIN;
INSERT INTO events SELECT n, CASE n % 3 WHEN 0 THEN uuid_v6_to_v1(uuid_generate_v6(at)) WHEN 1 THEN uuid_generate_v6(at)
    ELSE uuid_generate_v7(at) END, repeat('x', 100)
FROM (SELECT n, timestamptz '2021-01-01' + n * interval '1 minute' AS at FROM generate_series(1, 20000) AS n) AS s;
SELECT count(*) FILTER (WHERE uuidx_time_distance(previous, id) <= 0) AS not_upwards,
  count(*) FILTER (WHERE uuidx_time_distance(id, previous) >= 0) AS not_downwards
FROM (SELECT id, lag(id) OVER (ORDER BY n) AS previous FROM events) AS e WHERE previous IS NOT NULL;

\i test/sql/include/values.sql
-- what stands behind a word in the plan, executed
CREATE FUNCTION pg_temp.found_in_plan(query text, pattern text) RETURNS text
AS $$
DECLARE
  line text;
BEGIN
  FOR line IN EXECUTE 'EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off, BUFFERS off) ' || query LOOP
    IF line ~ pattern THEN
      RETURN substring(line FROM pattern);
    END IF;
  END LOOP;
  RETURN NULL;
END
$$ LANGUAGE plpgsql;
-- every strategy, from the smallest uuid to the largest: rows and the sum of their
-- numbers, by the index and by a sequential scan; pages as a share of the table
CREATE FUNCTION pg_temp.strategies() RETURNS TABLE (operator text, queries bigint, different bigint,
  not_by_index bigint, most_pages boolean)
AS $$
DECLARE
  probe text;
  query text;
  share double precision := 0;
BEGIN
  FOR operator IN VALUES ('~<~'), ('~<=~'), ('='), ('~>=~'), ('~>~') LOOP
    queries := 0; different := 0; not_by_index := 0; most_pages := false;
    FOR probe IN
      SELECT id::text FROM events WHERE n % 2003 = 0
      UNION ALL SELECT unnest(ARRAY['00000000-0000-1000-8000-000000000000', '00000000-0000-0000-0000-000000000000',
        'ffffffff-ffff-7fff-bfff-ffffffffffff', 'ffffffff-ffff-ffff-ffff-ffffffffffff',
          '919108f7-52d1-4320-9bac-f847db4148a8'])
      UNION ALL SELECT uuid_time_lower(at)::text FROM generate_series(timestamptz '2021-01-01', '2021-01-15',
        '85 hours') AS at
    LOOP
      query := format('SELECT coalesce(sum(n), 0) * 100000 + count(*) FROM events WHERE id %s %L', operator, probe);
      queries := queries + 1;
      SET LOCAL enable_seqscan = off;
      different := different + pg_temp.number(query);
      IF pg_temp.found_in_plan(query, '(Bitmap Index Scan on events_brin)') IS NULL THEN
        not_by_index := not_by_index + 1;
      END IF;
      IF operator = '=' AND pg_temp.found_in_plan(query, 'lossy=(\d+)')::integer > pg_temp.number(
          'SELECT pg_relation_size(''events'') / current_setting(''block_size'')::integer') / 10 THEN
        most_pages := true;
      END IF;
      SET LOCAL enable_seqscan = on;
      SET LOCAL enable_bitmapscan = off;
      different := different - pg_temp.number(query);
      SET LOCAL enable_bitmapscan = on;
    END LOOP;
    RETURN NEXT;
  END LOOP;
END
$$ LANGUAGE plpgsql;

-- min and max
CREATE INDEX events_brin ON events USING brin (id uuid_time_minmax_ops) WITH (pages_per_range = 2);
SELECT * FROM pg_temp.strategies();
-- rows that come later, into summarized ranges and new ones
INSERT INTO events SELECT 20000 + n, uuid_generate_v7(timestamptz '2021-02-01' - n * interval '1 hour'),
  repeat('x', 100) FROM generate_series(1, 500) AS n;
SELECT brin_summarize_new_values('events_brin') > 0 AS summarized;
SELECT * FROM pg_temp.strategies();
-- by time: one hour of two weeks
SET enable_seqscan = off;
SELECT count(*), count(DISTINCT uuid_version(id)) FROM events WHERE id ~>=~ '2021-01-05 12:00+00'::timestamptz
  AND id ~<~ '2021-01-05 13:00+00'::timestamptz;
SELECT pg_temp.found_in_plan('SELECT * FROM events WHERE id ~>=~ ''2021-01-05 12:00+00''::timestamptz
  AND id ~<~ ''2021-01-05 13:00+00''::timestamptz', 'lossy=(\d+)')::integer < 30 AS few_pages;
RESET enable_seqscan;

-- several intervals of each range: values far off do not spoil it
DROP INDEX events_brin;
INSERT INTO events SELECT 30000 + n, (ARRAY['00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '919108f7-52d1-4320-9bac-f847db4148a8', '00000000-0000-1000-8000-000000000000',
    'ffffffff-ffff-7fff-bfff-ffffffffffff'])[1 + n % 5]::uuid, repeat('x', 100)
FROM generate_series(1, 50) AS n;
UPDATE events SET id = overlay(id::text PLACING '4' FROM 15)::uuid WHERE n % 501 = 0;
VACUUM events;
CREATE INDEX events_brin ON events USING brin (id uuid_time_minmax_multi_ops) WITH (pages_per_range = 2);
SELECT * FROM pg_temp.strategies();
INSERT INTO events SELECT 40000 + n, uuid_generate_v6(timestamptz '2021-02-01' - n * interval '1 hour'),
  repeat('x', 100) FROM generate_series(1, 500) AS n;
SELECT brin_summarize_new_values('events_brin') > 0 AS summarized;
SELECT * FROM pg_temp.strategies();
-- few values for each range: they have to be merged by distance
DROP INDEX events_brin;
CREATE INDEX events_brin ON events USING brin (id uuid_time_minmax_multi_ops (values_per_range = 8)) WITH
  (pages_per_range = 4);
SELECT * FROM pg_temp.strategies();
-- what is far off is kept apart: an hour needs few pages all the same
SET enable_seqscan = off;
SELECT pg_temp.found_in_plan('SELECT * FROM events WHERE id ~>=~ ''2021-01-05 12:00+00''::timestamptz
  AND id ~<~ ''2021-01-05 13:00+00''::timestamptz', 'lossy=(\d+)')::integer < 40 AS few_pages;
DROP TABLE events;

-- A domain over uuid, and one over that: created on rows and without, inserts, every strategy
CREATE DOMAIN brin_id AS uuid;
CREATE DOMAIN brin_id_of_id AS brin_id;
CREATE FUNCTION pg_temp.on_domain(domain text, class text, rows_before integer) RETURNS text
AS $$
DECLARE
  strategy text;
  by_index bigint;
  by_table bigint;
BEGIN
  EXECUTE format('CREATE TABLE of_domain (id %I)', domain);
  INSERT INTO of_domain SELECT uuid_generate_v7(timestamptz '2026-01-01Z' + n * interval '1 minute')
    FROM generate_series(1, rows_before) AS n;
  EXECUTE format('CREATE INDEX of_domain_brin ON of_domain USING brin (id %I) WITH (pages_per_range = 1)', class);
  INSERT INTO of_domain SELECT uuid_generate_v6(timestamptz '2026-02-01Z' + n * interval '1 minute')
    FROM generate_series(1, 2000) AS n;
  PERFORM brin_summarize_new_values('of_domain_brin');
  INSERT INTO of_domain VALUES (uuid_generate_v7(timestamptz '2026-03-01Z')), (NULL);
  FOR strategy IN VALUES ('~<~'), ('~<=~'), ('='), ('~>=~'), ('~>~') LOOP
    SET LOCAL enable_seqscan = off;
    IF pg_temp.found_in_plan(format('SELECT FROM of_domain WHERE id %s (SELECT uuid_time_lower(''2026-02-02Z''))',
        strategy), '(Bitmap Index Scan on of_domain_brin)') IS NULL THEN
      RAISE 'no index scan';
    END IF;
    EXECUTE format('SELECT count(*) FROM of_domain WHERE id %s uuid_time_lower(''2026-02-02Z'')', strategy)
      INTO by_index;
    SET LOCAL enable_seqscan = on;
    SET LOCAL enable_bitmapscan = off;
    EXECUTE format('SELECT count(*) FROM of_domain WHERE id %s uuid_time_lower(''2026-02-02Z'')', strategy)
      INTO by_table;
    SET LOCAL enable_bitmapscan = on;
    IF by_index <> by_table THEN
      RAISE '% rows for %', by_index, by_table;
    END IF;
  END LOOP;
  SET LOCAL enable_seqscan = off;
  SELECT count(*) INTO by_index FROM of_domain WHERE uuid_time(id) >= '2026-02-02Z';
  DROP TABLE of_domain;
  RETURN by_index;
END
$$ LANGUAGE plpgsql;
SELECT domain, class, rows_before, pg_temp.on_domain(domain, class, rows_before)
FROM (VALUES ('uuid'), ('brin_id'), ('brin_id_of_id')) AS d (domain),
  (VALUES ('uuid_time_minmax_ops'), ('uuid_time_minmax_multi_ops')) AS c (class),
  (VALUES (0), (1001)) AS n (rows_before)
ORDER BY 1, 2, 3;
DROP DOMAIN brin_id_of_id, brin_id;
