# Version 8 with a node: who sets the node of a server, and three servers that write
# into one table, which logical replication keeps the same on all of them while their
# clocks stand at one microsecond.
#
# Only in make test-all: three servers; sql/generate.sql has nodes, too.
# One server is enough: nothing in it depends on the version of the server.

use FindBin;
use lib "$FindBin::RealBin/lib";
use Time::HiRes qw(usleep);
use UuidxTest;

my %nodes = (one => 0, two => 4711, three => 65535);
my @names = sort keys %nodes;
my %servers = map {
	$_ => clock_node(
		$_, '+0',
		conf => "wal_level = logical\nmax_wal_senders = 10\nmax_replication_slots = 10\n"
		  . "max_logical_replication_workers = 10\nmax_worker_processes = 20")
} @names;

#
# The setting: unset at first, then of the configuration, for sessions that have the
# library, that load it later, and that begin later
#
my $own = 'SELECT uuid_v8_node(uuid_generate_v8_node())';
my $server = $servers{two};
my ($early, $late) = map { uuidx_session($server, 'postgres', on_error_stop => 0) } 1 .. 2;

is(state_of($server, $own), '55000', 'no node is set');
$early->query_safe('SELECT uuid_generate_v8_node(1)');
$server->append_conf('postgresql.conf', 'uuidx.node_id = 4711');
$server->reload;

# A session looks at the configuration when it has been told, and is asked until then
sub await
{
	my ($session, $setting, $expected) = @_;

	for (my $left = 100 * $PostgreSQL::Test::Utils::timeout_default; $left > 0; $left--)
	{
		return 1 if $session->query("SELECT current_setting('$setting', true)") eq $expected;
		usleep(10000);
	}
	return 0;
}

foreach my $session ([ $early, 'that has the library' ], [ $late, 'that loads the library later' ])
{
	my ($psql, $name) = @{$session};

	ok(await($psql, 'uuidx.node_id', '4711'), "a session $name sees the node");
	is($psql->query_safe($own), '4711', "a session $name has the node");
	$psql->quit;
}
is(value($server, $own), '4711', 'a new session has the node');

# Nobody else sets it, before the library is there neither
foreach my $attempt (
	[ 'SET uuidx.node_id = 1', 'SET' ],
	[ "DO 'BEGIN PERFORM set_config(''uuidx.node_id'', ''1'', false); END'", 'set_config()' ],
	[ 'BEGIN; SET LOCAL uuidx.node_id = 1', 'SET LOCAL' ])
{
	my ($sql, $name) = @{$attempt};
	my ($stdout, $stderr);

	isnt(state_of($server, "LOAD 'uuidx'; $sql"), '', "$name is refused");
	$server->psql('postgres', "$sql; $own", stdout => \$stdout, stderr => \$stderr);
	is($stdout, '4711', "$name before the library is there changes nothing");
	like($stderr, qr/WARNING:.*"uuidx.node_id" cannot be changed now/, "$name before: and is told");
}

# What a superuser has set for a database, or a client for its connection, counts more than
# the configuration until the library refuses it: then no node is left, and never another
value($server, 'CREATE DATABASE other');
value($server, 'CREATE EXTENSION uuidx', 'other');
value($server, 'ALTER DATABASE other SET uuidx.node_id = 1');
is(state_of($server, $own, 'other'), '55000', 'ALTER DATABASE leaves no node');
{
	local $ENV{PGOPTIONS} = '-c uuidx.node_id=1';
	is(state_of($server, $own), '55000', 'an option of the connection leaves no node');
}

# What is no node counts for nobody
my $session = uuidx_session($server, 'postgres');
$session->query_safe($own);
my $mb = 10;
foreach my $value (65536, -2, "'x'")
{
	$mb++;
	$server->append_conf('postgresql.conf', "uuidx.node_id = $value\nwork_mem = ${mb}MB");
	$server->reload;
	ok(await($session, 'work_mem', "${mb}MB"), "node $value: seen");
	is($session->query_safe($own), '4711', "node $value: a session keeps the last one");
	is(state_of($server, $own), '55000', "node $value: a new session has none");
}
$session->quit;

#
# Three servers, three nodes, one table.  Each publishes what was made on it.
#
foreach my $name (@names)
{
	$servers{$name}->append_conf('postgresql.conf', "uuidx.node_id = $nodes{$name}");
	$servers{$name}->reload;
	$servers{$name}->poll_query_until('postgres', "$own = $nodes{$name}") or die 'no node';
	value($servers{$name}, qq{
		CREATE TABLE ids (id uuid PRIMARY KEY DEFAULT uuid_generate_v8_node(), origin text, n integer);
		CREATE PUBLICATION from_$name FOR TABLE ids WHERE (origin = '$name') WITH (publish = 'insert')});
}
foreach my $to (@names)
{
	value($servers{$to}, "CREATE SUBSCRIPTION ${_}_to_$to CONNECTION '" . $servers{$_}->connstr
	  . " dbname=postgres' PUBLICATION from_$_ WITH (enabled = false, copy_data = false)")
	  foreach grep { $_ ne $to } @names;
}

# No clock tells the servers apart.  Nothing is replicated meanwhile: its timeouts do not
# bear clocks that jump.
set_clock('2035-01-01 12:00:00.500000');
my $rows = 20000;
foreach my $name (@names)
{
	is(value($servers{$name}, qq{
		INSERT INTO ids (origin, n) SELECT '$name', n FROM generate_series(1, $rows) AS n;
		SELECT count(DISTINCT uuid_v8_node_timestamp(id)) <= 3, min(uuid_v8_node_timestamp(id))
		  FROM ids WHERE origin = '$name'}),
		't|2035-01-01 12:00:00.5+00', "$name: all of a microsecond or two");
}
set_clock('+0');
foreach my $to (@names)
{
	value($servers{$to}, "ALTER SUBSCRIPTION ${_}_to_$to ENABLE") foreach grep { $_ ne $to } @names;
}
foreach my $from (@names)
{
	# a conflict would stop the apply worker, and this wait with it
	$servers{$from}->wait_for_catchup("${from}_to_$_") foreach grep { $_ ne $from } @names;
}
my $look = q{SELECT origin, count(DISTINCT id), min(uuid_v8_node(id)), max(uuid_v8_node(id))
	FROM ids GROUP BY origin ORDER BY origin;
	SELECT md5(string_agg(ids::text, chr(10) ORDER BY id)) FROM ids};
my $expected = join('', map { "$_|$rows|$nodes{$_}|$nodes{$_}\n" } @names);
my $seen = value($servers{one}, $look);
like($seen, qr/^\Q$expected\E[0-9a-f]{32}$/, 'every row is there, and its id names its server');
foreach my $name (@names)
{
	is(value($servers{$name}, $look), $seen, "$name: the same rows");
	unlike(slurp_file($servers{$name}->logfile),
		qr/PANIC|TRAP|terminated by signal|duplicate key|conflict/, "$name: no conflict");
}
is(value($servers{two}, q{SELECT count(*)
	FROM (SELECT FROM ids GROUP BY left(id::text, 23) HAVING count(DISTINCT origin) > 1) AS shared}) > 1000,
	1, 'ids of several servers share tick and counter, and only the node tells them apart for sure');

value($servers{$_->[1]}, "DROP SUBSCRIPTION $_->[0]_to_$_->[1]")
  foreach map { my $to = $_; map { [ $_, $to ] } grep { $_ ne $to } @names } @names;
$_->stop foreach values %servers;
done_testing();
