/*
 * test_order.c
 *	  order.h: the order by time, its key and its line, against the oracle of
 *	  test_order.h.
 */
#include <stdio.h>
#include <stdlib.h>

#include "test_order.h"

/* Hexadecimal digits of the text form, hyphens not counted, as a number */
static int64
digits(const pg_uuid_t *uuid, int first, int count)
{
	int64		value = 0;

	for (int i = first; i < first + count; i++)
		value = value * 16 + (i % 2 == 0 ? uuid->data[i / 2] / 16 : uuid->data[i / 2] % 16);
	return value;
}

order_place
order_place_of(const pg_uuid_t *uuid)
{
	order_place result;
	int			version = (int) digits(uuid, 12, 1);
	int			variant = (int) digits(uuid, 16, 1);

	memset(&result, 0, sizeof(result));
	memcpy(result.octets, uuid->data, UUID_LEN);
	if (variant < 8 || variant > 11 || (version != 1 && version != 6 && version != 7))
	{
		result.timeless = 1;
		return result;
	}
	result.version = version;
	if (version == 1)
		result.ticks = digits(uuid, 13, 3) << 48 | digits(uuid, 8, 4) << 32 | digits(uuid, 0, 8);
	else if (version == 6)
		result.ticks = digits(uuid, 0, 12) << 12 | digits(uuid, 13, 3);
	else
		result.ticks = digits(uuid, 0, 12) * 10000 + EPOCH_TICKS;
	return result;
}

int
order_compare_places(const order_place *a, const order_place *b)
{
	if (a->timeless != b->timeless)
		return a->timeless - b->timeless;
	if (a->ticks != b->ticks)
		return a->ticks < b->ticks ? -1 : 1;
	if (a->version != b->version)
		return a->version - b->version;
	for (int i = 0; i < UUID_LEN; i++)
		if (a->octets[i] != b->octets[i])
			return a->octets[i] - b->octets[i];
	return 0;
}

int
order_compare_slowly(const pg_uuid_t *a, const pg_uuid_t *b)
{
	order_place place_a = order_place_of(a);
	order_place place_b = order_place_of(b);

	return order_compare_places(&place_a, &place_b);
}

static int
sign(int number)
{
	return (number > 0) - (number < 0);
}

/*
 * Making UUIDs of a known place
 */
static void
put(unsigned char *octets, int count, uint64 value)
{
	for (int i = count - 1; i >= 0; i--, value >>= 8)
		octets[i] = (unsigned char) value;
}

static pg_uuid_t
halves(uint64 hi, uint64 lo)
{
	pg_uuid_t	uuid;

	put(uuid.data, 8, hi);
	put(uuid.data + 8, 8, lo);
	return uuid;
}

pg_uuid_t
order_gregorian(int version, int64 ticks, uint64 lo)
{
	pg_uuid_t	uuid;

	put(uuid.data + 8, 8, lo);
	if (version == 1)
	{
		put(uuid.data, 4, (uint64) ticks);
		put(uuid.data + 4, 2, (uint64) ticks >> 32);
		put(uuid.data + 6, 2, (uint64) ticks >> 48 | 0x1000);
	}
	else
	{
		put(uuid.data, 6, (uint64) ticks >> 12);
		put(uuid.data + 6, 2, (uint64) (ticks & 0xFFF) | 0x6000);
	}
	return uuid;
}

pg_uuid_t
order_unix_ms(int64 ms, int rand_a, uint64 lo)
{
	pg_uuid_t	uuid;

	put(uuid.data, 6, (uint64) ms);
	put(uuid.data + 6, 2, (uint64) rand_a | 0x7000);
	put(uuid.data + 8, 8, lo);
	return uuid;
}

/*
 * The nasty set
 */
pg_uuid_t	order_nasty[NASTY_MAX];
order_place order_nasty_place[NASTY_MAX];
int			order_nasty_count;

static void
add(pg_uuid_t uuid)
{
	if (order_nasty_count == NASTY_MAX)
	{
		printf("Bail out! NASTY_MAX is too small\n");
		exit(1);
	}
	order_nasty_place[order_nasty_count] = order_place_of(&uuid);
	order_nasty[order_nasty_count++] = uuid;
}

/* Every UUID of interest at an instant */
static void
add_instant(int64 ticks)
{
	static const uint64 los[] = {LO_FIRST, LO_SOME, LO_LAST};
	static const int rand_as[] = {0, 1, 0x7FF, 0x800, 0xFFE, 0xFFF};

	for (size_t i = 0; i < lengthof(los); i++)
	{
		if (ticks >= 0 && ticks < V6_TICKS)
		{
			add(order_gregorian(1, ticks, los[i]));
			add(order_gregorian(6, ticks, los[i]));
		}
		if (ticks >= EPOCH_TICKS && ticks < V7_END_TICKS && (ticks - EPOCH_TICKS) % 10000 == 0)
			for (size_t j = 0; j < lengthof(rand_as); j++)
				add(order_unix_ms((ticks - EPOCH_TICKS) / 10000, rand_as[j], los[i]));
	}
}

const int64 order_instants[NASTY_INSTANTS] =
{
	/* 1582, where milliseconds since then and since 1970 begin alike */
	0, 10000,
	/* carries of v1's time_low and time_mid */
	INT64CONST(1) << 32, INT64CONST(1) << 48,
	/* 1970 */
	EPOCH_TICKS - 10000, EPOCH_TICKS, EPOCH_TICKS + 10000,
	/* 2022-02-22 19:22:22 UTC of RFC 9562, and 1999-12-31 23:59:59.999 */
	INT64CONST(0x1EC9414C232AB00), INT64CONST(0x1EC9414C232AB00) + 10000,
	EPOCH_TICKS + INT64CONST(946684799999) * 10000,
	/* the last millisecond of v1 and v6, and their last tick */
	(V6_TICKS - 1) / 10000 * 10000, V6_TICKS - 1, V6_TICKS / 10000 * 10000 + 10000,
	/* v7 alone */
	EPOCH_TICKS + (V7_MS - 2) * 10000, EPOCH_TICKS + (V7_MS - 1) * 10000
};

static void
make_nasty_set(void)
{
	static const int offsets[] = {-10, -1, 0, 1, 9, 5000, 9999};
	static const uint64 los[] =
	{
		0, 1, UINT64CONST(0x7FFFFFFFFFFFFFFF), LO_FIRST, LO_LAST,
		UINT64CONST(0xC000000000000000), UINT64CONST(0xDFFFFFFFFFFFFFFF),
		UINT64CONST(0xE000000000000000), PG_UINT64_MAX
	};
	static const uint64 his[] =
	{
		0, 1, 2, 3, 4, UINT64CONST(0x01EC9414C2320B00), UINT64CONST(0x017F22E279B00CC3),
		UINT64CONST(0x7FFFFFFFFFFF0FFF), UINT64CONST(0x8000000000000000),
		UINT64CONST(0xFFFFFFFFFFFF0FFC), UINT64CONST(0xFFFFFFFFFFFF0FFF)
	};

	for (size_t i = 0; i < lengthof(order_instants); i++)
		for (size_t j = 0; j < lengthof(offsets); j++)
			add_instant(order_instants[i] + offsets[j]);

	/* every version with every variant, where it carries time and where not */
	for (size_t i = 0; i < lengthof(his); i++)
		for (uint64 version = 0; version < 16; version++)
			for (size_t j = 0; j < lengthof(los); j += version == 4 || version == 7 ? 1 : 3)
				add(halves(his[i] | version << 12, los[j]));
	add(halves(PG_UINT64_MAX, PG_UINT64_MAX));
}

/* A random UUID in which what matters here varies: half of them close together */
pg_uuid_t
order_random(void)
{
	uint64		random = random_u64();
	uint64		lo = random_u64();
	int64		ticks;

	switch (random & 7)
	{
		case 0:
		case 1:
		case 2:
			ticks = INT64CONST(0x1EC9414C232AB00) + (int64) (random >> 3 & 0x7FFF);
			lo = (lo & (random >> 20 & 1 ? LO_LAST : 1)) | LO_FIRST;
			if ((random & 7) == 2)
				return order_unix_ms((ticks - EPOCH_TICKS) / 10000,
									 (int) (random >> 32 & 0xFFF), lo);
			return order_gregorian(random & 1 ? 1 : 6, ticks, lo);
		case 3:
			return order_nasty[random_u64() % (uint64) order_nasty_count];
		case 4:
			return random_uuid();
		default:
			lo = (lo & LO_LAST) | LO_FIRST;
			if ((random & 7) == 7)
				return order_unix_ms((int64) (random >> 16), (int) (lo & 0xFFF), lo);
			return order_gregorian(random & 1 ? 1 : 6, (int64) (random >> 4), lo);
	}
}

/*
 * The sign, on pairs that a person can check.  Each line is before all below it.
 */
static void
test_sign(void)
{
	static const char *const ascending[] =
	{
		"00000000-0000-1000-8000-000000000000", /* 1582 */
		"00000000-0000-1000-bfff-ffffffffffff",
		"00000000-0000-6000-8000-000000000000",
		"00000001-0000-1000-8000-000000000000", /* 100 ns later */
		"00000000-0000-6001-8000-000000000000",
		"13813fff-1dd2-11b2-bfff-ffffffffffff", /* 100 ns before 1970 */
		"1b21dd21-3813-6fff-8000-000000000000",
		"13814000-1dd2-11b2-8000-000000000000", /* 1970 */
		"1b21dd21-3814-6000-8000-000000000000",
		"00000000-0000-7000-8000-000000000000",
		"00000000-0000-7fff-bfff-ffffffffffff",
		"13814001-1dd2-11b2-8000-000000000000",
		"00000000-0001-7000-8000-000000000000", /* 1 ms */
		"c232aaff-9414-11ec-b3c8-9f6bdeced846", /* 100 ns before 2022-02-22 */
		"c232ab00-9414-11ec-b3c8-9f6bdeced846", /* RFC 9562 A.1, A.5, A.6 */
		"1ec9414c-232a-6b00-b3c8-9f6bdeced846",
		"017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
		"c232ab01-9414-11ec-b3c8-9f6bdeced846",
		"1ec9414c-232a-6b01-b3c8-9f6bdeced846",
		"017f22e2-79b1-7000-8000-000000000000",
		"ffffffff-ffff-1fff-bfff-ffffffffffff", /* 5236 */
		"ffffffff-ffff-6fff-8000-000000000000",
		"ffffffff-ffff-7fff-bfff-ffffffffffff", /* 10889 */
		"00000000-0000-0000-0000-000000000000", /* no time */
		"00000000-0000-1000-0000-000000000000", /* other variants */
		"00000000-0000-4000-8000-000000000000",
		"017f22e2-79b0-7cc3-c8c4-dc0c0c07398f",
		"2489e9ad-2ee2-8e00-8ec9-32d5f69181c0",
		"5df41881-3aed-3515-88a7-2f4a814cf09e",
		"919108f7-52d1-4320-9bac-f847db4148a8",
		"ffffffff-ffff-7fff-7fff-ffffffffffff",
		"ffffffff-ffff-ffff-ffff-ffffffffffff"
	};

	tap_begin("order: the sign is right, both ways");
	for (size_t i = 0; i < lengthof(ascending); i++)
		for (size_t j = 0; j < lengthof(ascending); j++)
		{
			pg_uuid_t	a = uuid_from(ascending[i]);
			pg_uuid_t	b = uuid_from(ascending[j]);
			int			expected = (i > j) - (i < j);

			TAP_CHECK(sign(uuidx_time_compare(&a, &b)) == expected, "compare(%s, %s) is %d, not %d",
					  ascending[i], ascending[j], uuidx_time_compare(&a, &b), expected);
		}
	tap_end();
}

static void
check_ticks(const pg_uuid_t *uuid)
{
	order_place expected = order_place_of(uuid);
	int64		ticks = -1;
	bool		timed = uuidx_time_ticks(uuid, &ticks);

	TAP_CHECK(timed == !expected.timeless && ticks == (timed ? expected.ticks : -1),
			  "%s carries %" PRId64 ", not %" PRId64, uuid_text(uuid), ticks, expected.ticks);
}

/* One pair: order and key against the oracle */
static void
check_pair(const pg_uuid_t *a, const order_place *place_a,
		   const pg_uuid_t *b, const order_place *place_b)
{
	int			expected = sign(order_compare_places(place_a, place_b));
	uint64		key_a = uuidx_time_key(a);
	uint64		key_b = uuidx_time_key(b);
	bool		same_place;

	TAP_CHECK(sign(uuidx_time_compare(a, b)) == expected, "compare(%s, %s) is %d, not %d",
			  uuid_text(a), uuid_text(b), uuidx_time_compare(a, b), expected);
	TAP_CHECK(key_a == key_b || (key_a < key_b) == (expected < 0),
			  "keys of %s and %s, %016" PRIx64 " and %016" PRIx64 ", contradict the order",
			  uuid_text(a), uuid_text(b), key_a, key_b);
	if (key_a != key_b)
		return;

	/*
	 * what may tie: the same tick and version, and for a v7 rand_a; or 62
	 * bits
	 */
	if (place_a->timeless)
		same_place = place_b->timeless && memcmp(a, b, 7) == 0 && a->data[7] / 4 == b->data[7] / 4;
	else
		same_place = !place_b->timeless && place_a->ticks == place_b->ticks &&
			place_a->version == place_b->version &&
			(place_a->version != 7 || digits(a, 13, 3) == digits(b, 13, 3));
	TAP_CHECK(same_place, "%s and %s have the same key", uuid_text(a), uuid_text(b));
}

static void
test_pairs(void)
{
	tap_begin("order: the instant of every nasty UUID");
	for (int i = 0; i < order_nasty_count; i++)
		check_ticks(&order_nasty[i]);
	tap_end();

	tap_begin("order: order and key of every pair of a nasty set");
	for (int i = 0; i < order_nasty_count; i++)
		for (int j = 0; j < order_nasty_count; j++)
			check_pair(&order_nasty[i], &order_nasty_place[i],
					   &order_nasty[j], &order_nasty_place[j]);
	tap_end();

	tap_begin("order: order and key of two million random pairs");
	for (int i = 0; i < 2000000; i++)
	{
		pg_uuid_t	a = order_random();
		pg_uuid_t	b = order_random();
		order_place place_a;
		order_place place_b;

		/* sometimes they differ by one bit only */
		if (i % 4 == 0)
		{
			int			bit = (int) (random_u64() % 128);

			b = a;
			bits_put(&b, bit, 1, ~bits_get(&a, bit, 1));
		}
		place_a = order_place_of(&a);
		place_b = order_place_of(&b);
		check_pair(&a, &place_a, &b, &place_b);
	}
	tap_end();
}

/* Without the oracle: what any order must be */
static void
test_total_order(void)
{
	tap_begin("order: antisymmetric, zero for the same octets only");
	for (int i = 0; i < order_nasty_count; i++)
		for (int j = 0; j < order_nasty_count; j++)
		{
			int			forth = sign(uuidx_time_compare(&order_nasty[i], &order_nasty[j]));
			int			back = sign(uuidx_time_compare(&order_nasty[j], &order_nasty[i]));
			bool		same = memcmp(&order_nasty[i], &order_nasty[j], UUID_LEN) == 0;

			TAP_CHECK(forth == -back && (forth == 0) == same, "%s and %s: %d and %d",
					  uuid_text(&order_nasty[i]), uuid_text(&order_nasty[j]), forth, back);
		}
	tap_end();

	tap_begin("order: transitive");
	for (int i = 0; i < 2000000; i++)
	{
		const pg_uuid_t *a = &order_nasty[random_u64() % (uint64) order_nasty_count];
		const pg_uuid_t *b = &order_nasty[random_u64() % (uint64) order_nasty_count];
		const pg_uuid_t *c = &order_nasty[random_u64() % (uint64) order_nasty_count];

		if (uuidx_time_compare(a, b) <= 0 && uuidx_time_compare(b, c) <= 0)
			TAP_CHECK(uuidx_time_compare(a, c) <= 0, "%s <= %s <= %s but not transitive",
					  uuid_text(a), uuid_text(b), uuid_text(c));
	}
	tap_end();
}

/*
 * The line of BRIN
 */
static int
compare_for_qsort(const void *a, const void *b)
{
	return order_compare_slowly((const pg_uuid_t *) a, (const pg_uuid_t *) b);
}

static void
test_position(void)
{
	static pg_uuid_t sorted[NASTY_MAX];

	memcpy(sorted, order_nasty, sizeof(order_nasty));
	qsort(sorted, (size_t) order_nasty_count, sizeof(pg_uuid_t), compare_for_qsort);

	tap_begin("position: never decreases along the order");
	for (int i = 1; i < order_nasty_count; i++)
		TAP_CHECK(uuidx_time_position(&sorted[i - 1]) <= uuidx_time_position(&sorted[i]),
				  "%s is at %.0f, %s after it at %.0f",
				  uuid_text(&sorted[i - 1]), uuidx_time_position(&sorted[i - 1]),
				  uuid_text(&sorted[i]), uuidx_time_position(&sorted[i]));
	for (int i = 0; i < 200000; i++)
	{
		pg_uuid_t	a = order_random();
		pg_uuid_t	b = order_random();

		if (order_compare_slowly(&a, &b) <= 0)
			TAP_CHECK(uuidx_time_position(&a) <= uuidx_time_position(&b),
					  "%s is at %.0f, %s after it at %.0f", uuid_text(&a),
					  uuidx_time_position(&a), uuid_text(&b), uuidx_time_position(&b));
	}
	tap_end();

	tap_begin("position: the instant in 100 ns for what carries one, beyond all for the rest");
	for (int i = 0; i < order_nasty_count; i++)
	{
		double		position = uuidx_time_position(&order_nasty[i]);

		if (order_nasty_place[i].timeless)
			TAP_CHECK(position > (double) V7_END_TICKS, "%s is at %.0f",
					  uuid_text(&order_nasty[i]), position);
		else
			TAP_CHECK(position == (double) order_nasty_place[i].ticks, "%s is at %.0f",
					  uuid_text(&order_nasty[i]), position);
	}
	tap_end();
}

void
test_order(void)
{
	make_nasty_set();
	test_sign();
	test_pairs();
	test_total_order();
	test_order_bounds();
	test_position();
}
