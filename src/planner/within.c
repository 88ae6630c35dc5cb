/*
 * within.c
 *	  Conditions on a uuid as conditions on the time column beside it, and back.
 *
 * In a table with CHECK (uuid_v7_within(id, at, tolerance)) the time of an id and
 * `at` are never further apart than the tolerance.  So a condition on one of them
 * implies a weaker one on the other:
 *
 *	  id = x				at >= time of x - tolerance, at <= time of x + tolerance
 *	  id IN (x, y, ...)		the same of the first and the last time among them
 *	  id >= x, id < x		at >= time of x - tolerance, at <= time of x + tolerance
 *	  at >= t, at < t		id >= uuid_v7_lower(t - tolerance), and so on
 *
 * That is worth something only where the other one is what the table is partitioned
 * by, and done only there.  A CHECK passes for nulls, which is why that column has
 * to be NOT NULL: a row in which it is null need not fulfil the weaker condition.
 *
 * A bound that is constant is widened to the next bound of a partition.  It leaves
 * out the same partitions, and inside of those that remain it holds for every row:
 * estimates count the original condition, not both.
 *
 * What is written raises no error for any value.
 */
#include "planner/planner.h"

#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "partitioning/partbounds.h"
#include "utils/array.h"
#include "utils/datum.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"
#include "uuid/within.h"

extern Datum uuidx_v7_lower_bound(PG_FUNCTION_ARGS);

/* Beyond this nothing is left out, and near the ends of time there would be errors */
#define MAX_TOLERANCE_US (INT64CONST(365000) * UUIDX_DAY_US)

/* What follows from a list is computed for every row, so not of a longer one */
#define MAX_ELEMENTS 100

/* A condition of a column of the relation: column STRATEGY value */
typedef struct column_condition
{
	Var		   *column;
	StrategyNumber strategy;
	Node	   *value;			/* without a column; may be written twice */
	bool		any;			/* value is an array: = ANY */
} column_condition;

/* Conditions on the column of the partitions being collected */
typedef struct implied_conditions
{
	RelOptInfo *rel;
	const uuidx_within *within;
	Oid			namespace;		/* the extension's schema */
	Node	   *column;			/* what the table is partitioned by */
	List	   *conditions;
} implied_conditions;

/* A comparison of core's from which something follows */
typedef struct core_comparison
{
	Oid			function;
	StrategyNumber strategy;	/* the column being on the left */
	StrategyNumber commuted;	/* on the right */
} core_comparison;

static const core_comparison core_comparisons[] =
{
	{F_UUID_LT, BTLessStrategyNumber, BTGreaterStrategyNumber},
	{F_UUID_LE, BTLessEqualStrategyNumber, BTGreaterEqualStrategyNumber},
	{F_UUID_EQ, BTEqualStrategyNumber, BTEqualStrategyNumber},
	{F_UUID_GE, BTGreaterEqualStrategyNumber, BTLessEqualStrategyNumber},
	{F_UUID_GT, BTGreaterStrategyNumber, BTLessStrategyNumber},
	{F_TIMESTAMPTZ_LT, BTLessStrategyNumber, BTGreaterStrategyNumber},
	{F_TIMESTAMPTZ_LE, BTLessEqualStrategyNumber, BTGreaterEqualStrategyNumber},
	{F_TIMESTAMPTZ_EQ, BTEqualStrategyNumber, BTEqualStrategyNumber},
	{F_TIMESTAMPTZ_GE, BTGreaterEqualStrategyNumber, BTLessEqualStrategyNumber},
	{F_TIMESTAMPTZ_GT, BTGreaterStrategyNumber, BTLessStrategyNumber}
};

static bool
is_lower(StrategyNumber strategy)
{
	return strategy == BTGreaterEqualStrategyNumber || strategy == BTGreaterStrategyNumber;
}

/* Whether a condition compares a column of the relation with something else */
static bool
read_condition(PlannerInfo *root, Index relid, Node *clause, column_condition *condition)
{
	List	   *args;
	Oid			function;
	bool		column_first = true;

	memset(condition, 0, sizeof(*condition));
	if (IsA(clause, OpExpr))
	{
		args = ((OpExpr *) clause)->args;
		function = get_opcode(((OpExpr *) clause)->opno);
	}
	else if (IsA(clause, ScalarArrayOpExpr) && ((ScalarArrayOpExpr *) clause)->useOr)
	{
		args = ((ScalarArrayOpExpr *) clause)->args;
		function = get_opcode(((ScalarArrayOpExpr *) clause)->opno);
		condition->any = true;
		if (function != F_UUID_EQ)
			return false;
	}
	else
		return false;
	if (list_length(args) != 2)
		return false;

	condition->column = uuidx_column_of(relid, (Node *) linitial(args));
	condition->value = (Node *) lsecond(args);
	if (condition->column == NULL && !condition->any)
	{
		condition->column = uuidx_column_of(relid, (Node *) lsecond(args));
		condition->value = (Node *) linitial(args);
		column_first = false;
	}
	if (condition->column == NULL)
		return false;

	for (int i = 0; i < lengthof(core_comparisons); i++)
		if (core_comparisons[i].function == function)
			condition->strategy = column_first ? core_comparisons[i].strategy :
				core_comparisons[i].commuted;
	if (condition->strategy == InvalidStrategy)
		return false;
	if (IsA(condition->value, Const))
		return !((Const *) condition->value)->constisnull;
	return !contain_var_clause(condition->value) && uuidx_may_be_duplicated(root, condition->value);
}

/*
 * Widens the constant bound of a condition on the column of the partitions to the
 * bound of a partition; false if it leaves out none.
 */
static bool
widen(implied_conditions *implied, StrategyNumber *strategy, Const *bound)
{
	PartitionScheme scheme = implied->rel->part_scheme;
	PartitionBoundInfo bounds = implied->rel->boundinfo;
	FmgrInfo   *compare = &scheme->partsupfunc[0];
	Oid			collation = scheme->partcollation[0];
	bool		equal = false;
	int			i;

	if (bound->constisnull)
		return true;			/* no row is left */

	/* the last bound that is not after it */
	i = partition_range_datum_bsearch(scheme->partsupfunc, scheme->partcollation, bounds, 1,
									  &bound->constvalue, &equal);
	if (is_lower(*strategy))
		*strategy = BTGreaterEqualStrategyNumber;
	else
	{
		/* several bounds may begin alike where there are more columns */
		if (!equal || *strategy != BTLessStrategyNumber)
			for (i++; i < bounds->ndatums; i++)
				if (bounds->kind[i][0] != PARTITION_RANGE_DATUM_VALUE ||
					DatumGetInt32(FunctionCall2Coll(compare, collation, bounds->datums[i][0],
													bound->constvalue)) > 0)
					break;
		*strategy = BTLessStrategyNumber;
	}
	if (i < 0 || i >= bounds->ndatums || bounds->kind[i][0] != PARTITION_RANGE_DATUM_VALUE)
		return false;
	bound->constvalue = datumCopy(bounds->datums[i][0], scheme->parttypbyval[0],
								  scheme->parttyplen[0]);
	return true;
}

/* Adds: the column of the partitions STRATEGY bound */
static void
add_bound(implied_conditions *implied, StrategyNumber strategy, Node *bound)
{
	PartitionScheme scheme = implied->rel->part_scheme;
	Oid			type = scheme->partopcintype[0];
	Oid			operator;
	Expr	   *clause;

	if (IsA(bound, Const) && !widen(implied, &strategy, (Const *) bound))
		return;
	operator = get_opfamily_member(scheme->partopfamily[0], type, type, strategy);
	if (!OidIsValid(operator))
		return;
	clause = make_opclause(operator, BOOLOID, false, copyObject((Expr *) implied->column),
						   (Expr *) bound, InvalidOid, InvalidOid);
	set_opfuncid((OpExpr *) clause);
	implied->conditions = lappend(implied->conditions, clause);
}

/*
 * An instant minus the tolerance for a lower bound, plus it for an upper one.  As an
 * expression in hours, since a day of an interval is one of the session's time zone.
 */
static Node *
tolerate(implied_conditions *implied, StrategyNumber strategy, Node *instant)
{
	List	   *name = list_make2(makeString(pstrdup("pg_catalog")),
								  makeString(pstrdup(is_lower(strategy) ? "-" : "+")));
	Interval   *tolerance;
	Expr	   *result;

	if (IsA(instant, Const))
	{
		Const	   *value = (Const *) instant;
		TimestampTz pg_us = DatumGetTimestampTz(value->constvalue);

		if (value->constisnull || TIMESTAMP_NOT_FINITE(pg_us))
			return instant;
		return uuidx_instant_const(is_lower(strategy) ? pg_us - implied->within->tolerance_us :
								   pg_us + implied->within->tolerance_us);
	}

	tolerance = (Interval *) palloc0(sizeof(Interval));
	tolerance->time = implied->within->tolerance_us;
	result = make_opclause(OpernameGetOprid(name, TIMESTAMPTZOID, INTERVALOID), TIMESTAMPTZOID,
						   false, (Expr *) instant,
						   (Expr *) makeConst(INTERVALOID, -1, InvalidOid, sizeof(Interval),
											  IntervalPGetDatum(tolerance), false, false),
						   InvalidOid, InvalidOid);
	set_opfuncid((OpExpr *) result);
	return (Node *) result;
}

/* uuid_v7_timestamp() of the extension's schema; NULL if it is not there */
static Node *
v7_timestamp(implied_conditions *implied, Node *uuid)
{
	Oid			function = uuidx_find_function(implied->namespace, "uuid_v7_timestamp", UUIDOID);

	if (!OidIsValid(function))
		return NULL;
	return (Node *) makeFuncExpr(function, TIMESTAMPTZOID, list_make1(copyObject(uuid)),
								 InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL);
}

static void
add_time(implied_conditions *implied, StrategyNumber strategy, Node *instant)
{
	if (instant != NULL)
		add_bound(implied, strategy, tolerate(implied, strategy, instant));
}

/* The first, or last, time of the v7 that are written as an array; null without one */
static Node *
extreme_time(implied_conditions *implied, MinMaxOp op, ArrayExpr *uuids)
{
	MinMaxExpr *result = makeNode(MinMaxExpr);
	ListCell   *cell;

	result->minmaxtype = TIMESTAMPTZOID;
	result->op = op;
	result->location = -1;
	foreach(cell, uuids->elements)
	{
		Node	   *its_time = v7_timestamp(implied, (Node *) lfirst(cell));

		if (its_time == NULL)
			return NULL;
		result->args = lappend(result->args, its_time);
	}
	return (Node *) result;
}

/* The first and the last time of the v7 in a constant; false without one */
static bool
times_of_const(column_condition *condition, TimestampTz *first, TimestampTz *last)
{
	Datum		value = ((Const *) condition->value)->constvalue;
	ArrayIterator iterator;
	bool		isnull;

	*first = DT_NOEND;
	*last = DT_NOBEGIN;
	if (!condition->any)
	{
		if (uuidx_v7_time(DatumGetUUIDP(value), first))
			*last = *first;
		return *first <= *last;
	}

	iterator = array_create_iterator(DatumGetArrayTypeP(value), 0, NULL);
	while (array_iterate(iterator, &value, &isnull))
	{
		TimestampTz its_time;

		if (isnull || !uuidx_v7_time(DatumGetUUIDP(value), &its_time))
			continue;
		*first = Min(*first, its_time);
		*last = Max(*last, its_time);
	}
	array_free_iterator(iterator);
	return *first <= *last;
}

/* id = uuid, or = ANY (uuids): those that are no v7 are not in the table */
static void
add_times_of_equal(implied_conditions *implied, column_condition *condition)
{
	Node	   *value = condition->value;
	Node	   *from;
	Node	   *to;

	if (IsA(value, Const))
	{
		TimestampTz first;
		TimestampTz last;

		if (times_of_const(condition, &first, &last))
		{
			from = uuidx_instant_const(first);
			to = uuidx_instant_const(last);
		}
		else
		{
			from = (Node *) makeNullConst(TIMESTAMPTZOID, -1, InvalidOid);
			to = copyObject(from);
		}
	}
	else if (!condition->any)
	{
		from = v7_timestamp(implied, value);
		to = v7_timestamp(implied, value);
	}
	else if (IsA(value, ArrayExpr) && !((ArrayExpr *) value)->multidims &&
			 list_length(((ArrayExpr *) value)->elements) <= MAX_ELEMENTS)
	{
		from = extreme_time(implied, IS_LEAST, (ArrayExpr *) value);
		to = extreme_time(implied, IS_GREATEST, (ArrayExpr *) value);
	}
	else
		return;					/* what is in an array is not known yet */

	add_time(implied, BTGreaterEqualStrategyNumber, from);
	add_time(implied, BTLessEqualStrategyNumber, to);
}

/*
 * id < uuid, and so on.  The uuid may be any, but what is compared with it is v7, so
 * its first 48 bits are the milliseconds.  Before the first v7 of a millisecond is
 * before the millisecond.
 */
static void
add_time_of_bound(implied_conditions *implied, column_condition *condition)
{
	Node	   *value = condition->value;
	StrategyNumber strategy = is_lower(condition->strategy) ? BTGreaterEqualStrategyNumber :
		BTLessEqualStrategyNumber;

	if (IsA(value, Const))
	{
		pg_uuid_t  *uuid = DatumGetUUIDP(((Const *) value)->constvalue);
		TimestampTz its_time = uuidx_unix_ms_to_pg_us(uuidx_v7_unix_ms(uuid));
		pg_uuid_t	first;

		uuidx_v7_lower(its_time, &first);
		if (condition->strategy == BTLessStrategyNumber && memcmp(uuid, &first, UUID_LEN) <= 0)
			strategy = BTLessStrategyNumber;
		add_time(implied, strategy, uuidx_instant_const(its_time));
	}
	else
	{
		FuncExpr   *call = (FuncExpr *) value;
		Node	   *its_time = v7_timestamp(implied, value);
		CoalesceExpr *finally = makeNode(CoalesceExpr);

		if (its_time == NULL)
			return;
		if (condition->strategy == BTLessStrategyNumber && IsA(call, FuncExpr) &&
			uuidx_function_address(call->funcid) == uuidx_v7_lower_bound)
			strategy = BTLessStrategyNumber;

		/* a uuid without such a time is a bound all the same, of unknown time */
		finally->coalescetype = TIMESTAMPTZOID;
		finally->args = list_make2(its_time,
								   uuidx_instant_const(is_lower(strategy) ? DT_NOBEGIN : DT_NOEND));
		finally->location = -1;
		add_time(implied, strategy, (Node *) finally);
	}
}

/* From a condition on the uuid to the time column */
static void
add_times(implied_conditions *implied, column_condition *condition)
{
	if (condition->strategy == BTEqualStrategyNumber)
		add_times_of_equal(implied, condition);
	else
		add_time_of_bound(implied, condition);
}

/*
 * An instant brought into what a v7 can hold, on the side that does not matter:
 * outside of that the tolerance could lead beyond the ends of time.
 */
static Node *
clamp(StrategyNumber strategy, Node *instant)
{
	bool		lower = is_lower(strategy);
	TimestampTz limit = lower ? UUIDX_V7_MIN_PG_US : UUIDX_V7_MAX_PG_US;
	MinMaxExpr *result;

	if (IsA(instant, Const))
	{
		TimestampTz pg_us = DatumGetTimestampTz(((Const *) instant)->constvalue);

		return uuidx_instant_const(lower ? Max(pg_us, limit) : Min(pg_us, limit));
	}
	result = makeNode(MinMaxExpr);
	result->minmaxtype = TIMESTAMPTZOID;
	result->op = lower ? IS_GREATEST : IS_LEAST;
	result->args = list_make2(copyObject(instant), uuidx_instant_const(limit));
	result->location = -1;
	return (Node *) result;
}

/* at STRATEGY instant: the id is of no other side of it than the tolerance allows */
static void
add_uuid_bound(implied_conditions *implied, StrategyNumber strategy, Node *instant)
{
	Oid			opfamily = implied->rel->part_scheme->partopfamily[0];
	uuidx_comparison comparison;
	ListCell   *cell;

	instant = tolerate(implied, strategy, clamp(strategy, instant));
	if (!uuidx_begin_comparison(&comparison, UUIDX_TIME_OF_V7, implied->namespace, implied->column,
								instant))
		return;
	if (comparison.opfamily != opfamily &&
		(!uuidx_begin_comparison(&comparison, UUIDX_TIME_OF_ANY, implied->namespace,
								 implied->column, instant) ||
		 comparison.opfamily != opfamily))
		return;
	uuidx_add_instant(&comparison, strategy);
	if (comparison.failed)
		return;

	foreach(cell, comparison.conditions)
	{
		OpExpr	   *clause = (OpExpr *) lfirst(cell);

		add_bound(implied, get_op_opfamily_strategy(clause->opno, opfamily),
				  (Node *) lsecond(clause->args));
	}
}

/* From a condition on the time column to the uuid */
static void
add_uuids(implied_conditions *implied, column_condition *condition)
{
	if (condition->strategy != BTEqualStrategyNumber)
		add_uuid_bound(implied, condition->strategy, condition->value);
	else
	{
		add_uuid_bound(implied, BTGreaterEqualStrategyNumber, condition->value);
		add_uuid_bound(implied, BTLessEqualStrategyNumber, condition->value);
	}
}

/* The column that partitions of a relation are ranges of, first of all; or 0 */
static AttrNumber
first_partition_column(RelOptInfo *rel)
{
	Var		   *column;

	if (rel->part_scheme == NULL || rel->boundinfo == NULL ||
		rel->part_scheme->strategy != PARTITION_STRATEGY_RANGE)
		return 0;
	column = uuidx_column_of(rel->relid, (Node *) linitial(rel->partexprs[0]));
	return column == NULL ? 0 : column->varattno;
}

/* Whether the order of the partitions is that of instants, or may be one of uuids */
static bool
is_order_known(RelOptInfo *rel)
{
	PartitionScheme scheme = rel->part_scheme;
	Oid			type = scheme->partopcintype[0];

	return type == UUIDOID ||
		(type == TIMESTAMPTZOID &&
		 scheme->partopfamily[0] == lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf);
}

List *
uuidx_useful_withins(RelOptInfo *rel, RangeTblEntry *rte)
{
	AttrNumber	column = first_partition_column(rel);
	List	   *result = NIL;
	ListCell   *cell;

	if (column == 0 || !rte->inh || !is_order_known(rel))
		return NIL;
	foreach(cell, uuidx_withins_of(rte))
	{
		uuidx_within *within = (uuidx_within *) lfirst(cell);

		if (within->tolerance_us <= MAX_TOLERANCE_US &&
			((within->at == column && within->at_not_null) ||
			 (within->uuid == column && within->uuid_not_null)))
			result = lappend(result, within);
	}
	return result;
}

/* The other column of a row, as a condition has the one */
static Node *
other_column(RelOptInfo *rel, Var *column)
{
	Var		   *result = (Var *) copyObject(linitial(rel->partexprs[0]));

	while (IsA(result, RelabelType))
		result = (Var *) ((RelabelType *) result)->arg;
#ifdef UUIDX_NULLING_RELATIONS
	result->varnullingrels = bms_copy(column->varnullingrels);
#endif
	return applyRelabelType((Node *) result, getBaseType(result->vartype), -1, result->varcollid,
							COERCE_IMPLICIT_CAST, -1, false);
}

List *
uuidx_within_conditions(PlannerInfo *root, RelOptInfo *rel, List *withins, List *conditions)
{
	implied_conditions implied = {.rel = rel};
	AttrNumber	partitioned_by = first_partition_column(rel);
	column_condition condition;
	ListCell   *clause;
	ListCell   *cell;

	foreach(clause, conditions)
	{
		if (!read_condition(root, rel->relid, (Node *) lfirst(clause), &condition))
			continue;
		foreach(cell, withins)
		{
			implied.within = (uuidx_within *) lfirst(cell);
			implied.namespace = get_func_namespace(implied.within->function);
			implied.column = other_column(rel, condition.column);
			if (implied.within->uuid == condition.column->varattno &&
				implied.within->at == partitioned_by)
				add_times(&implied, &condition);
			else if (implied.within->at == condition.column->varattno &&
					 implied.within->uuid == partitioned_by)
				add_uuids(&implied, &condition);
		}
	}
	return implied.conditions;
}
