# hosted/uuidx.sql where it is meant for: run by a role without any attribute in a
# database of another, twice; what the planner makes of its operators; doc/hosted.md as it stands there, with the
# way to the extension and back on a table that uses the file in every way.
#
# Only in make test-all: hosted/uuidx.sql, not the library.
# Two servers are enough: the oldest and the newest.

use Cwd;
use FindBin;
use lib "$FindBin::RealBin/lib";
use UuidxDocument;
use UuidxTest;

my $root = "$FindBin::RealBin/../..";
my $text = document('hosted/uuidx.sql');
my $node = uuidx_node('hosted_use', extension => 0, conf => "timezone = 'UTC'");
my $version = value($node, q{SELECT current_setting('server_version_num')::integer / 10000});
my $uuid = qr/'[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'::uuid/;

unlike($text, qr/^\\|[?\\]/m, 'the file has no psql command, question mark or backslash');

#
# A role without any attribute, in a database that it does not own.  t/overloads.pl has hostile functions.
#
value($node, 'CREATE ROLE app; CREATE DATABASE shop; ALTER DATABASE shop SET standard_conforming_strings = on');
value($node, 'REVOKE ALL ON DATABASE shop FROM PUBLIC; REVOKE ALL ON SCHEMA public FROM PUBLIC;
	CREATE SCHEMA mine AUTHORIZATION app', 'shop');
my $before = 'SET SESSION AUTHORIZATION app; SET search_path = mine;';
sub app { return value($node, "SET SESSION AUTHORIZATION app; $_[0]", 'shop') }

is(value($node, "$before\n$text", 'shop'), '', 'the file runs in silence');
my $objects = q{SELECT md5(string_agg(o::text, ' ' ORDER BY o::text)), count(*)
	FROM (SELECT oid::regprocedure, oid FROM pg_proc WHERE pronamespace = 'mine'::regnamespace
	UNION ALL SELECT oid::regoperator::oid, oid FROM pg_operator WHERE oprnamespace = 'mine'::regnamespace) AS o};
my $made = value($node, $objects, 'shop');
app(q{
	SET search_path = mine;
	CREATE TABLE used (id uuid PRIMARY KEY DEFAULT uuid_generate_v7()
	  CHECK (uuid_is_v7(id)), at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED);
	CREATE INDEX used_by_time ON used (uuid_v7_timestamp(id));
	CREATE VIEW recent AS SELECT * FROM used WHERE id >= now() - interval '1 hour'
	  AND id <@ tstzrange(now() - interval '1 day', NULL);
	INSERT INTO used DEFAULT VALUES});
is(value($node, "$before\n$text", 'shop'), '', 'a second time, with dependents');
is(value($node, $objects, 'shop'), $made, 'everything is the object that it was');
is(app('SELECT count(*) FROM mine.recent'), '1', 'and works');
is(value($node, q{SELECT count(*) FROM pg_proc WHERE pronamespace NOT IN ('mine'::regnamespace,
	'pg_catalog'::regnamespace, 'information_schema'::regnamespace)}, 'shop'), '0', 'and nothing is elsewhere');
is(state_of($node, "SET SESSION AUTHORIZATION app; SET search_path = information_schema; $text", 'shop'),
	'42501', 'it is refused where the user may not create');
is(state_of($node, "SET SESSION AUTHORIZATION app; SET search_path = nowhere; $text", 'shop'),
	'3F000', 'nor without a schema');

app('SET search_path = mine; DROP VIEW recent; DROP TABLE used');
value($node, 'CREATE SCHEMA ids; CREATE EXTENSION uuidx SCHEMA ids', 'shop');
is(state_of($node, "SET search_path = ids; $text", 'shop'), '42723', 'nor does it replace the extension');
value($node, 'DROP EXTENSION uuidx', 'shop');

#
# What the planner makes of it, for that role
#
my $table = q{
	SET search_path = mine; SET client_min_messages = warning;
	CREATE TABLE measurements (id uuid PRIMARY KEY, n integer) PARTITION BY RANGE (id);
	CALL uuid_v7_create_partitions('measurements', now() - interval '6 months', now() + interval '5 months', '1 month');
	INSERT INTO measurements SELECT uuid_generate_v7(now() - n * interval '1 hour'), n
	  FROM generate_series(0, 4000) AS n;
	ANALYZE measurements};
app($table);

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
	[ 'commuted', "SELECT n FROM measurements WHERE timestamptz '$constant' <= id" ],
	[ 'range of constants', "SELECT n FROM measurements WHERE id <@ tstzrange('$constant', NULL)" ],
	[ 'custom plan', "EXECUTE since ('$constant')", "SET plan_cache_mode = force_custom_plan; $prepare" ])
{
	my ($name, $query, $setup) = @$case;
	my $plan = plan_as_app($query, $setup);

	unlike($plan, qr/Subplans Removed/, "$name: prunes while the query is planned");
	cmp_ok(scans($plan), '<=', 7, "$name: partitions");
	is(scalar(() = $plan =~ /Index Cond: \(+id >= $uuid/g), scans($plan), "$name: by a range of the key");
}
foreach my $case (
	[ 'now()', "SELECT n FROM measurements WHERE id >= $last_day" ],
	[ 'now(), commuted', "SELECT n FROM measurements WHERE $last_day <= id" ],
	[ 'range of now()', "SELECT n FROM measurements WHERE id <@ tstzrange($last_day, NULL)" ],
	[ 'generic plan', "EXECUTE since ('$constant')", "SET plan_cache_mode = force_generic_plan; $prepare" ])
{
	my ($name, $query, $setup) = @$case;
	my $plan = plan_as_app($query, $setup);

	my ($removed) = $plan =~ /Subplans Removed: (\d+)/;
	is(($removed // 0) + scans($plan), $partitions, "$name: prunes when the query starts");
	cmp_ok($removed // 0, '>=', 5, "$name: partitions");
	is(scalar(() = $plan =~ /Index Cond: \(+id >= /g), scans($plan), "$name: by a range of the key");
}
like(plan_as_app("SELECT FROM measurements AS m WHERE id >= (SELECT $last_day)"),
	qr/never executed/, 'a subquery prunes while it runs');
like(app("SET search_path = mine; EXPLAIN SELECT FROM measurements WHERE id >= timestamptz '$constant' -
	interval '150 days'"), qr/^Append .*rows=[34]\d{3} /, 'the filter by version is expected to keep the rows');
is(app("SET search_path = mine; SELECT count(*) FROM measurements WHERE id >= now() - interval '1 day'"),
	'24', 'and the rows are right');
app(q{CREATE TABLE mine.secured (id uuid PRIMARY KEY, owner name);
	INSERT INTO mine.secured SELECT mine.uuid_generate_v7(), 'app' FROM generate_series(1, 100);
	ALTER TABLE mine.secured ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
	CREATE POLICY own ON mine.secured USING (owner = current_user)});
like(plan_as_app("SELECT FROM secured WHERE id >= $_"),
	qr/Index Cond: \(id >= .*\n +Filter: \(\(owner = CURRENT_USER\) AND/, "row level security: $_")
  foreach (q{timestamptz '2026-06-15'}, $last_day);
app('DROP TABLE mine.measurements, mine.secured');

#
# Ways in: the file in one call; within a transaction, without its first and last lines;
# as the text of an extension; and what a user tries it with
#
my $inner = $text =~ s/^BEGIN;\n//mr =~ s/^COMMIT;\n//mr;
foreach my $way ([ 'one_call', $text ], [ 'transaction', "BEGIN;\n$inner\nROLLBACK" ],
	[ 'transaction', "BEGIN;\n$inner\nCOMMIT" ])
{
	my ($schema, $sql) = @$way;

	value($node, "CREATE SCHEMA IF NOT EXISTS $schema AUTHORIZATION app", 'shop');
	my $there = $sql =~ /ROLLBACK/ ? 'f' : 't';
	local $ENV{PGOPTIONS} = "-c search_path=$schema -c role=app";
	command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr('shop'), '-c', $sql ],
		"$schema: in one call");
	is(value($node, "SELECT to_regprocedure('$schema.uuid_generate_v7()') IS NOT NULL", 'shop'),
		$there, "$schema: is there, or not");
}
SKIP:
{
	my $directory = value($node, q{SELECT setting FROM pg_config WHERE name = 'SHAREDIR'}) . '/extension';

	skip('the directory of extensions is not ours', 3) if !-w $directory;
	append_to_file("$directory/uuidx_hosted.control", "default_version = '1.1'\nsuperuser = false\n");
	append_to_file("$directory/uuidx_hosted--1.1.sql", $inner);
	value($node, 'CREATE SCHEMA tle AUTHORIZATION app; GRANT CREATE ON DATABASE shop TO app', 'shop');
	app('CREATE EXTENSION uuidx_hosted SCHEMA tle');
	is(app('SELECT tle.uuid_version(tle.uuid_generate_v7())'), '7', 'it works as an extension');
	is(value($node, q{SELECT count(*) FROM pg_proc WHERE pronamespace = 'tle'::regnamespace AND oid NOT IN (SELECT objid
		FROM pg_depend WHERE deptype = 'e')}, 'shop'), '0', 'every function belongs to the extension');
	app('DROP EXTENSION uuidx_hosted');
	is(value($node, q{SELECT count(*) FROM pg_proc
		WHERE pronamespace = 'tle'::regnamespace}, 'shop'), '0', 'and nothing is left');
	unlink("$directory/uuidx_hosted.control", "$directory/uuidx_hosted--1.1.sql");
}
{
	my $here = getcwd();
	my $schemas = value($node, 'SELECT count(*) FROM pg_namespace', 'shop');

	chdir("$root/hosted") or die "could not change to hosted: $!";
	my ($stdout,
		$stderr) = run_command([ 'psql', '-X', '-d', $node->connstr('shop'), '-f', 'test.sql', '-f', 'test.sql' ]);
	chdir($here) or die "could not change back: $!";
	like($stdout, qr/(?:^(\d+) of \g{-1} checks passed on PostgreSQL \Q$version\E.*\n?){2}/m,
		'hosted/test.sql, twice in one session') or diag($stdout, $stderr);
	is(value($node, 'SELECT count(*) FROM pg_namespace', 'shop'), $schemas, 'leaves nothing behind');
}

#
# doc/hosted.md, in the order of the document, in the schema public
#
my %block = map { my $s = $_; map { ($s->{heading} . ' '
  . ($_ + 1) => $s->{blocks}[$_]) } 0 .. $#{ $s->{blocks} } } sections('doc/hosted.md');
my %run;
value($node, 'CREATE DATABASE doc');
value($node, $text, 'doc');

# Runs a block as it stands there; a block behind it that has no language is what it shows
sub block
{
	my ($name, $raises) = @_;
	my ($heading, $n) = $name =~ /^(.*) (\d+)$/;
	my $shown = $block{ "$heading " . ($n + 1) };

	$run{$name} = 1;
	$node->psql('doc', "\\pset format aligned\n\\pset tuples_only off\n\\pset footer off\n$block{$name}{text}",
		stdout => \my $stdout, stderr => \my $stderr, on_error_stop => 1);
	my ($error) = $stderr =~ /ERROR:  (.*)/;
	is($error, $raises, $name);
	if ($shown && $shown->{language} eq '')
	{
		$run{ "$heading " . ($n + 1) } = 1;
		like(plain($stdout), shown(plain($shown->{text})), "$name: shows what it says") if !defined $raises;
	}
	return $stderr;
}
sub query { return value($node, $_[0], 'doc') }

block('Quick start 1');
$run{'Quick start 3'} = 1;
block('What the file contains 1');

block('Performance 1');

# A table that uses the file in every way, with rows, and what is stored of it
query(q{
	ALTER TABLE events ADD at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED;
	CREATE INDEX events_by_time ON events (uuid_v7_timestamp(id));
	CREATE VIEW recent AS SELECT id, payload FROM events
	  WHERE id >= timestamptz '2026-06-14 23:00Z' AND id <@ tstzrange('2026-06-14Z', '2026-06-15Z');
	CREATE VIEW inspected AS SELECT id, (uuid_inspect(id)).* FROM events;
	INSERT INTO events (id, payload) SELECT uuid_generate_v7('2026-06-15Z'::timestamptz - n * interval '1 minute'), n
	  FROM generate_series(1, 1000) AS n;
	INSERT INTO measurements SELECT uuid_generate_v7('2026-01-01Z'::timestamptz + n * interval '1 day'), n
	  FROM generate_series(0, 364) AS n;
	ALTER TABLE measurements ALTER id SET DEFAULT uuid_generate_v7();
	ANALYZE});
my $stored = q{SELECT string_agg(format('%s %s %s', oid, relname, relfilenode), ' ' ORDER BY oid)
	FROM pg_class WHERE relname ~ '^(events|measurements)'};
my $rows = q{SELECT md5(string_agg(e.*::text || ctid || xmin, ' ' ORDER BY id)) FROM events AS e};
my @was = (query($stored), query($rows));
my $asked = q{SELECT count(*) FROM recent; SELECT count(*) FROM events
	WHERE uuid_v7_timestamp(id) < '2026-06-14 14:00Z'; SELECT count(*), min(version)
	FROM inspected; SELECT count(*) FROM measurements WHERE id < timestamptz '2026-02-01Z'};
my $answer = query($asked);
is($answer, "60\n400\n1001|7\n31", 'answers');

sub works
{
	my ($where) = @_;

	is_deeply([ query($stored), query($rows) ], \@was, "$where: no table is written, and no row");
	is(query($asked), $answer, "$where: the same answers");
	is(query(q{BEGIN; INSERT INTO events (payload) VALUES ('new') RETURNING uuid_version(id), at = uuid_time(id);
		ROLLBACK}), '7|t', "$where: defaults and generated columns work");
	is(state_of($node, 'INSERT INTO events (id) VALUES (gen_random_uuid())', 'doc'), '23514', "$where: so do checks");
	like(query(q{SET enable_seqscan = off; EXPLAIN (COSTS OFF) SELECT FROM events
		WHERE uuid_v7_timestamp(id) < '2020-01-01'}), qr/events_by_time|events_pkey/, "$where: and indexes");
	return;
}

# There: as one transaction with locks looked at, then for good
my $move = $block{'Switch to the extension, and back 2'}{text};
block('Switch to the extension, and back 1');
is(query(qq{BEGIN; $move; SELECT string_agg(DISTINCT relname, ' ') FROM pg_locks JOIN pg_class AS c ON c.oid = relation
	WHERE relname ~ '^(events|measurements|recent)'; ROLLBACK}), '', 'the move locks no table');
block('Switch to the extension, and back 2');
is(query(q{SELECT string_agg(proname, ' ' ORDER BY proname) FROM pg_proc AS p
	WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
	AND NOT EXISTS (SELECT FROM pg_depend AS d JOIN pg_proc AS e ON e.oid = d.refobjid
		WHERE d.objid = p.oid AND e.pronamespace = 'uuidx'::regnamespace) AND proname !~ '^uuidx_'}),
	'uuid_inspect uuid_table_dependents uuid_v7_partitions', 'functions call the extension, but for three');
works('there');
block('Switch to the extension, and back 3');
like(query(q{EXPLAIN (COSTS OFF) SELECT FROM events WHERE uuid_time(id) >= timestamptz '2020-01-01'
	AND id <@ tstzrange('2020-01-01', NULL)}), qr/$uuid/, 'the extension plans');
block('Switch to the extension, and back 5');
unlike(query(q{SET enable_seqscan = off; EXPLAIN (COSTS OFF) SELECT FROM events WHERE id >= now()}),
	qr/Filter/, 'with the CHECK no filter is left');

my $again = $block{'Switch to the extension, and back 6'}{text};
$run{'Switch to the extension, and back 6'} = 1;
is(query(q{SELECT statement FROM uuidx.uuid_report('events', 'id')}), ($again =~ s/\n */ /gr
  =~ s/^ALTER TABLE /ALTER TABLE public./r =~ s/ \z//r), 'uuid_report has the statement for the generated column');
{
	local $ENV{PGOPTIONS} = '-c session_preload_libraries=uuidx';

	my $latest = 'SET LOCAL enable_seqscan = off; EXPLAIN (COSTS OFF) SELECT FROM events ORDER BY at DESC LIMIT 5';
	like(query("BEGIN; $latest; ROLLBACK"), qr/Sort/, 'before it the column is another one to the planner');
	unlike(query("BEGIN; DROP INDEX events_by_time; $again $latest; ROLLBACK"),
		qr/Sort/, 'then it is the time of the id');
}

# And back
block('Switch to the extension, and back 7');
is(state_of($node, 'DROP EXTENSION uuidx', 'doc'), '2BP01', 'as long as functions call it, it is needed');
value($node, $text, 'doc');
block('Switch to the extension, and back 8');
works('back');

# Removal: what depends is named, and nothing is removed
my $stderr = block('Remove it 1', 'cannot drop desired object(s) because other objects depend on them');
like($stderr, qr/view recent depends on operator/, 'removal names them');
query('DROP VIEW recent, inspected; DROP INDEX events_by_time;
	ALTER TABLE events DROP at, ADD CHECK (uuid_is_v7(id));
	ALTER TABLE measurements ALTER id DROP DEFAULT, DROP CONSTRAINT measurements_id_check;
	ALTER TABLE events ALTER id SET DEFAULT uuid_generate_v7()');
block('Remove it 1');
is(query(q{SELECT count(*) FROM pg_depend WHERE refclassid = 'pg_namespace'::regclass AND refobjid
	= 'public'::regnamespace AND classid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_type'::regclass)
	AND objid NOT IN (SELECT reltype FROM pg_class)}), '0', 'and then nothing is left');
is(query('SELECT count(*), (SELECT count(*) FROM measurements) FROM events'), '1001|365', 'but the rows');

is_deeply([ grep { !$run{$_} } sort keys %block ], [], 'every block of the document is run, or is none of SQL');

$node->stop;
done_testing();
