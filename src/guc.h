/*
 * guc.h
 *	  Every uuidx.* setting.
 */
#ifndef UUIDX_GUC_H
#define UUIDX_GUC_H

#include "compat.h"

/* uuidx.entropy_pool: whether random bytes are drawn from a pool or one by one */
extern bool uuidx_entropy_pool;

/* uuidx.planner: whether the planner uses the time in UUIDs */
extern bool uuidx_planner;

/* uuidx.node_id: the node in the UUIDs of uuid_generate_v8_node(), or -1 */
extern int	uuidx_node_id;

/*
 * True if the library was loaded before the first statement of the session, by shared_,
 * session_ or local_preload_libraries.  Only then does uuidx plan queries that contain no
 * function or operator of uuidx, because a plan must not depend on earlier queries.
 */
extern bool uuidx_preloaded;

/* Sets uuidx_preloaded; called once, from _PG_init */
extern void uuidx_note_preload(void);

/*
 * Defines the settings and reserves their prefix, so that a misspelled uuidx.* raises an
 * error.  Called once, from _PG_init.
 */
extern void uuidx_define_settings(void);

#endif							/* UUIDX_GUC_H */
