--
-- How far the server's functions move an instant: the limits of src/uuid/shift.c, in
-- every time zone that the server has and in POSIX time zones.  The planner adds these
-- limits up; the unit test has the same limits.
-- In make test: quick, and the main test of limits of how far functions move an instant.
--
\set ECHO none
\pset format unaligned
\pset tuples_only on
SET timezone = 'UTC';
CREATE TEMP TABLE instants (t timestamptz);
-- Clocks that were set forward or back by a day, and by an hour
INSERT INTO instants SELECT t + h * interval '5 hours'
  FROM unnest('{1844-12-31, 1867-10-19, 1892-07-05, 1899-12-31, 1969-10-01, 1979-10-01,
      1993-08-21, 1995-01-01, 2011-12-30}'::timestamptz[]) AS d (t), generate_series(-6, 6) AS h;
INSERT INTO instants SELECT t + h * interval '7 hours'
  FROM unnest('{1916-05-01, 1945-08-15, 2024-03-10, 2024-03-31, 2024-10-27, 2024-11-03,
      2038-10-31}'::timestamptz[]) AS d (t), generate_series(-4, 4) AS h;
INSERT INTO instants SELECT t + interval '1 microsecond' * ('x' || left(md5(t::text), 10))::bit(40)::bigint
  FROM generate_series(timestamptz '1850-01-01', '2550-01-01', '17 years 5 months 3 days') AS g (t);
CREATE TEMP TABLE zones AS SELECT name, interval '0' AS more, interval '16 hours' AS ahead FROM pg_timezone_names
    WHERE name !~ '^(posix|right|Etc|SystemV)/'
  UNION ALL SELECT unnest('{FAR-167,FAR+167:59,<-100>+100,"FAR-100FAS-101,M3.2.0,M11.1.0",
    "X-12Y+12,J90/0,J270/0"}'::text[]), '0', '168 hours'
  -- and those for which 26 hours are too few: 336
  UNION ALL SELECT unnest('{"X-20Y+20,M3.2.0,M11.1.0","X-167:59Y+167:59,J100/0,J101/0","X+167:59Y-167:59"}'::text[]),
    '310 hours', '168 hours';
-- Back by the longest unit; from days on, 26 hours in either direction for the clocks
CREATE TEMP TABLE truncations AS SELECT unit, -length - interval '26 hours' AS least, interval '26 hours' AS most
  FROM (VALUES ('day', interval '1 day'), ('week', '7 days'), ('month', '31 days'),
      ('quarter', '92 days'), ('year', '366 days'), ('decade', '3653 days'),
      ('century', '36525 days'), ('millennium', '365243 days')) AS u (unit, length) UNION ALL
  SELECT unit, -length, '0' FROM (VALUES ('hour', interval '1 hour'), ('minute', '1 minute'), ('second', '1 second'),
      ('milliseconds', '1 millisecond'), ('microseconds', '0')) AS u (unit, length);
-- 26 hours for each of months and days
CREATE TEMP TABLE intervals AS
  SELECT added, zoned, least - zoned * interval '26 hours' AS least, most + zoned * interval '26 hours' AS most
  FROM (VALUES (interval '1 hour', 0, interval '1 hour', interval '1 hour'),
      ('-30 hours', 0, '-30 hours', '-30 hours'), ('1 day', 1, '1 day', '1 day'),
      ('-1 day', 1, '-1 day', '-1 day'), ('-7 days 3 hours', 1, '-165 hours', '-165 hours'),
      ('1 month', 1, '28 days', '31 days'), ('-1 month', 1, '-31 days', '-28 days'),
      ('1 year', 1, '365 days', '366 days'), ('-13 months', 1, '-397 days', '-393 days'),
      ('-150 years', 1, '-54900 days', '-54750 days'), ('36525 days', 1, '36525 days', '36525 days'),
      ('3 months -40 days', 2, '44 days', '53 days')) AS v (added, zoned, least, most);
CREATE TEMP TABLE beyond (zone text, t timestamptz, what text, moved interval);
DO $$
DECLARE
  zone text;
  more interval;
  ahead interval;
BEGIN
  FOR zone, more, ahead IN SELECT * FROM zones ORDER BY name LOOP
    PERFORM set_config('timezone', zone, true);
    INSERT INTO beyond SELECT zone, t, unit, date_trunc(unit, t) - t FROM instants, truncations
      WHERE date_trunc(unit, t) - t NOT BETWEEN least - more * (most > '0')::integer
        AND most + more * (most > '0')::integer;
    INSERT INTO beyond SELECT zone, t, added::text, t + added - t FROM instants, intervals
      WHERE t + added - t NOT BETWEEN least - more * zoned AND most + more * zoned;
    -- a reading of the clock is the instant at which it is read in UTC
    INSERT INTO beyond SELECT zone, t, cast_as, moved FROM instants,
        LATERAL (VALUES ('timestamp', t::timestamp AT TIME ZONE 'UTC' - t, interval '0'),
          ('timestamptz', (t AT TIME ZONE 'UTC')::timestamptz - t, '0'),
          ('AT TIME ZONE', t AT TIME ZONE zone AT TIME ZONE 'UTC' - t, '0'),
          ('AT TIME ZONE', t AT TIME ZONE 'UTC' AT TIME ZONE zone - t, '0'),
          ('date', t::date::timestamp AT TIME ZONE 'UTC' - t, '1 day'),
          ('timestamptz of a date', t::date::timestamptz - (t::date::timestamp AT TIME ZONE 'UTC'),
            '0')) AS c (cast_as, moved, back)
      WHERE moved NOT BETWEEN -ahead - back AND ahead;
  END LOOP;
END
$$;
SELECT count(*) > 100 AS zones FROM zones;
SELECT * FROM beyond ORDER BY zone, t, what LIMIT 10;
\echo '-- Without a time zone: every day of 24 years, and of 24 with a year 1900 in them'
CREATE TEMP TABLE readings AS SELECT t + interval '23:59:59.999999' AS t
  FROM unnest('{1880-01-01, 1990-01-01}'::timestamp[]) AS d (start),
    generate_series(start, start + interval '24 years', '1 day') AS g (t);
SELECT unit, min(date_trunc(unit, t) - t) >= min(least) + interval '26 hours'
    AND max(date_trunc(unit, t) - t) <= '0' AS within
  FROM readings, truncations WHERE most > '0' GROUP BY unit ORDER BY min(least) DESC;
SELECT min(t + n * interval '1 month' - t - CASE WHEN n > 0 THEN least ELSE -most END) >= '0'
    AND max(t + n * interval '1 month' - t - CASE WHEN n > 0 THEN most ELSE -least END) <= '0' AS within
  FROM readings, generate_series(-25, 25) AS n,
    LATERAL (SELECT interval '1 day' * (365 * (abs(n) / 12) + 28 * (abs(n) % 12)) AS least,
      interval '1 day' * (366 * (abs(n) / 12) + 31 * (abs(n) % 12)) AS most) AS l;
\echo '-- Rounded by half a unit, at most'
SELECT bool_and(abs(extract(epoch FROM t::timestamptz(0)) - extract(epoch FROM t)) <= 0.5)
    AND bool_and(abs(extract(epoch FROM t::timestamptz(3)) - extract(epoch FROM t)) <= 0.0005)
    AND bool_and(abs(extract(epoch FROM t::timestamptz(5)) - extract(epoch FROM t)) <= 0.000005) AS within
  FROM generate_series(timestamptz '2024-01-01 00:00', '2024-01-01 00:01', '4999 microseconds') AS g (t);
