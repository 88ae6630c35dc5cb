# Laws 1 and 2 on clocks that misbehave: frozen, stepped back and forward.  libfaketime
# moves the server's clock under one live session: it reads the time from a file at every
# look at the clock.  clock_limits.pl has clocks that are out of range.
#
# Only in make test-all: monotonic.pl and clock_limits.pl notice most of this in less time.
# One server is enough: nothing in it depends on the version of the server.

use UuidxTest;

my $node = clock_node('clock', '+0');
value($node, q{CREATE TABLE ids (phase text, n bigint GENERATED ALWAYS AS IDENTITY,
	before timestamptz DEFAULT clock_timestamp(), v7 uuid DEFAULT uuid_generate_v7(),
	v6 uuid DEFAULT uuid_generate_v6(), v8 uuid DEFAULT uuid_generate_v8_node(7))});

# What this extension has warned of since the last call
sub warned { return join(', ', new_log($node) =~ /WARNING:\s+(system clock .*)/g) }

# The live session, and the next one: the promise of order is a session's
my $session;

sub new_session
{
	$session->quit if defined $session;
	$session = uuidx_session($node);
	$session->query_safe('SET client_min_messages = error; TRUNCATE ids');
	return;
}

# Sets the clock and makes so many rows.  Then all ids of the session are in order, those of
# the rows are ahead of the clock by that many microseconds, and that has been logged.
sub step
{
	my ($name, $clock, $rows, $least, $most, $warning) = @_;

	set_clock($clock);
	$session->query_safe("INSERT INTO ids (phase) SELECT '$name' FROM generate_series(1, $rows)");
	is($session->query_safe('SELECT count(*) FROM (SELECT *, lag(v7) OVER own AS previous_v7, lag(v6) OVER own AS
		previous_v6, lag(v8) OVER own AS previous_v8 FROM ids WINDOW own AS (ORDER BY n)) AS neighbours
		WHERE v7 <= previous_v7 OR v6 <= previous_v6 OR v8 <= previous_v8'), '0', "$name: strictly increasing");
	foreach my $time ('uuid_v7_timestamp_us(v7)', 'uuid_time(v6)', 'uuid_v8_node_timestamp(v8)')
	{
		my $ahead = $session->query_safe("SELECT max(1000000 * extract(epoch FROM $time - before))::bigint
			FROM ids WHERE phase = '$name'");

		ok($ahead >= $least && $ahead <= $most, "$name: how far $time is ahead") or diag("$ahead microseconds");
	}
	is(warned(), $warning // '', "$name: warnings");
	return;
}

my $second = 1000000;
my $hour = 3600 * $second;
my $stepped = 'system clock stepped back by';

# One hour back, and while the clock catches up; a new session does not know of it
new_session();
step('frozen', '2035-01-01 12:00:00.500000', 100000, 0, 100000 / 8192 / 4 + 1);
step('one hour back', '2035-01-01 11:00:00.500000', 20000, $hour, $hour + 5, "$stepped 3600 seconds");
value($node, 'SELECT uuid_generate_v7(), uuid_generate_v6()');
is(warned(), '', 'one hour back: no other warning in a new session');
step('catching up', '2035-01-01 11:30:00.500000', 1000, $hour / 2, $hour / 2 + 10);
step('forward again', '2035-01-01 12:30:00', 1000, 0, 0);

# How large a step is worth a warning, to the microsecond.  A new session, which
# has no lead.
set_clock('2037-01-01 00:00:00');
new_session();
step('small steps', '2037-01-01 00:00:00', 100, 0, 0);
step('5 s back', '2036-12-31 23:59:55', 100, 5 * $second, 5 * $second + 1);
step('10 s back', '2036-12-31 23:59:45', 100, 15 * $second, 15 * $second + 1);
step('a millisecond more', '2036-12-31 23:59:34.999000', 100, 25001000, 25001001, "$stepped 10 seconds");

# The user gets it too, and gets the UUID all the same
set_clock('2036-12-31 22:00:00');
is($session->query('SET client_min_messages = warning; SELECT uuid_version(uuid_generate_v7())'),
	'7', 'the statement that meets the step succeeds');
like($session->{stderr}, qr/WARNING:\s+system clock stepped back by 7174 seconds\n/, 'and warns the user');
$session->{stderr} = '';

# v6 alone notices as well, and so does v8
warned();
foreach ([ '21:00', 'uuid_generate_v6()' ], [ '20:00', 'uuid_generate_v8_node(7)' ])
{
	set_clock("2036-12-31 $_->[0]:00");
	$session->query_safe("SET client_min_messages = error; SELECT $_->[1]");
	is(warned(), "$stepped 3600 seconds", "$_->[1] warns");
}

set_clock('+0');
$session->quit;

done_testing();
