/*
 * overview.c
 *	  SQL: uuid_report(), one line for each table of the database that has a uuid key.
 *
 * A table is examined in a subtransaction that is rolled back, so its locks are released before
 * the next table is locked, and an error is reported in its line.  No lock is waited for.
 *
 * The caller does not choose the tables, and reading one can call functions that its owner chose.
 * If the caller has the privileges of the owner, the table is read as its owner, as by ANALYZE: in
 * a security-restricted operation, and with a search_path that contains only the server's objects.
 * The table of another owner is read as the caller, but only if it has no expression that the
 * server simplifies, because this calls functions with constant arguments.  The server does so in
 *
 *	  RelationGetPartitionKey()			the expressions in a partition key
 *	  RelationGetIndexExpressions()		those in an index, when a query is planned
 *	  RelationGetIndexPredicate()		likewise
 *	  get_relation_statistics()			those in a statistics object, likewise
 *
 * It evaluates no default or stored generated column, because no row is written; no CHECK
 * constraint of a table, because the query has no condition to compare it with; none of a domain,
 * because nothing is converted to it; and no virtual column, because none is in a key.  A table
 * with policies for the reader is not read.  The functions of an operator class, which compare the
 * bounds of partitions, are chosen by a superuser.
 */
#include "report/report.h"

#include "access/relation.h"
#include "access/twophase.h"
#include "access/xact.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_index.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_partitioned_table.h"
#include "catalog/pg_statistic_ext.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/resowner.h"
#include "utils/syscache.h"
#include "utils/tuplestore.h"

PG_FUNCTION_INFO_V1(uuidx_database_report);

typedef struct overview_line
{
	Oid			relation;
	double		pages;
	int64		saving;			/* -1 if there is none */
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

/* Returns true if an attribute of a catalog row is not null */
static bool
is_set(int cache, Oid oid, AttrNumber attribute)
{
	HeapTuple	tuple = SearchSysCache1(cache, ObjectIdGetDatum(oid));
	bool		isnull = true;

	if (HeapTupleIsValid(tuple))
	{
		(void) SysCacheGetAttr(cache, tuple, attribute, &isnull);
		ReleaseSysCache(tuple);
	}
	return !isnull;
}

/*
 * Changes to the role that reads a table, for the subtransaction: its owner if the caller has the
 * privileges of that role, otherwise the caller
 */
static void
become_reader(Oid oid)
{
	Relation	relation = relation_open(oid, NoLock);
	Oid			owner = relation->rd_rel->relowner;
	Oid			user;
	int			context;

	relation_close(relation, NoLock);
	GetUserIdAndSecContext(&user, &context);
	SetUserIdAndSecContext(has_privs_of_role(user, owner) ? owner : user,
						   context | SECURITY_RESTRICTED_OPERATION);
}

/*
 * Returns true if reading a member calls no functions that another role than the reader chose: the
 * server simplifies expressions of its table, see above
 */
static bool
is_trusted(Oid oid)
{
	Relation	relation = relation_open(oid, NoLock);
	bool		has_expressions = is_set(PARTRELID, oid, Anum_pg_partitioned_table_partexprs);
	bool		is_own = relation->rd_rel->relowner == GetUserId();

	foreach_oid(index, RelationGetIndexList(relation))
	{
		if (is_set(INDEXRELID, index, Anum_pg_index_indexprs) ||
			is_set(INDEXRELID, index, Anum_pg_index_indpred))
			has_expressions = true;
	}
	foreach_oid(statistics, RelationGetStatExtList(relation))
	{
		if (is_set(STATEXTOID, statistics, Anum_pg_statistic_ext_stxexprs))
			has_expressions = true;
	}
	relation_close(relation, NoLock);
	return is_own || !has_expressions;
}

/*
 * Locks a table and all that inherit from it, with at most a quarter of the lock table, and changes
 * to the role that reads them.  Returns why they cannot be read, or NULL.
 */
static const char *
prepare_to_read(Oid oid)
{
	double		room = (double) max_locks_per_xact * (MaxBackends + max_prepared_xacts);
	List	   *members = find_all_inheritors(oid, NoLock, NULL);
	int			locks = lock_with_indexes(oid);

	if (locks == 0)
		return "another session has locked the table or one of its indexes";
	if ((double) list_length(members) * locks > room / 4)
		return psprintf("locking its %d tables would take too many locks", list_length(members));
	become_reader(oid);
	foreach_oid(member, members)
	{
		if (get_rel_relkind(member) == RELKIND_FOREIGN_TABLE)
			return "it has foreign partitions or children";
		if (lock_with_indexes(member) == 0)
			return psprintf("another session has locked table \"%s\" or one of its indexes",
							get_rel_name(member));
		if (!is_trusted(member))
			return psprintf("table \"%s\" belongs to another role and has an expression in an "
							"index, a statistics object or the partition key",
							get_rel_name(member));
	}
	return NULL;
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

/* Examines a table, and sets its line if it has a uuid key; returns why it is not read, or NULL */
static const char *
examine(Oid function, overview_line *line, TupleDesc tupdesc)
{
	Oid			caller = GetUserId();
	const char *reason;
	uuidx_report_table table;
	uuidx_column_report column;

	/* the table may have been dropped since it was listed */
	if (!OidIsValid(get_rel_namespace(line->relation)))
		return NULL;
	reason = prepare_to_read(line->relation);
	if (reason != NULL)
		return reason;
	uuidx_open_table(line->relation, function, &table);
	table.caller = caller;
	table.sample_pages = 100;
	line->pages = table.pages;
	if (table.has_policies)
		reason = "the table has row-level security policies";
	else if (read_key(&table, &column))
	{
		uuidx_read_contents(&column, false);
		line->tuple = SPI_copytuple(uuidx_form_row(tupdesc, line->relation, &column));
		if (column.is_replaceable)
			line->saving = column.nearest->bytes;
	}
	relation_close(table.relation, NoLock);
	return reason;
}

/* Returns true if the statement was canceled; a function can raise the same SQLSTATE */
static bool
is_cancel(const ErrorData *error)
{
	return error->sqlerrcode == ERRCODE_QUERY_CANCELED && error->funcname != NULL &&
		strcmp(error->funcname, "ProcessInterrupts") == 0;
}

/* Returns an error as a reason, quoted and on one line, because functions choose its text */
static const char *
error_reason(const ErrorData *error)
{
	char	   *text = pstrdup(error->message != NULL ? error->message : "");

	for (char *c = text; *c != '\0'; c++)
	{
		if ((unsigned char) *c < ' ')
			*c = ' ';
	}
	return psprintf("the table or a function in it raises the error %s", quote_literal_cstr(text));
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
		reason = error_reason(error);
	if (reason != NULL)
		line->tuple = uuidx_form_unread_row(tupdesc, relation, reason);
	return line;
}

/*
 * Finds the tables with a uuid, which the caller may read, in a unique index, an index of a
 * partitioned table, or the partition key.  Partitions and children are read with the table from
 * which they inherit the column.
 */
static const char *const find_tables =
"WITH RECURSIVE uuids (type) AS (SELECT 'uuid'::regtype::oid UNION ALL "
"SELECT t.oid FROM pg_type t JOIN uuids ON t.typbasetype = type), "
"keys (relation, columns, is_unique) AS ("
"SELECT indrelid, indkey[:indnkeyatts - 1], indisunique FROM pg_index UNION ALL "
"SELECT partrelid, partattrs[:], true FROM pg_partitioned_table) "
"SELECT DISTINCT relation FROM keys JOIN pg_class c ON c.oid = relation "
"JOIN pg_attribute a ON attrelid = relation AND attnum = ANY (columns) AND attinhcount = 0 "
"WHERE atttypid IN (SELECT type FROM uuids) AND (is_unique OR relkind = 'p') "
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
	SPI_execute(psprintf("%s%s ORDER BY relation", find_tables, has_shards ? leave_out_shards : ""),
				true, 0);
	tables = SPI_tuptable;
	for (uint64 i = 0; i < tables->numvals; i++)
	{
		bool		isnull;
		Datum		oid = SPI_getbinval(tables->vals[i], tables->tupdesc, 1, &isnull);
		overview_line *line = examine_apart(DatumGetObjectId(oid), fcinfo->flinfo->fn_oid,
											rsinfo->setDesc);

		if (line->tuple != NULL)
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
