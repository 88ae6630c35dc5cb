/*
 * operator.c
 *	  The planner support function: rewrites operators between uuid and time, and estimates
 *	  filters by version.
 *
 *	  id >= '2026-01-01Z'::timestamptz
 *
 * becomes `id >= '019b76da-a800-7000-8000-000000000000' AND uuid_is_v7(id)` while the query is
 * simplified, and `id ~>=~ t` becomes a range in time order.  This is the definition of the
 * operators (src/operators.c), including nulls: for an id without a time and a null time, the
 * comparison alone would be null, but the added condition is false.
 *
 * Conditions of a query on uuid_v7_timestamp(id) become the same in filter.c.  But an operator is
 * also in predicates of indexes, in constraints, on an expression, and below NOT.
 */
#include "planner/planner.h"

#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/pg_type.h"
#include "functions.h"
#include "guc.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "utils/lsyscache.h"

PG_FUNCTION_INFO_V1(uuidx_support);

/* An operator with the uuid on the left: the C functions of the operator and its commutator */
typedef struct time_operator
{
	PGFunction	function;
	PGFunction	commutator;
	uuidx_time_kind kind;
	StrategyNumber strategy;	/* InvalidStrategy for a range */
} time_operator;

static const time_operator time_operators[] =
{
	{uuidx_uuid_lt_timestamptz, uuidx_timestamptz_gt_uuid,
	UUIDX_TIME_OF_V7, BTLessStrategyNumber},
	{uuidx_uuid_le_timestamptz, uuidx_timestamptz_ge_uuid,
	UUIDX_TIME_OF_V7, BTLessEqualStrategyNumber},
	{uuidx_uuid_ge_timestamptz, uuidx_timestamptz_le_uuid,
	UUIDX_TIME_OF_V7, BTGreaterEqualStrategyNumber},
	{uuidx_uuid_gt_timestamptz, uuidx_timestamptz_lt_uuid,
	UUIDX_TIME_OF_V7, BTGreaterStrategyNumber},
	{uuidx_uuid_time_lt_timestamptz, uuidx_timestamptz_time_gt_uuid,
	UUIDX_TIME_OF_ANY, BTLessStrategyNumber},
	{uuidx_uuid_time_le_timestamptz, uuidx_timestamptz_time_ge_uuid,
	UUIDX_TIME_OF_ANY, BTLessEqualStrategyNumber},
	{uuidx_uuid_time_ge_timestamptz, uuidx_timestamptz_time_le_uuid,
	UUIDX_TIME_OF_ANY, BTGreaterEqualStrategyNumber},
	{uuidx_uuid_time_gt_timestamptz, uuidx_timestamptz_time_lt_uuid,
	UUIDX_TIME_OF_ANY, BTGreaterStrategyNumber},
	{uuidx_uuid_contained_by_tstzrange, uuidx_tstzrange_contains_uuid,
	UUIDX_TIME_OF_V7, InvalidStrategy}
};

/* Returns the operator that a function or its commutator implements, or NULL */
static const time_operator *
find_operator(Oid function)
{
	PGFunction	own = uuidx_own_function(function);

	for (int i = 0; i < lengthof(time_operators); i++)
		if (own != NULL &&
			(time_operators[i].function == own || time_operators[i].commutator == own))
			return &time_operators[i];
	return NULL;
}

/* Whether a function implements an operator of this table, or the server may inline it to one */
static bool
may_be_operator(Oid function, void *context)
{
	return find_operator(function) != NULL ||
		(function >= FirstNormalObjectId && uuidx_own_function(function) == NULL);
}

static bool
has_operator_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	return check_functions_in_node(node, may_be_operator, NULL) ||
		expression_tree_walker(node, UUIDX_WALKER(has_operator_walker), context);
}

/*
 * Whether the query has grouping sets of such an operator.  Before 18, the server looks for grouped
 * expressions after their AND has been merged into another one.  An expression that it does not
 * find is computed where it should be null.
 */
static bool
is_grouped(PlannerInfo *root)
{
	if (UUIDX_HAS_GROUP_RTE || root == NULL || root->parse->groupingSets == NIL)
		return false;
	foreach_ptr(TargetEntry, entry, root->parse->targetList)
	{
		if (entry->ressortgroupref != 0 && has_operator_walker((Node *) entry->expr, NULL))
			return true;
	}
	return false;
}

/* Rewrites a call of an operator between uuid and time; NULL if that is impossible */
static Node *
rewrite_operator(PlannerInfo *root, FuncExpr *call)
{
	PGFunction	function = uuidx_own_function(call->funcid);
	const time_operator *entry = find_operator(call->funcid);
	uuidx_target target;
	List	   *quals = NIL;
	Node	   *uuid;
	Node	   *time;
	Oid			time_type;
	bool		is_range;
	bool		written;

	if (entry == NULL || list_length(call->args) != 2 || is_grouped(root))
		return NULL;

	uuid = (Node *) list_nth(call->args, entry->function == function ? 0 : 1);
	time = (Node *) list_nth(call->args, entry->function == function ? 1 : 0);
	is_range = entry->strategy == InvalidStrategy;
	time_type = is_range ? TSTZRANGEOID : TIMESTAMPTZOID;
	if (exprType(uuid) != UUIDOID || getBaseType(exprType(time)) != time_type ||
		!uuidx_set_target(&target, entry->kind, get_func_namespace(call->funcid), uuid))
		return NULL;

	/* the uuid and a range are written repeatedly, and the time is moved */
	if (!uuidx_may_be_duplicated(root, uuid) || contain_volatile_functions(time) ||
		(is_range && !uuidx_may_be_duplicated(root, time)))
		return NULL;

	time = applyRelabelType(time, time_type, -1, InvalidOid, COERCE_IMPLICIT_CAST, -1, false);
	if (IsA(time, Const) && ((Const *) time)->constisnull)
	{
		quals = list_make1(makeBoolConst(false, true));
		written = uuidx_write_filter(&target, &quals);
	}
	else
	{
		/* in time order, every uuid before a constant has a time */
		bool		filtered = entry->kind != UUIDX_TIME_OF_ANY || !IsA(time, Const) ||
			!uuidx_is_upper(entry->strategy);

		written = uuidx_write_time(&target, entry->strategy, time, filtered, &quals);
	}
	if (!written || !uuidx_is_executable(root, (Node *) call) ||
		!uuidx_is_executable(root, (Node *) quals))
		return NULL;
	return (Node *) make_ands_explicit(quals);
}

/* Whether another condition, as rewrite_operator() adds it, already excludes nulls in estimates */
static bool
is_compared(const RelOptInfo *rel, Node *argument)
{
	foreach_ptr(RestrictInfo, rinfo, rel->baserestrictinfo)
	{
		OpExpr	   *expr = (OpExpr *) rinfo->clause;

		if (IsA(expr, OpExpr) && op_strict(expr->opno) && list_member(expr->args, argument))
			return true;
	}
	return false;
}

/* Returns the share of rows with a version; its predicate ignores the constant of an operator */
static Selectivity
share_of_version(VariableStatData *column, Oid function, double not_null)
{
	double		all_common;
	int			nbounds;
	FmgrInfo	is_version;
	double		common;
	double		share;

	fmgr_info(function, &is_version);
	common = mcv_selectivity(column, &is_version, InvalidOid, (Datum) 0, true, &all_common);
	share = histogram_selectivity(column, &is_version, InvalidOid, (Datum) 0, true, 1, 0, &nbounds);
	if (share < 0.0)
		share = 1.0;
	else if (share == 0.0)		/* values between the bounds may have it */
		share = 0.5 / nbounds;
	return common + share * Max(not_null - all_common, 0.0);
}

/*
 * Sets the selectivity of uuid_is_v7() or uuid_is_v6(); false for other functions.  Without
 * statistics it is 1: the column is queried by time, and a table that was never analyzed is new.
 */
static bool
estimate_version(SupportRequestSelectivity *request)
{
	VariableStatData column;
	Selectivity share = 1.0;
	double		not_null;

	if (uuidx_find_predicate(uuidx_own_function(request->funcid)) == UUIDX_TIME_OF_ANY)
		return false;

	examine_variable(request->root, linitial(request->args), request->varRelid, &column);
	if (HeapTupleIsValid(column.statsTuple) && getBaseType(column.atttype) == UUIDOID &&
		statistic_proc_security_check(&column, request->funcid))
	{
		not_null = 1.0 - ((Form_pg_statistic) GETSTRUCT(column.statsTuple))->stanullfrac;
		share = share_of_version(&column, request->funcid, not_null);
		if (not_null > 0.0 && is_compared(column.rel, (Node *) linitial(request->args)))
			share /= not_null;
	}
	ReleaseVariableStats(column);

	CLAMP_PROBABILITY(share);
	request->selectivity = share;
	return true;
}

/*
 * uuidx_support(internal)
 *
 * Expressions of indexes, constraints and partitions are simplified without a query, and kept for
 * all users.  They must stay the same whatever the setting and the user are, and so must what ON
 * CONFLICT compares with them.
 */
Datum
uuidx_support(PG_FUNCTION_ARGS)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);

	if (IsA(request, SupportRequestSimplify))
	{
		SupportRequestSimplify *simplify = (SupportRequestSimplify *) request;
		PlannerInfo *root = simplify->root;

		if (root != NULL && root->parse->onConflict != NULL)
			root = NULL;
		if (uuidx_planner || root == NULL)
			PG_RETURN_POINTER(rewrite_operator(root, simplify->fcall));
	}
	else if (IsA(request, SupportRequestSelectivity) && uuidx_planner &&
			 estimate_version((SupportRequestSelectivity *) request))
		PG_RETURN_POINTER(request);
	PG_RETURN_POINTER(NULL);
}
