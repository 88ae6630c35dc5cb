/*
 * uncounted.c
 *	  Conditions that do not count in estimates, because others imply them.
 *
 *	  SELECT * FROM orders WHERE created_at::date = '2026-01-01'
 *
 * gets a range of ids beside the filter.  All rows that pass the filter are in the range, so that
 * counting both would make the estimate too low: the server takes the range for a condition that
 * all rows pass.
 */
#include "planner/planner.h"

#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "utils/memutils.h"

/* The translation is freed, because there is one for each condition and partition */
bool
uuidx_is_listed(const uuidx_relation *relation, Node *node, const List *conditions)
{
	MemoryContext caller = CurrentMemoryContext;
	MemoryContext scratch;
	bool		result;

	CHECK_FOR_INTERRUPTS();
	if (conditions == NIL || relation == relation->top)
		return list_member(conditions, node);
	if (list_member(relation->uncounted, node))
		return true;
	scratch = AllocSetContextCreate(caller, "uuidx translation", ALLOCSET_SMALL_SIZES);
	MemoryContextSwitchTo(scratch);
	result = list_member(conditions, uuidx_of_top(relation, node));
	MemoryContextSwitchTo(caller);
	MemoryContextDelete(scratch);
	return result;
}

/* A relation, and those of its conditions that are to be marked */
typedef struct marking_context
{
	const uuidx_relation *relation;
	List	   *uncounted;
} marking_context;

/* Marks the uncounted conditions in a list or tree as true, by setting their cached selectivity */
static bool
mark_uncounted_walker(Node *node, marking_context *context)
{
	const uuidx_relation *relation = context->relation;
	RestrictInfo *rinfo = (RestrictInfo *) node;
	marking_context below = {relation, relation->top->uncounted_in_or};

	if (node == NULL)
		return false;
	if (!IsA(node, RestrictInfo))
		return expression_tree_walker(node, UUIDX_WALKER(mark_uncounted_walker), (void *) context);
	if (uuidx_is_listed(relation, (Node *) rinfo->clause, context->uncounted))
		rinfo->norm_selec = rinfo->outer_selec = 1.0;
	return below.uncounted != NIL && mark_uncounted_walker((Node *) rinfo->orclause, &below);
}

/* Takes away what arms.c added: an arm with such conditions gets no statistics of its table */
static void
finish_arm(const uuidx_relation *relation)
{
	for (; relation != NULL && relation->type != UUIDX_RELATION_TABLE; relation = relation->parent)
		relation->rte->securityQuals = relation->security_quals;
}

/* Once, since this copies conditions; the server may add some after the first estimate */
void
uuidx_mark_uncounted(uuidx_relation *relation)
{
	const uuidx_relation *top = relation->top;
	const RelOptInfo *rel = relation->rel;
	int			n = list_length(rel->baserestrictinfo) + list_length(rel->joininfo);
	marking_context context = {relation};

	finish_arm(relation);
	if (n == relation->nmarked)
		return;
	relation->nmarked = n;
	uuidx_take_uncounted(relation);
	if (top->uncounted == NIL && top->uncounted_in_or == NIL)
		return;
	context.uncounted = top->uncounted;
	(void) mark_uncounted_walker((Node *) rel->baserestrictinfo, &context);
	(void) mark_uncounted_walker((Node *) rel->joininfo, &context);
}
