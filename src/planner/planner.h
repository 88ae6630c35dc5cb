/*
 * planner.h
 *	  What the files of this folder offer to the support function.
 */
#ifndef UUIDX_PLANNER_H
#define UUIDX_PLANNER_H

#include "compat.h"

#include "nodes/pathnodes.h"
#include "nodes/supportnodes.h"

/*
 * The call of an operator's function between uuid and time as comparisons of
 * uuids; NULL where there is nothing to rewrite or it would not be the same.
 */
extern Node *uuidx_rewrite_comparison(PlannerInfo *root, FuncExpr *call);

/*
 * Sets request->selectivity and returns true where the call is uuid_is_v7();
 * false, and nothing set, for every other function.
 */
extern bool uuidx_is_v7_selectivity(SupportRequestSelectivity *request);

/*
 * The C function behind an SQL function: an identity that no name, schema or
 * script can change.
 */
extern PGFunction uuidx_function_address(Oid function);

#endif							/* UUIDX_PLANNER_H */
