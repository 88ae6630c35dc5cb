/*
 * typeid.c
 *	  TypeIDs, which are a UUID in Crockford's base 32 after a prefix that names its type.
 */
#include "ids/system.h"

/*
 * jetify-com/typeid, specification 0.3.0: prefix, underscore, and 26 characters as in a ULID but
 * only in lower case.  Without a prefix there is no underscore.
 */
#define SUFFIX_LENGTH 26

uuidx_status
uuidx_typeid_check_prefix(const char *prefix, size_t length)
{
	if (length > UUIDX_TYPEID_PREFIX_MAX)
		return UUIDX_BAD_PREFIX;
	for (size_t i = 0; i < length; i++)
	{
		bool		letter = prefix[i] >= 'a' && prefix[i] <= 'z';
		bool		inside = i > 0 && i < length - 1;

		if (!letter && !(prefix[i] == '_' && inside))
			return UUIDX_BAD_PREFIX;
	}
	return UUIDX_OK;
}

uuidx_status
uuidx_typeid_parse(const char *string, size_t length, size_t *prefix_length, pg_uuid_t *uuid)
{
	size_t		before = 0;

	if (length < SUFFIX_LENGTH)
		return UUIDX_BAD_LENGTH;
	if (length > SUFFIX_LENGTH)
	{
		/* this is the last underscore, because no digit is one */
		before = length - SUFFIX_LENGTH - 1;
		if (string[before] != '_')
			return UUIDX_BAD_SEPARATOR;
		if (before == 0 || uuidx_typeid_check_prefix(string, before) != UUIDX_OK)
			return UUIDX_BAD_PREFIX;
	}
	*prefix_length = before;
	return uuidx_decode_bits(&uuidx_crockford_lower, string + length - SUFFIX_LENGTH, SUFFIX_LENGTH,
							 uuid->data, UUID_LEN, UUIDX_PAD_FIRST);
}

size_t
uuidx_typeid_format(const char *prefix, size_t prefix_length, const pg_uuid_t *uuid, char *string)
{
	size_t		length = prefix_length;

	memcpy(string, prefix, prefix_length);
	if (prefix_length > 0)
		string[length++] = '_';
	uuidx_encode_bits(&uuidx_crockford_lower, uuid->data, UUID_LEN, string + length, SUFFIX_LENGTH,
					  UUIDX_PAD_FIRST);
	length += SUFFIX_LENGTH;
	string[length] = '\0';
	return length;
}

/* Reads a TypeID as an id, without keeping the prefix */
static uuidx_status
typeid_parse(const uuidx_id_system *system, const char *string, size_t length, uuidx_id *id)
{
	size_t		prefix_length;
	pg_uuid_t	uuid;
	uuidx_status status = uuidx_typeid_parse(string, length, &prefix_length, &uuid);

	if (status == UUIDX_OK)
		uuidx_id_store(id, uuidx_hi(&uuid), uuidx_lo(&uuid));
	return status;
}

static size_t
typeid_format(const uuidx_id_system *system, const uuidx_id *id, char *string)
{
	pg_uuid_t	uuid;

	memcpy(uuid.data, id->octets, UUID_LEN);
	return uuidx_typeid_format("", 0, &uuid, string);
}

/* A TypeID may contain any UUID; version 7, which new ones have, carries a time */
static uuidx_status
typeid_ticks(const uuidx_id_system *system, const uuidx_id *id, uint64 *ticks)
{
	if (uuidx_id_check_version(system, id) != UUIDX_OK)
		return UUIDX_NO_TIME;
	return uuidx_id_leading_ticks(system, id, ticks);
}

const uuidx_id_system uuidx_id_typeid_systems[] = {
	{
		"typeid", "01h455vb4pex5vsknk084sn02q", 128, UUIDX_ID_IS_UUID, UUIDX_ID_SORT_TEXT,

		/* other functions return the rest of the UUID, and the prefix */
		.fields = {{"uuid_version", UUIDX_FIELD_NUMBER, 48, 4}, UUIDX_MS_FIELD},
		.hint = UUIDX_TYPEID_HINT,
		UUIDX_TICKS(48, 1000, 1),
		.time_bits = 48,
		.version = 7,
		.parse = typeid_parse,
		.format = typeid_format,
		.ticks = typeid_ticks,
		.bound = uuidx_id_versioned_bound,
	},
	{.name = NULL}
};
