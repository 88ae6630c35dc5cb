/*
 * test_id.c
 *	  id.h: ids from other systems, and UUIDs as text.
 */
#include "test_id.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char test_name[160];
static long nchecks;

void
test_begin(const char *format,...)
{
	va_list		arguments;

	va_start(arguments, format);
	vsnprintf(test_name, sizeof(test_name), format, arguments);
	va_end(arguments);
	nchecks = 0;
	tap_begin(test_name);
}

bool
test_count(bool condition)
{
	nchecks++;
	return condition;
}

void
test_end(void)
{
	if (nchecks == 0)
		tap_fail(__FILE__, __LINE__, "nothing was checked");
	tap_end();
}

uint64
test_random_below(uint64 limit)
{
	return random_u64() % limit;
}

static void
give_up(const char *what, const char *detail)
{
	printf("Bail out! %s: %s\n", what, detail);
	exit(2);
}

int
test_each_row(const char *file, void (*row) (char **fields, int nfields))
{
	char		path[512];
	char		line[4096];
	FILE	   *stream;
	int			nrows = 0;

	snprintf(path, sizeof(path), "test/data/%s", file);
	stream = fopen(path, "r");
	if (stream == NULL)
		give_up("cannot read", path);
	if (fgets(line, sizeof(line), stream) == NULL)
		give_up("empty file", path);
	while (fgets(line, sizeof(line), stream) != NULL)
	{
		char	   *fields[TEST_MAX_FIELDS];
		char	   *end = strchr(line, '\n');
		int			nfields = 0;

		if (end == NULL)
			give_up("line too long or without an end in", path);
		*end = '\0';
		for (char *field = line; field != NULL && nfields < TEST_MAX_FIELDS; nfields++)
		{
			fields[nfields] = field;
			field = strchr(field, '\t');
			if (field != NULL)
				*field++ = '\0';
		}
		row(fields, nfields);
		nrows++;
	}
	fclose(stream);
	return nrows;
}

bool
test_field(const char *fields, const char *name, char *value, size_t size)
{
	size_t		name_length = strlen(name);

	for (const char *field = fields; field != NULL; field = strchr(field, ';'))
	{
		size_t		length;

		if (*field == ';')
			field++;
		if (strncmp(field, name, name_length) != 0 || field[name_length] != '=')
			continue;
		field += name_length + 1;
		length = strcspn(field, ";");
		if (length >= size)
			return false;
		memcpy(value, field, length);
		value[length] = '\0';
		return true;
	}
	return false;
}

/* Days since 2000-01-01 in the proleptic Gregorian calendar */
static int64
days_since_2000(int64 year, int month, int day)
{
	static const int days_before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
	int64		past = year - 1;	/* years 1 .. year - 1 are complete */
	int64		days = past * 365 + past / 4 - past / 100 + past / 400;
	bool		leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

	days += days_before[month - 1] + (leap && month > 2) + day - 1;
	return days - 730119;		/* 0001-01-01 to 2000-01-01 */
}

int64
test_time(const char *string)
{
	long long	year;
	int			month;
	int			day;
	int			hour;
	int			minute;
	int			second;
	int			consumed = 0;
	int64		us = 0;

	if (sscanf(string, "%lld-%2d-%2dT%2d:%2d:%2d%n", &year, &month, &day, &hour, &minute, &second,
			   &consumed) != 6 ||
		month < 1 || month > 12)
		give_up("not a time", string);
	string += consumed;
	if (*string == '.')
	{
		string++;
		for (int64 unit = 100000; *string >= '0' && *string <= '9'; string++, unit /= 10)
			us += (*string - '0') * unit;	/* the unit is zero beyond six
											 * digits */
	}
	if (strcmp(string, "Z") != 0)
		give_up("not a time in UTC", string);
	us += ((days_since_2000(year, month, day) * 24 + hour) * 60 + minute) * INT64CONST(60000000);
	return us + second * INT64CONST(1000000);
}

const char *
test_reason(uuidx_status status)
{
	static char number[32];
	const char *detail = uuidx_status_detail(status);

	snprintf(number, sizeof(number), "status %d", (int) status);
	return detail != NULL ? detail : number;
}

const uuidx_id_system *
test_system(const char *name)
{
	const uuidx_id_system *system = uuidx_id_find(name, strlen(name));

	if (system == NULL)
		give_up("no such system", name);
	return system;
}

void
test_id(void)
{
	test_id_encodings();
	test_id_vectors();
	test_id_cases();
	test_id_laws();
}
