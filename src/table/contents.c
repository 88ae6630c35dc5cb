/*
 * contents.c
 *	  Which UUIDs are in a column.
 *
 * Ids are read by ordinary queries of the caller's, so that privileges and row
 * security policies are the caller's, too.
 */
#include "table/table.h"

#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "utils/builtins.h"
#include "utils/rls.h"
#include "uuid/layout.h"

/* Of a table that is larger, about so many pages are read */
#define SAMPLE_PAGES 1000

/* Foreign partitions have no pages: where there are any, no more ids are read than this */
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

static void
note_time(uuidx_column_report *column, const pg_uuid_t *uuid)
{
	TimestampTz its_time;

	if (!uuidx_time(uuid, &its_time))
		return;
	column->first_time = Min(column->first_time, its_time);
	column->last_time = Max(column->last_time, its_time);
}

/* Runs a query for ids and hands each to note_time(); counts them if asked to */
static void
read_ids(const char *query, uuidx_column_report *column, bool count)
{
	Portal		portal = SPI_cursor_open_with_args(NULL, query, 0, NULL, NULL, NULL, true, 0);
	uint64		fetched;

	do
	{
		SPI_cursor_fetch(portal, true, BATCH);
		fetched = SPI_processed;
		for (uint64 i = 0; i < fetched; i++)
		{
			bool		isnull;
			Datum		datum = SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1,
											  &isnull);

			if (isnull)
				continue;
			if (count)
			{
				column->counts[kind_of(DatumGetUUIDP(datum))]++;
				column->ids_read++;
			}
			note_time(column, DatumGetUUIDP(datum));
		}
		SPI_freetuptable(SPI_tuptable);
	} while (fetched > 0);
	SPI_cursor_close(portal);
}

void
uuidx_read_contents(const uuidx_report_table *table, uuidx_column_report *column)
{
	StringInfoData query;

	column->first_time = DT_NOEND;
	column->last_time = DT_NOBEGIN;
	column->sampled = table->pages > SAMPLE_PAGES;

	initStringInfo(&query);
	appendStringInfo(&query, "SELECT %s FROM %s", column->name, table->name);
	if (column->sampled)
		appendStringInfo(&query, " TABLESAMPLE pg_catalog.system (%g) REPEATABLE (0)",
						 100.0 * SAMPLE_PAGES / table->pages);
	if (table->has_foreign)
		appendStringInfo(&query, " LIMIT %d", FOREIGN_LIMIT);
	read_ids(query.data, column, true);
	column->sampled |= table->has_foreign && column->ids_read >= FOREIGN_LIMIT;
	column->times_exact = !column->sampled;
}

void
uuidx_read_ends(const uuidx_report_table *table, uuidx_column_report *column)
{
	/* a policy could make the server walk over the whole index */
	if (!column->sampled || !column->has_btree ||
		check_enable_rls(RelationGetRelid(table->relation), InvalidOid, true) == RLS_ENABLED)
		return;
	for (int i = 0; i < 2; i++)
		read_ids(psprintf("SELECT %s FROM %s WHERE %s IS NOT NULL "
						  "ORDER BY %s USING OPERATOR(pg_catalog.%s) LIMIT 1",
						  column->name, table->name, column->name, column->name,
						  i == 0 ? "<" : ">"),
				 column, false);
	column->times_exact = column->proven == UUIDX_VERSIONS_ALL_7 ||
		column->proven == UUIDX_VERSIONS_ALL_6;
}

/* A share for people, which is all or nothing only where it is */
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
