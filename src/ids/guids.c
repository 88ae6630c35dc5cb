/*
 * guids.c
 *	  GUIDs in the octet orders of .NET and SQL Server, and GUIDs that contain a time.
 */
#include "ids/system.h"

/* Guid.ToByteArray() stores the first three fields little-endian */
const uint8 uuidx_id_dotnet_places[UUID_LEN] = {
	3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15
};

/* MongoDB's old Java driver stores each half as a little-endian number */
static const uint8 java_places[UUID_LEN] = {7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8};

/* SQL Server compares the octets of the canonical text in this order */
static const uint8 sqlserver_places[UUID_LEN] = {
	10, 11, 12, 13, 14, 15, 8, 9, 7, 6, 5, 4, 3, 2, 1, 0
};

#define GUID_OCTETS(octets)                                                                        \
	.hint = gettext_noop("The octets of a UUID are 32 hexadecimal digits."), .bits = 128,          \
	.mapping = UUIDX_ID_PERMUTED, .sort = UUIDX_ID_SORT_NONE, .places = (octets),                  \
	UUIDX_DIGITS(32, uuidx_hex, UUIDX_PAD_FIRST)

/*
 * A COMB GUID is a GUID in which a time replaces six octets, in one of five ways.  It does not
 * show which, so the caller must name the system.  Version and variant are those of the original
 * GUID and are not checked.
 *
 * richardtallent/RT.Comb, tags 2.5.0 and v4.0.3; places in the canonical text:
 *
 *						  time in octets		time
 *	  combguid_sql		  10-15					Unix ms
 *	  combguid_legacy	  10-15					days and 1/300 s
 *	  combguid_pg		  0-5					Unix ms
 *	  combguid_pg_legacy  0-5					days and 1/300 s
 *	  combguid_binary	  3 2 1 0 5 4			Unix ms
 *
 * If the time is not in front, "places" is the order in which the product that the variant was
 * made for compares octets; the time is first in it.
 */
#define COMB(order, octets)                                                                        \
	.bits = 128, .mapping = UUIDX_ID_IS_UUID, .sort = (order), .places = (octets),                 \
	.hint = gettext_noop("A COMB GUID is a UUID."), UUIDX_CANONICAL_TEXT, .time_bits = 48

/* Makes the bound with the time in front, and moves its octets to their places */
static void
comb_bound(const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id)
{
	uuidx_id	sorted;

	uuidx_id_leading_bound(system, ticks, upper, &sorted);
	uuidx_id_rearrange(system, sorted.octets, id);
}

#define COMB_UNIX_MS(order, octets)                                                                \
	COMB(order, octets), UUIDX_TICKS(48, 1000, 1), .ticks = uuidx_id_leading_ticks,                \
	.bound = comb_bound, .fields = {{"unix_ms", UUIDX_FIELD_NUMBER, 0, 48}}

/*
 * The form that Nilsson proposed in 2002 is the datetime of SQL Server:
 *
 *	  2 octets		  days since 1900-01-01
 *	  4 octets		  1/300 s since midnight, 0 .. 25919999
 *
 * As ticks, this is one count of 1/300 s.  25920000, the next midnight, is refused, because the
 * next day begins with the same instant.
 */
#define TICKS_PER_DAY UINT64CONST(25920000)

static uuidx_status
legacy_ticks(const uuidx_id_system *system, const uuidx_id *id, uint64 *ticks)
{
	uint64		field;

	uuidx_id_leading_ticks(system, id, &field);
	*ticks = (field >> 32) * TICKS_PER_DAY + (field & 0xFFFFFFFF);
	return (field & 0xFFFFFFFF) < TICKS_PER_DAY ? UUIDX_OK : UUIDX_BAD_TIME_OF_DAY;
}

static uuidx_status
legacy_check(const uuidx_id_system *system, const uuidx_id *id)
{
	uint64		ticks;

	return legacy_ticks(system, id, &ticks);
}

static void
legacy_bound(const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id)
{
	comb_bound(system, (ticks / TICKS_PER_DAY) << 32 | ticks % TICKS_PER_DAY, upper, id);
}

#define COMB_LEGACY(order, octets)                                                                 \
	COMB(order, octets), .epoch_ms = INT64CONST(-2208988800000),                                   \
	UUIDX_TICKS_TO((UINT64CONST(1) << 16) * TICKS_PER_DAY - 1, 10000, 3), .check = legacy_check,   \
	.ticks = legacy_ticks, .bound = legacy_bound, .fields = {                                      \
		{"days_since_1900", UUIDX_FIELD_NUMBER, 0, 16}, {"ticks_300", UUIDX_FIELD_NUMBER, 16, 32}  \
	}

const uuidx_id_system uuidx_id_guid_systems[] = {

	/* the digits are ToByteArray()'s; the UUID has them in network order */
	{"dotnet_bytes", "9e6814dff0bbd79c9b9fbd20a66b977f", GUID_OCTETS(uuidx_id_dotnet_places)},

	/* mongodb/specifications, uuid.md: "csharp legacy" and "java legacy" */
	{"mongodb_csharp", "33221100554477668899aabbccddeeff", GUID_OCTETS(uuidx_id_dotnet_places)},
	{"mongodb_java", "7766554433221100ffeeddccbbaa9988", GUID_OCTETS(java_places)},

	/*
	 * The id is the canonical text.  The UUID has the octets in the order in
	 * which SQL Server compares them, so that a uuid column sorts as the
	 * uniqueidentifier column did.
	 */
	{
		"sqlserver_order", "df14689e-bbf0-9cd7-9b9f-bd20a66b977f",
		128, UUIDX_ID_PERMUTED, UUIDX_ID_SORT_NONE,
		.hint = gettext_noop("A uniqueidentifier is a UUID."),
		UUIDX_CANONICAL_TEXT,
		.places = sqlserver_places,
	},
	{"combguid_sql", "d01c25cc-63a7-47cc-b5ba-018e5f3bff48",
	COMB_UNIX_MS(UUIDX_ID_SORT_SQLSERVER, sqlserver_places)},
	{"combguid_pg", "018bcfe5-6800-4c2a-876a-7c7817e44526",
	COMB_UNIX_MS(UUIDX_ID_SORT_UUID, NULL)},

	/*
	 * Oracle and SQLite store the octets of ToByteArray(), which begin with
	 * the time; in the text, the octets of the time are swapped
	 */
	{"combguid_binary", "e5cf8b01-0068-4201-8a24-31cef886de92",
	COMB_UNIX_MS(UUIDX_ID_SORT_DOTNET, uuidx_id_dotnet_places)},
	{"combguid_legacy", "e25afe33-db2d-4502-9bf0-919001862cc4",
	COMB_LEGACY(UUIDX_ID_SORT_SQLSERVER, sqlserver_places)},
	{"combguid_pg_legacy", "91900186-2cc4-451e-86e4-5b4d6e41e6f9",
	COMB_LEGACY(UUIDX_ID_SORT_UUID, NULL)},

	/*
	 * Laravel's (laravel/framework, Str::orderedUuid() up to Laravel 11),
	 * from CombGenerator and TimestampFirstCombCodec of ramsey/uuid: 48 bits
	 * of tens of Unix us, to 2059-03-13, in front of a UUID of version 4.
	 * Only a plausible time distinguishes it from a random UUID.
	 */
	{
		"ordereduuid", "9009ebcc-cd99-4b5f-90cf-9155607d2de9", UUIDX_UUID_OF_VERSION(4),
		.maker = "laravel",
		.fields = {
			UUIDX_TICKS_FIELD("ticks_10us"), {"version", UUIDX_FIELD_NUMBER, 48, 4},
			{"rand", UUIDX_FIELD_HEX, 48, 80}
		},
		.hint = gettext_noop("An orderedUuid is a UUID of version 4."),
		UUIDX_TICKS(48, 10, 1), UUIDX_TIME_IN_FRONT_OF_VERSION(48),
		.check = uuidx_id_check_version,
	},
	{.name = NULL}
};
