/*
 * shift.c
 *	  How far functions that are applied to an instant can move it: see shift.h.
 */
#include "uuid/shift.h"

#define HOUR_US INT64CONST(3600000000)
#define DAY_US (24 * HOUR_US)

/* A clock of the time zone database is at most this far from UTC */
#define ZONE_US (16 * HOUR_US)

/* Two distances from UTC in one time zone differ by at most this */
#define ZONE_CHANGE_US (26 * HOUR_US)

/* The greatest lower and the smallest upper limit; values beyond these stand for no limit */
#define LEAST_US_MAX (PG_INT64_MAX - 1)

static uuidx_shift
shift_of(int64 least_us, int64 most_us)
{
	uuidx_shift shift = {least_us, most_us};

	return shift;
}

/* Converts a lower limit to the upper limit of the opposite direction, and back */
static int64
negate_limit(int64 limit_us)
{
	if (limit_us == PG_INT64_MIN)
		return PG_INT64_MAX;
	if (limit_us == PG_INT64_MAX)
		return PG_INT64_MIN;
	return -limit_us;
}

/* Adds two lower limits without overflow: no limit stays none, and a sum stays within the limits */
static int64
add_least(int64 a_us, int64 b_us)
{
	if (a_us == PG_INT64_MIN || b_us == PG_INT64_MIN)
		return PG_INT64_MIN;
	if (b_us < 0)
		return a_us < PG_INT64_MIN - b_us ? PG_INT64_MIN : a_us + b_us;
	return a_us > LEAST_US_MAX - b_us ? LEAST_US_MAX : a_us + b_us;
}

static int64
add_most(int64 a_us, int64 b_us)
{
	return negate_limit(add_least(negate_limit(a_us), negate_limit(b_us)));
}

/* Converts a lower limit from days to microseconds; one that is too large becomes infinite */
static int64
days_least(int64 days)
{
	if (days < PG_INT64_MIN / DAY_US)
		return PG_INT64_MIN;
	return days > LEAST_US_MAX / DAY_US ? LEAST_US_MAX : days * DAY_US;
}

static uuidx_shift
shift_of_day_limits(int64 least, int64 most)
{
	return shift_of(days_least(least), negate_limit(days_least(-most)));
}

uuidx_shift
uuidx_shift_add(uuidx_shift a, uuidx_shift b)
{
	return shift_of(add_least(a.least_us, b.least_us), add_most(a.most_us, b.most_us));
}

uuidx_shift
uuidx_shift_negate(uuidx_shift shift)
{
	return shift_of(negate_limit(shift.most_us), negate_limit(shift.least_us));
}

/*
 * Returns the shift by some months.  A year has 365 or 366 days, also from February 29 to
 * February 28; each month beyond whole years has 28 to 31.
 */
static uuidx_shift
shift_of_months(int32 months)
{
	int64		count = months < 0 ? -(int64) months : months;
	int64		years = count / 12;
	int64		rest = count % 12;
	uuidx_shift shift = shift_of_day_limits(365 * years + 28 * rest, 366 * years + 31 * rest);

	return months < 0 ? uuidx_shift_negate(shift) : shift;
}

uuidx_shift
uuidx_shift_of_zone_change(uuidx_clocks clocks)
{
	int64		most_us = clocks == UUIDX_CLOCKS_OF_UTC ? 0 : ZONE_CHANGE_US;

	return shift_of(-most_us, most_us);
}

/* Returns the shift of an instant if the reading of a time zone's clocks has this shift */
static uuidx_shift
by_clocks(uuidx_shift shift, uuidx_clocks clocks)
{
	return uuidx_shift_add(shift, uuidx_shift_of_zone_change(clocks));
}

/*
 * Months are added first, and then days, both to the reading of the clock; the time is added
 * to the instant.  A reading that the clock skips is replaced between the steps with one that
 * it shows, so each step can change the distance from UTC.
 */
uuidx_shift
uuidx_shift_of_interval(int32 months, int32 days, int64 time_us, uuidx_clocks clocks)
{
	uuidx_shift shift = uuidx_shift_add(shift_of(0, 0), shift_of(time_us, time_us));

	if ((months == PG_INT32_MIN && days == PG_INT32_MIN && time_us == PG_INT64_MIN) ||
		(months == PG_INT32_MAX && days == PG_INT32_MAX && time_us == PG_INT64_MAX))
		return shift_of(PG_INT64_MIN, PG_INT64_MAX);
	if (months != 0)
		shift = by_clocks(uuidx_shift_add(shift, shift_of_months(months)), clocks);
	if (days != 0)
		shift = by_clocks(uuidx_shift_add(shift, shift_of_day_limits(days, days)), clocks);
	return shift;
}

uuidx_shift
uuidx_shift_of_zone(uuidx_clocks clocks)
{
	int64		most_us = clocks == UUIDX_CLOCKS_OF_UTC ? 0 : ZONE_US;

	return shift_of(-most_us, most_us);
}

/*
 * Truncation moves back by less than the longest unit.  From days on, the result is a reading of
 * the clock, and can even be later than the argument: if clocks are set back at midnight, or by a
 * day, midnight comes twice, and the later one is taken.
 */
uuidx_shift
uuidx_shift_of_truncation(uuidx_time_unit unit, uuidx_clocks clocks)
{
	/* a decade has three leap years, a century 25, a millennium 243 */
	static const int64 longest_us[UUIDX_UNIT_COUNT] = {
		1, 1000, 1000000, 60 * INT64CONST(1000000), HOUR_US, DAY_US, 7 * DAY_US, 31 * DAY_US,
		92 * DAY_US, 366 * DAY_US, 3653 * DAY_US, 36525 * DAY_US, 365243 * DAY_US
	};
	uuidx_shift shift = shift_of(1 - longest_us[unit], 0);

	return unit >= UUIDX_UNIT_DAY ? by_clocks(shift, clocks) : shift;
}

uuidx_shift
uuidx_shift_of_rounding(int32 typmod)
{
	/* half a unit of the last digit that is kept */
	static const int64 half_us[] = {500000, 50000, 5000, 500, 50, 5};

	if (typmod < 0 || typmod >= (int32) lengthof(half_us))
		return shift_of(0, 0);
	return shift_of(-half_us[typmod], half_us[typmod]);
}

TimestampTz
uuidx_shift_earliest(TimestampTz t, uuidx_shift shift)
{
	if (t == PG_INT64_MIN || t == PG_INT64_MAX)
		return t;
	return add_least(t, shift.least_us);
}

TimestampTz
uuidx_shift_latest(TimestampTz t, uuidx_shift shift)
{
	if (t == PG_INT64_MIN || t == PG_INT64_MAX)
		return t;
	return add_most(t, shift.most_us);
}
