/*
 * depend.c
 *	  What a plan depends on besides the catalogs: the clock, the session's time zone, and the
 *	  snapshot that it runs with.
 *
 * Each plan has a list of PlanInvalItems, which the server only compares with the entries of system
 * caches that change.  Items of caches that do not exist therefore stay in the list until the plan
 * is run.  uuidx_check_plan() finds them, and raises an error if the plan would be wrong.
 */
#include "planner/planner.h"

#include "access/xact.h"
#include "utils/plancache.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

/*
 * These are numbers of caches that do not exist.  The hash value is what the plan requires: a time
 * of the clock, in seconds since 2000; a transaction, or a command of the current one, that the
 * snapshot sees; or what must be usual in a time zone.
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
uuidx_depend_on_zone(PlannerInfo *root, int by_session)
{
	if (by_session != 0)
		depend_on(&root->glob->invalItems, ZONE_CACHE_ID, by_session);
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
		if (TransactionIdIsCurrentTransactionId(xid))
			is_own = true;
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

/* For ereport(): adds the hint for a plan that must not be run, and invalidates all cached plans */
static int
errhint_planned_again(void)
{
	ResetPlanCache();
	return errhint("Retry the transaction. The query will be planned again.");
}

/* A snapshot sees rows of its own transaction that were written by earlier commands */
void
uuidx_check_plan(PlannedStmt *plan, Snapshot snapshot)
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
		if (item->cacheId == ZONE_CACHE_ID &&
			(((item->hashValue & UUIDX_BY_CLOCKS) && !uuidx_has_usual_clocks(session_timezone)) ||
			 ((item->hashValue & UUIDX_BY_NAMES) && !uuidx_has_usual_names(session_timezone))))
			ereport(ERROR,
					(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
					 errmsg("query was planned in a time zone other than \"%s\"",
							pg_get_timezone_name(session_timezone)),
					 errdetail("This time zone is 16 hours or more from UTC, its offsets are more "
							   "than 26 hours apart, or it calls another time UTC or GMT."),
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
