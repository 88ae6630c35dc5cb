\set ECHO none
--
-- What statements give and what ids mean, in pg_temp.
--

-- what a statement raises
CREATE FUNCTION pg_temp.error_of(statement text, OUT state text, OUT message text, OUT detail text, OUT hint text)
AS $$
BEGIN
  EXECUTE statement;
  state := 'none';
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL,
    hint = PG_EXCEPTION_HINT;
END
$$ LANGUAGE plpgsql;

-- the one number that a query gives
CREATE FUNCTION pg_temp.number(query text) RETURNS bigint
AS $$
DECLARE
  number bigint;
BEGIN
  EXECUTE query INTO number;
  RETURN number;
END
$$ LANGUAGE plpgsql;

-- the lines that matter of a plan
CREATE FUNCTION pg_temp.plan(query text) RETURNS SETOF text
AS $$
DECLARE
  line text;
BEGIN
  FOR line IN EXECUTE 'EXPLAIN (COSTS off) ' || query LOOP
    IF line ~ 'Scan|Join|Append|Sort|Unique|Cond|Filter' AND line !~ 'Replaces:' THEN
      RETURN NEXT regexp_replace(line, '^[ >-]+', '');
    END IF;
  END LOOP;
END
$$ LANGUAGE plpgsql;

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
\set ECHO all
