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

/* Returns the tables below a table, at any depth, and adds the rows that place them there */
static List *
read_members(Oid table, uuidx_age *age)
{
	Relation	inherits = table_open(InheritsRelationId, AccessShareLock);
	List	   *parents = list_make1_oid(table);
	ListCell   *cell;

	/*
	 * members are appended while the list is read, and their own members are
	 * found later
	 */
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

/* Returns whether a table has a validated CHECK of a name, and adds its row */
static bool
has_check(Relation constraints, Oid table, const NameData *name, uuidx_age *age)
{
	ScanKeyData keys[3];
	SysScanDesc scan;
	HeapTuple	tuple;
	bool		found;

	ScanKeyInit(&keys[0], Anum_pg_constraint_conrelid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(table));
	ScanKeyInit(&keys[1], Anum_pg_constraint_contypid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(InvalidOid));
	ScanKeyInit(&keys[2], Anum_pg_constraint_conname, BTEqualStrategyNumber, F_NAMEEQ,
				NameGetDatum(name));
	scan = systable_beginscan(constraints, ConstraintRelidTypidNameIndexId, true, NULL, 3, keys);
	tuple = systable_getnext(scan);
	found = HeapTupleIsValid(tuple) && uuidx_is_valid_check(tuple);
	if (found)
		uuidx_add_row(age, tuple);
	systable_endscan(scan);
	return found;
}

List *
uuidx_inherited_checks(Oid table, List *checks, List **members, uuidx_age *age)
{
	Relation	constraints = table_open(ConstraintRelationId, AccessShareLock);
	List	   *result = NIL;

	*members = read_members(table, age);
	foreach_ptr(uuidx_check, check, checks)
	{
		bool		is_inherited = check->is_inherited;

		foreach_oid(member, *members)
		{
			is_inherited = is_inherited && has_check(constraints, member, &check->name, age);
			check->is_generated = check->is_generated &&
				uuidx_match_generated(table, check, member) != InvalidAttrNumber;
		}
		if (is_inherited)
			result = lappend(result, check);
	}
	table_close(constraints, AccessShareLock);
	return result;
}
