/*
 * changes.c
 *	  How a column changed since ANALYZE: where it begins and ends by now, and the rows that
 *	  came, as a btree index shows them.
 *
 * For example, ANALYZE ran at 12:00, and the last bin of the histogram, 100 minutes long,
 * has 10,000 rows.  At 14:00,
 *
 *		SELECT ... WHERE id >= now() - interval '1 hour'
 *
 * is planned.  The last entry of an index is of 14:00.  If the table is as large as
 * before, these 10,000 rows are taken to be spread over 220 minutes, as the server does for
 * a timestamp column with an index.  If the table has grown, rows may have been inserted,
 * or older ones updated.  The index has entries after 12:00 for the former only.  They
 * are counted: all of them if they are few, otherwise samples, so that a batch or a
 * pause in these two hours is seen as well.
 */
#include "planner/planner.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relscan.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "functions.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

/* How many pages of a table are read to find its first or last row, as many as the server reads */
#define MAX_PAGES 100

/* How many entries of an index are read to count some rows */
#define MAX_ENTRIES 64

/* A scan of a btree index that begins with the column */
typedef struct column_index
{
	Relation	table;
	Relation	btree;
	SnapshotData snapshot;
	IndexScanDesc scan;
	ScanDirection later;		/* in which the times increase */
	bool		unique;			/* equal entries are versions of one row */
} column_index;

/* Opens a btree index that has the order of the histogram; false if there is none */
static bool
open_index(column_index *index, const uuidx_relation *relation, AttrNumber attribute, Oid less)
{
	ListCell   *cell;

	/* the indexes of a partitioned table have no entries */
	if (relation->rte->relkind == RELKIND_PARTITIONED_TABLE)
		return false;
	foreach(cell, relation->rel->indexlist)
	{
		IndexOptInfo *info = lfirst_node(IndexOptInfo, cell);

		if (info->relam != BTREE_AM_OID || info->indpred != NIL || info->hypothetical ||
			info->indexkeys[0] != attribute || !op_in_opfamily(less, info->opfamily[0]))
			continue;

		/* the planner has locked both */
		index->table = table_open(relation->rte->relid, NoLock);
		index->btree = index_open(info->indexoid, NoLock);
		index->later = info->reverse_sort[0] ? BackwardScanDirection : ForwardScanDirection;
		index->unique = info->unique && info->nkeycolumns == 1;
		InitNonVacuumableSnapshot(index->snapshot, GlobalVisTestFor(index->table));
		index->scan = UUIDX_INDEX_BEGINSCAN(index->table, index->btree, &index->snapshot, 1);
		index->scan->xs_want_itup = true;
		return true;
	}
	return false;
}

static void
close_index(column_index *index)
{
	index_endscan(index->scan);
	index_close(index->btree, NoLock);
	table_close(index->table, NoLock);
}

/* The id of the entry that a scan has reached; no scan here returns nulls */
static const pg_uuid_t *
id_of_entry(const column_index *index)
{
	bool		isnull;
	Datum		id = index_getattr(index->scan->xs_itup, 1, index->scan->xs_itupdesc, &isnull);

	if (isnull)
		elog(ERROR, "unexpected null in an index");
	return DatumGetUUIDP(id);
}

/*
 * Finds the first entry of a scan with a row that may be visible to a snapshot, as the
 * server does for other types.  The entries of deleted rows stay until VACUUM; their number is
 * unknown, so that the search ends after some pages of the table.
 */
static bool
find_row(IndexScanDesc scan, ScanDirection direction)
{
	TupleTableSlot *slot = table_slot_create(scan->heapRelation, NULL);
	BlockNumber block = InvalidBlockNumber;
	int			npages = 0;
	bool		found = false;
	ItemPointer tid;

	while (!found && (tid = index_getnext_tid(scan, direction)) != NULL)
	{
		if (ItemPointerGetBlockNumber(tid) != block && ++npages > MAX_PAGES)
			break;
		block = ItemPointerGetBlockNumber(tid);
		found = index_fetch_heap(scan, slot);
	}
	ExecDropSingleTupleTableSlot(slot);
	return found;
}

/* Begins to read the entries after an id, which has to last as long as the scan */
static void
scan_after(column_index *index, const pg_uuid_t *id)
{
	ScanKeyData after;

	ScanKeyInit(&after, 1, BTGreaterStrategyNumber, F_UUID_GT, UUIDPGetDatum(id));
	index_rescan(index->scan, &after, 1, NULL, 0);
}

/* The tick of the first or the last row by now; false if none was found, or it has no v7 */
static bool
find_end(column_index *index, ScanDirection direction, uint64 *tick)
{
	static const pg_uuid_t nil = {0};

	scan_after(index, &nil);
	if (!find_row(index->scan, direction) || uuidx_version_of(id_of_entry(index)) != 7)
		return false;
	*tick = uuidx_tick_from_hi(uuidx_hi(id_of_entry(index)));
	return true;
}

/* For uuidx_histogram_append_rows */
static bool
count_rows(void *argument, uint64 from, int *nrows, uint64 *to)
{
	column_index *index = argument;
	pg_uuid_t	start;
	pg_uuid_t	previous;
	int			nread = 0;

	*nrows = 0;
	uuidx_v7_write(&start, from, PG_UINT64_MAX);
	previous = start;
	scan_after(index, &start);
	while (nread < MAX_ENTRIES && index_getnext_tid(index->scan, index->later) != NULL)
	{
		const pg_uuid_t *id = id_of_entry(index);

		*nrows += !index->unique || uuidx_compare_bytes(id, &previous) != 0;
		previous = *id;
		nread++;
	}
	*to = uuidx_tick_from_hi(uuidx_hi(&previous));
	return nread == MAX_ENTRIES;
}

/* How many rows ANALYZE, VACUUM or CREATE INDEX counted in a table; 0 if none did */
static double
counted_rows(const uuidx_relation *relation)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation->rte->relid));
	double		rows = 0.0;

	if (HeapTupleIsValid(tuple))
	{
		rows = Max(((Form_pg_class) GETSTRUCT(tuple))->reltuples, 0.0);
		ReleaseSysCache(tuple);
	}
	return rows;
}

void
uuidx_update_histogram(uuidx_histogram *histogram, const uuidx_relation *relation,
					   Form_pg_statistic statistics, Oid less,
					   const pg_uuid_t *first, const pg_uuid_t *last)
{
	const uint64 *bounds = histogram->ticks;
	int			nbins = histogram->npoints - 1;
	double		rows = counted_rows(relation);
	double		grown = rows > 0.0 ? (relation->rel->tuples / rows - 1.0) * nbins : 0.0;

	/* less than half a bin may be chance */
	bool		may_have_come = grown > 0.5;
	bool		at_start = uuidx_tick_from_hi(uuidx_hi(first)) < bounds[1];
	bool		at_end = may_have_come ||
		uuidx_tick_from_hi(uuidx_hi(last)) > bounds[Max(nbins - 2, 0)];
	column_index index;
	uint64		tick;

	if ((at_start || at_end) &&
		open_index(&index, relation, statistics->staattnum, less))
	{
		if (at_start && find_end(&index, index.later, &tick))
			uuidx_histogram_begin(histogram, tick);
		if (at_end && find_end(&index, -index.later, &tick))
		{
			if (may_have_come && tick > bounds[nbins])
				uuidx_histogram_append_rows(histogram, tick,
											rows * (1.0 - statistics->stanullfrac) / nbins,
											count_rows, &index);
			else
				uuidx_histogram_end(histogram, tick);
		}
		close_index(&index);
	}
	else if (may_have_come && uuidx_v7_tick(GetCurrentStatementStartTimestamp(), &tick) &&
			 tick > bounds[nbins])
	{
		/* rows up to now, but no more than come at the rate of the last bin */
		double		width = Max(bounds[nbins] - bounds[nbins - 1], 1);

		uuidx_histogram_append(histogram, tick, Min(grown, (tick - bounds[nbins]) / width));
	}
}
