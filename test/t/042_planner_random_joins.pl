# The planner changes no result: random filters, joins, feeds, pages, windows, groups, DELETE and
# UPDATE give the same rows and errors with uuidx.planner on and off, over a created_at that is
# real, stored, virtual or computed, from ids of every version, in tables of every kind; and the
# same rows as where created_at is a real column that is read from the bytes.
#
# Each query runs in one session per setting, as it is or prepared, and then in another time
# zone, too.  What the query orders must be equal to the letter, and the rest in any order.  The
# queries are the same on every run: UUIDX_SEED chooses others, and UUIDX_CONDITIONS how many.
#
# In make test: the strongest single test of the planner: random queries.

use FindBin;
use lib "$FindBin::RealBin/lib";
use POSIX 'strftime';
use RandomJoin;
use RandomTime;
use UuidxTest;

my $seed = $ENV{UUIDX_SEED} || 20260801;
my $seconds = $ENV{VALGRIND_SECONDS};
my $queries = $ENV{UUIDX_CONDITIONS} || ($seconds ? 20 * $seconds : 400);
srand($seed);
note "seed $seed";

my $node = uuidx_node('planner_random_joins', conf => "timezone = 'UTC'\nmax_parallel_workers_per_gather = 0\nsession_preload_libraries = 'uuidx'");
my $server = int(value($node, 'SHOW server_version_num') / 10000);

# Rows of four months, in which several have the same millisecond, and of the last hours.  Each
# table has most of them, and its own version of the ids.
value(
	$node, bytes() . q{
	CREATE FUNCTION shaped(u uuid, version text, variant text DEFAULT '8') RETURNS uuid IMMUTABLE LANGUAGE sql
	  RETURN overlay(overlay(u::text PLACING version FROM 15 FOR 1) PLACING variant FROM 20 FOR 1)::uuid;
	CREATE TABLE every AS
	SELECT n, uuid_generate_v7(t) AS id, n * 7 % 11 AS fk, n % 3 AS kind, t
	FROM generate_series(1, 260) AS n, LATERAL (SELECT CASE WHEN n % 13 = 0 THEN date_trunc('milliseconds', now()) - n / 13 * interval '30 minutes'
	  ELSE timestamptz '2024-01-01' + n * 37 % 97 * interval '29 hours' + n % 5 % 3 * interval '1 ms' END) AS v (t);
	ALTER TABLE every ADD ref uuid;
	UPDATE every AS e SET ref = r.id FROM every AS r WHERE r.n = e.n * 17 % 300;
	CREATE FUNCTION born(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE RETURN uuid_time(id);
	CREATE FUNCTION bytes.born(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE RETURN bytes.uuid_time(id);
	CREATE FUNCTION accepted(u uuid) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$BEGIN RETURN uuid_is_v7(u); END$$;
	CREATE FUNCTION refused(u uuid) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE 'called for %', u; END$$;
	CREATE DOMAIN v7 AS uuid CHECK (uuid_is_v7(VALUE))});

# Partitions by a bound that is computed from the first of a month; two of them have partitions, in
# the same order and in none
sub months
{
	my ($key, $bound) = @_;
	my $values = sub { sprintf "FOR VALUES FROM ($bound) TO ($bound)", map { "'2024-$_ 00:00Z'" } @_ };
	my $create = sub { "CREATE TABLE %1\$s_$_[0] PARTITION OF %1\$s$_[1] " . $values->(@_[ 2, 3 ]) };

	return join ';', "PARTITION BY RANGE ($key)", 'CREATE TABLE %1$s_rest PARTITION OF %1$s DEFAULT',
	  (map { $create->($_, '', "0$_-01", "0${\ ($_ + 1)}-01") } 1, 2, 5),
	  $create->(3, '', '03-01', '04-01') . " PARTITION BY RANGE ($key)", $create->('3a', '_3', '03-01', '03-15'), $create->('3b', '_3', '03-15', '04-01'),
	  $create->(4, '', '04-01', '05-01') . ' PARTITION BY HASH (fk)',
	  (map { "CREATE TABLE %1\$s_4$_ PARTITION OF %1\$s_4 FOR VALUES WITH (MODULUS 2, REMAINDER $_)" } 0, 1), '';
}

# Partitions in the order of the time, the given ones of which have an index
sub in_order
{
	my @bounds = ((map { "uuid_v7_lower('2024-0$_-01 00:00Z')" } 1 .. 6), 'MAXVALUE');

	return join ';', 'PARTITION BY RANGE (id)', (map { "CREATE TABLE %1\$s_$_ PARTITION OF %1\$s FOR VALUES FROM ($bounds[$_ - 1]) TO ($bounds[$_])" } 1 .. 6), map { "CREATE INDEX ON %1\$s_$_ (id)" } @_;
}

my $columns = 'n integer, id uuid, fk integer, kind integer, ref uuid';
my $by_id = months('id', 'uuid_v7_lower(%s)');
my $by_time = months('id uuid_time_ops', 'uuid_time_lower(%s)');
my $real = 'created_at timestamptz';
my $stored = 'created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED, CHECK (created_at = uuid_time(id)), CHECK (uuid_is_v7(id))';
my $near = q{created_at timestamptz NOT NULL, CHECK (uuid_v7_within(id, created_at, '10 minutes'))};
my $required = 'ALTER TABLE %1$s ALTER id SET NOT NULL, ALTER n SET NOT NULL';
my $beside = q{t + (n % 3 - 1) * interval '9 minutes'};
my $some = 'CASE WHEN n % 7 > 0 THEN id END';
my $mixed = q{CASE n % 5 WHEN 0 THEN shaped(id, '4') WHEN 1 THEN uuid_generate_v6(t) WHEN 2 THEN uuid_v6_to_v1(uuid_generate_v6(t)) ELSE id END};
my $any = qq{CASE n % 17 WHEN 0 THEN NULL WHEN 1 THEN '00000000-0000-0000-0000-000000000000' WHEN 2 THEN 'ffffffff-ffff-ffff-ffff-ffffffffffff' WHEN 3 THEN uuid_v7_upper('infinity')
	WHEN 4 THEN uuid_v7_lower('-infinity') WHEN 5 THEN shaped(id, '7', 'c') WHEN 6 THEN shaped(id, '7', '0') WHEN 7 THEN uuid_v7_upper(t) WHEN 8 THEN uuid_generate_v6('1583-01-01') ELSE $mixed END};
my $children = 'CREATE TABLE %1$s_proven (CHECK (uuid_is_v7(id))) INHERITS (%1$s); CREATE TABLE %1$s_any () INHERITS (%1$s)';

# For each table: its columns and constraints; what is beside them; its ids; its indexes; what
# computes the time in the view, without which the table itself has created_at
my %tables = (
	plain => [ "$real NOT NULL", '', 'id', [ 'created_at, id', 'fk, created_at', 'id' ] ],
	viewed => [ 'PRIMARY KEY (id), CHECK (uuid_is_v7(id))', '', 'id', [ 'fk, id' ], 'uuid_time(id)', 'uuid_v7_timestamp(id)', 'uuid_v7_timestamp_us(id)', 'born(id)' ],
	stored => [ "PRIMARY KEY (id), $stored", '', 'id', [ 'fk, id', 'kind, fk, id' ] ],
	parts => [ 'CHECK (uuid_version(id) = 7)', $by_id, 'id', [ 'id', 'fk, id', '(uuid_time(id))', q{id) WHERE (uuid_time(id) >= '2024-02-20 00:00Z'} ], 'uuid_time(id)' ],
	parts_one => [ 'CHECK (uuid_is_v7(id))', in_order(6), 'id', [], 'uuid_time(id)' ],
	parts_some => [ 'CHECK (uuid_is_v7(id))', in_order(1, 3, 4), 'id', [ 'fk, id' ], 'uuid_time(id)', 'uuid_v7_timestamp(id)' ],
	parts_all => [ 'CHECK (uuid_is_v7(id))', in_order(1 .. 6), 'id', [ 'fk, id DESC' ], 'uuid_time(id)' ],
	parts_stored => [ $stored, $by_id, 'id', [ 'id DESC', 'fk, id DESC' ] ],
	parts_any => [ 'CHECK (n > 0)', $by_id, $any, [ 'id', 'uuid_v7_timestamp(id), n', q{n) WHERE (uuid_time(id) < '2024-03-10 00:00Z'} ], 'uuid_time(id)', 'uuid_v7_timestamp(id)' ],
	parts_mixed => [ 'CHECK (n > 0)', $by_time, $mixed, [ 'id uuid_time_ops', 'id' ], 'uuid_time(id)' ],
	mixed => [ 'CHECK (n > 0)', '', $mixed, [ 'id uuid_time_ops', 'fk, id uuid_time_ops', 'id' ], 'uuid_time(id)', 'uuid_v7_timestamp(id)', 'born(id)' ],
	any_id => [ 'CHECK (n > 0)', '', $any, [ 'id uuid_time_ops DESC', 'id' ], 'uuid_time(id)', 'uuid_v7_timestamp(id)' ],
	six => [ 'CHECK (6 = uuid_version(id))', '', 'uuid_generate_v6(t)', [ 'id', 'fk, id' ], 'uuid_time(id)' ],
	six_or_seven => [ 'CHECK (uuid_is_v7(id) OR uuid_is_v6(id))', '', 'CASE WHEN n % 2 = 0 THEN id ELSE uuid_generate_v6(t) END', [ 'id', 'id uuid_time_ops' ], 'uuid_time(id)', 'uuid_v7_timestamp(id)' ],
	eight => [ 'CHECK (uuid_version(id) IS NOT DISTINCT FROM 8)', '', q{overlay(shaped(id, '8')::text PLACING n % 4 || '00' FROM 16)::uuid}, [ 'id', 'fk, id' ], 'uuid_v8_node_timestamp(id)' ],
	variants => [ 'CHECK (uuid_version(id) = 7)', '', q{shaped(id, '7', CASE WHEN n % 4 = 0 THEN 'c' ELSE '8' END)}, [ 'id', 'fk, id' ], 'uuid_time(id)', 'uuid_v7_timestamp(id)' ],
	by_ref => [ 'CHECK (uuid_is_v7(id) AND uuid_is_v7(ref))', '', 'id', [ 'ref, id', 'fk, ref, id', 'id, ref' ], 'uuid_time(ref)' ],
	nullable => [ 'CHECK (uuid_is_v7(id))', '', $some, [ 'id NULLS FIRST', 'fk DESC, id DESC NULLS LAST', 'kind, id) WHERE (kind = 1' ], 'uuid_time(id)', 'uuid_v7_timestamp(id)' ],
	nullable_stored => [ $stored, '', $some, [ 'id', 'fk, id' ] ],
	of_domain => [ 'CHECK (n > 0)', '', 'id', [ 'id', 'fk, id) INCLUDE (kind' ], 'uuid_time(id)' ],
	partial => [ 'CHECK (uuid_is_v7(id))', '', 'id', [ 'fk, id) WHERE (kind = 1', 'id) INCLUDE (fk, n', q{n) WHERE (uuid_time(id) >= '2024-02-10 00:00Z'} ], 'uuid_v7_timestamp(id)', 'uuid_time(id)' ],
	called => [ 'CHECK (accepted(id)), CHECK (uuid_is_v7(id) AND accepted(id))', '', 'id', [ 'id' ], 'uuid_time(id)' ],
	unchecked => [ 'CHECK (n > 0)', '', $mixed, [ 'id' ], 'uuid_time(id)', 'uuid_v7_timestamp(id)' ],
	family => [ 'CHECK (uuid_is_v7(id)) NO INHERIT', "; $children", 'id', [ 'id', 'n) WHERE (uuid_is_v7(id)' ], 'uuid_time(id)' ],
	parent => [ 'CHECK (n > 0)', "; $children", $mixed, [ 'id', 'n' ], 'uuid_time(id)', 'uuid_v7_timestamp(id)' ],
	near => [ $near, "$by_id; $required", 'id', [ 'created_at', 'id' ] ],
	near_time => [ $near, months('created_at', '%s') . $required, 'id', [ 'created_at, id', 'id' ] ],
	near_two => [ $near, months('created_at, n', '%s, 0') . $required, 'id', [ 'id' ] ],
	near_order => [ $near, "$by_time; $required", 'id', [ 'id uuid_time_ops', 'created_at' ] ],
	$server < 18 ? () : (virtual => [ 'PRIMARY KEY (id), created_at timestamptz GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL, CHECK (uuid_is_v7(id))', '', 'id', [ 'fk, id' ] ]));
my %times;
foreach my $table (sort keys %tables)
{
	my ($constraints, $more, $id, $indexes, @times) = @{ $tables{$table} };
	my $name = @times ? "${table}_table" : $table;
	my ($column, $time) = $constraints =~ /\bcreated_at timestamptz(?: NOT NULL|$)/ ? (', created_at', $table =~ /near/ ? ", $beside" : ', t') : ('', '');
	my $create = sprintf "CREATE TABLE %1\$s ($columns, $constraints) $more", $name;

	$create =~ s/\bid uuid/id v7/ if $table eq 'of_domain';
	my $insert = sub { "INSERT INTO $name$_[0] (n, id, fk, kind, ref$column) SELECT n, $_[1], fk, kind, ref$time FROM every WHERE $_[2] ORDER BY md5(n::text)" };
	value(
		$node, join ";\n", $create,
		$insert->('', $id, "(n + ${\ length $table}) % 9 > 0"),
		$table =~ /family|parent/ ? ($insert->('_proven', 'id', 'n % 6 = 1'), $insert->('_any', $any, 'n % 6 = 2'), "CREATE INDEX ON ${name}_proven ((uuid_time(id)))", "CREATE INDEX ON ${name}_any (id DESC NULLS LAST)") : (),
		(map { "CREATE INDEX ON $name ($_)" } @$indexes),
		@times ? "CREATE VIEW $table AS SELECT *, $times[0] AS created_at FROM $name" : ());
	$times{$table} = \@times if @times;
	# the same table with a real column
	value($node, "SET search_path = bytes, pg_catalog, public; CREATE TABLE bytes.$table AS SELECT n, id, fk, kind, ref, ${\ (@times ? $times[0] : $column ? 'created_at' : 'uuid_time(id)')} AS created_at FROM public.$name");
}
# Constraints that prove nothing, and that no query calls; and views of one of these tables
value($node, q{
	ALTER TABLE unchecked_table ADD CHECK (uuid_is_v7(id)) NOT VALID;
	ALTER TABLE parent_table_any ADD CHECK (refused(id)) NOT VALID;
	CREATE VIEW only_family AS SELECT *, uuid_time(id) AS created_at FROM ONLY family_table; CREATE TABLE bytes.only_family AS TABLE only_family;
	CREATE VIEW barrier WITH (security_barrier) AS SELECT *, uuid_time(id) AS created_at FROM six_table WHERE uuid_time(id) > '2024-01-20 00:00Z'; CREATE TABLE bytes.barrier AS TABLE barrier});
value($node, 'VACUUM ANALYZE');

# Times of rows, and some beside them
sub instant
{
	return one_of('-infinity', 'infinity', '1960-01-01 00:00+00', '1969-12-31 23:59:59+00', '1970-01-01 00:00:00+00', '10889-08-02 05:31:50.655+00') if rand() < 0.05;
	return strftime('%Y-%m-%d %H:00:00', gmtime 1704067200 + 3600 * 29 * int rand 97) . one_of('', '', '', '.001', '.001', '.002', '.000001', '.0005') . '+00';
}

my @ids = map { "uuid '$_'" } split /\n/, value($node, 'SELECT id FROM every ORDER BY n');
my %data = (
	# half of the time of valgrind is for partitions: their paths are many
	tables => [ (sort keys %tables), 'barrier', 'only_family', $seconds ? ('parts_one') x keys %tables : () ],
	times => \%times,
	rejecting => qr/^(unchecked|parent)$/,
	instants => \&instant,
	ids => sub { return one_of(one_of(@ids), one_of(@ids), "uuid_v7_lower('${\ instant()}')", "uuid_v7_upper('${\ instant()}')", "uuid '00000000-0000-0000-0000-000000000000'") },
	groups => 12,
	spans => [ '1 ms', '1 hour', '29 hours', '3 days', '1 month' ]);

# First, each table is asked for what a single wrong condition or order shows: the last hour, ties,
# orders, ends of ranges, pages, what is not true of nulls, and times that a join compares
my ($from, $to) = map { strftime(q{timestamptz '%Y-%m-%d %H:00:00.00%%s+00'}, gmtime 1704067200 + 3600 * 29 * $_) } 20, 60;
my @telling = map {
	my $table = $_;
	my ($after, $before) = map { sprintf $_, 1 } $from, $to;

	(   [ "SELECT n FROM $table WHERE created_at >= now() - interval '1 hour'", 0 ],
		(map { [ "SELECT created_at FROM $table ORDER BY created_at FETCH FIRST $_ ROWS WITH TIES", 1 ] } 2, 3, 4),
		(map { [ "SELECT created_at FROM $table ORDER BY created_at $_ LIMIT 250", 1 ] } '', 'DESC'),
		(map { my $end = sprintf $to, $_; ([ "SELECT n FROM $table WHERE id <@ tstzrange($after, $end, '[]')", 0 ], [ "SELECT n FROM $table WHERE created_at <@ tstzrange($after, $end, '[]')", 0 ]) } 0, 1, 2),
		[ "SELECT n FROM $table WHERE NOT (id >= $after AND id < $before)", 0 ],
		[ "SELECT n FROM $table WHERE NOT (created_at >= $after AND created_at < $before)", 0 ],
		[ "SELECT n FROM $table WHERE created_at >= $after", 0 ],
		[ "SELECT n FROM $table WHERE created_at IN (${\ join ', ', map { my $end = $_; map { sprintf $end, $_ } 0, 1, 2 } $from, $to})", 0 ],
		[ "SELECT n FROM $table WHERE ($after, uuid '00000000-0000-0000-0000-000000000000') < (created_at, id)", 0 ],
		[ "SELECT created_at FROM $table WHERE created_at > $after ORDER BY created_at LIMIT 5", 1 ],
		[ "SELECT n FROM $table WHERE n > 0 AND created_at < '2024-03-01 00:00Z' AND created_at > '2024-02-20 00:00Z'", 0 ],
		[ "SELECT x.created_at, p.n FROM plain AS p LEFT JOIN LATERAL (SELECT created_at FROM $table WHERE id > p.created_at ORDER BY created_at NULLS FIRST LIMIT 2) AS x ON true WHERE p.n < 20", 0 ],
		[ "SELECT p.n, x.n FROM stored AS p, $table AS x WHERE uuid_v7_timestamp(x.id) = p.created_at", 0 ],
		[ "SELECT p.n, x.n FROM plain AS p JOIN $table AS x ON x.created_at = p.created_at", 0 ],
		[ "SELECT created_at, n FROM $table WHERE n < 20 ORDER BY created_at DESC", 1 ])
} @{ $data{tables} };

# Settings that make the planner use what it otherwise would not: each that it has, some more often
my @bitmap = map { "enable_$_ = off" } qw(seqscan indexscan indexonlyscan);
my @no_join = map { "enable_$_ = off" } qw(hashjoin mergejoin);
my @settings = (
	(split /\n/, value($node, q{SELECT format('%s = %s', name, CASE setting WHEN 'on' THEN 'off' ELSE 'on' END) FROM pg_settings WHERE name LIKE 'enable\_%' AND vartype = 'bool' ORDER BY name})),
	(map { "enable_$_ = off" } (qw(seqscan sort)) x 8, (qw(hashjoin bitmapscan)) x 3),
	'random_page_cost = 0.1', 'cpu_tuple_cost = 1', 'from_collapse_limit = 1', 'join_collapse_limit = 1');
my $parallel = join '; ', 'max_parallel_workers_per_gather = 2', map { "SET $_ = 0" } qw(parallel_setup_cost parallel_tuple_cost min_parallel_table_scan_size min_parallel_index_scan_size);

# Valgrind looks for chance, and has no time for these
@telling = () if $seconds;

# One file of statements, the same for all settings
my (%query, %keys, @lines);
foreach my $i (1 .. @telling + $queries)
{
	my ($query, $keys, @parameters) = $i <= @telling ? @{ $telling[ $i - 1 ] } : random_join(\%data);
	my $change = $query =~ /^WITH \w+ AS \((DELETE|UPDATE)/;
	my @set = map { one_of(@settings) } 1 .. one_of(0, 1, 2, 3, 4);

	if ($i <= @telling)
	{
		@set = $query =~ /plain AS p JOIN/ ? (@bitmap, @no_join) : $query =~ /n < 20 ORDER/ ? () : map { "enable_$_ = off" } (qw(seqscan sort hashjoin), $query =~ /stored AS p/ ? 'nestloop' : ());
	}
	push @set, @bitmap, rand() < 0.5 ? @no_join : () if $i > @telling && rand() < 1 / 3;
	push @set, $parallel if rand() < 0.03;
	push @set, "timezone = '${\ time_zone()}'" if rand() < 0.1;
	my @reset = map { /(\w+) =/g } @set;
	my @statements = $query =~ s/\$(\d+)/"($parameters[$1 - 1][1])::$parameters[$1 - 1][0]"/ger;
	my $prepare = '';
	if (rand() < (@parameters ? 0.6 : $query =~ /now\(\)|local|current/ ? 0.3 : 0))
	{
		push @set, 'plan_cache_mode = ' . one_of('force_generic_plan', 'force_generic_plan', 'force_custom_plan');
		my $execute = sub { my ($value) = @_; return 'EXECUTE q' . (@parameters ? " (${\ join ', ', map { $_->[$value] } @parameters})" : '') };

		$prepare = 'PREPARE q' . (@parameters ? " (${\ join ', ', map { $_->[0] } @parameters})" : '') . " AS $query;";
		@statements = ($execute->(1), $execute->(2));
		push @statements, "SET timezone = '${\ usual_zone()}'; " . $execute->(1) if rand() < 0.3;
		push @reset, 'timezone';
	}
	my $set = join ' ', map { "SET $_;" } @set;
	push @lines, $set;
	foreach my $statement (@statements)
	{
		my $name = "$i." . ++$query{$i};

		$query{$name} = "$set $prepare $statement;";
		$keys{$name} = $keys;
		$statement =~ s/^(?=SELECT|WITH|\(|EXECUTE|DELETE|UPDATE)|(?<=; )(?=EXECUTE)/EXPLAIN / if $seconds;
		push @lines, "\\echo query $name", $query{$i} == 1 ? $prepare : '', $change ? '\set ON_ERROR_ROLLBACK off' : '', $change ? 'SAVEPOINT change;' : '', "$statement;", '\echo state :SQLSTATE';
		push @lines, 'ROLLBACK TO change;', 'RELEASE change;', '\set ON_ERROR_ROLLBACK on' if $change;
	}
	push @lines, $prepare && 'DEALLOCATE q;', map { "RESET $_;" } @reset;
}
my $file = PostgreSQL::Test::Utils::tempdir . '/queries.sql';
append_to_file($file, join("\n", @lines) . "\n");

# Under valgrind, the server plans as many as there is time for
if ($seconds)
{
	my $stdout = '';

	restart_slow($node);
	$node->psql('postgres', "BEGIN READ ONLY; \\i $file", stdout => \$stdout, timeout => $seconds, timed_out => \my $late, extra_params => [ '-v', 'ON_ERROR_ROLLBACK=1' ], on_error_stop => 0);
	my $planned = () = $stdout =~ /^state 00000$/mg;
	cmp_ok($planned, '>', $seconds / 10, "$planned statements are planned in $seconds seconds");
	unlike(new_log($node), qr/XX000|PANIC|terminated by signal/, 'no internal error');
	$node->stop;
	done_testing();
	exit;
}

# All in one transaction, so that now() is not what differs
my ($stdout, $stderr);
my %run = (on => 'SET uuidx.planner = on', off => 'SET uuidx.planner = off', bytes => 'SET search_path = bytes, pg_catalog, public');
my $run = run_log([ 'psql', '-XAtq', '-d', $node->connstr('postgres'), '-v', 'ON_ERROR_ROLLBACK=1', '-c', 'BEGIN', '-c', q{SET statement_timeout = '60s'},
		map { ('-c', "\\echo planner $_", '-c', $run{$_}, '-f', $file) } 'on', 'off', 'bytes' ], '>', \$stdout, '2>', \$stderr);
ok($run, 'the queries run');
is(() = $stderr =~ /FATAL|PANIC|server closed|XX000/g, 0, 'no internal errors');

my (%rows, %state, $setting, $number);
foreach my $line (split /\n/, $stdout)
{
	if ($line =~ /^planner (\w+)$/) { $setting = $1; }
	elsif ($line =~ /^query ([\d.]+)$/) { $number = $1; }
	elsif ($line =~ /^state (\w+)$/) { $state{$setting}{$number} = $1; }
	else { push @{ $rows{$setting}{$number} }, $line; }
}

# What has to be equal: the keys in their order, and all rows
sub shown
{
	my ($setting, $name) = @_;
	my @rows = @{ $rows{$setting}{$name} // [] };

	return join "\n", "state $state{$setting}{$name}", (map { join '|', (split /\|/)[ 0 .. $keys{$name} - 1 ] } @rows), sort @rows;
}

# The first lines in which two texts differ
sub difference
{
	my ($one, $other, $name) = @_;
	my ($first, $second) = map { [ split /\n/, shown($_, $name) ] } $one, $other;
	my ($at) = grep { ($first->[$_] // '') ne ($second->[$_] // '') } 0 .. @$first + @$second;

	return join "\n", map { my ($setting, $lines) = @$_; ("$setting, " . @$lines . ' lines:', grep { defined } @$lines[ $at .. $at + 2 ]) } [ $one, $first ], [ $other, $second ];
}

my @compared = sort { $a <=> $b } grep { /\./ } keys %query;
foreach my $pair ([ 'on', 'off', 'the same rows with and without' ], [ 'off', 'bytes', 'the rows that the bytes have' ])
{
	my ($one, $other, $what) = @$pair;
	my @different = grep { $state{$one}{$_} ne '57014' && $state{$other}{$_} ne '57014' && shown($one, $_) ne shown($other, $_) } @compared;

	is(scalar @different, 0, scalar(@compared) . " statements: $what");
	diag "$query{$_}\n${\ difference($one, $other, $_)}" foreach @different[ 0 .. ($#different < 9 ? $#different : 9) ];
}

# The comparison means something: most queries find rows, and few are wrong
my $found = grep { @{ $rows{on}{$_} // [] } > 0 } @compared;
my $wrong = grep { $state{off}{$_} ne '00000' } @compared;
cmp_ok($found, '>', @compared / 2, "$found of them find rows");
cmp_ok($wrong, '<', @compared / 20, "$wrong of them fail");
my @plans = map { value($node, "SET enable_sort = off; SET enable_hashjoin = off; SET uuidx.planner = $_; EXPLAIN (COSTS OFF) SELECT FROM viewed JOIN stored USING (created_at) ORDER BY created_at") } 'on', 'off';
like($plans[0], qr/Merge Join(?!.*Sort)/s, 'the setting is on');
like($plans[1], qr/Sort/, 'the setting is off');

$node->stop;
done_testing();
