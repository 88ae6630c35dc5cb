# A heading that is a message is what the first block below it raises; the messages in the
# table are raised here.

package document::faq;

use FindBin;
use UuidxDocument;
use UuidxGuide;
use UuidxTest;

my $root = "$FindBin::RealBin/../..";

# What is raised by a name that stands for ours
my $stands_for_ours = sub {
	my ($sql) = @_;

	return sub {
		my (undef, $stderr) = said($sql);

		is($stderr =~ s/uuidx_of_no_server/uuidx/gr =~ s/\n.*//sr, "ERROR:  $_[1]", "raises $_[1]");
	};
};

database('faq');
query(q{
	CREATE SCHEMA app;
	CREATE TABLE jobs (job integer PRIMARY KEY, started timestamptz, ended timestamptz);
	INSERT INTO jobs SELECT n, '2026-06-14Z'::timestamptz + n * interval '1 hour',
	  '2026-06-14Z'::timestamptz + n * interval '65 minutes' FROM generate_series(1, 1000) AS n;
	CREATE TABLE measurements (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
	ANALYZE});
run_document(
	'faq',
	'Errors and unexpected results end' => sub {
		query(q{INSERT INTO events SELECT uuid_generate_v7(t), t
			FROM generate_series(timestamptz '2026-06-13Z', '2026-06-19 23:59Z', '1 minute') AS t; ANALYZE});
	},
	# as ANALYZE and a restore call functions
	'`operator does not exist: uuid >= timestamp with time zone` end' => sub {
		my %body = (string => 'AS $$SELECT $1 >= now()$$', parsed => 'RETURN $1 >= now()');

		is(state_of($node, "BEGIN; CREATE FUNCTION public.f(uuid) RETURNS boolean LANGUAGE sql $body{$_};
			SET LOCAL search_path = ''; SELECT public.f(NULL); ROLLBACK", $db),
			$_ eq 'string' ? '42883' : '', "the body of a function: $_")
		  foreach sort keys %body;
	},
	'`could not access file "$libdir/uuidx": No such file or directory` end' => $stands_for_ours->(
		q{LOAD '$libdir/uuidx_of_no_server'}),
	'`cursor "..." does not have a FOR UPDATE/SHARE reference to table "..."` end' => sub {
		like(slurp_file("$root/expected/planner_tree.out"),
			qr/^ERROR:  cursor "c" does not have a FOR UPDATE\/SHARE reference to table "/m,
			'raised where partitions are left out');
	},
	'Other errors end' => sub {
		my ($table) = map { $_->{text} } grep { $_->{heading} eq 'Other errors' } sections('doc/faq.md');
		my $months = q{CALL uuid_v7_create_partitions('measurements', now(), now() + interval '1 year', '1 month')};
		my $orders = 'CREATE TABLE orders (id uuid DEFAULT uuid_generate_v7(),
			created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED);';
		# the message, what raises it, and what does not
		my @raises = (
			[ 'function uuid_generate_v7() does not exist',
				'SET search_path = app; SELECT uuid_generate_v7()', 'SELECT uuid_generate_v7()' ],
			[ 'could not determine interpretation of row comparison operator >',
				'SELECT FROM events WHERE (payload, id) > ($$a$$, now())',
					'SELECT FROM events WHERE (payload, id) > ($$a$$, uuid_v7_upper(now()))' ],
			[ 'operator does not exist: uuid >= interval', 'PREPARE s AS SELECT FROM events WHERE id >= now() - $1',
				'PREPARE s AS SELECT FROM events WHERE id >= now() - $1::interval' ],
			[ 'operator does not exist: uuid >= text', 'PREPARE s (text) AS SELECT FROM events WHERE id >= $1',
				'PREPARE s (text) AS SELECT FROM events WHERE id >= $1::timestamptz' ],
			[ 'operator does not exist: uuid = timestamp with time zone', 'SELECT FROM events WHERE id = now()',
				'SELECT FROM events WHERE uuid_v7_timestamp(id) = now()' ],
			[ 'operator does not exist: uuid <@ tsrange', q{SELECT FROM events WHERE id <@ tsrange('2026-06-15',
				'2026-06-16')}, q{SELECT FROM events WHERE id <@ tstzrange('2026-06-15', '2026-06-16')} ],
			[ 'could not determine data type of parameter $1', 'PREPARE s AS SELECT FROM events WHERE $1 IS NULL
				OR id >= $1', 'PREPARE s AS SELECT FROM events WHERE id <@ tstzrange($1, NULL)' ],
			[ 'parameter $1 of type timestamp with time zone cannot be coerced to the expected type uuid',
				'PREPARE s AS SELECT FROM events WHERE id >= $1; EXECUTE s(now())',
					'PREPARE s AS SELECT FROM events WHERE id >= $1::timestamptz; EXECUTE s(now())' ],
			[ 'column "created_at" can only be updated to DEFAULT',
				"$orders UPDATE orders SET created_at = now()", "$orders UPDATE orders SET created_at = DEFAULT" ],
			[ 'column "created_at" is a generated column', "$orders COPY orders (id, created_at) TO STDOUT",
				"$orders COPY (SELECT id, created_at FROM orders) TO STDOUT" ],
			[ 'cannot insert a non-DEFAULT value into column "created_at"',
				"$orders INSERT INTO orders SELECT * FROM orders UNION ALL SELECT uuid_generate_v7(), now()",
					"$orders INSERT INTO orders (id) SELECT id FROM orders" ],
			[ 'null value in column "id" of relation "events" violates not-null constraint',
				'INSERT INTO events (id) VALUES (NULL)', 'INSERT INTO events (payload) VALUES (NULL)' ],
			[ 'new row for relation "events" violates check constraint "events_id_check"',
				'INSERT INTO events (id) VALUES (gen_random_uuid())', 'INSERT INTO events DEFAULT VALUES' ],
			[ 'no partition of relation "measurements" found for row', 'INSERT INTO measurements
				VALUES (uuid_generate_v7())', "$months; INSERT INTO measurements VALUES (uuid_generate_v7())" ],
			[ 'invalid publication WHERE expression',
				q{CREATE PUBLICATION recent FOR TABLE events WHERE (id >= timestamptz '2026-06-15')},
				q{CREATE PUBLICATION recent FOR TABLE events WHERE (id >= '019ec36d-9800-7000-8000-000000000000')} ],
			[ 'unrecognized configuration parameter "uuidx.planner"',
				'SHOW uuidx.planner', 'SELECT uuid_generate_v7(); SHOW uuidx.planner' ],
			[ 'operator does not exist: uuid ~~ unknown', q{SELECT FROM events WHERE id LIKE '01a21f%'}, q{SELECT FROM
				events WHERE id BETWEEN rpad('01a21f', 32, '0')::uuid AND rpad('01a21f', 32, 'f')::uuid} ],
			[ 'cannot drop extension uuidx because other objects depend on it', 'DROP EXTENSION uuidx', 'SELECT' ],
			[ 'function "uuid_version" already exists with same argument types',
				'DROP TABLE events, measurements; DROP EXTENSION uuidx; CREATE FUNCTION uuid_version(uuid)
					RETURNS integer LANGUAGE sql RETURN 0; CREATE EXTENSION uuidx', 'SELECT' ],
			[ 'could not find function "uuidx_v7_horizon"',
				q{CREATE FUNCTION f() RETURNS uuid AS '$libdir/uuidx', 'uuidx_of_no_server_v7_horizon' LANGUAGE c},
				q{CREATE FUNCTION f() RETURNS uuid AS '$libdir/uuidx', 'uuidx_v7_horizon' LANGUAGE c} ],
			[ 'extension "uuidx" is not available', 'CREATE EXTENSION uuidx_of_no_server', 'SELECT' ]);

		foreach my $row (@raises)
		{
			my ($message, $wrong, $right) = @$row;

			like($table, qr/^\| `\Q$message\E`/m, "$message: is in the table");
			like((said("BEGIN; $wrong"))[1] =~ s/uuidx_of_no_server/uuidx/r =~ s/ in file ".*"$//mr,
				qr/^ERROR:  \Q$message\E$/m, "$message: is raised");
			unlike((said("BEGIN; $right; ROLLBACK"))[1], qr/ERROR/, "$message: and then not");
		}
		is(scalar(() = $table =~ /^\| `/mg), scalar(@raises), 'each message of the table');
	},
	'Users see rows that row-level security hides 1' => sub {
		query(q{
			CREATE TABLE docs (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), body text);
			ALTER TABLE docs ENABLE ROW LEVEL SECURITY;
			CREATE VIEW docs_at WITH (security_invoker = on) AS SELECT uuid_time(id) AS created_at, * FROM docs;
			CREATE VIEW docs_of_invoker WITH (security_invoker = 1) AS SELECT uuid_time(id) AS created_at, * FROM docs;
			CREATE VIEW events_at AS SELECT uuid_time(id) AS created_at, * FROM events;
			CREATE ROLE reader; GRANT USAGE ON SCHEMA app TO reader; GRANT SELECT ON docs, docs_at TO reader;
			INSERT INTO docs (body) VALUES ('hidden')});
		is(query('SET ROLE reader; SELECT count(*) FROM docs_at'), '0', 'with the option no row is seen');
		unlike((said($_[0]{sql}))[0], qr/docs/, 'and no view is listed');
		query('CREATE OR REPLACE VIEW docs_at AS SELECT uuid_time(id) AS created_at, * FROM docs');
		is(query('SET ROLE reader; SELECT count(*) FROM docs_at'), '1', 'replaced without it, the row is seen');
	},
	'Users see rows that row-level security hides end' => sub {
		is(query('SET ROLE reader; SELECT count(*) FROM docs_at'), '0', 'and afterwards not');
	},
	# nothing but the id ahead is replaced
	'Ids are ahead of the clock 2' => sub {
		query(q{ALTER TABLE uploads DROP CONSTRAINT uploads_check; INSERT INTO uploads (id) VALUES
			(uuid_generate_v7()), ('f47ac10b-58cc-4372-a567-0e02b2c3d479'), ('ffffffff-ffff-ffff-ffff-ffffffffffff'),
			(uuid_generate_v7_shifted('1 day')); CREATE TABLE was AS TABLE uploads});
	},
	'Ids are ahead of the clock end' => sub {
		is(query('SELECT count(*), count(*) FILTER (WHERE id > now()) FROM uploads NATURAL JOIN was'),
			'3|0', 'what is not ahead keeps its id');
		is(query('SELECT count(*) FROM uploads WHERE uuid_v7_timestamp_us(id) = created_at'),
			'1', 'and one is repaired');
		query(q{TRUNCATE uploads; ALTER TABLE uploads
			ADD CONSTRAINT uploads_check CHECK (uuid_v7_within(id, created_at, '5 minutes'))});
		is(query(q{INSERT INTO uploads (id) VALUES (uuid_generate_v7_shifted('4 minutes'));
			SELECT count(*) FROM uploads}), '1', 'an id of the clock');
		like(query(q{SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'uploads_check'}),
			qr/uuid_v7_within/, 'the CHECK');
	},
	'A reader that polls `id > last` misses rows end' => sub {
		my $open = uuidx_session($node, $db);
		my $next = sub { query(q{PREPARE next_messages (xid8, uuid) AS } . (q{SELECT * FROM messages WHERE (xact, id)
			> ($1, $2) AND xact < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY xact, id LIMIT 1000; }) . $_[0]) };
		my $nil = '00000000-0000-0000-0000-000000000000';

		query(q{INSERT INTO messages (body) VALUES ('first')});
		$open->query_safe(q{BEGIN; INSERT INTO messages (body) VALUES ('slow')});
		query(q{INSERT INTO messages (body) VALUES ('fast')});
		my $last = query('SELECT max(id) FROM messages');
		my ($xact, $id) = split(/\|/,
			$next->("EXECUTE next_messages ('0', '$nil')") =~ s/^([^|]*)\|([^|]*)\|first$/$2|$1/r);
		like("$xact|$id", qr/^\d+\|[-0-9a-f]{36}$/, 'only what is before the open transaction is read');
		$open->query_safe('COMMIT');
		$open->quit;
		is(query("SELECT count(*) FROM messages WHERE id > '$last'"), '0', 'id > last loses a row');
		is(join(' ', $next->("EXECUTE next_messages ('$xact', '$id')") =~ /(\w+)$/mg),
			'slow fast', 'and is read in the order of transactions');
	});

1;
