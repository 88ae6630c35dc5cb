--
-- Name-based UUIDs: v3, v5 and v8, and the well-known namespaces.
--
-- Expected values come from elsewhere: RFC 9562 and draft-12 where they have
-- them, the server's own md5() and sha256(), and otherwise a command like
--   (printf '\x6b\xa7\xb8\x10\x9d\xad\x11\xd1\x80\xb4\x00\xc0\x4f\xd4\x30\xc8'; printf www.example.com) |
--     openssl dgst -sha512-224
-- whose first sixteen octets get version and variant put in (for shake128 and
-- shake256 with -xoflen 16).
-- In make test: quick, and the main test of ids from names.
-- Also in other locales: letters have case and codes.
--
\set test name
\i test/sql/include/begin.sql
-- The UUID of a hash: its first 32 hexadecimal digits with version and variant
CREATE FUNCTION as_uuid(hash bytea, version integer) RETURNS uuid
AS $$
  SELECT overlay(overlay(digits PLACING to_hex(version) FROM 13)
    PLACING translate(substr(digits, 17, 1), '0123456789abcdef', '89ab89ab89ab89ab') FROM 17)::uuid
  FROM (SELECT left(encode(hash, 'hex'), 32)) AS h (digits)
$$ LANGUAGE sql IMMUTABLE;

\echo '-- Namespaces and hashspaces'
SELECT name, uuid_namespace(name), uuid_namespace(upper(name)) = uuid_namespace(name) AS any_case
FROM unnest(ARRAY['dns', 'url', 'oid', 'x500']) AS name;
SELECT name, uuid_hashspace(name), uuid_hashspace(upper(name)) = uuid_hashspace(name) AS any_case
FROM unnest(ARRAY['sha224', 'sha256', 'sha384', 'sha512', 'sha512_224', 'sha512_256',
  'sha3_224', 'sha3_256', 'sha3_384', 'sha3_512', 'shake128', 'shake256']) AS name;

\echo '-- The examples of RFC 9562 and draft-ietf-uuidrev-rfc4122bis-12'
SELECT uuid_generate_v3_md5(uuid_namespace('dns'), 'www.example.com') AS v3,
  uuid_generate_v5_sha1(uuid_namespace('dns'), 'www.example.com') AS v5,
  uuid_generate_v8_sha256(uuid_namespace('dns'), 'www.example.com') AS v8,
  uuid_generate_v8_sha256(uuid_hashspace('sha256'), uuid_namespace('dns'), 'www.example.com') AS v8_hashspace;

\echo '-- Every algorithm, with and without a hashspace.  A server built'
\echo '-- without OpenSSL lacks some; they must then be refused with 0A000.'
CREATE FUNCTION v8(algorithm text, hashspace uuid, namespace uuid, name text, expected uuid) RETURNS boolean
AS $$
DECLARE
  openssl boolean := current_setting('ssl_library') = 'OpenSSL';
  found uuid;
BEGIN
  found := CASE WHEN hashspace IS NULL THEN uuid_generate_v8_hash(algorithm, namespace, name)
    ELSE uuid_generate_v8_hash(algorithm, hashspace, namespace, name) END;
  IF found <> expected THEN
    RAISE WARNING '% of % is %', algorithm, name, found;
  END IF;
  RETURN found = expected;
EXCEPTION WHEN feature_not_supported THEN
  RETURN NOT openssl AND algorithm NOT IN ('sha224', 'sha256', 'sha384', 'sha512');
END
$$ LANGUAGE plpgsql;

SELECT algorithm, v8(algorithm, NULL, uuid_namespace('dns'), 'www.example.com', plain::uuid) AS plain,
  v8(algorithm, uuid_hashspace(algorithm), uuid_namespace('dns'), 'www.example.com', spaced::uuid) AS hashspace,
  v8(upper(algorithm), NULL, uuid_namespace('dns'), 'www.example.com', plain::uuid) AS any_case
FROM (VALUES
  ('sha224', '8e18fffc-a698-89f4-8c42-207c38ad0500', '7f9bf585-180e-86b7-a980-274a00f89550'),
  ('sha256', '5c146b14-3c52-8afd-938a-375d0df1fbf6', '401835fd-a627-870a-873f-ed73f2bc5b2c'),
  ('sha384', '3df00ae4-42a7-8066-88ad-1f925b8b8e54', 'cbf4bd9c-024c-849c-bb0d-8bffc5be3afe'),
  ('sha512', '94ee4ddb-9f36-8018-9ccf-86a4441691e0', 'da65f7c3-21ae-82e0-a654-97eea9af6ed6'),
  ('sha512_224', '46dd4220-8334-8103-9234-f400899c5328', '558c5d8b-d35e-8f87-9edc-da34ba28e1cb'),
  ('sha512_256', '062a235a-8c0b-8746-af8c-91804052a16a', 'b47ca277-05cb-8e3f-8f3a-abea6c70d7ad'),
  ('sha3_224', 'a8c34b94-7182-8ad1-a84f-36a373df13d5', '9413bf81-f599-8c0a-a0b0-b793ebfb1a18'),
  ('sha3_256', 'fc506eca-a1f4-8315-87c8-c71449dfd324', '2d9e6923-38f4-8370-a097-2cb911c3d176'),
  ('sha3_384', 'ab4f9412-4e4c-87a5-be26-dc72f9adf6ed', '2200e2f8-7b1a-8fea-a286-f2eaa2db1ebb'),
  ('sha3_512', '83120d41-2935-8110-964c-6bd77c735fbc', 'd55319b2-b7c4-8965-b7c4-ca4dbfc2cbf6'),
  ('shake128', '54e7e64f-0dba-8913-8b69-cd3dbf220c7a', '6de9367d-aa5d-8832-8928-0b6d42a9239a'),
  ('shake256', '10e1aa77-4f8c-8a0f-be35-354cc01a76ac', 'bb9e8805-ecca-8acc-9492-b051ee919d69')
  ) AS known (algorithm, plain, spaced);

\echo '-- the short form is the long form'
SELECT uuid_generate_v8_sha256(n, 'name') = uuid_generate_v8_hash('sha256', n, 'name') AS plain,
  uuid_generate_v8_sha256(h, n, 'name') = uuid_generate_v8_hash('sha256', h, n, 'name') AS hashspace
FROM (SELECT uuid_namespace('url'), uuid_hashspace('sha256')) AS s (n, h);

\echo '-- Version 7 of a time and a name: the time of the one with random bits, and the last eight octets of'
\echo '-- the hash.  Another time or another name is another id.'
SELECT uuid_generate_v7('2026-01-01Z', uuid_namespace('url'), 'a'),
  uuid_generate_v7('2026-01-01Z', uuid_namespace('url'), 'a'::varchar) AS varchar,
  uuid_generate_v7(at => '2026-01-01Z', namespace => uuid_namespace('url'), name => '\x61'::bytea) AS by_name;
SELECT count(*), count(DISTINCT id),
  count(*) FILTER (WHERE uuid_is_v7(id) AND uuid_v7_timestamp_us(id) = at) AS of_time,
  count(*) FILTER (WHERE substr(uuid_send(id), 1, 8) = substr(uuid_send(uuid_generate_v7(at)), 1, 8)) AS as_random,
  count(*) FILTER (WHERE substr(uuid_send(id), 9) = substr(uuid_send(uuid_generate_v8_sha256(n, name)), 9)) AS of_hash,
  count(*) FILTER (WHERE id = uuid_generate_v7(at, n, convert_to(name, 'UTF8'))) AS as_bytea
FROM uuid_namespace('dns') AS n, unnest(ARRAY['1970-01-01Z', '2026-06-15 12:34:56.789999Z',
    '2026-06-15 12:34:56.789998Z', '10889-08-02 05:31:50.655999Z']::timestamptz[]) AS at,
  unnest(ARRAY['', 'a', 'b', U&'stra\00DFe']) AS name,
  LATERAL uuid_generate_v7(at, n, name) AS id;
\echo '-- a time that no version 7 has'
SELECT at, state, message, detail
FROM unnest(ARRAY['-infinity', 'infinity', '1969-12-31 23:59:59.999999Z', '10889-08-02 05:31:50.656Z']) AS at,
  LATERAL error_of(format('SELECT uuid_generate_v7(%L, uuid_namespace(''url''), ''a'')', at));
SELECT (error_of('SELECT uuid_generate_v7(now(), uuid_namespace(''url''), 42)')).state AS integer_name;
\echo '-- a literal without a type is a text; two arguments are a time and an ordinal'
PREPARE untyped AS SELECT uuid_generate_v7($1, $2, $3);
SELECT parameter_types FROM pg_prepared_statements WHERE name = 'untyped';
SELECT (uuid_inspect(uuid_generate_v7('2026-01-01Z', '7'))).counter AS ordinal;

\echo '-- What is refused: names that do not exist, and hashes of other versions, which have their own'
\echo '-- functions'
SELECT call, state, message, detail, hint
FROM unnest(ARRAY[
    $$uuid_namespace('ftp')$$, $$uuid_namespace('dns ')$$, $$uuid_hashspace('md5')$$,
    $$uuid_namespace(repeat('x', 1000000))$$,
    $$uuid_generate_v8_hash('md5', uuid_namespace('dns'), 'name')$$,
    $$uuid_generate_v8_hash('SHA1', uuid_namespace('dns'), 'name')$$,
    $$uuid_generate_v8_hash('sha-1', uuid_namespace('dns'), 'name'::bytea)$$,
    $$uuid_generate_v8_hash('sha-256', uuid_hashspace('sha256'), uuid_namespace('dns'), 'name')$$,
    $$uuid_generate_v8_hash('sha2', uuid_hashspace('sha256'), uuid_namespace('dns'), 'name'::bytea)$$]) AS call,
  LATERAL error_of('SELECT ' || call);

\echo '-- Against the server''s own hashes, for names of many lengths'
SELECT count(*),
  count(*) FILTER (WHERE uuid_generate_v3_md5(n, name) <> as_uuid(decode(md5(uuid_send(n) || name), 'hex'),
    3)) AS v3_differ,
  count(*) FILTER (WHERE uuid_generate_v8_sha256(n, name) <> as_uuid(sha256(uuid_send(n) || name),
    8)) AS v8_differ, count(*) FILTER (WHERE uuid_generate_v8_hash('sha512', h, n,
    name) <> as_uuid(sha512(uuid_send(h) || uuid_send(n) || name), 8)) AS sha512_differ
FROM generate_series(0, 300) AS length, LATERAL (SELECT md5(length::text)::uuid, uuid_hashspace('sha256'),
    convert_to(repeat(chr(33 + length % 90), length), 'UTF8')) AS t (n, h, name);

\echo '-- text is hashed as UTF-8, bytea as it is: the same for the same octets'
SELECT what, uuid_generate_v3_md5(n, name) = uuid_generate_v3_md5(n, octets) AS v3,
  uuid_generate_v5_sha1(n, name) = uuid_generate_v5_sha1(n, octets) AS v5,
  uuid_generate_v8_sha256(n, name) = uuid_generate_v8_sha256(n, octets) AS v8,
  uuid_generate_v8_sha256(h, n, name) = uuid_generate_v8_sha256(h, n, octets) AS v8_hashspace,
  uuid_generate_v8_hash('sha512', n, name) = uuid_generate_v8_hash('sha512', n, octets) AS hash,
  uuid_generate_v8_hash('sha512', h, n, name) = uuid_generate_v8_hash('sha512', h, n, octets) AS hash_hashspace
FROM (VALUES ('ascii', 'www.example.com'), ('empty', ''), ('space', ' '), ('latin', U&'stra\00DFe'),
    ('cjk', U&'\6771\4EAC'), ('emoji', U&'\+01F600')) AS names (what, name),
  LATERAL (SELECT uuid_namespace('url'), uuid_hashspace('sha512'), convert_to(name, 'UTF8')) AS t (n, h, octets);

\echo '-- beyond ASCII: U+00E9 U+4E2D U+1F600; and an empty name'
SELECT uuid_generate_v3_md5(n, name) AS v3, uuid_generate_v5_sha1(n, name) AS v5, uuid_generate_v8_sha256(n, name) AS v8
FROM uuid_namespace('dns') AS n, unnest(ARRAY[U&'\00E9\4E2D\+01F600', '']) AS name;

\echo '-- Immutable: in a generated column and an index; and no setting matters'
CREATE TABLE named (name text, at timestamptz DEFAULT '2026-01-01Z',
  key uuid GENERATED ALWAYS AS (uuid_generate_v7(at, '6ba7b811-9dad-11d1-80b4-00c04fd430c8', name)) STORED,
  id uuid GENERATED ALWAYS AS (uuid_generate_v5_sha1('6ba7b810-9dad-11d1-80b4-00c04fd430c8', name)) STORED
);
CREATE INDEX ON named (uuid_generate_v8_hash('sha512', '6ba7b810-9dad-11d1-80b4-00c04fd430c8', name));
INSERT INTO named VALUES ('www.example.com');
SET timezone = 'Asia/Kathmandu';
SET datestyle = 'German';
SET bytea_output = 'escape';
SET client_encoding = 'LATIN1';
INSERT INTO named VALUES ('www.example.com'), (U&'stra\00DFe');
SELECT id, key, count(*) FROM named GROUP BY id, key ORDER BY id;
\i test/sql/include/end.sql
