/*
 * uuidx.c
 *	  The module: magic block and initialization.
 *
 * Loading the library defines the settings and sets the planner's hooks, and
 * nothing else; in particular it draws no random bytes, because the process that
 * loads it may be the postmaster.
 */
#include "compat.h"

#include "guc.h"
#include "planner/planner.h"

#ifdef PG_MODULE_MAGIC_EXT
PG_MODULE_MAGIC_EXT(.name = "uuidx",.version = UUIDX_VERSION);
#else
PG_MODULE_MAGIC;
#endif

PGDLLEXPORT void _PG_init(void);

void
_PG_init(void)
{
	uuidx_define_settings();
	uuidx_install_hooks();
}
