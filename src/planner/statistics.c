/*
 * statistics.c
 *	  How many rows the planner expects of a window in time.
 *
 * ANALYZE keeps a histogram: bounds between bins of equally many rows.  The server
 * looks up the bin of a constant, and for types it cannot turn into a number, uuid
 * among them, takes the constant to be in the middle of the bin: off by up to half
 * a bin, which of a million rows is 5,000.  But the leading bits of a v7 are a
 * number: its time.
 *
 * So where the selectivity of a comparison with a constant is asked for, the planner
 * is handed statistics in which two most common values stand in place of the
 * histogram: the smallest v7, as common as the rows before the constant are by
 * interpolation in time, and the largest one for those after it.
 *
 * Rows that came after ANALYZE are what a growing table is asked for most.  Where the
 * column really begins and ends the server finds in an index, and counts of rows that
 * came it keeps for autovacuum; both are asked for here.
 *
 * Nothing is changed for columns without a histogram or with any other UUID among
 * its bounds, nor for any other question.
 */
#include "planner/planner.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_type.h"
#include "guc.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "pgstat.h"
#include "utils/array.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "uuid/layout.h"
#include "uuid/tick.h"

extern Datum uuidx_uuid_time_ge(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_gt(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_le(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_lt(PG_FUNCTION_ARGS);

/*
 * Each question is looked for among so many operators.  A query that has more, thousands
 * joined by OR, asks thousands of times, and is not worth the square of it.
 */
#define MAX_LOOKED_AT 100

/* The comparison that is asked about */
typedef struct asked_comparison
{
	Node	   *column;			/* this very node */
	Node	   *other;			/* what it is compared with, or NULL */
	bool		time_order;		/* and not bytewise */
	int			looked_at;
} asked_comparison;

/* The rows of a column that are no most common values, in time */
typedef struct time_histogram
{
	Oid			less;			/* the operator that gives the order */
	int			nbins;
	uint64	   *ticks;			/* the nbins + 1 bounds */
	uint64		first;			/* where the column begins by now */
	uint64		end;			/* where it ends, not before the last bound */
	double		grown;			/* bins of rows after the last bound; 0: if
								 * there are any, they are those of the last
								 * bin */
} time_histogram;

/* Whether an operator's function is a comparison, bytewise or in time order */
static bool
is_comparison(Oid function, bool *time_order)
{
	PGFunction	address;

	*time_order = false;
	if (function == F_UUID_LT || function == F_UUID_LE || function == F_UUID_GE ||
		function == F_UUID_GT)
		return true;
	if (function < FirstNormalObjectId)
		return false;
	address = uuidx_function_address(function);
	*time_order = address == uuidx_uuid_time_lt || address == uuidx_uuid_time_le ||
		address == uuidx_uuid_time_ge || address == uuidx_uuid_time_gt;
	return *time_order;
}

/*
 * Each comparison has a node of its own for the column: what the parser makes is
 * copied when the query is simplified, and compare.c copies.  True ends the search.
 */
static bool
find_comparison(Node *node, asked_comparison *asked)
{
	OpExpr	   *clause = (OpExpr *) node;

	if (node == NULL)
		return false;
	if (!IsA(node, OpExpr))
		return expression_tree_walker(node, UUIDX_WALKER(find_comparison), (void *) asked);
	if (++asked->looked_at > MAX_LOOKED_AT)
		return true;
	if (list_length(clause->args) != 2)
		return false;
	for (int side = 0; side < 2; side++)
	{
		Node	   *column = (Node *) list_nth(clause->args, side);

		if (IsA(column, RelabelType))
			column = (Node *) ((RelabelType *) column)->arg;
		if (column == asked->column)
		{
			if (is_comparison(get_opcode(clause->opno), &asked->time_order))
				asked->other = (Node *) list_nth(clause->args, 1 - side);
			return true;
		}
	}
	return false;
}

/* Where among the ticks of v7 a UUID is, bytewise or in time order */
static uint64
tick_of(const pg_uuid_t *uuid, bool time_order)
{
	uint64		hi = uuidx_hi(uuid);
	uint64		ms = hi >> 16 << UUIDX_V7_FRACTION_BITS;
	int			version = hi >> 12 & 0xF;
	int64		ticks_100ns;

	if (time_order && uuidx_version_of(uuid) != 7)
	{
		if (!uuidx_time_ticks(uuid, &ticks_100ns))
			return PG_UINT64_MAX;
		if (ticks_100ns <= UUIDX_UNIX_EPOCH_TICKS_100NS)
			return 0;
		return (uint64) ((ticks_100ns - UUIDX_UNIX_EPOCH_TICKS_100NS - 1) /
						 UUIDX_TICKS_100NS_PER_MS + 1) << UUIDX_V7_FRACTION_BITS;
	}
	if (version == 7)
		return uuidx_tick_from_hi(hi);
	return version < 7 ? ms : ms + (1 << UUIDX_V7_FRACTION_BITS);
}

/* Reads the histogram; false if there is none, or anything but v7 in it */
static bool
read_histogram(HeapTuple statistics, time_histogram *histogram)
{
	AttStatsSlot slot;
	bool		usable;

	if (!get_attstatsslot(&slot, statistics, STATISTIC_KIND_HISTOGRAM, InvalidOid,
						  ATTSTATSSLOT_VALUES))
		return false;
	usable = slot.nvalues >= 2 && get_opcode(slot.staop) == F_UUID_LT;
	if (usable)
	{
		histogram->less = slot.staop;
		histogram->nbins = slot.nvalues - 1;
		histogram->ticks = (uint64 *) palloc(slot.nvalues * sizeof(uint64));
	}
	for (int i = 0; i < slot.nvalues && usable; i++)
	{
		const pg_uuid_t *bound = DatumGetUUIDP(slot.values[i]);

		histogram->ticks[i] = uuidx_tick_from_hi(uuidx_hi(bound));
		usable = uuidx_version_of(bound) == 7;
	}
	free_attstatsslot(&slot);
	if (usable)
	{
		histogram->first = histogram->ticks[0];
		histogram->end = histogram->ticks[histogram->nbins];
		histogram->grown = 0.0;
	}
	return usable;
}

/* What note_end() is called with: which end is looked for, and what was seen last */
typedef struct end_seen
{
	bool		last;
	pg_uuid_t	uuid;
} end_seen;

/* Stands for uuid_lt() in a search that is to come to an end of a histogram */
static Datum
note_end(PG_FUNCTION_ARGS)
{
	end_seen   *seen = (end_seen *) fcinfo->flinfo->fn_extra;

	seen->uuid = *PG_GETARG_UUID_P(0);
	PG_RETURN_BOOL(seen->last);
}

/*
 * Where a column begins or ends by now: when the server's search in a histogram
 * comes to the first or last bound, it looks it up in an index.  Without one, or
 * with another UUID there than a v7, what the histogram says.
 */
static uint64
find_end(PlannerInfo *root, const VariableStatData *column, HeapTuple statistics,
		 const time_histogram *histogram, bool last)
{
	VariableStatData searched = *column;
	end_seen	seen = {last};
	FmgrInfo	compare;

	fmgr_info(F_UUID_LT, &compare);
	compare.fn_addr = note_end;
	compare.fn_extra = &seen;
	searched.statsTuple = statistics;
	searched.acl_ok = false;
	ineq_histogram_selectivity(root, &searched, histogram->less, &compare, false, false,
							   InvalidOid, UUIDPGetDatum(&seen.uuid), UUIDOID);
	if (uuidx_version_of(&seen.uuid) == 7)
		return uuidx_tick_from_hi(uuidx_hi(&seen.uuid));
	return histogram->ticks[last ? histogram->nbins : 0];
}

/*
 * How many rows of a table came since ANALYZE: by how much it grew on disk since it
 * was last counted, and by what the server counts for autovacuum.  A crash loses that
 * count, a standby never had it, and a session adds to it what it has done up to a
 * second ago.
 */
static void
rows_since_analyze(Oid relation, double rows, double *on_disk, double *counted)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
	PgStat_StatTabEntry *counts = NULL;

	*on_disk = *counted = 0.0;
	if (HeapTupleIsValid(tuple))
	{
		double		last_count = ((Form_pg_class) GETSTRUCT(tuple))->reltuples;

		if (last_count > 0.0)
			*on_disk = Max(rows - last_count, 0.0);
		ReleaseSysCache(tuple);
	}

	/* the first look would copy the counts of everything */
	if (pgstat_fetch_consistency != PGSTAT_FETCH_CONSISTENCY_SNAPSHOT)
		counts = pgstat_fetch_stat_tabentry(relation);

	/* which kind of change it was is counted only over all time */
	if (counts != NULL && counts->tuples_inserted > 0)
		*counted = (double) counts->mod_since_analyze * counts->tuples_inserted /
			((double) counts->tuples_inserted + counts->tuples_updated +
			 counts->tuples_deleted);
}

/*
 * Finds out how the column changed since ANALYZE, as far as that matters for a tick:
 * that is nothing for one that is not in the first or last bin, unless half a bin of
 * rows came, when all constants of a query must see the same.
 */
static void
find_change(PlannerInfo *root, const VariableStatData *column, Oid relation,
			HeapTuple statistics, time_histogram *histogram, uint64 tick)
{
	uint64		last = histogram->ticks[histogram->nbins];
	uint64		last_bin = histogram->ticks[histogram->nbins - 1];
	double		rows = column->rel->tuples;
	double		bin = rows / histogram->nbins;
	double		on_disk;
	double		counted;
	uint64		now;

	rows_since_analyze(relation, rows, &on_disk, &counted);
	if (tick < histogram->ticks[1])
		histogram->first = find_end(root, column, statistics, histogram, false);
	if (tick > last_bin || Max(on_disk, counted) > bin / 2)
		histogram->end = Max(last, find_end(root, column, statistics, histogram, true));

	/* no index tells; but a table that grew has rows of now */
	if (histogram->end == last && on_disk > bin / 2 &&
		uuidx_v7_tick(GetCurrentStatementStartTimestamp(), &now) && now > last)
	{
		histogram->end = now;
		counted = 0.0;
	}
	if (histogram->end > last)
	{
		double		rate = (double) (histogram->end - last) / Max(last - last_bin, 1);
		double		came;

		/*
		 * counts above the rate before may be those of a load that was
		 * analyzed
		 */
		came = Min(Max(on_disk, Min(counted, rate * bin)), 0.9 * rows);
		if (came > bin / 2)
			histogram->grown = came / (rows - came) * histogram->nbins;
	}
}

/* How many bins of rows are before a tick, those that grew after the last bound included */
static double
bins_before(const time_histogram *histogram, uint64 tick)
{
	const uint64 *ticks = histogram->ticks;
	uint64		start = Min(ticks[0], histogram->first);
	int			low = 0;
	int			high = histogram->nbins;
	uint64		from;
	uint64		to;

	if (tick <= start)
		return 0.0;
	if (tick >= histogram->end)
		return high + histogram->grown;
	if (tick > ticks[high] && histogram->grown > 0.0)
		return high + histogram->grown * (tick - ticks[high]) / (histogram->end - ticks[high]);

	/* from here on ticks[low] < tick <= ticks[high], but where an end moved */
	while (high - low > 1)
	{
		int			middle = (low + high) / 2;

		if (ticks[middle] < tick)
			low = middle;
		else
			high = middle;
	}
	from = low == 0 ? start : ticks[low];
	to = high == histogram->nbins && histogram->grown == 0.0 ? histogram->end : ticks[high];
	return low + (double) (tick - from) / (double) (to - from);
}

/* The share of the rows that are before a tick */
static double
share_before(const time_histogram *histogram, uint64 tick)
{
	double		gone = bins_before(histogram, histogram->first);
	double		all = histogram->nbins + histogram->grown - gone;

	if (tick <= histogram->first || all <= 0.0)
		return 0.0;
	return (bins_before(histogram, tick) - gone) / all;
}

/*
 * The statistics with a share of the histogram's rows before every constant and the
 * others after it: the most common values, and two more.
 */
static HeapTuple
make_statistics(HeapTuple statistics, double share)
{
	Form_pg_statistic form = (Form_pg_statistic) GETSTRUCT(statistics);
	Relation	catalog = table_open(StatisticRelationId, AccessShareLock);
	Datum		values[Natts_pg_statistic] = {0};
	bool		nulls[Natts_pg_statistic] = {0};
	bool		replaces[Natts_pg_statistic] = {0};
	pg_uuid_t	ends[2];
	double		others = 1.0 - form->stanullfrac;
	AttStatsSlot common = {0};
	int			ncommon;
	Datum	   *uuids;
	Datum	   *numbers;
	HeapTuple	result;

	get_attstatsslot(&common, statistics, STATISTIC_KIND_MCV, InvalidOid,
					 ATTSTATSSLOT_VALUES | ATTSTATSSLOT_NUMBERS);
	ncommon = common.nvalues;
	uuids = (Datum *) palloc((ncommon + 2) * sizeof(Datum));
	numbers = (Datum *) palloc((ncommon + 2) * sizeof(Datum));
	for (int i = 0; i < ncommon; i++)
	{
		uuids[i] = common.values[i];
		numbers[i] = Float4GetDatum(common.numbers[i]);
		others -= common.numbers[i];
	}
	others = Max(others, 0.0);
	uuidx_v7_write(&ends[0], 0, 0);
	uuids[ncommon] = UUIDPGetDatum(&ends[0]);
	numbers[ncommon] = Float4GetDatum((float4) (share * others));
	uuidx_v7_write(&ends[1], UUIDX_TICK_MAX, ~UINT64CONST(0));
	uuids[ncommon + 1] = UUIDPGetDatum(&ends[1]);
	numbers[ncommon + 1] = Float4GetDatum((float4) ((1.0 - share) * others));

	for (int i = 0; i < STATISTIC_NUM_SLOTS; i++)
	{
		values[Anum_pg_statistic_stakind1 - 1 + i] = Int16GetDatum(i == 0 ? STATISTIC_KIND_MCV : 0);
		replaces[Anum_pg_statistic_stakind1 - 1 + i] = true;
		nulls[Anum_pg_statistic_stanumbers1 - 1 + i] = i > 0;
		replaces[Anum_pg_statistic_stanumbers1 - 1 + i] = true;
		nulls[Anum_pg_statistic_stavalues1 - 1 + i] = i > 0;
		replaces[Anum_pg_statistic_stavalues1 - 1 + i] = true;
	}
	values[Anum_pg_statistic_stavalues1 - 1] =
		PointerGetDatum(construct_array(uuids, ncommon + 2, UUIDOID, UUID_LEN, false,
										TYPALIGN_CHAR));
	values[Anum_pg_statistic_stanumbers1 - 1] =
		PointerGetDatum(construct_array(numbers, ncommon + 2, FLOAT4OID, sizeof(float4), true,
										TYPALIGN_INT));
	result = heap_modify_tuple(statistics, RelationGetDescr(catalog), values, nulls, replaces);
	free_attstatsslot(&common);
	table_close(catalog, AccessShareLock);
	return result;
}

/* The statistics for a comparison with a constant, or NULL */
static HeapTuple
statistics_for(PlannerInfo *root, const VariableStatData *column, HeapTuple statistics,
			   Oid relation, const asked_comparison *asked, const pg_uuid_t *constant)
{
	uint64		tick = tick_of(constant, asked->time_order);
	time_histogram histogram;
	HeapTuple	result;

	if (!read_histogram(statistics, &histogram))
		return NULL;
	find_change(root, column, relation, statistics, &histogram, tick);
	result = make_statistics(statistics, share_before(&histogram, tick));
	pfree(histogram.ticks);
	return result;
}

/*
 * The relation that an entry of the range table is, or NULL.  Partitions are asked
 * for one after the other, so the search begins where the last one was found.
 */
static RelOptInfo *
find_relation(PlannerInfo *root, RangeTblEntry *rte)
{
	static int	last = 0;
	int			size = root->simple_rel_array_size;

	for (int i = 0; i < size; i++)
	{
		int			relid = (last + i) % size;

		if (relid > 0 && root->simple_rte_array[relid] == rte)
		{
			last = relid;
			return root->simple_rel_array[relid];
		}
	}
	return NULL;
}

/*
 * Selectivities of comparisons are computed, and remembered, while the rows of a
 * relation are estimated.  Later questions are about other things, and the costs of
 * a BRIN index ask with a *column that nobody has filled in.
 */
bool
uuidx_refine_statistics(PlannerInfo *root, RangeTblEntry *rte, AttrNumber attribute,
						VariableStatData *column)
{
	asked_comparison asked = {0};
	RelOptInfo *rel;
	ListCell   *cell;
	Node	   *constant;
	HeapTuple	statistics;
	HeapTuple	refined = NULL;

	if (!uuidx_planner || rte->rtekind != RTE_RELATION || attribute <= 0 ||
		!uuidx_has_uuid_column(rte->relid) || (rel = find_relation(root, rte)) == NULL ||
		rel->rows > 0 || getBaseType(column->atttype) != UUIDOID)
		return false;

	asked.column = column->var;
	foreach(cell, rel->baserestrictinfo)
	{
		if (find_comparison((Node *) lfirst_node(RestrictInfo, cell)->clause, &asked))
			break;
	}
	if (asked.other == NULL)
		return false;
	constant = IsA(asked.other, Const) ? asked.other :
		estimate_expression_value(root, asked.other);
	if (!IsA(constant, Const) || ((Const *) constant)->constisnull ||
		((Const *) constant)->consttype != UUIDOID)
		return false;

	statistics = SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(rte->relid),
								 Int16GetDatum(attribute), BoolGetDatum(rte->inh));
	if (HeapTupleIsValid(statistics))
	{
		refined = statistics_for(root, column, statistics, rte->relid, &asked,
								 DatumGetUUIDP(((Const *) constant)->constvalue));
		ReleaseSysCache(statistics);
	}
	if (refined == NULL)
		return false;

	/*
	 * whether the user may see all rows need not be found out: the
	 * comparisons are leakproof, and what is not gets to see nothing
	 */
	column->statsTuple = refined;
	column->freefunc = heap_freetuple;
	column->acl_ok = false;
	return true;
}
