-- Hiding the time of an id: uuid_mask, and a second column that it makes unnecessary.

SELECT have('uuid_mask(uuid,bytea)') AND current_setting('ssl_library') = 'OpenSSL' AS ready \gset
\if :ready

CREATE TABLE masks AS SELECT id, uuid_mask(id, key) AS masked
FROM (SELECT uuid_generate_v7() FROM few_rows) AS i (id), sha256('key') AS key;
CREATE TABLE mask_keys (name text PRIMARY KEY, key bytea NOT NULL);
INSERT INTO mask_keys VALUES ('customers', sha256('key'));
VACUUM (FREEZE, ANALYZE) masks, mask_keys;

-- as in doc/hide-the-time.md
CREATE FUNCTION public_id(id uuid) RETURNS uuid
  LANGUAGE sql STABLE STRICT PARALLEL SAFE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  RETURN uuid_mask(id, (SELECT key FROM mask_keys WHERE name = 'customers'));

INSERT INTO workload
VALUES ('mask', DEFAULT, 'Masking an id', 'added', 'uuid_mask, AES-128'),
  ('second', DEFAULT, 'INSERT ... SELECT: one column that is masked, and two columns', 'CPU time',
    'v7, to be masked');

INSERT INTO item (workload, item, needs, run)
SELECT 'mask', item, needs, format('SELECT count(%s) FROM masks', call)
FROM (VALUES
  ('the column alone', NULL, 'id'),
  ('uuid_mask, AES-128', NULL, 'uuid_mask(id, ''0123456789abcdef'')'),
  ('uuid_mask, AES-256', NULL, 'uuid_mask(id, ''0123456789abcdef0123456789abcdef'')'),
  ('uuid_mask, AES-256, tweak', NULL, 'uuid_mask(id, ''0123456789abcdef0123456789abcdef'', ''customers'')'),
  ('uuid_unmask, AES-256', NULL, 'uuid_unmask(masked, ''0123456789abcdef0123456789abcdef'')'),
  ('public_id, with the key from a table', NULL, 'public_id(id)'),
  ('core gen_random_uuid()', NULL, 'gen_random_uuid()'),
  ('pgcrypto encrypt, AES-128', $$have('pgcrypto.encrypt(bytea,bytea,text)')$$,
   'pgcrypto.encrypt(uuid_send(id), ''0123456789abcdef'', ''aes-ecb/pad:none'')'),
  ('uuid-ossp uuid_generate_v5', $$have('uuid_ossp.uuid_generate_v5(uuid,text)')$$,
   'uuid_ossp.uuid_generate_v5(id, ''customers'')')
) AS v(item, needs, call);

INSERT INTO item (workload, item, run)
VALUES ('second', 'v7, to be masked', 'id uuid PRIMARY KEY DEFAULT uuid_generate_v7()'),
  ('second', 'v7, and an indexed v4',
   'id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), public uuid UNIQUE DEFAULT gen_random_uuid()');

\if :full
CALL time_rows('mask', 400, 4000, 'the column alone');
CALL load('second', 'INSERT INTO target (n) SELECT n FROM generate_series(1, %s) AS n', 3000000, 5);
\else
CALL time_rows('mask', 100, 4000, 'the column alone');
CALL load('second', 'INSERT INTO target (n) SELECT n FROM generate_series(1, %s) AS n', 1000000, 3);
\endif

CALL promise('uuid_mask, AES-128, over reading the column, ns', median('mask', 'uuid_mask, AES-128', 'added'), 2000);
CALL promise('uuid_mask, AES-256, tweak, over reading the column, ns',
  median('mask', 'uuid_mask, AES-256, tweak', 'added'), 2000);
CALL promise('uuid_unmask, AES-256, over reading the column, ns',
  median('mask', 'uuid_unmask, AES-256', 'added'), 2000);
CALL promise('insert, CPU time: v7 to be masked / v7 and an indexed v4',
  ratio('second', 'v7, to be masked', 'v7, and an indexed v4', 'CPU time'), 0.5);
CALL promise('stored, v7 to be masked / v7 and an indexed v4',
  ratio('second', 'v7, to be masked', 'v7, and an indexed v4', 'stored'), 0.7);

\else
\echo '   skipped, not on this server: uuid_mask'
INSERT INTO skipped VALUES ('mask', 'all of it: no uuid_mask'), ('second', 'all of it: no uuid_mask');
\endif
