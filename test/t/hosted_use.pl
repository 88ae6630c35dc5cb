# hosted/uuidx.sql where it is meant for: run by a role without any attribute in a
# database of another, twice; what the planner makes of its operators; t/documents.pl runs doc/hosted.md, also
# with tables that depend on the file.
#
# Only in make test-all: hosted/uuidx.sql, not the library.
# Two servers are enough: the oldest and the newest.

use Cwd;
use UuidxDocument qw(document);
use UuidxTest;

my $text = document('hosted/uuidx.sql');
my $node = uuidx_node('hosted_use', extension => 0, conf => "timezone = 'UTC'");
my $version = value($node, q{SELECT current_setting('server_version_num')::integer / 10000});

unlike($text, qr/^\\|[?\\]/m, 'the file has no psql command, question mark or backslash');

# --- A role without any attribute, in a database that it does not own.  t/overloads.pl has hostile functions
value($node, 'CREATE ROLE app; CREATE DATABASE shop; ALTER DATABASE shop SET standard_conforming_strings = on');
value($node, 'REVOKE ALL ON DATABASE shop FROM PUBLIC; REVOKE ALL ON SCHEMA public FROM PUBLIC;
	CREATE SCHEMA mine AUTHORIZATION app', 'shop');
my $before = 'SET SESSION AUTHORIZATION app; SET search_path = mine;';
sub app { return value($node, "SET SESSION AUTHORIZATION app; $_[0]", 'shop') }

is(value($node, "$before\n$text", 'shop'), '', 'the file runs in silence');
is(value($node, "$before\n$text", 'shop'), '', 'and a second time');
is(value($node, q{SELECT count(*) FROM pg_proc WHERE pronamespace NOT IN ('mine'::regnamespace,
	'pg_catalog'::regnamespace, 'information_schema'::regnamespace)}, 'shop'), '0', 'and nothing is elsewhere');
is(state_of($node, "SET SESSION AUTHORIZATION app; SET search_path = information_schema; $text", 'shop'),
	'42501', 'it is refused where the user may not create');
is(state_of($node, "SET SESSION AUTHORIZATION app; SET search_path = nowhere; $text", 'shop'),
	'3F000', 'nor without a schema');

value($node, 'CREATE SCHEMA ids; CREATE EXTENSION uuidx SCHEMA ids', 'shop');
is(state_of($node, "SET search_path = ids; $text", 'shop'), '42723', 'nor does it replace the extension');
value($node, 'DROP EXTENSION uuidx', 'shop');

# --- What the planner makes of it, for that role
app(q{
	SET search_path = mine; SET client_min_messages = warning;
	CREATE TABLE measurements (id uuid PRIMARY KEY, n integer) PARTITION BY RANGE (id);
	CALL uuid_v7_create_partitions('measurements', now() - interval '6 months', now() + interval '5 months', '1 month');
	INSERT INTO measurements SELECT uuid_generate_v7(now() - n * interval '1 hour'), n
	  FROM generate_series(0, 4000) AS n;
	ANALYZE measurements});

# The plan of a query as that role: partitions in it, and whether each is reached by a range of its key
sub plan_as_app
{
	my ($query, $setup) = @_;

	return app('SET search_path = mine; SET enable_seqscan = off; SET enable_bitmapscan = off;
		' . ($setup // '') . ";\nEXPLAIN (COSTS OFF, ANALYZE, TIMING OFF, SUMMARY OFF) $query");
}
sub scans { return scalar(() = $_[0] =~ /Scan.* on measurements_p/g) }
my $last_day = q{now() - interval '1 day'};
my $constant = value($node, q{SELECT now() - interval '1 day'});
my $prepare = 'PREPARE since (timestamptz) AS SELECT n FROM measurements WHERE id >= $1';
my $partitions = app(q{SELECT count(*) FROM mine.uuid_v7_partitions('mine.measurements')});

cmp_ok($partitions, '>=', 11, 'partitions');
foreach my $case (
	[ 'constant', "SELECT n FROM measurements WHERE id >= timestamptz '$constant'" ],
	[ 'range of constants', "SELECT n FROM measurements WHERE id <@ tstzrange('$constant', NULL)" ],
	[ 'now()', "SELECT n FROM measurements WHERE id >= $last_day" ],
	[ 'range of now()', "SELECT n FROM measurements WHERE id <@ tstzrange($last_day, NULL)" ],
	[ 'generic plan', "EXECUTE since ('$constant')", "SET plan_cache_mode = force_generic_plan; $prepare" ])
{
	my ($name, $query, $setup) = @$case;
	my $plan = plan_as_app($query, $setup);
	my ($removed) = $plan =~ /Subplans Removed: (\d+)/;

	is(defined $removed ? 'starts' : 'is planned', $name =~ /now|generic/ ? 'starts' : 'is planned',
		"$name: prunes when the query");
	is($removed + scans($plan), $partitions, "$name: or is reached") if defined $removed;
	cmp_ok(scans($plan), '<=', 7, "$name: partitions");
	is(scalar(() = $plan =~ /Index Cond: \(+id >= /g), scans($plan), "$name: by a range of the key");
}
like(app("SET search_path = mine; EXPLAIN SELECT FROM measurements WHERE id >= timestamptz '$constant' -
	interval '150 days'"), qr/^Append .*rows=[34]\d{3} /, 'the filter by version is expected to keep the rows');
is(app("SET search_path = mine; SELECT count(*) FROM measurements WHERE id >= $last_day"),
	'24', 'the rows are right');
app(q{CREATE TABLE mine.secured (id uuid PRIMARY KEY, owner name);
	ALTER TABLE mine.secured ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
	CREATE POLICY own ON mine.secured USING (owner = current_user)});
like(plan_as_app("SELECT FROM secured WHERE id >= $last_day"),
	qr/Index Cond: \(id >= .*\n +Filter: \(\(owner = CURRENT_USER\) AND/, 'row-level security');

# Ways in: the file in one call; within a transaction, without its first and last lines; as the text
# of an extension
my $inner = $text =~ s/^BEGIN;\n//mr =~ s/^COMMIT;\n//mr;
foreach my $way ([ 'one_call', $text ], [ 'transaction', "BEGIN;\n$inner\nCOMMIT" ])
{
	my ($schema, $sql) = @$way;

	value($node, "CREATE SCHEMA $schema AUTHORIZATION app", 'shop');
	local $ENV{PGOPTIONS} = "-c search_path=$schema -c role=app";
	command_ok([ 'psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr('shop'), '-c', $sql ],
		$schema);
	is(app("SELECT $schema.uuid_version($schema.uuid_generate_v7())"), '7', "$schema: is there");
}
SKIP:
{
	my $directory = value($node, q{SELECT setting FROM pg_config WHERE name = 'SHAREDIR'}) . '/extension';

	skip('the directory of extensions is not ours', 2) if !-w $directory;
	append_to_file("$directory/uuidx_hosted.control", "default_version = '1.1'\nsuperuser = false\n");
	append_to_file("$directory/uuidx_hosted--1.1.sql", $inner);
	value($node, 'CREATE SCHEMA tle AUTHORIZATION app; GRANT CREATE ON DATABASE shop TO app', 'shop');
	app('CREATE EXTENSION uuidx_hosted SCHEMA tle');
	is(app('SELECT tle.uuid_version(tle.uuid_generate_v7())'), '7', 'it works as an extension');
	app('DROP EXTENSION uuidx_hosted');
	is(value($node, q{SELECT count(*) FROM pg_proc
		WHERE pronamespace = 'tle'::regnamespace}, 'shop'), '0', 'and nothing is left');
	unlink("$directory/uuidx_hosted.control", "$directory/uuidx_hosted--1.1.sql");
}
{
	my $here = getcwd();
	my $schemas = value($node, 'SELECT count(*) FROM pg_namespace', 'shop');

	chdir("$top/hosted") or die "could not change to hosted: $!";
	my ($stdout,
		$stderr) = run_command([ 'psql', '-X', '-d', $node->connstr('shop'), '-f', 'test.sql', '-f', 'test.sql' ]);
	chdir($here) or die "could not change back: $!";
	like($stdout, qr/(?:^(\d+) of \g{-1} checks passed on PostgreSQL \Q$version\E.*\n?){2}/m,
		'hosted/test.sql, twice in one session') or diag($stdout, $stderr);
	is(value($node, 'SELECT count(*) FROM pg_namespace', 'shop'), $schemas, 'leaves nothing behind');
}

done_testing();
