/*
 * implied.c
 *	  Conditions that do not count in estimates, because others imply them.
 *
 *	  SELECT * FROM orders WHERE created_at::date = '2026-01-01'
 *
 * gets a range of ids beside the filter.  All rows that pass the filter are in the range, so the
 * server must take the range for a condition that all rows pass.
 *
 * Such a condition is marked by an impossible location in the text of the query.  Locations are
 * copied and translated with their nodes, while equal() ignores them.  An AND or OR is marked if
 * all conditions in it are: the server makes these nodes anew.
 */
#include "planner/planner.h"

#include "miscadmin.h"
#include "nodes/nodeFuncs.h"

/* Unlike -1, no node of the server has it */
#define LOCATION_OF_UNCOUNTED (-2)

/* Returns the location field of a node; NULL for a type of node that is not marked */
static int *
location_of(Node *node)
{
	if (IsA(node, OpExpr))
		return (int *) &((OpExpr *) node)->location;
	if (IsA(node, ScalarArrayOpExpr))
		return (int *) &((ScalarArrayOpExpr *) node)->location;
	if (IsA(node, FuncExpr))
		return (int *) &((FuncExpr *) node)->location;
	if (IsA(node, NullTest))
		return (int *) &((NullTest *) node)->location;
	return NULL;
}

bool
uuidx_is_uncounted(Node *node)
{
	check_stack_depth();
	CHECK_FOR_INTERRUPTS();
	if (!IsA(node, BoolExpr))
		return location_of(node) != NULL && *location_of(node) == LOCATION_OF_UNCOUNTED;
	foreach_ptr(Node, argument, ((BoolExpr *) node)->args)
	{
		if (!uuidx_is_uncounted(argument))
			return false;
	}
	return true;
}

/* Returns a copy with a location in each condition; NULL if one of them has none */
static Node *
copy_at(Node *node, int location)
{
	BoolExpr   *copy;
	int		   *place;

	check_stack_depth();
	if (!IsA(node, BoolExpr))
	{
		node = (Node *) copyObject(node);
		place = location_of(node);
		if (place == NULL)
			return NULL;
		*place = location;
		return node;
	}
	copy = makeNode(BoolExpr);
	*copy = *(BoolExpr *) node;
	copy->args = NIL;
	foreach_ptr(Node, argument, ((BoolExpr *) node)->args)
	{
		argument = copy_at(argument, location);
		if (argument == NULL)
			return NULL;
		copy->args = lappend(copy->args, argument);
	}
	return (Node *) copy;
}

/* Returns a copy that does not count in estimates; NULL for a type that cannot be marked */
Node *
uuidx_make_uncounted(Node *node)
{
	return copy_at(node, LOCATION_OF_UNCOUNTED);
}

Node *
uuidx_make_counted(Node *node)
{
	return uuidx_is_uncounted(node) ? copy_at(node, -1) : node;
}

/*
 * Sets the cached selectivity of marked conditions, also below an OR that counts.  The arms of an
 * OR that is marked as a whole keep theirs, by which index scans of single arms are estimated.
 */
static bool
mark_walker(Node *node, void *context)
{
	RestrictInfo *rinfo = (RestrictInfo *) node;

	if (node == NULL)
		return false;
	if (!IsA(node, RestrictInfo))
		return expression_tree_walker(node, UUIDX_WALKER(mark_walker), context);
	if (!uuidx_is_uncounted((Node *) rinfo->clause))
		return mark_walker((Node *) rinfo->orclause, context);
	rinfo->norm_selec = rinfo->outer_selec = 1.0;
	return false;
}

/* Lets marked conditions count as true in estimates; again if the server has added conditions */
void
uuidx_mark_uncounted(uuidx_relation *relation)
{
	const RelOptInfo *rel = relation->rel;
	int			n = list_length(rel->baserestrictinfo) + list_length(rel->joininfo);

	/* with what union_all.c added, an arm would get no statistics */
	if (relation->top->type == UUIDX_RELATION_ARM)
		relation->top->rte->securityQuals = relation->top->security_quals;
	if (n == relation->nmarked)
		return;
	relation->nmarked = n;
	(void) mark_walker((Node *) rel->baserestrictinfo, NULL);
	(void) mark_walker((Node *) rel->joininfo, NULL);
}
