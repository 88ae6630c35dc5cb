/*
 * rewrite.c
 *	  The operators between uuid and time as comparisons of uuids.
 *
 * `id >= t` becomes core's `id >= uuid_v7_lower(t)` and `uuid_is_v7(id)`, and
 * `id ~>=~ t` a range in time order, before the planner looks at indexes,
 * partitions or statistics, so all of them serve it as they serve any comparison
 * of two uuids.
 *
 * What is written is the law of operators.c, null for null and false for false.
 * The comparison alone would be null for an id without a time beside a null; the
 * condition joined to it, which is false for such an id, makes the whole false.
 */
#include "planner/planner.h"

#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "utils/lsyscache.h"

extern Datum uuidx_uuid_lt_timestamptz(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_le_timestamptz(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_gt_timestamptz(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_ge_timestamptz(PG_FUNCTION_ARGS);
extern Datum uuidx_timestamptz_lt_uuid(PG_FUNCTION_ARGS);
extern Datum uuidx_timestamptz_le_uuid(PG_FUNCTION_ARGS);
extern Datum uuidx_timestamptz_gt_uuid(PG_FUNCTION_ARGS);
extern Datum uuidx_timestamptz_ge_uuid(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_lt_timestamptz(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_le_timestamptz(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_gt_timestamptz(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_ge_timestamptz(PG_FUNCTION_ARGS);
extern Datum uuidx_timestamptz_time_lt_uuid(PG_FUNCTION_ARGS);
extern Datum uuidx_timestamptz_time_le_uuid(PG_FUNCTION_ARGS);
extern Datum uuidx_timestamptz_time_gt_uuid(PG_FUNCTION_ARGS);
extern Datum uuidx_timestamptz_time_ge_uuid(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_contained_by_tstzrange(PG_FUNCTION_ARGS);
extern Datum uuidx_tstzrange_contains_uuid(PG_FUNCTION_ARGS);

/* An operator, by the C function behind it */
typedef struct time_operator
{
	PGFunction	function;
	uuidx_whose_time whose;
	bool		is_range;		/* tstzrange, or timestamptz */
	int			uuid_argument;	/* 0 or 1 */
	StrategyNumber strategy;	/* as if the uuid stood first */
} time_operator;

static const time_operator time_operators[] =
{
	{uuidx_uuid_lt_timestamptz, UUIDX_TIME_OF_V7, false, 0, BTLessStrategyNumber},
	{uuidx_uuid_le_timestamptz, UUIDX_TIME_OF_V7, false, 0, BTLessEqualStrategyNumber},
	{uuidx_uuid_gt_timestamptz, UUIDX_TIME_OF_V7, false, 0, BTGreaterStrategyNumber},
	{uuidx_uuid_ge_timestamptz, UUIDX_TIME_OF_V7, false, 0, BTGreaterEqualStrategyNumber},
	{uuidx_timestamptz_lt_uuid, UUIDX_TIME_OF_V7, false, 1, BTGreaterStrategyNumber},
	{uuidx_timestamptz_le_uuid, UUIDX_TIME_OF_V7, false, 1, BTGreaterEqualStrategyNumber},
	{uuidx_timestamptz_gt_uuid, UUIDX_TIME_OF_V7, false, 1, BTLessStrategyNumber},
	{uuidx_timestamptz_ge_uuid, UUIDX_TIME_OF_V7, false, 1, BTLessEqualStrategyNumber},
	{uuidx_uuid_time_lt_timestamptz, UUIDX_TIME_OF_ANY, false, 0, BTLessStrategyNumber},
	{uuidx_uuid_time_le_timestamptz, UUIDX_TIME_OF_ANY, false, 0, BTLessEqualStrategyNumber},
	{uuidx_uuid_time_gt_timestamptz, UUIDX_TIME_OF_ANY, false, 0, BTGreaterStrategyNumber},
	{uuidx_uuid_time_ge_timestamptz, UUIDX_TIME_OF_ANY, false, 0, BTGreaterEqualStrategyNumber},
	{uuidx_timestamptz_time_lt_uuid, UUIDX_TIME_OF_ANY, false, 1, BTGreaterStrategyNumber},
	{uuidx_timestamptz_time_le_uuid, UUIDX_TIME_OF_ANY, false, 1, BTGreaterEqualStrategyNumber},
	{uuidx_timestamptz_time_gt_uuid, UUIDX_TIME_OF_ANY, false, 1, BTLessStrategyNumber},
	{uuidx_timestamptz_time_ge_uuid, UUIDX_TIME_OF_ANY, false, 1, BTLessEqualStrategyNumber},
	{uuidx_uuid_contained_by_tstzrange, UUIDX_TIME_OF_V7, true, 0, InvalidStrategy},
	{uuidx_tstzrange_contains_uuid, UUIDX_TIME_OF_V7, true, 1, InvalidStrategy}
};

Node *
uuidx_rewrite_comparison(PlannerInfo *root, FuncExpr *call)
{
	PGFunction	function = uuidx_function_address(call->funcid);
	const time_operator *operator = NULL;
	uuidx_comparison comparison;
	Node	   *uuid;
	Node	   *time;
	Oid			time_type;
	bool		any_time;

	for (int i = 0; i < lengthof(time_operators) && operator == NULL; i++)
		if (time_operators[i].function == function)
			operator = &time_operators[i];
	if (operator == NULL || list_length(call->args) != 2)
		return NULL;

	uuid = (Node *) list_nth(call->args, operator->uuid_argument);
	time = (Node *) list_nth(call->args, 1 - operator->uuid_argument);
	time_type = operator->is_range ? TSTZRANGEOID : TIMESTAMPTZOID;
	any_time = operator->whose == UUIDX_TIME_OF_ANY;
	if (exprType(uuid) != UUIDOID || getBaseType(exprType(time)) != time_type)
		return NULL;

	/* the uuid is written more than once, and the range as well */
	if (!uuidx_may_be_duplicated(root, uuid))
		return NULL;
	if (operator->is_range && !uuidx_may_be_duplicated(root, time))
		return NULL;

	time = applyRelabelType(time, time_type, -1, InvalidOid, COERCE_IMPLICIT_CAST, -1, false);
	if (!uuidx_begin_comparison(&comparison, operator->whose, get_func_namespace(call->funcid),
								uuid, time))
		return NULL;

	if (IsA(time, Const) && ((Const *) time)->constisnull)
		comparison.conditions = list_make1(makeBoolConst(false, true));
	else if (operator->is_range)
		uuidx_add_range(&comparison);
	else
		uuidx_add_instant(&comparison, operator->strategy);

	/*
	 * what is before a constant in time order carries a time, nothing else
	 * says so
	 */
	if (!any_time)
		uuidx_add_version(&comparison);
	else if (!IsA(time, Const) || ((Const *) time)->constisnull ||
			 operator->strategy == BTGreaterStrategyNumber ||
			 operator->strategy == BTGreaterEqualStrategyNumber)
		uuidx_add_has_time(&comparison);

	return comparison.failed ? NULL : (Node *) make_ands_explicit(comparison.conditions);
}
