# Laws 1 and 2 on clocks that misbehave: frozen, stepped back and forward.  libfaketime
# moves the server's clock under one live session: it reads the time from a file at every
# look at the clock.  105_clock_limits.pl has clocks that are out of range.
#
# Only in make test-all: 001_monotonic.pl and 105_clock_limits.pl notice most of this in less time.
# One server is enough: nothing in it depends on the version of the server.

use FindBin;
use lib "$FindBin::RealBin/lib";
use UuidxTest;

my $node = clock_node('clock', '+0');
value(
	$node, q{
	CREATE SEQUENCE n;
	CREATE TABLE ids (
	  phase text,
	  n bigint DEFAULT nextval('n'),
	  before timestamptz DEFAULT clock_timestamp(),
	  v7 uuid DEFAULT uuid_generate_v7(),
	  v6 uuid DEFAULT uuid_generate_v6(),
	  v8 uuid DEFAULT uuid_generate_v8_node(7),
	  after timestamptz DEFAULT clock_timestamp()
	);
});

# What this extension has warned of since the last call
sub warnings_logged
{
	return [ new_log($node) =~ /WARNING:\s+(system clock .*)/g ];
}

# The live session, and the next one: the promise of order is a session's
my $session;

sub new_session
{
	$session->quit if defined $session;
	$session = uuidx_session($node, 'postgres', on_error_stop => 0);
	$session->query_safe('TRUNCATE ids');
	return;
}

# Fills so many rows in the session; what it makes is remembered under a name
sub generate
{
	my ($phase, $rows) = @_;

	$session->query_safe(
		"SET client_min_messages = error; INSERT INTO ids (phase) SELECT '$phase' FROM generate_series(1, $rows)"
	);
	return;
}

# The largest lead of a phase over the clock in microseconds, v7, v6 and v8; negative
# when one is behind
sub leads
{
	my ($phase) = @_;

	return $session->query_safe(
		qq{SELECT max(1000000 * extract(epoch FROM uuid_v7_timestamp_us(v7) - before))::bigint,
		  max(1000000 * extract(epoch FROM uuid_time(v6) - before))::bigint,
		  max(1000000 * extract(epoch FROM uuid_v8_node_timestamp(v8) - before))::bigint
		FROM ids WHERE phase = '$phase'});
}

# Promise 1 over everything made so far
sub in_order
{
	my ($name) = @_;

	is( $session->query_safe(
			q{SELECT count(*) FILTER (WHERE v7 <= previous_v7), count(*) FILTER (WHERE v6 <= previous_v6),
			  count(*) FILTER (WHERE v8 <= previous_v8),
			  count(*) - count(DISTINCT v7), count(*) - count(DISTINCT v6), count(*) - count(DISTINCT v8)
			FROM (SELECT *, lag(v7) OVER own AS previous_v7, lag(v6) OVER own AS previous_v6, lag(v8) OVER own AS previous_v8
			  FROM ids WINDOW own AS (ORDER BY n)) AS neighbours}),
		'0|0|0|0|0|0',
		"$name: strictly increasing, no duplicate");
	return;
}

# Says whether a number is within bounds, and which it is when not
sub between
{
	my ($number, $least, $most, $name) = @_;

	ok($number >= $least && $number <= $most, $name)
	  or diag("$number is not between $least and $most");
	return;
}

my ($v7_lead, $v6_lead, $v8_lead);
my $hour_us = 3600 * 1000000;

#
# Frozen clock.  A tick holds 8192 UUIDs at least and 16384 at most; it is a quarter
# of a microsecond in v7, and a tenth in v6.
#
set_clock('2035-01-01 12:00:00.500000');
new_session();
warnings_logged();
generate('frozen', 100000);
in_order('frozen clock');
is($session->query_safe('SELECT count(DISTINCT before) FROM ids'),
	'1', 'the clock was frozen');
($v7_lead, $v6_lead, $v8_lead) = split(/\|/, leads('frozen'));
between($v7_lead, 1, 100000 / 8192 / 4 + 1, 'frozen clock: v7 moves on by counter overflow only');
between($v8_lead, 1, 100000 / 8192 / 4 + 1, 'frozen clock: v8 moves like v7');
between($v6_lead, 0, 100000 / 8192 / 10 + 1, 'frozen clock: v6 moves like v7');
between($session->query_safe("SELECT count(DISTINCT left($_\::text, 18)) FROM ids"),
	100000 / 16384, 100000 / 8192 + 1, "frozen clock: $_ uses one tick after the other")
  foreach ('v7', 'v6', 'v8');
is_deeply(warnings_logged(), [], 'frozen clock: no warning');

# A moment later the clock is past the lead, and used again
set_clock('2035-01-01 12:00:01.500000');
generate('thawed', 1);
is(leads('thawed'), '0|0|0', 'later: the time is that of the clock again');
in_order('later');

#
# One hour back, and forward again
#
set_clock('2035-01-01 11:00:01.500000');
generate('hour back', 20000);
in_order('one hour back');
($v7_lead, $v6_lead, $v8_lead) = split(/\|/, leads('hour back'));
between($v7_lead, $hour_us, $hour_us + 2, 'one hour back: v7 holds the last tick, and its counter moves');
between($v8_lead, $hour_us, $hour_us + 2, 'one hour back: v8 holds its last tick, too');
between($v6_lead, $hour_us, $hour_us + 2, 'one hour back: v6 holds its last tick, too');
is_deeply(
	warnings_logged(),
	['system clock stepped back by 3600 seconds'],
	'one hour back: one warning');
generate('hour back, again', 1000);
value($node, 'SELECT uuid_generate_v7(), uuid_generate_v6()');
is_deeply(warnings_logged(), [],
	'one hour back: no other warning, in this session or a new one');

# While it catches up the lead shrinks
set_clock('2035-01-01 11:30:01.500000');
generate('half an hour later', 1000);
($v7_lead, $v6_lead, $v8_lead) = split(/\|/, leads('half an hour later'));
between($v7_lead, $hour_us / 2, $hour_us / 2 + 10, 'catching up: the lead of v7 has shrunk');
between($v8_lead, $hour_us / 2, $hour_us / 2 + 10, 'catching up: v8 as v7');
between($v6_lead, $hour_us / 2, $hour_us / 2 + 10, 'catching up: the lead of v6 has shrunk');
is_deeply(warnings_logged(), [], 'catching up: no warning');

set_clock('2035-01-01 12:30:00');
generate('forward again', 1000);
is( $session->query_safe(
		q{SELECT min(uuid_v7_timestamp_us(v7)) = min(before), min(uuid_time(v6)) = min(before),
		  min(uuid_v8_node_timestamp(v8)) = min(before)
		FROM ids WHERE phase = 'forward again'}),
	't|t|t', 'forward again: the time is that of the clock');
in_order('forward again');
is_deeply(warnings_logged(), [], 'forward again: no warning');

#
# To 2036 and back
#
set_clock('2036-06-01 00:00:00');
generate('2036', 1000);
is_deeply(warnings_logged(), [], '2036: no warning');
set_clock('2035-01-01 12:31:00');
generate('back from 2036', 20000);
in_order('2036 and back');
is($session->query_safe(
		q{SELECT count(DISTINCT left(v7::text, 13)), count(DISTINCT date_trunc('milliseconds', uuid_time(v6))),
		  count(DISTINCT left(v8::text, 13))
		FROM ids WHERE phase IN ('2036', 'back from 2036')}),
	'1|1|1',
	'back from 2036: the last millisecond is held');
my $step_s = $session->query_safe(
	q{SELECT extract(epoch FROM timestamptz '2036-06-01 00:00:00' - timestamptz '2035-01-01 12:31:00')::bigint});
is_deeply(
	warnings_logged(),
	["system clock stepped back by $step_s seconds"],
	'back from 2036: one warning');
($v7_lead, $v6_lead, $v8_lead) = split(/\|/, leads('back from 2036'));
between($v7_lead, $step_s * 1000000, $step_s * 1000000 + 2, 'back from 2036: the lead is the step');
between($v8_lead, $step_s * 1000000, $step_s * 1000000 + 2, 'back from 2036: v8 as v7');
between($v6_lead, $step_s * 1000000, $step_s * 1000000 + 2, 'back from 2036: that of v6, too');

# A second step back is a second warning, though v7 and v6 have not caught up
set_clock('2035-01-01 12:00:00');
generate('back again', 10);
is_deeply(
	warnings_logged(),
	['system clock stepped back by 1860 seconds'],
	'back again: one more warning');
in_order('back again');

#
# How large a step is worth a warning, to the microsecond.  A new session, which
# has no lead.
#
set_clock('2037-01-01 00:00:00');
new_session();
warnings_logged();
generate('small steps', 100);
set_clock('2036-12-31 23:59:55');
generate('5 s', 100);
is_deeply(warnings_logged(), [], '5 s back: no warning');
in_order('5 s back');
($v7_lead, $v6_lead, $v8_lead) = split(/\|/, leads('5 s'));
between($v7_lead, 5000000, 5000001, '5 s back: the last tick is held');
between($v8_lead, 5000000, 5000001, '5 s back: v8 as v7');
between($v6_lead, 5000000, 5000001, '5 s back: that of v6, too');
set_clock('2036-12-31 23:59:45');
generate('10 s', 100);
is_deeply(warnings_logged(), [], '10 s back: no warning');
set_clock('2036-12-31 23:59:34.999000');
generate('more than 10 s', 100);
is_deeply(
	warnings_logged(),
	['system clock stepped back by 10 seconds'],
	'a millisecond more: a warning');
in_order('small steps');

# The user gets it too, as SQLSTATE 01000, and gets the UUID all the same
set_clock('2036-12-31 22:00:00');
my ($id, $failed) = $session->query("SET client_min_messages = warning; SELECT uuid_version(uuid_generate_v7())");
is($id, '7', 'the statement that meets the step succeeds');
like($session->{stderr}, qr/WARNING:\s+system clock stepped back by 7174 seconds\n/, 'and warns the user');
$session->{stderr} = '';
warnings_logged();

# v6 alone notices as well, and so does v8
set_clock('2036-12-31 21:00:00');
$session->query_safe('SET client_min_messages = error; SELECT uuid_generate_v6()');
is_deeply(warnings_logged(), ['system clock stepped back by 3600 seconds'], 'v6 warns');
set_clock('2036-12-31 20:00:00');
$session->query_safe('SET client_min_messages = error; SELECT uuid_generate_v8_node(7)');
is_deeply(warnings_logged(), ['system clock stepped back by 3600 seconds'], 'v8 warns');

#
# A running clock, stepped back by an hour: the lead is the step and no more
#
set_clock('+100000000');
new_session();
generate('running', 10000);
set_clock('+99996400');
generate('running, stepped', 50000);
in_order('running clock, one hour back');
($v7_lead, $v6_lead, $v8_lead) = split(/\|/, leads('running, stepped'));
between($v7_lead, 0, $hour_us, 'running clock, one hour back: the lead of v7 never exceeds the step');
between($v8_lead, 0, $hour_us, 'running clock, one hour back: v8 as v7');
between($v6_lead, 0, $hour_us, 'running clock, one hour back: nor that of v6');
is(scalar @{ warnings_logged() }, 1, 'running clock, one hour back: one warning');

set_clock('+0');
$session->quit;
$node->stop;
done_testing();
