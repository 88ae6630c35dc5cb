/*
 * or.c
 *	  The bound, or the ranges, that all arms of an OR imply.
 *
 *	  uuid_time(id) < $1 OR (uuid_time(id) = $1 AND id < $2)
 *
 * has a range in each arm.  An index scan can begin at the first row of this page only if a
 * condition outside the OR has the bound: id <= uuid_v7_upper($1), which both arms imply.
 */
#include "planner/planner.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"

/* The bounds of one time in the arms of an OR; each bound is an instant */
typedef struct or_bounds
{
	uuidx_extraction time;		/* its column is NULL before the first bound */
	List	   *upper;
	List	   *lower;
	int			nupper;			/* number of arms with such a bound */
	int			nlower;
	bool		is_arm;			/* one of the arms is nothing but a bound */
} or_bounds;

/* Adds the bounds of the time in one arm, which is a list of conditions joined by AND */
static void
add_arm(const uuidx_relation *relation, List *conditions, or_bounds *bounds)
{
	bool		has_upper = false;
	bool		has_lower = false;

	foreach_ptr(Node, condition, conditions)
	{
		uuidx_clause clause = uuidx_match_clause(relation, condition);

		if ((clause.type != UUIDX_CLAUSE_TIME && clause.type != UUIDX_CLAUSE_ROW) ||
			clause.strategy == InvalidStrategy || clause.any ||
			!uuidx_is_total(clause.other) ||
			exprType(uuidx_instant_of(clause.strategy, clause.other)) != TIMESTAMPTZOID)
			continue;
		if (bounds->time.column == NULL)
			bounds->time = clause.time;
		if (!equal(clause.column, bounds->time.column) || clause.time.kind != bounds->time.kind)
			continue;
		if (list_length(conditions) == 1 && clause.strategy != BTEqualStrategyNumber)
			bounds->is_arm = true;
		if (clause.strategy <= BTEqualStrategyNumber)
		{
			bounds->upper = list_append_unique(bounds->upper,
											   uuidx_instant_of(BTLessStrategyNumber,
																clause.other));
			has_upper = true;
		}
		if (clause.strategy >= BTEqualStrategyNumber)
		{
			bounds->lower = list_append_unique(bounds->lower,
											   uuidx_instant_of(BTGreaterStrategyNumber,
																clause.other));
			has_lower = true;
		}
	}
	bounds->nupper += has_upper;
	bounds->nlower += has_lower;
}

/* Returns the ranges of one time that a long OR implies, if each arm compares it with a constant */
static List *
derive_long_or(const uuidx_relation *relation, const BoolExpr *expr)
{
	uuidx_time_range *ranges = palloc_array(uuidx_time_range, list_length(expr->args));
	uuidx_extraction time = {NULL};
	int			n = 0;

	foreach_ptr(Expr, arm, expr->args)
	{
		uuidx_time_range range = {DT_NOBEGIN, DT_NOEND};
		bool		narrowed = false;

		CHECK_FOR_INTERRUPTS();
		foreach_ptr(Node, condition, make_ands_implicit(arm))
		{
			uuidx_clause clause = uuidx_match_clause(relation, condition);

			if (time.column == NULL)
				time = clause.time;
			if (clause.time.column != NULL && equal(clause.time.extracted, time.extracted) &&
				uuidx_narrow_range(&range, &clause))
				narrowed = true;
		}
		if (!narrowed)
			return NIL;
		if (range.first <= range.last)
			ranges[n++] = range;
	}
	return uuidx_derive_ranges(relation, &time, ranges, n);
}

/*
 * Returns the one bound that all arms of an OR imply, or ranges if the OR has more than
 * uuidx_max_ranges() arms; or NIL.  Sets *is_all if the OR excludes nothing within the bound but
 * rows with the time of the bound itself, and the server can estimate the bound.
 */
List *
uuidx_derive_or(const uuidx_relation *relation, const BoolExpr *expr, bool *is_all)
{
	or_bounds	bounds = {{NULL}};
	int			narms = list_length(expr->args);
	uuidx_target target;
	List	   *quals = NIL;
	List	   *instants;
	Node	   *bound;
	bool		upper;

	if (narms > uuidx_max_ranges(relation))
		return derive_long_or(relation, expr);
	foreach_ptr(Expr, arm, expr->args)
		add_arm(relation, make_ands_implicit(arm), &bounds);

	/* a page has either an upper or a lower bound, not both */
	upper = bounds.nupper == narms;
	if (upper == (bounds.nlower == narms) ||
		(bounds.time.kind == UUIDX_TIME_OF_ANY && !uuidx_index_use_of(relation->table)->time_order))
		return NIL;
	instants = upper ? bounds.upper : bounds.lower;
	bound = uuidx_fold(relation->root,
					   uuidx_make_extreme(upper ? IS_GREATEST : IS_LEAST, instants));
	if (!uuidx_set_target(&target, bounds.time.kind, bounds.time.schema, bounds.time.uuid) ||
		!uuidx_write_instant(&target, upper ? BTLessEqualStrategyNumber :
							 BTGreaterEqualStrategyNumber, bound, &quals))
		return NIL;
	*is_all = bounds.is_arm && list_length(instants) == 1 &&
		IsA(uuidx_fold_for_estimate(relation->root, (Node *) linitial(instants)), Const);
	return quals;
}

static bool
subquery_value_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	return (IsA(node, Param) && ((Param *) node)->paramkind == PARAM_EXEC) ||
		expression_tree_walker(node, UUIDX_WALKER(subquery_value_walker), context);
}

/*
 * Whether an OR stays as it is: if it is long, or if it has the value of a subquery, by which the
 * server would exclude partitions when the plan runs.  A scan drops an OR that its index condition
 * implies, and a parallel worker, which is sent only the values that its scans use, would crash.
 */
bool
uuidx_or_stays(const uuidx_relation *relation, BoolExpr *expr)
{
	return list_length(expr->args) > uuidx_max_ranges(relation) ||
		(relation->rel->part_scheme != NULL && subquery_value_walker((Node *) expr, NULL));
}
