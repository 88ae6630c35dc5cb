/*
 * boundaries.c
 *	  Where partitions by time begin; see boundaries.h.
 */
#include "uuid/boundaries.h"

#define MS_PER_DAY INT64CONST(86400000)
#define MS_PER_WEEK (7 * MS_PER_DAY)

/* 1970-01-05, a Monday */
#define FIRST_MONDAY_MS (4 * MS_PER_DAY)

/* Returns the days from 1970-01-01 to the first day of a month, counted from 1970-01 */
static int64
month_start_day(int64 month)
{
	static const int days_before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
	int64		year = 1970 + month / 12;
	int64		of_year = month % 12;
	int64		past = year - 1;
	int64		leap_days = past / 4 - past / 100 + past / 400 -
		(1969 / 4 - 1969 / 100 + 1969 / 400);
	bool		leap_year = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return (year - 1970) * 365 + leap_days + days_before[of_year] + (leap_year && of_year >= 2);
}

/* Returns the month that contains a day */
static int64
month_of_day(int64 day)
{
	/* no month has more than 31 days, so this is too small, by less than 2 % */
	int64		month = day / 31;

	while (month_start_day(month + 12) <= day)
		month += 12;
	while (month_start_day(month + 1) <= day)
		month++;
	return month;
}

uuidx_grid_status
uuidx_grid_make(int32 months, int32 days, int64 us, uuidx_grid *grid)
{
	/* 2^31 days and 2^63 microseconds are less than 2^58 milliseconds */
	grid->months = months;
	grid->length_ms = days * MS_PER_DAY + us / 1000;
	grid->origin_ms = 0;
	if (months != 0 && (days != 0 || us != 0))
		return UUIDX_GRID_MIXED;
	if (us % 1000 != 0)
		return UUIDX_GRID_FRACTION;
	if (months < 0 || (months == 0 && grid->length_ms <= 0))
		return UUIDX_GRID_NOT_POSITIVE;
	if (months == 0 && grid->length_ms % MS_PER_WEEK == 0)
		grid->origin_ms = FIRST_MONDAY_MS;
	return UUIDX_GRID_OK;
}

uuidx_grid_unit
uuidx_grid_unit_of(const uuidx_grid *grid)
{
	if (grid->length_ms % MS_PER_DAY == 0)
		return UUIDX_GRID_DAYS;
	return grid->length_ms % 1000 == 0 ? UUIDX_GRID_SECONDS : UUIDX_GRID_MILLISECONDS;
}

int64
uuidx_grid_index(const uuidx_grid *grid, int64 unix_ms)
{
	if (grid->months != 0)
		return month_of_day(unix_ms / MS_PER_DAY) / grid->months;

	/* the days before the first Monday belong to the week before it */
	if (unix_ms < grid->origin_ms)
		return -1;
	return (unix_ms - grid->origin_ms) / grid->length_ms;
}

int64
uuidx_grid_start_ms(const uuidx_grid *grid, int64 index)
{
	/* no overflow: one step beyond the last v7 is less than 2^63 milliseconds */
	int64		unix_ms = grid->months == 0 ? grid->origin_ms + index * grid->length_ms :
		month_start_day(index * grid->months) * MS_PER_DAY;

	return Max(0, Min(unix_ms, UUIDX_UNIX_MAX_MS + 1));
}

void
uuidx_v7_at_or_after(const pg_uuid_t *uuid, pg_uuid_t *v7)
{
	uint64		hi = uuidx_hi(uuid);
	uint64		lo = uuidx_lo(uuid);
	uint64		version = (hi & UUIDX_VERSION_MASK) >> UUIDX_VERSION_SHIFT;
	uint64		variant = lo & UUIDX_VARIANT_MASK;

	/* milliseconds and rand_a are one number, so that rand_a can carry */
	uint64		tick = (hi >> 16) << UUIDX_V7_FRACTION_BITS | (hi & 0x0FFF);

	if (version < 7)
		tick &= ~UINT64CONST(0x0FFF);
	else if (version > 7)
		tick = (tick | 0x0FFF) + 1;
	else if (variant > UUIDX_VARIANT_RFC9562)
		tick++;
	if (version != 7 || variant != UUIDX_VARIANT_RFC9562)
		lo = 0;
	if (tick >> UUIDX_V7_FRACTION_BITS > (uint64) UUIDX_UNIX_MAX_MS)
		memset(v7->data, 0xFF, UUID_LEN);
	else
		uuidx_v7_write(v7, tick, lo);
}
