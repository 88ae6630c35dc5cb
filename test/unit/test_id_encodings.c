/*
 * test_id_encodings.c
 *	  Alphabets, and the text forms of a UUID.
 */
#include "test_id.h"

#include <stdio.h>

#include "../fuzz/fuzz.h"
#include "ids/is_name.h"
#include "uuid/bits.h"

#define ROUNDS 5000

/* The forms by hand, in the order of the table below, computed elsewhere */
static const char *const names[] = {
	"hex", "urn", "braced", "integer", "binary", "oid",
	"crockford", "base32hex", "base58", "base62", "base64url",
};

static const struct
{
	const char *canonical;
	const char *texts[lengthof(names)];
}			forms[] = {

	{"00000000-0000-0000-0000-000000000000",
		{
			"00000000000000000000000000000000",
			"urn:uuid:00000000-0000-0000-0000-000000000000",
			"{00000000-0000-0000-0000-000000000000}",
			"0",
			"0000000000000000000000000000000000000000000000000000000000000000"
			"0000000000000000000000000000000000000000000000000000000000000000",
			"2.25.0",
			"00000000000000000000000000",
			"00000000000000000000000000",
			"1111111111111111111111",
			"0000000000000000000000",
			"AAAAAAAAAAAAAAAAAAAAAA",
	}},
	{"ffffffff-ffff-ffff-ffff-ffffffffffff",
		{
			"ffffffffffffffffffffffffffffffff",
			"urn:uuid:ffffffff-ffff-ffff-ffff-ffffffffffff",
			"{ffffffff-ffff-ffff-ffff-ffffffffffff}",
			"340282366920938463463374607431768211455",
			"1111111111111111111111111111111111111111111111111111111111111111"
			"1111111111111111111111111111111111111111111111111111111111111111",
			"2.25.340282366920938463463374607431768211455",
			"7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
			"VVVVVVVVVVVVVVVVVVVVVVVVVS",
			"YcVfxkQb6JRzqk5kF2tNLv",
			"7n42DGM5Tflk9n8mt7Fhc7",
			"_____________________w",
	}},
	{"f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
		{
			"f81d4fae7dec11d0a76500a0c91e6bf6",
			"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
			"{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}",
			"329800735698586629295641978511506172918",
			"1111100000011101010011111010111001111101111011000001000111010000"
			"1010011101100101000000001010000011001001000111100110101111110110",
			"2.25.329800735698586629295641978511506172918",
			"7R3N7TWZFC278AES80M34HWTZP",
			"V0EKVBJTTG8T19R502GCI7JBUO",
			"Xe22UfxT3rxcKJEAfL5373",
			"7YBUWgZR1mKSqGyj9tVViw",
			"-B1Prn3sEdCnZQCgyR5r9g",
	}},
	{"017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
		{
			"017f22e279b07cc398c4dc0c0c07398f",
			"urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
			"{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}",
			"1989357241971137676463954034883508623",
			"0000000101111111001000101110001001111001101100000111110011000011"
			"1001100011000100110111000000110000001100000001110011100110001111",
			"2.25.1989357241971137676463954034883508623",
			"01FWHE4YDGFK1SHH6W1G60EECF",
			"05VI5OJPM1UC7664RG60O1PPHS",
			"1BihbxwwQ4NZZpKRH9JDCz",
			"02p5oQZoHTv0zeY5yG21K3",
			"AX8i4nmwfMOYxNwMDAc5jw",
	}},
};

static const struct
{
	const char *name;
	const char *string;
	uuidx_status status;
}			refusals[] = {
	{"canonical", "f81d4fae-7dec-11d0-a765-00a0c91e6bf", UUIDX_BAD_LENGTH},
	{"canonical", "f81d4fae-7dec-11d0-a765-00a0c91e6bf60", UUIDX_BAD_LENGTH},
	{"canonical", "f81d4fae-7dec-11d0-a765000a0c91e6bf6", UUIDX_BAD_SEPARATOR},
	{"canonical", "f81d4fae07dec-11d0-a765-00a0c91e6bf6", UUIDX_BAD_SEPARATOR},
	{"canonical", "f81d4fae-7dec-11d0-a765-00a0c91e6bfg", UUIDX_BAD_DIGIT},
	{"canonical", "f81d4fae-7dec-11d0-a765-00a0c91e6bf\xC3", UUIDX_BAD_DIGIT},
	{"hex", "f81d4fae7dec11d0a76500a0c91e6bf", UUIDX_BAD_LENGTH},
	{"hex", "f81d4fae7dec11d0a76500a0c91e6bf-", UUIDX_BAD_DIGIT},
	{"urn", "urn:guid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", UUIDX_BAD_PREFIX},
	{"urn", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", UUIDX_BAD_LENGTH},
	{"braced", "(f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", UUIDX_BAD_PREFIX},
	{"braced", "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6)", UUIDX_BAD_SEPARATOR},
	{"integer", "", UUIDX_BAD_LENGTH},
	{"integer", "-1", UUIDX_BAD_DIGIT},
	{"integer", "00", UUIDX_LEADING_ZERO},
	{"integer", "340282366920938463463374607431768211456", UUIDX_OVERFLOW},
	{"integer", "999999999999999999999999999999999999999", UUIDX_OVERFLOW},
	{"integer", "1000000000000000000000000000000000000000", UUIDX_BAD_LENGTH},
	{"oid", "2.25.", UUIDX_BAD_LENGTH},
	{"oid", "2.25", UUIDX_BAD_PREFIX},
	{"oid", "2.26.1", UUIDX_BAD_PREFIX},
	{"oid", "2.25.01", UUIDX_LEADING_ZERO},
	{"oid", "2.25.1.1", UUIDX_BAD_DIGIT},
	{"crockford", "80000000000000000000000000", UUIDX_OVERFLOW},
	{"crockford", "0000000000000000000000000I", UUIDX_BAD_DIGIT},
	{"crockford", "0000000000000000000000000U", UUIDX_BAD_DIGIT},
	{"crockford", "0000000000000000000000000", UUIDX_BAD_LENGTH},
	{"base32hex", "00000000000000000000000001", UUIDX_BAD_PADDING},
	{"base32hex", "0000000000000000000000000W", UUIDX_BAD_DIGIT},
	{"base58", "YcVfxkQb6JRzqk5kF2tNLw", UUIDX_OVERFLOW},
	{"base58", "0111111111111111111111", UUIDX_BAD_DIGIT},
	{"base58", "zzzzzzzzzzzzzzzzzzzzzl", UUIDX_BAD_DIGIT},
	{"base58", "111111111111111111111", UUIDX_BAD_LENGTH},
	{"base62", "7n42DGM5Tflk9n8mt7Fhc8", UUIDX_OVERFLOW},
	{"base62", "000000000000000000000_", UUIDX_BAD_DIGIT},
	{"base64url", "AAAAAAAAAAAAAAAAAAAAAB", UUIDX_BAD_PADDING},
	{"base64url", "AAAAAAAAAAAAAAAAAAAA==", UUIDX_BAD_DIGIT},
	{"base64url", "+B1Prn3sEdCnZQCgyR5r9g", UUIDX_BAD_DIGIT},
};

static const uuidx_id_system *
encoding_named(const char *name)
{
	return uuidx_form_find(name, strlen(name));
}

/* A digit's value is its place; nothing else is a digit but the other case */
static void
test_alphabets(void)
{
	static const struct
	{
		const uuidx_alphabet *alphabet;
		int			radix;
		int			naccepted;
		bool		sorted;
	}			alphabets[] = {
		{&uuidx_binary, 2, 2, true},
		{&uuidx_decimal, 10, 10, true},
		{&uuidx_hex, 16, 22, true},
		{&uuidx_hex_lower, 16, 16, true},
		{&uuidx_base32hex, 32, 54, true},
		{&uuidx_base32hex_lower, 32, 32, true},
		{&uuidx_crockford, 32, 54, true},
		{&uuidx_crockford_lower, 32, 32, true},
		{&uuidx_crockford_lenient, 32, 60, true},
		{&uuidx_base36_lower, 36, 36, true},
		{&uuidx_base58, 58, 58, true},
		{&uuidx_base62, 62, 62, true},
		{&uuidx_base64url, 64, 64, false},
		{&uuidx_base64_push, 64, 64, true},
		{&uuidx_base64_sid, 64, 64, true},
	};

	test_begin("alphabets");
	for (size_t i = 0; i < lengthof(alphabets); i++)
	{
		const uuidx_alphabet *alphabet = alphabets[i].alphabet;
		int			naccepted = 0;
		bool		sorted = true;

		test_check(alphabet->radix == alphabets[i].radix &&
				   strlen(alphabet->digits) == alphabet->radix &&
				   (alphabet->bits == 0 || 1 << alphabet->bits == alphabet->radix),
				   "%s: radix %d", alphabet->digits, alphabet->radix);
		for (int value = 0; value < alphabet->radix; value++)
		{
			test_check(uuidx_digit_value(alphabet, alphabet->digits[value]) == value,
					   "%s: digit %d", alphabet->digits, value);
			if (value > 0 && alphabet->digits[value - 1] >= alphabet->digits[value])
				sorted = false;
		}
		for (int character = 0; character < 256; character++)
			naccepted += uuidx_digit_value(alphabet, (char) character) >= 0;
		test_check(naccepted == alphabets[i].naccepted, "%s: %d characters", alphabet->digits,
				   naccepted);
		test_check(sorted == alphabets[i].sorted, "%s: order", alphabet->digits);
	}
	test_check(uuidx_digit_value(&uuidx_crockford_lenient, 'i') == 1 &&
			   uuidx_digit_value(&uuidx_crockford_lenient, 'L') == 1 &&
			   uuidx_digit_value(&uuidx_crockford_lenient, 'O') == 0,
			   "Crockford's look-alikes");
	test_end();
}

/* Digits of which some before the last ones already exceed the octets, which then wrap to 0 */
static void
test_numbers(void)
{
	static const char beyond[] = "184467440737095516160";	/* 10 * 2^64 */
	unsigned char octets[8];
	uuidx_status status = uuidx_decode_number(&uuidx_decimal, beyond, 20, octets, sizeof(octets));

	test_begin("numbers that are too large");
	test_check(status == UUIDX_OVERFLOW, "2^64: %s", test_reason(status));
	status = uuidx_decode_number(&uuidx_decimal, beyond, 21, octets, sizeof(octets));
	test_check(status == UUIDX_OVERFLOW, "10 * 2^64: %s", test_reason(status));
	test_end();
}

static void
test_forms(void)
{
	char		string[UUIDX_ID_TEXT_MAX + 1];

	test_begin("text forms by hand");
	for (size_t i = 0; i < lengthof(forms); i++)
	{
		pg_uuid_t	uuid = uuid_from(forms[i].canonical);

		for (size_t j = 0; j < lengthof(names); j++)
		{
			const uuidx_id_system *encoding = encoding_named(names[j]);
			pg_uuid_t	back;

			if (!test_check(encoding != NULL, "no %s", names[j]))
				continue;
			test_check(uuidx_form_write(encoding, &uuid, string) == strlen(string) &&
					   strcmp(string, forms[i].texts[j]) == 0,
					   "%s: %s, not %s", names[j], string, forms[i].texts[j]);
			test_check(uuidx_form_read(encoding, string, strlen(string), &back) == UUIDX_OK &&
					   memcmp(&back, &uuid, sizeof(uuid)) == 0,
					   "%s: %s does not come back", names[j], string);
		}
	}
	test_check(encoding_named("base64") == NULL && encoding_named("") == NULL,
			   "a form that is none");
	test_check(encoding_named("HEX") != NULL && encoding_named("HEX") == encoding_named("hex"),
			   "either case");
	test_end();

	test_begin("malformed text is refused with its reason");
	for (size_t i = 0; i < lengthof(refusals); i++)
	{
		pg_uuid_t	uuid;
		uuidx_status status = uuidx_form_read(encoding_named(refusals[i].name),
											  refusals[i].string,
											  strlen(refusals[i].string), &uuid);

		test_check(status == refusals[i].status, "%s \"%s\": %s", refusals[i].name,
				   refusals[i].string, test_reason(status));
	}
	test_end();

	test_begin("every status of an id has words of its own, a sentence");
	for (int a = UUIDX_OK; a <= UUIDX_UNSUPPORTED; a++)
	{
		const char *detail = uuidx_status_detail(a);

		test_check((detail != NULL) == (a > UUIDX_OK && a < UUIDX_OUT_OF_RANGE), "%d", a);
		if (detail == NULL)
			continue;
		test_check(detail[0] >= 'A' && detail[0] <= 'Z' && detail[strlen(detail) - 1] == '.', "%s",
				   detail);
		for (int b = UUIDX_OK + 1; b < a; b++)
			test_check(strcmp(detail, uuidx_status_detail(b)) != 0, "%d and %d", a, b);
	}
	for (size_t i = 0; uuidx_id_at(i) != NULL; i++)
	{
		const uuidx_id_system *system = uuidx_id_at(i);
		const char *words = system->refusal != NULL ? system->refusal : system->form;

		test_check(words[0] >= 'A' && words[0] <= 'Z' && words[strlen(words) - 1] == '.', "%s",
				   words);
	}
	test_end();
}

/* Where the order of texts is not that of the UUIDs */
static bool
sorts_not(const uuidx_id_system *encoding)
{
	return strcmp(encoding->name, "integer") == 0 || strcmp(encoding->name, "oid") == 0 ||
		strcmp(encoding->name, "base64url") == 0;
}

/* There and back, and with one character changed, by ../fuzz/fuzz_id.c; length and order */
static void
test_form_laws(void)
{
	size_t		nsystems = 0;

	while (uuidx_id_at(nsystems) != NULL)
		nsystems++;
	for (size_t i = 0; uuidx_form_at(i) != NULL; i++)
	{
		const uuidx_id_system *encoding = uuidx_form_at(i);
		bool		sorted = true;
		pg_uuid_t	previous;
		char		previous_text[UUIDX_ID_TEXT_MAX + 1];

		test_begin("%s: there and back, order", encoding->name);
		memset(&previous, 0, sizeof(previous));
		uuidx_form_write(encoding, &previous, previous_text);
		for (int round = 0; round < ROUNDS; round++)
		{
			uint8		input[1 + UUIDX_ID_TEXT_MAX + 1];
			char	   *string = (char *) input + 1;
			pg_uuid_t	uuid;
			size_t		length;

			/* numbers of every size, ends of the range, neighbours */
			uuidx_store(&uuid, random_u64() >> test_random_below(64), random_u64());
			if (round % 4 == 1)
				uuidx_store(&uuid, 0, random_u64() >> test_random_below(64));
			if (round % 4 == 2)
				uuidx_store(&uuid, PG_UINT64_MAX, PG_UINT64_MAX - test_random_below(100));
			if (round % 4 == 3)
				uuidx_store(&uuid, uuidx_hi(&previous), uuidx_lo(&previous) + 1);

			input[0] = (uint8) (nsystems + i);
			memcpy(input + 1, &uuid, sizeof(uuid));
			fuzz_id(input, 1 + sizeof(uuid));
			length = uuidx_form_write(encoding, &uuid, string);
			test_check(length == strlen(string) &&
					   (encoding->shortest || length == encoding->nchars),
					   "%s: length %zu", string, length);
			if ((strcmp(string, previous_text) < 0) != (uuidx_compare_bytes(&uuid, &previous) < 0))
				sorted = false;
			previous = uuid;
			strcpy(previous_text, string);
			/* half of them in what is the other case of letters */
			string[test_random_below(length)] ^= (char) (round % 2 ? 0x20 : test_random_below(256));
			fuzz_id(input, 1 + length);
		}
		test_check(sorted != sorts_not(encoding), "text order %s that of the uuids",
				   sorted ? "is" : "is not");
		test_end();
	}
}

/* Names are recognized in either case of A to Z, and nothing else is */
static void
test_names(void)
{
	static const char lower[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
	char		given[sizeof(lower)];

	test_begin("names in either case");
	for (size_t i = 0; i < strlen(lower); i++)
	{
		for (int c = 0; c < 256; c++)
		{
			bool		same = c == lower[i] || (i < 26 && c == lower[i] - 'a' + 'A');

			memcpy(given, lower, sizeof(lower));
			given[i] = (char) c;
			test_check(uuidx_is_name(lower, given, strlen(lower)) == same, "character %d", c);
		}
	}
	test_check(!uuidx_is_name(lower, lower, strlen(lower) - 1), "a name that is cut");
	test_end();
}

void
test_id_encodings(void)
{
	test_names();
	test_alphabets();
	test_numbers();
	test_forms();
	test_form_laws();
}
