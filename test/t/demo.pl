# What `make demo` shows, with a tenth of its rows: the plans that its text describes, and
# a result that agrees with what was measured.

# One server is enough: nothing in it depends on the version of the server.
# Only in make test-all: what make demo shows, not code.

use IPC::Run;
use UuidxTest;

my $node = uuidx_node('demo', extension => 0, conf => "fsync = off");
my $major = int(value($node, 'SHOW server_version_num') / 10000);

# What a script of the demo prints, and its errors
sub script
{
	my ($name, @options) = @_;
	my ($stdout, $stderr) = ('', '');

	IPC::Run::run([ 'psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr('postgres'),
		@options, '-f', "$top/doc/$name.sql" ], '<', \'', '>', \$stdout, '2>', \$stderr);
	is($stderr, '', "$name.sql");
	return $stdout;
}

script('demo-setup');
value($node, q{SELECT demo.fill('by_created_at', 1, 100000) + demo.fill('by_key', 1, 100000)});
script('demo-partitions');
my $said = script('demo', '-v', 'machine=a processor');
my %scene = $said =~ /^(\d)\. (.*?)(?=^\d\. |^Result$)/msg;
is(join(' ', sort keys %scene), '1 2 3 4 5 6 7', 'scenes');

my ($by_column, $by_extraction, $by_key) = $scene{2} =~ /^ +[abc]\) (.*?)(?=^ +[abc]\) |\z)/msg;
my $extract = $major >= 18 ? 'uuid_extract_timestamp' : 'uuid_time';
like($by_column, qr/Index Scan using by_created_at_created_at_idx/, 'a query by the column uses its index');
like($by_extraction, qr/Seq Scan on by_key .*Filter: \(\Q$extract\E\(id\) >= /s,
	'a query by the extracted time reads the table');
like($by_key, qr/Index Scan using by_key_pkey/, 'a query by the key uses its index');
unlike($by_key, qr/Filter:/, 'without a filter');

like($scene{3}, qr/reads one partition of 365$/m, 'one partition of 365');
is(scalar(() = $scene{3} =~ / on by_day_p/g), 1, 'is in the plan');
is(scalar(() = $scene{4} =~ /Index (?:Only )?Scan (?:Backward )?using by_key_pkey/g),
	2, 'a computed created_at: the primary key');
unlike($scene{4}, qr/Sort|Filter:/, 'without a sort or a filter');

is(scalar(() = $scene{5} =~ /greater than the id above/g), 2, 'increasing ids');

like($said, qr/^   by_key: [\d.]+ times as fast to fill, .*measured on PostgreSQL $major\S* .*on a processor$/ms,
	'the result');

done_testing();
