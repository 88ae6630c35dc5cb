/*
 * test_id_cases.c
 *	  Foreign ids by hand: each refusal with its reason, worked examples, and the
 *	  first and last instants.
 */
#include "test_id.h"

#include <stdlib.h>

#include "uuid/bits.h"

#define OWN UUIDX_ID_OWN_EPOCH

/* Not only refused, but refused for the right reason */
static const struct
{
	const char *system;
	const char *string;
	uuidx_status status;
}			refusals[] = {
	{"ulid", "01ARZ3NDEKTSV4RRFFQ69G5FA", UUIDX_BAD_LENGTH},
	{"ulid", "01ARZ3NDEKTSV4RRFFQ69G5FAU", UUIDX_BAD_DIGIT},
	{"ulid", "O1ARZ3NDEKTSV4RRFFQ69G5FAV", UUIDX_BAD_DIGIT},
	{"ulid", "81ARZ3NDEKTSV4RRFFQ69G5FAV", UUIDX_OVERFLOW},
	{"ulid", "01ARZ3NDEKTSV4RRFFQ69G5FA\xC3", UUIDX_BAD_DIGIT},
	{"lexicaluuid", "00060a24-1820-2240-fffffffffffffff", UUIDX_BAD_LENGTH},
	{"lexicaluuid", "00060a24-1820-2240-fffffffffffffffg", UUIDX_BAD_DIGIT},
	{"lexicaluuid", "--0-0-0-6-0-a-2-4-1-8-2-0-2-2-4-0-0-0-0-0-0-0-0-0-0-0-0-0-0-a-b-c",
	UUIDX_BAD_LENGTH},
	{"snowflake", "", UUIDX_BAD_LENGTH},
	{"snowflake", "0172455111045722574", UUIDX_LEADING_ZERO},
	{"snowflake", "+1", UUIDX_BAD_DIGIT},
	{"snowflake", "9223372036854775808", UUIDX_OVERFLOW},
	{"snowflake", "99999999999999999999", UUIDX_OVERFLOW},
	{"snowflake", "100000000000000000000", UUIDX_BAD_LENGTH},
	{"discord", "18446744073709551616", UUIDX_OVERFLOW},
	{"shardingid", "-0", UUIDX_LEADING_ZERO},
	{"shardingid", "-", UUIDX_BAD_DIGIT},
	{"shardingid", "--1", UUIDX_BAD_DIGIT},
	{"shardingid", "-9223372036854775809", UUIDX_OVERFLOW},
	{"shardingid", "9223372036854775808", UUIDX_OVERFLOW},
	{"flake", "7n42DGM5Tflk9n8mt7Fhc8", UUIDX_OVERFLOW},
	{"flake", "00000000000000000000000", UUIDX_BAD_LENGTH},
	{"ksuid", "aWgEPTl1tmebfsQzFP4bxwgy80W", UUIDX_OVERFLOW},
	{"ksuid", "0ujtsYcgvSTl8PAuAdqWYSMnLO!", UUIDX_BAD_DIGIT},
	{"elasticflake", "AVSmT+iPFzVVmHZ5Yy0g", UUIDX_BAD_DIGIT},
	{"es_kordered_hash", "AZL3i8xld0KMLzNijfDr_hCAVx", UUIDX_BAD_PADDING},
	{"ordereduuid", "9009ebcc-cd99-7b5f-90cf-9155607d2de9", UUIDX_BAD_VERSION},
	{"ordereduuid", "9009ebcc-cd99-4b5f-c0cf-9155607d2de9", UUIDX_BAD_VARIANT},
	{"ordereduuid", "9009ebcccd99-4b5f-90cf-9155607d2de9a", UUIDX_BAD_SEPARATOR},
	{"combguid_legacy", "00000000-0000-4000-8000-9190018b8200", UUIDX_BAD_TIME_OF_DAY},
	{"combguid_pg_legacy", "9190018b-8200-4000-8000-000000000000", UUIDX_BAD_TIME_OF_DAY},
	{"sid_base64", "8IeSBAWW9kK-0cDG64GQgGJ", UUIDX_OVERFLOW},
	{"sid_base64", "1IeSBAWW9kK-8cDG64GQgGJ", UUIDX_OVERFLOW},
	{"sid_base64", "zIeSBAWW9kK-0cDG64GQgGJ", UUIDX_OVERFLOW},
	{"sid_hex", "15a5cf57e7d2a837_6eaafe687e7b3ec3", UUIDX_BAD_SEPARATOR},
	{"sid_hex", "15A5cf57e7d2a837-6eaafe687e7b3ec3", UUIDX_BAD_DIGIT},
	{"sid_dec", "0999999999999999999-0000000000000000000", UUIDX_FOREIGN_TIME},
	{"pushid", "-JhLeOlGIEjaIOFHR0x+", UUIDX_BAD_DIGIT},
	{"xid", "9m4e2mr0ui3e8a215n4h", UUIDX_BAD_PADDING},
	{"xid", "9M4E2MR0UI3E8A215N4G", UUIDX_BAD_DIGIT},
	{"objectid", "507f1f77bcf86cd79943901g", UUIDX_BAD_DIGIT},
	{"cuid", "xjld2cjxh0000qzrmn831i7rn", UUIDX_BAD_PREFIX},
	{"cuid", "c1000000000001df7dat8022vh", UUIDX_BAD_LENGTH},
	{"cuid_nonstandard", "c0jld2cjxh0000qzrmn831i7r", UUIDX_LEADING_ZERO},
	{"cuid_nonstandard", "c0000qzrmn831i7rn", UUIDX_BAD_LENGTH},
	{"tsid", "G000000000000", UUIDX_OVERFLOW},
	{"tsid", "012345678-ABC", UUIDX_BAD_DIGIT},
	{"typeid", "Prefix_00000000000000000000000000", UUIDX_BAD_PREFIX},
	{"typeid", "_00000000000000000000000000", UUIDX_BAD_PREFIX},
	{"typeid", "prefix00000000000000000000000000", UUIDX_BAD_SEPARATOR},
	{"typeid", "prefix_0000000000000000000000000A", UUIDX_BAD_DIGIT},
	{"typeid", "prefix_80000000000000000000000000", UUIDX_OVERFLOW},
	{"ncs", "333a2276-0000-0001-0d00-00809c000000", UUIDX_BAD_RESERVED},
	{"ncs", "333a2276-0000-0000-8d00-00809c000000", UUIDX_BAD_VARIANT},
	{"ncs", "333a2276-0000-0000-0e00-00809c000000", UUIDX_BAD_FAMILY},
	{"ncs_text", "333a22760000.0d.00.00.80.9c.00.00", UUIDX_BAD_LENGTH},
	{"ncs_text", "333a22760000.0d.00.00.80.9c.00.00.00.", UUIDX_BAD_LENGTH},
	{"ncs_text", "333a22760000.0d.00.00.80.9c-00.00.00", UUIDX_BAD_SEPARATOR},
	{"ncs_text", "333a2276000.00d.00.00.80.9c.00.00.00", UUIDX_BAD_DIGIT},
	{"ncs_text", "333a22760000.0d.00.00.80.9g.00.00.00", UUIDX_BAD_DIGIT},
	{"ncs_text", "333a22760000.0e.00.00.80.9c.00.00.00", UUIDX_BAD_FAMILY},
	{"ncs_text", "333a22760000.8d.00.00.80.9c.00.00.00", UUIDX_BAD_VARIANT},
	{"mysql_swap", "21ee833b04afdafbaea44efad198aff1", UUIDX_BAD_VERSION},
	{"mysql_swap", "11ee833b04afdafb2ea44efad198aff1", UUIDX_BAD_VARIANT},
	{"mysql_swap", "11ee833b-04af-dafb-aea4-4efad198aff1", UUIDX_BAD_LENGTH},
	{"cassandra_timeuuid", "01890a5d-ac96-774b-bcce-b302099a8057", UUIDX_BAD_VERSION},
	{"cassandra_timeuuid", "04afc000-833b-01ee-8080-808080808080", UUIDX_BAD_VERSION},
	{"dotnet_bytes", "9e6814df-f0bb-d79c-9b9f-bd20a66b977f", UUIDX_BAD_LENGTH},
	{"draft02_v7", "0615e803-f1f9-4acf-8000-000000000001", UUIDX_BAD_VERSION},
	{"rfc9562_v8_time", "2489e9ad-2ee2-7e00-8ec9-32d5f69181c0", UUIDX_BAD_VERSION},
	{"rfc9562_v8_time", "2489e9ad-2ee2-8e00-cec9-32d5f69181c0", UUIDX_BAD_VARIANT},
	{"nuid", "O8LJUS7WW7ITCF359GGCZY", UUIDX_UNSUPPORTED},
	{"cuid2", "uqqt16szu4hsiikrzm97y3mk", UUIDX_UNSUPPORTED},
};

/* Ids and their uuids, computed elsewhere */
static const struct
{
	const char *system;
	const char *string;
	const char *uuid;
}			examples[] = {
	{"snowflake", "1724551110457225744", "018bcfe5-6800-83bc-a100-000000000000"},
	{"shardingid", "11637205501278089", "0132504e-0bf1-829e-bc48-000000000000"},
	{"sonyflake_v1", "9223372036854775807", "06482e82-d7f6-8fff-bffc-000000000000"},
	{"objectid", "507f1f77bcf86cd799439011", "013a7092-e8d8-8bcf-a1b3-5e650e404400"},
	{"pushid", "-JhLeOlGIEjaIOFHR0xd", "014b56a9-9c51-84cf-af99-365049c07da4"},
	{"elasticflake", "ASwUjQPCR5STfSsTSbKz", "012c148d-03c2-8479-924d-f4ac4d26cacc"},
	{"discord", "175928847299117063", "015466e4-1b04-8080-8070-000000000000"},
	{"tsid", "01226N0640J7Q", "01717f81-8831-8012-8f70-000000000000"},
	{"cuid", "cjld2cjxh0000qzrmn831i7rn", "09317793-698b-8567-6d7e-8eb978f8c4d3"},
	{"sid_base64", "1IeSBAWW9kK-0cDG64GQgGJ", "14a970b2-a080-9bd4-09cd-4061106ab413"},
	{"lexicaluuid", "00000000-00ff-9281-ffffffffa0091991", "00000000-00ff-9281-ffff-ffffa0091991"},
	{"mysql_swap", "11ee833b04afdafbaea44efad198aff1", "04afdafb-833b-11ee-aea4-4efad198aff1"},
	{"ncs_text", "333a22760000.0d.00.00.80.9c.00.00.00", "333a2276-0000-0000-0d00-00809c000000"},
};

/* Freedoms of a text: it is read, and written canonically */
static const struct
{
	const char *system;
	const char *string;
	const char *canonical;
}			freedoms[] = {
	{"ulid", "01arz3ndektsv4rrffq69g5fav", "01ARZ3NDEKTSV4RRFFQ69G5FAV"},
	{"tsid", "oLi226N064Oj7", "011226N0640J7"},
	{"objectid", "507F1F77BCF86CD799439011", "507f1f77bcf86cd799439011"},
	{"flake", "00008HFaR8qWtRlGDHnO57", "8HFaR8qWtRlGDHnO57"},
	{"lexicaluuid", "00060A24182022400000000000000ABC", "00060a24-1820-2240-0000000000000abc"},
	{"lexicaluuid", "00060a24-1820-2240-0000-000000000abc", "00060a24-1820-2240-0000000000000abc"},
	{"lexicaluuid", "-0-0-0-6-0-a-2-4-1-8-2-0-2-2-4-0-0-0-0-0-0-0-0-0-0-0-0-0-0-a-b-c",
	"00060a24-1820-2240-0000000000000abc"},
	{"typeid", "a_b_01h455vb4pex5vsknk084sn02q", "01h455vb4pex5vsknk084sn02q"},
	{"ordereduuid", "9009EBCC-CD99-4B5F-90CF-9155607D2DE9", "9009ebcc-cd99-4b5f-90cf-9155607d2de9"},
	{"mysql_swap", "11EE833B04AFDAFBAEA44EFAD198AFF1", "11ee833b04afdafbaea44efad198aff1"},
};

/* uuids that are close to one of the system and are not */
static const struct
{
	const char *system;
	const char *uuid;
	uuidx_status status;
}			foreign[] = {
	{"snowflake", "018bcfe5-6800-73bc-a100-000000000000", UUIDX_BAD_VERSION},
	{"snowflake", "018bcfe5-6800-83bc-e100-000000000000", UUIDX_BAD_VARIANT},
	{"snowflake", "018bcfe5-6800-83bc-a100-000000000001", UUIDX_BAD_PADDING},
	{"snowflake", "018bcfe5-6800-83bc-a108-000000000000", UUIDX_BAD_PADDING},
	{"snowflake", "012c148d-03c0-83bc-a100-000000000000", UUIDX_FOREIGN_TIME},
	{"snowflake", "032c148d-03c1-83bc-a100-000000000000", UUIDX_FOREIGN_TIME},
	{"sonyflake_v1", "06482e82-d7f5-8fff-bffc-000000000000", UUIDX_SPLIT_TICK},
	{"sonyflake_v1", "06482e82-d7f6-8fff-bffe-000000000000", UUIDX_BAD_PADDING},
	{"objectid", "013a7092-e8d9-8bcf-a1b3-5e650e404400", UUIDX_SPLIT_TICK},
	{"objectid", "013a7092-e8d8-8bcf-a1b3-5e650e404401", UUIDX_BAD_PADDING},
	{"objectid", "03e80000-0000-8bcf-a1b3-5e650e404400", UUIDX_FOREIGN_TIME},
	{"pushid", "014b56a9-9c51-84cf-af99-365049c07da5", UUIDX_BAD_PADDING},
	{"cuid", "10e425c5-6daf-fabc-35c1-000000000000", UUIDX_OVERFLOW},
	{"cuid", "10e425c5-6daf-fabd-0000-000000000000", UUIDX_OVERFLOW},
	{"sid_hex", "80000000-0000-0000-0000-000000000000", UUIDX_OVERFLOW},
	{"sid_dec", "0de0b6b3-a763-ffff-0000-000000000000", UUIDX_FOREIGN_TIME},
	{"mysql_swap", "6ccd780c-baba-4026-9564-5b8c656024db", UUIDX_BAD_VERSION},
	{"ksuid", "018bcfe5-6800-83bc-a100-000000000000", UUIDX_NO_UUID},
	{"es_kordered_hash", "018bcfe5-6800-83bc-a100-000000000000", UUIDX_NO_UUID},
	{"nuid", "018bcfe5-6800-83bc-a100-000000000000", UUIDX_UNSUPPORTED},
};

static void
test_tables(void)
{
	uuidx_id	id;
	pg_uuid_t	uuid;

	test_begin("ids are refused with their reason");
	for (size_t i = 0; i < lengthof(refusals); i++)
	{
		uuidx_status status = uuidx_id_parse(test_system(refusals[i].system), refusals[i].string,
											 strlen(refusals[i].string), &id);

		test_check(status == refusals[i].status, "%s \"%s\": %s", refusals[i].system,
				   refusals[i].string, test_reason(status));
	}
	test_check(uuidx_id_parse(test_system("objectid"),
							  "507f1f77bcf86cd7\0"
							  "9439011",
							  24, &id) == UUIDX_BAD_DIGIT,
			   "a zero octet");
	test_end();

	test_begin("worked examples of ids and their uuids");
	for (size_t i = 0; i < lengthof(examples); i++)
	{
		const uuidx_id_system *system = test_system(examples[i].system);
		pg_uuid_t	expected = uuid_from(examples[i].uuid);
		uuidx_status status =
			uuidx_id_parse(system, examples[i].string, strlen(examples[i].string), &id);

		if (status == UUIDX_OK)
			status = uuidx_id_to_uuid(system, &id, OWN, &uuid);
		test_check(status == UUIDX_OK && memcmp(&uuid, &expected, sizeof(uuid)) == 0, "%s %s",
				   examples[i].system, examples[i].string);
	}
	test_end();

	test_begin("texts that are not canonical, and are accepted");
	for (size_t i = 0; i < lengthof(freedoms); i++)
	{
		const uuidx_id_system *system = test_system(freedoms[i].system);
		char		string[UUIDX_ID_TEXT_MAX + 1];

		if (!test_check(uuidx_id_parse(system, freedoms[i].string, strlen(freedoms[i].string),
									   &id) == UUIDX_OK,
						"%s %s", freedoms[i].system, freedoms[i].string))
			continue;
		uuidx_id_format(system, &id, string);
		test_check(strcmp(string, freedoms[i].canonical) == 0, "%s %s: %s", freedoms[i].system,
				   freedoms[i].string, string);
	}
	test_end();

	test_begin("uuids that are of no id are refused with their reason");
	for (size_t i = 0; i < lengthof(foreign); i++)
	{
		uuidx_status status;

		uuid = uuid_from(foreign[i].uuid);
		status = uuidx_id_from_uuid(test_system(foreign[i].system), &uuid, OWN, &id);
		test_check(status == foreign[i].status, "%s %s: %s", foreign[i].system, foreign[i].uuid,
				   test_reason(status));
	}
	test_end();
}

/* Bounds as text; a lower and an upper one, either NULL for "out of range" */
static const struct
{
	const char *system;
	const char *time;
	const char *lower;
	const char *upper;
}			bounds[] = {

	{"ulid", "2016-07-30T23:54:10.259Z", "01ARZ3NDEK0000000000000000",
	"01ARZ3NDEKZZZZZZZZZZZZZZZZ"},
	{"ulid", "2016-07-30T23:54:10.258001Z", "01ARZ3NDEK0000000000000000",
	"01ARZ3NDEJZZZZZZZZZZZZZZZZ"},
	{"ulid", "1969-12-31T23:59:59.999999Z", "00000000000000000000000000", NULL},
	{"ulid", "10889-08-02T05:31:50.655999Z", NULL, "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"},
	{"snowflake", "2010-11-04T01:42:54.657Z", "0", "4194303"},
	{"snowflake", "2010-11-04T01:42:54.656999Z", "0", NULL},
	{"snowflake", "2080-07-10T17:30:30.208Z", "9223372036850581504", "9223372036854775807"},
	{"snowflake", "2080-07-10T17:30:30.208001Z", NULL, "9223372036854775807"},
	{"shardingid", "2046-06-27T17:00:49.497Z", "-9223372036854775808", "-9223372036846387201"},
	{"objectid", "2012-10-17T20:46:22Z", "507f191e0000000000000000", "507f191effffffffffffffff"},
	{"objectid", "2012-10-17T20:46:21.5Z", "507f191e0000000000000000", "507f191dffffffffffffffff"},
	{"sonyflake_v1", "2014-09-01T00:00:00.009999Z", "16777216", "16777215"},
	{"ordereduuid", "2020-03-09T03:00:51.73145Z", "9009ebcc-cd99-4000-8000-000000000000",
	"9009ebcc-cd99-4fff-bfff-ffffffffffff"},
	{"combguid_sql", "2024-03-21T04:19:11.304Z", "00000000-0000-0000-0000-018e5f3bff48",
	"ffffffff-ffff-ffff-ffff-018e5f3bff48"},

	/* a tick of 3333.3 us, told as .003333 */
	{"combguid_pg_legacy", "2023-03-17T00:00:00.003333Z", "afc80000-0001-0000-0000-000000000000",
	"afc80000-0001-ffff-ffff-ffffffffffff"},
	{"combguid_pg_legacy", "2023-03-17T00:00:00.003334Z", "afc80000-0002-0000-0000-000000000000",
	"afc80000-0001-ffff-ffff-ffffffffffff"},
	{"combguid_pg_legacy", "2023-03-16T23:59:59.996667Z", "afc80000-0000-0000-0000-000000000000",
	"afc7018b-81ff-ffff-ffff-ffffffffffff"},

	/* 1000 ticks of 1 ns are told as one microsecond */
	{"sid_hex", "1970-01-01T00:00:00.000001Z", "00000000000003e8-0000000000000000",
	"00000000000007cf-7fffffffffffffff"},
	{"sid_dec", "2001-09-09T01:46:40Z", "1000000000000000000-0000000000000000000",
	"1000000000000000999-9223372036854775807"},
	{"sid_dec", "2001-09-09T01:46:39.999999Z", "1000000000000000000-0000000000000000000", NULL},
	{"cuid", "2018-08-28T01:59:12.101Z", "cjld2cjxh0000000000000000", "cjld2cjxhzzzzzzzzzzzzzzzz"},
	{"typeid", "2023-06-30T03:34:18.518Z", "01h455vb4pe008000000000000",
	"01h455vb4pfzzvzzzzzzzzzzzz"},
	{"ncs", "1987-02-20T15:05:17.113344Z", "333a2276-0000-0000-0000-000000000000",
	"333a2276-0000-0000-0dff-ffffffffffff"},
	{"ncs_text", "1987-02-20T15:05:17.113345Z", "333a22760001.00.00.00.00.00.00.00.00",
	"333a22760000.0d.ff.ff.ff.ff.ff.ff.ff"},
	{"ncs_text", "2015-09-05T05:58:26.842621Z", NULL, "ffffffffffff.0d.ff.ff.ff.ff.ff.ff.ff"},

	/*
	 * a microsecond is 100 ticks, but for the last one, in which the ticks
	 * end
	 */
	{"rfc9562_v8_time", "2022-02-22T19:22:22Z", "2489e9ad-2ee2-8e00-8000-000000000000",
	"2489e9ad-2ee2-8e63-bfff-ffffffffffff"},
	{"rfc9562_v8_time", "2022-02-22T19:22:21.999999Z", "2489e9ad-2ee2-8d9c-8000-000000000000",
	"2489e9ad-2ee2-8dff-bfff-ffffffffffff"},
	{"rfc9562_v8_time", "2335-05-07T23:44:06.068469Z", "ffffffff-ffff-8fb4-8000-000000000000",
	"ffffffff-ffff-8fff-bfff-ffffffffffff"},
	{"mysql_swap", "2023-11-14T22:13:20.00069Z", "11ee833b04afdaf48000000000000000",
	"11ee833b04afdafdbfffffffffffffff"},
	{"draft02_v7", "2021-10-07T05:06:07.123456Z", "0615e803-f1f9-7acf-8000-000000000000",
	"0615e803-f1f9-7adf-bfff-ffffffffffff"},
	{"ksuid", "2014-05-13T16:53:20Z", "000000000000000000000000000", "000007n42DGM5Tflk9n8mt7Fhc7"},
};

static void
check_bound(const char *system_name, const char *kind, uuidx_status status, const uuidx_id *id,
			const char *expected)
{
	char		string[UUIDX_ID_TEXT_MAX + 1] = "";

	if (expected == NULL)
	{
		test_check(status == UUIDX_OUT_OF_RANGE, "%s %s: %s", system_name, kind,
				   test_reason(status));
		return;
	}
	if (!test_check(status == UUIDX_OK, "%s %s: %s", system_name, kind,
					test_reason(status)))
		return;
	uuidx_id_format(test_system(system_name), id, string);
	test_check(strcmp(string, expected) == 0, "%s %s: %s, not %s", system_name, kind, string,
			   expected);
}

/* Every system that has bounds has the whole range between the infinities */
static void
test_extremes(void)
{
	test_begin("bounds by hand");
	for (size_t i = 0; i < lengthof(bounds); i++)
	{
		const uuidx_id_system *system = test_system(bounds[i].system);
		int64		pg_us = test_time(bounds[i].time);
		uuidx_status status;
		uuidx_id	id;

		status = uuidx_id_lower_bound(system, pg_us, OWN, &id);
		check_bound(bounds[i].system, "lower", status, &id, bounds[i].lower);
		status = uuidx_id_upper_bound(system, pg_us, OWN, &id);
		check_bound(bounds[i].system, "upper", status, &id, bounds[i].upper);
	}
	test_end();

	test_begin("bounds of the infinities, and the ends of the range");
	for (size_t i = 0; uuidx_id_at(i) != NULL; i++)
	{
		const uuidx_id_system *system = uuidx_id_at(i);
		TimestampTz first;
		TimestampTz last;
		TimestampTz told;
		uuidx_status status;
		uuidx_id	id;

		if (system->refusal != NULL || system->tick_den == 0 || system->sort == UUIDX_ID_SORT_NONE)
		{
			status = uuidx_id_lower_bound(system, 0, OWN, &id);
			test_check(status == UUIDX_UNSUPPORTED || status == UUIDX_NO_TIME ||
					   status == UUIDX_NO_ORDER,
					   "%s has a bound", system->name);
			continue;
		}
		test_check(uuidx_id_time_range(system, OWN, &first, &last) == UUIDX_OK && first < last,
				   "%s: no range", system->name);
		status = uuidx_id_lower_bound(system, PG_INT64_MIN, OWN, &id);
		test_check(status == UUIDX_OK && uuidx_id_time(system, &id, OWN, &told) == UUIDX_OK &&
				   told == first,
				   "%s: first id", system->name);
		status = uuidx_id_upper_bound(system, PG_INT64_MAX, OWN, &id);
		test_check(status == UUIDX_OK && uuidx_id_time(system, &id, OWN, &told) == UUIDX_OK &&
				   told == last,
				   "%s: last id", system->name);
		test_check(uuidx_id_upper_bound(system, PG_INT64_MIN, OWN, &id) == UUIDX_OUT_OF_RANGE &&
				   uuidx_id_upper_bound(system, first - 1, OWN, &id) == UUIDX_OUT_OF_RANGE,
				   "%s: an id before the first", system->name);
		test_check(uuidx_id_lower_bound(system, PG_INT64_MAX, OWN, &id) == UUIDX_OUT_OF_RANGE &&
				   uuidx_id_lower_bound(system, last + 1, OWN, &id) == UUIDX_OUT_OF_RANGE,
				   "%s: an id after the last", system->name);
	}
	test_end();
}

/* A timestamptz ends on 294276-12-31; two systems reach further or nearly so */
static void
test_times(void)
{
	const uuidx_id_system *flake = test_system("flake");
	const uuidx_id_system *lexical = test_system("lexicaluuid");
	const uuidx_id_system *draft = test_system("draft02_v7");
	TimestampTz told;
	TimestampTz last;
	uuidx_id	id;

	test_begin("times at the end of timestamptz");
	uuidx_id_time_range(flake, OWN, &told, &last);
	test_check(last == test_time("294276-12-31T23:59:59.999Z"), "Flake ends at %lld",
			   (long long) last);
	uuidx_id_upper_bound(flake, last, OWN, &id);
	uuidx_store_be64(id.octets, uuidx_load_be64(id.octets) + 1);
	test_check(uuidx_id_time(flake, &id, OWN, &told) == UUIDX_OUT_OF_RANGE, "Flake goes on");
	uuidx_id_time_range(lexical, OWN, &told, &last);
	test_check(last == test_time("294247-01-10T04:00:54.775807Z"), "LexicalUUID ends at %lld",
			   (long long) last);
	uuidx_id_parse(lexical, "80000000-0000-0000-0000000000000000", 35, &id);
	test_check(uuidx_id_time(lexical, &id, OWN, &told) == UUIDX_OUT_OF_RANGE, "before 1970");
	test_end();

	test_begin("draft02_v7: every microsecond of a second comes back");
	for (uint64 us = 0; us < 1000000; us++)
	{
		uint64		fraction = (us << 24) / 1000000;
		uint64		hi =
			UINT64CONST(1633583167) << 28 | (fraction >> 12) << 16 | 0x7000 | (fraction & 0x0FFF);

		memset(&id, 0, sizeof(id));
		uuidx_store_be64(id.octets, hi);
		test_check(uuidx_id_time(draft, &id, OWN, &told) == UUIDX_OK &&
				   told == test_time("2021-10-07T05:06:07Z") + (int64) us,
				   "%llu us: %lld", (unsigned long long) us, (long long) told);
	}
	test_end();

	test_begin("draft02_v7: a fraction of 12 bits in milliseconds reads up to 0.25 ms early");
	for (uint64 ms = 0; ms < 1000; ms++)
	{
		memset(&id, 0, sizeof(id));
		uuidx_store_be64(id.octets,
						 UINT64CONST(1633583167) << 28 | (ms << 12) / 1000 << 16 | 0x7000);
		uuidx_id_time(draft, &id, OWN, &told);
		told -= test_time("2021-10-07T05:06:07Z") + (int64) ms * 1000;
		test_check(told <= 0 && told > -250, "%llu ms: %lld us", (unsigned long long) ms,
				   (long long) told);
	}
	test_end();
}

/* Fields of systems of which ids.tsv has none, and under another epoch */
static const struct
{
	const char *system;
	const char *string;
	const char *field;
	const char *value;
}			values[] = {
	{"mysql_swap", "11ee833b04afdafbaea44efad198aff1", "ticks_100ns", "139192928000006907"},
	{"mysql_swap", "11ee833b04afdafbaea44efad198aff1", "clock_seq", "11940"},
	{"mysql_swap", "11ee833b04afdafbaea44efad198aff1", "node", "4efad198aff1"},
	{"cassandra_timeuuid", "ffffffff-ffff-1fff-bfff-ffffffffffff", "unix_ms", "103072857660684"},
	{"ncs_text", "ffffffffffff.0d.01.23.45.67.89.ab.cd", "ticks_4us", "281474976710655"},
	{"ncs_text", "ffffffffffff.0d.01.23.45.67.89.ab.cd", "family", "13"},
	{"ncs_text", "ffffffffffff.0d.01.23.45.67.89.ab.cd", "host", "0123456789abcd"},
	{"rfc9562_v8_time", "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0", "ticks_10ns", "164555774200000000"},
	{"rfc9562_v8_time", "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0", "custom_c", "0ec932d5f69181c0"},
	{"draft02_v7", "0615e803-f1f9-7acf-8000-000000000001", "unix_s", "1633583167"},
	{"draft02_v7", "0615e803-f1f9-7acf-8000-000000000001", "subsec_a", "505"},
	{"draft02_v7", "0615e803-f1f9-7acf-8000-000000000001", "subsec_b", "2767"},
	{"draft02_v7", "0615e803-f1f9-7acf-bfff-ffffffffffff", "subsec_seq_node", "3fffffffffffffff"},
	{"lexicaluuid", "ffffffff-ffff-ffff-0000000000000001", "unix_us", "-1"},
	{"lexicaluuid", "80000000-0000-0000-0000000000000001", "unix_us", "-9223372036854775808"},
	{"flake", "7n42DGM5Tflk9n8mt7Fhc7", "unix_ms", "18446744073709551615"},
};

static void
test_values(void)
{
	char		value[UUIDX_ID_VALUE_MAX + 1];
	uuidx_id	id;

	test_begin("fields by hand");
	for (size_t i = 0; i < lengthof(values); i++)
	{
		const uuidx_id_system *system = test_system(values[i].system);
		const uuidx_id_field *field = system->fields;

		while (field->name != NULL && strcmp(field->name, values[i].field) != 0)
			field++;
		if (!test_check(field->name != NULL, "no %s", values[i].field) ||
			!test_check(uuidx_id_parse(system, values[i].string, strlen(values[i].string), &id) ==
						UUIDX_OK, "%s", values[i].string))
			continue;
		uuidx_id_field_value(system, field, &id, OWN, value);
		test_check(strcmp(value, values[i].value) == 0, "%s %s is %s, not %s", values[i].string,
				   field->name, value, values[i].value);
	}
	test_end();

	test_begin("the time moves with the epoch, and no other field");
	for (size_t i = 0; uuidx_id_at(i) != NULL; i++)
	{
		const uuidx_id_system *system = uuidx_id_at(i);
		char		shifted[UUIDX_ID_VALUE_MAX + 1];

		if (!system->epoch_varies)
			continue;
		uuidx_id_parse(system, system->example, strlen(system->example), &id);
		for (const uuidx_id_field *field = system->fields; field->name; field++)
		{
			uuidx_id_field_value(system, field, &id, OWN, value);
			uuidx_id_field_value(system, field, &id, system->epoch_ms + 1000, shifted);
			if (strcmp(field->name, "unix_ms") == 0)
				test_check(strtoll(shifted, NULL, 10) == strtoll(value, NULL, 10) + 1000,
						   "%s: %s and %s", system->name, value, shifted);
			else
				test_check(strcmp(shifted, value) == 0, "%s: %s and %s", system->name, value,
						   shifted);
		}
	}
	test_end();
}

static void
test_registry(void)
{
	size_t		nsystems = 0;
	uuidx_id	id;
	pg_uuid_t	uuid;
	int64		epoch_ms;
	char		string[UUIDX_ID_TEXT_MAX + 1];

	test_begin("the registry");
	for (size_t i = 0; uuidx_id_at(i) != NULL; i++, nsystems++)
	{
		const uuidx_id_system *system = uuidx_id_at(i);

		test_check(uuidx_id_find(system->name, strlen(system->name)) == system, "%s not found",
				   system->name);
		test_check(uuidx_id_find(system->name, strlen(system->name) - 1) != system,
				   "a prefix of %s", system->name);
		test_check((system->refusal == NULL) == (system->example != NULL) &&
				   (system->refusal == NULL) == (system->form != NULL),
				   "%s: example and form", system->name);
		if (system->refusal != NULL)
			continue;
		test_check(uuidx_id_parse(system, system->example, strlen(system->example), &id) ==
				   UUIDX_OK &&
				   uuidx_id_format(system, &id, string) > 0 && strcmp(string, system->example) == 0,
				   "%s: example %s", system->name, system->example);
	}
	test_check(nsystems == 42, "%zu systems", nsystems);
	test_check(uuidx_id_find("", 0) == NULL && uuidx_id_find("zzz", 3) == NULL &&
			   uuidx_id_find("ul\0", 3) == NULL && uuidx_id_find("ulid\0", 5) == NULL &&
			   uuidx_id_find("\0", 1) == NULL,
			   "a system that is none");
	test_check(uuidx_id_find("ULID", 4) == test_system("ulid") &&
			   uuidx_id_find("DraFT02_V7x", 10) == test_system("draft02_v7"),
			   "either case");
	test_end();

	test_begin("numbers that are negative");
	for (size_t i = 0; uuidx_id_at(i) != NULL; i++)
	{
		const uuidx_id_system *system = uuidx_id_at(i);
		uuidx_status status = uuidx_id_from_bigint(system, -1, &id);

		if (system->refusal != NULL || system->bits > 64)
			test_check(status == UUIDX_UNSUPPORTED || status == UUIDX_NO_BIGINT, "%s: %s",
					   system->name, test_reason(status));
		else
			test_check(status == (system->check != NULL ? UUIDX_NEGATIVE : UUIDX_OK), "%s: %s",
					   system->name, test_reason(status));
	}
	test_end();

	test_begin("epochs");
	test_check(uuidx_id_epoch(test_system("ulid"), 0, &epoch_ms) == UUIDX_FIXED_EPOCH, "ulid");
	test_check(uuidx_id_epoch(test_system("mastodon"), 0, &epoch_ms) == UUIDX_FIXED_EPOCH,
			   "mastodon");
	test_check(uuidx_id_epoch(test_system("nuid"), 0, &epoch_ms) == UUIDX_UNSUPPORTED, "nuid");
	test_check(uuidx_id_epoch(test_system("snowflake"), 0, &epoch_ms) == UUIDX_OK &&
			   epoch_ms == INT64CONST(946684800000),
			   "snowflake");
	test_check(uuidx_id_epoch(test_system("snowflake"), 1, &epoch_ms) == UUIDX_BAD_EPOCH,
			   "a microsecond");
	test_check(uuidx_id_epoch(test_system("sonyflake_v1"), 19000, &epoch_ms) == UUIDX_OK &&
			   epoch_ms == INT64CONST(946684800010),
			   "sonyflake cuts to 10 ms");
	for (int sign = 0; sign < 2; sign++)
		test_check(uuidx_id_epoch(test_system("tsid"), sign ? PG_INT64_MIN : PG_INT64_MAX,
								  &epoch_ms) == UUIDX_BAD_EPOCH,
				   "an infinite epoch");
	test_check(uuidx_id_epoch(test_system("tsid"), UUIDX_V7_MAX_PG_US - 999, &epoch_ms) ==
			   UUIDX_OK &&
			   epoch_ms == UUIDX_UNIX_MAX_MS,
			   "the last epoch");
	uuidx_id_from_bigint(test_system("tsid"), 1 << 22, &id);
	test_check(uuidx_id_to_uuid(test_system("tsid"), &id, epoch_ms, &uuid) == UUIDX_NO_ROOM,
			   "a uuid after 10889");
	test_check(uuidx_id_to_uuid(test_system("tsid"), &id, epoch_ms - 1, &uuid) == UUIDX_OK,
			   "the last ms of a uuid");
	test_check(uuidx_id_epoch(test_system("tsid"), test_time("1969-12-31T23:59:59.999Z"),
							  &epoch_ms) == UUIDX_BAD_EPOCH,
			   "before 1970");
	test_end();
}

void
test_id_cases(void)
{
	test_registry();
	test_tables();
	test_extremes();
	test_times();
	test_values();
}
