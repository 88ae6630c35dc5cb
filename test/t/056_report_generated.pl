# uuid_report on a column that is generated from the id: its conditions are planned as
# those of the id only where the library is preloaded, which is what the report says.

# Two servers are enough
# Only in make test-all: sql/report_times.sql and 047_planner_preload.pl notice most of this.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::RealBin/lib";
use PostgreSQL::Test::Utils;
use Test::More;
use UuidxTest;

my $node = uuidx_node('report_generated');
my %columns = (stored => 'GENERATED ALWAYS AS (uuid_time(id)) STORED');

# a virtual column may use core's function alone
$columns{virtual} = 'GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL' if value($node, 'SHOW server_version_num') >= 180000;

foreach my $kind (sort keys %columns)
{
	value(
		$node, qq{
		CREATE TABLE $kind (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), n timestamptz GENERATED ALWAYS AS ('2026-01-01Z') STORED, "Created" timestamptz $columns{$kind});
		INSERT INTO $kind SELECT uuid_generate_v7('2026-01-01Z'::timestamptz + n * interval '1 hour') FROM generate_series(1, 10) AS n;
		ANALYZE $kind});
	my $report = "SELECT next_step, statement FROM uuid_report('$kind')";

	is( value($node, $report),
		'Column "Created" is computed from the id. The planner uses the index of the id for it only in sessions that preload uuidx. '
		  . 'The statement takes effect for new sessions.|ALTER DATABASE postgres SET local_preload_libraries = uuidx;',
		"$kind: the preload is named");
	value($node, value($node, "SELECT statement FROM uuid_report('$kind')"));
	is(value($node, $report), q{Nothing to do. Query by time: WHERE "Created" >= now() - interval '1 hour'.|}, "$kind: then nothing is left");
	value($node, 'ALTER DATABASE postgres RESET local_preload_libraries');
}

# another column, or no index to be used: nothing to preload
value(
	$node, q{
	CREATE TABLE other (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), other uuid, at timestamptz GENERATED ALWAYS AS (uuid_time(other)) STORED);
	INSERT INTO other VALUES (uuid_generate_v7());
	ANALYZE other});
is(value($node, q{SELECT statement IS NULL FROM uuid_report('other', 'id')}), 't', 'a column that is generated from another one');

$node->stop;
done_testing();
