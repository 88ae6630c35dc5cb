# Random queries of sqlsmith on a database with tables, functions, operators and indexes of the
# extension: part of `make fuzz`. The server must not crash, and raise no internal errors, but
# only those that random queries raise in any database.
#
# FUZZ_QUERIES says how many (3000), FUZZ_SEED where chance begins (1).

use RandomSql;
use UuidxTest;

my $queries = $ENV{FUZZ_QUERIES} || 3000;
my $node = uuidx_node(
	'sqlsmith', extension => 'uuidx_ids',
		conf => "jit = off\nstatement_timeout = 2s\nlog_error_verbosity = verbose\nlog_min_messages = error\n"
	  . "log_statement = all\nlog_line_prefix = '|%e|'\nrestart_after_crash = on\n");

# What any random query may raise, by itself or through functions of PostgreSQL
my %usual = map { $_ => 1 } keys %expected, qw(
  08P01 0A000 0LP01 20000 21000 22000 22001 22003 22005 22007 22008 22009 2200B 22011 22012 22013 22014 22015 2201B
  2201E 2201F 2201G 2201W 2201X 22021 22022 22023 22024 22025 22026 2202E 2202H 22030 22032 22033 22034 22P02 22P03
  22P05 23502 23503 23505 23514 25P02 42501 42601 42602 42701 42703 42704 42710 42712 42725 42803 42804 42809 42846
  42883 42P01 42P02 42P04 42P10 42P13 42P16 42P17 42P18 42P20 42P21 42P22 42704 3F000 53400 54000 54001 54011 54023
  55000 55006 55P02 57014 58P01);

# The privileges of a superuser reach beyond the database
random_setup($node);
value($node, 'CREATE ROLE smith LOGIN; GRANT ALL ON ALL TABLES IN SCHEMA public TO smith');
new_log($node);

# without a server, it tries to connect again and again
my ($stdout, $stderr);
my $ended = eval {
	IPC::Run::run([ 'sqlsmith', '--target=' . $node->connstr('postgres') . ' user=smith', '--exclude-catalog',
		"--max-queries=$queries", '--seed=' . ($ENV{FUZZ_SEED} || 1) ], '>', \$stdout, '2>', \$stderr,
		IPC::Run::timeout(120 + $queries / 10));
};
ok($ended, 'sqlsmith ends without an error') or diag $@, substr($stderr // '', -1000);

my $log = new_log($node);
my $names = join '|', map { quotemeta } function_names();
my $ours = qr/\b(?:$names)\(|~[<>]=?~|uuidx_tstzrange/;
my ($asked, $with_ours, $answered, $last, %states, @odd) = (0, 0, 0, 0);
while ($log =~ /^\|(\w{5})\|(\w+):  (.*?)(?=^\|\w{5}\||\z)/gms)
{
	my ($state, $level, $text) = ($1, $2, $3);

	if ($level eq 'LOG' && $text =~ /statement: (?!ROLLBACK|BEGIN|SET)/)
	{
		$asked++;
		$last = $text =~ $ours ? 1 : 0;
		$with_ours += $last;
		$answered += $last;
	}
	elsif ($level =~ /^(?:ERROR|FATAL|PANIC)$/)
	{
		$states{$state}++;
		# PostgreSQL has internal errors of its own
		push @odd, "$state $text"
		  unless $usual{$state} || $state eq 'XX000'
		    && (!$last || $text =~ /failed to find conversion function from unknown/);
		$answered -= $last;
		$last = 0;
	}
	push @odd, $text if $text =~ /terminated by signal|TRAP:/;
	# the statement of an error is in the lines after it
	$odd[-1] .= $text if @odd && $level eq 'STATEMENT' && $odd[-1] !~ /\n.*\n/;
}
note "$asked statements, $with_ours with functions, operators or types of the extension,",
  " $answered of these without an error; errors: ",
  join ', ', map { "$_: $states{$_}" } sort keys %states;
diag substr $_, 0, 3000 for @odd[ 0 .. ($#odd < 4 ? $#odd : 4) ];
is(scalar @odd, 0, 'all errors are usual ones');
cmp_ok($asked, '>=', $queries, 'all queries run');
cmp_ok($answered, '>', $queries / 20, 'many queries that use the extension succeed');
is(value($node, 'SELECT uuid_version(uuid_generate_v7())'), 7, 'the server still runs');
done_testing();
