/*
 * predicates.c
 *	  Filters on the time extracted from a UUID, as comparisons of uuids.
 *
 * `uuid_time(id) >= t` is what people write first, and no index, partition or
 * statistics of id serves it.  Where such a condition stands in WHERE or ON it is
 * written as the operator between uuid and time would be:
 *
 *	  uuid_v7_timestamp(id) OP t	  id OP t
 *	  uuid_time(id) OP t			  id ~OP~ t; where the column's constraints say
 *									  that what carries a time is v7, or v6, in the
 *									  order of bytes
 *
 * That is no identity, but one where null is as good as false, which is so for the
 * conditions of WHERE and ON of any join and for what AND and OR make of them.
 *
 * The same pass drops what was said more than once or is known anyway: several
 * comparisons with a time all bring `uuid_is_v7(id)` along.
 */
#include "planner/planner.h"

#include "catalog/pg_type.h"
#include "guc.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rangetypes.h"

extern Datum uuidx_extract_timestamp(PG_FUNCTION_ARGS);
extern Datum uuidx_is_v6(PG_FUNCTION_ARGS);
extern Datum uuidx_is_v7(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_lt(PG_FUNCTION_ARGS);
extern Datum uuidx_v7_timestamp(PG_FUNCTION_ARGS);

/* The relation that is looked at */
typedef struct relation_pass
{
	PlannerInfo *root;
	RangeTblEntry *rte;
	RelOptInfo *rel;
	Index		relid;
	List	   *withins;		/* what ties a uuid to another column */
} relation_pass;

/* A comparison of core's: of two timestamptz, or of one with a tstzrange */
typedef struct time_comparison
{
	Oid			function;
	StrategyNumber strategy;	/* with the UUID's time first */
	bool		is_range;
} time_comparison;

/* With the UUID's time on the left */
static const time_comparison comparisons[] =
{
	{F_TIMESTAMPTZ_LT, BTLessStrategyNumber, false},
	{F_TIMESTAMPTZ_LE, BTLessEqualStrategyNumber, false},
	{F_TIMESTAMPTZ_EQ, BTEqualStrategyNumber, false},
	{F_TIMESTAMPTZ_GE, BTGreaterEqualStrategyNumber, false},
	{F_TIMESTAMPTZ_GT, BTGreaterStrategyNumber, false},
	{F_ELEM_CONTAINED_BY_RANGE, InvalidStrategy, true}
};

/* With the UUID's time on the right */
static const time_comparison commuted[] =
{
	{F_TIMESTAMPTZ_LT, BTGreaterStrategyNumber, false},
	{F_TIMESTAMPTZ_LE, BTGreaterEqualStrategyNumber, false},
	{F_TIMESTAMPTZ_EQ, BTEqualStrategyNumber, false},
	{F_TIMESTAMPTZ_GE, BTLessEqualStrategyNumber, false},
	{F_TIMESTAMPTZ_GT, BTLessStrategyNumber, false},
	{F_RANGE_CONTAINS_ELEM, InvalidStrategy, true}
};

static const time_comparison *
find_comparison(const time_comparison *table, int length, Oid function)
{
	for (int i = 0; i < length; i++)
		if (table[i].function == function)
			return &table[i];
	return NULL;
}

Var *
uuidx_column_of(Index relid, Node *node)
{
	Var		   *var;

	while (IsA(node, RelabelType))
		node = (Node *) ((RelabelType *) node)->arg;
	var = (Var *) node;
	return IsA(var, Var) && var->varno == relid && var->varattno > 0 &&
		var->varlevelsup == 0 ? var : NULL;
}

static Var *
column_of(relation_pass *pass, Node *node)
{
	return uuidx_column_of(pass->relid, node);
}

/*
 * Whether a node extracts the time of a column of the relation; then its argument,
 * the extension's schema, and whose time it can be.
 */
static bool
extracts_time(relation_pass *pass, Node *node, Node **uuid, Oid *namespace,
			  uuidx_whose_time *whose, bool *filtered)
{
	FuncExpr   *call = (FuncExpr *) node;
	uuidx_versions versions;
	PGFunction	function = NULL;
	Var		   *column;

	if (!IsA(node, FuncExpr) || call->funcresulttype != TIMESTAMPTZOID ||
		list_length(call->args) != 1)
		return false;
	*uuid = (Node *) linitial(call->args);
	if (exprType(*uuid) != UUIDOID || (column = column_of(pass, *uuid)) == NULL)
		return false;

	if (call->funcid != UUIDX_CORE_EXTRACT_TIMESTAMP)
	{
		function = uuidx_function_address(call->funcid);
		if (function != uuidx_extract_timestamp && function != uuidx_v7_timestamp)
			return false;
		*namespace = get_func_namespace(call->funcid);
	}
	else if (!OidIsValid(*namespace = uuidx_schema()))
		return false;

	versions = uuidx_versions_of(pass->root, pass->rte, column->varattno);
	*filtered = versions != UUIDX_VERSIONS_ALL_7 && versions != UUIDX_VERSIONS_ALL_6;
	if (function == uuidx_v7_timestamp || versions >= UUIDX_VERSIONS_TIMED_7)
	{
		*whose = UUIDX_TIME_OF_V7;
		*filtered = versions != UUIDX_VERSIONS_ALL_7;
	}
	else if (function == NULL)
		return false;			/* core's reads what it reads of v1 and v6 */
	else if (versions >= UUIDX_VERSIONS_TIMED_6)
		*whose = UUIDX_TIME_OF_V6;
	else
		*whose = UUIDX_TIME_OF_ANY;
	return true;
}

/* Whether a constant range has no last instant */
static bool
is_endless(Node *range)
{
	RangeType  *value;

	if (!IsA(range, Const))
		return false;
	value = DatumGetRangeTypeP(((Const *) range)->constvalue);
	return (range_get_flags(value) & RANGE_UB_INF) != 0;
}

/* The conditions that a comparison with an extracted time becomes, or NIL */
static List *
rewrite_comparison(relation_pass *pass, OpExpr *clause)
{
	const time_comparison *core = NULL;
	uuidx_comparison comparison;
	uuidx_whose_time whose;
	Node	   *uuid;
	Node	   *time;
	Oid			namespace;
	bool		filtered;
	bool		twice;

	if (list_length(clause->args) != 2)
		return NIL;
	set_opfuncid(clause);
	time = (Node *) lsecond(clause->args);
	if (extracts_time(pass, (Node *) linitial(clause->args), &uuid, &namespace, &whose, &filtered))
		core = find_comparison(comparisons, lengthof(comparisons), clause->opfuncid);
	if (core == NULL)
	{
		time = (Node *) linitial(clause->args);
		if (extracts_time(pass, (Node *) lsecond(clause->args), &uuid, &namespace, &whose,
						  &filtered))
			core = find_comparison(commuted, lengthof(commuted), clause->opfuncid);
	}
	if (core == NULL || (IsA(time, Const) && ((Const *) time)->constisnull))
		return NIL;

	/*
	 * The other side is none of this relation's.  Equality with a column
	 * stays what can be hashed and merged.
	 */
	if (bms_is_member(pass->relid, pull_varnos(pass->root, time)) ||
		contain_volatile_functions(time))
		return NIL;
	twice = core->is_range || core->strategy == BTEqualStrategyNumber;
	if (twice && !IsA(time, Const) &&
		(contain_var_clause(time) || !uuidx_may_be_duplicated(pass->root, time)))
		return NIL;

	if (!uuidx_begin_comparison(&comparison, whose, namespace, uuid, time))
		return NIL;
	if (core->is_range)
		uuidx_add_range(&comparison);
	else
		uuidx_add_instant(&comparison, core->strategy);

	if (whose == UUIDX_TIME_OF_ANY)
	{
		if (core->strategy == BTGreaterStrategyNumber ||
			core->strategy == BTGreaterEqualStrategyNumber ||
			(core->is_range && is_endless(time)))
			uuidx_add_has_time(&comparison);
	}
	else if (filtered)
		uuidx_add_version(&comparison);
	return comparison.failed ? NIL : comparison.conditions;
}

/* The column that a condition compares bytewise or in time order, or NULL */
static Var *
compared_column(relation_pass *pass, Node *clause)
{
	OpExpr	   *comparison = (OpExpr *) clause;

	if (!IsA(clause, OpExpr) || list_length(comparison->args) != 2 ||
		exprType((Node *) linitial(comparison->args)) != UUIDOID ||
		exprType((Node *) lsecond(comparison->args)) != UUIDOID ||
		!op_strict(comparison->opno))
		return NULL;
	return column_of(pass, (Node *) linitial(comparison->args));
}

/*
 * Whether a condition is a filter by version that another one of the list makes
 * superfluous: what compares the column is not true for a null either.
 */
static bool
is_known(relation_pass *pass, Node *clause, List *conditions)
{
	FuncExpr   *call = (FuncExpr *) clause;
	uuidx_versions versions;
	PGFunction	function;
	Var		   *column;
	ListCell   *cell;

	if (!IsA(clause, FuncExpr) || call->funcresulttype != BOOLOID || list_length(call->args) != 1 ||
		exprType((Node *) linitial(call->args)) != UUIDOID ||
		(column = column_of(pass, (Node *) linitial(call->args))) == NULL)
		return false;
	versions = uuidx_versions_of(pass->root, pass->rte, column->varattno);
	if (versions != UUIDX_VERSIONS_ALL_7 && versions != UUIDX_VERSIONS_ALL_6)
		return false;
	function = uuidx_function_address(call->funcid);
	if (function != (versions == UUIDX_VERSIONS_ALL_7 ? uuidx_is_v7 : uuidx_is_v6))
		return false;

	foreach(cell, conditions)
	{
		Var		   *compared = compared_column(pass, (Node *) lfirst(cell));

		if (compared != NULL && equal(compared, column))
			return true;
	}
	return false;
}

/*
 * Whether a condition, that a uuid carries a time, is superfluous: another one of the
 * list says that it is before something in time order.
 */
static bool
is_time_implied(relation_pass *pass, Node *clause, List *conditions)
{
	OpExpr	   *comparison = (OpExpr *) clause;
	Var		   *column = compared_column(pass, clause);
	Const	   *bound;
	pg_uuid_t	nil = {{0}};
	ListCell   *cell;

	if (column == NULL || uuidx_function_address(get_opcode(comparison->opno)) != uuidx_uuid_time_lt)
		return false;
	bound = (Const *) lsecond(comparison->args);
	if (!IsA(bound, Const) || memcmp(DatumGetUUIDP(bound->constvalue), &nil, UUID_LEN) != 0)
		return false;

	foreach(cell, conditions)
	{
		OpExpr	   *other = (OpExpr *) lfirst(cell);
		Var		   *compared = compared_column(pass, (Node *) other);

		if (compared != NULL && other->opno == comparison->opno && equal(compared, column) &&
			!equal(other, comparison))
			return true;
	}
	return false;
}

/* Conditions joined by AND, without those that others say or that are known */
static List *
tidy(relation_pass *pass, List *conditions)
{
	List	   *result = NIL;
	ListCell   *cell;

	foreach(cell, conditions)
	{
		Node	   *clause = (Node *) lfirst(cell);

		if (contain_volatile_functions(clause))
			result = lappend(result, clause);
		else if (!is_known(pass, clause, conditions) && !is_time_implied(pass, clause, conditions))
			result = list_append_unique(result, clause);
	}
	return result;
}

static Node *rewrite_condition(relation_pass *pass, Node *clause);

/* A list of conditions joined by AND, rewritten */
static List *
rewrite_conditions(relation_pass *pass, List *conditions)
{
	List	   *result = NIL;
	ListCell   *cell;

	foreach(cell, conditions)
	{
		Node	   *clause = (Node *) lfirst(cell);
		List	   *rewritten = NIL;

		if (IsA(clause, OpExpr))
			rewritten = rewrite_comparison(pass, (OpExpr *) clause);
		result = rewritten != NIL ? list_concat(result, rewritten) :
			lappend(result, rewrite_condition(pass, clause));
	}
	return tidy(pass, result);
}

/* What is below OR and AND: null is as good as false there, too */
static Node *
rewrite_condition(relation_pass *pass, Node *clause)
{
	BoolExpr   *expr = (BoolExpr *) clause;
	List	   *arguments = NIL;
	ListCell   *cell;

	if (!IsA(clause, BoolExpr) || expr->boolop == NOT_EXPR)
		return clause;
	if (expr->boolop == AND_EXPR)
		return (Node *) make_ands_explicit(rewrite_conditions(pass, expr->args));
	foreach(cell, expr->args)
		arguments = lappend(arguments,
							make_ands_explicit(rewrite_conditions(pass, list_make1(lfirst(cell)))));
	return (Node *) make_orclause(arguments);
}

/* Conditions that must all hold, rewritten, with the bounds of this moment */
static List *
rewrite_quals(relation_pass *pass, List *quals)
{
	List	   *result = rewrite_conditions(pass, quals);
	List	   *more = NIL;
	ListCell   *cell;

	if (pass->withins != NIL)
		result = tidy(pass, list_concat(result, uuidx_within_conditions(pass->root, pass->rel,
																		pass->withins, result)));
	foreach(cell, result)
		if (compared_column(pass, (Node *) lfirst(cell)) != NULL)
		more = list_concat(more, uuidx_lower_bound_now(pass->root, (OpExpr *) lfirst(cell)));
	if (more == NIL)
		return result;
	if (pass->withins != NIL)
		more = list_concat(more, uuidx_within_conditions(pass->root, pass->rel,
														 pass->withins, more));
	return tidy(pass, list_concat(more, result));
}

static void
rewrite_jointree(relation_pass *pass, Node *node)
{
	if (IsA(node, FromExpr))
	{
		FromExpr   *from = (FromExpr *) node;
		ListCell   *cell;

		foreach(cell, from->fromlist)
			rewrite_jointree(pass, (Node *) lfirst(cell));
		from->quals = (Node *) rewrite_quals(pass, (List *) from->quals);
	}
	else if (IsA(node, JoinExpr))
	{
		JoinExpr   *join = (JoinExpr *) node;

		rewrite_jointree(pass, join->larg);
		rewrite_jointree(pass, join->rarg);
		join->quals = (Node *) rewrite_quals(pass, (List *) join->quals);
	}
}

void
uuidx_plan_relation(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte)
{
	relation_pass pass = {.root = root,.rte = rte,.rel = rel,.relid = rel->relid};
	ListCell   *cell;

	/* CREATE INDEX and CLUSTER plan with a table and no query */
	if (!uuidx_planner || root->parse->jointree == NULL ||
		!uuidx_has_uuid_column(rte->relid))
		return;

	pass.withins = uuidx_useful_withins(rel, rte);
	rewrite_jointree(&pass, (Node *) root->parse->jointree);

	/* what row-level security and barriers ask, each level by itself */
	foreach(cell, rte->securityQuals)
		lfirst(cell) = rewrite_quals(&pass, (List *) lfirst(cell));
}
