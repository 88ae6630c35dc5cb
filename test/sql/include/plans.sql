\set ECHO none
--
-- What tests ask of a plan, in the first schema of their search_path; EXPLAIN is reduced
-- to what every server version says in the same words.
--

-- the conditions of a plan; the constant that stands beside a clock's condition is the moment's
CREATE FUNCTION conditions(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  line text;
BEGIN
  FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
    IF line ~ '(Cond|Filter):' THEN
      RETURN NEXT CASE WHEN line ~ 'now\(\)|CURRENT_DATE|LOCALTIMESTAMP'
        THEN regexp_replace(trim(line), 'id (>=?|~>=~) ''(?!019[cd])[-0-9a-f]{36}''::uuid',
        'id \1 bound of the moment', 'g') ELSE trim(line) END;
    END IF;
  END LOOP;
END
$$;

-- the tables, or partitions, that a plan scans; and how many it will drop when it starts
CREATE FUNCTION scanned(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  line text;
  result text := '';
BEGIN
  FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
    IF line ~ 'Scan.* on ' AND line !~ 'Bitmap Index Scan|Replaces' THEN
      result := result || ' ' || substring(line FROM '.* on (\S+)');
    ELSIF line ~ 'Subplans Removed' THEN
      result := result || ' (' || trim(line) || ')';
    END IF;
  END LOOP;
  RETURN coalesce(nullif(trim(result), ''), 'nothing');
END
$$;

-- what tables with conditions are planned as
CREATE FUNCTION planned(VARIADIC wheres text[]) RETURNS TABLE (condition text, scanned text, planned text)
  LANGUAGE sql AS $$
  SELECT c, scanned('SELECT FROM ' || c), string_agg(p, '; ') FROM unnest(wheres) WITH ORDINALITY AS w (c, n)
    LEFT JOIN LATERAL conditions('SELECT FROM ' || c) AS p ON true GROUP BY c, n ORDER BY n
$$;

-- the nodes of a plan, each once; which index scan it is, is the business of VACUUM
CREATE FUNCTION nodes(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  line text;
  node text;
  result text[] := '{}';
BEGIN
  FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
    node := replace(substring(line FROM '^ *(?:->  )?([A-Z][A-Za-z ]+?)(?: using .*| on .*)?$'), 'Index Only', 'Index');
    IF node !~ 'Subplans Removed|InitPlan|Replaces' AND node <> ALL (result) THEN
      result := result || node;
    END IF;
  END LOOP;
  RETURN array_to_string(result, ', ');
END
$$;

-- whether a query gives the same rows in the same order without the planner's part
CREATE FUNCTION same(query text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  rows text[];
  others text[];
BEGIN
  EXECUTE format('SELECT array_agg(q::text) FROM (%s) AS q', query) INTO rows;
  SET LOCAL uuidx.planner = off;
  EXECUTE format('SELECT array_agg(q::text) FROM (%s) AS q', query) INTO others;
  SET LOCAL uuidx.planner = on;
  RETURN rows IS NOT DISTINCT FROM others AND rows IS NOT NULL;
END
$$;

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

-- how many rows a plan expects
CREATE FUNCTION estimate(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  line text;
BEGIN
  EXECUTE 'EXPLAIN ' || query INTO line;
  RETURN substring(line FROM 'rows=(\d+)');
END
$$;
\set ECHO all
