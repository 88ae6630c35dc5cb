/*
 * test_tick.c
 *	  tick.h: the monotonic step, against a model and along clocks that stand
 *	  still, jump and run back.
 */
#include "tap.h"

#include "uuid/tick.h"

#define COUNTERS UINT64CONST(16384)
#define SEEDS 8192
#define LAST_TICK UINT64CONST(0xFFFFFFFFFFFFFFF)

/* 2022-02-22 19:22:22 UTC in ticks of v7 */
#define SOME_TICK (UINT64CONST(0x017F22E279B0) << 12)
#define HOUR (UINT64CONST(3600000) << 12)

static const char *const status_names[] = {"new", "held", "exhausted"};

/*
 * The model: one number of 74 bits, tick * 16384 + counter, in two words of 28
 * and 46 bits, to which a held step adds one.
 */
typedef struct model
{
	uint64		high;
	uint64		low;
} model;

static void
model_set(model *m, uint64 tick, uint64 counter)
{
	m->high = tick >> 32;
	m->low = (tick & 0xFFFFFFFF) * COUNTERS + counter;
}

static uint64
model_tick(const model *m)
{
	return m->high << 32 | m->low / COUNTERS;
}

static uuidx_tick_status
model_step(model *m, uint64 now, uint32 random)
{
	model		next = *m;

	if (model_tick(m) < now)
	{
		model_set(m, now, random % SEEDS);
		return UUIDX_TICK_NEW;
	}

	next.low++;
	if (next.low % COUNTERS == 0)
		next.low += random % SEEDS;
	if (next.low >> 46 != 0)
	{
		next.low -= UINT64CONST(1) << 46;
		next.high++;
	}
	if (next.high >> 28 != 0)
		return UUIDX_TICK_EXHAUSTED;
	*m = next;
	return UUIDX_TICK_HELD;
}

/* The least and the greatest UUID that a state can make */
static pg_uuid_t
v7_of(const uuidx_v7_state *state, uint64 random48)
{
	pg_uuid_t	uuid;

	uuidx_v7_write(&uuid, state->tick, (uint64) state->counter << 48 | random48);
	return uuid;
}

/* Steps once and checks everything the header promises for one step */
static uuidx_tick_status
checked_v7_step(uuidx_v7_state *state, uint64 now, uint32 random)
{
	uuidx_v7_state before = *state;
	model		m;
	pg_uuid_t	a;
	pg_uuid_t	b;
	uuidx_tick_status expected;
	uuidx_tick_status status;

	model_set(&m, before.tick, before.counter);
	expected = model_step(&m, now, random);
	status = uuidx_v7_step(state, now, random);

	TAP_CHECK(status == expected, "status is %s, not %s", status_names[status],
			  status_names[expected]);
	TAP_CHECK(state->tick == model_tick(&m) && state->counter == m.low % COUNTERS,
			  "(%" PRIx64 ", %u) became (%" PRIx64 ", %u), not (%" PRIx64 ", %u)",
			  before.tick, before.counter, state->tick, state->counter,
			  model_tick(&m), (unsigned int) (m.low % COUNTERS));

	if (status == UUIDX_TICK_EXHAUSTED)
		TAP_CHECK(state->tick == before.tick && state->counter == before.counter,
				  "an exhausted generator moved to (%" PRIx64 ", %u)", state->tick, state->counter);
	else if (before.tick != 0)
	{
		a = v7_of(&before, UINT64CONST(0xFFFFFFFFFFFF));
		b = v7_of(state, 0);
		TAP_CHECK(memcmp(&a, &b, UUID_LEN) < 0, "%s is not before %s", uuid_text(&a), uuid_text(&b));
	}
	return status;
}

static void
test_v7_one_step(void)
{
	static const struct
	{
		const char *name;
		uuidx_v7_state before;
		uint64		now;
		uint32		random;
		uuidx_tick_status status;
		uuidx_v7_state after;
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

	tap_begin("v7: one step from a known state");
	for (size_t i = 0; i < lengthof(cases); i++)
	{
		uuidx_v7_state state = cases[i].before;
		uuidx_tick_status status = uuidx_v7_step(&state, cases[i].now, cases[i].random);

		TAP_CHECK(status == cases[i].status, "%s: status is %s", cases[i].name,
				  status_names[status]);
		TAP_CHECK(state.tick == cases[i].after.tick && state.counter == cases[i].after.counter,
				  "%s: state is (%" PRIx64 ", %u)", cases[i].name, state.tick, state.counter);
	}
	tap_end();
}

static void
test_v7_frozen_clock(void)
{
	uuidx_v7_state state = {0};
	uint64		tick = 0;
	int			in_tick = 0;

	tap_begin("v7: a frozen clock: 8192 to 16384 UUIDs in a tick, then the next tick, strictly increasing");
	for (int i = 0; i < 1000000; i++)
	{
		checked_v7_step(&state, SOME_TICK, (uint32) random_u64());
		if (state.tick != tick)
		{
			TAP_CHECK(state.tick == (tick == 0 ? SOME_TICK : tick + 1), "tick jumped to %" PRIx64,
					  state.tick);
			TAP_CHECK(state.counter < SEEDS, "seed %u has its top bit set", state.counter);
			TAP_CHECK(tick == 0 || (in_tick > SEEDS && in_tick <= (int) COUNTERS),
					  "%d UUIDs in a tick", in_tick);
			tick = state.tick;
			in_tick = 0;
		}
		in_tick++;
	}
	TAP_CHECK(state.tick > SOME_TICK + 50 && state.tick < SOME_TICK + 125, "the lead is %" PRIu64,
			  state.tick - SOME_TICK);
	tap_end();

	tap_begin("v7: the clock's tick is used again as soon as the clock has passed the lead");
	TAP_CHECK(checked_v7_step(&state, state.tick, 0) == UUIDX_TICK_HELD, "equal is not held");
	TAP_CHECK(checked_v7_step(&state, state.tick + 1, 4711) == UUIDX_TICK_NEW, "passed, but held");
	TAP_CHECK(state.counter == 4711, "counter is %u", state.counter);
	tap_end();
}

static void
test_v7_random_walk(void)
{
	uuidx_v7_state state = {0};
	uint64		now = SOME_TICK;
	uint64		largest = 0;

	tap_begin("v7: a random walk of the clock follows the model, strictly increasing, lead below the steps");
	for (int i = 0; i < 2000000; i++)
	{
		uint64		what = random_u64();
		uint64		size = random_u64();

		/* mostly frozen or a little forward, sometimes a jump either way */
		switch (what % 64)
		{
			case 0:
				now += size % HOUR;
				break;
			case 1:
				now -= size % HOUR;
				break;
			case 2:
				now -= size % 4096;
				break;
			case 3:
			case 4:
			case 5:
			case 6:
				now += size % 16;
				break;
			default:
				break;
		}
		largest = Max(largest, now);

		/* near the end of a tick often enough to see it run over */
		if (what >> 32 & 1 && state.counter < 16000 && state.tick != 0 && i % 512 == 0)
			state.counter = 16383 - (uint32) (size % 8);

		checked_v7_step(&state, now, (uint32) (what >> 16));

		/*
		 * one tick of lead for every counter that ran over: here at most all
		 * of the above
		 */
		TAP_CHECK(state.tick <= largest + 2000000 / 512, "the lead over every clock seen is %" PRIu64,
				  state.tick - largest);
	}
	tap_end();
}

static void
test_v7_exhaustion(void)
{
	uuidx_v7_state state = {LAST_TICK - 2, 16000};
	int			steps = 0;

	tap_begin("v7: the last tick runs out without moving, and stays out");
	while (checked_v7_step(&state, LAST_TICK - 2, 8191) != UUIDX_TICK_EXHAUSTED && steps < 100000)
		steps++;
	TAP_CHECK(steps == 383 + 8193 + 8193, "%d steps", steps);
	for (int i = 0; i < 100; i++)
	{
		uuidx_tick_status status = checked_v7_step(&state, i % 2 ? LAST_TICK : 0, 1);

		TAP_CHECK(status == UUIDX_TICK_EXHAUSTED, "status is %s", status_names[status]);
	}
	TAP_CHECK(state.tick == LAST_TICK && state.counter == 16383, "state is (%" PRIx64 ", %u)",
			  state.tick, state.counter);
	tap_end();
}

static void
test_v6_steps(void)
{
	static const struct
	{
		const char *name;
		uint64		before;
		uint64		now;
		uuidx_tick_status status;
		uint64		after;
	}			cases[] =
	{
		{"first", 0, SOME_TICK, UUIDX_TICK_NEW, SOME_TICK},
		{"new tick", SOME_TICK, SOME_TICK + 1, UUIDX_TICK_NEW, SOME_TICK + 1},
		{"new tick, far", SOME_TICK, LAST_TICK, UUIDX_TICK_NEW, LAST_TICK},
		{"same tick", SOME_TICK, SOME_TICK, UUIDX_TICK_HELD, SOME_TICK + 1},
		{"one tick back", SOME_TICK, SOME_TICK - 1, UUIDX_TICK_HELD, SOME_TICK + 1},
		{"an hour back", SOME_TICK, SOME_TICK - HOUR, UUIDX_TICK_HELD, SOME_TICK + 1},
		{"back to zero", SOME_TICK, 0, UUIDX_TICK_HELD, SOME_TICK + 1},
		{"last tick", LAST_TICK - 1, SOME_TICK, UUIDX_TICK_HELD, LAST_TICK},
		{"exhausted", LAST_TICK, LAST_TICK, UUIDX_TICK_EXHAUSTED, LAST_TICK},
		{"exhausted, clock back", LAST_TICK, SOME_TICK, UUIDX_TICK_EXHAUSTED, LAST_TICK},
	};
	uuidx_v6_state walk = {0};
	uint64		now = SOME_TICK;
	uint64		largest = 0;
	uint64		held = 0;

	tap_begin("v6: one step from a known state");
	for (size_t i = 0; i < lengthof(cases); i++)
	{
		uuidx_v6_state state = {cases[i].before};
		uuidx_tick_status status = uuidx_v6_step(&state, cases[i].now);

		TAP_CHECK(status == cases[i].status, "%s: status is %s", cases[i].name,
				  status_names[status]);
		TAP_CHECK(state.tick == cases[i].after, "%s: tick is %" PRIx64, cases[i].name, state.tick);
	}
	tap_end();

	tap_begin("v6: a random walk of the clock is strictly increasing, lead one tick for each held step");
	for (int i = 0; i < 1000000; i++)
	{
		uint64		before = walk.tick;
		uint64		what = random_u64();
		uuidx_tick_status status;

		if (what % 64 == 0)
			now += (what >> 8) % HOUR;
		else if (what % 64 == 1)
			now -= (what >> 8) % HOUR;
		else if (what % 4 == 2)
			now += (what >> 8) % 16;
		largest = Max(largest, now);

		status = uuidx_v6_step(&walk, now);
		held = status == UUIDX_TICK_HELD ? held + 1 : 0;
		TAP_CHECK(walk.tick > before, "%" PRIx64 " is not after %" PRIx64, walk.tick, before);
		TAP_CHECK((status == UUIDX_TICK_NEW) == (now > before), "status is %s", status_names[status]);
		TAP_CHECK(walk.tick == (now > before ? now : before + 1), "tick is %" PRIx64, walk.tick);
		TAP_CHECK(walk.tick <= largest + held, "the lead over every clock seen is %" PRIu64,
				  walk.tick - largest);
	}
	tap_end();
}

void
test_tick(void)
{
	test_v7_one_step();
	test_v7_frozen_clock();
	test_v7_random_walk();
	test_v7_exhaustion();
	test_v6_steps();
}
