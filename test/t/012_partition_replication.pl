
# Logical replication of a table partitioned by time: ids, partitions and defaults
# on the subscriber, through the partitions and through the parent.
#
# Only in make test-all: two servers, with little code of the library.
# Two servers are enough: the oldest and the newest.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::RealBin/lib";
use PostgreSQL::Test::Utils;
use Test::More;
use UuidxTest;

my $publisher = uuidx_node('publisher', conf => "wal_level = logical\nmax_wal_senders = 10\nmax_replication_slots = 10\ntimezone = 'UTC'");
my $subscriber = uuidx_node('subscriber', conf => "timezone = 'UTC'", extension => 0);

value(
	$publisher, q{
	CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), payload integer, CHECK (id >= '2025-01-01'::timestamptz))
	  PARTITION BY RANGE (id);
	CALL uuid_v7_create_partitions('orders', '2026-01-01', '2026-04-01', '1 month');
	CREATE TABLE orders_default PARTITION OF orders DEFAULT;
	CREATE INDEX ON orders (payload) WHERE id >= '2026-02-01'::timestamptz;
	INSERT INTO orders SELECT uuid_generate_v7('2025-12-20'::timestamptz + interval '1 day' * n), n FROM generate_series(0, 99) AS n;
	CREATE PUBLICATION partitions FOR TABLE orders;
});

# The subscriber gets the schema the usual way, and a column of its own
my $schema = PostgreSQL::Test::Utils::tempdir . '/schema.sql';
command_ok([ 'pg_dump', '--no-sync', '--schema-only', '--no-publications', '--file', $schema, $publisher->connstr('postgres') ], 'schema dumped');
command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', $schema, $subscriber->connstr('postgres') ], 'and restored');
my $bounds = q{SELECT * FROM uuid_v7_partitions('orders')};
is(value($subscriber, $bounds), value($publisher, $bounds), 'the bounds are the same');
value($subscriber, q{ALTER TABLE orders ADD COLUMN seen_as uuid NOT NULL DEFAULT uuid_generate_v7()});

my $connection = $publisher->connstr . ' dbname=postgres';
value($subscriber, "CREATE SUBSCRIPTION partitions CONNECTION '$connection' PUBLICATION partitions");

# Waits until the subscriber has copied and then applied everything so far
sub catch_up
{
	my ($subscription) = @_;

	$publisher->wait_for_catchup($subscription);
	$subscriber->poll_query_until('postgres',
		q{SELECT count(*) = count(*) FILTER (WHERE srsubstate IN ('r', 's')) FROM pg_subscription_rel})
	  or die 'the tables were not copied';
	$publisher->wait_for_catchup($subscription);
	return;
}

my $rows = q{SELECT tableoid::regclass, count(*), min(id), max(id), sum(payload) FROM orders GROUP BY tableoid ORDER BY tableoid::regclass::text};
catch_up('partitions');
is(value($subscriber, $rows), value($publisher, $rows), 'rows are copied into the same partitions');

# Statements by time on the publisher
value(
	$publisher, q{
	INSERT INTO orders (payload) VALUES (1000), (1001);
	INSERT INTO orders SELECT uuid_generate_v7('2026-03-31 23:59:59.999999'), 2000;
	UPDATE orders SET payload = -payload WHERE id <@ '[2026-02-01,2026-02-15)'::tstzrange;
	UPDATE orders SET id = uuid_generate_v7('2026-03-15') WHERE id >= '2026-02-20'::timestamptz AND id < '2026-02-21'::timestamptz;
	DELETE FROM orders WHERE id < '2026-01-10'::timestamptz;
});
catch_up('partitions');
is(value($subscriber, $rows), value($publisher, $rows), 'changes arrive, from partition to partition as well');
is(value($subscriber, 'SELECT count(*) FROM orders WHERE payload < 0'), '14', 'and are the ones expected');
is(value($subscriber, 'SELECT count(*) = count(DISTINCT seen_as) AND min(uuid_version(seen_as)) = 7 FROM orders'),
	't', "the subscriber's own default gives every row a UUID of its own");

# Through the parent, into partitions that are others
value($subscriber, q{
	DROP SUBSCRIPTION partitions;
	DROP TABLE orders;
	CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), payload integer) PARTITION BY RANGE (id);
	CALL uuid_v7_create_partitions('orders', '2026-01-01', '2026-05-01', '1 week');
	CREATE TABLE orders_default PARTITION OF orders DEFAULT});
value($publisher, 'ALTER PUBLICATION partitions SET (publish_via_partition_root = true)');
value($subscriber, "CREATE SUBSCRIPTION root CONNECTION '$connection' PUBLICATION partitions");
catch_up('root');
value($publisher, q{INSERT INTO orders SELECT uuid_generate_v7('2026-03-08 23:59:59.999'), 3000});
catch_up('root');
my $all = q{SELECT count(*), min(id), max(id), sum(payload), md5(string_agg(id::text, ',' ORDER BY id)) FROM orders};
is(value($subscriber, $all), value($publisher, $all), 'published as one table: the same rows');
is( value($subscriber, q{
		SELECT count(*) FILTER (WHERE o.id >= from_time AND o.id < to_time), count(*) FILTER (WHERE o.tableoid = 'orders_default'::regclass), count(*)
		FROM orders AS o JOIN uuid_v7_partitions('orders') ON partition = o.tableoid}),
	value($publisher, q{SELECT count(*) - 2, 2, count(*) FROM orders}), 'each in the week it belongs to');
is(value($subscriber, q{INSERT INTO orders (payload) VALUES (0) RETURNING uuid_version(id), id > (SELECT max(id) FROM orders)}),
	'7|t', 'after a switchover the default goes on');

value($subscriber, 'DROP SUBSCRIPTION root');
$subscriber->stop;
$publisher->stop;
done_testing();
