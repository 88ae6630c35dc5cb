/*
 * test_order_bounds.c
 *	  order.h: the boundaries of an instant, against the oracle, their neighbours
 *	  in the order, and known values.
 */
#include "test_order.h"

/*
 * Boundaries.  An instant is microseconds; the time of a UUID in microseconds is
 * its ticks rounded down, and that of one without is after all of them.
 */
static int
compare_time(const order_place *place, int64 pg_us)
{
	int64		time_us = place->ticks / 10 - EPOCH_PG_US;

	if (place->timeless || time_us > pg_us)
		return 1;
	return time_us < pg_us ? -1 : 0;
}

/* Whether a tick has UUIDs, and its last one */
static bool
last_of_tick(int64 ticks, pg_uuid_t *uuid)
{
	int64		since_epoch = ticks - EPOCH_TICKS;

	if (since_epoch >= 0 && since_epoch % 10000 == 0 && since_epoch / 10000 < V7_MS)
		*uuid = order_unix_ms(since_epoch / 10000, 0xFFF, LO_LAST);
	else if (ticks >= 0 && ticks < V6_TICKS)
		*uuid = order_gregorian(6, ticks, LO_LAST);
	else
		return false;
	return true;
}

/* The UUID just before one that is the first of its tick, or nil; false if none is */
static bool
previous(const pg_uuid_t *uuid, pg_uuid_t *result)
{
	order_place place = order_place_of(uuid);

	for (int64 ticks = place.timeless ? V7_END_TICKS - 1 : place.ticks - 1; ticks >= 0; ticks--)
		if (last_of_tick(ticks, result))
			return true;
	return false;
}

static void
check_against(const pg_uuid_t *uuid, const order_place *place, int64 pg_us,
			  const pg_uuid_t *lower, const pg_uuid_t *after)
{
	int			time = compare_time(place, pg_us);

	TAP_CHECK((uuidx_time_compare(uuid, lower) >= 0) == (time >= 0),
			  "%" PRId64 " us: %s is %d, lower is %s", pg_us,
			  uuid_text(uuid), time, uuid_text(lower));
	TAP_CHECK((uuidx_time_compare(uuid, after) >= 0) == (time > 0),
			  "%" PRId64 " us: %s is %d, after is %s", pg_us,
			  uuid_text(uuid), time, uuid_text(after));
}

/* The boundaries of an instant, their neighbours, and a part of the nasty set */
static void
check_boundaries(int64 pg_us, int step)
{
	pg_uuid_t	first = order_gregorian(1, 0, LO_FIRST);
	pg_uuid_t	lower;
	pg_uuid_t	after;
	pg_uuid_t	neighbour;
	order_place place;

	uuidx_time_lower(pg_us, &lower);
	uuidx_time_after(pg_us, &after);

	place = order_place_of(&lower);
	TAP_CHECK(compare_time(&place, pg_us) >= 0, "%" PRId64 " us: lower %s is earlier",
			  pg_us, uuid_text(&lower));
	if (previous(&lower, &neighbour))
	{
		place = order_place_of(&neighbour);
		TAP_CHECK(compare_time(&place, pg_us) < 0, "%" PRId64 " us: %s is before lower, %s",
				  pg_us, uuid_text(&neighbour), uuid_text(&lower));
	}
	place = order_place_of(&after);
	if (!place.timeless)
		TAP_CHECK(compare_time(&place, pg_us) > 0, "%" PRId64 " us: after is %s",
				  pg_us, uuid_text(&after));

	if (previous(&after, &neighbour))
	{
		place = order_place_of(&neighbour);
		TAP_CHECK(compare_time(&place, pg_us) <= 0, "%" PRId64 " us: %s is before after, %s",
				  pg_us, uuid_text(&neighbour), uuid_text(&after));
	}
	if (pg_us < -EPOCH_PG_US)
		TAP_CHECK(order_compare_slowly(&lower, &first) == 0, "%" PRId64 " us: lower is %s",
				  pg_us, uuid_text(&lower));

	for (int i = (int) ((uint64) pg_us % (uint64) step); i < order_nasty_count; i += step)
		check_against(&order_nasty[i], &order_nasty_place[i], pg_us, &lower, &after);
	for (int i = 0; i < 10; i++)
	{
		pg_uuid_t	uuid = order_random();

		place = order_place_of(&uuid);
		check_against(&uuid, &place, pg_us, &lower, &after);
	}
}

void
test_order_bounds(void)
{
	static const struct
	{
		int64		pg_us;
		const char *lower;
		const char *after;
	}			cases[] =
	{
		/* -infinity, the first instant of the server, 1 us before 1582-10-15 */
		{PG_INT64_MIN, "00000000-0000-1000-8000-000000000000",
		"00000000-0000-1000-8000-000000000000"},
		{INT64CONST(-211813488000000000), "00000000-0000-1000-8000-000000000000",
		"00000000-0000-1000-8000-000000000000"},
		{-EPOCH_PG_US - 1, "00000000-0000-1000-8000-000000000000",
		"00000000-0000-1000-8000-000000000000"},
		{-EPOCH_PG_US, "00000000-0000-1000-8000-000000000000",
		"0000000a-0000-1000-8000-000000000000"},
		/* 1970: what is 100 to 900 ns later belongs to the same microsecond */
		{INT64CONST(-946684800000000), "13814000-1dd2-11b2-8000-000000000000",
		"1381400a-1dd2-11b2-8000-000000000000"},
		/* 2022-02-22 19:22:22 */
		{INT64CONST(698872942000000), "c232ab00-9414-11ec-8000-000000000000",
		"c232ab0a-9414-11ec-8000-000000000000"},
		/* 5236-03-31 21:21:00.684697, whose last four ticks are no more */
		{INT64CONST(102126172860684697), "fffffffa-ffff-1fff-8000-000000000000",
		"5dbe8511-1d0d-7000-8000-000000000000"},
		{INT64CONST(102126172860684698), "5dbe8511-1d0d-7000-8000-000000000000",
		"5dbe8511-1d0d-7000-8000-000000000000"},
		{INT64CONST(102126172860685000), "5dbe8511-1d0d-7000-8000-000000000000",
		"5dbe8511-1d0e-7000-8000-000000000000"},
		/* 10889-08-02 05:31:50.655, and a microsecond later */
		{INT64CONST(280528291910655000), "ffffffff-ffff-7000-8000-000000000000",
		"00000000-0000-0000-0000-000000000000"},
		{INT64CONST(280528291910655001), "00000000-0000-0000-0000-000000000000",
		"00000000-0000-0000-0000-000000000000"},
		/* the last instant of the server, infinity */
		{INT64CONST(9223371331199999999), "00000000-0000-0000-0000-000000000000",
		"00000000-0000-0000-0000-000000000000"},
		{PG_INT64_MAX, "00000000-0000-0000-0000-000000000000",
		"00000000-0000-0000-0000-000000000000"}
	};

	tap_begin("boundaries: known instants");
	for (size_t i = 0; i < lengthof(cases); i++)
	{
		pg_uuid_t	uuid;

		uuidx_time_lower(cases[i].pg_us, &uuid);
		TAP_CHECK_UUID(cases[i].lower, &uuid);
		uuidx_time_after(cases[i].pg_us, &uuid);
		TAP_CHECK_UUID(cases[i].after, &uuid);
	}
	tap_end();

	tap_begin("boundaries: edges against neighbours and the whole nasty set");
	for (size_t i = 0; i < lengthof(cases); i++)
		check_boundaries(cases[i].pg_us, 1);
	for (size_t i = 0; i < lengthof(order_instants); i++)
		for (int us = -1001; us <= 1001; us += us > -3 && us < 3 ? 1 : 499)
			check_boundaries(order_instants[i] / 10 - EPOCH_PG_US + us, 1);
	tap_end();

	tap_begin("boundaries: random instants against neighbours and random UUIDs");
	for (int i = 0; i < 50000; i++)
	{
		/* anywhere, or where v1, v6 and v7 are, or near to 2022-02-22 */
		int64		pg_us = (int64) random_u64();

		if (i % 3 == 1)
			pg_us = (int64) ((uint64) pg_us >> 5) - EPOCH_PG_US;
		else if (i % 3 == 2)
			pg_us = INT64CONST(698872942000000) + (pg_us & 0xFFF);
		check_boundaries(pg_us, 97);
	}
	tap_end();
}
