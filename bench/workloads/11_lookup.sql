-- One row by its id out of 365 partitions by another time column: with uuid_v7_within and without.

SELECT have('uuid_v7_within(uuid,timestamptz,interval)') AS ready \gset
\if :ready

INSERT INTO workload
VALUES ('lookup', DEFAULT, 'One row by id: 365 partitions by created_at, 1,000,000 rows', 'execution', 'range by hand');

CREATE TABLE unchecked (id uuid, created_at timestamptz, n int, PRIMARY KEY (id, created_at))
  PARTITION BY RANGE (created_at);
CREATE TABLE checked (LIKE unchecked INCLUDING ALL, CHECK (uuid_v7_within(id, created_at, '1 hour')))
  PARTITION BY RANGE (created_at);
SELECT format('CREATE TABLE %s_%s PARTITION OF %1$s FOR VALUES FROM (%3$L) TO (%4$L)', parent, day,
  '2026-01-01Z'::timestamptz + (day - 1) * interval '1 day', '2026-01-01Z'::timestamptz + day * interval '1 day')
FROM generate_series(1, 365) AS day, unnest('{unchecked,checked}'::text[]) AS parent \gexec
INSERT INTO unchecked SELECT uuid_generate_v7(at), at, n
FROM generate_series(0, 999999) AS n, LATERAL (SELECT '2026-01-01Z'::timestamptz + n * interval '31.536 s') AS t(at);
INSERT INTO checked TABLE unchecked;
VACUUM (FREEZE, ANALYZE) unchecked, checked;

SELECT quote_literal(id) AS id, quote_literal(uuid_v7_timestamp(id) - interval '1 hour') AS a,
  quote_literal(uuid_v7_timestamp(id) + interval '1 hour') AS b
FROM unchecked WHERE n = 555000 \gset
PREPARE with_check(uuid) AS SELECT n FROM checked WHERE id = $1;
PREPARE without_check(uuid) AS SELECT n FROM unchecked WHERE id = $1;
PREPARE by_hand(uuid, timestamptz, timestamptz) AS
  SELECT n FROM unchecked WHERE id = $1 AND created_at BETWEEN $2 AND $3;
SET plan_cache_mode = force_generic_plan;

INSERT INTO item (workload, item, run)
VALUES
  ('lookup', 'range by hand',
   format('SELECT n FROM unchecked WHERE id = %s AND created_at BETWEEN %s AND %s', :'id', :'a', :'b')),
  ('lookup', 'CHECK (uuid_v7_within ...)', format('SELECT n FROM checked WHERE id = %s', :'id')),
  ('lookup', 'without', format('SELECT n FROM unchecked WHERE id = %s', :'id')),
  ('lookup', 'generic plan, range by hand', format('EXECUTE by_hand(%s, %s, %s)', :'id', :'a', :'b')),
  ('lookup', 'generic plan, CHECK (uuid_v7_within ...)', format('EXECUTE with_check(%s)', :'id')),
  ('lookup', 'generic plan, without', format('EXECUTE without_check(%s)', :'id'));

\if :full
CALL time_plans('lookup', '{365 partitions}', 25);
\else
CALL time_plans('lookup', '{365 partitions}', 7);
\endif
RESET plan_cache_mode;

CALL promise('one row by id, planning: CHECK (uuid_v7_within ...) / range by hand',
  ratio('lookup', 'CHECK (uuid_v7_within ...)', 'range by hand', 'planning', '365 partitions'), 1.5);
CALL promise('one row by id, planning: CHECK (uuid_v7_within ...) / without',
  ratio('lookup', 'CHECK (uuid_v7_within ...)', 'without', 'planning', '365 partitions'), 0.05);
CALL promise('one row by id, execution: CHECK (uuid_v7_within ...) / without',
  ratio('lookup', 'CHECK (uuid_v7_within ...)', 'without', 'execution', '365 partitions'), 0.05);
CALL promise('one row by id, execution of a generic plan: CHECK (uuid_v7_within ...) / range by hand',
  ratio('lookup', 'generic plan, CHECK (uuid_v7_within ...)', 'generic plan, range by hand', 'execution',
        '365 partitions'), 2);
DEALLOCATE ALL;
DROP TABLE unchecked, checked;

\else
\echo '   skipped, not in this version: uuid_v7_within'
INSERT INTO skipped VALUES ('lookup', 'all of it: no uuid_v7_within');
\endif
