/*
 * bounds.c
 *	  SQL: the UUIDs at the boundaries of an instant, and back.
 *
 * All but uuid_v7_partman_decoder() are total: they raise no error for any
 * argument, which is what LEAKPROOF promises.
 */
#include "compat.h"

#include "functions.h"
#include "utils/builtins.h"
#include "utils/rangetypes.h"
#include "utils/timestamp.h"
#include "uuid/order.h"

PG_FUNCTION_INFO_V1(uuidx_v7_range_lower);
PG_FUNCTION_INFO_V1(uuidx_v7_range_upper);
PG_FUNCTION_INFO_V1(uuidx_partman_decoder);

/* Defines a function from timestamptz to uuid */
#define UUIDX_BOUND(function, set_bound)                                                           \
	Datum                                                                                          \
	function(PG_FUNCTION_ARGS)                                                                     \
	{                                                                                              \
		pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));                                \
                                                                                                   \
		set_bound(PG_GETARG_TIMESTAMPTZ(0), uuid);                                                 \
		PG_RETURN_UUID_P(uuid);                                                                    \
	}                                                                                              \
	PG_FUNCTION_INFO_V1(function)

/* uuid_v7_lower(timestamptz), and so on */
UUIDX_BOUND(uuidx_v7_lower_bound, uuidx_v7_lower);
UUIDX_BOUND(uuidx_v7_upper_bound, uuidx_v7_upper);
UUIDX_BOUND(uuidx_v6_lower_bound, uuidx_v6_lower);
UUIDX_BOUND(uuidx_v6_upper_bound, uuidx_v6_upper);
UUIDX_BOUND(uuidx_time_lower_bound, uuidx_time_lower);
UUIDX_BOUND(uuidx_time_after_bound, uuidx_time_after);

/*
 * Sets the bounds of a tstzrange.  Returns false if the range is empty.  A bound that excludes
 * its instant is replaced with the bound that includes the next microsecond, or the previous
 * one.  There is none beyond the ends of time.  An infinite bound is not changed, because no
 * UUID carries it.
 */
static bool
range_bounds(FunctionCallInfo fcinfo, TimestampTz *first, TimestampTz *last)
{
	RangeType  *range = PG_GETARG_RANGE_P(0);
	RangeBound	lower;
	RangeBound	upper;
	bool		empty;

	range_deserialize(range_get_typcache(fcinfo, RangeTypeGetOid(range)), range,
					  &lower, &upper, &empty);
	if (empty)
		return false;

	*first = lower.infinite ? DT_NOBEGIN : DatumGetTimestampTz(lower.val);
	if (!lower.infinite && !lower.inclusive && *first < DT_NOEND)
		*first += 1;
	*last = upper.infinite ? DT_NOEND : DatumGetTimestampTz(upper.val);
	if (!upper.infinite && !upper.inclusive && *last > DT_NOBEGIN)
		*last -= 1;
	return true;
}

/* uuid_v7_range_lower(tstzrange) */
Datum
uuidx_v7_range_lower(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));
	TimestampTz first;
	TimestampTz last;

	uuidx_v7_lower(range_bounds(fcinfo, &first, &last) ? first : DT_NOEND, uuid);
	PG_RETURN_UUID_P(uuid);
}

/* uuid_v7_range_upper(tstzrange) */
Datum
uuidx_v7_range_upper(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));
	TimestampTz first;
	TimestampTz last;

	uuidx_v7_upper(range_bounds(fcinfo, &first, &last) ? last : DT_NOBEGIN, uuid);
	PG_RETURN_UUID_P(uuid);
}

/*
 * uuid_v7_partman_decoder(text): the time of a partition bound in text form.
 *
 * Only the first 48 bits count: pg_partman's own bounds (...-0000-0000-...) have no
 * version.  Text that is not a uuid raises the error of uuid input (22P02).
 */
Datum
uuidx_partman_decoder(PG_FUNCTION_ARGS)
{
	char	   *string = text_to_cstring(PG_GETARG_TEXT_PP(0));
	pg_uuid_t  *uuid = DatumGetUUIDP(DirectFunctionCall1(uuid_in, CStringGetDatum(string)));

	PG_RETURN_TIMESTAMPTZ(uuidx_unix_ms_to_pg_us(uuidx_v7_unix_ms(uuid)));
}
