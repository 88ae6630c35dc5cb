/*
 * test_tick.c
 *	  tick.h and the ticks of layout.h: moved ticks, and a generator that follows another one;
 *	  test_laws.c has random UUIDs and clocks.
 */
#include "tap.h"

#include "uuid/epoch.h"
#include "uuid/layout.h"
#include "uuid/tick.h"

/* 2022-02-22 19:22:22 UTC in ticks of v7 */
#define SOME_TICK (UINT64CONST(0x017F22E279B0) << 12)

static void
test_moved(void)
{
	static const int64 distances[] = {0, 1000, -1000, -86400000000, 31536000000000};
	const TimestampTz ms = INT64CONST(1645557742123000) - UUIDX_PG_EPOCH_UNIX_US;

	tap_begin("a moved v7 tick is the instant plus the distance, for all microseconds of a ms");
	for (size_t i = 0; i < lengthof(distances); i++)
		for (int64 us = 0; us < 1000; us++)
			for (int64 by = distances[i]; by < distances[i] + 1000; by++)
			{
				uint64		tick = 0;
				bool		ok = uuidx_v7_tick(ms + us, &tick);
				int64		told = uuidx_v7_tick_time_us(uuidx_v7_move_tick(tick, by));

				TAP_CHECK(ok && told == ms + us + by, "%" PRId64 " by %" PRId64 " is %" PRId64,
						  ms + us, by, told);
			}
}

/* A greater state of the other generator is adopted; otherwise the tick is held */
static void
test_follow(void)
{
	uuidx_tick_state state = {0};
	uuidx_tick_state last = {(UINT64CONST(1) << 60) - 1, 16383};
	uuidx_tick_state next = last;
	uint64		now = SOME_TICK;

	tap_begin("a generator that follows any states of another one keeps a strict order");
	for (int i = 0; i < 1000000; i++)
	{
		uuidx_tick_state before = state;
		uint64		random = random_u64();
		bool		greater;

		now += random % 8;
		now -= random >> 8 & 3;
		next.tick = now;
		next.counter = (uint32) (random >> 16 & 16383);
		uuidx_tick_follow(&state, next, (uint32) (random >> 32));
		greater = next.tick > before.tick ||
			(next.tick == before.tick && next.counter > before.counter);
		TAP_CHECK(greater ? state.tick == next.tick && state.counter == next.counter :
				  before.counter < 16383 ?
				  state.tick == before.tick && state.counter == before.counter + 1 :
				  state.tick == before.tick + 1 && state.counter < 8192,
				  "(%" PRIx64 ", %u) follows (%" PRIx64 ", %u)", state.tick, state.counter,
				  before.tick, before.counter);
	}
	state = last;
	TAP_CHECK(!uuidx_tick_follow(&state, next, 5) &&
			  memcmp(&state, &last, sizeof(state)) == 0, "the last state of all is followed");
}

void
test_tick(void)
{
	test_moved();
	test_follow();
}
