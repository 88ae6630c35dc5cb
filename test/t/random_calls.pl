# Random SQL over everything the extension has: each function, operator and cast of
# the catalog with ordinary and extreme arguments raises nothing but the errors it
# documents.
#
# FUZZ_SEED says where chance begins (1), FUZZ_CALLS how many calls are made (2000).
#
# Only in make test-all: chance, for what sql/ calls deliberately.
# Also with sanitizers: chance reaches values that nobody thought of.

use RandomSql;
use UuidxTest;

my $seed = $ENV{FUZZ_SEED} || 1;
my $count = $ENV{FUZZ_CALLS} || 2000;
my $node = uuidx_node('calls', extension => 'uuidx_ids');

srand $seed;
note "seed $seed, $count calls";

random_setup($node);
restart_slow($node);
my ($lines, $called) = random_calls($count);

# sorting with abbreviated keys, and building every kind of index, under memcheck
unshift @$lines, (
	'CREATE TABLE many AS SELECT id FROM base, generate_series(1, 10);',
	'INSERT INTO many SELECT uuid_generate_v7() FROM generate_series(1, 3000);',
	'INSERT INTO many SELECT uuid_generate_v6() FROM generate_series(1, 3000);',
	'SELECT count(DISTINCT id) FROM (SELECT id FROM many ORDER BY id USING ~<~) AS s;',
	(map { "CREATE INDEX ON many $_;" } '(id uuid_time_ops)',
		'USING brin (id uuid_time_minmax_ops)', 'USING brin (id uuid_time_minmax_multi_ops)'),
	'VACUUM ANALYZE many;');
my $file = PostgreSQL::Test::Utils::tempdir . '/calls.sql';
append_to_file($file, join("\n", '\set VERBOSITY verbose', @$lines) . "\n");
my $run = run_log([ 'psql', '-XAtq', '-d', $node->connstr('postgres'), '-f', $file ],
	'>', \my $stdout, '2>', \my $stderr);

my (%states, @odd);
while ($stderr =~ /^psql:\Q$file\E:(\d+): (?:ERROR|FATAL|PANIC):\s+(\w{5}): (.*)/mg)
{
	$states{$2}++;
	push @odd, "$2 $3: $lines->[ $1 - 2 ]" if !$expected{$2};
}
note join ', ', map { "$_: $states{$_}" } sort keys %states;
ok($run && $stderr !~ /server closed the connection|connection to server was lost/, 'the session lives on');
is(scalar @odd, 0, 'random calls: only errors that are documented');
diag $_ foreach @odd[ 0 .. ($#odd < 9 ? $#odd : 9) ];
is_deeply([ sort keys %$called ], [ sort keys %{ { map { $_ => 1 } function_names() } } ], 'every function was called');
cmp_ok(scalar keys %states, '>=', 4, 'errors were provoked too');
isnt($stdout, '', 'and there were results');

unlike(new_log($node), qr/\bPANIC\b|terminated by signal|TRAP:/, 'the server stayed up');
done_testing();
