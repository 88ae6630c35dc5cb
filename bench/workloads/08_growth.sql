-- The cost of one id must not depend on how many there are.

INSERT INTO workload VALUES ('growth', DEFAULT, 'Cost of one id among many', 'added', 'uuid_generate_v7()');

INSERT INTO item (workload, item, size, run, row_count)
SELECT 'growth', item, size, format(
  'SELECT count(%s) FROM generate_series(1, %s), (SELECT FROM rows LIMIT 10000) AS r', call, ids / 10000), ids
FROM (VALUES (10000, '10^4 ids'), (1000000, '10^6 ids'), (10000000, '10^7 ids')) AS s(ids, size),
  (VALUES
    ('a constant', 'bench_constant()'),
    ('uuid_generate_v7()', 'uuid_generate_v7()'),
    ('uuid_generate_v6()', 'uuid_generate_v6()'),
    ('uuid_generate_v4_random()', 'uuid_generate_v4_random()')) AS i(item, call);

\if :full
CALL time_rows('growth', 15, 0, 'a constant');
\else
CALL time_rows('growth', 5, 0, 'a constant');
\endif

CALL promise('one of 10^7 v7 / one of 10^4 v7, both over a constant',
  median('growth', 'uuid_generate_v7()', 'added', '10^7 ids') /
  median('growth', 'uuid_generate_v7()', 'added', '10^4 ids'), 1.1);
