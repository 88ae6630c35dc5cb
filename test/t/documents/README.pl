# README.md.  The words of what is read in two minutes are counted by check-words.

package document::readme;

use FindBin;
use UuidxDocument;
use UuidxGuide;
use UuidxTest;

my $uuid = qr/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
my ($install) = grep { $_->{heading} eq 'Install' } sections('README.md');
my ($image) = $install->{blocks}[1]{text} =~ /^FROM postgres:(\d+)$/m;
is_deeply([ $install->{blocks}[1]{text} =~ /postgresql-server-dev-(\d+)/g ],
	[ $image, $image ], 'the headers are those of the server in the image');

# The picture is the one that its script draws
my ($picture) = run_command([ 'perl', "$FindBin::RealBin/../bin/range" ]);
is(document('doc/range.svg'), "$picture\n", 'the picture');

# A plan that reads the index
sub plan_of { return query("SET enable_seqscan = off; SET enable_bitmapscan = off; EXPLAIN (COSTS OFF) $_[0]") }

# Statements by the table's name need no change: each is undone afterwards
my %statements = (
	'`GROUP BY` the key' => 'SELECT e.id, e.created_at, e.payload, count(*) FROM events AS e GROUP BY e.id',
	'`REFERENCES`' => 'CREATE TABLE referencing (id uuid REFERENCES events)',
	'`ON CONFLICT ON CONSTRAINT`' => 'INSERT INTO events (payload)
		VALUES (1) ON CONFLICT ON CONSTRAINT events_pkey DO NOTHING',
	'`INSERT` without a column list' => q{INSERT INTO events VALUES (uuid_generate_v7(), 'listed')},
	'`MERGE`' => q{MERGE INTO events AS e USING (VALUES ('new')) AS v (payload) ON e.payload = v.payload
		WHEN MATCHED THEN UPDATE SET payload = 'merged' WHEN NOT MATCHED THEN INSERT (payload) VALUES (v.payload)},
	'policies' => 'CREATE POLICY p ON events',
	'`TRUNCATE`' => 'TRUNCATE events',
	'`TABLESAMPLE`' => 'SELECT * FROM events TABLESAMPLE system (1)');

value($node, 'CREATE DATABASE shop');
$db = 'shop';
run_document(
	'../README',
	# the id and its time are those of the moment
	'uuidx 1' => sub { $_[0]{shown} =~ s/$uuid|\d{4}-.*$/.../gm },
	'uuidx 2' => sub {
		is(query(q{SELECT uuid_time(id) BETWEEN now() - interval '1 hour' AND now() + interval '1 minute' FROM events}),
			't', 'an id of the present time');
		query(q{INSERT INTO events SELECT uuid_generate_v7(now() - n * interval '1 minute'), 'then'
			FROM generate_series(1, 10000) AS n; ANALYZE events});
	},
	'A computed created_at 1' => sub { like(query("SELECT payload FROM events WHERE id >= now() - interval '1 second'
		UNION ALL SELECT 'hello'"), qr/hello/, 'the last hour') },
	'A computed created_at end' => sub {
		my @sql = map { /^(SELECT .*;)/mg } map { $_->{blocks}[0]{sql} }
		  grep { $_->{heading} eq 'A computed created_at' } guide('../README.md');

		is(scalar @sql, 3, 'three queries');
		unlike(plan_of($_), qr/Sort|Seq Scan/, "by the key: $_") foreach @sql;
		is(query('SELECT max(created_at) FROM events'), query('SELECT uuid_time(max(id)) FROM events'), 'the last');
		is(state_of($node, "BEGIN; $statements{$_}; ROLLBACK", $db), '', "$_ works") foreach sort keys %statements;
		is(state_of($node, 'UPDATE events SET created_at = now()', $db), '428C9', 'created_at cannot be written');
		# what CREATE EXTENSION creates is counted in the table of prices
		like(query(q{SELECT count(*) FROM pg_depend WHERE deptype = 'e'
			AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'uuidx')}),
			qr/^1(?:2[5-9]|3[0-5])$/, 'objects');
	},
	'An existing table 1' => sub {
		query(q{CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), n integer);
			INSERT INTO orders SELECT gen_random_uuid(), n FROM generate_series(1, 1000) AS n; ANALYZE orders});
	},
	'An existing table end' => sub {
		query(query(q{SELECT statement FROM uuid_report('orders')}));
		is(query('INSERT INTO orders (n) VALUES (0) RETURNING uuid_version(id)'), '7', 'new ids are of version 7');
	},
	# the months of a year, and three months ahead; a filter on the time reads the present one and later ones
	'Partitions end' => sub {
		my $hour = q{EXPLAIN SELECT FROM measurements WHERE uuid_time(id) >= now() - interval '1 hour'};
		my $within = q{EXPLAIN ANALYZE SELECT FROM measurements
			WHERE id >= now() - interval '1 hour' AND id < now() + interval '1 minute'};

		is(query(q{SELECT min(from_time) = date_trunc('month', now() - interval '1 year', 'UTC'),
			max(to_time) > now() + interval '3 months' FROM uuid_v7_partitions('measurements')}), 't|t', 'the window');
		cmp_ok(scalar(() = query($hour) =~ / on measurements_p\d+ /g), '<', 6, 'the past partitions are skipped');
		cmp_ok(scalar(() = query($within) =~ / on measurements_p\d+ /g), '<', 3, 'and those of the future');
	});

1;
