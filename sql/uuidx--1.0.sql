/* sql/uuidx--1.0.sql */

-- complain if script is sourced in psql, rather than via CREATE EXTENSION
\echo Use "CREATE EXTENSION uuidx" to load this file. \quit

--
-- Other extensions use some of our names.  Say so, and what to do, rather than
-- fail at the first one.
--
DO $$
DECLARE
  signature text;
BEGIN
  FOREACH signature IN ARRAY ARRAY[
    'uuid_generate_v7()',
    'uuid_generate_v7(timestamptz)',
    'uuid_generate_v7(timestamptz, integer)',
    'uuid_generate_v6()',
    'uuid_generate_v6(timestamptz)',
    'uuid_generate_v4_random()',
    'uuid_generate_v8(bytea)',
    'uuid_generate_v3_md5(uuid, text)',
    'uuid_generate_v3_md5(uuid, bytea)',
    'uuid_generate_v5_sha1(uuid, text)',
    'uuid_generate_v5_sha1(uuid, bytea)',
    'uuid_generate_v8_sha256(uuid, text)',
    'uuid_generate_v8_sha256(uuid, bytea)',
    'uuid_generate_v8_sha256(uuid, uuid, text)',
    'uuid_generate_v8_sha256(uuid, uuid, bytea)',
    'uuid_generate_v8_hash(text, uuid, text)',
    'uuid_generate_v8_hash(text, uuid, bytea)',
    'uuid_generate_v8_hash(text, uuid, uuid, text)',
    'uuid_generate_v8_hash(text, uuid, uuid, bytea)',
    'uuid_namespace(text)',
    'uuid_hashspace(text)',
    'uuid_version(uuid)',
    'uuid_variant(uuid)',
    'uuid_extract_timestamp(uuid)',
    'uuid_time(uuid)',
    'uuid_v7_timestamp(uuid)',
    'uuid_v7_timestamp_us(uuid)',
    'uuid_inspect(uuid)',
    'uuid_v1_to_v6(uuid)',
    'uuid_v6_to_v1(uuid)'
  ]
  LOOP
    IF pg_catalog.to_regprocedure(
         pg_catalog.format('%I.%s', pg_catalog.current_schema(), signature)) IS NOT NULL
    THEN
      RAISE duplicate_function USING
        MESSAGE = pg_catalog.format('function %s already exists in schema "%s"',
                                    signature, pg_catalog.current_schema()),
        HINT = 'Install uuidx in a schema of its own: CREATE SCHEMA uuidx; CREATE EXTENSION uuidx SCHEMA uuidx.';
    END IF;
  END LOOP;
END
$$;

--
-- Generate.  Volatile, and never leakproof: the random source or the range can fail.
--

CREATE FUNCTION uuid_generate_v7() RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v7'
  LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v7() IS
  'UUID version 7 of the current time, greater than every one before it in this session';

CREATE FUNCTION uuid_generate_v7(at timestamptz) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v7_at'
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v7(timestamptz) IS
  'UUID version 7 of a given time, to the microsecond';

CREATE FUNCTION uuid_generate_v7(at timestamptz, ordinal integer) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v7_at_ordinal'
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v7(timestamptz, integer) IS
  'UUID version 7 of a given time, ordered by an ordinal (0 to 16383) within it';

CREATE FUNCTION uuid_generate_v6() RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v6'
  LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v6() IS
  'UUID version 6 of the current time, greater than every one before it in this session';

CREATE FUNCTION uuid_generate_v6(at timestamptz) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v6_at'
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v6(timestamptz) IS
  'UUID version 6 of a given time';

CREATE FUNCTION uuid_generate_v4_random() RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v4_random'
  LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v4_random() IS
  'UUID version 4: 122 random bits';

CREATE FUNCTION uuid_generate_v8(payload bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8(bytea) IS
  'UUID version 8 from 16 bytes, of which only version and variant are set';

--
-- Name-based.  Text is hashed as UTF-8, bytea as it is.
--

CREATE FUNCTION uuid_generate_v3_md5(namespace uuid, name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v3_md5_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v3_md5(uuid, text) IS
  'UUID version 3 of a name: MD5 of namespace and name';

CREATE FUNCTION uuid_generate_v3_md5(namespace uuid, name bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v3_md5_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v3_md5(uuid, bytea) IS
  'UUID version 3 of a name: MD5 of namespace and name';

CREATE FUNCTION uuid_generate_v5_sha1(namespace uuid, name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v5_sha1_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v5_sha1(uuid, text) IS
  'UUID version 5 of a name: SHA-1 of namespace and name';

CREATE FUNCTION uuid_generate_v5_sha1(namespace uuid, name bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v5_sha1_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v5_sha1(uuid, bytea) IS
  'UUID version 5 of a name: SHA-1 of namespace and name';

CREATE FUNCTION uuid_generate_v8_sha256(namespace uuid, name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_sha256_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8_sha256(uuid, text) IS
  'UUID version 8 of a name: SHA-256 of namespace and name';

CREATE FUNCTION uuid_generate_v8_sha256(namespace uuid, name bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_sha256_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8_sha256(uuid, bytea) IS
  'UUID version 8 of a name: SHA-256 of namespace and name';

CREATE FUNCTION uuid_generate_v8_sha256(hashspace uuid, namespace uuid, name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_sha256_hashspace_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8_sha256(uuid, uuid, text) IS
  'UUID version 8 of a name: SHA-256 of hashspace, namespace and name';

CREATE FUNCTION uuid_generate_v8_sha256(hashspace uuid, namespace uuid, name bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_sha256_hashspace_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8_sha256(uuid, uuid, bytea) IS
  'UUID version 8 of a name: SHA-256 of hashspace, namespace and name';

CREATE FUNCTION uuid_generate_v8_hash(algorithm text, namespace uuid, name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_hash_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8_hash(text, uuid, text) IS
  'UUID version 8 of a name: chosen hash of namespace and name';

CREATE FUNCTION uuid_generate_v8_hash(algorithm text, namespace uuid, name bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_hash_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8_hash(text, uuid, bytea) IS
  'UUID version 8 of a name: chosen hash of namespace and name';

CREATE FUNCTION uuid_generate_v8_hash(algorithm text, hashspace uuid, namespace uuid, name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_hash_hashspace_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8_hash(text, uuid, uuid, text) IS
  'UUID version 8 of a name: chosen hash of hashspace, namespace and name';

CREATE FUNCTION uuid_generate_v8_hash(algorithm text, hashspace uuid, namespace uuid, name bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_hash_hashspace_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8_hash(text, uuid, uuid, bytea) IS
  'UUID version 8 of a name: chosen hash of hashspace, namespace and name';

CREATE FUNCTION uuid_namespace(name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_namespace'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_namespace(text) IS
  'well-known namespace ID: dns, url, oid or x500';

CREATE FUNCTION uuid_hashspace(algorithm text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_hashspace'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_hashspace(text) IS
  'hashspace ID of a hash algorithm';

--
-- Inspect and convert.
--

CREATE FUNCTION uuid_version(uuid uuid) RETURNS smallint
  AS 'MODULE_PATHNAME', 'uuidx_version_number'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_version(uuid) IS
  'version of a UUID; null unless its variant is that of RFC 9562';

CREATE FUNCTION uuid_variant(uuid uuid) RETURNS text
  AS 'MODULE_PATHNAME', 'uuidx_variant_name'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_variant(uuid) IS
  'variant of a UUID: ncs, rfc9562, microsoft or reserved';

CREATE FUNCTION uuid_extract_timestamp(uuid uuid) RETURNS timestamptz
  AS 'MODULE_PATHNAME', 'uuidx_extract_timestamp'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
-- from 17 on an unqualified name would be that of core's function
DO $$
BEGIN
  EXECUTE pg_catalog.format(
    'COMMENT ON FUNCTION %I.uuid_extract_timestamp(uuid) IS %L',
    pg_catalog.current_schema(),
    'time of a UUID of version 1, 6 or 7; null for others');
END
$$;

CREATE FUNCTION uuid_time(uuid uuid) RETURNS timestamptz
  AS 'MODULE_PATHNAME', 'uuidx_extract_timestamp'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_time(uuid) IS
  'time of a UUID of version 1, 6 or 7; null for others';

CREATE FUNCTION uuid_v7_timestamp(uuid uuid) RETURNS timestamptz
  AS 'MODULE_PATHNAME', 'uuidx_v7_timestamp'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_v7_timestamp(uuid) IS
  'time of a UUID of version 7, to the millisecond; null for others';

CREATE FUNCTION uuid_v7_timestamp_us(uuid uuid) RETURNS timestamptz
  AS 'MODULE_PATHNAME', 'uuidx_v7_timestamp_us'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_v7_timestamp_us(uuid) IS
  'time of a UUID of version 7 whose rand_a holds the fraction of the millisecond; null for others';

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
  'the fields of a UUID; null for those that its version does not have';

CREATE FUNCTION uuid_v1_to_v6(uuid uuid) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_convert_v1_to_v6'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_v1_to_v6(uuid) IS
  'version 6 of a UUID of version 1';

CREATE FUNCTION uuid_v6_to_v1(uuid uuid) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_convert_v6_to_v1'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_v6_to_v1(uuid) IS
  'version 1 of a UUID of version 6';
