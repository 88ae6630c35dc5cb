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
#include "parser/parse_relation.h"
#include "rewrite/rewriteHandler.h"
#include "utils/snapmgr.h"

void
uuidx_check_privileges(const uuidx_report_table *table, const List *attributes)
{
	ParseState *pstate = make_parsestate(NULL);
	ParseNamespaceItem *item = addRangeTableEntryForRelation(pstate, table->relation,
															 AccessShareLock, NULL, true, true);

	for (int i = 0; i < list_length(attributes); i++)
		UUIDX_PERMISSIONS(item)->selectedCols =
			bms_add_member(UUIDX_PERMISSIONS(item)->selectedCols,
						   list_nth_int(attributes, i) - FirstLowInvalidHeapAttributeNumber);
	UUIDX_CHECK_PERMISSIONS(pstate);
}

/* The columns of a member that are read, and where their values go */
typedef struct reader
{
	uuidx_column_report *column;
	uuidx_note_row note;
	TupleTableSlot *slot;
	EState	   *estate;
	int			ncolumns;
	AttrNumber *attributes;
	ExprState **expressions;	/* of virtual columns, or NULL */
	Datum	   *values;
	bool	   *nulls;
} reader;

/*
 * Prepares to read columns of a member, which has them by the same names.  The server allows only
 * its own functions in the expression of a virtual column.
 */
static void
prepare(reader *r, uuidx_column_report *column, Relation member, const List *attributes,
		uuidx_note_row note)
{
	r->column = column;
	r->note = note;
	r->slot = table_slot_create(member, NULL);
	r->estate = CreateExecutorState();
	r->ncolumns = list_length(attributes);
	r->attributes = palloc_array(AttrNumber, r->ncolumns);
	r->expressions = palloc0_array(ExprState *, r->ncolumns);
	r->values = palloc_array(Datum, r->ncolumns);
	r->nulls = palloc_array(bool, r->ncolumns);
	GetPerTupleExprContext(r->estate)->ecxt_scantuple = r->slot;
	for (int i = 0; i < r->ncolumns; i++)
	{
		AttrNumber	number = get_attnum(RelationGetRelid(member),
										get_attname(column->table->oid,
													list_nth_int(attributes, i), false));

		r->attributes[i] = number;
		if (TupleDescAttr(RelationGetDescr(member), number - 1)->attgenerated ==
			ATTRIBUTE_GENERATED_VIRTUAL)
			r->expressions[i] = ExecPrepareExpr((Expr *) build_column_default(member, number),
												r->estate);
	}
}

static void
finish(reader *r)
{
	ExecDropSingleTupleTableSlot(r->slot);
	FreeExecutorState(r->estate);
}

/* Passes the row in the slot on; returns false if no more rows are needed */
static bool
pass_row(reader *r)
{
	CHECK_FOR_INTERRUPTS();
	ResetPerTupleExprContext(r->estate);
	for (int i = 0; i < r->ncolumns; i++)
	{
		if (r->expressions[i] != NULL)
			r->values[i] = ExecEvalExprSwitchContext(r->expressions[i],
													 GetPerTupleExprContext(r->estate),
													 &r->nulls[i]);
		else
			r->values[i] = slot_getattr(r->slot, r->attributes[i], &r->nulls[i]);
	}
	return r->note(r->values, r->nulls, r->column);
}

/* Reads all rows of a member; returns false if no more rows are needed */
static bool
read_all(reader *r, Relation member)
{
	TableScanDesc scan = UUIDX_TABLE_BEGINSCAN(member, GetActiveSnapshot());
	bool		goes_on = true;

	while (goes_on && table_scan_getnextslot(scan, ForwardScanDirection, r->slot))
		goes_on = pass_row(r);
	table_endscan(scan);
	return goes_on;
}

/* Reads the rows of one page, if the member still has it */
static void
read_page(reader *r, Relation member, BlockNumber page)
{
	ItemPointerData first;
	ItemPointerData last;
	TableScanDesc scan;

	ItemPointerSet(&first, page, FirstOffsetNumber);
	ItemPointerSet(&last, page, MaxOffsetNumber);
	scan = UUIDX_TABLE_BEGINSCAN_TIDRANGE(member, GetActiveSnapshot(), &first, &last);
	while (table_scan_getnextslot_tidrange(scan, ForwardScanDirection, r->slot))
		(void) pass_row(r);
	table_endscan(scan);
}

void
uuidx_read_rows(uuidx_column_report *column, const List *attributes, uuidx_note_row note)
{
	const uuidx_report_table *table = column->table;
	bool		sampled = column->sampled;

	/* the pages in the middle of as many equal parts of all members */
	double		distance = table->pages / table->sample_pages;
	double		page = distance / 2;
	double		first = 0;
	int			nread = 0;
	bool		goes_on = true;

	foreach_ptr(uuidx_member, member, table->members)
	{
		double		after = first + member->pages;
		bool		is_read = sampled ? page < after : member->has_rows;
		Relation	relation = is_read && goes_on ? uuidx_open_part(table, member->oid) : NULL;
		reader		r;

		if (relation != NULL)
			prepare(&r, column, relation, attributes, note);
		if (relation != NULL && !sampled)
			goes_on = read_all(&r, relation);
		while (sampled && page < after)
		{
			if (relation != NULL)
				read_page(&r, relation, (BlockNumber) (page - first));
			page = distance * (++nread + 0.5);
		}
		first = after;
		if (relation != NULL)
		{
			finish(&r);
			relation_close(relation, AccessShareLock);
		}
	}
}

/* Reads the first and the last row of a member by a btree index, without nulls */
static void
read_ends(reader *r, Relation member, Relation index)
{
	IndexScanDesc scan = UUIDX_INDEX_BEGINSCAN(member, index, GetActiveSnapshot(), 1);
	ScanKeyData not_null;

	ScanKeyEntryInitialize(&not_null, SK_ISNULL | SK_SEARCHNOTNULL, 1, InvalidStrategy,
						   InvalidOid, InvalidOid, InvalidOid, (Datum) 0);
	for (int direction = BackwardScanDirection; direction <= ForwardScanDirection; direction += 2)
	{
		index_rescan(scan, &not_null, 1, NULL, 0);
		if (index_getnext_slot(scan, (ScanDirection) direction, r->slot))
			(void) pass_row(r);
	}
	index_endscan(scan);
}

void
uuidx_read_ends(uuidx_column_report *column, uuidx_note_row note)
{
	const uuidx_report_table *table = column->table;
	Oid			done = InvalidOid;

	foreach_ptr(uuidx_index, facts, table->indexes)
	{
		Relation	member;
		Relation	index;
		reader		r;

		if (facts->table == done || !uuidx_serves(column, facts, UUIDX_BY_BTREE))
			continue;
		done = facts->table;
		member = uuidx_open_part(table, facts->table);
		index = member == NULL ? NULL : uuidx_open_part(table, facts->oid);
		if (index != NULL && RELKIND_HAS_STORAGE(index->rd_rel->relkind))
		{
			prepare(&r, column, member, list_make1_int(column->attribute), note);
			read_ends(&r, member, index);
			finish(&r);
		}
		if (index != NULL)
			relation_close(index, AccessShareLock);
		if (member != NULL)
			relation_close(member, AccessShareLock);
	}
}
