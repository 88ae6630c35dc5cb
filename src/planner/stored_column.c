/*
 * stored_column.c
 *	  Stored generated columns, replaced by the time that they hold.
 *
 *	  CREATE TABLE orders (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)),
 *		created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED,
 *		CHECK (created_at = uuid_time(id)));
 *	  SELECT max(created_at) FROM orders
 *
 * is planned as SELECT max(uuid_time(id)) FROM orders, just as the server expands a virtual column.
 * The CHECK proves that the column equals its expression (proof/generated.c).  Columns are not
 * replaced if an index of the table is on one of them, if the server excludes tables by a CHECK
 * with a range of one, or if no index or partition key is in the order of the id.
 *
 * The server inlines functions later.  In the inlined queries, only filters are expanded.
 *
 * Columns are replaced only if the library was preloaded, because it may be loaded after this step
 * of the first query, and a plan must not depend on what the session did before.
 */
#include "planner/planner.h"

#include "access/sysattr.h"
#include "access/transam.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "functions.h"
#include "guc.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"

/* A query, with the columns of its tables that are replaced */
typedef struct expand_level
{
	Query	   *query;
	List	  **columns;		/* of uuidx_check, by range table index - 1 */
	List	  **functions;		/* functions that only some users may execute */
	struct expand_level *above;
} expand_level;

/* Whether an index or partition key of a table is in the order of the time in a column */
static bool
is_ordered(const uuidx_table *table, const uuidx_index_use *use,
		   const uuidx_check *column)
{
	PGFunction	function = uuidx_own_function(column->function);
	bool		is_bytewise = uuidx_only_version(table->versions[column->uuid]) != NULL ||
		function == uuidx_v7_timestamp || function == uuidx_unix_timestamp;

	return use->time_ranges || (use->uuid_ranges && is_bytewise);
}

/* Whether the server may exclude a table, or children of it, by CHECKs while it plans */
static bool
checks_exclude(const RangeTblEntry *rte, bool is_arm)
{
	return constraint_exclusion == CONSTRAINT_EXCLUSION_ON ||
		(constraint_exclusion == CONSTRAINT_EXCLUSION_PARTITION &&
		 (is_arm || (rte->inh && has_subclass(rte->relid))));
}

/* Returns the columns of a table, or of an arm of a UNION ALL, that are to be replaced */
static List *
columns_of_table(const RangeTblEntry *rte, bool is_arm, List **functions)
{
	uuidx_table *table;
	const uuidx_index_use *use;
	List	   *result = NIL;

	if (rte->rtekind != RTE_RELATION || rte->relkind == RELKIND_VIEW ||
		!uuidx_summarize(rte->relid).has_generated)
		return NIL;
	table = uuidx_read_table(rte->relid, rte->inh && has_subclass(rte->relid), rte->rellockmode);
	if (table->generated == NIL)
		return NIL;
	use = uuidx_index_use_of(table);
	if (use->time_columns || (use->time_checks && checks_exclude(rte, is_arm)))
		return NIL;
	foreach_ptr(uuidx_check, column, table->generated)
	{
		bool		of_role = false;

		/*
		 * Before 18, the server's own function did not extract the time of a
		 * v7.  The nulls that it stored remain until the rows are rewritten.
		 */
		if (column->function < FirstNormalObjectId || !is_ordered(table, use, column))
			continue;
		column->versions = table->versions[column->uuid];
		if (uuidx_may_execute(column->function, &of_role))
			result = lappend(result, column);
		if (of_role)
			*functions = list_append_unique_oid(*functions, column->function);
	}
	return result;
}

/*
 * Returns the expression that replaces a column, or NULL if the column stays.  For a test for null,
 * the uuid is enough if it always has a time, and may have a NOT NULL constraint.
 */
static Node *
expression_of(Var *var, const expand_level *level, bool finds_nulls)
{
	const uuidx_check *column = NULL;
	const RangeTblEntry *rte;
	Var		   *uuid;
	Node	   *argument;

	if (!IsA(var, Var))
		return NULL;
	for (Index i = 0; i < var->varlevelsup && level != NULL; i++)
		level = level->above;
	if (level == NULL || level->columns == NULL)
		return NULL;
	foreach_ptr(uuidx_check, known, level->columns[var->varno - 1])
	{
		if (known->at == var->varattno)
			column = known;
	}
	if (column == NULL)
		return NULL;
	rte = rt_fetch(var->varno, level->query->rtable);
	uuid = copyObject(var);
	uuid->varattno = uuid->varattnosyn = column->uuid;
	get_atttypetypmodcoll(rte->relid, column->uuid, &uuid->vartype, &uuid->vartypmod,
						  &uuid->varcollid);
	argument = applyRelabelType((Node *) uuid, UUIDOID, -1, InvalidOid, COERCE_IMPLICIT_CAST, -1,
								false);
	if (finds_nulls && uuidx_only_version(column->versions) != NULL &&
		uuidx_own_function(column->function) == uuidx_extract_timestamp)
		return argument;
	return (Node *) makeFuncExpr(column->function, TIMESTAMPTZOID, list_make1(argument),
								 InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL);
}

static void expand_query(Query *query, expand_level *above, List **functions, bool only_filters);

/*
 * Returns the subquery of NOT IN (subquery) for a column; NULL for other nodes.  19 plans it as a
 * join if both sides are NOT NULL, which is proven for columns only, so these stay.
 */
static Query *
find_not_in(Node *node)
{
	SubLink    *link = is_notclause(node) ? (SubLink *) get_notclausearg((Expr *) node) : NULL;
	OpExpr	   *test;

	if (link == NULL || !IsA(link, SubLink) || link->subLinkType != ANY_SUBLINK)
		return NULL;
	test = (OpExpr *) link->testexpr;
	if (!IsA(test, OpExpr) || !IsA(linitial(test->args), Var) ||
		((Var *) linitial(test->args))->varlevelsup != 0)
		return NULL;
	return (Query *) link->subselect;
}

/* Expands a query in an expression, in place; returns false for other nodes */
static bool
expand_subquery(Node *node, expand_level *level)
{
	Query	   *not_in = find_not_in(node);

	if (not_in == NULL && !IsA(node, Query))
		return false;
	expand_query(not_in != NULL ? not_in : (Query *) node, level, level->functions,
				 not_in != NULL);
	return true;
}

/*
 * Returns the place of the argument of IS NULL, IS NOT NULL or count(), which only test it for
 * null; NULL for other nodes
 */
static Expr **
find_tested(Node *node)
{
	Aggref	   *count = (Aggref *) node;

	if (IsA(node, NullTest))
		return &((NullTest *) node)->arg;
	return IsA(count, Aggref) && count->aggfnoid == F_COUNT_ANY && count->aggdistinct == NIL &&
		count->aggorder == NIL ? &((TargetEntry *) linitial(count->args))->expr : NULL;
}

/*
 * Replaces the columns in an expression; changes the queries in it in place.  A PlaceHolderVar, of
 * a function that the server inlined, stays: its other copies are not in the conditions.
 */
static Node *
expand_mutator(Node *node, expand_level *level)
{
	Node	   *expression;
	Expr	  **tested;

	if (node == NULL || IsA(node, PlaceHolderVar))
		return node;
	if (expand_subquery(node, level))
		return node;
	expression = expression_of((Var *) node, level, false);
	if (expression != NULL)
		return expression;
	tested = find_tested(node);
	expression = tested == NULL ? NULL : expression_of((Var *) *tested, level, true);
	if (expression != NULL)
	{
		node = (Node *) copyObject(node);
		tested = find_tested(node);
		if (tested != NULL)
			*tested = (Expr *) expression;
		if (IsA(node, Aggref))
			((Aggref *) node)->aggargtypes = list_make1_oid(exprType(expression));
	}
	return expression_tree_mutator(node, UUIDX_WALKER(expand_mutator), (void *) level);
}

static bool
expand_queries_walker(Node *node, expand_level *level)
{
	if (node == NULL || expand_subquery(node, level))
		return false;
	return expression_tree_walker(node, UUIDX_WALKER(expand_queries_walker), (void *) level);
}

/* Whether columns of a query or of one around it are replaced */
static bool
has_columns(const expand_level *level)
{
	for (; level != NULL; level = level->above)
		if (level->columns != NULL)
			return true;
	return false;
}

/*
 * Replaces the columns of a query and of its subqueries; with grouping sets, or if the caller says
 * so, only in its filters.  INSERT reads its own table only to return what it has written.
 */
static void
expand_query(Query *query, expand_level *above, List **functions, bool only_filters)
{
	expand_level level = {query, NULL, functions, above};
	FromExpr   *filters = NULL;

	check_stack_depth();
	foreach_ptr(const RangeTblEntry, rte, query->rtable)
	{
		List	   *columns = query->commandType == CMD_INSERT ? NIL :
			columns_of_table(rte, above != NULL && above->query->setOperations != NULL, functions);

		if (columns == NIL)
			continue;
		if (level.columns == NULL)
			level.columns = palloc0_array(List *, list_length(query->rtable));
		level.columns[foreach_current_index(rte)] = columns;
	}

	/*
	 * a column is null where it is not grouped, unlike its expression, and so
	 * may be those of a query around this one
	 */
	if ((only_filters || query->groupingSets != NIL) && has_columns(&level))
	{
		filters = (FromExpr *) expand_mutator((Node *) query->jointree, &level);
		foreach_ptr(RangeTblEntry, rte, query->rtable)
			rte->securityQuals = (List *) expand_mutator((Node *) rte->securityQuals, &level);
		query->jointree = NULL;
		level.columns = NULL;
		if (query->groupingSets != NIL)
			level.above = NULL;
	}
	if (has_columns(&level))
		(void) query_tree_mutator(query, UUIDX_WALKER(expand_mutator), (void *) &level,
								  QTW_DONT_COPY_QUERY);
	else if (query->hasSubLinks || query->cteList != NIL)
		(void) query_tree_walker(query, UUIDX_WALKER(expand_queries_walker), (void *) &level, 0);
	else
		(void) range_table_walker(query->rtable, UUIDX_WALKER(expand_queries_walker),
								  (void *) &level, 0);
	if (filters != NULL)
		query->jointree = filters;
}

/*
 * Replaces stored generated columns that are proven to be the time of a uuid by their expressions.
 * Returns the OIDs of functions on which the plan depends, as not every user may execute them.
 */
List *
uuidx_expand_stored(Query *query)
{
	List	   *functions = NIL;

	if (uuidx_planner && uuidx_preloaded && query->commandType != CMD_UTILITY)
		expand_query(query, NULL, &functions, false);
	return functions;
}

/* Whether a generated column of a relation is in the conditions of its query */
static bool
is_in_conditions(const uuidx_relation *relation)
{
	Bitmapset  *attributes = NULL;

	if (relation->table->generated == NIL)
		return false;
	pull_varattnos((Node *) relation->root->parse->jointree, relation->rel->relid, &attributes);
	foreach_ptr(uuidx_check, column, relation->table->generated)
	{
		if (bms_is_member(column->at - FirstLowInvalidHeapAttributeNumber, attributes))
			return true;
	}
	return false;
}

/* Replaces the columns of a relation in an expression */
static Node *
expand_node(const uuidx_relation *relation, Node *node)
{
	List	   *functions = NIL;
	Query	   *query = relation->root->parse;
	expand_level level = {query, NULL, &functions, NULL};
	List	   *columns = columns_of_table(relation->rte, false, &functions);

	if (columns == NIL)
		return node;
	level.columns = palloc0_array(List *, list_length(query->rtable));
	level.columns[relation->rel->relid - 1] = columns;
	return expand_mutator(node, &level);
}

void
uuidx_expand_relation(const uuidx_relation *relation)
{
	Query	   *query = relation->root->parse;

	if (!uuidx_preloaded)
		return;
	if (is_in_conditions(relation))
		query->jointree = (FromExpr *) expand_node(relation, (Node *) query->jointree);
	foreach_ptr(StatisticExtInfo, info, relation->rel->statlist)
	{
		if (info->exprs != NIL)
			info->exprs = (List *) expand_node(relation, (Node *) info->exprs);
	}
}

AttrNumber
uuidx_stored_column(const uuidx_relation *relation, const uuidx_extraction *time)
{
	const uuidx_relation *top = relation->top;

	foreach_ptr(uuidx_check, check, top->table->generated)
	{
		Var		   *at = makeVar(top->rel->relid, check->at, TIMESTAMPTZOID, -1, InvalidOid, 0);

		if (check->uuid == time->column->varattno &&
			check->function == ((FuncExpr *) time->extracted)->funcid)
			return ((Var *) uuidx_translate(relation->root, relation->rel->relid,
											(Node *) at))->varattno;
	}
	return InvalidAttrNumber;
}
