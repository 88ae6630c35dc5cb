/*
 * ksuid.c
 *	  KSUID: 32 bits of seconds and 128 random bits.
 */
#include "ids/system.h"

/*
 * segmentio/ksuid, ksuid.go and base62.go:
 *
 *	  octets 0-3	  seconds since 2014-05-13 16:53:20 (Unix 1400000000)
 *	  octets 4-19	  random
 *
 * 160 bits do not fit a UUID.
 */
#define NDIGITS 27

static uuidx_status
parse(const uuidx_id_system *system, const char *text, size_t length, uuidx_id *id)
{
	(void) system;
	if (length != NDIGITS)
		return UUIDX_BAD_LENGTH;
	return uuidx_decode_number(&uuidx_base62, text, length, id->octets, 20);
}

static size_t
format(const uuidx_id_system *system, const uuidx_id *id, char *text)
{
	(void) system;
	return uuidx_encode_number(&uuidx_base62, id->octets, 20, text, NDIGITS);
}

const uuidx_id_system uuidx_id_ksuid = {
	.name = "ksuid",
	.form = "27 characters 0-9A-Za-z, at most aWgEPTl1tmebfsQzFP4bxwgy80V",
	.example = "0ujtsYcgvSTl8PAuAdqWYSMnLOv",
	.bits = 160,
	.mapping = UUIDX_ID_TOO_LONG,
	.sort = UUIDX_ID_SORT_TEXT,
	.epoch_ms = INT64CONST(1400000000000),
	.tick_num = 1000000,
	.tick_den = 1,
	.max_ticks = (UINT64CONST(1) << 32) - 1,
	.time_bits = 32,
	.parse = parse,
	.format = format,
	.ticks = uuidx_id_leading_ticks,
	.bound = uuidx_id_leading_bound,
};
