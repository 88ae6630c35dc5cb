/*
 * texts.c
 *	  The systems that need no code of their own.
 *
 * Constants describe each of them: a number that begins with its time, in digits of some
 * alphabet.  A new system of that kind is one more entry here.
 */
#include "ids/system.h"

/* The time is in front, and the bits after it can have any value */
#define TIME_IN_FRONT .ticks = uuidx_id_leading_ticks, .bound = uuidx_id_leading_bound

#define MS_IN_FRONT(bits) TIME_IN_FRONT, .time_bits = (bits), UUIDX_TICKS(bits, 1000, 1)
#define S_IN_FRONT TIME_IN_FRONT, .time_bits = 32, UUIDX_TICKS(32, 1000000, 1)

/*
 * Elasticflake and Elasticsearch have the same fields in several layouts.  An id does not show its
 * layout, so the caller must name the one that was in use.  All are arranged into the sorted
 * layout:
 *
 *	  octets 0-5	  Unix ms, t5 (most significant) to t0
 *	  octets 6-11	  a munged MAC address, m0 to m5
 *	  octets 12-14	  a sequence, q2 to q0
 *
 * The UUID is that of the sorted layout, so it sorts by time even if the id does not.  The texts
 * are base 64 (RFC 4648 section 5) without padding characters.  That alphabet is not in ASCII
 * order, so texts do not sort by time.
 */
#define ELASTIC(n) MS_IN_FRONT(48), UUIDX_DIGITS(n, uuidx_base64url, UUIDX_PAD_LAST)

#define ELASTIC_FIELDS                                                                             \
	{"unix_ms", UUIDX_FIELD_NUMBER, 0, 48},                                                        \
	{"mac", UUIDX_FIELD_HEX, 48, 48},                                                              \
	{"sequence", UUIDX_FIELD_NUMBER, 96, 24}

#define ELASTIC_15_OCTETS                                                                          \
	ELASTIC(20), .bits = 120, .mapping = UUIDX_ID_TIME_FIRST, .fields = {ELASTIC_FIELDS},          \
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

const uuidx_id_system uuidx_id_plain_systems[] = {

	/*
	 * ulid/spec, README.md.  The text is a number of 130 bits of which the
	 * first two are zero.  Crockford's look-alikes I, L and O are refused, as
	 * the reference implementations refuse them.
	 */
	{
		.name = "ulid",
		.fields = {
			{"unix_ms", UUIDX_FIELD_NUMBER, 0, 48},
			{"rand", UUIDX_FIELD_HEX, 48, 80}
		},
		.hint = gettext_noop("A ULID has 26 characters of Crockford's base 32, the first of "
							 "which is at most 7."),
		.example = "01ARZ3NDEKTSV4RRFFQ69G5FAV",
		.bits = 128,
		.mapping = UUIDX_ID_RAW,
		.sort = UUIDX_ID_SORT_TEXT,
		UUIDX_DIGITS(26, uuidx_crockford, UUIDX_PAD_FIRST),
		MS_IN_FRONT(48),
	},

	/*
	 * f4b6a3/tsid-creator, Tsid.java: ms since 2020-01-01, node and counter.
	 * The number is unsigned; as a bigint it is negative from 2089-09-06 on.
	 * Its reader takes I and L for 1 and O for 0, as Crockford proposed, and
	 * so does this one; the text is written without them.
	 */
	{
		.name = "tsid",
		.fields = {
			{.name = "unix_ms",.form = UUIDX_FIELD_UNIX_MS},
			{"random22", UUIDX_FIELD_NUMBER, 42, 22}
		},
		.hint = gettext_noop("A TSID has 13 characters of Crockford's base 32, the first of "
							 "which is at most F."),
		.example = "01226N0640J7Q",
		.bits = 64,
		.mapping = UUIDX_ID_TIME_FIRST,
		.sort = UUIDX_ID_SORT_TEXT,
		.epoch_ms = INT64CONST(1577836800000),
		.epoch_varies = true,
		UUIDX_DIGITS(13, uuidx_crockford_lenient, UUIDX_PAD_FIRST),
		MS_IN_FRONT(42),
	},

	/*
	 * Firebase's blog of February 2015, "The 2^120 Ways to Ensure Unique
	 * Identifiers", and its PushIdGenerator.  The alphabet is a base 64 in
	 * ASCII order, so that the text sorts.
	 */
	{
		.name = "pushid",
		.maker = "firebase",
		.fields = {
			{"unix_ms", UUIDX_FIELD_NUMBER, 0, 48},
			{"rand", UUIDX_FIELD_HEX, 48, 72}
		},
		.hint = gettext_noop("A push id has 20 characters -0-9A-Z_a-z."),
		.example = "-JhLeOlGIEjaIOFHR0xd",
		.bits = 120,
		.mapping = UUIDX_ID_TIME_FIRST,
		.sort = UUIDX_ID_SORT_TEXT,
		UUIDX_DIGITS(20, uuidx_base64_push, UUIDX_PAD_FIRST),
		MS_IN_FRONT(48),
	},

	/*
	 * mongodb/specifications, bson-objectid/objectid.md.  The octets of a
	 * process are random; before 2018 they were machine and process.
	 */
	{
		.name = "objectid",
		.maker = "mongodb",
		.fields = {
			{"unix_s", UUIDX_FIELD_NUMBER, 0, 32},
			{"process_unique", UUIDX_FIELD_HEX, 32, 40},
			{"counter", UUIDX_FIELD_NUMBER, 72, 24}
		},
		.hint = gettext_noop("An ObjectID has 24 hexadecimal digits."),
		.example = "507f1f77bcf86cd799439011",
		.bits = 96,
		.mapping = UUIDX_ID_TIME_FIRST,
		.sort = UUIDX_ID_SORT_TEXT,
		UUIDX_DIGITS(24, uuidx_hex, UUIDX_PAD_FIRST),
		S_IN_FRONT,
	},

	/*
	 * rs/xid, id.go.  Lower-case base32hex (RFC 4648 section 7) without
	 * padding characters; the last one carries one bit and is 0 or g.
	 */
	{
		.name = "xid",
		.fields = {
			{"unix_s", UUIDX_FIELD_NUMBER, 0, 32},
			{"machine", UUIDX_FIELD_HEX, 32, 24},
			{"pid", UUIDX_FIELD_NUMBER, 56, 16},
			{"counter", UUIDX_FIELD_NUMBER, 72, 24}
		},
		.hint = gettext_noop("An XID has 20 characters 0-9a-v, the last of which is 0 or g."),
		.example = "9m4e2mr0ui3e8a215n4g",
		.bits = 96,
		.mapping = UUIDX_ID_TIME_FIRST,
		.sort = UUIDX_ID_SORT_TEXT,
		UUIDX_DIGITS(20, uuidx_base32hex_lower, UUIDX_PAD_LAST),
		S_IN_FRONT,
	},

	/*
	 * segmentio/ksuid, ksuid.go and base62.go: seconds since 2014-05-13
	 * 16:53:20; other implementations have another epoch
	 */
	{
		.name = "ksuid",
		.maker = "segment",
		.fields = {
			{.name = "unix_s",.form = UUIDX_FIELD_UNIX_S},
			{.name = "timestamp",.form = UUIDX_FIELD_TICKS},
			{"payload", UUIDX_FIELD_HEX, 32, 128}
		},
		.hint = gettext_noop("A KSUID has 27 characters 0-9A-Za-z, at most "
							 "aWgEPTl1tmebfsQzFP4bxwgy80V."),
		.example = "0ujtsYcgvSTl8PAuAdqWYSMnLOv",
		.bits = 160,
		.mapping = UUIDX_ID_TOO_LONG,
		.sort = UUIDX_ID_SORT_TEXT,
		.epoch_ms = INT64CONST(1400000000000),
		.epoch_varies = true,
		UUIDX_NUMBER(27, uuidx_base62),
		S_IN_FRONT,
	},

	/*
	 * boundary/flake, flake_util.erl and flake_server.erl.  The text has 18
	 * characters from 1975 to 2284.  It sorts among texts of one length;
	 * padded with 0 to 22 characters, a form that is read as well, it always
	 * sorts.
	 */
	{
		.name = "flake",
		.fields = {
			{"unix_ms", UUIDX_FIELD_NUMBER, 0, 64},
			{"worker", UUIDX_FIELD_HEX, 64, 48},
			{"sequence", UUIDX_FIELD_NUMBER, 112, 16}
		},
		.hint = gettext_noop("A Flake has 1 to 22 characters 0-9A-Za-z."),
		.example = "8HFaR8qWtRlGDHnO57",
		.bits = 128,
		.mapping = UUIDX_ID_RAW,
		.sort = UUIDX_ID_SORT_LENGTH,
		.tick_num = 1000,
		.tick_den = 1,
		/* the last millisecond of a timestamptz: 294276-12-31 23:59:59.999 */
		.max_ticks = UINT64CONST(9224318015999999),
		.time_bits = 64,
		UUIDX_NUMBER(22, uuidx_base62),
		.shortest = true,
		TIME_IN_FRONT,
	},

	/* ppearcy/elasticflake, TimeBasedUUIDGenerator.java; Elasticsearch to 5 */
	{
		ELASTIC_15_OCTETS,
		.name = "elasticflake",
		.example = "ASwUjQPCR5STfSsTSbKz",
		.sort = UUIDX_ID_SORT_OCTETS,
	},
	{
		ELASTIC_15_OCTETS,
		.name = "es_timebased",
		.maker = "elasticsearch",
		.example = "L-rlz4sB1cCMtaiWaKkA",
		.sort = UUIDX_ID_SORT_NONE,
		.places = es_timebased_places,
	},
	{
		ELASTIC_15_OCTETS,
		.name = "es_kordered",
		.example = "AYvP5UNMCtAT3jdozwBL",
		.sort = UUIDX_ID_SORT_NONE,
		.places = es_kordered_places,
	},
	{
		ELASTIC(26),
		.name = "es_kordered_hash",
		.fields = {
			ELASTIC_FIELDS,
			{"hash", UUIDX_FIELD_SIGNED_LE32, 88, 32}
		},
		.hint = gettext_noop("An id of this system has 26 characters A-Za-z0-9-_, the last of "
							 "which is A, Q, g or w."),
		.example = "AZL3i8xld0KMLzNijfDr_hCAVw",
		.bits = 152,
		.mapping = UUIDX_ID_TOO_LONG,
		.sort = UUIDX_ID_SORT_NONE,
		.places = es_kordered_hash_places,
	},

	/*
	 * Well-known systems with no time and no order in their ids.  They are
	 * listed so that the error about their names gives the reason.
	 */

	/* nats-io/nuid has 12 random and 10 sequential characters of base 62 */
	{
		.name = "nuid",
		.refusal = gettext_noop("A NUID carries no time, and its 131 bits do not fit into a UUID."),
		.bits = 131,
		.mapping = UUIDX_ID_TOO_LONG,
		.sort = UUIDX_ID_SORT_NONE,
	},

	/*
	 * paralleldrive/cuid2 has a letter and characters of a hash, 24 in total
	 * by default
	 */
	{
		.name = "cuid2",
		.refusal = gettext_noop("A CUID2 is a hash: it carries no time, and its length is not "
								"fixed."),
		.bits = 124,
		.mapping = UUIDX_ID_TOO_LONG,
		.sort = UUIDX_ID_SORT_NONE,
	},

	{.name = NULL}
};
