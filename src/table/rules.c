/*
 * rules.c
 *	  What a report says about a uuid column, as a table of rules.
 *
 * For example, of a column with the default gen_random_uuid() the first row named "step" that
 * applies says "{new_ids}Make version 7 the default, ...".  A name in braces stands for a value, such
 * as the name of the table, or for the first row of that name that applies, or else for nothing.
 * A step that has a statement no longer applies once its statement has been run.
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
#define VALIDATE_CHECK "ALTER TABLE {table} VALIDATE CONSTRAINT {check};"
#define ADD_CHECK(condition) \
	"ALTER TABLE {table} ADD CONSTRAINT {check} CHECK (" condition ") NOT VALID; " VALIDATE_CHECK

typedef struct rule
{
	const char *name;
	bool		applies;
	const char *words;
	const char *statement;
	const uuidx_time_column *at;	/* the time column that it is about */
	const char *label;			/* of the CHECK in the statement, or NULL */
	const char *existing;		/* name of one that is not validated, or NULL */
} rule;

typedef struct rule_table
{
	const uuidx_column_report *column;
	const rule *rules;
	int			count;
} rule_table;

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

/* Returns a tolerance that is at least twice the largest difference, or NULL */
static const char *
tolerance_text(const uuidx_time_column *at)
{
	int64		half_us = at->distance_us;

	return half_us <= UUIDX_DAY_US / 2 ? "1 day" : half_us <= 7 * UUIDX_DAY_US / 2 ? "7 days" :
		half_us <= 30 * UUIDX_DAY_US / 2 ? "30 days" : NULL;
}

static const char *
percent_text(int64 count, int64 all)
{
	return psprintf("%.1f %%", 100.0 * (double) count / (double) all);
}

/* Returns the size of a time column, which is not known for a distributed table */
static const char *
size_text(const uuidx_time_column *at)
{
	return TextDatumGetCString(DirectFunctionCall1(pg_size_pretty, Int64GetDatum(at->bytes)));
}

/* Returns the name of the CHECK in the statement of a rule, quoted */
static const char *
check_name(const uuidx_column_report *column, const rule *of)
{
	Relation	relation = column->table->relation;
	bool		is_about_at = strcmp(of->label, "time") == 0 || strcmp(of->label, "not_null") == 0;

	if (of->existing != NULL)
		return quote_identifier(of->existing);
	return quote_identifier(ChooseConstraintName(RelationGetRelationName(relation),
												 is_about_at ? of->at->raw_name : column->raw_name,
												 of->label, RelationGetNamespace(relation), NIL));
}

/* Returns the column by which the table is partitioned, quoted */
static const char *
partition_column(const uuidx_report_table *table)
{
	return quote_identifier(get_attname(table->oid, table->key->partattrs[0], false));
}

/* Returns the ids of the column as the text that functions for other systems take */
static const char *
text_of_ids(const uuidx_column_report *column)
{
	return column->type == UUIDOID ? psprintf("%s::text", column->name) :
		column->type == BYTEAOID ? psprintf("encode(%s, 'hex')", column->name) : column->name;
}

/* Returns the value that a name stands for in the words or the statement of a rule, or NULL */
static const char *
value_of(const uuidx_column_report *column, const rule *of, const uuidx_time_column *at,
		 const char *name)
{
	const uuidx_report_table *table = column->table;
	const uuidx_version *version = uuidx_only_version(column->provable);
	const uuidx_id_system *system = column->system;
	const char *others = local_preload_libraries_string;
	const char *const values[][2] = {
		{"table", table->name},
		{"column", column->name},
		{"schema", table->schema},
		{"leaves", psprintf("%d", table->leaves)},
		{"unserved", OidIsValid(column->unserved) ? uuidx_qualified_name(column->unserved) : ""},
		{"key", table->key != NULL && table->key->partattrs[0] != 0 ? partition_column(table) : ""},
		{"check", of->label != NULL ? check_name(column, of) : ""},
		{"at", at != NULL ? at->name : ""},
		{"expression", at != NULL && at->expression != NULL ? at->expression : ""},
		{"distance", at != NULL ? distance_text(at) : ""},
		{"tolerance", at != NULL && tolerance_text(at) != NULL ? tolerance_text(at) : ""},
		{"size", at != NULL ? size_text(at) : ""},
		{"default_version", psprintf("%d", column->default_version)},
		{"version", version != NULL ? psprintf("%d", version->number) : ""},
		{"predicate", version != NULL ? version->predicate_name : ""},
		{"computed", column->computed_time != NULL ? column->computed_time : ""},
		{"database", quote_identifier(get_database_name(MyDatabaseId))},
		{"preloaded", others[0] != '\0' ? psprintf("%s, ", others) : ""},
		{"trigger", table->whole_row_trigger != NULL ? table->whole_row_trigger : ""},
		{"ids", text_of_ids(column)},
		{"undefined", percent_text(column->undefined, column->ids_read)},
		{"bad", percent_text(column->bad, column->ids_read)},
		{"share", psprintf("%.0f %%", 100 * column->system_share)},
		{"system", system != NULL ? system->name : ""},
		{"rival", column->rivals != NULL ? column->rivals : ""},
		{"system_ids", column->system_ids != NULL ? column->system_ids : ""},
		{"system_version", psprintf("%d", column->system_version)},
		{"bound", column->certainty > 0 ? uuidx_system_bound(column, "now() - interval '1 hour'") : ""},
	};

	for (int i = 0; i < lengthof(values); i++)
		if (strcmp(name, values[i][0]) == 0)
			return values[i][1];
	return NULL;
}

/* Returns the first rule of a name that applies, or NULL */
static const rule *
find_rule(const rule_table *table, const char *name)
{
	for (int i = 0; i < table->count; i++)
		if (table->rules[i].applies && strcmp(table->rules[i].name, name) == 0)
			return &table->rules[i];
	return NULL;
}

/*
 * Appends words or a statement of a rule, and replaces the names in braces.  A rule without a time
 * column is about that of the rule that names it.  Sets *statement if a rule has one.
 */
static void
append(StringInfo text, const rule_table *table, const rule *of, const uuidx_time_column *at,
	   const char *words, const char **statement)
{
	for (const char *open; (open = strchr(words, '{')) != NULL;)
	{
		const char *end = strchr(open, '}');
		const char *name = pnstrdup(open + 1, end - open - 1);
		const char *value = value_of(table->column, of, at, name);
		const rule *part = value == NULL ? find_rule(table, name) : NULL;

		appendBinaryStringInfo(text, words, open - words);
		words = end + 1;
		if (value != NULL)
			appendStringInfoString(text, value);
		if (part == NULL)
			continue;
		at = part->at != NULL ? part->at : at;
		append(text, table, part, at, part->words, statement);
		if (part->statement != NULL)
		{
			StringInfoData expanded;

			initStringInfo(&expanded);
			append(&expanded, table, part, at, part->statement, statement);
			*statement = expanded.data;
		}
	}
	appendStringInfoString(text, words);
}

/* Returns true if values of a column that is generated from the id are not what they should be */
static bool
is_mistaken(const uuidx_time_column *at)
{
	/* the planner does not recognize the function */
	bool		is_disguised = at->computation == UUIDX_COMPUTED_OTHERWISE &&
		at->type == TIMESTAMPTZOID && at->is_measured && at->distance_us == 0;

	return is_disguised || at->differs;
}

/* Returns the first time column that is mistaken, and is inherited or not; or NULL */
static const uuidx_time_column *
find_mistake(const uuidx_column_report *column, bool is_inherited)
{
	foreach_ptr(uuidx_time_column, at, column->time_columns)
	{
		if (is_mistaken(at) && at->is_inherited == is_inherited)
			return at;
	}
	return NULL;
}

/* Returns the first generated column that no CHECK proves to be the time of the id, or NULL */
static const uuidx_time_column *
find_unproven(const uuidx_column_report *column)
{
	foreach_ptr(uuidx_time_column, at, column->time_columns)
	{
		if (at->computation == UUIDX_COMPUTED && !at->is_checked && !at->differs)
			return at;
	}
	return NULL;
}

/* Returns the nearest time column, or else the first one, if it has no time zone; or NULL */
static const uuidx_time_column *
find_zoneless(const uuidx_column_report *column)
{
	if (column->nearest != NULL && column->nearest->type == TIMESTAMPOID)
		return column->nearest;
	foreach_ptr(uuidx_time_column, at, column->time_columns)
	{
		if (at->type == TIMESTAMPOID)
			return at;
	}
	return NULL;
}

/* Returns true if the table has, or could get, a column that is computed from the id */
static bool
has_computed(const uuidx_column_report *column)
{
	foreach_ptr(uuidx_time_column, at, column->time_columns)
	{
		if (at->computation != UUIDX_NOT_COMPUTED)
			return true;
	}
	return column->is_replaceable || column->has_virtual_time;
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

/* Returns why no CHECK can limit the partitions that a lookup visits, or NULL if one can */
static const char *
find_obstacle(const uuidx_column_report *column)
{
	PartitionKey key = column->table->key;
	const uuidx_time_column *at = column->partition_time;
	Oid			type = key->parttypid[0];

	if (key->strategy != PARTITION_STRATEGY_RANGE)
		return "{visits} The table is not partitioned by range, so the time in an id cannot select a "
			"partition.";
	if (key->partattrs[0] == 0)
		return "{visits} The partition key is an expression, so a CHECK constraint cannot help.";
	if (type != TIMESTAMPTZOID && type != TIMESTAMPOID && type != DATEOID)
		return "{visits} Column {key} is neither a timestamp nor a date, so the time in an id cannot "
			"select a partition.";
	/* the code of the planner does not support these */
	if (key->partnatts > 1 &&
		partition_bound_has_default(RelationGetPartitionDesc(column->table->relation,
															 true)->boundinfo))
		return "{visits} The planner cannot use a CHECK constraint here, because the partition key has "
			"several columns and the table has a default partition.";
	if (column->provable != UUIDX_VERSIONS_ALL_7)
		return "{visits} Not all ids are version 7, so a CHECK constraint cannot limit their distance from "
			"the partition key.";
	if (at == NULL)
		return "{visits} The partition key cannot be compared with the ids, because you do not have the "
			"privilege to read it.";
	if (at->nulls_read > 0)
		return "{visits} Column {key} contains null values, which a CHECK constraint accepts.";
	if (at->is_infinite)
		return "{visits} Column {key} contains infinite values, which are not near the time of any id.";
	if (tolerance_text(at) == NULL)
		return "{visits} Column {key} differs from the time of the id by up to {distance}, too much for a "
			"CHECK constraint to exclude partitions.";
	return NULL;
}

const char *
uuidx_words(const uuidx_column_report *column, const char *part, const char **statement)
{
	const uuidx_report_table *table = column->table;
	const int64 *counts = column->counts;
	int64		ids = column->ids_read;
	int64		timed = column->timed;
	bool		is_view = table->relation->rd_rel->relkind == RELKIND_MATVIEW;
	bool		is_fast = !OidIsValid(column->unserved);
	bool		is_odd = column->contradicts && ids > 0;
	bool		is_far = column->compared * 2 > ids && column->far * 2 > column->compared;
	bool		by_system = is_odd && column->certainty > 0;
	bool		can_query = timed > 0 || column->contradicts;

	/* a virtual column has neither a default nor an index */
	bool		can_change = column->type == UUIDOID && !column->is_virtual;
	bool		lacks_index = can_change && can_query && !is_fast &&
		get_rel_relkind(column->unserved) != RELKIND_FOREIGN_TABLE;

	/*
	 * new ids of a key should carry their time, unless ids of another version
	 * already do
	 */
	int			version = column->default_version;
	bool		is_random = column->default_text != NULL ? version == 4 || version == 1 :
		timed == 0 && counts[4] * 2 >= ids;
	bool		wants_default = can_change && is_random && column->is_key &&
		counts[8] * 2 <= ids && !is_view;

	/*
	 * Citus rejects a new default of the column by which it distributes the
	 * rows
	 */
	bool		is_fixed = column->attribute == table->distributed_by;
	bool		visits_all = visits_all_partitions(column);
	const char *obstacle = visits_all ? find_obstacle(column) : NULL;
	bool		can_limit = can_change && visits_all && obstacle == NULL;
	const uuidx_time_column *nearest = column->nearest;
	const uuidx_time_column *within = column->partition_time;
	const uuidx_time_column *wrong = find_mistake(column, false);
	const uuidx_time_column *inherited = find_mistake(column, true);
	const uuidx_time_column *mistake = wrong != NULL ? wrong : inherited;
	const uuidx_time_column *unproven = timed > 0 ? find_unproven(column) : NULL;
	const uuidx_time_column *zoneless = find_zoneless(column);
	bool		zone_is_known = zoneless != NULL && zoneless->compared > 1 && !zoneless->is_infinite;
	const uuidx_version *only = uuidx_only_version(column->provable);
	const char *unvalidated = column->unvalidated[column->provable];
	bool		wants_proof = can_change && !is_view && only != NULL &&
		column->provable != column->proven;

	/*
	 * statistics matter if ids have a time or the column is a key; ANALYZE
	 * reads local pages
	 */
	bool		wants_statistics = can_change && !column->has_statistics && ids > counts[KIND_NIL] &&
		(timed > 0 || column->is_key) && table->pages > 0 && !table->has_policies;
	bool		computes = column->computed_time != NULL && timed > 0;
	const rule	rules[] = {
		/* whether queries by time are fast and find all ids */
		{"by_time", by_system, "only as {system}"},
		{"by_time", is_odd || (timed == 0 && counts[8] > 0), "not known"},
		{"by_time", timed == 0, "no id has a time"},
		{"by_time", timed == ids, is_fast ? "fast" : "slow"},
		{"by_time", is_fast, "fast, for the ids that have a time"},
		{"by_time", true, "slow, and not all ids have a time"},

		/* everything that is said */
		{"next_step", is_odd, "{differs}{step}"},
		{"next_step", true, "{differs}{step}{virtual}{whole_row}{ahead}"},
		{"differs", is_odd && is_far,
			"Read as defined by RFC 9562, the times of most ids differ from the time columns of "
		"the table by more than a day. "},
		{"differs", is_far,
		"The times of most ids differ from the time columns of the table by more than a day. "},
		{"virtual", table->triggers_read_rows &&
			(column->is_replaceable || column->has_virtual_time),
		" The triggers of the table cannot read a virtual column, so use a stored one."},
		{"whole_row", table->whole_row_trigger != NULL && has_computed(column),
			" If the table has a generated column, a dump of it cannot be restored, because the "
		"WHEN condition of trigger {trigger} contains NEW.*. Name the columns there."},
		{"ahead", column->last_time > GetCurrentTransactionStartTimestamp() + USECS_PER_MINUTE,
		" The latest time in the ids is ahead of this server's clock."},

		/* ids that are not those of RFC 9562 */
		{"step", by_system, "The ids are {certainty} {which}.{rivals}{usage}{index}"},
		{"step", is_odd, "{contradiction} Queries by time would return wrong rows, so no "
		"statement is recommended. Compare a few ids with known times."},
		{"contradiction", !column->holds_uuids, "No system that uuid_id_systems() lists fits the "
		"values with plausible times."},
		{"contradiction", column->undefined > 0, "RFC 9562 does not define the versions and variants of "
		"{undefined} of the ids, and they do not fit one other system.{could_be}"},
		{"contradiction", true, "{bad} of the ids contain a time before 2000 or after tomorrow, "
		"as if it were wrong or random, and they do not fit one other system.{could_be}"},
		{"could_be", column->system_share >= 0.2,
		" About {share} of them could be ids of system {system}."},
		{"certainty", column->rivals != NULL || column->certainty == UUIDX_POSSIBLE, "possibly"},
		{"certainty", column->certainty == UUIDX_PROBABLE, "probably"},
		{"certainty", true, "almost certainly"},
		{"which", column->system_ids != NULL, "{system_ids}"},
		{"which", true, "of system {system}"},
		{"rivals", column->rivals != NULL, " They could also be of system {rival}."},
		{"usage", column->system_version != 0,
			" uuid_from_id('{system}', {ids}) of the extension uuidx_ids returns version "
			"{system_version}. Convert the column before you query it by time; see \"Bring your "
		"ids\" in the uuidx documentation."},
		{"usage", column->certainty > 0 && uuidx_system_bound(column, "") == NULL,
			" id_extract_timestamp('{system}', {ids}) of the extension uuidx_ids returns their time. "
			"They do not sort by it in this column, so index that expression, or convert the ids; "
		"see \"Bring your ids\" in the uuidx documentation."},
		{"usage", true,
			" id_extract_timestamp('{system}', {ids}) of the extension uuidx_ids returns their time. "
			"Query by time: WHERE {column} >= {bound}. See \"Bring your ids\" in the uuidx "
		"documentation."},
		{"index", lacks_index, " Queries by time read the whole table; an index on the column "
		"makes them fast.", "{create_index}"},
		{"step", column->type != UUIDOID && ids > 0, "The values are UUIDs as defined by RFC 9562, "
			"but not of type uuid. Convert the column, which rewrites the table, and run the report "
		"again: ALTER COLUMN {column} TYPE uuid USING {ids}::uuid."},

		/*
		 * values of a generated column cannot be updated, so a wrong one is
		 * dropped
		 */
		{"step", can_change && wrong != NULL, "{mistake} The statement drops the column with its "
			"indexes and constraints, adds it again, and rewrites the table.",
			"ALTER TABLE {table} DROP COLUMN {at}, ADD COLUMN {at} timestamptz {not_null}GENERATED "
			"ALWAYS AS ({schema}.uuid_time({column})) STORED, "
			"ADD CONSTRAINT {check} CHECK ({at} = {schema}.uuid_time({column}));",
		wrong, "time"},
		{"not_null", wrong != NULL && !wrong->is_nullable, "NOT NULL "},
		{"mistake", mistake != NULL && !mistake->differs, "Column {at} contains the time of the "
		"id, but the planner does not recognize the function that generates it."},
		{"mistake", mistake != NULL && mistake->is_infinite,
		"Column {at} is generated from the id, but contains infinite values."},
		{"mistake", true, "Column {at} is generated from the id, but differs from the time of the "
		"id by up to {distance}.{depends_on_zone}"},
		{"depends_on_zone", mistake != NULL && mistake->type != TIMESTAMPTZOID, " It has no time "
		"zone, so its values depend on the session's time zone."},

		{"step", wants_default && !is_fixed, "{new_ids}Make version 7 the default, and new ids "
			"carry their creation time and sort by it. Existing rows keep their ids.",
		"ALTER TABLE {table} ALTER COLUMN {column} SET DEFAULT {schema}.uuid_generate_v7();"},
		{"new_ids", column->default_text != NULL, "New ids are version {default_version}. "},
		{"step", lacks_index && column->needs_time_order, "The ids with a time are version 1 or a "
			"mixture of versions. Queries by time read the whole table; an index in time order "
		"makes them fast.", "{create_index}"},
		{"step", lacks_index, "Queries by time read the whole table; an index on the column makes "
		"them fast.", "{create_index}"},
		{"create_index", true, "CREATE INDEX {concurrently}ON {unserved} ({column}{time_order});"},
		{"concurrently", table->key == NULL, "CONCURRENTLY "},
		{"time_order", column->needs_time_order, " {schema}.uuid_time_ops"},

		/*
		 * Lookups by id in a table that is partitioned by another column
		 * visit every partition.  With CHECK (uuid_v7_within(id, created_at,
		 * '1 day')) the planner derives a range of created_at from the id.
		 */
		{"visits", true, "Lookups by {column} visit all partitions ({leaves})."},
		{"step", can_limit && within->is_nullable, "{visits} A CHECK constraint on the distance "
			"between {column} and {at} can prevent this, but only if {at} is NOT NULL. The rows "
			"read contain no nulls." VALIDATION, ADD_CHECK("{at} IS NOT NULL")
			" ALTER TABLE {table} ALTER COLUMN {at} SET NOT NULL; "
		"ALTER TABLE {table} DROP CONSTRAINT {check};", within, "not_null"},
		{"step", can_limit, "{visits} A validated CHECK constraint on the distance between "
			"{column} and {at} limits lookups to the partitions near the time of the id. In the "
			"rows read, the largest distance is {distance}. The constraint rejects rows beyond "
			"its limit." VALIDATION, column->unvalidated_within != NULL ? VALIDATE_CHECK :
			ADD_CHECK("{schema}.uuid_v7_within({column}, {at}{as_utc}, '{tolerance}')"), within,
		"within", column->unvalidated_within},
		{"as_utc", within != NULL && within->type == DATEOID, "::timestamp AT TIME ZONE 'UTC'"},
		{"as_utc", within != NULL && within->type == TIMESTAMPOID, " AT TIME ZONE 'UTC'"},

		/* the planner relies on what a validated CHECK proves */
		{"step", wants_proof && unvalidated != NULL, "A CHECK constraint on the version is not "
		"validated, so the planner does not use it." VALIDATION, VALIDATE_CHECK, NULL, "", unvalidated},
		{"step", wants_proof, "All ids read are version {version}. A validated CHECK constraint on "
			"the table proves this to the planner.{domain}" VALIDATION,
		ADD_CHECK("{schema}.{predicate}({column})"), NULL, uuidx_versions_text(column->provable)},
		{"domain", get_typtype(get_atttype(table->oid, column->attribute)) == TYPTYPE_DOMAIN,
		" A constraint on the domain does not."},
		{"step", can_change && unproven != NULL, "Column {at} is generated from the id. The "
			"planner uses it as the time of the id only if a validated CHECK constraint proves "
			"that they are equal, because ALTER COLUMN ... TYPE can change stored values."
			VALIDATION, unproven != NULL && unproven->unvalidated != NULL ? VALIDATE_CHECK :
		ADD_CHECK("{at} = {expression}"), unproven, "time", unproven != NULL ? unproven->unvalidated : NULL},

		{"step", wants_statistics, "The planner has no statistics on the column{target}.",
		"{reset_target}ANALYZE {table} ({column});"},
		{"target", column->wants_no_statistics, ", because its statistics target is 0"},
		{"reset_target", column->wants_no_statistics,
		"ALTER TABLE {table} ALTER COLUMN {column} SET STATISTICS -1; "},

		/*
		 * a query without a name of the extension is planned by it only if it
		 * is preloaded
		 */
		{"step", can_change && !uuidx_preloaded && column->has_within, "A CHECK constraint with "
			"uuid_v7_within lets lookups by id skip partitions, but only in sessions that preload "
		"uuidx. The statement takes effect for new sessions.", "{preload}"},
		{"step", can_change && !uuidx_preloaded && computes, "Column {computed} is computed from "
			"the id. Conditions on it can use the index on the id only in sessions that preload "
		"uuidx. The statement takes effect for new sessions.", "{preload}"},
		{"preload", true,
		"ALTER DATABASE {database} SET local_preload_libraries = {preloaded}uuidx;"},

		/* no statement applies */
		{"step", wants_default && timed * 2 <= ids, "{new_ids}Citus distributes the table by this "
			"column, so its default cannot be changed. Pass uuid_generate_v7() from the "
			"application, or run undistribute_table, make version 7 the default, and run "
			"create_distributed_table, which copies all rows. New ids then carry their creation "
		"time and sort by it. Existing rows keep their ids."},
		{"step", ids == 0 && column->rows_read > 0, "Nothing to do. All values read are null."},
		{"step", ids == 0, "No ids were read. Run the report again when the table has rows."},
		{"step", counts[KIND_NIL] == ids, "All ids read are nil UUIDs. If they stand for a missing "
		"value, store null instead: NULLIF({column}, '00000000-0000-0000-0000-000000000000')."},
		{"step", inherited != NULL, "{mistake} The column is inherited, so it can be replaced only "
		"in the topmost parent table. Run the report on that table.", NULL, inherited},
		{"step", obstacle != NULL, obstacle, NULL, within},
		{"step", timed == 0 && counts[8] * 2 > ids, "{v8}"},
		{"step", timed == 0 && !column->is_key,
		"Nothing to do. The ids carry no time, and the column is not the key of the table."},
		{"step", timed == 0, "The ids carry no time.{existing}{zone}"},
		{"step", timed < ids,
		"Queries by time find only the ids that carry a time.{existing}{zone}"},
		{"step", column->is_replaceable, "Column {at} differs from the time of the id by at most "
			"{distance} in {which_rows}.{sizes} A column computed from the id can replace it; see "
			"\"A computed created_at\" in the uuidx documentation. The difference{nulls} and any "
		"other value written to the column are then lost.{zone}", NULL, nearest},
		{"which_rows", nearest != NULL && nearest->proven_us <= UUIDX_REPLACEABLE_US,
		"every row, as a CHECK constraint proves"},
		{"which_rows", true, column->sampled ? "the rows read" : "every row"},
		{"sizes", nearest != NULL && nearest->bytes >= 0, " The column and its indexes take {size}."},
		{"nulls", nearest != NULL && nearest->nulls_read > 0, ", null values,"},
		{"step", column->timed_v8 > 0, "{v8}{zone}"},
		{"step", true, "Nothing to do. Query by time: WHERE {time} >= now() - interval '1 hour'.{zone}"},
		{"time", column->computed_time != NULL, "{computed}"},
		{"time", true, "uuid_time({column})"},
		{"v8", column->v8 == UUIDX_V8_UNKNOWN, "The layout of version 8 ids depends on the "
			"application that generates them. See its documentation for whether they carry a "
		"time."},
		{"v8", column->v8 == UUIDX_V8_TIME_FIRST, "The version 8 ids begin with a plausible time, "
			"like those of uuid_generate_v8_node() and uuid_from_id(). If they come from one of "
			"these functions, query by time: "
		"WHERE {column} >= uuid_v7_lower(now() - interval '1 hour')."},
		{"v8", true, "The version 8 ids come from {v8_function} and begin with their time, as "
			"version 7 ids do. Query by time: "
		"WHERE {column} >= uuid_v7_lower(now() - interval '1 hour')."},
		{"v8_function", true,
		column->v8 == UUIDX_V8_NODE ? "uuid_generate_v8_node()" : "uuid_from_id()"},
		{"existing", column->is_key && nearest != NULL && counts[4] > 0, " Query existing rows by "
			"column {at}. To give them new ids for the times in that column, see \"Version 4: "
		"all ids\" in the uuidx documentation.", NULL, nearest},
		{"zone", zoneless == NULL, ""},
		{"zone", zone_is_known && zoneless->distance_us <= ZONE_US, " Column {at} has no time "
			"zone, and its values are in UTC. To convert them to timestamptz, use {at} AT TIME "
		"ZONE 'UTC'.", NULL, zoneless},
		{"zone", zone_is_known && zoneless->greatest_us - zoneless->least_us <= ZONE_US,
			" Column {at} has no time zone, and its values are not in UTC; they differ from the "
		"time of the id by {distance}.", NULL, zoneless},
		{"zone", true, " Column {at} has no time zone. If its values are in UTC, use {at} AT TIME "
		"ZONE 'UTC' to convert them to timestamptz.", NULL, zoneless},
	};
	const rule_table table_of_rules = {column, rules, lengthof(rules)};
	StringInfoData text;

	*statement = NULL;
	initStringInfo(&text);
	append(&text, &table_of_rules, &rules[0], NULL, psprintf("{%s}", part), statement);
	return text.data;
}
