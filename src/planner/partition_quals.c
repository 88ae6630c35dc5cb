/*
 * partition_quals.c
 *	  The arms of an OR, or of a list, that a partition can match.
 *
 *	  SELECT * FROM orders WHERE created_at IN ('2026-01-01Z', '2026-05-01Z', ...)
 *
 * has an OR of ranges, which excludes partitions.  The server would plan each of its arms for each
 * partition that is left, once for each index.  So the OR is taken away when partitions have been
 * excluded, and each of them gets the arms that it can match, as a table of a UNION ALL gets its
 * conditions (arms.c).  The OR comes back for the partitions that are excluded at run
 * time, but not a constant one that stands for a list.
 */
#include "planner/planner.h"

#include "access/table.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/appendinfo.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
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
	Bitmapset **arms;			/* of an OR, by number, that each partition
								 * can match; NULL for all */
} taken_qual;

/*
 * Returns, for each partition, the numbers of the arms of an OR that it can match, as the server
 * excludes partitions; NULL if each can match all
 */
static Bitmapset **
find_arms(const RelOptInfo *rel, List *arms)
{
	MemoryContext caller = CurrentMemoryContext;
	MemoryContext scratch = AllocSetContextCreate(caller, "uuidx arm", ALLOCSET_DEFAULT_SIZES);
	RelOptInfo	pruned = *rel;
	Bitmapset **result = palloc0_array(Bitmapset *, rel->nparts);
	bool		differ = false;

	foreach_ptr(Expr, arm, arms)
	{
		Bitmapset  *partitions;
		int			partition = -1;

		MemoryContextSwitchTo(scratch);
		pruned.baserestrictinfo = make_ands_implicit(arm);
		partitions = prune_append_rel_partitions(&pruned);
		MemoryContextSwitchTo(caller);
		while ((partition = bms_next_member(partitions, partition)) >= 0)
			result[partition] = bms_add_member(result[partition], foreach_current_index(arm));
		if (!bms_is_subset(rel->live_parts, partitions))
			differ = true;
		MemoryContextReset(scratch);
	}
	MemoryContextDelete(scratch);
	return differ ? result : NULL;
}

/*
 * Whether a condition contains the value of a subquery or another table.  A parallel worker, which
 * may exclude partitions by it, knows the value only if a partition has the condition.
 */
static bool
has_parameter_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, Param) && ((Param *) node)->paramkind == PARAM_EXEC)
		return true;
	return expression_tree_walker(node, UUIDX_WALKER(has_parameter_walker), context);
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

		CHECK_FOR_INTERRUPTS();
		taken->rinfo = rinfo;
		taken->is_uncounted = uuidx_is_uncounted((Node *) rinfo->clause);

		/*
		 * while an OR is away, the table is as safe for workers as its other
		 * conditions, but the worker of an Append may exclude partitions by
		 * the OR
		 */
		if (is_orclause(rinfo->clause) && !has_parameter_walker((Node *) rinfo->clause, NULL) &&
			(!relation->root->glob->parallelModeOK ||
			 is_parallel_safe(relation->root, (Node *) rinfo->clause)))
		{
			taken->list = find_list(relation, rinfo);
			taken->arms = find_arms(rel, ((BoolExpr *) rinfo->clause)->args);
		}
		is_taken = taken->list != NULL || taken->arms != NULL;
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
	relation->quals = list_copy(relation->quals);
	foreach_ptr(const taken_qual, taken, relation->taken)
	{
		others = list_delete_ptr(list_delete_ptr(others, taken->rinfo), taken->list);

		/* it counts in no estimate */
		if (taken->list != NULL && !contain_mutable_functions((Node *) taken->rinfo->clause))
			relation->quals = list_delete_ptr(relation->quals, taken->rinfo);
	}
	rel->baserestrictinfo = others;
	table = table_open(relation->rte->relid, NoLock);
	relation->partitions = PartitionDirectoryLookup(relation->root->glob->partition_directory,
													table)->oids;
	table_close(table, NoLock);
}

/* Returns an index on an expression, one of the user if there is one; NULL if there is none */
static const IndexOptInfo *
find_index(const uuidx_relation *member, Node *expression)
{
	foreach_ptr(IndexOptInfo, index, member->rel->indexlist)
	{
		if (index->nkeycolumns > 0 && list_member(index->indexprs, expression))
			return index;
	}
	return NULL;
}

/*
 * Returns the arms of an OR with some numbers, NULL for all, for a partition; as equalities with
 * the elements of a list, unless it is NULL
 */
static List *
translate_arms(const uuidx_relation *member, List *arms, const Bitmapset *numbers,
			   const ScalarArrayOpExpr *list)
{
	AppendRelInfo *above = member->root->append_rel_array[member->rel->relid];
	List	   *elements = list == NULL ? NIL : uuidx_elements_of((Node *) lsecond(list->args));
	List	   *result = NIL;

	for (int i = 0; i < list_length(arms); i++)
	{
		Expr	   *arm = (Expr *) list_nth(arms, i);

		if (numbers != NULL && !bms_is_member(i, numbers))
			continue;
		if (list_length(elements) == list_length(arms))
			arm = make_opclause(list->opno, BOOLOID, false, (Expr *) linitial(list->args),
								(Expr *) list_nth(elements, i), InvalidOid, list->inputcollid);
		else
			arm = (Expr *) adjust_appendrel_attrs(member->root, (Node *) arm, 1, &above);
		result = lappend(result, arm);
	}
	return result;
}

/*
 * Returns what becomes of an OR for a partition: its arms, which are equalities if it has an index
 * on the time; or the list for which they stand, if it has one of the user or is small; both if the
 * partition has partitions
 */
static List *
translate_or(uuidx_relation *member, const taken_qual *taken, Node *list)
{
	List	   *arms = ((BoolExpr *) taken->rinfo->clause)->args;
	const IndexOptInfo *index = list == NULL || member->rte->inh ? NULL :
		find_index(member, (Node *) linitial(((ScalarArrayOpExpr *) list)->args));
	Bitmapset  *numbers = NULL;
	int			narms = list_length(arms);
	int			partition = 0;
	List	   *quals;

	while (member->parent->partitions[partition] != member->rte->relid)
		partition++;
	if (taken->arms != NULL)
		numbers = taken->arms[partition];
	if (numbers != NULL)
		narms = bms_num_members(numbers);
	if ((index != NULL && !index->hypothetical) ||
		(list != NULL && !uuidx_list_is_useful(member, narms)))
		return list_make1(list);
	arms = translate_arms(member, arms, numbers, index == NULL ? NULL : (ScalarArrayOpExpr *) list);
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
	List	   *quals = taken->list != NULL || taken->arms != NULL ?
		translate_or(member, taken, list) :
		list_make1(adjust_appendrel_attrs(root, (Node *) taken->rinfo->clause, 1, &above));

	if (taken->is_uncounted && list == NULL)
		quals = uuidx_make_list_uncounted(quals);
	uuidx_add_quals(root, member->rte, taken->rinfo->security_level, quals);
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
