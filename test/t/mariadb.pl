# Tables of MariaDB, moved with mysql_fdw and pgloader as doc/existing-tables.md says: keys of versions
# 1, 4 and 7 in columns of type UUID, BINARY(16) and CHAR(36) are the same ids, with the same times
# and references.  Newer suites have newer versions, from 11.7 on with uuid_v7().
#
# Only in make test-all: a document, not code.

use IPC::Run;
use UuidxDocument qw(sections code_in);
use UuidxPackages;
use UuidxTest;

my ($section) = grep { $_->{heading} eq 'MySQL and MariaDB' } sections('doc/existing-tables.md');
my ($block) = map { $_->{text} } grep { $_->{language} eq 'sql' } @{ $section->{blocks} };
my %rows = map { my @cells = split / *\| */,
	$_; (code_in($cells[0]))[0] => [ map { [code_in($_)] } @cells[ 1, 2 ] ] } $section->{text} =~ /^\| (`.*) \|$/mg;
my ($cast) = $section->{text} =~ /`(CAST [^`]+)`/;
my ($mariadbd) = grep { -x } '/usr/sbin/mariadbd', '/usr/libexec/mariadbd';

plan(skip_all => 'MariaDB is not installed') if !$mariadbd || lacks('mariadb', 0, 'mariadb', '--version');
my @ways = (
	-e output_of([ 'pg_config', '--sharedir' ], '', 60) =~ s/\n//r . '/extension/mysql_fdw.control' ? 'mysql_fdw' : (),
	lacks('pgloader', 0, 'pgloader', '--version') ? () : 'pgloader');
plan(skip_all => 'neither mysql_fdw nor pgloader is installed') if !@ways;

# A server without a network, whose socket libmariadb finds by the environment
my $dir = PostgreSQL::Test::Utils::tempdir_short;
my $socket = "$dir/socket";
my (undef, $broken) = output_of([ 'mariadb-install-db', '--no-defaults', "--datadir=$dir/data",
	'--auth-root-authentication-method=normal', '--skip-test-db' ], '', 120);
die $broken if $broken;
my $maria = IPC::Run::start([ $mariadbd, '--no-defaults', "--datadir=$dir/data", "--socket=$socket",
	'--skip-networking', '--default-time-zone=+00:00', "--pid-file=$dir/pid", '--innodb-flush-log-at-trx-commit=0' ],
	'<', '/dev/null', '>', "$dir/log", '2>&1');
END { $maria->kill_kill if $maria }

sub maria
{
	my ($sql) = @_;
	my ($stdout, $stderr) = output_of([ 'mariadb', '--no-defaults', '-N', '-B', '-u', 'root', '-S', $socket ],
		$sql, 120);

	die $stderr if !defined $stdout;
	return $stdout =~ s/\n\z//r;
}

foreach (1 .. 600) { last if eval { maria('SELECT 1') }; select(undef, undef, undef, 0.1) }
note maria('SELECT version()') . ", @ways";
my ($new_id, $new_version) = eval { maria('SELECT uuid_v7()') } ? ('uuid_v7()', 7) : ('uuid()', 1);

my $node = uuidx_node('mariadb', conf => "timezone = 'UTC'", env => { MYSQL_UNIX_PORT => $socket });
value($node, q{
	CREATE TABLE made AS SELECT n, n % 3 AS version, t AS created_at, CASE n % 3 WHEN 0
	  THEN overlay(uuid_v6_to_v1(uuid_generate_v6(t))::text PLACING '8a2b-02fc00000001' FROM 20)::uuid
	  WHEN 1 THEN uuid_generate_v7(t) ELSE gen_random_uuid() END AS id
	FROM generate_series(1, 600) AS n,
	  LATERAL (SELECT timestamptz '2026-06-15 12:00:00.123Z' + n * interval '90 minutes 7 milliseconds') AS s (t)});
value($node, q{CREATE EXTENSION mysql_fdw;
	CREATE SERVER maria FOREIGN DATA WRAPPER mysql_fdw OPTIONS (host 'localhost');
	CREATE USER MAPPING FOR CURRENT_USER SERVER maria OPTIONS (username 'root')}) if $ways[0] eq 'mysql_fdw';

# Loads a database into the schema public, with the conversions of the document or none: the number
# of tables there, or the first error
sub pgloader
{
	my ($db, $cast) = @_;

	unlink "$dir/load";
	append_to_file("$dir/load", "LOAD DATABASE FROM mysql://root\@unix:$socket:/$db
		INTO postgresql://${\ scalar getpwuid $<}\@unix:${\ $node->host}:${\ $node->port}/postgres
		${\ ($cast // '')} ALTER SCHEMA '$db' RENAME TO 'public';");
	my ($output, $error) = output_of([ 'pgloader', "--root-dir=$dir/pgloader", "$dir/load" ], '', 120);
	note $output // $error;
	return value($node, q{SELECT count(*) FROM pg_tables WHERE tablename LIKE 'order%'})
	  . (($output // $error) =~ /Database (error \w+)/ ? ", $1" : '');
}

my @made = map { [ split /\|/ ] } split(/\n/,
	value($node, q{SELECT id, to_char(created_at, 'YYYY-MM-DD HH24:MI:SS.US'), n FROM made}));
my %text = ('UUID' => q{'%s'}, 'BINARY(16)' => q{UNHEX(REPLACE('%s', '-', ''))}, 'CHAR(36)' => q{'%s'});
foreach my $type (sort keys %text)
{
	my $db = 'of_' . lc($type =~ s/\W.*//r);
	my $is_uuid = $type eq 'UUID';

	maria(join ";\n",
		"CREATE DATABASE $db", "USE $db",
		"CREATE TABLE orders (id $type ${\ ($is_uuid ? qq(DEFAULT $new_id) : '')} PRIMARY KEY,
			created_at DATETIME(6) DEFAULT current_timestamp(6), n INT)",
		"CREATE TABLE order_lines (order_id $type, line INT, PRIMARY KEY (order_id, line), FOREIGN KEY (order_id)
			REFERENCES orders (id))",
		'INSERT INTO orders VALUES ' . join(', ', map { sprintf("($text{$type}, '%s', %s)", @$_) } @made),
		'INSERT INTO order_lines SELECT id, 1 FROM orders UNION ALL SELECT id, 2 FROM orders WHERE n % 2 = 0',
		$is_uuid ? 'INSERT INTO orders (n) VALUES (0)' : ());

	foreach my $way (@ways)
	{
		my $name = "$type, $way";

		value($node, 'DROP TABLE IF EXISTS order_lines, orders');
		if ($way eq 'mysql_fdw')
		{
			value($node, qq{
				CREATE SCHEMA $db; IMPORT FOREIGN SCHEMA $db FROM SERVER maria INTO $db;
				CREATE TABLE orders AS SELECT * FROM $db.orders;
				CREATE TABLE order_lines AS SELECT * FROM $db.order_lines;
				ALTER TABLE orders ADD PRIMARY KEY (id);
				ALTER TABLE order_lines ADD PRIMARY KEY (order_id, line),
				  ADD CONSTRAINT order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders});
		}
		else
		{
			is(pgloader($db), $is_uuid ? '0, error 22P02' : '0, error 22007',
				"$type: pgloader creates no table with these defaults");
			is(pgloader($db, $cast), 2, "$type: and with the conversions all") or next;
			value($node, 'ALTER TABLE order_lines RENAME CONSTRAINT order_lines_ibfk_1 TO order_lines_order_id_fkey');
		}
		my $column = value($node, q{SELECT format_type(atttypid, NULL)
			FROM pg_attribute WHERE attrelid = 'orders'::regclass AND attname = 'id'});
		is($column =~ s/^character$/char/r, $rows{$type}[0][0], "$name: the type that it has");
		my $conversion = $rows{$type}[1][0];
		my $steps = $column eq 'bytea' ? $block =~ s/lower\(id\)/id/gr : $block;
		$steps =~ s/(\w+)::uuid/my $name = $1; $conversion =~ s{\bid\b}{$name}r/ge if $conversion;
		compare(
			$node,
			$conversion ? [ "$name: no id twice", $steps, '' ] : (),
			[ "$name: every id is what it was, and every time", q{SELECT count(*), count(*) FILTER (WHERE o.id = m.id),
				count(*) FILTER (WHERE uuid_time(o.id) = o.created_at),
				count(*) FILTER (WHERE o.created_at = m.created_at), count(DISTINCT uuid_version(o.id))
				  FROM orders AS o JOIN made AS m USING (n)}, '600|600|400|600|3' ],
			!$is_uuid ? () : [ "$name: the time of an id of $new_id", q{SELECT uuid_version(id), uuid_time(id) BETWEEN
				date_trunc('milliseconds', created_at) AND now() FROM orders WHERE n = 0}, "$new_version|t" ],
			[ "$name: every line has its order", 'SELECT count(*), count(DISTINCT id), sum(line)
				FROM order_lines JOIN orders ON id = order_id', '900|600|1200' ]);
		is(state_of($node, 'INSERT INTO order_lines VALUES (gen_random_uuid(), 1)'),
			'23503', "$name: the reference is checked");
	}
}

maria('SHUTDOWN');
$maria->finish;

done_testing();
