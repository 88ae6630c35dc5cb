/*
 * snowflake.c
 *	  Snowflake and similar systems: a number of 64 bits that begins with the time.
 *
 * The systems differ in the bits of the time, in epoch and tick, and in whether bit 63 is always
 * zero, which are constants of the descriptors below.  Texts are decimal without leading
 * zeros.  The order is unsigned: if bit 63 is used, a bigint column becomes negative late in the
 * range and no longer sorts by time, but the UUIDs of its ids do.
 */
#include "ids/system.h"

/*
 * Bits from bit 63 down:
 *
 *	  snowflake		  1 zero, 41 ms, 5 data centre, 5 worker, 12 sequence
 *	  discord		  42 ms, 5 worker, 5 process, 12 increment
 *	  flakeid		  42 ms, 5 data centre, 5 worker, 12 counter
 *	  shardingid	  41 ms, 13 shard, 10 sequence
 *	  mastodon		  48 ms, 16 of a hash and a sequence
 *	  sonyflake		  1 zero, 39 units of 10 ms, 8 sequence, 16 machine
 */

static const uuidx_id_field snowflake_fields[] = {
	{.name = "unix_ms",.form = UUIDX_FIELD_UNIX_MS},
	{"datacenter", UUIDX_FIELD_NUMBER, 42, 5},
	{"worker", UUIDX_FIELD_NUMBER, 47, 5},
	{"sequence", UUIDX_FIELD_NUMBER, 52, 12},
	{.name = NULL}
};

static const uuidx_id_field discord_fields[] = {
	{.name = "unix_ms",.form = UUIDX_FIELD_UNIX_MS},
	{"worker", UUIDX_FIELD_NUMBER, 42, 5},
	{"process", UUIDX_FIELD_NUMBER, 47, 5},
	{"increment", UUIDX_FIELD_NUMBER, 52, 12},
	{.name = NULL}
};

static const uuidx_id_field flakeid_fields[] = {
	{.name = "unix_ms",.form = UUIDX_FIELD_UNIX_MS},
	{"datacenter", UUIDX_FIELD_NUMBER, 42, 5},
	{"worker", UUIDX_FIELD_NUMBER, 47, 5},
	{"counter", UUIDX_FIELD_NUMBER, 52, 12},
	{.name = NULL}
};

static const uuidx_id_field shardingid_fields[] = {
	{.name = "unix_ms",.form = UUIDX_FIELD_UNIX_MS},
	{"shard", UUIDX_FIELD_NUMBER, 41, 13},
	{"sequence", UUIDX_FIELD_NUMBER, 54, 10},
	{.name = NULL}
};

static const uuidx_id_field mastodon_fields[] = {
	{.name = "unix_ms",.form = UUIDX_FIELD_UNIX_MS},
	{"tail", UUIDX_FIELD_NUMBER, 48, 16},
	{.name = NULL}
};

static const uuidx_id_field sonyflake_fields[] = {
	{.name = "unix_ms",.form = UUIDX_FIELD_UNIX_MS},
	{.name = "ticks_10ms",.form = UUIDX_FIELD_TICKS},
	{"sequence", UUIDX_FIELD_NUMBER, 40, 8},
	{"machine_id", UUIDX_FIELD_NUMBER, 48, 16},
	{.name = NULL}
};

/* Reads a number in the form of a bigint, where "-1" is the largest one */
static uuidx_status
parse_signed(const uuidx_id_system *system, const char *string, size_t length, uuidx_id *id)
{
	bool		negative = length > 1 && string[0] == '-';
	uint64		limit = (uint64) PG_INT64_MAX + negative;
	uint64		value;
	uuidx_status status;

	if (negative && string[1] == '0')
		return UUIDX_LEADING_ZERO;
	status = uuidx_id_parse_unsigned(system, string + negative, length - negative, id);
	if (status != UUIDX_OK)
		return status;
	value = uuidx_id_first64(id);
	if (value > limit)
		return UUIDX_OVERFLOW;
	uuidx_id_store(id, negative ? 0 - value : value, 0);
	return UUIDX_OK;
}

static size_t
format_signed(const uuidx_id_system *system, const uuidx_id *id, char *string)
{
	uint64		value = uuidx_id_first64(id);
	uuidx_id	magnitude;

	if (value <= (uint64) PG_INT64_MAX)
		return uuidx_id_format_number(system, id, string);
	string[0] = '-';
	uuidx_id_store(&magnitude, 0 - value, 0);
	return 1 + uuidx_id_format_number(system, &magnitude, string + 1);
}

/* Refuses ids with bit 63, which is zero in every id of these systems */
static uuidx_status
check_positive(const uuidx_id_system *system, const uuidx_id *id)
{
	return id->octets[0] < 0x80 ? UUIDX_OK : UUIDX_OVERFLOW;
}

/* 2^64 - 1 has 20 digits */
#define NUMBER_OF_64_BITS                                                                          \
	.bits = 64, .mapping = UUIDX_ID_TIME_FIRST, .sort = UUIDX_ID_SORT_NUMBER, .nchars = 20,        \
	.shortest = true, .alphabet = &uuidx_decimal, .ticks = uuidx_id_leading_ticks,                 \
	.bound = uuidx_id_leading_bound

#define UNSIGNED_NUMBER                                                                            \
	NUMBER_OF_64_BITS, .parse = uuidx_id_parse_unsigned, .format = uuidx_id_format_number,         \
	.hint = gettext_noop("An id of this system is a decimal number from 0 to 18446744073709551615.")

#define POSITIVE_NUMBER                                                                            \
	NUMBER_OF_64_BITS, .parse = uuidx_id_parse_unsigned, .format = uuidx_id_format_number,         \
	.check = check_positive,                                                                       \
	.hint = gettext_noop("An id of this system is a decimal number from 0 to 9223372036854775807.")

const uuidx_id_system uuidx_id_number_systems[] = {

	/* Twitter's, of 2010 (twitter-archive/snowflake, IdWorker.scala) */
	{
		POSITIVE_NUMBER,
		.name = "snowflake",
		.fields = snowflake_fields,
		.example = "1724551110457225744",
		.epoch_ms = INT64CONST(1288834974657),
		.epoch_varies = true,
		UUIDX_TICKS_MS(41),
		.time_bits = 42,
	},

	/* Discord's (Discord API reference, "Snowflakes") */
	{
		UNSIGNED_NUMBER,
		.name = "discord",
		.fields = discord_fields,
		.example = "175928847299117063",
		.epoch_ms = INT64CONST(1420070400000),
		.epoch_varies = true,
		UUIDX_TICKS_MS(42),
		.time_bits = 42,
	},

	/* T-PWK/flake-idgen, which has an option for another epoch */
	{
		UNSIGNED_NUMBER,
		.name = "flakeid",
		.fields = flakeid_fields,
		.example = "5828128208445124608",
		.epoch_varies = true,
		UUIDX_TICKS_MS(42),
		.time_bits = 42,
	},

	/*
	 * Instagram's, of 2012 ("Sharding & IDs at Instagram").  The bigint uses
	 * all 64 bits and is negative from 2046-06-27 17:00:49.497 on.
	 */
	{
		NUMBER_OF_64_BITS,
		.name = "shardingid",
		.fields = shardingid_fields,
		.hint = gettext_noop("A Sharding ID is a decimal number from -9223372036854775808 to "
							 "9223372036854775807."),
		.example = "11637205501278089",
		.epoch_ms = INT64CONST(1314220021721),
		.epoch_varies = true,
		UUIDX_TICKS_MS(41),
		.time_bits = 41,
		.parse = parse_signed,
		.format = format_signed,
	},

	/*
	 * Mastodon's (lib/mastodon/snowflake.rb).  It is a bigint, so the first
	 * bit is zero until 6429.
	 */
	{
		POSITIVE_NUMBER,
		.name = "mastodon",
		.fields = mastodon_fields,
		.example = "111411200000021418",
		UUIDX_TICKS_MS(47),
		.time_bits = 48,
	},

	/*
	 * Sony's (sony/sonyflake), in units of 10 ms.  Both versions count from a
	 * start time that users choose, rounded down to 10 ms, and differ in its
	 * default.  In version 2, users can also choose other widths and another
	 * unit, which are not supported here because an id does not show them.
	 */
	{
		POSITIVE_NUMBER,
		.name = "sonyflake_v1",
		.fields = sonyflake_fields,
		.example = "487328464249656939",
		.epoch_ms = INT64CONST(1409529600000),	/* 2014-09-01 */
		.epoch_varies = true,
		.tick_num = 10000,
		.tick_den = 1,
		.max_ticks = (UINT64CONST(1) << 39) - 1,
		.time_bits = 40,
	},

	{
		POSITIVE_NUMBER,
		.name = "sonyflake_v2",
		.fields = sonyflake_fields,
		.example = "52908628410584950",
		.epoch_ms = INT64CONST(1735689600000),	/* 2025-01-01 */
		.epoch_varies = true,
		.tick_num = 10000,
		.tick_den = 1,
		.max_ticks = (UINT64CONST(1) << 39) - 1,
		.time_bits = 40,
	},

	{.name = NULL}
};
