# Two servers that both generate ids into one table, which logical replication keeps
# the same on both, also with nodes and one clock: no conflict, all rows on either.
#
# Only in make test-all: two servers, with little code of the library.
# Two servers are enough: the oldest and the newest.

use IPC::Run;
use UuidxFault;
use UuidxTest;

my $fault = UuidxFault->new;
my %node_ids = (here => 0, there => 65535);
my %nodes = map {
	$_ => uuidx_node(
		$_,
		env => $fault->env,
		conf => "wal_level = logical\nmax_wal_senders = 10\nmax_replication_slots = 10\n"
		  . "max_logical_replication_workers = 10\nmax_worker_processes = 20\nshared_preload_libraries = 'uuidx'\n"
		  . "uuidx.node_id = $node_ids{$_}")
} ('here', 'there');
my ($here, $there) = @nodes{ 'here', 'there' };

# Each server publishes what was made on it, so that nothing comes back
foreach my $name ('here', 'there')
{
	value(
		$nodes{$name}, ids_table('origin text', 'pid integer DEFAULT pg_backend_pid()', 'n integer',
			'v8 uuid UNIQUE DEFAULT uuid_generate_v8_node()',
			'at timestamptz GENERATED ALWAYS AS (uuid_time(v7)) STORED',
			q{CHECK (v7 > timestamptz '2020-01-01 00:00+00')}) . qq{;
		CREATE PUBLICATION from_$name FOR TABLE ids WHERE (origin = '$name') WITH (publish = 'insert');
		INSERT INTO ids (origin, n) SELECT '$name', s FROM generate_series(1, 1000) AS s;
	});
}
foreach ([ 'here', 'there' ], [ 'there', 'here' ])
{
	value($nodes{ $_->[1] }, "CREATE SUBSCRIPTION from_$_->[0] CONNECTION '"
	  . $nodes{ $_->[0] }->connstr . " dbname=postgres' PUBLICATION from_$_->[0]");
}
$there->wait_for_subscription_sync($here, 'from_here');
$here->wait_for_subscription_sync($there, 'from_there');

sub same_on_both
{
	my ($name, $rows) = @_;

	# a conflict would stop the apply worker, and this wait with it
	$here->wait_for_catchup('from_here');
	$there->wait_for_catchup('from_there');
	my $look = q{SELECT count(*), count(*) - count(DISTINCT v7),
		count(*) - count(DISTINCT v6), count(*) - count(DISTINCT v4), count(*) - count(DISTINCT v8),
		md5(string_agg(ids::text, chr(10) ORDER BY v7)) FROM ids};
	my $rows_here = value($here, $look);
	like($rows_here, qr/^$rows\|0\|0\|0\|0\|/, "$name: $rows rows, no id twice");
	is(value($there, $look), $rows_here, "$name: the same rows on both servers");
	return;
}

same_on_both('first copies', 2000);

# Both at once, from several sessions each, when no clock tells those of the two servers apart
$fault->order(clock_set => 1, clock_sec => 2051222400, clock_usec => 500000, pid => NEWCOMERS);
my @runs;
foreach my $name ('here', 'there')
{
	my $script = PostgreSQL::Test::Utils::tempdir . '/load';
	append_to_file($script,
		"INSERT INTO ids (origin, n) SELECT '$name', s FROM generate_series(1, 10) AS s;\n");
	push @runs, IPC::Run::start(
		[ 'pgbench', '--no-vacuum', '--client', 4, '--transactions', 50, '--file', $script,
			$nodes{$name}->connstr('postgres') ], '>', '/dev/null', '2>', '/dev/null');
}
ok($_->finish, 'pgbench ends well') foreach @runs;
$fault->calm;
same_on_both('both at once', 2000 + 2 * 4 * 50 * 10);
is(value($here, q{SELECT count(DISTINCT origin), count(DISTINCT (origin, pid)), count(DISTINCT left(v7::text, 18)) < 30
	FROM ids
	WHERE v7 >= timestamptz '2035-01-01 00:00+00'}), '2|8|t', 'eight sessions generated ids with the same few ticks');
is(value($here, q{SELECT origin, min(uuid_v8_node(v8)), max(uuid_v8_node(v8)) FROM ids GROUP BY 1 ORDER BY 1}),
	"here|0|0\nthere|65535|65535", 'each id names its server');

foreach my $node ($here, $there)
{
	sound_ids($node, $node->name);
	unlike(slurp_file($node->logfile), qr/PANIC|TRAP|terminated by signal|duplicate key|conflict/,
		$node->name . ': no conflict, no crash');
}
value($here, 'DROP SUBSCRIPTION from_there');
value($there, 'DROP SUBSCRIPTION from_here');
$_->stop foreach ($here, $there);
done_testing();
