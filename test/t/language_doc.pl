# doc/clients as they stand there: what a page shows for a client is run by
# that client, where the machine has it, in programs of test/clients.  The database's
# time zone is one whose clock jumps within the hour that is asked for, so that what
# is not sent as an instant shows.  Needs npm and UUIDX_NETWORK=1 for JavaScript.
#
# Two servers are enough: clients speak one protocol with all of them, and a newer suite has newer
# clients.
# Only in make test-all: needs clients in several languages.

use FindBin;
use lib "$FindBin::RealBin/lib";
use UuidxDocument qw(sections client);
use UuidxPackages;
use UuidxTest;

my $dir = PostgreSQL::Test::Utils::tempdir;

#
# The documents: the blocks of each heading of the first, and the pages of clients
#
my %blocks = map { $_->{heading} => [ map { $_->{text} } @{ $_->{blocks} } ] } sections('doc/clients/README.md');

# A program with what its page has in place of <<block>>, or <<block:paragraph>>
sub filled
{
	my ($program, $page) = @_;
	my $insert = sub {
		my ($indent, $what, $paragraph) = @_;
		my $code = client($page)->{blocks}[ $what - 1 ] // die "$page has no $what";

		$code = (split(/\n\n/, $code))[$paragraph] if defined $paragraph;
		return $code =~ s/^(?=.)/$indent/mgr;
	};

	return $program =~ s/^(\s*)<<(\d+)(?::(\d+))?>>$/$insert->($1, $2, $3)/mger;
}

append_to_file("$dir/package.json", '{"type": "module"}');

#
# The server: a row a minute of a day, and its table as the document makes it
#
my $node = uuidx_node(
	'language_doc',
	conf => "listen_addresses = '127.0.0.1'\nsession_preload_libraries = 'auto_explain'\n"
	  . "auto_explain.log_min_duration = 0\nenable_seqscan = off");
my ($from, $to) = ('2024-03-10T06:30:00+00:00', '2024-03-10T07:30:00+00:00');

value($node, q{CREATE ROLE app LOGIN});
value($node, q{CREATE DATABASE app OWNER app});
value($node, q{ALTER DATABASE app SET timezone = 'America/New_York'});

sub ask
{
	my ($sql) = @_;
	my ($stdout, $stderr);
	my $status = $node->psql('app', $sql, stdout => \$stdout,
		stderr => \$stderr, on_error_stop => 1, extra_params => [ '-U', 'app' ]);

	return $status ? $stderr : $stdout;
}
ask('CREATE EXTENSION uuidx');
is(ask($blocks{'uuidx from your language'}[0]), '', 'the table');
ask(q{INSERT INTO events SELECT uuid_generate_v7('2024-03-10 00:00Z'::timestamptz + n * interval '1 minute'), n
	FROM generate_series(0, 1439) AS n;
	ANALYZE events});
my $expected = join(',', 390 .. 449);
my $last = ask(q{SELECT id FROM events WHERE payload = '700'});
my $page = join(',', reverse 650 .. 699);
my $newest = ask('SELECT max(id) FROM events');

#
# A batch of ids: in order, and after all before them
#
is(ask("WITH batch AS ($1) SELECT count(*), min(id) > '$newest', array_agg(id) = array_agg(id ORDER BY id) FROM batch"),
	'100|t|t', 'ids before the rows')
  if $blocks{'What works in every client'}[1] =~ /^(SELECT uuid_generate_v7.*);$/m;

#
# What works in every client: a parameter is of the right type by itself
#
my @forms = split(/;\n/, $blocks{'What works in every client'}[0]);
is(scalar @forms, 3, 'forms');
foreach my $form (@forms)
{
	my $prepare = "PREPARE form AS $form; EXPLAIN (COSTS OFF) EXECUTE form('$from', '$to')";

	is(ask("SET client_min_messages = error;
		PREPARE form AS $form; SELECT parameter_types FROM pg_prepared_statements"),
		'{"timestamp with time zone","timestamp with time zone"}', "types: $form");
	is(join(',', ask("PREPARE form AS $form; EXECUTE form('$from', '$to')") =~ /\|(.*)/g), $expected, 'rows');
	foreach my $mode ('custom', 'generic')
	{
		my $plan = ask("SET plan_cache_mode = force_${mode}_plan; $prepare");

		like($plan, qr/Scan using events_pkey.*\n.*Index Cond: \(\(id >= .*\) AND \(id <=? /, "the key, $mode plan");
		unlike($plan, qr/Filter/, 'and nothing else');
	}
}
ask(q{CREATE TABLE unchecked (id uuid PRIMARY KEY, payload text); INSERT INTO unchecked SELECT * FROM events;
	INSERT INTO unchecked VALUES ('018e2720-0000-4000-8000-000000000000', 'version 4')});
foreach my $i (0 .. 2)
{
	my $form = $forms[$i] =~ s/events/unchecked/r;

	is(join(',', sort(ask("PREPARE form AS $form; EXECUTE form('$from', '$to')") =~ /\|(.*)/g)),
		$expected, "without the CHECK: $form");
	is(ask("PREPARE form AS $form; EXPLAIN EXECUTE form('$from', '$to')") =~ /Index Cond: \(\(id >= / ? 1 : 0,
		$i == 0 ? 0 : 1, 'index');
}
is(ask(q{PREPARE form AS SELECT FROM events WHERE id >= $1; SELECT parameter_types FROM pg_prepared_statements}),
	'{uuid}', 'the trap');
is(ask("PREPARE form AS SELECT count(*) FROM events WHERE id <@ tstzrange(\$1, \$2); EXECUTE form('$from', NULL)"),
	1440 - 390, 'an open end');

#
# The bound computed in the client
#
my @rows = map { [ split /\|/ ] } split(/\n/, ask(q{
	SELECT setseed(0.25) IS NULL;
	SELECT to_char(t AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"'),
	  uuid_v7_lower(date_trunc('milliseconds', t))
	FROM (SELECT 'epoch'::timestamptz + random() * interval '8029 years' FROM generate_series(1, 2000)
	  UNION ALL SELECT t::timestamptz
	    FROM unnest(ARRAY['1970-01-01 00:00Z', '1970-01-01 00:00:00.000001Z', '9999-12-31 23:59:59.999Z',
	    '2024-01-01 00:00:00.000999Z', '2024-01-01 00:00:00.999001Z']) AS t) AS i (t)}));
shift @rows;
is(scalar @rows, 2005, 'instants');
SKIP:
{
	my $lacks = lacks('node', 18, 'node', '--version');

	skip "the bound in the client: $lacks", 1 if $lacks;
	append_to_file("$dir/lower.js", filled(slurp_file("$clients/lower.js"), 'prisma'));
	my ($ids, $why) = output_of([ 'node', "$dir/lower.js" ],
		join('', map { "$_->[0]\n" } @rows), 180);

	# a Date has milliseconds
	is($ids // $why, join('', map { "$_->[1]\n" } @rows), 'the bound in the client');
}

#
# The clients
#
my @programs = (
	[ 'node-postgres', 'node-postgres.js' ], [ 'postgres.js', 'postgres.js' ], [ 'Drizzle', 'drizzle.js' ],
	[ 'Knex', 'knex.js' ], [ 'Kysely', 'kysely.js' ], [ 'Sequelize', 'sequelize.js' ], [ 'TypeORM', 'typeorm.ts' ],
	[ 'MikroORM', 'mikroorm.ts' ], [ 'Prisma', 'prisma.js' ], [ 'psycopg', 'psycopg.py' ], [ 'asyncpg', 'asyncpg.py' ],
	[ 'SQLAlchemy', 'sqlalchemy.py' ], [ 'Django', 'django.py' ], [ 'ActiveRecord', 'activerecord.rb' ],
	[ 'JDBC', 'jdbc.java' ], [ 'pgx', 'pgx.go' ], [ 'PDO', 'pdo.php' ], [ 'Doctrine', 'doctrine.php' ]);

@ENV{ 'DATABASE_URL', 'FROM_TIME', 'TO_TIME',
	'LAST_ID' } = ("postgres://app\@127.0.0.1:${\ $node->port}/app", $from, $to, $last);
foreach my $program (@programs)
{
	my ($name, $file) = @$program;
	my $page_of_client = page_of($file);
	my ($text, $blocks) = @{ client($page_of_client) }{ 'text', 'blocks' };
	my ($why, $command) = client_program('.', $file, $dir, sub { filled($_[0], $page_of_client) }, $blocks->[0]);

  SKIP:
	{
		skip "$name: $why", 1 if $why;
		ask("DELETE FROM events WHERE id > '$newest'; DROP TABLE IF EXISTS notes; DROP EXTENSION IF EXISTS uuidx_ids");
		my $log = -s $node->logfile;
		my ($output, $error) = output_of($command, '', 180);
		is($error, undef, "$name runs") or next;
		my @plans = grep { /Scan[^\n]* on (?:public\.)?events\b/ } split(/Query Text: /,
			slurp_file($node->logfile, $log));

		my %said;
		push @{ $said{ $_->[0] } }, $_->[1] // '' foreach map { [ split /\t/ ] } split(/\n/, $output);
		is(ask("SELECT payload FROM events WHERE id = '$said{id}[0]'
			AND id > '$newest'"), 'hello', "$name: id of the new row");
		is($_, $expected, "$name: by time") foreach @{ $said{during} }, @{ $said{again} };
		is($said{page}[0], $page, "$name: next page");
		is(ask("SELECT string_agg(payload, ',' ORDER BY id) FROM events
			WHERE id > '$newest' AND payload IN ('a', 'b', 'c')") =~ s/^(a,b,c),\1$/$1/r,
			'a,b,c', "$name: many rows");
		is(ask("SELECT string_agg(payload, ',' ORDER BY i) FROM unnest(string_to_array('$said{many}[0]',
			',')::uuid[]) WITH ORDINALITY AS m (id, i) JOIN events USING (id)"),
			'a,b,c', "$name: their ids")
		  if $said{many}[0];
		# the document quotes it: three words of code at least, or the name of an exception
		my @quoted = grep { / .* |^\w+Error$/ } $text =~ /(?|``(.+?)``|`(.+?)`)/g;
		foreach my $message (@{ $said{trap} })
		{
			ok((grep { index($message, $_) >= 0 } @quoted), "$name: the trap says: $message");
		}
		cmp_ok($_, 'ne', $expected, "$name: the silent trap") foreach @{ $said{wrong} };
		is($_, '', "$name: the trap that finds nothing") foreach @{ $said{nothing} };
		is(ask("SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef
			WHERE adrelid = to_regclass('notes')") || 'uuid_generate_v7()',
			'uuid_generate_v7()', "$name: the default");
		like($_, qr/^true,/, "$name: $_") foreach @{ $said{check} };

		my @by_time = grep { /Index Cond: \(\([^\n]*id >= .*\) AND \([^\n]*id <=? / } @plans;
		cmp_ok(scalar @by_time, '>=', 1, "$name: by the key");
		unlike(join('', @plans), qr/^\s+Filter:/m, "$name: and by nothing else");
	}
}

#
# The gateways: not run, but their SQL is
#
my ($functions, $queries) = @{ client('postgrest')->{blocks} };
is(ask($functions), '', 'functions');
ask("DELETE FROM events WHERE id > '$newest'");
my ($at, $rpc) = split(/;\n/, $queries);
is(join(',', ask($at) =~ /\|(.*)/g), $expected, 'a computed column');
is(join(',', ask($rpc) =~ /\|(.*)/g), join(',', reverse 1390 .. 1439), 'a function');
like(ask("EXPLAIN $at"), qr/Index Cond: \(\(id >= '[-0-9a-f]{36}'::uuid\) AND \(id < '[-0-9a-f]{36}'::uuid\)\)$/,
	'the first by the key');
like(ask("EXPLAIN $rpc"), qr/Index Scan Backward using events_pkey.*\n.*Index Cond: \(id >= '[-0-9a-f]{36}'::uuid\)$/,
	'the second as well');
unlike(ask("EXPLAIN $_"), qr/Filter|Function/, 'and by nothing else') foreach ($at, $rpc);
like(ask(q{SELECT FROM events WHERE id >= '2024-03-10T06:30:00Z'}), qr/invalid input syntax for type uuid/, 'the trap');

$node->stop;
done_testing();
