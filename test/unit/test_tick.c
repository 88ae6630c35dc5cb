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

/* 2022-02-22 19:22:22 UTC in ticks of v7, some year in those of v6 */
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

/* The ticks of an instant, as functions that can be pointed to */
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

/* A UUID of each version that a state can make */
static pg_uuid_t
v7_of(const uuidx_tick_state *state, uint64 random48)
{
	pg_uuid_t	uuid;

	uuidx_v7_write(&uuid, state->tick, (uint64) state->counter << 48 | random48);
	return uuid;
}

static pg_uuid_t
v6_of(const uuidx_tick_state *state, uint64 node)
{
	pg_uuid_t	uuid;

	uuidx_v6_write(&uuid, state->tick, (uint64) state->counter << 48 | node);
	return uuid;
}

/* Steps once and checks everything the header promises for one step */
static uuidx_tick_status
checked_step(uuidx_tick_state *state, uint64 now, uint32 random)
{
	uuidx_tick_state before = *state;
	model		m;
	pg_uuid_t	a;
	pg_uuid_t	b;
	uuidx_tick_status expected;
	uuidx_tick_status status;

	model_set(&m, before.tick, before.counter);
	expected = model_step(&m, now, random);
	status = uuidx_tick_step(state, now, random);

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
		/*
		 * the greatest that could be made before, the least that can be made
		 * now
		 */
		a = v7_of(&before, UINT64CONST(0xFFFFFFFFFFFF));
		b = v7_of(state, 0);
		TAP_CHECK(memcmp(&a, &b, UUID_LEN) < 0,
				  "%s is not before %s", uuid_text(&a), uuid_text(&b));
		a = v6_of(&before, UINT64CONST(0xFFFFFFFFFFFF));
		b = v6_of(state, 0);
		TAP_CHECK(memcmp(&a, &b, UUID_LEN) < 0,
				  "%s is not before %s", uuid_text(&a), uuid_text(&b));
	}
	return status;
}

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

static void
test_frozen_clock(void)
{
	uuidx_tick_state state = {0};
	uint64		tick = 0;
	int			in_tick = 0;

	tap_begin("tick: a frozen clock: 8192 to 16384 UUIDs in a tick, then the next tick, upwards");
	for (int i = 0; i < 1000000; i++)
	{
		checked_step(&state, SOME_TICK, (uint32) random_u64());
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

	tap_begin("tick: the clock's tick is used again as soon as the clock has passed the lead");
	TAP_CHECK(checked_step(&state, state.tick, 0) == UUIDX_TICK_HELD, "equal is not held");
	TAP_CHECK(checked_step(&state, state.tick + 1, 4711) == UUIDX_TICK_NEW, "passed, but held");
	TAP_CHECK(state.counter == 4711, "counter is %u", state.counter);
	tap_end();
}

static void
test_random_walk(void)
{
	uuidx_tick_state state = {0};
	uint64		now = SOME_TICK;
	uint64		largest = 0;

	tap_begin("tick: a random walk of the clock follows the model, upwards, lead below the steps");
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

		checked_step(&state, now, (uint32) (what >> 16));

		/*
		 * one tick of lead for every counter that ran over: here at most all
		 * of the above
		 */
		TAP_CHECK(state.tick <= largest + 2000000 / 512,
				  "the lead over every clock seen is %" PRIu64, state.tick - largest);
	}
	tap_end();
}

static void
test_exhaustion(void)
{
	uuidx_tick_state state = {LAST_TICK - 2, 16000};
	int			steps = 0;

	tap_begin("tick: the last tick runs out without moving, and stays out");
	while (checked_step(&state, LAST_TICK - 2, 8191) != UUIDX_TICK_EXHAUSTED && steps < 100000)
		steps++;
	TAP_CHECK(steps == 383 + 8193 + 8193, "%d steps", steps);
	for (int i = 0; i < 100; i++)
	{
		uuidx_tick_status status = checked_step(&state, i % 2 ? LAST_TICK : 0, 1);

		TAP_CHECK(status == UUIDX_TICK_EXHAUSTED, "status is %s", status_names[status]);
	}
	TAP_CHECK(state.tick == LAST_TICK && state.counter == 16383, "state is (%" PRIx64 ", %u)",
			  state.tick, state.counter);
	tap_end();
}

/*
 * A clock as the server reads it, in microseconds: ten ticks of v6, or four or
 * five of v7, apart.  As long as no microsecond sees more than 8192 UUIDs the
 * generator is never ahead of it.
 */
static void
test_running_clock(void)
{
	bool		(*const to_tick[]) (TimestampTz, uint64 *) =
	{
		v7_tick, v6_tick
	};
	static const char *const names[] =
	{
		"v7: a running clock is never led, with up to 8192 UUIDs in a microsecond",
		"v6: a running clock is never led, with up to 8192 UUIDs in a microsecond"
	};

	for (size_t i = 0; i < lengthof(to_tick); i++)
	{
		uuidx_tick_state state = {0};
		TimestampTz now_us = INT64CONST(698872942000000);

		tap_begin(names[i]);
		for (int us = 0; us < 500; us++, now_us += 1 + (int64) (random_u64() % 3))
		{
			uint64		now = 0;

			TAP_CHECK(to_tick[i] (now_us, &now), "%" PRId64 " has no tick", now_us);
			for (uint64 left = us % 2 == 0 ? SEEDS : random_u64() % SEEDS; left > 0; left--)
			{
				checked_step(&state, now, (uint32) random_u64());
				TAP_CHECK(state.tick == now, "tick %" PRIx64 " at %" PRIx64, state.tick, now);
			}
		}
		tap_end();
	}
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
	test_frozen_clock();
	test_running_clock();
	test_random_walk();
	test_exhaustion();
	test_follow();
}
