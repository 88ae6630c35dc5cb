/*
 * arms.c
 *	  Conditions on the tables of a UNION ALL.
 *
 *	  SELECT * FROM (SELECT id, uuid_time(id) AS created_at FROM orders
 *					 UNION ALL
 *					 SELECT id, uuid_time(id) FROM archive) AS feed
 *	  WHERE created_at >= '2026-01-01Z'
 *
 * is planned as one relation with two tables below it, the arms.  The server translates the
 * conditions of the relation for each arm when it is too late to rewrite them.  So uuidx translates
 * them just before, and derives conditions that it adds to those that the arm has by itself
 * (securityQuals, because apply_child_basequals() reads such conditions nowhere else).  Once these
 * have been read, they are taken away: an operator that is not leakproof gets no statistics of a
 * table with such conditions.
 */
#include "planner/planner.h"

#include "optimizer/appendinfo.h"

/* Translates the conditions above an arm to the arm; sets *level to the highest security level */
static List *
translated_quals(PlannerInfo *root, Index relid, Index *level)
{
	AppendRelInfo *above = root->append_rel_array[relid];
	List	   *result = NIL;

	*level = 0;
	foreach_ptr(RestrictInfo, rinfo, root->simple_rel_array[above->parent_relid]->baserestrictinfo)
	{
		result = lappend(result, adjust_appendrel_attrs(root, (Node *) rinfo->clause, 1, &above));
		*level = Max(*level, rinfo->security_level);
	}
	return result;
}

/* Conditions that are there already are skipped: a query may be planned more than once */
void
uuidx_add_quals(PlannerInfo *root, RangeTblEntry *rte, Index level, List *quals)
{
	ListCell   *cell;

	rte->securityQuals = list_copy(rte->securityQuals);
	foreach_ptr(List, written, rte->securityQuals)
		quals = list_difference(quals, written);
	while (list_length(rte->securityQuals) <= level)
		rte->securityQuals = lappend(rte->securityQuals, NIL);
	cell = list_nth_cell(rte->securityQuals, level);
	lfirst(cell) = list_concat_copy((List *) lfirst(cell), quals);
	root->qual_security_level = Max(root->qual_security_level, list_length(rte->securityQuals));
}

void
uuidx_rewrite_arm(uuidx_relation *relation)
{
	Index		level;
	List	   *quals = translated_quals(relation->root, relation->rel->relid, &level);
	List	   *derived = list_difference(uuidx_rewrite_quals(relation, quals), quals);

	relation->security_quals = relation->rte->securityQuals;
	if (derived != NIL)
		uuidx_add_quals(relation->root, relation->rte, level, derived);
}
