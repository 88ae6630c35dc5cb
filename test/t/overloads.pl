# Whoever may create objects in the schema of the extensions, or of hosted/uuidx.sql, runs nothing
# as others: functions like all that the scripts and the bodies of functions call, and closer
# overloads, are not bound before the extension is created or updated, or the file is run, nor
# called, whatever the search_path is; and the file takes over no object of another role.
#
# Only in make test-all: takes half a minute, for what others put into the schema before.
# Two servers are enough: the oldest and the newest.

use UuidxDocument qw(document);
use UuidxTest;

my $hosted = document('hosted/uuidx.sql');
my $node = uuidx_node('overloads', extension => 0);
my (%array_of, %element_of);

foreach (split(/\n/, value($node, 'SELECT oid, typarray FROM pg_type WHERE typarray <> 0')))
{
	my ($type, $array) = split(/\|/);

	($array_of{$type}, $element_of{$array}) = ($array, $type);
}

# --- The calls in a stored expression (pg_node_tree)

# The node, list or word at the beginning of the tokens; each field of a node is a list of these
sub parse
{
	my ($tokens) = @_;
	my $token = shift(@{$tokens});
	my ($end) = $token =~ tr/{([/})]/r;

	return $token if $token !~ /^[{(\[]$/;
	my ($field, %node, @list);
	$node{node} = shift(@{$tokens}) if $token eq '{';
	while ($tokens->[0] ne $end)
	{
		if ($token ne '{') { push(@list, parse($tokens)) }
		elsif ($tokens->[0] =~ /^:(.+)/) { $field = $1; shift(@{$tokens}) }
		else { push(@{ $node{$field} }, parse($tokens)) }
	}
	shift(@{$tokens});
	return $token eq '{' ? \%node : \@list;
}

# What was written: an expression without the casts that the server added
sub written
{
	my ($node) = @_;

	while (ref($node) eq 'HASH')
	{
		my ($format) = grep { /format$/ } keys(%{$node});

		if ($node->{node} =~ /^(?:TARGETENTRY|NAMEDARGEXPR|COLLATEEXPR)$/) { $node = ($node->{expr}
		  // $node->{arg})->[0] }
		elsif ($format && $format ne 'row_format'
		  && $node->{$format}[0] == 2) { $node = ($node->{arg} // $node->{args}[0])->[0] }
		else { last }
	}
	return $node;
}

sub type_of
{
	my ($node) = @_;
	my $of = qr/var|const|param|agg|win|case|coalesce|minmax|(?:func|op)?result|refres/;
	my ($field) = grep { /^(?:(?:$of)?type|(?:array|row)_typeid|typeId)$/ } keys(%{$node});

	return $node->{$field}[0] if $field;
	return 16 if $node->{node} ne 'SUBLINK' || $node->{subLinkType}[0] < 4;
	my $type = type_of(written($node->{subselect}[0]{targetList}[0][0]));
	return $node->{subLinkType}[0] == 6 ? $array_of{$type} : $type;
}

# Rows for the table closer, below: those of each call below a node, with the types that were written,
# and, since a literal without a type could be of any, once more with text for constants
sub calls
{
	my ($node) = @_;

	return map { calls($_) } @{$node} if ref($node) eq 'ARRAY';
	return () if ref($node) ne 'HASH';
	my @below = map { calls($_) } grep { ref } values(%{$node});
	my ($callee) = grep { /^(?:funcid|aggfnoid|winfnoid|opno)$/ } keys(%{$node});
	return @below if !$callee || $node->{$callee}[0] >= 16_384 || ($node->{funcformat}[0] // 0) =~ /^[12]$/;
	my @args = map { written($_) } grep { ref } map { ref($_) eq 'ARRAY' ? @{$_} : $_ } @{ $node->{args} };
	my @types = map { type_of($_) } @args;
	$types[1] = $element_of{ $types[1] } if $node->{node} eq 'SCALARARRAYOPEXPR';
	my @texts = map { $args[$_]{node} eq 'CONST' ? 25 : $types[$_] } 0 .. $#args;
	my $result = $node->{node} eq 'SCALARARRAYOPEXPR' ? 16 : type_of($node);
	return @below, map { sprintf(q{(%s, %d, '{%s}', %d)}, $callee eq 'opno' ? 'true' : 'false',
		$node->{$callee}[0], join(',', @{$_}), $result) } \@types, \@texts;
}

# --- A database with a schema ext, in which role att has put closer overloads
my $databases = 0;

value($node, 'CREATE ROLE att');

sub database
{
	my ($sql) = @_;
	my $name = 'db' . ++$databases;

	value($node, "CREATE DATABASE $name");
	value($node, "CREATE SCHEMA ext; GRANT ALL ON SCHEMA ext TO att; SET search_path = ext; $sql", $name);
	return $name;
}

# The SQL that makes them for a text, and for the bodies in a database in which it was run
sub overloads
{
	my ($db, $text) = @_;
	my @rows = map { calls(parse([/[{}()\[\]]|(?:\\.|[^\s{}()\[\]\\])+/g])) } split(/\n/, value($node,
		q{SELECT prosqlbody FROM pg_proc WHERE pronamespace = 'ext'::regnamespace AND prosqlbody IS NOT NULL}, $db));
	my %own = map { $_ => 1 } split(/\n/, value($node, q{SELECT proname
		FROM pg_proc WHERE pronamespace = 'ext'::regnamespace}, $db));
	my $names = join(',', map { "'$_'" } grep { !$own{$_} } $text =~ /\b([a-z]\w*)\(/g);

	return q{
	SET search_path = pg_catalog;
	CREATE TEMP TABLE closer (operator boolean, callee oid, types oid[], result oid);
	INSERT INTO closer } . (@rows ? 'VALUES ' . join(",\n", @rows) : 'SELECT WHERE false') . qq{;
	-- texts that are not parsed: each function that is named, with a type instead of any, and operators
	INSERT INTO closer SELECT false, p.oid, a.types, p.prorettype
	  FROM pg_proc AS p, unnest('{text,name,oid,regclass,uuid,timestamptz,tstzrange}'::regtype[]) AS u (type),
	    generate_series(1, CASE WHEN provariadic = 0 THEN 1 ELSE 4 END) AS n,
	  LATERAL (SELECT array_agg(CASE WHEN typname ~ '^any.*array\$' THEN (SELECT typarray
	    FROM pg_type WHERE oid = u.type) WHEN typtype = 'p' THEN u.type ELSE t.oid END ORDER BY i) AS types
	    FROM unnest(proargtypes || array_fill(proargtypes[pronargs - 1], ARRAY[n - 1])) WITH ORDINALITY AS a (type,
	      i) JOIN pg_type AS t ON t.oid = a.type) AS a
	  WHERE pronamespace = 'pg_catalog'::regnamespace
	    AND proname IN ($names) AND prokind IN ('a', 'f') AND pronargs > 0;
	INSERT INTO closer SELECT true, o.oid, ARRAY[l, r], o.oprresult
	  FROM pg_operator AS o, unnest('{oid,regclass,regrole,regnamespace,text,name}'::regtype[]) AS l,
	  unnest('{oid,regclass,regrole,regnamespace,text,name}'::regtype[]) AS r
	  WHERE oprname = '||' AND oprleft = 'text'::regtype AND oprright = 'text'::regtype
	    OR oprname IN ('=', '<>') AND oprleft = 'oid'::regtype AND oprright = 'oid'::regtype;
	DELETE FROM closer USING pg_type AS t WHERE t.oid = ANY (types) AND typtype = 'p';
	UPDATE closer SET result = 'text'::regtype FROM pg_type AS t WHERE t.oid = result AND typtype = 'p';
	GRANT SELECT ON closer TO PUBLIC;
	SET ROLE att;
	DO \$do\$
	DECLARE
	  c record;
	BEGIN
	  FOR c IN SELECT row_number() OVER () AS n, u.* FROM
	    (SELECT DISTINCT ON (operator, name, types) operator,
	      coalesce(p.proname, o.oprname) AS name, types, result, prokind,
	       (SELECT string_agg(format_type(type, NULL), ', ' ORDER BY i)
	         FROM unnest(types) WITH ORDINALITY AS u (type, i)) AS list
	     FROM closer LEFT JOIN pg_proc AS p ON NOT operator AND p.oid = callee
	       LEFT JOIN pg_operator AS o ON operator AND o.oid = callee) AS u
	  LOOP
	    EXECUTE format('CREATE FUNCTION ext.%I(%s) RETURNS %s IMMUTABLE LANGUAGE plpgsql AS %L', CASE
	      WHEN c.operator OR c.prokind = 'a' THEN 'decoy_' || c.n ELSE c.name END,
	      CASE c.prokind WHEN 'a' THEN format_type(c.result, NULL) || ', ' ELSE '' END || c.list,
	        format_type(c.result, NULL), 'BEGIN RAISE WARNING ''decoy runs as %'', current_user; RETURN NULL; END');
	    IF c.prokind = 'a' THEN
	      EXECUTE format('CREATE AGGREGATE ext.%I(%s) (SFUNC = ext.decoy_%s, STYPE = %s)',
	        c.name, c.list, c.n, format_type(c.result, NULL));
	    ELSIF c.operator THEN
	      EXECUTE format('CREATE OPERATOR ext.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = ext.decoy_%s)',
	        c.name, format_type(c.types[1], NULL), format_type(c.types[2], NULL), c.n);
	    END IF;
	  END LOOP;
	END \$do\$;
	RESET ROLE;
	DROP TABLE closer;};
}

# Every function is called with some values, whether it takes them or not
my $call = q{
	CREATE TABLE public.sample (id uuid PRIMARY KEY, n integer CHECK (n > 0)) PARTITION BY RANGE (id);
	CREATE TABLE public.sample_all PARTITION OF public.sample DEFAULT;
	CREATE VIEW public.sampled AS SELECT * FROM public.sample;
	COMMENT ON TABLE public.sample IS 'comment';
	DO $$
	DECLARE
	  f record;
	  done integer := 0;
	BEGIN
	  FOR f IN SELECT proname, prokind,
	      (SELECT string_agg(format('%L::%s', CASE format_type(type, NULL) WHEN 'uuid'
	        THEN '017f22e2-79b0-7cc3-98c4-dc0c0c07398f' WHEN 'timestamp with time zone'
	        THEN '2026-01-15 00:00Z' WHEN 'interval' THEN '1 day'
	        WHEN 'tstzrange' THEN '[2026-01-15,2026-01-16)' WHEN 'ext.uuidx_tstzrange' THEN '[2026-01-15,2026-01-16)'
	          WHEN 'regclass' THEN 'public.sample' WHEN 'text' THEN 'dns' WHEN 'bytea' THEN '0123456789abcdef'
	        WHEN 'integer' THEN '1' WHEN 'bigint' THEN '1' WHEN 'boolean' THEN 't'
	          WHEN 'name' THEN 'id' END, format_type(type, NULL)), ', ' ORDER BY i)
	          FROM unnest(proargtypes) WITH ORDINALITY AS u (type, i)) AS values
	    FROM pg_proc WHERE pronamespace = 'ext'::regnamespace AND proowner <> 'att'::regrole
	      AND prokind IN ('f', 'p') AND 'internal'::regtype <> ALL (proargtypes) ORDER BY oid
	  LOOP
	    BEGIN
	      EXECUTE format(CASE f.prokind WHEN 'p' THEN 'CALL ext.%I(%s)'
	        ELSE 'SELECT * FROM ext.%I(%s)' END, f.proname, f.values);
	      done := done + 1;
	    EXCEPTION WHEN OTHERS THEN NULL;
	    END;
	  END LOOP;
	  RAISE WARNING 'done: %', done;
	END $$};

# A text is run in a database with overloads; nothing of another role runs or is bound, then or later
sub unharmed
{
	my ($db, $sql, $least, $name) = @_;
	my (undef, undef, $errors) = $node->psql($db,
		"SET client_min_messages = warning; SET search_path = ext, public; $sql");

	is($errors, '', "$name: no error, and nothing of another role is run");
	cmp_ok(value($node, q{SELECT count(*) FROM pg_proc
		WHERE proowner = 'att'::regrole}, $db), '>', 100, "$name: there is something to be run");
	is(value($node, q{SELECT DISTINCT pg_describe_object(classid, objid, 0), pg_describe_object(refclassid, refobjid, 0)
		FROM pg_depend WHERE NOT pg_identify_object(classid, objid, 0)::text ~ 'decoy'
			AND (refobjid IN (SELECT oid FROM pg_proc WHERE proowner = 'att'::regrole
			  UNION ALL SELECT oid FROM pg_operator WHERE oprowner = 'att'::regrole))
			AND objid NOT IN (SELECT oid FROM pg_proc WHERE proowner = 'att'::regrole
			  UNION ALL SELECT oid FROM pg_operator WHERE oprowner = 'att'::regrole)}, $db),
		'', "$name: nor bound");
	is(value($node, q{SELECT p.oid::regprocedure FROM pg_proc AS p JOIN pg_language AS l ON l.oid = prolang
		WHERE pronamespace = 'ext'::regnamespace AND proowner <> 'att'::regrole
		AND lanname NOT IN ('c', 'internal') AND prosqlbody IS NULL
			AND NOT 'search_path=pg_catalog, pg_temp' = ANY (coalesce(proconfig, '{}'))
			  AND prosrc !~ '^\s*BEGIN\s+RETURN (least|greatest)\(state, value\);\s+END\s*$'}, $db),
		'', "$name: a body that is a text has its own search_path");
	(undef, undef, $errors) = $node->psql($db, "SET client_min_messages = warning; $call");
	unlike($errors, qr/decoy/, "$name: no call runs anything of another role");
	cmp_ok($errors =~ /done: (\d+)/ && $1, '>', $least, "$name: $1 functions were called");
	(undef, undef, $errors) = $node->psql($db, q{SET client_min_messages = warning;
		SET search_path = ext, pg_catalog; SELECT upper('x'::text);
		SELECT ext.uuid_generate_v7(), ext.uuid_generate_v6(), ext.uuid_generate_v4_random(),
		  ext.uuid_v7_lower('2026-01-15Z'),
		  ext.uuid_inspect('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')});
	is($errors =~ s/.*WARNING/WARNING/r, 'WARNING:  decoy runs as postgres',
		"$name: nor does a call where they come first");
	return;
}

my $both = join(' ', map { "CREATE EXTENSION $_ SCHEMA ext;" } qw(uuidx uuidx_ids));
my $first = join(' ', map { "CREATE EXTENSION $_ SCHEMA ext VERSION '1.0';" } qw(uuidx uuidx_ids));
my $scripts = overloads(database($both), join('', map { slurp_file($_) } glob("$top/sql/*.sql")));
my $file = overloads(database($hosted), $hosted);

unharmed(database($scripts), $both, 70, 'CREATE EXTENSION');
unharmed(database("$first $scripts"),
	'ALTER EXTENSION uuidx UPDATE; ALTER EXTENSION uuidx_ids UPDATE', 70, 'ALTER EXTENSION UPDATE');
unharmed(database($file), $hosted, 50, 'hosted/uuidx.sql');
unharmed(database("$hosted $file"), $hosted, 50, 'hosted/uuidx.sql over itself');

# hosted/uuidx.sql takes over nothing of another role: neither a decoy that looks like its own, nor a domain or an
# operator.  It looks before it makes anything.
my $statements = $hosted =~ s/^(?:BEGIN|COMMIT);$|LOCAL (?=uuidx_hosted)//gmr;
foreach my $theirs (
	'CREATE FUNCTION ext.uuidx_hosted_version() RETURNS text LANGUAGE sql RETURN 1;
		CREATE FUNCTION ext.uuid_generate_v7() RETURNS uuid LANGUAGE sql RETURN gen_random_uuid()',
	'CREATE FUNCTION ext.uuid_v7_horizon(text) RETURNS uuid LANGUAGE sql RETURN gen_random_uuid()',
	'CREATE DOMAIN ext.uuidx_tstzrange AS tstzrange CHECK (value IS NULL)',
	'CREATE FUNCTION ext.f(timestamptz, uuid) RETURNS boolean LANGUAGE sql RETURN true;
		CREATE OPERATOR ext.>= (LEFTARG = timestamptz, RIGHTARG = uuid, FUNCTION = ext.f)')
{
	my $db = database("SET ROLE att; $theirs");
	my $objects = q{SELECT count(*) FROM pg_depend WHERE refobjid = 'ext'::regnamespace};
	my $before = value($node, $objects, $db);

	is(state_of($node, "SET search_path = ext; $statements", $db), '42723', "refused: $theirs");
	is(value($node, $objects, $db), $before, 'before anything is made');
}

my ($check) = $hosted =~ /^(SET LOCAL uuidx_hosted.*?)^CREATE/ms;
is(value($node, qq{
	DO \$do\$
	DECLARE
	  o text;
	  refused integer := 0;
	BEGIN
	  SET LOCAL search_path = ext;
	  FOR o IN SELECT 'ROUTINE ' || oid::regprocedure FROM pg_proc WHERE pronamespace = 'ext'::regnamespace
	    UNION ALL SELECT 'OPERATOR ' || replace(replace(oid::regoperator::text, '(', ' ('), 'ext.', '')
	      FROM pg_operator WHERE oprnamespace = 'ext'::regnamespace UNION ALL SELECT 'DOMAIN uuidx_tstzrange' LOOP
	    BEGIN
	      EXECUTE format('ALTER %s OWNER TO att', o);
	      EXECUTE \$check\$$check\$check\$;
	      RAISE EXCEPTION 'taken over: %', o;
	    EXCEPTION WHEN duplicate_function THEN refused := refused + 1;
	    END;
	  END LOOP;
	  PERFORM set_config('overloads.refused', refused::text, false);
	END \$do\$;
	SELECT current_setting('overloads.refused')::integer = count(*) + 11
	  FROM pg_proc WHERE pronamespace = 'ext'::regnamespace}, database($hosted)),
	't', 'refused: each object of the file that belongs to another role');

# --- What others do while the file runs: it stops where att has created one of its objects in an open transaction

# A session of att in a database, and one that begins to run the file in schema ext
sub begun
{
	my ($db, $first) = @_;
	my $att = uuidx_session($node, $db);
	my $runs = uuidx_session($node, $db);

	$att->query_safe("SET SESSION AUTHORIZATION att; BEGIN; CREATE FUNCTION ext.$first");
	$runs->begin("SET search_path = ext;\n\\i '$top/hosted/uuidx.sql'");
	return ($att, $runs);
}

my $decoy = 'RETURNS uuid LANGUAGE sql AS $$SELECT NULL::uuid$$';

foreach my $between ("FUNCTION ext.uuid_generate_v7() $decoy", 'DOMAIN ext.uuidx_tstzrange AS tstzrange')
{
	my $db = database('');
	my ($att, $runs) = begun($db, "uuidx_error(text, text) $decoy");

	value($node, "SET SESSION AUTHORIZATION att; CREATE $between", $db);
	$att->query_safe('ROLLBACK');
	$runs->query_until(qr/^finished$/m, "\\echo finished\n");
	like($runs->{stderr}, qr/ERROR:  schema "ext" already contains objects/,
		"refused: $between, created while the file runs");
	is(value($node, q{SELECT count(*) FROM pg_proc WHERE proname = 'uuidx_hosted_version'}, $db),
		'0', 'and nothing is left');
	$_->quit foreach $att, $runs;
}

done_testing();
