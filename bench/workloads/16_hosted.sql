-- hosted/uuidx.sql, the extension's functions and operators in plain SQL, beside the extension,
-- the server's own functions, and what is commonly written by hand.

CREATE SCHEMA hosted;
SET search_path = hosted;
\i hosted/uuidx.sql
SET search_path = bench, public;
SET max_parallel_workers_per_gather = 0;

-- Three ways in which version 7 is commonly generated in SQL
CREATE FUNCTION v7_by_octets() RETURNS uuid LANGUAGE sql VOLATILE
RETURN encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
  PLACING substr(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 3) FROM 1 FOR 6), 52, 1), 53, 1),
  'hex')::uuid;
CREATE FUNCTION v7_by_text() RETURNS uuid LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  ms bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
BEGIN
  RETURN (lpad(to_hex(ms), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || to_hex(8 + floor(random() * 4)::integer) || substr(md5(random()::text), 1, 15))::uuid;
END
$$;
CREATE FUNCTION v7_by_digits() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0')
    || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
$$;
CREATE FUNCTION v7_time_by_text(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT
RETURN to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0);
CREATE FUNCTION v7_lower_by_text(at timestamptz) RETURNS uuid LANGUAGE sql STABLE STRICT
RETURN (lpad(to_hex(ceil(extract(epoch FROM at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;

CREATE TABLE hosted_ids AS
  SELECT public.uuid_generate_v7(at) AS v7, public.uuid_generate_v6(at) AS v6,
    public.uuid_v6_to_v1(public.uuid_generate_v6(at)) AS v1, at AS t
  FROM generate_series(1, 20000) AS n, LATERAL (SELECT now() - n * interval '7 s') AS s (at);
VACUUM (FREEZE, ANALYZE) hosted_ids;

INSERT INTO workload VALUES
  ('hosted', DEFAULT, 'uuidx in plain SQL', 'added', 'core gen_random_uuid()'),
  ('hosted_hour', DEFAULT, 'The last hour of 365 daily partitions, in plain SQL', 'planning', 'uuid constants'),
  ('hosted_filter', DEFAULT, 'A million rows read by a filter on time, in plain SQL', 'execution', 'uuid constants');

INSERT INTO item (workload, item, needs, run)
SELECT 'hosted', item, needs, format('SELECT count(%s) FROM hosted_ids', call)
FROM (VALUES
  ('the column alone', NULL, 'v7'),
  ('core gen_random_uuid()', NULL, 'gen_random_uuid()'),
  ('core uuidv7()', 'have(''uuidv7()'')', 'uuidv7()'),
  ('extension: uuid_generate_v7()', NULL, 'public.uuid_generate_v7()'),
  ('file: uuid_generate_v7()', NULL, 'hosted.uuid_generate_v7()'),
  ('file: uuid_generate_v7(at)', NULL, 'hosted.uuid_generate_v7(t)'),
  ('file: uuid_generate_v6()', NULL, 'hosted.uuid_generate_v6()'),
  ('by hand: v7 from octets', NULL, 'v7_by_octets()'),
  ('by hand: v7 from digits', NULL, 'v7_by_digits()'),
  ('by hand: v7 in PL/pgSQL', NULL, 'v7_by_text()'),
  ('extension: uuid_is_v7', NULL, 'public.uuid_is_v7(v7)'),
  ('file: uuid_is_v7', NULL, 'hosted.uuid_is_v7(v7)'),
  ('by hand: version from text', NULL, 'substr(v7::text, 15, 1) = ''7'''),
  ('extension: uuid_time(v7)', NULL, 'public.uuid_time(v7)'),
  ('file: uuid_time(v7)', NULL, 'hosted.uuid_time(v7)'),
  ('file: uuid_time(v6)', NULL, 'hosted.uuid_time(v6)'),
  ('file: uuid_time(v1)', NULL, 'hosted.uuid_time(v1)'),
  ('by hand: time from text', NULL, 'v7_time_by_text(v7)'),
  ('extension: uuid_v7_lower', NULL, 'public.uuid_v7_lower(t)'),
  ('file: uuid_v7_lower', NULL, 'hosted.uuid_v7_lower(t)'),
  ('by hand: bound from text', NULL, 'v7_lower_by_text(t)'),
  ('file: uuid_v7_range_lower', NULL, 'hosted.uuid_v7_range_lower(tstzrange(t, NULL))'),
  ('file: uuid_v7_within', NULL, 'hosted.uuid_v7_within(v7, t, ''1 day'')'),
  ('file: uuid_generate_v8_sha256', NULL, 'hosted.uuid_generate_v8_sha256(v7, ''name''::text)')
) AS v (item, needs, call);

\if :full
CALL time_rows('hosted', 200, 20000, 'the column alone');
\else
CALL time_rows('hosted', 40, 20000, 'the column alone');
\endif
CALL promise('in plain SQL: uuid_generate_v7() over gen_random_uuid(), ns',
  median('hosted', 'file: uuid_generate_v7()', 'added') - median('hosted', 'core gen_random_uuid()', 'added'), 2500);
CALL promise('in plain SQL: uuid_is_v7 over reading the column, ns',
  median('hosted', 'file: uuid_is_v7', 'added'), 150);
CALL promise('in plain SQL: uuid_time of a v7 over reading the column, ns',
  median('hosted', 'file: uuid_time(v7)', 'added'), 600);

-- The last hour of 365 partitions
CREATE TABLE hosted_year (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
SET client_min_messages = warning;
CALL public.uuid_v7_create_partitions('hosted_year', date_trunc('day', now()) - interval '364 days',
  now() + interval '1 hour', '1 day');
RESET client_min_messages;
INSERT INTO hosted_year
  SELECT public.uuid_generate_v7(now() - n * interval '10 minutes') FROM generate_series(0, 50000) AS n;
ANALYZE hosted_year;
INSERT INTO item (workload, item, run)
SELECT 'hosted_hour', item, 'SELECT count(*) FROM %I WHERE ' || condition
FROM (VALUES
  ('uuid constants', format('id >= %L', public.uuid_v7_lower(now() - interval '1 hour'))),
  ('extension: id >= now() ...', 'id >= now() - interval ''1 hour'''),
  ('file: id >= a constant', format('id OPERATOR(hosted.>=) timestamptz %L', now() - interval '1 hour')),
  ('file: id >= now() ...', 'id OPERATOR(hosted.>=) (now() - interval ''1 hour'')'),
  ('file: id >= uuid_v7_lower(now() ...)', 'id >= hosted.uuid_v7_lower(now() - interval ''1 hour'')'),
  ('by hand: bound from text', 'id >= v7_lower_by_text(now() - interval ''1 hour'')')
) AS v (item, condition);
CALL time_plans('hosted_hour', ARRAY['hosted_year'], 9);

-- A table that is read from end to end
CREATE TABLE hosted_rows AS SELECT v7 AS id FROM hosted_ids, generate_series(1, 50);
VACUUM (FREEZE, ANALYZE) hosted_rows;
INSERT INTO item (workload, item, run)
SELECT 'hosted_filter', item, 'SELECT count(*) FROM %I WHERE ' || condition
FROM (VALUES
  ('uuid constants', format('id >= %L', public.uuid_v7_lower(now() - interval '1 year'))),
  ('extension: id >= now() ...', 'id >= now() - interval ''1 year'''),
  ('file: id >= a constant', format('id OPERATOR(hosted.>=) timestamptz %L', now() - interval '1 year')),
  ('file: id >= now() ...', 'id OPERATOR(hosted.>=) (now() - interval ''1 year'')'),
  ('by hand: bound from text', 'id >= v7_lower_by_text(now() - interval ''1 year'')')
) AS v (item, condition);
CALL time_plans('hosted_filter', ARRAY['hosted_rows'], 5);

DROP TABLE hosted_year, hosted_rows, hosted_ids;
