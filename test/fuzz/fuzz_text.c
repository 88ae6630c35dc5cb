/*
 * fuzz_text.c
 *	  Digits in every alphabet, TypeIDs, and the names of systems and encodings, compared
 *	  with arithmetic digit by digit.
 *
 * Input: an octet that chooses, an octet for sizes, then a text.
 */
#include <strings.h>

#include "fuzz.h"
#include "ids/id.h"

static const uuidx_alphabet *const alphabets[] = {
	&uuidx_binary, &uuidx_decimal, &uuidx_hex,
	&uuidx_hex_lower, &uuidx_base32hex, &uuidx_base32hex_lower,
	&uuidx_crockford, &uuidx_crockford_lower, &uuidx_crockford_lenient,
	&uuidx_base36_lower, &uuidx_base58, &uuidx_base62,
&uuidx_base64url, &uuidx_base64_push, &uuidx_base64_sid};

#define OCTETS_MAX 20

/* number = number * radix + digit; returns false if that does not fit */
static bool
append_digit(uint8 *number, size_t size, unsigned radix, unsigned digit)
{
	unsigned	carry = digit;

	for (size_t i = size; i-- > 0;)
	{
		carry += number[i] * radix;
		number[i] = (uint8) (carry % 256);
		carry /= 256;
	}
	return carry == 0;
}

/* number = number / radix; returns the remainder */
static unsigned
last_digit(uint8 *number, size_t size, unsigned radix)
{
	unsigned	rest = 0;

	for (size_t i = 0; i < size; i++)
	{
		rest = rest * 256 + number[i];
		number[i] = (uint8) (rest / radix);
		rest %= radix;
	}
	return rest;
}

/* Returns the value of a digit, which is its place in the alphabet if it is there */
static int
slow_digit(const uuidx_alphabet *alphabet, char c)
{
	int			value = uuidx_digit_value(alphabet, c);

	REQUIRE(strlen(alphabet->digits) == alphabet->radix);
	for (int i = 0; i < alphabet->radix; i++)
	{
		if (alphabet->digits[i] == c)
			REQUIRE(value == i);
	}
	REQUIRE(value >= -1 && value < alphabet->radix);
	return value;
}

/* Reads digits as a number of 8, 16 or 20 octets */
static void
check_number(const uuidx_alphabet *alphabet, size_t size, const char *string, size_t length)
{
	uint8		expected[OCTETS_MAX] = {0};
	uint8		number[OCTETS_MAX] = {0};
	char		again[8 * OCTETS_MAX];
	size_t		digits;
	bool		fits = true;
	bool		known = length > 0;
	uuidx_status status = uuidx_decode_number(alphabet, string, length, number, size);

	for (size_t i = 0; i < length; i++)
	{
		int			value = slow_digit(alphabet, string[i]);

		known &= value >= 0;
		if (known)
			fits &= append_digit(expected, size, alphabet->radix, (unsigned) value);
	}
	if (length == 0)
		REQUIRE(status == UUIDX_BAD_LENGTH);
	else if (!known)
		REQUIRE(status == UUIDX_BAD_DIGIT);
	else
		REQUIRE(status == (fits ? UUIDX_OK : UUIDX_OVERFLOW));
	if (status == UUIDX_OK)
		REQUIRE(memcmp(number, expected, size) == 0);

	/* writes octets as digits */
	memcpy(number, string, length < size ? length : size);
	digits = uuidx_encode_number(alphabet, number, size, again, 0);
	REQUIRE(digits > 0 && digits <= sizeof(again));
	REQUIRE(digits == 1 || again[0] != alphabet->digits[0]);
	REQUIRE(uuidx_decode_number(alphabet, again, digits, expected, size) == UUIDX_OK);
	REQUIRE(memcmp(number, expected, size) == 0);
	for (size_t i = digits; i-- > 0;)
		REQUIRE(again[i] == alphabet->digits[last_digit(number, size, alphabet->radix)]);
	for (size_t i = 0; i < size; i++)
		REQUIRE(number[i] == 0);
}

/* Reads and writes digits that are groups of bits, with surplus bits at one end */
static void
check_bits(const uuidx_alphabet *alphabet, size_t size, bool last, const char *string,
		   size_t length)
{
	size_t		digits = (size * 8 + alphabet->bits - 1) / alphabet->bits;
	size_t		surplus = digits * alphabet->bits - size * 8;
	uuidx_padding padding = last ? UUIDX_PAD_LAST : UUIDX_PAD_FIRST;
	uint8		octets[OCTETS_MAX] = {0};
	uint8		expected[OCTETS_MAX + 1] = {0};
	char		again[8 * OCTETS_MAX];

	if (length >= digits)
	{
		uuidx_status status = uuidx_decode_bits(alphabet, string, digits, octets, size, padding);
		bool		known = true;

		for (size_t i = 0; i < digits; i++)
		{
			int			value = slow_digit(alphabet, string[i]);

			known &= value >= 0;
			if (known)
				append_digit(expected, sizeof(expected), alphabet->radix, (unsigned) value);
		}
		if (!known)
			REQUIRE(status != UUIDX_OK);
		else if (last)
		{
			unsigned	rest = last_digit(expected, sizeof(expected), 1U << surplus);

			REQUIRE(status == (rest == 0 ? UUIDX_OK : UUIDX_BAD_PADDING));
		}
		else
			REQUIRE((status == UUIDX_OK) == (expected[OCTETS_MAX - size] == 0));
		if (status == UUIDX_OK)
		{
			REQUIRE(memcmp(octets, expected + sizeof(expected) - size, size) == 0);
			uuidx_encode_bits(alphabet, octets, size, again, digits, padding);
			for (size_t i = 0; i < digits; i++)
				REQUIRE(slow_digit(alphabet, again[i]) == slow_digit(alphabet, string[i]));
		}
	}

	memset(octets, 0, sizeof(octets));
	memcpy(octets, string, length < size ? length : size);
	uuidx_encode_bits(alphabet, octets, size, again, digits, padding);
	REQUIRE(uuidx_decode_bits(alphabet, again, digits, expected, size, padding) == UUIDX_OK);
	REQUIRE(memcmp(octets, expected, size) == 0);
}

/* [a-z]([a-z_]*[a-z])? or nothing, at most 63 */
static bool
slow_prefix(const char *string, size_t length)
{
	if (length > 0 && (string[0] == '_' || string[length - 1] == '_'))
		return false;
	for (size_t i = 0; i < length; i++)
	{
		if (strchr("abcdefghijklmnopqrstuvwxyz_", string[i]) == NULL || string[i] == '\0')
			return false;
	}
	return length <= 63;
}

static void
check_typeid(const char *string, size_t length)
{
	char		again[UUIDX_ID_TEXT_MAX + 1];
	size_t		prefix_length = 0;
	pg_uuid_t	uuid;
	pg_uuid_t	back;

	REQUIRE((uuidx_typeid_check_prefix(string, length) == UUIDX_OK) == slow_prefix(string, length));
	if (uuidx_typeid_parse(string, length, &prefix_length, &uuid) == UUIDX_OK)
	{
		REQUIRE(slow_prefix(string, prefix_length));
		REQUIRE(length == prefix_length + (prefix_length > 0) + 26);
		REQUIRE(uuidx_typeid_format(string, prefix_length, &uuid, again) == length);
		REQUIRE(memcmp(again, string, length) == 0 && again[length] == '\0');
	}
	if (length >= UUID_LEN && slow_prefix(string + UUID_LEN, length - UUID_LEN))
	{
		memcpy(&uuid, string, UUID_LEN);
		length -= UUID_LEN;
		string += UUID_LEN;
		REQUIRE(uuidx_typeid_format(string, length, &uuid, again) <= UUIDX_ID_TEXT_MAX);
		REQUIRE(uuidx_typeid_parse(again, strlen(again), &prefix_length, &back) == UUIDX_OK);
		REQUIRE(prefix_length == length && memcmp(again, string, length) == 0);
		REQUIRE(memcmp(&uuid, &back, UUID_LEN) == 0);
	}
}

/* A name is found if it exists, in upper and lower case */
static void
check_names(const char *string, size_t length)
{
	const uuidx_id_system *system = NULL;
	const uuidx_id_system *encoding = NULL;
	const uuidx_id_system *found;
	uuidx_id_system made;

	for (size_t i = 0; uuidx_id_at(i) != NULL; i++)
	{
		if (strlen(uuidx_id_at(i)->name) == length &&
			strncasecmp(uuidx_id_at(i)->name, string, length) == 0)
			system = uuidx_id_at(i);
	}
	for (size_t i = 0; uuidx_form_at(i) != NULL; i++)
	{
		if (strlen(uuidx_form_at(i)->name) == length &&
			strncasecmp(uuidx_form_at(i)->name, string, length) == 0)
			encoding = uuidx_form_at(i);
	}

	/* a system of any width has a name that is not listed */
	found = uuidx_id_find(string, length, &made);
	REQUIRE(found == system || (system == NULL && found == &made && made.any_width &&
								strlen(made.name) == length &&
								strncasecmp(made.name, string, length) == 0));
	REQUIRE(uuidx_form_find(string, length) == encoding);
}

int
fuzz_text(const uint8 *data, size_t size)
{
	static const size_t sizes[] = {8, 16, 20, 16};
	const uuidx_alphabet *alphabet;
	const char *string = (const char *) data + 2;
	size_t		octets;

	/* a longer text only takes longer */
	if (size < 2 || size > 400)
		return 0;
	size -= 2;
	alphabet = alphabets[data[0] % lengthof(alphabets)];
	octets = sizes[data[1] & 3];

	check_number(alphabet, octets, string, size);
	if (alphabet->bits > 0)
		check_bits(alphabet, octets, (data[1] & 4) != 0, string, size);
	check_typeid(string, size);
	check_names(string, size);
	return 0;
}
