/* sql/uuidx--1.3--1.4.sql */

-- complain if script is sourced in psql, rather than via ALTER EXTENSION
\echo Use "ALTER EXTENSION uuidx UPDATE TO '1.4'" to load this file. \quit

--
-- A query that calls one of these is planned by uuidx: the call loads the library before
-- the planner reads the tables
--

ALTER FUNCTION uuid_v7_lower(timestamptz) SUPPORT uuidx_support;
ALTER FUNCTION uuid_v7_upper(timestamptz) SUPPORT uuidx_support;
ALTER FUNCTION uuid_v6_lower(timestamptz) SUPPORT uuidx_support;
ALTER FUNCTION uuid_v6_upper(timestamptz) SUPPORT uuidx_support;
ALTER FUNCTION uuid_v7_range_lower(tstzrange) SUPPORT uuidx_support;
ALTER FUNCTION uuid_v7_range_upper(tstzrange) SUPPORT uuidx_support;
ALTER FUNCTION uuid_time_lower(timestamptz) SUPPORT uuidx_support;
ALTER FUNCTION uuid_time_after(timestamptz) SUPPORT uuidx_support;
ALTER FUNCTION uuidx_time_lt(uuid, uuid) SUPPORT uuidx_support;
ALTER FUNCTION uuidx_time_le(uuid, uuid) SUPPORT uuidx_support;
ALTER FUNCTION uuidx_time_gt(uuid, uuid) SUPPORT uuidx_support;
ALTER FUNCTION uuidx_time_ge(uuid, uuid) SUPPORT uuidx_support;

--
-- Functions that take many times as long as a comparison have that cost, so that the
-- planner calls them last
--

ALTER FUNCTION uuid_mask(uuid, bytea) COST 50;
ALTER FUNCTION uuid_mask(uuid, bytea, text) COST 50;
ALTER FUNCTION uuid_unmask(uuid, bytea) COST 50;
ALTER FUNCTION uuid_unmask(uuid, bytea, text) COST 50;

ALTER FUNCTION uuid_generate_v3_md5(uuid, text) COST 50;
ALTER FUNCTION uuid_generate_v3_md5(uuid, bytea) COST 50;
ALTER FUNCTION uuid_generate_v5_sha1(uuid, text) COST 50;
ALTER FUNCTION uuid_generate_v5_sha1(uuid, bytea) COST 50;
ALTER FUNCTION uuid_generate_v8_sha256(uuid, text) COST 50;
ALTER FUNCTION uuid_generate_v8_sha256(uuid, bytea) COST 50;
ALTER FUNCTION uuid_generate_v8_sha256(uuid, uuid, text) COST 50;
ALTER FUNCTION uuid_generate_v8_sha256(uuid, uuid, bytea) COST 50;
ALTER FUNCTION uuid_generate_v8_hash(text, uuid, text) COST 100;
ALTER FUNCTION uuid_generate_v8_hash(text, uuid, bytea) COST 100;
ALTER FUNCTION uuid_generate_v8_hash(text, uuid, uuid, text) COST 100;
ALTER FUNCTION uuid_generate_v8_hash(text, uuid, uuid, bytea) COST 100;

ALTER FUNCTION uuid_encode(uuid, text) COST 10;
ALTER FUNCTION uuid_decode(text, text) COST 10;

--
-- The other end of a rolling window.  Without a SET clause, because a procedure that has
-- one cannot end transactions.
--

CREATE PROCEDURE uuid_v7_drop_partitions(parent regclass, before timestamptz)
  AS 'MODULE_PATHNAME', 'uuidx_drop_partitions'
  LANGUAGE C;
COMMENT ON PROCEDURE uuid_v7_drop_partitions(regclass, timestamptz) IS
  'drop the partitions of a table partitioned by range of uuid that end at or before a time, each in its own '
  'transaction unless called in one';

--
-- The report also compares the key with the time columns
--

DROP FUNCTION uuid_report(regclass, name);

-- reads tables, which may be temporary tables of the session
CREATE FUNCTION uuid_report(relation regclass, column_name name DEFAULT NULL)
  RETURNS TABLE (uuid_column name, ids_read bigint, sampled boolean, versions text,
    first_time timestamptz, last_time timestamptz, times_exact boolean, default_value text,
    proven text, served_by text, correlation real, by_time text, time_column name,
    largest_difference interval, time_column_bytes bigint, next_step text, statement text)
  AS 'MODULE_PATHNAME', 'uuidx_table_report'
  LANGUAGE C STABLE PARALLEL RESTRICTED ROWS 2;
COMMENT ON FUNCTION uuid_report(regclass, name) IS
  'report on the uuid columns of a table: their contents, how queries use them, and what to do next';

-- examines each table in a subtransaction
CREATE FUNCTION uuid_report()
  RETURNS TABLE (relation regclass, uuid_column name, ids_read bigint, sampled boolean, versions text,
    by_time text, time_column name, largest_difference interval, saving bigint, next_step text,
    statement text)
  AS 'MODULE_PATHNAME', 'uuidx_database_report'
  LANGUAGE C STABLE PARALLEL UNSAFE;
COMMENT ON FUNCTION uuid_report() IS
  'report on all tables with a uuid key: versions of the ids, queries by time, and the size of time columns that '
  'repeat the key';

--
-- Version 7 for a time other than now, and the time of all ids that begin with Unix
-- milliseconds
--

CREATE FUNCTION uuid_generate_v7_shifted(shift interval) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_generate_v7_shifted'
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_generate_v7_shifted(interval) IS
  'generate UUID version 7 with the current time plus an interval; strictly increasing within a session for each '
  'interval';

CREATE FUNCTION uuid_unix_timestamp(uuid uuid) RETURNS timestamptz
  AS 'MODULE_PATHNAME', 'uuidx_unix_timestamp'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_unix_timestamp(uuid) IS
  'time in the first 48 bits, in Unix milliseconds: for version 7, version 8 with a node number, and converted ids '
  'from other systems';

CREATE FUNCTION uuid_unix_lower(at timestamptz) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_unix_lower_bound'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_unix_lower(timestamptz) IS
  'smallest UUID with a time in its first 48 bits at or after the given one; null if there is none';

CREATE FUNCTION uuid_unix_upper(at timestamptz) RETURNS uuid
  AS 'MODULE_PATHNAME', 'uuidx_unix_upper_bound'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
  SUPPORT uuidx_support;
COMMENT ON FUNCTION uuid_unix_upper(timestamptz) IS
  'largest UUID with a time in its first 48 bits at or before the given one; null if there is none';
