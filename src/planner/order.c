/*
 * order.c
 *	  ORDER BY an extracted time, as an order by the uuid.
 *
 *	  SELECT * FROM orders ORDER BY uuid_time(id) DESC LIMIT 20
 *
 * can use no index on id.  Where constraints prove that the ids are v7 (or v6, or v8
 * with a node number), or conditions leave no others, an order by id is one by their
 * time, and where the table has an index in time order, so is an order by that: the
 * sort key becomes the id, before the server makes pathkeys of it.  Indexes, partitions
 * in their order and merged children are then used as for ORDER BY id, also for min()
 * and max(), which the server plans as such a query.
 *
 * The id orders more than its time: rows of one time are in the order of their ids.  So
 * it replaces the time only where nothing distinguishes such rows: as the last key, or
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

/* --- Whether the uuid can stand in ------------------------------------------------------- */

/* Whether an index of the operator family has the uuid, behind columns that conditions are about */
static bool
has_index_of_uuid(const uuidx_relation *relation, const uuidx_extraction *time, Oid opfamily)
{
	ListCell   *cell;

	foreach(cell, relation->rel->indexlist)
	{
		IndexOptInfo *index = (IndexOptInfo *) lfirst(cell);

		/* whether a partial index can be used is known when paths are made */
		if (index->sortopfamily == NULL || (index->indpred != NIL && !index->predOK))
			continue;
		for (int i = 0; i < index->nkeycolumns; i++)
			if (index->indexkeys[i] == time->column->varattno &&
				index->sortopfamily[i] == opfamily &&
				uuidx_has_conditions_before(relation, index, i))
				return true;
	}
	return false;
}

/* Whether something is ordered by the uuid: an index, or the partitions of the table */
static bool
is_ordered(const uuidx_relation *relation, const uuidx_extraction *time, const uuidx_target *target)
{
	PartitionScheme scheme = relation->rel->part_scheme;
	const uuidx_index_use *use;
	Var		   *partitioned_by;

	if (!relation->rte->inh)
		return has_index_of_uuid(relation, time, target->opfamily);
	partitioned_by = scheme == NULL || scheme->strategy != PARTITION_STRATEGY_RANGE ? NULL :
		uuidx_match_column(relation->rel->relid, (Node *) linitial(relation->rel->partexprs[0]));
	if (partitioned_by != NULL && partitioned_by->varattno == time->column->varattno)
		return scheme->partopfamily[0] == target->opfamily;
	use = uuidx_index_use_of(relation->table);
	return target->kind == UUIDX_TIME_OF_ANY ? use->time_order : use->uuid_order;
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

/*
 * Makes a time that of one version, if conditions that are true of all rows leave no other:
 * uuid_is_v7(id), or a comparison with the time of a v7, which is not true of a null
 */
static bool
narrow_by_quals(const uuidx_relation *relation, List *quals, uuidx_extraction *time)
{
	ListCell   *cell;

	foreach(cell, quals)
	{
		Node	   *qual = (Node *) lfirst(cell);
		uuidx_clause clause = uuidx_match_clause(relation, IsA(qual, RestrictInfo) ?
												 (Node *) ((RestrictInfo *) qual)->clause : qual);
		uuidx_time_kind kind = clause.time.kind;

		if (clause.type != UUIDX_CLAUSE_VERSION && clause.type != UUIDX_CLAUSE_TIME &&
			clause.type != UUIDX_CLAUSE_HAS_TIME)
			continue;
		if (kind == UUIDX_TIME_OF_ANY || clause.column->varattno != time->column->varattno ||
			(time->kind != kind && (time->kind != UUIDX_TIME_OF_ANY || kind == UUIDX_TIME_OF_V8)))
			continue;
		time->kind = kind;
		time->needs_version = false;
		return true;
	}
	return false;
}

/*
 * In time order UUIDs without time are after all others; bytewise there must be none of them.
 * A null is one in both.
 */
bool
uuidx_set_order(const uuidx_relation *relation, List *quals, uuidx_order *key)
{
	uuidx_extraction *time = &key->time;
	uuidx_versions versions = relation->table->versions[time->column->varattno];
	bool		no_nulls = narrow_by_quals(relation, quals, time);

	key->no_null_uuids = no_nulls ||
		(!is_nullable_by_join(relation, time->column) &&
		 uuidx_has_no_nulls(relation, time->column->varattno));
	no_nulls |= key->no_null_uuids && !time->needs_version && time->kind != UUIDX_TIME_OF_ANY;

	if (time->kind != UUIDX_TIME_OF_ANY && !time->needs_version &&
		uuidx_set_target(&key->target, time->kind, time->schema, time->uuid) &&
		is_ordered(relation, time, &key->target))
	{
		/* paths.c adds scans of the indexes that have nulls elsewhere */
		if (no_nulls)
			key->nulls_first = key->descending;
		return true;
	}

	/* uuid_v7_timestamp() reads no other times */
	if (time->kind == UUIDX_TIME_OF_V8 ||
		(time->kind == UUIDX_TIME_OF_V7 && time->needs_version &&
		 versions != UUIDX_VERSIONS_TIMED_7))
		return false;
	if (no_nulls)
		key->nulls_first = key->descending;
	return (key->nulls_first == key->descending || !time->needs_version) &&
		uuidx_set_target(&key->target, UUIDX_TIME_OF_ANY, time->schema, time->uuid) &&
		is_ordered(relation, time, &key->target);
}

/* --- Sort keys ---------------------------------------------------------------------------- */

/* Whether a sort key is an order in an operator family, and in which direction */
static bool
read_direction(const SortGroupClause *clause, Oid opfamily, bool *descending)
{
	int			strategy = get_op_opfamily_strategy(clause->sortop, opfamily);

	*descending = strategy == BTGreaterStrategyNumber;
	return strategy == BTLessStrategyNumber || strategy == BTGreaterStrategyNumber;
}

/* Whether a sort key is the uuid itself, in the order that replaces that of its time */
static bool
is_uuid_key(PlannerInfo *root, int position, const uuidx_order *key)
{
	SortGroupClause *clause = (SortGroupClause *) list_nth(root->parse->sortClause, position);
	bool		descending;

	/* in time order the time of an id can be null where the id is not */
	if (key->target.kind == UUIDX_TIME_OF_ANY && clause->nulls_first != key->nulls_first)
		return false;
	return equal(get_sortgroupclause_expr(clause, root->processed_tlist), key->target.uuid) &&
		read_direction(clause, key->target.opfamily, &descending) &&
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
replace_key(PlannerInfo *root, int position, const uuidx_order *key)
{
	ListCell   *cell = list_nth_cell(root->parse->sortClause, position);
	SortGroupClause *clause = (SortGroupClause *) copyObject(lfirst(cell));
	TargetEntry *entry = get_sortgroupclause_tle(clause, root->processed_tlist);

	/* what is not selected is there for this key alone */
	if (entry->resjunk)
		entry->expr = (Expr *) copyObject(key->target.uuid);
	else
		entry = find_or_add_entry(root, key->target.uuid);

	clause->tleSortGroupRef = assignSortGroupRef(entry, root->processed_tlist);
	clause->eqop = get_opfamily_member(key->target.opfamily, UUIDOID, UUIDOID,
									   BTEqualStrategyNumber);
	clause->sortop = get_opfamily_member(key->target.opfamily, UUIDOID, UUIDOID,
										 key->descending ? BTGreaterStrategyNumber :
										 BTLessStrategyNumber);
	clause->nulls_first = key->nulls_first;
	UUIDX_SET_REVERSE_SORT(clause, key->descending);
	lfirst(cell) = clause;
}

/* Drops a time whose uuid is the next key; where the nulls are was said by the time */
static void
drop_key(Query *query, int position, const uuidx_order *key)
{
	ListCell   *cell = list_nth_cell(query->sortClause, position + 1);
	SortGroupClause *clause = (SortGroupClause *) copyObject(lfirst(cell));

	clause->nulls_first = key->nulls_first;
	lfirst(cell) = clause;
	query->sortClause = list_delete_nth_cell(query->sortClause, position);
}

/*
 * Whether an index has the time itself, as it is written.  It may serve the order better, and
 * scans of indexes on the uuid are added by paths.c.
 */
static bool
has_index_of_time(const uuidx_relation *relation, const uuidx_extraction *time)
{
	const uuidx_index_use *use;

	if (!relation->rte->inh)
		return uuidx_has_index(relation->rel, time->extracted);
	use = uuidx_index_use_of(relation->table);
	return time->stored ? use->time_columns : use->time_expressions;
}

void
uuidx_rewrite_order(uuidx_relation *relation)
{
	PlannerInfo *root = relation->root;
	Oid			timestamptz_order;

	if (!only_orders(root->parse))
		return;
	timestamptz_order = lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
	for (int i = 0; i < list_length(root->parse->sortClause); i++)
	{
		List	   *keys = root->parse->sortClause;
		SortGroupClause *clause = (SortGroupClause *) list_nth(keys, i);
		Node	   *expr = get_sortgroupclause_expr(clause, root->processed_tlist);
		uuidx_order key = {.nulls_first = clause->nulls_first};

		if (!uuidx_match_extraction(relation, expr, &key.time) ||
			!read_direction(clause, timestamptz_order, &key.descending) ||
			has_index_of_time(relation, &key.time) || !uuidx_is_executable(root, expr) ||
			!uuidx_set_order(relation, (List *) root->parse->jointree->quals, &key))
			continue;
		if (i == list_length(keys) - 1)
			replace_key(root, i, &key);
		else if (is_uuid_key(root, i + 1, &key))
			drop_key(root->parse, i, &key);
		else
			continue;
		relation->order = (uuidx_order *) palloc(sizeof(uuidx_order));
		*relation->order = key;
	}
}
