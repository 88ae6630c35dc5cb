/*
 * advice.c
 *	  What to do next with a uuid column.
 *
 * Each piece of advice is a function that returns text and sets the statement to run, or returns
 * NULL where it does not apply.  It no longer applies once its statement has been run.  Called with
 * NULL instead of a statement, it returns the text for a case that no statement can change.
 *
 * A statement can be run unchanged, because every name in it is qualified and quoted.  The names of
 * the server's own types, functions and operators are not qualified, so search_path must not name a
 * schema with the same names before pg_catalog.
 */
#include "table/table.h"

#include "access/xact.h"
#include "catalog/pg_constraint.h"
#include "commands/dbcommands.h"
#include "errors.h"
#include "guc.h"
#include "miscadmin.h"
#include "partitioning/partbounds.h"
#include "partitioning/partdesc.h"
#include "utils/builtins.h"
#include "uuid/tolerance.h"

/* A longer constant difference comes from a time zone */
#define ZONE_US (INT64CONST(15) * USECS_PER_MINUTE)

#define VALIDATION \
	" Validation does not block readers or writers; it fails if a row violates the constraint."

/* Returns the distance of a time column from the ids as text */
static const char *
distance_text(const uuidx_time_column *at)
{
	double		distance_us = at->distance_us;

	if (distance_us < USECS_PER_SEC)
		return psprintf("%g ms", distance_us / 1000);
	if (distance_us < 2 * USECS_PER_MINUTE)
		return psprintf("%.1f seconds", distance_us / USECS_PER_SEC);
	if (distance_us < 2 * USECS_PER_HOUR)
		return psprintf("%.1f minutes", distance_us / USECS_PER_MINUTE);
	return distance_us < 2 * USECS_PER_DAY ? psprintf("%.1f hours", distance_us / USECS_PER_HOUR) :
		psprintf("%.1f days", distance_us / USECS_PER_DAY);
}

/* Returns a name for a new CHECK on a column, quoted */
static const char *
choose_check_name(const uuidx_report_table *table, const char *column, const char *label)
{
	return quote_identifier(ChooseConstraintName(RelationGetRelationName(table->relation), column,
												 label, RelationGetNamespace(table->relation),
												 NIL));
}

/* Returns a statement that adds a CHECK on a column, unless there is one, and validates it */
static const char *
check_statement(const uuidx_report_table *table, const char *existing, const char *column,
				const char *label, const char *condition)
{
	const char *check = existing != NULL ? quote_identifier(existing) :
		choose_check_name(table, column, label);
	const char *validate = psprintf("ALTER TABLE %s VALIDATE CONSTRAINT %s;", table->name, check);

	return existing != NULL ? validate :
		psprintf("ALTER TABLE %s ADD CONSTRAINT %s CHECK (%s) NOT VALID; %s", table->name, check,
				 condition, validate);
}

/* Returns why a generated column does not serve as the time of the id, or NULL if it does */
static const char *
find_mistake(const uuidx_time_column *at)
{
	if (at->computation == UUIDX_COMPUTED_OTHERWISE && at->type == TIMESTAMPTZOID &&
		at->is_measured && at->distance_us == 0)
		return psprintf("Column %s contains the time of the id, but the planner does not "
						"recognize the function that generates it.", at->name);
	if (!at->differs)
		return NULL;
	if (at->is_infinite)
		return psprintf("Column %s is generated from the id, but contains infinite values.",
						at->name);
	return psprintf("Column %s is generated from the id, but differs from the time of the id by up "
					"to %s.%s", at->name, distance_text(at), at->type == TIMESTAMPTZOID ? "" :
					" It has no time zone, so its values depend on the session's time zone.");
}

/* Values of a generated column cannot be updated, so a wrong column is dropped and added again */
static const char *
add_column_again(const uuidx_column_report *column, const char **statement)
{
	const uuidx_report_table *table = column->table;

	foreach_ptr(uuidx_time_column, at, column->time_columns)
	{
		const char *mistake = find_mistake(at);

		if (mistake == NULL || at->is_inherited != (statement == NULL))
			continue;
		if (statement == NULL)
			return psprintf("%s The column is inherited, so it can be replaced only in the topmost "
							"parent table. Run the report on that table.", mistake);
		*statement = psprintf("ALTER TABLE %1$s DROP COLUMN %2$s, ADD COLUMN %2$s timestamptz "
							  "%6$sGENERATED ALWAYS AS (%3$s.uuid_time(%4$s)) STORED, "
							  "ADD CONSTRAINT %5$s CHECK (%2$s = %3$s.uuid_time(%4$s));",
							  table->name, at->name, table->schema, column->name,
							  choose_check_name(table, at->raw_name, "time"),
							  at->is_nullable ? "" : "NOT NULL ");
		return psprintf("%s The statement drops the column with its indexes and constraints, adds "
						"it again, and rewrites the table.", mistake);
	}
	return NULL;
}

/*
 * New ids of a key should carry their time, unless ids of another version already do.  Citus
 * rejects a new default of the column by which it distributes the rows.
 */
static const char *
set_default(const uuidx_column_report *column, const char **statement)
{
	int			version = column->default_version;
	bool		is_random = column->default_text != NULL ? version == 4 || version == 1 :
		column->timed == 0 && column->counts[4] * 2 >= column->ids_read;
	const char *version_words = column->default_text == NULL ? "" :
		psprintf("New ids are version %d. ", version);
	bool		is_fixed = column->attribute == column->table->distributed_by;

	if (!is_random || !column->is_key || column->counts[8] * 2 > column->ids_read ||
		column->table->relation->rd_rel->relkind == RELKIND_MATVIEW ||
		is_fixed != (statement == NULL))
		return NULL;
	/* the application passes ids that carry their time */
	if (statement == NULL && column->timed * 2 > column->ids_read)
		return NULL;
	if (statement == NULL)
		return psprintf("%sCitus distributes the table by this column, so its default cannot be "
						"changed. Pass uuid_generate_v7() from the application, or run "
						"undistribute_table, make version 7 the default, and run "
						"create_distributed_table, which copies all rows. New ids then carry "
						"their creation time and sort by it. Existing rows keep their ids.",
						version_words);
	*statement = psprintf("ALTER TABLE %s ALTER COLUMN %s SET DEFAULT %s.uuid_generate_v7();",
						  column->table->name, column->name, column->table->schema);
	return psprintf("%sMake version 7 the default, and new ids carry their creation time and sort "
					"by it. Existing rows keep their ids.", version_words);
}

static const char *
create_index(const uuidx_column_report *column, const char **statement)
{
	const uuidx_report_table *table = column->table;

	if ((column->timed == 0 && !column->contradicts) || !OidIsValid(column->unserved) ||
		get_rel_relkind(column->unserved) == RELKIND_FOREIGN_TABLE)
		return NULL;
	*statement = psprintf("CREATE INDEX %sON %s (%s%s);",
						  table->key != NULL ? "" : "CONCURRENTLY ",
						  uuidx_qualified_name(column->unserved), column->name,
						  column->needs_time_order ?
						  psprintf(" %s.uuid_time_ops", table->schema) : "");
	if (column->needs_time_order)
		return "The ids with a time are version 1 or a mixture of versions. Queries by time read "
			"the whole table; an index in time order makes them fast.";
	return "Queries by time read the whole table; an index on the column makes them fast.";
}

/* The planner relies on a version only if a validated CHECK proves it */
static const char *
prove_version(const uuidx_column_report *column, const char **statement)
{
	const uuidx_report_table *table = column->table;
	const char *unvalidated = column->unvalidated[column->provable];
	const uuidx_version *version = uuidx_only_version(column->provable);

	if (table->relation->rd_rel->relkind == RELKIND_MATVIEW || version == NULL ||
		column->provable == column->proven)
		return NULL;
	*statement = check_statement(table, unvalidated, column->raw_name,
								 uuidx_versions_text(version->all),
								 psprintf("%s.%s(%s)", table->schema, version->predicate_name,
										  column->name));
	if (unvalidated != NULL)
		return "A CHECK constraint on the version is not validated, so the planner does not use it."
			VALIDATION;
	return psprintf("All ids read are version %d. A validated CHECK constraint on the table proves "
					"this to the planner.%s" VALIDATION, version->number,
					get_typtype(get_atttype(table->oid, column->attribute)) == TYPTYPE_DOMAIN ?
					" A constraint on the domain does not." : "");
}

/* The planner uses a stored generated column only if a validated CHECK proves what it contains */
static const char *
prove_generated_column(const uuidx_column_report *column, const char **statement)
{
	foreach_ptr(uuidx_time_column, at, column->time_columns)
	{
		if (at->computation != UUIDX_COMPUTED || at->is_checked || at->differs ||
			column->timed == 0)
			continue;
		*statement = check_statement(column->table, at->unvalidated, at->raw_name, "time",
									 psprintf("%s = %s", at->name, at->expression));
		return psprintf("Column %s is generated from the id. The planner uses it as the time of "
						"the id only if a validated CHECK constraint proves that they are equal, "
						"because ALTER COLUMN ... TYPE can change stored values." VALIDATION,
						at->name);
	}
	return NULL;
}

/* Statistics matter if ids have a time or the column is a key; ANALYZE reads only local pages */
static const char *
gather_statistics(const uuidx_column_report *column, const char **statement)
{
	const uuidx_report_table *table = column->table;

	if (column->has_statistics || column->ids_read == column->counts[KIND_NIL] ||
		(column->timed == 0 && !column->is_key) || table->pages == 0 || table->has_policies)
		return NULL;
	*statement = psprintf("ANALYZE %s (%s);", table->name, column->name);
	if (!column->wants_no_statistics)
		return "The planner has no statistics on the column.";
	*statement = psprintf("ALTER TABLE %s ALTER COLUMN %s SET STATISTICS -1; %s", table->name,
						  column->name, *statement);
	return "The planner has no statistics on the column, because its statistics target is 0.";
}

/* A query that names nothing of the extension is planned by it only if the library is preloaded */
static const char *
preload(const uuidx_column_report *column, const char **statement)
{
	const char *others = local_preload_libraries_string;

	if (uuidx_preloaded ||
		!(column->has_within || (column->computed_time != NULL && column->timed > 0)))
		return NULL;
	*statement = psprintf("ALTER DATABASE %s SET local_preload_libraries = %s%suuidx;",
						  quote_identifier(get_database_name(MyDatabaseId)),
						  others, others[0] != '\0' ? ", " : "");
	if (column->has_within)
		return "A CHECK constraint with uuid_v7_within lets lookups by id skip partitions, but "
			"only in sessions that preload uuidx. The statement takes effect for new sessions.";
	return psprintf("Column %s is computed from the id. Conditions on it can use the index on the "
					"id only in sessions that preload uuidx. The statement takes effect for new "
					"sessions.", column->computed_time);
}

/* Returns true if lookups by the column visit every partition because no CHECK prevents that */
static bool
visits_all_partitions(const uuidx_column_report *column)
{
	PartitionKey key = column->table->key;

	if (key == NULL || !column->is_key || column->ids_read == 0)
		return false;
	for (int i = 0; i < key->partnatts; i++)
		if (key->partattrs[i] == column->attribute)
			return false;
	/* a CHECK accepts nulls */
	return !column->has_within ||
		(column->partition_time != NULL && column->partition_time->is_nullable);
}

/* Returns a tolerance in days that is at least twice the largest difference, or 0 */
static int
tolerance_in_days(const uuidx_time_column *at)
{
	int64		half_us = at->distance_us;

	return half_us <= UUIDX_DAY_US / 2 ? 1 : half_us <= 7 * UUIDX_DAY_US / 2 ? 7 :
		half_us <= 30 * UUIDX_DAY_US / 2 ? 30 : 0;
}

/* Returns why no CHECK can limit the partitions that a lookup visits, or NULL if one can */
static const char *
find_obstacle(const uuidx_column_report *column)
{
	Relation	relation = column->table->relation;
	PartitionKey key = column->table->key;
	const uuidx_time_column *at = column->partition_time;
	Oid			type = key->parttypid[0];
	const char *name;

	if (key->strategy != PARTITION_STRATEGY_RANGE)
		return "The table is not partitioned by range, so the time in an id cannot select a "
			"partition.";
	if (key->partattrs[0] == 0)
		return "The partition key is an expression, so a CHECK constraint cannot help.";
	name = quote_identifier(get_attname(RelationGetRelid(relation), key->partattrs[0], false));
	if (type != TIMESTAMPTZOID && type != TIMESTAMPOID && type != DATEOID)
		return psprintf("Column %s is neither a timestamp nor a date, so the time in an id cannot "
						"select a partition.", name);
	/* the code of the planner does not support these */
	if (key->partnatts > 1 &&
		partition_bound_has_default(RelationGetPartitionDesc(relation, true)->boundinfo))
		return "The planner cannot use a CHECK constraint here, because the partition key has "
			"several columns and the table has a default partition.";
	if (column->provable != UUIDX_VERSIONS_ALL_7)
		return "Not all ids are version 7, so a CHECK constraint cannot limit their distance from "
			"the partition key.";
	if (at == NULL)
		return "The partition key cannot be compared with the ids, because you do not have the "
			"privilege to read it.";
	if (at->nulls_read > 0)
		return psprintf("Column %s contains null values, which a CHECK constraint accepts.", name);
	if (at->is_infinite)
		return psprintf("Column %s contains infinite values, which are not near the time of any "
						"id.", name);
	if (tolerance_in_days(at) == 0)
		return psprintf("Column %s differs from the time of the id by up to %s, too much for a "
						"CHECK constraint to exclude partitions.", name, distance_text(at));
	return NULL;
}

/*
 * Lookups by id in a table that is partitioned by another column visit every partition.  With
 * CHECK (uuid_v7_within(id, created_at, '1 day')) the planner derives a range of created_at from
 * the id, and they visit two or three.
 */
static const char *
limit_distance(const uuidx_column_report *column, const char **statement)
{
	const uuidx_report_table *table = column->table;
	const uuidx_time_column *at = column->partition_time;
	const char *obstacle;
	const char *visits;
	int			days;

	if (!visits_all_partitions(column))
		return NULL;
	obstacle = find_obstacle(column);
	if ((statement == NULL) != (obstacle != NULL))
		return NULL;
	visits = psprintf("Lookups by %s visit all partitions (%d). ", column->name, table->leaves);
	if (obstacle != NULL)
		return psprintf("%s%s", visits, obstacle);
	if (at->is_nullable)
	{
		*statement = psprintf("%1$s ALTER TABLE %2$s ALTER COLUMN %3$s SET NOT NULL; "
							  "ALTER TABLE %2$s DROP CONSTRAINT %4$s;",
							  check_statement(table, NULL, at->raw_name, "not_null",
											  psprintf("%s IS NOT NULL", at->name)),
							  table->name, at->name,
							  choose_check_name(table, at->raw_name, "not_null"));
		return psprintf("%sA CHECK constraint on the distance between %s and %s can prevent this, "
						"but only if %s is NOT NULL. The rows read contain no nulls." VALIDATION,
						visits, column->name, at->name, at->name);
	}
	days = tolerance_in_days(at);
	*statement = check_statement(table, column->unvalidated_within, column->raw_name, "within",
								 psprintf("%s.uuid_v7_within(%s, %s%s%s, '%d day%s')",
										  table->schema, column->name, at->name,
										  at->type == DATEOID ? "::timestamp" : "",
										  at->type == TIMESTAMPTZOID ? "" : " AT TIME ZONE 'UTC'",
										  days, days == 1 ? "" : "s"));
	return psprintf("%sA validated CHECK constraint on the distance between %s and %s limits "
					"lookups to the partitions near the time of the id. In the rows read, the "
					"largest distance is %s. The constraint rejects rows beyond its limit."
					VALIDATION, visits, column->name, at->name, distance_text(at));
}

/* Returns text about the time zone of the nearest time column, or else of the first without one */
static const char *
zone_words(const uuidx_column_report *column)
{
	const uuidx_time_column *found = column->nearest;
	bool		is_known;

	foreach_ptr(uuidx_time_column, at, column->time_columns)
		if (found == NULL || found->type != TIMESTAMPOID)
		found = at;
	if (found == NULL || found->type != TIMESTAMPOID)
		return "";
	is_known = found->compared > 1 && !found->is_infinite;
	if (is_known && found->distance_us <= ZONE_US)
		return psprintf(" Column %s has no time zone, and its values are in UTC. To convert them "
						"to timestamptz, use %s AT TIME ZONE 'UTC'.", found->name, found->name);
	if (is_known && found->greatest_us - found->least_us <= ZONE_US)
		return psprintf(" Column %s has no time zone, and its values are not in UTC; they differ "
						"from the time of the id by %s.", found->name, distance_text(found));
	return psprintf(" Column %s has no time zone. If its values are in UTC, use %s AT TIME ZONE "
					"'UTC' to convert them to timestamptz.", found->name, found->name);
}

/* Returns text about version 4 UUIDs in a key, which another column can order by time */
static const char *
rewrite_words(const uuidx_column_report *column)
{
	if (!column->is_key || column->nearest == NULL || column->counts[4] == 0)
		return "";
	return psprintf(" Query existing rows by column %s. To give them new ids for the times in that "
					"column, see \"Version 4: all ids\" in the uuidx documentation.",
					column->nearest->name);
}

/* Returns text about ids of version 8 */
static const char *
v8_words(const uuidx_column_report *column)
{
	if (column->v8 == UUIDX_V8_UNKNOWN)
		return "The layout of version 8 ids depends on the application that generates them. See "
			"its documentation for whether they carry a time.";
	if (column->v8 == UUIDX_V8_TIME_FIRST)
		return psprintf("The version 8 ids begin with a plausible time, like those of "
						"uuid_generate_v8_node() and uuid_from_id(). If they come from one of "
						"these functions, query by time: "
						"WHERE %s >= uuid_v7_lower(now() - interval '1 hour').", column->name);
	return psprintf("The version 8 ids come from %s and begin with their time, as version 7 ids "
					"do. Query by time: WHERE %s >= uuid_v7_lower(now() - interval '1 hour').",
					column->v8 == UUIDX_V8_NODE ? "uuid_generate_v8_node()" : "uuid_from_id()",
					column->name);
}

/* Returns text about a time column that the id can replace, and about what is then lost */
static const char *
replaceable_words(const uuidx_column_report *column)
{
	const uuidx_time_column *nearest = column->nearest;
	Datum		size = DirectFunctionCall1(pg_size_pretty, Int64GetDatum(nearest->bytes));
	const char *size_words = nearest->bytes < 0 ? "" :
		psprintf(" The column and its indexes take %s.", TextDatumGetCString(size));

	return psprintf("Column %s differs from the time of the id by at most %s in %s.%s A "
					"column computed from the id can replace it; see \"A computed created_at\" in "
					"the uuidx documentation. The difference%s any other value written to the "
					"column are then lost.",
					nearest->name, distance_text(nearest),
					nearest->proven_us <= UUIDX_REPLACEABLE_US ?
					"every row, as a CHECK constraint proves" :
					column->sampled ? "the rows read" : "every row",
					size_words,
					nearest->nulls_read > 0 ? ", null values, and" : " and");
}

/* Returns the text for a column to which no statement applies */
static const char *
closing_words(const uuidx_column_report *column)
{
	const char *words = set_default(column, NULL);

	if (words != NULL)
		return words;
	if (column->ids_read == 0)
		return column->rows_read > 0 ? "Nothing to do. All values read are null." :
			"No ids were read. Run the report again when the table has rows.";
	if (column->counts[KIND_NIL] == column->ids_read)
		return psprintf("All ids read are nil UUIDs. If they stand for a missing value, store null "
						"instead: NULLIF(%s, '00000000-0000-0000-0000-000000000000').",
						column->name);
	if ((words = add_column_again(column, NULL)) != NULL ||
		(words = limit_distance(column, NULL)) != NULL)
		return words;
	if (column->timed == 0 && column->counts[8] * 2 > column->ids_read)
		return v8_words(column);
	if (column->timed == 0 && !column->is_key)
		return "Nothing to do. The ids carry no time, and the column is not the key of the table.";
	if (column->timed == 0)
		words = psprintf("The ids carry no time.%s", rewrite_words(column));
	else if (column->timed < column->ids_read)
		words = psprintf("Queries by time find only the ids that carry a time.%s",
						 rewrite_words(column));
	else if (column->is_replaceable)
		words = replaceable_words(column);
	else if (column->timed_v8 > 0)
		words = v8_words(column);
	else
		words = psprintf("Nothing to do. Query by time: WHERE %s >= now() - interval '1 hour'.",
						 column->computed_time != NULL ? column->computed_time :
						 psprintf("uuid_time(%s)", column->name));
	return psprintf("%s%s", words, zone_words(column));
}

/* Returns text about triggers, if the table has or could get a column computed from the id */
static const char *
trigger_words(const uuidx_column_report *column)
{
	const uuidx_report_table *table = column->table;
	bool		is_computed = column->is_replaceable || column->has_virtual_time;
	const char *words = "";

	foreach_ptr(uuidx_time_column, at, column->time_columns)
	{
		if (at->computation != UUIDX_NOT_COMPUTED)
			is_computed = true;
	}
	if (table->triggers_read_rows && (column->is_replaceable || column->has_virtual_time))
		words = " The triggers of the table cannot read a virtual column, so use a stored one.";
	if (table->whole_row_trigger == NULL || !is_computed)
		return words;
	return psprintf("%s If the table has a generated column, a dump of it cannot be restored, "
					"because the WHEN condition of trigger %s contains NEW.*. Name the columns "
					"there.", words, table->whole_row_trigger);
}

const char *
uuidx_next_step(const uuidx_column_report *column, const char **statement)
{
	/* the first piece of advice that applies is given */
	static const char *(*const advice[]) (const uuidx_column_report *, const char **) = {
		add_column_again, set_default, create_index, limit_distance, prove_version,
		prove_generated_column, gather_statistics, preload
	};
	const char *words = NULL;

	*statement = NULL;
	if (column->type != UUIDOID && !column->contradicts)
		return column->ids_read == 0 ? closing_words(column) :
			psprintf("The values are UUIDs as defined by RFC 9562, but not of type uuid. Convert "
					 "the column, which rewrites the table, and run the report again: "
					 "ALTER COLUMN %s TYPE uuid USING %s::uuid.", column->name,
					 column->type == BYTEAOID ? psprintf("encode(%s, 'hex')", column->name) :
					 column->name);
	if (column->contradicts && column->ids_read > 0)
	{
		const char *index = column->type != UUIDOID || column->is_virtual ? NULL :
			create_index(column, statement);

		return psprintf("%s%s%s", uuidx_system_words(column), index != NULL ? " " : "",
						index != NULL ? index : "");
	}
	/* a virtual column has neither a default nor an index */
	for (int i = 0; i < lengthof(advice) && words == NULL && !column->is_virtual; i++)
		words = advice[i] (column, statement);
	if (words == NULL)
		words = closing_words(column);
	words = psprintf("%s%s%s", uuidx_differs_by_days(column) ? "The times of most ids "
					 "differ from the time columns of the table by more than a day. " : "", words,
					 trigger_words(column));
	if (column->last_time <= GetCurrentTransactionStartTimestamp() + USECS_PER_MINUTE)
		return words;
	return psprintf("%s The latest time in the ids is ahead of this server's clock.", words);
}
