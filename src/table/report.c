/*
 * report.c
 *	  SQL: uuid_report(table), which looks at the uuid columns of a table and returns
 *	  what they contain, what the catalogs have about them, and the next step.
 *
 * Rows are read by queries, as the caller; catalogs are read in the server's caches.
 */
#include "table/table.h"

#include "access/htup_details.h"
#include "access/relation.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "functions.h"
#include "miscadmin.h"
#include "nodes/parsenodes.h"
#include "rewrite/rewriteHandler.h"
#include "storage/bufmgr.h"
#include "utils/builtins.h"
#include "utils/rls.h"
#include "utils/tuplestore.h"

PG_FUNCTION_INFO_V1(uuidx_table_report);

/* In the order of enum uuidx_versions */
static const char *const proofs[] = {
	NULL, "v6 or no version", "v6", "v7 or no version", "v7", "v8"
};

static const char *const kind_names[KINDS] = {
	"v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7",
	"v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15",
	"variant ncs", NULL, "variant microsoft", "variant reserved", "nil", "max"
};

/* --- A row ----------------------------------------------------------------------------- */

/*
 * The values are set by the names of the result's columns, so that one builder makes the
 * rows of both functions: what a result has no column for is left out.
 */
typedef struct report_row
{
	TupleDesc	tupdesc;
	Datum	   *values;
	bool	   *nulls;
} report_row;

/* Sets a value, unless the result has no column of that name */
static void
set_value(report_row *row, const char *name, Datum value)
{
	int			number = SPI_fnumber(row->tupdesc, name);

	if (number <= 0)
		return;
	row->values[number - 1] = value;
	row->nulls[number - 1] = false;
}

static void
set_text(report_row *row, const char *name, const char *words)
{
	if (words != NULL)
		set_value(row, name, CStringGetTextDatum(words));
}

/* A share as text, which is 100 % only for all rows */
static const char *
share_text(int64 count, int64 all)
{
	double		percent = 100.0 * (double) count / (double) all;

	if (count == all)
		return "100 %";
	if (percent < 0.1)
		return "under 0.1 %";
	if (percent > 99.9)
		return "over 99.9 %";
	return psprintf("%.1f %%", percent);
}

/* The versions found, the most frequent first; NULL if no id was read */
static const char *
versions_text(const uuidx_column_report *column)
{
	int64		left[KINDS];
	StringInfoData text;

	if (column->ids_read == 0)
		return NULL;
	memcpy(left, column->counts, sizeof(left));
	initStringInfo(&text);
	for (;;)
	{
		int			most = 0;

		for (int i = 1; i < KINDS; i++)
			if (left[i] > left[most])
				most = i;
		if (left[most] == 0)
			return text.data;

		appendStringInfo(&text, "%s%s %s", text.len > 0 ? ", " : "", kind_names[most],
						 share_text(left[most], column->ids_read));
		left[most] = 0;
	}
}

/* Whether queries by time are fast, and find all ids; NULL if no id was read */
static const char *
by_time_text(const uuidx_column_report *column)
{
	bool		is_fast = column->unserved == NULL;

	if (column->ids_read == 0)
		return NULL;
	if (column->timed == 0)
		return column->counts[8] > 0 ? "not known" : "no id has a time";
	if (column->timed == column->ids_read)
		return is_fast ? "fast" : "slow";
	return is_fast ? "fast, for the ids that have a time" : "slow, and not all ids have a time";
}

/* Sets what is known of a column */
static void
fill_row(report_row *row, const uuidx_column_report *column)
{
	const uuidx_time_column *nearest = column->nearest;
	const char *statement;

	set_text(row, "next_step", uuidx_next_step(column, &statement));
	set_text(row, "statement", statement);
	set_value(row, "uuid_column", CStringGetDatum(column->raw_name));
	set_value(row, "ids_read", Int64GetDatum(column->ids_read));
	set_value(row, "sampled", BoolGetDatum(column->sampled));
	set_text(row, "versions", versions_text(column));
	if (column->first_time <= column->last_time)
	{
		set_value(row, "first_time", TimestampTzGetDatum(column->first_time));
		set_value(row, "last_time", TimestampTzGetDatum(column->last_time));
		set_value(row, "times_exact", BoolGetDatum(column->times_exact));
	}
	set_text(row, "default_value", column->default_text);
	set_text(row, "proven", proofs[column->proven]);
	set_text(row, "served_by", column->served_by.len > 0 ? column->served_by.data : NULL);
	if (column->has_correlation)
		set_value(row, "correlation", Float4GetDatum(column->correlation));
	set_text(row, "by_time", by_time_text(column));
	if (nearest == NULL)
		return;
	set_value(row, "time_column", CStringGetDatum(nearest->raw_name));
	set_value(row, "time_column_bytes", Int64GetDatum(nearest->bytes));
	if (uuidx_is_measured(nearest))
	{
		/* in days and hours, as the server subtracts timestamps */
		TimestampTz distance_us = uuidx_distance_us(nearest);

		set_value(row, "largest_difference",
				  DirectFunctionCall2(timestamp_mi, TimestampGetDatum(distance_us),
									  TimestampGetDatum(0)));
	}
	if (column->is_replaceable)
		set_value(row, "saving", Int64GetDatum(nearest->bytes));
}

HeapTuple
uuidx_form_row(TupleDesc tupdesc, Oid relation, const uuidx_column_report *column,
			   const char *words)
{
	report_row	row = {tupdesc};

	row.values = (Datum *) palloc0(tupdesc->natts * sizeof(Datum));
	row.nulls = (bool *) palloc(tupdesc->natts * sizeof(bool));
	memset(row.nulls, true, tupdesc->natts * sizeof(bool));
	set_value(&row, "relation", ObjectIdGetDatum(relation));
	if (column != NULL)
		fill_row(&row, column);
	else
		set_text(&row, "next_step", words);
	return heap_form_tuple(tupdesc, row.values, row.nulls);
}

/* --- A table --------------------------------------------------------------------------- */

const char *
uuidx_qualified_name(Oid relation)
{
	return quote_qualified_identifier(get_namespace_name(get_rel_namespace(relation)),
									  get_rel_name(relation));
}

/* The first table that a view reads, with schema and quoted; NULL if it reads none */
static const char *
table_of_view(Relation view)
{
	ListCell   *cell;

	foreach(cell, get_view_query(view)->rtable)
	{
		RangeTblEntry *entry = (RangeTblEntry *) lfirst(cell);

		if (entry->rtekind == RTE_RELATION && entry->relid != RelationGetRelid(view))
			return uuidx_qualified_name(entry->relid);
	}
	return NULL;
}

/* Refuses a relation without rows of its own; for a view, names its table */
static void
check_kind(Relation relation)
{
	char		kind = relation->rd_rel->relkind;
	const char *source;

	if (kind == RELKIND_RELATION || kind == RELKIND_MATVIEW || kind == RELKIND_PARTITIONED_TABLE)
		return;
	source = kind == RELKIND_VIEW ? table_of_view(relation) : NULL;
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("cannot report on relation \"%s\"", RelationGetRelationName(relation)),
			 errdetail_relkind_not_supported(kind),
			 source != NULL ? errhint("Use the table that the view reads, %s.", source) : 0));
}

/* Adds the size and the indexes of a member */
static void
open_member(uuidx_report_table *table, Relation member)
{
	if (RELKIND_HAS_TABLE_AM(member->rd_rel->relkind))
	{
		if (member->rd_rel->relam == HEAP_TABLE_AM_OID)
			table->pages += RelationGetNumberOfBlocks(member);
		else
			table->has_other_storage = true;
	}
	else if (member->rd_rel->relkind == RELKIND_FOREIGN_TABLE)
		table->has_foreign = true;
	table->leaves += member->rd_rel->relkind != RELKIND_PARTITIONED_TABLE;
	uuidx_note_indexes(table, member);
}

void
uuidx_open_table(Oid oid, Oid function, uuidx_report_table *table)
{
	Relation	relation = try_relation_open(oid, AccessShareLock);
	ListCell   *cell;

	if (relation == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", oid)));
	check_kind(relation);

	memset(table, 0, sizeof(*table));
	table->relation = relation;
	table->name = uuidx_qualified_name(oid);
	table->schema = quote_identifier(get_namespace_name(get_func_namespace(function)));
	table->caller = GetUserId();
	table->has_policies = check_enable_rls(oid, InvalidOid, true) == RLS_ENABLED;
	table->sample_pages = 1000;
	table->key = RelationGetPartitionKey(relation);
	table->members = find_all_inheritors(oid, AccessShareLock, NULL);
	foreach(cell, table->members)
	{
		Relation	member = relation_open(lfirst_oid(cell), NoLock);

		open_member(table, member);
		relation_close(member, NoLock);
	}
	if (table->key != NULL && table->key->strategy == PARTITION_STRATEGY_RANGE)
		uuidx_note_partition_key(table);
}

/* --- SQL ------------------------------------------------------------------------------- */

/* The number of the column of that name, which must be a uuid */
static AttrNumber
find_column(Relation relation, const char *name)
{
	AttrNumber	number = get_attnum(RelationGetRelid(relation), name);
	Oid			type;

	if (number == InvalidAttrNumber)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" of relation \"%s\" does not exist",
						name, RelationGetRelationName(relation))));
	type = get_atttype(RelationGetRelid(relation), number);
	if (getBaseType(type) != UUIDOID)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"%s\" of relation \"%s\" is not of type uuid",
						name, RelationGetRelationName(relation)),
				 errdetail("It is of type %s.", format_type_be(type))));
	return number;
}

/* uuid_report(regclass, name): no row for a null table */
Datum
uuidx_table_report(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	uuidx_report_table table;
	AttrNumber	wanted = InvalidAttrNumber;
	TupleDesc	tupdesc;
	int			found = 0;

	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	SPI_connect();
	uuidx_open_table(PG_GETARG_OID(0), fcinfo->flinfo->fn_oid, &table);
	if (!PG_ARGISNULL(1))
		wanted = find_column(table.relation, NameStr(*PG_GETARG_NAME(1)));

	tupdesc = RelationGetDescr(table.relation);
	for (int number = 1; number <= tupdesc->natts; number++)
	{
		if (uuidx_is_uuid(TupleDescAttr(tupdesc, number - 1)) &&
			(wanted == InvalidAttrNumber || wanted == number))
		{
			uuidx_column_report column;

			uuidx_begin_column(&table, number, &column);
			uuidx_read_contents(&column);
			uuidx_look_at_catalogs(&column);
			uuidx_read_ends(&column);
			tuplestore_puttuple(rsinfo->setResult,
								uuidx_form_row(rsinfo->setDesc, RelationGetRelid(table.relation),
											   &column, NULL));
			found++;
		}
	}
	if (found == 0)
		ereport(NOTICE,
				(errmsg("relation \"%s\" has no column of type uuid",
						RelationGetRelationName(table.relation))));
	relation_close(table.relation, NoLock);
	SPI_finish();
	return (Datum) 0;
}
