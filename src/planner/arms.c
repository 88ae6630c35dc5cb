/*
 * arms.c
 *	  Conditions on the tables of a UNION ALL, and ORs on partitions.
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
 *
 *	  SELECT * FROM orders WHERE created_at IN ('2026-01-01Z', '2026-05-01Z', ...)
 *
 * has an OR of ranges, which excludes partitions.  The server would plan each of its arms for each
 * partition that is left, once for each index.  So the OR is taken away when partitions have been
 * excluded, and each of them gets the arms that it can match, in the same way as the conditions of
 * a UNION ALL.  The OR comes back for the partitions that are excluded at run time.
 */
#include "planner/planner.h"

#include "access/table.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/appendinfo.h"
#include "optimizer/optimizer.h"
#include "optimizer/restrictinfo.h"
#include "partitioning/partdesc.h"
#include "partitioning/partprune.h"
#include "utils/memutils.h"
#include "utils/rel.h"

/* A condition on a partitioned table that its partitions get from uuidx */
typedef struct taken_qual
{
	RestrictInfo *rinfo;
	bool		is_uncounted;
	RestrictInfo *list;			/* the list for which an OR stands; or NULL */
	Bitmapset **partitions;		/* that each arm of an OR can match; NULL for
								 * all */
} taken_qual;

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

/*
 * Adds conditions of a security level to those that an arm has by itself, which are one list for
 * each level.  It skips those that are there already, since a query may be planned more than once.
 */
static void
add_quals(PlannerInfo *root, RangeTblEntry *rte, Index level, List *quals)
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
		add_quals(relation->root, relation->rte, level, derived);
}

/*
 * Returns the partitions that each arm of an OR can match, as the server excludes them; NULL if
 * each can match all that are left
 */
static Bitmapset **
find_partitions(const RelOptInfo *rel, List *arms)
{
	MemoryContext caller = CurrentMemoryContext;
	MemoryContext scratch = AllocSetContextCreate(caller, "uuidx arm", ALLOCSET_DEFAULT_SIZES);
	RelOptInfo	pruned = *rel;
	Bitmapset **result = palloc_array(Bitmapset *, list_length(arms));
	bool		differ = false;

	foreach_ptr(Expr, arm, arms)
	{
		Bitmapset  *partitions;

		MemoryContextSwitchTo(scratch);
		pruned.baserestrictinfo = make_ands_implicit(arm);
		partitions = prune_append_rel_partitions(&pruned);
		MemoryContextSwitchTo(caller);
		result[foreach_current_index(arm)] = bms_copy(partitions);
		if (!bms_is_subset(rel->live_parts, partitions))
			differ = true;
		MemoryContextReset(scratch);
	}
	MemoryContextDelete(scratch);
	return differ ? result : NULL;
}

/* Returns the condition with a list for which an OR stands; NULL if there is none */
static RestrictInfo *
find_list(const uuidx_relation *relation, const RestrictInfo *rinfo)
{
	foreach_ptr(List, pair, relation->lists)
	{
		if (!equal(linitial(pair), rinfo->clause))
			continue;
		foreach_ptr(RestrictInfo, other, relation->quals)
		{
			if (equal(lsecond(pair), other->clause))
				return other;
		}
	}
	return NULL;
}

/*
 * Takes the ORs of a partitioned table away, and the lists for which they stand, before its first
 * partition inherits them; and what does not count in estimates, which has to follow them
 */
static void
take_quals(uuidx_relation *relation)
{
	RelOptInfo *rel = relation->rel;
	List	   *others = list_copy(rel->baserestrictinfo);
	List	   *uncounted = NIL;
	bool		has_or = false;
	Relation	table;

	relation->quals = rel->baserestrictinfo;
	foreach_ptr(RestrictInfo, rinfo, relation->quals)
	{
		taken_qual *taken = palloc0_object(taken_qual);
		bool		is_taken;

		taken->rinfo = rinfo;
		taken->is_uncounted = uuidx_is_listed(relation, (Node *) rinfo->clause,
											  relation->top->uncounted);
		if (is_orclause(rinfo->clause))
		{
			taken->list = find_list(relation, rinfo);
			taken->partitions = find_partitions(rel, ((BoolExpr *) rinfo->clause)->args);
		}
		is_taken = taken->list != NULL || taken->partitions != NULL;
		if (is_taken)
			has_or = true;
		if (taken->is_uncounted && taken->list == NULL)
			uncounted = lappend(uncounted, taken);
		else if (is_taken)
			relation->taken = lappend(relation->taken, taken);
	}
	if (!has_or)
		return;
	relation->taken = list_concat(relation->taken, uncounted);
	foreach_ptr(const taken_qual, taken, relation->taken)
		others = list_delete_ptr(list_delete_ptr(others, taken->rinfo), taken->list);
	rel->baserestrictinfo = others;
	table = table_open(relation->rte->relid, NoLock);
	relation->partitions = PartitionDirectoryLookup(relation->root->glob->partition_directory,
													table)->oids;
	table_close(table, NoLock);
}

/* Whether a partition has an index on an expression, perhaps one that uuidx has added */
static bool
has_index(const uuidx_relation *member, Node *expression)
{
	foreach_ptr(IndexOptInfo, index, member->rel->indexlist)
	{
		if (index->nkeycolumns > 0 && list_member(index->indexprs, expression))
			return true;
	}
	return false;
}

/* Returns the numbers of the arms of an OR that a partition can match; of all if it matches none */
static List *
arms_of_member(const taken_qual *taken, const uuidx_relation *member)
{
	int			narms = list_length(((BoolExpr *) taken->rinfo->clause)->args);
	List	   *result = NIL;
	List	   *all = NIL;
	int			partition = 0;

	while (member->parent->partitions[partition] != member->rte->relid)
		partition++;
	for (int i = 0; i < narms; i++)
	{
		all = lappend_int(all, i);
		if (taken->partitions != NULL && bms_is_member(partition, taken->partitions[i]))
			result = lappend_int(result, i);
	}
	return result == NIL ? all : result;
}

/*
 * Returns arms of an OR on the parent of a partition.  If the OR stands for a list, and the
 * partition has an index on the time, they are equalities.
 */
static List *
translate_arms(const uuidx_relation *member, const BoolExpr *clause, List *numbers,
			   ScalarArrayOpExpr *list)
{
	AppendRelInfo *above = member->root->append_rel_array[member->rel->relid];
	List	   *elements = list == NULL || member->rte->inh ||
		!has_index(member, (Node *) linitial(list->args)) ? NIL :
		uuidx_elements_of((Node *) lsecond(list->args));
	List	   *result = NIL;
	ListCell   *cell;

	foreach(cell, numbers)
	{
		Expr	   *arm = (Expr *) list_nth(clause->args, lfirst_int(cell));

		if (list_length(elements) == list_length(clause->args))
			arm = make_opclause(list->opno, BOOLOID, false, (Expr *) linitial(list->args),
								(Expr *) list_nth(elements, lfirst_int(cell)), InvalidOid,
								list->inputcollid);
		else
			arm = (Expr *) adjust_appendrel_attrs(member->root, (Node *) arm, 1, &above);
		result = lappend(result, arm);
	}
	return result;
}

/*
 * Returns what becomes of an OR for a partition: its arms, or the list for which they stand; both
 * if the partition has partitions
 */
static List *
translate_or(uuidx_relation *member, const taken_qual *taken, Node *list)
{
	List	   *numbers = arms_of_member(taken, member);
	List	   *arms;
	List	   *quals;

	if (list != NULL && !uuidx_list_is_useful(member, list_length(numbers)))
		return list_make1(list);
	arms = translate_arms(member, (BoolExpr *) taken->rinfo->clause, numbers,
						  (ScalarArrayOpExpr *) list);
	quals = list_length(arms) == 1 ? make_ands_implicit((Expr *) linitial(arms)) :
		list_make1(make_orclause(arms));
	if (list == NULL || !member->rte->inh)
		return quals;
	member->lists = lappend(member->lists, list_make2(make_ands_explicit(quals), list));
	return lappend(quals, list);
}

/* Gives a partition a condition of its parent; what does not count there does not count here */
static void
add_taken(uuidx_relation *member, const taken_qual *taken)
{
	PlannerInfo *root = member->root;
	AppendRelInfo *above = root->append_rel_array[member->rel->relid];
	Node	   *list = taken->list == NULL ? NULL :
		adjust_appendrel_attrs(root, (Node *) taken->list->clause, 1, &above);
	List	   *quals = taken->list != NULL || taken->partitions != NULL ?
		translate_or(member, taken, list) :
		list_make1(adjust_appendrel_attrs(root, (Node *) taken->rinfo->clause, 1, &above));

	foreach_ptr(Node, qual, quals)
	{
		if ((taken->is_uncounted && list == NULL) ||
			uuidx_is_listed(member, qual, member->top->uncounted_in_or))
			member->uncounted = lappend(member->uncounted, qual);
	}
	add_quals(root, member->rte, taken->rinfo->security_level, quals);
}

void
uuidx_rewrite_member(uuidx_relation *member)
{
	if (!member->top->has_or || member->parent->rel->part_scheme == NULL)
		return;
	if (member->parent->quals == NIL)
		take_quals(member->parent);
	foreach_ptr(const taken_qual, taken, member->parent->taken)
		add_taken(member, taken);
}

void
uuidx_restore_quals(const uuidx_relation *relation)
{
	if (relation->quals != NIL)
		relation->rel->baserestrictinfo = relation->quals;
}
