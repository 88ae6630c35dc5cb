# RandomJoin - random queries between tables that have a time
#
# Every table, feed, subquery and lateral subquery of a query has the columns n (the number of a row),
# id, fk, kind, ref (the id of another row) and created_at, so that each can be where another one is.
# The first $keys columns of the result are in the order that the query demands; all rows together are
# the same whatever the order of equal ones is. $1 and so on are parameters, each of which is a type
# and two expressions. The same seed of srand gives the same queries.
#
# %data describes the tables:
#
#   tables     names
#   times      for a table, expressions that compute its created_at; may be left out
#   instants   a function that returns the text of an instant; and
#   ids        one that returns an expression of a uuid
#   groups     fk is less than that
#   spans      intervals that contain few rows
#   rejecting  a pattern of tables with a constraint that would reject an updated row
package RandomJoin;

use strict;
use warnings;

use Exporter 'import';
use PostgreSQL::Test::Utils;
use RandomTime;
use Test::More;

our @EXPORT = qw(random_join same_rows);

my ($data, @parameters, $aliases);

sub chance { return rand() < $_[0] }
sub alias { return 't' . ++$aliases }
sub group { return int rand $data->{groups} }
sub span { return "interval '${\ one_of(@{ $data->{spans} })}'" }
sub day { my ($day) = $data->{instants}->() =~ /^(\S+)/; return "date '$day'" }
sub literal { return "timestamptz '${\ $data->{instants}->()}'" }

sub parameter
{
	my ($type, $expression) = @_;

	push @parameters, [ $type, map { chance(0.04) ? 'NULL' : $expression->() } 1, 2 ];
	return '$' . @parameters;
}

sub id { return chance(0.6) ? $data->{ids}->() : parameter('uuid', $data->{ids}) }

sub array { return 'ARRAY[' . join(', ', map { literal() } 1 .. 1 + int rand 4) . ']' }

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
		\&day,
		sub { "coalesce(${\ parameter('timestamptz', \&literal)}, ${\ literal()})" },
		sub { "least(${\ literal()}, ${\ parameter('timestamptz', \&literal)})" },
		sub { my $x = alias(); "(SELECT ${\ one_of('min', 'max')}($x.created_at) FROM ${\ table()} AS $x${\ one_of('', qq( WHERE $x.fk = ${\ group()}))}) - ${\ span()}" },
		sub { chance(0.1) ? 'NULL::timestamptz' : literal() })->();
}

sub calendar
{
	my ($time) = @_;
	my $zone = chance(0.2) ? " AT TIME ZONE '${\ one_of('UTC', 'Asia/Tokyo')}'" : '';

	return one_of(
		sub { "($time$zone)::date ${\ one_of('=', '=', '>=', '<')} ${\ day()}" },
		sub { "($time)::date BETWEEN ${\ day()} AND current_date - 1" },
		sub { "date_trunc('${\ one_of(qw(hour day week month))}', $time) ${\ one_of('=', '=', '>=', '<')} date_trunc('day', ${\ literal()})" },
		sub { "date_bin('${\ one_of('1 day', '7 days', '6 hours')}', $time, timestamptz '2020-01-01 00:00Z') ${\ one_of('=', '>=')} date_bin('1 day', ${\ literal()}, timestamptz '2020-01-01 00:00Z')" },
		sub { "extract(month FROM $time) = ${\ one_of(1 .. 4)}" })->();
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
		sub { my $t = instant(); "($s.created_at ${\ substr $operator, 0, 1} $t OR ($s.created_at = $t AND $s.id $operator ${\ id()}))" })->() . $second;
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
		sub { "$s.created_at NOT IN (SELECT $x.created_at FROM $from WHERE $x.created_at IS NOT NULL AND $x.fk = ${\ group()}$where)" },
		sub { "($s.fk, $s.created_at) IN (SELECT $x.fk, ${\ one_of('min', 'max')}($x.created_at) FROM $from WHERE true$where GROUP BY $x.fk)" },
		sub { "$s.created_at ${\ one_of('=', '>=', '<')} (SELECT ${\ one_of('min', 'max')}($x.created_at) FROM $from WHERE $x.fk = $s.fk$where)" },
		sub { "$s.created_at ${\ one_of('>=', '<')} ${\ one_of('ANY', 'ALL')} (SELECT $x.created_at FROM $from WHERE $x.fk = ${\ group()}$where)" })->();
}

# A condition on an id itself, in the words of the extension
sub by_id
{
	my ($id) = @_;
	my $time = one_of(\&literal, sub { parameter('timestamptz', \&literal) }, sub { 'now() - ' . span() })->();
	my $range = sub { my ($from, $to) = map { literal() } 1, 2; return "tstzrange(least($from, $to), ${\ one_of(qq(greatest($from, $to)), 'NULL')}, '${\ one_of('[]', '()', '[)', '(]')}')" };

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

	return '(' . filter($s, $depth - 1) . one_of(' AND ', ' AND ', ' OR ') . filter($s, $depth - 1) . ')' if $depth > 0 && chance(0.35);
	return combined(2, sub { filter($s, 0) }, "$s.n") if $depth > 0 && chance(0.15);
	return with_others($s, $depth) if $depth > 0 && chance(0.2);
	return one_of(
		(sub { compared($time, instant(), [qw(< <= >= > >= <)]) }) x 4,
		(sub { my $t = literal(); "$time >= $t AND $time < $t + ${\ span()}" }) x 3,
		sub { "$time BETWEEN ${\ instant()} AND ${\ instant()}" },
		(sub { compared($time, instant(), ['=']) }) x 2,
		sub { "$time IN (${\ join ', ', map { instant() } 1 .. 1 + int rand 4})" },
		sub { "$time ${\ one_of('=', '=', '>', '<=')} ${\ one_of('ANY', 'ANY', 'ALL')} (${\ one_of(array(), parameter('timestamptz[]', \&array))})" },
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
	my $equality = one_of("$t = $s", "$t = $s", "$t = $s AND $b.fk = $a.fk", "$b.ref = $a.id", "$b.id = $a.id", "$b.id = $a.ref AND $b.fk = $a.fk", "$b.n = $a.n AND $t = $s");
	my $same = one_of("$b.fk = $a.fk AND ", "$b.fk = $a.fk AND ", "$b.id = $a.ref AND ", "$b.n = $a.n AND ");
	my $operator = one_of('<', '<=', '>=', '>');

	return $equality if $equal;
	return one_of(
		(sub { $equality }) x 4,
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

my $columns = 'n, id, fk, kind, ref, created_at';

# The columns of a table, whose time may be written as what computes it
sub columns_of
{
	my ($table) = @_;
	my $times = ($data->{times} // {})->{$table};

	return $times && chance(0.5) ? $columns =~ s/created_at/${\ one_of(@$times)} AS created_at/r : $columns;
}

# A direction of an order
sub direction { return one_of('', '', ' DESC', ' DESC') . one_of('', '', '', ' NULLS FIRST', ' NULLS LAST') }

# The columns of an arm of a feed, whose kind may be a label or computed
sub labeled { return $columns =~ s/kind/${\ one_of('kind', 'kind', 'kind', '1 AS kind', 'coalesce(fk % 5, 0) AS kind', 'NULL::integer AS kind')}/r }

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

	return $table if chance($depth ? 0.45 : 0.75);
	return "(SELECT ${\ columns_of($table)} FROM $table)" if $depth == 0;
	my $from = source($depth - 1) . " AS $x";
	my $where = chance(0.5) ? '' : ' WHERE ' . filter($x, 1);
	my $total = by_time();
	my $latest = 'created_at' . direction();
	return one_of(
		(sub { '(' . join(' UNION ALL ', map { "SELECT ${\ labeled()} FROM " . source($depth - 1) . " AS $x" . (chance(0.25) ? ' WHERE ' . filter($x, 0) : '') } 1 .. 2 + int rand 2) . ')' }) x 3,
		sub { "(SELECT $columns FROM $from$where)" },
		sub { "(SELECT $columns FROM $from$where ORDER BY $latest)" },
		sub { "(SELECT $columns FROM $from$where ORDER BY $total LIMIT ${\ one_of(1, 10, 50)})" },
		sub { "(SELECT DISTINCT ON (fk) $columns FROM $from$where ORDER BY fk, $total)" },
		sub { "(SELECT DISTINCT ON (created_at) $columns FROM $from$where ORDER BY $total)" },
		sub { "(SELECT min(n) AS n, min(id::text)::uuid AS id, fk, 1 AS kind, NULL::uuid AS ref, ${\ one_of('min', 'max')}(created_at) AS created_at FROM $from$where GROUP BY ${\ one_of('fk', 'fk', 'ROLLUP (fk)', 'fk, created_at')})" },
		sub { "(SELECT $columns FROM (SELECT *, ${\ one_of('rank', 'dense_rank')}() OVER (PARTITION BY fk ORDER BY $latest) AS r FROM $from$where) AS $x WHERE r <= 2)" },
		sub { "(SELECT $columns FROM (SELECT *, row_number() OVER (ORDER BY $total) AS r FROM $from$where) AS $x WHERE r <= 20)" },
		sub { my $y = alias(); "(SELECT $x.n, $x.id, $x.fk, $x.kind, $y.id AS ref, ${\ one_of($x, $y)}.created_at FROM $from ${\ one_of('', 'LEFT ')}JOIN ${\ table()} AS $y ON ${\ near($x, $y, 1)}$where)" })->();
}

# FROM and WHERE with so many tables, and the aliases of these
sub joined
{
	my ($number) = @_;
	my @all = (alias());
	my $from = source($number == 1 ? one_of(0, 0, 0, 1, 2) : one_of(0, 0, 1, 1, 2)) . " AS $all[0]";
	my @where;

	while (@all < $number)
	{
		my ($a, $b, $x) = (one_of(@all), alias(), alias());
		my $join = one_of(('JOIN') x 4, ('LEFT JOIN') x 3, 'RIGHT JOIN', 'FULL JOIN', ('LATERAL') x 2, 'CROSS JOIN');
		my $near = near($a, $b, $join eq 'FULL JOIN');

		if ($join eq 'LATERAL')
		{
			my $of = one_of("$x.created_at < $a.created_at", "$x.created_at >= $a.created_at", near($a, $x), near($a, $x));
			my $rows = "SELECT $columns FROM ${\ source(one_of(0, 0, 1))} AS $x WHERE $of ORDER BY ${\ by_time()} LIMIT ${\ one_of(1, 1, 3)}";

			$from .= one_of(" CROSS JOIN LATERAL ($rows) AS $b", " LEFT JOIN LATERAL ($rows) AS $b ON true");
		}
		elsif ($join eq 'CROSS JOIN')
		{
			$from .= " CROSS JOIN ${\ source(0)} AS $b";
			push @where, $near;
		}
		elsif (@all < $number - 1 && chance(0.3))
		{
			$from .= " $join (${\ source(0)} AS $b ${\ one_of('', 'LEFT ')}JOIN ${\ source(0)} AS $x ON ${\ near($b, $x)}) ON $near";
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
	my ($from, @all) = joined(one_of(1, 1, 1, 1, 2, 2, 3, 4));
	my ($a, $b) = @all[ 0, int rand @all ];
	my @keys = @{ one_of([ "$a.created_at" ], [ "$a.created_at" ], [ "$b.created_at" ], [ "$a.fk", "$a.created_at" ], [ "$a.created_at", "$b.created_at" ],
			[ "$a.created_at", "$a.id" ], [ "coalesce($a.created_at, $b.created_at)" ], [ "$a.kind", "$b.created_at" ], [ "date_trunc('day', $a.created_at)", "$a.fk" ]) };
	my $direction = direction();
	my @rows = map { "$_.n" } @all;
	my $order = 'ORDER BY ' . join ', ', map { $_ . (chance(0.8) ? $direction : direction()) } @keys;
	my ($select, $limit) = ("SELECT ${\ join ', ', @keys, @rows} FROM $from", 'LIMIT ' . one_of(1, 5, 20, 20, '10 OFFSET 20'));

	return one_of(
		[ "SELECT ${\ join ', ', @rows, map { qq($_.created_at) } @all} FROM $from", 0 ],
		[ "$select $order", scalar @keys ],
		([ "SELECT ${\ join ', ', @keys} FROM $from $order $limit", scalar @keys ]) x 3,
		([ "$select $order, ${\ join ', ', @rows} $limit", @keys + @rows ]) x 3,
		[ "$select $order FETCH FIRST 5 ROWS WITH TIES", scalar @keys ]);
}

sub groups
{
	my ($from, @all) = joined(one_of(1, 1, 2, 2, 3));
	my ($a, $b) = @all[ 0, int rand @all ];
	my $aggregates = one_of(map { "count(*), $_" } "min($a.created_at), max($b.created_at)", "max($b.n)", "count(DISTINCT $b.created_at), sum($a.n)",
		"(array_agg($a.n ORDER BY $a.created_at DESC, $a.n))[1]");
	my @keys = @{ one_of([ "$a.fk" ], [ "$a.created_at" ], [ "$b.created_at", "$a.kind" ], [ "date_trunc('week', $a.created_at)" ], [ "$a.fk", "$b.kind" ], [ "($a.created_at)::date" ]) };
	my $keys = join ', ', @keys;
	my $having = chance(0.2) ? "HAVING max($b.created_at) >= ${\ literal()}" : '';
	my $group = one_of($keys, $keys, $keys, "ROLLUP ($keys)", "CUBE ($keys)", "GROUPING SETS (($keys), ($keys[-1]), ())");

	return one_of(
		[ "SELECT ${\ one_of(qq(min($a.created_at)), qq(max($b.created_at)), qq(max($a.created_at), min($a.n)), 'count(*)', qq(min($a.created_at), max($a.created_at), count(*)))} FROM $from", 0 ],
		[ "SELECT $keys, $aggregates FROM $from GROUP BY $group $having ${\ one_of('', 'ORDER BY ' . $keys)}", 0 ],
		[ "SELECT $keys, count(*), max($b.created_at) FROM $from GROUP BY $keys $having ORDER BY $keys, count(*), max($b.created_at) LIMIT 10", @keys + 2 ],
		[ "SELECT DISTINCT $keys FROM $from ORDER BY $keys LIMIT 10", scalar @keys ],
		[ "SELECT DISTINCT ON ($keys) $keys, ${\ join ', ', map { qq($_.created_at, $_.n) } @all} FROM $from ORDER BY ${\ join ', ', map { $_ . direction() } @keys, map { (qq($_.created_at), qq($_.n)) } @all}", 0 ]);
}

sub windows
{
	my ($from, @all) = joined(one_of(1, 1, 2, 2, 3));
	my ($a, $b) = @all[ 0, int rand @all ];
	my ($part, $direction) = (one_of('', "PARTITION BY $a.fk", "PARTITION BY $b.kind"), direction());
	my $order = "ORDER BY $b.created_at$direction";
	my $rows = join ', ', map { "$_.n" } @all;
	my $window = one_of("rank() OVER ($part $order)", "count(*) OVER ($part $order RANGE BETWEEN ${\ span()} PRECEDING AND CURRENT ROW)",
		"max($a.created_at) OVER ($part)", "lag($b.created_at) OVER ($part $order, $rows)", "sum($a.n) OVER ($part $order RANGE ${\ span()} PRECEDING)",
		"count(*) OVER ($part $order GROUPS 2 PRECEDING)", "first_value($b.created_at) OVER ($part $order)");

	return one_of(
		[ "SELECT $rows, $window FROM $from", 0 ],
		[ "SELECT $b.created_at, $rows, $window FROM $from $order", 1 ],
		[ "SELECT $b.created_at, $rows, $window FROM $from $order, $rows LIMIT 20", 1 + @all ],
		[ "SELECT * FROM (SELECT $rows, $window AS w, rank() OVER ($part $order) AS r FROM $from) AS x WHERE r <= 3", 0 ]);
}

# Feeds, sets and common table expressions around tables
sub sets
{
	my ($a, $b, $x) = map { alias() } 1 .. 3;
	my $arms = join one_of(' UNION ', ' UNION ALL ', ' UNION ALL ', ' INTERSECT ', ' EXCEPT '),
	  map { my ($from, $first) = joined(one_of(1, 1, 2)); "(SELECT $first.created_at, $first.n FROM $from)" } 1 .. one_of(2, 2, 3);
	my $direction = direction();
	my $with = "WITH w AS ${\ one_of('', 'MATERIALIZED ', 'NOT MATERIALIZED ')}(SELECT $columns FROM ${\ source(1)} AS $x WHERE ${\ filter($x, 1)})";

	return one_of(
		sub { [ "$arms ORDER BY 1$direction, 2 LIMIT 20", 2 ] },
		sub { [ "SELECT count(*), max(x.created_at), min(x.n) FROM ($arms) AS x WHERE ${\ compared('x.created_at', instant())}", 0 ] },
		sub { [ "$with SELECT $a.created_at, $a.n, $b.n FROM w AS $a ${\ one_of('', 'LEFT ')}JOIN w AS $b ON ${\ near($a, $b)} WHERE ${\ filter($a, 1)} ORDER BY 1$direction", 1 ] },
		sub { [ "$with SELECT $a.created_at, $b.created_at FROM w AS $a JOIN ${\ table()} AS $b ON ${\ near($a, $b)} ORDER BY $a.created_at$direction, $b.created_at LIMIT 10", 2 ] })->();
}

# Rows that another table finds, changed, and the number of each
sub changes
{
	my ($table, $x, $y) = (table(), alias(), alias());
	my $where = "${\ source(one_of(0, 0, 1))} AS $y WHERE ${\ near($x, $y)}" . (chance(0.3) ? ' AND ' . filter($y, 1) : '');
	my $change = chance(0.5) || $table =~ $data->{rejecting} ? "DELETE FROM $table AS $x USING $where" : "UPDATE $table AS $x SET kind = $x.kind + 10 FROM $where";

	return [ "WITH changed AS ($change RETURNING $x.n) SELECT n FROM changed", 0 ];
}

# random_join(\%data): the text of a query, the number of its keys, and its parameters.
sub random_join
{
	($data, $aliases, @parameters) = ($_[0], 0);
	my ($query, $keys) = @{ one_of((\&list) x 4, (\&groups) x 2, \&windows, \&sets, \&changes)->() };

	return ($query, $keys, @parameters);
}

# same_rows($node, \%data, $count, @changes): tests that so many random queries have the same rows and
# errors with the planner's part and without it, and that most find rows; some after a change, which
# is a SET, or with one, which is a hint.
sub same_rows
{
	my ($node, $given, $count, @changes) = @_;
	my $file = PostgreSQL::Test::Utils::tempdir() . '/queries.sql';
	my (@queries, %shown, $planner, $stdout, $stderr);

	foreach my $number (0 .. $count - 1)
	{
		my ($query, $keys, @values) = random_join($given);
		my $change = one_of('', @changes);

		$query =~ s/\$(\d+)/"($values[$1 - 1][1])::$values[$1 - 1][0]"/ge;
		$query = $change =~ /^SET/ ? "$change; $query" : $query =~ s/\w+\K/$change/r;
		push @queries, [ $query, $keys ];
		append_to_file($file, "\\echo query $number\nSAVEPOINT q;\n$query;\n\\echo state :SQLSTATE\nROLLBACK TO q;\n");
	}
	run_log([ 'psql', '-XAtq', '-d', $node->connstr('postgres'), '-c', q{BEGIN; SET LOCAL statement_timeout = '5s'}, map { ('-c', "\\echo planner $_", '-c', "SET uuidx.planner = $_", '-f', $file) } 'on', 'off' ], '>', \$stdout, '2>', \$stderr);
	foreach my $text (split /^query /m, $stdout)
	{
		my ($number, @rows) = split /\n/, $text;

		if ($number =~ /^\d+$/)
		{
			my $keys = $queries[$number][1];

			push @{ $shown{$planner}[$number] }, (map { join '|', (split /\|/, $_, -1)[ 0 .. $keys - 1 ] } grep { !/^(?:state|planner) / } @rows), sort grep { !/^planner / } @rows;
		}
		$planner = $1 if $text =~ /^planner (\w+)$/m;
	}
	my ($on, $off) = map { [ map { join "\n", @{ $_ // ['none'] } } @{ $shown{$_} }[ 0 .. $#queries ] ] } 'on', 'off';
	my @different = grep { "$on->[$_]$off->[$_]" !~ /state 57014/ && $on->[$_] ne $off->[$_] } 0 .. $#queries;

	is(join("\n", map { "$queries[$_][0]\non:  $on->[$_]\noff: $off->[$_]" } @different[ 0 .. ($#different < 2 ? $#different : 2) ]), '', "$count random queries: the same rows with and without");
	is(() = $stderr =~ /FATAL|PANIC|server closed|XX000/g, 0, 'no internal errors');
	cmp_ok(scalar(grep { /\n.*\n/ } @$on), '>', $count / 2, 'most of them find rows');
	cmp_ok(scalar(grep { !/state 00000/ } @$on), '<', $count / 20, 'few of them fail');
	return;
}

1;
