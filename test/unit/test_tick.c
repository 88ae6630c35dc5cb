/*
 * test_tick.c
 *	  tick.h: the monotonic step from known states, and behind another generator;
 *	  test_laws.c has any clock.
 */
#include "tap.h"

#include "uuid/tick.h"

#define LAST_TICK UINT64CONST(0xFFFFFFFFFFFFFFF)

/* 2022-02-22 19:22:22 UTC in ticks of v7, some year in those of v6 */
#define SOME_TICK (UINT64CONST(0x017F22E279B0) << 12)
#define HOUR (UINT64CONST(3600000) << 12)

static const char *const status_names[] = {"new", "held", "exhausted"};

static void
test_one_step(void)
{
	static const struct
	{
		const char *name;
		uuidx_tick_state before;
		uint64		now;
		uint32		random;
		uuidx_tick_status status;
		uuidx_tick_state after;
	}			cases[] =
	{
		{"first", {0, 0}, SOME_TICK, 0x1234, UUIDX_TICK_NEW, {SOME_TICK, 0x1234}},
		{"new tick", {SOME_TICK, 16383}, SOME_TICK + 1, 0x1FFF, UUIDX_TICK_NEW,
		{SOME_TICK + 1, 0x1FFF}},
		{"seed of 13 bits", {SOME_TICK, 0}, SOME_TICK + 1, 0xFFFFFFFF, UUIDX_TICK_NEW,
		{SOME_TICK + 1, 0x1FFF}},
		{"seed zero", {SOME_TICK, 5}, SOME_TICK + 1, 0xFFFFE000, UUIDX_TICK_NEW,
		{SOME_TICK + 1, 0}},
		{"same tick", {SOME_TICK, 5}, SOME_TICK, 0xFFFFFFFF, UUIDX_TICK_HELD, {SOME_TICK, 6}},
		{"one tick back", {SOME_TICK, 5}, SOME_TICK - 1, 77, UUIDX_TICK_HELD, {SOME_TICK, 6}},
		{"an hour back", {SOME_TICK, 8191}, SOME_TICK - HOUR, 77, UUIDX_TICK_HELD,
		{SOME_TICK, 8192}},
		{"back to zero", {SOME_TICK, 5}, 0, 77, UUIDX_TICK_HELD, {SOME_TICK, 6}},
		{"last counter", {SOME_TICK, 16382}, SOME_TICK, 77, UUIDX_TICK_HELD, {SOME_TICK, 16383}},
		{"counter runs over", {SOME_TICK, 16383}, SOME_TICK, 77, UUIDX_TICK_HELD,
		{SOME_TICK + 1, 77}},
		{"over, reseeded with 13 bits", {SOME_TICK, 16383}, 0, 0xFFFFFFFF, UUIDX_TICK_HELD,
		{SOME_TICK + 1, 8191}},
		{"over the millisecond", {SOME_TICK + 4095, 16383}, SOME_TICK, 1, UUIDX_TICK_HELD,
		{SOME_TICK + 4096, 1}},
		{"last tick", {LAST_TICK - 1, 16383}, LAST_TICK - 1, 3, UUIDX_TICK_HELD, {LAST_TICK, 3}},
		{"last value", {LAST_TICK, 16382}, LAST_TICK, 3, UUIDX_TICK_HELD, {LAST_TICK, 16383}},
		{"exhausted", {LAST_TICK, 16383}, LAST_TICK, 3, UUIDX_TICK_EXHAUSTED, {LAST_TICK, 16383}},
		{"exhausted, clock back", {LAST_TICK, 16383}, SOME_TICK, 3, UUIDX_TICK_EXHAUSTED,
		{LAST_TICK, 16383}},
	};

	tap_begin("tick: one step from a known state");
	for (size_t i = 0; i < lengthof(cases); i++)
	{
		uuidx_tick_state state = cases[i].before;
		uuidx_tick_status status = uuidx_tick_step(&state, cases[i].now, cases[i].random);

		TAP_CHECK(status == cases[i].status, "%s: status is %s", cases[i].name,
				  status_names[status]);
		TAP_CHECK(state.tick == cases[i].after.tick && state.counter == cases[i].after.counter,
				  "%s: state is (%" PRIx64 ", %u)", cases[i].name, state.tick, state.counter);
	}
	tap_end();
}

/* Follows a state of another generator, and says whether it gets there */
static bool
follows(uuidx_tick_state *state, uint64 tick, uint32 counter, uuidx_tick_status status,
		uint64 to_tick, uint32 to_counter)
{
	uuidx_tick_state next = {tick, counter};

	return uuidx_tick_follow(state, next, 5) == status &&
		state->tick == to_tick && state->counter == to_counter;
}

static void
test_follow(void)
{
	uuidx_tick_state state = {0};
	uint64		now = SOME_TICK;

	tap_begin("tick: the greater state of another generator is taken as it is");
	TAP_CHECK(follows(&state, now, 9000, UUIDX_TICK_NEW, now, 9000), "first");
	TAP_CHECK(follows(&state, now, 9001, UUIDX_TICK_HELD, now, 9001), "same tick");
	TAP_CHECK(follows(&state, now + 1, 0, UUIDX_TICK_NEW, now + 1, 0), "next tick");
	tap_end();

	tap_begin("tick: behind a generator that steps back the tick is held");
	TAP_CHECK(follows(&state, now + 1, 0, UUIDX_TICK_HELD, now + 1, 1), "same state");
	TAP_CHECK(follows(&state, now, 16383, UUIDX_TICK_HELD, now + 1, 2), "a tick before");
	state.tick = LAST_TICK;
	state.counter = 16383;
	TAP_CHECK(follows(&state, LAST_TICK, 7, UUIDX_TICK_EXHAUSTED, LAST_TICK, 16383), "exhausted");
	tap_end();

	tap_begin("tick: behind a generator of any states the order is strict");
	memset(&state, 0, sizeof(state));
	for (int i = 0; i < 1000000; i++)
	{
		uuidx_tick_state before = state;
		uuidx_tick_state next;
		uint64		random = random_u64();

		now += random % 8;
		now -= random >> 8 & 3;
		next.tick = now;
		next.counter = (uint32) (random >> 16 & 16383);
		uuidx_tick_follow(&state, next, (uint32) (random >> 32));
		TAP_CHECK(state.tick > before.tick ||
				  (state.tick == before.tick && state.counter > before.counter),
				  "(%" PRIx64 ", %u) follows (%" PRIx64 ", %u)", state.tick, state.counter,
				  before.tick, before.counter);
	}
	tap_end();
}

void
test_tick(void)
{
	test_one_step();
	test_follow();
}
