/* sql/uuidx_ids--1.0--1.1.sql */

-- complain if script is sourced in psql, rather than via ALTER EXTENSION
\echo Use "ALTER EXTENSION uuidx_ids UPDATE TO '1.1'" to load this file. \quit

CREATE FUNCTION id_inspect(system text, id text)
  RETURNS TABLE (field text, value text)
  AS 'MODULE_PATHNAME', 'uuidx_id_inspect_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE ROWS 4;
COMMENT ON FUNCTION id_inspect(text, text) IS
  'fields of an id from another system';

CREATE FUNCTION id_inspect(system text, id text, epoch timestamptz)
  RETURNS TABLE (field text, value text)
  AS 'MODULE_PATHNAME', 'uuidx_id_inspect_text'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE ROWS 4;
COMMENT ON FUNCTION id_inspect(text, text, timestamptz) IS
  'fields of an id from another system, with its time counted from the given epoch';

CREATE FUNCTION id_inspect(system text, id bigint)
  RETURNS TABLE (field text, value text)
  AS 'MODULE_PATHNAME', 'uuidx_id_inspect_bigint'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE ROWS 4;
COMMENT ON FUNCTION id_inspect(text, bigint) IS
  'fields of an id from another system';

CREATE FUNCTION id_inspect(system text, id bigint, epoch timestamptz)
  RETURNS TABLE (field text, value text)
  AS 'MODULE_PATHNAME', 'uuidx_id_inspect_bigint'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE ROWS 4;
COMMENT ON FUNCTION id_inspect(text, bigint, timestamptz) IS
  'fields of an id from another system, with its time counted from the given epoch';
