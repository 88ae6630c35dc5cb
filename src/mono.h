/*
 * mono.h
 *	  The generator state of this process, one per time-ordered version.
 *
 * Guarantee: each call returns something greater than every call before it in
 * this process returned (tick.h), or raises datetime_field_overflow (22008) and
 * changes nothing, when the clock is outside the version's range.
 *
 * May include: clock.h, tick.h.
 */
#ifndef UUIDX_MONO_H
#define UUIDX_MONO_H

#include "tick.h"

/* The next (tick, counter) of v7; the low 13 bits of `random` seed the counter */
extern uuidx_v7_state uuidx_mono_v7(uint32 random);

/* The next 100 ns tick of v6 */
extern uint64 uuidx_mono_v6(void);

/* Raises "timestamp out of range for UUID version N", with the limits */
pg_noreturn extern void uuidx_out_of_range(int version);

#endif							/* UUIDX_MONO_H */
