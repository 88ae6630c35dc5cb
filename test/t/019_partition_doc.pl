
# doc/partitions.md: every block of SQL is run, and keeps the window that it is said to
# keep.  pg_cron is stood in for by a table of what it would run; the lines of crontab
# are run by a shell.
#
# Two servers are enough: the oldest and the newest.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::RealBin/lib";
use PostgreSQL::Test::Utils;
use Test::More;
use UuidxDocument;
use UuidxTest;

my $node = uuidx_node('partition_doc', extension => 0, conf => "timezone = 'America/New_York'\nclient_min_messages = warning");
my %blocks = sql_of('doc/partitions.md');
my $db = 'shop';

value($node, "CREATE DATABASE $db");
value($node, 'CREATE EXTENSION uuidx', $db);

sub query { return value($node, $_[0], $db) }

is(join(', ', map { "$_: " . @{ $blocks{$_} } } sort keys %blocks), 'Partitions by created_at: 1, Tables that must not wait: 2, Two lines of cron: 2', 'blocks of SQL');

# A table with the months of two years and of the present one
sub new_table
{
	query(q{DROP TABLE IF EXISTS measurements;
		CREATE TABLE measurements (id uuid PRIMARY KEY, value integer) PARTITION BY RANGE (id);
		CALL uuid_v7_create_partitions('measurements', now() - interval '25 months', now(), '1 month')});
	return;
}

# Whether what is there is the window: a year, with the month that it begins in, and so many months ahead
sub window
{
	my ($name, $ahead) = @_;

	is( query(q{SELECT min(from_time) = date_trunc('month', now() - interval '1 year', 'UTC'), max(to_time) >= now() + interval '} . $ahead . q{ months', bool_or(now() >= from_time AND now() < to_time)
			FROM uuid_v7_partitions('measurements')}), 't|t|t', "$name: the window");
	return;
}

new_table();
query($blocks{'Two lines of cron'}[0]);
window('two lines', 3);
query($blocks{'Two lines of cron'}[0]);
window('again', 3);

new_table();
my @lines = document('doc/partitions.md') =~ /^\d+ 3 \* \* \*  +(psql .*)$/mg;
is(scalar @lines, 2, 'two lines of crontab');
foreach my $line (@lines)
{
	local %ENV = (%ENV, PGHOST => $node->host, PGPORT => $node->port);

	unlike($line, qr/%/, 'cron takes % for the end of a line');
	is(system("$line >/dev/null 2>&1"), 0, $line);
}
window('crontab', 3);

new_table();
query(q{CREATE SCHEMA cron; CREATE TABLE cron.job (job text, at text, command text);
	CREATE FUNCTION cron.schedule(text, text, text) RETURNS void LANGUAGE sql AS 'INSERT INTO cron.job VALUES ($1, $2, $3)'});
query($blocks{'Two lines of cron'}[1]);
query($_) foreach split(/\n/, query('SELECT command FROM cron.job ORDER BY at DESC'));
window('pg_cron', 3);
is(query('SHOW lock_timeout'), '5s', 'pg_cron: lock_timeout');

# Nobody waits for DETACH ... CONCURRENTLY, and FINALIZE completes it
new_table();
query($blocks{'Tables that must not wait'}[0]);
window('CONCURRENTLY', 0);
new_table();
my $reader = uuidx_session($node, $db);
$reader->query_safe('BEGIN; SELECT count(*) FROM measurements');
is(state_of($node, q{SET lock_timeout = '1ms'; } . $blocks{'Tables that must not wait'}[0], $db), '55P03', 'CONCURRENTLY waits for a reader');
is(state_of($node, q{SET lock_timeout = '1ms'; SELECT count(*) FROM measurements; INSERT INTO measurements VALUES (uuid_generate_v7())}, $db), '', 'nobody waits for it');
$reader->query_safe('ROLLBACK');
$reader->quit;
is(query(q{SELECT count(*) FROM pg_inherits WHERE inhparent = 'measurements'::regclass AND inhdetachpending}), '1', 'one is left half detached');
query($blocks{'Tables that must not wait'}[1]);
is(query(q{SELECT count(*) FROM pg_inherits WHERE inhdetachpending}), '0', 'and is completed');
query($blocks{'Tables that must not wait'}[0]);
window('CONCURRENTLY, again', 0);
is(query(q{SELECT count(*) FROM pg_class WHERE relname ~ '^measurements_p' AND relkind = 'r'}), query(q{SELECT count(*) FROM uuid_v7_partitions('measurements')}), 'nothing else is left');
query('CREATE TABLE measurements_default PARTITION OF measurements DEFAULT');
my $detach = q{ALTER TABLE measurements DETACH PARTITION %s CONCURRENTLY};
my $first = query(q{SELECT partition FROM uuid_v7_partitions('measurements') ORDER BY from_time LIMIT 1});
is(state_of($node, sprintf($detach, $first), $db), '55000', 'not with a default partition');
query('DROP TABLE measurements_default');
is(state_of($node, 'BEGIN; ' . sprintf($detach, $first), $db), '25001', 'nor in a transaction block');
is(state_of($node, 'DO $$BEGIN ' . sprintf($detach, $first) . '; END$$', $db), '25001', 'nor in a function');

# By created_at
query(q{CREATE TABLE orders (id uuid NOT NULL DEFAULT uuid_generate_v7(), created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (id, created_at), CHECK (uuid_v7_within(id, created_at, '1 day'))) PARTITION BY RANGE (created_at);
	CREATE TABLE orders_old PARTITION OF orders FOR VALUES FROM (now() - interval '3 years') TO (now() - interval '1 year 1 hour');
	CREATE TABLE orders_kept PARTITION OF orders FOR VALUES FROM (now() - interval '1 year 1 hour') TO (date_trunc('day', now(), 'UTC'))});
query($blocks{'Partitions by created_at'}[0]);
is(query(q{SELECT to_regclass('orders_old') IS NULL, to_regclass('orders_kept') IS NOT NULL, count(*) FROM pg_inherits WHERE inhparent = 'orders'::regclass}), 't|t|16', 'created_at: the window');
is(query('INSERT INTO orders DEFAULT VALUES RETURNING tableoid::regclass::text') =~ s/\d+$/DAY/r, 'orders_DAY', 'created_at: of today');
is(query(q{SELECT count(*) FROM pg_index WHERE indisprimary AND indrelid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'orders'::regclass)}), '16', 'created_at: with their keys');
is(state_of($node, q{CALL orders_window(now() + interval '14 days', now() - interval '1 year')}, $db), '', 'created_at: again');

# Rows of an earlier time; and an id that is stored twice
query(q{CREATE TABLE orders_earlier PARTITION OF orders FOR VALUES FROM ('2020-01-01') TO ('2020-02-01')});
is(state_of($node, q{INSERT INTO orders (created_at) VALUES ('2020-01-15')}, $db), '23514', 'the default id is of now');
is(state_of($node, q{INSERT INTO orders (id, created_at) VALUES (uuid_generate_v7('2020-01-15'), '2020-01-15')}, $db), '', 'uuid_generate_v7($1), $1');
is(state_of($node, q{INSERT INTO orders SELECT id, created_at + interval '1 hour' FROM orders_earlier}, $db), '', 'an id twice');
query(q{DELETE FROM orders; ALTER TABLE orders ADD CHECK (uuid_v7_within(id, created_at, '0'))});
is(state_of($node, q{INSERT INTO orders SELECT id, uuid_v7_timestamp(id) FROM (SELECT uuid_generate_v7('2020-01-15')) AS made (id)}, $db), '', 'the time of the id');
is(state_of($node, q{INSERT INTO orders SELECT id, created_at + interval '1 ms' FROM orders_earlier}, $db), '23514', 'not with another time');
is(state_of($node, q{INSERT INTO orders SELECT id, created_at FROM orders_earlier}, $db), '23505', 'so not twice');

done_testing();
