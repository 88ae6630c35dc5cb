/*
 * guc.h
 *	  Every uuidx.* setting.
 */
#ifndef UUIDX_GUC_H
#define UUIDX_GUC_H

#include "compat.h"

/* uuidx.entropy_pool: true if random bytes are drawn from a pool */
extern bool uuidx_entropy_pool;

/* uuidx.planner: true if the planner uses the time in UUIDs */
extern bool uuidx_planner;

/* uuidx.node_id: the node number that uuid_generate_v8_node() writes, or -1 for none */
extern int	uuidx_node_id;

/*
 * True if the library was loaded before the first statement of the session, by shared_, session_
 * or local_preload_libraries.  Otherwise uuidx does not plan queries that name none of its
 * functions and operators, because the plan of a query must not depend on earlier queries.
 */
extern bool uuidx_preloaded;

/*
 * Defines the settings and reserves their prefix, so that a misspelled uuidx.* raises an
 * error; sets uuidx_preloaded.  Called once, from _PG_init.
 */
extern void uuidx_define_settings(void);

#endif							/* UUIDX_GUC_H */
