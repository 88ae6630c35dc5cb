/*
 * overview.c
 *	  SQL: uuid_report(), one line for each table of the database that has a uuid key.
 *
 * A table is examined in a subtransaction that is rolled back, so its locks are released before
 * the next table is locked, and an error is reported in its line.  No lock is waited for.
 *
 * The caller does not choose the tables, and planning calls functions in their expressions.  So the
 * rows of a table are read only as the role that owns the table and its members, whose functions
 * these are, and only if the caller has the privileges of that role.  Otherwise only the catalogs
 * are read, and no expression of the table is evaluated.
 */
#include "report/report.h"

#include "access/htup_details.h"
#include "access/relation.h"
#include "access/twophase.h"
#include "access/xact.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_namespace.h"
#include "errors.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/resowner.h"
#include "utils/tuplestore.h"

PG_FUNCTION_INFO_V1(uuidx_database_report);

/* At most so many owners are named */
#define MAX_ROLES 10

typedef struct overview_line
{
	Oid			relation;
	double		pages;
	int64		saving;			/* -1 if there is none */
	Oid			owner;			/* the role that owns all members, or 0 */
	bool		is_read;
	const char *call;			/* of the report on this table alone */
	HeapTuple	tuple;			/* NULL if the table has no uuid key */
} overview_line;

/* Locks a table and its indexes; returns the number of locks, or 0 if one is not available */
static int
lock_with_indexes(Oid oid)
{
	bool		is_locked = ConditionalLockRelationOid(oid, AccessShareLock);
	Relation	relation = is_locked ? try_relation_open(oid, NoLock) : NULL;
	int			count = 1;

	if (relation == NULL)
		return 0;
	foreach_oid(index, RelationGetIndexList(relation))
		count = count > 0 && ConditionalLockRelationOid(index, AccessShareLock) ? count + 1 : 0;
	relation_close(relation, NoLock);
	return count;
}

/*
 * Locks a table and all that inherit from it, with at most a quarter of the lock table.  Returns
 * why they cannot be locked, or NULL.
 */
static const char *
lock_table(Oid oid)
{
	double		room = (double) max_locks_per_xact * (MaxBackends + max_prepared_xacts);
	List	   *members = find_all_inheritors(oid, NoLock, NULL);
	int			locks = lock_with_indexes(oid);

	if (locks == 0)
		return "another session has locked the table or one of its indexes";
	if ((double) list_length(members) * locks > room / 4)
		return psprintf("locking its %d tables would take too many locks", list_length(members));
	foreach_oid(member, members)
	{
		if (lock_with_indexes(member) == 0)
			return psprintf("another session has locked table %s or one of its indexes",
							uuidx_qualified_name(member));
	}
	return NULL;
}

/* Returns why a table is not read with those that the caller did not choose, or NULL */
static const char *
find_obstacle(const uuidx_report_table *table)
{
	if (!OidIsValid(table->owner))
		return "it has partitions or children of another role";
	if (!table->is_as_owner)
		return psprintf("it belongs to role %s",
						quote_identifier(GetUserNameFromId(table->owner, false)));
	return table->has_foreign ? "it has foreign partitions or children" : NULL;
}

/* Reads the catalogs about the key of a table, or else about another uuid that is unique, if any */
static bool
read_key(const uuidx_report_table *table, uuidx_column_report *column)
{
	bool		found = false;

	for (int number = 1; number <= RelationGetNumberOfAttributes(table->relation); number++)
	{
		uuidx_column_report candidate;

		if (!uuidx_read_catalogs(table, number, false, &candidate) ||
			!uuidx_may_read(table, number) ||
			!(found ? candidate.is_key && !column->is_key : candidate.is_unique))
			continue;
		*column = candidate;
		found = true;
	}
	return found;
}

/* Examines a table, and sets its line if it has a uuid key; returns why it cannot, or NULL */
static const char *
examine(Oid function, overview_line *line, TupleDesc tupdesc)
{
	const char *reason;
	uuidx_report_table table;
	uuidx_column_report column;
	bool		has_key;

	/* the table may have been dropped since it was listed */
	if (!OidIsValid(get_rel_namespace(line->relation)))
		return NULL;
	reason = lock_table(line->relation);
	if (reason != NULL)
		return reason;
	uuidx_open_table(line->relation, function, &table);
	if (table.unread == NULL)
	{
		table.unread = find_obstacle(&table);
		table.call = line->call;
	}
	table.sample_pages = 100;
	has_key = read_key(&table, &column);
	if (has_key)
		uuidx_read_contents(&column, false);
	if (has_key || uuidx_read_text_key(&table, &column))
	{
		line->tuple = SPI_copytuple(uuidx_form_row(tupdesc, line->relation, &column));
		line->pages = table.pages;
		line->owner = table.owner;
		line->is_read = table.unread == NULL;
		if (column.is_replaceable && !column.is_coarse)
			line->saving = column.nearest->bytes;
	}
	uuidx_close_table(&table);
	return NULL;
}

/* Returns true if the statement was canceled; a function can raise the same SQLSTATE */
static bool
is_cancel(const ErrorData *error)
{
	return error->sqlerrcode == ERRCODE_QUERY_CANCELED && error->funcname != NULL &&
		strcmp(error->funcname, "ProcessInterrupts") == 0;
}

/* Examines a table in a subtransaction; reports an error in its line, unless it is a cancel */
static overview_line *
examine_apart(Oid relation, Oid function, TupleDesc tupdesc)
{
	MemoryContext context = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	overview_line *line = (overview_line *) palloc0(sizeof(overview_line));
	const char *volatile reason = NULL;
	ErrorData  *volatile error = NULL;

	line->relation = relation;
	line->saving = -1;
	line->call = psprintf("SELECT * FROM %s.uuid_report(%s);",
						  quote_identifier(get_namespace_name(get_func_namespace(function))),
						  quote_literal_cstr(uuidx_qualified_name(relation)));
	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(context);
	PG_TRY();
	{
		SPI_connect();
		reason = examine(function, line, tupdesc);
		if (reason != NULL)
			reason = MemoryContextStrdup(context, reason);
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
	if (error != NULL && is_cancel(error))
		ReThrowError(error);
	if (error != NULL)
		reason = psprintf("the table or a function in it raises the error %s",
						  quote_literal_cstr(error->message != NULL ? error->message : ""));
	if (reason != NULL)
		line->tuple = uuidx_form_unread_row(tupdesc, relation, reason, line->call);
	return line;
}

/*
 * Finds the tables with a uuid or a text, which the caller may read, in a unique index, an index of
 * a partitioned table, or the partition key, and whether there is a uuid.  Partitions and children
 * are read with the table from which they inherit the column.
 */
static const char *const find_tables =
"WITH RECURSIVE ids (type, is_uuid) AS ("
"SELECT t::oid, t = 'uuid'::regtype FROM unnest('{uuid,text,varchar,bpchar}'::regtype[]) t "
"UNION ALL "
"SELECT t.oid, is_uuid FROM pg_type t JOIN ids ON t.typbasetype = type), "
"keys (relation, columns, is_unique) AS ("
"SELECT indrelid, indkey[:indnkeyatts - 1], indisunique FROM pg_index UNION ALL "
"SELECT partrelid, partattrs[:], true FROM pg_partitioned_table) "
"SELECT relation, bool_or(is_uuid) FROM keys JOIN pg_class c ON c.oid = relation "
"JOIN pg_attribute a ON attrelid = relation AND attnum = ANY (columns) AND attinhcount = 0 "
"JOIN ids ON type = atttypid WHERE (is_unique OR relkind = 'p') "
"AND has_schema_privilege(relnamespace, 'USAGE') "
"AND has_column_privilege(relation, attnum, 'SELECT')";

/* Leaves out the shards of Citus, because their rows are those of another table on the list */
static const char *const leave_out_shards =
" AND NOT EXISTS (SELECT FROM pg_dist_shard JOIN pg_class t ON t.oid = logicalrelid "
"WHERE t.relnamespace = c.relnamespace AND c.relname = t.relname || '_' || shardid)";

/* Puts the largest saving first, and then the largest table */
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

/* Adds to the first line which roles can read tables, if the caller can read none of them */
static void
add_roles(List *lines, TupleDesc tupdesc)
{
	overview_line *first = lines != NIL ? (overview_line *) linitial(lines) : NULL;
	int			number = SPI_fnumber(tupdesc, "next_step");
	List	   *roles = NIL;
	StringInfoData text;
	bool		isnull = false;
	Datum		value;

	foreach_ptr(overview_line, line, lines)
	{
		if (line->is_read)
			return;
		if (OidIsValid(line->owner) && list_length(roles) <= MAX_ROLES)
			roles = list_append_unique_oid(roles, line->owner);
	}
	if (roles == NIL)
		return;
	initStringInfo(&text);
	appendStringInfo(&text, "%s None of these tables was read. Their owners can read them:",
					 SPI_getvalue(first->tuple, tupdesc, number));
	for (int i = 0; i < list_length(roles); i++)
		appendStringInfo(&text, "%s %s", i > 0 ? "," : "", i == MAX_ROLES ? "and others" :
						 quote_identifier(GetUserNameFromId(list_nth_oid(roles, i), false)));
	appendStringInfoChar(&text, '.');
	value = CStringGetTextDatum(text.data);
	first->tuple = heap_modify_tuple_by_cols(first->tuple, tupdesc, 1, &number, &value, &isnull);
}

/* uuid_report() */
Datum
uuidx_database_report(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	bool		has_shards = OidIsValid(get_relname_relid("pg_dist_shard", PG_CATALOG_NAMESPACE));
	SPITupleTable *tables;
	List	   *lines = NIL;
	int			nest_level = NewGUCNestLevel();

	/* neither the queries nor functions in indexes find other objects */
	RestrictSearchPath();
	InitMaterializedSRF(fcinfo, 0);
	SPI_connect();
	SPI_execute(psprintf("%s%s GROUP BY relation ORDER BY relation", find_tables,
						 has_shards ? leave_out_shards : ""), true, 0);
	tables = SPI_tuptable;
	for (uint64 i = 0; i < tables->numvals; i++)
	{
		bool		isnull;
		Datum		oid = SPI_getbinval(tables->vals[i], tables->tupdesc, 1, &isnull);
		overview_line *line = examine_apart(DatumGetObjectId(oid), fcinfo->flinfo->fn_oid,
											rsinfo->setDesc);

		/* a text key is not known to hold UUIDs unless it is read */
		if (line->tuple != NULL && (line->is_read ||
									DatumGetBool(SPI_getbinval(tables->vals[i], tables->tupdesc, 2,
															   &isnull))))
			lines = lappend(lines, line);
		CHECK_FOR_INTERRUPTS();
	}
	list_sort(lines, compare_lines);
	add_roles(lines, rsinfo->setDesc);
	foreach_ptr(overview_line, line, lines)
		tuplestore_puttuple(rsinfo->setResult, line->tuple);
	SPI_finish();
	AtEOXact_GUC(true, nest_level);
	return (Datum) 0;
}
