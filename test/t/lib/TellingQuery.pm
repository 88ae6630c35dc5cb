# TellingQuery - queries in which a single wrong condition, order, estimate or lost index shows
#
# They ask for the last hour, ties, orders, ends of ranges, pages, what is not true of nulls, and times that a join
# compares. The same seed of srand gives the same queries.
package TellingQuery;

use strict;
use warnings;

use Exporter 'import';
use RandomTime 'one_of';

our @EXPORT = qw(telling);

# Times of the clock that are truncated in two time zones, or that a distant one changes by a month
my @clocks = (
	q{date_trunc('quarter', date_trunc('year', now()), 'UTC')},
	q{date_trunc('week', date_trunc('year', current_timestamp, 'Asia/Kathmandu'))},
	q{date_trunc('week', now()::timestamp AT TIME ZONE 'Europe/Berlin')},
	q{date_trunc('month', date_trunc('month', now(), 'Africa/Cairo')) - interval '1 mon 1 hour'},
	q{date_trunc('month', now())}, q{date_trunc('day', now())},
	q{date_trunc('year', date_trunc('decade', now(), 'Asia/Tokyo'))},
	q{date_trunc('week', now(), 'FAR-167')}, q{current_date}, q{current_date - 30},
	q{current_date + interval '1 month -1 day'}, q{localtimestamp},
	q{localtimestamp - interval '1 month'}, q{(now() AT TIME ZONE 'FAR+167')::timestamptz},
	q{now()::timestamp::date::timestamptz},
	q{date_trunc('month', now() AT TIME ZONE 'FAR-167') AT TIME ZONE 'FAR-167'},
	q{date_trunc('month', current_date::timestamptz, 'Africa/Cairo')::date},
	q{greatest(now() - interval '1 week', current_date)},
	q{least(date_trunc('quarter', now()), current_date::timestamptz)},
	q{date_trunc('day', now() - interval '1 month')});

sub literal { return "timestamptz '${\ $_[0]{instants}->()}'" }

# telling(\%data): these queries for each table of the hash that RandomQuery describes.
sub telling
{
	my ($data) = @_;
	my ($from, $to) = map { my $time = $data->{telling}->($_); [ map { sprintf $time, $_ } 0, 1, 2 ] } 0.2, 0.6;
	my ($few, $many) = map { join ', ', map { literal($data) } 1 .. $_ } 40, 100;
	my %size = (size => $data->{large} ? 'large' : 'small');

	return map {
		my $table = $_;

		map {
			my ($keys, $sql, $known, @parameters) = @$_;

			$sql =~ s/(?<![.\w])created_at/$table.created_at/g if $data->{fields}{$table};
			+{ %size, sql => $sql, keys => $keys, known => $known, parameters => \@parameters }
		} $data->{large} ? large($data, $table, $from->[1], $to->[1], $many) : small($data, $table, $from, $to)
	} @{ $data->{tables} };
}

sub any_of
{
	my ($table, $after, $before) = @_;

	return [ 0, "SELECT n FROM $table WHERE created_at = ANY (\$1)", 1,
		[ 'timestamptz[]', "ARRAY[[$after, $before], [$before, NULL]]", "ARRAY[NULL, $after]" ] ];
}

sub small
{
	my ($data, $table, $from, $to) = @_;
	my ($after, $before) = ($from->[1], $to->[1]);
	my $plain = $data->{tables}[0];

	return (
		# with the clock
		(map { [ 0, "SELECT count(*), sum(n) FROM $table WHERE created_at >= ${\ one_of(@clocks)}", 1 ] } 1 .. 3),
		[ 0, "SELECT n FROM $table WHERE created_at >= now() - interval '1 hour'" ],
		# ties and orders
		(map { [ 1, "SELECT created_at FROM $table ORDER BY created_at FETCH FIRST $_ ROWS WITH TIES" ] } 2, 3, 4),
		(map { [ 1, "SELECT created_at FROM $table ORDER BY created_at $_ LIMIT 250" ] } '', 'DESC'),
		# ranges
		(map { ([ 0, "SELECT n FROM $table WHERE id <@ tstzrange($after, $_, '[]')" ],
			[ 0, "SELECT n FROM $table WHERE created_at <@ tstzrange($after, $_, '[]')" ]) } @$to),
		[ 0, "SELECT n FROM $table WHERE NOT (id >= $after AND id < $before)" ],
		[ 0, "SELECT n FROM $table WHERE NOT (created_at >= $after AND created_at < $before)" ],
		[ 0, "SELECT n FROM $table WHERE created_at IN (${\ join ', ', @$from, @$to})" ],
		any_of($table, $after, $before),
		# a function that no worker can call, for ids of partitions that are not read
		[ 0, "SELECT n FROM $table
			WHERE id < $before AND (id < $after
			  OR id >= timestamptz '2026-06-05 00:00Z' AND id > restricted($before))" ],
		# pages
		[ 0, "SELECT n FROM $table WHERE ($after, uuid '00000000-0000-0000-0000-000000000000') < (created_at, id)" ],
		[ 1, "SELECT created_at FROM $table WHERE created_at > $after ORDER BY created_at LIMIT 5" ],
		# with another column
		[ 0, "SELECT n FROM $table
			WHERE n > 0 AND created_at < '2026-03-01 00:00Z' AND created_at > '2026-02-20 00:00Z'" ],
		# joins
		[ 0, "SELECT x.created_at, p.n
			FROM $plain AS p
			  LEFT JOIN LATERAL (SELECT y.created_at FROM $table AS y WHERE y.id > p.created_at
			    ORDER BY y.created_at NULLS FIRST LIMIT 2) AS x ON true
			WHERE p.n < 20" ],
		[ 0, "SELECT p.n, x.n FROM $plain AS p, $table AS x WHERE uuid_v7_timestamp(x.id) = p.created_at" ],
		[ 0, "SELECT p.n, x.n FROM $plain AS p JOIN $table AS x ON x.created_at = p.created_at" ],
		[ 1, "SELECT created_at, n FROM $table WHERE n < 20 ORDER BY created_at DESC" ]);
}

sub large
{
	my ($data, $table, $after, $before, $times) = @_;
	my $last = $data->{rows} * 0.997;
	my $select = "SELECT n, note FROM $table AS t WHERE";

	return (
		# one condition of several, of which an index finds the best
		[ 0, "$select t.created_at >= $after AND t.created_at < $before AND total > $last" ],
		[ 0, "$select (t.created_at)::date >= '2026-02-10' AND total > $last" ],
		[ 0, "$select t.created_at >= $before AND note LIKE 'n123%'" ],
		[ 0, "$select t.created_at >= $before AND t.fk = 17" ],
		[ 0, "$select t.created_at < '2026-01-20 00:00Z' AND t.fk = 17" ],
		[ 0, "$select t.created_at >= '2026-05-20 00:00Z' AND t.kind = 1" ],
		# columns of an index
		[ 0, "SELECT fk, t.created_at FROM $table AS t WHERE t.fk = 3" ],
		[ 0, "SELECT fk, max(t.created_at) FROM $table AS t WHERE t.fk BETWEEN 3 AND 40 GROUP BY fk" ],
		# the time alone
		[ 0, "$select t.created_at >= $after AND t.created_at < $after + interval '6 hours'" ],
		[ 0, "SELECT min(t.created_at), max(t.created_at) FROM $table AS t" ],
		[ 1, "SELECT t.created_at FROM $table AS t ORDER BY t.created_at DESC LIMIT 20" ],
		[ 1, "SELECT t.created_at, n FROM $table AS t WHERE (t.created_at, t.id) > ($after, uuid '${\ ('0' x 32)}')
			ORDER BY t.created_at, t.id LIMIT 20" ],
		# calendars
		[ 0, "SELECT count(note) FROM $table AS t WHERE extract(hour FROM t.created_at AT TIME ZONE 'UTC') = 23" ],
		[ 0, "SELECT count(note) FROM $table AS t WHERE (t.created_at AT TIME ZONE 'UTC')::date = '2026-03-05'" ],
		# a join
		[ 0, "SELECT count(*) FROM $data->{days} AS d
			JOIN $table AS u ON u.created_at = d.created_at
			JOIN ${\ one_of(@{ $data->{tables} })} AS o ON o.fk = u.fk" ],
		# lists
		any_of($table, $after, $before),
		[ 0, "$select t.created_at IN ($times)" ],
		[ 0, "$select t.kind = 1
			AND (${\ join ' OR ', map { qq(t.created_at = ${\ literal($data)} AND t.fk = $_) } 1 .. 30})" ],
		# orders and groups
		[ 1, "SELECT t.created_at FROM $table AS t WHERE t.kind < 20 ORDER BY t.created_at DESC LIMIT 20" ],
		[ 0, "SELECT n FROM $table AS t WHERE n < 20 ORDER BY t.created_at DESC" ],
		[ 0, "SELECT date_trunc('day', t.created_at), count(*) FROM $table AS t GROUP BY 1" ]);
}

1;
