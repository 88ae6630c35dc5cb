# Beside other extensions.  One replaces the paths of every table: none of ours are left,
# whichever library was loaded first.  Such an extension stores rows where an index does not
# have them, or was given a hint.  Another one expands the children of a table itself, as
# TimescaleDB does: it clears rte->inh before our hook is called.  A third one looks up the name
# of each index of a table, as pg_hint_plan does.
#
# In make test: nothing else loads another library with hooks of the planner.

use UuidxTest;

my $node = uuidx_node('planner_hooks');

# A module with a hook that sees the paths of each table
sub paths_module
{
	my ($name, $body) = @_;

	return server_module($node, $name, <<"EOC");
#include "nodes/pathnodes.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "utils/lsyscache.h"

static set_rel_pathlist_hook_type previous_hook;

static void
see_paths(PlannerInfo *root, RelOptInfo *rel, Index relid, RangeTblEntry *rte)
{
	if (previous_hook)
		previous_hook(root, rel, relid, rte);
$body}

void
_PG_init(void)
{
	previous_hook = set_rel_pathlist_hook;
	set_rel_pathlist_hook = see_paths;
}
EOC
}

# it leaves a sequential scan
my $other = paths_module('other', <<'EOC');
	if (rte->rtekind != RTE_RELATION || rte->inh)
		return;
	rel->pathlist = NIL;
	rel->partial_pathlist = NIL;
	add_path(rel, create_seqscan_path(root, rel, NULL, 0));
EOC
# requires that each index has a name, and that at most one is the table itself
my $names = paths_module('names', <<'EOC');
	int			ntables = 0;
	ListCell   *cell;

	foreach(cell, rel->indexlist)
	{
		IndexOptInfo *index = (IndexOptInfo *) lfirst(cell);

		if (get_rel_name(index->indexoid) == NULL || index->rel != rel)
			elog(ERROR, "an index of \"%s\" has no name", get_rel_name(rte->relid));
		ntables += index->indexoid == rte->relid;
	}
	if (ntables > 1)
		elog(ERROR, "\"%s\" is an index of itself %d times", get_rel_name(rte->relid), ntables);
EOC
# hides that a table has children from the hooks of what is loaded later; or ends that
my $children = <<'EOC';
#include "nodes/pathnodes.h"
#include "optimizer/pathnode.h"
#include "optimizer/plancat.h"

#define HIDDEN "hidden children"
#if PG_VERSION_NUM >= 190000
#define HOOK build_simple_rel_hook
#define PARAMETERS PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *table
#define ARGUMENTS root, rel, table
static build_simple_rel_hook_type previous_hook;
#else
#define HOOK get_relation_info_hook
#define PARAMETERS PlannerInfo *root, Oid relation, bool inhparent, RelOptInfo *rel
#define ARGUMENTS root, relation, inhparent, rel
static get_relation_info_hook_type previous_hook;
#endif

static void
hide_or_show(PARAMETERS)
{
	RangeTblEntry *rte = root->simple_rte_array[rel->relid];

	if (previous_hook)
		previous_hook(ARGUMENTS);
#ifdef SHOW
	if (rte->ctename != NULL && strcmp(rte->ctename, HIDDEN) == 0)
	{
		rte->ctename = NULL;
		rte->inh = true;
	}
#else
	if (rte->rtekind == RTE_RELATION && rte->inh && rel->reloptkind == RELOPT_BASEREL)
	{
		rte->ctename = HIDDEN;
		rte->inh = false;
	}
#endif
}

void
_PG_init(void)
{
	previous_hook = HOOK;
	HOOK = hide_or_show;
}
EOC
my ($hide, $show) = (server_module($node, 'hide', $children), server_module($node, 'show', $children, '-DSHOW'));

value($node, q{
	CREATE TABLE orders (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), n integer);
	CREATE TABLE events (LIKE orders INCLUDING ALL) PARTITION BY RANGE (id);
	CREATE TABLE events_1 PARTITION OF events FOR VALUES FROM
	  (uuid_v7_lower('2025-01-01Z')) TO (uuid_v7_lower('2025-02-01Z'));
	CREATE TABLE events_2 PARTITION OF events FOR VALUES FROM
	  (uuid_v7_lower('2025-02-01Z')) TO (uuid_v7_lower('2025-03-01Z'));
	INSERT INTO orders SELECT uuid_v7_lower(t), 1
	  FROM generate_series(timestamptz '2025-01-01Z', '2025-02-27Z', '1 minute') AS t;
	INSERT INTO events SELECT * FROM orders;
	ANALYZE});

my %queries = (
	'two keys' => 'SELECT * FROM % ORDER BY uuid_time(id), n LIMIT 5',
	'groups' => 'SELECT uuid_time(id), count(*) FROM % GROUP BY 1 LIMIT 5',
	'one key' => 'SELECT * FROM % ORDER BY uuid_time(id) DESC LIMIT 5');

# in the last session the first function of ours loads the library
foreach my $libraries ('uuidx', "$other,uuidx", "uuidx,$other", $other)
{
	local $ENV{PGOPTIONS} = "-c session_preload_libraries=$libraries";
	my $name = $libraries =~ s{/[^,]*/}{}gr;

	foreach my $query (sort keys %queries)
	{
		foreach my $table ('orders', 'events')
		{
			my $plan = value($node, 'EXPLAIN (COSTS OFF) ' . $queries{$query} =~ s/%/$table/r);

			is($plan =~ /Index/ ? 'the index' : 'the table', $libraries eq 'uuidx' ? 'the index' : 'the table',
				"$name: $query of $table, by the index, or as the other extension has it");
		}
	}
}

# Tables with children: partitions and indexes are found as without the other extension, and
# what is proven of the table alone is not of its children
value($node, q{
	CREATE TABLE family (id uuid, n integer, CHECK (uuid_is_v7(id)) NO INHERIT);
	CREATE TABLE family_1 (CHECK (id < '01954a8c-8c00-7000-8000-000000000000'),
	  CHECK (uuid_is_v7(id))) INHERITS (family);
	CREATE TABLE family_2 (CHECK (id >= '01954a8c-8c00-7000-8000-000000000000'),
	  CHECK (uuid_is_v7(id))) INHERITS (family);
	CREATE TABLE family_3 () INHERITS (family);
	CREATE INDEX ON family_2 (uuid_time(id), n);
	INSERT INTO family_1 SELECT * FROM orders WHERE id < '01954a8c-8c00-7000-8000-000000000000';
	INSERT INTO family_2 SELECT * FROM orders WHERE id >= '01954a8c-8c00-7000-8000-000000000000';
	INSERT INTO family_3 SELECT uuid_generate_v6(uuid_time(id)), n
	  FROM orders WHERE id < '0194251a-0000-7000-8000-000000000000';
	CREATE INDEX ON events (n, uuid_time(id));
	ANALYZE});
$queries{'since now'} = q{SELECT count(*) FROM % WHERE uuid_time(id) >= now() - interval '1 hour'};
$queries{'operator since now'} = q{SELECT count(*) FROM % WHERE id >= now() - interval '1 hour'};
$queries{'a day'} = q{SELECT count(*) FROM % WHERE uuid_time(id)::date = '2025-01-09'};
$queries{'from the index of a child'} = q{SELECT n FROM % WHERE uuid_time(id) >= '2025-02-09Z' AND n = 2};
$queries{'latest'} = q{SELECT min(uuid_time(id)), max(uuid_time(id)) FROM %};

my %plans;
foreach my $libraries ('uuidx', "$hide,uuidx,$show")
{
	local $ENV{PGOPTIONS} = "-c session_preload_libraries=$libraries -c timezone=UTC";

	foreach my $query (sort keys %queries)
	{
		foreach my $table ('events', 'family')
		{
			my $statement = $queries{$query} =~ s/%/$table/r;
			my $plan = value($node, "EXPLAIN (COSTS OFF) $statement");

			# the constant of the clock
			$plan =~ s/'[0-9a-f-]{36}'/bound/g if $query =~ /now/;
			if (!exists $plans{$query}{$table})
			{
				$plans{$query}{$table} = $plan;
				next;
			}
			is($plan, $plans{$query}{$table}, "the children of $table are hidden from uuidx: $query");
			is(value($node, $statement), value($node, "SET uuidx.planner = off; $statement"),
				"$query of $table: the rows") if $query !~ /key|groups/;
		}
	}
}
{
	local $ENV{PGOPTIONS} = "-c session_preload_libraries=$hide,uuidx";

	unlike(value($node, "EXPLAIN (COSTS OFF) $queries{'a day'}" =~ s/%/family/r),
		qr/family_[123]/, 'and hidden they stay for what is called later');
}
unlike($plans{'since now'}{'events'}, qr/on events_1/, 'the clock excludes partitions');
unlike($plans{'operator since now'}{'family'}, qr/on family_1/, 'and children');
like($plans{'from the index of a child'}{'events'},
	qr/Index Cond: .*uuid_time/, 'and finds rows by the index of a child');

# Each index that the planner is given can be looked up, also where only its statistics are used: a
# hint of pg_hint_plan looks up all.  extensions.pl has hints
value($node, q{
	CREATE TABLE heaps (id uuid CHECK (uuid_is_v7(id)), other uuid CHECK (uuid_is_v7(other)), n integer);
	INSERT INTO heaps SELECT id, id, n FROM orders LIMIT 1000;
	CREATE INDEX heaps_n ON heaps (n);
	ANALYZE heaps});
$queries{'times of two columns'} = 'SELECT count(*)
	FROM heaps a JOIN % b ON uuid_time(a.id) = uuid_time(b.id) WHERE uuid_time(a.other) IS NOT NULL';
$queries{'other index'} = 'SELECT * FROM % WHERE n = 1 ORDER BY uuid_time(id), n LIMIT 3';
foreach my $libraries ("uuidx,$names", "$names,uuidx")
{
	local $ENV{PGOPTIONS} = "-c session_preload_libraries=$libraries";
	my $name = $libraries =~ s{/[^,]*/}{}gr;

	foreach my $query (sort keys %queries)
	{
		is(state_of($node, 'EXPLAIN ' . $queries{$query} =~ s/%/$_/gr), '', "$name: $query of $_")
		  foreach 'orders', 'events', 'family', 'heaps';
	}
}

# GiST is the index of a temporal primary key; its order by a distance is that of another column
SKIP:
{
	skip 'btree_gist is not installed', 1
	  if value($node, q{SELECT count(*) FROM pg_available_extensions WHERE name = 'btree_gist'}) == 0;
	local $ENV{PGOPTIONS} = '-c session_preload_libraries=uuidx';

	value($node, q{
	CREATE EXTENSION btree_gist;
	CREATE TABLE places (id uuid CHECK (uuid_is_v7(id)), place point);
	INSERT INTO places SELECT id, point(row_number() OVER (), 0) FROM orders LIMIT 20000;
	CREATE INDEX ON places USING gist (id, place);
	VACUUM ANALYZE places});
	my $at = q{SELECT place FROM places WHERE uuid_time(id) = '2025-01-02Z'};
	like(value($node, "EXPLAIN (COSTS OFF) $at"), qr/Index Cond: \(\(id >= /, 'an equality of the time uses GiST');
	is(value($node, $_), value($node, "SET uuidx.planner = off; $_"), "$_: the rows")
	  foreach $at, "$at ORDER BY place <-> point(0, 0) LIMIT 3",
	  q{SELECT place FROM places WHERE uuid_time(id) < '2025-01-09Z'
		ORDER BY place <-> point(7, 0) LIMIT 3};
}

# GIN reads all ids above one end of a range, and all below the other
SKIP:
{
	skip 'btree_gin is not installed', 1
	  if value($node, q{SELECT count(*) FROM pg_available_extensions WHERE name = 'btree_gin'}) == 0;
	value($node, q{
	CREATE EXTENSION btree_gin;
	CREATE TABLE tagged (id uuid CHECK (uuid_is_v7(id)), tags text[]);
	INSERT INTO tagged SELECT id, '{a}' FROM orders LIMIT 20000;
	CREATE INDEX ON tagged USING gin (id, tags);
	VACUUM ANALYZE tagged});
	unlike(value($node, q{EXPLAIN (COSTS OFF) SELECT FROM tagged WHERE uuid_time(id) = '2025-01-02Z'}),
		qr/Index/, 'an equality of the time uses no GIN');
}

done_testing();
