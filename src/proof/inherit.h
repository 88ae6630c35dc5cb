/*
 * inherit.h
 *	  What is also proven in the tables that inherit from a table.
 */
#ifndef UUIDX_INHERIT_H
#define UUIDX_INHERIT_H

#include "proof/checks.h"

/*
 * Returns the conditions of a table that are also true in all tables below it, because each of
 * these has a validated CHECK of the same name.  Clears "generated" where one of them generates
 * the column in another way.  Sets *members to their OIDs, and adds the catalog rows to the age.
 */
extern List *uuidx_inherited_checks(Oid table, List *checks, List **members, uuidx_age *age);

#endif							/* UUIDX_INHERIT_H */
