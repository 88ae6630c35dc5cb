/*
 * or.c
 *	  Conditions that are alternatives: OR, and lists of times.
 *
 *	  uuid_time(id) < $1 OR (uuid_time(id) = $1 AND id < $2)
 *
 * has a range in each arm.  An index scan can begin at the first row of this page only if a
 * condition outside the OR has the bound: id <= uuid_v7_upper($1), which both arms imply.
 *
 *	  uuid_time(id) IN ($1, $2)
 *
 * becomes the OR of two equalities, each of which is a range of ids.
 */
#include "planner/planner.h"

#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "utils/array.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

/*
 * A longer list stays as it is: the server hashes it, but would check one range after the other.  A
 * longer OR is not a page, and comparing all of its bounds with each other would take long.
 */
#define MAX_ELEMENTS 100

/* The bounds of one time in the arms of an OR; each bound is an instant */
typedef struct or_bounds
{
	uuidx_extraction time;		/* set by the first bound; until then, its
								 * column is NULL */
	List	   *upper;
	List	   *lower;
	bool		is_arm;			/* one of the arms is nothing but a bound */
} or_bounds;

/*
 * Adds the bounds of the time in one arm, which is a list of conditions joined by AND; increments
 * *nupper and *nlower if it has such a bound
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

		if ((clause.type != UUIDX_CLAUSE_TIME && clause.type != UUIDX_CLAUSE_ROW) ||
			clause.strategy == InvalidStrategy || clause.any ||
			(instant = uuidx_instant_of(clause.other)) == NULL ||
			exprType(instant) != TIMESTAMPTZOID || !uuidx_is_pseudoconstant(relation, instant))
			continue;
		if (bounds->time.column == NULL)
			bounds->time = clause.time;
		if (!equal(clause.column, bounds->time.column) || clause.time.kind != bounds->time.kind)
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
	or_bounds	bounds = {{NULL}};
	int			narms = list_length(expr->args);
	int			nupper = 0;
	int			nlower = 0;
	bool		time_order = uuidx_index_use_of(relation->table)->time_order;
	uuidx_target target;
	List	   *quals = NIL;
	bool		upper;
	ListCell   *cell;

	if (narms > MAX_ELEMENTS)
		return NIL;
	foreach(cell, expr->args)
		add_arm(relation, make_ands_implicit((Expr *) lfirst(cell)), &bounds, &nupper, &nlower);

	/* a page has either an upper or a lower bound, not both */
	upper = nupper == narms;
	if (upper == (nlower == narms) ||
		(bounds.time.kind == UUIDX_TIME_OF_ANY && !time_order) ||
		!uuidx_set_target(&target, bounds.time.kind, bounds.time.schema, bounds.time.uuid) ||
		!uuidx_write_instant(&target, upper ? BTLessEqualStrategyNumber :
							 BTGreaterEqualStrategyNumber,
							 eval_const_expressions(relation->root, upper ?
													uuidx_make_extreme(IS_GREATEST, bounds.upper) :
													uuidx_make_extreme(IS_LEAST, bounds.lower)),
							 &quals))
		return NIL;
	*is_all = bounds.is_arm && list_length(upper ? bounds.upper : bounds.lower) == 1;
	return quals;
}

/*
 * Whether an element of a list is left to the index on the time: if the element is not known yet,
 * the server estimates an equality better than a range
 */
static bool
is_left_to_index(const uuidx_relation *relation, const uuidx_clause *element)
{
	return element->type == UUIDX_CLAUSE_TIME && !IsA(element->other, Const) &&
		uuidx_original_of(relation, element) == UUIDX_ORIGINAL_UNCHANGED &&
		exprType(element->other) == TIMESTAMPTZOID;
}

/* Returns the equality of a time and an element of a list; NIL if it cannot be written */
static List *
as_written(const uuidx_clause *element)
{
	Oid			opfamily = lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
	OpExpr	   *equal = uuidx_make_comparison(opfamily, TIMESTAMPTZOID, BTEqualStrategyNumber,
											  element->time.extracted, element->other);

	return equal == NULL ? NIL : list_make1(equal);
}

List *
uuidx_derive_any(const uuidx_relation *relation, const uuidx_clause *clause)
{
	List	   *elements = uuidx_elements_of(clause->other);
	uuidx_clause element = *clause;
	List	   *arms = NIL;
	List	   *quals = NIL;
	ListCell   *cell;

	if (list_length(elements) > MAX_ELEMENTS)
		return NIL;
	element.any = false;
	foreach(cell, elements)
	{
		element.other = (Node *) lfirst(cell);
		quals = is_left_to_index(relation, &element) ? as_written(&element) :
			clause->type == UUIDX_CLAUSE_CALENDAR ?
			uuidx_derive_calendar(relation, &element) : uuidx_derive_range(relation, &element);
		if (quals == NIL)
			return NIL;
		arms = lappend(arms, make_ands_explicit(quals));
	}
	return list_length(arms) < 2 ? quals : list_make1(make_orclause(arms));
}
