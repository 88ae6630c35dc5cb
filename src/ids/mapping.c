/*
 * mapping.c
 *	  Conversion of ids to UUIDs and back, without loss.
 *
 * The conversion back accepts exactly the UUIDs that the conversion of ids makes.
 */
#include "ids/system.h"

/*
 * A time-first UUID is a UUID of version 8 with its time in the place of version 7, so that both
 * sort together by time:
 *
 *	  octets 0-5	  48 bits  Unix ms
 *	  octet  6		   4 bits  version 8
 *	  octets 6-7	  12 bits  other bits of the id, first part
 *	  octet  8		   2 bits  variant
 *	  octets 8-15	  62 bits  other bits of the id, second part
 *
 * The other bits, at most 74, keep their order and are followed by zeros.  If ticks are us, the
 * first ten are the us in the millisecond.  The functions below compute with 128 bits,
 * left-aligned, in two halves.
 */
#define SUB_MS_BITS 10

/* Shifts both halves to the left by n bits, 0 < n < 64 */
static inline void
shift_left(uint64 *first, uint64 *second, unsigned n)
{
	*first = *first << n | *second >> (64 - n);
	*second <<= n;
}

/* Shifts both halves to the right by n bits, 0 < n < 64 */
static inline void
shift_right(uint64 *first, uint64 *second, unsigned n)
{
	*second = *second >> n | *first << (64 - n);
	*first >>= n;
}

static uuidx_status
to_time_first(const uuidx_id_system *system, const uuidx_id *id, int64 epoch_ms, pg_uuid_t *uuid)
{
	int64		tick_ms = Max(system->tick_num / 1000, 1);
	uint64		ticks_per_ms = Max(1000 / system->tick_num, 1);
	unsigned char octets[UUID_LEN];
	uint64		first;
	uint64		second;
	uint64		ticks;
	int64		unix_ms;

	uuidx_id_arrange(system, id, octets);
	first = uuidx_load_be64(octets);
	second = uuidx_load_be64(octets + 8);
	ticks = first >> (64 - system->time_bits);

	/* nothing overflows, because both sides have at most 48 bits of ms */
	unix_ms = epoch_ms + (int64) (ticks / ticks_per_ms) * tick_ms;
	if (unix_ms > UUIDX_UNIX_MAX_MS)
		return UUIDX_NO_ROOM;

	shift_left(&first, &second, system->time_bits);
	if (ticks_per_ms > 1)
	{
		shift_right(&first, &second, SUB_MS_BITS);
		first |= ticks % ticks_per_ms << (64 - SUB_MS_BITS);
	}
	uuidx_store_versioned(uuid, (uint64) unix_ms << 16 | first >> 52, first << 10 | second >> 54,
						  8);
	return UUIDX_OK;
}

static uuidx_status
from_time_first(const uuidx_id_system *system, const pg_uuid_t *uuid, int64 epoch_ms, uuidx_id *id)
{
	int64		tick_ms = Max(system->tick_num / 1000, 1);
	uint64		ticks_per_ms = Max(1000 / system->tick_num, 1);
	unsigned char octets[UUID_LEN];
	uint64		hi = uuidx_hi(uuid);
	uint64		lo = uuidx_lo(uuid);
	int64		since_epoch_ms = (int64) (hi >> 16) - epoch_ms;
	uint64		ticks = (uint64) (since_epoch_ms / tick_ms) * ticks_per_ms;
	uint64		first;
	uint64		second;

	if ((lo & UUIDX_VARIANT_MASK) != UUIDX_VARIANT_RFC9562)
		return UUIDX_BAD_VARIANT;
	if ((hi & UUIDX_VERSION_MASK) >> UUIDX_VERSION_SHIFT != 8)
		return UUIDX_BAD_VERSION;
	if (since_epoch_ms < 0 || ticks > system->max_ticks)
		return UUIDX_FOREIGN_TIME;
	if (since_epoch_ms % tick_ms != 0)
		return UUIDX_SPLIT_TICK;

	lo &= ~UUIDX_VARIANT_MASK;
	first = hi << 52 | lo >> 10;
	second = lo << 54;
	if (ticks_per_ms > 1)
	{
		uint64		in_ms = first >> (64 - SUB_MS_BITS);

		ticks += in_ms;
		if (in_ms >= ticks_per_ms || ticks > system->max_ticks)
			return UUIDX_FOREIGN_TIME;
		shift_left(&first, &second, SUB_MS_BITS);
	}
	shift_right(&first, &second, system->time_bits);
	first |= ticks << (64 - system->time_bits);
	uuidx_store_be64(octets, first);
	uuidx_store_be64(octets + 8, second);

	/* ids of these systems are whole octets */
	for (size_t i = uuidx_id_octets(system); i < UUID_LEN; i++)
	{
		if (octets[i] != 0)
			return UUIDX_BAD_PADDING;
	}
	uuidx_id_rearrange(system, octets, id);
	return UUIDX_OK;
}

uuidx_status
uuidx_id_to_uuid(const uuidx_id_system *system, const uuidx_id *id, int64 epoch_ms, pg_uuid_t *uuid)
{
	if (system->mapping == UUIDX_ID_TOO_LONG)
		return UUIDX_NO_UUID;
	if (system->mapping == UUIDX_ID_TIME_FIRST)
		return to_time_first(system, id, epoch_ms, uuid);
	if (system->mapping == UUIDX_ID_PERMUTED)
		uuidx_id_arrange(system, id, uuid->data);
	else
		memcpy(uuid->data, id->octets, UUID_LEN);
	return UUIDX_OK;
}

uuidx_status
uuidx_id_from_uuid(const uuidx_id_system *system, const pg_uuid_t *uuid, int64 epoch_ms,
				   uuidx_id *id)
{
	uuidx_status status = UUIDX_OK;

	if (system->mapping == UUIDX_ID_TOO_LONG)
		return UUIDX_NO_UUID;
	if (system->mapping == UUIDX_ID_TIME_FIRST)
		status = from_time_first(system, uuid, epoch_ms, id);
	else if (system->mapping == UUIDX_ID_PERMUTED)
		uuidx_id_rearrange(system, uuid->data, id);
	else
		uuidx_id_store(id, uuidx_hi(uuid), uuidx_lo(uuid));
	if (status == UUIDX_OK && system->check != NULL)
		status = system->check(system, id);
	return status;
}
