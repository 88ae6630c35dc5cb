# uuid_v7_horizon() of hosted/uuidx.sql: for a role with pg_read_all_stats and nothing else,
# in a statement before the query.  horizon.pl has the transactions that hold it.
#
# Only in make test-all: hosted/uuidx.sql is not the extension.
# Two servers are enough: the oldest and the newest.

use UuidxFault;
use UuidxTest;

my ($fault, $node) = fault_node('hosted_horizon', extension => 0);
my $text = slurp_file("$top/hosted/uuidx.sql");
value($node, 'CREATE ROLE app; CREATE DATABASE shop');
value($node, "$text; ${\ messages()}; GRANT ALL ON messages TO app", 'shop');

my ($reader, $writer) = map { uuidx_session($node, 'shop') } 1 .. 2;
my $app = 'SET SESSION AUTHORIZATION app;';

sub put { return value($node, join('', map { "SELECT put('$_');" } @_), 'shop') }

# What a reader gets that calls the function before the query
sub reads
{
	my ($expected, $name) = @_;

	is($reader->query_safe(q{SELECT uuid_v7_horizon() AS horizon \gset
		SELECT coalesce(string_agg(body, ' ' ORDER BY id), 'nothing')
		  FROM messages WHERE id < :'horizon'}), $expected, $name);
	return;
}

sub again
{
	value($node, 'TRUNCATE messages', 'shop');
	put('first');
	reads('first', 'at rest');
	return;
}

# --- The role
my (undef, undef, $stderr) = $node->psql('shop', "$app SELECT uuid_v7_horizon()");
like($stderr,
	qr/ERROR:  permission denied to see the transactions of all roles\nDETAIL:  .*\nHINT:  .* GRANT/,
	'a role without the right to see the activity');
is(state_of($node, "$app SELECT uuid_v7_horizon()", 'shop'), '42501', 'SQLSTATE');
foreach my $role ('pg_read_all_stats', 'pg_monitor')
{
	value($node, "GRANT $role TO app");
	is(value($node, "$app SELECT uuid_version(uuid_v7_horizon())", 'shop'), '7', "a role with $role");
	value($node, "REVOKE $role FROM app") if $role eq 'pg_read_all_stats';
}
$reader->query_safe('SET SESSION AUTHORIZATION app');

# The clock: an id that is a millisecond behind it, as in PGlite, is not below the horizon.  (Unless the clock is set
# back.)
cmp_ok(value($node, q{SELECT count(*) FROM generate_series(1, 40) WHERE uuid_time(uuid_v7_horizon()) <
	date_trunc('milliseconds', clock_timestamp())}, 'shop'), '>=', 38, 'a millisecond before the clock');

# --- Snapshots that are older than the call
foreach my $level ('REPEATABLE READ', 'SERIALIZABLE')
{
	(undef, undef, $stderr) = $node->psql('shop', "BEGIN ISOLATION LEVEL $level; SELECT uuid_v7_horizon()");
	like($stderr, qr/ERROR:  uuid_v7_horizon\(\) cannot be executed in a $level transaction\nHINT:  Use READ COMM/,
		$level);
	is(state_of($node, "BEGIN ISOLATION LEVEL $level; SELECT uuid_v7_horizon()", 'shop'), '25001', 'SQLSTATE');
}
again();
$reader->query_safe('BEGIN; SELECT count(*) FROM pg_stat_activity');
$writer->query_safe(q{BEGIN; SELECT put('slow')});
put('fast');
reads('first', 'a transaction that began after the reader had looked at the activity');
$writer->query_safe('COMMIT');
reads('first slow fast', 'its own transaction does not hold it');
$reader->query_safe('COMMIT');

# --- Transactions that nobody knows the start of
again();
$writer->query_safe('SET track_activities = off');
put('fast');
reads('first fast', 'a session that publishes nothing, between transactions');
$writer->query_safe('BEGIN; SELECT uuid_generate_v7() AS id \gset');
put('faster');
reads('nothing', 'and in one');
$writer->query_safe(q{SELECT put('late', :'id'); COMMIT});
reads('first fast late faster', 'and after it');
$writer->query_safe('RESET track_activities');

done_testing();
