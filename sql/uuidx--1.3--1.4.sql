/* sql/uuidx--1.3--1.4.sql */

-- complain if script is sourced in psql, rather than via ALTER EXTENSION
\echo Use "ALTER EXTENSION uuidx UPDATE TO '1.4'" to load this file. \quit

--
-- A query that names one of these is planned by us: it loads the library before its
-- tables are looked at
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
