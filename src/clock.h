/*
 * clock.h
 *	  The wall clock, and the one place that notices when it steps back.
 *
 * May include: compat.h.
 */
#ifndef UUIDX_CLOCK_H
#define UUIDX_CLOCK_H

#include "compat.h"

/*
 * Microseconds since 2000-01-01 UTC by the system's clock, as clock_timestamp()
 * tells it; no promise that it moves forward.  When it is more than ten
 * seconds behind the previous reading of this process the user gets one WARNING.
 */
extern TimestampTz uuidx_clock_now(void);

#endif							/* UUIDX_CLOCK_H */
