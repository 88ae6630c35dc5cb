/*
 * union_all.c
 *	  Conditions on the tables of a UNION ALL.
 *
 *	  SELECT * FROM (SELECT id, uuid_time(id) AS created_at FROM orders
 *					 UNION ALL
 *					 SELECT id, uuid_time(id) FROM archive) AS feed
 *	  WHERE created_at >= '2026-01-01Z'
 *
 * is planned as one relation with two tables below it, the arms.  The server translates the
 * conditions of the relation for each arm when it is too late to rewrite them.  So uuidx translates
 * them just before, and adds what it derives to securityQuals, the only conditions of an arm itself
 * that apply_child_basequals() reads.  Then they are taken away: an operator that is not leakproof
 * gets no statistics of a table with such conditions.
 */
#include "planner/planner.h"

#include "miscadmin.h"
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
		CHECK_FOR_INTERRUPTS();
		result = lappend(result, adjust_appendrel_attrs(root, (Node *) rinfo->clause, 1, &above));
		*level = Max(*level, rinfo->security_level);
	}
	return result;
}

/* Adds conditions to those that an arm has by itself, which are one list for each security level */
static void
add_quals(PlannerInfo *root, RangeTblEntry *rte, Index level, List *quals)
{
	ListCell   *cell;

	rte->securityQuals = list_copy(rte->securityQuals);
	while (list_length(rte->securityQuals) <= level)
		rte->securityQuals = lappend(rte->securityQuals, NIL);
	cell = list_nth_cell(rte->securityQuals, level);
	lfirst(cell) = list_concat_copy((List *) lfirst(cell), quals);
	root->qual_security_level = Max(root->qual_security_level, list_length(rte->securityQuals));
}

/*
 * Marks those of the conditions above an arm that do not count there, just before the server
 * translates them for this arm; and no others, which another arm may have marked
 */
static void
mark_kept(PlannerInfo *root, Index relid, List *quals, List *kept)
{
	RelOptInfo *above = root->simple_rel_array[root->append_rel_array[relid]->parent_relid];
	ListCell   *next = list_head(kept);
	ListCell   *cell;
	ListCell   *qual;

	forboth(cell, above->baserestrictinfo, qual, quals)
	{
		RestrictInfo *rinfo = (RestrictInfo *) lfirst(cell);
		bool		is_kept = next != NULL && lfirst(next) == lfirst(qual);

		rinfo->clause = (Expr *) (is_kept ? uuidx_make_uncounted((Node *) rinfo->clause) :
								  uuidx_make_counted((Node *) rinfo->clause));
		if (is_kept)
			next = lnext(kept, next);
	}
}

/* Derives conditions on an arm of a UNION ALL from those on the UNION */
void
uuidx_rewrite_arm(uuidx_relation *relation)
{
	PlannerInfo *root = relation->root;
	Index		level;
	List	   *quals = translated_quals(root, relation->rel->relid, &level);
	List	   *kept;
	List	   *derived = uuidx_rewrite_quals(relation, quals, &kept);

	/* the server may add a relation again */
	if (relation->is_rewritten)
		relation->rte->securityQuals = relation->security_quals;
	relation->security_quals = relation->rte->securityQuals;
	mark_kept(root, relation->rel->relid, quals, kept);
	if (derived != NIL)
		add_quals(root, relation->rte, level, derived);
}
