/*
 * proven.c
 *	  What the catalogs prove of a table's UUIDs: see proven.h.
 *
 *	  CREATE TABLE orders (id uuid PRIMARY KEY, CHECK (uuid_is_v7(id)));
 *	  CREATE INDEX ON orders (tenant, uuid_time(id));
 *
 * proves version 7 for every id, and that an index holds the extracted time.  Of the
 * stored generated columns, those are used that all tables of the tree compute in the
 * same way.
 *
 * Everything is read from the catalogs, and expressions are inspected, never evaluated.
 * Indexes and partition keys are those of the whole tree below the relation.  What is
 * read about a table is cached until an invalidation message reports a change of the
 * table, of one below it, or of a domain.
 */
#include "proven.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/nbtree.h"
#include "access/table.h"
#include "catalog/indexing.h"
#include "catalog/pg_index.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_partitioned_table.h"
#include "catalog/pg_type.h"
#include "functions.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* What indexes and partition keys are on */
typedef struct expression_use
{
	bool		time_expressions;	/* the time extracted from a UUID */
	bool		uuid_predicates;	/* an index with a predicate about a UUID */
	bool		uuid_order;		/* a UUID, bytewise in a btree index */
	bool		time_order;		/* a UUID, in time order in a btree index */
	bool		time_columns;	/* a generated column, or a predicate about it */
	bool		uuid_ranges;	/* a UUID, so that ranges are found, bytewise */
	bool		time_ranges;	/* the same in time order */
} expression_use;

/* The cache entry of a table */
typedef struct table_entry
{
	Oid			table;			/* key */
	MemoryContext context;		/* of what follows; NULL: no column is a uuid */
	int			natts;
	uuidx_proof *tree;			/* of the table and what inherits from it */
	uuidx_proof *only;			/* of the table alone */
	uuidx_proof **domains;		/* by attribute; NULL without a domain over
								 * uuid */
	bool		has_domains;
	Bitmapset  *not_null;
	List	   *generated;		/* of uuidx_generated_column */
	expression_use use;			/* of the table alone */

	/* the tables below it, in the order of their OIDs, if that was read */
	bool		descendants_read;
	int			ndescendants;
	Oid		   *descendants;
	Bitmapset  *tree_not_null;	/* columns that are not null in all of them */
	List	   *tree_generated; /* those that all of them generate alike */
	expression_use tree_use;
} table_entry;

static HTAB *cache;

/* The table that is being read, and whether it has changed meanwhile */
static Oid	table_read;
static bool table_read_changed;

/* --- Invalidation ----------------------------------------------------------------- */

static void
forget_table(table_entry *entry)
{
	if (entry->context != NULL)
		MemoryContextDelete(entry->context);
	hash_search(cache, &entry->table, HASH_REMOVE, NULL);
}

static int
compare_oids(const void *a, const void *b)
{
	Oid			left = *(const Oid *) a;
	Oid			right = *(const Oid *) b;

	return left < right ? -1 : left > right;
}

/* A table has changed, or all if it is InvalidOid */
static void
table_changed(Datum arg, Oid table)
{
	HASH_SEQ_STATUS status;
	table_entry *entry;

	if (!OidIsValid(table) || table == table_read)
		table_read_changed = true;
	hash_seq_init(&status, cache);
	while ((entry = (table_entry *) hash_seq_search(&status)) != NULL)
	{
		if (!OidIsValid(table) || entry->table == table)
			forget_table(entry);
		else if (entry->ndescendants > 0 &&
				 bsearch(&table, entry->descendants, entry->ndescendants, sizeof(Oid),
						 compare_oids) != NULL)
			entry->descendants_read = false;
	}
}

/* A type or a constraint has changed: that of a table has changed the table as well */
static void
domain_changed(Datum arg, int cacheid, uint32 hashvalue)
{
	HASH_SEQ_STATUS status;
	table_entry *entry;

	table_read_changed = true;
	hash_seq_init(&status, cache);
	while ((entry = (table_entry *) hash_seq_search(&status)) != NULL)
		if (entry->has_domains)
			forget_table(entry);
}

static void
make_cache(void)
{
	HASHCTL		control = {.keysize = sizeof(Oid),.entrysize = sizeof(table_entry)};

	cache = hash_create("uuidx tables", 64, &control, HASH_ELEM | HASH_BLOBS);
	CacheRegisterRelcacheCallback(table_changed, (Datum) 0);
	CacheRegisterSyscacheCallback(TYPEOID, domain_changed, (Datum) 0);
	CacheRegisterSyscacheCallback(CONSTROID, domain_changed, (Datum) 0);
}

/* --- Indexes and partition keys ---------------------------------------------------- */

static bool
extracts_time_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	return uuidx_extracts_time(node) ||
		expression_tree_walker(node, UUIDX_WALKER(extracts_time_walker), context);
}

static bool
has_uuid_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var) && getBaseType(((Var *) node)->vartype) == UUIDOID)
		return true;
	return expression_tree_walker(node, UUIDX_WALKER(has_uuid_walker), context);
}

/* Whether a column among some is in an expression */
static bool
has_generated_walker(Node *node, void *generated)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
		return uuidx_find_generated((List *) generated, ((Var *) node)->varattno) != NULL;
	return expression_tree_walker(node, UUIDX_WALKER(has_generated_walker), generated);
}

/* An expression stored in a catalog's attribute, or NULL */
static Node *
stored_expression(HeapTuple tuple, AttrNumber attribute, TupleDesc tupdesc)
{
	bool		isnull;
	Datum		value = heap_getattr(tuple, attribute, tupdesc, &isnull);

	return isnull ? NULL : (Node *) stringToNode(TextDatumGetCString(value));
}

/* Adds the orders of UUIDs that an index has */
static void
read_orders(HeapTuple tuple, TupleDesc tupdesc, expression_use *use)
{
	bool		isnull;
	Datum		value = heap_getattr(tuple, Anum_pg_index_indclass, tupdesc, &isnull);
	oidvector  *classes = (oidvector *) DatumGetPointer(value);

	for (int i = 0; i < classes->dim1; i++)
	{
		Oid			opfamily = get_opclass_family(classes->values[i]);
		Oid			compare = get_opfamily_proc(opfamily, UUIDOID, UUIDOID, BTORDER_PROC);

		use->uuid_order |= compare == F_UUID_CMP;
		use->time_order |= OidIsValid(compare) &&
			uuidx_own_function(compare) == uuidx_uuid_time_cmp;
	}
}

/* Adds the columns of an index or partition key, and whether ranges of UUIDs are found in it */
static void
read_keys(const int16 *keys, const Oid *opclasses, int nkeys, const List *generated,
		  expression_use *use)
{
	for (int i = 0; i < nkeys; i++)
	{
		Oid			opfamily;
		Oid			type;
		Oid			less;

		use->time_columns |= uuidx_find_generated(generated, keys[i]) != NULL;
		if (!get_opclass_opfamily_and_input_type(opclasses[i], &opfamily, &type) || type != UUIDOID)
			continue;
		less = get_opfamily_member(opfamily, UUIDOID, UUIDOID, BTLessStrategyNumber);
		less = OidIsValid(less) ? get_opcode(less) : InvalidOid;
		use->uuid_ranges |= less == F_UUID_LT;
		use->time_ranges |= uuidx_own_function(less) == uuidx_uuid_time_lt;
	}
}

/* The array in a vector that is an attribute of a catalog */
#define VECTOR(type, tuple, attribute, tupdesc) \
	(((type *) DatumGetPointer(heap_getattr(tuple, attribute, tupdesc, &(bool) {false})))->values)

/* Adds what the indexes of a table are on */
static void
read_indexes(Oid table, List *generated, expression_use *use)
{
	Relation	indexes = table_open(IndexRelationId, AccessShareLock);
	TupleDesc	tupdesc = RelationGetDescr(indexes);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&key, Anum_pg_index_indrelid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(table));
	scan = systable_beginscan(indexes, IndexIndrelidIndexId, true, NULL, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Node	   *predicate = stored_expression(tuple, Anum_pg_index_indpred, tupdesc);
		Node	   *expressions = stored_expression(tuple, Anum_pg_index_indexprs, tupdesc);

		use->time_expressions |= extracts_time_walker(predicate, NULL) ||
			extracts_time_walker(expressions, NULL);
		use->uuid_predicates |= has_uuid_walker(predicate, NULL);
		read_orders(tuple, tupdesc, use);
		use->time_columns |= has_generated_walker(predicate, generated);
		read_keys(VECTOR(int2vector, tuple, Anum_pg_index_indkey, tupdesc),
				  VECTOR(oidvector, tuple, Anum_pg_index_indclass, tupdesc),
				  ((Form_pg_index) GETSTRUCT(tuple))->indnkeyatts, generated, use);
	}
	systable_endscan(scan);
	table_close(indexes, AccessShareLock);
}

/* Adds what a table is partitioned by */
static void
read_partition_key(Oid table, const List *generated, expression_use *use)
{
	HeapTuple	tuple = SearchSysCache1(PARTRELID, ObjectIdGetDatum(table));
	Form_pg_partitioned_table form;
	Datum		opclasses;
	Datum		expressions;
	bool		isnull;

	if (!HeapTupleIsValid(tuple))
		return;
	expressions = SysCacheGetAttr(PARTRELID, tuple, Anum_pg_partitioned_table_partexprs, &isnull);
	if (!isnull)
		use->time_expressions |=
			extracts_time_walker((Node *) stringToNode(TextDatumGetCString(expressions)), NULL);
	form = (Form_pg_partitioned_table) GETSTRUCT(tuple);
	opclasses = SysCacheGetAttrNotNull(PARTRELID, tuple, Anum_pg_partitioned_table_partclass);
	read_keys(form->partattrs.values, ((oidvector *) DatumGetPointer(opclasses))->values,
			  form->partnatts, generated, use);
	ReleaseSysCache(tuple);
}

/* --- The table ---------------------------------------------------------------------- */

/* Records whether a column can be null, and whether there is a domain to read */
static void
note_column(table_entry *entry, Form_pg_attribute attribute, bool not_null)
{
	if (attribute->attisdropped)
		return;
	if (not_null)
		entry->not_null = bms_add_member(entry->not_null, attribute->attnum);
	if (attribute->atttypid != UUIDOID && getBaseType(attribute->atttypid) == UUIDOID)
	{
		entry->domains[attribute->attnum] = uuidx_make_proof(0);
		entry->has_domains = true;
	}
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
	TupleDesc	tupdesc;
	MemoryContext old_context;

	if (!RelationIsValid(relation))
		return entry;
	tupdesc = RelationGetDescr(relation);
	if (has_uuid_column(tupdesc))
	{
		List	   *generated = uuidx_read_generated(table, tupdesc);

		entry.natts = tupdesc->natts;
		entry.context = AllocSetContextCreate(CurrentMemoryContext, "uuidx table",
											  ALLOCSET_SMALL_SIZES);
		old_context = MemoryContextSwitchTo(entry.context);
		entry.tree = uuidx_make_proof(entry.natts);
		entry.only = uuidx_make_proof(entry.natts);
		entry.domains = (uuidx_proof **) palloc0((entry.natts + 1) * sizeof(uuidx_proof *));
		for (int i = 1; i <= entry.natts; i++)
			note_column(&entry, TupleDescAttr(tupdesc, i - 1),
						UUIDX_ATTRIBUTE_NOT_NULL(tupdesc, i - 1));
		entry.generated = uuidx_copy_generated(generated);
		MemoryContextSwitchTo(old_context);

		uuidx_read_table_checks(table, entry.only, entry.tree);
		for (int i = 1; i <= entry.natts; i++)
			if (entry.domains[i] != NULL)
				uuidx_read_domain(TupleDescAttr(tupdesc, i - 1)->atttypid, entry.domains[i]);
		read_indexes(table, entry.generated, &entry.use);
		read_partition_key(table, entry.generated, &entry.use);
	}
	RelationClose(relation);
	return entry;
}

/*
 * Finds the entry of a table, in the cache or read now; valid until a catalog is read
 * again.  If the table changes while it is read, it is read again; after the third time
 * the entry is used, but not cached.
 */
static table_entry *
find_table(Oid table)
{
	table_entry *entry;
	table_entry read;

	if (cache == NULL)
		make_cache();
	entry = (table_entry *) hash_search(cache, &table, HASH_FIND, NULL);
	if (entry != NULL)
		return entry;

	table_read = table;
	for (int tries = 0; tries < 3; tries++)
	{
		table_read_changed = false;
		read = read_table(table);
		if (!table_read_changed)
			break;
	}
	table_read = InvalidOid;
	if (table_read_changed)
	{
		entry = (table_entry *) palloc(sizeof(table_entry));
		*entry = read;
		return entry;
	}
	if (read.context != NULL)
		MemoryContextSetParent(read.context, CacheMemoryContext);
	entry = (table_entry *) hash_search(cache, &table, HASH_ENTER, NULL);
	*entry = read;
	return entry;
}

/* Records the tables below one in its entry, sorted; from now on their changes invalidate it */
static void
note_descendants(table_entry *entry, List *members)
{
	ListCell   *cell;

	if (entry->descendants != NULL)
		pfree(entry->descendants);
	entry->descendants = (Oid *) MemoryContextAlloc(entry->context,
													list_length(members) * sizeof(Oid));
	entry->ndescendants = 0;
	foreach(cell, members)
		if (lfirst_oid(cell) != entry->table)
		entry->descendants[entry->ndescendants++] = lfirst_oid(cell);
	qsort(entry->descendants, entry->ndescendants, sizeof(Oid), compare_oids);
	entry->descendants_read = true;
}

/* Of columns of a table, those that are not null in a table below it as well */
static Bitmapset *
not_null_below(Oid table, Oid member, Bitmapset *not_null)
{
	Relation	relation = RelationIdGetRelation(member);
	Bitmapset  *result = NULL;
	int			column = -1;

	if (!RelationIsValid(relation))
		return NULL;
	while ((column = bms_next_member(not_null, column)) >= 0)
	{
		AttrNumber	attribute = get_attnum(member, get_attname(table, column, false));

		if (attribute > 0 && UUIDX_ATTRIBUTE_NOT_NULL(RelationGetDescr(relation), attribute - 1))
			result = bms_add_member(result, column);
	}
	RelationClose(relation);
	return result;
}

/*
 * Reads what the indexes and partition keys of a table and of all below it are on, and
 * the columns that all of them generate alike, in the current memory context; reduces the
 * columns that are not null to those that are so in all of them
 */
static List *
read_tree(Oid table, List *members, List *generated, Bitmapset **not_null, expression_use *use)
{
	ListCell   *cell;

	foreach(cell, members)
	{
		List	   *inherited;

		*not_null = not_null_below(table, lfirst_oid(cell), *not_null);
		generated = uuidx_match_generated(table, generated, lfirst_oid(cell), &inherited);
		read_indexes(lfirst_oid(cell), inherited, use);
		read_partition_key(lfirst_oid(cell), inherited, use);
	}
	return generated;
}

/*
 * Finds the entry of a table with what is known of the tree below it.  If that changes
 * while it is read, the result assumes indexes on extracted times and indexes with
 * predicates, no generated columns, and is not cached.
 */
static table_entry *
find_tree(Oid table)
{
	table_entry *entry = find_table(table);
	expression_use use;
	List	   *members;
	List	   *generated;
	Bitmapset  *not_null;
	ListCell   *cell;
	MemoryContext old_context;

	if (entry->descendants_read)
		return entry;

	members = find_all_inheritors(table, NoLock, NULL);
	entry = find_table(table);
	if (entry->context == NULL)
		return entry;
	use = entry->use;
	not_null = bms_copy(entry->not_null);
	note_descendants(entry, members);
	generated = read_tree(table, members, uuidx_copy_generated(entry->generated), &not_null, &use);

	entry = find_table(table);
	if (entry->context == NULL)
		return entry;
	if (!entry->descendants_read)
	{
		use.time_expressions = use.uuid_predicates = true;
		generated = NIL;
		not_null = NULL;
	}
	entry->tree_use = use;
	old_context = MemoryContextSwitchTo(entry->context);
	foreach(cell, entry->tree_generated)
		pfree(lfirst(cell));
	list_free(entry->tree_generated);
	entry->tree_generated = uuidx_copy_generated(generated);
	bms_free(entry->tree_not_null);
	entry->tree_not_null = bms_copy(not_null);
	MemoryContextSwitchTo(old_context);
	return entry;
}

bool
uuidx_has_uuid_column(Oid relation)
{
	return find_table(relation)->context != NULL;
}

/* --- What callers get ----------------------------------------------------------------- */

/* Adds what the domains of columns prove */
static void
add_domains(uuidx_table *table, const table_entry *entry, Snapshot snapshot)
{
	for (int i = 1; i <= entry->natts; i++)
	{
		const uuidx_proof *proof = entry->domains[i];

		if (proof == NULL || proof->versions[0] == UUIDX_VERSIONS_ANY ||
			!uuidx_is_proof_visible(proof, snapshot))
			continue;
		table->versions[i] = Max(table->versions[i], proof->versions[0]);
		table->domain_columns = bms_add_member(table->domain_columns, i);
	}
}

/* Adds what CHECKs prove */
static void
add_proof(uuidx_table *table, const uuidx_proof *proof)
{
	ListCell   *cell;

	memcpy(table->versions, proof->versions, (proof->natts + 1) * sizeof(uuidx_versions));
	foreach(cell, proof->within)
	{
		uuidx_within_check *copy = (uuidx_within_check *) palloc(sizeof(uuidx_within_check));

		*copy = *(uuidx_within_check *) lfirst(cell);
		table->within = lappend(table->within, copy);
	}
}

/* Adds what indexes and partition keys are on */
static void
add_use(uuidx_table *table, const expression_use *use)
{
	table->time_expressions = use->time_expressions;
	table->uuid_predicates = use->uuid_predicates;
	table->uuid_order = use->uuid_order;
	table->time_order = use->time_order;
	table->time_columns = use->time_columns;
	table->uuid_ranges = use->uuid_ranges;
	table->time_ranges = use->time_ranges;
}

/* Adds the generated columns, and the tables that they were read of */
static void
add_generated(uuidx_table *table, const table_entry *entry, bool inh)
{
	table->generated = uuidx_copy_generated(inh ? entry->tree_generated : entry->generated);
	if (table->generated == NIL || !inh)
		return;
	for (int i = 0; i < entry->ndescendants; i++)
		table->members = lappend_oid(table->members, entry->descendants[i]);
}

uuidx_table *
uuidx_read_table(Oid relation, bool inh, bool domains, Snapshot snapshot)
{
	uuidx_table *table = (uuidx_table *) palloc0(sizeof(uuidx_table));
	table_entry *entry = inh ? find_tree(relation) : find_table(relation);
	const uuidx_proof *proof;

	/* from here on no catalog is read before everything is copied */
	Assert(entry->context != NULL);
	add_use(table, inh ? &entry->tree_use : &entry->use);
	add_generated(table, entry, inh);
	table->natts = entry->natts;
	table->not_null = bms_copy(inh ? entry->tree_not_null : entry->not_null);
	table->versions = (uuidx_versions *) palloc0((entry->natts + 1) * sizeof(uuidx_versions));

	/*
	 * rows that a snapshot sees need not have passed a constraint that it
	 * does not see
	 */
	proof = inh ? entry->tree : entry->only;
	if (proof != NULL && uuidx_is_proof_visible(proof, snapshot))
		add_proof(table, proof);
	if (domains)
		add_domains(table, entry, snapshot);
	return table;
}
