--
-- uuid_v6_lower, uuid_v6_upper, and those of the first 48 bits; uuid_time_lower, uuid_time_after, and the operators
-- ~<~ ~<=~ ~>~ ~>=~ between uuid and timestamptz as index conditions.  What they mean is
-- shown by boundary_law.sql, any boundary by the unit test.
-- In make test: quick, and the main test of bounds and operators of the order by time.
--
\set test time_bounds
\i test/sql/include/begin.sql
SET extra_float_digits = 0;

\echo '-- Known boundaries'
CREATE TEMP TABLE instants (at timestamptz);
INSERT INTO instants SELECT at::timestamptz
  FROM unnest('{-infinity, 1582-10-14 23:59:59.999999, 1582-10-15, 1969-12-31 23:59:59.999999, 1970-01-01,
  1970-01-01 00:00:00.000001, 2022-02-22 19:22:22, 2022-02-22 19:22:22.0005, 5236-03-31 21:21:00.684697,
  5236-03-31 21:21:00.684698, 10889-08-02 05:31:50.655, 10889-08-02 05:31:50.655001, infinity}'::text[]) AS at;
SELECT at, uuid_v6_lower(at), uuid_v6_upper(at), uuid_time_lower(at), uuid_time_after(at) FROM instants ORDER BY at;
SELECT at, uuid_unix_lower(at), uuid_unix_upper(at) FROM instants ORDER BY at;

-- UUIDs at, just before and just after every instant, of all versions and variants
CREATE TEMP TABLE ids AS
SELECT DISTINCT id FROM (SELECT uuid_of(version, ticks + step, lo)
  FROM (SELECT trunc(extract(epoch FROM at) * 10000000) + 122192928000000000 FROM instants
    WHERE isfinite(at)) AS i (ticks), (VALUES (-10000), (-10), (-1), (0), (1), (9), (10), (10000)) AS s (step),
    (VALUES (1), (6), (7)) AS v (version), (VALUES ('8000000000000000'), ('bfffffffffffffff')) AS l (lo) UNION ALL
  -- the smallest and the largest of each version
  SELECT uuid_of(version, ticks, lo) FROM (VALUES (0), (122192928000000000), (1152921504606846975),
    (122192928000000000 + 281474976710655 * 10000::numeric)) AS i (ticks),
    (VALUES (1), (6), (7)) AS v (version), (VALUES ('8000000000000000'), ('bfffffffffffffff')) AS l (lo) UNION ALL
  -- every version and variant, with time and without
  SELECT overlay(overlay(md5(version || variant) PLACING version FROM 13) PLACING variant FROM 17)::uuid
  FROM unnest(string_to_array('0123456789abcdef', NULL)) AS version,
    unnest(string_to_array('0123456789abcdef', NULL)) AS variant
  UNION ALL VALUES ('00000000-0000-0000-0000-000000000000'::uuid), ('00000000-0000-0000-0000-000000000001'),
    ('ffffffff-ffff-ffff-ffff-ffffffffffff')) AS u (id)
WHERE id IS NOT NULL;

\echo '-- NULL, domains, dates and timestamps without a zone'
CREATE DOMAIN order_id AS uuid;
SELECT NULL::uuid ~<~ now() AS no_uuid, uuid_generate_v7() ~<~ NULL::timestamptz AS no_time,
  NULL::timestamptz ~<~ uuid_generate_v7() AS no_time;
SELECT id::order_id ~>=~ '2022-02-22'::date AS date, id::order_id ~<~ '2022-02-23'::timestamp AS timestamp,
  '2022-02-22'::date ~<=~ id::order_id AS date, '2022-02-23'::timestamp ~>~ id AS timestamp
FROM (VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f'::uuid)) AS v (id);
DROP DOMAIN order_id;
\echo '-- a literal is a uuid'
SELECT uuid_time_lower('2022-02-22') ~<~ '2022-02-22';

\echo '-- As index conditions'
CREATE TABLE orders (id uuid PRIMARY KEY);
INSERT INTO orders SELECT id FROM ids;
CREATE INDEX orders_time ON orders (id uuid_time_ops);
ANALYZE orders;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT w, c FROM unnest(ARRAY['id ~<~ TIME', 'id ~<=~ TIME', 'id ~>~ TIME', 'id ~>=~ TIME', 'TIME ~<~ id',
    'TIME ~<=~ id', 'TIME ~>~ id', 'TIME ~>=~ id', 'NOT id ~<~ TIME', 
    'id ~>=~ now() - interval ''1 day'' AND id ~<~ now()',
    'id ~<=~ ''-infinity''::timestamptz', 'id ~>~ ''infinity''::timestamptz', 'id ~<~ NULL::timestamptz']) AS w,
  conditions('SELECT * FROM orders WHERE ' || replace(w, 'TIME', '''2022-02-22 19:22:22+00''::timestamptz')) AS c;
SELECT * FROM conditions('SELECT * FROM instants JOIN orders ON id ~<~ at AND id ~>=~ at - interval ''1 hour''') AS c;
\echo '-- a parameter, planned once'
PREPARE since (timestamptz) AS SELECT count(*) FROM orders WHERE id ~>~ $1;
SELECT mode, c FROM unnest('{force_custom_plan,force_generic_plan}'::text[]) AS m,
  set_config('plan_cache_mode', m, false) AS mode, conditions('EXECUTE since (''2022-02-22'')' || left(mode, 0)) AS c;
RESET plan_cache_mode;
DEALLOCATE since;

\echo '-- A column of version 6 is asked in its bytewise order, which is that of its time'
CREATE TABLE v6_orders (id uuid PRIMARY KEY);
INSERT INTO v6_orders SELECT id FROM ids WHERE uuid_version(id) = 6;
INSERT INTO v6_orders
  SELECT uuid_generate_v6(timestamptz '2026-01-01' + n * interval '1 hour') FROM generate_series(0, 8759) AS n;
ANALYZE v6_orders;
SELECT w, c FROM unnest(ARRAY['id >= uuid_v6_lower(''2022-02-22Z'') AND id <= uuid_v6_upper(''2022-02-22Z'')',
    'id >= uuid_v6_lower(now() - interval ''1 day'') AND id < uuid_v6_lower(now())']) AS w,
  conditions('SELECT * FROM v6_orders WHERE ' || w) AS c;
\echo '-- by the index as by definition, at every instant'
SELECT count(*) AS instants, sum(n) > 0 AS found,
  count(*) FILTER (WHERE n <> (SELECT count(*) FROM v6_orders WHERE uuid_time(id) >= at)) AS ge,
  count(*) FILTER (WHERE (SELECT count(*) FROM v6_orders WHERE id < uuid_v6_lower(at))
    <> (SELECT count(*) FROM v6_orders WHERE uuid_time(id) < at)) AS lt,
  count(*) FILTER (WHERE (SELECT count(*) FROM v6_orders WHERE id <= uuid_v6_upper(at))
    <> (SELECT count(*) FROM v6_orders WHERE uuid_time(id) <= at)) AS le,
  count(*) FILTER (WHERE (SELECT count(*) FROM v6_orders WHERE id > uuid_v6_upper(at))
    <> (SELECT count(*) FROM v6_orders WHERE uuid_time(id) > at)) AS gt
FROM instants, LATERAL (SELECT count(*) FROM v6_orders WHERE id >= uuid_v6_lower(at)) AS ge (n);

\i test/sql/include/end.sql
