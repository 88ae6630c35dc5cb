/*
 * test_shift_zones.c
 *	  The time zones of the system through the C library, and the server's arithmetic
 *	  in them; see test_shift.h.
 */
#include "test_shift.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#define ZONE_DIRECTORY "/usr/share/zoneinfo"

/* The time zones differ in less than this many files; the other names are links */
#define MAX_FILES 2000

/* What has been seen of the directory */
typedef struct zone_search
{
	void		(*check) (const time_zone *);
	int			count;
	ino_t		files[MAX_FILES];
} zone_search;

int64
year_start(int year)
{
	struct tm	tm = {0};

	tm.tm_year = year - 1900;
	tm.tm_mday = 1;
	return timegm(&tm);
}

static int64
offset_at(int64 instant)
{
	time_t		clock = (time_t) instant;
	struct tm	tm;

	localtime_r(&clock, &tm);
	return tm.tm_gmtoff;
}

/* Enters the change between two instants at which the clock is differently far ahead */
static void
add_change(time_zone *z, int64 before, int64 after)
{
	int64		offset = offset_at(before);

	while (after - before > 1)
	{
		int64		middle = before + (after - before) / 2;

		if (offset_at(middle) == offset)
			before = middle;
		else
			after = middle;
	}
	if (z->count < ZONE_MAX_CHANGES)
	{
		z->starts[z->count] = after;
		z->offsets[z->count++] = offset_at(after);
	}
}

/* The time zone that TZ names; a change and its reverse are more than a step apart */
static void
read_zone(time_zone *z)
{
	int64		from = year_start(ZONE_FIRST_YEAR);
	int64		end = year_start(ZONE_LAST_YEAR);
	int64		future = year_start(2040);

	z->count = 1;
	z->starts[0] = PG_INT64_MIN;
	z->offsets[0] = offset_at(from);
	while (from < end && z->count < ZONE_MAX_CHANGES)
	{
		int64		to = from + (from < future ? 14 * DAY : 28 * DAY);

		/* what comes between is found in the next round */
		if (offset_at(to) != z->offsets[z->count - 1])
		{
			add_change(z, from, to);
			to = z->starts[z->count - 1];
		}
		from = to;
	}
}

/* Whether a file is of a time zone, and the first of its links */
static bool
is_new_zone(zone_search *search, const char *path, const struct stat *status)
{
	char		magic[4] = "";
	FILE	   *file;

	for (int i = 0; i < search->count; i++)
		if (search->files[i] == status->st_ino)
			return false;
	file = fopen(path, "r");
	if (file == NULL)
		return false;
	if (fread(magic, 1, sizeof(magic), file) != sizeof(magic))
		magic[0] = '\0';
	fclose(file);
	return memcmp(magic, "TZif", sizeof(magic)) == 0 && search->count < MAX_FILES;
}

static void
search_directory(zone_search *search, const char *directory)
{
	static time_zone z;
	DIR		   *entries = opendir(directory);
	struct dirent *entry;

	while (entries != NULL && (entry = readdir(entries)) != NULL)
	{
		char		path[1024];
		struct stat status;

		/* those of "right" count leap seconds, which the server does not */
		if (entry->d_name[0] == '.' || strcmp(entry->d_name, "right") == 0 ||
			strcmp(entry->d_name, "posix") == 0)
			continue;
		snprintf(path, sizeof(path), "%s/%s", directory, entry->d_name);
		if (stat(path, &status) != 0)
			continue;
		if (S_ISDIR(status.st_mode))
			search_directory(search, path);
		else if (is_new_zone(search, path, &status))
		{
			search->files[search->count++] = status.st_ino;
			setenv("TZ", path, 1);
			tzset();
			z.name = path + sizeof(ZONE_DIRECTORY);
			read_zone(&z);
			search->check(&z);
		}
	}
	if (entries != NULL)
		closedir(entries);
}

int
every_zone(void (*check) (const time_zone *))
{
	static zone_search search;

	search.check = check;
	search.count = 0;
	/* a calendar of 32 bits ends in 2038 */
	if (sizeof(time_t) >= 8)
		search_directory(&search, ZONE_DIRECTORY);
	setenv("TZ", "UTC", 1);
	tzset();
	return search.count;
}

/* The entry that holds at an instant */
static int
entry_at(const time_zone *z, int64 instant)
{
	int			low = 0;
	int			high = z->count - 1;

	while (low < high)
	{
		int			middle = (low + high + 1) / 2;

		if (z->starts[middle] <= instant)
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}

int64
zone_reading(const time_zone *z, int64 instant)
{
	return instant + z->offsets[entry_at(z, instant)];
}

/*
 * The server looks at the first change of the clock from a day before, as if the
 * reading were an instant.  Of a reading that comes twice it takes the later instant;
 * one that is skipped is taken for what the clock would have shown without the change.
 */
int64
zone_instant(const time_zone *z, int64 reading)
{
	int			before = entry_at(z, reading - DAY);
	int64		change;
	int64		unchanged;
	int64		changed;

	unchanged = reading - z->offsets[before];
	if (before == z->count - 1)
		return unchanged;
	change = z->starts[before + 1];
	changed = reading - z->offsets[before + 1];
	if (unchanged < change && changed < change)
		return unchanged;
	if (unchanged > change && changed >= change)
		return changed;
	return unchanged > changed ? unchanged : changed;
}

/* The first year of a number of years, of which the one after the offset is the first */
static int
first_of_years(int year, int years, int offset)
{
	int			rest = (year - offset) % years;

	return year - (rest < 0 ? rest + years : rest);
}

int64
reading_truncated(uuidx_time_unit unit, int64 reading)
{
	static const int64 seconds[] = {[UUIDX_UNIT_SECOND] = 1,[UUIDX_UNIT_MINUTE] = 60,
	[UUIDX_UNIT_HOUR] = 3600,[UUIDX_UNIT_DAY] = DAY};
	time_t		clock = (time_t) reading;
	struct tm	tm;
	int64		rest;

	if (unit <= UUIDX_UNIT_DAY)
	{
		rest = seconds[unit] == 0 ? 0 : reading % seconds[unit];
		return reading - (rest < 0 ? rest + seconds[unit] : rest);
	}
	gmtime_r(&clock, &tm);
	tm.tm_sec = tm.tm_min = tm.tm_hour = 0;
	if (unit == UUIDX_UNIT_WEEK)
	{
		tm.tm_mday -= (tm.tm_wday + 6) % 7;
		return timegm(&tm);
	}
	tm.tm_mday = 1;
	if (unit == UUIDX_UNIT_QUARTER)
		tm.tm_mon -= tm.tm_mon % 3;
	else if (unit != UUIDX_UNIT_MONTH)
		tm.tm_mon = 0;
	if (unit == UUIDX_UNIT_DECADE)
		tm.tm_year = first_of_years(tm.tm_year + 1900, 10, 0) - 1900;
	else if (unit == UUIDX_UNIT_CENTURY)
		tm.tm_year = first_of_years(tm.tm_year + 1900, 100, 1) - 1900;
	else if (unit == UUIDX_UNIT_MILLENNIUM)
		tm.tm_year = first_of_years(tm.tm_year + 1900, 1000, 1) - 1900;
	return timegm(&tm);
}

/* The same day of another month, or its last where it is shorter */
int64
reading_plus_months(int64 reading, int months)
{
	time_t		clock = (time_t) reading;
	struct tm	tm;
	struct tm	next;
	int64		first;
	int			day;
	int			length;

	gmtime_r(&clock, &tm);
	day = tm.tm_mday;
	tm.tm_mday = 1;
	tm.tm_mon += months;
	next = tm;
	next.tm_mon++;
	first = timegm(&tm);
	length = (int) ((timegm(&next) - first) / DAY);
	return first + (Min(day, length) - 1) * (int64) DAY;
}
