/*
 * fuzz_uuid.c
 *	  Layouts, times, the order by time and the boundaries of instants, compared with
 *	  functions that read one bit after the other.
 *
 * Input: an octet of choices, two UUIDs, an instant, and what a generator fills in.
 */
#include "fuzz.h"
#include "uuid/order.h"

/* 1582-10-15 to 1970-01-01 and to 2000-01-01 are so many days of the calendar */
#define DAY_US INT64CONST(86400000000)
#define GREGORIAN_TO_UNIX_US (141427 * DAY_US)
#define GREGORIAN_TO_PG_US (152384 * DAY_US)
#define UNIX_TO_PG_US (10957 * DAY_US)

/* Of the last version 7, and so of all UUIDs */
#define LAST_TICK (((INT64CONST(1) << 48) - 1) * 10000 + GREGORIAN_TO_UNIX_US * 10)

/* Returns a number of "count" bits of the 128, of which the first one has number 0 */
static uint64
bits(const pg_uuid_t *uuid, int first, int count)
{
	uint64		value = 0;

	for (int i = first; i < first + count; i++)
		value = value * 2 + (uuid->data[i / 8] >> (7 - i % 8)) % 2;
	return value;
}

static void
set_bits(pg_uuid_t *uuid, int first, int count, uint64 value)
{
	for (int i = first + count - 1; i >= first; i--, value /= 2)
	{
		uuid->data[i / 8] &= (uint8) ~(1 << (7 - i % 8));
		uuid->data[i / 8] |= (uint8) ((value % 2) << (7 - i % 8));
	}
}

static int
sign(int number)
{
	return (number > 0) - (number < 0);
}

static int
slow_bytes(const pg_uuid_t *a, const pg_uuid_t *b)
{
	for (int i = 0; i < 128; i++)
	{
		if (bits(a, i, 1) != bits(b, i, 1))
			return bits(a, i, 1) < bits(b, i, 1) ? -1 : 1;
	}
	return 0;
}

/* Returns the version, or -1 for another variant: RFC 9562 sections 4.1 and 4.2 */
static int
slow_version(const pg_uuid_t *uuid)
{
	return bits(uuid, 64, 2) == 2 ? (int) bits(uuid, 48, 4) : -1;
}

/* Returns 100 ns since 1582-10-15, or -1: RFC 9562 sections 5.1, 5.6 and 5.7 */
static int64
slow_ticks(const pg_uuid_t *uuid)
{
	switch (slow_version(uuid))
	{
		case 1:
			return (int64) (bits(uuid, 52, 12) << 48 | bits(uuid, 32, 16) << 32 |
							bits(uuid, 0, 32));
		case 6:
			return (int64) (bits(uuid, 0, 48) << 12 | bits(uuid, 52, 12));
		case 7:
			return (int64) bits(uuid, 0, 48) * 10000 + GREGORIAN_TO_UNIX_US * 10;
		default:
			return -1;
	}
}

/* Returns whether the UUID has a time, and sets it, in microseconds since 2000 */
static bool
slow_time(const pg_uuid_t *uuid, TimestampTz *pg_us)
{
	int64		ticks = slow_ticks(uuid);

	if (ticks < 0)
		return false;
	*pg_us = ticks / 10 - GREGORIAN_TO_PG_US;
	return true;
}

static int
slow_compare(const pg_uuid_t *a, const pg_uuid_t *b)
{
	int64		ticks_a = slow_ticks(a);
	int64		ticks_b = slow_ticks(b);

	if ((ticks_a < 0) != (ticks_b < 0))
		return ticks_a < 0 ? 1 : -1;
	if (ticks_a != ticks_b)
		return ticks_a < ticks_b ? -1 : 1;
	if (ticks_a >= 0 && slow_version(a) != slow_version(b))
		return slow_version(a) < slow_version(b) ? -1 : 1;
	return slow_bytes(a, b);
}

static void
check_fields(const pg_uuid_t *uuid)
{
	static const uuidx_variant variants[] = {
		UUIDX_VARIANT_NCS, UUIDX_VARIANT_NCS, UUIDX_VARIANT_NCS, UUIDX_VARIANT_NCS,
		UUIDX_VARIANT_RFC, UUIDX_VARIANT_RFC, UUIDX_VARIANT_MICROSOFT,
	UUIDX_VARIANT_RESERVED};
	int			version = slow_version(uuid);
	TimestampTz pg_us = 42;
	TimestampTz told = 42;
	int64		ticks = 42;
	bool		timed = slow_time(uuid, &pg_us);
	uint16		node = 42;
	pg_uuid_t	other;

	REQUIRE(uuidx_variant_of(uuid) == variants[bits(uuid, 64, 3)]);
	REQUIRE(uuidx_version_of(uuid) == version);
	REQUIRE(uuidx_time(uuid, &told) == timed && told == pg_us);
	REQUIRE(uuidx_time_ticks(uuid, &ticks) == timed && ticks == (timed ? slow_ticks(uuid) : 42));

	/* the times of a v7: its millisecond, and one within it */
	told = 42;
	REQUIRE(uuidx_v7_time(uuid, &told) == (version == 7) && told == (version == 7 ? pg_us : 42));
	told = 42;
	REQUIRE(uuidx_v7_time_us(uuid, &told) == (version == 7));
	REQUIRE(uuidx_counter(uuid) == (int) bits(uuid, 66, 14));
	REQUIRE(uuidx_v7_rand_a(uuid) == (int) bits(uuid, 52, 12));
	REQUIRE(version == 7 ? told >= pg_us && told < pg_us + 1000 : told == 42);

	/* a v8 is read as one with a node */
	told = 42;
	REQUIRE(uuidx_v8_node_time_us(uuid, &told) == (version == 8));
	REQUIRE(version != 8 || told == (TimestampTz) bits(uuid, 0, 48) * 1000 - UNIX_TO_PG_US +
			Min(999, ((int) bits(uuid, 52, 12) + 1) * 1000 / 4096));
	REQUIRE(uuidx_v8_node(uuid, &node) == (version == 8));
	REQUIRE(node == (version == 8 ? bits(uuid, 80, 16) : 42));

	/* v1 and v6 differ in the order of their fields of time */
	if (version == 1 || version == 6)
	{
		pg_uuid_t	back;

		(version == 1 ? uuidx_v1_to_v6 : uuidx_v6_to_v1) (uuid, &other);
		REQUIRE(slow_version(&other) == 7 - version && slow_ticks(&other) == slow_ticks(uuid));
		REQUIRE(bits(&other, 64, 64) == bits(uuid, 64, 64));
		back = other;
		(version == 1 ? uuidx_v6_to_v1 : uuidx_v1_to_v6) (&back, &back);
		REQUIRE(slow_bytes(&back, uuid) == 0);
	}

	/*
	 * nothing is between a UUID and the next one, so one bit changes and all
	 * below it
	 */
	other = *uuid;
	if (uuidx_increment(&other))
	{
		int			last = 127;

		while (bits(uuid, last, 1) == 1)
			REQUIRE(bits(&other, last--, 1) == 0);
		REQUIRE(bits(&other, last, 1) == 1);
		for (int i = 0; i < last; i++)
			REQUIRE(bits(&other, i, 1) == bits(uuid, i, 1));
	}
	else
	{
		REQUIRE(bits(uuid, 0, 64) == PG_UINT64_MAX && bits(uuid, 64, 64) == PG_UINT64_MAX);
		REQUIRE(slow_bytes(&other, uuid) == 0);
	}
}

static void
check_order(const pg_uuid_t *a, const pg_uuid_t *b)
{
	int			expected = slow_compare(a, b);
	uint64		key_a = uuidx_time_key(a);
	uint64		key_b = uuidx_time_key(b);
	double		position_a = uuidx_time_position(a);
	double		position_b = uuidx_time_position(b);

	REQUIRE(sign(uuidx_compare_bytes(a, b)) == slow_bytes(a, b));
	REQUIRE(sign(uuidx_time_compare(a, b)) == expected);
	REQUIRE(sign(uuidx_time_compare(b, a)) == -expected);
	REQUIRE(uuidx_time_compare(a, a) == 0);
	REQUIRE(key_a == key_b || (key_a < key_b) == (expected < 0));
	REQUIRE(position_a == position_b || (position_a < position_b) == (expected < 0));
	REQUIRE(slow_ticks(a) < 0 ? position_a > (double) LAST_TICK :
			position_a == (double) slow_ticks(a));

	/*
	 * what may tie: tick and version, and for a v7 all 60 bits of time; or 62
	 * bits
	 */
	if (key_a == key_b && slow_ticks(a) < 0)
		REQUIRE(slow_ticks(b) < 0 && bits(a, 0, 62) == bits(b, 0, 62));
	else if (key_a == key_b)
		REQUIRE(slow_ticks(a) == slow_ticks(b) && slow_version(a) == slow_version(b) &&
				(slow_version(a) != 7 || bits(a, 52, 12) == bits(b, 52, 12)));
}

/* The UUIDs of the next tick beyond a boundary are on the other side of the instant */
static void
require_next(const pg_uuid_t *boundary, int step, TimestampTz pg_us)
{
	pg_uuid_t	next = *boundary;
	uint64		tick = bits(boundary, 0, 48) << 12 | bits(boundary, 52, 12);
	TimestampTz time_us = 0;

	/* there is none beside the first and the last of the version */
	if (tick == (step < 0 ? 0 : PG_UINT64_MAX >> 4))
		return;
	tick += (uint64) step;
	set_bits(&next, 0, 48, tick >> 12);
	set_bits(&next, 52, 12, tick);
	REQUIRE(slow_time(&next, &time_us) && (step < 0 ? time_us < pg_us : time_us > pg_us));
}

/*
 * lower must be the smallest UUID of the version at or after the instant, upper the largest
 * one at or before it; if there is none, max and nil
 */
static void
check_version_bounds(const pg_uuid_t *uuid, TimestampTz pg_us, int version,
					 const pg_uuid_t *lower, const pg_uuid_t *upper)
{
	TimestampTz time_us = 0;

	if (slow_version(uuid) == version)
	{
		REQUIRE(slow_time(uuid, &time_us));
		REQUIRE((slow_bytes(uuid, lower) >= 0) == (time_us >= pg_us));
		REQUIRE((slow_bytes(uuid, upper) <= 0) == (time_us <= pg_us));
	}

	if (slow_version(lower) == version)
	{
		REQUIRE(slow_time(lower, &time_us) && time_us >= pg_us);
		REQUIRE(bits(lower, 66, 62) == 0);
		require_next(lower, -1, pg_us);
	}
	else
		REQUIRE(bits(lower, 0, 64) == PG_UINT64_MAX && bits(lower, 64, 64) == PG_UINT64_MAX);

	if (slow_version(upper) == version)
	{
		REQUIRE(slow_time(upper, &time_us) && time_us <= pg_us);
		REQUIRE(bits(upper, 66, 62) == PG_UINT64_MAX >> 2);
		require_next(upper, 1, pg_us);
	}
	else
		REQUIRE(bits(upper, 0, 64) == 0 && bits(upper, 64, 64) == 0);

	/* one of the two exists */
	REQUIRE(slow_version(lower) == version || slow_version(upper) == version);
}

/* A UUID must be the first one in time order at or after an instant; nil if there is none */
static void
require_first(const pg_uuid_t *uuid, TimestampTz pg_us)
{
	int64		ticks = slow_ticks(uuid);
	int64		before = slow_version(uuid) == 1 ? ticks - 1 :
		Max(ticks - 10000, (INT64CONST(1) << 60) - 1);

	if (ticks < 0)
	{
		REQUIRE(bits(uuid, 0, 64) == 0 && bits(uuid, 64, 64) == 0);
		REQUIRE(LAST_TICK / 10 - GREGORIAN_TO_PG_US < pg_us);
		return;
	}
	REQUIRE(ticks / 10 - GREGORIAN_TO_PG_US >= pg_us);
	REQUIRE(slow_version(uuid) == (ticks >> 60 == 0 ? 1 : 7) && bits(uuid, 66, 62) == 0);
	REQUIRE(slow_version(uuid) == 1 || bits(uuid, 52, 12) == 0);
	REQUIRE(before < 0 || before / 10 - GREGORIAN_TO_PG_US < pg_us);
}

/* A UUID is on the same side of the boundaries of an instant as its time is of the instant */
static void
check_bounds(const pg_uuid_t *uuid, TimestampTz pg_us)
{
	TimestampTz time_us = 0;
	bool		timed = slow_time(uuid, &time_us);
	pg_uuid_t	lower;
	pg_uuid_t	upper;

	uuidx_time_lower(pg_us, &lower);
	require_first(&lower, pg_us);
	REQUIRE((slow_compare(uuid, &lower) >= 0) == (!timed || time_us >= pg_us));
	uuidx_time_after(pg_us, &lower);
	if (pg_us < PG_INT64_MAX)
		require_first(&lower, pg_us + 1);
	REQUIRE((slow_compare(uuid, &lower) >= 0) == (!timed || time_us > pg_us));

	uuidx_v7_lower(pg_us, &lower);
	uuidx_v7_upper(pg_us, &upper);
	check_version_bounds(uuid, pg_us, 7, &lower, &upper);
	uuidx_v6_lower(pg_us, &lower);
	uuidx_v6_upper(pg_us, &upper);
	check_version_bounds(uuid, pg_us, 6, &lower, &upper);
}

/* The instant that is written is read */
static void
check_writing(TimestampTz pg_us, uint64 random)
{
	uint64		tick = 42;
	TimestampTz told = 0;
	pg_uuid_t	uuid;

	if (uuidx_v7_tick(pg_us, &tick))
	{
		int64		unix_us = pg_us + UNIX_TO_PG_US;

		REQUIRE(unix_us >= 0 && unix_us / 1000 < INT64CONST(1) << 48);
		REQUIRE(tick >> 12 == (uint64) unix_us / 1000);
		REQUIRE((tick & 0xFFF) == (uint64) (unix_us % 1000) * 4096 / 1000);
		uuidx_v7_write(&uuid, tick, random);
		REQUIRE(slow_version(&uuid) == 7);
		REQUIRE(bits(&uuid, 0, 48) == tick >> 12 && bits(&uuid, 52, 12) == (tick & 0xFFF));
		REQUIRE(bits(&uuid, 66, 62) == (random & (PG_UINT64_MAX >> 2)));
		REQUIRE(uuidx_v7_time_us(&uuid, &told) && told == pg_us);
		check_bounds(&uuid, pg_us);

		uuidx_v8_node_write(&uuid, tick, (uint32) (random >> 48) % 16384,
							(uint16) (random >> 32), (uint32) random);
		REQUIRE(slow_version(&uuid) == 8);
		REQUIRE(bits(&uuid, 0, 48) == tick >> 12 && bits(&uuid, 52, 12) == (tick & 0xFFF));
		REQUIRE(bits(&uuid, 66, 62) == (random & (PG_UINT64_MAX >> 2)));
		REQUIRE(uuidx_v8_node_time_us(&uuid, &told) && told == pg_us);
		check_fields(&uuid);
	}
	else
		REQUIRE(tick == 42 && (pg_us < -UNIX_TO_PG_US ||
							   pg_us >= (INT64CONST(1) << 48) * 1000 - UNIX_TO_PG_US));

	tick = 42;
	if (uuidx_v6_tick(pg_us, &tick))
	{
		REQUIRE(tick == (uint64) (pg_us + GREGORIAN_TO_PG_US) * 10 && tick >> 60 == 0);
		uuidx_v6_write(&uuid, tick, random);
		REQUIRE(slow_version(&uuid) == 6 && slow_ticks(&uuid) == (int64) tick);
		REQUIRE(bits(&uuid, 87, 1) == 1);
		set_bits(&uuid, 87, 1, random >> 40 & 1);
		REQUIRE(bits(&uuid, 66, 62) == (random & (PG_UINT64_MAX >> 2)));
	}
	else
		REQUIRE(tick == 42 && (pg_us < -GREGORIAN_TO_PG_US ||
							   pg_us > (INT64CONST(1) << 60) / 10 - GREGORIAN_TO_PG_US));
}

int
fuzz_uuid(const uint8 *data, size_t size)
{
	static const int versions[] = {1, 6, 7, 8};
	fuzz_input	input = {data, size};
	uint8		choices = fuzz_octet(&input);
	TimestampTz pg_us;
	uint64		random;
	pg_uuid_t	a;
	pg_uuid_t	b;

	fuzz_take(&input, &a, sizeof(a));
	fuzz_take(&input, &b, sizeof(b));
	pg_us = (TimestampTz) fuzz_number(&input);
	random = fuzz_number(&input);

	/* few UUIDs have a time: often make two that do, near each other, or a v8 */
	if (choices & 1)
	{
		set_bits(&a, 64, 2, 2);
		set_bits(&a, 48, 4, (uint64) versions[choices >> 1 & 3]);
	}
	if (choices & 8)
	{
		TimestampTz time_us;

		set_bits(&b, 64, 2, 2);
		set_bits(&b, 48, 4, (uint64) versions[choices >> 4 & 3]);

		/* b gets the time of a, or one next to it */
		if (choices & 64 && slow_time(&a, &time_us))
		{
			uint64		ticks = (uint64) (slow_ticks(&a) + (int) (random % 5) - 2);
			uint64		unix_ms = (ticks - (uint64) GREGORIAN_TO_UNIX_US * 10) / 10000;

			pg_us = time_us + (int) (random % 3) - 1;
			switch (slow_version(&b))
			{
				case 1:
					set_bits(&b, 52, 12, ticks >> 48);
					set_bits(&b, 32, 16, ticks >> 32);
					set_bits(&b, 0, 32, ticks);
					break;
				case 6:
					set_bits(&b, 0, 48, ticks >> 12);
					set_bits(&b, 52, 12, ticks);
					break;
				case 7:
					set_bits(&b, 0, 48, unix_ms);
					break;
			}
		}
	}

	check_fields(&a);
	check_fields(&b);
	check_order(&a, &b);
	check_bounds(&a, pg_us);
	check_bounds(&b, pg_us);
	check_writing(pg_us, random);
	return 0;
}
