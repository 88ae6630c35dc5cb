/* sql/uuidx--1.1--1.2.sql */

-- complain if script is sourced in psql, rather than via ALTER EXTENSION
\echo Use "ALTER EXTENSION uuidx UPDATE TO '1.2'" to load this file. \quit

--
-- Default privileges are revoked before those of the table are granted, and columns have labels.
--

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
