/*
 * clock.c
 *	  Constants for bounds that are known only when the plan runs.
 *
 *	  id >= uuid_v7_lower(now() - interval '1 hour')
 *
 * excludes no partition while the query is planned, because the bound is not known yet.  But the
 * plan cannot run before it is made.  If it is made at 12:00,
 *
 *	  id >= '019b76da-...'		the first v7 of 10:00
 *
 * is added, one hour less to allow for a clock that is set back: each function around now() moves
 * it by an amount between two fixed limits (uuid/shift.h).  If the plan is run while the clock is
 * before 11:00, it raises an error (depend.c).  A bound that depends on the time zone, but not on
 * the clock, gets the constant that it cannot pass in any zone.
 */
#include "planner/planner.h"

#include "catalog/pg_type.h"
#include "functions.h"
#include "nodes/nodeFuncs.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"

/* How far the clock may be set back; a larger margin would add a partition to many plans */
#define MARGIN_US USECS_PER_HOUR

/*
 * Returns the boundary that a C function computes, or NULL.  For a range, this is the boundary of
 * its first instant.
 */
static const uuidx_boundary *
boundary_of_function(PGFunction function, bool ordered)
{
	for (int kind = 0; kind <= UUIDX_TIME_OF_UNIX && function != NULL; kind++)
	{
		const uuidx_version *version = &uuidx_version_table[kind];

		if (ordered != (kind == UUIDX_TIME_OF_ANY))
			continue;
		if (function == version->first.function ||
			(function == uuidx_v7_range_lower && kind == UUIDX_TIME_OF_V7))
			return &version->first;
		if (function == version->last.function)
			return &version->last;
	}
	return NULL;
}

/*
 * Returns the time that a call is the bound of.  For a lower bound of a range, this is the first
 * instant of the range.  For an upper bound it is the range, because that may be empty.
 */
static Node *
time_of_bound(FuncExpr *bound, bool lower)
{
	FuncExpr   *range = (FuncExpr *) linitial(bound->args);

	if (lower && IsA(range, FuncExpr) &&
		(range->funcid == F_TSTZRANGE_TIMESTAMPTZ_TIMESTAMPTZ ||
		 range->funcid == F_TSTZRANGE_TIMESTAMPTZ_TIMESTAMPTZ_TEXT))
		return (Node *) linitial(range->args);
	return (Node *) range;
}

/*
 * For a comparison of a uuid with the bound of a time that depends only on the session's time
 * zone, or with a lower bound that moves with the clock, returns the comparison with the constant
 * that the bound cannot pass, and makes the plan depend on the zone and clock; else NULL
 */
Node *
uuidx_derive_bound_now(const uuidx_relation *relation, const uuidx_clause *clause)
{
	FuncExpr   *call = (FuncExpr *) clause->other;
	bool		lower = uuidx_is_lower(clause->strategy);
	bool		ordered = clause->type == UUIDX_CLAUSE_ORDERED_UUID;
	TimestampTz valid_from = uuidx_earliest_now() - MARGIN_US;
	const uuidx_boundary *boundary;
	uuidx_instants instants = {0};
	uuidx_target target;
	TimestampTz limit;
	pg_uuid_t	uuid;
	pg_uuid_t	all;
	Node	   *time;

	if (clause->any || !IsA(call, FuncExpr) || clause->strategy == BTEqualStrategyNumber)
		return NULL;
	boundary = boundary_of_function(uuidx_own_function(call->funcid), ordered);
	if (boundary == NULL)
		return NULL;
	time = time_of_bound(call, lower);
	if (exprType(time) != TIMESTAMPTZOID || !uuidx_instants_of(time, &instants))
		return NULL;
	limit = lower ? instants.earliest : instants.latest;

	/* the second is stored in 32 bits, which last from 2000 to 2136 */
	if (TIMESTAMP_NOT_FINITE(limit) ||
		(instants.moves && (!lower || valid_from < 0 ||
							valid_from / USECS_PER_SEC >= PG_UINT32_MAX - 2)) ||
		!uuidx_set_target(&target, ordered ? UUIDX_TIME_OF_ANY : UUIDX_TIME_OF_V7,
						  get_func_namespace(call->funcid), clause->uuid))
		return NULL;
	boundary->compute(instants.moves ? limit - MARGIN_US : limit, &uuid);

	/* a bound that every time satisfies excludes nothing */
	boundary->compute(lower ? DT_NOBEGIN : DT_NOEND, &all);
	if (uuidx_compare_bytes(&uuid, &all) == 0)
		return NULL;

	/* round up, and add one, because CURRENT_TIMESTAMP(0) may round down */
	if (instants.moves)
		uuidx_depend_on_clock(relation->root, (uint32) (valid_from / USECS_PER_SEC + 2));
	uuidx_depend_on_zone(relation->root, instants.by_session);
	return (Node *) uuidx_make_comparison(target.opfamily, UUIDOID, clause->strategy,
										  clause->uuid, uuidx_make_uuid(&uuid));
}
