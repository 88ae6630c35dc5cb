# OtherExtensions - tables for the tests beside other extensions, and random queries of them
package OtherExtensions;

use Exporter 'import';
use Explorer;
use POSIX ();
use RandomTable;
use RandomTime;
use UuidxTest;

our @EXPORT = qw(every_row %created_at random_rows);

# The forms of a created_at in a table, and those that a view has
our %created_at = (
	stored => 'created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED, CHECK (created_at = uuid_time(id))',
	virtual => 'created_at timestamptz GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL',
	viewed => [ 'uuid_time(id)', 'uuid_v7_timestamp(id)' ]);

# every_row($node, $count, $time): creates the table every, with so many rows of which n has that time, and
# some_days for random queries; returns the columns of tables like it.
sub every_row
{
	my ($node, $count, $time) = @_;

	value($node, qq{
		CREATE TABLE every AS
		SELECT n, uuid_generate_v7(t) AS id, n * 7 % 11 AS fk, n % 3 AS kind, NULL::uuid AS ref, t
		FROM generate_series(1, $count) AS n, LATERAL (SELECT $time) AS v (t);
		UPDATE every AS e SET ref = r.id FROM every AS r WHERE r.n = e.n * 17 % ($count + 45);
		${\ days('every', 'some_days')}});
	return q{n integer, id uuid NOT NULL DEFAULT uuid_generate_v7(), fk integer, kind integer, ref uuid,
		total numeric DEFAULT 7, note text DEFAULT 'n20'};
}

# random_rows($node, \%tables, \%clock, $number, @changes): so many random queries of tables, each with the times
# that its queries have in place of a created_at, or an empty list, have the same rows with the planner's part and
# without it, with any of the changes. The clock has begin, step and steps of instants, in seconds.
sub random_rows
{
	my ($node, $tables, $clock, $number, @changes) = @_;
	my @ids = map { "uuid '$_'" } split /\n/, value($node, 'SELECT id FROM every ORDER BY n');
	my $instant = sub {
		my $seconds = $clock->{begin} + $clock->{step} * int rand $clock->{steps};

		return POSIX::strftime('%Y-%m-%d %H:%M:%S', gmtime $seconds) . one_of('', '.001', '.0005') . '+00';
	};

	return same_rows($node, {
			tables => [ sort keys %$tables ],
			times => { map { $_ => $tables->{$_} } grep { @{ $tables->{$_} } } keys %$tables },
			changed => [ sort keys %$tables ], days => 'some_days', only_v7 => $clock->{only_v7},
			server => int(value($node, 'SHOW server_version_num') / 10000), rows => scalar @ids,
			instants => $instant, ids => sub { return one_of(@ids) }, groups => 12,
			spans => [ '1 ms', '1 hour', '29 hours', '3 days', '1 month' ] }, $number, @changes);
}

1;
