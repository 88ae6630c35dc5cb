# RandomTable - random tables whose ids have a time
#
# A table has the columns that RandomQuery describes, ids of some versions, what proves these or
# nothing, a created_at in one of its forms, partitions or children, indexes, and statistics. Half of the
# tables have few rows, for queries of every kind; the others have enough for a lost index to be
# seen. The same seed of srand gives the same tables.
package RandomTable;

use strict;
use warnings;

use Exporter 'import';
use POSIX 'strftime';
use RandomTime;

our @EXPORT = qw(helpers days random_tables);

sub chance { return rand() < $_[0] }

# some_of($chance, @list): those that chance takes
sub some_of { my $chance = shift; return grep { chance($chance) } @_ }

# Rows of half a year. All ids are computed from the number of a row, and so the same on every run.
my $base = 1767225600;
my %sizes = (small => { rows => 260, groups => 12, times => 97, pad => 0 },
	large => { rows => 6007, groups => 300, times => 1999, pad => 250 });
$_->{step} = 1000 * int(182 * 86400 / $_->{times}) foreach values %sizes;

# days($table, $name, [$time]): the SQL that creates a table of days beside one with ids, and with the times of
# rows.
sub days
{
	my ($table, $name, $time) = (@_, 'd::timestamptz');

	return "CREATE TABLE $name AS SELECT n, id, fk, kind, ref, $time AS created_at, n::numeric AS total,
		'n' || n AS note, d::date, (d + n % 4 * interval '6 hours')::timestamp AS ts, to_char(d, 'YYYY-MM-DD') AS txt,
	  CASE WHEN n % 9 = 0 THEN date '5874897-12-31' ELSE d::date END AS far,
	  CASE WHEN n % 9 = 0 THEN timestamp '294276-12-31 23:59:59.999999' ELSE d END AS farther
	  FROM $table, LATERAL (SELECT timestamp '2025-12-30' + n % 63 * interval '3 days') AS v (d) WHERE n <= 70;
	INSERT INTO $name (n, d, ts, txt) VALUES (1001, 'infinity', '-infinity', 'infinity'), (1002, NULL, NULL, NULL)";
}

# helpers(): the SQL that creates what the tables are made with. Rows of "burst" share few times.
sub helpers
{
	my @rows = map {
		my ($size, $s) = ($_, $sizes{$_});
		my $at = "timestamptz '2026-01-01 00:00Z' + %s * interval '$s->{step} ms'";
		my $same = $s->{pad} ? 150 : 40;

		(   "CREATE TABLE every_$size AS SELECT n, v7(n, t) AS id, v7(n, b) AS idb,
			v6(n, t) AS id6, n * 7 % $s->{groups} AS fk, n % 3 AS kind, NULL::uuid AS ref,
			n * 7919 % $s->{rows} AS total, 'n' || n * 104729 % $s->{rows} AS note, t, b
			  FROM generate_series(1, $s->{rows}) AS n, LATERAL (SELECT CASE WHEN n % 13 = 0 THEN timestamptz
			    '2026-01-31 23:30Z' + n % 6 * interval '29 days 16 hours' - n / 13 % 20 * interval '30 minutes'
			    WHEN n % 41 = 0 THEN timestamptz '1971-01-01 00:00Z' + n % 60 * interval '1 year'
			      ELSE ${\ sprintf $at, qq(n * 37 % $s->{times})} + n % 5 % 3 * interval '1 ms'
			      END, ${\ sprintf $at, qq((n % $same * $s->{times} / $same))}) AS v (t, b);
			UPDATE every_$size AS e SET ref = r.id FROM every_$size AS r WHERE r.n = e.n * 17 % ($s->{rows} + 40)",
			days("every_$size", "days_$size", 'b'))
	} sort keys %sizes;

	return join ";\n", bytes(), q{
	CREATE FUNCTION shaped(u uuid, version text, variant text DEFAULT '8') RETURNS uuid IMMUTABLE LANGUAGE sql
	  RETURN overlay(overlay(u::text PLACING version FROM 15 FOR 1) PLACING variant FROM 20 FOR 1)::uuid;
	CREATE FUNCTION v7(n integer, t timestamptz) RETURNS uuid IMMUTABLE LANGUAGE sql
	  RETURN shaped((left(uuid_v7_lower(t)::text, 14) || substr(md5(n::text), 13, 20))::uuid, '7');
	CREATE FUNCTION v6(n integer, t timestamptz) RETURNS uuid IMMUTABLE LANGUAGE sql
	  RETURN shaped((left(uuid_v6_lower(t)::text, 18) || substr(md5(n::text), 17, 16))::uuid, '6');
	CREATE FUNCTION born(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE RETURN uuid_time(id);
	CREATE FUNCTION bytes.born(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE RETURN bytes.uuid_time(id);
	CREATE FUNCTION accepted(u uuid) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$BEGIN RETURN uuid_is_v7(u); END$$;
	CREATE FUNCTION refused(u uuid) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE 'called for %', u; END$$;
	CREATE DOMAIN v7 AS uuid CHECK (uuid_is_v7(VALUE))}, @rows, '';
}

my $mixed = q{CASE n % 5 WHEN 0 THEN shaped(id, '4') WHEN 1 THEN id6 WHEN 2 THEN uuid_v6_to_v1(id6) ELSE id END};
my $any = qq{CASE n % 17 WHEN 0 THEN NULL WHEN 1 THEN '00000000-0000-0000-0000-000000000000'
	WHEN 2 THEN 'ffffffff-ffff-ffff-ffff-ffffffffffff' WHEN 3 THEN uuid_v7_upper('infinity')
	WHEN 4 THEN uuid_v7_lower('-infinity') WHEN 5 THEN shaped(id, '7', 'c') WHEN 6 THEN shaped(id, '7', '0')
	WHEN 7 THEN uuid_v7_upper(t) WHEN 8 THEN v6(n, '1583-01-01') ELSE $mixed END};
my @v7 = ('uuid_time(id)', 'uuid_time(id)', 'uuid_v7_timestamp(id)',
	'uuid_unix_timestamp(id)', 'uuid_v7_timestamp_us(id)', 'born(id)');
my @is_v7 = ('CHECK (uuid_is_v7(id))', 'CHECK (uuid_is_v7(id) IS TRUE)',
	'CHECK (uuid_is_v7(id) = true)', 'CHECK (uuid_version(id) IS NOT DISTINCT FROM 7)');

# Ids: what they are, what is true of them, and which functions read their time
my %kinds = (
	seven => [ 'id', [ @is_v7[ 0, 0, 0 .. 3 ], 'CHECK (uuid_version(id) = 7)',
		'CHECK (accepted(id)), CHECK (uuid_is_v7(id) AND accepted(id))', 'CHECK (n > 0)' ], @v7 ],
	nullable => [ 'CASE WHEN n % 7 > 0 THEN id END', [ $is_v7[0], 'CHECK (uuid_version(id) = 7)' ], @v7 ],
	variants => [ q{shaped(id, '7', CASE WHEN n % 4 = 0 THEN 'c' ELSE '8' END)},
		[ 'CHECK (uuid_version(id) = 7)' ], @v7[ 0, 2, 3 ] ],
	six => [ 'id6', [ 'CHECK (uuid_is_v6(id))', 'CHECK (6 = uuid_version(id))', 'CHECK (n > 0)' ], @v7[ 0, 5 ] ],
	six_or_seven => [ 'CASE WHEN n % 2 = 0 THEN id ELSE id6 END',
		['CHECK (uuid_is_v7(id) OR uuid_is_v6(id))'], @v7[ 0, 0, 2 ] ],
	mixed => [ $mixed, ['CHECK (n > 0)'], @v7[ 0, 0, 2, 3, 5 ] ],
	any => [ $any, ['CHECK (n > 0)'], @v7[ 0, 0, 2, 3 ] ],
	eight => [ q{shaped(id, '8')}, [ 'CHECK (uuid_version(id) IS NOT DISTINCT FROM 8)', 'CHECK (n > 0)' ],
		'uuid_v8_node_timestamp(id)', 'uuid_unix_timestamp(id)' ],
	ulid => [ '(left(id::text, 14) || right(md5(id::text), 20))::uuid', ['CHECK (n > 0)'], 'uuid_unix_timestamp(id)' ]);

# Partitions by a bound that is computed from the first of a month; two of them have partitions, in
# the same order and in none
sub months
{
	my ($key, $bound) = @_;
	my $create = sub { my ($name, $of, @from) = @_; "CREATE TABLE %1\$s_$name PARTITION OF %1\$s$of "
	  . sprintf("FOR VALUES FROM ($bound) TO ($bound)", map { "'2026-$_ 00:00Z'" } @from) };

	return join ';', "PARTITION BY RANGE ($key)", 'CREATE TABLE %1$s_rest PARTITION OF %1$s DEFAULT',
	  (map { $create->($_, '', "0$_-01", "0${\ ($_ + 1)}-01") } 1, 2, 5),
	  $create->(3, '', '03-01', '04-01') . " PARTITION BY RANGE ($key)",
	  $create->('3a', '_3', '03-01', '03-15'), $create->('3b', '_3', '03-15', '04-01'),
	  $create->(4, '', '04-01', '05-01') . ' PARTITION BY HASH (fk)',
	  map { "CREATE TABLE %1\$s_4$_ PARTITION OF %1\$s_4 FOR VALUES WITH (MODULUS 2, REMAINDER $_)" } 0, 1;
}

# So many partitions in the order of the time
sub in_order
{
	my ($number, $key, $bound) = @_;
	my @bounds = ('MINVALUE', (map { sprintf $bound, strftime q{'%Y-%m-%d 00:00Z'},
		gmtime $base + 86400 * int 182 * $_ / $number } 1 .. $number - 1), 'MAXVALUE');

	return join ';', "PARTITION BY RANGE ($key)", map {
		"CREATE TABLE %1\$s_$_ PARTITION OF %1\$s FOR VALUES FROM ($bounds[$_ - 1]) TO ($bounds[$_])" } 1 .. $number;
}

my @lower = ([ 'id', 'uuid_v7_lower(%s)' ], [ 'id uuid_time_ops', 'uuid_time_lower(%s)' ]);
my $children = 'CREATE TABLE %1$s_proven (CHECK (uuid_is_v7(id))) INHERITS (%1$s);
	CREATE TABLE %1$s_any () INHERITS (%1$s)';

# Indexes, with the weights of those that matter; %s is the time
my @indexes = (
	('id', 'fk, id') x 3, 'id DESC', 'id NULLS FIRST', 'id DESC NULLS LAST', 'kind, fk, id', 'fk, id DESC',
		'fk DESC, id DESC NULLS LAST', 'kind, id) WHERE (kind = 1', 'fk, id) WHERE (kind = 1',
	'id) INCLUDE (fk, n', 'fk, id) INCLUDE (kind', 'id uuid_time_ops',
		'fk, id uuid_time_ops', 'id uuid_time_ops DESC', '(%s)', '(%s), n', 'fk, (%s)',
	q{n) WHERE (%s < '2026-03-10 00:00Z'}, q{id) WHERE (%s >= '2026-02-20 00:00Z'}, q{((%s AT TIME ZONE 'UTC')::date)},
		q{(extract(hour FROM %s AT TIME ZONE 'UTC')), fk}, 'n) WHERE (uuid_is_v7(id)',
	'ref, id', 'fk, ref, id', 'USING brin (id',
		'USING brin (id uuid_time_minmax_ops', 'USING hash (id', 'USING gist (id');
my @stored_indexes = ('fk) INCLUDE (created_at', 'created_at', 'fk, created_at',
	q{n) WHERE (created_at < '2026-03-10 00:00Z'}, 'fk) INCLUDE (created_at, n',
	'USING brin (created_at', 'USING gist (created_at', 'kind, created_at DESC');
my @statistics = (q{(date_trunc('day', %s))}, q{(date_trunc('hour', %s))},
	'(%s), fk', 'fk, kind', '(%s), kind, n', 'id, fk');

# A table of that size; the first two of a size have the times of one half of a year each: its SQL, the time of the
# view on it or of its rows, and the other functions
sub random_table
{
	my ($name, $size, $server, $gist, $number) = @_;
	my $half = $name =~ /_a$/ ? '<' : $name =~ /_b$/ ? '>=' : '';
	my $kind = $half ? 'seven' : one_of(('seven') x ($size eq 'large' ? 30 : 5), sort keys %kinds);
	my ($id, $constraints, @times) = @{ $kinds{$kind} };
	my $check = $half ? $is_v7[0] : one_of(@$constraints);
	my $v7 = $kind =~ /^(seven|nullable)$/;
	my $proven = $check =~ /is_v|DISTINCT/;
	my @forms = ('stored', 'view', $server >= 18 && $v7 ? 'virtual' : 'stored', 'field',
		'stored', one_of('view', 'stored', $kind eq 'seven' ? qw(real near) : ()), 'view');
	my $form = $half ? 'stored' : $forms[ $number % 7 ];
	my $time = $form eq 'stored' ? one_of(@times[ 0, 0, 0, 0 ], grep { !/born|_us/ } @times) : $form eq 'virtual'
	  ? 'uuid_extract_timestamp(id)' : one_of(@times);
	my $source = $size eq 'large' && chance(0.4) || chance(0.1) ? 'burst' : 'spread';
	my ($more, $copy) = ('', $time);
	my @checks = $form eq 'near' ? q{CHECK (uuid_v7_within(id, created_at, '10 minutes'))} : chance(0.9)
	  || $form ne 'seven' ? $check : ();

	if ($form eq 'stored')
	{
		push @checks, one_of(("CHECK (created_at = $time)") x 6,
			"CHECK ((created_at = $time) IS TRUE)", "CHECK ($time = created_at)", 'CHECK (n > 0)');
		@times = () if $time !~ /^uuid_time/;
	}
	elsif ($form =~ /real|near/) { $copy = $form eq 'near' ? q{t + (n % 3 - 1) * interval '9 minutes'} : 't'; }
	# a null has no partition in an order
	my $ordered = $id =~ /NULL|CASE WHEN n % 7/ ? 'months' : 'order';
	my $structure = ('plain', $ordered, 'plain', one_of('months', $form eq 'near' ? 'months_at' : ()),
		$ordered, one_of(qw(list hash family)))[ $half ? 0 : $number % 6 ];
	if ($structure eq 'months') { $more = months(@{ $lower[ $kind =~ /mixed|any/ && chance(0.7) ? 1 : 0 ] }); }
	elsif ($structure eq 'order') { $more = in_order(one_of(4, 6, 6, $size eq 'large' ? 40 : 7),
		@{ $lower[ $kind =~ /mixed|six/ ? 1 : 0 ] }); }
	elsif ($structure eq 'list') { $more = 'PARTITION BY LIST (kind); CREATE TABLE %1$s_1 PARTITION OF
		%1$s FOR VALUES IN (1); CREATE TABLE %1$s_2 PARTITION OF %1$s FOR VALUES IN (0, 2)'; }
	elsif ($structure eq 'hash') { $more = join ';', 'PARTITION BY HASH (fk)',
		map { "CREATE TABLE %1\$s_$_ PARTITION OF %1\$s FOR VALUES WITH (MODULUS 3, REMAINDER $_)" } 0 .. 2; }
	elsif ($structure eq 'months_at') { $more =
	  months(@{ one_of([ 'created_at', '%s' ], [ 'created_at, n', '%s, 0' ]) }); }
	elsif ($structure eq 'family')
	{
		@checks = ('CHECK (n > 0)') if chance(0.4) && $form ne 'near';
		s/(CHECK \((?:uuid_|accepted|6).*?\))(?=, CHECK|$)/$1 NO INHERIT/g foreach $form eq 'near' ? () : @checks;
		$more = ";$children";
	}

	# a time that is null is not true of any comparison
	s/^CHECK \(\((.*)\) IS TRUE\)$/CHECK ($1)/
	  foreach $kind =~ /seven$|^six|ulid|eight/ && $structure ne 'family' ? () : @checks;

	# rows of a range of times, which a constraint of the stored column states
	push @checks, "CHECK (created_at $half '2026-04-01 00:00Z')" if $half;
	my $generated = $form eq 'stored' ? ", created_at timestamptz GENERATED ALWAYS AS ($time) STORED"
	  : $form eq 'virtual' ? ", created_at timestamptz GENERATED ALWAYS AS ($time) VIRTUAL"
	  : $form =~ /real|near/ ? ', created_at timestamptz NOT NULL' : '';
	my $table = $form eq 'view' ? "${name}_table" : $name;
	my $column = $form =~ /real|near/ ? ', created_at' : '';
	my $rows = "(SELECT n, fk, kind, ref, total, note,
		${\ ($source eq 'burst' ? 'idb AS id, b AS t, v6(n, b) AS id6' : 'id, t, id6')} FROM every_$size) AS e";
	my $insert = sub {
		my ($child, $ids, $where) = @_;

		return "INSERT INTO $table$child (n, id, fk, kind, ref, total, note, pad$column)
			SELECT n, $ids, fk, kind, ref, total, note, repeat('x', $sizes{$size}{pad})${\ ($column && qq(, $copy))}
			FROM $rows WHERE $where ORDER BY ${\ (length($name) % 2 ? 't, n' : 'md5(n::text)')}";
	};
	my $domain = $kind eq 'seven' && $structure =~ /plain|order/ && chance(0.05) && $form ne 'virtual' ? 'v7' : 'uuid';
	my @sql = sprintf "CREATE TABLE %1\$s (n integer, id $domain, fk integer, kind integer, ref uuid,
		total numeric, note text, pad text$generated${\ join '', map { qq(, $_) } @checks}) $more", $table;
	my $kept = "(n + ${\ int rand 9}) % 9 > 0"
	  . ($half ? ' AND ' . $time =~ s/\bid\b/$id/r . " $half '2026-04-01 00:00Z'" : '');
	push @sql, "ALTER TABLE $table ALTER id SET NOT NULL, ALTER n SET NOT NULL" if $form eq 'near';
	push @sql, $insert->('', $id, $kept);
	push @sql, $insert->('_proven', 'id', 'n % 6 = 1'), $insert->('_any', $form eq 'near' ? 'id' : $any, 'n % 6 = 2')
	  if $structure eq 'family' && $form ne 'virtual';

	# each partition, or some; an index on the time cannot name a virtual column
	my @on = $structure =~ /order|months$/ && chance(0.5)
	  ? some_of(0.5, map { "${table}_$_" } $structure eq 'order' ? 1 .. 6 : (1, 2, '3a', '41', 5)) : $table;
	@on = $table if $structure eq 'order' && $more !~ /_6 /;
	my $written = sub { return $form =~ /real|near/ || $form eq 'stored'
	  && chance(0.5) ? 'created_at' : $form eq 'virtual' ? 'uuid_time(id)' : $time };
	my @own = map { s/%s/$written->()/ger } @indexes;
	my @wanted = grep { $gist || !/gist/ } ((map { one_of(@own) } 1 .. one_of(1, 2, 2, 3, 4)),
		$form =~ /stored|real|near/
	  ? map { one_of(@stored_indexes) } 1 .. one_of($form eq 'stored' ? (0, 0, 1) : 1, 1, 2) : ());
	# without an index on the id, only the constraint excludes the table
	@wanted = () if $half eq '<';
	foreach my $on (@on) { push @sql, map { "CREATE INDEX ON $on" . (/^USING/ ? " $_)" : " ($_)") } @wanted; }
	push @sql, "CREATE UNIQUE INDEX ON $table (id)"
	  if $form ne 'near' && $structure eq 'plain' && $kind ne 'any' && $half ne '<' && chance(0.5);
	push @sql, some_of(0.4, map { "CREATE INDEX ON $table ($_)" } 'total', 'note', 'fk', 'n');
	if ($structure eq 'family' && chance(0.5)) { push @sql, "CREATE INDEX ON ${table}_proven (id)",
		"CREATE INDEX ON ${table}_proven ((uuid_time(id)))", "CREATE INDEX ON ${table}_any (id DESC NULLS LAST)"; }

	# an index that could not be built, or is not built yet
	if ($structure eq 'plain' && chance(0.3))
	{
		my ($columns, $state) = (one_of('id', $form =~ /stored|real|near/ ? 'created_at' : 'fk, id'),
			one_of('indisvalid = false', 'indisvalid = false, indisready = false'));

		push @sql, "CREATE INDEX unfinished_$name ON $table ($columns)",
			"UPDATE pg_index SET $state WHERE indexrelid = 'unfinished_$name'::regclass";
	}
	my $objects = 0;
	push @sql, map { "CREATE STATISTICS ${name}_${\ ++$objects} ON "
	  . s/%s/$written->()/ger . " FROM $table" } some_of(0.2, @statistics);
	push @sql, 'ALTER TABLE ' . ($structure eq 'family' ? "${table}_any ADD CHECK (refused(id))"
	  : "$table ADD CHECK (uuid_is_v7(id))") . ' NOT VALID' if $kind =~ /mixed|any/ && chance(0.3);
	push @sql, "CREATE VIEW $name ${\ one_of('', 'WITH (security_invoker) ', 'WITH (security_barrier) ')}AS SELECT *,
		$time AS created_at FROM ${\ one_of('', '', $structure eq 'family' ? 'ONLY ' : '')}$table" if $form eq 'view';
	push @sql, "CREATE FUNCTION created_at($name) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN "
	  . $time =~ s/\bid\b/\$1.id/r if $form eq 'field';

	# the same rows with a real column
	push @sql, "SET search_path = bytes, pg_catalog, public; CREATE TABLE bytes.$name AS SELECT n, id::uuid, fk, kind,
		ref, total, note, ${\ ($column ? 'created_at' : $time)} AS created_at FROM public.$name; RESET search_path"
	  if $size eq 'small';
	return { name => $name, form => $form, rejecting => scalar "@sql" =~ /NOT VALID|LIST/,
		times => $form =~ /real|near/ ? [] : \@times, sql => join(";\n", @sql) . ';' };
}

# random_tables($server, $gist): the SQL that creates random tables of both sizes, and what random_query
# must know of those: for each size, the hash that RandomQuery describes.
sub random_tables
{
	my ($server, $gist, %number) = @_;
	my ($sql, $start) = ('', int rand 42);
	my %data;

	foreach my $size (sort keys %sizes)
	{
		my @tables = map { random_table("${size}_$_", $size, $server, $gist, $start++) } 'a' .. $number{$size};
		my $s = $sizes{$size};
		my @feeds;

		foreach my $number (1 .. @tables / 4)
		{
			my $first = $number == 1 ? -1 : int rand @tables;
			my ($name, @arms) = ("${size}_feed$number",
				map { $tables[ ($first + $_) % @tables ]{name} } 1 .. one_of(2, 2, 3));
			my $arms = sub { my ($schema) = @_; join ' UNION ALL ', map { "SELECT n, id::uuid AS id,
				fk, kind, ref, $_.created_at AS created_at, total, note FROM $schema$_" } @arms };

			push @feeds, { name => $name, form => 'feed', times => [], rejecting => 1 };
			$sql .= "CREATE VIEW $name AS ${\ $arms->('')};\n" . ($size eq 'small' ? "SET search_path = bytes,
				pg_catalog, public; CREATE TABLE bytes.$name AS ${\ $arms->('bytes.')}; RESET search_path;\n" : '');
		}
		$sql = join("\n", map { $_->{sql} } @tables) . "\n$sql";
		$data{$size} = {
			tables => [ map { $_->{name} } @tables, @feeds ],
			times => { map { $_->{name} => $_->{times} } grep { @{ $_->{times} } } @tables },
			fields => { map { $_->{name} => 1 } grep { $_->{form} eq 'field' } @tables },
			changed => [ map { $_->{name} } grep { !$_->{rejecting} } @tables ],
			days => "days_$size",
			server => $server,
			rows => $s->{rows},
			groups => $s->{groups},
			large => $s->{pad} > 0,
			spans => $s->{pad} ? [ '1 ms', '1 hour', '3 hours',
				'1 day' ] : [ '1 ms', '1 hour', '45 hours', '5 days', '1 month' ],
			telling => sub { my ($part) = @_; strftime(q{timestamptz '%Y-%m-%d %H:%M:%S.00%%s+00'},
				gmtime $base + $s->{step} / 1000 * int $part * $s->{times}) },
			instants => sub {
				return one_of('-infinity', 'infinity', '1960-01-01 00:00+00',
					'1970-01-01 00:00:00+00', '10889-08-02 05:31:50.655+00') if chance(0.05);
				my $at = $base + $s->{step} / 1000 * int rand $s->{times};
				return strftime('%Y-%m-%d %H:%M:%S', gmtime $at)
				  . one_of('', '', '', '.001', '.001', '.002', '.000001', '.0005') . '+00';
			} };
	}
	return ($sql, %data);
}

1;
