--
-- What CREATE EXTENSION leaves in the catalogs, and what it refuses.
-- Living beside other extensions is the business of t/006_extension.pl.
--

-- Functions, procedures and aggregates of the extension
CREATE TEMP VIEW members AS
SELECT p.*, format('%s(%s)', p.proname, pg_get_function_identity_arguments(p.oid)) AS signature
FROM pg_depend AS d
JOIN pg_extension AS e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e'
JOIN pg_proc AS p ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid
WHERE e.extname = 'uuidx';

SELECT extversion = default_version AS newest, trusted, superuser, relocatable, requires
FROM pg_extension JOIN pg_available_extensions ON name = extname
JOIN pg_available_extension_versions USING (name)
WHERE extname = 'uuidx' AND version = extversion;

--
-- Labels of generate, inspect and convert
--
SELECT p.oid::regprocedure AS function, p.prorettype::regtype AS result,
  p.provolatile AS volatile, p.proisstrict AS strict, p.proparallel AS parallel, p.proleakproof AS leakproof
FROM members AS p
WHERE p.proname ~ '^uuid_(generate|namespace|hashspace|version|variant|time$|inspect|v7_timestamp|v1_to_v6|v6_to_v1)'
  AND p.prokind = 'f'
ORDER BY p.proname COLLATE "C", p.pronargs, p.oid::regprocedure::text COLLATE "C";
-- by name, since the server may have one of that name
SELECT p.proname, p.provolatile AS volatile, p.proisstrict AS strict, p.proparallel AS parallel, p.proleakproof AS leakproof
FROM members AS p WHERE p.proname = 'uuid_extract_timestamp';

--
-- Rules for everything in the extension, now and later: no row is an answer
--
-- a comment on every object (but array types, which come by themselves)
SELECT pg_describe_object(d.classid, d.objid, d.objsubid) AS without_comment
FROM pg_depend AS d JOIN pg_extension AS e ON d.refobjid = e.oid
WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e' AND e.extname = 'uuidx'
  AND d.classid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_type'::regclass, 'pg_class'::regclass)
  AND NOT EXISTS (SELECT FROM pg_type AS t WHERE d.classid = 'pg_type'::regclass AND t.oid = d.objid AND t.typcategory = 'A')
  AND coalesce(obj_description(d.objid, d.classid::regclass::text), '') = '';

-- C functions are parallel safe, and strict where they have arguments
SELECT signature AS badly_labelled FROM members
WHERE proparallel <> 's' AND prokind <> 'p' AND prolang = (SELECT oid FROM pg_language WHERE lanname = 'c')
   OR prokind = 'f' AND pronargs > 0 AND NOT proisstrict;

-- what can fail is not leakproof, what draws random bits is volatile, the rest never is
SELECT signature AS badly_labelled FROM members
WHERE prokind = 'f' AND
  (provolatile = 'v') <> (proname ~ '^uuid_generate_(v4_random|v6|v7)$')
   AND proname !~ 'partition'
   OR proname ~ '^uuid_generate_' AND proleakproof;

-- schema-safe: functions in other languages than C have a fixed search_path or an SQL-standard body
SELECT signature AS unsafe FROM members
WHERE prolang <> (SELECT oid FROM pg_language WHERE lanname = 'c') AND prokind IN ('f', 'p')
  AND prosqlbody IS NULL AND NOT coalesce(array_to_string(proconfig, ',') LIKE '%search_path=%', false);

-- casts are explicit ones, no operator on (uuid, uuid) that core has
SELECT pg_describe_object(d.classid, d.objid, 0) AS forbidden
FROM pg_depend AS d JOIN pg_extension AS e ON d.refobjid = e.oid
LEFT JOIN pg_operator AS o ON d.classid = 'pg_operator'::regclass AND d.objid = o.oid
LEFT JOIN pg_cast AS c ON d.classid = 'pg_cast'::regclass AND d.objid = c.oid
WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e' AND e.extname = 'uuidx'
  AND (c.castcontext <> 'e'
    OR o.oprleft = 'uuid'::regtype AND o.oprright = 'uuid'::regtype AND o.oprname IN ('<', '<=', '=', '<>', '>=', '>')
    OR o.oprname IN ('=', '<>'));

-- no signature of core's, but for the one that is promised (and min and max, core's own from 20 on)
SELECT m.signature AS taken
FROM members AS m JOIN pg_proc AS p ON p.proname = m.proname AND p.proargtypes = m.proargtypes
WHERE p.pronamespace = 'pg_catalog'::regnamespace AND m.proname NOT IN ('uuid_extract_timestamp', 'min', 'max');

-- nor one of uuid-ossp or pgcrypto
SELECT m.signature AS taken
FROM members AS m
WHERE m.proname IN ('uuid_nil', 'uuid_ns_dns', 'uuid_ns_url', 'uuid_ns_oid', 'uuid_ns_x500', 'uuid_generate_v1',
  'uuid_generate_v1mc', 'uuid_generate_v3', 'uuid_generate_v4', 'uuid_generate_v5', 'digest', 'hmac', 'crypt', 'gen_salt',
  'encrypt', 'decrypt', 'encrypt_iv', 'decrypt_iv', 'gen_random_bytes', 'gen_random_uuid', 'armor', 'dearmor',
  'pgp_key_id', 'pgp_sym_encrypt', 'pgp_sym_decrypt', 'pgp_pub_encrypt', 'pgp_pub_decrypt');

--
-- A name that is taken: CREATE EXTENSION says so, whichever it is, with the hint
--
\set SHOW_CONTEXT never
DROP EXTENSION uuidx;
CREATE SCHEMA clash;
CREATE FUNCTION clash.uuid_generate_v7() RETURNS uuid LANGUAGE sql RETURN gen_random_uuid();
CREATE EXTENSION uuidx SCHEMA clash;
\echo :LAST_ERROR_SQLSTATE
-- the hint helps
CREATE SCHEMA uuidx;
CREATE EXTENSION uuidx SCHEMA uuidx;
SELECT to_regprocedure('uuid_generate_v7()') IS NULL AS not_on_the_path;
SELECT uuidx.uuid_version(uuidx.uuid_generate_v7()), uuidx.uuid_version(clash.uuid_generate_v7());
DROP SCHEMA uuidx CASCADE;
DROP FUNCTION clash.uuid_generate_v7();

-- a function of the same name with other arguments is no clash
CREATE FUNCTION clash.uuid_generate_v7(text) RETURNS uuid LANGUAGE sql RETURN gen_random_uuid();
CREATE EXTENSION uuidx SCHEMA clash;
DROP EXTENSION uuidx;
DROP FUNCTION clash.uuid_generate_v7(text);

-- every function and every operator, in its turn; no row is the answer
CREATE EXTENSION uuidx SCHEMA clash;
CREATE TEMP TABLE taken AS
SELECT signature AS object,
  format(CASE prokind
    WHEN 'p' THEN 'CREATE PROCEDURE clash.%I(%s) LANGUAGE sql AS ''SELECT'''
    ELSE 'CREATE FUNCTION clash.%I(%s) RETURNS boolean LANGUAGE internal STRICT AS ''booleq''' END,
    proname, (SELECT string_agg(format_type(t, NULL), ', ' ORDER BY n)
      FROM unnest(proargtypes::oid[]) WITH ORDINALITY AS a (t, n))) AS statement
FROM members
WHERE NOT EXISTS (SELECT FROM pg_type AS t WHERE t.oid = ANY (proargtypes) AND t.typnamespace = 'clash'::regnamespace)
UNION ALL
SELECT t.typname, format('CREATE DOMAIN clash.%I AS text', t.typname)
FROM pg_type AS t WHERE t.typnamespace = 'clash'::regnamespace AND t.typtype = 'd'
UNION ALL
SELECT o.oid::regoperator::text,
  format('CREATE FUNCTION clash.f(%1$s, %2$s) RETURNS boolean LANGUAGE internal AS ''booleq'';'
    'CREATE OPERATOR clash.%3$s (LEFTARG = %1$s, RIGHTARG = %2$s, FUNCTION = clash.f)',
    o.oprleft::regtype, o.oprright::regtype, o.oprname)
FROM pg_depend AS d JOIN pg_extension AS e ON d.refobjid = e.oid JOIN pg_operator AS o ON d.objid = o.oid
WHERE d.classid = 'pg_operator'::regclass AND d.deptype = 'e' AND e.extname = 'uuidx'
  -- a taken type is refused before what takes it as an argument could be
  AND NOT EXISTS (SELECT FROM pg_type AS t WHERE t.oid IN (o.oprleft, o.oprright) AND t.typnamespace = 'clash'::regnamespace);
DROP EXTENSION uuidx;

CREATE FUNCTION pg_temp.create_extension_beside(statement text) RETURNS text
AS $$
DECLARE
  hint text;
BEGIN
  EXECUTE statement;
  BEGIN
    CREATE EXTENSION uuidx SCHEMA clash;
    RAISE raise_exception USING MESSAGE = 'no error';
  EXCEPTION WHEN duplicate_function THEN
    GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
    RAISE raise_exception USING MESSAGE = CASE WHEN hint LIKE '%CREATE SCHEMA uuidx%' THEN 'refused with the hint' ELSE 'refused' END;
  END;
EXCEPTION WHEN OTHERS THEN
  -- the clash is undone with the block
  RETURN SQLERRM;
END
$$ LANGUAGE plpgsql;
SELECT count(*) >= 30 AS many FROM taken;
SELECT object, result FROM taken, pg_temp.create_extension_beside(statement) AS result
WHERE result <> 'refused with the hint';

DROP SCHEMA clash;
CREATE EXTENSION uuidx;
