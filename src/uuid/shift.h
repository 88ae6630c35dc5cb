/*
 * shift.h
 *	  How far functions that are applied to an instant can move it.
 *
 * `date_trunc('day', now()) - interval '1 month'` is some time before now().  How long before
 * depends on the zone, but each of its functions moves an instant by an amount between two limits
 * that do not.  A uuidx_shift is such a pair of limits: the shift of f(g(x)) is the sum of those of
 * f and g, and if f has the shift s, x is f(x) moved by uuidx_shift_negate(s).
 *
 * A timestamp without time zone and a date count as the instant at which a clock in UTC shows
 * them, so a conversion to an instant is a shift.  Two properties of time zones are relied on:
 *
 *	  A clock of the time zone database is less than 16 hours from UTC.
 *
 *	  Two readings of the clocks of one time zone are at most 26 hours apart in their
 *	  distance from UTC, whatever the years: the most in the time zone database is 25:30,
 *	  in Pacific/Apia, which changed to the other side of the date line.
 *
 * POSIX time zones such as 'X-20Y+20' need not have them.  Nothing is derived in such a zone.
 */
#ifndef UUIDX_SHIFT_H
#define UUIDX_SHIFT_H

#include "compat.h"

/*
 * The limits are included.  PG_INT64_MIN as "least" and PG_INT64_MAX as "most" stand for no
 * limit, as those of infinite intervals, and those that do not fit 63 bits on that side.  On the
 * other side, such a limit is replaced with the nearest value that fits.
 */
typedef struct uuidx_shift
{
	int64		least_us;
	int64		most_us;
} uuidx_shift;

/* The units of date_trunc() */
typedef enum uuidx_time_unit
{
	UUIDX_UNIT_MICROSECOND,
	UUIDX_UNIT_MILLISECOND,
	UUIDX_UNIT_SECOND,
	UUIDX_UNIT_MINUTE,
	UUIDX_UNIT_HOUR,
	UUIDX_UNIT_DAY,
	UUIDX_UNIT_WEEK,
	UUIDX_UNIT_MONTH,
	UUIDX_UNIT_QUARTER,
	UUIDX_UNIT_YEAR,
	UUIDX_UNIT_DECADE,
	UUIDX_UNIT_CENTURY,
	UUIDX_UNIT_MILLENNIUM
} uuidx_time_unit;

#define UUIDX_UNIT_COUNT (UUIDX_UNIT_MILLENNIUM + 1)

/* The clocks that a computation uses */
typedef enum uuidx_clocks
{
	UUIDX_CLOCKS_OF_UTC,		/* also those of a timestamp and a date */
	UUIDX_CLOCKS_OF_ZONE		/* of a zone of the time zone database */
} uuidx_clocks;

/* Returns the shift of one function applied after the other */
extern uuidx_shift uuidx_shift_add(uuidx_shift a, uuidx_shift b);

/* Returns the shift from the result to the argument; also that of `- interval` from `+ interval` */
extern uuidx_shift uuidx_shift_negate(uuidx_shift shift);

/*
 * Returns the shift of `+ interval`, from its three fields.  In UTC, or added to a timestamp or a
 * date, a day has 24 hours; else months and days are those of the calendar in some time zone.
 */
extern uuidx_shift uuidx_shift_of_interval(int32 months, int32 days, int64 time_us,
										   uuidx_clocks clocks);

/* Returns the shift of casts between timestamptz and others, and of AT TIME ZONE with a name */
extern uuidx_shift uuidx_shift_of_zone(uuidx_clocks clocks);

/* Returns the shift by the difference between two offsets of a time zone from UTC */
extern uuidx_shift uuidx_shift_of_zone_change(uuidx_clocks clocks);

/* Returns the shift of date_trunc(); a cast of a timestamp to date is UUIDX_UNIT_DAY */
extern uuidx_shift uuidx_shift_of_truncation(uuidx_time_unit unit, uuidx_clocks clocks);

/* Returns the shift of a cast to timestamp(n) or timestamptz(n), from the type modifier or -1 */
extern uuidx_shift uuidx_shift_of_rounding(int32 typmod);

/*
 * Return the earliest and the latest instant that an instant can become.  An infinite instant
 * does not change.  A result beyond all instants, or without a limit, is an infinity.
 */
extern TimestampTz uuidx_shift_earliest(TimestampTz t, uuidx_shift shift);
extern TimestampTz uuidx_shift_latest(TimestampTz t, uuidx_shift shift);

#endif							/* UUIDX_SHIFT_H */
