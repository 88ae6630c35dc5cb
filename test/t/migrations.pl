# The migrations of doc/clients, run by each framework that the machine has, in the programs of
# test/clients, as a role that is no superuser: a table as the framework creates it gets a new default
# and a computed created_at, and goes back.  Every created_at is what it was, a new row has an id
# of version 7 and its time, and nothing is left to migrate.  Django and ActiveRecord create their test
# databases, too.  Needs npm and UUIDX_NETWORK=1 for JavaScript.
#
# Two servers are enough: the oldest, and the newest, which has virtual columns.
# Only in make test-all: needs frameworks in several languages.

use UuidxDocument qw(sections);
use UuidxPackages;
use UuidxTest;

my $dir = PostgreSQL::Test::Utils::tempdir;
my $node = uuidx_node('migrations', extension => 0, conf => "listen_addresses = '127.0.0.1'");
value($node, 'CREATE ROLE app LOGIN CREATEDB');

@ENV{qw(FROM_TIME TO_TIME LAST_TIME LAST_ID)} = (('2024-03-10T00:00:00+00:00') x 3, '');
my ($section) = grep { $_->{heading} eq 'Migrations' } sections('doc/clients/README.md');
my ($table, $compare, @files) = map { $_->{text} } @{ $section->{blocks} };
my ($together) = $section->{text} =~ /With (.*?), deploy `v7` first/;
my %file = map { /^-- (\S+)\n/ => $_ } @files;
is(join(' ', sort keys %file), 'created_at.down.sql created_at.up.sql v7.down.sql v7.up.sql', 'the files');

# A statement as the application's role; a file is one transaction
my $db;
sub app { return as_app($node, $db, $_[0], '-1') }

# A database, in a time zone whose clock jumps on the day of its rows
sub database
{
	($db) = @_;
	value($node, $_) foreach "CREATE DATABASE $db OWNER app", "ALTER DATABASE $db SET timezone = 'America/New_York'";
	return;
}

# Rows whose created_at is that of their ids in UTC
my $rows = q{
	CREATE FUNCTION pg_temp.v7(t timestamptz) RETURNS uuid LANGUAGE sql RETURN
	  (lpad(to_hex((extract(epoch FROM t) * 1000)::bigint), 12,
	    '0') || '7' || substr(md5(t::text), 1, 3) || '8' || substr(md5(t::text), 1, 15))::uuid;
	SET timezone = 'UTC';
	INSERT INTO events (id, created_at, payload) SELECT pg_temp.v7(t), t, 'old'
	  FROM generate_series('2024-03-10 00:00Z', '2024-03-10 23:59Z', interval '7 minutes 1.003 s') AS t;
	CREATE SCHEMA kept;
	CREATE TABLE kept.before AS TABLE events};
my $columns = q{SELECT attname, format_type(atttypid, atttypmod), attnotnull, attgenerated, pg_get_expr(adbin, adrelid)
	FROM pg_attribute LEFT JOIN pg_attrdef ON attrelid = adrelid AND attnum = adnum
	WHERE attrelid = 'events'::regclass AND attname IN ('id', 'created_at') ORDER BY attname};
# and whether VALIDATE has another transaction than CREATE EXTENSION
my $checks = q{SELECT pg_get_constraintdef(c.oid), e.xmin <> c.xmin FROM pg_constraint AS c, pg_extension AS e
	WHERE conrelid = 'events'::regclass AND contype = 'c' AND extname = 'uuidx' ORDER BY 1 DESC};

foreach my $file (qw(knex.js kysely.js sequelize.js typeorm.ts mikroorm.ts drizzle.js sqlalchemy.py django.py
	activerecord.rb laravel.php))
{
	my ($name) = $file =~ /^(\w+)/;
	my ($why, $command, $work) = client_program($file, 'migrations', $dir);

  SKIP:
	{
		skip "migrations, $name: $why", 1 if $why;
		local $ENV{DATABASE_URL} = "postgres://app\@127.0.0.1:${\ $node->port}/$name";
		my $step = sub { return said("$name, $_[0]", [ @$command, $_[0], $work ]) };

		foreach my $sql (keys %file)
		{
			# as the document says of Django
			my $text = $name eq 'django' ? $file{$sql} =~ s/ AT TIME ZONE 'UTC'//r : $file{$sql};
			append_to_file("$work/$_/$sql", $text) foreach 'migrations', 'db', 'database';
		}
		database($name);
		if ($name =~ /django|activerecord/) { $step->('init') or next }
		else { is(app($table), '', "$name: the table") }
		is(app($rows), '', "$name: rows");
		my $was = app($columns);
		my $zone = $was =~ /^created_at.*without time zone/ ? q{ AT TIME ZONE 'UTC'} : '';

		my $said = $step->('up') or next;
		my ($id, $newest, @times) = split(/,/, $said->{new}[0]);
		my $apart = $together =~ /\b$name\b/i ? 'f' : 't';
		my $same = 'SELECT count(*), count(*) FILTER (WHERE e.created_at = b.created_at%s)
			FROM kept.before AS b JOIN events AS e USING (id, payload)';
		compare(
			\&app,
			[ "$name: a new row, its id and time: @times", "SELECT uuid_version(id) FROM events WHERE payload = 'new'
				AND id = '$id' AND id = '$newest' AND " . join(' AND ', map { "created_at = '$_'" } @times), '7' ],
			[ "$name: the default and the computed column", $columns,
				"created_at|timestamp with time zone|t|s|uuid_time(id)\nid|uuid|t||uuid_generate_v7()" ],
			[ "$name: the CHECKs, valid, and the first one apart from v7", $checks,
				qr/\ACHECK \(uuid_is_v7\(id\)\)\|$apart\nCHECK \(\(created_at = uuid_time\(id\)\)\)\|.\z/ ],
			[ "$name: every created_at is what it was", sprintf($same, $zone), '206|206' ]);

		# Drizzle does not go back
		if ($name eq 'drizzle') { is(app($file{"$_.down.sql"}), '', "$name: $_.down.sql") foreach 'created_at', 'v7' }
		else { $step->('down') or next }
		compare(
			\&app,
			[ "$name: the columns as they were", $columns, $was ], [ "$name: no CHECK", $checks, '' ],
			[ "$name: every created_at is still there", sprintf($same, ''), '206|206' ],
			[ "$name: that of the new row, too", "SELECT created_at = uuid_time(id)$zone
				FROM events WHERE payload = 'new'", 't' ]);
	}
}

# --- The files by themselves, as Flyway, Liquibase, golang-migrate and Prisma run them
database('files');
my ($virtual) = $section->{text} =~ /`(\(uuid_extract_timestamp\(id\)\) VIRTUAL)`/;
compare(
	\&app,
	[ 'the table', $table, '' ],
	[ 'rows', $rows, '' ],
	[ 'the comparison, in New York', "CREATE EXTENSION uuidx; $compare", '0|0|f' ],
	[ 'version 4, and a time of another zone', "INSERT INTO events VALUES (gen_random_uuid());
		INSERT INTO events (id, created_at) VALUES (uuid_generate_v7('2024-03-10Z'), '2024-03-10 04:00'); $compare",
		'1|2|f' ],
	[ 'whole seconds', "BEGIN; ALTER TABLE events ALTER created_at TYPE timestamp(0); $compare ROLLBACK", '1|2|t' ],
	[ 'none of these', 'DELETE FROM events WHERE id NOT IN (SELECT id FROM kept.before)', '' ],
	(map { [ $_, $file{$_}, '' ] } 'v7.up.sql', 'created_at.up.sql', 'created_at.down.sql', 'v7.down.sql'),
	[ 'as it was', 'SELECT count(*) FROM (TABLE events EXCEPT TABLE kept.before) AS d', '0' ],
	[ 'forward again', $file{'v7.up.sql'}, '' ]);
SKIP:
{
	skip 'virtual columns came with 18', 3 if value($node, 'SHOW server_version_num') < 180000;
	compare(
		\&app,
		[ 'the virtual column can be added',
			$file{'created_at.up.sql'} =~ s/\(uuid_time\(id\)\) STORED.*;/$virtual;/sr, '' ],
		[ 'it is there', $columns, qr/^created_at\|timestamp with time zone\|t\|v\|uuid_extract_timestamp\(id\)$/m ],
		[ 'with the same times', q{SELECT count(*) FROM kept.before AS b JOIN events AS e USING (id)
			WHERE e.created_at = b.created_at AT TIME ZONE 'UTC'}, '206' ]);
}

done_testing();
