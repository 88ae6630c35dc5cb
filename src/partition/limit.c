/*
 * limit.c
 *	  How many partitions one transaction may create or drop.
 *
 * A transaction holds its locks until it ends.  They are in shared memory, in a table that all
 * databases of a server use.  When it is full, statements of all other sessions fail, including
 * VACUUM.  A call that would fill half of it therefore fails before it takes the first lock.
 *
 * The locks of a new partition follow from the definition of its parent:
 *
 *		the table, and its row type								2
 *		its TOAST table, and the index of that one				2
 *		each index, and the constraint that it belongs to		1 or 2
 *		each foreign key, from the table or to it				1
 *
 * Dropping a partition also locks everything that depends on it.
 */
#include "partition/partition.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/table.h"
#include "access/twophase.h"
#include "catalog/pg_class.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_inherits.h"
#include "miscadmin.h"
#include "storage/lock.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"

/* A call takes at most this many locks besides those of its partitions */
#define OTHER_LOCKS 32

/* Returns how many locks one transaction may hold, which is half of the size of the table */
static int64
max_locks(void)
{
	return (int64) max_locks_per_xact * (MaxBackends + max_prepared_xacts) / 2;
}

/* Returns how many locks this transaction already holds in the shared table */
static int64
held_locks(void)
{
	LockData   *data = GetLockStatusData();
	int64		count = 0;

	for (int i = 0; i < data->nelements; i++)
		if (data->locks[i].pid == MyProcPid && !data->locks[i].fastpath)
			count++;
	return count;
}

/* Returns how many locks a new partition takes; a column of varying length needs a TOAST table */
static int64
locks_of_new(Relation parent)
{
	Oid			table = RelationGetRelid(parent);
	TupleDesc	tupdesc = RelationGetDescr(parent);
	bool		has_toast = false;
	int64		count = 2;

	for (int i = 0; i < tupdesc->natts; i++)
		has_toast |= !TupleDescAttr(tupdesc, i)->attisdropped &&
			TupleDescAttr(tupdesc, i)->attstorage != TYPSTORAGE_PLAIN;
	count += has_toast ? 2 : 0;
	foreach_oid(index, RelationGetIndexList(parent))
		count += OidIsValid(get_index_constraint(index)) ? 2 : 1;
	count += uuidx_count_foreign_keys(Anum_pg_constraint_conrelid, table);
	count += uuidx_count_foreign_keys(Anum_pg_constraint_confrelid, table);
	return count;
}

void
uuidx_limit_created(Relation parent, int64 count)
{
	int64		needed = held_locks() + count * locks_of_new(parent) + OTHER_LOCKS;
	bool		is_long = count > UUIDX_CREATED_MAX;

	if (count == 0 || (!is_long && needed <= max_locks()))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
			 errmsg("cannot create %lld partitions of table \"%s\" at once",
					(long long) count, RelationGetRelationName(parent)),
			 is_long ?
			 errdetail("One call can create at most %d.", UUIDX_CREATED_MAX) :
			 errdetail("The transaction would hold %lld locks; the limit is %lld, "
					   "half of the server's lock table.",
					   (long long) needed, (long long) max_locks()),
			 is_long ?
			 errhint("Choose a longer step, or create them in several calls.") :
			 errhint("Choose a longer step, create them in several calls, each in its "
					 "own transaction, or increase \"max_locks_per_transaction\".")));
}

/*
 * Returns a table and all its partitions.  None of them is locked, so they can be dropped
 * meanwhile, and each is looked up before its own partitions are read.
 */
static List *
tables_of(Oid table)
{
	List	   *tables = list_make1_oid(table);
	ListCell   *cell;

	/* the list grows during the loop */
	foreach(cell, tables)
		if (get_rel_relkind(lfirst_oid(cell)) == RELKIND_PARTITIONED_TABLE)
		tables = list_concat(tables, find_inheritance_children(lfirst_oid(cell), NoLock));
	return tables;
}

/*
 * Returns how many more locks each partition of a table takes if it has to be detached before it
 * is dropped.  Its foreign keys then become keys of its own, with constraints and triggers for
 * each partition of the table to which they refer, and DROP TABLE locks these again.
 */
static int64
locks_of_detach(Oid parent_oid)
{
	Relation	parent;
	int64		count = 0;

	if (uuidx_count_foreign_keys(Anum_pg_constraint_confrelid, parent_oid) == 0)
		return 0;
	parent = relation_open(parent_oid, AccessShareLock);

	/*
	 * a key that refers to a partition is derived from one that refers to its
	 * parent
	 */
	foreach_ptr(ForeignKeyCacheInfo, key, RelationGetFKeyList(parent))
		if (!get_rel_relispartition(key->confrelid))
		count += INT64CONST(4) * list_length(tables_of(key->confrelid));
	relation_close(parent, AccessShareLock);
	return count;
}

/*
 * Returns how many locks dropping a partition takes at most; it may itself be partitioned.  They
 * are on each table and on each object that depends on it, which can have one dependent of its
 * own, such as the index of a TOAST table or the type of an array of rows.
 */
static int64
locks_of_drop(Oid partition)
{
	Relation	depend = table_open(DependRelationId, AccessShareLock);
	int64		count = 0;

	foreach_oid(table, tables_of(partition))
	{
		ScanKeyData keys[2];
		SysScanDesc scan;

		ScanKeyInit(&keys[0], Anum_pg_depend_refclassid, BTEqualStrategyNumber, F_OIDEQ,
					ObjectIdGetDatum(RelationRelationId));
		ScanKeyInit(&keys[1], Anum_pg_depend_refobjid, BTEqualStrategyNumber, F_OIDEQ,
					ObjectIdGetDatum(table));
		scan = systable_beginscan(depend, DependReferenceIndexId, true, NULL, 2, keys);
		count++;
		while (systable_getnext(scan) != NULL)
			count += 2;
		systable_endscan(scan);
	}
	table_close(depend, AccessShareLock);
	return count;
}

void
uuidx_limit_dropped(Oid parent_oid, const List *partitions, bool atomic)
{
	int64		held = held_locks() + OTHER_LOCKS;
	int64		needed = held;
	int64		detach = partitions != NIL ? locks_of_detach(parent_oid) : 0;

	foreach_ptr(uuidx_partition, partition, partitions)
	{
		if (!atomic)
			needed = held;
		needed += locks_of_drop(partition->oid) + detach;
		if (needed > max_locks())
			ereport(ERROR,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("cannot drop %d partitions of table \"%s\" in one transaction",
							atomic ? list_length(partitions) : 1, get_rel_name(parent_oid)),
					 errdetail("The transaction would hold more than %lld locks, "
							   "half of the server's lock table.",
							   (long long) max_locks()),
					 atomic ?
					 errhint("Call the procedure outside a transaction block, so that each "
							 "partition is dropped in its own transaction.") :
					 errhint("If partition \"%s\" is itself partitioned, drop its partitions "
							 "first. Otherwise, increase \"max_locks_per_transaction\".",
							 get_rel_name(partition->oid))));
	}
}
