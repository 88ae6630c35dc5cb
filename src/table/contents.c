/*
 * contents.c
 *	  Which UUIDs are in a column, and how far the time columns of the table are from
 *	  their times.
 *
 * Rows are read by ordinary queries, as the caller, so that privileges and row security
 * policies apply.
 *
 * In a table with (id uuid PRIMARY KEY, created_at timestamptz DEFAULT now()) and ids
 * of version 7, created_at repeats the time of the id.  This file measures the largest
 * difference, and the size of the column and its indexes.
 */
#include "table/table.h"

#include "access/sysattr.h"
#include "access/xact.h"
#include "catalog/partition.h"
#include "executor/spi.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "uuid/layout.h"
#include "uuid/tolerance.h"

/*
 * Foreign partitions have no pages here, like every table with its rows on another server,
 * and another access method than heap may not allow samples: then no more rows are read
 * than this
 */
#define FOREIGN_LIMIT 100000

/* Ids are fetched in batches */
#define BATCH 1000

static int
kind_of(const pg_uuid_t *uuid)
{
	uint64		hi = uuidx_hi(uuid);
	uint64		lo = uuidx_lo(uuid);

	if (uuidx_version_of(uuid) >= 0)
		return uuidx_version_of(uuid);
	if ((hi | lo) == 0)
		return KIND_NIL;
	if ((hi & lo) == PG_UINT64_MAX)
		return KIND_MAX;
	return KIND_NCS + (int) uuidx_variant_of(uuid);
}

/* Whether a v8 begins with milliseconds of a time from 2000 to tomorrow */
static bool
is_v8_with_time(const pg_uuid_t *uuid)
{
	TimestampTz its_time;

	return uuidx_v8_node_time_us(uuid, &its_time) && its_time >= 0 &&
		its_time <= GetCurrentTransactionStartTimestamp() + USECS_PER_DAY;
}

/* Records the time that an id carries; false if it carries none */
static bool
note_time(uuidx_column_report *column, const pg_uuid_t *uuid, TimestampTz *its_time)
{
	if (column->v8 == UUIDX_V8_NODE && uuidx_version_of(uuid) == 8 ?
		!uuidx_v8_node_time_us(uuid, its_time) : !uuidx_time(uuid, its_time))
		return false;
	column->first_time = Min(column->first_time, *its_time);
	column->last_time = Max(column->last_time, *its_time);
	return true;
}

/* --- Time columns ---------------------------------------------------------------------- */

/* A value as an instant, taken for UTC where it has no time zone; false for infinite ones */
static bool
instant_of(Oid type, Datum value, TimestampTz *instant)
{
	if (type != DATEOID)
	{
		*instant = DatumGetTimestampTz(value);
		return !TIMESTAMP_NOT_FINITE(*instant);
	}
	/* a date can be later than any timestamp */
	if (DATE_NOT_FINITE(DatumGetDateADT(value)) ||
		DatumGetDateADT(value) >= TIMESTAMP_END_JULIAN - POSTGRES_EPOCH_JDATE)
		return false;
	*instant = (int64) DatumGetDateADT(value) * UUIDX_DAY_US;
	return true;
}

/* Records a value, as it is stored, and the time of the id in its row, if any */
static void
note_value(uuidx_time_column *time_column, Datum value, const TimestampTz *id_time)
{
	TimestampTz instant;

	time_column->values_read++;
	if (id_time == NULL)
		return;
	time_column->compared++;
	if (instant_of(time_column->type, value, &instant))
	{
		/* ids end in 10889, and timestamps in 294276: no overflow */
		time_column->least_us = Min(time_column->least_us, *id_time - instant);
		time_column->greatest_us = Max(time_column->greatest_us, *id_time - instant);
	}
	else
		time_column->is_infinite = true;
}

/* Whether the values should be the times of the ids, but are not */
static bool
differs(const uuidx_time_column *time_column)
{
	/* a date is another time than that of the id by its type */
	return (time_column->computation == UUIDX_COMPUTED ||
			time_column->computation == UUIDX_COMPUTED_CAST) &&
		time_column->type != DATEOID && time_column->compared > 0 &&
		(time_column->is_infinite || uuidx_distance_us(time_column) > 0);
}

/*
 * The bytes of a column and of the indexes on all rows that hold it alone, or before the
 * uuid column.  The size of a value is its length, without its alignment, which depends
 * on the other columns.
 */
static int64
measure(const uuidx_column_report *column, const uuidx_time_column *time_column)
{
	const uuidx_report_table *table = column->table;
	double		values = time_column->values_read;
	Bitmapset  *both = bms_add_member(bms_make_singleton(column->attribute),
									  time_column->attribute);
	int64		bytes = 0;
	ListCell   *cell;

	if (column->sampled && table->pages > table->sample_pages)
		values *= table->pages / table->sample_pages;
	foreach(cell, table->indexes)
	{
		const uuidx_report_index *index = (const uuidx_report_index *) lfirst(cell);

		if (index->first == time_column->attribute && !index->is_primary && !index->is_partial &&
			bms_is_subset(index->columns, both))
			bytes += index->bytes;
	}
	return bytes + (int64) (values * (time_column->type == DATEOID ? 4 : 8));
}

/* Whether the first one is the better choice: nearer, or if none is measured, never null */
static bool
is_better(const uuidx_time_column *a, const uuidx_time_column *b)
{
	if (uuidx_is_measured(a) != uuidx_is_measured(b))
		return uuidx_is_measured(a);
	if (uuidx_is_measured(a))
		return uuidx_distance_us(a) < uuidx_distance_us(b);
	return !a->is_nullable && b->is_nullable;
}

/* Whether a column is part of the primary key or the partition key */
static bool
is_in_key(Relation relation, AttrNumber attribute)
{
	int			member = attribute - FirstLowInvalidHeapAttributeNumber;

	return bms_is_member(member, RelationGetIndexAttrBitmap(relation,
															INDEX_ATTR_BITMAP_PRIMARY_KEY)) ||
		has_partition_attrs(relation, bms_make_singleton(member), NULL);
}

/* Whether the time of the id is as good as the values, and nothing else needs the column */
static bool
is_replaceable(Relation relation, const uuidx_time_column *time_column)
{
	return uuidx_is_measured(time_column) && !time_column->is_generated &&
		time_column->compared == time_column->values_read &&
		uuidx_distance_us(time_column) <= UUIDX_REPLACEABLE_US &&
		!is_in_key(relation, time_column->attribute);
}

/* Chooses the time column that is nearest to the ids, and measures it */
static void
choose_time_column(uuidx_column_report *column)
{
	ListCell   *cell;

	foreach(cell, column->time_columns)
	{
		uuidx_time_column *time_column = (uuidx_time_column *) lfirst(cell);

		time_column->differs = differs(time_column);
		if ((time_column->compared > 0 || column->is_key) &&
			(column->nearest == NULL || is_better(time_column, column->nearest)))
			column->nearest = time_column;
	}
	if (column->nearest == NULL)
		return;
	column->nearest->bytes = measure(column, column->nearest);
	column->is_replaceable = is_replaceable(column->table->relation, column->nearest);
}

/* --- Rows ------------------------------------------------------------------------------ */

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
		has_time = note_time(column, DatumGetUUIDP(id), &its_time);
	}
	for (int i = 0; i < list_length(column->time_columns); i++)
	{
		uuidx_time_column *time_column = (uuidx_time_column *) list_nth(column->time_columns, i);
		Datum		value = SPI_getbinval(row, tupdesc, i + 2, &isnull);

		if (isnull)
			time_column->nulls_read++;
		else
			note_value(time_column, value, has_time ? &its_time : NULL);
	}
}

/* Counts the rows that a query returns */
static void
read_rows(const char *query, uuidx_column_report *column)
{
	Portal		portal = SPI_cursor_open_with_args(NULL, query, 0, NULL, NULL, NULL, true, 0);
	uint64		fetched;

	do
	{
		SPI_cursor_fetch(portal, true, BATCH);
		fetched = SPI_processed;
		for (uint64 i = 0; i < fetched; i++)
			note_row(column, SPI_tuptable->vals[i], SPI_tuptable->tupdesc);
		SPI_freetuptable(SPI_tuptable);
	} while (fetched > 0);
	SPI_cursor_close(portal);
}

/* Sets what follows from the counts */
static void
summarize(uuidx_column_report *column)
{
	const int64 *counts = column->counts;

	if (column->v8_with_times < counts[8] && column->v8 == UUIDX_V8_MOVED)
		column->v8 = UUIDX_V8_UNKNOWN;
	else if (column->v8_with_times == counts[8] && column->v8 == UUIDX_V8_UNKNOWN)
		column->v8 = UUIDX_V8_TIME_FIRST;
	if (column->v8 == UUIDX_V8_NODE || column->v8 == UUIDX_V8_MOVED)
		column->timed_v8 = counts[8];
	column->timed = counts[1] + counts[6] + counts[7] + column->timed_v8;
	column->needs_time_order = column->timed > Max(counts[6], counts[7] + column->timed_v8);
	if (column->ids_read > 0 && counts[7] == column->ids_read)
		column->provable = UUIDX_VERSIONS_ALL_7;
	else if (column->ids_read > 0 && counts[6] == column->ids_read)
		column->provable = UUIDX_VERSIONS_ALL_6;
}

void
uuidx_read_contents(uuidx_column_report *column)
{
	const uuidx_report_table *table = column->table;
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
	read_rows(query.data, column);
	column->sampled |= is_limited && column->rows_read >= FOREIGN_LIMIT;
	column->times_exact = !column->sampled;
	summarize(column);
	choose_time_column(column);
}

void
uuidx_read_ends(uuidx_column_report *column)
{
	const uuidx_report_table *table = column->table;
	TimestampTz its_time;
	bool		isnull;

	/* with a policy the server could have to read the whole index */
	if (!column->sampled || !(column->access & ACCESS_BTREE) || table->has_policies)
		return;
	for (int i = 0; i < 2; i++)
	{
		(void) SPI_execute(psprintf("SELECT %s FROM %s WHERE %s IS NOT NULL "
									"ORDER BY %s USING OPERATOR(pg_catalog.%s) LIMIT 1",
									column->name, table->name, column->name, column->name,
									i == 0 ? "<" : ">"),
						   true, 0);
		if (SPI_processed > 0)
			(void) note_time(column, DatumGetUUIDP(SPI_getbinval(SPI_tuptable->vals[0],
																 SPI_tuptable->tupdesc, 1,
																 &isnull)),
							 &its_time);
	}
	column->times_exact = column->proven == UUIDX_VERSIONS_ALL_7 ||
		column->proven == UUIDX_VERSIONS_ALL_6;
}
