/*
 * operators.c
 *	  SQL: < <= > >= ~<~ ~<=~ ~>~ ~>=~ between uuid and timestamptz, <@ @> of uuid and tstzrange.
 *
 * All of them follow one rule, in three-valued logic:
 *
 *	  id OP t	  uuid_is_v7(id) AND uuid_v7_timestamp(id) OP t
 *	  id ~OP~ t   id carries a time AND uuid_time(id) OP t
 *	  id <@ r	  uuid_is_v7(id) AND uuid_v7_timestamp(id) <@ r
 *
 * So a null id gives null, an id without such a time gives false, whatever it is compared with, and
 * one with a time gives null where the other side is null.  The functions are therefore not strict,
 * and their operators have no negators: NOT (id < t) holds for every id without a time, too.
 *
 * Where it can, the planner replaces them with comparisons of two uuids (planner/operator.c);
 * elsewhere these functions compute exactly the same.  Their meaning never changes: existing CHECK
 * constraints and partial indexes depend on it.  Nothing here raises an error for any argument.
 */
#include "compat.h"

#include "access/stratnum.h"
#include "functions.h"
#include "utils/rangetypes.h"
#include "utils/timestamp.h"
#include "uuid/layout.h"

/* Reads the time of a uuid: uuidx_v7_time() or uuidx_time() */
typedef bool (*time_reader) (const pg_uuid_t *uuid, TimestampTz *pg_us);

/*
 * Applies the rule for a strategy to the uuid, an argument by its number, and the other argument;
 * the server decides whether a range contains a time
 */
static inline Datum
compare_times(FunctionCallInfo fcinfo, int uuid_argument, time_reader read_time,
			  StrategyNumber strategy)
{
	TimestampTz its_time;
	TimestampTz instant;

	if (PG_ARGISNULL(uuid_argument))
		PG_RETURN_NULL();
	if (!read_time(PG_GETARG_UUID_P(uuid_argument), &its_time))
		PG_RETURN_BOOL(false);
	if (PG_ARGISNULL(1 - uuid_argument))
		PG_RETURN_NULL();
	if (strategy == RANGESTRAT_CONTAINS_ELEM)
	{
		RangeType  *range = PG_GETARG_RANGE_P(1 - uuid_argument);
		TypeCacheEntry *typcache = range_get_typcache(fcinfo, RangeTypeGetOid(range));

		PG_RETURN_BOOL(range_contains_elem_internal(typcache, range,
													TimestampTzGetDatum(its_time)));
	}

	instant = PG_GETARG_TIMESTAMPTZ(1 - uuid_argument);
	switch (strategy)
	{
		case BTLessStrategyNumber:
			PG_RETURN_BOOL(its_time < instant);
		case BTLessEqualStrategyNumber:
			PG_RETURN_BOOL(its_time <= instant);
		case BTGreaterStrategyNumber:
			PG_RETURN_BOOL(its_time > instant);
		default:
			Assert(strategy == BTGreaterEqualStrategyNumber);
			PG_RETURN_BOOL(its_time >= instant);
	}
}

/* Defines an operator of a uuid, which is the argument with that number */
#define UUIDX_OPERATOR(function, uuid_argument, read_time, strategy)                               \
	UUIDX_FUNCTION(function, compare_times(fcinfo, uuid_argument, read_time, strategy))

/* uuid < timestamptz, and so on */
UUIDX_OPERATOR(uuidx_uuid_lt_timestamptz, 0, uuidx_v7_time, BTLessStrategyNumber);
UUIDX_OPERATOR(uuidx_uuid_le_timestamptz, 0, uuidx_v7_time, BTLessEqualStrategyNumber);
UUIDX_OPERATOR(uuidx_uuid_gt_timestamptz, 0, uuidx_v7_time, BTGreaterStrategyNumber);
UUIDX_OPERATOR(uuidx_uuid_ge_timestamptz, 0, uuidx_v7_time, BTGreaterEqualStrategyNumber);

/* timestamptz < uuid, and so on, where the time of the uuid is greater */
UUIDX_OPERATOR(uuidx_timestamptz_lt_uuid, 1, uuidx_v7_time, BTGreaterStrategyNumber);
UUIDX_OPERATOR(uuidx_timestamptz_le_uuid, 1, uuidx_v7_time, BTGreaterEqualStrategyNumber);
UUIDX_OPERATOR(uuidx_timestamptz_gt_uuid, 1, uuidx_v7_time, BTLessStrategyNumber);
UUIDX_OPERATOR(uuidx_timestamptz_ge_uuid, 1, uuidx_v7_time, BTLessEqualStrategyNumber);

/* uuid ~<~ timestamptz, and so on */
UUIDX_OPERATOR(uuidx_uuid_time_lt_timestamptz, 0, uuidx_time, BTLessStrategyNumber);
UUIDX_OPERATOR(uuidx_uuid_time_le_timestamptz, 0, uuidx_time, BTLessEqualStrategyNumber);
UUIDX_OPERATOR(uuidx_uuid_time_gt_timestamptz, 0, uuidx_time, BTGreaterStrategyNumber);
UUIDX_OPERATOR(uuidx_uuid_time_ge_timestamptz, 0, uuidx_time, BTGreaterEqualStrategyNumber);

/* timestamptz ~<~ uuid, and so on */
UUIDX_OPERATOR(uuidx_timestamptz_time_lt_uuid, 1, uuidx_time, BTGreaterStrategyNumber);
UUIDX_OPERATOR(uuidx_timestamptz_time_le_uuid, 1, uuidx_time, BTGreaterEqualStrategyNumber);
UUIDX_OPERATOR(uuidx_timestamptz_time_gt_uuid, 1, uuidx_time, BTLessStrategyNumber);
UUIDX_OPERATOR(uuidx_timestamptz_time_ge_uuid, 1, uuidx_time, BTLessEqualStrategyNumber);

/* uuid <@ tstzrange and tstzrange @> uuid */
UUIDX_OPERATOR(uuidx_uuid_contained_by_tstzrange, 0, uuidx_v7_time, RANGESTRAT_CONTAINS_ELEM);
UUIDX_OPERATOR(uuidx_tstzrange_contains_uuid, 1, uuidx_v7_time, RANGESTRAT_CONTAINS_ELEM);
