/*
 * order.c
 *	  The order of UUIDs by time: see order.h.
 */
#include "uuid/order.h"

#define UNIX_EPOCH_MS (UUIDX_UNIX_EPOCH_TICKS_100NS / UUIDX_TICKS_100NS_PER_MS)

int
uuidx_time_compare(const pg_uuid_t *a, const pg_uuid_t *b)
{
	int			version_a = uuidx_version_of(a);
	int			version_b = uuidx_version_of(b);
	int64		ticks_a;
	int64		ticks_b;
	bool		timed_a;
	bool		timed_b;

	/* v6 and v7 begin with their time, so UUIDs of one version sort by octets */
	if (version_a == version_b && (version_a == 7 || version_a == 6))
		return uuidx_compare_bytes(a, b);

	timed_a = uuidx_time_ticks(a, &ticks_a);
	timed_b = uuidx_time_ticks(b, &ticks_b);

	if (timed_a != timed_b)
		return timed_a ? -1 : 1;
	if (timed_a)
	{
		if (ticks_a != ticks_b)
			return ticks_a < ticks_b ? -1 : 1;
		if (version_a != version_b)
			return version_a < version_b ? -1 : 1;
	}
	return uuidx_compare_bytes(a, b);
}

/*
 * The key of a UUID that carries time:
 *
 *	  49 bits  milliseconds since 1582-10-15
 *	  15 bits  the place inside the millisecond:
 *			   0		v1 on the millisecond
 *			   1		v6 on the millisecond
 *			   2..4097	v7 with its rand_a, all of them on the millisecond too
 *			   4098..	v1 and v6 that are 1..9999 ticks past it, in turn
 *
 * The key contains rand_a because many v7 in one millisecond would be equal otherwise.  The largest
 * such key is below 0x8600000000000000, which leaves the top quarter for UUIDs without time: two
 * set bits, then their first 62 bits.
 */
#define PLACE_BITS 15
#define PLACE_V7 2
#define PLACE_PAST_MS (PLACE_V7 + (1 << UUIDX_V7_FRACTION_BITS))
#define KEY_TIMELESS UINT64CONST(0xC000000000000000)

uint64
uuidx_time_key(const pg_uuid_t *uuid)
{
	int			version = uuidx_version_of(uuid);
	int64		ticks_100ns;
	uint64		ms;
	uint64		past_ms;
	uint64		is_v6;

	if (version == 7)
		return (uint64) (uuidx_v7_unix_ms(uuid) + UNIX_EPOCH_MS) << PLACE_BITS |
			(uint64) (PLACE_V7 + uuidx_v7_rand_a(uuid));

	if (!uuidx_time_ticks(uuid, &ticks_100ns))
		return KEY_TIMELESS | uuidx_hi(uuid) >> 2;

	ms = (uint64) ticks_100ns / UUIDX_TICKS_100NS_PER_MS;
	past_ms = (uint64) ticks_100ns % UUIDX_TICKS_100NS_PER_MS;
	is_v6 = version == 6;
	return ms << PLACE_BITS |
		(past_ms == 0 ? is_v6 : PLACE_PAST_MS + 2 * (past_ms - 1) + is_v6);
}

double
uuidx_time_position(const pg_uuid_t *uuid)
{
	int64		ticks_100ns;

	if (uuidx_time_ticks(uuid, &ticks_100ns))
		return (double) ticks_100ns;

	/* UUIDs without a time are after the last v7, by their first 64 bits */
	return (double) PG_INT64_MAX + (double) uuidx_hi(uuid);
}

/* The smallest UUID of an instant is a v1, up to the last tick of v1 and v6 */
void
uuidx_time_lower(TimestampTz pg_us, pg_uuid_t *uuid)
{
	uint64		ticks_100ns;

	if (pg_us < UUIDX_V6_MIN_PG_US)
		uuidx_v1_write(uuid, 0, 0);
	else if (uuidx_v6_tick(pg_us, &ticks_100ns))
		uuidx_v1_write(uuid, ticks_100ns, 0);
	else if (pg_us <= uuidx_unix_ms_to_pg_us(UUIDX_UNIX_MAX_MS))
		uuidx_v7_lower(pg_us, uuid);	/* after 5236 only v7 carry a time */
	else
		uuidx_store(uuid, 0, 0);	/* nil is the first one without a time */
}

void
uuidx_time_after(TimestampTz pg_us, pg_uuid_t *uuid)
{
	/* no time is after infinity */
	uuidx_time_lower(pg_us < PG_INT64_MAX ? pg_us + 1 : pg_us, uuid);
}
