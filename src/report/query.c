/*
 * query.c
 *	  Reads rows by a query tree that is built from the OID of a table.
 *
 * For example, SELECT id, created_at FROM orders is built, planned and executed as a tree.  No text
 * with a name is parsed, so what is read is the table that was locked and whose owners and policies
 * were checked, whatever has been renamed since.
 */
#include "report/report.h"

#include "access/sysattr.h"
#include "executor/executor.h"
#include "nodes/makefuncs.h"
#include "parser/parse_relation.h"
#include "tcop/tcopprot.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/snapmgr.h"
#include "utils/typcache.h"

/* What the statistics of extensions show in place of the text of a query */
#define SOURCE "uuid_report"

/* Passes rows on */
typedef struct row_receiver
{
	DestReceiver receiver;
	MemoryContext context;		/* what is kept of a row outlives the query */
	uuidx_note_row note;
	void	   *passed;
} row_receiver;

static bool
receive_row(TupleTableSlot *slot, DestReceiver *receiver)
{
	row_receiver *self = (row_receiver *) receiver;
	MemoryContext context = MemoryContextSwitchTo(self->context);

	self->note(slot, self->passed);
	MemoryContextSwitchTo(context);
	return true;
}

/* Adds a table and all that inherit from it to the range table of a query */
static ParseNamespaceItem *
add_table(ParseState *pstate, const uuidx_report_table *table)
{
	return addRangeTableEntryForRelation(pstate, table->relation, AccessShareLock, NULL, true,
										 true);
}

void
uuidx_check_privileges(const uuidx_report_table *table, const List *attributes)
{
	ParseState *pstate = make_parsestate(NULL);
	ParseNamespaceItem *item = add_table(pstate, table);

	UUIDX_PERMISSIONS(item)->checkAsUser = table->caller;
	for (int i = 0; i < list_length(attributes); i++)
		UUIDX_PERMISSIONS(item)->selectedCols =
			bms_add_member(UUIDX_PERMISSIONS(item)->selectedCols,
						   list_nth_int(attributes, i) - FirstLowInvalidHeapAttributeNumber);
	UUIDX_CHECK_PERMISSIONS(pstate);
}

Query *
uuidx_build_query(const uuidx_report_table *table, const List *attributes)
{
	Query	   *query = makeNode(Query);
	ParseState *pstate = make_parsestate(NULL);
	RangeTblRef *reference = makeNode(RangeTblRef);

	(void) add_table(pstate, table);
	reference->rtindex = 1;
	query->commandType = CMD_SELECT;
	query->canSetTag = true;
	query->rtable = pstate->p_rtable;
	UUIDX_COPY_PERMISSIONS(query, pstate);
	query->jointree = makeFromExpr(list_make1(reference), NULL);
	for (int i = 1; i <= list_length(attributes); i++)
	{
		AttrNumber	number = list_nth_int(attributes, i - 1);
		Form_pg_attribute form = TupleDescAttr(RelationGetDescr(table->relation), number - 1);
		Var		   *var = makeVar(1, number, form->atttypid, form->atttypmod,
								  form->attcollation, 0);
		TargetEntry *target = makeTargetEntry((Expr *) var, i, NameStr(form->attname), false);

		query->targetList = lappend(query->targetList, target);
	}
	return query;
}

void
uuidx_limit_query(Query *query, int64 limit)
{
	query->limitCount = (Node *) makeConst(INT8OID, -1, InvalidOid, sizeof(int64),
										   Int64GetDatum(limit), false, FLOAT8PASSBYVAL);
	query->limitOption = LIMIT_OPTION_COUNT;
}

void
uuidx_order_query(Query *query, bool descending)
{
	TypeCacheEntry *type = lookup_type_cache(UUIDOID, TYPECACHE_EQ_OPR | TYPECACHE_LT_OPR |
											 TYPECACHE_GT_OPR);
	TargetEntry *target = linitial_node(TargetEntry, query->targetList);
	SortGroupClause *clause = makeNode(SortGroupClause);
	NullTest   *test = makeNode(NullTest);

	test->arg = (Expr *) copyObject(target->expr);
	test->nulltesttype = IS_NOT_NULL;
	test->location = -1;
	query->jointree->quals = (Node *) test;
	target->ressortgroupref = 1;
	clause->tleSortGroupRef = 1;
	clause->eqop = type->eq_opr;
	clause->sortop = descending ? type->gt_opr : type->lt_opr;
	clause->nulls_first = descending;
	UUIDX_SET_DESCENDING(clause, descending);
	query->sortClause = list_make1(clause);
}

void
uuidx_run_query(Query *query, uuidx_note_row note, void *passed)
{
	PlannedStmt *plan = UUIDX_PLAN_QUERY(query, SOURCE, NULL);
	row_receiver receiver = {*None_Receiver, CurrentMemoryContext, note, passed};
	QueryDesc  *desc;

	/* the caller's have been checked, and the reader's are not asked for */
	foreach_ptr(RangeTblEntry, entry, plan->rtable)
		UUIDX_CLEAR_PERMISSIONS(entry);
	UUIDX_CLEAR_ALL_PERMISSIONS(plan);
	receiver.receiver.receiveSlot = receive_row;
	desc = CreateQueryDesc(plan, SOURCE, GetActiveSnapshot(), InvalidSnapshot, &receiver.receiver,
						   NULL, NULL, 0);
	ExecutorStart(desc, 0);
	UUIDX_EXECUTOR_RUN(desc);
	ExecutorFinish(desc);
	ExecutorEnd(desc);
	FreeQueryDesc(desc);
}
