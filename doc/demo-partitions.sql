-- demo-partitions.sql: the rows of `make demo` once more, in one partition for each day of the year

VACUUM (ANALYZE) by_created_at, by_key;

-- in a schema of its own, so that \d does not list 365 partitions
CREATE TABLE demo.by_day (
  id   uuid PRIMARY KEY DEFAULT uuid_generate_v7() CHECK (uuid_is_v7(id)),
  what text
) PARTITION BY RANGE (id);

SET client_min_messages = warning;
SELECT date_trunc('day', ends, 'UTC') - interval '364 days' AS year FROM demo.year \gset
CALL uuid_v7_create_partitions('demo.by_day', :'year', :'year'::timestamptz + interval '365 days', interval '1 day');
INSERT INTO demo.by_day SELECT id, what FROM by_key WHERE id >= :'year'::timestamptz;
VACUUM (ANALYZE) demo.by_day;
