/*
 * bound.c
 *	  How a column is queried by the times in its ids, if these are of another system or in texts.
 *
 * For example, TypeIDs of users are in a column of type text.  Each of them is 'user_' and the
 * canonical text of the id, so the condition id >= 'user_' || id_lower('typeid', ...) COLLATE "C"
 * is right, and an index in the order of that collation serves it.  If ids do not sort by time in
 * the column, the condition is about the result of id_extract_timestamp(), which can be indexed.
 *
 * There is a condition only if it is right for each id that has been read.
 */
#include "report/report.h"

#include "access/xact.h"
#include "errors.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/formatting.h"
#include "uuid/epoch.h"

/*
 * The forms of a text: the canonical text of the system or, if "encoding" is set, an encoding of
 * the 128 bits, in a letter case.  A text has the form that it ends with; what is before that is a
 * prefix, the same in all rows.
 */
typedef struct text_form
{
	const char *encoding;		/* of uuid_encode(), or NULL */
	char	   *(*in_case) (const char *string, size_t length); /* or NULL */
	const char *before;			/* around the text of the system, or the uuid */
	const char *after;
} text_form;

static const text_form forms[] = {
	{NULL, NULL, "", ""},
	{NULL, asc_tolower, "lower(", ")"},
	{NULL, asc_toupper, "upper(", ")"},
	{"canonical", NULL, "", "::text"},
	{"canonical", asc_toupper, "upper(", "::text)"},
	{"hex", NULL, "uuid_encode(", ", 'hex')"},
	{"hex", asc_toupper, "upper(uuid_encode(", ", 'hex'))"},
	{"braced", NULL, "uuid_encode(", ", 'braced')"},
	{"braced", asc_toupper, "upper(uuid_encode(", ", 'braced'))"},
};

/* Returns the texts of the column as uuid */
static const char *
text_as_uuid(const uuidx_column_report *column)
{
	/* the cast from char(n) to text removes the blanks, which are in no uuid */
	return psprintf(column->type == BPCHAROID ? "%s::text::uuid" : "%s::uuid", column->name);
}

const char *
uuidx_text_of_ids(const uuidx_column_report *column)
{
	if (column->type == UUIDOID)
		return psprintf("%s::text", column->name);
	if (column->type == BYTEAOID)
		return psprintf("encode(%s, 'hex')", column->name);
	/* the functions of uuidx_ids read no braces */
	if (column->has_braces)
		return psprintf("%s::text", text_as_uuid(column));
	return column->prefix_length == 0 ? column->name :
		psprintf("substr(%s, %d)", column->name, column->prefix_length + 1);
}

/* Returns true if all kept texts have a form and one prefix, and sets the prefix */
static bool
have_form(const uuidx_column_report *column, const text_form *form, const char **prefix)
{
	const uuidx_id_system *system = column->best.system;
	const uuidx_id_system *writer = form->encoding == NULL ? system :
		uuidx_form_find(form->encoding, strlen(form->encoding));

	if (form->encoding != NULL ? !column->holds_uuids && system->bits != 128 : system == NULL)
		return false;
	for (int i = 0; i < column->nkept; i++)
	{
		const char *string = column->kept[i].string;
		char		buffer[UUIDX_ID_TEXT_MAX + 1];
		const char *in_form = buffer;
		uuidx_id	id;
		int			length;

		if (system == NULL)
			memcpy(id.octets, column->kept[i].uuid.data, UUID_LEN);
		else
			(void) uuidx_get_id(column, &column->kept[i], system, &id);
		length = uuidx_id_format(writer, &id, buffer);
		if (form->in_case != NULL)
			in_form = form->in_case(buffer, length);
		length = (int) strlen(string) - length;
		if (length < 0 || strcmp(string + length, in_form) != 0)
			return false;
		if (i == 0)
			*prefix = pnstrdup(string, length);
		if (length != strlen(*prefix) || strncmp(string, *prefix, length) != 0)
			return false;
	}
	return true;
}

/*
 * Returns the form of all kept texts, or NULL if they do not have one form.  Sets their prefix, and
 * whether their collation orders octets as COLLATE "C" does: the header of the server's functions
 * for that requires the headers of ICU.
 */
static const text_form *
find_form(uuidx_column_report *column, const char **prefix)
{
	SPI_execute(psprintf("SELECT FROM pg_collation c, pg_database d WHERE c.oid = %u AND "
						 "d.oid = %u AND CASE collprovider WHEN 'd' THEN datlocprovider = 'b' "
						 "OR datlocprovider = 'c' AND datcollate IN ('C', 'POSIX') "
						 "ELSE collprovider = 'b' "
						 "OR collprovider = 'c' AND collcollate IN ('C', 'POSIX') END",
						 column->collation, MyDatabaseId), true, 0);
	column->collates_as_c = SPI_processed > 0;
	for (int i = 0; i < lengthof(forms); i++)
	{
		if (have_form(column, &forms[i], prefix))
			return &forms[i];
	}
	return NULL;
}

/* Returns true if the system can read all kept ids */
static bool
reads_all(const uuidx_column_report *column)
{
	uuidx_id	id;

	for (int i = 0; i < column->nkept; i++)
	{
		if (!uuidx_get_id(column, &column->kept[i], column->best.system, &id))
			return false;
	}
	return true;
}

/* Returns true if ids in a form (NULL: not in a text) sort by time in the column */
static bool
sort_by_time(const uuidx_column_report *column, const text_form *form)
{
	/* this text may sort in another way than the bits */
	bool		is_own_text = form != NULL && form->encoding == NULL;
	uuidx_id_sort sort = column->best.system->sort;

	if (sort == UUIDX_ID_SORT_TEXT || sort == UUIDX_ID_SORT_UUID)
		return true;
	return !is_own_text && (sort == UUIDX_ID_SORT_LENGTH || sort == UUIDX_ID_SORT_NUMBER ||
							sort == UUIDX_ID_SORT_OCTETS);
}

/* Returns a text or a uuid in a form, after a prefix, as a value of the column's type */
static const char *
bound_in_form(const uuidx_column_report *column, const text_form *form, const char *prefix,
			  const char *value)
{
	const char *text = psprintf("%s%s%s", form->before, value, form->after);

	if (prefix[0] != '\0')
		text = psprintf("%s || %s", quote_literal_cstr(prefix), text);

	if (column->type == BPCHAROID)
		text = psprintf(prefix[0] != '\0' ? "(%s)::bpchar" : "%s::bpchar", text);
	return column->collates_as_c ? text : psprintf("%s COLLATE \"C\"", text);
}

/* Returns the lower bound of a time, as a value of the column's type */
static const char *
lower_bound(const uuidx_column_report *column, const text_form *form, const char *prefix,
			const char *time)
{
	const uuidx_id_system *system = column->best.system;
	const char *lower = psprintf("id_lower('%s', %s)", system->name, time);
	const char *uuid = system->mapping == UUIDX_ID_RAW ?
		psprintf("uuid_from_id('%s', %s)", system->name, lower) : psprintf("%s::uuid", lower);

	if (form != NULL)
		return bound_in_form(column, form, prefix, form->encoding != NULL ? uuid : lower);
	if (column->type == UUIDOID)
		return uuid;
	if (column->type == BYTEAOID)
		return system->bits == 128 ? psprintf("uuid_send(%s)", uuid) :
			psprintf("decode(%s, 'hex')", lower);
	if (system->sort == UUIDX_ID_SORT_NUMBER)
		return psprintf("%s::bigint", lower);

	/* the text of a system with the same bits is decimal */
	return psprintf("id_lower('%s_above_%d', %s, '%s')::bigint",
					system->tick_num == 1 ? "us" : system->tick_num == 1000 ? "ms" : "s",
					64 - system->time_bits, time,
					uuidx_time_text(uuidx_unix_ms_to_pg_us(system->epoch_ms)));
}

/* Sets which indexes serve the condition */
static void
find_indexes(uuidx_column_report *column, uuidx_served served)
{
	column->served_by = uuidx_served_by(column, served);
	column->unserved = uuidx_unserved(column, served);
}

/* Returns a time an hour before now, or before the last id if the system has ended */
static const char *
hour_ago(const uuidx_column_report *column)
{
	if (column->best.range_last < GetCurrentTransactionStartTimestamp())
		return psprintf("timestamptz '%s' - interval '1 hour'", uuidx_time_text(column->best.last));
	return "now() - interval '1 hour'";
}

/* Sets the condition on a column that holds version 7 in another type than uuid */
static void
find_condition_of_v7(uuidx_column_report *column)
{
	const char *lower = "uuid_v7_lower(now() - interval '1 hour')";
	bool		all_are_v7 = column->counts[7] == column->ids_read;
	const char *prefix = "";
	const text_form *form;

	if (column->type == BYTEAOID && all_are_v7)
	{
		column->condition = psprintf("%s >= uuid_send(%s)", column->name, lower);
		column->indexed = column->name;
		find_indexes(column, UUIDX_BY_VALUE);
	}
	if (column->counts[7] == 0 || !uuidx_is_text(column->type))
		return;
	form = all_are_v7 ? find_form(column, &prefix) : NULL;
	if (form != NULL)
	{
		column->condition = psprintf("%s >= %s", column->name,
									 bound_in_form(column, form, prefix, lower));
		find_indexes(column, UUIDX_BY_VALUE);
		if (!OidIsValid(column->unserved))
			return;
	}

	/* no index on the texts helps; one on their uuids does, in any form */
	column->condition = psprintf("%s >= now() - interval '1 hour'", text_as_uuid(column));
	column->indexed = psprintf("(%s)", text_as_uuid(column));
	find_indexes(column, UUIDX_BY_CAST);
}

void
uuidx_find_condition(uuidx_column_report *column)
{
	const uuidx_id_system *system = column->best.system;
	const text_form *form = NULL;
	const char *prefix = "";

	if (!column->contradicts)
	{
		find_condition_of_v7(column);
		return;
	}
	column->unserved = InvalidOid;
	if (column->best.certainty == 0 || column->best.version != 0 || !reads_all(column))
		return;
	if (uuidx_is_text(column->type))
	{
		form = find_form(column, &prefix);
		if (form == NULL)
			return;
	}
	if (sort_by_time(column, form))
	{
		column->condition = psprintf("%s >= %s", column->name,
									 lower_bound(column, form, prefix, hour_ago(column)));
		column->indexed = form != NULL && !column->collates_as_c ?
			psprintf("%s COLLATE \"C\"", column->name) : column->name;
		if (column->type == UUIDOID)
			column->unserved = uuidx_unserved(column, UUIDX_BY_ID);
		else
			find_indexes(column, UUIDX_BY_VALUE);
		return;
	}

	/* an index on the time refuses ids of other kinds */
	if (column->counts[KIND_NIL] > 0)
		return;
	column->condition = psprintf("id_extract_timestamp('%s', %s) >= %s", system->name,
								 uuidx_text_of_ids(column), hour_ago(column));
	column->is_unsorted = true;
	find_indexes(column, UUIDX_BY_TIME);
	if (column->rivals != NULL || column->best.certainty == UUIDX_POSSIBLE)
		return;
	SPI_execute("SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = 'uuidx_ids'",
				true, 0);
	if (SPI_processed > 0)
		column->indexed = psprintf("%s.id_extract_timestamp('%s', %s)",
								   SPI_getvalue(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1),
								   system->name, uuidx_text_of_ids(column));
}
