/*
 * mono.c
 *	  The generator state of this process: see mono.h.
 */
#include "mono.h"

#include "clock.h"

static uuidx_v7_state v7_state;
static uuidx_v6_state v6_state;

uuidx_v7_state
uuidx_mono_v7(uint32 random)
{
	uint64		now;

	if (!uuidx_v7_tick(uuidx_clock_now(), &now) ||
		uuidx_v7_step(&v7_state, now, random) == UUIDX_TICK_EXHAUSTED)
		uuidx_out_of_range(7);

	return v7_state;
}

uint64
uuidx_mono_v6(void)
{
	uint64		now;

	if (!uuidx_v6_tick(uuidx_clock_now(), &now) ||
		uuidx_v6_step(&v6_state, now) == UUIDX_TICK_EXHAUSTED)
		uuidx_out_of_range(6);

	return v6_state.tick;
}

void
uuidx_out_of_range(int version)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATETIME_FIELD_OVERFLOW),
			 errmsg("timestamp out of range for UUID version %d", version),
			 version == 7 ?
			 errdetail("UUID version 7 holds times from 1970-01-01 00:00:00 to 10889-08-02 05:31:50.655999 UTC.") :
			 errdetail("UUID version 6 holds times from 1582-10-15 00:00:00 to 5236-03-31 21:21:00.684697 UTC.")));
}
