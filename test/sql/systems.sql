--
-- Ids from other systems: their times, and their way into uuid and back.
--
-- Published ids are in t/ids_vectors.pl, laws that hold for all ids in the unit test; here
-- are the functions, and the errors.
-- In make test: quick, and the main test of ids from other systems.
-- Also in other locales: letters have case.
--
\set test foreign_ids
\i test/sql/include/begin.sql
CREATE EXTENSION uuidx_ids;

\echo '-- The systems, and what their texts look like'
SELECT system, bits, mapping, sorts_as, example, example_uuid, epoch, any_epoch, tick, first_time, last_time,
  example_time, refusal, hint
FROM uuid_id_systems(), error_of(format('SELECT id_extract_timestamp(%L, %L)', system, U&'\00E9'));
\echo '-- their fields, and bounds'
SELECT system, (SELECT string_agg(field || '=' || value, ' ' ORDER BY n)
    FROM id_inspect(system, example) WITH ORDINALITY AS f (field, value, n)) AS fields,
  CASE WHEN sorts_as <> 'none' AND t BETWEEN first_time AND last_time
    THEN concat_ws(' ', id_lower(system, t), id_upper(system, t)) END AS bounds
FROM uuid_id_systems(), CAST('2024-02-29 12:34:56.7885' AS timestamptz) AS t WHERE refusal IS NULL;
\echo '-- in the order of their names'
SELECT array_agg(system ORDER BY n) = array_agg(system ORDER BY system COLLATE "C") AS sorted
FROM uuid_id_systems() WITH ORDINALITY AS s (system, b, e, a, t, f, l, m, o, x, xt, xu, r, c, ac, n);

\echo '-- every example agrees with the functions, and the first and last times are those of the first and'
\echo '-- last ids'
SELECT count(example_time) AS times, count(example_uuid) AS uuids, count(*) FILTER (WHERE sorts_as <> 'none') AS sorted,
  string_agg(system, ' ') FILTER (WHERE example_time IS NOT NULL AND (id_extract_timestamp(system, example)
      IS DISTINCT FROM example_time OR example_time NOT BETWEEN first_time AND last_time)
    OR example_uuid IS NOT NULL AND (uuid_from_id(system, example), uuid_to_id(system, example_uuid))
      IS DISTINCT FROM (example_uuid, example)
    OR sorts_as <> 'none' AND (first_time, last_time) IS DISTINCT FROM (id_extract_timestamp(system,
      id_lower(system, '-infinity')), id_extract_timestamp(system, id_upper(system, 'infinity')))) AS wrong
FROM uuid_id_systems();
SELECT system, (error_of(format('SELECT id_extract_timestamp(%L, %L)', system, example))).state AS time,
  (error_of(format('SELECT uuid_from_id(%L, %L)', system, example))).state AS uuid
FROM uuid_id_systems() WHERE refusal IS NULL AND (example_time IS NULL OR example_uuid IS NULL);
\echo '-- a TypeID has a time if its UUID is of version 7, and else null, not an error'
SELECT id_extract_timestamp('typeid', uuid_to_typeid('', id)) AS at
FROM (VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f'::uuid), ('919108f7-52d1-4320-9bac-f847db4148a8')) AS v (id);
\echo '-- those that begin with Unix milliseconds as uuid: the time can be read without the system'
SELECT string_agg(system, ' ' ORDER BY system) FILTER (WHERE mapping = 'time first' AND ms IS NOT TRUE) AS wrong,
  string_agg(system, ' ' ORDER BY system) FILTER (WHERE mapping <> 'time first' AND ms) AS others
FROM uuid_id_systems(), LATERAL (SELECT uuid_unix_timestamp(example_uuid) = date_trunc('milliseconds', example_time))
  AS u (ms);

-- the examples, of 64 bits also as bigint
CREATE TEMP TABLE ids AS
SELECT system, example AS id, example_uuid AS uuid, example_time AS at,
  CASE WHEN system = 'tsid' THEN ('x' || right(uuid_encode(uuid_decode('0000000000000' || example, 'crockford'), 'hex'),
    16))::bit(64)::bigint WHEN system = 'tid' THEN 1809683251200000005 WHEN bits = 64 THEN example::bigint END AS number
FROM uuid_id_systems() WHERE refusal IS NULL;

\echo '-- The case of letters.  Bounds are written in one; a column in the other takes them in its own'
SELECT letter_case, any_case, string_agg(system, ' ' ORDER BY system) AS systems
FROM uuid_id_systems() WHERE refusal IS NULL GROUP BY letter_case, any_case ORDER BY letter_case, any_case;
CREATE FUNCTION pg_temp.in_case(string text, letters text) RETURNS text
AS $$ SELECT CASE letters WHEN 'upper' THEN upper(string) WHEN 'lower' THEN lower(string) END $$ LANGUAGE sql;
\echo '-- ids and bounds are written in the case of their system'
SELECT count(DISTINCT system) AS systems,
  count(*) FILTER (WHERE letter_case IS NULL AND string ~ '[a-z]') AS with_letters,
  count(*) FILTER (WHERE string <> pg_temp.in_case(string, letter_case)) AS in_another_case
FROM uuid_id_systems() JOIN (SELECT system, id FROM ids
  UNION ALL SELECT system, unnest(ARRAY[id_lower(system, at), id_upper(system, at)])
  FROM ids JOIN uuid_id_systems() USING (system) WHERE sorts_as <> 'none') AS t (system, string) USING (system);
\echo '-- the other case is refused unless any_case says that it is read, and then it is the same id'
CREATE TEMP TABLE cased AS
SELECT system, any_case, sorts_as, letters, pg_temp.in_case(ids.id, letters) AS id, at, uuid
FROM uuid_id_systems() JOIN ids USING (system), (VALUES ('upper'), ('lower')) AS l (letters)
WHERE letter_case <> 'mixed' AND pg_temp.in_case(ids.id, letters) <> ids.id;
SELECT any_case, count(DISTINCT system) AS systems, count(DISTINCT letters) AS cases,
  string_agg(DISTINCT (error_of(format('SELECT id_inspect(%L, %L)', system, id))).state, ' ') AS states
FROM cased GROUP BY any_case ORDER BY any_case;
\echo '-- of those that sort as text, with the bounds as they are and with the cure'
SELECT system, letters, count(*) FILTER (WHERE id COLLATE "C" BETWEEN low AND high) = count(*) AS bounds,
  count(*) FILTER (WHERE id COLLATE "C" BETWEEN pg_temp.in_case(low, letters) AND pg_temp.in_case(high, letters))
    = count(*) AS bounds_in_its_case
FROM cased, LATERAL (SELECT id_lower(system, at), id_upper(system, at)) AS b (low, high)
WHERE any_case AND sorts_as LIKE 'text%' GROUP BY system, letters ORDER BY system;
\echo '-- Times in errors are those of UTC in every session'
SET timezone = 'America/New_York';
SELECT detail FROM error_of($$SELECT id_lower('objectid', 'infinity')$$)
UNION ALL SELECT detail FROM error_of($$SELECT id_extract_timestamp('snowflake', '1', 'infinity')$$);
SET timezone = 'UTC';

\echo '-- bigint and text are the same id'
SELECT count(*), count(*) FILTER (WHERE uuid_from_id(system, number) = uuid) AS uuid,
  count(*) FILTER (WHERE id_extract_timestamp(system, number) = at) AS at
FROM ids WHERE number IS NOT NULL;
\echo '-- negative ones only where bit 63 is part of the time'
SELECT f, state, string_agg(system, ' ') AS systems FROM uuid_id_systems(),
  unnest('{uuid_from_id,id_extract_timestamp}'::text[]) AS f, error_of(format('SELECT %s(%L, -1)', f, system))
WHERE bits = 64 GROUP BY f, state ORDER BY f, state;

\echo '-- uuid_time does not guess'
SELECT count(*), count(uuid_time(uuid)) FROM ids JOIN uuid_id_systems() USING (system) WHERE mapping = 'time first';
\echo '-- LexicalUUIDs with hyphens anywhere, and TSIDs of letters that look like digits'
SELECT system, id, uuid_to_id(system, uuid_from_id(system, id)) AS canonical
FROM (VALUES ('lexicaluuid', '00060A24182022400000000000000ABC'),
  ('lexicaluuid', '-0-0-0-6-0-a-2-4-1-8-2-0-2-2-4-0-0-0-0-0-0-0-0-0-0-0-0-0-0-a-b-c'),
  ('tsid', 'oLi226N064Oj7')) AS f (system, id);
\echo '-- Epochs of one''s own'
CREATE TEMP TABLE epochs AS
SELECT system, tick, epoch AS own, e AS epoch FROM uuid_id_systems(), unnest(ARRAY['1970-01-01',
  '2006-01-01 00:00:00.007', '2015-01-01',
  '2024-02-29 12:34:56.789', '5000-01-01']::timestamptz[]) AS e WHERE any_epoch AND bits = 64;
SELECT string_agg(DISTINCT system, ' ') FROM epochs;
SELECT count(*) FILTER (WHERE id_extract_timestamp(system, id, own) = at AND uuid_from_id(system, id,
  own) = uuid AND uuid_to_id(system, uuid, own) = id) = count(*) AS own,
  count(*) FILTER (WHERE id_extract_timestamp(system, number, own) = at AND uuid_from_id(system, number,
    own) = uuid) = count(*) AS own_bigint,
  -- whole ticks from the tick that the epoch falls into
  count(*) FILTER (WHERE id_extract_timestamp(system, id,
    epoch) - at = date_bin(CASE tick WHEN '1 us' THEN '1 ms' ELSE tick END::interval, epoch,
    '2000-01-01') - own) = count(*) AS shifted,
  count(*) FILTER (WHERE id_extract_timestamp(system, number, epoch) = id_extract_timestamp(system, id,
    epoch)) = count(*) AS bigint,
  count(*) FILTER (WHERE uuid_to_id(system, uuid_from_id(system, id, epoch), epoch) = id) = count(*) AS back,
  count(*) FILTER (WHERE uuid_from_id(system, number, epoch) = uuid_from_id(system, id,
    epoch)) = count(*) AS uuid_bigint
FROM epochs JOIN ids USING (system);

\echo '-- ids above any number of bits, with the epoch of the package that made them: simple-flakeid 0.0.5'
\echo '-- (Yitter''s), @nocobase/snowflake-id 2.2.15, sonyflake 1.1.2 and simpleflake 2.0.0 of npm; and a'
\echo '-- KSUID of @thi.ng/ksuid 3.2.124'
CREATE TEMP TABLE packages (package text, system text, id text, epoch timestamptz);
INSERT INTO packages VALUES ('Yitter', 'ms_above_12', '775736525303877', '2020-01-01'),
  ('NocoBase', 's_above_21', '340161410301952', '2020-11-10 16:00'),
  ('sonyflake', 'ms_above_24', '3177416807644725290', '2020-01-01'),
  ('simpleflake', 'ms_above_23', '6883195120238211129', '2000-01-01'),
  ('NocoBase in us', 'US_Above_1', '2361600000000', '2020-11-10 16:00'),
  ('KSUID32', 'ksuid', '1QAuDFF8ReaEtiNQEY5UEsmJOlb', '2020-09-13 12:26:40');
SELECT package, id_extract_timestamp(system, id, epoch) AS at,
  (SELECT string_agg(field || '=' || value, ' ') FROM id_inspect(system, id, epoch)) AS fields FROM packages;
\echo '-- every width, at both ends'
SELECT unit, count(*), count(*) FILTER (WHERE id_upper(system, last) = id_upper(system, 'infinity')) AS last,
  min(last), max(last), count(*) FILTER (WHERE id_lower(system, '-infinity') = '0') AS first
FROM unnest(ARRAY['s', 'ms', 'us']) AS unit, generate_series(1, 63) AS n,
  LATERAL (SELECT format('%s_above_%s', unit, n)) AS s (system),
  LATERAL (SELECT id_extract_timestamp(system, id_upper(system, 'infinity'))) AS l (last)
GROUP BY unit ORDER BY unit;
SELECT id, state, detail FROM unnest(ARRAY[-1, 9223372036854775807, 1152921504606846976]) AS id,
  LATERAL error_of(format('SELECT uuid_from_id(''ms_above_12'', %s)', id));
\echo '-- systems that alternate in one call'
SELECT string_agg(id_extract_timestamp(system, 4611686018427387904)::text, ', ')
FROM unnest(ARRAY['ms_above_30', 'ms_above_24', 'flakeid', 'MS_ABOVE_30', 's_above_34', 'ms_above_24']) AS system;

\echo '-- Ids of 128 bits are read in the form of a uuid, with and without hyphens, whatever their own text'
\echo '-- is'
SELECT count(*), count(*) FILTER (WHERE uuid_from_id(system, hex) = uuid
    AND uuid_from_id(system, upper(dashed)) = uuid) AS uuid,
  count(*) FILTER (WHERE at IS NULL OR id_extract_timestamp(system, hex) = at
    AND id_extract_timestamp(system, dashed) = at) AS at,
  string_agg(system, ' ' ORDER BY system) FILTER (WHERE dashed <> uuid::text) AS permuted
FROM uuid_id_systems() JOIN ids USING (system), LATERAL (SELECT CASE mapping WHEN 'permuted'
    THEN replace(id, '-', '') ELSE uuid_encode(uuid, 'hex') END) AS h (hex),
  LATERAL (SELECT hex::uuid::text) AS d (dashed)
WHERE bits = 128;
SELECT uuid_from_id('mysql_swap', '11ee833b-04af-dafb-aea4-4efad198aff1') AS mysql_swap,
  uuid_from_id('mongodb_java', 'fb79f73dd93595019e7fa17f90fa66b4') AS mongodb_java;
SELECT system, id, detail
FROM (VALUES ('ulid', '01563e3ab5d3d6764c61efb99302bd5g'), ('combguid_pg', '018bcfe568004c2a876a7c7817e4452'),
    ('combguid_pg', '018bcfe5-68004c2a-876a-7c7817e44526'), ('cuid', 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
    ('sid_hex', '80000000000000000000000000000000'), ('ksuid', '018bcfe568004c2a876a7c7817e44526')) AS bad (system, id),
  LATERAL error_of(format('SELECT id_extract_timestamp(%L, %L)', system, id));
\echo '-- an XID of xid-js, which has another alphabet'
SELECT id_extract_timestamp('xid', translate('d5qcb040000000000000', 'jkmnpqrstvwxyz', 'ijklmnopqrstuv')) AS xid_js;

\echo '-- another epoch cannot be mistaken silently: either the UUID has no id of that epoch, or another id'
SELECT count(*), count(*) FILTER (WHERE state = 'none' AND uuid_to_id(system, other) = id) AS mistaken
FROM epochs JOIN ids USING (system), LATERAL (SELECT uuid_from_id(system, id, epoch)) AS u (other),
  LATERAL error_of(format('SELECT uuid_to_id(%L, %L)', system, other)) WHERE epoch <> own;

\echo '-- other types: varchar and char as text, octets by encode(), a uuid by its text'
SELECT id_extract_timestamp('objectid', '507f1f77bcf86cd799439011'::char(24)) AS char,
  id_extract_timestamp('objectid', encode('\x507f1f77bcf86cd799439011', 'hex')) AS bytea,
  id_extract_timestamp('ordereduuid', '9009ebcc-cd99-4b5f-90cf-9155607d2de9'::uuid::text) AS uuid,
  id_extract_timestamp('snowflake', 5::smallint) AS smallint, id_extract_timestamp('snowflake', 5) AS integer;

\echo '-- Fields: the time in them is that of the id, in the unit that they name; extract() is inexact at'
\echo '-- its end'
SELECT count(DISTINCT system) AS systems, count(*) FILTER (WHERE value::numeric <> floor(extract(epoch FROM at)
    * CASE field WHEN 'unix_s' THEN 1 WHEN 'unix_ms' THEN 1000 ELSE 1000000 END)) AS other_times
FROM ids, LATERAL id_inspect(system, id) WHERE field ~ '^unix_m?u?s$';
SELECT count(*), count(*) FILTER (WHERE value::bigint / 10 - 12219292800000000 <> extract(epoch FROM at) * 1000000)
  AS other_times
FROM ids, id_inspect(system, id) WHERE field = 'ticks_100ns';
\echo '-- as bigint, and with an epoch of one''s own: only the time is another'
SELECT count(*) FILTER (WHERE t.f <> b.f) AS of_bigint, count(*) FILTER (WHERE t.f - 'unix_ms' <> e.f - 'unix_ms'
  OR (e.f->>'unix_ms')::bigint <> 1000 * extract(epoch FROM id_extract_timestamp(system, id, epoch))
  OR e.f <> eb.f) AS of_epoch
FROM epochs JOIN ids USING (system),
  LATERAL (SELECT jsonb_object_agg(field, value) FROM id_inspect(system, id)) AS t (f),
  LATERAL (SELECT jsonb_object_agg(field, value) FROM id_inspect(system, number)) AS b (f),
  LATERAL (SELECT jsonb_object_agg(field, value) FROM id_inspect(system, id, epoch)) AS e (f),
  LATERAL (SELECT jsonb_object_agg(field, value) FROM id_inspect(system, number, epoch)) AS eb (f);
\echo '-- a time that no timestamptz has, and a TypeID without one'
SELECT * FROM id_inspect('flake', '7n42DGM5Tflk9n8mt7Fhc7');
SELECT * FROM id_inspect('typeid', 'prefix_00041061050r3gg28a1c60t3gf');

\echo '-- Errors'
\echo '-- systems that do not exist'
SELECT system, state, message, detail
FROM unnest(ARRAY['ulid ', U&'ul\00EFd', 'ULDI', 'mongodb', 'Snow-Flake', 'sonyflake', 'x',
    'ms_above_0', 'ms_above_64', 'ms_above_012', 'ms_above_', 'ns_above_12', 'Twitter']) AS system,
  LATERAL error_of(format('SELECT id_lower(%L, now())', system));

\echo '-- systems that cannot do it, and why'
SELECT call, state, message, detail, hint
FROM unnest(ARRAY['id_extract_timestamp(''nuid'', ''O8LJUS7WW7ITCF359GGCZY'')',
    'uuid_to_id(''nuid'', ''00000000-0000-0000-0000-000000000000'')', 'id_inspect(''ulid'', 1)',
    'id_upper(''nuid'', now(), now())', 'id_inspect(''snowflake'', -1)',
    'id_inspect(''ulid'', ''01ARZ3NDEKTSV4RRFFQ69G5FAV'', ''1970-01-01'')',
    'id_extract_timestamp(''cuid2'', ''tz4a98xxat96iws9zmbrgj3a'')',
    'uuid_from_id(''ksuid'', ''0ujtsYcgvSTl8PAuAdqWYSMnLOv'')',
    'uuid_to_id(''ksuid'', ''00000000-0000-0000-0000-000000000000'')',
    'uuid_from_id(''es_kordered_hash'', ''AZL3i8xld0KMLzNijfDr_hCAVw'')',
    'uuid_from_id(''cuid_nonstandard'', ''c1000000000001df7dat8022vh'')',
    'id_extract_timestamp(''dotnet_bytes'', ''9e6814dff0bbd79c9b9fbd20a66b977f'')',
    'id_extract_timestamp(''sqlserver_order'', ''df14689e-bbf0-9cd7-9b9f-bd20a66b977f'')',
    'id_lower(''es_timebased'', now())', 'uuid_from_id(''snowflake'', -1)',
    'id_lower(''mastodon'', now(), ''1970-01-01'')',
    'id_extract_timestamp(''snowflake'', 1, ''infinity'')',
    'id_extract_timestamp(''snowflake'', ''1'', ''1969-12-31 23:59:59.999'')',
    'uuid_from_id(''snowflake'', 1, ''2010-11-04 01:42:54.6575'')',
    'uuid_to_id(''snowflake'', ''018bcfe5-6800-83bc-a100-000000000000'', ''11000-01-01'')']) AS call,
  LATERAL error_of('SELECT ' || call);

\echo '-- times that do not fit, and which would'
SELECT call, state, message, detail
FROM unnest(ARRAY[ 'id_extract_timestamp(''flake'', ''7n42DGM5Tflk9n8mt7Fhc7'')',
    'id_lower(''ksuid'', ''2150-06-19 23:21:35.000001'')', 'id_lower(''ksuid'', ''infinity'')',
    'id_upper(''ksuid'', ''2014-05-13 16:53:19.999999'')', 'id_upper(''ksuid'', ''-infinity'')',
    'id_upper(''discord'', ''2014-12-31 23:59:59.999999'')', 'id_upper(''flakeid'', ''2024-01-01'', ''2024-01-02'')',
    'uuid_from_id(''flakeid'', ''18446744073709551615'', ''10889-01-01'')',
    'id_extract_timestamp(''flakeid'', -1, ''10889-01-01'')']) AS call, LATERAL error_of('SELECT ' || call);
\echo '-- the last flake whose time a timestamptz can hold, and the next'
SELECT id_extract_timestamp('flake', uuid_to_id('flake', '0020c577-e6a3-8fff-ffff-ffffffffffff')) AS last,
  (error_of($$SELECT id_extract_timestamp('flake', uuid_to_id('flake',
    '0020c577-e6a3-9000-0000-000000000000'))$$)).state AS next;

\echo '-- texts that are not ids'
SELECT system, id, state, message, detail
FROM (VALUES ('ulid', '01ARZ3NDEKTSV4RRFFQ69G5FA'), ('ulid', '81ARZ3NDEKTSV4RRFFQ69G5FAV'),
    ('ulid', U&'01ARZ3NDEKTSV4RRFFQ69G5F\00C4'), ('snowflake', '007'), ('snowflake', '9223372036854775808'),
    ('xid', '9m4e2mr0ui3e8a215n4h'), ('sid_base64', '1IeSBAWW9kK_0cDG64GQgGJ'),
    ('typeid', 'Prefix_01h455vb4pex5vsknk084sn02q'), ('mysql_swap', '11ee833b04afdafb2ea44efad198aff1'),
    ('ordereduuid', '9009ebcc-cd99-7b5f-90cf-9155607d2de9'), ('ncs', '333a2276-0000-0000-0e00-00809c000000'),
    ('rfc9562_v8_time', '2489e9ad-2ee2-7e00-8ec9-32d5f69181c0'), ('objectid', '')) AS bad (system, id),
  LATERAL error_of(format('SELECT uuid_from_id(%L, %L)', system, id));
\echo '-- an empty text, a blank, a letter, and an id with anything around it are not ids'
SELECT system, id AS accepted FROM uuid_id_systems(), unnest(ARRAY['', ' ', U&'\00E9', U&'\6771\4EAC', E'\n',
  ' ' || example, example || ' ', example || E'\n',
    '+' || example, example || '_', example || U&'\0301', U&'\FEFF' || example, example || example]) AS id
WHERE refusal IS NULL AND (error_of(format('SELECT uuid_from_id(%L, %L)', system, id))).state NOT IN ('22P02',
  CASE mapping WHEN 'none' THEN '22023' ELSE '' END);
\echo '-- UUIDs that were never an id of the system'
SELECT system, uuid, state, message, detail
FROM (VALUES
    ('snowflake', '018bcfe5-6800-73bc-a100-000000000000'), ('snowflake', '018bcfe5-6800-83bc-a100-000000000001'),
    ('snowflake', '012c148d-03c0-83bc-a100-000000000000'), ('objectid', '013a7092-e8d9-8bcf-a1b3-5e650e404400'),
    ('cuid', 'ffffffff-ffff-ffff-ffff-ffffffffffff'), ('sid_hex', '80000000-0000-0000-0000-000000000000'),
    ('mysql_swap', '6ccd780c-baba-4026-9564-5b8c656024db'), ('ncs_text', '333a2276-0000-0001-0d00-00809c000000'),
    ('rfc9562_v8_time', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f')) AS bad (system, uuid),
  LATERAL error_of(format('SELECT uuid_to_id(%L, %L)', system, uuid));

\i test/sql/include/end.sql
