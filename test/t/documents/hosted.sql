-- doc/hosted.md, with a table that uses the file in every way and goes to the extension and back

-- before Quick start 1
-- database hosted_doc SELECT
\i :root/hosted/uuidx.sql

-- before Quick start 2
-- for /(?s).+/ write SELECT;

-- before Switch to the extension, and back 1
ALTER TABLE events ADD at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED;
CREATE INDEX events_by_time ON events (uuid_v7_timestamp(id));
CREATE VIEW recent AS SELECT id, payload FROM events
  WHERE id >= timestamptz '2026-06-14 23:00Z' AND id <@ tstzrange('2026-06-14Z', '2026-06-15Z');
CREATE VIEW inspected AS SELECT id, (uuid_inspect(id)).* FROM events;
INSERT INTO events (id, payload) SELECT uuid_generate_v7('2026-06-15Z'::timestamptz - n * interval '1 minute'), n
  FROM generate_series(1, 1000) AS n;
INSERT INTO measurements SELECT uuid_generate_v7('2026-01-01Z'::timestamptz + n * interval '1 day'), n
  FROM generate_series(0, 364) AS n;
ALTER TABLE measurements ALTER id SET DEFAULT uuid_generate_v7();
-- no table is written, and no row
CREATE VIEW kept AS SELECT md5(string_agg(e::text || ctid || xmin, ' ' ORDER BY id)) AS rows,
  (SELECT string_agg(concat(oid,
  relname, relfilenode), ' ' ORDER BY oid) FROM pg_class WHERE relname ~ '^(events|measurements)') AS files
  FROM events AS e;
CREATE TABLE was AS TABLE kept;
CREATE VIEW answers AS SELECT (SELECT count(*) FROM recent) AS a, (SELECT count(*) FROM events
  WHERE uuid_v7_timestamp(id) < '2026-06-14 14:00Z') AS b, (SELECT count(*) FROM inspected WHERE version = 7) AS c,
  (SELECT count(*) FROM measurements WHERE id < timestamptz '2026-02-01Z') AS d;
TABLE answers; --> 60|400|1001|31
ANALYZE;

-- before Switch to the extension, and back 2
BEGIN;
:{Switch to the extension, and back 2};
SELECT DISTINCT relname FROM pg_locks JOIN pg_class AS c ON c.oid = relation
  WHERE relname ~ '^(events|measurements|recent)';
-->
ROLLBACK;

-- before Switch to the extension, and back 3
SELECT string_agg(proname, ' ' ORDER BY proname) FROM pg_proc AS p
  WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' AND proname !~ '^uuidx_'
    AND NOT EXISTS (SELECT FROM pg_depend AS d JOIN pg_proc AS e ON e.oid = d.refobjid
      WHERE d.objid = p.oid AND e.pronamespace = 'uuidx'::regnamespace);
--> uuid_inspect uuid_table_dependents uuid_v7_partitions
TABLE kept EXCEPT TABLE was; -->
TABLE answers; --> 60|400|1001|31
BEGIN;
INSERT INTO events (payload) VALUES ('new') RETURNING uuid_version(id), at = uuid_time(id); --> 7|t
INSERT INTO events (id) VALUES (gen_random_uuid()); --! 23514
ROLLBACK;

-- before Switch to the extension, and back 5
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT FROM events WHERE id >= now(); --^ Filter
SELECT statement FROM uuidx.uuid_report('events', 'id'); --~ ^ALTER TABLE public.events DROP COLUMN at, ADD COLUMN at
-- for /(?s).+/ write SELECT;

-- before Switch to the extension, and back 7
DROP EXTENSION uuidx; --! 2BP01
\i :root/hosted/uuidx.sql

-- after Switch to the extension, and back
TABLE kept EXCEPT TABLE was; -->
TABLE answers; --> 60|400|1001|31

-- before Remove it 1
DROP VIEW answers, kept, inspected, recent;
DROP INDEX events_by_time;
ALTER TABLE events DROP at;
ALTER TABLE measurements ALTER id DROP DEFAULT, DROP CONSTRAINT measurements_id_check;
CREATE VIEW recent AS SELECT id FROM events WHERE id >= now();
:{Remove it 1.2}; --! 2BP01
DROP VIEW recent;

-- after Remove it
SELECT count(*) FROM pg_depend WHERE refclassid = 'pg_namespace'::regclass AND refobjid = 'public'::regnamespace
  AND classid IN ('pg_proc'::regclass, 'pg_operator'::regclass); --> 0
SELECT count(*), (SELECT count(*) FROM measurements) FROM events; --> 1001|365
