/*
 * tablecache.c
 *	  What the catalogs prove about a table's UUIDs, cached: see tablecache.h.
 *
 *	  CREATE TABLE orders (id uuid PRIMARY KEY, CHECK (uuid_is_v7(id)));
 *
 * proves version 7 for every id.  A snapshot that was taken before the CHECK was committed may see
 * other rows: those deleted so that it could be added, or those of a table before it became a
 * partition.  So a proof counts only if the snapshot sees the transaction of every catalog row that
 * it needs, of the table and, if the tables that inherit from it are included, of each of them, and
 * of pg_inherits:
 *
 *	  a CHECK				its row of pg_constraint
 *	  NOT NULL				its row of pg_attribute; from 18 on, of pg_constraint
 *	  a generated column	that of the CHECK by which it is the time of the uuid
 *
 * Proofs are read once, and cached until an invalidation message reports a change of one of these
 * tables.  No pointer into the cache is handed out.  No relation of a large tree is opened.
 */
#include "proof/tablecache.h"

#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "proof/generated.h"
#include "proof/inherit.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"

/* The proofs for a table alone, or for the table and all tables below it */
typedef struct table_proofs
{
	bool		is_read;
	uint64		changes;		/* the count before anything was read */
	MemoryContext context;		/* has the lists */
	uuidx_summary summary;		/* of the table alone */
	List	   *checks;			/* of uuidx_check */
	List	   *members;		/* OIDs of the tables below the table */
	uuidx_age	age;			/* of pg_inherits, and the members' CHECKs */
	List	   *not_nulls;		/* of uuidx_check, as far as they were read */
	bool		use_read;
	uuidx_index_use use;
} table_proofs;

typedef struct table_entry
{
	Oid			table;			/* key */
	table_proofs alone;
	table_proofs with_members;	/* of the tables below it, too */
} table_entry;

static HTAB *cache;
static uint64 changes;			/* how often any table has changed */

static table_proofs *
proofs_of(table_entry *entry, bool inh)
{
	return inh ? &entry->with_members : &entry->alone;
}

static void
delete_context(const table_proofs *proofs)
{
	if (proofs->context != NULL)
		MemoryContextDelete(proofs->context);
}

/* Forgets a table that has changed, or all tables if it is InvalidOid */
static void
table_changed(Datum arg, Oid table)
{
	HASH_SEQ_STATUS status;
	table_entry *entry;

	changes++;
	hash_seq_init(&status, cache);
	while ((entry = (table_entry *) hash_seq_search(&status)) != NULL)
	{
		if (!OidIsValid(table) || entry->table == table ||
			list_member_oid(entry->with_members.members, table))
		{
			delete_context(&entry->alone);
			delete_context(&entry->with_members);
			hash_search(cache, &entry->table, HASH_REMOVE, NULL);
		}
	}
}

static table_entry *
find_entry(Oid table, HASHACTION action, bool *found)
{
	if (cache == NULL)
	{
		HASHCTL		control = {.keysize = sizeof(Oid),.entrysize = sizeof(table_entry)};

		cache = hash_create("uuidx tables", 64, &control, HASH_ELEM | HASH_BLOBS);
		CacheRegisterRelcacheCallback(table_changed, (Datum) 0);
	}
	return (table_entry *) hash_search(cache, &table, action, found);
}

/* Returns a copy in the current memory context */
static table_proofs
copy_proofs(const table_proofs *proofs)
{
	table_proofs copy = *proofs;

	copy.changes = changes;
	copy.context = CurrentMemoryContext;
	copy.checks = uuidx_copy_checks(proofs->checks);
	copy.members = list_copy(proofs->members);
	copy.age = uuidx_copy_age(&proofs->age);
	copy.not_nulls = uuidx_copy_checks(proofs->not_nulls);
	return copy;
}

/* Caches a copy, unless anything has changed since the proofs were read */
static void
cache_proofs(Oid table, bool inh, const table_proofs *proofs)
{
	table_proofs copy = *proofs;
	table_entry *entry;
	bool		found;

	if (proofs->changes != changes)
		return;
	if (proofs->summary.natts > 0)
	{
		MemoryContext old_context = CurrentMemoryContext;

		MemoryContextSwitchTo(AllocSetContextCreate(old_context, "uuidx table",
													ALLOCSET_SMALL_SIZES));
		copy = copy_proofs(proofs);
		MemoryContextSwitchTo(old_context);
	}
	entry = find_entry(table, HASH_ENTER, &found);
	if (!found)
	{
		memset(entry, 0, sizeof(table_entry));
		entry->table = table;
	}
	delete_context(proofs_of(entry, inh));
	if (copy.context != NULL)
		MemoryContextSetParent(copy.context, CacheMemoryContext);
	*proofs_of(entry, inh) = copy;
}

static bool
has_uuid_column(TupleDesc tupdesc)
{
#ifdef UUIDX_EVERY_TABLE
	return true;
#endif
	for (int i = 0; i < tupdesc->natts; i++)
		if (!TupleDescAttr(tupdesc, i)->attisdropped &&
			getBaseType(TupleDescAttr(tupdesc, i)->atttypid) == UUIDOID)
			return true;
	return false;
}

/* Reads a table alone */
static table_proofs
read_table(Oid table)
{
	table_proofs proofs = {.is_read = true,.changes = changes};
	Relation	relation = RelationIdGetRelation(table);

	if (!RelationIsValid(relation))
		return proofs;
	if (has_uuid_column(RelationGetDescr(relation)))
	{
		proofs.checks = uuidx_read_checks(table);
		foreach_ptr(uuidx_check, check, proofs.checks)
		{
			if (check->type == UUIDX_CHECK_TIME &&
				uuidx_match_generated(table, check, table) != InvalidAttrNumber)
				proofs.summary.has_generated = true;
		}
		proofs.summary.natts = RelationGetDescr(relation)->natts;
		proofs.summary.has_checks = proofs.checks != NIL;
	}
	RelationClose(relation);
	return proofs;
}

/* Returns a copy of what is proven for a table, or for the table and all tables below it */
static table_proofs
find_proofs(Oid table, bool inh)
{
	table_entry *entry = find_entry(table, HASH_FIND, NULL);
	table_proofs proofs;

	if (entry != NULL && proofs_of(entry, inh)->is_read)
		return copy_proofs(proofs_of(entry, inh));
	if (inh)
	{
		proofs = find_proofs(table, false);
		proofs.checks = uuidx_inherited_checks(table, proofs.checks, &proofs.members, &proofs.age);
		proofs.not_nulls = NIL;
		proofs.use_read = false;
	}
	else
		proofs = read_table(table);
	cache_proofs(table, inh, &proofs);
	return proofs;
}

/* Does the same after locking the tables below, also those that other sessions add meanwhile */
static table_proofs
find_locked_proofs(const uuidx_table *table)
{
	table_proofs proofs;
	List	   *locked;

	if (!table->inh || table->lockmode == NoLock ||
		get_rel_relkind(table->table) == RELKIND_PARTITIONED_TABLE)
		return find_proofs(table->table, table->inh);
	do
	{
		locked = find_all_inheritors(table->table, table->lockmode, NULL);
		proofs = find_proofs(table->table, true);
	} while (list_difference_oid(proofs.members, locked) != NIL);
	return proofs;
}

/* Reads what the indexes of a table and of all tables below it contain */
static uuidx_index_use
read_use(Oid table, const table_proofs *proofs)
{
	uuidx_index_use use = {false};

	foreach_oid(member, lcons_oid(table, list_copy(proofs->members)))
	{
		List	   *generated = NIL;

		foreach_ptr(uuidx_check, check, proofs->checks)
		{
			char	   *name = check->generated == NULL ? NULL :
				get_attname(table, check->at, true);

			if (name != NULL)
				generated = lappend_int(generated, get_attnum(member, name));
		}
		uuidx_read_index_use(member, generated, &use);
		if (generated == NIL || get_rel_relkind(table) == RELKIND_PARTITIONED_TABLE)
			continue;
		foreach_ptr(uuidx_check, check, find_proofs(member, false).checks)
		{
			if (check->type == UUIDX_CHECK_RANGE && list_member_int(generated, check->at))
				use.time_checks = true;
		}
	}
	return use;
}

uuidx_summary
uuidx_summarize(Oid table)
{
	const table_entry *entry = find_entry(table, HASH_FIND, NULL);

	return entry != NULL && entry->alone.is_read ? entry->alone.summary :
		find_proofs(table, false).summary;
}

/* Returns whether the snapshot sees the rows that prove something; records them, or left_out */
static bool
is_seen(uuidx_table *table, const uuidx_age *age)
{
	if (!uuidx_is_seen(age))
	{
		table->left_out = true;
		return false;
	}
	uuidx_add_age(&table->age, age);
	return true;
}

uuidx_table *
uuidx_read_table(Oid relation, bool inh, LOCKMODE lockmode)
{
	uuidx_summary summary = uuidx_summarize(relation);
	uuidx_table *table;
	table_proofs proofs;

	if (summary.natts == 0)
		return NULL;
	table = palloc0_object(uuidx_table);
	table->table = relation;
	table->inh = inh;
	table->lockmode = lockmode;
	table->natts = summary.natts;
	table->versions = palloc0_array(uuidx_versions, summary.natts + 1);
	if (!summary.has_checks)
		return table;
	proofs = find_locked_proofs(table);
	if (!is_seen(table, &proofs.age))
		return table;
	table->not_nulls = proofs.not_nulls;
	foreach_ptr(uuidx_check, check, proofs.checks)
	{
		if (check->type == UUIDX_CHECK_RANGE || check->uuid > table->natts ||
			!is_seen(table, &check->age))
			continue;
		table->versions[check->uuid] = Max(table->versions[check->uuid], check->versions);
		if (check->type == UUIDX_CHECK_WITHIN)
			table->within = lappend(table->within, check);
		if (check->generated != NULL)
			table->generated = lappend(table->generated, check);
		if (check->type == UUIDX_CHECK_TIME && summary.has_generated)
			table->members = proofs.members;
	}
	return table;
}

/* Returns what is known about a column; NULL if it has not been read */
static uuidx_check *
find_not_null(const List *not_nulls, AttrNumber column)
{
	foreach_ptr(uuidx_check, check, not_nulls)
	{
		if (check->uuid == column)
			return check;
	}
	return NULL;
}

bool
uuidx_is_not_null(uuidx_table *table, AttrNumber column)
{
	uuidx_check *found = find_not_null(table->not_nulls, column);

	if (found == NULL)
	{
		table_proofs proofs = find_locked_proofs(table);

		if (!is_seen(table, &proofs.age))
			return false;
		found = find_not_null(proofs.not_nulls, column);
		if (found == NULL)
		{
			found = uuidx_read_not_null(table->table, column, proofs.members);
			proofs.not_nulls = lappend(proofs.not_nulls, found);
			cache_proofs(table->table, table->inh, &proofs);
		}
		table->not_nulls = lappend(table->not_nulls, found);
	}
	return found->type == UUIDX_CHECK_NOT_NULL && is_seen(table, &found->age);
}

const uuidx_index_use *
uuidx_index_use_of(uuidx_table *table)
{
	table_entry *entry;
	table_proofs proofs;

	if (table->use_read)
		return &table->use;
	table->use_read = true;
	entry = find_entry(table->table, HASH_FIND, NULL);
	if (entry != NULL && proofs_of(entry, table->inh)->use_read)
	{
		table->use = proofs_of(entry, table->inh)->use;
		return &table->use;
	}
	proofs = find_proofs(table->table, table->inh);
	proofs.use = table->use = read_use(table->table, &proofs);
	proofs.use_read = true;
	cache_proofs(table->table, table->inh, &proofs);
	return &table->use;
}
