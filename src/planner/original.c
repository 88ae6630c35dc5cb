/*
 * original.c
 *	  What becomes of a condition from which others are derived.
 *
 *	  uuid_time(id) >= '2026-01-01Z'
 *
 * is replaced by id >= '019b76da-...', which is equal to it.  It is kept beside that where an
 * index or a partition key on the extracted time needs it as it was written, and it is not
 * touched where such an index is better than any on the id.  A condition on a stored generated
 * column that holds the time is treated in the same way, where anything is in the order of the
 * uuid.  Of two times of different tables each one bounds the other: the first table keeps the
 * condition for the second.  The rows are the same because each of these conditions is true for the
 * same rows.
 */
#include "planner/planner.h"

#include "access/sysattr.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"

/* Whether a node is somewhere in an expression */
static bool
contains_walker(Node *node, void *searched)
{
	if (node == NULL)
		return false;
	return equal(node, searched) ||
		expression_tree_walker(node, UUIDX_WALKER(contains_walker), searched);
}

/* The position at which an index has an expression, or column; or -1 */
static int
index_position(const IndexOptInfo *index, Node *expression)
{
	AttrNumber	attribute = IsA(expression, Var) ? ((Var *) expression)->varattno : 0;
	ListCell   *next = list_head(index->indexprs);

	for (int i = 0; i < index->nkeycolumns; i++)
	{
		if (index->indexkeys[i] != 0)
		{
			if (index->indexkeys[i] == attribute)
				return i;
			continue;
		}
		if (equal(lfirst(next), expression))
			return i;
		next = lnext(index->indexprs, next);
	}
	return -1;
}

bool
uuidx_has_index(const RelOptInfo *rel, Node *expression)
{
	ListCell   *cell;

	foreach(cell, rel->indexlist)
	{
		if (index_position((IndexOptInfo *) lfirst(cell), expression) >= 0)
			return true;
	}
	return false;
}

bool
uuidx_has_conditions_before(const uuidx_relation *relation, const IndexOptInfo *index, int position)
{
	Bitmapset  *columns = NULL;

	pull_varattnos((Node *) relation->root->parse->jointree, relation->rel->relid, &columns);
	for (int i = 0; i < position; i++)
		if (index->indexkeys[i] == 0 ||
			!bms_is_member(index->indexkeys[i] - FirstLowInvalidHeapAttributeNumber, columns))
			return false;
	return true;
}

/*
 * Whether nothing is in the order of the uuids that a generated column would be replaced
 * with.  The column has statistics of its own, and is compared faster than a uuid.
 */
static bool
is_best_as_column(const uuidx_relation *relation, const uuidx_clause *clause)
{
	const uuidx_index_use *use;

	if (!clause->time.stored)
		return false;
	use = uuidx_index_use_of(relation->table);
	return !(clause->time.kind == UUIDX_TIME_OF_ANY ? use->time_ranges : use->uuid_ranges);
}

/*
 * Whether the other side of a comparison is the time of a table that is planned later, or a column
 * of a UNION ALL.  The comparison is then also a bound for that table, or for the arms.
 */
static bool
bounds_another(const uuidx_relation *relation, const uuidx_clause *clause)
{
	Node	   *node = clause->other;
	RangeTblEntry *rte;
	Var		   *column;

	if (clause->type != UUIDX_CLAUSE_TIME || uuidx_find_extraction(node) != node)
		return false;
	if (IsA(node, FuncExpr))
		node = (Node *) linitial(((FuncExpr *) node)->args);
	while (IsA(node, RelabelType))
		node = (Node *) ((RelabelType *) node)->arg;
	column = (Var *) node;
	if (!IsA(column, Var) || column->varlevelsup != 0)
		return false;
	rte = relation->root->simple_rte_array[column->varno];
	if (rte->rtekind == RTE_SUBQUERY)
		return rte->inh;
	return rte->rtekind == RTE_RELATION && uuidx_find_relation(relation->root, rte) == NULL &&
		uuidx_has_uuid_column(rte->relid);
}

uuidx_original
uuidx_original_of(const uuidx_relation *relation, const uuidx_clause *clause)
{
	const uuidx_index_use *use;
	bool		is_weaker = clause->time.may_be_outdated || clause->time.kind == UUIDX_TIME_OF_V8;
	bool		has_expression = false;
	bool		has_predicate = false;
	bool		has_uuid = false;
	ListCell   *cell;

	if (is_best_as_column(relation, clause))
		return UUIDX_ORIGINAL_UNCHANGED;

	if (bounds_another(relation, clause))
		return UUIDX_ORIGINAL_KEPT;

	/* partitions and children have indexes of their own */
	if (relation->rte->inh)
	{
		use = uuidx_index_use_of(relation->table);
		return is_weaker || (clause->time.stored ? use->time_columns : use->time_expressions) ?
			UUIDX_ORIGINAL_KEPT : UUIDX_ORIGINAL_REPLACED;
	}

	foreach(cell, relation->rel->indexlist)
	{
		IndexOptInfo *index = (IndexOptInfo *) lfirst(cell);
		int			position = index_position(index, clause->time.extracted);

		/*
		 * one without an order, such as BRIN, is no better than one on the
		 * uuid
		 */
		if (position >= 0 && index->sortopfamily != NULL && index->indpred == NIL &&
			uuidx_has_conditions_before(relation, index, position))
			return UUIDX_ORIGINAL_UNCHANGED;
		has_expression |= position >= 0;
		has_predicate |= contains_walker((Node *) index->indpred, clause->time.extracted) ||
			(position >= 0 && index->indpred != NIL);
		has_uuid |= index->indexkeys[0] == clause->column->varattno;
	}

	/* an index on the time that cannot be used well is better than none */
	if (has_expression && !has_uuid)
		return UUIDX_ORIGINAL_UNCHANGED;

	if (has_predicate || is_weaker)
		return UUIDX_ORIGINAL_KEPT;

	/* an equality implies something for other relations of the query, too */
	if (clause->strategy == BTEqualStrategyNumber &&
		list_length(relation->root->parse->rtable) > 1)
		return UUIDX_ORIGINAL_KEPT;
	return UUIDX_ORIGINAL_REPLACED;
}
