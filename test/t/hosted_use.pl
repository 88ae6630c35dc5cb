# hosted/uuidx.sql where it is meant for: run by a role without any attribute in a
# database of another, twice, with hostile functions and operators on the search_path;
# what the planner makes of its operators; doc/hosted.md as it stands there, with the
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
# A role without any attribute, in a database that it does not own; and another's schema
# with everything that the file could take for the server's own
#
value($node, 'CREATE ROLE app; CREATE DATABASE shop; ALTER DATABASE shop SET standard_conforming_strings = on');
value($node, 'REVOKE ALL ON DATABASE shop FROM PUBLIC; REVOKE ALL ON SCHEMA public FROM PUBLIC; CREATE SCHEMA mine AUTHORIZATION app; CREATE SCHEMA trap; GRANT USAGE ON SCHEMA trap TO app', 'shop');
value(
	$node, q{
	DO $do$
	DECLARE
	  l text;
	  r text;
	  f record;
	BEGIN
	  FOREACH l IN ARRAY '{integer,bigint,double precision,numeric,interval,timestamptz,timestamp,uuid,text,name,bytea,tstzrange,oid,regclass,regnamespace}'::text[] LOOP
	    FOREACH r IN ARRAY '{integer,bigint,double precision,numeric,interval,timestamptz,timestamp,uuid,text,name,bytea,tstzrange,oid,regclass,regnamespace}'::text[] LOOP
	      EXECUTE format('CREATE FUNCTION trap.operator(%s, %s) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE ''trapped''; END$$', l, r);
	      FOR f IN SELECT unnest('{+,-,*,/,%,<,<=,>,>=,=,<>,||,>>,<<,#,|,&,<@,@>}'::text[]) AS op LOOP
	        CONTINUE WHEN l = 'uuid' AND r IN ('timestamptz', 'tstzrange') OR r = 'uuid' AND l IN ('timestamptz', 'tstzrange');
	        EXECUTE format('CREATE OPERATOR trap.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = trap.operator)', f.op, l, r);
	      END LOOP;
	    END LOOP;
	  END LOOP;
	  FOR f IN
	    SELECT DISTINCT ON (proname, proargtypes) proname, oidvectortypes(proargtypes) AS arguments, prorettype::regtype AS result FROM pg_proc
	    WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind = 'f' AND NOT proretset
	      AND proname = ANY ('{lower,upper,floor,ceil,encode,decode,substr,left,replace,get_byte,set_byte,set_bit,uuid_send,int8send,to_hex,lpad,md5,sha256,convert_to,date_part,timezone,
	        to_timestamp,abs,isfinite,date_trunc,isempty,lower_inf,upper_inf,lower_inc,upper_inc,clock_timestamp,gen_random_uuid,uuidv7,format,quote_ident,current_schema,set_config,concat,pg_get_expr,regexp_match,
	        translate,starts_with,octet_length,pg_has_role,to_char,cardinality,array_fill,array_positions,current_setting,to_regprocedure,to_regtype,to_regoperator,make_interval,mod,div,getdatabaseencoding}'::text[])
	      AND NOT EXISTS (SELECT FROM unnest(proargtypes) AS u (type) JOIN pg_type AS t ON t.oid = type WHERE typtype = 'p') AND prorettype::regtype::text !~ '^any'
	  LOOP
	    EXECUTE format('CREATE FUNCTION trap.%I(%s) RETURNS %s LANGUAGE plpgsql AS $$BEGIN RAISE ''trapped''; END$$', f.proname, f.arguments, f.result);
	  END LOOP;
	END $do$;
	CREATE FUNCTION trap.convert_to(text, text) RETURNS bytea LANGUAGE plpgsql AS $$BEGIN RAISE 'trapped'; END$$;
	CREATE TABLE trap.pg_class (); CREATE TABLE trap.pg_proc (); CREATE TABLE trap.pg_inherits (); CREATE TABLE trap.pg_operator (); CREATE TABLE trap.pg_depend ()}, 'shop');

# As that role; with a path on which the other schema is before the server's own
my $before = 'SET SESSION AUTHORIZATION app; SET search_path = mine, trap, pg_catalog;';
sub app { return value($node, "SET SESSION AUTHORIZATION app; $_[0]", 'shop') }

is(state_of($node, "$before SELECT 1 + 1", 'shop'), 'P0001', 'the trap works');
is(value($node, "$before\n$text", 'shop'), '', 'the file runs in silence');
my $objects = q{SELECT md5(string_agg(o::text, ' ' ORDER BY o::text)), count(*) FROM (SELECT oid::regprocedure, oid FROM pg_proc WHERE pronamespace = 'mine'::regnamespace
	UNION ALL SELECT oid::regoperator::oid, oid FROM pg_operator WHERE oprnamespace = 'mine'::regnamespace) AS o};
my $made = value($node, $objects, 'shop');
app(q{
	SET search_path = mine;
	CREATE TABLE used (id uuid PRIMARY KEY DEFAULT uuid_generate_v7() CHECK (uuid_is_v7(id)), at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED);
	CREATE INDEX used_by_time ON used (uuid_v7_timestamp(id));
	CREATE VIEW recent AS SELECT * FROM used WHERE id >= now() - interval '1 hour' AND id <@ tstzrange(now() - interval '1 day', NULL);
	INSERT INTO used DEFAULT VALUES});
is(value($node, "$before\n$text", 'shop'), '', 'a second time, with dependents');
is(value($node, $objects, 'shop'), $made, 'everything is the object that it was');
is(app('SELECT count(*) FROM mine.recent'), '1', 'and works');
is( value($node, q{SELECT string_agg(pg_describe_object(classid, objid, objsubid), ', ') FROM pg_depend WHERE refobjid IN (SELECT oid FROM pg_proc WHERE pronamespace = 'trap'::regnamespace
		UNION ALL SELECT oid FROM pg_operator WHERE oprnamespace = 'trap'::regnamespace) AND classid <> 'pg_operator'::regclass}, 'shop'),
	'', 'nothing depends on the trap');
is(value($node, q{SELECT count(*) FROM pg_proc WHERE pronamespace NOT IN ('mine'::regnamespace, 'trap'::regnamespace, 'pg_catalog'::regnamespace, 'information_schema'::regnamespace)}, 'shop'), '0', 'and nothing is elsewhere');
is(state_of($node, "SET SESSION AUTHORIZATION app; SET search_path = trap; $text", 'shop'), '42501', 'it is refused where the user may not create');
is(state_of($node, "SET SESSION AUTHORIZATION app; SET search_path = nowhere; $text", 'shop'), '3F000', 'nor without a schema');

# Callers whose path has the trap first
foreach my $path ('trap, mine, pg_catalog', 'trap, pg_catalog')
{
	is( app(qq{
			SET search_path = $path;
			SELECT mine.uuid_version(mine.uuid_generate_v7()), mine.uuid_version(mine.uuid_generate_v7(timestamptz '2026-06-15')), mine.uuid_version(mine.uuid_generate_v7('2026-06-15', 1)),
			  mine.uuid_version(mine.uuid_generate_v6()), mine.uuid_version(mine.uuid_generate_v6('2026-06-15'))}),
		'7|7|7|6|6', "generators, $path");
	is( app(qq{
			SET search_path = $path;
			SELECT mine.uuid_time(v1), mine.uuid_time(v6), mine.uuid_time(v7), mine.uuid_v7_timestamp_us(v7), (mine.uuid_inspect(v7)).counter, mine.uuid_v1_to_v6(v1), mine.uuid_v6_to_v1(v6), mine.uuid_is_v7(v7), mine.uuid_is_v6(v6), mine.uuid_variant(v7),
			  mine.uuid_v7_lower(at), mine.uuid_v7_upper(at), mine.uuid_v6_lower(at), mine.uuid_v6_upper(at), mine.uuid_v7_range_lower(r), mine.uuid_v7_range_upper(r),
			  v7 OPERATOR(mine.>=) at, v7 OPERATOR(mine.<) at, at OPERATOR(mine.<=) v7, at OPERATOR(mine.>) v7, v7 OPERATOR(mine.<@) r, r OPERATOR(mine.@>) v7, mine.uuid_v7_within(v7, at, '1 day'), mine.uuid_v7_partman_decoder(v7::text),
			  mine.uuid_namespace('DNS'), mine.uuid_generate_v3_md5(v1, 'name'), mine.uuid_generate_v8_sha256(v1, 'name'), mine.uuid_generate_v8_sha256(v1, v1, 'name'), mine.uuid_generate_v8('0123456789abcdef'), mine.uuidx_hosted_version()
			FROM (VALUES ('c232ab00-9414-11ec-b3c8-9f6bdeced846'::uuid, '1ec9414c-232a-6b00-b3c8-9f6bdeced846'::uuid, '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'::uuid, timestamptz '2022-02-22 12:00:00.0005', tstzrange '(2022-02-22, 2022-02-23]')) AS v (v1, v6, v7, at, r)})
		  =~ tr/|// + 1, 30, "functions and operators, $path");
	app(qq{
		SET search_path = $path;
		CREATE TABLE mine.parted (id uuid) PARTITION BY RANGE (id);
		CALL mine.uuid_v7_create_partitions('mine.parted', '2026-01-01Z', '2026-03-01Z', '1 month');
		CALL mine.uuid_v7_create_partitions('mine.parted', '2025-12-01Z', '2026-04-01Z', '1 month');
		CALL mine.uuid_v7_drop_partitions('mine.parted', '2026-01-01Z')});
	is(app("SET search_path = $path; SELECT pg_catalog.format('%s %s %s', partition, from_time, to_time) FROM mine.uuid_v7_partitions('mine.parted'); DROP TABLE mine.parted"),
		join("\n", map { ($path =~ /mine/ ? '' : 'mine.') . $_ } 'parted_p20260101 2026-01-01 00:00:00+00 2026-02-01 00:00:00+00', 'parted_p20260201 2026-02-01 00:00:00+00 2026-03-01 00:00:00+00', 'parted_p20260301 2026-03-01 00:00:00+00 2026-04-01 00:00:00+00'), "partitions, $path");
}

# Functions of somebody else, and of an extension, are left alone
app('SET search_path = mine; DROP VIEW recent; DROP TABLE used');
value($node, 'CREATE SCHEMA theirs AUTHORIZATION app', 'shop');
app('CREATE FUNCTION theirs.uuid_generate_v7() RETURNS uuid LANGUAGE sql RETURN gen_random_uuid()');
is(state_of($node, "SET SESSION AUTHORIZATION app; SET search_path = theirs; $text", 'shop'), '42723', 'a function that the file did not make stays');
value($node, 'CREATE SCHEMA ids; CREATE EXTENSION uuidx SCHEMA ids', 'shop');
is(state_of($node, "SET search_path = ids; $text", 'shop'), '42723', 'nor does it replace the extension');
value($node, 'DROP EXTENSION uuidx', 'shop');
like(app(q{SELECT prosrc IS NOT NULL, oid::regprocedure FROM pg_proc WHERE pronamespace = 'theirs'::regnamespace}), qr/theirs\.uuid_generate_v7\(\)$/, 'nothing is left of the attempt');

#
# What the planner makes of it, for that role
#
my $table = q{
	SET search_path = mine; SET client_min_messages = warning;
	CREATE TABLE measurements (id uuid PRIMARY KEY, n integer) PARTITION BY RANGE (id);
	CALL uuid_v7_create_partitions('measurements', now() - interval '6 months', now() + interval '5 months', '1 month');
	INSERT INTO measurements SELECT uuid_generate_v7(now() - n * interval '1 hour'), n FROM generate_series(0, 4000) AS n;
	ANALYZE measurements};
app($table);

# The plan of a query as that role: partitions in it, and whether each is reached by a range of its key
sub plan_as_app
{
	my ($query, $setup) = @_;

	return app('SET search_path = mine; SET enable_seqscan = off; SET enable_bitmapscan = off; ' . ($setup // '') . ";\nEXPLAIN (COSTS OFF, ANALYZE, TIMING OFF, SUMMARY OFF) $query");
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
like(plan_as_app("SELECT FROM measurements AS m WHERE id >= (SELECT $last_day)"), qr/never executed/, 'a subquery prunes while it runs');
like(app("SET search_path = mine; EXPLAIN SELECT FROM measurements WHERE id >= timestamptz '$constant' - interval '150 days'"), qr/^Append .*rows=[34]\d{3} /, 'the filter by version is expected to keep the rows');
is(app("SET search_path = mine; SELECT count(*) FROM measurements WHERE id >= now() - interval '1 day'"), '24', 'and the rows are right');
app(q{CREATE TABLE mine.secured (id uuid PRIMARY KEY, owner name); INSERT INTO mine.secured SELECT mine.uuid_generate_v7(), 'app' FROM generate_series(1, 100);
	ALTER TABLE mine.secured ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY; CREATE POLICY own ON mine.secured USING (owner = current_user)});
like(plan_as_app("SELECT FROM secured WHERE id >= $_"), qr/Index Cond: \(id >= .*\n +Filter: \(\(owner = CURRENT_USER\) AND/, "row level security: $_") foreach (q{timestamptz '2026-06-15'}, $last_day);
app('DROP TABLE mine.measurements, mine.secured');

#
# Ways in: the file in one call; within a transaction, without its first and last lines;
# as the text of an extension; and what a user tries it with
#
my $inner = $text =~ s/^BEGIN;\n//mr =~ s/^COMMIT;\n//mr;
foreach my $way ([ 'one_call', $text ], [ 'transaction', "BEGIN;\n$inner\nROLLBACK" ], [ 'transaction', "BEGIN;\n$inner\nCOMMIT" ])
{
	my ($schema, $sql) = @$way;

	value($node, "CREATE SCHEMA IF NOT EXISTS $schema AUTHORIZATION app", 'shop');
	my $there = $sql =~ /ROLLBACK/ ? 'f' : 't';
	local $ENV{PGOPTIONS} = "-c search_path=$schema -c role=app";
	command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr('shop'), '-c', $sql ], "$schema: in one call");
	is(value($node, "SELECT to_regprocedure('$schema.uuid_generate_v7()') IS NOT NULL", 'shop'), $there, "$schema: is there, or not");
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
	is(value($node, q{SELECT count(*) FROM pg_proc WHERE pronamespace = 'tle'::regnamespace AND oid NOT IN (SELECT objid FROM pg_depend WHERE deptype = 'e')}, 'shop'), '0', 'every function belongs to the extension');
	app('DROP EXTENSION uuidx_hosted');
	is(value($node, q{SELECT count(*) FROM pg_proc WHERE pronamespace = 'tle'::regnamespace}, 'shop'), '0', 'and nothing is left');
	unlink("$directory/uuidx_hosted.control", "$directory/uuidx_hosted--1.1.sql");
}
{
	my $here = getcwd();
	my $schemas = value($node, 'SELECT count(*) FROM pg_namespace', 'shop');

	chdir("$root/hosted") or die "could not change to hosted: $!";
	my ($stdout, $stderr) = run_command([ 'psql', '-X', '-d', $node->connstr('shop'), '-f', 'test.sql', '-f', 'test.sql' ]);
	chdir($here) or die "could not change back: $!";
	like($stdout, qr/(?:^(\d+) of \g{-1} checks passed on PostgreSQL \Q$version\E.*\n?){2}/m, 'hosted/test.sql, twice in one session') or diag($stdout, $stderr);
	is(value($node, 'SELECT count(*) FROM pg_namespace', 'shop'), $schemas, 'leaves nothing behind');
}

#
# doc/hosted.md, in the order of the document, in the schema public
#
my %block = map { my $s = $_; map { ($s->{heading} . ' ' . ($_ + 1) => $s->{blocks}[$_]) } 0 .. $#{ $s->{blocks} } } sections('doc/hosted.md');
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
	$node->psql('doc', "\\pset format aligned\n\\pset tuples_only off\n\\pset footer off\n$block{$name}{text}", stdout => \my $stdout, stderr => \my $stderr, on_error_stop => 1);
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
	ALTER TABLE events ADD CHECK (uuid_is_v7(id)), ADD at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED;
	CREATE INDEX events_by_time ON events (uuid_v7_timestamp(id));
	CREATE VIEW recent AS SELECT id, payload FROM events WHERE id >= timestamptz '2026-06-14 23:00Z' AND id <@ tstzrange('2026-06-14Z', '2026-06-15Z');
	CREATE VIEW inspected AS SELECT id, (uuid_inspect(id)).* FROM events;
	INSERT INTO events (id, payload) SELECT uuid_generate_v7('2026-06-15Z'::timestamptz - n * interval '1 minute'), n FROM generate_series(1, 1000) AS n;
	INSERT INTO measurements SELECT uuid_generate_v7('2026-01-01Z'::timestamptz + n * interval '1 day'), n FROM generate_series(0, 364) AS n;
	ALTER TABLE measurements ALTER id SET DEFAULT uuid_generate_v7();
	ANALYZE});
my $stored = q{SELECT string_agg(format('%s %s %s', oid, relname, relfilenode), ' ' ORDER BY oid) FROM pg_class WHERE relname ~ '^(events|measurements)'};
my $rows = q{SELECT md5(string_agg(e.*::text || ctid || xmin, ' ' ORDER BY id)) FROM events AS e};
my @was = (query($stored), query($rows));
my $asked = q{SELECT count(*) FROM recent; SELECT count(*) FROM events WHERE uuid_v7_timestamp(id) < '2026-06-14 14:00Z'; SELECT count(*), min(version) FROM inspected; SELECT count(*) FROM measurements WHERE id < timestamptz '2026-02-01Z'};
my $answer = query($asked);
is($answer, "60\n400\n1001|7\n31", 'answers');

sub works
{
	my ($where) = @_;

	is_deeply([ query($stored), query($rows) ], \@was, "$where: no table is written, and no row");
	is(query($asked), $answer, "$where: the same answers");
	is(query(q{BEGIN; INSERT INTO events (payload) VALUES ('new') RETURNING uuid_version(id), at = uuid_time(id); ROLLBACK}), '7|t', "$where: defaults and generated columns work");
	is(state_of($node, 'INSERT INTO events (id) VALUES (gen_random_uuid())', 'doc'), '23514', "$where: so do checks");
	like(query(q{SET enable_seqscan = off; EXPLAIN (COSTS OFF) SELECT FROM events WHERE uuid_v7_timestamp(id) < '2020-01-01'}), qr/events_by_time|events_pkey/, "$where: and indexes");
	return;
}

# There: as one transaction with locks looked at, then for good
my $move = $block{'Switch to the extension, and back 2'}{text};
block('Switch to the extension, and back 1');
is(query(qq{BEGIN; $move; SELECT string_agg(DISTINCT relname, ' ') FROM pg_locks JOIN pg_class AS c ON c.oid = relation WHERE relname ~ '^(events|measurements|recent)'; ROLLBACK}), '', 'the move locks no table');
block('Switch to the extension, and back 2');
is( query(q{SELECT string_agg(proname, ' ' ORDER BY proname) FROM pg_proc AS p WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' AND NOT EXISTS (SELECT FROM pg_depend AS d JOIN pg_proc AS e ON e.oid = d.refobjid
		WHERE d.objid = p.oid AND e.pronamespace = 'uuidx'::regnamespace) AND proname !~ '^uuidx_'}),
	'uuid_inspect uuid_table_dependents uuid_v7_partitions', 'functions call the extension, but for three');
works('there');
block('Switch to the extension, and back 3');
like(query(q{EXPLAIN (COSTS OFF) SELECT FROM events WHERE uuid_time(id) >= timestamptz '2020-01-01' AND id <@ tstzrange('2020-01-01', NULL)}), qr/$uuid/, 'the extension plans');
block('Switch to the extension, and back 5');
unlike(query(q{SET enable_seqscan = off; EXPLAIN (COSTS OFF) SELECT FROM events WHERE id >= now()}), qr/Filter/, 'with the CHECK no filter is left');

my $again = $block{'Switch to the extension, and back 6'}{text};
$run{'Switch to the extension, and back 6'} = 1;
is(query(q{SELECT statement FROM uuidx.uuid_report('events', 'id')}), ($again =~ s/\n */ /gr =~ s/^ALTER TABLE /ALTER TABLE public./r =~ s/ \z//r), 'uuid_report has the statement for the generated column');
{
	local $ENV{PGOPTIONS} = '-c session_preload_libraries=uuidx';

	my $latest = 'SET LOCAL enable_seqscan = off; EXPLAIN (COSTS OFF) SELECT FROM events ORDER BY at DESC LIMIT 5';
	like(query("BEGIN; $latest; ROLLBACK"), qr/Sort/, 'before it the column is another one to the planner');
	unlike(query("BEGIN; DROP INDEX events_by_time; $again $latest; ROLLBACK"), qr/Sort/, 'then it is the time of the id');
}

# And back
block('Switch to the extension, and back 7');
is(state_of($node, 'DROP EXTENSION uuidx', 'doc'), '2BP01', 'as long as functions call it, it is needed');
value($node, $text, 'doc');
block('Switch to the extension, and back 8');
works('back');

# Removal: what depends is named, and nothing is removed
my ($list, $remove) = ($block{'Remove it 1'}{text}, $block{'Remove it 3'}{text});
my $dependents = query($list);
like($dependents, qr/$_/, "dependent: $_")
  foreach (qr/^default value for column id of table events\|function uuid_generate_v7\(\)$/m, qr/of table events\|function uuid_time\(uuid\)$/m, qr/^constraint events_id_check on table events\|function uuid_is_v7/m,
	qr/^index events_by_time\|function uuid_v7_timestamp/m, qr/^rule _RETURN on view recent\|operator >=/m);
my $stderr = block('Remove it 3', 'cannot drop desired object(s) because other objects depend on them');
like($stderr, qr/view recent depends on operator/, 'removal names them');
query('DROP VIEW recent, inspected; DROP INDEX events_by_time; ALTER TABLE events DROP at, DROP CONSTRAINT events_id_check; ALTER TABLE measurements ALTER id DROP DEFAULT; ALTER TABLE events ALTER id SET DEFAULT uuid_generate_v7()');
block('Remove it 1');
block('Remove it 3');
is(query(q{SELECT count(*) FROM pg_depend WHERE refclassid = 'pg_namespace'::regclass AND refobjid = 'public'::regnamespace AND classid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_type'::regclass)
	AND objid NOT IN (SELECT reltype FROM pg_class)}), '0', 'and then nothing is left');
is(query('SELECT count(*), (SELECT count(*) FROM measurements) FROM events'), '1001|365', 'but the rows');

$run{'As an extension of pg_tle 1'} = 1;
is_deeply([ grep { !$run{$_} } sort keys %block ], [], 'every block of the document is run, or is none of SQL');

$node->stop;
done_testing();
