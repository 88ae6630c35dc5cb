/*
 * bits.h
 *	  Big-endian loads and stores, and the version and variant bits of a UUID.
 *
 * A UUID is sixteen octets in network order (RFC 9562 section 4).  The pure layer reads
 * them as two 64-bit halves:
 *
 *	  octets 0-7	 hi: version in bits 15..12
 *	  octets 8-15	 lo: variant in bits 63..62
 *
 * All functions here are total and change nothing but their arguments.
 */
#ifndef UUIDX_BITS_H
#define UUIDX_BITS_H

#include "compat.h"

/* The bits of version and variant in the two halves; RFC 9562 sections 4.1 and 4.2 */
#define UUIDX_VERSION_MASK UINT64CONST(0x000000000000F000)
#define UUIDX_VERSION_SHIFT 12
#define UUIDX_VARIANT_MASK UINT64CONST(0xC000000000000000)
#define UUIDX_VARIANT_RFC9562 UINT64CONST(0x8000000000000000)

/* Returns eight octets as a big-endian number */
static inline uint64
uuidx_load_be64(const unsigned char *octets)
{
	uint64		value;

	memcpy(&value, octets, sizeof(value));
	return pg_ntoh64(value);
}

/* Stores a number as eight big-endian octets */
static inline void
uuidx_store_be64(unsigned char *octets, uint64 value)
{
	value = pg_hton64(value);
	memcpy(octets, &value, sizeof(value));
}

/* Returns octets 0-7 */
static inline uint64
uuidx_hi(const pg_uuid_t *uuid)
{
	return uuidx_load_be64(uuid->data);
}

/* Returns octets 8-15 */
static inline uint64
uuidx_lo(const pg_uuid_t *uuid)
{
	return uuidx_load_be64(uuid->data + 8);
}

/* Writes both halves unchanged */
static inline void
uuidx_store(pg_uuid_t *uuid, uint64 hi, uint64 lo)
{
	uuidx_store_be64(uuid->data, hi);
	uuidx_store_be64(uuid->data + 8, lo);
}

/* Writes both halves, but replaces the bits of version (1..15) and RFC 9562 variant. */
static inline void
uuidx_store_versioned(pg_uuid_t *uuid, uint64 hi, uint64 lo, int version)
{
	hi = (hi & ~UUIDX_VERSION_MASK) | ((uint64) version << UUIDX_VERSION_SHIFT);
	lo = (lo & ~UUIDX_VARIANT_MASK) | UUIDX_VARIANT_RFC9562;
	uuidx_store(uuid, hi, lo);
}

/* Compares in bytewise order, as the server compares uuids: negative, zero or positive */
static inline int
uuidx_compare_bytes(const pg_uuid_t *a, const pg_uuid_t *b)
{
	return memcmp(a->data, b->data, UUID_LEN);
}

/* Replaces a UUID with the next one; returns false and changes nothing if it is the max UUID */
static inline bool
uuidx_increment(pg_uuid_t *uuid)
{
	uint64		hi = uuidx_hi(uuid);
	uint64		lo = uuidx_lo(uuid) + 1;

	if (lo == 0 && ++hi == 0)
		return false;
	uuidx_store(uuid, hi, lo);
	return true;
}

#endif							/* UUIDX_BITS_H */
