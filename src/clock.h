/*
 * clock.h
 *	  The wall clock, and the one place that notices when it steps back.
 */
#ifndef UUIDX_CLOCK_H
#define UUIDX_CLOCK_H

#include "compat.h"

#include "utils/timestamp.h"

/* The previous reading of this process; belongs to uuidx_clock_now() */
extern TimestampTz uuidx_clock_previous;

/* Warns, once for each step, when the step is worth it */
extern void uuidx_clock_stepped_back(TimestampTz from, TimestampTz to);

/*
 * Microseconds since 2000-01-01 UTC by the system's clock, as clock_timestamp()
 * tells it; no promise that it moves forward.  When it is more than ten
 * seconds behind the previous reading of this process the user gets one WARNING.
 *
 * The server's own GetCurrentTimestamp() is as exact as any UUID version needs:
 * every version's ticks are read back in microseconds at best.
 */
static inline TimestampTz
uuidx_clock_now(void)
{
	TimestampTz now = GetCurrentTimestamp();
	TimestampTz previous = uuidx_clock_previous;

	/* remembered first, so that the next call finds no step any more */
	uuidx_clock_previous = now;
	if (unlikely(now < previous))
		uuidx_clock_stepped_back(previous, now);
	return now;
}

#endif							/* UUIDX_CLOCK_H */
