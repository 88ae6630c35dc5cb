
# Published examples, from a table with their sources, under several settings and
# in databases of several encodings: promise 9.
#
# Only in make test-all: sql/ and the unit test have vectors of every function.
# One server is enough: nothing in it depends on the version of the server.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::RealBin/lib";
use PostgreSQL::Test::Utils;
use Test::More;
use UuidxTest;

my $node = uuidx_node('vectors');
value($node, q{CREATE DATABASE latin1 ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0});
value($node, 'CREATE EXTENSION uuidx', 'latin1');

# A tab-separated file: source, expression, expected value or NULL
my @lines = split(/\r?\n/, slurp_file("$FindBin::RealBin/../data/rfc9562.tsv"));
is(shift @lines, "source\tsql\texpected", 'the table has the columns that are read here');
cmp_ok(scalar @lines, '>=', 18, 'the table is complete');

my @settings = (
	[ 'postgres', q{SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD';} ],
	[ 'postgres', q{SET TimeZone = 'Asia/Kathmandu'; SET DateStyle = 'German, DMY'; SET search_path = pg_catalog, public;} ],
	[ 'latin1', q{SET TimeZone = 'America/St_Johns'; SET DateStyle = 'SQL, MDY'; SET lc_messages = 'C'; SET bytea_output = 'escape';} ]);

foreach my $line (@lines)
{
	my ($source, $sql, $expected) = split(/\t/, $line);
	# an untyped literal is read as a value of the expression's own type
	my $literal = $expected eq 'NULL' ? 'NULL' : "'$expected'";

	foreach my $setting (@settings)
	{
		my ($database, $set) = @{$setting};

		is( value($node, "$set\nSELECT ($sql) IS NOT DISTINCT FROM $literal", $database),
			't', "$source: $sql, $database")
		  or diag("expected $expected, got " . value($node, "$set\nSELECT $sql", $database));
	}
}

$node->stop;
done_testing();
