/*
 * flake.c
 *	  Boundary's Flake: 64 bits of Unix ms, worker, sequence.
 */
#include "ids/system.h"

/*
 * boundary/flake, flake_util.erl and flake_server.erl:
 *
 *	  octets 0-7	  Unix ms
 *	  octets 8-13	  worker
 *	  octets 14-15	  sequence
 *
 * The text is the number in base 62 without padding: 18 characters from 1975 to
 * 2284.  It sorts among texts of one length; padded with 0 to 22 characters, a
 * form that is read as well, it always sorts.
 */
#define MAX_DIGITS 22

static uuidx_status
parse(const uuidx_id_system *system, const char *text, size_t length, uuidx_id *id)
{
	(void) system;
	if (length == 0 || length > MAX_DIGITS)
		return UUIDX_BAD_LENGTH;
	memset(id, 0, sizeof(*id));
	return uuidx_decode_number(&uuidx_base62, text, length, id->octets, 16);
}

static size_t
format(const uuidx_id_system *system, const uuidx_id *id, char *text)
{
	(void) system;
	return uuidx_encode_number(&uuidx_base62, id->octets, 16, text, 0);
}

const uuidx_id_system uuidx_id_flake = {
	.name = "flake",
	.form = "1 to 22 characters 0-9A-Za-z",
	.example = "8HFaR8qWtRlGDHnO57",
	.bits = 128,
	.mapping = UUIDX_ID_RAW,
	.sort = UUIDX_ID_SORT_LENGTH,
	.epoch_ms = 0,
	.tick_num = 1000,
	.tick_den = 1,

	/* the last millisecond of a timestamptz: 294276-12-31 23:59:59.999 */
	.max_ticks = UINT64CONST(9224318015999999),
	.time_bits = 64,
	.parse = parse,
	.format = format,
	.ticks = uuidx_id_leading_ticks,
	.bound = uuidx_id_leading_bound,
};
