/*
 * count.c
 *	  Which of several conditions that say the same counts in estimates.
 *
 *	  uuid_time(id) >= '2026-01-01Z' AND id >= '019b76da-...'
 *
 * is what a condition becomes that is kept beside what is derived from it.  The server would
 * multiply both selectivities.  So all but one are marked, in the server's own nodes, as if they
 * had been estimated as true.
 */
#include "planner/planner.h"

#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"

/* The conditions of a relation on one column, as RestrictInfos */
typedef struct column_conditions
{
	const uuidx_relation *relation;
	const uuidx_relation *top;
	AttrNumber	attribute;		/* as it is numbered there */
	List	   *original;		/* on its extracted time */
	List	   *derived;		/* on the uuid itself, but for equality */
	bool		all_indexed;	/* an index has each of the original ones */
} column_conditions;

/* Collects the conditions in a RestrictInfo, or in a list or tree of them */
static bool
collect_walker(Node *node, column_conditions *conditions)
{
	const uuidx_relation *relation = conditions->relation;
	RestrictInfo *rinfo = (RestrictInfo *) node;
	uuidx_clause clause;

	if (node == NULL)
		return false;
	if (!IsA(node, RestrictInfo))
		return expression_tree_walker(node, UUIDX_WALKER(collect_walker), (void *) conditions);
	if (rinfo->orclause != NULL)
		return collect_walker((Node *) rinfo->orclause, conditions);
	clause = uuidx_match_clause(conditions->top, uuidx_of_top(relation, (Node *) rinfo->clause));
	if (clause.type == UUIDX_CLAUSE_OTHER || clause.column->varattno != conditions->attribute)
		return false;
	if (clause.type == UUIDX_CLAUSE_TIME || clause.type == UUIDX_CLAUSE_CALENDAR)
	{
		conditions->original = lappend(conditions->original, rinfo);
		conditions->all_indexed &= uuidx_has_index(relation->rel,
												   uuidx_translate(relation->root,
																   relation->rel->relid,
																   clause.value));
	}
	else if ((clause.type == UUIDX_CLAUSE_UUID || clause.type == UUIDX_CLAUSE_ORDERED_UUID) &&
			 clause.strategy != BTEqualStrategyNumber)
		conditions->derived = lappend(conditions->derived, rinfo);
	return false;
}

/* Marks those that others imply, where the server keeps a selectivity that it has computed */
static void
mark_implied(const uuidx_relation *relation, List *rinfos)
{
	ListCell   *cell;

	foreach(cell, rinfos)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, cell);

		if (list_member(uuidx_top_of(relation)->implied,
						uuidx_of_top(relation, (Node *) rinfo->clause)))
			rinfo->norm_selec = rinfo->outer_selec = 1.0;
	}
}

void
uuidx_mark_implied(const uuidx_relation *relation)
{
	if (uuidx_top_of(relation)->implied == NIL)
		return;
	mark_implied(relation, relation->rel->baserestrictinfo);
	mark_implied(relation, relation->rel->joininfo);
}

bool
uuidx_count_once(const uuidx_relation *relation, AttrNumber attribute)
{
	column_conditions conditions = {relation, uuidx_top_of(relation),.all_indexed = true};
	ListCell   *cell;

	if (!conditions.top->keeps_original)
		return false;
	conditions.attribute = uuidx_attribute_at_top(relation, attribute);
	if (conditions.attribute == 0)
		return false;
	collect_walker((Node *) relation->rel->baserestrictinfo, &conditions);
	if (conditions.original == NIL)
		return false;

	/* this is where the server keeps a selectivity that it has computed */
	foreach(cell, conditions.all_indexed ? conditions.derived : conditions.original)
		lfirst_node(RestrictInfo, cell)->norm_selec = 1.0;
	return conditions.all_indexed;
}

/* The relation above one, or NULL */
static RelOptInfo *
relation_above(PlannerInfo *root, const RelOptInfo *rel)
{
	AppendRelInfo *above = root->append_rel_array[rel->relid];

	return above == NULL ? NULL : root->simple_rel_array[above->parent_relid];
}

void
uuidx_count_arm(uuidx_relation *relation)
{
	PlannerInfo *root = relation->root;
	RelOptInfo *rel = relation->rel;
	const uuidx_relation *top = uuidx_top_of(relation);
	double		rows = rel->rows;
	ListCell   *cell;

	if (!top->is_arm || !top->keeps_original || relation->rte->inh || rel->fdwroutine != NULL)
		return;
	for (AttrNumber i = 1; i <= rel->max_attr; i++)
		(void) uuidx_count_once(relation, i);
	set_baserel_size_estimates(root, rel);
	foreach(cell, rel->pathlist)
	{
		Path	   *path = (Path *) lfirst(cell);

		if (path->param_info == NULL)
			path->rows = rel->rows;
	}
	foreach(cell, rel->partial_pathlist)
		((Path *) lfirst(cell))->rows *= rel->rows / rows;
	for (RelOptInfo *above = relation_above(root, rel); above != NULL;
		 above = relation_above(root, above))
		above->rows += rel->rows - rows;
}
