/*
 * clock.c
 *	  The wall clock: see clock.h.
 */
#include "clock.h"

/* Smaller steps are what time synchronization does every day */
#define STEP_WORTH_A_WARNING_US (INT64CONST(10) * USECS_PER_SEC)

TimestampTz uuidx_clock_previous = PG_INT64_MIN;

void
uuidx_clock_stepped_back(TimestampTz from, TimestampTz to)
{
	if (from - to > STEP_WORTH_A_WARNING_US)
		ereport(WARNING,
				(errmsg("system clock stepped back by %lld seconds",
						(long long) ((from - to) / USECS_PER_SEC)),
				 errdetail("Time-ordered UUIDs of this session keep the time of the last one until the clock has passed it.")));
}
