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

-- an index on the time with a column before it, of which the query says nothing: better
-- than none, but not than one on the id
CREATE INDEX ON v7 (tenant, uuid_time(id));
SELECT * FROM conditions($$SELECT FROM v7 WHERE uuid_time(id) >= '2026-01-02'$$);
CREATE INDEX ON v7 (id);
SELECT * FROM conditions($$SELECT FROM v7 WHERE uuid_time(id) >= '2026-01-02'$$);
SELECT * FROM conditions($$SELECT FROM v7 WHERE uuid_time(id) >= '2026-01-02' AND tenant = 1$$);

-- a column of the same row on the other side is no bound of the id
SELECT c, same('SELECT count(*) FROM v7 WHERE uuid_time(id) >= at - interval ''1 minute''')
FROM conditions($$SELECT FROM v7 WHERE uuid_time(id) >= at - interval '1 minute'$$) AS c;

-- a partial index is used only for a query that has each condition of its predicate
CREATE TABLE partial (LIKE v7 INCLUDING CONSTRAINTS);
CREATE INDEX ON partial (id) WHERE uuid_is_v7(id);
SELECT nodes(q), c FROM (VALUES ($$SELECT FROM partial WHERE uuid_time(id) >= '2026-01-02'$$)) AS v (q),
  conditions(q) AS c;

-- below NOT null is not as good as false
CREATE TABLE mixed (id uuid);
INSERT INTO mixed SELECT id FROM v7 UNION ALL SELECT gen_random_uuid() FROM generate_series(1, 5) UNION ALL SELECT NULL;
SELECT c, same(q) FROM (VALUES ('SELECT count(*) FROM mixed WHERE NOT (uuid_v7_timestamp(id) <@ $1)')) AS v (t),
  LATERAL (SELECT replace(t, '$1', 'tstzrange(least(now(), ''2026-01-02''), ''2026-01-03'')')) AS w (q),
    conditions(q) AS c;

-- the ends of a range, and one without any
SELECT range, same(format('SELECT count(*) FROM v7 WHERE uuid_time(id) <@ tstzrange %L', range)) FROM
  unnest('{"[2026-01-02 00:00,2026-01-02 10:00]",
  "(2026-01-02 00:00,2026-01-02 10:00)","[2026-01-02 00:00,2026-01-02 10:00)",empty,"(,2026-01-02
    00:00]","[2026-01-04,)"}'::tstzrange[]) AS range;

-- version 8 with a node has no rules
SELECT * FROM conditions($$SELECT FROM v7 WHERE uuid_v8_node_timestamp(id) > '2026-01-02'$$);

-- all but some ids are in every partition
CREATE TABLE parts (id uuid NOT NULL, at timestamptz NOT NULL, CHECK (uuid_v7_within(id, at, '1 hour')))
  PARTITION BY RANGE (at);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM ('2026-01-01') TO ('2026-01-03');
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM ('2026-01-03') TO ('2026-01-10');
INSERT INTO parts SELECT id, at FROM v7;
SELECT scanned($$SELECT FROM parts WHERE id = ANY (ARRAY[uuid_v7_lower('2026-01-01 05:00+00'), $$ ||
  $$uuid_v7_lower('2026-01-01 06:00+00')])$$) AS some,
  scanned($$SELECT FROM parts WHERE id <> ALL (ARRAY[uuid_v7_lower('2026-01-01 05:00+00'), $$ ||
    $$uuid_v7_lower('2026-01-01 06:00+00')])$$) AS others;
\i test/sql/include/end.sql
