/*
 * order.c
 *	  ORDER BY an extracted time of a partitioned table, as an order by the uuid.
 *
 *	  SELECT * FROM orders ORDER BY uuid_time(id) DESC LIMIT 20
 *
 * reads the last partition, if the table is partitioned by id and constraints prove that all
 * ids are v7: the sort key becomes the id, before the server makes pathkeys of it.  The server
 * knows the order of partitions by their key alone (build_partition_pathkeys()), so that it
 * would merge all of them by the time, although the index of each one has this order
 * (time_index.c).
 *
 * The id orders more than its time: rows of one time are in the order of their ids.  So
 * it replaces the time only where nothing distinguishes such rows: as the only key, or
 * before the id itself.  WITH TIES, DISTINCT, GROUP BY and window functions see which
 * rows have the same time.
 */
#include "planner/planner.h"

#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "functions.h"
#include "optimizer/optimizer.h"
#include "optimizer/tlist.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/parse_clause.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

/* --- The order of times ------------------------------------------------------------------- */

/*
 * Returns whether conditions of the query leave no uuid in a column but those with a time of a
 * kind: uuid_is_v7(id), or a comparison with the time of a v7, which is not true of null.  Only
 * those on this table alone are checked where it is scanned; one that joins another table is
 * checked later.
 */
static bool
is_narrowed(const uuidx_relation *relation, List *quals, const uuidx_extraction *time,
			uuidx_time_kind *kind)
{
	ListCell   *cell;

	foreach(cell, quals)
	{
		Node	   *qual = (Node *) lfirst(cell);
		uuidx_clause clause = uuidx_match_clause(relation, qual);

		if ((clause.type != UUIDX_CLAUSE_VERSION && clause.type != UUIDX_CLAUSE_TIME &&
			 clause.type != UUIDX_CLAUSE_HAS_TIME) || clause.time.kind == UUIDX_TIME_OF_ANY ||
			clause.column->varattno != time->column->varattno || UUIDX_IS_NULLED(clause.column) ||
			bms_membership(pull_varnos(relation->root, qual)) != BMS_SINGLETON)
			continue;
		if (clause.time.kind == time->kind ||
			(time->kind == UUIDX_TIME_OF_ANY && clause.time.kind != UUIDX_TIME_OF_V8))
		{
			*kind = clause.time.kind;
			return true;
		}
	}
	return false;
}

/*
 * In time order, uuids without time are after all others.  In bytewise order, only the uuids of one
 * version are in the order of their times.
 */
bool
uuidx_set_order(const uuidx_relation *relation, const uuidx_extraction *time, List *quals,
				bool time_order, uuidx_order *order)
{
	uuidx_time_kind kind = time->kind;
	bool		is_narrow = is_narrowed(relation, quals, time, &kind);
	bool		is_one_version = is_narrow || !time->needs_version;

	memset(order, 0, sizeof(uuidx_order));
	if (time_order ? kind == UUIDX_TIME_OF_V8 : kind == UUIDX_TIME_OF_ANY)
		return false;
	order->is_sorted = is_one_version;
	order->no_nulls = is_narrow ||
		(!time->needs_version && uuidx_has_no_nulls(relation, time->column->varattno));

	/* the condition that leaves no others is to be checked as well */
	order->is_exact = !time->needs_version && kind != UUIDX_TIME_OF_V8;

	/* the uuids with a time may be known to be those with this one */
	if (time_order && !is_one_version &&
		(kind != UUIDX_TIME_OF_V7 ||
		 relation->table->versions[time->column->varattno] == UUIDX_VERSIONS_7_OR_NONE))
	{
		order->is_sorted = order->is_exact = order->has_timeless = true;
		order->no_null_uuids = uuidx_has_no_nulls(relation, time->column->varattno);
	}
	return uuidx_set_target(&order->target, time_order ? UUIDX_TIME_OF_ANY : kind, time->schema,
							time->uuid);
}

/* --- The order of partitions ------------------------------------------------------------- */

/* A sort key that is the time of a uuid */
typedef struct sort_key
{
	const uuidx_relation *relation;
	uuidx_extraction time;
	bool		descending;
	bool		nulls_first;
	uuidx_order order;
} sort_key;

/* Whether the order of a query is all that its sort keys are for */
static bool
only_orders(const Query *query)
{
	return query->commandType == CMD_SELECT && query->sortClause != NIL &&
		query->limitOption != LIMIT_OPTION_WITH_TIES &&
		query->groupClause == NIL && query->groupingSets == NIL && !query->hasAggs &&
		query->distinctClause == NIL && query->windowClause == NIL &&
		query->setOperations == NULL;
}

#ifndef UUIDX_NULLING_RELATIONS
/* Whether there is an outer join in a join tree */
static bool
outer_join_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, JoinExpr) && ((JoinExpr *) node)->jointype != JOIN_INNER)
		return true;
	return expression_tree_walker(node, UUIDX_WALKER(outer_join_walker), context);
}
#endif

/* Whether an outer join may make a null of the column; where that is not noted, any column */
static bool
is_nullable_by_join(const uuidx_relation *relation, const Var *column)
{
#ifdef UUIDX_NULLING_RELATIONS
	return UUIDX_IS_NULLED(column);
#else
	return outer_join_walker((Node *) relation->root->parse->jointree, NULL);
#endif
}

/* Whether a condition with other tables is about a time */
static bool
is_joined_walker(Node *node, sort_key *key)
{
	if (node == NULL)
		return false;
	if (IsA(node, List) || IsA(node, FromExpr) || IsA(node, JoinExpr) || IsA(node, BoolExpr))
		return expression_tree_walker(node, UUIDX_WALKER(is_joined_walker), (void *) key);
	return bms_membership(pull_varnos(key->relation->root, node)) == BMS_MULTIPLE &&
		uuidx_contains(node, key->time.extracted);
}

/*
 * Whether the query needs the order of the time itself: to join another table in this order, or for
 * the query around it, which does not know that the uuid has the same order
 */
static bool
is_needed(sort_key *key)
{
	PlannerInfo *root = key->relation->root;

	return (root->query_level > 1 && root->parse->limitCount == NULL) ||
		is_joined_walker((Node *) root->parse->jointree, key);
}

/* Finds the order of uuids in which the partitions are, if it is also the order of their times */
static bool
find_order(sort_key *key, bool time_order)
{
	const uuidx_relation *relation = key->relation;
	List	   *quals = (List *) relation->root->parse->jointree->quals;
	bool		may_be_null;

	if (!uuidx_set_order(relation, &key->time, quals, time_order, &key->order) ||
		!key->order.is_sorted ||
		relation->rel->part_scheme->partopfamily[0] != key->order.target.opfamily)
		return false;
	may_be_null = !key->order.no_nulls || is_nullable_by_join(relation, key->time.column);

	/* without nulls, they are where an index has them by default */
	if (!may_be_null)
		key->nulls_first = key->descending;
	return !key->order.has_timeless || key->nulls_first == key->descending;
}

/* Whether a sort key is an order in an operator family, and in which direction */
static bool
read_direction(const SortGroupClause *clause, Oid opfamily, bool *descending)
{
	int			strategy = get_op_opfamily_strategy(clause->sortop, opfamily);

	*descending = strategy == BTGreaterStrategyNumber;
	return strategy == BTLessStrategyNumber || strategy == BTGreaterStrategyNumber;
}

/* Whether the second sort key is the uuid itself, in the order that replaces that of its time */
static bool
is_next_key(PlannerInfo *root, const sort_key *key)
{
	SortGroupClause *clause = (SortGroupClause *) lsecond(root->parse->sortClause);
	bool		descending;

	/* in time order the time of an id can be null where the id is not */
	if (key->order.target.kind == UUIDX_TIME_OF_ANY && clause->nulls_first != key->nulls_first)
		return false;
	return equal(get_sortgroupclause_expr(clause, root->processed_tlist), key->order.target.uuid) &&
		read_direction(clause, key->order.target.opfamily, &descending) &&
		descending == key->descending;
}

/* The entry of a target list for the uuid, which may be a new one that is not selected */
static TargetEntry *
find_or_add_entry(PlannerInfo *root, Node *uuid)
{
	TargetEntry *entry;
	ListCell   *cell;

	foreach(cell, root->processed_tlist)
	{
		entry = (TargetEntry *) lfirst(cell);
		if (equal(entry->expr, uuid))
			return entry;
	}
	entry = makeTargetEntry((Expr *) copyObject(uuid), list_length(root->processed_tlist) + 1,
							NULL, true);
	root->processed_tlist = lappend(root->processed_tlist, entry);
	root->parse->targetList = root->processed_tlist;
	return entry;
}

/* Makes the uuid the sort key in place of its time */
static void
replace_key(PlannerInfo *root, const sort_key *key)
{
	ListCell   *cell = list_nth_cell(root->parse->sortClause, 0);
	SortGroupClause *clause = (SortGroupClause *) copyObject(lfirst(cell));
	TargetEntry *entry = get_sortgroupclause_tle(clause, root->processed_tlist);

	/* what is not selected is there for this key alone */
	if (entry->resjunk)
		entry->expr = (Expr *) copyObject(key->order.target.uuid);
	else
		entry = find_or_add_entry(root, key->order.target.uuid);

	clause->tleSortGroupRef = assignSortGroupRef(entry, root->processed_tlist);
	clause->eqop = get_opfamily_member(key->order.target.opfamily, UUIDOID, UUIDOID,
									   BTEqualStrategyNumber);
	clause->sortop = get_opfamily_member(key->order.target.opfamily, UUIDOID, UUIDOID,
										 key->descending ? BTGreaterStrategyNumber :
										 BTLessStrategyNumber);
	clause->nulls_first = key->nulls_first;
	UUIDX_SET_REVERSE_SORT(clause, key->descending);
	lfirst(cell) = clause;
}

/* Drops a time whose uuid is the next key; where the nulls are was said by the time */
static void
drop_key(Query *query, const sort_key *key)
{
	ListCell   *cell = list_nth_cell(query->sortClause, 1);
	SortGroupClause *clause = (SortGroupClause *) copyObject(lfirst(cell));

	clause->nulls_first = key->nulls_first;
	lfirst(cell) = clause;
	query->sortClause = list_delete_first(query->sortClause);
}

void
uuidx_rewrite_order(uuidx_relation *relation)
{
	PlannerInfo *root = relation->root;
	List	   *keys = root->parse->sortClause;
	Oid			timestamptz_order = lookup_type_cache(TIMESTAMPTZOID,
													  TYPECACHE_BTREE_OPFAMILY)->btree_opf;
	sort_key	key = {relation};
	SortGroupClause *clause;
	Node	   *expr;

	if (!relation->rte->inh || !only_orders(root->parse))
		return;
	clause = (SortGroupClause *) linitial(keys);
	expr = get_sortgroupclause_expr(clause, root->processed_tlist);
	key.nulls_first = clause->nulls_first;
	if (!uuidx_match_extraction(relation, expr, &key.time) ||
		!uuidx_is_partitioned_by(relation, key.time.column->varattno) ||
		!read_direction(clause, timestamptz_order, &key.descending) ||
		!uuidx_is_executable(root, expr) || is_needed(&key) ||
		(!find_order(&key, false) && !find_order(&key, true)))
		return;
	if (list_length(keys) == 1)
		replace_key(root, &key);
	else if (is_next_key(root, &key))
		drop_key(root->parse, &key);
}
