-- Index builds: core's order of uuid against uuid_time_ops.

SELECT count(*) > 0 AS ready FROM pg_opclass WHERE opcname = 'uuid_time_ops' \gset
\if :ready

\if :full
\set row_count 500000
\set rounds 50
\else
\set row_count 200000
\set rounds 15
\endif
INSERT INTO workload VALUES ('order', DEFAULT, to_char(:row_count, '"Index builds, "FM999,999,999" rows"'), 'per row',
  'default operator class');
CREATE TABLE in_order AS SELECT uuid_generate_v7() AS id FROM generate_series(1, :row_count);
CREATE TABLE shuffled AS SELECT id FROM in_order ORDER BY random();
CREATE TABLE version1 AS SELECT uuid_v6_to_v1(uuid_generate_v6()) AS id FROM generate_series(1, :row_count);
CREATE TABLE version4 AS SELECT gen_random_uuid() AS id FROM generate_series(1, :row_count);
VACUUM (FREEZE, ANALYZE) in_order, shuffled, version1, version4;

INSERT INTO item (workload, item, size, run)
SELECT 'order', item, size, format('CREATE INDEX built ON %I (id %s); DROP INDEX built', data, opclass)
FROM (VALUES ('in_order', 'v7 in order'), ('shuffled', 'v7 shuffled'),
             ('version1', 'v1 in order'), ('version4', 'v4')) AS s(data, size),
     (VALUES ('default operator class', ''), ('uuid_time_ops', 'uuid_time_ops')) AS i(item, opclass);
CALL time_rows('order', :rounds, :row_count);

-- The fastest of each: what the system takes to write a new index differs from round to
-- round by more than the orders do
CREATE FUNCTION fastest(size_ text) RETURNS float8
  RETURN (SELECT min(min) FILTER (WHERE item = 'uuid_time_ops') / min(min) FILTER (WHERE item <> 'uuid_time_ops')
          FROM summary WHERE workload = 'order' AND size = size_);
CALL promise('index build, v7 in order: uuid_time_ops / default, the fastest of each', fastest('v7 in order'), 1.05);
CALL promise('index build, v7 shuffled: uuid_time_ops / default, the fastest of each', fastest('v7 shuffled'), 1.1);
CALL promise('index build, v1: uuid_time_ops / default, the fastest of each', fastest('v1 in order'), 1.1);
DROP TABLE in_order, shuffled, version1, version4;

\else
\echo '   skipped, not in this version: uuid_time_ops'
INSERT INTO skipped VALUES ('order', 'all of it: no operator class uuid_time_ops');
\endif
