/*
 * fuzz_tick.c
 *	  The monotonic step of v7 and v6 along any clock, against one number that
 *	  only grows.
 *
 * Input: whether the end of time is near, where the generator stands, then for
 * each step what the clock does and what chance gives.
 */
#include "fuzz.h"
#include "uuid/tick.h"

#define TICKS (UINT64CONST(1) << 60)
#define COUNTERS 16384
#define SEEDS 8192

/* tick * 16384 + counter; what comes next is one more, or where the clock is */
typedef unsigned __int128 tick_place;

static tick_place
place_of(const uuidx_v7_state *state)
{
	return (tick_place) state->tick * COUNTERS + state->counter;
}

static void
step_v7(uuidx_v7_state *state, uint64 now, uint32 random)
{
	uuidx_v7_state before = *state;
	tick_place	expected = place_of(state) + 1;
	uuidx_tick_status status = uuidx_v7_step(state, now, random);
	pg_uuid_t	last;
	pg_uuid_t	next;

	if (now > before.tick)
	{
		REQUIRE(status == UUIDX_TICK_NEW);
		expected = (tick_place) now * COUNTERS + random % SEEDS;
	}
	else if (expected % COUNTERS == 0)
		expected += random % SEEDS;

	if (expected / COUNTERS >= TICKS)
	{
		REQUIRE(status == UUIDX_TICK_EXHAUSTED && place_of(state) == place_of(&before));
		return;
	}
	REQUIRE(now > before.tick || status == UUIDX_TICK_HELD);
	REQUIRE(place_of(state) == expected && state->counter < COUNTERS);

	/* the last UUID before sorts before the first one now */
	uuidx_v7_write(&last, before.tick, (uint64) before.counter << 48 | UINT64CONST(0xFFFFFFFFFFFF));
	uuidx_v7_write(&next, state->tick, (uint64) state->counter << 48);
	REQUIRE(memcmp(&last, &next, UUID_LEN) < 0);
}

static void
step_v6(uuidx_v6_state *state, uint64 now, uint64 random)
{
	uint64		before = state->tick;
	uint64		expected = now > before ? now : before + 1;
	uuidx_tick_status status = uuidx_v6_step(state, now);
	pg_uuid_t	last;
	pg_uuid_t	next;

	if (expected >= TICKS)
	{
		REQUIRE(status == UUIDX_TICK_EXHAUSTED && state->tick == before);
		return;
	}
	REQUIRE(status == (now > before ? UUIDX_TICK_NEW : UUIDX_TICK_HELD));
	REQUIRE(state->tick == expected);
	uuidx_v6_write(&last, before, PG_UINT64_MAX);
	uuidx_v6_write(&next, state->tick, random);
	REQUIRE(memcmp(&last, &next, UUID_LEN) < 0);
}

int
LLVMFuzzerTestOneInput(const uint8 *data, size_t size)
{
	fuzz_input	input = {data, size};
	uuidx_v7_state v7;
	uuidx_v6_state v6;
	uint64		now;
	bool		near_the_end = fuzz_octet(&input) & 1;

	v7.tick = fuzz_number(&input) % TICKS;
	if (near_the_end)
		v7.tick = TICKS - 1 - v7.tick % 8;
	v7.counter = (uint32) fuzz_number(&input) % COUNTERS;
	v6.tick = v7.tick;
	now = v7.tick;

	for (int left = 10000; input.size > 0 && left > 0;)
	{
		uint8		choice = fuzz_octet(&input);
		uint64		value = fuzz_number(&input);

		switch (choice & 3)
		{
			case 0:				/* stands still */
				break;
			case 1:				/* goes on */
				now = (now + value % 65536) % TICKS;
				break;
			case 2:				/* goes back */
				now -= value % 65536 < now ? value % 65536 : now;
				break;
			case 3:				/* is set */
				now = value % TICKS;
				break;
		}
		/* few in one tick, or now and then more than it has room for */
		for (int i = choice >> 2 == 63 ? 9000 : choice >> 4; i > 0; i--, left--)
		{
			step_v7(&v7, now, (uint32) (value >> 32) * (uint32) i);
			step_v6(&v6, now, value);
		}
	}
	return 0;
}
