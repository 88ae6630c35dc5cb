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
 * rewrite them.  The index on the time serves them.  But partitions are excluded, and calendar
 * filters are ranges, only by what they imply; so this is derived from a translation of our own,
 * just before, and becomes part of the conditions that an arm has by itself, where the server adds
 * those of row-level security, too (apply_child_basequals() reads them nowhere else):
 *
 *	  id >= '019b76da-a800-7000-8000-000000000000'
 *
 * The rows are the same because the translated conditions stay.
 */
#include "planner/planner.h"

#include "guc.h"
#include "optimizer/appendinfo.h"
#include "optimizer/optimizer.h"
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
	if (derived != NIL)
		add_quals(root, rte, level, derived);
	uuidx_add_time_indexes(relation);
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
