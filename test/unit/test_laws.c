/*
 * test_laws.c
 *	  What must hold for any UUID, instant, clock and text: the targets of ../fuzz, called
 *	  with random inputs.
 *
 * A target ends the program where something does not hold.
 */
#include "tap.h"

#include <ctype.h>

#include "../fuzz/fuzz.h"
#include "ids/id.h"
#include "uuid/epoch.h"

/* Returns an instant: any, one of a version, or one within microseconds of a limit */
static TimestampTz
random_instant(void)
{
	static const TimestampTz edges[] = {
		PG_INT64_MIN, 0, UUIDX_V6_MIN_PG_US, UUIDX_V6_MAX_PG_US, UUIDX_V7_MIN_PG_US,
		UUIDX_V7_MAX_PG_US, INT64CONST(698872942000000), INT64CONST(9223371331199999999),
		PG_INT64_MAX
	};
	uint64		random = random_u64();
	uint64		edge = (uint64) edges[random_u64() % lengthof(edges)];

	switch (random % 4)
	{
		case 0:
			return (TimestampTz) random;
		case 1:
			return (TimestampTz) (random >> 6) + UUIDX_V6_MIN_PG_US;
		case 2:
			return (TimestampTz) (edge + random / 4 % 4001 - 2000);
		default:
			return (TimestampTz) (edge + random / 4 % 7 - 3);
	}
}

static void
test_uuids(void)
{
	tap_begin("the properties of UUIDs and instants hold for random ones");
	for (int i = 0; i < 200000; i++)
	{
		TimestampTz pg_us = random_instant();
		uint64		random = random_u64();
		uint8		input[1 + 2 * UUID_LEN + 16];

		input[0] = (uint8) (random >> 48);
		random_octets(input + 1, UUID_LEN);
		random_octets(input + 1 + UUID_LEN, UUID_LEN);
		/* sometimes they differ by one bit only */
		if (random % 4 == 0)
		{
			input[0] = 0;
			memcpy(input + 1 + UUID_LEN, input + 1, UUID_LEN);
			input[1 + UUID_LEN + random / 4 % UUID_LEN] ^= (uint8) (1 << random / 64 % 8);
		}
		memcpy(input + 1 + 2 * UUID_LEN, &pg_us, 8);
		memcpy(input + 9 + 2 * UUID_LEN, &random, 8);
		fuzz_uuid(input, i % 64 == 0 ? i / 64 % sizeof(input) : sizeof(input));
	}
}

static void
test_clocks(void)
{
	tap_begin("a generator keeps its order with any clock");
	for (int i = 0; i < 1000; i++)
	{
		uint8		input[17 + 30 * 9];

		for (size_t j = 0; j < sizeof(input); j++)
			input[j] = (uint8) random_u64();
		fuzz_tick(input, sizeof(input));
	}
}

/* Feeds a name, in which the case of letters is random */
static void
feed_name(const char *name)
{
	uint8		input[2 + 80] = {0};
	size_t		length = strlen(name);

	for (size_t i = 0; i < length; i++)
		input[2 + i] = (uint8) (random_u64() % 2 == 0 ? name[i] : toupper((unsigned char) name[i]));
	fuzz_text(input, 2 + length);
}

static void
test_texts(void)
{
	static const char characters[] = "0123456789abcdefzABCZ_-";

	tap_begin("random texts: digits, TypeIDs and names");
	for (int i = 0; i < 200000; i++)
	{
		uint8		input[2 + 90];
		size_t		size = 2 + random_u64() % 91;
		uint64		kind = random_u64() % 4;

		/* few characters, many, a UUID with a prefix behind it, or octets */
		for (size_t j = 0; j < size; j++)
			input[j] = kind == 3 || j < 2 || (kind == 2 && j < 18) ? (uint8) random_u64() :
				kind == 2 ? "abz__"[random_u64() % 5] :
				characters[random_u64() % (kind == 0 ? 2 : sizeof(characters) - 1)];
		fuzz_text(input, size);
	}

	tap_begin("each system and text form is found by its name");
	for (size_t i = 0; uuidx_id_at(i) != NULL; i++)
		feed_name(uuidx_id_at(i)->name);
	for (size_t i = 0; uuidx_form_at(i) != NULL; i++)
		feed_name(uuidx_form_at(i)->name);

	tap_begin("the properties of ids and text forms hold for random ones");
	for (int i = 0; i < 200000; i++)
	{
		TimestampTz pg_us = random_instant();
		uint8		input[2 * UUID_LEN + 1];

		random_octets(input, sizeof(input));
		input[0] = (uint8) (random_u64() % 64);
		if (i % 2 == 0)
			memcpy(input + 1, &pg_us, 8);
		fuzz_id(input, i % 4 == 1 ? random_u64() % sizeof(input) : sizeof(input));
	}
}

void
test_laws(void)
{
	test_uuids();
	test_clocks();
	test_texts();
}
