/*
 * snowflake.c
 *	  Snowflake and similar systems: a number of 64 bits that begins with the time.
 *
 * Texts, except that of a TID, are decimal without leading zeros.  The order is unsigned: if bit 63
 * is used, a bigint column becomes negative late in the range and no longer sorts by time, but the
 * UUIDs of its ids do.
 */
#include "ids/system.h"

#include <stdio.h>

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
	return (size_t) snprintf(string, UUIDX_ID_TEXT_MAX + 1, "%lld",
							 (long long) uuidx_id_first64(id));
}

/* Rejects more ticks than max_ticks: they need bit 63, or their time may be out of range */
static uuidx_status
check_ticks(const uuidx_id_system *system, const uuidx_id *id)
{
	return uuidx_id_first64(id) >> (64 - system->time_bits) <= system->max_ticks ? UUIDX_OK
		: UUIDX_OVERFLOW;
}

/* The time is in the first bits, up to 63 of them; 2^64 - 1 has 20 digits */
#define TIME_IN_FRONT(nbits)                                                                       \
	.bits = 64, .mapping = UUIDX_ID_TIME_FIRST, .sort = UUIDX_ID_SORT_NUMBER, .nchars = 20,        \
	.shortest = true, .alphabet = &uuidx_decimal, UUIDX_TIME_IN_FRONT(nbits)

/* From bit 63 on: zeros, the time in ticks of tick_us, and other bits */
#define NUMBER_OF_64_BITS(zero_bits, tick_bits, tick_us)                                           \
	TIME_IN_FRONT((zero_bits) + (tick_bits)), UUIDX_TICKS(tick_bits, tick_us, 1)

#define UNSIGNED_TEXT                                                                              \
	.parse = uuidx_id_parse_unsigned, .format = uuidx_id_format_number,                            \
	.hint = gettext_noop("An id of this system is a decimal number from 0 to 18446744073709551615.")

#define UNSIGNED_NUMBER(tick_bits, tick_us) NUMBER_OF_64_BITS(0, tick_bits, tick_us), UNSIGNED_TEXT

#define POSITIVE_NUMBER(tick_bits, tick_us)                                                        \
	NUMBER_OF_64_BITS(1, tick_bits, tick_us), .parse = uuidx_id_parse_unsigned,                    \
	.format = uuidx_id_format_number, .check = check_ticks,                                        \
	.hint = gettext_noop("An id of this system is a decimal number from 0 to 9223372036854775807.")

#define SONYFLAKE                                                                                  \
	POSITIVE_NUMBER(39, 10000), .epoch_varies = true, .fields = {                                  \
		UUIDX_MS_FIELD, UUIDX_TICKS_FIELD("ticks_10ms"), {"sequence", UUIDX_FIELD_NUMBER, 40, 8},  \
		{"machine_id", UUIDX_FIELD_NUMBER, 48, 16}                                                 \
	}

/*
 * The time in ticks of tick_us since an epoch, above low_bits that can mean anything.  The name
 * ends with the number of these bits, for which any other from 1 to 63 can be written.
 */
#define TICKS_ABOVE(tick_us, low_bits)                                                             \
	TIME_IN_FRONT(64 - (low_bits)), UNSIGNED_TEXT, .any_width = true,                              \
	UUIDX_TICKS_TO(UUIDX_WIDTH_MAX_TICKS(low_bits, tick_us), tick_us, 1),                          \
	.check = check_ticks, .epoch_varies = true, .fields = {                                        \
		UUIDX_MS_FIELD, UUIDX_TICKS_FIELD("ticks"),                                                \
		[UUIDX_WIDTH_OTHER] = {"other", UUIDX_FIELD_NUMBER, 64 - (low_bits), low_bits}             \
	}

const uuidx_id_system uuidx_id_number_systems[] = {

	/* Twitter's, of 2010 (twitter-archive/snowflake, IdWorker.scala) */
	{
		"snowflake", "1724551110457225744", POSITIVE_NUMBER(41, 1000),
		.maker = "twitter",
		.fields = {
			UUIDX_MS_FIELD, {"datacenter", UUIDX_FIELD_NUMBER, 42, 5},
			{"worker", UUIDX_FIELD_NUMBER, 47, 5}, {"sequence", UUIDX_FIELD_NUMBER, 52, 12}
		},
		.epoch_ms = INT64CONST(1288834974657),
		.epoch_varies = true,
	},

	/* Discord's (Discord API reference, "Snowflakes") */
	{
		"discord", "175928847299117063", UNSIGNED_NUMBER(42, 1000),
		.fields = {
			UUIDX_MS_FIELD, {"worker", UUIDX_FIELD_NUMBER, 42, 5},
			{"process", UUIDX_FIELD_NUMBER, 47, 5}, {"increment", UUIDX_FIELD_NUMBER, 52, 12}
		},
		.epoch_ms = INT64CONST(1420070400000),
		.epoch_varies = true,
	},

	/* T-PWK/flake-idgen, which has an option for another epoch */
	{
		"flakeid", "5828128208445124608", UNSIGNED_NUMBER(42, 1000),
		.fields = {
			UUIDX_MS_FIELD, {"datacenter", UUIDX_FIELD_NUMBER, 42, 5},
			{"worker", UUIDX_FIELD_NUMBER, 47, 5}, {"counter", UUIDX_FIELD_NUMBER, 52, 12}
		},
		.epoch_varies = true,
	},

	/*
	 * Instagram's, of 2012 ("Sharding & IDs at Instagram").  The bigint uses
	 * all 64 bits and is negative from 2046-06-27 17:00:49.497 on.
	 */
	{
		"shardingid", "11637205501278089", NUMBER_OF_64_BITS(0, 41, 1000),
		.maker = "instagram",
		.fields = {
			UUIDX_MS_FIELD, {"shard", UUIDX_FIELD_NUMBER, 41, 13},
			{"sequence", UUIDX_FIELD_NUMBER, 54, 10}
		},
		.hint = gettext_noop("A Sharding ID is a decimal number from -9223372036854775808 to "
							 "9223372036854775807."),
		.epoch_ms = INT64CONST(1314220021721),
		.epoch_varies = true,
		.parse = parse_signed,
		.format = format_signed,
	},

	/* Mastodon's (lib/mastodon/snowflake.rb), positive bigints until 6429 */
	{
		"mastodon", "111411200000021418", POSITIVE_NUMBER(47, 1000),
		.fields = {UUIDX_MS_FIELD, {"tail", UUIDX_FIELD_NUMBER, 48, 16}},
	},

	/*
	 * Sony's (sony/sonyflake), in units of 10 ms.  Both versions count from a
	 * start time that users choose, rounded down to 10 ms, and differ in its
	 * default.  In version 2, users can also choose other widths and another
	 * unit, which are not supported here because an id does not show them.
	 */
	{
		"sonyflake_v1", "487328464249656939", SONYFLAKE,
		.epoch_ms = INT64CONST(1409529600000),	/* 2014-09-01 */
	},
	{
		"sonyflake_v2", "52908628410584950", SONYFLAKE,
		.maker = "sony",
		.epoch_ms = INT64CONST(1735689600000),	/* 2025-01-01 */
	},

	/* Yitter's (yitter/IdGenerator) is one of these, with a chosen epoch */
	{
		"ms_above_12", "7238556057600005", TICKS_ABOVE(1000, 12),
		.maker = "yitter",
	},

	/* NocoBase's (@nocobase/snowflake-id), with the epoch 2020-11-10 16:00 */
	{
		"s_above_21", "3706140701491205", TICKS_ABOVE(1000000, 21),
		.maker = "nocobase",
	},
	{"us_above_10", "1809639014400000005", TICKS_ABOVE(1, 10)},

	/*
	 * AT Protocol's TID (atproto.com/specs/tid): a zero bit, 53 bits of Unix
	 * us, and the id of a clock, in a base 32 in ASCII order
	 */
	{
		"tid", "3mbedekrw2227", 64, UUIDX_ID_TIME_FIRST, UUIDX_ID_SORT_TEXT,
		.maker = "bluesky",
		.fields = {
			{"unix_us", UUIDX_FIELD_NUMBER, 1, 53}, {"clock_id", UUIDX_FIELD_NUMBER, 54, 10}
		},
		.hint = gettext_noop("A TID has 13 characters 2-7a-z, the first of which is at most b."),
		UUIDX_DIGITS(13, uuidx_base32_sortable, UUIDX_PAD_FIRST), UUIDX_TICKS(53, 1, 1),
		UUIDX_TIME_IN_FRONT(54),
		.check = check_ticks,
	},
	{.name = NULL}
};
