--
-- UUIDs as text in other forms, and TypeIDs (of uuidx_ids).
-- In make test: quick, and the main test of text forms of UUIDs.
-- Also in other locales: letters have case.
--
\set test encode
\i test/sql/include/begin.sql
-- What is documented of each format: its alphabet where it is one, and whether it
-- sorts and reads both cases
CREATE TEMP TABLE formats (format text, alphabet text, length integer, sorts boolean, any_case boolean);
INSERT INTO formats VALUES
  ('canonical', NULL, 36, true, true), ('hex', '0123456789abcdef', 32, true, true), ('urn', NULL, 45, true, true),
  ('braced', NULL, 38, true, true), ('integer', '0123456789', NULL, false, false), ('binary', '01', 128, true, false),
  ('oid', NULL, NULL, false, false), ('crockford', '0123456789ABCDEFGHJKMNPQRSTVWXYZ', 26, true, true),
  ('base32hex', '0123456789ABCDEFGHIJKLMNOPQRSTUV', 26, true, true),
  ('base58', '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', 22, true, false),
  ('base62', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 22, true, false),
  ('base64url', 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', 22, false, false);

-- UUIDs: nothing but zeros and ones, every single bit and its neighbours, and others
CREATE TEMP TABLE uuids (id uuid PRIMARY KEY);
INSERT INTO uuids
SELECT DISTINCT lpad(hex, 32, fill)::uuid
FROM unnest(ARRAY['0', 'f']) AS fill, LATERAL (SELECT '' UNION SELECT rpad(digit, n, other)
    FROM unnest(ARRAY['1', '2', '4', '8', '7', 'e']) AS digit, generate_series(1, 32) AS n, unnest(ARRAY['0',
      'f']) AS other) AS h (hex)
UNION
SELECT md5(n::text)::uuid FROM generate_series(1, 300) AS n
UNION
SELECT overlay(md5(n::text) PLACING repeat('0', n % 32) FROM 1)::uuid FROM generate_series(1, 300) AS n;
SELECT count(*) FROM uuids;

-- Known answers: Python's int(), base64.b32hexencode(), base64.urlsafe_b64encode()
-- and divmod() by the length of the alphabet.  The middle two are from RFC 9562,
-- appendix A.6 and A.3.
SELECT id, format, uuid_encode(id::uuid, format) FROM formats, unnest('{017f22e2-79b0-7cc3-98c4-dc0c0c07398f,
  919108f7-52d1-4320-9bac-f847db4148a8,00000000-0000-0000-0000-000000000000,
  ffffffff-ffff-ffff-ffff-ffffffffffff}'::text[]) WITH ORDINALITY AS i (id, n) ORDER BY n, format COLLATE "C";

-- The example of ITU-T X.667 (ISO/IEC 9834-8)
SELECT uuid_encode('f81d4fae-7dec-11d0-a765-00a0c91e6bf6', 'oid');

-- Begins as the examples for "foobar" in RFC 4648, section 10: CPNMUOJ1E8 and Zm9vYmFy
SELECT uuid_encode(encode('foobarfoobarfoob', 'hex')::uuid, 'base32hex') AS base32hex,
  uuid_encode(encode('foobarfoobarfoob', 'hex')::uuid, 'base64url') AS base64url;

-- Back, in every format; the lengths are fixed, and the order of texts is that of the UUIDs, where documented
SELECT format, count(*) FILTER (WHERE uuid_decode(text, format) = id) AS back,
  count(*) FILTER (WHERE length(text) = length) AS fixed_length, sorts AS documented,
  bool_and(text_place = place) AS sorts
FROM (SELECT *, row_number() OVER (PARTITION BY format ORDER BY text COLLATE "C") AS text_place,
    row_number() OVER (PARTITION BY format ORDER BY id) AS place
  FROM formats, uuids, LATERAL uuid_encode(id, format) AS text) AS t
GROUP BY format, sorts ORDER BY format COLLATE "C";

-- Strict: what is read is what is written, but for the case of letters where the
-- format does not care; the unit test changes every character
SELECT format, any_case AS documented, bool_and(CASE WHEN state = 'none' THEN uuid_decode(other, format) = id
  ELSE false END) AS any_case
FROM formats, uuids, LATERAL (SELECT uuid_encode(id, format)) AS t (text),
  LATERAL (VALUES (upper(text)), (lower(text))) AS o (other),
  LATERAL error_of(format('SELECT uuid_decode(%L, %L)', other, format))
WHERE upper(text) <> lower(text)
GROUP BY format, any_case ORDER BY format COLLATE "C";

-- why
SELECT format, left(string, 45) AS string, state, replace(message, string, '...') AS message, detail
FROM (VALUES ('canonical', '017f22e279b07cc398c4dc0c0c07398f'), ('canonical', '017f22e2-79b0-7cc3-98c4-dc0c0c07398g'),
  ('canonical', '017f22e2-79b07-cc3-98c4-dc0c0c07398f'), ('canonical', '{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}'),
  ('hex', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'), ('hex', '0x7f22e279b07cc398c4dc0c0c07398f'),
  ('urn', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'), ('urn', 'urn:uuie:017f22e2-79b0-7cc3-98c4-dc0c0c07398f'),
  ('braced', '{017f22e2-79b0-7cc3-98c4-dc0c0c07398f'), ('braced', '(017f22e2-79b0-7cc3-98c4-dc0c0c07398f)'),
  ('integer', '340282366920938463463374607431768211456'), ('integer', '999999999999999999999999999999999999999'),
  ('integer', '1000000000000000000000000000000000000000'), ('integer', '-1'), ('integer', '01'), ('integer', '1e3'),
  ('integer', ''), ('binary', repeat('1', 127)), ('binary', repeat('1', 127) || '2'),
  ('oid', '2.25.340282366920938463463374607431768211456'), ('oid', '2.25.'), ('oid', '2.25.007'), ('oid', '2.26.7'),
  ('oid', '7'), ('crockford', '8ZZZZZZZZZZZZZZZZZZZZZZZZZ'), ('crockford', '0000000000000000000000000U'),
  ('crockford', '0000000000000000000000000I'), ('crockford', '000000000000O0000000000000'),
  ('crockford', '0000000000000000000000000'), ('base32hex', 'VVVVVVVVVVVVVVVVVVVVVVVVVV'),
  ('base32hex', '00000000000000000000000001'), ('base32hex', '00000000000000000000000000======'),
  ('base58', 'YcVfxkQb6JRzqk5kF2tNLw'), ('base58', 'zzzzzzzzzzzzzzzzzzzzzz'), ('base58', '111111111111111111111l'),
  ('base58', '1'), ('base62', '7n42DGM5Tflk9n8mt7Fhc8'), ('base62', 'zzzzzzzzzzzzzzzzzzzzzz'), ('base62', '0'),
  ('base64url', '_____________________z'), ('base64url', 'AX8i4nmwfMOYxNwMDAc5j+'),
  ('base64url', 'AX8i4nmwfMOYxNwMDAc5jw==')) AS bad (format, string),
  LATERAL error_of(format('SELECT uuid_decode(%L, %L)', string, format));

-- what each format looks like
SELECT format, hint FROM formats, error_of(format('SELECT uuid_decode(%L, %L)', 'x', format));

-- long texts and names are cut, between characters
SELECT left(format, 8) AS format, state, left(message, 40) AS message, right(message, 8) AS ends,
  length(message) < 160 AS short
FROM (VALUES ('hex', repeat('0', 1000000)), ('base62', repeat(U&'\00E9', 1000000)), ('integer', repeat(U&'\6771',
  1000000)), (repeat(U&'\6771', 1000000), '0'), (repeat('x', 1000000), '0')) AS bad (format, string),
  LATERAL error_of(format('SELECT uuid_decode(%L, %L)', string, format));

-- Clients write no leading zeros, and then version 7 has a character less until 2252 (base58) and 3114 (base62).
-- npm's bs58 writes the first text, short-uuid the third, with the letters of Flickr
SELECT uuid_decode(lpad('CLX6BNbgzLqKvx4TBQjJd', 22, '1'), 'base58') AS base58,
  uuid_decode(lpad('2zBGFGU3bm5Td6kS6tckw', 22, '0'), 'base62') AS base62,
  uuid_decode(translate(lpad('ckw6bnAFZkQjVX4sbpJiC', 22, '1'), 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ',
    'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'), 'base58') AS flickr,
  ltrim(uuid_encode('019535d9-3df7-79fb-b466-fa907fa17f9e', 'base58'), '1') AS without,
  (error_of($$SELECT uuid_decode('CLX6BNbgzLqKvx4TBQjJd', 'base58')$$)).state;

-- Formats that do not exist
SELECT format, state, message, hint
FROM unnest(ARRAY['', 'hex ', 'he', 'h', U&'h\00E9x', 'BASE46', 'base64', 'cannonical', 'uuid']) AS format,
  LATERAL error_of(format('SELECT uuid_encode(%L, %L)', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', format));
-- names are read in either case
SELECT count(*), count(*) FILTER (WHERE uuid_encode(id, upper(format)) = uuid_encode(id, format)
  AND uuid_decode(uuid_encode(id, format), initcap(format)) = id) AS any_case
FROM formats, (VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f'::uuid)) AS one (id);

-- by name, of other string types, and in an index
SELECT uuid_decode(string => uuid_encode(uuid => '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', format => 'base58')::varchar,
  format => 'base58');
CREATE TEMP TABLE links (id uuid, short text GENERATED ALWAYS AS (uuid_encode(id, 'base58')) STORED);
CREATE UNIQUE INDEX ON links (uuid_encode(id, 'base62'));
INSERT INTO links VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
SELECT * FROM links;

-- TypeID
CREATE EXTENSION uuidx_ids;
-- the examples of its specification 0.3.0
SELECT typeid, typeid_prefix(typeid), uuid_from_typeid(typeid),
  uuid_to_typeid(typeid_prefix(typeid), uuid_from_typeid(typeid)) = typeid AS back
FROM unnest(ARRAY['00000000000000000000000000', '00000000000000000000000001', '0000000000000000000000000a',
  '0000000000000000000000000g', '00000000000000000000000010', '7zzzzzzzzzzzzzzzzzzzzzzzzz',
  'prefix_0123456789abcdefghjkmnpqrs', 'pre_fix_01h455vb4pex5vsknk084sn02q', 'a__b_00000000000000000000000000'])
    AS typeid;

-- the suffix is Crockford's base 32 in lower case; the order is that of the UUIDs
SELECT count(*), count(*) FILTER (WHERE uuid_to_typeid('user', id) = 'user_' || lower(uuid_encode(id,
  'crockford'))) AS suffix, count(*) FILTER (WHERE uuid_from_typeid(uuid_to_typeid('user', id)) = id) AS back,
  count(*) FILTER (WHERE uuid_from_typeid(uuid_to_typeid('', id)) = id AND typeid_prefix(uuid_to_typeid('',
    id)) = '') AS back_without
FROM uuids;
SELECT array_agg(id ORDER BY uuid_to_typeid('user', id) COLLATE "C") = array_agg(id ORDER BY id) AS sorts FROM uuids;

-- every prefix of up to three characters out of some: a letter first and last, letters and underscores between
SELECT count(*), count(*) FILTER (WHERE prefix ~ '^([a-z]([a-z_]*[a-z])?)?$') AS valid,
  count(*) FILTER (WHERE (error_of(format('SELECT uuid_to_typeid(%L, %L)', prefix, id))).state
    <> CASE WHEN prefix ~ '^([a-z]([a-z_]*[a-z])?)?$' THEN 'none' ELSE '22023' END) AS wrongly_written,
  count(*) FILTER (WHERE (error_of(format('SELECT uuid_from_typeid(%L)', prefix || '_' || suffix))).state
    <> CASE WHEN prefix ~ '^[a-z]([a-z_]*[a-z])?$' THEN 'none' ELSE '22P02' END) AS wrongly_read
FROM (SELECT DISTINCT concat(a, b, c) FROM regexp_split_to_table('a|z|_|A|Z|0|9|-| |.|`|{|@||' || U&'\00E9', '\|') AS a,
    regexp_split_to_table('a|z|_|A|Z|0|9|-| |.|`|{|@||' || U&'\00E9', '\|') AS b,
    regexp_split_to_table('a|z|_|A|Z|0|9|-| |.|`|{|@||' || U&'\00E9', '\|') AS c) AS p (prefix),
  (VALUES ('01890a5d-ac96-774b-bcce-b302099a8057'::uuid, '01h455vb4pex5vsknk084sn02q')) AS t (id, suffix);

-- at most 63 characters
SELECT length(uuid_to_typeid(repeat('x', 63), '01890a5d-ac96-774b-bcce-b302099a8057')),
  length(typeid_prefix(repeat('x', 63) || '_01h455vb4pex5vsknk084sn02q'));
SELECT (error_of($$SELECT uuid_to_typeid(repeat('x', 64), '01890a5d-ac96-774b-bcce-b302099a8057')$$)).*;
SELECT (error_of($$SELECT uuid_from_typeid(repeat('x', 64) || '_01h455vb4pex5vsknk084sn02q')$$)).*;

-- and what else is wrong with a TypeID
SELECT typeid, (e).state, (e).message, (e).detail, (error_of(format('SELECT typeid_prefix(%L)',
  typeid))).state AS prefix
FROM unnest(ARRAY['', '_', 'prefix_', 'prefix', '_01h455vb4pex5vsknk084sn02q', 'prefix01h455vb4pex5vsknk084sn02q',
    'prefix-01h455vb4pex5vsknk084sn02q', 'prefix__01h455vb4pex5vsknk084sn02q', 'PREFIX_01h455vb4pex5vsknk084sn02q',
    U&'pr\00E9fix_01h455vb4pex5vsknk084sn02q', 'prefix_81h455vb4pex5vsknk084sn02q', 'prefix_01h455vb4pex5vsknk084sn02Q',
    'prefix_01h455vb4pex5vsknk084sn02u', 'prefix_01h455vb4pex5vsknk084sn02', 'prefix_01h455vb4pex5vsknk084sn02qq',
    ' prefix_01h455vb4pex5vsknk084sn02q', 'prefix_01h455vb4pex5vsknk084sn02q ']) AS typeid,
  LATERAL error_of(format('SELECT uuid_from_typeid(%L)', typeid)) AS e;
SELECT state, left(message, 40) AS message, length(message) < 160 AS short
FROM unnest(ARRAY[repeat('x', 1000000), repeat(U&'\6771', 1000000)]) AS long, unnest(ARRAY['uuid_from_typeid(%L)',
    'typeid_prefix(%L)', 'uuid_to_typeid(%L, ''01890a5d-ac96-774b-bcce-b302099a8057'')']) AS call,
  LATERAL error_of(format('SELECT ' || call, long));
\i test/sql/include/end.sql
