/* sql/uuidx--1.2--1.3.sql */

-- complain if script is sourced in psql, rather than via ALTER EXTENSION
\echo Use "ALTER EXTENSION uuidx UPDATE TO '1.3'" to load this file. \quit

CREATE FUNCTION uuid_is_v6(uuid uuid) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_is_v6'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_is_v6(uuid) IS 'whether version and variant of a UUID say that it is a v6';

CREATE FUNCTION uuid_v7_within(id uuid, at timestamptz, tolerance interval) RETURNS boolean
  AS 'MODULE_PATHNAME', 'uuidx_v7_within_tolerance'
  LANGUAGE C IMMUTABLE PARALLEL SAFE
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_v7_within(uuid, timestamptz, interval) IS
  'whether a UUID is a v7 whose time is at most a tolerance before or after another one';

-- reads tables, which may be temporary ones of the session
CREATE FUNCTION uuid_report(relation regclass, column_name name DEFAULT NULL)
  RETURNS TABLE (uuid_column name, ids_read bigint, sampled boolean, versions text,
    first_time timestamptz, last_time timestamptz, times_exact boolean, default_value text,
    proven text, served_by text, correlation real, by_time text, next_step text, statement text)
  AS 'MODULE_PATHNAME', 'uuidx_table_report'
  LANGUAGE C STABLE PARALLEL RESTRICTED ROWS 2;
COMMENT ON FUNCTION uuid_report(regclass, name) IS
  'what the uuid columns of a table hold, what is known of them, and what to do next';
