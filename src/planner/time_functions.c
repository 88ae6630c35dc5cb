/*
 * time_functions.c
 *	  Functions that return the time they are given, moved by an amount between two limits.
 *
 *	  date_trunc('day', uuid_time(id))
 *
 * is uuid_time(id), moved back by less than a day, or by less than 25 hours if the clocks of the
 * session's time zone change by an hour.  Filters on the calendar (calendar.c) are sequences of
 * such moves of an extracted time, and expressions of the clock (clock.c) of the time of planning.
 */
#include "planner/planner.h"

#include "access/xact.h"
#include "catalog/pg_type.h"
#include "functions.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/scansup.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/datetime.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"

/* How a function moves one of its arguments */
typedef enum shift_effect
{
	SHIFT_INTERVAL,				/* by the other argument */
	SHIFT_DAYS,
	SHIFT_TIME,					/* by the other argument, a time of day */
	SHIFT_ZONE,
	SHIFT_TO_DATE,
	SHIFT_TRUNCATION,			/* to the unit that the other argument names */
	SHIFT_BIN,					/* to a multiple of the first argument */
	SHIFT_ROUNDING				/* to the type modifier in the other argument */
} shift_effect;

typedef struct moving_function
{
	Oid			function;
	int			argument;		/* index of the argument that is moved */
	shift_effect effect;
	bool		zoned;			/* by a zone's clocks, otherwise by UTC's */
	bool		back;			/* the other argument is subtracted */
} moving_function;

static const moving_function moving_functions[] =
{
	{F_TIMESTAMPTZ_PL_INTERVAL, 0, SHIFT_INTERVAL,.zoned = true},
	{F_TIMESTAMPTZ_MI_INTERVAL, 0, SHIFT_INTERVAL,.zoned = true,.back = true},
	{F_INTERVAL_PL_TIMESTAMPTZ, 1, SHIFT_INTERVAL,.zoned = true},
	{F_TIMESTAMP_PL_INTERVAL, 0, SHIFT_INTERVAL},
	{F_TIMESTAMP_MI_INTERVAL, 0, SHIFT_INTERVAL,.back = true},
	{F_INTERVAL_PL_TIMESTAMP, 1, SHIFT_INTERVAL},
	{F_DATE_PL_INTERVAL, 0, SHIFT_INTERVAL},
	{F_DATE_MI_INTERVAL, 0, SHIFT_INTERVAL,.back = true},
	{F_INTERVAL_PL_DATE, 1, SHIFT_INTERVAL},
	{F_DATE_PLI, 0, SHIFT_DAYS},
	{F_DATE_MII, 0, SHIFT_DAYS,.back = true},
	{F_INTEGER_PL_DATE, 1, SHIFT_DAYS},
	{F_DATETIME_PL, 0, SHIFT_TIME},
	{F_TIMESTAMP_TIMESTAMPTZ, 0, SHIFT_ZONE,.zoned = true},
	{F_TIMESTAMPTZ_TIMESTAMP, 0, SHIFT_ZONE,.zoned = true},
	{F_TIMESTAMPTZ_DATE, 0, SHIFT_ZONE,.zoned = true},
	{F_TIMESTAMP_DATE, 0, SHIFT_ZONE},
	{F_TIMEZONE_TEXT_TIMESTAMPTZ, 1, SHIFT_ZONE,.zoned = true},
	{F_TIMEZONE_TEXT_TIMESTAMP, 1, SHIFT_ZONE,.zoned = true},
	{F_TIMEZONE_INTERVAL_TIMESTAMPTZ, 1, SHIFT_INTERVAL},
	{F_TIMEZONE_INTERVAL_TIMESTAMP, 1, SHIFT_INTERVAL,.back = true},
	{F_DATE_TIMESTAMPTZ, 0, SHIFT_TO_DATE,.zoned = true},
	{F_DATE_TIMESTAMP, 0, SHIFT_TO_DATE},
	{F_DATE_TRUNC_TEXT_TIMESTAMPTZ, 1, SHIFT_TRUNCATION,.zoned = true},
	{F_DATE_TRUNC_TEXT_TIMESTAMPTZ_TEXT, 1, SHIFT_TRUNCATION,.zoned = true},
	{F_DATE_TRUNC_TEXT_TIMESTAMP, 1, SHIFT_TRUNCATION},
	{F_DATE_BIN_INTERVAL_TIMESTAMPTZ_TIMESTAMPTZ, 1, SHIFT_BIN},
	{F_DATE_BIN_INTERVAL_TIMESTAMP_TIMESTAMP, 1, SHIFT_BIN},
	{F_TIMESTAMPTZ_TIMESTAMPTZ_INT4, 0, SHIFT_ROUNDING},
	{F_TIMESTAMP_TIMESTAMP_INT4, 0, SHIFT_ROUNDING}
};

/* Sets *unit to the unit with a name, as date_trunc() reads it; false if there is none */
static bool
read_unit(Node *name, uuidx_time_unit *unit)
{
	static const int units[UUIDX_UNIT_COUNT] = {
		DTK_MICROSEC, DTK_MILLISEC, DTK_SECOND, DTK_MINUTE, DTK_HOUR, DTK_DAY, DTK_WEEK,
		DTK_MONTH, DTK_QUARTER, DTK_YEAR, DTK_DECADE, DTK_CENTURY, DTK_MILLENNIUM
	};
	char	   *word;
	int			code;

	if (!IsA(name, Const) || ((Const *) name)->constisnull)
		return false;
	word = TextDatumGetCString(((Const *) name)->constvalue);
	if (DecodeUnits(0, downcase_truncate_identifier(word, strlen(word), false), &code) != UNITS)
		return false;
	for (*unit = 0; *unit < UUIDX_UNIT_COUNT; (*unit)++)
		if (units[*unit] == code)
			return true;
	return false;
}

/*
 * All zones of the time zone database have such clocks.  A POSIX time zone has at most two offsets
 * from UTC, and at least one of two changes leads from one offset to the other.
 */
bool
uuidx_has_usual_clocks(pg_tz *zone)
{
	int64		most_s = uuidx_shift_of_zone(UUIDX_CLOCKS_OF_ZONE).most_us / USECS_PER_SEC;
	int64		change_s = uuidx_shift_of_zone_change(UUIDX_CLOCKS_OF_ZONE).most_us / USECS_PER_SEC;
	pg_time_t	time = timestamptz_to_time_t(0);	/* 2000 */
	long int	before = 0;
	long int	after = 0;
	int			is_dst;

	for (int i = 0; i < 2; i++)
	{
		if (pg_next_dst_boundary(&time, &before, &is_dst, &time, &after, &is_dst, zone) <= 0)
			after = before;
		if (labs(before) > most_s || labs(after) > most_s || labs(after - before) > change_s)
			return false;
	}
	return true;
}

/*
 * From 18 on, a name without a slash may be an abbreviation of the session's time zone, and in
 * UTC+5, UTC is one
 */
bool
uuidx_has_usual_names(pg_tz *zone)
{
	pg_time_t	time = timestamptz_to_time_t(0);
	long int	offset;
	int			is_dst;

	return !(pg_interpret_timezone_abbrev("UTC", &time, &offset, &is_dst, zone) && offset != 0) &&
		!(pg_interpret_timezone_abbrev("GMT", &time, &offset, &is_dst, zone) && offset != 0);
}

/*
 * Sets *clocks to those of a time zone; NULL is that of the session.  Returns false for an extreme
 * zone, one that is not constant, and a name that raises an error.
 */
static bool
read_clocks(Node *zone, uuidx_clocks *clocks, int *by_session)
{
	Const	   *constant = (Const *) zone;
	const char *name;
	pg_tz	   *tz;
	long int	offset;

	*clocks = UUIDX_CLOCKS_OF_ZONE;
	*by_session = UUIDX_BY_CLOCKS;
	if (zone == NULL)
		return uuidx_has_usual_clocks(session_timezone);
	if (!IsA(zone, Const) || constant->constisnull)
		return false;
	name = TextDatumGetCString(constant->constvalue);
	tz = pg_tzset(name);
	if (tz == NULL || !uuidx_has_usual_clocks(tz))
		return false;
	if (strchr(name, '/') != NULL)
		*by_session = 0;
	else if (uuidx_has_usual_names(session_timezone) &&
			 (pg_strcasecmp(name, "UTC") == 0 || pg_strcasecmp(name, "GMT") == 0))
		*by_session = UUIDX_BY_NAMES;
	else
		return uuidx_has_usual_clocks(session_timezone);
	if (pg_get_timezone_offset(tz, &offset) && offset == 0)
		*clocks = UUIDX_CLOCKS_OF_UTC;
	return true;
}

/*
 * Sets the shift of a function; false if it is unknown.  Clears by_session if the clocks do not
 * matter.  `other` is the argument that is not moved, a constant unless it is a time zone.
 */
static bool
find_shift(const moving_function *moving, uuidx_clocks clocks, Const *other, uuidx_move *move)
{
	uuidx_shift *shift = &move->shift;
	Interval   *interval;
	uuidx_time_unit unit;

	switch (moving->effect)
	{
		case SHIFT_INTERVAL:
			interval = DatumGetIntervalP(other->constvalue);
			*shift = uuidx_shift_of_interval(interval->month, interval->day, interval->time,
											 clocks);
			if (interval->month == 0 && interval->day == 0)
				move->by_session = 0;
			break;
		case SHIFT_DAYS:
			*shift = uuidx_shift_of_interval(0, DatumGetInt32(other->constvalue), 0, clocks);
			break;
		case SHIFT_TIME:
			*shift = uuidx_shift_of_interval(0, 0, DatumGetTimeADT(other->constvalue), clocks);
			break;
		case SHIFT_ZONE:
			*shift = uuidx_shift_of_zone(clocks);
			break;
		case SHIFT_TO_DATE:
			*shift = uuidx_shift_add(uuidx_shift_of_zone(clocks),
									 uuidx_shift_of_truncation(UUIDX_UNIT_DAY,
															   UUIDX_CLOCKS_OF_UTC));
			break;
		case SHIFT_TRUNCATION:
			if (!read_unit((Node *) other, &unit))
				return false;
			*shift = uuidx_shift_of_truncation(unit, clocks);
			if (unit < UUIDX_UNIT_DAY)
				move->by_session = 0;
			break;
		case SHIFT_BIN:
			interval = DatumGetIntervalP(other->constvalue);
			*shift = uuidx_shift_negate(uuidx_shift_of_interval(0, interval->day, interval->time,
																UUIDX_CLOCKS_OF_UTC));
			if (interval->month != 0 || INTERVAL_NOT_FINITE(interval) || shift->most_us >= 0)
				return false;
			shift->most_us = 0;
			break;
		case SHIFT_ROUNDING:
			*shift = uuidx_shift_of_rounding(DatumGetInt32(other->constvalue));
			break;
	}
	if (moving->back)
		*shift = uuidx_shift_negate(*shift);
	return true;
}

/* Finds the move of a function; false if it is unknown */
static bool
find_move(Oid function, List *arguments, uuidx_move *move)
{
	const moving_function *moving = NULL;
	int			narguments = list_length(arguments);
	uuidx_clocks clocks = UUIDX_CLOCKS_OF_UTC;
	Const	   *other;
	Node	   *zone;

	for (int i = 0; i < lengthof(moving_functions) && moving == NULL; i++)
		if (moving_functions[i].function == function)
			moving = &moving_functions[i];
	if (moving == NULL)
		return false;
	Assert(moving->argument < narguments);
	move->argument = (Node *) list_nth(arguments, moving->argument);
	other = narguments == 1 ? NULL : (Const *) list_nth(arguments, 1 - moving->argument);
	zone = narguments == 3 && moving->zoned ? (Node *) lthird(arguments) : NULL;

	/* the other argument of a conversion is the zone */
	if (moving->effect == SHIFT_ZONE || moving->effect == SHIFT_TO_DATE)
		zone = (Node *) other;
	else if (other == NULL || !IsA(other, Const) || other->constisnull)
		return false;
	if (moving->zoned && !read_clocks(zone, &clocks, &move->by_session))
		return false;
	return find_shift(moving, clocks, other, move);
}

/* Returns true if a join can set a PlaceHolderVar to null, but not the expression in it */
static bool
is_nulled(PlaceHolderVar *placeholder)
{
#ifdef UUIDX_NULLING_RELATIONS
	return !bms_is_empty(placeholder->phnullingrels);
#else
	/* a join sets its columns to null, too, but for those of LATERAL */
	foreach_ptr(Var, column, pull_var_clause((Node *) placeholder->phexpr, PVC_RECURSE_AGGREGATES |
											 PVC_RECURSE_WINDOWFUNCS | PVC_RECURSE_PLACEHOLDERS))
	{
		if (!bms_is_member(column->varno, placeholder->phrels))
			return true;
	}
	return false;
#endif
}

Node *
uuidx_without_placeholders(Node *node)
{
	while (IsA(node, PlaceHolderVar) && ((PlaceHolderVar *) node)->phlevelsup == 0 &&
		   !is_nulled((PlaceHolderVar *) node))
		node = (Node *) ((PlaceHolderVar *) node)->phexpr;
	return node;
}

bool
uuidx_find_move(Node *node, uuidx_move *move)
{
	memset(move, 0, sizeof(uuidx_move));
	if (IsA(node, FuncExpr))
		return find_move(((FuncExpr *) node)->funcid, ((FuncExpr *) node)->args, move);
	if (IsA(node, OpExpr))
		return find_move(get_opcode(((OpExpr *) node)->opno), ((OpExpr *) node)->args, move);

	if (IsA(node, PlaceHolderVar))
	{
		move->argument = uuidx_without_placeholders(node);
		return move->argument != node;
	}

	/* a RelabelType between equal types removes a type modifier */
	if (!IsA(node, RelabelType))
		return false;
	move->argument = (Node *) ((RelabelType *) node)->arg;
	return exprType(move->argument) == exprType(node);
}

Node *
uuidx_find_extraction(Node *value)
{
	uuidx_move	move = {value};

	while (!uuidx_extracts_time(move.argument))
		if (!uuidx_find_move(move.argument, &move))
			return NULL;
	return move.argument;
}

TimestampTz
uuidx_earliest_now(void)
{
	return Min(GetCurrentTransactionStartTimestamp(), GetCurrentStatementStartTimestamp());
}

static void
apply_shift(uuidx_instants *instants, uuidx_shift shift)
{
	instants->earliest = uuidx_shift_earliest(instants->earliest, shift);
	instants->latest = uuidx_shift_latest(instants->latest, shift);
}

/* Sets the limits of the clock: in a long transaction, a statement is later than the beginning */
static void
set_now(uuidx_instants *instants)
{
	instants->earliest = uuidx_earliest_now();
	instants->latest = Max(GetCurrentTransactionStartTimestamp(),
						   GetCurrentStatementStartTimestamp());
	instants->moves = true;
}

/* Sets the instant of a constant date or time; false for a null, and for other types */
static bool
instants_of_constant(Const *constant, uuidx_instants *instants)
{
	if (constant->constisnull)
		return false;
	if (constant->consttype == TIMESTAMPTZOID || constant->consttype == TIMESTAMPOID)
		instants->earliest = DatumGetTimestampTz(constant->constvalue);
	else if (constant->consttype == DATEOID)
	{
		DateADT		date = DatumGetDateADT(constant->constvalue);

		if (DATE_IS_NOBEGIN(date))
			instants->earliest = DT_NOBEGIN;
		else if (DATE_IS_NOEND(date) || date >= TIMESTAMP_END_JULIAN - POSTGRES_EPOCH_JDATE)
			instants->earliest = DT_NOEND;
		else
			instants->earliest = date * USECS_PER_DAY;
	}
	else
		return false;
	instants->latest = instants->earliest;
	return true;
}

/* Sets the limits of CURRENT_DATE, CURRENT_TIMESTAMP or LOCALTIMESTAMP */
static bool
instants_of_value_function(SQLValueFunction *value, uuidx_instants *instants)
{
	bool		is_local = value->op == SVFOP_CURRENT_DATE || value->op == SVFOP_LOCALTIMESTAMP ||
		value->op == SVFOP_LOCALTIMESTAMP_N;

	if (!is_local && value->op != SVFOP_CURRENT_TIMESTAMP && value->op != SVFOP_CURRENT_TIMESTAMP_N)
		return false;
	set_now(instants);
	if (value->op == SVFOP_CURRENT_DATE)
		apply_shift(instants, uuidx_shift_of_truncation(UUIDX_UNIT_DAY, UUIDX_CLOCKS_OF_UTC));
	if (is_local)
		apply_shift(instants, uuidx_shift_of_zone(UUIDX_CLOCKS_OF_ZONE));
	instants->by_session = is_local ? UUIDX_BY_CLOCKS : 0;
	apply_shift(instants, uuidx_shift_of_rounding(value->typmod));
	return !is_local || uuidx_has_usual_clocks(session_timezone);
}

/* Whether computing a value that the query may never need raises no error, and runs no subquery */
bool
uuidx_is_total(Node *node)
{
	uuidx_instants instants = {0};

	if (IsA(node, Param))
		return ((Param *) node)->paramkind == PARAM_EXTERN;
	if (IsA(node, Const))
		return !((Const *) node)->constisnull;
	return uuidx_instants_of(node, &instants) && !TIMESTAMP_NOT_FINITE(instants.earliest) &&
		!TIMESTAMP_NOT_FINITE(instants.latest);
}

bool
uuidx_instants_of(Node *node, uuidx_instants *instants)
{
	Oid			function = IsA(node, FuncExpr) ? ((FuncExpr *) node)->funcid : InvalidOid;
	uuidx_move	move;

	check_stack_depth();
	if (IsA(node, Const))
		return instants_of_constant((Const *) node, instants);
	if (IsA(node, SQLValueFunction))
		return instants_of_value_function((SQLValueFunction *) node, instants);
	if (function == F_NOW || function == F_TRANSACTION_TIMESTAMP ||
		function == F_STATEMENT_TIMESTAMP)
	{
		set_now(instants);
		return true;
	}
	if (!uuidx_find_move(node, &move) || !uuidx_instants_of(move.argument, instants))
		return false;
	apply_shift(instants, move.shift);
	instants->by_session |= move.by_session;
	return true;
}
