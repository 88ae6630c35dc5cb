# uuid_v7_horizon() where one server is not enough, or more than sessions is needed:
# prepared transactions, other databases, VACUUM, parallel plans, replication, partitions,
# clocks.  What is read by the function of hosted/uuidx.sql is what a new session reads.
# specs/horizon.spec has the interleavings of sessions.
#
# In make test: nothing else has prepared transactions, VACUUM or decoding beside the horizon.

use Fcntl;
use IPC::Run;
use POSIX;
use UuidxFault;
use UuidxTest;

my ($fault, $node) = fault_node('horizon',
	conf => "max_prepared_transactions = 4\nwal_level = logical\nmax_wal_senders = 4\n"
	  . "synchronous_standby_names = 'nobody'\nsynchronous_commit = local\n"
	  . "hot_standby = on\nlock_timeout = 0\nstatement_timeout = 0");
my $nil = '00000000-0000-0000-0000-000000000000';

value($node, messages());
value($node, 'CREATE DATABASE other; CREATE SCHEMA hosted');
value($node, 'SET search_path = hosted; ' . slurp_file("$top/hosted/uuidx.sql"));
value($node, 'CREATE EXTENSION uuidx; ' . messages(), 'other');

my $reader = uuidx_session($node);
my $writer = uuidx_session($node);
my $other = uuidx_session($node, 'other');
my $read = q{SELECT coalesce(string_agg(body, ' ' ORDER BY id), 'nothing') FROM messages WHERE id < uuid_v7_horizon()};

sub put { return value($node, join('', map { "SELECT put('$_');" } @_)) }

# What the reader reads, and what a session does that has not called the function before
sub reads
{
	my ($expected, $name, $new) = @_;

	is($reader->query_safe($read), $expected, $name);
	is(value($node, $read), $new // $expected, "$name: a new session");
	is(value($node, "SELECT hosted.uuid_v7_horizon() AS horizon \\gset\n"
	  . $read =~ s/uuid_v7_horizon\(\)/:'horizon'/r), $new // $expected, "$name: hosted");
	return;
}

sub again
{
	$reader->query_safe('TRUNCATE messages');
	put('first');
	reads('first', 'at rest');
	return;
}

# --- Prepared transactions: nobody knows when they began
again();
$writer->query_safe(q{BEGIN; SELECT put('slow'); PREPARE TRANSACTION 'slow'});
put('fast');
reads('first', 'a prepared transaction', 'nothing');
$node->stop;
$fault->start($node);
$_ = uuidx_session($node) foreach ($reader, $writer);
$other = uuidx_session($node, 'other');
reads('nothing', 'after a restart');
value($node, q{COMMIT PREPARED 'slow'});
reads('first slow fast', 'committed');

$writer->query_safe(q{BEGIN; SELECT put('undone'); PREPARE TRANSACTION 'undone'});
put('third');
reads('first slow fast', 'what was read before stays', 'nothing');
value($node, q{ROLLBACK PREPARED 'undone'});
reads('first slow fast third', 'rolled back');

again();
$reader->query_safe(q{BEGIN; SELECT put('own')});
is($reader->query_safe($read), 'first own', 'its own row');
$reader->query_safe(q{PREPARE TRANSACTION 'own'});
put('fast');
unlike($reader->query_safe($read), qr/fast/, 'prepared by the reader itself');
value($node, q{COMMIT PREPARED 'own'});
reads('first own fast', 'and committed');

my $gate = uuidx_session($node);

# What a query with a column "answer" returns, if a row becomes visible after its snapshot was
# taken, and before it has read anything from "gated"
my $gated = '(SELECT pg_advisory_xact_lock(3) OFFSET 0) AS gated';
sub while_one_commits
{
	my ($session, $query) = @_;

	$gate->query_safe('SELECT pg_advisory_lock(3)');
	$session->begin("$query\n\\gset");
	put('fast');
	$gate->query_safe('SELECT pg_advisory_unlock(3)');
	return $session->query_safe(q{SELECT :'answer'});
}

# what was found while it ran, and its rows were seen, is not for a statement beside which another one ends
again();
$reader->query_safe("BEGIN; SELECT put('own'); $read; PREPARE TRANSACTION 'own'");
is(while_one_commits($reader, qq{SELECT coalesce(string_agg(body, ' ' ORDER BY id), 'nothing') AS answer
		FROM $gated, LATERAL (SELECT * FROM messages WHERE id < uuid_v7_horizon() OFFSET 0) AS m}),
	'nothing', 'prepared by the reader itself, before another one ends');
value($node, q{COMMIT PREPARED 'own'});
reads('first own fast', 'and committed');

# A busy server: between the snapshot and the call of a statement, another transaction ends.
# A session that has not called the function before finds a horizon while the statement is planned.
sub below { return value($node, $read =~ s/uuid_v7_horizon\(\)/'$_[0]'/r) }

foreach my $case (
	[ 'a column', 'SELECT uuid_v7_horizon() AS answer' ],
	[ 'how far it is behind', 'SELECT uuid_v7_lower(now() - (now() - uuid_time(uuid_v7_horizon()))) AS answer' ],
	[ 'a prepared statement', 'PREPARE horizon AS SELECT uuid_v7_horizon() AS answer', 'EXECUTE horizon' ])
{
	my ($name, $statement, $execute) = @$case;
	my $new = uuidx_session($node);

	again();
	$new->query_safe("$statement FROM $gated") if $execute;
	is(below(while_one_commits($new, $execute // "$statement FROM $gated")),
		'first', "a new session beside a commit: $name");
	$new->quit;
}

# one snapshot for all statements: there is nothing older than it, until there was a call
again();
my $busy = uuidx_session($node);
my $repeatable = "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM messages";
$busy->query_safe($repeatable);
put('fast');
is($busy->query_safe("$read; COMMIT"), 'nothing', 'REPEATABLE READ in a new session beside a commit');
$busy->query_safe($repeatable);
put('faster');
is($busy->query_safe("$read; COMMIT"), 'first fast', 'and in the next transaction');
$busy->quit;
again();
$busy = uuidx_session($node);
$busy->query_safe("SELECT uuid_v7_horizon(); $repeatable");
put('fast');
is($busy->query_safe("$read; COMMIT"), 'first', 'REPEATABLE READ after a call in a statement of its own');
$busy->quit;

# COPY plans and executes a query with one snapshot, before which the horizon must be found
foreach my $first ('SELECT uuid_v7_horizon()', 'SELECT 1')
{
	again();
	value($node, 'DROP TABLE IF EXISTS locked; CREATE TABLE locked AS SELECT');
	$busy = uuidx_session($node);
	$busy->query_safe($first);
	$writer->query_safe(q{BEGIN; SELECT put('slow'); LOCK TABLE locked});
	$busy->begin('COPY (SELECT uuid_v7_horizon() FROM locked) TO STDOUT;');
	$writer->query_safe('COMMIT');
	my ($horizon) = $busy->query_safe('SELECT 1') =~ /([-0-9a-f]{36})/;
	is(below($horizon), $first =~ /horizon/ ? 'first' : 'nothing', "COPY that waited for a commit, after $first");
	$busy->quit;
}
$gate->quit;

# --- Other databases do not matter
again();
$other->query_safe(q{BEGIN; SELECT put('elsewhere')});
put('fast');
reads('first fast', 'a transaction of another database');
$other->query_safe(q{PREPARE TRANSACTION 'elsewhere'});
put('faster');
reads('first fast faster', 'and when it is prepared');
$other->query_safe(q{ROLLBACK PREPARED 'elsewhere'});

# ... but while one is being prepared, its xid is twice among the running ones
again();
$other->query_safe(q{BEGIN; SELECT put('elsewhere')});
$writer->query_safe(q{BEGIN; SELECT put('slow')});
put('fast');
$busy = uuidx_session($node);
$busy->query_safe($repeatable);
$writer->query_safe('COMMIT');
$other->query_until(qr/begun/, q{SET client_min_messages = error; SET synchronous_commit = on;
	\echo begun
	PREPARE TRANSACTION 'elsewhere';
});
my $waits = 'FROM pg_stat_activity WHERE wait_event = $$SyncRep$$';
$node->poll_query_until('postgres', "SELECT count(*) = 1 $waits") or die 'not being prepared';
is($busy->query_safe("$read; COMMIT"), 'nothing', 'a transaction ended while another one was being prepared');
$busy->quit;
value($node, "SELECT pg_cancel_backend(pid) $waits");
$other->query_safe(q{RESET ALL; ROLLBACK PREPARED 'elsewhere'});
reads('first slow fast', 'and after that');

# --- VACUUM, which may take long, does not hold the horizon; ANALYZE runs functions
again();
value($node, 'CREATE TABLE large AS SELECT n, repeat($$x$$, 2000) AS x FROM generate_series(1, 1000) AS n;
	DELETE FROM large WHERE n % 2 = 0');
$writer->query_until(qr/vacuums/,
	"SET vacuum_cost_delay = 100; SET vacuum_cost_limit = 1;\n\\echo vacuums\nVACUUM large;\n");
$node->poll_query_until('postgres', 'SELECT count(*) = 1 FROM pg_stat_progress_vacuum') or die 'no VACUUM';
put('fast');
is(value($node, q{SELECT count(*) FROM pg_stat_activity WHERE query = 'VACUUM large;' AND xact_start IS NOT NULL}),
	'1', 'VACUUM has a transaction');
reads('first fast', 'beside it');
value($node, q{SELECT pg_cancel_backend(pid) FROM pg_stat_progress_vacuum});
$writer->{run}->kill_kill;
$writer = uuidx_session($node);

# --- The reader's own parallel workers, whose transactions began with its own
again();
value($node, q{CREATE TABLE many AS SELECT n, repeat('x', 500) AS x FROM generate_series(1, 20000) AS n; ANALYZE many});
$reader->query_safe(q{SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0;
	SET min_parallel_table_scan_size = 0; SET parallel_leader_participation = off;
	SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_material = off; SET enable_bitmapscan = off});
my $parallel = q{SELECT count(many.x), string_agg(DISTINCT body, ' ') FROM many,
	LATERAL (SELECT * FROM messages WHERE id < uuid_v7_horizon() ORDER BY id OFFSET 0) AS m WHERE n <= 10000};
like($reader->query_safe("EXPLAIN (COSTS OFF) $parallel"),
	qr/Gather.*Parallel Seq Scan on many.*\(id < uuid_v7_horizon\(\)\)/s, 'a parallel plan');
$reader->query_safe('BEGIN; SELECT 1');
put('later');
is($reader->query_safe($parallel), '20000|first later', 'finds what was inserted after its transaction began');
$reader->query_safe('COMMIT');
$writer->query_safe(q{BEGIN; SELECT put('slow')});
put('fast');
is($reader->query_safe($parallel), '20000|first later', 'but nothing beyond an open writer');
$writer->query_safe('COMMIT');
$reader->query_safe('RESET ALL');

# A range of the key, for which partitions are pruned when execution starts; of v6, of v8
# with a node, and in time order
value($node, q{
	CREATE TABLE parted (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
	CALL uuid_v7_create_partitions('parted', date_trunc('year', now()),
	  date_trunc('year', now()) + interval '3 years', '1 year');
	CREATE TABLE forms (n integer GENERATED ALWAYS AS IDENTITY, v6 uuid DEFAULT uuid_generate_v6(),
	  v7 uuid DEFAULT uuid_generate_v7(), v8 uuid DEFAULT uuid_generate_v8_node(3),
	  any_version uuid)});
like(value($node, 'EXPLAIN (COSTS OFF, ANALYZE, TIMING OFF, SUMMARY OFF) SELECT * FROM parted
	WHERE id < uuid_v7_horizon()'), qr/Subplans Removed: 2/, 'partitions are pruned');

# Whoever may execute it has a horizon
value($node, 'CREATE ROLE app');
is(value($node, 'SET ROLE app; SELECT uuid_version(uuid_v7_horizon())'), '7', 'a role without privileges');
value($node, 'REVOKE EXECUTE ON FUNCTION uuid_v7_horizon() FROM PUBLIC');
is(state_of($node, 'SET ROLE app; SELECT uuid_v7_horizon()'), '42501', 'unless they are revoked');

my %form = (
	v6 => 'v6 < uuid_v6_lower(uuid_time(uuid_v7_horizon()))',
	v7 => 'v7 < uuid_v7_horizon()',
	v8 => 'v8 < uuid_v7_horizon()',
	any_version => 'any_version ~<~ uuid_time(uuid_v7_horizon())');
# each is the first or the last of its millisecond once
my $put_forms = sub {
	my ($session) = @_;

	$session->query_safe(q{INSERT INTO forms DEFAULT VALUES; UPDATE forms SET any_version = CASE n % 3
		WHEN 0 THEN v6 WHEN 1 THEN v7 ELSE uuid_v6_to_v1(v6) END WHERE any_version IS NULL;
		DO 'DECLARE last uuid := (SELECT max(v7) FROM forms); BEGIN WHILE uuid_v7_lower(clock_timestamp()
		  - interval ''1 millisecond'') <= last LOOP END LOOP; END'}) for 1 .. 6;
};
$put_forms->($other = uuidx_session($node));
$writer->query_safe('BEGIN');
$put_forms->($writer);
$put_forms->($other);
is($reader->query_safe("SELECT count(*) FROM forms WHERE $form{$_}"), '6', "$_: up to the writer")
  foreach sort keys %form;
$writer->query_safe(q{COMMIT; BEGIN; SELECT put('prepared'); PREPARE TRANSACTION 'prepared'});
is(value($node, "SELECT count(*) FROM forms WHERE $form{$_}"), '0', "$_: nothing if there is no horizon")
  foreach sort keys %form;
value($node, q{ROLLBACK PREPARED 'prepared'});
is(value($node, "SELECT count(*) FROM forms WHERE $form{$_}"), '18', "$_: all at the end") foreach sort keys %form;

# --- A node of Citus on which a distributed table is read for another node
foreach my $function ('uuid_v7_horizon()', 'hosted.uuid_v7_horizon()')
{
	my $of_node = q{SET application_name = 'citus_internal gpid=10000000001'};

	is(state_of($node, "$of_node; SELECT body FROM messages WHERE id < $function"),
		'0A000', "$function for another node");
	is(state_of($node, "SELECT $function; $of_node; SELECT $function"),
		'0A000', "$function for another node, where there is a horizon");
	is(state_of($node, "$of_node; RESET application_name; SELECT $function"), '', "$function for nobody else");
}
my (undef, undef, $refusal) = $node->psql('postgres',
	q{SET application_name = 'citus_internal gpid=10000000001'; SELECT uuid_v7_horizon()});
like($refusal,
	qr/cannot be executed for a distributed table\nDETAIL:  A node cannot .*\nHINT:  Read from a table that is local/,
	'what to do');

# --- What pg_stat_activity shows does not change within a transaction because of us
is( $reader->query_safe(qq{BEGIN; CREATE TEMP TABLE seen AS SELECT pid, query_start
	FROM pg_stat_activity WHERE pid <> pg_backend_pid(); SELECT count(*) > 0 FROM seen}),
	't', 'activities');
$writer->query_safe('SELECT 1');
is($reader->query_safe(q{SELECT uuid_v7_horizon() IS NOT NULL, (SELECT count(*) FROM pg_stat_activity AS a JOIN seen
	USING (pid) WHERE a.query_start IS DISTINCT FROM seen.query_start); ROLLBACK}),
	't|0', 'stay as they were');

# The clock is read before the search: a transaction that begins while it is read, and is
# found or not, has no id below what is returned
again();
my $held = fault_session($node);
my $pid = $held->pid;
my $locked = uuidx_session($node);
my $waiting = uuidx_session($node);
# waits without reading the clock
value($node, q{CREATE FUNCTION gate() RETURNS boolean LANGUAGE plpgsql AS $$
	BEGIN
	  PERFORM pg_advisory_xact_lock(2);
	  WHILE NOT pg_try_advisory_xact_lock(1) LOOP END LOOP;
	  RETURN true;
	END $$});
$locked->query_safe('SELECT pg_advisory_lock(1)');
$waiting->query_until(qr/asks/, q{\echo asks
	SELECT uuid_v7_horizon() AS horizon FROM (SELECT gate() OFFSET 0) AS g
\gset
});
$node->poll_query_until('postgres', "SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory'
	AND objid = 2 AND granted AND pid = ${\ $waiting->pid}") or die 'not at the gate';
$fault->order(clock_wait => 1, pid => $waiting->pid);
$locked->query_safe('SELECT pg_advisory_unlock(1)');
for (my $i = 0; $i < 100000 && $fault->seen('clock_wait') != 2; $i++) { select(undef, undef, undef, 0.001) }
is($fault->seen('clock_wait'), 2, 'the clock is being read');
$writer->query_safe(q{BEGIN; SELECT put('during')});
my $during = $writer->query_safe(q{SELECT id FROM messages WHERE body = 'during'});
$fault->calm;
is($waiting->query_safe("SELECT :'horizon' <= '$during', uuid_v7_horizon() <= '$during'"),
	't|t', 'no id of a transaction that began meanwhile is less');
$writer->query_safe('ROLLBACK');

# a clock that is set back: what was found before is forgotten
$held->query_safe('SELECT uuid_v7_horizon()');
$fault->order(clock_set => 1, clock_sec => time() - 3600, clock_usec => 1999, pid => $pid);
is($held->query_safe(q{SELECT uuid_time(uuid_v7_horizon()) = date_trunc('milliseconds', clock_timestamp())}),
	't', 'after the clock was set back: the beginning of its millisecond');
foreach my $case ([ -1, $nil ], [ 0, $nil ], [ 1, '00000000-03e8-7000-8000-000000000000' ])
{
	$fault->order(clock_set => 1, clock_sec => $case->[0], clock_usec => 0, pid => $pid);
	is($held->query_safe('SELECT uuid_v7_horizon()'), $case->[1], "$case->[0] seconds after 1970");
}
SKIP:
{
	skip('the clock ends in 2038', 1) if !clock_shows($node, 281474976711);
	$fault->order(clock_set => 1, clock_sec => 281474976711, clock_usec => 0, pid => $pid);
	isnt($held->query_safe('SELECT uuid_v7_horizon()'), 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'beyond version 7');
}
$fault->calm;

# Logical decoding: a walsender that sends a large transaction has one of its own, which
# counts from the time of START_REPLICATION
SKIP:
{
	skip('test_decoding is not installed', 2)
	  if !-e value($node, q{SELECT setting FROM pg_config WHERE name = 'PKGLIBDIR'}) . '/test_decoding.so';
	value($node, q{SELECT 1 FROM pg_create_logical_replication_slot('slot', 'test_decoding')});
	value($node, q{INSERT INTO large SELECT n, repeat(md5(n::text), 100) FROM generate_series(1, 20000) AS n});
	my $file = PostgreSQL::Test::Utils::tempdir . '/changes';
	POSIX::mkfifo($file, 0600) or die "mkfifo: $!";
	# nobody reads what it writes
	sysopen(my $fifo, $file, O_RDWR) or die "$file: $!";
	my $receiver = IPC::Run::start([ 'pg_recvlogical', '-d', $node->connstr('postgres'),
		'-S', 'slot', '-f', $file, '--start', '--no-loop' ]);
	$node->poll_query_until('postgres', q{SELECT count(*) = 1
		FROM pg_stat_activity AS a JOIN pg_locks AS l USING (pid) WHERE backend_type = 'walsender'
		AND wait_event = 'WalSenderWriteData' AND locktype = 'virtualxid'}) or die 'no walsender';
	again();
	put('fast');
	reads('first fast', 'beside a walsender in a transaction');
	# it waits in a write, where newer ones heed no other signal
	$receiver->kill_kill(grace => 0.1);
	$node->poll_query_until('postgres', q{SELECT pg_terminate_backend(active_pid) IS NULL
		FROM pg_replication_slots}) or die 'slot is in use';
	value($node, q{SELECT pg_drop_replication_slot('slot')});
}

# --- A standby, on which a query is also planned; and what was prepared on its primary
again();
$node->backup('copy');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($node, 'copy', has_streaming => 1);
$standby->start;
my (undef, undef, $stderr) = $standby->psql('postgres', 'SELECT uuid_v7_horizon()');
like($stderr,
	qr/ERROR:  uuid_v7_horizon.* cannot be executed during recovery\nDETAIL:  .*\nHINT:  .* on the primary\./,
	'a standby has no horizon');
is(state_of($standby, 'SELECT uuid_v7_horizon()'), '55000', 'SQLSTATE');
my $snapshot = uuidx_session($standby);
$snapshot->query_safe('EXPLAIN SELECT uuid_v7_horizon()');
$writer->query_safe(q{BEGIN; SELECT put('slow'); PREPARE TRANSACTION 'slow'});
put('fast');
my $promoted = uuidx_session($standby);
$promoted->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM messages');
$node->stop;
$standby->promote;
is($snapshot->query_safe($read), 'nothing', 'when it is promoted, a prepared transaction holds it');
value($standby, q{COMMIT PREPARED 'slow'});
is($snapshot->query_safe($read), 'first slow fast', 'until that is committed');
$promoted->query('SELECT uuid_v7_horizon()');
like($promoted->{stderr}, qr/cannot be executed during recovery/, 'a snapshot of the time before');
$_->quit foreach ($snapshot, $promoted);

done_testing();
