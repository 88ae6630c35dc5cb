
# pg_dump and restore keep everything that was written with boundaries, operators
# and our aggregates: bounds, defaults, CHECKs, partial indexes, generated columns,
# views, domains, functions.
#
# Only in make test-all: pg_dump prints what the catalogs have, which sql/ compares.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::RealBin/lib";
use PostgreSQL::Test::Utils;
use Test::More;
use UuidxTest;

my $node = uuidx_node('dump', extension => 0);
my $directory = PostgreSQL::Test::Utils::tempdir;

# A schema's worth of dependents.  The session that creates has the extension on
# its search_path; nothing that reads it later does.
my $setup = q{
	SET timezone = 'UTC';
	SET search_path = shop, EXTENSION_SCHEMA;
	CREATE DOMAIN recent_id AS uuid CHECK (VALUE >= '2020-01-01'::timestamptz);
	CREATE TABLE orders (
	  id uuid DEFAULT uuid_generate_v7() PRIMARY KEY CHECK (uuid_version(id) = 7),
	  previous recent_id,
	  payload integer,
	  during tstzrange,
	  first_half boolean GENERATED ALWAYS AS (id < '2026-07-01'::timestamptz) STORED,
	  CONSTRAINT not_before CHECK (id >= '2025-01-01'::timestamptz AND '2100-01-01'::timestamptz > id),
	  CONSTRAINT in_range CHECK (id <@ during)
	) PARTITION BY RANGE (id);
	CREATE TABLE orders_old PARTITION OF orders FOR VALUES FROM (MINVALUE) TO (uuid_v7_lower('2026-01-01'));
	CREATE TABLE orders_default PARTITION OF orders DEFAULT;
	CALL uuid_v7_create_partitions('orders', '2026-01-01', '2026-04-01', '1 month');
	CREATE INDEX orders_open ON orders (payload) WHERE id >= '2026-02-15'::timestamptz AND id <@ '(,2026-03-10]';
	CREATE VIEW latest AS
	  SELECT min(id) AS first, max(id) AS last, max(id) FILTER (WHERE id < '2026-02-01'::timestamptz) AS january,
	    count(*) FILTER (WHERE NOT id <@ tstzrange('2026-01-15Z', '2026-03-15Z', '[]')) AS outside,
	    max(uuid_v7_timestamp(id)) AS at, max(id::timestamptz) AS by_cast
	  FROM orders WHERE id > ANY (ARRAY['2025-06-01'::timestamptz]) AND 'infinity'::timestamptz >= id;
	CREATE MATERIALIZED VIEW months AS SELECT * FROM uuid_v7_partitions('shop.orders');
	CREATE FUNCTION since(at timestamptz) RETURNS bigint STABLE LANGUAGE sql
	  RETURN (SELECT count(*) FROM orders WHERE id >= at);
	CREATE RULE no_future AS ON INSERT TO orders_old WHERE new.id > '2100-01-01'::timestamptz DO INSTEAD NOTHING;
	INSERT INTO orders (id, previous, payload, during)
	  SELECT id, lag(id) OVER (ORDER BY n), n, tstzrange(at, at + interval '1 ms')
	  FROM generate_series(0, 99) AS n,
	    LATERAL (SELECT '2025-12-20'::timestamptz + interval '25 hours' * n AS at) AS t,
	    LATERAL (SELECT uuid_generate_v7(at, n) AS id) AS i;
	REFRESH MATERIALIZED VIEW months;
};
# What must be the same afterwards
my $contents = q{
	SET timezone = 'UTC';
	SELECT partition, from_time, to_time FROM EXTENSION_SCHEMA.uuid_v7_partitions('shop.orders');
	SELECT * FROM shop.months;
	SELECT * FROM shop.latest;
	SELECT shop.since('2026-03-01'), md5(string_agg(format('%s %s', tableoid::regclass, orders), ',' ORDER BY id)) FROM shop.orders;
};

# The text of a dump, without what differs from run to run
sub dump_text
{
	my ($database) = @_;
	my ($out, $err) = run_command([ 'pg_dump', '--no-sync', $node->connstr($database) ]);

	is($err, '', "$database: pg_dump has nothing to remark");
	$out =~ s/^\\(un)?restrict.*$//mg;
	return $out;
}

foreach my $case ([ 'plain', 'public' ], [ 'custom', 'ids' ], [ 'directory', 'My "ids"' ])
{
	my ($format, $schema) = @$case;
	my ($from, $to) = ("$format", "${format}_restored");
	my $file = "$directory/$format.dump";
	(my $quoted = '"' . $schema =~ s/"/""/gr . '"') =~ s/^"(\w+)"$/$1/;

	(my $setup_here = $setup) =~ s/EXTENSION_SCHEMA/$quoted/g;
	(my $contents_here = $contents) =~ s/EXTENSION_SCHEMA/$quoted/g;
	value($node, "CREATE DATABASE $_") foreach ($from, $to);
	value($node, "CREATE SCHEMA IF NOT EXISTS $quoted; CREATE SCHEMA shop; CREATE EXTENSION uuidx SCHEMA $quoted", $from);
	value($node, $setup_here, $from);
	my $before = value($node, $contents_here, $from);
	like($before, qr/^shop\.orders_p20260301\|2026-03-01 00:00:00\+00\|2026-04-01 00:00:00\+00$/m, "$format: there is something to dump");

	command_ok([ 'pg_dump', '--no-sync', '--format', $format, '--file', $file, $node->connstr($from) ], "$format: dumped");
	if ($format eq 'plain')
	{
		command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', $file, $node->connstr($to) ], "$format: restored");
	}
	else
	{
		command_ok([ 'pg_restore', '--exit-on-error', '--dbname', $node->connstr($to), $file ], "$format: restored");
	}
	is(value($node, $contents_here, $to), $before, "$format: the same rows in the same partitions, and the same answers");
	is(dump_text($to), dump_text($from), "$format: a dump of the restored database is the same");

	# it is not only there, it works
	is( value($node, q{
			INSERT INTO shop.orders (payload, during) VALUES (1000, tstzrange(NULL, NULL)) RETURNING tableoid::regclass, id IS NOT NULL}, $to),
		'shop.orders_default|t', "$format: the default makes an id, which is in the right partition");
	my $id = value($node, "SELECT $quoted.uuid_v7_lower('2026-02-10Z')", $to);
	is(value($node, "INSERT INTO shop.orders (id, payload, during) VALUES ('$id', 1, '[2026-02-10Z,2026-02-11Z)') RETURNING tableoid::regclass, first_half", $to),
		'shop.orders_p20260201|t', "$format: bounds and the generated column");
	is(state_of($node, "INSERT INTO shop.orders (id, during) VALUES ('${id}', '[2026-02-11Z,)')", $to),
		'23514', "$format: CHECK with a range");
	is(state_of($node, "INSERT INTO shop.orders (id, during) VALUES ($quoted.uuid_v7_lower('2100-01-01Z'), '(,)')", $to),
		'23514', "$format: CHECK with an operator");
	is(state_of($node, "SELECT $quoted.uuid_v7_upper('2019-12-31 23:59:59Z')::shop.recent_id", $to),
		'23514', "$format: CHECK of a domain");
	my $plan = value($node, qq{
		SET enable_seqscan = off;
		EXPLAIN (COSTS OFF) SELECT FROM shop.orders WHERE payload = 70 AND id OPERATOR($quoted.<@) '[2026-02-20Z,2026-02-21Z)'::tstzrange}, $to);
	like($plan, qr/using orders_p20260201_payload_idx/, "$format: the partial index is used");
	unlike($plan, qr/orders_p20260[13]01|orders_old|orders_default/, "$format: and the other partitions are not");
}

$node->stop;
done_testing();
