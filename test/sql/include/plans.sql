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
