
# README.md as it stands there: every block of SQL is run in databases of its own, and
# shows what is shown below or behind it.  What is not run is named with the reason, and
# nothing is left over.  The clock is that of the README.
#
# Two servers are enough: the oldest and the newest.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::RealBin/lib";
use POSIX qw(strftime);
use PostgreSQL::Test::Utils;
use Test::More;
use UuidxDocument;
use UuidxTest qw(:DEFAULT faketime_env set_clock);

my @sections = sections('README.md');
my $uuid = qr/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

# The plan that is shown for the last hour has a constant of an hour before that
my ($ms) = document('README.md') =~ /\(id >= '($uuid)'::uuid\) AND \(id >= uuid_v7_lower\(\(now\(\) - '01:00:00'/;
$ms = hex(substr($ms =~ s/-//gr, 0, 12)) + 2 * 3600 * 1000;

my $faketime = faketime_library();
set_clock(strftime('%Y-%m-%d %H:%M:%S', gmtime($ms / 1000)) . sprintf('.%03d', $ms % 1000)) if $faketime;
my $node = uuidx_node('readme', extension => 0, env => $faketime ? faketime_env($faketime) : {}, conf => "timezone = 'UTC'\njit = off");
my $version = value($node, 'SHOW server_version_num') / 10000;
my $openssl = value($node, 'SHOW ssl_library') eq 'OpenSSL';
my $db;

# A new database, which is the one from here on
sub database
{
	my ($name, $sql) = @_;

	$db = $name;
	value($node, "CREATE DATABASE $db");
	value($node, $sql // 'CREATE EXTENSION uuidx', $db);
	return;
}

sub query { return value($node, $_[0], $db) }
sub error { return state_of($node, $_[0], $db) }

# The plan of a query, by an index where there is one
sub plan_of { return query("SET enable_seqscan = off; SET enable_bitmapscan = off; EXPLAIN (COSTS OFF) $_[0]") }

#
# Blocks
#

# The statements of a block, each with the comment behind it, a notice below it, and what it shows
sub statements
{
	my (@statements, $open);

	foreach my $line (split(/\n/, $_[0]))
	{
		if (!$open)
		{
			if ($line =~ /^-- (NOTICE: .*)/) { $statements[-1]{notice} = $1 }
			next if $line =~ /^--|^$/;
			if (@statements && $statements[-1]{prompt} && $line !~ /^=> /)
			{
				$statements[-1]{shown} .= "$line\n";
				next;
			}
			push @statements, { sql => '', prompt => scalar $line =~ s/^=> //, comment => '' };
		}
		$statements[-1]{sql} .= "$line\n";
		$statements[-1]{comment} = $1 // '' if $line =~ /(?:;|\\gx)(?: +-- (.*))?$/;
		$open = $line !~ /;(?: +-- .*)?$|\\gx$/;
	}
	return @statements;
}

my $by_key = qr/by the primary key/;
my $index_cond = qr/Scan using \w+_pkey .*\n +Index Cond: \(+id /;

# Runs statements in one session, keeps what they say, and compares it with what the
# document says: output below, a value or an index behind
sub runs
{
	my ($name, @statements) = @_;
	my $sql = '';

	foreach my $s (@statements)
	{
		$sql .= "\\pset format aligned\n\\pset tuples_only off\n\\pset footer off\n" if defined $s->{shown};
		$sql .= "$s->{sql}\\echo ===\n\\pset format unaligned\n\\pset tuples_only on\n";
	}
	my ($stdout, $stderr);
	$node->psql($db, $sql, stdout => \$stdout, stderr => \$stderr, on_error_stop => 1);
	is($stderr =~ /(ERROR: .*)/ ? $1 : '', '', "$name: runs") or diag($stderr);
	my @output = split(/^===\n?/m, $stdout, -1);

	foreach my $s (@statements)
	{
		my ($first) = $s->{sql} =~ /(.*)/;

		$s->{output} = shift(@output) // '';
		chomp $s->{output};
		like(plain($s->{output} =~ s/^-\[.*\n//mr), shown(plain($s->{shown})), "$name: shows what it says: $first") if defined $s->{shown};
		like($stderr, qr/\Q$s->{notice}\E$/m, "$name: $first") if $s->{notice};
		is($s->{output}, $s->{comment}, "$name: $first") if $s->{comment} =~ /^(?:$uuid|[\d.]+|[tf]|\d{4}-\d\d-\d\d .*)$/;
		like(plan_of($s->{sql}), $index_cond, "$name: $s->{comment}: $first") if $s->{comment} =~ $by_key;
	}
	return;
}

# The blocks, by heading and number from 1
my (%block, %done);
foreach my $section (@sections)
{
	my $number = 0;

	$block{ "$section->{heading} " . ++$number } = [ statements($_->{text}) ] foreach @{ $section->{blocks} };
}

# The statements of a block, for somebody who runs them one by one
sub taken
{
	my ($name) = @_;

	$done{$name} = 1;
	ok($block{$name}, "$name: there is such a block");
	return @{ $block{$name} || [ map { { sql => '', output => '', shown => '', comment => '' } } 1 .. 10 ] };
}

# Runs a block
sub block
{
	my ($name) = @_;
	my @statements = taken($name);

	runs($name, @statements);
	return @statements;
}

my %not_run = (
	'See it work 1' => 'make test runs this',
	'Install 1' => 'make test has done the like',
	'As a package 1' => 'make deb does');

database('first', '');
my (undef, undef, $inserted, $found) = block('uuidx 1');
is($inserted->{output} =~ s/^$uuid\|//r, query('SELECT uuid_time(id) FROM events'), 'the time of the new row');
is($found->{output}, query('TABLE events'), 'which is found');
SKIP:
{
	skip('the clock is that of the machine without libfaketime', 1) if !$faketime;
	is(query('SELECT uuid_time(id) = date_trunc($$milliseconds$$, now()) FROM events'), 't', 'at the present time');
}

query(q{INSERT INTO events SELECT uuid_generate_v7(t), 'then' FROM unnest('{2026-06-15 11:59:59.999Z,2026-06-15 12:00Z,2026-06-15 13:00Z}'::timestamptz[]) AS t});
my ($hour, $range) = block('Ask by time 1');
is($hour->{output}, query('SELECT * FROM events WHERE payload = $$hello$$'), 'the last hour');
is($range->{output}, query(q{SELECT * FROM events WHERE uuid_time(id) = '2026-06-15 12:00Z'}), 'an hour of then');
like(plan_of($_->{sql}), $index_cond, 'by the key: ' . $_->{sql}) foreach ($hour, $range);

my (undef, $newest, $yesterday, $last) = block('uuidx 2');
unlike(plan_of($_->{sql}), qr/Sort|Seq Scan/, "$_->{comment}: $_->{sql}") foreach ($newest, $yesterday, $last);
is($newest->{output}, query('SELECT uuid_time(id), * FROM events ORDER BY id DESC'), 'the newest first');
is($last->{output}, query('SELECT uuid_time(max(id)) FROM events'), 'the last');
query('DROP VIEW events_at');

database('apart', '');
block('Beside other extensions 1');
is(query('SELECT uuidx.uuid_version(uuidx.uuid_generate_v7())'), '7', 'in a schema of its own');

# Moved out of another's way
database('shop', q{
	CREATE EXTENSION uuidx;
	CREATE EXTENSION uuidx_ids;
	CREATE TABLE kept (id uuid PRIMARY KEY DEFAULT uuid_generate_v7() CHECK (uuid_is_v7(id)), at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED) PARTITION BY RANGE (id);
	CALL uuid_v7_create_partitions('kept', '2026-01-01', '2027-01-01', '1 month');
	CREATE VIEW recent AS SELECT * FROM kept WHERE id >= now() - interval '1 hour'});
my $plan = q{EXPLAIN (COSTS OFF) SELECT FROM kept WHERE uuid_time(id) < '2026-06-15Z' AND id >= timestamptz '2026-05-31Z'};
my $planned = query($plan);
block('Beside other extensions 2');
value($node, 'CREATE FUNCTION uuid_version(uuid) RETURNS integer LANGUAGE sql RETURN -1', $db);
is(query($plan), $planned, 'plans stay');
is(query('INSERT INTO kept DEFAULT VALUES RETURNING at = uuid_time(id), uuid_version(id), uuidx.uuid_version(id)'), 't|-1|7', 'new sessions find all of it') if $faketime;
is(query('SELECT count(*) FROM recent'), '1', 'a view') if $faketime;
is(error('INSERT INTO kept VALUES (gen_random_uuid())'), '23514', 'a check');
is(query(q{CALL uuid_v7_create_partitions('kept', '2027-01-01Z', '2028-01-01Z', '1 month'); SELECT count(*) FROM uuid_v7_partitions('kept')}), '24', 'partitions');
my $other = q{SELECT uuid_from_id('objectid', '507f1f77bcf86cd799439011')};
my $id = query($other);
query('ALTER EXTENSION uuidx_ids SET SCHEMA uuidx');
is(query($other), $id, 'uuidx_ids is moved in the same way');

# A table that exists, in the same database
query(q{
	CREATE TABLE orders (id uuid, created_at timestamptz NOT NULL, PRIMARY KEY (id, created_at)) PARTITION BY RANGE (created_at);
	CREATE TABLE orders_1 PARTITION OF orders FOR VALUES FROM ('2026-06-01') TO ('2026-06-15');
	CREATE TABLE orders_2 PARTITION OF orders FOR VALUES FROM ('2026-06-15') TO ('2026-07-01');
	INSERT INTO orders SELECT uuid_generate_v7(t), t FROM generate_series(timestamptz '2026-06-01', '2026-06-30', '1 hour') AS t});
my ($beyond, undef, $validate, $preload) = block('Partitions by another column 2');
is($beyond->{output}, '0', $beyond->{comment});
$id = query(q{SELECT id FROM orders WHERE created_at = '2026-06-03'});
unlike(query("EXPLAIN (COSTS OFF) SELECT FROM orders WHERE id = '$id'"), qr/orders_2/, 'its first lookup has one partition');
is(query("BEGIN; ALTER TABLE orders DROP CONSTRAINT orders_within; INSERT INTO orders VALUES ('$id', '2026-06-20'); $beyond->{sql}"), '1', 'a row beyond is counted');
like(query("BEGIN; ALTER TABLE orders DROP CONSTRAINT orders_within, ADD CONSTRAINT orders_within CHECK (uuid_v7_within(id, created_at, '1 day')) NOT VALID; COMMIT;
	BEGIN; $validate->{sql} SELECT string_agg(DISTINCT mode, ' ') FROM pg_locks WHERE relation = 'orders'::regclass"), qr/^ShareUpdateExclusiveLock$/, $validate->{comment});
query('CREATE ROLE keeper; ALTER DATABASE shop OWNER TO keeper');
is(error("SET ROLE keeper; $preload->{sql}"), '42501', $preload->{comment});

# A year of measurements, and the like for pg_partman
database('measured');
my (undef, undef, $listed) = block('Partitions 1');
is(scalar(split(/\n/, $listed->{output})), 12, 'twelve partitions');
is(query('SELECT count(*), max(to_time) FROM uuid_v7_partitions($$measurements$$)'), '13|2028-01-01 00:00:00+00', 'and one');
query(q{
	DROP TABLE measurements_2027;
	INSERT INTO measurements SELECT uuid_generate_v7(t), 1 FROM generate_series(timestamptz '2026-01-01Z', least(now(), '2026-12-31Z'), '5 minutes') AS t;
	ANALYZE measurements});
block('Ask by time 2');
SKIP:
{
	my @plans = taken('Ask by time 3');

	runs('Ask by time 3, constants', $plans[0]);
	skip('the plan for the last hour takes the time of the README: libfaketime is not installed', 1) if !$faketime;
	runs('Ask by time 3, the clock', $plans[1]);
}
SKIP:
{
	taken('Partitions 2');
	skip('Partitions 2: pg_partman is not available', 1) if !query(q{SELECT count(*) FROM pg_available_extensions WHERE name = 'pg_partman'});
	query(q{
		CREATE SCHEMA partman;
		CREATE EXTENSION pg_partman SCHEMA partman;
		DROP TABLE measurements;
		CREATE TABLE measurements (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), value double precision) PARTITION BY RANGE (id)});
	skip('Partitions 2: this pg_partman knows no uuid', 1)
	  if query(q{SELECT string_to_array(extversion, '.')::integer[] < '{5,2}' FROM pg_extension WHERE extname = 'pg_partman'}) eq 't';
	# create_partition() is its name from 5.4 on
	$block{'Partitions 2'}[0]{sql} =~ s/create_parent/create_partition/ if query(q{SELECT count(*) FROM pg_proc WHERE proname = 'create_partition' AND pronamespace = 'partman'::regnamespace});
	block('Partitions 2');
	is(query('INSERT INTO measurements (value) VALUES (1) RETURNING tableoid::regclass::text ~ $$_p20$$'), 't', 'pg_partman makes partitions');
}

# 365 days
database('by_day');
my ($create, $explain) = taken('Partitions by another column 1');
runs('Partitions by another column 1', $create);
query(q{
	SELECT format('CREATE TABLE orders_%s PARTITION OF orders FOR VALUES FROM (%L) TO (%L)', to_char(day, 'MMDD'), day, day + interval '1 day')
	FROM generate_series('2026-01-01'::timestamptz, '2026-12-31', interval '1 day') AS day \gexec
	INSERT INTO orders SELECT uuid_generate_v7(t), t FROM generate_series(timestamptz '2026-03-09', '2026-03-11 23:00', '15 seconds') AS t;
	VACUUM ANALYZE orders_0309, orders_0310, orders_0311});
my ($partitions) = $explain->{shown} =~ s/->  \.\.\. +-- (.*), and no other of the 365/.../r ? $1 : '';
$explain->{shown} =~ s/->  \.\.\. .*/.../;
query(q{ALTER DATABASE by_day SET session_preload_libraries = 'uuidx'});
runs('Partitions by another column 1', $explain);
unlike(query(q{EXPLAIN SELECT FROM orders WHERE id >= timestamptz '2026-12-30'}), qr/uuid_is_v7/, 'no filter by version');
is(error(q{INSERT INTO orders VALUES (uuid_v7_lower('2026-06-15'), '2026-06-16 00:00:00.000001')}), '23514', 'a row beyond the tolerance');
is(join(' and ', $explain->{output} =~ /(?:^.*?\bon (?!orders_0309)(\w+))/mg), $partitions, 'and no other of the 365');

#
# Ids
#
database('made');
is(join(' ', map { query("SELECT uuid_version('$_')") } map { $_->{output} } block('Generate 1')), '7 7 6 4 5', 'versions');
is(query("SELECT uuid_time('" . $block{'Generate 1'}[1]{output} . "')"), '2026-06-15 12:00:00+00', 'of a given time');

is(error('SELECT uuid_generate_v8_node()'), '55000', 'no node is set');
$node->append_conf('postgresql.conf', join("\n", map { $_->{sql} } taken('Nodes 1')));
$node->reload;
$node->poll_query_until('postgres', q{SELECT current_setting('uuidx.node_id', true) = '7'}) or die 'the node is not set';
my ($readings, @asked) = taken('Nodes 2');
runs('Nodes 2', $readings, { sql => "INSERT INTO readings (payload) VALUES ('one');\n", comment => '' }, @asked);
is($asked[0]{output} =~ s/\|.*\|/|/r, '7|one', 'the node');
query(q{INSERT INTO readings SELECT (left(i::text, 14) || '8' || right(i::text, 21))::uuid, n
	FROM generate_series(-2, 2) AS n, LATERAL (SELECT timestamptz '2026-06-16Z' + n * interval '0.5 ms') AS t (t), LATERAL (SELECT uuid_generate_v7(t)) AS v (i)});
is(query("WITH asked AS (" . $asked[1]{sql} =~ s/;.*//sr . ') SELECT string_agg(payload, $$ $$ ORDER BY payload) FROM asked'), '-1 -2', 'half-open, exact');
is(query(q{SELECT count(*) FROM readings WHERE id <= uuid_v7_upper('2026-06-15 23:59:59.999Z')}), '0', 'uuid_v7_upper leaves out the last millisecond');
is(query(q{SELECT count(*) FROM readings WHERE id <= timestamptz 'infinity'}), '0', 'the operators find none');

query(q{
	CREATE TABLE old_orders (old_id bigint PRIMARY KEY, created_at timestamptz);
	INSERT INTO old_orders SELECT n, timestamptz '2026-06-15Z' + n / 10000 * interval '1 us' FROM generate_series(1, 50000) AS n});
my ($few) = block('Backfilling 1');
my ($many) = block('Backfilling 2');
my $in_order = sub {
	my ($sql, $function) = @_;

	$sql =~ s/^SELECT uuid_generate_v7\(/SELECT old_id, created_at, uuid_generate_v7(/ or die;
	$sql =~ s/;\n\z//;
	return query("WITH made (old_id, created_at, id) AS ($sql)
		SELECT count(DISTINCT id), array_agg(old_id ORDER BY id) = array_agg(old_id ORDER BY old_id), bool_and($function(id) = created_at) FROM made");
};
is($in_order->($few->{sql}, 'uuid_v7_timestamp_us'), '50000|t|t', 'in the order of the rows, of their times');
query(q{UPDATE old_orders SET created_at = '2026-06-15Z'});
is(error($few->{sql}), '22023', 'one time too many rows');
is(error("DELETE FROM old_orders WHERE old_id > 16384; $few->{sql}"), '', 'but not 16,384');
query('INSERT INTO old_orders SELECT n, $$2026-06-15Z$$ FROM generate_series(16385, 50000) AS n');
is($in_order->($many->{sql}, 'uuid_time'), '50000|t|t', 'and with many: in their order, of their milliseconds');

#
# What there is to see
#
database('seen');
query(q{
	CREATE TABLE events (id uuid PRIMARY KEY, payload text);
	INSERT INTO events VALUES (uuid_generate_v7('2026-06-15Z')), (uuid_generate_v6('2026-06-15Z'));
	CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), n integer);
	INSERT INTO orders SELECT CASE n % 3 WHEN 0 THEN gen_random_uuid() ELSE uuid_generate_v7('2025-01-01Z'::timestamptz + n * interval '40 seconds') END
	FROM generate_series(0, 99999) AS n;
	ANALYZE orders});
my ($inspected) = (block('Inspect and convert 1'))[1];
is($block{'Inspect and convert 1'}[0]{output}, "2026-06-15 00:00:00+00|7\n2026-06-15 00:00:00+00|6", 'time and version');
is(query(q{SELECT string_agg(key, ', ' ORDER BY ordinality) FROM json_object_keys((SELECT row_to_json(i) FROM uuid_inspect('017f22e2-79b0-7cc3-98c4-dc0c0c07398f') AS i)) WITH ORDINALITY AS k (key, ordinality)}),
	$inspected->{comment}, 'the columns of uuid_inspect');
# a sample decides about the correlation
$block{'Look at a table 1'}[0]{shown} =~ s/(correlation +\| 0\.4)\d+/$1.../;
my ($statement) = (block('Look at a table 1'))[0]{shown} =~ /statement +\| (.*)/;
query($statement);
is(query(q{SELECT statement FROM uuid_report('orders')}), '', 'until there is none');
my ($ours, $qualified) = block('Names that core has too 1');
is($qualified->{output}, $ours->{output}, 'the same');
is($ours->{output}, "2026-06-15 00:00:00+00\n2026-06-15 00:00:00+00", 'of both versions');

#
# Order by time: of a mixed table, of version 1, of partitions
#
database('mixed');
query(q{
	CREATE TABLE orders (id uuid PRIMARY KEY, n integer);
	INSERT INTO orders SELECT CASE n % 4 WHEN 0 THEN id WHEN 1 THEN uuid_generate_v6(t) WHEN 2 THEN uuid_v6_to_v1(uuid_generate_v6(t)) ELSE gen_random_uuid() END, n
	FROM generate_series(1, 2000) AS n, LATERAL (SELECT now() - n * interval '11 minutes') AS t (t), LATERAL (SELECT uuid_generate_v7(t)) AS v (id);
	ANALYZE orders});
my ($sorted) = (block('Order by time 1'))[1];
is($sorted->{output}, query(q{SELECT * FROM orders WHERE uuid_time(id) >= now() - interval '1 day' ORDER BY uuid_time(id), uuid_version(id), id}), 'in the order of time') if $faketime;
like(plan_of($sorted->{sql}), qr/^Index Scan using orders_id_idx.*\n +Index Cond: \(\(id ~>=~ [^\n]*\)$/, 'by the index and nothing else');
block('Order by time 2');
is(query('SELECT indisvalid FROM pg_index WHERE indexrelid = $$orders_time$$::regclass; INSERT INTO orders (n) VALUES (0) RETURNING uuid_version(id)'), "t\n7", 'an index, and new ids of version 7');

database('partitioned');
block('Order by time 3');
query('INSERT INTO orders (id) VALUES (gen_random_uuid()), (uuid_generate_v6($$2026-06-15$$)), (uuid_v6_to_v1(uuid_generate_v6($$2026-01-01$$)))');
is(query('SELECT tableoid::regclass, uuid_version(id) FROM orders ORDER BY 2'), "orders_2026|1\norders_timeless|4\norders_2026|6", 'partitions of a mixed table');

SKIP:
{
	my ($lookup) = taken('Hide the time 1');
	skip('Hide the time 1: this server was built without OpenSSL', 1) if !$openssl;
	my %hide = sql_of('doc/hide-the-time.md');

	database('hidden');
	query("CREATE ROLE app; $hide{'Where the key lives'}[0]; CREATE TABLE customers (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), name text); INSERT INTO customers (name) VALUES ('one'), ('two')");
	my ($face) = split(/\n/, query('SELECT ids.public_id(id) FROM customers WHERE name = $$two$$'));
	$lookup->{sql} =~ s/\$1/'$face'/;
	runs('Hide the time 1', $lookup);
	is($lookup->{output}, "$face|two", 'found by its face');
}

database('brought', 'CREATE EXTENSION uuidx_ids CASCADE');
query(q{
	CREATE TABLE tweets (id bigint PRIMARY KEY);
	INSERT INTO tweets SELECT id_lower('snowflake', t)::bigint FROM (VALUES (timestamptz '2026-06-14 23:59:59.999Z'), ('2026-06-15Z')) AS v (t);
	DROP EXTENSION uuidx_ids});
my (undef, undef, undef, $fields, $tweets) = block('Bring your ids 1');
is(join(', ', $fields->{output} =~ /^(\w+)\|/mg), $fields->{comment}, 'fields');
is($tweets->{output}, query(q{SELECT id_lower('snowflake', '2026-06-15Z')}), 'by their time');

is_deeply([ grep { !$done{$_} && !$not_run{$_} } sort keys %block ], [], 'every block is run');
is_deeply([ grep { !$block{$_} } sort keys %not_run ], [], 'or named as not run');
foreach my $name (sort keys %not_run)
{
  SKIP: { skip("$name: $not_run{$name}", 1) }
}

$node->stop;
done_testing();
