/*
 * range.c
 *	  Translates filters on the time extracted from a uuid into comparisons of uuids.
 *
 *	  uuid_time(id) >= '2026-01-01Z'
 *
 * cannot use an index on id.  In WHERE or ON it becomes
 *
 *	  id >= '019b76da-a800-7000-8000-000000000000'	where constraints prove v7 (or v6)
 *	  ... AND uuid_is_v7(id)						for uuid_v7_timestamp(id), where they
 *													do not
 *	  id ~>=~ '13e6b000-...' AND id ~<~ nil			for uuid_time(id), in time order
 *
 * The rows are the same because null counts as false there: the time of a uuid without one is null,
 * and the comparisons are false for it.
 *
 * A condition is left to the index on the time (time_index.c) if that index serves it better: if
 * the other side is from another table, or is unknown and compared by =; or if the user has created
 * an index on the time, too.
 */
#include "planner/planner.h"

#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"
#include "uuid/epoch.h"

/* A date can be compared with an instant even if casting it would raise an error */
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

bool
uuidx_is_pseudoconstant(const uuidx_relation *relation, Node *node)
{
	if (IsA(node, Const))
		return !((Const *) node)->constisnull;
	return !contain_var_clause(node) && uuidx_may_be_duplicated(relation->root, node);
}

/* Whether the other side of a comparison may be written as a bound of the uuid */
static bool
can_be_bound(const uuidx_relation *relation, const uuidx_clause *clause)
{
	Node	   *other = clause->other;

	if (IsA(other, Const))
		return !((Const *) other)->constisnull;
	if (bms_is_member(relation->rel->relid, pull_varnos(relation->root, other)) ||
		contain_volatile_functions(other))
		return false;

	/* a range is written twice, as is an instant compared by = */
	if (clause->strategy == InvalidStrategy)
		return uuidx_is_pseudoconstant(relation, other);
	return clause->strategy != BTEqualStrategyNumber ||
		uuidx_may_be_duplicated(relation->root, other);
}

List *
uuidx_derive_null(const uuidx_clause *clause)
{
	NullTest   *result = makeNode(NullTest);

	if (clause->time.needs_version || clause->time.kind == UUIDX_TIME_OF_V8)
		return NIL;
	result->arg = (Expr *) copyObject(clause->uuid);
	result->nulltesttype = IS_NULL;
	result->location = -1;
	return list_make1(result);
}

List *
uuidx_derive_range(const uuidx_relation *relation, const uuidx_clause *clause)
{
	uuidx_time_kind kind = clause->time.kind;
	StrategyNumber strategy = clause->strategy;
	bool		is_range = strategy == InvalidStrategy;
	bool		written;
	bool		has_predicate;
	uuidx_target target;
	Node	   *other;
	List	   *quals = NIL;

	Assert(clause->type == UUIDX_CLAUSE_TIME);

	if (!can_be_bound(relation, clause) || (other = uuidx_instant_of(clause->other)) == NULL ||
		exprType(other) != (is_range ? TSTZRANGEOID : TIMESTAMPTZOID) ||
		(is_range && kind == UUIDX_TIME_OF_V8) ||
		!uuidx_set_target(&target, kind, clause->time.schema, clause->uuid))
		return NIL;
	written = is_range ? uuidx_write_range(&target, other, &quals) :
		uuidx_write_instant(&target, strategy, other, &quals);
	if (!written || kind == UUIDX_TIME_OF_V8)
		return written ? quals : NIL;

	/* a partial index needs every condition of its predicate in the query */
	has_predicate = uuidx_index_use_of(relation->table)->uuid_predicates;
	if (kind != UUIDX_TIME_OF_ANY && (clause->time.needs_version || has_predicate))
		written = uuidx_write_version(&target, &quals);
	else if (kind == UUIDX_TIME_OF_ANY && (has_predicate || !uuidx_is_upper(strategy)))
		written = uuidx_write_has_time(&target, &quals);
	return written ? quals : NIL;
}

bool
uuidx_order_is_useful(const uuidx_relation *relation, uuidx_time_kind kind)
{
	return kind != UUIDX_TIME_OF_ANY || relation->rel->part_scheme == NULL ||
		uuidx_index_use_of(relation->table)->time_ranges;
}

/* --- What becomes of the condition ---------------------------------------------------------- */

/* Whether an index of a table has an extracted time in its columns or its predicate */
static bool
has_index_on(const RelOptInfo *rel, Node *extracted)
{
	ListCell   *cell;

	foreach(cell, rel->indexlist)
	{
		IndexOptInfo *index = (IndexOptInfo *) lfirst(cell);

		if (uuidx_contains((Node *) index->indexprs, extracted) ||
			uuidx_contains((Node *) index->indpred, extracted))
			return true;
	}
	return false;
}

/* Whether a relation has an index that can serve as one on the time of a column */
static bool
has_time_index(const uuidx_relation *relation, AttrNumber column)
{
	ListCell   *cell;

	foreach(cell, relation->rel->indexlist)
	{
		IndexOptInfo *index = (IndexOptInfo *) lfirst(cell);

		for (int i = 0; index->sortopfamily != NULL && i < index->nkeycolumns; i++)
			if (index->indexkeys[i] == column)
				return true;
	}
	return false;
}

bool
uuidx_is_partitioned_by(const uuidx_relation *relation, AttrNumber column)
{
	PartitionScheme scheme = relation->rel->part_scheme;
	Var		   *key;

	if (!relation->rte->inh || scheme == NULL || scheme->strategy != PARTITION_STRATEGY_RANGE)
		return false;
	key = uuidx_match_column(relation->rel->relid, (Node *) linitial(relation->rel->partexprs[0]));
	return key != NULL && key->varattno == column;
}

/* Whether a query reads one table alone */
static bool
is_single(const Query *query)
{
	return list_length(query->jointree->fromlist) == 1 &&
		IsA(linitial(query->jointree->fromlist), RangeTblRef);
}

/*
 * Whether a comparison must stay as written: it is with another table, or it is an equality from
 * which the server may derive others, or which it estimates better because a value is unknown
 */
static bool
is_equality_or_join(const uuidx_relation *relation, const uuidx_clause *clause)
{
	if (clause->any)
		return contain_var_clause(clause->other);
	return contain_var_clause(clause->other) ||
		(clause->strategy == BTEqualStrategyNumber &&
		 (!IsA(clause->other, Const) || !is_single(relation->root->parse)));
}

/* Chooses for a parent: a range excludes partitions, and their indexes use the original */
static uuidx_original
original_of_parent(const uuidx_relation *relation, const uuidx_clause *clause)
{
	if (clause->type == UUIDX_CLAUSE_ROW ||
		(!clause->any && is_equality_or_join(relation, clause)))
		return uuidx_is_partitioned_by(relation, clause->column->varattno) &&
			uuidx_order_is_useful(relation, clause->time.kind) ?
			UUIDX_ORIGINAL_COUNTS : UUIDX_ORIGINAL_UNCHANGED;
	return clause->time.kind == UUIDX_TIME_OF_V8 || relation->is_arm ||
		is_equality_or_join(relation, clause) ||
		uuidx_index_use_of(relation->table)->time_expressions ?
		UUIDX_ORIGINAL_COUNTS : UUIDX_ORIGINAL_REPLACED;
}

uuidx_original
uuidx_original_of(const uuidx_relation *relation, const uuidx_clause *clause)
{
	bool		has_index = has_time_index(relation, clause->column->varattno);
	bool		is_v8 = clause->time.kind == UUIDX_TIME_OF_V8;

	if (relation->rte->inh)
		return original_of_parent(relation, clause);
	if (clause->type == UUIDX_CLAUSE_ROW || has_index_on(relation->rel, clause->time.extracted) ||
		(has_index && !clause->any && (is_v8 || relation->is_arm)))
		return UUIDX_ORIGINAL_UNCHANGED;
	if (is_equality_or_join(relation, clause))
		return !clause->any && (has_index || contain_var_clause(clause->other)) ?
			UUIDX_ORIGINAL_UNCHANGED : UUIDX_ORIGINAL_COUNTS;
	return is_v8 ? UUIDX_ORIGINAL_COUNTS : UUIDX_ORIGINAL_REPLACED;
}
