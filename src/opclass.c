/*
 * opclass.c
 *	  SQL: the operators and support functions of btree operator class uuid_time_ops,
 *	  and the support functions that the BRIN operator classes need besides the server's
 *	  own.
 *
 * All of them use one comparison, uuidx_time_compare().  Equality is the server's own.
 */
#include "compat.h"

#include "common/hashfn.h"
#include "functions.h"
#include "lib/hyperloglog.h"
#include "uuid/order.h"
#include "utils/fmgrprotos.h"
#include "utils/guc.h"
#include "utils/sortsupport.h"
#include "utils/timestamp.h"

PG_FUNCTION_INFO_V1(uuidx_uuid_time_sortsupport);
PG_FUNCTION_INFO_V1(uuidx_uuid_time_in_range);

#define COMPARE_ARGUMENTS uuidx_time_compare(PG_GETARG_UUID_P(0), PG_GETARG_UUID_P(1))

/* uuid ~<~ uuid, and so on */
UUIDX_FUNCTION(uuidx_uuid_time_lt, BoolGetDatum(COMPARE_ARGUMENTS < 0));
UUIDX_FUNCTION(uuidx_uuid_time_le, BoolGetDatum(COMPARE_ARGUMENTS <= 0));
UUIDX_FUNCTION(uuidx_uuid_time_gt, BoolGetDatum(COMPARE_ARGUMENTS > 0));
UUIDX_FUNCTION(uuidx_uuid_time_ge, BoolGetDatum(COMPARE_ARGUMENTS >= 0));

/* uuidx_time_cmp(uuid, uuid): support function 1 */
UUIDX_FUNCTION(uuidx_uuid_time_cmp, Int32GetDatum(COMPARE_ARGUMENTS));

/* Abbreviation is not given up before this many values, nor unless there are more per key */
#define ABBREVIATION_MIN_VALUES 10000
#define ABBREVIATION_VALUES_PER_KEY 2000.0

static int
compare_full(Datum x, Datum y, SortSupport ssup)
{
	return uuidx_time_compare(DatumGetUUIDP(x), DatumGetUUIDP(y));
}

/* Returns the first 64 bits of the order, and adds them to an estimate of the distinct ones */
static Datum
abbreviate(Datum original, SortSupport ssup)
{
	uint64		key = uuidx_time_key(DatumGetUUIDP(original));

	addHyperLogLog((hyperLogLogState *) ssup->ssup_extra,
				   hash_bytes_uint32((uint32) (key ^ key >> 32)));
	return UInt64GetDatum(key);
}

/* Returns true if almost all keys are equal, so that abbreviation costs more than it saves */
static bool
abbreviation_abort(int memtupcount, SortSupport ssup)
{
	double		distinct;

	if (memtupcount < ABBREVIATION_MIN_VALUES)
		return false;
	distinct = estimateHyperLogLog((hyperLogLogState *) ssup->ssup_extra);
	if (distinct >= memtupcount / ABBREVIATION_VALUES_PER_KEY)
		return false;
	if (trace_sort)
		elog(LOG, "uuid_time_ops: abbreviation given up after %d values with about %.0f keys",
			 memtupcount, distinct);
	return true;
}

/*
 * uuidx_time_sortsupport(internal): support function 2.  If a Datum has 64 bits, the first 64 bits
 * of the order are compared as a number, and the values only if these are equal.
 */
Datum
uuidx_uuid_time_sortsupport(PG_FUNCTION_ARGS)
{
	SortSupport ssup = (SortSupport) PG_GETARG_POINTER(0);

	ssup->comparator = compare_full;
	if (ssup->abbreviate && sizeof(Datum) >= sizeof(uint64))
	{
		MemoryContext old_context = MemoryContextSwitchTo(ssup->ssup_cxt);

		ssup->ssup_extra = palloc_object(hyperLogLogState);
		initHyperLogLog((hyperLogLogState *) ssup->ssup_extra, 10);
		ssup->comparator = ssup_datum_unsigned_cmp;
		ssup->abbrev_converter = abbreviate;
		ssup->abbrev_abort = abbreviation_abort;
		ssup->abbrev_full_comparator = compare_full;
		MemoryContextSwitchTo(old_context);
	}
	PG_RETURN_VOID();
}

/*
 * uuidx_time_in_range(val uuid, base uuid, offset interval, sub boolean, less boolean)
 *
 * Support function 3: whether the time of val is <= (less) or >= (not less) the time of base plus
 * or minus (sub) the offset, exact to 100 ns.  Months and days are those of UTC, whatever the
 * session's time zone is.  All UUIDs without a time are peers, after every instant.
 */
Datum
uuidx_uuid_time_in_range(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *val = PG_GETARG_UUID_P(0);
	pg_uuid_t  *base = PG_GETARG_UUID_P(1);
	Datum		offset = PG_GETARG_DATUM(2);
	bool		sub = PG_GETARG_BOOL(3);
	bool		less = PG_GETARG_BOOL(4);
	Interval	zero = {0};
	int64		val_ticks;
	int64		base_ticks;
	Timestamp	edge;
	int64		edge_ticks;
	bool		val_timed;

	if (DatumGetBool(DirectFunctionCall2(interval_lt, offset, IntervalPGetDatum(&zero))))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PRECEDING_OR_FOLLOWING_SIZE),
				 errmsg("invalid preceding or following size in window function")));

	val_timed = uuidx_time_ticks(val, &val_ticks);
	if (!uuidx_time_ticks(base, &base_ticks))
		PG_RETURN_BOOL(less || !val_timed);
	if (!val_timed)
		PG_RETURN_BOOL(!less);

	edge = uuidx_gregorian_to_pg_us(base_ticks);
	edge = DatumGetTimestamp(DirectFunctionCall2(sub ? timestamp_mi_interval :
												 timestamp_pl_interval,
												 TimestampGetDatum(edge),
												 offset));

	if (TIMESTAMP_NOT_FINITE(edge))
		PG_RETURN_BOOL(TIMESTAMP_IS_NOEND(edge) == less);

	/* no version holds later instants; their ticks might not fit an int64 */
	if (edge > UUIDX_V7_MAX_PG_US)
		PG_RETURN_BOOL(less);
	edge_ticks = (edge + UUIDX_PG_EPOCH_GREGORIAN_US) * 10 + base_ticks % 10;

	PG_RETURN_BOOL(less ? val_ticks <= edge_ticks : val_ticks >= edge_ticks);
}

/* uuidx_time_distance(uuid, uuid): not negative if the first argument is the smaller one */
UUIDX_FUNCTION(uuidx_uuid_time_distance,
			   Float8GetDatum(uuidx_time_position(PG_GETARG_UUID_P(1)) -
							  uuidx_time_position(PG_GETARG_UUID_P(0))));
