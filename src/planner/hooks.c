/*
 * hooks.c
 *	  Where planner and executor are listened to: the one place that sets hooks.
 *
 * A hook that was there before is called first, and sees what it always saw.
 * Nothing here needs a preload: the support function of whatever reads time out
 * of a UUID loads the library while a query is simplified, and the planner looks
 * at relations later in the same planning.
 */
#include "planner/planner.h"

#include "executor/executor.h"

static ExecutorStart_hook_type previous_ExecutorStart_hook;

static void
executor_start(QueryDesc *query, int eflags)
{
	if (!(eflags & EXEC_FLAG_EXPLAIN_ONLY))
		uuidx_check_moment(query->plannedstmt);
	if (previous_ExecutorStart_hook)
		previous_ExecutorStart_hook(query, eflags);
	else
		standard_ExecutorStart(query, eflags);
}

static get_relation_stats_hook_type previous_get_relation_stats_hook;

static bool
statistics_wanted(PlannerInfo *root, RangeTblEntry *rte, AttrNumber attribute,
				  VariableStatData *vardata)
{
	if (previous_get_relation_stats_hook &&
		previous_get_relation_stats_hook(root, rte, attribute, vardata))
		return true;
	return uuidx_refine_statistics(root, rte, attribute, vardata);
}

#ifdef UUIDX_BUILD_SIMPLE_REL_HOOK
#include "optimizer/pathnode.h"

static build_simple_rel_hook_type previous_build_simple_rel_hook;

static void
relation_built(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte)
{
	if (previous_build_simple_rel_hook)
		previous_build_simple_rel_hook(root, rel, rte);
	if (rel->reloptkind == RELOPT_BASEREL && rte->rtekind == RTE_RELATION)
		uuidx_plan_relation(root, rel, rte);
}
#else
#include "optimizer/plancat.h"

static get_relation_info_hook_type previous_get_relation_info_hook;

static void
relation_built(PlannerInfo *root, Oid relation, bool inhparent, RelOptInfo *rel)
{
	if (previous_get_relation_info_hook)
		previous_get_relation_info_hook(root, relation, inhparent, rel);
	if (rel->reloptkind == RELOPT_BASEREL)
		uuidx_plan_relation(root, rel, root->simple_rte_array[rel->relid]);
}
#endif

void
uuidx_install_hooks(void)
{
#ifdef UUIDX_BUILD_SIMPLE_REL_HOOK
	previous_build_simple_rel_hook = build_simple_rel_hook;
	build_simple_rel_hook = relation_built;
#else
	previous_get_relation_info_hook = get_relation_info_hook;
	get_relation_info_hook = relation_built;
#endif
	previous_get_relation_stats_hook = get_relation_stats_hook;
	get_relation_stats_hook = statistics_wanted;
	previous_ExecutorStart_hook = ExecutorStart_hook;
	ExecutorStart_hook = executor_start;
}
