/*
 * range.c
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
 * What becomes of the original condition is in original.c.
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

bool
uuidx_is_known(const uuidx_relation *relation, Node *node)
{
	if (IsA(node, Const))
		return !((Const *) node)->constisnull;
	return !contain_var_clause(node) && uuidx_may_be_duplicated(relation->root, node);
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
		return uuidx_is_known(relation, other);
	return true;
}

/*
 * The uuid is not null, then.  From 17 on the server drops `id IS NOT NULL` where the column is NOT
 * NULL by now, whatever the snapshot sees; so that is written as a comparison.
 */
List *
uuidx_derive_has_time(const uuidx_relation *relation, const uuidx_clause *clause)
{
	uuidx_target target;
	List	   *quals = NIL;
	bool		written = false;

	if (!uuidx_set_target(&target, clause->time.kind, clause->time.schema, clause->uuid))
		return NIL;
	if (clause->time.kind == UUIDX_TIME_OF_ANY)
		written = uuidx_write_has_time(&target, &quals);
	else if (clause->time.needs_version)
		written = uuidx_write_version(&target, &quals);
	else
		written = uuidx_write_instant(&target, BTGreaterEqualStrategyNumber,
									  uuidx_make_instant(DT_NOBEGIN), &quals);
	return written ? quals : NIL;
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

	/*
	 * A version 8 begins with its millisecond, as a version 7 does, and is
	 * after all v7 of it.  What is not after an instant has no bound: it may
	 * be of the same millisecond.
	 */
	if (kind == UUIDX_TIME_OF_V8)
	{
		if (is_range || strategy == BTLessEqualStrategyNumber)
			return NIL;
		strategy = strategy < BTEqualStrategyNumber ? BTLessStrategyNumber :
			BTGreaterStrategyNumber;
	}
	if (!is_usable(relation, clause) || (other = uuidx_instant_of(clause->other)) == NULL ||
		exprType(other) != (is_range ? TSTZRANGEOID : TIMESTAMPTZOID) ||
		!uuidx_set_target(&target, kind == UUIDX_TIME_OF_V8 ? UUIDX_TIME_OF_V7 : kind,
						  clause->time.schema, clause->uuid))
		return NIL;
	written = is_range ? uuidx_write_range(&target, other, &quals) :
		uuidx_write_instant(&target, strategy, other, &quals);
	if (!written || kind == UUIDX_TIME_OF_V8)
		return written ? quals : NIL;

	/*
	 * a partial index can be used only if the query has every condition of
	 * its predicate
	 */
	has_predicate = uuidx_index_use_of(relation->table)->uuid_predicates;
	if (kind != UUIDX_TIME_OF_ANY && (clause->time.needs_version || has_predicate))
		written = uuidx_write_version(&target, &quals);
	else if (kind == UUIDX_TIME_OF_ANY && (has_predicate || !uuidx_is_upper(strategy)))
		written = uuidx_write_has_time(&target, &quals);
	return written ? quals : NIL;
}

bool
uuidx_is_of_use(const uuidx_relation *relation, uuidx_time_kind kind)
{
	return kind != UUIDX_TIME_OF_ANY || relation->rel->part_scheme == NULL ||
		uuidx_index_use_of(relation->table)->time_ranges;
}
