# Crashes: a backend that is killed while it inserts, or asks for random bits, and a server that is
# stopped without a word.  After recovery every committed row is there, no id comes again, and the
# indexes are sound.
#
# Only in make test-all: crashes meet little code of the library.
# Two servers are enough: the oldest and the newest.

use UuidxFault;
use UuidxTest;

my ($fault, $node) = fault_node('crash',
	conf => "restart_after_crash = on\nshared_preload_libraries = 'uuidx'");
my $rows = 0;

value($node, ids_table('writer text'));
foreach my $case (
	[ 'killed while inserting', sub { kill('KILL', $_[0]) } ],
	!openssl_server($node) ? () : [ 'killed at a request', sub {
		$fault->order(random_signal => 9, random_after => 40, random_calls => 0,
			random_mode => RANDOM_SIGNAL, pid => $_[0]) } ],
	[ 'immediate stop', sub { $node->stop('immediate'); $fault->start($node) } ])
{
	my ($name, $end) = @$case;
	my $victim = uuidx_session($node);

	value($node, q{INSERT INTO ids SELECT 'committed' FROM generate_series(1, 3000)});
	$rows += 3000;

	# it has come so far that pages have been written
	my $size = value($node, q{SELECT pg_relation_size('ids')});
	$victim->query_until(qr/begun/, "\\echo begun
		INSERT INTO ids SELECT 'lost' FROM (SELECT generate_series(1, 1000000000000)) AS s;\n");
	$node->poll_query_until('postgres', "SELECT pg_relation_size('ids') > $size + 1000000")
	  or die 'nothing was inserted';

	my $log_end = -s $node->logfile;
	$end->($victim->pid);
	$node->wait_for_log(qr/database system is ready to accept connections/, $log_end);
	$fault->calm;
	eval { $victim->quit };
	like(substr(slurp_file($node->logfile), $log_end),
		qr/database system was (?:interrupted|not properly shut down)/, "$name: it recovered");

	# read from the table
	is(value($node, q{SET enable_indexscan = off; SET enable_indexonlyscan = off; SELECT count(*),
		count(*) FILTER (WHERE writer = 'lost'), count(*) - count(DISTINCT v7),
		count(*) - count(DISTINCT v6), count(*) - count(DISTINCT v4) FROM ids}),
		"$rows|0|0|0|0", "$name: all committed rows are there and no other, and no id twice");
	sound_ids($node, $name);
}

# some of its processes were killed
$node->stop;
Test::More::done_testing();
