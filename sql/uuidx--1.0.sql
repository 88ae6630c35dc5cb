/* sql/uuidx--1.0.sql */

-- complain if script is sourced in psql, rather than via CREATE EXTENSION
\echo Use "CREATE EXTENSION uuidx" to load this file. \quit

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

--
-- Name-based.  Text is hashed as UTF-8, bytea as it is.
--

CREATE FUNCTION uuid_generate_v3_md5(namespace uuid, name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v3_md5_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v3_md5(uuid, text) IS
  'generate UUID version 3 from the MD5 hash of namespace and name';

CREATE FUNCTION uuid_generate_v3_md5(namespace uuid, name bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v3_md5_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v3_md5(uuid, bytea) IS
  'generate UUID version 3 from the MD5 hash of namespace and name';

CREATE FUNCTION uuid_generate_v5_sha1(namespace uuid, name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v5_sha1_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v5_sha1(uuid, text) IS
  'generate UUID version 5 from the SHA-1 hash of namespace and name';

CREATE FUNCTION uuid_generate_v5_sha1(namespace uuid, name bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v5_sha1_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v5_sha1(uuid, bytea) IS
  'generate UUID version 5 from the SHA-1 hash of namespace and name';

CREATE FUNCTION uuid_generate_v8_sha256(namespace uuid, name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_sha256_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8_sha256(uuid, text) IS
  'generate UUID version 8 from the SHA-256 hash of namespace and name';

CREATE FUNCTION uuid_generate_v8_sha256(namespace uuid, name bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_sha256_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8_sha256(uuid, bytea) IS
  'generate UUID version 8 from the SHA-256 hash of namespace and name';

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

CREATE FUNCTION uuid_generate_v8_sha256(hashspace uuid, namespace uuid, name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_sha256_hashspace_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8_sha256(uuid, uuid, text) IS
  'generate UUID version 8 from the SHA-256 hash of hashspace, namespace and name';

CREATE FUNCTION uuid_generate_v8_sha256(hashspace uuid, namespace uuid, name bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_sha256_hashspace_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8_sha256(uuid, uuid, bytea) IS
  'generate UUID version 8 from the SHA-256 hash of hashspace, namespace and name';

CREATE FUNCTION uuid_generate_v8_hash(algorithm text, namespace uuid, name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_hash_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8_hash(text, uuid, text) IS
  'generate UUID version 8 from a hash of namespace and name with the given algorithm';

CREATE FUNCTION uuid_generate_v8_hash(algorithm text, namespace uuid, name bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_hash_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8_hash(text, uuid, bytea) IS
  'generate UUID version 8 from a hash of namespace and name with the given algorithm';

CREATE FUNCTION uuid_generate_v8_hash(algorithm text, hashspace uuid, namespace uuid, name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_hash_hashspace_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8_hash(text, uuid, uuid, text) IS
  'generate UUID version 8 from a hash of hashspace, namespace and name with the given algorithm';

CREATE FUNCTION uuid_generate_v8_hash(algorithm text, hashspace uuid, namespace uuid, name bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_hash_hashspace_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8_hash(text, uuid, uuid, bytea) IS
  'generate UUID version 8 from a hash of hashspace, namespace and name with the given algorithm';

CREATE FUNCTION uuid_namespace(name text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_namespace'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_namespace(text) IS 'well-known namespace ID: dns, url, oid or x500';

CREATE FUNCTION uuid_hashspace(algorithm text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_hashspace'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_hashspace(text) IS 'hashspace ID of a hash algorithm';

--
-- Planner support.  The functions that read time out of a UUID carry it, too:
-- what asks for their result loads the library while the query is planned.
--

CREATE FUNCTION uuidx_support(internal) RETURNS internal
  AS 'MODULE_PATHNAME', 'uuidx_support'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidx_support(internal) IS 'planner support for queries by the time in UUIDs';

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

--
-- Ask by time.  Total functions: no argument makes them fail.
--

CREATE FUNCTION uuid_v7_lower(at timestamptz) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_v7_lower_bound'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_v7_lower(timestamptz) IS
  'smallest UUID of version 7 with a time at or after the given one; the max UUID if there is none';

CREATE FUNCTION uuid_v7_upper(at timestamptz) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_v7_upper_bound'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_v7_upper(timestamptz) IS
  'largest UUID of version 7 with a time at or before the given one; the nil UUID if there is none';

CREATE FUNCTION uuid_v6_lower(at timestamptz) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_v6_lower_bound'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_v6_lower(timestamptz) IS
  'smallest UUID of version 6 with a time at or after the given one; the max UUID if there is none';

CREATE FUNCTION uuid_v6_upper(at timestamptz) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_v6_upper_bound'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_v6_upper(timestamptz) IS
  'largest UUID of version 6 with a time at or before the given one; the nil UUID if there is none';

CREATE FUNCTION uuid_v7_range_lower(during tstzrange) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_v7_range_lower'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_v7_range_lower(tstzrange) IS
  'smallest UUID of version 7 in a time range; the max UUID if there is none';

CREATE FUNCTION uuid_v7_range_upper(during tstzrange) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_v7_range_upper'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_v7_range_upper(tstzrange) IS
  'largest UUID of version 7 in a time range; the nil UUID if there is none';

--
-- Operators between uuid and time: id OP t is uuid_is_v7(id) AND uuid_v7_timestamp(id) OP t
-- in three-valued logic.  Therefore not strict, and without negators: NOT (id < t)
-- holds for every id without such a time as well.
--

CREATE FUNCTION uuidx_lt(uuid, timestamptz) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_uuid_lt_timestamptz'
  LANGUAGE C IMMUTABLE PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_lt(uuid, timestamptz) IS 'implementation of < operator';

CREATE FUNCTION uuidx_le(uuid, timestamptz) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_uuid_le_timestamptz'
  LANGUAGE C IMMUTABLE PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_le(uuid, timestamptz) IS 'implementation of <= operator';

CREATE FUNCTION uuidx_gt(uuid, timestamptz) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_uuid_gt_timestamptz'
  LANGUAGE C IMMUTABLE PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_gt(uuid, timestamptz) IS 'implementation of > operator';

CREATE FUNCTION uuidx_ge(uuid, timestamptz) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_uuid_ge_timestamptz'
  LANGUAGE C IMMUTABLE PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_ge(uuid, timestamptz) IS 'implementation of >= operator';

CREATE FUNCTION uuidx_lt(timestamptz, uuid) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_timestamptz_lt_uuid'
  LANGUAGE C IMMUTABLE PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_lt(timestamptz, uuid) IS 'implementation of < operator';

CREATE FUNCTION uuidx_le(timestamptz, uuid) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_timestamptz_le_uuid'
  LANGUAGE C IMMUTABLE PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_le(timestamptz, uuid) IS 'implementation of <= operator';

CREATE FUNCTION uuidx_gt(timestamptz, uuid) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_timestamptz_gt_uuid'
  LANGUAGE C IMMUTABLE PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_gt(timestamptz, uuid) IS 'implementation of > operator';

CREATE FUNCTION uuidx_ge(timestamptz, uuid) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_timestamptz_ge_uuid'
  LANGUAGE C IMMUTABLE PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_ge(timestamptz, uuid) IS 'implementation of >= operator';

-- Core's operators of these names are polymorphic.  With tstzrange itself as an
-- argument ours would be the closest match for a tstzrange beside an untyped
-- literal or parameter, which core takes for another tstzrange.  A domain is no
-- closer than core's are, and every tstzrange fits it as it is.
CREATE DOMAIN uuidx_tstzrange AS tstzrange;
COMMENT ON DOMAIN uuidx_tstzrange IS
  'tstzrange as an operand of the operators between uuid and tstzrange; not for other use';

CREATE FUNCTION uuidx_contained_by(uuid, uuidx_tstzrange) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_uuid_contained_by_tstzrange'
  LANGUAGE C IMMUTABLE PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_contained_by(uuid, uuidx_tstzrange) IS 'implementation of <@ operator';

CREATE FUNCTION uuidx_contains(uuidx_tstzrange, uuid) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_tstzrange_contains_uuid'
  LANGUAGE C IMMUTABLE PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_contains(uuidx_tstzrange, uuid) IS 'implementation of @> operator';

CREATE OPERATOR < (
  LEFTARG = uuid, RIGHTARG = timestamptz, FUNCTION = uuidx_lt,
  COMMUTATOR = >,
  RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (uuid, timestamptz) IS
  'the UUID is version 7, and its time is before the timestamp';

CREATE OPERATOR <= (
  LEFTARG = uuid, RIGHTARG = timestamptz, FUNCTION = uuidx_le,
  COMMUTATOR = >=,
  RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (uuid, timestamptz) IS
  'the UUID is version 7, and its time is at or before the timestamp';

CREATE OPERATOR > (
  LEFTARG = uuid, RIGHTARG = timestamptz, FUNCTION = uuidx_gt,
  COMMUTATOR = <,
  RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (uuid, timestamptz) IS
  'the UUID is version 7, and its time is after the timestamp';

CREATE OPERATOR >= (
  LEFTARG = uuid, RIGHTARG = timestamptz, FUNCTION = uuidx_ge,
  COMMUTATOR = <=,
  RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (uuid, timestamptz) IS
  'the UUID is version 7, and its time is at or after the timestamp';

CREATE OPERATOR < (
  LEFTARG = timestamptz, RIGHTARG = uuid, FUNCTION = uuidx_lt,
  COMMUTATOR = >,
  RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (timestamptz, uuid) IS
  'the UUID is version 7, and the timestamp is before its time';

CREATE OPERATOR <= (
  LEFTARG = timestamptz, RIGHTARG = uuid, FUNCTION = uuidx_le,
  COMMUTATOR = >=,
  RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (timestamptz, uuid) IS
  'the UUID is version 7, and the timestamp is at or before its time';

CREATE OPERATOR > (
  LEFTARG = timestamptz, RIGHTARG = uuid, FUNCTION = uuidx_gt,
  COMMUTATOR = <,
  RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (timestamptz, uuid) IS
  'the UUID is version 7, and the timestamp is after its time';

CREATE OPERATOR >= (
  LEFTARG = timestamptz, RIGHTARG = uuid, FUNCTION = uuidx_ge,
  COMMUTATOR = <=,
  RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (timestamptz, uuid) IS
  'the UUID is version 7, and the timestamp is at or after its time';

CREATE OPERATOR <@ (
  LEFTARG = uuid, RIGHTARG = uuidx_tstzrange, FUNCTION = uuidx_contained_by,
  COMMUTATOR = @>,
  RESTRICT = contsel, JOIN = contjoinsel
);
COMMENT ON OPERATOR <@ (uuid, uuidx_tstzrange) IS
  'the UUID is version 7, and its time is in the range';

CREATE OPERATOR @> (
  LEFTARG = uuidx_tstzrange, RIGHTARG = uuid, FUNCTION = uuidx_contains,
  COMMUTATOR = <@,
  RESTRICT = contsel, JOIN = contjoinsel
);
COMMENT ON OPERATOR @> (uuidx_tstzrange, uuid) IS
  'the UUID is version 7, and the range contains its time';

--
-- min and max of uuid, for servers that have none: core's came with 20.  The
-- transition functions exist everywhere, so that what was dumped from an older
-- server can be restored.
--

CREATE FUNCTION uuidx_min_transition(state uuid, value uuid) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_min_transition'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuidx_min_transition(uuid, uuid) IS 'transition function of min(uuid)';

CREATE FUNCTION uuidx_max_transition(state uuid, value uuid) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_max_transition'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuidx_max_transition(uuid, uuid) IS 'transition function of max(uuid)';

CREATE FUNCTION uuidx_create_aggregates() RETURNS void LANGUAGE sql AS $$
  CREATE AGGREGATE min(uuid) (
    SFUNC = uuidx_min_transition, STYPE = uuid,
    COMBINEFUNC = uuidx_min_transition, SORTOP = OPERATOR(pg_catalog.<),
    PARALLEL = SAFE
  );
  COMMENT ON AGGREGATE min(uuid) IS 'minimum value of all uuid input values';

  CREATE AGGREGATE max(uuid) (
    SFUNC = uuidx_max_transition, STYPE = uuid,
    COMBINEFUNC = uuidx_max_transition, SORTOP = OPERATOR(pg_catalog.>),
    PARALLEL = SAFE
  );
  COMMENT ON AGGREGATE max(uuid) IS 'maximum value of all uuid input values';
$$;
SELECT CASE WHEN pg_catalog.to_regprocedure('pg_catalog.min(pg_catalog.uuid)') IS NULL
  THEN uuidx_create_aggregates() END;
DROP FUNCTION uuidx_create_aggregates();

--
-- Partitions.  pg_partman's time encoder is uuid_v7_lower(timestamptz); this is
-- its decoder.
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

--
-- Explicit casts, for tools that move partition bounds through them.
--

CREATE CAST (timestamptz AS uuid) WITH FUNCTION uuid_v7_lower(timestamptz);
COMMENT ON CAST (timestamptz AS uuid) IS
  'lossy, for tools that store partition bounds as times: uuid_v7_lower, to the millisecond';

CREATE CAST (uuid AS timestamptz) WITH FUNCTION uuid_v7_timestamp(uuid);
COMMENT ON CAST (uuid AS timestamptz) IS
  'lossy, for tools that store partition bounds as times: uuid_v7_timestamp, null for other versions';
