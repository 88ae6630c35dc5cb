/*
 * test_id_table.c
 *	  Known ids: each row of test/data/ids.tsv, also on machines of another byte order.
 *
 * t/ids_vectors.pl checks the same, and more, with the SQL functions.
 */
#include "tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ids/id.h"
#include "uuid/epoch.h"

/* Returns the days from 1970-01-01 to a date of the Gregorian calendar */
static int64
unix_days(int year, int month, int day)
{
	int			years = month < 3 ? year - 1 : year;
	int			months = month < 3 ? month + 9 : month - 3;

	return years * INT64CONST(365) + years / 4 - years / 100 + years / 400 +
		(months * 153 + 2) / 5 + day - 1 - 719468;
}

/* Reads a time of the file as microseconds since 2000; returns false if the row has none */
static bool
read_time(const char *string, int64 *pg_us)
{
	int			year;
	int			month;
	int			day;
	int			hour;
	int			minute;
	int			second;
	char		fraction[8] = "000000";
	char		digits[8] = "";

	if (sscanf(string, "%d-%d-%dT%d:%d:%d.%6[0-9]", &year, &month, &day, &hour, &minute, &second,
			   digits) < 6)
		return false;
	memcpy(fraction, digits, strlen(digits));
	*pg_us = ((unix_days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
	*pg_us = *pg_us * 1000000 + strtoll(fraction, NULL, 10) - UUIDX_PG_EPOCH_UNIX_US;
	return true;
}

static void
check_row(const char *name, const char *string, const char *time, const char *fields)
{
	uuidx_id_system made;
	const uuidx_id_system *system = uuidx_id_find(name, strlen(name), &made);
	const char *field = strstr(fields, "uuid=");
	char		written[UUIDX_ID_TEXT_MAX + 1];
	TimestampTz pg_us = 0;
	int64		expected_us;
	uuidx_id	id;
	uuidx_id	again;
	pg_uuid_t	uuid;

	/* the rows of the last two are UUIDs, which these systems write otherwise */
	if (system == NULL || system->refusal != NULL || strcmp(name, "dotnet_bytes") == 0 ||
		strcmp(name, "mysql_swap") == 0)
		return;
	if (uuidx_id_parse(system, string, strlen(string), &id) != UUIDX_OK)
	{
		TAP_CHECK(false, "%s %s is rejected", name, string);
		return;
	}
	TAP_CHECK(uuidx_id_parse(system, written, uuidx_id_format(system, &id, written), &again) ==
			  UUIDX_OK && memcmp(&id, &again, sizeof(id)) == 0, "%s %s: %s", name, string, written);
	if (field != NULL && (system->mapping == UUIDX_ID_RAW || system->mapping == UUIDX_ID_IS_UUID))
	{
		char		expected[37] = "";

		memcpy(expected, field + strlen("uuid="), 36);
		TAP_CHECK(uuidx_id_to_uuid(system, &id, system->epoch_ms, &uuid) == UUIDX_OK,
				  "%s %s has no uuid", name, string);
		TAP_CHECK_UUID(expected, &uuid);
	}

	/* times of 1/300 s are rounded up in the file */
	if (!read_time(time, &expected_us))
		return;
	TAP_CHECK(uuidx_id_time(system, &id, system->epoch_ms, &pg_us) == UUIDX_OK &&
			  pg_us <= expected_us && pg_us >= expected_us - (system->tick_den == 3),
			  "%s %s: %" PRId64 " instead of %" PRId64, name, string, pg_us, expected_us);
}

void
test_id_table(void)
{
	char		line[4096];
	FILE	   *file = fopen("test/data/ids.tsv", "r");
	int			count = 0;

	tap_begin("known ids have their time and their uuid");
	while (file != NULL && fgets(line, sizeof(line), file) != NULL)
	{
		char	   *rest = line;
		const char *name = strsep(&rest, "\t");
		const char *string = strsep(&rest, "\t");
		const char *time = strsep(&rest, "\t");
		const char *fields = strsep(&rest, "\t");

		if (count++ > 0 && fields != NULL)
			check_row(name, string, time, fields);
	}
	TAP_CHECK(count > 300, "%d rows", count);
	if (file != NULL)
		fclose(file);
	tap_end();
}
