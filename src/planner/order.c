/*
 * order.c
 *	  The order of times where uuids are in an order: in an index, and in partitions.
 *
 *	  SELECT * FROM orders ORDER BY uuid_time(id) DESC LIMIT 20
 *
 * reads the last partition, if the table is partitioned by id and constraints prove that all
 * ids are v7.  The server knows the order of partitions by their key alone
 * (build_partition_pathkeys()), so that it merges all of them by the time.  Where it has made
 * such a path, one that appends the same paths in the order of the partitions is added.
 */
#include "planner/planner.h"

#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "partitioning/partbounds.h"

/* --- The order of times ------------------------------------------------------------------- */

/*
 * Whether conditions leave only uuids with one kind of time in a column; sets *kind.  Such a
 * condition is uuid_is_v7(id), or a comparison with the time of a v7, which is not true of null.
 * Conditions with other tables do not count, because a scan does not check them.
 */
static bool
is_narrowed(const uuidx_relation *relation, List *quals, const uuidx_extraction *time,
			uuidx_time_kind *kind)
{
	foreach_ptr(Node, qual, quals)
	{
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

bool
uuidx_set_order(const uuidx_relation *relation, const uuidx_extraction *time, List *quals,
				bool time_order, uuidx_order *order)
{
	AttrNumber	column = time->column->varattno;
	uuidx_versions versions = relation->table->versions[column];
	uuidx_time_kind kind = time->kind;
	bool		is_narrow = is_narrowed(relation, quals, time, &kind);

	memset(order, 0, sizeof(uuidx_order));
	if (time_order ? kind == UUIDX_TIME_OF_V8 : kind == UUIDX_TIME_OF_ANY)
		return false;
	if (is_narrow || !time->needs_version)
	{
		/* every uuid has this time, which both orders follow */
		order->is_sorted = true;
		order->no_nulls = is_narrow || uuidx_has_no_nulls(relation, column);

		/* a condition of the query that leaves one version must be checked */
		order->is_exact = !time->needs_version && kind != UUIDX_TIME_OF_V8;
	}
	else if (time_order && (kind != UUIDX_TIME_OF_V7 || versions == UUIDX_VERSIONS_7_OR_NONE))
	{
		/* uuids without a time come last, and all others have this time */
		order->is_sorted = order->is_exact = order->has_timeless = true;
		order->no_null_uuids = uuidx_has_no_nulls(relation, column);
	}
	return uuidx_set_target(&order->target, time_order ? UUIDX_TIME_OF_ANY : kind, time->schema,
							time->uuid);
}

/* --- The order of partitions ------------------------------------------------------------- */

/* Whether the partitions of a relation are in the order of a time of one of its uuids */
static bool
are_in_order(const uuidx_relation *relation, const uuidx_extraction *time, uuidx_order *order)
{
	const uuidx_relation *top = uuidx_top_of(relation);
	const RelOptInfo *rel = relation->rel;
	Var		   *column;

	if (rel->boundinfo == NULL || !partitions_are_ordered(rel->boundinfo, rel->live_parts))
		return false;
	column = uuidx_match_column(rel->relid,
								uuidx_translate(relation->root, rel->relid, time->uuid));
	if (column == NULL || !uuidx_is_partitioned_by(relation, column->varattno))
		return false;
	for (int time_order = 0; time_order < 2; time_order++)
		if (uuidx_set_order(top, time, uuidx_quals_of(top), time_order, order) &&
			order->is_sorted && order->target.opfamily == rel->part_scheme->partopfamily[0])
			return true;
	return false;
}

/*
 * Appends the paths of partitions, given by relation number, in the order of a time.  The server
 * has replaced a partition that has partitions by these; false if they are in another order.
 */
static bool
append_partitions(const uuidx_relation *relation, const uuidx_extraction *time, bool descending,
				  Path **paths, List **result)
{
	PlannerInfo *root = relation->root;
	const RelOptInfo *rel = relation->rel;
	uuidx_order order;

	if (!are_in_order(relation, time, &order))
		return false;
	for (int i = 0; i < rel->nparts; i++)
	{
		RelOptInfo *part = rel->part_rels[descending ? rel->nparts - 1 - i : i];
		const uuidx_relation *below;

		if (part == NULL || IS_DUMMY_REL(part))
			continue;
		if (paths[part->relid] != NULL)
			*result = lappend(*result, paths[part->relid]);
		else if ((below = uuidx_find_relation(root, root->simple_rte_array[part->relid])) == NULL ||
				 !append_partitions(below, time, descending, paths, result))
			return false;
	}
	return true;
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

/* Returns a path that appends what another one merges; NULL if the partitions are not in order */
static Path *
append_merged(const uuidx_relation *relation, const MergeAppendPath *merge,
			  const uuidx_extraction *time)
{
	List	   *pathkeys = merge->path.pathkeys;
	Path	  **paths = palloc0_array(Path *, relation->root->simple_rel_array_size);
	List	   *subpaths = NIL;

	foreach_ptr(Path, path, merge->subpaths)
		paths[path->parent->relid] = path;
	if (!append_partitions(relation, time, UUIDX_PATHKEY_DESCENDING((PathKey *) linitial(pathkeys)),
						   paths, &subpaths) ||
		list_length(subpaths) != list_length(merge->subpaths))
		return NULL;
	return (Path *) UUIDX_CREATE_APPEND_PATH(relation->root, relation->rel, subpaths, pathkeys,
											 PATH_REQ_OUTER(&merge->path));
}

/* Returns paths that append what paths of a relation merge in the order of a time */
static List *
append_in_order(const uuidx_relation *relation)
{
	RelOptInfo *rel = relation->rel;
	List	   *result = NIL;
	uuidx_order order;

	foreach_ptr(uuidx_extraction, time, uuidx_top_of(relation)->times)
	{
		if (!are_in_order(relation, time, &order))
			continue;
		foreach_ptr(MergeAppendPath, merge, rel->pathlist)
		{
			Path	   *append;

			if (IsA(merge, MergeAppendPath) &&
				is_partition_order(relation, merge->path.pathkeys, time, &order) &&
				(append = append_merged(relation, merge, time)) != NULL)
				result = lappend(result, append);
		}
	}
	return result;
}

void
uuidx_add_partition_order(const uuidx_relation *relation)
{
	foreach_ptr(Path, path, append_in_order(relation))
		add_path(relation->rel, path);
}

/* The server has made the paths of a table that is read alone a second time, for its target list */
void
uuidx_add_sorted(PlannerInfo *root, RelOptInfo *input, RelOptInfo *output)
{
	PathTarget *target = root->upper_targets[UPPERREL_ORDERED];
	const uuidx_relation *relation = !IS_SIMPLE_REL(input) ? NULL :
		uuidx_find_relation(root, root->simple_rte_array[input->relid]);

	foreach_ptr(Path, path, relation == NULL ? NIL : append_in_order(relation))
	{
		int			npresorted;

		if (!pathkeys_count_contained_in(root->sort_pathkeys, path->pathkeys, &npresorted))
		{
			if (npresorted == 0 || !enable_incremental_sort)
				continue;
			path = (Path *) create_incremental_sort_path(root, output, path, root->sort_pathkeys,
														 npresorted, root->limit_tuples);
		}
		if (path->pathtarget != target)
			path = apply_projection_to_path(root, output, path, target);
		add_path(output, path);
	}
}
