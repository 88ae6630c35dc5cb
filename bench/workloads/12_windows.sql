-- Planning a window in time, estimated from the time in UUIDs and without.

-- the setting is there once the library is
SELECT uuid_generate_v7() AS id, current_setting('uuidx.planner', true) AS before \gset
SELECT current_setting('uuidx.planner', true) IS NOT NULL AS ready \gset
\if :ready

INSERT INTO workload VALUES ('windows', DEFAULT, 'Planning a window of 1,000,000 rows', 'planning', 'an hour');

CREATE TABLE events (id uuid PRIMARY KEY);
INSERT INTO events SELECT uuid_generate_v7(now() - n * interval '31.536 s') FROM generate_series(0, 999999) AS n;
CREATE TABLE detailed (LIKE events INCLUDING ALL);
ALTER TABLE detailed ALTER COLUMN id SET STATISTICS 1000;
INSERT INTO detailed TABLE events;
VACUUM (FREEZE, ANALYZE) events, detailed;
SELECT quote_literal(now() - interval '200 days') AS a \gset

INSERT INTO item (workload, item, run)
SELECT 'windows', item,
  CASE WHEN item LIKE '%statistics%' THEN 'SELECT FROM detailed WHERE ' ELSE 'SELECT FROM %I WHERE ' END || condition
FROM (VALUES
  ('an id', format('id = %L', uuid_v7_lower(:a))),
  ('a range of ids', format('id > %L AND id < %L', uuid_v7_lower(:a),
                            uuid_v7_lower(timestamptz :a + interval '1 hour'))),
  ('a range of ids, statistics 1000', format('id > %L AND id < %L', uuid_v7_lower(:a),
                                             uuid_v7_lower(timestamptz :a + interval '1 hour'))),
  ('an hour', format('id >= timestamptz %L AND id < timestamptz %1$L + interval ''1 hour''', :a)),
  ('a day', format('id >= timestamptz %L AND id < timestamptz %1$L + interval ''1 day''', :a)),
  ('half a year', format('id >= timestamptz %L', :a)),
  ('the last ten minutes', 'id >= now() - interval ''10 min'''),
  ('an hour by now()',
   'id >= now() - interval ''200 days'' AND id < now() - interval ''200 days'' + interval ''1 hour''')
) AS v(item, condition);

-- the settings take turns, as the items do
CREATE PROCEDURE time_planner(rounds int) LANGUAGE plpgsql AS $$
DECLARE
  i item;
  plan json;
  planning float8;
  rows_there float8;
BEGIN
  FOR r IN 1 .. rounds LOOP
    FOR i IN SELECT * FROM turn('windows', r) LOOP
      EXECUTE replace(format(i.run, 'events'), 'SELECT', 'SELECT count(*)') INTO rows_there;
      FOREACH i.size IN ARRAY CASE WHEN r % 2 = 0 THEN '{off,on}' ELSE '{on,off}' END::text[] LOOP
        PERFORM set_config('uuidx.planner', i.size, false);
        planning := 0;
        FOR n IN 0 .. 20 LOOP
          EXECUTE 'EXPLAIN (SUMMARY, FORMAT JSON) ' || format(i.run, 'events') INTO plan;
          CONTINUE WHEN n = 0;
          planning := planning + (plan->0->>'Planning Time')::float8 / 20;
        END LOOP;
        CALL keep('windows', i.item, i.size, 'planning', 'ms', r, planning);
        CALL keep('windows', i.item, i.size, 'expected', 'rows', r, (plan->0->'Plan'->>'Plan Rows')::float8);
        CALL keep('windows', i.item, i.size, 'there', 'rows', r, rows_there);
      END LOOP;
    END LOOP;
    COMMIT;
  END LOOP;
  RESET uuidx.planner;
END $$;
\if :full
CALL time_planner(100);
\else
CALL time_planner(25);
\endif

SELECT format('CALL promise(%L, 1000 * (median(''windows'', %L, ''planning'', ''on'') '
              '- median(''windows'', %2$L, ''planning'', ''off'')), %s)',
              format('planning %s: microseconds more with uuidx.planner than without', item), item, allowed)
FROM (VALUES ('an id', 2), ('a range of ids', 10), ('a range of ids, statistics 1000', 10), ('an hour', 50),
             ('a day', 50), ('half a year', 50), ('the last ten minutes', 50),
             ('an hour by now()', 50)) AS v(item, allowed) \gexec

\else
\echo '   skipped, not in this version: estimates from the time in UUIDs'
INSERT INTO skipped VALUES ('windows', 'all of it: no setting uuidx.planner');
\endif
