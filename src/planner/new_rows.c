/*
 * new_rows.c
 *	  What changed in a column since ANALYZE, according to a btree index: where the column begins
 *	  and ends now, and how many rows came.
 *
 * For example, ANALYZE ran at 12:00, and the last bin of the histogram covers 100 minutes and has
 * 10,000 rows.  At 14:00,
 *
 *		SELECT ... WHERE id >= now() - interval '1 hour'
 *
 * is planned, and the last entry of the index is from 14:00.  If the table has not grown, the
 * 10,000 rows are assumed to be spread over 220 minutes, as the server does for a timestamp column
 * with an index.  If it has grown, the index entries after 12:00 are counted: all of them if they
 * are few, otherwise samples, so that a batch or a pause in the two hours is noticed.
 */
#include "planner/planner.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relscan.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "catalog/pg_am.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

/* At most this many table pages are read to find an end, as VISITED_PAGES_LIMIT of the server */
#define MAX_PAGES 100

/* At most this many index entries are read in one count */
#define MAX_ENTRIES 64

/* Growth by less than half a bin may be chance */
#define MIN_BINS_GROWN 0.5

/* A scan of a btree index that begins with the column */
typedef struct column_index
{
	Relation	btree;
	SnapshotData snapshot;
	IndexScanDesc scan;
	ScanDirection later;		/* the direction in which times increase */
	bool		unique;			/* equal entries are versions of one row */
} column_index;

/* Opens a btree index of a table in the order of the histogram; false if there is none */
static bool
open_index(column_index *index, Relation table, const uuidx_relation *relation,
		   AttrNumber attribute, Oid less)
{
	/* the indexes of a partitioned table have no entries */
	if (relation->rte->relkind == RELKIND_PARTITIONED_TABLE)
		return false;
	foreach_ptr(IndexOptInfo, info, relation->rel->indexlist)
	{
		if (info->relam != BTREE_AM_OID || info->indpred != NIL || info->hypothetical ||
			info->indexkeys[0] != attribute || !op_in_opfamily(less, info->opfamily[0]))
			continue;

		/* the planner has locked it */
		index->btree = index_open(info->indexoid, NoLock);
		index->later = info->reverse_sort[0] ? BackwardScanDirection : ForwardScanDirection;
		index->unique = info->unique && info->nkeycolumns == 1;
		InitNonVacuumableSnapshot(index->snapshot, GlobalVisTestFor(table));
		index->scan = UUIDX_INDEX_BEGINSCAN(table, index->btree, &index->snapshot, 1);
		index->scan->xs_want_itup = true;
		return true;
	}
	return false;
}

/* Returns the id in the entry that a scan has reached; no scan here returns nulls */
static const pg_uuid_t *
id_of_entry(const column_index *index)
{
	bool		isnull;
	Datum		id = index_getattr(index->scan->xs_itup, 1, index->scan->xs_itupdesc, &isnull);

	Assert(!isnull);
	return DatumGetUUIDP(id);
}

/* Begins to read the entries after an id, which must stay in memory as long as the scan */
static void
scan_after(column_index *index, const pg_uuid_t *id)
{
	ScanKeyData after;

	ScanKeyInit(&after, 1, BTGreaterStrategyNumber, F_UUID_GT, UUIDPGetDatum(id));
	index_rescan(index->scan, &after, 1, NULL, 0);
}

/*
 * Sets *tick to that of the first or last row that a snapshot may see, as the server finds it for
 * other types; false if no row is found, or its id is not a v7.  Entries of deleted rows stay until
 * VACUUM, so the search ends after MAX_PAGES pages.
 */
static bool
find_end(column_index *index, ScanDirection direction, uint64 *tick)
{
	static const pg_uuid_t nil = {0};
	TupleTableSlot *slot = table_slot_create(index->scan->heapRelation, NULL);
	BlockNumber block = InvalidBlockNumber;
	int			npages = 0;
	bool		found = false;
	ItemPointer tid;

	scan_after(index, &nil);
	while (!found && (tid = index_getnext_tid(index->scan, direction)) != NULL)
	{
		if (ItemPointerGetBlockNumber(tid) != block && ++npages > MAX_PAGES)
			break;
		block = ItemPointerGetBlockNumber(tid);
		found = index_fetch_heap(index->scan, slot);
	}
	ExecDropSingleTupleTableSlot(slot);
	if (!found || uuidx_version_of(id_of_entry(index)) != 7)
		return false;
	*tick = uuidx_tick_from_hi(uuidx_hi(id_of_entry(index)));
	return true;
}

/* Counts the rows after a tick, for uuidx_histogram_append_rows() */
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

		if (!index->unique || uuidx_compare_bytes(id, &previous) != 0)
			(*nrows)++;
		previous = *id;
		nread++;
	}
	*to = uuidx_tick_from_hi(uuidx_hi(&previous));
	return nread == MAX_ENTRIES;
}

/* Returns by how many bins of a histogram a table has grown since its rows were counted */
static double
bins_grown(const uuidx_relation *relation, Relation table, int nbins)
{
	/* as counted by ANALYZE, VACUUM or CREATE INDEX; -1 if none did */
	double		rows = table->rd_rel->reltuples;

	return rows > 0.0 ? (relation->rel->tuples / rows - 1.0) * nbins : 0.0;
}

/* Whether rows may have come to a table since ANALYZE made a histogram of n bins */
bool
uuidx_has_grown(const uuidx_relation *relation, int nbins)
{
	Relation	table = table_open(relation->rte->relid, NoLock);
	bool		result = bins_grown(relation, table, nbins) > MIN_BINS_GROWN;

	table_close(table, NoLock);
	return result;
}

/* Updates a histogram that is sorted by the operator less to the rows as they are now */
static void
update_histogram(uuidx_histogram *histogram, const uuidx_relation *relation,
				 Form_pg_statistic statistics, Oid less,
				 const pg_uuid_t *first, const pg_uuid_t *last)
{
	const uint64 *bounds = histogram->ticks;
	int			nbins = histogram->npoints - 1;
	Relation	table = table_open(relation->rte->relid, NoLock);
	double		grown = bins_grown(relation, table, nbins);
	bool		may_have_come = grown > MIN_BINS_GROWN;
	bool		at_start = uuidx_tick_from_hi(uuidx_hi(first)) < bounds[1];
	bool		at_end = may_have_come ||
		uuidx_tick_from_hi(uuidx_hi(last)) > bounds[Max(nbins - 2, 0)];
	column_index index;
	uint64		tick;

	if ((at_start || at_end) &&
		open_index(&index, table, relation, statistics->staattnum, less))
	{
		if (at_start && find_end(&index, index.later, &tick))
			uuidx_histogram_begin(histogram, tick);
		if (at_end && find_end(&index, -index.later, &tick))
		{
			if (may_have_come && tick > bounds[nbins])
				uuidx_histogram_append_rows(histogram, tick,
											table->rd_rel->reltuples *
											(1.0 - statistics->stanullfrac) / nbins,
											count_rows, &index);
			else
				uuidx_histogram_end(histogram, tick);
		}
		index_endscan(index.scan);
		index_close(index.btree, NoLock);
	}
	else if (may_have_come && uuidx_v7_tick(GetCurrentStatementStartTimestamp(), &tick) &&
			 tick > bounds[nbins])
	{
		/* assume at most the rate of the last bin up to now */
		double		width = Max(bounds[nbins] - bounds[nbins - 1], 1);

		uuidx_histogram_append(histogram, tick, Min(grown, (tick - bounds[nbins]) / width));
	}
	table_close(table, NoLock);
}

/*
 * Sets the histogram of a column as its rows are now; false if that in pg_statistic is missing, or
 * has a bound that is not a v7.  No index is read if the table has not grown, and the places to be
 * estimated (histogram.h), between first and last, are far from the ends.
 */
bool
uuidx_read_histogram(const uuidx_relation *relation, HeapTuple statistics,
					 const pg_uuid_t *first, const pg_uuid_t *last, uuidx_histogram *histogram)
{
	AttStatsSlot slot;
	uint64	   *bounds;
	bool		usable;

	if (!get_attstatsslot(&slot, statistics, STATISTIC_KIND_HISTOGRAM, InvalidOid,
						  ATTSTATSSLOT_VALUES))
		return false;
	bounds = palloc_array(uint64, slot.nvalues + UUIDX_HISTOGRAM_ROOM);
	usable = slot.nvalues >= 2;
	for (int i = 0; usable && i < slot.nvalues; i++)
	{
		const pg_uuid_t *bound = DatumGetUUIDP(slot.values[i]);

		bounds[i] = uuidx_tick_from_hi(uuidx_hi(bound));
		usable = uuidx_version_of(bound) == 7;
	}
	if (usable)
	{
		uuidx_histogram_init(histogram, bounds,
							 palloc_array(double, slot.nvalues + UUIDX_HISTOGRAM_ROOM),
							 slot.nvalues - 1);
		update_histogram(histogram, relation, (Form_pg_statistic) GETSTRUCT(statistics),
						 slot.staop, first, last);
	}
	free_attstatsslot(&slot);
	return usable;
}
