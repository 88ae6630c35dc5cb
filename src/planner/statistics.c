/*
 * statistics.c
 *	  What the planner is told about a column of v7 that a query compares.
 *
 * ANALYZE keeps a histogram: bounds between bins of equally many rows.  The server
 * looks up the bin of a constant, and for types it cannot turn into a number, uuid
 * among them, takes the constant to be in the middle of the bin: off by up to half
 * a bin, which of a million rows is 5,000.  But the leading bits of a v7 are a
 * number: its time.  So the planner is handed a histogram with more bounds, spread
 * evenly in time inside each bin, and the bounds next to a constant of the query are
 * put on the side of it where interpolation says that they belong.
 *
 * Rows that came after ANALYZE are what a growing table is asked for most.  The
 * server finds out where the column really ends, through an index, and stretches
 * the last bin to there; here it is asked for the same.
 *
 * Nothing is changed for columns without a histogram or with any other UUID among
 * its bounds, nor for a query that compares the column with no constant.  What is
 * cached is checked against the row of pg_statistic it was made from.
 */
#include "planner/planner.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_type.h"
#include "guc.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "utils/array.h"
#include "utils/fmgroids.h"
#include "utils/hsearch.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/selfuncs.h"
#include "utils/syscache.h"
#include "uuid/layout.h"

#include <math.h>

extern Datum uuidx_uuid_time_ge(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_gt(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_le(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_lt(PG_FUNCTION_ARGS);

/*
 * The server copies the histogram at each look: this many bounds cost about as
 * much as they may.  Fewer are handed out where the query does not need them.
 */
#define MAX_BINS 5000

/* Doublings of a bin, so that at most MAX_BINS are made of one */
#define MAX_LEVELS 13

/* A narrowest window gets this many bins if it can, and a bin this many rows */
#define BINS_PER_WINDOW 8.0
#define MIN_ROWS_PER_BIN 20.0

/* More constants than these do not come to be looked at one by one */
#define MAX_CONSTANTS 16

/* When these are cached they are all forgotten: of the largest, about 10 MB */
#define MAX_COLUMNS 64

typedef struct column_key
{
	Oid			relation;
	int32		attribute;
	int32		inherited;		/* with the tables that inherit */
} column_key;

/* The statistics of a column */
typedef struct column_statistics
{
	column_key	key;
	TransactionId xmin;			/* with tid: the row of pg_statistic */
	ItemPointerData tid;
	MemoryContext memory;		/* of what follows; NULL: leave it alone */
	Oid			less;			/* the histogram's operator */
	int			slot;			/* in which the histogram is */
	int			nbins;
	pg_uuid_t  *bounds;			/* nbins + 1 of each */
	uint64	   *ticks;
	HeapTuple	levels[MAX_LEVELS];	/* with every bin divided in 2^level */
} column_statistics;

static HTAB *cache = NULL;

/* True while someone wants statistics as they are */
static bool untouched = false;

/* Forgets all columns */
static void
forget_all(void)
{
	HASH_SEQ_STATUS scan;
	column_statistics *column;

	hash_seq_init(&scan, cache);
	while ((column = (column_statistics *) hash_seq_search(&scan)) != NULL)
	{
		if (column->memory != NULL)
			MemoryContextDelete(column->memory);
		hash_search(cache, &column->key, HASH_REMOVE, NULL);
	}
}

/* Whether a type is uuid, or a domain over it */
static bool
is_uuid(Oid type)
{
	return type == UUIDOID || (type >= FirstNormalObjectId && getBaseType(type) == UUIDOID);
}

/* Reads the bounds of a histogram, if all are v7, into column->memory */
static void
read_bounds(column_statistics *column, HeapTuple statistics)
{
	Form_pg_statistic form = (Form_pg_statistic) GETSTRUCT(statistics);
	MemoryContext memory;
	AttStatsSlot slot;
	bool		usable;

	if (!get_attstatsslot(&slot, statistics, STATISTIC_KIND_HISTOGRAM, InvalidOid,
						  ATTSTATSSLOT_VALUES))
		return;
	usable = is_uuid(slot.valuetype) && slot.nvalues >= 2 &&
		get_opcode(slot.staop) == F_UUID_LT;
	for (int i = 0; i < slot.nvalues && usable; i++)
		usable = uuidx_version_of(DatumGetUUIDP(slot.values[i])) == 7;
	if (usable)
	{
		memory = AllocSetContextCreate(CacheMemoryContext, "uuidx statistics of a column",
									   ALLOCSET_SMALL_SIZES);
		column->bounds = (pg_uuid_t *) MemoryContextAlloc(memory, slot.nvalues * sizeof(pg_uuid_t));
		column->ticks = (uint64 *) MemoryContextAlloc(memory, slot.nvalues * sizeof(uint64));
		for (int i = 0; i < slot.nvalues; i++)
		{
			column->bounds[i] = *DatumGetUUIDP(slot.values[i]);
			column->ticks[i] = uuidx_tick_from_hi(uuidx_hi(&column->bounds[i]));
		}
		column->less = slot.staop;
		column->nbins = slot.nvalues - 1;
		while ((&form->stakind1)[column->slot] != STATISTIC_KIND_HISTOGRAM)
			column->slot++;
		column->memory = memory;
	}
	free_attstatsslot(&slot);
}

/* The statistics of a column, or NULL if they are to be left alone */
static column_statistics *
find_column(column_key *key, HeapTuple statistics)
{
	TransactionId xmin = HeapTupleHeaderGetRawXmin(statistics->t_data);
	column_statistics *column;
	column_statistics fresh;

	if (cache == NULL)
	{
		HASHCTL		control = {.keysize = sizeof(column_key),.entrysize = sizeof(column_statistics)};

		cache = hash_create("uuidx statistics", MAX_COLUMNS, &control, HASH_ELEM | HASH_BLOBS);
	}

	column = (column_statistics *) hash_search(cache, key, HASH_FIND, NULL);
	if (column == NULL || column->xmin != xmin ||
		!ItemPointerEquals(&column->tid, &statistics->t_self))
	{
		memset(&fresh, 0, sizeof(fresh));
		fresh.key = *key;
		fresh.xmin = xmin;
		fresh.tid = statistics->t_self;
		read_bounds(&fresh, statistics);

		if (column == NULL && hash_get_num_entries(cache) >= MAX_COLUMNS)
			forget_all();
		if (column != NULL && column->memory != NULL)
			MemoryContextDelete(column->memory);
		column = (column_statistics *) hash_search(cache, key, HASH_ENTER, NULL);
		*column = fresh;
	}
	return column->memory != NULL ? column : NULL;
}

/* The histogram with every bin divided in 2^level, each part as long in time */
static ArrayType *
divided_histogram(const column_statistics *column, int level)
{
	int			parts = 1 << level;
	int			nvalues = (column->nbins << level) + 1;
	pg_uuid_t  *bounds = (pg_uuid_t *) palloc(nvalues * sizeof(pg_uuid_t));
	Datum	   *values = (Datum *) palloc(nvalues * sizeof(Datum));
	ArrayType  *result;

	for (int i = 0; i < nvalues; i++)
	{
		int			bin = i >> level;
		int			part = i & (parts - 1);

		bounds[i] = column->bounds[bin];
		if (part > 0)
		{
			uint64		width = column->ticks[bin + 1] - column->ticks[bin];
			uint64		advance = (uint64) ((double) width * part / parts);

			/* bounds of one tick have their order from the bits behind it */
			if (advance > 0 && advance < width)
				uuidx_v7_write(&bounds[i], column->ticks[bin] + advance, 0);
		}
		values[i] = UUIDPGetDatum(&bounds[i]);
	}
	result = construct_array(values, nvalues, UUIDOID, UUID_LEN, false, TYPALIGN_CHAR);
	pfree(values);
	pfree(bounds);
	return result;
}

/* A copy of the statistics with the bins divided, for the caller to change and free */
static HeapTuple
copy_statistics(column_statistics *column, HeapTuple statistics, int level)
{
	if (column->levels[level] == NULL)
	{
		Datum		values[Natts_pg_statistic] = {0};
		bool		nulls[Natts_pg_statistic] = {0};
		bool		replaces[Natts_pg_statistic] = {0};
		int			place = Anum_pg_statistic_stavalues1 - 1 + column->slot;
		Relation	catalog = table_open(StatisticRelationId, AccessShareLock);
		MemoryContext caller;

		values[place] = PointerGetDatum(divided_histogram(column, level));
		replaces[place] = true;
		caller = MemoryContextSwitchTo(column->memory);
		column->levels[level] = heap_modify_tuple(statistics, RelationGetDescr(catalog), values,
												  nulls, replaces);
		MemoryContextSwitchTo(caller);
		pfree(DatumGetPointer(values[place]));
		table_close(catalog, AccessShareLock);
	}
	return heap_copytuple(column->levels[level]);
}

/* The constants that a query compares a column with, as ticks of v7 */
typedef struct constants
{
	PlannerInfo *root;
	Index		relid;
	AttrNumber	attribute;
	int			count;
	uint64		ticks[MAX_CONSTANTS];
} constants;

/* Whether a function is one of the comparisons, bytewise or in time order */
static bool
is_comparison(Oid function)
{
	PGFunction	address;

	if (function == F_UUID_LT || function == F_UUID_LE || function == F_UUID_GE ||
		function == F_UUID_GT)
		return true;
	if (function < FirstNormalObjectId)
		return false;
	address = uuidx_function_address(function);
	return address == uuidx_uuid_time_lt || address == uuidx_uuid_time_le ||
		address == uuidx_uuid_time_ge || address == uuidx_uuid_time_gt;
}

/*
 * The tick of a constant: of a v7 its own, of another one that carries a time the
 * first at or after it.  False if it has none.
 */
static bool
tick_of(const pg_uuid_t *uuid, uint64 *tick)
{
	int64		ticks_100ns;

	if (uuidx_version_of(uuid) == 7)
		*tick = uuidx_tick_from_hi(uuidx_hi(uuid));
	else if (uuidx_time_ticks(uuid, &ticks_100ns) && ticks_100ns > UUIDX_UNIX_EPOCH_TICKS_100NS)
		*tick = (uint64) ((ticks_100ns - UUIDX_UNIX_EPOCH_TICKS_100NS - 1) /
						  UUIDX_TICKS_100NS_PER_MS + 1) << UUIDX_V7_FRACTION_BITS;
	else
		return false;
	return true;
}

static bool
collect_constants(Node *node, constants *found)
{
	OpExpr	   *clause = (OpExpr *) node;

	if (node == NULL)
		return false;
	if (IsA(node, OpExpr) && list_length(clause->args) == 2 && clause->opresulttype == BOOLOID)
	{
		for (int side = 0; side < 2; side++)
		{
			Node	   *column = (Node *) list_nth(clause->args, side);
			Node	   *other = (Node *) list_nth(clause->args, 1 - side);
			Var		   *var;
			Const	   *value;
			uint64		tick;

			while (IsA(column, RelabelType))
				column = (Node *) ((RelabelType *) column)->arg;
			var = (Var *) column;
			if (!IsA(var, Var) || var->varno != found->relid ||
				var->varattno != found->attribute || var->varlevelsup != 0)
				continue;
			if (exprType(other) != UUIDOID || !is_comparison(get_opcode(clause->opno)) ||
				found->count == MAX_CONSTANTS)
				return false;
			value = (Const *) other;
			if (!IsA(value, Const))
				value = (Const *) estimate_expression_value(found->root, other);
			if (IsA(value, Const) && !value->constisnull &&
				tick_of(DatumGetUUIDP(value->constvalue), &tick))
				found->ticks[found->count++] = tick;
			return false;
		}
	}
	return expression_tree_walker(node, collect_constants, (void *) found);
}

static int
compare_ticks(const void *a, const void *b)
{
	uint64		left = *(const uint64 *) a;
	uint64		right = *(const uint64 *) b;

	return left < right ? -1 : left > right;
}

/* Whether the column has, by an index, a UUID at or after a tick past the histogram */
static bool
has_from(PlannerInfo *root, VariableStatData *vardata, column_statistics *column,
		 HeapTuple statistics, uint64 tick)
{
	VariableStatData asked = *vardata;
	FmgrInfo	less;
	pg_uuid_t	uuid;

	uuidx_v7_write(&uuid, tick, 0);
	asked.statsTuple = statistics;
	asked.acl_ok = false;
	fmgr_info(F_UUID_LT, &less);

	/* it is in the last bin, whose end is the real one, or past it */
	return ineq_histogram_selectivity(root, &asked, column->less, &less, false, false, InvalidOid,
									  UUIDPGetDatum(&uuid), UUIDOID) < 1.0 - 0.1 / column->nbins;
}

/*
 * About where the column ends by now, if one of the constants, the earliest of which
 * is given, is in the last bin or after it.  A growing table ends now; whether it
 * grows an index knows, and without one the histogram's end is believed as long as
 * the query asks for something before it.
 */
static uint64
find_end(PlannerInfo *root, VariableStatData *vardata, column_statistics *column,
		 HeapTuple statistics, uint64 earliest)
{
	uint64		last = column->ticks[column->nbins];
	uint64		width = last - column->ticks[column->nbins - 1];
	uint64		now;
	uint64		gap;
	uint64		reached;

	if (!uuidx_v7_tick(GetCurrentStatementStartTimestamp(), &now) || now <= last + 1)
		return last;
	if (earliest > last)
		return now;
	gap = now - last;

	/* no more than what is lost in what is asked for anyway, or one probe tells */
	reached = Max(Min(Min(gap, width), last - earliest) / 8, 1);
	if (!has_from(root, vardata, column, statistics, last + reached))
		return last;
	if (has_from(root, vardata, column, statistics, now - gap / 8))
		return now;
	while (gap / 4 > reached && !has_from(root, vardata, column, statistics, last + gap / 4))
		gap /= 4;
	return last + gap / 2;
}

/* The share of the histogram's rows before a tick that is inside it */
static double
share_before(const column_statistics *column, uint64 end, uint64 tick)
{
	int			low = 0;
	int			high = column->nbins;
	uint64		from;
	uint64		to;

	while (high - low > 1)
	{
		int			middle = (low + high) / 2;

		if (column->ticks[middle] < tick)
			low = middle;
		else
			high = middle;
	}
	from = column->ticks[low];
	to = high == column->nbins ? end : column->ticks[high];
	return (low + (double) (tick - from) / (double) (to - from)) / column->nbins;
}

/*
 * How many bins stand for a share, so many that the ratio is least off; a bin for
 * what is nearer to one than to a single row.
 */
static int
whole_bins(double bins, double rows)
{
	int			whole = (int) bins;

	if (whole == 0)
		return rows * bins > 1.0;
	return bins * bins > (double) whole * (whole + 1) ? whole + 1 : whole;
}

/* Likewise where the server adds half a bin */
static int
half_bins(double bins)
{
	int			whole = bins > 0.5 ? (int) (bins - 0.5) : 0;

	return bins * bins > (whole + 0.5) * (whole + 1.5) ? whole + 1 : whole;
}

/* Puts the first `before` bounds before a tick, and the others after it */
static void
part_bounds(pg_uuid_t *bounds, int nbounds, int before, uint64 tick)
{
	for (int i = before - 1; i >= 0 && uuidx_tick_from_hi(uuidx_hi(&bounds[i])) >= tick; i--)
		uuidx_v7_write(&bounds[i], tick - 1, ~UINT64CONST(0));
	for (int i = before; i < nbounds && uuidx_tick_from_hi(uuidx_hi(&bounds[i])) <= tick; i++)
		uuidx_v7_write(&bounds[i], tick + 1, 0);
}

/*
 * Statistics of a column for a query that compares it with constants, each inside
 * the histogram, in order, with the share of rows before it.
 */
static HeapTuple
statistics_for(column_statistics *column, HeapTuple statistics, double rows, int count,
			   const uint64 *ticks, const double *shares)
{
	double		narrowest = Min(shares[0], 1.0 - shares[count - 1]);
	int			before[MAX_CONSTANTS];
	int			level = 0;
	int			nbins;
	HeapTuple	result;
	pg_uuid_t  *bounds;
	bool		isnull;

	for (int i = 1; i < count; i++)
		narrowest = Min(narrowest, shares[i] - shares[i - 1]);
	while (level + 1 < MAX_LEVELS && (column->nbins << (level + 1)) <= MAX_BINS &&
		   (column->nbins << level) * narrowest < BINS_PER_WINDOW &&
		   rows / (column->nbins << (level + 1)) >= MIN_ROWS_PER_BIN)
		level++;
	nbins = column->nbins << level;

	/* from the end that is nearer, so that what is between it and a constant is right */
	if (shares[0] + shares[count - 1] > 1.0)
	{
		before[count - 1] = nbins - half_bins((1.0 - shares[count - 1]) * nbins);
		for (int i = count - 2; i >= 0; i--)
			before[i] = before[i + 1] - whole_bins((shares[i + 1] - shares[i]) * nbins,
												   (shares[i + 1] - shares[i]) * rows);
	}
	else
	{
		before[0] = 1 + half_bins(shares[0] * nbins);
		for (int i = 1; i < count; i++)
			before[i] = before[i - 1] + whole_bins((shares[i] - shares[i - 1]) * nbins,
												   (shares[i] - shares[i - 1]) * rows);
	}

	result = copy_statistics(column, statistics, level);
	bounds = (pg_uuid_t *)
		ARR_DATA_PTR(DatumGetArrayTypeP(SysCacheGetAttr(STATRELATTINH, result,
														Anum_pg_statistic_stavalues1 + column->slot,
														&isnull)));
	for (int i = 0; i < count; i++)
		part_bounds(bounds, nbins + 1, Max(1, Min(before[i], nbins)), ticks[i]);
	return result;
}

/* The refined statistics of a column, or NULL if they are to be left alone */
static HeapTuple
refine(PlannerInfo *root, VariableStatData *vardata, column_key *key, HeapTuple statistics,
	   constants *found)
{
	column_statistics *column = find_column(key, statistics);
	double		shares[MAX_CONSTANTS];
	uint64		end;
	int			count = 0;

	if (column == NULL)
		return NULL;

	qsort(found->ticks, found->count, sizeof(uint64), compare_ticks);
	end = column->ticks[column->nbins];
	if (found->ticks[found->count - 1] > column->ticks[column->nbins - 1])
		end = find_end(root, vardata, column, statistics, found->ticks[0]);

	/* what is outside the server knows best */
	for (int i = 0; i < found->count; i++)
	{
		uint64		tick = found->ticks[i];

		if (tick <= column->ticks[0] + 1 || tick + 1 >= end ||
			(count > 0 && tick <= found->ticks[count - 1] + 1))
			continue;
		shares[count] = share_before(column, end, tick);
		found->ticks[count++] = tick;
	}
	if (count == 0)
		return NULL;
	return statistics_for(column, statistics, vardata->rel->tuples, count, found->ticks, shares);
}

bool
uuidx_refine_statistics(PlannerInfo *root, RangeTblEntry *rte, AttrNumber attribute,
						VariableStatData *vardata)
{
	column_key	key = {rte->relid, attribute, rte->inh};
	RelOptInfo *rel = vardata->rel;
	constants	found = {.root = root,.attribute = attribute};
	HeapTuple	statistics;
	HeapTuple	refined;
	ListCell   *cell;

	/* the costs of an index want nothing of the histogram; a subquery has no conditions here */
	if (!uuidx_planner || untouched || rte->rtekind != RTE_RELATION || attribute <= 0 ||
		!is_uuid(vardata->vartype) || rel == NULL || !IS_SIMPLE_REL(rel) ||
		rel->relid >= root->simple_rel_array_size || root->simple_rel_array[rel->relid] != rel ||
		root->simple_rte_array[rel->relid] != rte)
		return false;

	found.relid = rel->relid;
	foreach(cell, rel->baserestrictinfo)
		collect_constants((Node *) lfirst_node(RestrictInfo, cell)->clause, &found);
	if (found.count == 0)
		return false;

	statistics = SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(rte->relid),
								 Int16GetDatum(attribute), BoolGetDatum(rte->inh));
	if (!HeapTupleIsValid(statistics))
		return false;
	refined = refine(root, vardata, &key, statistics, &found);
	ReleaseSysCache(statistics);
	if (refined == NULL)
		return false;

	/*
	 * Whether the user may see all rows need not be found out: the comparisons of
	 * uuids are leakproof, and nothing else gets to see what is in here.
	 */
	vardata->statsTuple = refined;
	vardata->freefunc = heap_freetuple;
	vardata->acl_ok = false;
	return true;
}

void
uuidx_examine_untouched(PlannerInfo *root, Node *node, int relid, VariableStatData *vardata)
{
	untouched = true;
	PG_TRY();
	{
		examine_variable(root, node, relid, vardata);
	}
	PG_FINALLY();
	{
		untouched = false;
	}
	PG_END_TRY();
}
