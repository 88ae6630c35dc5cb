/*
 * moves.c
 *	  Functions that return the time that they are given, moved by something between two limits.
 *
 *	  date_trunc('day', uuid_time(id))
 *
 * is uuid_time(id), moved back by less than a day, or by less than a day and an hour where the
 * clocks of the session's time zone change by an hour.  The limits of a move are arithmetic
 * (uuid/shift.h) and those of several moves add up.  Filters on the calendar (calendar.c) and
 * expressions of the clock (now.c) are both sequences of such moves.
 */
#include "planner/planner.h"

#include "catalog/pg_type.h"
#include "functions.h"
#include "nodes/nodeFuncs.h"
#include "parser/scansup.h"
#include "utils/builtins.h"
#include "utils/datetime.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"

/* How a function moves one of its arguments, in which the clock may be */
typedef enum shift_effect
{
	SHIFT_INTERVAL,				/* by the other argument */
	SHIFT_DAYS,
	SHIFT_ZONE,
	SHIFT_TO_DATE,
	SHIFT_TRUNCATION,			/* to the unit that the other argument names */
	SHIFT_ROUNDING				/* to the type modifier that it is */
} shift_effect;

typedef struct moving_function
{
	Oid			function;
	int			argument;		/* the one that is moved */
	shift_effect effect;
	bool		zoned;			/* by the clocks of a time zone, or those of
								 * UTC */
	bool		back;			/* the other argument is subtracted */
} moving_function;

static const moving_function moving_functions[] =
{
	{F_TIMESTAMPTZ_PL_INTERVAL, 0, SHIFT_INTERVAL, true, false},
	{F_TIMESTAMPTZ_MI_INTERVAL, 0, SHIFT_INTERVAL, true, true},
	{F_INTERVAL_PL_TIMESTAMPTZ, 1, SHIFT_INTERVAL, true, false},
	{F_TIMESTAMP_PL_INTERVAL, 0, SHIFT_INTERVAL, false, false},
	{F_TIMESTAMP_MI_INTERVAL, 0, SHIFT_INTERVAL, false, true},
	{F_INTERVAL_PL_TIMESTAMP, 1, SHIFT_INTERVAL, false, false},
	{F_DATE_PL_INTERVAL, 0, SHIFT_INTERVAL, false, false},
	{F_DATE_MI_INTERVAL, 0, SHIFT_INTERVAL, false, true},
	{F_INTERVAL_PL_DATE, 1, SHIFT_INTERVAL, false, false},
	{F_DATE_PLI, 0, SHIFT_DAYS, false, false},
	{F_DATE_MII, 0, SHIFT_DAYS, false, true},
	{F_INTEGER_PL_DATE, 1, SHIFT_DAYS, false, false},
	{F_TIMESTAMP_TIMESTAMPTZ, 0, SHIFT_ZONE, true, false},
	{F_TIMESTAMPTZ_TIMESTAMP, 0, SHIFT_ZONE, true, false},
	{F_TIMESTAMPTZ_DATE, 0, SHIFT_ZONE, true, false},
	{F_TIMESTAMP_DATE, 0, SHIFT_ZONE, false, false},
	{F_TIMEZONE_TEXT_TIMESTAMPTZ, 1, SHIFT_ZONE, true, false},
	{F_TIMEZONE_TEXT_TIMESTAMP, 1, SHIFT_ZONE, true, false},
	{F_DATE_TIMESTAMPTZ, 0, SHIFT_TO_DATE, true, false},
	{F_DATE_TIMESTAMP, 0, SHIFT_TO_DATE, false, false},
	{F_DATE_TRUNC_TEXT_TIMESTAMPTZ, 1, SHIFT_TRUNCATION, true, false},
	{F_DATE_TRUNC_TEXT_TIMESTAMPTZ_TEXT, 1, SHIFT_TRUNCATION, true, false},
	{F_DATE_TRUNC_TEXT_TIMESTAMP, 1, SHIFT_TRUNCATION, false, false},
	{F_TIMESTAMPTZ_TIMESTAMPTZ_INT4, 0, SHIFT_ROUNDING, true, false},
	{F_TIMESTAMP_TIMESTAMP_INT4, 0, SHIFT_ROUNDING, false, false}
};

bool
uuidx_read_unit(Node *name, uuidx_time_unit *unit)
{
	static const int units[UUIDX_UNIT_COUNT] = {
		DTK_MICROSEC, DTK_MILLISEC, DTK_SECOND, DTK_MINUTE, DTK_HOUR, DTK_DAY, DTK_WEEK,
		DTK_MONTH, DTK_QUARTER, DTK_YEAR, DTK_DECADE, DTK_CENTURY, DTK_MILLENNIUM
	};
	text	   *value;
	int			code;

	if (!IsA(name, Const) || ((Const *) name)->constisnull)
		return false;
	value = DatumGetTextPP(((Const *) name)->constvalue);
	if (DecodeUnits(0, downcase_truncate_identifier(VARDATA_ANY(value), VARSIZE_ANY_EXHDR(value),
													false), &code) != UNITS)
		return false;
	for (*unit = 0; *unit < UUIDX_UNIT_COUNT; (*unit)++)
		if (units[*unit] == code)
			return true;
	return false;
}

/*
 * Of the zones of the time zone database all are UUIDX_CLOCKS_OF_ZONE.  A POSIX time zone has
 * no more than two distances from UTC.  One of two changes is from one to the other: its
 * changes are made in pairs, of which the second of one may equal the first of the next.
 */
uuidx_clocks
uuidx_clocks_of(pg_tz *zone)
{
	uuidx_shift usual = uuidx_shift_of_zone_change(UUIDX_CLOCKS_OF_ZONE);
	pg_time_t	time = timestamptz_to_time_t(0);	/* 2000, after the first */
	long int	before;
	long int	after;
	int			is_dst;

	for (int i = 0; i < 2 && pg_next_dst_boundary(&time, &before, &is_dst, &time, &after,
												  &is_dst, zone) > 0; i++)
		if (labs(after - before) * USECS_PER_SEC > usual.most_us)
			return UUIDX_CLOCKS_OF_ANY_ZONE;
	return UUIDX_CLOCKS_OF_ZONE;
}

/* The clocks by which a function moves a time; sets whether they are those of the session */
static uuidx_clocks
read_clocks(const moving_function *moving, List *arguments, bool *session)
{
	pg_tz	   *zone = session_timezone;

	*session = moving->zoned && list_length(arguments) < 3;
	if (!moving->zoned)
		return UUIDX_CLOCKS_OF_UTC;
	if (!*session)
		zone = pg_tzset(TextDatumGetCString(((Const *) lthird(arguments))->constvalue));

	/* an abbreviation, or an error */
	return zone == NULL ? UUIDX_CLOCKS_OF_ZONE : uuidx_clocks_of(zone);
}

/*
 * The shift of a function whose other argument is the constant `other`, without that of
 * a conversion; false if there is none.
 */
static bool
find_shift(const moving_function *moving, List *arguments, Const *other, uuidx_move *move)
{
	Interval   *interval;
	bool		session;

	switch (moving->effect)
	{
		case SHIFT_INTERVAL:
			interval = DatumGetIntervalP(other->constvalue);
			move->shift = uuidx_shift_of_interval(interval->month, interval->day, interval->time,
												  read_clocks(moving, arguments, &session));
			move->by_session = session && (interval->month != 0 || interval->day != 0);
			break;
		case SHIFT_DAYS:
			move->shift = uuidx_shift_of_days(DatumGetInt32(other->constvalue));
			break;
		case SHIFT_ZONE:
			move->shift = uuidx_shift_none();
			break;
		case SHIFT_TO_DATE:
			move->truncates = true;
			move->unit = UUIDX_UNIT_DAY;
			move->shift = uuidx_shift_of_truncation(UUIDX_UNIT_DAY, UUIDX_CLOCKS_OF_UTC);
			break;
		case SHIFT_TRUNCATION:
			if (!uuidx_read_unit((Node *) other, &move->unit))
				return false;
			move->truncates = true;
			move->shift = uuidx_shift_of_truncation(move->unit,
													read_clocks(moving, arguments, &session));
			move->by_session = session && move->unit >= UUIDX_UNIT_DAY;
			break;
		case SHIFT_ROUNDING:
			move->shift = uuidx_shift_of_rounding(DatumGetInt32(other->constvalue));
			break;
	}
	if (moving->back)
		move->shift = uuidx_shift_negate(move->shift);
	return true;
}

/*
 * Sets *other to the first argument besides the one that is moved; a cast has none.
 * False unless all of them are constants, and not null.
 */
static bool
other_constant(List *arguments, int moved, Const **other)
{
	*other = NULL;
	for (int i = list_length(arguments) - 1; i >= 0; i--)
	{
		if (i == moved)
			continue;
		*other = (Const *) list_nth(arguments, i);
		if (!IsA(*other, Const) || (*other)->constisnull)
			return false;
	}
	return *other != NULL;
}

/* The move of a function */
static bool
find_move(Oid function, List *arguments, uuidx_move *move)
{
	const moving_function *moving = NULL;
	bool		conversion;
	Const	   *other = NULL;

	for (int i = 0; i < lengthof(moving_functions) && moving == NULL; i++)
		if (moving_functions[i].function == function)
			moving = &moving_functions[i];
	if (moving == NULL)
		return false;
	Assert(moving->argument < list_length(arguments));
	move->argument = (Node *) list_nth(arguments, moving->argument);

	/* a clock of any time zone, so that it need not be a constant */
	conversion = moving->effect == SHIFT_ZONE || moving->effect == SHIFT_TO_DATE;
	move->converts = conversion && moving->zoned;
	if (conversion && list_length(arguments) == 2)
		move->zone = (Node *) list_nth(arguments, 1 - moving->argument);
	return (conversion || other_constant(arguments, moving->argument, &other)) &&
		find_shift(moving, arguments, other, move);
}

bool
uuidx_find_move(Node *node, uuidx_move *move)
{
	memset(move, 0, sizeof(uuidx_move));
	if (IsA(node, FuncExpr))
		return find_move(((FuncExpr *) node)->funcid, ((FuncExpr *) node)->args, move);
	if (IsA(node, OpExpr))
		return find_move(get_opcode(((OpExpr *) node)->opno), ((OpExpr *) node)->args, move);

	/* a type modifier is taken off */
	if (!IsA(node, RelabelType))
		return false;
	move->argument = (Node *) ((RelabelType *) node)->arg;
	return exprType(move->argument) == exprType(node);
}

Node *
uuidx_find_year(Node *node)
{
	FuncExpr   *call = (FuncExpr *) node;
	uuidx_time_unit unit;

	if (!IsA(node, FuncExpr) ||
		(call->funcid != F_EXTRACT_TEXT_TIMESTAMPTZ && call->funcid != F_EXTRACT_TEXT_TIMESTAMP &&
		 call->funcid != F_EXTRACT_TEXT_DATE && call->funcid != F_DATE_PART_TEXT_TIMESTAMPTZ &&
		 call->funcid != F_DATE_PART_TEXT_TIMESTAMP) ||
		!uuidx_read_unit((Node *) linitial(call->args), &unit) || unit != UUIDX_UNIT_YEAR)
		return NULL;
	return (Node *) lsecond(call->args);
}

Node *
uuidx_find_extraction(Node *value)
{
	Node	   *of_year = uuidx_find_year(value);
	uuidx_move	move;

	if (of_year != NULL)
		value = of_year;
	while (!uuidx_extracts_time(value) && !uuidx_extracts_node_time(value) && !IsA(value, Var))
	{
		if (!uuidx_find_move(value, &move))
			return NULL;
		value = move.argument;
	}
	return value;
}
