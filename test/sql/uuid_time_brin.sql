--
-- BRIN: uuid_time_minmax_ops and uuid_time_minmax_multi_ops return the rows that a
-- sequential scan returns, are used, and leave out most of the table.
-- In make test: quick, and the main test of BRIN by time.
--
\set test time_brin
\i test/sql/include/begin.sql

\echo '-- The distance: in 100 ns, never negative upwards, whatever the version'
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

-- what stands behind a word in the plan, executed
CREATE FUNCTION found_in_plan(query text, pattern text) RETURNS text LANGUAGE sql AS $$
  SELECT substring(line FROM pattern) FROM plan_lines(query, executed => true) AS line WHERE line ~ pattern LIMIT 1
$$;
\echo '-- every strategy, from the smallest uuid to the largest: rows and the sum of their'
\echo '-- numbers, by the index and by a sequential scan; pages as a share of the table'
CREATE FUNCTION strategies() RETURNS TABLE (operator text, queries bigint, different bigint,
  not_by_index bigint, most_pages boolean) LANGUAGE plpgsql AS $$
DECLARE
  query text;
  by_index text[];
BEGIN
  FOR operator IN VALUES ('~<~'), ('~<=~'), ('='), ('~>=~'), ('~>~') LOOP
    queries := 0; different := 0; not_by_index := 0; most_pages := false;
    FOR query IN
      SELECT format('SELECT sum(n), count(*) FROM events WHERE id %s %L', operator, probe) FROM (
        SELECT id FROM events WHERE n % 2003 = 0
        UNION ALL SELECT unnest('{00000000-0000-1000-8000-000000000000,00000000-0000-0000-0000-000000000000,
          ffffffff-ffff-7fff-bfff-ffffffffffff,ffffffff-ffff-ffff-ffff-ffffffffffff,
          919108f7-52d1-4320-9bac-f847db4148a8}'::uuid[])
        UNION ALL SELECT uuid_time_lower(at)
          FROM generate_series(timestamptz '2021-01-01', '2021-01-15', '85 hours') AS at) AS p (probe)
    LOOP
      queries := queries + 1;
      SET LOCAL enable_seqscan = off;
      by_index := answer(query, true);
      not_by_index := not_by_index + (found_in_plan(query, 'Bitmap Index Scan on events_brin') IS NULL)::integer;
      most_pages := most_pages OR operator = '=' AND coalesce(found_in_plan(query, 'lossy=(\d+)')::integer >
        pg_relation_size('events') / current_setting('block_size')::integer / 10, false);
      SET LOCAL enable_seqscan = on;
      SET LOCAL enable_bitmapscan = off;
      different := different + (by_index <> answer(query, true))::integer;
      SET LOCAL enable_bitmapscan = on;
    END LOOP;
    RETURN NEXT;
  END LOOP;
END
$$;

\echo '-- min and max'
CREATE INDEX events_brin ON events USING brin (id uuid_time_minmax_ops) WITH (pages_per_range = 2);
SELECT * FROM strategies();
\echo '-- the same on a domain over a domain over uuid'
CREATE DOMAIN brin_id AS uuid;
CREATE DOMAIN brin_id_of_id AS brin_id;
ALTER TABLE events ALTER id TYPE brin_id_of_id;
SELECT * FROM strategies();
\echo '-- rows that come later, into summarized ranges and new ones'
INSERT INTO events SELECT 20000 + n, uuid_generate_v7(timestamptz '2021-02-01' - n * interval '1 hour'),
  repeat('x', 100) FROM generate_series(1, 500) AS n;
SELECT brin_summarize_new_values('events_brin') > 0 AS summarized;
SELECT * FROM strategies();
ALTER TABLE events ALTER id TYPE uuid;

\echo '-- several intervals for each range: distant values do no harm'
DROP INDEX events_brin;
INSERT INTO events SELECT 30000 + n, (ARRAY['00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '919108f7-52d1-4320-9bac-f847db4148a8', '00000000-0000-1000-8000-000000000000',
    'ffffffff-ffff-7fff-bfff-ffffffffffff'])[1 + n % 5]::uuid, repeat('x', 100)
FROM generate_series(1, 50) AS n;
UPDATE events SET id = overlay(id::text PLACING '4' FROM 15)::uuid WHERE n % 501 = 0;
VACUUM events;
CREATE INDEX events_brin ON events USING brin (id uuid_time_minmax_multi_ops) WITH (pages_per_range = 2);
SELECT * FROM strategies();
\echo '-- few values for each range, which must be merged by their distance'
DROP INDEX events_brin;
CREATE INDEX events_brin ON events USING brin (id uuid_time_minmax_multi_ops (values_per_range = 8)) WITH
  (pages_per_range = 4);
SELECT * FROM strategies();
\echo '-- distant values are kept apart: an hour still needs few pages'
SET enable_seqscan = off;
SELECT found_in_plan('SELECT * FROM events WHERE id ~>=~ ''2021-01-05 12:00+00''::timestamptz
  AND id ~<~ ''2021-01-05 13:00+00''::timestamptz', 'lossy=(\d+)')::integer < 40 AS few_pages;
\i test/sql/include/end.sql
