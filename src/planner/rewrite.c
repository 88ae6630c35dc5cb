/*
 * rewrite.c
 *	  Takes the conditions of a query through the steps: match, derive, write.
 *
 *	  SELECT ... FROM orders WHERE uuid_time(id) >= now() - interval '1 hour'
 *
 * becomes, where constraints prove v7 and the table is partitioned by id,
 *
 *	  id >= '019b...'							a constant, see clock.c
 *	  AND id >= uuid_v7_lower(now() - '1 hour')	see filter.c
 *
 * The first prunes partitions while the query is planned; the second replaces the original
 * condition.  What conditions that must all hold imply together is added once, at their level.
 *
 * The server compares the conditions of a relation with each other, so few are added: of several
 * constant bounds, only the one that excludes most (uuidx_add_bound()), and nothing for calendar
 * filters once MAX_BESIDE conditions have others beside them.
 */
#include "planner/planner.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/restrictinfo.h"
#include "utils/typcache.h"

#define MAX_BESIDE 100

typedef struct rewrite_context
{
	uuidx_relation *relation;
	List	   *outer_quals;	/* conditions of the inner joins above */
	bool		at_run_time;	/* what is derived only excludes partitions */
} rewrite_context;

/* What conditions joined by AND become */
typedef struct conjunction
{
	List	   *bounds;			/* constant bounds that count in estimates */
	List	   *derived;		/* what else is derived and counts */
	List	   *stay;			/* conditions as written, or marked */
	List	   *implied;		/* derived, which do not count */
	List	   *kept;			/* as written, which do not count */
	int			nbeside;		/* how many had others derived beside them */
} conjunction;

/* Matches each condition in a list; returns a list of uuidx_clause in the same order */
static List *
match_list(const uuidx_relation *relation, List *quals)
{
	List	   *result = NIL;

	foreach_ptr(Node, node, quals)
	{
		uuidx_clause *clause = palloc_object(uuidx_clause);

		CHECK_FOR_INTERRUPTS();
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

/*
 * Removes, from conditions joined by AND with others, the filters by version that are proven or
 * repeated: each rewritten operator between uuid and time has added one
 */
static List *
remove_redundant(const rewrite_context *context, List *quals, List *others)
{
	List	   *result = NIL;

	foreach_ptr(Node, node, quals)
	{
		uuidx_clause clause = {UUIDX_CLAUSE_OTHER};

		CHECK_FOR_INTERRUPTS();
		if (IsA(node, FuncExpr))
			clause = uuidx_match_clause(context->relation, node);
		if (clause.type != UUIDX_CLAUSE_VERSION ||
			!(list_member(result, node) || list_member(others, node) ||
			  list_member(context->outer_quals, node) ||
			  is_proven(context->relation, &clause, quals) ||
			  is_proven(context->relation, &clause, others)) ||
			!uuidx_is_executable(context->relation->root, node))
			result = lappend(result, node);
	}
	return result;
}

static List *rewrite_list(const rewrite_context *context, List *quals);

/* Rewrites an AND or OR; null counts as false below it, too */
static Node *
rewrite_bool(const rewrite_context *context, BoolExpr *expr)
{
	List	   *arms = NIL;

	check_stack_depth();
	if (expr->boolop == AND_EXPR)
		return (Node *) make_ands_explicit(rewrite_list(context, expr->args));

	/* the server expects no OR directly below an OR */
	foreach_ptr(Node, argument, expr->args)
	{
		Expr	   *arm = make_ands_explicit(rewrite_list(context, list_make1(argument)));

		if (is_orclause(arm))
			arms = list_concat(arms, ((BoolExpr *) arm)->args);
		else
			arms = lappend(arms, arm);
	}
	return (Node *) make_orclause(arms);
}

/* Returns conditions that are added to others; NIL if the user may not execute them */
static List *
executable(PlannerInfo *root, List *quals)
{
	return uuidx_is_executable(root, (Node *) quals) ? quals : NIL;
}

/* Adds what is derived from a condition; only bounds with constants can replace one another */
static void
add_derived(conjunction *ands, List *derived, bool counts)
{
	foreach_ptr(Node, node, derived)
	{
		if (!counts)
			uuidx_add_bound(&ands->implied, uuidx_make_uncounted(node));
		else if (IsA(node, OpExpr) && IsA(lsecond(((OpExpr *) node)->args), Const))
			uuidx_add_bound(&ands->bounds, node);
		else
			ands->derived = lappend(ands->derived, node);
	}
}

/*
 * Adds an OR, and the bound or ranges that all of its arms imply.  Only one of the two counts in
 * estimates: the bound, if the OR leaves out hardly more.
 */
static void
add_or(const rewrite_context *context, conjunction *ands, BoolExpr *expr)
{
	uuidx_relation *relation = context->relation;
	bool		is_all = false;
	List	   *bound = executable(relation->root, uuidx_derive_or(relation, expr, &is_all));
	bool		stays = uuidx_or_stays(relation, expr);
	Node	   *rewritten = stays ? (Node *) expr : rewrite_bool(context, expr);
	Node	   *uncounted = is_all && bound != NIL ? uuidx_make_uncounted(rewritten) : NULL;

	if (uncounted != NULL)
	{
		add_derived(ands, bound, true);
		ands->kept = lappend(ands->kept, expr);
	}
	else
		add_derived(ands, bound, false);
	if (equal(rewritten, expr))
		ands->stay = lappend(ands->stay, uncounted != NULL ? uncounted : (Node *) expr);
	else
		ands->derived = lappend(ands->derived, uncounted != NULL ? uncounted : rewritten);
}

/* Adds what a condition becomes; it stays if the user may not execute it and all that is derived */
static void
add_rewritten(const rewrite_context *context, conjunction *ands, Node *node)
{
	uuidx_relation *relation = context->relation;
	uuidx_original form = UUIDX_ORIGINAL_UNCHANGED;
	List	   *derived = NIL;
	uuidx_clause clause;

	if (is_orclause(node))
	{
		add_or(context, ands, (BoolExpr *) node);
		return;
	}
	if (is_andclause(node))
	{
		ands->derived = lappend(ands->derived, rewrite_bool(context, (BoolExpr *) node));
		return;
	}
	clause = uuidx_match_clause(relation, node);
	if (ands->nbeside < MAX_BESIDE || clause.type != UUIDX_CLAUSE_CALENDAR)
		form = uuidx_derive(relation, &clause, context->at_run_time, &derived);
	if (form == UUIDX_ORIGINAL_UNCHANGED ||
		!uuidx_is_executable(relation->root, node) ||
		!uuidx_is_executable(relation->root, (Node *) derived))
	{
		ands->stay = lappend(ands->stay, node);
		return;
	}
	add_derived(ands, derived, form != UUIDX_ORIGINAL_COUNTS);
	if (form == UUIDX_ORIGINAL_REPLACED)
		return;
	ands->nbeside++;
	if (form == UUIDX_ORIGINAL_COUNTS)
		ands->stay = lappend(ands->stay, node);
	else
	{
		ands->stay = lappend(ands->stay, uuidx_make_uncounted(node));
		ands->kept = lappend(ands->kept, node);
	}
}

/* Rewrites conditions joined by AND; a query that is planned again has the bounds already */
static conjunction
rewrite_ands(const rewrite_context *context, List *quals)
{
	conjunction ands = {NIL};

	foreach_ptr(Node, node, quals)
	{
		CHECK_FOR_INTERRUPTS();
		add_rewritten(context, &ands, node);
	}
	ands.bounds = list_difference(ands.bounds, quals);
	ands.implied = list_difference(ands.implied, quals);
	ands.derived = list_concat(ands.bounds, ands.derived);
	ands.bounds = NIL;
	ands.derived = remove_redundant(context, ands.derived, ands.stay);
	ands.stay = remove_redundant(context, ands.stay, ands.derived);
	return ands;
}

/* What does not count comes last: the server estimates the first one before it can be marked */
static List *
all_of(const conjunction *ands)
{
	return list_concat(list_concat_copy(ands->derived, ands->stay), ands->implied);
}

/* Rewrites an arm of an OR in its order: a condition may protect the next one from an error */
static List *
rewrite_list(const rewrite_context *context, List *quals)
{
	List	   *result = NIL;
	int			nbeside = 0;

	foreach_ptr(Node, node, quals)
	{
		conjunction ands = {.nbeside = nbeside};

		CHECK_FOR_INTERRUPTS();
		add_rewritten(context, &ands, node);
		nbeside = ands.nbeside;
		result = list_concat(result, list_difference(ands.bounds, quals));
		result = list_concat(result, ands.derived);
		result = list_concat(result, list_difference(ands.implied, quals));
		result = list_concat(result, ands.stay);
	}
	return remove_redundant(context, result, NIL);
}

/* Returns at most MAX_BESIDE equalities of a time with a constant */
static List *
find_constants(const uuidx_relation *relation, List *quals)
{
	Oid			equality = lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_EQ_OPR)->eq_opr;
	List	   *result = NIL;

	foreach_ptr(OpExpr, qual, quals)
	{
		CHECK_FOR_INTERRUPTS();
		if (IsA(qual, OpExpr) && qual->opno == equality && list_length(result) < MAX_BESIDE &&
			(uuidx_is_pseudoconstant(relation, (Node *) linitial(qual->args)) ||
			 uuidx_is_pseudoconstant(relation, (Node *) lsecond(qual->args))))
			result = lappend(result, qual);
	}
	return result;
}

/* Returns the constant to which one of these equalities sets a time; NULL if none does */
static Node *
find_constant(List *constants, Node *time)
{
	foreach_ptr(OpExpr, qual, constants)
	{
		if (equal(linitial(qual->args), time))
			return (Node *) lsecond(qual->args);
		if (equal(lsecond(qual->args), time))
			return (Node *) linitial(qual->args);
	}
	return NULL;
}

/*
 * Returns ranges for equalities with a time that another condition sets to a constant: the server
 * derives that equality, too, but after it has excluded partitions
 */
static List *
derive_from_equalities(const uuidx_relation *relation, List *clauses, List *constants)
{
	List	   *result = NIL;

	foreach_ptr(const uuidx_clause, clause, clauses)
	{
		uuidx_clause equality = *clause;
		List	   *derived;

		CHECK_FOR_INTERRUPTS();
		if (clause->type != UUIDX_CLAUSE_TIME || clause->strategy != BTEqualStrategyNumber ||
			clause->any || uuidx_is_pseudoconstant(relation, clause->other))
			continue;
		equality.other = find_constant(constants, clause->other);
		if (equality.other != NULL &&
			uuidx_derive(relation, &equality, false, &derived) == UUIDX_ORIGINAL_COUNTS)
			result = list_concat(result, derived);
	}
	return result;
}

/* Returns derived conditions, marked not to count in estimates, that are not in a list already */
static List *
uncounted(uuidx_relation *relation, List *derived, List *quals)
{
	List	   *bounds = NIL;

	foreach_ptr(Node, bound, executable(relation->root, derived))
		uuidx_add_bound(&bounds, uuidx_make_uncounted(bound));
	return list_difference(bounds, quals);
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
		Node	   *constant = NULL;

		CHECK_FOR_INTERRUPTS();
		if (clause->type == UUIDX_CLAUSE_UUID ||
			(clause->type == UUIDX_CLAUSE_ORDERED_UUID &&
			 uuidx_order_is_useful(relation, UUIDX_TIME_OF_ANY)))
			constant = uuidx_derive_bound_now(relation, clause);
		if (constant != NULL && uuidx_is_uncounted((Node *) lfirst(qual)))
			constant = uuidx_make_uncounted(constant);
		if (constant != NULL)
			uuidx_add_bound(&result, constant);
	}
	return executable(relation->root, result);
}

/* Rewrites conditions that must all hold, and adds what they imply together */
static conjunction
rewrite_quals(const rewrite_context *context, List *quals)
{
	uuidx_relation *relation = context->relation;
	conjunction ands;
	List	   *constants;
	List	   *clauses;
	List	   *added;
	List	   *all;

	if (relation->root->parse->groupingSets != NIL)
		quals = (List *) uuidx_unwrap_times((Node *) quals, NULL);
	ands = rewrite_ands(context, quals);
	if (relation->table->within == NIL && !uuidx_constants_exclude(relation->rte))
		return ands;
	all = all_of(&ands);
	clauses = match_list(relation, all);
	constants = find_constants(relation, list_concat_copy(all, context->outer_quals));
	added = uncounted(relation, list_concat(uuidx_derive_within(relation, clauses),
											derive_from_equalities(relation, clauses, constants)),
					  all);
	all = list_concat(all, added);
	clauses = list_concat(clauses, match_list(relation, added));
	constants = derive_constants(relation, clauses, all);
	added = list_concat(added, uncounted(relation,
										 uuidx_derive_within(relation,
															 match_list(relation, constants)),
										 constants));
	ands.bounds = NIL;
	foreach_ptr(Node, constant, list_difference(constants, all))
	{
		if (uuidx_is_uncounted(constant))
			added = lappend(added, constant);
		else
			ands.bounds = lappend(ands.bounds, constant);
	}
	ands.derived = list_concat(ands.bounds, ands.derived);
	ands.implied = list_concat(ands.implied, added);
	return ands;
}

/* Returns what replaces and supplements conditions, and sets *kept to those that do not count */
List *
uuidx_rewrite_quals(uuidx_relation *relation, List *quals, List **kept)
{
	rewrite_context context = {relation};
	conjunction ands = rewrite_quals(&context, quals);

	*kept = ands.kept;
	return list_concat(ands.derived, ands.implied);
}

List *
uuidx_imply_ranges(uuidx_relation *relation, List *clauses)
{
	rewrite_context context = {.relation = relation,.at_run_time = true};
	conjunction ands = rewrite_ands(&context, extract_actual_clauses(clauses, false));

	return list_concat(ands.derived, ands.implied);
}

/* Whether a time or its uuid is proven not to be null, and no outer join can make it null */
static bool
is_never_null(const uuidx_relation *relation, Node *node)
{
	uuidx_extraction time;
	Var		   *uuid = uuidx_match_column(relation->rel->relid, node);

	foreach_ptr(Node, item, relation->root->parse->jointree->fromlist)
	{
		if (!IsA(item, RangeTblRef))
			return false;
	}
	if (uuid != NULL)
		return exprType(node) == UUIDOID && uuidx_has_no_nulls(relation, uuid->varattno);
	return uuidx_match_extraction(relation, node, &time) && !time.needs_version &&
		uuidx_has_no_nulls(relation, time.column->varattno) &&
		uuidx_is_executable(relation->root, time.extracted);
}

/* Returns an equality of a time and the only element of a list, or else the condition */
static Node *
compare_only_element(const uuidx_relation *relation, ScalarArrayOpExpr *expr)
{
	uuidx_clause clause = uuidx_match_clause(relation, (Node *) expr);
	List	   *elements = clause.type == UUIDX_CLAUSE_TIME && clause.any ?
		uuidx_elements_of(clause.other) : NIL;
	OpExpr	   *result;

	if (list_length(elements) != 1)
		return (Node *) expr;
	result = (OpExpr *) make_opclause(expr->opno, BOOLOID, false, (Expr *) linitial(expr->args),
									  (Expr *) linitial(elements), InvalidOid, expr->inputcollid);
	set_opfuncid(result);
	return (Node *) result;
}

/*
 * Returns what a condition is equivalent to: = for ANY of one element; and where a time is never
 * null, = for IS NOT DISTINCT FROM a constant, as 19 does for a column, and NULL for IS NOT NULL,
 * which the server adds for min() and max()
 */
static Node *
simplify(const uuidx_relation *relation, Node *node)
{
	NullTest   *test = (NullTest *) node;
	OpExpr	   *distinct;

	if (IsA(node, ScalarArrayOpExpr))
		return compare_only_element(relation, (ScalarArrayOpExpr *) node);
	if (IsA(test, NullTest) && test->nulltesttype == IS_NOT_NULL &&
		is_never_null(relation, (Node *) test->arg) &&
		!uuidx_index_use_of(relation->table)->time_expressions)
		return NULL;
	distinct = is_notclause(node) ? (OpExpr *) get_notclausearg((Expr *) node) : NULL;
	if (distinct == NULL || !IsA(distinct, DistinctExpr) || !IsA(lsecond(distinct->args), Const) ||
		!is_never_null(relation, (Node *) linitial(distinct->args)))
		return node;
	distinct = (OpExpr *) copyObject(distinct);
	NodeSetTag(distinct, T_OpExpr);
	return (Node *) distinct;
}

/* Rewrites all conditions joined by AND; returns a new list */
static Node *
rewrite_all(const rewrite_context *context, Node *quals)
{
	List	   *list = NIL;
	conjunction ands;

	foreach_ptr(Node, qual, (List *) quals)
	{
		Node	   *simplified = simplify(context->relation, qual);

		if (simplified != NULL)
			list = lappend(list, simplified);
	}
	ands = rewrite_quals(context, list);
	return (Node *) all_of(&ands);
}

/* A filter is redundant if it is repeated above an inner join, but not above an outer join */
static void
rewrite_jointree(rewrite_context context, Node *node)
{
	check_stack_depth();
	if (IsA(node, FromExpr))
	{
		FromExpr   *from = (FromExpr *) node;

		from->quals = rewrite_all(&context, from->quals);
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
		join->quals = rewrite_all(&context, join->quals);
		if (join->jointype == JOIN_INNER)
			context.outer_quals = list_concat_copy(context.outer_quals, (List *) join->quals);
		rewrite_jointree(context, join->larg);
		rewrite_jointree(context, join->rarg);
	}
}

/* Rewrites the conditions of a query on the uuids of a table */
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
		lfirst(cell) = rewrite_all(&context, (Node *) lfirst(cell));
}
