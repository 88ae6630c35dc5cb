/* sql/uuidx--1.0--1.1.sql */

-- complain if script is sourced in psql, rather than via ALTER EXTENSION
\echo Use "ALTER EXTENSION uuidx UPDATE TO '1.1'" to load this file. \quit

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
-- Order by time: v1, v6 and v7 by the time they carry, everything else after.
--

CREATE FUNCTION uuidx_time_lt(uuid, uuid) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_uuid_time_lt'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_time_lt(uuid, uuid) IS 'implementation of ~<~ operator';

CREATE FUNCTION uuidx_time_le(uuid, uuid) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_uuid_time_le'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_time_le(uuid, uuid) IS 'implementation of ~<=~ operator';

CREATE FUNCTION uuidx_time_gt(uuid, uuid) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_uuid_time_gt'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_time_gt(uuid, uuid) IS 'implementation of ~>~ operator';

CREATE FUNCTION uuidx_time_ge(uuid, uuid) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_uuid_time_ge'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_time_ge(uuid, uuid) IS 'implementation of ~>=~ operator';

CREATE FUNCTION uuidx_time_cmp(uuid, uuid) RETURNS integer
  AS 'MODULE_PATHNAME', 'uuidx_uuid_time_cmp'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuidx_time_cmp(uuid, uuid) IS 'less-equal-greater, in time order';

CREATE FUNCTION uuidx_time_sortsupport(internal) RETURNS void
  AS 'MODULE_PATHNAME', 'uuidx_uuid_time_sortsupport'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidx_time_sortsupport(internal) IS 'sort support for time order';

CREATE FUNCTION uuidx_time_in_range(val uuid, base uuid, "offset" interval, sub boolean, less boolean) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_uuid_time_in_range'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidx_time_in_range(uuid, uuid, interval, boolean, boolean) IS
  'window RANGE support for time order; days and months are counted in UTC';

CREATE FUNCTION uuidx_time_distance(uuid, uuid) RETURNS double precision
  AS 'MODULE_PATHNAME', 'uuidx_uuid_time_distance'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuidx_time_distance(uuid, uuid) IS 'distance in time order, for BRIN';

CREATE OPERATOR ~<~ (
  LEFTARG = uuid, RIGHTARG = uuid, FUNCTION = uuidx_time_lt,
  COMMUTATOR = ~>~, NEGATOR = ~>=~,
  RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR ~<~ (uuid, uuid) IS 'before, in time order';

CREATE OPERATOR ~<=~ (
  LEFTARG = uuid, RIGHTARG = uuid, FUNCTION = uuidx_time_le,
  COMMUTATOR = ~>=~, NEGATOR = ~>~,
  RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR ~<=~ (uuid, uuid) IS 'not after, in time order';

CREATE OPERATOR ~>~ (
  LEFTARG = uuid, RIGHTARG = uuid, FUNCTION = uuidx_time_gt,
  COMMUTATOR = ~<~, NEGATOR = ~<=~,
  RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR ~>~ (uuid, uuid) IS 'after, in time order';

CREATE OPERATOR ~>=~ (
  LEFTARG = uuid, RIGHTARG = uuid, FUNCTION = uuidx_time_ge,
  COMMUTATOR = ~<=~, NEGATOR = ~<~,
  RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR ~>=~ (uuid, uuid) IS 'not before, in time order';

CREATE OPERATOR FAMILY uuid_time_ops USING btree;
COMMENT ON OPERATOR FAMILY uuid_time_ops USING btree IS 'UUIDs in time order';

CREATE OPERATOR CLASS uuid_time_ops FOR TYPE uuid USING btree FAMILY uuid_time_ops AS
  OPERATOR 1 ~<~,
  OPERATOR 2 ~<=~,
  OPERATOR 3 pg_catalog.=,
  OPERATOR 4 ~>=~,
  OPERATOR 5 ~>~,
  FUNCTION 1 uuidx_time_cmp(uuid, uuid),
  FUNCTION 2 uuidx_time_sortsupport(internal),
  FUNCTION 3 (uuid, interval) uuidx_time_in_range(uuid, uuid, interval, boolean, boolean),
  FUNCTION 4 pg_catalog.btequalimage(oid);
COMMENT ON OPERATOR CLASS uuid_time_ops USING btree IS
  'UUIDs in time order: versions 1, 6 and 7 by their time, then all others';

CREATE OPERATOR FAMILY uuid_time_minmax_ops USING brin;
COMMENT ON OPERATOR FAMILY uuid_time_minmax_ops USING brin IS 'UUIDs in time order';

CREATE OPERATOR CLASS uuid_time_minmax_ops FOR TYPE uuid USING brin FAMILY uuid_time_minmax_ops AS
  OPERATOR 1 ~<~,
  OPERATOR 2 ~<=~,
  OPERATOR 3 pg_catalog.=,
  OPERATOR 4 ~>=~,
  OPERATOR 5 ~>~,
  FUNCTION 1 pg_catalog.brin_minmax_opcinfo(internal),
  FUNCTION 2 pg_catalog.brin_minmax_add_value(internal, internal, internal, internal),
  FUNCTION 3 pg_catalog.brin_minmax_consistent(internal, internal, internal),
  FUNCTION 4 pg_catalog.brin_minmax_union(internal, internal, internal);
COMMENT ON OPERATOR CLASS uuid_time_minmax_ops USING brin IS
  'UUIDs in time order: minimum and maximum of each block range';

CREATE OPERATOR FAMILY uuid_time_minmax_multi_ops USING brin;
COMMENT ON OPERATOR FAMILY uuid_time_minmax_multi_ops USING brin IS 'UUIDs in time order';

CREATE OPERATOR CLASS uuid_time_minmax_multi_ops FOR TYPE uuid USING brin FAMILY uuid_time_minmax_multi_ops AS
  OPERATOR 1 ~<~,
  OPERATOR 2 ~<=~,
  OPERATOR 3 pg_catalog.=,
  OPERATOR 4 ~>=~,
  OPERATOR 5 ~>~,
  FUNCTION 1 pg_catalog.brin_minmax_multi_opcinfo(internal),
  FUNCTION 2 pg_catalog.brin_minmax_multi_add_value(internal, internal, internal, internal),
  FUNCTION 3 pg_catalog.brin_minmax_multi_consistent(internal, internal, internal, integer),
  FUNCTION 4 pg_catalog.brin_minmax_multi_union(internal, internal, internal),
  FUNCTION 5 pg_catalog.brin_minmax_multi_options(internal),
  FUNCTION 11 uuidx_time_distance(uuid, uuid);
COMMENT ON OPERATOR CLASS uuid_time_minmax_multi_ops USING brin IS
  'UUIDs in time order: several intervals for each block range';

-- An index on a column of a domain stores the values as uuid, as with uuid_minmax_ops: BRIN
-- searches operators of the type that is stored.  CREATE OPERATOR CLASS ignores STORAGE uuid.
UPDATE pg_catalog.pg_opclass SET opckeytype = opcintype
FROM pg_catalog.pg_namespace AS n
WHERE n.oid OPERATOR(pg_catalog.=) opcnamespace
  AND n.nspname OPERATOR(pg_catalog.=) pg_catalog.current_schema()
  AND (opcname OPERATOR(pg_catalog.=) 'uuid_time_minmax_ops'
    OR opcname OPERATOR(pg_catalog.=) 'uuid_time_minmax_multi_ops');

--
-- Comparison with an instant in this order: id ~OP~ t is "id carries a time" AND
-- uuid_time(id) OP t in three-valued logic; also not strict, and without negators.
--

CREATE FUNCTION uuidx_time_lt(uuid, timestamptz) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_uuid_time_lt_timestamptz'
  LANGUAGE C IMMUTABLE PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_time_lt(uuid, timestamptz) IS 'implementation of ~<~ operator';

CREATE FUNCTION uuidx_time_le(uuid, timestamptz) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_uuid_time_le_timestamptz'
  LANGUAGE C IMMUTABLE PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_time_le(uuid, timestamptz) IS 'implementation of ~<=~ operator';

CREATE FUNCTION uuidx_time_gt(uuid, timestamptz) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_uuid_time_gt_timestamptz'
  LANGUAGE C IMMUTABLE PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_time_gt(uuid, timestamptz) IS 'implementation of ~>~ operator';

CREATE FUNCTION uuidx_time_ge(uuid, timestamptz) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_uuid_time_ge_timestamptz'
  LANGUAGE C IMMUTABLE PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_time_ge(uuid, timestamptz) IS 'implementation of ~>=~ operator';

CREATE FUNCTION uuidx_time_lt(timestamptz, uuid) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_timestamptz_time_lt_uuid'
  LANGUAGE C IMMUTABLE PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_time_lt(timestamptz, uuid) IS 'implementation of ~<~ operator';

CREATE FUNCTION uuidx_time_le(timestamptz, uuid) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_timestamptz_time_le_uuid'
  LANGUAGE C IMMUTABLE PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_time_le(timestamptz, uuid) IS 'implementation of ~<=~ operator';

CREATE FUNCTION uuidx_time_gt(timestamptz, uuid) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_timestamptz_time_gt_uuid'
  LANGUAGE C IMMUTABLE PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_time_gt(timestamptz, uuid) IS 'implementation of ~>~ operator';

CREATE FUNCTION uuidx_time_ge(timestamptz, uuid) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_timestamptz_time_ge_uuid'
  LANGUAGE C IMMUTABLE PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuidx_time_ge(timestamptz, uuid) IS 'implementation of ~>=~ operator';

CREATE OPERATOR ~<~ (
  LEFTARG = uuid, RIGHTARG = timestamptz, FUNCTION = uuidx_time_lt,
  COMMUTATOR = ~>~,
  RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR ~<~ (uuid, timestamptz) IS
  'the UUID carries a time, and that time is before the timestamp';

CREATE OPERATOR ~<=~ (
  LEFTARG = uuid, RIGHTARG = timestamptz, FUNCTION = uuidx_time_le,
  COMMUTATOR = ~>=~,
  RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR ~<=~ (uuid, timestamptz) IS
  'the UUID carries a time, and that time is at or before the timestamp';

CREATE OPERATOR ~>~ (
  LEFTARG = uuid, RIGHTARG = timestamptz, FUNCTION = uuidx_time_gt,
  COMMUTATOR = ~<~,
  RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR ~>~ (uuid, timestamptz) IS
  'the UUID carries a time, and that time is after the timestamp';

CREATE OPERATOR ~>=~ (
  LEFTARG = uuid, RIGHTARG = timestamptz, FUNCTION = uuidx_time_ge,
  COMMUTATOR = ~<=~,
  RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR ~>=~ (uuid, timestamptz) IS
  'the UUID carries a time, and that time is at or after the timestamp';

CREATE OPERATOR ~<~ (
  LEFTARG = timestamptz, RIGHTARG = uuid, FUNCTION = uuidx_time_lt,
  COMMUTATOR = ~>~,
  RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR ~<~ (timestamptz, uuid) IS
  'the UUID carries a time, and the timestamp is before that time';

CREATE OPERATOR ~<=~ (
  LEFTARG = timestamptz, RIGHTARG = uuid, FUNCTION = uuidx_time_le,
  COMMUTATOR = ~>=~,
  RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR ~<=~ (timestamptz, uuid) IS
  'the UUID carries a time, and the timestamp is at or before that time';

CREATE OPERATOR ~>~ (
  LEFTARG = timestamptz, RIGHTARG = uuid, FUNCTION = uuidx_time_gt,
  COMMUTATOR = ~<~,
  RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR ~>~ (timestamptz, uuid) IS
  'the UUID carries a time, and the timestamp is after that time';

CREATE OPERATOR ~>=~ (
  LEFTARG = timestamptz, RIGHTARG = uuid, FUNCTION = uuidx_time_ge,
  COMMUTATOR = ~<=~,
  RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR ~>=~ (timestamptz, uuid) IS
  'the UUID carries a time, and the timestamp is at or after that time';

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
-- Explicit casts, for tools that move partition bounds through them.
--

CREATE CAST (timestamptz AS uuid) WITH FUNCTION uuid_v7_lower(timestamptz);
COMMENT ON CAST (timestamptz AS uuid) IS
  'lossy, for tools that store partition bounds as times: uuid_v7_lower, to the millisecond';

CREATE CAST (uuid AS timestamptz) WITH FUNCTION uuid_v7_timestamp(uuid);
COMMENT ON CAST (uuid AS timestamptz) IS
  'lossy, for tools that store partition bounds as times: uuid_v7_timestamp, null for other versions';
