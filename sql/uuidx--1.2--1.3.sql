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

CREATE FUNCTION uuid_mask(id uuid, key bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_mask'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_mask(uuid, bytea) IS
  'the UUID of version 4 that stands for one of version 7 where a key is not known';

CREATE FUNCTION uuid_mask(id uuid, key bytea, tweak text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_mask'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_mask(uuid, bytea, text) IS
  'the UUID of version 4 that stands for one of version 7 where a key is not known, another one for each tweak';

CREATE FUNCTION uuid_unmask(masked uuid, key bytea) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_unmask'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_unmask(uuid, bytea) IS 'the UUID that uuid_mask made this one of';

CREATE FUNCTION uuid_unmask(masked uuid, key bytea, tweak text) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_unmask'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_unmask(uuid, bytea, text) IS 'the UUID that uuid_mask made this one of, with the same tweak';

--
-- Version 8 with the number of the node that made it
--

CREATE FUNCTION uuid_generate_v8_node() RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_node'
  LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8_node() IS
  'UUID version 8 of the current time and the node in uuidx.node_id, greater than every one before it in this session';

CREATE FUNCTION uuid_generate_v8_node(node integer) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v8_node_of'
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v8_node(integer) IS
  'UUID version 8 of the current time and a node (0 to 65535), greater than every one before it in this session';

CREATE FUNCTION uuid_v8_node(uuid uuid) RETURNS integer
  AS 'MODULE_PATHNAME', 'uuidx_v8_node_number'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_v8_node(uuid) IS
  'node in a v8 that uuid_generate_v8_node() made; the version alone does not tell that it did';

CREATE FUNCTION uuid_v8_node_timestamp(uuid uuid) RETURNS timestamptz
  AS 'MODULE_PATHNAME', 'uuidx_v8_node_timestamp'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_v8_node_timestamp(uuid) IS
  'time in a v8 that uuid_generate_v8_node() made, in microseconds; the version alone does not tell that it did';

-- reads tables, which may be temporary ones of the session
CREATE FUNCTION uuid_report(relation regclass, column_name name DEFAULT NULL)
  RETURNS TABLE (uuid_column name, ids_read bigint, sampled boolean, versions text,
    first_time timestamptz, last_time timestamptz, times_exact boolean, default_value text,
    proven text, served_by text, correlation real, by_time text, next_step text, statement text)
  AS 'MODULE_PATHNAME', 'uuidx_table_report'
  LANGUAGE C STABLE PARALLEL RESTRICTED ROWS 2;
COMMENT ON FUNCTION uuid_report(regclass, name) IS
  'what the uuid columns of a table hold, what is known of them, and what to do next';
