/*
 * contents.c
 *	  Which UUIDs are in a column.
 *
 * Ids are read by ordinary queries, as the caller, so that privileges and row security
 * policies apply.
 */
#include "table/table.h"

#include "access/xact.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "utils/builtins.h"
#include "utils/rls.h"
#include "uuid/layout.h"

/*
 * Foreign partitions have no pages here, like every table with its rows on another server,
 * and another access method than heap may not allow samples: then no more rows are read
 * than this
 */
#define FOREIGN_LIMIT 100000

/* Ids are fetched in batches */
#define BATCH 1000

static const char *const kind_names[KINDS] = {
	"v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7",
	"v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15",
	"variant ncs", NULL, "variant microsoft", "variant reserved", "nil", "max"
};

static int
kind_of(const pg_uuid_t *uuid)
{
	int			version = uuidx_version_of(uuid);

	if (version >= 0)
		return version;
	for (int i = 1; i < UUID_LEN; i++)
		if (uuid->data[i] != uuid->data[0])
			return KIND_NCS + (int) uuidx_variant_of(uuid);
	return uuid->data[0] == 0 ? KIND_NIL :
		uuid->data[0] == 0xFF ? KIND_MAX : KIND_NCS + (int) uuidx_variant_of(uuid);
}

/* Whether a v8 begins with milliseconds of a time from 2000 to tomorrow */
static bool
is_v8_with_time(const pg_uuid_t *uuid)
{
	TimestampTz its_time;

	return uuidx_v8_node_time_us(uuid, &its_time) && its_time >= 0 &&
		its_time <= GetCurrentTransactionStartTimestamp() + USECS_PER_DAY;
}

/* The time that an id carries, or false */
static bool
time_of(const uuidx_column_report *column, const pg_uuid_t *uuid, TimestampTz *its_time)
{
	return column->v8 == UUIDX_V8_NODE && uuidx_version_of(uuid) == 8 ?
		uuidx_v8_node_time_us(uuid, its_time) : uuidx_time(uuid, its_time);
}

static void
note_time(uuidx_column_report *column, const pg_uuid_t *uuid)
{
	TimestampTz its_time;

	if (!time_of(column, uuid, &its_time))
		return;
	column->first_time = Min(column->first_time, its_time);
	column->last_time = Max(column->last_time, its_time);
}

/* Counts a row, which is the id and the values of the time columns */
static void
note_row(uuidx_column_report *column, HeapTuple row, TupleDesc tupdesc)
{
	bool		isnull;
	Datum		id = SPI_getbinval(row, tupdesc, 1, &isnull);
	bool		has_time = false;
	TimestampTz its_time;

	column->rows_read++;
	if (!isnull)
	{
		column->counts[kind_of(DatumGetUUIDP(id))]++;
		column->ids_read++;
		column->v8_with_times += is_v8_with_time(DatumGetUUIDP(id));
		note_time(column, DatumGetUUIDP(id));
		has_time = time_of(column, DatumGetUUIDP(id), &its_time);
	}
	for (int i = 0; i < list_length(column->time_columns); i++)
	{
		Datum		value = SPI_getbinval(row, tupdesc, i + 2, &isnull);

		uuidx_note_time_value((uuidx_time_column *) list_nth(column->time_columns, i), value,
							  isnull, has_time ? &its_time : NULL);
	}
}

/* Reads what a query returns: rows to be counted, or ids at the ends of an index */
static void
read_rows(const char *query, uuidx_column_report *column, bool count)
{
	Portal		portal = SPI_cursor_open_with_args(NULL, query, 0, NULL, NULL, NULL, true, 0);
	uint64		fetched;

	do
	{
		SPI_cursor_fetch(portal, true, BATCH);
		fetched = SPI_processed;
		for (uint64 i = 0; i < fetched; i++)
		{
			HeapTuple	row = SPI_tuptable->vals[i];
			bool		isnull;

			if (count)
				note_row(column, row, SPI_tuptable->tupdesc);
			else
				note_time(column, DatumGetUUIDP(SPI_getbinval(row, SPI_tuptable->tupdesc, 1,
															  &isnull)));
		}
		SPI_freetuptable(SPI_tuptable);
	} while (fetched > 0);
	SPI_cursor_close(portal);
}

void
uuidx_read_contents(const uuidx_report_table *table, uuidx_column_report *column)
{
	bool		is_limited = table->has_foreign || table->has_other_storage || table->pages == 0;
	StringInfoData query;
	ListCell   *cell;

	column->first_time = DT_NOEND;
	column->last_time = DT_NOBEGIN;
	column->sampled = !table->has_other_storage && table->pages > table->sample_pages;

	initStringInfo(&query);
	appendStringInfo(&query, "SELECT %s", column->name);
	foreach(cell, column->time_columns)
		appendStringInfo(&query, ", %s", ((uuidx_time_column *) lfirst(cell))->name);
	appendStringInfo(&query, " FROM %s", table->name);
	if (column->sampled)
		appendStringInfo(&query, " TABLESAMPLE pg_catalog.system (%g) REPEATABLE (0)",
						 100.0 * table->sample_pages / table->pages);
	if (is_limited)
		appendStringInfo(&query, " LIMIT %d", FOREIGN_LIMIT);
	read_rows(query.data, column, true);
	column->sampled |= is_limited && column->rows_read >= FOREIGN_LIMIT;
	column->times_exact = !column->sampled;
	if (column->v8_with_times < column->counts[8] && column->v8 == UUIDX_V8_MOVED)
		column->v8 = UUIDX_V8_UNKNOWN;
	else if (column->v8_with_times == column->counts[8] && column->v8 == UUIDX_V8_UNKNOWN)
		column->v8 = UUIDX_V8_TIME_FIRST;
}

void
uuidx_read_ends(const uuidx_report_table *table, uuidx_column_report *column)
{
	/* with a policy the server could have to read the whole index */
	if (!column->sampled || !column->has_btree ||
		check_enable_rls(RelationGetRelid(table->relation), InvalidOid, true) == RLS_ENABLED)
		return;
	for (int i = 0; i < 2; i++)
		read_rows(psprintf("SELECT %s FROM %s WHERE %s IS NOT NULL "
						   "ORDER BY %s USING OPERATOR(pg_catalog.%s) LIMIT 1",
						   column->name, table->name, column->name, column->name,
						   i == 0 ? "<" : ">"),
				  column, false);
	column->times_exact = column->proven == UUIDX_VERSIONS_ALL_7 ||
		column->proven == UUIDX_VERSIONS_ALL_6;
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

char *
uuidx_versions_text(const uuidx_column_report *column)
{
	StringInfoData text;
	bool		done[KINDS] = {false};

	if (column->ids_read == 0)
		return NULL;
	initStringInfo(&text);
	for (;;)
	{
		int			most = -1;

		for (int i = 0; i < KINDS; i++)
			if (!done[i] && column->counts[i] > (most < 0 ? 0 : column->counts[most]))
				most = i;
		if (most < 0)
			return text.data;

		appendStringInfo(&text, "%s%s %s", text.len > 0 ? ", " : "", kind_names[most],
						 share_text(column->counts[most], column->ids_read));
		done[most] = true;
	}
}
