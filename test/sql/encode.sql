--
-- UUIDs as text in other forms, and TypeIDs (of uuidx_ids).
-- In make test: quick, and the main test of text forms of UUIDs.
-- Also in other locales: letters have case.
--
\set test encode
\i test/sql/include/begin.sql
-- What is documented of each format: whether it reads both cases; the unit test knows how they sort
CREATE TEMP TABLE formats (format text, any_case boolean);
INSERT INTO formats VALUES ('canonical', true), ('hex', true), ('urn', true), ('braced', true),
  ('integer', false), ('binary', false), ('oid', false), ('crockford', true), ('base32hex', true),
  ('base58', false), ('base62', false), ('base64url', false);

CREATE TEMP TABLE uuids (id uuid PRIMARY KEY);
INSERT INTO uuids
SELECT overlay(md5(n::text) PLACING repeat('0', n % 33) FROM 1)::uuid FROM generate_series(1, 400) AS n
ON CONFLICT DO NOTHING;

\echo '-- Known answers: Python''s int(), base64.b32hexencode(), base64.urlsafe_b64encode()'
\echo '-- and divmod() by the length of the alphabet.'
SELECT id, format, uuid_encode(id::uuid, format) FROM formats, unnest('{017f22e2-79b0-7cc3-98c4-dc0c0c07398f,
  ffffffff-ffff-ffff-ffff-ffffffffffff}'::text[]) WITH ORDINALITY AS i (id, n) ORDER BY n, format COLLATE "C";

-- Strict: what is read is what is written, but for the case of letters where the
-- format does not care; the unit test changes every character
SELECT format, any_case AS documented, bool_and(CASE WHEN state = 'none' THEN uuid_decode(other, format) = id
  ELSE false END) AS any_case
FROM formats, uuids, LATERAL (SELECT uuid_encode(id, format)) AS t (text),
  LATERAL (VALUES (upper(text)), (lower(text))) AS o (other),
  LATERAL error_of(format('SELECT uuid_decode(%L, %L)', other, format))
WHERE upper(text) <> lower(text)
GROUP BY format, any_case ORDER BY format COLLATE "C";

\echo '-- why'
SELECT format, left(string, 45) AS string, state, replace(message, string, '...') AS message, detail
FROM (VALUES ('canonical', '017f22e279b07cc398c4dc0c0c07398f'),
  ('canonical', '017f22e2-79b0-7cc3-98c4-dc0c0c07398g'), ('canonical', '017f22e2-79b07-cc3-98c4-dc0c0c07398f'),
  ('hex', '0x7f22e279b07cc398c4dc0c0c07398f'), ('urn', 'urn:uuie:017f22e2-79b0-7cc3-98c4-dc0c0c07398f'),
  ('braced', '(017f22e2-79b0-7cc3-98c4-dc0c0c07398f)'), ('integer', '340282366920938463463374607431768211456'),
  ('integer', '01'), ('integer', ''), ('binary', repeat('1', 127) || '2'), ('oid', '2.25.007'), ('oid', '2.26.7'),
  ('crockford', '8ZZZZZZZZZZZZZZZZZZZZZZZZZ'), ('crockford', '0000000000000000000000000U'),
  ('base32hex', '00000000000000000000000001'), ('base58', 'YcVfxkQb6JRzqk5kF2tNLw'), ('base58', '1'),
  ('base64url', '_____________________z')) AS bad (format, string),
  LATERAL error_of(format('SELECT uuid_decode(%L, %L)', string, format));

\echo '-- what each format looks like'
SELECT format, hint FROM formats, error_of(format('SELECT uuid_decode(%L, %L)', 'x', format));

\echo '-- long texts and names are cut, between characters'
SELECT left(format, 8) AS format, state, left(message, 40) AS message, right(message, 8) AS ends,
  length(message) AS length
FROM (VALUES ('hex', repeat('0', 1000000)), ('base62', repeat(U&'\00E9', 1000000)), ('integer', repeat(U&'\6771',
  1000000)), (repeat(U&'\6771', 1000000), '0'), (repeat('x', 1000000), '0')) AS bad (format, string),
  LATERAL error_of(format('SELECT uuid_decode(%L, %L)', string, format));

\echo '-- Clients write no leading zeros, and then version 7 has a character less until 2252 (base58) and'
\echo '-- 3114 (base62). npm''s bs58 writes the first text, short-uuid the third, with the letters of Flickr'
SELECT uuid_decode(lpad('CLX6BNbgzLqKvx4TBQjJd', 22, '1'), 'base58') AS base58,
  uuid_decode(lpad('2zBGFGU3bm5Td6kS6tckw', 22, '0'), 'base62') AS base62,
  uuid_decode(translate(lpad('ckw6bnAFZkQjVX4sbpJiC', 22, '1'), 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ',
    'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'), 'base58') AS flickr,
  ltrim(uuid_encode('019535d9-3df7-79fb-b466-fa907fa17f9e', 'base58'), '1') AS without,
  (error_of($$SELECT uuid_decode('CLX6BNbgzLqKvx4TBQjJd', 'base58')$$)).state;

\echo '-- Formats that do not exist'
SELECT format, state, message, hint
FROM unnest(ARRAY['', 'hex ', 'he', 'h', U&'h\00E9x', 'BASE46', 'base64', 'cannonical', 'uuid']) AS format,
  LATERAL error_of(format('SELECT uuid_encode(%L, %L)', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', format));

\echo '-- by name, of other string types, and in an index'
SELECT uuid_decode(string => uuid_encode(uuid => '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', format => 'base58')::varchar,
  format => 'base58');
CREATE TEMP TABLE links (id uuid, short text GENERATED ALWAYS AS (uuid_encode(id, 'base58')) STORED);
CREATE UNIQUE INDEX ON links (uuid_encode(id, 'base62'));
INSERT INTO links VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
SELECT * FROM links;

\echo '-- TypeID'
CREATE EXTENSION uuidx_ids;
\echo '-- the examples of its specification 0.3.0'
SELECT typeid, typeid_prefix(typeid), uuid_from_typeid(typeid),
  uuid_to_typeid(typeid_prefix(typeid), uuid_from_typeid(typeid)) = typeid AS back
FROM unnest(ARRAY['00000000000000000000000000', '00000000000000000000000001', '0000000000000000000000000a',
  '0000000000000000000000000g', '00000000000000000000000010', '7zzzzzzzzzzzzzzzzzzzzzzzzz',
  'prefix_0123456789abcdefghjkmnpqrs', 'pre_fix_01h455vb4pex5vsknk084sn02q', 'a__b_00000000000000000000000000'])
    AS typeid;

\echo '-- the order is that of the UUIDs'
SELECT array_agg(id ORDER BY uuid_to_typeid('user', id) COLLATE "C") = array_agg(id ORDER BY id) AS sorts FROM uuids;

\echo '-- at most 63 characters'
SELECT length(uuid_to_typeid(repeat('x', 63), '01890a5d-ac96-774b-bcce-b302099a8057')),
  length(typeid_prefix(repeat('x', 63) || '_01h455vb4pex5vsknk084sn02q'));
SELECT (error_of($$SELECT uuid_to_typeid(repeat('x', 64), '01890a5d-ac96-774b-bcce-b302099a8057')$$)).*;
SELECT (error_of($$SELECT uuid_from_typeid(repeat('x', 64) || '_01h455vb4pex5vsknk084sn02q')$$)).*;

\echo '-- and what else is wrong with a TypeID'
SELECT typeid, (e).state, (e).message, (e).detail, (error_of(format('SELECT typeid_prefix(%L)',
  typeid))).state AS prefix
FROM unnest(ARRAY['', 'prefix', '_01h455vb4pex5vsknk084sn02q', 'prefix__01h455vb4pex5vsknk084sn02q',
    'PREFIX_01h455vb4pex5vsknk084sn02q', U&'pr\00E9fix_01h455vb4pex5vsknk084sn02q',
    'prefix_81h455vb4pex5vsknk084sn02q', 'prefix_01h455vb4pex5vsknk084sn02Q',
    'prefix_01h455vb4pex5vsknk084sn02qq']) AS typeid,
  LATERAL error_of(format('SELECT uuid_from_typeid(%L)', typeid)) AS e;
\i test/sql/include/end.sql
