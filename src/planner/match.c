/*
 * match.c
 *	  Conditions of a query in the one form that the rules look at.
 *
 *	  date '2026-01-01' <= uuid_time(orders.id)
 *
 * is, where a CHECK says that ids are v7: the time of a v7, column orders.id,
 * strategy >=, other side date '2026-01-01'.  What the operators mean is read from the
 * operator families: that of timestamptz, which has the comparisons with date and
 * timestamp as members, that of uuid, and ours in time order.
 */
#include "planner/planner.h"

#include "access/transam.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
#include "functions.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

Var *
uuidx_match_column(Index relid, Node *node)
{
	Var		   *var;

	while (IsA(node, RelabelType))
		node = (Node *) ((RelabelType *) node)->arg;
	var = (Var *) node;
	return IsA(var, Var) && var->varno == relid && var->varattno > 0 &&
		var->varlevelsup == 0 ? var : NULL;
}

bool
uuidx_may_be_duplicated(PlannerInfo *root, Node *node)
{
	QualCost	cost;

	if (contain_volatile_functions(node) || contain_subplans(node))
		return false;
	cost_qual_eval_node(&cost, node, root);
	return cost.startup + cost.per_tuple <= 10 * cpu_operator_cost;
}

/* The schema of the extension, or InvalidOid in a database without it */
static Oid
extension_schema(void)
{
	Oid			extension = get_extension_oid("uuidx", true);

	if (!OidIsValid(extension))
		return InvalidOid;
	return get_extension_schema(extension);
}

/*
 * The server's own function reads what it reads of v1 and v6, which is why the column
 * must have none.
 */
bool
uuidx_match_extraction(const uuidx_relation *relation, Node *node, uuidx_clause *clause)
{
	FuncExpr   *call = (FuncExpr *) node;
	uuidx_versions versions;
	bool		core;

	/* of partitions and children nothing is read */
	if (relation->table == NULL || !uuidx_extracts_time(node))
		return false;
	clause->extracted = node;
	clause->uuid = (Node *) linitial(call->args);
	clause->column = uuidx_match_column(relation->rel->relid, clause->uuid);
	if (clause->column == NULL || exprType(clause->uuid) != UUIDOID)
		return false;

	Assert(clause->column->varattno <= relation->table->natts);
	versions = relation->table->versions[clause->column->varattno];
	core = call->funcid < FirstNormalObjectId;
	clause->schema = core ? extension_schema() : get_func_namespace(call->funcid);
	clause->needs_version = versions != UUIDX_VERSIONS_ALL_7;
	if (uuidx_own_function(call->funcid) == uuidx_v7_timestamp ||
		versions == UUIDX_VERSIONS_ALL_7 || versions == UUIDX_VERSIONS_TIMED_7)
		clause->kind = UUIDX_TIME_OF_V7;
	else if (core)
		return false;
	else if (versions == UUIDX_VERSIONS_ALL_6 || versions == UUIDX_VERSIONS_TIMED_6)
	{
		clause->kind = UUIDX_TIME_OF_V6;
		clause->needs_version = versions != UUIDX_VERSIONS_ALL_6;
	}
	else
		clause->kind = UUIDX_TIME_OF_ANY;
	return OidIsValid(clause->schema);
}

/* The strategy of an operator in the default btree operator family of a type; or 0 */
static StrategyNumber
strategy_of(Oid operator_oid, Oid type)
{
	return get_op_opfamily_strategy(operator_oid,
									lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf);
}

/* The strategy of an operator of ours in time order; or 0 */
static StrategyNumber
strategy_in_time_order(Oid operator_oid)
{
	PGFunction	function = uuidx_own_function(get_opcode(operator_oid));

	for (StrategyNumber i = 1; function != NULL && i <= BTMaxStrategyNumber; i++)
		if (function == uuidx_time_order[i])
			return i;
	return InvalidStrategy;
}

/* Matches an operator whose left side is what a rule may be about */
static bool
match_sides(const uuidx_relation *relation, Oid operator_oid, Node *left, Node *right,
			uuidx_clause *clause)
{
	Node	   *extraction = uuidx_find_extraction(left);

	clause->other = right;
	clause->value = left;
	if (extraction != NULL && uuidx_match_extraction(relation, extraction, clause))
	{
		clause->type = left == extraction ? UUIDX_CLAUSE_TIME : UUIDX_CLAUSE_CALENDAR;
		clause->strategy = strategy_of(operator_oid, exprType(left));
		return clause->strategy != InvalidStrategy ||
			(left == extraction && get_opcode(operator_oid) == F_ELEM_CONTAINED_BY_RANGE);
	}

	clause->column = uuidx_match_column(relation->rel->relid, left);
	if (clause->column == NULL)
		return false;
	clause->uuid = left;
	if (exprType(left) == UUIDOID && exprType(right) == UUIDOID)
	{
		clause->type = UUIDX_CLAUSE_UUID;
		clause->strategy = strategy_of(operator_oid, UUIDOID);
		if (clause->strategy == InvalidStrategy)
		{
			clause->type = UUIDX_CLAUSE_ORDERED_UUID;
			clause->strategy = strategy_in_time_order(operator_oid);
		}
	}
	else if (exprType(left) == TIMESTAMPTZOID && exprType(right) == TIMESTAMPTZOID)
	{
		clause->type = UUIDX_CLAUSE_INSTANT;
		clause->strategy = strategy_of(operator_oid, TIMESTAMPTZOID);
	}
	return clause->strategy != InvalidStrategy;
}

static uuidx_clause
match_operator(const uuidx_relation *relation, OpExpr *expr)
{
	uuidx_clause clause = {UUIDX_CLAUSE_OTHER};
	Oid			commutator;

	if (list_length(expr->args) != 2)
		return clause;
	if (match_sides(relation, expr->opno, (Node *) linitial(expr->args),
					(Node *) lsecond(expr->args), &clause))
		return clause;

	memset(&clause, 0, sizeof(clause));
	commutator = get_commutator(expr->opno);
	if (!OidIsValid(commutator) ||
		!match_sides(relation, commutator, (Node *) lsecond(expr->args),
					 (Node *) linitial(expr->args), &clause))
		clause.type = UUIDX_CLAUSE_OTHER;
	return clause;
}

/* uuid = ANY (array) */
static uuidx_clause
match_array(const uuidx_relation *relation, ScalarArrayOpExpr *expr)
{
	uuidx_clause clause = {UUIDX_CLAUSE_OTHER};

	if (!expr->useOr || get_opcode(expr->opno) != F_UUID_EQ)
		return clause;
	clause.uuid = (Node *) linitial(expr->args);
	clause.column = uuidx_match_column(relation->rel->relid, clause.uuid);
	if (clause.column == NULL)
		return clause;
	clause.type = UUIDX_CLAUSE_UUID;
	clause.strategy = BTEqualStrategyNumber;
	clause.other = (Node *) lsecond(expr->args);
	clause.any = true;
	return clause;
}

/* extracted time IS NOT NULL */
static uuidx_clause
match_null_test(const uuidx_relation *relation, NullTest *test)
{
	uuidx_clause clause = {UUIDX_CLAUSE_OTHER};

	if (test->nulltesttype == IS_NOT_NULL && !test->argisrow &&
		uuidx_match_extraction(relation, (Node *) test->arg, &clause))
		clause.type = UUIDX_CLAUSE_HAS_TIME;
	return clause;
}

/* (extracted time, next, ...) STRATEGY (other, ...), either side left */
static uuidx_clause
match_row_comparison(const uuidx_relation *relation, RowCompareExpr *row)
{
	uuidx_clause clause = {UUIDX_CLAUSE_OTHER};
	bool		left = uuidx_match_extraction(relation, (Node *) linitial(row->largs), &clause);
	List	   *columns = left ? row->largs : row->rargs;
	List	   *others = left ? row->rargs : row->largs;
	Oid			operator_oid = linitial_oid(row->opnos);
	Node	   *next = (Node *) lsecond(columns);
	Var		   *column;

	if (!left)
	{
		operator_oid = get_commutator(operator_oid);
		if (!OidIsValid(operator_oid) ||
			!uuidx_match_extraction(relation, (Node *) linitial(columns), &clause))
			return clause;
	}
	clause.strategy = strategy_of(operator_oid, TIMESTAMPTZOID);
	if (clause.strategy == InvalidStrategy)
		return clause;
	clause.type = UUIDX_CLAUSE_PAGE;
	clause.other = (Node *) linitial(others);
	column = uuidx_match_column(relation->rel->relid, next);
	if (column != NULL && equal(column, clause.column) && exprType(next) == UUIDOID &&
		exprType((Node *) lsecond(others)) == UUIDOID &&
		lsecond_oid(row->opfamilies) == lookup_type_cache(UUIDOID,
														  TYPECACHE_BTREE_OPFAMILY)->btree_opf)
	{
		clause.next = (Node *) lsecond(others);
		clause.next_is_last = list_length(columns) == 2;
	}
	return clause;
}

/* uuid_is_v7(column), uuid_is_v6(column) */
static uuidx_clause
match_version(const uuidx_relation *relation, FuncExpr *expr)
{
	uuidx_clause clause = {UUIDX_CLAUSE_OTHER};
	PGFunction	function = uuidx_own_function(expr->funcid);

	if (function == NULL || (function != uuidx_is_v7 && function != uuidx_is_v6))
		return clause;
	clause.version = function == uuidx_is_v7 ? 7 : 6;
	clause.uuid = (Node *) linitial(expr->args);
	clause.column = uuidx_match_column(relation->rel->relid, clause.uuid);
	if (clause.column != NULL)
		clause.type = UUIDX_CLAUSE_VERSION;
	return clause;
}

uuidx_clause
uuidx_match_clause(const uuidx_relation *relation, Node *node)
{
	if (IsA(node, OpExpr))
		return match_operator(relation, (OpExpr *) node);
	if (IsA(node, ScalarArrayOpExpr))
		return match_array(relation, (ScalarArrayOpExpr *) node);
	if (IsA(node, FuncExpr))
		return match_version(relation, (FuncExpr *) node);
	if (IsA(node, NullTest))
		return match_null_test(relation, (NullTest *) node);
	if (IsA(node, RowCompareExpr))
		return match_row_comparison(relation, (RowCompareExpr *) node);
	return (uuidx_clause)
	{
		UUIDX_CLAUSE_OTHER
	};
}
