--
-- uuid_report() without an argument: one line for each table with a uuid key that the
-- caller may read.  The database has tables of other tests, which are left out here.
-- In make test: quick, and the main test of the report on all tables.
-- Also in other locales: names are sorted.
--
\set test whole
\i test/sql/include/begin.sql
CREATE VIEW ours AS
SELECT r.* FROM uuid_report() WITH ORDINALITY AS r
WHERE relation::oid IN (SELECT oid FROM pg_class WHERE relnamespace IN ('whole'::regnamespace, pg_my_temp_schema()));

\echo '-- The largest saving first, then the largest table'
CREATE TABLE small (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), created_at timestamptz);
CREATE TABLE large (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), created_at timestamptz);
CREATE TABLE filled (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), filler text);
CREATE TABLE tiny (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), filler text);
INSERT INTO small SELECT uuid_generate_v7(t), t + interval '2 ms'
FROM generate_series('2026-01-01Z'::timestamptz, '2026-01-01 00:01Z', '1 second') AS t;
INSERT INTO large SELECT uuid_generate_v7(t), t + interval '3 ms'
FROM generate_series('2026-01-01Z'::timestamptz, '2026-01-01 00:10Z', '1 second') AS t;
-- a computed column needs no index of its own
CREATE INDEX ON small (created_at);
CREATE INDEX ON large (created_at);
\echo '-- nothing is saved where not all ids have the time, or the column is computed already'
CREATE TABLE partly (id uuid PRIMARY KEY, created_at timestamptz);
INSERT INTO partly VALUES (uuid_generate_v7('2026-01-01Z'), '2026-01-01Z'), (uuid_generate_v4_random(), '2026-01-01Z');
CREATE TABLE computed (id uuid PRIMARY KEY, at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED);
INSERT INTO computed VALUES (uuid_generate_v7('2026-01-01Z')), (uuid_generate_v7('2026-01-02Z'));
INSERT INTO tiny VALUES (uuid_generate_v7('2026-01-01Z'));
INSERT INTO filled SELECT uuid_generate_v7(t), repeat('x', 1000)
FROM generate_series('2026-01-01Z'::timestamptz, '2026-01-01 00:01Z', '1 second') AS t;
ANALYZE small, large, filled, tiny;
SELECT relation, uuid_column AS id, ids_read, sampled, versions, time_column AS beside, largest_difference,
  saving > 0 AS saves, next_step
FROM ours WHERE saving > 0 OR time_column IS NULL ORDER BY ordinality;
SELECT relation, time_column, largest_difference, saving FROM ours WHERE saving IS NULL ORDER BY ordinality;
SELECT relation, by_time, saving = pg_relation_size('small_created_at_idx') AS as_computed, statement
FROM ours WHERE relation = 'small'::regclass;
DROP TABLE small, large, filled, tiny, partly, computed;

\echo '-- Keys: of a primary key the column that is no reference, of others a unique index; of a'
\echo '-- partitioned or inherited table the root alone; no view, no index, nothing without a uuid'
CREATE TABLE tenants (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
CREATE TABLE docs (tenant uuid REFERENCES tenants, id uuid DEFAULT gen_random_uuid(), PRIMARY KEY (tenant, id));
CREATE TABLE links (tenant uuid PRIMARY KEY REFERENCES tenants);
CREATE TABLE public_ids (n bigint PRIMARY KEY, other uuid, id uuid UNIQUE, later uuid UNIQUE);
CREATE TABLE parts (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE parts_1 PARTITION OF parts DEFAULT PARTITION BY RANGE (id);
CREATE TABLE parts_2 PARTITION OF parts_1 DEFAULT;
CREATE TABLE by_time (id uuid, at timestamptz) PARTITION BY RANGE (at);
CREATE INDEX ON by_time (id);
CREATE TABLE parents (other uuid UNIQUE, id uuid PRIMARY KEY);
CREATE TABLE children (PRIMARY KEY (id)) INHERITS (parents);
CREATE DOMAIN v7 AS uuid;
CREATE DOMAIN label AS text;
CREATE TABLE domains (id v7 PRIMARY KEY);
CREATE TABLE labels (id label PRIMARY KEY);
CREATE TABLE plain (n int PRIMARY KEY, ref uuid);
CREATE VIEW view AS SELECT id FROM tenants;
CREATE MATERIALIZED VIEW copy AS SELECT id FROM tenants;
CREATE UNIQUE INDEX ON copy (id);
CREATE TEMP TABLE temporary (id uuid PRIMARY KEY);
SELECT relation, uuid_column FROM ours ORDER BY relation::text COLLATE "C";
DROP TABLE temporary, domains, labels, plain, docs, links, public_ids, parts, by_time, parents CASCADE;

\echo '-- What cannot be read has a line that says why, and the others are read'
CREATE MATERIALIZED VIEW empty AS SELECT id FROM tenants WITH NO DATA;
CREATE UNIQUE INDEX ON empty (id);
CREATE TABLE guarded (id uuid PRIMARY KEY);
INSERT INTO guarded SELECT gen_random_uuid();
CREATE POLICY everything ON guarded USING (true);
ALTER TABLE guarded ENABLE ROW LEVEL SECURITY;
CREATE TABLE forced (id uuid PRIMARY KEY);
CREATE POLICY everything ON forced USING (true);
ALTER TABLE forced ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE FOREIGN DATA WRAPPER regress_uuidx_whole;
CREATE SERVER regress_uuidx_whole FOREIGN DATA WRAPPER regress_uuidx_whole;
CREATE TABLE far (id uuid) PARTITION BY RANGE (id);
CREATE FOREIGN TABLE far_1 PARTITION OF far DEFAULT SERVER regress_uuidx_whole;
CREATE TABLE secret (id uuid PRIMARY KEY, at timestamptz, other uuid UNIQUE);
CREATE TABLE half_secret (id uuid PRIMARY KEY, at timestamptz);
INSERT INTO half_secret VALUES (uuid_generate_v7('2026-01-01Z'), '2026-01-01Z');
CREATE ROLE regress_uuidx_whole;
GRANT USAGE ON SCHEMA whole TO regress_uuidx_whole;
GRANT SELECT ON ours, tenants, copy, empty, guarded, forced, far TO regress_uuidx_whole;
GRANT SELECT (id) ON half_secret TO regress_uuidx_whole;
GRANT SELECT (at, other) ON secret TO regress_uuidx_whole;
CREATE TABLE closed (id uuid PRIMARY KEY, at timestamptz);
GRANT SELECT (at) ON closed TO regress_uuidx_whole;
SET ROLE regress_uuidx_whole;
SELECT relation, uuid_column AS id, ids_read, time_column AS beside, substring(next_step FROM 'Not read.*|Foreign.*')
FROM ours ORDER BY relation::text COLLATE "C";
RESET ROLE;
SELECT relation, time_column, ids_read FROM uuid_report() WHERE relation = 'half_secret'::regclass;
REVOKE USAGE ON SCHEMA whole FROM regress_uuidx_whole;
SET ROLE regress_uuidx_whole;
SELECT count(*) FROM public.uuid_report()
WHERE relation IN (SELECT oid FROM pg_class WHERE relname IN ('tenants', 'half_secret'));
RESET ROLE;
SELECT relation, next_step LIKE 'Not read%' AS unread FROM ours
WHERE relation IN ('guarded'::regclass, 'forced'::regclass) ORDER BY 1;
DROP TABLE forced, guarded;

\echo '-- a name is on one line, but unchanged in a statement'
CREATE TABLE broken (U&"i\000Ad" uuid PRIMARY KEY);
INSERT INTO broken VALUES (uuid_generate_v7());
ANALYZE broken;
SELECT next_step, statement FROM uuid_report('broken') \gx
ALTER TABLE broken ADD CHECK (uuid_is_v7(U&"i\000Ad"));
SELECT next_step, statement FROM uuid_report('broken') \gx

\echo '-- The pages that are read are as many as they should be, however they are divided among members, and'
\echo '-- their number is that of the ids, because each has one'
CREATE FUNCTION wrong_samples(members integer, pages integer, partitioned boolean) RETURNS SETOF text
LANGUAGE plpgsql AS $$
DECLARE
  of_member integer;
  total integer := 0;
BEGIN
  EXECUTE 'CREATE TABLE tree (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), filler text)'
    || CASE WHEN partitioned THEN ' PARTITION BY RANGE (id)' ELSE '' END;
  FOR member IN 1..members LOOP
    EXECUTE format(CASE WHEN partitioned
      THEN 'CREATE TABLE tree_%s PARTITION OF tree FOR VALUES FROM (%L) TO (%L) WITH (fillfactor = 10)'
      ELSE 'CREATE TABLE tree_%s () INHERITS (tree) WITH (fillfactor = 10)' END, member,
      uuid_v7_lower(to_timestamp(member * 1000)), uuid_v7_lower(to_timestamp(member * 1000 + 1000)));
    -- less than 0 is the number of pages in one member alone, and the others are empty
    of_member := CASE WHEN pages < 0 THEN CASE WHEN member = members / 2 THEN -pages ELSE 0 END
      ELSE pages * (0.5 + random()) END;
    EXECUTE format('INSERT INTO tree_%s SELECT uuid_v7_lower(to_timestamp(%1$s * 1000 + g / 10.0)), repeat(''x'', 600)
      FROM generate_series(1, %s) AS g', member, of_member);
    total := total + of_member;
  END LOOP;
  RETURN QUERY SELECT format('%s %s %s: %s, not %s of %s', members, pages, partitioned, ids_read, wanted, total)
  FROM (SELECT ids_read, next_step, least(total, 1000) AS wanted FROM uuid_report('tree')
    UNION ALL SELECT ids_read, next_step, least(total, 100) FROM uuid_report() WHERE relation = 'tree'::regclass) AS r
  WHERE abs(ids_read - wanted) > wanted / 10.0 OR total > 0 AND next_step ~ 'No ids were read';
  DROP TABLE tree CASCADE;
END $$;
SET client_min_messages = warning;
SELECT setseed(0.5);
SELECT wrong FROM (VALUES (200, 1, true), (150, 1, false), (40, -1500, true), (30, -150, false), (1, 200, false),
  (3, 0, true)) AS v (members, pages, partitioned), LATERAL wrong_samples(members, pages, partitioned) AS wrong;
SELECT wrong FROM generate_series(1, 8) AS g,
  wrong_samples((60 ^ random())::integer, (20 ^ random())::integer, g % 2 = 0) AS wrong;
RESET client_min_messages;
\echo '-- nothing is locked afterwards, but what the query itself reads'
BEGIN;
SELECT count(*) > 0 AS some FROM uuid_report();
SELECT DISTINCT relation::regclass FROM pg_locks
WHERE pid = pg_backend_pid() AND relation IN (SELECT oid FROM pg_class WHERE relnamespace = 'whole'::regnamespace);
COMMIT;
\echo '-- a search_path on which everything is replaced'
CREATE SCHEMA worse;
CREATE FUNCTION worse.never(oid, oid) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE 'executed'; END$$;
CREATE OPERATOR worse.= (FUNCTION = worse.never, LEFTARG = oid, RIGHTARG = oid);
CREATE VIEW worse.pg_class AS SELECT 1 AS oid;
SET search_path = worse, pg_catalog;
SELECT count(*) > 0 AS some FROM public.uuid_report();
SET search_path = whole, public;
\i test/sql/include/end.sql
DROP SCHEMA worse CASCADE;
DROP FOREIGN DATA WRAPPER regress_uuidx_whole CASCADE;
DROP ROLE regress_uuidx_whole;
