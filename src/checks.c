/*
 * checks.c
 *	  What CHECK constraints prove about UUIDs: see checks.h.
 *
 * The stored expressions are inspected, never evaluated or simplified: functions in
 * them may belong to any user.  Recognized are, joined by AND,
 *
 *	  uuid_is_v7(id)				all of them are v7
 *	  uuid_version(id) = 7			all of them that have a version are v7: a UUID
 *									of another variant has none, and passes
 *	  uuid_version(id) IS NOT DISTINCT FROM 7
 *									all of them are v7
 *	  uuid_v7_within(id, at, '1 day')
 *									all of them are v7, and where `at` is not null,
 *									no further from it than that
 *
 * and the same of v6 for the first three, of v8 for the third.  A null passes every CHECK
 * but the third.  For `at`, which is a timestamptz, there may be an expression of a column
 * without time zone,
 *
 *	  created_at AT TIME ZONE 'UTC'						of a timestamp
 *	  created_on::timestamp AT TIME ZONE '-05:00'::interval	of a date
 *
 * if the time zone has one distance from UTC at all times: the expression is a sum then.
 */
#include "checks.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_type.h"
#include "functions.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "pgtime.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "uuid/tolerance.h"

uuidx_proof *
uuidx_make_proof(int natts)
{
	uuidx_proof *proof = (uuidx_proof *) palloc0(sizeof(uuidx_proof));

	proof->context = CurrentMemoryContext;
	proof->natts = natts;
	proof->versions = (uuidx_versions *) palloc0((natts + 1) * sizeof(uuidx_versions));
	return proof;
}

/* A node without relabelings, as a domain over uuid and a type without its modifier have them */
static Node *
strip_relabels(Node *node)
{
	while (IsA(node, RelabelType))
		node = (Node *) ((RelabelType *) node)->arg;
	return node;
}

/* Whether an expression is a column of the table, or 0, the VALUE of a domain */
static bool
is_column(Node *node, AttrNumber *attribute)
{
	node = strip_relabels(node);
	if (IsA(node, CoerceToDomainValue))
		*attribute = 0;
	else if (IsA(node, Var) && ((Var *) node)->varattno > 0)
		*attribute = ((Var *) node)->varattno;
	else
		return false;
	return true;
}

/* The constant that an expression is, or NULL: relabeled, or a number of another width */
static Const *
read_constant(Node *node)
{
	node = strip_relabels(node);
	if (IsA(node, FuncExpr))
	{
		FuncExpr   *call = (FuncExpr *) node;

		if (call->funcid == F_INT2_INT4 || call->funcid == F_INT4_INT2)
			node = strip_relabels((Node *) linitial(call->args));
	}
	return IsA(node, Const) && !((Const *) node)->constisnull ? (Const *) node : NULL;
}

/*
 * The number in uuid_version(id) = number, or IS DISTINCT FROM, or its commutator, and id;
 * or -1
 */
static int
read_version(OpExpr *clause, Node **uuid)
{
	Oid			function = get_opcode(clause->opno);
	Node	   *call;
	Const	   *number;

	if (function != F_INT2EQ && function != F_INT24EQ && function != F_INT42EQ)
		return -1;
	call = strip_relabels((Node *) linitial(clause->args));
	number = read_constant((Node *) lsecond(clause->args));
	if (number == NULL)
	{
		call = strip_relabels((Node *) lsecond(clause->args));
		number = read_constant((Node *) linitial(clause->args));
	}
	if (number == NULL || !IsA(call, FuncExpr) ||
		uuidx_own_function(((FuncExpr *) call)->funcid) != uuidx_version_number)
		return -1;
	*uuid = (Node *) linitial(((FuncExpr *) call)->args);
	return number->consttype == INT2OID ? DatumGetInt16(number->constvalue) :
		DatumGetInt32(number->constvalue);
}

/* How far a time zone, by name, is always ahead of UTC; false where that varies */
static bool
read_zone_name(const char *name, int64 *offset_us)
{
	pg_tz	   *zone = pg_tzset(name);
	long int	seconds;

	if (zone == NULL || !pg_get_timezone_offset(zone, &seconds))
		return false;

	/*
	 * words such as EST, and numbers such as -03, can be abbreviations, which
	 * depend on settings; names with a slash cannot
	 */
	if (seconds != 0 && strchr(name, '/') == NULL)
		return false;
	*offset_us = seconds * USECS_PER_SEC;
	return true;
}

/* Reads the zone in: timestamp AT TIME ZONE zone; false for another call */
static bool
read_zone(FuncExpr *call, int64 *offset_us)
{
	Const	   *zone;
	Interval   *interval;

	if (call->funcid != F_TIMEZONE_TEXT_TIMESTAMP && call->funcid != F_TIMEZONE_INTERVAL_TIMESTAMP)
		return false;
	zone = read_constant((Node *) linitial(call->args));
	if (zone == NULL)
		return false;
	if (call->funcid == F_TIMEZONE_TEXT_TIMESTAMP)
		return read_zone_name(TextDatumGetCString(zone->constvalue), offset_us);

	/* the server takes whole seconds of it */
	interval = DatumGetIntervalP(zone->constvalue);
	if (interval->month != 0 || interval->day != 0 || interval->time <= -USECS_PER_DAY ||
		interval->time >= USECS_PER_DAY)
		return false;
	*offset_us = interval->time / USECS_PER_SEC * USECS_PER_SEC;
	return true;
}

/* Reads the second argument of uuid_v7_within(): a column, with or without time zone */
static bool
read_time_column(Node *node, uuidx_within_check *within)
{
	Var		   *column;

	within->at_type = TIMESTAMPTZOID;
	if (IsA(node, FuncExpr))
	{
		if (!read_zone((FuncExpr *) node, &within->offset_us))
			return false;
		within->at_type = TIMESTAMPOID;
		node = strip_relabels((Node *) lsecond(((FuncExpr *) node)->args));
	}
	if (IsA(node, FuncExpr) && ((FuncExpr *) node)->funcid == F_TIMESTAMP_DATE)
	{
		within->at_type = DATEOID;
		node = (Node *) linitial(((FuncExpr *) node)->args);
	}
	column = (Var *) node;
	if (!IsA(column, Var) || column->vartype != within->at_type || column->varattno <= 0)
		return false;
	within->at = column->varattno;
	return true;
}

/* Notes the distance that uuid_v7_within() allows, if the call is about two columns */
static void
read_within(FuncExpr *call, uuidx_proof *proof)
{
	uuidx_within_check within = {get_func_namespace(call->funcid)};
	Const	   *tolerance = read_constant((Node *) lthird(call->args));
	Interval   *interval;
	MemoryContext old_context;
	uuidx_within_check *copy;

	if (tolerance == NULL || !read_time_column((Node *) lsecond(call->args), &within))
		return;
	interval = DatumGetIntervalP(tolerance->constvalue);
	if (!is_column((Node *) linitial(call->args), &within.uuid) || within.uuid == 0 ||
		!uuidx_tolerance_us(interval->month, interval->day, interval->time, &within.tolerance_us))
		return;

	old_context = MemoryContextSwitchTo(proof->context);
	copy = (uuidx_within_check *) palloc(sizeof(uuidx_within_check));
	*copy = within;
	proof->within = lappend(proof->within, copy);
	MemoryContextSwitchTo(old_context);
}

/* What a function that is true proves about its argument */
static uuidx_versions
read_filter(FuncExpr *call, Node **uuid, uuidx_proof *proof)
{
	PGFunction	function = uuidx_own_function(call->funcid);

	if (function == NULL || call->args == NIL)
		return UUIDX_VERSIONS_ANY;
	*uuid = (Node *) linitial(call->args);
	if (function == uuidx_is_v7)
		return UUIDX_VERSIONS_ALL_7;
	if (function == uuidx_is_v6)
		return UUIDX_VERSIONS_ALL_6;
	if (function != uuidx_v7_within_tolerance)
		return UUIDX_VERSIONS_ANY;
	read_within(call, proof);
	return UUIDX_VERSIONS_ALL_7;
}

/* Adds what a condition proves; true if it proves anything */
static bool
read_condition(Node *condition, uuidx_proof *proof)
{
	uuidx_versions versions = UUIDX_VERSIONS_ANY;
	AttrNumber	attribute;
	Node	   *uuid;

	check_stack_depth();
	if (IsA(condition, BoolExpr) && ((BoolExpr *) condition)->boolop == AND_EXPR)
	{
		bool		says = false;
		ListCell   *cell;

		foreach(cell, ((BoolExpr *) condition)->args)
			says |= read_condition((Node *) lfirst(cell), proof);
		return says;
	}
	if (IsA(condition, FuncExpr))
		versions = read_filter((FuncExpr *) condition, &uuid, proof);
	else if (IsA(condition, OpExpr))
	{
		int			version = read_version((OpExpr *) condition, &uuid);

		if (version == 7)
			versions = UUIDX_VERSIONS_TIMED_7;
		else if (version == 6)
			versions = UUIDX_VERSIONS_TIMED_6;
	}
	else if (is_notclause(condition) && IsA(get_notclausearg((Expr *) condition), DistinctExpr))
	{
		int			version = read_version((OpExpr *) get_notclausearg((Expr *) condition), &uuid);

		if (version == 7)
			versions = UUIDX_VERSIONS_ALL_7;
		else if (version == 6)
			versions = UUIDX_VERSIONS_ALL_6;
		else if (version == 8)
			versions = UUIDX_VERSIONS_ALL_8;
	}
	if (versions == UUIDX_VERSIONS_ANY || !is_column(uuid, &attribute) || attribute > proof->natts)
		return false;
	proof->versions[attribute] = Max(proof->versions[attribute], versions);
	return true;
}

/* Adds what a CHECK proves, and the transaction that it is of */
static void
add_check(Node *condition, TransactionId xmin, uuidx_proof *proof)
{
	Size		size = (proof->nxmins + 1) * sizeof(TransactionId);

	if (!read_condition(condition, proof))
		return;
	proof->xmins = proof->nxmins == 0 ?
		(TransactionId *) MemoryContextAlloc(proof->context, size) :
		(TransactionId *) repalloc(proof->xmins, size);
	proof->xmins[proof->nxmins++] = xmin;
}

void
uuidx_read_check(const char *check, TransactionId xmin, uuidx_proof *proof, uuidx_proof *second)
{
	Node	   *condition = (Node *) stringToNode(check);

	add_check(condition, xmin, proof);
	if (second != NULL)
		add_check(condition, xmin, second);
}

/*
 * Reads the validated CHECKs in which an attribute of pg_constraint is that OID, into a
 * proof, and those that are inherited into the one of a tree as well, if there is one
 */
static void
read_constraints(AttrNumber attribute, Oid index, Oid object, uuidx_proof *proof,
				 uuidx_proof *tree)
{
	Relation	constraints = table_open(ConstraintRelationId, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&key, attribute, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(object));
	scan = systable_beginscan(constraints, index, true, NULL, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_constraint form = (Form_pg_constraint) GETSTRUCT(tuple);
		bool		isnull;
		Datum		check;

		if (form->contype != CONSTRAINT_CHECK || !form->convalidated)
			continue;
		check = heap_getattr(tuple, Anum_pg_constraint_conbin, RelationGetDescr(constraints),
							 &isnull);
		if (!isnull)
			uuidx_read_check(TextDatumGetCString(check), HeapTupleHeaderGetXmin(tuple->t_data),
							 proof, form->connoinherit ? NULL : tree);
	}
	systable_endscan(scan);
	table_close(constraints, AccessShareLock);
}

void
uuidx_read_table_checks(Oid relation, uuidx_proof *only, uuidx_proof *tree)
{
	read_constraints(Anum_pg_constraint_conrelid, ConstraintRelidTypidNameIndexId, relation, only,
					 tree);
}

void
uuidx_read_domain(Oid domain, uuidx_proof *proof)
{
	while (get_typtype(domain) == TYPTYPE_DOMAIN)
	{
		read_constraints(Anum_pg_constraint_contypid, ConstraintTypidIndexId, domain, proof, NULL);
		domain = uuidx_base_of_domain(domain);
	}
}

Oid
uuidx_base_of_domain(Oid type)
{
	HeapTuple	tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
	Oid			base = InvalidOid;

	if (HeapTupleIsValid(tuple))
	{
		base = ((Form_pg_type) GETSTRUCT(tuple))->typbasetype;
		ReleaseSysCache(tuple);
	}
	return base;
}

bool
uuidx_is_proof_visible(const uuidx_proof *proof, Snapshot snapshot)
{
	for (int i = 0; i < proof->nxmins; i++)
	{
		/*
		 * a constraint is validated with the newest snapshot, not with that
		 * of the transaction
		 */
		if (TransactionIdIsCurrentTransactionId(proof->xmins[i]) ?
			IsolationUsesXactSnapshot() : XidInMVCCSnapshot(proof->xmins[i], snapshot))
			return false;
	}
	return true;
}
