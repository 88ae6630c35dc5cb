# RandomQuery - random queries between tables that have a time
#
# Every table, feed, subquery and lateral subquery of a query has the columns n (the number of a row),
# id, fk, kind, ref (the id of another row), created_at, total and note, so that each can be where
# another one is. The first $keys columns of the result are in the order that the query demands; all
# rows together are the same whatever the order of equal ones is. $1 and so on are parameters, each of
# which is a type and two expressions. The same seed of srand gives the same queries.
#
# %data describes the tables:
#
#   tables     names
#   times      for a table, expressions that compute its created_at; may be left out
#   fields     tables whose created_at is a function
#   changed    tables whose rows can be updated
#   days       a table of days, with the columns d (a date), ts (a timestamp) and txt, too
#   instants   a function that returns the text of an instant
#   ids        one that returns an expression of a uuid; may be left out
#   server     its version
#   rows       how many a table has; total and the number in note are less than that
#   groups     fk is less than that
#   large      joins of all rows with all would take too long
#   spans      intervals that contain few rows
package RandomQuery;

use strict;
use warnings;

use Exporter 'import';
use RandomTime;

our @EXPORT = qw(random_query telling);

my ($data, @parameters, $aliases, %dated);

sub chance { return rand() < $_[0] }
sub alias { return 't' . ++$aliases }
sub group { return int rand $data->{groups} }
sub span { return "interval '${\ one_of(@{ $data->{spans} })}'" }
sub day { my ($day) = $data->{instants}->() =~ /^(\S+)/; return "date '$day'" }
sub timestamp { return "timestamp '" . $data->{instants}->() =~ s/\+00$//r . q{'} }
sub rest { return int rand $data->{rows} }
sub literal { return "timestamptz '${\ $data->{instants}->()}'" }

sub parameter
{
	my ($type, $expression) = @_;

	push @parameters, [ $type, map { chance(0.04) ? 'NULL' : $expression->() } 1, 2 ];
	return '$' . @parameters;
}

# An id near a time, or of a row; no parameter is a subquery
sub bound { return $data->{ids} ? $data->{ids}->() : one_of("uuid_v7_lower(${\ literal()})",
	"uuid_v7_upper(${\ literal()})", "uuid '00000000-0000-0000-0000-000000000000'") }
sub id { return one_of(\&bound, sub { "(SELECT min(id::text)::uuid FROM $data->{days} WHERE n = ${\ int rand 70})" },
	sub { parameter('uuid', \&bound) })->() }

sub array { return 'ARRAY[' . join(', ', map { literal() } 1 .. 1 + int rand 4) . ']' }

# How many members a list has: a few; at times, many
sub many { return chance(0.15) ? 20 + int rand 180 : 1 + int rand 4 }

# A date, a timestamp or a text that a time is compared with
sub typed
{
	my $days = "FROM $data->{days} WHERE n < ${\ int rand 80}";

	return one_of(
		\&day, \&timestamp,
		sub { parameter('date', \&day) },
		sub { parameter('timestamp', \&timestamp) },
		sub { parameter('date', \&day) . ' + 1' },
		sub { parameter('timestamp', \&timestamp) . ' - ' . span() },
		sub { day() =~ s/date '(.*)'/to_date('$1', 'YYYY-MM-DD')/r },
		sub { my ($text) = literal() =~ /('.*')/; "($text || '')::timestamptz" },
		sub { "(SELECT ${\ one_of('min', 'max')}(${\ one_of(qw(d ts far farther))}) $days)" },
		sub { "(SELECT max(txt)::timestamptz $days)" },
		sub { "date_bin('1 day', ${\ literal()}, timestamptz '2020-01-01 00:00Z')" },
		sub { one_of("date '5874897-12-31'", "date '-infinity'",
			"timestamp 'infinity'", "timestamp '294276-12-31 23:59:59.999999'") })->();
}

# A condition between a row and one of the days
sub dated
{
	my ($s, $c) = @_;
	my $time = chance(0.9) ? "$s.created_at" : "uuid_unix_timestamp($s.id)";

	return one_of(
		(sub { my ($from, $to) = map { one_of("$c.d", "$c.ts", "$c.d - 1") } 1, 2;
			"$time >= $from AND $time < $to + ${\ span()}" }) x 3,
		(sub { "$time ${\ one_of('<', '<=', '>=', '>')} $c.${\ one_of(qw(d ts far farther))} AND $s.fk = $c.fk" }) x 2,
		sub { "$time >= $c.d AND $time < $c.${\ one_of(qw(far farther))}" },
		sub { "$time BETWEEN $c.d AND $c.d + 1" },
		sub { "$time = $c.ts" },
		sub { "($time)::date = $c.d" },
		sub { "$time >= to_date($c.txt, 'YYYY-MM-DD') AND $time < ($c.txt)::timestamptz + ${\ span()}" },
		sub { "date_bin('1 day', $time, timestamptz '2020-01-01 00:00Z') = $c.${\ one_of('created_at', 'd')}" },
		sub { "($time)::date <@ daterange($c.d, $c.d + 2)" },
		sub { "($time)::timestamp <@ tsrange($c.ts, $c.ts + ${\ span()})" },
		sub { "$s.id >= $c.created_at AND $s.id < $c.created_at + ${\ span()}" })->();
}

# What a time is compared with
sub instant
{
	return one_of(
		\&literal, \&literal, \&literal, \&literal,
		(sub { parameter('timestamptz', \&literal) }) x 4,
		sub { literal() . one_of(' + ', ' - ') . span() },
		sub { parameter('timestamptz', \&literal) . ' - ' . span() },
		sub { one_of('now()', 'now()', 'current_date', q{date_trunc('month', now())}) . ' - ' . span() },
		sub { clock_expression(one_of(qw(timestamptz timestamp date)), 1 + int rand 3) },
		\&day, \&timestamp,
		sub { "coalesce(${\ parameter('timestamptz', \&literal)}, ${\ literal()})" },
		sub { "least(${\ literal()}, ${\ parameter('timestamptz', \&literal)})" },
		sub { my $x = alias(); "(SELECT ${\ one_of('min', 'max')}($x.created_at) FROM ${\ table()}
			AS $x${\ one_of('', qq( WHERE $x.fk = ${\ group()}))}) - ${\ span()}" },
		sub { chance(0.1) ? 'NULL::timestamptz' : literal() })->();
}

sub calendar
{
	my ($time) = @_;
	my $zone = chance(0.2) ? " AT TIME ZONE '${\ one_of('UTC', 'Asia/Tokyo')}'" : '';

	return one_of(
		sub { "($time$zone)::date ${\ one_of('=', '=', '>=', '<')} ${\ day()}" },
		sub { "($time)::date BETWEEN ${\ day()} AND current_date - 1" },
		sub { "date_trunc('${\ one_of(qw(hour day week month))}', $time) "
			  . one_of('=', '=', '>=', '<') . " date_trunc('day', ${\ literal()})" },
		sub { "date_bin('${\ one_of('1 day', '7 days', '6 hours')}', $time, timestamptz '2020-01-01 00:00Z') "
			  . one_of('=', '>=') . " date_bin('1 day', ${\ literal()}, timestamptz '2020-01-01 00:00Z')" },
		sub { "($time)::date <@ daterange(${\ day()}, NULL)" },
		sub { "($time AT TIME ZONE 'UTC')::date = ${\ day()}" },
		sub { "extract(hour FROM $time AT TIME ZONE 'UTC') = ${\ int rand 24}" },
		sub { calendar_comparison($time) },
		sub { "extract(month FROM $time) = ${\ one_of(1 .. 6)}" })->();
}

# The next page of a list, perhaps below another bound
sub page
{
	my ($s) = @_;
	my $operator = one_of('<', '<=', '>=', '>');
	my $second = chance(0.3) ? " AND $s.created_at ${\ one_of('<', '>=')} " . instant() : '';

	return one_of(
		sub { "($s.created_at, $s.id) $operator (${\ instant()}, ${\ id()})" },
		sub { "($s.fk, $s.created_at, $s.id) $operator (${\ group()}, ${\ instant()}, ${\ id()})" },
		sub { "($s.fk, $s.created_at) $operator (${\ group()}, ${\ instant()})" },
		sub { "$s.fk = ${\ group()} AND ($s.created_at, $s.id) $operator (${\ instant()}, ${\ id()})" },
		sub { my $t = instant(); "($s.created_at ${\ substr $operator, 0, 1} $t
			OR ($s.created_at = $t AND $s.id $operator ${\ id()}))" })->() . $second;
}

# A condition on a row with another table's rows
sub with_others
{
	my ($s, $depth) = @_;
	my $x = alias();
	my $from = table() . " AS $x";
	my $where = chance(0.5) ? '' : ' AND ' . filter($x, $depth - 1);

	return one_of(
		(sub { one_of('', 'NOT ') . "EXISTS (SELECT FROM $from WHERE ${\ near($s, $x)}$where)" }) x 4,
		sub { "$s.created_at IN (SELECT $x.created_at FROM $from WHERE true$where)" },
		sub { "$s.created_at NOT IN (SELECT $x.created_at
			FROM $from WHERE $x.created_at IS NOT NULL AND $x.fk = ${\ group()}$where)" },
		sub { "($s.fk, $s.created_at) IN (SELECT $x.fk, ${\ one_of('min', 'max')}($x.created_at)
			FROM $from WHERE true$where GROUP BY $x.fk)" },
		sub { "$s.created_at ${\ one_of('=', '>=', '<')} (SELECT ${\ one_of('min', 'max')}($x.created_at)
			FROM $from WHERE $x.fk = $s.fk$where)" },
		sub { "$s.created_at ${\ one_of('>=', '<')} ${\ one_of('ANY', 'ALL')} (SELECT $x.created_at
			FROM $from WHERE $x.fk = ${\ group()}$where)" })->();
}

# A condition on an id itself, in the words of the extension
sub by_id
{
	my ($id) = @_;
	my $time = one_of(\&literal, sub { parameter('timestamptz', \&literal) }, sub { 'now() - ' . span() })->();
	my $range = sub { my ($from, $to) = map { literal() } 1, 2; 
		return "tstzrange(least($from, $to), ${\ one_of(qq(greatest($from, $to)), 'NULL')}, "
		  . "'${\ one_of('[]', '()', '[)', '(]')}')" };

	return one_of(
		(sub { compared($id, $time, [qw(< <= >= >)]) }) x 3,
		sub { "$id ${\ one_of('~<~', '~<=~', '~>=~', '~>~')} $time" },
		sub { "$id <@ " . one_of($range->(), parameter('tstzrange', $range)) },
		sub { one_of('', 'NOT ') . one_of('uuid_is_v7', 'uuid_is_v6') . "($id)" },
		sub { "$id IS ${\ one_of('', 'NOT ')}NULL" })->();
}

# A condition on a row
sub filter
{
	my ($s, $depth) = @_;
	my $time = "$s.created_at";

	return '(' . filter($s, $depth - 1) . one_of(' AND ', ' AND ', ' OR ') . filter($s, $depth - 1) . ')'
	  if $depth > 0 && chance(0.35);
	return combined(2, sub { filter($s, 0) }, "$s.n") if $depth > 0 && chance(0.15);
	return with_others($s, $depth) if $depth > 0 && chance(0.2);
	return "uuid_unix_timestamp($s.id) " . one_of('<', '>=', '=') . ' ' . instant() if chance(0.03);
	return one_of(
		(sub { compared($time, instant(), [qw(< <= >= > >= <)]) }) x 4,
		(sub { compared($time, typed(), [qw(< <= >= > =)]) }) x 3,
		(sub { my $t = literal(); "$time >= $t AND $time < $t + ${\ span()}" }) x 3,
		sub { "$time BETWEEN ${\ instant()} AND ${\ instant()}" },
		(sub { compared($time, instant(), ['=']) }) x 2,
		sub { "$time IN (${\ join ', ', map { literal() } 1 .. many()})" },
		sub { "$s.id IN (${\ join ', ', map { id() } 1 .. 1 + int rand 4})" },
		sub { "($s.fk, $time) IN (${\ join ', ', map { qq((${\ group()}, ${\ literal()})) } 1 .. many()})" },
		sub { '(' . join(' OR ', map { one_of("$time = ${\ literal()}
			AND $s.fk = ${\ group()}", "$s.fk = ${\ group()} AND $time > ${\ literal()}") } 1 .. many()) . ')' },
		(sub { "$s.total ${\ one_of('>', '<')} ${\ rest()}" }) x 1,
		(sub { my $from = rest(); "$s.total BETWEEN $from AND $from + 20" }) x 2,
		(sub { "$s.note LIKE 'n${\ (10 + int rand 90)}%'" }) x 2,
		sub { "$time ${\ one_of('=', '=', '>', '<=')} ${\ one_of('ANY', 'ANY', 'ALL')} "
			  . "(${\ one_of(array(), parameter('timestamptz[]', \&array))})" },
		sub { "$time IS ${\ one_of('', 'NOT ')}NULL" },
		sub { "$time <@ tstzrange(least(${\ literal()}, now()), ${\ one_of('NULL', 'now()')})" },
		(sub { calendar($time) }) x 3,
		(sub { page($s) }) x 3,
		(sub { "$s.fk = ${\ group()}" }) x 3,
		sub { "$s.fk IN (${\ group()}, ${\ group()})" },
		sub { "$s.kind = 1" },
		(sub { by_id("$s.id") }) x 3,
		sub { "$s.id ${\ one_of('<>', '=')} ${\ id()}" })->();
}

# A condition between two tables; with $equal, one that a full join accepts
sub near
{
	my ($a, $b, $equal) = @_;
	my ($s, $t) = ("$a.created_at", "$b.created_at");
	my $equality = one_of("$t = $s", "$t = $s", "$t = $s AND $b.fk = $a.fk", "$b.ref = $a.id",
		"$b.id = $a.id", "$b.id = $a.ref AND $b.fk = $a.fk", "$b.n = $a.n AND $t = $s");
	my $same = one_of("$b.fk = $a.fk AND ", "$b.fk = $a.fk AND ", "$b.id = $a.ref AND ", "$b.n = $a.n AND ");
	my $operator = one_of('<', '<=', '>=', '>');

	return dated($dated{$a} ? ($b, $a) : ($a, $b)) if !$equal && ($dated{$a} || $dated{$b});
	return $equality if $equal || $data->{large} && chance(0.4);
	return one_of(
		(sub { $equality }) x 4,
		sub { "uuid_unix_timestamp($b.id) = $s" },
		sub { "$t = $s AND $s = ${\ literal()}" },
		sub { "$t BETWEEN $s AND $s + ${\ span()}" },
		sub { "$t >= $s - ${\ span()} AND $s > $t" },
		(sub { "$same$t $operator $s" }) x 2,
		sub { "$same$t BETWEEN $s AND $s + ${\ span()}" },
		sub { "$same$t > $s AND $t <= $s + ${\ span()} AND $t < ${\ instant()}" },
		(sub { "$same($b.created_at, $b.id) $operator ($a.created_at, $a.id)" }) x 2,
		sub { "($b.fk, $b.created_at, $b.id) > ($a.fk, $a.created_at, $a.id) AND $b.fk = $a.fk" },
		sub { "$same(${\ filter($b, 0)})" },
		sub { "${same}date_trunc('day', $t) = date_trunc('day', $s)" },
		sub { "$same$t = ANY (ARRAY[$s, $s + ${\ span()}])" },
		sub { "$same($t = $s OR $t > $s + ${\ span()})" })->();
}

sub table { return one_of(@{ $data->{tables} }) }

my $columns = 'n, id, fk, kind, ref, created_at, total, note';

# The columns of a table, whose time may be written as what computes it
sub columns_of
{
	my ($table) = @_;
	my $times = $data->{times}{$table};

	return $columns =~ s/created_at/${\ one_of(@$times)} AS created_at/r if $times && chance(0.5);
	return $data->{fields}{$table} ? $columns =~ s/created_at/$table.created_at AS created_at/r : $columns;
}

# A direction of an order
sub direction { return one_of('', '', ' DESC', ' DESC') . one_of('', '', '', ' NULLS FIRST', ' NULLS LAST') }

# The columns of an arm of a feed, whose kind may be a label or computed
sub labeled { return $columns
  =~ s/kind/${\ one_of('kind', 'kind', 'kind', '1 AS kind', 'coalesce(fk % 5, 0) AS kind', 'NULL::integer AS kind')}/r }

# Keys after which no two rows are equal
sub by_time
{
	my $direction = direction();

	return "created_at$direction, " . one_of('n, id, ref, kind', "id$direction, n, ref, kind");
}

# What can be in FROM
sub source
{
	my ($depth) = @_;
	my $table = table();
	my $x = alias();

	return $table if chance($depth ? 0.45 : 0.75) && !$data->{fields}{$table};
	return "(SELECT ${\ columns_of($table)} FROM $table)" if $depth == 0;
	my $from = source($depth - 1) . " AS $x";
	my $where = chance(0.5) ? '' : ' WHERE ' . filter($x, 1);
	my $total = by_time();
	my $latest = 'created_at' . direction();
	return one_of(
		(sub { '(' . join(' UNION ALL ', map { "SELECT ${\ labeled()} FROM " . source($depth - 1)
		  . " AS $x" . (chance(0.25) ? ' WHERE ' . filter($x, 0) : '') } 1 .. 2 + int rand 2) . ')' }) x 3,
		sub { "(SELECT $columns FROM $from$where)" },
		sub { "(SELECT $columns FROM $from$where ORDER BY $latest)" },
		sub { "(SELECT $columns FROM $from$where ORDER BY $total LIMIT ${\ one_of(1, 10, 50)})" },
		sub { "(SELECT DISTINCT ON (fk) $columns FROM $from$where ORDER BY fk, $total)" },
		sub { "(SELECT DISTINCT ON (created_at) $columns FROM $from$where ORDER BY $total)" },
		sub { "(SELECT min(n) AS n, min(id::text)::uuid AS id, fk, 1 AS kind, NULL::uuid AS ref,
			${\ one_of('min', 'max')}(created_at) AS created_at, max(total) AS total, NULL AS note
			FROM $from$where GROUP BY ${\ one_of('fk', 'fk', 'ROLLUP (fk)', 'fk, created_at')})" },
		sub { "(SELECT $columns FROM (SELECT *, ${\ one_of('rank', 'dense_rank')}() OVER (PARTITION BY fk
			ORDER BY $latest) AS r FROM $from$where) AS $x WHERE r <= 2)" },
		sub { "(SELECT $columns FROM (SELECT *, row_number() OVER (ORDER BY $total) AS r FROM $from$where)
			AS $x WHERE r <= 20)" },
		sub { my $y = alias(); "(SELECT $x.n, $x.id, $x.fk, $x.kind,
			$y.id AS ref, ${\ one_of($x, $y)}.created_at, $x.total, $y.note
			FROM $from ${\ one_of('', 'LEFT ')}JOIN ${\ table()} AS $y ON ${\ near($x, $y, 1)}$where)" })->();
}

# FROM and WHERE with so many tables, and the aliases of these
sub joined
{
	my ($number) = @_;
	my @all = (alias());
	my $from = $number > 1 && chance(0.2)
	  ? $data->{days} : source($number == 1 ? one_of(0, 0, 0, 1, 2) : one_of(0, 0, 1, 1, 2));
	my @where;

	$dated{ $all[0] } = 1 if $from eq $data->{days};
	$from .= " AS $all[0]";

	while (@all < $number)
	{
		my ($a, $b, $x) = (one_of(@all), alias(), alias());
		my $join = one_of(('JOIN') x 4, ('LEFT JOIN') x 3, 'RIGHT JOIN', 'FULL JOIN', ('LATERAL') x 2, 'CROSS JOIN');
		my $near = near($a, $b, $join eq 'FULL JOIN');

		if ($join eq 'LATERAL')
		{
			my $of = one_of("$x.created_at < $a.created_at",
				"$x.created_at >= $a.${\ ($dated{$a} ? 'ts' : 'created_at')}", near($a, $x), near($a, $x));
			my $rows = "SELECT $columns FROM ${\ source(one_of(0, 0, 1))} AS $x
				WHERE $of ORDER BY ${\ by_time()} LIMIT ${\ one_of(1, 1, 3)}";

			$from .= one_of(" CROSS JOIN LATERAL ($rows) AS $b", " LEFT JOIN LATERAL ($rows) AS $b ON true");
		}
		elsif ($join eq 'CROSS JOIN')
		{
			$from .= " CROSS JOIN ${\ source(0)} AS $b";
			push @where, $near;
		}
		elsif (@all < $number - 1 && chance(0.3))
		{
			$from .= " $join (${\ source(0)} AS $b ${\ one_of('', 'LEFT ')}JOIN ${\ source(0)}
				AS $x ON ${\ near($b, $x)}) ON $near";
			push @all, $x;
		}
		else
		{
			$from .= " $join ${\ source(one_of(0, 0, 0, 1))} AS $b ON $near";
		}
		push @all, $b;
	}
	push @where, map { filter(one_of(@all[ 0, 0 .. $#all ]), 1) } 1 .. one_of(0, 1, 1, 2);
	return ($from . (@where ? ' WHERE ' . join ' AND ', @where : ''), @all);
}

# Lists in an order: of the keys alone, with the row behind them, or to the last row of the tie
sub list
{
	my ($from, @all) = joined(one_of(1, 1, 1, 1, 2, 2, $data->{large} ? (1, 2) : (3, 4)));
	my ($a, $b) = @all[ 0, int rand @all ];
	my @keys = @{ one_of([ "$a.created_at" ], [ "$a.created_at" ], [ "$b.created_at" ],
		[ "$a.fk", "$a.created_at" ], [ "$a.created_at", "$b.created_at" ],
			[ "$a.created_at", "$a.id" ], [ "uuid_unix_timestamp($a.id)" ],
				[ "$a.total" ], [ "coalesce($a.created_at, $b.created_at)" ],
				[ "$a.kind", "$b.created_at" ], [ "date_trunc('day', $a.created_at)", "$a.fk" ]) };
	my $direction = direction();
	my @rows = map { "$_.n" } @all;
	my $order = 'ORDER BY ' . join ', ', map { $_ . (chance(0.8) ? $direction : direction()) } @keys;
	my ($select, $limit) = ("SELECT ${\ join ', ', @keys, @rows} FROM $from",
		'LIMIT ' . one_of(1, 5, 20, 20, '10 OFFSET 20'));

	return one_of(
		[ "SELECT ${\ join ', ', @rows, map { qq($_.created_at) } @all} FROM $from", 0 ],
		[ "SELECT $a.fk, $a.created_at FROM $from", 0 ],
		[ "$select $order", scalar @keys ],
		([ "SELECT ${\ join ', ', @keys} FROM $from $order $limit", scalar @keys ]) x 3,
		([ "$select $order, ${\ join ', ', @rows} $limit", @keys + @rows ]) x 3,
		[ "$select $order FETCH FIRST 5 ROWS WITH TIES", scalar @keys ]);
}

sub groups
{
	my ($from, @all) = joined(one_of(1, 1, 2, 2, 3));
	my ($a, $b) = @all[ 0, int rand @all ];
	my $aggregates = one_of(map { "count(*), $_" } "min($a.created_at), max($b.created_at)",
		"max($b.n)", "count(DISTINCT $b.created_at), sum($a.n)",
		"(array_agg($a.n ORDER BY $a.created_at DESC, $a.n))[1]");
	my @keys = @{ one_of([ "$a.fk" ], [ "$a.created_at" ], [ "$b.created_at", "$a.kind" ],
		[ "date_trunc('week', $a.created_at)" ], [ "$a.fk", "$b.kind" ], [ "($a.created_at)::date" ]) };
	my $keys = join ', ', @keys;
	my $having = chance(0.2) ? "HAVING max($b.created_at) >= ${\ literal()}" : '';
	my $group = one_of($keys, $keys, $keys, "ROLLUP ($keys)",
		"CUBE ($keys)", "GROUPING SETS (($keys), ($keys[-1]), ())");

	return one_of(
		[ "SELECT ${\ one_of(qq(min($a.created_at)), qq(max($b.created_at)), qq(max($a.created_at), min($a.n)),
			'count(*)', qq(min($a.created_at), max($a.created_at), count(*)))} FROM $from", 0 ],
		[ "SELECT $keys, $aggregates FROM $from GROUP BY $group $having ${\ one_of('', 'ORDER BY ' . $keys)}", 0 ],
		[ "SELECT $keys, count(*), max($b.created_at) FROM $from GROUP BY $keys $having
			ORDER BY $keys, count(*), max($b.created_at) LIMIT 10", @keys + 2 ],
		[ "SELECT DISTINCT $keys FROM $from ORDER BY $keys LIMIT 10", scalar @keys ],
		[ "SELECT DISTINCT ON ($keys) $keys, ${\ join ', ', map { qq($_.created_at, $_.n) } @all} FROM $from
			ORDER BY ${\ join ', ', map { $_ . direction() } @keys, map { (qq($_.created_at), qq($_.n)) } @all}", 0 ]);
}

sub windows
{
	my ($from, @all) = joined(one_of(1, 1, 2, 2, 3));
	my ($a, $b) = @all[ 0, int rand @all ];
	my ($part, $direction) = (one_of('', "PARTITION BY $a.fk", "PARTITION BY $b.kind"), direction());
	my $order = "ORDER BY $b.created_at$direction";
	my $rows = join ', ', map { "$_.n" } @all;
	my $window = one_of("rank() OVER ($part $order)",
		"count(*) OVER ($part $order RANGE BETWEEN ${\ span()} PRECEDING AND CURRENT ROW)",
		"max($a.created_at) OVER ($part)", "lag($b.created_at) OVER ($part $order, $rows)",
			"sum($a.n) OVER ($part $order RANGE ${\ span()} PRECEDING)",
		"count(*) OVER ($part $order GROUPS 2 PRECEDING)", "first_value($b.created_at) OVER ($part $order)");

	return one_of(
		[ "SELECT $rows, $window FROM $from", 0 ],
		[ "SELECT $b.created_at, $rows, $window FROM $from $order", 1 ],
		[ "SELECT $b.created_at, $rows, $window FROM $from $order, $rows LIMIT 20", 1 + @all ],
		[ "SELECT * FROM (SELECT $rows, $window AS w, rank() OVER ($part $order) AS r FROM $from) AS x WHERE r <= 3",
			0 ]);
}

# Feeds, sets and common table expressions around tables
sub sets
{
	my ($a, $b, $x) = map { alias() } 1 .. 3;
	my $arms = join one_of(' UNION ', ' UNION ALL ', ' UNION ALL ', ' INTERSECT ', ' EXCEPT '),
	  map { my ($from, $first) = joined(one_of(1, 1, 2));
		"(SELECT $first.created_at, $first.n FROM $from)" } 1 .. one_of(2, 2, 3);
	my $direction = direction();
	my $with = "WITH w AS ${\ one_of('', 'MATERIALIZED ', 'NOT MATERIALIZED ')}(SELECT $columns
		FROM ${\ source(1)} AS $x WHERE ${\ filter($x, 1)})";

	return one_of(
		sub { [ "$arms ORDER BY 1$direction, 2 LIMIT 20", 2 ] },
		sub { [ "SELECT count(*), max(x.created_at), min(x.n) FROM ($arms) AS x
			WHERE ${\ compared('x.created_at', instant())}", 0 ] },
		sub { [ "$with SELECT $a.created_at, $a.n, $b.n FROM w AS $a ${\ one_of('', 'LEFT ')}JOIN w
			AS $b ON ${\ near($a, $b)} WHERE ${\ filter($a, 1)} ORDER BY 1$direction", 1 ] },
		sub { [ "$with SELECT $a.created_at, $b.created_at FROM w AS $a JOIN ${\ table()}
			AS $b ON ${\ near($a, $b)} ORDER BY $a.created_at$direction, $b.created_at LIMIT 10", 2 ] })->();
}

# Rows that another table finds, changed, and the number of each
sub changes
{
	my ($table, $x, $y) = (one_of(@{ $data->{changed} }), alias(), alias());
	my $source = source(one_of(0, 0, 1));
	my $where = near($x, $y) . (chance(0.3) ? ' AND ' . filter($y, 1) : '');
	my $change = one_of(
		"DELETE FROM $table AS $x USING $source AS $y WHERE $where",
		"UPDATE $table AS $x SET kind = $x.kind + 10 FROM $source AS $y WHERE $where",
		$data->{server} >= 17 ? "MERGE INTO $table AS $x
			USING (SELECT DISTINCT ON (n) $columns FROM $source AS $y ORDER BY n, id, created_at) AS $y ON $where
			WHEN MATCHED AND $x.n % 2 = 0 THEN DELETE WHEN MATCHED THEN UPDATE SET note = 'changed'" : ());

	$change .= " RETURNING $x.n";
	return [ "WITH changed AS ($change) SELECT n FROM changed", 0 ];
}

# random_query(\%data): the text of a query, the number of its keys, and its parameters.
sub random_query
{
	($data, $aliases, %dated, @parameters) = ($_[0], 0);
	my ($query, $keys) = @{ one_of((\&list) x 4, (\&groups) x 2, \&windows, \&sets, \&changes)->() };

	return ($query, $keys, [@parameters]);
}

# Times of the clock that are truncated in two time zones, or that a distant one changes by a month
my @clocks = (
	q{date_trunc('quarter', date_trunc('year', now()), 'UTC')},
		q{date_trunc('week', date_trunc('year', current_timestamp, 'Asia/Kathmandu'))},
	q{date_trunc('week', now()::timestamp AT TIME ZONE 'Europe/Berlin')},
		q{date_trunc('month', date_trunc('month', now(), 'Africa/Cairo')) - interval '1 mon 1 hour'},
	q{date_trunc('month', now())}, q{date_trunc('day', now())},
		q{date_trunc('year', date_trunc('decade', now(), 'Asia/Tokyo'))}, q{date_trunc('week', now(), 'FAR-167')},
	q{current_date}, q{current_date - 30}, q{current_date + interval '1 month -1 day'},
		q{localtimestamp}, q{localtimestamp - interval '1 month'},
	q{(now() AT TIME ZONE 'FAR+167')::timestamptz}, q{now()::timestamp::date::timestamptz},
		q{date_trunc('month', now() AT TIME ZONE 'FAR-167') AT TIME ZONE 'FAR-167'},
	q{date_trunc('month', current_date::timestamptz, 'Africa/Cairo')::date},
		q{greatest(now() - interval '1 week', current_date)},
	q{least(date_trunc('quarter', now()), current_date::timestamptz)},
		q{date_trunc('day', now() - interval '1 month')});

# telling(\%data): for each table, queries in which a single wrong condition, order, estimate or lost index shows:
# the last hour, ties, orders, ends of ranges, pages, what is not true of nulls, times that a join compares.
sub telling
{
	($data) = @_;
	my ($from, $to) = map { $data->{telling}->($_) } 0.2, 0.6;
	my ($after, $before) = map { sprintf $_, 1 } $from, $to;
	my ($plain, $days, $last) = ($data->{tables}[0], $data->{days}, $data->{rows} * 0.997);
	my @lists = map { my $many = $_; join ', ', map { literal() } 1 .. $many } 40, 100;

	return map {
		my $table = $_;

		map { { sql => $data->{fields}{$table} ? $_->[0] =~ s/(?<![.\w])created_at/$table.created_at/gr : $_->[0],
			keys => $_->[1] // 0, parameters => [], size => $data->{large} ? 'large' : 'small',
			known => $_->[2] } } !$data->{large} ? (
			(map { ["SELECT count(*), sum(n) FROM $table WHERE created_at >= $_", 0, 1] }
			  map { one_of(@clocks) } 1 .. 3),
			[ "SELECT n FROM $table WHERE created_at >= now() - interval '1 hour'" ],
			(map { [ "SELECT created_at FROM $table ORDER BY created_at FETCH FIRST $_ ROWS WITH TIES", 1 ] } 2, 3, 4),
			(map { [ "SELECT created_at FROM $table ORDER BY created_at $_ LIMIT 250", 1 ] } '', 'DESC'),
			(map { my $end = sprintf $to, $_; ([ "SELECT n FROM $table WHERE id <@ tstzrange($after, $end, '[]')" ],
				[ "SELECT n FROM $table WHERE created_at <@ tstzrange($after, $end, '[]')" ]) } 0, 1, 2),
			[ "SELECT n FROM $table WHERE NOT (id >= $after AND id < $before)" ],
			[ "SELECT n FROM $table WHERE NOT (created_at >= $after AND created_at < $before)" ],
			[ "SELECT n FROM $table WHERE created_at
				IN (${\ join ', ', map { my $end = $_; map { sprintf $end, $_ } 0, 1, 2 } $from, $to})" ],
			[ "SELECT n FROM $table WHERE ($after, uuid '00000000-0000-0000-0000-000000000000') < (created_at, id)" ],
			[ "SELECT created_at FROM $table WHERE created_at > $after ORDER BY created_at LIMIT 5", 1 ],
			[ "SELECT n FROM $table WHERE n > 0 AND created_at < '2026-03-01 00:00Z'
				AND created_at > '2026-02-20 00:00Z'" ],
			[ "SELECT x.created_at, p.n FROM $plain AS p LEFT JOIN LATERAL (SELECT y.created_at FROM $table AS y
				WHERE y.id > p.created_at ORDER BY y.created_at NULLS FIRST LIMIT 2) AS x ON true WHERE p.n < 20" ],
			[ "SELECT p.n, x.n FROM $plain AS p, $table AS x WHERE uuid_v7_timestamp(x.id) = p.created_at" ],
			[ "SELECT p.n, x.n FROM $plain AS p JOIN $table AS x ON x.created_at = p.created_at" ],
			[ "SELECT created_at, n FROM $table WHERE n < 20 ORDER BY created_at DESC", 1 ])
		: (
			[ "SELECT n, note FROM $table AS t WHERE t.created_at >= $after
				AND t.created_at < $before AND total > $last" ],
			[ "SELECT n, note FROM $table AS t WHERE (t.created_at)::date >= '2026-02-10' AND total > $last" ],
			[ "SELECT n, note FROM $table AS t WHERE t.created_at >= $before AND note LIKE 'n123%'" ],
			[ "SELECT n, note FROM $table AS t WHERE t.created_at >= $before AND t.fk = 17" ],
			[ "SELECT n, note FROM $table AS t WHERE t.created_at < '2026-01-20 00:00Z' AND t.fk = 17" ],
			[ "SELECT n, note FROM $table AS t WHERE t.created_at >= '2026-05-20 00:00Z' AND t.kind = 1" ],
			[ "SELECT fk, t.created_at FROM $table AS t WHERE t.fk = 3" ],
			[ "SELECT fk, max(t.created_at) FROM $table AS t WHERE t.fk BETWEEN 3 AND 40 GROUP BY fk" ],
			[ "SELECT count(note) FROM $table AS t WHERE extract(hour FROM t.created_at AT TIME ZONE 'UTC') = 23" ],
			[ "SELECT count(note) FROM $table AS t WHERE (t.created_at AT TIME ZONE 'UTC')::date = '2026-03-05'" ],
			[ "SELECT count(*) FROM $days AS d JOIN $table AS u ON u.created_at
				= d.created_at JOIN ${\ table()} AS o ON o.fk = u.fk" ],
			[ "SELECT n, note FROM $table AS t WHERE t.created_at IN ($lists[1])" ],
			[ "SELECT n, note FROM $table AS t WHERE t.kind = 1
				AND (${\ join ' OR ', map { qq(t.created_at = ${\ literal()} AND t.fk = $_) } 1 .. 30})" ],
			[ "SELECT t.created_at FROM $table AS t WHERE t.kind < 20 ORDER BY t.created_at DESC LIMIT 20", 1 ],
			[ "SELECT n FROM $table AS t WHERE n < 20 ORDER BY t.created_at DESC" ],
			[ "SELECT date_trunc('day', t.created_at), count(*) FROM $table AS t GROUP BY 1" ])
	} @{ $data->{tables} };
}

1;
