/*
 * layout.h
 *	  Where the fields of each RFC 9562 version are in the sixteen octets.
 *
 * Functions that write a UUID require fields in range, and always set version and variant.
 * Functions that read one accept any sixteen octets, and return false where the field does not
 * exist.  What every generated UUID needs is inline.
 */
#ifndef UUIDX_LAYOUT_H
#define UUIDX_LAYOUT_H

#include "uuid/bits.h"
#include "uuid/epoch.h"

/*
 * The sizes of the fields that callers fill.  In v6 and v7, the last 62 bits are a counter
 * (clock_seq in v6), followed by random bits (the node in v6).
 */
#define UUIDX_TICK_BITS 60
#define UUIDX_V7_FRACTION_BITS 12
#define UUIDX_COUNTER_BITS 14
#define UUIDX_RANDOM_BITS 48
#define UUIDX_COUNTER_MAX ((1 << UUIDX_COUNTER_BITS) - 1)

typedef enum uuidx_variant
{
	UUIDX_VARIANT_NCS,
	UUIDX_VARIANT_RFC,
	UUIDX_VARIANT_MICROSOFT,
	UUIDX_VARIANT_RESERVED
} uuidx_variant;

/*
 * A tick is the 60-bit time of a v6 or v7, highest bit first in both:
 *
 *	  octets 0-5	  bits 59..12
 *	  octets 6-7	  version, then bits 11..0
 *
 * so their bytewise order is that of their ticks.  These two move a tick into octets 0-7, with
 * zeroes for the version, and out of them.
 */
static inline uint64
uuidx_tick_to_hi(uint64 tick)
{
	return tick >> 12 << 16 | (tick & 0x0FFF);
}

static inline uint64
uuidx_tick_from_hi(uint64 hi)
{
	return hi >> 16 << 12 | (hi & 0x0FFF);
}

/* Writes a UUID that begins with a tick and ends with the given 62 bits */
static inline void
uuidx_store_tick(pg_uuid_t *uuid, uint64 tick, uint64 lo, int version)
{
	uuidx_store_versioned(uuid, uuidx_tick_to_hi(tick), lo, version);
}

/*
 * Writes a v7, RFC 9562 section 5.7 with section 6.2 methods 3 and 1:
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
	uuidx_store_tick(uuid, tick, rand_b, 7);
}

/*
 * Writes a v8 with the node that generated it, which this extension defines (RFC 9562 sections 5.8
 * and 6.4).  It is a v7 with the node in place of some random bits:
 *
 *	  octets 0-5	  unix_ts_ms, 48 bits
 *	  octets 6-7	  version 8, then the millisecond's fraction in 1/4096
 *	  octets 8-9	  variant, then a 14-bit counter
 *	  octets 10-11	  node, 16 bits
 *	  octets 12-15	  32 random bits
 *
 * The tick is that of a v7, so such UUIDs sort by time, then by counter, and only then by node.
 */
static inline void
uuidx_v8_node_write(pg_uuid_t *uuid, uint64 tick, uint32 counter, uint16 node, uint32 random)
{
	uint64		lo = (uint64) counter << UUIDX_RANDOM_BITS | (uint64) node << 32 | random;

	uuidx_store_tick(uuid, tick, lo, 8);
}

/*
 * Writes a v6, RFC 9562 section 5.6:
 *
 *	  octets 0-5	  time_high and time_mid: bits 59..12 of the 100 ns count
 *	  octets 6-7	  version 6, then bits 11..0 of the count
 *	  octets 8-9	  variant, then clock_seq, 14 bits
 *	  octets 10-15	  node, 48 bits
 *
 * clock_seq_node contains clock_seq and node in its low 62 bits.  The multicast bit of the node,
 * the lowest of octet 10, is set because the node is no hardware address (section 6.10).
 */
#define UUIDX_NODE_MULTICAST UINT64CONST(0x0000010000000000)

static inline void
uuidx_v6_write(pg_uuid_t *uuid, uint64 ticks_100ns, uint64 clock_seq_node)
{
	uuidx_store_tick(uuid, ticks_100ns, clock_seq_node | UUIDX_NODE_MULTICAST, 6);
}

/*
 * Writes a v1, RFC 9562 section 5.1, which begins with the low end of the 100 ns count:
 *
 *	  octets 0-3	  time_low, bits 31..0
 *	  octets 4-5	  time_mid, bits 47..32
 *	  octets 6-7	  version 1, then time_high, bits 59..48
 *
 * clock_seq and node are written unchanged.
 */
static inline void
uuidx_v1_write(pg_uuid_t *uuid, uint64 ticks_100ns, uint64 clock_seq_node)
{
	uint64		hi = ticks_100ns << 32 | (ticks_100ns >> 32 & 0xFFFF) << 16 | ticks_100ns >> 48;

	uuidx_store_versioned(uuid, hi, clock_seq_node, 1);
}

/*
 * Sets the v7 tick of an instant: unix_ts_ms << 12 | floor(us_of_ms * 4096 / 1000).  Returns false
 * and leaves *tick unchanged outside what v7 holds (epoch.h), as for both infinities.
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
 * Returns the instant of a v7 tick: its millisecond, and the microsecond that contains its
 * fraction.  This is exact for what uuidx_v7_tick() wrote, and never outside the millisecond.
 */
static inline TimestampTz
uuidx_v7_tick_time_us(uint64 tick)
{
	int64		fraction = (int64) (tick & ((1 << UUIDX_V7_FRACTION_BITS) - 1));
	int64		us = ((fraction + 1) * 1000) >> UUIDX_V7_FRACTION_BITS;

	return uuidx_unix_ms_to_pg_us((int64) (tick >> UUIDX_V7_FRACTION_BITS)) + Min(us, 999);
}

/*
 * Returns a v7 tick that is moved by some microseconds, in ticks rounded up, so that ticks keep
 * their order, and what uuidx_v7_tick() wrote is read back as exactly that much later.  The caller
 * has checked that uuidx_v7_tick_time_us() and the distance make an instant that v7 holds.  If a
 * tick at the end of a microsecond is moved to the first one of 1970, the result is UINT64_MAX.
 */
static inline uint64
uuidx_v7_move_tick(uint64 tick, int64 us)
{
	int64		ms = us / 1000;
	int64		us_of_ms = us % 1000;

	if (us_of_ms < 0)
	{
		us_of_ms += 1000;
		ms--;
	}
	return tick + ((uint64) ms << UUIDX_V7_FRACTION_BITS) +
		((((uint64) us_of_ms) << UUIDX_V7_FRACTION_BITS) + 999) / 1000;
}

/* Sets the v6 tick, 100 ns since 1582-10-15 and a multiple of ten, as uuidx_v7_tick() does */
static inline bool
uuidx_v6_tick(TimestampTz pg_us, uint64 *ticks_100ns)
{
	if (pg_us < UUIDX_V6_MIN_PG_US || pg_us > UUIDX_V6_MAX_PG_US)
		return false;
	*ticks_100ns = (uint64) (pg_us + UUIDX_PG_EPOCH_GREGORIAN_US) * 10;
	return true;
}

/* Returns one of the four variants of RFC 9562 section 4.1 */
extern uuidx_variant uuidx_variant_of(const pg_uuid_t *uuid);

/* Returns the version, 0..15, or -1 unless the variant is RFC 9562's */
static inline int
uuidx_version_of(const pg_uuid_t *uuid)
{
	if ((uuid->data[8] & 0xC0) != 0x80)
		return -1;
	return uuid->data[6] >> 4;
}

/* Returns the 100 ns since 1582-10-15 in a v1, 0 .. 2^60-1; the caller has checked the version */
extern int64 uuidx_v1_ticks_100ns(const pg_uuid_t *uuid);

/* Returns the milliseconds since 1970 in a v7, 0 .. 2^48-1; the caller has checked the version */
static inline int64
uuidx_v7_unix_ms(const pg_uuid_t *uuid)
{
	return (int64) (uuidx_hi(uuid) >> 16);
}

/* Returns the 12 bits after the milliseconds of a v7, 0 .. 4095, as its generator uses them */
static inline int
uuidx_v7_rand_a(const pg_uuid_t *uuid)
{
	return (int) (uuidx_hi(uuid) & 0x0FFF);
}

/* Returns the 14 bits after the variant: clock_seq of a v1 or v6, the counter of a v7 of uuidx */
static inline int
uuidx_counter(const pg_uuid_t *uuid)
{
	return (int) (uuidx_lo(uuid) >> UUIDX_RANDOM_BITS & UUIDX_COUNTER_MAX);
}

/*
 * Sets the instant of a v1, v6 or v7 (its millisecond), in 100 ns since 1582-10-15, 0 ..
 * 2^62.  Returns false and leaves *ticks_100ns unchanged for every other UUID.  Which versions
 * carry a time is decided only here.
 */
extern bool uuidx_time_ticks(const pg_uuid_t *uuid, int64 *ticks_100ns);

/* Sets the same instant in microseconds since 2000-01-01 UTC, rounded down; always finite */
extern bool uuidx_time(const pg_uuid_t *uuid, TimestampTz *pg_us);

/* Sets the instant of a v7; returns false for every other UUID */
extern bool uuidx_v7_time(const pg_uuid_t *uuid, TimestampTz *pg_us);

/* Sets the instant of a v7 as uuidx_v7_tick_time_us() reads it; returns false as above */
extern bool uuidx_v7_time_us(const pg_uuid_t *uuid, TimestampTz *pg_us);

/* Set the node and the time of a v8 as uuidx_v8_node_write() made it; return false as above */
extern bool uuidx_v8_node(const pg_uuid_t *uuid, uint16 *node);
extern bool uuidx_v8_node_time_us(const pg_uuid_t *uuid, TimestampTz *pg_us);

/*
 * Set the boundaries of any timestamptz, infinities included, among the UUIDs of one version.  The
 * lower boundary is the smallest UUID of the version with a time (of uuidx_time()) >= pg_us; the
 * max UUID if there is none.  The upper boundary is the largest UUID of the version with a time <=
 * pg_us; the nil UUID if there is none.
 */
extern void uuidx_v7_lower(TimestampTz pg_us, pg_uuid_t *uuid);
extern void uuidx_v7_upper(TimestampTz pg_us, pg_uuid_t *uuid);
extern void uuidx_v6_lower(TimestampTz pg_us, pg_uuid_t *uuid);
extern void uuidx_v6_upper(TimestampTz pg_us, pg_uuid_t *uuid);

/*
 * Set the instant in the first 48 bits of any UUID; the smallest UUID with such an instant at or
 * after pg_us, and the largest one at or before it, where pg_us is clamped to all such instants
 */
extern bool uuidx_unix_time(const pg_uuid_t *uuid, TimestampTz *pg_us);
extern void uuidx_unix_lower(TimestampTz pg_us, pg_uuid_t *uuid);
extern void uuidx_unix_upper(TimestampTz pg_us, pg_uuid_t *uuid);

/*
 * Reads the 122 bits that are neither version nor variant, in network order, as two numbers of 61
 * bits:
 *
 *	  octets 0-5	  bits 60..13 of the first
 *	  octets 6-7	  version, then bits 12..1
 *	  octet 8		  variant, then bit 0 of the first, then the second
 */
#define UUIDX_HALF_BITS 61

static inline void
uuidx_halves(const pg_uuid_t *uuid, uint64 halves[2])
{
	uint64		lo = uuidx_lo(uuid);

	halves[0] = uuidx_tick_from_hi(uuidx_hi(uuid)) << 1 | (lo >> UUIDX_HALF_BITS & 1);
	halves[1] = lo & ((UINT64CONST(1) << UUIDX_HALF_BITS) - 1);
}

/* Writes a UUID from these two numbers and a version */
static inline void
uuidx_store_halves(pg_uuid_t *uuid, const uint64 halves[2], int version)
{
	uuidx_store_tick(uuid, halves[0] >> 1, halves[0] << UUIDX_HALF_BITS | halves[1], version);
}

/*
 * Convert a v1 to the v6 with the same instant, clock_seq and node, and back (RFC 9562 section
 * 5.6).  The caller has checked the version of `from`; `to` may be the same object.
 */
extern void uuidx_v1_to_v6(const pg_uuid_t *from, pg_uuid_t *to);
extern void uuidx_v6_to_v1(const pg_uuid_t *from, pg_uuid_t *to);

#endif							/* UUIDX_LAYOUT_H */
