/*
 * objectid.c
 *	  MongoDB's ObjectID: 32 bits of Unix seconds and 64 other bits.
 */
#include "ids/system.h"

/*
 * mongodb/specifications, bson-objectid/objectid.md:
 *
 *	  octets 0-3	  Unix seconds, unsigned
 *	  octets 4-8	  random per process (before 2018: machine and process)
 *	  octets 9-11	  counter
 */
const uuidx_id_system uuidx_id_objectid = {
	.name = "objectid",
	.form = "24 hexadecimal digits",
	.example = "507f1f77bcf86cd799439011",
	.bits = 96,
	.mapping = UUIDX_ID_TIME_FIRST,
	.sort = UUIDX_ID_SORT_TEXT,
	.epoch_ms = 0,
	.tick_num = 1000000,
	.tick_den = 1,
	.max_ticks = (UINT64CONST(1) << 32) - 1,
	.time_bits = 32,
	.nchars = 24,
	.alphabet = &uuidx_hex,
	.padding = UUIDX_PAD_FIRST,
	.parse = uuidx_id_parse_bits,
	.format = uuidx_id_format_bits,
	.ticks = uuidx_id_leading_ticks,
	.bound = uuidx_id_leading_bound,
};
