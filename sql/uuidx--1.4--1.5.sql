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

--
-- Tables: what a table has that CREATE TABLE ... (LIKE ... INCLUDING ALL) does not copy
--

CREATE FUNCTION uuid_table_dependents(relation regclass) RETURNS TABLE (object text)
  LANGUAGE sql STABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog, pg_temp
AS $$
  WITH t AS (
    SELECT c.*, y.typarray FROM pg_class AS c JOIN pg_type AS y ON y.oid = c.reltype WHERE c.oid = $1
  ), a AS (
    SELECT * FROM pg_attribute WHERE attrelid = $1 AND attnum > 0 AND NOT attisdropped
  )
  SELECT concat_ws(' ', i.type, i.identity,
    CASE d.classid
      WHEN 'pg_class'::regclass THEN (
        SELECT 'privileges ' || r.relacl::text FROM pg_class AS r WHERE r.oid = d.objid AND r.relkind = 'S')
      WHEN 'pg_constraint'::regclass THEN replace(pg_get_constraintdef(d.objid), ' NOT VALID', '')
      WHEN 'pg_policy'::regclass THEN (
        SELECT concat_ws(' ', p.polcmd, p.polpermissive, p.polroles::regrole[], pg_get_expr(p.polqual, p.polrelid),
          pg_get_expr(p.polwithcheck, p.polrelid))
        FROM pg_policy AS p WHERE p.oid = d.objid)
      WHEN 'pg_proc'::regclass THEN (
        SELECT concat_ws(' ', 'owner ' || p.proowner::regrole, 'privileges ' || p.proacl::text)
        FROM pg_proc AS p WHERE p.oid = d.objid)
      WHEN 'pg_rewrite'::regclass THEN pg_get_ruledef(d.objid)
      WHEN 'pg_trigger'::regclass THEN pg_get_triggerdef(d.objid) || (
        SELECT CASE g.tgenabled WHEN 'O' THEN '' ELSE ' enabled: ' || g.tgenabled::text END
        FROM pg_trigger AS g WHERE g.oid = d.objid)
    END,
    'comment ' || obj_description(d.objid, d.classid::regclass::text::name))
  FROM t
  JOIN pg_depend AS d ON d.refobjid IN (t.oid, t.reltype, t.typarray)
  CROSS JOIN LATERAL pg_identify_object(d.classid, d.objid, 0) AS i
  WHERE d.refclassid IN ('pg_class'::regclass, 'pg_type'::regclass) AND NOT (i.type = 'type' AND d.deptype = 'i')
    AND i.type NOT IN ('default value', 'index', 'publication relation', 'statistics object', 'toast table')
    AND NOT EXISTS (
      SELECT FROM pg_constraint AS k
      WHERE d.classid = 'pg_constraint'::regclass AND k.oid = d.objid AND k.conrelid = t.oid AND k.contype <> 'f'
        AND k.convalidated)
  UNION SELECT 'owner ' || t.relowner::regrole FROM t WHERE pg_get_userbyid(t.relowner) <> current_user
  UNION SELECT 'privilege ' || p FROM t, unnest(t.relacl) AS u (p)
  UNION SELECT format('privilege %s on column %I', p, a.attname) FROM a, unnest(a.attacl) AS u (p)
  UNION SELECT format('column %I: %s', a.attname, o)
    FROM a, unnest(a.attoptions || format('statistics=%s', a.attstattarget)) AS u (o)
    WHERE NOT starts_with(o, 'pg_') AND o NOT IN ('statistics=', 'statistics=-1')
  UNION SELECT 'comment ' || d.description FROM t
    JOIN pg_description AS d ON d.classoid = 'pg_class'::regclass AND d.objoid = t.oid AND d.objsubid = 0
  UNION SELECT 'security label ' || l.label FROM t JOIN pg_seclabel AS l ON l.objoid = t.oid
  UNION SELECT 'row-level security' || CASE WHEN t.relforcerowsecurity THEN ', forced' ELSE '' END
    FROM t WHERE t.relrowsecurity
  UNION SELECT format('publication %s', to_jsonb(p))
    FROM t JOIN pg_namespace AS n ON n.oid = t.relnamespace
    JOIN pg_publication_tables AS p ON p.schemaname = n.nspname AND p.tablename = t.relname
  UNION SELECT 'subscription' FROM t JOIN pg_subscription_rel ON srrelid = t.oid
  UNION SELECT 'parent ' || i.inhparent::regclass FROM t JOIN pg_inherits AS i ON i.inhrelid = t.oid
  UNION SELECT 'extension ' || e.extname
    FROM t JOIN pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.objid = t.oid AND d.deptype = 'e'
    JOIN pg_extension AS e ON e.oid = d.refobjid
  UNION SELECT 'each partition: ' || o
    FROM t, unnest(t.reloptions
      || ARRAY(SELECT 'toast.' || u FROM pg_class AS c, unnest(c.reloptions) AS u WHERE c.oid = t.reltoastrelid)
      || ARRAY['persistence ' || nullif(t.relpersistence::text, 'p'),
               'replica identity ' || nullif(t.relreplident::text, 'd'),
               'tablespace ' || nullif(t.reltablespace, 0)]) AS u (o)
    WHERE t.relkind = 'r' AND o IS NOT NULL
  ORDER BY 1
$$;
COMMENT ON FUNCTION uuid_table_dependents(regclass) IS
  'objects that depend on a table, and its privileges and settings, without what '
  'CREATE TABLE ... (LIKE ... INCLUDING ALL) copies';
