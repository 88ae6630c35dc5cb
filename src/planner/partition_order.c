/*
 * partition_order.c
 *	  What the server does not know of partitions by a uuid: their order by time, and which of them
 *	  a nested loop excludes.
 *
 *	  SELECT * FROM orders ORDER BY uuid_time(id) DESC LIMIT 20
 *
 * reads the last partition, if the table is partitioned by id and constraints prove that all
 * ids are v7.  The server knows the order of partitions by their key alone, and would merge all of
 * them by the time.
 *
 *	  SELECT * FROM logs JOIN orders ON uuid_time(orders.id) >= logs.created_at
 *
 * reads in each loop the partitions that uuid_v7_lower(logs.created_at) does not exclude.
 *
 * From 18 on, each parallel worker does the initial pruning of the whole plan, so no function in
 * the pruning steps may be unsafe in a worker.
 */
#include "planner/planner.h"

#include "catalog/pg_proc.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/restrictinfo.h"
#include "partitioning/partbounds.h"
#include "utils/lsyscache.h"

/* Returns the order of the partitions of a relation if it is that of a time of a uuid; else NULL */
static const uuidx_order *
find_order(const uuidx_relation *relation, uuidx_extraction *time)
{
	RelOptInfo *rel = relation->rel;
	const uuidx_order *order;
	bool		time_order;
	Var		   *column;

	if (!IS_PARTITIONED_REL(rel) || !partitions_are_ordered(rel->boundinfo, rel->live_parts))
		return NULL;
	column = uuidx_match_column(rel->relid,
								uuidx_translate(relation->root, rel->relid, time->uuid));
	if (column == NULL || !uuidx_is_partitioned_by(relation, column->varattno))
		return NULL;
	(void) uuidx_range_operator(rel->part_scheme->partopfamily[0], &time_order);
	order = uuidx_order_of(relation, time, time_order);
	return order->target.opfamily == rel->part_scheme->partopfamily[0] ? order : NULL;
}

/*
 * Appends a path of each partition in the order of a time: the cheapest that is sorted by pathkeys,
 * else the cheapest, which the server sorts.  Returns whether one of them is sorted.
 */
static bool
append_partitions(const uuidx_relation *relation, uuidx_extraction *time, List *pathkeys,
				  List **subpaths)
{
	PlannerInfo *root = relation->root;
	const RelOptInfo *rel = relation->rel;
	bool		descending = UUIDX_PATHKEY_DESCENDING((PathKey *) linitial(pathkeys));
	bool		result = false;

	for (int i = 0; i < rel->nparts; i++)
	{
		RelOptInfo *part = rel->part_rels[descending ? rel->nparts - 1 - i : i];
		const uuidx_relation *below;
		Path	   *path;

		if (part == NULL || IS_DUMMY_REL(part))
			continue;
		below = uuidx_find_relation(root, root->simple_rte_array[part->relid]);
		if (below != NULL && find_order(below, time) != NULL)
		{
			if (append_partitions(below, time, pathkeys, subpaths))
				result = true;
			continue;
		}
		path = get_cheapest_path_for_pathkeys(part->pathlist, pathkeys, NULL, TOTAL_COST, false);
		if (path != NULL)
			result = true;
		else
			path = part->cheapest_total_path;
		Assert(path->param_info == NULL);
		*subpaths = lappend(*subpaths, path);
	}
	return result;
}

/*
 * Whether partitions that are sorted by pathkeys are sorted when they are appended: by the time,
 * and then by the uuid or by nothing, since two partitions may share a time
 */
static bool
is_partition_order(const uuidx_relation *relation, List *pathkeys, const uuidx_extraction *time,
				   const uuidx_order *order)
{
	const RelOptInfo *rel = relation->rel;
	Node	   *extracted = uuidx_translate(relation->root, rel->relid, time->extracted);
	PathKey    *first = (PathKey *) linitial(pathkeys);
	bool		descending = UUIDX_PATHKEY_DESCENDING(first);
	PathKey    *second;

	if (list_length(pathkeys) > 2 || (order->has_timeless && first->pk_nulls_first != descending) ||
		!find_ec_member_matching_expr(first->pk_eclass, (Expr *) extracted, rel->relids))
		return false;
	if (list_length(pathkeys) == 1)
		return true;
	second = (PathKey *) lsecond(pathkeys);
	return second->pk_opfamily == order->target.opfamily &&
		UUIDX_PATHKEY_DESCENDING(second) == descending &&
		find_ec_member_matching_expr(second->pk_eclass, linitial(rel->partexprs[0]), rel->relids);
}

/* Returns the only partition that is left of a relation, at any depth; or the relation itself */
static const uuidx_relation *
only_partition(const uuidx_relation *relation)
{
	while (IS_PARTITIONED_REL(relation->rel))
	{
		RelOptInfo *only = NULL;
		const uuidx_relation *below;

		for (int i = 0; i < relation->rel->nparts; i++)
		{
			RelOptInfo *part = relation->rel->part_rels[i];

			if (part == NULL || IS_DUMMY_REL(part))
				continue;
			if (only != NULL)
				return relation;
			only = part;
		}
		below = only == NULL ? NULL :
			uuidx_find_relation(relation->root, relation->root->simple_rte_array[only->relid]);
		if (below == NULL || !below->rte->inh)
			return relation;
		relation = below;
	}
	return relation;
}

/*
 * Returns a path that is sorted by pathkeys and appends those of a relation's partitions; NULL if
 * these are not in order, or none has a sorted path
 */
static Path *
append_in_order(const uuidx_relation *relation, List *pathkeys)
{
	RelOptInfo *rel = relation->rel;

	relation = only_partition(relation);
	foreach_ptr(uuidx_extraction, time, pathkeys == NIL ? NIL : relation->top->times)
	{
		const uuidx_order *order = find_order(relation, time);
		List	   *subpaths = NIL;

		if (order != NULL && is_partition_order(relation, pathkeys, time, order) &&
			append_partitions(relation, time, pathkeys, &subpaths))
			return (Path *) UUIDX_CREATE_APPEND_PATH(relation->root, rel, subpaths,
													 pathkeys);
	}
	return NULL;
}

/* Adds paths that read the partitions of a table one after the other in the order of a time */
void
uuidx_add_partition_order(const uuidx_relation *relation)
{
	RelOptInfo *rel = relation->rel;
	List	   *added = NIL;

	foreach_ptr(Path, path, rel->pathlist)
	{
		Path	   *append = append_in_order(relation, path->pathkeys);

		if (append != NULL)
			added = lappend(added, append);
	}
	foreach_ptr(Path, path, added)
		add_path(rel, path);
}

/*
 * Adds paths that append partitions in the order of ORDER BY, if input is one table.  Those added
 * before are gone: for the target list, the server has made the paths of the table again.
 */
void
uuidx_add_sorted(PlannerInfo *root, const RelOptInfo *input, RelOptInfo *output)
{
	PathTarget *target = root->upper_targets[UPPERREL_ORDERED];
	int			npathkeys = list_length(root->sort_pathkeys);
	const uuidx_relation *relation = !IS_SIMPLE_REL(input) ? NULL :
		uuidx_find_relation(root, root->simple_rte_array[input->relid]);

	for (int n = 1; relation != NULL && n <= Min(npathkeys, 2); n++)
	{
		Path	   *path = append_in_order(relation, list_copy_head(root->sort_pathkeys, n));

		if (path == NULL || (n < npathkeys && !enable_incremental_sort))
			continue;
		if (n < npathkeys)
			path = (Path *) create_incremental_sort_path(root, output, path, root->sort_pathkeys,
														 n, root->limit_tuples);
		if (path->pathtarget != target)
			path = apply_projection_to_path(root, output, path, target);
		add_path(output, path);
	}
}

/*
 * Lets nested loops exclude partitions at run time, by conditions with other tables, once all paths
 * of a query have been made: before, the ranges would count in estimates
 */
void
uuidx_exclude_at_run_time(PlannerInfo *root)
{
	for (int i = 1; i < root->simple_rel_array_size; i++)
	{
		RelOptInfo *rel = root->simple_rel_array[i];
		uuidx_relation *relation = NULL;

		if (rel != NULL && rel->part_scheme != NULL && rel->ppilist != NIL)
			relation = uuidx_find_relation(root, root->simple_rte_array[i]);
		if (relation == NULL || relation->type == UUIDX_RELATION_MEMBER)
			continue;
		foreach_ptr(ParamPathInfo, scan, rel->ppilist)
		{
			foreach_ptr(Expr, range, uuidx_imply_ranges(relation, scan->ppi_clauses))
				scan->ppi_clauses = lappend(scan->ppi_clauses,
											make_simple_restrictinfo(root, range));
		}
	}
}

static bool
is_unsafe(Oid function, void *context)
{
	return func_parallel(function) != PROPARALLEL_SAFE;
}

static bool
unsafe_walker(Node *node, void *context)
{
	return node != NULL && (IsA(node, CoerceToDomain) ||
							check_functions_in_node(node, is_unsafe, NULL) ||
							expression_tree_walker(node, UUIDX_WALKER(unsafe_walker), context));
}

/*
 * Runs a plan without workers if they would call a function that is not parallel safe, which the
 * CHECK of a domain may contain
 */
void
uuidx_keep_from_workers(PlannedStmt *plan)
{
	if (!plan->parallelModeNeeded)
		return;
	foreach_ptr(PartitionPruneInfo, info, UUIDX_PRUNED_IN_WORKERS(plan))
	{
		foreach_ptr(List, tables, info->prune_infos)
		{
			foreach_ptr(PartitionedRelPruneInfo, table, tables)
			{
				if (unsafe_walker((Node *) table->initial_pruning_steps, NULL))
					plan->parallelModeNeeded = false;
			}
		}
	}
}
