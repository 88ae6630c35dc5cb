# Crashes: backends killed while they generate and insert, and the server stopped
# without a word.  After recovery every acknowledged row is there, no id that had
# been handed out comes again, and the indexes are sound.
#
# Only in make test-all: crashes meet little code of the library.
# Two servers are enough: the oldest and the newest.

use IPC::Run;
use UuidxFault;
use UuidxTest;

my ($fault, $node) = fault_node('crash', conf => "restart_after_crash = on\nshared_preload_libraries = 'uuidx'");
my $openssl = openssl_server($node);

value($node, ids_table('writer text') . '; CREATE TABLE acknowledged (v7 uuid, v6 uuid, v4 uuid, stored boolean)');

# A client whose input we write and whose output we read as it comes
sub client
{
	my (%client) = (in => '', out => '', err => '');

	$client{run} = IPC::Run::start([ 'psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr('postgres') ],
		'<', \$client{in}, '>', \$client{out}, '2>', \$client{err},
		IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
	$client{in} .= "SELECT 'pid ' || pg_backend_pid();\n";
	$client{run}->pump until $client{out} =~ s/^pid (\d+)\n//;
	$client{pid} = $1;
	return \%client;
}

# Two clients that are acknowledged row by row, one of them without storing any
my ($crashes, $acknowledged) = (0, 0);
my $dir = PostgreSQL::Test::Utils::tempdir;
append_to_file("$dir/store", "INSERT INTO ids (writer) VALUES ('acknowledged') RETURNING v7, v6, v4;\n" x 200000);
append_to_file("$dir/look", "SELECT uuid_generate_v7(), uuid_generate_v6(), uuid_generate_v4_random();\n" x 200000);

sub complete_lines { return $_[0]{out} =~ /^[0-9a-f-]{36}\|[0-9a-f-]{36}\|[0-9a-f-]{36}$/mg }

sub crash
{
	my ($name, $kill) = @_;
	my $storer = client();
	my $looker = client();
	my $victim = client();
	my $log_end = -s $node->logfile;

	$storer->{in} .= "\\i '$dir/store'\n";
	$looker->{in} .= "\\i '$dir/look'\n";
	foreach my $client ($storer, $looker)
	{
		$client->{run}->pump until ($client->{out} =~ tr/\n//) >= 50 || $client->{err} ne '';
		die $client->{err} if $client->{err} ne '';
	}

	$kill->($victim);
	$crashes++;

	# they end as their connections do, the victim as soon as it has got its statements
	foreach my $client ($victim, $storer, $looker)
	{
		eval { $client->{run}->finish };
		die "a client was not cut off: $@" if $@;
	}
	isnt($storer->{err}, '', "$name: the others were cut off as well");
	if ($node->{_pid} && kill(0, $node->{_pid}))
	{
		$node->wait_for_log(qr/database system is ready to accept connections/, $log_end);
	}
	else
	{
		$fault->start($node);
	}
	$fault->calm;
	like(
		substr(slurp_file($node->logfile), $log_end),
		qr/database system was (?:interrupted|not properly shut down)/,
		"$name: the server recovered");

	my @stored = complete_lines($storer);
	my @seen = complete_lines($looker);
	$acknowledged += @stored + @seen;
	check($name, \@stored, \@seen);
	return;
}

sub check
{
	my ($name, $stored, $seen) = @_;
	my $session = uuidx_session($node);

	# these rows were promised, the others must never turn up in the table
	my $file = "$dir/acknowledged.$crashes";
	append_to_file($file, join('', (map { "$_|t\n" } @{$stored}), (map { "$_|f\n" } @{$seen})));
	$session->query_safe("COPY acknowledged FROM '$file' (DELIMITER '|')");
	is($session->query_safe('SELECT count(*) FROM acknowledged WHERE stored AND NOT EXISTS (
			SELECT FROM ids WHERE (ids.v7, ids.v6, ids.v4) = (acknowledged.v7, acknowledged.v6, acknowledged.v4))'),
		'0', "$name: all rows that were acknowledged are there");

	# go on, then look at everything at once, read from the table
	$session->query_safe("INSERT INTO ids SELECT 'after' FROM generate_series(1, 3000)");
	$session->query_safe('SET enable_indexscan = off; SET enable_bitmapscan = off; SET enable_indexonlyscan = off');
	is( $session->query_safe(
			q{SELECT count(*) - count(DISTINCT id) FROM (
			  SELECT unnest(ARRAY[v7, v6, v4]) AS id FROM ids
			  UNION ALL SELECT unnest(ARRAY[v7, v6, v4]) FROM acknowledged WHERE NOT stored) AS everything}),
		'0',
		"$name: no id twice, among all that were stored or handed out");
	sound_ids($node, $name);
	$session->quit;
	return;
}

my $endless = "INSERT INTO ids SELECT 'endless' FROM (SELECT generate_series(1, 1000000000000)) AS s;\n";

# In the midst of an insertion, when it has come so far that pages have been written
sub in_insertion
{
	my ($end) = @_;

	return sub {
		my ($victim) = @_;
		my $size = value($node, q{SELECT pg_relation_size('ids')});

		$victim->{in} .= $endless;
		$victim->{run}->pump_nb;
		$node->poll_query_until('postgres', "SELECT pg_relation_size('ids') > $size + 1000000")
		  or die 'nothing was inserted';
		$end->($victim);
	};
}

# In the midst of a request for random bits, the n-th
sub kill_in_request
{
	my ($after, $pool) = @_;

	return sub {
		my ($victim) = @_;

		$fault->order(
			random_signal => 9,
			random_after => $after,
			random_calls => 0,
			random_mode => RANDOM_SIGNAL,
			pid => $victim->{pid});
		$victim->{in} .= "SET uuidx.entropy_pool = $pool;\n$endless";
	};
}

# In the midst of building the indexes
sub kill_in_index_build
{
	my ($victim) = @_;

	$victim->{in} .= "BEGIN; INSERT INTO ids SELECT 'reindexed' FROM generate_series(1, 50000); REINDEX TABLE ids;\n"
	  . "DO \$\$ BEGIN LOOP CREATE INDEX again ON ids (v7 uuid_time_ops); DROP INDEX again; END LOOP; END \$\$;\n";
	$victim->{run}->pump_nb;
	$node->poll_query_until('postgres',
		"SELECT count(*) > 0 FROM pg_stat_activity WHERE pid = $victim->{pid} AND query LIKE 'DO %'")
	  or die 'no index was built';
	kill('KILL', $victim->{pid});
	return;
}

crash('killed while inserting', in_insertion(sub { kill('KILL', $_[0]{pid}) }));
SKIP:
{
	skip 'the random source of this server is not OpenSSL', 1 unless $openssl;

	crash('killed at a request', kill_in_request(40, 'on'));
	crash('killed at a request, no pool', kill_in_request(5000, 'off'));
}
crash('killed while building an index', \&kill_in_index_build);
crash('immediate stop', in_insertion(sub { $node->stop('immediate') }));

note "$crashes crashes, $acknowledged acknowledgements, "
  . value($node, 'SELECT count(*) * 3 FROM ids') . ' ids in the table';
is(value($node, q{SELECT count(*) FROM ids WHERE writer IN ('endless', 'reindexed')}),
	'0', 'nothing is left of what was killed');
# some of its processes were killed
$node->stop;
Test::More::done_testing();
