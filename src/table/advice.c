/*
 * advice.c
 *	  What to do next with a uuid column: all advice, in the order in which it is given.
 *
 * uuidx_next_step() at the end tries one advice after the other: the first that applies
 * is the next step.  After its statement has been run it no longer applies.  A statement
 * can be run unchanged, with any search_path: every name in it is qualified and quoted.
 *
 * Most advice says how to let queries by time use an index.  One is about lookups by id
 * on orders (id uuid, created_at timestamptz) PARTITION BY RANGE (created_at):
 *
 *	  SELECT * FROM orders WHERE id = '019b76da-a800-7000-8000-000000000000'
 *
 * visits every partition.  With CHECK (uuid_v7_within(id, created_at, '1 day')) the
 * planner derives a range of created_at from the id, and visits two or three.
 */
#include "table/table.h"

#include "access/xact.h"
#include "catalog/pg_class.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_type.h"
#include "commands/dbcommands.h"
#include "guc.h"
#include "miscadmin.h"
#include "partitioning/partbounds.h"
#include "partitioning/partdesc.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/partcache.h"
#include "utils/typcache.h"
#include "uuid/tolerance.h"

/* A constant difference that is longer comes from a time zone */
#define ZONE_US (INT64CONST(15) * USECS_PER_MINUTE)

/* A step while it is written.  Its texts contain names in braces. */
typedef struct next_step
{
	const uuidx_column_report *column;
	bool		is_closing;		/* no statement is left */
	StringInfoData words;
	StringInfoData statement;
	int			count;
	const char *names[24];
	const char *values[24];
} next_step;

/* --- Texts ----------------------------------------------------------------------------- */

/* Gives a name a value, or another one */
static void
define(next_step *step, const char *name, const char *value)
{
	int			i = 0;

	while (i < step->count && strcmp(name, step->names[i]) != 0)
		i++;
	Assert(i < lengthof(step->names));
	step->count = Max(step->count, i + 1);
	step->names[i] = name;
	step->values[i] = value;
}

static void
define_time(next_step *step, const uuidx_time_column *time_column)
{
	define(step, "{time}", time_column->name);
	define(step, "{distance}", uuidx_distance_text(time_column));
}

/* Appends a text with the values of its names; returns true */
static bool
append(const next_step *step, StringInfo to, const char *from)
{
	while (*from != '\0')
	{
		int			i = step->count - 1;

		while (i >= 0 && strncmp(from, step->names[i], strlen(step->names[i])) != 0)
			i--;
		if (i < 0)
			appendStringInfoChar(to, *from++);
		else
		{
			appendStringInfoString(to, step->values[i]);
			from += strlen(step->names[i]);
		}
	}
	return true;
}

#define say(step, text) append(step, &(step)->words, text)
#define run(step, text) append(step, &(step)->statement, text)

static void
define_check(next_step *step, const char *column, const char *label)
{
	Relation	relation = step->column->table->relation;

	define(step, "{check}",
		   quote_identifier(ChooseConstraintName(RelationGetRelationName(relation), column, label,
												 RelationGetNamespace(relation), NIL)));
}

/* Adds a CHECK on a column, unless there is one, and validates it */
static bool
run_check(next_step *step, const char *existing, const char *column, const char *label,
		  const char *condition)
{
	if (existing == NULL)
	{
		define_check(step, column, label);
		run(step, "ALTER TABLE {table} ADD CONSTRAINT {check} CHECK (");
		run(step, condition);
		run(step, ") NOT VALID; ");
	}
	else
		define(step, "{check}", quote_identifier(existing));
	say(step, " Validation does not block readers or writers; it fails if a row violates the "
		"constraint.");
	return run(step, "ALTER TABLE {table} VALIDATE CONSTRAINT {check};");
}

/* --- Advice with a statement ----------------------------------------------------------- */

/* Says why a column must be generated anew to contain the times of the ids, if it must */
static bool
say_what_is_wrong(next_step *step, const uuidx_time_column *time_column)
{
	define_time(step, time_column);
	if (time_column->computation == UUIDX_COMPUTED_OTHERWISE &&
		time_column->type == TIMESTAMPTZOID && uuidx_is_measured(time_column) &&
		uuidx_distance_us(time_column) == 0)
		return say(step, "Column {time} contains the time of the id, but the planner does not "
				   "recognize the function that generates it.");
	if (!uuidx_differs(time_column))
		return false;
	if (time_column->is_infinite)
		return say(step, "Column {time} is generated from the id, but contains infinite values.");
	say(step, "Column {time} is generated from the id, but differs from the time of the id by up "
		"to {distance}.");
	return time_column->type == TIMESTAMPTZOID ||
		say(step, " It has no time zone, so its values depend on the session's time zone.");
}

/* The values of a generated column cannot be updated: it is added again, to the whole hierarchy */
static bool
add_column_again(next_step *step)
{
	ListCell   *cell;

	foreach(cell, step->column->time_columns)
	{
		const uuidx_time_column *time_column = (const uuidx_time_column *) lfirst(cell);

		if (time_column->is_inherited != step->is_closing || !say_what_is_wrong(step, time_column))
			continue;
		if (step->is_closing)
			return say(step, " The column is inherited, so it can be replaced only in the topmost "
					   "parent table. Run the report on that table.");
		say(step, " The statement drops the column with its indexes and constraints, adds it "
			"again, and rewrites the table.");
		define_check(step, time_column->raw_name, "time");
		return run(step, "ALTER TABLE {table} DROP COLUMN {time}, ADD COLUMN {time} timestamptz "
				   "GENERATED ALWAYS AS ({schema}.uuid_time({column})) STORED, "
				   "ADD CONSTRAINT {check} CHECK ({time} = {schema}.uuid_time({column}));");
	}
	return false;
}

/* New ids of a key should carry their time, unless they already have another version with one */
static bool
set_default(next_step *step)
{
	const uuidx_column_report *column = step->column;
	bool		is_random = column->default_text != NULL ?
		column->default_version == 4 || column->default_version == 1 :
		uuidx_timed(column) == 0 && column->counts[4] * 2 >= column->ids_read;

	if (!is_random || !uuidx_is_own_key(column) || column->counts[8] * 2 > column->ids_read ||
		column->table->relation->rd_rel->relkind == RELKIND_MATVIEW)
		return false;
	define(step, "{version}", psprintf("%d", column->default_version));
	if (column->default_text != NULL)
		say(step, "New ids are version {version}. ");
	say(step, "Make version 7 the default, and new ids carry their creation time and sort by it. "
		"Existing rows keep their ids.");
	return run(step, "ALTER TABLE {table} ALTER COLUMN {column} SET DEFAULT "
			   "{schema}.uuid_generate_v7();");
}

static bool
create_index(next_step *step)
{
	const uuidx_column_report *column = step->column;
	char		kind = column->table->relation->rd_rel->relkind;

	if (uuidx_timed(column) == 0 || uuidx_is_fast(column, column->access) || column->is_foreign)
		return false;
	define(step, "{unserved}", column->unserved);
	run(step, kind == RELKIND_PARTITIONED_TABLE ? "CREATE INDEX ON {unserved} " :
		"CREATE INDEX CONCURRENTLY ON {unserved} ");
	if (!uuidx_needs_time_order(column))
		return say(step, "Queries by time read the whole table; an index on the column makes them "
				   "fast.") && run(step, "({column});");
	return say(step, "The ids with a time are version 1 or a mixture of versions. Queries by "
			   "time read the whole table; an index in time order makes them fast.") &&
		run(step, "({column} {schema}.uuid_time_ops);");
}

/* A validated CHECK proves the version to the planner */
static bool
prove_version(next_step *step)
{
	const uuidx_column_report *column = step->column;
	Relation	relation = column->table->relation;
	uuidx_versions provable = uuidx_provable(column);
	Oid			type = TupleDescAttr(RelationGetDescr(relation), column->attribute - 1)->atttypid;

	if (relation->rd_rel->relkind == RELKIND_MATVIEW || provable == UUIDX_VERSIONS_ANY ||
		provable == column->proven)
		return false;
	define(step, "{v}", provable == UUIDX_VERSIONS_ALL_7 ? "7" : "6");
	if (column->unvalidated != NULL)
		say(step, "A CHECK constraint on the version is not validated, so the planner does not use "
			"it.");
	else
		say(step, "All ids read are version {v}. A validated CHECK constraint on the table proves "
			"this to the planner.");
	if (column->unvalidated == NULL && UUIDX_DOMAIN_HAS_CONSTRAINTS(type))
		say(step, " A constraint on the domain does not.");
	return run_check(step, column->unvalidated, column->raw_name,
					 provable == UUIDX_VERSIONS_ALL_7 ? "v7" : "v6",
					 "{schema}.uuid_is_v{v}({column})");
}

/* A validated CHECK proves that a stored generated column is the time of the id */
static bool
prove_generated_column(next_step *step)
{
	const uuidx_column_report *column = step->column;
	ListCell   *cell;

	foreach(cell, column->time_columns)
	{
		const uuidx_time_column *time_column = (const uuidx_time_column *) lfirst(cell);

		if (time_column->computation != UUIDX_COMPUTED || time_column->is_checked ||
			uuidx_differs(time_column) || uuidx_timed(column) == 0)
			continue;
		define_time(step, time_column);
		define(step, "{expression}",
			   uuidx_expression_text(column->table->relation, time_column->attribute));
		say(step, "Column {time} is generated from the id. The planner uses it as the time of the "
			"id only if a validated CHECK constraint proves that they are equal, because "
			"ALTER COLUMN ... TYPE can change stored values.");
		return run_check(step, time_column->unvalidated, time_column->raw_name, "time",
						 "{time} = {expression}");
	}
	return false;
}

/* Statistics help where ids have a time, and on a key; ANALYZE needs pages in this server */
static bool
gather_statistics(next_step *step)
{
	const uuidx_column_report *column = step->column;

	if (column->has_statistics || column->ids_read == column->counts[KIND_NIL] ||
		(uuidx_timed(column) == 0 && !uuidx_is_own_key(column)) || column->table->pages == 0 ||
		column->table->has_policies)
		return false;
	if (!column->wants_no_statistics)
		say(step, "The planner has no statistics on the column.");
	else
	{
		say(step, "The planner has no statistics on the column, because its statistics target is "
			"0.");
		run(step, "ALTER TABLE {table} ALTER COLUMN {column} SET STATISTICS -1; ");
	}
	return run(step, "ANALYZE {table} ({column});");
}

/* The library, in addition to the ones that sessions preload */
static bool
preload(next_step *step)
{
	const uuidx_column_report *column = step->column;
	const char *others = local_preload_libraries_string;
	bool		has_others = others != NULL && others[0] != '\0';

	if (uuidx_preloaded ||
		!(column->has_within || (column->computed_time != NULL && uuidx_timed(column) > 0)))
		return false;
	define(step, "{database}", quote_identifier(get_database_name(MyDatabaseId)));
	define(step, "{others}", has_others ? psprintf("%s, ", others) : "");
	define(step, "{computed}", column->computed_time);
	if (column->has_within)
		say(step, "A CHECK constraint with uuid_v7_within lets lookups by id skip partitions, but "
			"only in sessions that preload uuidx.");
	else
		say(step, "Column {computed} is computed from the id. Conditions on it can use the index "
			"on the id only in sessions that preload uuidx.");
	say(step, " The statement takes effect for new sessions.");
	return run(step, "ALTER DATABASE {database} SET local_preload_libraries = {others}uuidx;");
}

/* --- Lookups by id on a table that is partitioned by another column -------------------- */

/* Whether lookups by the column visit every partition, and no CHECK prevents that */
static bool
visits_all_partitions(const uuidx_column_report *column)
{
	PartitionKey key = column->table->key;

	if (key == NULL || !uuidx_is_own_key(column) || column->ids_read == 0)
		return false;
	for (int i = 0; i < key->partnatts; i++)
		if (key->partattrs[i] == column->attribute)
			return false;
	/* nulls pass a CHECK */
	return !column->has_within ||
		(column->partition_time != NULL && column->partition_time->is_nullable);
}

/* The tolerance that is at least twice the largest difference, or 0 */
static int
tolerance_in_days(const uuidx_time_column *time_column)
{
	int64		half_us = uuidx_distance_us(time_column);

	return half_us <= UUIDX_DAY_US / 2 ? 1 : half_us <= 7 * UUIDX_DAY_US / 2 ? 7 :
		half_us <= 30 * UUIDX_DAY_US / 2 ? 30 : 0;
}

/* Why no CHECK can help, or NULL */
static const char *
find_obstacle(const uuidx_column_report *column)
{
	PartitionKey key = column->table->key;
	const uuidx_time_column *time_column = column->partition_time;
	Oid			type = key->parttypid[0];

	if (key->strategy != PARTITION_STRATEGY_RANGE)
		return "The table is not partitioned by range, so the time in an id cannot select a "
			"partition.";
	if (key->partattrs[0] == 0)
		return "The partition key is an expression, so a CHECK constraint cannot help.";
	if (type != TIMESTAMPTZOID && type != TIMESTAMPOID && type != DATEOID)
		return "Column {key} is neither a timestamp nor a date, so the time in an id cannot select "
			"a partition.";
	/* the planner code does not use these */
	if (key->partnatts > 1 &&
		partition_bound_has_default(RelationGetPartitionDesc(column->table->relation,
															 true)->boundinfo))
		return "The planner cannot use a CHECK constraint here, because the partition key has "
			"several columns and the table has a default partition.";
	if (uuidx_provable(column) != UUIDX_VERSIONS_ALL_7)
		return "Not all ids are version 7, so a CHECK constraint cannot limit their distance from "
			"the partition key.";
	if (time_column == NULL)
		return "The partition key cannot be compared with the ids, because you do not have the "
			"privilege to read it.";
	if (time_column->nulls_read > 0)
		return "Column {key} contains null values, which a CHECK constraint accepts.";
	if (time_column->is_infinite)
		return "Column {key} contains infinite values, which are not near the time of any id.";
	if (tolerance_in_days(time_column) == 0)
		return "Column {key} differs from the time of the id by up to {distance}, too much for a "
			"CHECK constraint to exclude partitions.";
	return NULL;
}

/* Limits the distance of the ids from the partition key, or says why that does not help */
static bool
limit_distance(next_step *step)
{
	const uuidx_column_report *column = step->column;
	const uuidx_report_table *table = column->table;
	const uuidx_time_column *at = column->partition_time;
	const char *obstacle;
	int			days;

	if (!visits_all_partitions(column))
		return false;
	obstacle = find_obstacle(column);
	if (step->is_closing != (obstacle != NULL))
		return false;
	define(step, "{leaves}", psprintf("%d", table->leaves));
	if (table->key->partattrs[0] != 0)
		define(step, "{key}", quote_identifier(get_attname(RelationGetRelid(table->relation),
														   table->key->partattrs[0], false)));
	say(step, "Lookups by {column} visit all partitions ({leaves}). ");
	if (at != NULL)
		define_time(step, at);
	if (obstacle != NULL)
		return say(step, obstacle);
	if (at->is_nullable)
	{
		say(step, "A CHECK constraint on the distance between {column} and {key} can prevent this, "
			"but only if {key} is NOT NULL. The rows read contain no nulls.");
		run_check(step, NULL, at->raw_name, "not_null", "{key} IS NOT NULL");
		return run(step, " ALTER TABLE {table} ALTER COLUMN {key} SET NOT NULL; "
				   "ALTER TABLE {table} DROP CONSTRAINT {check};");
	}
	days = tolerance_in_days(at);
	define(step, "{tolerance}", psprintf("%d %s", days, days == 1 ? "day" : "days"));
	define(step, "{instant}", at->type == TIMESTAMPTZOID ? at->name :
		   psprintf("%s%s AT TIME ZONE 'UTC'", at->name, at->type == DATEOID ? "::timestamp" : ""));
	say(step, "A validated CHECK constraint on the distance between {column} and {key} limits "
		"lookups to the partitions near the time of the id. In the rows read, the largest distance "
		"is {distance}. The constraint rejects rows beyond its limit.");
	return run_check(step, column->unvalidated_within, column->raw_name, "within",
					 "{schema}.uuid_v7_within({column}, {instant}, '{tolerance}')");
}

/* --- Closing words --------------------------------------------------------------------- */

/* Says of a column without time zone, the nearest or else the first, whether it is in UTC */
static bool
say_zone(next_step *step)
{
	const uuidx_time_column *found = step->column->nearest;
	ListCell   *cell;

	foreach(cell, step->column->time_columns)
		if (found == NULL || found->type != TIMESTAMPOID)
		found = (const uuidx_time_column *) lfirst(cell);
	if (found == NULL || found->type != TIMESTAMPOID)
		return true;
	define_time(step, found);
	if (found->compared > 1 && !found->is_infinite)
	{
		if (uuidx_distance_us(found) <= ZONE_US)
			return say(step, " Column {time} has no time zone, and its values are in UTC. To "
					   "convert them to timestamptz, use {time} AT TIME ZONE 'UTC'.");
		if (found->greatest_us - found->least_us <= ZONE_US)
			return say(step, " Column {time} has no time zone, and its values are not in UTC; they "
					   "differ from the time of the id by {distance}.");
	}
	return say(step, " Column {time} has no time zone. If its values are in UTC, use {time} AT "
			   "TIME ZONE 'UTC' to convert them to timestamptz.");
}

/* Says what to do with the version 4 in a key */
static void
say_rewrite(next_step *step)
{
	const uuidx_column_report *column = step->column;

	if (!uuidx_is_own_key(column) || column->nearest == NULL || column->counts[4] == 0)
		return;
	define_time(step, column->nearest);
	say(step, " Query existing rows by column {time}. To give them new ids for the times in that "
		"column, see \"Version 4: all ids\" in the uuidx documentation.");
}

/* Says what is known of ids of version 8 */
static bool
say_v8(next_step *step)
{
	uuidx_v8_kind v8 = step->column->v8;

	if (v8 == UUIDX_V8_UNKNOWN)
		return say(step, "The layout of version 8 ids depends on the application that generates "
				   "them. See its documentation for whether they carry a time.");
	define(step, "{function}", v8 == UUIDX_V8_NODE ? "uuid_generate_v8_node()" : "uuid_from_id()");
	if (v8 == UUIDX_V8_TIME_FIRST)
		say(step, "The version 8 ids begin with a plausible time, like those of "
			"uuid_generate_v8_node() and uuid_from_id(). If they come from one of these functions, "
			"query by time: ");
	else
		say(step, "The version 8 ids come from {function} and begin with their time, as version 7 "
			"ids do. Query by time: ");
	return say(step, "WHERE {column} >= uuid_v7_lower(now() - interval '1 hour').");
}

/* Says how a time column that repeats the id can be left out, and what is then lost */
static void
say_replaceable(next_step *step)
{
	const uuidx_time_column *nearest = step->column->nearest;
	Datum		size = DirectFunctionCall1(pg_size_pretty, Int64GetDatum(nearest->bytes));

	define_time(step, nearest);
	define(step, "{size}", TextDatumGetCString(size));
	define(step, "{rows}", nearest->proven_us <= USECS_PER_SEC ?
		   "every row, as a CHECK constraint proves" :
		   step->column->sampled ? "the rows read" : "every row");
	define(step, "{nulls}", nearest->nulls_read > 0 ? ", null values, and" : " and");
	say(step, "Column {time} differs from the time of the id by at most {distance} in {rows}. The "
		"column and its indexes take {size}. A column computed from the id can replace it; see "
		"\"A computed created_at\" in the uuidx documentation. The difference{nulls} any other "
		"value written to the column are then lost.");
}

/* Where no statement is left */
static bool
say_closing_words(next_step *step)
{
	const uuidx_column_report *column = step->column;

	if (column->ids_read == 0)
		return say(step, column->rows_read > 0 ? "Nothing to do. All values read are null." :
				   "No ids were read. Run the report again when the table has rows.");
	if (column->counts[KIND_NIL] == column->ids_read)
		return say(step, "All ids read are nil UUIDs. If they stand for a missing value, store "
				   "null instead: NULLIF({column}, '00000000-0000-0000-0000-000000000000').");
	if (add_column_again(step) || limit_distance(step))
		return true;
	if (uuidx_timed(column) == 0 && column->counts[8] * 2 > column->ids_read)
		return say_v8(step);
	if (uuidx_timed(column) == 0 && !uuidx_is_own_key(column))
		return say(step, "Nothing to do. The ids carry no time, and the column is not the key of "
				   "the table.");
	if (uuidx_timed(column) < column->ids_read)
	{
		say(step, uuidx_timed(column) == 0 ? "The ids carry no time." :
			"Queries by time find only the ids that carry a time.");
		say_rewrite(step);
	}
	else if (uuidx_is_replaceable(column))
		say_replaceable(step);
	else if (uuidx_timed_v8(column) > 0)
		say_v8(step);
	else
	{
		define(step, "{computed}", column->computed_time != NULL ? column->computed_time :
			   psprintf("uuid_time(%s)", column->name));
		say(step, "Nothing to do. Query by time: WHERE {computed} >= now() - interval '1 hour'.");
	}
	return say_zone(step);
}

const char *
uuidx_next_step(const uuidx_column_report *column, const char **words)
{
	next_step	step = {column};

	initStringInfo(&step.words);
	initStringInfo(&step.statement);
	define(&step, "{table}", column->table->name);
	define(&step, "{schema}", column->table->schema);
	define(&step, "{column}", column->name);
	/* this is the order; a virtual column has neither a default nor an index */
	step.is_closing = column->is_virtual ||
		!(add_column_again(&step) || set_default(&step) || create_index(&step) ||
		  limit_distance(&step) || prove_version(&step) || prove_generated_column(&step) ||
		  gather_statistics(&step) || preload(&step));
	if (step.is_closing)
		say_closing_words(&step);
	if (column->last_time > GetCurrentTransactionStartTimestamp() + USECS_PER_MINUTE)
		say(&step, " The latest time in the ids is ahead of this server's clock.");
	*words = step.words.data;
	return step.is_closing ? NULL : step.statement.data;
}
