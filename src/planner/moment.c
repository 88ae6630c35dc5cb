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
 *	  the clock is set back		the constant is that of two days ago, and a plan that
 *								is asked to run earlier than that is refused: see
 *								uuidx_check_moment()
 *	  another time zone			a day begins up to 26 hours later elsewhere
 *	  months have 28 to 31 days	so a later day minus a month may be an earlier hour
 *
 * What depends on the calendar therefore is computed for two days ago and put three
 * days back.
 */
#include "planner/planner.h"

#include "access/xact.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
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

#define MARGIN_US (2 * USECS_PER_DAY)
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

/* An expression of the clock being looked at, and rebuilt for another moment */
typedef struct moment_context
{
	TimestampTz moment;			/* what stands in for now() */
	bool		calendar;		/* depends on time zone or length of months */
	bool		foreign;		/* something else is in it */
} moment_context;

static Node *
instant_const(TimestampTz pg_us)
{
	return (Node *) makeConst(TIMESTAMPTZOID, -1, InvalidOid, sizeof(TimestampTz),
							  TimestampTzGetDatum(pg_us), false, FLOAT8PASSBYVAL);
}

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
	Node	   *instant = instant_const(context->moment);

	switch (value->op)
	{
		case SVFOP_CURRENT_TIMESTAMP:
		case SVFOP_CURRENT_TIMESTAMP_N:
			return instant;
		case SVFOP_CURRENT_DATE:
			context->calendar = true;
			return call_of(F_DATE_TIMESTAMPTZ, DATEOID, instant);
		case SVFOP_LOCALTIMESTAMP:
		case SVFOP_LOCALTIMESTAMP_N:
			context->calendar = true;
			return call_of(F_TIMESTAMP_TIMESTAMPTZ, TIMESTAMPOID, instant);
		default:
			context->foreign = true;
			return (Node *) value;
	}
}

/* Whether a node is a constant, not null; months and days are the calendar's */
static bool
is_constant(Node *node, moment_context *context)
{
	Const	   *value = (Const *) node;

	if (!IsA(node, Const) || value->constisnull)
		return false;
	if (value->consttype == INTERVALOID)
	{
		Interval   *interval = DatumGetIntervalP(value->constvalue);

		if (interval->month != 0 || interval->day != 0)
			context->calendar = true;
	}
	return true;
}

/* A function of the clock's; which of its arguments moves, or -1 */
static int
moving_argument(Oid function, moment_context *context)
{
	switch (function)
	{
		case F_TIMESTAMPTZ_PL_INTERVAL:
		case F_TIMESTAMPTZ_MI_INTERVAL:
		case F_TIMESTAMPTZ_TIMESTAMPTZ_INT4:
			return 0;
		case F_INTERVAL_PL_TIMESTAMPTZ:
			return 1;
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
			context->calendar = true;
			return 0;
		case F_DATE_TRUNC_TEXT_TIMESTAMPTZ:
		case F_DATE_TRUNC_TEXT_TIMESTAMP:
		case F_DATE_TRUNC_TEXT_TIMESTAMPTZ_TEXT:
		case F_TIMEZONE_TEXT_TIMESTAMPTZ:
		case F_TIMEZONE_TEXT_TIMESTAMP:
		case F_INTERVAL_PL_TIMESTAMP:
		case F_INTERVAL_PL_DATE:
		case F_INTEGER_PL_DATE:
			context->calendar = true;
			return 1;
		default:
			return -1;
	}
}

/* The arguments of a function of the clock's, rebuilt */
static List *
arguments_at_moment(Oid function, List *arguments, moment_context *context)
{
	int			moving = moving_argument(function, context);
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
		else if (!is_constant(argument, context))
			context->foreign = true;
		result = lappend(result, argument);
	}
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
			return instant_const(context->moment);
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
	if (!is_constant(node, context))
		context->foreign = true;
	return node;
}

/* The value of an expression of the clock at a moment, moved; false if it has none */
static bool
value_at(PlannerInfo *root, Node *time, TimestampTz moment, TimestampTz *value, bool *calendar)
{
	moment_context context = {.moment = moment};
	Node	   *copy = at_moment(time, &context);
	Const	   *result;

	*calendar = context.calendar;
	if (context.foreign)
		return false;
	result = (Const *) estimate_expression_value(root, copy);
	if (!IsA(result, Const) || result->constisnull || result->consttype != TIMESTAMPTZOID)
		return false;
	*value = DatumGetTimestampTz(result->constvalue);
	return !TIMESTAMP_NOT_FINITE(*value) && *value > UUIDX_V6_MIN_PG_US &&
		*value <= UUIDX_V7_MAX_PG_US;
}

bool
uuidx_is_clock_expression(Node *node)
{
	moment_context context = {0};

	at_moment(node, &context);
	return !context.foreign;
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

/* Notes that the plan is right from an instant on only */
static void
depend_on_moment(PlannerInfo *root, TimestampTz valid_from)
{
	PlanInvalItem *item = makeNode(PlanInvalItem);

	item->cacheId = MOMENT_CACHE_ID;
	item->hashValue = (uint32) (valid_from / USECS_PER_SEC + 1);
	root->glob->invalItems = lappend(root->glob->invalItems, item);
}

List *
uuidx_lower_bound_now(PlannerInfo *root, OpExpr *clause)
{
	FuncExpr   *call = (FuncExpr *) lsecond(clause->args);
	const lower_bound *bound = NULL;
	uuidx_comparison comparison;
	PGFunction	function;
	TimestampTz moment = GetCurrentTransactionStartTimestamp();
	TimestampTz valid_from = moment - MARGIN_US;
	TimestampTz value;
	Node	   *time;
	Oid			operator_function;
	bool		calendar;

	if (!IsA(call, FuncExpr) || call->funcresulttype != UUIDOID ||
		list_length(call->args) != 1 || moment < MARGIN_US)
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

	if (!value_at(root, time, moment, &value, &calendar))
		return NIL;
	if (!calendar)
		value -= MARGIN_US;
	else if (value_at(root, time, moment - MARGIN_US, &value, &calendar))
	{
		value -= CALENDAR_MARGIN_US;
		valid_from = moment - CALENDAR_TOLERANCE_US;
	}
	else
		return NIL;

	if (!uuidx_begin_comparison(&comparison, bound->whose, get_func_namespace(call->funcid),
								(Node *) linitial(clause->args), instant_const(value)))
		return NIL;
	uuidx_add_instant(&comparison, bound->strategy);
	if (comparison.failed)
		return NIL;
	depend_on_moment(root, valid_from);
	return comparison.conditions;
}

void
uuidx_check_moment(PlannedStmt *plan)
{
	ListCell   *cell;

	foreach(cell, plan->invalItems)
	{
		PlanInvalItem *item = (PlanInvalItem *) lfirst(cell);

		if (item->cacheId != MOMENT_CACHE_ID ||
			GetCurrentTransactionStartTimestamp() / USECS_PER_SEC >= item->hashValue)
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
