/*
 * mono.h
 *	  The generator state of this process, one per time-ordered version.
 *
 * Guarantee: each call returns something greater than every call before it in
 * this process returned (tick.h), or raises datetime_field_overflow (22008) and
 * changes nothing, when the clock is outside the version's range.
 */
#ifndef UUIDX_MONO_H
#define UUIDX_MONO_H

#include "clock.h"
#include "uuid/tick.h"

/* Raises "timestamp out of range for UUID version N", with the limits */
pg_noreturn extern void uuidx_out_of_range(int version);

/* The generator states; they belong to the functions below */
extern uuidx_v7_state uuidx_v7_last;
extern uuidx_v6_state uuidx_v6_last;

/* The next (tick, counter) of v7; the low 13 bits of `random` seed the counter */
static inline uuidx_v7_state
uuidx_mono_v7(uint32 random)
{
	uint64		now;

	if (!uuidx_v7_tick(uuidx_clock_now(), &now) ||
		uuidx_v7_step(&uuidx_v7_last, now, random) == UUIDX_TICK_EXHAUSTED)
		uuidx_out_of_range(7);

	return uuidx_v7_last;
}

/* The next 100 ns tick of v6 */
static inline uint64
uuidx_mono_v6(void)
{
	uint64		now;

	if (!uuidx_v6_tick(uuidx_clock_now(), &now) ||
		uuidx_v6_step(&uuidx_v6_last, now) == UUIDX_TICK_EXHAUSTED)
		uuidx_out_of_range(6);

	return uuidx_v6_last.tick;
}

#endif							/* UUIDX_MONO_H */
