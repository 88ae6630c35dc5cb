# doc/hide-the-time.md as it stands there: every block of SQL is run, by the role it
# is for, and keeps what it promises.  And no key, and no id, is logged.
#
# In make test: nothing else notices a key that is readable, or logged.
# One server is enough: nothing in it depends on the version of the server.

use FindBin;
use lib "$FindBin::RealBin/lib";
use UuidxDocument;
use UuidxTest;

my $node = uuidx_node('hide');

plan skip_all => 'this server was built without OpenSSL' unless value($node, 'SHOW ssl_library') eq 'OpenSSL';

my $document = document('doc/hide-the-time.md');
my %blocks = sql_of('doc/hide-the-time.md');
is(join(', ', map { "$_: " . @{ $blocks{$_} } } sort keys %blocks),
	'A new key: 3, A view, for PostgREST and others: 2, Hide the time: 1, Less time in the id: 2, '
	  . 'Where the key lives: 2',
	'blocks of SQL');

# As the application, which must not be able to do much
sub as_app { return value($node, "SET SESSION AUTHORIZATION app; $_[0]") }

value($node, q{
	CREATE ROLE app;
	CREATE ROLE other;
	CREATE SCHEMA api;
	GRANT USAGE ON SCHEMA api TO app;
	CREATE TABLE customers (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), name text);
	INSERT INTO customers (name) SELECT 'customer ' || n FROM generate_series(1, 1000) AS n;
	ANALYZE customers;
	CREATE TABLE orders (LIKE customers INCLUDING ALL);
	INSERT INTO orders (id, name) SELECT id, name FROM customers;
	GRANT SELECT ON orders TO app});

#
# The first example is no statement; its claims are
#
like($blocks{'Hide the time'}[0], qr/uuid_mask\(id, key\).*uuid_unmask\(\$1, key\)/s, 'the first example');
is(value($node, q{SELECT uuid_version(uuid_mask('019ab7f5-fe8d-7ded-a077-946db0063faf', sha256('')))}),
	'4', 'becomes a version 4');

#
# Times that are coarse
#
value($node, $_) foreach @{ $blocks{'Less time in the id'} };
is(value($node, q{
		SET timezone = 'America/New_York';
		INSERT INTO visitors SELECT FROM generate_series(1, 1000);
		INSERT INTO visits SELECT FROM generate_series(1, 1000);
		SELECT bool_and(uuid_v7_timestamp_us(id) = date_trunc('day', uuid_time(id), 'UTC')
		  AND uuid_time(id) > now() - interval '2 days') FROM visitors;
		SELECT bool_and(uuid_v7_timestamp_us(id) = uuid_v7_timestamp(id)
		  AND uuid_time(id) BETWEEN now() - interval '1 day' AND now() + interval '1 minute') FROM visits;
		SELECT count(DISTINCT (uuid_inspect(id)).counter) > 100 FROM visitors}),
	"t\nt\nt", 'whole days, whole milliseconds, and no counter');
is(value($node, q{SELECT round(2 * 2 ^ 62 / 1e14)}), '92234', 'two of ten million ids of a day');

#
# Key and wrappers
#
my ($setup, $lookup) = @{ $blocks{'Where the key lives'} };
value($node, $setup);
is(value($node, 'SELECT name, octet_length(key) FROM ids.keys'), 'customers|32', 'there is a key');
is(value($node, 'SELECT ids.random_key() = ids.random_key()'), 'f', 'another one each time');
is(value($node, q{SELECT count(DISTINCT face), bool_and(uuid_version(face) = 4), bool_and(ids.private_id(face) = id)
	FROM (SELECT id, ids.public_id(id) AS face FROM customers) AS faces}),
	'1000|t|t', 'each row has its face, and comes back');
is(as_app('SELECT count(*) FROM orders WHERE ids.private_id(ids.public_id(id)) = id'),
	'1000', 'for the application, too');
foreach my $sql ('SELECT key FROM ids.keys', 'SELECT count(*) FROM ids.keys',
	'UPDATE ids.keys SET name = name', 'COPY ids.keys TO STDOUT',
	'SELECT ids.random_key()', 'SET ROLE ids_owner')
{
	is(state_of($node, "SET SESSION AUTHORIZATION app; $sql"), '42501', "which may not $sql");
}
is(as_app(q{SELECT count(*) FROM pg_stats WHERE schemaname = 'ids'}), '0', 'nor sees it in statistics');
foreach my $call ('ids.public_id(uuid_generate_v7())', 'ids.private_id(uuid_generate_v4_random())')
{
	is(state_of($node, "SET SESSION AUTHORIZATION other; SELECT $call"), '42501', "others may not $call");
}

# what the caller puts in front of everything else is not what they call
is( as_app(q{
	CREATE FUNCTION pg_temp.uuid_mask(uuid, bytea) RETURNS uuid LANGUAGE plpgsql AS $$BEGIN RAISE 'a key: %', $2; END$$;
	CREATE TEMP TABLE keys (name text, key bytea);
	SET search_path = pg_temp, public;
	SELECT count(ids.public_id(id)) FROM orders}),
	'1000', 'a hostile search_path changes nothing');

# the plan, as it is shown
my ($shown) = $document =~ /```\n( Index Scan.*?)```/s;
my $prepared = value($node, "$lookup; SET plan_cache_mode = force_generic_plan;
	EXPLAIN (COSTS OFF) EXECUTE customer (uuid_generate_v4_random())");
is("$prepared\n" =~ s/^/ /r =~ s/^ {2,}/   /mr, $shown =~ s/^ {2,}/   /mr, 'a lookup by the primary key');
is(value($node, "$lookup; EXECUTE customer ('" . value($node, q{SELECT ids.public_id(id)
	FROM customers WHERE name = 'customer 7'}) . "')") =~ s/^.*\|//r,
	'customer 7', 'finds the row');
is(value($node, "$lookup; EXECUTE customer ('" . value($node, 'SELECT uuid_generate_v4_random()') . "')"),
	'', 'and none by a guess');

#
# The view
#
my ($view, $stored) = @{ $blocks{'A view, for PostgREST and others'} };
value($node, $view);
my ($face, $id) = split(/\|/, value($node, q{SELECT ids.public_id(id), id FROM customers WHERE name = 'customer 42'}));
is(as_app('SELECT count(*), count(DISTINCT id), max(uuid_version(id)) FROM api.customers'),
	'1000|1000|4', 'the view shows faces');
is(as_app("SELECT name FROM api.customers WHERE id = '$face'"), 'customer 42', 'a customer is found by the public id');
is(as_app("SELECT * FROM api.customer('$face')"), "$face|customer 42", 'the function finds the customer, too');
is(state_of($node, "SET SESSION AUTHORIZATION app; SELECT * FROM api.customer('$id')"),
	'22023', 'the function refuses a private id');
is(state_of($node, 'SET SESSION AUTHORIZATION app; SELECT * FROM customers'), '42501', 'the table is closed');
like(value($node, "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan;
	PREPARE q (uuid) AS SELECT id FROM customers WHERE id = ids.private_id(\$1); EXPLAIN EXECUTE q ('$face')"),
	qr/Index Only Scan using customers_pkey/, 'the lookup uses the index');

value($node, $stored);
value($node, q{INSERT INTO customers (name) VALUES ('new');
	UPDATE customers SET id = uuid_generate_v7() WHERE name = 'customer 1'});
is(value($node, 'SELECT count(*), count(*) FILTER (WHERE public = ids.public_id(id)) FROM customers'),
	'1001|1001', 'the face is stored');
like(value($node, "EXPLAIN SELECT * FROM customers WHERE public = '$face'"),
	qr/Index Scan using customers_public_idx/, 'and found');
is(state_of($node, 'ALTER TABLE customers ADD generated uuid GENERATED ALWAYS AS (ids.public_id(id)) STORED'), '42P17',
	'a generated column cannot do it');

# a dump has all of it, and is restored
my $dump = PostgreSQL::Test::Utils::tempdir . '/hide.dump';
$node->command_ok([ 'pg_dump', '-Fc', '-f', $dump, '-d', $node->connstr('postgres') ], 'dumped');
value($node, 'CREATE DATABASE restored');
$node->command_ok([ 'pg_restore', '-j2', '-d', $node->connstr('restored'), $dump ], 'restored');
is(value($node, "SELECT name FROM customers WHERE id = ids.private_id('$face') AND public = '$face'", 'restored'),
	'customer 42', 'the key was restored, too');

#
# A new key
#
my ($rotate, $either, $end) = @{ $blocks{'A new key'} };
value($node, $rotate);
my $new_face = value($node, "SELECT ids.public_id('$id')");
isnt($new_face, $face, 'a new key makes new faces');
is(value($node, "UPDATE customers SET name = name WHERE id = '$id' RETURNING public"), $face, 'but keeps stored ones');
is(value($node, "$lookup; EXECUTE customer ('$face')"), '', 'the old ones are not found any more');
is(as_app("SELECT count(*) FROM orders WHERE id IN (ids.private_id('$face'), ids.former_id('$face'))"), '1', 'but');
foreach my $either_face ($face, $new_face)
{
	is(value($node, "$either; EXECUTE customer_by_either ('$either_face')"), "$new_face|customer 42", 'both are');
}
like(value($node, "$either; SET plan_cache_mode = force_generic_plan; EXPLAIN EXECUTE customer_by_either ('$face')"),
	qr/Index Cond: \(id = ANY \(ARRAY\[ids.private_id\(\$1\), ids.former_id\(\$1\)\]\)\)/,
		'both lookups use the index');
value($node, $end);
is(value($node, "$either; EXECUTE customer_by_either ('$face')"), '', 'until the old key is deleted');
is(value($node, "$either; EXECUTE customer_by_either ('$new_face')"), "$new_face|customer 42", 'the new one stays');

# all of it by somebody who is no superuser
{
	my ($grant) = $document =~ /`(GRANT .*?;)`/;
	my $all = join(';', $setup =~ s/;\n/;\n$grant\n/r, $view, $stored, $rotate, $end,
		$grant =~ s/GRANT(.*)TO/REVOKE$1FROM/r) =~ s/\bids_owner\b/dbas_owner/gr;

	value($node, 'CREATE ROLE dba CREATEROLE; CREATE DATABASE dbas OWNER dba');
	value($node, "SET SESSION AUTHORIZATION dba; CREATE EXTENSION uuidx; CREATE SCHEMA api;
		CREATE TABLE customers (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), name text); $all;
		INSERT INTO customers DEFAULT VALUES", 'dbas');
	is(value($node, 'SELECT count(*) FROM customers WHERE public = ids.public_id(id)', 'dbas'),
		'1', 'no superuser is needed');
	is(state_of($node, 'SET SESSION AUTHORIZATION dba; SELECT FROM ids.keys', 'dbas'),
		'42501', 'and it cannot read the key afterwards');
}

#
# What is logged: parameters that the server is asked not to log are not, not even
# where the call fails, in any of the forms a key or an id has
#
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
		$node->connstr('postgres') ]);
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
	'a wrong public id' => [ q{SELECT ids.private_id(:id), :key::text}, $secret, $key, '22023' ]);
my $owners = value($node, q{SELECT encode(key, 'hex') FROM ids.keys});
foreach my $name (sort keys %calls)
{
	my ($sql, $call_id, $call_key, $state) = @{ $calls{$name} };

	# logged when they are asked for, which shows that this test sees them
	foreach my $parameters (0, $state ? -1 : ())
	{
		value($node, "ALTER DATABASE postgres SET log_parameter_max_length_on_error = $parameters");
		my $said = log_of($sql, id => $call_id, key => $call_key);
		my @found = grep { index(lc $said, $_) >= 0 } ($call_id, $call_id =~ s/-//gr, $key, $owners);

		like($said, $state ? qr/ERROR:  $state: / : qr/DEBUG:/, "$name: the log is there");
		unlike($said, qr/ERROR/, "$name: no error") unless $state;
		is(scalar(@found), $parameters ? 2 : 0,
			"$name: ids and keys in it, parameters of errors being " . ($parameters ? 'logged' : 'left out'))
		  or diag("@found\n$said");
	}
}

#
# And auto_explain: a plan that was made for the values of parameters shows them, and
# the parameters are shown beside it from 16 on.  The pattern's key is no parameter.
#
SKIP:
{
	skip 'auto_explain is not installed', 1 unless -e $node->config_data('--pkglibdir') . '/auto_explain.so';
	my $later = value($node, 'SHOW server_version_num') >= 160000;
	my $by_key = q{SELECT count(*) FROM orders WHERE uuid_mask(id, decode(:key, 'hex')) = :id::uuid};
	my $by_pattern = q{SELECT name FROM customers WHERE id = ids.private_id(:id::uuid)};

	value($node, q{ALTER DATABASE postgres RESET log_parameter_max_length_on_error;
		ALTER DATABASE postgres SET session_preload_libraries = 'auto_explain';
		ALTER DATABASE postgres SET auto_explain.log_min_duration = 0; ALTER DATABASE postgres SET
		  auto_explain.log_nested_statements = on; ALTER DATABASE postgres SET auto_explain.log_verbose = on});
	foreach my $case (
		# the plan, whether parameters are logged; whether key and id are in the log, and in the plan alone
		[ 'a plan for the values', $by_key, 'force_custom_plan', 0, 1, 1 ],
		[ 'a plan for the values', $by_key, 'force_custom_plan', -1, 1, 1 ],
		[ 'a plan for any values', $by_key, 'force_generic_plan', 0, 0, 0 ],
		[ 'a plan for any values', $by_key, 'force_generic_plan', -1, $later, $later ],
		[ 'the first plan of a statement', $by_key, 'auto', 0, 1, 1 ],
		[ 'the pattern', $by_pattern, 'force_custom_plan', 0, 0, 1 ],
		[ 'the pattern', $by_pattern, 'force_custom_plan', -1, 0, 1 ],
		[ 'the pattern', $by_pattern, 'force_generic_plan', -1, 0, $later ])
	{
		my ($name, $sql, $mode, $parameters, $key_shown, $id_shown) = @$case;
		next if $parameters == 0 && !$later && $mode eq 'force_generic_plan';

		value($node, "ALTER DATABASE postgres SET plan_cache_mode = $mode");
		value($node, "LOAD 'auto_explain';
			ALTER DATABASE postgres SET auto_explain.log_parameter_max_length = $parameters") if $later;
		my $said = log_of($sql, id => $new_face, $sql =~ /:key/ ? (key => $key) : ());
		$name .= ", $mode" . ($later ? ", auto_explain.log_parameter_max_length = $parameters" : '');
		like($said, qr/plan:\n.*Query Text: /, "$name: explained");
		is(index(lc $said, $key) >= 0 ? 1 : 0, $key_shown ? 1 : 0, "$name: a key that is a parameter");
		is(index($said, $new_face) >= 0 ? 1 : 0, $id_shown ? 1 : 0, "$name: the id");
		is(index(lc $said, $owners) >= 0 ? 1 : 0, 0, "$name: the key of the pattern");
	}
	value($node, 'ALTER DATABASE postgres RESET ALL');
}

$node->stop;
done_testing();
