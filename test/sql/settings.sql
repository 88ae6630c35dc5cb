--
-- Settings: uuidx.entropy_pool and uuidx.node_id, and no misspelt one.
-- What the configuration sets is the business of t/nodes.pl.
-- In make test: quick, and the main test of settings.
-- Also in other locales: names of settings are compared.
--
LOAD 'uuidx';

SELECT name, setting, vartype, context FROM pg_settings WHERE name LIKE 'uuidx.%' ORDER BY name COLLATE "C";

-- without the pool there are as many different UUIDs, in as good an order
SET uuidx.entropy_pool = off;
CREATE FUNCTION pg_temp.sample(OUT v4 bigint, OUT v6 bigint, OUT v7 bigint, OUT tails bigint, OUT out_of_order bigint)
AS $$
  SELECT count(DISTINCT v4), count(DISTINCT v6), count(DISTINCT v7), count(DISTINCT right(v7::text, 12)),
    count(*) FILTER (WHERE v7 <= previous_v7 OR v6 <= previous_v6)
  FROM (
    SELECT *, lag(v7) OVER (ORDER BY n) AS previous_v7, lag(v6) OVER (ORDER BY n) AS previous_v6
    FROM (
      SELECT n, uuid_generate_v4_random() AS v4, uuid_generate_v6() AS v6, uuid_generate_v7() AS v7
      FROM generate_series(1, 2000) AS n OFFSET 0) AS generated) AS neighbours
$$ LANGUAGE sql VOLATILE;
SELECT * FROM pg_temp.sample();

SET uuidx.entropy_pool = on;
SELECT * FROM pg_temp.sample();

-- off and on again in the middle of a pool
BEGIN;
CREATE TEMP TABLE tails AS SELECT uuid_generate_v4_random() AS id FROM generate_series(1, 100);
SET LOCAL uuidx.entropy_pool = off;
INSERT INTO tails SELECT uuid_generate_v4_random() FROM generate_series(1, 100);
SET LOCAL uuidx.entropy_pool = on;
INSERT INTO tails SELECT uuid_generate_v4_random() FROM generate_series(1, 1000);
SELECT count(*), count(DISTINCT left(id::text, 8)) > 1190 AS first_words_differ,
  count(DISTINCT right(id::text, 12)) AS last_words
FROM tails;
ROLLBACK;

SET uuidx.entropy_pool = 'sometimes';
\echo :LAST_ERROR_SQLSTATE
SHOW uuidx.entropy_pool;

-- anybody may set it
CREATE ROLE regress_uuidx_user;
SET ROLE regress_uuidx_user;
SET uuidx.entropy_pool = off;
SHOW uuidx.entropy_pool;
RESET ROLE;
RESET uuidx.entropy_pool;
DROP ROLE regress_uuidx_user;

-- the node is set by the configuration, and by nobody else
SHOW uuidx.node_id;
\set VERBOSITY sqlstate
SET uuidx.node_id = 1;
SELECT set_config('uuidx.node_id', '1', true);
CREATE DATABASE regress_uuidx_node;
ALTER DATABASE regress_uuidx_node SET uuidx.node_id = 1;
DROP DATABASE regress_uuidx_node;
ALTER ROLE CURRENT_USER SET uuidx.node_id = 1;
CREATE FUNCTION pg_temp.node() RETURNS uuid LANGUAGE sql SET uuidx.node_id = 1 RETURN uuid_generate_v8_node();
SELECT uuid_generate_v8_node();

-- a misspelt one is refused, not remembered
SET uuidx.entropy_pol = off;
SELECT set_config('uuidx.entropy', 'off', false);
SHOW uuidx.entropy_pol;
