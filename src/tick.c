/*
 * tick.c
 *	  The monotonic rule of v7 and v6: see tick.h.
 *
 * Pure: no server, no clock, no randomness, no state of its own.
 */
#include "tick.h"

#define V7_TICK_MAX ((UINT64CONST(1) << (48 + UUIDX_V7_FRACTION_BITS)) - 1)
#define V6_TICK_MAX ((uint64) UUIDX_GREGORIAN_MAX_TICKS_100NS)

uuidx_tick_status
uuidx_v7_step(uuidx_v7_state *state, uint64 now, uint32 random)
{
	uint32		seed = random & ((1 << UUIDX_V7_SEED_BITS) - 1);

	if (now > state->tick)
	{
		state->tick = now;
		state->counter = seed;
		return UUIDX_TICK_NEW;
	}

	if (state->counter < UUIDX_V7_COUNTER_MAX)
		state->counter++;
	else if (state->tick < V7_TICK_MAX)
	{
		state->tick++;
		state->counter = seed;
	}
	else
		return UUIDX_TICK_EXHAUSTED;

	return UUIDX_TICK_HELD;
}

uuidx_tick_status
uuidx_v6_step(uuidx_v6_state *state, uint64 now)
{
	if (now > state->tick)
	{
		state->tick = now;
		return UUIDX_TICK_NEW;
	}

	if (state->tick >= V6_TICK_MAX)
		return UUIDX_TICK_EXHAUSTED;

	state->tick++;
	return UUIDX_TICK_HELD;
}
