/*
 * guc.c
 *	  Every uuidx.* setting: see guc.h.
 */
#include "guc.h"

#include "utils/guc.h"

bool		uuidx_entropy_pool = true;
bool		uuidx_planner = true;
int			uuidx_node_id = -1;

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
	DefineCustomBoolVariable("uuidx.planner",
							 "Tells the planner what is known of the time in UUIDs.",
							 "When off, nothing is, not even the operators between uuid and time.",
							 &uuidx_planner,
							 true,
							 PGC_USERSET,
							 GUC_EXPLAIN,
							 NULL, NULL, NULL);

	/* who could set it in a session could make the UUIDs of another node */
	DefineCustomIntVariable("uuidx.node_id",
							"Sets the node that uuid_generate_v8_node() writes.",
							"No two servers whose UUIDs meet may have the same; -1 is none.",
							&uuidx_node_id,
							-1, -1, PG_UINT16_MAX,
							PGC_SIGHUP,
							0,
							NULL, NULL, NULL);
	MarkGUCPrefixReserved("uuidx");
}
