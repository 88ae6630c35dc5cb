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
use RandomText;
use RandomTime;

our @EXPORT = qw(helpers days random_tables);

# Rows of half a year. All ids are computed from the number of a row, and so the same on every run.
my $base = 1767225600;
my %sizes = (
	small => { rows => 260, groups => 12, times => 97, pad => 0 },
	large => { rows => 6007, groups => 300, times => 1999, pad => 250 });
$_->{step} = 1000 * int(182 * 86400 / $_->{times}) foreach values %sizes;

# days($table, $name, [$time]): the SQL that creates a table of days beside one with ids, and with the times of
# rows.
sub days
{
	my ($table, $name, $time) = (@_, 'd::timestamptz');

	return "CREATE TABLE $name AS
		SELECT n, id, fk, kind, ref, $time AS created_at, n::numeric AS total, 'n' || n AS note,
		  d::date,
		  (d + n % 4 * interval '6 hours')::timestamp AS ts,
		  to_char(d, 'YYYY-MM-DD') AS txt,
		  CASE WHEN n % 9 = 0 THEN date '5874897-12-31' ELSE d::date END AS far,
		  CASE WHEN n % 9 = 0 THEN timestamp '294276-12-31 23:59:59.999999' ELSE d END AS farther
		FROM $table, LATERAL (SELECT timestamp '2025-12-30' + n % 63 * interval '3 days') AS v (d)
		WHERE n <= 70;
	INSERT INTO $name (n, d, ts, txt)
		VALUES (1001, 'infinity', '-infinity', 'infinity'), (1002, NULL, NULL, NULL)";
}

# The rows of all tables of a size. t is spread, b is a time of a burst, which many rows share.
sub every
{
	my ($size) = @_;
	my ($rows, $groups, $times, $step) = @{ $sizes{$size} }{qw(rows groups times step)};
	my $bursts = $size eq 'large' ? 150 : 40;

	return "CREATE TABLE every_$size AS
		SELECT n, v7(n, t) AS id, v7(n, b) AS idb, v6(n, t) AS id6, n * 7 % $groups AS fk, n % 3 AS kind,
		  NULL::uuid AS ref, n * 7919 % $rows AS total, 'n' || n * 104729 % $rows AS note, t, b
		FROM generate_series(1, $rows) AS n,
		  LATERAL (SELECT
		    CASE
		      WHEN n % 13 = 0 THEN timestamptz '2026-01-31 23:30Z'
		        + n % 6 * interval '29 days 16 hours' - n / 13 % 20 * interval '30 minutes'
		      WHEN n % 113 = 50 THEN timestamptz '2090-01-01 00:00Z' + n * interval '1 hour'
		      WHEN n % 41 = 0 THEN timestamptz '1971-01-01 00:00Z' + n % 60 * interval '1 year'
		      ELSE timestamptz '2026-01-01 00:00Z'
		        + n * 37 % $times * interval '$step ms' + n % 5 % 3 * interval '1 ms'
		    END,
		    timestamptz '2026-01-01 00:00Z' + (n % $bursts * $times / $bursts) * interval '$step ms') AS v (t, b);
	UPDATE every_$size AS e SET ref = r.id
		FROM every_$size AS r
		WHERE r.n = e.n * 17 % ($rows + 40)";
}

# helpers($hosted): the SQL that creates what the tables are made with.
sub helpers
{
	return join ";\n", bytes($_[0]), q{
	CREATE FUNCTION shaped(u uuid, version text, variant text DEFAULT '8') RETURNS uuid IMMUTABLE LANGUAGE sql
	  RETURN overlay(overlay(u::text PLACING version FROM 15 FOR 1) PLACING variant FROM 20 FOR 1)::uuid;
	CREATE FUNCTION v7(n integer, t timestamptz) RETURNS uuid IMMUTABLE LANGUAGE sql
	  RETURN shaped((left(uuid_v7_lower(t)::text, 14) || substr(md5(n::text), 13, 20))::uuid, '7');
	CREATE FUNCTION v6(n integer, t timestamptz) RETURNS uuid IMMUTABLE LANGUAGE sql
	  RETURN shaped((left(uuid_v6_lower(t)::text, 18) || substr(md5(n::text), 17, 16))::uuid, '6');
	CREATE FUNCTION born(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE RETURN uuid_time(id);
	CREATE FUNCTION bytes.born(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE RETURN hosted.uuid_time(id);
	CREATE FUNCTION accepted(u uuid) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$BEGIN RETURN uuid_is_v7(u); END$$;
	CREATE FUNCTION refused(u uuid) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE 'called for %', u; END$$;
	CREATE DOMAIN v7 AS uuid CHECK (uuid_is_v7(VALUE));
	CREATE SCHEMA real},
	  # two of them read a temporary table of the session
	  (map { "CREATE FUNCTION $_(t timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE PARALLEL $_
		AS \$\$BEGIN RETURN t + ${\ ($_ eq 'safe' ? q{interval '1 hour'} : '(SELECT shift FROM mine)')}; END\$\$"
	  } qw(safe restricted unsafe)),
	  (map { (every($_), days("every_$_", "days_$_", 'b')) } sort keys %sizes), '';
}

# --- What a table can be made of
my $mixed = q{CASE n % 5
	WHEN 0 THEN shaped(id, '4') WHEN 1 THEN id6 WHEN 2 THEN uuid_v6_to_v1(id6) ELSE id END};
my $any = qq{CASE n % 17
	WHEN 0 THEN NULL WHEN 1 THEN '00000000-0000-0000-0000-000000000000'
	WHEN 2 THEN 'ffffffff-ffff-ffff-ffff-ffffffffffff' WHEN 3 THEN uuid_v7_upper('infinity')
	WHEN 4 THEN uuid_v7_lower('-infinity') WHEN 5 THEN shaped(id, '7', 'c')
	WHEN 6 THEN shaped(id, '7', '0') WHEN 7 THEN uuid_v7_upper(t) WHEN 8 THEN v6(n, '1583-01-01')
	ELSE $mixed END};

# Ids: what they are, what is true of them, and which functions read their time
my ($uuid_time, $timestamp, $unix, $us, $born) = ('uuid_time(id)', 'uuid_v7_timestamp(id)',
	'uuid_unix_timestamp(id)', 'uuid_v7_timestamp_us(id)', 'born(id)');
my ($is_v7, $version_7, $nothing) = ('CHECK (uuid_is_v7(id))', 'CHECK (uuid_version(id) = 7)', 'CHECK (n > 0)');
my %kinds = (
	seven => { id => 'id', times => [ ($uuid_time) x 2, $timestamp, $unix, $us, $born ],
		checks => [ ($is_v7) x 8, 'CHECK (uuid_is_v7(id) IS TRUE)',
		'CHECK (uuid_is_v7(id) = true)', 'CHECK (uuid_version(id) IS NOT DISTINCT FROM 7)',
		$version_7, 'CHECK (accepted(id)), CHECK (uuid_is_v7(id) AND accepted(id))', $nothing ] },
	nullable => { id => 'CASE WHEN n % 7 > 0 THEN id END', checks => [ $is_v7, $version_7 ],
		times => [ ($uuid_time) x 2, $timestamp, $unix, $us, $born ] },
	variants => { id => q{shaped(id, '7', CASE WHEN n % 4 = 0 THEN 'c' ELSE '8' END)}, checks => [$version_7],
		times => [ $uuid_time, $timestamp, $unix ] },
	six => { id => 'id6', checks => [ 'CHECK (uuid_is_v6(id))', 'CHECK (6 = uuid_version(id))', $nothing ],
		times => [ $uuid_time, $born ] },
	six_or_seven => { id => 'CASE WHEN n % 2 = 0 THEN id ELSE id6 END',
		checks => ['CHECK (uuid_is_v7(id) OR uuid_is_v6(id))'], times => [ ($uuid_time) x 2, $timestamp ] },
	mixed => { id => $mixed, checks => [$nothing], times => [ ($uuid_time) x 2, $timestamp, $unix, $born ] },
	any => { id => $any, checks => [$nothing], times => [ ($uuid_time) x 2, $timestamp, $unix ] },
	eight => { id => q{shaped(id, '8')},
		checks => [ 'CHECK (uuid_version(id) IS NOT DISTINCT FROM 8)', $nothing ],
		times => [ 'uuid_v8_node_timestamp(id)', $unix ] },
	ulid => { id => '(left(id::text, 14) || right(md5(id::text), 20))::uuid', checks => [$nothing], times => [$unix] });

# Indexes, with the weights of those that matter; %s is the time
my @indexes = (
	('(id)', '(fk, id)') x 3, '(id DESC)', '(id NULLS FIRST)', '(id DESC NULLS LAST)',
	'(kind, fk, id)', '(fk, id DESC)', '(fk DESC, id DESC NULLS LAST)',
	'(kind, id) WHERE (kind = 1)', '(fk, id) WHERE (kind = 1)', '(id) INCLUDE (fk, n)',
	'(fk, id) INCLUDE (kind)', '(id uuid_time_ops)', '(fk, id uuid_time_ops)',
	'(id uuid_time_ops DESC)', '((%s))', '((%s), n)', '(fk, (%s))',
	q{(n) WHERE (%s < '2026-03-10 00:00Z')}, q{(id) WHERE (%s >= '2026-02-20 00:00Z')},
	q{(((%s AT TIME ZONE 'UTC')::date))}, q{((extract(hour FROM %s AT TIME ZONE 'UTC')), fk)},
	'(n) WHERE (uuid_is_v7(id))', '(ref, id)', '(fk, ref, id)', 'USING brin (id)',
	'USING brin (id uuid_time_minmax_ops)', 'USING hash (id)', 'USING gist (id)');
my @stored_indexes = (
	'(fk) INCLUDE (created_at)', '(created_at)', '(fk, created_at)',
	q{(n) WHERE (created_at < '2026-03-10 00:00Z')}, '(fk) INCLUDE (created_at, n)',
	'USING brin (created_at)', 'USING gist (created_at)', '(kind, created_at DESC)');
my @statistics = (
	q{(date_trunc('day', %s))}, q{(date_trunc('hour', %s))}, '(%s), fk', 'fk, kind',
	'(%s), kind, n', 'id, fk');

# Partitions: what follows the columns, and the statements that create partitions. The order of ids is the key of
# those by range, with the bound of a time.
my @bytes = ('id', 'uuid_v7_lower(%s)');
my @by_time = ('id uuid_time_ops', 'uuid_time_lower(%s)');

# By months; two of them have partitions, in the same order and in none
sub months
{
	my ($table, $key, $bound) = @_;
	my $create = sub {
		my ($name, $parent, @days) = @_;
		my ($from, $to) = map { sprintf $bound, "'2026-$_ 00:00Z'" } @days;

		return "CREATE TABLE ${table}_$name PARTITION OF $parent FOR VALUES FROM ($from) TO ($to)";
	};

	return (
		"PARTITION BY RANGE ($key)",
		"CREATE TABLE ${table}_rest PARTITION OF $table DEFAULT",
		(map { $create->($_, $table, "0$_-01", "0${\ ($_ + 1)}-01") } 1, 2, 5),
		$create->(3, $table, '03-01', '04-01') . " PARTITION BY RANGE ($key)",
		$create->('3a', "${table}_3", '03-01', '03-15'),
		$create->('3b', "${table}_3", '03-15', '04-01'),
		$create->(4, $table, '04-01', '05-01') . ' PARTITION BY HASH (fk)',
		by_hash("${table}_4", 2, "${table}_4"));
}

# So many partitions in the order of the time
sub in_order
{
	my ($table, $number, $key, $bound) = @_;
	my @times = map { $base + 86400 * int 182 * $_ / $number } 1 .. $number - 1;
	my @bounds = ('MINVALUE', (map { sprintf $bound, strftime q{'%Y-%m-%d 00:00Z'}, gmtime $_ } @times), 'MAXVALUE');

	return ("PARTITION BY RANGE ($key)", map { "CREATE TABLE ${table}_$_ PARTITION OF $table
		FOR VALUES FROM ($bounds[$_ - 1]) TO ($bounds[$_])" } 1 .. $number);
}

sub by_hash
{
	my ($table, $number, $prefix) = @_;

	return map { "CREATE TABLE $prefix$_ PARTITION OF $table
		FOR VALUES WITH (MODULUS $number, REMAINDER $_)" } 0 .. $number - 1;
}

sub structure
{
	my ($t, $table) = @_;
	my $structure = $t->{structure};

	return months($table, $t->{kind} =~ /mixed|any/ && chance(0.7) ? @by_time : @bytes) if $structure eq 'months';
	return months($table, @{ one_of([ 'created_at', '%s' ], [ 'created_at, n', '%s, 0' ]) })
	  if $structure eq 'months_at';
	return in_order($table, one_of(4, 6, 6, $t->{size} eq 'large' ? 40 : 7),
		$t->{kind} =~ /mixed|six/ ? @by_time : @bytes) if $structure eq 'order';
	return ('PARTITION BY HASH (fk)', by_hash($table, 3, "${table}_")) if $structure eq 'hash';
	return (
		'PARTITION BY LIST (kind)',
		"CREATE TABLE ${table}_1 PARTITION OF $table FOR VALUES IN (1)",
		"CREATE TABLE ${table}_2 PARTITION OF $table FOR VALUES IN (0, 2)") if $structure eq 'list';
	return (
		'',
		"CREATE TABLE ${table}_proven (CHECK (uuid_is_v7(id))) INHERITS ($table)",
		"CREATE TABLE ${table}_any () INHERITS ($table)") if $structure eq 'family';
	return '';
}

# --- Tables
# shape($name, $size, $server, $number): what a table is:
#
#   kind       what its ids are
#   half       if all its times are of one half of a year: before ("<") or after (">=") this time
#   form       of its created_at: a "stored" or "virtual" column, a column of a "view", a function that is a "field",
#              or a "real" column with the same time or "near" it
#   time       the expression that created_at is
#   times      all expressions that return it
#   structure  plain, in months or another order of the time, by list or hash, or a family of tables
#   source     "burst" if many rows share a time
sub shape
{
	my ($name, $size, $server, $number) = @_;
	my $half = $name =~ /_a$/ ? '<' : $name =~ /_b$/ ? '>=' : '';
	my $kind = $half ? 'seven' : one_of(('seven') x ($size eq 'large' ? 30 : 5), sort keys %kinds);
	my $check = $half ? $is_v7 : one_of(@{ $kinds{$kind}{checks} });
	my @times = @{ $kinds{$kind}{times} };
	my @forms = (
		'stored', 'view', $server >= 18 && $kind =~ /^(seven|nullable)$/ ? 'virtual' : 'stored',
		'field', 'stored', one_of('view', 'stored', $kind eq 'seven' ? qw(real near) : ()),
		'view');
	my $form = $half ? 'stored' : $forms[ $number % @forms ];
	my $time = $form eq 'virtual' ? 'uuid_extract_timestamp(id)'
	  : $form eq 'stored' ? one_of(($times[0]) x 4, grep { !/born|_us/ } @times)
	  : one_of(@times);
	my $source = $size eq 'large' && chance(0.4) || chance(0.1) ? 'burst' : 'spread';
	my @checks = $form eq 'near' ? q{CHECK (uuid_v7_within(id, created_at, '10 minutes'))}
	  : chance(0.9) || $form ne 'seven' ? $check : ();

	push @checks, one_of(
		("CHECK (created_at = $time)") x 6, "CHECK ((created_at = $time) IS TRUE)",
		"CHECK ($time = created_at)", $nothing) if $form eq 'stored';
	@times = () if $form =~ /real|near/ || $form eq 'stored' && $time !~ /^uuid_time/;

	# a null has no partition in an order
	my $ordered = $kind =~ /any|nullable/ ? 'months' : 'order';
	my @structures = (
		'plain', $ordered, 'plain', one_of('months', $form eq 'near' ? 'months_at' : ()),
		$ordered, one_of(qw(list hash family)));

	return (name => $name, size => $size, kind => $kind, half => $half, form => $form, time => $time,
		times => \@times, checks => \@checks, source => $source, real => scalar $form =~ /real|near/,
		structure => $half ? 'plain' : $structures[ $number % @structures ],
		table => $form eq 'view' ? "${name}_table" : $name);
}

my $plain = 'n integer, id uuid, fk integer, kind integer, ref uuid, total numeric, note text, pad text';

sub created
{
	my ($t) = @_;
	my ($table, $kind, $form, $checks) = @$t{qw(table kind form checks)};
	my ($partitioned, @partitions) = structure($t, $table);

	if ($t->{structure} eq 'family')
	{
		@$checks = $nothing if chance(0.4) && $form ne 'near';
		s/(CHECK \((?:uuid_|accepted|6).*?\))(?=, CHECK|$)/$1 NO INHERIT/g foreach $form eq 'near' ? () : @$checks;
	}

	# a time that is null is not true of any comparison
	if ($kind !~ /^(seven|six|ulid|eight)$/ || $t->{structure} eq 'family')
	{
		s/^CHECK \(\((.*)\) IS TRUE\)$/CHECK ($1)/ foreach @$checks;
	}

	# rows of a range of times, which a constraint of the stored column states
	push @$checks, "CHECK (created_at $t->{half} '2026-04-01 00:00Z')" if $t->{half};
	my $domain = $kind eq 'seven' && $t->{structure} =~ /plain|order/ && chance(0.05) && $form ne 'virtual';
	my $columns = join ', ', $domain ? $plain =~ s/id \Kuuid/v7/r : $plain,
	  $form =~ /stored|virtual/ ? "created_at timestamptz GENERATED ALWAYS AS ($t->{time}) \U$form" : (),
	  $t->{real} ? 'created_at timestamptz NOT NULL' : (), @$checks;

	return ("CREATE TABLE $table ($columns) $partitioned", @partitions);
}

# The last of the times, some of which are of the future
my $since = q{> '2026-06-20 00:00Z'};

sub filled
{
	my ($t) = @_;
	my ($table, $form, $size) = @$t{qw(table form size)};
	my $id = $kinds{ $t->{kind} }{id};
	my $kept = "(n + ${\ int rand 9}) % 9 > 0";
	my $created_at = !$t->{real} ? '' : $form eq 'near' ? q{, t + (n % 3 - 1) * interval '9 minutes'} : ', t';
	my $insert = sub {
		my ($into, $ids, $where) = @_;

		return "INSERT INTO $into (n, id, fk, kind, ref, total, note, pad${\ ($t->{real} && ', created_at')})
			SELECT n, $ids, fk, kind, ref, total, note, repeat('x', $sizes{$size}{pad})$created_at
			FROM (SELECT n, fk, kind, ref, total, note,
			  ${\ ($t->{source} eq 'burst' ? 'idb AS id, b AS t, v6(n, b) AS id6' : 'id, t, id6')}
			  FROM every_$size) AS e
			WHERE $where
			ORDER BY ${\ one_of(('id') x 3, 't, n', 'md5(n::text)')}";
	};

	# these come after ANALYZE
	my $late = "$size $t->{kind}$t->{half}" eq 'large seven' && $t->{structure} ne 'family' && chance(0.4) && $since;

	$t->{late} = $late && $insert->($table, $id, "$kept AND t $late");
	$kept .= " AND NOT t $late" if $late;
	$kept .= ' AND ' . $t->{time} =~ s/\bid\b/$id/r . " $t->{half} '2026-04-01 00:00Z'" if $t->{half};
	return (
		$form eq 'near' ? "ALTER TABLE $table ALTER id SET NOT NULL, ALTER n SET NOT NULL" : (),
		$insert->($table, $id, $kept),
		$t->{structure} ne 'family' || $form eq 'virtual' ? ()
		: ($insert->("${table}_proven", 'id', 'n % 6 = 1'),
			$insert->("${table}_any", $form eq 'near' ? 'id' : $any, 'n % 6 = 2')));
}

# The time, as an index writes it: it cannot name a virtual column
sub written
{
	my ($t) = @_;

	return 'created_at' if $t->{real} || $t->{form} eq 'stored' && chance(0.5);
	return $t->{form} eq 'virtual' ? $uuid_time : $t->{time};
}

sub indexed
{
	my ($t, $gist, $partitions) = @_;
	my ($table, $form, $structure) = @$t{qw(table form structure)};
	my @sql;

	# each partition, or some
	my @on = $structure =~ /order|months$/ && chance(0.5)
	  ? some_of(0.5, map { "${table}_$_" } $structure eq 'order' ? 1 .. 6 : (1, 2, '3a', '41', 5)) : $table;
	@on = $table if $structure eq 'order' && $partitions < 6;
	# one of the time keeps the planner from using those of the id
	my $by_id = !$t->{real} && chance($t->{size} eq 'large' ? 0.6 : 0.3);
	my @own = map { s/%s/written($t)/ger } grep { !$by_id || !/%s/ } @indexes;
	my @wanted = map { one_of(@own) } 1 .. one_of(1, 2, 2, 3, 4);
	push @wanted, one_of(('(id)') x 3, 'USING brin (id)') if $by_id;
	push @wanted, map { one_of(@stored_indexes) } 1 .. one_of($t->{real} ? 1 : (0, 0, 1), 1, 2)
	  if !$by_id && $form eq 'stored' || $t->{real};
	@wanted = grep { $gist || !/gist/ } @wanted;
	# without an index on the id, only the constraint excludes the table
	@wanted = () if $t->{half} eq '<';
	foreach my $on (@on) { push @sql, map { "CREATE INDEX ON $on $_" } @wanted; }
	push @sql, "CREATE UNIQUE INDEX ON $table (id)"
	  if $form ne 'near' && $structure eq 'plain' && $t->{kind} ne 'any' && $t->{half} ne '<' && chance(0.5);
	push @sql, some_of(0.4, map { "CREATE INDEX ON $table ($_)" } 'total', 'note', 'fk', 'n');
	push @sql,
	  "CREATE INDEX ON ${table}_proven (id)",
	  "CREATE INDEX ON ${table}_proven ((uuid_time(id)))",
	  "CREATE INDEX ON ${table}_any (id DESC NULLS LAST)" if $structure eq 'family' && chance(0.5);

	# an index that could not be built, or is not built yet
	if ($structure eq 'plain' && chance(0.3))
	{
		my $columns = one_of('id', $form eq 'stored' || $t->{real} ? 'created_at' : 'fk, id');
		my $state = one_of('indisvalid = false', 'indisvalid = false, indisready = false');

		push @sql,
		  "CREATE INDEX unfinished_$t->{name} ON $table ($columns)",
		  "UPDATE pg_index SET $state WHERE indexrelid = 'unfinished_$t->{name}'::regclass";
	}
	my $number = 0;
	push @sql, map { "CREATE STATISTICS $t->{name}_${\ ++$number} ON ${\ s/%s/written($t)/ger} FROM $table" }
	  some_of(0.2, @statistics);
	return @sql;
}

# real(\%t, @sql): what makes the same table with a real column, in the schema real: with partitions by the time where
# they were by the id, and for each index of the id another one of the time
sub real
{
	my ($t, $create, @sql) = @_;
	my ($table, $checks, $time) = ($t->{table}, "@{ $t->{checks} }", $t->{real} ? 'created_at' : $t->{time});
	my $half = $t->{half} && ", CHECK (created_at $t->{half} '2026-04-01 00:00Z')";
	my ($partitioned) = $create =~ /(PARTITION BY .*|$)/;
	my $family = $t->{structure} eq 'family';
	my $copy = "SELECT n, id, fk, kind, ref, total, note, pad, $time FROM ${\ ($family && 'ONLY ')}public";
	my (@made, %seen);

	# constraints prove that all ids have a time, and no index contains it: the indexes of the id can do the same
	$t->{proven} = $checks =~ /uuid_is_v[67]\(id\)/ && $checks !~ / OR / && $time !~ /_us|_v8|created_at/ && !$family
	  && ($t->{form} ne 'stored' || $checks =~ /created_at = |= created_at/)
	  && !grep { /INDEX .*(?:created_at|\Q$time\E|\Q$uuid_time\E)/ } @sql;
	$t->{late} .= "; INSERT INTO real.$table $copy.$table WHERE $time $since" if $t->{late};
	# the time of an id of another kind can be null
	unshift @sql, "CREATE TABLE ${table}_null PARTITION OF $table DEFAULT"
	  if $t->{structure} eq 'order' && $t->{kind} ne 'seven';
	foreach ("CREATE TABLE $table ($plain, created_at timestamptz$half) $partitioned", @sql)
	{
		next if /^ALTER|^UPDATE|^CREATE FUNCTION|unfinished/;
		s/, \Q$time\E AS created_at//;
		s/uuid_\w+_lower\((.*?)\)/$1/g;
		s/\Q$time\E|\Q$uuid_time\E/created_at/g;
		s/PARTITION BY RANGE \(\Kid(?: uuid_time_ops)?/created_at/;
		s/\(CHECK.*\) (?=INHERITS)/() /;
		s/^INSERT INTO (\w+).*/INSERT INTO $1 $copy.$1/s;
		push @made, $_;
		push @made, s/UNIQUE //r =~ s/\bid\b(?: uuid_time_\w+)?/created_at/gr if /INDEX .*\bid\b/ && !/hash|uuid_is/;
	}
	return grep { !$seen{$_}++ } @made;
}

# A table of that size; the first two of a size have the times of one half of a year each: its SQL, the time of the
# view on it or of its rows, and the other functions
sub random_table
{
	my ($name, $size, $server, $gist, $number) = @_;
	my %t = shape($name, $size, $server, $number);
	my ($table, $form, $family) = ($t{table}, $t{form}, $t{structure} eq 'family');
	my @created = created(\%t);
	my @sql = (@created, filled(\%t), indexed(\%t, $gist, $#created));

	push @sql, $family ? "ALTER TABLE ${table}_any ADD CHECK (refused(id)) NOT VALID"
	  : "ALTER TABLE $table ADD CHECK (uuid_is_v7(id)) NOT VALID" if $t{kind} =~ /mixed|any/ && chance(0.3);
	push @sql, "CREATE VIEW $name ${\ one_of('', 'WITH (security_invoker)', 'WITH (security_barrier)')}
		AS SELECT *, $t{time} AS created_at FROM ${\ one_of('', '', $family ? 'ONLY ' : '')}$table" if $form eq 'view';
	push @sql, "CREATE FUNCTION created_at($name) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
		RETURN ${\ ($t{time} =~ s/\bid\b/\$1.id/r)}" if $form eq 'field';

	# the same rows with a real column
	push @sql, $size eq 'large' ? ('SET search_path = real, public', real(\%t, @sql), 'RESET search_path')
	  : ('SET search_path = bytes, hosted, pg_catalog, public',
		"CREATE TABLE bytes.$name AS SELECT n, id::uuid, fk, kind, ref, total, note,
		${\ ($t{real} ? 'created_at' : $t{time})} AS created_at FROM public.$name",
		'RESET search_path');
	return { name => $name, form => $form, proven => $t{proven}, rejecting => scalar "@sql" =~ /NOT VALID|LIST/,
		times => $t{times}, late => $t{late}, sql => join(";\n", @sql) . ';' };
}

# A view of the rows of several tables, and with their real columns
sub feed
{
	my ($name, $size, @tables) = @_;
	my $arms = sub {
		my ($schema) = @_;

		return join ' UNION ALL ', map { "SELECT n, id::uuid AS id, fk, kind, ref,
			$_.created_at AS created_at, total, note FROM $schema$_" } @tables;
	};

	return join '', map { "$_;\n" } "CREATE VIEW $name AS ${\ $arms->('')}", $size ne 'small'
	  ? "CREATE VIEW real.$name AS ${\ $arms->('real.')}"
	  : ('SET search_path = bytes, hosted, pg_catalog, public', "CREATE TABLE bytes.$name AS ${\ $arms->('bytes.')}",
		'RESET search_path');
}

# random_tables($server, $gist, %number): the SQL that creates random tables of both sizes, and what random_query
# must know of those: for each size, the hash that RandomQuery describes. $number{$size} names the last of the tables.
sub random_tables
{
	my ($server, $gist, %number) = @_;
	my ($sql, $start) = ('', int rand 42);
	my %data;

	foreach my $size (sort keys %sizes)
	{
		my @tables = map { random_table("${size}_$_", $size, $server, $gist, $start++) } 'a' .. $number{$size};
		my ($feeds, @feeds) = '';

		foreach my $number (1 .. @tables / 4)
		{
			my $first = $number == 1 ? -1 : int rand @tables;
			my @arms = map { $tables[ ($first + $_) % @tables ]{name} } 1 .. one_of(2, 2, 3);

			push @feeds, "${size}_feed$number";
			$feeds .= feed($feeds[-1], $size, @arms);
		}
		$sql = join("\n", map { $_->{sql} } @tables) . "\n$sql$feeds";
		$data{$size} = {
			described($size, $server),
			tables => [ map({ $_->{name} } @tables), @feeds ],
			times => { map { $_->{name} => $_->{times} } grep { @{ $_->{times} } } @tables },
			late => [ map { $_->{late} || () } @tables ],
			proven => { map { $_->{name} => 1 } grep { $_->{proven} } @tables },
			fields => { map { $_->{name} => 1 } grep { $_->{form} eq 'field' } @tables },
			changed => [ map { $_->{name} } grep { !$_->{rejecting} } @tables ] };
	}
	return ($sql, %data);
}

sub described
{
	my ($size, $server) = @_;
	my ($rows, $groups, $times, $step) = @{ $sizes{$size} }{qw(rows groups times step)};
	my $large = $size eq 'large';

	return (
		days => "days_$size", server => $server, classes => [qw(safe restricted unsafe)],
		rows => $rows, groups => $groups, large => $large,
		spans => [ '1 ms', '1 hour', $large ? ('3 hours', '1 day') : ('45 hours', '5 days', '1 month') ],
		telling => sub {
			my ($part) = @_;

			return strftime(q{timestamptz '%Y-%m-%d %H:%M:%S.00%%s+00'},
				gmtime $base + $step / 1000 * int $part * $times);
		},
		instants => sub {
			return one_of(
				'-infinity', 'infinity', '1960-01-01 00:00+00', '1970-01-01 00:00:00+00',
				'10889-08-02 05:31:50.655+00') if chance(0.05);
			return strftime('%Y-%m-%d %H:%M:%S', gmtime $base + $step / 1000 * int rand $times)
			  . one_of('', '', '', '.001', '.001', '.002', '.000001', '.0005') . '+00';
		});
}

1;
