-- A query by time for one day of a year of rows: planning and execution.

SELECT have('uuid_v7_lower(timestamptz)') AND to_regoperator('>=(uuid,timestamptz)') IS NOT NULL AS ready \gset
\if :ready

INSERT INTO workload VALUES ('range', DEFAULT, 'One day of a year: 1,000,000 rows', 'execution', 'uuid literals');

-- the year ends tomorrow, so that now() finds rows too
SELECT date_trunc('day', now(), 'UTC') - interval '364 days' AS year \gset
CREATE TABLE plain (id uuid PRIMARY KEY, n int);
CREATE TABLE checked (LIKE plain INCLUDING ALL, CHECK (uuid_is_v7(id)));
CREATE TABLE parted (id uuid PRIMARY KEY, n int) PARTITION BY RANGE (id);
SELECT format('CREATE TABLE parted_%s PARTITION OF parted FOR VALUES FROM (%L) TO (%L)', day,
  uuid_v7_lower(:'year'::timestamptz + (day - 1) * interval '1 day'),
  uuid_v7_lower(:'year'::timestamptz + day * interval '1 day'))
FROM generate_series(1, 365) AS day \gexec
INSERT INTO plain SELECT uuid_generate_v7(:'year'::timestamptz + n * interval '31.536 s'), n
  FROM generate_series(0, 999999) AS n;
INSERT INTO checked TABLE plain;
INSERT INTO parted TABLE plain;
VACUUM (FREEZE, ANALYZE) plain, checked, parted;

SELECT quote_literal(:'year'::timestamptz + interval '200 days') AS a,
       quote_literal(:'year'::timestamptz + interval '201 days') AS b \gset

INSERT INTO item (workload, item, run)
SELECT 'range', item, 'SELECT sum(n) FROM %I WHERE ' || condition
FROM (VALUES
  ('uuid literals', format('id >= %L AND id < %L', uuid_v7_lower(:a), uuid_v7_lower(:b))),
  ('id >= constant', format('id >= timestamptz %L AND id < timestamptz %L', :a, :b)),
  ('uuid_v7_lower(now() ...)',
   'id >= uuid_v7_lower(now() - interval ''2 days'') AND id < uuid_v7_lower(now() - interval ''1 day'')'),
  ('id >= now() ...', 'id >= now() - interval ''2 days'' AND id < now() - interval ''1 day'''),
  ('uuid_v7_timestamp(id) >= constant',
   format('uuid_v7_timestamp(id) >= %L AND uuid_v7_timestamp(id) < %L', :a, :b))
) AS v(item, condition);

\if :full
CALL time_plans('range', '{plain,checked,parted}', 25);
\else
CALL time_plans('range', '{plain,checked,parted}', 7);
\endif

-- a constant is turned into uuids while planning, and so is the filter one more condition
SELECT format('CALL promise(%L, ratio(''range'', %L, %L, %L, %L), %s)',
              format('one day of 365 partitions, %s: %s / %s', metric, item, other), item, other, metric, 'parted',
              CASE WHEN item = 'id >= constant' AND metric = 'planning' THEN 1.25 ELSE 1.1 END)
FROM unnest(ARRAY['planning', 'execution']) AS metric,
     (VALUES ('id >= constant', 'uuid literals'),
             ('id >= now() ...', 'uuid_v7_lower(now() ...)')) AS v(item, other) \gexec
-- what the filter for other versions costs where next to nothing is done with a row, and
-- where a constraint makes it unnecessary
CALL promise('one day of one table, execution: id >= constant / uuid literals',
             ratio('range', 'id >= constant', 'uuid literals', 'execution', 'plain'), 1.3);
CALL promise('one day of one table with CHECK (uuid_is_v7(id)), execution: id >= constant / uuid literals',
             ratio('range', 'id >= constant', 'uuid literals', 'execution', 'checked'), 1.1);

-- and where the rows are returned, as text
INSERT INTO workload
VALUES ('returned', DEFAULT, 'The rows of one day of a year, as a client gets them', 'time', 'uuid literals');
INSERT INTO item (workload, item, run)
SELECT 'returned', item, replace(run, 'SELECT sum(n)', 'SELECT *') FROM item
WHERE workload = 'range' AND item IN ('uuid literals', 'id >= constant');

CREATE PROCEDURE time_returned(rounds int) LANGUAGE plpgsql AS $$
DECLARE
  i item;
  start timestamptz;
BEGIN
  FOR r IN 1 .. rounds LOOP
    FOR i IN SELECT * FROM turn('returned', r) LOOP
      start := clock_timestamp();
      FOR n IN 1 .. 10 LOOP
        EXECUTE format('COPY (%s) TO ''/dev/null''', format(i.run, 'plain'));
      END LOOP;
      CALL keep('returned', i.item, '', 'time', 'ms', r, seconds_since(start) * 100);
    END LOOP;
    COMMIT;
  END LOOP;
END $$;
\if :full
CALL time_returned(100);
\else
CALL time_returned(25);
\endif
-- the filter is less of what a row takes then
CALL promise('one day of one table, its rows returned: id >= constant / uuid literals',
             ratio('returned', 'id >= constant', 'uuid literals', 'time'), 1.2);
DROP TABLE plain, checked, parted;

\else
\echo '   skipped, not in this version: comparing a uuid with a timestamp'
INSERT INTO skipped VALUES ('range', 'all of it: no operators between uuid and timestamptz');
\endif
