# uuid_report on a column that is generated from the id: its conditions are planned as
# those of the id only where the library is preloaded, which is what the report says.

# Two servers are enough
# Only in make test-all: sql/report_times.sql and planner_preload.pl notice most of this.

use FindBin;
use lib "$FindBin::RealBin/lib";
use UuidxTest;

my $node = uuidx_node('report_generated');
my %columns = (stored => 'GENERATED ALWAYS AS (uuid_time(id)) STORED CHECK ("Created" = uuid_time(id))');

# a virtual column may use core's function alone
$columns{virtual} = 'GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL'
  if value($node, 'SHOW server_version_num') >= 180000;

foreach my $kind (sort keys %columns)
{
	value($node, qq{
		CREATE TABLE $kind (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)),
		  n timestamptz GENERATED ALWAYS AS ('2026-01-01Z') STORED, "Created" timestamptz $columns{$kind});
		INSERT INTO $kind SELECT uuid_generate_v7('2026-01-01Z'::timestamptz + n * interval '1 hour')
		  FROM generate_series(1, 10) AS n;
		ANALYZE $kind});
	my $report = "SELECT next_step, statement FROM uuid_report('$kind')";

	is(value($node, $report),
		'Column "Created" is computed from the id. Conditions on it can use the index on the id '
		  . 'only in sessions that preload uuidx. '
		  . 'The statement takes effect for new sessions.|ALTER DATABASE postgres SET local_preload_libraries = uuidx;',
		"$kind: the preload is named");
	is(value($node, "SET local_preload_libraries = auto_explain, 'b c'; SELECT statement FROM uuid_report('$kind')"),
		'ALTER DATABASE postgres SET local_preload_libraries = auto_explain, "b c", uuidx;',
			"$kind: and keeps what is set");
	value($node, value($node, "SELECT statement FROM uuid_report('$kind')"));
	is(value($node, $report), q{Nothing to do. Query by time: WHERE "Created" >= now() - interval '1 hour'.|},
		"$kind: then nothing is left");
	value($node,
		"CREATE TRIGGER t AFTER UPDATE ON $kind FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()");
	is(value($node, "SELECT next_step ~ 'triggers of the table cannot read a virtual column'
		FROM uuid_report('$kind')"), $kind eq 'virtual' ? 't' : 'f', "$kind: with a trigger");
	value($node, 'ALTER DATABASE postgres RESET local_preload_libraries');
}

# A stored column without time zone, filled in two zones, and given one in a third; where the
# server accepts an expression that depends on the zone
SKIP:
{
	my $report = q{SELECT largest_difference, next_step ~ '^Column t is generated from the id, .* (4|10).0 hours[.]',
		next_step ~ 'It has no time zone', statement FROM uuid_report('zones')};

	skip('the server accepts no such column', 6) if state_of($node, 'CREATE TABLE zones (id uuid PRIMARY KEY
		CHECK (uuid_is_v7(id)), t timestamp GENERATED ALWAYS AS (uuid_time(id)) STORED)');
	value($node, q{SET timezone = 'UTC'; INSERT INTO zones SELECT uuid_generate_v7('2026-06-15Z'::timestamptz
		+ n * interval '1 hour') FROM generate_series(0, 9) AS n; ANALYZE zones});
	is(value($node, q{SELECT statement IS NULL, next_step ~ 'WHERE uuid_time.id.'
		FROM uuid_report('zones')}), 't|t', 'one zone, UTC');
	value($node, q{SET timezone = 'America/New_York'; INSERT INTO zones VALUES (uuid_generate_v7('2026-06-16Z'))});
	my $mend = 'ALTER TABLE public.zones DROP COLUMN t, ADD COLUMN t timestamptz GENERATED ALWAYS '
	  . 'AS (public.uuid_time(id)) STORED, ADD CONSTRAINT zones_t_time CHECK (t = public.uuid_time(id));';
	is(value($node, $report), "04:00:00|t|t|$mend", 'two zones');
	value($node, q{SET timezone = 'Pacific/Honolulu'; ALTER TABLE zones ALTER t TYPE timestamptz});
	is(value($node, $report), "10:00:00|t|f|$mend", 'a type that was changed in a third');
	value($node, $mend);
	is(value($node, 'SELECT count(*) FROM zones WHERE t = uuid_time(id)'),
		'11', 'the statement makes them the times of the ids');
	is(state_of($node, q{SET timezone = 'America/New_York'; ALTER TABLE zones ALTER t TYPE timestamp;
		ALTER TABLE zones ALTER t TYPE timestamptz}), '', 'a type that is changed and changed back in one zone');
	is(state_of($node, q{SET timezone = 'America/New_York'; ALTER TABLE zones ALTER t TYPE timestamp;
		SET timezone = 'UTC'; ALTER TABLE zones ALTER t TYPE timestamptz}), '23514', 'in another zone it is refused');
}

# another column, or no index to be used: nothing to preload
value($node, q{
	CREATE TABLE other (id uuid PRIMARY KEY
	  CHECK (uuid_is_v7(id)), other uuid, at timestamptz GENERATED ALWAYS AS (uuid_time(other)) STORED);
	INSERT INTO other VALUES (uuid_generate_v7());
	ANALYZE other});
is(value($node, q{SELECT statement IS NULL FROM uuid_report('other', 'id')}),
	't', 'a column that is generated from another one');

$node->stop;
done_testing();
