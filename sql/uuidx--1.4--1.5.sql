/* sql/uuidx--1.4--1.5.sql */

-- complain if script is sourced in psql, rather than via ALTER EXTENSION
\echo Use "ALTER EXTENSION uuidx UPDATE TO '1.5'" to load this file. \quit

--
-- Read on by the key.  Not parallel safe: a worker has a copy of the snapshot, and
-- knows nothing of earlier calls.
--

CREATE FUNCTION uuid_v7_horizon() RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_v7_horizon'
  LANGUAGE C STABLE PARALLEL RESTRICTED;
COMMENT ON FUNCTION uuid_v7_horizon() IS
  'smallest UUID version 7 of a time such that no smaller one becomes visible after the calling statement: '
  'for readers that continue after the last id';
