/*
 * advice.c
 *	  What to do next with a uuid column.
 *
 * In a statement every name is qualified and quoted: it can be run unchanged, with any
 * search_path.
 */
#include "table/table.h"

#include "access/xact.h"
#include "catalog/pg_class.h"
#include "catalog/pg_constraint.h"
#include "commands/dbcommands.h"
#include "guc.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rls.h"

const char *
uuidx_by_time_text(const uuidx_column_report *column)
{
	if (column->ids_read == 0)
		return NULL;
	if (uuidx_timed(column) == 0)
		return column->counts[8] > 0 ? "not known" : "no id has a time";
	if (uuidx_timed(column) == column->ids_read)
		return uuidx_is_fast(column) ? "fast" : "slow";
	return uuidx_is_fast(column) ? "fast, for the ids that have a time" :
		"slow, and not all ids have a time";
}

/* New ids of a key should carry their time, unless they already have another version with one */
static bool
needs_default(const uuidx_column_report *column)
{
	if (!uuidx_is_own_key(column) || column->counts[8] * 2 > column->ids_read)
		return false;
	if (column->default_text == NULL)
		return uuidx_timed(column) == 0 && column->counts[4] * 2 >= column->ids_read;
	return column->default_version == 4 || column->default_version == 1;
}

/* The statement that proves a version, for a column that needs nothing else */
static char *
prove_statement(const uuidx_report_table *table, const uuidx_column_report *column,
				const char **words)
{
	Relation	relation = table->relation;
	int			version = uuidx_all_are(column, 7) ? 7 : 6;
	const char *check;

	if (column->unvalidated != NULL)
	{
		*words = "A CHECK constraint on the version is not validated, so the planner does not use "
			"it. Validating it does not block readers and writers, and fails if any id has "
			"another version.";
		return psprintf("ALTER TABLE %s VALIDATE CONSTRAINT %s;", table->name,
						quote_identifier(column->unvalidated));
	}
	*words = psprintf("All ids read are version %d. A validated CHECK constraint proves this to "
					  "the planner. Validating it does not block readers and writers, and fails if "
					  "any id has another version.", version);
	check = quote_identifier(ChooseConstraintName(RelationGetRelationName(relation),
												  column->raw_name, version == 7 ? "v7" : "v6",
												  RelationGetNamespace(relation), NIL));
	return psprintf("ALTER TABLE %s ADD CONSTRAINT %s CHECK (%s.uuid_is_v%d(%s)) NOT VALID; "
					"ALTER TABLE %s VALIDATE CONSTRAINT %s;",
					table->name, check, table->schema, version, column->name,
					table->name, check);
}

/* The statement after which sessions preload the library, in addition to the ones they preload */
static char *
preload_statement(const uuidx_column_report *column, const char **words)
{
	const char *others = local_preload_libraries_string;
	bool		has_others = others != NULL && others[0] != '\0';

	*words = column->has_within ?
		"The table has a CHECK constraint with uuid_v7_within, which lets lookups by id skip "
		"partitions. The planner uses it only in sessions that preload uuidx. The statement "
		"takes effect for new sessions." :
		psprintf("Column %s is computed from the id. The planner uses the index of the id for it "
				 "only in sessions that preload uuidx. The statement takes effect for new "
				 "sessions.", column->computed_time);
	return psprintf("ALTER DATABASE %s SET local_preload_libraries = %s%suuidx;",
					quote_identifier(get_database_name(MyDatabaseId)),
					has_others ? others : "", has_others ? ", " : "");
}

/* The statement after which new ids of a key carry their time */
static char *
default_statement(const uuidx_report_table *table, const uuidx_column_report *column,
				  const char **words)
{
	*words = column->default_text == NULL ?
		"Make version 7 the default, and new ids carry their creation time and sort by it. "
		"Existing rows keep their ids." :
		psprintf("New ids are version %d. Make version 7 the default, and new ids carry their "
				 "creation time and sort by it. Existing rows keep their ids.",
				 column->default_version);
	return psprintf("ALTER TABLE %s ALTER COLUMN %s SET DEFAULT %s.uuid_generate_v7();",
					table->name, column->name, table->schema);
}

/* The statement that creates the index that is missing */
static char *
index_statement(const uuidx_report_table *table, const uuidx_column_report *column,
				const char **words)
{
	bool		is_partitioned = table->relation->rd_rel->relkind == RELKIND_PARTITIONED_TABLE;

	*words = uuidx_needs_time_order(column) ?
		"The ids carry times of more than one version, or of version 1. Queries by time read the "
		"whole table; an index in time order makes them fast." :
		"Queries by time read the whole table; an index on the column makes them fast.";
	return psprintf("CREATE INDEX %sON %s (%s%s%s);",
					is_partitioned ? "" : "CONCURRENTLY ", column->unserved, column->name,
					uuidx_needs_time_order(column) ? psprintf(" %s.", table->schema) : "",
					uuidx_needs_time_order(column) ? "uuid_time_ops" : "");
}

/*
 * Whether statistics are missing that help, and that ANALYZE could gather: it needs
 * pages in this server
 */
static bool
needs_statistics(const uuidx_report_table *table, const uuidx_column_report *column)
{
	return column->ids_read > column->counts[KIND_NIL] && !column->has_statistics &&
		(uuidx_timed(column) > 0 || uuidx_is_own_key(column)) && table->pages > 0 &&
		check_enable_rls(RelationGetRelid(table->relation), InvalidOid, true) != RLS_ENABLED;
}

static char *
statistics_statement(const uuidx_report_table *table, const uuidx_column_report *column,
					 const char **words)
{
	*words = "The planner has no statistics on the column.";
	if (!column->wants_no_statistics)
		return psprintf("ANALYZE %s (%s);", table->name, column->name);
	*words = "The planner has no statistics on the column, because its statistics target is 0.";
	return psprintf("ALTER TABLE %s ALTER COLUMN %s SET STATISTICS -1; ANALYZE %s (%s);",
					table->name, column->name, table->name, column->name);
}

/* The next statement, or NULL */
static char *
next_statement(const uuidx_report_table *table, const uuidx_column_report *column,
			   const char **words)
{
	bool		is_table = table->relation->rd_rel->relkind != RELKIND_MATVIEW;
	bool		is_pure = uuidx_all_are(column, 7) || uuidx_all_are(column, 6);
	char	   *statement;

	if (column->is_virtual)
		return NULL;
	if (is_table && needs_default(column))
		return default_statement(table, column, words);
	if (uuidx_timed(column) > 0 && !uuidx_is_fast(column) && !column->is_foreign)
		return index_statement(table, column, words);
	if ((statement = uuidx_lookup_step(table, column, words)) != NULL)
		return statement;
	if (is_table && is_pure &&
		column->proven != (uuidx_all_are(column, 7) ? UUIDX_VERSIONS_ALL_7 : UUIDX_VERSIONS_ALL_6))
		return prove_statement(table, column, words);
	if (needs_statistics(table, column))
		return statistics_statement(table, column, words);
	if (!uuidx_preloaded &&
		(column->has_within || (column->computed_time != NULL && uuidx_timed(column) > 0)))
		return preload_statement(column, words);
	return NULL;
}

char *
uuidx_next_step(const uuidx_report_table *table, const uuidx_column_report *column,
				const char **words)
{
	char	   *statement = next_statement(table, column, words);

	if (statement == NULL)
		*words = uuidx_closing_words(table, column);
	if (column->last_time > GetCurrentTransactionStartTimestamp() + USECS_PER_MINUTE)
		*words = psprintf("%s The last time in the ids is ahead of the clock of this server.",
						  *words);
	return statement;
}
