/*
 * opclass_brin.c
 *	  SQL: what BRIN operator class uuid_time_minmax_multi_ops needs beside core's
 *	  own support functions.
 */
#include "compat.h"

#include "uuid/order.h"

UUIDX_SQL_FUNCTION(uuidx_uuid_time_distance);

/* uuid_time_distance(uuid, uuid): never negative when the first is the smaller */
Datum
uuidx_uuid_time_distance(PG_FUNCTION_ARGS)
{
	PG_RETURN_FLOAT8(uuidx_time_position(PG_GETARG_UUID_P(1)) -
					 uuidx_time_position(PG_GETARG_UUID_P(0)));
}
