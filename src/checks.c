/*
 * checks.c
 *	  What CHECK constraints prove about the versions of UUIDs.
 */
#include "checks.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/primnodes.h"
#include "optimizer/optimizer.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

extern Datum uuidx_is_v6(PG_FUNCTION_ARGS);
extern Datum uuidx_is_v7(PG_FUNCTION_ARGS);
extern Datum uuidx_v7_within_tolerance(PG_FUNCTION_ARGS);
extern Datum uuidx_version_number(PG_FUNCTION_ARGS);

PGFunction
uuidx_function_address(Oid function)
{
	FmgrInfo	info;

	fmgr_info(function, &info);
	return info.fn_addr;
}

/* The uuid under relabelings, as a domain over uuid has them */
static Node *
strip_relabel(Node *node)
{
	while (IsA(node, RelabelType))
		node = (Node *) ((RelabelType *) node)->arg;
	return node;
}

bool
uuidx_is_column(Node *node, AttrNumber *attribute)
{
	node = strip_relabel(node);
	if (IsA(node, CoerceToDomainValue))
		*attribute = 0;
	else if (IsA(node, Var) && ((Var *) node)->varattno > 0)
		*attribute = ((Var *) node)->varattno;
	else
		return false;
	return true;
}

/* The number in `version = number` or its commutator, or -1 */
static int
compared_version(OpExpr *clause, Node **version)
{
	Oid			function = get_opcode(clause->opno);
	Node	   *left;
	Node	   *right;
	Const	   *number;

	if (function != F_INT2EQ && function != F_INT24EQ && function != F_INT42EQ)
		return -1;
	left = (Node *) linitial(clause->args);
	right = (Node *) lsecond(clause->args);
	*version = IsA(right, Const) ? left : right;
	number = (Const *) (IsA(right, Const) ? right : left);
	if (!IsA(number, Const) || number->constisnull || !IsA(*version, FuncExpr))
		return -1;
	return number->consttype == INT2OID ? DatumGetInt16(number->constvalue) :
		DatumGetInt32(number->constvalue);
}

/* What one condition says, and of which attribute; UUIDX_VERSIONS_ANY if nothing */
static uuidx_versions
what_it_says(Node *condition, AttrNumber *attribute)
{
	PGFunction	function;

	if (IsA(condition, FuncExpr))
	{
		FuncExpr   *call = (FuncExpr *) condition;

		if (list_length(call->args) < 1 || !uuidx_is_column(linitial(call->args), attribute))
			return UUIDX_VERSIONS_ANY;
		function = uuidx_function_address(call->funcid);
		if (function == uuidx_is_v7 || function == uuidx_v7_within_tolerance)
			return UUIDX_VERSIONS_ALL_7;
		if (function == uuidx_is_v6)
			return UUIDX_VERSIONS_ALL_6;
	}
	else if (IsA(condition, OpExpr))
	{
		Node	   *version;
		int			number = compared_version((OpExpr *) condition, &version);
		FuncExpr   *call = (FuncExpr *) version;

		if (number < 0 || list_length(call->args) != 1 ||
			!uuidx_is_column(linitial(call->args), attribute) ||
			uuidx_function_address(call->funcid) != uuidx_version_number)
			return UUIDX_VERSIONS_ANY;
		if (number == 7)
			return UUIDX_VERSIONS_TIMED_7;
		if (number == 6)
			return UUIDX_VERSIONS_TIMED_6;
	}
	return UUIDX_VERSIONS_ANY;
}

void
uuidx_note_check(const char *check, uuidx_versions *facts, int natts)
{
	Node	   *condition = eval_const_expressions(NULL, stringToNode(check));
	ListCell   *cell;

	foreach(cell, make_ands_implicit(canonicalize_qual((Expr *) condition, true)))
	{
		AttrNumber	attribute;
		uuidx_versions says = what_it_says((Node *) lfirst(cell), &attribute);

		if (says != UUIDX_VERSIONS_ANY && attribute <= natts)
			facts[attribute] = Max(facts[attribute], says);
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

uuidx_versions
uuidx_domain_versions(Oid type)
{
	uuidx_versions facts[1] = {UUIDX_VERSIONS_ANY};
	Relation	constraints = table_open(ConstraintRelationId, AccessShareLock);

	while (get_typtype(type) == TYPTYPE_DOMAIN)
	{
		ScanKeyData key;
		SysScanDesc scan;
		HeapTuple	tuple;

		ScanKeyInit(&key, Anum_pg_constraint_contypid, BTEqualStrategyNumber, F_OIDEQ,
					ObjectIdGetDatum(type));
		scan = systable_beginscan(constraints, ConstraintTypidIndexId, true, NULL, 1, &key);
		while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		{
			Form_pg_constraint form = (Form_pg_constraint) GETSTRUCT(tuple);
			bool		isnull;
			Datum		check = heap_getattr(tuple, Anum_pg_constraint_conbin,
											 RelationGetDescr(constraints), &isnull);

			if (form->contype == CONSTRAINT_CHECK && form->convalidated && !isnull)
				uuidx_note_check(TextDatumGetCString(check), facts, 0);
		}
		systable_endscan(scan);
		type = uuidx_base_of_domain(type);
	}
	table_close(constraints, AccessShareLock);
	return facts[0];
}
