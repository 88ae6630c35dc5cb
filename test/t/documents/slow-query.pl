# For each row of the table, a plan has what the row says, and no longer after the cure.

package document::slow_query;

use UuidxDocument;
use UuidxGuide;
use UuidxTest;

my ($text) = map { $_->{text} } grep { $_->{heading} eq 'My query is slow' } sections('doc/slow-query.md');

sub plan_of { return query("EXPLAIN (COSTS OFF) $_[0]") }

# A row of the table says what the plan of a query has; the cure is other SQL, or the query
# written in another way
sub cured
{
	my ($said, $query, $seen, $cure, $after) = @_;

	like($text, qr/^\|.*\Q$said\E/m, "$said: is in the table");
	like(plan_of($query), $seen, "$said: is in the plan");
	query($cure) if $cure;
	my $plan = plan_of($after // $query);
	like($plan, qr/Index Cond: .*\bid\b|^ *(?:->  )?(?:Index Only|Index) Scan/m, "$said: the cure uses the key");
	unlike($plan, qr/Seq Scan|Sort/, "$said: and nothing else");
}

my $created_at = 'created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED';

database('slow_query');
query(qq{
	ALTER DATABASE slow_query SET session_preload_libraries = 'uuidx';
	ALTER DATABASE slow_query SET max_parallel_workers_per_gather = 0;
	ALTER DATABASE slow_query SET enable_bitmapscan = off;
	CREATE TABLE events (id uuid PRIMARY KEY DEFAULT uuid_generate_v7()
	  CHECK (uuid_is_v7(id)), n integer, $created_at CHECK (created_at = uuid_time(id)));
	CREATE TABLE archive (LIKE events INCLUDING ALL);
	CREATE TABLE unproven (id uuid PRIMARY KEY, $created_at);
	INSERT INTO events SELECT uuid_generate_v7(t)
	  FROM generate_series(timestamptz '2026-06-13Z', '2026-06-19 23:59Z', '1 minute') AS t;
	INSERT INTO archive SELECT id FROM events;
	INSERT INTO unproven SELECT id FROM events;
	ANALYZE});
my $late = q{timestamptz '2026-06-19 23:00Z'};
run_document(
	'slow-query',
	'My query is slow end' => sub {
		my $query = "SELECT FROM unproven WHERE created_at >= $late";

		cured('~>=~', "SELECT FROM unproven WHERE uuid_time(id) >= $late",
			qr/Seq Scan.*\n +Filter: \(\(id ~>=~ /, 'ALTER TABLE unproven ADD CHECK (uuid_is_v7(id))');
		cured('CHECK (created_at = uuid_time(id))', $query, qr/Filter: \(created_at >= /,
			'ALTER TABLE unproven ADD CHECK (created_at = uuid_time(id))');
		query('CREATE TABLE no_index AS SELECT id FROM events;
			ALTER TABLE no_index ADD CHECK (uuid_is_v7(id)); ANALYZE no_index');
		cured('no btree index begins with `id`', "SELECT id FROM no_index WHERE id >= $late",
			qr/Filter: \(id >= '/, 'CREATE INDEX ON no_index (id)');
		is(query('SHOW uuidx.planner'), 'on', 'SHOW works');
		query('ALTER DATABASE slow_query RESET session_preload_libraries');
		is(state_of($node, 'SHOW uuidx.planner', $db), '42704', 'it is an error if the library is not preloaded');
		my $preload = q{ALTER DATABASE slow_query SET session_preload_libraries = 'uuidx'};
	  SKIP:
		{
			skip('virtual generated columns came with PostgreSQL 18', 1) if query('SHOW server_version_num') < 180000;
			query(q{
				CREATE TABLE virtual (id uuid PRIMARY KEY,
				  created_at timestamptz GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL);
				INSERT INTO virtual SELECT id FROM events; ANALYZE virtual});
			my $filter = qr/Filter: \(uuid_extract_timestamp\(id\) >= /;
			like(plan_of($query =~ s/unproven/virtual/r), $filter, 'a virtual column: not preloaded');
			query($preload);
			cured('CHECK (uuid_is_v7(id))', $query =~ s/unproven/virtual/r,
				$filter, 'ALTER TABLE virtual ADD CHECK (uuid_is_v7(id))');
			query('ALTER DATABASE slow_query RESET session_preload_libraries');
		}
		cured('SHOW uuidx.planner', $query, qr/Filter: \(created_at >= /, $preload);
		cured($_->[0], "SELECT FROM events WHERE $_->[1]", qr/Seq Scan.*\n +Filter: /,
			undef, "SELECT FROM events WHERE $_->[2]") foreach
		  [ 'to_char', q{to_char(created_at, 'YYYY-MM-DD') = '2026-06-19'},
		  q{date_trunc('day', created_at) = '2026-06-19'} ],
		  [ 'age', q{age(created_at) < interval '1 hour'}, q{created_at > now() - interval '1 hour'} ],
		  [ 'now() - created_at', q{now() - created_at < interval '1 hour'},
		  q{created_at > now() - interval '1 hour'} ],
		  [ 'coalesce', q{coalesce(created_at, now()) >= '2026-06-19 23:00Z'}, q{created_at >= '2026-06-19 23:00Z'} ];
		my $generic = q{SET plan_cache_mode = force_generic_plan; PREPARE list(timestamptz[], timestamptz, timestamptz)
			AS SELECT FROM events WHERE created_at = ANY ($1)%s; EXPLAIN (COSTS OFF) EXECUTE list ('{}', now(), now())};

		like(query(sprintf $generic, ' AND $2 <= $3'),
			qr/Filter: \(uuid_time\(id\) = ANY \(\$1\)\)/, 'a list that is not known');
		like(query(sprintf $generic, ' AND created_at BETWEEN $2 AND $3'), qr/Index Cond: \(\(id >= /, 'and its range');
	});

1;
