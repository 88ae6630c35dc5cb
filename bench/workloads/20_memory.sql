-- The memory that planning takes, with uuidx.planner and without: lists, ORs, ANDs and arms that grow.

SELECT current_setting('server_version_num')::int >= 170000 AS ready \gset
\if :ready

INSERT INTO workload VALUES ('memory', DEFAULT, 'Memory to plan a query that grows', 'memory', 'planner off',
  'Times and pairs are of a table with 273 partitions, ids and comparisons by AND of one with 3.');

CREATE TABLE days (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), t1 int, t2 int, t3 int,
  created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED, CHECK (created_at = uuid_time(id)))
  PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('days', '2026-01-01Z', '2026-10-01Z', '1 day');
CREATE INDEX ON days (t1, id);
CREATE INDEX ON days (t2, id);
CREATE INDEX ON days (t3, id);
CREATE INDEX ON days (t1, t2, id);
INSERT INTO days (id, t1, t2, t3)
  SELECT uuid_generate_v7('2026-01-01Z'::timestamptz + n * interval '1950 s'), n % 10, n % 100, n
  FROM generate_series(1, 12000) AS n;
CREATE TABLE months (id uuid NOT NULL, at timestamptz NOT NULL, UNIQUE (id, at),
  CHECK (uuid_v7_within(id, at, '1 minute'))) PARTITION BY RANGE (at);
SELECT format('CREATE TABLE months_%s PARTITION OF months FOR VALUES FROM (%L) TO (%L)', m,
  make_timestamptz(2026, m, 1, 0, 0, 0, 'UTC'), make_timestamptz(2026, m + 1, 1, 0, 0, 0, 'UTC'))
FROM generate_series(1, 3) AS m \gexec
CREATE TABLE arm (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), n int);
VACUUM (ANALYZE) days, months, arm;

-- the query of a kind with so many parts
CREATE FUNCTION growing(kind text, n int) RETURNS text LANGUAGE sql AS $$
  SELECT format(CASE kind
    WHEN 'times' THEN 'SELECT * FROM days WHERE created_at IN (%s)'
    WHEN 'pairs' THEN 'SELECT * FROM days WHERE t1 = 3 AND (%s)'
    WHEN 'ids' THEN 'SELECT FROM months WHERE id IN (%s)'
    WHEN 'ands' THEN 'SELECT FROM months WHERE %s'
    ELSE 'SELECT FROM (%s) AS u WHERE at >= ''2026-02-01Z''' END,
    string_agg(format(CASE kind WHEN 'times' THEN '%1$L' WHEN 'pairs' THEN 'created_at = %1$L AND t2 = %3$s'
      WHEN 'ids' THEN '%2$L' WHEN 'ands' THEN 'id >= %2$L'
      ELSE 'SELECT id, uuid_time(id) AS at FROM arm' END, t, uuid_v7_lower(t), i),
      CASE kind WHEN 'pairs' THEN ' OR ' WHEN 'ands' THEN ' AND ' WHEN 'arms' THEN ' UNION ALL ' ELSE ', ' END))
  FROM generate_series(1, n) AS i,
    LATERAL (SELECT '2026-01-01Z'::timestamptz + i * interval '1 day' *
      CASE kind WHEN 'ands' THEN 20 WHEN 'ids' THEN 80 ELSE 270 END / n) AS at (t)
$$;
CREATE PROCEDURE keep_memory(kind text, n int) LANGUAGE plpgsql AS $$
DECLARE
  query text := growing(kind, n);
  size_ text := n || ' ' || kind;
  setting text;
  plan json;
BEGIN
  -- once before, so that the caches are as others find them
  FOR round IN 0 .. 1 LOOP
    FOREACH setting IN ARRAY '{off,on}'::text[] LOOP
      PERFORM set_config('uuidx.planner', setting, false);
      EXECUTE 'EXPLAIN (MEMORY, SUMMARY, FORMAT JSON) ' || query INTO plan;
      CONTINUE WHEN round = 0;
      INSERT INTO item (workload, item, size, run) VALUES ('memory', 'planner ' || setting, size_, '');
      CALL keep('memory', 'planner ' || setting, size_, 'memory', 'kB', 1,
                (plan->0->'Planning'->>'Memory Used')::float8);
      CALL keep('memory', 'planner ' || setting, size_, 'planning', 'ms', 1, (plan->0->>'Planning Time')::float8);
    END LOOP;
  END LOOP;
  COMMIT;
END
$$;
SELECT format('CALL keep_memory(%L, %s)', kind, n)
FROM (VALUES ('times', '{20,50,100,200}'::int[]), ('pairs', '{10,30,60,100}'), ('ids', '{100,1000,4000,50000}'),
  ('ands', '{50,100,400}'), ('arms', '{100,800,3200}')) AS v (kind, sizes), unnest(sizes) AS n \gexec

CALL promise('100 times, planning: megabytes', median('memory', 'planner on', 'memory', '100 times') / 1024, 200);
\endif
