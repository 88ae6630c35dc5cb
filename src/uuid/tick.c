/*
 * tick.c
 *	  The rare part of the monotonic rule of v7 and v6: see tick.h.
 *
 * Pure: no server, no clock, no randomness, no state of its own.
 */
#include "uuid/tick.h"

#define V7_TICK_MAX ((UINT64CONST(1) << (48 + UUIDX_V7_FRACTION_BITS)) - 1)

uuidx_tick_status
uuidx_v7_step_overrun(uuidx_v7_state *state, uint32 seed)
{
	if (state->tick >= V7_TICK_MAX)
		return UUIDX_TICK_EXHAUSTED;

	state->tick++;
	state->counter = seed;
	return UUIDX_TICK_HELD;
}
