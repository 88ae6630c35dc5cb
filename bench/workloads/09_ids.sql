-- Ids from other systems, against the input function of uuid.

SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'uuidx_ids') AS separate \gset
\if :separate
CREATE EXTENSION uuidx_ids;
\endif
SELECT have('uuid_from_id(text,text)') AS ready \gset
\if :ready

CREATE TABLE foreign_ids AS
  SELECT uuid_to_id('ulid', id) AS ulid, id::text AS canonical,
         encode(substr(uuid_send(id), 1, 12), 'hex') AS objectid
  FROM (SELECT uuid_generate_v7() AS id FROM rows) AS made;
VACUUM (FREEZE, ANALYZE) foreign_ids;

INSERT INTO workload VALUES ('ids', DEFAULT, 'Reading ids from other systems', 'added', 'text to uuid');
INSERT INTO item (workload, item, run) VALUES
  ('ids', 'the column alone', 'SELECT count(canonical) FROM foreign_ids'),
  ('ids', 'text to uuid', 'SELECT count(canonical::uuid) FROM foreign_ids'),
  ('ids', 'ULID to uuid', 'SELECT count(uuid_from_id(''ulid'', ulid)) FROM foreign_ids'),
  ('ids', 'ULID to time', 'SELECT count(id_extract_timestamp(''ulid'', ulid)) FROM foreign_ids'),
  ('ids', 'ObjectID to uuid', 'SELECT count(uuid_from_id(''objectid'', objectid)) FROM foreign_ids'),
  ('ids', 'ObjectID to time', 'SELECT count(id_extract_timestamp(''objectid'', objectid)) FROM foreign_ids');

\if :full
CALL time_rows('ids', 300, 20000, 'the column alone');
\else
CALL time_rows('ids', 100, 20000, 'the column alone');
\endif

CALL promise('ULID to uuid / text to uuid', ratio('ids', 'ULID to uuid', 'text to uuid', 'per row'), 3);
CALL promise('ObjectID to uuid / text to uuid', ratio('ids', 'ObjectID to uuid', 'text to uuid', 'per row'), 3);

\else
\echo '   skipped, not in this version: ids from other systems'
INSERT INTO skipped VALUES ('ids', 'all of it: no uuid_from_id');
\endif
