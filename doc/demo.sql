-- demo.sql: what `make demo` shows
\set ON_ERROR_STOP 1
SET timezone = 'UTC';
SELECT to_char(count(*), 'FM9,999,999') AS rows FROM by_key \gset

\echo
\echo '1. The same' :rows 'rows of a year, twice'
\echo
\echo '   by_created_at (id uuid DEFAULT gen_random_uuid() PRIMARY KEY, created_at timestamptz, what text)'
\echo '                 and an index on created_at'
\echo '   by_key        (id uuid DEFAULT uuid_generate_v7() PRIMARY KEY, what text)'
\echo
SELECT which AS "table", round(sum(seconds)::numeric, 1) AS "INSERT (s)", pg_size_pretty(sum(wal)) AS "WAL",
  pg_size_pretty(pg_table_size(which)) AS "rows", pg_size_pretty(pg_indexes_size(which)) AS "indexes",
  pg_size_pretty(pg_total_relation_size(which)) AS "in all"
FROM demo.took GROUP BY which ORDER BY which::text;

\echo '2. The last hour of that year: by the column and its index, and by the key alone'
\echo
-- once before, so that neither reads from disk
\o /dev/null
SELECT count(what) FROM by_created_at WHERE created_at >= now() - interval '1 hour';
SELECT count(what) FROM by_key WHERE id >= now() - interval '1 hour';
\o
\set explain 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF)'
\set ECHO queries
:explain SELECT count(what) FROM by_created_at WHERE created_at >= now() - interval '1 hour';
:explain SELECT count(what) FROM by_key WHERE id >= now() - interval '1 hour';
\set ECHO none

\echo '3. 365 partitions, one for each day: which are read for an hour'
\echo
SELECT date_trunc('hour', ends, 'UTC') - interval '100 days' AS "from",
  date_trunc('hour', ends, 'UTC') - interval '100 days' + interval '1 hour' AS "to" FROM demo.year \gset
\o /dev/null
SELECT count(what) FROM by_day WHERE id >= timestamptz :'from' AND id < timestamptz :'to';
\o
\set ECHO queries
SELECT count(*) AS partitions FROM uuid_v7_partitions('by_day');
:explain SELECT count(what) FROM by_day WHERE id >= timestamptz :'from' AND id < timestamptz :'to';
\set ECHO none

\echo '4. Three ids made in one statement: each is greater than the one before, from the place marked'
\echo
\pset format unaligned
\pset tuples_only on
CREATE TEMP TABLE three AS SELECT n, uuid_generate_v7() AS id FROM generate_series(1, 3) AS n;
SELECT format(E'   %s%s', id, E'\n   ' || repeat(' ', place - 1) || '^ ' || CASE WHEN before < id
  THEN 'greater here than the one above' ELSE 'NOT GREATER' END)
FROM (SELECT *, lag(id) OVER (ORDER BY n) AS before FROM three) AS pairs
LEFT JOIN LATERAL (SELECT min(i) FROM generate_series(1, 36) AS i
  WHERE substr(id::text, i, 1) <> substr(before::text, i, 1)) AS p (place) ON true
ORDER BY n;

\echo
\echo '5. What is in one of them: uuid_inspect'
\echo
SELECT format(E'   %s
   \\___________/ |\\_/ \\__/ \\__________/
         |       | |   |         |
         |       | |   |         random: %s
         |       | |   variant %s, and a counter of 14 bits: %s
         |       | fraction of the millisecond, in 4096ths: %s
         |       version: %s
         time: %s',
  id, random, variant, counter, rand_a, version, "timestamp")
FROM three, uuid_inspect(id) WHERE n = 3;

\echo
\echo '6. And for a table that exists: what should be done with it?'
\echo
\set ECHO queries
\pset format aligned
\pset tuples_only off
\pset expanded on
SELECT versions, by_time, next_step, statement FROM uuid_report('by_created_at');
\set ECHO none

\echo
\echo 'What to do next'
\echo
\echo '   make && sudo make install                    with the pg_config of your server in PATH'
\echo '   CREATE EXTENSION uuidx;                      in your database'
\echo '   SELECT * FROM uuid_report(''your_table'') \\gx   says where your table stands'
\echo
\echo 'doc/reference.md has every function, and make test runs every test.'
