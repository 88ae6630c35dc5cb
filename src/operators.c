/*
 * operators.c
 *	  SQL: < <= > >= and ~<~ ~<=~ ~>~ ~>=~ between uuid and timestamptz.
 *
 * The planner writes them as comparisons of two uuids wherever it can
 * (planner.c); these functions compute exactly the same for where it cannot.  The
 * meaning is frozen: CHECK constraints and partial indexes on disk rely on it.
 * Nothing here raises an error for any argument.
 *
 * In byte order a uuid is compared bytewise with the boundary of the instant, which for a v7
 * is the same as comparing its millisecond with the instant:
 *
 *	  id >= t	id >= uuid_v7_lower(t)
 *	  id <	t	id <  uuid_v7_lower(t)
 *	  id <= t	id <= uuid_v7_upper(t)
 *	  id >	t	id >  uuid_v7_upper(t)
 *
 * In time order the time it carries is compared, rounded down to microseconds
 * like every timestamptz; without time it is after every instant.
 */
#include "compat.h"

#include "uuid/order.h"
#include "utils/timestamp.h"

UUIDX_SQL_FUNCTION(uuidx_uuid_lt_timestamptz);
UUIDX_SQL_FUNCTION(uuidx_uuid_le_timestamptz);
UUIDX_SQL_FUNCTION(uuidx_uuid_gt_timestamptz);
UUIDX_SQL_FUNCTION(uuidx_uuid_ge_timestamptz);
UUIDX_SQL_FUNCTION(uuidx_timestamptz_lt_uuid);
UUIDX_SQL_FUNCTION(uuidx_timestamptz_le_uuid);
UUIDX_SQL_FUNCTION(uuidx_timestamptz_gt_uuid);
UUIDX_SQL_FUNCTION(uuidx_timestamptz_ge_uuid);
UUIDX_SQL_FUNCTION(uuidx_uuid_time_lt_timestamptz);
UUIDX_SQL_FUNCTION(uuidx_uuid_time_le_timestamptz);
UUIDX_SQL_FUNCTION(uuidx_uuid_time_gt_timestamptz);
UUIDX_SQL_FUNCTION(uuidx_uuid_time_ge_timestamptz);
UUIDX_SQL_FUNCTION(uuidx_timestamptz_time_lt_uuid);
UUIDX_SQL_FUNCTION(uuidx_timestamptz_time_le_uuid);
UUIDX_SQL_FUNCTION(uuidx_timestamptz_time_gt_uuid);
UUIDX_SQL_FUNCTION(uuidx_timestamptz_time_ge_uuid);

/* Bytewise order of a uuid and the lower boundary of an instant */
static int
compare_lower(const pg_uuid_t *uuid, TimestampTz pg_us)
{
	pg_uuid_t	boundary;

	uuidx_v7_lower(pg_us, &boundary);
	return uuidx_compare_bytes(uuid, &boundary);
}

/* Bytewise order of a uuid and the upper boundary of an instant */
static int
compare_upper(const pg_uuid_t *uuid, TimestampTz pg_us)
{
	pg_uuid_t	boundary;

	uuidx_v7_upper(pg_us, &boundary);
	return uuidx_compare_bytes(uuid, &boundary);
}

/* uuid < timestamptz */
Datum
uuidx_uuid_lt_timestamptz(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare_lower(PG_GETARG_UUID_P(0), PG_GETARG_TIMESTAMPTZ(1)) < 0);
}

/* uuid <= timestamptz */
Datum
uuidx_uuid_le_timestamptz(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare_upper(PG_GETARG_UUID_P(0), PG_GETARG_TIMESTAMPTZ(1)) <= 0);
}

/* uuid > timestamptz */
Datum
uuidx_uuid_gt_timestamptz(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare_upper(PG_GETARG_UUID_P(0), PG_GETARG_TIMESTAMPTZ(1)) > 0);
}

/* uuid >= timestamptz */
Datum
uuidx_uuid_ge_timestamptz(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare_lower(PG_GETARG_UUID_P(0), PG_GETARG_TIMESTAMPTZ(1)) >= 0);
}

/* timestamptz < uuid */
Datum
uuidx_timestamptz_lt_uuid(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare_upper(PG_GETARG_UUID_P(1), PG_GETARG_TIMESTAMPTZ(0)) > 0);
}

/* timestamptz <= uuid */
Datum
uuidx_timestamptz_le_uuid(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare_lower(PG_GETARG_UUID_P(1), PG_GETARG_TIMESTAMPTZ(0)) >= 0);
}

/* timestamptz > uuid */
Datum
uuidx_timestamptz_gt_uuid(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare_lower(PG_GETARG_UUID_P(1), PG_GETARG_TIMESTAMPTZ(0)) < 0);
}

/* timestamptz >= uuid */
Datum
uuidx_timestamptz_ge_uuid(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare_upper(PG_GETARG_UUID_P(1), PG_GETARG_TIMESTAMPTZ(0)) <= 0);
}

/* Time order of a uuid and an instant */
static int
compare_time(const pg_uuid_t *uuid, TimestampTz pg_us)
{
	TimestampTz time_us;

	if (!uuidx_time(uuid, &time_us) || time_us > pg_us)
		return 1;
	return time_us < pg_us ? -1 : 0;
}

/* uuid ~<~ timestamptz */
Datum
uuidx_uuid_time_lt_timestamptz(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare_time(PG_GETARG_UUID_P(0), PG_GETARG_TIMESTAMPTZ(1)) < 0);
}

/* uuid ~<=~ timestamptz */
Datum
uuidx_uuid_time_le_timestamptz(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare_time(PG_GETARG_UUID_P(0), PG_GETARG_TIMESTAMPTZ(1)) <= 0);
}

/* uuid ~>~ timestamptz */
Datum
uuidx_uuid_time_gt_timestamptz(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare_time(PG_GETARG_UUID_P(0), PG_GETARG_TIMESTAMPTZ(1)) > 0);
}

/* uuid ~>=~ timestamptz */
Datum
uuidx_uuid_time_ge_timestamptz(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare_time(PG_GETARG_UUID_P(0), PG_GETARG_TIMESTAMPTZ(1)) >= 0);
}

/* timestamptz ~<~ uuid */
Datum
uuidx_timestamptz_time_lt_uuid(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare_time(PG_GETARG_UUID_P(1), PG_GETARG_TIMESTAMPTZ(0)) > 0);
}

/* timestamptz ~<=~ uuid */
Datum
uuidx_timestamptz_time_le_uuid(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare_time(PG_GETARG_UUID_P(1), PG_GETARG_TIMESTAMPTZ(0)) >= 0);
}

/* timestamptz ~>~ uuid */
Datum
uuidx_timestamptz_time_gt_uuid(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare_time(PG_GETARG_UUID_P(1), PG_GETARG_TIMESTAMPTZ(0)) < 0);
}

/* timestamptz ~>=~ uuid */
Datum
uuidx_timestamptz_time_ge_uuid(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare_time(PG_GETARG_UUID_P(1), PG_GETARG_TIMESTAMPTZ(0)) <= 0);
}
