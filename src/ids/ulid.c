/*
 * ulid.c
 *	  ULID, TSID, push ids and Flake, which begin with milliseconds.
 */
#include "ids/system.h"

const uuidx_id_system uuidx_id_ulid_systems[] = {

	/*
	 * ulid/spec, README.md.  The text is a number of 130 bits of which the
	 * first two are zero.  Crockford's look-alikes I, L and O are refused, as
	 * the reference implementations refuse them.
	 */
	{
		"ulid", "01ARZ3NDEKTSV4RRFFQ69G5FAV", 128, UUIDX_ID_RAW, UUIDX_ID_SORT_TEXT,
		.fields = {{"unix_ms", UUIDX_FIELD_NUMBER, 0, 48}, {"rand", UUIDX_FIELD_HEX, 48, 80}},
		.hint = gettext_noop("A ULID has 26 characters of Crockford's base 32, the first of "
							 "which is at most 7."),
		UUIDX_DIGITS(26, uuidx_crockford, UUIDX_PAD_FIRST), UUIDX_MS_IN_FRONT(48),
	},

	/*
	 * f4b6a3/tsid-creator, Tsid.java: ms since 2020-01-01, node and counter.
	 * The number is unsigned; as a bigint it is negative from 2089-09-06 on.
	 * Its reader takes I and L for 1 and O for 0, as Crockford proposed, and
	 * so does this one; the text is written without them.
	 */
	{
		"tsid", "01226N0640J7Q", 64, UUIDX_ID_TIME_FIRST, UUIDX_ID_SORT_TEXT,
		.fields = {UUIDX_MS_FIELD, {"random22", UUIDX_FIELD_NUMBER, 42, 22}},
		.hint = gettext_noop("A TSID has 13 characters of Crockford's base 32, the first of "
							 "which is at most F."),
		.epoch_ms = INT64CONST(1577836800000),
		.epoch_varies = true,
		UUIDX_DIGITS(13, uuidx_crockford_lenient, UUIDX_PAD_FIRST), UUIDX_MS_IN_FRONT(42),
	},

	/*
	 * Firebase's blog of February 2015, "The 2^120 Ways to Ensure Unique
	 * Identifiers", and its PushIdGenerator.  The alphabet is a base 64 in
	 * ASCII order, so that the text sorts.
	 */
	{
		"pushid", "-JhLeOlGIEjaIOFHR0xd", 120, UUIDX_ID_TIME_FIRST, UUIDX_ID_SORT_TEXT,
		.maker = "firebase",
		.fields = {{"unix_ms", UUIDX_FIELD_NUMBER, 0, 48}, {"rand", UUIDX_FIELD_HEX, 48, 72}},
		.hint = gettext_noop("A push id has 20 characters -0-9A-Z_a-z."),
		UUIDX_DIGITS(20, uuidx_base64_push, UUIDX_PAD_FIRST), UUIDX_MS_IN_FRONT(48),
	},

	/*
	 * boundary/flake, flake_util.erl and flake_server.erl.  The text has 18
	 * characters from 1975 to 2284.  It sorts among texts of one length;
	 * padded with 0 to 22 characters, a form that is read as well, it always
	 * sorts.
	 */
	{
		"flake", "8HFaR8qWtRlGDHnO57", 128, UUIDX_ID_RAW, UUIDX_ID_SORT_LENGTH,
		.fields = {
			{"unix_ms", UUIDX_FIELD_NUMBER, 0, 64}, {"worker", UUIDX_FIELD_HEX, 64, 48},
			{"sequence", UUIDX_FIELD_NUMBER, 112, 16}
		},
		.hint = gettext_noop("A Flake has 1 to 22 characters 0-9A-Za-z."),
		/* to the last millisecond of a timestamptz: 294276-12-31 23:59:59.999 */
		UUIDX_TICKS_TO(UINT64CONST(9224318015999999), 1000, 1), UUIDX_NUMBER(22, uuidx_base62),
		.shortest = true,
		UUIDX_TIME_IN_FRONT(64),
	},
	{.name = NULL}
};
