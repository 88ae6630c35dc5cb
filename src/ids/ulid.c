/*
 * ulid.c
 *	  ULID: 48 bits of Unix ms and 80 random bits.
 */
#include "ids/system.h"

/*
 * ulid/spec, README.md:
 *
 *	  octets 0-5	  Unix ms
 *	  octets 6-15	  random
 *
 * The text is a number of 130 bits of which the first two are zero.  Crockford's
 * look-alikes I, L and O are refused, as the reference implementations refuse
 * them.
 */
const uuidx_id_system uuidx_id_ulid = {
	.name = "ulid",
	.form = "26 characters of Crockford's base 32, the first at most 7",
	.example = "01ARZ3NDEKTSV4RRFFQ69G5FAV",
	.bits = 128,
	.mapping = UUIDX_ID_RAW,
	.sort = UUIDX_ID_SORT_TEXT,
	.epoch_ms = 0,
	.tick_num = 1000,
	.tick_den = 1,
	.max_ticks = (UINT64CONST(1) << 48) - 1,
	.time_bits = 48,
	.nchars = 26,
	.alphabet = &uuidx_crockford,
	.padding = UUIDX_PAD_FIRST,
	.parse = uuidx_id_parse_bits,
	.format = uuidx_id_format_bits,
	.ticks = uuidx_id_leading_ticks,
	.bound = uuidx_id_leading_bound,
};
