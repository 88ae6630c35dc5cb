# The clock set to the microsecond at the limits of each version.  A UUID either carries exactly the time
# that the clock shows or is refused; at the end of time the generators run out rather than over.
# fuzz/fuzz_uuid.c has any time.
#
# In make test: nothing else sets the clock to the ends of a version's time.
# One server is enough: nothing in it depends on the version of the server.

use UuidxFault;
use UuidxTest;

my ($fault, $node) = fault_node('clock_limits', conf => "timezone = 'UTC'\nlog_line_prefix = '[%p] '");
my $session;

sub new_session
{
	$session->quit if defined $session;
	$session = fault_session($node);
	return;
}

# From now on the clock of the session stands at so many seconds and microseconds
# since 1970
sub clock_at
{
	my ($sec, $usec) = @_;

	$fault->order(clock_set => 1, clock_sec => $sec, clock_usec => $usec, pid => $session->pid);
	return;
}

# The limits, from date(1): seconds since 1970
my $v6_first = -12219292800;	# 1582-10-15 00:00:00
my $v6_last = 103072857660;	# 5236-03-31 21:21:00
my $v7_last = 281474976710;		# 10889-08-02 05:31:50

# In a session of its own each: nothing is held.  Whether v7 and v6 exist there; v8 with
# a node does where v7 does.
foreach my $case (
	[ 'the first of v7', 0, 0, 't', 't' ],
	[ 'just before', -1, 999999, 'f', 't' ],
	[ 'the last of v7', $v7_last, 655999, 't', 'f' ],
	[ 'just after', $v7_last, 656000, 'f', 'f' ],
	[ 'the first of v6', $v6_first, 0, 'f', 't' ],
	[ 'just before', $v6_first - 1, 999999, 'f', 'f' ],
	[ 'the last of v6', $v6_last, 684697, 't', 't' ],
	[ 'just after', $v6_last, 684698, 't', 'f' ])
{
	my ($name, $sec, $usec, $v7, $v6) = @{$case};

SKIP:
	{
		skip "this server's clock ends in 2038", 3 if !clock_shows($node, $sec);

		new_session();
		clock_at($sec, $usec);
		$name .= ', ' . $session->query_safe('SELECT clock_timestamp()');
		foreach my $version (
			[ 7, $v7, 'uuid_v7_timestamp_us', 'uuid_generate_v7()' ],
			[ 6, $v6, 'uuid_time', 'uuid_generate_v6()' ],
			[ 8, $v7, 'uuid_v8_node_timestamp', 'uuid_generate_v8_node(1)' ])
		{
			my ($number, $there, $time, $call) = @{$version};

			my ($output, $state, $message) = $session->attempt("SELECT uuid_version(id),
				$time(id) - clock_timestamp() FROM $call AS id");
			my $expected = $there eq 't' ? "$number|00:00:00  "
			  : " 22008 timestamp out of range for UUID version $number";

			$message =~ s/: "\d[-\d :.]+\+00( BC)?"$//;
			is("$output $state $message", $expected, "$name: v$number");
		}
	}
}

# The end of time: the last microsecond has five ticks of v7 and six of v6, of
# 8192 UUIDs or more each and 16384 at most
value($node, 'CREATE TABLE last (n integer GENERATED ALWAYS AS IDENTITY, id uuid)');
foreach my $version (
	[ 'v7', 'uuid_generate_v7()', $v7_last, 655999, 5 ],
	[ 'v6', 'uuid_generate_v6()', $v6_last, 684697, 6 ],
	[ 'v8 with a node', 'uuid_generate_v8_node(1)', $v7_last, 655999, 5 ])
{
	my ($name, $call, $sec, $usec, $ticks) = @{$version};
	my $room = $ticks * 8192;

SKIP:
	{
		skip "this server's clock ends in 2038", 4 if !clock_shows($node, $sec);

		my $fill = "INSERT INTO last (id) SELECT $call FROM generate_series";

		value($node, 'TRUNCATE last');
		new_session();
		clock_at($sec, $usec);
		is_deeply([ $session->attempt("$fill(1, $room)") ], [ '', '', '' ],
			"end of $name: there is room for as many as promised");
		is_deeply([ ($session->attempt("$fill(0, $room)"))[0, 1] ], [ '', '22008' ], "end of $name: there is an end");
		is(($session->attempt("$fill(1, 1)"))[1], '22008', "end of $name: it does not begin again");
		is($session->query_safe(
				q{SELECT count(*), count(*) FILTER (WHERE id <= previous),
					min(left(id::text, 14)), max(left(id::text, 14)) FROM (
				  SELECT id, lag(id) OVER (ORDER BY n) AS previous FROM last) AS neighbours}),
			"$room|0|ffffffff-ffff-|ffffffff-ffff-", "end of $name: in order to the last");
	}
}

$fault->calm;
$session->quit;

done_testing();
