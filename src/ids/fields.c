/*
 * fields.c
 *	  The fields of an id, which the descriptor of its system lists.
 */
#include "ids/system.h"

#include <stdio.h>

/* Returns "nbits" bits, at most 64, from bit "first" on */
static uint64
get_bits(const unsigned char *octets, unsigned first, unsigned nbits)
{
	uint64		value = 0;

	for (unsigned bit = first; bit < first + nbits; bit++)
		value = value << 1 | (octets[bit / 8] >> (7 - bit % 8) & 1);
	return value;
}

static size_t
write_number(uint64 value, char *string)
{
	return (size_t) snprintf(string, UUIDX_ID_VALUE_MAX + 1, "%llu", (unsigned long long) value);
}

static size_t
write_signed(int64 value, char *string)
{
	return (size_t) snprintf(string, UUIDX_ID_VALUE_MAX + 1, "%lld", (long long) value);
}

/* Writes as many hexadecimal digits as the bits need, with zeros in front */
static size_t
write_hex(const unsigned char *octets, unsigned first, unsigned nbits, char *string)
{
	size_t		length = 0;
	unsigned	end = first + nbits;

	/* the first digit may have fewer than four bits */
	for (unsigned n = (nbits + 3) % 4 + 1; first < end; first += n, n = 4)
		string[length++] = uuidx_hex_lower.digits[get_bits(octets, first, n)];
	return length;
}

/*
 * Writes the ticks of the time, or if unit_ms is not zero, the time in that unit since 1970,
 * rounded down.  Writes nothing if this id carries no time.
 */
static size_t
write_time(const uuidx_id_system *system, const uuidx_id *id, int64 epoch_ms, int64 unit_ms,
		   char *string)
{
	uint64		ticks;
	uint64		ms;

	if (system->ticks(system, id, &ticks) != UUIDX_OK)
		return 0;
	if (unit_ms == 0)
		return write_number(ticks, string);
	ms = ticks * system->tick_num / ((uint64) system->tick_den * 1000);
	return write_signed((epoch_ms + (int64) ms) / unit_ms, string);
}

/* Writes "count" characters from "first" before the end of the text, or their number in base 36 */
static size_t
write_text(const uuidx_id_system *system, const uuidx_id_field *field, const uuidx_id *id,
		   char *string)
{
	char		canonical[UUIDX_ID_TEXT_MAX + 1];
	unsigned char octets[8];
	size_t		length = uuidx_id_format(system, id, canonical);
	const char *digits = canonical + length - field->first;

	if (field->form == UUIDX_FIELD_BASE36)
	{
		uuidx_decode_number(&uuidx_base36_lower, digits, field->count, octets, sizeof(octets));
		return write_number(uuidx_load_be64(octets), string);
	}
	memcpy(string, digits, field->count);
	return field->count;
}

/* Returns the four octets from bit "first" on as a little-endian number */
static int32
signed_le32(const uuidx_id *id, unsigned first)
{
	uint32		value = 0;

	for (int i = 3; i >= 0; i--)
		value = value << 8 | id->octets[first / 8 + i];
	return (int32) value;
}

size_t
uuidx_id_field_value(const uuidx_id_system *system, const uuidx_id_field *field,
					 const uuidx_id *id, int64 epoch_ms, char *string)
{
	unsigned char octets[UUIDX_ID_OCTETS];
	size_t		length = 0;

	/* the fields of a system with "places" are in the octets of a UUID */
	memcpy(octets, id->octets, sizeof(octets));
	uuidx_id_arrange(system, id, octets);

	switch (field->form)
	{
		case UUIDX_FIELD_NUMBER:
			length = write_number(get_bits(octets, field->first, field->count), string);
			break;
		case UUIDX_FIELD_SIGNED:
			length = write_signed((int64) get_bits(octets, field->first, field->count), string);
			break;
		case UUIDX_FIELD_SIGNED_LE32:
			length = write_signed(signed_le32(id, field->first), string);
			break;
		case UUIDX_FIELD_HEX:
			length = write_hex(octets, field->first, field->count, string);
			break;
		case UUIDX_FIELD_TICKS:
			length = write_time(system, id, epoch_ms, 0, string);
			break;
		case UUIDX_FIELD_UNIX_MS:
			length = write_time(system, id, epoch_ms, 1, string);
			break;
		case UUIDX_FIELD_UNIX_S:
			length = write_time(system, id, epoch_ms, 1000, string);
			break;
		case UUIDX_FIELD_TEXT:
		case UUIDX_FIELD_BASE36:
			length = write_text(system, field, id, string);
			break;
	}
	string[length] = '\0';
	return length;
}
