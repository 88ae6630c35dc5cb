--
-- Filters on the time extracted from a UUID are planned as comparisons of uuids.
-- EXPLAIN is reduced to what every server version says in the same words.
-- In make test: quick, and the main test of filters on extracted times.
--
\set test extraction
\i test/sql/include/begin.sql
-- Twelve months: of v7 only, of anything in order of bytes, of anything in order of time
CREATE TABLE orders (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), n integer) PARTITION BY RANGE (id);
CREATE TABLE events (id uuid PRIMARY KEY, n integer) PARTITION BY RANGE (id);
CREATE TABLE history (id uuid, n integer) PARTITION BY RANGE (id uuid_time_ops);
CREATE INDEX ON history (id uuid_time_ops);
CALL create_parts('orders', 'uuid_v7_lower(%L)', 12, '1 month', 'MM');
CALL create_parts('events', 'uuid_v7_lower(%L)', 12, '1 month', 'MM');
CALL create_parts('history', 'uuid_time_lower(%L)', 12, '1 month', 'MM');
INSERT INTO orders SELECT uuid_generate_v7(t), row_number() OVER (ORDER BY t)
FROM generate_series(timestamptz '2026-01-01', '2026-12-31 12:00', '12 hours') AS t;
INSERT INTO events SELECT * FROM orders;
INSERT INTO history SELECT CASE n % 3 WHEN 0 THEN id WHEN 1 THEN uuid_generate_v6(uuid_time(id))
  ELSE uuid_v6_to_v1(uuid_generate_v6(uuid_time(id))) END, n FROM orders;
ANALYZE orders;
ANALYZE events;
ANALYZE history;
SET enable_seqscan = off;
SET enable_bitmapscan = off;

\echo '-- Every extractor and operator, either side first'
SELECT * FROM planned($$orders WHERE uuid_time(id) >= '2026-03-10' AND uuid_time(id) < '2026-03-11'$$,
  $$orders WHERE public.uuid_extract_timestamp(id) > '2026-03-10' AND uuid_time(id) <= '2026-03-11'$$,
  $$orders WHERE '2026-03-10' <= uuid_time(id) AND '2026-03-11' > uuid_time(id)$$,
  $$orders WHERE uuid_time(id) = '2026-03-10'$$,
  $$orders WHERE uuid_time(id) <@ '[2026-03-10,2026-03-11)'::tstzrange$$,
  $$orders WHERE uuid_time(id) IS NULL AND n > 0$$,
  $$orders WHERE uuid_time(id) <@ 'empty'::tstzrange$$, $$orders WHERE uuid_time(id) <@ '[2026-12-10,)'::tstzrange$$,
  $$orders WHERE uuid_time(id) < '2026-01-10' OR uuid_time(id) > '2026-12-20'$$);
\echo '-- of anything in order of bytes, uuid_v7_timestamp() only: of the others no order of bytes is the order of time'
SELECT * FROM planned($$events WHERE uuid_v7_timestamp(id) <@ '[2026-03-10,2026-03-11)'::tstzrange$$);
\echo '-- in order of time'
SELECT * FROM planned($$history WHERE uuid_time(id) >= '2026-03-10' AND uuid_time(id) < '2026-03-11'$$,
  $$history WHERE uuid_time(id) = '2026-03-10'$$, $$history WHERE uuid_time(id) <@ '(,2026-01-10)'::tstzrange$$);
\echo '-- a date or a timestamp means an instant of the session''s time zone, when the plan starts'
SELECT * FROM planned(
  $$orders WHERE uuid_time(id) >= '2026-12-20'::date AND uuid_time(id) < '2026-12-21'::timestamp$$,
  $$orders WHERE '2026-01-10'::date > uuid_time(id)$$, $$orders WHERE uuid_time(id) < '-infinity'::date$$,
  $$orders WHERE uuid_time(id) < '5874897-12-31'::date$$);
\echo '-- left as they are: what is no comparison, or not with something that can be known'
SELECT * FROM planned(
  $$orders WHERE uuid_time(id) <> '2026-03-10'$$, $$orders WHERE NOT uuid_time(id) = '2026-03-10'$$,
  $$orders WHERE uuid_time(id) <> ALL ('{2026-03-10,2026-03-11}'::timestamptz[])$$,
  $$orders WHERE (uuid_time(id) > '2026-03-10') IS NULL$$,
  $$orders WHERE CASE WHEN uuid_time(id) > '2026-03-10' THEN n = 1 ELSE n = 2 END$$,
  $$orders WHERE uuid_time(id) > clock_timestamp()$$, $$orders WHERE uuid_v7_timestamp_us(id) > '2026-03-10'$$,
  $$orders WHERE uuid_time(CASE WHEN n > 0 THEN id END) > '2026-03-10'$$)
WHERE planned ~ '''019[cd]|uuid_v7_(lower|upper)' OR scanned !~ '01.*12';
\echo '-- a negated inequality is its opposite'
SELECT scanned($$SELECT FROM orders WHERE NOT uuid_time(id) < '2026-12-10'$$) AS negated,
  scanned($$SELECT FROM orders WHERE uuid_time(id) > NULL$$) AS nothing;
\echo '-- and all is off'
SET uuidx.planner = off;
SELECT * FROM conditions($$SELECT FROM orders_03 WHERE uuid_time(id) >= '2026-03-10'$$);
RESET uuidx.planner;

\echo '-- Where the other side is not known yet'
PREPARE since (timestamptz) AS SELECT count(*) FROM orders WHERE uuid_time(id) >= $1
  AND uuid_time(id) < $1 + interval '1 day';
PREPARE during (tstzrange) AS SELECT count(*) FROM orders WHERE uuid_time(id) <@ $1;
SELECT set_config('plan_cache_mode', mode, false), scanned($$EXECUTE since('2026-03-10')$$),
  scanned($$EXECUTE during('[2026-03-10,2026-03-11)')$$) 
FROM unnest('{force_custom_plan,force_generic_plan}'::text[]) AS mode;
SELECT * FROM conditions($$EXECUTE since('2026-03-10')$$);
RESET plan_cache_mode;
DEALLOCATE ALL;
SELECT DISTINCT c ~ '^Index Cond: \(id >= uuid_v7_lower\(' FROM conditions($$SELECT FROM orders
  WHERE uuid_time(id) >= (SELECT timestamptz '2026-03-10')$$) AS c;

\echo '-- Through a view, a function, another level'
CREATE VIEW created AS SELECT *, uuid_time(id) AS created_at FROM orders;
CREATE FUNCTION born(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE RETURN uuid_time(id);
CREATE FUNCTION orders_since(t timestamptz) RETURNS SETOF orders LANGUAGE sql STABLE AS 'SELECT * FROM orders
  WHERE uuid_time(id) >= t';
SELECT scanned($$SELECT FROM created WHERE created_at >= '2026-12-10'$$) AS view, scanned($$SELECT FROM orders
  WHERE born(id) >= '2026-12-10'$$) AS function,
  scanned($$SELECT FROM orders_since('2026-12-10')$$) AS set, scanned($$WITH c AS (SELECT * FROM created) SELECT
  FROM c WHERE created_at >= '2026-12-10'$$) AS cte,
  scanned($$SELECT created_at FROM created GROUP BY created_at HAVING created_at >= '2026-12-10'$$) AS having;
\echo '-- what is stored is what was written'
CREATE TABLE stored (id uuid CHECK (uuid_is_v7(id)) CHECK (uuid_time(id) >= '2026-01-01'), at timestamptz);
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'stored'::regclass ORDER BY conname;

\echo '-- changing rows'
SELECT scanned($$UPDATE orders SET n = 0 WHERE uuid_time(id) >= '2026-12-10'$$) AS update, scanned($$DELETE
  FROM orders WHERE uuid_time(id) < '2026-01-10'$$) AS delete,
  scanned($$MERGE INTO orders USING (SELECT 1) AS s (one) ON uuid_time(id) >= '2026-12-10' WHEN MATCHED
  THEN UPDATE SET n = 0$$) AS merge;

\echo '-- Joins'
SELECT scanned($$SELECT FROM orders_01 AS a LEFT JOIN orders AS b ON uuid_time(b.id) >= '2026-12-10'$$) AS nullable,
  scanned($$SELECT FROM orders AS a LEFT JOIN orders_01 AS b ON uuid_time(a.id) >= '2026-12-10'$$) AS kept_side,
  scanned($$SELECT FROM orders_01 WHERE NOT EXISTS (SELECT FROM orders WHERE uuid_time(id) >= '2026-12-10')$$) AS anti;

\echo '-- Row-level security: the condition of a policy is planned the same way, and is evaluated first'
CREATE FUNCTION may_see(n integer) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RETURN n % 2 = 0; END$$;
CREATE ROLE regress_uuidx_extraction;
GRANT USAGE ON SCHEMA extraction TO regress_uuidx_extraction;
GRANT SELECT ON ALL TABLES IN SCHEMA extraction TO regress_uuidx_extraction;
ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
CREATE POLICY recent ON orders USING (uuid_time(id) >= '2026-12-01');
SET ROLE regress_uuidx_extraction;
SELECT * FROM conditions($$SELECT FROM orders WHERE may_see(n) AND uuid_time(id) < '2026-12-02'$$);
SELECT count(*) FROM orders WHERE uuid_time(id) < '2026-12-02';
RESET ROLE;
DROP POLICY recent ON orders;
ALTER TABLE orders DISABLE ROW LEVEL SECURITY;

-- What proves that there are v7 only, and what does not
CREATE TABLE plain (id uuid, n integer);
CREATE INDEX ON plain (id);
CREATE TABLE kept (LIKE plain, CHECK (uuid_is_v7(id)) NO INHERIT);
CREATE TABLE not_valid (LIKE plain);
INSERT INTO not_valid VALUES ('00000000-0000-0000-0000-000000000000'), (NULL), ('019cd50b-1800-7000-8000-000000000000');
ALTER TABLE not_valid ADD CONSTRAINT v7 CHECK (uuid_is_v7(id)) NOT VALID;
CREATE TABLE version_7 (LIKE plain, CHECK (uuid_version(id) = 7));
INSERT INTO version_7 VALUES ('00000000-0000-0000-0000-000000000000'), ('ffffffff-ffff-ffff-ffff-ffffffffffff'),
  ('019cd50b-1800-7000-0000-000000000000'), (NULL), ('019cd50b-1800-7000-8000-000000000000');
CREATE TABLE version_6 (LIKE plain, CHECK (6 = uuid_version(id)));
CREATE TABLE only_v6 (LIKE plain, CHECK (n > 0 AND uuid_is_v6(id)));
CREATE DOMAIN v7 AS uuid CHECK (uuid_is_v7(VALUE));
CREATE DOMAIN v7_too AS v7 CHECK (VALUE IS NOT NULL);
CREATE TABLE of_domain (id v7_too, n integer);
CREATE INDEX ON of_domain (id);
\echo '-- no lock keeps the constraint of a domain'
CREATE TABLE of_domain_checked (LIKE of_domain INCLUDING INDEXES, CHECK (uuid_is_v7(id)));
CREATE TABLE either (LIKE plain, CHECK (uuid_is_v7(id) OR uuid_is_v6(id)));
SELECT "table", conditions AS planned
FROM unnest('{plain, kept, not_valid, version_7, version_6, only_v6, of_domain,
  of_domain_checked, either}'::text[]) WITH ORDINALITY AS t ("table", o),
  LATERAL conditions(format($$SELECT FROM %s WHERE uuid_time(id) >= '2026-03-10' AND uuid_time(id) < '2026-03-11'$$,
  "table")) ORDER BY o;
SELECT 'not_valid' AS "table", count(*) FROM not_valid WHERE uuid_time(id) <= '2026-03-10' UNION ALL
SELECT 'version_7', count(*) FROM version_7 WHERE uuid_time(id) <= '2026-03-10' UNION ALL
SELECT 'version_7, after', count(*) FROM version_7 WHERE uuid_time(id) > '2026-03-01' UNION ALL
SELECT 'version_7, operator', count(*) FROM version_7 WHERE id > '2026-03-01'::timestamptz ORDER BY 1;
\echo '-- what lists the constraints of 1.1.0 that prove nothing any more, and replaces them, as in'
\echo '-- doc/slow-query.md; nil and max, which they let in, are not in the way'
CREATE TABLE "Upgraded" (LIKE plain INCLUDING ALL, CONSTRAINT "a""b" CHECK (uuid_version(id) = 7),
  CHECK (uuid_version(id) = 7 AND n > 0), CHECK (n > 0));
CREATE TABLE upgraded_6 (id v7_too, other uuid CHECK (other IS NULL OR uuid_version(other) = 4),
  CHECK (uuid_version(id) = 6));
INSERT INTO "Upgraded" VALUES (uuid_generate_v7('2026-03-10'), 1);
CREATE FUNCTION replacements() RETURNS TABLE (relation regclass, conname name, definition text, statement text)
  LANGUAGE sql AS $$
SELECT conrelid::regclass AS relation, conname, definition, CASE WHEN part IS NOT NULL THEN
  format('ALTER TABLE %s ADD CONSTRAINT %I CHECK (uuid_is_v%s(%s)) NOT VALID',
    conrelid::regclass, left(conname, 60) || '_is', coalesce(part[1], part[3]), part[2]) END AS statement
FROM pg_constraint, pg_get_constraintdef(oid) definition,
  regexp_match(definition,
    '^CHECK \(\((?:([67]) = )?(?:\w+\.)?uuid_(?:extract_)?version\(([^()]+|\([^()]+\)::uuid)\)(?: = ([67]))?\)\)$') part
WHERE contype = 'c' AND coninhcount = 0 AND conrelid <> 0 AND definition ~ 'uuid_(extract_)?version\(';
$$;
DELETE FROM version_7 WHERE NOT uuid_is_v7(id);
SELECT definition, statement FROM replacements() WHERE relation::text ~ 'pgraded'
  ORDER BY definition COLLATE "C";
SELECT statement, format('ALTER TABLE %s VALIDATE CONSTRAINT %I', relation, left(conname, 60) || '_is'),
  format('ALTER TABLE %s DROP CONSTRAINT %I', relation, conname)
  FROM replacements() WHERE relation::text ~ 'pgraded|version_[67]' AND statement IS NOT NULL \gexec
SELECT definition, statement FROM replacements() WHERE relation::text ~ 'pgraded|version_[67]';
SELECT t, c FROM unnest('{"Upgraded",version_7}'::text[]) AS t, conditions(format($$SELECT FROM %I
  WHERE uuid_time(id) >= '2026-03-10' AND uuid_time(id) < '2026-03-11'$$, t)) AS c;
\echo '-- a partial index brings the filter back only if its predicate is that filter'
CREATE TABLE referring (id uuid CHECK (uuid_is_v7(id)), parent_id uuid);
CREATE INDEX ON referring (parent_id) WHERE parent_id IS NOT NULL;
SELECT * FROM conditions($$SELECT FROM referring WHERE id >= '2026-03-10'::timestamptz$$);
CREATE INDEX referring_v7 ON referring (parent_id) WHERE uuid_is_v7(id);
SELECT scans($$SELECT FROM referring WHERE id >= '2026-03-10'::timestamptz$$);
\echo '-- inheritance'
CREATE TABLE child (CONSTRAINT kept_id_check CHECK (true)) INHERITS (kept);
INSERT INTO child VALUES ('00000000-0000-0000-0000-000000000000');
SELECT * FROM conditions($$SELECT FROM kept WHERE uuid_v7_timestamp(id) < '2026-03-11'$$);
SELECT * FROM conditions($$SELECT FROM ONLY kept WHERE uuid_v7_timestamp(id) < '2026-03-11'$$);
CREATE TABLE parent (LIKE plain, CONSTRAINT v7 CHECK (uuid_is_v7(id)));
CREATE TABLE heir () INHERITS (parent);
CREATE INDEX ON heir (id);
INSERT INTO heir SELECT * FROM orders;
ANALYZE heir;
SELECT * FROM conditions($$SELECT FROM parent WHERE uuid_time(id) >= '2026-12-31'$$);
SELECT count(*) FROM parent WHERE uuid_time(id) >= '2026-12-31';
\echo '-- also if a table inherits it twice'
CREATE TABLE heir_too () INHERITS (parent);
CREATE TABLE heir_of_both () INHERITS (heir, heir_too);
SELECT count(*) AS unproven
FROM conditions($$SELECT FROM parent WHERE uuid_time(id) >= '2026-12-31'$$) WHERE conditions NOT LIKE '%(id >= %';
DROP TABLE heir_of_both, heir_too;
\echo '-- the operators use the proof, too'
SELECT * FROM conditions($$SELECT FROM heir WHERE id >= '2026-12-31'::timestamptz$$);

\echo '-- a plan depends on what proved it'
SET plan_cache_mode = force_generic_plan;
PREPARE by_check AS SELECT count(*) FROM parent WHERE uuid_time(id) <= '2026-01-01';
PREPARE by_validation AS SELECT count(*) FROM not_valid WHERE uuid_time(id) <= '2026-03-10';
SELECT q, run('EXECUTE ' || q) FROM unnest('{by_check,by_validation}'::text[]) AS q;
ALTER TABLE parent DROP CONSTRAINT v7;
INSERT INTO heir VALUES ('00000000-0000-0000-0000-000000000000', 0);
SELECT 'by_check, after', run('EXECUTE by_check');
SELECT * FROM conditions('EXECUTE by_check') LIMIT 1;
DELETE FROM not_valid WHERE NOT uuid_is_v7(id);
ALTER TABLE not_valid VALIDATE CONSTRAINT v7;
SELECT * FROM conditions('EXECUTE by_validation');
SELECT 'by_validation, after', run('EXECUTE by_validation');
RESET plan_cache_mode;
DEALLOCATE ALL;

\echo '-- a condition stays beside what it became where an index''s predicate or a partition key is on the time itself'
CREATE TABLE lately (id uuid, n integer);
CREATE INDEX ON lately (n) WHERE uuid_time(id) >= '2026-12-10';
CREATE TABLE by_key (id uuid) PARTITION BY RANGE (uuid_v7_timestamp(id));
CREATE TABLE by_key_01 PARTITION OF by_key FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
CREATE TABLE by_key_02 PARTITION OF by_key FOR VALUES FROM ('2026-02-01') TO ('2026-03-01');
SELECT * FROM conditions($$SELECT FROM lately WHERE uuid_time(id) >= '2026-12-10' AND n = 1$$);
SELECT scanned($$SELECT FROM by_key WHERE uuid_v7_timestamp(id) >= '2026-02-10'$$);

DROP OWNED BY regress_uuidx_extraction;
DROP ROLE regress_uuidx_extraction;
-- an index on a function that the server inlines
CREATE FUNCTION birth(uuid) RETURNS timestamptz IMMUTABLE LANGUAGE sql RETURN uuid_time($1);
CREATE FUNCTION is_new(uuid) RETURNS boolean IMMUTABLE LANGUAGE sql RETURN uuid_time($1) >= '2026-01-02';
CREATE TABLE inlined (id uuid CHECK (uuid_is_v7(id)), n integer);
CREATE INDEX inlined_birth ON inlined (birth(id));
CREATE TABLE inlined_new (LIKE inlined INCLUDING CONSTRAINTS);
CREATE INDEX inlined_new_n ON inlined_new (n) WHERE is_new(id);
-- and one that is not the time, beside which a list uses the index on the id
CREATE FUNCTION seen(uuid) RETURNS timestamptz IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TABLE inlined_not (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)));
CREATE INDEX ON inlined_not (seen(id));
CREATE TABLE by_day (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)));
CREATE INDEX ON by_day (((uuid_time(id) AT TIME ZONE 'UTC')::date));
SELECT q, ARRAY(SELECT conditions('SELECT FROM ' || q)) FROM unnest(ARRAY[
  $$inlined WHERE birth(id) >= '2026-03-10'$$, 'inlined_new WHERE is_new(id) AND n = 5',
  $$inlined_not WHERE uuid_time(id) IN ('2026-03-10', '2026-03-11')$$,
  $$by_day WHERE uuid_time(id) IN ('2026-03-10', '2026-03-11')$$]) AS q;
-- partitions below the first level, and children
CREATE TABLE tenants (id uuid NOT NULL CHECK (uuid_is_v7(id)), tenant integer NOT NULL) PARTITION BY LIST (tenant);
CREATE TABLE tenant_1 PARTITION OF tenants FOR VALUES IN (1) PARTITION BY RANGE (id);
CALL create_parts('tenant_1', 'uuid_v7_lower(%L)', 12);
CREATE TABLE children (id uuid CHECK (uuid_is_v7(id)));
CREATE TABLE child_1 (CHECK (id < '2026-02-01'::timestamptz)) INHERITS (children);
CREATE TABLE child_2 (CHECK (id >= '2026-02-01'::timestamptz)) INHERITS (children);
CREATE INDEX ON tenants (id);
SELECT q, scanned('SELECT FROM ' || q) FROM unnest(ARRAY[$$tenants WHERE uuid_time(id) = '2026-01-10'$$,
  $$children WHERE uuid_time(id) = '2026-01-10'$$]) AS q;
SELECT conditions($$SELECT FROM tenants WHERE uuid_time(id) = ANY ('{2026-01-10,NULL}')$$);
SELECT nodes('SELECT FROM tenants WHERE tenant = 1 ORDER BY uuid_time(id) DESC LIMIT 1');
\i test/sql/include/end.sql
