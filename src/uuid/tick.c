/*
 * tick.c
 *	  The rare part of the monotonic rule: see tick.h.
 *
 * Pure: no server, no clock, no randomness, no state of its own.
 */
#include "uuid/tick.h"

uuidx_tick_status
uuidx_tick_overrun(uuidx_tick_state *state, uint32 seed)
{
	if (state->tick >= UUIDX_TICK_MAX)
		return UUIDX_TICK_EXHAUSTED;

	state->tick++;
	state->counter = seed;
	return UUIDX_TICK_HELD;
}
