# In databases of its own, with the clock of the plan which the document shows.  The part about
# created_at is run by t/created_at_document.pl.

package document::query_by_time;

use POSIX qw(strftime);
use UuidxDocument;
use UuidxTest;

my $file = 'doc/query-by-time.md';
my $uuid = qr/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

# The plan that is shown for the last hour has a constant of an hour before that
my ($ms) = document($file) =~ /\(id >= '($uuid)'::uuid\) AND \(id >= uuid_v7_lower\(\(now\(\) - '01:00:00'/;
$ms = hex(substr($ms =~ s/-//gr, 0, 12)) + 2 * 3600 * 1000;

my $faketime = clock_node('query_by_time',
	strftime('%Y-%m-%d %H:%M:%S', gmtime($ms / 1000)) . sprintf('.%03d', $ms % 1000), extension => 0, optional => 1);
my $node = $faketime // uuidx_node('query_by_time', extension => 0, conf => "timezone = 'UTC'");
my $document = UuidxDocument->new($node, $file);
my $elsewhere;
foreach my $heading (map { $_->{heading} } sections($file))
{
	$elsewhere = $heading ne 'Limits' && ($elsewhere || $heading eq 'A computed created_at');
	delete @{ $document->{block} }{ map { "$heading $_" } 1 .. 9 } if $elsewhere;
}

sub query { return $document->query($_[0]) }

#
# A table of version 7
#
$document->database('events');
query(q{
	CREATE TABLE events (id uuid PRIMARY KEY, payload text);
	INSERT INTO events SELECT uuid_generate_v7(t), 'then'
	  FROM unnest('{2026-06-15 11:59:59.999Z,2026-06-15 12:00Z,2026-06-15 13:00Z}'::timestamptz[]) AS t;
	INSERT INTO events VALUES (uuid_generate_v7(), 'now'), (gen_random_uuid(), 'no time')});
my ($hour, $range) = $document->block('Query by time 1');
is($hour->{output}, query('SELECT * FROM events WHERE payload = $$now$$'), 'the last hour');
is($range->{output}, query(q{SELECT * FROM events WHERE uuid_time(id) = '2026-06-15 12:00Z'}), 'an hour of then');
$document->by_key($_) foreach ($hour, $range);

#
# A year of partitions
#
$document->database('measured');
query(q{
	SET client_min_messages = warning;
	CREATE TABLE measurements (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), value double precision)
	  PARTITION BY RANGE (id);
	CALL uuid_v7_create_partitions('measurements', '2026-01-01Z', '2027-01-01Z', '1 month');
	INSERT INTO measurements SELECT uuid_generate_v7(t), 1
	  FROM generate_series(timestamptz '2026-01-01Z', least(now(), '2026-12-31Z'), '5 minutes') AS t;
	ANALYZE measurements});
$document->block('Filters on the extracted time 1');
SKIP:
{
	my @plans = $document->taken('Partition pruning by the clock 1');

	like($document->plan_of(q{SELECT * FROM measurements WHERE id >= timestamptz '2026-06-15Z'
		AND id < timestamptz '2026-06-16Z'}), qr/\AIndex Scan using measurements_p20260601_pkey .*\n.*\z/, 'constants');
	skip('the plan for the last hour takes the time of the document: libfaketime is not installed', 1) if !$faketime;
	$document->runs('the clock', @plans);
}

$document->block('Row estimates 1');
my ($groups) = query(q{EXPLAIN SELECT date_trunc('day', uuid_time(id)), count(*)
	FROM measurements GROUP BY 1}) =~ /\A.*?rows=(\d+)/;
my $days = query(q{SELECT count(DISTINCT date_trunc('day', uuid_time(id))) FROM measurements});
ok($groups > $days / 2 && $groups < $days * 2, "$days days, and $groups groups expected");

#
# Order by time: of a mixed table, of version 1, of partitions
#
$document->database('mixed');
query(q{
	CREATE TABLE orders (id uuid PRIMARY KEY, n integer);
	INSERT INTO orders SELECT CASE n % 4 WHEN 0 THEN id WHEN 1 THEN uuid_generate_v6(t)
	  WHEN 2 THEN uuid_v6_to_v1(uuid_generate_v6(t)) ELSE gen_random_uuid() END, n
	FROM generate_series(1, 2000) AS n, LATERAL (SELECT now() - n * interval '11 minutes') AS t (t),
	  LATERAL (SELECT uuid_generate_v7(t)) AS v (id);
	ANALYZE orders});
my ($sorted) = ($document->block('Order by time 1'))[1];
is($sorted->{output}, query(q{SELECT * FROM orders WHERE uuid_time(id) >= now() - interval '1 day'
	ORDER BY uuid_time(id), uuid_version(id), id}), 'in the order of time') if $faketime;
like($document->plan_of($sorted->{sql}),
	qr/^Index Scan using orders_id_idx.*\n +Index Cond: \(\(id ~>=~ [^\n]*\)$/, 'by the index and nothing else');

$document->database('partitioned');
$document->block('Partitions of a mixed table 1');
query('INSERT INTO orders (id)
	VALUES (gen_random_uuid()), (uuid_generate_v6($$2026-06-15$$)), (uuid_v6_to_v1(uuid_generate_v6($$2026-01-01$$)))');
is(query('SELECT tableoid::regclass, uuid_version(id) FROM orders ORDER BY 2'),
	"orders_2026|1\norders_timeless|4\norders_2026|6", 'partitions of a mixed table');

$document->finish;
$node->stop;

1;
