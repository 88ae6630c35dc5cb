/*
 * system.c
 *	  Functions that the descriptors of foreign id systems share.
 */
#include "ids/system.h"

uuidx_status
uuidx_id_parse_bits(const uuidx_id_system *system, const char *string, size_t length, uuidx_id *id)
{
	if (length != system->nchars)
		return UUIDX_BAD_LENGTH;
	memset(id, 0, sizeof(*id));
	return uuidx_decode_bits(system->alphabet, string, length, id->octets, uuidx_id_octets(system),
							 system->padding);
}

size_t
uuidx_id_format_bits(const uuidx_id_system *system, const uuidx_id *id, char *string)
{
	uuidx_encode_bits(system->alphabet, id->octets, uuidx_id_octets(system), string, system->nchars,
					  system->padding);
	return system->nchars;
}

uuidx_status
uuidx_id_parse_number(const uuidx_id_system *system, const char *string, size_t length,
					  uuidx_id *id)
{
	if (length == 0 || length > system->nchars || (length < system->nchars && !system->shortest))
		return UUIDX_BAD_LENGTH;
	memset(id, 0, sizeof(*id));
	return uuidx_decode_number(system->alphabet, string, length, id->octets,
							   uuidx_id_octets(system));
}

size_t
uuidx_id_format_number(const uuidx_id_system *system, const uuidx_id *id, char *string)
{
	return uuidx_encode_number(system->alphabet, id->octets, uuidx_id_octets(system), string,
							   system->shortest ? 0 : system->nchars);
}

uuidx_status
uuidx_id_parse_unsigned(const uuidx_id_system *system, const char *string, size_t length,
						uuidx_id *id)
{
	if (length > 1 && string[0] == '0')
		return UUIDX_LEADING_ZERO;
	return uuidx_id_parse_number(system, string, length, id);
}

/* Returns true if a hyphen is before this octet (RFC 9562 section 4) */
static inline bool
hyphen_before(int octet)
{
	return octet == 4 || octet == 6 || octet == 8 || octet == 10;
}

uuidx_status
uuidx_id_parse_uuid(const uuidx_id_system *system, const char *string, size_t length, uuidx_id *id)
{
	if (length != UUIDX_CANONICAL_CHARS)
		return UUIDX_BAD_LENGTH;
	memset(id, 0, sizeof(*id));
	for (int i = 0; i < UUID_LEN; i++)
	{
		int			high;
		int			low;

		if (hyphen_before(i) && *string++ != '-')
			return UUIDX_BAD_SEPARATOR;
		high = uuidx_digit_value(&uuidx_hex, *string++);
		low = uuidx_digit_value(&uuidx_hex, *string++);
		if (high < 0 || low < 0)
			return UUIDX_BAD_DIGIT;
		id->octets[i] = (unsigned char) (high << 4 | low);
	}
	return UUIDX_OK;
}

size_t
uuidx_id_format_uuid(const uuidx_id_system *system, const uuidx_id *id, char *string)
{
	for (int i = 0; i < UUID_LEN; i++)
	{
		if (hyphen_before(i))
			*string++ = '-';
		*string++ = uuidx_hex.digits[id->octets[i] >> 4];
		*string++ = uuidx_hex.digits[id->octets[i] & 0x0F];
	}
	return UUIDX_CANONICAL_CHARS;
}

uuidx_status
uuidx_id_parse_hex(const char *string, uuidx_id *id)
{
	memset(id, 0, sizeof(*id));
	return uuidx_decode_bits(&uuidx_hex, string, UUIDX_HEX_CHARS, id->octets, UUID_LEN,
							 UUIDX_PAD_FIRST);
}

void
uuidx_id_arrange(const uuidx_id_system *system, const uuidx_id *id, unsigned char *octets)
{
	for (int i = 0; i < UUID_LEN; i++)
		octets[i] = id->octets[system->places != NULL ? system->places[i] : i];
}

void
uuidx_id_rearrange(const uuidx_id_system *system, const unsigned char *octets, uuidx_id *id)
{
	memset(id, 0, sizeof(*id));
	for (int i = 0; i < UUID_LEN; i++)
		id->octets[system->places != NULL ? system->places[i] : i] = octets[i];
}

uuidx_status
uuidx_id_leading_ticks(const uuidx_id_system *system, const uuidx_id *id, uint64 *ticks)
{
	unsigned char octets[UUID_LEN];

	uuidx_id_arrange(system, id, octets);
	*ticks = uuidx_load_be64(octets) >> (64 - system->time_bits);
	return UUIDX_OK;
}

void
uuidx_id_leading_bound(const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id)
{
	size_t		noctets = uuidx_id_octets(system);
	uint64		first = ticks << (64 - system->time_bits);

	if (upper && system->time_bits < 64)
		first |= PG_UINT64_MAX >> system->time_bits;
	memset(id, 0, sizeof(*id));
	memset(id->octets, upper ? 0xFF : 0, noctets);
	uuidx_store_be64(id->octets, first);
}

void
uuidx_id_versioned_bound(const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id)
{
	pg_uuid_t	uuid;

	uuidx_id_leading_bound(system, ticks, upper, id);
	memcpy(uuid.data, id->octets, UUID_LEN);
	uuidx_store_versioned(&uuid, uuidx_hi(&uuid), uuidx_lo(&uuid), system->version);
	memcpy(id->octets, uuid.data, UUID_LEN);
}

uuidx_status
uuidx_id_check_version(const uuidx_id_system *system, const uuidx_id *id)
{
	unsigned char octets[UUID_LEN];

	uuidx_id_arrange(system, id, octets);
	if (octets[8] >> 6 != 2)
		return UUIDX_BAD_VARIANT;
	return octets[6] >> 4 == system->version ? UUIDX_OK : UUIDX_BAD_VERSION;
}
