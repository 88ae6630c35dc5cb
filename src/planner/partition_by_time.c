/*
 * partition_by_time.c
 *	  Translates conditions on a uuid into conditions on the time column of its table, and back.
 *
 * In a table that is partitioned by `at`, with CHECK (uuid_v7_within(id, at, '1 day')),
 *
 *	  id = '019b76da-a800-7000-8000-000000000000'		(its time is 2026-01-01Z)
 *
 * implies `at >= '2025-12-31Z' AND at <= '2026-01-02Z'`, because no row has the two further apart.
 * The condition stays; what it implies is added to prune partitions.  In the same way
 *
 *	  id IN (x, y)			implies the range from the first to the last of their times
 *	  id >= x, id < x		at >= time of x - 1 day, at <= time of x + 1 day
 *	  at >= t, at < t		id >= uuid_v7_lower(t - 1 day), and so on, where the table is
 *							partitioned by id
 *
 * A column without time zone is compared with what its clock shows at these instants.  A CHECK
 * passes for nulls, which is why the partition column must be NOT NULL.
 */
#include "planner/planner.h"

#include "access/table.h"
#include "catalog/pg_type.h"
#include "functions.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "partitioning/partbounds.h"
#include "partitioning/partdesc.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"
#include "uuid/tolerance.h"

/* A larger tolerance prunes nothing, and could lead beyond the ends of time */
#define MAX_TOLERANCE_US (INT64CONST(365000) * UUIDX_DAY_US)

/* Longer lists of expressions imply nothing, because that would be computed for every row */
#define MAX_ELEMENTS 100

/* What conditions imply about the partition column */
typedef struct within_bounds
{
	const uuidx_relation *relation;
	const uuidx_check *within;
	Oid			time_function;	/* uuid_v7_timestamp() */
	Node	   *column;			/* partition column in the condition's row */
	List	   *clauses;		/* all conditions, of uuidx_clause */
	List	   *quals;			/* implied conditions */
} within_bounds;

/* Returns what the column's clock shows at an instant that is infinite or near the times of v7 */
static Node *
make_reading_of(const uuidx_check *within, Node *instant)
{
	Node	   *reading;

	if (within->at_type == TIMESTAMPTZOID)
		return instant;
	reading = (Node *) makeFuncExpr(F_TIMEZONE_INTERVAL_TIMESTAMPTZ, TIMESTAMPOID,
									list_make2(uuidx_make_interval(within->offset_us), instant),
									InvalidOid, InvalidOid, COERCE_SQL_SYNTAX);

	if (within->at_type == DATEOID)
		reading = (Node *) makeFuncExpr(F_DATE_TIMESTAMP, DATEOID, list_make1(reading), InvalidOid,
										InvalidOid, COERCE_EXPLICIT_CAST);
	return reading;
}

/* Returns a value as an instant, near enough to the times of v7 to add the tolerance to it */
static Node *
make_instant_of(const uuidx_check *within, StrategyNumber strategy, Node *value)
{
	value = uuidx_clamp_time(strategy, (Node *) copyObject(value),
							 UUIDX_V7_MIN_PG_US - USECS_PER_DAY,
							 UUIDX_V7_MAX_PG_US + 2 * USECS_PER_DAY);
	return within->at_type == TIMESTAMPTZOID ? value :
		uuidx_make_instant_of_reading(value, within->offset_us);
}

/* Returns the number of the partition of a constant; -1 if there is none, or it has partitions */
static int
find_partition(const uuidx_relation *relation, Const *constant)
{
	PartitionScheme scheme = relation->rel->part_scheme;
	PartitionBoundInfo boundinfo = relation->rel->boundinfo;
	Relation	table = table_open(relation->rte->relid, NoLock);
	bool		is_equal;
	int			i = partition_range_datum_bsearch(scheme->partsupfunc, scheme->partcollation,
												  boundinfo, 1,
												  &constant->constvalue, &is_equal);

	i = boundinfo->indexes[i + 1];
	if (i >= 0 &&
		!PartitionDirectoryLookup(relation->root->glob->partition_directory, table)->is_leaf[i])
		i = -1;
	table_close(table, NoLock);
	return i;
}

/* Whether a condition has a bound in the same partition, and no index uses a narrower one */
static bool
is_bounded(const within_bounds *bounds, StrategyNumber strategy, Const *bound)
{
	int			partition = -1;
	Const	   *other;

	if (IsA(bound, Const) && !bound->constisnull &&
		bounds->relation->rel->part_scheme->partnatts == 1 &&
		!uuidx_index_use_of(bounds->relation->table)->instants)
		partition = find_partition(bounds->relation, bound);
	if (partition < 0)
		return false;
	foreach_ptr(const uuidx_clause, clause, bounds->clauses)
	{
		other = (Const *) clause->other;
		if (clause->type == UUIDX_CLAUSE_INSTANT && IsA(other, Const) && !other->constisnull &&
			(clause->strategy == BTEqualStrategyNumber ||
			 uuidx_is_lower(clause->strategy) == uuidx_is_lower(strategy)) &&
			other->consttype == bound->consttype && equal(clause->column, bounds->column) &&
			find_partition(bounds->relation, other) == partition)
			return true;
	}
	return false;
}

/* Appends a comparison of the partition column with a bound, unless it excludes no partition */
static void
append_bound(within_bounds *bounds, StrategyNumber strategy, Node *bound)
{
	const RelOptInfo *rel = bounds->relation->rel;
	OpExpr	   *clause;

	bound = uuidx_fold(bounds->relation->root, bound);
	if (is_bounded(bounds, strategy, (Const *) bound))
		return;
	clause = uuidx_make_comparison(rel->part_scheme->partopfamily[0],
								   rel->part_scheme->partopcintype[0], strategy, bounds->column,
								   bound);
	if (clause != NULL)
		uuidx_add_bound(&bounds->quals, (Node *) clause);
}

/* Appends the bound of a uuid partition column for an instant, in the order of its partitions */
static void
append_uuid_bound(within_bounds *bounds, StrategyNumber strategy, Node *instant)
{
	Oid			opfamily = bounds->relation->rel->part_scheme->partopfamily[0];
	TypeCacheEntry *type = lookup_type_cache(UUIDOID, TYPECACHE_BTREE_OPFAMILY);
	uuidx_target target;
	List	   *quals = NIL;
	OpExpr	   *clause;

	if (!uuidx_set_target(&target, opfamily == type->btree_opf ? UUIDX_TIME_OF_V7 :
						  UUIDX_TIME_OF_ANY, get_func_namespace(bounds->within->function),
						  bounds->column) || target.opfamily != opfamily ||
		!uuidx_write_instant(&target, strategy, instant, &quals))
		return;
	clause = (OpExpr *) linitial(quals);
	append_bound(bounds, get_op_opfamily_strategy(clause->opno, opfamily),
				 (Node *) lsecond(clause->args));
}

/* Appends what follows if the other column's time is STRATEGY an instant */
static void
append_time(within_bounds *bounds, StrategyNumber strategy, Node *instant)
{
	const uuidx_check *within = bounds->within;
	int64		shift_us = uuidx_is_lower(strategy) ? -within->tolerance_us : within->tolerance_us;
	bool		by_uuid = bounds->relation->rel->part_scheme->partopcintype[0] == UUIDOID;

	if (strategy == BTEqualStrategyNumber)
	{
		append_time(bounds, BTGreaterEqualStrategyNumber, instant);
		append_time(bounds, BTLessEqualStrategyNumber, (Node *) copyObject(instant));
		return;
	}

	/* a day is at or after a time if it is at or after the next midnight */
	if (within->at_type == DATEOID && !by_uuid &&
		(strategy == BTGreaterEqualStrategyNumber || strategy == BTLessStrategyNumber))
		shift_us += USECS_PER_DAY - 1;
	instant = uuidx_make_shifted(uuidx_fold(bounds->relation->root, instant), shift_us);
	if (by_uuid)
		append_uuid_bound(bounds, strategy, instant);
	else
		append_bound(bounds, strategy, make_reading_of(within, instant));
}

static Node *
make_time_of(const within_bounds *bounds, Node *uuid)
{
	return (Node *) makeFuncExpr(bounds->time_function, TIMESTAMPTZOID,
								 list_make1(copyObject(uuid)), InvalidOid, InvalidOid,
								 COERCE_EXPLICIT_CALL);
}

/* Appends what uuid = other, or = ANY (other), implies; only elements that are v7 match rows */
static void
imply_from_equality(within_bounds *bounds, Node *other, bool any)
{
	List	   *elements = any ? uuidx_elements_of(other) : list_make1(other);
	List	   *times = NIL;

	/* the elements may not be known yet */
	if (elements == NIL || (!IsA(other, Const) && list_length(elements) > MAX_ELEMENTS))
		return;
	foreach_ptr(Const, uuid, elements)
	{
		TimestampTz time;

		if (!IsA(uuid, Const))
			times = lappend(times, make_time_of(bounds, (Node *) uuid));
		else if (uuidx_v7_time(DatumGetUUIDP(uuid->constvalue), &time))
			times = lappend(times, uuidx_make_instant(time));
	}
	if (times == NIL)
		times = list_make1(makeNullConst(TIMESTAMPTZOID, -1, InvalidOid));
	append_time(bounds, BTGreaterEqualStrategyNumber, uuidx_make_extreme(IS_LEAST, times));
	append_time(bounds, BTLessEqualStrategyNumber, uuidx_make_extreme(IS_GREATEST, times));
}

/*
 * Appends what uuid < other, and so on, implies.  A constant is compared with v7, so its first 48
 * bits are the milliseconds, whatever its version.  Another expression may have no time, and then
 * bounds nothing.  A v7 before the first one of a millisecond has an earlier time.
 */
static void
imply_from_range(within_bounds *bounds, StrategyNumber strategy, Node *other)
{
	bool		lower = uuidx_is_lower(strategy);
	bool		is_first;
	Node	   *time;

	if (IsA(other, Const))
	{
		const pg_uuid_t *uuid = DatumGetUUIDP(((Const *) other)->constvalue);
		TimestampTz pg_us = uuidx_unix_ms_to_pg_us(uuidx_v7_unix_ms(uuid));
		pg_uuid_t	first;

		uuidx_v7_lower(pg_us, &first);
		is_first = memcmp(uuid, &first, UUID_LEN) <= 0;
		time = uuidx_make_instant(pg_us);
	}
	else
	{
		is_first = IsA(other, FuncExpr) &&
			uuidx_own_function(((FuncExpr *) other)->funcid) == uuidx_v7_lower_bound;
		time = uuidx_make_extreme(lower ? IS_GREATEST : IS_LEAST,
								  list_make2(make_time_of(bounds, other),
											 uuidx_make_instant(lower ? DT_NOBEGIN : DT_NOEND)));
	}
	append_time(bounds, strategy == BTLessStrategyNumber && is_first ? strategy :
				uuidx_including_ends(strategy), time);
}

/* Returns the first key column of a relation that is partitioned by range; NULL if not usable */
static Var *
find_partition_column(const RelOptInfo *rel)
{
	PartitionScheme scheme = rel->part_scheme;
	Oid			type;

	if (scheme == NULL || rel->boundinfo == NULL ||
		scheme->strategy != PARTITION_STRATEGY_RANGE)
		return NULL;
	type = scheme->partopcintype[0];

	/* minor releases before August 2026 prune a default partition wrongly */
	if (scheme->partnatts > 1 && partition_bound_has_default(rel->boundinfo))
		return NULL;

	/* a time must have the default order; a uuid may have either one */
	if (type != UUIDOID &&
		scheme->partopfamily[0] != lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf)
		return NULL;
	return uuidx_match_column(rel->relid, (Node *) linitial(rel->partexprs[0]));
}

/* Whether a CHECK relates the column of a condition to the column of the partitions */
static bool
applies(const uuidx_check *within, const uuidx_clause *clause, AttrNumber partitioned_by)
{
	AttrNumber	column = clause->column->varattno;

	if (within->tolerance_us > MAX_TOLERANCE_US)
		return false;
	if (clause->type == UUIDX_CLAUSE_UUID)
		return within->uuid == column && within->at == partitioned_by;
	return clause->type == UUIDX_CLAUSE_INSTANT && within->at == column &&
		within->uuid == partitioned_by;
}

/* Whether the other side may be written a second time, in another place */
static bool
can_be_repeated(const uuidx_relation *relation, const uuidx_clause *clause)
{
	if (clause->strategy != BTEqualStrategyNumber || IsA(clause->other, Const))
		return clause->strategy != InvalidStrategy &&
			uuidx_is_pseudoconstant(relation, clause->other);

	/* few rows pass an equality, so the cost for each of them does not matter */
	return !contain_var_clause(clause->other) && !contain_volatile_functions(clause->other) &&
		!contain_subplans(clause->other);
}

/* Returns the partition column in the row that a condition is about */
static Node *
column_of_row(Var *partition_column, Var *column)
{
	Var		   *result = (Var *) copyObject(partition_column);

#ifdef UUIDX_NULLING_RELATIONS
	result->varnullingrels = bms_copy(column->varnullingrels);
#endif
	return applyRelabelType((Node *) result, getBaseType(result->vartype), -1, result->varcollid,
							COERCE_IMPLICIT_CAST, -1, false);
}

/* Returns what conditions joined by AND imply about the partition column by uuid_v7_within() */
List *
uuidx_derive_within(const uuidx_relation *relation, List *clauses)
{
	within_bounds bounds = {.relation = relation,.clauses = clauses};
	Var		   *partition_column;

	if (relation->table->within == NIL || !relation->rte->inh)
		return NIL;
	partition_column = find_partition_column(relation->rel);
	if (partition_column == NULL || !uuidx_has_no_nulls(relation, partition_column->varattno))
		return NIL;
	foreach_ptr(const uuidx_clause, clause, clauses)
	{
		Node	   *other = clause->other;

		CHECK_FOR_INTERRUPTS();
		if (list_length(bounds.quals) > MAX_ELEMENTS)
			break;
		if (clause->type == UUIDX_CLAUSE_OTHER || !can_be_repeated(relation, clause))
			continue;
		foreach_ptr(const uuidx_check, within, relation->table->within)
		{
			bounds.within = within;
			if (!applies(within, clause, partition_column->varattno))
				continue;
			bounds.time_function = uuidx_find_function(get_func_namespace(bounds.within->function),
													   "uuid_v7_timestamp", UUIDOID,
													   uuidx_v7_timestamp);
			bounds.column = column_of_row(partition_column, clause->column);
			if (clause->type == UUIDX_CLAUSE_INSTANT)
				append_time(&bounds, clause->strategy,
							make_instant_of(bounds.within, clause->strategy, other));
			else if (clause->strategy == BTEqualStrategyNumber)
				imply_from_equality(&bounds, other, clause->any);
			else
				imply_from_range(&bounds, clause->strategy, other);
		}
	}
	return bounds.quals;
}
