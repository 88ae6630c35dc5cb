/*
 * test_id_vectors.c
 *	  Every row of test/data/ids.tsv and test/data/ids_invalid.tsv.
 *
 * The expected UUIDs are not computed by the code under test: they are put
 * together here, bit by bit, from the fields that the rows spell out.
 */
#include "test_id.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "uuid/bits.h"

/*
 * Where the other bits of a time-first id are in its row, and how many of the
 * last bits of that field they are.
 */
static const struct
{
	const char *system;
	const char *field;
	const char *more;			/* a decimal field of 24 bits that follows */
	int			nbits;
}			rests[] = {
	{"snowflake", "hex", NULL, 22},
	{"discord", "hex", NULL, 22},
	{"flakeid", "hex", NULL, 22},
	{"tsid", "hex", NULL, 22},
	{"shardingid", "hex", NULL, 23},
	{"mastodon", "hex", NULL, 16},
	{"sonyflake_v1", "hex", NULL, 24},
	{"sonyflake_v2", "hex", NULL, 24},
	{"xid", "raw_hex", NULL, 64},
	{"objectid", "raw_hex", NULL, 64},
	{"pushid", "raw_hex", NULL, 72},
	{"elasticflake", "mac", "sequence", 72},
	{"es_timebased", "mac", "sequence", 72},
	{"es_kordered", "mac", "sequence", 72},
};

/* Hexadecimal digits as a string of '0' and '1' */
static void
append_bits(char *bits, const char *hex)
{
	bits += strlen(bits);
	for (; *hex != '\0'; hex++)
	{
		int			value = uuidx_digit_value(&uuidx_hex, *hex);

		for (int i = 3; i >= 0; i--)
			*bits++ = value >> i & 1 ? '1' : '0';
	}
	*bits = '\0';
}

/* 128 characters '0' and '1' as a uuid; fewer are filled up with zeros */
static pg_uuid_t
uuid_of_bits(const char *bits)
{
	pg_uuid_t	uuid;

	memset(&uuid, 0, sizeof(uuid));
	for (int i = 0; i < 128 && bits[i] != '\0'; i++)
		uuid.data[i / 8] |= (bits[i] - '0') << (7 - i % 8);
	return uuid;
}

/* The time-first uuid from the text of its definition */
static bool
expect_time_first(const char *system, const char *fields, int64 unix_ms, pg_uuid_t *uuid)
{
	char		value[128];
	char		rest[512] = "";
	char		bits[512] = "";
	char		hex[32];

	for (size_t i = 0; i < lengthof(rests); i++)
	{
		if (strcmp(rests[i].system, system) != 0)
			continue;
		if (!test_field(fields, rests[i].field, value, sizeof(value)))
			return false;
		append_bits(rest, value);
		if (rests[i].more != NULL)
		{
			if (!test_field(fields, rests[i].more, value, sizeof(value)))
				return false;
			snprintf(hex, sizeof(hex), "%06lx", strtoul(value, NULL, 10));
			append_bits(rest, hex);
		}
		memmove(rest, rest + strlen(rest) - rests[i].nbits, rests[i].nbits + 1);
		while (strlen(rest) < 74)
			strcat(rest, "0");

		snprintf(hex, sizeof(hex), "%012llx", (unsigned long long) unix_ms);
		append_bits(bits, hex);
		strcat(bits, "1000");	/* version 8 */
		strncat(bits, rest, 12);
		strcat(bits, "10");		/* variant */
		strcat(bits, rest + 12);
		*uuid = uuid_of_bits(bits);
		return true;
	}
	return false;
}

/* The uuid a row promises, from its fields; false if they do not tell */
static bool
expect_uuid(const uuidx_id_system *system, const char *string, const char *fields, int64 pg_us,
			pg_uuid_t *uuid)
{
	char		value[128];
	char		bits[512] = "";

	switch (system->mapping)
	{
		case UUIDX_ID_TIME_FIRST:
			return expect_time_first(system->name, fields, (pg_us + UUIDX_PG_EPOCH_UNIX_US) / 1000,
									 uuid);
		case UUIDX_ID_RAW:
			if (test_field(fields, "uuid", value, sizeof(value)))
				*uuid = uuid_from(value);
			else if (test_field(fields, "raw_hex", value, sizeof(value)))
			{
				append_bits(bits, value);
				*uuid = uuid_of_bits(bits);
			}
			else
				return false;
			return true;
		case UUIDX_ID_IS_UUID:
			if (!test_field(fields, "uuid", value, sizeof(value)))
				snprintf(value, sizeof(value), "%s", string);
			*uuid = uuid_from(value);
			return true;
		default:
			return false;
	}
}

static void
check_uuid(const uuidx_id_system *system, const char *string, const uuidx_id *id,
		   const pg_uuid_t *expected)
{
	pg_uuid_t	uuid;
	uuidx_id	back;
	uuidx_status status = uuidx_id_to_uuid(system, id, UUIDX_ID_OWN_EPOCH, &uuid);

	if (!test_check(status == UUIDX_OK, "%s %s: uuid: %s", system->name, string,
					test_reason(status)))
		return;
	if (expected != NULL)
		test_check(memcmp(&uuid, expected, sizeof(uuid)) == 0, "%s %s: another uuid", system->name,
				   string);
	status = uuidx_id_from_uuid(system, &uuid, UUIDX_ID_OWN_EPOCH, &back);
	test_check(status == UUIDX_OK && memcmp(&back, id, sizeof(back)) == 0,
			   "%s %s: does not come back from its uuid: %s", system->name, string,
			   test_reason(status));
}

/*
 * COMB GUIDs in 1/300 s: the file rounds half up to microseconds, the library
 * rounds down.  Both are checked against the exact fraction.
 */
static int64
check_300ths(const char *string, const char *fields, int64 file_us)
{
	char		value[64];
	int64		days = 0;
	int64		ticks = 0;
	int64		midnight_us;

	test_check(test_field(fields, "days_since_1900", value, sizeof(value)), "%s: no days", string);
	days = strtoll(value, NULL, 10);
	test_check(test_field(fields, "ticks_300", value, sizeof(value)), "%s: no ticks", string);
	ticks = strtoll(value, NULL, 10);
	midnight_us = test_time("1900-01-01T00:00:00Z") + days * INT64CONST(86400000000);
	test_check(file_us == midnight_us + (ticks * 20000 + 3) / 6, "%s: not rounded half up", string);
	return midnight_us + ticks * 10000 / 3;
}

/* Row by row: text to parts and back, time, uuid and back, number */
static void
check_row(char **fields, int nfields)
{
	const uuidx_id_system *system = test_system(fields[0]);
	const char *string = fields[1];
	char		value[128];
	char		written[UUIDX_ID_TEXT_MAX + 1];
	const char *wanted;
	uuidx_id	id;
	pg_uuid_t	uuid;
	bool		has_uuid;
	int64		expected_us = 0;
	TimestampTz pg_us;
	uuidx_status status;

	if (!test_check(nfields == 5, "%s: %d fields", fields[0], nfields))
		return;

	/* Systems that are refused by name */
	if (test_field(fields[3], "no_timestamp", value, sizeof(value)))
	{
		test_check(system->refusal != NULL, "%s: not refused", system->name);
		test_check(uuidx_id_parse(system, string, strlen(string), &id) == UUIDX_UNSUPPORTED &&
				   uuidx_id_time(system, &id, UUIDX_ID_OWN_EPOCH, &pg_us) == UUIDX_UNSUPPORTED,
				   "%s %s: not unsupported", system->name, string);
		return;
	}

	/* Permutations: the file's text is the uuid, the id is in another field */
	if (system->mapping == UUIDX_ID_PERMUTED)
	{
		bool		mysql = strcmp(system->name, "mysql_swap") == 0;
		const char *name = mysql ? "uuid_to_bin_swap1" : "guid_tobytearray";

		uuid = uuid_from(string);
		has_uuid = true;
		if (!mysql && test_field(fields[3], "sqlserver_sort_key", value, sizeof(value)))
		{
			const uuidx_id_system *order = test_system("sqlserver_order");
			char		bits[512] = "";
			pg_uuid_t	key;

			append_bits(bits, value);
			key = uuid_of_bits(bits);
			status = uuidx_id_parse(order, string, strlen(string), &id);
			test_check(status == UUIDX_OK, "sqlserver_order %s", string);
			check_uuid(order, string, &id, &key);
		}
		if (!test_check(test_field(fields[3], name, value, sizeof(value)), "no %s", name))
			return;
		string = value;
	}

	status = uuidx_id_parse(system, string, strlen(string), &id);
	if (!test_check(status == UUIDX_OK, "%s %s: %s", system->name, string,
					test_reason(status)))
		return;

	/* The canonical text differs in case or by a prefix at most */
	test_check(uuidx_id_format(system, &id, written) == strlen(written), "%s: length", string);
	wanted = strcmp(system->name, "typeid") == 0 ? string + strlen(string) - 26 : string;

	test_check(strcasecmp(written, wanted) == 0, "%s %s: written as %s", system->name, string,
			   written);

	status = uuidx_id_time(system, &id, UUIDX_ID_OWN_EPOCH, &pg_us);
	if (fields[2][0] == '\0')
		test_check(status == UUIDX_NO_TIME, "%s %s: has a time", system->name, string);
	else
	{
		expected_us = test_time(fields[2]);
		if (system->tick_den == 3)
			expected_us = check_300ths(string, fields[3], expected_us);
		test_check(status == UUIDX_OK && pg_us == expected_us, "%s %s: %lld us is not %s",
				   system->name, string, (long long) pg_us, fields[2]);
	}

	if (system->mapping == UUIDX_ID_TOO_LONG)
		test_check(uuidx_id_to_uuid(system, &id, UUIDX_ID_OWN_EPOCH, &uuid) == UUIDX_NO_UUID,
				   "%s %s: has a uuid", system->name, string);
	else
	{
		if (system->mapping != UUIDX_ID_PERMUTED)
			has_uuid = expect_uuid(system, string, fields[3], expected_us, &uuid);
		test_check(has_uuid || strcmp(system->name, "cuid") == 0, "%s %s: no uuid expected",
				   system->name, string);
		check_uuid(system, string, &id, has_uuid ? &uuid : NULL);
	}

	if (system->bits == 64)
	{
		int64		number = (int64) uuidx_load_be64(id.octets);
		uuidx_id	back;

		test_check(test_field(fields[3], "hex", value, sizeof(value)), "%s: no hex", string);
		test_check((uint64) number == strtoull(value, NULL, 16),
				   "%s %s: another number", system->name, string);
		status = uuidx_id_from_bigint(system, number, &back);
		test_check(status == UUIDX_OK && memcmp(&back, &id, sizeof(id)) == 0,
				   "%s %s: does not come back from its number", system->name, string);
	}
	else
		test_check(uuidx_id_from_bigint(system, 0, &id) == UUIDX_NO_BIGINT, "%s: a bigint",
				   system->name);
}

/* What a row says of the id as a whole, or in another way a second time */
static const char *const not_fields[] = {
	"guid_tobytearray", "hex", "kind", "length", "no_timestamp", "nonstandard_length", "prefix",
	"raw_hex", "rtcomb_ms", "sqlserver_sort_key", "uint64", "uuid", "uuid_to_bin_swap0",
	"uuid_to_bin_swap1", "uuid_v6", "worker_id_signed"
};

/* What an id of version 1 has beyond what the rows say */
static const char *const more_fields[] = {"ticks_100ns", "clock_seq", "node"};

static bool
is_one_of(const char *name, const char *const *names, size_t nnames)
{
	for (size_t i = 0; i < nnames; i++)
	{
		if (strcmp(names[i], name) == 0)
			return true;
	}
	return false;
}

static int	nvalues;

/* Every field that a row tells is a field of the id, and the other way round */
static void
check_fields_row(char **fields, int nfields)
{
	const uuidx_id_system *system = test_system(fields[0]);
	char		pairs[512];
	char		value[UUIDX_ID_VALUE_MAX + 1];
	char		told[128];
	int			expected = 0;
	int			found = 0;
	uuidx_id	id;

	(void) nfields;
	snprintf(pairs, sizeof(pairs), "%s", fields[3]);
	for (char *pair = strtok(pairs, ";"); pair != NULL; pair = strtok(NULL, ";"))
	{
		*strchr(pair, '=') = '\0';
		expected += !is_one_of(pair, not_fields, lengthof(not_fields));
	}
	nvalues += expected;

	if (system->refusal != NULL || system->mapping == UUIDX_ID_PERMUTED)
	{
		test_check(expected == 0, "%s: %d fields", fields[1], expected);
		return;
	}
	test_check(uuidx_id_parse(system, fields[1], strlen(fields[1]), &id) == UUIDX_OK, "%s",
			   fields[1]);
	for (const uuidx_id_field *field = system->fields; field && field->name; field++)
	{
		size_t		length = uuidx_id_field_value(system, field, &id, UUIDX_ID_OWN_EPOCH, value);

		test_check(strlen(value) == length, "%s %s: length", fields[1], field->name);
		if (test_field(fields[3], field->name, told, sizeof(told)))
		{
			test_check(strcmp(value, told) == 0, "%s %s is %s, not %s", fields[1], field->name,
					   value, told);
			found++;
		}
		else
			test_check(length == 0 || is_one_of(field->name, more_fields, lengthof(more_fields)),
					   "%s has %s", fields[1], field->name);
	}
	test_check(found == expected, "%s: %d of %d fields", fields[1], found, expected);
}

/* The bounds that Cassandra's server makes: rows of kind min and max_server */
static void
check_cassandra_row(char **fields, int nfields)
{
	const uuidx_id_system *system = test_system("cassandra_timeuuid");
	char		kind[64];
	char		value[64];
	char		string[UUIDX_ID_TEXT_MAX + 1];
	uuidx_status status;
	uuidx_id	id;
	int64		pg_us;

	(void) nfields;
	if (strcmp(fields[0], system->name) != 0 ||
		!test_field(fields[3], "kind", kind, sizeof(kind)) ||
		!test_field(fields[3], "unix_ms", value, sizeof(value)))
		return;
	pg_us = strtoll(value, NULL, 10) * 1000 - UUIDX_PG_EPOCH_UNIX_US;
	if (strcmp(kind, "min") == 0)
		status = uuidx_id_lower_bound(system, pg_us, UUIDX_ID_OWN_EPOCH, &id);
	else if (strcmp(kind, "max_server") == 0)
		status = uuidx_id_upper_bound(system, pg_us + 999, UUIDX_ID_OWN_EPOCH, &id);
	else
		return;
	test_check(status == UUIDX_OK, "%s", test_reason(status));
	uuidx_id_format(system, &id, string);
	test_check(strcmp(string, fields[1]) == 0, "%s, not %s", string, fields[1]);
}

/* A TypeID with its prefix, from text to parts and back */
static void
check_typeid_row(char **fields, int nfields)
{
	char		value[128];
	char		string[UUIDX_ID_TEXT_MAX + 1];
	size_t		prefix_length = 0;
	pg_uuid_t	uuid;
	pg_uuid_t	expected;
	uuidx_status status;

	(void) nfields;
	if (strcmp(fields[0], "typeid") != 0)
		return;
	status = uuidx_typeid_parse(fields[1], strlen(fields[1]), &prefix_length, &uuid);
	if (!test_check(status == UUIDX_OK, "%s: %s", fields[1], test_reason(status)))
		return;
	test_field(fields[3], "uuid", value, sizeof(value));
	expected = uuid_from(value);
	test_check(memcmp(&uuid, &expected, sizeof(uuid)) == 0, "%s: another uuid", fields[1]);
	test_field(fields[3], "prefix", value, sizeof(value));
	test_check(strlen(value) == prefix_length && memcmp(value, fields[1], prefix_length) == 0,
			   "%s: prefix of %zu characters", fields[1], prefix_length);
	uuidx_typeid_format(value, prefix_length, &uuid, string);
	test_check(strcmp(string, fields[1]) == 0, "%s: written as %s", fields[1], string);
}

static void
check_invalid_row(char **fields, int nfields)
{
	const uuidx_id_system *system = test_system(fields[0]);
	uuidx_id	id;

	test_check(nfields == 3, "%s: %d fields", fields[0], nfields);
	test_check(uuidx_id_parse(system, fields[1], strlen(fields[1]), &id) != UUIDX_OK,
			   "%s \"%s\" is accepted: %s", fields[0], fields[1], fields[2]);
}

void
test_id_vectors(void)
{
	test_begin("every row of ids.tsv");
	test_check(test_each_row("ids.tsv", check_row) == 350, "not 350 rows");
	test_end();

	test_begin("fields in ids.tsv");
	test_each_row("ids.tsv", check_fields_row);
	test_check(nvalues == 866, "%d fields", nvalues);
	test_end();

	test_begin("Cassandra's bounds in ids.tsv");
	test_each_row("ids.tsv", check_cassandra_row);
	test_end();

	test_begin("prefixes of TypeIDs in ids.tsv");
	test_each_row("ids.tsv", check_typeid_row);
	test_end();

	test_begin("every row of ids_invalid.tsv is refused");
	test_check(test_each_row("ids_invalid.tsv", check_invalid_row) == 201, "not 201 rows");
	test_end();
}
