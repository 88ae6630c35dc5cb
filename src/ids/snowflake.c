/*
 * snowflake.c
 *	  Snowflake and its relatives: a 64-bit number, time first.
 *
 * They differ in how many bits the time has, in epoch and tick, and in whether
 * bit 63 is kept zero, all of which are constants of the descriptors below.
 * Their text is decimal without leading zeros.  Order is unsigned: where bit 63
 * is used, a bigint column turns negative late in the range and no longer sorts
 * by time as a whole, but the UUIDs of its ids do.
 */
#include "ids/system.h"

/* 2^64 - 1 has 20 digits */
#define MAX_DIGITS 20

static uuidx_status
parse_unsigned(const uuidx_id_system *system, const char *text, size_t length, uuidx_id *id)
{
	(void) system;
	if (length == 0 || length > MAX_DIGITS)
		return UUIDX_BAD_LENGTH;
	if (text[0] == '0' && length > 1)
		return UUIDX_LEADING_ZERO;
	memset(id, 0, sizeof(*id));
	return uuidx_decode_number(&uuidx_decimal, text, length, id->octets, 8);
}

static size_t
format_unsigned(const uuidx_id_system *system, const uuidx_id *id, char *text)
{
	(void) system;
	return uuidx_encode_number(&uuidx_decimal, id->octets, 8, text, 0);
}

/* As a bigint prints it: "-1" is the largest of all */
static uuidx_status
parse_signed(const uuidx_id_system *system, const char *text, size_t length, uuidx_id *id)
{
	bool		negative = length > 1 && text[0] == '-';
	uint64		limit = (uint64) PG_INT64_MAX + negative;
	uint64		value;
	uuidx_status status;

	if (negative && text[1] == '0')
		return UUIDX_LEADING_ZERO;
	status = parse_unsigned(system, text +negative, length - negative, id);
	if (status != UUIDX_OK)
		return status;
	value = uuidx_id_first64(id);
	if (value > limit)
		return UUIDX_OVERFLOW;
	uuidx_id_store(id, negative ? 0 - value : value, 0);
	return UUIDX_OK;
}

static size_t
format_signed(const uuidx_id_system *system, const uuidx_id *id, char *text)
{
	uint64		value = uuidx_id_first64(id);
	uuidx_id	magnitude;

	if (value <= (uint64) PG_INT64_MAX)
		return format_unsigned(system, id, text);
	text[		0] = '-';

	uuidx_id_store(&magnitude, 0 - value, 0);
	return 1 + format_unsigned(system, &magnitude, text +1);
}

/* Bit 63 is zero in every id of these systems */
static uuidx_status
check_positive(const uuidx_id_system *system, const uuidx_id *id)
{
	(void) system;
	return id->octets[0] < 0x80 ? UUIDX_OK : UUIDX_OVERFLOW;
}

#define NUMBER_OF_64_BITS                                                                          \
	.bits = 64, .mapping = UUIDX_ID_TIME_FIRST, .sort = UUIDX_ID_SORT_NUMBER,                      \
	.ticks = uuidx_id_leading_ticks, .bound = uuidx_id_leading_bound

#define UNSIGNED_NUMBER                                                                            \
	NUMBER_OF_64_BITS, .form = "a decimal number from 0 to 18446744073709551615",                  \
					   .parse = parse_unsigned, .format = format_unsigned

#define POSITIVE_NUMBER                                                                            \
	NUMBER_OF_64_BITS, .form = "a decimal number from 0 to 9223372036854775807",                   \
					   .parse = parse_unsigned, .format = format_unsigned, .check = check_positive

/*
 * Twitter's, of 2010 (twitter-archive/snowflake, IdWorker.scala):
 *
 *	  bit  63		  zero
 *	  bits 62-22	  ms since 2010-11-04 01:42:54.657
 *	  bits 21-17	  data centre
 *	  bits 16-12	  worker
 *	  bits 11-0		  sequence
 */
const uuidx_id_system uuidx_id_snowflake = {
	POSITIVE_NUMBER,
	.name = "snowflake",
	.example = "1724551110457225744",
	.epoch_ms = INT64CONST(1288834974657),
	.epoch_varies = true,
	.tick_num = 1000,
	.tick_den = 1,
	.max_ticks = (UINT64CONST(1) << 41) - 1,
	.time_bits = 42,
};

/*
 * Discord's (Discord API reference, "Snowflakes"): 42 bits ms since 2015-01-01,
 * worker 5, process 5, increment 12.  The number is unsigned.
 */
const uuidx_id_system uuidx_id_discord = {
	UNSIGNED_NUMBER,
	.name = "discord",
	.example = "175928847299117063",
	.epoch_ms = INT64CONST(1420070400000),
	.epoch_varies = true,
	.tick_num = 1000,
	.tick_den = 1,
	.max_ticks = (UINT64CONST(1) << 42) - 1,
	.time_bits = 42,
};

/*
 * T-PWK/flake-idgen: 42 bits ms since 1970, data centre 5, worker 5, counter 12.
 * The package has an option for another epoch.
 */
const uuidx_id_system uuidx_id_flakeid = {
	UNSIGNED_NUMBER,
	.name = "flakeid",
	.example = "5828128208445124608",
	.epoch_ms = 0,
	.epoch_varies = true,
	.tick_num = 1000,
	.tick_den = 1,
	.max_ticks = (UINT64CONST(1) << 42) - 1,
	.time_bits = 42,
};

/*
 * Instagram's, of 2012 ("Sharding & IDs at Instagram"): 41 bits ms since
 * 2011-08-24 21:07:01.721, shard 13, sequence 10.  The bigint uses all 64 bits
 * and is negative from 2046-06-27 17:00:49.497 on.
 */
const uuidx_id_system uuidx_id_shardingid = {
	NUMBER_OF_64_BITS,
	.name = "shardingid",
	.form = "a decimal number from -9223372036854775808 to 9223372036854775807",
	.example = "11637205501278089",
	.epoch_ms = INT64CONST(1314220021721),
	.epoch_varies = true,
	.tick_num = 1000,
	.tick_den = 1,
	.max_ticks = (UINT64CONST(1) << 41) - 1,
	.time_bits = 41,
	.parse = parse_signed,
	.format = format_signed,
};

/*
 * Mastodon's (lib/mastodon/snowflake.rb): Unix ms in the first 48 bits, 16 bits
 * from a hash and a sequence.  A bigint, so the first bit is zero until 6429.
 */
const uuidx_id_system uuidx_id_mastodon = {
	POSITIVE_NUMBER,.name = "mastodon",.example = "111411200000021418",.epoch_ms = 0,
	.tick_num = 1000,.tick_den = 1,.max_ticks = (UINT64CONST(1) << 47) - 1,.time_bits = 48,
};

/*
 * Sony's (sony/sonyflake).  The sequence comes before the machine:
 *
 *	  bit  63		  zero
 *	  bits 62-24	  units of 10 ms
 *	  bits 23-16	  sequence
 *	  bits 15-0		  machine
 *
 * Both versions count from a start time of the user's choice, cut to 10 ms, and
 * differ in its default.  Version 2 lets users choose other widths and another
 * unit, too, which are not read here: an id does not tell them.
 */
const uuidx_id_system uuidx_id_sonyflake_v1 = {
	POSITIVE_NUMBER,
	.name = "sonyflake_v1",
	.example = "487328464249656939",
	.epoch_ms = INT64CONST(1409529600000),	/* 2014-09-01 */
	.epoch_varies = true,
	.tick_num = 10000,
	.tick_den = 1,
	.max_ticks = (UINT64CONST(1) << 39) - 1,
	.time_bits = 40,
};

const uuidx_id_system uuidx_id_sonyflake_v2 = {
	POSITIVE_NUMBER,
	.name = "sonyflake_v2",
	.example = "52908628410584950",
	.epoch_ms = INT64CONST(1735689600000),	/* 2025-01-01 */
	.epoch_varies = true,
	.tick_num = 10000,
	.tick_den = 1,
	.max_ticks = (UINT64CONST(1) << 39) - 1,
	.time_bits = 40,
};
