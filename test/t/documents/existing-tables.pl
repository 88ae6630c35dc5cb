package document::existing_tables;

use FindBin;
use IPC::Run ();
use UuidxDocument;
use UuidxGuide;
use UuidxTest;

my $root = "$FindBin::RealBin/../..";

# A walk that meets a lock is broken off, and leaves a part done for the next run
sub broken_off
{
	my ($block, $lock, $state) = @_;
	my $session = uuidx_session($node, $db);

	$session->query_safe("BEGIN; $lock FOR UPDATE");
	my (undef, $stderr) = said("SET lock_timeout = '1ms';\n" . $block->{sql} =~ s/% 100 = 0/% 1 = 0/r);
	like($stderr, qr/^NOTICE:  \d+ (?:%|of \d+)$/m, 'which reports its progress');
	like($stderr, qr/^ERROR:  canceling statement due to lock timeout$/m, 'a walk that meets a lock');
	is(query($state), 't', 'has done a part');
	$session->query_safe('ROLLBACK');
	$session->quit;
}

# Writers that go on while a block runs; end_writing() waits for them.  Their lines are
# those from 100 on, their orders have a total of 0.
my ($writing, $written);

sub start_writing
{
	my ($line_of_old) = @_;
	my $script = PostgreSQL::Test::Utils::tempdir . '/writing.sql';

	append_to_file($script, "\\set n random(1, 4999)\nBEGIN;\n"
		  . "WITH o AS (INSERT INTO orders (total) VALUES (0) RETURNING id) INSERT INTO order_lines
		    SELECT id, nextval('lines') FROM o;\n"
		  . "INSERT INTO order_lines $line_of_old;\nCOMMIT;\n");
	query('CREATE SEQUENCE lines START 100');
	$written = '';
	$writing = IPC::Run::start([ 'pgbench', '-n', '-c', 2, '-t', 200,
		'--max-tries', 1000, '-f', $script, $node->connstr($db) ], '>&', \$written);
}

sub end_writing
{
	ok($writing->finish, 'others write all the time') or diag($written);
	is(query('DROP SEQUENCE lines; SELECT count(*) FROM order_lines WHERE line >= 100'),
		'800', 'and nothing is refused');
}

# The walk of version 4 with what "Version 1" says to write: 0 to convert, 1 to restore
sub walk_of_version_1
{
	my ($which) = @_;
	my ($text) = map { $_->{text} } grep { $_->{heading} eq 'Version 1' } sections('doc/existing-tables.md');
	my ($walk) = grep { /UPDATE orders SET old_id = id/ } map { $_->{sql} }
	  map { @{ $_->{blocks} } } guide('existing-tables.md');
	my ($set, $version) = @{ ([ $text =~ /`(SET id = \w+\(id\))` and `(uuid_version\(id\) = \d)`/g ]) }[ 2 * $which,
		2 * $which + 1 ];

	$walk =~ s/SET old_id = id, id = .*/$set/ or die;
	$walk =~ s/uuid_version\(id\) = 4/$version/ or die;
	runs({ sql => $walk });
	return;
}

# The statements in its text
sub statements_of_version_1 { return map { $_->{text} =~ /`(ALTER TABLE [^`]*)`/g }
  grep { $_->{heading} eq 'Version 1' } sections('doc/existing-tables.md') }

# 5000 orders with two lines each, their ids and times written in terms of n
sub orders
{
	my ($type, $id, $created_at) = @_;
	my ($plain) = $type =~ /(\w+)/;

	query(qq{
		DROP TABLE IF EXISTS orders, order_lines, order_ids, before CASCADE;
		CREATE TABLE orders (id $type PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now(), total numeric);
		CREATE TABLE order_lines (order_id $plain REFERENCES orders, line integer, PRIMARY KEY (order_id, line));
		INSERT INTO orders (id, created_at, total) OVERRIDING SYSTEM VALUE
		  SELECT $id, created_at, n FROM generate_series(0, 4999) AS n, LATERAL (SELECT $created_at) AS c (created_at);
		INSERT INTO order_lines SELECT id, line FROM orders, generate_series(1, 2) AS line;
		CREATE TABLE before AS TABLE orders;
		ANALYZE orders, order_lines});
}

my $minutes = q{timestamptz '2026-06-13Z' + n * interval '1 minute' + n % 4999 * interval '7 microseconds'};
my $v1 = 'uuid_v6_to_v1(uuid_generate_v6(created_at))';
my $all_by_time = q{SELECT count(*) FROM orders,
	generate_series(timestamptz '2026-06-12Z', '2026-06-18Z', '7 hours') AS t WHERE (id >= t) <> (created_at >= t)};
my $lines = 'SELECT count(*), count(DISTINCT o.id), sum(total)
	FROM order_lines AS l JOIN orders AS o ON o.id = order_id WHERE line < 100';
my $constraints = q{SELECT string_agg(format('%s %s %s', conname, contype, convalidated), ', ' ORDER BY conname)
	FROM pg_constraint
	WHERE conrelid IN ('orders'::regclass, 'order_lines'::regclass) AND contype <> 'n'};

# A block of the recipe for bigint
sub of_bigint
{
	my ($which) = @_;
	my ($section) = grep { $_->{heading} eq 'bigint' } guide('existing-tables.md');

	return $section->{blocks}[$which];
}

# A created_at without time zone, of 300 orders as an application writes them that stores UTC, in
# a session of New York: with what "Before you start" says to write every id is of its time.
# Written as if it were a timestamptz, ids are four or five hours off, and the checks find them.
sub without_time_zone
{
	my %sections = map { $_->{heading} => $_ } guide('existing-tables.md');
	my @expressions = $sections{'Before you start'}{text} =~ /`(created_at(?:::timestamp)? AT TIME ZONE 'UTC')`/g;
	my $here = $db;

	is(join(', ', @expressions), q{created_at AT TIME ZONE 'UTC', created_at::timestamp AT TIME ZONE 'UTC'},
		'the expressions for a timestamp and a date');
	database('local');
	query(q{ALTER DATABASE local SET timezone = 'America/New_York'});
	foreach my $case ([ 'timestamp', $expressions[0], 0 ], [ 'date', $expressions[1], 0 ],
		[ 'timestamp', 'created_at', 300 ], [ 'date', 'created_at', 300 ])
	{
		my ($type, $written, $wrong) = @$case;

		foreach my $heading ('Version 4: all ids', 'bigint')
		{
			my $plain = $heading eq 'bigint' ? 'bigint' : 'uuid';
			my $default = $plain eq 'bigint' ? 'GENERATED ALWAYS AS IDENTITY' : 'DEFAULT gen_random_uuid()';
			# inside of the function, as far as its parentheses go
			my @sql =
			  map { $_->{sql} =~ s/(uuid_generate_v7\((?:date_trunc\('milliseconds', )?)created_at\b/$1$written/gr } @{
				$sections{$heading}{blocks} };
			my $right = q{SELECT count(*) FILTER (WHERE uuid_v7_timestamp(%s) = at) FROM %s JOIN instants ON n = total};

			query(qq{
				DROP TABLE IF EXISTS orders, order_lines, order_ids, instants;
				CREATE TABLE orders (id $plain $default PRIMARY KEY, created_at $type NOT NULL, total numeric);
				CREATE TABLE order_lines (order_id $plain
				  REFERENCES orders, line integer, PRIMARY KEY (order_id, line));
				CREATE TABLE instants AS SELECT n, timestamptz '2026-03-07Z' + n / 3 * interval '20 minutes' AS at
				  FROM generate_series(1, 300) AS n;
				INSERT INTO orders (created_at, total)
				  SELECT (at AT TIME ZONE 'UTC')::$type, n FROM instants ORDER BY n;
				UPDATE instants SET at = date_trunc('day', at, 'UTC') WHERE '$type' = 'date';
				INSERT INTO order_lines SELECT id, line FROM orders, generate_series(1, 2) AS line});
			runs({ sql => $_ }) foreach $plain eq 'bigint' ? $sql[0] : @sql[ 1, 2 ];
			is(query($plain eq 'bigint' ? $sql[1] : $sql[3]), $plain eq 'bigint' ? $wrong : "0\n$wrong",
				"$heading, $type written as $written: $wrong ids of other times are found");
			is(query($plain eq 'bigint' ? sprintf($right, 'i.uuid', 'order_ids AS i JOIN orders
				USING (id)') : sprintf($right, 'id', 'orders')), 300 - $wrong, 'and no more');
		}
	}
	$db = $here;
	return;
}

database('existing_tables');
run_document(
	'existing-tables',
	'Before you start end' => \&without_time_zone,
	'Look at a table 1' => sub {
		query(q{
			CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), n integer);
			INSERT INTO orders SELECT CASE n % 3 WHEN 0 THEN gen_random_uuid()
			  ELSE uuid_generate_v7('2025-01-01Z'::timestamptz + n * interval '40 seconds') END
			FROM generate_series(0, 299) AS n;
			CREATE TABLE order_lines ();
			ANALYZE orders});
	},
	'Look at a table end' => sub {
		my ($report) = map { $_->{blocks}[0] } grep { $_->{heading} eq 'Look at a table' } guide('existing-tables.md');

		query($report->{shown} =~ /^statement +\| (.*)/m);
		is(query(q{SELECT statement FROM uuid_report('orders')}), '', 'until there is no statement');
	},
	'Version 4: new ids only 1' => sub {
		my ($block) = @_;
		my $session = uuidx_session($node, $db);

		orders('uuid DEFAULT gen_random_uuid()', 'gen_random_uuid()', $minutes);
		$session->query_safe('BEGIN; SELECT count(*) FROM orders');
		my (undef, $stderr) = said($block->{sql} =~ s/2s/1ms/r);
		like($stderr, qr/^ERROR:  canceling statement due to lock timeout$/m, 'a long transaction is in the way');
		$session->query_safe('ROLLBACK');
		$session->quit;
	},
	'Version 4: new ids only end' => sub {
		query(q{
			CREATE TABLE mixed (id uuid PRIMARY KEY); CREATE TABLE new (id uuid PRIMARY KEY);
			INSERT INTO mixed SELECT gen_random_uuid() FROM generate_series(1, 1000);
			INSERT INTO mixed SELECT uuid_generate_v7() FROM generate_series(1, 100000);
			INSERT INTO new SELECT uuid_generate_v7() FROM generate_series(1, 100000)});
		is(query(q{SELECT round(pg_relation_size('mixed_pkey')::numeric / pg_relation_size('new_pkey'), 1)}),
			'1.8', 'an index of both versions');
		query('DROP TABLE mixed, new');
		query(q{INSERT INTO orders (created_at, total) VALUES ('2026-06-17Z', 5000)});
		is(query(q{SELECT total FROM orders WHERE id >= timestamptz '2026-01-01'}),
			'5000', 'asking by time sees the new row only');
		query('ALTER TABLE orders ADD CONSTRAINT never CHECK (uuid_is_v7(id)) NOT VALID');
		is(state_of($node, 'UPDATE orders SET total = 0 WHERE total = 1', $db),
			'23514', 'with the CHECK old rows cannot be updated');
	},

	'Version 4: all ids 1' => sub {
		my ($block) = @_;

		orders('uuid DEFAULT gen_random_uuid()', 'gen_random_uuid()', $minutes);
		is(query("BEGIN; INSERT INTO orders (created_at)
			VALUES ('1969-12-31 23:59:59Z'), ('infinity'), ('12000-01-01Z'); $block->{sql}; ROLLBACK; $block->{sql}"),
			"3\n0", 'times without an id are found');
	},
	'Version 4: all ids 2' => sub {
		query(q{
			CREATE TABLE payments (id bigint PRIMARY KEY, paid_for uuid REFERENCES orders ON DELETE CASCADE,
			  also uuid CONSTRAINT also REFERENCES orders ON UPDATE SET NULL DEFERRABLE INITIALLY DEFERRED);
			INSERT INTO payments SELECT total, id, id FROM orders;
			CREATE INDEX ON payments (paid_for); CREATE INDEX ON payments (also);
			CREATE TABLE parcels (order_id uuid REFERENCES orders ON DELETE SET NULL, n integer) PARTITION BY RANGE (n);
			CREATE TABLE parcels_1 PARTITION OF parcels DEFAULT; CREATE INDEX ON parcels (order_id);
			INSERT INTO parcels SELECT id, total FROM orders});
	},
	'Version 4: all ids 3' => sub {
		query(q{WITH o AS (INSERT INTO orders (created_at, total) VALUES (now(), 5000)
			RETURNING id) INSERT INTO order_lines SELECT id, 1 FROM o});
		broken_off($_[0], 'SELECT FROM orders WHERE id = (SELECT id FROM orders ORDER BY id OFFSET 3500 LIMIT 1)',
			'SELECT count(old_id) BETWEEN 1000 AND 4000 FROM orders');
		start_writing(q{SELECT id, nextval('lines') FROM orders WHERE total = :n FOR KEY SHARE});
	},
	'Version 4: all ids 4' => sub { end_writing(); is(query($_[0]{sql}),
		"0\n0", 'none is left, and all are of their time') },
	'Version 4: all ids end' => sub {
		my ($walk) = grep { /UPDATE orders SET old_id = id/ } map { $_->{sql} }
		  map { @{ $_->{blocks} } } guide('existing-tables.md');

		is(query(q{SELECT count(*), count(*) FILTER (WHERE o.id <> b.id AND uuid_v7_timestamp_us(o.id) = b.created_at)
			FROM before AS b JOIN orders AS o ON old_id = b.id AND o.total = b.total}),
			'5000|5000', 'every id is of its time, and every old id known');
		is(query($lines), '10001|5001|25000000', 'every line has its order');
		is(query($constraints),
			'order_lines_order_id_fkey f t, order_lines_pkey p t, order_lines_v7 c t, orders_pkey p t, orders_v7 c t',
			'constraints');
		is(query(q{SELECT statement FROM uuid_report('order_lines')}), '', 'the report has nothing more to do');
		is(query(q{SELECT count(*) FILTER (WHERE paid_for = also) FROM payments JOIN orders AS o ON o.id = paid_for
			AND total = payments.id}), '5000', 'every payment has its order, by both references');
		is(query(q{SELECT string_agg(concat_ws(' ', conname, confdeltype, confupdtype,
			convalidated, condeferrable, condeferred), ', ' ORDER BY conname)
			FROM pg_constraint WHERE conrelid = 'payments'::regclass AND contype = 'f'}),
			'also a c t t t, payments_paid_for_fkey c c t f f',
				'each reference cascades, and is otherwise what it was');
		is(query('SELECT count(*) FROM parcels JOIN orders ON id = order_id AND total = n'),
			'5000', 'every parcel, too');
		query('DROP TABLE payments, parcels');
		is(query($all_by_time), '0', 'asking by time finds every row');
		query('ALTER TABLE orders DROP CONSTRAINT orders_v7; ALTER TABLE order_lines DROP CONSTRAINT order_lines_v7');
		$walk =~ s/(UPDATE orders SET ).*?\n/$1id = old_id, old_id = NULL\n/s or die;
		$walk =~ s/ AND uuid_version.*?;/ AND old_id IS NOT NULL;/s or die;
		runs({ sql => $walk });
		is(query('SELECT count(*) FROM before NATURAL JOIN orders'), '5000', 'the way back');
		is(query($lines), '10001|5001|25000000', 'with every line');
	},

	'bigint 1' => sub { orders('bigint GENERATED ALWAYS AS IDENTITY', 'n',
		q{timestamptz '2026-06-13Z' + n / 10 * interval '10 minutes'}); query(
		'ALTER TABLE orders ALTER id RESTART WITH 5000') },
	'bigint 2' => sub {
		my ($make) = $_[0]{sql} =~ /\A(CREATE TABLE order_ids.*?;)/s;

		is(query("BEGIN; ALTER TABLE orders ALTER created_at DROP NOT NULL;
			INSERT INTO orders (id, created_at, uuid) OVERRIDING SYSTEM VALUE VALUES (-1, NULL, NULL);
			$_[0]{sql} ROLLBACK"), '1', 'a row without a time is counted');
		is(query(qq{
			BEGIN;
			ALTER TABLE orders RENAME TO others;
			CREATE TABLE orders (id bigint PRIMARY KEY, created_at timestamptz, uuid uuid);
			INSERT INTO orders SELECT n, timestamptz '2026-06-15Z' + n / 40000 * interval '1.5 ms'
			  FROM generate_series(1, 50000) AS n;
			$make
			SELECT count(*), count(DISTINCT i.uuid), bool_and(uuid_time(i.uuid) = date_trunc('milliseconds',
			  created_at)), array_agg(id ORDER BY i.uuid) = array_agg(id ORDER BY id)
			FROM order_ids AS i JOIN orders USING (id);
			ROLLBACK}), '50000|50000|t|t', '40,000 rows with the same timestamp: order and milliseconds stay');
		query('INSERT INTO orders (total) VALUES (5000); INSERT INTO order_lines VALUES (5000, 1), (17, 3)');
	},
	'bigint 3' => sub { query('CREATE ROLE app') },
	'bigint 4' => sub {
		query('INSERT INTO orders (total) VALUES (5001); INSERT INTO order_lines VALUES (5001, 1), (18, 3)');
		is(query(q{SELECT count(order_uuid), bool_and(order_uuid = coalesce(o.uuid, i.uuid))
			FROM order_lines JOIN orders AS o ON id = order_id LEFT JOIN order_ids AS i USING (id)}),
			'2|t', 'new lines have the uuid, of an old order, too');
		broken_off($_[0], 'SELECT FROM orders WHERE id = 3500', 'SELECT count(uuid) = 3002 FROM orders');
		start_writing(q{VALUES (:n, nextval('lines'))});
	},
	'bigint 5' => sub { end_writing() },
	'bigint 7' => sub {
		is(query('SELECT count(*), count(o.id) FROM order_lines AS l LEFT JOIN orders AS o ON o.id = order_id
			AND old_id = old_order_id'), '10804|10804', 'every line has the order that it had');
	},
	'bigint 6' => sub {
		my ($block) = @_;
		my (undef, $stderr) = said("SET client_min_messages = debug1;\n" . $block->{sql} =~ s/COMMIT;.*/ROLLBACK;/sr);

		is(query('SELECT count(*) - count(uuid), (SELECT count(*) - count(order_uuid) FROM order_lines) FROM orders'),
			'0|0', 'all are filled');
		is(query(q{SELECT count(*) FROM pg_stats
			WHERE attname IN ('uuid', 'order_uuid') AND tablename ~ 'orders|lines'}), '2', 'with statistics');
		like($stderr,
			qr/existing constraints on column "orders\.id" are sufficient to prove that it does not contain nulls/,
			'the switch reads nothing');
		unlike($stderr, qr/verifying table|ERROR/, 'neither this nor that');
	},
	'bigint end' => sub {
		is(query('SELECT count(*), count(*) FILTER (WHERE uuid_v7_timestamp(o.id) = o.created_at)
			FROM before AS b JOIN orders AS o ON old_id = b.id AND o.total = b.total'),
			'5000|5000', 'every id is of its time');
		is(query('SELECT array_agg(total ORDER BY id) = array_agg(total ORDER BY old_id) FROM orders'),
			't', 'in the order of the old ones');
		is(query($lines), '10004|5002|' . (2 * 4999 * 2500 + 5000 + 5001 + 17 + 18), 'every line has its order');
		is(query($constraints),
			'order_lines_order_id_fkey f t, order_lines_pkey p t, order_lines_v7 c t, orders_pkey p t, orders_v7 c t',
			'constraints');
		is(query('INSERT INTO orders (total) VALUES (5002) RETURNING old_id > 5001, uuid_version(id)'),
			't|7', 'the number counts on');
		is(state_of($node, q{INSERT INTO orders (old_id) OVERRIDING SYSTEM VALUE VALUES (17)}, $db),
			'23505', 'and is unique');
	},

	'Version 1 1' => sub {
		orders('uuid', $v1, $minutes);
		is(query(q{SELECT count(*) FROM orders WHERE id ~>=~ timestamptz '2026-06-15'
			AND id ~<~ timestamptz '2026-06-16'}), '1440', 'a day of version 1');
	},
	'Version 1 end' => sub {
		my ($default, $prove) = statements_of_version_1();
		my ($prepare) = grep { /gexec/ } map { $_->{sql} } map { @{ $_->{blocks} } } guide('existing-tables.md');

		query('INSERT INTO orders (total) VALUES (5000)');
		is(query(q{SELECT count(*) FROM orders WHERE id >= timestamptz '2026-01-01'}),
			'1', 'one operator sees version 7 alone');
		is(query(q{SELECT count(*) FROM orders WHERE id ~>=~ timestamptz '2026-01-01'}), '5001', 'the other both');
		orders('uuid', $v1, $minutes);
		query($default);
		runs({ sql => $prepare =~ s/.*?(?=SELECT format)//sr =~ s/RESET.*//sr });
		walk_of_version_1(0);
		query("$prove; ALTER TABLE orders VALIDATE CONSTRAINT orders_v6");
		is(query('SELECT count(*), count(*) FILTER (WHERE o.id = uuid_v1_to_v6(b.id))
			FROM before AS b JOIN orders AS o USING (total)'), '5000|5000', 'version 6 of the same ids');
		is(query('SELECT array_agg(total ORDER BY id) = array_agg(total ORDER BY total) FROM orders'),
			't', 'in the order of time');
		is(query($lines), '10000|5000|24995000', 'every line has its order');
		is(query(q{SELECT count(*) FROM orders WHERE uuid_time(id) >= timestamptz '2026-06-15'
			AND uuid_time(id) < timestamptz '2026-06-16'}), '1440', 'a day of version 6');
		query('ALTER TABLE orders DROP CONSTRAINT orders_v6');
		walk_of_version_1(1);
		is(query('SELECT count(*) FROM before NATURAL JOIN orders'), '5000', 'the way back');
	},

	# A table is converted alone, in any order: lines first, which are broken off, and then orders, under traffic
	'Version 4: table by table 1' => sub {
		orders('uuid DEFAULT gen_random_uuid()', 'gen_random_uuid()', $minutes);
		runs(of_bigint(0));
	},
	'Version 4: table by table end' => sub {
		my ($text) = map { $_->{text} }
		  grep { $_->{heading} eq 'Version 4: table by table' } sections('doc/existing-tables.md');
		my ($assigned) = $text =~ /`(NEW\.order_uuid := .*?;)`/;
		my ($orders, $of_orders, $lines_set,
			$of_lines) = $text =~ /`(SET uuid = .*?)` and `(.*?)`.*?`(SET order_uuid = .*?)` and `(.*?)`/s;
		my ($walk) = grep { /UPDATE orders SET old_id = id/ } map { $_->{sql} }
		  map { @{ $_->{blocks} } } guide('existing-tables.md');
		my $walk_lines = $walk =~ s/SET old_id = id, id = .*/$lines_set/r =~ s/uuid_version\(id\) = 4/$of_lines/r
		  =~ s/\borders\b/order_lines/gr =~ s/(?<![(_])\bid\b/order_id/gr =~ s/max\(id\)/max(order_id)/r;

		$walk =~ s/SET old_id = id, id = .*/$orders/ or die;
		$walk =~ s/uuid_version\(id\) = 4/$of_orders/ or die;
		runs({ sql => of_bigint(2)->{sql} =~ s/NEW\.order_uuid := .*?;/$assigned/sr =~ s/^GRANT.*//mr });
		query('INSERT INTO orders (id, total) VALUES (gen_random_uuid(), 5000);
			INSERT INTO order_lines SELECT id, 3 FROM orders WHERE total IN (17, 5000)');
		start_writing(q{SELECT id, nextval('lines') FROM orders WHERE total = :n FOR KEY SHARE});
		broken_off({ sql => $walk_lines },
			'SELECT FROM order_lines WHERE order_id = (SELECT id FROM orders ORDER BY id OFFSET 4000 LIMIT 1)',
			'SELECT count(order_uuid) BETWEEN 1000 AND 9000 FROM order_lines');
		broken_off({ sql => $walk }, 'SELECT FROM orders WHERE id = (SELECT id FROM before ORDER BY id OFFSET 2500
			LIMIT 1)', 'SELECT count(uuid) BETWEEN 1000 AND 4000 FROM orders');
		runs({ sql => $_ }) foreach $walk_lines, $walk;
		end_writing();
		is(query('SELECT count(*), count(*) FILTER (WHERE o.uuid = order_uuid) FROM order_lines JOIN orders AS o
			ON id = order_id'), '10802|10802', 'before the switch, every line has the new id of its order');
		runs(of_bigint($_)) foreach 4, 5;
		is(query('SELECT count(*), count(o.id), count(*) FILTER (WHERE old_id = old_order_id)
			FROM order_lines LEFT JOIN orders AS o ON o.id = order_id'),
			'10802|10802|10802', 'no line is an orphan, and each has the order that it had');
		is(query(q{SELECT count(*) FILTER (WHERE o.id = uuid_generate_v7(b.created_at,
			'1c1d6b1f-5f5c-4a8c-8d0a-7ab0b1a1b2c3', b.id::text)), count(*) FILTER (WHERE uuid_v7_timestamp_us(o.id)
			= b.created_at) FROM before AS b JOIN orders AS o ON old_id = b.id AND o.total = b.total}),
			'5000|5000', 'every id can be computed from the old row, and is of its time');
		query(of_bigint(6)->{sql} =~ s/DROP TABLE order_ids/DROP FUNCTION order_uuid(uuid)/r);
	},

	# UUIDs as text: what is one twice is seen, then all ids stay and the key holds; and octets
	'MySQL and MariaDB 1' => sub {
		my ($block) = @_;
		my ($twice) = $block->{sql} =~ /\A(.*?;)/s;

		query(q{
			DROP TABLE IF EXISTS orders, order_lines CASCADE;
			CREATE TABLE orders (id char(36) PRIMARY KEY DEFAULT gen_random_uuid()::text, n integer);
			CREATE TABLE order_lines (order_id char(36) NOT NULL
			  REFERENCES orders, line integer, PRIMARY KEY (order_id, line));
			INSERT INTO orders SELECT CASE n % 3 WHEN 0 THEN upper(id) ELSE id END, n
			  FROM generate_series(1, 1000) AS n, LATERAL (SELECT md5(n::text)::uuid::text) AS u (id);
			INSERT INTO order_lines SELECT id, line FROM orders, generate_series(1, 2) AS line;
			INSERT INTO orders VALUES (lower((SELECT id FROM orders WHERE n = 3)), 3)});
		is(query($twice) =~ s/ +$//mgr, query(q{SELECT md5('3')::uuid}) . '|2', 'what is in the way');
		query('DELETE FROM orders WHERE n = 3 AND id = lower(id)');
		is(query($twice), '', 'nothing is any more');
	},
	'MySQL and MariaDB end' => sub {
		my ($text) = map { $_->{text} }
		  grep { $_->{heading} eq 'MySQL and MariaDB' } sections('doc/existing-tables.md');
		my ($octets, $swapped) = $text =~ /`(encode\(id, 'hex'\)::uuid)`.*?`(uuid_from_id\(.*?'hex'\)\))`/;

		is(query(q{SELECT count(*), count(*) FILTER (WHERE id = md5(n::text)::uuid),
			(SELECT count(*) FROM order_lines JOIN orders ON id = order_id) FROM orders}),
			'1000|1000|2000', 'every id and every line is what it was');
		is(state_of($node, 'INSERT INTO order_lines VALUES (gen_random_uuid(), 1)', $db), '23503', 'the key holds');
		is(query('INSERT INTO orders (n) VALUES (1001) RETURNING uuid_version(id)'), '7', 'new ids are of version 7');
		is(query(q{PREPARE one (uuid) AS SELECT n FROM orders WHERE id = $1;
			EXECUTE one ('C4CA4238A0B923820DCC509A6F75849B')}), '1', 'text of a client still finds them');
		query(q{CREATE EXTENSION uuidx_ids;
			CREATE TABLE octets AS SELECT '\x11ee833b04afdafbaea44efad198aff1'::bytea AS id});
		is(query("SELECT $octets, $swapped FROM octets"),
			'11ee833b-04af-dafb-aea4-4efad198aff1|04afdafb-833b-11ee-aea4-4efad198aff1', 'octets, and swapped ones');
		query(qq{ALTER TABLE octets ALTER id TYPE uuid USING $swapped; DROP TABLE octets; DROP EXTENSION uuidx_ids});
	},

	'pg_uuidv7 1' => sub {
		query(q{
			DROP TABLE orders, order_lines, before;
			DROP EXTENSION uuidx;
			CREATE FUNCTION uuid_generate_v7() RETURNS uuid LANGUAGE sql VOLATILE
			RETURN (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12,
			  '0') || '7' || substr(gen_random_uuid()::text, 16, 3) || substr(gen_random_uuid()::text, 19))::uuid;
			CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), n integer);
			INSERT INTO orders (n) SELECT generate_series(1, 100)});
	},
	'pg_uuidv7 2' => sub { $_[0]{sql} =~ s/DROP EXTENSION pg_uuidv7/DROP FUNCTION uuid_generate_v7()/ or die },
	'pg_uuidv7 end' => sub {
		query('INSERT INTO orders (n) SELECT generate_series(101, 200)');
		is(query(q{SELECT count(*), count(*) FILTER (WHERE id > now() - interval '1 day') FROM orders}),
			'200|200', 'ids of both are asked by time');
		is(query(q{SELECT count(*) FROM orders AS a JOIN orders AS b ON a.id > b.id AND a.n <= 100 AND b.n > 100}),
			'0', 'and sort together');
	  SKIP:
		{
			skip('uuidv7() is a function of 18 and later', 1) if query('SHOW server_version_num') < 180000;
			query('ALTER TABLE orders ALTER id SET DEFAULT uuidv7();
				INSERT INTO orders (n) SELECT generate_series(201, 300)');
			is(query(q{SELECT uuid_v7_timestamp_us(id) BETWEEN a - interval '1 us' AND b + interval '1 us'
				FROM (SELECT clock_timestamp(), uuidv7(), clock_timestamp()) AS s (a, id, b)}),
				't', 'its twelve bits are the fraction of the millisecond');
		}
		query('ALTER TABLE orders ALTER id SET DEFAULT uuid_generate_v7();
			INSERT INTO orders (n) SELECT generate_series(301, 400)');
		is(query(q{SELECT array_agg(n / 100 ORDER BY id) = array_agg(n / 100 ORDER BY n)
			FROM orders WHERE n > 200 AND n % 100 > 0}), 't', 'ids of both sort together');
	});

1;
