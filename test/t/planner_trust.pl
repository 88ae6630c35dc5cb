# Planning runs nothing that is not the extension's: no function that bears a name of
# ours, no expression of a CHECK or a domain, no other library.  What a session with
# the library prints, errors and notices included, is what one without it prints; core
# itself evaluates the CHECKs of partitions, but for constraint_exclusion = off.
#
# In make test: nothing else notices that planning runs a function of others.

use File::Copy 'copy';
use UuidxTest;

my $node = uuidx_node('planner_trust', conf => "timezone = 'UTC'\nconstraint_exclusion = off");

# Everything a session prints, rows and messages; with the library preloaded or without
sub printed
{
	my ($preload, $sql, $database) = @_;
	my ($stdout, $stderr);
	local $ENV{PGOPTIONS} = $preload ? '-c session_preload_libraries=uuidx' : '';

	$node->psql($database || 'postgres', $sql, stdout => \$stdout, stderr => \$stderr);
	return "$stdout\n" . ($stderr =~ s/^psql:<stdin>:\d+: //gmr);
}

# A query that names nothing of ours, as it is without the library
sub same_as_without
{
	my ($name, $sql, $database) = @_;
	my $without = printed(0, $sql, $database);

	is(printed(1, $sql, $database), $without, "$name: preloaded, as without the library");
	is(printed(0, "LOAD 'uuidx';\n$sql", $database), $without, "$name: with the library, as without");
	return $without;
}

# A query that names something of ours, as it is with uuidx.planner off
sub same_as_off
{
	my ($name, $sql, $database) = @_;
	my $off = printed(0, "SET uuidx.planner = off;\n$sql", $database);

	is(printed($_, $sql, $database), $off, "$name: " . ($_ ? 'preloaded' : 'in its first statement')) foreach (0, 1);
	return $off;
}

# --- Names of ours that are not ours: the library is newer than the scripts
value($node, q{
	CREATE ROLE mallory LOGIN;
	GRANT CREATE ON DATABASE template1 TO mallory;
	CREATE DATABASE older TEMPLATE template0;
	GRANT CREATE ON DATABASE older TO mallory});
value($node, q{
	SET SESSION AUTHORIZATION mallory;
	CREATE SCHEMA mine;
	CREATE EXTENSION uuidx SCHEMA mine;
	RESET SESSION AUTHORIZATION;
	ALTER EXTENSION uuidx DROP FUNCTION mine.uuid_is_v6(uuid);
	ALTER EXTENSION uuidx DROP FUNCTION mine.uuid_is_v7(uuid);
	ALTER EXTENSION uuidx DROP FUNCTION mine.uuid_v7_within(uuid, timestamptz, interval);
	DROP FUNCTION mine.uuid_is_v6, mine.uuid_is_v7, mine.uuid_v7_within;
	SET SESSION AUTHORIZATION mallory;
	CREATE FUNCTION mine.uuid_is_v6(uuid) RETURNS boolean LANGUAGE plpgsql AS
	  $$ BEGIN RAISE NOTICE 'runs as %', current_user; RETURN true; END $$;
	CREATE FUNCTION mine.uuid_is_v7(uuid) RETURNS boolean LANGUAGE plpgsql AS
	  $$ BEGIN RAISE NOTICE 'runs as %', current_user; RETURN true; END $$;
	CREATE FUNCTION mine.uuid_v7_within(uuid, timestamptz, interval) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS
	  $$ BEGIN RAISE NOTICE 'runs as %', current_user; RETURN true; END $$;
	CREATE TABLE mine.sixes (id uuid, CHECK (mine.uuid_version(id) = 6));
	INSERT INTO mine.sixes SELECT mine.uuid_generate_v6(timestamptz '2026-01-01' + n * interval '1 day')
	  FROM generate_series(0, 9) AS n;
	CREATE TABLE mine.beside (id uuid, at timestamptz NOT NULL) PARTITION BY RANGE (at);
	CREATE TABLE mine.beside_1 PARTITION OF mine.beside FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
	CREATE TABLE mine.beside_2 PARTITION OF mine.beside FOR VALUES FROM ('2026-02-01') TO ('2026-03-01');
	INSERT INTO mine.beside SELECT mine.uuid_generate_v7('2026-01-05'), '2026-02-05';
	ALTER TABLE mine.beside ADD CHECK (mine.uuid_v7_within(id, at, '1 hour'))},
	'older');
foreach my $where ("mine.uuid_time(id) >= '2026-01-04'", "'2026-01-03' = mine.uuid_time(id)",
	"mine.uuid_v7_timestamp(id) >= '2026-01-04'", "mine.uuid_time(id) > now() - interval '99 years'")
{
	my $said = same_as_off("a squatted name, $where", "SELECT count(*) FROM mine.sixes WHERE $where", 'older');

	unlike($said, qr/runs as/, "a squatted name, $where: is not called");
	unlike(printed(1, "EXPLAIN (VERBOSE) SELECT FROM mine.sixes WHERE $where", 'older'),
		qr/uuid_is_v/, "a squatted name, $where: is not in the plan");
}
is(same_as_without('a squatted constraint',
	'SELECT at FROM mine.beside WHERE id = (SELECT id FROM mine.beside)', 'older') =~ s/\n.*//sr,
	'2026-02-05 00:00:00+00', 'a function that only bears the name proves nothing');

# --- Expressions of constraints
my $libdir = $node->config_data('--pkglibdir');
my $directory = PostgreSQL::Test::Utils::tempdir;
copy("$libdir/euc_tw_and_big5.so", "$directory/$_.so") or die "$_: $!" foreach ('gone', 'other');
value($node, qq{
	-- reads a table that not everybody may read
	CREATE TABLE config AS SELECT 10 AS max_n;
	CREATE FUNCTION max_np(integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS
	  \$\$ BEGIN RETURN (SELECT max_n FROM config LIMIT \$1); END \$\$;
	CREATE TABLE items (id uuid PRIMARY KEY, n integer CHECK (n < max_np(1)));
	INSERT INTO items VALUES (gen_random_uuid(), 5);
	CREATE ROLE reader;
	GRANT SELECT ON items TO reader;

	-- reads its own table
	CREATE TABLE counted (id uuid, n integer);
	CREATE FUNCTION few(integer) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS
	  \$\$ BEGIN RETURN (SELECT count(*) FROM counted) < \$1; END \$\$;
	ALTER TABLE counted ADD CHECK (few(1000));
	INSERT INTO counted VALUES (gen_random_uuid(), 1);

	-- fails
	CREATE FUNCTION failing(integer) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS
	  \$\$ BEGIN RAISE 'called'; END \$\$;
	CREATE TABLE failed (id uuid, n integer, CHECK (failing(1) AND uuid_is_v7(id)));
	CREATE TABLE divided (id uuid, n integer, CHECK (n < 1 / 0));

	-- says that it runs
	CREATE FUNCTION evil(integer) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS
	  \$\$ BEGIN RAISE NOTICE 'evil(%) runs as %', \$1, current_user; RETURN true; END \$\$;
	CREATE TABLE checked (id uuid, n integer);
	INSERT INTO checked VALUES (uuid_generate_v7('2026-01-01'), 1);
	SET client_min_messages = warning;
	ALTER TABLE checked ADD CHECK (evil(1)), ADD CHECK (uuid_is_v7(id) AND evil(2));
	CREATE DOMAIN evil_uuid AS uuid CHECK (evil(3));
	CREATE DOMAIN over_evil AS evil_uuid CHECK (evil(4) AND uuid_is_v7(VALUE));
	CREATE TABLE of_domain (id over_evil, n integer);
	INSERT INTO of_domain TABLE checked;
	CREATE TABLE child () INHERITS (checked);
	CREATE TABLE tolerated (id uuid, at timestamptz NOT NULL, CHECK (uuid_v7_within(id, at, '1 day') AND evil(5)))
	  PARTITION BY RANGE (at);
	CREATE TABLE tolerated_1 PARTITION OF tolerated FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
	CREATE TABLE tolerated_2 PARTITION OF tolerated FOR VALUES FROM ('2026-02-01') TO ('2026-03-01');
	INSERT INTO tolerated SELECT id, '2026-01-01' FROM checked;
	RESET client_min_messages;

	-- other libraries: nothing calls these, but CREATE FUNCTION loads what it declares
	CREATE FUNCTION of_gone(text) RETURNS boolean AS '$directory/gone', 'euc_tw_to_big5' LANGUAGE C IMMUTABLE;
	CREATE FUNCTION of_other(text) RETURNS boolean AS '$directory/other', 'euc_tw_to_big5' LANGUAGE C IMMUTABLE;
	CREATE FUNCTION of_other(uuid) RETURNS boolean AS '$directory/other', 'euc_tw_to_big5' LANGUAGE C IMMUTABLE;
	CREATE TABLE gone (id uuid PRIMARY KEY, t text CHECK (of_gone(t)));
	CREATE TABLE other (id uuid PRIMARY KEY, t text CHECK (of_other(t)), CHECK (of_other(id)));
	CREATE DOMAIN other_uuid AS uuid CHECK (of_other(VALUE));
	CREATE TABLE other_domain (id other_uuid)});
unlink "$directory/gone.so" or die "$directory/gone.so: $!";

like(same_as_without('a CHECK reads a table that the reader may not',
	'SET SESSION AUTHORIZATION reader; SELECT n FROM items'), qr/^5\n$/, 'readable');
like(same_as_without('a CHECK reads its own table', 'SELECT count(*) FROM counted'), qr/^1\n$/, 'counted');
like(same_as_without('a CHECK fails', 'SELECT count(*) FROM failed; SELECT count(*) FROM divided'),
	qr/^0\n0\n$/, 'read all the same');
like(same_as_without("a CHECK's library is gone",
	"SELECT count(*) FROM gone WHERE id = '00000000-0000-7000-8000-000000000000'"), qr/^0\n$/, 'read all the same');
unlike(same_as_without("a CHECK says that it runs, $_", $_), qr/runs as/, "$_: it does not")
  foreach (
	'SELECT n FROM checked WHERE n = 1', 'SELECT n FROM of_domain WHERE n = 1', 'SELECT n FROM child',
	"SELECT at FROM tolerated WHERE id = '019b7600-1400-7000-8000-000000000001'",
		"SELECT n FROM checked WHERE id > '019b7600-1400-7000-8000-000000000001'",
	'DELETE FROM checked WHERE n = 2');
foreach my $table ('checked', 'of_domain', 'tolerated', 'failed', 'items', 'gone', 'other')
{
	my $said = same_as_off("a filter by time of $table",
		"SELECT count(*) FROM $table WHERE uuid_time(id) >= '2026-01-01' AND id < now()");

	unlike($said, qr/runs as|ERROR/, "a filter by time of $table: nothing runs");
}

SKIP:
{
	my $maps = q{SELECT pg_read_file('/proc/self/maps', 0, 10000000) ~ '/other\.so'};

	skip 'the memory of a process cannot be read here', 3 unless -r '/proc/self/maps';
	foreach my $query ('SELECT FROM other WHERE id = gen_random_uuid()',
		'SELECT FROM other_domain', q{SELECT FROM other WHERE uuid_time(id) > '2026-01-01'})
	{
		is(printed(1, "$query; $maps"), "f\n", "no library of a CHECK is loaded by $query");
	}
}

# What is only like a function of ours: our symbol in another library, or behind another language;
# and one of ours that another one replaces, in one session
value($node, qq{
	CREATE FUNCTION in_library(uuid) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT true';
	CREATE FUNCTION in_language(uuid) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT true';
	CREATE TABLE of_library (id uuid, CHECK (in_library(id)));
	CREATE TABLE of_language (id uuid, CHECK (in_language(id)));
	INSERT INTO of_library VALUES (uuid_generate_v7('2026-01-01')), (uuid_generate_v6('2026-01-01'));
	INSERT INTO of_language TABLE of_library;
	UPDATE pg_proc SET prolang = (SELECT oid FROM pg_language WHERE lanname = 'c'),
	  probin = '$directory/other', prosrc = 'uuidx_is_v7' WHERE proname = 'in_library';
	UPDATE pg_proc SET probin = '\$libdir/uuidx', prosrc = 'uuidx_is_v7' WHERE proname = 'in_language';
	CREATE TABLE moved AS TABLE of_library});
like(same_as_off("a symbol of ours $_", "SELECT count(*) FROM of_$_ WHERE uuid_time(id) < '2030-01-01'"),
	qr/^2\n$/, "a symbol of ours in another $_ proves nothing")
  foreach ('library', 'language');
like(
	same_as_off('another function', q{
	CREATE OR REPLACE FUNCTION moving(uuid) RETURNS timestamptz AS '$libdir/uuidx', 'uuidx_extract_timestamp'
	  LANGUAGE C IMMUTABLE STRICT;
	SELECT count(*) FROM moved WHERE moving(id) >= '2026-02-01';
	CREATE OR REPLACE FUNCTION moving(uuid) RETURNS timestamptz
	  LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN '2030-01-01'; END $$;
	SELECT count(*) FROM moved WHERE moving(id) >= '2026-02-01'}),
	qr/^0\n2\n$/, 'a function that another one replaces is not the former one');

# what a CHECK of ours proves is found beside them
like(printed(1, q{EXPLAIN (COSTS OFF) SELECT FROM checked WHERE uuid_time(id) >= '2026-01-01'}) =~ s/child//gr,
	qr/id >= '019b[-0-9a-f]{32}'::uuid/, 'a CHECK that is looked at proves');
unlike(printed(1, q{EXPLAIN (COSTS OFF) SELECT FROM of_domain WHERE uuid_time(id) >= '2026-01-01'}),
	qr/uuid_is_v7|evil/, "so does a domain's");
unlike(printed(1, q{EXPLAIN (COSTS OFF) SELECT FROM tolerated WHERE id = '019b7600-1400-7000-8000-000000000001'}),
	qr/tolerated_2/, 'and one of a distance in time');

done_testing();
