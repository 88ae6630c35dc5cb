/*
 * contents.c
 *	  Which UUIDs are in a column, and how far the time columns of the table are from their times.
 *
 * rows.c reads the rows, and this file counts them.
 */
#include "report/report.h"

#include "access/detoast.h"
#include "access/sysattr.h"
#include "catalog/partition.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "uuid/layout.h"
#include "uuid/tolerance.h"

/* At most this many rows are read if the access method may have no pages to sample */
#define OTHER_LIMIT 100000

/* This many times are not all whole seconds by chance */
#define ENOUGH_VALUES 20

/* Sets the id of a row; returns true if it is a UUID or the text of one */
static bool
read_id(uuidx_column_report *column, Datum value, uuidx_kept_row *row)
{
	const char *form;
	bytea	   *octets;
	char	   *string;

	row->string = NULL;
	switch (column->type)
	{
		case UUIDOID:
			row->uuid = *DatumGetUUIDP(value);
			return true;
		case INT8OID:
			row->number = DatumGetInt64(value);
			return false;
		case BYTEAOID:
			if (toast_raw_datum_size(value) > UUIDX_ID_OCTETS + VARHDRSZ)
				return false;
			octets = DatumGetByteaPP(value);
			string = palloc0(2 * VARSIZE_ANY_EXHDR(octets) + 1);
			hex_encode(VARDATA_ANY(octets), VARSIZE_ANY_EXHDR(octets), string);
			break;
		default:
			if (toast_raw_datum_size(value) > UUIDX_ID_TEXT_MAX + VARHDRSZ)
				return false;
			string = TextDatumGetCString(value);
			/* the server ignores the blanks at the end, too */
			if (column->type == BPCHAROID)
				string[bpchartruelen(string, strlen(string))] = '\0';
			if (string[0] == '{')
				column->has_braces = true;
	}
	row->string = string;
	form = string[0] == '{' ? "braced" :
		strlen(string) == 2 * sizeof(pg_uuid_t) ? "hex" : "canonical";
	return uuidx_form_read(uuidx_form_find(form, strlen(form)), string, strlen(string),
						   &row->uuid) == UUIDX_OK;
}

/* Records the time that an id carries; returns false if it carries none */
static bool
note_time(uuidx_column_report *column, const pg_uuid_t *uuid, TimestampTz *id_time)
{
	if (column->v8 == UUIDX_V8_NODE && uuidx_version_of(uuid) == 8 ?
		!uuidx_v8_node_time_us(uuid, id_time) : !uuidx_time(uuid, id_time))
		return false;
	column->first_time = Min(column->first_time, *id_time);
	column->last_time = Max(column->last_time, *id_time);
	return true;
}

/* Returns a value as an instant, in UTC if it has no time zone; DT_NOEND if it is too late */
static TimestampTz
instant_of(Oid type, Datum value)
{
	DateADT		date = type == DATEOID ? DatumGetDateADT(value) : 0;

	if (type != DATEOID)
		return DatumGetTimestampTz(value);
	if (DATE_NOT_FINITE(date) || date >= TIMESTAMP_END_JULIAN - POSTGRES_EPOCH_JDATE)
		return DT_NOEND;
	return (int64) date * UUIDX_DAY_US;
}

/* Sets how far the time columns are from the ids, and which one is the nearest */
static void
compare_time_columns(uuidx_column_report *column)
{
	const uuidx_report_table *table = column->table;
	Relation	relation = table->relation;
	uuidx_time_column *nearest = NULL;
	int			member;
	double		scale = column->sampled && table->pages > table->sample_pages ?
		table->pages / table->sample_pages : 1;

	foreach_ptr(uuidx_time_column, at, column->time_columns)
	{
		at->is_measured = at->compared > 0 && !at->is_infinite;
		at->distance_us = at->is_measured ? Max(-at->least_us, at->greatest_us) : PG_INT64_MAX;
		/* a date cannot hold the time of the id */
		at->differs = at->type != DATEOID && at->compared > 0 && at->distance_us > 0 &&
			(at->computation == UUIDX_COMPUTED || at->computation == UUIDX_COMPUTED_CAST);
		/* values count without alignment, which depends on the other columns */
		at->bytes = at->index_bytes + scale * at->values_read * (at->type == DATEOID ? 4 : 8);
		if (table->distributed_by != InvalidAttrNumber || table->unread != NULL)
			at->bytes = -1;
		if (at->is_checked && !at->differs)
			column->computed_time = at->name;
		if (at->compared == 0 && !column->is_key)
			continue;
		/* of two that are not measured, one that cannot be null is better */
		if (nearest == NULL || at->distance_us < nearest->distance_us ||
			(!at->is_measured && !nearest->is_measured &&
			 !at->is_nullable && nearest->is_nullable))
			nearest = at;
	}
	column->nearest = nearest;
	if (nearest == NULL)
		return;

	/* the time of version 7 can replace this column if no key contains it */
	member = nearest->attribute - FirstLowInvalidHeapAttributeNumber;
	column->is_replaceable = column->type == UUIDOID && !column->contradicts &&
		column->provable == UUIDX_VERSIONS_ALL_7 &&
		relation->rd_rel->relkind != RELKIND_MATVIEW &&
		nearest->is_measured && nearest->expression == NULL &&
		nearest->compared == nearest->values_read &&
		nearest->distance_us <= UUIDX_REPLACEABLE_US &&
		!bms_is_member(member, RelationGetIndexAttrBitmap(relation,
														  INDEX_ATTR_BITMAP_PRIMARY_KEY)) &&
		!has_partition_attrs(relation, bms_make_singleton(member), NULL);

	/* a cursor of pages by this column and the id has whole seconds */
	column->is_coarse = column->is_replaceable && nearest->type != DATEOID &&
		(nearest->is_in_seconds ||
		 (nearest->compared >= ENOUGH_VALUES && !nearest->has_fractions));
}

/* Keeps the row just read if it is one in keep_every; drops every other kept row if all are full */
static void
keep_row(uuidx_column_report *column)
{
	/* keep_every is a power of two, and a division would take too long */
	if ((column->rows_read & (column->keep_every - 1)) != 0)
		return;
	if (column->nkept == UUIDX_MAX_KEPT)
	{
		column->nkept /= 2;
		column->keep_every *= 2;
		for (int i = 2; i <= UUIDX_MAX_KEPT; i += 2)
		{
			column->kept[i / 2] = column->kept[i];
			foreach_ptr(uuidx_time_column, at, column->time_columns)
				at->kept[i / 2] = at->kept[i];
		}
	}
	column->nkept++;
}

/* Counts an id by its kind; returns true if it carries a time */
static bool
note_uuid(uuidx_column_report *column, const pg_uuid_t *uuid, TimestampTz *id_time)
{
	uint64		hi = uuidx_hi(uuid);
	uint64		lo = uuidx_lo(uuid);
	int			kind = uuidx_version_of(uuid);
	TimestampTz v8_time;

	if ((hi | lo) == 0)
		kind = KIND_NIL;
	else if ((hi & lo) == PG_UINT64_MAX)
		kind = KIND_MAX;
	else if (kind < 0)
		kind = KIND_NCS + (int) uuidx_variant_of(uuid);
	column->counts[kind]++;
	if (memcmp(uuid, &column->largest, UUID_LEN) > 0)
		column->largest = *uuid;
	if (kind == KIND_NCS && hi == 0)
		column->numbers++;
	if (kind == 8 && uuidx_v8_node_time_us(uuid, &v8_time) && uuidx_is_plausible(v8_time))
		column->v8_with_times++;
	return note_time(column, uuid, id_time);
}

/* Counts a row, which consists of the id and the values of the time columns */
static void
note_row(uuidx_column_report *column, const Datum *values, const bool *nulls)
{
	uuidx_kept_row *row = &column->kept[column->nkept];
	bool		has_id = !nulls[0];
	bool		is_uuid = has_id && read_id(column, values[0], row);
	TimestampTz id_time;
	bool		has_time = is_uuid && note_uuid(column, &row->uuid, &id_time);
	bool		is_compared = false;
	bool		is_near = false;
	int			number = 0;

	column->rows_read++;
	foreach_ptr(uuidx_time_column, at, column->time_columns)
	{
		TimestampTz instant = nulls[++number] ? DT_NOBEGIN : instant_of(at->type, values[number]);

		at->kept[column->nkept] = instant;
		if (nulls[number])
			continue;
		at->values_read++;
		if (!TIMESTAMP_NOT_FINITE(instant))
			is_compared = true;
		if (has_time && uuidx_note_value(at, instant, id_time))
			is_near = true;
	}
	if (!has_id)
		return;
	column->ids_read++;
	if (!is_uuid || (uuidx_hi(&row->uuid) | uuidx_lo(&row->uuid)) != 0)
		keep_row(column);
	if (!has_time)
		return;
	if (is_compared)
	{
		column->compared++;
		if (!is_near)
			column->far++;
	}
	if (!is_near && !uuidx_is_plausible(id_time))
		column->bad_times[uuidx_version_of(&row->uuid)]++;
}

/* Records the time of the first or the last id */
static void
note_end(uuidx_column_report *column, const Datum *values, const bool *nulls)
{
	TimestampTz id_time;

	(void) note_time(column, DatumGetUUIDP(values[0]), &id_time);
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
	column->unserved = uuidx_unserved(column, column->needs_time_order ?
									  UUIDX_BY_ID_IN_TIME_ORDER : UUIDX_BY_ID);
	if (column->ids_read > 0 && counts[7] == column->ids_read)
		column->provable = UUIDX_VERSIONS_ALL_7;
	else if (column->ids_read > 0 && counts[6] == column->ids_read)
		column->provable = UUIDX_VERSIONS_ALL_6;
}

void
uuidx_read_contents(uuidx_column_report *column)
{
	const uuidx_report_table *table = column->table;
	List	   *attributes = list_make1_int(column->attribute);

	column->first_time = DT_NOEND;
	column->last_time = DT_NOBEGIN;
	column->most_rows = table->has_other_storage ? OTHER_LIMIT : PG_INT64_MAX;
	column->sampled = table->unread == NULL && !table->has_other_storage &&
		table->pages > table->sample_pages;
	column->keep_every = 1;
	column->kept = palloc_array(uuidx_kept_row, UUIDX_MAX_KEPT + 1);
	foreach_ptr(uuidx_time_column, at, column->time_columns)
	{
		attributes = lappend_int(attributes, at->attribute);
		at->kept = palloc_array(TimestampTz, UUIDX_MAX_KEPT + 1);
	}
	uuidx_read_rows(column, attributes, note_row);
	if (column->rows_read >= column->most_rows || table->has_foreign)
		column->sampled = true;
	column->times_exact = !column->sampled;
	summarize(column);
	uuidx_identify_system(column);
	if (column->contradicts || column->type != UUIDOID)
		uuidx_find_condition(column);
	compare_time_columns(column);

	/* a stored column that is computed from the id takes the same 8 bytes */
	if (column->is_replaceable && !column->is_coarse && column->nearest->bytes >= 0)
		column->saving = column->nearest->index_bytes;
	if (table->is_brief || !column->sampled || table->has_foreign || column->contradicts ||
		column->type != UUIDOID || OidIsValid(uuidx_unserved(column, UUIDX_BY_BTREE)))
		return;
	uuidx_read_ends(column, note_end);

	/* ids of several versions are not in the order of their times */
	column->times_exact = uuidx_only_version(column->proven) != NULL;
}
