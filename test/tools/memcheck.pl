
# Random calls under valgrind's memcheck, in a single-user server: part of `make valgrind`.
# UUIDX_VALGRIND is the command that starts the server; tools.sh counts the reports.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::RealBin/../t/lib";
use PostgreSQL::Test::Utils;
use RandomSql;
use Test::More;
use UuidxTest;

my $count = $ENV{FUZZ_CALLS} || 1000;
my $node = uuidx_node('memcheck', extension => 'uuidx_ids', conf => "jit = off\nlog_min_error_statement = panic");
my ($stdout, $stderr);

srand($ENV{FUZZ_SEED} || 1);
random_setup($node);
my ($calls) = random_calls($count);

# sorting with abbreviated keys, building every kind of index, and BRIN's summaries
my @more = (
	'CREATE TABLE many AS SELECT id FROM base, generate_series(1, 10);',
	'CREATE INDEX ON many (id uuid_time_ops);',
	'CREATE INDEX ON many USING brin (id uuid_time_minmax_ops);',
	'CREATE INDEX ON many USING brin (id uuid_time_minmax_multi_ops);',
	'INSERT INTO many SELECT uuid_generate_v7() FROM generate_series(1, 3000);',
	'INSERT INTO many SELECT uuid_generate_v6() FROM generate_series(1, 3000);',
	'SELECT count(DISTINCT id) FROM (SELECT id FROM many ORDER BY id USING ~<~) AS s;',
	'VACUUM ANALYZE many;',
	'CHECKPOINT;');

$node->stop;
# an error ends everything on the same line, also a ROLLBACK
my @lines = grep { length } map { split /(?<=;) (?=[A-Z])/ } @more, @$calls, q{SELECT 'the' || ' end';};
IPC::Run::run(
	[ split(/ /, $ENV{UUIDX_VALGRIND}), 'postgres', '--single', '-F', '-c', 'log_error_verbosity=verbose', '-D', $node->data_dir, 'postgres' ],
	'<', \join('', map { "$_\n" } @lines), '>', \$stdout, '2>', \$stderr);
is($?, 0, 'the server ends without an error');
ok($stdout =~ /"the end"/, 'every statement runs');
is(join("\n", $stderr =~ /.*(?: XX\d{3}:|\bPANIC\b).*/g), '', 'no internal error');
note scalar @lines, ' statements';
done_testing();
