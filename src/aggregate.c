/*
 * aggregate.c
 *	  SQL: the transition functions of min(uuid) and max(uuid), for servers that
 *	  have no such aggregates.
 */
#include "compat.h"

#include "functions.h"
#include "uuid/bits.h"

/* Compares the new value with the state */
static int
compare(FunctionCallInfo fcinfo)
{
	return uuidx_compare_bytes(PG_GETARG_UUID_P(1), PG_GETARG_UUID_P(0));
}

/* uuidx_min_transition(uuid, uuid) and uuidx_max_transition(uuid, uuid) */
UUIDX_FUNCTION(uuidx_min_transition,
			   compare(fcinfo) < 0 ? PG_GETARG_DATUM(1) : PG_GETARG_DATUM(0));
UUIDX_FUNCTION(uuidx_max_transition,
			   compare(fcinfo) > 0 ? PG_GETARG_DATUM(1) : PG_GETARG_DATUM(0));
