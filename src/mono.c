/*
 * mono.c
 *	  The generator state of this process: see mono.h.
 */
#include "mono.h"

uuidx_v7_state uuidx_v7_last;
uuidx_v6_state uuidx_v6_last;

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
