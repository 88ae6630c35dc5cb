/*
 * rows.c
 *	  Reads pages of a table and of those that inherit from it, without a query.
 *
 * For example, 100 pages of a table with 200 partitions of one page are those of every second
 * partition.  Pages are read from the relation that is open and locked.  Its privileges were
 * checked, and it stays the same if another session renames it.  Nothing is planned, so no
 * expression of the table is evaluated: no function in an index, a constraint, a partition key or
 * a policy runs.
 *
 * One member is locked at a time.  Members that were attached later are not read, and those that
 * were dropped are left out.
 */
#include "report/report.h"

#include "access/genam.h"
#include "access/relation.h"
#include "access/skey.h"
#include "access/sysattr.h"
#include "access/tableam.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parse_relation.h"
#include "rewrite/rewriteHandler.h"
#include "utils/snapmgr.h"

/* Raises an error if the caller may not read the columns with these numbers */
static void
check_privileges(const uuidx_report_table *table, const List *attributes)
{
	ParseState *pstate = make_parsestate(NULL);
	ParseNamespaceItem *item = addRangeTableEntryForRelation(pstate, table->relation,
															 AccessShareLock, NULL, true, true);

	foreach_int(attribute, attributes)
	{
		UUIDX_PERMISSIONS(item)->selectedCols =
			bms_add_member(UUIDX_PERMISSIONS(item)->selectedCols,
						   attribute - FirstLowInvalidHeapAttributeNumber);
	}
	UUIDX_CHECK_PERMISSIONS(pstate);
}

/* What is needed to read the rows of a member and to pass on some of their columns */
typedef struct reader
{
	Relation	member;
	EState	   *estate;
	TupleTableSlot *slot;
	ProjectionInfo *projection;
	uuidx_note	note;
} reader;

/*
 * Prepares to read columns of a member, which has them by the same names.  The server allows only
 * its own functions in the expression of a virtual column.
 */
static void
prepare(reader *r, const uuidx_report_table *table, Relation member, const List *attributes)
{
	TupleDesc	tupdesc = RelationGetDescr(member);
	EState	   *estate = CreateExecutorState();
	MemoryContext context = MemoryContextSwitchTo(estate->es_query_cxt);
	TupleTableSlot *row;
	List	   *targets = NIL;

	foreach_int(attribute, attributes)
	{
		AttrNumber	number = get_attnum(RelationGetRelid(member),
										get_attname(table->oid, attribute, false));
		Form_pg_attribute form = TupleDescAttr(tupdesc, number - 1);
		Expr	   *value = form->attgenerated == ATTRIBUTE_GENERATED_VIRTUAL ?
			expression_planner((Expr *) build_column_default(member, number)) :
			(Expr *) makeVar(1, number, form->atttypid, form->atttypmod, form->attcollation, 0);

		targets = lappend(targets,
						  makeTargetEntry(value, list_length(targets) + 1, NULL, false));
	}
	r->member = member;
	r->estate = estate;
	r->slot = table_slot_create(member, &estate->es_tupleTable);
	row = ExecInitExtraTupleSlot(estate, ExecTypeFromTL(targets), &TTSOpsVirtual);
	GetPerTupleExprContext(estate)->ecxt_scantuple = r->slot;
	r->projection = ExecBuildProjectionInfo(targets, GetPerTupleExprContext(estate), row, NULL,
											tupdesc);
	MemoryContextSwitchTo(context);
}

/* Passes on the row in the slot */
static void
pass_row(reader *r, uuidx_column_report *column)
{
	TupleTableSlot *row;

	CHECK_FOR_INTERRUPTS();
	ResetPerTupleExprContext(r->estate);
	row = ExecProject(r->projection);
	r->note(column, row->tts_values, row->tts_isnull);
}

/* Reads the rows of a member, until enough are read */
static void
read_all(reader *r, uuidx_column_report *column)
{
	TableScanDesc scan = UUIDX_TABLE_BEGINSCAN(r->member, GetActiveSnapshot());

	while (column->rows_read < column->most_rows &&
		   table_scan_getnextslot(scan, ForwardScanDirection, r->slot))
		pass_row(r, column);
	table_endscan(scan);
}

/* Reads the rows of one page, if the member still has it */
static void
read_page(reader *r, uuidx_column_report *column, BlockNumber page)
{
	ItemPointerData first;
	ItemPointerData last;
	TableScanDesc scan;

	ItemPointerSet(&first, page, FirstOffsetNumber);
	ItemPointerSet(&last, page, MaxOffsetNumber);
	scan = UUIDX_TABLE_BEGINSCAN_TIDRANGE(r->member, GetActiveSnapshot(), &first, &last);
	while (table_scan_getnextslot_tidrange(scan, ForwardScanDirection, r->slot))
		pass_row(r, column);
	table_endscan(scan);
}

/* Opens a member; NULL if it has been dropped, or has other columns since it left the table */
static Relation
open_member(const uuidx_report_table *table, Oid oid, const List *attributes)
{
	Relation	relation = uuidx_open_part(table, oid);

	if (relation == NULL)
		return NULL;
	foreach_int(attribute, attributes)
	{
		AttrNumber	number = get_attnum(oid, get_attname(table->oid, attribute, false));

		if (number == InvalidAttrNumber ||
			get_atttype(oid, number) != get_atttype(table->oid, attribute))
		{
			relation_close(relation, AccessShareLock);
			return NULL;
		}
	}
	return relation;
}

void
uuidx_read_rows(uuidx_column_report *column, const List *attributes, uuidx_note note)
{
	const uuidx_report_table *table = column->table;

	/* read the page in the middle of each of sample_pages equal parts */
	double		distance = table->pages / table->sample_pages;
	double		page = distance / 2;
	double		first = 0;
	int			nread = 0;

	check_privileges(table, attributes);
	if (table->unread != NULL)
		return;
	foreach_ptr(uuidx_member, member, table->members)
	{
		double		after = first + member->pages;
		bool		is_read = column->sampled ? page < after :
			member->has_rows && column->rows_read < column->most_rows;
		Relation	relation = is_read ? open_member(table, member->oid, attributes) : NULL;
		reader		r = {.note = note};

		if (relation != NULL)
			prepare(&r, table, relation, attributes);
		if (relation != NULL && !column->sampled)
			read_all(&r, column);
		while (column->sampled && page < after)
		{
			if (relation != NULL)
				read_page(&r, column, (BlockNumber) (page - first));
			page = distance * (++nread + 0.5);
		}
		first = after;
		if (relation != NULL)
		{
			ExecResetTupleTable(r.estate->es_tupleTable, true);
			FreeExecutorState(r.estate);
			relation_close(relation, AccessShareLock);
		}
	}
}

/* Reads the first and the last id of a member by a btree index, without nulls */
static void
read_ends(uuidx_column_report *column, Relation member, Relation index, uuidx_note note)
{
	TupleTableSlot *slot = table_slot_create(member, NULL);
	IndexScanDesc scan = UUIDX_INDEX_BEGINSCAN(member, index, GetActiveSnapshot(), 1);
	AttrNumber	number = index->rd_index->indkey.values[0];
	ScanKeyData not_null;
	bool		isnull;
	Datum		id;

	ScanKeyEntryInitialize(&not_null, SK_ISNULL | SK_SEARCHNOTNULL, 1, InvalidStrategy,
						   InvalidOid, InvalidOid, InvalidOid, (Datum) 0);
	for (int direction = BackwardScanDirection; direction <= ForwardScanDirection; direction += 2)
	{
		CHECK_FOR_INTERRUPTS();
		index_rescan(scan, &not_null, 1, NULL, 0);
		if (!index_getnext_slot(scan, (ScanDirection) direction, slot))
			continue;
		id = slot_getattr(slot, number, &isnull);
		note(column, &id, &isnull);
	}
	index_endscan(scan);
	ExecDropSingleTupleTableSlot(slot);
}

void
uuidx_read_ends(uuidx_column_report *column, uuidx_note note)
{
	const uuidx_report_table *table = column->table;

	foreach_ptr(uuidx_member, one, table->members)
	{
		const uuidx_index *facts = uuidx_find_index(column, one, UUIDX_BY_BTREE);
		Relation	member = facts == NULL ? NULL : uuidx_open_part(table, one->oid);
		Relation	index = member == NULL ? NULL : uuidx_open_part(table, facts->oid);

		if (index != NULL && RELKIND_HAS_STORAGE(index->rd_rel->relkind))
			read_ends(column, member, index, note);
		if (index != NULL)
			relation_close(index, AccessShareLock);
		if (member != NULL)
			relation_close(member, AccessShareLock);
	}
}
