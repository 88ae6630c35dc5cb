-- Twelve queries of an application by created_at: a real column with its index, and one computed from the key.

INSERT INTO workload VALUES ('questions', DEFAULT, 'Twelve queries by created_at, planning and execution');

-- The same rows four times: on one table and on 13 monthly partitions, by a real column and by the key
CREATE TABLE real_one (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(), created_at timestamptz NOT NULL, n int);
CREATE INDEX ON real_one (created_at);
CREATE TABLE real_parts (
  id uuid DEFAULT gen_random_uuid(), created_at timestamptz NOT NULL, n int, PRIMARY KEY (id, created_at)
) PARTITION BY RANGE (created_at);
CREATE INDEX ON real_parts (created_at);
CREATE TABLE key_one (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), n int);
CREATE TABLE key_parts (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), n int) PARTITION BY RANGE (id);
CREATE VIEW computed_one AS SELECT uuid_time(id) AS created_at, * FROM key_one;
CREATE VIEW computed_parts AS SELECT uuid_time(id) AS created_at, * FROM key_parts;

-- Rows in the order of their time, of whole milliseconds, until now
CREATE PROCEDURE make_questions(row_count int) LANGUAGE plpgsql AS $$
DECLARE
  first timestamptz := date_trunc('month', now()) - interval '12 months';
  target text;
BEGIN
  UPDATE workload SET title = title || to_char(row_count, '", "FM999,999,999" rows"') WHERE workload = 'questions';
  FOR month IN 0 .. 12 LOOP
    EXECUTE format('CREATE TABLE real_parts_%s PARTITION OF real_parts FOR VALUES FROM (%L) TO (%L)',
                   month, first + month * interval '1 month', first + (month + 1) * interval '1 month');
    EXECUTE format('CREATE TABLE key_parts_%s PARTITION OF key_parts FOR VALUES FROM (%L) TO (%L)',
                   month, uuid_v7_lower(first + month * interval '1 month'),
                   uuid_v7_lower(first + (month + 1) * interval '1 month'));
  END LOOP;
  FOREACH target IN ARRAY ARRAY[
      'real_one (created_at, n) SELECT at, n', 'real_parts (created_at, n) SELECT at, n',
      'key_one (id, n) SELECT uuid_generate_v7(at), n', 'key_parts (id, n) SELECT uuid_generate_v7(at), n'] LOOP
    EXECUTE format('INSERT INTO %s FROM generate_series(1, $1) AS n, LATERAL (SELECT date_trunc('
                   '''milliseconds'', now() - ($1 - n) * (interval ''365 days'' / $1))) AS t (at)', target)
      USING row_count;
  END LOOP;
END $$;
\if :full
CALL make_questions(1000000);
\else
CALL make_questions(300000);
\endif
VACUUM (FREEZE, ANALYZE) real_one, real_parts, key_one, key_parts;

-- %1$I is the table, and %2$L and %3$L the time and the id of its row in the middle
INSERT INTO item (workload, item, run) VALUES
  ('questions', 'newest 20', 'SELECT * FROM %1$I ORDER BY created_at DESC LIMIT 20'),
  ('questions', 'page 3', 'SELECT * FROM %1$I ORDER BY created_at DESC LIMIT 20 OFFSET 40'),
  ('questions', 'newest 20 of the last day',
   'SELECT * FROM %1$I WHERE created_at >= now() - interval ''1 day'' ORDER BY created_at DESC LIMIT 20'),
  ('questions', 'next page by time',
   'SELECT * FROM %1$I WHERE created_at < %2$L ORDER BY created_at DESC LIMIT 20'),
  ('questions', 'next page by (time, id)',
   'SELECT * FROM %1$I WHERE (created_at, id) < (%2$L, %3$L) ORDER BY created_at DESC, id DESC LIMIT 20'),
  ('questions', 'next page by time OR id',
   'SELECT * FROM %1$I WHERE created_at < %2$L OR (created_at = %2$L AND id < %3$L)
    ORDER BY created_at DESC, id DESC LIMIT 20'),
  ('questions', 'first', 'SELECT min(created_at) FROM %1$I'),
  ('questions', 'last', 'SELECT max(created_at) FROM %1$I'),
  ('questions', 'last hour', 'SELECT * FROM %1$I WHERE created_at >= now() - interval ''1 hour'''),
  ('questions', 'a day, BETWEEN',
   'SELECT * FROM %1$I WHERE created_at BETWEEN date_trunc(''day'', timestamptz %2$L)
      AND date_trunc(''day'', timestamptz %2$L) + interval ''1 day'' - interval ''1 us'''),
  ('questions', 'a day, ::date =', 'SELECT * FROM %1$I WHERE created_at::date = (timestamptz %2$L)::date'),
  ('questions', 'count of a month, date_trunc =',
   'SELECT count(*) FROM %1$I WHERE date_trunc(''month'', created_at) = date_trunc(''month'', timestamptz %2$L)');

-- Each query in each round to all four, one after the other.  Where the server can measure
-- that, from 17 on, rows are made text as for a client.
CREATE PROCEDURE time_questions(rounds int) LANGUAGE plpgsql AS $$
DECLARE
  i item;
  shape text;
  kind text;
  mid record;
  took record;
  ms float8[];
  options text := CASE WHEN current_setting('server_version_num')::int >= 170000 THEN ', SERIALIZE TEXT' ELSE '' END;
BEGIN
  FOR r IN 1 .. rounds LOOP
    FOR i IN SELECT * FROM turn('questions', r + 1) LOOP
      FOREACH shape IN ARRAY '{one,parts}'::text[] LOOP
        ms := '{}';
        FOREACH kind IN ARRAY '{real,computed}'::text[] LOOP
          EXECUTE format('SELECT created_at, id FROM %I WHERE created_at >= now() - interval ''180 days'' '
                         'ORDER BY created_at LIMIT 1', kind || '_' || shape) INTO mid;
          took := time_plan(format(i.run, kind || '_' || shape, mid.created_at, mid.id), 5, options);
          ms := ms || took.planning + took.execution;
        END LOOP;
        shape := CASE shape WHEN 'one' THEN 'one table' ELSE '13 partitions' END;
        CALL keep('questions', i.item, '', format('created_at (%s)', shape), 'ms', r, ms[1]);
        CALL keep('questions', i.item, '', format('by the key (%s)', shape), 'ms', r, ms[2]);
        CALL keep('questions', i.item, '', format('key / created_at (%s)', shape), 'times', r, ms[2] / ms[1]);
      END LOOP;
    END LOOP;
    COMMIT;
    IF r = rounds OR r % greatest(1, rounds / 4) = 0 THEN
      RAISE NOTICE '   round % of %', r, rounds;
    END IF;
  END LOOP;
END $$;
\if :full
CALL time_questions(25);
\else
CALL time_questions(7);
\endif

-- The worst of the queries; what is at most 50 us more counts as within 1.5 times
CREATE VIEW question AS
  SELECT item, shape, median('questions', item, format('key / created_at (%s)', shape)) AS times,
         1000 * (median('questions', item, format('by the key (%s)', shape))
                 - median('questions', item, format('created_at (%s)', shape))) AS us_more
  FROM item, unnest('{one table,13 partitions}'::text[]) AS shape WHERE workload = 'questions';

SELECT format('CALL promise(%L, %s, 1.5)',
              format('twelve queries, %s: times a real created_at, or 50 us more; the worst is %s', shape, item),
              counts)
FROM (SELECT DISTINCT ON (shape) shape, item,
        CASE WHEN us_more <= 50 THEN least(times, 1.5) ELSE times END AS counts
      FROM question ORDER BY shape, counts DESC) AS worst ORDER BY shape DESC \gexec
-- A month and a few days are a tenth of these rows
SELECT format('CALL promise(%L, %s, %s)', format('%s ..., %s: by the key / created_at', item, shape), times,
              CASE WHEN item ~ 'month' THEN 0.15 ELSE 0.1 END)
FROM question WHERE item ~ '=$' ORDER BY shape DESC, item \gexec
CREATE FUNCTION indexes_of(name text) RETURNS float8 LANGUAGE sql
  RETURN (SELECT sum(pg_indexes_size(relation)) FROM (
    SELECT name::regclass UNION SELECT relid FROM pg_partition_tree(name::regclass)) AS r (relation));
CALL promise('twelve queries, one table: indexes, by the key / with created_at',
  indexes_of('key_one') / indexes_of('real_one'), 0.55);
CALL promise('twelve queries, 13 partitions: indexes, by the key / with created_at',
  indexes_of('key_parts') / indexes_of('real_parts'), 0.55);

DROP VIEW question, computed_one, computed_parts;
DROP FUNCTION indexes_of;
DROP TABLE real_one, real_parts, key_one, key_parts;
