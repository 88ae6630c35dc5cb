-- Name-based generators, on names of about 25 bytes.

CREATE TABLE names AS SELECT 'www.example.com/page/' || n AS name FROM few_rows;
VACUUM (FREEZE, ANALYZE) names;

INSERT INTO workload VALUES ('name', DEFAULT, 'Name-based generators', 'added', 'uuid-ossp uuid_generate_v5');

INSERT INTO item (workload, item, needs, run)
SELECT 'name', item, needs,
  format('SELECT count(%s) FROM names', format(call, '''6ba7b810-9dad-11d1-80b4-00c04fd430c8''::uuid, name'))
FROM (VALUES
  ('the column alone', NULL, 'name'),
  ('core md5(text)', NULL, 'md5(name)'),
  ('core sha256(bytea)', NULL, 'sha256(name::bytea)'),
  ('uuid_generate_v3_md5', NULL, 'uuid_generate_v3_md5(%s)'),
  ('uuid_generate_v5_sha1', NULL, 'uuid_generate_v5_sha1(%s)'),
  ('uuid_generate_v8_sha256', NULL, 'uuid_generate_v8_sha256(%s)'),
  ('uuid_generate_v8_hash, sha512', NULL, 'uuid_generate_v8_hash(''sha512'', %s)'),
  ('uuid_generate_v8_hash, sha3_256', NULL, 'uuid_generate_v8_hash(''sha3_256'', %s)'),
  ('uuid-ossp uuid_generate_v3', $$have('uuid_ossp.uuid_generate_v3(uuid,text)')$$,
   'uuid_ossp.uuid_generate_v3(%s)'),
  ('uuid-ossp uuid_generate_v5', $$have('uuid_ossp.uuid_generate_v5(uuid,text)')$$,
   'uuid_ossp.uuid_generate_v5(%s)')
) AS v(item, needs, call);

\if :full
CALL time_rows('name', 400, 4000, 'the column alone');
\else
CALL time_rows('name', 100, 4000, 'the column alone');
\endif

CALL promise('v5_sha1 / uuid-ossp v5',
  ratio('name', 'uuid_generate_v5_sha1', 'uuid-ossp uuid_generate_v5', 'per row'), 1.0);
CALL promise('v8_sha256 / uuid-ossp v5',
  ratio('name', 'uuid_generate_v8_sha256', 'uuid-ossp uuid_generate_v5', 'per row'), 1.0);
