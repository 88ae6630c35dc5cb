# README.md, in databases of its own.  What is not run is named with the reason.  It has no more
# than 2,300 words.

package document::readme;

use UuidxDocument;
use UuidxGuide qw($node);
use UuidxTest;

my $uuid = qr/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
my $document = UuidxDocument->new($node, 'README.md',
	'uuidx 2' => 'make test runs this',
	'Install 1' => 'make test has done the same',
	'Install 2' => 'it takes an image from a registry');

sub query { return $document->query($_[0]) }

my $words = () = document('README.md') =~ /\S+/g;
cmp_ok($words, '<=', 2300, 'words');

my $container = $document->{block}{'Install 2'}[0]{sql};
my ($image) = $container =~ /^FROM postgres:(\d+)$/m;
is_deeply([ $container =~ /postgresql-server-dev-(\d+)/g ],
	[ $image, $image ], 'the headers are those of the server in the image');

#
# The first screen, and the examples that go on with its table
#
$document->database('shop', '');
my (undef, undef, $inserted, $found) = $document->block('uuidx 1');
is($inserted->{output} =~ s/^$uuid\|//r, query('SELECT uuid_time(id) FROM events'), 'the time of the new row');
is($found->{output}, query('TABLE events'), 'which is found');
is(query('SELECT uuid_time(id) BETWEEN now() - interval $$1 hour$$ AND now() + interval $$1 minute$$ FROM events'),
	't', 'at the present time');

query(q{INSERT INTO events SELECT uuid_generate_v7(t), 'then'
	FROM unnest('{2026-06-15 11:59:59.999Z,2026-06-15 12:00Z,2026-06-15 13:00Z}'::timestamptz[]) AS t});
my ($hour, $range) = $document->block('Query by time 1');
is($hour->{output}, query('SELECT * FROM events WHERE payload = $$hello$$'), 'the last hour');
is($range->{output}, query(q{SELECT * FROM events WHERE uuid_time(id) = '2026-06-15 12:00Z'}), 'an hour of then');
$document->by_key($_) foreach ($hour, $range);

$document->block('A computed created_at 1');
my ($newest, $yesterday,
	$last) = map { { %$_, output => query($_->{sql}) } } ($document->taken('A computed created_at 1'))[ 3 .. 5 ];
unlike($document->plan_of($_->{sql}), qr/Sort|Seq Scan/, "$_->{comment}: $_->{sql}")
  foreach ($newest, $yesterday, $last);
is($newest->{output}, query('SELECT *, uuid_time(id) FROM (SELECT id, payload FROM events) AS e ORDER BY id DESC'),
	'the newest first');
is($last->{output}, query('SELECT uuid_time(max(id)) FROM events'), 'the last');
is(query(q{WITH one AS (INSERT INTO events (payload) VALUES ('new') RETURNING *)
	SELECT created_at = uuid_time(id) FROM one}), 't', 'created_at: inserted');
SKIP:
{
	skip('virtual generated columns came with PostgreSQL 18', 2) if query('SHOW server_version_num') < 180000;
	my ($virtual) = document('README.md') =~ /^`(ALTER TABLE .* VIRTUAL)`$/m;

	query("CREATE SCHEMA virtual;
		CREATE TABLE virtual.events (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), payload text);
		INSERT INTO virtual.events SELECT id, payload FROM public.events; SET search_path = virtual, public; $virtual");
	my $by_day = q{SELECT count(*) FROM virtual.events WHERE created_at::date = '2026-06-15'};
	is(query($by_day), '3', 'a virtual column');
	unlike($document->plan_of($by_day), qr/Seq Scan/, 'by the primary key');
	query('DROP SCHEMA virtual CASCADE');
}

#
# Statements by the table's name need no change: each is undone afterwards. created_at changes
# what the text says
#
my %statements = (
	'`GROUP BY` the key' => 'SELECT e.id, e.created_at, e.payload, count(*) FROM events AS e GROUP BY e.id',
	'`REFERENCES`' => 'CREATE TABLE referencing (id uuid REFERENCES events)',
	'`CREATE INDEX`' => 'CREATE INDEX ON events (payload)',
	'`ON CONFLICT ON CONSTRAINT`' => 'INSERT INTO events (payload)
		VALUES (1) ON CONFLICT ON CONSTRAINT events_pkey DO NOTHING',
	'`INSERT` without a column list' => q{INSERT INTO events VALUES (uuid_generate_v7(), 'listed')},
	'`MERGE`' => q{MERGE INTO events AS e USING (VALUES ('new')) AS v (payload) ON e.payload = v.payload
		WHEN MATCHED THEN UPDATE SET payload = 'merged' WHEN NOT MATCHED THEN INSERT (payload) VALUES (v.payload)},
	'policies' => 'CREATE POLICY p ON events',
	'`CREATE PUBLICATION`' => 'CREATE PUBLICATION p FOR TABLE events',
	'`TRUNCATE`' => 'TRUNCATE events',
	'`TABLESAMPLE`' => 'SELECT * FROM events TABLESAMPLE system (1)',
	'`ctid`' => 'SELECT ctid, * FROM events');

is(state_of($node, "BEGIN; $statements{$_}; ROLLBACK", 'shop') // '', '', "$_ works") foreach sort keys %statements;
is(state_of($node, 'UPDATE events SET created_at = now()', 'shop'),
	'428C9', 'a statement that writes created_at fails');
query(q{
	CREATE FUNCTION before() RETURNS trigger
	  LANGUAGE plpgsql AS 'BEGIN NEW.payload := coalesce(NEW.created_at::text, $$null$$); RETURN NEW; END';
	CREATE TRIGGER before BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION before();
	CREATE PUBLICATION p FOR TABLE events});
is(query('INSERT INTO events (payload) VALUES (1) RETURNING payload'), 'null', 'a BEFORE trigger sees a null');
unlike(query('COPY events TO STDOUT'), qr/\d\d:\d\d/, 'COPY leaves created_at out');
query(q{SELECT pg_create_logical_replication_slot('published', 'pgoutput')});
query('INSERT INTO events (payload) VALUES (2)');
my $published = query(q{SELECT string_agg(encode(data, 'escape'), '')
	FROM pg_logical_slot_get_binary_changes('published', NULL, NULL, 'proto_version', '1', 'publication_names', 'p')});
like($published, qr/payload/, 'a publication sends rows');
unlike($published, qr/created_at/, 'and leaves created_at out');

#
# Ids
#
$document->database('made');
my @made = map { $_->{output} } $document->block('Generate ids 1');
is(join(' ', map { query("SELECT uuid_version('$_')") } @made), '7 7 5', 'versions');
is(query("SELECT uuid_time('$made[1]')"), '2026-06-15 12:00:00+00', 'of a given time');

#
# Partitions: the months from this one on, and none of the last year
#
$document->database('parted');
$document->block('Partitions 1');
query(q{CALL uuid_v7_create_partitions('measurements', now() - interval '14 months', now(), '1 month')});
query($_->{sql}) foreach ($document->taken('Partitions 1'))[1, 2];
cmp_ok(scalar(() = query(q{EXPLAIN SELECT FROM measurements WHERE uuid_time(id) >= now() - interval '1 hour'})
	=~ / on measurements_p\d+ /g), '<', 6, 'a filter on the time skips the past partitions');
is(query(q{SELECT min(from_time) = date_trunc('month', now() - interval '1 year', 'UTC'),
	max(to_time) > now() + interval '3 months' FROM uuid_v7_partitions('measurements')}), 't|t', 'one year is kept');

#
# A table that exists
#
$document->database('migrated', q{
	CREATE EXTENSION uuidx;
	CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), n integer);
	INSERT INTO orders SELECT gen_random_uuid(), n FROM generate_series(1, 1000) AS n});
my ($report, $change) = $document->block('Migrate an existing table 1');
my ($versions, undef, $statement) = split(/\|/, $report->{output});
is($versions, 'v4 100 %', 'the report has the versions');
is("$statement\n" =~ s/\bpublic\.//gr, $change->{sql}, 'and the statement');
is(query('INSERT INTO orders (n) VALUES (0) RETURNING uuid_version(id)'), '7', 'new ids are of version 7');
is(query('SELECT count(*) FROM orders WHERE uuid_version(id) = 4'), '1000', 'existing rows keep their ids');

$document->finish;

1;
