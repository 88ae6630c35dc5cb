/*
 * layout.c
 *	  Reading fields out of UUIDs, and v1 <-> v6: see layout.h.
 */
#include "uuid/layout.h"

/*
 * The variant is a unary number in the top bits of octet 8: 0xx is NCS, 10x RFC 9562, 110
 * Microsoft, 111 reserved (RFC 9562 table 1)
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

int64
uuidx_v1_ticks_100ns(const pg_uuid_t *uuid)
{
	uint64		hi = uuidx_hi(uuid);

	return (int64) ((hi & 0x0FFF) << 48 | (hi >> 16 & 0xFFFF) << 32 | hi >> 32);
}

bool
uuidx_time_ticks(const pg_uuid_t *uuid, int64 *ticks_100ns)
{
	switch (uuidx_version_of(uuid))
	{
		case 1:
			*ticks_100ns = uuidx_v1_ticks_100ns(uuid);
			return true;
		case 6:
			*ticks_100ns = (int64) uuidx_tick_from_hi(uuidx_hi(uuid));
			return true;
		case 7:
			*ticks_100ns = uuidx_v7_unix_ms(uuid) * UUIDX_TICKS_100NS_PER_MS +
				UUIDX_UNIX_EPOCH_TICKS_100NS;
			return true;
		default:
			return false;
	}
}

bool
uuidx_time(const pg_uuid_t *uuid, TimestampTz *pg_us)
{
	int64		ticks_100ns;

	if (!uuidx_time_ticks(uuid, &ticks_100ns))
		return false;
	*pg_us = uuidx_gregorian_to_pg_us(ticks_100ns);
	return true;
}

bool
uuidx_v7_time(const pg_uuid_t *uuid, TimestampTz *pg_us)
{
	if (uuidx_version_of(uuid) != 7)
		return false;
	*pg_us = uuidx_unix_ms_to_pg_us(uuidx_v7_unix_ms(uuid));
	return true;
}

/* Sets the time of the v7 tick in a UUID of a version; false for another version */
static bool
unix_time_us(const pg_uuid_t *uuid, int version, TimestampTz *pg_us)
{
	if (uuidx_version_of(uuid) != version)
		return false;
	*pg_us = uuidx_v7_tick_time_us(uuidx_tick_from_hi(uuidx_hi(uuid)));
	return true;
}

bool
uuidx_v7_time_us(const pg_uuid_t *uuid, TimestampTz *pg_us)
{
	return unix_time_us(uuid, 7, pg_us);
}

bool
uuidx_v8_node_time_us(const pg_uuid_t *uuid, TimestampTz *pg_us)
{
	return unix_time_us(uuid, 8, pg_us);
}

bool
uuidx_v8_node(const pg_uuid_t *uuid, uint16 *node)
{
	if (uuidx_version_of(uuid) != 8)
		return false;
	*node = (uint16) (uuidx_lo(uuid) >> 32);
	return true;
}

/* The lower boundary rounds up to a millisecond, and the upper one down */
void
uuidx_v7_lower(TimestampTz pg_us, pg_uuid_t *uuid)
{
	if (pg_us > UUIDX_UNIX_LAST_PG_US)
		uuidx_store(uuid, PG_UINT64_MAX, PG_UINT64_MAX);
	else
	{
		int64		unix_us = Max(pg_us, UUIDX_V7_MIN_PG_US) + UUIDX_PG_EPOCH_UNIX_US;

		uuidx_v7_write(uuid, (uint64) (unix_us + 999) / 1000 << UUIDX_V7_FRACTION_BITS, 0);
	}
}

void
uuidx_v7_upper(TimestampTz pg_us, pg_uuid_t *uuid)
{
	int64		unix_us = Min(pg_us, UUIDX_V7_MAX_PG_US) + UUIDX_PG_EPOCH_UNIX_US;

	if (pg_us < UUIDX_V7_MIN_PG_US)
		uuidx_store(uuid, 0, 0);
	else
		uuidx_v7_write(uuid, (uint64) unix_us / 1000 << UUIDX_V7_FRACTION_BITS | 0x0FFF,
					   PG_UINT64_MAX);
}

/* A microsecond has ten ticks, except the last one, in which the ticks end */
void
uuidx_v6_lower(TimestampTz pg_us, pg_uuid_t *uuid)
{
	uint64		ticks_100ns;

	if (pg_us < UUIDX_V6_MIN_PG_US)
		uuidx_store_tick(uuid, 0, 0, 6);
	else if (uuidx_v6_tick(pg_us, &ticks_100ns))
		uuidx_store_tick(uuid, ticks_100ns, 0, 6);
	else
		uuidx_store(uuid, PG_UINT64_MAX, PG_UINT64_MAX);
}

void
uuidx_v6_upper(TimestampTz pg_us, pg_uuid_t *uuid)
{
	uint64		ticks_100ns = UUIDX_GREGORIAN_MAX_TICKS_100NS;

	if (pg_us < UUIDX_V6_MIN_PG_US)
		uuidx_store(uuid, 0, 0);
	else
	{
		/* an instant after the last one of v6 leaves the ticks unchanged */
		(void) uuidx_v6_tick(pg_us, &ticks_100ns);
		ticks_100ns = Min(ticks_100ns + 9, (uint64) UUIDX_GREGORIAN_MAX_TICKS_100NS);
		uuidx_store_tick(uuid, ticks_100ns, PG_UINT64_MAX, 6);
	}
}

bool
uuidx_unix_time(const pg_uuid_t *uuid, TimestampTz *pg_us)
{
	*pg_us = uuidx_unix_ms_to_pg_us(uuidx_v7_unix_ms(uuid));
	return true;
}

void
uuidx_unix_lower(TimestampTz pg_us, pg_uuid_t *uuid)
{
	pg_us = Min(Max(pg_us, UUIDX_V7_MIN_PG_US), UUIDX_UNIX_LAST_PG_US);
	uuidx_store(uuid, (uint64) (pg_us + UUIDX_PG_EPOCH_UNIX_US + 999) / 1000 << 16, 0);
}

void
uuidx_unix_upper(TimestampTz pg_us, pg_uuid_t *uuid)
{
	pg_us = Min(Max(pg_us, UUIDX_V7_MIN_PG_US), UUIDX_UNIX_LAST_PG_US);
	uuidx_store(uuid, (uint64) (pg_us + UUIDX_PG_EPOCH_UNIX_US) / 1000 << 16 | 0xFFFF,
				PG_UINT64_MAX);
}

/* v1 and v6 differ only in the order of the time fields */
void
uuidx_v1_to_v6(const pg_uuid_t *from, pg_uuid_t *to)
{
	uuidx_store_tick(to, (uint64) uuidx_v1_ticks_100ns(from), uuidx_lo(from), 6);
}

void
uuidx_v6_to_v1(const pg_uuid_t *from, pg_uuid_t *to)
{
	uuidx_v1_write(to, uuidx_tick_from_hi(uuidx_hi(from)), uuidx_lo(from));
}
