/*
 * uuids.c
 *	  Systems with ids that are UUIDs, in a layout or an order of their own.
 */
#include "ids/system.h"
#include "uuid/layout.h"

/*
 * 100 ns since 1582-10-15: RFC 9562 section 5.1.  Clock sequence and node are in the places of
 * version 1, whatever the order of the time's octets is.
 */
#define GREGORIAN                                                                                  \
	.epoch_ms = -UUIDX_UNIX_EPOCH_TICKS_100NS / 10000,                                             \
	UUIDX_TICKS_TO((uint64) UUIDX_GREGORIAN_MAX_TICKS_100NS, 1, 10), .ticks = v1_ticks,            \
	.fields = {                                                                                    \
		UUIDX_MS_FIELD, UUIDX_TICKS_FIELD("ticks_100ns"), {"lsb", UUIDX_FIELD_HEX, 64, 64},        \
		{"clock_seq", UUIDX_FIELD_NUMBER, 66, 14}, {"node", UUIDX_FIELD_HEX, 80, 48}               \
	}

/*
 * Checks the version of a timeuuid of Cassandra, but not the variant, because the server's bounds
 * of an instant end with octets that are chosen for a signed comparison
 */
static uuidx_status
cassandra_check(const uuidx_id_system *system, const uuidx_id *id)
{
	return id->octets[6] >> 4 == 1 ? UUIDX_OK : UUIDX_BAD_VERSION;
}

static uuidx_status
v1_ticks(const uuidx_id_system *system, const uuidx_id *id, uint64 *ticks)
{
	pg_uuid_t	uuid;

	uuidx_id_arrange(system, id, uuid.data);
	*ticks = (uint64) uuidx_v1_ticks_100ns(&uuid);
	return UUIDX_OK;
}

/* Makes minTimeuuid() or maxTimeuuid(): apache/cassandra, TimeUUID.java */
static void
cassandra_bound(const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id)
{
	pg_uuid_t	uuid;

	uuidx_v1_write(&uuid, ticks, 0);
	uuidx_id_store(id, uuidx_hi(&uuid),
				   upper ? UINT64CONST(0x7F7F7F7F7F7F7F7F) : UINT64CONST(0x8080808080808080));
}

/*
 * MySQL's UUID_TO_BIN(uuid, 1), as the hexadecimal digits of its BINARY(16):
 *
 *	  octet	 0		  version 1
 *	  octets 0-1	  time, high 12 bits
 *	  octets 2-3	  time, middle 16 bits
 *	  octets 4-7	  time, low 32 bits
 *	  octets 8-15	  variant, clock sequence and node
 *
 * MySQL swaps every UUID, but the swapped fields are known only for version 1.
 */
static const uint8 mysql_places[UUID_LEN] = {4, 5, 6, 7, 2, 3, 0, 1, 8, 9, 10, 11, 12, 13, 14, 15};

static void
mysql_bound(const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id)
{
	uuidx_id_store(id, UINT64CONST(1) << 60 | ticks,
				   UUIDX_VARIANT_RFC9562 | (upper ? ~UUIDX_VARIANT_MASK : 0));
}

/*
 * ncs: the UUIDs of Apollo's Network Computing System, before RFC 4122.
 * RFC 9562 section 4.1 keeps variant 0xx for them:
 *
 *	  octets 0-5	  units of 4 us since 1980-01-01, to 2015-09-05
 *	  octets 6-7	  zero
 *	  octet	 8		  address family, 0 .. 13
 *	  octets 9-15	  host
 *
 * The nil UUID has this form, too, and is read as the first instant.
 */
#define NCS_MAX_FAMILY 13

static uuidx_status
ncs_check(const uuidx_id_system *system, const uuidx_id *id)
{
	if (id->octets[8] >= 0x80)
		return UUIDX_BAD_VARIANT;
	if (id->octets[6] != 0 || id->octets[7] != 0)
		return UUIDX_BAD_RESERVED;
	return id->octets[8] <= NCS_MAX_FAMILY ? UUIDX_OK : UUIDX_BAD_FAMILY;
}

static void
ncs_bound(const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id)
{
	uint64		last = (uint64) NCS_MAX_FAMILY << 56 | PG_UINT64_MAX >> 8;

	uuidx_id_store(id, ticks << (64 - system->time_bits), upper ? last : 0);
}

/* The id has the same 128 bits, whatever text they are read from */
#define NCS                                                                                        \
	.bits = 128, .mapping = UUIDX_ID_IS_UUID, .epoch_ms = INT64CONST(315532800000),                \
	UUIDX_TICKS(48, 4, 1), .time_bits = 48, .check = ncs_check, .ticks = uuidx_id_leading_ticks,   \
	.bound = ncs_bound, .fields = {                                                                \
		UUIDX_TICKS_FIELD("ticks_4us"), {"family", UUIDX_FIELD_NUMBER, 64, 8},                     \
		{"host", UUIDX_FIELD_HEX, 72, 56}                                                          \
	}

/* The text that NCS writes: 12 hexadecimal digits of time, then a dot and two digits per octet */
#define NCS_TIME_OCTETS 6
#define NCS_TIME_DIGITS 12
#define NCS_TEXT_LENGTH 36

static uuidx_status
ncs_parse(const uuidx_id_system *system, const char *string, size_t length, uuidx_id *id)
{
	uuidx_status status;

	if (length != NCS_TEXT_LENGTH)
		return UUIDX_BAD_LENGTH;
	memset(id, 0, sizeof(*id));
	status = uuidx_decode_bits(&uuidx_hex, string, NCS_TIME_DIGITS, id->octets,
							   NCS_TIME_OCTETS, UUIDX_PAD_FIRST);
	string += NCS_TIME_DIGITS;
	for (int i = 8; i < UUID_LEN && status == UUIDX_OK; i++, string += 3)
	{
		if (string[0] != '.')
			return UUIDX_BAD_SEPARATOR;
		status = uuidx_decode_bits(&uuidx_hex, string + 1, 2, &id->octets[i], 1, UUIDX_PAD_FIRST);
	}
	return status;
}

static size_t
ncs_format(const uuidx_id_system *system, const uuidx_id *id, char *string)
{
	uuidx_encode_bits(&uuidx_hex_lower, id->octets, NCS_TIME_OCTETS, string, NCS_TIME_DIGITS,
					  UUIDX_PAD_FIRST);
	string += NCS_TIME_DIGITS;
	for (int i = 8; i < UUID_LEN; i++, string += 3)
	{
		string[0] = '.';
		uuidx_encode_bits(&uuidx_hex_lower, &id->octets[i], 1, string + 1, 2, UUIDX_PAD_FIRST);
	}
	return NCS_TEXT_LENGTH;
}

/*
 * rfc9562_v8_time: the version 8 of RFC 9562 appendix B.1, an example that some use for their ids:
 *
 *	  octets 0-5	  custom_a: 60 bits of tens of ns since 1970, the first 48
 *	  octets 6-7	  version 8, then custom_b: the last 12
 *	  octets 8-15	  variant, then custom_c: 62 random bits
 *
 * The ticks end in 2335; the RFC drops the bits above them.
 */

/* Returns the 60 bits around the version */
static uuidx_status
tick_around_version(const uuidx_id_system *system, const uuidx_id *id, uint64 *ticks)
{
	*ticks = uuidx_tick_from_hi(uuidx_id_first64(id));
	return UUIDX_OK;
}

static void
bound_around_version(const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id)
{
	pg_uuid_t	uuid;

	uuidx_store_tick(&uuid, ticks, upper ? PG_UINT64_MAX : 0, system->version);
	uuidx_id_store(id, uuidx_hi(&uuid), uuidx_lo(&uuid));
}

#define TIME_AROUND_VERSION                                                                        \
	.check = uuidx_id_check_version, .ticks = tick_around_version, .bound = bound_around_version

/*
 * draft02_v7: version 7 as draft-peabody-dispatch-new-uuid-format-02 laid it out.  Its
 * version number is that of version 7 of RFC 9562, so the caller must name the system.  Read as
 * that version, the time would be in another century.  Section 4.4 of the draft:
 *
 *	  bits 0-35		  Unix seconds, to 4147
 *	  bits 36-47	  sub-second fraction, first 12 bits
 *	  bits 48-51	  version 7
 *	  bits 52-63	  sub-second fraction, next 12 bits
 *	  bits 64-65	  variant
 *	  bits 66-127	  more of the fraction, sequence, node: chosen by the encoder
 *
 * An encoder stops after 12, 24 or 38 bits of the fraction, which a decoder cannot see.  24 bits
 * are read, as the last microsecond that is written as these bits, floor(us * 2^24 / 10^6).  If an
 * encoder stopped after milliseconds, the result is up to 0.25 ms early or 1/4096 s late.
 */
#define FRACTION_BITS 24
#define FRACTION_MASK ((UINT64CONST(1) << FRACTION_BITS) - 1)
#define US_PER_S UINT64CONST(1000000)

/* Converts ticks of 2^-24 s */
static uint64
draft02_ticks_to_us(uint64 ticks)
{
	uint64		us = (((ticks & FRACTION_MASK) + 1) * US_PER_S) >> FRACTION_BITS;

	return (ticks >> FRACTION_BITS) * US_PER_S + Min(us, US_PER_S - 1);
}

/* Returns the first ticks that draft02_ticks_to_us() reads as this microsecond or a later one */
static uint64
draft02_us_to_ticks(uint64 us)
{
	uint64		in_second = us % US_PER_S;
	uint64		fraction = 0;

	if (in_second > 0)
		fraction = ((in_second << FRACTION_BITS) + US_PER_S - 1) / US_PER_S - 1;
	return us / US_PER_S << FRACTION_BITS | fraction;
}

/*
 * Version 7 with another number in the 48 bits of Unix ms:
 *
 *	  seconds_v7		Unix seconds
 *	  microseconds_v7	the low 48 bits of Unix us; the high ones are taken to be 6, so the
 *						times are in the 8.9 years from 2023-07-08
 *	  duckdb_v7			Unix ms with the highest bit set (DuckDB 1.3.0, duckdb/duckdb #17611)
 *
 * A microseconds_v7 with a number below 2^42 is refused, because it would more likely be one of
 * milliseconds or seconds.
 */
#define MICROSECONDS_WRAPS (INT64CONST(6) << 48)
#define MICROSECONDS_MIN (UINT64CONST(1) << 42)
#define DUCKDB_MIN (INT64CONST(1) << 47)

/*
 * google_v6: version 6 of Go's package google/uuid 1.6.0, version6.go, which begins 4 bits too
 * early, and writes the version over a part of the time:
 *
 *	  octets 0-5	  bits 16 to 63 of the 100 ns since 1582, of which the first 4 are zero
 *	  octets 6-7	  version 6, then bits 0 to 11
 *	  octets 8-15	  variant, clock sequence and node
 *
 * Without bits 12 to 15, the time is known to 6.5536 ms.  Read as RFC 9562 defines version 6, it is
 * between 1582 and 1810.
 */

/* Refuses times before the first or after the last one that a system writes, and other versions */
static uuidx_status
check_range(const uuidx_id_system *system, const uuidx_id *id)
{
	uint64		ticks = uuidx_id_first64(id) >> (64 - system->time_bits);

	if (ticks < system->min_ticks || ticks > system->max_ticks)
		return UUIDX_FOREIGN_TIME;
	return uuidx_id_check_version(system, id);
}

/*
 * Version 4 with a time in front, as if it were random:
 *
 *	  seconds_v4		32 bits of Unix seconds (CakePHP 1.2 to 2, String::uuid(); npm's
 *						sequential-uuid)
 *	  mt_v4s			60 bits of 1.6 us since 1970 around the version (Perl's Data::UUID::MT,
 *						"4s" with integers of 64 bits)
 *	  decimal_v4		15 decimal digits of tens of us since 1970 around the version (npm's
 *						uuid-timestamp, which writes four more after random bits)
 */
#define DECIMAL_DIGITS 15
#define DECIMAL_TICKS UINT64CONST(1000000000000000)

static uuidx_status
decimal_ticks(const uuidx_id_system *system, const uuidx_id *id, uint64 *ticks)
{
	uint64		digits = uuidx_tick_from_hi(uuidx_id_first64(id));

	*ticks = 0;
	for (int i = DECIMAL_DIGITS - 1; i >= 0; i--)
	{
		uint64		digit = digits >> (4 * i) & 0x0F;

		if (digit > 9)
			return UUIDX_BAD_DIGIT;
		*ticks = *ticks * 10 + digit;
	}
	return UUIDX_OK;
}

static uuidx_status
decimal_check(const uuidx_id_system *system, const uuidx_id *id)
{
	uint64		ticks;
	uuidx_status status = decimal_ticks(system, id, &ticks);

	return status != UUIDX_OK ? status : uuidx_id_check_version(system, id);
}

static void
decimal_bound(const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id)
{
	uint64		digits = 0;

	for (int i = 0; i < DECIMAL_DIGITS; i++, ticks /= 10)
		digits |= ticks % 10 << (4 * i);
	bound_around_version(system, digits, upper, id);
}

#define FRONT_V4                                                                                   \
	UUIDX_UUID_OF_VERSION(4), .hint = gettext_noop("An id of this system is a UUID of version 4.")

#define FRONT_V7                                                                                   \
	UUIDX_UUID_OF_VERSION(7), UUIDX_TIME_IN_FRONT_OF_VERSION(48),                                  \
	.hint = gettext_noop("An id of this system is a UUID of version 7.")

const uuidx_id_system uuidx_id_uuid_systems[] = {
	{
		"cassandra_timeuuid", "04afc000-833b-11ee-8080-808080808080",
		128, UUIDX_ID_IS_UUID, UUIDX_ID_SORT_CASSANDRA, GREGORIAN,
		.maker = "cassandra",
		.hint = gettext_noop("A timeuuid is a UUID of version 1."),
		UUIDX_CANONICAL_TEXT,
		.check = cassandra_check,
		.bound = cassandra_bound,
	},
	{
		"mysql_swap", "11ee833b04afdafbaea44efad198aff1",
		128, UUIDX_ID_PERMUTED, UUIDX_ID_SORT_TEXT, GREGORIAN,
		.maker = "mysql",
		.hint = gettext_noop("A swapped UUID of version 1 has 32 hexadecimal digits, the first of "
							 "which is 1."),
		UUIDX_DIGITS(32, uuidx_hex, UUIDX_PAD_FIRST),
		.places = mysql_places,
		.version = 1,
		.check = uuidx_id_check_version,
		.bound = mysql_bound,
	},

	/*
	 * NEWSEQUENTIALID() of SQL Server: the octets of a version 1, which
	 * UuidCreateSequential() returns as a Guid, taken as those of the text.
	 * SQL Server compares the node first.
	 */
	{
		"newsequentialid", "225ca4dc-9fda-e711-80c2-00155d0a0b0c",
		128, UUIDX_ID_PERMUTED, UUIDX_ID_SORT_NONE, GREGORIAN,
		.maker = "sqlserver",
		.hint = gettext_noop("An id of this system is a UUID of version 1 in the octet order of "
							 ".NET."),
		UUIDX_CANONICAL_TEXT,
		.places = uuidx_id_dotnet_places,
		.version = 1,
		.check = uuidx_id_check_version,
	},
	{
		"ncs", "333a2276-0000-0000-0d00-00809c000000", NCS,
		.maker = "apollo",
		.hint = gettext_noop("An id of this system is a UUID of the NCS variant."),
		.sort = UUIDX_ID_SORT_UUID,
		UUIDX_CANONICAL_TEXT,
	},
	{
		"ncs_text", "333a22760000.0d.00.00.80.9c.00.00.00", NCS,
		.hint = gettext_noop("An id of this system has 12 hexadecimal digits, then 8 groups of a "
							 "dot and two digits."),
		.sort = UUIDX_ID_SORT_TEXT,
		.parse = ncs_parse,
		.format = ncs_format,
	},
	{
		"rfc9562_v8_time", "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0", UUIDX_UUID_OF_VERSION(8),
		.fields = {UUIDX_TICKS_FIELD("ticks_10ns"), {"custom_c", UUIDX_FIELD_HEX, 66, 62}},
		.hint = gettext_noop("An id of this system is a UUID of version 8."),
		UUIDX_TICKS(60, 1, 100),
		TIME_AROUND_VERSION,
	},
	{
		"draft02_v7", "0615e803-f1f9-7acf-8000-000000000001", UUIDX_UUID_OF_VERSION(7),
		.fields = {
			{"unix_s", UUIDX_FIELD_NUMBER, 0, 36}, {"subsec_a", UUIDX_FIELD_NUMBER, 36, 12},
			{"subsec_b", UUIDX_FIELD_NUMBER, 52, 12}, {"subsec_seq_node", UUIDX_FIELD_HEX, 66, 62}
		},
		.hint = gettext_noop("An id of this system is a UUID of version 7."),

		/* the functions below convert ticks, because encoders round down */
		UUIDX_TICKS(60, US_PER_S, 1 << FRACTION_BITS),
		TIME_AROUND_VERSION,
		.ticks_to_us = draft02_ticks_to_us,
		.us_to_ticks = draft02_us_to_ticks,
	},
	{
		"seconds_v7", "00006955-b900-7a52-8000-2124e7041024", FRONT_V7,
		.fields = {{"unix_s", UUIDX_FIELD_NUMBER, 0, 48}, {"rand", UUIDX_FIELD_HEX, 52, 76}},

		/* more seconds do not fit a timestamptz */
		UUIDX_TICKS(43, US_PER_S, 1),
		.check = uuidx_id_check_version,
	},
	{
		"microseconds_v7", "47484620-4000-7a52-8000-2124e7041024", FRONT_V7,
		.fields = {{"low_us", UUIDX_FIELD_NUMBER, 0, 48}, {"rand", UUIDX_FIELD_HEX, 52, 76}},
		UUIDX_TICKS(48, 1, 1),
		.first_tick = MICROSECONDS_WRAPS,
		.min_ticks = MICROSECONDS_MIN,
		.check = check_range,
	},
	{
		"duckdb_v7", "819b76da-a800-7a52-8000-2124e7041024", FRONT_V7,
		.maker = "duckdb",
		.fields = {{"unix_ms", UUIDX_FIELD_NUMBER, 1, 47}, {"rand", UUIDX_FIELD_HEX, 52, 76}},
		UUIDX_TICKS(48, 1000, 1),
		.first_tick = -DUCKDB_MIN,
		.min_ticks = DUCKDB_MIN,
		.check = check_range,
	},
	{
		"google_v6", "01f1eb73-d448-6857-b6e6-1a0b05cd4d6d", UUIDX_UUID_OF_VERSION(6),
		.maker = "google",
		.fields = {
			UUIDX_MS_FIELD, {"clock_seq", UUIDX_FIELD_NUMBER, 66, 14},
			{"node", UUIDX_FIELD_HEX, 80, 48}
		},
		.hint = gettext_noop("An id of this system is a UUID of version 6, the first digit of "
							 "which is 0."),
		.epoch_ms = -UUIDX_UNIX_EPOCH_TICKS_100NS / 10000,
		UUIDX_TICKS(44, 1 << 16, 10), UUIDX_TIME_IN_FRONT_OF_VERSION(48),
		.check = check_range,
	},
	{
		"seconds_v4", "47c36f9c-bc00-4d17-9626-4e183ca6822b", FRONT_V4,
		.maker = "cakephp",
		.fields = {{"unix_s", UUIDX_FIELD_NUMBER, 0, 32}, {"rand", UUIDX_FIELD_HEX, 32, 96}},
		UUIDX_TICKS(32, US_PER_S, 1), UUIDX_TIME_IN_FRONT_OF_VERSION(32),
		.check = uuidx_id_check_version,
	},
	{
		"mt_v4s", "003f0cd0-73c6-47cc-af27-c4a298dc63e9", FRONT_V4,
		.fields = {UUIDX_TICKS_FIELD("ticks_1600ns"), {"rand", UUIDX_FIELD_HEX, 66, 62}},
		UUIDX_TICKS(60, 8, 5),
		TIME_AROUND_VERSION,
	},
	{
		"decimal_v4", "17747012-9678-4937-a030-473533937030", FRONT_V4,
		.fields = {UUIDX_TICKS_FIELD("ticks_10us"), {"rand", UUIDX_FIELD_HEX, 66, 62}},
		UUIDX_TICKS_TO(DECIMAL_TICKS - 1, 10, 1),
		.check = decimal_check,
		.ticks = decimal_ticks,
		.bound = decimal_bound,
	},
	{.name = NULL}
};
