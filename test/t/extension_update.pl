# Promise 8: CREATE EXTENSION at a version and every way of updating to it leave the same
# catalogs, with dependents present; and what an older version declared works with the
# newest library before ALTER EXTENSION uuidx UPDATE has run.  The versions are those
# that the server finds, so later ones are covered as they come.
#
# Only in make test-all: takes a minute, for what an update leaves in the catalogs.
# One server is enough: sql/install.sql runs every update script on all.

use UuidxTest;

my $node = uuidx_node('extension_update', extension => 0, conf => "fsync = off\ntimezone = 'UTC'\nuuidx.node_id = 1");
my $databases = 0;

# A new database in which some SQL has run
sub database
{
	my ($sql) = @_;
	my $name = 'db' . ++$databases;

	value($node, "CREATE DATABASE $name TEMPLATE template0");
	value($node, $sql, $name) if defined $sql;
	return $name;
}

my @versions = split(/\n/, value($node, q{
	SELECT version FROM pg_available_extension_versions WHERE name = 'uuidx'
	  ORDER BY string_to_array(version, '.')::integer[]}));
my $newest = value($node, q{SELECT default_version FROM pg_available_extensions WHERE name = 'uuidx'});
my @paths = map { [ split(/\|/) ] } split(/\n/, value($node, q{
	SELECT source, target FROM pg_extension_update_paths('uuidx') WHERE path IS NOT NULL
	ORDER BY string_to_array(source, '.')::integer[], string_to_array(target, '.')::integer[]}));

is("$versions[0] $versions[-1]", "1.0 $newest", 'the default version is the newest');
is(scalar(@paths), @versions * (@versions - 1) / 2,
	'every version can be updated to every newer one, none to an older one');

# All definitions; psql's \restrict differs each time
sub dumped
{
	my ($database, @options) = @_;
	my ($dump) = run_command([ 'pg_dump', '--schema-only', @options, $node->connstr($database) ]);

	return $dump =~ s/^\\.*\n?//gmr;
}

# The extension, its members, and their comments and privileges, as pg_upgrade creates them. OIDs differ, and the
# order with them.
sub catalog
{
	my ($database, $extension) = (@_, 'uuidx');
	my $dump = dumped($database, '--binary-upgrade');
	my $member = qr/^ALTER EXTENSION $extension ADD (.*);$/m;
	my %is_member = map { $_ => 1 } $dump =~ /$member/g;
	my @objects = grep {
		/$member|_create_empty_extension\('$extension'/
		  || /^(?:COMMENT|GRANT \w+|REVOKE \w+) ON (.*?) (?:IS|TO|FROM) /m && $is_member{$1}
	} split(/^-- Name: /m, $dump);

	return join('', sort map { s/^(?:--|SET ).*\n|.*pg_\w+_oid\('.*\n|^\n//gmr } @objects);
}

# The same, or the first of the lines in which they differ
sub same_lines
{
	my ($got, $expected, $name) = @_;

	return is_deeply([ split(/\n/, $got) ], [ split(/\n/, $expected) ], $name);
}

my %fresh = map { $_ => catalog(database("CREATE EXTENSION uuidx VERSION '$_'")) } @versions;

cmp_ok(($fresh{$newest} =~ tr/\n//), '>', 50, 'the catalogs have been looked at');

# --- Dependents of everything that 1.0 offers to depend on
my $id = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
my $dependents = q{
	CREATE TABLE kept (
	  n integer GENERATED ALWAYS AS IDENTITY,
	  id uuid DEFAULT uuid_generate_v7() PRIMARY KEY,
	  other uuid DEFAULT uuid_generate_v6(),
	  at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED,
	  day_low uuid GENERATED ALWAYS AS (uuid_v7_lower(uuid_v7_timestamp(id))) STORED,
	  CONSTRAINT late CHECK (id >= uuid_v7_range_lower(tstzrange('2020-01-01 00:00+00', NULL)) AND uuid_is_v7(id)),
	  CONSTRAINT version CHECK (uuid_version(other) = 6)
	);
	CREATE INDEX kept_at ON kept (uuid_time(id), uuid_variant(other));
	CREATE INDEX kept_partial ON kept (id) WHERE uuid_time(id) < '2030-01-01 00:00+00';
	CREATE VIEW recent AS SELECT n, id, at, (i).version,
	  other >= uuid_v6_lower('2020-01-01 00:00+00') AND id > uuid_v7_upper('2020-01-01 00:00+00') AS is_recent,
	  uuid_v6_to_v1(other) AS v1, uuid_generate_v5_sha1(uuid_namespace('dns'), n::text) AS name
	  FROM kept, uuid_inspect(id) AS i WHERE uuid_time(id) > '2021-01-01 00:00+00';
	CREATE DOMAIN v7 AS uuid CHECK (uuid_version(VALUE) = 7) DEFAULT uuid_generate_v7();
	CREATE TABLE typed (id v7, born timestamptz DEFAULT uuid_time(uuid_generate_v7()));
	CREATE FUNCTION age_of(id uuid) RETURNS interval LANGUAGE sql STABLE RETURN now() - uuid_time(id);
	CREATE FUNCTION since(t timestamptz) RETURNS bigint LANGUAGE sql STABLE BEGIN ATOMIC
	  SELECT count(*) FROM kept WHERE uuid_time(id) >= t; END;
	CREATE TABLE parts (id uuid DEFAULT uuid_generate_v7(), n integer) PARTITION BY RANGE (id);
	CREATE TABLE parts_old PARTITION OF parts FOR VALUES FROM (MINVALUE) TO (uuid_v7_lower('2023-01-01 00:00+00'));
	CREATE TABLE parts_new PARTITION OF parts FOR VALUES FROM (uuid_v7_lower('2023-01-01 00:00+00')) TO (MAXVALUE);
	INSERT INTO kept (id, other) SELECT uuid_generate_v7(t), uuid_generate_v6(t)
	  FROM generate_series(timestamptz '2020-06-01 00:00+00', '2024-01-01 00:00+00', '1 month') AS t;
	INSERT INTO parts SELECT id, n FROM kept;
	ANALYZE};
# what they say: an update changes nothing of it, nor of their definitions
my $contents = q{
	SELECT md5(string_agg(k::text, ',' ORDER BY n)) FROM kept AS k;
	SELECT count(*), md5(string_agg(r::text, ',' ORDER BY n)) FROM recent AS r;
	SELECT tableoid::regclass, count(*) FROM parts GROUP BY 1 ORDER BY 1;
	SELECT since('2022-01-01 00:00+00'), count(*) FILTER (WHERE age_of(id) > '0') FROM kept};
# they work on: defaults, checks, routing
my $go_on = q{
	INSERT INTO kept DEFAULT VALUES;
	INSERT INTO parts DEFAULT VALUES;
	INSERT INTO typed DEFAULT VALUES;
	REINDEX TABLE kept;
	ANALYZE kept;
	SELECT count(*) FROM recent WHERE uuid_time(id) > now() - interval '1 hour'};

# --- Every way; and the newest version in another schema, moved before or after
foreach my $path (@paths)
{
	my ($source, $target) = @{$path};
	my $db = database("CREATE EXTENSION uuidx VERSION '$source'; $dependents");
	my $before = value($node, $contents, $db) . dumped($db);

	value($node, "ALTER EXTENSION uuidx UPDATE TO '$target'", $db);
	same_lines(catalog($db), $fresh{$target}, "$source -> $target: as if created at $target");
	same_lines(value($node, $contents, $db) . dumped($db), $before,
		"$source -> $target: the dependents are what they were");
	is(value($node, $go_on, $db), '1', "$source -> $target: and work");
	is(state_of($node, q{INSERT INTO kept (id) VALUES (uuid_generate_v7('2019-01-01'))}, $db),
		'23514', "$source -> $target: and check");
	is(state_of($node, 'DROP EXTENSION uuidx', $db), '2BP01', "$source -> $target: and still depend");
	if ($target ne $newest)
	{
		# in several steps
		value($node, 'ALTER EXTENSION uuidx UPDATE', $db);
		same_lines(catalog($db), $fresh{$newest}, "$source -> $target -> $newest: as if created at $newest");
	}

}
my $moved = database(qq{CREATE EXTENSION uuidx VERSION '1.0'; $dependents;
	CREATE SCHEMA "Else where"; ALTER EXTENSION uuidx SET SCHEMA "Else where"});
value($node, 'ALTER EXTENSION uuidx UPDATE', $moved);
my $elsewhere = database('CREATE SCHEMA "Else where"; CREATE EXTENSION uuidx SCHEMA "Else where"');
same_lines(catalog($moved), catalog($elsewhere), 'moved, then updated');
is(value($node, qq{SET search_path = public, "Else where"; $go_on}, $moved),
	'1', 'moved, then updated: the dependents work');
value($node, 'ALTER EXTENSION uuidx SET SCHEMA public', $elsewhere);
same_lines(catalog($elsewhere), $fresh{$newest}, 'created in another schema, then moved');

# Without superuser: the owner of the database, who has created the extension
value($node, 'CREATE ROLE owner LOGIN');
my $owned = database();
value($node, "ALTER DATABASE $owned OWNER TO owner");
my ($ret, $stdout, $stderr) = $node->psql($owned,
	q{CREATE EXTENSION uuidx VERSION '1.0' SCHEMA public; ALTER EXTENSION uuidx UPDATE;
	CREATE TABLE mine (id uuid);
	CREATE INDEX ON mine (id uuid_time_ops); SELECT extversion FROM pg_extension WHERE extname = 'uuidx'},
	extra_params => [ '-U', 'owner' ], on_error_stop => 1);
is("$stdout$stderr", $newest, 'updated by a role that is no superuser');

# A name that the new version needs is taken: it is refused, and a schema of its own helps
my $taken = database(q{CREATE EXTENSION uuidx VERSION '1.0';
	CREATE FUNCTION uuidx_time_cmp(uuid, uuid) RETURNS integer LANGUAGE sql RETURN 0});
is(state_of($node, 'ALTER EXTENSION uuidx UPDATE', $taken), '42723', 'a name is taken: refused');
value($node, 'CREATE SCHEMA uuidx; ALTER EXTENSION uuidx SET SCHEMA uuidx; ALTER EXTENSION uuidx UPDATE', $taken);
is(value($node, q{SELECT extversion FROM pg_extension WHERE extname = 'uuidx'}, $taken),
	$newest, 'a name is taken: a schema of its own helps');

# --- uuidx_ids, whatever the version of uuidx
my $with_ids = database('CREATE EXTENSION uuidx; CREATE EXTENSION uuidx_ids');
my $ids_fresh = catalog($with_ids, 'uuidx_ids');
same_lines(catalog($with_ids), $fresh{$newest}, 'uuidx_ids: nothing of uuidx changes with it');
foreach my $version (@versions)
{
	my $name = "uuidx_ids with uuidx $version";
	my $db = database(qq{CREATE EXTENSION uuidx VERSION '$version'; CREATE SCHEMA "Else where";
		CREATE EXTENSION uuidx_ids SCHEMA "Else where"; SET search_path = public, "Else where";
		CREATE TABLE notes (ulid text PRIMARY KEY, id uuid GENERATED ALWAYS AS (uuid_from_id('ulid', ulid)) STORED
		  CHECK (typeid_prefix(uuid_to_typeid('a', id)) = 'a'));
		CREATE INDEX ON notes (id_extract_timestamp('ulid', ulid));
		CREATE VIEW recent AS SELECT * FROM notes WHERE ulid >= id_lower('ulid', timestamptz '2016-01-01 00:00+00');
		INSERT INTO notes VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV')});

	value($node, 'ALTER EXTENSION uuidx_ids UPDATE; ALTER EXTENSION uuidx UPDATE;
		ALTER EXTENSION uuidx_ids SET SCHEMA public', $db);
	same_lines(catalog($db, 'uuidx_ids'), $ids_fresh, "$name: as if created with $newest");
	same_lines(catalog($db), $fresh{$newest}, "$name: uuidx as if created at $newest");
	is(value($node, q{INSERT INTO notes VALUES ('01BX5ZZKBKACTAV9WEVGEMMVRZ');
		SELECT count(*), min(id) FROM recent}, $db),
		'2|01563e3a-b5d3-d676-4c61-efb99302bd5b', "$name: the dependents work");
	is(state_of($node, 'DROP EXTENSION uuidx_ids', $db), '2BP01', "$name: and depend");
	is(state_of($node, 'DROP EXTENSION uuidx', $db), '2BP01', "$name: as it does on uuidx");
}

# --- What an older version declared, with the newest library and before the update
# Filters by its functions find the same rows, planned or not
my $t = q{timestamptz '2022-02-22 19:22:22.123456+00'};
my $base = database(q{CREATE EXTENSION uuidx VERSION '1.0';
	CREATE TABLE asked (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)));
	INSERT INTO asked SELECT uuid_generate_v7(t)
	  FROM generate_series(timestamptz '2022-01-01', '2022-02-21', '1 day') AS t});
foreach my $condition ("uuid_time(id) < $t", "uuid_time(id)::date = date '2022-02-20'",
	q{id BETWEEN uuid_v7_lower('2022-02-01') AND uuid_v7_upper('2022-02-03')})
{
	my $query = "SELECT count(*), min(uuid_time(id)) FROM asked WHERE $condition";

	is(value($node, "SET enable_seqscan = off; $query", $base),
		value($node, "SET uuidx.planner = off; $query", $base), "1.0: $query");
}

# A session that has planned with 1.0 goes on after the update
my $session = uuidx_session($node, $base);
$session->query_safe("PREPARE asked AS SELECT count(*) FROM asked WHERE uuid_time(id) >= $t; EXECUTE asked;
	INSERT INTO asked SELECT uuid_generate_v7()");
is(state_of($node, "SELECT count(*) FROM asked WHERE $_", $base), '42883', "1.0: no $_")
  foreach "id ~>=~ $t", "id >= $t";
value($node, 'ALTER EXTENSION uuidx UPDATE; CREATE INDEX ON asked (id uuid_time_ops)', $base);
is($session->query_safe("EXECUTE asked; INSERT INTO asked SELECT uuid_generate_v7();
	SELECT count(*), count(*) FILTER (WHERE id >= $t) FROM asked WHERE id ~>=~ $t"),
	"1\n2|2", 'a session that was there before the update');
$session->quit;

done_testing();
