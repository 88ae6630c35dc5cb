/*
 * test_id_encodings.c
 *	  Alphabets, and the text forms of a UUID.
 */
#include "tap.h"

#include <stdio.h>

#include "../fuzz/fuzz.h"
#include "ids/id.h"
#include "uuid/bits.h"

#define ROUNDS 5000

/* The value of a digit is its place; only the other case of a digit is one as well */
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
		{&uuidx_base32_sortable, 32, 32, true},
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

	tap_begin("each alphabet has its radix, its order and its digits");
	for (size_t i = 0; i < lengthof(alphabets); i++)
	{
		const uuidx_alphabet *alphabet = alphabets[i].alphabet;
		int			naccepted = 0;
		bool		sorted = true;

		TAP_CHECK(alphabet->radix == alphabets[i].radix &&
				  strlen(alphabet->digits) == alphabet->radix &&
				  (alphabet->bits == 0 || 1 << alphabet->bits == alphabet->radix),
				  "%s: radix %d", alphabet->digits, alphabet->radix);
		for (int value = 0; value < alphabet->radix; value++)
		{
			TAP_CHECK(uuidx_digit_value(alphabet, alphabet->digits[value]) == value,
					  "%s: digit %d", alphabet->digits, value);
			if (value > 0 && alphabet->digits[value - 1] >= alphabet->digits[value])
				sorted = false;
		}
		for (int character = 0; character < 256; character++)
			naccepted += uuidx_digit_value(alphabet, (char) character) >= 0;
		TAP_CHECK(naccepted == alphabets[i].naccepted, "%s: %d characters", alphabet->digits,
				  naccepted);
		TAP_CHECK(sorted == alphabets[i].sorted, "%s: order", alphabet->digits);
	}
	TAP_CHECK(uuidx_digit_value(&uuidx_crockford_lenient, 'i') == 1 &&
			  uuidx_digit_value(&uuidx_crockford_lenient, 'L') == 1 &&
			  uuidx_digit_value(&uuidx_crockford_lenient, 'O') == 0,
			  "Crockford's look-alikes");
}

static void
test_details(void)
{
	tap_begin("each status of an id has a sentence of its own");
	for (int a = UUIDX_OK; a <= UUIDX_UNSUPPORTED; a++)
	{
		const char *detail = uuidx_status_detail(a);

		TAP_CHECK((detail != NULL) == (a > UUIDX_OK && a < UUIDX_OUT_OF_RANGE), "%d", a);
		if (detail == NULL)
			continue;
		TAP_CHECK(detail[0] >= 'A' && detail[0] <= 'Z' && detail[strlen(detail) - 1] == '.', "%s",
				  detail);
		for (int b = UUIDX_OK + 1; b < a; b++)
			TAP_CHECK(strcmp(detail, uuidx_status_detail(b)) != 0, "%d and %d", a, b);
	}
	for (size_t i = 0; uuidx_id_at(i) != NULL; i++)
	{
		const uuidx_id_system *system = uuidx_id_at(i);
		const char *words = system->refusal != NULL ? system->refusal : system->hint;

		TAP_CHECK(words[0] >= 'A' && words[0] <= 'Z' && words[strlen(words) - 1] == '.', "%s",
				  words);
	}
}

/* Whether the order of texts differs from that of the UUIDs */
static bool
sorts_not(const uuidx_id_system *encoding)
{
	return strcmp(encoding->name, "integer") == 0 || strcmp(encoding->name, "oid") == 0 ||
		strcmp(encoding->name, "base64url") == 0;
}

/* Feeds ../fuzz/fuzz_id.c with UUIDs and changed texts; checks length and order */
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

		tap_begin("%s: round trip and order", encoding->name);
		memset(&previous, 0, sizeof(previous));
		uuidx_form_write(encoding, &previous, previous_text);
		for (int round = 0; round < ROUNDS; round++)
		{
			uint8		input[1 + UUIDX_ID_TEXT_MAX + 1];
			char	   *string = (char *) input + 1;
			pg_uuid_t	uuid;
			size_t		length;

			/* numbers of every size, ends of the range, neighbours */
			uuidx_store(&uuid, random_u64() >> random_u64() % 64, random_u64());
			if (round % 4 == 1)
				uuidx_store(&uuid, 0, random_u64() >> random_u64() % 64);
			if (round % 4 == 2)
				uuidx_store(&uuid, PG_UINT64_MAX, PG_UINT64_MAX - random_u64() % 100);
			if (round % 4 == 3)
				uuidx_store(&uuid, uuidx_hi(&previous), uuidx_lo(&previous) + 1);

			input[0] = (uint8) (nsystems + i);
			memcpy(input + 1, &uuid, sizeof(uuid));
			fuzz_id(input, 1 + sizeof(uuid));
			length = uuidx_form_write(encoding, &uuid, string);
			TAP_CHECK(length == strlen(string) &&
					  (encoding->shortest || length == strlen(previous_text)),
					  "%s: length %zu", string, length);
			if ((strcmp(string, previous_text) < 0) != (uuidx_compare_bytes(&uuid, &previous) < 0))
				sorted = false;
			previous = uuid;
			strcpy(previous_text, string);
			/* in half of the texts, a letter gets the other case */
			string[random_u64() % length] ^= (char) (round % 2 ? 0x20 : random_u64() % 256);
			fuzz_id(input, 1 + length);
		}
		TAP_CHECK(sorted != sorts_not(encoding), "text order %s that of the uuids",
				  sorted ? "is" : "is not");
	}
}

void
test_id_encodings(void)
{
	test_alphabets();
	test_details();
	test_form_laws();
}
