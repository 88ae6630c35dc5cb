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
 */
#include "planner/planner.h"

#include "guc.h"
#include "optimizer/appendinfo.h"
#include "optimizer/optimizer.h"

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
uuidx_plan_arm(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte)
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
	relation = uuidx_read_relation(root, rel, rte);
	relation->is_arm = true;
	quals = translated_quals(root, rel->relid, &level);
	derived = list_difference(uuidx_rewrite_quals(relation, quals), quals);
	if (derived == NIL)
		return;
	relation->keeps_original = true;
	add_quals(root, rte, level, derived);
}
