# The life of the extensions: beside others, in a schema of their
# own, on a hostile search_path, clashing, dropped.  dump.pl dumps and restores them.
#
# Only in make test-all: sql/install.sql installs the extensions; this is about what is beside them.
# Two servers are enough: the oldest and the newest.

use UuidxTest;

my $node = uuidx_node('extension', extension => 0);

# A new database for each test
sub database
{
	my ($name, $sql) = @_;

	value($node, "CREATE DATABASE $name");
	value($node, $sql, $name) if defined $sql;
	return $name;
}

# --- Beside uuid-ossp and pgcrypto, in either order
my $beside = q{
	SELECT uuid_version(uuid_generate_v7()), uuid_version(public.uuid_generate_v4()), uuid_version(uuid_generate_v1()),
	  uuid_generate_v5(uuid_ns_dns(),
	    'www.example.com') = uuid_generate_v5_sha1(uuid_namespace('dns'), 'www.example.com'),
	  uuid_generate_v3(uuid_ns_x500(), 'name') = uuid_generate_v3_md5(uuid_namespace('x500'), 'name'),
	  uuid_ns_url() = uuid_namespace('url'), uuid_ns_oid() = uuid_namespace('oid'),
	  encode(digest('a', 'sha1'), 'hex')};
my $beside_result = '7|4|1|t|t|t|t|86f7e437faa5a7fce15d1ddcb9eaeaea377667b8';
SKIP:
{
	skip 'uuid-ossp or pgcrypto is not installed', 3
	  if value($node,
		q{SELECT count(*) FROM pg_available_extensions WHERE name IN ('uuid-ossp', 'pgcrypto')}) < 2;

	my $db = database('beside',
		'CREATE EXTENSION "uuid-ossp"; CREATE EXTENSION pgcrypto; CREATE EXTENSION uuidx');
	is(value($node, $beside, $db), $beside_result, 'after uuid-ossp and pgcrypto in public');
	is(value($node, q{SELECT string_agg(extname, ' ' ORDER BY extname)
		FROM pg_extension WHERE extnamespace = 'public'::regnamespace}, $db),
		'pgcrypto uuid-ossp uuidx', 'all three are in public');
	$db = database('before',
		'CREATE EXTENSION uuidx; CREATE EXTENSION pgcrypto; CREATE EXTENSION "uuid-ossp"');
	is(value($node, $beside, $db), $beside_result, 'before uuid-ossp and pgcrypto in public');
}

# --- Without PL/pgSQL
my $db = database('no_plpgsql', 'DROP EXTENSION plpgsql; CREATE EXTENSION uuidx; CREATE EXTENSION uuidx_ids');
is(value($node, q{SELECT uuid_version(min(uuid_generate_v7())),
	obj_description('public.uuid_extract_timestamp(uuid)'::regprocedure),
	(SELECT count(*) FROM pg_language WHERE lanname = 'plpgsql')}, $db),
	'7|time of a UUID of version 1, 6 or 7; null for others|0', 'PL/pgSQL is not needed, and nothing brings it along');

# A hostile search_path: whatever the script calls exists in the target schema
# too, and in one before pg_catalog, with a body that betrays that it was called
my $betray = q{LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''executed'' USING ERRCODE = ''P0666''; END'};
my $hostile = join ";\n", 'CREATE SCHEMA IF NOT EXISTS trap',
	q{CREATE FUNCTION trap.format(text, VARIADIC "any") RETURNS text LANGUAGE internal AS 'text_format_nv'},
  (map { "CREATE FUNCTION trap.$_->[0] RETURNS $_->[1] $betray" }
	  [ 'format(text, text, text)', 'text' ], [ 'format(text, name, text)', 'text' ], [ 'current_schema()', 'name' ],
	  [ 'to_regprocedure(text)', 'regprocedure' ], [ 'to_regoperator(text)', 'regoperator' ],
	[ 'current_setting(text)', 'text' ], [ 'split_part(text, text, integer)', 'text' ],
		[ 'substr(text, integer)', 'text' ], [ 'length(text)', 'integer' ],
	[ 'betray(text, text)', 'boolean' ], [ 'betray(integer, integer)', 'boolean' ],
		[ 'betray_text(text, text)', 'text' ], [ 'betray_integer(integer, integer)', 'integer' ]),
  (map { my ($operator, $type,
  $function) = @$_; "CREATE OPERATOR trap.$operator (LEFTARG = $type, RIGHTARG = $type, FUNCTION = trap.$function)" }
	  [ '=', 'text', 'betray' ], [ '=', 'integer', 'betray' ], [ '<', 'integer', 'betray' ],
	  [ '>=', 'integer', 'betray' ], [ '||', 'text', 'betray_text' ], [ '+', 'integer', 'betray_integer' ]),
  'CREATE DOMAIN trap.uuid AS pg_catalog.text',
  'CREATE DOMAIN trap.timestamptz AS pg_catalog.text', 'GRANT ALL ON SCHEMA trap TO PUBLIC';
my $both = 'CREATE EXTENSION uuidx; CREATE EXTENSION uuidx_ids';

$db = database('hostile', $hostile);
is(state_of($node, "SET search_path = trap, pg_catalog; SELECT current_schema()", $db), 'P0666', 'the trap works');
is(state_of($node, $both =~ s/uuidx\w*/$& SCHEMA trap/gr, $db), '',
	'installed in a hostile schema, nothing of it was executed');
is(value($node, q{SELECT trap.uuid_version(trap.uuid_generate_v7()),
	trap.uuid_from_id('ulid', '00000000000000000000000000')}, $db),
	'7|00000000-0000-0000-0000-000000000000', 'and its functions have the types of the server');
value($node, 'DROP EXTENSION uuidx_ids, uuidx', $db);
is(state_of($node, 'SET search_path = trap, pg_catalog, public; ' . $both =~ s/uuidx\w*/$& SCHEMA public/gr, $db),
	'', 'installed with a hostile search_path, nothing of it was executed');
is(state_of($node, q{SET search_path = trap, pg_catalog;
		SELECT public.uuid_generate_v7(), public.uuid_generate_v6(), public.uuid_generate_v4_random(),
		  public.uuid_inspect('017f22e2-79b0-7cc3-98c4-dc0c0c07398f'), public.uuid_namespace('dns'),
		  public.uuid_generate_v8_hash('sha512', public.uuid_namespace('dns'), 'name'::pg_catalog.text)}, $db),
	'', 'calls with a hostile search_path execute nothing of it');
value($node, 'DROP EXTENSION uuidx CASCADE; CREATE SCHEMA IF NOT EXISTS mine', $db);
is(state_of($node, q{CREATE ROLE attacker; SET SESSION AUTHORIZATION attacker; CREATE FUNCTION
	trap.uuid_time(pg_catalog.uuid) RETURNS pg_catalog.text LANGUAGE sql AS 'SELECT ''mine''' }, $db),
	'', 'somebody else has a function of that name');
is(state_of($node, 'CREATE EXTENSION uuidx SCHEMA trap', $db), '42723', "somebody else's function is never adopted");

# temporary objects neither
is(state_of($node, q{CREATE FUNCTION pg_temp.current_schema() RETURNS name
	LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''executed'' USING ERRCODE = ''P0666''; END';
		CREATE DOMAIN pg_temp.uuid AS text;
		SET search_path = pg_temp, public; CREATE EXTENSION uuidx SCHEMA mine}, $db),
	'', 'nor is anything temporary executed');

done_testing();
