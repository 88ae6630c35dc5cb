/*
 * test_layout.c
 *	  layout.h: every field of every version in its place, octet by octet.
 */
#include "tap.h"

#include "uuid/layout.h"

/* A time as uuidx_time() gives it, in a test that has none */
#define UNTOUCHED INT64CONST(0x0BADCAFE)

static void
test_v7_octets(void)
{
	static const struct
	{
		uint64		unix_ms;
		uint64		rand_a;
		uint64		rand_b;
		const char *uuid;
	}			cases[] =
	{
		/* RFC 9562 A.6 */
		{UINT64CONST(0x017F22E279B0), 0xCC3, UINT64CONST(0x18C4DC0C0C07398F),
		"017f22e2-79b0-7cc3-98c4-dc0c0c07398f"},
		{0, 0, 0, "00000000-0000-7000-8000-000000000000"},
		{1, 0, 0, "00000000-0001-7000-8000-000000000000"},
		{0, 1, 0, "00000000-0000-7001-8000-000000000000"},
		{0, 0, 1, "00000000-0000-7000-8000-000000000001"},
		{0, 0xFFF, 0, "00000000-0000-7fff-8000-000000000000"},
		{UINT64CONST(0xFFFFFFFFFFFF), 0, 0, "ffffffff-ffff-7000-8000-000000000000"},
		{0, 0, UINT64CONST(0x3FFFFFFFFFFFFFFF), "00000000-0000-7000-bfff-ffffffffffff"},
		/* what stands above the 62 bits never reaches the variant */
		{0, 0, PG_UINT64_MAX, "00000000-0000-7000-bfff-ffffffffffff"},
		{0, 0, UINT64CONST(0xC000000000000000), "00000000-0000-7000-8000-000000000000"},
		{UINT64CONST(0xFFFFFFFFFFFF), 0xFFF, PG_UINT64_MAX,
		"ffffffff-ffff-7fff-bfff-ffffffffffff"},
		{UINT64CONST(0x010203040506), 0x789, UINT64CONST(0x0123456789ABCDEF),
		"01020304-0506-7789-8123-456789abcdef"},
	};

	tap_begin("v7: known fields make known octets");
	for (size_t i = 0; i < lengthof(cases); i++)
	{
		pg_uuid_t	uuid;

		uuidx_v7_write(&uuid, cases[i].unix_ms * 4096 + cases[i].rand_a, cases[i].rand_b);
		TAP_CHECK_UUID(cases[i].uuid, &uuid);
		TAP_CHECK(uuidx_v7_unix_ms(&uuid) == (int64) cases[i].unix_ms, "%s has ms %" PRId64,
				  cases[i].uuid, uuidx_v7_unix_ms(&uuid));
	}
	tap_end();

	tap_begin("v7: any fields stand where RFC 9562 section 5.7 draws them");
	for (int i = 0; i < 100000; i++)
	{
		uint64		unix_ms = random_u64() >> 16;
		uint64		rand_a = random_u64() >> 52;
		uint64		rand_b = random_u64();
		pg_uuid_t	expected;
		pg_uuid_t	actual;

		bits_put(&expected, 0, 48, unix_ms);
		bits_put(&expected, 48, 4, 7);
		bits_put(&expected, 52, 12, rand_a);
		bits_put(&expected, 64, 2, 2);
		bits_put(&expected, 66, 62, rand_b);
		uuidx_v7_write(&actual, unix_ms * 4096 + rand_a, rand_b);
		TAP_CHECK_UUID(uuid_text(&expected), &actual);
		TAP_CHECK(uuidx_v7_unix_ms(&actual) == (int64) unix_ms, "%s has ms %" PRId64,
				  uuid_text(&actual), uuidx_v7_unix_ms(&actual));
		TAP_CHECK(uuidx_v7_rand_a(&actual) == (int) rand_a, "%s has rand_a %x",
				  uuid_text(&actual), uuidx_v7_rand_a(&actual));
		TAP_CHECK(uuidx_counter(&actual) == (int) bits_get(&expected, 66, 14), "%s has counter %x",
				  uuid_text(&actual), uuidx_counter(&actual));
	}
	tap_end();
}

static void
test_v8_node_octets(void)
{
	static const struct
	{
		uint64		tick;
		uint32		counter;
		uint16		node;
		uint32		random;
		const char *uuid;
	}			cases[] =
	{
		{0, 0, 0, 0, "00000000-0000-8000-8000-000000000000"},
		{1, 0, 0, 0, "00000000-0000-8001-8000-000000000000"},
		{0x1000, 0, 0, 0, "00000000-0001-8000-8000-000000000000"},
		{0, 1, 0, 0, "00000000-0000-8000-8001-000000000000"},
		{0, 0x3FFF, 0, 0, "00000000-0000-8000-bfff-000000000000"},
		{0, 0, 1, 0, "00000000-0000-8000-8000-000100000000"},
		{0, 0, 0xFFFF, 0, "00000000-0000-8000-8000-ffff00000000"},
		{0, 0, 0, 1, "00000000-0000-8000-8000-000000000001"},
		{0, 0, 0, 0xFFFFFFFF, "00000000-0000-8000-8000-0000ffffffff"},
		{UINT64CONST(0x010203040506789), 0x0ABC, 0xDEF0, 0x12345678,
		"01020304-0506-8789-8abc-def012345678"},
		{UINT64CONST(0xFFFFFFFFFFFFFFF), 0x3FFF, 0xFFFF, 0xFFFFFFFF,
		"ffffffff-ffff-8fff-bfff-ffffffffffff"},
	};

	tap_begin("v8 with a node: known fields make known octets");
	for (size_t i = 0; i < lengthof(cases); i++)
	{
		pg_uuid_t	uuid;
		uint16		node;

		uuidx_v8_node_write(&uuid, cases[i].tick, cases[i].counter, cases[i].node,
							cases[i].random);
		TAP_CHECK_UUID(cases[i].uuid, &uuid);
		TAP_CHECK(uuidx_v8_node(&uuid, &node) && node == cases[i].node, "%s has node %d",
				  cases[i].uuid, node);
	}
	tap_end();

	tap_begin("v8 with a node: any microsecond and node are read back, and of a v8 only");
	for (int i = 0; i < 200000; i++)
	{
		TimestampTz pg_us = (TimestampTz) (random_u64() % UINT64CONST(281474976710656000)) -
			INT64CONST(946684800000000);
		uint16		node = (uint16) random_u64();
		int			version = (int) (random_u64() % 16);
		uint16		told_node = (uint16) (node ^ 1);
		TimestampTz told_us = UNTOUCHED;
		uint64		tick;
		pg_uuid_t	uuid;

		TAP_CHECK(uuidx_v7_tick(pg_us, &tick), "no tick at %" PRId64, pg_us);
		uuidx_v8_node_write(&uuid, tick, (uint32) random_u64() % 16384, node,
							(uint32) random_u64());
		TAP_CHECK(uuidx_v8_node(&uuid, &told_node) && told_node == node &&
				  uuidx_v8_node_time_us(&uuid, &told_us) && told_us == pg_us,
				  "%s is of node %d at %" PRId64, uuid_text(&uuid), told_node, told_us);

		/* the same bits in another version or variant */
		told_node = (uint16) (node ^ 1);
		told_us = UNTOUCHED;
		bits_put(&uuid, 48, 4, (uint64) version);
		if (version == 8)
			bits_put(&uuid, 64, 2, random_u64() % 2);
		TAP_CHECK(!uuidx_v8_node(&uuid, &told_node) && told_node == (node ^ 1) &&
				  !uuidx_v8_node_time_us(&uuid, &told_us) && told_us == UNTOUCHED,
				  "%s has a node", uuid_text(&uuid));
	}
	tap_end();
}

static void
test_v6_octets(void)
{
	static const struct
	{
		uint64		ticks_100ns;
		uint64		clock_seq_node;
		const char *uuid;
	}			cases[] =
	{
		/* RFC 9562 A.5 */
		{UINT64CONST(0x1EC9414C232AB00), UINT64CONST(0x33C89F6BDECED846),
		"1ec9414c-232a-6b00-b3c8-9f6bdeced846"},
		/* the same node without the multicast bit: it is put in */
		{UINT64CONST(0x1EC9414C232AB00), UINT64CONST(0x33C89E6BDECED846),
		"1ec9414c-232a-6b00-b3c8-9f6bdeced846"},
		{0, 0, "00000000-0000-6000-8000-010000000000"},
		{1, 0, "00000000-0000-6001-8000-010000000000"},
		{0xFFF, 0, "00000000-0000-6fff-8000-010000000000"},
		{0x1000, 0, "00000000-0001-6000-8000-010000000000"},
		{UINT64CONST(0x10000000), 0, "00000001-0000-6000-8000-010000000000"},
		{UINT64CONST(0xFFFFFFFFFFFFFFF), PG_UINT64_MAX, "ffffffff-ffff-6fff-bfff-ffffffffffff"},
		{0, UINT64CONST(0xC000000000000000), "00000000-0000-6000-8000-010000000000"},
	};

	tap_begin("v6: known fields make known octets");
	for (size_t i = 0; i < lengthof(cases); i++)
	{
		pg_uuid_t	uuid;

		uuidx_v6_write(&uuid, cases[i].ticks_100ns, cases[i].clock_seq_node);
		TAP_CHECK_UUID(cases[i].uuid, &uuid);
	}
	tap_end();

	tap_begin("v6: any fields stand where RFC 9562 section 5.6 draws them, the node is multicast");
	for (int i = 0; i < 100000; i++)
	{
		uint64		ticks = random_u64() >> 4;
		uint64		clock_seq_node = random_u64();
		pg_uuid_t	expected;
		pg_uuid_t	actual;

		bits_put(&expected, 0, 48, ticks >> 12);
		bits_put(&expected, 48, 4, 6);
		bits_put(&expected, 52, 12, ticks);
		bits_put(&expected, 64, 2, 2);
		bits_put(&expected, 66, 62, clock_seq_node);
		bits_put(&expected, 87, 1, 1);
		uuidx_v6_write(&actual, ticks, clock_seq_node);
		TAP_CHECK_UUID(uuid_text(&expected), &actual);
		TAP_CHECK(uuidx_v6_ticks_100ns(&actual) == (int64) ticks, "%s has tick %" PRId64,
				  uuid_text(&actual), uuidx_v6_ticks_100ns(&actual));
		TAP_CHECK(uuidx_counter(&actual) == (int) bits_get(&expected, 66, 14),
				  "%s has clock_seq %x", uuid_text(&actual), uuidx_counter(&actual));
	}
	tap_end();
}

static void
test_version_and_variant(void)
{
	tap_begin("the variant is that of RFC 9562 table 1 for every octet 8");
	for (int octet = 0; octet < 256; octet++)
	{
		uuidx_variant expected = octet <= 0x7F ? UUIDX_VARIANT_NCS :
			octet <= 0xBF ? UUIDX_VARIANT_RFC :
			octet <= 0xDF ? UUIDX_VARIANT_MICROSOFT : UUIDX_VARIANT_RESERVED;

		for (int i = 0; i < 100; i++)
		{
			pg_uuid_t	uuid = random_uuid();

			uuid.data[8] = (unsigned char) octet;
			TAP_CHECK(uuidx_variant_of(&uuid) == expected, "%s has variant %d",
					  uuid_text(&uuid), (int) uuidx_variant_of(&uuid));
		}
	}
	tap_end();

	tap_begin("the version is the high half of octet 6, and there is none in another variant");
	for (int octet6 = 0; octet6 < 256; octet6++)
	{
		for (int octet8 = 0; octet8 < 256; octet8++)
		{
			pg_uuid_t	uuid = random_uuid();
			int			expected = octet8 >= 0x80 && octet8 <= 0xBF ? octet6 / 16 : -1;

			uuid.data[6] = (unsigned char) octet6;
			uuid.data[8] = (unsigned char) octet8;
			TAP_CHECK(uuidx_version_of(&uuid) == expected, "%s has version %d",
					  uuid_text(&uuid), uuidx_version_of(&uuid));
		}
	}
	tap_end();
}

static void
test_reading_time(void)
{
	/* 2022-02-22 19:22:22 UTC, the instant of RFC 9562 appendix A */
	static const TimestampTz rfc_us = INT64CONST(1645557742000000) - INT64CONST(946684800000000);
	static const char *const rfc[] = {
		"c232ab00-9414-11ec-b3c8-9f6bdeced846",
		"1ec9414c-232a-6b00-b3c8-9f6bdeced846",
		"017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
	};
	static const struct
	{
		const char *uuid;
		TimestampTz unix_us;
	}			edges[] =
	{
		{"00000000-0000-1000-8000-000000000000", INT64CONST(-12219292800000000)},
		{"00000000-0000-6000-8000-000000000000", INT64CONST(-12219292800000000)},
		{"00000000-0000-7000-8000-000000000000", 0},
		{"13814000-1dd2-11b2-8000-000000000000", 0},
		{"1b21dd21-3814-6000-8000-000000000000", 0},
		{"ffffffff-ffff-1fff-bfff-ffffffffffff", INT64CONST(103072857660684697)},
		{"ffffffff-ffff-6fff-bfff-ffffffffffff", INT64CONST(103072857660684697)},
		{"ffffffff-ffff-7fff-bfff-ffffffffffff", INT64CONST(281474976710655000)},
	};

	tap_begin("the RFC's v1, v6 and v7 carry the RFC's instant");
	for (size_t i = 0; i < lengthof(rfc); i++)
	{
		pg_uuid_t	uuid = uuid_from(rfc[i]);
		TimestampTz pg_us = UNTOUCHED;

		TAP_CHECK(uuidx_time(&uuid, &pg_us) && pg_us == rfc_us, "%s is %" PRId64, rfc[i], pg_us);
	}
	tap_end();

	tap_begin("the first and the last instant of each version, and the Unix epoch");
	for (size_t i = 0; i < lengthof(edges); i++)
	{
		pg_uuid_t	uuid = uuid_from(edges[i].uuid);
		TimestampTz pg_us = UNTOUCHED;

		TAP_CHECK(uuidx_time(&uuid, &pg_us) &&
				  pg_us == edges[i].unix_us - INT64CONST(946684800000000),
				  "%s is %" PRId64, edges[i].uuid, pg_us);
	}
	tap_end();

	tap_begin("any v1, v6 and v7 has the time in its bits; nothing else has one");
	for (int i = 0; i < 200000; i++)
	{
		pg_uuid_t	uuid = random_uuid();
		TimestampTz pg_us = UNTOUCHED;
		TimestampTz v7_ms = UNTOUCHED;
		TimestampTz v7_us = UNTOUCHED;
		TimestampTz expected = UNTOUCHED;
		int			version;
		bool		timed = true;

		/* half of them of the RFC's variant, for three versions often enough */
		if (i % 2 == 0)
			bits_put(&uuid, 64, 2, 2);
		version = uuidx_version_of(&uuid);

		if (version == 1)
			expected = (TimestampTz) ((bits_get(&uuid, 52, 12) * 65536 + bits_get(&uuid, 32, 16)) *
									  UINT64CONST(4294967296) + bits_get(&uuid, 0, 32)) / 10 -
				INT64CONST(13165977600000000);
		else if (version == 6)
			expected =
				(TimestampTz) (bits_get(&uuid, 0, 48) * 4096 + bits_get(&uuid, 52, 12)) / 10 -
				INT64CONST(13165977600000000);
		else if (version == 7)
			expected = (TimestampTz) bits_get(&uuid, 0, 48) * 1000 - INT64CONST(946684800000000);
		else
			timed = false;

		TAP_CHECK(uuidx_time(&uuid, &pg_us) == timed && pg_us == expected,
				  "%s is %" PRId64 ", not %" PRId64, uuid_text(&uuid), pg_us, expected);
		TAP_CHECK(uuidx_v7_time(&uuid, &v7_ms) == (version == 7) &&
				  v7_ms == (version == 7 ? expected : UNTOUCHED),
				  "%s has the v7 time %" PRId64, uuid_text(&uuid), v7_ms);
		TAP_CHECK(uuidx_v7_time_us(&uuid, &v7_us) == (version == 7) &&
				  (version == 7 ? v7_us >= v7_ms && v7_us < v7_ms + 1000 : v7_us == UNTOUCHED),
				  "%s has the v7 time %" PRId64 " in microseconds", uuid_text(&uuid), v7_us);
	}
	tap_end();
}

/*
 * Boundaries of an instant among the UUIDs of one version
 */
typedef struct bounds_case
{
	const char *name;
	TimestampTz pg_us;
	const char *lower;
	const char *upper;
} bounds_case;

#define NIL "00000000-0000-0000-0000-000000000000"
#define MAX "ffffffff-ffff-ffff-ffff-ffffffffffff"
#define V7_FIRST "00000000-0000-7000-8000-000000000000"
#define V7_LAST "ffffffff-ffff-7fff-bfff-ffffffffffff"
#define V6_FIRST "00000000-0000-6000-8000-000000000000"
#define V6_LAST "ffffffff-ffff-6fff-bfff-ffffffffffff"

/* Microseconds since 2000 of some since 1970 */
#define UNIX_US(us) (INT64CONST(us) - INT64CONST(946684800000000))

static const bounds_case v7_bounds[] =
{
	{"-infinity", PG_INT64_MIN, V7_FIRST, NIL},
	{"4714 BC", INT64CONST(-211813488000000000), V7_FIRST, NIL},
	{"1582-10-15 less 1 us", UNIX_US(-12219292800000001), V7_FIRST, NIL},
	{"1970 less 1 us", UNIX_US(-1), V7_FIRST, NIL},
	{"1970", UNIX_US(0), V7_FIRST, "00000000-0000-7fff-bfff-ffffffffffff"},
	{"1970 and 1 us", UNIX_US(1), "00000000-0001-7000-8000-000000000000",
	"00000000-0000-7fff-bfff-ffffffffffff"},
	{"1970 and 999 us", UNIX_US(999), "00000000-0001-7000-8000-000000000000",
	"00000000-0000-7fff-bfff-ffffffffffff"},
	{"1970 and 1 ms", UNIX_US(1000), "00000000-0001-7000-8000-000000000000",
	"00000000-0001-7fff-bfff-ffffffffffff"},
	{"2000 less 1 us", -1, "00dc6acf-ac00-7000-8000-000000000000",
	"00dc6acf-abff-7fff-bfff-ffffffffffff"},
	{"RFC 9562", UNIX_US(1645557742000000), "017f22e2-79b0-7000-8000-000000000000",
	"017f22e2-79b0-7fff-bfff-ffffffffffff"},
	{"the last millisecond less 1 us", UNIX_US(281474976710654999),
	"ffffffff-ffff-7000-8000-000000000000", "ffffffff-fffe-7fff-bfff-ffffffffffff"},
	{"the last millisecond", UNIX_US(281474976710655000),
	"ffffffff-ffff-7000-8000-000000000000", V7_LAST},
	{"1 us later", UNIX_US(281474976710655001), MAX, V7_LAST},
	{"the last microsecond", UNIX_US(281474976710655999), MAX, V7_LAST},
	{"past the end", UNIX_US(281474976710656000), MAX, V7_LAST},
	{"the last timestamptz", INT64CONST(9223371331199999999), MAX, V7_LAST},
	{"the last integer but one", PG_INT64_MAX - 1, MAX, V7_LAST},
	{"infinity", PG_INT64_MAX, MAX, V7_LAST},
};

static const bounds_case v6_bounds[] =
{
	{"-infinity", PG_INT64_MIN, V6_FIRST, NIL},
	{"4714 BC", INT64CONST(-211813488000000000), V6_FIRST, NIL},
	{"1582-10-15 less 1 us", UNIX_US(-12219292800000001), V6_FIRST, NIL},
	{"1582-10-15", UNIX_US(-12219292800000000), V6_FIRST, "00000000-0000-6009-bfff-ffffffffffff"},
	{"1582-10-15 and 1 us", UNIX_US(-12219292799999999), "00000000-0000-600a-8000-000000000000",
	"00000000-0000-6013-bfff-ffffffffffff"},
	{"1970 less 1 us", UNIX_US(-1), "1b21dd21-3813-6ff6-8000-000000000000",
	"1b21dd21-3813-6fff-bfff-ffffffffffff"},
	{"1970", UNIX_US(0), "1b21dd21-3814-6000-8000-000000000000",
	"1b21dd21-3814-6009-bfff-ffffffffffff"},
	{"RFC 9562", UNIX_US(1645557742000000), "1ec9414c-232a-6b00-8000-000000000000",
	"1ec9414c-232a-6b09-bfff-ffffffffffff"},
	{"the last microsecond less 1 us", UNIX_US(103072857660684696),
	"ffffffff-ffff-6ff0-8000-000000000000", "ffffffff-ffff-6ff9-bfff-ffffffffffff"},
	/* whose last four ticks are no more */
	{"the last microsecond", UNIX_US(103072857660684697),
	"ffffffff-ffff-6ffa-8000-000000000000", V6_LAST},
	{"past the end", UNIX_US(103072857660684698), MAX, V6_LAST},
	{"the last of v7", UNIX_US(281474976710655999), MAX, V6_LAST},
	{"the last timestamptz", INT64CONST(9223371331199999999), MAX, V6_LAST},
	{"the last integer but one", PG_INT64_MAX - 1, MAX, V6_LAST},
	{"infinity", PG_INT64_MAX, MAX, V6_LAST},
};

typedef void (*bound_function) (TimestampTz pg_us, pg_uuid_t *uuid);

/*
 * The definition: lower is the smallest of the version whose time is at or after
 * the instant, upper the largest at or before.  So what is next to them is not,
 * and every UUID of the version is on the right side.
 */
static void
check_bounds(int version, TimestampTz pg_us, const pg_uuid_t *lower, const pg_uuid_t *upper)
{
	pg_uuid_t	uuid;
	TimestampTz time_us;

	if (uuidx_version_of(lower) == version)
	{
		TAP_CHECK(uuidx_time(lower, &time_us) && time_us >= pg_us, "lower of %" PRId64 " is %s",
				  pg_us, uuid_text(lower));
		/* the UUID before it: the last of the tick or the millisecond before */
		uuid = *lower;
		if (version == 7 ? bits_get(lower, 0, 48) > 0 : bits_get(lower, 0, 64) > 0x6000)
		{
			uint64		tick = bits_get(lower, 0, 48) << 12 | bits_get(lower, 52, 12);

			tick--;
			bits_put(&uuid, 0, 48, tick >> 12);
			bits_put(&uuid, 52, 12, tick);
			bits_put(&uuid, 66, 62, PG_UINT64_MAX);
			TAP_CHECK(uuidx_time(&uuid, &time_us) && time_us < pg_us,
					  "%s is before lower of %" PRId64, uuid_text(&uuid), pg_us);
		}
	}
	else
		TAP_CHECK(strcmp(uuid_text(lower), MAX) == 0, "lower of %" PRId64 " is %s", pg_us,
				  uuid_text(lower));

	if (uuidx_version_of(upper) == version)
	{
		TAP_CHECK(uuidx_time(upper, &time_us) && time_us <= pg_us, "upper of %" PRId64 " is %s",
				  pg_us, uuid_text(upper));
		uuid = *upper;
		if (bits_get(upper, 0, 48) != UINT64CONST(0xFFFFFFFFFFFF) ||
			bits_get(upper, 52, 12) != 0xFFF)
		{
			uint64		tick = bits_get(upper, 0, 48) << 12 | bits_get(upper, 52, 12);

			tick++;
			bits_put(&uuid, 0, 48, tick >> 12);
			bits_put(&uuid, 52, 12, tick);
			bits_put(&uuid, 66, 62, 0);
			TAP_CHECK(uuidx_time(&uuid, &time_us) && time_us > pg_us,
					  "%s is after upper of %" PRId64, uuid_text(&uuid), pg_us);
		}
	}
	else
		TAP_CHECK(strcmp(uuid_text(upper), NIL) == 0, "upper of %" PRId64 " is %s", pg_us,
				  uuid_text(upper));

	/* any UUIDs of the version: anywhere, and near to the instant */
	for (int i = 0; i < 8; i++)
	{
		uuid = i < 4 ? random_uuid() : i < 6 ? *lower : *upper;
		bits_put(&uuid, 48, 4, (uint64) version);
		bits_put(&uuid, 64, 2, 2);
		if (i >= 4)
			bits_put(&uuid, 56, 8, random_u64());
		if (i % 2 == 1)
			bits_put(&uuid, 40, 8, random_u64());
		TAP_CHECK(uuidx_time(&uuid, &time_us), "%s has no time", uuid_text(&uuid));
		TAP_CHECK((memcmp(&uuid, lower, UUID_LEN) >= 0) == (time_us >= pg_us) &&
				  (memcmp(&uuid, upper, UUID_LEN) <= 0) == (time_us <= pg_us),
				  "%s at %" PRId64 " is on the wrong side of %" PRId64, uuid_text(&uuid),
				  time_us, pg_us);
	}
}

static void
test_bounds(int version, const bounds_case *cases, size_t n,
			bound_function to_lower, bound_function to_upper)
{
	tap_begin(version == 7 ? "v7: boundaries of known instants" :
			  "v6: boundaries of known instants");
	for (size_t i = 0; i < n; i++)
	{
		pg_uuid_t	lower;
		pg_uuid_t	upper;

		to_lower(cases[i].pg_us, &lower);
		to_upper(cases[i].pg_us, &upper);
		TAP_CHECK(strcmp(uuid_text(&lower), cases[i].lower) == 0, "%s: lower is %s, not %s",
				  cases[i].name, uuid_text(&lower), cases[i].lower);
		TAP_CHECK(strcmp(uuid_text(&upper), cases[i].upper) == 0, "%s: upper is %s, not %s",
				  cases[i].name, uuid_text(&upper), cases[i].upper);
		check_bounds(version, cases[i].pg_us, &lower, &upper);
	}
	tap_end();

	tap_begin(version == 7 ? "v7: boundaries of any instant are next to it" :
			  "v6: boundaries of any instant are next to it");
	for (int i = 0; i < 60000; i++)
	{
		/* anywhere, where the version is, and within microseconds of an edge */
		TimestampTz pg_us = (TimestampTz) random_u64();
		pg_uuid_t	lower;
		pg_uuid_t	upper;

		if (i % 3 == 1)
			pg_us = (TimestampTz) ((uint64) pg_us >> (version == 7 ? 6 : 7)) +
				(version == 7 ? UUIDX_V7_MIN_PG_US : UUIDX_V6_MIN_PG_US);
		else if (i % 3 == 2)
		{
			TimestampTz edge = cases[random_u64() % n].pg_us;

			if (edge != PG_INT64_MIN && edge < PG_INT64_MAX - 1)
				pg_us = edge + (TimestampTz) (random_u64() % 4001) - 2000;
		}
		to_lower(pg_us, &lower);
		to_upper(pg_us, &upper);
		check_bounds(version, pg_us, &lower, &upper);
	}
	tap_end();
}

void
test_layout(void)
{
	test_v7_octets();
	test_v8_node_octets();
	test_v6_octets();
	test_version_and_variant();
	test_reading_time();
	test_bounds(7, v7_bounds, lengthof(v7_bounds), uuidx_v7_lower, uuidx_v7_upper);
	test_bounds(6, v6_bounds, lengthof(v6_bounds), uuidx_v6_lower, uuidx_v6_upper);
}
