/*
 * report.c
 *	  SQL: uuid_report, which looks at the uuid columns of a table and says what
 *	  they hold, what is known of them, and what to do next.
 */
#include "table/table.h"

#include "access/relation.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "functions.h"
#include "storage/bufmgr.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/tuplestore.h"

PG_FUNCTION_INFO_V1(uuidx_table_report);

/* In the order of enum uuidx_versions */
static const char *const proofs[] = {
	NULL, "v6 or no version", "v6", "v7 or no version", "v7"
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

static void
report_column(const uuidx_report_table *table, AttrNumber number, ReturnSetInfo *rsinfo)
{
	Form_pg_attribute attribute = TupleDescAttr(RelationGetDescr(table->relation), number - 1);
	uuidx_column_report column = {.attribute = number};
	const char *words;
	const char *statement;
	Datum		values[COLUMNS] = {0};
	bool		nulls[COLUMNS];

	column.raw_name = NameStr(attribute->attname);
	column.name = quote_identifier(column.raw_name);
	column.is_virtual = attribute->attgenerated != '\0' &&
		attribute->attgenerated != ATTRIBUTE_GENERATED_STORED;
	uuidx_read_contents(table, &column);
	uuidx_look_at_default(table, &column);
	uuidx_look_at_checks(table, &column);
	uuidx_look_at_access(table, &column);
	uuidx_read_ends(table, &column);
	uuidx_look_at_statistics(table, &column);
	statement = uuidx_next_step(table, &column, &words);

	memset(nulls, true, sizeof(nulls));

#define SET_COLUMN(column, datum) (values[column] = (datum), nulls[column] = false)

	SET_COLUMN(COL_UUID_COLUMN, NameGetDatum(&attribute->attname));
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
	set_text(values, nulls, COL_NEXT_STEP, words);
	set_text(values, nulls, COL_STATEMENT, statement);

#undef SET_COLUMN

	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
}

/* Locks a table with all that inherits from it, and counts their pages */
static void
open_table(Oid oid, Oid function, uuidx_report_table *table)
{
	Relation	relation = try_relation_open(oid, AccessShareLock);
	ListCell   *cell;

	if (relation == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", oid)));
	if (relation->rd_rel->relkind != RELKIND_RELATION &&
		relation->rd_rel->relkind != RELKIND_MATVIEW &&
		relation->rd_rel->relkind != RELKIND_PARTITIONED_TABLE)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("cannot report on relation \"%s\"", RelationGetRelationName(relation)),
				 errdetail_relkind_not_supported(relation->rd_rel->relkind)));

	memset(table, 0, sizeof(*table));
	table->relation = relation;
	table->name = uuidx_qualified_name(relation);
	table->schema = quote_identifier(get_namespace_name(get_func_namespace(function)));
	table->members = find_all_inheritors(oid, AccessShareLock, NULL);
	foreach(cell, table->members)
	{
		Relation	member = relation_open(lfirst_oid(cell), NoLock);

		if (RELKIND_HAS_TABLE_AM(member->rd_rel->relkind))
			table->pages += RelationGetNumberOfBlocks(member);
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

	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	SPI_connect();
	open_table(PG_GETARG_OID(0), fcinfo->flinfo->fn_oid, &table);
	if (!PG_ARGISNULL(1))
		wanted = find_column(table.relation, NameStr(*PG_GETARG_NAME(1)));

	tupdesc = RelationGetDescr(table.relation);
	for (int number = 1; number <= tupdesc->natts; number++)
	{
		Form_pg_attribute attribute = TupleDescAttr(tupdesc, number - 1);

		if (!attribute->attisdropped && getBaseType(attribute->atttypid) == UUIDOID &&
			(wanted == InvalidAttrNumber || wanted == number))
			report_column(&table, number, rsinfo);
	}
	relation_close(table.relation, NoLock);
	SPI_finish();
	return (Datum) 0;
}
