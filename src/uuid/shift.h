/*
 * shift.h
 *	  How far the functions that are written around an instant can move it.
 *
 * `date_trunc('day', now()) - interval '1 month'` is some time before now(), and how
 * long before depends on the time zone, the year and the session.  But each of its
 * functions moves an instant by an amount between two limits that depend on none of
 * them.  A uuidx_shift is such a pair of limits, and limits add up: the shift of
 * f(g(x)) is the sum of the shifts of f and g.
 *
 * A timestamp without time zone and a date count as the instant at which a clock in
 * UTC shows them.  A conversion between them and instants therefore is a shift, by
 * what the clocks of a time zone are ahead of UTC.
 *
 * The other way round, where f(x) is known and f has the shift s, x is f(x) moved by
 * uuidx_shift_negate(s).
 *
 * Two properties of time zones are relied on:
 *
 *	  A clock of the time zone database is less than 16 hours from UTC.  The server
 *	  accepts others in a POSIX time zone, of less than 168 hours.
 *
 *	  Two readings of the clocks of one time zone are at most 26 hours apart in their
 *	  distance from UTC, whatever the years.  That is more than a day because some
 *	  islands changed to the other side of the date line, and have daylight saving
 *	  time: the most in the time zone database is 25:30, in Pacific/Apia.  Only a POSIX
 *	  time zone such as 'X-20Y+20' has more: up to 336 hours, by the first property.
 *
 * Amounts are microseconds.  Those that 63 bits do not hold, and those of infinite
 * intervals, have no limit.
 */
#ifndef UUIDX_SHIFT_H
#define UUIDX_SHIFT_H

#include "compat.h"

/*
 * The limits, both included.  PG_INT64_MIN as "least" and PG_INT64_MAX as "most" mean
 * that there is none.  A finite limit that does not fit 63 bits is replaced by the
 * nearest value that does.
 */
typedef struct uuidx_shift
{
	int64		least_us;
	int64		most_us;
} uuidx_shift;

/* What date_trunc() truncates to */
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

/* The clocks by which something is computed */
typedef enum uuidx_clocks
{
	UUIDX_CLOCKS_OF_UTC,		/* those of a timestamp or a date, too */
	UUIDX_CLOCKS_OF_ZONE,		/* of a time zone that is like those of the
								 * time zone database: less than 16 hours from
								 * UTC, in a range of 26 hours */
	UUIDX_CLOCKS_OF_ANY_ZONE
} uuidx_clocks;

/* The shift of a function that returns its argument */
extern uuidx_shift uuidx_shift_none(void);

/* One function after the other */
extern uuidx_shift uuidx_shift_add(uuidx_shift a, uuidx_shift b);

/* From the result to the argument; also `- interval` from `+ interval` */
extern uuidx_shift uuidx_shift_negate(uuidx_shift shift);

/*
 * `+ interval`, from the three fields of the interval.  Added to a timestamptz, months and
 * days are those of the calendar in some time zone; in UTC, or added to a timestamp or a
 * date, a day has 24 hours.
 */
extern uuidx_shift uuidx_shift_of_interval(int32 months, int32 days, int64 time_us,
										   uuidx_clocks clocks);

/* `date + integer` */
extern uuidx_shift uuidx_shift_of_days(int32 days);

/* timestamptz to timestamp or the reverse, date to timestamptz, AT TIME ZONE with a name */
extern uuidx_shift uuidx_shift_of_zone(uuidx_clocks clocks);

/*
 * An instant read from a clock of a time zone, and a reading taken as an instant by a
 * clock of the same time zone: one after the other, but not of the same instant.
 */
extern uuidx_shift uuidx_shift_of_zone_change(uuidx_clocks clocks);

/*
 * date_trunc() by these clocks.  A cast of a timestamp to date is UUIDX_UNIT_DAY; that of a
 * timestamptz is uuidx_shift_of_zone() before that.
 */
extern uuidx_shift uuidx_shift_of_truncation(uuidx_time_unit unit, uuidx_clocks clocks);

/* A cast to timestamp(n) or timestamptz(n), from the type modifier; -1 is none */
extern uuidx_shift uuidx_shift_of_rounding(int32 typmod);

/*
 * The earliest and the latest that an instant can become.  An infinite instant does not
 * change; a result beyond all instants, or without limit, is an infinity.
 */
extern TimestampTz uuidx_shift_earliest(TimestampTz t, uuidx_shift shift);
extern TimestampTz uuidx_shift_latest(TimestampTz t, uuidx_shift shift);

#endif							/* UUIDX_SHIFT_H */
