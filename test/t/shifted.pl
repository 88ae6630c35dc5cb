# uuid_generate_v7_shifted() where the clock, the calendar or a time zone steps back:
# ids of one shift are in order all the same, and their time is that of the clock plus
# the shift as soon as that moves forward again.  libfaketime moves the server's clock.
#
# In make test: nothing else moves the clock below shifted ids.
# One server is enough: nothing in it depends on the version of the server.

use UuidxTest;

my $node = clock_node('shifted', '+0');
my $session;

# The promise of order is a session's
sub new_session
{
	$session->quit if defined $session;
	$session = uuidx_session($node);
	$session->query_safe('SET client_min_messages = error;
		CREATE TEMP TABLE ids (n integer GENERATED ALWAYS AS IDENTITY, shift interval, id uuid, expected timestamptz)');
	return;
}

# So many ids of each of the shifts in turn, one statement of the session
sub generate
{
	my ($rows, @shifts) = @_;

	$session->query_safe("INSERT INTO ids (shift, id, expected)
		SELECT shift, uuid_generate_v7_shifted(shift), clock_timestamp() + shift
		FROM generate_series(1, $rows), unnest('{" . join(',', @shifts) . "}'::interval[]) AS shift");
	return;
}

# How many of the shifts have ids out of order, and how many ids there are twice.  (As
# intervals 1 day and 24 hours are equal.)
sub in_order
{
	my ($name) = @_;

	is($session->query_safe(q{
			SELECT count(DISTINCT shift::text) FILTER (WHERE id <= previous), count(*) - count(DISTINCT id)
			FROM (SELECT *, lag(id) OVER (PARTITION BY shift::text ORDER BY n) AS previous FROM ids) AS neighbours}),
		'0|0', "$name: strictly increasing, no duplicate");
	return;
}

# Whether the last id of each shift has the time of the clock plus the shift
sub exact
{
	my ($expected, $name) = @_;

	is($session->query_safe(q{
			SELECT bool_and(uuid_v7_timestamp_us(id) = expected)
			  FROM (SELECT DISTINCT ON (shift::text) * FROM ids ORDER BY shift::text, n DESC) AS last}),
		$expected, $name);
	return;
}

# To the microsecond, with every part of a millisecond, and with a unit of each kind
set_clock('2035-01-15 12:00:00.123457');
new_session();
is($session->query_safe(q{
		SELECT count(*) FILTER
		  (WHERE uuid_v7_timestamp_us(uuid_generate_v7_shifted(shift)) <> clock_timestamp() + shift)
		FROM generate_series(-1000, 1000) AS us, unnest('{0,1 day,-1 year,8000 years}'::interval[]) AS unit,
		  LATERAL (SELECT unit + us * interval '1 us') AS s (shift)}),
	'0', 'the time is that of the clock plus the shift, to the microsecond');

# A frozen clock: the counter and then the tick move, in the order of the calls
generate(20000, '0', '-1 us', '-1 day', '1 month', '1 ms', '999 us');
in_order('frozen clock');
# An hour back: held, and exact once the clock has passed it
set_clock('2035-01-15 11:00:00');
generate(1000, '0', '-1 us', '-1 day', '1 month');
in_order('an hour back');
exact('f', 'an hour back: the last time is held');
set_clock('2035-01-15 12:01:00.5');
generate(2, '0', '-1 us', '-1 day', '1 month', '1 ms', '999 us');
in_order('passed again');
exact('t', 'passed again: exact');

# The end of a month: January 28 to 31 plus one month is February 28
my @months = ('1 month', '1 month 1 us', '1 month -1 day',
	'13 months', '-11 months', '1 month 1 hour', '1 day', '2 days');
set_clock('2035-01-28 23:00:00');
new_session();
generate(50, @months, '1 hour');
exact('t', 'January 28');
foreach my $time ('2035-01-29 01:00:00', '2035-01-31 00:00:00', '2035-01-31 22:00:00')
{
	set_clock($time);
	generate(50, @months, '1 hour');
	in_order($time);
}
set_clock('2035-02-01 01:00:00');
generate(1, '1 month', '1 month 1 us');
in_order('February');

# One shift more than are kept: the ninth takes the place of the first
generate(3, @months, '3 days');
in_order('nine shifts');

# The day that has no 02:30 in New York; and a zone that is set
set_clock('2035-03-10 07:30:00');
new_session();
$session->query_safe(q{SET TimeZone = 'America/New_York'});
generate(20, '1 day', '24 hours');
exact('t', 'the day before summer time');
is($session->query_safe('SELECT max(uuid_time(id)) FROM ids GROUP BY shift::text'),
	"2035-03-11 03:30:00-04\n2035-03-11 03:30:00-04", 'there is no 02:30');
set_clock('2035-03-10 08:10:00');
generate(20, '1 day', '24 hours');
in_order('summer time');
$session->query_safe(q{SET TimeZone = 'UTC'});
generate(20, '1 day', '24 hours');
in_order('another zone');

set_clock('+0');
$session->quit;

done_testing();
