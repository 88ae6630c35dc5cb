/*
 * tick.h
 *	  The monotonic rule of v7 and v6: (previous state, now, random) -> (next
 *	  state, status).
 *
 * Guarantee: as long as the status is not UUIDX_TICK_EXHAUSTED, every step
 * leaves a state that is greater than every state before it, whatever `now`
 * does: (tick, counter) for v7, tick for v6.  After UUIDX_TICK_EXHAUSTED the
 * state is what it was.  A state of all zeroes is a generator that has made
 * nothing yet.
 *
 * With a clock that moves forward the tick is the clock's.  When the clock
 * stands still or steps back the tick is held and the counter moves; only when
 * the counter runs over (v7: 8192 to 16384 UUIDs in one tick) or there is none
 * (v6) does the tick move by one, so the lead over the clock shrinks as soon as
 * the clock runs again.
 */
#ifndef UUIDX_TICK_H
#define UUIDX_TICK_H

#include "uuid/layout.h"

/* At each new tick the counter is seeded below this; its top bit stays free */
#define UUIDX_V7_SEED_BITS 13

typedef enum uuidx_tick_status
{
	UUIDX_TICK_NEW,				/* the clock's own tick */
	UUIDX_TICK_HELD,			/* the last tick, or one of its successors */
	UUIDX_TICK_EXHAUSTED		/* the version's last value has been used */
} uuidx_tick_status;

typedef struct uuidx_v7_state
{
	uint64		tick;			/* unix_ts_ms << 12 | fraction in 1/4096 ms */
	uint32		counter;		/* 0 .. UUIDX_V7_COUNTER_MAX */
} uuidx_v7_state;

typedef struct uuidx_v6_state
{
	uint64		tick;			/* 100 ns since 1582-10-15 */
} uuidx_v6_state;

/*
 * The next tick where the counter of this one has run over; the rest of
 * uuidx_v7_step().
 */
extern uuidx_tick_status uuidx_v7_step_overrun(uuidx_v7_state *state, uint32 seed);

/*
 * RFC 9562 section 6.2 method 1 inside a tick, method 3 between ticks.  `now`
 * is a tick as uuidx_v7_tick() makes it; of `random` only the low 13 bits count.
 */
static inline uuidx_tick_status
uuidx_v7_step(uuidx_v7_state *state, uint64 now, uint32 random)
{
	uint32		seed = random & ((1 << UUIDX_V7_SEED_BITS) - 1);

	if (now > state->tick)
	{
		state->tick = now;
		state->counter = seed;
		return UUIDX_TICK_NEW;
	}

	if (state->counter >= UUIDX_V7_COUNTER_MAX)
		return uuidx_v7_step_overrun(state, seed);

	state->counter++;
	return UUIDX_TICK_HELD;
}

/*
 * RFC 9562 section 6.2 method 3 alone: v6 leaves clock_seq and node to chance, so
 * only the tick can order.  `now` is a tick as uuidx_v6_tick() makes it.
 */
static inline uuidx_tick_status
uuidx_v6_step(uuidx_v6_state *state, uint64 now)
{
	if (now > state->tick)
	{
		state->tick = now;
		return UUIDX_TICK_NEW;
	}

	if (state->tick >= (uint64) UUIDX_GREGORIAN_MAX_TICKS_100NS)
		return UUIDX_TICK_EXHAUSTED;

	state->tick++;
	return UUIDX_TICK_HELD;
}

#endif							/* UUIDX_TICK_H */
