-- demo.sql: what `make demo` shows
\set ON_ERROR_STOP 1
SET timezone = 'UTC';
SELECT to_char(count(*), 'FM9,999,999') AS rows FROM by_key \gset

\echo
\echo '1. The same' :rows 'rows of one year in two tables'
\echo
\echo '   by_created_at (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), created_at timestamptz, what text)'
\echo '                 and an index on created_at'
\echo '   by_key        (id uuid PRIMARY KEY DEFAULT uuid_generate_v7() CHECK (uuid_is_v7(id)), what text)'
\echo
SELECT which AS "table", round(sum(seconds)::numeric, 1) AS "INSERT (s)", pg_size_pretty(sum(wal)) AS "WAL",
  pg_size_pretty(pg_table_size(which)) AS "rows", pg_size_pretty(pg_indexes_size(which)) AS "indexes",
  pg_size_pretty(pg_total_relation_size(which)) AS "total"
FROM demo.took GROUP BY which ORDER BY which::text;

SELECT current_setting('server_version_num')::int >= 180000 AS core_extracts,
  regexp_replace(current_setting('server_version'), '[. ].*', '') AS major \gset
\if :core_extracts
  \set extract uuid_extract_timestamp
\else
  \set extract uuid_time
\endif
\set explain 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, BUFFERS OFF)'
\echo '2. The last hour of that year, queried in three ways'
\echo
-- each query runs once before it is shown, so that none of them reads from disk
\o /dev/null
SELECT count(what) FROM by_created_at WHERE created_at >= now() - interval '1 hour';
SELECT count(what) FROM by_key WHERE id >= now() - interval '1 hour';
\o
\echo '   a) By the created_at column and its index:'
\echo
\set ECHO queries
:explain SELECT count(what) FROM by_created_at WHERE created_at >= now() - interval '1 hour';
\set ECHO none
\echo '   b) By the time extracted from the key, without uuidx: a sequential scan of the whole table.'
\if :core_extracts
  \echo '      uuid_extract_timestamp() is a function of PostgreSQL itself.'
\else
  \echo '      PostgreSQL' :major 'has no function that extracts the time of a version 7 UUID (18 and later have). A condition'
  \echo '      on such a function is planned like this one on uuid_time() of uuidx with uuidx.planner set to off.'
\endif
\echo
SET uuidx.planner = off;
\set ECHO queries
:explain SELECT count(what) FROM by_key WHERE :extract(id) >= now() - interval '1 hour';
\set ECHO none
RESET uuidx.planner;
\echo '   c) By the key, with uuidx: an index scan of the primary key. by_key has no other index.'
\echo
\set ECHO queries
:explain SELECT count(what) FROM by_key WHERE id >= now() - interval '1 hour';
\set ECHO none

SELECT date_trunc('hour', ends, 'UTC') - interval '100 days' AS "from",
  date_trunc('hour', ends, 'UTC') - interval '100 days' + interval '1 hour' AS "to",
  (ends AT TIME ZONE 'UTC')::date - 100 AS day, (ends AT TIME ZONE 'UTC')::date - 99 AS next_day FROM demo.year \gset
SELECT count(*) AS partitions FROM uuid_v7_partitions('demo.by_day') \gset
SELECT format('SELECT count(what) FROM demo.by_day WHERE id >= timestamptz %L AND id < timestamptz %L', :'from', :'to')
  AS an_hour \gset
SELECT CASE count(*) WHEN 1 THEN 'one partition' ELSE count(*) || ' partitions' END AS read
FROM demo.in_plan(:'an_hour', 'Relation Name') \gset
SELECT 'Seq Scan' IN (SELECT demo.in_plan(:'an_hour', 'Node Type')) AS seq_scan \gset
\echo '3. The same rows in' :partitions 'partitions, one for each day: a query for one hour reads' :read 'of' :partitions
\echo
\o /dev/null
:an_hour;
\o
\set ECHO queries
:explain :an_hour;
\set ECHO none
\if :seq_scan
  \echo '   There are so few rows in one day that reading all of that partition (Seq Scan) costs less than its index.'
  \echo
\endif

\echo '4. A created_at that is not stored: a view computes it from the key'
\echo
\set ECHO queries
CREATE VIEW with_created_at WITH (security_invoker = true) AS SELECT uuid_time(id) AS created_at, * FROM by_key;
\set ECHO none
\echo
\echo '   The application keeps its queries. The planner uses the primary key for them: here for the newest'
\echo '   rows, without a sort, and for the rows of one day.'
\echo
\o /dev/null
SELECT * FROM with_created_at ORDER BY created_at DESC LIMIT 20;
SELECT count(what) FROM with_created_at WHERE created_at >= :'day' AND created_at < :'next_day';
\o
\set ECHO queries
:explain SELECT * FROM with_created_at ORDER BY created_at DESC LIMIT 20;
:explain SELECT count(what) FROM with_created_at WHERE created_at >= :'day' AND created_at < :'next_day';
\set ECHO none

\echo '5. Three ids from one statement, strictly increasing (^ marks the first difference)'
\echo
\pset format unaligned
\pset tuples_only on
CREATE TEMP TABLE three AS SELECT n, uuid_generate_v7() AS id FROM generate_series(1, 3) AS n;
SELECT format(E'   %s%s', id, E'\n   ' || repeat(' ', place - 1) || '^ ' || CASE WHEN before < id
  THEN 'greater than the id above' ELSE 'NOT GREATER' END)
FROM (SELECT *, lag(id) OVER (ORDER BY n) AS before FROM three) AS pairs
LEFT JOIN LATERAL (SELECT min(i) FROM generate_series(1, 36) AS i
  WHERE substr(id::text, i, 1) <> substr(before::text, i, 1)) AS p (place) ON true
ORDER BY n;

\echo
\echo '6. The parts of the last id, as uuid_inspect() returns them'
\echo
SELECT format(E'   %s
   \\___________/ |\\_/ \\__/ \\__________/
         |       | |   |         |
         |       | |   |         random: %s
         |       | |   variant: %s, and a 14-bit counter: %s
         |       | fraction of the millisecond, in 1/4096: %s
         |       version: %s
         time: %s',
  id, random, variant, counter, rand_a, version, "timestamp")
FROM three, uuid_inspect(id) WHERE n = 3;

\echo
\echo '7. An existing table: uuid_report() says what its ids are, and what to do next'
\echo
\set ECHO queries
\pset format aligned
\pset tuples_only off
\pset expanded on
SELECT versions, by_time, next_step, statement FROM uuid_report('by_created_at');
\set ECHO none
\pset expanded off
\pset tuples_only on
\pset format unaligned

SELECT demo.time_of($$SELECT count(what) FROM by_created_at WHERE created_at >= now() - interval '1 hour'$$) AS by_column,
  demo.time_of($$SELECT count(what) FROM by_key WHERE id >= now() - interval '1 hour'$$) AS by_key \gset
SET uuidx.planner = off;
SELECT demo.time_of(format('SELECT count(what) FROM by_key WHERE %s(id) >= now() - interval ''1 hour''', :'extract'))
  AS by_extraction \gset
RESET uuidx.planner;
\echo 'Result'
\echo
SELECT format('   by_key: %s times as fast to fill, %s %% %s WAL, %s',
  round(by_column.seconds / by_key.seconds, 1),
  abs(round(100 * (1 - by_key.wal / by_column.wal))), CASE WHEN by_key.wal <= by_column.wal THEN 'less' ELSE 'more' END,
  CASE WHEN indexes BETWEEN 0.45 AND 0.55 THEN 'half the indexes'
       ELSE format('indexes of %s %% of the size', round(100 * indexes)) END)
FROM (SELECT sum(seconds)::numeric AS seconds, sum(wal) AS wal FROM demo.took WHERE which = 'by_created_at'::regclass) AS by_column,
  (SELECT sum(seconds)::numeric AS seconds, sum(wal) AS wal FROM demo.took WHERE which = 'by_key'::regclass) AS by_key,
  (SELECT pg_indexes_size('by_key')::numeric / pg_indexes_size('by_created_at')) AS i (indexes);
SELECT format('   last hour: %s ms by the key, %s ms by created_at and its index, %s ms by the extracted time without uuidx',
  round(:by_key, 2), round(:by_column, 2), round(:by_extraction, CASE WHEN :by_extraction < 10 THEN 2 ELSE 0 END));
\echo '   measured on PostgreSQL' :SERVER_VERSION_NAME 'on' :machine
\echo
\echo '   Any generator of version 7 keeps the primary key small and INSERT fast. uuidx makes the created_at column'
\echo '   and its index unnecessary.'
\echo
\echo 'Next steps'
\echo
\echo '   make && sudo make install                       with the pg_config of your server in PATH'
\echo '   CREATE EXTENSION uuidx;                         in your database'
\echo '   SELECT * FROM uuid_report(''your_table'') \\gx     recommends the next step for your table'
\echo
\echo 'doc/reference.md describes every function.'
