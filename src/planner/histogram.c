/*
 * histogram.c
 *	  The histogram of a column of v7, and how it is made finer: see histogram.h.
 *
 * New bounds are spread evenly in time inside each bin, as many as the narrowest
 * window between the constants needs, and those next to a constant are put on the
 * side of it where interpolation says that they belong.
 *
 * What is cached is checked against the row of pg_statistic that it was made from.
 */
#include "planner/histogram.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_type.h"
#include "utils/array.h"
#include "utils/fmgroids.h"
#include "utils/hsearch.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "uuid/layout.h"

/*
 * The server copies the histogram at each look: this many bins cost about as much
 * as they may.  Fewer are handed out where they say the same.
 */
#define MAX_BINS 5600

/* Estimates that are off by this factor are good enough, as good as the histogram */
#define GOOD_ENOUGH 1.15

/* More bins than one for so many rows say nothing */
#define MIN_ROWS_PER_BIN 20.0

/* Of how many columns statistics are kept: 13 MB of the largest */
#define MAX_COLUMNS 32

static HTAB *cache = NULL;

bool
uuidx_is_uuid_type(Oid type)
{
	return type == UUIDOID || (type >= FirstNormalObjectId && getBaseType(type) == UUIDOID);
}

/* Forgets all columns */
static void
forget_all(void)
{
	HASH_SEQ_STATUS scan;
	uuidx_column *column;

	hash_seq_init(&scan, cache);
	while ((column = (uuidx_column *) hash_seq_search(&scan)) != NULL)
	{
		if (column->memory != NULL)
			MemoryContextDelete(column->memory);
		hash_search(cache, &column->key, HASH_REMOVE, NULL);
	}
}

/* Reads the bounds of a histogram, if all are v7, into column->memory */
static void
read_bounds(uuidx_column *column, HeapTuple statistics)
{
	Form_pg_statistic form = (Form_pg_statistic) GETSTRUCT(statistics);
	MemoryContext memory;
	AttStatsSlot slot;
	bool		usable;

	if (!get_attstatsslot(&slot, statistics, STATISTIC_KIND_HISTOGRAM, InvalidOid,
						  ATTSTATSSLOT_VALUES))
		return;
	usable = uuidx_is_uuid_type(slot.valuetype) && slot.nvalues >= 2 &&
		get_opcode(slot.staop) == F_UUID_LT;
	for (int i = 0; i < slot.nvalues && usable; i++)
		usable = uuidx_version_of(DatumGetUUIDP(slot.values[i])) == 7;
	if (usable)
	{
		memory = AllocSetContextCreate(CacheMemoryContext, "uuidx statistics of a column",
									   ALLOCSET_SMALL_SIZES);
		column->bounds = (pg_uuid_t *)
			MemoryContextAlloc(memory, slot.nvalues * sizeof(pg_uuid_t));
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

uuidx_column *
uuidx_find_column(const uuidx_column_key *key, HeapTuple statistics)
{
	TransactionId xmin = HeapTupleHeaderGetRawXmin(statistics->t_data);
	uuidx_column *column;
	uuidx_column fresh;

	if (cache == NULL)
	{
		HASHCTL		control = {0};

		control.keysize = sizeof(uuidx_column_key);
		control.entrysize = sizeof(uuidx_column);
		cache = hash_create("uuidx statistics", MAX_COLUMNS, &control, HASH_ELEM | HASH_BLOBS);
	}

	column = (uuidx_column *) hash_search(cache, key, HASH_FIND, NULL);
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
		column = (uuidx_column *) hash_search(cache, key, HASH_ENTER, NULL);
		*column = fresh;
	}
	return column->memory != NULL ? column : NULL;
}

/* The histogram with every bin divided in parts, each as long in time */
static ArrayType *
divided_histogram(const uuidx_column *column, int parts)
{
	int			nvalues = column->nbins * parts + 1;
	pg_uuid_t  *bounds = (pg_uuid_t *) palloc(nvalues * sizeof(pg_uuid_t));
	Datum	   *values = (Datum *) palloc(nvalues * sizeof(Datum));
	ArrayType  *result;

	for (int i = 0; i < nvalues; i++)
	{
		int			bin = i / parts;
		int			part = i % parts;

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
copy_statistics(uuidx_column *column, HeapTuple statistics, int parts)
{
	int			division = parts % UUIDX_MAX_DIVISIONS;

	if (column->parts[division] != parts)
	{
		Datum		values[Natts_pg_statistic] = {0};
		bool		nulls[Natts_pg_statistic] = {0};
		bool		replaces[Natts_pg_statistic] = {0};
		int			place = Anum_pg_statistic_stavalues1 - 1 + column->slot;
		Relation	catalog = table_open(StatisticRelationId, AccessShareLock);
		HeapTuple	divided;
		MemoryContext caller;

		values[place] = PointerGetDatum(divided_histogram(column, parts));
		replaces[place] = true;
		caller = MemoryContextSwitchTo(column->memory);
		divided = heap_modify_tuple(statistics, RelationGetDescr(catalog), values, nulls,
									replaces);
		MemoryContextSwitchTo(caller);
		pfree(DatumGetPointer(values[place]));
		table_close(catalog, AccessShareLock);

		if (column->divided[division] != NULL)
			heap_freetuple(column->divided[division]);
		column->divided[division] = divided;
		column->parts[division] = parts;
	}
	return heap_copytuple(column->divided[division]);
}

/* The share of the column's rows before a tick that is inside it */
static double
share_before(const uuidx_column *column, const uuidx_growth *growth, uint64 tick)
{
	uint64		last = column->ticks[column->nbins];
	double		total = column->nbins + growth->bins;
	int			low = 0;
	int			high = column->nbins;
	uint64		from;
	uint64		to;

	if (growth->bins > 0.0 && tick > last)
		return (column->nbins + growth->bins * (tick - last) / (growth->end - last)) / total;

	while (high - low > 1)
	{
		int			middle = (low + high) / 2;

		if (column->ticks[middle] < tick)
			low = middle;
		else
			high = middle;
	}
	from = column->ticks[low];
	to = high == column->nbins && growth->bins == 0.0 ? growth->end : column->ticks[high];
	return (low + (double) (tick - from) / (double) (to - from)) / total;
}

/*
 * How many bins stand for a share, so many that the ratio is least off; a bin for
 * what is nearer to one than to a single row.  *off becomes the factor by which the
 * estimate is off, if that is more.
 */
static int
whole_bins(double share, int nbins, double rows, double *off)
{
	double		bins = share * nbins;
	int			whole = (int) bins;

	rows = Max(rows * share, 1.0);
	if (whole == 0)
		whole = rows * bins > 1.0;
	else if (bins * bins > (double) whole * (whole + 1))
		whole++;
	*off = Max(*off, whole == 0 ? rows : Max(bins / whole, whole / bins));
	return whole;
}

/* Likewise at an end, where the server takes a part of a bin more */
static int
bins_at_end(double share, int nbins, double more, double *off)
{
	double		bins = share * nbins;
	int			whole = bins > more ? (int) (bins - more) : 0;

	if (bins * bins > (whole + more) * (whole + more + 1.0))
		whole++;
	*off = Max(*off, Max(bins / (whole + more), (whole + more) / bins));
	return whole;
}

/*
 * Which bounds are before each of some constants: counted from the end of the
 * histogram that is nearer, so that what is between it and a constant is right.
 * Returns the factor by which estimates are off.
 */
static double
place_constants(int nbins, double rows, const uuidx_constants *constants,
				const double *shares, int *before)
{
	int			count = constants->count;
	double		more = constants->time_order ? 1.0 : 0.5;
	double		off = 1.0;

	if (shares[0] + shares[count - 1] > 1.0)
	{
		before[count - 1] = nbins - bins_at_end(1.0 - shares[count - 1], nbins, more, &off);
		for (int i = count - 2; i >= 0; i--)
			before[i] = before[i + 1] -
				whole_bins(shares[i + 1] - shares[i], nbins, rows, &off);
	}
	else
	{
		before[0] = 1 + bins_at_end(shares[0], nbins, more, &off);
		for (int i = 1; i < count; i++)
			before[i] = before[i - 1] +
				whole_bins(shares[i] - shares[i - 1], nbins, rows, &off);
	}
	return off;
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

HeapTuple
uuidx_refine_histogram(uuidx_column *column, HeapTuple statistics, const uuidx_growth *growth,
					   double rows, uuidx_constants *constants)
{
	int			most = (int) (Min(rows / MIN_ROWS_PER_BIN, MAX_BINS) / column->nbins);
	int			before[UUIDX_MAX_CONSTANTS];
	double		shares[UUIDX_MAX_CONSTANTS];
	int			count = 0;
	int			parts = 1;
	int			nbins;
	double		best;
	HeapTuple	result;
	pg_uuid_t  *bounds;
	bool		isnull;

	for (int i = 0; i < constants->count; i++)
	{
		uint64		tick = constants->ticks[i];

		if (tick <= column->ticks[0] + 1 || tick + 1 >= growth->end ||
			(count > 0 && tick <= constants->ticks[count - 1] + 1))
			continue;
		shares[count] = share_before(column, growth, tick);
		constants->ticks[count++] = tick;
	}
	constants->count = count;
	if (count == 0)
		return NULL;

	best = place_constants(column->nbins, rows, constants, shares, before);
	for (int i = 2; i <= most && best > GOOD_ENOUGH; i++)
	{
		double		off = place_constants(column->nbins * i, rows, constants, shares, before);

		if (off < best)
		{
			best = off;
			parts = i;
		}
	}
	nbins = column->nbins * parts;
	place_constants(nbins, rows, constants, shares, before);

	result = copy_statistics(column, statistics, parts);
	bounds = (pg_uuid_t *)
		ARR_DATA_PTR(DatumGetArrayTypeP(SysCacheGetAttr(STATRELATTINH, result,
														Anum_pg_statistic_stavalues1 + column->slot,
														&isnull)));
	for (int i = 0; i < count; i++)
		part_bounds(bounds, nbins + 1, Max(1, Min(before[i], nbins)), constants->ticks[i]);
	return result;
}
