# The migrations of doc/clients, run by each framework that the machine has,
# in programs of test/clients/migrations, as a role that is no superuser: a table as the
# framework creates it gets a new default and a computed created_at, and goes back.  Every
# created_at is what it was, a new row has an id of version 7 and its time, and nothing is
# left to migrate.  Django and ActiveRecord create their test databases, too.  Needs npm and
# UUIDX_NETWORK=1 for JavaScript.
#
# Two servers are enough: the oldest, and the newest, which has virtual columns.
# Only in make test-all: needs frameworks in several languages.

use FindBin;
use lib "$FindBin::RealBin/lib";
use UuidxDocument qw(sections client with_created_at);
use UuidxPackages;
use UuidxTest;

my $dir = PostgreSQL::Test::Utils::tempdir;
my $node = uuidx_node('migrations', extension => 0, conf => "listen_addresses = '127.0.0.1'");
my $version = value($node, 'SHOW server_version_num') / 10000;
value($node, 'CREATE ROLE app LOGIN CREATEDB');

my ($section) = grep { $_->{heading} eq 'Migrations' } sections('doc/clients/README.md');
my ($table, $compare, @files) = map { $_->{text} } @{ $section->{blocks} };
my ($each) = $section->{text} =~ /`(migrationsTransactionMode: [^`]*)`/;
my ($each_alone) = $section->{text} =~ /`(allOrNothing: \w+)`/;
my ($per_migration) = $section->{text} =~ /`(transaction_per_migration=\w+)`/;
my ($together) = $section->{text} =~ /With (.*?), deploy `v7` first/;
my %file = map { /^-- (\S+)\n/ => $_ } @files;
is(join(' ', sort keys %file), 'created_at.down.sql created_at.up.sql v7.down.sql v7.up.sql', 'the files');

# name, program, whether it creates the table, and whether it cannot go back
my @frameworks = (
	[ 'Knex', 'knex.js' ],
	[ 'Kysely', 'kysely.js' ],
	[ 'Sequelize', 'sequelize.js' ],
	[ 'TypeORM', 'typeorm.ts' ],
	[ 'MikroORM', 'mikroorm.ts' ],
	[ 'Drizzle', 'drizzle.js', 0, 1 ],
	[ 'SQLAlchemy', 'alembic.py' ],
	[ 'Django', 'django.py', 1 ],
	[ 'ActiveRecord', 'activerecord.rb', 1 ],
	[ 'Laravel', 'laravel.php' ]);

# The migration of a page: its block, or its code for one way, with what it stands in
my $read = qq{import { readFileSync } from 'node:fs'\n};
my %around = (
	knex => [ qr/`(export const up = .*?)`\./, "$read%s\n%s\n" ],
	kysely => [ qr/`(export const up = .*?)`\./, "${read}import { sql } from 'kysely'\n%s\n%s\n" ],
	sequelize => [ qr/`(export const up = .*?)`\./, "$read%s\n%s\n" ],
	alembic => [ qr/`(op\.execute\(.*?)`\./, "def upgrade():\n    %s\n\n\ndef downgrade():\n    %s\n" ],
	mikroorm => [ qr/`(this\.addSql\(.*?)`\./,
		"class CreatedAt extends Migration {\n  up() { %s }\n  down() { %s }\n}\n" ],
	activerecord => [ qr/`(execute .*?)`\./,
		"class CreatedAt < ActiveRecord::Migration[6.1]\n  def up\n    %s\n  end\n\n  def down\n    %s\n  end\nend\n" ],
	laravel => [ qr/`(DB::unprepared.*?)`\./, "return new class extends Migration {\n    public function up() { %s }\n"
	  . "    public function down() { %s }\n};\n" ]);

sub migration_of
{
	my ($stem, $page) = @_;
	my ($code, $around) = @{ $around{$stem} || [] };

	return (grep { /created_at\.up\.sql|created_at"/ } @{ $page->{blocks} })[0] // '' if !$code;
	my ($up) = $page->{text} =~ $code or die "$stem: no migration";
	return sprintf($around, $up, $up =~ s/\bup\b/down/gr);
}

# Writes what a framework runs; returns why it cannot run, the command, which takes a step and a directory, and this
sub prepare
{
	my ($name, $file) = @_;
	my ($stem, $kind) = $file =~ /^(.*)\.(\w+)$/;
	my $work = "$dir/work_$stem";
	my $page = client(page_of($file));
	my %code = (created_at => migration_of($stem, $page), during => $page->{blocks}[1],
		each => $each,
		each_alone => $each_alone,
		per_migration => $per_migration,
		model => $stem =~ /^k/ ? '' : $stem eq 'laravel' ? $page->{blocks}[0] : with_created_at(@{ $page->{blocks} }));

	($code{v7} = $code{created_at}) =~ s/created_at\.(up|down)/v7.$1/g;
	# what TypeORM has to know of a stored column
	my ($stored) = $page->{text} =~ /`(generatedType: [^`]*)`/;
	my ($check) = $page->{text} =~ /`(\@Check[^`]*)`/;
	$code{model} =~ s/(?<=update: false)(?= \}\) createdAt)/, $stored/ if $stored;
	$code{model} =~ s/^(?=class )/$check\n/m if $check;
	$code{v7} =~ s/^ *await runner\.query\(`.*?`\)\n//msg;
	$code{v7} =~ s/CreatedAt(?:1700000000001)?/$kind eq 'ts' ? 'V71700000000000' : 'V7'/e;
	mkdir $_ or die "$_: $!" foreach $work, map { "$work/$_" } 'migrations', 'db', 'database';
	foreach my $sql (keys %file)
	{
		my $text = $file{$sql};

		# as the document says of Django
		$text =~ s/ AT TIME ZONE 'UTC'// if $name eq 'Django';
		append_to_file("$work/$_/$sql", $text) foreach 'migrations', 'db', 'database';
	}
	append_to_file("$work/$_.block", $code{$_}) foreach 'v7', 'created_at';
	my ($why, $command) = client_program('migrations', $file, $dir, sub {
		my ($text, $to) = @_;

		append_to_file("$to/${stem}_$_.js", $code{$_}) foreach $kind eq 'js' ? ('v7', 'created_at') : ();
		return $text =~ s/<<(\w+)>>/$code{$1}/gr;
	});
	return ($why, $command, $work);
}

# A statement as the application's role; a file is one transaction
sub app
{
	my ($db, $sql) = @_;
	my ($stdout, $stderr);
	my $status = $node->psql($db, $sql, stdout => \$stdout, stderr => \$stderr,
		on_error_stop => 1, extra_params => [ '-U', 'app', '-1' ]);

	return $status ? $stderr : $stdout;
}

sub database
{
	my ($db) = @_;
	value($node, "CREATE DATABASE $db OWNER app");
	value($node, "ALTER DATABASE $db SET timezone = 'America/New_York'");
}

# Rows whose created_at is that of their ids in UTC, for a day on which the clock of the
# session's zone jumps
sub fill
{
	my ($db) = @_;

	return app($db, q{
		CREATE FUNCTION pg_temp.v7(t timestamptz) RETURNS uuid LANGUAGE sql RETURN
		  (lpad(to_hex((extract(epoch FROM t) * 1000)::bigint), 12,
		    '0') || '7' || substr(md5(t::text), 1, 3) || '8' || substr(md5(t::text), 1, 15))::uuid;
		SET timezone = 'UTC';
		INSERT INTO events (id, created_at, payload) SELECT pg_temp.v7(t), t, 'old'
		  FROM generate_series('2024-03-10 00:00Z', '2024-03-10 23:59Z', interval '7 minutes 1.003 s') AS t;
		CREATE SCHEMA kept;
		CREATE TABLE kept.before AS TABLE events});
}

my $column = q{SELECT format_type(atttypid, atttypmod), attnotnull, attgenerated, pg_get_expr(adbin, adrelid)
	FROM pg_attribute LEFT JOIN pg_attrdef ON attrelid = adrelid
	  AND attnum = adnum WHERE attrelid = 'events'::regclass AND attname = '%s'};
# whether VALIDATE has another transaction than CREATE EXTENSION
my $apart = q{SELECT e.xmin <> c.xmin FROM pg_extension AS e, pg_constraint AS c
	WHERE extname = 'uuidx' AND conname = 'events_id_check'};
my $constraint = q{SELECT convalidated FROM pg_constraint WHERE conname = 'events_id_check'};

foreach my $framework (@frameworks)
{
	my ($name, $file, $creates, $forward) = @$framework;
	my ($stem) = $file =~ /^(\w+)/;
	my ($why, $command, $work) = prepare($name, $file);

  SKIP:
	{
		skip "migrations, $name: $why", 1 if $why;
		local $ENV{DATABASE_URL} = "postgres://app\@127.0.0.1:${\ $node->port}/$stem";
		my $step = sub { return output_of([ @$command, $_[0], $work ], '', 180) };

		database($stem);
		if ($creates) { is(($step->('init'))[1], undef, "$name: creates the table") or next }
		else { is(app($stem, $table), '', 'the table') }
		is(fill($stem), '', 'rows');
		my %was = map { $_ => app($stem, sprintf($column, $_)) } 'id', 'created_at';
		my $zone = $was{created_at} =~ /without time zone/ ? q{ AT TIME ZONE 'UTC'} : '';

		my ($output, $error) = $step->('up');
		is($error, undef, "$name: migrates") or next;
		foreach my $line (grep { s/^check\t// } split(/\n/, $output)) { like($line, qr/^true,/, "$name: $line") }
		my (undef, @new) = map { split /\t/ } grep { /^new\t/ } split(/\n/, $output);
		is(app($stem, "SELECT uuid_version(id) FROM events WHERE payload = 'new'
			AND id = '$new[0]'"), '7', "$name: a new row has an id of version 7, which is returned");
		is($new[1], $new[0], "$name: and is the newest");
		is(app($stem, "SELECT created_at = '$new[2]' FROM events
			WHERE payload = 'new'"), 't', "$name: of the time that is read: $new[2]");
		is(app($stem, sprintf($column, 'id')), 'uuid|t||uuid_generate_v7()', "$name: the default");
		is(app($stem, sprintf($column, 'created_at')),
			'timestamp with time zone|t|s|uuid_time(id)', "$name: the computed column");
		is(app($stem, $constraint), 't', "$name: the CHECK");
		is(app($stem, $apart), $together =~ /\b$name\b/ ? 'f' : 't',
			"$name: is not validated in the transaction of v7");
		is(app($stem, q{SELECT convalidated, pg_get_constraintdef(oid) FROM pg_constraint WHERE conname
			= 'events_created_at_check'}), 't|CHECK ((created_at = uuid_time(id)))', "$name: that of created_at");
		my $same = "SELECT count(*), count(*) FILTER (WHERE e.created_at = b.created_at$zone)
			FROM kept.before AS b JOIN events AS e USING (id, payload)";
		is(app($stem, $same), '206|206', "$name: every created_at is what it was");

		if ($forward) { is(app($stem, $file{"$_.down.sql"}), '', "$name: $_.down.sql") foreach ('created_at', 'v7') }
		else { is(($step->('down'))[1], undef, "$name: goes back") or next }
		is(app($stem, sprintf($column, 'created_at')), $was{created_at}, "$name: the column as it was");
		is(app($stem, sprintf($column, 'id')), $was{id}, "$name: the default as it was");
		is(app($stem, $constraint), '', "$name: no CHECK");
		is(app($stem, $same =~ s/ AT TIME ZONE 'UTC'//r), '206|206', "$name: every created_at is still there");
		is(app($stem, "SELECT created_at = uuid_time(id)$zone FROM events
			WHERE payload = 'new'"), 't', "$name: that of the new row, too");
	}
}

#
# The files by themselves, as Flyway, Liquibase, golang-migrate and Prisma run them
#
database('files');
is(app('files', $table), '', 'the table');
fill('files');
is(app('files', "CREATE EXTENSION uuidx; $compare"), '0|0|f', 'the comparison, in New York');
app('files', q{INSERT INTO events VALUES (gen_random_uuid());
	INSERT INTO events (id, created_at) VALUES (uuid_generate_v7('2024-03-10Z'), '2024-03-10 04:00')});
is(app('files', $compare), '1|2|f', 'version 4, and a time of another zone');
is(app('files', "BEGIN; ALTER TABLE events ALTER created_at TYPE timestamp(0); $compare ROLLBACK"), '1|2|t',
	'whole seconds');
app('files', 'DELETE FROM events WHERE id NOT IN (SELECT id FROM kept.before)');
is(app('files', $file{$_}), '', $_) foreach 'v7.up.sql', 'created_at.up.sql';
is(app('files', 'INSERT INTO events DEFAULT VALUES'), '', 'a new row');
is(app('files', $file{$_}), '', $_) foreach 'created_at.down.sql', 'v7.down.sql';
is(app('files', q{DELETE FROM events WHERE created_at = uuid_time(id) AT TIME ZONE 'UTC'
	AND id NOT IN (SELECT id FROM kept.before) RETURNING payload IS NULL}), 't', 'it keeps its time');
is(app('files', 'SELECT count(*) FROM (TABLE events EXCEPT TABLE kept.before) AS d'), '0', 'as it was');
is(app('files', $file{'v7.up.sql'}), '', 'forward again');
my $stored = $file{'created_at.up.sql'};
SKIP:
{
	skip 'virtual columns came with 18', 3 if $version < 18;
	my ($virtual) = $section->{text} =~ /`(\(uuid_extract_timestamp\(id\)\) VIRTUAL)`/;
	is(app('files', $stored =~ s/\(uuid_time\(id\)\) STORED.*;/$virtual;/sr), '', 'the virtual column can be added');
	is(app('files', sprintf($column, 'created_at')),
		'timestamp with time zone|t|v|uuid_extract_timestamp(id)', 'it is there');
	is(app('files', q{SELECT count(*) FROM kept.before AS b JOIN events AS e USING (id)
		WHERE e.created_at = b.created_at AT TIME ZONE 'UTC'}), '206', 'with the same times');
}

$node->stop;
done_testing();
