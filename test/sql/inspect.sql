--
-- Inspecting: version, variant, times, and the row that explains a UUID.
-- uuid_extract_timestamp is qualified: from 17 on the server has its own.
-- In make test: quick, and the main test of reading a UUID.
--
\set test inspect
\i test/sql/include/begin.sql
\echo '-- every version in every variant: a version exists in the RFC''s variant only'
SELECT to_hex(v) AS digit_17, uuid_variant(id) AS variant,
  string_agg(coalesce(uuid_version(id)::text, '-'), ' ' ORDER BY m) AS versions
FROM generate_series(0, 15) AS m, generate_series(0, 15) AS v,
  LATERAL (SELECT format('01234567-89ab-%scde-%s123-456789abcdef', to_hex(m), to_hex(v))::uuid) AS t (id)
GROUP BY v, 2
ORDER BY v;

\echo '-- times: v1, v6, v7 and nothing else'
SELECT m AS version, uuid_time(id), public.uuid_extract_timestamp(id) IS NOT DISTINCT FROM uuid_time(id) AS same,
  uuid_v7_timestamp(id), uuid_v7_timestamp_us(id)
FROM generate_series(0, 15) AS m,
  LATERAL (SELECT format('01234567-89ab-%scde-8123-456789abcdef', to_hex(m))::uuid) AS t (id)
ORDER BY m;

\echo '-- rand_a as a fraction: never out of its millisecond; the unit test has any'
SELECT id, uuid_v7_timestamp(id), uuid_v7_timestamp_us(id)
FROM (VALUES ('017f22e2-79b0-7000-8000-000000000000'::uuid), ('017f22e2-79b0-7003-8000-000000000000'),
  ('017f22e2-79b0-7004-8000-000000000000'),
  ('017f22e2-79b0-7fff-8000-000000000000'), ('ffffffff-ffff-7fff-bfff-ffffffffffff')) AS fractions (id);

\echo '-- uuid_inspect: one row; NULL where the version has no such field'
SELECT i.* FROM unnest('{c232ab00-9414-11ec-b3c8-9f6bdeced846,1ec9414c-232a-6b00-b3c8-9f6bdeced846,
  017f22e2-79b0-7cc3-98c4-dc0c0c07398f,919108f7-52d1-4320-9bac-f847db4148a8,2ed6657d-e927-568b-95e1-2665a8aea6a2,
  2489e9ad-2ee2-8e00-8ec9-32d5f69181c0,00000000-0000-0000-0000-000000000000,ffffffff-ffff-ffff-ffff-ffffffffffff,
  01234567-89ab-1cde-d123-456789abcdef,019b7707-a400-87e1-a345-abcd12345678}'::uuid[]) AS id, uuid_inspect(id) AS i;

-- it agrees with the single functions, whatever the UUID
SELECT count(*), count(*) FILTER (WHERE (i.version, i.variant, i."timestamp")
    IS DISTINCT FROM (uuid_version(id), uuid_variant(id), uuid_time(id))) AS differ
FROM (SELECT gen_random_uuid()::text AS random FROM generate_series(1, 200)) AS t,
  generate_series(0, 15) AS m, generate_series(0, 15) AS v,
  LATERAL (SELECT overlay(overlay(random PLACING to_hex(m) FROM 15) PLACING to_hex(v) FROM 20)::uuid) AS u (id),
  LATERAL uuid_inspect(id) AS i;

\echo '-- Immutable: in a generated column, an index and a check constraint'
CREATE TABLE inspected (id uuid PRIMARY KEY CHECK (uuid_version(id) IN (1, 6, 7)),
  at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED,
  variant text GENERATED ALWAYS AS (uuid_variant(id)) STORED
);
CREATE INDEX ON inspected (uuid_v7_timestamp(id), uuid_v7_timestamp_us(id), public.uuid_extract_timestamp(id));
INSERT INTO inspected VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f'), ('1ec9414c-232a-6b00-b3c8-9f6bdeced846');
SELECT * FROM inspected ORDER BY id;
\set VERBOSITY terse
INSERT INTO inspected VALUES ('919108f7-52d1-4320-9bac-f847db4148a8');
\set VERBOSITY default

\echo '-- a v8 with a node is read as one only where that is asked: its version does not tell who made it'
SELECT id, uuid_version(id), uuid_v8_node(id), uuid_v8_node_timestamp(id), uuid_time(id)
FROM (VALUES ('019b7707-a400-8000-8000-000000000000'::uuid), ('019b7707-a400-87e1-a345-abcd12345678'),
  ('ffffffff-ffff-8fff-bfff-ffffffffffff'), ('019b7707-a400-77e1-a345-abcd12345678'),
  ('019b7707-a400-87e1-e345-abcd12345678'), ('00000000-0000-0000-0000-000000000000'),
  -- of RFC 9562 appendix B.1 and B.2: neither node nor time, and no way to know
  ('2489e9ad-2ee2-8e00-8ec9-32d5f69181c0'), ('5c146b14-3c52-8afd-938a-375d0df1fbf6')) AS examples (id);

\echo '-- the first 48 bits as Unix milliseconds, whatever the version'
SELECT id, uuid_version(id), uuid_unix_timestamp(id)
FROM (VALUES ('019b7707-a400-77e1-a345-abcd12345678'::uuid), ('019b7707-a400-87e1-a345-abcd12345678'),
  ('019b7707-a400-00e1-f345-abcd12345678'), ('019b7707-a401-ffff-ffff-ffffffffffff'),
  ('00000000-0000-0000-0000-000000000000'), ('00000000-0001-4000-8000-000000000000'),
  ('ffffffff-ffff-ffff-ffff-ffffffffffff')) AS examples (id);
\i test/sql/include/end.sql
