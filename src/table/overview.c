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

#include "access/relation.h"
#include "access/twophase.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "functions.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/resowner.h"
#include "utils/rls.h"
#include "utils/tuplestore.h"

PG_FUNCTION_INFO_V1(uuidx_database_report);

/* Of a larger table, about so many pages are read */
#define SAMPLE_PAGES 100

/*
 * Tables that the caller may read and that have a uuid, or a domain, in a unique index,
 * in the partition key, or in an index of a partitioned table.  Partitions and children
 * are left out: they are read with the table from which they have the column.
 */
static const char candidates_query[] =
"SELECT c.oid FROM pg_catalog.pg_class AS c "
"WHERE c.relkind OPERATOR(pg_catalog.=) ANY (ARRAY['r', 'p', 'm']::pg_catalog.\"char\"[])"
" AND NOT c.relispartition"
" AND (c.relpersistence OPERATOR(pg_catalog.<>) 't'"
"   OR c.relnamespace OPERATOR(pg_catalog.=) pg_catalog.pg_my_temp_schema())"
" AND pg_catalog.has_schema_privilege(c.relnamespace, 'USAGE')"
" AND EXISTS (SELECT FROM pg_catalog.pg_attribute AS a"
"   JOIN pg_catalog.pg_type AS t ON t.oid OPERATOR(pg_catalog.=) a.atttypid"
"   WHERE a.attrelid OPERATOR(pg_catalog.=) c.oid AND a.attnum OPERATOR(pg_catalog.>) 0"
"   AND a.attinhcount OPERATOR(pg_catalog.=) 0"
"   AND (a.atttypid OPERATOR(pg_catalog.=) 'pg_catalog.uuid'::pg_catalog.regtype"
"     OR t.typtype OPERATOR(pg_catalog.=) 'd')"
"   AND (EXISTS (SELECT FROM pg_catalog.pg_index AS i"
"       WHERE i.indrelid OPERATOR(pg_catalog.=) c.oid"
"       AND (i.indisunique OR c.relkind OPERATOR(pg_catalog.=) 'p')"
"       AND a.attnum OPERATOR(pg_catalog.=) ANY (i.indkey::pg_catalog.int2[]))"
"     OR EXISTS (SELECT FROM pg_catalog.pg_partitioned_table AS p"
"       WHERE p.partrelid OPERATOR(pg_catalog.=) c.oid"
"       AND a.attnum OPERATOR(pg_catalog.=) ANY (p.partattrs::pg_catalog.int2[])))"
"   AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT'))"
" ORDER BY c.oid";

/* The columns of uuid_report(), as the install script declares them */
enum
{
	COL_RELATION,
	COL_UUID_COLUMN,
	COL_IDS_READ,
	COL_SAMPLED,
	COL_VERSIONS,
	COL_BY_TIME,
	COL_TIME_COLUMN,
	COL_LARGEST_DIFFERENCE,
	COL_SAVING,
	COL_NEXT_STEP,
	COL_STATEMENT,
	COLUMNS
};

/* One line; none for a table without a uuid key */
typedef struct overview_line
{
	bool		is_line;
	Oid			relation;
	double		pages;
	int64		saving;			/* -1 if there is none */
	Datum		values[COLUMNS];
	bool		nulls[COLUMNS];
} overview_line;

static void
set_value(overview_line *line, int column, Datum value)
{
	line->values[column] = value;
	line->nulls[column] = false;
}

static void
set_text(overview_line *line, int column, const char *text)
{
	if (text !=NULL)
		set_value(line, column, CStringGetTextDatum(text));
}

static void
set_name(overview_line *line, int column, const char *text)
{
	set_value(line, column, DirectFunctionCall1(namein, CStringGetDatum(text)));
}

/* --- One table ------------------------------------------------------------------------- */

/* Locks a table with its indexes; false if one of them is locked by another session */
static bool
lock_with_indexes(Oid oid)
{
	Relation	relation;
	bool		result = true;
	ListCell   *cell;

	if (!ConditionalLockRelationOid(oid, AccessShareLock) ||
		(relation = try_relation_open(oid, NoLock)) == NULL)
		return false;
	foreach(cell, RelationGetIndexList(relation))
		result &= ConditionalLockRelationOid(lfirst_oid(cell), AccessShareLock);
	relation_close(relation, NoLock);
	return result;
}

/*
 * Why a table is not read, or NULL after it has been locked with all that inherits from
 * it.  No more locks are taken than a quarter of the lock table.
 */
static const char *
lock_table(Oid oid)
{
	double		room = (double) max_locks_per_xact * (MaxBackends + max_prepared_xacts);
	List	   *members = find_all_inheritors(oid, NoLock, NULL);
	Relation	relation;
	int			indexes;
	ListCell   *cell;

	if (!lock_with_indexes(oid))
		return "another session has locked the table or an index";
	relation = relation_open(oid, NoLock);
	indexes = list_length(RelationGetIndexList(relation));
	relation_close(relation, NoLock);
	if ((double) list_length(members) * (1 + indexes) > room / 4)
		return psprintf("its %d tables need too many locks", list_length(members));
	foreach(cell, members)
	{
		if (get_rel_relkind(lfirst_oid(cell)) == RELKIND_FOREIGN_TABLE)
			return "it has foreign partitions or children";
		if (!lock_with_indexes(lfirst_oid(cell)))
			return psprintf("another session has locked table \"%s\" or an index of it",
							get_rel_name(lfirst_oid(cell)));
	}
	return NULL;
}

/*
 * Changes to the owner of a table until the subtransaction ends.  False where policies
 * limit the rows for the caller, or for the owner.
 */
static bool
become_owner(Relation relation)
{
	Oid			owner = relation->rd_rel->relowner;
	Oid			user;
	int			context;

	if (check_enable_rls(RelationGetRelid(relation), InvalidOid, true) == RLS_ENABLED ||
		check_enable_rls(RelationGetRelid(relation), owner, true) == RLS_ENABLED)
		return false;
	GetUserIdAndSecContext(&user, &context);
	SetUserIdAndSecContext(owner, context | SECURITY_RESTRICTED_OPERATION);
	return true;
}

/* Examines the columns of a table until one is its key; false if none is */
static bool
examine_key(const uuidx_report_table *table, uuidx_column_report *column)
{
	TupleDesc	tupdesc = RelationGetDescr(table->relation);
	AttrNumber	key = 0;

	for (int number = 1; number <= tupdesc->natts; number++)
	{
		Form_pg_attribute attribute = TupleDescAttr(tupdesc, number - 1);

		if (attribute->attisdropped || getBaseType(attribute->atttypid) != UUIDOID ||
			!uuidx_may_read(table, number))
			continue;
		uuidx_begin_column(table, number, column);
		if (uuidx_is_own_key(column))
		{
			key = number;
			break;
		}
		if (key == 0 && (column->is_key || column->is_unique))
			key = number;
	}
	if (key != 0)
		uuidx_examine_column(table, key, column);
	return key != 0;
}

/* The results for the key of a table, in the current memory context */
static void
note_key(const uuidx_report_table *table, const uuidx_column_report *column, overview_line *line)
{
	const uuidx_time_column *nearest = column->nearest;
	const char *words;

	set_text(line, COL_STATEMENT, uuidx_next_step(table, column, &words));
	set_text(line, COL_NEXT_STEP, words);
	set_name(line, COL_UUID_COLUMN, column->raw_name);
	set_value(line, COL_IDS_READ, Int64GetDatum(column->ids_read));
	set_value(line, COL_SAMPLED, BoolGetDatum(column->sampled));
	set_text(line, COL_VERSIONS, uuidx_versions_text(column));
	set_text(line, COL_BY_TIME, uuidx_by_time_text(column));
	if (nearest != NULL)
		set_name(line, COL_TIME_COLUMN, nearest->raw_name);
	if (nearest != NULL && nearest->compared > 0 && !nearest->is_infinite)
		set_value(line, COL_LARGEST_DIFFERENCE, uuidx_distance_interval(nearest));
	if (nearest != NULL && uuidx_is_replaceable(table, nearest))
	{
		line->saving = nearest->bytes;
		set_value(line, COL_SAVING, Int64GetDatum(line->saving));
	}
}

static void
examine(Oid function, overview_line *line)
{
	const char *obstacle = lock_table(line->relation);
	uuidx_report_table table;
	uuidx_column_report column;

	line->is_line = true;
	if (obstacle != NULL)
	{
		set_text(line, COL_NEXT_STEP, psprintf("Not read: %s.", obstacle));
		return;
	}
	uuidx_open_table(line->relation, function, &table);
	table.sample_pages = SAMPLE_PAGES;
	line->pages = table.pages;
	if (!become_owner(table.relation))
		set_text(line, COL_NEXT_STEP, "Not read: the table has row-level security policies.");
	else if ((line->is_line = examine_key(&table, &column)))
		note_key(&table, &column, line);
	relation_close(table.relation, NoLock);
}

/* A copy of a line's values in the current memory context */
static void
copy_line(overview_line *to, const overview_line *from, TupleDesc tupdesc)
{
	*to = *from;
	for (int i = 0; i < COLUMNS; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(tupdesc, i);

		if (!from->nulls[i])
			to->values[i] = datumCopy(from->values[i], attribute->attbyval, attribute->attlen);
	}
}

static void
init_line(overview_line *line, Oid relation)
{
	memset(line, 0, sizeof(*line));
	memset(line->nulls, true, sizeof(line->nulls));
	line->relation = relation;
	line->saving = -1;
	set_value(line, COL_RELATION, ObjectIdGetDatum(relation));
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
	overview_line *line = (overview_line *) palloc(sizeof(overview_line));
	ErrorData  *volatile error = NULL;
	overview_line found;

	init_line(line, relation);
	init_line(&found, relation);
	BeginInternalSubTransaction(NULL);
	PG_TRY();
	{
		SPI_connect();
		examine(function, &found);
		MemoryContextSwitchTo(context);
		copy_line(line, &found, tupdesc);
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
		init_line(line, relation);
		line->is_line = true;
		set_text(line, COL_NEXT_STEP, psprintf("Not read: %s.", error->message));
	}
	return line;
}

/* --- All of them ----------------------------------------------------------------------- */

/* The OIDs of the tables, in the current memory context */
static List *
find_candidates(void)
{
	MemoryContext context = CurrentMemoryContext;
	List	   *candidates = NIL;

	SPI_connect();
	if (SPI_execute(candidates_query, true, 0) != SPI_OK_SELECT)
		elog(ERROR, "could not read pg_class");
	for (uint64 i = 0; i < SPI_processed; i++)
	{
		bool		isnull;
		Datum		oid = SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1, &isnull);
		MemoryContext spi_context = MemoryContextSwitchTo(context);

		candidates = lappend_oid(candidates, DatumGetObjectId(oid));
		MemoryContextSwitchTo(spi_context);
	}
	SPI_finish();
	return candidates;
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
		if (line->is_line)
			lines = lappend(lines, line);
	}
	list_sort(lines, compare_lines);
	foreach(cell, lines)
	{
		overview_line *line = (overview_line *) lfirst(cell);

		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, line->values, line->nulls);
	}
	return (Datum) 0;
}
