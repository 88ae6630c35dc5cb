/*
 * layout.h
 *	  Where the fields of each RFC 9562 version stand in the sixteen octets.
 *
 * Writing: the caller gives fields that fit (asserted by the unit test, not
 * checked here); version and variant are always set.  Reading: every function
 * accepts any sixteen octets and says false where the field does not exist.
 *
 * The functions on the way of every generated UUID are inline; the others are
 * in layout.c.
 */
#ifndef UUIDX_LAYOUT_H
#define UUIDX_LAYOUT_H

#include "uuid/bits.h"
#include "uuid/epoch.h"

/* Sizes of the fields that callers fill */
#define UUIDX_V7_FRACTION_BITS 12
#define UUIDX_V7_COUNTER_BITS 14
#define UUIDX_V7_RANDOM_BITS 48
#define UUIDX_V7_COUNTER_MAX ((1 << UUIDX_V7_COUNTER_BITS) - 1)

typedef enum uuidx_variant
{
	UUIDX_VARIANT_NCS,
	UUIDX_VARIANT_RFC,
	UUIDX_VARIANT_MICROSOFT,
	UUIDX_VARIANT_RESERVED
} uuidx_variant;

/*
 * RFC 9562 section 5.7, with section 6.2 methods 3 and 1:
 *
 *	  octets 0-5	  unix_ts_ms, 48 bits
 *	  octets 6-7	  version 7, then rand_a: the millisecond's fraction in 1/4096
 *	  octets 8-9	  variant, then a 14-bit counter
 *	  octets 10-15	  48 random bits
 *
 * tick is unix_ts_ms << 12 | fraction (60 bits), rand_b the last 62 bits.
 */
static inline void
uuidx_v7_write(pg_uuid_t *uuid, uint64 tick, uint64 rand_b)
{
	uint64		hi = (tick >> UUIDX_V7_FRACTION_BITS) << 16 |
		(tick & ((1 << UUIDX_V7_FRACTION_BITS) - 1));

	uuidx_store_versioned(uuid, hi, rand_b, 7);
}

/*
 * RFC 9562 section 5.6:
 *
 *	  octets 0-5	  time_high and time_mid: bits 59..12 of the 100 ns count
 *	  octets 6-7	  version 6, then bits 11..0 of the count
 *	  octets 8-9	  variant, then clock_seq, 14 bits
 *	  octets 10-15	  node, 48 bits
 *
 * clock_seq_node holds clock_seq and node in its low 62 bits.  The multicast
 * bit of the node, the lowest of octet 10, is set: the node is no hardware
 * address (section 6.10).
 */
#define UUIDX_NODE_MULTICAST UINT64CONST(0x0000010000000000)

static inline void
uuidx_v6_write(pg_uuid_t *uuid, uint64 ticks_100ns, uint64 clock_seq_node)
{
	uint64		hi = (ticks_100ns >> 12) << 16 | (ticks_100ns & 0x0FFF);

	uuidx_store_versioned(uuid, hi, clock_seq_node | UUIDX_NODE_MULTICAST, 6);
}

/*
 * The v7 tick of an instant: unix_ts_ms << 12 | floor(us_of_ms * 4096 / 1000).
 * uuidx_v7_time_us() reads every microsecond back exactly.  False, and *tick
 * untouched, outside 1970-01-01 .. 10889-08-02 05:31:50.655999 UTC, which
 * covers both infinities.
 */
static inline bool
uuidx_v7_tick(TimestampTz pg_us, uint64 *tick)
{
	uint64		unix_us;

	if (pg_us < UUIDX_V7_MIN_PG_US || pg_us > UUIDX_V7_MAX_PG_US)
		return false;
	unix_us = (uint64) (pg_us + UUIDX_PG_EPOCH_UNIX_US);
	*tick = (unix_us / 1000) << UUIDX_V7_FRACTION_BITS |
		((unix_us % 1000) << UUIDX_V7_FRACTION_BITS) / 1000;
	return true;
}

/*
 * The v6 tick of an instant: 100 ns since 1582-10-15, a multiple of ten.
 * False, and *ticks_100ns untouched, outside 1582-10-15 ..
 * 5236-03-31 21:21:00.684697 UTC, which covers both infinities.
 */
static inline bool
uuidx_v6_tick(TimestampTz pg_us, uint64 *ticks_100ns)
{
	if (pg_us < UUIDX_V6_MIN_PG_US || pg_us > UUIDX_V6_MAX_PG_US)
		return false;
	*ticks_100ns = (uint64) (pg_us + UUIDX_PG_EPOCH_GREGORIAN_US) * 10;
	return true;
}

/* Which of the four variants of RFC 9562 section 4.1; never anything else */
extern uuidx_variant uuidx_variant_of(const pg_uuid_t *uuid);

/* The version, 0..15, or -1 unless the variant is RFC 9562's */
static inline int
uuidx_version_of(const pg_uuid_t *uuid)
{
	if ((uuid->data[8] & 0xC0) != 0x80)
		return -1;
	return uuid->data[6] >> 4;
}

/*
 * The count of 100 ns since 1582-10-15 in a v1 or v6, 0 .. 2^60-1 (RFC 9562
 * sections 5.1 and 5.6).  The caller has checked the version.
 */
extern int64 uuidx_v1_ticks_100ns(const pg_uuid_t *uuid);
extern int64 uuidx_v6_ticks_100ns(const pg_uuid_t *uuid);

/* Milliseconds since 1970 in a v7, 0 .. 2^48-1; the caller has checked */
static inline int64
uuidx_v7_unix_ms(const pg_uuid_t *uuid)
{
	return (int64) (uuidx_hi(uuid) >> 16);
}

/*
 * The time a v1, v6 (100 ns rounded down to microseconds) or v7 (milliseconds)
 * carries, in microseconds since 2000-01-01 UTC; false for everything else.
 * Every result is a finite timestamptz.
 */
extern bool uuidx_time(const pg_uuid_t *uuid, TimestampTz *pg_us);

/* The same for a v7 only, in milliseconds; false for everything else */
extern bool uuidx_v7_time(const pg_uuid_t *uuid, TimestampTz *pg_us);

/*
 * The same for a v7 only, with rand_a read as the fraction of the millisecond:
 * min(999, ((rand_a + 1) * 1000) >> 12) microseconds.  Exact for what
 * uuidx_v7_tick() wrote, and never outside the millisecond whoever wrote it.
 */
extern bool uuidx_v7_time_us(const pg_uuid_t *uuid, TimestampTz *pg_us);

/*
 * The boundaries of an instant among the UUIDs of one version, for every
 * timestamptz: microseconds since 2000-01-01 UTC, infinities included.  The time
 * of a UUID is what uuidx_time() says.
 *
 * lower: the smallest UUID of the version whose time is >= pg_us; the max UUID
 * if there is none.
 * upper: the largest UUID of the version whose time is <= pg_us; the nil UUID if
 * there is none.
 *
 * So for a UUID of the version, in bytewise order, >= lower(a) is >= a of its
 * time, < lower(a) is < a, <= upper(a) is <= a and > upper(a) is > a.
 */
extern void uuidx_v7_lower(TimestampTz pg_us, pg_uuid_t *uuid);
extern void uuidx_v7_upper(TimestampTz pg_us, pg_uuid_t *uuid);
extern void uuidx_v6_lower(TimestampTz pg_us, pg_uuid_t *uuid);
extern void uuidx_v6_upper(TimestampTz pg_us, pg_uuid_t *uuid);

/*
 * The same instant, clock_seq and node in the other field order (RFC 9562
 * section 5.6); each is the other's inverse.  The caller has checked that
 * `from` is a v1 or v6; `to` may be the same object.
 */
extern void uuidx_v1_to_v6(const pg_uuid_t *from, pg_uuid_t *to);
extern void uuidx_v6_to_v1(const pg_uuid_t *from, pg_uuid_t *to);

#endif							/* UUIDX_LAYOUT_H */
