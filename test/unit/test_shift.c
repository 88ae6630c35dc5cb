/*
 * test_shift.c
 *	  shift.h: the limits of each function, sums, signs, extremes.
 *
 * sql/time_shift.sql compares the same limits with what the server's functions do, in every
 * time zone.
 */
#include "tap.h"

#include "uuid/shift.h"

#define SECOND_US INT64CONST(1000000)
#define HOUR_US (3600 * SECOND_US)
#define DAY_US (24 * HOUR_US)

#define UTC UUIDX_CLOCKS_OF_UTC
#define ZONED UUIDX_CLOCKS_OF_ZONE

static uuidx_shift
shift_of(int64 least_us, int64 most_us)
{
	return (uuidx_shift)
	{
		least_us, most_us
	};
}

static void
check_shift(uuidx_shift expected, uuidx_shift actual, const char *what)
{
	TAP_CHECK(expected.least_us == actual.least_us && expected.most_us == actual.most_us,
			  "%s: expected %" PRId64 " to %" PRId64 ", got %" PRId64 " to %" PRId64, what,
			  expected.least_us, expected.most_us, actual.least_us, actual.most_us);
}

/* Limits of a computation in which the distance from UTC can change so many times */
static uuidx_shift
widened(int64 least_us, int64 most_us, int changes, uuidx_clocks clocks)
{
	static const int64 change_us[] = {0, 26 * HOUR_US};

	return shift_of(least_us - changes * change_us[clocks], most_us + changes * change_us[clocks]);
}

static void
test_limits(void)
{
	static const int64 zone_us[] = {0, 16 * HOUR_US};
	static const int64 units_us[] = {
		1, 1000, SECOND_US, 60 * SECOND_US, HOUR_US, DAY_US, 7 * DAY_US, 31 * DAY_US, 92 * DAY_US,
		366 * DAY_US, 3653 * DAY_US, 36525 * DAY_US, 365243 * DAY_US
	};
	static const int64 halves_us[] = {0, 500000, 50000, 5000, 500, 50, 5, 0, 0};
	static const struct
	{
		int			months;
		int			days;
		int64		time_us;
		int64		least;		/* days, without the time */
		int64		most;
	}			intervals[] = {
		{0, 0, 0, 0, 0},
		{0, 0, -HOUR_US, 0, 0},
		{0, 0, INT64CONST(9000000000000000000), 0, 0},
		{0, 1, 0, 1, 1},
		{0, -7, 3 * HOUR_US, -7, -7},
		{0, 36525, 0, 36525, 36525},
		{1, 0, 0, 28, 31},
		{-1, 0, 0, -31, -28},
		{11, 0, 0, 308, 341},
		{12, 0, 0, 365, 366},
		{-13, 0, 0, -397, -393},
		{-1800, 0, 1, -54900, -54750},
		{3, -40, -1, 44, 53},
	};

	for (int c = UTC; c <= ZONED; c++)
	{
		uuidx_clocks clocks = (uuidx_clocks) c;

		tap_begin("each function has its limits in %s",
				  clocks == UTC ? "UTC" : "a time zone of the database");
		check_shift(shift_of(-zone_us[c], zone_us[c]), uuidx_shift_of_zone(clocks), "zone");
		check_shift(widened(0, 0, 1, clocks), uuidx_shift_of_zone_change(clocks), "change");
		for (int unit = 0; unit < UUIDX_UNIT_COUNT; unit++)
			check_shift(widened(1 - units_us[unit], 0, unit >= UUIDX_UNIT_DAY, clocks),
						uuidx_shift_of_truncation((uuidx_time_unit) unit, clocks), "unit");
		for (size_t i = 0; i < lengthof(intervals); i++)
			check_shift(widened(intervals[i].least * DAY_US + intervals[i].time_us,
								intervals[i].most * DAY_US + intervals[i].time_us,
								(intervals[i].months != 0) + (intervals[i].days != 0), clocks),
						uuidx_shift_of_interval(intervals[i].months, intervals[i].days,
												intervals[i].time_us, clocks), "interval");
	}

	tap_begin("rounding has its limits");
	for (int digits = -1; digits <= 7; digits++)
		check_shift(shift_of(-halves_us[digits + 1], halves_us[digits + 1]),
					uuidx_shift_of_rounding(digits), "rounding");
	check_shift(shift_of(0, 0), uuidx_shift_of_rounding(PG_INT32_MIN), "no digits");
	check_shift(shift_of(0, 0), uuidx_shift_of_rounding(PG_INT32_MAX), "all digits");
}

/* Limits beyond 63 bits become no limit, or the nearest value, and stay correct */
static void
test_sums(void)
{
	const uuidx_shift all = {PG_INT64_MIN, PG_INT64_MAX};
	const uuidx_shift later = {PG_INT64_MAX - 1, PG_INT64_MAX};
	const uuidx_shift earlier = {PG_INT64_MIN, PG_INT64_MIN + 2};
	const uuidx_shift some = {-5, 7};

	tap_begin("limits add up, and saturate at the limits of 63 bits");
	check_shift(shift_of(-7, 5), uuidx_shift_negate(some), "negated");
	check_shift(shift_of(-12, 12), uuidx_shift_add(some, uuidx_shift_negate(some)), "sum");
	check_shift(all, uuidx_shift_negate(all), "no limits, negated");
	check_shift(earlier, uuidx_shift_negate(later), "later, negated");
	check_shift(later, uuidx_shift_negate(earlier), "earlier, negated");
	check_shift(all, uuidx_shift_add(all, some), "no limits and some");
	check_shift(all, uuidx_shift_add(later, earlier), "later and earlier");
	check_shift(later, uuidx_shift_add(later, later), "later and later");
	check_shift(earlier, uuidx_shift_add(earlier, earlier), "earlier and earlier");
	check_shift(shift_of(PG_INT64_MAX - 6, PG_INT64_MAX), uuidx_shift_add(later, some),
				"later and some");
	check_shift(shift_of(PG_INT64_MIN, PG_INT64_MIN + 9), uuidx_shift_add(some, earlier),
				"earlier and some");
	check_shift(all, uuidx_shift_of_interval(PG_INT32_MAX, PG_INT32_MAX, PG_INT64_MAX, UTC),
				"infinite interval");
	check_shift(all, uuidx_shift_of_interval(PG_INT32_MIN, PG_INT32_MIN, PG_INT64_MIN, ZONED),
				"infinite interval");
	check_shift(later, uuidx_shift_of_interval(PG_INT32_MAX, 0, 0, UTC), "most months");
	check_shift(earlier, uuidx_shift_of_interval(PG_INT32_MIN, 0, 0, UTC), "least months");
	check_shift(later, uuidx_shift_of_interval(0, PG_INT32_MAX, 0, UTC), "most days");
	check_shift(earlier, uuidx_shift_of_interval(0, PG_INT32_MIN, 0, UTC), "least days");
	check_shift(all, uuidx_shift_of_interval(PG_INT32_MIN, PG_INT32_MAX, 0, UTC), "both");
	check_shift(later, uuidx_shift_of_interval(0, 0, PG_INT64_MAX, ZONED), "most time");
	check_shift(earlier, uuidx_shift_of_interval(0, 0, PG_INT64_MIN, ZONED), "least time");
}

static void
test_instants(void)
{
	static const struct
	{
		int64		t;
		uuidx_shift shift;
		int64		earliest;
		int64		latest;
	}			cases[] = {
		{0, {-5, 7}, -5, 7},
		{1000, {10, 20}, 1010, 1020},
		{-1000, {-20, -10}, -1020, -1010},
		{PG_INT64_MIN, {-5, 7}, PG_INT64_MIN, PG_INT64_MIN},
		{PG_INT64_MAX, {-5, 7}, PG_INT64_MAX, PG_INT64_MAX},
		{0, {PG_INT64_MIN, PG_INT64_MAX}, PG_INT64_MIN, PG_INT64_MAX},
		{PG_INT64_MIN + 3, {-5, 7}, PG_INT64_MIN, PG_INT64_MIN + 10},
		{PG_INT64_MAX - 3, {-5, 7}, PG_INT64_MAX - 8, PG_INT64_MAX},
		{5, {PG_INT64_MAX - 1, PG_INT64_MAX}, PG_INT64_MAX - 1, PG_INT64_MAX},
		{-5, {PG_INT64_MIN, PG_INT64_MIN + 2}, PG_INT64_MIN, PG_INT64_MIN + 2},
	};

	tap_begin("an instant moves to the earliest and the latest, an infinity does not");
	for (size_t i = 0; i < lengthof(cases); i++)
	{
		int64		earliest = uuidx_shift_earliest(cases[i].t, cases[i].shift);
		int64		latest = uuidx_shift_latest(cases[i].t, cases[i].shift);

		TAP_CHECK(earliest == cases[i].earliest && latest == cases[i].latest,
				  "%zu: %" PRId64 " becomes %" PRId64 " to %" PRId64, i, cases[i].t, earliest,
				  latest);
	}
}

void
test_shift(void)
{
	test_limits();
	test_sums();
	test_instants();
}
