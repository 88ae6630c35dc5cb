/*
 * range.c
 *	  SQL: uuid <@ tstzrange, tstzrange @> uuid, and the smallest and largest uuid
 *	  in a range of time.
 *
 * One rule under all four: a bound of the range is compared like the operators
 * of timestamptz_ops.c do, inclusive as >= and <=, exclusive as > and <.  Raises
 * no error for any argument.
 */
#include "compat.h"

#include "uuid/layout.h"
#include "utils/rangetypes.h"
#include "utils/timestamp.h"

UUIDX_SQL_FUNCTION(uuidx_v7_range_lower);
UUIDX_SQL_FUNCTION(uuidx_v7_range_upper);
UUIDX_SQL_FUNCTION(uuidx_uuid_contained_by_tstzrange);
UUIDX_SQL_FUNCTION(uuidx_tstzrange_contains_uuid);

/* The smallest uuid of a range; false when no uuid can be in it */
static bool
smallest(const RangeBound *bound, pg_uuid_t *uuid)
{
	if (bound->infinite)
		uuidx_store(uuid, 0, 0);
	else if (bound->inclusive)
		uuidx_v7_lower(DatumGetTimestampTz(bound->val), uuid);
	else
	{
		uuidx_v7_upper(DatumGetTimestampTz(bound->val), uuid);
		return uuidx_increment(uuid);
	}
	return true;
}

/* The largest uuid of a range; false when no uuid can be in it */
static bool
largest(const RangeBound *bound, pg_uuid_t *uuid)
{
	if (bound->infinite)
		uuidx_store(uuid, PG_UINT64_MAX, PG_UINT64_MAX);
	else if (bound->inclusive)
		uuidx_v7_upper(DatumGetTimestampTz(bound->val), uuid);
	else
	{
		uuidx_v7_lower(DatumGetTimestampTz(bound->val), uuid);
		return uuidx_decrement(uuid);
	}
	return true;
}

/*
 * The smallest and the largest uuid of a range.  For a range that holds none,
 * smallest is the max UUID and largest the nil UUID, so that nothing is between.
 */
static void
range_limits(FunctionCallInfo fcinfo, const RangeType *range, pg_uuid_t *lower, pg_uuid_t *upper)
{
	TypeCacheEntry *typcache = range_get_typcache(fcinfo, RangeTypeGetOid(range));
	RangeBound	lower_bound;
	RangeBound	upper_bound;
	bool		empty;

	range_deserialize(typcache, range, &lower_bound, &upper_bound, &empty);
	if (empty || !smallest(&lower_bound, lower) || !largest(&upper_bound, upper))
	{
		uuidx_store(lower, PG_UINT64_MAX, PG_UINT64_MAX);
		uuidx_store(upper, 0, 0);
	}
}

static bool
contained(FunctionCallInfo fcinfo, const pg_uuid_t *uuid, const RangeType *range)
{
	pg_uuid_t	lower;
	pg_uuid_t	upper;

	range_limits(fcinfo, range, &lower, &upper);
	return uuidx_compare_bytes(uuid, &lower) >= 0 && uuidx_compare_bytes(uuid, &upper) <= 0;
}

/* uuid_v7_range_lower(tstzrange) */
Datum
uuidx_v7_range_lower(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *lower = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));
	pg_uuid_t	upper;

	range_limits(fcinfo, PG_GETARG_RANGE_P(0), lower, &upper);
	PG_RETURN_UUID_P(lower);
}

/* uuid_v7_range_upper(tstzrange) */
Datum
uuidx_v7_range_upper(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *upper = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));
	pg_uuid_t	lower;

	range_limits(fcinfo, PG_GETARG_RANGE_P(0), &lower, upper);
	PG_RETURN_UUID_P(upper);
}

/* uuid <@ tstzrange */
Datum
uuidx_uuid_contained_by_tstzrange(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(contained(fcinfo, PG_GETARG_UUID_P(0), PG_GETARG_RANGE_P(1)));
}

/* tstzrange @> uuid */
Datum
uuidx_tstzrange_contains_uuid(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(contained(fcinfo, PG_GETARG_UUID_P(1), PG_GETARG_RANGE_P(0)));
}
