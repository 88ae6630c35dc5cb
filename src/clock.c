/*
 * clock.c
 *	  The wall clock: see clock.h.
 *
 * The server's own GetCurrentTimestamp() is as exact as any UUID version needs:
 * every version's ticks are read back in microseconds at best.
 */
#include "clock.h"

#include "utils/timestamp.h"

/* Smaller steps are what time synchronization does every day */
#define STEP_WORTH_A_WARNING_US (INT64CONST(10) * USECS_PER_SEC)

static TimestampTz last_reading = PG_INT64_MIN;

TimestampTz
uuidx_clock_now(void)
{
	TimestampTz now = GetCurrentTimestamp();
	TimestampTz previous = last_reading;

	/* remembered first, so that the next call finds no step any more */
	last_reading = now;

	if (unlikely(now < previous) && previous - now > STEP_WORTH_A_WARNING_US)
		ereport(WARNING,
				(errmsg("system clock stepped back by %lld seconds",
						(long long) ((previous - now) / USECS_PER_SEC)),
				 errdetail("Time-ordered UUIDs of this session keep the time of the last one until the clock has passed it.")));

	return now;
}
