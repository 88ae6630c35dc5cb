/*
 * expand.c
 *	  The words of a rule, with values in place of the names in them.
 */
#include "report/report.h"

#include "catalog/pg_constraint.h"
#include "commands/dbcommands.h"
#include "errors.h"
#include "miscadmin.h"
#include "utils/builtins.h"

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
check_name(const uuidx_column_report *column, const uuidx_rule *of)
{
	Relation	relation = column->table->relation;
	bool		is_about_at = of->at != NULL &&
		(strcmp(of->label, "time") == 0 || strcmp(of->label, "not_null") == 0);

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
value_of(const uuidx_column_report *column, const uuidx_rule *of, const uuidx_time_column *at,
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
		{"bound", column->certainty > 0 ?
		uuidx_system_bound(column, "now() - interval '1 hour'") : ""},
	};

	for (int i = 0; i < lengthof(values); i++)
		if (strcmp(name, values[i][0]) == 0)
			return values[i][1];
	return NULL;
}

/* Returns the first rule of a name that applies, or NULL */
static const uuidx_rule *
find_rule(const uuidx_rules *rules, const char *name)
{
	for (int i = 0; i < rules->count; i++)
		if (rules->rules[i].applies && strcmp(rules->rules[i].name, name) == 0)
			return &rules->rules[i];
	return NULL;
}

/*
 * Appends words or a statement of a rule, and replaces the names in braces.  A rule without a time
 * column is about that of the rule that names it.  Sets *statement if a rule has one.
 */
static void
append(StringInfo text, const uuidx_rules *rules, const uuidx_rule *of, const uuidx_time_column *at,
	   const char *words, const char **statement)
{
	for (const char *open; (open = strchr(words, '{')) != NULL;)
	{
		const char *end = strchr(open, '}');
		const char *name = pnstrdup(open + 1, end - open - 1);
		const char *value = value_of(rules->column, of, at, name);
		const uuidx_rule *part = value == NULL ? find_rule(rules, name) : NULL;

		appendBinaryStringInfo(text, words, open - words);
		words = end + 1;
		if (value != NULL)
			appendStringInfoString(text, value);
		if (part == NULL)
			continue;
		at = part->at != NULL ? part->at : at;
		append(text, rules, part, at, part->words, statement);
		if (part->statement != NULL)
		{
			StringInfoData expanded;

			initStringInfo(&expanded);
			append(&expanded, rules, part, at, part->statement, statement);
			*statement = expanded.data;
		}
	}
	appendStringInfoString(text, words);
}

const char *
uuidx_expand(const uuidx_rules *rules, const char *part, const char **statement)
{
	static const uuidx_rule none;
	StringInfoData text;

	*statement = NULL;
	initStringInfo(&text);
	append(&text, rules, &none, NULL, psprintf("{%s}", part), statement);
	return text.data;
}
