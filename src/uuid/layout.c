/*
 * layout.c
 *	  Reading fields out of UUIDs, and v1 <-> v6: see layout.h.
 *
 * Pure: no server, no clock, no randomness, no state.
 */
#include "uuid/layout.h"

/*
 * The variant is unary coded in the top bits of octet 8: 0xx NCS, 10x RFC 9562,
 * 110 Microsoft, 111 reserved (RFC 9562 table 1).
 */
uuidx_variant
uuidx_variant_of(const pg_uuid_t *uuid)
{
	unsigned char octet = uuid->data[8];

	if ((octet & 0x80) == 0)
		return UUIDX_VARIANT_NCS;
	if ((octet & 0x40) == 0)
		return UUIDX_VARIANT_RFC;
	if ((octet & 0x20) == 0)
		return UUIDX_VARIANT_MICROSOFT;
	return UUIDX_VARIANT_RESERVED;
}

/*
 * v1 keeps the count's low end first:
 *
 *	  octets 0-3  time_low, bits 31..0
 *	  octets 4-5  time_mid, bits 47..32
 *	  octets 6-7  version 1, then time_high, bits 59..48
 */
int64
uuidx_v1_ticks_100ns(const pg_uuid_t *uuid)
{
	uint64		hi = uuidx_hi(uuid);

	return (int64) ((hi & 0x0FFF) << 48 | (hi >> 16 & 0xFFFF) << 32 | hi >> 32);
}

/* v6 keeps it high end first, interrupted by the version: see layout.h */
int64
uuidx_v6_ticks_100ns(const pg_uuid_t *uuid)
{
	uint64		hi = uuidx_hi(uuid);

	return (int64) (hi >> 16 << 12 | (hi & 0x0FFF));
}

bool
uuidx_time(const pg_uuid_t *uuid, TimestampTz *pg_us)
{
	switch (uuidx_version_of(uuid))
	{
		case 1:
			*pg_us = uuidx_gregorian_to_pg_us(uuidx_v1_ticks_100ns(uuid));
			return true;
		case 6:
			*pg_us = uuidx_gregorian_to_pg_us(uuidx_v6_ticks_100ns(uuid));
			return true;
		case 7:
			*pg_us = uuidx_unix_ms_to_pg_us(uuidx_v7_unix_ms(uuid));
			return true;
		default:
			return false;
	}
}

bool
uuidx_v7_time(const pg_uuid_t *uuid, TimestampTz *pg_us)
{
	if (uuidx_version_of(uuid) != 7)
		return false;
	*pg_us = uuidx_unix_ms_to_pg_us(uuidx_v7_unix_ms(uuid));
	return true;
}

bool
uuidx_v7_time_us(const pg_uuid_t *uuid, TimestampTz *pg_us)
{
	int64		rand_a;

	if (uuidx_version_of(uuid) != 7)
		return false;
	rand_a = (int64) (uuidx_hi(uuid) & 0x0FFF);
	*pg_us = uuidx_unix_ms_to_pg_us(uuidx_v7_unix_ms(uuid)) +
		Min(999, (rand_a + 1) * 1000 >> UUIDX_V7_FRACTION_BITS);
	return true;
}

/* The smallest and the largest UUID of a version whose octets begin with a tick */
static void
smallest_v7(uint64 unix_ms, pg_uuid_t *uuid)
{
	uuidx_store_versioned(uuid, unix_ms << 16, 0, 7);
}

static void
largest_v7(uint64 unix_ms, pg_uuid_t *uuid)
{
	uuidx_store_versioned(uuid, unix_ms << 16 | 0x0FFF, PG_UINT64_MAX, 7);
}

static void
smallest_v6(uint64 ticks_100ns, pg_uuid_t *uuid)
{
	uuidx_store_versioned(uuid, ticks_100ns >> 12 << 16 | (ticks_100ns & 0x0FFF), 0, 6);
}

static void
largest_v6(uint64 ticks_100ns, pg_uuid_t *uuid)
{
	uuidx_store_versioned(uuid, ticks_100ns >> 12 << 16 | (ticks_100ns & 0x0FFF), PG_UINT64_MAX, 6);
}

void
uuidx_v7_lower(TimestampTz pg_us, pg_uuid_t *uuid)
{
	if (pg_us < UUIDX_V7_MIN_PG_US)
		smallest_v7(0, uuid);
	else if (pg_us > uuidx_unix_ms_to_pg_us(UUIDX_UNIX_MAX_MS))
		uuidx_store(uuid, PG_UINT64_MAX, PG_UINT64_MAX);
	else						/* up to the millisecond */
		smallest_v7((uint64) (pg_us + UUIDX_PG_EPOCH_UNIX_US + 999) / 1000, uuid);
}

void
uuidx_v7_upper(TimestampTz pg_us, pg_uuid_t *uuid)
{
	if (pg_us < UUIDX_V7_MIN_PG_US)
		uuidx_store(uuid, 0, 0);
	else if (pg_us > UUIDX_V7_MAX_PG_US)
		largest_v7(UUIDX_UNIX_MAX_MS, uuid);
	else						/* down to the millisecond */
		largest_v7((uint64) (pg_us + UUIDX_PG_EPOCH_UNIX_US) / 1000, uuid);
}

/* A microsecond is ten ticks, but for the last one, in which the ticks end */
void
uuidx_v6_lower(TimestampTz pg_us, pg_uuid_t *uuid)
{
	uint64		ticks_100ns;

	if (pg_us < UUIDX_V6_MIN_PG_US)
		smallest_v6(0, uuid);
	else if (uuidx_v6_tick(pg_us, &ticks_100ns))
		smallest_v6(ticks_100ns, uuid);
	else
		uuidx_store(uuid, PG_UINT64_MAX, PG_UINT64_MAX);
}

void
uuidx_v6_upper(TimestampTz pg_us, pg_uuid_t *uuid)
{
	uint64		ticks_100ns;

	if (pg_us < UUIDX_V6_MIN_PG_US)
		uuidx_store(uuid, 0, 0);
	else if (uuidx_v6_tick(pg_us, &ticks_100ns))
		largest_v6(Min(ticks_100ns + 9, (uint64) UUIDX_GREGORIAN_MAX_TICKS_100NS), uuid);
	else
		largest_v6(UUIDX_GREGORIAN_MAX_TICKS_100NS, uuid);
}

/* Only the order of the time fields differs; clock_seq and node stay */
void
uuidx_v1_to_v6(const pg_uuid_t *from, pg_uuid_t *to)
{
	uint64		ticks_100ns = (uint64) uuidx_v1_ticks_100ns(from);

	uuidx_store_versioned(to, ticks_100ns >> 12 << 16 | (ticks_100ns & 0x0FFF),
						  uuidx_lo(from), 6);
}

void
uuidx_v6_to_v1(const pg_uuid_t *from, pg_uuid_t *to)
{
	uint64		ticks_100ns = (uint64) uuidx_v6_ticks_100ns(from);

	uuidx_store_versioned(to,
						  ticks_100ns << 32 | (ticks_100ns >> 32 & 0xFFFF) << 16 |
						  ticks_100ns >> 48,
						  uuidx_lo(from), 1);
}
