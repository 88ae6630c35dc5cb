/*
 * combguid.c
 *	  COMB GUIDs: six octets of a GUID overwritten with a time, in five ways.
 *
 * Nothing in a COMB tells its variant: the caller must know it.  Version and
 * variant bits are those of the GUID underneath and are not looked at.
 */
#include "ids/system.h"

/*
 * richardtallent/RT.Comb, tags 2.5.0 and v4.0.3; places in the canonical text:
 *
 *						  time in octets		time
 *	  combguid_sql		  10-15					Unix ms
 *	  combguid_legacy	  10-15					days and 1/300 s
 *	  combguid_pg		  0-5					Unix ms
 *	  combguid_pg_legacy  0-5					days and 1/300 s
 *	  combguid_binary	  3 2 1 0 5 4			Unix ms
 *
 * Except for the two in front, "places" is the order in which the store that the
 * variant was made for compares octets; the time comes first in it.
 */

/* The leading bound, its octets sent to their places */
static void
bound(const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id)
{
	uuidx_id	sorted;

	uuidx_id_leading_bound(system, ticks, upper, &sorted);
	uuidx_id_rearrange(system, sorted.octets, id);
}

#define GUID                                                                                       \
	.form = "a UUID", .bits = 128, .time_bits = 48, .parse = uuidx_id_parse_uuid,                  \
	.format = uuidx_id_format_uuid

#define UNIX_MS                                                                                    \
	GUID, .epoch_ms = 0, .tick_num = 1000, .tick_den = 1, .max_ticks = (UINT64CONST(1) << 48) - 1, \
		  .ticks = uuidx_id_leading_ticks, .bound = bound

const uuidx_id_system uuidx_id_combguid_sql = {
	UNIX_MS,
	.name = "combguid_sql",
	.example = "d01c25cc-63a7-47cc-b5ba-018e5f3bff48",
	.mapping = UUIDX_ID_IS_UUID,
	.sort = UUIDX_ID_SORT_SQLSERVER,
	.places = uuidx_id_sqlserver_places,
};

const uuidx_id_system uuidx_id_combguid_pg = {
	UNIX_MS,
	.name = "combguid_pg",
	.example = "018bcfe5-6800-4c2a-876a-7c7817e44526",
	.mapping = UUIDX_ID_IS_UUID,
	.sort = UUIDX_ID_SORT_UUID,
};

/*
 * For Oracle and SQLite, which keep the octets of .NET's Guid.ToByteArray(): the
 * time is in front there, and swapped in the text.
 */
const uuidx_id_system uuidx_id_combguid_binary = {
	UNIX_MS,
	.name = "combguid_binary",
	.example = "e5cf8b01-0068-4201-8a24-31cef886de92",
	.mapping = UUIDX_ID_IS_UUID,
	.sort = UUIDX_ID_SORT_DOTNET,
	.places = uuidx_id_dotnet_places,
};

/*
 * Nilsson's form of 2002, which is SQL Server's datetime:
 *
 *	  2 octets		  days since 1900-01-01
 *	  4 octets		  1/300 s since midnight, 0 .. 25919999
 *
 * As ticks that is one count of 1/300 s.  25920000, "next midnight", is refused:
 * it is a second name for another instant.
 */
#define TICKS_PER_DAY UINT64CONST(25920000)

static uuidx_status
legacy_check(const uuidx_id_system *system, const uuidx_id *id)
{
	uint64		field;

	uuidx_id_leading_ticks(system, id, &field);
	return (field & 0xFFFFFFFF) < TICKS_PER_DAY ? UUIDX_OK : UUIDX_BAD_TIME_OF_DAY;
}

static uuidx_status
legacy_ticks(const uuidx_id_system *system, const uuidx_id *id, uint64 *ticks)
{
	uint64		field;

	uuidx_id_leading_ticks(system, id, &field);
	*ticks = (field >> 32) * TICKS_PER_DAY + (field & 0xFFFFFFFF);
	return UUIDX_OK;
}

static void
legacy_bound(const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id)
{
	bound(system, (ticks / TICKS_PER_DAY) << 32 | ticks % TICKS_PER_DAY, upper, id);
}

#define DAYS_AND_300THS                                                                            \
	GUID, .epoch_ms = INT64CONST(-2208988800000), .tick_num = 10000, .tick_den = 3,                \
		  .max_ticks = (UINT64CONST(1) << 16) * TICKS_PER_DAY - 1, .check = legacy_check,          \
		  .ticks = legacy_ticks, .bound = legacy_bound

const uuidx_id_system uuidx_id_combguid_legacy = {
	DAYS_AND_300THS,
	.name = "combguid_legacy",
	.example = "e25afe33-db2d-4502-9bf0-919001862cc4",
	.mapping = UUIDX_ID_IS_UUID,
	.sort = UUIDX_ID_SORT_SQLSERVER,
	.places = uuidx_id_sqlserver_places,
};

const uuidx_id_system uuidx_id_combguid_pg_legacy = {
	DAYS_AND_300THS,
	.name = "combguid_pg_legacy",
	.example = "91900186-2cc4-451e-86e4-5b4d6e41e6f9",
	.mapping = UUIDX_ID_IS_UUID,
	.sort = UUIDX_ID_SORT_UUID,
};
