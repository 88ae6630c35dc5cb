--
-- Converting: v1 <-> v6.  The unit test converts any.
-- In make test: quick, and the main test of converting between versions.
--
\set test conversion
\i test/sql/include/begin.sql
-- RFC 9562 A.1 and A.5; two of its name spaces, which are v1; the edges
SELECT v1, uuid_v1_to_v6(v1), uuid_v6_to_v1(uuid_v1_to_v6(v1)) = v1 AS back
FROM (VALUES ('c232ab00-9414-11ec-b3c8-9f6bdeced846'::uuid), ('6ba7b810-9dad-11d1-80b4-00c04fd430c8'),
  ('00000000-0000-1000-8000-000000000000'), ('ffffffff-ffff-1fff-bfff-ffffffffffff'),
  ('12345678-9abc-1def-8123-456789abcdef')) AS vectors (v1);
SELECT v6, uuid_v6_to_v1(v6), uuid_v1_to_v6(uuid_v6_to_v1(v6)) = v6 AS back
FROM (VALUES ('1ec9414c-232a-6b00-b3c8-9f6bdeced846'::uuid), ('00000000-0000-6000-8000-000000000000'),
  ('ffffffff-ffff-6fff-bfff-ffffffffffff'), ('def9abc1-2345-6678-8123-456789abcdef')) AS vectors (v6);

-- how to make a v1
SELECT uuid_version(v1), uuid_variant(v1), uuid_time(v1)
FROM uuid_v6_to_v1(uuid_generate_v6('1970-01-01 00:00:00.000001')) AS v1;
SELECT abs(extract(epoch FROM uuid_time(uuid_v6_to_v1(uuid_generate_v6())) - now())) < 60 AS now;

-- other versions are refused, and named; the right digit in another variant is no version
SELECT call, state, message, detail
FROM unnest(ARRAY[ $$uuid_v1_to_v6('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')$$,
    $$uuid_v6_to_v1('c232ab00-9414-11ec-b3c8-9f6bdeced846')$$,
    $$uuid_v1_to_v6('c232ab00-9414-11ec-33c8-9f6bdeced846')$$,
    $$uuid_v6_to_v1('1ec9414c-232a-6b00-d3c8-9f6bdeced846')$$,
    $$uuid_v1_to_v6('00000000-0000-0000-0000-000000000000')$$,
    $$uuid_v6_to_v1('ffffffff-ffff-ffff-ffff-ffffffffffff')$$]) AS call, LATERAL error_of('SELECT ' || call);

SELECT uuid_v1_to_v6(NULL), uuid_v6_to_v1(NULL);
\i test/sql/include/end.sql
