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
#include "lib/qunique.h"
#include "proof/generated.h"
#include "utils/builtins.h"
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

/* A search for a CHECK of one name in all tables below, which are sorted by OID */
typedef struct check_search
{
	Relation	constraints;
	Oid		   *tables;
	int			ntables;
	bool	   *found;
	uuidx_age  *age;			/* to which the rows found are added */
} check_search;

/* Sets found for the tables that have a validated CHECK among these rows of an index */
static void
find_checks(check_search *search, Oid index, ScanKeyData *keys, int nkeys)
{
	SysScanDesc scan = systable_beginscan(search->constraints, index, true, NULL, nkeys, keys);
	HeapTuple	tuple;

	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Oid		   *table = (Oid *) bsearch(&((Form_pg_constraint) GETSTRUCT(tuple))->conrelid,
											search->tables, search->ntables, sizeof(Oid), oid_cmp);

		if (table != NULL && uuidx_is_valid_check(tuple))
		{
			search->found[table - search->tables] = true;
			uuidx_add_row(search->age, tuple);
		}
	}
	systable_endscan(scan);
}

/*
 * Returns whether all tables have a validated CHECK of a name.  One scan finds the tables in the
 * schema of their parent, which are all of them in most cases.
 */
static bool
all_have_check(check_search *search, Oid schema, const NameData *name)
{
	ScanKeyData keys[3];

	search->found = (bool *) palloc0(search->ntables * sizeof(bool));
	if (search->ntables > 1)
	{
		ScanKeyInit(&keys[0], Anum_pg_constraint_conname, BTEqualStrategyNumber, F_NAMEEQ,
					NameGetDatum(name));
		ScanKeyInit(&keys[1], Anum_pg_constraint_connamespace, BTEqualStrategyNumber, F_OIDEQ,
					ObjectIdGetDatum(schema));
		find_checks(search, ConstraintNameNspIndexId, keys, 2);
	}
	for (int i = 0; i < search->ntables; i++)
	{
		if (search->found[i])
			continue;
		ScanKeyInit(&keys[0], Anum_pg_constraint_conrelid, BTEqualStrategyNumber, F_OIDEQ,
					ObjectIdGetDatum(search->tables[i]));
		ScanKeyInit(&keys[1], Anum_pg_constraint_contypid, BTEqualStrategyNumber, F_OIDEQ,
					ObjectIdGetDatum(InvalidOid));
		ScanKeyInit(&keys[2], Anum_pg_constraint_conname, BTEqualStrategyNumber, F_NAMEEQ,
					NameGetDatum(name));
		find_checks(search, ConstraintRelidTypidNameIndexId, keys, 3);
		if (!search->found[i])
			return false;
	}
	return true;
}

List *
uuidx_inherited_checks(Oid table, List *checks, List **members, uuidx_age *age)
{
	check_search search = {.age = age};
	const uuidx_check *previous = NULL;
	bool		is_inherited = false;
	List	   *result = NIL;

	*members = read_members(table, age);
	search.constraints = table_open(ConstraintRelationId, AccessShareLock);
	search.tables = (Oid *) palloc(list_length(*members) * sizeof(Oid));
	foreach_oid(member, *members)
		search.tables[search.ntables++] = member;

	/*
	 * a table that inherits from several of these is in the list several
	 * times
	 */
	qsort(search.tables, search.ntables, sizeof(Oid), oid_cmp);
	search.ntables = qunique(search.tables, search.ntables, sizeof(Oid), oid_cmp);
	foreach_ptr(uuidx_check, check, checks)
	{
		/* the conditions of one CHECK follow each other */
		if (previous == NULL || strcmp(NameStr(previous->name), NameStr(check->name)) != 0)
			is_inherited = check->is_inherited &&
				all_have_check(&search, get_rel_namespace(table), &check->name);
		previous = check;
		if (!is_inherited)
			continue;
		foreach_oid(member, *members)
			check->is_generated = check->is_generated &&
			uuidx_match_generated(table, check, member) != NULL;
		result = lappend(result, check);
	}
	table_close(search.constraints, AccessShareLock);
	return result;
}
