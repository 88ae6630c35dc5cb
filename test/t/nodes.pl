# Version 8 with a node: who sets the node of a server.  t/replication.pl has servers with nodes.
#
# Only in make test-all: sql/generate.sql has nodes, too.
# One server is enough: nothing in it depends on the version of the server.

use UuidxTest;

my $own = 'SELECT uuid_v8_node(uuid_generate_v8_node())';
my $server = uuidx_node('nodes');

is(state_of($server, $own), '55000', 'no node is set');
$server->append_conf('postgresql.conf', 'uuidx.node_id = 4711');
$server->stop;
$server->start;
is(value($server, $own), '4711', 'a session has the node of the configuration');

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

done_testing();
