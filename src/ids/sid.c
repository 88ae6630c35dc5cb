/*
 * sid.c
 *	  SID: 63 bits of Unix ns and 63 random bits, in four alphabets.
 */
#include "ids/system.h"

/*
 * chilts/sid, sid.go: two non-negative int64, joined by a hyphen.
 *
 *	  octets 0-7	  Unix ns, to 2262-04-11
 *	  octets 8-15	  random; within one ns the last one plus 1
 *
 * Each half has the same number of digits.  Only the decimal form does not pad
 * its time, which is shorter before 2001-09-09 01:46:40, long before the first
 * SID was made: as with the other forms one length is read, so that texts sort.
 */
#define HALF_MAX 19

static uuidx_status
parse(const uuidx_id_system *system, const char *text, size_t length, uuidx_id *id)
{
	size_t		half = system->nchars;
	uuidx_status status;

	if (length != 2 * half + 1)
		return UUIDX_BAD_LENGTH;
	if (text[half] != '-')
		return UUIDX_BAD_SEPARATOR;
	memset(id, 0, sizeof(*id));
	status = uuidx_decode_number(system->alphabet, text, half, id->octets, 8);
	if (status == UUIDX_OK)
		status = uuidx_decode_number(system->alphabet, text +half + 1, half, id->octets +8, 8);
	return status;
}

static size_t
format(const uuidx_id_system *system, const uuidx_id *id, char *text)
{
	size_t		half = system->nchars;

	uuidx_encode_number(system->alphabet, id->octets, 8, text, half);
	text[		half] = '-';

	uuidx_encode_number(system->alphabet, id->octets +8, 8, text +half + 1, half);
	return 2 * half + 1;
}

static uuidx_status
check(const uuidx_id_system *system, const uuidx_id *id)
{
	if (id->octets[0] >= 0x80 || id->octets[8] >= 0x80)
		return UUIDX_OVERFLOW;
	if (uuidx_id_first64(id) < system->min_ticks)
		return UUIDX_FOREIGN_TIME;
	return UUIDX_OK;
}

static void
bound(const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id)
{
	(void) system;
	uuidx_id_store(id, ticks, upper ? (uint64) PG_INT64_MAX : 0);
}

#define SID                                                                                        \
	.bits = 128, .mapping = UUIDX_ID_RAW, .sort = UUIDX_ID_SORT_TEXT, .epoch_ms = 0,               \
	.tick_num = 1, .tick_den = 1000, .max_ticks = (UINT64CONST(1) << 63) - 1, .time_bits = 64,     \
	.parse = parse, .format = format, .check = check, .ticks = uuidx_id_leading_ticks,             \
	.bound = bound

/* IdBase64(), which was Id() until September 2018 */
const uuidx_id_system uuidx_id_sid_base64 = {
	SID,
	.name = "sid_base64",
	.form = "two times 11 characters 0-9A-Z_a-z~, joined by a hyphen",
	.example = "1IeSBAWW9kK-0cDG64GQgGJ",
	.nchars = 11,
	.alphabet = &uuidx_base64_sid,
};

/* IdBase32() */
const uuidx_id_system uuidx_id_sid_base32 = {
	SID,
	.name = "sid_base32",
	.form = "two times 13 characters 0-9a-v, joined by a hyphen",
	.example = "1b9efqnl51jj7-4u66ikpfq9ugm",
	.nchars = 13,
	.alphabet = &uuidx_base32hex_lower,
};

/* IdHex() */
const uuidx_id_system uuidx_id_sid_hex = {
	SID,
	.name = "sid_hex",
	.form = "two times 16 hexadecimal digits in lower case, joined by a hyphen",
	.example = "15a5cf57e7d2a837-6eaafe687e7b3ec3",
	.nchars = 16,
	.alphabet = &uuidx_hex_lower,
};

/* Id() of today */
const uuidx_id_system uuidx_id_sid_dec = {
	SID,
	.name = "sid_dec",
	.form = "two times 19 decimal digits, the first not 0, joined by a hyphen",
	.example = "1559872035903071353-1186579057231285506",
	.min_ticks = UINT64CONST(1000000000000000000),
	.nchars = HALF_MAX,
	.alphabet = &uuidx_decimal,
};
