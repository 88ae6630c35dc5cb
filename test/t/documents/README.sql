-- README.md

-- before uuidx 1
-- database shop SELECT
-- for /[0-9a-f]{8}-.*/ write ...

-- before uuidx 2
INSERT INTO events SELECT uuid_generate_v7(now() - n * interval '1 minute'), 'then'
  FROM generate_series(1, 10000) AS n;
ANALYZE events;

-- after A computed created_at
-- what CREATE EXTENSION creates is counted in the table of prices
SELECT count(*) BETWEEN 125 AND 135 FROM pg_depend WHERE deptype = 'e'
  AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'uuidx'); --> t

-- before An existing table 1
CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), n integer);
INSERT INTO orders SELECT gen_random_uuid(), n FROM generate_series(1, 1000) AS n;
ANALYZE orders;

-- after Partitions
EXPLAIN SELECT FROM measurements WHERE uuid_time(id) >= now() - interval '1 hour';
--^ (?s)( on measurements_p\d+ .*){6}
EXPLAIN ANALYZE SELECT FROM measurements WHERE id >= now() - interval '1 hour'
  AND id < now() + interval '1 minute'; --^ (?s)( on measurements_p\d+ .*){3}
