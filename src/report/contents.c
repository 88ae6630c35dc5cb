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

/* So many times do not all happen to be without a fraction of a second */
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

bool
uuidx_note_time(uuidx_column_report *column, const pg_uuid_t *uuid, TimestampTz *id_time)
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

/* Returns true if the time of version 7 ids can replace a time column, and no key contains it */
static bool
is_replaceable(const uuidx_column_report *column, const uuidx_time_column *time_column)
{
	Relation	relation = column->table->relation;
	int			member = time_column->attribute - FirstLowInvalidHeapAttributeNumber;

	return column->type == UUIDOID && !column->contradicts &&
		column->provable == UUIDX_VERSIONS_ALL_7 &&
		relation->rd_rel->relkind != RELKIND_MATVIEW &&
		time_column->is_measured && time_column->expression == NULL &&
		time_column->compared == time_column->values_read &&
		time_column->distance_us <= UUIDX_REPLACEABLE_US &&
		!bms_is_member(member, RelationGetIndexAttrBitmap(relation,
														  INDEX_ATTR_BITMAP_PRIMARY_KEY)) &&
		!has_partition_attrs(relation, bms_make_singleton(member), NULL);
}

/* Sets how far the time columns are from the ids, and which one is the nearest */
static void
compare_time_columns(uuidx_column_report *column)
{
	const uuidx_report_table *table = column->table;
	uuidx_time_column *nearest = NULL;
	double		scale = column->sampled && table->pages > table->sample_pages ?
		table->pages / table->sample_pages : 1;

	foreach_ptr(uuidx_time_column, time_column, column->time_columns)
	{
		time_column->is_measured = time_column->compared > 0 && !time_column->is_infinite;
		time_column->distance_us = !time_column->is_measured ? PG_INT64_MAX :
			Max(-time_column->least_us, time_column->greatest_us);
		/* a date cannot hold the time of the id */
		time_column->differs = (time_column->computation == UUIDX_COMPUTED ||
								time_column->computation == UUIDX_COMPUTED_CAST) &&
			time_column->type != DATEOID && time_column->compared > 0 &&
			time_column->distance_us > 0;
		/* values count without alignment, which depends on the other columns */
		time_column->bytes = time_column->index_bytes +
			(int64) (scale * time_column->values_read * (time_column->type == DATEOID ? 4 : 8));
		if (table->distributed_by != InvalidAttrNumber || table->unread != NULL)
			time_column->bytes = -1;
		if (time_column->is_checked && !time_column->differs)
			column->computed_time = time_column->name;
		if (time_column->compared == 0 && !column->is_key)
			continue;

		/*
		 * of two that are not measured, one that is never null is as good as
		 * nearer
		 */
		if (nearest == NULL || time_column->distance_us < nearest->distance_us ||
			(!time_column->is_measured && !nearest->is_measured &&
			 !time_column->is_nullable && nearest->is_nullable))
			nearest = time_column;
	}
	column->nearest = nearest;
	column->is_replaceable = nearest != NULL && is_replaceable(column, nearest);

	/* pages by it and the id have bounds in whole seconds */
	column->is_coarse = column->is_replaceable && nearest->type != DATEOID &&
		(nearest->is_in_seconds ||
		 (nearest->compared >= ENOUGH_VALUES && !nearest->has_fractions));
}

/* Keeps the row that is read, if it is one of those to keep; drops every other one if need be */
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
	return uuidx_note_time(column, uuid, id_time);
}

void
uuidx_note_row(uuidx_column_report *column, const Datum *values, const bool *nulls)
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
		bool		isnull = nulls[++number];
		TimestampTz instant = isnull ? DT_NOBEGIN : instant_of(at->type, values[number]);

		at->kept[column->nkept] = instant;
		if (isnull)
		{
			at->nulls_read++;
			continue;
		}
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
	{
		column->bad_times[uuidx_version_of(&row->uuid)]++;
		column->bad++;
	}
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
	for (int i = 0; i < UUIDX_TIME_OF_ANY; i++)
	{
		const uuidx_version *version = &uuidx_version_table[i];

		if (version->predicate != NULL && column->ids_read > 0 &&
			counts[version->number] == column->ids_read)
			column->provable = version->all;
	}
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
	uuidx_read_rows(column, attributes);
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
	uuidx_read_ends(column);

	/* ids of several versions are not in the order of their times */
	column->times_exact = uuidx_only_version(column->proven) != NULL;
}
