# A computed created_at, asked by the object-relational mappers of doc/clients
# with the models that stand there: each sends latest, page, next page, day, month, count by
# day and maximum to each form of the column, gets the rows of that time, and auto_explain
# shows that the key was used, without a sort.  Needs npm and UUIDX_NETWORK=1 for JavaScript.
#
# One server is enough: what the mappers send does not depend on it.
# Only in make test-all: needs object-relational mappers in several languages.

use FindBin;
use lib "$FindBin::RealBin/lib";
use UuidxDocument qw(client with_created_at);
use UuidxPackages;
use UuidxTest;

my $dir = PostgreSQL::Test::Utils::tempdir;
my $node = uuidx_node(
	'created_at_orms',
	extension => 0,
	conf => "listen_addresses = '127.0.0.1'\nsession_preload_libraries = 'uuidx, auto_explain'\n"
	  . "auto_explain.log_min_duration = 0\nmax_parallel_workers_per_gather = 0");
my $version = value($node, 'SHOW server_version_num') / 10000;

#
# A database for each form, with a row every 26 minutes of a year
#
my %forms = (
	view => 'ALTER TABLE events RENAME TO events_table;
		CREATE VIEW events AS SELECT uuid_time(id) AS created_at, * FROM events_table',
	field => 'CREATE FUNCTION created_at(events) RETURNS timestamptz LANGUAGE sql IMMUTABLE RETURN uuid_time($1.id)',
	stored => 'ALTER TABLE events ADD created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED,
		ADD CHECK (created_at = uuid_time(id))',
	virtual => 'ALTER TABLE events ADD created_at timestamptz
		GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL');
delete $forms{virtual} if $version < 18;
my %last;
value($node, 'CREATE ROLE app LOGIN SUPERUSER');
foreach my $form (sort keys %forms)
{
	value($node, "CREATE DATABASE $form; ALTER DATABASE $form SET timezone = 'America/New_York'");
	value($node, qq{
		CREATE EXTENSION uuidx;
		CREATE TABLE events (id uuid PRIMARY KEY DEFAULT uuid_generate_v7() CHECK (uuid_is_v7(id)), payload text);
		CREATE TABLE real_events (id uuid, payload text, created_at timestamptz);
		INSERT INTO events SELECT uuid_generate_v7('2023-06-01 00:00Z'::timestamptz + n * interval '26 minutes 17 ms'),
		  n FROM generate_series(0, 20000) AS n;
		INSERT INTO real_events SELECT id, payload, uuid_time(id) FROM events;
		$forms{$form}}, $form);
	value($node, 'VACUUM ANALYZE', $form);
	$last{$form} = [ split(/\|/, value($node, q{SET timezone = 'UTC'; SELECT id,
		to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"') FROM real_events WHERE payload = '12345'}, $form)) ];
}

# What a real column says, in the time zone of a client
my %expected = (
	insert => 'SELECT 1',
	latest => 'SELECT payload FROM real_events ORDER BY created_at DESC LIMIT 20',
	page => 'SELECT payload FROM real_events ORDER BY created_at DESC LIMIT 20 OFFSET 40',
	next => q{SELECT payload FROM real_events WHERE (created_at, id) < (SELECT created_at, id
		FROM real_events WHERE payload = '12345') ORDER BY created_at DESC, id DESC LIMIT 20},
	day => q{SELECT payload FROM real_events WHERE created_at::date = '2024-03-10' ORDER BY payload::int},
	range => q{SELECT payload FROM real_events WHERE created_at >= '2024-03-10 05:00Z'
		AND created_at < '2024-03-11 04:00Z' ORDER BY payload::int},
	month => q{SELECT payload FROM real_events
		WHERE date_trunc('month', created_at) = '2024-03-01' ORDER BY payload::int},
	utc_month => q{SELECT payload FROM real_events
		WHERE date_trunc('month', created_at AT TIME ZONE 'UTC') = '2024-03-01' ORDER BY payload::int},
	year_and_month => q{SELECT payload FROM real_events
		WHERE date_trunc('month', created_at) = '2024-03-01' ORDER BY payload::int},
	count => q{SELECT count(*) FROM real_events WHERE created_at >= '2024-03-04 05:00Z'
		AND created_at < '2024-03-11 04:00Z' GROUP BY created_at::date ORDER BY created_at::date},
	max => q{SELECT to_char(max(created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM real_events});

#
# The programs: name, file, the time zone that it sets, and a form that it cannot ask: a computed field needs a
# qualified name, and none of the catalog
#
my @programs = (
	[ 'Knex', 'knex.js' ],
	[ 'Kysely', 'kysely.js' ],
	[ 'Drizzle', 'drizzle.js', undef, 'field' ],
	[ 'Sequelize', 'sequelize.js', 'UTC', 'field' ],
	[ 'TypeORM', 'typeorm.ts' ],
	[ 'MikroORM', 'mikroorm.ts', undef, 'field' ],
	[ 'Prisma', 'prisma.js' ],
	[ 'SQLAlchemy', 'sqlalchemy.py' ],
	[ 'Django', 'django.py' ],
	[ 'ActiveRecord', 'activerecord.rb', 'UTC', 'field' ]);

append_to_file("$dir/package.json", '{"type": "module"}');
foreach my $program (@programs)
{
	my ($name, $file, $zone, $not) = @$program;
	my $model = with_created_at(@{ client(page_of($file))->{blocks} });
	my ($why, $command) = client_program('created_at', $file, $dir, sub { $_[0] =~ s/^<<model>>$/$model/mr }, $model);

	foreach my $form (sort keys %forms)
	{
	  SKIP:
		{
			skip "created_at, $name: $why", 1 if $why;
			next if $form eq ($not // '');
			my ($id, $time) = @{ $last{$form} };
			local @ENV{ 'DATABASE_URL', 'LAST_ID',
				'LAST_TIME' } = ("postgres://app\@127.0.0.1:${\ $node->port}/$form", $id, $time);
			my $log = -s $node->logfile;
			my ($output, $error) = output_of($command, '', 180);
			is($error, undef, "$name, $form: runs") or next;
			my @plans = grep { /\bon (?:public\.)?events/ && /^\s*(?:"?)SELECT/i } split(/Query Text: /,
				slurp_file($node->logfile, $log));

			my %said = map { my ($what, $rows) = split(/\t/); ($what => $rows // '') } split(/\n/, $output);
			value($node, "DELETE FROM events WHERE payload = 'new'", $form);
			foreach my $what (sort keys %said)
			{
				# those without an order come in any
				my $said = $what =~ /^(?:day|range|month|utc|year)/
				  ? join(',', sort { $a <=> $b } split(/,/, $said{$what})) : $said{$what};

				is($said, join(',', split(/\n/, value($node, "SET timezone
					= '" . ($zone // 'America/New_York') . "'; $expected{$what}", $form))), "$name, $form: $what");
			}
			cmp_ok(scalar @plans, '>=', scalar(keys %said) - 1, "$name, $form: plans");
			my @scans = grep { /Seq Scan/ } @plans;
			my @sorts = grep { /\bSort\b/ && !/GROUP BY/i } @plans;
			is(scalar(@scans), 0, "$name, $form: no scan of the table") or diag(@scans);
			is(scalar(@sorts), 0, "$name, $form: no sort") or diag(@sorts);
		}
	}
}

$node->stop;
done_testing();
