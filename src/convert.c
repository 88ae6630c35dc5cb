/*
 * convert.c
 *	  SQL: uuid_v1_to_v6 and uuid_v6_to_v1.
 */
#include "compat.h"

#include "errors.h"
#include "uuid/layout.h"
#include "utils/builtins.h"

PG_FUNCTION_INFO_V1(uuidx_convert_v1_to_v6);
PG_FUNCTION_INFO_V1(uuidx_convert_v6_to_v1);

/* Raises an error that names the version found, unless `uuid` has the expected version */
static void
require_version(const pg_uuid_t *uuid, int version)
{
	int			found = uuidx_version_of(uuid);

	if (found == version)
		return;

	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("UUID \"%s\" is not of version %d",
					DatumGetCString(DirectFunctionCall1(uuid_out, UUIDPGetDatum(uuid))),
					version),
			 uuidx_errdetail_version(found)));
}

/* uuid_v1_to_v6(uuid) */
Datum
uuidx_convert_v1_to_v6(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *from = PG_GETARG_UUID_P(0);
	pg_uuid_t  *to = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));

	require_version(from, 1);
	uuidx_v1_to_v6(from, to);
	PG_RETURN_UUID_P(to);
}

/* uuid_v6_to_v1(uuid) */
Datum
uuidx_convert_v6_to_v1(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *from = PG_GETARG_UUID_P(0);
	pg_uuid_t  *to = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));

	require_version(from, 6);
	uuidx_v6_to_v1(from, to);
	PG_RETURN_UUID_P(to);
}
