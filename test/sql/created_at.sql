--
-- The order of an extracted time: served by what is ordered by the id, in every form in which
-- it stands for a created_at, and only where the id orders as the time does.
-- In make test: quick, and the main test of the order of a computed created_at.
--
\set test created_at
\i test/sql/include/begin_preloaded.sql
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SET enable_hashjoin = off;
SET enable_mergejoin = off;

\echo '-- three ids of each time, in one table, in partitions, with children, and beside v1 and v6'
CREATE TABLE plain (id uuid NOT NULL CHECK (uuid_is_v7(id)), tenant int, name text);
INSERT INTO plain SELECT uuid_generate_v7(t), n % 5, md5(n::text || i)
FROM generate_series(1, 400) AS n, LATERAL (VALUES (timestamptz '2026-01-01 00:00+00' + n * interval
  '20 hours')) AS v (t), generate_series(1, 3) AS i;
CREATE UNIQUE INDEX ON plain (id);
CREATE INDEX ON plain (tenant, id);
CREATE TABLE parts (LIKE plain INCLUDING ALL) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('parts', '2026-01-01', '2027-01-01', '1 month');
INSERT INTO parts SELECT * FROM plain;
CREATE TABLE family (LIKE plain INCLUDING ALL);
SET client_min_messages = warning;
CREATE TABLE member (LIKE plain INCLUDING INDEXES) INHERITS (family);
INSERT INTO family SELECT * FROM plain WHERE tenant = 1;
INSERT INTO member SELECT * FROM plain WHERE tenant <> 1;
CREATE TABLE mixed (id uuid, tenant int, name text);
INSERT INTO mixed SELECT CASE tenant WHEN 1 THEN uuid_generate_v6(uuid_time(id)) WHEN 2 THEN
  uuid_v6_to_v1(uuid_generate_v6(uuid_time(id))) WHEN 3 THEN gen_random_uuid() ELSE id END, tenant, name FROM plain;
INSERT INTO mixed VALUES (NULL, 0, 'a'), ('00000000-0000-0000-0000-000000000000', 0, 'b'), (NULL, 0, 'c');
CREATE INDEX ON mixed (id uuid_time_ops);
ANALYZE;
SET client_min_messages = warning;
SELECT format('CREATE VIEW %1$s_seen AS SELECT *, uuid_time(id) AS created_at FROM %1$s', t) FROM
  unnest('{plain,parts,family,mixed}'::text[]) AS t \gexec
CREATE FUNCTION created_at(plain) RETURNS timestamptz STABLE LANGUAGE sql RETURN uuid_time($1.id);

\echo '-- Each question of each table'
CREATE TABLE asked (n int GENERATED ALWAYS AS IDENTITY, query text);
INSERT INTO asked (query) VALUES ('SELECT created_at FROM %s ORDER BY created_at LIMIT 7'),
  ($$SELECT created_at FROM %s WHERE created_at < '2026-08-01Z' ORDER BY created_at DESC LIMIT 7$$),
  ('SELECT min(created_at), max(created_at) FROM %s'),
  ($$SELECT max(created_at) FROM %s WHERE created_at < '2026-08-01Z'$$),
  ($$SELECT created_at FROM %s WHERE (created_at, id) < ('2026-06-01 08:00Z', uuid_v7_upper('2026-06-01 $$ ||
    $$08:00Z')) ORDER BY created_at DESC LIMIT 7$$),
  ($$SELECT created_at FROM %s WHERE created_at < '2026-06-01 08:00Z' OR (created_at = '2026-06-01 08:00Z' AND $$ ||
    $$id < uuid_v7_upper('2026-06-01 08:00Z')) ORDER BY created_at DESC LIMIT 7$$);
SELECT seen, left(query, 90), nodes(format(query, seen)), same(format(query, seen))
FROM asked, unnest('{plain_seen,parts_seen,family_seen,mixed_seen}'::text[]) AS seen ORDER BY seen COLLATE "C", n;
\echo '-- which of them begin to read where the page begins'
SELECT n, c FROM asked, LATERAL conditions(format(query, 'plain_seen')) AS c WHERE n > 4 ORDER BY n;
SELECT n, count(*), min(c) FROM asked, LATERAL conditions(format(query, 'parts_seen')) AS c WHERE n > 4 GROUP
  BY n ORDER BY n;
SELECT n, c FROM asked, LATERAL conditions(format(query, 'mixed_seen')) AS c WHERE n > 4 ORDER BY n;

\echo '-- Each spelling, nulls at either end; a key that follows'
SELECT e, nodes(format('SELECT name FROM plain AS p ORDER BY %s LIMIT 7', e)),
  same(format('SELECT uuid_time(id) FROM plain AS p ORDER BY %s LIMIT 7', e))
FROM unnest('{uuid_time(id),uuid_v7_timestamp(id) DESC,public.uuid_extract_timestamp(id),p.created_at '
  'DESC,created_at(p),uuid_time(id) NULLS FIRST,uuid_time(id) DESC NULLS LAST}'::text[]) AS e;
SELECT o, nodes(format('SELECT name FROM plain_seen WHERE tenant = 3 ORDER BY %s LIMIT 7', o)),
  same(format('SELECT name FROM plain_seen WHERE tenant = 3 ORDER BY %s, name LIMIT 7', o))
FROM unnest(ARRAY['tenant, created_at', 'created_at DESC, id DESC', 'created_at DESC, id DESC, name',
  'id, created_at', 'created_at, id DESC', 'created_at, name']) AS o;
SELECT o, nodes(format('SELECT name FROM mixed_seen ORDER BY %s LIMIT 7', o)),
  same(format('SELECT created_at FROM mixed_seen ORDER BY %s LIMIT 7', o))
FROM unnest(ARRAY['created_at NULLS FIRST', 'created_at DESC NULLS LAST', 'created_at, id USING ~<~',
  'created_at, id', 'uuid_v7_timestamp(id)']) AS o;

\echo '-- What sees which rows have the same time, and other places of a sorted query'
SELECT q, nodes(q), same(q) FROM unnest(ARRAY[
  'SELECT created_at FROM plain_seen ORDER BY created_at DESC FETCH FIRST 2 ROWS WITH TIES',
  'SELECT created_at, count(*) FROM plain_seen GROUP BY created_at ORDER BY created_at LIMIT 2',
  'SELECT s.created_at, m.name FROM (SELECT * FROM plain_seen ORDER BY created_at DESC LIMIT 6) AS s JOIN parts '
    'AS m USING (id) ORDER BY s.created_at, m.name',
  'SELECT created_at, generate_series(1, 2) FROM plain_seen ORDER BY created_at LIMIT 4']) AS q;
\echo '-- locked rows'
SELECT created_at FROM plain_seen ORDER BY created_at DESC LIMIT 2 FOR UPDATE;

CREATE TABLE nearly (id uuid);
CREATE INDEX ON nearly (id);
INSERT INTO nearly SELECT id FROM plain UNION ALL SELECT NULL UNION ALL SELECT gen_random_uuid() UNION ALL
  SELECT uuid_generate_v6('2026-05-05Z');
DELETE FROM nearly WHERE NOT uuid_is_v7(id);
ALTER TABLE nearly ADD CONSTRAINT v7 CHECK (uuid_is_v7(id));
\echo '-- the time, not the id, decides where nulls are, and no row is lost'
SELECT o, nodes(q), same(q) FROM unnest(ARRAY['uuid_time(id) NULLS FIRST, id', 'uuid_time(id) DESC NULLS LAST',
  'uuid_time(id), id DESC NULLS LAST']) AS o,
  LATERAL (SELECT 'SELECT uuid_time(id) FROM nearly ORDER BY ' || o || ' LIMIT 3') AS v (q);
\echo '-- a page that is written the other way round, and one of ids in time order'
SELECT left(q, 70), same(q) FROM unnest(ARRAY[
  $$SELECT created_at, name FROM plain_seen WHERE ('2026-06-01 08:00Z', uuid_v7_upper('2026-06-01 08:00Z')) >
    (created_at, id) ORDER BY created_at, name$$,
  $$SELECT uuid_time(id), name FROM mixed WHERE (uuid_time(id), id) < ('2026-06-01 08:00Z',
    '80000000-0000-7000-8000-000000000000') ORDER BY uuid_time(id), name$$]) AS q;
\echo '-- what a condition says twice counts once'
SELECT name, seen, rows BETWEEN 0.8 * plain AND 1.2 * plain AS as_without FROM (VALUES
  ('row', '(created_at, id) <= (''2026-06-01Z'', uuid_v7_upper(''2026-06-01Z''))'),
  ('or', 'created_at < ''2026-06-01Z'' OR (created_at = ''2026-06-01Z'' AND id < '
    'uuid_v7_upper(''2026-06-01Z''))')) AS c (name, condition),
  unnest('{plain_seen,parts_seen,family_seen}'::text[]) AS seen, LATERAL (SELECT expected_rows('SELECT FROM ' ||
    seen || ' WHERE ' || condition) AS rows,
    expected_rows('SELECT FROM ' || seen || ' WHERE id <= uuid_v7_upper(''2026-06-01Z'')') AS plain) AS e;
\echo '-- an OR that leaves out more than its bound counts itself'
SELECT seen, expected_rows(q || ' AND tenant = 1 OR created_at = ''2026-06-01Z'' AND tenant = 2') < expected_rows(q) / 2
FROM unnest('{plain_seen,parts_seen}'::text[]) AS seen, LATERAL (SELECT
  'SELECT FROM ' || seen || ' WHERE created_at < ''2026-06-01Z''') AS v (q);

-- Ids of several versions are in the order of their time if conditions leave one version
CREATE TABLE any_version AS SELECT id, name FROM plain WHERE tenant > 1 UNION ALL SELECT NULL, 'none' UNION ALL
  SELECT overlay(id::text PLACING '8' FROM 15 FOR 1)::uuid, name FROM plain UNION ALL
  SELECT uuid_generate_v6(uuid_time(id)), name FROM plain WHERE tenant = 1 UNION ALL
  SELECT gen_random_uuid(), 'random' FROM generate_series(1, 100);
CREATE INDEX ON any_version (id);
ANALYZE any_version;
\echo '-- and always in the order of their first 48 bits'
CREATE TABLE any_parts (LIKE any_version) PARTITION BY RANGE (id);
CREATE TABLE any_parts_1 PARTITION OF any_parts FOR VALUES FROM (MINVALUE) TO (uuid_unix_lower('2026-03-01Z'));
CREATE TABLE any_parts_2 PARTITION OF any_parts FOR VALUES FROM (uuid_unix_lower('2026-03-01Z')) TO (MAXVALUE);
INSERT INTO any_parts SELECT * FROM any_version WHERE id IS NOT NULL;
CREATE INDEX ON any_parts (id);
CREATE TABLE any_stored (id uuid PRIMARY KEY, name text, at timestamptz GENERATED ALWAYS AS (uuid_unix_timestamp(id))
  STORED CHECK (at = uuid_unix_timestamp(id)));
INSERT INTO any_stored SELECT * FROM any_parts;
ANALYZE any_parts, any_stored;
CREATE VIEW any_seen AS SELECT *, uuid_unix_timestamp(id) AS at FROM any_version;
CREATE VIEW any_parts_seen AS SELECT *, uuid_unix_timestamp(id) AS at FROM any_parts;
SELECT t, q, nodes(p), same(p) FROM unnest('{any_seen,any_parts_seen,any_stored}'::text[]) AS t, unnest(ARRAY[
  'ORDER BY at DESC, id DESC LIMIT 4', 'ORDER BY at LIMIT 4', 'ORDER BY at, name LIMIT 4',
  $$WHERE at < '2026-03-01Z' ORDER BY at DESC, id DESC LIMIT 4$$, 'WHERE at IS NOT NULL ORDER BY at LIMIT 4']) AS q,
  format('SELECT at FROM %s %s', t, q) AS p ORDER BY t COLLATE "C", q COLLATE "C";
SELECT t, nodes(p), same(p) FROM unnest('{any_seen,any_parts_seen,any_stored}'::text[]) AS t,
  format('SELECT min(at), max(at) FROM %s', t) AS p;
SELECT scanned('SELECT FROM any_parts_seen WHERE at >= ''2026-06-01Z''');
-- a time that is never null, unless nothing proves it, a join makes it null, or an index requires the filter
CREATE TABLE timed (id uuid NOT NULL CHECK (uuid_is_v7(id)), tenant int);
CREATE TABLE timed_null (id uuid CHECK (uuid_is_v7(id)), tenant int);
CREATE TABLE timed_any (id uuid NOT NULL, tenant int);
CREATE TABLE timed_partial (LIKE timed INCLUDING ALL);
CREATE INDEX ON timed_partial (tenant) WHERE uuid_time(id) IS NOT NULL;
INSERT INTO timed SELECT uuid_generate_v7('2026-01-01Z'), n FROM generate_series(1, 9) AS n;
INSERT INTO timed_partial TABLE timed;
INSERT INTO timed_null TABLE timed UNION ALL SELECT NULL, 7;
INSERT INTO timed_any TABLE timed UNION ALL SELECT gen_random_uuid(), 7;
SELECT q, nodes(p), ARRAY(SELECT conditions(p)), same(p)
FROM unnest(ARRAY['IS NOT NULL', 'IS NOT DISTINCT FROM ''2026-01-01Z''']) AS test,
  unnest(ARRAY['timed AS t', 'timed_null AS t', 'timed_any AS t',
  'timed_partial AS t', 'generate_series(7, 10) AS n LEFT JOIN timed AS t ON tenant = n']) AS q,
  format('SELECT tenant FROM %s WHERE uuid_time(t.id) %s AND coalesce(tenant, 7) = 7', q, test) AS p;
-- the time is null where nothing is joined, though the id that it is computed from is not
SELECT q, same(format('SELECT t.tenant, s.at FROM timed AS t LEFT JOIN LATERAL (SELECT uuid_time(t.id) AS at FROM
  timed_any AS a WHERE a.tenant = t.tenant AND a.tenant < 5) AS s ON true WHERE %s', q))
FROM unnest(ARRAY['at IS NULL', 'at < ''2026-02-01Z'' OR t.tenant = 9', '(at, t.id) < (''2026-02-01Z'', t.id)',
  'at + ''1 hour'' < ''2026-02-01Z'' GROUP BY GROUPING SETS ((1, 2), ())']) AS q;
CREATE TABLE any_timed AS TABLE any_version;
CREATE INDEX ON any_timed (id uuid_time_ops);
SELECT 'any_timed', same('SELECT uuid_unix_timestamp(id) FROM any_timed ORDER BY 1');
SELECT q, nodes(p), same(p) FROM unnest(ARRAY['uuid_v7_timestamp(id)) FROM any_version',
  'uuid_time(id)) FROM any_version WHERE uuid_is_v7(id)', 'uuid_time(id)) FROM any_version',
  'uuid_time(id)) FROM mixed WHERE uuid_is_v7(id)', 'uuid_v7_timestamp(id)) FROM mixed',
  'uuid_v8_node_timestamp(id)) FROM any_version']) AS q, format('SELECT max(%s', q) AS p;
SELECT q, nodes(p), same(p) FROM unnest(ARRAY['uuid_is_v7(id) ORDER BY uuid_time(id) LIMIT 4',
  'uuid_is_v6(id) ORDER BY uuid_time(id) LIMIT 4', 'uuid_is_v6(id) ORDER BY uuid_v7_timestamp(id) LIMIT 4',
  $$uuid_v7_timestamp(id) > '2026-03-01Z' ORDER BY uuid_v7_timestamp(id) DESC, name LIMIT 4$$,
  $$uuid_v8_node_timestamp(id) > '2026-03-01Z' ORDER BY uuid_time(id) LIMIT 4$$,
  $$uuid_is_v7(id) OR name = 'random' ORDER BY uuid_time(id) LIMIT 4$$]) AS q,
  format('SELECT uuid_time(id), uuid_v8_node_timestamp(id) FROM any_version WHERE %s', q) AS p;
\echo '-- An index with its nulls at the other end serves each spelling, where no id is null'
CREATE TABLE nulls_last (LIKE plain INCLUDING CONSTRAINTS);
INSERT INTO nulls_last SELECT * FROM plain;
CREATE TABLE nulls_last_mixed (LIKE mixed);
INSERT INTO nulls_last_mixed SELECT * FROM mixed WHERE id IS NOT NULL;
ALTER TABLE nulls_last_mixed ALTER id SET NOT NULL;
CREATE TABLE nulls_last_nulls (id uuid CHECK (uuid_is_v7(id)), tenant int, name text);
INSERT INTO nulls_last_nulls SELECT * FROM plain UNION ALL VALUES (NULL::uuid, 1, 'a'), (NULL, 2, 'b');
CREATE INDEX ON nulls_last (id DESC NULLS LAST);
CREATE INDEX ON nulls_last_mixed (id uuid_time_ops DESC NULLS LAST);
CREATE INDEX ON nulls_last_nulls (id DESC NULLS LAST);
ANALYZE nulls_last, nulls_last_mixed, nulls_last_nulls;
CREATE TABLE spelled AS
  SELECT t, o, format(q, t, o) AS q FROM unnest('{"",_mixed,_nulls}'::text[]) AS t,
    unnest(ARRAY['SELECT uuid_time(id) FROM nulls_last%s ORDER BY uuid_time(id) %s LIMIT 7',
      'SELECT uuid_time(id), name FROM nulls_last%s ORDER BY uuid_time(id) %s, name LIMIT 7',
      'SELECT min(uuid_time(id)), max(uuid_time(id)) FROM nulls_last%s']) AS q,
    unnest('{"",DESC,NULLS FIRST,DESC NULLS LAST}'::text[]) AS o WHERE q ~ 'ORDER' OR o = '';
SELECT t, o, string_agg(CASE WHEN n ~ 'Incremental Sort' THEN 'ties are sorted' WHEN n ~ 'Sort|Seq' THEN 'sorted'
    ELSE 'index' END, ', ' ORDER BY q COLLATE "C" DESC) AS plans, bool_and(same(q))
  FROM spelled, LATERAL nodes(q) AS n GROUP BY t, o ORDER BY t COLLATE "C", o COLLATE "C";

\echo '-- Children may have nulls where their parent has none'
SELECT nodes(q), same(q) FROM (VALUES ('SELECT created_at FROM family_seen ORDER BY created_at DESC NULLS LAST '
  'LIMIT 3')) AS v (q);
\echo '-- another order of columns'
CREATE TABLE turning (id uuid NOT NULL CONSTRAINT v7 CHECK (uuid_is_v7(id)), n integer NOT NULL,
  other uuid CONSTRAINT other_v7 CHECK (uuid_is_v7(other)));
CREATE TABLE turned (n integer NOT NULL, other uuid CONSTRAINT other_v7 CHECK (uuid_is_v7(other)),
  id uuid NOT NULL CONSTRAINT v7 CHECK (uuid_is_v7(id)));
ALTER TABLE turned INHERIT turning;
CREATE INDEX ON turning (id);
CREATE INDEX ON turning (other);
CREATE INDEX ON turned (id);
CREATE INDEX ON turned (other);
DO $$
DECLARE
  parent text;
BEGIN
  FOREACH parent IN ARRAY '{family,turning}'::text[] LOOP
    CONTINUE WHEN current_setting('server_version_num')::integer < 180000;
    EXECUTE format('ALTER TABLE %I ALTER id DROP NOT NULL', parent);
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT only_%1$s NOT NULL id NO INHERIT', parent);
  END LOOP;
  ALTER TABLE member ALTER id DROP NOT NULL;
  ALTER TABLE turned ALTER id DROP NOT NULL;
END
$$;
INSERT INTO turning SELECT id, tenant, CASE WHEN tenant > 1 THEN id END FROM plain;
INSERT INTO turned SELECT tenant, id, CASE WHEN tenant > 1 THEN id END FROM plain;
ANALYZE turning, turned;
SELECT nodes(q), same(q) FROM (VALUES ('SELECT created_at FROM family_seen ORDER BY created_at DESC NULLS LAST '
  'LIMIT 3')) AS v (q);
\echo '-- what is known of one column, or of the parent alone, is not of another one, or of all'
SELECT c, nodes(q), same(q) FROM unnest('{ONLY turning.id,ONLY turning.other,turning.id,turning.other}'::text[]) AS c,
  LATERAL (SELECT format('SELECT uuid_time(%2$s) FROM %1$s ORDER BY uuid_time(%2$s) DESC NULLS LAST LIMIT 3',
    VARIADIC string_to_array(c, '.'))) AS v (q);

\echo '-- another order of times is another one'
CREATE FUNCTION reversed(timestamptz, timestamptz) RETURNS integer IMMUTABLE LANGUAGE sql AS
  'SELECT timestamptz_cmp($2, $1)';
CREATE OPERATOR <# (LEFTARG = timestamptz, RIGHTARG = timestamptz, PROCEDURE = timestamptz_gt);
CREATE OPERATOR ># (LEFTARG = timestamptz, RIGHTARG = timestamptz, PROCEDURE = timestamptz_lt);
CREATE OPERATOR CLASS reversed_ops FOR TYPE timestamptz USING btree AS OPERATOR 1 <#, OPERATOR 3 =, OPERATOR 5 >#,
  FUNCTION 1 reversed(timestamptz, timestamptz);
SELECT same('SELECT created_at, name FROM plain_seen ORDER BY created_at USING <#, name LIMIT 3');

\echo '-- an index with an expression has not the whole row'
CREATE INDEX ON nearly (id, (id::text));
VACUUM nearly;
SELECT count(n) FROM (SELECT n FROM nearly AS n GROUP BY uuid_time(id), n ORDER BY uuid_time(id) LIMIT 5) AS s;

\echo '-- a BRIN index on the time does not keep the index on the id from being used, a partial index is used where its'
\echo '-- predicate holds'
CREATE TABLE brin (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), n integer);
INSERT INTO brin
  SELECT uuid_v7_lower(timestamptz '2026-01-01Z' + i * interval '1 min'), i FROM generate_series(1, 20000) AS i;
CREATE INDEX ON brin USING brin (uuid_time(id));
ANALYZE brin;
SELECT nodes($$SELECT n FROM brin WHERE uuid_time(id) >= timestamptz '2026-01-14Z' ORDER BY uuid_time(id), n LIMIT 5$$);
CREATE TABLE partial (id uuid CHECK (uuid_is_v7(id)), n integer);
INSERT INTO partial SELECT id, n % 10 FROM brin;
CREATE INDEX ON partial (id) WHERE n = 3;
VACUUM (ANALYZE) partial;
RESET enable_seqscan;
SELECT n, nodes('SELECT id FROM partial WHERE n = ' || n || ' ORDER BY uuid_time(id) DESC LIMIT 5')
FROM generate_series(3, 4) AS n;
\i test/sql/include/end.sql
