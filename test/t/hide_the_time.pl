# doc/hide-the-time.md, with what documents/hide-the-time.sql says of it.  And no key, and no id, is logged.
#
# In make test: nothing else notices a key that is readable, or logged.
# One server is enough: nothing in it depends on the version of the server.

use UuidxDocument;
use UuidxTest;

$node = uuidx_node('hide', extension => 0);

plan skip_all => 'this server was built without OpenSSL' unless value($node, 'SHOW ssl_library') eq 'OpenSSL';

database('hide_the_time');
run_document('hide-the-time');

# What is logged: parameters that the server is asked not to log are not, not even
# where the call fails, in any of the forms a key or an id has
my $key = 'c0ffee' . '5a' x 13;
my $secret = '01970000-5ec2-7e75-8bad-c0ffeec0ffee';
$node->append_conf('postgresql.conf',
	"log_min_messages = debug5\nlog_min_error_statement = debug5\nlog_error_verbosity = verbose\n");
# not restart, which would start the program that runs and not the one that is there
$node->stop;
$node->start;
my $log = PostgreSQL::Test::Utils::tempdir . '/pgbench.sql';

# pgbench sends its variables as parameters
sub log_of
{
	my ($sql, %variables) = @_;

	new_log($node);
	append_to_file($log, "$sql;\n");
	$node->run_log([ 'pgbench', '-n', '-t1', '-Mextended', '-f', $log,
		(map { ('-D', "$_=$variables{$_}") } sort keys %variables),
		$node->connstr($db) ]);
	unlink $log;
	return new_log($node);
}

my %calls = (
	'a masked id' => [ q{SELECT uuid_mask(:id, decode(:key, 'hex'), 'tweak')}, $secret, $key, '' ],
	'an unmasked one' => [ q{SELECT uuid_unmask(uuid_mask(:id, decode(:key, 'hex')), decode(:key, 'hex'))},
		$secret, $key, '' ],
	'a wrong key' => [ q{SELECT uuid_mask(:id, decode(:key, 'hex'), 'tweak')}, $secret, "${key}00", '22023' ],
	'a wrong id' => [ q{SELECT uuid_unmask(:id, decode(:key, 'hex'))}, $secret, $key, '22023' ],
	'the public id' => [ q{SELECT ids.public_id(:id), :key::text}, $secret, $key, '' ],
	'a wrong public id' => [ q{SELECT ids.private_id(:id), :key::text}, $secret, $key, '' ]);
my $owners = query(q{SELECT encode(key, 'hex') FROM ids.keys});
foreach my $name (sort keys %calls)
{
	my ($sql, $call_id, $call_key, $state) = @{ $calls{$name} };

	# logged when they are asked for, which shows that this test sees them
	foreach my $parameters (0, $state ? -1 : ())
	{
		value($node, "ALTER DATABASE hide_the_time SET log_parameter_max_length_on_error = $parameters");
		my $said = log_of($sql, id => $call_id, key => $call_key);
		my @found = grep { index(lc $said, $_) >= 0 } ($call_id, $call_id =~ s/-//gr, $key, $owners);

		like($said, $state ? qr/ERROR:  $state: / : qr/DEBUG:/, "$name: the log is there");
		unlike($said, qr/ERROR/, "$name: no error") unless $state;
		is(scalar(@found), $parameters ? 2 : 0,
			"$name: ids and keys in it, parameters of errors being " . ($parameters ? 'logged' : 'left out'))
		  or diag("@found\n$said");
	}
}

# And auto_explain: a plan that was made for the values of parameters shows them, and
# the parameters are shown beside it from 16 on.  The pattern's key is no parameter.
SKIP:
{
	skip 'auto_explain is not installed', 1 unless -e $node->config_data('--pkglibdir') . '/auto_explain.so';
	my $face = query('SELECT ids.public_id(private) FROM seen');
	my $later = value($node, 'SHOW server_version_num') >= 160000;
	my $by_key = q{SELECT count(*) FROM orders WHERE uuid_mask(id, decode(:key, 'hex')) = :id::uuid};
	my $by_pattern = q{SELECT name FROM customers WHERE id = ids.private_id(:id::uuid)};

	value($node, q{ALTER DATABASE hide_the_time RESET log_parameter_max_length_on_error;
		ALTER DATABASE hide_the_time SET session_preload_libraries = 'auto_explain';
		ALTER DATABASE hide_the_time SET auto_explain.log_min_duration = 0; ALTER DATABASE hide_the_time SET
		  auto_explain.log_nested_statements = on; ALTER DATABASE hide_the_time SET auto_explain.log_verbose = on});
	foreach my $case (
		# the plan, whether parameters are logged; whether key and id are in the log, and in the plan alone
		[ 'a plan for the values', $by_key, 'force_custom_plan', 0, 1, 1 ],
		[ 'a plan for the values', $by_key, 'force_custom_plan', -1, 1, 1 ],
		[ 'a plan for any values', $by_key, 'force_generic_plan', 0, 0, 0 ],
		[ 'a plan for any values', $by_key, 'force_generic_plan', -1, $later, $later ],
		[ 'the pattern', $by_pattern, 'force_custom_plan', -1, 0, 1 ],
		[ 'the pattern', $by_pattern, 'force_generic_plan', -1, 0, $later ])
	{
		my ($name, $sql, $mode, $parameters, $key_shown, $id_shown) = @$case;
		next if $parameters == 0 && !$later && $mode eq 'force_generic_plan';

		value($node, "ALTER DATABASE hide_the_time SET plan_cache_mode = $mode");
		value($node, "LOAD 'auto_explain';
			ALTER DATABASE hide_the_time SET auto_explain.log_parameter_max_length = $parameters") if $later;
		my $said = log_of($sql, id => $face, $sql =~ /:key/ ? (key => $key) : ());
		$name .= ", $mode" . ($later ? ", auto_explain.log_parameter_max_length = $parameters" : '');
		like($said, qr/plan:\n.*Query Text: /, "$name: explained");
		is(index(lc $said, $key) >= 0 ? 1 : 0, $key_shown ? 1 : 0, "$name: a key that is a parameter");
		is(index($said, $face) >= 0 ? 1 : 0, $id_shown ? 1 : 0, "$name: the id");
		is(index(lc $said, $owners) >= 0 ? 1 : 0, 0, "$name: the key of the pattern");
	}
	value($node, 'ALTER DATABASE hide_the_time RESET ALL');
}

done_testing();
