/*
 * test_layout.c
 *	  layout.h: known fields and instants, octet by octet; test_laws.c has any.
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
	}
	tap_end();
}

void
test_layout(void)
{
	test_v7_octets();
	test_v8_node_octets();
	test_v6_octets();
	test_reading_time();
	test_bounds(7, v7_bounds, lengthof(v7_bounds), uuidx_v7_lower, uuidx_v7_upper);
	test_bounds(6, v6_bounds, lengthof(v6_bounds), uuidx_v6_lower, uuidx_v6_upper);
}
