# Explorer - runs queries in many ways, and compares what they return
#
# The law: with the planner's part, a query returns the same rows and errors as without, whatever
# plan is chosen; and at default settings it reads at most 1.2 times as many buffers and 60 more, and
# planning it takes at most 1.5 times as much memory and 64 kB more (PostgreSQL 17 and later say that), as
# one of two others: without it, and with a real column. A query by the time alone has only the second.
package Explorer;

use Exporter 'import';
use IPC::Run;
use RandomQuery;
use RandomTable;
use RandomTime;
use TellingQuery;
use Time::Local;
use UuidxTest;

our @EXPORT = qw(explore same_rows);

my %law = (rows => 'the same rows with and without', error => 'the same errors',
	bytes => 'the rows that the bytes have', crash => 'no crash', map { ("buffers$_" => "hardly more buffers$_",
		"memory$_" => "hardly more memory$_") } '', ' of lists');
# a statement that takes too long, or the one after it
my $late = qr/state (57014|25P02|not run)/;
my %planner = (on => 'SET LOCAL uuidx.planner = on', off => 'SET LOCAL uuidx.planner = off',
	bytes => 'SET LOCAL uuidx.planner = off; SET LOCAL search_path = bytes, hosted, pg_catalog, public',
	real => 'SET LOCAL uuidx.planner = off; SET LOCAL search_path = real, public');

# What the functions of RandomTable read
my $session = q{CREATE TEMPORARY TABLE mine AS SELECT interval '1 hour' AS shift;};

# The statements that run a query in its ways, in one transaction, so that now() is not what differs,
# unless a way moves the clock
sub script
{
	my ($query) = @_;
	my @lines = ('BEGIN \; SAVEPOINT s;');

	foreach my $w (0 .. $#{ $query->{ways} })
	{
		my $way = $query->{ways}[$w];
		my $set = join(' \; ', 'ROLLBACK TO s', $planner{ $way->{planner} },
			map { "SET LOCAL $_" } "application_name = 'ms ${\ ($way->{ms} // 5000)}'", @{ $way->{set} // [] }) . ';';

		push @lines, 'ROLLBACK;', $way->{clock}, 'BEGIN \; SAVEPOINT s;' if $way->{clock};
		push @lines, $set, 'DEALLOCATE ALL;', "$way->{prepare};" if $way->{prepare};
		push @lines, map { ($set, "\\echo way $query->{number} $w $_", "$way->{sql}[$_];",
			'\set state :SQLSTATE', '\echo state :state') } 0 .. $#{ $way->{sql} };
		# what takes long without the planner's part is not run again
		push @lines, q{ROLLBACK TO s \; SELECT :'state' <> '57014' AS go \gset}, '\if :go' if !$w;
	}
	push @lines, '\endif', 'ROLLBACK;', 'DEALLOCATE ALL;';
	return ($query->{clock} && grep { $_->{clock} } @{ $query->{ways} }) ? (@lines, $query->{clock}) : @lines;
}

# run_ways($node, $database, \@queries): runs them all, and notes in $way->{shown} the rows and the SQLSTATE of
# each statement. A way has planner, which is on, off or bytes; SET commands; perhaps what it prepares, and
# the ms that a statement may take; and sql, its statements. Goes on after a crash. statement_timeout is
# not used: its signal handler reads the clock, and libfaketime then allocates memory.
sub run_ways
{
	my ($node, $database, $queries) = @_;
	my ($file, $cancel) = map { PostgreSQL::Test::Utils::tempdir() . "/$_.sql" } 'queries', 'cancel';
	my @left = @$queries;
	my $log = '';

	unlink $cancel;
	append_to_file($cancel, q{SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity
		WHERE state = 'active' AND clock_timestamp() > query_start + substring(application_name
		FROM '^ms (\d+)$')::integer * interval '1 ms' \watch 0.1});
	while (@left)
	{
		my $watch = IPC::Run::start([ 'psql', '-XAtq', '-d', $node->connstr('postgres'), '-f', $cancel ],
			'>', '/dev/null', '2>', '/dev/null');
		my ($stdout, $stderr) = ('', '');
		my %number = map { $_->{number} => $_ } @left;
		my ($query, $shown);

		unlink $file;
		append_to_file($file, join("\n", $session, $left[0]{clock} // '', map { script($_) } @left) . "\n");
		run_log([ 'psql', '-XAtq', '-d', $node->connstr($database), '-f', $file ], '>', \$stdout, '2>', \$stderr);
		$watch->kill_kill;
		foreach my $line (split /\n/, $stdout)
		{
			if ($line =~ /^way (\d+) (\d+) (\d+)$/)
			{
				$query = $number{$1};
				$shown = $query->{ways}[$2]{shown}[$3] = { rows => [], state => 'crash' };
			}
			elsif ($line =~ /^state (\w{5})$/ && $shown) { $shown->{state} = $1; $shown = undef; }
			elsif ($shown) { push @{ $shown->{rows} }, $line; }
		}
		$log .= $stderr;
		last if $stderr !~ /connection to server was lost|server closed the connection/ || !$query;
		$query->{crashed} = 1;
		$node->poll_query_until($database, 'SELECT true');
		shift @left while $left[0] != $query;
		shift @left;
	}
	return $log;
}

# What has to be equal: the keys in their order, and all rows; of a statement that was run again after
# 40001, the second time
sub shown
{
	my ($query, $way) = @_;
	my @shown = @{ $way->{shown} // [ { state => 'not run', rows => [] } ] };

	@shown = $shown[-1] if $way->{again};
	return join "\n", map { my $s = $_; ("state $s->{state}", (map { join '|',
		(split /\|/, $_, -1)[ 0 .. $query->{keys} - 1 ] } @{ $s->{rows} }), sort @{ $s->{rows} }) } @shown;
}

# How two ways differ: not at all, in that one is late, in a SQLSTATE, or in the rows
sub differ
{
	my ($query, $one, $other) = @_;
	my @shown = map { shown($query, $_) } $one, $other;

	return 0 if $shown[0] eq $shown[1];
	return 'late' if "@shown" =~ $late;
	return "@shown" =~ /state (?!00000)/ ? 'error' : 'rows';
}

sub difference
{
	my ($query, $one, $other) = @_;
	my @lines = map { [ split /\n/, shown($query, $_) ] } $one, $other;
	my ($at) = grep { ($lines[0][$_] // '') ne ($lines[1][$_] // '') } 0 .. @{ $lines[0] } + @{ $lines[1] };

	return join "\n", map { ("$_->[0], " . @{ $_->[1] } . ' lines:',
		grep { defined } @{ $_->[1] }[ $at .. $at + 2 ]) }
	  [ $one->{planner}, $lines[0] ], [ $other->{planner}, $lines[1] ];
}

sub described
{
	my ($query, $way) = @_;

	return join "\n", "$query->{name}: " . join(' ', map { "SET $_;" } "uuidx.planner = $way->{planner}",
		@{ $way->{set} // [] }), grep { $_ } $way->{prepare}, map { "$_;" } @{ $way->{sql} };
}

# What EXPLAIN counted: buffers, and the kilobytes of planning
sub counted
{
	my ($way) = @_;
	my $shown = $way->{shown} ? $way->{shown}[-1] : { rows => [], state => 'not run' };
	my $json = join "\n", @{ $shown->{rows} };
	my ($hit, $read) = map { $json =~ /"Shared $_ Blocks": (\d+)/ ? $1 : 0 } 'Hit', 'Read';
	my $memory = $json =~ /"Memory Used": (\d+)/ ? $1 : $json =~ /"Used Memory": (\d+)/ ? $1 / 1024 : 0;

	return $shown->{state} eq '00000' ? ($hit + $read, $memory) : ();
}

# Finds what a query reads, or uses for planning, beyond the law
sub measure
{
	my ($query, $found, $number) = @_;
	my @ways = grep { $_->{counts} } @{ $query->{ways} };
	my @counted = grep { @$_ } map { [ counted($_) ] } @ways;
	my $lists = (() = $query->{sql} =~ /timestamptz '/g) > 10 ? ' of lists' : '';

	return if @counted < 3;
	$number->{"measured$lists"}++;
	foreach my $law ([ 0, 'buffers', 1.2, 60 ], [ 1, 'memory', 1.5, 64 ])
	{
		my ($i, $kind, $times, $more) = @$law;
		my ($most, @others) = map { $_->[$i] } @counted;

		push @{ $found->{"$kind$lists"} }, described($query, $ways[0])
		  . "\n$kind: $most, planner off and real column: @others" . ($query->{alone} && ' (by time alone)')
		  if !grep { $most <= $times * $_ + $more } @others[ $query->{alone} ? 1 : (0, 1) ];
	}
	return;
}

# judge($node, $database, \@queries): runs the queries, and returns the findings of each kind. What is late is
# slow if it takes twenty times as long as without the planner's part, by the same settings.
sub judge
{
	my ($node, $database, $queries) = @_;
	my %found = map { $_ => [] } keys %law, 'late', 'slow';
	my (@again, %number);
	my $log = run_ways($node, $database, $queries);
	# from 18 on, this may lose a condition
	my @avoided = $node->pg_version < 18 ? () : 'enable_self_join_elimination = off';
	foreach my $query (@$queries)
	{
		my @ways = @{ $query->{ways} };

		push @{ $found{crash} }, described($query,
			(grep { $_->{shown} && $_->{shown}[-1]{state} eq 'crash' } @ways)[0] // $ways[0]) if $query->{crashed};
		next if $query->{crashed} || !$ways[1]{shown};
		$number{ways} += @ways;
		$number{finding}++ if @{ $ways[0]{shown}[0]{rows} // [] };
		$number{failing}++ if $ways[0]{shown}[0]{state} ne '00000';
		foreach my $way (grep { $_->{like} } @ways)
		{
			my $kind = differ($query, $way, $way->{like}) or next;

			# whether a function of the query itself raises an error depends on the plan
			next if $kind eq 'error'
			  && ($way->{planner} eq 'bytes' || $way->{again} && shown($query, $way->{like}) =~ /state 22/);

			if ($way->{planner} eq 'bytes' || $way->{again}) { push @{ $found{ $kind eq 'late' ? 'late' : 'bytes' } },
				described($query, $way) . "\n" . difference($query, $way, $way->{like}); }
			# without the planner's part, but with the same settings, perhaps not
			else { push @again, { %$query, number => scalar @again, ways => [ map { { %$way, planner => $_,
				set => [ @{ $way->{set} }, @avoided ], shown => undef,
				ms => $way->{ms} * ($_ eq 'on' ? 20 : 1) } } 'off', 'on' ] }; }
		}
		measure($query, \%found, \%number);
	}
	$log .= run_ways($node, $database, \@again) if @again;
	foreach my $query (@again)
	{
		my ($off, $on) = @{ $query->{ways} };
		my $kind = $query->{crashed} ? 'crash' : differ($query, $on, $off) or next;

		# a range may leave out the rows for which the query's own cast raises an error
		next if $kind eq 'error' && shown($query, $off) =~ /state 22/ && shown($query, $on) !~ /state (?!00000)/;

		# workers may have to wait for a processor
		$kind = 'slow' if $kind eq 'late' && shown($query, $off) !~ $late && "@{ $on->{set} }" !~ /parallel/;
		push @{ $found{$kind} }, described($query, $on) . "\n" . difference($query, $on, $off);
	}
	is(() = $log =~ /XX000|PANIC/g, 0, 'no internal error');
	$number{queries} = @$queries;
	return (\%found, \%number);
}

# Two of the queries that are measured, and so many more, may be beyond the law: joins by a time that many ids share,
# and lists of more than ten times (Limits of query-by-time.md)
my %beyond = (buffers => 0.01, memory => 0.03, 'buffers of lists' => 0.01, 'memory of lists' => 0.35);

# report(\%found, \%number): tests that there is nothing to be found, and that it could be. What is slow depends on
# the machine, so it is shown, not tested.
sub report
{
	my ($found, $number) = @_;
	my $all = "$number->{queries} queries in $number->{ways} ways";
	my $shown = $ENV{UUIDX_SHOW} || 10;

	foreach my $kind (sort keys %law)
	{
		my @found = @{ $found->{$kind} };
		my $measured = $number->{ 'measured' . $kind =~ s/^\w+//r } // 0;
		my $most = $beyond{$kind} ? 2 + $beyond{$kind} * $measured : 0;
		my $holds = cmp_ok(scalar @found, '<=', $ENV{UUIDX_QUERY} ? 0 : $most, "$all: $law{$kind} in $measured");

		diag "$_\n" foreach $holds && !$ENV{UUIDX_SHOW} ? () : splice @found, 0, $shown;
	}
	diag "$all: much slower\n$_\n" foreach splice @{ $found->{slow} }, 0, $shown;
	return if $ENV{UUIDX_QUERY};
	cmp_ok($number->{finding}, '>', $number->{queries} / 2, "$number->{finding} of the queries find rows");
	cmp_ok($number->{failing} // 0, '<', $number->{queries} / 20, 'few fail');
	note scalar @{ $found->{late} }, ' take too long';
	return;
}

# Settings that make the planner use what it otherwise would not
my @bitmap = map { "enable_$_ = off" } qw(seqscan indexscan indexonlyscan);
my @no_join = map { "enable_$_ = off" } qw(hashjoin mergejoin);
my @off = map { "enable_$_ = off" } qw(seqscan sort hashjoin bitmapscan nestloop);
my @parallel = ('max_parallel_workers_per_gather = 2', map {
	"$_ = 0" } qw(parallel_setup_cost parallel_tuple_cost min_parallel_table_scan_size min_parallel_index_scan_size));
my @costs = ((map { "random_page_cost = $_" } 0.01, 0.1, 1.1, 100), 'cpu_tuple_cost = 1',
	'cpu_index_tuple_cost = 1', 'work_mem = 64', 'geqo_threshold = 2',
	'from_collapse_limit = 1', 'join_collapse_limit = 1', 'effective_cache_size = 1');

sub settings
{
	my @switches = @_;

	return one_of(
		sub { map { one_of(@switches) } 1 .. 1 + int rand 4 },
		sub { map { one_of(@off, @costs) } 1 .. 1 + int rand 3 },
		sub { map { one_of(@switches, @off, @costs) } 1 .. 2 + int rand 5 },
		sub { (@bitmap, rand() < 0.5 ? @no_join : one_of(@costs)) },
		(sub { (@parallel, 'parallel_leader_participation = ' . one_of(qw(on off)),
			rand() < 0.5 ? one_of(@off) : ()) }) x 2)->();
}

# The times that a clock is set to: ends of months, and changes of the clocks
my @moments = map { timegm(@$_) } [ 0, 30, 23, 31, 0, 2026 ], [ 0, 30, 7, 8, 2, 2026 ],
	[ 0, 0, 12, 31, 2, 2026 ], [ 59, 59, 4, 1, 4, 2026 ], [ 0, 0, 5, 30, 5, 2026 ];

# Far from UTC, and with offsets far apart: what was planned in another time zone is refused here once
my @wide = ('X-20Y+20,M3.2.0,M11.1.0', 'X-167Y+167,M11.1.0,M3.2.0');

# The query with one of the two values of each parameter
sub literal
{
	my ($query, $which) = @_;

	return $query->{sql} =~ s/\$(\d+)/"($query->{parameters}[$1 - 1][$which])::$query->{parameters}[$1 - 1][0]"/ger;
}

# The statement with the real column: instead of what computes the time of an id, or compares it with one
sub real
{
	my ($sql, @parameters) = @_;
	my @times = grep { $parameters[ $_ - 1 ][0] =~ /^t/ } 1 .. @parameters;
	my $time = join '|', q{timestamptz '}, 'now\(', '\w+\.created_at', 'tstzrange', map { "\\\$$_\\b" } @times;

	$sql =~ s/\b(?:born|uuid_\w*time\w*)\(((?:\w+\.)?)id\)/$1created_at/g;
	$sql =~ s/\bid ~?([<>]=?|<@)~? (?=\(*(?:$time))/created_at $1 /g;
	$sql =~ s/(?:'|::timestamptz|\$\d+) ~?([<>]=?)~? (?:\w+\.)?\Kid\b(?!\))/created_at/g;
	return $sql;
}

# Whether a query is about the time of one proven table alone: a range, an order, a page, first and last
sub by_time_alone
{
	my ($query, $data) = @_;
	my ($table, $rest) = $query->{sql} =~ /^SELECT .*? FROM (\w+) AS \w+(.*)$/s or return 0;

	return $data->{proven}{$table} && $rest !~ /\b(?:n|fk|kind|ref|total|note|JOIN|SELECT|GROUP|AS)\b/
	  && $query->{sql} !~ /\b(?:OR|NOT|IN|ANY|ALL|OVER|DISTINCT|IS|ZONE|date_\w+|extract|uuid_is\w+)\b|<>|::/;
}

# add_ways($query, $data, %options): without the planner's part, with it, from the bytes, and with so many
# random settings; what is large is counted.
sub add_ways
{
	my ($query, $data, %options) = @_;
	my @parameters = @{ $query->{parameters} };
	my ($types, @values) =
	  map { my $i = $_; @parameters ? '(' . join(', ', map { $_->[$i] } @parameters) . ')' : '' } 0 .. 2;
	my @literal = map { literal($query, $_) } @parameters ? (1, 2) : 1;
	my $clocked = $query->{sql} =~ /now\(\)|local|current/;
	my $prepared = $query->{known} || rand() < (@parameters ? 0.6 : $clocked ? 0.3 : 0);
	my $zone = $query->{known} || rand() < 0.1 ? [ "timezone = '${\ time_zone()}'" ] : [];
	my %run = $prepared ? (prepare => "PREPARE q$types AS $query->{sql}",
		sql => [ map { "EXECUTE q$_" } @values[ 0 .. $#literal ] ]) : (sql => \@literal);
	my @generic = $prepared ? 'plan_cache_mode = '
	  . one_of('force_generic_plan', 'force_generic_plan', 'force_custom_plan') : ();
	my $first = { planner => 'off', set => $zone, sql => \@literal, ms => 400 };
	my @ways = ($first, { planner => 'on', set => [ @$zone, @generic ], like => $first, %run, ms => 400 });

	push @ways, map { { planner => 'on', set => [ @$zone, @generic, settings(@{ $options{switches} }) ],
		like => $first, %run, ms => 400 } } 1 .. $options{settings};
	if ($options{clock} && $prepared && $clocked && ($query->{known} || rand() < 0.5))
	{
		# planned now and here, and executed then and there
		my $there = [ "timezone = '${\ (rand() < 0.1 ? one_of(@wide) : time_zone())}'" ];
		my $later = { planner => 'off', set => $there, sql => [ $literal[0] ],
			clock => $options{clock}->(one_of(@moments)) };

		push @ways, $later, { planner => 'on', set => [ @$there, @generic ],
			sql => [ ($run{sql}[0]) x 2 ], again => 1, like => $later };
		push @ways, { planner => 'bytes', set => $there, sql => $later->{sql}, like => $later } if !$data->{large};
	}
	elsif (!$data->{large}) { push @ways, { %$first, planner => 'bytes', like => $first }; }
	else
	{
		# the second time, what the session has to look up is known; the real column is new to it
		my $explain = 'EXPLAIN (ANALYZE, BUFFERS, TIMING OFF'
		  . ($data->{server} >= 17 ? ', MEMORY' : '') . ', FORMAT JSON)';
		my %count = $prepared && rand() < 0.5 ? (%run, set => [ @$zone, @generic ],
			sql => [ "$explain $run{sql}[0]" ]) : (set => $zone, sql => [ "$explain $literal[0]" ]);

		push @ways, map { { planner => $_, counts => 1, %count } } 'on', 'off';
		push @ways, { planner => 'real', counts => 1, %count, prepare => real($count{prepare} // '', @parameters),
			sql => [ map { real($_, @parameters) } (@{ $count{sql} }) x 2 ] };
		$query->{alone} = by_time_alone($query, $data);
	}
	$query->{ways} = \@ways;
	return $query;
}

# explore($name, seed => ..., queries => ..., world => ..., settings => ..., small => 'l', large => 'f'): tests the law
# with so many queries or more, each in so many random settings, in worlds of random tables: those that are
# telling, and in each world so many random ones. UUIDX_SEED, UUIDX_QUERIES and UUIDX_SETTINGS choose others;
# UUIDX_QUERY, one of them; UUIDX_SHOW, how many findings are printed, also within the limits.
sub explore
{
	my ($name, %options) = @_;
	my $seed = $ENV{UUIDX_SEED} || $options{seed};
	my $queries = $ENV{UUIDX_QUERIES} || $options{queries};
	my $conf = "timezone = 'UTC'\nmax_parallel_workers_per_gather = 0\n"
	  . "session_preload_libraries = 'uuidx'\nrestart_after_crash = on\nshared_buffers = 256MB";
	my $node = clock_node($name, '+0', optional => 1, conf => $conf);
	my $clock = $node && sub { my ($time) = @_; return clock_command(sprintf '%+d', $time - time) };
	my (%found, %number);

	$node //= uuidx_node($name, conf => $conf);
	# valgrind plans as many as there is time for
	$options{world} = $queries = 10 * $ENV{VALGRIND_SECONDS} if $ENV{VALGRIND_SECONDS};
	$options{settings} = $ENV{UUIDX_SETTINGS} || $options{settings};
	$options{clock} = $clock;
	my $server = int(value($node, 'SHOW server_version_num') / 10000);
	my $gist = value($node, q{SELECT count(*) FROM pg_available_extensions WHERE name = 'btree_gist'});
	value($node, helpers(slurp_file("$top/hosted/uuidx.sql")) . ($gist ? 'CREATE EXTENSION btree_gist' : ''));
	$options{switches} = [ split /\n/, value($node, q{SELECT format('%s = %s', name, CASE setting WHEN 'on'
		THEN 'off' ELSE 'on' END) FROM pg_settings WHERE name LIKE 'enable\_%' AND vartype = 'bool' ORDER BY name}) ];

	for (my $world = 0; ($number{queries} // 0) < $queries; $world++)
	{
		my ($database, $number) = ('world', 0);
		my $origin = $seed + $world;
		my $now = one_of(@moments);
		my @queries;

		srand($origin);
		value($node, "DROP DATABASE IF EXISTS $database");
		value($node, "CREATE DATABASE $database TEMPLATE postgres");
		my ($sql, %data) = random_tables($server, $gist, small => $options{small}, large => $options{large});
		value($node, "SET client_min_messages = warning; $sql", $database);
		value($node, 'VACUUM ANALYZE', $database);
		# rows that are dead, and pages that index-only scans have to read
		my %changed = map { my $size = $_; map { $_ => $size } @{ $data{$size}{changed} } } sort keys %data;
		my @both = map { ($_, $changed{$_} eq 'large' ? "real.$_" : ()) } grep { rand() < 0.5 } sort keys %changed;
		value($node, join('; ', (map { "UPDATE $_ SET total = total WHERE n % 50 = 1" } @both),
			'ANALYZE', map { @{ $data{$_}{late} } } sort keys %data), $database);
		foreach my $query ((map { telling($data{$_}) } sort keys %data), map { {} } 1 .. $options{world})
		{
			my $size = $query->{size};

			srand($origin * 100_003 + ++$number);
			if (!$query->{sql})
			{
				$size = rand() < 0.6 ? 'small' : 'large';
				@$query{qw(sql keys parameters)} = random_query($data{$size});
			}
			next if $ENV{UUIDX_QUERY} && $number != $ENV{UUIDX_QUERY};
			push @queries, add_ways({ %$query, number => $number, clock => $clock && $clock->($now),
				name => "UUIDX_SEED=$origin UUIDX_QUERY=$number" }, $data{$size}, %options);
		}
		return plan_slowly($node, $database, \@queries) if $ENV{VALGRIND_SECONDS};
		my ($found, $seen) = judge($node, $database, \@queries);
		push @{ $found{$_} }, @{ $found->{$_} } foreach keys %$found;
		$number{$_} += $seen->{$_} foreach keys %$seen;
		note join ', ', "seed $origin: $number queries", map { @{ $found->{$_} } . " $_" } sort keys %$found;
		last if $ENV{UUIDX_QUERY};
	}
	report(\%found, \%number);
	cmp_ok($number{measured}, '>', $queries / 5, 'many are measured') if !$ENV{UUIDX_QUERY};
	$node->stop;
	return;
}

# plan_slowly($node, $database, \@queries): under valgrind, plans as many as there is time for.
sub plan_slowly
{
	my ($node, $database, $queries) = @_;
	my $file = PostgreSQL::Test::Utils::tempdir() . '/plans.sql';
	my $stdout = '';

	append_to_file($file, join '', "$session\n", map { my $way = $_->{ways}[1]; map { "$_;\n" } 'DEALLOCATE ALL',
		$way->{prepare} // (), map { ("EXPLAIN $_", '\echo state :SQLSTATE') } @{ $way->{sql} } } @$queries);
	restart_slow($node);
	$node->psql($database, "\\i $file", stdout => \$stdout,
		timeout => $ENV{VALGRIND_SECONDS}, timed_out => \my $late, on_error_stop => 0);
	my $planned = () = $stdout =~ /^state 00000/mg;
	cmp_ok($planned, '>', 10, "$planned statements are planned in $ENV{VALGRIND_SECONDS} seconds");
	unlike(new_log($node), qr/XX000|PANIC|terminated by signal/, 'no internal error');
	$node->stop;
	return;
}

# same_rows($node, \%data, $count, @changes): tests that so many random queries have the same rows and
# errors with the planner's part and without it; some after a change, which is a SET, or with one, which is a hint.
sub same_rows
{
	my ($node, $data, $count, @changes) = @_;
	my @queries = map {
		my $change = one_of('', @changes);
		my %query = (number => $_, name => "query $_");

		@query{qw(sql keys parameters)} = random_query($data);
		$query{sql} =~ s/uuid_unix_timestamp/uuid_v7_timestamp/g if $data->{only_v7};
		my $literal = literal(\%query, 1);
		my $off = { planner => 'off', ms => 4000, set => [ $change =~ /^SET LOCAL (.*)/ ],
			sql => [ $change =~ /^SET/ ? $literal : $literal =~ s/\w+\K/$change/r ] };
		+{ %query, ways => [ $off, { %$off, planner => 'on', like => $off } ] }
	} 1 .. $count;

	report(judge($node, 'postgres', \@queries));
	return;
}

1;
