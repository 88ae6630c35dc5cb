/*
 * lookups.c
 *	  Lookups by id on a table that is partitioned by another column.
 *
 * On orders (id uuid, created_at timestamptz) PARTITION BY RANGE (created_at),
 *
 *	  SELECT * FROM orders WHERE id = '019b76da-a800-7000-8000-000000000000'
 *
 * visits every partition.  With CHECK (uuid_v7_within(id, created_at, '1 day')) the
 * planner derives a range of created_at from the id, and visits two or three.  This
 * file returns the statement that adds such a CHECK, or the reason why none can be
 * added.
 */
#include "table/table.h"

#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "partitioning/partbounds.h"
#include "partitioning/partdesc.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/partcache.h"
#include "uuid/tolerance.h"

/* The tolerance is the first of these that is at least twice the largest difference */
static const int tolerance_days[] = {1, 7, 30};

/* The partition key if lookups by the column visit every partition; else NULL */
static PartitionKey
foreign_partition_key(const uuidx_report_table *table, const uuidx_column_report *column)
{
	PartitionKey key = RelationGetPartitionKey(table->relation);

	if (key == NULL || !uuidx_is_own_key(column) || column->ids_read == 0)
		return NULL;
	for (int i = 0; i < key->partnatts; i++)
		if (key->partattrs[i] == column->attribute)
			return NULL;
	return key;
}

/* How many tables a lookup visits */
static int
count_partitions(const uuidx_report_table *table)
{
	ListCell   *cell;
	int			count = 0;

	foreach(cell, table->members)
		count += get_rel_relkind(lfirst_oid(cell)) != RELKIND_PARTITIONED_TABLE;
	return count;
}

/* The tolerance that fits a time column, or 0 */
static int
fitting_tolerance(const uuidx_time_column *time_column)
{
	for (int i = 0; i < lengthof(tolerance_days); i++)
		if (uuidx_distance_us(time_column) <= tolerance_days[i] * UUIDX_DAY_US / 2)
			return tolerance_days[i];
	return 0;
}

/* The column of a partition key, if it is among the time columns of the report; else NULL */
static const uuidx_time_column *
find_time_column(const uuidx_column_report *column, AttrNumber attribute)
{
	ListCell   *cell;

	foreach(cell, column->time_columns)
	{
		const uuidx_time_column *time_column = (const uuidx_time_column *) lfirst(cell);

		if (time_column->attribute == attribute)
			return time_column;
	}
	return NULL;
}

/* Why the key as such does not fit uuid_v7_within(), or NULL */
static const char *
key_obstacle(Relation relation, PartitionKey key)
{
	Oid			type;
	const char *name;

	if (key->strategy != PARTITION_STRATEGY_RANGE)
		return "The table is not partitioned by range, so the time in an id cannot select a "
			"partition.";
	if (key->partattrs[0] == 0)
		return "The partition key is an expression, so a CHECK constraint cannot help.";
	name = quote_identifier(get_attname(RelationGetRelid(relation), key->partattrs[0], false));
	type = get_atttype(RelationGetRelid(relation), key->partattrs[0]);
	if (type != TIMESTAMPTZOID && type != TIMESTAMPOID && type != DATEOID)
		return psprintf("Column %s is neither a timestamp nor a date, so the time in an id cannot "
						"select a partition.", name);
	/* the planner code does not use these */
	if (key->partnatts > 1 &&
		partition_bound_has_default(RelationGetPartitionDesc(relation, true)->boundinfo))
		return "The partition key has several columns and the table has a default partition. The "
			"planner does not use a CHECK constraint on such a table.";
	return NULL;
}

/* Why the rows do not fit a CHECK, or NULL */
static const char *
rows_obstacle(const uuidx_column_report *column, const uuidx_time_column *time_column)
{
	if (!uuidx_all_are(column, 7))
		return "Not all ids are version 7, so a CHECK constraint cannot limit their distance from "
			"the partition key.";
	if (time_column == NULL)
		return "The partition key cannot be compared with the ids, because you do not have the "
			"privilege to read it.";
	if (time_column->nulls_read > 0)
		return psprintf("Column %s has null values, which a CHECK constraint accepts.",
						time_column->name);
	if (time_column->is_infinite)
		return psprintf("Column %s has infinite values, which are not near the time of any id.",
						time_column->name);
	if (fitting_tolerance(time_column) == 0)
		return psprintf("Column %s differs from the time of the id by up to %s, too much for a "
						"CHECK constraint that lets the planner skip partitions.",
						time_column->name, uuidx_distance_text(time_column));
	return NULL;
}

/* Why no CHECK can help, or NULL */
static const char *
find_obstacle(const uuidx_report_table *table, const uuidx_column_report *column, PartitionKey key)
{
	const char *obstacle = key_obstacle(table->relation, key);

	return obstacle != NULL ? obstacle :
		rows_obstacle(column, find_time_column(column, key->partattrs[0]));
}

/* Whether there is a CHECK that the planner uses; the time column must be NOT NULL */
static bool
is_settled(const uuidx_column_report *column, PartitionKey key)
{
	const uuidx_time_column *time_column = find_time_column(column, key->partattrs[0]);

	return column->has_within && (time_column == NULL || !time_column->is_nullable);
}

const char *
uuidx_lookup_obstacle(const uuidx_report_table *table, const uuidx_column_report *column)
{
	PartitionKey key = foreign_partition_key(table, column);

	const char *obstacle;

	if (key == NULL || is_settled(column, key))
		return NULL;
	obstacle = find_obstacle(table, column, key);
	return obstacle == NULL ? NULL :
		psprintf("Lookups by %s visit all partitions (%d). %s", column->name,
				 count_partitions(table), obstacle);
}

/* Makes the time column NOT NULL, without a long lock: a CHECK proves it beforehand */
static char *
not_null_statement(const uuidx_report_table *table, const uuidx_time_column *time_column)
{
	const char *check = uuidx_new_constraint(table, time_column->raw_name, "not_null");

	return psprintf("ALTER TABLE %s ADD CONSTRAINT %s CHECK (%s IS NOT NULL) NOT VALID; "
					"ALTER TABLE %s VALIDATE CONSTRAINT %s; "
					"ALTER TABLE %s ALTER COLUMN %s SET NOT NULL; "
					"ALTER TABLE %s DROP CONSTRAINT %s;",
					table->name, check, time_column->name, table->name, check,
					table->name, time_column->name, table->name, check);
}

/* A time column as the timestamptz that uuid_v7_within() takes; of UTC where it has no zone */
static const char *
as_instant(const uuidx_report_table *table, const uuidx_time_column *time_column)
{
	switch (get_atttype(RelationGetRelid(table->relation), time_column->attribute))
	{
		case TIMESTAMPOID:
			return psprintf("%s AT TIME ZONE 'UTC'", time_column->name);
		case DATEOID:
			return psprintf("%s::timestamp AT TIME ZONE 'UTC'", time_column->name);
		default:
			return time_column->name;
	}
}

/* Adds the CHECK, or validates the existing one */
static char *
within_statement(const uuidx_report_table *table, const uuidx_column_report *column,
				 const uuidx_time_column *time_column)
{
	int			days = fitting_tolerance(time_column);
	const char *check;

	if (column->unvalidated_within != NULL)
		return psprintf("ALTER TABLE %s VALIDATE CONSTRAINT %s;", table->name,
						quote_identifier(column->unvalidated_within));
	check = uuidx_new_constraint(table, column->raw_name, "within");
	return psprintf("ALTER TABLE %s ADD CONSTRAINT %s "
					"CHECK (%s.uuid_v7_within(%s, %s, '%d %s')) NOT VALID; "
					"ALTER TABLE %s VALIDATE CONSTRAINT %s;",
					table->name, check, table->schema, column->name,
					as_instant(table, time_column),
					days, days == 1 ? "day" : "days", table->name, check);
}

char *
uuidx_lookup_step(const uuidx_report_table *table, const uuidx_column_report *column,
				  const char **words)
{
	PartitionKey key = foreign_partition_key(table, column);
	const uuidx_time_column *time_column;

	if (key == NULL || is_settled(column, key) || find_obstacle(table, column, key) != NULL)
		return NULL;
	time_column = find_time_column(column, key->partattrs[0]);
	if (time_column == NULL)
		return NULL;			/* that was an obstacle */
	if (time_column->is_nullable)
	{
		*words = psprintf("Lookups by %s visit all partitions (%d). A CHECK constraint that limits "
						  "the distance between %s and %s can prevent this, but only if %s is "
						  "NOT NULL. The rows read contain no nulls.",
						  column->name, count_partitions(table), column->name,
						  time_column->name, time_column->name);
		return not_null_statement(table, time_column);
	}
	*words = psprintf("Lookups by %s visit all partitions (%d). With a validated CHECK constraint "
					  "that limits the distance between %s and %s, they visit only those near the "
					  "time of the id. The largest difference in the rows read is %s. The "
					  "constraint rejects rows with a difference above its limit. Validating it "
					  "does not block readers and writers.",
					  column->name, count_partitions(table), column->name, time_column->name,
					  uuidx_distance_text(time_column));
	return within_statement(table, column, time_column);
}
