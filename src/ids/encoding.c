/*
 * encoding.c
 *	  Text forms of a UUID that are in use.
 *
 * The forms are one table.  Those with an alphabet in ASCII order have a fixed length,
 * so that their texts sort as the UUIDs do; integer and oid are numbers, without
 * leading zeros, and base64url has no order.
 */
#include "ids/encoding.h"
#include "ids/is_name.h"

#define CANONICAL_LENGTH 36

/* Hyphens are before these octets (RFC 9562 section 4) */
static inline bool
hyphen_before(int octet)
{
	return octet == 4 || octet == 6 || octet == 8 || octet == 10;
}

uuidx_status
uuidx_decode_canonical(const char *string, size_t length, pg_uuid_t *uuid)
{
	if (length != CANONICAL_LENGTH)
		return UUIDX_BAD_LENGTH;
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
		uuid->data[i] = (unsigned char) (high << 4 | low);
	}
	return UUIDX_OK;
}

size_t
uuidx_encode_canonical(const pg_uuid_t *uuid, char *string)
{
	for (int i = 0; i < UUID_LEN; i++)
	{
		if (hyphen_before(i))
			*string++ = '-';
		*string++ = uuidx_hex.digits[uuid->data[i] >> 4];
		*string++ = uuidx_hex.digits[uuid->data[i] & 0x0F];
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
encode_wrapped(const uuidx_encoding *encoding, const pg_uuid_t *uuid, char *string)
{
	size_t		before = strlen(encoding->prefix);

	memcpy(string, encoding->prefix, before);
	uuidx_encode_canonical(uuid, string + before);
	if (encoding->length > before + CANONICAL_LENGTH)
		string[before + CANONICAL_LENGTH] = '}';
	return encoding->length;
}

static uuidx_status
decode_wrapped(const uuidx_encoding *encoding, const char *string, size_t length, pg_uuid_t *uuid)
{
	size_t		before = strlen(encoding->prefix);

	if (length != encoding->length)
		return UUIDX_BAD_LENGTH;

	/* "urn" and the namespace identifier ignore case: RFC 8141 section 3.1 */
	for (size_t i = 0; i < before; i++)
	{
		if (!same_letter(string[i], encoding->prefix[i]))
			return UUIDX_BAD_PREFIX;
	}
	if (length > before + CANONICAL_LENGTH && string[length - 1] != '}')
		return UUIDX_BAD_SEPARATOR;
	return uuidx_decode_canonical(string + before, CANONICAL_LENGTH, uuid);
}

/* A radix that is a power of two */
static size_t
encode_bits(const uuidx_encoding *encoding, const pg_uuid_t *uuid, char *string)
{
	uuidx_encode_bits(encoding->alphabet, uuid->data, UUID_LEN, string, encoding->length,
					  encoding->padding);
	return encoding->length;
}

static uuidx_status
decode_bits(const uuidx_encoding *encoding, const char *string, size_t length, pg_uuid_t *uuid)
{
	if (length != encoding->length)
		return UUIDX_BAD_LENGTH;
	return uuidx_decode_bits(encoding->alphabet, string, length, uuid->data, UUID_LEN,
							 encoding->padding);
}

/* A 128-bit number of fixed length in any radix */
static size_t
encode_digits(const uuidx_encoding *encoding, const pg_uuid_t *uuid, char *string)
{
	return uuidx_encode_number(encoding->alphabet, uuid->data, UUID_LEN, string, encoding->length);
}

static uuidx_status
decode_digits(const uuidx_encoding *encoding, const char *string, size_t length, pg_uuid_t *uuid)
{
	if (length != encoding->length)
		return UUIDX_BAD_LENGTH;
	return uuidx_decode_number(encoding->alphabet, string, length, uuid->data, UUID_LEN);
}

/* A decimal number without leading zeros; maybe with a prefix */
static size_t
encode_integer(const uuidx_encoding *encoding, const pg_uuid_t *uuid, char *string)
{
	size_t		before = strlen(encoding->prefix);

	memcpy(string, encoding->prefix, before);
	return before + uuidx_encode_number(&uuidx_decimal, uuid->data, UUID_LEN, string + before, 0);
}

static uuidx_status
decode_integer(const uuidx_encoding *encoding, const char *string, size_t length, pg_uuid_t *uuid)
{
	/* 2^128 - 1 has 39 digits */
	static const size_t max_digits = 39;
	size_t		before = strlen(encoding->prefix);

	if (length < before || memcmp(string, encoding->prefix, before) != 0)
		return UUIDX_BAD_PREFIX;
	string += before;
	length -= before;
	if (length == 0 || length > max_digits)
		return UUIDX_BAD_LENGTH;
	if (string[0] == '0' && length > 1)
		return UUIDX_LEADING_ZERO;
	return uuidx_decode_number(&uuidx_decimal, string, length, uuid->data, UUID_LEN);
}

/* In the order in which error messages list them */
static const uuidx_encoding encodings[] = {
	{
		.name = "canonical",
		.form = gettext_noop("This format has 36 characters, 8-4-4-4-12 hexadecimal digits with "
							 "hyphens."),
		.length = 36,
		.prefix = "",
		.encode = encode_wrapped,
		.decode = decode_wrapped,
	},
	{
		.name = "hex",
		.form = gettext_noop("This format has 32 hexadecimal digits."),
		.length = 32,
		.alphabet = &uuidx_hex,
		.padding = UUIDX_PAD_FIRST,
		.encode = encode_bits,
		.decode = decode_bits,
	},
	{
		.name = "urn",
		.form = gettext_noop("This format is \"urn:uuid:\" and the canonical form."),
		.length = 45,
		.prefix = "urn:uuid:",
		.encode = encode_wrapped,
		.decode = decode_wrapped,
	},
	{
		.name = "braced",
		.form = gettext_noop("This format is the canonical form in braces."),
		.length = 38,
		.prefix = "{",
		.encode = encode_wrapped,
		.decode = decode_wrapped,
	},
	{
		.name = "integer",
		.form = gettext_noop("This format is a decimal number from 0 to 2^128-1 without leading "
							 "zeros."),
		.prefix = "",
		.encode = encode_integer,
		.decode = decode_integer,
	},
	{
		.name = "binary",
		.form = gettext_noop("This format has 128 binary digits."),
		.length = 128,
		.alphabet = &uuidx_binary,
		.padding = UUIDX_PAD_FIRST,
		.encode = encode_bits,
		.decode = decode_bits,
	},

	/* the arc of ITU-T X.667 (ISO/IEC 9834-8) for UUIDs */
	{
		.name = "oid",
		.form = gettext_noop("This format is \"2.25.\" and a decimal number from 0 to 2^128-1 "
							 "without leading zeros."),
		.prefix = "2.25.",
		.encode = encode_integer,
		.decode = decode_integer,
	},

	/* as ULID writes 128 bits */
	{
		.name = "crockford",
		.form = gettext_noop("This format has 26 characters of Crockford's base 32, the first at "
							 "most 7."),
		.length = 26,
		.alphabet = &uuidx_crockford,
		.padding = UUIDX_PAD_FIRST,
		.encode = encode_bits,
		.decode = decode_bits,
	},

	/* RFC 4648 section 7, without the six padding characters */
	{
		.name = "base32hex",
		.form = gettext_noop("This format has 26 characters 0-9A-V, the last one of 0 4 8 C G K O "
							 "S."),
		.length = 26,
		.alphabet = &uuidx_base32hex,
		.padding = UUIDX_PAD_LAST,
		.encode = encode_bits,
		.decode = decode_bits,
	},
	{
		.name = "base58",
		.form = gettext_noop("This format has 22 characters 1-9A-Za-z without I, O and l."),
		.length = 22,
		.alphabet = &uuidx_base58,
		.encode = encode_digits,
		.decode = decode_digits,
	},
	{
		.name = "base62",
		.form = gettext_noop("This format has 22 characters 0-9A-Za-z."),
		.length = 22,
		.alphabet = &uuidx_base62,
		.encode = encode_digits,
		.decode = decode_digits,
	},

	/* RFC 4648 section 5, without the two padding characters */
	{
		.name = "base64url",
		.form = gettext_noop("This format has 22 characters A-Za-z0-9-_, the last one of A Q g w."),
		.length = 22,
		.alphabet = &uuidx_base64url,
		.padding = UUIDX_PAD_LAST,
		.encode = encode_bits,
		.decode = decode_bits,
	},
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
		if (uuidx_is_name(encodings[i].name, name, length))
			return &encodings[i];
	}
	return NULL;
}

size_t
uuidx_encoding_write(const uuidx_encoding *encoding, const pg_uuid_t *uuid, char *string)
{
	size_t		length = encoding->encode(encoding, uuid, string);

	string[length] = '\0';
	return length;
}

uuidx_status
uuidx_encoding_read(const uuidx_encoding *encoding, const char *string, size_t length,
					pg_uuid_t *uuid)
{
	return encoding->decode(encoding, string, length, uuid);
}
