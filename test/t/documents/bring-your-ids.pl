package document::bring_your_ids;

use UuidxDocument;
use UuidxGuide qw($node);
use UuidxTest;


# heading => SQL of its blocks, in order; the output shown below a query is left out
sub blocks_of
{
	my %blocks = sql_of("doc/$_[0]");

	foreach my $texts (values %blocks)
	{
		s/;\n\n +\w+ +\|.*\z/;\n/s foreach @$texts;
	}
	return %blocks;
}

# Runs a block.  What stands behind a query of one line, "-- value", is what it shows.
sub run_block
{
	my ($sql, $database) = @_;
	my ($first) = $sql =~ /\A\s*(.*)/;
	my @said = $sql =~ /^SELECT uuid.*; +-- (.*)$/mg;
	my ($stdout, $stderr);
	my $ret = $node->psql($database || 'postgres', "SET TimeZone = 'UTC';\n$sql",
		stdout => \$stdout, stderr => \$stderr, on_error_stop => 1);

	is($ret, 0, "runs: $first") or diag($stderr);
	is($stdout, join("\n", @said), "shows what it says: $first") if @said && $sql !~ /^SELECT (?!uuid)/m;
	return $stdout;
}

my %blocks = blocks_of('bring-your-ids.md');

# one block of SQL under each heading where there is one, more where it takes more
is(join(', ', map { "$_: " . @{ $blocks{$_} } } sort keys %blocks),
	'Bring your ids: 1, Keep the column, add the uuid: 1, Mappings: 2, Move a table to uuid: 6, '
	  . 'The systems: 1, Which system generated them: 1',
	'blocks of SQL');

my $shown = run_block($blocks{'Bring your ids'}[0]);
is( $shown,
	join("\n",
		'2023-11-14 22:13:20+00', '018bcfe5-6800-83bc-a100-000000000000', '1724551110457225744',
		'01HK153X000000000000000000|01HK153X00ZZZZZZZZZZZZZZZZ',
		"unix_ms|1462015105796\nworker|1\nprocess|0\nincrement|7"),
	'the first examples');

#
# The systems: those of the query are those of the list
#
my ($systems) = grep { $_->{heading} eq 'The systems' } sections('doc/bring-your-ids.md');
is(join(' ', sort grep { !/sorts_as|COLLATE/ } code_in($systems->{text})),
	join(' ', sort map { /^(\w+)/ } split(/\n/, run_block($blocks{'The systems'}[0]))), 'the systems');

#
# Which layout
#
value($node, q{
SET TimeZone = 'UTC';
CREATE TABLE documents (id text COLLATE "C" PRIMARY KEY, created_at timestamptz);
INSERT INTO documents
SELECT uuid_to_id('es_kordered',
  (lpad(to_hex((extract(epoch FROM t) * 1000)::bigint), 12, '0') || '8' || substr(md5('mac'), 1, 3)
  || '9' || substr(md5('mac'), 4, 8) || lpad(to_hex(n * 4), 7, '0'))::uuid), t
FROM generate_series(1, 500) AS n, LATERAL (SELECT '2025-03-01'::timestamptz + n * interval '1.234 minutes') AS x (t)});
is(value($node, q{SELECT count(*) FROM documents WHERE id_extract_timestamp('es_kordered', id) <> created_at}),
	0, 'the ids are those of one layout');
like(run_block($blocks{'Which system generated them'}[0]),
	qr/almost certainly of system es_kordered[.]/, 'uuid_report names it');

#
# The migration
#
value($node, q{
SET TimeZone = 'UTC';
CREATE TABLE orders (id char(24) PRIMARY KEY, total numeric);
CREATE TABLE order_lines (order_id char(24) REFERENCES orders, line integer, PRIMARY KEY (order_id, line));
INSERT INTO orders
  SELECT CASE n % 3 WHEN 0 THEN upper(id) ELSE id END, n FROM generate_series(1, 5000) AS n, LATERAL
  (SELECT left(id_lower('objectid', '2024-01-01'::timestamptz + n * interval '1 minute'), 8)
    || left(md5(n::text), 16)) AS o (id);
INSERT INTO order_lines SELECT id, line FROM orders, generate_series(1, 2) AS line;
CREATE TABLE before AS SELECT id::text, total FROM orders});
my ($look, $fill, $index, $switch, $drop, $back) = @{ $blocks{'Move a table to uuid'} };

is(run_block($look), '5000|2024-01-01 00:01:00+00|2024-01-04 11:20:00+00', 'before');
value($node, q{INSERT INTO orders VALUES ('65a000000000000000000001', 5001);
	INSERT INTO order_lines VALUES ('65a000000000000000000001', 1);
	INSERT INTO before VALUES ('65a000000000000000000001', 5001)});
is(value($node, 'SELECT count(uuid), (SELECT count(order_uuid) FROM order_lines) FROM orders'),
	'1|1', 'new rows have a uuid');
run_block($fill);
is(value($node, 'SELECT count(*) - count(uuid), (SELECT count(*) - count(order_uuid) FROM order_lines) FROM orders'),
	'0|0', 'and then all');
is(run_block($index), "0\n0", 'every id comes back');
run_block($switch);
is(value($node, q{SELECT count(*), count(*) FILTER (WHERE o.id = uuid_from_id('objectid', b.id) AND o.old_id = b.id)
	FROM before AS b JOIN orders AS o USING (total)}),
	'5001|5001',
	'every order has the UUID of its id');
is(value($node, 'SELECT count(*) FROM order_lines JOIN orders ON order_id = id'), '10001', 'every line has its order');
is(value($node, q{SELECT conname, convalidated FROM pg_constraint
	WHERE conrelid IN ('orders'::regclass, 'order_lines'::regclass) AND contype IN ('p', 'f') ORDER BY 1}),
	"order_lines_order_id_fkey|t\norder_lines_pkey|t\norders_pkey|t",
	'the constraints are there again');
value($node, 'INSERT INTO orders (total) VALUES (5002)');
is(value($node, 'SELECT total FROM orders ORDER BY id DESC LIMIT 1'), '5002', 'new rows sort behind the old ones');
is(value($node, q{SELECT array_agg(total ORDER BY id) = array_agg(total ORDER BY total) FROM orders}),
	't', 'and those as before');

my ($by_version, $by_bytes) = @{ $blocks{'Mappings'} };
my $bound = qr/[70]000-[80]000-0{12}/;
foreach my $query ($by_version, $by_bytes)
{
	my @rows = split(/\n/, value($node, "SET TimeZone = 'UTC';\n$query"));

	is(scalar(@rows), 1440, 'orders of a day');
	like(value($node, "SET TimeZone = 'UTC'; SET enable_seqscan = off; EXPLAIN $query"),
		qr/Index Cond: \(\(id >= '018cc778-5000-$bound'::uuid\) AND \(id < '018ccc9e-ac00-$bound'::uuid\)\)/,
		'by the index');
}
is(value($node, q{SELECT count(*) FROM orders WHERE id >= timestamptz '2024-01-02 00:00+00'
	AND id < timestamptz '2024-01-03 00:00+00'}),
	'0', 'the operators mean version 7 alone');

#
# Everything that begins with Unix milliseconds, in those of the bounds and next to
# them: the first query is exact for versions 7 and 8, the second for all
#
value($node, q{
SET TimeZone = 'UTC';
CREATE TABLE many AS
SELECT kind, id, at
FROM (VALUES (timestamptz '2024-01-02'), ('2024-01-03')) AS b (bound), generate_series(-3, 3) AS ms,
  LATERAL (SELECT bound + ms * interval '1 ms') AS t (at), generate_series(1, 200) AS n,
  LATERAL (VALUES ('version 7', uuid_generate_v7(at)),
    ('version 7', uuid_v7_lower(at)), ('version 7', uuid_v7_upper(at)),
    ('time first', uuid_from_id('pushid', id_lower('pushid', at))),
      ('time first', uuid_from_id('pushid', id_upper('pushid', at))),
    ('time first', uuid_from_id('elasticflake', id_lower('elasticflake', at))),
    ('free', uuid_from_id('ulid', id_lower('ulid', at))), ('free', uuid_from_id('ulid', id_upper('ulid', at))),
    ('free', (left(id_lower('combguid_pg', at), 14) || right(md5(n::text)::uuid::text, 22))::uuid)) AS k (kind, id)});
my %asked = (exactly => q{at >= '2024-01-02' AND at < '2024-01-03'});
($asked{by_version}, $asked{by_bytes}) = map { s/SELECT \* FROM orders WHERE (.*);\n\z/$1/sr } ($by_version, $by_bytes);
foreach my $kind ('version 7', 'time first', 'free')
{
	my %wrong = map { $_ => value($node, qq{SET TimeZone = 'UTC';
		SELECT count(*) FROM many WHERE kind = '$kind'
		  AND ($asked{$_}) <> ($asked{exactly})}) } qw(by_version by_bytes);

	is($wrong{by_bytes}, 0, "$kind: between the first ULIDs of a millisecond");
	is($wrong{by_version} == 0, $kind ne 'free', "$kind: between bounds of version 7");
}
is(value($node, "SET TimeZone = 'UTC'; SELECT count(DISTINCT kind), count(*) > 10000 FROM many WHERE $asked{exactly}"),
	'3|t', 'there were some');

is(value($node, 'SELECT count(*) FROM many WHERE uuid_unix_timestamp(id) <> at'),
	'0', 'the time of all kinds is read by one function');

run_block($drop);
run_block($back);
is(value($node, q{SELECT count(*), count(*) FILTER (WHERE o.old_id = lower(b.id))
	FROM before AS b JOIN orders AS o USING (total)}),
	'5001|5001',
	'the old ids come back');
is(value($node, 'SELECT total FROM orders WHERE old_id IS NULL'), '5002', 'but for the row that never had one');
is(state_of($node, q{SELECT uuid_to_id('objectid', id) FROM orders WHERE old_id IS NULL}), '22023', 'which is refused');
is(value($node, q{SELECT count(uuid_to_id('ulid', id)) FROM orders WHERE old_id IS NULL}), '1', 'except as a ULID');

#
# Queries by time of a column of ids: the plans that are shown
#
value($node, 'CREATE DATABASE by_time');
value($node, 'CREATE EXTENSION uuidx_ids CASCADE; CREATE TABLE tweets (id bigint PRIMARY KEY); VACUUM tweets',
	'by_time');
run_block($blocks{'Keep the column, add the uuid'}[0], 'by_time');
my ($by_time) = grep { $_->{heading} eq 'Keep the column, query it by time' } sections('doc/bring-your-ids.md');
foreach my $example ($by_time->{blocks}[0]{text} =~ /^=> (.*?;\n.*?)(?=^=> |\z)/msg)
{
	my ($query, $plan) = $example =~ /\A(.*?;\n)(.*)\z/s;

	is(plain(value($node, "SET TimeZone = 'UTC'; SET enable_seqscan = off; SET enable_bitmapscan = off;
		$query", 'by_time') . "\n"), plain($plan), 'the plan that is shown');
}

#
# The generated column
#
run_block($blocks{'Keep the column, add the uuid'}[0]);
value($node, q{INSERT INTO notes VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV')});
is(value($node, "SET TimeZone = 'UTC'; SELECT * FROM notes"),
	'01ARZ3NDEKTSV4RRFFQ69G5FAV|01563e3a-b5d3-d676-4c61-efb99302bd5b|2016-07-30 23:54:10.259+00', 'it follows');
is(state_of($node, q{INSERT INTO notes VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAU')}), '22P02', 'and lets nothing else in');

1;
