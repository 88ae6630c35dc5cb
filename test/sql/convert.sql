--
-- Converting: v1 <-> v6.
-- In make test: quick, and the main test of converting between versions.
--
SET timezone = 'UTC';
SET datestyle = 'ISO, YMD';

-- RFC 9562 A.1 and A.5; two of its name spaces, which are v1; the edges
SELECT v1, uuid_v1_to_v6(v1), uuid_v6_to_v1(uuid_v1_to_v6(v1)) = v1 AS back
FROM (VALUES
  ('c232ab00-9414-11ec-b3c8-9f6bdeced846'::uuid),
  ('6ba7b810-9dad-11d1-80b4-00c04fd430c8'),
  ('6ba7b814-9dad-11d1-80b4-00c04fd430c8'),
  ('00000000-0000-1000-8000-000000000000'),
  ('ffffffff-ffff-1fff-bfff-ffffffffffff'),
  ('12345678-9abc-1def-8123-456789abcdef')) AS vectors (v1);
SELECT v6, uuid_v6_to_v1(v6), uuid_v1_to_v6(uuid_v6_to_v1(v6)) = v6 AS back
FROM (VALUES
  ('1ec9414c-232a-6b00-b3c8-9f6bdeced846'::uuid),
  ('00000000-0000-6000-8000-000000000000'),
  ('ffffffff-ffff-6fff-bfff-ffffffffffff'),
  ('def9abc1-2345-6678-8123-456789abcdef')) AS vectors (v6);

-- how to make a v1
SELECT uuid_version(v1), uuid_variant(v1), uuid_time(v1)
FROM uuid_v6_to_v1(uuid_generate_v6('1970-01-01 00:00:00.000001')) AS v1;
SELECT uuid_time(uuid_v6_to_v1(uuid_generate_v6())) BETWEEN now() AND clock_timestamp() AS now;

-- an involution that keeps time, clock_seq and node
SELECT count(*),
  count(*) FILTER (WHERE uuid_v6_to_v1(uuid_v1_to_v6(v1)) <> v1) AS v1_lost,
  count(*) FILTER (WHERE uuid_v1_to_v6(uuid_v6_to_v1(v6)) <> v6) AS v6_lost,
  count(*) FILTER (WHERE uuid_version(uuid_v1_to_v6(v1)) <> 6 OR uuid_version(uuid_v6_to_v1(v6)) <> 1) AS not_converted,
  count(*) FILTER (WHERE uuid_time(uuid_v1_to_v6(v1)) <> uuid_time(v1)
    OR uuid_time(uuid_v6_to_v1(v6)) <> uuid_time(v6)) AS time_lost,
  count(*) FILTER (WHERE right(uuid_v1_to_v6(v1)::text, 17) <> right(v1::text, 17)
    OR right(uuid_v6_to_v1(v6)::text, 17) <> right(v6::text, 17)) AS node_lost
FROM generate_series(1, 20000) AS n,
  LATERAL (SELECT overlay(md5(n::text) PLACING (ARRAY['8', '9', 'a', 'b'])[n % 4 + 1] FROM 17)) AS h (digits),
  LATERAL (SELECT overlay(digits PLACING '1' FROM 13)::uuid, overlay(digits PLACING '6' FROM 13)::uuid) AS u (v1, v6);

-- and the order of time
SELECT array_agg(n ORDER BY uuid_v1_to_v6(uuid_v6_to_v1(uuid_generate_v6('1582-10-15'::timestamptz
  + n * interval '1 day'))))
  = array_agg(n ORDER BY n) AS in_order
FROM generate_series(0, 1000000, 1000) AS n;

-- other versions are refused, and named
SELECT uuid_v1_to_v6('1ec9414c-232a-6b00-b3c8-9f6bdeced846');
\echo :LAST_ERROR_SQLSTATE
SELECT uuid_v1_to_v6('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
\echo :LAST_ERROR_SQLSTATE
SELECT uuid_v6_to_v1('c232ab00-9414-11ec-b3c8-9f6bdeced846');
\echo :LAST_ERROR_SQLSTATE
SELECT uuid_v6_to_v1('919108f7-52d1-4320-9bac-f847db4148a8');
\echo :LAST_ERROR_SQLSTATE
-- the right digit in another variant is no version
SELECT uuid_v1_to_v6('c232ab00-9414-11ec-33c8-9f6bdeced846');
\echo :LAST_ERROR_SQLSTATE
SELECT uuid_v6_to_v1('1ec9414c-232a-6b00-d3c8-9f6bdeced846');
\echo :LAST_ERROR_SQLSTATE
SELECT uuid_v1_to_v6('00000000-0000-0000-0000-000000000000');
\echo :LAST_ERROR_SQLSTATE
SELECT uuid_v6_to_v1('ffffffff-ffff-ffff-ffff-ffffffffffff');
\echo :LAST_ERROR_SQLSTATE

-- every other version of the RFC's variant, and every other variant
CREATE FUNCTION pg_temp.state_of(statement text) RETURNS text
AS $$
BEGIN
  EXECUTE statement;
  RETURN 'none';
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE;
END
$$ LANGUAGE plpgsql;
SELECT pg_temp.state_of(format('SELECT %I(%L)', f, id)) AS state,
  string_agg(DISTINCT CASE WHEN v BETWEEN 8 AND 11 THEN f || ' version ' || m END, ', ') AS accepted_by,
  count(*)
FROM unnest(ARRAY['uuid_v1_to_v6', 'uuid_v6_to_v1']) AS f, generate_series(0, 15) AS m, generate_series(0, 15) AS v,
  LATERAL (SELECT format('01234567-89ab-%scde-%s123-456789abcdef', to_hex(m), to_hex(v))) AS t (id)
WHERE (m, f) IN ((1, 'uuid_v1_to_v6'), (6, 'uuid_v6_to_v1')) AND v BETWEEN 8 AND 11
GROUP BY 1
UNION ALL
SELECT pg_temp.state_of(format('SELECT %I(%L)', f, id)), NULL, count(*)
FROM unnest(ARRAY['uuid_v1_to_v6', 'uuid_v6_to_v1']) AS f, generate_series(0, 15) AS m, generate_series(0, 15) AS v,
  LATERAL (SELECT format('01234567-89ab-%scde-%s123-456789abcdef', to_hex(m), to_hex(v))) AS t (id)
WHERE NOT ((m, f) IN ((1, 'uuid_v1_to_v6'), (6, 'uuid_v6_to_v1')) AND v BETWEEN 8 AND 11)
GROUP BY 1;

SELECT uuid_v1_to_v6(NULL), uuid_v6_to_v1(NULL);
