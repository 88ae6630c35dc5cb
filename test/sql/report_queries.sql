-- The query by time that uuid_report prints: for each system, form of a text, and type of a column it
-- returns exactly the rows of the hour, by an index that is there or that the printed statement
-- creates.  Where nothing is printed is in the expected output.
-- In make test: nothing else runs the printed queries.
\set test report_queries
\i test/sql/include/begin.sql
SET client_min_messages = warning;
SET enable_seqscan = off;
CREATE EXTENSION uuidx_ids SCHEMA public;
-- in the order of the octets, but not for the server
CREATE COLLATION other (LOCALE = 'C.UTF-8');

-- an id with this time, with the smallest or largest other bits, or with those of a hash
CREATE FUNCTION make(system text, t timestamptz, r text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  ms text := lpad(to_hex((extract(epoch FROM t) * 1000)::bigint), 12, '0');
  octets text := CASE system
    WHEN 'es_timebased' THEN substr(r, 1, 4) || substr(ms, 7, 2) || substr(ms, 5, 2) || substr(ms, 3, 2)
      || substr(ms, 1, 2) || substr(r, 5, 12) || substr(ms, 9, 2) || substr(r, 17, 2) || substr(ms, 11, 2)
    WHEN 'es_kordered' THEN substr(ms, 1, 8) || substr(r, 1, 14) || substr(ms, 9, 2) || substr(r, 15, 2)
      || substr(ms, 11, 2) || substr(r, 17, 2)
    WHEN 'es_kordered_hash' THEN substr(ms, 1, 8) || substr(r, 1, 22) || substr(ms, 9, 2) || substr(r, 23, 2)
      || substr(ms, 11, 2) || substr(r, 25, 2)
  END;
  id text;
BEGIN
  IF system = 'version 7' THEN
    RETURN uuid_generate_v7(t);
  ELSIF octets IS NOT NULL THEN
    RETURN rtrim(translate(encode(decode(octets, 'hex'), 'base64'), '+/', '-_'), '=');
  ELSIF system = 'newsequentialid' THEN
    RETURN uuid_to_id('dotnet_bytes', uuid_v6_to_v1(uuid_generate_v6(t)))::uuid;
  END IF;
  id := CASE WHEN r < '8' THEN id_lower(system, t) ELSE id_upper(system, t + interval '1 second') END;
  IF system LIKE 'combguid%' THEN
    id := overlay(overlay(id PLACING '4' || left(r, 3) FROM 15) PLACING '8' FROM 20 FOR 1);
  END IF;
  RETURN id;
END $$;

-- the bits of an id as uuid and as bigint, or null
CREATE FUNCTION octets(of text, id text) RETURNS uuid LANGUAGE sql AS $$
  SELECT CASE WHEN system IS NULL OR mapping = 'permuted' THEN id::uuid
    WHEN bits = 128 AND system <> 'typeid' THEN uuid_from_id(of, id) END
  FROM (VALUES (of)) AS o (of) LEFT JOIN uuid_id_systems() ON system = of
$$;
CREATE FUNCTION number(of text, id text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  f json := (SELECT json_object_agg(field, value) FROM id_inspect(of, id));
BEGIN
  RETURN CASE of
    WHEN 'tsid' THEN ((f ->> 'unix_ms')::bigint - 1577836800000 << 22) + (f ->> 'random22')::bigint
    WHEN 'tid' THEN ((f ->> 'unix_us')::bigint << 10) + (f ->> 'clock_id')::bigint
    WHEN 'objectid' THEN NULL
    ELSE id::bigint
  END;
END $$;

-- an id as it is stored; null if ids of the system are never so
CREATE FUNCTION stored(of text, id text, form text, type text, n integer) RETURNS text LANGUAGE sql AS $$
  SELECT CASE
    WHEN form = 'one other' AND n = 40 THEN
      CASE of WHEN 'newsequentialid' THEN '00000000-0000-0000-0000-000000000000'
        ELSE 'f47ac10b-58cc-4372-a567-0e02b2c3d479' END
    WHEN type = 'uuid' THEN octets(of, id)::text
    WHEN type = 'bytea' THEN '\x' || CASE WHEN of = 'objectid' THEN id ELSE replace(octets(of, id)::text, '-', '') END
    WHEN type = 'bigint' THEN
      CASE WHEN (SELECT bits = 64 FROM uuid_id_systems() WHERE system = of) THEN number(of, id)::text END
    ELSE CASE form
      WHEN 'own' THEN id
      WHEN 'lower' THEN lower(id)
      WHEN 'upper' THEN upper(id)
      WHEN 'uuid' THEN octets(of, id)::text
      WHEN 'UUID' THEN upper(octets(of, id)::text)
      WHEN 'hex' THEN replace(octets(of, id)::text, '-', '')
      WHEN 'HEX' THEN upper(replace(octets(of, id)::text, '-', ''))
      WHEN 'braces' THEN '{' || octets(of, id) || '}'
      WHEN 'prefix' THEN 'user_' || id
      WHEN 'two cases' THEN CASE WHEN n % 2 = 0 THEN lower(id) ELSE upper(id) END
      WHEN 'two prefixes' THEN (ARRAY['user_', 'team_'])[1 + n % 2] || id
    END
  END
$$;

-- What becomes of the query that the report prints for a table of the ids, once its statement has
-- been run: 'right', what is wrong with it, or what is said in its place
CREATE FUNCTION outcome(of text, form text, type text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  said record;
  condition text;
  since timestamptz;
  plan text;
  is_right boolean;
BEGIN
  EXECUTE format('CREATE TABLE t (id %s PRIMARY KEY, created_at timestamptz)', type);
  EXECUTE format('INSERT INTO t SELECT stored(%L, id, %L, %L, n)::%s, at FROM ids', of, form, type, type);
  ANALYZE t;
  SELECT * INTO said FROM uuid_report('t', 'id');
  IF said.statement IS NOT NULL THEN
    EXECUTE replace(said.statement, 'CONCURRENTLY ', '');
    SELECT * INTO said FROM uuid_report('t', 'id');
  END IF;
  condition := substring(said.next_step FROM 'Query by time: WHERE (.*?)[.] See');
  IF condition IS NOT NULL THEN
    since := (SELECT CASE WHEN of LIKE 'ncs%' THEN max(at) ELSE now() END FROM ids) - interval '1 hour';
    plan := (SELECT string_agg(line, E'\n') FROM plan_lines('SELECT FROM t WHERE ' || condition) AS line);
    EXECUTE format('SELECT bool_and((created_at >= $1) = (%s)) FROM t', condition) INTO is_right USING since;
  END IF;
  DROP TABLE t;
  RETURN CASE
    WHEN said.statement IS NOT NULL THEN said.statement
    WHEN condition IS NULL THEN
      coalesce(substring(said.next_step FROM 'No system|not all have one form|not fit one other system'),
        said.next_step)
    WHEN NOT is_right THEN 'wrong: ' || condition
    WHEN plan !~ 'Index Cond' OR plan ~ 'Seq Scan' OR said.served_by IS NULL THEN condition || E'\n' || plan
    ELSE 'right' END;
END $$;

\echo '-- Not tested are a system with ids of two lengths, and versions 1 and 7 of type uuid. A text with'
\echo '-- both upper- and lower-case letters is a different id in another letter case.'
CREATE TABLE outcomes AS SELECT ''::text AS system, ''::text AS form, ''::text AS type, ''::text AS outcome LIMIT 0;
DO $do$
DECLARE
  of record;
BEGIN
  FOR of IN SELECT system, letter_case, row_number() OVER (ORDER BY system COLLATE "C") FROM uuid_id_systems()
    WHERE tick IS NOT NULL AND system NOT IN ('cassandra_timeuuid', 'cuid_nonstandard')
    UNION ALL SELECT 'version 7', 'lower', 0 LOOP
    CREATE TEMP TABLE ids AS
    -- Apollo's ids end in 2015
    SELECT n, at, make(of.system, at, md5(n || random()::text)) AS id
    FROM generate_series(1, 40) AS n,
      LATERAL (SELECT CASE WHEN of.system LIKE 'ncs%' THEN '2015-08-01Z' ELSE now() END
        - n ^ 3 * interval '9 minutes 7 seconds') AS s (at);
    INSERT INTO outcomes
    SELECT of.system, form, type, outcome(of.system, form, type)
    FROM unnest('{own,lower,upper,uuid,UUID,hex,HEX,braces,prefix,two cases,two prefixes,one other}'::text[])
        WITH ORDINALITY AS f (form, i),
      unnest(ARRAY['text', 'text COLLATE "C"', 'text COLLATE other', 'varchar(80) COLLATE other', 'char(80)',
        'char(80) COLLATE other', 'uuid', 'bytea', 'bigint']) WITH ORDINALITY AS t (type, j)
    WHERE NOT (of.system = 'version 7' AND type = 'uuid')
      AND CASE WHEN form = 'own' THEN (SELECT stored(of.system, id, form, type, n) IS NOT NULL FROM ids LIMIT 1)
      -- each of these in one type of six
      ELSE (of.row_number + i + j) % 6 = 0 AND type ~ 'char|text'
        AND (SELECT bool_or(stored(of.system, id, form, type, n) <> id) FROM ids) AND form <> 'one other'
        AND NOT (of.letter_case = 'mixed' AND form IN ('lower', 'upper', 'two cases'))
        OR form = 'one other' AND type = 'uuid' AND of.system IN ('mysql_swap', 'newsequentialid') END;
    DROP TABLE ids;
  END LOOP;
END $do$;
SELECT form, outcome, count(*), string_agg(DISTINCT system, ' ') AS systems
FROM outcomes GROUP BY form, outcome ORDER BY form COLLATE "C", outcome COLLATE "C" \gx
\echo '-- a key of texts is listed if 95 of 100 are UUIDs; of a mixture, the query returns version 7 only'
CREATE FUNCTION create_texts(name text, v7 integer, v4 integer, words integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TABLE %I (note text, id varchar(36) PRIMARY KEY, created_at timestamptz UNIQUE)', name);
  EXECUTE format('INSERT INTO %I (id, created_at)
    SELECT CASE WHEN n <= $1 THEN uuid_generate_v7(t)::text
      WHEN n <= $1 + $2 THEN uuid_generate_v4_random()::text ELSE ''word '' || n END, t
    FROM generate_series(1, $1 + $2 + $3) AS n, LATERAL (SELECT now() - n * interval ''7 minutes'') AS s (t)',
    name) USING v7, v4, words;
END $$;
SELECT create_texts(name, v7, v4, words) FROM (VALUES ('v7', 100, 0, 0), ('v4', 0, 100, 0), ('mixed', 50, 50, 0),
  ('ninety_six', 92, 4, 4), ('ninety_four', 80, 14, 6)) AS t (name, v7, v4, words);
CREATE TABLE plain (id uuid, name text UNIQUE);
INSERT INTO plain VALUES (NULL, 'a'), (NULL, 'b');
CREATE VIEW listed AS SELECT relation, uuid_column, versions, by_time, saving, next_step, statement FROM uuid_report()
WHERE relation IN (SELECT oid FROM pg_class WHERE relnamespace = 'report_queries'::regnamespace);
SELECT * FROM listed ORDER BY relation::text COLLATE "C" \gx
SELECT uuid_column, versions, statement FROM uuid_report('ninety_six');
SELECT uuid_column FROM uuid_report('ninety_four');
CREATE INDEX ON mixed ((id::uuid));
SELECT by_time, served_by, statement FROM uuid_report('mixed');
SELECT count(*) FROM mixed WHERE id::uuid >= now() - interval '1 hour';
DROP EXTENSION uuidx_ids CASCADE;
\i test/sql/include/end.sql
