/*
 * report.c
 *	  SQL: uuid_report(table), which looks at the uuid columns of a table and returns
 *	  what they contain, what the catalogs have about them, and the next step.
 */
#include "table/table.h"

#include "access/relation.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "functions.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/tuplestore.h"

PG_FUNCTION_INFO_V1(uuidx_table_report);

/* In the order of enum uuidx_versions */
static const char *const proofs[] = {
	NULL, "v6 or no version", "v6", "v7 or no version", "v7", "v8"
};

/* The columns of uuid_report(), as the install script declares them */
enum
{
	COL_UUID_COLUMN,
	COL_IDS_READ,
	COL_SAMPLED,
	COL_VERSIONS,
	COL_FIRST_TIME,
	COL_LAST_TIME,
	COL_TIMES_EXACT,
	COL_DEFAULT,
	COL_PROVEN,
	COL_SERVED_BY,
	COL_CORRELATION,
	COL_BY_TIME,
	COL_TIME_COLUMN,
	COL_LARGEST_DIFFERENCE,
	COL_TIME_COLUMN_BYTES,
	COL_NEXT_STEP,
	COL_STATEMENT,
	COLUMNS
};

/* A text, or null where there is none */
static void
set_text(Datum *values, bool *nulls, int column, const char *text)
{
	nulls[column] = text == NULL;

	if (text !=NULL)
		values[column] = CStringGetTextDatum(text);
}

void
uuidx_begin_column(const uuidx_report_table *table, AttrNumber number, uuidx_column_report *column)
{
	Form_pg_attribute attribute = TupleDescAttr(RelationGetDescr(table->relation), number - 1);

	memset(column, 0, sizeof(*column));
	column->attribute = number;
	column->raw_name = NameStr(attribute->attname);
	column->name = quote_identifier(column->raw_name);
	column->is_virtual = attribute->attgenerated != '\0' &&
		attribute->attgenerated != ATTRIBUTE_GENERATED_STORED;
	uuidx_look_at_default(table, column);
	uuidx_look_at_keys(table, column);
}

void
uuidx_examine_column(const uuidx_report_table *table, AttrNumber number,
					 uuidx_column_report *column)
{
	uuidx_begin_column(table, number, column);
	uuidx_find_time_columns(table, column);
	uuidx_read_contents(table, column);
	uuidx_look_at_checks(table, column);
	uuidx_look_at_generated(table, column);
	uuidx_look_at_access(table, column);
	uuidx_choose_time_column(table, column);
	uuidx_look_at_statistics(table, column);
}

static void
report_column(const uuidx_report_table *table, AttrNumber number, ReturnSetInfo *rsinfo)
{
	uuidx_column_report column;
	const uuidx_time_column *nearest;
	const char *words;
	const char *statement;
	Datum		values[COLUMNS] = {0};
	bool		nulls[COLUMNS];

	uuidx_examine_column(table, number, &column);
	uuidx_read_ends(table, &column);
	statement = uuidx_next_step(table, &column, &words);
	nearest = column.nearest;

	memset(nulls, true, sizeof(nulls));

#define SET_COLUMN(column, datum) (values[column] = (datum), nulls[column] = false)

	SET_COLUMN(COL_UUID_COLUMN, CStringGetDatum(column.raw_name));
	SET_COLUMN(COL_IDS_READ, Int64GetDatum(column.ids_read));
	SET_COLUMN(COL_SAMPLED, BoolGetDatum(column.sampled));
	set_text(values, nulls, COL_VERSIONS, uuidx_versions_text(&column));
	if (column.first_time <= column.last_time)
	{
		SET_COLUMN(COL_FIRST_TIME, TimestampTzGetDatum(column.first_time));
		SET_COLUMN(COL_LAST_TIME, TimestampTzGetDatum(column.last_time));
		SET_COLUMN(COL_TIMES_EXACT, BoolGetDatum(column.times_exact));
	}
	set_text(values, nulls, COL_DEFAULT, column.default_text);
	set_text(values, nulls, COL_PROVEN, proofs[column.proven]);
	set_text(values, nulls, COL_SERVED_BY,
			 column.served_by.len > 0 ? column.served_by.data : NULL);
	if (column.has_correlation)
		SET_COLUMN(COL_CORRELATION, Float4GetDatum(column.correlation));
	set_text(values, nulls, COL_BY_TIME, uuidx_by_time_text(&column));
	if (nearest != NULL)
	{
		SET_COLUMN(COL_TIME_COLUMN, CStringGetDatum(nearest->raw_name));
		SET_COLUMN(COL_TIME_COLUMN_BYTES, Int64GetDatum(nearest->bytes));
		if (nearest->compared > 0 && !nearest->is_infinite)
			SET_COLUMN(COL_LARGEST_DIFFERENCE, uuidx_distance_interval(nearest));
	}
	set_text(values, nulls, COL_NEXT_STEP, words);
	set_text(values, nulls, COL_STATEMENT, statement);

#undef SET_COLUMN

	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
}

/* Refuses a relation without rows of its own; for a view, names its table */
static void
check_kind(Relation relation)
{
	char		kind = relation->rd_rel->relkind;
	const char *source;

	if (kind == RELKIND_RELATION || kind == RELKIND_MATVIEW || kind == RELKIND_PARTITIONED_TABLE)
		return;
	source = kind == RELKIND_VIEW ? uuidx_table_of_view(relation) : NULL;
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("cannot report on relation \"%s\"", RelationGetRelationName(relation)),
			 errdetail_relkind_not_supported(kind),
			 source != NULL ? errhint("Report on the table that the view reads: %s.", source) : 0));
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
	table->name = uuidx_qualified_name(relation);
	table->schema = quote_identifier(get_namespace_name(get_func_namespace(function)));
	table->caller = GetUserId();
	table->sample_pages = 1000;
	table->members = find_all_inheritors(oid, AccessShareLock, NULL);
	foreach(cell, table->members)
	{
		Relation	member = relation_open(lfirst_oid(cell), NoLock);

		if (RELKIND_HAS_TABLE_AM(member->rd_rel->relkind))
		{
			if (member->rd_rel->relam == HEAP_TABLE_AM_OID)
				table->pages += RelationGetNumberOfBlocks(member);
			else
				table->has_other_storage = true;
		}
		else if (member->rd_rel->relkind == RELKIND_FOREIGN_TABLE)
			table->has_foreign = true;
		relation_close(member, NoLock);
	}
}

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
		Form_pg_attribute attribute = TupleDescAttr(tupdesc, number - 1);

		if (!attribute->attisdropped && getBaseType(attribute->atttypid) == UUIDOID &&
			(wanted == InvalidAttrNumber || wanted == number))
		{
			report_column(&table, number, rsinfo);
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
