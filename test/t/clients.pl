# doc/clients as they stand there: what a page shows for a client is run by that client, where the machine has
# it, in the programs of test/clients. Mappers are also asked for a computed created_at, in each form of the
# column: the latest rows, the next page, a day, a month and a count by day are those of a real column, by
# the key and without a sort. The database's time zone is one whose clock jumps within the hour that is
# asked for, so that what is not sent as an instant shows. Needs npm and UUIDX_NETWORK=1 for JavaScript.
#
# Two servers are enough: clients speak one protocol with all of them, and a newer suite has newer
# clients.
# Only in make test-all: needs clients in several languages.

use UuidxDocument qw(sections client);
use UuidxPackages;
use UuidxTest;

my @drivers = qw(node-postgres.js postgres.js psycopg.py asyncpg.py jdbc.java pgx.go pdo.php doctrine.php);
my @mappers = qw(knex.js kysely.js drizzle.js sequelize.js typeorm.ts mikroorm.ts prisma.js sqlalchemy.py django.py
  activerecord.rb);
# The time zone that a mapper sets, and what cannot ask a computed field, which needs a qualified name,
# and none of the catalog
my %zone = ('sequelize.js' => 'UTC', 'activerecord.rb' => 'UTC');
my $no_field = qr/drizzle|sequelize|mikroorm|activerecord/;
my %forms = (
	view => 'ALTER TABLE events RENAME TO events_table;
		CREATE VIEW events AS SELECT uuid_time(id) AS created_at, * FROM events_table',
	field => 'CREATE FUNCTION created_at(events) RETURNS timestamptz LANGUAGE sql IMMUTABLE RETURN uuid_time($1.id)',
	stored => 'ALTER TABLE events ADD created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED,
		ADD CHECK (created_at = uuid_time(id))',
	virtual => 'ALTER TABLE events ADD created_at timestamptz
		GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL');

# --- The server: the table as the document makes it, with a row every 13 minutes of a year
my $dir = PostgreSQL::Test::Utils::tempdir;
my %blocks = map { $_->{heading} => [ map { $_->{text} } @{ $_->{blocks} } ] } sections('doc/clients/README.md');
my $node = uuidx_node(
	'clients',
	extension => 0,
	conf => "listen_addresses = '127.0.0.1'\nsession_preload_libraries = 'uuidx, auto_explain'\n"
	  . "auto_explain.log_min_duration = 0\nmax_parallel_workers_per_gather = 0");
my ($from, $to) = ('2024-03-10T06:30:00+00:00', '2024-03-10T07:30:00+00:00');

sub ask { my ($sql, $database) = @_; return as_app($node, $database // 'app', $sql) }

# The payloads that a query has, in this order
sub payloads
{
	my ($from, $database, $zone) = @_;
	my $set = $zone ? "SET timezone = '$zone'; " : '';

	return ask("$set SELECT payload FROM $from", $database) =~ tr/\n/,/r;
}

# The plans of statements that are like a pattern, since the log had so many bytes
sub plans { my ($log, $like) = @_; return grep { /$like/ } split(/Query Text: /, slurp_file($node->logfile, $log)) }

value($node, $_) foreach 'CREATE ROLE app LOGIN CREATEDB', 'CREATE DATABASE app OWNER app';
ask('CREATE EXTENSION uuidx');
is(ask($blocks{'uuidx from your language'}[0]), '', 'the table');
ask(q{INSERT INTO events SELECT uuid_generate_v7('2023-06-01 00:00Z'::timestamptz + n * interval '13 minutes 17 ms'),
	  n FROM generate_series(0, 40000) AS n;
	CREATE SCHEMA kept;
	CREATE TABLE kept.events AS SELECT id, payload, uuid_time(id) AS created_at FROM events;
	VACUUM ANALYZE events});
foreach my $form (sort keys %forms)
{
	value($node, "CREATE DATABASE $form TEMPLATE app OWNER app");
	delete $forms{$form} if ask("$forms{$form}; VACUUM ANALYZE", $form);
}
is(join(' ', sort keys %forms), 'field stored view' . (value($node, 'SHOW server_version_num') >= 180000
	? ' virtual' : ''), 'the forms');
value($node, "ALTER DATABASE $_ SET timezone = 'America/New_York'") foreach 'app', keys %forms;
value($node, "ALTER DATABASE app SET enable_seqscan = off");
my ($last, $last_time) = split(/\|/, ask(q{SET timezone = 'UTC'; SELECT id,
	to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"') FROM kept.events WHERE payload = '12345'}));
my $expected = payloads("kept.events WHERE created_at >= '$from' AND created_at < '$to' ORDER BY id");
my $newest = ask('SELECT max(id) FROM events');

# --- What works in every client: a parameter is of the right type by itself
my ($forms, $more) = @{ $blocks{'What works in every client'} };
my $types = 'SELECT parameter_types FROM pg_prepared_statements';
my @forms = (split(/;\n/, $forms), 'SELECT * FROM events WHERE id >= $1::timestamptz AND id < $2::timestamptz');
is(scalar @forms, 4, 'forms, and with a cast');
foreach my $form (map { "PREPARE form AS $_" } @forms)
{
	is(ask("$form; $types"), '{"timestamp with time zone","timestamp with time zone"}', "types: $form");
	is(join(',', ask("$form; EXECUTE form('$from', '$to')") =~ /\|(.*)/g), $expected, 'rows');
}
my ($page, $many, $batch) = split(/;\n/, $more);
compare(
	\&ask,
	[ 'the next page', "PREPARE page AS $page; $types; EXECUTE page ('$last')",
		qr/\A\{uuid\}\n(?:\S+\|\d+\n){49}\S+\|12295\z/ ],
	[ 'many rows', "PREPARE many AS $many; $types; BEGIN; EXECUTE many ('{a,b,c}'); ROLLBACK",
		qr/\A\{text\[\]\}(?:\n\S{36}){3}\z/ ],
	[ 'a batch of ids, in order and after all before them', "WITH batch AS ($batch)
		SELECT count(*), min(id) > '$newest', array_agg(id) = array_agg(id ORDER BY id) FROM batch", '100|t|t' ],
	[ 'an open end', "PREPARE form AS SELECT count(*) FROM events WHERE id <@ tstzrange(\$1, \$2);
		EXECUTE form('$from', NULL)", 40001 - ($expected =~ /(\d+)/)[0] ]);

# --- The bound computed in the client, to the milliseconds that a Date has
SKIP:
{
	my $lacks = lacks('node', 18, 'node', '--version');

	skip "the bound in the client: $lacks", 1 if $lacks;
	my @rows = map { [ split /\|/ ] } split(/\n/, ask(q{
		SET seed = 0.25;
		SELECT to_char(t AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"'),
		  uuid_v7_lower(date_trunc('milliseconds', t))
		FROM (SELECT 'epoch'::timestamptz + random() * interval '8029 years' FROM generate_series(1, 2000)
		  UNION ALL SELECT t::timestamptz
		    FROM unnest(ARRAY['1970-01-01 00:00Z', '1970-01-01 00:00:00.000001Z', '9999-12-31 23:59:59.999Z',
		    '2024-01-01 00:00:00.000999Z', '2024-01-01 00:00:00.999001Z']) AS t) AS i (t)}));
	my ($ids, $why) = output_of([ 'node', '-e', client('prisma')->{blocks}[2] . q{
		for (const line of require('fs').readFileSync(0, 'utf8').trim().split('\n'))
		  console.log(uuidV7Lower(new Date(line)))} ], join("\n", map { $_->[0] } @rows), 180);

	is($ids // $why, join('', map { "$_->[1]\n" } @rows), 'the bound in the client');
}

# --- The clients
# Checks what the examples of a page have said
sub check_examples
{
	my ($name, $text, $log, $said) = @_;
	my @plans = plans($log, qr/Scan[^\n]* on (?:public\.)?events\b/);
	my @by_time = grep { /Index Cond: \(\([^\n]*id >= .*\) AND \([^\n]*id <=? / } @plans;

	compare(
		\&ask,
		[ "$name: id of the new row", "SELECT payload FROM events
			WHERE id = '$said->{id}[0]' AND id > '$newest'", 'hello' ],
		!$said->{many}[0] ? () : [ "$name: many rows, and their ids", "SELECT string_agg(payload, ',' ORDER BY i)
			FROM unnest('{$said->{many}[0]}'::uuid[]) WITH ORDINALITY AS m (id, i) JOIN events USING (id)", 'a,b,c' ],
		[ "$name: the default", "SELECT coalesce(max(pg_get_expr(adbin, adrelid)), 'uuid_generate_v7()')
			FROM pg_attrdef WHERE adrelid = to_regclass('notes')", 'uuid_generate_v7()' ]);
	is($_, $expected, "$name: by time") foreach @{ $said->{during} }, @{ $said->{again} };
	is($_, join(',', reverse 12295 .. 12344), "$name: next page") foreach @{ $said->{page} };
	# the document quotes it: three words of code at least, or the name of an exception
	my @quoted = grep { / .* |^\w+Error$/ } $text =~ /(?|``(.+?)``|`(.+?)`)/g;
	foreach my $message (@{ $said->{trap} })
	{
		ok((grep { index($message, $_) >= 0 } @quoted), "$name: the trap says: $message");
	}
	cmp_ok($_, 'ne', $expected, "$name: the silent trap") foreach @{ $said->{wrong} };
	is($_, '', "$name: the trap that finds nothing") foreach @{ $said->{nothing} };
	cmp_ok(scalar @by_time, '>=', 1, "$name: by the key");
	unlike(join('', @plans), qr/^\s+Filter:/m, "$name: and by nothing else");
	return;
}

# What a real column says; that of questions without an order is sorted here
my $month = q{kept.events WHERE date_trunc('month', created_at) = '2024-03-01'};
my %questions = (
	latest => 'kept.events ORDER BY created_at DESC LIMIT 20',
	next => q{kept.events WHERE (created_at, id) < (SELECT created_at, id
		FROM kept.events WHERE payload = '12345') ORDER BY created_at DESC, id DESC LIMIT 20},
	day => q{kept.events WHERE created_at::date = '2024-03-10'},
	range => q{kept.events WHERE created_at >= '2024-03-10 05:00Z' AND created_at < '2024-03-11 04:00Z'},
	month => $month, year_and_month => $month, utc_month => $month =~ s/created_at/created_at AT TIME ZONE 'UTC'/r,
	count => q{(SELECT count(*) AS payload FROM kept.events WHERE created_at >= '2024-03-04 05:00Z'
		AND created_at < '2024-03-11 04:00Z' GROUP BY created_at::date ORDER BY created_at::date) AS c});

# Checks what a mapper has said of created_at in a form
sub check_questions
{
	my ($name, $form, $zone, $log, $said) = @_;
	my ($id, $newest_id, @times) = split(/,/, (delete $said->{new})->[0]);
	my @plans = grep { /^\s*"?SELECT/i } plans($log, qr/\bon (?:public\.)?events/);

	is(ask("SELECT uuid_version(id) FROM events WHERE id = '$id' AND id = '$newest_id' AND payload = 'new' AND "
		  . join(' AND ', map { "uuid_time(id) = '$_'" } @times), $form), '7', "$name: the new row, its time: @times");
	ask(q{DELETE FROM events WHERE payload = 'new'}, $form);
	foreach my $what (sort keys %$said)
	{
		# those without an order come in any
		my ($there, $here) = map { $questions{$what} =~ /ORDER/ ? $_ : join(',', sort { $a <=> $b } split(/,/)) }
		  $said->{$what}[0], payloads($questions{$what}, $form, $zone);

		is($there, $here, "$name: $what");
	}
	cmp_ok(scalar @plans, '>=', scalar keys %$said, "$name: plans");
	is(join('', grep { /Seq Scan/ } @plans), '', "$name: no scan of the table");
	is(join('', grep { /\bSort\b/ && !/GROUP BY/i } @plans), '', "$name: no sort");
	return;
}

@ENV{ 'FROM_TIME', 'TO_TIME', 'LAST_ID', 'LAST_TIME' } = ($from, $to, $last, $last_time);
foreach my $file (@drivers, @mappers)
{
	my $stem = page_of($file);
	my $mapper = grep { $_ eq $file } @mappers;

  SKIP:
	{
		my ($why, $command, $work, $page) = client_program($file, 'examples', $dir);

		skip "$stem: $why", 1 if $why;
		local $ENV{DATABASE_URL} = "postgres://app\@127.0.0.1:${\ $node->port}/app";
		ask("DELETE FROM events WHERE id > '$newest'; DROP TABLE IF EXISTS notes; DROP EXTENSION IF EXISTS uuidx_ids");
		my $log = -s $node->logfile;
		my $said = said($stem, [ @$command, 'examples', $work ]) or next;
		check_examples($stem, $page->{text}, $log, $said);
		next if !$mapper;

		(undef, $command, $work) = client_program($file, 'created_at', $dir);
		foreach my $form (grep { $_ ne 'field' || $file !~ $no_field } sort keys %forms)
		{
			local $ENV{DATABASE_URL} = "postgres://app\@127.0.0.1:${\ $node->port}/$form";
			$log = -s $node->logfile;
			$said = said("$stem, $form", [ @$command, 'created_at', $work ]) or next;
			check_questions("$stem, $form", $form, $zone{$file}, $log, $said);
		}
	}
}

# --- The gateways: not run, but their SQL is
my ($functions, $queries) = @{ client('postgrest')->{blocks} };
is(ask($functions), '', 'functions');
ask("DELETE FROM events WHERE id > '$newest'");
my ($at, $rpc) = split(/;\n/, $queries);
is(join(',', ask($at) =~ /\|(.*)/g), $expected, 'a computed column');
is(join(',', ask($rpc) =~ /\|(.*)/g), join(',', reverse 39951 .. 40000), 'a function');
my $bound = qr/'[-0-9a-f]{36}'::uuid/;
compare(
	\&ask,
	[ 'the first by the key and nothing else', "EXPLAIN (COSTS OFF) $at",
		qr/\AIndex Scan using events_pkey on events\n *Index Cond: \(\(id >= $bound\) AND \(id < $bound\)\)\z/ ],
	[ 'the second as well', "EXPLAIN (COSTS OFF) $rpc",
		qr/\ALimit\n *->  Index Scan Backward using events_pkey on events\n *Index Cond: \(id >= $bound\)\z/ ],
	[ 'the trap', q{SELECT FROM events WHERE id >= '2024-03-10T06:30:00Z'}, qr/invalid input syntax for type uuid/ ]);

done_testing();
