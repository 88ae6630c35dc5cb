/*
 * checks.c
 *	  What CHECK and NOT NULL constraints prove about UUIDs: see checks.h.
 *
 * Stored expressions are inspected, never evaluated or simplified: functions in them may belong
 * to any user.  These conditions are recognized, also if AND joins several of them:
 *
 *	  uuid_is_v7(id), uuid_is_v6(id)
 *									each id is null or of the version
 *	  uuid_v7_within(id, at, '1 day')
 *									each id is null or v7; if neither it nor `at` is null,
 *									they are at most that far apart
 *	  at = uuid_time(id)			if neither is null, they are equal
 *	  at IS NOT DISTINCT FROM uuid_time(id)
 *									they are equal, or both are null
 *
 * A condition may also be followed by IS TRUE or = true.
 * Instead of `at`, which is a timestamptz, uuid_v7_within() may contain an expression of a column
 * without time zone:
 *
 *	  created_at AT TIME ZONE 'UTC'						of a timestamp
 *	  created_on::timestamp AT TIME ZONE '-05:00'::interval	of a date
 *
 * The time zone must always have the same distance from UTC, so that the expression is a sum.
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
#include "optimizer/optimizer.h"
#include "pgtime.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "uuid/tolerance.h"

/* Removes relabelings, which a domain over uuid and a type without its modifier have */
static Node *
strip_relabels(Node *node)
{
	while (IsA(node, RelabelType))
		node = (Node *) ((RelabelType *) node)->arg;
	return node;
}

bool
uuidx_is_column(Node *node, AttrNumber *attribute)
{
	node = strip_relabels(node);
	if (!IsA(node, Var) || ((Var *) node)->varattno <= 0)
		return false;
	*attribute = ((Var *) node)->varattno;
	return true;
}

/* Returns the constant in an expression without relabelings, or NULL */
static Const *
read_constant(Node *node)
{
	node = strip_relabels(node);
	return IsA(node, Const) && !((Const *) node)->constisnull ? (Const *) node : NULL;
}

/* Sets how far a time zone is ahead of UTC; false if that varies */
static bool
read_zone_name(const char *name, int64 *offset_us)
{
	pg_tz	   *zone = pg_tzset(name);
	long int	seconds;

	if (zone == NULL || !pg_get_timezone_offset(zone, &seconds))
		return false;

	/* EST and -03 can be abbreviations, unlike names with a slash */
	if (seconds != 0 && strchr(name, '/') == NULL)
		return false;
	*offset_us = seconds * USECS_PER_SEC;
	return true;
}

/* Reads the zone of timestamp AT TIME ZONE zone; false for another call */
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

	/* the server ignores fractions of a second in this interval */
	interval = DatumGetIntervalP(zone->constvalue);
	if (interval->month != 0 || interval->day != 0 || interval->time <= -USECS_PER_DAY ||
		interval->time >= USECS_PER_DAY)
		return false;
	*offset_us = interval->time / USECS_PER_SEC * USECS_PER_SEC;
	return true;
}

/* Reads the second argument of uuid_v7_within(): a column, with or without time zone */
static bool
read_time_column(Node *node, uuidx_check *check)
{
	Var		   *column;

	check->at_type = TIMESTAMPTZOID;
	if (IsA(node, FuncExpr))
	{
		if (!read_zone((FuncExpr *) node, &check->offset_us))
			return false;
		check->at_type = TIMESTAMPOID;
		node = strip_relabels((Node *) lsecond(((FuncExpr *) node)->args));
	}
	if (IsA(node, FuncExpr) && ((FuncExpr *) node)->funcid == F_TIMESTAMP_DATE)
	{
		check->at_type = DATEOID;
		node = (Node *) linitial(((FuncExpr *) node)->args);
	}
	column = (Var *) node;
	if (!IsA(column, Var) || column->vartype != check->at_type || column->varattno <= 0)
		return false;
	check->at = column->varattno;
	return true;
}

/* Reads the distance that uuid_v7_within() allows; false unless it is about two columns */
static bool
read_within(FuncExpr *call, uuidx_check *check)
{
	Const	   *tolerance = read_constant((Node *) lthird(call->args));
	Interval   *interval;

	if (tolerance == NULL || !read_time_column((Node *) lsecond(call->args), check))
		return false;
	interval = DatumGetIntervalP(tolerance->constvalue);
	check->function = call->funcid;
	return uuidx_tolerance_us(interval->month, interval->day, interval->time, &check->tolerance_us);
}

/* Reads at = uuid_time(uuid), which proves the same with IS NOT DISTINCT FROM */
static bool
read_time(Node *at, FuncExpr *call, uuidx_check *check)
{
	if (!uuidx_is_column(at, &check->at) || ((Var *) at)->vartype != TIMESTAMPTZOID ||
		!uuidx_extracts_time((Node *) call) ||
		!uuidx_is_column((Node *) linitial(call->args), &check->uuid))
		return false;
	check->type = UUIDX_CHECK_TIME;
	check->at_type = TIMESTAMPTZOID;
	check->function = call->funcid;
	return true;
}

/* Reads a condition that is a call of one of our functions */
static bool
read_call(FuncExpr *call, uuidx_check *check)
{
	PGFunction	function = uuidx_own_function(call->funcid);

	if (function == NULL || call->args == NIL ||
		!uuidx_is_column((Node *) linitial(call->args), &check->uuid))
		return false;
	if (function == uuidx_v7_within_tolerance)
	{
		check->versions = UUIDX_VERSIONS_ALL_7;
		if (read_within(call, check))
			check->type = UUIDX_CHECK_WITHIN;
	}
	else
		check->versions = uuidx_version_table[uuidx_find_predicate(function)].all;
	return check->versions != UUIDX_VERSIONS_ANY;
}

/* Reads a condition on one time column, but no null test: the server may exclude tables by it */
static bool
read_range(Node *condition, uuidx_check *check)
{
	if (IsA(condition, NullTest))
		return false;
	check->at = InvalidAttrNumber;
	foreach_ptr(Var, column, pull_var_clause(condition, 0))
	{
		if (column->vartype != TIMESTAMPTZOID || (check->at != 0 && check->at != column->varattno))
			return false;
		check->at = column->varattno;
	}
	check->type = UUIDX_CHECK_RANGE;
	return check->at != 0;
}

/* Reads an equality or NOT (left IS DISTINCT FROM right), in either order */
static bool
read_comparison(Node *condition, uuidx_check *check)
{
	bool		exactly = is_notclause(condition);
	OpExpr	   *clause = (OpExpr *) condition;

	if (exactly)
		clause = (OpExpr *) get_notclausearg((Expr *) condition);
	if ((exactly ? !IsA(clause, DistinctExpr) : !IsA(clause, OpExpr)) ||
		get_opcode(clause->opno) != F_TIMESTAMPTZ_EQ)
		return false;
	for (int i = 0; i < 2; i++)
	{
		Node	   *side = strip_relabels((Node *) list_nth(clause->args, i));
		FuncExpr   *call = (FuncExpr *) strip_relabels((Node *) list_nth(clause->args, 1 - i));

		if (read_time(side, call, check))
			return true;
	}
	return false;
}

/* Returns a condition without IS TRUE or = true, which also exclude null */
static Node *
strip_truth(Node *condition)
{
	const Const *constant;

	if (IsA(condition, BooleanTest) && ((BooleanTest *) condition)->booltesttype == IS_TRUE)
		return (Node *) ((BooleanTest *) condition)->arg;
	if (!IsA(condition, OpExpr) || get_opcode(((OpExpr *) condition)->opno) != F_BOOLEQ)
		return condition;
	constant = read_constant((Node *) lsecond(((OpExpr *) condition)->args));
	return constant != NULL && DatumGetBool(constant->constvalue) ?
		(Node *) linitial(((OpExpr *) condition)->args) : condition;
}

List *
uuidx_read_check(Node *expression)
{
	uuidx_check check = {UUIDX_CHECK_VERSION};

	check_stack_depth();
	expression = strip_truth(expression);
	if (IsA(expression, BoolExpr) && ((BoolExpr *) expression)->boolop == AND_EXPR)
	{
		List	   *checks = NIL;

		foreach_ptr(Node, condition, ((BoolExpr *) expression)->args)
			checks = list_concat(checks, uuidx_read_check(condition));
		return checks;
	}
	if (IsA(expression, FuncExpr) ? read_call((FuncExpr *) expression, &check) :
		read_comparison(expression, &check) || read_range(expression, &check))
		return uuidx_copy_checks(list_make1(&check));
	return NIL;
}

List *
uuidx_copy_checks(const List *checks)
{
	List	   *result = NIL;

	foreach_ptr(uuidx_check, check, checks)
	{
		uuidx_check *copy = palloc_object(uuidx_check);

		*copy = *check;
		copy->age = uuidx_copy_age(&check->age);
		copy->generated = check->generated == NULL ? NULL : pstrdup(check->generated);
		result = lappend(result, copy);
	}
	return result;
}

bool
uuidx_is_valid_check(HeapTuple tuple)
{
	Form_pg_constraint form = (Form_pg_constraint) GETSTRUCT(tuple);

	return form->contype == CONSTRAINT_CHECK && form->convalidated;
}

char *
uuidx_stored_text(HeapTuple tuple, AttrNumber attribute, TupleDesc tupdesc)
{
	bool		isnull;
	Datum		value = heap_getattr(tuple, attribute, tupdesc, &isnull);

	return isnull ? NULL : TextDatumGetCString(value);
}

Node *
uuidx_stored_expression(HeapTuple tuple, AttrNumber attribute, TupleDesc tupdesc)
{
	char	   *text = uuidx_stored_text(tuple, attribute, tupdesc);

	return text == NULL ? NULL : (Node *) stringToNode(text);
}

List *
uuidx_read_checks(Oid table)
{
	Relation	constraints = table_open(ConstraintRelationId, AccessShareLock);
	List	   *result = NIL;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&key, Anum_pg_constraint_conrelid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(table));
	scan = systable_beginscan(constraints, ConstraintRelidTypidNameIndexId, true, NULL, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_constraint form = (Form_pg_constraint) GETSTRUCT(tuple);
		Node	   *expression = !uuidx_is_valid_check(tuple) ? NULL :
			uuidx_stored_expression(tuple, Anum_pg_constraint_conbin,
									RelationGetDescr(constraints));
		List	   *checks = expression == NULL ? NIL : uuidx_read_check(expression);

		foreach_ptr(uuidx_check, check, checks)
		{
			check->name = form->conname;
			check->is_inherited = !form->connoinherit;
			uuidx_add_row(&check->age, tuple);
		}
		result = list_concat(result, checks);
	}
	systable_endscan(scan);
	table_close(constraints, AccessShareLock);
	return result;
}

uuidx_check *
uuidx_read_not_null(Oid table, AttrNumber column, const List *members)
{
	uuidx_check *result = palloc0_object(uuidx_check);
	char	   *name = get_attname(table, column, true);

	result->uuid = column;
	if (name == NULL)
		return result;
	foreach_oid(member, lcons_oid(table, list_copy(members)))
	{
		AttrNumber	attribute = get_attnum(member, name);
		HeapTuple	tuple = attribute <= 0 ? NULL : UUIDX_FIND_NOT_NULL(member, attribute);

		if (!HeapTupleIsValid(tuple) || !UUIDX_IS_NOT_NULL(tuple))
			return result;
		uuidx_add_row(&result->age, tuple);
	}
	result->type = UUIDX_CHECK_NOT_NULL;
	return result;
}
