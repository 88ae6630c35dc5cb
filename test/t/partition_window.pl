# A window of partitions in a table that is in use: uuid_v7_drop_partitions beside readers, writers
# and another run; when a lock is not to be had, and when it is interrupted.
#
# Two servers are enough: the oldest and the newest.
# Only in make test-all: takes a minute; sql/partitions_drop.sql notices most of this.

use UuidxTest;

my $node = uuidx_node('window', conf => "timezone = 'UTC'\nclient_min_messages = warning");
my $drop = q{CALL uuid_v7_drop_partitions('events', '%s')};
my $briefly = q{SET lock_timeout = '1ms'; };
my $drop_two = sprintf($drop, '2020-03-01');

# A table of five months, a row a day, and a session that holds what its statements lock
sub held
{
	value($node, q{
		DROP TABLE IF EXISTS events, events_p20200101, events_p20200201;
		CREATE TABLE events (id uuid PRIMARY KEY, note text) PARTITION BY RANGE (id);
		CALL uuid_v7_create_partitions('events', '2020-01-01', '2020-06-01', '1 month');
		INSERT INTO events SELECT uuid_v7_lower(t)
		  FROM generate_series(timestamptz '2020-01-01', '2020-05-31', '1 day') AS t});
	return holder($_[0]);
}

# The months that are there, and how many rows
sub left { return value($node, q{SELECT string_agg(to_char(from_time, 'FMMM'), ' '), (SELECT count(*) FROM events)
	FROM uuid_v7_partitions('events') WHERE from_time IS NOT NULL}) }

# A session that holds what its statements lock
sub holder
{
	my $session = uuidx_session($node);

	$session->query_safe("BEGIN; $_[0]");
	return $session;
}

# A session in which the dropping of two months has begun, and waits for a lock
sub waiting
{
	my $session = uuidx_session($node);

	$session->begin("$drop_two;");
	return $session;
}

# Ends what the holder has locked, and waits for the end of the others; returns what is left
sub released
{
	my ($holder, @waiting) = @_;

	$holder->query_safe('COMMIT');
	$_->query_safe('SELECT 1') foreach @waiting;
	$_->quit foreach $holder, @waiting;
	return left();
}

# --- Whoever uses the table is waited for, as long as lock_timeout allows
foreach my $case (
	[ 'a reader', 'SELECT count(*) FROM events' ],
	[ 'a writer', q{INSERT INTO events VALUES (uuid_v7_lower('2020-05-02 12:00'))} ])
{
	my ($name, $sql) = @$case;

	my $holder = held($sql);
	is(state_of($node, "$briefly $drop_two"), '55P03', "$name: lock_timeout counts");
	is(state_of($node, $briefly . sprintf($drop, '2020-01-15')), '',
		"$name: is not waited for where there is nothing to drop");
	like(released($holder, waiting()), qr/^3 4 5\|9[23]$/, "$name: and then they are dropped");
}

# In between, the lock is not held: each partition has a transaction of its own
my $holder = held('SELECT count(*) FROM events_p20200201');
is(state_of($node, "$briefly $drop_two"), '55P03', 'a reader of the second one only');
is(left(), '2 3 4 5|121', 'the first one is dropped nevertheless');
released($holder);
is(state_of($node, "$briefly $drop_two"), '', 'called again');
is(left(), '3 4 5|92', 'it goes on');

$holder = held('SELECT count(*) FROM events_p20200201');
is(state_of($node, "$briefly BEGIN; $drop_two; COMMIT"), '55P03', 'in a transaction block');
is(left(), '1 2 3 4 5|152', 'all of them or none');
released($holder);

# Interrupted: canceled, and terminated
foreach my $interrupt ('pg_cancel_backend', 'pg_terminate_backend')
{
	$holder = held('SELECT count(*) FROM events_p20200201');
	my $session = waiting();
	value($node, "SELECT $interrupt(${\ $session->pid})");
	$node->poll_query_until('postgres', "SELECT count(*) = 0 FROM pg_locks WHERE pid = ${\ $session->pid}
		AND relation = 'events'::regclass") or die 'it is not interrupted';
	is(left(), '2 3 4 5|121', "$interrupt: what was dropped stays dropped, the rest is there");
	eval { $session->quit };
	released($holder);
	is(state_of($node, $drop_two), '', "$interrupt: called again");
	is(left(), '3 4 5|92', "$interrupt: it goes on");
}

# Two runs at once: each waits, none fails, nothing is dropped twice
$holder = held('SELECT count(*) FROM events');
is(released($holder, waiting(), waiting()), '3 4 5|92', 'two runs: dropped once');

# What is no partition any more when its turn comes is left alone
$holder = held('SELECT count(*) FROM events');
my $run = waiting();
$holder->query_safe('ALTER TABLE events DETACH PARTITION events_p20200201;
	ALTER TABLE events_p20200201 RENAME TO kept');
is(released($holder, $run), '3 4 5|92', 'detached meanwhile: the others are dropped');
is(value($node, 'SELECT count(*) FROM kept'), '29', 'detached meanwhile: its rows are there');
value($node, 'DROP TABLE kept');

# One that is attached again with other bounds is no longer the one that was asked for
$holder = held('SELECT count(*) FROM events');
$run = waiting();
$holder->query_safe(q{ALTER TABLE events DETACH PARTITION events_p20200201;
	ALTER TABLE events DETACH PARTITION events_p20200301;
	INSERT INTO events_p20200201 TABLE events_p20200301; DROP TABLE events_p20200301;
	ALTER TABLE events ATTACH PARTITION events_p20200201 FOR VALUES FROM
	  (uuid_v7_lower('2020-02-01')) TO (uuid_v7_lower('2020-04-01'))});
is(released($holder, $run), '2 4 5|121', 'other bounds meanwhile: it stays');

# One that is being detached belongs to whoever detaches it
$holder = held('SELECT count(*) FROM events');
is(state_of($node, "$briefly ALTER TABLE events DETACH PARTITION events_p20200101 CONCURRENTLY"),
	'55P03', 'a DETACH is broken off');
released($holder);
my ($stdout, $stderr);
$node->psql('postgres', $drop_two, stderr => \$stderr);
like($stderr, qr/WARNING:  partition "events_p20200101" is being detached and is not dropped\nHINT: /m,
	'being detached: a warning');
is(left(), '3 4 5|92', 'being detached: the others are dropped');
is(value($node, 'SELECT count(*) FROM events_p20200101'), '31', 'being detached: its rows are there');
value($node, 'ALTER TABLE events DETACH PARTITION events_p20200101 FINALIZE');

# nor does it count as one that remains
$holder = holder('SELECT count(*) FROM events');
is(state_of($node, "$briefly ALTER TABLE events DETACH PARTITION events_p20200501 CONCURRENTLY"),
	'55P03', 'a DETACH of the last one is broken off');
released($holder);
is(state_of($node, sprintf($drop, '2020-05-01')), '55000', 'being detached: it is no partition that remains');

done_testing();
