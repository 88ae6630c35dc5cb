# hosted/uuidx.sql where it is meant for: run by a role without any attribute in a
# database of another, twice; estimates and row-level security; hosted/test.sql.  t/documents.pl runs doc/hosted.md,
# also with tables that depend on the file.
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

# --- What the planner makes of it, for that role; hosted/test.sql, below, has the scans
app(q{
	SET search_path = mine;
	CREATE TABLE events (id uuid PRIMARY KEY, owner name DEFAULT current_user);
	INSERT INTO events SELECT uuid_generate_v7(now() - n * interval '1 hour') FROM generate_series(0, 4000) AS n;
	ANALYZE events});
my $plan = q{SET search_path = mine; SET enable_seqscan = off; SET enable_bitmapscan = off;
	EXPLAIN SELECT FROM events WHERE id >= now() - interval '150 days'};
like(app($plan), qr/ rows=[34]\d{3} /, 'the filter by version is expected to keep the rows');
app(q{ALTER TABLE mine.events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
	CREATE POLICY own ON mine.events USING (owner = current_user)});
like(app($plan), qr/Index Cond: \(id >= .*\n +Filter: \(\(owner = CURRENT_USER\) AND/, 'row-level security');

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
	my ($stdout, $stderr) =
	  run_command([ 'psql', '-X', '-d', $node->connstr('shop'), ('-f', 'test.sql') x 2 ]);
	chdir($here) or die "could not change back: $!";
	like($stdout, qr/(?:^(\d+) of \g{-1} checks passed on PostgreSQL \Q$version\E.*\n?){2}/m,
		'hosted/test.sql, twice in one session') or diag($stdout, $stderr);
	is(value($node, 'SELECT count(*) FROM pg_namespace', 'shop'), $schemas, 'leaves nothing behind');
}

done_testing();
