-- What one generated id costs, over a C function that returns a constant uuid.

INSERT INTO workload
VALUES ('cost', DEFAULT, 'Cost of one generated id, over a function that returns a constant uuid', 'added',
  'uuid_generate_v7()');

INSERT INTO item (workload, item, needs, run, row_count)
SELECT 'cost', item, needs,
  format('SELECT count(%s) FROM %s', call, CASE WHEN slow THEN 'few_rows' ELSE 'rows' END),
  CASE WHEN slow THEN 4000 END
FROM (VALUES
  ('a constant', NULL, 'bench_constant()'),
  ('a constant without palloc', NULL, 'bench_static()'),
  ('clock read alone', NULL, 'bench_clock()'),
  ('uuid_generate_v7()', NULL, 'uuid_generate_v7()'),
  ('uuid_generate_v7(timestamptz)', NULL, 'uuid_generate_v7(timestamptz ''2026-01-01 UTC'')'),
  ('uuid_generate_v6()', NULL, 'uuid_generate_v6()'),
  ('uuid_generate_v8_node()', NULL, 'uuid_generate_v8_node()'),
  ('uuid_generate_v4_random()', NULL, 'uuid_generate_v4_random()'),
  ('8 random bytes alone, no pool', NULL, 'bench_random()'),
  ('core gen_random_uuid()', NULL, 'gen_random_uuid()'),
  ('core uuidv7()', $$have('uuidv7()')$$, 'uuidv7()'),
  ('pg_uuidv7 uuid_generate_v7()', $$have('pg_uuidv7.uuid_generate_v7()')$$, 'pg_uuidv7.uuid_generate_v7()'),
  ('uuid-ossp uuid_generate_v4()', $$have('uuid_ossp.uuid_generate_v4()')$$, 'uuid_ossp.uuid_generate_v4()')
) AS v(item, needs, call)
CROSS JOIN LATERAL (SELECT item ~ '^(8|core|pg|uuid-)') AS s(slow);

\if :full
CALL time_rows('cost', 400, 20000, 'a constant');
\else
CALL time_rows('cost', 100, 20000, 'a constant');
\endif

CALL promise('v7 over a constant function, ns', median('cost', 'uuid_generate_v7()', 'added'), 40);
CALL promise('v7 / core gen_random_uuid(), both over a constant',
  median('cost', 'uuid_generate_v7()', 'added') / median('cost', 'core gen_random_uuid()', 'added'), 1 / 15.0);
CALL promise('v7 / core uuidv7(), both over a constant',
  median('cost', 'uuid_generate_v7()', 'added') / median('cost', 'core uuidv7()', 'added'), 1 / 15.0);
CALL promise('v6 / v7, both over a constant',
  median('cost', 'uuid_generate_v6()', 'added') / median('cost', 'uuid_generate_v7()', 'added'), 1.15);
CALL promise('v8 with a node / v7, both over a constant',
  median('cost', 'uuid_generate_v8_node()', 'added') / median('cost', 'uuid_generate_v7()', 'added'), 1.1);
