/*
 * advice.c
 *	  What to do next with a uuid column.
 *
 * What is printed as a statement has every name qualified and quoted: it can be
 * run as it is, under any search_path.
 */
#include "table/table.h"

#include "catalog/pg_class.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_type.h"
#include "commands/dbcommands.h"
#include "miscadmin.h"
#include "nodes/pg_list.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rls.h"

/* A column that tells a time, quoted, or NULL */
static const char *
time_column(Relation relation)
{
	TupleDesc	tupdesc = RelationGetDescr(relation);

	for (int i = 0; i < tupdesc->natts; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(tupdesc, i);

		if (!attribute->attisdropped &&
			(attribute->atttypid == TIMESTAMPTZOID || attribute->atttypid == TIMESTAMPOID))
			return quote_identifier(NameStr(attribute->attname));
	}
	return NULL;
}

const char *
uuidx_by_time_text(const uuidx_column_report *column)
{
	if (column->ids_read == 0)
		return NULL;
	if (uuidx_timed(column) == 0)
		return "no id has a time";
	if (uuidx_timed(column) == column->ids_read)
		return uuidx_is_fast(column) ? "fast" : "slow";
	return uuidx_is_fast(column) ? "fast, for the ids that have a time" :
		"slow, and not all ids have a time";
}

/* What is left when nothing can be done by a statement */
static const char *
closing_words(const uuidx_report_table *table, const uuidx_column_report *column)
{
	const char *other = time_column(table->relation);

	if (column->ids_read == 0)
		return "No id was read. Look again when there are rows.";
	if (uuidx_timed(column) == 0)
		return other == NULL ? "The ids carry no time." :
			psprintf("The ids carry no time. For the rows there are, ask by column %s.", other);
	if (uuidx_timed(column) < column->ids_read)
		return "Queries by time find the ids that carry one, and never touch the others.";
	return psprintf("Nothing. Ask by time: WHERE uuid_time(%s) >= now() - interval '1 hour'.",
					column->name);
}

/* New ids of a key should carry their time, unless they already go by another version */
static bool
needs_default(const uuidx_column_report *column)
{
	if (!column->is_key || column->is_reference)
		return false;
	if (column->default_text == NULL)
		return uuidx_timed(column) == 0;
	return column->default_version == 4 || column->default_version == 1;
}

/* The statement that proves a version, of a column where nothing else was found */
static char *
prove_statement(const uuidx_report_table *table, const uuidx_column_report *column,
				const char **words)
{
	Relation	relation = table->relation;
	int			version = uuidx_all_are(column, 7) ? 7 : 6;
	const char *check;

	if (column->unvalidated != NULL)
	{
		*words = "A CHECK of the version is there, but not validated, so the planner does not "
			"believe it. Validating reads the table while others go on, and refuses if an id "
			"is of another version.";
		return psprintf("ALTER TABLE %s VALIDATE CONSTRAINT %s;", table->name,
						quote_identifier(column->unvalidated));
	}
	*words = psprintf("All ids read are v%d. A validated CHECK lets the planner rely on it. "
					  "Validating reads the table while others go on, and refuses if an id "
					  "is of another version.", version);
	check = quote_identifier(ChooseConstraintName(RelationGetRelationName(relation),
												  column->raw_name, version == 7 ? "v7" : "v6",
												  RelationGetNamespace(relation), NIL));
	return psprintf("ALTER TABLE %s ADD CONSTRAINT %s CHECK (%s.uuid_is_v%d(%s)) NOT VALID; "
					"ALTER TABLE %s VALIDATE CONSTRAINT %s;",
					table->name, check, table->schema, version, column->name,
					table->name, check);
}

/* The statement after which sessions preload the library, besides what they preload */
static char *
preload_statement(const char **words)
{
	const char *others = local_preload_libraries_string;
	bool		has_others = others != NULL && others[0] != '\0';

	*words = "The table has a CHECK with uuid_v7_within, which lets lookups by id skip partitions. "
		"It is used only in sessions that preload uuidx: the statement takes effect for new "
		"sessions.";
	return psprintf("ALTER DATABASE %s SET local_preload_libraries = %s%suuidx;",
					quote_identifier(get_database_name(MyDatabaseId)),
					has_others ? others : "", has_others ? ", " : "");
}

char *
uuidx_next_step(const uuidx_report_table *table, const uuidx_column_report *column,
				const char **words)
{
	Relation	relation = table->relation;
	bool		is_table = relation->rd_rel->relkind != RELKIND_MATVIEW;
	bool		is_pure = uuidx_all_are(column, 7) || uuidx_all_are(column, 6);

	*words = closing_words(table, column);
	if (column->is_virtual)
		return NULL;
	if (is_table && needs_default(column))
	{
		*words = column->default_text == NULL ?
			"New ids could carry their time. Rows that are there keep their ids." :
			psprintf("New ids are v%d. With v7 they carry their time, in the order of their bytes. "
					 "Rows that are there keep their ids.", column->default_version);
		return psprintf("ALTER TABLE %s ALTER COLUMN %s SET DEFAULT %s.uuid_generate_v7();",
						table->name, column->name, table->schema);
	}
	if (uuidx_timed(column) > 0 && !uuidx_is_fast(column) && !column->is_foreign)
	{
		*words = uuidx_needs_time_order(column) ?
			"The ids carry times of more than one version, or of v1: queries by time read the "
			"whole table. An index in time order serves them." :
			"Queries by time read the whole table. An index on the column serves them.";
		return psprintf("CREATE INDEX %sON %s (%s%s%s);",
						relation->rd_rel->relkind == RELKIND_PARTITIONED_TABLE ? "" :
						"CONCURRENTLY ",
						column->unserved, column->name,
						uuidx_needs_time_order(column) ? psprintf(" %s.", table->schema) : "",
						uuidx_needs_time_order(column) ? "uuid_time_ops" : "");
	}
	if (is_table && is_pure &&
		column->proven != (uuidx_all_are(column, 7) ? UUIDX_VERSIONS_ALL_7 : UUIDX_VERSIONS_ALL_6))
		return prove_statement(table, column, words);
	if (column->ids_read > 0 && !column->has_statistics &&
		check_enable_rls(RelationGetRelid(relation), InvalidOid, true) != RLS_ENABLED)
	{
		*words = "The planner has no statistics of the column.";
		if (!column->wants_no_statistics)
			return psprintf("ANALYZE %s (%s);", table->name, column->name);
		*words = "The planner has no statistics of the column, because their target is 0.";
		return psprintf("ALTER TABLE %s ALTER COLUMN %s SET STATISTICS -1; ANALYZE %s (%s);",
						table->name, column->name, table->name, column->name);
	}
	if (column->needs_preload)
		return preload_statement(words);
	return NULL;
}
