-- doc/slow-query.md: for each row of the table, a plan has what the row says, and no longer after the cure

-- before My query is slow 1
ALTER DATABASE slow_query SET session_preload_libraries = 'uuidx';
ALTER DATABASE slow_query SET max_parallel_workers_per_gather = 0;
ALTER DATABASE slow_query SET enable_bitmapscan = off;
CREATE TABLE events (id uuid PRIMARY KEY DEFAULT uuid_generate_v7() CHECK (uuid_is_v7(id)), n integer,
  created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED CHECK (created_at = uuid_time(id)));
CREATE TABLE unproven (id uuid PRIMARY KEY, created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED);
INSERT INTO events SELECT uuid_generate_v7(t)
  FROM generate_series(timestamptz '2026-06-13Z', '2026-06-19 23:59Z', '1 minute') AS t;
INSERT INTO unproven SELECT id FROM events;
CREATE TABLE no_index AS SELECT id FROM events;
ALTER TABLE no_index ADD CHECK (uuid_is_v7(id));
ANALYZE;

-- after My query is slow
EXPLAIN SELECT FROM unproven WHERE uuid_time(id) >= timestamptz '2026-06-19 23:00Z'; --~ Filter: \(\(id ~>=~
ALTER TABLE unproven ADD CHECK (uuid_is_v7(id));
EXPLAIN SELECT FROM unproven WHERE uuid_time(id) >= timestamptz '2026-06-19 23:00Z';
--~ Index Cond: \(id >= --^ Seq Scan
EXPLAIN SELECT FROM unproven WHERE created_at >= timestamptz '2026-06-19 23:00Z'; --~ Filter: \(created_at >=
ALTER TABLE unproven ADD CHECK (created_at = uuid_time(id));
EXPLAIN SELECT FROM unproven WHERE created_at >= timestamptz '2026-06-19 23:00Z'; --~ Index Cond: \(id >= --^ Seq Scan
EXPLAIN SELECT id FROM no_index WHERE id >= timestamptz '2026-06-19 23:00Z'; --~ Filter: \(id >= '
CREATE INDEX ON no_index (id);
EXPLAIN SELECT id FROM no_index WHERE id >= timestamptz '2026-06-19 23:00Z'; --~ Index Cond: \(id >= --^ Seq Scan
EXPLAIN SELECT FROM events WHERE to_char(created_at, 'YYYY-MM-DD') = '2026-06-19'; --~ Filter
EXPLAIN SELECT FROM events WHERE date_trunc('day', created_at) = '2026-06-19'; --~ Index Cond --^ Seq Scan
EXPLAIN SELECT FROM events WHERE age(created_at) < interval '1 hour'; --~ Filter
EXPLAIN SELECT FROM events WHERE now() - created_at < interval '1 hour'; --~ Filter
EXPLAIN SELECT FROM events WHERE created_at > now() - interval '1 hour'; --~ Index Cond --^ Seq Scan
EXPLAIN SELECT FROM events WHERE coalesce(created_at, now()) >= '2026-06-19 23:00Z'; --~ Filter
SET plan_cache_mode = force_generic_plan;
PREPARE list (timestamptz[]) AS SELECT FROM events WHERE created_at = ANY ($1);
EXPLAIN EXECUTE list ('{}'); --~ Filter: \(uuid_time\(id\) = ANY \(\$1\)\)
PREPARE ranged (timestamptz[], timestamptz, timestamptz)
  AS SELECT FROM events WHERE created_at = ANY ($1) AND created_at BETWEEN $2 AND $3;
EXPLAIN EXECUTE ranged ('{}', now(), now()); --~ Index Cond: \(\(id >=
ALTER DATABASE slow_query RESET session_preload_libraries;
\c -
SHOW uuidx.planner; --! 42704
EXPLAIN SELECT FROM events WHERE created_at >= timestamptz '2026-06-19 23:00Z'; --~ Filter: \(created_at >=

-- after Constraints that prove nothing
CREATE TABLE tested (a uuid CONSTRAINT a CHECK (uuid_version(a) = 7), b uuid CONSTRAINT b CHECK (6 = uuid_version(b)),
  c uuid CONSTRAINT c CHECK (uuid_version(c) = 7 AND c <> a), d uuid CONSTRAINT d CHECK (uuid_version(d) IN (7, 4)),
  e uuid CONSTRAINT e CHECK (uuid_version(e) <> 7 OR uuid_version(e) = 7), CONSTRAINT f CHECK (uuid_is_v7(a)));
SELECT string_agg(concat_ws(' ', conname, substring(statement, '\w+ CHECK .*')), ', ' ORDER BY conname)
  FROM (:{Constraints that prove nothing 1}) AS c;
--> a a_is CHECK (uuid_is_v7(a)) NOT VALID, b b_is CHECK (uuid_is_v6(b)) NOT VALID, c, d, e
