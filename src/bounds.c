/*
 * bounds.c
 *	  SQL: the UUIDs at the boundaries of an instant, and back.
 *
 * All but uuid_v7_partman_decoder() raise no error for any argument, as LEAKPROOF promises.
 */
#include "compat.h"

#include "errors.h"
#include "functions.h"
#include "utils/builtins.h"
#include "utils/rangetypes.h"
#include "utils/timestamp.h"
#include "uuid/order.h"

PG_FUNCTION_INFO_V1(uuidx_unix_lower_bound);
PG_FUNCTION_INFO_V1(uuidx_unix_upper_bound);
PG_FUNCTION_INFO_V1(uuidx_partman_decoder);

static Datum
bound_of(FunctionCallInfo fcinfo, void (*set_bound) (TimestampTz pg_us, pg_uuid_t *uuid))
{
	pg_uuid_t  *uuid = palloc_object(pg_uuid_t);

	set_bound(PG_GETARG_TIMESTAMPTZ(0), uuid);
	PG_RETURN_UUID_P(uuid);
}

/* uuid_v7_lower(timestamptz), and so on */
UUIDX_FUNCTION(uuidx_v7_lower_bound, bound_of(fcinfo, uuidx_v7_lower));
UUIDX_FUNCTION(uuidx_v7_upper_bound, bound_of(fcinfo, uuidx_v7_upper));
UUIDX_FUNCTION(uuidx_v6_lower_bound, bound_of(fcinfo, uuidx_v6_lower));
UUIDX_FUNCTION(uuidx_v6_upper_bound, bound_of(fcinfo, uuidx_v6_upper));
UUIDX_FUNCTION(uuidx_time_lower_bound, bound_of(fcinfo, uuidx_time_lower));
UUIDX_FUNCTION(uuidx_time_after_bound, bound_of(fcinfo, uuidx_time_after));

/* uuid_unix_lower(timestamptz): null after the last time of a v7 */
Datum
uuidx_unix_lower_bound(PG_FUNCTION_ARGS)
{
	if (PG_GETARG_TIMESTAMPTZ(0) > UUIDX_UNIX_LAST_PG_US)
		PG_RETURN_NULL();
	return bound_of(fcinfo, uuidx_unix_lower);
}

/* uuid_unix_upper(timestamptz): null before 1970 */
Datum
uuidx_unix_upper_bound(PG_FUNCTION_ARGS)
{
	if (PG_GETARG_TIMESTAMPTZ(0) < UUIDX_V7_MIN_PG_US)
		PG_RETURN_NULL();
	return bound_of(fcinfo, uuidx_unix_upper);
}

/*
 * Returns the v7 at a bound of a tstzrange.  A finite bound that excludes its instant is replaced
 * with one that includes the next microsecond, or the previous one.  The lower bound of an empty
 * range is after all v7, and the upper bound before them.
 */
static Datum
range_bound(FunctionCallInfo fcinfo, bool is_lower)
{
	RangeType  *range = PG_GETARG_RANGE_P(0);
	pg_uuid_t  *uuid = palloc_object(pg_uuid_t);
	RangeBound	lower;
	RangeBound	upper;
	TimestampTz instant;
	bool		empty;

	range_deserialize(range_get_typcache(fcinfo, RangeTypeGetOid(range)), range,
					  &lower, &upper, &empty);
	if (is_lower)
	{
		instant = lower.infinite ? DT_NOBEGIN : DatumGetTimestampTz(lower.val);
		if (!lower.infinite && !lower.inclusive && instant < DT_NOEND)
			instant++;
		uuidx_v7_lower(empty ? DT_NOEND : instant, uuid);
	}
	else
	{
		instant = upper.infinite ? DT_NOEND : DatumGetTimestampTz(upper.val);
		if (!upper.infinite && !upper.inclusive && instant > DT_NOBEGIN)
			instant--;
		uuidx_v7_upper(empty ? DT_NOBEGIN : instant, uuid);
	}
	PG_RETURN_UUID_P(uuid);
}

/* uuid_v7_range_lower(tstzrange) and uuid_v7_range_upper(tstzrange) */
UUIDX_FUNCTION(uuidx_v7_range_lower, range_bound(fcinfo, true));
UUIDX_FUNCTION(uuidx_v7_range_upper, range_bound(fcinfo, false));

/*
 * uuid_v7_partman_decoder(text): the time of a partition bound in text form, in its first 48 bits,
 * whatever its version.  Text that is not a uuid raises the error of uuid input (22P02).
 */
Datum
uuidx_partman_decoder(PG_FUNCTION_ARGS)
{
	text	   *bound = PG_GETARG_TEXT_PP(0);
	char	   *string = uuidx_excerpt(VARDATA_ANY(bound), VARSIZE_ANY_EXHDR(bound));
	Datum		uuid = DirectFunctionCall1(uuid_in, CStringGetDatum(string));

	PG_RETURN_TIMESTAMPTZ(uuidx_unix_ms_to_pg_us(uuidx_v7_unix_ms(DatumGetUUIDP(uuid))));
}
