/*
 * test_boundaries.c
 *	  boundaries.h: starts of months against the C library's calendar, fixed lengths
 *	  against division, extremes of an interval, and the v7 at or after a UUID.
 */
#include "tap.h"

#include <time.h>

#include "uuid/boundaries.h"

static uuidx_grid
grid_of(int32 months, int32 days, int64 us)
{
	uuidx_grid	grid;
	uuidx_grid_status status = uuidx_grid_make(months, days, us, &grid);

	TAP_CHECK(status == UUIDX_GRID_OK, "%d months, %d days, %" PRId64 " us: status %d",
			  months, days, us, status);
	return grid;
}

/* A start has its index, and the millisecond before it has the previous one */
static void
check_start(const uuidx_grid *grid, int64 index)
{
	int64		start_ms = uuidx_grid_start_ms(grid, index);

	if (start_ms > UUIDX_UNIX_MAX_MS)
		return;
	TAP_CHECK(uuidx_grid_index(grid, start_ms) == index, "%" PRId64 ": %" PRId64 " is in %" PRId64,
			  index, start_ms, uuidx_grid_index(grid, start_ms));
	if (start_ms > 0)
		TAP_CHECK(uuidx_grid_index(grid, start_ms - 1) == index - 1,
				  "%" PRId64 ": before %" PRId64 " is %" PRId64,
				  index, start_ms, uuidx_grid_index(grid, start_ms - 1));
}

static void
test_months(void)
{
	static const int32 steps[] = {1, 2, 3, 5, 12, 120, 1200, PG_INT32_MAX};

	tap_begin("partitions of months begin where the calendar's months do");
	for (size_t i = 0; i < lengthof(steps); i++)
	{
		uuidx_grid	grid = grid_of(steps[i], 0, 0);

		for (int64 index = 0; index * steps[i] < (10889 - 1970) * 12 + 8; index++)
		{
			struct tm	tm = {0};

			/* a calendar of 32 bits ends in 2038 */
			if (sizeof(time_t) < 8 && index * steps[i] > (2037 - 1970) * 12)
				break;
			tm.tm_year = 70 + (int) (index * steps[i] / 12);
			tm.tm_mon = (int) (index * steps[i] % 12);
			tm.tm_mday = 1;
			TAP_CHECK(uuidx_grid_start_ms(&grid, index) == (int64) timegm(&tm) * 1000,
					  "%d months, %" PRId64 ": %" PRId64, steps[i], index,
					  uuidx_grid_start_ms(&grid, index));
			check_start(&grid, index);
		}
		TAP_CHECK(uuidx_grid_start_ms(&grid, uuidx_grid_index(&grid, UUIDX_UNIX_MAX_MS) + 1) ==
				  UUIDX_UNIX_MAX_MS + 1, "%d months do not end with v7", steps[i]);
	}
}

static void
test_lengths(void)
{
	static const int64 lengths_ms[] = {
		1, 2, 999, 1000, 60000, 3600000, 36000000, 86400000, 5 * 86400000LL, 7 * 86400000LL,
		14 * 86400000LL, 7 * 86400000LL + 1, UUIDX_UNIX_MAX_MS, UUIDX_UNIX_MAX_MS + 1,
		PG_INT64_MAX / 1000
	};

	tap_begin("partitions of a fixed length are aligned to 1970, and weeks to a Monday");
	for (size_t i = 0; i < lengthof(lengths_ms); i++)
	{
		int64		length_ms = lengths_ms[i];
		int64		origin_ms = length_ms % (7 * 86400000LL) == 0 ? 4 * 86400000LL : 0;
		uuidx_grid	grid = grid_of(0, 0, length_ms * 1000);
		static const int64 times_ms[] = {0, 1, 86400000, 4 * 86400000LL - 1, 4 * 86400000LL,
		INT64CONST(1767225600000), UUIDX_UNIX_MAX_MS - 1, UUIDX_UNIX_MAX_MS};

		for (size_t j = 0; j < lengthof(times_ms); j++)
		{
			int64		index = uuidx_grid_index(&grid, times_ms[j]);
			int64		start_ms = uuidx_grid_start_ms(&grid, index);
			int64		end_ms = uuidx_grid_start_ms(&grid, index + 1);

			TAP_CHECK(start_ms <= times_ms[j] && times_ms[j] < end_ms,
					  "%" PRId64 " ms: %" PRId64 " is not from %" PRId64 " to %" PRId64,
					  length_ms, times_ms[j], start_ms, end_ms);
			TAP_CHECK(start_ms == 0 || (start_ms - origin_ms) % length_ms == 0,
					  "%" PRId64 " ms: %" PRId64 " is no start", length_ms, start_ms);
			TAP_CHECK(end_ms == UUIDX_UNIX_MAX_MS + 1 || (end_ms - origin_ms) % length_ms == 0,
					  "%" PRId64 " ms: %" PRId64 " is no end", length_ms, end_ms);
			check_start(&grid, index);
		}
	}
}

static void
test_status(void)
{
	/* the greatest number of days that is less than 2^63 microseconds */
	const int32 days = 106751991;
	static const struct
	{
		int32		months;
		int32		days;
		int64		us;
		uuidx_grid_status status;
	}			cases[] = {
		{0, 0, 0, UUIDX_GRID_NOT_POSITIVE},
		{PG_INT32_MIN, 0, 0, UUIDX_GRID_NOT_POSITIVE},
		{0, 1, INT64CONST(-86400000000), UUIDX_GRID_NOT_POSITIVE},
		{0, 1, INT64CONST(-86399999000), UUIDX_GRID_OK},
		{0, PG_INT32_MAX, PG_INT64_MAX / 1000 * 1000, UUIDX_GRID_OK},
		{0, PG_INT32_MIN, PG_INT64_MAX / 1000 * 1000, UUIDX_GRID_NOT_POSITIVE},
		{0, PG_INT32_MIN, -(PG_INT64_MAX / 1000 * 1000), UUIDX_GRID_NOT_POSITIVE},
		{0, 0, 999, UUIDX_GRID_FRACTION},
		{0, 0, 1500, UUIDX_GRID_FRACTION},
		{0, 0, -1500, UUIDX_GRID_FRACTION},
		{0, 0, 1000, UUIDX_GRID_OK},
		{1, -31, 0, UUIDX_GRID_MIXED},
		{1, 0, 1000, UUIDX_GRID_MIXED},
		{PG_INT32_MAX, PG_INT32_MAX, PG_INT64_MAX, UUIDX_GRID_MIXED},
	};
	uuidx_grid	grid;

	tap_begin("a step that cannot be used is rejected with the reason");
	for (size_t i = 0; i < lengthof(cases); i++)
	{
		uuidx_grid_status status = uuidx_grid_make(cases[i].months, cases[i].days, cases[i].us,
												   &grid);

		TAP_CHECK(status == cases[i].status, "%d months, %d days, %" PRId64 " us: %d",
				  cases[i].months, cases[i].days, cases[i].us, status);
	}
	grid = grid_of(0, days, -(days * INT64CONST(86400000000) - 1000));
	TAP_CHECK(grid.length_ms == 1, "a millisecond as a difference is %" PRId64, grid.length_ms);
}

/* UUIDs on both sides of each boundary of the v7 */
static void
test_at_or_after(void)
{
	static const struct
	{
		const char *uuid;
		const char *v7;
	}			cases[] = {
		{"00000000-0000-0000-0000-000000000000", "00000000-0000-7000-8000-000000000000"},
		{"019b76da-a800-6fff-ffff-ffffffffffff", "019b76da-a800-7000-8000-000000000000"},
		{"019b76da-a800-7000-0000-000000000000", "019b76da-a800-7000-8000-000000000000"},
		{"019b76da-a800-7000-8000-000000000000", "019b76da-a800-7000-8000-000000000000"},
		{"019b76da-a800-7000-bfff-ffffffffffff", "019b76da-a800-7000-bfff-ffffffffffff"},
		{"019b76da-a800-7000-c000-000000000000", "019b76da-a800-7001-8000-000000000000"},
		{"019b76da-a800-7fff-bfff-ffffffffffff", "019b76da-a800-7fff-bfff-ffffffffffff"},
		{"019b76da-a800-7fff-c000-000000000000", "019b76da-a801-7000-8000-000000000000"},
		{"019b76da-a800-8000-0000-000000000000", "019b76da-a801-7000-8000-000000000000"},
		{"019b76da-ffff-ffff-ffff-ffffffffffff", "019b76db-0000-7000-8000-000000000000"},
		{"ffffffff-ffff-7fff-bfff-ffffffffffff", "ffffffff-ffff-7fff-bfff-ffffffffffff"},
		{"ffffffff-ffff-7fff-c000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"},
		{"ffffffff-ffff-ffff-ffff-ffffffffffff", "ffffffff-ffff-ffff-ffff-ffffffffffff"},
	};

	tap_begin("the smallest v7 at or after a UUID");
	for (size_t i = 0; i < lengthof(cases); i++)
	{
		pg_uuid_t	uuid = uuid_from(cases[i].uuid);

		uuidx_v7_at_or_after(&uuid, &uuid);
		TAP_CHECK_UUID(cases[i].v7, &uuid);
	}
}

void
test_boundaries(void)
{
	test_months();
	test_lengths();
	test_status();
	test_at_or_after();
}
