/*
 * test_shift.c
 *	  shift.h: limits against the calendar and against every time zone of the system,
 *	  from 1840 to 2560 and around each change of the clocks; sums, signs, extremes.
 */
#include "tap.h"

#include <stdio.h>
#include <time.h>

#include "test_shift.h"

#define SECOND_US INT64CONST(1000000)
#define HOUR_US (3600 * SECOND_US)
#define DAY_US (DAY * SECOND_US)

#define UTC UUIDX_CLOCKS_OF_UTC
#define ZONED UUIDX_CLOCKS_OF_ZONE
#define ANY_ZONE UUIDX_CLOCKS_OF_ANY_ZONE

static uuidx_shift
shift_of(int64 least_us, int64 most_us)
{
	return (uuidx_shift)
	{
		least_us, most_us
	};
}

static void
check_within(uuidx_shift limits, int64 moved_us, const char *what, const char *where, int64 instant)
{
	TAP_CHECK(limits.least_us <= moved_us && moved_us <= limits.most_us,
			  "%s, %s, %" PRId64 ": moved by %" PRId64 " us, not by %" PRId64 " to %" PRId64,
			  what, where, instant, moved_us, limits.least_us, limits.most_us);
}

static void
check_shift(uuidx_shift expected, uuidx_shift actual, const char *what)
{
	TAP_CHECK(expected.least_us == actual.least_us && expected.most_us == actual.most_us,
			  "%s: expected %" PRId64 " to %" PRId64 ", got %" PRId64 " to %" PRId64, what,
			  expected.least_us, expected.most_us, actual.least_us, actual.most_us);
}

/* Readings that are the last of a long unit, and what is between them, for 3000 years */
static void
test_truncation(void)
{
	static const int64 digits_us[] = {1, 1000};

	if (sizeof(time_t) < 8)
	{
		tap_begin("units of the calendar are at most so long # SKIP the calendar has 32 bits");
		tap_end();
		return;
	}
	tap_begin("units of the calendar are at most so long, and one is");
	for (int unit = UUIDX_UNIT_SECOND; unit < UUIDX_UNIT_COUNT; unit++)
	{
		uuidx_shift limits = uuidx_shift_of_truncation((uuidx_time_unit) unit, UTC);
		int64		least_us = 0;

		for (int year = -999; year <= 2001; year++)
			for (int day = 0; day < (unit < UUIDX_UNIT_YEAR ? 366 : 1); day += 3)
			{
				int64		last = year_start(year) + day * (int64) DAY - 1;
				int64		start = reading_truncated((uuidx_time_unit) unit, last);
				int64		moved_us = (start - last) * SECOND_US - (SECOND_US - 1);

				check_within(limits, moved_us, "truncation", "UTC", last);
				least_us = Min(least_us, moved_us);
			}
		TAP_CHECK(least_us == limits.least_us && limits.most_us == 0,
				  "unit %d: %" PRId64 " is not %" PRId64, unit, least_us, limits.least_us);
		if (unit < UUIDX_UNIT_DAY)
			check_shift(limits, uuidx_shift_of_truncation((uuidx_time_unit) unit, ZONED), "zoned");
	}
	for (int i = 0; i < 2; i++)
		check_shift(shift_of(-(digits_us[i] - 1), 0),
					uuidx_shift_of_truncation((uuidx_time_unit) i, (uuidx_clocks) i), "digits");
	check_shift(shift_of(PG_INT64_MIN, PG_INT64_MAX),
				uuidx_shift_of_truncation(UUIDX_UNIT_COUNT, UTC), "no unit");
	tap_end();
}

/* Every day around leap years that are there, and that a century leaves out */
static void
test_months(void)
{
	static const int years[] = {1895, 1995, 2095};

	tap_begin("months of the calendar are at least and at most so long");
	for (int months = -61; months <= 61; months++)
	{
		uuidx_shift limits = uuidx_shift_of_interval(months, 0, 0, UTC);
		uuidx_shift found = {PG_INT64_MAX, PG_INT64_MIN};
		char		what[40];

		snprintf(what, sizeof(what), "%d months", months);
		for (size_t i = 0; i < lengthof(years); i++)
			for (int day = 0; day < 10 * 365; day++)
			{
				int64		reading = year_start(years[i]) + day * (int64) DAY;
				int64		moved_us = (reading_plus_months(reading, months) - reading) * SECOND_US;

				check_within(limits, moved_us, what, "UTC", reading);
				found.least_us = Min(found.least_us, moved_us);
				found.most_us = Max(found.most_us, moved_us);
			}
		if (months >= -12 && months <= 12 && (months % 12 == 0 || months % 12 == 1))
			check_shift(limits, found, what);
	}
	tap_end();
}

/* Truncations of an instant in a time zone, of what is a second and of a whole second */
static void
check_truncations(const time_zone *z, int64 instant)
{
	int64		reading = zone_reading(z, instant);

	for (int unit = UUIDX_UNIT_DAY; unit < UUIDX_UNIT_COUNT; unit++)
	{
		uuidx_shift limits = uuidx_shift_of_truncation((uuidx_time_unit) unit, ZONED);
		int64		start = zone_instant(z, reading_truncated((uuidx_time_unit) unit, reading));

		check_within(limits, (start - instant) * SECOND_US, "truncation", z->name, instant);
		check_within(limits, (start - instant) * SECOND_US - (SECOND_US - 1), "truncation", z->name,
					 instant);
	}
}

/* Months, then days, then time, as the server adds them */
static void
check_interval(const time_zone *z, int64 instant, int months, int days, int time)
{
	uuidx_shift limits = uuidx_shift_of_interval(months, days, time * SECOND_US, ZONED);
	int64		sum = instant;
	char		what[80];

	if (months != 0)
		sum = zone_instant(z, reading_plus_months(zone_reading(z, sum), months));
	if (days != 0)
		sum = zone_instant(z, zone_reading(z, sum) + days * (int64) DAY);
	sum += time;
	snprintf(what, sizeof(what), "%d months %d days %d seconds", months, days, time);
	check_within(limits, (sum - instant) * SECOND_US, what, z->name, instant);
}

/* An instant with every truncation, and with some intervals, long ones among them */
static void
check_instant(const time_zone *z, int64 instant)
{
	static const int months[] = {1, -1, 2, -3, 11, 12, -12, 13, 120, -120, 1200, -1200, -3600};
	static const int days[] = {1, -1, 2, -2, 7, -7, 30, -31, 365, -366, 4000, -40000};
	uint64		dice = random_u64();
	int			m = months[dice % lengthof(months)];
	int			d = days[dice / 16 % lengthof(days)];

	check_truncations(z, instant);
	check_interval(z, instant, m, 0, 0);
	check_interval(z, instant, 0, d, 0);
	check_interval(z, instant, m, d, (int) (dice >> 32 & 0xFFFF) - 0x8000);
}

/* What the clocks of all zones can be ahead of UTC, and how much that varies in one */
static uuidx_shift found_zone;
static int64 found_change_us;

static void
check_zone(const time_zone *z)
{
	/* beside a change, and beside midnight of that day and the next */
	static const int beside[] = {-25 * 3600, -24 * 3600 - 1, -7200, -1, 0, 3599, 7200, 23 * 3600};
	int64		least = z->offsets[0];
	int64		most = z->offsets[0];
	int64		first = year_start(1850);
	int64		span = year_start(2550) - first;

	for (int i = 0; i < z->count; i++)
	{
		least = Min(least, z->offsets[i]);
		most = Max(most, z->offsets[i]);
		if (i == 0)
			continue;
		check_instant(z, z->starts[i] + beside[i % lengthof(beside)]);
		check_instant(z, z->starts[i] + (int64) (random_u64() % (4 * DAY)) - 2 * DAY);
		if (z->offsets[i] - z->offsets[i - 1] > 12 * 3600 ||
			z->offsets[i] - z->offsets[i - 1] < -12 * 3600)
			for (int hour = -30; hour <= 30; hour++)
				check_instant(z, z->starts[i] + hour * 3600 + hour % 2);
	}
	for (int i = 0; i < 100; i++)
		check_instant(z, first + (int64) (random_u64() % (uint64) span));
	found_zone.least_us = Min(found_zone.least_us, least * SECOND_US);
	found_zone.most_us = Max(found_zone.most_us, most * SECOND_US);
	found_change_us = Max(found_change_us, (most - least) * SECOND_US);
}

static void
test_zones(void)
{
	uuidx_shift day = uuidx_shift_of_interval(0, 1, 0, ZONED);
	int			zones;

	tap_begin("in every time zone, truncations and intervals move an instant within limits");
	zones = every_zone(check_zone);
	if (zones > 0)
	{
		printf("# %d time zones, ahead of UTC by %" PRId64 " to %" PRId64
			   " s, differing by up to %" PRId64 " s in one\n", zones,
			   found_zone.least_us / SECOND_US, found_zone.most_us / SECOND_US,
			   found_change_us / SECOND_US);
		check_within(uuidx_shift_of_zone(ZONED), found_zone.least_us, "zone", "all", 0);
		check_within(uuidx_shift_of_zone(ZONED), found_zone.most_us, "zone", "all", 0);
		check_within(uuidx_shift_of_zone_change(ZONED), found_change_us, "change", "all", 0);
		check_within(uuidx_shift_of_zone_change(ZONED), -found_change_us, "change", "all", 0);
		check_within(day, DAY_US - found_change_us, "a day, at the least", "all", 0);
		check_within(day, DAY_US + found_change_us, "a day, at the most", "all", 0);
		tap_end();
		return;
	}
	tap_begin("in every time zone, truncations and intervals move an instant within limits"
			  " # SKIP the system has no time zones, or a calendar of 32 bits");
	tap_end();
}

/* A POSIX time zone is at most 167:59:59 from UTC, in either direction */
static void
test_fixed(void)
{
	static const int64 units_us[] = {SECOND_US, 100000, 10000, 1000, 100, 10};
	static const int64 times_us[] = {0, 1, -1, HOUR_US, -HOUR_US, INT64CONST(9000000000000000000)};
	int64		posix_us = (167 * 3600 + 59 * 60 + 59) * SECOND_US;

	tap_begin("what moves by a fixed amount has that as its limits");
	check_within(uuidx_shift_of_zone(ANY_ZONE), posix_us, "zone", "POSIX", 0);
	check_within(uuidx_shift_of_zone(ANY_ZONE), -posix_us, "zone", "POSIX", 0);
	check_within(uuidx_shift_of_zone_change(ANY_ZONE), 2 * posix_us, "change", "POSIX", 0);
	check_within(uuidx_shift_of_zone_change(ANY_ZONE), -2 * posix_us, "change", "POSIX", 0);
	check_shift(shift_of(0, 0), uuidx_shift_of_zone_change(UTC), "UTC");
	check_shift(shift_of(0, 0), uuidx_shift_of_zone(UTC), "UTC");
	check_shift(shift_of(0, 0), uuidx_shift_none(), "none");
	for (size_t i = 0; i < lengthof(times_us); i++)
		for (int zoned = 0; zoned <= ANY_ZONE; zoned++)
			check_shift(shift_of(times_us[i], times_us[i]),
						uuidx_shift_of_interval(0, 0, times_us[i], (uuidx_clocks) zoned), "time");
	for (int days = -400; days <= 400; days++)
	{
		uuidx_shift expected = {days * DAY_US, days * DAY_US};
		uuidx_shift zoned = uuidx_shift_of_interval(0, days, 0, ZONED);

		check_shift(expected, uuidx_shift_of_days(days), "days");
		check_shift(expected, uuidx_shift_of_interval(0, days, 0, UTC), "interval of days");
		check_within(zoned, days * (DAY_US - HOUR_US / 24), "days", "a zone", 0);
	}
	for (int digits = -1; digits <= 7; digits++)
	{
		int64		half_us = digits < 0 || digits > 5 ? 0 : units_us[digits] / 2;

		check_shift(shift_of(-half_us, half_us), uuidx_shift_of_rounding(digits), "rounding");
	}
	check_shift(uuidx_shift_none(), uuidx_shift_of_rounding(PG_INT32_MIN), "no digits");
	check_shift(uuidx_shift_none(), uuidx_shift_of_rounding(PG_INT32_MAX), "all digits");
	tap_end();
}

/* Limits that 63 bits do not hold are none, or the last that they hold, and stay sound */
static void
test_sums(void)
{
	const uuidx_shift all = {PG_INT64_MIN, PG_INT64_MAX};
	const uuidx_shift later = {PG_INT64_MAX - 1, PG_INT64_MAX};
	const uuidx_shift earlier = {PG_INT64_MIN, PG_INT64_MIN + 2};
	const uuidx_shift some = {-5, 7};

	tap_begin("limits add up, and saturate where 63 bits end");
	check_shift(shift_of(-7, 5), uuidx_shift_negate(some), "negated");
	check_shift(shift_of(-12, 12), uuidx_shift_add(some, uuidx_shift_negate(some)), "sum");
	check_shift(all, uuidx_shift_negate(all), "no limits, negated");
	check_shift(earlier, uuidx_shift_negate(later), "later, negated");
	check_shift(later, uuidx_shift_negate(earlier), "earlier, negated");
	check_shift(all, uuidx_shift_add(all, some), "no limits and some");
	check_shift(all, uuidx_shift_add(some, all), "some and no limits");
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
	check_shift(all, uuidx_shift_of_interval(PG_INT32_MAX, PG_INT32_MIN, 0, ZONED), "both");
	for (int zoned = 0; zoned <= ANY_ZONE; zoned++)
	{
		uuidx_clocks clocks = (uuidx_clocks) zoned;

		check_shift(later, uuidx_shift_of_interval(0, 0, PG_INT64_MAX, clocks), "most time");
		check_shift(earlier, uuidx_shift_of_interval(0, 0, PG_INT64_MIN, clocks), "least time");
	}
	check_shift(later, uuidx_shift_of_days(PG_INT32_MAX), "days");
	check_shift(earlier, uuidx_shift_of_days(PG_INT32_MIN), "days");
	tap_end();
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
		{PG_INT64_MIN, {PG_INT64_MIN, PG_INT64_MAX}, PG_INT64_MIN, PG_INT64_MIN},
		{PG_INT64_MAX, {PG_INT64_MIN, PG_INT64_MAX}, PG_INT64_MAX, PG_INT64_MAX},
		{0, {PG_INT64_MIN, PG_INT64_MAX}, PG_INT64_MIN, PG_INT64_MAX},
		{PG_INT64_MIN + 3, {-5, 7}, PG_INT64_MIN, PG_INT64_MIN + 10},
		{PG_INT64_MAX - 3, {-5, 7}, PG_INT64_MAX - 8, PG_INT64_MAX},
		{5, {PG_INT64_MAX - 1, PG_INT64_MAX}, PG_INT64_MAX - 1, PG_INT64_MAX},
		{-5, {PG_INT64_MIN, PG_INT64_MIN + 2}, PG_INT64_MIN, PG_INT64_MIN + 2},
	};

	tap_begin("an instant becomes the earliest and the latest, infinities stay");
	for (size_t i = 0; i < lengthof(cases); i++)
	{
		int64		earliest = uuidx_shift_earliest(cases[i].t, cases[i].shift);
		int64		latest = uuidx_shift_latest(cases[i].t, cases[i].shift);

		TAP_CHECK(earliest == cases[i].earliest && latest == cases[i].latest,
				  "%zu: %" PRId64 " becomes %" PRId64 " to %" PRId64, i, cases[i].t, earliest,
				  latest);
	}
	tap_end();
}

void
test_shift(void)
{
	test_fixed();
	test_truncation();
	test_months();
	test_zones();
	test_sums();
	test_instants();
}
