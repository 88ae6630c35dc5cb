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

-- an id of each kind for a time, with digits of a hash in place of random ones
CREATE FUNCTION make(kind text, t timestamptz, r text) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  us bigint := extract(epoch FROM t) * 1000000;
  ms text := lpad(to_hex(us / 1000), 12, '0');
  first uuid := uuid_v6_to_v1(uuid_generate_v6(t));
  h text := replace(first::text, '-', '');
BEGIN
  RETURN CASE kind
    WHEN 'v1' THEN first
    WHEN 'v4' THEN front(substr(r, 20, 12), '4', r)
    WHEN 'v6' THEN uuid_generate_v6(t)
    WHEN 'v7' THEN uuid_generate_v7(t)
    WHEN 'moved' THEN uuid_from_id('snowflake', id_lower('snowflake', t))
    WHEN 'ulid' THEN (ms || substr(r, 1, 20))::uuid
    WHEN 'draft02_v7' THEN (left(id_lower('draft02_v7', t), 20) || substr(r, 1, 15))::uuid
    WHEN 'duckdb_v7' THEN front(to_hex(us / 1000 + (1::bigint << 47)), '7', r)
    WHEN 'hash' THEN front(substr(r, 20, 12), '7', r)
    WHEN 'seconds_v7' THEN front(lpad(to_hex(us / 1000000), 12, '0'), '7', r)
    WHEN 'microseconds_v7' THEN front(lpad(to_hex(us & ((1::bigint << 48) - 1)), 12, '0'), '7', r)
    WHEN 'lexicaluuid' THEN front(left(lpad(to_hex(us), 16, '0'), 12), '7', r)
    WHEN 'rfc9562_v8_time' THEN (left(id_lower('rfc9562_v8_time', t), 20) || substr(r, 1, 15))::uuid
    WHEN 'google_v6' THEN (left(lpad(to_hex(us * 10 + 122192928000000000), 16, '0'), 12) || '6'
      || right(to_hex(us * 10 + 122192928000000000), 3) || substr(h, 17))::uuid
    WHEN 'seconds_v4' THEN front(to_hex(us / 1000000) || substr(r, 20, 4), '4', r)
    WHEN 'mt_v4s' THEN
      overlay(lpad(to_hex(us * 5 / 8), 15, '0') || '8' || substr(r, 1, 15) PLACING '4' FROM 13 FOR 0)::uuid
    WHEN 'decimal_v4' THEN overlay(us / 10 || '8' || substr(r, 1, 15) PLACING '4' FROM 13 FOR 0)::uuid
    WHEN 'combguid_pg' THEN front(ms, '4', r)
    WHEN 'combguid_sql' THEN (substr(r, 20, 12) || '4' || substr(r, 1, 3) || '8' || substr(r, 4, 3) || ms)::uuid
    WHEN 'combguid_legacy' THEN
      (substr(r, 20, 12) || '4' || substr(r, 1, 3) || '8' || substr(r, 4, 3)
        || right(id_lower('combguid_legacy', t), 12))::uuid
    WHEN 'combguid_pg_legacy' THEN front(replace(left(id_lower('combguid_pg_legacy', t), 13), '-', ''), '4', r)
    WHEN 'combguid_binary' THEN front(replace(left(id_lower('combguid_binary', t), 13), '-', ''), '4', r)
    WHEN 'ordereduuid' THEN front(lpad(to_hex(us / 10), 12, '0'), '4', r)
    WHEN 'mysql_swap' THEN (substr(h, 13, 4) || substr(h, 9, 4) || substr(h, 1, 8) || substr(h, 17))::uuid
    WHEN 'newsequentialid' THEN uuid_to_id('dotnet_bytes', first)::uuid
    WHEN 'dotnet 7' THEN uuid_to_id('dotnet_bytes', uuid_generate_v7(t))::uuid
    WHEN 'dotnet 4' THEN uuid_to_id('dotnet_bytes', front(substr(r, 20, 12), '4', r))::uuid
  END;
END $$;

-- each kind with and without a time column, and once without an index
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
-- (how many random ids contain a plausible time depends on the number of rows)
SELECT kind, regexp_replace(words, '99[.]\d %', '99 %') AS words
FROM reports WHERE has_time ORDER BY kind COLLATE "C" \gx
SELECT kind, has_time, statement FROM reports WHERE NOT has_key OR has_time ORDER BY kind COLLATE "C", has_time DESC;
SELECT kind, substring(words FROM '^The ids are .*?[.] (?=id_ex|uuid_from)') AS words
FROM reports WHERE NOT has_time AND has_key ORDER BY kind COLLATE "C";
SELECT kind, first_time, difference < '3 seconds' AS near
FROM reports WHERE has_time AND kind NOT IN ('v1', 'v4', 'v6', 'v7', 'hash') ORDER BY kind COLLATE "C";

-- 200 mixtures: no CHECK, index in time order, default, or "Nothing to do", where it is wrong.  A default
-- and an index in time order are right also beside ids of version 4 or 8 that contain a time of
-- another system, but not "Nothing to do".  Of ids that all begin with milliseconds, ULIDs are not
-- distinguished.
CREATE FUNCTION mix(n integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  kinds text[] := (SELECT array_agg(DISTINCT kind ORDER BY kind) FROM reports);
  chosen text[] := (SELECT array_agg(kinds[1 + floor(random() * cardinality(kinds))::integer])
    FROM generate_series(1, 2 + n % 2));
  share float := 0.05 + 0.9 * random();
  present text[];
  as_rfc text[] := '{v1,v4,v6,v7,moved,rfc9562_v8_time,combguid_pg,combguid_sql,combguid_legacy,combguid_pg_legacy}'
    || '{combguid_binary,ordereduuid,seconds_v4,mt_v4s,decimal_v4}'::text[];
  main text;
  main_share float;
  report record;
BEGIN
  DROP TABLE IF EXISTS mixed;
  CREATE TABLE mixed AS
  SELECT kind, make(kind, t, md5(n || ' ' || g)) AS id, t AS created_at
  FROM generate_series(1, 400) AS g,
    LATERAL (SELECT chosen[CASE WHEN random() < share THEN 1 ELSE 2 + g % (cardinality(chosen) - 1) END],
      '2025-01-01Z'::timestamptz + g * interval '71.003007 seconds') AS s (kind, t);
  present := (SELECT array_agg(DISTINCT kind) FROM mixed);
  SELECT kind, count(*) / 400.0 INTO main, main_share FROM mixed GROUP BY kind ORDER BY count(*) DESC LIMIT 1;
  ALTER TABLE mixed DROP kind;
  IF n % 3 = 0 THEN ALTER TABLE mixed DROP created_at; END IF;
  IF n % 4 < 2 THEN ALTER TABLE mixed ADD PRIMARY KEY (id); END IF;
  IF n % 2 = 0 THEN ANALYZE mixed; END IF;
  SELECT * INTO report FROM uuid_report('mixed');
  IF report.statement ~ 'uuid_is_v7' AND present <> '{v7}' OR report.statement ~ 'uuid_is_v6' AND present <> '{v6}'
    OR report.statement ~ 'uuid_time_ops' AND NOT (present <@ as_rfc AND present && '{v1,v6}')
    OR report.statement ~ 'DEFAULT' AND NOT present <@ as_rfc
    OR report.next_step ~ 'Nothing to do|carry no time|Query by time: WHERE uuid_time'
      AND NOT present <@ '{v1,v4,v6,v7,moved}' AND report.next_step !~ 'could be ids of system'
      AND NOT (main = 'v4' AND main_share > 0.8)
    OR report.next_step ~ 'almost certainly|probably' AND NOT present <@ '{ulid,v7,moved,combguid_pg}'
      AND (main_share < 0.9 OR split_part(main, ' ', 1)
      <> replace(substring(report.next_step FROM $r$(?:timestamp|from_id)\('(\w+)'$r$), 'dotnet_bytes', 'dotnet'))
  THEN
    RETURN format('%s (%s): %s %s', present, round(share::numeric, 2), report.next_step, report.statement);
  END IF;
  RETURN NULL;
END $$;
SELECT setseed(0.25);
SELECT wrong FROM generate_series(1, 200) AS n, LATERAL (SELECT mix(n)) AS t (wrong) WHERE wrong IS NOT NULL;

-- text, bytea and bigint, if they are named
CREATE TABLE others AS
SELECT g AS id, t AS created_at, id_lower('snowflake', t)::bigint AS snowflake, g * 1000::bigint AS numbers,
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
-- of two systems that are near the times of the table, the nearer one
SELECT substring(next_step FROM '^.*?(?= id_ex)') AS words FROM uuid_report('others', 'elastic');
CREATE UNIQUE INDEX ON others (elastic);
SELECT substring(next_step FROM '^.*?(?= id_ex)') AS words FROM uuid_report('others', 'elastic');
-- of many rows only some are compared, each with its own time
SELECT report('ulid', 5000, true, true);
SELECT ids_read, substring(next_step FROM '^[^.]*') AS words, largest_difference < '1 second' AS near
FROM uuid_report('ids');
-- version 1 of the package id128, which counts from another year
CREATE TABLE early AS
SELECT uuid_v6_to_v1(uuid_generate_v6('1764-04-29Z'::timestamptz + n * interval '1 minute')) AS id
FROM generate_series(1, 20) AS n;
SELECT first_time, by_time, next_step, statement FROM uuid_report('early') \gx
-- what the words contain can be run
SELECT count(*) FROM others WHERE snowflake >= id_lower('snowflake', '2025-01-01 10:00')::bigint;
DROP EXTENSION uuidx_ids;
\i test/sql/include/end.sql
