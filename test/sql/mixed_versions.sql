--
-- v4 and v7 in one column, the commonest migration there is, with v1 and v6 beside
-- them: what asks by time finds and touches the ids that have such a time, and no
-- other, however they are found.  `kind` says of each row what was made; the
-- conditions do not look at it.
-- In make test: quick, and the main test of several versions in one column.
--
SET timezone = 'UTC';
SET datestyle = 'ISO, YMD';
CREATE SCHEMA mixed;
SET search_path = mixed, public;

CREATE TABLE plain (id uuid, kind text, at timestamptz);
INSERT INTO plain
SELECT uuid_generate_v7(at), 'v7', at FROM generate_series(timestamptz '2026-01-01', '2026-03-31', '1 hour') AS at
UNION ALL
SELECT uuid_generate_v6(at), 'v6', at FROM generate_series(timestamptz '2026-01-01', '2026-03-31', '7 hours') AS at
UNION ALL
SELECT uuid_v6_to_v1(uuid_generate_v6(at)), 'v1', at FROM generate_series(timestamptz '2026-01-01', '2026-03-31',
  '7 hours') AS at
UNION ALL
SELECT overlay(overlay(md5(n::text) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid, 'v4', NULL
  FROM generate_series(1, 5000) AS n
UNION ALL
-- no v7, but one in the octets that count for the order
SELECT overlay(overlay(uuid_generate_v7(at)::text PLACING '4' FROM 15) PLACING '8' FROM 20)::uuid, 'v4', NULL
FROM generate_series(timestamptz '2026-01-01', '2026-03-31', '1 hour') AS at;

CREATE TABLE by_btree (LIKE plain);
CREATE INDEX ON by_btree (id);
CREATE TABLE by_brin (LIKE plain);
CREATE INDEX ON by_brin USING brin (id) WITH (pages_per_range = 1);
CREATE TABLE by_time (LIKE plain);
CREATE INDEX ON by_time (id uuid_time_ops);
CREATE TABLE by_time_brin (LIKE plain);
CREATE INDEX ON by_time_brin USING brin (id uuid_time_minmax_ops) WITH (pages_per_range = 1);
CREATE TABLE by_pruning (LIKE plain) PARTITION BY RANGE (id);
CREATE TABLE by_pruning_rest PARTITION OF by_pruning DEFAULT;
CREATE TABLE by_time_pruning (LIKE plain) PARTITION BY RANGE (id uuid_time_ops);
CREATE TABLE by_time_pruning_rest PARTITION OF by_time_pruning DEFAULT;
DO $$
BEGIN
  FOR month IN 1 .. 3 LOOP
    EXECUTE format('CREATE TABLE by_pruning_%s PARTITION OF by_pruning FOR VALUES FROM (%L) TO (%L)', month,
      uuid_v7_lower(make_timestamptz(2026, month, 1, 0, 0, 0)),
        uuid_v7_lower(make_timestamptz(2026, month + 1, 1, 0, 0, 0)));
    EXECUTE format('CREATE TABLE by_time_pruning_%s PARTITION OF by_time_pruning FOR VALUES FROM (%L) TO (%L)', month,
      uuid_time_lower(make_timestamptz(2026, month, 1, 0, 0, 0)),
        uuid_time_lower(make_timestamptz(2026, month + 1, 1, 0, 0, 0)));
  END LOOP;
END
$$;

CREATE TABLE ways (name text, avoided text);
INSERT INTO ways VALUES ('plain', NULL), ('by_btree', 'enable_seqscan'), ('by_brin', 'enable_seqscan'),
  ('by_time', 'enable_seqscan'),
  ('by_time_brin', 'enable_seqscan'), ('by_pruning', NULL), ('by_time_pruning', NULL);
SELECT format('INSERT INTO %I SELECT * FROM plain', name) FROM ways WHERE name <> 'plain' \gexec
ANALYZE;

-- Each condition with what must come of it
CREATE TABLE conditions (condition text, expected text);
INSERT INTO conditions VALUES
  ($$id >= timestamptz '2026-02-14 12:00'$$, $$kind = 'v7' AND at >= '2026-02-14 12:00'$$),
  ($$id < timestamptz '2026-01-10'$$, $$kind = 'v7' AND at < '2026-01-10'$$),
  ($$id <= timestamptz '2026-01-10'$$, $$kind = 'v7' AND at <= '2026-01-10'$$),
  ($$timestamptz '2026-03-30' < id$$, $$kind = 'v7' AND at > '2026-03-30'$$),
  ($$id > timestamptz '-infinity'$$, $$kind = 'v7'$$),
  ($$id BETWEEN '2026-01-31'::timestamptz AND '2026-02-02'::timestamptz$$,
    $$kind = 'v7' AND at BETWEEN '2026-01-31' AND '2026-02-02'$$),
  ($$id <@ tstzrange '[2026-01-31,2026-02-02)'$$, $$kind = 'v7' AND at >= '2026-01-31' AND at < '2026-02-02'$$),
  ($$id <@ tstzrange '(,)'$$, $$kind = 'v7'$$),
  ($$id <@ tstzrange 'empty'$$, $$false$$),
  ($$NOT id >= timestamptz '2026-02-14 12:00'$$, $$kind <> 'v7' OR at < '2026-02-14 12:00'$$),
  ($$id ~>=~ timestamptz '2026-02-14 12:00'$$, $$at >= '2026-02-14 12:00'$$),
  ($$id ~<~ timestamptz '2026-01-10'$$, $$at < '2026-01-10'$$),
  ($$id ~<=~ timestamptz 'infinity'$$, $$at IS NOT NULL$$),
  ($$timestamptz '2026-01-31' ~<~ id AND id ~<=~ timestamptz '2026-02-02'$$,
    $$at > '2026-01-31' AND at <= '2026-02-02'$$),
  -- a bound that carries no time is after all that do, and says nothing of time
  ($$id ~<~ 'ffffffff-ffff-8540-b93a-5eb643c95dac'::uuid AND id ~>~ timestamptz '2026-02-14 12:00'$$,
    $$at > '2026-02-14 12:00'$$),
  ($$NOT id ~>=~ timestamptz '2026-02-14 12:00'$$, $$at IS NULL OR at < '2026-02-14 12:00'$$);

CREATE FUNCTION rows_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  result text;
BEGIN
  EXECUTE format('SELECT coalesce(string_agg(kind || '' '' || n, '', '' ORDER BY kind), ''none'')
    FROM (SELECT kind, count(*) FROM (%s) AS q GROUP BY kind) AS k (kind, n)', query) INTO result;
  RETURN result;
END
$$;
CREATE FUNCTION mistakes(condition text, expected text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  way ways;
  result text := '';
BEGIN
  FOR way IN SELECT * FROM ways LOOP
    IF way.avoided IS NOT NULL THEN
      PERFORM set_config(way.avoided, 'off', true);
    END IF;
    IF rows_of(format('SELECT kind FROM %I WHERE %s', way.name, condition)) <> rows_of('SELECT kind FROM plain WHERE '
      || expected) THEN
      result := result || ' ' || way.name;
    END IF;
    IF way.avoided IS NOT NULL THEN
      PERFORM set_config(way.avoided, 'on', true);
    END IF;
  END LOOP;
  RETURN result;
END
$$;
SELECT condition, rows_of('SELECT kind FROM plain WHERE ' || expected) AS rows, mistakes(condition, expected)
  FROM conditions;

-- that the ways are what they are called
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT * FROM by_brin WHERE id >= timestamptz '2026-03-30';
EXPLAIN (COSTS OFF) SELECT * FROM by_time_brin WHERE id ~>=~ timestamptz '2026-03-30';
SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) SELECT * FROM by_btree WHERE id >= timestamptz '2026-03-30';
EXPLAIN (COSTS OFF) SELECT * FROM by_time WHERE id ~>=~ timestamptz '2026-03-30';
RESET enable_seqscan;
RESET enable_bitmapscan;
EXPLAIN (COSTS OFF) SELECT * FROM by_pruning WHERE id <@ tstzrange '[2026-02-14,2026-02-15)';
EXPLAIN (COSTS OFF) SELECT * FROM by_time_pruning WHERE id ~<~ timestamptz '2026-01-10';

-- Retention deletes nothing that it does not know to be old
SELECT format('DELETE FROM %I WHERE id < timestamptz ''2026-02-01''', name) FROM ways \gexec
SELECT name, rows_of('SELECT kind FROM ' || name) AS left FROM ways;
SELECT format('DELETE FROM %I WHERE id ~<~ timestamptz ''2026-02-01''', name) FROM ways \gexec
SELECT name, rows_of('SELECT kind FROM ' || name) AS left FROM ways;

--
-- uuid_is_v7 is estimated by the share of v7 that ANALYZE saw
--
\i test/sql/include/plans.sql
CREATE TABLE shares (id uuid) WITH (autovacuum_enabled = off);
-- never analyzed: all
INSERT INTO shares SELECT uuid_generate_v7(timestamptz '2026-01-01' + interval '1 minute' * n)
  FROM generate_series(1, 10000) AS n;
SELECT estimate('SELECT * FROM shares WHERE uuid_is_v7(id)') = estimate('SELECT * FROM shares') AS all_of_them;
ANALYZE shares;
SELECT estimate('SELECT * FROM shares WHERE uuid_is_v7(id)') AS of_10000,
  estimate('SELECT * FROM shares WHERE NOT uuid_is_v7(id)') AS not_v7;
-- a third, with nulls
INSERT INTO shares SELECT uuid_generate_v4_random() FROM generate_series(1, 10000);
INSERT INTO shares SELECT NULL FROM generate_series(1, 10000);
ANALYZE shares;
SELECT estimate('SELECT * FROM shares WHERE uuid_is_v7(id)') BETWEEN 8000 AND 12000 AS about_10000;
-- a few ids often
TRUNCATE shares;
INSERT INTO shares SELECT overlay(md5((n % 10)::text) PLACING '40008' FROM 13 FOR 5)::uuid
  FROM generate_series(1, 4000) AS n;
INSERT INTO shares SELECT overlay(md5((n % 10)::text) PLACING '70008' FROM 13 FOR 5)::uuid
  FROM generate_series(1, 6000) AS n;
ANALYZE shares;
SELECT estimate('SELECT * FROM shares WHERE uuid_is_v7(id)') AS of_10000;
-- none seen is not none
TRUNCATE shares;
INSERT INTO shares SELECT uuid_generate_v4_random() FROM generate_series(1, 10000);
ANALYZE shares;
SELECT estimate('SELECT * FROM shares WHERE uuid_is_v7(id)') BETWEEN 1 AND 100 AS few;
-- through a domain, and of an expression with statistics of its own
CREATE DOMAIN order_id AS uuid;
CREATE TABLE orders (id order_id, parent uuid) WITH (autovacuum_enabled = off);
INSERT INTO orders SELECT uuid_generate_v7(), CASE WHEN n % 2 = 0 THEN uuid_generate_v4_random() END
  FROM generate_series(1, 10000) AS n;
CREATE INDEX ON orders (coalesce(parent, id));
ANALYZE orders;
SELECT estimate('SELECT * FROM orders WHERE uuid_is_v7(id)') AS of_10000,
  estimate('SELECT * FROM orders WHERE uuid_is_v7(coalesce(parent, id))') BETWEEN 4000 AND 6000 AS about_half;

RESET search_path;
SET client_min_messages = warning;
DROP SCHEMA mixed CASCADE;
