/*
 * fuzz_id.c
 *	  Foreign ids and text forms of UUIDs under libFuzzer.
 *
 * The first octet of the input chooses a system or a text form; the rest is a
 * text, and its first octets are a uuid, an instant and an epoch as well.
 */
#include "uuid/bits.h"
#include "fuzz.h"
#include "ids/id.h"

/* Whether two characters are the same, or the same letter in another case */
static bool
is_alike(char a, char b)
{
	return a == b || ((a ^ b) == 0x20 && (a | 0x20) >= 'a' && (a | 0x20) <= 'z');
}

/* An accepted id has one text and one uuid, and is between its bounds */
static void
check_id(const uuidx_id_system *system, const uuidx_id *id, int64 epoch_ms)
{
	char		string[UUIDX_ID_TEXT_MAX + 1];
	size_t		length = uuidx_id_format(system, id, string);
	uuidx_id	back;
	pg_uuid_t	uuid;
	TimestampTz pg_us;
	uuidx_status status;

	REQUIRE(length > 0 && length <= UUIDX_ID_TEXT_MAX && strlen(string) == length);
	REQUIRE(uuidx_id_parse(system, string, length, &back) == UUIDX_OK);
	REQUIRE(memcmp(&back, id, sizeof(back)) == 0);

	for (const uuidx_id_field *field = system->fields; field->name != NULL; field++)
	{
		char		value[UUIDX_ID_VALUE_MAX + 1];

		length = uuidx_id_field_value(system, field, id, epoch_ms, value);
		REQUIRE(length <= UUIDX_ID_VALUE_MAX && strlen(value) == length);

		/* only the time of a TypeID may be missing */
		REQUIRE(length > 0 || strcmp(system->name, "typeid") == 0);
	}

	status = uuidx_id_to_uuid(system, id, epoch_ms, &uuid);
	if (status == UUIDX_OK)
	{
		REQUIRE(uuidx_id_from_uuid(system, &uuid, epoch_ms, &back) == UUIDX_OK);
		REQUIRE(memcmp(&back, id, sizeof(back)) == 0);
	}
	else
		REQUIRE(status == UUIDX_NO_UUID || status == UUIDX_NO_ROOM);

	status = uuidx_id_time(system, id, epoch_ms, &pg_us);
	if (status == UUIDX_OK)
	{
		TimestampTz first;
		TimestampTz last;

		/* the last of all may be past what a timestamptz holds */
		if (uuidx_id_time_range(system, epoch_ms, &first, &last) == UUIDX_OK)
			REQUIRE(pg_us >= first && pg_us <= last);
	}
	if (status == UUIDX_OK && system->sort != UUIDX_ID_SORT_NONE)
	{
		TimestampTz told;

		REQUIRE(uuidx_id_bound(system, pg_us, epoch_ms, false, &back) == UUIDX_OK);
		REQUIRE(uuidx_id_time(system, &back, epoch_ms, &told) == UUIDX_OK && told == pg_us);
		REQUIRE(uuidx_id_bound(system, pg_us, epoch_ms, true, &back) == UUIDX_OK);
		REQUIRE(uuidx_id_time(system, &back, epoch_ms, &told) == UUIDX_OK && told == pg_us);
	}
	else
		REQUIRE(status == UUIDX_OK || status == UUIDX_NO_TIME || status == UUIDX_OUT_OF_RANGE);
}

/* An accepted text is the canonical one, except for what the system permits */
static void
check_canonical(const uuidx_id_system *system, const char *string, size_t length,
				const uuidx_id *id)
{
	char		canonical[UUIDX_ID_TEXT_MAX + 1];
	size_t		canonical_length = uuidx_id_format(system, id, canonical);
	pg_uuid_t	uuid;

	/* the form of a uuid, with or without hyphens */
	memcpy(uuid.data, id->octets, UUID_LEN);
	if (system->bits == 128 && length != canonical_length && (length == 32 || length == 36))
	{
		canonical_length = uuidx_form_write(uuidx_form_find(length == 32 ? "hex" : "canonical",
															length == 32 ? 3 : 9),
											&uuid, canonical);
		REQUIRE(length == canonical_length);
	}

	/* hyphens anywhere, leading zeros, a prefix */
	if (strcmp(system->name, "lexicaluuid") == 0)
		return;
	if (strcmp(system->name, "flake") == 0 || strcmp(system->name, "typeid") == 0)
	{
		REQUIRE(length >= canonical_length);
		string += length - canonical_length;
		length = canonical_length;
	}

	/* letters of either case, and TSID's look-alikes */
	REQUIRE(length == canonical_length);
	for (size_t i = 0; i < length; i++)
	{
		REQUIRE(is_alike(string[i], canonical[i]) ||
				(strcmp(system->name, "tsid") == 0 &&
				 uuidx_digit_value(&uuidx_crockford_lenient, string[i]) == canonical[i] - '0'));
	}
}

/* A bound of an instant is an id on its side of it; in the range of times, it exists */
static void
check_bounds(const uuidx_id_system *system, TimestampTz pg_us, int64 epoch_ms)
{
	TimestampTz told;
	TimestampTz first;
	TimestampTz last;
	uuidx_id	id;

	if (system->sort != UUIDX_ID_SORT_NONE &&
		uuidx_id_time_range(system, epoch_ms, &first, &last) == UUIDX_OK &&
		pg_us >= first && pg_us <= last)
	{
		REQUIRE(uuidx_id_bound(system, pg_us, epoch_ms, false, &id) == UUIDX_OK);
		REQUIRE(uuidx_id_bound(system, pg_us, epoch_ms, true, &id) == UUIDX_OK);
	}
	if (uuidx_id_bound(system, pg_us, epoch_ms, false, &id) == UUIDX_OK)
	{
		REQUIRE(uuidx_id_time(system, &id, epoch_ms, &told) == UUIDX_OK && told >= pg_us);
		check_id(system, &id, epoch_ms);
	}
	if (uuidx_id_bound(system, pg_us, epoch_ms, true, &id) == UUIDX_OK)
	{
		REQUIRE(uuidx_id_time(system, &id, epoch_ms, &told) == UUIDX_OK && told <= pg_us);
		check_id(system, &id, epoch_ms);
	}
}

static void
check_system(const uuidx_id_system *system, const char *string, size_t length)
{
	int64		epoch_ms = system->epoch_ms;
	int64		numbers[2];
	pg_uuid_t	uuid;
	pg_uuid_t	again;
	uuidx_id	id;

	if (uuidx_id_parse(system, string, length, &id) == UUIDX_OK)
	{
		check_id(system, &id, epoch_ms);
		check_canonical(system, string, length, &id);
	}
	if (length < sizeof(numbers))
		return;
	memcpy(&uuid, string, sizeof(uuid));
	memcpy(numbers, string, sizeof(numbers));
	if (numbers[1] % 2 == 0 && uuidx_id_epoch(system, numbers[1], &epoch_ms) != UUIDX_OK)
		epoch_ms = system->epoch_ms;

	if (uuidx_id_from_uuid(system, &uuid, epoch_ms, &id) == UUIDX_OK)
	{
		REQUIRE(system->mapping != UUIDX_ID_TIME_FIRST || uuid.data[6] >> 4 == 8);
		REQUIRE(uuidx_id_to_uuid(system, &id, epoch_ms, &again) == UUIDX_OK);
		REQUIRE(memcmp(&uuid, &again, sizeof(uuid)) == 0);
		check_id(system, &id, epoch_ms);
	}
	if (uuidx_id_from_bigint(system, numbers[0], &id) == UUIDX_OK)
	{
		REQUIRE(uuidx_load_be64(id.octets) == (uint64) numbers[0]);
		check_id(system, &id, epoch_ms);
	}
	check_bounds(system, numbers[0], epoch_ms);
}

/* An accepted text is what would be written, except for the case of letters */
static void
check_encoding(const uuidx_id_system *encoding, const char *string, size_t length)
{
	char		again[UUIDX_ID_TEXT_MAX + 1];
	pg_uuid_t	uuid;
	pg_uuid_t	back;

	if (uuidx_form_read(encoding, string, length, &uuid) == UUIDX_OK)
	{
		REQUIRE(uuidx_form_write(encoding, &uuid, again) == length);
		for (size_t i = 0; i < length; i++)
			REQUIRE(is_alike(string[i], again[i]));
	}
	if (length < sizeof(uuid))
		return;
	memcpy(&uuid, string, sizeof(uuid));
	length = uuidx_form_write(encoding, &uuid, again);
	REQUIRE(uuidx_form_read(encoding, again, length, &back) == UUIDX_OK);
	REQUIRE(memcmp(&uuid, &back, sizeof(uuid)) == 0);
}

int
fuzz_id(const uint8 *data, size_t size)
{
	const char *string = (const char *) data + 1;
	size_t		index;

	if (size == 0)
		return 0;
	for (index = 0; uuidx_id_at(index) != NULL; index++)
	{
		if (data[0] == index)
			check_system(uuidx_id_at(index), string, size - 1);
	}
	for (size_t i = 0; uuidx_form_at(i) != NULL; i++)
	{
		if (data[0] == index + i)
			check_encoding(uuidx_form_at(i), string, size - 1);
	}
	return 0;
}
