/*
 * guc.c
 *	  Every uuidx.* setting: see guc.h.
 */
#include "guc.h"

#include "access/parallel.h"
#include "tcop/pquery.h"
#include "utils/guc.h"
#include "utils/snapmgr.h"

bool		uuidx_entropy_pool = true;
bool		uuidx_planner = true;
int			uuidx_node_id = -1;
bool		uuidx_preloaded = false;

void
uuidx_define_settings(void)
{
	DefineCustomBoolVariable("uuidx.entropy_pool",
							 "Draws the random bits of UUIDs from a pool kept by each process.",
							 "If off, the server's random source is read for every UUID, which is "
							 "slower but keeps no random bits in memory.",
							 &uuidx_entropy_pool,
							 true,
							 PGC_USERSET,
							 0,
							 NULL, NULL, NULL);
	DefineCustomBoolVariable("uuidx.planner",
							 "Enables the planner's use of the time in UUIDs.",
							 "If off, every query is planned as if the extension were not "
							 "installed, even if it uses the operators of the extension.",
							 &uuidx_planner,
							 true,
							 PGC_USERSET,
							 GUC_EXPLAIN,
							 NULL, NULL, NULL);

	/* not a user's setting: users could generate UUIDs of another node */
	DefineCustomIntVariable("uuidx.node_id",
							"Sets the node number for uuid_generate_v8_node().",
							"Servers that share data must have different numbers; -1 means "
							"no number.",
							&uuidx_node_id,
							-1, -1, PG_UINT16_MAX,
							PGC_SIGHUP,
							0,
							NULL, NULL, NULL);
	MarkGUCPrefixReserved("uuidx");

	/* in a statement, LOAD included, there is an active portal or snapshot */
	uuidx_preloaded = ActivePortal == NULL && !ActiveSnapshotSet() &&
		!InitializingParallelWorker;
}
