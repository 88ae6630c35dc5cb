/*
 * text_forms.c
 *	  Text forms of a UUID that are in use.
 *
 * Forms with an alphabet in ASCII order have a fixed length, so that their texts sort as the UUIDs
 * do; integer, oid and base64url have no order.
 */
#include "ids/system.h"

/* Reads the canonical form before a closing brace; the opening one is a prefix */
static uuidx_status
parse_braced(const uuidx_id_system *form, const char *string, size_t length, uuidx_id *id)
{
	if (length == 0 || string[length - 1] != '}')
		return UUIDX_BAD_SEPARATOR;
	return uuidx_id_parse_uuid(form, string, length - 1, id);
}

static size_t
format_braced(const uuidx_id_system *form, const uuidx_id *id, char *string)
{
	size_t		length = uuidx_id_format_uuid(form, id, string);

	string[length] = '}';
	return length + 1;
}

/* 2^128 - 1 has 39 digits */
#define UNSIGNED                                                                                   \
	.alphabet = &uuidx_decimal, .nchars = 39, .shortest = true, .parse = uuidx_id_parse_unsigned,  \
	.format = uuidx_id_format_number

/* Error messages list the forms in this order */
static const uuidx_id_system forms[] = {
	{
		"canonical", NULL, 128, UUIDX_ID_RAW,
		.hint = gettext_noop("This format has 36 characters, 8-4-4-4-12 hexadecimal digits with "
							 "hyphens."),
		UUIDX_CANONICAL_TEXT,
	},
	{
		"hex", NULL, 128, UUIDX_ID_RAW,
		.hint = gettext_noop("This format has 32 hexadecimal digits."),
		UUIDX_DIGITS(32, uuidx_hex, UUIDX_PAD_FIRST),
	},
	{
		"urn", NULL, 128, UUIDX_ID_RAW,
		.hint = gettext_noop("This format is \"urn:uuid:\" and the canonical form."),
		.prefix = "urn:uuid:",

		/* "urn" and the namespace identifier: RFC 8141 section 3.1 */
		.prefix_any_case = true,
		UUIDX_CANONICAL_TEXT,
	},
	{
		"braced", NULL, 128, UUIDX_ID_RAW,
		.hint = gettext_noop("This format is the canonical form in braces."),
		.prefix = "{",
		.parse = parse_braced,
		.format = format_braced,
	},
	{
		"integer", NULL, 128, UUIDX_ID_RAW,
		.hint = gettext_noop("This format is a decimal number from 0 to 2^128-1 without leading "
							 "zeros."),
		UNSIGNED,
	},
	{
		"binary", NULL, 128, UUIDX_ID_RAW,
		.hint = gettext_noop("This format has 128 binary digits."),
		UUIDX_DIGITS(128, uuidx_binary, UUIDX_PAD_FIRST),
	},

	/* ITU-T X.667 (ISO/IEC 9834-8) defines this arc for UUIDs */
	{
		"oid", NULL, 128, UUIDX_ID_RAW,
		.hint = gettext_noop("This format is \"2.25.\" and a decimal number from 0 to 2^128-1 "
							 "without leading zeros."),
		.prefix = "2.25.",
		UNSIGNED,
	},

	/* ULID writes 128 bits like this */
	{
		"crockford", NULL, 128, UUIDX_ID_RAW,
		.hint = gettext_noop("This format has 26 characters of Crockford's base 32, the first of "
							 "which is at most 7."),
		UUIDX_DIGITS(26, uuidx_crockford, UUIDX_PAD_FIRST),
	},

	/* RFC 4648 section 7 would add six padding characters */
	{
		"base32hex", NULL, 128, UUIDX_ID_RAW,
		.hint = gettext_noop("This format has 26 characters 0-9A-V, the last of which is 0, 4, "
							 "8, C, G, K, O or S."),
		UUIDX_DIGITS(26, uuidx_base32hex, UUIDX_PAD_LAST),
	},
	{
		"base58", NULL, 128, UUIDX_ID_RAW,
		.hint = gettext_noop("This format has 22 characters 1-9A-Za-z without I, O and l; pad "
							 "a shorter text with 1 on the left."),
		UUIDX_NUMBER(22, uuidx_base58),
	},
	{
		"base62", NULL, 128, UUIDX_ID_RAW,
		.hint = gettext_noop("This format has 22 characters 0-9A-Za-z; pad a shorter text "
							 "with 0 on the left."),
		UUIDX_NUMBER(22, uuidx_base62),
	},

	/* RFC 4648 section 5 would add two padding characters */
	{
		"base64url", NULL, 128, UUIDX_ID_RAW,
		.hint = gettext_noop("This format has 22 characters A-Za-z0-9-_, the last of which is "
							 "A, Q, g or w."),
		UUIDX_DIGITS(22, uuidx_base64url, UUIDX_PAD_LAST),
	},
};

const uuidx_id_system *
uuidx_form_at(size_t index)
{
	return index < lengthof(forms) ? &forms[index] : NULL;
}

const uuidx_id_system *
uuidx_form_find(const char *name, size_t length)
{
	for (size_t i = 0; i < lengthof(forms); i++)
		if (uuidx_is_name(forms[i].name, name, length))
			return &forms[i];
	return NULL;
}

size_t
uuidx_form_write(const uuidx_id_system *form, const pg_uuid_t *uuid, char *string)
{
	uuidx_id	id;

	uuidx_id_store(&id, uuidx_hi(uuid), uuidx_lo(uuid));
	return uuidx_id_format(form, &id, string);
}

uuidx_status
uuidx_form_read(const uuidx_id_system *form, const char *string, size_t length, pg_uuid_t *uuid)
{
	uuidx_id	id;
	uuidx_status status = uuidx_id_parse_own(form, string, length, &id);

	if (status == UUIDX_OK)
		memcpy(uuid->data, id.octets, UUID_LEN);
	return status;
}
