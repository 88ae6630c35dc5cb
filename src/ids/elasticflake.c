/*
 * elasticflake.c
 *	  Elasticflake and Elasticsearch's generated ids: one content, four layouts.
 *
 * No mark tells the layouts apart: the caller must know which Elasticsearch
 * wrote the id.  The UUID is that of the sorted layout for all that fit, so it
 * sorts by time even where the id does not.
 */
#include "ids/system.h"

/*
 * The sorted layout, which is also what the others are arranged into:
 *
 *	  octets 0-5	  Unix ms, t5 (most significant) to t0
 *	  octets 6-11	  a munged MAC address, m0 to m5
 *	  octets 12-14	  a sequence, q2 to q0
 *
 * The texts are base 64 (RFC 4648 section 5) without padding characters.  Its
 * alphabet is not in ASCII order: the text sorts by nothing, only octets do.
 */
#define BASE64                                                                                     \
	.epoch_ms = 0, .tick_num = 1000, .tick_den = 1, .max_ticks = (UINT64CONST(1) << 48) - 1,       \
	.time_bits = 48, .alphabet = &uuidx_base64url, .padding = UUIDX_PAD_LAST,                      \
	.parse = uuidx_id_parse_bits, .format = uuidx_id_format_bits, .ticks = uuidx_id_leading_ticks, \
	.bound = uuidx_id_leading_bound

#define FIFTEEN_OCTETS                                                                             \
	BASE64, .form = "20 characters A-Za-z0-9-_", .bits = 120, .nchars = 20,                        \
			.mapping = UUIDX_ID_TIME_FIRST

/* ppearcy/elasticflake, TimeBasedUUIDGenerator.java, and Elasticsearch to 5 */
const uuidx_id_system uuidx_id_elasticflake = {
	FIFTEEN_OCTETS,
	.name = "elasticflake",
	.example = "ASwUjQPCR5STfSsTSbKz",
	.sort = UUIDX_ID_SORT_OCTETS,
};

/*
 * Elasticsearch from 6 on, TimeBasedUUIDGenerator.java:
 *
 *	  octet	 0		  q0
 *	  octet	 1		  q2
 *	  octets 2-5	  t2 t3 t4 t5
 *	  octets 6-11	  m0 to m5
 *	  octets 12-14	  t1 q1 t0
 *
 * The last place below is beyond the id, where a zero stands; so in all.
 */
static const uint8 timebased_places[UUID_LEN] = {5, 4, 3, 2, 12, 14, 6, 7,
8, 9, 10, 11, 1, 13, 0, 15};

const uuidx_id_system uuidx_id_es_timebased = {
	FIFTEEN_OCTETS,
	.name = "es_timebased",
	.example = "L-rlz4sB1cCMtaiWaKkA",
	.sort = UUIDX_ID_SORT_NONE,
	.places = timebased_places,
};

/*
 * Elasticsearch since late 2024, TimeBasedKOrderedUUIDGenerator.java; sorted by
 * steps of 65.536 s only:
 *
 *	  octets 0-3	  t5 t4 t3 t2
 *	  octets 4-9	  m0 to m5
 *	  octet	 10		  q2
 *	  octets 11-14	  t1 q1 t0 q0
 */
static const uint8 kordered_places[UUID_LEN] = {0, 1, 2, 3, 11, 13, 4, 5,
6, 7, 8, 9, 10, 12, 14, 15};

const uuidx_id_system uuidx_id_es_kordered = {
	FIFTEEN_OCTETS,
	.name = "es_kordered",
	.example = "AYvP5UNMCtAT3jdozwBL",
	.sort = UUIDX_ID_SORT_NONE,
	.places = kordered_places,
};

/*
 * The same with a routing hash: four octets, little-endian, after q2.  Its 152
 * bits do not fit a UUID, so only the places of the time matter.
 */
static const uint8 kordered_hash_places[UUID_LEN] = {0, 1, 2, 3, 15, 17, 4, 5,
6, 7, 8, 9, 10, 16, 18, 19};

const uuidx_id_system uuidx_id_es_kordered_hash = {
	BASE64,
	.name = "es_kordered_hash",
	.form = "26 characters A-Za-z0-9-_, the last one of A Q g w",
	.example = "AZL3i8xld0KMLzNijfDr_hCAVw",
	.bits = 152,
	.mapping = UUIDX_ID_TOO_LONG,
	.sort = UUIDX_ID_SORT_NONE,
	.nchars = 26,
	.places = kordered_hash_places,
};
