/* sql/uuidx--1.4--1.5.sql */

-- complain if script is sourced in psql, rather than via ALTER EXTENSION
\echo Use "ALTER EXTENSION uuidx UPDATE TO '1.5'" to load this file. \quit

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
