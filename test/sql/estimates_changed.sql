--
-- Estimates for tables that changed since ANALYZE: never further from the truth than
-- twice as far as those of a timestamp column with an index.
--
-- In make test: quick, and the main test of estimates between two runs of ANALYZE.
--
\set test estimates_changed
\i test/sql/include/begin.sql
SET client_min_messages = warning;

CREATE TABLE clock AS SELECT date_trunc('second', now()) AS finish;
CREATE FUNCTION finish() RETURNS timestamptz STABLE RETURN (SELECT finish FROM clock);
-- numbered rows with the same time in both columns, the last one at `until`
CREATE PROCEDURE add_rows(relation text, n int, step interval, until timestamptz DEFAULT finish())
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('INSERT INTO %I SELECT uuid_generate_v7(t), t, i, 0 FROM generate_series(1, %s) AS i, '
                 'LATERAL (SELECT %L::timestamptz - (%2$s - i) * %4$L::interval AS t) AS r',
                 relation, n, until, step);
END
$$;

\echo '-- Changes of 20,000 rows, five a minute until some minutes ago.  {any} and {old} are {share}'
\echo '-- percent of them.'
CREATE TABLE change (kind text, minutes_ago text, change text, key text DEFAULT 'UNIQUE INDEX ON %I (id)',
                     fillfactor int DEFAULT 100);
INSERT INTO change (kind, minutes_ago, change) VALUES ('update', '0', 'UPDATE {table} SET s = 1 WHERE {any}'),
  ('update in place', '0', 'UPDATE {table} SET s = 1 WHERE {any}'),
  ('update of old rows', '0', 'UPDATE {table} SET s = 1 WHERE {old}'),
  ('update of an indexed column', '0', 'CREATE INDEX ON {table} (s); UPDATE {table} SET s = 1 WHERE {any}'),
  ('update, a new row', '3', 'UPDATE {table} SET s = 1 WHERE {old}; CALL add_rows({name}, 1, ''1 s'')'),
  ('update, a new batch', '600', 'UPDATE {table} SET s = 1 WHERE {old}; CALL add_rows({name}, 1000, ''1 ms'')'),
  ('update, slower', '2400', 'UPDATE {table} SET s = 1 WHERE {old}; CALL add_rows({name}, 600, ''4 min'')'),
  ('delete', '0', 'DELETE FROM {table} WHERE {any}'), ('delete of old rows', '0', 'DELETE FROM {table} WHERE {old}'),
  ('delete of new rows', '0', 'DELETE FROM {table} WHERE n > 20000 - {share} * 200'),
  ('insert', '{share} * 40', 'CALL add_rows({name}, {share} * 200, ''12 s'')'),
  ('insert, descending index', '{share} * 40', 'CALL add_rows({name}, {share} * 200, ''12 s'')'),
  ('insert, then update', '{share} * 40', 'CREATE INDEX ON {table} (s); CALL add_rows({name}, {share} * 200, '
   '''12 s''); UPDATE {table} SET s = 1 WHERE created_at > finish() - {share} * interval ''40 min'';'
   'UPDATE {table} SET s = 2 WHERE s = 1'),
  ('burst', '{share} * 4', 'CALL add_rows({name}, {share} * 200, ''1.2 s'')'),
  ('burst after a pause', '600', 'CALL add_rows({name}, {share} * 200, ''50 ms'')'),
  ('batch after a pause', '600', 'CALL add_rows({name}, {share} * 200, ''1 ms'')'),
  ('pause after a burst', '600', 'CALL add_rows({name}, {share} * 200, ''50 ms'', finish() - interval ''9 hours'');'
   'CALL add_rows({name}, 540, ''1 min'')');
UPDATE change SET fillfactor = 45 WHERE kind = 'update in place';
UPDATE change SET key = 'INDEX ON %I (id DESC)' WHERE kind = 'insert, descending index';
CREATE TABLE changed AS SELECT relation, format('CALL fill(%L, %L, %s, %s)', relation, key, fillfactor,
                          replace(minutes_ago, '{share}', share::text)) AS fill,
         replace(replace(replace(replace(replace(change, '{any}', '(hashint4(n) & 1023) < {share} * 10.24'),
                 '{old}', 'n <= {share} * 200'), '{table}', quote_ident(relation)),
             '{name}', quote_literal(relation)), '{share}', share::text) AS change
  FROM change, unnest('{1,10,50}'::int[]) AS share, LATERAL (SELECT kind || ', ' || share AS relation) AS r
  UNION ALL VALUES ('nothing', 'CALL fill(''nothing'', ''UNIQUE INDEX ON %I (id)'', 100, 0)', '');

CREATE PROCEDURE fill(relation text, key text, fillfactor int, minutes_ago int) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TABLE %I (id uuid, created_at timestamptz, n int, s int) '
                 'WITH (autovacuum_enabled = off, fillfactor = %s)', relation, fillfactor);
  CALL add_rows(relation, 20000, '12 s', finish() - minutes_ago * interval '1 min');
  EXECUTE format('CREATE ' || key || '; CREATE INDEX ON %1$I (created_at); ANALYZE %1$I', relation);
END
$$;
CREATE TABLE range (range text, since interval, until interval);
INSERT INTO range VALUES ('last minute', '1 min', '-1 day'), ('last hour', '1 hour', '-1 day'),
  ('hour before', '2 hours', '1 hour'), ('last day', '1 day', '-1 day'), ('old day', '60 hours', '36 hours'),
  ('everything', '1 year', '-1 day');
CREATE TABLE result (relation text, vacuumed boolean, range text, truth float8, real float8, computed float8);
CREATE PROCEDURE compare(relation text, vacuumed boolean) LANGUAGE plpgsql AS $$
DECLARE
  r range;
  query text;
  truth float8;
BEGIN
  FOR r IN SELECT * FROM range LOOP
    query := format('FROM %I WHERE %%1$s >= %L::timestamptz AND %%1$s < %L::timestamptz', relation,
                    finish() - r.since, finish() - r.until);
    EXECUTE 'SELECT count(*) ' || format(query, 'created_at') INTO truth;
    -- a scan marks entries whose rows are dead, of so many pages; later ones find the end behind them
    PERFORM expected_rows('SELECT ' || format(query, c))
      FROM unnest('{id,created_at}'::text[]) AS c, generate_series(1, 3);
    INSERT INTO result VALUES (relation, vacuumed, r.range, truth,
      expected_rows('SELECT ' || format(query, 'created_at')), expected_rows('SELECT ' || format(query, 'id')));
  END LOOP;
END
$$;
SELECT fill FROM changed \gexec
SELECT change FROM changed WHERE change <> '' \gexec
SELECT format('CALL compare(%L, false)', relation) FROM changed \gexec
SELECT format('VACUUM %I', relation) FROM changed \gexec
SELECT format('CALL compare(%L, true)', relation) FROM changed \gexec
\echo '-- estimates, and those that are more than twice as far off as those of a column'
SELECT count(*) AS estimates FROM result;
SELECT relation, vacuumed, range, truth, real, computed FROM result
  WHERE off_by(computed, truth) > 2 * off_by(real, truth) ORDER BY 1, 2, 3;
\echo '-- rows that came are close to the truth, at any rate, as long as the size of the table shows them'
SELECT relation, range, truth, real, computed FROM result
  WHERE off_by(computed, truth) > 3 AND truth >= 100 AND relation ~ '^(insert|burst|batch|pause|update, )'
    AND NOT vacuumed ORDER BY 1, 2;
\echo '-- the same for the time in a UNION ALL'
CREATE TABLE feed (id uuid PRIMARY KEY CHECK (uuid_is_v7(id))) WITH (autovacuum_enabled = off);
INSERT INTO feed SELECT uuid_generate_v7(finish() - i * interval '12 s') FROM generate_series(300, 20299) AS i;
ANALYZE feed;
INSERT INTO feed SELECT uuid_generate_v7(finish() - i * interval '720 ms') FROM generate_series(0, 4999) AS i;
SELECT off_by(expected_rows(format('SELECT FROM (SELECT uuid_time(id) AS at FROM feed UNION ALL SELECT uuid_time(id) '
  'FROM feed) x WHERE at >= %L', finish() - interval '30 min')), 5000) < 2 AS estimated;
\i test/sql/include/end.sql
