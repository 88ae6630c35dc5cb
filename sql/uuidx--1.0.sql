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
CREATE FUNCTION uuid_table_dependents(relation regclass) RETURNS TABLE (object text, statement text)
  LANGUAGE sql STABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog, pg_temp
AS $$
  WITH t AS (
    SELECT c.*, y.typarray, $1::text AS name FROM pg_class AS c JOIN pg_type AS y ON y.oid = c.reltype WHERE c.oid = $1
  ), a AS (
    SELECT * FROM pg_attribute WHERE attrelid = $1 AND attnum > 0 AND NOT attisdropped
  ), d AS (
    SELECT t.name, t.reltype, t.typarray, d.*, i.type, i.identity
    FROM t JOIN pg_depend AS d ON d.refobjid IN (t.oid, t.reltype, t.typarray)
    CROSS JOIN LATERAL pg_identify_object(d.classid, d.objid, 0) AS i
    WHERE d.refclassid IN ('pg_class'::regclass, 'pg_type'::regclass) AND NOT (i.type = 'type' AND d.deptype = 'i')
      AND i.type NOT IN ('default value', 'index', 'publication relation', 'statistics object', 'toast table')
      AND NOT EXISTS (
        SELECT FROM pg_constraint AS k
        WHERE d.classid = 'pg_constraint'::regclass AND k.oid = d.objid
          AND (k.conparentid <> 0 OR k.conrelid = t.oid AND k.contype <> 'f' AND k.convalidated))
  )
  SELECT d.type || ' ' || d.identity, CASE d.classid
      WHEN 'pg_class'::regclass THEN (
        SELECT format('ALTER SEQUENCE %s OWNED BY %s.%I', d.identity, d.name, a.attname)
        FROM a WHERE d.type = 'sequence' AND d.deptype = 'a' AND a.attnum = d.refobjsubid)
      WHEN 'pg_constraint'::regclass THEN (
        SELECT format(CASE WHEN k.conrelid = $1 THEN 'ALTER TABLE %s ADD CONSTRAINT %I %s'
            ELSE 'ALTER TABLE %s DROP CONSTRAINT %2$I, ADD CONSTRAINT %2$I %3$s%4$s' END,
          k.conrelid::regclass, k.conname, replace(pg_get_constraintdef(k.oid), ' NOT VALID', ''),
          CASE c.relkind WHEN 'r' THEN ' NOT VALID' END)
        FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
        WHERE k.oid = d.objid AND k.contype = 'f')
      WHEN 'pg_policy'::regclass THEN (
        SELECT concat(
          CASE WHEN p.polrelid = $1
            THEN format('CREATE POLICY %I ON %s AS %s FOR %s', p.polname, d.name,
              CASE WHEN p.polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END,
              CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE'
                ELSE 'ALL' END)
            ELSE format('ALTER POLICY %I ON %s', p.polname, p.polrelid::regclass) END,
          ' TO ',
          (SELECT string_agg(CASE r WHEN 0 THEN 'PUBLIC' ELSE r::regrole::text END, ', ') FROM unnest(p.polroles) AS r),
          ' USING (' || pg_get_expr(p.polqual, p.polrelid) || ')',
          ' WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')')
        FROM pg_policy AS p WHERE p.oid = d.objid)
      WHEN 'pg_proc'::regclass THEN (
        SELECT pg_get_functiondef(p.oid) FROM pg_proc AS p
        WHERE p.oid = d.objid AND p.prokind IN ('f', 'p') AND NOT EXISTS (
          SELECT FROM pg_depend AS e
          WHERE e.classid = d.classid AND e.objid = d.objid AND e.refobjid IN (d.reltype, d.typarray)))
      WHEN 'pg_rewrite'::regclass THEN (
        SELECT CASE
            WHEN c.relkind = 'm' OR EXISTS (
              SELECT FROM pg_depend AS e
              WHERE e.classid = 'pg_class'::regclass AND e.objid = c.oid AND e.refobjid IN (d.reltype, d.typarray))
              THEN NULL
            WHEN r.ev_type = '1' THEN concat('CREATE OR REPLACE VIEW ', c.oid::regclass,
              ' WITH (' || array_to_string(c.reloptions, ', ') || ')', ' AS ', rtrim(pg_get_viewdef(c.oid), ';'))
            ELSE concat(regexp_replace(rtrim(pg_get_ruledef(r.oid), ';'), '^CREATE', 'CREATE OR REPLACE'),
              format('; ALTER TABLE %s ', c.oid::regclass) || CASE r.ev_enabled WHEN 'D' THEN 'DISABLE'
                WHEN 'R' THEN 'ENABLE REPLICA' WHEN 'A' THEN 'ENABLE ALWAYS' END || ' RULE ' || quote_ident(r.rulename))
          END
        FROM pg_rewrite AS r JOIN pg_class AS c ON c.oid = r.ev_class WHERE r.oid = d.objid)
      WHEN 'pg_trigger'::regclass THEN (
        SELECT concat(regexp_replace(pg_get_triggerdef(g.oid), '^CREATE', 'CREATE OR REPLACE'),
          '; ALTER TABLE ' || d.name || CASE g.tgenabled WHEN 'D' THEN ' DISABLE' WHEN 'R' THEN ' ENABLE REPLICA'
            WHEN 'A' THEN ' ENABLE ALWAYS' END || ' TRIGGER ' || quote_ident(g.tgname))
        FROM pg_trigger AS g WHERE g.oid = d.objid AND g.tgconstraint = 0)
    END
    || coalesce((
      SELECT format('; COMMENT ON %s %s IS %L', replace(upper(d.type), 'TABLE ', ''), d.identity, c.description)
      FROM pg_description AS c
      WHERE c.classoid = d.classid AND c.objoid = d.objid AND c.objsubid = 0
        AND (d.type IN ('policy', 'table constraint', 'trigger')
             OR d.type = 'rule' AND NOT starts_with(d.identity, '"_RETURN"'))), '')
  FROM d
  UNION SELECT 'owner ' || t.relowner::regrole, format('ALTER TABLE %s OWNER TO %s', t.name, t.relowner::regrole)
    FROM t WHERE pg_get_userbyid(t.relowner) <> current_user
  UNION SELECT 'privileges of ' || g.role, format('GRANT %s ON %s TO %s%s', g.privileges, o.name, g.role, g.option)
    FROM t CROSS JOIN LATERAL (
      SELECT t.name, '', t.relacl
      UNION ALL SELECT t.name, format(' (%I)', a.attname), a.attacl FROM a
      UNION ALL SELECT 'SEQUENCE ' || d.identity, '', c.relacl FROM d JOIN pg_class AS c ON c.oid = d.objid
        WHERE d.classid = 'pg_class'::regclass AND d.type = 'sequence' AND d.deptype = 'i') AS o (name, columns, acl)
    CROSS JOIN LATERAL (
      SELECT CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE x.grantee::regrole::text END AS role,
        string_agg(x.privilege_type || o.columns, ', ' ORDER BY x.privilege_type) AS privileges,
        CASE WHEN x.is_grantable THEN ' WITH GRANT OPTION' END AS option
      FROM aclexplode(o.acl) AS x WHERE x.grantee <> t.relowner GROUP BY x.grantee, x.is_grantable) AS g
  UNION SELECT format('column %I: %s', a.attname, u.o), format('ALTER TABLE %s ALTER %I SET ', t.name, a.attname)
      || CASE WHEN u.o LIKE 'statistics=%' THEN replace(upper(u.o), '=', ' ') ELSE '(' || u.o || ')' END
    FROM t, a, unnest(a.attoptions || format('statistics=%s', a.attstattarget)) AS u (o)
    WHERE NOT starts_with(u.o, 'pg_') AND u.o NOT IN ('statistics=', 'statistics=-1')
  UNION SELECT 'comment', format('COMMENT ON TABLE %s IS %L', t.name, d.description) FROM t
    JOIN pg_description AS d ON d.classoid = 'pg_class'::regclass AND d.objoid = t.oid AND d.objsubid = 0
  UNION SELECT 'security label', format('SECURITY LABEL FOR %I ON TABLE %s IS %L', l.provider, t.name, l.label)
    FROM t JOIN pg_seclabel AS l ON l.objoid = t.oid AND l.objsubid = 0
  UNION SELECT 'row-level security', format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', t.name)
      || CASE WHEN t.relforcerowsecurity THEN ', FORCE ROW LEVEL SECURITY' ELSE '' END
    FROM t WHERE t.relrowsecurity
  UNION SELECT 'publication ' || quote_ident(p.pubname), concat(
      format('ALTER PUBLICATION %I SET (publish_via_partition_root = true)', p.pubname), (
        SELECT concat(format('; ALTER PUBLICATION %I ADD TABLE %s', p.pubname, t.name),
          (SELECT format(' (%s)', string_agg(quote_ident(u.name), ', '))
           FROM jsonb_array_elements_text(to_jsonb(p) -> 'attnames') AS u (name)
           WHERE to_jsonb(r) ->> 'prattrs' IS NOT NULL HAVING count(*) > 0),
          ' WHERE (' || (to_jsonb(p) ->> 'rowfilter') || ')')
        FROM pg_publication_rel AS r WHERE r.prrelid = t.oid AND r.prpubid = b.oid))
    FROM t JOIN pg_namespace AS n ON n.oid = t.relnamespace
    JOIN pg_publication_tables AS p ON p.schemaname = n.nspname AND p.tablename = t.relname
    JOIN pg_publication AS b ON b.pubname = p.pubname
  UNION SELECT 'subscription', NULL FROM t JOIN pg_subscription_rel ON srrelid = t.oid
  UNION SELECT 'parent ' || i.inhparent::regclass, NULL FROM t JOIN pg_inherits AS i ON i.inhrelid = t.oid
  UNION SELECT 'extension ' || e.extname, NULL
    FROM t JOIN pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.objid = t.oid AND d.deptype = 'e'
    JOIN pg_extension AS e ON e.oid = d.refobjid
  UNION SELECT 'each partition: ' || u.o, NULL
    FROM t, unnest(t.reloptions
      || ARRAY(SELECT 'toast.' || u FROM pg_class AS c, unnest(c.reloptions) AS u WHERE c.oid = t.reltoastrelid)
      || ARRAY['persistence ' || nullif(t.relpersistence::text, 'p'),
               'replica identity ' || nullif(t.relreplident::text, 'd'),
               'tablespace ' || (SELECT spcname FROM pg_tablespace AS s WHERE s.oid = t.reltablespace)]) AS u (o)
    WHERE t.relkind = 'r' AND u.o IS NOT NULL
  ORDER BY 1, 2
$$;
COMMENT ON FUNCTION uuid_table_dependents(regclass) IS
  'objects that depend on a table, and its privileges and settings, with the statements that recreate them: '
  'without what CREATE TABLE ... (LIKE ... INCLUDING ALL) copies';
