-- Index builds: core's order of uuid against uuid_time_ops.

SELECT count(*) > 0 AS ready FROM pg_opclass WHERE opcname = 'uuid_time_ops' \gset
\if :ready

\if :full
\set row_count 3000000
\set rounds 9
\else
\set row_count 500000
\set rounds 7
\endif
INSERT INTO workload VALUES ('order', DEFAULT, format('Index builds, %s rows', :row_count), 'per row', 'default operator class');
CREATE TABLE in_order AS SELECT uuid_generate_v7() AS id FROM generate_series(1, :row_count);
CREATE TABLE shuffled AS SELECT id FROM in_order ORDER BY random();
CREATE TABLE version1 AS SELECT uuid_v6_to_v1(uuid_generate_v6()) AS id FROM generate_series(1, :row_count);
CREATE TABLE version4 AS SELECT gen_random_uuid() AS id FROM generate_series(1, :row_count);
VACUUM (FREEZE, ANALYZE) in_order, shuffled, version1, version4;

SELECT format($$
  DELETE FROM item WHERE workload = 'order';
  INSERT INTO item (workload, item, run) VALUES
    ('order', 'default operator class', 'CREATE INDEX built ON %1$I (id); DROP INDEX built'),
    ('order', 'uuid_time_ops', 'CREATE INDEX built ON %1$I (id uuid_time_ops); DROP INDEX built');
$$, size), format($$
  CALL time_rows('order', %s, %s, size_ => %L);
$$, :rounds, :row_count, label)
FROM (VALUES ('in_order', 'v7 in order'), ('shuffled', 'v7 shuffled'),
             ('version1', 'v1 in order'), ('version4', 'v4')) AS v(size, label) \gexec

CALL promise('index build, v7 in order: uuid_time_ops / default', ratio('order', 'uuid_time_ops', 'default operator class', 'per row', 'v7 in order'), 1.05);
CALL promise('index build, v7 shuffled: uuid_time_ops / default', ratio('order', 'uuid_time_ops', 'default operator class', 'per row', 'v7 shuffled'), 1.1);
CALL promise('index build, v1: uuid_time_ops / default', ratio('order', 'uuid_time_ops', 'default operator class', 'per row', 'v1 in order'), 1.1);
DROP TABLE in_order, shuffled, version1, version4;

\else
\echo '   skipped, not in this version: uuid_time_ops'
INSERT INTO skipped VALUES ('order', 'all of it: no operator class uuid_time_ops');
\endif
