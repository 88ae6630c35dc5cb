/*
 * inherit.c
 *	  What is also proven in the tables that inherit from a table: see inherit.h.
 */
#include "proof/inherit.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/indexing.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_inherits.h"
#include "proof/generated.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"

/* Returns the tables below a table, at any depth, and adds their rows of pg_inherits to the age */
static List *
read_members(Oid table, uuidx_age *age)
{
	Relation	inherits = table_open(InheritsRelationId, AccessShareLock);
	List	   *parents = list_make1_oid(table);
	ListCell   *cell;

	/* members are appended while the list is read */
	foreach(cell, parents)
	{
		ScanKeyData key;
		SysScanDesc scan;
		HeapTuple	tuple;

		if (!has_subclass(lfirst_oid(cell)))
			continue;
		ScanKeyInit(&key, Anum_pg_inherits_inhparent, BTEqualStrategyNumber, F_OIDEQ,
					ObjectIdGetDatum(lfirst_oid(cell)));
		scan = systable_beginscan(inherits, InheritsParentIndexId, true, NULL, 1, &key);
		while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		{
			parents = lappend_oid(parents, ((Form_pg_inherits) GETSTRUCT(tuple))->inhrelid);
			uuidx_add_row(age, tuple);
		}
		systable_endscan(scan);
	}
	table_close(inherits, AccessShareLock);
	return list_delete_first(parents);
}

/* Returns those of the conditions that a table has, too, in a validated CHECK of the same name */
static List *
shared_checks(Relation constraints, Oid table, List *checks, uuidx_age *age)
{
	List	   *result = NIL;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&key, Anum_pg_constraint_conrelid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(table));
	scan = systable_beginscan(constraints, ConstraintRelidTypidNameIndexId, true, NULL, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		char	   *name = NameStr(((Form_pg_constraint) GETSTRUCT(tuple))->conname);

		foreach_ptr(uuidx_check, check, uuidx_is_valid_check(tuple) ? checks : NIL)
		{
			if (strcmp(NameStr(check->name), name) != 0)
				continue;
			result = lappend(result, check);
			uuidx_add_row(age, tuple);
		}
	}
	systable_endscan(scan);
	return result;
}

List *
uuidx_inherited_checks(Oid table, List *checks, List **members, uuidx_age *age)
{
	Relation	constraints = table_open(ConstraintRelationId, AccessShareLock);
	List	   *result = NIL;

	*members = read_members(table, age);
	foreach_ptr(uuidx_check, check, checks)
	{
		if (check->is_inherited)
			result = lappend(result, check);
	}
	foreach_oid(member, result == NIL ? NIL : *members)
	{
		result = shared_checks(constraints, member, result, age);
		foreach_ptr(uuidx_check, check, result)
		{
			if (check->generated != NULL &&
				uuidx_match_generated(table, check, member) == InvalidAttrNumber)
				check->generated = NULL;
		}
	}
	table_close(constraints, AccessShareLock);
	return result;
}
