/*
 * support.c
 *	  SQL: the planner support function of everything that has one.
 *
 * Answers what it understands and leaves the rest to the planner.  Results never
 * depend on whether it was asked.
 */
#include "planner/planner.h"

UUIDX_SQL_FUNCTION(uuidx_support);

/* uuidx_support(internal) */
Datum
uuidx_support(PG_FUNCTION_ARGS)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);

	if (IsA(request, SupportRequestSimplify))
	{
		SupportRequestSimplify *simplify = (SupportRequestSimplify *) request;

		PG_RETURN_POINTER(uuidx_rewrite_comparison(simplify->root, simplify->fcall));
	}
	if (IsA(request, SupportRequestSelectivity) &&
		uuidx_version_selectivity((SupportRequestSelectivity *) request))
		PG_RETURN_POINTER(request);

	PG_RETURN_POINTER(NULL);
}
