-- CPU to plan conditions joined by AND, with uuidx.planner and without: ids, times and calendar
-- filters, of a table, of one partition and of one with uuid_v7_within.

INSERT INTO workload VALUES ('ands', DEFAULT, 'CPU to plan conditions joined by AND', 'CPU', 'planner off');

CREATE TABLE and_one (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)),
  created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED, CHECK (created_at = uuid_time(id)));
CREATE TABLE and_by_id (LIKE and_one INCLUDING ALL) PARTITION BY RANGE (id);
CREATE TABLE and_by_id_1 PARTITION OF and_by_id FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
CREATE TABLE and_by_at (id uuid NOT NULL, at timestamptz NOT NULL, CHECK (uuid_v7_within(id, at, '1 day')))
  PARTITION BY RANGE (at);
CREATE TABLE and_by_at_1 PARTITION OF and_by_at FOR VALUES FROM ('2026-01-01Z') TO ('2027-01-01Z');
CREATE TABLE and_by_at_2 PARTITION OF and_by_at FOR VALUES FROM ('2027-01-01Z') TO ('2028-01-01Z');

CREATE FUNCTION ands(kind text, "table" text, n int) RETURNS text LANGUAGE sql AS $$
  SELECT format('EXPLAIN SELECT FROM %I WHERE %s', "table", string_agg(format(CASE kind WHEN 'ids' THEN 'id >= %1$L'
    WHEN 'times' THEN 'created_at >= %2$L' ELSE 'date_trunc(''day'', created_at) >= %2$L' END,
    uuid_v7_lower(t), t), ' AND '))
  FROM generate_series(1, n) AS i, LATERAL (SELECT '2026-01-01Z'::timestamptz + i * interval '1 minute') AS at (t)
$$;
CREATE PROCEDURE keep_ands(kind text, "table" text, n int) LANGUAGE plpgsql AS $$
DECLARE
  query text := ands(kind, "table", n);
  size_ text := format('%s %s, %s', n, kind, "table");
  setting text;
  start float8;
  took float8;
  shortest float8;
BEGIN
  FOREACH setting IN ARRAY '{off,on}'::text[] LOOP
    PERFORM set_config('uuidx.planner', setting, false);
    shortest := 'infinity';
    -- the first fills the caches, a long one needs no other
    FOR round IN 1 .. 4 LOOP
      start := bench_cpu_seconds();
      EXECUTE query;
      took := bench_cpu_seconds() - start;
      shortest := least(shortest, took);
      EXIT WHEN round > 1 AND took > 1;
    END LOOP;
    INSERT INTO item (workload, item, size, run) VALUES ('ands', 'planner ' || setting, size_, '');
    CALL keep('ands', 'planner ' || setting, size_, 'CPU', 'ms', 1, 1000 * shortest);
  END LOOP;
  COMMIT;
END
$$;
SELECT format('CALL keep_ands(%L, %L, %s)', kind, "table", n)
FROM (VALUES ('ids', 'and_one'), ('times', 'and_one'), ('calendar', 'and_one'), ('ids', 'and_by_id'),
    ('times', 'and_by_id'), ('calendar', 'and_by_id'), ('ids', 'and_by_at')) AS v (kind, "table"),
  unnest(CASE WHEN "table" = 'and_one' THEN '{10,100,1000,15000}'::int[] ELSE '{10,100,1000,3000}' END) AS n \gexec
\if :full
CALL keep_ands('ids', 'and_by_at', 15000);
\endif

SELECT max((median('ands', 'planner on', 'CPU', size) - 5) / median('ands', 'planner off', 'CPU', size)) AS worst
FROM item WHERE workload = 'ands' AND item = 'planner on' \gset
CALL promise('conditions joined by AND, CPU to plan: (on - 5 ms) / off', :worst, 3);
