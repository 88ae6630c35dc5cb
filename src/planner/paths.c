/*
 * paths.c
 *	  Index scans that the server does not find, because it does not know what the id says of
 *	  its time.
 *
 *	  SELECT * FROM orders ORDER BY uuid_time(id), name LIMIT 20
 *	  SELECT tenant, rank() OVER (PARTITION BY tenant ORDER BY uuid_time(id)) FROM orders
 *
 * Where the id orders as its time does (order.c), a scan of an index on the id, or on
 * (tenant, id), returns rows in the order of the time as well.  Such a scan is added to the paths
 * of a relation, with the order of the time as its sort order.  What the server makes of ordered
 * paths follows: incremental sorts, groups, window functions, WITH TIES, and the merge of the
 * arms of a UNION ALL.
 *
 *	  SELECT * FROM latest JOIN orders ON uuid_time(orders.id) = latest.at
 *
 * The server joins by equality of the times, and an index on the id has no condition for it.  So
 * a scan is added for each row of the other side: id >= uuid_v7_lower(latest.at) AND
 * id <= uuid_v7_upper(latest.at).  The equality itself stays as a filter.
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
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/restrictinfo.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

/* --- What is equal --------------------------------------------------------------------------- */

/* An expression of the query, or of the relation at the top, as one of a relation below it */
static Node *
of_relation(const uuidx_relation *relation, void *expression)
{
	return uuidx_translate(relation->root, relation->rel->relid, (Node *) expression);
}

/*
 * Whether a member of a class is computed from the relation, or from the one at the top.  A member
 * above an outer join is not: there its columns may be null, which the server cannot translate
 * where an arm of a UNION ALL has a constant or an expression in their place.
 */
static bool
is_of_relation(const RelOptInfo *rel, const EquivalenceMember *member)
{
	return !member->em_is_child &&
		bms_is_subset(member->em_relids,
					  rel->top_parent_relids != NULL ? rel->top_parent_relids : rel->relids);
}

/* The column of a relation that is equal to what is sorted by; or NULL */
static Var *
find_column(const uuidx_relation *relation, const EquivalenceClass *class)
{
	ListCell   *cell;

	foreach(cell, class->ec_members)
	{
		EquivalenceMember *member = (EquivalenceMember *) lfirst(cell);
		Var		   *column;

		if (!is_of_relation(relation->rel, member))
			continue;
		column = uuidx_match_column(relation->rel->relid,
									of_relation(relation, member->em_expr));
		if (column != NULL && !UUIDX_IS_NULLED(column))
			return column;
	}
	return NULL;
}

/* --- The order ---------------------------------------------------------------------------- */

/* Sets the order of the uuid where an expression in a sort key is a time, or became its uuid */
static bool
read_order(const uuidx_relation *relation, const PathKey *pathkey, Node *expr, uuidx_order *order)
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
		uuidx_match_extraction(relation, expr, &order->time) &&
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
	const uuidx_relation *top = uuidx_top_of(relation);
	ListCell   *cell;

	foreach(cell, pathkey->pk_eclass->ec_members)
	{
		EquivalenceMember *member = (EquivalenceMember *) lfirst(cell);

		if (is_of_relation(relation->rel, member) &&
			read_order(top, pathkey, of_relation(top, member->em_expr), order))
		{
			*column = uuidx_match_column(relation->rel->relid,
										 of_relation(relation, order->target.uuid));
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

/* The leading sort keys of a query, up to the first that is a time of the relation */
typedef struct leading_keys
{
	List	   *columns;		/* of the relation, as Vars: the keys before
								 * it */
	uuidx_order order;			/* of the time */
	Var		   *uuid;			/* the column that it is of */
	int			count;			/* with the uuid, if that is the next key */
} leading_keys;

/* Sets them; false if none is a time, or a key before it is not a column of the relation */
static bool
find_keys(const uuidx_relation *relation, leading_keys *keys)
{
	List	   *pathkeys = relation->root->query_pathkeys;
	ListCell   *cell;

	memset(keys, 0, sizeof(leading_keys));
	foreach(cell, pathkeys)
	{
		const PathKey *key = (PathKey *) lfirst(cell);
		Var		   *column;

		if (find_order(relation, key, &keys->order, &keys->uuid))
			break;
		column = find_column(relation, key->pk_eclass);
		if (column == NULL)
			return false;
		keys->columns = lappend(keys->columns, column);
	}
	if (cell == NULL)
		return false;
	keys->count = list_length(keys->columns) + 1;
	if (keys->count < list_length(pathkeys) && keys->order.no_null_uuids)
	{
		const PathKey *next = (PathKey *) list_nth(pathkeys, keys->count);

		if (next->pk_opfamily == keys->order.target.opfamily &&
			UUIDX_PATHKEY_DESCENDING(next) == keys->order.descending &&
			equal(find_column(relation, next->pk_eclass), keys->uuid))
			keys->count++;
	}
	return true;
}

/* Whether a column of an index has the order of a sort key, and all of them in one direction */
static bool
has_order(const IndexOptInfo *index, int position, Oid opfamily, bool descending,
		  const bool *nulls_first, ScanDirection *direction)
{
	bool		reverse = index->reverse_sort[position] != descending;
	ScanDirection needed = reverse ? BackwardScanDirection : ForwardScanDirection;

	if (index->sortopfamily[position] != opfamily ||
		(nulls_first != NULL && (index->nulls_first[position] != reverse) != *nulls_first) ||
		(*direction != NoMovementScanDirection && *direction != needed))
		return false;
	*direction = needed;
	return true;
}

/* The direction in which an index is scanned in the order of the keys; or none */
static ScanDirection
direction_of(const uuidx_relation *relation, const IndexOptInfo *index, const leading_keys *keys)
{
	const uuidx_order *order = &keys->order;
	ScanDirection direction = NoMovementScanDirection;
	int			key = 0;

	if (index->sortopfamily == NULL || (index->indpred != NIL && !index->predOK))
		return NoMovementScanDirection;
	for (int i = 0; i < index->nkeycolumns; i++)
	{
		if (key == list_length(keys->columns) && index->indexkeys[i] == keys->uuid->varattno)
			return has_order(index, i, order->target.opfamily, order->descending,
							 order->no_null_uuids ? NULL : &order->nulls_first, &direction) ?
				direction : NoMovementScanDirection;
		if (key < list_length(keys->columns) &&
			index->indexkeys[i] == ((Var *) list_nth(keys->columns, key))->varattno)
		{
			const PathKey *pathkey = (PathKey *) list_nth(relation->root->query_pathkeys, key);

			if (index->indexcollations[i] == pathkey->pk_eclass->ec_collation &&
				has_order(index, i, pathkey->pk_opfamily, UUIDX_PATHKEY_DESCENDING(pathkey),
						  &pathkey->pk_nulls_first, &direction))
			{
				key++;
				continue;
			}
		}
		if (!is_constant(index, i))
			return NoMovementScanDirection;
	}
	return NoMovementScanDirection;
}

/* Appends the conditions of a relation that a scan can use for a column of an index */
static List *
append_conditions(List *conditions, const IndexOptInfo *index, int position)
{
	ListCell   *cell;

	foreach(cell, index->rel->baserestrictinfo)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, cell);
		RestrictInfo *condition = match_condition(index, position, rinfo);
		IndexClause *clause;

		if (condition == NULL)
			continue;
		clause = makeNode(IndexClause);
		clause->rinfo = rinfo;
		clause->indexquals = list_make1(condition);
		clause->indexcol = position;
		conditions = lappend(conditions, clause);
	}
	return conditions;
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

/* Adds scans in the order of the query */
static void
add_ordered_scans(const uuidx_relation *relation)
{
	leading_keys keys;
	ListCell   *cell;

	if (!find_keys(relation, &keys))
		return;
	foreach(cell, relation->rel->indexlist)
	{
		IndexOptInfo *index = (IndexOptInfo *) lfirst(cell);
		ScanDirection direction = direction_of(relation, index, &keys);
		List	   *conditions = NIL;

		if (direction == NoMovementScanDirection)
			continue;
		for (int i = 0; i < index->nkeycolumns; i++)
			conditions = append_conditions(conditions, index, i);
		add_path(relation->rel, (Path *)
				 create_index_path(relation->root, index, conditions, NIL, NIL,
								   list_copy_head(relation->root->query_pathkeys, keys.count),
								   direction, has_all_columns(index), NULL, 1.0, false));
	}
}

/* --- Joins by the equality of a time -------------------------------------------------------- */

/* Whether an expression on a relation is the time of one of its columns, as one of the top */
static bool
match_time(const uuidx_relation *relation, Node *node, uuidx_extraction *time)
{
	return exprType(node) == TIMESTAMPTZOID &&
		uuidx_match_extraction(uuidx_top_of(relation), uuidx_of_top(relation, node),
							   time);
}

/* Whether a member of a class is a time: called by the server for members of the relation */
static bool
is_time(PlannerInfo *root, RelOptInfo *rel, EquivalenceClass *class, EquivalenceMember *member,
		void *relation)
{
	uuidx_extraction time;

	return match_time((const uuidx_relation *) relation, (Node *) member->em_expr, &time);
}

/* What a time of a relation is equal to by a condition, if that is of other relations; or NULL */
static Node *
find_other(const uuidx_relation *relation, const RestrictInfo *rinfo, uuidx_extraction *time)
{
	OpExpr	   *expr = (OpExpr *) rinfo->clause;

	if (!IsA(expr, OpExpr) || get_opcode(expr->opno) != F_TIMESTAMPTZ_EQ)
		return NULL;
	for (int i = 0; i < 2; i++)
	{
		Node	   *other = (Node *) list_nth(expr->args, 1 - i);

		if (match_time(relation, (Node *) list_nth(expr->args, i), time) &&
			!bms_overlap(i == 0 ? rinfo->right_relids : rinfo->left_relids,
						 relation->rel->relids) && !contain_volatile_functions(other))
			return other;
	}
	return NULL;
}

/* How often a scan is repeated, roughly: the rows of the smallest of the other relations */
static double
count_loops(PlannerInfo *root, Relids outer)
{
	double		result = 0.0;
	int			relid = -1;

	while ((relid = bms_next_member(outer, relid)) >= 0)
	{
		RelOptInfo *rel = NULL;

		/*
		 * an outer join has a number, too, and may have one beyond the
		 * relations
		 */
		if (relid < root->simple_rel_array_size)
			rel = root->simple_rel_array[relid];
		if (rel != NULL && rel->rows > 0 && (result == 0.0 || rel->rows < result))
			result = rel->rows;
	}
	return Max(result, 1.0);
}

/*
 * The bounds of a uuid as conditions of an index.  For a scan the other relations are constants,
 * and all bounds together leave a known share of the rows.
 */
static List *
make_bounds(const uuidx_relation *relation, List *quals, double share)
{
	List	   *result = NIL;
	ListCell   *cell;

	foreach(cell, quals)
	{
		RestrictInfo *bound = make_simple_restrictinfo(relation->root, (Expr *) lfirst(cell));

		bound->clause_relids = relation->rel->relids;
		UUIDX_SET_BASE_RELATIONS(bound, 1);
		bound->norm_selec = result == NIL ? share : 1.0;
		result = lappend(result, bound);
	}
	return result;
}

/* Adds a scan of an index in which the uuid is the first column, or behind columns of one value */
static void
add_lookup(const uuidx_relation *relation, IndexOptInfo *index, RestrictInfo *rinfo,
		   const uuidx_target *target, List *bounds)
{
	AttrNumber	column = uuidx_match_column(relation->rel->relid, target->uuid)->varattno;
	Relids		outer = bms_union(rinfo->clause_relids, relation->rel->lateral_relids);
	IndexClause *clause = makeNode(IndexClause);
	List	   *conditions = NIL;
	int			position = 0;

	if (index->sortopfamily == NULL || (index->indpred != NIL && !index->predOK))
		return;
	while (position < index->nkeycolumns && index->indexkeys[position] != column &&
		   is_constant(index, position))
		conditions = append_conditions(conditions, index, position++);
	if (position >= index->nkeycolumns || index->indexkeys[position] != column ||
		index->opfamily[position] != target->opfamily)
		return;
	clause->rinfo = rinfo;
	clause->indexquals = bounds;
	clause->lossy = true;
	clause->indexcol = position;
	outer = bms_del_members(outer, relation->rel->relids);
	add_path(relation->rel, (Path *)
			 create_index_path(relation->root, index, lappend(conditions, clause), NIL, NIL, NIL,
							   ForwardScanDirection, has_all_columns(index), outer,
							   count_loops(relation->root, outer), false));
}

/* Adds a scan for each row of what a time is equal to */
static void
add_lookups(const uuidx_relation *relation, RestrictInfo *rinfo)
{
	uuidx_extraction time;
	Node	   *other = find_other(relation, rinfo, &time);
	Node	   *instant = other == NULL ? NULL : uuidx_instant_of(other);
	Node	   *uuid;
	Var		   *column;
	List	   *quals = NIL;
	uuidx_target target;
	ListCell   *cell;

	if (instant == NULL || exprType(instant) != TIMESTAMPTZOID)
		return;
	uuid = of_relation(relation, time.uuid);
	column = uuidx_match_column(relation->rel->relid, uuid);
	if (column == NULL || !restriction_is_securely_promotable(rinfo, relation->rel) ||
		!uuidx_set_target(&target, time.kind, time.schema, uuid) ||
		!uuidx_write_instant(&target, BTEqualStrategyNumber, instant, &quals) ||
		!uuidx_is_executable(relation->root, (Node *) quals))
		return;
	quals = make_bounds(relation, quals, uuidx_share_of_instant(relation, column->varattno));
	foreach(cell, relation->rel->indexlist)
		add_lookup(relation, (IndexOptInfo *) lfirst(cell), rinfo, &target, quals);
}

/* Adds scans for joins by the equality of a time: by a class, or above an outer join */
static void
add_joined_scans(uuidx_relation *relation)
{
	RelOptInfo *rel = relation->rel;
	List	   *conditions = NIL;
	ListCell   *cell;

	if (rel->has_eclass_joins)
		conditions = generate_implied_equalities_for_column(relation->root, rel, is_time, relation,
															rel->lateral_referencers);
	foreach(cell, rel->joininfo)
	{
		if (join_clause_is_movable_to(lfirst_node(RestrictInfo, cell), rel))
			conditions = lappend(conditions, lfirst(cell));
	}
	foreach(cell, conditions)
		add_lookups(relation, lfirst_node(RestrictInfo, cell));
}

void
uuidx_add_paths(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte)
{
	uuidx_relation *relation;

	if ((relation = uuidx_find_relation(root, rte)) == NULL || IS_DUMMY_REL(rel))
		return;
	uuidx_mark_implied(relation);
	uuidx_count_arm(relation);
	if (rte->inh || rel->indexlist == NIL || rte->tablesample != NULL)
		return;
	if (root->query_pathkeys != NIL && bms_is_empty(rel->lateral_relids))
		add_ordered_scans(relation);
	if (rel->joininfo != NIL)
		uuidx_add_join_bounds(relation);
	if (rel->joininfo != NIL || rel->has_eclass_joins)
		add_joined_scans(relation);
}
