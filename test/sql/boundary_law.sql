--
-- The laws of asking by time, in three-valued logic, for every uuid and every
-- instant, nulls among them:
--	  id OP t	= uuid_is_v7(id) AND uuid_v7_timestamp(id) OP t
--	  id ~OP~ t	= id carries a time AND uuid_time(id) OP t
--	  id <@ r	= uuid_is_v7(id) AND uuid_v7_timestamp(id) <@ r
-- for all operators, in both orders, in every context.  Every column of mistakes below is 0.
--
-- OP ANY (ARRAY[...]) is never rewritten by the planner and so calls the function
-- of the operator (planner.sql shows that); the plain form always is.
-- In make test: quick, and the main test of the laws of asking by time.
--
\set test boundary_law
\i test/sql/include/begin.sql
-- a UUID from its fields; variant is the digit with the variant's bits
CREATE FUNCTION make_id(unix_ms bigint, version integer, variant integer, rest text) RETURNS uuid
  IMMUTABLE LANGUAGE sql
  RETURN (lpad(to_hex(unix_ms), 12, '0') || to_hex(version) || substr(rest, 1, 3)
          || to_hex(variant) || substr(rest, 4, 15))::uuid;

-- milliseconds: the edges of the field, of both epochs, today's, and any
CREATE TABLE milliseconds AS
SELECT unix_ms FROM (VALUES
  (0::bigint), (1), (2), (999), (1000), (946684799999), (946684800000), (946684800001), (1767225600000),
  (4294967295999), (140737488355327), (140737488355328), (281474976710653), (281474976710654),
    (281474976710655)) AS edges (unix_ms)
UNION
SELECT ('x' || substr(md5('ms' || n), 1, 12))::bit(48)::bigint FROM generate_series(1, 12) AS n
UNION
SELECT 1700000000000 + (('x' || substr(md5('now' || n), 1, 10))::bit(40)::bigint) / 8 FROM generate_series(1, 12) AS n;

\echo '-- v7 with every bit after the time 0, 1 or any; then what is no v7'
CREATE TABLE ids AS
SELECT make_id(unix_ms, 7, variant, rest) AS id, unix_ms
FROM milliseconds, (VALUES (8, repeat('0', 18)), (11, repeat('f', 18)), (8, repeat('f', 18))) AS r (variant, rest)
UNION
SELECT make_id(unix_ms, 7, 8 + (unix_ms % 4)::integer, md5('v7' || unix_ms)), unix_ms FROM milliseconds
UNION
SELECT make_id(unix_ms, version, variant, rest), unix_ms
FROM milliseconds, generate_series(0, 15, 15) AS version, (VALUES (0), (8), (15)) AS v (variant),
  (VALUES (repeat('0', 18)), (repeat('f', 18))) AS r (rest)
WHERE unix_ms < 1000 OR unix_ms > 281474976710000 OR unix_ms = 1767225600000
UNION
SELECT make_id(unix_ms, 7, variant, rest), unix_ms
FROM milliseconds, (VALUES (7, repeat('f', 18)), (12, repeat('0', 18))) AS r (variant, rest)
UNION
SELECT make_id(unix_ms, version, 8 + (unix_ms % 4)::integer, md5('v' || version || unix_ms)), unix_ms
FROM milliseconds, (VALUES (1), (4), (6), (8)) AS v (version)
UNION VALUES ('00000000-0000-0000-0000-000000000000'::uuid, 0), ('00000000-0000-0000-0000-000000000001', 0),
  ('ffffffff-ffff-ffff-ffff-fffffffffffe', 281474976710655), ('ffffffff-ffff-ffff-ffff-ffffffffffff', 281474976710655),
  (NULL, 0);
SELECT uuid_version(id) = 7 IS TRUE AS v7, count(*) FROM ids GROUP BY 1 ORDER BY 1;

-- instants far from any id
CREATE TABLE instants AS
SELECT at::timestamptz FROM unnest('{-infinity, 4713-01-01 BC, 0001-12-31 BC, 1582-10-15, 1969-12-31 23:59:59.999,
  1969-12-31 23:59:59.999999, 1970-01-01, 1970-01-01 00:00:00.000001, 1970-01-01 00:00:00.000999,
    1970-01-01 00:00:00.001,
  1999-12-31 23:59:59.999999, 2000-01-01, 2000-01-01 00:00:00.000001, 2026-01-01, 2026-01-01 00:00:00.0005,
  10889-08-02 05:31:50.654999, 10889-08-02 05:31:50.655, 10889-08-02 05:31:50.655001, 10889-08-02 05:31:50.655999,
  10889-08-02 05:31:50.656, 10889-08-03, 294276-12-31 23:59:59.999999, infinity}'::text[]) AS at;

\echo '-- pairs: those, each with every id, and for each id instants around its own'
CREATE TABLE pairs AS
SELECT id, at FROM ids, (SELECT at FROM instants UNION ALL VALUES (NULL::timestamptz)) AS i (at)
UNION
SELECT id, 'epoch'::timestamptz + interval '1 ms' * unix_ms + interval '1 us' * us
FROM ids, unnest('{-1001, -1000, -999, -500, -1, 0, 1, 2, 499, 500, 998, 999, 1000, 1001}'::integer[]) AS us;
SELECT count(*) > 10000 AS many, count(*) FILTER (WHERE uuid_version(id) = 7) > 4000 AS many_v7 FROM pairs;

\echo '-- The operators in both orders: what the function of the operator says, what the'
\echo '-- planner makes of it, the same written by hand, and the definition, by an oracle'
\echo '-- that reads the digits of the text'
CREATE FUNCTION digits_say(id uuid, versions text) RETURNS boolean IMMUTABLE LANGUAGE sql
  RETURN id::text ~ ('^.{14}[' || versions || '].{4}[89ab]');
CREATE VIEW answers AS
SELECT id, at, operator, by_function, by_planner, by_definition
FROM pairs, LATERAL (SELECT digits_say(id, '7'), digits_say(id, '167'), uuid_v7_timestamp(id), uuid_time(id))
    AS d (v7, timed, v7_time, any_time), LATERAL (VALUES
    ('id < t', id < ANY (ARRAY[at]), id < at, v7 AND v7_time < at),
    ('id <= t', id <= ANY (ARRAY[at]), id <= at, v7 AND v7_time <= at),
    ('id > t', id > ANY (ARRAY[at]), id > at, v7 AND v7_time > at),
    ('id >= t', id >= ANY (ARRAY[at]), id >= at, v7 AND v7_time >= at),
    ('t < id', at < ANY (ARRAY[id]), at < id, v7 AND at < v7_time),
    ('t <= id', at <= ANY (ARRAY[id]), at <= id, v7 AND at <= v7_time),
    ('t > id', at > ANY (ARRAY[id]), at > id, v7 AND at > v7_time),
    ('t >= id', at >= ANY (ARRAY[id]), at >= id, v7 AND at >= v7_time),
    ('id ~<~ t', id ~<~ ANY (ARRAY[at]), id ~<~ at, timed AND any_time < at),
    ('id ~<=~ t', id ~<=~ ANY (ARRAY[at]), id ~<=~ at, timed AND any_time <= at),
    ('id ~>~ t', id ~>~ ANY (ARRAY[at]), id ~>~ at, timed AND any_time > at),
    ('id ~>=~ t', id ~>=~ ANY (ARRAY[at]), id ~>=~ at, timed AND any_time >= at),
    ('t ~<~ id', at ~<~ ANY (ARRAY[id]), at ~<~ id, timed AND at < any_time),
    ('t ~<=~ id', at ~<=~ ANY (ARRAY[id]), at ~<=~ id, timed AND at <= any_time),
    ('t ~>~ id', at ~>~ ANY (ARRAY[id]), at ~>~ id, timed AND at > any_time),
    ('t ~>=~ id', at ~>=~ ANY (ARRAY[id]), at ~>=~ id, timed AND at >= any_time),
    ('is v7', uuid_is_v7(id), uuid_is_v7(id), v7)
  ) AS a (operator, by_function, by_planner, by_definition);
CREATE FUNCTION mistakes(answers regclass) RETURNS TABLE (operator text, often_true boolean, often_false boolean,
  null_at_times boolean, by_function bigint, by_planner bigint) LANGUAGE plpgsql AS $$BEGIN
  RETURN QUERY EXECUTE format('SELECT operator, count(*) FILTER (WHERE by_function) > 1000,
    count(*) FILTER (WHERE NOT by_function) > 1000, count(*) FILTER (WHERE by_function IS NULL) > 100,
    count(*) FILTER (WHERE by_function IS DISTINCT FROM by_definition),
    count(*) FILTER (WHERE by_planner IS DISTINCT FROM by_definition)
    FROM %s GROUP BY operator ORDER BY operator COLLATE "C"', answers);
END$$;
SELECT * FROM mistakes('answers');

\echo '-- Under NOT, IS NULL and IS TRUE, which the planner simplifies'
SELECT count(*) AS mistakes
FROM pairs, LATERAL (SELECT digits_say(id, '7'), digits_say(id, '167'), uuid_v7_timestamp(id),
  uuid_time(id)) AS d (v7, timed, v7_time, any_time)
WHERE (NOT id < at, NOT at <= id, (id > at) IS NULL, (id >= at) IS NOT TRUE,
    NOT id ~<~ at, NOT at ~<=~ id, (id ~>~ at) IS NULL, (id ~>=~ at) IS NOT TRUE) IS DISTINCT FROM
  (NOT (v7 AND v7_time < at), NOT (v7 AND v7_time >= at), (v7 AND v7_time > at) IS NULL,
    (v7 AND v7_time >= at) IS NOT TRUE, NOT (timed AND any_time < at), NOT (timed AND any_time >= at),
    (timed AND any_time > at) IS NULL, (timed AND any_time >= at) IS NOT TRUE);

\echo '-- The same with constants, which the planner folds: each fixed instant and one'
\echo '-- near every edge, against all ids'
CREATE FUNCTION constant_mistakes(op text, commutator text, constant anyelement) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  mistakes bigint;
BEGIN
  EXECUTE format('SELECT count(*) FROM ids WHERE (id %1$s %3$s) IS DISTINCT FROM (id %1$s ANY (ARRAY[%3$s]))
    OR (NOT id %1$s %3$s) IS DISTINCT FROM NOT (id %1$s ANY (ARRAY[%3$s]))
    OR (NOT %3$s %2$s id) IS DISTINCT FROM NOT (%3$s %2$s ANY (ARRAY[id]))
    OR (%3$s %2$s id) IS DISTINCT FROM (%3$s %2$s ANY (ARRAY[id]))',
    op, commutator, format('%L::%s', constant, pg_typeof(constant))) INTO mistakes;
  RETURN mistakes;
END
$$;
SELECT count(*), sum(constant_mistakes(op, commutator, at)) AS mistakes
FROM (SELECT at FROM instants UNION ALL VALUES (NULL::timestamptz)
      UNION SELECT 'epoch'::timestamptz + interval '1 ms' * unix_ms + interval '1 us' * us
            FROM milliseconds, (VALUES (-1), (0), (1)) AS u (us) WHERE unix_ms % 7 = 0) AS c,
  (VALUES ('<', '>'), ('<=', '>='), ('>', '<'), ('>=', '<='), ('~<~', '~>~'), ('~<=~', '~>=~'), ('~>~', '~<~'),
    ('~>=~', '~<=~')) AS o (op, commutator);

\echo '-- Ranges of all kinds of bounds: the definition is core''s own <@ of the time extracted'
CREATE TABLE ranges AS
SELECT tstzrange(a, b, kind) AS during
FROM instants AS i (a), instants AS j (b), unnest('{[], [), (], ()}'::text[]) AS kind
WHERE a <= b
UNION SELECT tstzrange(at, NULL, kind) FROM instants, unnest('{[), ()}'::text[]) AS kind
UNION SELECT tstzrange(NULL, at, kind) FROM instants, unnest('{(], ()}'::text[]) AS kind
UNION VALUES (tstzrange(NULL, NULL)), ('empty');

-- each id with ranges around its own instant, and some with all
CREATE TABLE range_pairs AS
SELECT id, tstzrange(t + interval '1 us' * a, t + interval '1 us' * b, kind) AS during
FROM ids, LATERAL (SELECT 'epoch'::timestamptz + interval '1 ms' * unix_ms) AS own (t),
  (VALUES (-1, 0), (0, 0), (0, 1), (1, 999), (0, 999), (0, 1000), (-999, 1), (-1000, 1), (1000, 1001),
    (-1001, -1000)) AS o (a, b), unnest('{[], [), (], ()}'::text[]) AS kind
UNION
SELECT id, during FROM ids, ranges WHERE hashtext(id::text) % 50 = hashtext(during::text) % 50
UNION
SELECT id, during FROM ids, ranges
WHERE isempty(during) OR (lower_inf(during) OR upper_inf(during)) AND hashtext(id::text) % 4 = 0;
INSERT INTO range_pairs SELECT id, NULL FROM ids UNION ALL SELECT NULL, during FROM ranges;

CREATE VIEW range_answers AS
SELECT operator, by_function, by_planner, digits_say(id, '7') AND uuid_v7_timestamp(id) <@ during AS by_definition
FROM range_pairs, LATERAL (VALUES ('id <@ r', id <@ ANY (ARRAY[during]), id <@ during),
  ('r @> id', during @> ANY (ARRAY[id]), during @> id)) AS a (operator, by_function, by_planner);
SELECT * FROM mistakes('range_answers');
\echo '-- if no uuid is in the range, none is between the limits; otherwise, both limits are v7 and in the range'
SELECT count(*) AS mistakes
FROM ranges, LATERAL (SELECT uuid_v7_range_lower(during), uuid_v7_range_upper(during)) AS l (lower, upper)
WHERE CASE WHEN lower > upper
      THEN EXISTS (SELECT FROM ids WHERE digits_say(id, '7') AND uuid_v7_timestamp(id) <@ during)
      ELSE (digits_say(lower, '7') AND digits_say(upper, '7')
            AND uuid_v7_timestamp(lower) <@ during AND uuid_v7_timestamp(upper) <@ during) IS NOT TRUE END;

\echo '-- constant ranges'
SELECT count(*) > 100 AS many, sum(constant_mistakes('<@', '@>', during)) AS mistakes
FROM (TABLE ranges UNION ALL VALUES (NULL::tstzrange)) AS r (during)
WHERE during IS NULL OR isempty(during) OR lower_inf(during) OR upper_inf(during) OR hashtext(during::text) % 10 = 0;
\i test/sql/include/end.sql
