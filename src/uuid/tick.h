/*
 * tick.h
 *	  The monotonic rule of v7, v6 and v8 with a node: (previous state, now, random) -> next state.
 *
 * Guarantee: every step leaves a state that is greater, as (tick, counter), than every state before
 * it, whatever `now` is.  Only if the last value of the version has been used, it returns false and
 * leaves the state unchanged.  A state of all zeroes belongs to a generator that has not generated
 * anything.
 *
 * While the clock moves forward, the tick is that of the clock.  When the clock stops or steps
 * back, the tick is held and the counter increases.  The tick increases by one only when the
 * counter overflows (after 8192 to 16384 UUIDs in one tick), so the lead over the clock shrinks as
 * soon as the clock runs again.
 */
#ifndef UUIDX_TICK_H
#define UUIDX_TICK_H

#include "uuid/layout.h"

#define UUIDX_TICK_MAX ((UINT64CONST(1) << UUIDX_TICK_BITS) - 1)

/* At each new tick, the counter is set to a random number of this many bits; its top bit is zero */
#define UUIDX_SEED_BITS 13

typedef struct uuidx_tick_state
{
	uint64		tick;			/* 0 .. UUIDX_TICK_MAX, in the version's unit */
	uint32		counter;		/* 0 .. UUIDX_COUNTER_MAX */
} uuidx_tick_state;

/*
 * Steps by RFC 9562 section 6.2 method 1 inside a tick and by method 3 between ticks. `now` is
 * a tick of uuidx_v7_tick() or uuidx_v6_tick().  Only the low 13 bits of `random` are used.
 */
static inline bool
uuidx_tick_step(uuidx_tick_state *state, uint64 now, uint32 random)
{
	uint32		seed = random & ((1 << UUIDX_SEED_BITS) - 1);

	if (now > state->tick)
	{
		state->tick = now;
		state->counter = seed;
	}
	else if (state->counter < UUIDX_COUNTER_MAX)
		state->counter++;
	else if (state->tick >= UUIDX_TICK_MAX)
		return false;
	else
	{
		state->tick++;
		state->counter = seed;
	}
	return true;
}

/*
 * Moves to `next`, a state of another generator, if it is greater than the last state of this
 * one.  Otherwise, steps from the last state, with the tick held as above.
 */
static inline bool
uuidx_tick_follow(uuidx_tick_state *state, uuidx_tick_state next, uint32 random)
{
	if (next.tick > state->tick || (next.tick == state->tick && next.counter > state->counter))
	{
		*state = next;
		return true;
	}
	return uuidx_tick_step(state, next.tick, random);
}

#endif							/* UUIDX_TICK_H */
