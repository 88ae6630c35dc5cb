
# A lookup by id on a table partitioned by another time column: what a session needs
# to have loaded, plans of a session while another one changes the constraint, and a
# dump with such a CHECK.
#
# Only in make test-all: sessions and a dump, beside sql/within.sql.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::RealBin/lib";
use PostgreSQL::Test::Utils;
use Test::More;
use UuidxTest;

my $node = uuidx_node('within', extension => 0);

value(
	$node, q{
	CREATE SCHEMA ids;
	CREATE EXTENSION uuidx SCHEMA ids;
	CREATE TABLE orders (id uuid, created_at timestamptz, n integer, PRIMARY KEY (id, created_at),
	  CONSTRAINT near CHECK (ids.uuid_v7_within(id, created_at, '1 day'))) PARTITION BY RANGE (created_at);
	SELECT format('CREATE TABLE orders_%s PARTITION OF orders FOR VALUES FROM (%L) TO (%L)',
	  to_char(day, 'MMDD'), day, day + interval '1 day')
	FROM generate_series('2026-01-01'::timestamptz, '2026-01-31', interval '1 day') AS day \gexec
	INSERT INTO orders SELECT ids.uuid_generate_v7(at), at, n
	FROM generate_series(1, 700) AS n, LATERAL (SELECT '2026-01-01 12:00'::timestamptz + n * interval '1 hour') AS t(at)});

my $id = value($node, q{SELECT id FROM orders WHERE n = 300});
my $lookup = "SELECT n FROM orders WHERE id = '$id'";
my $other = 'SELECT count(*) FROM pg_class WHERE oid = 0';

# How many partitions there are in a plan
sub scans
{
	return scalar grep { /Scan.* on orders_/ && !/Bitmap Index Scan/ } split /\n/, shift;
}

# How many the lookup has as the last statement of a new session
sub partitions
{
	my ($before, $setup) = @_;

	return scans(value($node, "$before; " . ($setup || '') . "EXPLAIN (COSTS OFF) $lookup"));
}

#
# No function of the extension's is in the query: the plan depends on the preload alone
#
is(partitions($other), 31, 'the first lookup of a session visits every partition');
is(partitions("SELECT ids.uuid_generate_v7()"), 31, 'also after the extension was used');
is(partitions("INSERT INTO orders VALUES (ids.uuid_v7_lower('2026-01-05'), '2026-01-05')"), 31, 'or the table');
is(value($node, $lookup), '300', 'the row without a preload');
value($node, 'ANALYZE orders');
my $advice = q{SELECT statement FROM ids.uuid_report('orders')};
is(value($node, $advice), 'ALTER DATABASE postgres SET local_preload_libraries = uuidx;', 'the report names the setting');
is( value($node, "SET local_preload_libraries = auto_explain, 'b c'; $advice"),
	'ALTER DATABASE postgres SET local_preload_libraries = auto_explain, "b c", uuidx;',
	'and keeps what is set');
foreach my $setting ('session_preload_libraries', 'local_preload_libraries')
{
	value($node, "ALTER DATABASE postgres SET $setting = 'uuidx'");
	is(partitions($other), 3, "with $setting three");
	is(partitions($other, 'SET uuidx.planner = off; '), 31, 'but not with the setting off');
	is(value($node, $lookup), '300', 'the row with it');
	is(value($node, $advice), '', 'and the report has no more to advise');
	value($node, "ALTER DATABASE postgres RESET $setting");
}
value($node, q{ALTER DATABASE postgres SET session_preload_libraries = 'uuidx'});

#
# Plans of other sessions follow the constraint
#
my $session = uuidx_session($node);
$session->query_safe("SET plan_cache_mode = force_generic_plan; PREPARE lookup AS $lookup");
my $planned = sub {
	return scans($session->query_safe('EXPLAIN (COSTS OFF) EXECUTE lookup'));
};
is($planned->(), 3, 'a plan is kept');
value($node, 'ALTER TABLE orders DROP CONSTRAINT near');
is($planned->(), 31, 'and made anew when another session drops the constraint');
value($node, q{UPDATE orders SET created_at = '2026-01-30' WHERE n = 300});
like($session->query_safe('EXECUTE lookup'), qr/300/, 'so that it finds what may be elsewhere now');
value($node, q{ALTER TABLE orders ADD CONSTRAINT near CHECK (ids.uuid_v7_within(id, created_at, '60 days')) NOT VALID});
is($planned->(), 31, 'NOT VALID proves nothing');
value($node, q{DELETE FROM orders WHERE n = 300; ALTER TABLE orders DROP CONSTRAINT near;
	ALTER TABLE orders ADD CONSTRAINT near CHECK (ids.uuid_v7_within(id, created_at, '0'))});
is($planned->(), 1, 'a narrower one is');
$session->quit;

#
# Dump and restore: the CHECK is checked while the rows are loaded, with an empty search_path
#
$node->command_ok([ 'pg_dump', '-f', $node->basedir . '/dump.sql', $node->connstr('postgres') ], 'dumped');
value($node, 'CREATE DATABASE restored');
$node->command_ok([ 'psql', '-qX', '-v', 'ON_ERROR_STOP=1', '-f', $node->basedir . '/dump.sql', $node->connstr('restored') ],
	'restored');
is( value($node, 'SELECT sum(n) FROM orders', 'restored'),
	value($node, 'SELECT sum(n) FROM orders'),
	'with the same rows');
like(value($node, q{SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'near' AND conrelid = 'orders'::regclass}, 'restored'),
	qr/ids\.uuid_v7_within\(id, created_at, '00:00:00'::interval\)/, 'and the same constraint');

$node->stop;
done_testing();
