/* sql/uuidx--1.0.sql */

-- complain if script is sourced in psql, rather than via CREATE EXTENSION
\echo Use "CREATE EXTENSION uuidx" to load this file. \quit

--
-- Planner support.  A call of a function with it loads the library while a query is planned.
--

CREATE FUNCTION uuidx_support(internal) RETURNS internal
  AS 'MODULE_PATHNAME', 'uuidx_support'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidx_support(internal) IS 'planner support for queries by the time in UUIDs';

--
-- Generate.  Volatile, and never leakproof: the random source or the range can fail.
--

CREATE FUNCTION uuid_generate_v7() RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v7'
  LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v7() IS
  'generate UUID version 7 with the current time; strictly increasing within a session';

CREATE FUNCTION uuid_generate_v7(at timestamptz) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v7_at'
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v7(timestamptz) IS
  'generate UUID version 7 with a given time, to the microsecond';

CREATE FUNCTION uuid_generate_v7(at timestamptz, ordinal integer) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v7_at_ordinal'
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v7(timestamptz, integer) IS
  'generate UUID version 7 with a given time and ordinal (0 to 16383); UUIDs with the same time sort by ordinal';

CREATE FUNCTION uuid_generate_v7_shifted(shift interval) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v7_shifted'
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v7_shifted(interval) IS
  'generate UUID version 7 with the current time plus an interval; strictly increasing within a session for each '
  'interval';

CREATE FUNCTION uuid_generate_v6() RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v6'
  LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v6() IS
  'generate UUID version 6 with the current time; strictly increasing within a session';

CREATE FUNCTION uuid_generate_v6(at timestamptz) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v6_at'
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v6(timestamptz) IS
  'generate UUID version 6 with a given time, to the microsecond';

CREATE FUNCTION uuid_generate_v4_random() RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v4_random'
  LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v4_random() IS 'generate UUID version 4 from 122 random bits';

CREATE FUNCTION uuid_generate_v8(payload bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8(bytea) IS
  'generate UUID version 8 from 16 bytes; only version and variant are replaced';

CREATE FUNCTION uuid_generate_v8_node() RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_node'
  LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8_node() IS
  'generate UUID version 8 with the current time and the node number in uuidx.node_id; strictly increasing within '
  'a session';

CREATE FUNCTION uuid_generate_v8_node(node integer) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_node_of'
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8_node(integer) IS
  'generate UUID version 8 with the current time and a node number (0 to 65535); strictly increasing within a session';

--
-- Name-based.  Text is hashed as UTF-8, bytea as it is.
--

CREATE FUNCTION uuid_generate_v3_md5(namespace uuid, name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v3_md5_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION uuid_generate_v3_md5(uuid, text) IS
  'generate UUID version 3 from the MD5 hash of namespace and name';

CREATE FUNCTION uuid_generate_v3_md5(namespace uuid, name bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v3_md5_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION uuid_generate_v3_md5(uuid, bytea) IS
  'generate UUID version 3 from the MD5 hash of namespace and name';

CREATE FUNCTION uuid_generate_v5_sha1(namespace uuid, name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v5_sha1_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION uuid_generate_v5_sha1(uuid, text) IS
  'generate UUID version 5 from the SHA-1 hash of namespace and name';

CREATE FUNCTION uuid_generate_v5_sha1(namespace uuid, name bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v5_sha1_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION uuid_generate_v5_sha1(uuid, bytea) IS
  'generate UUID version 5 from the SHA-1 hash of namespace and name';

CREATE FUNCTION uuid_generate_v8_sha256(namespace uuid, name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_sha256_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION uuid_generate_v8_sha256(uuid, text) IS
  'generate UUID version 8 from the SHA-256 hash of namespace and name';

CREATE FUNCTION uuid_generate_v8_sha256(namespace uuid, name bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_sha256_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION uuid_generate_v8_sha256(uuid, bytea) IS
  'generate UUID version 8 from the SHA-256 hash of namespace and name';

CREATE FUNCTION uuid_generate_v8_sha256(hashspace uuid, namespace uuid, name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_sha256_hashspace_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION uuid_generate_v8_sha256(uuid, uuid, text) IS
  'generate UUID version 8 from the SHA-256 hash of hashspace, namespace and name';

CREATE FUNCTION uuid_generate_v8_sha256(hashspace uuid, namespace uuid, name bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_sha256_hashspace_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION uuid_generate_v8_sha256(uuid, uuid, bytea) IS
  'generate UUID version 8 from the SHA-256 hash of hashspace, namespace and name';

CREATE FUNCTION uuid_generate_v8_hash(algorithm text, namespace uuid, name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_hash_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION uuid_generate_v8_hash(text, uuid, text) IS
  'generate UUID version 8 from a hash of namespace and name with the given algorithm';

CREATE FUNCTION uuid_generate_v8_hash(algorithm text, namespace uuid, name bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_hash_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION uuid_generate_v8_hash(text, uuid, bytea) IS
  'generate UUID version 8 from a hash of namespace and name with the given algorithm';

CREATE FUNCTION uuid_generate_v8_hash(algorithm text, hashspace uuid, namespace uuid, name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_hash_hashspace_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION uuid_generate_v8_hash(text, uuid, uuid, text) IS
  'generate UUID version 8 from a hash of hashspace, namespace and name with the given algorithm';

CREATE FUNCTION uuid_generate_v8_hash(algorithm text, hashspace uuid, namespace uuid, name bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_hash_hashspace_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION uuid_generate_v8_hash(text, uuid, uuid, bytea) IS
  'generate UUID version 8 from a hash of hashspace, namespace and name with the given algorithm';

CREATE FUNCTION uuid_generate_v7(at timestamptz, namespace uuid, name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v7_name_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION uuid_generate_v7(timestamptz, uuid, text) IS
  'generate UUID version 7 from a given time and the SHA-256 hash of namespace and name';

CREATE FUNCTION uuid_generate_v7(at timestamptz, namespace uuid, name bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v7_name_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION uuid_generate_v7(timestamptz, uuid, bytea) IS
  'generate UUID version 7 from a given time and the SHA-256 hash of namespace and name';

CREATE FUNCTION uuid_namespace(name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_namespace'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_namespace(text) IS 'well-known namespace ID: dns, url, oid or x500';

CREATE FUNCTION uuid_hashspace(algorithm text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_hashspace'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_hashspace(text) IS 'hashspace ID of a hash algorithm';

--
-- Inspect and convert.
--

CREATE FUNCTION uuid_version(uuid uuid) RETURNS smallint
  AS 'MODULE_PATHNAME', 'uuidx_version_number'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_version(uuid) IS
  'version of a UUID; null unless its variant is that of RFC 9562';

CREATE FUNCTION uuid_is_v7(uuid uuid) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_is_v7'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_is_v7(uuid) IS 'whether a UUID is version 7, with the variant of RFC 9562';

CREATE FUNCTION uuid_is_v6(uuid uuid) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_is_v6'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_is_v6(uuid) IS 'whether a UUID is version 6, with the variant of RFC 9562';

CREATE FUNCTION uuid_variant(uuid uuid) RETURNS text
  AS 'MODULE_PATHNAME', 'uuidx_variant_name'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_variant(uuid) IS 'variant of a UUID: ncs, rfc9562, microsoft or reserved';

CREATE FUNCTION uuid_extract_timestamp(uuid uuid) RETURNS timestamptz
  AS 'MODULE_PATHNAME', 'uuidx_extract_timestamp'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
-- from 17 on the name is that of core's function, unless another schema is searched first
SELECT pg_catalog.set_config('search_path',
  pg_catalog.format('%I, pg_catalog, pg_temp', pg_catalog.current_schema()), true);
COMMENT ON FUNCTION uuid_extract_timestamp(pg_catalog.uuid) IS
  'time of a UUID of version 1, 6 or 7; null for others';
SELECT pg_catalog.set_config('search_path',
  pg_catalog.format('%I, pg_temp', pg_catalog.current_schema()), true);

CREATE FUNCTION uuid_time(uuid uuid) RETURNS timestamptz
  AS 'MODULE_PATHNAME', 'uuidx_extract_timestamp'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_time(uuid) IS 'time of a UUID of version 1, 6 or 7; null for others';

CREATE FUNCTION uuid_v7_timestamp(uuid uuid) RETURNS timestamptz
  AS 'MODULE_PATHNAME', 'uuidx_v7_timestamp'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_v7_timestamp(uuid) IS
  'time of a UUID of version 7, to the millisecond; null for others';

CREATE FUNCTION uuid_v7_timestamp_us(uuid uuid) RETURNS timestamptz
  AS 'MODULE_PATHNAME', 'uuidx_v7_timestamp_us'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_v7_timestamp_us(uuid) IS
  'time of a UUID of version 7 with the fraction of the millisecond in rand_a, to the microsecond; null for others';

CREATE FUNCTION uuid_unix_timestamp(uuid uuid) RETURNS timestamptz
  AS 'MODULE_PATHNAME', 'uuidx_unix_timestamp'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_unix_timestamp(uuid) IS
  'time in the first 48 bits, in Unix milliseconds: for version 7, version 8 with a node number, and converted ids '
  'from other systems';

CREATE FUNCTION uuid_v8_node(uuid uuid) RETURNS integer
  AS 'MODULE_PATHNAME', 'uuidx_v8_node_number'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_v8_node(uuid) IS
  'node number in a UUID generated by uuid_generate_v8_node(); meaningless for other UUIDs of version 8';

CREATE FUNCTION uuid_v8_node_timestamp(uuid uuid) RETURNS timestamptz
  AS 'MODULE_PATHNAME', 'uuidx_v8_node_timestamp'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_v8_node_timestamp(uuid) IS
  'time of a UUID generated by uuid_generate_v8_node(), to the microsecond; meaningless for others of version 8';

CREATE FUNCTION uuid_inspect(
    uuid uuid,
    OUT version smallint,
    OUT variant text,
    OUT "timestamp" timestamptz,
    OUT clock_seq integer,
    OUT node macaddr,
    OUT rand_a integer,
    OUT counter integer,
    OUT random bytea
  ) RETURNS record
  AS 'MODULE_PATHNAME', 'uuidx_inspect'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_inspect(uuid) IS
  'fields of a UUID; null for fields that its version does not have';

CREATE FUNCTION uuid_v1_to_v6(uuid uuid) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_convert_v1_to_v6'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_v1_to_v6(uuid) IS 'convert UUID version 1 to version 6';

CREATE FUNCTION uuid_v6_to_v1(uuid uuid) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_convert_v6_to_v1'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_v6_to_v1(uuid) IS 'convert UUID version 6 to version 1';

CREATE FUNCTION uuid_encode(uuid uuid, format text) RETURNS text
  AS 'MODULE_PATHNAME', 'uuidx_uuid_encode'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION uuid_encode(uuid, text) IS 'encode UUID as text in the given format';

CREATE FUNCTION uuid_decode(string text, format text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_uuid_decode'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION uuid_decode(text, text) IS 'decode UUID from text in the given format';

--
-- Hide the time.
--

CREATE FUNCTION uuid_mask(id uuid, key bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_mask'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION uuid_mask(uuid, bytea) IS
  'encrypt UUID version 7 as version 4, which hides its time';

CREATE FUNCTION uuid_mask(id uuid, key bytea, tweak text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_mask'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION uuid_mask(uuid, bytea, text) IS
  'encrypt UUID version 7 as version 4, which hides its time; the result depends on the tweak';

CREATE FUNCTION uuid_unmask(masked uuid, key bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_unmask'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION uuid_unmask(uuid, bytea) IS 'decrypt UUID encrypted by uuid_mask';

CREATE FUNCTION uuid_unmask(masked uuid, key bytea, tweak text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_unmask'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION uuid_unmask(uuid, bytea, text) IS
  'decrypt UUID encrypted by uuid_mask with the same tweak';

--
-- Ask by time.
--

CREATE FUNCTION uuid_v7_lower(at timestamptz) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_v7_lower_bound'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_v7_lower(timestamptz) IS
  'smallest UUID of version 7 with a time at or after the given one; the max UUID if there is none';

CREATE FUNCTION uuid_v7_upper(at timestamptz) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_v7_upper_bound'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_v7_upper(timestamptz) IS
  'largest UUID of version 7 with a time at or before the given one; the nil UUID if there is none';

CREATE FUNCTION uuid_v6_lower(at timestamptz) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_v6_lower_bound'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_v6_lower(timestamptz) IS
  'smallest UUID of version 6 with a time at or after the given one; the max UUID if there is none';

CREATE FUNCTION uuid_v6_upper(at timestamptz) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_v6_upper_bound'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_v6_upper(timestamptz) IS
  'largest UUID of version 6 with a time at or before the given one; the nil UUID if there is none';

CREATE FUNCTION uuid_v7_range_lower(during tstzrange) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_v7_range_lower'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_v7_range_lower(tstzrange) IS
  'smallest UUID of version 7 in a time range; the max UUID if there is none';

CREATE FUNCTION uuid_v7_range_upper(during tstzrange) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_v7_range_upper'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_v7_range_upper(tstzrange) IS
  'largest UUID of version 7 in a time range; the nil UUID if there is none';

CREATE FUNCTION uuid_unix_lower(at timestamptz) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_unix_lower_bound'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_unix_lower(timestamptz) IS
  'smallest UUID with a time in its first 48 bits at or after the given one; null if there is none';

CREATE FUNCTION uuid_unix_upper(at timestamptz) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_unix_upper_bound'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_unix_upper(timestamptz) IS
  'largest UUID with a time in its first 48 bits at or before the given one; null if there is none';

CREATE FUNCTION uuid_time_lower(at timestamptz) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_time_lower_bound'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_time_lower(timestamptz) IS
  'smallest UUID in time order with a time at or after the given one';

CREATE FUNCTION uuid_time_after(at timestamptz) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_time_after_bound'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_time_after(timestamptz) IS
  'smallest UUID in time order with a time after the given one';

CREATE FUNCTION uuid_v7_within(id uuid, at timestamptz, tolerance interval) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_v7_within_tolerance'
  LANGUAGE C IMMUTABLE PARALLEL SAFE
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_v7_within(uuid, timestamptz, interval) IS
  'whether a UUID is version 7 and its time is within a tolerance of a given time';

--
-- Read on by the key.  Not parallel safe: a worker has a copy of the snapshot, but
-- not the results of earlier calls.
--

CREATE FUNCTION uuidx_horizon_support(internal) RETURNS internal
  AS 'MODULE_PATHNAME', 'uuidx_horizon_support'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidx_horizon_support(internal) IS 'planner support for uuid_v7_horizon()';

CREATE FUNCTION uuid_v7_horizon() RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_v7_horizon'
  LANGUAGE C STABLE PARALLEL RESTRICTED
  SUPPORT uuidx_horizon_support;
COMMENT ON FUNCTION uuid_v7_horizon() IS
  'UUID below which no id from uuid_generate_v7() becomes visible after the calling statement, '
  'for readers that continue after the last id';

--
-- Partitions.  pg_partman's time encoder is uuid_v7_lower(timestamptz).
--

CREATE FUNCTION uuid_v7_partman_decoder(bound text) RETURNS timestamptz
  AS 'MODULE_PATHNAME', 'uuidx_partman_decoder'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_v7_partman_decoder(text) IS
  'time of a partition bound for pg_partman: the first 48 bits of a UUID of any version, as text';

CREATE FUNCTION uuid_v7_partitions(parent regclass)
  RETURNS TABLE (partition regclass, from_time timestamptz, to_time timestamptz)
  AS 'MODULE_PATHNAME', 'uuidx_partitions'
  LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_v7_partitions(regclass) IS
  'partitions of a table partitioned by range of uuid, with their bounds as times; null for the default '
  'partition';

CREATE PROCEDURE uuid_v7_create_partitions(
    parent regclass,
    from_time timestamptz,
    to_time timestamptz,
    step interval
  )
  AS 'MODULE_PATHNAME', 'uuidx_create_partitions'
  LANGUAGE C
  SET search_path = pg_catalog, pg_temp;
COMMENT ON PROCEDURE uuid_v7_create_partitions(regclass, timestamptz, timestamptz, interval) IS
  'create the partitions of a table partitioned by range of uuid for a time range, one for each step, aligned in '
  'UTC; skip those that exist, leave no gap';

-- without a SET clause, because a procedure that has one cannot end transactions
CREATE PROCEDURE uuid_v7_drop_partitions(parent regclass, before timestamptz)
  AS 'MODULE_PATHNAME', 'uuidx_drop_partitions'
  LANGUAGE C;
COMMENT ON PROCEDURE uuid_v7_drop_partitions(regclass, timestamptz) IS
  'drop the partitions of a table partitioned by range of uuid that end at or before a time, each in its own '
  'transaction unless called in one';

--
-- Tables.
--

-- reads tables, which may be temporary tables of the session
CREATE FUNCTION uuid_report(relation regclass, column_name name DEFAULT NULL)
  RETURNS TABLE (uuid_column name, ids_read bigint, sampled boolean, versions text,
    first_time timestamptz, last_time timestamptz, times_exact boolean, default_value text,
    proven text, served_by text, correlation real, by_time text, time_column name,
    largest_difference interval, time_column_bytes bigint, next_step text, statement text)
  AS 'MODULE_PATHNAME', 'uuidx_table_report'
  LANGUAGE C STABLE PARALLEL RESTRICTED ROWS 2;
COMMENT ON FUNCTION uuid_report(regclass, name) IS
  'report on the uuid columns of a table: their contents, how queries use them, and what to do next';

-- examines each table in a subtransaction
CREATE FUNCTION uuid_report()
  RETURNS TABLE (relation regclass, uuid_column name, ids_read bigint, sampled boolean, versions text,
    by_time text, time_column name, largest_difference interval, saving bigint, next_step text,
    statement text)
  AS 'MODULE_PATHNAME', 'uuidx_database_report'
  LANGUAGE C STABLE PARALLEL UNSAFE;
COMMENT ON FUNCTION uuid_report() IS
  'report on all tables with a uuid key: versions of the ids, queries by time, and the size of time columns that '
  'repeat the key';

-- what CREATE TABLE ... (LIKE ... INCLUDING ALL) does not copy
CREATE FUNCTION uuid_table_dependents(relation regclass) RETURNS TABLE (object text)
  LANGUAGE sql STABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog, pg_temp
AS $$
  WITH t AS (
    SELECT c.*, y.typarray FROM pg_class AS c JOIN pg_type AS y ON y.oid = c.reltype WHERE c.oid = $1
  ), a AS (
    SELECT * FROM pg_attribute WHERE attrelid = $1 AND attnum > 0 AND NOT attisdropped
  )
  SELECT concat_ws(' ', i.type, i.identity,
    CASE d.classid
      WHEN 'pg_class'::regclass THEN (
        SELECT 'privileges ' || r.relacl::text FROM pg_class AS r WHERE r.oid = d.objid AND r.relkind = 'S')
      WHEN 'pg_constraint'::regclass THEN replace(pg_get_constraintdef(d.objid), ' NOT VALID', '')
      WHEN 'pg_policy'::regclass THEN (
        SELECT concat_ws(' ', p.polcmd, p.polpermissive, p.polroles::regrole[], pg_get_expr(p.polqual, p.polrelid),
          pg_get_expr(p.polwithcheck, p.polrelid))
        FROM pg_policy AS p WHERE p.oid = d.objid)
      WHEN 'pg_proc'::regclass THEN (
        SELECT concat_ws(' ', 'owner ' || p.proowner::regrole, 'privileges ' || p.proacl::text)
        FROM pg_proc AS p WHERE p.oid = d.objid)
      WHEN 'pg_rewrite'::regclass THEN pg_get_ruledef(d.objid)
      WHEN 'pg_trigger'::regclass THEN pg_get_triggerdef(d.objid) || (
        SELECT CASE g.tgenabled WHEN 'O' THEN '' ELSE ' enabled: ' || g.tgenabled::text END
        FROM pg_trigger AS g WHERE g.oid = d.objid)
    END,
    'comment ' || obj_description(d.objid, d.classid::regclass::text::name))
  FROM t
  JOIN pg_depend AS d ON d.refobjid IN (t.oid, t.reltype, t.typarray)
  CROSS JOIN LATERAL pg_identify_object(d.classid, d.objid, 0) AS i
  WHERE d.refclassid IN ('pg_class'::regclass, 'pg_type'::regclass) AND NOT (i.type = 'type' AND d.deptype = 'i')
    AND i.type NOT IN ('default value', 'index', 'publication relation', 'statistics object', 'toast table')
    AND NOT EXISTS (
      SELECT FROM pg_constraint AS k
      WHERE d.classid = 'pg_constraint'::regclass AND k.oid = d.objid AND k.conrelid = t.oid AND k.contype <> 'f'
        AND k.convalidated)
  UNION SELECT 'owner ' || t.relowner::regrole FROM t WHERE pg_get_userbyid(t.relowner) <> current_user
  UNION SELECT 'privilege ' || p FROM t, unnest(t.relacl) AS u (p)
  UNION SELECT format('privilege %s on column %I', p, a.attname) FROM a, unnest(a.attacl) AS u (p)
  UNION SELECT format('column %I: %s', a.attname, o)
    FROM a, unnest(a.attoptions || format('statistics=%s', a.attstattarget)) AS u (o)
    WHERE NOT starts_with(o, 'pg_') AND o NOT IN ('statistics=', 'statistics=-1')
  UNION SELECT 'comment ' || d.description FROM t
    JOIN pg_description AS d ON d.classoid = 'pg_class'::regclass AND d.objoid = t.oid AND d.objsubid = 0
  UNION SELECT 'security label ' || l.label FROM t JOIN pg_seclabel AS l ON l.objoid = t.oid
  UNION SELECT 'row-level security' || CASE WHEN t.relforcerowsecurity THEN ', forced' ELSE '' END
    FROM t WHERE t.relrowsecurity
  UNION SELECT format('publication %s', to_jsonb(p))
    FROM t JOIN pg_namespace AS n ON n.oid = t.relnamespace
    JOIN pg_publication_tables AS p ON p.schemaname = n.nspname AND p.tablename = t.relname
  UNION SELECT 'subscription' FROM t JOIN pg_subscription_rel ON srrelid = t.oid
  UNION SELECT 'parent ' || i.inhparent::regclass FROM t JOIN pg_inherits AS i ON i.inhrelid = t.oid
  UNION SELECT 'extension ' || e.extname
    FROM t JOIN pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.objid = t.oid AND d.deptype = 'e'
    JOIN pg_extension AS e ON e.oid = d.refobjid
  UNION SELECT 'each partition: ' || o
    FROM t, unnest(t.reloptions
      || ARRAY(SELECT 'toast.' || u FROM pg_class AS c, unnest(c.reloptions) AS u WHERE c.oid = t.reltoastrelid)
      || ARRAY['persistence ' || nullif(t.relpersistence::text, 'p'),
               'replica identity ' || nullif(t.relreplident::text, 'd'),
               'tablespace ' || nullif(t.reltablespace, 0)]) AS u (o)
    WHERE t.relkind = 'r' AND o IS NOT NULL
  ORDER BY 1
$$;
COMMENT ON FUNCTION uuid_table_dependents(regclass) IS
  'objects that depend on a table, and its privileges and settings, without what '
  'CREATE TABLE ... (LIKE ... INCLUDING ALL) copies';
