/*
 * aggregate.c
 *	  SQL: the transition functions of min(uuid) and max(uuid), for servers that
 *	  have no such aggregates.
 */
#include "compat.h"

#include "uuid/bits.h"

PG_FUNCTION_INFO_V1(uuidx_min_transition);
PG_FUNCTION_INFO_V1(uuidx_max_transition);

/* uuidx_min_transition(uuid, uuid) */
Datum
uuidx_min_transition(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *state = PG_GETARG_UUID_P(0);
	pg_uuid_t  *value = PG_GETARG_UUID_P(1);

	PG_RETURN_UUID_P(uuidx_compare_bytes(value, state) < 0 ? value : state);
}

/* uuidx_max_transition(uuid, uuid) */
Datum
uuidx_max_transition(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *state = PG_GETARG_UUID_P(0);
	pg_uuid_t  *value = PG_GETARG_UUID_P(1);

	PG_RETURN_UUID_P(uuidx_compare_bytes(value, state) > 0 ? value : state);
}
