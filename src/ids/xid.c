/*
 * xid.c
 *	  XID: the twelve octets of an ObjectID in base 32.
 */
#include "ids/system.h"

/*
 * rs/xid, id.go:
 *
 *	  octets 0-3	  Unix seconds
 *	  octets 4-6	  machine
 *	  octets 7-8	  process
 *	  octets 9-11	  counter
 *
 * Lower-case base32hex (RFC 4648 section 7) without padding characters; the
 * last character carries one bit and is 0 or g.
 */
const uuidx_id_system uuidx_id_xid = {
	.name = "xid",
	.form = "20 characters of 0-9a-v, the last one 0 or g",
	.example = "9m4e2mr0ui3e8a215n4g",
	.bits = 96,
	.mapping = UUIDX_ID_TIME_FIRST,
	.sort = UUIDX_ID_SORT_TEXT,
	.epoch_ms = 0,
	.tick_num = 1000000,
	.tick_den = 1,
	.max_ticks = (UINT64CONST(1) << 32) - 1,
	.time_bits = 32,
	.nchars = 20,
	.alphabet = &uuidx_base32hex_lower,
	.padding = UUIDX_PAD_LAST,
	.parse = uuidx_id_parse_bits,
	.format = uuidx_id_format_bits,
	.ticks = uuidx_id_leading_ticks,
	.bound = uuidx_id_leading_bound,
};
