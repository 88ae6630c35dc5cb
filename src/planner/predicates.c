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
 * An index or a partition key on the extracted time serves the condition as it was
 * written; where there is one, that stays beside.  It stays alone where a btree begins
 * with that time: nothing is gained, and two conditions that say the same would be
 * estimated as if they were independent.
 *
 * The same pass drops what was said more than once or is known anyway: several
 * comparisons with a time all bring `uuid_is_v7(id)` along.
 */
#include "planner/planner.h"

#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "guc.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rangetypes.h"
#include "uuid/order.h"

extern Datum uuidx_extract_timestamp(PG_FUNCTION_ARGS);
extern Datum uuidx_is_v6(PG_FUNCTION_ARGS);
extern Datum uuidx_is_v7(PG_FUNCTION_ARGS);
extern Datum uuidx_time_after_bound(PG_FUNCTION_ARGS);
extern Datum uuidx_time_lower_bound(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_lt(PG_FUNCTION_ARGS);
extern Datum uuidx_v7_timestamp(PG_FUNCTION_ARGS);

/* The relation that is looked at */
typedef struct relation_pass
{
	PlannerInfo *root;
	RangeTblEntry *rte;
	RelOptInfo *rel;
	Index		relid;
	List	   *above;			/* conditions that must hold as well */
	List	   *withins;		/* what ties a uuid to another column */
} relation_pass;

/* A comparison of core's: of a timestamptz with something else, or one in a tstzrange */
typedef struct time_comparison
{
	Oid			function;
	StrategyNumber strategy;	/* with the UUID's time first; none for a
								 * range */
	Oid			cast;			/* of the other side to timestamptz, if it
								 * takes one */
} time_comparison;

/* With the UUID's time on the left */
static const time_comparison comparisons[] =
{
	{F_TIMESTAMPTZ_LT, BTLessStrategyNumber, InvalidOid},
	{F_TIMESTAMPTZ_LE, BTLessEqualStrategyNumber, InvalidOid},
	{F_TIMESTAMPTZ_EQ, BTEqualStrategyNumber, InvalidOid},
	{F_TIMESTAMPTZ_GE, BTGreaterEqualStrategyNumber, InvalidOid},
	{F_TIMESTAMPTZ_GT, BTGreaterStrategyNumber, InvalidOid},
	{F_TIMESTAMPTZ_LT_DATE, BTLessStrategyNumber, F_TIMESTAMPTZ_DATE},
	{F_TIMESTAMPTZ_LE_DATE, BTLessEqualStrategyNumber, F_TIMESTAMPTZ_DATE},
	{F_TIMESTAMPTZ_EQ_DATE, BTEqualStrategyNumber, F_TIMESTAMPTZ_DATE},
	{F_TIMESTAMPTZ_GE_DATE, BTGreaterEqualStrategyNumber, F_TIMESTAMPTZ_DATE},
	{F_TIMESTAMPTZ_GT_DATE, BTGreaterStrategyNumber, F_TIMESTAMPTZ_DATE},
	{F_TIMESTAMPTZ_LT_TIMESTAMP, BTLessStrategyNumber, F_TIMESTAMPTZ_TIMESTAMP},
	{F_TIMESTAMPTZ_LE_TIMESTAMP, BTLessEqualStrategyNumber, F_TIMESTAMPTZ_TIMESTAMP},
	{F_TIMESTAMPTZ_EQ_TIMESTAMP, BTEqualStrategyNumber, F_TIMESTAMPTZ_TIMESTAMP},
	{F_TIMESTAMPTZ_GE_TIMESTAMP, BTGreaterEqualStrategyNumber, F_TIMESTAMPTZ_TIMESTAMP},
	{F_TIMESTAMPTZ_GT_TIMESTAMP, BTGreaterStrategyNumber, F_TIMESTAMPTZ_TIMESTAMP},
	{F_ELEM_CONTAINED_BY_RANGE, InvalidStrategy, InvalidOid}
};

/* With the UUID's time on the right */
static const time_comparison commuted[] =
{
	{F_TIMESTAMPTZ_LT, BTGreaterStrategyNumber, InvalidOid},
	{F_TIMESTAMPTZ_LE, BTGreaterEqualStrategyNumber, InvalidOid},
	{F_TIMESTAMPTZ_EQ, BTEqualStrategyNumber, InvalidOid},
	{F_TIMESTAMPTZ_GE, BTLessEqualStrategyNumber, InvalidOid},
	{F_TIMESTAMPTZ_GT, BTLessStrategyNumber, InvalidOid},
	{F_DATE_LT_TIMESTAMPTZ, BTGreaterStrategyNumber, F_TIMESTAMPTZ_DATE},
	{F_DATE_LE_TIMESTAMPTZ, BTGreaterEqualStrategyNumber, F_TIMESTAMPTZ_DATE},
	{F_DATE_EQ_TIMESTAMPTZ, BTEqualStrategyNumber, F_TIMESTAMPTZ_DATE},
	{F_DATE_GE_TIMESTAMPTZ, BTLessEqualStrategyNumber, F_TIMESTAMPTZ_DATE},
	{F_DATE_GT_TIMESTAMPTZ, BTLessStrategyNumber, F_TIMESTAMPTZ_DATE},
	{F_TIMESTAMP_LT_TIMESTAMPTZ, BTGreaterStrategyNumber, F_TIMESTAMPTZ_TIMESTAMP},
	{F_TIMESTAMP_LE_TIMESTAMPTZ, BTGreaterEqualStrategyNumber, F_TIMESTAMPTZ_TIMESTAMP},
	{F_TIMESTAMP_EQ_TIMESTAMPTZ, BTEqualStrategyNumber, F_TIMESTAMPTZ_TIMESTAMP},
	{F_TIMESTAMP_GE_TIMESTAMPTZ, BTLessEqualStrategyNumber, F_TIMESTAMPTZ_TIMESTAMP},
	{F_TIMESTAMP_GT_TIMESTAMPTZ, BTLessStrategyNumber, F_TIMESTAMPTZ_TIMESTAMP},
	{F_RANGE_CONTAINS_ELEM, InvalidStrategy, InvalidOid}
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
	bool		is_range;

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
	is_range = core->strategy == InvalidStrategy;
	if ((is_range || core->strategy == BTEqualStrategyNumber) && !IsA(time, Const) &&
		(contain_var_clause(time) || !uuidx_may_be_duplicated(pass->root, time)))
		return NIL;

	/* a comparison with any date is defined, but not every date is an instant */
	if (OidIsValid(core->cast))
	{
		if (!uuidx_is_clock_expression(pass->root, time))
			return NIL;
		time = (Node *) makeFuncExpr(core->cast, TIMESTAMPTZOID, list_make1(time), InvalidOid,
									 InvalidOid, COERCE_IMPLICIT_CAST);
	}

	if (!uuidx_begin_comparison(&comparison, whose, namespace, uuid, time))
		return NIL;
	if (is_range)
		uuidx_add_range(&comparison);
	else
		uuidx_add_instant(&comparison, core->strategy);

	if (whose == UUIDX_TIME_OF_ANY)
	{
		if (core->strategy == BTGreaterStrategyNumber ||
			core->strategy == BTGreaterEqualStrategyNumber ||
			(is_range && is_endless(time)) || uuidx_has_partial_index(pass->rte->relid))
			uuidx_add_has_time(&comparison);
	}
	else if (filtered || uuidx_has_partial_index(pass->rte->relid))
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

/* The column that a condition filters by a function of it alone, or NULL */
static Var *
filtered_column(relation_pass *pass, Node *clause)
{
	FuncExpr   *call = (FuncExpr *) clause;

	if (!IsA(clause, FuncExpr) || call->funcresulttype != BOOLOID || list_length(call->args) != 1 ||
		exprType((Node *) linitial(call->args)) != UUIDOID)
		return NULL;
	return column_of(pass, (Node *) linitial(call->args));
}

/*
 * Whether a filter by version is superfluous: the column holds no other, and another
 * condition of the list compares it, and so is not true for a null either.
 */
static bool
is_known(relation_pass *pass, Node *clause, Var *column, List *conditions)
{
	uuidx_versions versions = uuidx_versions_of(pass->root, pass->rte, column->varattno);
	PGFunction	function;
	ListCell   *cell;

	if ((versions != UUIDX_VERSIONS_ALL_7 && versions != UUIDX_VERSIONS_ALL_6) ||
		uuidx_has_partial_index(pass->rte->relid))
		return false;
	function = uuidx_function_address(((FuncExpr *) clause)->funcid);
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

/* The column that a condition, in time order, says to carry a time, or NULL */
static Var *
timed_column(relation_pass *pass, Node *clause)
{
	OpExpr	   *comparison = (OpExpr *) clause;
	Const	   *bound;
	pg_uuid_t	nil = {{0}};

	if (!IsA(clause, OpExpr) || list_length(comparison->args) != 2)
		return NULL;
	bound = (Const *) lsecond(comparison->args);
	if (!IsA(bound, Const) || bound->consttype != UUIDOID || bound->constisnull ||
		memcmp(DatumGetUUIDP(bound->constvalue), &nil, UUID_LEN) != 0 ||
		uuidx_function_address(get_opcode(comparison->opno)) != uuidx_uuid_time_lt)
		return NULL;
	return compared_column(pass, clause);
}

/* Whether that is superfluous: another one says that it is before something */
static bool
is_time_implied(relation_pass *pass, Node *clause, Var *column, List *conditions)
{
	pg_uuid_t	nil = {{0}};
	ListCell   *cell;

	if (uuidx_has_partial_index(pass->rte->relid))
		return false;
	foreach(cell, conditions)
	{
		OpExpr	   *other = (OpExpr *) lfirst(cell);
		Node	   *bound;
		Var		   *compared;

		if (!IsA(other, OpExpr) || other->opno != ((OpExpr *) clause)->opno || equal(other, clause))
			continue;
		compared = compared_column(pass, (Node *) other);
		if (compared == NULL || !equal(compared, column))
			continue;

		/* the boundaries of instants are not after nil, other UUIDs may be */
		bound = (Node *) lsecond(other->args);
		if (IsA(bound, Const))
		{
			if (!((Const *) bound)->constisnull &&
				uuidx_time_compare(DatumGetUUIDP(((Const *) bound)->constvalue), &nil) <= 0)
				return true;
		}
		else if (IsA(bound, FuncExpr))
		{
			PGFunction	function = uuidx_function_address(((FuncExpr *) bound)->funcid);

			if (function == uuidx_time_lower_bound || function == uuidx_time_after_bound)
				return true;
		}
	}
	return false;
}

/* Whether a condition is among the first of a list */
static bool
is_among(Node *clause, List *conditions, int count)
{
	for (int i = 0; i < count; i++)
		if (equal(list_nth(conditions, i), clause))
			return true;
	return false;
}

/*
 * Conditions joined by AND, without those that others say or that are known.  The list
 * itself where there is none, as with most.
 */
static List *
tidy(relation_pass *pass, List *conditions)
{
	List	   *result = conditions;
	ListCell   *cell;

	foreach(cell, conditions)
	{
		Node	   *clause = (Node *) lfirst(cell);
		int			index = foreach_current_index(cell);
		Var		   *column;
		bool		superfluous = false;

		if ((column = filtered_column(pass, clause)) != NULL)
			superfluous = is_known(pass, clause, column, conditions) ||
				((is_among(clause, conditions, index) || list_member(pass->above, clause)) &&
				 !contain_volatile_functions(clause));
		else if ((column = timed_column(pass, clause)) != NULL)
			superfluous = is_time_implied(pass, clause, column, conditions) ||
				is_among(clause, conditions, index);

		if (superfluous && result == conditions)
			result = list_copy_head(conditions, index);
		else if (!superfluous && result != conditions)
			result = lappend(result, clause);
	}
	return result;
}

static Node *rewrite_condition(relation_pass *pass, Node *clause);

/* What a condition becomes; NIL where it stays as it is */
static List *
rewrite_one(relation_pass *pass, Node *clause, List *conditions)
{
	List	   *rewritten = NIL;
	Node	   *result;
	bool		alone;

	if (IsA(clause, OpExpr))
		rewritten = rewrite_comparison(pass, (OpExpr *) clause);
	else if (IsA(clause, BoolExpr) && (result = rewrite_condition(pass, clause)) != clause)
		return list_make1(result);

	if (rewritten != NIL &&
		uuidx_may_serve(pass->rel, pass->rte, ((OpExpr *) clause)->args, &alone))
	{
		/* planned for the second time, it has its twins already */
		rewritten = alone ? NIL : lappend(list_difference(rewritten, conditions), clause);
	}
	return rewritten;
}

/* A list of conditions joined by AND, rewritten; the list itself where nothing is */
static List *
rewrite_conditions(relation_pass *pass, List *conditions)
{
	List	   *result = conditions;
	ListCell   *cell;

	foreach(cell, conditions)
	{
		Node	   *clause = (Node *) lfirst(cell);
		List	   *rewritten = rewrite_one(pass, clause, conditions);

		if (rewritten != NIL && result == conditions)
			result = list_copy_head(conditions, foreach_current_index(cell));
		if (rewritten != NIL)
			result = list_concat(result, rewritten);
		else if (result != conditions)
			result = lappend(result, clause);
	}
	return tidy(pass, result);
}

/* What is below OR and AND: null is as good as false there, too */
static Node *
rewrite_condition(relation_pass *pass, Node *clause)
{
	BoolExpr   *expr = (BoolExpr *) clause;
	List	   *arguments = NIL;
	bool		changed = false;
	ListCell   *cell;

	if (!IsA(clause, BoolExpr) || expr->boolop == NOT_EXPR)
		return clause;
	if (expr->boolop == AND_EXPR)
	{
		arguments = rewrite_conditions(pass, expr->args);
		return arguments == expr->args ? clause : (Node *) make_ands_explicit(arguments);
	}
	foreach(cell, expr->args)
	{
		Node	   *argument = (Node *) lfirst(cell);
		List	   *alone = list_make1(argument);
		List	   *rewritten = rewrite_conditions(pass, alone);

		changed |= rewritten != alone;
		arguments = lappend(arguments, rewritten == alone ? argument :
							(Node *) make_ands_explicit(rewritten));
	}
	return changed ? (Node *) make_orclause(arguments) : clause;
}

/*
 * Whether a constant leaves out, while planning, what the clock does not: partitions, and
 * tables by their constraints.  And a foreign server is sent constants, but no clock.
 */
static bool
leaves_out_by_constant(RangeTblEntry *rte)
{
	return rte->inh || rte->relkind == RELKIND_FOREIGN_TABLE ||
		constraint_exclusion == CONSTRAINT_EXCLUSION_ON;
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
	if (leaves_out_by_constant(pass->rte))
	{
		foreach(cell, result)
		{
			OpExpr	   *clause = (OpExpr *) lfirst(cell);

			if (IsA(clause, OpExpr) && list_length(clause->args) == 2 &&
				IsA(lsecond(clause->args), FuncExpr) &&
				compared_column(pass, (Node *) clause) != NULL)
				more = list_concat_unique(more, uuidx_lower_bound_now(pass->root, clause));
		}
	}

	/* a query may be planned more than once */
	more = list_difference(more, result);
	if (more == NIL)
		return result;
	if (pass->withins != NIL)
		more = list_concat_unique(more, uuidx_within_conditions(pass->root, pass->rel,
																pass->withins, more));
	return list_concat(more, result);
}

/*
 * Rewrites the conditions of a part of the join tree.  What is asked above an inner
 * join needs not be asked below; with outer joins it is another matter.
 */
static void
rewrite_jointree(relation_pass *pass, Node *node)
{
	List	   *above = pass->above;

	if (IsA(node, FromExpr))
	{
		FromExpr   *from = (FromExpr *) node;
		ListCell   *cell;

		from->quals = (Node *) rewrite_quals(pass, (List *) from->quals);
		pass->above = list_concat_copy(above, (List *) from->quals);
		foreach(cell, from->fromlist)
			rewrite_jointree(pass, (Node *) lfirst(cell));
	}
	else if (IsA(node, JoinExpr))
	{
		JoinExpr   *join = (JoinExpr *) node;

		if (join->jointype != JOIN_INNER)
			pass->above = NIL;
		join->quals = (Node *) rewrite_quals(pass, (List *) join->quals);
		if (join->jointype == JOIN_INNER)
			pass->above = list_concat_copy(above, (List *) join->quals);
		rewrite_jointree(pass, join->larg);
		rewrite_jointree(pass, join->rarg);
	}
	pass->above = above;
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
