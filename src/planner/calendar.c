/*
 * calendar.c
 *	  Filters on the calendar of an extracted time, and the range of times they imply.
 *
 *	  (uuid_time(id) AT TIME ZONE 'Europe/Paris')::date = '2026-03-29'
 *
 * cannot use an index on id.  The filter stays as written, and these comparisons of the extracted
 * time are added, which filter.c turns into comparisons of id:
 *
 *	  uuid_time(id) >= '2026-03-28 08:00Z'
 *	  uuid_time(id) <  '2026-03-30 16:00Z'
 *
 * Each function around the time moves it by an amount between two limits (time_functions.c), and
 * limits add up: a date counts as midnight in UTC, which is within 16 hours of midnight in any time
 * zone, and the time is up to 24 hours after that.  The added comparisons raise no error for any
 * value: the other side is clamped to the values for which the filter can be true.
 */
#include "planner/planner.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "utils/fmgroids.h"

/* Times between these limits (about 4000 BC and 190000 AD) are far from the ends of timestamptz */
#define FIRST_US (-INT64CONST(2100000) * USECS_PER_DAY)
#define LAST_US (INT64CONST(68000000) * USECS_PER_DAY)

/* A POSIX time zone is less than a week from UTC; one more day allows for rounding to days */
#define MARGIN_US (8 * USECS_PER_DAY)

/* Whether every time of a uuid is between two limits after the shift */
static bool
is_within(uuidx_shift shift, TimestampTz first, TimestampTz last)
{
	return uuidx_shift_earliest(UUIDX_V6_MIN_PG_US, shift) >= first &&
		uuidx_shift_latest(UUIDX_V7_MAX_PG_US, shift) <= last;
}

/* Adds up the moves of an extracted time; false for other expressions, or near the ends of time */
static bool
find_moves(Node *node, const Node *extracted, uuidx_move *value)
{
	uuidx_move	move;

	check_stack_depth();
	if (node == extracted)
	{
		memset(value, 0, sizeof(uuidx_move));
		return true;
	}
	if (!uuidx_find_move(node, &move) || !find_moves(move.argument, extracted, value))
		return false;
	value->shift = uuidx_shift_add(value->shift, move.shift);
	value->by_session |= move.by_session;
	return is_within(value->shift, FIRST_US, LAST_US);
}

/* Returns the other side as an instant; two readings are compared as if both were in UTC */
static Node *
instant_of_other(const uuidx_clause *clause, Node *other)
{
	Oid			type = exprType(other);

	if (type == TIMESTAMPTZOID)
		return other;
	if (exprType(clause->value) == TIMESTAMPTZOID)
		return (Node *) makeFuncExpr(type == DATEOID ? F_TIMESTAMPTZ_DATE : F_TIMESTAMPTZ_TIMESTAMP,
									 TIMESTAMPTZOID, list_make1(other), InvalidOid, InvalidOid,
									 COERCE_EXPLICIT_CALL);
	return uuidx_make_instant_of_reading(other, 0);
}

/*
 * Finds how the left side of a comparison moves the time; false if its limits are unknown.  A
 * reading that is compared with an instant depends on the session's zone.
 */
static bool
read_clause(const uuidx_clause *clause, uuidx_move *value)
{
	if (!find_moves(clause->value, clause->time.extracted, value))
		return false;
	if (exprType(clause->value) != TIMESTAMPTZOID && exprType(clause->other) == TIMESTAMPTZOID)
	{
		value->shift = uuidx_shift_add(value->shift, uuidx_shift_of_zone(UUIDX_CLOCKS_OF_ZONE));
		value->by_session |= UUIDX_BY_CLOCKS;
	}
	return !(value->by_session & UUIDX_BY_CLOCKS) || uuidx_has_usual_clocks(session_timezone);
}

/* Appends the comparison of the time that the clause implies with this strategy */
static void
append_end(PlannerInfo *root, const uuidx_clause *clause, uuidx_move value,
		   StrategyNumber strategy, List **result)
{
	bool		lower = uuidx_is_lower(strategy);
	TimestampTz first = uuidx_shift_earliest(UUIDX_V6_MIN_PG_US, value.shift) - MARGIN_US;
	TimestampTz last = uuidx_shift_latest(UUIDX_V7_MAX_PG_US, value.shift) + MARGIN_US;
	Node	   *other;
	uuidx_clause *implied = palloc_object(uuidx_clause);
	uuidx_instants instants = {0};
	uuidx_shift back;
	int64		back_us;

	/* beyond the range of the value, the comparison has one result */
	other = uuidx_clamp_time(strategy, (Node *) copyObject(clause->other),
							 first - first % USECS_PER_DAY, last - last % USECS_PER_DAY);

	/* a later date is at least one day later */
	if (exprType(clause->value) == DATEOID && exprType(clause->other) == DATEOID &&
		strategy != uuidx_including_ends(strategy))
	{
		value.shift = uuidx_shift_add(value.shift,
									  uuidx_shift_of_interval(0, lower ? -1 : 1, 0,
															  UUIDX_CLOCKS_OF_UTC));
		strategy = uuidx_including_ends(strategy);
	}
	back = uuidx_shift_negate(value.shift);
	if (!is_within(uuidx_shift_add(value.shift, back), FIRST_US, LAST_US))
		return;
	back_us = lower ? back.least_us : back.most_us;
	if (!lower && (back_us + 1) % USECS_PER_SEC == 0)
	{
		back_us++;
		strategy = BTLessStrategyNumber;
	}

	other = uuidx_fold(root, instant_of_other(clause, other));

	/* a scan would cast a constant for each row: take its end in any zone */
	if (!IsA(other, Const) && uuidx_instants_of(other, &instants) && !instants.moves)
	{
		other = uuidx_make_instant(lower ? instants.earliest : instants.latest);
		uuidx_depend_on_zone(root, instants.by_session);
	}
	*implied = *clause;
	implied->type = UUIDX_CLAUSE_TIME;
	implied->strategy = strategy;
	implied->other = uuidx_make_shifted(other, back_us);
	*result = lappend(*result, implied);
}

/* Returns the uuidx_clauses of type TIME that a CALENDAR with a pseudoconstant implies, or NIL */
List *
uuidx_imply_times(PlannerInfo *root, const uuidx_clause *clause)
{
	bool		is_equality = clause->strategy == BTEqualStrategyNumber;
	uuidx_move	value;
	List	   *result = NIL;

	Assert(clause->type == UUIDX_CLAUSE_CALENDAR);
	if (!read_clause(clause, &value))
		return NIL;
	append_end(root, clause, value,
			   is_equality ? BTGreaterEqualStrategyNumber : clause->strategy, &result);
	if (is_equality)
		append_end(root, clause, value, BTLessEqualStrategyNumber, &result);
	if (result != NIL)
		uuidx_depend_on_zone(root, value.by_session);
	return result;
}
