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
#   classes    functions that change an instant, each of another parallel class; may be left out
#   spans      intervals that contain few rows
package RandomQuery;

use strict;
use warnings;

use Exporter 'import';
use RandomText;
use RandomTime;

our @EXPORT = qw(random_query);

my ($data, @parameters, $aliases, %dated);

sub alias { return 't' . ++$aliases }
sub below { return int rand $_[0] }

# --- Values
sub group { return below($data->{groups}) }
sub rest { return below($data->{rows}) }
sub span { return "interval '${\ one_of(@{ $data->{spans} })}'" }
sub literal { return "timestamptz '${\ $data->{instants}->()}'" }
sub timestamp { return q{timestamp '} . $data->{instants}->() =~ s/\+00$//r . q{'} }
sub day { return q{date '} . $data->{instants}->() =~ s/ .*//r . q{'} }
sub untyped { return sql("{$_[0]}") =~ s/^\w+ //r }
sub any_time { return chance(0.1) ? 'NULL::timestamptz' : literal() }

# The two values of a parameter are those of a function
sub parameter
{
	my ($type, $function) = @_;

	push @parameters, [ $type, map { chance(0.04) ? 'NULL' : sql("{$function}") } 1, 2 ];
	return '$' . @parameters;
}

# How many members a list has: a few; at times, many
sub few { return 1 + below(4) }
sub many { return chance(0.15) ? 20 + below(180) : few() }

sub list { my ($number, $function) = @_; return join ', ', map { sql("{$function}") } 1 .. $number }
sub pair { return sql('({group}, {literal})') }
sub class { return $data->{classes} ? one_of(@{ $data->{classes} }) : '' }

sub array { return sql("ARRAY[{{list: {few}; literal}|{literal}, NULL|[{literal}, {any_time}], [{literal}, NULL]}]") }

# An id near a time, or of a row; no parameter is a subquery
sub bound
{
	return $data->{ids} ? $data->{ids}->()
	  : sql(q[{uuid_v7_lower({literal})|uuid_v7_upper({literal})|uuid '00000000-0000-0000-0000-000000000000'}]);
}

sub id
{
	return sql(qq{
		1: {bound}
		1: (SELECT min(id::text)::uuid FROM $data->{days} WHERE n = {below: 70})
		1: {parameter: uuid; bound}});
}

sub range
{
	my ($from, $to) = map { literal() } 1, 2;

	return sql("tstzrange(least($from, $to), {greatest($from, $to)|NULL}, '{[]|()|[)|(]}')");
}

# A date, a timestamp or a text that a time is compared with
sub typed
{
	my $days = "FROM $data->{days} WHERE n < ${\ below(80)}";

	return sql(qq{
		2: {{day}|{timestamp}}
		1: {parameter: date; day}
		1: {parameter: timestamp; timestamp}
		1: {parameter: date; day} + 1
		1: {parameter: timestamp; timestamp} - {span}
		1: to_date({untyped: day}, 'YYYY-MM-DD')
		1: ({untyped: literal} || '')::timestamptz
		1: (SELECT {min|max}({d|ts|far|farther}) $days)
		1: (SELECT max(txt)::timestamptz $days)
		1: date_bin('1 day', {literal}, timestamptz '2020-01-01 00:00Z')
		1: {date '5874897-12-31'|date '-infinity'|timestamp 'infinity'|timestamp '294276-12-31 23:59:59.999999'}});
}

sub instant
{
	return sql(q{
		4: {literal}
		4: {parameter: timestamptz; literal}
		1: {literal} {+|-} {span}
		1: {parameter: timestamptz; literal} - {span}
		1: {now()|now()|current_date|date_trunc('month', now())} - {span}
		1: {clock}
		2: {{day}|{timestamp}}
		2: {coalesce|least}({parameter: timestamptz; literal}, {literal})
		1: {extreme} - {span}
		2: {class}({parameter: timestamptz; literal})
		1: {any_time}});
}

sub clock { return clock_expression(one_of(qw(timestamptz timestamp date)), 1 + below(3)) }

sub extreme
{
	my $x = alias();

	return sql("(SELECT {min|max}($x.created_at) FROM {table} AS $x {|WHERE $x.fk = {group}})");
}

# --- Conditions: between a row and one of the days
sub dated
{
	my ($s, $c) = @_;
	my $time = chance(0.9) ? "$s.created_at" : "uuid_unix_timestamp($s.id)";

	return sql(qq{
		3: $time >= {$c.d|$c.ts|$c.d - 1} AND $time < {$c.d|$c.ts|$c.d - 1} + {span}
		2: $time {<|<=|>=|>} $c.{d|ts|far|farther} AND $s.fk = $c.fk
		1: $time >= $c.d AND $time < $c.{far|farther}
		1: $time BETWEEN $c.d AND $c.d + 1
		1: $time = $c.ts
		1: ($time)::date = $c.d
		1: $time >= ($c.txt)::date AND $time < ($c.txt)::timestamptz + {span}
		1: date_bin('1 day', $time, timestamptz '2020-01-01 00:00Z') = $c.{created_at|d}
		1: ($time)::date <@ daterange($c.d, $c.d + 2)
		1: ($time)::timestamp <@ tsrange($c.ts, $c.ts + {span})
		1: $s.id >= $c.created_at AND $s.id < $c.created_at + {span}});
}

sub calendar
{
	my ($time) = @_;
	my $zone = chance(0.2) ? ' AT TIME ZONE ' . one_of("'UTC'", "'Asia/Tokyo'") : '';

	return sql(qq{
		1: ($time$zone)::date {=|=|>=|<} {day}
		1: ($time)::date BETWEEN {day} AND current_date - 1
		1: date_trunc('{hour|day|week|month}', $time) {=|=|>=|<} date_trunc('day', {literal})
		1: date_bin('{1 day|7 days|6 hours}', $time, timestamptz '2020-01-01 00:00Z') {=|>=}
		   date_bin('1 day', {literal}, timestamptz '2020-01-01 00:00Z')
		1: ($time)::date <@ daterange({day}, NULL)
		1: ($time AT TIME ZONE 'UTC')::date = {day}
		1: extract(hour FROM $time AT TIME ZONE 'UTC') = {below: 24}
		1: {calendar_comparison: $time}
		1: extract(month FROM $time) = {1|2|3|4|5|6}});
}

# The next page of a list, perhaps below another bound
sub page
{
	my ($s) = @_;
	my $operator = one_of('<', '<=', '>=', '>');
	my $second = chance(0.3) ? ' AND ' . sql("$s.created_at {<|>=} {instant}") : '';

	return sql(qq{
		1: ($s.created_at, $s.id) $operator ({instant}, {id})
		1: ($s.fk, $s.created_at, $s.id) $operator ({group}, {instant}, {id})
		1: ($s.fk, $s.created_at) $operator ({group}, {instant})
		1: $s.fk = {group} AND ($s.created_at, $s.id) $operator ({instant}, {id})
		1: {page_by_or: $s; $operator}}) . $second;
}

sub page_by_or
{
	my ($s, $operator) = @_;
	my $after = substr $operator, 0, 1;
	my $t = instant();

	return sql("($s.created_at $after $t OR ($s.created_at = $t AND $s.id $operator {id}))");
}

# A condition on a row with another table's rows
sub with_others
{
	my ($s, $depth) = @_;
	my $x = alias();
	my $from = table() . " AS $x";
	my $where = chance(0.5) ? '' : ' AND ' . filter($x, $depth - 1);

	return sql(qq{
		4: {|NOT }EXISTS (SELECT FROM $from WHERE {near: $s; $x}$where)
		1: $s.created_at IN (SELECT $x.created_at FROM $from WHERE true$where)
		1: $s.created_at NOT IN (SELECT $x.created_at FROM $from
		                         WHERE $x.created_at IS NOT NULL AND $x.fk = {group}$where)
		1: ($s.fk, $s.created_at) IN (SELECT $x.fk, {min|max}($x.created_at) FROM $from
		                              WHERE true$where GROUP BY $x.fk)
		1: $s.created_at {=|>=|<} (SELECT {min|max}($x.created_at) FROM $from WHERE $x.fk = $s.fk$where)
		1: $s.created_at {>=|<} {ANY|ALL} (SELECT $x.created_at FROM $from WHERE $x.fk = {group}$where)});
}

# A condition on an id itself, in the words of the extension
sub by_id
{
	my ($id) = @_;
	my $time = sql(q{
		1: {literal}
		1: {parameter: timestamptz; literal}
		1: now() - {span}});

	return sql(qq{
		3: {compared: $id; $time; < <= >= >}
		1: $id {~<~|~<=~|~>=~|~>~} $time
		1: $id <@ {{range}|{parameter: tstzrange; range}}
		1: {|NOT }{uuid_is_v7|uuid_is_v6}($id)
		1: $id IS {|NOT }NULL});
}

sub filter
{
	my ($s, $depth) = @_;
	my $time = "$s.created_at";
	my $less = $depth - 1;

	return sql("({filter: $s; $less} {AND|AND|OR} {filter: $s; $less})") if $depth > 0 && chance(0.35);
	return combined(2, sub { filter($s, 0) }, "$s.n") if $depth > 0 && chance(0.15);
	return with_others($s, $depth) if $depth > 0 && chance(0.2);
	return sql("uuid_unix_timestamp($s.id) {<|>=|=} {instant}") if chance(0.03);
	return sql(qq{
		4: {compared: $time; {instant}; < <= >= > >= <}
		3: {compared: $time; {typed}; < <= >= > =}
		3: {in_span: $time}
		1: $time BETWEEN {instant} AND {instant}
		2: {compared: $time; {instant}; =}
		1: $time IN ({list: {many}; literal})
		1: $s.id IN ({list: {few}; id})
		1: ($s.fk, $time) IN ({list: {many}; pair})
		1: ({pairs_by_or: $s})
		1: $s.total {>|<} {rest}
		2: {twenty: $s.total}
		2: $s.note LIKE 'n{two_digits}%'
		1: $time {=|=|>|<=} {ANY|ANY|ALL} ({{array}|{parameter: timestamptz[]; array}})
		1: $time IS {|NOT }NULL
		1: $time <@ tstzrange(least({literal}, now()), {NULL|now()})
		3: {calendar: $time}
		3: {page: $s}
		3: $s.fk = {group}
		1: $s.fk IN ({group}, {group})
		1: $s.kind = 1
		3: {by_id: $s.id}
		1: $s.id {<>|=} {id}});
}

sub in_span { my ($time) = @_; my $t = literal(); return sql("$time >= $t AND $time < $t + {span}") }
sub twenty { my ($column) = @_; my $from = rest(); return "$column BETWEEN $from AND $from + 20" }
sub two_digits { return 10 + below(90) }

sub pairs_by_or
{
	my ($s) = @_;
	my $pair = "{$s.created_at = {literal} AND $s.fk = {group}|$s.fk = {group} AND $s.created_at > {literal}}";

	return join ' OR ', map { sql($pair) } 1 .. many();
}

# A condition between two tables; with $equal, one that a full join accepts
sub near
{
	my ($a, $b, $equal) = @_;
	my ($s, $t) = ("$a.created_at", "$b.created_at");
	my $equality = sql(qq{
		2: $t = $s
		1: $t = $s AND $b.fk = $a.fk
		1: $b.ref = $a.id
		1: $b.id = $a.id
		1: $b.id = $a.ref AND $b.fk = $a.fk
		1: $b.n = $a.n AND $t = $s});
	my $same = sql("{$b.fk = $a.fk|$b.fk = $a.fk|$b.id = $a.ref|$b.n = $a.n}");
	my $operator = one_of('<', '<=', '>=', '>');

	return dated($dated{$a} ? ($b, $a) : ($a, $b)) if !$equal && ($dated{$a} || $dated{$b});
	return $equality if $equal || $data->{large} && chance(0.4);
	return sql(qq{
		4: $equality
		1: uuid_unix_timestamp($b.id) = $s
		1: $t = $s AND $s = {literal}
		1: $t BETWEEN $s AND $s + {span}
		1: $t >= $s - {span} AND $s > $t
		2: $same AND $t $operator $s
		1: $same AND $t BETWEEN $s AND $s + {span}
		1: $same AND $t > $s AND $t <= $s + {span} AND $t < {instant}
		2: $same AND ($b.created_at, $b.id) $operator ($a.created_at, $a.id)
		1: ($b.fk, $b.created_at, $b.id) > ($a.fk, $a.created_at, $a.id) AND $b.fk = $a.fk
		1: $same AND ({filter: $b; 0})
		1: $same AND date_trunc('day', $t) = date_trunc('day', $s)
		1: $same AND $t = ANY (ARRAY[$s, $s + {span}])
		1: $same AND ($t = $s OR $t > $s + {span})});
}

# --- Tables, and what can be in their place
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

# The columns of an arm of a feed, whose kind may be a label or computed
sub labeled
{
	return sql('n, id, fk, {kind|kind|kind|1 AS kind|coalesce(fk % 5, 0) AS kind|NULL::integer AS kind},
		ref, created_at, total, note');
}

sub direction { return one_of('', '', ' DESC', ' DESC') . one_of('', '', '', ' NULLS FIRST', ' NULLS LAST') }

# Keys after which no two rows are equal
sub by_time
{
	my $direction = direction();

	return sql("created_at$direction, {n, id, ref, kind|id$direction, n, ref, kind}");
}

sub source
{
	my ($depth) = @_;
	my $table = table();
	my $x = alias();
	my $less = $depth - 1;

	return $table if chance($depth ? 0.45 : 0.75) && !$data->{fields}{$table};
	return "(SELECT ${\ columns_of($table)} FROM $table)" if $depth == 0;
	my $from = source($less) . " AS $x";
	my $where = chance(0.5) ? '' : ' WHERE ' . filter($x, 1);
	my $total = by_time();
	my $latest = 'created_at' . direction();
	return sql(qq{
		3: ({feed: $x; $less})
		1: (SELECT $columns FROM $from$where)
		1: (SELECT $columns FROM $from$where ORDER BY $latest)
		1: (SELECT $columns FROM $from$where ORDER BY $total LIMIT {1|10|50})
		1: (SELECT DISTINCT ON (fk) $columns FROM $from$where ORDER BY fk, $total)
		1: (SELECT DISTINCT ON (created_at) $columns FROM $from$where ORDER BY $total)
		1: (SELECT min(n) AS n, min(id::text)::uuid AS id, fk, 1 AS kind, NULL::uuid AS ref,
		           {min|max}(created_at) AS created_at, max(total) AS total, NULL AS note
		    FROM $from$where GROUP BY {fk|fk|ROLLUP (fk)|fk, created_at})
		1: (SELECT $columns
		    FROM (SELECT *, {rank|dense_rank}() OVER (PARTITION BY fk ORDER BY $latest) AS r FROM $from$where) AS $x
		    WHERE r <= 2)
		1: (SELECT $columns
		    FROM (SELECT *, row_number() OVER (ORDER BY $total) AS r FROM $from$where) AS $x
		    WHERE r <= 20)
		1: {pairs: $x; $from; $where}});
}

sub feed
{
	my ($x, $depth) = @_;
	my $arm = "SELECT {labeled} FROM {source: $depth} AS $x";

	return join ' UNION ALL ', map { sql($arm) . (chance(0.25) ? ' WHERE ' . filter($x, 0) : '') } 1 .. 2 + below(2);
}

# The rows of a source, with the id and the note of those of a table
sub pairs
{
	my ($x, $from, $where) = @_;
	my $y = alias();

	return sql("(SELECT $x.n, $x.id, $x.fk, $x.kind, $y.id AS ref, {$x|$y}.created_at, $x.total, $y.note
		FROM $from {|LEFT }JOIN {table} AS $y ON {near: $x; $y; 1} $where)");
}

# FROM and WHERE with so many tables, and the aliases of these
sub joined
{
	my ($number) = @_;
	my @all = (alias());
	my $from = $number > 1 && chance(0.2) ? $data->{days}
	  : source($number == 1 ? one_of(0, 0, 0, 1, 2) : one_of(0, 0, 1, 1, 2));
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
			my $time = $dated{$a} ? 'ts' : 'created_at';
			my $condition = one_of("$x.created_at < $a.created_at", "$x.created_at >= $a.$time",
				near($a, $x), near($a, $x));
			my $rows = sql("SELECT $columns FROM {source: {0|0|1}} AS $x
				WHERE $condition ORDER BY {by_time} LIMIT {1|1|3}");

			$from .= one_of(" CROSS JOIN LATERAL ($rows) AS $b", " LEFT JOIN LATERAL ($rows) AS $b ON true");
		}
		elsif ($join eq 'CROSS JOIN')
		{
			$from .= " CROSS JOIN ${\ source(0)} AS $b";
			push @where, $near;
		}
		elsif (@all < $number - 1 && chance(0.3))
		{
			my $both = sql("{source: 0} AS $b {|LEFT }JOIN {source: 0} AS $x ON {near: $b; $x}");

			$from .= " $join ($both) ON $near";
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

# --- Queries, each with the number of its keys
#
# Lists in an order: of the keys alone, with the row behind them, or to the last row of the tie
sub ordered
{
	my ($from, @all) = joined(one_of(1, 1, 1, 1, 2, 2, $data->{large} ? (1, 2) : (3, 4)));
	my ($a, $b) = @all[ 0, below(scalar @all) ];
	my @keys = @{ one_of(
		([ "$a.created_at" ]) x 2, [ "$b.created_at" ], [ "$a.fk", "$a.created_at" ],
		[ "$a.created_at", "$b.created_at" ], [ "$a.created_at", "$a.id" ],
		[ "uuid_unix_timestamp($a.id)" ], [ "$a.total" ],
		[ "coalesce($a.created_at, $b.created_at)" ], [ "$a.kind", "$b.created_at" ],
		[ "date_trunc('day', $a.created_at)", "$a.fk" ]) };
	my $direction = direction();
	my $order = join ', ', map { $_ . (chance(0.8) ? $direction : direction()) } @keys;
	my $keys = join ', ', @keys;
	my $rows = join ', ', map { "$_.n" } @all;
	my $times = join ', ', map { "$_.created_at" } @all;
	my $limit = 'LIMIT ' . one_of(1, 5, 20, 20, '10 OFFSET 20');

	return one_of(
		[ 0, "SELECT $rows, $times FROM $from" ],
		[ 0, "SELECT $a.fk, $a.created_at FROM $from" ],
		[ scalar @keys, "SELECT $keys, $rows FROM $from ORDER BY $order" ],
		([ scalar @keys, "SELECT $keys FROM $from ORDER BY $order $limit" ]) x 3,
		([ @keys + @all, "SELECT $keys, $rows FROM $from ORDER BY $order, $rows $limit" ]) x 3,
		[ scalar @keys, "SELECT $keys, $rows FROM $from ORDER BY $order FETCH FIRST 5 ROWS WITH TIES" ]);
}

sub groups
{
	my ($from, @all) = joined(one_of(1, 1, 2, 2, 3));
	my ($a, $b) = @all[ 0, below(scalar @all) ];
	my $aggregates = one_of(
		"count(*), min($a.created_at), max($b.created_at)",
		"count(*), max($b.n)",
		"count(*), count(DISTINCT $b.created_at), sum($a.n)",
		"count(*), (array_agg($a.n ORDER BY $a.created_at DESC, $a.n))[1]");
	my @keys = @{ one_of(
		[ "$a.fk" ], [ "$a.created_at" ], [ "$b.created_at", "$a.kind" ],
		[ "date_trunc('week', $a.created_at)" ], [ "$a.fk", "$b.kind" ],
		[ "($a.created_at)::date" ]) };
	my $keys = join ', ', @keys;
	my $having = chance(0.2) ? " HAVING max($b.created_at) >= ${\ literal()}" : '';
	my $group = one_of(($keys) x 3, "ROLLUP ($keys)", "CUBE ($keys)", "GROUPING SETS (($keys), ($keys[-1]), ())");
	my $ends = one_of("min($a.created_at)", "max($b.created_at)", "max($a.created_at), min($a.n)", 'count(*)',
		"min($a.created_at), max($a.created_at), count(*)");
	my $order = one_of('', " ORDER BY $keys");
	my @rows = map { ("$_.created_at", "$_.n") } @all;
	my $rows = join ', ', @rows;
	my $each = join ', ', map { $_ . direction() } @keys, @rows;

	return one_of(
		[ 0, "SELECT $ends FROM $from" ],
		[ 0, "SELECT $keys, $aggregates FROM $from GROUP BY $group$having$order" ],
		[ @keys + 2, "SELECT $keys, count(*), max($b.created_at) FROM $from GROUP BY $keys$having
			ORDER BY $keys, count(*), max($b.created_at) LIMIT 10" ],
		[ scalar @keys, "SELECT DISTINCT $keys FROM $from ORDER BY $keys LIMIT 10" ],
		[ 0, "SELECT DISTINCT ON ($keys) $keys, $rows FROM $from ORDER BY $each" ]);
}

sub windows
{
	my ($from, @all) = joined(one_of(1, 1, 2, 2, 3));
	my ($a, $b) = @all[ 0, below(scalar @all) ];
	my $part = one_of('', "PARTITION BY $a.fk ", "PARTITION BY $b.kind ");
	my $order = "ORDER BY $b.created_at${\ direction()}";
	my $rows = join ', ', map { "$_.n" } @all;
	my $window = one_of(
		"rank() OVER ($part$order)",
		"count(*) OVER ($part$order RANGE BETWEEN ${\ span()} PRECEDING AND CURRENT ROW)",
		"max($a.created_at) OVER ($part)", "lag($b.created_at) OVER ($part$order, $rows)",
		"sum($a.n) OVER ($part$order RANGE ${\ span()} PRECEDING)",
		"count(*) OVER ($part$order GROUPS 2 PRECEDING)",
		"first_value($b.created_at) OVER ($part$order)");

	return one_of(
		[ 0, "SELECT $rows, $window FROM $from" ],
		[ 1, "SELECT $b.created_at, $rows, $window FROM $from $order" ],
		[ 2 + @all, "SELECT $b.created_at, $rows, $window FROM $from $order, $rows, ${\ (2 + @all)} LIMIT 20" ],
		[ 0, "SELECT * FROM (SELECT $rows, $window AS w, rank() OVER ($part$order) AS r FROM $from) AS x
			WHERE r <= 3" ]);
}

# Feeds, sets and common table expressions around tables
sub sets
{
	my ($a, $b, $x) = map { alias() } 1 .. 3;
	my $arms = join one_of(' UNION ', ' UNION ALL ', ' UNION ALL ', ' INTERSECT ', ' EXCEPT '), map {
		my ($from, $first) = joined(one_of(1, 1, 2));
		"(SELECT $first.created_at, $first.n FROM $from)"
	} 1 .. one_of(2, 2, 3);
	my $direction = direction();
	my $with = sql("WITH w AS {|MATERIALIZED |NOT MATERIALIZED }(SELECT $columns
		FROM {source: 1} AS $x WHERE {filter: $x; 1})");
	my ($keys, $query) = @{ one_of(
		[ 2, "$arms ORDER BY 1$direction, 2 LIMIT 20" ],
		[ 0, "SELECT count(*), max(x.created_at), min(x.n) FROM ($arms) AS x
			WHERE {compared: x.created_at; {instant}}" ],
		[ 1, "$with SELECT $a.created_at, $a.n, $b.n FROM w AS $a {|LEFT }JOIN w AS $b ON {near: $a; $b}
			WHERE {filter: $a; 1} ORDER BY 1$direction" ],
		[ 2, "$with SELECT $a.created_at, $b.created_at FROM w AS $a JOIN {table} AS $b ON {near: $a; $b}
			ORDER BY $a.created_at$direction, $b.created_at LIMIT 10" ]) };

	return [ $keys, sql($query) ];
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
		$data->{server} < 17 ? () : "MERGE INTO $table AS $x
			USING (SELECT DISTINCT ON (n) $columns FROM $source AS $y ORDER BY $columns) AS $y ON $where
			WHEN MATCHED AND $x.n % 2 = 0 THEN DELETE WHEN MATCHED THEN UPDATE SET note = 'changed'");

	return [ 0, "WITH changed AS ($change RETURNING $x.n) SELECT n FROM changed" ];
}

# random_query(\%data): the text of a query, the number of its keys, and its parameters.
sub random_query
{
	($data, $aliases, %dated, @parameters) = ($_[0], 0);
	my ($keys, $query) = @{ one_of((\&ordered) x 4, (\&groups) x 2, \&windows, \&sets, \&changes)->() };

	return ($query, $keys, [@parameters]);
}

1;
