/*
 * rewrite.c
 *	  The planner support function of the operators between uuid and time.
 *
 * `id >= t` is rewritten to core's `id >= uuid_v7_lower(t)`, and `id ~>=~ t` to
 * `id ~>=~ uuid_time_lower(t)`, before the planner looks at indexes, partitions or
 * statistics, so all of them serve it as they serve any comparison of two uuids.  The planner does not simplify what a
 * support function returns: a constant instant has to become a constant uuid
 * here, or partitions would be pruned only when the plan starts.
 *
 * Results never depend on whether the rewrite happened.  Whatever is not
 * understood is left alone.
 */
#include "compat.h"

#include "access/htup_details.h"
#include "catalog/pg_language.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

UUIDX_SQL_FUNCTION(uuidx_time_support);

/* One comparison: uuid OP boundary(argument) */
typedef struct comparison
{
	const char *operator_name;	/* core's, or one beside the operator's own */
	const char *boundary;		/* SQL function beside the operator's own */
} comparison;

/*
 * What an operator becomes.  Its function is known by the C symbol behind it,
 * which, other than its name and schema, no user can change.
 */
typedef struct rewrite
{
	const char *symbol;
	int			uuid_argument;	/* 0 or 1; the other one is the time */
	Oid			time_type;		/* timestamptz or tstzrange, or a domain over
								 * it */
	comparison	comparisons[2]; /* joined by AND; a range needs both */
} rewrite;

static const rewrite rewrites[] =
{
	{"uuidx_uuid_lt_timestamptz", 0, TIMESTAMPTZOID, {{"<", "uuid_v7_lower"}}},
	{"uuidx_uuid_le_timestamptz", 0, TIMESTAMPTZOID, {{"<=", "uuid_v7_upper"}}},
	{"uuidx_uuid_gt_timestamptz", 0, TIMESTAMPTZOID, {{">", "uuid_v7_upper"}}},
	{"uuidx_uuid_ge_timestamptz", 0, TIMESTAMPTZOID, {{">=", "uuid_v7_lower"}}},
	{"uuidx_timestamptz_lt_uuid", 1, TIMESTAMPTZOID, {{">", "uuid_v7_upper"}}},
	{"uuidx_timestamptz_le_uuid", 1, TIMESTAMPTZOID, {{">=", "uuid_v7_lower"}}},
	{"uuidx_timestamptz_gt_uuid", 1, TIMESTAMPTZOID, {{"<", "uuid_v7_lower"}}},
	{"uuidx_timestamptz_ge_uuid", 1, TIMESTAMPTZOID, {{"<=", "uuid_v7_upper"}}},
	{"uuidx_uuid_time_lt_timestamptz", 0, TIMESTAMPTZOID, {{"~<~", "uuid_time_lower"}}},
	{"uuidx_uuid_time_le_timestamptz", 0, TIMESTAMPTZOID, {{"~<~", "uuid_time_after"}}},
	{"uuidx_uuid_time_gt_timestamptz", 0, TIMESTAMPTZOID, {{"~>=~", "uuid_time_after"}}},
	{"uuidx_uuid_time_ge_timestamptz", 0, TIMESTAMPTZOID, {{"~>=~", "uuid_time_lower"}}},
	{"uuidx_timestamptz_time_lt_uuid", 1, TIMESTAMPTZOID, {{"~>=~", "uuid_time_after"}}},
	{"uuidx_timestamptz_time_le_uuid", 1, TIMESTAMPTZOID, {{"~>=~", "uuid_time_lower"}}},
	{"uuidx_timestamptz_time_gt_uuid", 1, TIMESTAMPTZOID, {{"~<~", "uuid_time_lower"}}},
	{"uuidx_timestamptz_time_ge_uuid", 1, TIMESTAMPTZOID, {{"~<~", "uuid_time_after"}}},
	{"uuidx_uuid_contained_by_tstzrange", 0, TSTZRANGEOID,
	{{">=", "uuid_v7_range_lower"}, {"<=", "uuid_v7_range_upper"}}},
	{"uuidx_tstzrange_contains_uuid", 1, TSTZRANGEOID,
	{{">=", "uuid_v7_range_lower"}, {"<=", "uuid_v7_range_upper"}}}
};

/* The rewrite for a function, and the schema it lives in; NULL for none */
static const rewrite *
find_rewrite(Oid function, Oid *namespace)
{
	HeapTuple	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	const rewrite *found = NULL;

	if (!HeapTupleIsValid(tuple))
		return NULL;

	if (((Form_pg_proc) GETSTRUCT(tuple))->prolang == ClanguageId)
	{
		bool		isnull;
		Datum		prosrc = SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_prosrc, &isnull);
		char	   *symbol = isnull ? NULL : TextDatumGetCString(prosrc);

		for (int i = 0; symbol !=NULL && found == NULL && i < lengthof(rewrites); i++)
			if (strcmp(symbol, rewrites[i].symbol) == 0)
				found = &rewrites[i];
		*namespace = ((Form_pg_proc) GETSTRUCT(tuple))->pronamespace;
	}
	ReleaseSysCache(tuple);
	return found;
}

/* The boundary function of that name for the type, or InvalidOid */
static Oid
find_boundary(const char *name, Oid time_type, Oid namespace)
{
	oidvector  *types = buildoidvector(&time_type, 1);

	return GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid,
						   CStringGetDatum(name), PointerGetDatum(types),
						   ObjectIdGetDatum(namespace));
}

/* The operator of that name on (uuid, uuid), core's or ours, or InvalidOid */
static Oid
find_operator(const char *name, Oid namespace)
{
	if (name[0] != '~')
		namespace = PG_CATALOG_NAMESPACE;
	return GetSysCacheOid4(OPERNAMENSP, Anum_pg_operator_oid,
						   CStringGetDatum(name),
						   ObjectIdGetDatum(UUIDOID), ObjectIdGetDatum(UUIDOID),
						   ObjectIdGetDatum(namespace));
}

/* Whether evaluating a node twice is as good as once */
static bool
may_be_duplicated(PlannerInfo *root, Node *node)
{
	QualCost	cost;

	if (contain_volatile_functions(node) || contain_subplans(node))
		return false;
	cost_qual_eval_node(&cost, node, root);
	return cost.startup + cost.per_tuple <= 10 * cpu_operator_cost;
}

/* uuid OP boundary(time), the boundary of a constant being a constant; or NULL */
static Expr *
make_comparison(const comparison *comparison, Node *uuid, Node *time, Oid time_type,
				Oid namespace)
{
	Oid			operator = find_operator(comparison->operator_name, namespace);
	Oid			boundary = find_boundary(comparison->boundary, time_type, namespace);
	Expr	   *bound;
	Expr	   *clause;

	if (!OidIsValid(operator) || !OidIsValid(boundary))
		return NULL;

	if (IsA(time, Const))
	{
		Datum		value = OidFunctionCall1(boundary, ((Const *) time)->constvalue);

		bound = (Expr *) makeConst(UUIDOID, -1, InvalidOid, UUID_LEN, value, false, false);
	}
	else
		bound = (Expr *) makeFuncExpr(boundary, UUIDOID, list_make1(time), InvalidOid, InvalidOid,
									  COERCE_EXPLICIT_CALL);

	clause = make_opclause(operator, BOOLOID, false, (Expr *) uuid, bound, InvalidOid, InvalidOid);

	/*
	 * COPY ... WHERE runs on servers 17 and 18 what it gets from here as it
	 * is
	 */
	set_opfuncid((OpExpr *) clause);
	return clause;
}

/* The call in terms of operators on (uuid, uuid), or NULL to leave it alone */
static Node *
simplify(PlannerInfo *root, FuncExpr *call)
{
	Oid			namespace;
	const rewrite *rewrite = find_rewrite(call->funcid, &namespace);
	Node	   *uuid;
	Node	   *time;
	Expr	   *first;
	Expr	   *second;

	if (rewrite == NULL || list_length(call->args) != 2)
		return NULL;

	uuid = (Node *) list_nth(call->args, rewrite->uuid_argument);
	time = (Node *) list_nth(call->args, 1 - rewrite->uuid_argument);
	if (exprType(uuid) != UUIDOID || getBaseType(exprType(time)) != rewrite->time_type)
		return NULL;
	time = applyRelabelType(time, rewrite->time_type, -1, InvalidOid, COERCE_IMPLICIT_CAST, -1,
							false);

	/* the operators are strict: the planner has dealt with a null constant */
	if (IsA(time, Const) && ((Const *) time)->constisnull)
		return NULL;

	if (rewrite->comparisons[1].operator_name == NULL)
		return (Node *) make_comparison(&rewrite->comparisons[0], uuid, time, rewrite->time_type,
										namespace);

	if (!may_be_duplicated(root, uuid) || !may_be_duplicated(root, time))
		return NULL;
	first = make_comparison(&rewrite->comparisons[0], uuid, time, rewrite->time_type, namespace);
	second = make_comparison(&rewrite->comparisons[1], copyObject(uuid), copyObject(time),
							 rewrite->time_type, namespace);
	if (first == NULL || second == NULL)
		return NULL;
	return (Node *) make_andclause(list_make2(first, second));
}

/* uuid_time_support(internal) */
Datum
uuidx_time_support(PG_FUNCTION_ARGS)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);
	Node	   *result = NULL;

	if (IsA(request, SupportRequestSimplify))
	{
		SupportRequestSimplify *simplify_request = (SupportRequestSimplify *) request;

		result = simplify(simplify_request->root, simplify_request->fcall);
	}
	PG_RETURN_POINTER(result);
}
