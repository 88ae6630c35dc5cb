/*
 * lexicaluuid.c
 *	  LexicalUUID of Twitter's Cassandra client: 64 bits of Unix us first.
 */
#include "ids/system.h"

/*
 * twitter-archive/cassie, LexicalUUID.scala:
 *
 *	  octets 0-7	  Unix us, signed; only 1970 and later is read as a time
 *	  octets 8-15	  worker
 *
 * Three hyphens divide the text.  Its reader ignores hyphens, so 32 digits
 * with any hyphens between them are one id; this one reads that, too, but not
 * its excess digits.  Cassie compares workers as signed numbers, a UUID as
 * unsigned ones: the order differs within one microsecond only.
 */
#define HYPHENS_BEFORE(i) ((i) == 4 || (i) == 6 || (i) == 8)

/* More hyphens than digits are no id that somebody wrote */
#define MAX_LENGTH 64

static uuidx_status
parse(const uuidx_id_system *system, const char *text, size_t length, uuidx_id *id)
{
	char		digits[32];
	size_t		ndigits = 0;

	(void) system;
	if (length > MAX_LENGTH)
		return UUIDX_BAD_LENGTH;
	for (size_t i = 0; i < length; i++)
	{
		if (text[i] == '-')
			continue;
		if (ndigits == sizeof(digits))
			return UUIDX_BAD_LENGTH;
		digits[ndigits++] = text[i];
	}
	if (ndigits != sizeof(digits))
		return UUIDX_BAD_LENGTH;
	memset(id, 0, sizeof(*id));
	return uuidx_decode_bits(&uuidx_hex, digits, ndigits, id->octets, 16, UUIDX_PAD_FIRST);
}

static size_t
format(const uuidx_id_system *system, const uuidx_id *id, char *text)
{
	size_t		length = 0;

	(void) system;
	for (int i = 0; i < 16; i++)
	{
		if (HYPHENS_BEFORE(i))
			text[		length++] = '-';
		text[		length++] = uuidx_hex.digits[id->octets[i] >> 4];
		text[		length++] = uuidx_hex.digits[id->octets[i] & 0x0F];
	}
	return length;
}

const uuidx_id_system uuidx_id_lexicaluuid = {
	.name = "lexicaluuid",
	.form = "32 hexadecimal digits, with hyphens 8-4-4-16",
	.example = "00060a24-1820-2240-ffffffffffffffff",
	.bits = 128,
	.mapping = UUIDX_ID_RAW,
	.sort = UUIDX_ID_SORT_TEXT,
	.epoch_ms = 0,
	.tick_num = 1,
	.tick_den = 1,
	.max_ticks = (UINT64CONST(1) << 63) - 1,
	.time_bits = 64,
	.parse = parse,
	.format = format,
	.ticks = uuidx_id_leading_ticks,
	.bound = uuidx_id_leading_bound,
};
