--
-- Window frames by time: ORDER BY id USING ~<~ RANGE BETWEEN offset PRECEDING AND
-- offset FOLLOWING.  The oracle joins the table with itself and compares 100 ns
-- since 1582, which it reads from the digits; no time is one place after all.
-- In make test: quick, and the main test of window frames by time.
--
\set test time_window
\i test/sql/include/begin.sql
\set VERBOSITY terse

\echo '-- support function 3 itself: edges that a window reaches only by luck'
SELECT val, base, o AS "offset", uuidx_time_in_range(val, base, o, true, true) AS "val <= base-o",
  uuidx_time_in_range(val, base, o, true, false) AS "val >= base-o",
    uuidx_time_in_range(val, base, o, false, true) AS "val <= base+o",
  uuidx_time_in_range(val, base, o, false, false) AS "val >= base+o"
FROM (VALUES
  -- RFC 9562's v1, v6 and v7 are the same instant
  ('c232ab00-9414-11ec-b3c8-9f6bdeced846'::uuid, '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'::uuid, '0'::interval),
  ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f', '1ec9414c-232a-6b00-b3c8-9f6bdeced846', '0'),
  -- 100 ns before and after
  ('c232aaff-9414-11ec-b3c8-9f6bdeced846', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', '0'),
  ('c232ab01-9414-11ec-b3c8-9f6bdeced846', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', '0'),
  -- 1 microsecond, to the 100 ns
  ('c232aaf7-9414-11ec-b3c8-9f6bdeced846', 'c232ab01-9414-11ec-b3c8-9f6bdeced846', '1 us'),
  ('c232aaf6-9414-11ec-b3c8-9f6bdeced846', 'c232ab01-9414-11ec-b3c8-9f6bdeced846', '1 us'),
  ('c232ab0a-9414-11ec-b3c8-9f6bdeced846', 'c232ab00-9414-11ec-b3c8-9f6bdeced846', '1 us'),
  ('c232ab0b-9414-11ec-b3c8-9f6bdeced846', 'c232ab00-9414-11ec-b3c8-9f6bdeced846', '1 us'),
  -- no time, on either side
  ('919108f7-52d1-4320-9bac-f847db4148a8', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', '5000 years'),
  ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f', '919108f7-52d1-4320-9bac-f847db4148a8', '5000 years'),
  ('919108f7-52d1-4320-9bac-f847db4148a8', '00000000-0000-0000-0000-000000000000', '1 hour'),
  -- past the ends of every version
  ('00000000-0000-1000-8000-000000000000', '00000009-0000-1000-8000-000000000000', '1 us'),
  ('ffffffff-ffff-7fff-bfff-ffffffffffff', 'ffffffff-ffff-1fff-8000-000000000000', '5652 years')
) AS v (val, base, o);
\echo '-- a negative offset, and one that leads past every timestamptz'
SELECT o, minus, e.*
FROM (VALUES ('-1 us', true), ('-1 month', false), ('-1 day 23:59:59', true), ('10000 years', true)) AS v (o, minus),
  error_of(format('SELECT uuidx_time_in_range(%1$L, %1$L, %2$L, %3$L, true)', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', o,
    minus)) AS e;

\echo '-- Windows.  v1, v6 and v7 around two instants, the second one where clocks in New'
\echo '-- York were put forward; equal instants, 100 ns and 1 ms neighbours, without time, NULL.'

-- 100 ns since 1582; infinity without a time
CREATE FUNCTION pg_temp.ticks_of(id uuid) RETURNS numeric
AS $$
  SELECT CASE
    WHEN digits !~ '^.{12}[167].{3}[89ab]' THEN 'infinity'
    WHEN digits ~ '^.{12}1' THEN ('x' || '0' || substr(digits, 14, 3) || substr(digits, 9, 4)
      || left(digits, 8))::bit(64)::bigint
    WHEN digits ~ '^.{12}6' THEN ('x' || '0' || left(digits, 12) || substr(digits, 14, 3))::bit(64)::bigint
    ELSE ('x' || '0000' || left(digits, 12))::bit(64)::bigint * 10000::numeric + 122192928000000000
  END
  FROM (SELECT replace(id::text, '-', '')) AS d (digits)
$$ LANGUAGE sql;
CREATE TABLE events AS
SELECT id, pg_temp.ticks_of(id) AS ticks FROM (
  SELECT uuid_of(version, start + step, '8' || right(md5(start::text || step || version), 15))
  FROM (VALUES (138648505420000000), (138664044000000000)) AS i (start), (VALUES (1), (6), (7)) AS v (version),
    (VALUES (-20000), (-10000), (-11), (-10), (-9), (-1), (0), (1), (5), (9), (10), (11), (9999), (10000),
      (20000)) AS s (step)
  UNION ALL SELECT uuid_of((ARRAY[1, 6, 7])[1 + n % 3], start
    + ('x' || substr(md5(n::text), 1, 10))::bit(40)::bigint * 3 - 1500000000000, '8' || right(md5('lo' || n), 15))
  FROM (VALUES (138648505420000000), (138664044000000000)) AS i (start), generate_series(1, 120) AS n
  UNION ALL SELECT overlay(md5('timeless' || n)::text PLACING '4' FROM 13)::uuid FROM generate_series(1, 5) AS n
  UNION ALL VALUES ('00000000-0000-0000-0000-000000000000'::uuid), ('ffffffff-ffff-ffff-ffff-ffffffffffff')) AS u (id)
UNION ALL VALUES (NULL::uuid, NULL::numeric), (NULL, NULL);
SELECT count(*), count(*) FILTER (WHERE ticks = 'infinity') AS timeless, min(uuid_time(id)), max(uuid_time(id))
  FROM events;

-- ticks plus or minus an interval, in UTC whatever the session
CREATE FUNCTION pg_temp.moved(ticks numeric, by interval, minus boolean) RETURNS numeric
AS $$
  SELECT CASE WHEN ticks = 'infinity' THEN ticks ELSE
    extract(epoch FROM CASE WHEN minus THEN t - by ELSE t + by END) * 10000000 + 122192928000000000 + ticks % 10 END
  FROM (SELECT timestamp 'epoch' + div(CASE WHEN ticks = 'infinity' THEN 0
    ELSE ticks - 122192928000000000 - ticks % 10 END, 10)::double precision
    * interval '1 us') AS s (t)
$$ LANGUAGE sql;

\echo '-- Frames that differ from the oracle''s: how many rows they hold, the first and the'
\echo '-- last.  The frame is from base + low to base + high in the direction of the order;'
\echo '-- negative ones are PRECEDING.'
CREATE FUNCTION wrong_frames(zone text, low_minus boolean, low interval, high_minus boolean, high interval,
  descending boolean)
  RETURNS TABLE (rows bigint, wrong bigint, empty bigint)
AS $$
BEGIN
  PERFORM set_config('timezone', zone, false);
  RETURN QUERY EXECUTE format($query$
    WITH framed AS (
      SELECT id, ticks, count(*) OVER w AS n, first_value(id) OVER w AS first, last_value(id) OVER w AS last FROM events
      WINDOW w AS (ORDER BY id USING %s RANGE BETWEEN %L %s AND %L %s)
    ), base AS MATERIALIZED (
      SELECT id, pg_temp.moved(ticks, %2$L, %6$L <> $1) AS low, pg_temp.moved(ticks, %4$L, %7$L <> $1) AS high
      FROM events WHERE id IS NOT NULL
    ), oracle AS (
      SELECT base.id, count(val.id) AS n, array_agg(val.id ORDER BY val.id USING %1$s) AS ids
      FROM base LEFT JOIN events AS val ON CASE WHEN $1 THEN val.ticks <= base.low AND val.ticks >= base.high
        ELSE val.ticks >= base.low AND val.ticks <= base.high END
      GROUP BY base.id
    )
    SELECT count(*), count(*) FILTER (WHERE framed.n <> oracle.n OR framed.first IS DISTINCT FROM oracle.ids[1]
      OR framed.last IS DISTINCT FROM oracle.ids[array_upper(oracle.ids, 1)]), count(*) FILTER (WHERE oracle.n = 0)
    FROM framed JOIN oracle USING (id)
    $query$, CASE WHEN descending THEN '~>~' ELSE '~<~' END, low, CASE WHEN low_minus THEN 'PRECEDING'
      ELSE 'FOLLOWING' END,
      high, CASE WHEN high_minus THEN 'PRECEDING' ELSE 'FOLLOWING' END, low_minus, high_minus)
    USING descending;
END
$$ LANGUAGE plpgsql;
CREATE TABLE frames AS
SELECT * FROM (VALUES
  (true, '0'::interval, false, '0'::interval), (true, '1 us', false, '1 us'), (true, '1 ms', false, '0'),
  (true, '2 ms', true, '1 us'), (false, '1 us', false, '2 ms'), (true, '1 day', true, '1 hour'),
  (true, '1 month', false, '1 day'), (false, '1 day', false, '1 month 3 hours')
  ) AS f (low_minus, low, high_minus, high);
SELECT f.*, sum(rows) AS rows, sum(wrong) AS wrong, sum(empty) AS empty FROM frames AS f,
  (VALUES (false), (true)) AS d (descending),
  -- days and months are those of UTC in every session
  unnest(CASE WHEN greatest(low, high) >= '1 day' THEN '{UTC,America/New_York,Asia/Kathmandu}' ELSE '{UTC}' END::text[])
    AS zone, wrong_frames(zone, low_minus, low, high_minus, high, descending) AS wrong
GROUP BY f.low_minus, f.low, f.high_minus, f.high ORDER BY f.low_minus, f.low, f.high_minus, f.high;
SET timezone = 'UTC';

\echo '-- The ends of a frame, beyond the instants of every version'
SELECT count(*), count(*) FILTER (WHERE NOT uuidx_time_in_range(id, id, n * interval '2800 years', false, true)
    OR uuidx_time_in_range(id, id, n * interval '2800 years', false, false)) AS wrong_after,
  count(*) FILTER (WHERE NOT uuidx_time_in_range(id, id, n * interval '60 years', true, false)
    OR uuidx_time_in_range(id, id, n * interval '60 years', true, true)) AS wrong_before
FROM (VALUES (uuid_v7_lower('-infinity')), ('ffffffff-ffff-7fff-bfff-ffffffffffff'), (uuid_v6_lower('-infinity')),
    (uuid_v6_upper('infinity'))) AS u (id), generate_series(1, 100) AS n;

\echo '-- What is no frame; core''s order has none'
SELECT o, e.* FROM unnest(ARRAY['USING ~<~ RANGE BETWEEN ''-1 hour'' PRECEDING AND CURRENT ROW',
    'USING ~<~ RANGE BETWEEN 1 PRECEDING AND CURRENT ROW', 'RANGE BETWEEN ''1 hour'' PRECEDING AND CURRENT ROW']) AS o,
  error_of(format('SELECT count(*) OVER (ORDER BY id %s) FROM events', o)) AS e;
\i test/sql/include/end.sql
