# hosted/uuidx.sql and the extension agree.  Both are in one database, in two schemas,
# and every function and operator that both have is called with the same arguments: the
# catalogs say which there are, and pools of values, one for each type, say with what.
# Partitions are compared by running the same script on both.
#
# Only in make test-all: hosted/uuidx.sql, not the library.
# One server is enough: nothing in it depends on the version of the server.

use UuidxTest;

my $file = "$top/hosted/uuidx.sql";
my $node = uuidx_node('hosted_laws', extension => 0);

value($node, "ALTER DATABASE postgres SET $_") foreach (q{timezone = 'America/New_York'}, q{datestyle = 'ISO, DMY'});
value($node, 'CREATE SCHEMA ext; CREATE EXTENSION uuidx SCHEMA ext; CREATE SCHEMA hosted');
value($node, "SET search_path = hosted; SET standard_conforming_strings = on;\n" . slurp_file($file));

# --- What each has: kind, arguments, result and volatility are the same
value($node, q{
	-- Arguments by type, without the schema that the type is in
	CREATE FUNCTION types_of(oidvector) RETURNS text LANGUAGE sql STABLE
	RETURN (SELECT string_agg(typname, ',' ORDER BY n)
	  FROM unnest($1) WITH ORDINALITY AS u (oid, n) JOIN pg_type AS t ON t.oid = u.oid);
	CREATE VIEW functions AS
	SELECT h.oid AS hosted, e.oid AS ext, h.proname::text AS name, types_of(h.proargtypes) AS types
	FROM pg_proc AS h JOIN pg_proc AS e ON e.proname = h.proname
	  AND types_of(e.proargtypes) IS NOT DISTINCT FROM types_of(h.proargtypes)
	WHERE h.pronamespace = 'hosted'::regnamespace AND e.pronamespace = 'ext'::regnamespace;
	CREATE VIEW operators AS
	SELECT h.oid AS hosted, e.oid AS ext, h.oprname::text AS name, hl.typname || ',' || hr.typname AS types
	FROM pg_operator AS h JOIN pg_type AS hl ON hl.oid = h.oprleft JOIN pg_type AS hr ON hr.oid = h.oprright
	  JOIN pg_operator AS e ON e.oprname = h.oprname AND e.oprnamespace = 'ext'::regnamespace
	  JOIN pg_type AS el ON el.oid = e.oprleft
	    AND el.typname = hl.typname JOIN pg_type AS er ON er.oid = e.oprright AND er.typname = hr.typname
	WHERE h.oprnamespace = 'hosted'::regnamespace});
my ($control) = slurp_file("$top/uuidx.control") =~ /^default_version = '(.*)'/m;
is(value($node, 'SELECT hosted.uuidx_hosted_version()'), $control,
	'uuidx_hosted_version returns the version of the extension');
cmp_ok(value($node, 'SELECT count(*) FROM functions'), '>=', 40, 'functions that both have');
is(value($node, 'SELECT count(*) FROM operators'), '10', 'operators that both have');
is(value($node, q{
		SELECT string_agg(format('%s(%s)', name, types), ' ')
		  FROM functions JOIN pg_proc AS h ON h.oid = hosted JOIN pg_proc AS e ON e.oid = ext
		WHERE name <> 'uuid_v7_horizon' AND (h.prokind, h.provolatile, h.proretset, h.proargnames,
		  h.proargmodes, h.pronargdefaults, types_of(ARRAY[h.prorettype]::oidvector))
		  IS DISTINCT FROM (e.prokind, e.provolatile, e.proretset, e.proargnames,
		    e.proargmodes, e.pronargdefaults, types_of(ARRAY[e.prorettype]::oidvector))}),
	'', 'kind, volatility, arguments and result are those of the extension');
is(value($node, q{
		SELECT string_agg(name, ' ')
		  FROM operators JOIN pg_operator AS h ON h.oid = hosted JOIN pg_operator AS e ON e.oid = ext
		WHERE (h.oprrest::oid, h.oprjoin::oid, h.oprnegate, h.oprcanmerge,
		  h.oprcanhash) <> (e.oprrest::oid, e.oprjoin::oid, e.oprnegate, e.oprcanmerge, e.oprcanhash)
		  OR NOT EXISTS (SELECT FROM operators AS c WHERE c.hosted = h.oprcom AND c.ext = e.oprcom)}),
	'', 'and so are estimators and commutators of operators');
is(value($node, q{SELECT string_agg(proname, ' ') FROM pg_proc WHERE pronamespace = 'hosted'::regnamespace
	AND prokind <> 'a' AND proname !~ '^uuidx_' AND oid NOT IN (SELECT hosted FROM functions)}),
	'', 'nothing is there under a name that the extension does not have');
is(value($node, q{SELECT string_agg(proname, ' ') FROM pg_proc WHERE pronamespace = 'hosted'::regnamespace
	AND obj_description(oid, 'pg_proc') IS NULL AND proname <> 'uuid_extract_timestamp'}),
	'', 'everything has a comment');
# Five differ in what they promise, and one of them is volatile
my @promises = ('uuid_generate_v6()', 'uuid_generate_v7()', 'uuid_generate_v7_shifted(interval)',
	'uuid_v7_drop_partitions(regclass,timestamptz)', 'uuid_v7_horizon()');
is(value($node, q{SELECT provolatile FROM pg_proc WHERE oid = 'hosted.uuid_v7_horizon'::regproc}),
	'v', 'the horizon is for a later statement');
is(value($node, q{
		SELECT string_agg(member, ' ' ORDER BY member) FROM (
		  SELECT format('%s(%s)', name, types) AS member, obj_description(hosted, 'pg_proc') AS said,
		    obj_description(ext, 'pg_proc') AS expected FROM functions
		  UNION ALL SELECT format('%s(%s)', name, types), obj_description(hosted, 'pg_operator'),
		    obj_description(ext, 'pg_operator') FROM operators
		  UNION ALL SELECT 'uuidx_tstzrange', obj_description('hosted.uuidx_tstzrange'::regtype, 'pg_type'),
		    obj_description('ext.uuidx_tstzrange'::regtype, 'pg_type')) AS c
		WHERE said IS DISTINCT FROM expected AND member NOT LIKE 'uuid\_extract\_timestamp(%'}),
	join(' ', @promises), 'and all but these have the comment of the extension');

# --- Results.  Pools of values: published vectors, edges, one of each version and variant, random ones
my @vectors = slurp_file("$top/test/data/rfc9562.tsv") =~ /\b([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/gi;
cmp_ok(scalar @vectors, '>=', 8, 'published vectors');
value($node, 'CREATE TABLE vectors (id uuid); INSERT INTO vectors VALUES ' . join(', ', map { "('$_')" } @vectors));
value($node, q{
	SELECT setseed(0.5);
	-- Values beside each other, which lists of arguments begin with, and others
	CREATE TABLE pool (type text, value text, near boolean NOT NULL DEFAULT false);
	CREATE TABLE edges AS SELECT edge + us * interval '1 us' AS at
	  FROM unnest('{1970-01-01Z,2026-06-15Z,10889-08-02 05:31:50.655Z}'::timestamptz[]) AS edge,
	  unnest('{-1000,-999,-1,0,1,500,999,1000}'::integer[]) AS us;
	INSERT INTO pool SELECT 'timestamptz', at, true FROM edges;
	INSERT INTO pool SELECT DISTINCT 'uuid', id::text, true FROM edges,
	  LATERAL (VALUES (ext.uuid_v7_lower(at)), (ext.uuid_v7_upper(at)), (ext.uuid_v6_lower(at))) AS v (id);
	INSERT INTO pool SELECT 'tstzrange', tstzrange(a.at, b.at, bounds)::text, true
	  FROM (SELECT at FROM edges ORDER BY random() LIMIT 5) AS a, (SELECT at FROM edges ORDER BY random() LIMIT 5) AS b,
	  unnest('{[],[),(],()}'::text[]) AS bounds WHERE a.at <= b.at;
	INSERT INTO pool (type, value)
	SELECT 'uuid', id::text FROM (
	  SELECT id FROM vectors
	  UNION SELECT (left(x, 12) || v || substr(x, 14, 3) || a || right(x, 15))::uuid
	    FROM unnest(string_to_array('0123456789abcdef', NULL)) AS v,
	      unnest(string_to_array('0123456789abcdef', NULL)) AS a, LATERAL (SELECT md5(v || a)) AS m (x)
	  UNION SELECT (repeat(d, 12) || v || repeat(d, 3) || a || repeat(d, 15))::uuid
	    FROM unnest('{0,f}'::text[]) AS d, unnest('{1,4,6,7,8}'::text[]) AS v, unnest('{7,8,b,c}'::text[]) AS a
	  UNION SELECT ext.uuid_generate_v7('1970-01-01Z'::timestamptz + random() * interval '8919 years')
	    FROM generate_series(1, 1000)
	  UNION SELECT ext.uuid_generate_v6('1582-10-15Z'::timestamptz + random() * interval '3653 years')
	    FROM generate_series(1, 400)
	  UNION SELECT ext.uuid_v6_to_v1(ext.uuid_generate_v6('1582-10-15Z'::timestamptz
	    + random() * interval '3653 years')) FROM generate_series(1, 400)
	  UNION SELECT gen_random_uuid() FROM generate_series(1, 200)) AS u (id);
	INSERT INTO pool (type, value)
	SELECT 'timestamptz', at::text FROM (
	  SELECT edge + us * interval '1 us' FROM (VALUES (timestamptz '1970-01-01Z'), ('1582-10-15Z'),
	    ('5236-03-31 21:21:00.684697Z'), ('10889-08-02 05:31:50.655Z'), ('2026-06-15Z')) AS v (edge),
	    unnest('{-1000,-999,-500,-1,0,1,499,500,501,999,1000,1001}'::integer[]) AS us
	  UNION SELECT '2000-01-01Z'::timestamptz + (random() - 0.2) * 10 ^ (random() * 8) * interval '1 hour'
	    FROM generate_series(1, 500)
	  UNION VALUES (timestamptz 'infinity'), ('-infinity'), ('4714-11-24 00:00:00+00 BC'),
	    ('0044-03-15 BC'), ('294276-12-31 23:59:59.999999+00')) AS t (at);
	INSERT INTO pool (type, value)
	SELECT DISTINCT 'tstzrange', tstzrange(least(a.value::timestamptz, b.value::timestamptz),
	  greatest(a.value::timestamptz, b.value::timestamptz), bounds)::text
	FROM (SELECT value
	  FROM (SELECT value FROM pool WHERE type = 'timestamptz' UNION SELECT NULL) AS p ORDER BY random() LIMIT 40) AS a,
	  (SELECT value FROM pool WHERE type = 'timestamptz' ORDER BY random() LIMIT 8) AS b,
	    unnest('{[],[),(],()}'::text[]) AS bounds
	UNION SELECT 'tstzrange', r
	  FROM unnest('{empty,"(,)","[2026-06-15 00:00:00.0001+00,2026-06-15 00:00:00.0009+00]"}'::text[]) AS r;
	INSERT INTO pool SELECT 'uuidx_tstzrange', value, near FROM pool WHERE type = 'tstzrange';
	INSERT INTO pool SELECT 'int4', n
	  FROM unnest('{-2147483648,-1,0,1,7,8191,8192,16383,16384,2147483647}'::text[]) AS n;
	INSERT INTO pool SELECT 'interval', i FROM unnest('{0,1 us,1 ms,1 hour,1 day 25:00:00,1 month,
	  -1 us,1 month -31 days,106751991 days,106751992 days,2 days -24:00:00,-1 day 25:00:00}'::text[]) AS i;
	INSERT INTO pool SELECT 'bytea', '\x' || repeat('ff', n) FROM unnest('{0,1,2,15,16,17,200}'::integer[]) AS n
	  UNION SELECT 'bytea', '\x' || md5(n::text) FROM generate_series(1, 20) AS n;
	INSERT INTO pool SELECT 'text', t FROM unnest('{
	  "",dns,URL,oid,x500,X500,dnsx,www.example.com,Grüße,"\\"",017f22e2-79b0-7cc3-98c4-dc0c0c07398f,
	  017F22E279B07CC398C4DC0C0C07398F,MINVALUE}'::text[]) AS t
	  UNION ALL SELECT 'text', repeat('long ', 100);
	INSERT INTO pool SELECT DISTINCT type, NULL::text, true FROM pool;

	-- What a call answers: its result, or the error.  Of a UUID that is partly random: what is not.
	CREATE FUNCTION answer(call text, volatile boolean) RETURNS text LANGUAGE plpgsql AS $$
	DECLARE
	  result text;
	  state text;
	  message text;
	  detail text;
	BEGIN
	  EXECUTE 'SELECT (' || call || ')::text' INTO result;
	  IF volatile THEN
	    result := concat_ws(' ', ext.uuid_version(result::uuid), ext.uuid_variant(result::uuid),
	      -- a shifted time is that of the call
	      CASE WHEN call NOT LIKE '%shifted%'
	        THEN concat_ws(' ', ext.uuid_time(result::uuid), ext.uuid_v7_timestamp_us(result::uuid)) END,
	      CASE WHEN call LIKE '%,%' THEN (ext.uuid_inspect(result::uuid)).counter
	        END, get_bit(uuid_send(result::uuid), 80) | CASE ext.uuid_version(result::uuid) WHEN 6 THEN 0 ELSE 1 END);
	  END IF;
	  RETURN result;
	EXCEPTION WHEN OTHERS THEN
	  GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
	  RETURN concat_ws('|', state, message, detail);
	END $$;

	-- So many lists of arguments, all of them where there are no more
	CREATE FUNCTION arguments(types text, wanted integer) RETURNS SETOF text[] LANGUAGE plpgsql AS $$
	DECLARE
	  lists text := 'SELECT ARRAY[]::text[] AS list';
	  type text;
	BEGIN
	  FOREACH type IN ARRAY string_to_array(types, ',') LOOP
	    lists := format('SELECT l.list || quote_nullable(p.value) AS list FROM (%s) AS l, (SELECT value
	      FROM pool WHERE type = %L ORDER BY near DESC, random() LIMIT %s) AS p',
	      lists, type, CASE WHEN types LIKE '%,%' THEN 70 ELSE 2500 END);
	  END LOOP;
	  RETURN QUERY EXECUTE format('SELECT list FROM (%s) AS l ORDER BY random() LIMIT %s', lists, wanted);
	END $$;

	CREATE TABLE compared AS
	SELECT name, types, list, answer(hosted_call, volatile) AS hosted, answer(ext_call, volatile) AS ext
	FROM (
	  SELECT name, types, provolatile = 'v' AS volatile,
	    'hosted.' || name AS hosted_name, 'ext.' || name AS ext_name, false AS is_operator
	  FROM functions JOIN pg_proc ON oid = hosted
	  WHERE prokind = 'f' AND NOT proretset AND types IS NOT NULL AND types !~ 'regclass'
	  UNION ALL
	  SELECT name, types, false, format('OPERATOR(hosted.%s)', name), format('OPERATOR(ext.%s)', name), true
	    FROM operators) AS c,
	  LATERAL arguments(types, 1000) AS a (list),
	  LATERAL (SELECT string_agg(v || '::' || replace(t, 'uuidx_', ''), ', ' ORDER BY n),
	    split_part(min(v || '::' || replace(t, 'uuidx_', '')) FILTER (WHERE n = 1), E'\n', 1),
	      max(v || '::' || replace(t, 'uuidx_', '')) FILTER (WHERE n = 2)
	    FROM unnest(list, string_to_array(types, ',')) WITH ORDINALITY AS u (v, t, n)) AS v (args, l, r),
	  LATERAL (SELECT CASE WHEN is_operator THEN format('%s %s %s', l, hosted_name, r)
	    ELSE format('%s(%s)', hosted_name, args) END,
	    CASE WHEN is_operator THEN format('%s %s %s', l, ext_name, r)
	      ELSE format('%s(%s)', ext_name, args) END) AS f (hosted_call, ext_call)});
is(value($node, q{
		SELECT string_agg(name, ' ')
		  FROM (SELECT name, types FROM functions JOIN pg_proc ON oid = hosted WHERE prokind = 'f' AND types IS NOT NULL
		  AND NOT proretset AND types !~ 'regclass' UNION ALL SELECT name, types FROM operators) AS c
		WHERE NOT EXISTS (SELECT FROM compared AS k WHERE (k.name, k.types) = (c.name, c.types))}),
	'', 'there are arguments for every function and operator');
is(value($node, q{SELECT name, types, list, hosted, ext
	FROM (SELECT DISTINCT ON (name, types) * FROM compared WHERE hosted IS DISTINCT FROM ext) AS d}),
	'', 'every call answers what the extension answers');
cmp_ok(value($node, q{SELECT count(*) FROM compared}), '>', 20_000, 'calls');
is(value($node, q{SELECT string_agg(DISTINCT left(ext, 5), ' ' ORDER BY left(ext, 5))
	FROM compared WHERE ext ~ '^[0-9A-Z]{5}\|'}),
	'22008 22023 22P02', 'errors among them');

is(value($node, q{SELECT count(hosted.uuid_generate_v7(at, 16384))
		FROM (SELECT NULL::timestamptz AS at FROM pool OFFSET 0) AS p}), 0, 'no error about an ordinal of nulls');

# Without arguments: of now, and of the right version
is(value($node, q{
		SELECT string_agg(name, ' ' ORDER BY name)
		  FROM functions JOIN pg_proc ON oid = hosted WHERE types IS NULL AND prokind = 'f'}),
	'uuid_generate_v4_random uuid_generate_v6 uuid_generate_v7 uuid_v7_horizon', 'without arguments are');
is(value($node, q{
		SELECT bool_and(ext.uuid_version(v7) = 7 AND ext.uuid_v7_timestamp_us(v7) BETWEEN s AND e),
		  bool_and(ext.uuid_version(v6) = 6 AND ext.uuid_time(v6) BETWEEN s AND e AND get_bit(uuid_send(v6), 80) = 1),
		  bool_and(ext.uuid_version(v4) = 4), count(DISTINCT v7) + count(DISTINCT v6) + count(DISTINCT v4)
		FROM generate_series(1, 2000) AS n, LATERAL (SELECT n, now() - interval '1 minute' AS s,
		  hosted.uuid_generate_v7() AS v7, hosted.uuid_generate_v6() AS v6,
		  hosted.uuid_generate_v4_random() AS v4, now() + interval '1 minute' AS e OFFSET 0) AS g}),
	't|t|t|6000', 'generators')
	  if value($node, q{SELECT current_setting('server_version_num')::integer < 180000}) eq 't';

# Shifted: of now plus the shift, in the session's zone; and what is refused
foreach my $schema ('hosted', 'ext')
{
	is(value($node, qq{
			SELECT string_agg(shift::text, ', ') FROM (
			  SELECT shift, now() - interval '1 minute' AS s,
			    $schema.uuid_generate_v7_shifted(shift) AS id, now() + interval '1 minute' AS e
			  FROM unnest('{0,1 us,-1 ms,7 days,-7 days,1 month -1 hour,-25 years,8000 years}'::interval[])
			    AS shift OFFSET 0) AS g
			WHERE (ext.uuid_v7_timestamp_us(id) BETWEEN s + shift AND e + shift) IS NOT TRUE}),
		'', "$schema: shifted");
	like(value($node, "SELECT answer(\$\$$schema.uuid_generate_v7_shifted('$_')\$\$, true)"),
		qr/^22008\|timestamp out .* 7: "1\d{3,4}-[0-9: .-]*\+00"\|UUID .* to 10889-08-02 05:31/,
		"$schema: $_") foreach '-1000 years', '9000 years';
}

# Random bits are random: each bit that is neither time, version, variant nor multicast takes both values
is(value($node, q{
		SELECT string_agg(format('%s: %s', name, bits), ', ' ORDER BY name)
		FROM (SELECT name, count(*) FILTER (WHERE ones BETWEEN 350 AND 650) AS bits
		  FROM (SELECT name, bit, sum(get_bit(uuid_send(id), bit)) AS ones
		    FROM (SELECT name, CASE name WHEN 'v7' THEN hosted.uuid_generate_v7('2026-06-15Z') WHEN 'v6'
		      THEN hosted.uuid_generate_v6('2026-06-15Z') ELSE hosted.uuid_generate_v7('2026-06-15Z', 5) END AS id
		      FROM generate_series(1, 1000), unnest('{v7,v7 ordinal,v6}'::text[]) AS name OFFSET 0) AS v,
		      generate_series(0, 127) AS bit GROUP BY 1, 2) AS b GROUP BY name) AS n}),
	'v6: 61, v7: 62, v7 ordinal: 48', 'random bits');

# Aggregates, where there are any
foreach my $aggregate (split(/\n/, value($node, q{SELECT name
	FROM functions JOIN pg_proc ON oid = hosted WHERE prokind = 'a' ORDER BY 1})))
{
	is(value($node, qq{SELECT hosted.$aggregate(id) = ext.$aggregate(id), (SELECT hosted.$aggregate(id) IS NULL
		FROM vectors WHERE false) FROM (SELECT value::uuid FROM pool WHERE type = 'uuid') AS v (id)}),
		't|t', "$aggregate()");
}

# --- What depends on a table
value($node, q{
	SET allow_in_place_tablespaces = on;
	CREATE TABLESPACE side LOCATION '';
	CREATE TABLE parent_of_dependents (id uuid PRIMARY KEY);
	CREATE TABLE dependents (n integer GENERATED ALWAYS AS IDENTITY, note text
	  CHECK (note <> '')) INHERITS (parent_of_dependents) WITH (fillfactor = 70, toast.autovacuum_enabled = false)
	  TABLESPACE side;
	ALTER TABLE dependents ADD CONSTRAINT id FOREIGN KEY (id)
	  REFERENCES parent_of_dependents NOT VALID, ADD CONSTRAINT not_valid CHECK (n > 0) NOT VALID,
	  ALTER note SET STATISTICS 7, REPLICA IDENTITY FULL, FORCE ROW LEVEL SECURITY, ENABLE ROW LEVEL SECURITY;
	ALTER TABLE dependents ADD UNIQUE (id);
	CREATE TABLE referring (id uuid CONSTRAINT key REFERENCES dependents (id)) PARTITION BY LIST (id);
	CREATE TABLE referring_partition PARTITION OF referring DEFAULT;
	CREATE POLICY own ON dependents USING (n > 0);
	COMMENT ON POLICY own ON dependents IS 'of the policy';
	CREATE SCHEMA catalogs; CREATE TABLE catalogs.pg_policy ();
	CREATE ROLE "Some One"; GRANT USAGE ON SCHEMA ext, hosted TO "Some One";
	CREATE VIEW dependent_view WITH (security_invoker = true) AS SELECT n FROM dependents;
	CREATE VIEW view_of_rows AS SELECT d FROM dependents AS d;
	CREATE FUNCTION dependent_function(dependents) RETURNS integer LANGUAGE sql RETURN $1.n;
	GRANT SELECT, UPDATE (note) ON dependents TO PUBLIC;
	COMMENT ON TABLE dependents IS 'comment';
	ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO "Some One";
	INSERT INTO pg_seclabel SELECT 'dependents'::regclass, 'pg_class'::regclass, n, 'provider', 'of ' || n
	  FROM generate_series(0, 3) AS n;
	CREATE PUBLICATION of_dependents FOR TABLE dependents (id, note) WHERE (id IS NOT NULL);
	CREATE TRIGGER same BEFORE UPDATE ON dependents FOR EACH ROW
	  EXECUTE FUNCTION suppress_redundant_updates_trigger()});
my $dependents = value($node, q{SELECT * FROM ext.uuid_table_dependents('dependents')});
is(value($node, q{SELECT * FROM hosted.uuid_table_dependents('dependents')}), $dependents, 'dependents');
is(value($node, "SELECT $_.uuid_table_dependents('catalogs.pg_policy'); SELECT count(*)
	FROM $_.uuid_table_dependents('parent_of_dependents') WHERE object IS NULL"), '0', "$_: nothing but objects")
  foreach (qw(ext hosted));
is(value($node, "SET search_path = catalogs; SELECT * FROM $_.uuid_table_dependents('public.dependents')"),
	$dependents, "$_: on any search_path") foreach (qw(ext hosted));
like(value($node, qq{SET ROLE "Some One"; SELECT * FROM $_.uuid_table_dependents('dependents')}),
	qr/^owner postgres\|/m, "$_: to a role whose name has quotes") foreach (qw(ext hosted));
my @kinds = ('column note: statistics=7', 'comment', 'each partition: (?:fillfactor|replica identity f|toast)',
	'each partition: tablespace side',
	'function public\.dependent_function', 'parent ', 'policy own .*of the policy',
	'privileges\|REVOKE ALL ON public\.dependents FROM "Some One"', 'privileges of PUBLIC',
	'publication of_dependents\|.* ADD TABLE public\.dependents \(id, note\) WHERE \(\(id IS NOT NULL\)\)',
	'row-level security.*FORCE', 'rule "?_RETURN"? on public\.dependent_view\|CREATE',
	'rule "?_RETURN"? on public\.view_of_rows\|$', 'security label\|.* ON COLUMN public\.dependents\.note IS',
	'security label\|.* ON TABLE public\.dependents IS', 'sequence', 'table constraint (?:id|not_valid)',
	'table constraint key on public.referring\|ALTER', 'trigger same');
is_deeply([ grep { my $kind = $_; $dependents !~ /^\(?"?$kind/m } @kinds ], [], 'all of them') or diag($dependents);
unlike($dependents, qr/referring_partition/, 'nothing that is inherited');

# --- Partitions: the script of the extension's own test, but for what only it has
my $script = slurp_file("$top/test/sql/partitions.sql")
  =~ s/^CREATE TABLE by_time_order.*?(?=^\\echo '-- Domains are)//smr;
my $drop = slurp_file("$top/test/sql/partitions_drop.sql");
$script .= join("\n", "SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';",
	$drop =~ /^(\\echo '-- Not all of them.*?)(?=^\\echo '-- In a transaction)/sm,
	$drop =~ /^(\\echo '-- A foreign key without.*?)(?=^\\echo '-- Partitions that have)/sm);
my %said;
foreach my $which ('extension', 'file')
{
	value($node, "CREATE DATABASE $which");
	value($node, $which eq 'file' ? slurp_file($file) : 'CREATE EXTENSION uuidx', $which);
	$node->psql($which, $script, on_error_stop => 0, stdout => \my $stdout, stderr => \my $stderr);
	$said{$which} = $stdout . $stderr =~ s/^psql:<stdin>:\d+: //mgr;
}
like($said{file}, qr/42P17.*extends from.*cannot drop all.*has no index/s, 'the script ran');
is($said{file}, $said{extension}, 'partitions, and all that is refused, are those of the extension');

done_testing();
