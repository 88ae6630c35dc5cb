/*
 * hooks.c
 *	  The hooks of the planner and the executor, which are set here only.
 *
 *	  SELECT * FROM orders WHERE id >= now() - interval '1 hour'
 *
 * loads the library when the server simplifies it and calls the support function of its operator.
 * The relations are processed later in the same planning, by the hook that is set by then.  So the
 * first query of a session is planned like every later one, even without a preload.
 *
 * A hook that was set before is called first, with the same arguments as without uuidx; but stored
 * columns are replaced before another extension plans the query.
 *
 * A hook follows only pointers to what their owner keeps until the query is planned.  add_path()
 * frees a path that it refuses or that another one beats, and the server adds paths of a relation
 * to the one above without a copy.  So create_upper_paths_hook never reads the paths of its input,
 * but may read those of its partitions.
 *
 * An extension that expands the children of a table itself, as TimescaleDB does, clears rte->inh in
 * such a hook and sets it again later. uuidx plans that table as one with children, and reads what
 * is proven for them without locking them: the extension locks only those that it does not exclude,
 * and does not allow changing the constraints of a single child.
 */
#include "planner/planner.h"

#include "executor/executor.h"
#include "guc.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/plancat.h"
#include "optimizer/planner.h"

/* The hooks that were set before */
static ExecutorStart_hook_type previous_ExecutorStart_hook;
static planner_hook_type previous_planner_hook;
static get_relation_stats_hook_type previous_get_relation_stats_hook;
static get_index_stats_hook_type previous_get_index_stats_hook;
static set_rel_pathlist_hook_type previous_set_rel_pathlist_hook;
static create_upper_paths_hook_type previous_create_upper_paths_hook;

static void
executor_start(QueryDesc *query, int eflags)
{
	if (!(eflags & EXEC_FLAG_EXPLAIN_ONLY))
		uuidx_check_plan(query->plannedstmt, query->snapshot);
	if (previous_ExecutorStart_hook)
		previous_ExecutorStart_hook(query, eflags);
	else
		standard_ExecutorStart(query, eflags);
}

static PlannedStmt *
plan_query(Query *query, const char *query_string, int cursor_options,
		   ParamListInfo bound_params UUIDX_PLANNER_PARAMETER)
{
	List	   *functions = uuidx_expand_stored(query);
	planner_hook_type plan = previous_planner_hook ? previous_planner_hook : standard_planner;
	PlannedStmt *result = plan(query, query_string, cursor_options,
							   bound_params UUIDX_PLANNER_ARGUMENT);

	uuidx_depend_on_rights(result, functions);
	if (uuidx_planner)
		uuidx_keep_from_workers(result);
	return result;
}

static bool
get_relation_stats(PlannerInfo *root, RangeTblEntry *rte, AttrNumber attribute,
				   VariableStatData *vardata)
{
	if (previous_get_relation_stats_hook &&
		previous_get_relation_stats_hook(root, rte, attribute, vardata))
		return true;
	if (rte->rtekind == RTE_SUBQUERY)
		return uuidx_subquery_statistics(root, rte, attribute, vardata);
	return uuidx_refine_statistics(root, rte, attribute, vardata);
}

static bool
get_index_stats(PlannerInfo *root, Oid index, AttrNumber position, VariableStatData *vardata)
{
	if (previous_get_index_stats_hook &&
		previous_get_index_stats_hook(root, index, position, vardata))
		return true;
	return uuidx_time_statistics(root, index, position, vardata);
}

/*
 * Plans a table of a query, a partition or child, or an arm of a UNION ALL, after the conditions of
 * the query were simplified, and before they are distributed to its relations
 */
static void
plan_relation(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte, LOCKMODE lockmode)
{
	uuidx_relation *relation = uuidx_add_relation(root, rel, rte, lockmode);

	if (relation == NULL)
		return;
	if (relation->type == UUIDX_RELATION_ARM)
		uuidx_rewrite_arm(relation);
	else if (relation->type == UUIDX_RELATION_TABLE)
	{
		uuidx_expand_relation(relation);
		uuidx_rewrite_query(relation);
	}
	if (relation->type != UUIDX_RELATION_MEMBER)
		uuidx_find_times(relation);
	if (relation->top->times != NIL)
		uuidx_add_time_indexes(relation);
}

/* Plans a table, with its children if inh; CREATE INDEX and CLUSTER plan one without a query */
static void
plan_table(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte, bool inh)
{
	bool		inh_for_others = rte->inh;

	if (!uuidx_planner || rte->rtekind != RTE_RELATION || root->parse->jointree == NULL)
		return;
	rte->inh = inh;
	plan_relation(root, rel, rte, inh_for_others ? rte->rellockmode : NoLock);
	rte->inh = inh_for_others;
}

static void
set_rel_pathlist(PlannerInfo *root, RelOptInfo *rel, Index relid, RangeTblEntry *rte)
{
	uuidx_relation *relation = uuidx_find_relation(root, rte);

	/* the server estimates joins after this hook */
	if (relation != NULL)
	{
		uuidx_mark_uncounted(relation);
		uuidx_add_partition_order(relation);
	}
	if (previous_set_rel_pathlist_hook)
		previous_set_rel_pathlist_hook(root, rel, relid, rte);
}

static void
create_upper_paths(PlannerInfo *root, UpperRelationKind stage, RelOptInfo *input_rel,
				   RelOptInfo *output_rel, void *extra)
{
	if (stage == UPPERREL_ORDERED)
		uuidx_add_sorted(root, input_rel, output_rel);
	else if (stage == UPPERREL_FINAL)
		uuidx_exclude_at_run_time(root);
	if (previous_create_upper_paths_hook)
		previous_create_upper_paths_hook(root, stage, input_rel, output_rel, extra);
}

#ifdef UUIDX_BUILD_SIMPLE_REL_HOOK
static build_simple_rel_hook_type previous_build_simple_rel_hook;

static void
build_simple_rel_done(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte)
{
	bool		inh = rte->inh;

	if (previous_build_simple_rel_hook)
		previous_build_simple_rel_hook(root, rel, rte);
	plan_table(root, rel, rte, inh);
}
#else
static get_relation_info_hook_type previous_get_relation_info_hook;

static void
get_relation_info_done(PlannerInfo *root, Oid relation, bool inhparent, RelOptInfo *rel)
{
	if (previous_get_relation_info_hook)
		previous_get_relation_info_hook(root, relation, inhparent, rel);
	plan_table(root, rel, root->simple_rte_array[rel->relid], inhparent);
}
#endif

void
uuidx_install_hooks(void)
{
#ifdef UUIDX_BUILD_SIMPLE_REL_HOOK
	previous_build_simple_rel_hook = build_simple_rel_hook;
	build_simple_rel_hook = build_simple_rel_done;
#else
	previous_get_relation_info_hook = get_relation_info_hook;
	get_relation_info_hook = get_relation_info_done;
#endif
	previous_set_rel_pathlist_hook = set_rel_pathlist_hook;
	set_rel_pathlist_hook = set_rel_pathlist;
	previous_create_upper_paths_hook = create_upper_paths_hook;
	create_upper_paths_hook = create_upper_paths;
	previous_get_relation_stats_hook = get_relation_stats_hook;
	get_relation_stats_hook = get_relation_stats;
	previous_get_index_stats_hook = get_index_stats_hook;
	get_index_stats_hook = get_index_stats;
	previous_planner_hook = planner_hook;
	planner_hook = plan_query;
	previous_ExecutorStart_hook = ExecutorStart_hook;
	ExecutorStart_hook = executor_start;
}
