/*
 * test_id_laws.c
 *	  What must hold for every id of every system, over random and extreme ids;
 *	  test_laws.c has any texts and octets.
 */
#include "tap.h"

#include <stdio.h>

#include "../fuzz/fuzz.h"
#include "ids/id.h"
#include "ids/system.h"
#include "uuid/bits.h"
#include "uuid/epoch.h"

#define ROUNDS 3000

/* Returns a time: the first, the last, next to one of these, of our days, or any */
static uint64
random_ticks(const uuidx_id_system *system)
{
	uint64		range = system->max_ticks - system->min_ticks;
	uint64		offset;

	switch (random_u64() % 6)
	{
		case 0:
			offset = 0;
			break;
		case 1:
			offset = range;
			break;
		case 2:
			offset = Min(random_u64() % 3, range);
			break;
		case 3:
			offset = range - Min(random_u64() % 3, range);
			break;
		case 4:
			offset = range / 16 + random_u64() % 1000;	/* many collisions */
			break;
		default:
			offset = range == PG_UINT64_MAX ? random_u64() : random_u64() % (range + 1);
			break;
	}
	return system->min_ticks + offset;
}

/* Returns a random id that the generators of a system could make */
static uuidx_id
random_id(const uuidx_id_system *system)
{
	size_t		noctets = (system->bits + 7U) / 8U;
	unsigned char noise[UUIDX_ID_OCTETS];
	uuidx_id	id;
	uuidx_id	upper;

	memset(&id, 0, sizeof(id));
	random_octets(noise, sizeof(noise));

	/* Numbers in base 36: random digits */
	if (strncmp(system->name, "cuid", 4) == 0)
	{
		char		string[26];
		size_t		length = 25;

		if (strcmp(system->name, "cuid") != 0)
			length = 18 + random_u64() % 9;
		for (size_t i = 0; i < length; i++)
			string[i] = uuidx_base36_lower.digits[noise[i % 3] == 0 ? 0 : random_u64() % 36];
		string[0] = 'c';
		if (string[1] == '0')
			string[1] = '1';
		uuidx_id_parse(system, string, length, &id);
		return id;
	}

	/* Systems with constant bits: what differs between two bounds is free */
	if (system->check != NULL && system->bound != NULL &&
		strcmp(system->name, "cassandra_timeuuid") != 0)
	{
		uint64		ticks = random_ticks(system);

		system->bound(system, ticks, false, &id);
		system->bound(system, ticks, true, &upper);
		for (size_t i = 0; i < noctets; i++)
			id.octets[i] |= (id.octets[i] ^ upper.octets[i]) & noise[i];

		/* a family of which not all bits are free */
		if (system->check(system, &id) != UUIDX_OK)
			return upper;
		return id;
	}

	/*
	 * All bits are free; a leading time should be in range more often than
	 * not
	 */
	memcpy(id.octets, noise, noctets);
	if (system->bound != NULL && system->places == NULL && system->tick_den != 0 &&
		random_u64() % 8 != 0)
	{
		system->bound(system, random_ticks(system), true, &upper);
		memcpy(id.octets, upper.octets, system->time_bits / 8);
	}
	if (strcmp(system->name, "cassandra_timeuuid") == 0)
		id.octets[6] = (id.octets[6] & 0x0F) | 0x10;
	if (strcmp(system->name, "newsequentialid") == 0)
	{
		id.octets[7] = (id.octets[7] & 0x0F) | 0x10;
		id.octets[8] = (id.octets[8] & 0x3F) | 0x80;
	}

	/* a TypeID holds any uuid, and a time if that is of version 7 */
	if (strcmp(system->name, "typeid") == 0 && random_u64() % 4 != 0)
	{
		id.octets[6] = (id.octets[6] & 0x0F) | 0x70;
		id.octets[8] = (id.octets[8] & 0x3F) | 0x80;
	}
	return id;
}

static int
sign(int number)
{
	return (number > 0) - (number < 0);
}

/* The order in which SQL Server and .NET compare the octets of a UUID */
static const int sqlserver_rank[] = {10, 11, 12, 13, 14, 15, 8, 9, 7, 6, 5, 4, 3, 2, 1, 0};
static const int dotnet_rank[] = {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};

static int
compare_ranked(const uuidx_id *a, const uuidx_id *b, const int *rank)
{
	for (int i = 0; i < 16; i++)
	{
		if (a->octets[rank[i]] != b->octets[rank[i]])
			return a->octets[rank[i]] < b->octets[rank[i]] ? -1 : 1;
	}
	return 0;
}

/* Compares as Cassandra's TimeUUID does: the time, then signed octets */
static int
compare_cassandra(const uuidx_id *a, const uuidx_id *b)
{
	static const int time_rank[] = {6, 7, 4, 5, 0, 1, 2, 3};

	for (int i = 0; i < 16; i++)
	{
		int			place = i < 8 ? time_rank[i] : i;
		int			one = i < 8 ? a->octets[place] : (signed char) a->octets[place];
		int			other = i < 8 ? b->octets[place] : (signed char) b->octets[place];

		if (one != other)
			return one < other ? -1 : 1;
	}
	return 0;
}

/* Compares in the order that the descriptor of the system states for times */
static int
compare_ids(const uuidx_id_system *system, const uuidx_id *a, const uuidx_id *b)
{
	char		text_a[UUIDX_ID_TEXT_MAX + 1];
	char		text_b[UUIDX_ID_TEXT_MAX + 1];
	size_t		length_a = uuidx_id_format(system, a, text_a);
	size_t		length_b = uuidx_id_format(system, b, text_b);

	switch (system->sort)
	{
		case UUIDX_ID_SORT_TEXT:
			return sign(strcmp(text_a, text_b));
		case UUIDX_ID_SORT_LENGTH:
		case UUIDX_ID_SORT_NUMBER:

			/*
			 * negative bigints are the large numbers, and sort backwards as
			 * text
			 */
			if (text_a[0] == '-' || text_b[0] == '-')
				return sign(memcmp(a, b, sizeof(*a)));
			if (length_a != length_b)
				return length_a < length_b ? -1 : 1;
			return sign(strcmp(text_a, text_b));
		case UUIDX_ID_SORT_CASSANDRA:
			return compare_cassandra(a, b);
		case UUIDX_ID_SORT_SQLSERVER:
			return compare_ranked(a, b, sqlserver_rank);
		case UUIDX_ID_SORT_DOTNET:
			return compare_ranked(a, b, dotnet_rank);
		case UUIDX_ID_SORT_UUID:
		case UUIDX_ID_SORT_OCTETS:
		case UUIDX_ID_SORT_NONE:
			break;
	}
	return sign(memcmp(a, b, sizeof(*a)));
}

/* Feeds the target of ../fuzz/fuzz_id.c with what follows the number of a system */
static void
feed(size_t index, const void *octets, size_t size)
{
	uint8		input[1 + UUIDX_ID_TEXT_MAX];

	input[0] = (uint8) index;
	memcpy(input + 1, octets, size);
	fuzz_id(input, size + 1);
}

/*
 * Feeds the target with the text and the uuid of an id, and with a uuid in which a bit is
 * changed, which belongs to another id, or to none
 */
static void
round_trips(size_t index, const uuidx_id *id)
{
	const uuidx_id_system *system = uuidx_id_at(index);
	char		string[UUIDX_ID_TEXT_MAX + 1];
	uuidx_id	back;
	pg_uuid_t	uuid;
	TimestampTz pg_us;
	size_t		length = uuidx_id_format(system, id, string);

	TAP_CHECK(uuidx_id_parse(system, string, length, &back) == UUIDX_OK &&
			  memcmp(&back, id, sizeof(back)) == 0, "text %s", string);
	feed(index, string, length);
	if (system->bits == 64)
		TAP_CHECK(uuidx_id_from_bigint(system, (int64) uuidx_load_be64(id->octets),
									   &back) == UUIDX_OK &&
				  memcmp(&back, id, sizeof(back)) == 0, "number %s", string);
	if (system->mapping == UUIDX_ID_TOO_LONG)
		return;
	TAP_CHECK(uuidx_id_to_uuid(system, id, system->epoch_ms, &uuid) == UUIDX_OK, "uuid of %s",
			  string);

	/*
	 * so that time-first uuids of all systems, and those of version 7, sort
	 * together
	 */
	if (system->mapping == UUIDX_ID_TIME_FIRST)
		TAP_CHECK(uuidx_id_time(system, id, system->epoch_ms, &pg_us) == UUIDX_OK &&
				  (int64) (uuidx_hi(&uuid) >> 16) ==
				  (pg_us + UUIDX_PG_EPOCH_UNIX_US) / 1000, "uuid of another time: %s", string);
	uuid.data[random_u64() % 16] ^= 1 << random_u64() % 8;
	feed(index, &uuid, sizeof(uuid));
}

/* Ids, their times and their uuids have the same order */
static void
check_order(const uuidx_id_system *system, const uuidx_id *a, const uuidx_id *b)
{
	char		string[2][UUIDX_ID_TEXT_MAX + 1];
	pg_uuid_t	uuid_a;
	pg_uuid_t	uuid_b;
	TimestampTz time_a = 0;
	TimestampTz time_b = 0;
	bool		timed = uuidx_id_time(system, a, system->epoch_ms, &time_a) == UUIDX_OK &&
		uuidx_id_time(system, b, system->epoch_ms, &time_b) == UUIDX_OK;
	int			order = compare_ids(system, a, b);

	uuidx_id_format(system, a, string[0]);
	uuidx_id_format(system, b, string[1]);
	if (timed && system->sort != UUIDX_ID_SORT_NONE && time_a != time_b)
		TAP_CHECK(order == (time_a < time_b ? -1 : 1), "%s and %s do not sort by time", string[0],
				  string[1]);
	if (system->mapping == UUIDX_ID_TOO_LONG || system->mapping == UUIDX_ID_PERMUTED)
		return;

	if (uuidx_id_to_uuid(system, a, system->epoch_ms, &uuid_a) != UUIDX_OK ||
		uuidx_id_to_uuid(system, b, system->epoch_ms, &uuid_b) != UUIDX_OK)
	{
		TAP_CHECK(false, "%s or %s has no uuid", string[0], string[1]);
		return;
	}

	/* where the octets of an id are not in time order, its uuid's are */
	if (system->places == NULL)
		TAP_CHECK(sign(memcmp(a, b, sizeof(*a))) == sign(uuidx_compare_bytes(&uuid_a, &uuid_b)),
				  "the uuids of %s and %s sort differently", string[0], string[1]);
	else if (system->mapping == UUIDX_ID_TIME_FIRST && time_a != time_b)
		TAP_CHECK(sign(uuidx_compare_bytes(&uuid_a, &uuid_b)) == (time_a < time_b ? -1 : 1),
				  "the uuids of %s and %s do not sort by time", string[0], string[1]);
}

/* An id is between the bounds of its time, and outside those of the times next to it */
static void
check_bounds(const uuidx_id_system *system, const uuidx_id *id)
{
	char		string[UUIDX_ID_TEXT_MAX + 1];
	TimestampTz pg_us;
	uuidx_id	bound;
	uuidx_status status;

	if (system->tick_den == 0 || system->sort == UUIDX_ID_SORT_NONE ||
		uuidx_id_time(system, id, system->epoch_ms, &pg_us) != UUIDX_OK)
		return;
	uuidx_id_format(system, id, string);
	status = uuidx_id_bound(system, pg_us, system->epoch_ms, false, &bound);
	TAP_CHECK(status == UUIDX_OK && compare_ids(system, &bound, id) <= 0,
			  "%s is before its lower bound", string);
	status = uuidx_id_bound(system, pg_us, system->epoch_ms, true, &bound);
	TAP_CHECK(status == UUIDX_OK && compare_ids(system, &bound, id) >= 0,
			  "%s is after its upper bound", string);
	status = uuidx_id_bound(system, pg_us + 1, system->epoch_ms, false, &bound);
	TAP_CHECK(status == UUIDX_OUT_OF_RANGE ||
			  (status == UUIDX_OK && compare_ids(system, &bound, id) > 0),
			  "%s is not before the next lower bound", string);
	status = uuidx_id_bound(system, pg_us - 1, system->epoch_ms, true, &bound);
	TAP_CHECK(status == UUIDX_OUT_OF_RANGE ||
			  (status == UUIDX_OK && compare_ids(system, &bound, id) < 0),
			  "%s is not after the previous upper bound", string);
}

/* The time of a TypeID is that of a version 7, which another variant does not have */
static void
typeid_times(void)
{
	uuidx_id_system made;
	const uuidx_id_system *system = uuidx_id_find("typeid", 6, &made);

	tap_begin("a TypeID has a time if its version is 7 and its variant that of RFC 9562");
	for (uint64 nibbles = 0; nibbles < 256; nibbles++)
	{
		uint64		version = nibbles >> 4;
		uint64		variant = nibbles & 0xF;
		uuidx_id	id;
		TimestampTz pg_us;
		uuidx_status status;

		uuidx_id_store(&id, UINT64CONST(0x018BCFE568000ABC) | version << 12,
					   UINT64CONST(0x0123456789ABCDEF) | variant << 60);
		status = uuidx_id_time(system, &id, system->epoch_ms, &pg_us);
		TAP_CHECK(status == (version == 7 && variant >> 2 == 2 ? UUIDX_OK : UUIDX_NO_TIME),
				  "version %d, variant %d: %d", (int) version, (int) variant, status);
	}
}

/*
 * Version 7 with another number in front is refused where the number would more likely be one of
 * Unix ms, and has the first and the last time of its system
 */
static void
other_numbers_in_v7(void)
{
	static const struct
	{
		const char *system;
		uint64		number;		/* in the first 48 bits */
		uuidx_status status;	/* of the octets, or else of the time */
		int64		unix_us;
	}			numbers[] = {
		{"seconds_v7", 0, UUIDX_OK, 0},
		{"seconds_v7", 1735689600, UUIDX_OK, INT64CONST(1735689600000000)},
		{"seconds_v7", UINT64CONST(0x07FFFFFFFFFF), UUIDX_OK, INT64CONST(8796093022207000000)},
		{"seconds_v7", UINT64CONST(0x080000000000), UUIDX_OUT_OF_RANGE, 0},
		{"microseconds_v7", UINT64CONST(0x03FFFFFFFFFF), UUIDX_FOREIGN_TIME, 0},
		{"microseconds_v7", UINT64CONST(0x040000000000), UUIDX_OK, INT64CONST(1693247906775040)},
		{"microseconds_v7", UINT64CONST(0xFFFFFFFFFFFF), UUIDX_OK, INT64CONST(1970324836974591)},
		{"duckdb_v7", UINT64CONST(0x7FFFFFFFFFFF), UUIDX_FOREIGN_TIME, 0},
		{"duckdb_v7", UINT64CONST(0x800000000000), UUIDX_OK, 0},
		{"duckdb_v7", UINT64CONST(0xFFFFFFFFFFFF), UUIDX_OK, INT64CONST(140737488355327000)},
	};

	tap_begin("version 7 with another number in front: the first and the last time");
	for (size_t i = 0; i < lengthof(numbers); i++)
	{
		uuidx_id_system made;
		const uuidx_id_system *system = uuidx_id_find(numbers[i].system,
													  strlen(numbers[i].system), &made);
		pg_uuid_t	uuid;
		uuidx_id	id;
		TimestampTz pg_us = 0;
		uuidx_status status;

		uuidx_store(&uuid, numbers[i].number << 16 | 0x7ABC, UINT64CONST(0x8123456789ABCDEF));
		status = uuidx_id_from_octets(system, &uuid, &id);
		if (status == UUIDX_OK)
			status = uuidx_id_time(system, &id, system->epoch_ms, &pg_us);
		TAP_CHECK(status == numbers[i].status &&
				  (status != UUIDX_OK ||
				   pg_us == numbers[i].unix_us - UUIDX_PG_EPOCH_UNIX_US),
				  "%s of %" PRIu64 ": %d, %" PRId64, numbers[i].system, numbers[i].number,
				  status, pg_us);
	}
}

void
test_id_laws(void)
{
	for (size_t i = 0; uuidx_id_at(i) != NULL; i++)
	{
		const uuidx_id_system *system = uuidx_id_at(i);
		uuidx_id	previous;

		if (system->refusal != NULL)
			continue;
		tap_begin("%s: round trip, order and bounds", system->name);
		previous = random_id(system);
		for (int round = 0; round < ROUNDS; round++)
		{
			uuidx_id	id = random_id(system);

			round_trips(i, &id);
			check_order(system, &id, &previous);
			check_bounds(system, &id);
			previous = id;
		}
	}
	typeid_times();
	other_numbers_in_v7();
}
