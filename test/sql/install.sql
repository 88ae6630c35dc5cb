--
-- What CREATE EXTENSION leaves in the catalogs, of both extensions, and what it refuses.
-- Living beside other extensions is the business of t/overloads.pl.
-- In make test: quick, and the main test of what CREATE EXTENSION leaves.
-- Also in other locales: lists are in the order of names.
--
\set ECHO none
\pset format unaligned
\pset tuples_only on
CREATE EXTENSION uuidx_ids;

-- Functions, procedures and aggregates of the extensions
CREATE TEMP VIEW members AS
SELECT e.extname, p.*, format('%s(%s)', p.proname, pg_get_function_identity_arguments(p.oid)) AS signature
FROM pg_depend AS d
JOIN pg_extension AS e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e'
JOIN pg_proc AS p ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid
WHERE e.extname LIKE 'uuidx%';

SELECT extname, extversion = default_version AS newest, trusted, superuser, relocatable, requires
FROM pg_extension JOIN pg_available_extensions ON name = extname
JOIN pg_available_extension_versions USING (name)
WHERE extname LIKE 'uuidx%' AND version = extversion ORDER BY extname;

\echo '-- ids from other systems, and nothing else, are in uuidx_ids'
SELECT extname, proname, count(*) FROM members WHERE proname ~ '(^|_)(id|typeid)(_|$)' OR extname = 'uuidx_ids'
GROUP BY extname, proname ORDER BY extname, proname COLLATE "C";

\echo '-- an error quotes only the beginning of a long text'
DO $$
DECLARE
  call text;
  tried integer := 0;
  refused integer := 0;
BEGIN
  FOR call IN
    SELECT format('SELECT * FROM %s(%s)', proname, (
      SELECT string_agg(CASE WHEN i = tried_at THEN $q$repeat('ab', 50000)::$q$ || type::regtype
        ELSE format('%L::%s', CASE type WHEN 'text'::regtype THEN CASE name WHEN 'system' THEN 'ulid'
          WHEN 'algorithm' THEN 'sha256' WHEN 'format' THEN 'hex' ELSE 'a' END
          WHEN 'bytea'::regtype THEN '0123456789abcdef' WHEN 'uuid'::regtype
          THEN '017f22e2-79b0-7cc3-98c4-dc0c0c07398f' WHEN 'bigint'::regtype THEN '1'
          ELSE '2026-01-01 00:00Z' END, type::regtype) END, ', ' ORDER BY i)
      FROM unnest(proargtypes::oid[], proargnames) WITH ORDINALITY AS a (type, name, i) WHERE type IS NOT NULL))
    FROM members, generate_series(1, pronargs) AS tried_at
    WHERE proargtypes[tried_at - 1] IN ('text'::regtype, 'bytea'::regtype) AND prokind = 'f'
  LOOP
    tried := tried + 1;
    BEGIN
      EXECUTE call;
    EXCEPTION WHEN OTHERS THEN
      refused := refused + 1;
      IF length(SQLERRM) > 200 THEN RAISE NOTICE '%: error of % characters', call, length(SQLERRM); END IF;
    END;
  END LOOP;
  RAISE NOTICE '% long texts, % refused', tried, refused;
END
$$;

\echo '-- the cost of a function that takes many times as long as a comparison is as many times higher'
SELECT extname, proname, procost AS cost, count(*) FROM members
WHERE procost > 1 AND prolang = (SELECT oid FROM pg_language WHERE lanname = 'c')
GROUP BY extname, proname, procost ORDER BY extname, proname COLLATE "C", procost;

\echo '-- Rules for everything in the extensions, now and later: no row is an answer'
\echo '-- a comment on every object (but array types, which come by themselves)'
SELECT pg_describe_object(d.classid, d.objid, d.objsubid) AS without_comment
FROM pg_depend AS d JOIN pg_extension AS e ON d.refobjid = e.oid
WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e' AND e.extname LIKE 'uuidx%'
  AND d.classid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_type'::regclass, 'pg_class'::regclass)
  AND NOT EXISTS (SELECT FROM pg_type AS t WHERE d.classid = 'pg_type'::regclass
    AND t.oid = d.objid AND t.typcategory = 'A')
  AND coalesce(obj_description(d.objid, d.classid::regclass::text), '') = '';

\echo '-- C functions are parallel safe, except those that read tables, because a table may be temporary, and'
\echo '-- uuid_v7_horizon(), because it uses the session''s snapshot. C functions with arguments are strict,'
\echo '-- except uuid_report(), which has an optional argument, and the comparisons with a time, which return'
\echo '-- false for a uuid without a time, even if the other side is null'
SELECT signature AS badly_labelled FROM members
WHERE proparallel <> CASE WHEN proname = 'uuid_v7_horizon' THEN 'r'
     WHEN proname <> 'uuid_report' THEN 's' WHEN pronargs > 0 THEN 'r' ELSE 'u' END AND prokind <> 'p'
   AND prolang = (SELECT oid FROM pg_language WHERE lanname = 'c') OR prokind = 'f' AND pronargs > 0 AND proisstrict =
     (proname ~ '^(uuidx_((time_)?(lt|le|gt|ge)|contains|contained_by)|uuid_v7_within|uuid_report)$'
       AND proargtypes[0] <> proargtypes[1]);

\echo '-- what can fail is not leakproof, bounds and comparisons are; what draws random bits is volatile, and'
\echo '-- nothing else is'
SELECT signature AS badly_labelled FROM members
WHERE prokind = 'f' AND (provolatile = 'v') <> (proname ~ '^uuid_generate_(v4_random|v6|v7|v7_shifted|v8_node)$'
     AND NOT 'namespace' = ANY (coalesce(proargnames, '{}'))) AND proname !~ 'partition'
   OR proleakproof AND (extname = 'uuidx_ids' OR proname ~ '^uuid_(generate_|(en|de)code$)')
   OR NOT proleakproof AND proname ~ '^(uuidx_(lt|le|gt|ge|contain.*)|uuid_(v7_(range_)?|time_)(lower|upper|after))$';

\echo '-- schema-safe: functions in other languages than C have a fixed search_path or an SQL-standard body'
SELECT signature AS unsafe FROM members
WHERE prolang <> (SELECT oid FROM pg_language WHERE lanname = 'c') AND prokind IN ('f', 'p')
  AND prosqlbody IS NULL AND NOT coalesce(array_to_string(proconfig, ',') LIKE '%search_path=%', false);

\echo '-- casts are explicit ones, no operator on (uuid, uuid) that core has'
SELECT pg_describe_object(d.classid, d.objid, 0) AS forbidden
FROM pg_depend AS d JOIN pg_extension AS e ON d.refobjid = e.oid
LEFT JOIN pg_operator AS o ON d.classid = 'pg_operator'::regclass AND d.objid = o.oid
LEFT JOIN pg_cast AS c ON d.classid = 'pg_cast'::regclass AND d.objid = c.oid
WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e' AND e.extname LIKE 'uuidx%'
  AND (c.castcontext <> 'e'
    OR o.oprleft = 'uuid'::regtype AND o.oprright = 'uuid'::regtype AND o.oprname IN ('<', '<=', '=', '<>', '>=', '>')
    OR o.oprname IN ('=', '<>'));

\echo '-- no signature of core''s, but for the one that is promised (and min and max, core''s own from 20 on)'
SELECT m.signature AS taken
FROM members AS m JOIN pg_proc AS p ON p.proname = m.proname AND p.proargtypes = m.proargtypes
WHERE p.pronamespace = 'pg_catalog'::regnamespace AND m.proname NOT IN ('uuid_extract_timestamp', 'min', 'max');

\echo '-- nor one of uuid-ossp or pgcrypto'
SELECT m.signature AS taken
FROM members AS m
WHERE m.proname IN ('uuid_nil', 'uuid_ns_dns', 'uuid_ns_url', 'uuid_ns_oid', 'uuid_ns_x500', 'uuid_generate_v1',
  'uuid_generate_v1mc', 'uuid_generate_v3', 'uuid_generate_v4', 'uuid_generate_v5', 'digest', 'hmac', 'crypt',
    'gen_salt',
  'encrypt', 'decrypt', 'encrypt_iv', 'decrypt_iv', 'gen_random_bytes', 'gen_random_uuid', 'armor', 'dearmor',
  'pgp_key_id', 'pgp_sym_encrypt', 'pgp_sym_decrypt', 'pgp_pub_encrypt', 'pgp_pub_decrypt');

\echo '-- A name that is taken: core says so, and nothing is installed'
-- servers from 18 on tell the line of the script, too
\set SHOW_CONTEXT never
DROP EXTENSION uuidx;
\echo :LAST_ERROR_SQLSTATE
DROP EXTENSION uuidx_ids, uuidx;
CREATE SCHEMA clash;
CREATE FUNCTION clash.uuid_generate_v7() RETURNS uuid LANGUAGE sql RETURN gen_random_uuid();
CREATE EXTENSION uuidx SCHEMA clash;
\echo :LAST_ERROR_SQLSTATE
SELECT count(*) FROM members;
\echo '-- a schema of its own always works'
CREATE SCHEMA uuidx;
CREATE EXTENSION uuidx SCHEMA uuidx;
SELECT to_regprocedure('uuid_generate_v7()') IS NULL AS not_on_the_path;
SELECT uuidx.uuid_version(uuidx.uuid_generate_v7()), uuidx.uuid_version(clash.uuid_generate_v7());
SET client_min_messages = warning;
DROP SCHEMA uuidx CASCADE;
RESET client_min_messages;
DROP FUNCTION clash.uuid_generate_v7();

\echo '-- CASCADE brings what is required'
CREATE EXTENSION uuidx_ids SCHEMA clash;
\echo :LAST_ERROR_SQLSTATE
CREATE EXTENSION uuidx_ids SCHEMA clash CASCADE;
SELECT extname, extnamespace::regnamespace FROM pg_extension WHERE extname LIKE 'uuidx%' ORDER BY extname;
DROP EXTENSION uuidx CASCADE;
DROP SCHEMA clash;
CREATE EXTENSION uuidx;
