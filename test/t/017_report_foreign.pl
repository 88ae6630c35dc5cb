
# uuid_report on a table with foreign parts: no more than 100,000 ids are read, which is
# a sample then; and no index is advised on a table that can have none.  Of all tables, none is
# read with rights or policies of another role than its owner.
#
# In make test: nothing else has a report read foreign tables.
# Two servers are enough: the oldest and the newest.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::RealBin/lib";
use PostgreSQL::Test::Utils;
use Test::More;
use UuidxTest;

my $node = uuidx_node('report_foreign', conf => "timezone = 'UTC'");
my $file = PostgreSQL::Test::Utils::tempdir . '/ids';

plan skip_all => 'file_fdw is not installed' if !value($node, q{SELECT count(*) FROM pg_available_extensions WHERE name = 'file_fdw'});

sub ids_in_file
{
	my ($count) = @_;

	value($node, "COPY (SELECT uuid_generate_v7('2026-01-01'::timestamptz + n * interval '1 ms') FROM generate_series(1, $count) AS n) TO '$file'");
}

value($node, qq{
	CREATE EXTENSION file_fdw;
	CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
	CREATE TABLE orders (id uuid PRIMARY KEY);
	CREATE FOREIGN TABLE archive () INHERITS (orders) SERVER files OPTIONS (filename '$file')});

ids_in_file(99999);
is(value($node, q{SELECT sampled, times_exact, ids_read, last_time FROM uuid_report('orders')}),
	'f|t|99999|2026-01-01 00:01:39.999+00', 'all of 99,999 ids are read');
is(value($node, q{SELECT by_time, coalesce(statement, '') !~ 'INDEX' FROM uuid_report('orders')}), 'slow|t', 'an index is not advised');

value($node, 'ALTER TABLE orders ADD CHECK (uuid_is_v7(id))');
is(value($node, q{SELECT statement IS NULL FROM uuid_report('orders')}), 't', 'nor is ANALYZE, where the table has no pages of its own');
value($node, 'INSERT INTO orders VALUES (uuid_generate_v7())');
is(value($node, q{SELECT statement FROM uuid_report('orders')}), 'ANALYZE public.orders (id);', 'but where it has');
value($node, 'TRUNCATE ONLY orders');

ids_in_file(100001);
is(value($node, q{SELECT sampled, times_exact, ids_read FROM uuid_report('orders')}), 't|f|100000', 'from 100,001 ids a sample is read');

#
# Of all tables, each is read as its owner: where policies limit the rows for the owner, not at all,
# and nothing in an index changes to another role
#
value(
	$node, q{
	CREATE ROLE owner;
	GRANT CREATE ON SCHEMA public TO owner;
	CREATE TABLE forced (id uuid PRIMARY KEY);
	CREATE POLICY few ON forced USING (id < '01000000-0000-0000-0000-000000000000');
	ALTER TABLE forced ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
	ALTER TABLE forced OWNER TO owner;
	CREATE FUNCTION same(integer) RETURNS integer IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RETURN $1; END';
	CREATE TABLE climbing (id uuid PRIMARY KEY, n integer);
	CREATE INDEX ON climbing ((n + same(1)));
	ALTER TABLE climbing OWNER TO owner;
	CREATE OR REPLACE FUNCTION same(integer) RETURNS integer IMMUTABLE LANGUAGE plpgsql AS
	  $$BEGIN PERFORM set_config('role', session_user, true); RETURN $1; END$$});
my $step = q{SELECT next_step FROM uuid_report() WHERE relation = '%s'::regclass};
is(value($node, sprintf($step, 'forced')), 'Not read: the table has row-level security policies.', 'policies limit the rows for the owner');
is(value($node, sprintf($step, 'climbing')), 'Not read: cannot set parameter "role" within security-restricted operation.', 'no change to another role');

$node->stop;
done_testing();
