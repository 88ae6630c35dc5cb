/*
 * fuzz_tick.c
 *	  The monotonic step of the generators with any clock, compared with a simple model.
 *
 * Input: whether the end of time is near, the state of the generator, then for each step
 * what the clock does, and a random number.
 */
#include "fuzz.h"
#include "uuid/tick.h"

#define TICKS (UINT64CONST(1) << 60)
#define COUNTERS 16384
#define SEEDS 8192

/*
 * The last UUID that a state can make, or the first, of version 7, of version 6
 * and of version 8 with any node
 */
#define KINDS 3

static void
write_all(pg_uuid_t *uuids, const uuidx_tick_state *state, uint64 random48)
{
	uint64		lo = (uint64) state->counter << 48 | random48;

	uuidx_v7_write(&uuids[0], state->tick, lo);
	uuidx_v6_write(&uuids[1], state->tick, lo);
	uuidx_v8_node_write(&uuids[2], state->tick, state->counter, (uint16) (random48 >> 32),
						(uint32) random48);
}

static void
step(uuidx_tick_state *state, uint64 now, uint32 random)
{
	uuidx_tick_state before = *state;
	uuidx_tick_state expected = {before.tick, before.counter + 1};
	bool		stepped = uuidx_tick_step(state, now, random);
	pg_uuid_t	last[KINDS];
	pg_uuid_t	next[KINDS];

	if (now > before.tick)
	{
		expected.tick = now;
		expected.counter = random % SEEDS;
	}
	else if (expected.counter == COUNTERS)
	{
		expected.tick++;
		expected.counter = random % SEEDS;
	}

	if (expected.tick >= TICKS)
	{
		REQUIRE(!stepped && state->tick == before.tick && state->counter == before.counter);
		return;
	}
	REQUIRE(stepped && state->tick == expected.tick && state->counter == expected.counter);

	/*
	 * the last UUID of the state before sorts before the first one of this
	 * state
	 */
	write_all(last, &before, UINT64CONST(0xFFFFFFFFFFFF));
	write_all(next, state, 0);
	for (int i = 0; i < KINDS; i++)
		REQUIRE(memcmp(&last[i], &next[i], UUID_LEN) < 0);
}

int
fuzz_tick(const uint8 *data, size_t size)
{
	fuzz_input	input = {data, size};
	uuidx_tick_state state;
	uint64		now;
	bool		near_the_end = fuzz_octet(&input) & 1;

	state.tick = fuzz_number(&input) % TICKS;
	if (near_the_end)
		state.tick = TICKS - 1 - state.tick % 8;
	state.counter = (uint32) fuzz_number(&input) % COUNTERS;
	now = state.tick;

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
		/* a few steps in one tick, or sometimes more than it has room for */
		for (int i = choice >> 2 == 63 ? 9000 : choice >> 4; i > 0; i--, left--)
			step(&state, now, (uint32) (value >> 32) * (uint32) i);
	}
	return 0;
}
