\set ECHO none
--
-- Each test that needs these functions begins with this file.  It creates the schema :test, which
-- the test ends by dropping, and puts it first in the search_path.  The functions reduce EXPLAIN to
-- what every server version prints in the same words.
--
SET timezone = 'UTC';
SET datestyle = 'ISO, YMD';
SET intervalstyle = 'postgres';
SET jit = off;
SET max_parallel_workers_per_gather = 0;
CREATE SCHEMA :"test";
SET search_path = :"test", public;

-- the error that a statement raises
CREATE FUNCTION error_of(statement text, OUT state text, OUT message text, OUT detail text, OUT hint text)
AS $$
BEGIN
  EXECUTE statement;
  state := 'none';
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL,
    hint = PG_EXCEPTION_HINT;
END
$$ LANGUAGE plpgsql;

-- the rows of a statement, in one line
CREATE FUNCTION run(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  line record;
  result text;
BEGIN
  FOR line IN EXECUTE statement LOOP
    result := concat_ws(' ', result, line);
  END LOOP;
  RETURN result;
END
$$;

-- the lines of a plan: with the planner's part, without, or as the session has it; executed, or not
CREATE FUNCTION plan_lines(query text, planner boolean DEFAULT NULL, executed boolean DEFAULT false)
RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  before text := current_setting('uuidx.planner', true);
BEGIN
  PERFORM set_config('uuidx.planner', planner::text, true) WHERE planner IS NOT NULL;
  RETURN QUERY EXECUTE format('EXPLAIN (%s COSTS OFF) %s',
    CASE WHEN executed THEN 'ANALYZE, TIMING OFF, SUMMARY OFF, BUFFERS OFF,' END, query);
  PERFORM set_config('uuidx.planner', before, true) WHERE planner IS NOT NULL;
END
$$;

-- the conditions of a plan; the constant beside a condition with the clock depends on when this runs
CREATE FUNCTION conditions(query text, planner boolean DEFAULT NULL) RETURNS SETOF text LANGUAGE sql AS $$
  SELECT CASE WHEN line ~ 'now\(\)|CURRENT_DATE|LOCALTIMESTAMP'
    THEN regexp_replace(trim(line), 'id (>=?|~>=~) ''(?!019[cd])[-0-9a-f]{36}''::uuid',
      'id \1 bound of the moment', 'g') ELSE trim(line) END
  FROM plan_lines(query, planner) WITH ORDINALITY AS p (line, n) WHERE line ~ '(Cond|Filter):' ORDER BY n
$$;

-- the tables, or partitions, that a plan scans, or those that it really scanned; and how many it
-- will drop when it starts
CREATE FUNCTION scanned(query text, planner boolean DEFAULT NULL, executed boolean DEFAULT false) RETURNS text
LANGUAGE sql AS $$
  SELECT coalesce(string_agg(coalesce(substring(line FROM 'Scan.* on (\S+)'), '(' || trim(line) || ')'), ' '
    ORDER BY n), 'nothing')
  FROM plan_lines(query, planner, executed) WITH ORDINALITY AS p (line, n)
  WHERE line ~ 'Scan.* on ' AND line !~ 'Bitmap Index Scan|Replaces|never executed'
    OR line ~ 'Subplans Removed' AND NOT executed
$$;

-- how the scans of a plan are made, and on what
CREATE FUNCTION scans(query text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(replace(substring(line FROM '(?:[A-Z][a-z]+ )+Scan.*'), ' Only ', ' '), '; ' ORDER BY n)
  FROM plan_lines(query) WITH ORDINALITY AS p (line, n) WHERE line ~ 'Scan'
$$;

-- what tables with conditions are planned as
CREATE FUNCTION planned(VARIADIC wheres text[]) RETURNS TABLE (condition text, scanned text, planned text)
  LANGUAGE sql AS $$
  SELECT c, scanned('SELECT FROM ' || c), string_agg(p, '; ') FROM unnest(wheres) WITH ORDINALITY AS w (c, n)
    LEFT JOIN LATERAL conditions('SELECT FROM ' || c) AS p ON true GROUP BY c, n ORDER BY n
$$;

-- the nodes of a plan, each once; whether an index scan is index-only depends on VACUUM
CREATE FUNCTION nodes(query text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(node, ', ' ORDER BY n) FROM (
    SELECT node, min(n) FROM plan_lines(query) WITH ORDINALITY AS p (line, n),
      replace(substring(line FROM '^ *(?:->  )?([A-Z][A-Za-z ]+?)(?: using .*| on .*)?$'), ' Only', '') AS node
    WHERE node !~ 'Subplans Removed|InitPlan|Replaces' GROUP BY node) AS d (node, n)
$$;

-- the rows of a query, in their order, with the planner's part or without; and whether they are the same
CREATE FUNCTION answer(query text, planner boolean) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  rows text[];
BEGIN
  PERFORM set_config('uuidx.planner', planner::text, true);
  EXECUTE format('SELECT array_agg(q::text) FROM (%s) AS q', query) INTO rows;
  PERFORM set_config('uuidx.planner', 'on', true);
  RETURN rows;
END
$$;
CREATE FUNCTION same(query text) RETURNS boolean
  RETURN coalesce(answer(query, true) = answer(query, false), false);

-- what the planner expects of a query, with its part or without
CREATE FUNCTION plan_of(query text, planner boolean DEFAULT true) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  plan json;
BEGIN
  PERFORM set_config('uuidx.planner', planner::text, true);
  EXECUTE 'EXPLAIN (FORMAT JSON) ' || query INTO plan;
  PERFORM set_config('uuidx.planner', 'on', true);
  RETURN plan->0->'Plan';
END
$$;
CREATE FUNCTION expected_rows(query text, planner boolean DEFAULT true) RETURNS float8
  RETURN (plan_of(query, planner)->>'Plan Rows')::float8;
-- the factor between two numbers of rows; nothing counts as one row
CREATE FUNCTION off_by(a float8, b float8) RETURNS float8
  RETURN greatest(greatest(a, 1) / greatest(b, 1), greatest(b, 1) / greatest(a, 1));

-- partitions for days, or months, of 2026, with these times in this format as bounds
CREATE PROCEDURE create_parts(parent text, bound text DEFAULT '%L', parts integer DEFAULT 365,
  step interval DEFAULT '1 day', suffix text DEFAULT 'MMDD') LANGUAGE plpgsql AS $$
DECLARE
  t timestamptz;
BEGIN
  FOR t IN SELECT '2026-01-01Z'::timestamptz + i * step FROM generate_series(0, parts - 1) AS i LOOP
    EXECUTE format('CREATE TABLE %s_%s PARTITION OF %1$s FOR VALUES FROM (%3$s) TO (%4$s)', VARIADIC ARRAY[parent,
      to_char(t, suffix)] || (SELECT array_agg(format(bound, b)) FROM unnest(ARRAY[t, t + step]) AS b));
  END LOOP;
END
$$;

-- a v1, v6 or v7 of 100 ns since 1582, and these last 16 digits; null where the version has no such
CREATE FUNCTION uuid_of(version integer, ticks numeric, lo text) RETURNS uuid
AS $$
  SELECT CASE
    WHEN version = 7 AND ticks BETWEEN 122192928000000000 AND 122192928000000000 + 281474976710655 * 10000::numeric
      AND (ticks - 122192928000000000) % 10000 = 0
      THEN (lpad(to_hex(((ticks - 122192928000000000) / 10000)::bigint), 12, '0') || '7' || left(lo, 3) || lo)::uuid
    WHEN version IN (1, 6) AND ticks BETWEEN 0 AND 1152921504606846975
      THEN (CASE version WHEN 6 THEN left(hex, 12) || '6' || right(hex, 3)
                         ELSE right(hex, 8) || substr(hex, 4, 4) || '1' || left(hex, 3) END || lo)::uuid
  END
  FROM (SELECT lpad(to_hex(ticks::bigint), 15, '0')) AS h (hex)
$$ LANGUAGE sql;
-- a row is printed as one line, its values
\pset format unaligned
\pset tuples_only on
