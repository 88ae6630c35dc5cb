--
-- < <= > >= between uuid and timestamptz: what they are in the catalogs, which
-- operator a query means, and the explicit casts.
-- Their results, nulls and boundaries: boundary_law.sql.
-- In make test: quick, and the main test of operators between uuid and timestamptz.
--
\set test timestamptz_ops
\i test/sql/include/begin.sql
\set VERBOSITY terse

\echo '-- The catalogs: every operator its commutator, negator and estimators'
SELECT o.oid::regoperator AS operator, o.oprcode::regproc AS function, o.oprcom::regoperator AS commutator,
  o.oprnegate::regoperator AS negator, o.oprrest AS restriction, o.oprjoin AS "join", o.oprcanmerge
    OR o.oprcanhash AS merges_or_hashes
FROM pg_depend AS d JOIN pg_extension AS e ON d.refobjid = e.oid JOIN pg_operator AS o ON d.objid = o.oid
WHERE d.classid = 'pg_operator'::regclass AND d.deptype = 'e' AND e.extname = 'uuidx'
  AND ARRAY[o.oprleft, o.oprright] && ARRAY['timestamptz'::regtype, 'uuidx_tstzrange'::regtype]::oid[]
  AND o.oprname IN ('<', '<=', '>', '>=', '<@', '@>')
ORDER BY (o.oid::regoperator)::text COLLATE "C";

\echo '-- Equality between the types does not exist'
SELECT uuid_v7_lower('2026-01-01') = '2026-01-01'::timestamptz;

\echo '-- Beside a uuid, what has no type is a uuid'
CREATE DOMAIN order_id AS uuid;
CREATE DOMAIN moment AS timestamptz;
CREATE TEMP TABLE orders (id uuid, domain_id order_id, at timestamptz, domain_at moment);
INSERT INTO orders VALUES ('019b76da-a800-7000-8000-000000000000', '019b76da-a800-7000-8000-000000000000',
  '2026-01-01', '2026-01-01');
\set VERBOSITY default
SELECT id >= '2026-01-01 00:00:00+00' FROM orders;
\echo :LAST_ERROR_SQLSTATE
\set VERBOSITY terse
SELECT '2026-01-01 00:00:00+00' < id FROM orders;
SELECT id >= '019b76da-a800-7000-8000-000000000000' AS uuid, '019b76da-a800-7000-8000-000000000000' < id AS smaller,
  domain_id <= '019b76da-a800-7000-8000-000000000000' AS domain FROM orders;
PREPARE ge AS SELECT FROM orders WHERE id >= $1;
PREPARE lt AS SELECT FROM orders WHERE $1 < id;
PREPARE typed AS SELECT FROM orders WHERE id >= $1::timestamptz;
SELECT name, parameter_types FROM pg_prepared_statements ORDER BY name;
DEALLOCATE ALL;

\echo '-- Every type with an implicit cast to a time is accepted, and domains, too'
SELECT id >= timestamp '2026-01-01' AS timestamp, id >= date '2026-01-02' AS date, domain_id <= at AS domain,
  id <= domain_at AS domain_at, domain_at > domain_id AS domains, id BETWEEN at AND at + '1 ms' AS between
FROM orders;
SET timezone = 'Asia/Tokyo';
SELECT id >= timestamp '2026-01-01 09:00:00.001' AS timestamp, id >= date '2026-01-01' AS date FROM orders;
SET timezone = 'UTC';
\echo '-- no other'
SELECT id >= 'now'::text FROM orders;
SELECT (id, 1) >= (at, 2) FROM orders;

\echo '-- Casts: in both directions, when asked for and never else'
SELECT castsource::regtype, casttarget::regtype, castfunc::regprocedure, castcontext, castmethod
FROM pg_cast
WHERE castsource IN ('uuid'::regtype, 'timestamptz'::regtype)
  AND casttarget IN ('uuid'::regtype, 'timestamptz'::regtype) AND castsource <> casttarget
ORDER BY castsource;
SELECT '2026-01-01 00:00:00.0001'::timestamptz::uuid, '019b76da-a801-7000-8000-000000000000'::uuid::timestamptz,
  CAST('00000000-0000-4000-8000-000000000000'::uuid AS timestamptz) IS NULL AS v4_is_null;
INSERT INTO orders (id) VALUES ('2026-01-01'::timestamptz);
UPDATE orders SET at = id;
SELECT id FROM orders UNION SELECT at FROM orders;
SELECT date_trunc('day', id) FROM orders;
\i test/sql/include/end.sql
