/*
 * fields.c
 *	  The fields of an id, as the descriptor of its system lists them.
 */
#include "ids/system.h"

/* "nbits" bits, 64 at most, of which the first has number "first" */
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
	unsigned char octets[8];

	uuidx_store_be64(octets, value);
	return uuidx_encode_number(&uuidx_decimal, octets, sizeof(octets), string, 0);
}

static size_t
write_signed(int64 value, char *string)
{
	if (value >= 0)
		return write_number((uint64) value, string);
	string[0] = '-';
	return 1 + write_number(0 - (uint64) value, string + 1);
}

/* So many hexadecimal digits as the bits need, zeros in front included */
static size_t
write_hex(const unsigned char *octets, unsigned first, unsigned nbits, char *string)
{
	size_t		length = 0;
	unsigned	end = first + nbits;

	/* the first digit may have fewer bits than four */
	for (unsigned n = (nbits + 3) % 4 + 1; first < end; first += n, n = 4)
		string[length++] = uuidx_hex_lower.digits[get_bits(octets, first, n)];
	return length;
}

/* The same count of time as "ticks", since 1970 and in another unit */
static int64
unix_time(const uuidx_id_system *system, uint64 ticks, int64 epoch_ms, uint64 unit_ms)
{
	uint64		ms = ticks * system->tick_num / ((uint64) system->tick_den * 1000);

	return (epoch_ms + (int64) ms) / (int64) unit_ms;
}

size_t
uuidx_id_field_value(const uuidx_id_system *system, const uuidx_id_field *field,
					 const uuidx_id *id, int64 epoch_ms, char *string)
{
	unsigned char octets[UUIDX_ID_OCTETS];
	char		canonical[UUIDX_ID_TEXT_MAX + 1];
	size_t		length = 0;
	uint64		ticks = 0;

	/* a system with places has no more octets than a UUID, or needs no more */
	memcpy(octets, id->octets, sizeof(octets));
	uuidx_id_arrange(system, id, octets);

	if (epoch_ms == UUIDX_ID_OWN_EPOCH)
		epoch_ms = system->epoch_ms;

	switch (field->form)
	{
		case UUIDX_FIELD_NUMBER:
			length = write_number(get_bits(octets, field->first, field->count), string);
			break;
		case UUIDX_FIELD_SIGNED:
			length = write_signed((int64) get_bits(octets, field->first, field->count), string);
			break;
		case UUIDX_FIELD_SIGNED_LE32:
			for (int i = 3; i >= 0; i--)
				ticks = ticks << 8 | id->octets[field->first / 8 + i];
			length = write_signed((int32) ticks, string);
			break;
		case UUIDX_FIELD_HEX:
			length = write_hex(octets, field->first, field->count, string);
			break;
		case UUIDX_FIELD_TICKS:
			if (system->ticks(system, id, &ticks) == UUIDX_OK)
				length = write_number(ticks, string);
			break;
		case UUIDX_FIELD_UNIX_MS:
			if (system->ticks(system, id, &ticks) == UUIDX_OK)
				length = write_signed(unix_time(system, ticks, epoch_ms, 1), string);
			break;
		case UUIDX_FIELD_UNIX_S:
			if (system->ticks(system, id, &ticks) == UUIDX_OK)
				length = write_signed(unix_time(system, ticks, epoch_ms, 1000), string);
			break;
		case UUIDX_FIELD_TEXT:
		case UUIDX_FIELD_BASE36:
			length = uuidx_id_format(system, id, canonical);
			memcpy(string, canonical + length - field->first, field->count);
			length = field->count;
			if (field->form == UUIDX_FIELD_BASE36)
			{
				uuidx_decode_number(&uuidx_base36_lower, string, length, octets, 8);
				length = write_number(uuidx_load_be64(octets), string);
			}
			break;
	}
	string[length] = '\0';
	return length;
}
