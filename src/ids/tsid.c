/*
 * tsid.c
 *	  TSID: 64 bits, written in Crockford's base 32.
 */
#include "ids/system.h"

/*
 * f4b6a3/tsid-creator, Tsid.java:
 *
 *	  bits 63-22	  ms since 2020-01-01
 *	  bits 21-0		  node and counter
 *
 * The number is unsigned; as a bigint it is negative from 2089-09-06 on.  Its
 * reader takes I and L for 1 and O for 0, as Crockford proposed, and so does
 * this one; the text is written without them.
 */
const uuidx_id_system uuidx_id_tsid = {
	.name = "tsid",
	.form = "13 characters of Crockford's base 32, the first at most F",
	.example = "01226N0640J7Q",
	.bits = 64,
	.mapping = UUIDX_ID_TIME_FIRST,
	.sort = UUIDX_ID_SORT_TEXT,
	.epoch_ms = INT64CONST(1577836800000),
	.epoch_varies = true,
	.tick_num = 1000,
	.tick_den = 1,
	.max_ticks = (UINT64CONST(1) << 42) - 1,
	.time_bits = 42,
	.nchars = 13,
	.alphabet = &uuidx_crockford_lenient,
	.padding = UUIDX_PAD_FIRST,
	.parse = uuidx_id_parse_bits,
	.format = uuidx_id_format_bits,
	.ticks = uuidx_id_leading_ticks,
	.bound = uuidx_id_leading_bound,
};
