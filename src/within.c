/*
 * within.c
 *	  SQL: whether the time of a v7 is near an instant.
 *
 * uuid_v7_within() is used in CHECK constraints, which the planner uses
 * (planner/partition_by_time.c): its meaning never changes.
 */
#include "compat.h"

#include "utils/builtins.h"
#include "utils/timestamp.h"
#include "uuid/tolerance.h"

PG_FUNCTION_INFO_V1(uuidx_v7_within_tolerance);

/*
 * Raises an error about a tolerance.  An INSERT can be the first to raise it, because ADD
 * CONSTRAINT on an empty table accepts any tolerance.
 */
pg_noreturn static void
refuse_tolerance(const Interval *tolerance)
{
	int64		months = tolerance->month;
	int64		days = months / 12 * 366 + months % 12 * 31 + tolerance->day;
	bool		has_length = !INTERVAL_NOT_FINITE(tolerance) && tolerance->month > 0 &&
		days > 0 && days <= UUIDX_TOLERANCE_MAX_DAYS;

	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid tolerance: \"%s\"",
					DatumGetCString(DirectFunctionCall1(interval_out,
														IntervalPGetDatum(tolerance)))),
			 errdetail("A tolerance is between 0 and %d days of 24 hours. It cannot contain "
					   "months or years, which vary in length.",
					   UUIDX_TOLERANCE_MAX_DAYS),
			 has_length ?
			 errhint("Write it in days, as in interval '%d days'. A CHECK constraint with this "
					 "tolerance rejects every row: drop it and add one with a valid tolerance.",
					 (int) days) :
			 errhint("A CHECK constraint with this tolerance rejects every row: "
					 "drop it and add one with a valid tolerance.")));
}

/*
 * uuid_v7_within(uuid, timestamptz, interval): uuid_is_v7(id) AND the distance between
 * uuid_v7_timestamp(id) and `at` is at most the tolerance, in three-valued logic; so not strict.  A
 * CHECK with it lets no other version pass, whatever `at` is.
 */
Datum
uuidx_v7_within_tolerance(PG_FUNCTION_ARGS)
{
	TimestampTz its_time;
	int64		tolerance_us = 0;

	if (!PG_ARGISNULL(2))
	{
		Interval   *tolerance = PG_GETARG_INTERVAL_P(2);

		if (!uuidx_tolerance_us(tolerance->month, tolerance->day, tolerance->time, &tolerance_us))
			refuse_tolerance(tolerance);
	}

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	if (!uuidx_v7_time(PG_GETARG_UUID_P(0), &its_time))
		PG_RETURN_BOOL(false);
	if (PG_ARGISNULL(1) || PG_ARGISNULL(2))
		PG_RETURN_NULL();
	PG_RETURN_BOOL(uuidx_is_within(its_time, PG_GETARG_TIMESTAMPTZ(1), tolerance_us));
}
