--
-- How many rows the planner expects of a window in time.  Numbers depend on what
-- ANALYZE saw; how far they are off is printed in classes.
-- In make test: quick, and the main test of estimates of rows.
--
\set test estimates
\i test/sql/include/begin_preloaded.sql
CREATE TABLE result (place int GENERATED ALWAYS AS IDENTITY, name text, kind text, rows float8,
                     stock float8, refined float8);
CREATE PROCEDURE ask(relation text, name text, kind text, condition text) LANGUAGE plpgsql AS $$
DECLARE
  truth float8;
  query text := format('SELECT FROM %s WHERE %s', relation, condition);
BEGIN
  EXECUTE format('SELECT count(*) FROM %s WHERE %s', relation, condition) INTO truth;
  INSERT INTO result (name, kind, rows, stock, refined)
    VALUES (name, kind, truth, off_by(expected_rows(query, false), truth),
            off_by(expected_rows(query, true), truth));
END
$$;
CREATE VIEW summary AS
  SELECT name, kind, bool_and(refined <= 2) AS within_2, avg(ln(refined)) <= avg(ln(stock)) AS better,
         bool_and(refined <= greatest(stock, 2)) AS never_worse FROM result WHERE rows >= 100 GROUP BY name, kind;

-- the year 2020 in 31,622,400 seconds, at a steady rate, and with gaps; hash functions stand for chance
CREATE TABLE steady (id uuid PRIMARY KEY);
INSERT INTO steady SELECT uuid_generate_v7(timestamptz '2020-01-01' + n * interval '105.408 s')
  FROM generate_series(0, 299999) AS n;
CREATE TABLE gap (LIKE steady INCLUDING ALL);
INSERT INTO gap SELECT uuid_generate_v7(timestamptz '2020-01-01' + n * interval '237.168 s'
                                        + n / 50000 * interval '7905600 s') FROM generate_series(0, 99999) AS n;
ANALYZE steady, gap;

CREATE TABLE width (width interval);
INSERT INTO width VALUES ('10 s'), ('1 min'), ('10 min'), ('1 hour'), ('6 hours'), ('1 day'), ('30 days'),
  ('183 days'), ('400 days');
CREATE TABLE start AS
  SELECT timestamptz '2020-01-01' + (hashint4(n)::bigint + 2147483648) % 30000000 * interval '1 s' AS start
  FROM generate_series(1, 12) AS n;

DO $$
DECLARE
  t text;
  a timestamptz;
  w interval;
BEGIN
  FOREACH t IN ARRAY '{steady,gap}'::text[] LOOP
    FOR w IN SELECT width FROM width ORDER BY 1 LOOP
      FOR a IN SELECT start FROM start LOOP
        CALL ask(t, t, 'window', format('id >= %L::timestamptz AND id < %L::timestamptz', a, a + w));
      END LOOP;
      a := timestamptz '2020-12-31' - w;
      CALL ask(t, t, 'from', format('id > %L::timestamptz', timestamptz '2021-01-01' - w));
      CALL ask(t, t, 'until', format('id <= %L::timestamptz', timestamptz '2020-01-01' + w));
    END LOOP;
  END LOOP;
END
$$;
\echo '-- estimates are within a factor of 2 at a steady rate; in a bin with a gap, nothing'
\echo '-- shows where the rows are'
SELECT * FROM summary WHERE name = 'steady' ORDER BY kind;
SELECT name, kind, better FROM summary WHERE name = 'gap' ORDER BY name, kind;

\echo '-- ranges, time order, OR; a domain and the clock'
CREATE DOMAIN event_id AS uuid CHECK (uuid_is_v7(VALUE));
CREATE TABLE today (id event_id PRIMARY KEY);
INSERT INTO today SELECT uuid_generate_v7(now() - n * interval '0.864 s') FROM generate_series(0, 99999) AS n;
ANALYZE today;
DO $$
DECLARE
  w interval;
  start timestamptz := '2020-05-05';
BEGIN
  FOR w IN SELECT width FROM width WHERE width BETWEEN '10 min' AND '1 day' ORDER BY 1 LOOP
    CALL ask('steady', 'steady', 'time order',
             format('id ~>=~ %L::timestamptz AND id ~<~ %L::timestamptz', start, start + w));
    CALL ask('steady', 'steady', 'in a range', format('id <@ tstzrange(%L, %L)', start, start + w));
    CALL ask('steady', 'steady', 'one of two', format('id < %L::timestamptz OR id >= %L::timestamptz',
             timestamptz '2020-01-01' + w, timestamptz '2021-01-01' - w));
    CALL ask('today', 'today', 'until now', format('id >= now() - interval %L', w));
    CALL ask('today', 'today', 'window', format(
             'id >= now() - interval ''24 hours'' AND id < now() - interval ''24 hours'' + interval %L', w));
    CALL ask('today', 'today', 'extracted', format('uuid_time(id) >= now() - interval %L', w));
  END LOOP;
END
$$;
SELECT name, kind, within_2 FROM summary
  WHERE name = 'today' OR kind IN ('time order', 'in a range', 'one of two') ORDER BY 1, 2;

\echo '-- a table grew by a tenth since ANALYZE and goes on growing; another one stands still, and so does now()'
CREATE TABLE growing (id uuid PRIMARY KEY);
INSERT INTO growing SELECT uuid_generate_v7(now() - interval '20 min' - n * interval '0.12 s')
  FROM generate_series(0, 99999) AS n;
CREATE TABLE still (LIKE growing INCLUDING ALL);
INSERT INTO still TABLE growing;
ANALYZE growing, still;
BEGIN;
INSERT INTO growing SELECT uuid_generate_v7(now() - n * interval '0.12 s') FROM generate_series(0, 9999) AS n;
CALL ask('growing', 'growing', 'last ten minutes', 'id >= now() - interval ''10 min''');
CALL ask('growing', 'growing', 'last hour', 'id >= now() - interval ''1 hour''');
CALL ask('still', 'still', 'last ten minutes', 'id >= now() - interval ''10 min''');
CALL ask('still', 'still', 'last hour', 'id >= now() - interval ''1 hour''');
COMMIT;
SELECT name, kind, refined <= 2 AS within_2 FROM result WHERE name IN ('growing', 'still') ORDER BY place;

\echo '-- VACUUM counts the rows, after which nothing shows that some came since ANALYZE but'
\echo '-- where the index ends: the last bin is as wide as that'
VACUUM growing;
CALL ask('growing', 'vacuumed', 'last 20 minutes', 'id >= now() - interval ''20 min''');
CALL ask('growing', 'vacuumed', 'last hour', 'id >= now() - interval ''1 hour''');
\echo '-- no index shows where the column ends, which a BRIN index needs, too'
CREATE TABLE bare AS SELECT uuid_generate_v7(now() - interval '20 min' - n * interval '0.12 s') AS id
  FROM generate_series(0, 99999) AS n;
CREATE INDEX ON bare USING brin (id uuid_minmax_ops);
ANALYZE bare;
INSERT INTO bare SELECT uuid_generate_v7(now() - n * interval '0.12 s') FROM generate_series(0, 9999) AS n;
CALL ask('bare', 'bare', 'last ten minutes', 'id >= now() - interval ''10 min''');
CALL ask('bare', 'bare', 'last hour', 'id ~>=~ now() - interval ''1 hour''');
\echo '-- updated rows are not new ones'
UPDATE bare SET id = id WHERE uuid_hash(id) & 1 = 0;
CALL ask('bare', 'bare, updated', 'last hour', 'id >= now() - interval ''1 hour''');
\echo '-- the first rows are gone'
CREATE TABLE kept (LIKE growing INCLUDING ALL);
INSERT INTO kept SELECT uuid_generate_v7(timestamptz '2020-01-01' + n * interval '1 min')
  FROM generate_series(1, 99999) AS n;
ANALYZE kept;
DELETE FROM kept WHERE id < timestamptz '2020-01-01 12:00';
VACUUM kept;
CALL ask('kept', 'kept', 'gone', 'id < timestamptz ''2020-01-01 12:00''');
CALL ask('kept', 'kept', 'first hours', 'id < timestamptz ''2020-01-01 14:00''');
\echo '-- ids that many rows share'
CREATE TABLE shared AS
  SELECT CASE WHEN n % 5 > 0 THEN uuid_v7_lower(timestamptz '2020-01-01' + n % 10 * interval '36 days')
              ELSE uuid_generate_v7(timestamptz '2020-01-01' + n * interval '315 s') END AS id
  FROM generate_series(0, 99999) AS n;
ANALYZE shared;
CALL ask('shared', 'shared', 'hours', 'id > timestamptz ''2020-03-03'' AND id < timestamptz ''2020-03-04''');
CALL ask('shared', 'shared', 'months', 'id > timestamptz ''2020-03-03'' AND id < timestamptz ''2020-06-04''');
\echo '-- a column that is null in nine of ten rows'
CREATE TABLE sparse (id uuid CHECK (uuid_is_v7(id)));
INSERT INTO sparse
  SELECT CASE WHEN n % 10 = 0 THEN uuid_generate_v7(timestamptz '2020-01-01' + n * interval '315 s') END AS id
  FROM generate_series(0, 99999) AS n;
ANALYZE sparse;
CALL ask('sparse', 'sparse', 'months', 'id > timestamptz ''2020-03-03'' AND id < timestamptz ''2020-06-04''');
ALTER TABLE sparse DROP CONSTRAINT sparse_id_check;
CALL ask('sparse', 'sparse', 'not proven', 'id > timestamptz ''2020-03-03'' AND id < timestamptz ''2020-06-04''');
\echo '-- all v7 are after the smallest one, and nothing else need be'
CREATE TABLE nils (id uuid);
INSERT INTO nils SELECT CASE WHEN n % 4 = 0 THEN uuid_generate_v7() ELSE '00000000-0000-0000-0000-000000000000' END
  FROM generate_series(1, 9999) AS n;
ANALYZE nils;
CALL ask('nils', 'nils', 'v7', 'id >= uuid_v7_lower(''-infinity'')');
\echo '-- partitions and tables that inherit have statistics of their own'
CREATE TABLE parted (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('parted', '2020-01-01', '2021-01-01', '1 month');
INSERT INTO parted TABLE steady;
ANALYZE parted;
CREATE TABLE parent (id uuid);
CREATE TABLE child () INHERITS (parent);
INSERT INTO parent TABLE gap;
INSERT INTO child TABLE steady;
ANALYZE parent, child;
CALL ask('parted', 'parted', 'a day',
         'id >= timestamptz ''2020-05-31 12:00'' AND id < timestamptz ''2020-06-01 12:00''');
CALL ask('parent', 'parent', 'a day',
         'id >= timestamptz ''2020-05-31 12:00'' AND id < timestamptz ''2020-06-01 12:00''');
SELECT name, kind, refined <= 2 AS within_2, refined <= greatest(stock, 2) AS never_worse FROM result
  WHERE name IN ('vacuumed', 'bare', 'bare, updated', 'kept', 'shared', 'sparse', 'nils', 'parted', 'parent')
  ORDER BY place;

\echo '-- statistics that changed are used'
TRUNCATE still;
INSERT INTO still SELECT uuid_generate_v7(now() - interval '40 min' - n * interval '0.012 s')
  FROM generate_series(0, 99999) AS n;
ANALYZE still;
CALL ask('still', 'still', 'analyzed', 'id >= now() - interval ''50 min'' AND id < now() - interval ''49 min''');
SELECT refined <= 2 AS within_2 FROM result WHERE kind = 'analyzed';

\echo '-- columns with anything but v7, or without a histogram: the same with and without'
CREATE TABLE others (random uuid, mixed uuid, few uuid, v6 uuid);
INSERT INTO others
  SELECT md5(n::text)::uuid, CASE WHEN n % 10 = 0 THEN md5(n::text)::uuid ELSE uuid_generate_v7(t) END,
         uuid_v7_lower(timestamptz '2020-01-01' + n % 5 * interval '1 day'), uuid_generate_v6(t)
  FROM generate_series(1, 20000) AS n, LATERAL (SELECT timestamptz '2020-01-01' + n * interval '1 min' AS t) AS t;
ANALYZE others;
SELECT attname, bool_and(expected_rows(query, true) = expected_rows(query, false)) AS same
FROM unnest('{random,mixed,few,v6}'::text[]) AS attname, unnest('{<,<=,>=,>,~<~,~>=~}'::text[]) AS op,
     generate_series(timestamptz '2019-12-30', timestamptz '2020-01-20', '17 h') AS t,
     LATERAL (SELECT format('SELECT FROM others WHERE %I %s %L::uuid AND coalesce(uuid_time(%1$I), now()) IS '
       'NOT NULL', attname, op, CASE WHEN op ~ '~' THEN uuid_time_lower(t) ELSE uuid_v7_lower(t) END) AS query) AS q
GROUP BY 1 ORDER BY 1;
\echo '-- and so are equality, more than 100 constants, and joins of a column that no constant is compared with'
SELECT left(query, 100) AS query, expected_rows(query, true) = expected_rows(query, false) AS same
FROM (VALUES ('SELECT FROM steady WHERE id = ''01700000-0000-7000-8000-000000000000'''),
             ((SELECT 'SELECT FROM steady WHERE ' || string_agg(format('id > %L AND id < %L',
                 uuid_v7_lower(timestamptz '2020-01-01' + n * interval '10 days'),
                 uuid_v7_lower(timestamptz '2020-01-06' + n * interval '10 days')), ' OR ')
               FROM generate_series(30, -21, -1) AS n)),
             ('SELECT FROM steady WHERE id > uuid_v7_lower(nullif(now(), now()))'),
             ('SELECT FROM steady WHERE id < uuid_v7_lower(''2020-12-01'') '
              'AND id > ANY (ARRAY[uuid_v7_lower(''2020-06-01'')])'),
             ('SELECT FROM gap JOIN steady USING (id)')) AS v(query);
\echo '-- a range beside what matches one row, or all but one, is estimated as without it'
SELECT condition, off_by(expected_rows('SELECT FROM steady WHERE id >= timestamptz ''2020-12-31 18:00'' ' || condition),
                         expected_rows('SELECT FROM steady WHERE id >= timestamptz ''2020-12-31 18:00''')) < 1.1 AS same
FROM (VALUES ('AND id <> ''01700000-0000-7000-8000-000000000000'''),
  ('OR id = ''01700000-0000-7000-8000-000000000000'''),
  ('OR id IN (''01700000-0000-7000-8000-000000000000'', ''01700000-0000-7000-8000-000000000001'')')) AS v (condition);

\echo '-- a condition that the server extracts from one of a join'
CREATE TABLE marks (k int, a int);
INSERT INTO marks SELECT n, n FROM generate_series(1, 1000) AS n;
ANALYZE marks;
SELECT off_by(jsonb_path_query_first(plan_of(
                'SELECT FROM steady JOIN marks ON a = 1 AND id < timestamptz ''2020-01-01 06:00'' '
                'OR k = 2 AND id > timestamptz ''2020-12-31 18:00''')::jsonb,
                '$.** ? (@."Relation Name" == "steady")."Plan Rows"')::float8,
              (SELECT count(*) FROM steady WHERE id < timestamptz '2020-01-01 06:00'
               OR id > timestamptz '2020-12-31 18:00')) <= 2 AS within_2;

\echo '-- times of two columns, of a table that is not scanned itself and of one without an index on them'
CREATE TABLE paid (pay_id uuid CHECK (uuid_is_v7(pay_id)), id uuid NOT NULL CHECK (uuid_is_v7(id)))
  PARTITION BY RANGE (id);
CREATE TABLE paid_all PARTITION OF paid DEFAULT;
INSERT INTO paid SELECT uuid_v7_lower(timestamptz '2026-01-01Z' + n % 3 * interval '1 s'),
  uuid_generate_v7(timestamptz '2026-01-01Z' + n * interval '1 s') FROM generate_series(1, 9000) AS n;
ANALYZE paid;
SELECT of_time, t, expected_rows(format('SELECT uuid_time(%s), count(*) FROM %s WHERE uuid_time(id) IS NOT NULL '
                                        'AND uuid_time(pay_id) IS NOT NULL GROUP BY 1', of_time, t)) AS groups
FROM unnest('{id,pay_id}'::text[]) AS of_time, unnest('{paid,paid_all}'::text[]) AS t ORDER BY 1, 2;
CREATE STATISTICS paid_times ON (uuid_time(id)), (uuid_time(pay_id)) FROM paid_all;
ANALYZE paid_all;
SELECT expected_rows('SELECT FROM paid_all WHERE uuid_time(id) IS NOT NULL GROUP BY uuid_time(pay_id)') AS groups;
SELECT expected_rows('SELECT max(uuid_time(id)) FROM paid_all GROUP BY uuid_time(pay_id)') AS of_the_second;

\echo '-- a stored column has statistics of its own, and extended ones; some rows share a time'
CREATE TABLE stored (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)),
  created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED, CHECK (created_at = uuid_time(id)));
INSERT INTO stored SELECT uuid_generate_v7(timestamptz '2026-01-01Z' + n / 50 * interval '1 s')
  FROM generate_series(0, 19999) AS n;
CREATE STATISTICS stored_hours ON (date_trunc('hour', created_at)) FROM stored;
ANALYZE stored;
SELECT q, expected_rows(q) AS rows FROM unnest(ARRAY['SELECT FROM stored GROUP BY created_at',
  'SELECT FROM stored GROUP BY date_trunc(''hour'', created_at)',
  'SELECT FROM (SELECT created_at FROM stored LIMIT 10000) AS part GROUP BY created_at',
  'SELECT FROM stored JOIN paid ON created_at = uuid_time(pay_id)']) AS q;

\echo '-- where bounds do not show how many ids share a time, CREATE STATISTICS and indexes on it do'
CREATE TABLE packed (id uuid CHECK (uuid_is_v7(id)));
INSERT INTO packed SELECT uuid_generate_v7(timestamptz '2026-01-01Z' + n / 50 * interval '1 hour')
  FROM generate_series(0, 19999) AS n;
CREATE STATISTICS packed_times ON (uuid_time(id)), (date_trunc('day', uuid_time(id))) FROM packed;
ANALYZE packed;
SELECT expected_rows('SELECT FROM packed GROUP BY uuid_time(id)') AS by_statistics;
DROP STATISTICS packed_times;
CREATE INDEX ON packed (uuid_time(id));
ANALYZE packed;
SELECT expected_rows('SELECT FROM packed GROUP BY uuid_time(id)') AS by_index;
\echo '-- a condition with which an index begins counts itself, instead of the range that it implies'
CREATE INDEX packed_ids ON packed (id);
CREATE INDEX packed_days ON packed ((id IS NULL), ((uuid_time(id) AT TIME ZONE 'UTC')::date));
ANALYZE packed;
PREPARE index_of_day AS SELECT substring(string_agg(line, ' ') FROM 'packed_\w+') FROM plan_lines(
  'SELECT FROM packed WHERE (uuid_time(id) AT TIME ZONE ''UTC'')::date = ''2026-01-05''', true) AS line;
EXECUTE index_of_day;
DROP INDEX packed_ids, packed_days;
CREATE INDEX packed_days ON packed (((uuid_time(id) AT TIME ZONE 'UTC')::date));
ANALYZE packed;
EXECUTE index_of_day;

\echo '-- an operator that is not leakproof, beside a condition on the time of an arm of a UNION ALL'
CREATE TABLE priced (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), total numeric);
INSERT INTO priced SELECT uuid_generate_v7(timestamptz '2026-01-01Z' + n * interval '1 s'), n % 1000
  FROM generate_series(1, 10000) AS n;
ANALYZE priced;
SELECT expected_rows(q) = expected_rows(q, false) AS as_without FROM (VALUES ('SELECT FROM '
  '(SELECT uuid_time(id) AS at, total FROM priced UNION ALL SELECT uuid_time(id), total FROM priced) AS u '
  'WHERE at::date >= ''2026-01-01'' AND total >= 990')) AS v (q);

\echo '-- an operator that shows its arguments gets no values of the statistics'
CREATE FUNCTION leak(uuid, uuid) RETURNS boolean LANGUAGE plpgsql IMMUTABLE
  AS 'BEGIN RAISE NOTICE ''seen''; RETURN $1 < $2; END';
CREATE FUNCTION leak(timestamptz, timestamptz) RETURNS boolean LANGUAGE plpgsql IMMUTABLE
  AS 'BEGIN RAISE NOTICE ''seen''; RETURN $1 < $2; END';
CREATE OPERATOR <<< (PROCEDURE = leak, LEFTARG = uuid, RIGHTARG = uuid, RESTRICT = scalarltsel);
CREATE OPERATOR <<< (PROCEDURE = leak, LEFTARG = timestamptz, RIGHTARG = timestamptz, RESTRICT = scalarltsel);
CREATE ROLE regress_uuidx_reader;
GRANT USAGE ON SCHEMA estimates TO regress_uuidx_reader;
GRANT SELECT ON gap TO regress_uuidx_reader;
ALTER TABLE gap ENABLE ROW LEVEL SECURITY;
CREATE POLICY everyone ON gap USING (true);
CREATE POLICY few ON gap AS RESTRICTIVE USING (id < timestamptz '2020-01-03');
SET ROLE regress_uuidx_reader;
SELECT expected_rows('SELECT FROM gap WHERE id <<< ''0170-0000-0000-7000-8000-0000-0000-0000'' '
                     'AND id >= timestamptz ''2020-01-02''', true) > 0 AS estimated,
       expected_rows('SELECT FROM gap WHERE uuid_time(id) <<< timestamptz ''2020-01-02''', true) > 0 AS of_time;
RESET ROLE;
\i test/sql/include/end.sql
DROP ROLE regress_uuidx_reader;
