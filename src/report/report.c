/*
 * report.c
 *	  SQL: uuid_report(table), which returns what the uuid columns of a table contain, what
 *	  the catalogs contain about them, and the next step.
 */
#include "report/report.h"

#include "access/htup_details.h"
#include "access/relation.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/tuplestore.h"

PG_FUNCTION_INFO_V1(uuidx_table_report);

static const char *const kind_names[KINDS] = {
	"v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7",
	"v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15",
	"variant ncs", NULL, "variant microsoft", "variant reserved", "nil", "max"
};

/* A row with values that are set by name, because the two functions return different columns */
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

/* Sets words on one line, whatever names are in them */
static void
set_words(report_row *row, const char *name, const char *words)
{
	char	   *line = words != NULL ? pstrdup(words) : NULL;

	for (char *c = line; c != NULL && *c != '\0'; c++)
	{
		if ((unsigned char) *c < ' ')
			*c = ' ';
	}
	set_text(row, name, line);
}

/* At most this many versions are named */
#define MAX_VERSIONS 5

/* Returns the versions found, the most frequent one first; NULL if no id was read */
static const char *
versions_text(const uuidx_column_report *column)
{
	int64		left[KINDS];
	int64		others = column->ids_read;
	StringInfoData text;

	if (column->ids_read == 0 || !column->holds_uuids)
		return NULL;
	memcpy(left, column->counts, sizeof(left));
	initStringInfo(&text);
	for (int n = 0; others > 0 && n < MAX_VERSIONS; n++)
	{
		int			most = 0;

		for (int i = 1; i < KINDS; i++)
			if (left[i] > left[most])
				most = i;
		appendStringInfo(&text, "%s%s %s", text.len > 0 ? ", " : "", kind_names[most],
						 uuidx_share_text(left[most], column->ids_read));
		others -= left[most];
		left[most] = 0;
	}
	if (others > 0)
		appendStringInfo(&text, ", others %s", uuidx_share_text(others, column->ids_read));
	return text.data;
}

HeapTuple
uuidx_form_row(TupleDesc tupdesc, Oid relation, const uuidx_column_report *column,
			   const char *unread)
{
	report_row	row = {tupdesc};
	uuidx_words words = {0};
	const uuidx_time_column *nearest;

	row.values = palloc0_array(Datum, tupdesc->natts);
	row.nulls = palloc_array(bool, tupdesc->natts);
	memset(row.nulls, true, tupdesc->natts * sizeof(bool));
	set_value(&row, "relation", ObjectIdGetDatum(relation));
	if (unread != NULL)
		words.next_step = psprintf("Not read: %s.", unread);
	else
		words = uuidx_apply_rules(column);
	set_words(&row, "next_step", words.next_step);
	set_text(&row, "statement", words.statement);
	if (column == NULL)
		return heap_form_tuple(tupdesc, row.values, row.nulls);
	nearest = column->nearest;
	if (column->ids_read > 0)
		set_words(&row, "by_time", words.by_time);
	set_value(&row, "uuid_column", CStringGetDatum(column->raw_name));
	set_value(&row, "ids_read", Int64GetDatum(column->ids_read));
	set_value(&row, "sampled", BoolGetDatum(column->sampled));
	set_text(&row, "versions", versions_text(column));
	if (column->first_time <= column->last_time)
	{
		set_value(&row, "first_time", TimestampTzGetDatum(column->first_time));
		set_value(&row, "last_time", TimestampTzGetDatum(column->last_time));
		set_value(&row, "times_exact", BoolGetDatum(column->times_exact));
	}
	set_text(&row, "default_value", column->default_text);
	set_text(&row, "proven", uuidx_versions_text(column->proven));
	set_text(&row, "served_by", column->served_by);
	if (column->has_correlation)
		set_value(&row, "correlation", Float4GetDatum(column->correlation));
	if (nearest != NULL)
		set_value(&row, "time_column", CStringGetDatum(nearest->raw_name));
	if (nearest != NULL && nearest->bytes >= 0)
		set_value(&row, "time_column_bytes", Int64GetDatum(nearest->bytes));
	if (column->saving > 0)
		set_value(&row, "saving", Int64GetDatum(column->saving));
	/* a difference of timestamps is in days and hours */
	if (nearest != NULL && nearest->is_measured)
		set_value(&row, "largest_difference",
				  DirectFunctionCall2(timestamp_mi, TimestampGetDatum(nearest->distance_us),
									  TimestampGetDatum(0)));
	return heap_form_tuple(tupdesc, row.values, row.nulls);
}

/* Returns the number of the column of that name; raises an error if its type cannot hold ids */
static AttrNumber
find_column(Relation relation, const char *name)
{
	AttrNumber	number = get_attnum(RelationGetRelid(relation), name);
	Oid			type;
	Oid			base;

	if (number == InvalidAttrNumber)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" of relation \"%s\" does not exist",
						name, RelationGetRelationName(relation))));
	type = get_atttype(RelationGetRelid(relation), number);
	base = getBaseType(type);
	if (base != UUIDOID && !uuidx_is_text(base) && base != BYTEAOID && base != INT8OID)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"%s\" of relation \"%s\" cannot contain ids",
						name, RelationGetRelationName(relation)),
				 errdetail("It is of type %s.", format_type_be(type)),
				 errhint("Name a column of type uuid, text, bytea or bigint.")));
	return number;
}

bool
uuidx_read_text_key(const uuidx_report_table *table, uuidx_column_report *column)
{
	for (int number = 1; number <= RelationGetNumberOfAttributes(table->relation); number++)
	{
		if (!uuidx_read_catalogs(table, number, true, column) || !column->is_unique ||
			!uuidx_may_read(table, number) || !uuidx_is_text(column->type))
			continue;
		uuidx_read_contents(column);
		if (column->are_defined)
			return true;
	}
	return false;
}

/* uuid_report(regclass, name): no row for a null table */
Datum
uuidx_table_report(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	uuidx_report_table table;
	AttrNumber	wanted = InvalidAttrNumber;
	uuidx_column_report column;
	bool		found = false;
	int			nest_level;

	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	SPI_connect();
	uuidx_open_table(PG_GETARG_OID(0), fcinfo->flinfo->fn_oid, false, &table);
	if (!PG_ARGISNULL(1))
		wanted = find_column(table.relation, NameStr(*PG_GETARG_NAME(1)));

	/* neither queries nor what the server prints depends on other schemas */
	nest_level = NewGUCNestLevel();
	RestrictSearchPath();
	for (int number = 1; number <= RelationGetNumberOfAttributes(table.relation); number++)
	{
		if ((wanted != InvalidAttrNumber && wanted != number) ||
			!uuidx_read_catalogs(&table, number, wanted == number, &column))
			continue;
		uuidx_read_contents(&column);
		tuplestore_puttuple(rsinfo->setResult,
							uuidx_form_row(rsinfo->setDesc, table.oid, &column, table.unread));
		found = true;
	}
	if (!found && uuidx_read_text_key(&table, &column))
		tuplestore_puttuple(rsinfo->setResult,
							uuidx_form_row(rsinfo->setDesc, table.oid, &column, table.unread));
	else if (!found)
		ereport(NOTICE,
				(errmsg("relation \"%s\" has no column of type uuid",
						RelationGetRelationName(table.relation)),
				 errhint("Name a column of type text, bytea or bigint as the second argument.")));
	relation_close(table.relation, NoLock);
	AtEOXact_GUC(true, nest_level);
	SPI_finish();
	return (Datum) 0;
}
