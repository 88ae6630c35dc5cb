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
	int			nrules;
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

const char *
uuidx_text_as_uuid(const uuidx_column_report *column)
{
	/* the cast from char(n) to text removes the blanks, which are in no uuid */
	return psprintf(column->type == BPCHAROID ? "%s::text::uuid" : "%s::uuid", column->name);
}

const char *
uuidx_text_of_ids(const uuidx_column_report *column)
{
	switch (column->type)
	{
		case UUIDOID:
			return psprintf("%s::text", column->name);
		case BYTEAOID:
			return psprintf("encode(%s, 'hex')", column->name);
		default:
			/* the functions read no braces */
			if (column->has_braces)
				return psprintf("%s::text", uuidx_text_as_uuid(column));
			return column->prefix_length == 0 ? column->name :
				psprintf("substr(%s, %d)", column->name, column->prefix_length + 1);
	}
}

/* Returns what a name stands for in one rule about a time column only, or NULL */
static const char *
value_of(expansion *in, const uuidx_rule *of, const uuidx_time_column *at, const char *name)
{
	if (strcmp(name, "check") == 0)
	{
		/* a statement names it several times */
		if (in->check == NULL)
			in->check = check_name(in->column, of);
		return in->check;
	}
	if (at == NULL)
		return NULL;
	if (strcmp(name, "at") == 0)
		return at->name;
	if (strcmp(name, "expression") == 0)
		return at->expression;
	if (strcmp(name, "distance") == 0)
		return distance_text(at);
	if (strcmp(name, "size") == 0)
		return TextDatumGetCString(DirectFunctionCall1(pg_size_pretty, Int64GetDatum(at->bytes)));
	return NULL;
}

/* Returns the first rule of a name that applies, or NULL */
static const uuidx_rule *
find_rule(const expansion *in, const char *name)
{
	for (int i = 0; i < in->nrules; i++)
	{
		if (in->rules[i].applies && strcmp(in->rules[i].name, name) == 0)
			return &in->rules[i];
	}
	return NULL;
}

/*
 * Returns words or a statement of a rule with the names in braces replaced.  A rule without a time
 * column is about that of the rule that names it.  Sets in->statement if a named rule has one.
 */
static const char *
expand(expansion *in, const uuidx_rule *of, const uuidx_time_column *at, const char *words)
{
	StringInfoData text;

	initStringInfo(&text);
	for (const char *open; (open = strchr(words, '{')) != NULL;)
	{
		const char *end = strchr(open, '}');
		const char *name = pnstrdup(open + 1, end - open - 1);
		const char *value = value_of(in, of, at, name);
		const uuidx_rule *part = value == NULL ? find_rule(in, name) : NULL;

		appendBinaryStringInfo(&text, words, open - words);
		words = end + 1;
		if (part != NULL && part->words == NULL)
			value = part->value;
		else if (part != NULL)
		{
			at = part->at != NULL ? part->at : at;
			value = expand(in, part, at, part->words);
			if (part->statement != NULL)
				in->statement = expand(in, part, at, part->statement);
		}
		if (value != NULL)
			appendStringInfoString(&text, value);
	}
	appendStringInfoString(&text, words);
	return text.data;
}

uuidx_words
uuidx_expand(const uuidx_column_report *column, const uuidx_rule *rules, int nrules)
{
	static const uuidx_rule none;
	expansion	in = {column, rules, nrules};
	uuidx_words words;

	words.by_time = expand(&in, &none, NULL, "{by_time}");
	words.next_step = expand(&in, &none, NULL, "{next_step}");
	words.statement = in.statement;
	return words;
}
