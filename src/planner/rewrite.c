/*
 * rewrite.c
 *	  The operators between uuid and time as comparisons of uuids.
 *
 * `id >= t` becomes core's `id >= uuid_v7_lower(t)` and `uuid_is_v7(id)`, and
 * `id ~>=~ t` a range in time order, before the planner looks at indexes,
 * partitions or statistics, so all of them serve it as they serve any comparison
 * of two uuids.  The planner does not simplify what a support function returns: a
 * constant instant has to become a constant uuid here, or partitions would be
 * pruned only when the plan starts.
 *
 * What is written is the law of operators.c, null for null and false for false.
 * The comparison alone would be null for an id without a time beside a null; the
 * condition joined to it, which is false for such an id, makes the whole false.
 */
#include "planner/planner.h"

#include "access/stratnum.h"
#include "catalog/pg_am.h"
#include "catalog/pg_opfamily.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rangetypes.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"
#include "uuid/order.h"

extern Datum uuidx_uuid_lt_timestamptz(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_le_timestamptz(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_gt_timestamptz(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_ge_timestamptz(PG_FUNCTION_ARGS);
extern Datum uuidx_timestamptz_lt_uuid(PG_FUNCTION_ARGS);
extern Datum uuidx_timestamptz_le_uuid(PG_FUNCTION_ARGS);
extern Datum uuidx_timestamptz_gt_uuid(PG_FUNCTION_ARGS);
extern Datum uuidx_timestamptz_ge_uuid(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_lt_timestamptz(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_le_timestamptz(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_gt_timestamptz(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_time_ge_timestamptz(PG_FUNCTION_ARGS);
extern Datum uuidx_timestamptz_time_lt_uuid(PG_FUNCTION_ARGS);
extern Datum uuidx_timestamptz_time_le_uuid(PG_FUNCTION_ARGS);
extern Datum uuidx_timestamptz_time_gt_uuid(PG_FUNCTION_ARGS);
extern Datum uuidx_timestamptz_time_ge_uuid(PG_FUNCTION_ARGS);
extern Datum uuidx_uuid_contained_by_tstzrange(PG_FUNCTION_ARGS);
extern Datum uuidx_tstzrange_contains_uuid(PG_FUNCTION_ARGS);

/* What an operator compares the uuid with */
typedef enum time_meaning
{
	V7_TIME,					/* timestamptz: the time of a v7, byte order */
	ANY_TIME,					/* timestamptz: the time of any, time order */
	V7_RANGE					/* tstzrange: the time of a v7, byte order */
} time_meaning;

/* An operator, by the C function behind it */
typedef struct time_operator
{
	PGFunction	function;
	time_meaning meaning;
	int			uuid_argument;	/* 0 or 1 */
	StrategyNumber strategy;	/* as if the uuid stood first */
} time_operator;

static const time_operator time_operators[] =
{
	{uuidx_uuid_lt_timestamptz, V7_TIME, 0, BTLessStrategyNumber},
	{uuidx_uuid_le_timestamptz, V7_TIME, 0, BTLessEqualStrategyNumber},
	{uuidx_uuid_gt_timestamptz, V7_TIME, 0, BTGreaterStrategyNumber},
	{uuidx_uuid_ge_timestamptz, V7_TIME, 0, BTGreaterEqualStrategyNumber},
	{uuidx_timestamptz_lt_uuid, V7_TIME, 1, BTGreaterStrategyNumber},
	{uuidx_timestamptz_le_uuid, V7_TIME, 1, BTGreaterEqualStrategyNumber},
	{uuidx_timestamptz_gt_uuid, V7_TIME, 1, BTLessStrategyNumber},
	{uuidx_timestamptz_ge_uuid, V7_TIME, 1, BTLessEqualStrategyNumber},
	{uuidx_uuid_time_lt_timestamptz, ANY_TIME, 0, BTLessStrategyNumber},
	{uuidx_uuid_time_le_timestamptz, ANY_TIME, 0, BTLessEqualStrategyNumber},
	{uuidx_uuid_time_gt_timestamptz, ANY_TIME, 0, BTGreaterStrategyNumber},
	{uuidx_uuid_time_ge_timestamptz, ANY_TIME, 0, BTGreaterEqualStrategyNumber},
	{uuidx_timestamptz_time_lt_uuid, ANY_TIME, 1, BTGreaterStrategyNumber},
	{uuidx_timestamptz_time_le_uuid, ANY_TIME, 1, BTGreaterEqualStrategyNumber},
	{uuidx_timestamptz_time_gt_uuid, ANY_TIME, 1, BTLessStrategyNumber},
	{uuidx_timestamptz_time_ge_uuid, ANY_TIME, 1, BTLessEqualStrategyNumber},
	{uuidx_uuid_contained_by_tstzrange, V7_RANGE, 0, InvalidStrategy},
	{uuidx_tstzrange_contains_uuid, V7_RANGE, 1, InvalidStrategy}
};

/* A boundary of an instant: the SQL function, and what it computes */
typedef struct instant_boundary
{
	const char *function;		/* beside the operator's own */
	void		(*compute) (TimestampTz pg_us, pg_uuid_t *uuid);
} instant_boundary;

static const instant_boundary v7_lower = {"uuid_v7_lower", uuidx_v7_lower};
static const instant_boundary v7_upper = {"uuid_v7_upper", uuidx_v7_upper};
static const instant_boundary time_lower = {"uuid_time_lower", uuidx_time_lower};
static const instant_boundary time_after = {"uuid_time_after", uuidx_time_after};

/* What is being rewritten */
typedef struct rewriting
{
	Oid			namespace;		/* of the operator's function, and of all
								 * others */
	Oid			opfamily;		/* whose operators compare two uuids */
	Node	   *uuid;
	Node	   *time;			/* an instant or a range */
	Oid			time_type;
	List	   *conditions;		/* joined by AND in the end */
	bool		failed;			/* an object is missing: leave the call alone */
} rewriting;

/* The function of that name and argument beside the operator's own, or InvalidOid */
static Oid
find_function(rewriting *work, const char *name, Oid argument_type)
{
	oidvector  *types = buildoidvector(&argument_type, 1);
	Oid			function = GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid,
										   CStringGetDatum(name), PointerGetDatum(types),
										   ObjectIdGetDatum(work->namespace));

	if (!OidIsValid(function))
		work->failed = true;
	return function;
}

static Expr *
make_uuid_const(const pg_uuid_t *uuid)
{
	pg_uuid_t  *copy = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));

	*copy = *uuid;
	return (Expr *) makeConst(UUIDOID, -1, InvalidOid, UUID_LEN, UUIDPGetDatum(copy), false, false);
}

/* Adds: uuid OP bound */
static void
add_comparison(rewriting *work, StrategyNumber strategy, Expr *bound)
{
	Oid			operator = get_opfamily_member(work->opfamily, UUIDOID, UUIDOID, strategy);
	Expr	   *clause;

	if (!OidIsValid(operator))
	{
		work->failed = true;
		return;
	}
	clause = make_opclause(operator, BOOLOID, false, copyObject((Expr *) work->uuid), bound,
						   InvalidOid, InvalidOid);

	/*
	 * COPY ... WHERE runs on servers 17 and 18 what it gets from here as it
	 * is
	 */
	set_opfuncid((OpExpr *) clause);
	work->conditions = lappend(work->conditions, clause);
}

/* Adds: uuid OP boundary of an instant, a constant one being computed */
static void
add_bound(rewriting *work, StrategyNumber strategy, const instant_boundary *boundary,
		  TimestampTz pg_us)
{
	pg_uuid_t	uuid;

	boundary->compute(pg_us, &uuid);
	add_comparison(work, strategy, make_uuid_const(&uuid));
}

/* Adds: uuid OP function(time) */
static void
add_call(rewriting *work, StrategyNumber strategy, const char *function)
{
	Oid			boundary = find_function(work, function, work->time_type);

	if (OidIsValid(boundary))
		add_comparison(work, strategy,
					   (Expr *) makeFuncExpr(boundary, UUIDOID, list_make1(copyObject(work->time)),
											 InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
}

static void
add_is_v7(rewriting *work)
{
	Oid			is_v7 = find_function(work, "uuid_is_v7", UUIDOID);

	if (OidIsValid(is_v7))
		work->conditions = lappend(work->conditions,
								   makeFuncExpr(is_v7, BOOLOID, list_make1(copyObject(work->uuid)),
												InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
}

/* Adds that the uuid carries a time: nil is the first in time order that does not */
static void
add_has_time(rewriting *work)
{
	pg_uuid_t	nil = {{0}};

	add_comparison(work, BTLessStrategyNumber, make_uuid_const(&nil));
}

/* The comparison with an instant: constant, or an expression */
static void
add_instant(rewriting *work, StrategyNumber strategy, const instant_boundary *boundary)
{
	if (IsA(work->time, Const))
		add_bound(work, strategy, boundary,
				  DatumGetTimestampTz(((Const *) work->time)->constvalue));
	else
		add_call(work, strategy, boundary->function);
}

static void
rewrite_v7_time(rewriting *work, StrategyNumber strategy)
{
	bool		lower = strategy == BTLessStrategyNumber ||
		strategy == BTGreaterEqualStrategyNumber;

	add_instant(work, strategy, lower ? &v7_lower : &v7_upper);
	add_is_v7(work);
}

/* A time order has no largest UUID of an instant, but one that comes after it */
static void
rewrite_any_time(rewriting *work, StrategyNumber strategy)
{
	bool		less = strategy == BTLessStrategyNumber ||
		strategy == BTLessEqualStrategyNumber;
	bool		after = strategy == BTLessEqualStrategyNumber ||
		strategy == BTGreaterStrategyNumber;

	add_instant(work, less ? BTLessStrategyNumber : BTGreaterEqualStrategyNumber,
				after ? &time_after : &time_lower);

	/* what is before an instant carries a time; beside a null nothing says so */
	if (!less || !IsA(work->time, Const))
		add_has_time(work);
}

/* A constant range: the operator of each bound, nothing for an infinite one */
static void
rewrite_constant_range(rewriting *work)
{
	RangeType  *range = DatumGetRangeTypeP(((Const *) work->time)->constvalue);
	RangeBound	lower;
	RangeBound	upper;
	bool		empty;

	range_deserialize(lookup_type_cache(RangeTypeGetOid(range), TYPECACHE_RANGE_INFO),
					  range, &lower, &upper, &empty);
	if (empty)
	{
		/*
		 * false for every UUID, as the bounds that hold none are; null for
		 * null
		 */
		add_bound(work, BTGreaterEqualStrategyNumber, &v7_lower, DT_NOEND);
		add_bound(work, BTLessEqualStrategyNumber, &v7_upper, DT_NOBEGIN);
		return;
	}
	if (!lower.infinite)
		add_bound(work,
				  lower.inclusive ? BTGreaterEqualStrategyNumber : BTGreaterStrategyNumber,
				  lower.inclusive ? &v7_lower : &v7_upper, DatumGetTimestampTz(lower.val));
	if (!upper.infinite)
		add_bound(work,
				  upper.inclusive ? BTLessEqualStrategyNumber : BTLessStrategyNumber,
				  upper.inclusive ? &v7_upper : &v7_lower, DatumGetTimestampTz(upper.val));
	add_is_v7(work);
}

static void
rewrite_v7_range(rewriting *work)
{
	if (IsA(work->time, Const))
	{
		rewrite_constant_range(work);
		return;
	}
	add_call(work, BTGreaterEqualStrategyNumber, "uuid_v7_range_lower");
	add_call(work, BTLessEqualStrategyNumber, "uuid_v7_range_upper");
	add_is_v7(work);
}

/* Whether evaluating a node more than once is as good as once */
static bool
may_be_duplicated(PlannerInfo *root, Node *node)
{
	QualCost	cost;

	if (contain_volatile_functions(node) || contain_subplans(node))
		return false;
	cost_qual_eval_node(&cost, node, root);
	return cost.startup + cost.per_tuple <= 10 * cpu_operator_cost;
}

/* The family whose operators compare two uuids as the operator does, or InvalidOid */
static Oid
find_opfamily(time_meaning meaning, Oid namespace)
{
	if (meaning != ANY_TIME)
		return lookup_type_cache(UUIDOID, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
	return GetSysCacheOid3(OPFAMILYAMNAMENSP, Anum_pg_opfamily_oid,
						   ObjectIdGetDatum(BTREE_AM_OID), CStringGetDatum("uuid_time_ops"),
						   ObjectIdGetDatum(namespace));
}

Node *
uuidx_rewrite_comparison(PlannerInfo *root, FuncExpr *call)
{
	PGFunction	function = uuidx_function_address(call->funcid);
	const time_operator *operator = NULL;
	rewriting	work = {0};

	for (int i = 0; i < lengthof(time_operators) && operator == NULL; i++)
		if (time_operators[i].function == function)
			operator = &time_operators[i];
	if (operator == NULL || list_length(call->args) != 2)
		return NULL;

	work.namespace = get_func_namespace(call->funcid);
	work.opfamily = find_opfamily(operator->meaning, work.namespace);
	work.uuid = (Node *) list_nth(call->args, operator->uuid_argument);
	work.time = (Node *) list_nth(call->args, 1 - operator->uuid_argument);
	work.time_type = operator->meaning == V7_RANGE ? TSTZRANGEOID : TIMESTAMPTZOID;
	if (!OidIsValid(work.opfamily) || exprType(work.uuid) != UUIDOID ||
		getBaseType(exprType(work.time)) != work.time_type)
		return NULL;

	/* the uuid is written more than once, and the range as well */
	if (!may_be_duplicated(root, work.uuid))
		return NULL;
	if (operator->meaning == V7_RANGE && !may_be_duplicated(root, work.time))
		return NULL;

	work.time = applyRelabelType(work.time, work.time_type, -1, InvalidOid, COERCE_IMPLICIT_CAST,
								 -1, false);

	if (IsA(work.time, Const) && ((Const *) work.time)->constisnull)
	{
		work.conditions = list_make1(makeBoolConst(false, true));
		if (operator->meaning == ANY_TIME)
			add_has_time(&work);
		else
			add_is_v7(&work);
	}
	else if (operator->meaning == V7_TIME)
		rewrite_v7_time(&work, operator->strategy);
	else if (operator->meaning == ANY_TIME)
		rewrite_any_time(&work, operator->strategy);
	else
		rewrite_v7_range(&work);

	return work.failed ? NULL : (Node *) make_ands_explicit(work.conditions);
}
