/* sql/uuidx--1.1--1.2.sql */

-- complain if script is sourced in psql, rather than via ALTER EXTENSION
\echo Use "ALTER EXTENSION uuidx UPDATE TO '1.2'" to load this file. \quit

--
-- Other texts of a UUID.
--

CREATE FUNCTION uuid_encode(uuid uuid, format text) RETURNS text
  AS 'MODULE_PATHNAME', 'uuidx_uuid_encode'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_encode(uuid, text) IS 'encode UUID as text in the given format';

CREATE FUNCTION uuid_decode(string text, format text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_uuid_decode'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_decode(text, text) IS 'decode UUID from text in the given format';
