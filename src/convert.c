/*
 * convert.c
 *	  SQL: uuid_v1_to_v6 and uuid_v6_to_v1.
 */
#include "compat.h"

#include "errors.h"
#include "functions.h"
#include "uuid/layout.h"
#include "utils/builtins.h"

/* Converts a UUID of a version; raises an error that names the version found if it is another */
static Datum
convert(Datum arg, int version, void (*from_version) (const pg_uuid_t *from, pg_uuid_t *to))
{
	pg_uuid_t  *from = DatumGetUUIDP(arg);
	pg_uuid_t  *to = palloc_object(pg_uuid_t);
	int			found = uuidx_version_of(from);

	if (found != version)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("UUID \"%s\" is not of version %d",
						DatumGetCString(DirectFunctionCall1(uuid_out, arg)), version),
				 uuidx_errdetail_version(found)));
	from_version(from, to);
	PG_RETURN_UUID_P(to);
}

/* uuid_v1_to_v6(uuid) and uuid_v6_to_v1(uuid) */
UUIDX_FUNCTION(uuidx_convert_v1_to_v6, convert(PG_GETARG_DATUM(0), 1, uuidx_v1_to_v6));
UUIDX_FUNCTION(uuidx_convert_v6_to_v1, convert(PG_GETARG_DATUM(0), 6, uuidx_v6_to_v1));
