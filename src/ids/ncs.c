/*
 * ncs.c
 *	  The UUIDs of Apollo's Network Computing System, before RFC 4122.
 */
#include "ids/system.h"

/*
 * RFC 9562 section 4.1 keeps variant 0xx for them:
 *
 *	  octets 0-5	  units of 4 us since 1980-01-01, to 2015-09-05
 *	  octets 6-7	  zero
 *	  octet	 8		  address family, 0 .. 13
 *	  octets 9-15	  host
 *
 * The nil UUID has this form, too, and is read as the first instant when a
 * caller says that it is one.
 */
#define MAX_FAMILY 13

static uuidx_status
check(const uuidx_id_system *system, const uuidx_id *id)
{
	(void) system;
	if (id->octets[8] >= 0x80)
		return UUIDX_BAD_VARIANT;
	if (id->octets[6] != 0 || id->octets[7] != 0)
		return UUIDX_BAD_RESERVED;
	return id->octets[8] <= MAX_FAMILY ? UUIDX_OK : UUIDX_BAD_VALUE;
}

static void
bound(const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id)
{
	uint64		last = (uint64) MAX_FAMILY << 56 | PG_UINT64_MAX >> 8;

	uuidx_id_store(id, ticks << (64 - system->time_bits), upper ? last : 0);
}

const uuidx_id_system uuidx_id_ncs = {
	.name = "ncs",
	.form = "a UUID of the NCS variant",
	.example = "333a2276-0000-0000-0d00-00809c000000",
	.bits = 128,
	.mapping = UUIDX_ID_IS_UUID,
	.sort = UUIDX_ID_SORT_UUID,
	.epoch_ms = INT64CONST(315532800000),
	.tick_num = 4,
	.tick_den = 1,
	.max_ticks = (UINT64CONST(1) << 48) - 1,
	.time_bits = 48,
	.parse = uuidx_id_parse_uuid,
	.format = uuidx_id_format_uuid,
	.check = check,
	.ticks = uuidx_id_leading_ticks,
	.bound = bound,
};
