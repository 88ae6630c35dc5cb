/*
 * paths.c
 *	  Index scans in the order of an extracted time.
 *
 *	  SELECT * FROM orders ORDER BY uuid_time(id), name LIMIT 20
 *	  SELECT uuid_time(id), count(*) FROM orders GROUP BY 1
 *
 * Where the id orders as its time does (order.c), a scan of an index on the id returns
 * rows in the order of the time as well.  The server cannot derive that; so such a scan
 * is added to the paths of a relation, with the order of the time as its sort order.
 * What the server makes of ordered paths follows: incremental sorts, groups, window
 * functions, WITH TIES.
 *
 * Where no id is null, it does not matter where an index has its nulls: (id DESC NULLS LAST)
 * has the order of both `ORDER BY uuid_time(id) DESC` and that with NULLS LAST.  So scans of
 * such indexes are also added where order.c has made the id the sort key.
 */
#include "planner/planner.h"

#include "access/sysattr.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/appendinfo.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/restrictinfo.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

/* --- The order ---------------------------------------------------------------------------- */

/* An expression on a table of the query, as one on a partition or child of it */
static Node *
of_member(const uuidx_relation *relation, Node *node)
{
	if (relation->parent == NULL)
		return node;
	return adjust_appendrel_attrs(relation->root, of_member(relation->parent, node), 1,
								  &relation->root->append_rel_array[relation->rel->relid]);
}

/* Sets the order of the uuid where an expression in a sort key is a time, or became its uuid */
static bool
read_order(const uuidx_relation *relation, const PathKey *pathkey, Expr *expr, uuidx_order *order)
{
	if (relation->order != NULL && equal(expr, relation->order->target.uuid))
	{
		*order = *relation->order;
		return order->no_null_uuids && pathkey->pk_opfamily == order->target.opfamily &&
			UUIDX_PATHKEY_DESCENDING(pathkey) == order->descending;
	}
	order->descending = UUIDX_PATHKEY_DESCENDING(pathkey);
	order->nulls_first = pathkey->pk_nulls_first;
	return pathkey->pk_opfamily ==
		lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_BTREE_OPFAMILY)->btree_opf &&
		uuidx_match_sort_key(relation, (Node *) expr, &order->time) &&
		!UUIDX_IS_NULLED(order->time.column) &&
		uuidx_set_order(relation, relation->rel->baserestrictinfo, order);
}

/*
 * Finds such an expression among what is equal in a sort key; sets the order, and the column
 * of the relation that the uuid is in
 */
static bool
find_order(const uuidx_relation *relation, const PathKey *pathkey, uuidx_order *order,
		   Var **column)
{
	const uuidx_relation *top = relation;
	ListCell   *cell;

	while (top->parent != NULL)
		top = top->parent;
	foreach(cell, pathkey->pk_eclass->ec_members)
	{
		EquivalenceMember *member = (EquivalenceMember *) lfirst(cell);

		if (!member->em_is_child && read_order(top, pathkey, member->em_expr, order))
		{
			*column = uuidx_match_column(relation->rel->relid,
										 of_member(relation, order->target.uuid));
			return *column != NULL;
		}
	}
	return false;
}

/* --- The index ---------------------------------------------------------------------------- */

/* A condition on a column of an index, with the column on the left; or NULL */
static RestrictInfo *
match_condition(const IndexOptInfo *index, int position, RestrictInfo *rinfo)
{
	OpExpr	   *expr = (OpExpr *) rinfo->clause;
	Index		relid = index->rel->relid;
	Oid			operator_oid;
	bool		left;
	Var		   *column;

	if (!IsA(expr, OpExpr) || list_length(expr->args) != 2 || rinfo->pseudoconstant ||
		!restriction_is_securely_promotable(rinfo, index->rel) ||
		!bms_equal(rinfo->clause_relids, index->rel->relids) ||
		expr->inputcollid != index->indexcollations[position])
		return NULL;
	left = !bms_is_empty(rinfo->left_relids);
	if (left && !bms_is_empty(rinfo->right_relids))
		return NULL;
	column = uuidx_match_column(relid, (Node *) list_nth(expr->args, left ? 0 : 1));
	operator_oid = left ? expr->opno : get_commutator(expr->opno);
	if (column == NULL || column->varattno != index->indexkeys[position] ||
		contain_volatile_functions((Node *) expr) || !OidIsValid(operator_oid) ||
		!op_in_opfamily(operator_oid, index->opfamily[position]))
		return NULL;
	return left ? rinfo : commute_restrictinfo(rinfo, operator_oid);
}

/* Whether the conditions of a relation leave one value of a column of an index */
static bool
is_constant(const IndexOptInfo *index, int position)
{
	ListCell   *cell;

	foreach(cell, index->rel->baserestrictinfo)
	{
		RestrictInfo *rinfo = match_condition(index, position, lfirst_node(RestrictInfo, cell));

		if (rinfo != NULL && get_op_opfamily_strategy(((OpExpr *) rinfo->clause)->opno,
													  index->opfamily[position]) ==
			BTEqualStrategyNumber)
			return true;
	}
	return false;
}

/* The direction in which an index is scanned in that order; none if it does not have it */
static ScanDirection
direction_of(const IndexOptInfo *index, const uuidx_order *order, const Var *column)
{
	bool		reverse;

	if (index->sortopfamily == NULL || (index->indpred != NIL && !index->predOK))
		return NoMovementScanDirection;
	for (int i = 0; i < index->nkeycolumns; i++)
	{
		if (index->indexkeys[i] != column->varattno)
		{
			if (!is_constant(index, i))
				return NoMovementScanDirection;
			continue;
		}
		reverse = index->reverse_sort[i] != order->descending;
		if (index->sortopfamily[i] != order->target.opfamily ||
			(!order->no_null_uuids && (index->nulls_first[i] != reverse) != order->nulls_first))
			return NoMovementScanDirection;
		return reverse ? BackwardScanDirection : ForwardScanDirection;
	}
	return NoMovementScanDirection;
}

/* The conditions of a relation that a scan of an index can use */
static List *
conditions_for(const IndexOptInfo *index)
{
	List	   *result = NIL;
	ListCell   *cell;

	for (int i = 0; i < index->nkeycolumns; i++)
		foreach(cell, index->rel->baserestrictinfo)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, cell);
		RestrictInfo *condition = match_condition(index, i, rinfo);
		IndexClause *clause;

		if (condition == NULL)
			continue;
		clause = makeNode(IndexClause);
		clause->rinfo = rinfo;
		clause->indexquals = list_make1(condition);
		clause->indexcol = i;
		result = lappend(result, clause);
	}
	return result;
}

/* Whether an index has all columns that the query needs of a relation */
static bool
has_all_columns(const IndexOptInfo *index)
{
	RelOptInfo *rel = index->rel;
	Bitmapset  *columns = NULL;
	ListCell   *cell;

	if (!enable_indexonlyscan)
		return false;
	pull_varattnos((Node *) rel->reltarget->exprs, rel->relid, &columns);
	foreach(cell, rel->baserestrictinfo)
		pull_varattnos((Node *) lfirst_node(RestrictInfo, cell)->clause, rel->relid, &columns);

	/* an expression has no number, and 0 is the whole row */
	for (int i = 0; i < index->ncolumns; i++)
		if (index->canreturn[i] && index->indexkeys[i] != 0)
			columns = bms_del_member(columns, index->indexkeys[i] -
									 FirstLowInvalidHeapAttributeNumber);
	return bms_is_empty(columns);
}

void
uuidx_add_paths(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte)
{
	uuidx_relation *relation;
	uuidx_order order;
	Var		   *column;
	ListCell   *cell;

	if (root->query_pathkeys == NIL || rte->inh || rel->indexlist == NIL ||
		rte->tablesample != NULL || IS_DUMMY_REL(rel) || !bms_is_empty(rel->lateral_relids) ||
		(relation = uuidx_find_relation(root, rte)) == NULL ||
		!find_order(relation, (PathKey *) linitial(root->query_pathkeys), &order, &column))
		return;
	foreach(cell, rel->indexlist)
	{
		IndexOptInfo *index = (IndexOptInfo *) lfirst(cell);
		ScanDirection direction = direction_of(index, &order, column);

		if (direction != NoMovementScanDirection)
			add_path(rel, (Path *)
					 create_index_path(root, index, conditions_for(index), NIL, NIL,
									   list_make1(linitial(root->query_pathkeys)), direction,
									   has_all_columns(index), NULL, 1.0, false));
	}
}
