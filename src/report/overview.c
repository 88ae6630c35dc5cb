/*
 * overview.c
 *	  SQL: uuid_report(), one line for each table of the database that has a uuid key.
 *
 * A table is examined in a subtransaction that is rolled back, so its locks are released before
 * the next table is locked, and an error is reported in its line.  No lock is waited for.
 */
#include "report/report.h"

#include "access/htup_details.h"
#include "access/relation.h"
#include "access/xact.h"
#include "catalog/pg_namespace.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/resowner.h"
#include "utils/tuplestore.h"

PG_FUNCTION_INFO_V1(uuidx_database_report);

typedef struct overview_line
{
	Oid			relation;
	double		pages;
	int64		saving;
	bool		is_read;
	HeapTuple	tuple;			/* NULL if the table has no uuid key */
} overview_line;

/* Reads the key of a table, or else another uuid that is unique; returns false if there is none */
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
	if (found)
		uuidx_read_contents(column);
	return found;
}

/* Examines a table, and sets its line if it has a uuid key */
static void
examine(Oid function, overview_line *line, TupleDesc tupdesc)
{
	uuidx_report_table table;
	uuidx_column_report column;

	/* the table may have been dropped since it was listed */
	if (!OidIsValid(get_rel_namespace(line->relation)))
		return;
	uuidx_open_table(line->relation, function, true, &table);
	if (read_key(&table, &column) || uuidx_read_text_key(&table, &column))
	{
		line->tuple = SPI_copytuple(uuidx_form_row(tupdesc, line->relation, &column, table.unread));
		line->pages = table.pages;
		line->is_read = table.unread == NULL;
		line->saving = column.saving;
	}
	relation_close(table.relation, NoLock);
}

/* Examines a table in a subtransaction; reports an error in its line, unless it is a cancel */
static overview_line *
examine_apart(Oid relation, Oid function, TupleDesc tupdesc)
{
	MemoryContext context = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	overview_line *line = (overview_line *) palloc0(sizeof(overview_line));
	ErrorData  *volatile error = NULL;

	line->relation = relation;
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
	if (error != NULL && error->sqlerrcode == ERRCODE_QUERY_CANCELED)
		ReThrowError(error);
	if (error != NULL)
		line->tuple = uuidx_form_row(tupdesc, relation, NULL, error->message);
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
"AND has_schema_privilege(relnamespace, 'USAGE') AND NOT pg_is_other_temp_schema(relnamespace) "
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
	foreach_ptr(overview_line, line, lines)
		tuplestore_puttuple(rsinfo->setResult, line->tuple);
	SPI_finish();
	AtEOXact_GUC(true, nest_level);
	return (Datum) 0;
}
