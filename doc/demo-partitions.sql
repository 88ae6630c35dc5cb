-- demo-partitions.sql: the partitions of `make demo`, one a day for a year

VACUUM (ANALYZE) by_created_at, by_key;

CREATE TABLE by_day (
  id   uuid PRIMARY KEY DEFAULT uuid_generate_v7() CHECK (uuid_is_v7(id)),
  what text
) PARTITION BY RANGE (id);

SET client_min_messages = warning;
SELECT date_trunc('day', ends, 'UTC') - interval '364 days' AS year FROM demo.year \gset
CALL uuid_v7_create_partitions('by_day', :'year', :'year'::timestamptz + interval '365 days', interval '1 day');
INSERT INTO by_day SELECT id, what FROM by_key TABLESAMPLE BERNOULLI (10) WHERE id >= :'year'::timestamptz;
ANALYZE by_day;
