/*
 * moment.c
 *	  Lower bounds that move with the clock, as constants of the moment of planning.
 *
 * `id >= uuid_v7_lower(now() - interval '1 hour')` leaves out no partition while the
 * query is planned, since nobody knows when the plan will run.  But it will not run
 * earlier.  What does not decrease as time goes on is, whenever the plan runs, at
 * least what it is now; so the plan gets `id >= constant` beside the exact
 * condition, and only the partitions from there on are planned.
 *
 * Three things could break that, and have a margin:
 *
 *	  the clock is set back		the constant is that of an hour ago, and a plan that is
 *								asked to run earlier than that is refused: see
 *								uuidx_check_moment()
 *	  another time zone			a day begins up to 26 hours later elsewhere
 *	  months have 28 to 31 days	so a later day minus a month may be an earlier hour
 *
 * What depends on the calendar therefore is computed for two days ago and put three
 * days back.  What could decrease by more, as the beginning of the month that an hour
 * after a month ago is in, is left alone: see clock_course.
 */
#include "planner/planner.h"

#include "access/xact.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "utils/date.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/plancache.h"
#include "utils/timestamp.h"
#include "uuid/epoch.h"

extern Datum uuidx_time_after_bound(PG_FUNCTION_ARGS);
extern Datum uuidx_time_lower_bound(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_ge(PG_FUNCTION_ARGS);
extern Datum uuidx_v6_lower_bound(PG_FUNCTION_ARGS);
extern Datum uuidx_v6_upper_bound(PG_FUNCTION_ARGS);
extern Datum uuidx_v7_lower_bound(PG_FUNCTION_ARGS);
extern Datum uuidx_v7_range_lower(PG_FUNCTION_ARGS);
extern Datum uuidx_v7_upper_bound(PG_FUNCTION_ARGS);

/*
 * For instants a small step of the clock is all there is to allow for; more would cost
 * every plan a partition.  For the calendar: see above.
 */
#define MARGIN_US USECS_PER_HOUR
#define CALENDAR_SHIFT_US (2 * USECS_PER_DAY)
#define CALENDAR_MARGIN_US (3 * USECS_PER_DAY)

/* So far back may the clock be, in what depends on the calendar: 48 - 26 hours, less */
#define CALENDAR_TOLERANCE_US (20 * USECS_PER_HOUR)

/*
 * In the list of what a plan depends on, an entry of this cache, which there is not,
 * holds the second since 2000 from which on the plan is right.
 */
#define MOMENT_CACHE_ID 0x7575

/* The lower bounds of time that are known: uuid >= or > function(time) */
typedef struct lower_bound
{
	PGFunction	function;
	uuidx_whose_time whose;
	StrategyNumber strategy;	/* of the times */
} lower_bound;

static const lower_bound lower_bounds[] =
{
	{uuidx_v7_lower_bound, UUIDX_TIME_OF_V7, BTGreaterEqualStrategyNumber},
	{uuidx_v7_upper_bound, UUIDX_TIME_OF_V7, BTGreaterStrategyNumber},
	{uuidx_v7_range_lower, UUIDX_TIME_OF_V7, BTGreaterEqualStrategyNumber},
	{uuidx_v6_lower_bound, UUIDX_TIME_OF_V6, BTGreaterEqualStrategyNumber},
	{uuidx_v6_upper_bound, UUIDX_TIME_OF_V6, BTGreaterStrategyNumber},
	{uuidx_time_lower_bound, UUIDX_TIME_OF_ANY, BTGreaterEqualStrategyNumber},
	{uuidx_time_after_bound, UUIDX_TIME_OF_ANY, BTGreaterStrategyNumber}
};

/*
 * How an expression of the clock goes on as time does.  A day minus a month is the
 * same last day of a shorter month for several days in a row, and each of them
 * begins at that day's midnight again.
 */
typedef enum clock_course
{
	CLOCK_STEADY,				/* never decreases, in one time zone */
	CLOCK_WITHIN_DAY,			/* decreases within a day at most */
	CLOCK_WITHIN_24_HOURS		/* by less than 24 hours, which may begin
								 * anywhere */
} clock_course;

/* An expression of the clock being looked at, and rebuilt for another moment */
typedef struct moment_context
{
	TimestampTz moment;			/* what stands in for now() */
	bool		clock;			/* the clock is in it, not only constants */
	bool		calendar;		/* depends on time zone or length of months */
	bool		session_zone;	/* on the setting TimeZone, more than by its
								 * DST */
	int			named_zones;	/* how often a named time zone comes in */
	clock_course course;
	bool		foreign;		/* something else is in it, or it may decrease */
} moment_context;

static Node *at_moment(Node *node, moment_context *context);

static Node *
call_of(Oid function, Oid result_type, Node *argument)
{
	return (Node *) makeFuncExpr(function, result_type, list_make1(argument), InvalidOid,
								 InvalidOid, COERCE_EXPLICIT_CALL);
}

/* CURRENT_DATE and its kin */
static Node *
sql_value_at_moment(SQLValueFunction *value, moment_context *context)
{
	Node	   *instant = uuidx_instant_const(context->moment);

	context->clock = true;
	switch (value->op)
	{
		case SVFOP_CURRENT_TIMESTAMP:
		case SVFOP_CURRENT_TIMESTAMP_N:
			return instant;
		case SVFOP_CURRENT_DATE:
			context->calendar = context->session_zone = true;
			return call_of(F_DATE_TIMESTAMPTZ, DATEOID, instant);
		case SVFOP_LOCALTIMESTAMP:
		case SVFOP_LOCALTIMESTAMP_N:
			context->calendar = context->session_zone = true;
			return call_of(F_TIMESTAMP_TIMESTAMPTZ, TIMESTAMPOID, instant);
		default:
			context->foreign = true;
			return (Node *) value;
	}
}

/* Whether a node is a constant, not null */
static bool
is_constant(Node *node)
{
	return IsA(node, Const) && !((Const *) node)->constisnull;
}

/* A function of the clock's; which of its arguments moves, or -1 */
static int
moving_argument(Oid function)
{
	switch (function)
	{
		case F_TIMESTAMPTZ_PL_INTERVAL:
		case F_TIMESTAMPTZ_MI_INTERVAL:
		case F_TIMESTAMPTZ_TIMESTAMPTZ_INT4:
		case F_DATE_TIMESTAMPTZ:
		case F_DATE_TIMESTAMP:
		case F_TIMESTAMP_TIMESTAMPTZ:
		case F_TIMESTAMP_DATE:
		case F_TIMESTAMP_TIMESTAMP_INT4:
		case F_TIMESTAMPTZ_DATE:
		case F_TIMESTAMPTZ_TIMESTAMP:
		case F_TIMESTAMP_PL_INTERVAL:
		case F_TIMESTAMP_MI_INTERVAL:
		case F_DATE_PL_INTERVAL:
		case F_DATE_MI_INTERVAL:
		case F_DATE_PLI:
		case F_DATE_MII:
			return 0;
		case F_INTERVAL_PL_TIMESTAMPTZ:
		case F_DATE_TRUNC_TEXT_TIMESTAMPTZ:
		case F_DATE_TRUNC_TEXT_TIMESTAMP:
		case F_DATE_TRUNC_TEXT_TIMESTAMPTZ_TEXT:
		case F_TIMEZONE_TEXT_TIMESTAMPTZ:
		case F_TIMEZONE_TEXT_TIMESTAMP:
		case F_INTERVAL_PL_TIMESTAMP:
		case F_INTERVAL_PL_DATE:
		case F_INTEGER_PL_DATE:
			return 1;
		default:
			return -1;
	}
}

/* Adding an interval, which is a constant, to what has gone a course so far */
static void
note_interval(Interval *interval, moment_context *context)
{
	if (interval->month != 0)
	{
		/* months are added first, then days, then the rest */
		if (context->course == CLOCK_WITHIN_24_HOURS)
			context->foreign = true;
		context->course = interval->day != 0 || interval->time != 0 ?
			CLOCK_WITHIN_24_HOURS : CLOCK_WITHIN_DAY;
		context->session_zone = true;
	}
	else if (context->course == CLOCK_WITHIN_DAY)
		context->course = CLOCK_WITHIN_24_HOURS;
	if (interval->month != 0 || interval->day != 0)
		context->calendar = true;
}

/* What a function makes of the course that its moving argument has gone */
static void
note_function(Oid function, List *arguments, int moving, moment_context *context)
{
	Const	   *other = NULL;

	if (list_length(arguments) > 1)
		other = (Const *) list_nth(arguments, 1 - moving);
	if (other != NULL && other->consttype == INTERVALOID)
	{
		note_interval(DatumGetIntervalP(other->constvalue), context);
		return;
	}
	if (function == F_TIMESTAMPTZ_TIMESTAMPTZ_INT4)
		return;					/* rounds, and that keeps the order */

	context->calendar = true;
	switch (function)
	{
		case F_TIMEZONE_TEXT_TIMESTAMPTZ:
		case F_TIMEZONE_TEXT_TIMESTAMP:
		case F_DATE_TRUNC_TEXT_TIMESTAMPTZ_TEXT:
			/* a day of one zone is none of another's */
			context->named_zones++;
			if (context->course != CLOCK_STEADY)
				context->foreign = true;
			break;
		case F_DATE_TRUNC_TEXT_TIMESTAMPTZ:
		case F_DATE_TRUNC_TEXT_TIMESTAMP:
		case F_DATE_TIMESTAMPTZ:
		case F_DATE_TIMESTAMP:

			/*
			 * what would decrease across a day's end could by as much as a
			 * year
			 */
			if (context->course == CLOCK_WITHIN_24_HOURS)
				context->foreign = true;
			break;
		case F_DATE_PLI:
		case F_DATE_MII:
		case F_INTEGER_PL_DATE:
			if (context->course == CLOCK_WITHIN_DAY)
				context->course = CLOCK_WITHIN_24_HOURS;
			break;
		default:
			break;
	}
	if (function != F_TIMEZONE_TEXT_TIMESTAMPTZ && function != F_TIMEZONE_TEXT_TIMESTAMP &&
		function != F_DATE_TRUNC_TEXT_TIMESTAMPTZ_TEXT && function != F_DATE_TRUNC_TEXT_TIMESTAMP)
		context->session_zone = true;
	/* each zone that is passed through costs up to 26 hours */
	if (context->named_zones > 2 || (context->named_zones == 2 && context->session_zone))
		context->foreign = true;
}

/* The arguments of a function of the clock's, rebuilt */
static List *
arguments_at_moment(Oid function, List *arguments, moment_context *context)
{
	int			moving = moving_argument(function);
	List	   *result = NIL;
	ListCell   *cell;

	if (moving < 0 || moving >= list_length(arguments))
		context->foreign = true;
	foreach(cell, arguments)
	{
		Node	   *argument = (Node *) lfirst(cell);

		if (context->foreign)
			break;
		if (foreach_current_index(cell) == moving)
			argument = at_moment(argument, context);
		else if (!is_constant(argument))
			context->foreign = true;
		result = lappend(result, argument);
	}
	if (!context->foreign)
		note_function(function, result, moving, context);
	return result;
}

/*
 * A copy of an expression of the clock as it is at another moment.  Sets
 * context->foreign if it holds anything that might decrease as time goes on.
 */
static Node *
at_moment(Node *node, moment_context *context)
{
	if (IsA(node, SQLValueFunction))
		return sql_value_at_moment((SQLValueFunction *) node, context);
	if (IsA(node, FuncExpr))
	{
		FuncExpr   *call = (FuncExpr *) node;
		FuncExpr   *copy;

		if (call->funcid == F_NOW || call->funcid == F_TRANSACTION_TIMESTAMP ||
			call->funcid == F_STATEMENT_TIMESTAMP)
		{
			context->clock = true;
			return uuidx_instant_const(context->moment);
		}
		copy = makeNode(FuncExpr);
		*copy = *call;
		copy->args = arguments_at_moment(call->funcid, call->args, context);
		return (Node *) copy;
	}
	if (IsA(node, OpExpr))
	{
		OpExpr	   *call = (OpExpr *) node;
		OpExpr	   *copy = makeNode(OpExpr);

		*copy = *call;
		copy->args = arguments_at_moment(get_opcode(call->opno), call->args, context);
		return (Node *) copy;
	}
	if (IsA(node, RelabelType))
	{
		RelabelType *relabel = (RelabelType *) node;

		/* a typmod is taken off */
		if (exprType((Node *) relabel->arg) == relabel->resulttype)
			return at_moment((Node *) relabel->arg, context);
	}
	if (IsA(node, MinMaxExpr))
	{
		MinMaxExpr *call = (MinMaxExpr *) node;
		MinMaxExpr *copy = makeNode(MinMaxExpr);
		ListCell   *cell;

		*copy = *call;
		copy->args = NIL;
		foreach(cell, call->args)
			copy->args = lappend(copy->args, at_moment((Node *) lfirst(cell), context));
		return (Node *) copy;
	}
	if (!is_constant(node))
		context->foreign = true;
	return node;
}

/*
 * The value of an expression of the clock at a moment, in microseconds: an instant, or
 * what a clock on the wall shows.  False if there is none, or none that UUIDs can have.
 */
static bool
value_at(PlannerInfo *root, Node *time, TimestampTz moment, moment_context *context,
		 TimestampTz *value)
{
	Node	   *copy;
	Const	   *result;

	memset(context, 0, sizeof(*context));
	context->moment = moment;
	copy = at_moment(time, context);
	if (context->foreign)
		return false;
	result = (Const *) estimate_expression_value(root, copy);
	if (!IsA(result, Const) || result->constisnull)
		return false;
	if (result->consttype == TIMESTAMPTZOID || result->consttype == TIMESTAMPOID)
		*value = DatumGetTimestampTz(result->constvalue);
	else if (result->consttype == DATEOID)
		*value = DatumGetDateADT(result->constvalue) * USECS_PER_DAY;
	else
		return false;
	return !TIMESTAMP_NOT_FINITE(*value) && *value > UUIDX_V6_MIN_PG_US &&
		*value <= UUIDX_V7_MAX_PG_US;
}

/* The earliest that the clock can be for a statement: it may be set back after BEGIN */
static TimestampTz
present(void)
{
	return Min(GetCurrentTransactionStartTimestamp(), GetCurrentStatementStartTimestamp());
}

bool
uuidx_is_clock_expression(PlannerInfo *root, Node *node)
{
	moment_context context;
	TimestampTz value;

	return value_at(root, node, present(), &context, &value);
}

/* The time that a lower bound is of: that of the range's first instant for ranges */
static Node *
time_of_bound(FuncExpr *bound)
{
	Node	   *time = (Node *) linitial(bound->args);
	FuncExpr   *range = (FuncExpr *) time;

	if (exprType(time) != TSTZRANGEOID)
		return time;
	if (!IsA(range, FuncExpr) ||
		(range->funcid != F_TSTZRANGE_TIMESTAMPTZ_TIMESTAMPTZ &&
		 range->funcid != F_TSTZRANGE_TIMESTAMPTZ_TIMESTAMPTZ_TEXT))
		return NULL;
	return (Node *) linitial(range->args);
}

/*
 * Notes that the plan is right from an instant on only, in seconds: rounded up, and
 * one more, because CURRENT_TIMESTAMP(0) rounds down.
 */
static void
depend_on_moment(PlannerInfo *root, TimestampTz valid_from)
{
	PlanInvalItem *item = makeNode(PlanInvalItem);

	item->cacheId = MOMENT_CACHE_ID;
	item->hashValue = (uint32) (valid_from / USECS_PER_SEC + 2);
	root->glob->invalItems = lappend(root->glob->invalItems, item);
}

List *
uuidx_lower_bound_now(PlannerInfo *root, OpExpr *clause)
{
	FuncExpr   *call = (FuncExpr *) lsecond(clause->args);
	const lower_bound *bound = NULL;
	uuidx_comparison comparison;
	PGFunction	function;
	TimestampTz moment = present();
	TimestampTz valid_from = moment - MARGIN_US;
	moment_context context;
	TimestampTz value;
	Node	   *time;
	Oid			operator_function;

	/* the second has 32 bits, from 2000 on: until 2136 */
	if (!IsA(call, FuncExpr) || call->funcresulttype != UUIDOID ||
		list_length(call->args) != 1 || moment < CALENDAR_SHIFT_US ||
		moment / USECS_PER_SEC >= PG_UINT32_MAX)
		return NIL;
	operator_function = get_opcode(clause->opno);
	if (operator_function != F_UUID_GE && operator_function != F_UUID_GT &&
		uuidx_function_address(operator_function) != uuidx_uuid_time_ge)
		return NIL;

	function = uuidx_function_address(call->funcid);
	for (int i = 0; i < lengthof(lower_bounds) && bound == NULL; i++)
		if (lower_bounds[i].function == function)
			bound = &lower_bounds[i];
	if (bound == NULL || (time = time_of_bound(call)) == NULL)
		return NIL;

	if (exprType(time) != TIMESTAMPTZOID || !value_at(root, time, moment, &context, &value))
		return NIL;
	if (context.calendar)
	{
		if (!value_at(root, time, moment - CALENDAR_SHIFT_US, &context, &value))
			return NIL;
		value -= CALENDAR_MARGIN_US;
		valid_from = moment - CALENDAR_TOLERANCE_US;
	}
	else if (context.clock)
		value -= MARGIN_US;

	if (!uuidx_begin_comparison(&comparison, bound->whose, get_func_namespace(call->funcid),
								(Node *) linitial(clause->args), uuidx_instant_const(value)))
		return NIL;
	uuidx_add_instant(&comparison, bound->strategy);
	if (comparison.failed)
		return NIL;
	if (context.clock)
		depend_on_moment(root, valid_from);
	return comparison.conditions;
}

void
uuidx_check_moment(PlannedStmt *plan)
{
	int64		second;
	ListCell   *cell;

	if (plan->invalItems == NIL)
		return;
	second = present() / USECS_PER_SEC;
	foreach(cell, plan->invalItems)
	{
		PlanInvalItem *item = (PlanInvalItem *) lfirst(cell);

		if (item->cacheId != MOMENT_CACHE_ID || second >= item->hashValue)
			continue;

		/* no plan of this session is to be trusted with the time it is now */
		ResetPlanCache();
		ereport(ERROR,
				(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
				 errmsg("system clock was set back since the query was planned"),
				 errdetail("The plan leaves out partitions for times that are to come once more."),
				 errhint("Retry the transaction: the query will be planned anew.")));
	}
}
