# The part of doc/query-by-time.md about created_at, as it stands there: every block of SQL
# is run, shows what is shown below it, and does what it promises.  The twelve queries are
# run on each form of created_at, with a look at the plan; t/documents.pl runs the rest.
#
# Two servers are enough: the oldest and the newest.
# Only in make test-all: a document, not code.

use FindBin;
use lib "$FindBin::RealBin/lib";
use UuidxGuide;
use UuidxTest;

$node = uuidx_node('created_at_document', extension => 0,
	conf => "timezone = 'UTC'\nmax_parallel_workers_per_gather = 0\nwal_level = logical");
my $version = value($node, 'SHOW server_version_num') / 10000;
value($node, 'CREATE ROLE app');

# The blocks, by heading and number from 1
my (%block, %done, %text);
my $here;
foreach my $section (guide('query-by-time.md'))
{
	my ($heading, @blocks) = ($section->{heading}, @{ $section->{blocks} });

	$here = $heading ne 'Limits' && ($here || $heading eq 'A computed created_at');
	next if !$here;
	$text{$heading} = $section->{text};
	$block{"$heading " . ($_ + 1)} = $blocks[$_] foreach 0 .. $#blocks;
}

# The SQL of a block, for somebody who runs it in another way; and a block that is run as it stands
sub taken { $done{ $_[0] } = 1; ok($block{ $_[0] },
	"$_[0]: there is such a block"); return $block{ $_[0] } ? $block{ $_[0] }{sql} : '' }
sub block { return taken($_[0]) && runs($block{ $_[0] }) }

#
# The four forms, each in a database of its own, and the twelve queries in each
#
my @questions = map { { what => $_->[0], sql => $_->[1] } }
  map { [ /^-- (.*)\n((?s:.*))\z/ ] } split(/(?<=;\n)(?=--)/, taken('Queries that use the key 1'));
is(scalar @questions, 12, 'twelve questions');
my %rows;

sub ask_all
{
	my ($form, $base) = @_;

	query(qq{
		INSERT INTO $base (id, total) SELECT uuid_generate_v7(t), n FROM generate_series(0, 49999) AS n,
		  LATERAL (SELECT timestamptz '2025-08-01Z' + n * interval '10 minutes') AS s (t);
		INSERT INTO $base (id, total)
		  VALUES (uuid_v7_lower('2026-06-15 12:00Z'), -1), ('019ecaef-8b00-7fff-bfff-fffffffffffe', -2);
		VACUUM ANALYZE $base});
	foreach my $question (@questions)
	{
		my ($what, $sql) = @$question{qw(what sql)};
		my $count = 'count(*), md5(string_agg(q::text, $$ $$ ORDER BY q::text))';
		# total and the time, or the time alone: no ids, which are random
		my $asked = $sql =~ s/SELECT \*/SELECT o.total, o.created_at/r =~ s/;\n\z//r;
		my $with = query("SELECT $count FROM ($asked) AS q");
		my $without = query("SET uuidx.planner = off; SELECT $count FROM ($asked) AS q");
		my $plan = query("EXPLAIN (COSTS OFF) $sql");

		is($with, $without, "$form: $what: the same rows");
		is($with, $rows{$what} //= $with, "$form: $what: the same as in the other forms");
		like($plan, qr/Index Cond: .*\bid\b|^ *->  (?:Index Only|Index) Scan/m,
			"$form: $what: by the key") or diag($plan);
		unlike($plan, qr/Sort|Seq Scan/, "$form: $what: without a sort or a scan of the table") or diag($plan);
	}
	return;
}

# What the text says of a value for created_at
sub error_of
{
	my ($heading) = @_;
	my ($said) = $text{ $heading =~ s/virtual/stored/r } =~ /`(cannot insert [^`]*)`/ or return;
	my ($stdout, $stderr);

	$node->psql($db, 'INSERT INTO orders (created_at) VALUES (now())', stdout => \$stdout, stderr => \$stderr);
	like($stderr, qr/ERROR:  \Q$said\E$/m, "$heading: $said");
}

# What an application may send, and the error that it gets where orders is a view
my %statements = (
	'GROUP BY' => [ 'SELECT o.id, o.created_at, o.total, count(*) FROM orders AS o GROUP BY o.id', '42803' ],
	'REFERENCES' => [ 'CREATE TABLE referencing (id uuid REFERENCES orders)', '42809' ],
	'CREATE INDEX' => [ 'CREATE INDEX ON orders (total)', '42809' ],
	'row triggers' => [ 'CREATE TRIGGER t BEFORE INSERT ON orders FOR EACH ROW
		EXECUTE FUNCTION suppress_redundant_updates_trigger()', '42809' ],
	'policies' => [ 'CREATE POLICY p ON orders', '42809' ],
	'CREATE PUBLICATION' => [ 'CREATE PUBLICATION p FOR TABLE orders', '22023' ],
	'ON CONFLICT ON CONSTRAINT' => [ 'INSERT INTO orders (total) VALUES (1)
		ON CONFLICT ON CONSTRAINT orders_pkey DO NOTHING', '42704' ],
	'INSERT' => [ 'INSERT INTO orders VALUES (uuid_generate_v7(), 1)', '42804' ],
	'COPY orders TO' => [ 'COPY orders TO STDOUT', '42809' ],
	'COPY orders FROM' => [ "COPY orders (total) FROM PROGRAM 'true'", '42809' ],
	'MERGE INTO orders' => [ 'MERGE INTO orders AS o USING lines ON order_id = o.id
		WHEN MATCHED THEN UPDATE SET total = 1', $version < 17 ? '0A000' : '' ],
	'TRUNCATE' => [ 'TRUNCATE orders, lines', '42809' ],
	'ALTER TABLE' => [ 'ALTER TABLE orders ADD x integer', '42809' ],
	'TABLESAMPLE' => [ 'SELECT id FROM orders TABLESAMPLE system (1)', '0A000' ],
	'ctid' => [ 'SELECT ctid FROM orders', '42703' ],
	'tableoid' => [ 'SELECT tableoid FROM orders', '42703' ]);

# Each of them, undone afterwards: all work except by the name of a view, and the text
# says which do not
sub works
{
	my ($heading) = @_;
	my $is_view = $heading eq 'A view';

	foreach my $name (sort keys %statements)
	{
		my ($sql, $state) = @{ $statements{$name} };

		is(state_of($node, "BEGIN; $sql; ROLLBACK", $db) // '', $is_view ? $state : '', "$heading: $name");
		like($text{$heading}, qr/`[^`]*\Q$name\E|\Q$name\E,/, "$heading: $name is named") if $is_view;
	}
	return;
}

my @forms = (
	[ 'A view', 'orders_table', 1 ],
	[ 'A computed field', 'orders', 0 ],
	[ 'A stored generated column', 'orders', 1 ],
	[ 'A virtual generated column', 'orders', 1 ]);
foreach my $form (@forms)
{
	my ($heading, $base, $error) = @$form;

  SKIP:
	{
		taken("$heading 1");
		skip("$heading: virtual generated columns came with PostgreSQL 18", 1)
		  if $heading =~ /virtual/ && $version < 18;
		database(lc($heading) =~ tr/ /_/r);
		block('A computed created_at 1');
		query('CREATE TABLE lines (order_id uuid REFERENCES orders); GRANT ALL ON orders TO app');
		block("$heading 1");
		error_of($heading);
		works($heading);
		my $created_at = $heading =~ /field/ ? 'orders.created_at' : 'created_at';
		is(query("INSERT INTO orders (total) VALUES (1) RETURNING $created_at = uuid_time(id)"),
			't', "$heading: insert");
		is(query("UPDATE orders SET total = 2 WHERE $created_at >= now() - interval '1 hour'
			RETURNING total, $created_at = uuid_time(id)"), '2|t', "$heading: update");
		is(query("INSERT INTO orders (id, total) SELECT id, 3 FROM orders ON CONFLICT (id)
			DO UPDATE SET total = 4 RETURNING total"), '4', "$heading: ON CONFLICT");
		is(query("INSERT INTO lines SELECT id FROM orders RETURNING order_id IS NOT NULL"),
			't', "$heading: references");
		is(query('SELECT count(*) FROM json_object_keys((SELECT row_to_json(o)
			FROM (SELECT * FROM orders) AS o)) AS k (key) WHERE key = $$created_at$$'),
			$error ? 1 : 0, "$heading: SELECT *");
		like(query(q{SELECT current_setting('session_preload_libraries')}), qr/^$/, 'nothing is preloaded so far')
		  if $heading =~ /view/;
		query("TRUNCATE $base CASCADE");
		query("ALTER DATABASE $db SET session_preload_libraries = 'uuidx'") if $heading =~ /generated/;
		ask_all($heading, $base);
		like(query(q{SET enable_seqscan = off; SET enable_bitmapscan = off; EXPLAIN (COSTS OFF) SELECT o.created_at
			FROM orders o WHERE o.created_at >= '2026-06-15Z'}), qr/Index Only Scan/, "$heading: index-only scan");
	}
}

# What the table of forms says of each
$db = 'a_view';
is(query('SET ROLE app; INSERT INTO orders (total) VALUES (-7); UPDATE orders SET total = -8 WHERE total = -7;
	SELECT count(*) FROM orders WHERE total = -8'), '1', 'a role that was granted the view');
is(query('ALTER TABLE orders_table ADD note text; CREATE OR REPLACE VIEW orders WITH (security_invoker = true)
	AS SELECT uuid_time(id) AS created_at, * FROM orders_table; SELECT note IS NULL FROM orders LIMIT 1'),
	't', 'a new column of the view');
query('ALTER TABLE orders_table ENABLE ROW LEVEL SECURITY; CREATE POLICY few ON orders_table USING (total < 10)');
cmp_ok(query('SET ROLE app; SELECT count(*) FROM orders'), '<',
	100, 'with security_invoker, a policy of the table applies');
query('CREATE OR REPLACE VIEW orders AS SELECT uuid_time(id) AS created_at, * FROM orders_table');
cmp_ok(query('SET ROLE app; SELECT count(*) FROM orders'), '>', 50000, 'replaced without it, none does');
$db = 'a_computed_field';
is(state_of($node, 'DROP TABLE orders, lines', $db), '2BP01', 'the function is dropped before the table');
is(state_of($node, 'SELECT created_at FROM orders', $db), '42703', 'the name must be qualified');
like(query(q{SET enable_seqscan = off; CREATE INDEX ON orders (uuid_time(id));
	EXPLAIN SELECT FROM orders WHERE orders.created_at = '2026-06-15Z'}), qr/Index/, 'an index on it');
$db = 'a_stored_generated_column';
is(query('INSERT INTO orders (created_at) VALUES (DEFAULT) RETURNING created_at = uuid_time(id)'),
	't', 'DEFAULT is not an error');
unlike(query('COPY orders TO STDOUT'), qr/:/, 'COPY TO leaves the column out');
query('CREATE INDEX ON orders (total, id)');
my $by_total = 'SET enable_seqscan = off; SET enable_sort = off; EXPLAIN (COSTS OFF) SELECT * FROM orders';
unlike(query("$by_total ORDER BY total, created_at LIMIT 3"), qr/Sort/,
	'an index on (total, id) has the order by total, then time');
like(query("$by_total WHERE total = 5 ORDER BY created_at LIMIT 3"),
	qr/^ +->  Index (Only )?Scan .*\n +Index Cond: \(total = /m, 'and that by time of one total');
my $page = query(qq{$by_total
	WHERE (total, created_at, id) < (5, '2026-06-15Z', '019ecaef-8b00-7fff-bfff-ffffffffffff')});
like($page, qr/Index Cond: \(+ROW\(total, id\) <= /, 'a page by total, time and id');
query('DROP INDEX orders_total_id_idx');
is(state_of($node, 'ALTER TABLE orders ALTER created_at TYPE timestamptz(0)', $db),
	'23514', 'a change of its type fails that would change its values');
is(query('SELECT count(*) FROM orders WHERE created_at <> uuid_time(id)'), '0', 'it has the times of the ids');
my $from_seconds = q{CREATE TABLE seconds (id uuid PRIMARY KEY,
	created_at timestamptz(0) GENERATED ALWAYS AS (uuid_time(id)) STORED); INSERT INTO seconds
	VALUES (uuid_generate_v7('2026-06-15 12:00:22.4Z')); ALTER TABLE seconds ALTER created_at TYPE timestamptz};
is(query("$from_seconds; SELECT extract(second FROM created_at) FROM seconds"),
	'22.000000', 'without the constraint it keeps whole seconds');
is(state_of($node, 'ALTER TABLE seconds ADD CHECK (created_at = uuid_time(id)) NOT VALID;
	ALTER TABLE seconds VALIDATE CONSTRAINT seconds_check', $db), '23514', 'VALIDATE finds the difference');
query(query(q{SELECT statement FROM uuid_report('seconds')}));
is(query(q{SELECT extract(second FROM created_at) FROM seconds}),
	'22.400000', 'the statement of uuid_report repairs it');

SKIP:
{
	skip('virtual generated columns came with PostgreSQL 18', 1) if $version < 18;
	$db = 'a_virtual_generated_column';
	is(state_of($node, 'CREATE INDEX ON orders (created_at)', $db), '0A000', 'no index on a virtual column');
	is(state_of($node, 'ALTER TABLE orders ADD t timestamptz GENERATED ALWAYS AS (uuid_time(id)) VIRTUAL', $db),
		'0A000', 'nor a function of an extension in it');
}

#
# Before a generated column is added: what the queries list is broken by it, and what the text says
# instead is not
#
my ($lists, $full) = split(/\n\n/, taken('Before you add a column 1'));
my $before = $text{'Before you add a column'};
my ($rows, $columns) = $before =~ /`WHEN (\(.*?\))`.*`WHEN (\(.*\))`/;
my ($default) = $before =~ /`(ALTER TABLE orders REPLICA IDENTITY DEFAULT)`/;
my ($send) = $before =~ /`(ALTER PUBLICATION p SET .*?)`/;

# The errors of a dump that is restored
sub restored
{
	my $file = PostgreSQL::Test::Utils::tempdir . '/dump';

	run_command([ 'pg_dump', '-f', $file, $node->connstr($db) ]);
	value($node, 'DROP DATABASE IF EXISTS restored');
	value($node, 'CREATE DATABASE restored TEMPLATE template0');
	my (undef, $stderr) = run_command([ 'psql', '-Xq', '-v',
		'VERBOSITY=sqlstate', '-f', $file, '-d', $node->connstr('restored') ]);
	return join(' ', $stderr =~ /ERROR:  (\w+)/g);
}

foreach my $heading ('A stored generated column', 'A virtual generated column')
{
	my $stored = $heading =~ /stored/;

  SKIP:
	{
		skip("$heading: virtual generated columns came with PostgreSQL 18", 1) if !$stored && $version < 18;
		database($stored ? 'before_stored' : 'before_virtual');
		block('A computed created_at 1');
		query(qq{
			INSERT INTO orders (total) VALUES (1);
			CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
			CREATE TRIGGER touch BEFORE UPDATE ON orders FOR EACH ROW WHEN $rows EXECUTE FUNCTION touch();
			CREATE TRIGGER afterwards AFTER UPDATE ON orders FOR EACH ROW WHEN $rows EXECUTE FUNCTION touch();
			CREATE TRIGGER always BEFORE UPDATE ON orders FOR EACH ROW
			  WHEN (OLD.* IS NOT NULL) EXECUTE FUNCTION touch()});
		like(query($lists), qr/\ACREATE TRIGGER touch BEFORE .*\z/, "$heading: the trigger is listed, and no other");
		is(query($full), '', "$heading: no table has the replica identity FULL");
		is(restored(), '', "$heading: the dump before is restored");
		query('ALTER TABLE orders REPLICA IDENTITY FULL; CREATE PUBLICATION p FOR TABLE orders');
		is(query($full), 'orders', "$heading: the table is listed");
		block("$heading 1");
		is(state_of($node, $_, $db), $version < 18 ? '' : '42P10', "$heading: $_")
		  foreach ('UPDATE orders SET total = 2', 'DELETE FROM orders WHERE total = 2');
		query('TRUNCATE orders; INSERT INTO orders (total) VALUES (1)');
		query($stored && $version >= 18 ? $send : $default);
		query($default) if !$stored;
		is(query('UPDATE orders SET total = 3 RETURNING total'), 3, "$heading: then an UPDATE works");
		query("$default; DROP PUBLICATION p");
		is(restored(), '42P17', "$heading: the dump is not restored");
		query("DROP TRIGGER touch ON orders;
			CREATE TRIGGER touch BEFORE UPDATE ON orders FOR EACH ROW WHEN $columns EXECUTE FUNCTION touch()");
		is(query($lists), '', "$heading: nothing is listed");
		is(restored(), '', "$heading: the dump is restored");
		is(value($node, q{SELECT count(*) FROM pg_trigger WHERE tgrelid = 'orders'::regclass}, 'restored'),
			3, "$heading: with its triggers");

		my (undef, $stderr) = said('ALTER TABLE orders ALTER created_at DROP DEFAULT');
		if ($stored)
		{
			like($stderr, qr/HINT: .*DROP EXPRESSION/, "$heading: the hint");
			query('ALTER TABLE orders DISABLE TRIGGER USER; ALTER TABLE orders ALTER created_at DROP EXPRESSION');
			is(state_of($node, 'INSERT INTO orders (total) VALUES (6)', $db),
				'23502', "$heading: no row without a time");
		}
	}
}

#
# Requirements
#
database('shop');
block('A computed created_at 1');
query('ALTER TABLE orders DROP CONSTRAINT orders_id_check; CREATE TABLE mixed (id uuid PRIMARY KEY)');
block("Requirements $_") foreach (1 .. 2);
query(q{
	INSERT INTO mixed SELECT CASE n % 3 WHEN 0 THEN uuid_generate_v7(t) WHEN 1
	  THEN uuid_generate_v6(t) ELSE uuid_v6_to_v1(uuid_generate_v6(t)) END
	FROM generate_series(1, 10000) AS n, LATERAL (SELECT timestamptz '2026-06-01Z' + n * interval '1 minute') AS s (t);
	ANALYZE mixed;
	CREATE VIEW mixed_at WITH (security_invoker = true) AS SELECT uuid_time(id) AS created_at, * FROM mixed});
unlike(query('EXPLAIN (COSTS OFF) SELECT * FROM mixed_at ORDER BY created_at DESC LIMIT 20'),
	qr/Sort|Seq Scan/, 'an index in time order does');
unlike(query('EXPLAIN (COSTS OFF) SELECT max(created_at) FROM mixed_at'), qr/Sort|Seq Scan/, 'for the last one, too');

#
# Replace a stored created_at, and go back
#
database('leave');
block('Replace a stored created_at 1');
query(q{
	INSERT INTO orders SELECT uuid_generate_v7(t, 0), t, n FROM generate_series(0, 99999) AS n,
	  LATERAL (SELECT timestamptz '2026-01-01 00:00:00.5Z' + n * interval '2 minutes') AS s (t);
	UPDATE orders SET id = uuid_generate_v7(created_at + interval '3 days 2 hours', 0) WHERE total = 4380;
	UPDATE orders SET id = uuid_generate_v7(created_at + interval '2.5 seconds', 0) WHERE total = 1560;
	UPDATE orders SET id = uuid_generate_v7(created_at + interval '0.4 seconds', 0) WHERE total = 17;
	VACUUM FULL orders;
	GRANT ALL ON orders TO app;
	CREATE VIEW report WITH (security_invoker = true) AS SELECT date_trunc('day', created_at) AS day, count(*)
	  FROM orders GROUP BY 1;
	CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.created_at := now(); RETURN NEW; END';
	CREATE TRIGGER touch BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION touch();
	CREATE TABLE lines (order_id uuid REFERENCES orders)});
my $size = query(q{SELECT pg_total_relation_size('orders')});
block('Replace a stored created_at 2');
like(query("BEGIN; UPDATE orders SET created_at = date_trunc('second', created_at);
	$block{'Replace a stored created_at 2'}{sql}"), qr/\|t\z/, 'whole seconds');
block('Requirements 1');
# from 18 on NOT NULL is a constraint
is(query(taken('Replace a stored created_at 3') =~ s/;\n\z/ ORDER BY 1;/r)
  =~ s/^constraint .*_not_null on table orders\n//r,
	join("\n", 'default value for column created_at of table orders', 'function touch()',
		'index orders_created_at', 'rule _RETURN on view report', 'trigger touch on table orders'),
	'what uses the column');
value($node, 'CREATE DATABASE leave_by_view TEMPLATE leave');
foreach my $form ('column', 'view')
{
	my ($table, $sql) = ('orders', taken('Replace a stored created_at 4'));

	if ($form eq 'view')
	{
		my ($statements) = $block{'A view 1'}{sql} =~ /^BEGIN;\n(.*)^COMMIT/ms;

		($db, $table) = ('leave_by_view', 'orders_table');
		$sql =~ s/,\n  ADD created_at.*?(;\n)/$1$statements/s or die;
	}
	runs({ sql => $sql });
	is(query('SELECT sum(count) FROM report'), '100000', "$form: the view that was replaced");
	is(query('SET ROLE app; INSERT INTO orders (total) VALUES (1) RETURNING created_at = uuid_time(id)'),
		't', "$form: takes the place of the column");
	is(query('SELECT sum(count) FROM report'), '100001', "$form: new rows are in the view that was replaced");
	is(query("SELECT count(*), count(*) FILTER (WHERE created_at_was IS NULL) FROM $table"),
		'100001|1', "$form: and leave the old column empty");
	runs({ sql => taken('Replace a stored created_at 5') =~ s/orders DROP/$table DROP/r });
	query("VACUUM FULL $table");
	cmp_ok(query("SELECT pg_total_relation_size('$table')"), '<', $size - 100_000 * ($form eq 'view' ? 8 + 20 : 20),
		"$form: what is saved");
}

database('stored');
block('A computed created_at 1');
block('A stored generated column 1');
my $was = query('INSERT INTO orders (total) VALUES (1) RETURNING id, created_at');
my $file = query(q{SELECT pg_relation_filenode('orders')});
block('Go back to a stored created_at 1');
is(query('SELECT id, created_at FROM orders'), $was, 'a stored column becomes a real one');
is(query(q{SELECT pg_relation_filenode('orders')}), $file, 'in a moment');
is(query('INSERT INTO orders (total) VALUES (2) RETURNING created_at = now()'), 't', 'and goes on with the clock');

is_deeply([ grep { !$done{$_} } sort keys %block ], [], 'every block is run');

$node->stop;
done_testing();
