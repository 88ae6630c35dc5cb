-- uuid_report on columns with ids of other systems: it names the system, how to query its
-- times, and recommends no statement that is wrong for them.
-- In make test: nothing else has ids of other systems in uuid_report.
\set test systems
\i test/sql/include/begin.sql
SET client_min_messages = warning;
CREATE EXTENSION uuidx_ids SCHEMA public;
\set rows 1000
\getenv rows UUIDX_ROWS

-- 48 bits, a version, and random digits
CREATE FUNCTION front(bits text, version text, r text) RETURNS uuid IMMUTABLE LANGUAGE sql AS
$$ SELECT (bits || version || substr(r, 1, 3) || '8' || substr(r, 4, 15))::uuid $$;

-- an octet order of .NET: the first three fields reversed
CREATE FUNCTION swap(h text) RETURNS uuid IMMUTABLE LANGUAGE sql AS
$$ SELECT regexp_replace(h, '^(..)(..)(..)(..)(..)(..)(..)(..)', '\4\3\2\1\6\5\8\7')::uuid $$;

-- An id of each kind for a time, with digits of a hash in place of random ones, from the published
-- layouts.  Only "moved" is of this extension.
CREATE FUNCTION make(kind text, t timestamptz, r text) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  us bigint := extract(epoch FROM t) * 1000000;
  ms text := lpad(to_hex(us / 1000), 12, '0');
  -- days since 1900, and 1/300 s since midnight
  day300 text := lpad(to_hex(us / 86400000000 + 25567), 4, '0') || lpad(to_hex(us % 86400000000 * 3 / 10000), 8, '0');
  gregorian text := lpad(to_hex(us * 10 + 122192928000000000), 15, '0');
  last text := '8' || substr(r, 4, 15);
  first text := right(gregorian, 8) || substr(gregorian, 4, 4) || '1' || left(gregorian, 3) || last;
BEGIN
  RETURN CASE kind
    WHEN 'v1' THEN first
    WHEN 'v4' THEN front(substr(r, 20, 12), '4', r)::text
    WHEN 'v6' THEN left(gregorian, 12) || '6' || right(gregorian, 3) || last
    WHEN 'v7' THEN front(ms, '7', r)::text
    WHEN 'moved' THEN uuid_from_id('snowflake', id_lower('snowflake', t))::text
    WHEN 'ulid' THEN ms || substr(r, 1, 20)
    WHEN 'draft02_v7' THEN
      overlay(lpad(to_hex(floor(us * 16777216.0 / 1000000)::bigint), 15, '0') || last PLACING '7' FROM 13 FOR 0)
    WHEN 'duckdb_v7' THEN front(to_hex(us / 1000 + (1::bigint << 47)), '7', r)::text
    WHEN 'hash' THEN front(substr(r, 20, 12), '7', r)::text
    WHEN 'seconds_v7' THEN front(lpad(to_hex(us / 1000000), 12, '0'), '7', r)::text
    WHEN 'microseconds_v7' THEN front(lpad(to_hex(us & ((1::bigint << 48) - 1)), 12, '0'), '7', r)::text
    WHEN 'lexicaluuid' THEN front(left(lpad(to_hex(us), 16, '0'), 12), '7', r)::text
    WHEN 'rfc9562_v8_time' THEN overlay(lpad(to_hex(us * 100), 15, '0') || last PLACING '8' FROM 13 FOR 0)
    WHEN 'google_v6' THEN '0' || left(gregorian, 11) || '6' || right(gregorian, 3) || last
    WHEN 'seconds_v4' THEN front(to_hex(us / 1000000) || substr(r, 20, 4), '4', r)::text
    WHEN 'mt_v4s' THEN overlay(lpad(to_hex(us * 5 / 8), 15, '0') || last PLACING '4' FROM 13 FOR 0)
    WHEN 'decimal_v4' THEN overlay(us / 10 || last PLACING '4' FROM 13 FOR 0)
    WHEN 'combguid_pg' THEN front(ms, '4', r)::text
    WHEN 'combguid_sql' THEN overlay(front(substr(r, 20, 12), '4', r)::text PLACING ms FROM 25)
    WHEN 'combguid_legacy' THEN overlay(front(substr(r, 20, 12), '4', r)::text PLACING day300 FROM 25)
    WHEN 'combguid_pg_legacy' THEN front(day300, '4', r)::text
    WHEN 'combguid_binary' THEN
      overlay(front(ms, '4', r)::text PLACING left(swap(ms || repeat('0', 20))::text, 13) FROM 1)
    WHEN 'ordereduuid' THEN front(lpad(to_hex(us / 10), 12, '0'), '4', r)::text
    WHEN 'mysql_swap' THEN substr(first, 13, 4) || substr(first, 9, 4) || left(first, 8) || last
    WHEN 'newsequentialid' THEN swap(first)::text
    WHEN 'dotnet 7' THEN swap(ms || '7' || left(r, 3) || last)::text
    WHEN 'dotnet 4' THEN swap(substr(r, 20, 12) || '4' || left(r, 3) || last)::text
  END::uuid;
END $$;

\echo '-- each kind with and without a time column, and once without an index'
CREATE TABLE reports (kind text, has_time boolean, has_key boolean, words text, statement text,
  first_time timestamptz, difference interval);
CREATE FUNCTION report(kind text, rows integer, has_time boolean, has_key boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DROP TABLE IF EXISTS ids;
  CREATE TABLE ids AS
  SELECT make(kind, t, md5(g::text)) AS id, t AS created_at
  FROM generate_series(1, rows) AS g,
    LATERAL (SELECT '2025-01-01Z'::timestamptz + g * interval '71.003007 seconds') AS s (t);
  IF NOT has_time THEN ALTER TABLE ids DROP created_at; END IF;
  IF has_key THEN ALTER TABLE ids ADD PRIMARY KEY (id); END IF;
  ANALYZE ids;
  INSERT INTO reports SELECT kind, has_time, has_key, r.next_step, r.statement, r.first_time, r.largest_difference
  FROM uuid_report('ids') AS r;
END $$;
SELECT count(report(kind, :rows, has_time, has_key)) IS NOT NULL AS reported
FROM unnest(ARRAY['v1', 'v4', 'v6', 'v7', 'moved', 'ulid', 'draft02_v7', 'duckdb_v7', 'hash', 'seconds_v7',
    'microseconds_v7', 'google_v6', 'seconds_v4', 'mt_v4s', 'decimal_v4', 'lexicaluuid', 'rfc9562_v8_time',
    'combguid_pg', 'combguid_sql', 'combguid_legacy', 'combguid_pg_legacy',
    'combguid_binary', 'ordereduuid', 'mysql_swap', 'newsequentialid', 'dotnet 7', 'dotnet 4']) AS k (kind),
  (VALUES (true, true), (false, true), (false, false)) AS u (has_time, has_key);
\echo '-- (how many random ids contain a plausible time depends on the number of rows)'
SELECT kind, has_time, coalesce(substring(words FROM '^.*?(?= id_extract| uuid_from)'),
  regexp_replace(words, '99[.]\d %', '99 %')) AS words
FROM reports WHERE has_key ORDER BY kind COLLATE "C", has_time DESC;
SELECT kind, first_time, difference < '3 seconds' AS near
FROM reports WHERE has_time AND kind NOT IN ('v1', 'v4', 'v6', 'v7', 'hash') ORDER BY kind COLLATE "C";

\echo '-- 300 mixtures in six forms, without a time column, and with one that agrees, or is off by a zone or'
\echo '-- by years: no CHECK, index in time order, default, "Nothing to do" or system is wrong.  Each'
\echo '-- statement is run.  The query returns the right rows of the most frequent kind: one id cannot show'
\echo '-- that it is of another.  A default and an index in time order are right also beside ids of version'
\echo '-- 4 or 8 that contain a time of another system, but not "Nothing to do".  Of ids that all begin with'
\echo '-- milliseconds, ULIDs are not distinguished.'
CREATE FUNCTION mix(n integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  kinds text[] := (SELECT array_agg(DISTINCT kind ORDER BY kind) FROM reports);
  chosen text[] := (SELECT array_agg(kinds[1 + floor(random() * cardinality(kinds))::integer])
    FROM generate_series(1, 1 + n % 3));
  share float := 0.05 + 0.9 * random();
  form text := (ARRAY['uuid', 'text', 'uuid', 'upper', 'uuid', 'hex', 'uuid', 'braces', 'uuid', 'bytea'])[1 + n % 10];
  off interval := (ARRAY[NULL, '0', '9 hours', '-12 years'])[1 + floor(random() * 4)::integer];
  present text[];
  as_rfc text[] := '{v1,v4,v6,v7,moved,rfc9562_v8_time,combguid_pg,combguid_sql,combguid_legacy,combguid_pg_legacy}'
    || '{combguid_binary,ordereduuid,seconds_v4,mt_v4s,decimal_v4}'::text[];
  main text;
  main_share float;
  report record;
  condition text;
  wrong integer := 0;
BEGIN
  DROP TABLE IF EXISTS mixed, truth;
  CREATE TEMP TABLE truth AS
  SELECT g AS n, kind, t, make(kind, t, md5(n || ' ' || g)) AS id
  FROM generate_series(1, 200) AS g,
    LATERAL (SELECT chosen[CASE WHEN random() < share OR n % 3 = 0 THEN 1 ELSE 2 + g % (cardinality(chosen) - 1) END],
      now() - (200 - g) * interval '71.003007 seconds') AS s (kind, t);
  present := (SELECT array_agg(DISTINCT kind) FROM truth);
  SELECT kind, count(*) / 200.0 INTO main, main_share FROM truth GROUP BY kind ORDER BY count(*) DESC LIMIT 1;
  EXECUTE format('CREATE TABLE mixed AS SELECT n, t + %L::interval AS created_at, %s AS id FROM truth ORDER BY n', off,
    CASE form WHEN 'text' THEN 'id::text' WHEN 'upper' THEN 'upper(id::text)::varchar(36)'
      WHEN 'hex' THEN 'replace(id::text, ''-'', '''')::char(32)' WHEN 'braces' THEN '''{'' || id || ''}'''
      WHEN 'bytea' THEN 'uuid_send(id)' ELSE 'id' END);
  IF off IS NULL THEN ALTER TABLE mixed DROP created_at; END IF;
  IF off > '0' THEN ALTER TABLE mixed ALTER created_at TYPE timestamp; END IF;
  IF n % 4 < 2 THEN ALTER TABLE mixed ADD PRIMARY KEY (id); END IF;
  IF n % 2 = 0 THEN ANALYZE mixed; END IF;
  FOR step IN 1..5 LOOP
    SELECT * INTO report FROM uuid_report('mixed', 'id');
    condition := substring(report.next_step FROM 'Query by time: WHERE (.*?)[.](?: |$)');
    IF condition IS NOT NULL THEN
      EXECUTE format($q$SELECT count(*) FROM truth WHERE kind = %L AND (t >= now() - interval '1 hour')
        <> (n IN (SELECT n FROM mixed WHERE %s))$q$, main, condition) INTO wrong;
    END IF;
    EXIT WHEN wrong > 0 OR coalesce(report.statement, 'ALTER DATABASE') ~ 'ALTER DATABASE'
      OR report.statement ~ 'uuid_is_v7' AND present <> '{v7}' OR report.statement ~ 'uuid_is_v6' AND present <> '{v6}'
      OR report.statement ~ 'uuid_time_ops' AND NOT (present <@ as_rfc AND present && '{v1,v6}')
      OR report.statement ~ 'DEFAULT' AND NOT present <@ as_rfc;
    EXECUTE replace(report.statement, 'CONCURRENTLY ', '');
  END LOOP;
  IF wrong > 0 OR report.statement !~ 'ALTER DATABASE'
    OR report.next_step ~ 'Nothing to do|Query by time: WHERE uuid_time'
      AND NOT present <@ '{v1,v4,v6,v7,moved}' AND report.next_step !~ 'could be ids of system|in the order of the'
      AND NOT (main = 'v4' AND main_share > 0.5)
    OR report.next_step ~ 'almost certainly|probably' AND NOT present <@ '{ulid,v7,moved,combguid_pg}'
      AND (main_share < 0.9 OR split_part(main, ' ', 1)
      <> replace(substring(report.next_step FROM $r$(?:timestamp|from_id)\('(\w+)'$r$), 'dotnet_bytes', 'dotnet'))
    OR report.next_step ~ 'almost certainly|probably' AND off < '-1 year' AND n % 4 < 2 AND main <> 'dotnet 4'
  THEN
    RETURN format('%s (%s) %s %s, %s wrong: %s %s', present, round(main_share::numeric, 2), form, off, wrong,
      report.next_step, report.statement);
  END IF;
  RETURN NULL;
END $$;
SELECT setseed(0.25);
SELECT wrong FROM generate_series(1, 300) AS n, LATERAL (SELECT mix(n)) AS t (wrong) WHERE wrong IS NOT NULL;

\echo '-- few random ids are of no system, with or without a time column'
CREATE TABLE random_ids (id uuid PRIMARY KEY, at timestamptz);
CREATE FUNCTION named(n integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  words text;
BEGIN
  DELETE FROM random_ids;
  INSERT INTO random_ids SELECT gen_random_uuid(), CASE WHEN n % 2 = 0 THEN now() - random() * interval '3 years' END
    FROM generate_series(0, n % 20);
  SELECT next_step INTO words FROM uuid_report('random_ids');
  RETURN substring(words FROM 'probably.*|possibly.*|almost.*|could be.*|in the order of.*');
END $$;
SELECT words FROM generate_series(1, 400) AS n, named(n) AS words WHERE words IS NOT NULL;
\echo '-- one id can be near a time by chance, but not two'
TRUNCATE random_ids;
INSERT INTO random_ids VALUES (make('ordereduuid', '2025-01-01Z', md5('')), '2025-01-01Z');
SELECT by_time FROM uuid_report('random_ids');
INSERT INTO random_ids VALUES (make('ordereduuid', '2025-01-02Z', md5('')), '2025-01-02Z');
SELECT by_time FROM uuid_report('random_ids');
\echo '-- nor is a constant among random digits, or in front of a sequence'
CREATE TABLE constants AS SELECT overlay(gen_random_uuid()::text PLACING '5f3a9c21' FROM 1)::uuid AS first,
  overlay(gen_random_uuid()::text PLACING '018f3a9c2104' FROM 25)::uuid AS last, 1000000000000000000 + n * 17 AS number,
  '65a1b2c3' || substr(md5(n::text), 1, 16) AS digits FROM generate_series(1, 1000) AS n;
SELECT c, by_time, first_time FROM unnest('{first,last,number,digits}'::name[]) AS c, uuid_report('constants', c);
\echo '-- ids of version 4 in the order of the rows are not random; new ids must not end that order'
CREATE TABLE sorted AS SELECT front(lpad(to_hex(n), 12, '0'), '4', md5(n::text)) AS id
FROM generate_series(1, 100) AS n;
ALTER TABLE sorted ADD PRIMARY KEY (id);
ANALYZE sorted;
SELECT by_time, next_step, statement FROM uuid_report('sorted') \gx
UPDATE sorted SET id = overlay(id::text PLACING 'fe' FROM 1)::uuid;
SELECT by_time, next_step, statement FROM uuid_report('sorted') \gx
\echo '-- unless they are random, and CLUSTER sorted them'
ALTER TABLE sorted ALTER id SET DEFAULT gen_random_uuid();
SELECT by_time, statement FROM uuid_report('sorted');

\echo '-- text, bytea and bigint, if they are named'
CREATE TABLE others AS
SELECT g AS id, t AS created_at, id_lower('snowflake', t)::bigint AS snowflake, g * 5000000000 AS numbers,
  uuid_generate_v7(t)::text AS uuids,
  overlay(id_lower('ulid', t) PLACING upper(substr(md5(g::text), 1, 6)) FROM 11) AS ulid,
  overlay(id_lower('objectid', t) PLACING substr(md5(g::text), 1, 16) FROM 9) AS objectid,
  decode(overlay(id_lower('objectid', t) PLACING substr(md5(g::text), 1, 16) FROM 9), 'hex') AS objectid_bytes,
  uuid_send(make('ulid', t, md5(g::text))) AS ulid_bytes, md5(g::text) AS words, id_lower('ksuid', t) AS ksuid,
  translate(encode(decode(left(h, 8) || substr(md5(g::text), 1, 14) || substr(h, 9, 2) || '02' || right(h, 2) || '03',
    'hex'), 'base64'), '+/', '-_') AS elastic
FROM generate_series(1, 1000) AS g,
  LATERAL (SELECT '2025-01-01Z'::timestamptz + g * interval '71.003 seconds') AS s (t),
  lpad(to_hex((extract(epoch FROM t) * 1000)::bigint), 12, '0') AS h;
SELECT c, next_step, versions, first_time, by_time, statement
FROM unnest('{snowflake,numbers,uuids,ulid,objectid,objectid_bytes,ulid_bytes,words,ksuid}'::name[]) AS c,
  uuid_report('others', c) \gx
CREATE UNIQUE INDEX ON others (snowflake);
SELECT next_step FROM uuid_report('others', 'snowflake');
\echo '-- of two systems that are near the times of the table, the nearer one'
SELECT substring(next_step FROM '^.*?(?= id_ex)') AS words FROM uuid_report('others', 'elastic');
CREATE UNIQUE INDEX ON others (elastic);
SELECT substring(next_step FROM '^.*?(?= id_ex)') AS words FROM uuid_report('others', 'elastic');
\echo '-- of many rows only some are compared, each with its own time'
SELECT report('ulid', 5000, true, true);
SELECT ids_read, substring(next_step FROM '^[^.]*') AS words, largest_difference < '1 second' AS near
FROM uuid_report('ids');
\echo '-- version 1 of the package id128, which counts from another year'
CREATE TABLE early AS
SELECT uuid_v6_to_v1(uuid_generate_v6('1764-04-29Z'::timestamptz + n * interval '1 minute')) AS id
FROM generate_series(1, 20) AS n;
SELECT first_time, by_time, next_step, statement FROM uuid_report('early') \gx
\echo '-- version 7 ids of the future: their microseconds look like a version in the octet order of .NET'
CREATE TABLE ahead AS
SELECT uuid_generate_v7(date_trunc('second', now()) + interval '16 us' + n * interval '1 day') AS id
FROM generate_series(2, 200) AS n;
SELECT by_time FROM uuid_report('ahead', 'id');
DROP EXTENSION uuidx_ids;
\i test/sql/include/end.sql
