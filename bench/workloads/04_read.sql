-- What it costs to read a uuid's time, to make a boundary, and to compare with an instant.

CREATE TABLE ids AS
  SELECT uuid_generate_v7() AS v7, uuid_generate_v6() AS v6,
         uuid_v6_to_v1(uuid_generate_v6()) AS v1, gen_random_uuid() AS v4, now() + n * interval '1 s' AS t
  FROM rows;
VACUUM (FREEZE, ANALYZE) ids;

INSERT INTO workload VALUES ('read', DEFAULT, 'Cost of reading a uuid', 'added', 'core uuid_hash(uuid)');

INSERT INTO item (workload, item, needs, run)
SELECT 'read', item, needs, format('SELECT count(%s) FROM ids', call)
FROM (VALUES
  ('the column alone', NULL, 'v7'),
  ('core uuid_hash(uuid)', NULL, 'uuid_hash(v7)'),
  ('core uuid_out(uuid)', NULL, 'uuid_out(v7)'),
  ('core uuid_send(uuid)', NULL, 'uuid_send(v7)'),
  ('core uuid < uuid', NULL, 'v7 < v4'),
  ('core uuid_extract_timestamp(uuid)', $$have('pg_catalog.uuid_extract_timestamp(uuid)')$$,
   'pg_catalog.uuid_extract_timestamp(v7)'),
  ('core uuid_extract_version(uuid)', $$have('pg_catalog.uuid_extract_version(uuid)')$$,
   'pg_catalog.uuid_extract_version(v7)'),
  ('uuid_time(v7)', NULL, 'uuid_time(v7)'),
  ('uuid_time(v6)', NULL, 'uuid_time(v6)'),
  ('uuid_time(v1)', NULL, 'uuid_time(v1)'),
  ('uuid_time(v4)', NULL, 'uuid_time(v4) IS NULL'),
  ('uuid_extract_timestamp(v7)', NULL, 'public.uuid_extract_timestamp(v7)'),
  ('uuid_v7_timestamp(v7)', NULL, 'uuid_v7_timestamp(v7)'),
  ('uuid_v7_timestamp_us(v7)', NULL, 'uuid_v7_timestamp_us(v7)'),
  ('uuid_version(v7)', NULL, 'uuid_version(v7)'),
  ('uuid_v7_lower(timestamptz)', $$have('uuid_v7_lower(timestamptz)')$$, 'uuid_v7_lower(t)'),
  ('uuid_v7_upper(timestamptz)', $$have('uuid_v7_upper(timestamptz)')$$, 'uuid_v7_upper(t)'),
  ('v7 >= timestamptz, in one function', $$to_regoperator('>=(uuid,timestamptz)') IS NOT NULL$$,
   (SELECT format('%s(v7, t)', oprcode) FROM pg_operator
    WHERE oid = to_regoperator('>=(uuid,timestamptz)'))),
  ('v7 >= timestamptz, as planned', $$to_regoperator('>=(uuid,timestamptz)') IS NOT NULL$$, 'v7 >= t')
) AS v(item, needs, call);

\if :full
CALL time_rows('read', 600, 20000, 'the column alone');
\else
CALL time_rows('read', 200, 20000, 'the column alone');
\endif

-- the built-in function of one uuid that costs least here; whole rows, because some of
-- these functions add next to nothing
SELECT item AS cheapest FROM summary
WHERE workload = 'read' AND metric = 'per row' AND item LIKE 'core uuid!_%' ESCAPE '!'
ORDER BY median LIMIT 1 \gset
CALL promise(format('uuid_time(v7) / %s, a row with one call', :'cheapest'),
  median('read', 'uuid_time(v7)', 'per row') / median('read', :'cheapest', 'per row'), 1.2);
