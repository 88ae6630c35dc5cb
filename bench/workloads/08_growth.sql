-- The cost of one id must not depend on how many there are.

INSERT INTO workload VALUES ('growth', DEFAULT, 'Cost of one id among many', 'added', 'uuid_generate_v7()');

SELECT CASE WHEN :'full' = '1' THEN 9 ELSE 3 END AS rounds \gset
SELECT format($$
  DELETE FROM item WHERE workload = 'growth';
  INSERT INTO item (workload, item, run)
  SELECT 'growth', name, format('SELECT count(%%s) FROM generate_series(1, %s), (SELECT FROM rows LIMIT 10000) AS r', call)
  FROM (VALUES
    ('a constant', 'bench_constant()'),
    ('uuid_generate_v7()', 'uuid_generate_v7()'),
    ('uuid_generate_v6()', 'uuid_generate_v6()'),
    ('uuid_generate_v4_random()', 'uuid_generate_v4_random()')) AS v(name, call);
$$, ids / 10000), format($$
  CALL time_rows('growth', %s, %s, %s, 'a constant', %L);
$$, :rounds, ids, greatest(1, 1000000 / ids), size)
FROM (VALUES (10000, '10^4 ids'), (1000000, '10^6 ids'), (10000000, '10^7 ids')) AS v(ids, size) \gexec

CALL promise('one of 10^7 v7 / one of 10^4 v7, both over a constant',
  median('growth', 'uuid_generate_v7()', 'added', '10^7 ids') /
  median('growth', 'uuid_generate_v7()', 'added', '10^4 ids'), 1.1);
