/*
 * encoding.c
 *	  A UUID as text, in the forms people store and send.
 *
 * The forms are one table.  Those with an alphabet in ASCII order have a fixed
 * length, so that their texts sort as the UUIDs do; integer and oid are numbers
 * and are written as numbers are, base64url sorts by nothing.
 */
#include "ids/encoding.h"

#define CANONICAL_LENGTH 36

/* Hyphens stand before these octets (RFC 9562 section 4) */
static inline bool
hyphen_before(int octet)
{
	return octet == 4 || octet == 6 || octet == 8 || octet == 10;
}

uuidx_status
uuidx_decode_canonical(const char *text, size_t length, pg_uuid_t *uuid)
{
	if (length != CANONICAL_LENGTH)
		return UUIDX_BAD_LENGTH;
	for (int i = 0; i < UUID_LEN; i++)
	{
		int			high;
		int			low;

		if (hyphen_before(i) && *text ++!= '-')
			return UUIDX_BAD_SEPARATOR;
		high = uuidx_digit_value(&uuidx_hex, *text ++);
		low = uuidx_digit_value(&uuidx_hex, *text ++);
		if (high < 0 || low < 0)
			return UUIDX_BAD_DIGIT;
		uuid->data[i] = (unsigned char) (high << 4 | low);
	}
	return UUIDX_OK;
}

size_t
uuidx_encode_canonical(const pg_uuid_t *uuid, char *text)
{
	for (int i = 0; i < UUID_LEN; i++)
	{
		if (hyphen_before(i))
			*text ++= '-';
		*text ++= uuidx_hex.digits[uuid->data[i] >> 4];
		*text ++= uuidx_hex.digits[uuid->data[i] & 0x0F];
	}
	return CANONICAL_LENGTH;
}

/* The character is c in either case; c is lower case if it is a letter */
static inline bool
same_letter(char character, char c)
{
	return character == c || (c >= 'a' && c <= 'z' && character == c - 'a' + 'A');
}

/* The 36 characters, after a prefix and with nothing else, or in braces */
static size_t
encode_wrapped(const uuidx_encoding *encoding, const pg_uuid_t *uuid, char *text)
{
	size_t		before = strlen(encoding->prefix);

	memcpy(text, encoding->prefix, before);
	uuidx_encode_canonical(uuid, text +before);
	if (encoding->length > before + CANONICAL_LENGTH)
		text[		before + CANONICAL_LENGTH] = '}';

	return encoding->length;
}

static uuidx_status
decode_wrapped(const uuidx_encoding *encoding, const char *text, size_t length, pg_uuid_t *uuid)
{
	size_t		before = strlen(encoding->prefix);

	if (length != encoding->length)
		return UUIDX_BAD_LENGTH;

	/* "urn" and the namespace identifier ignore case: RFC 8141 section 3.1 */
	for (size_t i = 0; i < before; i++)
	{
		if (!same_letter(text[i], encoding->prefix[i]))
			return UUIDX_BAD_PREFIX;
	}
	if (length > before + CANONICAL_LENGTH && text[length - 1] != '}')
		return UUIDX_BAD_SEPARATOR;
	return uuidx_decode_canonical(text +before, CANONICAL_LENGTH, uuid);
}

/* A radix that is a power of two */
static size_t
encode_bits(const uuidx_encoding *encoding, const pg_uuid_t *uuid, char *text)
{
	uuidx_encode_bits(encoding->alphabet, uuid->data, UUID_LEN, text, encoding->length,
					  encoding->padding);
	return encoding->length;
}

static uuidx_status
decode_bits(const uuidx_encoding *encoding, const char *text, size_t length, pg_uuid_t *uuid)
{
	if (length != encoding->length)
		return UUIDX_BAD_LENGTH;
	return uuidx_decode_bits(encoding->alphabet, text, length, uuid->data, UUID_LEN,
							 encoding->padding);
}

/* A 128-bit number of fixed length in any radix */
static size_t
encode_digits(const uuidx_encoding *encoding, const pg_uuid_t *uuid, char *text)
{
	return uuidx_encode_number(encoding->alphabet, uuid->data, UUID_LEN, text, encoding->length);
}

static uuidx_status
decode_digits(const uuidx_encoding *encoding, const char *text, size_t length, pg_uuid_t *uuid)
{
	if (length != encoding->length)
		return UUIDX_BAD_LENGTH;
	return uuidx_decode_number(encoding->alphabet, text, length, uuid->data, UUID_LEN);
}

/* A decimal number as numbers are written: no leading zero; maybe a prefix */
static size_t
encode_integer(const uuidx_encoding *encoding, const pg_uuid_t *uuid, char *text)
{
	size_t		before = strlen(encoding->prefix);

	memcpy(text, encoding->prefix, before);
	return before + uuidx_encode_number(&uuidx_decimal, uuid->data, UUID_LEN, text +before, 0);
}

static uuidx_status
decode_integer(const uuidx_encoding *encoding, const char *text, size_t length, pg_uuid_t *uuid)
{
	/* 2^128 - 1 has 39 digits */
	static const size_t max_digits = 39;
	size_t		before = strlen(encoding->prefix);

	if (length < before || memcmp(text, encoding->prefix, before) != 0)
		return UUIDX_BAD_PREFIX;
	text	  +=before;

	length -= before;
	if (length == 0 || length > max_digits)
		return UUIDX_BAD_LENGTH;
	if (text[0] == '0' && length > 1)
		return UUIDX_LEADING_ZERO;
	return uuidx_decode_number(&uuidx_decimal, text, length, uuid->data, UUID_LEN);
}

/* In the order in which they are listed to people */
static const uuidx_encoding encodings[] = {
	{"canonical", "36 characters, 8-4-4-4-12 hexadecimal digits with hyphens", 36, true, NULL, "",
	UUIDX_PAD_FIRST, encode_wrapped, decode_wrapped},
	{"hex", "32 hexadecimal digits", 32, true, &uuidx_hex, "", UUIDX_PAD_FIRST, encode_bits,
	decode_bits},
	{"urn", "\"urn:uuid:\" and the canonical form", 45, true, NULL, "urn:uuid:", UUIDX_PAD_FIRST,
	encode_wrapped, decode_wrapped},
	{"braced", "the canonical form in braces", 38, true, NULL, "{", UUIDX_PAD_FIRST, encode_wrapped,
	decode_wrapped},
	{"integer", "a decimal number from 0 to 2^128-1 without leading zeros", 0, false, NULL, "",
	UUIDX_PAD_FIRST, encode_integer, decode_integer},
	{"binary", "128 binary digits", 128, true, &uuidx_binary, "", UUIDX_PAD_FIRST, encode_bits,
	decode_bits},

	/* the arc of ITU-T X.667 (ISO/IEC 9834-8) for UUIDs */
	{"oid", "\"2.25.\" and a decimal number from 0 to 2^128-1 without leading zeros", 0, false,
	NULL, "2.25.", UUIDX_PAD_FIRST, encode_integer, decode_integer},

	/* as ULID writes 128 bits */
	{"crockford", "26 characters of Crockford's base 32, the first at most 7", 26, true,
	&uuidx_crockford, "", UUIDX_PAD_FIRST, encode_bits, decode_bits},

	/* RFC 4648 section 7, without the six padding characters */
	{"base32hex", "26 characters 0-9A-V, the last one of 0 4 8 C G K O S", 26, true,
	&uuidx_base32hex, "", UUIDX_PAD_LAST, encode_bits, decode_bits},
	{"base58", "22 characters 1-9A-Za-z without I, O and l", 22, true, &uuidx_base58, "",
	UUIDX_PAD_FIRST, encode_digits, decode_digits},
	{"base62", "22 characters 0-9A-Za-z", 22, true, &uuidx_base62, "", UUIDX_PAD_FIRST,
	encode_digits, decode_digits},

	/* RFC 4648 section 5, without the two padding characters */
	{"base64url", "22 characters A-Za-z0-9-_, the last one of A Q g w", 22, false, &uuidx_base64url,
	"", UUIDX_PAD_LAST, encode_bits, decode_bits},
};

const uuidx_encoding *
uuidx_encoding_at(size_t index)
{
	return index < lengthof(encodings) ? &encodings[index] : NULL;
}

const uuidx_encoding *
uuidx_encoding_find(const char *name, size_t length)
{
	for (size_t i = 0; i < lengthof(encodings); i++)
	{
		if (strlen(encodings[i].name) == length && memcmp(encodings[i].name, name, length) == 0)
			return &encodings[i];
	}
	return NULL;
}

size_t
uuidx_encoding_write(const uuidx_encoding *encoding, const pg_uuid_t *uuid, char *text)
{
	size_t		length = encoding->encode(encoding, uuid, text);

	text[		length] = '\0';

	return length;
}

uuidx_status
uuidx_encoding_read(const uuidx_encoding *encoding, const char *text, size_t length,
					pg_uuid_t *uuid)
{
	return encoding->decode(encoding, text, length, uuid);
}
