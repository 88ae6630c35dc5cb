/* sql/uuidx_ids--1.0.sql */

-- complain if script is sourced in psql, rather than via CREATE EXTENSION
\echo Use "CREATE EXTENSION uuidx_ids" to load this file. \quit

--
-- Ids from other systems.  Never leakproof: the error for what is not an id shows it.
--

CREATE FUNCTION id_extract_timestamp(system text, id text) RETURNS timestamptz
  AS 'MODULE_PATHNAME', 'uuidx_id_extract_timestamp_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION id_extract_timestamp(text, text) IS 'time of an id from another system';

CREATE FUNCTION id_extract_timestamp(system text, id text, epoch timestamptz) RETURNS timestamptz
  AS 'MODULE_PATHNAME', 'uuidx_id_extract_timestamp_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION id_extract_timestamp(text, text, timestamptz) IS
  'time of an id from another system, counted from the given epoch';

CREATE FUNCTION id_extract_timestamp(system text, id bigint) RETURNS timestamptz
  AS 'MODULE_PATHNAME', 'uuidx_id_extract_timestamp_bigint'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION id_extract_timestamp(text, bigint) IS 'time of an id from another system';

CREATE FUNCTION id_extract_timestamp(system text, id bigint, epoch timestamptz) RETURNS timestamptz
  AS 'MODULE_PATHNAME', 'uuidx_id_extract_timestamp_bigint'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION id_extract_timestamp(text, bigint, timestamptz) IS
  'time of an id from another system, counted from the given epoch';

CREATE FUNCTION uuid_from_id(system text, id text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_uuid_from_id_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION uuid_from_id(text, text) IS 'convert id from another system to UUID';

CREATE FUNCTION uuid_from_id(system text, id text, epoch timestamptz) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_uuid_from_id_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION uuid_from_id(text, text, timestamptz) IS
  'convert id from another system to UUID, with the given epoch';

CREATE FUNCTION uuid_from_id(system text, id bigint) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_uuid_from_id_bigint'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION uuid_from_id(text, bigint) IS 'convert id from another system to UUID';

CREATE FUNCTION uuid_from_id(system text, id bigint, epoch timestamptz) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_uuid_from_id_bigint'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION uuid_from_id(text, bigint, timestamptz) IS
  'convert id from another system to UUID, with the given epoch';

CREATE FUNCTION uuid_to_id(system text, uuid uuid) RETURNS text
  AS 'MODULE_PATHNAME', 'uuidx_uuid_to_id'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION uuid_to_id(text, uuid) IS
  'convert UUID made by uuid_from_id back to the original id';

CREATE FUNCTION uuid_to_id(system text, uuid uuid, epoch timestamptz) RETURNS text
  AS 'MODULE_PATHNAME', 'uuidx_uuid_to_id'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION uuid_to_id(text, uuid, timestamptz) IS
  'convert UUID made by uuid_from_id back to the original id, with the given epoch';

CREATE FUNCTION id_lower(system text, at timestamptz) RETURNS text
  AS 'MODULE_PATHNAME', 'uuidx_id_lower'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION id_lower(text, timestamptz) IS
  'smallest id from another system with a time at or after the given one';

CREATE FUNCTION id_lower(system text, at timestamptz, epoch timestamptz) RETURNS text
  AS 'MODULE_PATHNAME', 'uuidx_id_lower'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION id_lower(text, timestamptz, timestamptz) IS
  'smallest id from another system with a time at or after the given one, counted from the given epoch';

CREATE FUNCTION id_upper(system text, at timestamptz) RETURNS text
  AS 'MODULE_PATHNAME', 'uuidx_id_upper'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION id_upper(text, timestamptz) IS
  'largest id from another system with a time at or before the given one';

CREATE FUNCTION id_upper(system text, at timestamptz, epoch timestamptz) RETURNS text
  AS 'MODULE_PATHNAME', 'uuidx_id_upper'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION id_upper(text, timestamptz, timestamptz) IS
  'largest id from another system with a time at or before the given one, counted from the given epoch';

CREATE FUNCTION id_inspect(system text, id text)
  RETURNS TABLE (field text, value text)
  AS 'MODULE_PATHNAME', 'uuidx_id_inspect_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 4;
COMMENT ON FUNCTION id_inspect(text, text) IS
  'fields of an id from another system';

CREATE FUNCTION id_inspect(system text, id text, epoch timestamptz)
  RETURNS TABLE (field text, value text)
  AS 'MODULE_PATHNAME', 'uuidx_id_inspect_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 4;
COMMENT ON FUNCTION id_inspect(text, text, timestamptz) IS
  'fields of an id from another system, with its time counted from the given epoch';

CREATE FUNCTION id_inspect(system text, id bigint)
  RETURNS TABLE (field text, value text)
  AS 'MODULE_PATHNAME', 'uuidx_id_inspect_bigint'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 4;
COMMENT ON FUNCTION id_inspect(text, bigint) IS
  'fields of an id from another system';

CREATE FUNCTION id_inspect(system text, id bigint, epoch timestamptz)
  RETURNS TABLE (field text, value text)
  AS 'MODULE_PATHNAME', 'uuidx_id_inspect_bigint'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 4;
COMMENT ON FUNCTION id_inspect(text, bigint, timestamptz) IS
  'fields of an id from another system, with its time counted from the given epoch';

CREATE FUNCTION uuid_id_systems()
  RETURNS TABLE (
    system text,
    bits integer,
    epoch timestamptz,
    any_epoch boolean,
    tick text,
    first_time timestamptz,
    last_time timestamptz,
    mapping text,
    sorts_as text,
    example text,
    example_time timestamptz,
    example_uuid uuid,
    refusal text,
    letter_case text,
    any_case boolean
  )
  AS 'MODULE_PATHNAME', 'uuidx_uuid_id_systems'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE ROWS 40;
COMMENT ON FUNCTION uuid_id_systems() IS
  'id systems that uuid_from_id and related functions support, and those that they cannot support';

--
-- TypeIDs, prefix included.
--

CREATE FUNCTION uuid_to_typeid(prefix text, uuid uuid) RETURNS text
  AS 'MODULE_PATHNAME', 'uuidx_uuid_to_typeid'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION uuid_to_typeid(text, uuid) IS 'TypeID of a prefix and a UUID';

CREATE FUNCTION uuid_from_typeid(typeid text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_uuid_from_typeid'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION uuid_from_typeid(text) IS 'UUID in a TypeID';

CREATE FUNCTION typeid_prefix(typeid text) RETURNS text
  AS 'MODULE_PATHNAME', 'uuidx_typeid_prefix'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION typeid_prefix(text) IS 'prefix of a TypeID';
