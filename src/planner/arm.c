/*
 * arm.c
 *	  Tables that are arms of a UNION ALL, and the conditions that they get from it.
 *
 *	  SELECT * FROM (SELECT id, uuid_time(id) AS created_at FROM orders
 *					 UNION ALL
 *					 SELECT id, uuid_time(id) FROM archive) AS feed
 *	  WHERE created_at >= '2026-01-01Z'
 *
 * is planned as one relation with two tables below it.  The server translates the conditions of
 * the relation for each of them, uuid_time(id) >= '2026-01-01Z' here, when it is too late to
 * rewrite them.  So what they imply is derived from a translation of our own, just before, and
 * becomes part of the conditions that an arm has by itself, where the server adds those of
 * row-level security, too:
 *
 *	  id >= '019b76da-a800-7000-8000-000000000000'
 *
 * The rows are the same because the translated conditions stay.  They are estimated before what is
 * derived from them, and could not be marked by then: see uuidx_count_arm().
 *
 * A comparison of the feed with the time of another table is translated later still, and is a
 * condition of a scan only if that is repeated for each row of the other table.  So the server
 * makes the index scans of an arm a second time, with what such comparisons imply.
 */
#include "planner/planner.h"

#include "guc.h"
#include "optimizer/appendinfo.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/restrictinfo.h"

Node *
uuidx_translate(PlannerInfo *root, Index relid, Node *node)
{
	AppendRelInfo *above = root->append_rel_array == NULL ? NULL : root->append_rel_array[relid];

	if (above == NULL)
		return node;
	return adjust_appendrel_attrs(root, uuidx_translate(root, above->parent_relid, node), 1,
								  &above);
}

/*
 * The conditions of the relation above an arm, as those of the arm; sets their highest level of
 * security
 */
static List *
translated_quals(PlannerInfo *root, Index relid, Index *level)
{
	AppendRelInfo *above = root->append_rel_array[relid];
	List	   *result = NIL;
	ListCell   *cell;

	*level = 0;
	foreach(cell, root->simple_rel_array[above->parent_relid]->baserestrictinfo)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, cell);

		result = lappend(result, adjust_appendrel_attrs(root, (Node *) rinfo->clause, 1, &above));
		*level = Max(*level, rinfo->security_level);
	}
	return result;
}

/*
 * Adds to the conditions that an arm has by itself, in a list for each level of security, those
 * of a level; but for what is there already, since a query may be planned more than once
 */
static void
add_quals(PlannerInfo *root, RangeTblEntry *rte, Index level, List *quals)
{
	ListCell   *cell;

	foreach(cell, rte->securityQuals)
		quals = list_difference(quals, (List *) lfirst(cell));
	while (list_length(rte->securityQuals) <= level)
		rte->securityQuals = lappend(rte->securityQuals, NIL);
	cell = list_nth_cell(rte->securityQuals, level);
	lfirst(cell) = list_concat_copy((List *) lfirst(cell), quals);
	root->qual_security_level = Max(root->qual_security_level, list_length(rte->securityQuals));
}

void
uuidx_plan_arm(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte, LOCKMODE lockmode)
{
	AppendRelInfo *above;
	uuidx_relation *relation;
	List	   *quals;
	List	   *derived;
	Index		level;

	if (!uuidx_planner || root->append_rel_array == NULL ||
		(above = root->append_rel_array[rel->relid]) == NULL ||
		root->simple_rte_array[above->parent_relid]->rtekind != RTE_SUBQUERY ||
		!uuidx_has_uuid_column(rte->relid) || !uuidx_is_planned(root))
		return;
	relation = uuidx_read_relation(root, rel, rte, lockmode);
	relation->is_arm = true;
	quals = translated_quals(root, rel->relid, &level);
	derived = list_difference(uuidx_rewrite_quals(relation, quals), quals);
	if (derived == NIL)
		return;
	relation->keeps_original = true;
	add_quals(root, rte, level, derived);
}

const uuidx_relation *
uuidx_top_of(const uuidx_relation *relation)
{
	while (relation->parent != NULL)
		relation = relation->parent;
	return relation;
}

AttrNumber
uuidx_attribute_at_top(const uuidx_relation *relation, AttrNumber attribute)
{
	for (; relation->parent != NULL && attribute > 0; relation = relation->parent)
	{
		AppendRelInfo *above = relation->root->append_rel_array[relation->rel->relid];

		attribute = attribute <= above->num_child_cols ? above->parent_colnos[attribute - 1] : 0;
	}
	return attribute;
}

Node *
uuidx_of_top(const uuidx_relation *relation, Node *node)
{
	const uuidx_relation *top = uuidx_top_of(relation);
	ListCell   *cell;

	if (relation == top)
		return node;
	node = (Node *) copyObject(node);
	foreach(cell, pull_var_clause(node, PVC_RECURSE_AGGREGATES | PVC_RECURSE_WINDOWFUNCS |
								  PVC_RECURSE_PLACEHOLDERS))
	{
		Var		   *column = (Var *) lfirst(cell);

		if (column->varno != relation->rel->relid)
			continue;
		column->varno = top->rel->relid;
		column->varattno = uuidx_attribute_at_top(relation, column->varattno);
	}
	return node;
}

/* What a join condition of an arm implies, as conditions of the arm or of a table below it */
static List *
derive_join_bounds(const uuidx_relation *arm, const uuidx_relation *relation, RestrictInfo *rinfo)
{
	uuidx_clause clause = uuidx_match_clause(arm, (Node *) rinfo->clause);
	List	   *quals;
	ListCell   *cell;

	if (clause.type != UUIDX_CLAUSE_TIME || clause.strategy == InvalidStrategy ||
		clause.strategy == BTEqualStrategyNumber || !join_clause_is_movable_to(rinfo, arm->rel) ||
		(quals = uuidx_derive_range(arm, &clause)) == NIL ||
		!uuidx_is_executable(relation->root, (Node *) quals))
		return NIL;
	foreach(cell, quals)
	{
		RestrictInfo *bound = make_simple_restrictinfo(relation->root, (Expr *)
													   uuidx_translate(relation->root,
																	   relation->rel->relid,
																	   lfirst(cell)));

		bound->is_pushed_down = rinfo->is_pushed_down;
		bound->security_level = rinfo->security_level;
		lfirst(cell) = bound;
	}
	return quals;
}

void
uuidx_add_join_bounds(const uuidx_relation *relation)
{
	RelOptInfo *rel = relation->rel;
	const uuidx_relation *arm = uuidx_top_of(relation);
	List	   *conditions = rel->joininfo;
	List	   *bounds = NIL;
	Relids		outer = bms_copy(rel->lateral_relids);
	ListCell   *cell;

	foreach(cell, arm->is_arm ? arm->rel->joininfo : NIL)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, cell);
		List	   *quals = derive_join_bounds(arm, relation, rinfo);

		/* the rows are estimated by the conditions of the query alone */
		bounds = list_concat(bounds, quals);
		if (quals != NIL)
		{
			Relids		others = bms_del_members(bms_union(rinfo->clause_relids,
														   rel->lateral_relids), arm->rel->relids);

			(void) get_baserel_parampathinfo(relation->root, rel, others);
			outer = bms_add_members(outer, others);
		}
	}
	if (bounds == NIL)
		return;
	(void) get_baserel_parampathinfo(relation->root, rel, outer);
	rel->joininfo = list_concat_copy(conditions, bounds);
	create_index_paths(relation->root, rel);
	rel->joininfo = conditions;
}
