/*
 * other_texts.c
 *	  Systems with texts that need code: they are neither digits of one alphabet nor a UUID.
 */
#include "ids/system.h"

/*
 * A CUID of 2012 consists of "c" and 24 digits of base 36 (ericelliott/cuid, README.md):
 *
 *	  character	 0		  c
 *	  characters 1-8	  Unix ms
 *	  characters 9-12	  counter
 *	  characters 13-16	  fingerprint of the host
 *	  characters 17-24	  random
 *
 * The time is not padded, and has eight digits from 1972-06-25 to 2059-05-25.
 * The 24 digits are a number below 36^24, which fits 128 bits.
 */
#define CUID_TIME_DIGITS 8
#define CUID_OTHER_DIGITS 16
#define CUID_DIGITS (CUID_TIME_DIGITS + CUID_OTHER_DIGITS)

/* Refuses a number above 36^24 - 1, which only a UUID can be */
static uuidx_status
cuid_check(const uuidx_id_system *system, const uuidx_id *id)
{
	static const unsigned char max[UUID_LEN] = {
		0x10, 0xE4, 0x25, 0xC5, 0x6D, 0xAF, 0xFA, 0xBC,
		0x35, 0xC0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF
	};

	return memcmp(id->octets, max, UUID_LEN) > 0 ? UUIDX_OVERFLOW : UUIDX_OK;
}

/* Sets the number divided by 36^16, that is, the first eight digits */
static uuidx_status
cuid_ticks(const uuidx_id_system *system, const uuidx_id *id, uint64 *ticks)
{
	char		digits[CUID_DIGITS];
	unsigned char octets[8];

	uuidx_encode_number(&uuidx_base36_lower, id->octets, 16, digits, CUID_DIGITS);
	uuidx_decode_number(&uuidx_base36_lower, digits, CUID_TIME_DIGITS, octets, sizeof(octets));
	*ticks = uuidx_load_be64(octets);
	return UUIDX_OK;
}

static void
cuid_bound(const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id)
{
	char		digits[CUID_DIGITS];
	unsigned char octets[8];

	memset(id, 0, sizeof(*id));
	uuidx_store_be64(octets, ticks);
	uuidx_encode_number(&uuidx_base36_lower, octets, sizeof(octets), digits, CUID_TIME_DIGITS);
	memset(digits + CUID_TIME_DIGITS, upper ? 'z' : '0', CUID_OTHER_DIGITS);
	uuidx_decode_number(&uuidx_base36_lower, digits, CUID_DIGITS, id->octets, 16);
}

/* The places count from the end, because the time can have more or fewer digits */
#define CUID_FIELDS                                                                                \
	UUIDX_MS_FIELD, {"counter", UUIDX_FIELD_BASE36, 16, 4},                                        \
	{"fingerprint", UUIDX_FIELD_TEXT, 12, 4},                                                      \
	{"random", UUIDX_FIELD_TEXT, 8, 8}

/*
 * A CUID of any length, for times that do not have eight digits.  Its id does not fit a UUID, and
 * its text does not sort:
 *
 *	  octets 0-5	  Unix ms
 *	  octets 6-16	  the other digits, a number below 36^16
 */
#define CUID_MAX_TIME_DIGITS 9

static uuidx_status
cuid_parse_any_length(const uuidx_id_system *system, const char *string, size_t length,
					  uuidx_id *id)
{
	size_t		time_digits = length - CUID_OTHER_DIGITS;
	unsigned char time_octets[8];
	unsigned char other_octets[16];
	uuidx_status status;

	if (length < 1 + CUID_OTHER_DIGITS || length > CUID_MAX_TIME_DIGITS + CUID_OTHER_DIGITS)
		return UUIDX_BAD_LENGTH;
	if (string[0] == '0' && time_digits > 1)
		return UUIDX_LEADING_ZERO;
	status = uuidx_decode_number(&uuidx_base36_lower, string, time_digits, time_octets, 8);
	if (status == UUIDX_OK)
		status = uuidx_decode_number(&uuidx_base36_lower, string + time_digits,
									 CUID_OTHER_DIGITS, other_octets, 16);
	if (status != UUIDX_OK)
		return status;
	memset(id, 0, sizeof(*id));
	memcpy(id->octets, time_octets + 2, 6);
	memcpy(id->octets + 6, other_octets + 5, 11);
	return UUIDX_OK;
}

static size_t
cuid_format_any_length(const uuidx_id_system *system, const uuidx_id *id, char *string)
{
	unsigned char time_octets[8] = {0};
	unsigned char other_octets[16] = {0};
	size_t		length;

	memcpy(time_octets + 2, id->octets, 6);
	memcpy(other_octets + 5, id->octets + 6, 11);
	length = uuidx_encode_number(&uuidx_base36_lower, time_octets, 8, string, 0);
	return length + uuidx_encode_number(&uuidx_base36_lower, other_octets, 16, string + length,
										CUID_OTHER_DIGITS);
}

/*
 * A SID (chilts/sid, sid.go) is two non-negative int64, joined by a hyphen, in the alphabet of
 * IdBase64(), which was Id() until September 2018, of IdBase32(), IdHex(), or today's Id():
 *
 *	  octets 0-7	  Unix ns, to 2262-04-11
 *	  octets 8-15	  random; within one ns the last one plus 1
 *
 * Only the decimal form does not pad its time, which is shorter before 2001-09-09 01:46:40, long
 * before the first SID was made.  One length is read, so that texts sort.
 */
static uuidx_status
sid_parse(const uuidx_id_system *system, const char *string, size_t length, uuidx_id *id)
{
	size_t		half = system->nchars;
	uuidx_status status;

	if (length != 2 * half + 1)
		return UUIDX_BAD_LENGTH;
	if (string[half] != '-')
		return UUIDX_BAD_SEPARATOR;
	memset(id, 0, sizeof(*id));
	status = uuidx_decode_number(system->alphabet, string, half, id->octets, 8);
	if (status == UUIDX_OK)
		status = uuidx_decode_number(system->alphabet, string + half + 1, half, id->octets + 8, 8);
	return status;
}

static size_t
sid_format(const uuidx_id_system *system, const uuidx_id *id, char *string)
{
	size_t		half = system->nchars;

	uuidx_encode_number(system->alphabet, id->octets, 8, string, half);
	string[half] = '-';
	uuidx_encode_number(system->alphabet, id->octets + 8, 8, string + half + 1, half);
	return 2 * half + 1;
}

static uuidx_status
sid_check(const uuidx_id_system *system, const uuidx_id *id)
{
	if (id->octets[0] >= 0x80 || id->octets[8] >= 0x80)
		return UUIDX_OVERFLOW;
	if (uuidx_id_first64(id) < system->min_ticks)
		return UUIDX_FOREIGN_TIME;
	return UUIDX_OK;
}

static void
sid_bound(const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id)
{
	uuidx_id_store(id, ticks, upper ? (uint64) PG_INT64_MAX : 0);
}

#define SID(n, digits)                                                                             \
	.bits = 128, .mapping = UUIDX_ID_RAW, .sort = UUIDX_ID_SORT_TEXT, .time_bits = 64,             \
	UUIDX_TICKS(63, 1, 1000), .nchars = (n), .alphabet = &(digits), .parse = sid_parse,            \
	.format = sid_format, .check = sid_check,                                                      \
	.ticks = uuidx_id_leading_ticks, .bound = sid_bound, .fields = {                               \
		{"unix_ns", UUIDX_FIELD_NUMBER, 0, 64}, {"rand", UUIDX_FIELD_NUMBER, 64, 64}               \
	}

/*
 * The LexicalUUID of Twitter's Cassandra client begins with 64 bits of Unix us.  twitter-
 * archive/cassie, LexicalUUID.scala:
 *
 *	  octets 0-7	  Unix us, signed; only 1970 and later is read as a time
 *	  octets 8-15	  worker
 *
 * Three hyphens divide the text.  As in Cassie, hyphens anywhere are ignored, unless there are more
 * of them than digits.  Cassie compares workers as signed numbers, a UUID as unsigned ones, so the
 * order differs only within one microsecond.
 */
#define LEXICALUUID_MAX_LENGTH 64

static uuidx_status
lexicaluuid_parse(const uuidx_id_system *system, const char *string, size_t length, uuidx_id *id)
{
	char		digits[UUIDX_HEX_CHARS];
	size_t		ndigits = 0;

	if (length > LEXICALUUID_MAX_LENGTH)
		return UUIDX_BAD_LENGTH;
	for (size_t i = 0; i < length; i++)
	{
		if (string[i] == '-')
			continue;
		if (ndigits == sizeof(digits))
			return UUIDX_BAD_LENGTH;
		digits[ndigits++] = string[i];
	}
	if (ndigits != sizeof(digits))
		return UUIDX_BAD_LENGTH;
	return uuidx_id_parse_hex(digits, id);
}

static size_t
lexicaluuid_format(const uuidx_id_system *system, const uuidx_id *id, char *string)
{
	/* the canonical form has one more hyphen, before its last 12 digits */
	size_t		length = uuidx_id_format_uuid(system, id, string);

	memmove(string + length - 13, string + length - 12, 12);
	return length - 1;
}

const uuidx_id_system uuidx_id_text_systems[] = {
	{
		"cuid", "cjld2cjxh0000qzrmn831i7rn", 128, UUIDX_ID_RAW, UUIDX_ID_SORT_TEXT,
		.fields = {CUID_FIELDS},
		.hint = gettext_noop("A CUID is the letter c and 24 characters 0-9a-z."),
		UUIDX_TICKS_TO(UINT64CONST(2821109907455), 1000, 1),	/* 36^8 - 1 */
		.prefix = "c",
		UUIDX_NUMBER(CUID_DIGITS, uuidx_base36_lower),
		.check = cuid_check,
		.ticks = cuid_ticks,
		.bound = cuid_bound,
	},
	{
		"cuid_nonstandard", "c1000000000001df7dat8022vh",
		136, UUIDX_ID_TOO_LONG, UUIDX_ID_SORT_NONE,
		.fields = {CUID_FIELDS},
		.hint = gettext_noop("A CUID is the letter c, 1 to 9 characters of time and 16 others, all "
							 "of 0-9a-z."),
		UUIDX_TICKS_TO(UINT64CONST(101559956668415), 1000, 1),	/* 36^9 - 1 */
		.time_bits = 48,
		.prefix = "c",
		.parse = cuid_parse_any_length,
		.format = cuid_format_any_length,
		.ticks = uuidx_id_leading_ticks,
	},
	{
		"sid_base64", "1IeSBAWW9kK-0cDG64GQgGJ", SID(11, uuidx_base64_sid),
		.hint = gettext_noop("A SID has two groups of 11 characters 0-9A-Z_a-z~, joined by a "
							 "hyphen."),
	},
	{
		"sid_base32", "1b9efqnl51jj7-4u66ikpfq9ugm", SID(13, uuidx_base32hex_lower),
		.hint = gettext_noop("A SID has two groups of 13 characters 0-9a-v, joined by a hyphen."),
	},
	{
		"sid_hex", "15a5cf57e7d2a837-6eaafe687e7b3ec3", SID(16, uuidx_hex_lower),
		.hint = gettext_noop("A SID has two groups of 16 lower-case hexadecimal digits, joined by "
							 "a hyphen."),
	},
	{
		"sid_dec", "1559872035903071353-1186579057231285506", SID(19, uuidx_decimal),
		.hint = gettext_noop("A SID has two groups of 19 decimal digits, joined by a hyphen, and "
							 "does not begin with 0."),
		.min_ticks = UINT64CONST(1000000000000000000),
	},

	{
		"lexicaluuid", "00060a24-1820-2240-ffffffffffffffff", 128, UUIDX_ID_RAW, UUIDX_ID_SORT_TEXT,
		.fields = {{"unix_us", UUIDX_FIELD_SIGNED, 0, 64}, {"worker_id", UUIDX_FIELD_HEX, 64, 64}},
		.hint = gettext_noop("A LexicalUUID has 32 hexadecimal digits, with hyphens 8-4-4-16."),
		UUIDX_TICKS(63, 1, 1), UUIDX_TIME_IN_FRONT(64),
		.parse = lexicaluuid_parse,
		.format = lexicaluuid_format,
	},

	/*
	 * Well-known systems with no time and no order in their ids.  They are
	 * listed so that the error about their names gives the reason.
	 */

	/* nats-io/nuid has 12 random and 10 sequential characters of base 62 */
	{
		"nuid", NULL, 131, UUIDX_ID_TOO_LONG, UUIDX_ID_SORT_NONE,
		.refusal = gettext_noop("A NUID carries no time, and its 131 bits do not fit into a UUID."),
	},

	/* paralleldrive/cuid2: a letter and usually 23 characters of a hash */
	{
		"cuid2", NULL, 124, UUIDX_ID_TOO_LONG, UUIDX_ID_SORT_NONE,
		.refusal = gettext_noop("A CUID2 is a hash: it carries no time, and its length is not "
								"fixed."),
	},
	{.name = NULL}
};
