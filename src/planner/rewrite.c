/*
 * rewrite.c
 *	  Takes the conditions of a query through the steps: match, derive, write.
 *
 *	  SELECT ... FROM orders WHERE uuid_time(id) >= now() - interval '1 hour'
 *
 * becomes, where constraints prove v7 and the table is partitioned by id,
 *
 *	  id >= '019b...'							a constant, see now.c
 *	  AND id >= uuid_v7_lower(now() - '1 hour')	see range.c
 *
 * The first prunes partitions while the query is planned; the second is exact and replaces the
 * original condition.  Conditions below OR and AND are replaced, too.  What conditions that must
 * all hold imply together is added once, at their level.
 *
 * A filter by version is dropped if the version is proven or the filter is there already: rewriting
 * an operator between uuid and time adds a filter each time.
 */
#include "planner/planner.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/restrictinfo.h"
#include "utils/typcache.h"

typedef struct rewrite_context
{
	uuidx_relation *relation;
	List	   *outer_quals;	/* conditions of the inner joins above */
	bool		in_or;			/* below an OR */
	bool		at_run_time;	/* what is derived only excludes partitions */
} rewrite_context;

/* Matches each condition in a list; returns a list of uuidx_clause in the same order */
static List *
match_list(const uuidx_relation *relation, List *quals)
{
	List	   *result = NIL;

	foreach_ptr(Node, node, quals)
	{
		uuidx_clause *clause = palloc_object(uuidx_clause);

		*clause = uuidx_match_clause(relation, node);
		result = lappend(result, clause);
	}
	return result;
}

/* Whether a filter by version is proven, and another condition on the column rejects nulls */
static bool
is_proven(const uuidx_relation *relation, const uuidx_clause *filter, List *quals)
{
	if (relation->table->versions[filter->column->varattno] !=
		uuidx_version_table[filter->time.kind].all ||
		uuidx_index_use_of(relation->table)->uuid_predicates)
		return false;
	foreach_ptr(Node, node, quals)
	{
		uuidx_clause clause = uuidx_match_clause(relation, node);

		if ((clause.type == UUIDX_CLAUSE_UUID || clause.type == UUIDX_CLAUSE_ORDERED_UUID) &&
			equal(clause.column, filter->column))
			return true;
	}
	return false;
}

/* Removes filters by version from conditions joined by AND if they are proven or repeated */
static List *
remove_redundant(const rewrite_context *context, List *quals)
{
	List	   *result = NIL;

	foreach_ptr(Node, node, quals)
	{
		uuidx_clause clause = {UUIDX_CLAUSE_OTHER};

		CHECK_FOR_INTERRUPTS();
		if (IsA(node, FuncExpr))
			clause = uuidx_match_clause(context->relation, node);
		if (clause.type != UUIDX_CLAUSE_VERSION ||
			!(list_member(result, node) || list_member(context->outer_quals, node) ||
			  is_proven(context->relation, &clause, quals)) ||
			!uuidx_is_executable(context->relation->root, node))
			result = lappend(result, node);
	}
	return result;
}

static List *rewrite_ands(const rewrite_context *context, List *quals);

/* Rewrites an AND or OR; null counts as false below it, too */
static Node *
rewrite_bool(const rewrite_context *context, BoolExpr *expr)
{
	rewrite_context arm_context = *context;
	List	   *arms = NIL;

	check_stack_depth();
	if (expr->boolop == NOT_EXPR)
		return (Node *) expr;
	if (expr->boolop == AND_EXPR)
		return (Node *) make_ands_explicit(rewrite_ands(context, expr->args));

	/* the arguments of an OR are never ORs */
	arm_context.in_or = true;
	foreach_ptr(Node, argument, expr->args)
	{
		Expr	   *arm = make_ands_explicit(rewrite_ands(&arm_context, list_make1(argument)));

		if (is_orclause(arm))
			arms = list_concat(arms, ((BoolExpr *) arm)->args);
		else
			arms = lappend(arms, arm);
	}
	return (Node *) make_orclause(arms);
}

/*
 * Derives conditions as uuidx_derive() does, if the user may execute both the original and the
 * derived ones, and records which of them do not count in estimates.
 */
static uuidx_original
derive_executable(const rewrite_context *context, Node *node, List **derived)
{
	uuidx_relation *relation = context->relation;
	List	  **uncounted = context->in_or ? &relation->uncounted_in_or : &relation->uncounted;
	uuidx_clause clause = uuidx_match_clause(relation, node);
	uuidx_original form = uuidx_derive(relation, &clause, context->at_run_time, derived);

	if (form == UUIDX_ORIGINAL_UNCHANGED || !uuidx_is_executable(relation->root, node) ||
		!uuidx_is_executable(relation->root, (Node *) *derived))
		return UUIDX_ORIGINAL_UNCHANGED;
	if (form == UUIDX_ORIGINAL_KEPT)
		*uncounted = lappend(*uncounted, node);
	else if (form == UUIDX_ORIGINAL_COUNTS)
		*uncounted = list_concat(*uncounted, *derived);
	if (form == UUIDX_ORIGINAL_COUNTS && clause.any && IsA(clause.other, Const))
		relation->lists = lappend(relation->lists, list_make2(linitial(*derived), node));
	return form;
}

/* Returns conditions that are added to others; NIL if the user may not execute them */
static List *
executable(PlannerInfo *root, List *quals)
{
	return uuidx_is_executable(root, (Node *) quals) ? quals : NIL;
}

/*
 * Appends an OR, and a bound that all of its arms imply and an index can use, unless the bound is
 * there already: a query may be planned more than once.  Only one of the two counts in estimates.
 * If the OR leaves out hardly more than the bound, the bound counts, and is put first.
 */
static List *
append_or(const rewrite_context *context, List *result, BoolExpr *expr, List *quals)
{
	uuidx_relation *relation = context->relation;
	bool		is_all = false;
	List	   *bound = executable(relation->root, uuidx_derive_or(relation, expr, &is_all));
	Node	   *rewritten = (Node *) rewrite_bool(context, expr);

	bound = list_difference(bound, quals);
	if (bound == NIL)
		return lappend(result, rewritten);
	relation->uncounted = list_concat(relation->uncounted,
									  is_all ? list_make1(rewritten) : bound);
	return is_all ? lappend(list_concat(result, bound), rewritten) :
		list_concat(lappend(result, rewritten), bound);
}

/* Appends what a condition becomes; a condition that stays follows those derived from it */
static List *
append_rewritten(const rewrite_context *context, List *result, Node *node, List *quals)
{
	uuidx_original form;
	List	   *derived = NIL;

	if (is_orclause(node))
		return append_or(context, result, (BoolExpr *) node, quals);
	if (IsA(node, BoolExpr))
		return lappend(result, rewrite_bool(context, (BoolExpr *) node));
	form = derive_executable(context, node, &derived);
	if (form == UUIDX_ORIGINAL_UNCHANGED)
		return lappend(result, node);
	if (form != UUIDX_ORIGINAL_REPLACED)
		derived = lappend(list_difference(list_difference(derived, quals), result), node);
	return list_concat(result, derived);
}

/* Rewrites conditions joined by AND; returns a new list */
static List *
rewrite_ands(const rewrite_context *context, List *quals)
{
	List	   *result = NIL;

	foreach_ptr(Node, node, quals)
	{
		CHECK_FOR_INTERRUPTS();
		result = append_rewritten(context, result, node, quals);
	}
	return remove_redundant(context, result);
}

/* Returns the constant to which an equality in a list sets a time; NULL if there is none */
static Node *
find_constant(const uuidx_relation *relation, List *quals, Node *time)
{
	Oid			equality = lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_EQ_OPR)->eq_opr;

	foreach_ptr(OpExpr, qual, quals)
	{
		if (!IsA(qual, OpExpr) || qual->opno != equality)
			continue;
		if (equal(linitial(qual->args), time) &&
			uuidx_is_pseudoconstant(relation, (Node *) lsecond(qual->args)))
			return (Node *) lsecond(qual->args);
		if (equal(lsecond(qual->args), time) &&
			uuidx_is_pseudoconstant(relation, (Node *) linitial(qual->args)))
			return (Node *) linitial(qual->args);
	}
	return NULL;
}

/*
 * Returns ranges for equalities with a time that another condition sets to a constant: the server
 * derives that equality, too, but after it has excluded partitions
 */
static List *
derive_from_equalities(const uuidx_relation *relation, List *clauses, List *quals)
{
	List	   *result = NIL;

	foreach_ptr(const uuidx_clause, clause, clauses)
	{
		uuidx_clause equality = *clause;
		List	   *derived;

		if (clause->type != UUIDX_CLAUSE_TIME || clause->strategy != BTEqualStrategyNumber ||
			clause->any)
			continue;
		equality.other = find_constant(relation, quals, clause->other);
		if (equality.other != NULL &&
			uuidx_derive(relation, &equality, false, &derived) == UUIDX_ORIGINAL_COUNTS)
			result = list_concat(result, derived);
	}
	return result;
}

/* Returns conditions that do not count in estimates and are not in a list already */
static List *
add_uncounted(uuidx_relation *relation, List *derived, List *quals)
{
	derived = list_difference(executable(relation->root, derived), quals);
	relation->uncounted = list_concat_copy(relation->uncounted, derived);
	return derived;
}

/* Returns the constants for bounds of the clock; they count in estimates if the bounds do */
static List *
derive_constants(uuidx_relation *relation, List *clauses, List *quals)
{
	List	   *result = NIL;
	ListCell   *cell;
	ListCell   *qual;

	if (!uuidx_constants_exclude(relation->rte))
		return NIL;
	forboth(cell, clauses, qual, quals)
	{
		const uuidx_clause *clause = (uuidx_clause *) lfirst(cell);
		List	   *constant = NIL;

		if (clause->type == UUIDX_CLAUSE_UUID ||
			(clause->type == UUIDX_CLAUSE_ORDERED_UUID &&
			 uuidx_order_is_useful(relation, UUIDX_TIME_OF_ANY)))
			constant = uuidx_derive_bound_now(relation, clause);
		if (list_member(relation->uncounted, lfirst(qual)))
			relation->uncounted = list_concat(relation->uncounted, constant);
		result = list_concat_unique(result, constant);
	}
	return executable(relation->root, result);
}

/* Rewrites conditions that must all hold, and adds what they imply together */
static List *
rewrite_quals(const rewrite_context *context, List *quals)
{
	uuidx_relation *relation = context->relation;
	List	   *constants;
	List	   *clauses;
	List	   *added;
	List	   *result;

	if (relation->root->parse->groupingSets != NIL)
		quals = (List *) uuidx_unwrap_times((Node *) quals, NULL);
	result = rewrite_ands(context, quals);
	if (relation->table->within == NIL && !uuidx_constants_exclude(relation->rte))
		return result;
	clauses = match_list(relation, result);
	added = list_concat(uuidx_derive_within(relation, clauses),
						derive_from_equalities(relation, clauses,
											   list_concat_copy(result, context->outer_quals)));
	added = add_uncounted(relation, added, result);
	result = list_concat(result, added);
	clauses = list_concat(clauses, match_list(relation, added));
	constants = derive_constants(relation, clauses, result);
	added = uuidx_derive_within(relation, match_list(relation, constants));
	constants = list_concat(constants, add_uncounted(relation, added, constants));

	/* a query may be planned more than once */
	return list_concat(list_difference(constants, result), result);
}

List *
uuidx_rewrite_quals(uuidx_relation *relation, List *quals)
{
	rewrite_context context = {relation};

	return rewrite_quals(&context, quals);
}

List *
uuidx_imply_ranges(uuidx_relation *relation, List *clauses)
{
	rewrite_context context = {.relation = relation,.at_run_time = true};
	List	   *quals = extract_actual_clauses(clauses, false);

	return list_difference(rewrite_ands(&context, quals), quals);
}

/*
 * Rewrites the conditions in a part of the join tree.  A filter is redundant if it is repeated
 * above an inner join, but not above an outer join.
 */
static void
rewrite_jointree(rewrite_context context, Node *node)
{
	check_stack_depth();
	if (IsA(node, FromExpr))
	{
		FromExpr   *from = (FromExpr *) node;

		from->quals = (Node *) rewrite_quals(&context, (List *) from->quals);
		if (list_length(from->fromlist) == 1 && IsA(linitial(from->fromlist), RangeTblRef))
			return;
		context.outer_quals = list_concat_copy(context.outer_quals, (List *) from->quals);
		foreach_ptr(Node, item, from->fromlist)
			rewrite_jointree(context, item);
	}
	else if (IsA(node, JoinExpr))
	{
		JoinExpr   *join = (JoinExpr *) node;

		if (join->jointype != JOIN_INNER)
			context.outer_quals = NIL;
		join->quals = (Node *) rewrite_quals(&context, (List *) join->quals);
		if (join->jointype == JOIN_INNER)
			context.outer_quals = list_concat_copy(context.outer_quals, (List *) join->quals);
		rewrite_jointree(context, join->larg);
		rewrite_jointree(context, join->rarg);
	}
}

void
uuidx_rewrite_query(uuidx_relation *relation)
{
	rewrite_context context = {relation};
	ListCell   *cell;

	if (relation->is_rewritten)
		return;
	relation->is_rewritten = true;
	rewrite_jointree(context, (Node *) relation->root->parse->jointree);

	/* rewrite each level of security conditions by itself */
	foreach(cell, relation->rte->securityQuals)
		lfirst(cell) = uuidx_rewrite_quals(relation, (List *) lfirst(cell));
}
