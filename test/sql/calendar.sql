--
-- Filters on the calendar of the time in an id: they stay, and the range of ids that
-- they imply stands beside them.
-- In make test: quick, and the main test of ranges of calendar filters.
--
\set test calendar
\i test/sql/include/begin.sql
SET client_min_messages = warning;

-- an hour each, of a year
CREATE TABLE hours (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), n integer);
INSERT INTO hours SELECT uuid_generate_v7(t, 0), row_number() OVER (ORDER BY t)
  FROM generate_series(timestamptz '2026-01-01Z', '2026-12-31 23:00Z', '1 hour') AS t;
CREATE VIEW events AS SELECT *, uuid_time(id) AS created_at FROM hours;
CREATE TABLE months (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), n integer) PARTITION BY RANGE (id);
CALL create_parts('months', 'uuid_v7_lower(%L)', 12, '1 month', 'MM');
SET timezone = 'America/New_York';
INSERT INTO months SELECT * FROM hours;
CREATE VIEW events_of_months AS SELECT *, uuid_time(id) AS created_at FROM months;
VACUUM ANALYZE hours, months;
SET enable_seqscan = off;
SET enable_bitmapscan = off;

\echo '-- What each becomes'
SELECT unnest(string_to_array(planned, '; ')) AS planned FROM planned(
  $$events WHERE created_at::date = '2026-03-08'$$, $$events WHERE created_at::date <= '2026-03-08'$$,
  $$events WHERE '2026-03-08'::date <= created_at::date$$,
  $$events WHERE created_at::date < '2026-03-08 12:00'::timestamp$$,
  $$events WHERE created_at::date < '2026-03-08 12:00Z'::timestamptz$$,
  $$events WHERE date_trunc('month', created_at) = '2026-03-01'$$,
  $$events WHERE date_trunc('week', created_at, 'Asia/Tokyo') = '2026-03-01 15:00Z'$$,
  $$events WHERE (created_at AT TIME ZONE 'Europe/Paris')::date = '2026-03-29'$$,
  $$events WHERE (created_at AT TIME ZONE current_setting('timezone'))::date = '2026-03-29'$$,
  $$events WHERE date_trunc('day', created_at AT TIME ZONE 'UTC') = '2026-03-08'$$,
  $$events WHERE date_trunc('year', created_at AT TIME ZONE 'Asia/Kathmandu') = '2026-01-01'$$,
  $$events WHERE created_at AT TIME ZONE 'Asia/Kathmandu' >= '2026-12-20'$$,
  $$events WHERE DATE_TRUNC('day', created_at::timestamptz AT TIME ZONE 'Etc/UTC') AT TIME ZONE 'Etc/UTC' =
    '2026-03-08Z'$$,
  $$events WHERE created_at AT TIME ZONE 'Asia/Tokyo' AT TIME ZONE 'Europe/Paris' > '2026-12-20Z'$$,
  $$events WHERE created_at + interval '30 days' < '2026-03-01Z'$$,
  $$events WHERE created_at::date + time '08:00' >= '2026-03-08'$$,
  $$events WHERE date_bin('1 day', created_at, '2026-01-01Z') = '2026-03-08Z'$$,
  $$events WHERE date_bin('0', created_at, '2026-01-01Z') = '2026-03-08Z'$$,
  $$events WHERE extract(year from created_at) > 2025.5$$,
  $$events WHERE extract(year from created_at::date) <= 2025.5$$,
  $$hours WHERE uuid_v7_timestamp(id)::date = '2026-03-08'$$);

\echo '-- of other versions, and of all, in time order'
CREATE TABLE sixes (id uuid PRIMARY KEY CHECK (uuid_is_v6(id)));
CREATE TABLE mixed (id uuid, n integer);
CREATE INDEX ON mixed (id uuid_time_ops);
CREATE TABLE unproven (id uuid PRIMARY KEY);
SELECT unnest(string_to_array(planned, '; ')) AS planned FROM planned(
  $$sixes WHERE (uuid_time(id) AT TIME ZONE 'UTC')::date = '2026-03-08'$$,
  $$mixed WHERE (uuid_time(id) AT TIME ZONE 'UTC')::date = '2026-03-08'$$,
  $$unproven WHERE (uuid_v7_timestamp(id) AT TIME ZONE 'UTC')::date = '2026-03-08'$$);

\echo '-- What implies nothing that is known'
SELECT unnest(string_to_array(planned, '; ')) AS planned FROM planned(
  $$events WHERE extract(isoyear from created_at) = 2026 AND extract(month from created_at) = 3$$,
  $$events WHERE NOT (created_at::date = '2026-03-08' AND n > 5)$$,
  $$events WHERE (created_at::date = '2026-03-08') IS NOT TRUE$$,
  $$events WHERE created_at::date = '2026-01-01'::date + n$$,
  $$events, generate_series(1, 2) AS g WHERE created_at::date < '2026-01-01'::date + g$$,
  $$events WHERE created_at + random() * interval '1 day' > '2026-03-08'$$,
  $$events WHERE (created_at AT TIME ZONE (random() * 10)::text)::date = '2026-03-08'$$,
  $$events WHERE (created_at AT TIME ZONE 'No/Such')::date = '2026-03-08'$$,
  $$events WHERE created_at + interval '250000 years' > '2026-03-08'$$, $$events WHERE created_at::date = NULL$$);
\echo '-- below OR; and nothing twice'
SELECT unnest(string_to_array(planned, '; ')) AS planned FROM planned(
  $$events WHERE (created_at AT TIME ZONE 'UTC')::date = '2026-03-08'
    OR (created_at AT TIME ZONE 'UTC')::date = '2026-04-08' AND n > 5$$,
  $$events WHERE (created_at AT TIME ZONE 'UTC')::date = '2026-03-08'
    AND (created_at AT TIME ZONE 'UTC')::date >= '2026-03-08'$$);
SELECT replace(conditions($$SELECT min(id), max(id) FROM events WHERE created_at::date = '2026-03-08'$$),
  ' AND (id IS NOT NULL)', '') AS conditions;

\echo '-- Partitions are excluded at once, by constants of every time zone; and then as the plan starts'
CREATE FUNCTION excluded(VARIADIC wheres text[]) RETURNS TABLE (condition text, scanned text) LANGUAGE sql AS $$
  SELECT c, scanned('SELECT FROM events_of_months WHERE ' || c)
  FROM unnest(wheres) WITH ORDINALITY AS w (c, n) ORDER BY n
$$;
SELECT * FROM excluded(
  $$created_at::date BETWEEN '2026-03-15' AND '2026-04-15'$$,
  $$(created_at AT TIME ZONE 'Europe/Paris')::date = '2026-03-05'$$,
  $$date_trunc('month', created_at AT TIME ZONE 'UTC') = '2026-03-01'$$, $$extract(year from created_at) = 2025$$,
  $$created_at::date = (SELECT '2026-03-15'::date)$$,
  $$created_at::date = '2020-01-01' AND created_at::date < CURRENT_DATE$$);

\echo '-- Partitions that are not in time order, of ids of any version: no condition that none of them'
\echo '-- can use, but those that an index in time order can'
CREATE TABLE mixed_months (id uuid, n integer) PARTITION BY RANGE (id);
CREATE TABLE mixed_past PARTITION OF mixed_months FOR VALUES FROM (MINVALUE) TO (uuid_v7_lower('2026-07-01Z'));
CREATE TABLE mixed_rest PARTITION OF mixed_months FOR VALUES FROM (uuid_v7_lower('2026-07-01Z')) TO (MAXVALUE)
  PARTITION BY HASH (n);
CREATE TABLE mixed_rest_0 PARTITION OF mixed_rest FOR VALUES WITH (MODULUS 1, REMAINDER 0);
CREATE INDEX ON mixed_months (id);
CREATE FUNCTION of_mixed() RETURNS TABLE (planned text) LANGUAGE sql AS $$
  SELECT DISTINCT c COLLATE "C" FROM unnest(ARRAY[$w$uuid_time(id)::date = '2026-03-08'$w$,
      $w$(uuid_time(id) AT TIME ZONE 'UTC')::date = '2026-03-08' AND n = 3$w$,
      $w$(uuid_time(id), n) > ('2026-03-08Z', 3)$w$, $w$id ~>=~ now() - interval '1 hour'$w$]) AS w,
    conditions('SELECT FROM mixed_months WHERE ' || w) AS c ORDER BY 1
$$;
SELECT * FROM of_mixed();
CREATE INDEX of_time ON mixed_rest_0 USING brin (id uuid_time_minmax_ops);
SELECT * FROM of_mixed();
\echo '-- and of other partitions, which are by nothing but an id in time order'
CREATE TABLE mixed_times (id uuid, n integer) PARTITION BY RANGE (n);
CREATE TABLE mixed_times_1 PARTITION OF mixed_times DEFAULT PARTITION BY RANGE (id uuid_time_ops);
CREATE TABLE mixed_times_past PARTITION OF mixed_times_1 FOR VALUES FROM (MINVALUE) TO (uuid_time_lower('2026-02-01Z'));
CREATE TABLE mixed_times_rest PARTITION OF mixed_times_1 FOR VALUES FROM (uuid_time_lower('2026-02-01Z')) TO (MAXVALUE);
SELECT scanned($$SELECT FROM mixed_times WHERE uuid_time(id)::date = '2026-03-08'$$),
  scanned($$SELECT FROM mixed_times WHERE uuid_time(id) >= now() - interval '1 hour'$$) AS now;
\echo '-- on one table they improve the estimate'
CREATE TABLE one_mixed AS SELECT id, n FROM hours;
ANALYZE one_mixed;
SELECT expected_rows($$SELECT FROM one_mixed WHERE uuid_time(id)::date < '2026-02-01'$$) BETWEEN 500 AND 1000 AS good;

\echo '-- How many rows are expected: one of what is said three times counts'
SELECT w, expected_rows('SELECT FROM events WHERE ' || w) AS events,
    expected_rows('SELECT FROM events_of_months WHERE ' || w) AS months
  FROM unnest(ARRAY[$$created_at >= '2026-03-06 22:00' AND created_at < '2026-03-10 02:00'$$,
    $$created_at::date = '2026-03-08'$$, $$date_trunc('month', created_at AT TIME ZONE 'UTC') = '2026-03-01'$$,
    $$created_at::date IN ('2026-03-08', '2026-05-08')$$,
    $$created_at::date < '2026-07-01'$$, $$extract(year from created_at) = 2026$$]) AS w;

\echo '-- Of what is read, no more than two days at either end are not of the day: rows that'
\echo '-- pass, and others'
CREATE FUNCTION read_of(query text, OUT passed integer, OUT others integer) LANGUAGE plpgsql AS $$
DECLARE
  line text;
BEGIN
  others := 0;
  FOR line IN EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ' || query LOOP
    passed := coalesce(passed, substring(line FROM 'actual rows=(\d+)')::integer);
    others := others + coalesce(substring(line FROM 'Rows Removed by Filter: (\d+)')::integer, 0);
  END LOOP;
END
$$;
CREATE FUNCTION read_in_zones(condition text)
  RETURNS TABLE (zone text, passed_least integer, passed_most integer, others_most integer) LANGUAGE plpgsql AS $$
BEGIN
  FOREACH zone IN ARRAY '{UTC,America/New_York,Asia/Kathmandu,Pacific/Apia}'::text[] LOOP
    PERFORM set_config('timezone', zone, true);
    SELECT min(r.passed), max(r.passed), max(r.others) INTO passed_least, passed_most, others_most
      FROM generate_series(date '2026-02-01', '2026-11-30', '7 days') AS d,
        LATERAL read_of(format('SELECT FROM events WHERE ' || condition, d::date)) AS r;
    RETURN NEXT;
  END LOOP;
END
$$;
SELECT * FROM read_in_zones('created_at::date = %L');
SELECT * FROM read_in_zones($$(created_at AT TIME ZONE 'UTC')::date = %L$$);

-- ids at the edges of days on which clocks change, and of the day that a zone skipped
CREATE TABLE zones AS
  SELECT unnest('{UTC,America/New_York,Asia/Kathmandu,Pacific/Apia,Australia/Lord_Howe}'::text[]) AS zone;
CREATE TABLE sevens (id uuid CHECK (uuid_is_v7(id)), n integer);
CREATE INDEX ON sevens (id);
INSERT INTO sevens SELECT uuid_generate_v7(t, 0), row_number() OVER (ORDER BY t)
  FROM (SELECT DISTINCT (d AT TIME ZONE zone) + beside
    FROM unnest('{2026-03-08,2026-11-01,2011-12-30,2024-02-29,2025-12-31,2026-04-05}'::timestamp[]) AS c (c),
      generate_series(c - interval '2 days', c + interval '2 days', '1 day') AS d, zones,
      unnest('{-1 microsecond,-1 millisecond,0,1 millisecond,90 minutes,12:00}'::interval[]) AS beside) AS i (t);
INSERT INTO sevens VALUES (NULL, 0);
CREATE TABLE split (id uuid CHECK (uuid_is_v7(id)), n integer) PARTITION BY RANGE (id);
CREATE TABLE split_2011 PARTITION OF split FOR VALUES FROM (MINVALUE) TO (uuid_v7_lower('2011-12-30 10:00Z'));
CREATE TABLE split_2025 PARTITION OF split FOR VALUES FROM (uuid_v7_lower('2011-12-30 10:00Z'))
  TO (uuid_v7_lower('2026-03-08 07:00Z'));
CREATE TABLE split_2026 PARTITION OF split FOR VALUES FROM (uuid_v7_lower('2026-03-08 07:00Z'))
  TO (uuid_v7_lower('2500-01-01Z'));
CREATE TABLE split_future PARTITION OF split FOR VALUES FROM (uuid_v7_lower('2500-01-01Z')) TO (MAXVALUE);
INSERT INTO split SELECT * FROM sevens WHERE id IS NOT NULL;
ANALYZE sevens, split;

\echo '-- Parameters: generic plans, in this time zone and then in others; values that are no date, or null'
SET plan_cache_mode = force_generic_plan;
PREPARE of_day (date) AS SELECT count(*), sum(n) FROM sevens WHERE uuid_time(id)::date = $1;
PREPARE before_time (timestamp) AS SELECT count(*), sum(n) FROM sevens WHERE uuid_time(id)::timestamp < $1;
PREPARE since_month (timestamptz) AS SELECT count(*), sum(n) FROM sevens WHERE date_trunc('month', uuid_time(id)) >= $1;
PREPARE after_year (numeric) AS
  SELECT count(*), sum(n) FROM sevens WHERE extract(year from uuid_time(id)) > $1;
PREPARE constant AS SELECT count(*), sum(n) FROM split WHERE uuid_time(id)::date = '2011-12-31';
SELECT p, conditions('EXECUTE ' || p) FROM unnest(ARRAY[$$of_day('2011-12-30')$$, $$before_time('2011-12-30')$$,
  $$since_month('2011-12-01')$$, 'after_year(2011)', 'constant']) AS p;
SELECT count(*), count(*) FILTER (WHERE result <> '(0,)') AS with_rows,
  min(zone || p || v) FILTER (WHERE result IS DISTINCT FROM (answer(format('SELECT count(*), sum(n) FROM sevens WHERE '
    || condition, v), false))[1]) AS wrong
FROM zones, (VALUES ('of_day', 'uuid_time(id)::date = %L'), ('before_time', 'uuid_time(id)::timestamp < %L'),
    ('since_month', 'date_trunc(''month'', uuid_time(id)) >= %L')) AS p (p, condition),
  unnest('{2011-12-30,2026-03-08,2026-11-01,infinity,-infinity,"4713-01-01 BC",294276-12-31,NULL}'::text[]) AS v,
  set_config('timezone', zone, true) AS z, run(format('EXECUTE %s(%L)', p, v) || left(z, 0)) AS result;
SELECT v, run(format('EXECUTE after_year(%L)', v))
FROM unnest('{2010.5,-1e100,NaN,infinity,NULL}'::text[]) AS v;
DEALLOCATE ALL;
RESET plan_cache_mode;

\echo '-- POSIX time zones far from UTC, or with offsets more than 26 hours apart: nothing is derived there'
CREATE TABLE wide AS SELECT unnest('{"X-20Y+20,M3.2.0,M11.1.0","X-20Y+20,M3.2.0/0,J71/0",
  "X-167:59Y+167:59,M3.2.0,M11.1.0","X+13Y-13:00:01,J60/0,J75/0",<-100>+100}'::text[]) AS zone;
CREATE TABLE wide_conditions AS
  SELECT unnest(ARRAY['created_at::date = ?', 'created_at::date > ?', $$date_trunc('day', created_at) = ?$$,
    $$date_trunc('month', created_at) = date_trunc('month', ?::timestamptz)$$,
    $$created_at + interval '1 month -1 day' < ?::timestamptz$$, 'extract(year from created_at) = 2026']) AS w
  UNION ALL SELECT format(w, 'X-167Y+167,M3.2.0,M11.1.0')
    FROM unnest(ARRAY[$$(created_at AT TIME ZONE %1$L)::date = ?$$,
      $$date_trunc('month', created_at AT TIME ZONE %1$L) = date_trunc('month', ?::timestamp)$$,
      $$date_trunc('week', created_at, %1$L) = date_trunc('week', ?::timestamptz, %1$L)$$]) AS w;
SELECT zone, count(*) AS answers, count(*) FILTER (WHERE b <> '{"(0,)"}') > 60 AS with_rows,
    count(*) FILTER (WHERE a IS DISTINCT FROM b) AS different
  FROM wide, wide_conditions, unnest('{events,events_of_months}'::text[]) AS c,
    generate_series(date '2026-03-02', '2026-03-17', '5 days') AS d,
    LATERAL (SELECT format('SELECT count(*), sum(n) FROM %s WHERE %s', c, replace(w, '?', quote_literal(d::date))) AS q,
      set_config('timezone', zone, true)) AS q, LATERAL answer(q, true) AS a, LATERAL answer(q, false) AS b
  GROUP BY zone ORDER BY zone COLLATE "C";
SET timezone = 'X-20Y+20,M3.2.0,M11.1.0';
SELECT conditions($$SELECT FROM events WHERE created_at::date = '2026-03-06'$$);
SET timezone = 'America/New_York';
SET plan_cache_mode = force_generic_plan;
\echo '-- what is planned elsewhere is refused there, if it derives a range from the time zone'
PREPARE of_day (date) AS SELECT count(*) FROM events WHERE created_at::date = $1;
PREPARE of_utc (date) AS SELECT count(*) FROM events WHERE (created_at AT TIME ZONE 'UTC')::date = $1;
PREPARE since AS SELECT count(*) FROM events_of_months WHERE created_at >= date_trunc('day', now() - interval '1 hour');
PREPARE since_hour AS SELECT count(*) FROM events_of_months WHERE created_at >= now() - interval '1 hour';
PREPARE of_groups AS SELECT count(*) FROM (SELECT date_trunc('day', created_at) FROM events GROUP BY 1) AS g;
EXECUTE of_day ('2026-03-06');
EXECUTE of_utc ('2026-03-06');
EXECUTE since_hour \gset
EXECUTE of_groups;
\set ECHO queries
SET timezone = 'X-20Y+20,M3.2.0,M11.1.0';
EXECUTE of_utc ('2026-03-06');
EXECUTE since_hour \gset
EXECUTE of_groups;
EXECUTE of_day ('2026-03-06');
EXECUTE of_day ('2026-03-06');
SET timezone = 'America/New_York';
EXECUTE of_day ('2026-03-06');
EXECUTE since \gset
SET timezone = 'X-20Y+20,M3.2.0,M11.1.0';
EXECUTE since \gset
EXECUTE since \gset
\set ECHO none
\echo '-- From 18 on, a session in UTC+5 means five hours less by UTC: also in what was planned elsewhere'
SELECT zone, name, count(*) AS answers, count(*) FILTER (WHERE NOT same(q)) AS different
FROM unnest('{UTC+5,GMT-02:00,EAT-3GMT,UTC}'::text[]) AS zone, unnest('{UTC,utc,GMT,Zulu,Etc/UTC}'::text[]) AS name,
  unnest('{events,events_of_months}'::text[]) AS c, generate_series(10, 25, 5) AS d,
  LATERAL (SELECT format('SELECT count(*) FROM %s WHERE (created_at AT TIME ZONE %L)::date = ''2026-03-%s''',
    c, name, d), set_config('timezone', zone, true)) AS v (q)
GROUP BY zone, name HAVING count(*) FILTER (WHERE NOT same(q)) > 0;
SET timezone = 'America/New_York';
EXECUTE of_utc ('2026-03-06') \gset
SET timezone = 'UTC+5';
SELECT (error_of('EXECUTE of_utc (''2026-03-06'')')).state IN ('none', '40001') AS may_be_refused;
SELECT run('EXECUTE of_utc (''2026-03-06'')') = (answer('SELECT count(*) FROM events
  WHERE (created_at AT TIME ZONE ''UTC'')::date = ''2026-03-06''', false))[1] AS same;
RESET plan_cache_mode;
SET timezone = 'America/New_York';

\echo '-- Now: what moves with the clock'
INSERT INTO sevens SELECT uuid_generate_v7(now() - h * interval '1 hour'), 1 FROM generate_series(0, 100) AS h;
SELECT zone, w, same(q)
  FROM zones, unnest(ARRAY['uuid_time(id)::date = CURRENT_DATE', 'uuid_time(id)::date > CURRENT_DATE - 2',
      $$date_trunc('month', uuid_time(id)) = date_trunc('month', now())$$, $$uuid_time(id) + interval '1 day' < now()$$,
      'extract(year from uuid_time(id)) = extract(year from now())']) AS w,
    LATERAL (SELECT format('SELECT count(*), sum(n) FROM sevens WHERE %s', w) AS q,
      set_config('timezone', zone, true)) AS q WHERE zone IN ('America/New_York', 'Pacific/Apia');
\echo '-- the past stays the past, but the future does not stay the future'
SELECT scanned($$SELECT FROM split WHERE uuid_time(id)::date >= CURRENT_DATE - 7$$) AS since,
  scanned($$SELECT FROM split WHERE uuid_time(id)::date <= CURRENT_DATE$$) AS until;
\i test/sql/include/end.sql
