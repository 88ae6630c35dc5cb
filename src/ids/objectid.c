/*
 * objectid.c
 *	  ObjectID, XID and KSUID, which begin with seconds.
 */
#include "ids/system.h"

#define S_IN_FRONT UUIDX_TIME_IN_FRONT(32), UUIDX_TICKS(32, 1000000, 1)

const uuidx_id_system uuidx_id_objectid_systems[] = {

	/*
	 * mongodb/specifications, bson-objectid/objectid.md.  The octets of a
	 * process are random; before 2018 they were machine and process.
	 */
	{
		"objectid", "507f1f77bcf86cd799439011", 96, UUIDX_ID_TIME_FIRST, UUIDX_ID_SORT_TEXT,
		.maker = "mongodb",
		.fields = {
			{"unix_s", UUIDX_FIELD_NUMBER, 0, 32}, {"process_unique", UUIDX_FIELD_HEX, 32, 40},
			{"counter", UUIDX_FIELD_NUMBER, 72, 24}
		},
		.hint = gettext_noop("An ObjectID has 24 hexadecimal digits."),
		UUIDX_DIGITS(24, uuidx_hex, UUIDX_PAD_FIRST), S_IN_FRONT,
	},

	/*
	 * rs/xid, id.go.  Lower-case base32hex (RFC 4648 section 7) without
	 * padding characters; the last one carries one bit and is 0 or g.
	 */
	{
		"xid", "9m4e2mr0ui3e8a215n4g", 96, UUIDX_ID_TIME_FIRST, UUIDX_ID_SORT_TEXT,
		.fields = {
			{"unix_s", UUIDX_FIELD_NUMBER, 0, 32}, {"machine", UUIDX_FIELD_HEX, 32, 24},
			{"pid", UUIDX_FIELD_NUMBER, 56, 16}, {"counter", UUIDX_FIELD_NUMBER, 72, 24}
		},
		.hint = gettext_noop("An XID has 20 characters 0-9a-v, the last of which is 0 or g."),
		UUIDX_DIGITS(20, uuidx_base32hex_lower, UUIDX_PAD_LAST), S_IN_FRONT,
	},

	/*
	 * segmentio/ksuid, ksuid.go and base62.go: seconds since 2014-05-13
	 * 16:53:20; other implementations have another epoch
	 */
	{
		"ksuid", "0ujtsYcgvSTl8PAuAdqWYSMnLOv", 160, UUIDX_ID_TOO_LONG, UUIDX_ID_SORT_TEXT,
		.maker = "segment",
		.fields = {
			{.name = "unix_s",.form = UUIDX_FIELD_UNIX_S}, UUIDX_TICKS_FIELD("timestamp"),
			{"payload", UUIDX_FIELD_HEX, 32, 128}
		},
		.hint = gettext_noop("A KSUID has 27 characters 0-9A-Za-z, at most "
							 "aWgEPTl1tmebfsQzFP4bxwgy80V."),
		.epoch_ms = INT64CONST(1400000000000),
		.epoch_varies = true,
		UUIDX_NUMBER(27, uuidx_base62), S_IN_FRONT,
	},
	{.name = NULL}
};
