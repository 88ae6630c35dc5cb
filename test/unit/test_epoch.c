/*
 * test_epoch.c
 *	  epoch.h and the conversions between timestamptz and the ticks of v7 and
 *	  v6: edges, infinities, every microsecond.
 *
 * The expected numbers are written out, so that a wrong constant cannot agree
 * with itself: seconds from 1970-01-01 by `date -u -d ... +%s`.
 */
#include "tap.h"

#include "uuid/epoch.h"
#include "uuid/layout.h"

/* What must stay in a variable that a failing call leaves alone */
#define UNTOUCHED UINT64CONST(0xDEADBEEFDEADBEEF)

/* timestamptz of seconds and microseconds since 1970 */
#define UNIX(seconds, us) (INT64CONST(seconds) * 1000000 + (us) - INT64CONST(946684800000000))

/* One instant and its tick; out of range where ok is false */
typedef struct edge_case
{
	const char *name;
	TimestampTz pg_us;
	bool		ok;
	uint64		tick;
} edge_case;

static const edge_case v7_edges[] =
{
	{"1970-01-01", UNIX(0, 0), true, 0},
	{"1970-01-01 + 1 us", UNIX(0, 1), true, 4},
	{"1970-01-01 + 999 us", UNIX(0, 999), true, 4091},
	{"1970-01-01 + 1 ms", UNIX(0, 1000), true, 4096},
	{"1970-01-01 - 1 us", UNIX(0, -1), false, 0},
	{"1969-12-31", UNIX(-86400, 0), false, 0},
	{"1582-10-15", UNIX(-12219292800, 0), false, 0},
	{"4713-01-01 BC", UNIX(-210866803200, 0), false, 0},
	{"2000-01-01 - 1 us", UNIX(946684799, 999999), true,
	UINT64CONST(946684799999) * 4096 + 4091},
	{"2000-01-01", UNIX(946684800, 0), true, UINT64CONST(946684800000) * 4096},
	{"RFC 9562 A.6", UNIX(1645557742, 0), true, UINT64CONST(0x017F22E279B0) * 4096},
	{"2038-01-19 03:14:07.999999", UNIX(2147483647, 999999), true,
	UINT64CONST(2147483647999) * 4096 + 4091},
	{"2038-01-19 03:14:08", UNIX(2147483648, 0), true, UINT64CONST(2147483648000) * 4096},
	{"5236-03-31 21:21:00.684698", UNIX(103072857660, 684698), true,
	UINT64CONST(103072857660684) * 4096 + 2859},
	{"10889-08-02 05:31:50.655", UNIX(281474976710, 655000), true,
	UINT64CONST(0xFFFFFFFFFFFF000)},
	{"10889-08-02 05:31:50.655999", UNIX(281474976710, 655999), true,
	UINT64CONST(0xFFFFFFFFFFFFFFB)},
	{"10889-08-02 05:31:50.656", UNIX(281474976710, 656000), false, 0},
	{"the last timestamptz", INT64CONST(9223371331199999999), false, 0},
	{"the last integer but one", PG_INT64_MAX - 1, false, 0},
	{"infinity", PG_INT64_MAX, false, 0},
	{"-infinity", PG_INT64_MIN, false, 0},
	{"the first integer but one", PG_INT64_MIN + 1, false, 0},
};

static const edge_case v6_edges[] =
{
	{"1582-10-15", UNIX(-12219292800, 0), true, 0},
	{"1582-10-15 + 1 us", UNIX(-12219292800, 1), true, 10},
	{"1582-10-15 - 1 us", UNIX(-12219292800, -1), false, 0},
	{"4713-01-01 BC", UNIX(-210866803200, 0), false, 0},
	{"1970-01-01 - 1 us", UNIX(0, -1), true, UINT64CONST(0x01B21DD213814000) - 10},
	{"1970-01-01", UNIX(0, 0), true, UINT64CONST(0x01B21DD213814000)},
	{"2000-01-01 - 1 us", UNIX(946684799, 999999), true, UINT64CONST(131659775999999990)},
	{"2000-01-01", UNIX(946684800, 0), true, UINT64CONST(131659776000000000)},
	{"RFC 9562 A.5", UNIX(1645557742, 0), true, UINT64CONST(0x1EC9414C232AB00)},
	{"2038-01-19 03:14:08", UNIX(2147483648, 0), true, UINT64CONST(143667764480000000)},
	{"5236-03-31 21:21:00.684697", UNIX(103072857660, 684697), true,
	UINT64CONST(1152921504606846970)},
	{"5236-03-31 21:21:00.684698", UNIX(103072857660, 684698), false, 0},
	{"10889-08-02", UNIX(281474956800, 0), false, 0},
	{"the last timestamptz", INT64CONST(9223371331199999999), false, 0},
	{"the last integer but one", PG_INT64_MAX - 1, false, 0},
	{"infinity", PG_INT64_MAX, false, 0},
	{"-infinity", PG_INT64_MIN, false, 0},
	{"the first integer but one", PG_INT64_MIN + 1, false, 0},
};

static void
check_edges(const edge_case *edges, size_t n, bool (*to_tick) (TimestampTz, uint64 *))
{
	for (size_t i = 0; i < n; i++)
	{
		uint64		tick = UNTOUCHED;
		bool		ok = to_tick(edges[i].pg_us, &tick);

		TAP_CHECK(ok == edges[i].ok, "%s: %s", edges[i].name, ok ? "accepted" : "refused");
		TAP_CHECK(tick == (edges[i].ok ? edges[i].tick : UNTOUCHED),
				  "%s: expected %" PRIu64 ", got %" PRIu64, edges[i].name, edges[i].tick, tick);
	}
}

static bool
v7_tick(TimestampTz pg_us, uint64 *tick)
{
	return uuidx_v7_tick(pg_us, tick);
}

static bool
v6_tick(TimestampTz pg_us, uint64 *tick)
{
	return uuidx_v6_tick(pg_us, tick);
}

/* Seconds since 1970 whose every microsecond is tried */
static const int64 v7_seconds[] =
{0, 1, 946684799, 946684800, 1645557742, 2147483647, 2147483648, 103072857660, 281474976709};

static const int64 v6_seconds[] =
{-12219292800, -12219292799, -1, 0, 946684799, 946684800, 2147483648, 103072857659};

static void
test_every_microsecond(void)
{
	tap_begin("every microsecond of a second is read back from a v7, and they keep their order");
	for (size_t s = 0; s < lengthof(v7_seconds); s++)
	{
		uint64		previous = 0;

		for (int us = 0; us < 1000000; us++)
		{
			TimestampTz pg_us = v7_seconds[s] * 1000000 + us - INT64CONST(946684800000000);
			TimestampTz back_us = 0;
			TimestampTz back_ms = 0;
			uint64		tick = 0;
			pg_uuid_t	uuid;
			bool		ok = uuidx_v7_tick(pg_us, &tick);

			uuidx_v7_write(&uuid, tick, random_u64());
			ok = ok && uuidx_v7_time_us(&uuid, &back_us) && uuidx_v7_time(&uuid, &back_ms);
			TAP_CHECK(ok && back_us == pg_us, "%" PRId64 " was read back as %" PRId64,
					  pg_us, back_us);
			TAP_CHECK(ok && back_ms == pg_us - us % 1000,
					  "%" PRId64 " has the millisecond %" PRId64,
					  pg_us, back_ms);
			TAP_CHECK(us == 0 || tick > previous,
					  "%" PRId64 " does not follow its predecessor", pg_us);
			previous = tick;
		}
	}
	tap_end();

	tap_begin("every microsecond of a second is read back from a v6 and a v1");
	for (size_t s = 0; s < lengthof(v6_seconds); s++)
	{
		for (int us = 0; us < 1000000; us++)
		{
			TimestampTz pg_us = v6_seconds[s] * 1000000 + us - INT64CONST(946684800000000);
			TimestampTz back_v6 = 0;
			TimestampTz back_v1 = 0;
			uint64		tick = 0;
			pg_uuid_t	uuid;
			bool		ok = uuidx_v6_tick(pg_us, &tick);

			uuidx_v6_write(&uuid, tick, random_u64());
			ok = ok && uuidx_time(&uuid, &back_v6);
			uuidx_v6_to_v1(&uuid, &uuid);
			ok = ok && uuidx_time(&uuid, &back_v1);
			TAP_CHECK(ok && back_v6 == pg_us && back_v1 == pg_us,
					  "%" PRId64 " was read back as %" PRId64 " and %" PRId64,
					  pg_us, back_v6, back_v1);
		}
	}
	tap_end();

	tap_begin("100 ns of a v6 are rounded down to microseconds, also before 2000");
	for (uint64 sub = 0; sub < 30; sub++)
	{
		TimestampTz back = 0;
		pg_uuid_t	uuid;

		uuidx_v6_write(&uuid, 1000 + sub, random_u64());
		TAP_CHECK(uuidx_time(&uuid, &back) && back == UNIX(-12219292800, 100) + (int64) sub / 10,
				  "tick %" PRIu64 " is %" PRId64, 1000 + sub, back);
	}
	tap_end();
}

static void
test_fraction(void)
{
	static const TimestampTz ms[] = {UNIX(0, 0), UNIX(1645557742, 0), UNIX(281474976710, 655000)};

	tap_begin("no rand_a leaves its millisecond, and a larger one is no earlier");
	for (size_t i = 0; i < lengthof(ms); i++)
	{
		TimestampTz previous = ms[i];

		for (uint64 rand_a = 0; rand_a < 4096; rand_a++)
		{
			TimestampTz back = 0;
			uint64		tick = 0;
			pg_uuid_t	uuid;
			bool		ok = uuidx_v7_tick(ms[i], &tick);

			uuidx_v7_write(&uuid, tick + rand_a, random_u64());
			ok = ok && uuidx_v7_time_us(&uuid, &back);
			TAP_CHECK(ok && back >= previous && back < ms[i] + 1000,
					  "rand_a %" PRIu64 " of %" PRId64 " is %" PRId64, rand_a, ms[i], back);

			/*
			 * the fraction's own instant, rounded down, or the next
			 * microsecond
			 */
			TAP_CHECK(back - ms[i] == (int64) (rand_a * 1000 / 4096) ||
					  back - ms[i] == (int64) (rand_a * 1000 / 4096) + 1,
					  "rand_a %" PRIu64 " is microsecond %" PRId64, rand_a, back - ms[i]);
			previous = back;
		}
		TAP_CHECK(previous == ms[i] + 999, "the last rand_a is microsecond %" PRId64,
				  previous - ms[i]);
	}
	tap_end();
}

static void
test_moved(void)
{
	static const int64 distances[] = {0, 1000, -1000, -86400000000, 31536000000000};
	const TimestampTz ms = UNIX(1645557742, 123000);

	tap_begin("a moved v7 tick is read as its instant and so many microseconds, for all of a ms");
	for (size_t i = 0; i < lengthof(distances); i++)
	{
		for (int64 us = 0; us < 1000; us++)
		{
			uint64		tick = 0;
			bool		ok = uuidx_v7_tick(ms + us, &tick);

			TAP_CHECK(ok && uuidx_v7_tick_time_us(tick) == ms + us, "%" PRId64, ms + us);
			for (int64 by = distances[i]; by < distances[i] + 1000; by++)
			{
				uint64		moved = uuidx_v7_move_tick(tick, by);

				TAP_CHECK(uuidx_v7_tick_time_us(moved) == ms + us + by,
						  "%" PRId64 " by %" PRId64 " is %" PRId64, ms + us, by,
						  uuidx_v7_tick_time_us(moved));
			}
		}
	}
	tap_end();

	tap_begin("a tick that is moved inside its ms stays in it, but for one tick");
	for (uint64 fraction = 0; fraction < 4096; fraction++)
	{
		uint64		tick = (UINT64CONST(0x017F22E279B0) << 12) + fraction;
		int64		us = (uuidx_v7_tick_time_us(tick) + UUIDX_PG_EPOCH_UNIX_US) % 1000;
		uint64		moved = uuidx_v7_move_tick(tick, 999 - us);

		TAP_CHECK(moved >> 12 == tick >> 12, "fraction %" PRIx64 " leaves", fraction);
		moved = uuidx_v7_move_tick(tick, -us);
		TAP_CHECK((moved + 1) >> 12 == tick >> 12, "fraction %" PRIx64 " is far back", fraction);
		TAP_CHECK(fraction % 512 == 511 || moved >> 12 == tick >> 12,
				  "fraction %" PRIx64 " leaves backwards", fraction);
	}
	tap_end();

	tap_begin("moved ticks keep their order, and a greater distance moves no tick less");
	for (int i = 0; i < 1000000; i++)
	{
		uint64		tick = (UINT64CONST(0x017F22E279B0) << 12) + random_u64() % 10000000;
		int64		by = (int64) (random_u64() % 4000) - 2000;

		TAP_CHECK(uuidx_v7_move_tick(tick + 1, by) == uuidx_v7_move_tick(tick, by) + 1,
				  "tick %" PRIx64 " by %" PRId64, tick, by);
		TAP_CHECK(uuidx_v7_move_tick(tick, by + 1) > uuidx_v7_move_tick(tick, by),
				  "tick %" PRIx64 " by %" PRId64 " and one more", tick, by);
	}
	tap_end();
}

static void
test_limits(void)
{
	tap_begin("the limits are where RFC 9562 puts them");
	TAP_CHECK(UUIDX_V7_MIN_PG_US == UNIX(0, 0), "v7 begins at %" PRId64, UUIDX_V7_MIN_PG_US);
	TAP_CHECK(UUIDX_V7_MAX_PG_US == UNIX(281474976710, 655999), "v7 ends at %" PRId64,
			  UUIDX_V7_MAX_PG_US);
	TAP_CHECK(UUIDX_V6_MIN_PG_US == UNIX(-12219292800, 0), "v6 begins at %" PRId64,
			  UUIDX_V6_MIN_PG_US);
	TAP_CHECK(UUIDX_V6_MAX_PG_US == UNIX(103072857660, 684697), "v6 ends at %" PRId64,
			  UUIDX_V6_MAX_PG_US);
	tap_end();
}

void
test_epoch(void)
{
	test_limits();

	tap_begin("instants become v7 ticks, or are refused, at every edge");
	check_edges(v7_edges, lengthof(v7_edges), v7_tick);
	tap_end();

	tap_begin("instants become v6 ticks, or are refused, at every edge");
	check_edges(v6_edges, lengthof(v6_edges), v6_tick);
	tap_end();

	test_every_microsecond();
	test_fraction();
	test_moved();
}
