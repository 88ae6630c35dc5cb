/*
 * comparison.c
 *	  Writes comparisons of a uuid's time as comparisons of uuids.
 *
 *	  time of a v7 >= '2026-01-01Z'			id >= '019b76da-a800-7000-8000-000000000000'
 *	  time of a v7 >= now() - '1 hour'		id >= uuid_v7_lower(now() - '1 hour')
 *	  uuid_time(id) < '2026-01-01Z'			id ~<~ '13e6b000-...', in time order
 *
 * Among the uuids of one version, those with time t are neighbors, between uuid_v7_lower(t) and
 * uuid_v7_upper(t).  So each comparison of the time is one of the uuid with an end of that range.
 */
#include "planner/planner.h"

#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/namespace.h"
#include "catalog/pg_am.h"
#include "catalog/pg_amop.h"
#include "catalog/pg_opfamily.h"
#include "catalog/pg_type.h"
#include "functions.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/planmain.h"
#include "utils/catcache.h"
#include "utils/date.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rangetypes.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"

const PGFunction uuidx_time_order[BTMaxStrategyNumber + 1] =
{
	[BTLessStrategyNumber] = uuidx_uuid_time_lt,
	[BTLessEqualStrategyNumber] = uuidx_uuid_time_le,
	[BTGreaterEqualStrategyNumber] = uuidx_uuid_time_ge,
	[BTGreaterStrategyNumber] = uuidx_uuid_time_gt
};

/* Returns uuid_time_ops of the extension; InvalidOid if its operators are not those of uuidx */
static Oid
find_time_order(Oid schema)
{
	Oid			opfamily = GetSysCacheOid3(OPFAMILYAMNAMENSP, Anum_pg_opfamily_oid,
										   ObjectIdGetDatum(BTREE_AM_OID),
										   CStringGetDatum("uuid_time_ops"),
										   ObjectIdGetDatum(schema));

	for (StrategyNumber i = 1; i <= BTMaxStrategyNumber && OidIsValid(opfamily); i++)
	{
		Oid			operator_oid = get_opfamily_member(opfamily, UUIDOID, UUIDOID, i);

		/* equality is the server's own operator */
		if (i != BTEqualStrategyNumber &&
			(!OidIsValid(operator_oid) ||
			 uuidx_own_function(get_opcode(operator_oid)) != uuidx_time_order[i]))
			opfamily = InvalidOid;
	}
	return opfamily;
}

bool
uuidx_set_target(uuidx_target *target, uuidx_time_kind kind, Oid schema, Node *uuid)
{
	target->kind = kind;
	target->schema = schema;
	target->uuid = uuid;
	target->opfamily = kind == UUIDX_TIME_OF_ANY ? find_time_order(schema) :
		lookup_type_cache(UUIDOID, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
	return OidIsValid(target->opfamily);
}

/* Whether the current user may not execute a function, or, without a query, some users may not */
static bool
is_refused(Oid function, void *root)
{
	bool		of_role = false;
	bool		may_execute = uuidx_may_execute(function, &of_role);

	if (root == NULL)
		return of_role;
	if (of_role)
	{
		/* the caller's context may be of a single estimate or join order */
		MemoryContext caller = MemoryContextSwitchTo(GetMemoryChunkContext(root));

		((PlannerInfo *) root)->glob->dependsOnRole = true;
		record_plan_function_dependency((PlannerInfo *) root, function);
		MemoryContextSwitchTo(caller);
	}
	return !may_execute;
}

/*
 * Whether the current user may not execute an operator in a btree family of this one: the server
 * may compare the constants of two conditions by any operator of the family
 */
static bool
is_family_refused(Oid operator_oid, void *root)
{
	CatCList   *families = SearchSysCacheList1(AMOPOPID, ObjectIdGetDatum(operator_oid));
	bool		refused = false;

	for (int i = 0; i < families->n_members && !refused; i++)
	{
		Form_pg_amop family = (Form_pg_amop) GETSTRUCT(&families->members[i]->tuple);

		for (StrategyNumber strategy = 1; strategy <= BTMaxStrategyNumber; strategy++)
		{
			Oid			member = family->amopmethod != BTREE_AM_OID ? InvalidOid :
				get_opfamily_member(family->amopfamily, family->amoplefttype,
									family->amoprighttype, strategy);

			if (OidIsValid(member) && is_refused(get_opcode(member), root))
				refused = true;
		}
	}
	ReleaseSysCacheList(families);
	return refused;
}

static bool
refused_walker(Node *node, void *root)
{
	if (node == NULL)
		return false;
	if (IsA(node, OpExpr) && ((OpExpr *) node)->opno >= FirstNormalObjectId &&
		is_family_refused(((OpExpr *) node)->opno, root))
		return true;
	return check_functions_in_node(node, is_refused, root) ||
		expression_tree_walker(node, UUIDX_WALKER(refused_walker), root);
}

/*
 * Whether the current user may execute all functions of an expression or list, and those by which
 * the server compares constants of its conditions: what is written must need no other right than
 * the query.  Makes the plan depend on the user and the functions if rights differ between users.
 */
bool
uuidx_is_executable(PlannerInfo *root, Node *expression)
{
	return !refused_walker(expression, root);
}

/*
 * Evaluates what is constant in an expression or list, or, for an estimate, what the server
 * assumes to be constant; unchanged if the current user may not execute its functions.  Nothing
 * else of uuidx evaluates an expression while a query is planned.
 */
Node *
uuidx_fold(PlannerInfo *root, Node *expression)
{
	return uuidx_is_executable(root, expression) ?
		eval_const_expressions(root, expression) : expression;
}

Node *
uuidx_fold_for_estimate(PlannerInfo *root, Node *expression)
{
	return uuidx_is_executable(root, expression) ?
		estimate_expression_value(root, expression) : expression;
}

OpExpr *
uuidx_make_comparison(Oid opfamily, Oid type, StrategyNumber strategy, Node *left, Node *right)
{
	Oid			operator_oid = get_opfamily_member(opfamily, type, type, strategy);
	OpExpr	   *clause;

	if (!OidIsValid(operator_oid))
		return NULL;
	clause = (OpExpr *) make_opclause(operator_oid, BOOLOID, false,
									  (Expr *) copyObject(left), (Expr *) right,
									  InvalidOid, InvalidOid);

	/* COPY ... WHERE of servers 17 and 18 does not set opfuncid */
	set_opfuncid(clause);
	return clause;
}

/* Returns the constant on the right side of a comparison; NULL if there is none, or a null */
static const Const *
constant_of(const OpExpr *expr)
{
	const Const *constant = !IsA(expr, OpExpr) ? NULL : (const Const *) lsecond(expr->args);

	return constant != NULL && IsA(constant, Const) && !constant->constisnull ? constant : NULL;
}

/*
 * Adds a comparison to a list.  Of those of one column with constants, by one operator and alike in
 * whether they count in estimates, only the one that excludes most stays.
 */
void
uuidx_add_bound(List **bounds, Node *bound)
{
	ListCell   *cell;

	foreach(cell, *bounds)
	{
		OpExpr	   *known = (OpExpr *) lfirst(cell);
		OpExpr	   *added = (OpExpr *) bound;
		const Const *limit = constant_of(known);
		const Const *constant = constant_of(added);

		if (limit == NULL || constant == NULL || known->opno != added->opno ||
			!equal(linitial(known->args), linitial(added->args)) ||
			uuidx_is_uncounted((Node *) known) != uuidx_is_uncounted(bound))
			continue;

		/* a >= 2 implies a >= 1, because 2 >= 1 */
		if (DatumGetBool(OidFunctionCall2(added->opfuncid, constant->constvalue,
										  limit->constvalue)))
			lfirst(cell) = bound;
		return;
	}
	*bounds = lappend(*bounds, bound);
}

Node *
uuidx_make_time(Oid type, TimestampTz pg_us)
{
	DateADT		date;

	if (type != DATEOID)
		return (Node *) makeConst(type, -1, InvalidOid, sizeof(TimestampTz),
								  TimestampTzGetDatum(pg_us), false, FLOAT8PASSBYVAL);
	if (pg_us == DT_NOBEGIN)
		date = DATEVAL_NOBEGIN;
	else if (pg_us == DT_NOEND)
		date = DATEVAL_NOEND;
	else
		date = pg_us / USECS_PER_DAY - (pg_us % USECS_PER_DAY < 0);
	return (Node *) makeConst(type, -1, InvalidOid, sizeof(DateADT), DateADTGetDatum(date), false,
							  true);
}

Node *
uuidx_make_instant(TimestampTz pg_us)
{
	return uuidx_make_time(TIMESTAMPTZOID, pg_us);
}

Node *
uuidx_make_interval(int64 us)
{
	Interval   *interval = (Interval *) palloc0(sizeof(Interval));

	interval->time = us;
	return (Node *) makeConst(INTERVALOID, -1, InvalidOid, sizeof(Interval),
							  IntervalPGetDatum(interval), false, false);
}

/* The interval has no days, because the length of a day depends on the session's time zone */
Node *
uuidx_make_shifted(Node *instant, int64 shift_us)
{
	List	   *name = list_make2(makeString(pstrdup("pg_catalog")),
								  makeString(pstrdup(shift_us < 0 ? "-" : "+")));
	Const	   *constant = (Const *) instant;
	OpExpr	   *result;

	if (shift_us == 0)
		return instant;
	if (IsA(instant, Const))
	{
		TimestampTz pg_us = DatumGetTimestampTz(constant->constvalue);

		if (constant->constisnull || TIMESTAMP_NOT_FINITE(pg_us))
			return instant;
		return uuidx_make_instant(pg_us + shift_us);
	}
	result = (OpExpr *) make_opclause(OpernameGetOprid(name, TIMESTAMPTZOID, INTERVALOID),
									  TIMESTAMPTZOID, false, (Expr *) instant, (Expr *)
									  uuidx_make_interval(shift_us < 0 ? -shift_us : shift_us),
									  InvalidOid, InvalidOid);
	set_opfuncid(result);
	return (Node *) result;
}

Node *
uuidx_make_extreme(MinMaxOp op, List *arguments)
{
	MinMaxExpr *result;

	if (list_length(arguments) < 2)
		return arguments == NIL ? NULL : (Node *) linitial(arguments);
	result = makeNode(MinMaxExpr);
	result->minmaxtype = exprType((Node *) linitial(arguments));
	result->op = op;
	result->args = arguments;
	result->location = -1;
	return (Node *) result;
}

Node *
uuidx_make_clamped(Node *node, Node *first, Node *last)
{
	node = uuidx_make_extreme(IS_LEAST, list_make2(node, last));
	return uuidx_make_extreme(IS_GREATEST, list_make2(node, first));
}

/*
 * Clamps a date or time to two limits, unless it is known to be between them.  A null becomes the
 * limit that no value passes: the last one for > and >=, else the first one.
 */
Node *
uuidx_clamp_time(StrategyNumber strategy, Node *node, TimestampTz first, TimestampTz last)
{
	Oid			type = exprType(node);
	bool		lower = uuidx_is_lower(strategy);
	uuidx_instants instants = {0};

	if (uuidx_instants_of(node, &instants) && instants.earliest >= first && instants.latest <= last)
		return node;

	/* LEAST and GREATEST return the limit for a null */
	node = uuidx_make_extreme(lower ? IS_LEAST : IS_GREATEST,
							  list_make2(node, uuidx_make_time(type, lower ? last : first)));
	return uuidx_make_extreme(lower ? IS_GREATEST : IS_LEAST,
							  list_make2(node, uuidx_make_time(type, lower ? first : last)));
}

Node *
uuidx_make_instant_of_reading(Node *reading, int64 offset_us)
{
	if (exprType(reading) == DATEOID)
		reading = (Node *) makeFuncExpr(F_TIMESTAMP_DATE, TIMESTAMPOID, list_make1(reading),
										InvalidOid, InvalidOid, COERCE_EXPLICIT_CAST);

	return (Node *) makeFuncExpr(F_TIMEZONE_INTERVAL_TIMESTAMP, TIMESTAMPTZOID,
								 list_make2(uuidx_make_interval(offset_us), reading),
								 InvalidOid, InvalidOid, COERCE_SQL_SYNTAX);
}

Node *
uuidx_make_uuid(const pg_uuid_t *uuid)
{
	pg_uuid_t  *copy = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));

	*copy = *uuid;
	return (Node *) makeConst(UUIDOID, -1, InvalidOid, UUID_LEN, UUIDPGetDatum(copy), false, false);
}

/* Returns a call of a function of uuidx; NULL if the schema lacks it */
static Node *
make_own_call(const uuidx_target *target, const char *name, PGFunction function, Oid result_type,
			  Node *argument)
{
	Oid			oid = uuidx_find_function(target->schema, name, exprType(argument), function);

	if (!OidIsValid(oid))
		return NULL;
	return (Node *) makeFuncExpr(oid, result_type, list_make1(copyObject(argument)), InvalidOid,
								 InvalidOid, COERCE_EXPLICIT_CALL);
}

/* Appends uuid STRATEGY bound; false if bound is NULL or there is no such operator */
static bool
append_comparison(const uuidx_target *target, StrategyNumber strategy, Node *bound, List **quals)
{
	OpExpr	   *clause = bound == NULL ? NULL :
		uuidx_make_comparison(target->opfamily, UUIDOID, strategy, target->uuid, bound);

	if (clause == NULL)
		return false;
	*quals = lappend(*quals, clause);
	return true;
}

/*
 * Returns the boundary that a uuid is compared with if its time is STRATEGY an instant.  In time
 * order, where the last boundary is after all uuids of an instant, <= becomes <, and > becomes >=.
 */
static const uuidx_boundary *
choose_boundary(const uuidx_target *target, StrategyNumber *strategy)
{
	const uuidx_version *version = &uuidx_version_table[target->kind];

	if (*strategy == BTLessStrategyNumber || *strategy == BTGreaterEqualStrategyNumber)
		return &version->first;
	if (target->kind == UUIDX_TIME_OF_ANY)
		*strategy = *strategy == BTLessEqualStrategyNumber ? BTLessStrategyNumber :
			BTGreaterEqualStrategyNumber;
	return &version->last;
}

/*
 * For an instant beyond the times of all v7, sets the first or last v7 as the bound, and a strategy
 * that all or none satisfy: TimescaleDB accepts no bound that is not a v7
 */
static void
set_extreme(const uuidx_target *target, TimestampTz pg_us, StrategyNumber *strategy,
			pg_uuid_t *uuid)
{
	const uuidx_version *version = &uuidx_version_table[target->kind];
	bool		upper = uuidx_is_upper(*strategy);

	if (pg_us < UUIDX_V7_MIN_PG_US)
	{
		version->first.compute(pg_us, uuid);
		*strategy = upper ? BTLessStrategyNumber : BTGreaterEqualStrategyNumber;
	}
	else
	{
		version->last.compute(pg_us, uuid);
		*strategy = upper ? BTLessEqualStrategyNumber : BTGreaterStrategyNumber;
	}
}

/* Appends a comparison with a constant instant */
static bool
append_constant(const uuidx_target *target, StrategyNumber strategy, TimestampTz pg_us,
				List **quals)
{
	StrategyNumber uuid_strategy = strategy;
	const uuidx_boundary *boundary = choose_boundary(target, &uuid_strategy);
	pg_uuid_t	uuid;

	boundary->compute(pg_us, &uuid);
	if ((target->kind == UUIDX_TIME_OF_V7 || target->kind == UUIDX_TIME_OF_UNIX) &&
		(pg_us < UUIDX_V7_MIN_PG_US || pg_us > UUIDX_UNIX_LAST_PG_US))
		set_extreme(target, pg_us, &uuid_strategy, &uuid);
	return append_comparison(target, uuid_strategy, uuidx_make_uuid(&uuid), quals);
}

/*
 * Append comparisons that hold for a uuid of the version (in time order, for any uuid with a time)
 * exactly if its time is STRATEGY a timestamptz, or is in a tstzrange, for InvalidStrategy.  The
 * timestamptz is written once, or twice for =; the range twice.  uuidx_write_time() excludes uuids
 * without a time, which are last in time order, and, if filtered, all uuids of other versions, even
 * if the other side is null.  If false is returned, *quals must not be used.
 */
bool
uuidx_write_instant(const uuidx_target *target, StrategyNumber strategy, Node *instant,
					List **quals)
{
	StrategyNumber uuid_strategy = strategy;
	const uuidx_boundary *boundary;

	Assert(exprType(instant) == TIMESTAMPTZOID);
	if (strategy == BTEqualStrategyNumber)
		return uuidx_write_instant(target, BTGreaterEqualStrategyNumber, instant, quals) &&
			uuidx_write_instant(target, BTLessEqualStrategyNumber, instant, quals);
	if (IsA(instant, Const))
	{
		Assert(!((Const *) instant)->constisnull);
		return append_constant(target, strategy,
							   DatumGetTimestampTz(((Const *) instant)->constvalue), quals);
	}

	/* even nil and max may qualify: < t is <= t - 1 us, > t is >= t + 1 us */
	if (target->kind == UUIDX_TIME_OF_UNIX && strategy != uuidx_including_ends(strategy))
	{
		uuid_strategy = uuidx_including_ends(strategy);
		instant = uuidx_clamp_time(strategy, (Node *) copyObject(instant), UUIDX_V7_MIN_PG_US - 1,
								   UUIDX_V7_MAX_PG_US);
		return uuidx_write_instant(target, uuid_strategy,
								   uuidx_make_shifted(instant, uuidx_is_lower(strategy) ? 1 : -1),
								   quals);
	}
	boundary = choose_boundary(target, &uuid_strategy);
	return append_comparison(target, uuid_strategy,
							 make_own_call(target, boundary->name, boundary->function, UUIDOID,
										   instant), quals);
}

/* Appends the comparisons with the bounds of a constant range, but none with an infinite one */
static bool
append_constant_range(const uuidx_target *target, RangeType *range, List **quals)
{
	RangeBound	lower;
	RangeBound	upper;
	bool		empty;

	range_deserialize(lookup_type_cache(RangeTypeGetOid(range), TYPECACHE_RANGE_INFO),
					  range, &lower, &upper, &empty);
	if (empty)
	{
		/* append conditions that are false for every uuid, and null for null */
		return append_constant(target, BTGreaterStrategyNumber, DT_NOEND, quals) &&
			append_constant(target, BTLessStrategyNumber, DT_NOBEGIN, quals);
	}
	if (!lower.infinite &&
		!append_constant(target, lower.inclusive ? BTGreaterEqualStrategyNumber :
						 BTGreaterStrategyNumber, DatumGetTimestampTz(lower.val), quals))
		return false;
	if (upper.infinite)
		return target->kind != UUIDX_TIME_OF_ANY || uuidx_write_filter(target, quals);
	return append_constant(target, upper.inclusive ? BTLessEqualStrategyNumber :
						   BTLessStrategyNumber, DatumGetTimestampTz(upper.val), quals);
}

/* Appends comparisons with the ends of a range, each of which is written once */
static bool
append_range(const uuidx_target *target, Node *range, List **quals)
{
	if (IsA(range, Const))
		return append_constant_range(target, DatumGetRangeTypeP(((Const *) range)->constvalue),
									 quals);

	/* for other ranges, only the bounds of v7 have functions */
	return target->kind == UUIDX_TIME_OF_V7 &&
		append_comparison(target, BTGreaterEqualStrategyNumber,
						  make_own_call(target, "uuid_v7_range_lower", uuidx_v7_range_lower,
										UUIDOID, range), quals) &&
		append_comparison(target, BTLessEqualStrategyNumber,
						  make_own_call(target, "uuid_v7_range_upper", uuidx_v7_range_upper,
										UUIDOID, range), quals);
}

bool
uuidx_write_filter(const uuidx_target *target, List **quals)
{
	const uuidx_version *version = &uuidx_version_table[target->kind];
	Node	   *filter;

	if (target->kind == UUIDX_TIME_OF_ANY)
	{
		/* nil is the first uuid without a time in time order */
		pg_uuid_t	nil = {{0}};

		return append_comparison(target, BTLessStrategyNumber, uuidx_make_uuid(&nil), quals);
	}
	if (version->predicate == NULL)
		return true;
	filter = make_own_call(target, version->predicate_name, version->predicate, BOOLOID,
						   target->uuid);
	if (filter == NULL)
		return false;
	*quals = lappend(*quals, filter);
	return true;
}

bool
uuidx_write_time(const uuidx_target *target, StrategyNumber strategy, Node *time, bool filtered,
				 List **quals)
{
	bool		is_range = strategy == InvalidStrategy;

	if (exprType(time) != (is_range ? TSTZRANGEOID : TIMESTAMPTZOID))
		return false;
	if (is_range ? !append_range(target, time, quals) :
		!uuidx_write_instant(target, strategy, time, quals))
		return false;

	/* in time order, uuids without a time are after every instant */
	if (filtered || (target->kind == UUIDX_TIME_OF_ANY && uuidx_is_lower(strategy)))
		return uuidx_write_filter(target, quals);
	return true;
}
