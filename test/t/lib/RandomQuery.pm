# RandomQuery - random conditions on a time, and queries around them
#
# The shapes that the tests share which compare a query with itself, planned with uuidx and without.
# Each query returns one row, with one text that does not depend on the order of equal rows. The same
# seed of srand gives the same queries.
package RandomQuery;

use strict;
use warnings;

use Exporter 'import';
use RandomTime 'one_of';

our @EXPORT = qw(compared combined filtered ordered);

# compared($time, $other, [$operators]): a time, or an id, beside something: by one of the operators,
# on either side.
my %commuted = ('<' => '>', '<=' => '>=', '=' => '=', '<>' => '<>', '>=' => '<=', '>' => '<');

sub compared
{
	my ($time, $other, $operators) = @_;
	my $operator = one_of(@{ $operators || [ '<', '<=', '=', '>=', '>', '<', '<=', '>=', '>', '<>' ] });

	return "$time $operator $other" if rand() < 0.7;
	return "$other $commuted{$operator} $time";
}

# combined($depth, $comparison, [$number]): conditions below AND, OR, NOT and what is true of nulls,
# down to so many levels; each is a call of $comparison. $number is the number of a row.
sub combined
{
	my ($depth, $comparison, $number) = @_;
	my $kind = rand;

	return $comparison->() if $depth == 0 || $kind < 0.35;
	my $left = combined($depth - 1, $comparison, $number);
	return one_of("NOT ($left)", "($left) IS NOT TRUE", "($left) IS NULL", "coalesce($left, true)", "CASE WHEN $left THEN $number % 2 = 0 ELSE $number % 3 = 0 END")
	  if $kind < 0.5 && $number;
	return "($left " . ($kind < 0.8 ? 'AND' : 'OR') . ' ' . combined($depth - 1, $comparison, $number) . ')';
}

# filtered($tables, $where, $text): how many rows, and which: $text identifies a row.
sub filtered
{
	my ($tables, $where, $text) = @_;

	return "SELECT count(*) || ' ' || coalesce(md5(string_agg(coalesce($text, '-'), ' ' ORDER BY $text)), '') FROM $tables WHERE $where";
}

# ordered($table, $where, $time, $text, @keys): a query in the order of a time: of the times alone, of
# the rows by further keys, of the first and the last, with ties, ranks and frames, of the first row
# of each time, and beside another table. @keys are lists of columns that identify a row.
sub ordered
{
	my ($table, $where, $time, $text, @keys) = @_;
	my $direction = one_of('', 'DESC') . one_of('', '', ' NULLS FIRST', ' NULLS LAST');
	my $limit = one_of('', 'LIMIT 3', 'LIMIT 20', 'LIMIT 40 OFFSET 20');
	my $kind = int rand 12;
	my $times = sub { return "SELECT count(*) || ' ' || coalesce(md5(string_agg(coalesce(t::text, '-') || x, ' ')), '') FROM ($_[0]) AS o (t, x)" };

	return $times->("SELECT $time, '' FROM $table WHERE $where ORDER BY $time $direction $limit") if $kind < 3;
	return $times->("SELECT $time, $text FROM $table WHERE $where ORDER BY $time $direction, ${\ one_of(@keys)} $limit") if $kind < 6;
	return "SELECT concat_ws(' ', min($time), max($time)) FROM $table WHERE $where" if $kind == 6;
	return "SELECT concat_ws(' ', max($time), count(*)) FROM $table WHERE $where" if $kind == 7;
	return "SELECT count(*) || ' ' || coalesce(sum(n), 0) FROM (SELECT n FROM $table WHERE $where ORDER BY $time $direction FETCH FIRST 5 ROWS WITH TIES) AS o" if $kind == 8;
	return "SELECT concat_ws(' ', count(*), sum(n * r), sum(f)) FROM (SELECT n, rank() OVER (ORDER BY $time $direction) AS r, count(*) OVER (ORDER BY $time RANGE '1 minute' PRECEDING) AS f FROM $table WHERE $where) AS o"
	  if $kind == 9;
	return $times->("SELECT DISTINCT ON ($time) $time, $text FROM $table WHERE $where ORDER BY $time $direction, $keys[0]") if $kind == 10;
	return $times->("SELECT a.t, '' FROM generate_series(1, 4) AS e, LATERAL (SELECT $time AS t FROM $table WHERE $where ORDER BY $time $direction LIMIT 2) AS a ORDER BY a.t $direction");
}

1;
