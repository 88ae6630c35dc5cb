--
-- uuid <@ tstzrange and tstzrange @> uuid: which operator a query means.
-- Their results, nulls, and the bounds of other ranges: boundary_law.sql.
-- In make test: quick, and the main test of ids in ranges of time.
--
\set test ranges
\i test/sql/include/begin.sql
\set VERBOSITY terse
CREATE TEMP TABLE reservations (id uuid, during tstzrange);
INSERT INTO reservations VALUES ('019b76da-a800-7000-8000-000000000000', '[2026-01-01,2026-02-01)');

\echo '-- Core''s operators keep every query they had: a literal or a parameter without a'
\echo '-- type beside a tstzrange is a tstzrange'
SELECT during @> '[2026-01-05,2026-01-06)' AS contains, '[2026-01-05,2026-01-06)' <@ during AS contained,
  '[2026-01-01,2027-01-01)' @> during AS contains_it, during <@ '[2026-01-01,2027-01-01)' AS contained_in,
  during @> NULL AS contains_null, NULL <@ during AS null_contained
FROM reservations;
PREPARE contains AS SELECT FROM reservations WHERE during @> $1;
PREPARE contained AS SELECT FROM reservations WHERE $1 <@ during;
SELECT name, parameter_types FROM pg_prepared_statements ORDER BY name;
DEALLOCATE ALL;
SELECT during @> '2026-01-05'::timestamptz AS element, '2026-02-01'::timestamptz <@ during AS outside,
  during @> during AS range, during <@ tstzmultirange(during) AS multirange
FROM reservations;
CREATE DOMAIN booking AS tstzrange;
CREATE DOMAIN order_id AS uuid;
\echo '-- and a range of uuid'
CREATE TYPE uuid_range AS RANGE (subtype = uuid);
SELECT id <@ uuid_range(NULL, id, '[]') AS in_uuid_range, uuid_range(NULL, id) @> id AS not_in_uuid_range
FROM reservations;

\echo '-- Ours'
SELECT id <@ during AS contained, during @> id AS contains, id::order_id <@ during AS domain,
  id <@ during::booking AS domain_of_range, during::booking @> id::order_id AS domains
FROM reservations;
\echo '-- beside a uuid, a literal or parameter without a type is a range of time'
SELECT id <@ '[2026-01-01,2026-02-01)' AS contained, '[2026-01-01 00:00:00.001,)' @> id AS contains FROM reservations;
PREPARE contained AS SELECT id <@ $1 AS contained FROM reservations;
EXECUTE contained('(2026-01-01,)');
EXECUTE contained('[2026-01-01,]');
DEALLOCATE ALL;
SELECT id <@ '2026-01-01' FROM reservations;

\echo '-- what has no operator still has none'
SELECT id <@ '[1,2)'::int4range FROM reservations;
SELECT id <@ tstzmultirange(during) FROM reservations;

\echo '-- No uuid is between the limits of a range that contains none'
SELECT r AS range, uuid_v7_range_lower(r), uuid_v7_range_upper(r)
FROM unnest('{"(2026-01-01,2026-02-01]", "(infinity,)", "(,-infinity)", "(,1969-12-31)", empty}'::tstzrange[]) AS r;

\echo '-- The range is evaluated where it stands, so a set in the place of the uuid still'
\echo '-- makes the rows it would'
SELECT unnest('{019b76da-a800-7000-8000-000000000000, 01000000-0000-7000-8000-000000000000}'::uuid[])
  <@ '[2026-01-01,2026-02-01)'::tstzrange AS contained;
SELECT id <@ generate_series FROM reservations, LATERAL (SELECT tstzrange(t, t + interval '1 day')
  FROM generate_series('2025-12-31', '2026-01-02', interval '1 day') AS t) AS s (generate_series);
\i test/sql/include/end.sql
