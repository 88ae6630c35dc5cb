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

#include "guc.h"
#include "utils/memutils.h"

/* Stand-in: the relations of queries that are being planned */
static List *relations = NIL;

static void
forget_relations(void *root)
{
	List	   *kept = NIL;
	MemoryContext caller = MemoryContextSwitchTo(TopMemoryContext);
	ListCell   *cell;

	foreach(cell, relations)
	{
		if (((uuidx_relation *) lfirst(cell))->root != root)
			kept = lappend(kept, lfirst(cell));
	}
	list_free(relations);
	relations = kept;
	MemoryContextSwitchTo(caller);
}

static void
remember_relation(PlannerInfo *root, RelOptInfo *rel)
{
	MemoryContext caller = MemoryContextSwitchTo(GetMemoryChunkContext(root));
	uuidx_relation *relation = palloc0_object(uuidx_relation);
	bool		known = false;
	ListCell   *cell;

	relation->root = root;
	relation->rel = rel;
	relation->rte = root->simple_rte_array[rel->relid];
	foreach(cell, relations)
		known = known || ((uuidx_relation *) lfirst(cell))->root == root;
	if (!known)
	{
		MemoryContextCallback *callback = palloc0_object(MemoryContextCallback);

		callback->func = forget_relations;
		callback->arg = root;
		MemoryContextRegisterResetCallback(GetMemoryChunkContext(root), callback);
	}
	MemoryContextSwitchTo(TopMemoryContext);
	relations = lappend(relations, relation);
	MemoryContextSwitchTo(caller);
}

static void
relation_seen(PlannerInfo *root, RelOptInfo *rel)
{
	if (uuidx_planner && root->parse->jointree != NULL &&
		uuidx_has_uuid_column(root->simple_rte_array[rel->relid]->relid))
		remember_relation(root, rel);
}

uuidx_relation *
uuidx_find_relation(PlannerInfo *root, RangeTblEntry *rte)
{
	for (int i = list_length(relations); i-- > 0;)
	{
		uuidx_relation *relation = list_nth(relations, i);

		if (relation->root == root && relation->rte == rte)
			return relation;
	}
	return NULL;
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
	if (rte->rtekind == RTE_RELATION)
		relation_seen(root, rel);
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
	relation_seen(root, rel);
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
