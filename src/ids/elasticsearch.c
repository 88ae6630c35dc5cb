/*
 * elasticsearch.c
 *	  Elasticflake, and the ids that Elasticsearch generates.
 *
 * They have the same fields in several layouts.  An id does not show its layout, so the caller must
 * name the one that was in use.  All are arranged into the sorted layout:
 *
 *	  octets 0-5	  Unix ms, t5 (most significant) to t0
 *	  octets 6-11	  a munged MAC address, m0 to m5
 *	  octets 12-14	  a sequence, q2 to q0
 *
 * The UUID is that of the sorted layout, so it sorts by time even if the id does not.  The texts,
 * base 64 (RFC 4648 section 5) without padding characters, do not.
 */
#include "ids/system.h"

#define ELASTIC(n) UUIDX_MS_IN_FRONT(48), UUIDX_DIGITS(n, uuidx_base64url, UUIDX_PAD_LAST)

#define ELASTIC_FIELDS                                                                             \
	{"unix_ms", UUIDX_FIELD_NUMBER, 0, 48}, {"mac", UUIDX_FIELD_HEX, 48, 48},                      \
	{"sequence", UUIDX_FIELD_NUMBER, 96, 24}

#define ELASTIC_15_OCTETS(octets)                                                                  \
	ELASTIC(20), .fields = {ELASTIC_FIELDS}, .places = (octets),                                   \
	.hint = gettext_noop("An id of this system has 20 characters A-Za-z0-9-_.")

/*
 * es_timebased, Elasticsearch from 6 on, TimeBasedUUIDGenerator.java:
 *
 *	  octet	 0		  q0
 *	  octet	 1		  q2
 *	  octets 2-5	  t2 t3 t4 t5
 *	  octets 6-11	  m0 to m5
 *	  octets 12-14	  t1 q1 t0
 *
 * In all layouts, the last place is beyond the id, and is read as a zero.
 */
static const uint8 es_timebased_places[UUID_LEN] = {
	5, 4, 3, 2, 12, 14, 6, 7, 8, 9, 10, 11, 1, 13, 0, 15
};

/*
 * es_kordered, Elasticsearch since late 2024,
 * TimeBasedKOrderedUUIDGenerator.java.  Its ids sort by steps of 65.536 s:
 *
 *	  octets 0-3	  t5 t4 t3 t2
 *	  octets 4-9	  m0 to m5
 *	  octet	 10		  q2
 *	  octets 11-14	  t1 q1 t0 q0
 */
static const uint8 es_kordered_places[UUID_LEN] = {
	0, 1, 2, 3, 11, 13, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15
};

/*
 * es_kordered_hash adds a routing hash of four octets, little-endian, after q2.  Its 152 bits do
 * not fit a UUID, so only the places of the time matter.
 */
static const uint8 es_kordered_hash_places[UUID_LEN] = {
	0, 1, 2, 3, 15, 17, 4, 5, 6, 7, 8, 9, 10, 16, 18, 19
};

const uuidx_id_system uuidx_id_elasticsearch_systems[] = {
	/* ppearcy/elasticflake, TimeBasedUUIDGenerator.java; Elasticsearch to 5 */
	{"elasticflake", "ASwUjQPCR5STfSsTSbKz", 120, UUIDX_ID_TIME_FIRST, UUIDX_ID_SORT_OCTETS,
	ELASTIC_15_OCTETS(NULL)},
	{
		"es_timebased", "L-rlz4sB1cCMtaiWaKkA", 120, UUIDX_ID_TIME_FIRST, UUIDX_ID_SORT_NONE,
		ELASTIC_15_OCTETS(es_timebased_places),
		.maker = "elasticsearch",
	},
	{"es_kordered", "AYvP5UNMCtAT3jdozwBL", 120, UUIDX_ID_TIME_FIRST, UUIDX_ID_SORT_NONE,
	ELASTIC_15_OCTETS(es_kordered_places)},
	{
		"es_kordered_hash", "AZL3i8xld0KMLzNijfDr_hCAVw",
		152, UUIDX_ID_TOO_LONG, UUIDX_ID_SORT_NONE, ELASTIC(26),
		.fields = {ELASTIC_FIELDS, {"hash", UUIDX_FIELD_SIGNED_LE32, 88, 32}},
		.hint = gettext_noop("An id of this system has 26 characters A-Za-z0-9-_, the last of "
							 "which is A, Q, g or w."),
		.places = es_kordered_hash_places,
	},
	{.name = NULL}
};
