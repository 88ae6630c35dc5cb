-- demo.sql: what `make demo` shows; runs on an empty database with uuidx installed
\set ON_ERROR_STOP 1

\echo
\echo '1. A table whose keys are made in time order'
\echo
CREATE EXTENSION uuidx;
CREATE TABLE events (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), what text);
INSERT INTO events (what) VALUES ('signed up'), ('logged in'), ('bought a ticket');

\echo
\echo '2. The key says when: no second column needed'
\echo
SELECT id, uuid_time(id), what FROM events ORDER BY id;

\echo '3. What is inside one of them'
\echo
\x on
SELECT i.* FROM events, uuid_inspect(id) AS i LIMIT 1;
\x off

\echo
\echo '4. Old rows get keys of their own time'
\echo
INSERT INTO events SELECT uuid_generate_v7(t), 'heartbeat'
  FROM generate_series('2021-01-01Z', '2022-01-01Z', interval '15 minutes') AS t;
ANALYZE events;

\echo
\echo '5. Ask by time, on the key and its index'
\echo
SELECT what, count(*) FROM events WHERE id >= now() - interval '1 hour' GROUP BY what;
EXPLAIN (COSTS OFF) SELECT count(*) FROM events
  WHERE id >= timestamptz '2021-03-04Z' AND id < timestamptz '2021-03-05Z';

\echo '6. A name has one UUID, the same everywhere (version 8, SHA-256)'
\echo
SELECT uuid_generate_v8_sha256(uuid_namespace('dns'), 'www.example.com');

\echo 'That server is gone again. To use uuidx in your own database:'
\echo
\echo '    make && sudo make install        (pg_config of your server in PATH)'
\echo '    CREATE EXTENSION uuidx;          (in psql)'
\echo
\echo 'README.md has every function; make test runs every test.'
