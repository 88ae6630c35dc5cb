/*
 * hooks.c
 *	  The hooks of the planner and the executor, which are set here only, and what a plan depends on
 *	  besides the catalogs: the clock, the session's time zone, and the snapshot that it runs with.
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
 * A hook follows only pointers to what their owner keeps until the query is planned: relations,
 * their indexes and conditions, and the paths of a relation in set_rel_pathlist_hook.  add_path()
 * frees a path that it refuses or that another one beats, and the server adds paths of a relation
 * to the one above without a copy.  So create_upper_paths_hook never reads the paths of its input,
 * but may read those of its partitions.
 *
 * An extension that expands the children of a table itself, as TimescaleDB does, clears rte->inh in
 * such a hook and sets it again later. uuidx plans that table as one with children, and reads what
 * is proven for them without locking them: the extension locks only those that it does not exclude,
 * and does not allow changing the constraints of a single child.
 *
 * Each plan has a list of entries of system caches, which the server only compares with the entries
 * that change.  Entries of caches that do not exist therefore stay in the list until the plan is
 * run. check_plan() finds them, and raises an error if the plan would be wrong.
 */
#include "planner/planner.h"

#include "access/xact.h"
#include "executor/executor.h"
#include "optimizer/paths.h"
#include "optimizer/planner.h"
#include "utils/plancache.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

/*
 * Caches that do not exist.  The hash value of an entry is the second since 2000 from which on the
 * plan is right, a transaction that the snapshot must see, a command of the planning transaction
 * that its snapshots must see, or 0 for the time zone.
 */
#define CLOCK_CACHE_ID 0x7575
#define TRANSACTION_CACHE_ID 0x7576
#define COMMAND_CACHE_ID 0x7578
#define ZONE_CACHE_ID 0x7577
StaticAssertDecl(CLOCK_CACHE_ID >= SysCacheSize, "the cache of the clock exists");

/* Adds an entry once */
static void
depend_on(List **items, int cache, uint32 value)
{
	PlanInvalItem *item = makeNode(PlanInvalItem);

	foreach_ptr(PlanInvalItem, known, *items)
	{
		if (known->cacheId == cache && known->hashValue == value)
			return;
	}
	item->cacheId = cache;
	item->hashValue = value;
	*items = lappend(*items, item);
}

void
uuidx_depend_on_clock(PlannerInfo *root, uint32 second)
{
	depend_on(&root->glob->invalItems, CLOCK_CACHE_ID, second);
}

void
uuidx_depend_on_zone(PlannerInfo *root)
{
	depend_on(&root->glob->invalItems, ZONE_CACHE_ID, 0);
}

void
uuidx_depend_on_age(PlannerInfo *root, const uuidx_age *age)
{
	bool		is_own = false;
	ListCell   *cell;

	foreach(cell, age->transactions)
	{
		TransactionId xid = (TransactionId) lfirst_int(cell);

		depend_on(&root->glob->invalItems, TRANSACTION_CACHE_ID, xid);
		is_own |= TransactionIdIsCurrentTransactionId(xid);
	}
	if (is_own)
		depend_on(&root->glob->invalItems, COMMAND_CACHE_ID, age->command);
}

void
uuidx_depend_on_rights(PlannedStmt *plan, const List *functions)
{
	foreach_oid(function, functions)
	{
		depend_on(&plan->invalItems, PROCOID,
				  GetSysCacheHashValue1(PROCOID, ObjectIdGetDatum(function)));
		plan->dependsOnRole = true;
	}
}

TimestampTz
uuidx_earliest_now(void)
{
	return Min(GetCurrentTransactionStartTimestamp(), GetCurrentStatementStartTimestamp());
}

/* For ereport(): adds the hint for a plan that must not be run, and invalidates all cached plans */
static int
errhint_planned_again(void)
{
	ResetPlanCache();
	return errhint("Retry the transaction. The query will be planned again.");
}

/*
 * A snapshot sees the catalog rows of its own transaction if it was taken after the last command
 * that wrote one of them.
 */
static void
check_plan(PlannedStmt *plan, Snapshot snapshot)
{
	bool		is_own = false;
	bool		is_seen = true;
	CommandId	command = 0;

	foreach_ptr(PlanInvalItem, item, plan->invalItems)
	{
		if (item->cacheId == CLOCK_CACHE_ID &&
			uuidx_earliest_now() / USECS_PER_SEC < item->hashValue)
			ereport(ERROR,
					(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
					 errmsg("system clock was set back since the query was planned"),
					 errdetail("The plan skips partitions that may contain matching rows."),
					 errhint_planned_again()));
		if (item->cacheId == ZONE_CACHE_ID && !uuidx_has_usual_clocks(session_timezone))
			ereport(ERROR,
					(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
					 errmsg("query was planned in a time zone other than \"%s\"",
							pg_get_timezone_name(session_timezone)),
					 errdetail("This time zone is 16 hours or more from UTC, or its offsets are "
							   "more than 26 hours apart."),
					 errhint_planned_again()));
		if (item->cacheId == COMMAND_CACHE_ID)
			command = Max(command, (CommandId) item->hashValue);
		if (item->cacheId == TRANSACTION_CACHE_ID && snapshot != NULL)
		{
			if (TransactionIdIsCurrentTransactionId((TransactionId) item->hashValue))
				is_own = true;
			else if (XidInMVCCSnapshot((TransactionId) item->hashValue, snapshot))
				is_seen = false;
		}
	}
	is_own = is_own && is_seen && command >= snapshot->curcid;
	if (is_own || !is_seen)
		ereport(ERROR,
				(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
				 errmsg("snapshot is older than a constraint on which the cached plan relies"),
				 errdetail("Rows that the snapshot sees need not satisfy the constraint."),
				 is_own ? errhint("Add the constraint in a transaction of its own.") :
				 errhint_planned_again()));
}

static ExecutorStart_hook_type previous_ExecutorStart_hook;

static void
executor_start(QueryDesc *query, int eflags)
{
	if (!(eflags & EXEC_FLAG_EXPLAIN_ONLY))
		check_plan(query->plannedstmt, query->snapshot);
	if (previous_ExecutorStart_hook)
		previous_ExecutorStart_hook(query, eflags);
	else
		standard_ExecutorStart(query, eflags);
}

static planner_hook_type previous_planner_hook;

static PlannedStmt *
plan_query(Query *query, const char *query_string, int cursor_options,
		   ParamListInfo bound_params UUIDX_PLANNER_PARAMETER)
{
	List	   *functions = uuidx_expand_stored(query);
	PlannedStmt *result = previous_planner_hook ?
		previous_planner_hook(query, query_string, cursor_options,
							  bound_params UUIDX_PLANNER_ARGUMENT) :
		standard_planner(query, query_string, cursor_options, bound_params UUIDX_PLANNER_ARGUMENT);

	uuidx_depend_on_rights(result, functions);
	return result;
}

static get_relation_stats_hook_type previous_get_relation_stats_hook;

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

static get_index_stats_hook_type previous_get_index_stats_hook;

static bool
get_index_stats(PlannerInfo *root, Oid index, AttrNumber position, VariableStatData *vardata)
{
	if (previous_get_index_stats_hook &&
		previous_get_index_stats_hook(root, index, position, vardata))
		return true;
	return uuidx_time_statistics(root, index, position, vardata);
}

/* Plans a table, with its children if inh */
static void
plan_relation(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte, bool inh)
{
	bool		inh_for_others = rte->inh;

	if (rte->rtekind != RTE_RELATION)
		return;
	rte->inh = inh;
	uuidx_plan_relation(root, rel, rte, inh_for_others ? rte->rellockmode : NoLock);
	rte->inh = inh_for_others;
}

static set_rel_pathlist_hook_type previous_set_rel_pathlist_hook;

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

static create_upper_paths_hook_type previous_create_upper_paths_hook;

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
#include "optimizer/pathnode.h"

static build_simple_rel_hook_type previous_build_simple_rel_hook;

static void
build_simple_rel_done(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte)
{
	bool		inh = rte->inh;

	if (previous_build_simple_rel_hook)
		previous_build_simple_rel_hook(root, rel, rte);
	plan_relation(root, rel, rte, inh);
}
#else
#include "optimizer/plancat.h"

static get_relation_info_hook_type previous_get_relation_info_hook;

static void
get_relation_info_done(PlannerInfo *root, Oid relation, bool inhparent, RelOptInfo *rel)
{
	if (previous_get_relation_info_hook)
		previous_get_relation_info_hook(root, relation, inhparent, rel);
	plan_relation(root, rel, root->simple_rte_array[rel->relid], inhparent);
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
