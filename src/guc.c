/*
 * guc.c
 *	  Every uuidx.* setting: see guc.h.
 */
#include "guc.h"

#include "utils/guc.h"

bool		uuidx_entropy_pool = true;
bool		uuidx_plan_now = true;

void
uuidx_define_settings(void)
{
	DefineCustomBoolVariable("uuidx.entropy_pool",
							 "Draws the random bits of UUIDs from a pool kept by each process.",
							 "When off, every UUID asks the server's random source on its own; "
							 "slower, and nothing random is kept in memory.",
							 &uuidx_entropy_pool,
							 true,
							 PGC_USERSET,
							 0,
							 NULL, NULL, NULL);
	DefineCustomBoolVariable("uuidx.plan_now",
							 "Lets lower bounds that move with the clock leave out partitions while a query is planned.",
							 "A cached plan is refused when the clock was set back by days since.",
							 &uuidx_plan_now,
							 true,
							 PGC_USERSET,
							 0,
							 NULL, NULL, NULL);
	MarkGUCPrefixReserved("uuidx");
}
