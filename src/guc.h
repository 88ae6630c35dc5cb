/*
 * guc.h
 *	  Every uuidx.* setting.
 */
#ifndef UUIDX_GUC_H
#define UUIDX_GUC_H

#include "compat.h"

/* uuidx.entropy_pool: draw random bytes from a pool rather than one by one */
extern bool uuidx_entropy_pool;

/* uuidx.planner: let the planner use the time in UUIDs */
extern bool uuidx_planner;

/* uuidx.node_id: the node in uuid_generate_v8_node(), or -1 */
extern int	uuidx_node_id;

/*
 * Whether the library was loaded before the first statement of the session, by shared_,
 * session_ or local_preload_libraries: only then does uuidx plan queries that contain
 * no function or operator of uuidx, so that a plan does not depend on earlier queries.
 */
extern bool uuidx_preloaded;

/* Sets that; called once, from _PG_init */
extern void uuidx_note_preload(void);

/*
 * Defines the settings and reserves the prefix, so that a misspelt uuidx.* is
 * an error.  Called once, from _PG_init.
 */
extern void uuidx_define_settings(void);

#endif							/* UUIDX_GUC_H */
