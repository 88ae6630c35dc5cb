/*
 * proven.c
 *	  What the catalogs prove of a table's UUIDs: see proven.h.
 *
 *	  CREATE TABLE orders (id uuid PRIMARY KEY, CHECK (uuid_is_v7(id)));
 *
 * proves version 7 for every id.  A catalog row proves something about the rows that were there
 * when it was committed, and about later ones.  A snapshot that was taken before sees others as
 * well: rows deleted so that the constraint could be added, or those of a table before it
 * became a partition.  So a fact counts only if the snapshot sees the transaction of every
 * catalog row that the fact stands on:
 *
 *	  a CHECK				its row of pg_constraint
 *	  NOT NULL				its row of pg_attribute; from 18 on, of pg_constraint
 *	  a generated column	that of the CHECK by which it is the time of the uuid
 *
 * of the table and, if what inherits from it is meant, of each table below it, and pg_inherits.
 * What is read is cached until an invalidation message reports a change of one of these tables.
 * Nothing is read before it is needed, and no relation of a large tree is opened.
 */
#include "proof/proven.h"

#include "access/genam.h"
#include "access/table.h"
#include "catalog/indexing.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "nodes/value.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* A validated CHECK that proves anything */
typedef struct table_check
{
	uuidx_age	age;
	NameData	name;
	bool		is_inherited;	/* by what inherits from the table */
	uuidx_proof *proof;
} table_check;

/* Whether a column is NOT NULL, in the table alone or in its tree */
typedef struct column_fact
{
	AttrNumber	column;
	bool		inh;
	bool		is_not_null;
	uuidx_age	age;
} column_fact;

/* The cache entry of a table */
typedef struct table_entry
{
	Oid			table;			/* key */
	MemoryContext context;		/* of what follows; NULL: no column is a uuid */
	int			natts;
	List	   *checks;			/* of table_check */
	List	   *generated;		/* of uuidx_generated_column, with such a
								 * CHECK */
	List	   *columns;		/* of column_fact, those asked for */
	bool		use_read;
	uuidx_index_use use;

	/* of the tables below it */
	bool		members_read;
	List	   *members;		/* OIDs */
	List	   *inherited;		/* names of CHECKs, as strings, that all of
								 * them have */
	uuidx_age	inherits;		/* of the rows that say so */
	bool		tree_generated_read;
	List	   *tree_generated; /* those that all of them generate alike */
	bool		tree_use_read;
	uuidx_index_use tree_use;
} table_entry;

static HTAB *cache;
static uint64 changes;			/* how often any table has changed */

/* --- Invalidation ----------------------------------------------------------------- */

static void
forget_table(table_entry *entry)
{
	if (entry->context != NULL)
		MemoryContextDelete(entry->context);
	hash_search(cache, &entry->table, HASH_REMOVE, NULL);
}

/* A table has changed, or all if it is InvalidOid */
static void
table_changed(Datum arg, Oid table)
{
	HASH_SEQ_STATUS status;
	table_entry *entry;

	changes++;
	hash_seq_init(&status, cache);
	while ((entry = (table_entry *) hash_seq_search(&status)) != NULL)
		if (!OidIsValid(table) || entry->table == table || list_member_oid(entry->members, table))
			forget_table(entry);
}

static void
make_cache(void)
{
	HASHCTL		control = {.keysize = sizeof(Oid),.entrysize = sizeof(table_entry)};

	cache = hash_create("uuidx tables", 64, &control, HASH_ELEM | HASH_BLOBS);
	CacheRegisterRelcacheCallback(table_changed, (Datum) 0);
}

/*
 * Whether the snapshot of the statement sees all that a fact stands on.  Records in the table
 * what it depends on, or that something is left out.
 */
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

/* --- One table ---------------------------------------------------------------------- */

/* Adds a validated CHECK to an entry, if it proves anything */
static void
add_check(table_entry *entry, HeapTuple tuple, const char *expression)
{
	uuidx_proof *proof = uuidx_make_proof(entry->natts);
	MemoryContext old_context;
	table_check *check;

	if (!uuidx_read_check(expression, proof))
		return;
	old_context = MemoryContextSwitchTo(entry->context);
	check = (table_check *) palloc0(sizeof(table_check));
	uuidx_add_row(&check->age, tuple);
	check->name = ((Form_pg_constraint) GETSTRUCT(tuple))->conname;
	check->is_inherited = !((Form_pg_constraint) GETSTRUCT(tuple))->connoinherit;
	check->proof = uuidx_make_proof(entry->natts);
	uuidx_add_proof(check->proof, proof);
	entry->checks = lappend(entry->checks, check);
	MemoryContextSwitchTo(old_context);
}

static void
read_checks(table_entry *entry)
{
	Relation	constraints = table_open(ConstraintRelationId, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&key, Anum_pg_constraint_conrelid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(entry->table));
	scan = systable_beginscan(constraints, ConstraintRelidTypidNameIndexId, true, NULL, 1, &key);
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
			add_check(entry, tuple, TextDatumGetCString(check));
	}
	systable_endscan(scan);
	table_close(constraints, AccessShareLock);
}

/* Reads the stored generated columns for which there is such a CHECK */
static void
read_generated(table_entry *entry, TupleDesc tupdesc)
{
	uuidx_proof *proof = uuidx_make_proof(entry->natts);
	List	   *generated;
	ListCell   *cell;
	MemoryContext old_context;

	foreach(cell, entry->checks)
		uuidx_add_proof(proof, ((table_check *) lfirst(cell))->proof);
	if (proof->times == NIL)
		return;
	generated = uuidx_with_check(uuidx_read_generated(entry->table, tupdesc), proof->times);
	old_context = MemoryContextSwitchTo(entry->context);
	entry->generated = uuidx_copy_generated(generated);
	MemoryContextSwitchTo(old_context);
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

/* Reads a table, into a memory context of its own below the current one */
static table_entry
read_table(Oid table)
{
	table_entry entry = {table};
	Relation	relation = RelationIdGetRelation(table);

	if (!RelationIsValid(relation))
		return entry;
	if (has_uuid_column(RelationGetDescr(relation)))
	{
		entry.natts = RelationGetDescr(relation)->natts;
		entry.context = AllocSetContextCreate(CurrentMemoryContext, "uuidx table",
											  ALLOCSET_SMALL_SIZES);
		read_checks(&entry);
		read_generated(&entry, RelationGetDescr(relation));
	}
	RelationClose(relation);
	return entry;
}

/*
 * Finds the entry of a table, in the cache or read now; valid until a catalog is read
 * again.  If anything changed while it was read, it is used, but not cached.
 */
static table_entry *
find_table(Oid table)
{
	table_entry *entry;
	table_entry read;
	uint64		before;

	if (cache == NULL)
		make_cache();
	entry = (table_entry *) hash_search(cache, &table, HASH_FIND, NULL);
	if (entry != NULL)
		return entry;

	before = changes;
	read = read_table(table);
	if (changes != before)
	{
		entry = palloc_object(table_entry);
		*entry = read;
		return entry;
	}
	if (read.context != NULL)
		MemoryContextSetParent(read.context, CacheMemoryContext);
	entry = (table_entry *) hash_search(cache, &table, HASH_ENTER, NULL);
	*entry = read;
	return entry;
}

bool
uuidx_has_uuid_column(Oid relation)
{
	return find_table(relation)->context != NULL;
}

bool
uuidx_has_generated(Oid relation)
{
	return find_table(relation)->generated != NIL;
}

/*
 * The entry of a table in which what was read just now may be cached, with its memory
 * context as the current one; or NULL if anything has changed since then.
 */
static table_entry *
open_entry(Oid table, uint64 before, MemoryContext *old_context)
{
	table_entry *entry = changes == before ? find_table(table) : NULL;

	if (entry == NULL || changes != before || entry->context == NULL)
		return NULL;
	*old_context = MemoryContextSwitchTo(entry->context);
	return entry;
}

/* --- What is below a table ------------------------------------------------------------ */

/* Sets the tables below one, and the rows by which they are, in the current memory context */
static void
read_members(Oid table, List **members, uuidx_age *age)
{
	Relation	inherits = table_open(InheritsRelationId, AccessShareLock);
	List	   *parents = list_make1_oid(table);
	ListCell   *cell;

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
	*members = list_delete_first(parents);
}

/* The entry of a table with the tables below it; valid until a catalog is read again */
static table_entry *
find_tree(Oid table)
{
	table_entry *entry = find_table(table);
	uint64		before = changes;
	List	   *members = NIL;
	List	   *names = NIL;
	List	   *inherited = NIL;
	uuidx_age	age = {NIL};
	MemoryContext old_context;
	ListCell   *cell;

	if (entry->context == NULL || entry->members_read)
		return entry;
	foreach(cell, entry->checks)
	{
		table_check *check = (table_check *) lfirst(cell);

		if (check->is_inherited)
			names = lappend(names, makeString(pstrdup(NameStr(check->name))));
	}
	read_members(table, &members, &age);
	foreach(cell, names)
	{
		if (uuidx_have_check(members, get_rel_namespace(table), strVal(lfirst(cell)), &age))
			inherited = lappend(inherited, lfirst(cell));
	}
	entry = open_entry(table, before, &old_context);
	if (entry == NULL)
	{
		entry = palloc_object(table_entry);
		*entry = *find_table(table);
		entry->members = members;
		entry->inherited = inherited;
		entry->inherits = age;
		return entry;
	}
	entry->members = list_copy(members);
	entry->inherited = (List *) copyObject(inherited);
	entry->inherits = uuidx_copy_age(&age);
	entry->members_read = true;
	MemoryContextSwitchTo(old_context);
	return entry;
}

/* Finds it after locking all members, including those that another session adds meanwhile */
static table_entry *
find_locked_tree(Oid table, LOCKMODE lockmode)
{
	table_entry *entry;
	List	   *locked;

	if (lockmode == NoLock || get_rel_relkind(table) == RELKIND_PARTITIONED_TABLE)
		return find_tree(table);
	do
	{
		locked = find_all_inheritors(table, lockmode, NULL);
		entry = find_tree(table);
	} while (list_difference_oid(entry->members, locked) != NIL);
	return entry;
}

/* The generated columns of a table that all below it generate alike, in the current context */
static List *
read_tree_generated(Oid table, const List *members, List *generated)
{
	ListCell   *cell;

	foreach(cell, members)
	{
		List	   *inherited;

		generated = uuidx_match_generated(table, generated, lfirst_oid(cell), &inherited);
	}
	return generated;
}

/* The same from the cache, as a copy */
static List *
find_tree_generated(Oid table)
{
	table_entry *entry = find_tree(table);
	uint64		before = changes;
	List	   *generated;
	MemoryContext old_context;

	if (entry->generated == NIL || entry->tree_generated_read)
		return uuidx_copy_generated(entry->generated == NIL ? NIL : entry->tree_generated);
	generated = read_tree_generated(table, list_copy(entry->members),
									uuidx_copy_generated(entry->generated));
	entry = open_entry(table, before, &old_context);
	if (entry != NULL)
	{
		entry->tree_generated = uuidx_copy_generated(generated);
		entry->tree_generated_read = true;
		MemoryContextSwitchTo(old_context);
	}
	return generated;
}

/* --- What callers get ----------------------------------------------------------------- */

/* Whether all tables below one have a CHECK of it */
static bool
is_inherited(const table_entry *entry, const table_check *check)
{
	ListCell   *cell;

	foreach(cell, entry->inherited)
	{
		if (strcmp(strVal(lfirst(cell)), NameStr(check->name)) == 0)
			return true;
	}
	return false;
}

uuidx_table *
uuidx_read_table(Oid relation, bool inh, LOCKMODE lockmode)
{
	uuidx_table *table = (uuidx_table *) palloc0(sizeof(uuidx_table));
	table_entry *entry = find_table(relation);
	uuidx_proof *proof = uuidx_make_proof(entry->natts);
	ListCell   *cell;

	Assert(entry->context != NULL);
	table->table = relation;
	table->inh = inh;
	table->lockmode = lockmode;
	table->natts = entry->natts;
	table->versions = proof->versions;
	if (entry->checks == NIL)
		return table;

	/* from here on no catalog is read before everything is copied */
	if (inh)
		entry = find_locked_tree(relation, lockmode);
	if (!inh || is_seen(table, &entry->inherits))
	{
		foreach(cell, entry->checks)
		{
			table_check *check = (table_check *) lfirst(cell);

			if ((!inh || is_inherited(entry, check)) && is_seen(table, &check->age))
				uuidx_add_proof(proof, check->proof);
		}
	}
	table->within = proof->within;
	if (proof->times == NIL)
		return table;
	table->generated = uuidx_copy_generated(entry->generated);
	if (inh && table->generated != NIL)
	{
		table->members = list_copy(entry->members);
		table->generated = find_tree_generated(relation);
	}
	table->generated = uuidx_with_check(table->generated, proof->times);
	return table;
}

/* Whether a column of a table is NOT NULL; adds the row that says so */
static bool
is_not_null(Oid table, AttrNumber column, uuidx_age *age)
{
	HeapTuple	tuple = UUIDX_FIND_NOT_NULL(table, column);

	if (!HeapTupleIsValid(tuple) || !UUIDX_IS_NOT_NULL(tuple))
		return false;
	uuidx_add_row(age, tuple);
	return true;
}

/* The same of all tables below one as well, by the name of the column */
static bool
is_not_null_in_all(Oid table, AttrNumber column, const List *members, uuidx_age *age)
{
	char	   *name = get_attname(table, column, true);
	ListCell   *cell;

	if (name == NULL || !is_not_null(table, column, age))
		return false;
	foreach(cell, members)
	{
		AttrNumber	attribute = get_attnum(lfirst_oid(cell), name);

		if (attribute <= 0 || !is_not_null(lfirst_oid(cell), attribute, age))
			return false;
	}
	return true;
}

bool
uuidx_is_not_null(uuidx_table *table, AttrNumber column)
{
	table_entry *entry = table->inh ? find_locked_tree(table->table, table->lockmode) :
		find_table(table->table);
	uint64		before = changes;
	column_fact read = {column, table->inh};
	uuidx_age	inherits = uuidx_copy_age(&entry->inherits);
	MemoryContext old_context;
	column_fact *fact;
	ListCell   *cell;

	foreach(cell, entry->columns)
	{
		fact = (column_fact *) lfirst(cell);
		if (fact->column == column && fact->inh == table->inh)
			return fact->is_not_null && is_seen(table, &fact->age) &&
				(!table->inh || is_seen(table, &inherits));
	}
	read.is_not_null = is_not_null_in_all(table->table, column,
										  table->inh ? list_copy(entry->members) : NIL,
										  &read.age);
	entry = open_entry(table->table, before, &old_context);
	if (entry != NULL)
	{
		fact = palloc_object(column_fact);
		*fact = read;
		fact->age = uuidx_copy_age(&read.age);
		entry->columns = lappend(entry->columns, fact);
		MemoryContextSwitchTo(old_context);
	}
	return read.is_not_null && is_seen(table, &read.age) &&
		(!table->inh || is_seen(table, &inherits));
}

/* Reads what the indexes of a table and of all below it are on */
static uuidx_index_use
read_use(Oid table, const List *members, List *generated)
{
	uuidx_index_use use = {false};
	ListCell   *cell;

	uuidx_read_index_use(table, generated, &use);
	foreach(cell, members)
	{
		List	   *inherited;

		(void) uuidx_match_generated(table, generated, lfirst_oid(cell), &inherited);
		uuidx_read_index_use(lfirst_oid(cell), inherited, &use);
	}
	return use;
}

const uuidx_index_use *
uuidx_index_use_of(uuidx_table *table)
{
	table_entry *entry;
	uint64		before;
	MemoryContext old_context;

	if (table->use_read)
		return &table->use;
	table->use_read = true;
	entry = table->inh ? find_tree(table->table) : find_table(table->table);
	if (table->inh ? entry->tree_use_read : entry->use_read)
	{
		table->use = table->inh ? entry->tree_use : entry->use;
		return &table->use;
	}
	before = changes;
	table->use = read_use(table->table, table->inh ? list_copy(entry->members) : NIL,
						  uuidx_copy_generated(entry->generated));
	entry = open_entry(table->table, before, &old_context);
	if (entry != NULL)
	{
		*(table->inh ? &entry->tree_use : &entry->use) = table->use;
		*(table->inh ? &entry->tree_use_read : &entry->use_read) = true;
		MemoryContextSwitchTo(old_context);
	}
	return &table->use;
}
