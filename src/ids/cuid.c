/*
 * cuid.c
 *	  CUID of 2012: "c", Unix ms, counter, fingerprint, random, in base 36.
 */
#include "ids/system.h"

/*
 * ericelliott/cuid, README.md:
 *
 *	  character	 0		  c
 *	  characters 1-8	  Unix ms
 *	  characters 9-12	  counter
 *	  characters 13-16	  fingerprint of the host
 *	  characters 17-24	  random
 *
 * The time is not padded, and has eight digits from 1972-06-25 to 2059-05-25.
 * Those 24 digits are a number below 36^24, which fits 128 bits.
 */
#define TIME_DIGITS 8
#define OTHER_DIGITS 16
#define NDIGITS (TIME_DIGITS + OTHER_DIGITS)

/* 36^24 - 1 in two halves */
#define MAX_FIRST UINT64CONST(0x10E425C56DAFFABC)
#define MAX_SECOND UINT64CONST(0x35C0FFFFFFFFFFFF)

static uuidx_status
parse(const uuidx_id_system *system, const char *text, size_t length, uuidx_id *id)
{
	(void) system;
	if (length != 1 + NDIGITS)
		return UUIDX_BAD_LENGTH;
	if (text[0] != 'c')
		return UUIDX_BAD_PREFIX;
	memset(id, 0, sizeof(*id));
	return uuidx_decode_number(&uuidx_base36_lower, text +1, NDIGITS, id->octets, 16);
}

static size_t
format(const uuidx_id_system *system, const uuidx_id *id, char *text)
{
	(void) system;
	text[		0] = 'c';

	return 1 + uuidx_encode_number(&uuidx_base36_lower, id->octets, 16, text +1, NDIGITS);
}

static uuidx_status
check(const uuidx_id_system *system, const uuidx_id *id)
{
	uint64		first = uuidx_id_first64(id);

	(void) system;
	if (first > MAX_FIRST || (first == MAX_FIRST && uuidx_id_second64(id) > MAX_SECOND))
		return UUIDX_OVERFLOW;
	return UUIDX_OK;
}

/* The number divided by 36^16: the first eight digits */
static uuidx_status
find_ticks(const uuidx_id_system *system, const uuidx_id *id, uint64 *ticks)
{
	char		digits[NDIGITS];
	unsigned char octets[8];

	(void) system;
	uuidx_encode_number(&uuidx_base36_lower, id->octets, 16, digits, NDIGITS);
	uuidx_decode_number(&uuidx_base36_lower, digits, TIME_DIGITS, octets, sizeof(octets));
	*ticks = uuidx_load_be64(octets);
	return UUIDX_OK;
}

static void
bound(const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id)
{
	char		digits[NDIGITS];
	unsigned char octets[8];

	(void) system;
	memset(id, 0, sizeof(*id));
	uuidx_store_be64(octets, ticks);
	uuidx_encode_number(&uuidx_base36_lower, octets, sizeof(octets), digits, TIME_DIGITS);
	memset(digits + TIME_DIGITS, upper ? 'z' : '0', OTHER_DIGITS);
	uuidx_decode_number(&uuidx_base36_lower, digits, NDIGITS, id->octets, 16);
}

const uuidx_id_system uuidx_id_cuid = {
	.name = "cuid",
	.form = "c and 24 characters 0-9a-z",
	.example = "cjld2cjxh0000qzrmn831i7rn",
	.bits = 128,
	.mapping = UUIDX_ID_RAW,
	.sort = UUIDX_ID_SORT_TEXT,
	.epoch_ms = 0,
	.tick_num = 1000,
	.tick_den = 1,
	.max_ticks = UINT64CONST(2821109907455),	/* 36^8 - 1 */
	.parse = parse,
	.format = format,
	.check = check,
	.ticks = find_ticks,
	.bound = bound,
};

/*
 * A CUID of whatever length, for times that do not have eight digits.  Here the
 * id is
 *
 *	  octets 0-5	  Unix ms
 *	  octets 6-16	  the other digits, a number below 36^16
 *
 * which is more than fits a UUID, and its text does not sort.
 */
#define MAX_TIME_DIGITS 9

static uuidx_status
parse_any_length(const uuidx_id_system *system, const char *text, size_t length, uuidx_id *id)
{
	size_t		time_digits = length - 1 - OTHER_DIGITS;
	unsigned char time_octets[8];
	unsigned char other_octets[16];
	uuidx_status status;

	(void) system;
	if (length < 1 + 1 + OTHER_DIGITS || length > 1 + MAX_TIME_DIGITS + OTHER_DIGITS)
		return UUIDX_BAD_LENGTH;
	if (text[0] != 'c')
		return UUIDX_BAD_PREFIX;
	if (text[1] == '0' && time_digits > 1)
		return UUIDX_LEADING_ZERO;
	status = uuidx_decode_number(&uuidx_base36_lower, text +1, time_digits, time_octets, 8);
	if (status == UUIDX_OK)
		status = uuidx_decode_number(&uuidx_base36_lower, text +1 + time_digits, OTHER_DIGITS,
									 other_octets, 16);
	if (status != UUIDX_OK)
		return status;
	memset(id, 0, sizeof(*id));
	memcpy(id->octets, time_octets + 2, 6);
	memcpy(id->octets +6, other_octets + 5, 11);
	return UUIDX_OK;
}

static size_t
format_any_length(const uuidx_id_system *system, const uuidx_id *id, char *text)
{
	unsigned char time_octets[8] = {0};
	unsigned char other_octets[16] = {0};
	size_t		length = 1;

	(void) system;
	memcpy(time_octets + 2, id->octets, 6);
	memcpy(other_octets + 5, id->octets +6, 11);
	text[		0] = 'c';

	length += uuidx_encode_number(&uuidx_base36_lower, time_octets, 8, text +length, 0);
	length +=
		uuidx_encode_number(&uuidx_base36_lower, other_octets, 16, text +length, OTHER_DIGITS);
	return length;
}

const uuidx_id_system uuidx_id_cuid_nonstandard = {
	.name = "cuid_nonstandard",
	.form = "c, 1 to 9 and then 16 characters 0-9a-z",
	.example = "c1000000000001df7dat8022vh",
	.bits = 136,
	.mapping = UUIDX_ID_TOO_LONG,
	.sort = UUIDX_ID_SORT_NONE,
	.epoch_ms = 0,
	.tick_num = 1000,
	.tick_den = 1,
	.max_ticks = UINT64CONST(101559956668415),	/* 36^9 - 1 */
	.time_bits = 48,
	.parse = parse_any_length,
	.format = format_any_length,
	.ticks = uuidx_id_leading_ticks,
};
