/*
 * hosted/uuidx.sql
 *
 * uuidx 1.2.0 in plain SQL, for PostgreSQL 14 and later servers on which no C extension
 * can be installed.  Run the whole file with psql -v ON_ERROR_STOP=1 -f, or paste it
 * into an SQL editor.  It creates its objects in the first schema of search_path, in
 * one transaction.  It needs only the CREATE privilege on that schema: no superuser,
 * no extension.  To upgrade, run a newer file over an older one.  Objects are replaced
 * in place, and dependent objects are kept.
 *
 * Names, arguments, results, volatility and errors are the same as in the extension
 * uuidx.  doc/hosted.md lists what is missing and shows how to switch to the extension.
 *
 * Two rules apply to every function body:
 *
 * - The function sets its own search_path, or names are resolved when it is created
 *   (RETURN, BEGIN ATOMIC), under a search_path that this file sets.  There, arguments have
 *   exactly the types that the function or operator of pg_catalog has, and polymorphic
 *   functions are called with pg_catalog: overloads in the schema are never closer.
 * - A function that is used in WHERE is a single expression that the planner can
 *   inline.  It is declared strict only if its expression is, and calls immutable
 *   functions only.  For this reason times are counted from a constant (timestamptz
 *   minus timestamptz is immutable, plus interval is not), and octets are read again
 *   for each use: an expression has no variables.
 *
 * Copyright (c) 2026, the uuidx contributors
 *
 * Permission to use, copy, modify, and distribute this software and its
 * documentation for any purpose, without fee, and without a written agreement is
 * hereby granted, provided that the above copyright notice and this paragraph
 * and the following two paragraphs appear in all copies.
 *
 * IN NO EVENT SHALL THE UUIDX CONTRIBUTORS BE LIABLE TO ANY PARTY FOR DIRECT,
 * INDIRECT, SPECIAL, INCIDENTAL, OR CONSEQUENTIAL DAMAGES, INCLUDING LOST
 * PROFITS, ARISING OUT OF THE USE OF THIS SOFTWARE AND ITS DOCUMENTATION, EVEN IF
 * THE UUIDX CONTRIBUTORS HAVE BEEN ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
 *
 * THE UUIDX CONTRIBUTORS SPECIFICALLY DISCLAIM ANY WARRANTIES, INCLUDING, BUT NOT
 * LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A
 * PARTICULAR PURPOSE.  THE SOFTWARE PROVIDED HEREUNDER IS ON AN "AS IS" BASIS,
 * AND THE UUIDX CONTRIBUTORS HAVE NO OBLIGATIONS TO PROVIDE MAINTENANCE, SUPPORT,
 * UPDATES, ENHANCEMENTS, OR MODIFICATIONS.
 */

BEGIN;

-- Only objects that this role has made with this file are replaced: none of another role or
-- of an extension, and none that were in the schema before.  (uuidx_hosted is the name of
-- this file as an extension of pg_tle.)  While this is checked, nothing in the schema is
-- found.  From then on only the schema and pg_catalog are searched, and the literals below
-- do not depend on settings of the session.
--
-- The block runs at the beginning, and again at the end, because others can create objects while the
-- file runs.  At the end, nobody else can change them any more before COMMIT.
SET LOCAL uuidx_hosted.ownership = $ownership$
DECLARE
  schema_name CONSTANT name := pg_catalog.current_schema();
  schema_oid oid;
  upgrade boolean;
  taken text;
BEGIN
  IF schema_name IS NULL THEN
    RAISE EXCEPTION 'no schema has been selected to create in'
      USING ERRCODE = 'invalid_schema_name',
            HINT = 'Set search_path to a schema on which you have the CREATE privilege.';
  END IF;
  PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
  IF current_setting('server_version_num')::integer < 140000 THEN
    RAISE EXCEPTION 'uuidx in plain SQL requires PostgreSQL 14 or later'
      USING ERRCODE = 'feature_not_supported';
  END IF;

  SELECT oid INTO schema_oid FROM pg_namespace WHERE nspname = schema_name;
  upgrade := EXISTS (SELECT FROM pg_proc WHERE pronamespace = schema_oid AND proname = 'uuidx_hosted_version');
  SELECT string_agg(format('%s of role %I', o.name, pg_get_userbyid(o.owner)), ', ' ORDER BY o.name) INTO taken
  FROM (
    SELECT p.oid::regprocedure::text, p.proowner, 'pg_proc'::regclass, p.oid
    FROM pg_proc AS p
    WHERE p.pronamespace = schema_oid
      AND (starts_with(p.proname, 'uuidx_')
        OR p.proname IN ('min', 'max') AND oidvectortypes(p.proargtypes) = 'uuid'
        OR p.proname IN ('uuid_generate_v7', 'uuid_generate_v7_shifted', 'uuid_generate_v6', 'uuid_generate_v4_random',
          'uuid_generate_v8', 'uuid_generate_v8_sha256', 'uuid_generate_v3_md5', 'uuid_namespace',
          'uuid_version', 'uuid_variant', 'uuid_is_v7', 'uuid_is_v6', 'uuid_time',
          'uuid_extract_timestamp', 'uuid_unix_timestamp', 'uuid_v7_timestamp', 'uuid_v7_timestamp_us', 'uuid_inspect',
          'uuid_v1_to_v6', 'uuid_v6_to_v1', 'uuid_v7_lower', 'uuid_v7_upper', 'uuid_v6_lower',
          'uuid_v6_upper', 'uuid_unix_lower', 'uuid_unix_upper', 'uuid_v7_range_lower', 'uuid_v7_range_upper', 'uuid_v7_within', 'uuid_v7_horizon',
          'uuid_v7_partman_decoder', 'uuid_v7_partitions', 'uuid_v7_create_partitions',
          'uuid_v7_drop_partitions', 'uuid_table_dependents'))
    UNION ALL
    SELECT 'type ' || t.oid::regtype::text, t.typowner, 'pg_type'::regclass, t.oid
    FROM pg_type AS t
    WHERE t.typnamespace = schema_oid AND t.typname = 'uuidx_tstzrange'
    UNION ALL
    SELECT 'operator ' || o.oid::regoperator::text, o.oprowner, 'pg_operator'::regclass, o.oid
    FROM pg_operator AS o
    WHERE o.oprnamespace = schema_oid AND o.oprname IN ('<', '<=', '>', '>=', '<@', '@>')
      AND 'uuid'::regtype IN (o.oprleft, o.oprright)
      AND EXISTS (SELECT FROM pg_type AS t WHERE t.oid IN (o.oprleft, o.oprright)
                  AND (t.oid = 'timestamptz'::regtype OR t.typnamespace = schema_oid AND t.typname = 'uuidx_tstzrange'))
  ) AS o (name, owner, class, id)
  WHERE NOT upgrade OR pg_get_userbyid(o.owner) <> current_user
    OR EXISTS (SELECT FROM pg_depend AS d JOIN pg_extension AS e ON e.oid = d.refobjid
               WHERE d.classid = o.class AND d.objid = o.id AND d.deptype = 'e' AND e.extname <> 'uuidx_hosted');
  IF taken IS NOT NULL THEN
    RAISE EXCEPTION 'schema "%" already contains objects with these names', schema_name
      USING ERRCODE = 'duplicate_function',
            DETAIL = taken,
            HINT = 'To upgrade, run this file as the role that ran it before. Otherwise run '
              '"CREATE SCHEMA uuidx; SET search_path = uuidx;", then run this file again.';
  END IF;

  PERFORM set_config('datestyle', 'ISO, YMD', true);
  PERFORM set_config('check_function_bodies', 'on', true);
  PERFORM set_config('search_path', concat(quote_ident(schema_name), ', pg_temp'), true);
END
$ownership$;
DO $$BEGIN EXECUTE pg_catalog.format('DO %L', pg_catalog.current_setting('uuidx_hosted.ownership')); END$$;

CREATE OR REPLACE FUNCTION uuidx_hosted_version() RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN '1.2';
COMMENT ON FUNCTION uuidx_hosted_version() IS
  'version of the SQL file that created these functions';

--
-- Errors.  The rejected value is an argument, so that the planner does not call these functions
-- before it has compared the value; where another argument comes first, format() prevents it.
--

CREATE OR REPLACE FUNCTION uuidx_error(message text, detail text) RETURNS uuid
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value', MESSAGE = message, DETAIL = detail;
END
$$;
COMMENT ON FUNCTION uuidx_error(text, text) IS 'raise an error about an argument';

CREATE OR REPLACE FUNCTION uuidx_excerpt(string text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN left(string, 64) || CASE WHEN length(string) > 64 THEN '...' ELSE '' END;
COMMENT ON FUNCTION uuidx_excerpt(text) IS 'beginning of a rejected value';

CREATE OR REPLACE FUNCTION uuidx_out_of_range(at timestamptz, version text) RETURNS uuid
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  SET search_path = pg_catalog, pg_temp
  SET TimeZone = 'UTC'
  SET DateStyle = 'ISO, YMD'
AS $$
BEGIN
  RAISE EXCEPTION 'timestamp out of range for UUID version %: "%"', version, at
    USING ERRCODE = 'datetime_field_overflow',
          DETAIL = CASE version
            WHEN '7' THEN 'UUID version 7 holds times from 1970-01-01 00:00:00 to 10889-08-02 05:31:50.655999 UTC.'
            ELSE 'UUID version 6 holds times from 1582-10-15 00:00:00 to 5236-03-31 21:21:00.684697 UTC.'
          END;
END
$$;
COMMENT ON FUNCTION uuidx_out_of_range(timestamptz, text) IS
  'raise the error about a time that does not fit into a UUID';

CREATE OR REPLACE FUNCTION uuidx_invalid_tolerance(tolerance interval) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RAISE EXCEPTION 'invalid tolerance: "%"', tolerance
    USING ERRCODE = 'invalid_parameter_value',
          DETAIL = 'A tolerance is between 0 and 106751991 days of 24 hours. '
            'It cannot contain months or years, which vary in length.';
END
$$;
COMMENT ON FUNCTION uuidx_invalid_tolerance(interval) IS
  'raise the error about a tolerance of uuid_v7_within';

--
-- Composing UUIDs.  Versions 6 and 7 both begin with 60 bits of time (ticks of
-- 100 ns; milliseconds and 12 bits of their fraction) with the version between the
-- first 48 and the last 12: 15 hexadecimal digits, and a sixteenth before the 13th.
--

CREATE OR REPLACE FUNCTION uuidx_compose(time_bits bigint, version text, rest text) RETURNS uuid
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (overlay(lpad(to_hex(time_bits), 15, '0') PLACING version FROM 13 FOR 0) || rest)::uuid;
COMMENT ON FUNCTION uuidx_compose(bigint, text, text) IS
  'compose UUID from 60 bits of time, a version, and 16 hexadecimal digits that include the variant';

CREATE OR REPLACE FUNCTION uuidx_of_octets(first_octets bigint, rest text) RETURNS uuid
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (encode(int8send(first_octets), 'hex') || rest)::uuid;
COMMENT ON FUNCTION uuidx_of_octets(bigint, text) IS
  'compose UUID from 8 octets and 16 hexadecimal digits';

-- Octet 8 has the two bits of the variant; the version is a digit of the text before
CREATE OR REPLACE FUNCTION uuidx_of_digits(digits text, version text) RETURNS uuid
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN encode(set_bit(set_bit(decode(overlay(left(digits, 32) PLACING version FROM 13 FOR 1), 'hex'),
    bigint '71', 1), bigint '70', 0), 'hex')::uuid;
COMMENT ON FUNCTION uuidx_of_digits(text, text) IS
  'compose UUID from 32 hexadecimal digits, with version and variant replaced';

--
-- Generate
--

CREATE OR REPLACE FUNCTION uuid_generate_v4_random() RETURNS uuid
  LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN gen_random_uuid();
COMMENT ON FUNCTION uuid_generate_v4_random() IS 'generate UUID version 4 from 122 random bits';

CREATE OR REPLACE FUNCTION uuid_generate_v7(at timestamptz) RETURNS uuid
  LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN CASE
    WHEN at >= '1970-01-01 00:00:00+00' AND at < '10889-08-02 05:31:50.656+00' THEN
      uuidx_compose(floor(extract(epoch FROM at - '1970-01-01 00:00:00+00') * numeric '4096000')::bigint, '7',
        substr(gen_random_uuid()::text, 20))
    WHEN at IS NOT NULL THEN uuidx_out_of_range(at, '7')
  END;
COMMENT ON FUNCTION uuid_generate_v7(timestamptz) IS
  'generate UUID version 7 with a given time, to the microsecond';

CREATE OR REPLACE FUNCTION uuid_generate_v7(at timestamptz, ordinal integer) RETURNS uuid
  LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN CASE
    WHEN at IS NULL OR ordinal IS NULL THEN NULL
    WHEN at < '1970-01-01 00:00:00+00' OR at >= '10889-08-02 05:31:50.656+00' THEN
      uuidx_out_of_range(at, '7')
    WHEN ordinal NOT BETWEEN 0 AND 16383 THEN
      uuidx_error(pg_catalog.format('ordinal %s is out of range', ordinal), 'The ordinal must be between 0 and 16383.')
    ELSE
      uuidx_compose(floor(extract(epoch FROM at - '1970-01-01 00:00:00+00') * numeric '4096000')::bigint, '7',
        to_hex(32768 | ordinal) || substr(gen_random_uuid()::text, 25))
  END;
COMMENT ON FUNCTION uuid_generate_v7(timestamptz, integer) IS
  'generate UUID version 7 with a given time and ordinal (0 to 16383); UUIDs with the same time sort by ordinal';

-- The clock is read once for the time.  Servers from 18 on have a generator of their own.
CREATE OR REPLACE FUNCTION uuid_generate_v7() RETURNS uuid
  LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN CASE
    WHEN clock_timestamp() OPERATOR(pg_catalog.<@)
      tstzrange '[1970-01-01 00:00:00+00, 10889-08-02 05:31:50.656+00)' THEN
      uuidx_compose(floor(extract(epoch FROM clock_timestamp()) * numeric '4096000')::bigint, '7',
        substr(gen_random_uuid()::text, 20))
    ELSE uuidx_out_of_range(clock_timestamp(), '7')
  END;
DO $$
BEGIN
  IF pg_catalog.to_regprocedure('pg_catalog.uuidv7()') IS NOT NULL THEN
    CREATE OR REPLACE FUNCTION uuid_generate_v7() RETURNS uuid
      LANGUAGE sql VOLATILE PARALLEL SAFE
      RETURN uuidv7();
  END IF;
END
$$;
COMMENT ON FUNCTION uuid_generate_v7() IS
  'generate UUID version 7 with the current time, to the microsecond';

-- The same with an interval added
CREATE OR REPLACE FUNCTION uuid_generate_v7_shifted(shift interval) RETURNS uuid
  LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN CASE
    WHEN clock_timestamp() + shift OPERATOR(pg_catalog.<@)
      tstzrange '[1970-01-01 00:00:00+00, 10889-08-02 05:31:50.656+00)' THEN
      uuidx_compose(floor(extract(epoch FROM clock_timestamp() + shift) * numeric '4096000')::bigint, '7',
        substr(gen_random_uuid()::text, 20))
    WHEN shift IS NOT NULL THEN uuidx_out_of_range(clock_timestamp() + shift, '7')
  END;
DO $$
BEGIN
  IF pg_catalog.to_regprocedure('pg_catalog.uuidv7(interval)') IS NOT NULL THEN
    CREATE OR REPLACE FUNCTION uuid_generate_v7_shifted(shift interval) RETURNS uuid
      LANGUAGE sql VOLATILE PARALLEL SAFE
      RETURN CASE
        WHEN clock_timestamp() + shift OPERATOR(pg_catalog.<@)
          tstzrange '[1970-01-01 00:00:00+00, 10889-08-02 05:31:50.656+00)' THEN uuidv7(shift)
        WHEN shift IS NOT NULL THEN uuidx_out_of_range(clock_timestamp() + shift, '7')
      END;
  END IF;
END
$$;
COMMENT ON FUNCTION uuid_generate_v7_shifted(interval) IS
  'generate UUID version 7 with the current time plus an interval';

-- Bit 80 is the multicast bit of the node, which is random
CREATE OR REPLACE FUNCTION uuid_generate_v6(at timestamptz) RETURNS uuid
  LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN CASE
    WHEN at >= '1582-10-15 00:00:00+00' AND at <= '5236-03-31 21:21:00.684697+00' THEN
      uuidx_compose((extract(epoch FROM at - '1582-10-15 00:00:00+00') * numeric '10000000')::bigint, '6',
        encode(substr(set_bit(uuid_send(gen_random_uuid()), bigint '80', 1), 9), 'hex'))
    WHEN at IS NOT NULL THEN uuidx_out_of_range(at, '6')
  END;
COMMENT ON FUNCTION uuid_generate_v6(timestamptz) IS
  'generate UUID version 6 with a given time, to the microsecond';

CREATE OR REPLACE FUNCTION uuid_generate_v6() RETURNS uuid
  LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN CASE
    WHEN clock_timestamp() OPERATOR(pg_catalog.<@)
      tstzrange '[1582-10-15 00:00:00+00, 5236-03-31 21:21:00.684697+00]' THEN
      uuidx_compose(((extract(epoch FROM clock_timestamp()) + numeric '12219292800') * numeric '10000000')::bigint, '6',
        encode(substr(set_bit(uuid_send(gen_random_uuid()), bigint '80', 1), 9), 'hex'))
    ELSE uuidx_out_of_range(clock_timestamp(), '6')
  END;
COMMENT ON FUNCTION uuid_generate_v6() IS
  'generate UUID version 6 with the current time, to the microsecond';

CREATE OR REPLACE FUNCTION uuid_generate_v8(payload bytea) RETURNS uuid
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE
    WHEN octet_length(payload) = 16 THEN uuidx_of_digits(encode(payload, 'hex'), '8')
    ELSE uuidx_error('payload of ' || octet_length(payload)::text
      || CASE octet_length(payload) WHEN 1 THEN ' byte' ELSE ' bytes' END || ' cannot be a UUID',
      'The payload must be exactly 16 bytes.')
  END;
COMMENT ON FUNCTION uuid_generate_v8(bytea) IS
  'generate UUID version 8 from 16 bytes; only version and variant are replaced';

CREATE OR REPLACE FUNCTION uuid_generate_v3_md5(namespace uuid, name bytea) RETURNS uuid
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN uuidx_of_digits(md5(uuid_send(namespace) || name), '3');
COMMENT ON FUNCTION uuid_generate_v3_md5(uuid, bytea) IS
  'generate UUID version 3 from the MD5 hash of namespace and name';

CREATE OR REPLACE FUNCTION uuid_generate_v3_md5(namespace uuid, name text) RETURNS uuid
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN uuidx_of_digits(md5(uuid_send(namespace) || convert_to(name, name 'UTF8')), '3');
COMMENT ON FUNCTION uuid_generate_v3_md5(uuid, text) IS
  'generate UUID version 3 from the MD5 hash of namespace and name';

CREATE OR REPLACE FUNCTION uuid_generate_v8_sha256(namespace uuid, name bytea) RETURNS uuid
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN uuidx_of_digits(encode(sha256(uuid_send(namespace) || name), 'hex'), '8');
COMMENT ON FUNCTION uuid_generate_v8_sha256(uuid, bytea) IS
  'generate UUID version 8 from the SHA-256 hash of namespace and name';

CREATE OR REPLACE FUNCTION uuid_generate_v8_sha256(namespace uuid, name text) RETURNS uuid
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN uuidx_of_digits(encode(sha256(uuid_send(namespace) || convert_to(name, name 'UTF8')), 'hex'), '8');
COMMENT ON FUNCTION uuid_generate_v8_sha256(uuid, text) IS
  'generate UUID version 8 from the SHA-256 hash of namespace and name';

CREATE OR REPLACE FUNCTION uuid_generate_v7(at timestamptz, namespace uuid, name bytea) RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN at >= '1970-01-01 00:00:00+00' AND at < '10889-08-02 05:31:50.656+00' THEN
      uuidx_compose(floor(extract(epoch FROM at - '1970-01-01 00:00:00+00') * numeric '4096000')::bigint, '7',
        substr(uuid_generate_v8_sha256(namespace, name)::text, 20))
    WHEN at IS NOT NULL AND namespace IS NOT NULL AND name IS NOT NULL THEN uuidx_out_of_range(at, '7')
  END;
COMMENT ON FUNCTION uuid_generate_v7(timestamptz, uuid, bytea) IS
  'generate UUID version 7 from a given time and the SHA-256 hash of namespace and name';

CREATE OR REPLACE FUNCTION uuid_generate_v7(at timestamptz, namespace uuid, name text) RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN uuid_generate_v7(at, namespace, convert_to(name, name 'UTF8'));
COMMENT ON FUNCTION uuid_generate_v7(timestamptz, uuid, text) IS
  'generate UUID version 7 from a given time and the SHA-256 hash of namespace and name';

CREATE OR REPLACE FUNCTION uuid_generate_v8_sha256(hashspace uuid, namespace uuid, name bytea) RETURNS uuid
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN uuidx_of_digits(encode(sha256(uuid_send(hashspace) || uuid_send(namespace) || name), 'hex'), '8');
COMMENT ON FUNCTION uuid_generate_v8_sha256(uuid, uuid, bytea) IS
  'generate UUID version 8 from the SHA-256 hash of hashspace, namespace and name';

CREATE OR REPLACE FUNCTION uuid_generate_v8_sha256(hashspace uuid, namespace uuid, name text) RETURNS uuid
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN uuidx_of_digits(encode(sha256(uuid_send(hashspace) || uuid_send(namespace)
    || convert_to(name, name 'UTF8')), 'hex'), '8');
COMMENT ON FUNCTION uuid_generate_v8_sha256(uuid, uuid, text) IS
  'generate UUID version 8 from the SHA-256 hash of hashspace, namespace and name';

CREATE OR REPLACE FUNCTION uuid_namespace(name text) RETURNS uuid
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE lower(name COLLATE "C")
    WHEN 'dns' THEN '6ba7b810-9dad-11d1-80b4-00c04fd430c8'::uuid
    WHEN 'url' THEN '6ba7b811-9dad-11d1-80b4-00c04fd430c8'::uuid
    WHEN 'oid' THEN '6ba7b812-9dad-11d1-80b4-00c04fd430c8'::uuid
    WHEN 'x500' THEN '6ba7b814-9dad-11d1-80b4-00c04fd430c8'::uuid
    ELSE uuidx_error('unrecognized namespace: "' || uuidx_excerpt(name) || '"', 'Valid names are dns, url, oid, x500.')
  END;
COMMENT ON FUNCTION uuid_namespace(text) IS 'well-known namespace ID: dns, url, oid or x500';

--
-- Inspect and convert.  Octets as in RFC 9562:
--
--   octet     0  1  2  3  4  5   6          7   8             9   10 to 15
--   version 1 time_low   |mid    version|high   variant|clock_seq node
--   version 6 time_high  |mid    version|low    variant|clock_seq node
--   version 7 milliseconds       version|rand_a variant|rand_b
--

CREATE OR REPLACE FUNCTION uuid_version(uuid uuid) RETURNS smallint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE get_byte(uuid_send(uuid), 8) >> 6
    WHEN 2 THEN (get_byte(uuid_send(uuid), 6) >> 4)::smallint
  END;
COMMENT ON FUNCTION uuid_version(uuid) IS
  'version of a UUID; null unless its variant is that of RFC 9562';

CREATE OR REPLACE FUNCTION uuid_variant(uuid uuid) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN get_byte(uuid_send(uuid), 8) < 128 THEN 'ncs'
    WHEN get_byte(uuid_send(uuid), 8) < 192 THEN 'rfc9562'
    WHEN get_byte(uuid_send(uuid), 8) < 224 THEN 'microsoft'
    WHEN uuid IS NOT NULL THEN 'reserved'
  END;
COMMENT ON FUNCTION uuid_variant(uuid) IS 'variant of a UUID: ncs, rfc9562, microsoft or reserved';

-- The right operand of >> is 0 for one version and variant, and 1 to 15 for all others.
-- Because of <>, the planner expects nearly all rows to match.
CREATE OR REPLACE FUNCTION uuid_is_v7(uuid uuid) RETURNS boolean
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN 1 >> ((get_byte(uuid_send(uuid), 6) >> 4) # 7 | ((get_byte(uuid_send(uuid), 8) >> 6) # 2)) <> 0;
COMMENT ON FUNCTION uuid_is_v7(uuid) IS 'whether a UUID is version 7, with the variant of RFC 9562';

CREATE OR REPLACE FUNCTION uuid_is_v6(uuid uuid) RETURNS boolean
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN 1 >> ((get_byte(uuid_send(uuid), 6) >> 4) # 6 | ((get_byte(uuid_send(uuid), 8) >> 6) # 2)) <> 0;
COMMENT ON FUNCTION uuid_is_v6(uuid) IS 'whether a UUID is version 6, with the variant of RFC 9562';

-- 2^24 ms are 16777.216 s.  The sum is wrong by less than 0.1 ms, and then rounded to ms.
CREATE OR REPLACE FUNCTION uuidx_milliseconds(uuid uuid) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN to_timestamp(
    (get_byte(uuid_send(uuid), 0) * 65536 + get_byte(uuid_send(uuid), 1) * 256
     + get_byte(uuid_send(uuid), 2))::float8 * float8 '16777.216'
    + (get_byte(uuid_send(uuid), 3) * 65536 + get_byte(uuid_send(uuid), 4) * 256
       + get_byte(uuid_send(uuid), 5))::float8 * float8 '0.001')::timestamptz(3);
COMMENT ON FUNCTION uuidx_milliseconds(uuid) IS
  'first 48 bits of a UUID as milliseconds since 1970';

CREATE OR REPLACE FUNCTION uuid_unix_timestamp(uuid uuid) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN uuidx_milliseconds(uuid);
COMMENT ON FUNCTION uuid_unix_timestamp(uuid) IS
  'time in the first 48 bits, in Unix milliseconds: for version 7, version 8 with a node number, and converted ids '
  'from other systems';

/*
 * Times of 60 bits of 100 ns since 1582-10-15.  One of the first 8 bits is 2^52 ticks,
 * which are 5212 days, 43162.737049 s and 6 ticks; intervals multiply days and
 * microseconds exactly as long as they are below 2^53.  The others and those 6 ticks are
 * divided by 10, rounding down; up to 56 bits make less than 2^53.
 */
CREATE OR REPLACE FUNCTION uuidx_gregorian(high integer, low bigint) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN timezone(interval '0',
    timestamp '1582-10-15 00:00:00'
    + high::float8 * interval '5212 days 43162.737049 seconds'
    + ((low + high * 6) / 10)::float8 * interval '1 microsecond');
COMMENT ON FUNCTION uuidx_gregorian(integer, bigint) IS
  'time of 60 bits that count 100 ns since 1582-10-15, from the first 8 bits and the others';

CREATE OR REPLACE FUNCTION uuid_time(uuid uuid) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE (get_byte(uuid_send(uuid), 6) & 240) + (get_byte(uuid_send(uuid), 8) >> 6)
    WHEN 7 * 16 + 2 THEN uuidx_milliseconds(uuid)
    WHEN 6 * 16 + 2 THEN uuidx_gregorian(
      get_byte(uuid_send(uuid), 0),
      (get_byte(uuid_send(uuid), 1) * 65536 + get_byte(uuid_send(uuid), 2) * 256
       + get_byte(uuid_send(uuid), 3))::bigint * 268435456
      + (get_byte(uuid_send(uuid), 4) * 1048576 + get_byte(uuid_send(uuid), 5) * 4096
         + (get_byte(uuid_send(uuid), 6) & 15) * 256 + get_byte(uuid_send(uuid), 7)))
    WHEN 1 * 16 + 2 THEN uuidx_gregorian(
      (get_byte(uuid_send(uuid), 6) & 15) * 16,
      (get_byte(uuid_send(uuid), 7) * 65536 + get_byte(uuid_send(uuid), 4) * 256
       + get_byte(uuid_send(uuid), 5))::bigint * 4294967296
      + (get_byte(uuid_send(uuid), 0) * 256 + get_byte(uuid_send(uuid), 1))::bigint * 65536
      + (get_byte(uuid_send(uuid), 2) * 256 + get_byte(uuid_send(uuid), 3)))
  END;
COMMENT ON FUNCTION uuid_time(uuid) IS 'time of a UUID of version 1, 6 or 7; null for others';

CREATE OR REPLACE FUNCTION uuid_extract_timestamp(uuid uuid) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN uuid_time(uuid);

CREATE OR REPLACE FUNCTION uuid_v7_timestamp(uuid uuid) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN uuid_is_v7(uuid) THEN uuidx_milliseconds(uuid) END;
COMMENT ON FUNCTION uuid_v7_timestamp(uuid) IS
  'time of a UUID of version 7, to the millisecond; null for others';

-- The first 24 bits count 2^24 ms
CREATE OR REPLACE FUNCTION uuid_v7_timestamp_us(uuid uuid) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN uuid_is_v7(uuid) THEN timezone(interval '0',
      timestamp '1970-01-01 00:00:00'
      + (get_byte(uuid_send(uuid), 0) * 65536 + get_byte(uuid_send(uuid), 1) * 256
         + get_byte(uuid_send(uuid), 2))::float8 * interval '16777.216 seconds'
      + (get_byte(uuid_send(uuid), 3) * 65536 + get_byte(uuid_send(uuid), 4) * 256
         + get_byte(uuid_send(uuid), 5))::float8 * interval '1 millisecond'
      + least(999, ((get_byte(uuid_send(uuid), 6) & 15) * 256 + get_byte(uuid_send(uuid), 7) + 1) * 1000 >> 12)::float8
        * interval '1 microsecond')
  END;
COMMENT ON FUNCTION uuid_v7_timestamp_us(uuid) IS
  'time of a UUID of version 7 with the fraction of the millisecond in rand_a, to the microsecond; null for others';

CREATE OR REPLACE FUNCTION uuid_inspect(
    uuid uuid,
    OUT version smallint,
    OUT variant text,
    OUT "timestamp" timestamptz,
    OUT clock_seq integer,
    OUT node macaddr,
    OUT rand_a integer,
    OUT counter integer,
    OUT random bytea
  ) RETURNS record
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
  SELECT v.version, uuid_variant(v.id), uuid_time(v.id),
    CASE WHEN v.version IN (1, 6) THEN v.clock_seq END,
    CASE WHEN v.version IN (1, 6) THEN encode(substr(v.octets, 11), 'hex')::macaddr END,
    CASE v.version WHEN 7 THEN (get_byte(v.octets, 6) & 15) * 256 + get_byte(v.octets, 7) END,
    CASE v.version WHEN 7 THEN v.clock_seq END,
    CASE v.version
      WHEN 7 THEN substr(v.octets, 11)
      WHEN 4 THEN set_byte(set_byte(v.octets, 6, get_byte(v.octets, 6) & 15), 8, get_byte(v.octets, 8) & 63)
    END
  FROM (SELECT uuid_inspect.uuid AS id, uuid_version(uuid_inspect.uuid)::integer AS version,
          uuid_send(uuid_inspect.uuid) AS octets,
          (get_byte(uuid_send(uuid_inspect.uuid), 8) & 63) * 256
            + get_byte(uuid_send(uuid_inspect.uuid), 9) AS clock_seq) AS v;
END;
COMMENT ON FUNCTION uuid_inspect(uuid) IS
  'fields of a UUID; null for fields that its version does not have';

CREATE OR REPLACE FUNCTION uuidx_wrong_version(uuid uuid, expected text) RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN uuidx_error('UUID "' || uuid::text || '" is not of version ' || expected,
    coalesce('Its version is ' || uuid_version(uuid)::text || '.',
      'Its variant is not that of RFC 9562, so it has no version.'));
COMMENT ON FUNCTION uuidx_wrong_version(uuid, text) IS
  'raise the error about a UUID of another version';

-- Both rearrange hexadecimal digits: a version 1 is llllllll-mmmm-1hhh, a version 6
-- hhhmmmml-llll-6lll
CREATE OR REPLACE FUNCTION uuid_v1_to_v6(uuid uuid) RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN uuid_version(uuid) = smallint '1' THEN
      (substr(uuid::text, 16, 3) || substr(uuid::text, 10, 4) || left(uuid::text, 5) || '6'
       || substr(uuid::text, 6, 3) || substr(uuid::text, 20))::uuid
    WHEN uuid IS NOT NULL THEN uuidx_wrong_version(uuid, '1')
  END;
COMMENT ON FUNCTION uuid_v1_to_v6(uuid) IS 'convert UUID version 1 to version 6';

CREATE OR REPLACE FUNCTION uuid_v6_to_v1(uuid uuid) RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN uuid_version(uuid) = smallint '6' THEN
      (substr(uuid::text, 8, 1) || substr(uuid::text, 10, 4) || substr(uuid::text, 16, 3)
       || substr(uuid::text, 4, 4) || '1' || left(uuid::text, 3) || substr(uuid::text, 20))::uuid
    WHEN uuid IS NOT NULL THEN uuidx_wrong_version(uuid, '6')
  END;
COMMENT ON FUNCTION uuid_v6_to_v1(uuid) IS 'convert UUID version 6 to version 1';

--
-- Query by time: bounds.  In a version 7, the first 8 octets end in 7000 or 7fff (28672,
-- 32767), followed by 8000000000000000 or bfffffffffffffff.  (In SQL, operators other than
-- + - * / have the same precedence and group from the left.)
--

CREATE OR REPLACE FUNCTION uuid_v7_lower(at timestamptz) RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN at <= '1970-01-01 00:00:00+00' THEN '00000000-0000-7000-8000-000000000000'::uuid
    WHEN at > '10889-08-02 05:31:50.655+00' THEN 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid
    ELSE uuidx_of_octets(
      ceil(extract(epoch FROM at - '1970-01-01 00:00:00+00') * numeric '1000')::bigint << 16 | bigint '28672',
      '8000000000000000')
  END;
COMMENT ON FUNCTION uuid_v7_lower(timestamptz) IS
  'smallest UUID of version 7 with a time at or after the given one; the max UUID if there is none';

CREATE OR REPLACE FUNCTION uuid_v7_upper(at timestamptz) RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN at < '1970-01-01 00:00:00+00' THEN '00000000-0000-0000-0000-000000000000'::uuid
    WHEN at >= '10889-08-02 05:31:50.655+00' THEN 'ffffffff-ffff-7fff-bfff-ffffffffffff'::uuid
    ELSE uuidx_of_octets(
      floor(extract(epoch FROM at - '1970-01-01 00:00:00+00') * numeric '1000')::bigint << 16 | bigint '32767',
      'bfffffffffffffff')
  END;
COMMENT ON FUNCTION uuid_v7_upper(timestamptz) IS
  'largest UUID of version 7 with a time at or before the given one; the nil UUID if there is none';

CREATE OR REPLACE FUNCTION uuid_v6_lower(at timestamptz) RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN at <= '1582-10-15 00:00:00+00' THEN '00000000-0000-6000-8000-000000000000'::uuid
    WHEN at > '5236-03-31 21:21:00.684697+00' THEN 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid
    ELSE uuidx_compose((extract(epoch FROM at - '1582-10-15 00:00:00+00') * numeric '10000000')::bigint, '6',
      '8000000000000000')
  END;
COMMENT ON FUNCTION uuid_v6_lower(timestamptz) IS
  'smallest UUID of version 6 with a time at or after the given one; the max UUID if there is none';

-- The last ticks end before their microsecond does
CREATE OR REPLACE FUNCTION uuid_v6_upper(at timestamptz) RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN at < '1582-10-15 00:00:00+00' THEN '00000000-0000-0000-0000-000000000000'::uuid
    WHEN at >= '5236-03-31 21:21:00.684697+00' THEN 'ffffffff-ffff-6fff-bfff-ffffffffffff'::uuid
    ELSE uuidx_compose((extract(epoch FROM at - '1582-10-15 00:00:00+00') * numeric '10000000')::bigint + 9, '6',
      'bfffffffffffffff')
  END;
COMMENT ON FUNCTION uuid_v6_upper(timestamptz) IS
  'largest UUID of version 6 with a time at or before the given one; the nil UUID if there is none';

CREATE OR REPLACE FUNCTION uuid_unix_lower(at timestamptz) RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN at <= '10889-08-02 05:31:50.655+00' THEN uuidx_of_octets(
    ceil(extract(epoch FROM greatest(at, '1970-01-01 00:00:00+00') - '1970-01-01 00:00:00+00') * numeric '1000')::bigint
    << 16, '0000000000000000') END;
COMMENT ON FUNCTION uuid_unix_lower(timestamptz) IS
  'smallest UUID with a time in its first 48 bits at or after the given one; null if there is none';

CREATE OR REPLACE FUNCTION uuid_unix_upper(at timestamptz) RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN at >= '1970-01-01 00:00:00+00' THEN uuidx_of_octets(
    floor(extract(epoch FROM least(at, '10889-08-02 05:31:50.655+00') - '1970-01-01 00:00:00+00') * numeric '1000')::bigint
    << 16 | bigint '65535', 'ffffffffffffffff') END;
COMMENT ON FUNCTION uuid_unix_upper(timestamptz) IS
  'largest UUID with a time in its first 48 bits at or before the given one; null if there is none';

--
-- Read on by the key.  Unlike the function of the extension, this one cannot examine snapshots:
-- it is valid for statements that begin after it has returned, so it is volatile, and
-- raises an error where a later statement could have an older snapshot.
--

CREATE OR REPLACE FUNCTION uuidx_horizon_time() RETURNS timestamptz
  LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  -- read before anything else: a transaction that is not found below begins later
  clock timestamptz := clock_timestamp();
  oldest timestamptz;
BEGIN
  IF pg_is_in_recovery() THEN
    RAISE EXCEPTION 'uuid_v7_horizon() cannot be executed during recovery'
      USING ERRCODE = 'object_not_in_prerequisite_state',
            DETAIL = 'A standby cannot determine when the transactions on its primary began.',
            HINT = 'Run the query on the primary.';
  END IF;
  IF starts_with(current_setting('application_name'), 'citus_internal') THEN
    RAISE EXCEPTION 'uuid_v7_horizon() cannot be executed for a distributed table'
      USING ERRCODE = 'feature_not_supported',
            DETAIL = 'A node cannot determine when the transactions on other nodes began.',
            HINT = 'Read from a table that is local to the coordinator.';
  END IF;
  IF current_setting('transaction_isolation') IN ('repeatable read', 'serializable') THEN
    RAISE EXCEPTION 'uuid_v7_horizon() cannot be executed in a % transaction',
        upper(current_setting('transaction_isolation'))
      USING ERRCODE = 'active_sql_transaction',
            HINT = 'Use READ COMMITTED, and run the query in a statement after this one.';
  END IF;
  IF NOT pg_has_role('pg_read_all_stats', 'USAGE') THEN
    RAISE EXCEPTION 'permission denied to see the transactions of all roles'
      USING ERRCODE = 'insufficient_privilege',
            DETAIL = 'Only roles with the privileges of pg_read_all_stats may see when they began.',
            HINT = format('Ask an administrator to run GRANT pg_read_all_stats TO %I, or GRANT pg_monitor.', current_user);
  END IF;

  -- not what this transaction has seen before
  PERFORM pg_stat_clear_snapshot();

  -- VACUUM and the decoding of a slot insert no rows.  A start that is not known
  -- (track_activities is off) is not before that of the process.
  SELECT min(coalesce(a.xact_start, a.backend_start)) INTO oldest
  FROM pg_stat_activity AS a
  WHERE a.datname = current_database()
    AND pg_backend_pid() NOT IN (a.pid, coalesce(a.leader_pid, 0))
    AND coalesce(a.leader_pid, a.pid) NOT IN (SELECT p.pid FROM pg_stat_progress_vacuum AS p)
    AND NOT (a.backend_type = 'walsender' AND EXISTS (
      SELECT FROM pg_replication_slots AS s WHERE s.active_pid = a.pid AND NOT s.temporary))
    AND (a.xact_start IS NOT NULL OR EXISTS (
      SELECT FROM pg_locks AS l WHERE l.pid = a.pid AND l.locktype = 'virtualxid'));

  -- their start is unknown; checked after the others, which they were before
  IF EXISTS (SELECT FROM pg_prepared_xacts AS p WHERE p.database = current_database()) THEN
    RETURN NULL;
  END IF;
  -- uuidv7() of PGlite can be a millisecond behind the clock
  RETURN date_trunc('milliseconds', least(clock, oldest, '10889-08-02 05:31:50.655+00')) - interval '1 millisecond';
END
$$;
COMMENT ON FUNCTION uuidx_horizon_time() IS
  'time of uuid_v7_horizon(), in milliseconds; null if a prepared transaction hides it';

CREATE OR REPLACE FUNCTION uuid_v7_horizon() RETURNS uuid
  LANGUAGE sql VOLATILE PARALLEL UNSAFE
  RETURN coalesce(uuid_v7_lower(uuidx_horizon_time()), '00000000-0000-0000-0000-000000000000'::uuid);
COMMENT ON FUNCTION uuid_v7_horizon() IS
  'UUID below which no id from uuid_generate_v7() becomes visible to statements after this one, '
  'for readers that continue after the last id';

-- Strict, though CASE is not: these are called rather than inlined.  Inlined, they would
-- repeat the range ten times.
CREATE OR REPLACE FUNCTION uuid_v7_range_lower(during tstzrange) RETURNS uuid
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE
    WHEN pg_catalog.isempty(during) THEN 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid
    WHEN pg_catalog.lower_inf(during) OR pg_catalog.lower(during) < '1970-01-01 00:00:00+00' THEN
      '00000000-0000-7000-8000-000000000000'::uuid
    WHEN pg_catalog.lower_inc(during) THEN uuid_v7_lower(pg_catalog.lower(during))
    WHEN pg_catalog.lower(during) >= '10889-08-02 05:31:50.655+00' THEN 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid
    ELSE uuidx_of_octets(
      floor(extract(epoch FROM pg_catalog.lower(during) - '1970-01-01 00:00:00+00') * numeric '1000')::bigint + 1 << 16
        | bigint '28672',
      '8000000000000000')
  END;
COMMENT ON FUNCTION uuid_v7_range_lower(tstzrange) IS
  'smallest UUID of version 7 in a time range; the max UUID if there is none';

CREATE OR REPLACE FUNCTION uuid_v7_range_upper(during tstzrange) RETURNS uuid
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE
    WHEN pg_catalog.isempty(during) THEN '00000000-0000-0000-0000-000000000000'::uuid
    WHEN pg_catalog.upper_inf(during) OR pg_catalog.upper(during) > '10889-08-02 05:31:50.655+00' THEN
      'ffffffff-ffff-7fff-bfff-ffffffffffff'::uuid
    WHEN pg_catalog.upper_inc(during) THEN uuid_v7_upper(pg_catalog.upper(during))
    WHEN pg_catalog.upper(during) <= '1970-01-01 00:00:00+00' THEN '00000000-0000-0000-0000-000000000000'::uuid
    ELSE uuidx_of_octets(
      ceil(extract(epoch FROM pg_catalog.upper(during) - '1970-01-01 00:00:00+00') * numeric '1000')::bigint - 1 << 16
        | bigint '32767',
      'bfffffffffffffff')
  END;
COMMENT ON FUNCTION uuid_v7_range_upper(tstzrange) IS
  'largest UUID of version 7 in a time range; the nil UUID if there is none';

--
-- Query by time: operators.  Null for a null uuid; false for a uuid that is not a v7; null
-- for a v7 and a null time.
--

CREATE OR REPLACE FUNCTION uuidx_lt(uuid, timestamptz) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN $1 < uuid_v7_lower($2) AND uuid_is_v7($1);
COMMENT ON FUNCTION uuidx_lt(uuid, timestamptz) IS 'implementation of < operator';

CREATE OR REPLACE FUNCTION uuidx_le(uuid, timestamptz) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN $1 <= uuid_v7_upper($2) AND uuid_is_v7($1);
COMMENT ON FUNCTION uuidx_le(uuid, timestamptz) IS 'implementation of <= operator';

CREATE OR REPLACE FUNCTION uuidx_gt(uuid, timestamptz) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN $1 > uuid_v7_upper($2) AND uuid_is_v7($1);
COMMENT ON FUNCTION uuidx_gt(uuid, timestamptz) IS 'implementation of > operator';

CREATE OR REPLACE FUNCTION uuidx_ge(uuid, timestamptz) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN $1 >= uuid_v7_lower($2) AND uuid_is_v7($1);
COMMENT ON FUNCTION uuidx_ge(uuid, timestamptz) IS 'implementation of >= operator';

CREATE OR REPLACE FUNCTION uuidx_lt(timestamptz, uuid) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN uuidx_gt($2, $1);
COMMENT ON FUNCTION uuidx_lt(timestamptz, uuid) IS 'implementation of < operator';

CREATE OR REPLACE FUNCTION uuidx_le(timestamptz, uuid) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN uuidx_ge($2, $1);
COMMENT ON FUNCTION uuidx_le(timestamptz, uuid) IS 'implementation of <= operator';

CREATE OR REPLACE FUNCTION uuidx_gt(timestamptz, uuid) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN uuidx_lt($2, $1);
COMMENT ON FUNCTION uuidx_gt(timestamptz, uuid) IS 'implementation of > operator';

CREATE OR REPLACE FUNCTION uuidx_ge(timestamptz, uuid) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN uuidx_le($2, $1);
COMMENT ON FUNCTION uuidx_ge(timestamptz, uuid) IS 'implementation of >= operator';

-- A domain, so that core's <@ and @> are still chosen for all other queries.  Domains and
-- operators have no OR REPLACE: existing ones are kept.
DO $$
BEGIN
  IF pg_catalog.to_regtype(pg_catalog.quote_ident(pg_catalog.current_schema()) || '.uuidx_tstzrange') IS NULL THEN
    CREATE DOMAIN uuidx_tstzrange AS tstzrange;
  END IF;
END
$$;
COMMENT ON DOMAIN uuidx_tstzrange IS
  'tstzrange as an operand of the operators between uuid and tstzrange; not for other use';

CREATE OR REPLACE FUNCTION uuidx_contained_by(uuid, uuidx_tstzrange) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN $1 >= uuid_v7_range_lower($2) AND $1 <= uuid_v7_range_upper($2) AND uuid_is_v7($1);
COMMENT ON FUNCTION uuidx_contained_by(uuid, uuidx_tstzrange) IS 'implementation of <@ operator';

CREATE OR REPLACE FUNCTION uuidx_contains(uuidx_tstzrange, uuid) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN uuidx_contained_by($2, $1);
COMMENT ON FUNCTION uuidx_contains(uuidx_tstzrange, uuid) IS 'implementation of @> operator';

DO $$
DECLARE
  o record;
  operator text;
BEGIN
  FOR o IN
    SELECT *
    FROM (VALUES
      ('<', 'uuid', 'timestamptz', 'uuidx_lt', '>', 'scalarlt',
       'the UUID is version 7, and its time is before the timestamp'),
      ('<=', 'uuid', 'timestamptz', 'uuidx_le', '>=', 'scalarle',
       'the UUID is version 7, and its time is at or before the timestamp'),
      ('>', 'uuid', 'timestamptz', 'uuidx_gt', '<', 'scalargt',
       'the UUID is version 7, and its time is after the timestamp'),
      ('>=', 'uuid', 'timestamptz', 'uuidx_ge', '<=', 'scalarge',
       'the UUID is version 7, and its time is at or after the timestamp'),
      ('<', 'timestamptz', 'uuid', 'uuidx_lt', '>', 'scalarlt',
       'the UUID is version 7, and the timestamp is before its time'),
      ('<=', 'timestamptz', 'uuid', 'uuidx_le', '>=', 'scalarle',
       'the UUID is version 7, and the timestamp is at or before its time'),
      ('>', 'timestamptz', 'uuid', 'uuidx_gt', '<', 'scalargt',
       'the UUID is version 7, and the timestamp is after its time'),
      ('>=', 'timestamptz', 'uuid', 'uuidx_ge', '<=', 'scalarge',
       'the UUID is version 7, and the timestamp is at or after its time'),
      ('<@', 'uuid', 'uuidx_tstzrange', 'uuidx_contained_by', '@>', 'cont',
       'the UUID is version 7, and its time is in the range'),
      ('@>', 'uuidx_tstzrange', 'uuid', 'uuidx_contains', '<@', 'cont',
       'the UUID is version 7, and the range contains its time')
    ) AS v (name, left_type, right_type, function, commutator, estimator, comment)
  LOOP
    operator := pg_catalog.format('%I.%s (%s, %s)', pg_catalog.current_schema(), o.name, o.left_type, o.right_type);
    IF NOT EXISTS (SELECT FROM pg_operator
        WHERE oid = pg_catalog.to_regoperator(operator)::oid AND oprcode::oid <> oid '0') THEN
      EXECUTE pg_catalog.format('CREATE OPERATOR %s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = %s, COMMUTATOR = %s, '
        'RESTRICT = %ssel, JOIN = %sjoinsel)',
        o.name, o.left_type, o.right_type, o.function, o.commutator, o.estimator, o.estimator);
    END IF;
    EXECUTE pg_catalog.format('COMMENT ON OPERATOR %s IS %L', operator, o.comment);
  END LOOP;
END
$$;

-- Comparisons of intervals count a day as 24 hours, which is what a tolerance means.  Both
-- times are counted from 2000, because the difference of any two may not fit.
CREATE OR REPLACE FUNCTION uuid_v7_within(id uuid, at timestamptz, tolerance interval) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN tolerance < '0' OR tolerance > '106751991 days 04:00:54.775807'
      OR date_trunc('month', tolerance) <> '0' THEN uuidx_invalid_tolerance(tolerance)
    ELSE uuid_is_v7(id) AND CASE
      WHEN isfinite(at) THEN
        abs(extract(epoch FROM (at - '2000-01-01 00:00:00+00') - (uuidx_milliseconds(id) - '2000-01-01 00:00:00+00')))
        <= extract(epoch FROM tolerance)
      WHEN id IS NOT NULL AND at IS NOT NULL AND tolerance IS NOT NULL THEN false
    END
  END;
COMMENT ON FUNCTION uuid_v7_within(uuid, timestamptz, interval) IS
  'whether a UUID is version 7 and its time is within a tolerance of a given time';

--
-- min and max, where the server has none.  Transition functions are not inlined, and
-- one in PL/pgSQL is called faster; LEAST and GREATEST are not function names.
--

CREATE OR REPLACE FUNCTION uuidx_min_transition(state uuid, value uuid) RETURNS uuid
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
BEGIN
  RETURN least(state, value);
END
$$;
COMMENT ON FUNCTION uuidx_min_transition(uuid, uuid) IS 'transition function of min(uuid)';

CREATE OR REPLACE FUNCTION uuidx_max_transition(state uuid, value uuid) RETURNS uuid
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
BEGIN
  RETURN greatest(state, value);
END
$$;
COMMENT ON FUNCTION uuidx_max_transition(uuid, uuid) IS 'transition function of max(uuid)';

DO $$
BEGIN
  IF pg_catalog.to_regprocedure('pg_catalog.min(uuid)') IS NULL THEN
    CREATE OR REPLACE AGGREGATE min(uuid) (
      SFUNC = uuidx_min_transition, STYPE = uuid,
      COMBINEFUNC = uuidx_min_transition, SORTOP = OPERATOR(pg_catalog.<),
      PARALLEL = SAFE
    );
    COMMENT ON AGGREGATE min(uuid) IS 'minimum value of all uuid input values';

    CREATE OR REPLACE AGGREGATE max(uuid) (
      SFUNC = uuidx_max_transition, STYPE = uuid,
      COMBINEFUNC = uuidx_max_transition, SORTOP = OPERATOR(pg_catalog.>),
      PARALLEL = SAFE
    );
    COMMENT ON AGGREGATE max(uuid) IS 'maximum value of all uuid input values';
  END IF;
END
$$;

--
-- Partitions
--

CREATE OR REPLACE FUNCTION uuid_v7_partman_decoder(bound text) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN uuidx_milliseconds(uuidx_excerpt(bound)::uuid);
COMMENT ON FUNCTION uuid_v7_partman_decoder(text) IS
  'time of a partition bound for pg_partman: the first 48 bits of a UUID of any version, as text';

-- The functions below have their own search_path, and call none of the above.
-- Bounds of a partition are text: a UUID, MINVALUE or MAXVALUE.

CREATE OR REPLACE FUNCTION uuidx_check_parent(parent regclass) RETURNS void
  LANGUAGE plpgsql STABLE
  SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  relation record;
BEGIN
  SELECT c.relname, p.partstrat = 'r' AND p.partnatts = 1 AND p.partattrs[0] <> 0
      AND CASE t.typtype WHEN 'd' THEN
        (WITH RECURSIVE base (oid) AS (
           SELECT t.typbasetype
           UNION ALL
           SELECT b.typbasetype FROM base JOIN pg_type AS b USING (oid) WHERE b.typtype = 'd')
         SELECT 'uuid'::regtype IN (SELECT oid FROM base))
      ELSE t.oid = 'uuid'::regtype END AS by_uuid,
    o.opcname, o.opcdefault, p.partstrat, p.partnatts, a.attname, format_type(a.atttypid, NULL) AS type,
    (WITH RECURSIVE base (oid) AS (
       SELECT a.atttypid
       UNION ALL
       SELECT b.typbasetype FROM base JOIN pg_type AS b USING (oid) WHERE b.typtype = 'd')
     SELECT bool_or(oid IN ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype)) FROM base) AS by_time
  INTO relation
  FROM pg_class AS c
  LEFT JOIN pg_partitioned_table AS p ON p.partrelid = c.oid
  LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = p.partattrs[0]
  LEFT JOIN pg_type AS t ON t.oid = a.atttypid
  LEFT JOIN pg_opclass AS o ON o.oid = p.partclass[0]
  WHERE c.oid = parent;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'relation with OID % does not exist', parent::oid USING ERRCODE = 'undefined_table';
  END IF;
  IF relation.by_uuid IS NOT TRUE THEN
    RAISE EXCEPTION '"%" is not partitioned by range of one uuid column', relation.relname
      USING ERRCODE = 'wrong_object_type',
            DETAIL = CASE
              WHEN relation.partstrat IS NULL THEN 'It is not a partitioned table.'
              WHEN relation.partstrat = 'l' THEN 'It is partitioned by LIST.'
              WHEN relation.partstrat = 'h' THEN 'It is partitioned by HASH.'
              WHEN relation.partnatts > 1 THEN format('Its partition key has %s columns.', relation.partnatts)
              WHEN relation.attname IS NULL THEN 'Its partition key is an expression.'
              ELSE format('Its partition key is column "%s" of type %s.', relation.attname, relation.type)
            END,
            HINT = CASE
              WHEN relation.partstrat IS NULL THEN
                'Create a table with PARTITION BY RANGE on one column of type uuid, and move the rows to it.'
              WHEN relation.partstrat = 'r' AND relation.partnatts > 1 THEN
                'Create it with PARTITION BY RANGE on the uuid column alone. '
                'The primary key may have more columns than the partition key.'
              WHEN relation.partstrat = 'r' AND relation.attname IS NULL THEN
                'Create it with PARTITION BY RANGE on the uuid column itself.'
              WHEN relation.partstrat = 'r' AND relation.by_time THEN
                'Create its partitions with CREATE TABLE ... PARTITION OF. A CHECK constraint '
                'that uses uuid_v7_within() lets lookups by id skip partitions.'
              ELSE 'Create it with PARTITION BY RANGE on one column of type uuid.'
            END;
  END IF;
  IF NOT relation.opcdefault THEN
    RAISE EXCEPTION 'partition key of table "%" uses operator class "%"', relation.relname, relation.opcname
      USING ERRCODE = 'wrong_object_type',
            DETAIL = 'Partition bounds are times only with the default operator class of type uuid.',
            HINT = 'Partition by the column without an operator class, '
              'or create each partition with CREATE TABLE ... PARTITION OF.';
  END IF;
END
$$;
COMMENT ON FUNCTION uuidx_check_parent(regclass) IS
  'raise an error unless a table is partitioned by range of one uuid column';

CREATE OR REPLACE FUNCTION uuidx_bound_time(bound text) RETURNS timestamptz
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RETURN CASE bound
    WHEN 'MINVALUE' THEN '-infinity'
    WHEN 'MAXVALUE' THEN 'infinity'
    ELSE timestamptz '1970-01-01 00:00:00+00'
      + ('x' || substr(bound, 1, 4))::bit(16)::integer * interval '4294967.296 seconds'
      + ('x' || substr(bound, 5, 4) || substr(bound, 10, 4))::bit(32)::bigint * interval '1 millisecond'
  END;
END
$$;
COMMENT ON FUNCTION uuidx_bound_time(text) IS 'first 48 bits of a partition bound as a time';

CREATE OR REPLACE FUNCTION uuid_v7_partitions(parent regclass)
  RETURNS TABLE (partition regclass, from_time timestamptz, to_time timestamptz)
  LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
  SELECT uuidx_check_parent(uuid_v7_partitions.parent);
  SELECT c.oid::regclass, uuidx_bound_time(b.bound[1]), uuidx_bound_time(b.bound[2])
  FROM pg_inherits AS i
  JOIN pg_class AS c ON c.oid = i.inhrelid
  CROSS JOIN LATERAL (
    SELECT regexp_match(translate(pg_get_expr(c.relpartbound, c.oid), '''', ''), 'FROM [(](.*)[)] TO [(](.*)[)]')
  ) AS b (bound)
  WHERE i.inhparent = uuid_v7_partitions.parent::oid AND NOT i.inhdetachpending
  ORDER BY replace(b.bound[1], 'MINVALUE', '-') COLLATE "C";
END;
COMMENT ON FUNCTION uuid_v7_partitions(regclass) IS
  'partitions of a table partitioned by range of uuid, with their bounds as times; null for the default '
  'partition';

-- CRC-32C, which keeps truncated names distinct
CREATE OR REPLACE FUNCTION uuidx_checksum(octets bytea) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  crc bigint := 4294967295;
BEGIN
  FOR i IN 0 .. octet_length(octets) - 1 LOOP
    crc := crc # get_byte(octets, i);
    FOR bit IN 1 .. 8 LOOP
      crc := (crc >> 1) # CASE WHEN crc & 1 = 1 THEN 2197175160 ELSE 0 END;
    END LOOP;
  END LOOP;
  RETURN lpad(to_hex(crc # 4294967295), 8, '0');
END
$$;
COMMENT ON FUNCTION uuidx_checksum(bytea) IS 'CRC-32C';

/*
 * The grid of a step: beginnings of partitions in UTC, and the end of the last one.
 * Months are counted from 1970-01; weeks from Monday, 1970-01-05; every other step from
 * 1970-01-01.  The first partition of all begins with version 7, the last one ends
 * with it.
 */
CREATE OR REPLACE FUNCTION uuidx_grid(from_time timestamptz, to_time timestamptz, step interval)
  RETURNS timestamptz[]
  LANGUAGE plpgsql STABLE
  SET search_path = pg_catalog, pg_temp
  SET TimeZone = 'UTC'
AS $$
DECLARE
  first_time CONSTANT timestamptz := '1970-01-01 00:00:00+00';
  end_time CONSTANT timestamptz := '10889-08-02 05:31:50.656+00';
  day CONSTANT bigint := 86400000;
  months bigint := extract(year FROM step) * 12 + extract(month FROM step);
  ms numeric := 0;
  ticks numeric;
  origin bigint := 0;
  times timestamptz[] := '{}';
  next_time timestamptz;
BEGIN
  IF months <> 0 THEN
    ticks := (extract(year FROM from_time) - 1970) * 12 + extract(month FROM from_time) - 1;
  ELSE
    ms := extract(epoch FROM step) * 1000;
    origin := CASE WHEN ms % (7 * day) = 0 THEN 4 * day ELSE 0 END;
    months := 0;
    ticks := floor(extract(epoch FROM from_time) * 1000) - origin;
  END IF;
  -- the tick at or before from_time, then one after the other
  ticks := ticks - CASE WHEN months <> 0 THEN ticks % months ELSE mod(mod(ticks, ms) + ms, ms) END;
  LOOP
    -- more than all of version 7 is its end
    IF months <> 0 THEN
      next_time := CASE
        WHEN ticks >= 120000 THEN end_time
        ELSE first_time + make_interval(months => ticks::integer)
      END;
    ELSE
      next_time := CASE
        WHEN ticks + origin < 0 THEN first_time
        WHEN ticks + origin >= 281474976710656 THEN end_time
        ELSE first_time + make_interval(days => div(ticks + origin, day)::integer)
          + mod(ticks + origin, day)::bigint * interval '1 millisecond'
      END;
    END IF;
    times := times || least(next_time, end_time);
    EXIT WHEN next_time >= to_time OR next_time >= end_time;
    ticks := ticks + CASE WHEN months <> 0 THEN months ELSE ms END;
  END LOOP;
  RETURN times;
END
$$;
COMMENT ON FUNCTION uuidx_grid(timestamptz, timestamptz, interval) IS
  'start of each partition in a time range, and end of the last one';

CREATE OR REPLACE FUNCTION uuidx_next_v7(bound text) RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN bound = 'MINVALUE' THEN '00000000-0000-0000-0000-000000000000'::uuid
    WHEN bound = 'MAXVALUE' THEN 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid
    WHEN bound::uuid <= (left(bound, 14) || '7000-8000-000000000000')::uuid THEN
      (left(bound, 14) || '7000-8000-000000000000')::uuid
    -- after the last one of a millisecond comes the first one of the next
    WHEN bound::uuid > (left(bound, 14) || '7fff-bfff-ffffffffffff')::uuid THEN CASE
      WHEN starts_with(bound, 'ffffffff-ffff') THEN 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid
      ELSE uuidx_compose((('x' || replace(left(bound, 13), '-', ''))::bit(48)::bigint + bigint '1') * 4096, '7',
        '8000000000000000')
    END
    WHEN bound::uuid <= (left(bound, 19) || '8000-000000000000')::uuid THEN
      (left(bound, 19) || '8000-000000000000')::uuid
    WHEN bound::uuid <= (left(bound, 19) || 'bfff-ffffffffffff')::uuid THEN bound::uuid
    ELSE uuidx_compose(('x' || replace(left(bound, 13) || substr(bound, 16, 3), '-', ''))::bit(60)::bigint + bigint '1',
      '7', '8000000000000000')
  END;
COMMENT ON FUNCTION uuidx_next_v7(text) IS
  'smallest UUID of version 7 at or after a partition bound; no UUID of version 7 is between two bounds with the '
  'same result';

CREATE OR REPLACE FUNCTION uuidx_check_grid(
    parent regclass, from_time timestamptz, to_time timestamptz, step interval) RETURNS void
  LANGUAGE plpgsql STABLE
  SET search_path = pg_catalog, pg_temp
  SET TimeZone = 'UTC'
  SET DateStyle = 'ISO, YMD'
AS $$
DECLARE
  months bigint;
  fixed boolean;
  asked numeric;
  missing text := CASE
    WHEN parent IS NULL THEN 'parent'
    WHEN from_time IS NULL THEN 'from_time'
    WHEN to_time IS NULL THEN 'to_time'
    WHEN step IS NULL THEN 'step'
  END;
BEGIN
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'argument "%" must not be null', missing USING ERRCODE = 'null_value_not_allowed';
  END IF;
  IF from_time < '1970-01-01 00:00:00+00' OR greatest(from_time, to_time) >= '10889-08-02 05:31:50.656+00' THEN
    RAISE EXCEPTION 'timestamp out of range for UUID version 7: "%"',
        CASE WHEN from_time BETWEEN '1970-01-01 00:00:00+00' AND '10889-08-02 05:31:50.655999+00' THEN to_time
          ELSE from_time END
      USING ERRCODE = 'datetime_field_overflow',
            DETAIL = 'UUID version 7 holds times from 1970-01-01 00:00:00 to 10889-08-02 05:31:50.655999 UTC.';
  END IF;
  IF from_time >= to_time THEN
    RAISE EXCEPTION 'from_time "%" is not before to_time "%"', from_time, to_time
      USING ERRCODE = 'invalid_parameter_value',
            HINT = CASE
              WHEN from_time > to_time THEN 'Swap the two times.'
              ELSE 'The last partition ends at or after to_time. For one partition, use from_time plus one step.'
            END;
  END IF;
  IF NOT isfinite(step) THEN
    RAISE EXCEPTION 'step "%" is not finite', step USING ERRCODE = 'invalid_parameter_value';
  END IF;
  months := extract(year FROM step) * 12 + extract(month FROM step);
  fixed := extract(day FROM step) <> 0 OR extract(hour FROM step) <> 0 OR extract(minute FROM step) <> 0
    OR extract(microseconds FROM step) <> 0;
  IF months <> 0 AND fixed THEN
    RAISE EXCEPTION 'step "%" mixes months with days or hours', step
      USING ERRCODE = 'invalid_parameter_value',
            DETAIL = 'A step is either a number of months or a fixed length of time.';
  END IF;
  IF step <= '0' THEN
    RAISE EXCEPTION 'step must be greater than zero, not "%"', step USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF months = 0 AND extract(epoch FROM step) * 1000 % 1 <> 0 THEN
    RAISE EXCEPTION 'step "%" is not a whole number of milliseconds', step
      USING ERRCODE = 'invalid_parameter_value', DETAIL = 'UUID version 7 is ordered by the millisecond.';
  END IF;
  -- no fewer than are missing, before the steps are listed
  asked := CASE WHEN months <> 0 THEN
      ceil((extract(year FROM to_time) * 12 + extract(month FROM to_time)
        - extract(year FROM from_time) * 12 - extract(month FROM from_time)) / months)
    ELSE floor((extract(epoch FROM to_time) - extract(epoch FROM from_time)) / extract(epoch FROM step)) END;
  SELECT asked - count(*) INTO asked FROM pg_inherits AS i WHERE i.inhparent = parent;
  IF asked > 4096 THEN
    RAISE EXCEPTION 'cannot create % partitions of table "%" at once', asked,
      (SELECT relname FROM pg_class AS c WHERE c.oid = parent)
      USING ERRCODE = 'program_limit_exceeded', DETAIL = 'One call can create at most 4096.',
            HINT = 'Choose a longer step, or create them in several calls.';
  END IF;
END
$$;
COMMENT ON FUNCTION uuidx_check_grid(regclass, timestamptz, timestamptz, interval) IS
  'check the arguments of uuid_v7_create_partitions';

CREATE OR REPLACE FUNCTION uuidx_lock_parent(parent regclass) RETURNS void
  LANGUAGE plpgsql VOLATILE
  SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  p record;
BEGIN
  SELECT nspname, relname, relowner INTO STRICT p
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE c.oid = parent;
  IF NOT pg_has_role(p.relowner, 'USAGE') THEN
    RAISE EXCEPTION 'must be owner of table %', p.relname USING ERRCODE = 'insufficient_privilege';
  END IF;
  EXECUTE format('LOCK TABLE ONLY %I.%I IN SHARE UPDATE EXCLUSIVE MODE', p.nspname, p.relname);
  IF NOT EXISTS (SELECT FROM pg_locks WHERE pid = pg_backend_pid() AND relation = parent AND granted
      AND mode = 'ShareUpdateExclusiveLock') THEN
    RAISE EXCEPTION 'table "%" has been renamed by another session', p.relname
      USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
END
$$;
COMMENT ON FUNCTION uuidx_lock_parent(regclass) IS
  'lock a table as ATTACH PARTITION does, so that its partitions do not change';

/*
 * times and bounds are the grid.  The other arrays describe the partitions that are there:
 * names, bounds as they are written, the first v7 from each bound on, times, and whether
 * they are being detached.  Nothing is created before all has been checked.  A partition
 * is created as a table and then attached, which blocks neither readers nor writers.
 */
CREATE OR REPLACE FUNCTION uuidx_create_partitions(parent regclass, step interval, checksum text,
    times timestamptz[], bounds uuid[], names name[], from_bounds text[], to_bounds text[], from_v7 uuid[],
    to_v7 uuid[], from_times timestamptz[], to_times timestamptz[], detaching boolean[]) RETURNS void
  LANGUAGE plpgsql VOLATILE
  SET search_path = pg_catalog, pg_temp
  SET TimeZone = 'UTC'
  SET DateStyle = 'ISO, YMD'
AS $$
DECLARE
  last_cell CONSTANT integer := cardinality(times) - 1;
  there integer[] := array_fill(0, ARRAY[last_cell]);   -- the partition that a step is inside, or 0
  before integer;               -- the partition that ends last before the first new one
  behind integer;               -- the one that begins first behind the last new one
  name_format text := CASE
    WHEN date_trunc('month', step) <> '0' THEN '"_p"YYYYMMDD'
    WHEN extract(epoch FROM step) * 1000 % 1000 <> 0 THEN '"_p"YYYYMMDD_HH24MISSMS'
    WHEN extract(epoch FROM step) % 86400 <> 0 THEN '"_p"YYYYMMDD_HH24MISS'
    ELSE '"_p"YYYYMMDD'
  END;
  p record;
  suffix text;
  name text;
  to_bound text;
  missing bigint;
BEGIN
  FOR cell IN 1 .. last_cell LOOP
    FOR i IN 1 .. coalesce(cardinality(names), 0) LOOP
      CONTINUE WHEN from_v7[i] >= bounds[cell + 1] OR to_v7[i] <= bounds[cell];
      IF detaching[i] THEN
        RAISE EXCEPTION 'partition "%" is being detached', names[i]
          USING ERRCODE = 'object_not_in_prerequisite_state',
                HINT = 'Wait until it is detached, or complete an interrupted detach with '
                  'ALTER TABLE ... DETACH PARTITION ... FINALIZE.';
      END IF;
      IF from_v7[i] > bounds[cell] OR to_v7[i] < bounds[cell + 1] THEN
        RAISE EXCEPTION 'partition from "%" to "%" would overlap partition "%"', times[cell], times[cell + 1], names[i]
          USING ERRCODE = 'invalid_object_definition',
                DETAIL = format('Partition "%s" extends from "%s" to "%s".', names[i], from_times[i], to_times[i]);
      END IF;
      there[cell] := i;
    END LOOP;
    CONTINUE WHEN there[cell] <> 0;

    IF cell = 1 THEN
      SELECT i INTO before FROM unnest(to_v7) WITH ORDINALITY AS u (v7, i)
      WHERE v7 <= bounds[1] AND NOT detaching[i] ORDER BY v7 DESC LIMIT 1;
      IF to_v7[before] < bounds[1] THEN
        RAISE EXCEPTION 'new partitions would leave a gap from "%" to "%"', to_times[before], times[1]
          USING ERRCODE = 'invalid_object_definition',
                DETAIL = format('Partition "%s" ends before UUID "%s".', names[before], to_bounds[before]),
                HINT = 'Include the gap if whole steps fill it, or create one partition for it '
                  'with CREATE TABLE ... PARTITION OF.';
      END IF;
    END IF;
    IF cell = last_cell THEN
      SELECT i INTO behind FROM unnest(from_v7) WITH ORDINALITY AS u (v7, i)
      WHERE v7 >= bounds[cell + 1] AND NOT detaching[i] ORDER BY v7 LIMIT 1;
      IF from_v7[behind] > bounds[cell + 1] THEN
        RAISE EXCEPTION 'new partitions would leave a gap from "%" to "%"', times[cell + 1], from_times[behind]
          USING ERRCODE = 'invalid_object_definition',
                DETAIL = format('Partition "%s" begins with UUID "%s".', names[behind], from_bounds[behind]),
                HINT = 'Include the gap if whole steps fill it, or create one partition for it '
                  'with CREATE TABLE ... PARTITION OF.';
      END IF;
    END IF;
  END LOOP;

  missing := cardinality(array_positions(there, 0));
  IF missing > 4096 THEN
    RAISE EXCEPTION 'cannot create % partitions of table "%" at once', missing, (SELECT c.relname FROM pg_class AS c WHERE c.oid = parent)
      USING ERRCODE = 'program_limit_exceeded', DETAIL = 'One call can create at most 4096.',
            HINT = 'Choose a longer step, or create them in several calls.';
  END IF;

  SELECT n.oid, n.xmin AS version, n.nspname, c.relname, r.rolname, r.rolname <> current_user AS of_another,
    a.amname, t.spcname
  INTO STRICT p
  FROM pg_class AS c
  JOIN pg_namespace AS n ON n.oid = c.relnamespace
  JOIN pg_roles AS r ON r.oid = c.relowner
  LEFT JOIN pg_am AS a ON a.oid = c.relam
  LEFT JOIN pg_tablespace AS t ON t.oid = c.reltablespace
  WHERE c.oid = parent;
  FOR cell IN 1 .. last_cell LOOP
    CONTINUE WHEN there[cell] <> 0;
    name := p.relname;
    suffix := to_char(times[cell], name_format);
    IF octet_length(name || suffix) > 63 THEN
      suffix := '_' || checksum || suffix;
      WHILE octet_length(name || suffix) > 63 LOOP
        name := left(name, -1);
      END LOOP;
    END IF;
    IF to_regclass(format('%I.%I', p.nspname, name || suffix)) IS NOT NULL THEN
      RAISE EXCEPTION 'relation "%" already exists', name || suffix
        USING ERRCODE = 'duplicate_table',
              DETAIL = format('The partition that begins at "%s" would have this name.', times[cell]),
              HINT = 'Rename the relation, or attach it as that partition.';
    END IF;
    name := format('%I.%I', p.nspname, name || suffix);
    EXECUTE format('CREATE TABLE %s (LIKE %I.%I INCLUDING ALL EXCLUDING IDENTITY EXCLUDING INDEXES)%s%s',
      name, p.nspname, p.relname, ' USING ' || quote_ident(p.amname), ' TABLESPACE ' || quote_ident(p.spcname));
    IF p.of_another THEN
      EXECUTE format('ALTER TABLE %s OWNER TO %I', name, p.rolname);
    END IF;
    -- the next partition may begin with a smaller bound, and no v7 in between
    SELECT from_bounds[i] INTO to_bound FROM unnest(from_v7) WITH ORDINALITY AS u (v7, i) WHERE v7 = bounds[cell + 1];
    EXECUTE format('ALTER TABLE %I.%I ATTACH PARTITION %s FOR VALUES FROM (%L) TO (%L)',
      p.nspname, p.relname, name, bounds[cell], coalesce(to_bound, bounds[cell + 1]::text));
  END LOOP;
  -- the statements contain names: the lock keeps that of the table, and nothing that of its schema
  IF NOT EXISTS (SELECT FROM pg_namespace AS n
      WHERE n.oid = p.oid AND n.xmin = p.version AND n.oid::regnamespace::text = quote_ident(p.nspname)) THEN
    RAISE EXCEPTION 'schema "%" has been changed by another session', p.nspname
      USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  RAISE NOTICE 'partitions of table "%" from "%" to "%": % created, % existed already',
    p.relname, times[1], times[last_cell + 1],
    missing, (SELECT count(DISTINCT i) FROM unnest(there) AS u (i) WHERE i <> 0);
END
$$;
COMMENT ON FUNCTION uuidx_create_partitions(regclass, interval, text, timestamptz[], uuid[], name[], text[], text[],
    uuid[], uuid[], timestamptz[], timestamptz[], boolean[]) IS
  'create the missing partitions of a grid, all or none';

CREATE OR REPLACE PROCEDURE uuid_v7_create_partitions(
    parent regclass,
    from_time timestamptz,
    to_time timestamptz,
    step interval
  )
  LANGUAGE sql
BEGIN ATOMIC
  SELECT uuidx_check_grid(parent, from_time, to_time, step);
  SELECT uuidx_check_parent(parent);
  SELECT uuidx_lock_parent(parent);
  SELECT uuidx_create_partitions(parent, step,
    (SELECT uuidx_checksum(convert_to(c.relname::text, getdatabaseencoding()))
     FROM pg_class AS c WHERE c.oid = uuid_v7_create_partitions.parent::oid),
    g.times,
    (SELECT pg_catalog.array_agg(uuid_v7_lower(u.at) ORDER BY u.at) FROM pg_catalog.unnest(g.times) AS u (at)),
    t.names, t.from_bounds, t.to_bounds, t.from_v7, t.to_v7, t.from_times, t.to_times, t.detaching)
  FROM (SELECT uuidx_grid(from_time, to_time, step)) AS g (times)
  CROSS JOIN (
    SELECT pg_catalog.array_agg(c.relname), pg_catalog.array_agg(b.bound[1]), pg_catalog.array_agg(b.bound[2]),
      pg_catalog.array_agg(uuidx_next_v7(b.bound[1])), pg_catalog.array_agg(uuidx_next_v7(b.bound[2])),
      pg_catalog.array_agg(uuidx_bound_time(b.bound[1])), pg_catalog.array_agg(uuidx_bound_time(b.bound[2])),
      pg_catalog.array_agg(i.inhdetachpending)
    FROM pg_inherits AS i
    JOIN pg_class AS c ON c.oid = i.inhrelid
    CROSS JOIN LATERAL (
      SELECT regexp_match(translate(pg_get_expr(c.relpartbound, c.oid), '''', ''), 'FROM [(](.*)[)] TO [(](.*)[)]')
    ) AS b (bound)
    WHERE i.inhparent = uuid_v7_create_partitions.parent::oid AND b.bound IS NOT NULL
  ) AS t (names, from_bounds, to_bounds, from_v7, to_v7, from_times, to_times, detaching);
END;
COMMENT ON PROCEDURE uuid_v7_create_partitions(regclass, timestamptz, timestamptz, interval) IS
  'create the partitions of a table partitioned by range of uuid for a time range, one for each step, aligned in '
  'UTC; skip those that exist, leave no gap';

/*
 * The arrays describe the partitions to drop: their bounds are compared once more when
 * locks keep them from being changed.  A partition of a table that foreign keys refer to can
 * only be detached.
 */
CREATE OR REPLACE FUNCTION uuidx_drop_partitions(parent regclass, before timestamptz, partitions oid[], bounds text[],
    from_times timestamptz[], to_times timestamptz[]) RETURNS void
  LANGUAGE plpgsql VOLATILE
  SET search_path = pg_catalog, pg_temp
  SET TimeZone = 'UTC'
  SET DateStyle = 'ISO, YMD'
AS $$
DECLARE
  dropped integer := 0;
  p record;
  c record;
BEGIN
  SELECT nspname, relname, relowner INTO STRICT p
  FROM pg_class AS r JOIN pg_namespace AS n ON n.oid = r.relnamespace WHERE r.oid = parent;
  IF NOT pg_has_role(p.relowner, 'USAGE') THEN
    RAISE EXCEPTION 'must be owner of table %', p.relname USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF partitions IS NOT NULL THEN
    -- a rolling window always has later partitions
    IF NOT EXISTS (
      SELECT FROM pg_inherits AS i JOIN pg_class AS r ON r.oid = i.inhrelid
      WHERE i.inhparent = parent AND NOT i.inhdetachpending AND i.inhrelid <> ALL (partitions)
        AND pg_get_expr(r.relpartbound, r.oid) <> 'DEFAULT') THEN
      RAISE EXCEPTION 'cannot drop all partitions of table "%"', p.relname
        USING ERRCODE = 'object_not_in_prerequisite_state',
              DETAIL = format('Every partition ends at or before "%s"; the last one is "%s".', before,
                (SELECT r.relname FROM pg_class AS r WHERE r.oid = partitions[cardinality(partitions)])),
              HINT = 'Check the clock of the server, and create the next partitions first. '
                'To drop the last partition, use DROP TABLE.';
    END IF;
    FOR c IN SELECT k.conname, r.relname
      FROM pg_constraint AS k JOIN pg_class AS r ON r.oid = k.conrelid
      WHERE k.contype = 'f' AND k.confrelid = parent
        AND NOT EXISTS (SELECT FROM pg_constraint AS w WHERE w.oid = k.conparentid AND w.confrelid = parent)
        AND NOT EXISTS (SELECT FROM pg_index AS i
          WHERE i.indrelid = k.conrelid AND i.indisvalid AND i.indpred IS NULL AND i.indkey[0] = ANY (k.conkey))
    LOOP
      RAISE WARNING 'foreign key "%" of table "%" has no index', c.conname, c.relname
        USING DETAIL = format('The table is read for each partition of table "%s" that is dropped, while readers and '
                'writers of that table wait.', p.relname),
              HINT = 'Create an index that begins with a column of the foreign key.';
    END LOOP;
    EXECUTE format('LOCK TABLE ONLY %I.%I IN ACCESS EXCLUSIVE MODE', p.nspname, p.relname);
    IF NOT EXISTS (SELECT FROM pg_locks WHERE pid = pg_backend_pid() AND relation = parent AND granted
        AND mode = 'AccessExclusiveLock') THEN
      RAISE EXCEPTION 'table "%" has been renamed by another session', p.relname
        USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
  END IF;
  FOR i IN 1 .. coalesce(cardinality(partitions), 0) LOOP
    SELECT nspname, relname, relkind INTO c
    FROM pg_class AS r JOIN pg_namespace AS n ON n.oid = r.relnamespace JOIN pg_inherits AS h ON h.inhrelid = r.oid
    WHERE r.oid = partitions[i] AND h.inhparent = parent AND NOT h.inhdetachpending
      AND pg_get_expr(r.relpartbound, r.oid) = bounds[i];
    CONTINUE WHEN NOT FOUND;
    IF EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND confrelid = partitions[i]) THEN
      EXECUTE format('ALTER TABLE %I.%I DETACH PARTITION %I.%I', p.nspname, p.relname, c.nspname, c.relname);
    END IF;
    EXECUTE format('DROP %s %I.%I', CASE c.relkind WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END, c.nspname, c.relname);
    -- the statements contain names, which can be those of another table
    IF EXISTS (SELECT FROM pg_class AS r WHERE r.oid = partitions[i]) THEN
      RAISE EXCEPTION 'partition "%" has been renamed by another session', c.relname
        USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    RAISE NOTICE 'dropped partition "%" from "%" to "%"', c.relname, from_times[i], to_times[i];
    dropped := dropped + 1;
  END LOOP;
  RAISE NOTICE 'partitions of table "%" that end at or before "%": % dropped', p.relname, before, dropped;
END
$$;
COMMENT ON FUNCTION uuidx_drop_partitions(regclass, timestamptz, oid[], text[], timestamptz[], timestamptz[]) IS
  'drop partitions, unless their bounds have changed';

CREATE OR REPLACE FUNCTION uuidx_check_drop(parent regclass, before timestamptz) RETURNS void
  LANGUAGE plpgsql STABLE
  SET search_path = pg_catalog, pg_temp
  SET TimeZone = 'UTC'
  SET DateStyle = 'ISO, YMD'
AS $$
BEGIN
  IF parent IS NULL OR before IS NULL THEN
    RAISE EXCEPTION 'argument "%" must not be null', CASE WHEN parent IS NULL THEN 'parent' ELSE 'before' END
      USING ERRCODE = 'null_value_not_allowed';
  END IF;
  IF before < '1970-01-01 00:00:00+00' OR before >= '10889-08-02 05:31:50.656+00' THEN
    RAISE EXCEPTION 'timestamp out of range for UUID version 7: "%"', before
      USING ERRCODE = 'datetime_field_overflow',
            DETAIL = 'UUID version 7 holds times from 1970-01-01 00:00:00 to 10889-08-02 05:31:50.655999 UTC.';
  END IF;
  -- a plus for a minus would drop every partition
  IF before > clock_timestamp() THEN
    RAISE EXCEPTION 'argument "before" is in the future: "%"', before
      USING ERRCODE = 'invalid_parameter_value',
            HINT = 'Write now() - interval ''...''. To drop a partition that has not ended, use DROP TABLE.';
  END IF;
END
$$;
COMMENT ON FUNCTION uuidx_check_drop(regclass, timestamptz) IS
  'check the arguments of uuid_v7_drop_partitions';

CREATE OR REPLACE PROCEDURE uuid_v7_drop_partitions(parent regclass, before timestamptz)
  LANGUAGE sql
BEGIN ATOMIC
  SELECT uuidx_check_drop(parent, before);
  SELECT uuidx_check_parent(parent);
  SELECT uuidx_drop_partitions(parent, before,
    pg_catalog.array_agg(c.oid ORDER BY x.v7), pg_catalog.array_agg(x.spec ORDER BY x.v7),
    pg_catalog.array_agg(uuidx_bound_time(b.bound[1]) ORDER BY x.v7),
    pg_catalog.array_agg(uuidx_bound_time(b.bound[2]) ORDER BY x.v7))
  FROM pg_inherits AS i
  JOIN pg_class AS c ON c.oid = i.inhrelid
  CROSS JOIN LATERAL (
    SELECT regexp_match(translate(pg_get_expr(c.relpartbound, c.oid), '''', ''), 'FROM [(](.*)[)] TO [(](.*)[)]')
  ) AS b (bound)
  CROSS JOIN LATERAL (SELECT uuidx_next_v7(b.bound[2]), pg_get_expr(c.relpartbound, c.oid)) AS x (v7, spec)
  WHERE i.inhparent = uuid_v7_drop_partitions.parent::oid AND b.bound[2] <> 'MAXVALUE' AND NOT i.inhdetachpending
    AND x.v7 <= uuid_v7_lower(date_trunc('milliseconds', uuid_v7_drop_partitions.before));
END;
COMMENT ON PROCEDURE uuid_v7_drop_partitions(regclass, timestamptz) IS
  'drop the partitions of a table partitioned by range of uuid that end at or before a time, all in one '
  'transaction';

CREATE OR REPLACE FUNCTION uuid_table_dependents(relation regclass) RETURNS TABLE (object text, statement text)
  LANGUAGE sql STABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog, pg_temp
AS $$
  WITH t AS (
    SELECT c.*, y.typarray, $1::text AS name FROM pg_class AS c JOIN pg_type AS y ON y.oid = c.reltype WHERE c.oid = $1
  ), a AS (
    SELECT * FROM pg_attribute WHERE attrelid = $1 AND attnum > 0 AND NOT attisdropped
  ), d AS (
    SELECT t.name, t.reltype, t.typarray, d.*, i.type, i.identity
    FROM t JOIN pg_depend AS d ON d.refobjid IN (t.oid, t.reltype, t.typarray)
    CROSS JOIN LATERAL pg_identify_object(d.classid, d.objid, 0) AS i
    WHERE d.refclassid IN ('pg_class'::regclass, 'pg_type'::regclass) AND NOT (i.type = 'type' AND d.deptype = 'i')
      AND i.type NOT IN ('default value', 'index', 'publication relation', 'statistics object', 'toast table')
      AND NOT EXISTS (
        SELECT FROM pg_constraint AS k
        WHERE d.classid = 'pg_constraint'::regclass AND k.oid = d.objid
          AND (k.conparentid <> 0 OR k.conrelid = t.oid AND k.contype <> 'f' AND k.convalidated))
  )
  SELECT d.type || ' ' || d.identity, CASE d.classid
      WHEN 'pg_class'::regclass THEN (
        SELECT format('ALTER SEQUENCE %s OWNED BY %s.%I', d.identity, d.name, a.attname)
        FROM a WHERE d.type = 'sequence' AND d.deptype = 'a' AND a.attnum = d.refobjsubid)
      WHEN 'pg_constraint'::regclass THEN (
        SELECT format(CASE WHEN k.conrelid = $1 THEN 'ALTER TABLE %s ADD CONSTRAINT %I %s'
            ELSE 'ALTER TABLE %s DROP CONSTRAINT %2$I, ADD CONSTRAINT %2$I %3$s%4$s' END,
          k.conrelid::regclass, k.conname, replace(pg_get_constraintdef(k.oid), ' NOT VALID', ''),
          CASE c.relkind WHEN 'r' THEN ' NOT VALID' END)
        FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
        WHERE k.oid = d.objid AND k.contype = 'f')
      WHEN 'pg_policy'::regclass THEN (
        SELECT concat(
          CASE WHEN p.polrelid = $1
            THEN format('CREATE POLICY %I ON %s AS %s FOR %s', p.polname, d.name,
              CASE WHEN p.polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END,
              CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE'
                ELSE 'ALL' END)
            ELSE format('ALTER POLICY %I ON %s', p.polname, p.polrelid::regclass) END,
          ' TO ',
          (SELECT string_agg(CASE r WHEN 0 THEN 'PUBLIC' ELSE r::regrole::text END, ', ') FROM unnest(p.polroles) AS r),
          ' USING (' || pg_get_expr(p.polqual, p.polrelid) || ')',
          ' WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')')
        FROM pg_policy AS p WHERE p.oid = d.objid)
      WHEN 'pg_proc'::regclass THEN (
        SELECT pg_get_functiondef(p.oid) FROM pg_proc AS p
        WHERE p.oid = d.objid AND p.prokind IN ('f', 'p') AND NOT EXISTS (
          SELECT FROM pg_depend AS e
          WHERE e.classid = d.classid AND e.objid = d.objid AND e.refobjid IN (d.reltype, d.typarray)))
      WHEN 'pg_rewrite'::regclass THEN (
        SELECT CASE
            WHEN c.relkind = 'm' OR EXISTS (
              SELECT FROM pg_depend AS e
              WHERE e.classid = 'pg_class'::regclass AND e.objid = c.oid AND e.refobjid IN (d.reltype, d.typarray))
              THEN NULL
            WHEN r.ev_type = '1' THEN concat('CREATE OR REPLACE VIEW ', c.oid::regclass,
              ' WITH (' || array_to_string(c.reloptions, ', ') || ')', ' AS ', rtrim(pg_get_viewdef(c.oid), ';'))
            ELSE concat(regexp_replace(rtrim(pg_get_ruledef(r.oid), ';'), '^CREATE', 'CREATE OR REPLACE'),
              format('; ALTER TABLE %s ', c.oid::regclass) || CASE r.ev_enabled WHEN 'D' THEN 'DISABLE'
                WHEN 'R' THEN 'ENABLE REPLICA' WHEN 'A' THEN 'ENABLE ALWAYS' END || ' RULE ' || quote_ident(r.rulename))
          END
        FROM pg_rewrite AS r JOIN pg_class AS c ON c.oid = r.ev_class WHERE r.oid = d.objid)
      WHEN 'pg_trigger'::regclass THEN (
        SELECT concat(regexp_replace(pg_get_triggerdef(g.oid), '^CREATE', 'CREATE OR REPLACE'),
          '; ALTER TABLE ' || d.name || CASE g.tgenabled WHEN 'D' THEN ' DISABLE' WHEN 'R' THEN ' ENABLE REPLICA'
            WHEN 'A' THEN ' ENABLE ALWAYS' END || ' TRIGGER ' || quote_ident(g.tgname))
        FROM pg_trigger AS g WHERE g.oid = d.objid AND g.tgconstraint = 0)
    END
    || coalesce((
      SELECT format('; COMMENT ON %s %s IS %L', replace(upper(d.type), 'TABLE ', ''), d.identity, c.description)
      FROM pg_description AS c
      WHERE c.classoid = d.classid AND c.objoid = d.objid AND c.objsubid = 0
        AND (d.type IN ('policy', 'table constraint', 'trigger')
             OR d.type = 'rule' AND NOT starts_with(d.identity, '"_RETURN"'))), '')
  FROM d
  UNION SELECT 'owner ' || t.relowner::regrole, format('ALTER TABLE %s OWNER TO %s', t.name, t.relowner::regrole)
    FROM t WHERE pg_get_userbyid(t.relowner) <> current_user
  UNION SELECT 'privileges', format('REVOKE ALL ON %s FROM %s', o.name,
      CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE x.grantee::regrole::text END)
    FROM t CROSS JOIN LATERAL (
      SELECT t.name, 'r'
      UNION ALL SELECT 'SEQUENCE ' || d.identity, 'S'
      FROM d WHERE d.type = 'sequence' AND d.deptype = 'i') AS o (name, type)
    JOIN pg_default_acl AS p ON p.defaclobjtype::text = o.type AND p.defaclnamespace IN (0, t.relnamespace)
      AND pg_get_userbyid(p.defaclrole) = current_user
    CROSS JOIN aclexplode(p.defaclacl) AS x
    WHERE x.grantee <> t.relowner AND pg_get_userbyid(x.grantee) <> current_user
  UNION SELECT 'privileges of ' || g.role, format('GRANT %s ON %s TO %s%s', g.privileges, o.name, g.role, g.option)
    FROM t CROSS JOIN LATERAL (
      SELECT t.name, '', t.relacl
      UNION ALL SELECT t.name, format(' (%I)', a.attname), a.attacl FROM a
      UNION ALL SELECT 'SEQUENCE ' || d.identity, '', c.relacl FROM d JOIN pg_class AS c ON c.oid = d.objid
        WHERE d.classid = 'pg_class'::regclass AND d.type = 'sequence' AND d.deptype = 'i') AS o (name, columns, acl)
    CROSS JOIN LATERAL (
      SELECT CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE x.grantee::regrole::text END AS role,
        string_agg(x.privilege_type || o.columns, ', ' ORDER BY x.privilege_type) AS privileges,
        CASE WHEN x.is_grantable THEN ' WITH GRANT OPTION' END AS option
      FROM aclexplode(o.acl) AS x WHERE x.grantee <> t.relowner GROUP BY x.grantee, x.is_grantable) AS g
  UNION SELECT format('column %I: %s', a.attname, u.o), format('ALTER TABLE %s ALTER %I SET ', t.name, a.attname)
      || CASE WHEN u.o LIKE 'statistics=%' THEN replace(upper(u.o), '=', ' ') ELSE '(' || u.o || ')' END
    FROM t, a, unnest(a.attoptions || format('statistics=%s', a.attstattarget)) AS u (o)
    WHERE NOT starts_with(u.o, 'pg_') AND u.o NOT IN ('statistics=', 'statistics=-1')
  UNION SELECT 'comment', format('COMMENT ON TABLE %s IS %L', t.name, d.description) FROM t
    JOIN pg_description AS d ON d.classoid = 'pg_class'::regclass AND d.objoid = t.oid AND d.objsubid = 0
  UNION SELECT 'security label', format('SECURITY LABEL FOR %I ON %s IS %L', l.provider,
      coalesce('COLUMN ' || t.name || '.' || quote_ident(a.attname), 'TABLE ' || t.name), l.label)
    FROM t JOIN pg_seclabel AS l ON l.classoid = 'pg_class'::regclass AND l.objoid = t.oid
    LEFT JOIN a ON a.attnum = l.objsubid
  UNION SELECT 'row-level security', format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', t.name)
      || CASE WHEN t.relforcerowsecurity THEN ', FORCE ROW LEVEL SECURITY' ELSE '' END
    FROM t WHERE t.relrowsecurity
  -- to_jsonb(), because in 14, publications have no columns and filters
  UNION SELECT 'publication ' || quote_ident(p.pubname), concat(
      format('ALTER PUBLICATION %I SET (publish_via_partition_root = true)', p.pubname), (
        SELECT concat(format('; ALTER PUBLICATION %I ADD TABLE %s', p.pubname, t.name),
          (SELECT format(' (%s)', string_agg(quote_ident(u.name), ', '))
           FROM jsonb_array_elements_text(to_jsonb(p) -> 'attnames') AS u (name)
           WHERE to_jsonb(r) ->> 'prattrs' IS NOT NULL HAVING count(*) > 0),
          ' WHERE (' || (to_jsonb(p) ->> 'rowfilter') || ')')
        FROM pg_publication_rel AS r WHERE r.prrelid = t.oid AND r.prpubid = b.oid))
    FROM t JOIN pg_namespace AS n ON n.oid = t.relnamespace
    JOIN pg_publication_tables AS p ON p.schemaname = n.nspname AND p.tablename = t.relname
    JOIN pg_publication AS b ON b.pubname = p.pubname
  UNION SELECT 'subscription', NULL FROM t JOIN pg_subscription_rel ON srrelid = t.oid
  UNION SELECT 'parent ' || i.inhparent::regclass, NULL FROM t JOIN pg_inherits AS i ON i.inhrelid = t.oid
  UNION SELECT 'extension ' || e.extname, NULL
    FROM t JOIN pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.objid = t.oid AND d.deptype = 'e'
    JOIN pg_extension AS e ON e.oid = d.refobjid
  UNION SELECT 'each partition: ' || u.o, NULL
    FROM t, unnest(t.reloptions
      || ARRAY(SELECT 'toast.' || u FROM pg_class AS c, unnest(c.reloptions) AS u WHERE c.oid = t.reltoastrelid)
      || ARRAY['persistence ' || nullif(t.relpersistence::text, 'p'),
               'replica identity ' || nullif(t.relreplident::text, 'd'),
               'tablespace ' || (SELECT spcname FROM pg_tablespace AS s WHERE s.oid = t.reltablespace)]) AS u (o)
    WHERE t.relkind = 'r' AND u.o IS NOT NULL
  ORDER BY 1, 2
$$;
COMMENT ON FUNCTION uuid_table_dependents(regclass) IS
  'objects that depend on a table, and its privileges and settings, with the statements that recreate them: '
  'without what CREATE TABLE ... (LIKE ... INCLUDING ALL) copies';

DO $$BEGIN EXECUTE pg_catalog.format('DO %L', pg_catalog.current_setting('uuidx_hosted.ownership')); END$$;

COMMIT;
