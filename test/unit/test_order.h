/*
 * test_order.h
 *	  The oracle of the order by time, and the UUIDs it is tried on.
 *
 * The oracle reads digits and knows nothing of order.c.
 */
#ifndef UUIDX_TEST_ORDER_H
#define UUIDX_TEST_ORDER_H

#include "tap.h"

#include "uuid/order.h"

#define EPOCH_TICKS INT64CONST(122192928000000000)	/* 1582-10-15 .. 1970 */
#define EPOCH_PG_US (INT64CONST(12219292800000000) + INT64CONST(946684800000000))
#define V6_TICKS (INT64CONST(1) << 60)
#define V7_MS (INT64CONST(1) << 48)
#define V7_END_TICKS (EPOCH_TICKS + V7_MS * 10000)

#define LO_FIRST UINT64CONST(0x8000000000000000)
#define LO_LAST UINT64CONST(0xBFFFFFFFFFFFFFFF)
#define LO_SOME UINT64CONST(0x93C89F6BDECED846)

/* A place in the order, most significant first */
typedef struct order_place
{
	int			timeless;
	int64		ticks;
	int			version;
	unsigned char octets[UUID_LEN];
} order_place;

extern order_place order_place_of(const pg_uuid_t *uuid);
extern int	order_compare_places(const order_place *a, const order_place *b);
extern int	order_compare_slowly(const pg_uuid_t *a, const pg_uuid_t *b);

/* UUIDs of a known instant; lo is the last eight octets, variant included */
extern pg_uuid_t order_gregorian(int version, int64 ticks, uint64 lo);
extern pg_uuid_t order_unix_ms(int64 ms, int rand_a, uint64 lo);

/*
 * The nasty set: every version and variant, equal instants across versions,
 * neighbours, and all that around the instants at which something changes.
 */
#define NASTY_MAX 4000
#define NASTY_INSTANTS 15
extern const int64 order_instants[NASTY_INSTANTS];
extern pg_uuid_t order_nasty[NASTY_MAX];
extern order_place order_nasty_place[NASTY_MAX];
extern int	order_nasty_count;

/* Random ones in which what matters here varies: half of them close together */
extern pg_uuid_t order_random(void);

/* The subjects */
extern void test_order_bounds(void);

#endif							/* UUIDX_TEST_ORDER_H */
