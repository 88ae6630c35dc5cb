/*
 * calendar.c
 *	  Filters on the calendar of an extracted time, and the range of times they imply.
 *
 *	  (uuid_time(id) AT TIME ZONE 'Europe/Paris')::date = '2026-03-29'
 *
 * can use no index on id.  It stays as it was written, and these comparisons of the
 * extracted time are added, derived as those in range.c:
 *
 *	  uuid_time(id) >= '2026-03-29'::timestamp AT TIME ZONE 'Europe/Paris' - '26 hours'
 *	  uuid_time(id) <  '2026-03-29'::timestamp AT TIME ZONE 'Europe/Paris' + '50 hours'
 *
 * The rows are the same because the filter implies the range.  Each function around the
 * time moves it by something between two limits (uuid/shift.h), and limits add up: a
 * cast to date is earlier than its argument by less than a day.  What a clock shows is
 * compared with what is taken as an instant by a clock of the same time zone, whose
 * distance from UTC varies by no more than 26 hours.  UTC has no such changes, and a POSIX
 * time zone may have larger ones: see uuidx_depend_on_zone().
 *
 * The time zone of the session is that in which the plan runs, not the one in which it
 * is made.  So such a range is an expression; now.c adds the constants that it is within
 * in every time zone, which exclude partitions while the query is planned.
 *
 * What is added raises no error, whatever the other side is: it is brought into the
 * limits of what the filter compares it with.
 */
#include "planner/planner.h"

#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "functions.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "pgtime.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/fmgroids.h"
#include "utils/timestamp.h"
#include "uuid/epoch.h"

/* Between them nothing is near to the ends of time: 4000 BC and 190000 AD, roughly */
#define FIRST_US (-INT64CONST(2100000) * USECS_PER_DAY)
#define LAST_US (INT64CONST(68000000) * USECS_PER_DAY)

/* Years, and instants that are not in them or beyond: those of 1002 and 10996, roughly */
#define FIRST_YEAR 1000
#define FIRST_YEAR_US (-INT64CONST(364500) * USECS_PER_DAY)
#define LAST_YEAR 11000
#define LAST_YEAR_US (INT64CONST(3286000) * USECS_PER_DAY)

/* What a clock is at most from UTC, and a day to be rounded away */
#define MARGIN_US (8 * USECS_PER_DAY)

/* A clock that shows dates and times */
typedef enum clock_type
{
	CLOCK_OF_UTC,
	CLOCK_OF_SESSION,
	CLOCK_OF_ZONE,
	CLOCK_UNKNOWN				/* of some time zone */
} clock_type;

typedef struct zone_clock
{
	clock_type	type;
	Node	   *zone;			/* its name */
	uuidx_clocks clocks;
} zone_clock;

/*
 * A function of an extracted time.  "shift" is from the time to the value, where a value
 * that is not an instant counts as that at which its clock shows it; with "limits" it
 * counts as that of UTC.
 */
typedef struct calendar_value
{
	zone_clock	clock;			/* of a date or a timestamp; not unknown */
	uuidx_shift shift;
	uuidx_shift limits;
	bool		is_year;		/* the year of that, a number */
	bool		by_session;		/* see uuidx_depend_on_zone() */
} calendar_value;

/* --- The clock --------------------------------------------------------------------------- */

/*
 * Reads by which clock a conversion is; false for a name that may be no time zone's, but
 * an abbreviation, or an error.
 */
static bool
read_clock(Node *zone, zone_clock *clock)
{
	Const	   *name = (Const *) zone;
	pg_tz	   *tz = session_timezone;
	long int	offset;

	clock->zone = zone;
	clock->type = zone == NULL ? CLOCK_OF_SESSION : CLOCK_UNKNOWN;
	clock->clocks = UUIDX_CLOCKS_OF_ANY_ZONE;
	if (zone != NULL && !IsA(zone, Const))
		return true;
	if (zone != NULL)
	{
		if (name->constisnull || (tz = pg_tzset(TextDatumGetCString(name->constvalue))) == NULL)
			return false;
		clock->type = pg_get_timezone_offset(tz, &offset) && offset == 0 ? CLOCK_OF_UTC :
			CLOCK_OF_ZONE;
	}
	clock->clocks = clock->type == CLOCK_OF_UTC ? UUIDX_CLOCKS_OF_UTC : uuidx_clocks_of(tz);
	return true;
}

static bool
is_same_clock(const zone_clock *a, const zone_clock *b)
{
	return a->type == b->type && (a->type != CLOCK_OF_ZONE || equal(a->zone, b->zone));
}

/* From an instant to what a clock shows, as that of UTC; or back */
static uuidx_shift
shift_from_utc(const zone_clock *clock)
{
	return clock->type == CLOCK_OF_UTC ? uuidx_shift_none() : uuidx_shift_of_zone();
}

/* --- The value ---------------------------------------------------------------------------- */

static void
add_shift(calendar_value *value, uuidx_shift shift)
{
	value->shift = uuidx_shift_add(value->shift, shift);
	value->limits = uuidx_shift_add(value->limits, shift);
}

/* From an instant to what the clock of a value shows, and back by the same clock */
static uuidx_shift
shift_of_changes(calendar_value *value)
{
	value->by_session |= value->clock.type == CLOCK_OF_SESSION;
	return uuidx_shift_of_zone_change(value->clock.clocks);
}

/* The conversion of an instant to what a clock shows, or of a reading to an instant */
static void
convert(calendar_value *value, const zone_clock *by, bool to_instant)
{
	value->limits = uuidx_shift_add(value->limits, shift_from_utc(by));
	if (!to_instant && by->type == CLOCK_UNKNOWN)
	{
		value->clock.type = CLOCK_OF_UTC;
		value->clock.clocks = UUIDX_CLOCKS_OF_UTC;
		value->clock.zone = (Node *) makeConst(TEXTOID, -1, DEFAULT_COLLATION_OID, -1,
											   CStringGetTextDatum("UTC"), false, false);
		value->shift = uuidx_shift_add(value->shift, shift_from_utc(by));
	}
	else if (!to_instant)
		value->clock = *by;
	else if (is_same_clock(&value->clock, by))
		value->shift = uuidx_shift_add(value->shift, shift_of_changes(value));
	else
		value->shift = uuidx_shift_add(value->shift, uuidx_shift_add(shift_from_utc(&value->clock),
																	 shift_from_utc(by)));
}

/* Whether no time of a uuid is moved near to the ends of time, or out of a range */
static bool
is_within(const calendar_value *value, TimestampTz first, TimestampTz last)
{
	return uuidx_shift_earliest(UUIDX_V6_MIN_PG_US, value->limits) >= first &&
		uuidx_shift_latest(UUIDX_V7_MAX_PG_US, value->limits) <= last;
}

/* Reads an extracted time, or a function of one; false for every other expression */
static bool
read_value(Node *node, const Node *extracted, calendar_value *value)
{
	uuidx_move	move;
	zone_clock	by;

	check_stack_depth();
	if (node == extracted)
	{
		memset(value, 0, sizeof(calendar_value));
		return true;
	}
	if (!uuidx_find_move(node, &move) || !read_value(move.argument, extracted, value))
		return false;
	if (move.converts)
	{
		if (!read_clock(move.zone, &by))
			return false;
		convert(value, &by, exprType(node) == TIMESTAMPTZOID);
	}
	add_shift(value, move.shift);
	value->by_session |= move.by_session;
	return is_within(value, FIRST_US, LAST_US);
}

/* --- The other side ------------------------------------------------------------------------ */

static Node *
make_call(Oid function, Oid type, List *arguments)
{
	return (Node *) makeFuncExpr(function, type, arguments, InvalidOid, InvalidOid,
								 COERCE_EXPLICIT_CALL);
}

static Node *
make_cast(Oid function, Oid type, Node *argument)
{
	return (Node *) makeFuncExpr(function, type, list_make1(argument), InvalidOid, InvalidOid,
								 COERCE_EXPLICIT_CAST);
}

static Node *
make_integer(int32 value)
{
	return (Node *) makeConst(INT4OID, -1, InvalidOid, sizeof(int32), Int32GetDatum(value), false,
							  true);
}

/* GREATEST(LEAST(node, last), first) */
static Node *
clamp(Node *node, Node *first, Node *last)
{
	return uuidx_make_extreme(IS_GREATEST,
							  list_make2(uuidx_make_extreme(IS_LEAST, list_make2(node, last)),
										 first));
}

/*
 * A date or time that is compared with a value, as one near to those that the value can
 * be; what lies beyond them is beyond all of them.
 */
static Node *
clamp_time(const calendar_value *value, Node *node)
{
	TimestampTz first = uuidx_shift_earliest(UUIDX_V6_MIN_PG_US, value->limits) - MARGIN_US;
	TimestampTz last = uuidx_shift_latest(UUIDX_V7_MAX_PG_US, value->limits) + MARGIN_US;
	Oid			type = exprType(node);
	uuidx_instants instants = {0};

	if (uuidx_instants_of(node, &instants) && instants.earliest >= first && instants.latest <= last)
		return node;
	first -= first % USECS_PER_DAY;
	last -= last % USECS_PER_DAY;
	return clamp(node, uuidx_make_time(type, first), uuidx_make_time(type, last));
}

/*
 * The day that divides the dates whose year is STRATEGY a number from the others: the
 * first of that year, or of the next one.
 */
static Node *
start_of_year(Node *year, StrategyNumber strategy)
{
	bool		next = strategy == BTGreaterStrategyNumber || strategy == BTLessEqualStrategyNumber;
	Oid			type = exprType(year);
	bool		is_numeric = type == NUMERICOID;
	Oid			rounding = is_numeric ? (next ? F_FLOOR_NUMERIC : F_CEIL_NUMERIC) :
		next ? F_FLOOR_FLOAT8 : F_CEIL_FLOAT8;
	Oid			to_type = is_numeric ? F_NUMERIC_INT4 : F_FLOAT8_INT4;
	Oid			to_int = is_numeric ? F_INT4_NUMERIC : F_INT4_FLOAT8;

	year = clamp(year, make_cast(to_type, type, make_integer(FIRST_YEAR)),
				 make_cast(to_type, type, make_integer(LAST_YEAR)));
	year = make_cast(to_int, INT4OID, make_call(rounding, type, list_make1(year)));
	if (next)
		year = make_call(F_INT4PL, INT4OID, list_make2(year, make_integer(1)));
	return make_call(F_MAKE_DATE, DATEOID, list_make3(year, make_integer(1), make_integer(1)));
}

/* A date or timestamp as the instant at which a clock shows it */
static Node *
instant_shown(const zone_clock *clock, Node *reading)
{
	Oid			type = exprType(reading);

	if (type == TIMESTAMPTZOID)
		return reading;
	if (clock->type == CLOCK_OF_SESSION)
		return make_cast(type == DATEOID ? F_TIMESTAMPTZ_DATE : F_TIMESTAMPTZ_TIMESTAMP,
						 TIMESTAMPTZOID, reading);
	if (type == DATEOID)
		reading = make_cast(F_TIMESTAMP_DATE, TIMESTAMPOID, reading);
	return make_call(F_TIMEZONE_TEXT_TIMESTAMP, TIMESTAMPTZOID,
					 list_make2(copyObject(clock->zone), reading));
}

/* --- What is implied ------------------------------------------------------------------------- */

/* Reads what is compared as one value with the other side: both a reading, or an instant */
static bool
read_clause(const uuidx_clause *clause, calendar_value *value)
{
	zone_clock	session;
	Node	   *of_year = uuidx_find_year(clause->value);
	Node	   *node = of_year != NULL ? of_year : clause->value;
	Oid			type = exprType(node);
	Oid			other_type = exprType(clause->other);

	if (!read_value(node, clause->time.extracted, value) || !read_clock(NULL, &session))
		return false;
	if (of_year != NULL)
	{
		if ((other_type != NUMERICOID && other_type != FLOAT8OID) ||
			!is_within(value, FIRST_YEAR_US, LAST_YEAR_US))
			return false;
		if (type == TIMESTAMPTZOID)
			convert(value, &session, false);
		value->is_year = true;
	}
	else if (type == TIMESTAMPTZOID)
	{
		/* the other side becomes an instant */
		value->clock = session;
		return true;
	}
	else if (other_type == TIMESTAMPTZOID)
	{
		convert(value, &session, true);
		return true;
	}
	add_shift(value, shift_of_changes(value));
	return true;
}

/* Of dates: one that is after another is a day after it, or more */
static StrategyNumber
next_day(StrategyNumber strategy, calendar_value *value)
{
	if (strategy == BTGreaterStrategyNumber)
	{
		add_shift(value, uuidx_shift_of_days(-1));
		return BTGreaterEqualStrategyNumber;
	}
	if (strategy == BTLessStrategyNumber)
	{
		add_shift(value, uuidx_shift_of_days(1));
		return BTLessEqualStrategyNumber;
	}
	return strategy;
}

/* Appends what follows for one end of the range of times: value STRATEGY other */
static void
append_end(const uuidx_relation *relation, const uuidx_clause *clause, calendar_value value,
		   StrategyNumber strategy, List **quals)
{
	bool		lower = uuidx_is_lower(strategy);
	Node	   *other = (Node *) copyObject(clause->other);
	uuidx_clause implied = *clause;
	uuidx_shift back;
	int64		back_us;
	List	   *derived;

	if (value.is_year)
	{
		other = start_of_year(other, strategy);
		strategy = lower ? BTGreaterEqualStrategyNumber : BTLessStrategyNumber;
	}
	else
		other = clamp_time(&value, other);
	if (exprType(clause->value) == DATEOID && exprType(clause->other) == DATEOID)
		strategy = next_day(strategy, &value);
	back = uuidx_shift_negate(value.shift);
	value.limits = uuidx_shift_add(value.limits, back);
	if (!is_within(&value, FIRST_US, LAST_US))
		return;
	back_us = lower ? back.least_us : back.most_us;
	if (!lower && (back_us + 1) % USECS_PER_SEC == 0)
	{
		back_us++;
		strategy = BTLessStrategyNumber;
	}

	implied.type = UUIDX_CLAUSE_TIME;
	implied.strategy = strategy;
	implied.other = uuidx_make_shifted(eval_const_expressions(relation->root,
															  instant_shown(&value.clock, other)),
									   back_us);
	if (uuidx_derive_range(relation, &implied, &derived))
		*quals = list_concat_unique(*quals, derived);
}

List *
uuidx_derive_calendar(const uuidx_relation *relation, const uuidx_clause *clause)
{
	StrategyNumber strategy = clause->strategy;
	calendar_value value;
	List	   *quals = NIL;

	Assert(clause->type == UUIDX_CLAUSE_CALENDAR);
	if (!uuidx_is_of_use(relation, clause->time.kind) || !uuidx_is_known(relation, clause->other) ||
		contain_volatile_functions(clause->value) || !read_clause(clause, &value))
		return NIL;
	if (strategy != BTEqualStrategyNumber)
		append_end(relation, clause, value, strategy, &quals);
	else
	{
		append_end(relation, clause, value, BTGreaterEqualStrategyNumber, &quals);
		append_end(relation, clause, value, BTLessEqualStrategyNumber, &quals);
	}
	if (quals != NIL && value.by_session)
		uuidx_depend_on_zone(relation->root);
	return quals;
}
