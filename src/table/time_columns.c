/*
 * time_columns.c
 *	  The time columns of a table, and how far their values are from the times of the
 *	  ids in the key.
 *
 * In a table with (id uuid PRIMARY KEY, created_at timestamptz DEFAULT now()) and ids
 * of version 7, created_at repeats the time of the id.  This file measures the largest
 * difference, and the size of the column and its indexes.
 */
#include "table/table.h"

#include "access/genam.h"
#include "access/relation.h"
#include "access/sysattr.h"
#include "catalog/pg_type.h"
#include "nodes/bitmapset.h"
#include "optimizer/optimizer.h"
#include "storage/bufmgr.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/lsyscache.h"
#include "utils/partcache.h"
#include "uuid/tolerance.h"

/* The largest distance at which the time of the id can replace a column */
#define REPLACEABLE_US USECS_PER_SEC

bool
uuidx_may_read(const uuidx_report_table *table, AttrNumber attribute)
{
	Oid			relation = RelationGetRelid(table->relation);

	return pg_class_aclcheck(relation, table->caller, ACL_SELECT) == ACLCHECK_OK ||
		pg_attribute_aclcheck(relation, attribute, table->caller, ACL_SELECT) == ACLCHECK_OK;
}

void
uuidx_find_time_columns(const uuidx_report_table *table, uuidx_column_report *column)
{
	TupleDesc	tupdesc = RelationGetDescr(table->relation);
	bool		all = (column->is_key || column->is_unique) && !column->is_reference;

	for (int i = 0; i < tupdesc->natts; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(tupdesc, i);
		Oid			type = attribute->attisdropped ? InvalidOid : getBaseType(attribute->atttypid);
		uuidx_computation computation = UUIDX_NOT_COMPUTED;
		uuidx_time_column *time_column;

		/* a virtual column takes no bytes */
		if ((type != TIMESTAMPTZOID && type != TIMESTAMPOID && type != DATEOID) ||
			(attribute->attgenerated != '\0' &&
			 attribute->attgenerated != ATTRIBUTE_GENERATED_STORED) ||
			!uuidx_may_read(table, i + 1))
			continue;
		if (attribute->attgenerated != '\0')
			computation = uuidx_computation_of(table, i + 1, column->attribute);
		if (!all && computation == UUIDX_NOT_COMPUTED)
			continue;
		time_column = (uuidx_time_column *) palloc0(sizeof(uuidx_time_column));
		time_column->attribute = i + 1;
		time_column->type = type;
		time_column->raw_name = NameStr(attribute->attname);
		time_column->name = quote_identifier(time_column->raw_name);
		time_column->is_nullable = !UUIDX_ATTRIBUTE_NOT_NULL(tupdesc, i);
		time_column->is_generated = attribute->attgenerated != '\0';
		time_column->computation = computation;
		time_column->proven_us = PG_INT64_MAX;
		time_column->least_us = PG_INT64_MAX;
		time_column->greatest_us = PG_INT64_MIN;
		column->time_columns = lappend(column->time_columns, time_column);
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

void
uuidx_note_time_value(uuidx_time_column *time_column, Datum value, bool isnull,
					  const TimestampTz *id_time)
{
	TimestampTz instant;

	if (isnull)
	{
		time_column->nulls_read++;
		return;
	}
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

const uuidx_time_column *
uuidx_find_different(const uuidx_column_report *column)
{
	ListCell   *cell;

	foreach(cell, column->time_columns)
	{
		const uuidx_time_column *time_column = (const uuidx_time_column *) lfirst(cell);

		/* a date is another time than that of the id by its type */
		if ((time_column->computation == UUIDX_COMPUTED ||
			 time_column->computation == UUIDX_COMPUTED_CAST) &&
			time_column->type != DATEOID && time_column->compared > 0 &&
			(time_column->is_infinite || uuidx_distance_us(time_column) > 0))
			return time_column;
	}
	return NULL;
}

/* --- The size of a column ---------------------------------------------------------------- */

/* Whether an index holds only the time column, or also the uuid column after it */
static bool
is_index_on(Relation index, AttrNumber time_column, AttrNumber uuid_column)
{
	Form_pg_index form = index->rd_index;

	if (form->indkey.values[0] != time_column || form->indisprimary ||
		RelationGetIndexPredicate(index) != NIL)
		return false;
	for (int i = 1; i < form->indnatts; i++)
		if (form->indkey.values[i] != time_column && form->indkey.values[i] != uuid_column)
			return false;
	return true;
}

/* The bytes of these indexes of a table */
static int64
index_bytes(Relation relation, const char *time_column, const char *uuid_column)
{
	AttrNumber	time_number = get_attnum(RelationGetRelid(relation), time_column);
	AttrNumber	uuid_number = get_attnum(RelationGetRelid(relation), uuid_column);
	int64		bytes = 0;
	ListCell   *cell;

	foreach(cell, RelationGetIndexList(relation))
	{
		Relation	index = index_open(lfirst_oid(cell), AccessShareLock);

		if (RELKIND_HAS_STORAGE(index->rd_rel->relkind) &&
			is_index_on(index, time_number, uuid_number))
			bytes += (int64) RelationGetNumberOfBlocks(index) * BLCKSZ;
		index_close(index, AccessShareLock);
	}
	return bytes;
}

/*
 * The bytes of a column and its indexes.  The size of a value is its length, without
 * its alignment, which depends on the other columns.
 */
static int64
measure(const uuidx_report_table *table, const uuidx_column_report *column,
		const uuidx_time_column *time_column)
{
	double		values = time_column->values_read;
	int64		bytes = 0;
	ListCell   *cell;

	if (column->sampled && table->pages > table->sample_pages)
		values *= table->pages / table->sample_pages;
	foreach(cell, table->members)
	{
		Relation	member = relation_open(lfirst_oid(cell), NoLock);

		bytes += index_bytes(member, time_column->raw_name, column->raw_name);
		relation_close(member, NoLock);
	}
	return bytes + (int64) (values * (time_column->type == DATEOID ? 4 : 8));
}

/* Whether the first one is the better choice: nearer, or if none is measured, never null */
static bool
is_better(const uuidx_time_column *a, const uuidx_time_column *b)
{
	bool		a_measured = a->compared > 0 && !a->is_infinite;
	bool		b_measured = b->compared > 0 && !b->is_infinite;

	if (a_measured != b_measured)
		return a_measured;
	if (a_measured)
		return uuidx_distance_us(a) < uuidx_distance_us(b);
	return !a->is_nullable && b->is_nullable;
}

void
uuidx_choose_time_column(const uuidx_report_table *table, uuidx_column_report *column)
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
		column->nearest->bytes = measure(table, column, column->nearest);
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

/* Whether a column is part of the partition key, or of the primary key of a table */
static bool
is_in_key(Relation relation, AttrNumber attribute)
{
	PartitionKey key = RelationGetPartitionKey(relation);
	Bitmapset  *columns = RelationGetIndexAttrBitmap(relation, INDEX_ATTR_BITMAP_PRIMARY_KEY);

	for (int i = 0; key != NULL && i < key->partnatts; i++)
		if (key->partattrs[i] == attribute)
			return true;
	if (key != NULL)
		pull_varattnos((Node *) key->partexprs, 1, &columns);
	return bms_is_member(attribute - FirstLowInvalidHeapAttributeNumber, columns);
}

bool
uuidx_is_replaceable(const uuidx_report_table *table, const uuidx_time_column *time_column)
{
	return time_column != NULL && time_column->compared > 0 && !time_column->is_infinite &&
		time_column->compared == time_column->values_read && !time_column->is_generated &&
		uuidx_distance_us(time_column) <= REPLACEABLE_US &&
		!is_in_key(table->relation, time_column->attribute);
}
