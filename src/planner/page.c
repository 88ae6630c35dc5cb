/*
 * page.c
 *	  The next page of a list in the order of time, as a range of uuids.
 *
 *	  (uuid_time(id), id) < ($1, $2)		among v7
 *
 * becomes, and is equal to,
 *
 *	  id <= uuid_v7_upper($1) AND id < GREATEST($2, uuid_v7_lower($1))
 *
 * because the ids of an instant are between uuid_v7_lower() and uuid_v7_upper() of it.  Of
 * `<=`, of other columns behind the time, and in time order, a range is implied that begins
 * with the instant; what was written stays.  So it is of
 *
 *	  uuid_time(id) < $1 OR (uuid_time(id) = $1 AND id < $2)
 *
 * for which an index scan begins at the first row of the page only if a condition
 * outside the OR contains its bound.
 */
#include "planner/planner.h"

#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "utils/lsyscache.h"

static bool
is_upper(StrategyNumber strategy)
{
	return strategy == BTLessStrategyNumber || strategy == BTLessEqualStrategyNumber;
}

static bool
is_strict(StrategyNumber strategy)
{
	return strategy == BTLessStrategyNumber || strategy == BTGreaterStrategyNumber;
}

static StrategyNumber
including_ends(bool upper)
{
	return upper ? BTLessEqualStrategyNumber : BTGreaterEqualStrategyNumber;
}

/* Whether an expression is known when a scan begins, and may be written more than once */
static bool
is_usable(const uuidx_relation *relation, Node *node)
{
	if (IsA(node, Const))
		return !((Const *) node)->constisnull;
	return !contain_var_clause(node) && uuidx_may_be_duplicated(relation->root, node);
}

/* The greatest or least of expressions, nulls left out; of constants a constant */
static Node *
make_extreme(PlannerInfo *root, bool greatest, List *nodes)
{
	return list_length(nodes) == 1 ? (Node *) linitial(nodes) :
		eval_const_expressions(root, uuidx_make_extreme(greatest ? IS_GREATEST : IS_LEAST,
														(List *) copyObject(nodes)));
}

/* --- A row comparison --------------------------------------------------------------------- */

/*
 * Appends the condition on the uuid where it is the next column after the time: beyond
 * all ids of the instant where the other uuid is, that is one with the last of them.
 */
static bool
append_uuid(PlannerInfo *root, const uuidx_target *target, const uuidx_clause *page,
			Node *instant, List **quals)
{
	bool		upper = is_upper(page->strategy);
	List	   *ends = NIL;
	OpExpr	   *end;
	OpExpr	   *clause;

	if (!uuidx_write_instant(target, upper ? BTLessStrategyNumber : BTGreaterStrategyNumber,
							 instant, &ends))
		return false;
	end = (OpExpr *) linitial(ends);

	/* no id is beyond the largest v7, but that one itself is no bound */
	if (!is_strict(get_op_opfamily_strategy(end->opno, target->opfamily)))
		return false;
	clause = uuidx_make_comparison(target->opfamily, UUIDOID, page->strategy, target->uuid,
								   make_extreme(root, upper,
												list_make2(page->next, lsecond(end->args))));
	*quals = lappend(*quals, clause);
	return true;
}

uuidx_written_form
uuidx_derive_page(const uuidx_relation *relation, const uuidx_clause *page, List **quals)
{
	uuidx_written_form form = uuidx_written_form_of(relation, page);
	Node	   *instant = uuidx_instant_of(page->other);
	uuidx_target target;

	*quals = NIL;
	if (form == UUIDX_WRITTEN_ALONE || !uuidx_is_of_use(relation, page->kind) ||
		instant == NULL || !is_usable(relation, instant) ||
		!uuidx_set_target(&target, page->kind, page->schema, page->uuid) ||
		!uuidx_write_instant(&target, including_ends(is_upper(page->strategy)), instant, quals))
		return UUIDX_WRITTEN_ALONE;

	/* bytewise, where all of them have such a time */
	if (page->next == NULL || !is_usable(relation, page->next) || page->needs_version ||
		page->kind == UUIDX_TIME_OF_ANY ||
		!append_uuid(relation->root, &target, page, instant, quals))
		return UUIDX_WRITTEN_STAYS;
	return page->next_is_last && is_strict(page->strategy) ? form : UUIDX_WRITTEN_STAYS;
}

/* --- OR ------------------------------------------------------------------------------------- */

/* The bounds of one time in the arms of an OR, each an instant */
typedef struct or_bounds
{
	uuidx_clause time;			/* of the first arm */
	List	   *upper;
	List	   *lower;
	bool		is_arm;			/* one of the arms is nothing else */
} or_bounds;

/*
 * Adds the bounds of the time in one of the arms, joined by AND; counts in *nupper and
 * *nlower whether it has any
 */
static void
add_arm(const uuidx_relation *relation, List *conditions, or_bounds *bounds,
		int *nupper, int *nlower)
{
	bool		has_upper = false;
	bool		has_lower = false;
	ListCell   *cell;

	foreach(cell, conditions)
	{
		uuidx_clause clause = uuidx_match_clause(relation, (Node *) lfirst(cell));
		Node	   *instant;

		if ((clause.type != UUIDX_CLAUSE_TIME && clause.type != UUIDX_CLAUSE_PAGE) ||
			clause.strategy == InvalidStrategy ||
			(instant = uuidx_instant_of(clause.other)) == NULL ||
			exprType(instant) != TIMESTAMPTZOID || !is_usable(relation, instant))
			continue;
		if (bounds->time.type == UUIDX_CLAUSE_OTHER)
			bounds->time = clause;
		if (!equal(clause.column, bounds->time.column) || clause.kind != bounds->time.kind)
			continue;
		bounds->is_arm |= list_length(conditions) == 1 && clause.strategy != BTEqualStrategyNumber;
		if (clause.strategy <= BTEqualStrategyNumber)
		{
			bounds->upper = list_append_unique(bounds->upper, instant);
			has_upper = true;
		}
		if (clause.strategy >= BTEqualStrategyNumber)
		{
			bounds->lower = list_append_unique(bounds->lower, instant);
			has_lower = true;
		}
	}
	*nupper += has_upper;
	*nlower += has_lower;
}

List *
uuidx_derive_or(const uuidx_relation *relation, const BoolExpr *expr, bool *is_all)
{
	or_bounds	bounds = {.time.type = UUIDX_CLAUSE_OTHER};
	int			narms = list_length(expr->args);
	int			nupper = 0;
	int			nlower = 0;
	bool		time_order = uuidx_index_use_of(relation->table)->time_order;
	uuidx_target target;
	List	   *quals = NIL;
	bool		upper;
	ListCell   *cell;

	foreach(cell, expr->args)
		add_arm(relation, make_ands_implicit((Expr *) lfirst(cell)), &bounds, &nupper, &nlower);

	/* a range between two ends is not one that a page begins with */
	upper = nupper == narms;
	if (upper == (nlower == narms) ||
		(bounds.time.kind == UUIDX_TIME_OF_ANY && !time_order) ||
		!uuidx_set_target(&target, bounds.time.kind, bounds.time.schema, bounds.time.uuid) ||
		!uuidx_write_instant(&target, including_ends(upper),
							 make_extreme(relation->root, upper,
										  upper ? bounds.upper : bounds.lower), &quals))
		return NIL;
	*is_all = bounds.is_arm && list_length(upper ? bounds.upper : bounds.lower) == 1;
	return quals;
}
