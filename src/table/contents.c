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
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "nodes/bitmapset.h"
#include "optimizer/optimizer.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/lsyscache.h"
#include "utils/partcache.h"
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

/* The largest distance at which the time of the id can replace a column */
#define REPLACEABLE_US USECS_PER_SEC

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

bool
uuidx_may_read(Oid relation, AttrNumber attribute, Oid user)
{
	bool		is_missing = false;

	return pg_class_aclcheck_ext(relation, user, ACL_SELECT, &is_missing) == ACLCHECK_OK ||
		pg_attribute_aclcheck_ext(relation, attribute, user, ACL_SELECT,
								  &is_missing) == ACLCHECK_OK;
}

/* What is known of a time column before its values are read */
static uuidx_time_column *
make_time_column(TupleDesc tupdesc, AttrNumber number, uuidx_computation computation)
{
	Form_pg_attribute attribute = TupleDescAttr(tupdesc, number - 1);
	uuidx_time_column *time_column = (uuidx_time_column *) palloc0(sizeof(uuidx_time_column));

	time_column->attribute = number;
	time_column->type = getBaseType(attribute->atttypid);
	time_column->raw_name = NameStr(attribute->attname);
	time_column->name = quote_identifier(time_column->raw_name);
	time_column->is_nullable = !UUIDX_ATTRIBUTE_NOT_NULL(tupdesc, number - 1);
	time_column->is_generated = attribute->attgenerated != '\0';
	time_column->is_inherited = attribute->attinhcount > 0;
	time_column->computation = computation;
	time_column->proven_us = PG_INT64_MAX;
	time_column->least_us = PG_INT64_MAX;
	time_column->greatest_us = PG_INT64_MIN;
	return time_column;
}

/*
 * Lists the time columns that the caller may read: those that are computed from the uuid
 * column, and all if it is unique and no reference.  A virtual one takes no bytes, and is
 * only noted as the time that the planner uses.
 */
static void
find_time_columns(uuidx_column_report *column)
{
	const uuidx_report_table *table = column->table;
	TupleDesc	tupdesc = RelationGetDescr(table->relation);
	bool		all = (column->is_key || column->is_unique) && !column->is_reference;

	for (int i = 0; i < tupdesc->natts; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(tupdesc, i);
		Oid			type = attribute->attisdropped ? InvalidOid : getBaseType(attribute->atttypid);
		uuidx_computation computation = UUIDX_NOT_COMPUTED;

		if (type != TIMESTAMPTZOID && type != TIMESTAMPOID && type != DATEOID)
			continue;
		if (attribute->attgenerated != '\0')
			computation = uuidx_computation_of(column, i + 1);
		if (uuidx_is_virtual(attribute))
		{
			if (computation == UUIDX_COMPUTED)
				column->computed_time = quote_identifier(NameStr(attribute->attname));
			continue;
		}
		if ((all || computation != UUIDX_NOT_COMPUTED) &&
			uuidx_may_read(RelationGetRelid(table->relation), i + 1, table->caller))
		{
			uuidx_time_column *made = make_time_column(tupdesc, i + 1, computation);

			column->time_columns = lappend(column->time_columns, made);
			if (table->key != NULL && table->key->partattrs[0] == i + 1)
				column->partition_time = made;
		}
	}
}

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

bool
uuidx_differs(const uuidx_time_column *time_column)
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

/* Chooses the time column that is nearest to the ids, and measures it */
static void
choose_time_column(uuidx_column_report *column)
{
	ListCell   *cell;

	foreach(cell, column->time_columns)
	{
		uuidx_time_column *time_column = (uuidx_time_column *) lfirst(cell);

		if ((time_column->compared > 0 || uuidx_is_own_key(column)) &&
			(column->nearest == NULL || is_better(time_column, column->nearest)))
			column->nearest = time_column;
	}
	if (column->nearest != NULL)
		column->nearest->bytes = measure(column, column->nearest);
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
			TimestampTz its_time;

			if (count)
				note_row(column, row, SPI_tuptable->tupdesc);
			else
				(void) note_time(column,
								 DatumGetUUIDP(SPI_getbinval(row, SPI_tuptable->tupdesc, 1,
															 &isnull)),
								 &its_time);
		}
		SPI_freetuptable(SPI_tuptable);
	} while (fetched > 0);
	SPI_cursor_close(portal);
}

void
uuidx_read_contents(uuidx_column_report *column)
{
	const uuidx_report_table *table = column->table;
	bool		is_limited = table->has_foreign || table->has_other_storage || table->pages == 0;
	StringInfoData query;
	ListCell   *cell;

	find_time_columns(column);
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
	choose_time_column(column);
}

void
uuidx_read_ends(uuidx_column_report *column)
{
	const uuidx_report_table *table = column->table;

	/* with a policy the server could have to read the whole index */
	if (!column->sampled || !(column->access & ACCESS_BTREE) || table->has_policies)
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

/* --- Distances ------------------------------------------------------------------------- */

Datum
uuidx_distance_interval(const uuidx_time_column *time_column)
{
	Interval   *interval = (Interval *) palloc0(sizeof(Interval));

	interval->day = uuidx_distance_us(time_column) / UUIDX_DAY_US;
	interval->time = uuidx_distance_us(time_column) % UUIDX_DAY_US;
	return IntervalPGetDatum(interval);
}

const char *
uuidx_distance_text(const uuidx_time_column *time_column)
{
	double		distance_us = uuidx_distance_us(time_column);

	if (distance_us < USECS_PER_SEC)
		return psprintf("%g ms", distance_us / 1000);
	if (distance_us < 2 * USECS_PER_MINUTE)
		return psprintf("%.1f seconds", distance_us / USECS_PER_SEC);
	if (distance_us < 2 * USECS_PER_HOUR)
		return psprintf("%.1f minutes", distance_us / USECS_PER_MINUTE);
	if (distance_us < 2 * USECS_PER_DAY)
		return psprintf("%.1f hours", distance_us / USECS_PER_HOUR);
	return psprintf("%.1f days", distance_us / USECS_PER_DAY);
}

/* Whether a column is part of the partition key or the primary key */
static bool
is_in_key(const uuidx_report_table *table, AttrNumber attribute)
{
	PartitionKey key = table->key;
	Bitmapset  *columns = RelationGetIndexAttrBitmap(table->relation,
													 INDEX_ATTR_BITMAP_PRIMARY_KEY);

	for (int i = 0; key != NULL && i < key->partnatts; i++)
		if (key->partattrs[i] == attribute)
			return true;
	if (key != NULL)
		pull_varattnos((Node *) key->partexprs, 1, &columns);
	return bms_is_member(attribute - FirstLowInvalidHeapAttributeNumber, columns);
}

bool
uuidx_is_replaceable(const uuidx_column_report *column)
{
	const uuidx_time_column *nearest = column->nearest;

	return nearest != NULL && uuidx_is_measured(nearest) && !nearest->is_generated &&
		nearest->compared == nearest->values_read &&
		uuidx_distance_us(nearest) <= REPLACEABLE_US &&
		!is_in_key(column->table, nearest->attribute);
}
