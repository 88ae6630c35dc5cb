/* sql/uuidx_ids--1.1--1.2.sql */

-- complain if script is sourced in psql, rather than via ALTER EXTENSION
\echo Use "ALTER EXTENSION uuidx_ids UPDATE TO '1.2'" to load this file. \quit

-- functions that take many times as long as a comparison have that cost
ALTER FUNCTION id_extract_timestamp(text, text) COST 10;
ALTER FUNCTION id_extract_timestamp(text, text, timestamptz) COST 10;
ALTER FUNCTION id_extract_timestamp(text, bigint) COST 5;
ALTER FUNCTION id_extract_timestamp(text, bigint, timestamptz) COST 5;
ALTER FUNCTION uuid_from_id(text, text) COST 10;
ALTER FUNCTION uuid_from_id(text, text, timestamptz) COST 10;
ALTER FUNCTION uuid_from_id(text, bigint) COST 5;
ALTER FUNCTION uuid_from_id(text, bigint, timestamptz) COST 5;
ALTER FUNCTION uuid_to_id(text, uuid) COST 10;
ALTER FUNCTION uuid_to_id(text, uuid, timestamptz) COST 10;
ALTER FUNCTION id_lower(text, timestamptz) COST 10;
ALTER FUNCTION id_lower(text, timestamptz, timestamptz) COST 10;
ALTER FUNCTION id_upper(text, timestamptz) COST 10;
ALTER FUNCTION id_upper(text, timestamptz, timestamptz) COST 10;
ALTER FUNCTION uuid_to_typeid(text, uuid) COST 10;
ALTER FUNCTION uuid_from_typeid(text) COST 10;
ALTER FUNCTION typeid_prefix(text) COST 10;
ALTER FUNCTION id_inspect(text, text) COST 100;
ALTER FUNCTION id_inspect(text, text, timestamptz) COST 100;
ALTER FUNCTION id_inspect(text, bigint) COST 100;
ALTER FUNCTION id_inspect(text, bigint, timestamptz) COST 100;

-- the same with letter_case and any_case
DROP FUNCTION uuid_id_systems();
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
