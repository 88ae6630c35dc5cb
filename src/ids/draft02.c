/*
 * draft02.c
 *	  Version 7 as draft-peabody-dispatch-new-uuid-format-02 laid it out.
 *
 * Its version number is that of RFC 9562's version 7, so a caller must say that
 * a UUID is of the draft: read as the RFC's, its time is in another century.
 */
#include "ids/system.h"

/*
 * Section 4.4 of the draft:
 *
 *	  bits 0-35		  Unix seconds, to 4147
 *	  bits 36-47	  sub-second fraction, first 12 bits
 *	  bits 48-51	  version 7
 *	  bits 52-63	  sub-second fraction, next 12 bits
 *	  bits 64-65	  variant
 *	  bits 66-127	  more of the fraction, sequence, node: as the encoder liked
 *
 * An encoder stops after 12, 24 or 38 bits of the fraction, which a decoder
 * cannot see.  24 bits are read, and told as the last microsecond that can have
 * made them: right for every microsecond written as floor(us * 2^24 / 10^6).
 */
#define FRACTION_BITS 24
#define FRACTION_MASK ((UINT64CONST(1) << FRACTION_BITS) - 1)
#define US_PER_S UINT64CONST(1000000)

static uuidx_status
check(const uuidx_id_system *system, const uuidx_id *id)
{
	(void) system;
	return uuidx_id_check_version(id, 7);
}

/* A tick is 2^-24 s: the 60 bits around the version */
static uuidx_status
find_ticks(const uuidx_id_system *system, const uuidx_id *id, uint64 *ticks)
{
	uint64		first = uuidx_id_first64(id);

	(void) system;
	*ticks = first >> 16 << 12 | (first & 0x0FFF);
	return UUIDX_OK;
}

static uint64
ticks_to_us(uint64 ticks)
{
	uint64		us = (((ticks & FRACTION_MASK) + 1) * US_PER_S) >> FRACTION_BITS;

	return (ticks >> FRACTION_BITS) * US_PER_S + Min(us, US_PER_S - 1);
}

/* The smallest fraction that ticks_to_us reads as this microsecond or a later */
static uint64
us_to_ticks(uint64 us)
{
	uint64		in_second = us % US_PER_S;
	uint64		fraction = 0;

	if (in_second > 0)
		fraction = ((in_second << FRACTION_BITS) + US_PER_S - 1) / US_PER_S - 1;
	return us / US_PER_S << FRACTION_BITS | fraction;
}

static void
bound(const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id)
{
	(void) system;
	uuidx_id_store(id, ticks >> 12 << 16 | 0x7000 | (ticks & 0x0FFF),
				   UUIDX_VARIANT_RFC9562 | (upper ? ~UUIDX_VARIANT_MASK : 0));
}

const uuidx_id_system uuidx_id_draft02_v7 = {
	.name = "draft02_v7",
	.form = "a UUID of version 7",
	.example = "0615e803-f1f9-7acf-8000-000000000001",
	.bits = 128,
	.mapping = UUIDX_ID_IS_UUID,
	.sort = UUIDX_ID_SORT_UUID,
	.epoch_ms = 0,
	.tick_num = 1,
	.tick_den = 1,
	.max_ticks = (UINT64CONST(1) << 60) - 1,
	.parse = uuidx_id_parse_uuid,
	.format = uuidx_id_format_uuid,
	.check = check,
	.ticks = find_ticks,
	.bound = bound,
	.ticks_to_us = ticks_to_us,
	.us_to_ticks = us_to_ticks,
};
