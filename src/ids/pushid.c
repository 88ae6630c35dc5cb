/*
 * pushid.c
 *	  Firebase's push ID: 48 bits of Unix ms and 72 random bits.
 */
#include "ids/system.h"

/*
 * Firebase's blog of February 2015, "The 2^120 Ways to Ensure Unique
 * Identifiers", and its PushIdGenerator:
 *
 *	  characters 0-7	 Unix ms
 *	  characters 8-19	 random
 *
 * The alphabet is a base 64 in ASCII order, so that the text sorts.
 */
const uuidx_id_system uuidx_id_pushid = {
	.name = "pushid",
	.form = "20 characters of -0-9A-Z_a-z",
	.example = "-JhLeOlGIEjaIOFHR0xd",
	.bits = 120,
	.mapping = UUIDX_ID_TIME_FIRST,
	.sort = UUIDX_ID_SORT_TEXT,
	.epoch_ms = 0,
	.tick_num = 1000,
	.tick_den = 1,
	.max_ticks = (UINT64CONST(1) << 48) - 1,
	.time_bits = 48,
	.nchars = 20,
	.alphabet = &uuidx_base64_push,
	.padding = UUIDX_PAD_FIRST,
	.parse = uuidx_id_parse_bits,
	.format = uuidx_id_format_bits,
	.ticks = uuidx_id_leading_ticks,
	.bound = uuidx_id_leading_bound,
};
