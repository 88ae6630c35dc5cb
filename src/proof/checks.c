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
 *	  at = uuid_time(id)			where neither is null, they are equal
 *	  at IS NOT DISTINCT FROM uuid_time(id)
 *									the same
 *
 * and the same of v6 for the first three, of v8 for the third.  A null passes every CHECK
 * but the third and the last.  For `at` of uuid_v7_within(), which is a timestamptz, there
 * may be an expression of a column without time zone,
 *
 *	  created_at AT TIME ZONE 'UTC'						of a timestamp
 *	  created_on::timestamp AT TIME ZONE '-05:00'::interval	of a date
 *
 * if the time zone has one distance from UTC at all times: the expression is a sum then.
 */
#include "proof/checks.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/indexing.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_type.h"
#include "functions.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "pgtime.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"
#include "uuid/tolerance.h"

uuidx_proof *
uuidx_make_proof(int natts)
{
	uuidx_proof *proof = (uuidx_proof *) palloc0(sizeof(uuidx_proof));

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

/* Whether an expression is a column of the table */
static bool
is_column(Node *node, AttrNumber *attribute)
{
	node = strip_relabels(node);
	if (!IsA(node, Var) || ((Var *) node)->varattno <= 0)
		return false;
	*attribute = ((Var *) node)->varattno;
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
	uuidx_within_check within = {call->funcid};
	Const	   *tolerance = read_constant((Node *) lthird(call->args));
	Interval   *interval;
	uuidx_within_check *copy;

	if (tolerance == NULL || !read_time_column((Node *) lsecond(call->args), &within))
		return;
	interval = DatumGetIntervalP(tolerance->constvalue);
	if (!is_column((Node *) linitial(call->args), &within.uuid) ||
		!uuidx_tolerance_us(interval->month, interval->day, interval->time, &within.tolerance_us))
		return;

	copy = palloc_object(uuidx_within_check);
	*copy = within;
	proof->within = lappend(proof->within, copy);
}

/*
 * Notes at = uuid_time(uuid), or IS NOT DISTINCT FROM, or its commutator, if the condition is
 * that; returns true if so
 */
static bool
read_time(OpExpr *clause, uuidx_proof *proof)
{
	Node	   *at = strip_relabels((Node *) linitial(clause->args));
	Node	   *call = strip_relabels((Node *) lsecond(clause->args));
	uuidx_time_check time;
	uuidx_time_check *copy;

	if (get_opcode(clause->opno) != F_TIMESTAMPTZ_EQ)
		return false;
	if (!IsA(at, Var))
	{
		at = call;
		call = strip_relabels((Node *) linitial(clause->args));
	}
	if (!IsA(at, Var) || ((Var *) at)->vartype != TIMESTAMPTZOID || !uuidx_extracts_time(call) ||
		!is_column(at, &time.at) ||
		!is_column((Node *) linitial(((FuncExpr *) call)->args), &time.uuid))
		return false;
	time.function = ((FuncExpr *) call)->funcid;
	copy = palloc_object(uuidx_time_check);
	*copy = time;
	proof->times = lappend(proof->times, copy);
	return true;
}

/* What a function that is true proves about its argument */
static uuidx_versions
read_filter(FuncExpr *call, Node **uuid, uuidx_proof *proof)
{
	PGFunction	function = uuidx_own_function(call->funcid);

	if (function == NULL || call->args == NIL)
		return UUIDX_VERSIONS_ANY;
	*uuid = (Node *) linitial(call->args);
	if (function != uuidx_v7_within_tolerance)
		return uuidx_version_table[uuidx_find_predicate(function)].all;
	read_within(call, proof);
	return UUIDX_VERSIONS_ALL_7;
}

/* The versions that uuid_version(uuid) = number leaves; IS NOT DISTINCT FROM, if "exactly" */
static uuidx_versions
versions_of(int number, bool exactly)
{
	for (int i = 0; i < lengthof(uuidx_version_table); i++)
		if (uuidx_version_table[i].number == number)
			return exactly ? uuidx_version_table[i].all : uuidx_version_table[i].timed;
	return UUIDX_VERSIONS_ANY;
}

/* Adds what a condition proves; true if it proves anything */
static bool
read_condition(Node *condition, uuidx_proof *proof)
{
	uuidx_versions versions = UUIDX_VERSIONS_ANY;
	AttrNumber	attribute;
	Node	   *uuid = NULL;

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
	else
	{
		bool		exactly = is_notclause(condition);

		/* NOT (left IS DISTINCT FROM right) */
		if (exactly)
			condition = (Node *) get_notclausearg((Expr *) condition);
		if (exactly ? !IsA(condition, DistinctExpr) : !IsA(condition, OpExpr))
			return false;
		if (read_time((OpExpr *) condition, proof))
			return true;
		versions = versions_of(read_version((OpExpr *) condition, &uuid), exactly);
	}
	if (versions == UUIDX_VERSIONS_ANY || !is_column(uuid, &attribute) || attribute > proof->natts)
		return false;
	proof->versions[attribute] = Max(proof->versions[attribute], versions);
	return true;
}

bool
uuidx_read_check(const char *check, uuidx_proof *proof)
{
	return read_condition((Node *) stringToNode(check), proof);
}

void
uuidx_add_proof(uuidx_proof *proof, const uuidx_proof *other)
{
	ListCell   *cell;

	Assert(proof->natts == other->natts);
	for (int i = 1; i <= proof->natts; i++)
		proof->versions[i] = Max(proof->versions[i], other->versions[i]);
	foreach(cell, other->within)
	{
		uuidx_within_check *copy = palloc_object(uuidx_within_check);

		*copy = *(uuidx_within_check *) lfirst(cell);
		proof->within = lappend(proof->within, copy);
	}
	foreach(cell, other->times)
	{
		uuidx_time_check *copy = palloc_object(uuidx_time_check);

		*copy = *(uuidx_time_check *) lfirst(cell);
		proof->times = lappend(proof->times, copy);
	}
}

/* Whether a row is a validated CHECK */
static bool
is_valid_check(HeapTuple tuple)
{
	Form_pg_constraint form = (Form_pg_constraint) GETSTRUCT(tuple);

	return form->contype == CONSTRAINT_CHECK && form->convalidated;
}

/* Whether a table has a validated CHECK of that name; adds its row */
static bool
has_check(Relation constraints, Oid table, const char *name, uuidx_age *age)
{
	ScanKeyData keys[3];
	SysScanDesc scan;
	HeapTuple	tuple;
	bool		result;

	ScanKeyInit(&keys[0], Anum_pg_constraint_conrelid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(table));
	ScanKeyInit(&keys[1], Anum_pg_constraint_contypid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(InvalidOid));
	ScanKeyInit(&keys[2], Anum_pg_constraint_conname, BTEqualStrategyNumber, F_NAMEEQ,
				CStringGetDatum(name));
	scan = systable_beginscan(constraints, ConstraintRelidTypidNameIndexId, true, NULL, 3, keys);
	tuple = systable_getnext(scan);
	result = HeapTupleIsValid(tuple) && is_valid_check(tuple);
	if (result)
		uuidx_add_row(age, tuple);
	systable_endscan(scan);
	return result;
}

/* Sets found for those of some tables, sorted, that have such a CHECK in a schema; adds its rows */
static void
find_checks(Relation constraints, const List *sorted, Oid schema, const char *name, bool *found,
			uuidx_age *age)
{
	ScanKeyData keys[2];
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&keys[0], Anum_pg_constraint_conname, BTEqualStrategyNumber, F_NAMEEQ,
				CStringGetDatum(name));
	ScanKeyInit(&keys[1], Anum_pg_constraint_connamespace, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(schema));
	scan = systable_beginscan(constraints, ConstraintNameNspIndexId, true, NULL, 2, keys);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Oid			table = ((Form_pg_constraint) GETSTRUCT(tuple))->conrelid;
		int			low = 0;
		int			high = list_length(sorted);

		while (low < high)
		{
			int			middle = (low + high) / 2;

			if (list_nth_oid(sorted, middle) < table)
				low = middle + 1;
			else
				high = middle;
		}
		if (low < list_length(sorted) && list_nth_oid(sorted, low) == table &&
			is_valid_check(tuple))
		{
			found[low] = true;
			uuidx_add_row(age, tuple);
		}
	}
	systable_endscan(scan);
}

bool
uuidx_have_check(const List *tables, Oid schema, const char *name, uuidx_age *age)
{
	Relation	constraints = table_open(ConstraintRelationId, AccessShareLock);
	List	   *sorted = list_copy(tables);
	int			ntables = list_length(tables);
	bool	   *found = (bool *) palloc0(ntables * sizeof(bool));
	bool		result = true;

	list_sort(sorted, list_oid_cmp);
	if (ntables > 1)
		find_checks(constraints, sorted, schema, name, found, age);
	for (int i = 0; i < ntables && result; i++)
		result = found[i] || has_check(constraints, list_nth_oid(sorted, i), name, age);
	table_close(constraints, AccessShareLock);
	return result;
}
