--
-- uuid_mask and uuid_unmask.  What FF1 makes of a UUID is compared with other
-- implementations by t/mask.pl.
--
-- A server built without OpenSSL has no AES and refuses every call.
-- In make test: quick, and the main test of masked ids.
--
\set key '''\\x2b7e151628aed2a6abf7158809cf4f3c''::bytea'
\set id '''019ab7f5-fe8d-7ded-a077-946db0063faf''::uuid'

SELECT current_setting('ssl_library') <> 'OpenSSL' AS without_openssl \gset
\if :without_openssl
SELECT uuid_mask(:id, :key);
\echo :LAST_ERROR_SQLSTATE
\quit
\endif
\set test mask
\i test/sql/include/begin.sql
\echo '-- one of each length of key, with and without a tweak'
SELECT octet_length(key) AS key_length, tweak, masked, uuid_version(masked), uuid_variant(masked),
  CASE WHEN tweak IS NULL THEN uuid_unmask(masked, key) ELSE uuid_unmask(masked, key, tweak) END = :id AS back
FROM (VALUES (16), (24), (32)) AS k (length), LATERAL (SELECT substr(sha256('key'), 1, length)) AS s (key),
  (VALUES (NULL), (''), ('orders'), ('größe')) AS t (tweak),
  LATERAL (SELECT CASE WHEN tweak IS NULL THEN uuid_mask(:id, key) ELSE uuid_mask(:id, key, tweak) END) AS m (masked)
ORDER BY key_length, tweak NULLS FIRST;

\echo '-- keys are told apart by all of their octets'
SELECT count(*), count(DISTINCT uuid_mask(:id, key)) AS different
FROM (VALUES (24), (32)) AS k (length), generate_series(0, length - 1) AS n,
  LATERAL (SELECT set_byte(decode(repeat('00', length), 'hex'), n, 1)) AS s (key);

\echo '-- Errors say what is wrong, and show neither the key nor the id'
SELECT call, state, message, detail, hint
FROM unnest(ARRAY['mask(ID, ''\x2b7e151628aed2a6abf7158809cf4f'')',
  'mask(ID, ''\x2b7e151628aed2a6abf7158809cf4f3c00'', ''tweak'')',
  'unmask(uuid_mask(ID, KEY), repeat(''k'', 1000000)::bytea, ''tweak'')',
  'mask(''919108f7-52d1-4320-9bac-f847db4148a8'', KEY)',
  'mask(''00000000-0000-7000-7fff-ffffffffffff'', KEY, ''tweak'')',
  'unmask(ID, KEY)', 'unmask(''ffffffff-ffff-ffff-ffff-ffffffffffff'', KEY, ''tweak'')',
  'unmask(''00000000-0000-4000-c000-000000000000'', KEY)']) AS call,
  LATERAL error_of(format('SELECT uuid_%s', replace(replace(call, 'ID', quote_literal(:id)), 'KEY',
    quote_literal(:key))));

\echo '-- each version but one'
SELECT call, count(*) FILTER (WHERE detail = format('Its version is %s.', version)) AS refused,
  array_agg(version) FILTER (WHERE state = 'none') AS taken
FROM unnest('{uuid_mask,uuid_unmask}'::text[]) AS call, generate_series(0, 15) AS version,
  overlay(:id::text PLACING to_hex(version) FROM 15) AS i (id), error_of(format('SELECT %s(%L, %L)', call, id, :key))
GROUP BY call ORDER BY call;

\echo '-- A permutation: every id is restored, and no two ids have the same masked id'
CREATE TEMP TABLE ids AS
SELECT uuid_generate_v7(timestamptz '2026-01-01' + n * interval '1 second') AS id FROM generate_series(1, 20000) AS n;
-- ends of the halves and of the fields, and one bit in each place
INSERT INTO ids VALUES ('00000000-0000-7000-8000-000000000000'), ('ffffffff-ffff-7fff-bfff-ffffffffffff'),
  ('ffffffff-ffff-7fff-a000-000000000000'), ('00000000-0000-7000-9fff-ffffffffffff'),
  ('ffffffff-ffff-7fff-8000-000000000000'), ('00000000-0000-7000-bfff-ffffffffffff'),
  ('ffffffff-ffff-7000-8000-000000000000'), ('00000000-0000-7fff-8000-000000000000');
INSERT INTO ids
SELECT encode(set_bit('\x00000000000070008000000000000000'::bytea, bit, 1), 'hex')::uuid
FROM generate_series(0, 127) AS bit
WHERE bit / 8 NOT IN (6, 8) OR bit / 8 = 6 AND bit % 8 < 4 OR bit / 8 = 8 AND bit % 8 < 6;
SELECT count(*) - 20000 AS edges FROM ids;

CREATE TEMP TABLE masked AS
SELECT id, tweak, key, uuid_mask(id, key, tweak) AS face
FROM ids, (VALUES ('a'), ('b')) AS t (tweak),
  (VALUES (sha256('1')), (sha256('2')), (substr(sha256('1'), 1, 16)), (substr(sha256('1'), 1, 24))) AS k (key);
SELECT count(*) AS n, count(DISTINCT face) AS faces,
  count(*) FILTER (WHERE uuid_version(face) <> 4 OR uuid_variant(face) <> 'rfc9562') AS no_v4,
  count(*) FILTER (WHERE uuid_unmask(face, key, tweak) <> id) AS lost
FROM masked;

\echo '-- the empty tweak is no tweak; of another key or tweak it is another v7'
SELECT uuid_mask(:id, :key, '') = uuid_mask(:id, :key) AS empty,
  uuid_version(uuid_unmask(uuid_mask(:id, :key), sha256('other'))) AS other_key,
  uuid_unmask(uuid_mask(:id, :key), sha256('other')) <> :id AS and_another_id,
  uuid_unmask(uuid_mask(:id, :key, 'a'), :key, 'b') <> :id AS other_tweak;

\echo '-- more keys than are kept, in turns, and tweaks around the length of a block'
SELECT count(*) AS n, count(DISTINCT uuid_mask(:id, sha256((n % 7)::text::bytea))) AS keys,
  count(DISTINCT uuid_mask(:id, :key, repeat('t', n % 50))) AS tweaks,
  count(*) FILTER (WHERE uuid_unmask(uuid_mask(:id, sha256((n % 7)::text::bytea)), sha256((n % 7)::text::bytea)) <> :id
    OR uuid_unmask(uuid_mask(:id, :key, repeat('t', n % 50)), :key, repeat('t', n % 50)) <> :id) AS lost
FROM generate_series(1, 500) AS n;
\echo '-- the longest tweak, in bytes of UTF-8, and one byte more'
SELECT octet_length(t), uuid_unmask(uuid_mask(:id, :key, t), :key, t) = :id AS back
FROM (VALUES (repeat('t', 65536)), (repeat('ß', 32768))) AS s (t);
SELECT uuid_mask(:id, :key, repeat('t', 65537));
\echo :LAST_ERROR_SQLSTATE

\echo '-- Immutable: in a generated column'
CREATE TEMP TABLE faces (id uuid,
  face uuid GENERATED ALWAYS AS (uuid_mask(id, '\x000102030405060708090a0b0c0d0e0f', 'faces')) STORED
);
INSERT INTO faces VALUES (:id);
SET timezone = 'Asia/Kathmandu';
SET bytea_output = 'escape';
SET client_encoding = 'LATIN1';
INSERT INTO faces VALUES (:id);
SELECT face, count(*) FROM faces GROUP BY face;
\i test/sql/include/end.sql
