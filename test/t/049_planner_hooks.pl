
# Beside another extension that replaces the paths of every table: none of ours are left,
# whichever library was loaded first.  Such an extension stores rows where an index does not
# have them, or was given a hint.
#
# In make test: nothing else loads another library with hooks of the planner.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::RealBin/lib";
use PostgreSQL::Test::Utils;
use Test::More;
use UuidxTest;

my $node = uuidx_node('planner_hooks');
my $dir = PostgreSQL::Test::Utils::tempdir_short;

# it leaves a sequential scan
append_to_file("$dir/other.c", <<'EOC');
#include "postgres.h"
#include "fmgr.h"
#include "nodes/pathnodes.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"

PG_MODULE_MAGIC;
PGDLLEXPORT void _PG_init(void);

static set_rel_pathlist_hook_type previous_hook;

static void
leave_sequential_scan(PlannerInfo *root, RelOptInfo *rel, Index relid, RangeTblEntry *rte)
{
	if (previous_hook)
		previous_hook(root, rel, relid, rte);
	if (rte->rtekind != RTE_RELATION || rte->inh)
		return;
	rel->pathlist = NIL;
	rel->partial_pathlist = NIL;
	add_path(rel, create_seqscan_path(root, rel, NULL, 0));
}

void
_PG_init(void)
{
	previous_hook = set_rel_pathlist_hook;
	set_rel_pathlist_hook = leave_sequential_scan;
}
EOC
my $include = $node->config_data('--includedir-server');
my $log = `cc -O1 -shared -fPIC -I'$include' -D_GNU_SOURCE -o '$dir/other.so' '$dir/other.c' 2>&1`;
plan skip_all => "a module cannot be built here: $log" if !-e "$dir/other.so";

value(
	$node, q{
	CREATE TABLE orders (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), n integer);
	CREATE TABLE events (LIKE orders INCLUDING ALL) PARTITION BY RANGE (id);
	CREATE TABLE events_1 PARTITION OF events FOR VALUES FROM (uuid_v7_lower('2025-01-01Z')) TO (uuid_v7_lower('2025-02-01Z'));
	CREATE TABLE events_2 PARTITION OF events FOR VALUES FROM (uuid_v7_lower('2025-02-01Z')) TO (uuid_v7_lower('2025-03-01Z'));
	INSERT INTO orders SELECT uuid_v7_lower(t), 1 FROM generate_series(timestamptz '2025-01-01Z', '2025-02-27Z', '1 minute') AS t;
	INSERT INTO events SELECT * FROM orders;
	ANALYZE});

my %queries = (
	'two keys' => 'SELECT * FROM % ORDER BY uuid_time(id), n LIMIT 5',
	'ties' => 'SELECT uuid_time(id), n FROM % ORDER BY uuid_time(id) FETCH FIRST 5 ROWS WITH TIES',
	'groups' => 'SELECT uuid_time(id), count(*) FROM % GROUP BY 1 LIMIT 5',
	'one key' => 'SELECT * FROM % ORDER BY uuid_time(id) DESC LIMIT 5');

# in the last session the first function of ours loads the library
foreach my $libraries ('uuidx', "$dir/other,uuidx", "uuidx,$dir/other", "$dir/other")
{
	local $ENV{PGOPTIONS} = "-c session_preload_libraries=$libraries";
	my $name = $libraries =~ s/\Q$dir\E\///r;

	foreach my $query (sort keys %queries)
	{
		foreach my $table ('orders', 'events')
		{
			my $plan = value($node, 'EXPLAIN (COSTS OFF) ' . $queries{$query} =~ s/%/$table/r);

			if ($libraries eq 'uuidx')
			{
				like($plan, qr/Index/, "$name: $query of $table, by the index");
			}
			else
			{
				unlike($plan, qr/Index/, "$name: $query of $table, as the other extension has it");
			}
		}
	}
}

$node->stop;
done_testing();
