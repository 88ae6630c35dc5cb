--
-- uuid_v7_create_partitions and uuid_v7_partitions
-- In make test: quick, and the main test of creating and listing partitions.
-- Also in other locales: names are made and sorted.
--
\set test partitions
\i test/sql/include/begin.sql
\set VERBOSITY default
\set SHOW_CONTEXT never
-- the error of uuid_v7_create_partitions
CREATE FUNCTION refused(arguments text) RETURNS TABLE (state text, message text, detail text, hint text)
  LANGUAGE sql AS $$SELECT * FROM error_of('CALL uuid_v7_create_partitions(' || arguments || ')')$$;

\echo '-- Months, from the 1st and from the last of one'
CREATE TABLE months (id uuid PRIMARY KEY, n integer) PARTITION BY RANGE (id);
SELECT * FROM uuid_v7_partitions('months');
CALL uuid_v7_create_partitions('months', '2026-01-01', '2027-01-01', 'P1M');
SELECT * FROM uuid_v7_partitions('months');
SELECT pg_get_expr(relpartbound, oid) FROM pg_class WHERE oid = 'months_p20260101'::regclass;
\echo '-- from a time within a month, whole months are created'
CREATE TABLE month_ends (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('month_ends', '2027-12-31', '2028-05-01 00:00:00.000001', '1 month');
SELECT * FROM uuid_v7_partitions('month_ends');

\echo '-- each id is in the partition of its month, the edges as well'
INSERT INTO months SELECT v.id, n FROM generate_series(0, 11) AS n,
  LATERAL (SELECT '2026-01-01'::timestamptz + n * interval '1 month') AS month (begins),
  LATERAL (VALUES (uuid_v7_lower(begins)), (uuid_v7_upper(begins + interval '1 month' - interval '1 us'))) AS v (id);
SELECT count(*), count(*) FILTER (WHERE uuid_v7_timestamp(id) < from_time OR uuid_v7_timestamp(id) >= to_time)
  AS outside
FROM months AS m JOIN uuid_v7_partitions('months') ON partition = m.tableoid;

\echo '-- Those that exist are skipped, the others made'
CALL uuid_v7_create_partitions('months', '2026-11-01', '2027-03-01', '1 month');
SELECT count(*), max(to_time) FROM uuid_v7_partitions('months');
\echo '-- a step inside one of them exists; one that is longer overlaps'
CALL uuid_v7_create_partitions('months', '2026-01-01', '2026-01-02', '1 day');
SELECT * FROM refused($$'months', '2026-01-01', '2026-02-01', '1 year'$$);

\echo '-- Steps, aligned in UTC; the last one may end after the end asked for'
CREATE TABLE steps (id uuid) PARTITION BY RANGE (id);
CREATE FUNCTION made(from_time timestamptz, to_time timestamptz, step interval)
  RETURNS TABLE (partition text, starts timestamptz, ends timestamptz)
    LANGUAGE plpgsql SET client_min_messages = warning AS $$
DECLARE
  child regclass;
BEGIN
  CALL uuid_v7_create_partitions('steps', from_time, to_time, step);
  RETURN QUERY SELECT p.partition::text, p.from_time, p.to_time FROM uuid_v7_partitions('steps') AS p;
  FOR child IN SELECT p.partition FROM uuid_v7_partitions('steps') AS p LOOP
    EXECUTE format('DROP TABLE %s', child);
  END LOOP;
END
$$;
\echo '-- several of them, and others: counted from 1970-01-01, weeks from a Monday'
SELECT step, m.* FROM (VALUES (timestamptz '2026-01-05', timestamptz '2026-01-26', interval '1 week'),
    ('2026-01-01 22:00', '2026-01-02 01:00', '1 hour'), ('2026-01-01', '2026-01-02', '10 hours'),
    ('2025-01-01', '2030-01-01', '2 years'), ('2026-01-01 00:00:00.25', '2026-01-01 00:00:02', '750 ms'),
    -- at the beginning and at the end of time
    ('1970-01-01', '1970-01-06', '1 week'), ('10889-08-01', '10889-08-02 05:31:50.655999', '1 day'),
    ('10889-01-01', '10889-08-02 05:31:50.655', '1 year'),
    ('10889-08-02 05:31:50.653', '10889-08-02 05:31:50.655001', '1 ms'),
    -- huge ones, and a difference
    ('2026-01-01', '2026-01-02', '2147483647 months'), ('2026-01-01', '2026-01-02', '2147483647 days'),
    ('2026-01-01', '2026-01-02', '7 days -156 hours')) AS a (starts, ends, step),
  LATERAL made(a.starts, a.ends, step) AS m;

\echo '-- The session''s time zone moves nothing: one who makes the next year elsewhere leaves no gap'
CREATE TABLE zones (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('zones', '2026-01-01', '2027-01-01', '1 month');
SET timezone = 'America/New_York';
CALL uuid_v7_create_partitions('zones', '2027-01-01', '2028-01-01', '1 month');
SET timezone = 'Europe/Berlin';
CALL uuid_v7_create_partitions('zones', '2026-01-01', '2027-01-01', '1 month');
CALL uuid_v7_create_partitions('zones', '2028-03-01', '2028-04-02', '1 month');
SET timezone = 'UTC';
SELECT count(*), min(from_time), max(to_time), bool_and(partition::text = to_char(from_time,
  '"zones_p"YYYYMMDD')) AS named, bool_and(to_time = from_time + interval '1 month') AS months
FROM uuid_v7_partitions('zones');

\echo '-- A gap to a neighbour is refused, whichever side it is on, and however small'
CREATE TABLE gaps (id uuid) PARTITION BY RANGE (id);
CREATE TABLE gaps_odd PARTITION OF gaps FOR VALUES
  FROM (uuid_v7_lower('2026-01-01')) TO (uuid_v7_lower('2026-12-31 19:00'));
SELECT * FROM refused($$'gaps', '2027-01-01', '2027-02-01', '1 month'$$);
SELECT * FROM refused($$'gaps', '2024-01-01', '2025-01-01', '1 year'$$);
CREATE TABLE gaps_last PARTITION OF gaps
  FOR VALUES FROM (uuid_v7_lower('2026-12-31 23:59:59.999')) TO (uuid_v7_upper('2026-12-31 23:59:59.999'));
SELECT * FROM refused($$'gaps', '2027-01-01', '2027-02-01', '1 month'$$);
DROP TABLE gaps_last;
CREATE TABLE gaps_last PARTITION OF gaps
  FOR VALUES FROM (uuid_v7_lower('2026-12-31 23:59:59.999')) TO (uuid_v7_lower('2027-01-01'));
\echo '-- a gap that already exists is filled where the new partitions meet it, and is no error elsewhere'
CALL uuid_v7_create_partitions('gaps', '2027-01-01', '2027-03-01', '1 month');
CALL uuid_v7_create_partitions('gaps', '2024-12-31', '2025-12-31', '1 year');
SELECT * FROM uuid_v7_partitions('gaps');
\echo '-- open ends are neighbours, too'
CREATE TABLE ends (id uuid) PARTITION BY RANGE (id);
CREATE TABLE ends_past PARTITION OF ends FOR VALUES FROM (MINVALUE) TO (uuid_v7_lower('2026-01-01'));
CREATE TABLE ends_future PARTITION OF ends FOR VALUES FROM (uuid_v7_lower('2026-04-01')) TO (MAXVALUE);
SELECT * FROM refused($$'ends', '2026-02-01', '2026-03-01', '1 month'$$);
SELECT * FROM refused($$'ends', '2026-01-01', '2026-03-01', '1 month'$$);
CALL uuid_v7_create_partitions('ends', '2026-01-01', '2026-04-01', '1 month');
SELECT * FROM uuid_v7_partitions('ends');

\echo '-- A large partition, as of a table that was attached: steps wholly inside it exist'
CREATE TABLE attached (id uuid PRIMARY KEY, n integer) PARTITION BY RANGE (id);
CREATE TABLE attached_old (LIKE attached INCLUDING ALL);
INSERT INTO attached_old VALUES (uuid_v7_lower('2020-01-01'), 1), (uuid_v7_lower('2026-11-30'), 2);
ALTER TABLE attached ATTACH PARTITION attached_old FOR VALUES FROM (MINVALUE) TO (uuid_v7_lower('2026-12-01'));
CREATE TABLE attached_default PARTITION OF attached DEFAULT;
CALL uuid_v7_create_partitions('attached', '2026-09-15', '2026-12-15', '1 month');
CALL uuid_v7_create_partitions('attached', '2026-09-15', '2026-12-15', '1 month');
CALL uuid_v7_create_partitions('attached', '1970-01-01', '2027-02-15', '1 month');
\echo '-- a step that is only partly inside, at either end, and one that has a partition inside it'
SELECT * FROM refused($$'attached', '2026-11-20', '2026-12-05', '1 week'$$);
SELECT * FROM refused($$'attached', '2026-12-01', '2027-01-01', '3 months'$$);
\echo '-- bounds inside a millisecond'
CREATE TABLE attached_odd PARTITION OF attached
  FOR VALUES FROM (uuid_v7_lower('2027-03-01 00:00:00.001')) TO ('01a457fb-5c00-7abc-8def-0123456789ab');
SELECT * FROM refused($$'attached', '2027-03-01', '2027-03-02', '1 hour'$$);
CALL uuid_v7_create_partitions('attached', '2027-03-01 00:00:00.001', '2027-03-01 00:00:00.004', '1 ms');
CALL uuid_v7_create_partitions('attached', '2027-03-18 09:32:35.198', '2027-03-18 09:32:35.2', '1 ms');
SELECT * FROM refused($$'attached', '2027-03-18 09:32:35.198', '2027-03-18 09:32:35.201', '1 ms'$$);
\echo '-- without an end, to the last step of all'
CREATE TABLE attached_future PARTITION OF attached FOR VALUES FROM (uuid_v7_lower('2028-01-01')) TO (MAXVALUE);
CALL uuid_v7_create_partitions('attached', '10889-01-01', '10889-08-02 05:31:50.655999', '1 year');
SELECT * FROM refused($$'attached', '2027-12-27', '2028-01-03', '1 week'$$);
SELECT * FROM uuid_v7_partitions('attached');
SELECT tableoid::regclass, n FROM attached ORDER BY n;

\echo '-- Bounds as pg_partman writes them are recognized, and no v7 is between both styles'
CREATE TABLE managed (id uuid) PARTITION BY RANGE (id);
CREATE TABLE managed_p20260101 PARTITION OF managed
  FOR VALUES FROM ('019b76da-a800-0000-0000-000000000000') TO ('019c167f-cc00-0000-0000-000000000000');
CALL uuid_v7_create_partitions('managed', '2026-01-01', '2026-02-01', '1 month');
CALL uuid_v7_create_partitions('managed', '2025-12-01', '2026-03-01', '1 month');
INSERT INTO managed
SELECT id FROM uuid_v7_partitions('managed'), LATERAL (VALUES (uuid_v7_lower(from_time)),
  (uuid_v7_upper(to_time - interval '1 ms'))) AS v (id);
SELECT tableoid::regclass, uuid_v7_timestamp(id) FROM managed ORDER BY id;
SELECT pg_get_expr(relpartbound, oid) FROM pg_class JOIN uuid_v7_partitions('managed') ON partition = oid
  ORDER BY from_time;

\echo '-- Others are listed as they are: open ends, the default, a bound inside a millisecond'
CREATE TABLE open (id uuid) PARTITION BY RANGE (id);
CREATE TABLE "Open, past" PARTITION OF open FOR VALUES FROM (MINVALUE) TO (uuid_v7_lower('2026-01-01'));
CREATE TABLE open_future PARTITION OF open FOR VALUES FROM (uuid_v7_lower('2027-01-01')) TO (MAXVALUE);
CREATE TABLE open_default PARTITION OF open DEFAULT;
CREATE TABLE open_odd PARTITION OF open FOR VALUES
  FROM ('019b76da-a800-7abc-8def-123456789abc') TO ('019b76da-a801-ffff-ffff-ffffffffffff');
SELECT * FROM uuid_v7_partitions('open');
SELECT * FROM uuid_v7_partitions(NULL);

\echo '-- A default partition: fine while none of its rows belongs into a new one'
CREATE TABLE defaulted (id uuid) PARTITION BY RANGE (id);
CREATE TABLE defaulted_default PARTITION OF defaulted DEFAULT;
INSERT INTO defaulted VALUES (uuid_v7_lower('2026-02-15'));
CALL uuid_v7_create_partitions('defaulted', '2026-01-01', '2026-02-01', '1 month');
CALL uuid_v7_create_partitions('defaulted', '2026-01-01', '2026-03-01', '1 month');
SELECT * FROM uuid_v7_partitions('defaulted');

\echo '-- An overlap, or a name that is taken, in the middle: an error, and nothing is left of the run'
CREATE TABLE overlapping (id uuid) PARTITION BY RANGE (id);
CREATE TABLE overlapping_odd PARTITION OF overlapping FOR VALUES
  FROM (uuid_v7_lower('2026-03-10')) TO (uuid_v7_lower('2026-03-20'));
CALL uuid_v7_create_partitions('overlapping', '2026-01-01', '2026-06-01', '1 month');
\echo :LAST_ERROR_SQLSTATE
SELECT * FROM uuid_v7_partitions('overlapping');
DROP TABLE overlapping_odd;
CREATE TABLE overlapping_p20260201 ();
CALL uuid_v7_create_partitions('overlapping', '2026-01-01', '2026-03-01', '1 month');
\echo :LAST_ERROR_SQLSTATE
SELECT * FROM uuid_v7_partitions('overlapping');

\echo '-- Invalid intervals and times'
SELECT a, e.* FROM unnest(ARRAY[$$'2027-01-01', '0'$$, $$'2027-01-01', '-1 day'$$,
  $$'2027-01-01', '1 day -24 hours'$$, $$'2027-01-01', '1 month -31 days'$$, $$'2027-01-01', '1.5 ms'$$,
  $$'2026-01-01 00:00:00.010', '900 us'$$, $$'2027-01-01', NULL$$, $$NULL, '1 day'$$, $$'2026-01-01', '1 day'$$,
  $$'2025-01-01', '1 day'$$, $$'infinity', '1 day'$$]) AS a, refused($$'steps', '2026-01-01', $$ || a) AS e
UNION ALL SELECT a, e.* FROM unnest(ARRAY[$$NULL, '2026-01-01', '2027-01-01'$$, $$'steps', NULL, '2027-01-01'$$,
  $$'steps', '1969-12-31 23:59:59.999999', '1970-01-02'$$, $$'steps', '-infinity', '1970-01-02'$$,
  $$'steps', 'infinity', '1970-01-02'$$, $$'steps', '10889-08-01', '10889-08-02 05:31:50.656'$$]) AS a,
  refused(a || $$, '1 day'$$) AS e;
SELECT * FROM uuid_v7_partitions('steps');

\echo '-- Tables that cannot be parents'
CREATE TABLE plain (id uuid);
CREATE TABLE by_list (id uuid) PARTITION BY LIST (id);
CREATE TABLE by_hash (id uuid) PARTITION BY HASH (id);
CREATE TABLE by_two (id uuid, n integer) PARTITION BY RANGE (id, n);
CREATE TABLE by_expression (id uuid) PARTITION BY RANGE ((uuid_v7_lower(uuid_v7_timestamp(id))));
CREATE TABLE by_number (id bigint) PARTITION BY RANGE (id);
CREATE TABLE by_time (id uuid, created_at timestamptz) PARTITION BY RANGE (created_at);
CREATE DOMAIN day AS date;
CREATE TABLE by_day (id uuid, day day) PARTITION BY RANGE (day);
-- another order than that of the bytes
CREATE FUNCTION backwards(uuid, uuid) RETURNS integer IMMUTABLE LANGUAGE sql RETURN -uuid_cmp($1, $2);
CREATE OPERATOR CLASS backwards FOR TYPE uuid USING btree AS
  OPERATOR 1 >, OPERATOR 2 >=, OPERATOR 3 =, OPERATOR 4 <=, OPERATOR 5 <, FUNCTION 1 backwards(uuid, uuid);
CREATE TABLE by_other_order (id uuid) PARTITION BY RANGE (id backwards);
CREATE TABLE by_time_order (id uuid) PARTITION BY RANGE (id uuid_time_ops);
SELECT t, e.* FROM unnest('{plain,by_list,by_hash,by_two,by_expression,by_number,by_time,by_day,
  nowhere,4294967295,by_other_order,by_time_order}'::text[]) AS t,
  refused(quote_literal(t) || $$, '2026-01-01', '2027-01-01', '1 month'$$) AS e;
SELECT t, e.* FROM unnest('{plain,by_other_order,by_time_order}'::text[]) AS t,
  error_of(format('SELECT * FROM uuid_v7_partitions(%L)', t)) AS e;

\echo '-- Domains are uuid, and a partition can be a parent'
CREATE DOMAIN order_id AS uuid;
CREATE TABLE by_domain (id order_id) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('by_domain', '2026-01-01', '2026-02-01', '1 month');
CREATE TABLE by_domain_p20260201 PARTITION OF by_domain FOR VALUES
  FROM (uuid_v7_lower('2026-02-01')) TO (uuid_v7_lower('2026-03-01')) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('by_domain_p20260201', '2026-02-01', '2026-03-01', '14 days');
SELECT * FROM uuid_v7_partitions('by_domain');
SELECT * FROM uuid_v7_partitions('by_domain_p20260201');

\echo '-- Names: quoted, long; in the parent''s schema, whatever the path'
CREATE SCHEMA "Other ""schema""";
CREATE TABLE "Other ""schema"""."My ""table""" (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('"Other ""schema"""."My ""table"""', '2026-01-01', '2026-02-01', '1 month');
\echo '-- two of 63 bytes that differ in the last one only'
SELECT format('CREATE TABLE %s (id uuid) PARTITION BY RANGE (id)', t),
  format('CALL uuid_v7_create_partitions(%L, %s)', t, s)
FROM (VALUES ('c23456789b23456789c23456789d23456789e23456789f23456789g2345678y',
    '''2026-01-01'', ''2026-01-01 00:00:00.002'', ''1 ms'''),
  ('c23456789b23456789c23456789d23456789e23456789f23456789g2345678z',
    '''2026-01-01'', ''2026-01-01 00:00:00.002'', ''1 ms''')) AS v (t, s) \gexec
CREATE TABLE "100% $1 %s %I" (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('"100% $1 %s %I"', '2026-01-01', '2026-01-02', '1 day');
CREATE TEMP TABLE temporary (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('temporary', '2026-01-01', '2026-01-02', '1 day');
SELECT n.nspname AS schema, c.relname, octet_length(c.relname)
FROM pg_inherits JOIN pg_class AS c ON c.oid = inhrelid JOIN pg_class AS p ON p.oid = inhparent
  JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE p.relname ~ '^(My|c2|100)'
ORDER BY c.relname COLLATE "C";
SELECT * FROM uuid_v7_partitions('temporary');
SELECT * FROM uuid_v7_partitions('"Other ""schema"""."My ""table"""');

\echo '-- A role that owns the table and has CREATE on its schema, and one that has not'
CREATE ROLE regress_uuidx_owner;
CREATE ROLE regress_uuidx_stranger;
GRANT USAGE, CREATE ON SCHEMA partitions TO regress_uuidx_owner;
GRANT USAGE ON SCHEMA partitions TO regress_uuidx_stranger;
SET ROLE regress_uuidx_owner;
CREATE TABLE owned (id uuid) PARTITION BY RANGE (id);
CALL uuid_v7_create_partitions('owned', '2026-01-01', '2026-02-01', '1 month');
SELECT partition, pg_get_userbyid(relowner) AS owner FROM uuid_v7_partitions('owned') JOIN pg_class ON oid = partition;
SET ROLE regress_uuidx_stranger;
SELECT * FROM uuid_v7_partitions('owned');
CALL uuid_v7_create_partitions('owned', '2026-02-01', '2026-03-01', '1 month');
\echo :LAST_ERROR_SQLSTATE
RESET ROLE;
\echo '-- who may do it for the owner leaves the owner''s partition; rights on it are the owner''s, as with'
\echo '-- PARTITION OF'
GRANT SELECT ON owned TO regress_uuidx_stranger;
CALL uuid_v7_create_partitions('owned', '2026-02-01', '2026-03-01', '1 month');
SELECT partition, pg_get_userbyid(relowner) AS owner, relacl FROM uuid_v7_partitions('owned')
  JOIN pg_class ON oid = partition;

\echo '-- A partition is what PARTITION OF makes: the same table but for its names'
SET allow_in_place_tablespaces = on;
CREATE TABLESPACE regress_uuidx LOCATION '';
CREATE TABLE referenced (n integer PRIMARY KEY);
INSERT INTO referenced VALUES (1);
CREATE FUNCTION triggered() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN new.note := coalesce(new.note, 'triggered'); RETURN new; END$$;
CREATE TABLE model (id uuid DEFAULT uuid_generate_v7() PRIMARY KEY, dropped integer,
  serial bigint GENERATED ALWAYS AS IDENTITY, n integer NOT NULL DEFAULT 1 REFERENCES referenced,
  twice integer GENERATED ALWAYS AS (n * 2) STORED, note text COLLATE "C" CONSTRAINT short CHECK (length(note) < 100),
  during tstzrange, UNIQUE (n, id), CHECK (id >= timestamptz '2020-01-01')
) PARTITION BY RANGE (id) TABLESPACE regress_uuidx;
ALTER TABLE model DROP COLUMN dropped;
ALTER TABLE model ALTER note SET STORAGE EXTERNAL;
ALTER TABLE model ENABLE ROW LEVEL SECURITY;
CREATE INDEX ON model (lower(note)) WHERE n > 0;
CREATE INDEX ON model USING brin (id);
CREATE TRIGGER fill BEFORE INSERT ON model FOR EACH ROW EXECUTE FUNCTION triggered();
CREATE STATISTICS related ON n, note FROM model;
COMMENT ON COLUMN model.note IS 'what to say';
COMMENT ON INDEX model_pkey IS 'of the parent alone';
CREATE TABLE model_p20260101 PARTITION OF model FOR VALUES
  FROM (uuid_v7_lower('2026-01-01')) TO (uuid_v7_lower('2026-02-01'));
CALL uuid_v7_create_partitions('model', '2026-01-01', '2026-03-01', '1 month');
CREATE FUNCTION described(oid) RETURNS SETOF text LANGUAGE sql AS $$
  SELECT replace(line, $1::regclass::text, '<partition>') FROM (
    SELECT format('table %s %s %s %s %s %s %s %s', relkind, relpersistence, relam, reltablespace, relowner, relacl,
      relreplident, relrowsecurity)
    FROM pg_class WHERE oid = $1
    UNION ALL
    SELECT format('column %s %s %s %s null %s identity "%s" generated "%s" storage %s "%s" local %s %s default %s',
      attnum, attname,
      atttypid::regtype, attcollation::regcollation, NOT attnotnull, attidentity, attgenerated, attstorage,
        attcompression, attislocal, attinhcount,
      (SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = attrelid AND adnum = attnum))
    FROM pg_attribute WHERE attrelid = $1 AND attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT format('constraint %s %s valid %s local %s %s', conname, pg_get_constraintdef(oid), convalidated,
      conislocal, coninhcount)
    FROM pg_constraint WHERE conrelid = $1
    UNION ALL
    SELECT format('index %s %s %s', pg_get_indexdef(indexrelid),
      (SELECT inhparent::regclass FROM pg_inherits WHERE inhrelid = indexrelid),
      obj_description(indexrelid, 'pg_class'))
    FROM pg_index WHERE indrelid = $1
    UNION ALL
    SELECT format('trigger %s', pg_get_triggerdef(oid)) FROM pg_trigger WHERE tgrelid = $1 AND NOT tgisinternal
  ) AS d (line) $$;
SELECT coalesce(a, b) AS different FROM described('model_p20260101'::regclass) AS a
  FULL JOIN described('model_p20260201'::regclass) AS b ON a = b WHERE a IS NULL OR b IS NULL;
SELECT count(*) > 15 AS described FROM described('model_p20260201'::regclass);
\echo '-- and in addition the comments and the extended statistics'
SELECT col_description('model_p20260201'::regclass, attnum) FROM pg_attribute
  WHERE attrelid = 'model_p20260201'::regclass AND attname = 'note';
SELECT count(*) FROM pg_statistic_ext WHERE stxrelid = 'model_p20260201'::regclass;
INSERT INTO model (id) VALUES (uuid_generate_v7('2026-01-15')), (uuid_generate_v7('2026-02-15'));
SELECT tableoid::regclass, serial, n, twice, note FROM model ORDER BY id;
INSERT INTO model (id, n) VALUES (uuid_generate_v7('2026-02-15'), 2);
\echo '-- where a partitioned table has an access method of its own, its partitions have it too'
CREATE ACCESS METHOD regress_uuidx TYPE TABLE HANDLER heap_tableam_handler;
SELECT current_setting('server_version_num')::integer >= 170000 AS has_access_method \gset
SET client_min_messages = warning;
\if :has_access_method
ALTER TABLE model SET ACCESS METHOD regress_uuidx;
\else
SET default_table_access_method = regress_uuidx;
\endif
CALL uuid_v7_create_partitions('model', '2026-03-01', '2026-04-01', '1 month');
RESET default_table_access_method;
RESET client_min_messages;
SELECT partition, amname FROM uuid_v7_partitions('model') JOIN pg_class AS c ON c.oid = partition
  JOIN pg_am AS a ON a.oid = relam;
DROP TABLE model;
DROP TABLESPACE regress_uuidx;
DROP ACCESS METHOD regress_uuidx;

\echo '-- Within a transaction, from PL/pgSQL, with rows just written'
CREATE TABLE inner_calls (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
DO $body$
BEGIN
  CALL uuid_v7_create_partitions('inner_calls', '2026-01-01', '2026-02-01', '1 month');
  INSERT INTO inner_calls SELECT uuid_generate_v7('2026-01-15');
  CALL uuid_v7_create_partitions('inner_calls', '2026-02-01', '2026-03-01', '1 month');
  BEGIN
    CALL uuid_v7_create_partitions('inner_calls', '2026-03-01', '2026-05-01', '1 month');
    RAISE EXCEPTION 'undone';
  EXCEPTION WHEN raise_exception THEN
  END;
END
$body$;
SELECT * FROM uuid_v7_partitions('inner_calls');

\echo '-- What is locked: the parent, as weakly as ATTACH does it, and no partition that was there'
BEGIN;
CALL uuid_v7_create_partitions('inner_calls', '2026-02-01', '2026-04-01', '1 month');
SELECT relation::regclass, mode FROM pg_locks JOIN pg_class AS c ON c.oid = relation
WHERE locktype = 'relation' AND pid = pg_backend_pid() AND relname ~ '^inner_calls' AND mode <> 'AccessShareLock'
  AND relname !~ '_p20260301'
ORDER BY 1, 2;
COMMIT;

\echo '-- The decoder of partition bounds in text form: 48 bits, whatever follows'
SELECT bound, uuid_v7_partman_decoder(bound)
FROM unnest('{019b76da-a800-7000-8000-000000000000, 019b76da-a800-0000-0000-000000000000,
  019B76DAA80070008000000000000000, ffffffff-ffff-ffff-ffff-ffffffffffff, NULL}'::text[]) AS bound;
SELECT (error_of(format('SELECT uuid_v7_partman_decoder(%L)', bound))).* FROM unnest('{MINVALUE,""}'::text[]) AS bound;
SELECT count(*), count(*) FILTER (WHERE uuid_v7_partman_decoder(uuid_v7_lower(at)::text) <> at) AS lost
FROM generate_series('2025-01-01', '2026-12-31', interval '7 hours 1 ms') AS at;

DROP TABLE temporary;
\i test/sql/include/end.sql
DROP SCHEMA "Other ""schema""" CASCADE;
DROP ROLE regress_uuidx_owner, regress_uuidx_stranger;
