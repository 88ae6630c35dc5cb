/*
 * encode.c
 *	  SQL: text forms of a UUID other than the server's own, and TypeIDs.
 */
#include "compat.h"

#include "errors.h"
#include "ids/id.h"
#include "utils/builtins.h"

PG_FUNCTION_INFO_V1(uuidx_uuid_encode);
PG_FUNCTION_INFO_V1(uuidx_uuid_decode);
PG_FUNCTION_INFO_V1(uuidx_uuid_to_typeid);
PG_FUNCTION_INFO_V1(uuidx_uuid_from_typeid);
PG_FUNCTION_INFO_V1(uuidx_typeid_prefix);

/* Returns the format of that name; raises an error that lists the valid ones if there is none */
static const uuidx_id_system *
find_format(text *name)
{
	const char *given = VARDATA_ANY(name);
	int			length = VARSIZE_ANY_EXHDR(name);
	const uuidx_id_system *format = uuidx_form_find(given, length);
	List	   *names = NIL;

	if (format != NULL)
		return format;

	for (int i = 0; (format = uuidx_form_at(i)) != NULL; i++)
		names = lappend(names, pstrdup(format->name));
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unrecognized UUID format: \"%s\"", uuidx_excerpt(given, length)),
			 uuidx_errdetail_names(given, length, names)));
}

/* uuid_encode(uuid, text) */
Datum
uuidx_uuid_encode(PG_FUNCTION_ARGS)
{
	const uuidx_id_system *format = find_format(PG_GETARG_TEXT_PP(1));
	char		string[UUIDX_ID_TEXT_MAX + 1];
	size_t		length = uuidx_form_write(format, PG_GETARG_UUID_P(0), string);

	PG_RETURN_TEXT_P(cstring_to_text_with_len(string, (int) length));
}

/* uuid_decode(text, text) */
Datum
uuidx_uuid_decode(PG_FUNCTION_ARGS)
{
	text	   *value = PG_GETARG_TEXT_PP(0);
	const uuidx_id_system *format = find_format(PG_GETARG_TEXT_PP(1));
	pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));
	uuidx_status status = uuidx_form_read(format, VARDATA_ANY(value),
										  VARSIZE_ANY_EXHDR(value), uuid);

	if (status != UUIDX_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("invalid input syntax for UUID format \"%s\": \"%s\"", format->name,
						uuidx_excerpt(VARDATA_ANY(value), VARSIZE_ANY_EXHDR(value))),
				 errdetail("%s", _(uuidx_status_detail(status))),
				 errhint("%s", _(format->hint))));
	PG_RETURN_UUID_P(uuid);
}

/* uuid_to_typeid(text, uuid) */
Datum
uuidx_uuid_to_typeid(PG_FUNCTION_ARGS)
{
	text	   *prefix = PG_GETARG_TEXT_PP(0);
	char		string[UUIDX_ID_TEXT_MAX + 1];
	size_t		length;

	if (uuidx_typeid_check_prefix(VARDATA_ANY(prefix), VARSIZE_ANY_EXHDR(prefix)) != UUIDX_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid TypeID prefix: \"%s\"",
						uuidx_excerpt(VARDATA_ANY(prefix), VARSIZE_ANY_EXHDR(prefix))),
				 errdetail("A prefix is empty or consists of at most %d lower-case letters and "
						   "underscores. Its first and last characters are letters.",
						   UUIDX_TYPEID_PREFIX_MAX)));

	length = uuidx_typeid_format(VARDATA_ANY(prefix), VARSIZE_ANY_EXHDR(prefix),
								 PG_GETARG_UUID_P(1), string);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(string, (int) length));
}

/* Splits a TypeID into prefix and UUID; raises an error if it is malformed */
static void
split_typeid(text *value, size_t *prefix_length, pg_uuid_t *uuid)
{
	uuidx_status status = uuidx_typeid_parse(VARDATA_ANY(value), VARSIZE_ANY_EXHDR(value),
											 prefix_length, uuid);

	if (status != UUIDX_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("invalid input syntax for TypeID: \"%s\"",
						uuidx_excerpt(VARDATA_ANY(value), VARSIZE_ANY_EXHDR(value))),
				 errdetail("%s", _(uuidx_status_detail(status))),
				 errhint("%s", _(UUIDX_TYPEID_HINT))));
}

/* uuid_from_typeid(text) */
Datum
uuidx_uuid_from_typeid(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));
	size_t		prefix_length;

	split_typeid(PG_GETARG_TEXT_PP(0), &prefix_length, uuid);
	PG_RETURN_UUID_P(uuid);
}

/* typeid_prefix(text) */
Datum
uuidx_typeid_prefix(PG_FUNCTION_ARGS)
{
	text	   *value = PG_GETARG_TEXT_PP(0);
	pg_uuid_t	uuid;
	size_t		prefix_length;

	split_typeid(value, &prefix_length, &uuid);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(VARDATA_ANY(value), (int) prefix_length));
}
