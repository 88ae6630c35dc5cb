--
-- Rules of the planner's part that show in few queries only.
-- In make test: quick, and the main test of rare rules of the planner.
--
\set test rules
\i test/sql/include/begin_preloaded.sql
SET enable_seqscan = off;
SET enable_bitmapscan = off;

CREATE TABLE v7 (id uuid CHECK (uuid_is_v7(id)), tenant int, at timestamptz);
INSERT INTO v7 SELECT uuid_v7_lower(t), n % 3, t + interval '1 minute'
FROM generate_series(0, 99) AS n, LATERAL (VALUES (timestamptz '2026-01-01' + n * interval '1 hour')) AS v (t);
ANALYZE v7;

\echo '-- an index on the time with a column before it, of which the query says nothing: better'
\echo '-- than none, but not than one on the id'
CREATE INDEX ON v7 (tenant, uuid_time(id));
SELECT * FROM conditions($$SELECT FROM v7 WHERE uuid_time(id) >= '2026-01-02'$$);
CREATE INDEX ON v7 (id);
SELECT * FROM conditions($$SELECT FROM v7 WHERE uuid_time(id) >= '2026-01-02'$$);
SELECT * FROM conditions($$SELECT FROM v7 WHERE uuid_time(id) >= '2026-01-02' AND tenant = 1$$);

\echo '-- a column of the same row on the other side is no bound of the id'
SELECT c, same('SELECT count(*) FROM v7 WHERE uuid_time(id) >= at - interval ''1 minute''')
FROM conditions($$SELECT FROM v7 WHERE uuid_time(id) >= at - interval '1 minute'$$) AS c;

\echo '-- a partial index is used only for a query that has each condition of its predicate'
CREATE TABLE partial (LIKE v7 INCLUDING CONSTRAINTS);
CREATE INDEX ON partial (id) WHERE uuid_is_v7(id);
SELECT nodes(q), c FROM (VALUES ($$SELECT FROM partial WHERE uuid_time(id) >= '2026-01-02'$$)) AS v (q),
  conditions(q) AS c;
DROP INDEX partial_id_idx;
CREATE INDEX ON partial (tenant) WHERE id >= timestamptz '2026-01-03';
SELECT scans($$SELECT FROM partial WHERE tenant = 1 AND id >= timestamptz '2026-01-03'$$);

\echo '-- where only time order finds ranges, that is used also for one version'
CREATE TABLE in_time (LIKE v7 INCLUDING CONSTRAINTS);
CREATE INDEX ON in_time (id uuid_time_ops);
SELECT * FROM conditions($$SELECT FROM in_time WHERE uuid_time(id) >= '2026-01-02'$$);
CREATE INDEX ON in_time (id);
SELECT * FROM conditions($$SELECT FROM in_time WHERE uuid_time(id) >= '2026-01-02'$$);

\echo '-- an operator that the query groups by is null where it is not grouped, also in a function'
CREATE FUNCTION recent(uuid) RETURNS bool LANGUAGE sql IMMUTABLE RETURN $1 >= timestamptz '2026-01-03';
SELECT q, same(q) FROM unnest(ARRAY['SELECT tenant, id >= t AND tenant > 0 AS b, count(*) FROM w
    GROUP BY ROLLUP (tenant, (id >= t)) ORDER BY 1, 2, 3',
  'SELECT id <@ tstzrange(t, NULL) AND tenant > 0 AS b, count(*) FROM w GROUP BY CUBE ((id <@ tstzrange(t, NULL)),
    (tenant)) ORDER BY 1, 2',
  'SELECT recent(id), recent(id) AND tenant > 0 AS b, count(*) FROM w GROUP BY CUBE (tenant, recent(id)) ORDER BY 1, 2'
  ]) AS v (p),
  concat('WITH w AS NOT MATERIALIZED (SELECT *, timestamptz ''2026-01-03'' AS t FROM v7) ', p) AS q;
SELECT * FROM conditions($$SELECT uuid_time(id)::date FROM v7
  WHERE id >= timestamptz '2026-01-03' GROUP BY ROLLUP (1)$$);

\echo '-- below NOT null is not as good as false'
CREATE TABLE mixed (id uuid);
INSERT INTO mixed SELECT id FROM v7 UNION ALL SELECT gen_random_uuid() FROM generate_series(1, 5) UNION ALL SELECT NULL;
SELECT c, same(q) FROM (VALUES ('SELECT count(*) FROM mixed WHERE NOT (uuid_v7_timestamp(id) <@ $1)')) AS v (t),
  LATERAL (SELECT replace(t, '$1', 'tstzrange(least(now(), ''2026-01-02''), ''2026-01-03'')')) AS w (q),
    conditions(q) AS c;

\echo '-- the ends of a range, and one without any'
SELECT range, same(format('SELECT count(*) FROM v7 WHERE uuid_time(id) <@ tstzrange %L', range)) FROM
  unnest('{"[2026-01-02 00:00,2026-01-02 10:00]",
  "(2026-01-02 00:00,2026-01-02 10:00)","[2026-01-02 00:00,2026-01-02 10:00)",empty,"(,2026-01-02
    00:00]","[2026-01-04,)"}'::tstzrange[]) AS range;

\echo '-- the first 48 bits of any id, with a bound that is constant and one that is not, beyond all ids, too'
CREATE TABLE any_id AS SELECT overlay(id::text PLACING substr('048f', i, 1) FROM 15 FOR 1)::uuid AS id
  FROM v7, generate_series(1, 4) AS i UNION ALL SELECT gen_random_uuid() FROM generate_series(1, 50) UNION ALL VALUES
  (NULL), (uuid '00000000-0000-0000-0000-000000000000'), ('00000000-0000-ffff-ffff-ffffffffffff'),
  ('ffffffff-ffff-0000-0000-000000000000'), ('ffffffff-ffff-ffff-ffff-ffffffffffff');
CREATE INDEX ON any_id (id);
SELECT op, string_agg(t::text, ', ' ORDER BY t) AS not_same
FROM unnest('{<,<=,=,>=,>}'::text[]) AS op LEFT JOIN unnest('{-infinity,4714-11-24 00:00:00+00 BC,1969-12-31
  23:59:59.999999,1970-01-01,1970-01-01 00:00:00.000001,2026-01-02,2026-01-02 00:00:00.0003,10889-08-02
  05:31:50.654999,10889-08-02 05:31:50.655,10889-08-02 05:31:50.655001,294276-12-31 23:59:59.999999,infinity,NULL}'
  ::timestamptz[]) AS t ON NOT (SELECT bool_and(same(format('SELECT count(*), min(id::text), max(id::text) FROM any_id '
  'WHERE uuid_unix_timestamp(id) %s ' || v, op, t))) FROM unnest('{%L,(SELECT %L::timestamptz)}'::text[]) AS v)
GROUP BY op ORDER BY op COLLATE "C";
SELECT op, v, c FROM unnest('{<,<=,=,>=,>}'::text[]) AS op, unnest(ARRAY['timestamptz ''2026-01-02Z''',
  'timestamptz ''infinity''', 'now()']) AS v, conditions(format('SELECT FROM any_id WHERE '
  'uuid_unix_timestamp(id) %s %s', op, v)) AS c ORDER BY v COLLATE "C", op COLLATE "C";
\echo '-- by calendar, in lists, as a pair, and between tables'
SELECT q, c, same('SELECT count(*), min(n.id::text), max(n.id::text) FROM any_id AS n WHERE ' || q)
FROM (SELECT replace(q, 'AT', 'uuid_unix_timestamp(n.id)') FROM unnest(ARRAY[
  $$AT::date = '2026-01-02'$$, $$date_trunc('hour', AT) > '2026-01-02 03:00'$$, $$extract(year FROM AT) = 2026$$,
  $$AT IN ('2026-01-02 00:00:00.0003', '2026-01-02 01:00')$$,
  $$(AT, n.id) < ('2026-01-02', 'ffffffff-ffff-8fff-bfff-ffffffffffff')$$, 'AT IS NULL',
  $$AT < '2026-01-02' OR AT = '2026-01-02' AND n.id > uuid_v7_lower('2026-01-02')$$,
  $$AT <@ tstzrange('2026-01-02', '2026-01-03')$$,
  'EXISTS (SELECT FROM any_id AS o WHERE AT = uuid_unix_timestamp(o.id) AND o.id <> n.id)']) AS q) AS v (q)
LEFT JOIN LATERAL conditions('SELECT FROM any_id AS n WHERE ' || q) AS c ON c ~ '^Index';

\echo '-- version 8 with a node has no rules of its own'
SELECT * FROM conditions($$SELECT FROM v7 WHERE uuid_v8_node_timestamp(id) > '2026-01-02'$$);

\echo '-- all but some ids are in every partition'
CREATE TABLE parts (id uuid NOT NULL, at timestamptz NOT NULL, CHECK (uuid_v7_within(id, at, '1 hour')))
  PARTITION BY RANGE (at);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM ('2026-01-01') TO ('2026-01-03');
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM ('2026-01-03') TO ('2026-01-10');
INSERT INTO parts SELECT id, at FROM v7;
SELECT scanned($$SELECT FROM parts WHERE id = ANY (ARRAY[uuid_v7_lower('2026-01-01 05:00+00'), $$ ||
  $$uuid_v7_lower('2026-01-01 06:00+00')])$$) AS some,
  scanned($$SELECT FROM parts WHERE id <> ALL (ARRAY[uuid_v7_lower('2026-01-01 05:00+00'), $$ ||
    $$uuid_v7_lower('2026-01-01 06:00+00')])$$) AS others;

\echo '-- an index on (tenant, id) is read from end to end for few rows of another table, but not for many'
RESET enable_seqscan;
RESET enable_bitmapscan;
CREATE TABLE tenants (id uuid CHECK (uuid_is_v7(id)), tenant int, note text);
INSERT INTO tenants SELECT uuid_v7_lower(timestamptz '2026-01-01' + n % 100 * interval '1 day'), n, repeat('x', 100)
FROM generate_series(1, 5000) AS n;
CREATE INDEX ON tenants (tenant, id);
CREATE TABLE days AS SELECT date '2026-01-01' + n AS d FROM generate_series(1, 80) AS n;
CREATE TABLE two_days AS SELECT d FROM days LIMIT 2;
VACUUM ANALYZE tenants, days, two_days;
SELECT t, nodes(q), same(q) FROM unnest('{days,two_days}'::text[]) AS t, format(
  'SELECT count(*) FROM %s JOIN tenants ON uuid_time(id) >= d AND uuid_time(id) < d + 1', t) AS q;

\echo '-- what is added computes no value that the query never needs: it may raise an error, or be a subquery'
CREATE TABLE keyed (LIKE v7 INCLUDING CONSTRAINTS);
INSERT INTO keyed TABLE v7;
CREATE INDEX ON keyed (id);
CREATE SEQUENCE used;
SET plan_cache_mode = force_generic_plan;
PREPARE all_or_since(text, text) AS SELECT count(*) FROM keyed
WHERE $1 = 'all' AND uuid_time(id) >= '2026-01-02' OR $1 = 'since' AND uuid_time(id) >= $2::timestamptz;
EXECUTE all_or_since('all', '');
EXECUTE all_or_since('since', '2026-01-03');
PREPARE in_arm(text, text) AS SELECT count(*) FROM keyed
WHERE tenant < 0 OR $1 = 'since' AND uuid_time(id) >= $2::timestamptz;
EXECUTE in_arm('all', '');
SET enable_seqscan = off;
SELECT count(*) FROM keyed WHERE tenant < 0 AND uuid_time(id)::date = (SELECT nextval('used')::int + date '2026-01-01');
SELECT is_called FROM used;
PREPARE by_day(date) AS SELECT FROM keyed WHERE uuid_time(id)::date = $1;
SELECT bool_or(c ~ '^Index Cond: .*\$1') AS by_index FROM conditions($$EXECUTE by_day('2026-01-02')$$) AS c;
RESET plan_cache_mode;
\i test/sql/include/end.sql
