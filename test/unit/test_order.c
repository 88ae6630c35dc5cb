/*
 * test_order.c
 *	  order.h: the order by time and the boundaries of an instant, on pairs and instants that
 *	  a person can check; test_laws.c has any.
 */
#include "tap.h"

#include "uuid/order.h"

#define EPOCH_PG_US (INT64CONST(12219292800000000) + INT64CONST(946684800000000))

static int
sign(int number)
{
	return (number > 0) - (number < 0);
}

/* Each line is before all below it */
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
test_boundaries(void)
{
	static const struct
	{
		int64		pg_us;
		const char *lower;
		const char *after;
	}			cases[] =
	{
		/* -infinity, the first instant of the server, 1 us before 1582-10-15 */
		{PG_INT64_MIN, "00000000-0000-1000-8000-000000000000",
		"00000000-0000-1000-8000-000000000000"},
		{INT64CONST(-211813488000000000), "00000000-0000-1000-8000-000000000000",
		"00000000-0000-1000-8000-000000000000"},
		{-EPOCH_PG_US - 1, "00000000-0000-1000-8000-000000000000",
		"00000000-0000-1000-8000-000000000000"},
		{-EPOCH_PG_US, "00000000-0000-1000-8000-000000000000",
		"0000000a-0000-1000-8000-000000000000"},
		/* 1970: what is 100 to 900 ns later belongs to the same microsecond */
		{INT64CONST(-946684800000000), "13814000-1dd2-11b2-8000-000000000000",
		"1381400a-1dd2-11b2-8000-000000000000"},
		/* 2022-02-22 19:22:22 */
		{INT64CONST(698872942000000), "c232ab00-9414-11ec-8000-000000000000",
		"c232ab0a-9414-11ec-8000-000000000000"},
		/* 5236-03-31 21:21:00.684697, whose last four ticks are no more */
		{INT64CONST(102126172860684697), "fffffffa-ffff-1fff-8000-000000000000",
		"5dbe8511-1d0d-7000-8000-000000000000"},
		{INT64CONST(102126172860684698), "5dbe8511-1d0d-7000-8000-000000000000",
		"5dbe8511-1d0d-7000-8000-000000000000"},
		{INT64CONST(102126172860685000), "5dbe8511-1d0d-7000-8000-000000000000",
		"5dbe8511-1d0e-7000-8000-000000000000"},
		/* 10889-08-02 05:31:50.655, and a microsecond later */
		{INT64CONST(280528291910655000), "ffffffff-ffff-7000-8000-000000000000",
		"00000000-0000-0000-0000-000000000000"},
		{INT64CONST(280528291910655001), "00000000-0000-0000-0000-000000000000",
		"00000000-0000-0000-0000-000000000000"},
		/* the last instant of the server, infinity */
		{INT64CONST(9223371331199999999), "00000000-0000-0000-0000-000000000000",
		"00000000-0000-0000-0000-000000000000"},
		{PG_INT64_MAX, "00000000-0000-0000-0000-000000000000",
		"00000000-0000-0000-0000-000000000000"}
	};

	tap_begin("boundaries: known instants");
	for (size_t i = 0; i < lengthof(cases); i++)
	{
		pg_uuid_t	uuid;

		uuidx_time_lower(cases[i].pg_us, &uuid);
		TAP_CHECK_UUID(cases[i].lower, &uuid);
		uuidx_time_after(cases[i].pg_us, &uuid);
		TAP_CHECK_UUID(cases[i].after, &uuid);
	}
	tap_end();
}

void
test_order(void)
{
	test_sign();
	test_boundaries();
}
