/*
 * bounds.c
 *	  SQL: the UUIDs at the boundaries of an instant, and back.
 *
 * All but uuid_v7_partman_decoder() are total: they raise no error for any
 * argument, which is what LEAKPROOF promises.
 */
#include "compat.h"

#include "uuid/order.h"
#include "utils/builtins.h"
#include "utils/timestamp.h"

UUIDX_SQL_FUNCTION(uuidx_v7_lower_bound);
UUIDX_SQL_FUNCTION(uuidx_v7_upper_bound);
UUIDX_SQL_FUNCTION(uuidx_v6_lower_bound);
UUIDX_SQL_FUNCTION(uuidx_v6_upper_bound);
UUIDX_SQL_FUNCTION(uuidx_time_lower_bound);
UUIDX_SQL_FUNCTION(uuidx_time_after_bound);
UUIDX_SQL_FUNCTION(uuidx_partman_decoder);

/* uuid_v7_lower(timestamptz) */
Datum
uuidx_v7_lower_bound(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));

	uuidx_v7_lower(PG_GETARG_TIMESTAMPTZ(0), uuid);
	PG_RETURN_UUID_P(uuid);
}

/* uuid_v7_upper(timestamptz) */
Datum
uuidx_v7_upper_bound(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));

	uuidx_v7_upper(PG_GETARG_TIMESTAMPTZ(0), uuid);
	PG_RETURN_UUID_P(uuid);
}

/* uuid_v6_lower(timestamptz) */
Datum
uuidx_v6_lower_bound(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));

	uuidx_v6_lower(PG_GETARG_TIMESTAMPTZ(0), uuid);
	PG_RETURN_UUID_P(uuid);
}

/* uuid_v6_upper(timestamptz) */
Datum
uuidx_v6_upper_bound(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));

	uuidx_v6_upper(PG_GETARG_TIMESTAMPTZ(0), uuid);
	PG_RETURN_UUID_P(uuid);
}

/* uuid_time_lower(timestamptz) */
Datum
uuidx_time_lower_bound(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));

	uuidx_time_lower(PG_GETARG_TIMESTAMPTZ(0), uuid);
	PG_RETURN_UUID_P(uuid);
}

/* uuid_time_after(timestamptz) */
Datum
uuidx_time_after_bound(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));

	uuidx_time_after(PG_GETARG_TIMESTAMPTZ(0), uuid);
	PG_RETURN_UUID_P(uuid);
}

/*
 * uuid_v7_partman_decoder(text): the time of a partition bound in text form.
 *
 * Only the first 48 bits count: pg_partman's own bounds (...-0000-0000-...)
 * have no version.  Text that is no uuid raises what uuid input raises (22P02).
 */
Datum
uuidx_partman_decoder(PG_FUNCTION_ARGS)
{
	char	   *string = text_to_cstring(PG_GETARG_TEXT_PP(0));
	pg_uuid_t  *uuid = DatumGetUUIDP(DirectFunctionCall1(uuid_in, CStringGetDatum(string)));

	PG_RETURN_TIMESTAMPTZ(uuidx_unix_ms_to_pg_us(uuidx_v7_unix_ms(uuid)));
}
