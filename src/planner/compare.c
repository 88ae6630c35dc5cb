/*
 * compare.c
 *	  Comparisons of a uuid's time, written as comparisons of uuids.
 *
 * What is written is true for the same uuids as what is meant, and null or false
 * for the others; which of both is the caller's matter, see uuidx_add_version()
 * and uuidx_add_has_time().  The planner does not simplify it again: a constant
 * instant becomes a constant uuid here, or partitions would be pruned only when
 * the plan starts.
 */
#include "planner/planner.h"

#include "catalog/pg_am.h"
#include "catalog/pg_opfamily.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
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

/* A boundary of an instant: the SQL function, and what it computes */
typedef struct instant_boundary
{
	const char *function;
	void		(*compute) (TimestampTz pg_us, pg_uuid_t *uuid);
} instant_boundary;

static const instant_boundary v7_lower = {"uuid_v7_lower", uuidx_v7_lower};
static const instant_boundary v7_upper = {"uuid_v7_upper", uuidx_v7_upper};
static const instant_boundary v6_lower = {"uuid_v6_lower", uuidx_v6_lower};
static const instant_boundary v6_upper = {"uuid_v6_upper", uuidx_v6_upper};
static const instant_boundary time_lower = {"uuid_time_lower", uuidx_time_lower};
static const instant_boundary time_after = {"uuid_time_after", uuidx_time_after};

/* The comparison of uuids that a comparison of times becomes */
typedef struct uuid_bound
{
	StrategyNumber strategy;
	const instant_boundary *boundary;
} uuid_bound;

/*
 * By enum uuidx_whose_time and btree strategy.  Among the UUIDs of one version an
 * instant has a smallest and a largest; in time order there is no largest, but
 * one that comes after.
 */
static const uuid_bound bounds[][BTMaxStrategyNumber + 1] =
{
	[UUIDX_TIME_OF_V7] = {
		[BTLessStrategyNumber] = {BTLessStrategyNumber, &v7_lower},
		[BTLessEqualStrategyNumber] = {BTLessEqualStrategyNumber, &v7_upper},
		[BTGreaterEqualStrategyNumber] = {BTGreaterEqualStrategyNumber, &v7_lower},
		[BTGreaterStrategyNumber] = {BTGreaterStrategyNumber, &v7_upper},
	},
	[UUIDX_TIME_OF_V6] = {
		[BTLessStrategyNumber] = {BTLessStrategyNumber, &v6_lower},
		[BTLessEqualStrategyNumber] = {BTLessEqualStrategyNumber, &v6_upper},
		[BTGreaterEqualStrategyNumber] = {BTGreaterEqualStrategyNumber, &v6_lower},
		[BTGreaterStrategyNumber] = {BTGreaterStrategyNumber, &v6_upper},
	},
	[UUIDX_TIME_OF_ANY] = {
		[BTLessStrategyNumber] = {BTLessStrategyNumber, &time_lower},
		[BTLessEqualStrategyNumber] = {BTLessStrategyNumber, &time_after},
		[BTGreaterEqualStrategyNumber] = {BTGreaterEqualStrategyNumber, &time_lower},
		[BTGreaterStrategyNumber] = {BTGreaterEqualStrategyNumber, &time_after},
	}
};

Oid
uuidx_find_function(Oid namespace, const char *name, Oid argument_type)
{
	oidvector  *types = buildoidvector(&argument_type, 1);

	return GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
						   PointerGetDatum(types), ObjectIdGetDatum(namespace));
}

/* The same for a comparison, which fails without the function */
static Oid
find_function(uuidx_comparison *comparison, const char *name, Oid argument_type)
{
	Oid			function = uuidx_find_function(comparison->namespace, name, argument_type);

	if (!OidIsValid(function))
		comparison->failed = true;
	return function;
}

static Expr *
make_call(Oid function, Oid result_type, Node *argument)
{
	return (Expr *) makeFuncExpr(function, result_type, list_make1(copyObject(argument)),
								 InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL);
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
add_condition(uuidx_comparison *comparison, StrategyNumber strategy, Expr *bound)
{
	Oid			operator = get_opfamily_member(comparison->opfamily, UUIDOID, UUIDOID, strategy);
	Expr	   *clause;

	if (!OidIsValid(operator))
	{
		comparison->failed = true;
		return;
	}
	clause = make_opclause(operator, BOOLOID, false, copyObject((Expr *) comparison->uuid), bound,
						   InvalidOid, InvalidOid);

	/*
	 * COPY ... WHERE runs on servers 17 and 18 what it gets from here as it
	 * is
	 */
	set_opfuncid((OpExpr *) clause);
	comparison->conditions = lappend(comparison->conditions, clause);
}

/* Adds the comparison with a constant instant */
static void
add_constant(uuidx_comparison *comparison, StrategyNumber strategy, TimestampTz pg_us)
{
	const uuid_bound *bound = &bounds[comparison->whose][strategy];
	pg_uuid_t	uuid;

	bound->boundary->compute(pg_us, &uuid);
	add_condition(comparison, bound->strategy, make_uuid_const(&uuid));
}

void
uuidx_add_instant(uuidx_comparison *comparison, StrategyNumber strategy)
{
	Node	   *time = comparison->time;

	if (strategy == BTEqualStrategyNumber)
	{
		uuidx_add_instant(comparison, BTGreaterEqualStrategyNumber);
		uuidx_add_instant(comparison, BTLessEqualStrategyNumber);
	}
	else if (IsA(time, Const))
		add_constant(comparison, strategy, DatumGetTimestampTz(((Const *) time)->constvalue));
	else
	{
		const uuid_bound *bound = &bounds[comparison->whose][strategy];
		Oid			function = find_function(comparison, bound->boundary->function, TIMESTAMPTZOID);

		if (OidIsValid(function))
			add_condition(comparison, bound->strategy, make_call(function, UUIDOID, time));
	}
}

/* A constant range: the comparison of each bound, nothing for an infinite one */
static void
add_constant_range(uuidx_comparison *comparison, RangeType *range)
{
	RangeBound	lower;
	RangeBound	upper;
	bool		empty;

	range_deserialize(lookup_type_cache(RangeTypeGetOid(range), TYPECACHE_RANGE_INFO),
					  range, &lower, &upper, &empty);
	if (empty)
	{
		/* what holds for no UUID, and is null for null */
		add_constant(comparison, BTGreaterStrategyNumber, DT_NOEND);
		add_constant(comparison, BTLessStrategyNumber, DT_NOBEGIN);
		return;
	}
	if (!lower.infinite)
		add_constant(comparison,
					 lower.inclusive ? BTGreaterEqualStrategyNumber : BTGreaterStrategyNumber,
					 DatumGetTimestampTz(lower.val));
	if (!upper.infinite)
		add_constant(comparison,
					 upper.inclusive ? BTLessEqualStrategyNumber : BTLessStrategyNumber,
					 DatumGetTimestampTz(upper.val));
}

void
uuidx_add_range(uuidx_comparison *comparison)
{
	Node	   *time = comparison->time;
	Oid			lower;
	Oid			upper;

	if (IsA(time, Const))
	{
		add_constant_range(comparison, DatumGetRangeTypeP(((Const *) time)->constvalue));
		return;
	}

	/*
	 * an expression may be any range, and only of v7 there are functions for
	 * it
	 */
	if (comparison->whose != UUIDX_TIME_OF_V7)
	{
		comparison->failed = true;
		return;
	}
	lower = find_function(comparison, "uuid_v7_range_lower", TSTZRANGEOID);
	upper = find_function(comparison, "uuid_v7_range_upper", TSTZRANGEOID);
	if (comparison->failed)
		return;
	add_condition(comparison, BTGreaterEqualStrategyNumber, make_call(lower, UUIDOID, time));
	add_condition(comparison, BTLessEqualStrategyNumber, make_call(upper, UUIDOID, time));
}

void
uuidx_add_version(uuidx_comparison *comparison)
{
	Oid			function = find_function(comparison, comparison->whose == UUIDX_TIME_OF_V6 ?
										 "uuid_is_v6" : "uuid_is_v7", UUIDOID);

	if (OidIsValid(function))
		comparison->conditions = lappend(comparison->conditions,
										 make_call(function, BOOLOID, comparison->uuid));
}

void
uuidx_add_has_time(uuidx_comparison *comparison)
{
	/* nil is the first UUID in time order that carries none */
	pg_uuid_t	nil = {{0}};

	add_condition(comparison, BTLessStrategyNumber, make_uuid_const(&nil));
}

bool
uuidx_begin_comparison(uuidx_comparison *comparison, uuidx_whose_time whose, Oid namespace,
					   Node *uuid, Node *time)
{
	memset(comparison, 0, sizeof(*comparison));
	comparison->whose = whose;
	comparison->namespace = namespace;
	comparison->uuid = uuid;
	comparison->time = time;

	if (whose == UUIDX_TIME_OF_ANY)
		comparison->opfamily = GetSysCacheOid3(OPFAMILYAMNAMENSP, Anum_pg_opfamily_oid,
											   ObjectIdGetDatum(BTREE_AM_OID),
											   CStringGetDatum("uuid_time_ops"),
											   ObjectIdGetDatum(namespace));
	else
		comparison->opfamily = lookup_type_cache(UUIDOID, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
	return OidIsValid(comparison->opfamily);
}

bool
uuidx_may_be_duplicated(PlannerInfo *root, Node *node)
{
	QualCost	cost;

	if (contain_volatile_functions(node) || contain_subplans(node))
		return false;
	cost_qual_eval_node(&cost, node, root);
	return cost.startup + cost.per_tuple <= 10 * cpu_operator_cost;
}

Oid
uuidx_schema(void)
{
	Oid			extension = get_extension_oid("uuidx", true);

	if (!OidIsValid(extension))
		return InvalidOid;
	return get_extension_schema(extension);
}

Node *
uuidx_instant_const(TimestampTz pg_us)
{
	return (Node *) makeConst(TIMESTAMPTZOID, -1, InvalidOid, sizeof(TimestampTz),
							  TimestampTzGetDatum(pg_us), false, FLOAT8PASSBYVAL);
}
