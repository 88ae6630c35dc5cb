/*
 * gregorian.c
 *	  Version 1 UUIDs as Cassandra compares and as MySQL stores them.
 */
#include "ids/system.h"

/* 100 ns since 1582-10-15: RFC 9562 section 5.1 */
#define GREGORIAN                                                                                  \
	.bits = 128, .epoch_ms = -UUIDX_UNIX_EPOCH_TICKS_100NS / 10000, .tick_num = 1, .tick_den = 10, \
	.max_ticks = (uint64) UUIDX_GREGORIAN_MAX_TICKS_100NS

/*
 * Cassandra's timeuuid.  The server's bounds of an instant are not UUIDs of RFC
 * 9562: their last octets are chosen for a signed comparison.  So the version
 * is checked and the variant is not.
 *
 *	  octets 0-3	  time, low 32 bits
 *	  octets 4-5	  time, middle 16 bits
 *	  octet	 6		  version 1
 *	  octets 6-7	  time, high 12 bits
 *	  octets 8-15	  clock sequence and node
 */
static uuidx_status
cassandra_check(const uuidx_id_system *system, const uuidx_id *id)
{
	(void) system;
	return id->octets[6] >> 4 == 1 ? UUIDX_OK : UUIDX_BAD_VERSION;
}

static uuidx_status
cassandra_ticks(const uuidx_id_system *system, const uuidx_id *id, uint64 *ticks)
{
	uint64		first = uuidx_id_first64(id);

	(void) system;
	*ticks = (first & 0x0FFF) << 48 | (first >> 16 & 0xFFFF) << 32 | first >> 32;
	return UUIDX_OK;
}

/*
 * minTimeuuid() and maxTimeuuid(): apache/cassandra, TimeUUID.java.  They hold
 * in Cassandra, which compares the time first and then signed octets.
 */
static void
cassandra_bound(const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id)
{
	uint64		first = ticks << 32 | (ticks >> 32 & 0xFFFF) << 16 | 0x1000 | ticks >> 48;

	(void) system;
	uuidx_id_store(id, first,
				   upper ? UINT64CONST(0x7F7F7F7F7F7F7F7F) : UINT64CONST(0x8080808080808080));
}

const uuidx_id_system uuidx_id_cassandra_timeuuid = {
	GREGORIAN,
	.name = "cassandra_timeuuid",
	.form = "a UUID of version 1",
	.example = "04afc000-833b-11ee-8080-808080808080",
	.mapping = UUIDX_ID_IS_UUID,
	.sort = UUIDX_ID_SORT_CASSANDRA,
	.parse = uuidx_id_parse_uuid,
	.format = uuidx_id_format_uuid,
	.check = cassandra_check,
	.ticks = cassandra_ticks,
	.bound = cassandra_bound,
};

/*
 * MySQL's UUID_TO_BIN(uuid, 1), as the hexadecimal digits of its BINARY(16):
 *
 *	  octet	 0		  version 1
 *	  octets 0-1	  time, high 12 bits
 *	  octets 2-3	  time, middle 16 bits
 *	  octets 4-7	  time, low 32 bits
 *	  octets 8-15	  variant, clock sequence and node
 *
 * MySQL swaps every UUID it is given; only of a version 1 UUID it is known what
 * was swapped.
 */
static const uint8 mysql_places[UUID_LEN] = {4, 5, 6, 7, 2, 3, 0, 1, 8, 9, 10, 11, 12, 13, 14, 15};

static uuidx_status
mysql_check(const uuidx_id_system *system, const uuidx_id *id)
{
	(void) system;
	if (id->octets[8] >> 6 != 2)
		return UUIDX_BAD_VARIANT;
	return id->octets[0] >> 4 == 1 ? UUIDX_OK : UUIDX_BAD_VERSION;
}

static uuidx_status
mysql_ticks(const uuidx_id_system *system, const uuidx_id *id, uint64 *ticks)
{
	(void) system;
	*ticks = uuidx_id_first64(id) & system->max_ticks;
	return UUIDX_OK;
}

static void
mysql_bound(const uuidx_id_system *system, uint64 ticks, bool upper, uuidx_id *id)
{
	(void) system;
	uuidx_id_store(id, UINT64CONST(1) << 60 | ticks,
				   UUIDX_VARIANT_RFC9562 | (upper ? ~UUIDX_VARIANT_MASK : 0));
}

const uuidx_id_system uuidx_id_mysql_swap = {
	GREGORIAN,
	.name = "mysql_swap",
	.form = "32 hexadecimal digits, the first one 1",
	.example = "11ee833b04afdafbaea44efad198aff1",
	.mapping = UUIDX_ID_PERMUTED,
	.sort = UUIDX_ID_SORT_TEXT,
	.nchars = 32,
	.alphabet = &uuidx_hex,
	.padding = UUIDX_PAD_FIRST,
	.places = mysql_places,
	.parse = uuidx_id_parse_bits,
	.format = uuidx_id_format_bits,
	.check = mysql_check,
	.ticks = mysql_ticks,
	.bound = mysql_bound,
};
