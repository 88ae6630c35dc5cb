/*
 * tolerance.h
 *	  The distance of two instants, and the tolerances that limit it.
 */
#ifndef UUIDX_TOLERANCE_H
#define UUIDX_TOLERANCE_H

#include "uuid/layout.h"

#define UUIDX_DAY_US INT64CONST(86400000000)

/* The longest tolerance in days, which must fit 63 bits */
#define UUIDX_TOLERANCE_MAX_DAYS ((int) (PG_INT64_MAX / UUIDX_DAY_US))

/*
 * Sets the microseconds of an interval, where a day has 24 hours.  Returns false and leaves
 * *tolerance_us unchanged if the interval has months, which differ in length (infinite ones have),
 * is negative, or is too long.
 */
static inline bool
uuidx_tolerance_us(int32 months, int32 days, int64 time_us, int64 *tolerance_us)
{
	int64		days_us;

	if (months != 0 || days > UUIDX_TOLERANCE_MAX_DAYS || days < -UUIDX_TOLERANCE_MAX_DAYS)
		return false;
	days_us = days * UUIDX_DAY_US;
	if (time_us >= 0 ? days_us > PG_INT64_MAX - time_us : days_us < PG_INT64_MIN - time_us)
		return false;
	if (days_us + time_us < 0)
		return false;
	*tolerance_us = days_us + time_us;
	return true;
}

/* Returns true if two instants are finite and at most tolerance_us apart */
static inline bool
uuidx_is_within(TimestampTz a, TimestampTz b, int64 tolerance_us)
{
	if (a == PG_INT64_MIN || a == PG_INT64_MAX || b == PG_INT64_MIN || b == PG_INT64_MAX)
		return false;
	/* unsigned, because the distance of two int64 can need 64 bits */
	return (a < b ? (uint64) b - (uint64) a : (uint64) a - (uint64) b) <= (uint64) tolerance_us;
}

#endif							/* UUIDX_TOLERANCE_H */
