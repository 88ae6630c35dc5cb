/*
 * rules.c
 *	  What a report says about a uuid column, as a table of rules.
 *
 * For example, the first row named "step" that applies to a column with the default
 * gen_random_uuid() says "{new_ids}Make version 7 the default", and the row named "new_ids" says
 * "New ids are version {default_version}. ".  A step with a statement no longer applies once its
 * statement has been run.
 *
 * A statement can be run unchanged, because every name in it is qualified and quoted.  The names of
 * the server's own types, functions and operators are not qualified, so search_path must not name a
 * schema with the same names before pg_catalog.
 */
#include "report/report.h"

#include "access/xact.h"
#include "commands/dbcommands.h"
#include "errors.h"
#include "guc.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/varlena.h"
#include "uuid/epoch.h"
#include "uuid/layout.h"
#include "uuid/tolerance.h"

/* A longer constant difference comes from a time zone */
#define ZONE_US (INT64CONST(15) * USECS_PER_MINUTE)

/* A page of an index has room for about this many ids */
#define IDS_OF_INDEX_PAGE (BLCKSZ / 28)

/* Defines a rule that prints a value, in which braces are not replaced, or NULL */
#define VALUE(name, text) {name, true,.value = text}

#define VALIDATION \
	" In a transaction of its own, validation does not block readers or writers; it fails if a " \
	"row violates the constraint."
#define VALIDATE_CHECK "ALTER TABLE {table} VALIDATE CONSTRAINT {check};"
#define ADD_CHECK(condition) \
	"ALTER TABLE {table} ADD CONSTRAINT {check} CHECK (" condition ") NOT VALID; " VALIDATE_CHECK

/* Returns true if lookups by the column visit every partition because no CHECK prevents that */
static bool
visits_all_partitions(const uuidx_column_report *column)
{
	Form_pg_partitioned_table key = column->table->key;

	if (!column->is_key || column->ids_read == 0)
		return false;
	for (int i = 0; i < key->partnatts; i++)
	{
		if (key->partattrs.values[i] == column->attribute)
			return false;
	}
	/* a CHECK accepts nulls */
	return !column->has_within ||
		(column->partition_time != NULL && column->partition_time->is_nullable);
}

/* Returns why no CHECK can limit the partitions that a lookup visits, or NULL if one can */
static const char *
find_obstacle(const uuidx_column_report *column)
{
	Form_pg_partitioned_table key = column->table->key;
	const uuidx_time_column *at = column->partition_time;
	Oid			type = column->table->key_type;

	if (key->partstrat != PARTITION_STRATEGY_RANGE)
		return "The table is not partitioned by range, so the time in an id cannot select a "
			"partition.";
	if (column->table->key_attribute == 0)
		return "The partition key is an expression, so a CHECK constraint cannot help.";
	if (type != TIMESTAMPTZOID && type != TIMESTAMPOID && type != DATEOID)
		return "Column {key} is neither a timestamp nor a date, so the time in an id cannot "
			"select a partition.";
	/* partition_by_time.c derives nothing for such a table */
	if (key->partnatts > 1 && OidIsValid(key->partdefid))
		return "The planner cannot use a CHECK constraint here, because the partition key has "
			"several columns and the table has a default partition.";
	if (column->provable != UUIDX_VERSIONS_ALL_7)
		return "Not all ids are version 7, so a CHECK constraint cannot limit their distance from "
			"the partition key.";
	if (at == NULL)
		return "The partition key cannot be compared with the ids, because you do not have "
			"the privilege to read it.";
	if (at->values_read < column->rows_read)
		return "Column {key} contains null values, which a CHECK constraint accepts.";
	if (at->is_infinite)
		return "Column {key} contains infinite values, which are not near the time of any id.";
	if (at->distance_us > 15 * UUIDX_DAY_US)
		return "Column {key} differs from the time of the id by up to {distance}, too much "
			"for a CHECK constraint to exclude partitions.";
	return NULL;
}

/* The first time column of a kind, or NULL */
typedef struct time_facts
{
	const uuidx_time_column *wrong; /* a mistake without obstacle */
	const uuidx_time_column *mistake;	/* generated, but not as the time of
										 * the id, or by an unknown function */
	const uuidx_time_column *unproven;	/* generated, but no CHECK proves it */
	const uuidx_time_column *zoneless;
	const uuidx_time_column *zone_known;	/* zoneless, with enough values */
	bool		can_compute;	/* one is, or could be, computed from the id */
} time_facts;

static time_facts
find_time_facts(const uuidx_column_report *column)
{
	time_facts	f = {.can_compute = column->is_replaceable || column->has_virtual_time};

	foreach_ptr(uuidx_time_column, at, column->time_columns)
	{
		bool		is_unknown = at->computation == UUIDX_COMPUTED_OTHERWISE || at->varies;
		bool		is_mistaken = at->differs || (is_unknown && at->type == TIMESTAMPTZOID &&
												  at->is_measured && at->distance_us == 0);

		if (f.wrong == NULL && is_mistaken && at->obstacle == NULL)
			f.wrong = at;
		if (f.mistake == NULL && is_mistaken)
			f.mistake = at;
		if (f.unproven == NULL && column->timed > 0 && at->computation == UUIDX_COMPUTED &&
			!at->varies && !at->is_checked && !at->differs)
			f.unproven = at;
		if (f.zoneless == NULL && at->type == TIMESTAMPOID)
			f.zoneless = at;
		if (at->computation != UUIDX_NOT_COMPUTED)
			f.can_compute = true;
	}
	if (f.wrong != NULL)
		f.mistake = f.wrong;
	if (column->nearest != NULL && column->nearest->type == TIMESTAMPOID)
		f.zoneless = column->nearest;
	if (f.zoneless != NULL && f.zoneless->compared > 1 && !f.zoneless->is_infinite)
		f.zone_known = f.zoneless;
	return f;
}

/* Returns local_preload_libraries as literals, with a comma after each */
static const char *
preloaded_libraries(void)
{
	StringInfoData literals;
	List	   *names = NIL;

	initStringInfo(&literals);
	(void) SplitDirectoriesString(pstrdup(local_preload_libraries_string), ',', &names);
	foreach_ptr(char, name, names)
		appendStringInfo(&literals, "%s, ", quote_literal_cstr(name));
	return literals.data;
}

/* The rules: of those with one name, the first that applies */
uuidx_words
uuidx_apply_rules(const uuidx_column_report *column)
{
	const uuidx_report_table *table = column->table;
	const int64 *counts = column->counts;
	int64		ids = column->ids_read;
	int64		timed = column->timed;
	const uuidx_reading *best = &column->best;
	const uuidx_time_column *nearest = column->nearest;
	const uuidx_time_column *within = column->partition_time;
	const uuidx_version *only = uuidx_only_version(column->provable);
	const char *unvalidated = column->unvalidated[column->provable];
	int			version = column->default_version;
	AttrNumber	key = table->key_attribute;
	const time_facts f = find_time_facts(column);

	/* the ids are not as RFC 9562 defines them */
	bool		is_odd = column->contradicts && ids > 0;
	bool		is_far = column->compared * 2 > ids && column->far * 2 > column->compared;

	/* a virtual column has neither a default nor an index */
	bool		can_change = column->type == UUIDOID && !column->is_virtual;
	bool		can_index = column->indexed != NULL ? !column->is_virtual :
		can_change && (timed > 0 || column->contradicts);
	bool		is_fast = !OidIsValid(column->unserved);
	bool		lacks_index = can_index && !is_fast &&
		get_rel_relkind(column->unserved) != RELKIND_FOREIGN_TABLE;

	/* if no id was read here, the rows may be on other servers */
	bool		is_elsewhere = table->has_foreign || table->is_distributed;
	bool		is_random = column->default_text != NULL ? version == 4 || version == 1 :
		timed == 0 && counts[4] * 2 >= ids && (ids > 0 || !is_elsewhere);

	/*
	 * new ids of a key should carry their time, unless others already do; the
	 * default of a partition is not used by inserts into its table
	 */
	bool		is_view = table->relation->rd_rel->relkind == RELKIND_MATVIEW;
	bool		wants_default = can_change && is_random && column->is_key &&
		counts[8] * 2 <= ids && !is_view && !column->rejects_v7 &&
		!table->relation->rd_rel->relispartition;

	/* without a proof, a filter by uuid_time(id) needs time order */
	bool		is_slow_by_filter = column->proven == UUIDX_VERSIONS_ANY &&
		column->timed_v8 == 0 && OidIsValid(uuidx_unserved(column, UUIDX_BY_ID_IN_TIME_ORDER));

	/* statistics matter for times and keys; ANALYZE reads local pages */
	bool		wants_statistics = can_change && !column->has_statistics &&
		ids > counts[KIND_NIL] && (timed > 0 || column->is_key) && table->pages > 0;

	/* Citus rejects a new default of the column by which it distributes */
	bool		is_fixed = column->attribute == table->distributed_by;

	/* new ids would sort before the last ones, and end an order of them */
	bool		ends_order = column->is_sorted_v4 &&
		uuidx_unix_ms_to_pg_us(uuidx_v7_unix_ms(&column->largest)) >
		GetCurrentTransactionStartTimestamp();

	/*
	 * Version 7 sorts before nearly all ids of versions 4 and 1, so new ids
	 * do not fill the last page of the index; others are split in the middle
	 */
	bool		is_split = column->is_key && table->key == NULL &&
		(wants_default || counts[7] > 0) && counts[1] + counts[4] > IDS_OF_INDEX_PAGE &&
		!column->is_sorted_v4;

	/* a CHECK must not reject new ids, which have the version of the default */
	bool		can_check = can_change &&
		(version == 0 || (only != NULL && version == only->number));
	bool		wants_proof = can_change && !is_view && only != NULL &&
		column->provable != column->proven;
	bool		visits_all = table->key != NULL && visits_all_partitions(column);
	const char *obstacle = visits_all ? find_obstacle(column) : NULL;
	bool		can_limit = can_check && visits_all && obstacle == NULL;
	const uuidx_rule rules[] = {
		/* values */
		VALUE("table", table->name),
		VALUE("column", column->name),
		VALUE("schema", table->schema),
		VALUE("leaves", psprintf("%d", table->leaves)),
		VALUE("unserved", is_fast ? NULL : uuidx_qualified_name(column->unserved)),
		VALUE("key", key == 0 ? NULL : quote_identifier(get_attname(table->oid, key, false))),
		VALUE("default_version", psprintf("%d", column->default_version)),
		VALUE("version", only == NULL ? NULL : psprintf("%d", only->number)),
		VALUE("predicate", only == NULL ? NULL : only->predicate_name),
		VALUE("computed", column->computed_time),
		VALUE("database", quote_identifier(get_database_name(MyDatabaseId))),
		VALUE("preloaded", preloaded_libraries()),
		VALUE("trigger", table->whole_row_trigger),
		VALUE("ids", uuidx_text_of_ids(column)),
		VALUE("undefined", uuidx_share_text(column->undefined, ids)),
		VALUE("others", uuidx_share_text(column->other_texts, ids)),
		VALUE("bad", uuidx_share_text(column->bad, ids)),
		VALUE("share", uuidx_share_text(best->fitting, column->nkept)),
		VALUE("system", best->system == NULL ? NULL : best->system->name),
		VALUE("rival", column->rivals),
		VALUE("system_ids", best->ids),
		VALUE("system_version", psprintf("%d", best->version)),
		VALUE("condition", column->condition),
		VALUE("indexed", column->indexed),
		VALUE("expression", f.unproven == NULL ? NULL : f.unproven->expression),

		/* whether queries by time are fast and find all ids */
		{"by_time", is_odd && best->certainty > UUIDX_POSSIBLE &&
		(column->rivals == NULL || best->certainty == UUIDX_ALMOST_CERTAIN), "only as {system}"},
		{"by_time", is_odd || column->is_sorted_v4 || (timed == 0 && counts[8] > 0), "not known"},
		{"by_time", timed == 0, "no id has a time"},
		{"by_time", timed == ids && is_fast && is_slow_by_filter, "fast by operators only"},
		{"by_time", timed == ids, is_fast ? "fast" : "slow"},
		{"by_time", is_fast, "fast, for the ids that have a time"},
		{"by_time", true, "slow, and not all ids have a time"},

		/* everything that is said */
		{"next_step", is_odd, "{differs}{step}{elsewhere}"},
		{"next_step", true, "{differs}{step}{virtual}{whole_row}{ahead}{elsewhere}"},
		{"elsewhere", table->has_foreign, " Foreign partitions and children were not read."},
		{"elsewhere", table->is_distributed, " Citus keeps the rows in shards, which were not "
		"read: run the report on one of them."},
		{"differs", is_odd && is_far, "Read as defined by RFC 9562, the times of most ids "
		"differ from the time columns of the table by more than a day. "},
		{"differs", is_far,
		"The times of most ids differ from the time columns of the table by more than a day. "},
		{"virtual", table->triggers_read_rows &&
			(column->is_replaceable || column->has_virtual_time),
		" The triggers of the table cannot read a virtual column, so use a stored one."},
		{"whole_row", table->whole_row_trigger != NULL && f.can_compute,
			" If the table has a generated column, a dump of it cannot be restored, because the "
		"WHEN condition of trigger {trigger} contains NEW.*. Name the columns there."},
		{"ahead", column->last_time > GetCurrentTransactionStartTimestamp() + USECS_PER_MINUTE,
		" The latest time in the ids is ahead of this server's clock."},

		/* ids that are not those of RFC 9562 */

		/* no statement if the times of the table contradict the system */
		{"step", is_odd && best->certainty == UUIDX_POSSIBLE, "The ids could be {which}. Their "
			"times rise in the order of the rows, but differ from the time columns of the table by "
		"more than a day, so no statement is recommended. Compare a few ids with known times."},
		{"step", is_odd && best->certainty > 0,
		"The ids are {certainty} {which}.{rivals}{usage}{index}"},
		{"step", column->other_texts > 0, "{others} of the values are not UUIDs, so the column "
			"cannot be converted, and no index on id::uuid can be created. Correct these values "
		"first; see \"Text keys\" in the uuidx documentation."},
		{"step", is_odd, "{contradiction} Queries by time could return wrong rows, so no "
		"statement is recommended. Compare a few ids with known times."},
		{"contradiction", !column->holds_uuids, "No system that uuid_id_systems() lists fits the "
		"values with times that are plausible in the order of the rows."},
		{"contradiction", column->undefined > 0, "RFC 9562 does not define the versions and "
		"variants of {undefined} of the ids, and they do not fit one other system.{could_be}"},
		{"contradiction", true, "{bad} of the ids contain a time before 2000 or after tomorrow, "
		"as if it were wrong or random, and they do not fit one other system.{could_be}"},
		{"could_be", best->fitting * 5 >= column->nkept && column->nkept > 0,
		" About {share} of them could be ids of system {system}."},
		{"certainty", column->rivals != NULL, "possibly"},
		{"certainty", best->certainty == UUIDX_PROBABLE, "probably"},
		{"certainty", true, "almost certainly"},
		{"which", best->ids != NULL, "{system_ids}"},
		{"which", true, "of system {system}"},
		{"rivals", column->rivals != NULL, " They could also be of system {rival}."},
		{"usage", best->version != 0, " uuid_from_id('{system}', {ids}) of the extension "
			"uuidx_ids returns version {system_version}. Convert the column before you query it "
		"by time; see \"Bring your ids\" in the uuidx documentation."},
		{"usage", column->condition == NULL, "{reads} The ids read do not all have one form, so no "
			"range of them is a time range. Convert the column, or compare that expression; see "
		"\"Bring your ids\" in the uuidx documentation."},
		{"usage", true, "{reads}{unsorted} Query by time: WHERE {condition}. See \"Bring your "
		"ids\" in the uuidx documentation."},
		{"unsorted", column->is_unsorted, " They do not sort by it in this column."},
		{"reads", true, " id_extract_timestamp('{system}', {ids}) of the extension uuidx_ids "
		"returns their time."},
		{"index", lacks_index, " Queries by time read the whole table; an index makes them fast.",
		"{create_index}"},
		{"step", column->type != UUIDOID && ids > 0, "The values are UUIDs as defined by RFC 9562, "
			"but not of type uuid.{by_text} See \"Text keys\" in the uuidx documentation for the "
		"conversion of the column.{index}"},
		{"by_text", column->condition != NULL && counts[7] == ids,
		" Query by time: WHERE {condition}."},
		{"by_text", column->condition != NULL,
		" Query those of version 7 by time: WHERE {condition}."},
		{"by_text", counts[4] == ids, " {no_time}{could_be}"},

		/* a generated column cannot be updated, so a wrong one is dropped */
		{"step", can_change && f.wrong != NULL, "{mistake} The statement drops the column with "
			"its indexes and constraints, adds it again, and rewrites the table.",
			"ALTER TABLE {table} DROP COLUMN {at}, ADD COLUMN {at} timestamptz {not_null}GENERATED "
			"ALWAYS AS ({schema}.uuid_time({column})) STORED, "
			"ADD CONSTRAINT {check} CHECK ({at} = {schema}.uuid_time({column}));",
		f.wrong, "time"},
		{"not_null", f.wrong != NULL && !f.wrong->is_nullable, "NOT NULL "},
		{"mistake", f.mistake != NULL && !f.mistake->differs, "Column {at} contains the time of "
		"the id, but the planner does not recognize the function that generates it."},
		{"mistake", f.mistake != NULL && f.mistake->is_infinite,
		"Column {at} is generated from the id, but contains infinite values."},
		{"mistake", true, "Column {at} is generated from the id, but differs from the time of the "
		"id by up to {distance}.{depends_on_zone}"},
		{"depends_on_zone", f.mistake != NULL && f.mistake->type != TIMESTAMPTZOID, " It has no "
		"time zone, so its values depend on the session's time zone."},

		/* only time order sorts version 1 by time */
		{"step", lacks_index && counts[1] * 2 > ids, "{needs_time_order}", "{create_index}"},
		{"step", wants_default && !is_fixed && counts[1] * 2 > ids, "{new_ids}Make version 7 "
			"the default: queries in time order find both versions, and new ids sort by their "
			"creation time in any order. Existing rows keep their ids; see \"Version 1\" in the "
		"uuidx documentation.", "{set_default}"},
		{"step", wants_default && !is_fixed && !ends_order, "{new_ids}Make version 7 the "
			"default, and new ids carry their creation time and sort by it. Existing rows keep "
		"their ids.{half_empty}{sorted}", "{set_default}"},
		{"set_default", true,
		"ALTER TABLE {table} ALTER COLUMN {column} SET DEFAULT {schema}.uuid_generate_v7();"},
		{"half_empty", is_split, " The index of new ids stays half empty unless you convert all "
		"ids or partition the table; see \"Version 4: new ids only\" in the uuidx documentation."},
		{"sorted", column->is_sorted_v4, " The ids are version 4, but in the order of the rows, as "
		"if they contained a time that no known system reads."},
		{"new_ids", column->default_text != NULL, "New ids are version {default_version}. "},
		{"step", lacks_index && column->needs_time_order, "{needs_time_order}", "{create_index}"},
		{"needs_time_order", true, "The ids with a time are version 1 or a mixture of versions. "
		"Queries by time read the whole table; an index in time order makes them fast."},
		{"step", lacks_index, "Queries by time read the whole table; an index on the column "
		"makes them fast.", "{create_index}"},
		{"create_index", column->indexed != NULL,
		"CREATE INDEX {concurrently}ON {unserved} ({indexed});"},
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
		{"tolerance", can_limit && within->distance_us <= UUIDX_DAY_US / 2, "1 day"},
		{"tolerance", can_limit && within->distance_us <= 7 * UUIDX_DAY_US / 2, "7 days"},
		{"tolerance", true, "30 days"},
		{"as_utc", within != NULL && within->type == DATEOID, "::timestamp AT TIME ZONE 'UTC'"},
		{"as_utc", within != NULL && within->type == TIMESTAMPOID, " AT TIME ZONE 'UTC'"},

		/* the planner relies on what a validated CHECK proves */
		{"step", wants_proof && unvalidated != NULL, "A CHECK constraint on the version is not "
			"validated, so the planner does not use it." VALIDATION, VALIDATE_CHECK, NULL, "",
		unvalidated},
		{"step", wants_proof && can_check, "All ids read are version {version}. A validated "
			"CHECK constraint on the table proves this to the planner.{domain}" VALIDATION,
		ADD_CHECK("{schema}.{predicate}({column})"), NULL, uuidx_versions_text(column->provable)},
		{"domain", get_typtype(get_atttype(table->oid, column->attribute)) == TYPTYPE_DOMAIN,
		" A constraint on the domain does not."},
		{"step", can_change && f.unproven != NULL, "Column {at} is generated from the id. The "
			"planner uses it as the time of the id only if a validated CHECK constraint proves "
			"that they are equal, because ALTER COLUMN ... TYPE can change stored values."
			VALIDATION, f.unproven != NULL && f.unproven->unvalidated != NULL ? VALIDATE_CHECK :
			ADD_CHECK("{at} = {expression}"), f.unproven, "time",
		f.unproven != NULL ? f.unproven->unvalidated : NULL},

		{"step", wants_statistics, "The planner has no statistics on the column{target}.",
		"{reset_target}ANALYZE {table} ({column});"},
		{"target", column->wants_no_statistics, ", because its statistics target is 0"},
		{"reset_target", column->wants_no_statistics,
		"ALTER TABLE {table} ALTER COLUMN {column} SET STATISTICS -1; "},

		/* a query without a name of the extension needs it preloaded */
		{"step", can_change && !uuidx_preloaded && column->has_within, "A CHECK constraint with "
			"uuid_v7_within lets lookups by id skip partitions, but only in sessions that preload "
		"uuidx. The statement takes effect for new sessions.", "{preload}"},
		{"step", can_change && !uuidx_preloaded && column->computed_time != NULL && timed > 0,
			"Column {computed} is computed from the id. Conditions on it can use the index on the "
			"id only in sessions that preload uuidx. The statement takes effect for new sessions.",
		"{preload}"},
		{"preload", true,
		"ALTER DATABASE {database} SET local_preload_libraries = {preloaded}uuidx;"},

		/* no statement applies */
		{"step", wants_default && is_fixed && timed * 2 <= ids, "{new_ids}Citus distributes "
			"the table by this column, so its default cannot be changed. Pass uuid_generate_v7() "
			"from the application, or run undistribute_table, make version 7 the default, and run "
			"create_distributed_table, which copies all rows. New ids then carry their creation "
		"time and sort by it. Existing rows keep their ids."},
		{"step", ids == 0 && column->rows_read > 0, "Nothing to do. All values read are null."},
		{"step", ids == 0, "No ids were read. Run the report again when the table has rows."},
		{"step", counts[KIND_NIL] == ids, "All ids read are nil UUIDs. If they stand for a missing "
		"value, store null instead: NULLIF({column}, '00000000-0000-0000-0000-000000000000')."},
		{"step", f.mistake != NULL, "{mistake} {why_kept}", NULL, f.mistake},
		{"why_kept", f.mistake != NULL, f.mistake != NULL ? f.mistake->obstacle : NULL},
		{"step", obstacle != NULL, "{visits} {obstacle}", NULL, within},
		{"obstacle", obstacle != NULL, obstacle},
		{"step", column->is_sorted_v4 && wants_default, "Keep the default.{sorted} New ids of "
			"version 7 would sort before them, and ORDER BY {column} would no longer be the order "
		"of insertion.{existing}"},
		{"step", column->is_sorted_v4, "Nothing to do.{sorted}{existing}"},
		{"step", timed == 0 && counts[8] * 2 > ids, "{v8}"},
		{"step", timed == 0 && !column->is_key,
		"Nothing to do. {no_time} The column is not the key of the table.{could_be}"},
		{"step", timed == 0, "{no_time}{could_be}{existing}{zone}"},
		{"no_time", counts[8] > 0, "Only the ids of version 8 may carry a time."},
		{"no_time", true, "The versions of the ids carry no time."},
		{"step", timed < ids,
		"Queries by time find only the ids that carry a time.{existing}{half_empty}{zone}"},
		{"step", column->is_replaceable, "Column {at} differs from the time of the id by at most "
		"{distance} in {which_rows}.{sizes} {replacement}{zone}", NULL, nearest},
		{"replacement", column->is_coarse, "It has whole seconds, and a column computed from the "
			"id has milliseconds: pages by ({at}, {column}) whose cursor has whole seconds would "
			"lose rows. Keep the column, or page by {column} alone before you replace it; see "
		"\"Replace a stored created_at\" in the uuidx documentation."},
		{"replacement", true, "A column computed from the id can replace it; see "
			"\"Replace a stored created_at\" in the uuidx documentation. The difference{nulls} and "
		"any other value written to the column are then lost."},
		{"which_rows", nearest != NULL && nearest->proven_us <= UUIDX_REPLACEABLE_US,
		"every row, as a CHECK constraint proves"},
		{"which_rows", true, column->sampled ? "the rows read" : "every row"},
		{"sizes", nearest != NULL && nearest->bytes >= 0,
		" The column and its indexes take {size}."},
		{"nulls", nearest != NULL && nearest->values_read < column->rows_read, ", null values,"},
		{"step", column->timed_v8 > 0, "{v8}{zone}"},
		{"step", true,
		"Nothing to do. Query by time: WHERE {time} >= now() - interval '1 hour'.{zone}"},
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
		{"existing", column->is_key && nearest != NULL && counts[4] > 0 &&
			!column->rejects_v7, " Query existing rows by column {at}. To give them new ids for "
			"the times in that column, see \"Version 4: all ids\" in the uuidx documentation.",
		NULL, nearest},
		{"zone", f.zoneless == NULL, ""},
		{"zone", f.zone_known != NULL && f.zone_known->distance_us <= ZONE_US, " Column {at} has "
			"no time zone, and its values are in UTC. To convert them to timestamptz, use {at} "
		"AT TIME ZONE 'UTC'.", NULL, f.zoneless},
		{"zone", f.zone_known != NULL &&
			f.zone_known->greatest_us - f.zone_known->least_us <= ZONE_US,
			" Column {at} has no time zone, and its values are not in UTC; they differ from the "
		"time of the id by {distance}.", NULL, f.zoneless},
		{"zone", true, " Column {at} has no time zone. If its values are in UTC, use {at} AT TIME "
		"ZONE 'UTC' to convert them to timestamptz.", NULL, f.zoneless},
		{NULL}
	};

	return uuidx_expand(column, rules);
}
