/*
 * derive.c
 *	  Filters on the time extracted from a UUID, as comparisons of uuids.
 *
 *	  uuid_time(id) >= '2026-01-01Z'
 *
 * can use no index on id.  In WHERE or ON it becomes
 *
 *	  id >= '019b76da-a800-7000-8000-000000000000'	where constraints prove v7 (or v6)
 *	  ... AND uuid_is_v7(id)						of uuid_v7_timestamp(id), where they
 *													do not
 *	  id ~>=~ '13e6b000-...' AND id ~<~ nil			of uuid_time(id), in time order
 *
 * The rows are the same because null is as good as false there: the time of a UUID
 * without one is null, and the comparisons are false for it.
 *
 * What is written stays where an index or a partition key on the extracted time needs
 * it.  Then the plan has it in addition to the comparison of the uuid, and statistics.c
 * counts one of the two.  A condition on a stored generated column that holds the time
 * is treated in the same way, where anything is in the order of the uuid.
 */
#include "planner/planner.h"

#include "access/sysattr.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/appendinfo.h"
#include "optimizer/optimizer.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"
#include "uuid/epoch.h"

/*
 * A comparison with any date is defined, but not every date is an instant: a cast could
 * raise an error that the comparison does not.
 */
Node *
uuidx_instant_of(Node *other)
{
	Oid			type = exprType(other);
	uuidx_instants instants = {0};

	if (type != DATEOID && type != TIMESTAMPOID)
		return other;
	if (!uuidx_instants_of(other, &instants) || instants.earliest < UUIDX_V6_MIN_PG_US ||
		instants.latest > UUIDX_V7_MAX_PG_US)
		return NULL;
	return (Node *) makeFuncExpr(type == DATEOID ? F_TIMESTAMPTZ_DATE : F_TIMESTAMPTZ_TIMESTAMP,
								 TIMESTAMPTZOID, list_make1(other), InvalidOid, InvalidOid,
								 COERCE_IMPLICIT_CAST);
}

/* Whether the other side of a comparison may be written as a bound of the uuid */
static bool
is_usable(const uuidx_relation *relation, const uuidx_clause *clause)
{
	Node	   *other = clause->other;

	if (IsA(other, Const))
		return !((Const *) other)->constisnull;
	if (bms_is_member(relation->rel->relid, pull_varnos(relation->root, other)) ||
		contain_volatile_functions(other))
		return false;

	/*
	 * written twice; and equality with a column can be hashed and merged as
	 * it is
	 */
	if (clause->strategy == InvalidStrategy || clause->strategy == BTEqualStrategyNumber)
		return !contain_var_clause(other) && uuidx_may_be_duplicated(relation->root, other);
	return true;
}

bool
uuidx_derive_range(const uuidx_relation *relation, const uuidx_clause *clause, List **quals)
{
	bool		is_range = clause->strategy == InvalidStrategy;
	bool		has_predicate;
	uuidx_target target;
	Node	   *other;

	Assert(clause->type == UUIDX_CLAUSE_TIME);
	*quals = NIL;
	if (!is_usable(relation, clause) || (other = uuidx_instant_of(clause->other)) == NULL ||
		exprType(other) != (is_range ? TSTZRANGEOID : TIMESTAMPTZOID) ||
		!uuidx_set_target(&target, clause->kind, clause->schema, clause->uuid))
		return false;
	if (!(is_range ? uuidx_write_range(&target, other, quals) :
		  uuidx_write_instant(&target, clause->strategy, other, quals)))
		return false;

	/*
	 * a partial index can be used only if the query has every condition of
	 * its predicate
	 */
	has_predicate = uuidx_index_use_of(relation->table)->uuid_predicates;
	if (clause->kind != UUIDX_TIME_OF_ANY)
		return !(clause->needs_version || has_predicate) || uuidx_write_version(&target, quals);
	if (has_predicate || (clause->strategy != BTLessStrategyNumber &&
						  clause->strategy != BTLessEqualStrategyNumber))
		return uuidx_write_has_time(&target, quals);
	return true;
}

bool
uuidx_derive_has_time(const uuidx_relation *relation, const uuidx_clause *clause, List **quals)
{
	uuidx_target target;
	NullTest   *test;

	*quals = NIL;
	if (!uuidx_set_target(&target, clause->kind, clause->schema, clause->uuid))
		return false;
	if (clause->kind == UUIDX_TIME_OF_ANY)
		return uuidx_write_has_time(&target, quals);
	if (clause->needs_version)
		return uuidx_write_version(&target, quals);
	test = makeNode(NullTest);
	test->arg = (Expr *) copyObject(clause->uuid);
	test->nulltesttype = IS_NOT_NULL;
	test->location = -1;
	*quals = list_make1(test);
	return true;
}

/*
 * A version 8 begins with its millisecond, as a version 7 does, and is after all v7 of it.
 * What is not after an instant has no bound: it may be of the same millisecond.
 */
bool
uuidx_derive_node_time(const uuidx_relation *relation, const uuidx_clause *clause, List **quals)
{
	StrategyNumber strategy = clause->strategy;
	uuidx_target target;
	Node	   *instant;

	*quals = NIL;
	if (strategy == InvalidStrategy || strategy == BTLessEqualStrategyNumber)
		return false;
	instant = uuidx_instant_of(clause->other);
	if (instant == NULL || !is_usable(relation, clause) || exprType(instant) != TIMESTAMPTZOID ||
		!uuidx_set_target(&target, UUIDX_TIME_OF_V7, clause->schema, clause->uuid))
		return false;
	if (strategy >= BTEqualStrategyNumber)
		return uuidx_write_instant(&target, BTGreaterStrategyNumber, instant, quals);

	/* an upper bound is one of v7 only */
	return (!IsA(instant, Const) || DatumGetTimestampTz(((Const *) instant)->constvalue) <
			UUIDX_V7_MAX_PG_US) &&
		uuidx_write_instant(&target, BTLessStrategyNumber, instant, quals);
}

bool
uuidx_is_of_use(const uuidx_relation *relation, uuidx_time_kind kind)
{
	return kind != UUIDX_TIME_OF_ANY || relation->rel->part_scheme == NULL ||
		uuidx_index_use_of(relation->table)->time_ranges;
}

/* --- Where what was written stays -------------------------------------------------- */

/* Whether a node is somewhere in an expression */
static bool
contains_walker(Node *node, void *searched)
{
	if (node == NULL)
		return false;
	return equal(node, searched) ||
		expression_tree_walker(node, UUIDX_WALKER(contains_walker), searched);
}

int
uuidx_index_position(const IndexOptInfo *index, Node *expression)
{
	AttrNumber	attribute = IsA(expression, Var) ? ((Var *) expression)->varattno : 0;
	ListCell   *next = list_head(index->indexprs);

	for (int i = 0; i < index->nkeycolumns; i++)
	{
		if (index->indexkeys[i] != 0)
		{
			if (index->indexkeys[i] == attribute)
				return i;
			continue;
		}
		if (equal(lfirst(next), expression))
			return i;
		next = lnext(index->indexprs, next);
	}
	return -1;
}

bool
uuidx_has_conditions_before(const uuidx_relation *relation, const IndexOptInfo *index, int position)
{
	Bitmapset  *columns = NULL;

	pull_varattnos((Node *) relation->root->parse->jointree, relation->rel->relid, &columns);
	for (int i = 0; i < position; i++)
		if (index->indexkeys[i] == 0 ||
			!bms_is_member(index->indexkeys[i] - FirstLowInvalidHeapAttributeNumber, columns))
			return false;
	return true;
}

/*
 * Whether nothing is in the order of the uuids that a generated column would be replaced
 * with.  The column has statistics of its own, and is compared faster than a uuid.
 */
static bool
is_best_as_column(const uuidx_relation *relation, const uuidx_clause *clause)
{
	const uuidx_index_use *use;

	if (!clause->stored)
		return false;
	use = uuidx_index_use_of(relation->table);
	return !(clause->kind == UUIDX_TIME_OF_ANY ? use->time_ranges : use->uuid_ranges);
}

uuidx_written_form
uuidx_written_form_of(const uuidx_relation *relation, const uuidx_clause *clause)
{
	const uuidx_index_use *use;
	bool		has_expression = false;
	bool		has_predicate = false;
	bool		has_uuid = false;
	ListCell   *cell;

	if (is_best_as_column(relation, clause))
		return UUIDX_WRITTEN_ALONE;

	/* partitions and children have indexes of their own */
	if (relation->rte->inh)
	{
		use = uuidx_index_use_of(relation->table);
		return clause->may_be_outdated ||
			(clause->stored ? use->time_columns : use->time_expressions) ?
			UUIDX_WRITTEN_STAYS : UUIDX_WRITTEN_GOES;
	}

	foreach(cell, relation->rel->indexlist)
	{
		IndexOptInfo *index = (IndexOptInfo *) lfirst(cell);
		int			position = uuidx_index_position(index, clause->extracted);

		/*
		 * one without an order, such as BRIN, is no better than one on the
		 * uuid
		 */
		if (position >= 0 && index->sortopfamily != NULL && index->indpred == NIL &&
			uuidx_has_conditions_before(relation, index, position))
			return UUIDX_WRITTEN_ALONE;
		has_expression |= position >= 0;
		has_predicate |= contains_walker((Node *) index->indpred, clause->extracted) ||
			(position >= 0 && index->indpred != NIL);
		has_uuid |= index->indexkeys[0] == clause->column->varattno;
	}

	/* an index on the time that cannot be used well is better than none */
	if (has_expression && !has_uuid)
		return UUIDX_WRITTEN_ALONE;

	if (has_predicate || clause->may_be_outdated)
		return UUIDX_WRITTEN_STAYS;

	/* an equality implies something for other relations of the query, too */
	return clause->strategy == BTEqualStrategyNumber &&
		list_length(relation->root->parse->rtable) > 1 ? UUIDX_WRITTEN_STAYS : UUIDX_WRITTEN_GOES;
}

/* --- Which of the two counts ------------------------------------------------------- */

/* The conditions of a relation on one column, as RestrictInfos */
typedef struct column_conditions
{
	const uuidx_relation *relation;
	const uuidx_table *top;		/* of the relation at the top */
	AttrNumber	attribute;		/* as it is numbered there */
	List	   *written;		/* on its extracted time */
	List	   *rewritten;		/* on the uuid itself, but for equality */
	bool		all_indexed;	/* an index has each of the written ones */
} column_conditions;

/* The number that a column of a partition or child has in the relation at the top; or 0 */
static AttrNumber
attribute_at_top(const uuidx_relation *relation, AttrNumber attribute)
{
	for (; relation->parent != NULL && attribute > 0; relation = relation->parent)
	{
		AppendRelInfo *above = relation->root->append_rel_array[relation->rel->relid];

		attribute = attribute <= above->num_child_cols ? above->parent_colnos[attribute - 1] : 0;
	}
	return attribute;
}

/*
 * The column of which an expression is the time, or a function of it, or which it is; or 0.
 * As it is numbered in the relation at the top, of which alone it is known what is generated.
 */
static AttrNumber
read_side(const uuidx_relation *relation, const uuidx_table *top, Node *side, bool *extracted)
{
	const uuidx_generated_column *generated;
	AttrNumber	attribute;
	Node	   *extraction = uuidx_find_extraction(side);
	Var		   *column;

	*extracted = extraction != NULL && !IsA(extraction, Var);
	if (*extracted)
		side = (Node *) linitial(((FuncExpr *) extraction)->args);
	else if (extraction != NULL)
		side = extraction;
	column = uuidx_match_column(relation->rel->relid, side);
	if (column == NULL)
		return 0;
	attribute = attribute_at_top(relation, column->varattno);
	generated = uuidx_find_generated(top->generated, attribute);
	*extracted |= generated != NULL;
	return generated == NULL ? attribute : generated->uuid;
}

static bool
has_index(const RelOptInfo *rel, Node *expression)
{
	ListCell   *cell;

	foreach(cell, rel->indexlist)
		if (uuidx_index_position((IndexOptInfo *) lfirst(cell), expression) >= 0)
		return true;
	return false;
}

/* Collects the conditions in a RestrictInfo, or in a list or tree of them */
static bool
collect_walker(Node *node, column_conditions *conditions)
{
	RestrictInfo *rinfo = (RestrictInfo *) node;
	RelOptInfo *rel = conditions->relation->rel;
	ListCell   *cell;

	if (node == NULL)
		return false;
	if (!IsA(node, RestrictInfo))
		return expression_tree_walker(node, UUIDX_WALKER(collect_walker), (void *) conditions);
	if (rinfo->orclause != NULL)
		return collect_walker((Node *) rinfo->orclause, conditions);
	if (!IsA(rinfo->clause, OpExpr))
		return false;
	foreach(cell, ((OpExpr *) rinfo->clause)->args)
	{
		bool		extracted;

		if (read_side(conditions->relation, conditions->top, (Node *) lfirst(cell),
					  &extracted) != conditions->attribute)
			continue;
		if (extracted)
		{
			conditions->written = lappend(conditions->written, rinfo);
			conditions->all_indexed &= has_index(rel, (Node *) lfirst(cell));
		}
		else if (!op_hashjoinable(((OpExpr *) rinfo->clause)->opno, UUIDOID))
			conditions->rewritten = lappend(conditions->rewritten, rinfo);
	}
	return false;
}

/* The conditions that others imply as well, as ones of a partition or child if it is one */
static List *
implied_conditions(const uuidx_relation *relation)
{
	List	   *implied;

	if (relation->parent == NULL)
		return relation->implied;
	implied = implied_conditions(relation->parent);
	if (implied == NIL)
		return NIL;
	return (List *) adjust_appendrel_attrs(relation->root, (Node *) implied, 1,
										   &relation->root->append_rel_array[relation->rel->relid]);
}

bool
uuidx_counts_as_written(const uuidx_relation *relation, AttrNumber attribute)
{
	column_conditions conditions = {relation,.all_indexed = true};
	const uuidx_relation *top = relation;
	List	   *implied = implied_conditions(relation);
	ListCell   *cell;

	foreach(cell, relation->rel->baserestrictinfo)
		if (list_member(implied, lfirst_node(RestrictInfo, cell)->clause))
		lfirst_node(RestrictInfo, cell)->norm_selec = 1.0;

	while (top->parent != NULL)
		top = top->parent;
	if (!top->keeps_written)
		return false;
	conditions.top = top->table;
	conditions.attribute = attribute_at_top(relation, attribute);
	if (conditions.attribute == 0)
		return false;
	collect_walker((Node *) relation->rel->baserestrictinfo, &conditions);
	if (conditions.written == NIL)
		return false;

	/* this is where the server keeps a selectivity that it has computed */
	foreach(cell, conditions.all_indexed ? conditions.rewritten : conditions.written)
		lfirst_node(RestrictInfo, cell)->norm_selec = 1.0;
	return conditions.all_indexed;
}
