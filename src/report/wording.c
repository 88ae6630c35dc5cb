/*
 * wording.c
 *	  The words of a rule, with values in place of the names in them.
 */
#include "report/report.h"

#include "catalog/pg_constraint.h"
#include "utils/builtins.h"

/* The rules of a report, and the statement found so far */
typedef struct expansion
{
	const uuidx_column_report *column;
	const uuidx_rule *rules;
	const char *check;			/* name of the CHECK in the statement, or NULL */
	const char *statement;
} expansion;

const char *
uuidx_share_text(int64 count, int64 all)
{
	double		percent = 100.0 * (double) count / (double) all;

	if (count == all)
		return "100 %";
	if (percent < 0.1)
		return "under 0.1 %";
	if (percent > 99.9)
		return "over 99.9 %";
	return psprintf("%.1f %%", percent);
}

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
	if (distance_us < 2 * USECS_PER_DAY)
		return psprintf("%.1f hours", distance_us / USECS_PER_HOUR);
	return psprintf("%.1f days", distance_us / USECS_PER_DAY);
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
												 of->label, RelationGetNamespace(relation),
												 column->table->checks));
}

static const char *expand(expansion *in, const uuidx_rule *of, const char *words);

/*
 * Returns what a name stands for in a rule, or NULL.  A rule of that name inherits the time column
 * unless it has its own, and sets in->statement if it has a statement.
 */
static const char *
value_of(expansion *in, const uuidx_rule *of, const char *name)
{
	const char *value = NULL;

	if (of->at != NULL && strcmp(name, "at") == 0)
		return of->at->name;
	if (of->at != NULL && strcmp(name, "distance") == 0)
		return distance_text(of->at);
	if (of->at != NULL && strcmp(name, "size") == 0)
		return TextDatumGetCString(DirectFunctionCall1(pg_size_pretty,
													   Int64GetDatum(of->at->bytes)));

	/* a statement contains the name several times */
	if (strcmp(name, "check") == 0 && in->check == NULL)
		in->check = check_name(in->column, of);
	if (strcmp(name, "check") == 0)
		return in->check;
	for (const uuidx_rule *rule = in->rules; value == NULL && rule->name != NULL; rule++)
	{
		uuidx_rule	part = *rule;

		if (!part.applies || strcmp(part.name, name) != 0)
			continue;
		if (part.words == NULL)
			return part.value;
		if (part.at == NULL)
			part.at = of->at;
		value = expand(in, &part, part.words);
		if (part.statement != NULL)
			in->statement = expand(in, &part, part.statement);
	}
	return value;
}

/* Returns words or a statement of a rule with the names in braces replaced */
static const char *
expand(expansion *in, const uuidx_rule *of, const char *words)
{
	StringInfoData text;

	initStringInfo(&text);
	for (const char *open; (open = strchr(words, '{')) != NULL;)
	{
		const char *end = strchr(open, '}');
		const char *value = value_of(in, of, pnstrdup(open + 1, end - open - 1));

		appendBinaryStringInfo(&text, words, open - words);
		appendStringInfoString(&text, value != NULL ? value : "");
		words = end + 1;
	}
	appendStringInfoString(&text, words);
	return text.data;
}

uuidx_words
uuidx_expand(const uuidx_column_report *column, const uuidx_rule *rules)
{
	static const uuidx_rule none;
	expansion	in = {column, rules};
	uuidx_words words;

	words.by_time = expand(&in, &none, "{by_time}");
	words.next_step = expand(&in, &none, "{next_step}");
	words.statement = in.statement;
	return words;
}
