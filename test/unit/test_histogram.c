/*
 * test_histogram.c
 *	  histogram.h: shares compared with rows counted one by one, tables that changed since
 *	  ANALYZE, and the parts between constants in both orders.
 */
#include "tap.h"

#include <math.h>
#include <stdlib.h>

#include "uuid/histogram.h"
#include "uuid/order.h"

#define BINS 20
#define ROWS 20000

/* 2022-02-22 19:22:22 UTC */
#define SOME_TICK (UINT64CONST(0x017F22E279B0) << 12)
#define SECOND (UINT64CONST(1000) << 12)

static pg_uuid_t
v7_of(uint64 tick, uint64 rand_b)
{
	pg_uuid_t	uuid;

	uuidx_v7_write(&uuid, tick, rand_b);
	return uuid;
}

static double
share_before(const uuidx_histogram *histogram, uint64 tick)
{
	pg_uuid_t	v7 = v7_of(tick, 0);

	return uuidx_histogram_share_before(histogram, &v7);
}

#define CHECK_SHARE(expected, actual) \
	TAP_CHECK(fabs((expected) - (actual)) < 1e-9, "expected %.10f, got %.10f", expected, actual)

/* Makes rows at a rate that differs from bin to bin, and the bounds of the bins */
static void
make_rows(uint64 *rows, uint64 *bounds)
{
	uint64		tick = SOME_TICK;

	for (int i = 0; i <= ROWS; i++)
	{
		if (i % (ROWS / BINS) == 0)
			bounds[i / (ROWS / BINS)] = tick;
		rows[i] = tick;
		tick += SECOND * (1 + i / (ROWS / BINS) % 7 * 10);
	}
}

static void
test_interpolation(void)
{
	static uint64 rows[ROWS + 1];
	uint64		bounds[BINS + 1];
	double		before[BINS + 1];
	uuidx_histogram histogram;
	double		last = 0.0;

	make_rows(rows, bounds);
	uuidx_histogram_init(&histogram, bounds, before, BINS);

	tap_begin("the share before a row is the counted share of rows before it");
	for (int i = 1; i <= ROWS; i += 7)
	{
		double		share = share_before(&histogram, rows[i]);

		CHECK_SHARE((double) i / ROWS, share);
		CHECK_SHARE(((double) i - 0.5) / ROWS,
					share_before(&histogram, rows[i] - (rows[i] - rows[i - 1]) / 2));
		TAP_CHECK(share >= last, "row %d: %.10f after %.10f", i, share, last);
		last = share;
	}

	tap_begin("no row is before the first bound, and none after the last one");
	CHECK_SHARE(0.0, share_before(&histogram, 0));
	CHECK_SHARE(0.0, share_before(&histogram, bounds[0]));
	CHECK_SHARE(1.0, share_before(&histogram, bounds[BINS] + 1));
	CHECK_SHARE(1.0, share_before(&histogram, (UINT64CONST(1) << UUIDX_TICK_BITS) - 1));
}

static void
test_equal_bounds(void)
{
	uint64		bounds[] = {SOME_TICK, SOME_TICK + SECOND, SOME_TICK + SECOND, SOME_TICK + SECOND,
	SOME_TICK + 2 * SECOND};
	uint64		one[] = {SOME_TICK, SOME_TICK};
	double		before[5];
	uuidx_histogram histogram;
	pg_uuid_t	end = v7_of(SOME_TICK + SECOND, ~UINT64CONST(0));

	tap_begin("the rows of a tick are between its first v7 and its last one");
	uuidx_histogram_init(&histogram, bounds, before, 4);
	CHECK_SHARE(0.25, share_before(&histogram, bounds[1]));
	TAP_CHECK(fabs(uuidx_histogram_share_before(&histogram, &end) - 0.75) < 1e-6,
			  "%.10f", uuidx_histogram_share_before(&histogram, &end));
	uuidx_histogram_init(&histogram, one, before, 1);
	CHECK_SHARE(0.0, share_before(&histogram, SOME_TICK));
	CHECK_SHARE(1.0, share_before(&histogram, SOME_TICK + 1));
}

/* Makes four bins of a second each; since then, their rows begin and end elsewhere */
static void
make_seconds(uuidx_histogram *histogram, uint64 first, uint64 last)
{
	static uint64 bounds[7];
	static double before[7];

	for (int i = 0; i <= 4; i++)
		bounds[i] = SOME_TICK + i * SECOND;
	uuidx_histogram_init(histogram, bounds, before, 4);
	uuidx_histogram_begin(histogram, SOME_TICK + first);
	uuidx_histogram_end(histogram, SOME_TICK + last);
}

static void
test_change(void)
{
	uuidx_histogram histogram;

	tap_begin("new rows are after the last bound, evenly distributed in each section");
	make_seconds(&histogram, 0, 4 * SECOND);
	uuidx_histogram_append(&histogram, SOME_TICK + 6 * SECOND, 3.0);
	uuidx_histogram_append(&histogram, SOME_TICK + 7 * SECOND, 1.0);
	CHECK_SHARE(0.125, share_before(&histogram, SOME_TICK + SECOND));
	CHECK_SHARE(0.5, share_before(&histogram, SOME_TICK + 4 * SECOND));
	CHECK_SHARE(7.0 / 8, share_before(&histogram, SOME_TICK + 6 * SECOND));
	CHECK_SHARE(7.5 / 8, share_before(&histogram, SOME_TICK + 6 * SECOND + SECOND / 2));
	CHECK_SHARE(1.0, share_before(&histogram, SOME_TICK + 7 * SECOND));

	tap_begin("if rows begin earlier and end later, the bins at the ends are wider");
	make_seconds(&histogram, -SECOND, 8 * SECOND);
	CHECK_SHARE(0.0, share_before(&histogram, SOME_TICK - SECOND));
	CHECK_SHARE(0.125, share_before(&histogram, SOME_TICK));
	CHECK_SHARE(0.25, share_before(&histogram, SOME_TICK + SECOND));
	CHECK_SHARE(0.95, share_before(&histogram, SOME_TICK + 7 * SECOND));

	tap_begin("if rows at the ends are deleted, the bins at the ends are narrower");
	make_seconds(&histogram, SECOND / 2, 3 * SECOND + SECOND / 2);
	CHECK_SHARE(0.0, share_before(&histogram, SOME_TICK + SECOND / 2));
	CHECK_SHARE(0.5 / 3, share_before(&histogram, SOME_TICK + SECOND));
	CHECK_SHARE(2.5 / 3, share_before(&histogram, SOME_TICK + 3 * SECOND));
	CHECK_SHARE(1.0, share_before(&histogram, SOME_TICK + 3 * SECOND + SECOND / 2 + 1));
	make_seconds(&histogram, 0, 2 * SECOND + SECOND / 2);
	CHECK_SHARE(2.0 / 2.5, share_before(&histogram, SOME_TICK + 2 * SECOND));
	CHECK_SHARE(1.0, share_before(&histogram, SOME_TICK + 2 * SECOND + SECOND / 2 + 1));

	tap_begin("only the first bin or the last two change");
	make_seconds(&histogram, 3 * SECOND, 4 * SECOND);
	CHECK_SHARE(0.0, share_before(&histogram, SOME_TICK + SECOND));
	CHECK_SHARE(1.0 / 3, share_before(&histogram, SOME_TICK + 2 * SECOND));
	make_seconds(&histogram, 0, SECOND);
	CHECK_SHARE(0.5, share_before(&histogram, SOME_TICK + SECOND));
	CHECK_SHARE(1.0, share_before(&histogram, SOME_TICK + 2 * SECOND + 1));
}

/* Rows in a part of the day since ANALYZE; at and length are fractions of the day */
typedef struct burst
{
	double		at;
	double		length;
	int			nrows;
} burst;

#define DAY (SECOND * 86400)

static int
compare_ticks(const void *a, const void *b)
{
	const uint64 *x = a;
	const uint64 *y = b;

	return *x < *y ? -1 : *x > *y;
}

typedef struct recent_rows
{
	uint64		ticks[200000];
	int			nrows;
	int			ncounts;
} recent_rows;

static bool
count_some(void *argument, uint64 from, int *nrows, uint64 *to)
{
	recent_rows *rows = argument;
	int			first = 0;

	rows->ncounts++;
	while (first < rows->nrows && rows->ticks[first] <= from)
		first++;
	*nrows = rows->nrows - first < 64 ? rows->nrows - first : 64;
	*to = rows->ticks[first + *nrows - 1];
	return *nrows == 64;
}

/* Returns the factor between the estimated and the actual number of rows from a tick to another */
static double
off_by(const uuidx_histogram *histogram, const recent_rows *rows, uint64 from, uint64 to)
{
	double		share = share_before(histogram, to) - share_before(histogram, from);
	double		estimate = share * histogram->before[histogram->npoints - 1];
	double		truth = 0.0;

	for (int i = 0; i < rows->nrows; i++)
		truth += rows->ticks[i] >= from && rows->ticks[i] < to;
	return Max((estimate - 10.0) / Max(truth, 1.0), (truth - 10.0) / Max(estimate, 1.0));
}

/*
 * Returns the largest factor between the estimated and the actual number of rows after a time, for
 * times from a second to a day before the last row, and on each of five days; ten rows do not count
 */
static double
worst_of_counts(recent_rows *rows, const burst *bursts, int nbursts)
{
	uint64		bounds[2 + UUIDX_HISTOGRAM_ROOM] = {SOME_TICK - SECOND, SOME_TICK};
	double		before[2 + UUIDX_HISTOGRAM_ROOM];
	uuidx_histogram histogram;
	uint64		last;
	double		worst = 1.0;

	rows->nrows = rows->ncounts = 0;
	for (int i = 0; i < nbursts; i++)
	{
		for (int j = 1; j <= bursts[i].nrows; j++)
			rows->ticks[rows->nrows++] = SOME_TICK +
				(uint64) ((bursts[i].at + bursts[i].length * j / bursts[i].nrows) * DAY);
	}
	qsort(rows->ticks, rows->nrows, sizeof(uint64), compare_ticks);
	last = rows->ticks[rows->nrows - 1];
	uuidx_histogram_init(&histogram, bounds, before, 1);
	uuidx_histogram_append_rows(&histogram, last, 1.0, count_some, rows);
	TAP_CHECK(histogram.npoints <= 2 + UUIDX_HISTOGRAM_ROOM, "%d points", histogram.npoints);
	for (uint64 ago = SECOND; ago < DAY; ago *= 2)
		worst = Max(worst, off_by(&histogram, rows, last - ago, last + 1));
	for (int day = 0; day < 5; day++)
		worst = Max(worst, off_by(&histogram, rows, SOME_TICK + 1 + day * DAY,
								  SOME_TICK + 1 + (day + 1) * DAY));
	return worst;
}

static void
test_counts(void)
{
	static const struct
	{
		const char *name;
		burst		bursts[3];
	}			days[] = {
		{"few rows", {{0.0, 1.0, 200}}},
		{"an even rate", {{0.0, 1.0, 100000}}},
		{"a batch at the start", {{0.0, 0.00001, 50000}, {0.0, 1.0, 1440}}},
		{"a batch at the end", {{0.0, 1.0, 1440}, {0.99999, 0.00001, 50000}}},
		{"a burst at the end", {{0.0, 1.0, 1440}, {0.98, 0.02, 50000}}},
		{"two batches", {{0.0, 0.00001, 50000}, {0.0, 1.0, 1440}, {0.99999, 0.00001, 50000}}},
		{"a night", {{0.0, 0.3, 12500}, {0.3, 0.7, 500}}},
		{"a pause before the end", {{0.0, 0.5, 50000}, {0.9999, 0.0001, 10}}},
		{"one a day ahead", {{0.0, 5.0, 50000}, {6.0, 0.0, 1}}},
		{"one 30 days ahead", {{0.0, 5.0, 50000}, {35.0, 0.0, 1}}},
		{"one ten years ahead", {{0.0, 5.0, 50000}, {3650.0, 0.0, 1}}},
		{"some ahead", {{0.0, 5.0, 50000}, {6.0, 0.0, 1}, {35.0, 30.0, 3}}},
	};

	static recent_rows rows;

	tap_begin("counts in a few places estimate the rows added recently, at any rate");
	for (int i = 0; i < (int) (sizeof(days) / sizeof(days[0])); i++)
	{
		double		worst = worst_of_counts(&rows, days[i].bursts, 3);

		TAP_CHECK(rows.ncounts <= UUIDX_HISTOGRAM_COUNTS, "%s: %d", days[i].name, rows.ncounts);
		TAP_CHECK(worst <= 2.0, "%s: %.2f", days[i].name, worst);
	}
}

/* Returns a random UUID; most have a time near the same instant, in different versions */
static pg_uuid_t
uuid_nearby(void)
{
	uint64		ms = (SOME_TICK >> 12) + random_u64() % 4;
	uint64		kind = random_u64() % 8;
	pg_uuid_t	uuid = random_uuid();
	uint64		ticks_100ns = (uint64) UUIDX_UNIX_EPOCH_TICKS_100NS + ms * 10000 +
		(random_u64() % 2 == 0 ? 0 : random_u64() % 10000);

	if (kind == 0)
		uuidx_v1_write(&uuid, ticks_100ns, random_u64());
	else if (kind == 1)
		uuidx_v6_write(&uuid, ticks_100ns, random_u64());
	else if (kind < 7)
		uuidx_store_tick(&uuid, ms << 12 | (random_u64() & 0xFFF), random_u64(),
						 kind < 5 ? 7 : 1 + (int) (random_u64() % 15));
	return uuid;
}

static int
compare(const pg_uuid_t *a, const pg_uuid_t *b, bool time_order)
{
	return time_order ? uuidx_time_compare(a, b) : uuidx_compare_bytes(a, b);
}

static void
test_places(void)
{
	tap_begin("a v7 is before a UUID if and only if it is before the place of the UUID");
	for (int i = 0; i < 200000; i++)
	{
		pg_uuid_t	uuid = uuid_nearby();
		pg_uuid_t	v7 = uuid_nearby();
		bool		time_order = i % 2 == 0;
		pg_uuid_t	place;

		if (uuidx_version_of(&v7) != 7)
			continue;
		uuidx_v7_place(&uuid, time_order, &place);
		TAP_CHECK((compare(&v7, &uuid, time_order) < 0) == (uuidx_compare_bytes(&v7, &place) < 0),
				  "%s, %s, place %s", uuid_text(&v7), uuid_text(&uuid), uuid_text(&place));
	}
}

static void
test_between(void)
{
	pg_uuid_t	first = uuid_from("00000000-0000-7000-8000-000000000000");
	pg_uuid_t	last = uuid_from("ffffffff-ffff-7fff-bfff-ffffffffffff");
	pg_uuid_t	nil = uuid_from("00000000-0000-0000-0000-000000000000");
	pg_uuid_t	max = uuid_from("ffffffff-ffff-ffff-ffff-ffffffffffff");
	pg_uuid_t	uuid = uuid_from("01700000-0000-7fff-bfff-ffffffffffff");
	pg_uuid_t	next = uuid_from("01700000-0001-7000-8000-000000000000");
	pg_uuid_t	v7;

	tap_begin("a v7 between two UUIDs is greater than the first and less than the second");
	TAP_CHECK(uuidx_v7_between(&nil, &max, &v7), "none of all");
	TAP_CHECK_UUID("00000000-0000-7000-8000-000000000000", &v7);
	TAP_CHECK(uuidx_v7_between(&uuid, &max, &v7), "none after a millisecond");
	TAP_CHECK_UUID("01700000-0001-7000-8000-000000000000", &v7);
	TAP_CHECK(!uuidx_v7_between(&uuid, &next, &v7), "%s is between neighbors", uuid_text(&v7));
	TAP_CHECK(!uuidx_v7_between(&nil, &first, &v7), "%s is before the first", uuid_text(&v7));
	TAP_CHECK(!uuidx_v7_between(&last, &max, &v7), "%s is after the last", uuid_text(&v7));
	TAP_CHECK(!uuidx_v7_between(&max, &max, &v7), "%s is after max", uuid_text(&v7));
	TAP_CHECK(!uuidx_v7_between(&next, &uuid, &v7), "%s is in a reversed range", uuid_text(&v7));
}

static int
compare_for_qsort(const void *a, const void *b)
{
	return uuidx_compare_bytes(a, b);
}

/* Returns the sum of the shares of the values that are before a UUID */
static double
sum_before(const pg_uuid_t *values, const double *shares, int n, const pg_uuid_t *uuid,
		   bool time_order)
{
	double		sum = 0.0;

	for (int i = 0; i < n; i++)
	{
		if (compare(&values[i], uuid, time_order) < 0)
			sum += shares[i];
	}
	return sum;
}

static void
test_divide(void)
{
	uint64		bounds[] = {SOME_TICK, SOME_TICK + 4096, SOME_TICK + 8192, SOME_TICK + 16384};
	double		before[4];
	uuidx_histogram histogram;

	uuidx_histogram_init(&histogram, bounds, before, 3);
	tap_begin("the parts before each constant have its share, in both orders");
	for (int i = 0; i < 5000; i++)
	{
		pg_uuid_t	uuids[5];
		pg_uuid_t	places[5];
		pg_uuid_t	values[6];
		double		shares[6];
		double		sum = 0.0;
		int			parts;

		for (int j = 0; j < 5; j++)
		{
			uuids[j] = uuid_nearby();
			uuidx_v7_place(&uuids[j], j % 2 == 0, &places[j]);
		}
		qsort(places, 5, sizeof(pg_uuid_t), compare_for_qsort);
		parts = uuidx_histogram_divide(&histogram, places, 5, values, shares);
		for (int j = 0; j < parts; j++)
		{
			sum += shares[j];
			TAP_CHECK(uuidx_version_of(&values[j]) == 7, "%s is no v7", uuid_text(&values[j]));
		}
		CHECK_SHARE(1.0, sum);
		for (int j = 0; j < 5; j++)
		{
			pg_uuid_t	place;

			uuidx_v7_place(&uuids[j], j % 2 == 0, &place);
			CHECK_SHARE(uuidx_histogram_share_before(&histogram, &place),
						sum_before(values, shares, parts, &uuids[j], j % 2 == 0));
			for (int k = 0; k < parts; k++)
				TAP_CHECK(uuidx_compare_bytes(&values[k], &uuids[j]) != 0,
						  "%s is a constant itself", uuid_text(&values[k]));
		}
	}
}

void
test_histogram(void)
{
	test_interpolation();
	test_equal_bounds();
	test_change();
	test_counts();
	test_places();
	test_between();
	test_divide();
}
