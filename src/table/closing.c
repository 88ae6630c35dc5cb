/*
 * closing.c
 *	  The text about a uuid column when no statement is left: how to query it by time,
 *	  and which column the table does not need.
 */
#include "table/table.h"

#include "catalog/pg_type.h"
#include "utils/builtins.h"

/* A constant difference that is longer comes from a time zone */
#define ZONE_US (INT64CONST(15) * USECS_PER_MINUTE)

/* How to query ids by the time that they begin with */
static const char *
query_words(const uuidx_column_report *column)
{
	if (column->computed_time != NULL)
		return psprintf("Nothing to do. Query by time: WHERE %s >= now() - interval '1 hour'.",
						column->computed_time);
	return psprintf("Nothing to do. Query by time: "
					"WHERE uuid_time(%s) >= now() - interval '1 hour'.",
					column->name);
}

/* What is known of ids of version 8 */
static const char *
v8_words(const uuidx_column_report *column)
{
	const char *query = psprintf("WHERE %s >= uuid_v7_lower(now() - interval '1 hour')",
								 column->name);

	switch (column->v8)
	{
		case UUIDX_V8_NODE:
			return psprintf("The version 8 ids come from uuid_generate_v8_node() and begin with "
							"their time, as version 7 does. Query by time: %s.", query);
		case UUIDX_V8_MOVED:
			return psprintf("The version 8 ids come from uuid_from_id() and begin with their time, "
							"as version 7 does. Query by time: %s.", query);
		case UUIDX_V8_TIME_FIRST:
			return psprintf("The version 8 ids begin with a plausible time, like those of "
							"uuid_generate_v8_node() and uuid_from_id(). If they come from one of "
							"these functions, query by time: %s.", query);
		default:
			return "The ids are version 8, so their layout depends on the application that "
				"generates them. See its documentation for whether they carry a time.";
	}
}

/* The column without time zone that the text should name, or NULL */
static const uuidx_time_column *
column_without_zone(const uuidx_column_report *column)
{
	ListCell   *cell;

	if (column->nearest != NULL && column->nearest->type == TIMESTAMPOID)
		return column->nearest;
	foreach(cell, column->time_columns)
		if (((const uuidx_time_column *) lfirst(cell))->type == TIMESTAMPOID)
		return (const uuidx_time_column *) lfirst(cell);
	return NULL;
}

/* The words for it, with whether it is in UTC as far as the ids show that; "" if there is none */
static const char *
zone_words(const uuidx_column_report *column)
{
	const uuidx_time_column *time_column = column_without_zone(column);
	const char *name;

	if (time_column == NULL)
		return "";
	name = time_column->name;
	if (time_column->compared > 1 && !time_column->is_infinite)
	{
		if (uuidx_distance_us(time_column) <= ZONE_US)
			return psprintf(" Column %s has no time zone, and its values are in UTC. For the time, "
							"write %s AT TIME ZONE 'UTC'.", name, name);
		if (time_column->greatest_us - time_column->least_us <= ZONE_US)
			return psprintf(" Column %s has no time zone, and its values are not in UTC: they "
							"differ from the time of the id by %s.", name,
							uuidx_distance_text(time_column));
	}
	return psprintf(" Column %s has no time zone. If its values are in UTC, write %s AT TIME ZONE "
					"'UTC' for the time.", name, name);
}

/* The words for a key without times, or with some, in a table with a time column */
static const char *
rewrite_words(const uuidx_column_report *column)
{
	if (!uuidx_is_own_key(column) || column->nearest == NULL || column->counts[4] == 0)
		return "";
	return psprintf(" Query existing rows by column %s. They can also get new ids with the times "
					"of that column: see \"Version 4: all ids\" in the documentation of uuidx.",
					column->nearest->name);
}

static const char *
timeless_words(const uuidx_column_report *column)
{
	if (column->counts[8] * 2 > column->ids_read)
		return v8_words(column);
	if (!uuidx_is_own_key(column))
		return "Nothing to do. The ids carry no time, and the column is not the key of the table.";
	return psprintf("The ids carry no time.%s%s", rewrite_words(column), zone_words(column));
}

/* How a time column that repeats the id could be left out, and what would be lost */
static const char *
replaceable_words(const uuidx_column_report *column)
{
	const uuidx_time_column *time_column = column->nearest;
	const char *rows = time_column->proven_us <= USECS_PER_SEC ? "every row, as a CHECK proves" :
		column->sampled ? "the rows read" : "every row";
	Datum		size = DirectFunctionCall1(pg_size_pretty, Int64GetDatum(time_column->bytes));

	return psprintf("Column %s differs from the time of the id by at most %s in %s. The column and "
					"its indexes take %s. A column computed from the id can replace it: see "
					"\"A computed created_at\" in the documentation of uuidx. This loses the "
					"difference%s any other value written to the column.%s",
					time_column->name, uuidx_distance_text(time_column), rows,
					TextDatumGetCString(size),
					time_column->nulls_read > 0 ? ", null values, and" : " and",
					zone_words(column));
}

const char *
uuidx_different_words(const uuidx_time_column *time_column)
{
	return psprintf("Column %s is generated from the id, but differs from its id by %s%s%s. The "
					"statement drops the column, with its indexes and constraints, adds it again, "
					"and rewrites the table.", time_column->name,
					time_column->is_infinite ? "an infinite time" : "up to ",
					time_column->is_infinite ? "" : uuidx_distance_text(time_column),
					time_column->type == TIMESTAMPTZOID ? "" :
					": it has no time zone, so its values depend on that of the session");
}

const char *
uuidx_closing_words(const uuidx_report_table *table, const uuidx_column_report *column)
{
	const char *obstacle = uuidx_lookup_obstacle(table, column);

	if (column->ids_read == 0)
		return column->rows_read > 0 ? "Nothing to do. All values read are null." :
			"No ids were read. Run the report again when the table has rows.";
	if (column->counts[KIND_NIL] == column->ids_read)
		return psprintf("All ids read are nil UUIDs. If they stand for a missing value, store null "
						"instead: NULLIF(%s, '00000000-0000-0000-0000-000000000000').",
						column->name);
	if (obstacle != NULL)
		return obstacle;
	if (uuidx_timed(column) == 0)
		return timeless_words(column);
	if (uuidx_timed(column) < column->ids_read)
		return psprintf("Queries by time find only the ids that carry a time.%s%s",
						rewrite_words(column), zone_words(column));
	if (uuidx_is_replaceable(table, column->nearest))
		return replaceable_words(column);
	if (uuidx_timed_v8(column) > 0)
		return psprintf("%s%s", v8_words(column), zone_words(column));
	return psprintf("%s%s", query_words(column), zone_words(column));
}
