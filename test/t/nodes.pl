# Version 8 with a node: who sets the node of a server.  t/replication.pl has servers with nodes.
#
# Only in make test-all: sql/generate.sql has nodes, too.
# One server is enough: nothing in it depends on the version of the server.

use FindBin;
use lib "$FindBin::RealBin/lib";
use Time::HiRes qw(usleep);
use UuidxTest;

#
# The setting: unset at first, then of the configuration, for sessions that have the
# library, that load it later, and that begin later
#
my $own = 'SELECT uuid_v8_node(uuid_generate_v8_node())';
my $server = uuidx_node('nodes');
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

$server->stop;
done_testing();
