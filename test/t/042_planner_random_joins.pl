# The planner changes no result of a query between tables: random joins, feeds, pages,
# windows and groups give the same rows and errors with uuidx.planner on and off, over a
# created_at that is real, stored, virtual or computed, from ids of every version.
#
# Each query runs in one session per setting, as it is or prepared.  What the query orders
# must be equal to the letter, and the rest in any order.  The queries are the same on every
# run: UUIDX_SEED chooses others, and UUIDX_CONDITIONS how many.
#
# In make test: nothing else joins tables of all kinds.

use FindBin;
use lib "$FindBin::RealBin/lib";
use POSIX 'strftime';
use RandomJoin;
use RandomTime 'one_of';
use UuidxTest;

my $queries = $ENV{UUIDX_CONDITIONS} || 600;
my $seed = $ENV{UUIDX_SEED} || 20260801;
srand($seed);
note "seed $seed";

my $node = uuidx_node('planner_random_joins', conf => "timezone = 'UTC'\nmax_parallel_workers_per_gather = 0\nsession_preload_libraries = 'uuidx'");
my $server = int(value($node, 'SHOW server_version_num') / 10000);

# Rows of four months, in which several have the same millisecond, and of the last days.  Each
# table has most of them, and its own version of the ids.
value(
	$node, q{
	CREATE FUNCTION shaped(u uuid, version text) RETURNS uuid IMMUTABLE LANGUAGE sql
	  RETURN overlay(u::text PLACING version FROM 15 FOR 1)::uuid;
	CREATE TABLE every AS
	SELECT n, uuid_generate_v7(t) AS id, n * 7 % 11 AS fk, n % 3 AS kind, t
	FROM generate_series(1, 260) AS n, LATERAL (SELECT CASE WHEN n % 13 = 0 THEN date_trunc('hour', now()) - n * interval '2 hours'
	  ELSE timestamptz '2024-01-01' + n * 37 % 97 * interval '29 hours' + n % 5 % 3 * interval '1 ms' END) AS v (t);
	ALTER TABLE every ADD ref uuid;
	UPDATE every AS e SET ref = r.id FROM every AS r WHERE r.n = e.n * 17 % 300;
	CREATE DOMAIN v7 AS uuid CHECK (uuid_is_v7(VALUE))});

my $columns = 'n integer, id uuid, fk integer, kind integer, ref uuid';
my $months = join '', map { ("CREATE TABLE %1\$s_$_ PARTITION OF %1\$s FOR VALUES FROM (uuid_v7_lower('2024-0$_-01Z')) TO (uuid_v7_lower('2024-0${\ ($_ + 1)}-01Z'));") } 1 .. 5;
my $partitioned = "PARTITION BY RANGE (id); $months CREATE TABLE %1\$s_rest PARTITION OF %1\$s DEFAULT";
my $stored = 'created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED, CHECK (created_at = uuid_time(id)), CHECK (uuid_is_v7(id))';
my $mixed = q{CASE n % 5 WHEN 0 THEN shaped(id, '4') WHEN 1 THEN uuid_generate_v6(t) WHEN 2 THEN uuid_v6_to_v1(uuid_generate_v6(t)) ELSE id END};

# For each table: its columns and constraints; what is beside them; its ids; its indexes; what
# computes the time in the view, without which the table itself has created_at
my %tables = (
	plain => [ 'created_at timestamptz NOT NULL', '', 'id', [ 'created_at, id', 'fk, created_at', 'id' ] ],
	viewed => [ 'PRIMARY KEY (id), CHECK (uuid_is_v7(id))', '', 'id', [ 'fk, id' ], 'uuid_time(id)', 'uuid_v7_timestamp(id)', 'uuid_v7_timestamp_us(id)' ],
	stored => [ "PRIMARY KEY (id), $stored", '', 'id', [ 'fk, id', 'kind, fk, id' ] ],
	parts => [ 'CHECK (uuid_is_v7(id))', $partitioned, 'id', [ 'id', 'fk, id' ], 'uuid_time(id)' ],
	parts_stored => [ $stored, $partitioned, 'id', [ 'id DESC', 'fk, id DESC' ] ],
	parts_mixed => [ 'CHECK (n > 0)', $partitioned =~ s/\(id\)/(id uuid_time_ops)/r =~ s/v7_lower/time_lower/gr, $mixed, [ 'id uuid_time_ops', 'id' ], 'uuid_time(id)' ],
	mixed => [ 'CHECK (n > 0)', '', $mixed, [ 'id uuid_time_ops', 'fk, id uuid_time_ops', 'id' ], 'uuid_time(id)', 'uuid_v7_timestamp(id)' ],
	six => [ 'CHECK (uuid_is_v6(id))', '', 'uuid_generate_v6(t)', [ 'id', 'fk, id' ], 'uuid_time(id)' ],
	eight => [ 'CHECK (uuid_version(id) IS NOT DISTINCT FROM 8)', '', q{shaped(id, '8')}, [ 'id', 'fk, id' ], 'uuid_v8_node_timestamp(id)' ],
	by_ref => [ 'CHECK (uuid_is_v7(id) AND uuid_is_v7(ref))', '', 'id', [ 'ref, id', 'fk, ref, id', 'id, ref' ], 'uuid_time(ref)' ],
	nullable => [ 'CHECK (uuid_is_v7(id))', '', 'CASE WHEN n % 7 > 0 THEN id END', [ 'id NULLS FIRST', 'fk DESC, id DESC NULLS LAST', 'kind, id) WHERE (kind = 1' ], 'uuid_time(id)', 'uuid_v7_timestamp(id)' ],
	nullable_stored => [ $stored, '', 'CASE WHEN n % 7 > 0 THEN id END', [ 'id', 'fk, id' ] ],
	of_domain => [ 'CHECK (uuid_is_v7(id))', '', 'id', [ 'id', 'fk, id) INCLUDE (kind' ], 'uuid_time(id)' ],
	partial => [ 'CHECK (uuid_is_v7(id))', '', 'id', [ 'fk, id) WHERE (kind = 1', 'id) INCLUDE (fk, n' ], 'uuid_v7_timestamp(id)', 'uuid_time(id)' ],
	$server < 18 ? () : (virtual => [ 'PRIMARY KEY (id), created_at timestamptz GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL, CHECK (uuid_is_v7(id))', '', 'id', [ 'fk, id' ] ]));
my %times;
foreach my $table (sort keys %tables)
{
	my ($constraints, $beside, $id, $indexes, @times) = @{ $tables{$table} };
	my $name = @times ? "${table}_table" : $table;
	my ($more, $time) = $table eq 'plain' ? (', created_at', ', t') : ('', '');

	my $create = sprintf "CREATE TABLE %1\$s ($columns, $constraints) $beside", $name;

	$create =~ s/\bid uuid/id v7/ if $table eq 'of_domain';
	value(
		$node, join ";\n", $create,
		"INSERT INTO $name (n, id, fk, kind, ref$more) SELECT n, $id, fk, kind, ref$time FROM every WHERE (n + ${\ length $table}) % 9 > 0 ORDER BY md5(n::text)",
		(map { "CREATE INDEX ON $name ($_)" } @$indexes),
		@times ? "CREATE VIEW $table AS SELECT *, $times[0] AS created_at FROM $name" : ());
	$times{$table} = \@times if @times;
}
value($node, 'VACUUM ANALYZE');

# Times of rows, and some beside them
sub instant
{
	return one_of('-infinity', 'infinity', '1969-12-31 23:59:59+00', '10889-08-02 05:31:50.655+00') if rand() < 0.03;
	return strftime('%Y-%m-%d %H:00:00', gmtime 1704067200 + 3600 * 29 * int rand 97) . one_of('', '', '', '.001', '.001', '.002', '.000001', '.0005') . '+00';
}

my @ids = map { "uuid '$_'" } split /\n/, value($node, 'SELECT id FROM every ORDER BY n');
my %data = (
	tables => [ sort keys %tables ],
	times => \%times,
	instants => \&instant,
	ids => sub { return one_of(one_of(@ids), one_of(@ids), "uuid_v7_lower('${\ instant()}')", "uuid_v7_upper('${\ instant()}')", "uuid '00000000-0000-0000-0000-000000000000'") },
	groups => 12,
	spans => [ '1 ms', '1 hour', '29 hours', '3 days', '1 month' ]);

# Settings that make the planner use what it otherwise would not
my @settings = (
	(map { "enable_$_ = off" } qw(mergejoin nestloop indexscan indexonlyscan material memoize incremental_sort hashagg), (qw(seqscan sort hashjoin bitmapscan)) x 3),
	'enable_partitionwise_join = on', 'enable_partitionwise_aggregate = on', 'random_page_cost = 0.1', 'cpu_tuple_cost = 1', 'from_collapse_limit = 1', 'join_collapse_limit = 1');
my $parallel = join '; ', 'max_parallel_workers_per_gather = 2', map { "SET $_ = 0" } qw(parallel_setup_cost parallel_tuple_cost min_parallel_table_scan_size min_parallel_index_scan_size);

# One file of statements, the same for both settings
my (%query, %keys, @lines);
foreach my $i (1 .. $queries)
{
	my ($query, $keys, @parameters) = random_join(\%data);
	my @set = map { one_of(@settings) } 1 .. one_of(0, 1, 2, 3);

	push @set, $parallel if rand() < 0.03;
	push @set, 'timezone = ' . one_of(q{'Asia/Tokyo'}, q{'America/New_York'}) if rand() < 0.1;
	my @reset = map { /(\w+) =/g } @set;
	my @statements = $query =~ s/\$(\d+)/"($parameters[$1 - 1][1])::$parameters[$1 - 1][0]"/ger;
	my $prepare = '';
	if (@parameters && rand() < 0.6)
	{
		push @set, 'plan_cache_mode = ' . one_of('force_generic_plan', 'force_generic_plan', 'force_custom_plan');
		$prepare = "PREPARE q (${\ join ', ', map { $_->[0] } @parameters}) AS $query;";
		@statements = map { my $value = $_; "EXECUTE q (${\ join ', ', map { $_->[$value] } @parameters})" } 1, 2;
	}
	my $set = join ' ', map { "SET $_;" } @set;
	push @lines, $set;
	foreach my $statement (@statements)
	{
		my $name = "$i." . ++$query{$i};

		$query{$name} = "$set $prepare $statement;";
		$keys{$name} = $keys;
		push @lines, "\\echo query $name", $query{$i} == 1 ? $prepare : '', "$statement;", '\echo state :SQLSTATE';
	}
	push @lines, $prepare && 'DEALLOCATE q;', map { "RESET $_;" } @reset;
}
my $file = PostgreSQL::Test::Utils::tempdir . '/queries.sql';
append_to_file($file, join("\n", @lines) . "\n");

# All in one transaction, so that now() is not what differs
my ($stdout, $stderr);
my $run = run_log([ 'psql', '-XAtq', '-d', $node->connstr('postgres'), '-v', 'ON_ERROR_ROLLBACK=1', '-c', 'BEGIN READ ONLY', '-c', q{SET statement_timeout = '60s'},
		map { ('-c', "\\echo planner $_", '-c', "SET uuidx.planner = $_", '-f', $file) } 'on', 'off' ], '>', \$stdout, '2>', \$stderr);
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
	my ($name) = @_;
	my ($on, $off) = map { [ split /\n/, shown($_, $name) ] } 'on', 'off';
	my ($first) = grep { ($on->[$_] // '') ne ($off->[$_] // '') } 0 .. @$on + @$off;

	return join "\n", 'with ' . @$on . ' lines:', grep({ defined } @$on[ $first .. $first + 2 ]), 'without ' . @$off . ' lines:', grep({ defined } @$off[ $first .. $first + 2 ]);
}

my @compared = sort { $a <=> $b } grep { /\./ && $state{on}{$_} ne '57014' && $state{off}{$_} ne '57014' } keys %query;
my @different = grep { shown('on', $_) ne shown('off', $_) } @compared;
is(scalar @different, 0, scalar(@compared) . " statements of $queries queries: the same rows with and without");
diag "$query{$_}\n${\ difference($_)}" foreach @different[ 0 .. ($#different < 9 ? $#different : 9) ];

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
