/*
 * overview.c
 *	  SQL: uuid_report() without an argument, one line for each table of the database
 *	  that has a uuid key.
 *
 * A table is examined in a subtransaction that is rolled back: its locks are released
 * before the next table is locked, and an error is reported in the line of the table
 * that raised it.  No lock is waited for.
 *
 * The caller does not choose the tables, so no code of their owners is run with the
 * rights of the caller: planning may call the functions in an index.  As ANALYZE does,
 * a table is read as its owner, after the privileges of the caller are checked.
 */
#include "table/table.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/table.h"
#include "access/twophase.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/pg_index.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_partitioned_table.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "functions.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/resowner.h"
#include "utils/rls.h"
#include "utils/syscache.h"
#include "utils/tuplestore.h"

PG_FUNCTION_INFO_V1(uuidx_database_report);

/* From a larger table, about so many pages are read */
#define SAMPLE_PAGES 100

typedef struct overview_line
{
	Oid			relation;
	double		pages;
	int64		saving;			/* -1 if there is none */
	HeapTuple	tuple;			/* NULL for a table without a uuid key */
} overview_line;

/* --- One table: an error is the reason why it is not read ------------------------------ */

/* Whether the caller may use the schema of a table, which is no other session's temporary one */
static bool
is_in_reach(Oid relation)
{
	Oid			schema = get_rel_namespace(relation);

	return OidIsValid(schema) && !isOtherTempNamespace(schema) &&
		DatumGetBool(DirectFunctionCall2(has_schema_privilege_id, ObjectIdGetDatum(schema),
										 CStringGetTextDatum("USAGE")));
}

/* Locks a table and its indexes; returns the number of locks, or 0 if others hold one */
static int
lock_with_indexes(Oid oid)
{
	Relation	relation;
	int			count;
	ListCell   *cell;

	if (!ConditionalLockRelationOid(oid, AccessShareLock) ||
		(relation = try_relation_open(oid, NoLock)) == NULL)
		return 0;
	count = 1 + list_length(RelationGetIndexList(relation));
	foreach(cell, RelationGetIndexList(relation))
	{
		if (!ConditionalLockRelationOid(lfirst_oid(cell), AccessShareLock))
			count = 0;
	}
	relation_close(relation, NoLock);
	return count;
}

/*
 * Locks a table with all that inherits from it.  No more locks are taken than a quarter
 * of the lock table.
 */
static void
lock_table(Oid oid)
{
	double		room = (double) max_locks_per_xact * (MaxBackends + max_prepared_xacts);
	List	   *members = find_all_inheritors(oid, NoLock, NULL);
	int			locks = lock_with_indexes(oid);
	ListCell   *cell;

	if (locks == 0)
		elog(ERROR, "another session has locked the table or one of its indexes");
	if ((double) list_length(members) * locks > room / 4)
		elog(ERROR, "locking its %d tables would take too many locks", list_length(members));
	foreach(cell, members)
	{
		if (get_rel_relkind(lfirst_oid(cell)) == RELKIND_FOREIGN_TABLE)
			elog(ERROR, "it has foreign partitions or children");
		if (lock_with_indexes(lfirst_oid(cell)) == 0)
			elog(ERROR, "another session has locked table \"%s\" or one of its indexes",
				 get_rel_name(lfirst_oid(cell)));
	}
}

/*
 * Changes to the owner of a table until the subtransaction ends, unless policies limit the
 * rows for the caller, or for the owner
 */
static void
become_owner(const uuidx_report_table *table)
{
	Oid			owner = table->relation->rd_rel->relowner;
	Oid			user;
	int			context;

	if (table->has_policies ||
		check_enable_rls(RelationGetRelid(table->relation), owner, true) == RLS_ENABLED)
		elog(ERROR, "the table has row-level security policies");
	GetUserIdAndSecContext(&user, &context);
	SetUserIdAndSecContext(owner, context | SECURITY_RESTRICTED_OPERATION);
}

/* The number of the key of a table, or else of another unique uuid; 0 if there is none */
static AttrNumber
find_key(const uuidx_report_table *table)
{
	TupleDesc	tupdesc = RelationGetDescr(table->relation);
	AttrNumber	found = 0;

	for (int number = 1; number <= tupdesc->natts; number++)
	{
		uuidx_column_report column;

		if (!uuidx_is_uuid(TupleDescAttr(tupdesc, number - 1)) ||
			!uuidx_may_read(RelationGetRelid(table->relation), number, table->caller))
			continue;
		uuidx_begin_column(table, number, &column);
		if (column.is_key)
			return number;
		if (column.is_unique && found == 0)
			found = number;
	}
	return found;
}

/* Examines a table, and sets its line if it has a uuid key */
static void
examine(Oid function, overview_line *line, TupleDesc tupdesc)
{
	uuidx_report_table table;
	uuidx_column_report column;
	AttrNumber	key;

	if (!is_in_reach(line->relation))
		return;
	lock_table(line->relation);
	uuidx_open_table(line->relation, function, &table);
	table.sample_pages = SAMPLE_PAGES;
	line->pages = table.pages;
	become_owner(&table);
	key = find_key(&table);
	if (key != 0)
	{
		uuidx_begin_column(&table, key, &column);
		uuidx_read_contents(&column);
		uuidx_look_at_catalogs(&column);
		line->tuple = SPI_copytuple(uuidx_form_row(tupdesc, line->relation, &column, NULL));
		if (column.is_replaceable)
			line->saving = column.nearest->bytes;
	}
	relation_close(table.relation, NoLock);
}

/*
 * Examines a table in a subtransaction of its own.  The text of an error, other than
 * that of a canceled statement, is in the line of the table.
 */
static overview_line *
examine_apart(Oid relation, Oid function, TupleDesc tupdesc)
{
	MemoryContext context = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	overview_line *line = (overview_line *) palloc0(sizeof(overview_line));
	ErrorData  *volatile error = NULL;

	line->relation = relation;
	line->saving = -1;
	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(context);
	PG_TRY();
	{
		SPI_connect();
		examine(function, line, tupdesc);
		SPI_finish();
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		FlushErrorState();
	}
	PG_END_TRY();
	RollbackAndReleaseCurrentSubTransaction();
	MemoryContextSwitchTo(context);
	CurrentResourceOwner = owner;

	if (error != NULL)
	{
		if (error->sqlerrcode == ERRCODE_QUERY_CANCELED)
			ReThrowError(error);
		line->tuple = uuidx_form_row(tupdesc, relation, NULL,
									 psprintf("Not read: %s.", error->message));
	}
	return line;
}

/* --- All of them ----------------------------------------------------------------------- */

/*
 * Adds a table if one of these columns is a uuid that the caller may read.  Columns of
 * partitions and children are inherited, and are read with the table that has them first.
 */
static List *
add_candidate(List *tables, Oid table, const int2vector *columns, int count)
{
	for (int i = 0; i < count; i++)
	{
		HeapTuple	tuple = SearchSysCacheAttNum(table, columns->values[i]);
		Form_pg_attribute attribute;

		if (!HeapTupleIsValid(tuple))
			continue;
		attribute = (Form_pg_attribute) GETSTRUCT(tuple);
		if (attribute->attinhcount == 0 && getBaseType(attribute->atttypid) == UUIDOID &&
			uuidx_may_read(table, attribute->attnum, GetUserId()))
			tables = lappend_oid(tables, table);
		ReleaseSysCache(tuple);
	}
	return tables;
}

/*
 * Tables with a uuid in a unique index, in an index of a partitioned table, or in the
 * partition key
 */
static List *
find_candidates(void)
{
	Relation	indexes = table_open(IndexRelationId, AccessShareLock);
	Relation	keys = table_open(PartitionedRelationId, AccessShareLock);
	SysScanDesc scan = systable_beginscan(indexes, InvalidOid, false, NULL, 0, NULL);
	List	   *tables = NIL;
	HeapTuple	tuple;

	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_index index = (Form_pg_index) GETSTRUCT(tuple);

		if (index->indisunique || get_rel_relkind(index->indrelid) == RELKIND_PARTITIONED_TABLE)
			tables = add_candidate(tables, index->indrelid, &index->indkey, index->indnkeyatts);
	}
	systable_endscan(scan);
	scan = systable_beginscan(keys, InvalidOid, false, NULL, 0, NULL);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_partitioned_table key = (Form_pg_partitioned_table) GETSTRUCT(tuple);

		tables = add_candidate(tables, key->partrelid, &key->partattrs, key->partnatts);
	}
	systable_endscan(scan);
	table_close(keys, AccessShareLock);
	table_close(indexes, AccessShareLock);
	list_sort(tables, list_oid_cmp);
	list_deduplicate_oid(tables);
	return tables;
}

/* The largest saving first, then the largest table */
static int
compare_lines(const ListCell *a, const ListCell *b)
{
	const overview_line *first = (const overview_line *) lfirst(a);
	const overview_line *second = (const overview_line *) lfirst(b);

	if (first->saving != second->saving)
		return first->saving > second->saving ? -1 : 1;
	if (first->pages != second->pages)
		return first->pages > second->pages ? -1 : 1;
	return first->relation < second->relation ? -1 : first->relation > second->relation;
}

/* uuid_report() */
Datum
uuidx_database_report(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	List	   *lines = NIL;
	ListCell   *cell;

	InitMaterializedSRF(fcinfo, 0);
	foreach(cell, find_candidates())
	{
		overview_line *line;

		CHECK_FOR_INTERRUPTS();
		line = examine_apart(lfirst_oid(cell), fcinfo->flinfo->fn_oid, rsinfo->setDesc);
		if (line->tuple != NULL)
			lines = lappend(lines, line);
	}
	list_sort(lines, compare_lines);
	foreach(cell, lines)
		tuplestore_puttuple(rsinfo->setResult, ((overview_line *) lfirst(cell))->tuple);
	return (Datum) 0;
}
