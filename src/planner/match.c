/*
 * match.c
 *	  Matches the conditions of a query, and returns them in one form.
 *
 *	  date '2026-01-01' <= uuid_time(orders.id)
 *
 * has, where a CHECK proves that ids are v7, the type TIME, the time of a v7, the column orders.id,
 * the strategy >=, and the other side date '2026-01-01'.
 *
 * The server puts the expression of a view or virtual column into a PlaceHolderVar if the query has
 * grouping sets or outer joins.  One that no join sets to null equals the expression in it.
 */
#include "planner/planner.h"

#include "access/transam.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
#include "functions.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "utils/array.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

Node *
uuidx_unwrap_times(Node *node, void *context)
{
	Node	   *inside;

	if (node == NULL)
		return NULL;
	inside = uuidx_without_placeholders(node);
	if (uuidx_extracts_time(inside))
		return inside;
	return expression_tree_mutator(node, UUIDX_WALKER(uuidx_unwrap_times), context);
}

Var *
uuidx_match_column(Index relid, Node *node)
{
	Var		   *var;

	while (IsA(node, RelabelType))
		node = (Node *) ((RelabelType *) node)->arg;
	var = (Var *) node;
	return IsA(var, Var) && (relid == 0 || var->varno == relid) && var->varattno > 0 &&
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

List *
uuidx_elements_of(Node *array)
{
	List	   *result = NIL;
	ArrayType  *values;
	Datum	   *elements;
	bool	   *nulls;
	int			count;
	int16		length;
	bool		by_value;
	char		align;

	if (IsA(array, ArrayExpr) && !((ArrayExpr *) array)->multidims)
	{
		foreach_ptr(Node, element, ((ArrayExpr *) array)->elements)
		{
			if (!IsA(element, Const) || !((Const *) element)->constisnull)
				result = lappend(result, element);
		}
		return result;
	}
	if (!IsA(array, Const) || ((Const *) array)->constisnull)
		return NIL;
	values = DatumGetArrayTypeP(((Const *) array)->constvalue);
	get_typlenbyvalalign(ARR_ELEMTYPE(values), &length, &by_value, &align);
	deconstruct_array(values, ARR_ELEMTYPE(values), length, by_value, align, &elements, &nulls,
					  &count);
	for (int i = 0; i < count; i++)
		if (!nulls[i])
			result = lappend(result, makeConst(ARR_ELEMTYPE(values), -1, InvalidOid, length,
											   elements[i], false, by_value));
	return result;
}

/* Sets which time of a column a function extracts; false if unknown, or without the extension */
static bool
set_kind(const uuidx_relation *relation, Oid function, uuidx_extraction *time)
{
	PGFunction	own = uuidx_own_function(function);
	Oid			extension = own == NULL ? get_extension_oid("uuidx", true) : InvalidOid;
	const uuidx_index_use *use;
	uuidx_versions versions;

	Assert(time->column->varattno <= relation->table->natts);
	versions = relation->table->versions[time->column->varattno];
	time->schema = own != NULL ? get_func_namespace(function) : InvalidOid;
	if (OidIsValid(extension))
		time->schema = get_extension_schema(extension);
	if (own == uuidx_unix_timestamp)
		time->kind = UUIDX_TIME_OF_UNIX;
	else if (own == uuidx_v7_timestamp)
		time->kind = UUIDX_TIME_OF_V7;
	else
		time->kind = uuidx_kind_of(versions);

	/* not every server reads the time of v6 */
	if (own == NULL && time->kind != UUIDX_TIME_OF_V7)
		return false;

	/* where only ranges in time order are found, a proven version is no help */
	use = uuidx_index_use_of(relation->table);
	if (own == uuidx_extract_timestamp && use->time_ranges && !use->uuid_ranges)
		time->kind = UUIDX_TIME_OF_ANY;
	time->needs_version = time->kind == UUIDX_TIME_OF_ANY ||
		(time->kind != UUIDX_TIME_OF_UNIX && versions != uuidx_version_table[time->kind].all);
	return OidIsValid(time->schema);
}

bool
uuidx_match_extraction(const uuidx_relation *relation, Node *node, uuidx_extraction *time)
{
	/* nothing is read for partitions and children */
	if (relation->type == UUIDX_RELATION_MEMBER)
		return false;
	node = uuidx_without_placeholders(node);
	if (!uuidx_extracts_time(node))
		return false;
	time->extracted = node;
	time->uuid = (Node *) linitial(((FuncExpr *) node)->args);
	time->column = uuidx_match_column(relation->rel->relid, time->uuid);
	return time->column != NULL && exprType(time->uuid) == UUIDOID &&
		set_kind(relation, ((FuncExpr *) node)->funcid, time);
}

/* Sets the type and the column of a condition on an extracted time */
static void
set_time(uuidx_clause *clause, uuidx_clause_type type)
{
	clause->type = type;
	clause->column = clause->time.column;
	clause->uuid = clause->time.uuid;
}

/* Returns the strategy of an operator in the default btree operator family of a type, or 0 */
static StrategyNumber
strategy_of(Oid operator_oid, Oid type)
{
	return get_op_opfamily_strategy(operator_oid,
									lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf);
}

/* Returns the strategy of an operator of uuidx in time order, or 0 */
static StrategyNumber
strategy_in_time_order(Oid operator_oid)
{
	PGFunction	function = uuidx_own_function(get_opcode(operator_oid));

	for (StrategyNumber i = 1; function != NULL && i <= BTMaxStrategyNumber; i++)
		if (function == uuidx_time_order[i])
			return i;
	return InvalidStrategy;
}

/* Whether there are rules for columns of a type */
static bool
is_type_of_rule(Oid type)
{
	return type == UUIDOID || type == TIMESTAMPTZOID || type == TIMESTAMPOID || type == DATEOID;
}

/* Matches an operator with a column, an extracted time, or a function of one on its left side */
static bool
match_sides(const uuidx_relation *relation, Oid operator_oid, Node *left, Node *right,
			Oid right_type, uuidx_clause *clause)
{
	Node	   *extraction;

	left = uuidx_without_placeholders(left);
	extraction = uuidx_find_extraction(left);
	clause->other = right;
	clause->value = left;
	if (extraction != NULL && uuidx_match_extraction(relation, extraction, &clause->time))
	{
		set_time(clause, left == extraction ? UUIDX_CLAUSE_TIME : UUIDX_CLAUSE_CALENDAR);
		clause->strategy = strategy_of(operator_oid, exprType(left));
		return clause->strategy != InvalidStrategy ||
			(left == extraction && get_opcode(operator_oid) == F_ELEM_CONTAINED_BY_RANGE);
	}

	clause->column = uuidx_match_column(relation->rel->relid, left);
	if (clause->column == NULL)
		return false;
	clause->uuid = left;
	if (exprType(left) == UUIDOID && right_type == UUIDOID)
	{
		clause->type = UUIDX_CLAUSE_UUID;
		clause->strategy = strategy_of(operator_oid, UUIDOID);
		if (clause->strategy == InvalidStrategy)
		{
			clause->type = UUIDX_CLAUSE_ORDERED_UUID;
			clause->strategy = strategy_in_time_order(operator_oid);
		}
	}
	else if (exprType(left) == right_type && is_type_of_rule(right_type))
	{
		clause->type = UUIDX_CLAUSE_INSTANT;
		clause->strategy = strategy_of(operator_oid, exprType(left));
	}
	return clause->strategy != InvalidStrategy;
}

static bool
match_operator(const uuidx_relation *relation, OpExpr *expr, uuidx_clause *clause)
{
	Node	   *left = (Node *) linitial(expr->args);
	Node	   *right = (Node *) llast(expr->args);
	Oid			commutator;

	/* most conditions compare a constant with a column without a rule */
	if (IsA(left, Var) && IsA(right, Const) && ((Var *) left)->vartype < FirstNormalObjectId &&
		!is_type_of_rule(((Var *) left)->vartype))
		return false;
	if (list_length(expr->args) != 2)
		return false;
	if (match_sides(relation, expr->opno, left, right, exprType(right), clause))
		return true;

	/* there is no rule for a constant on the left side */
	memset(clause, 0, sizeof(uuidx_clause));
	commutator = IsA(right, Const) ? InvalidOid : get_commutator(expr->opno);
	return OidIsValid(commutator) &&
		match_sides(relation, commutator, right, left, exprType(left), clause);
}

/* Matches column = ANY (array), also for an extracted time or a function of one */
static bool
match_array(const uuidx_relation *relation, ScalarArrayOpExpr *expr, uuidx_clause *clause)
{
	Node	   *array = (Node *) lsecond(expr->args);

	clause->any = true;
	return match_sides(relation, expr->opno, (Node *) linitial(expr->args), array,
					   get_base_element_type(exprType(array)), clause) &&
		expr->useOr && clause->strategy == BTEqualStrategyNumber &&
		clause->type != UUIDX_CLAUSE_INSTANT;
}

/* Matches: extracted time IS NULL */
static bool
match_null_test(const uuidx_relation *relation, NullTest *test, uuidx_clause *clause)
{
	if (test->nulltesttype != IS_NULL || test->argisrow ||
		!uuidx_match_extraction(relation, (Node *) test->arg, &clause->time))
		return false;
	set_time(clause, UUIDX_CLAUSE_NO_TIME);
	return true;
}

/* Matches (extracted time, ...) STRATEGY (other, ...), with the sides in either order */
static bool
match_row_comparison(const uuidx_relation *relation, RowCompareExpr *row, uuidx_clause *clause)
{
	Node	   *left = (Node *) linitial(row->largs);
	Node	   *right = (Node *) linitial(row->rargs);
	bool		is_left = uuidx_match_extraction(relation, left, &clause->time);
	Oid			operator_oid = linitial_oid(row->opnos);

	if (!is_left && !uuidx_match_extraction(relation, right, &clause->time))
		return false;
	set_time(clause, UUIDX_CLAUSE_ROW);
	clause->other = is_left ? right : left;
	clause->strategy = strategy_of(is_left ? operator_oid : get_commutator(operator_oid),
								   TIMESTAMPTZOID);
	return clause->strategy != InvalidStrategy;
}

/* Matches uuid_is_v7(column) and uuid_is_v6(column) */
static bool
match_version(const uuidx_relation *relation, FuncExpr *expr, uuidx_clause *clause)
{
	clause->type = UUIDX_CLAUSE_VERSION;
	clause->time.kind = uuidx_find_predicate(uuidx_own_function(expr->funcid));
	if (clause->time.kind == UUIDX_TIME_OF_ANY)
		return false;
	clause->uuid = (Node *) linitial(expr->args);
	clause->column = uuidx_match_column(relation->rel->relid, clause->uuid);
	return clause->column != NULL;
}

uuidx_clause
uuidx_match_clause(const uuidx_relation *relation, Node *node)
{
	uuidx_clause clause = {UUIDX_CLAUSE_OTHER};
	bool		matches = false;

	if (IsA(node, OpExpr))
		matches = match_operator(relation, (OpExpr *) node, &clause);
	else if (IsA(node, ScalarArrayOpExpr))
		matches = match_array(relation, (ScalarArrayOpExpr *) node, &clause);
	else if (IsA(node, FuncExpr))
		matches = match_version(relation, (FuncExpr *) node, &clause);
	else if (IsA(node, NullTest))
		matches = match_null_test(relation, (NullTest *) node, &clause);
	else if (IsA(node, RowCompareExpr))
		matches = match_row_comparison(relation, (RowCompareExpr *) node, &clause);
	if (!matches)
		clause.type = UUIDX_CLAUSE_OTHER;
	return clause;
}
