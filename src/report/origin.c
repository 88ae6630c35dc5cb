/*
 * origin.c
 *	  Which system generated the ids in a column, and what follows for the reader.
 *
 * For example, a column of ULIDs has ids of all versions and variants.  Read as ULIDs, all have
 * times between 2000 and tomorrow.  Random bits would have such a time with a probability of 0.3 %,
 * and with at most 30 % in any system, so ten ids show that these are times.  Which of the times
 * are right is shown by a time column of the table, and by the order of the rows, which is the
 * order of insertion as long as no row is updated.
 *
 * A sample of the rows is kept, and each system is tried on it.  RFC 9562 comes first: other
 * systems are tried where its versions or their times are not plausible, and for versions 4 and 8,
 * of which it does not define all bits.
 */
#include "report/report.h"

#include <math.h>

#include "access/xact.h"
#include "utils/builtins.h"
#include "uuid/layout.h"

/* At least this many of 100 ids must fit a system; the others may come from tests */
#define FIT_PERCENT 95

/* What one in a million tables of random ids shows by chance is no evidence */
#define MAX_CHANCE 1e-6

/* More ids than this in the order of the rows are not random: 12! is 5e8 */
#define MIN_SORTED 12

/* A number with a time this soon after the first time of a system is just a small number */
#define MIN_AGE_US (30 * USECS_PER_DAY)

/* One in this many ids may have a version or variant that RFC 9562 does not define, as in tests */
#define UNDEFINED_PART 50

/* The systems that a uuid column can hold, in order of preference, and what their ids are called */
static const struct
{
	const char *system;
	uuidx_version_digits version_digits;
	const char *ids;
}			uuid_rules[] = {
	{"draft02_v7", UUIDX_CHECKED, "version 7 of a draft of RFC 9562, as of Python's package uuid7"},
	{"duckdb_v7", UUIDX_CHECKED, "version 7 of DuckDB 1.3.0, which sets the highest bit"},
	{"seconds_v7", UUIDX_CHECKED, "version 7 with seconds in place of milliseconds"},
	{"lexicaluuid", UUIDX_CHECKED, "UUIDs that begin with 64 bits of microseconds"},
	{"microseconds_v7", UUIDX_CHECKED, "version 7 with microseconds in place of milliseconds"},
	{"rfc9562_v8_time", UUIDX_CHECKED, "version 8 as in the example of RFC 9562, appendix B.1"},
	{"google_v6", UUIDX_CHECKED, "version 6 of Go's google/uuid 1.6.0, with a misplaced time"},
	{"mt_v4s", UUIDX_CHECKED, "version 4s of Perl's Data::UUID::MT, which begin with the time"},
	{"decimal_v4", UUIDX_CHECKED, "UUIDs that begin with decimal digits of the time"},
	{"combguid_pg", UUIDX_VERSION_4, "COMB GUIDs with the time in front"},
	{"combguid_sql", UUIDX_VERSION_4, "COMB GUIDs with the time at the end"},
	{"combguid_binary", UUIDX_VERSION_4,
	"COMB GUIDs with the time in front, in .NET's octet order"},
	{"combguid_legacy", UUIDX_VERSION_4, "COMB GUIDs with 1/300 seconds at the end"},
	{"combguid_pg_legacy", UUIDX_VERSION_4, "COMB GUIDs with 1/300 seconds in front"},

	/* Laravel's times, from 2017 on, are no such seconds before 2043 */
	{"seconds_v4", UUIDX_CHECKED, "UUIDs that begin with seconds, as of CakePHP 2"},
	{"ordereduuid", UUIDX_VERSION_4, "Laravel's ordered UUIDs"},
	{"ncs", UUIDX_CHECKED, "UUIDs of the Network Computing System"},
	{"mysql_swap", UUIDX_CHECKED, "version 1 that MySQL's UUID_TO_BIN(..., 1) swapped"},
	{"newsequentialid", UUIDX_CHECKED, "those of SQL Server's NEWSEQUENTIALID()"},
	{"ulid", UUIDX_NO_VERSION, "ULIDs"},
	{"flake", UUIDX_NO_VERSION, "those of Boundary's Flake"},
	{"sid_hex", UUIDX_NO_VERSION, "SIDs"},
	{"dotnet_bytes", UUIDX_SWAPPED, "UUIDs in the octet order of .NET and SQL Server"},
	{"mongodb_java", UUIDX_SWAPPED, "UUIDs in the octet order of MongoDB's old Java driver"},
};

bool
uuidx_is_plausible(TimestampTz time)
{
	return time >= 0 && time <= GetCurrentTransactionStartTimestamp() + USECS_PER_DAY;
}

bool
uuidx_note_value(uuidx_time_column *at, TimestampTz value, TimestampTz id_time)
{
	int64		difference_us;

	at->compared++;
	if (TIMESTAMP_NOT_FINITE(value))
	{
		at->is_infinite = true;
		return false;
	}
	if (value % USECS_PER_SEC != 0)
		at->has_fractions = true;
	/* no overflow: ids end in 10889, and timestamps in 294276 */
	difference_us = id_time - value;
	at->least_us = Min(at->least_us, difference_us);
	at->greatest_us = Max(at->greatest_us, difference_us);
	return difference_us >= -USECS_PER_DAY && difference_us <= USECS_PER_DAY;
}

/* Returns true if a count is at least FIT_PERCENT of all */
static bool
is_most(int64 count, int64 all)
{
	return all > 0 && count * 100 >= all * FIT_PERCENT;
}

bool
uuidx_get_id(const uuidx_column_report *column, const uuidx_kept_row *row,
			 const uuidx_id_system *system, uuidx_id *id)
{
	if (column->holds_uuids)
		return uuidx_id_from_octets(system, &row->uuid, id) == UUIDX_OK;
	if (column->type == INT8OID)
		return uuidx_id_from_bigint(system, row->number, id) == UUIDX_OK;
	return row->string != NULL &&
		uuidx_id_parse(system, row->string + column->prefix_length,
					   strlen(row->string) - column->prefix_length, id) == UUIDX_OK;
}

/*
 * Reads a kept row, and sets the time of its id, or DT_NOBEGIN if it has none.  Returns false if
 * the id cannot be one of the system, or its time is not plausible.
 */
static bool
read_row(const uuidx_column_report *column, const uuidx_kept_row *row, const uuidx_reading *by,
		 TimestampTz *time)
{
	const uuidx_id_system *system = by->system;
	pg_uuid_t	uuid;
	uuidx_id	id;

	*time = DT_NOBEGIN;
	if (!uuidx_get_id(column, row, system, &id))
		return false;
	if (by->version_digits == UUIDX_VERSION_4 && uuidx_version_of(&row->uuid) != 4)
		return false;
	if (by->version_digits == UUIDX_SWAPPED)
	{
		if (uuidx_id_to_uuid(system, &id, system->epoch_ms, &uuid) != UUIDX_OK ||
			uuidx_version_of(&uuid) != by->version)
			return false;
		return uuidx_time(&uuid, time) ? uuidx_is_plausible(*time) :
			by->version >= 2 && by->version <= 8;
	}
	return uuidx_id_time(system, &id, system->epoch_ms, time) == UUIDX_OK &&
		*time >= by->range_first + MIN_AGE_US && uuidx_is_plausible(*time);
}

/* Returns the version that most kept ids have once their octets are in the order of a system */
static int
swapped_version(const uuidx_column_report *column, const uuidx_id_system *system)
{
	int			counts[16] = {0};
	int			most = 0;

	for (int i = 0; i < column->nkept; i++)
	{
		pg_uuid_t	uuid;
		uuidx_id	id;

		if (uuidx_id_from_octets(system, &column->kept[i].uuid, &id) == UUIDX_OK &&
			uuidx_id_to_uuid(system, &id, system->epoch_ms, &uuid) == UUIDX_OK &&
			uuidx_version_of(&uuid) >= 0)
			counts[uuidx_version_of(&uuid)]++;
	}
	for (int version = 1; version < 16; version++)
		if (counts[version] > counts[most])
			most = version;
	return most;
}

/*
 * Returns true if chance does not explain that `having` of n ids have a property, which a random id
 * has with probability `part`
 */
static bool
is_no_chance(int n, int having, double part)
{
	double		others = n - having;

	/* the probability of this number, which falls quickly beyond the mean */
	return having > n * part &&
		lgamma(n + 1) - lgamma(having + 1) - lgamma(others + 1) + having * log(part) +
		(others > 0 ? others * log1p(-part) : 0) < log(MAX_CHANCE);
}

/*
 * Returns true if chance does not explain how many ids fit a system.  Ids with the same time may
 * have a constant there, so they count as one.
 */
static bool
fits_by_no_chance(const uuidx_column_report *column, const uuidx_reading *by)
{
	TimestampTz last = Min(by->range_last, GetCurrentTransactionStartTimestamp() + USECS_PER_DAY);
	double		plausible_us = (double) last - (double) Max(by->range_first, 0);

	/* 4 bits of version, and 2 of variant */
	return is_no_chance(column->nkept - by->fitting + by->differing, by->differing,
						by->version != 0 ? 1.0 / 64 :
						plausible_us / ((double) by->range_last - (double) by->range_first));
}

/*
 * Returns how certain it is that the ids are of a system, or 0.  Even times that rise are rarely
 * right if they are far from those of the table.
 */
static uuidx_certainty
certainty_of(const uuidx_column_report *column, const uuidx_reading *by)
{
	bool		is_compared = by->compared * 2 > by->fitting;
	double		near_part = 2.0 * list_length(column->time_columns) * USECS_PER_DAY /
		((double) by->range_last - (double) by->range_first);

	if (!is_most(by->fitting, column->nkept))
		return 0;
	if (is_compared && is_most(by->near, by->compared) &&
		is_no_chance(by->compared, by->near, near_part))
		return UUIDX_ALMOST_CERTAIN;
	if (!fits_by_no_chance(column, by) || (by->version == 0 && !is_most(by->rising, by->fitting)))
		return 0;
	return is_compared && by->near * 2 < by->compared ? UUIDX_POSSIBLE : UUIDX_PROBABLE;
}

/* Reads all kept rows by the system of *by, and sets its counts */
static void
read_sample(const uuidx_column_report *column, uuidx_reading *by)
{
	TimestampTz before = DT_NOBEGIN;

	if (by->version_digits == UUIDX_SWAPPED)
		by->version = swapped_version(column, by->system);
	for (int i = 0; i < column->nkept; i++)
	{
		const uuidx_kept_row *row = &column->kept[i];
		int64		distance_us = PG_INT64_MAX;
		TimestampTz time;

		if (!read_row(column, row, by, &time))
			continue;
		by->fitting++;
		if (time == DT_NOBEGIN || time != before)
			by->differing++;
		if (time == DT_NOBEGIN)
			continue;
		foreach_ptr(uuidx_time_column, at, column->time_columns)
		{
			TimestampTz value = at->kept[i];

			if (!TIMESTAMP_NOT_FINITE(value))
				distance_us = Min(distance_us, Max(time - value, value - time));
		}
		if (distance_us != PG_INT64_MAX)
			by->compared++;
		if (distance_us <= USECS_PER_DAY)
		{
			by->near++;
			by->distance_us += distance_us;
		}
		if (time >= before)
			by->rising++;
		before = time;
		by->first = Min(by->first, time);
		by->last = Max(by->last, time);
	}
	by->certainty = certainty_of(column, by);
}

/* Measures a time column by the times of the best reading, in place of those of RFC 9562 */
static void
measure_time_column(const uuidx_column_report *column, uuidx_time_column *at)
{
	TimestampTz time;

	at->compared = 0;
	at->is_infinite = false;
	at->least_us = PG_INT64_MAX;
	at->greatest_us = PG_INT64_MIN;
	for (int i = 0; i < column->nkept; i++)
	{
		if (!TIMESTAMP_NOT_FINITE(at->kept[i]) &&
			read_row(column, &column->kept[i], &column->best, &time) && time != DT_NOBEGIN)
			(void) uuidx_note_value(at, at->kept[i], time);
	}
}

/* Returns true if a reads times nearer to the time columns than b does, by more than a second */
static bool
is_nearer(const uuidx_reading *a, const uuidx_reading *b)
{
	return a->near > 0 && b->near > 0 &&
		a->distance_us / a->near + USECS_PER_SEC < b->distance_us / b->near;
}

/*
 * Reads the sample by one more system, which replaces the best one so far if it is better.  Of
 * readings of UUIDs that are equally good, the first one stays.
 */
static void
try_system(uuidx_column_report *column, const uuidx_id_system *system,
		   uuidx_version_digits version_digits, const char *ids)
{
	uuidx_reading by = {system, version_digits, ids,.first = DT_NOEND,.last = DT_NOBEGIN};
	uuidx_reading *best = &column->best;
	bool		are_certain;
	bool		fits_more;

	if (uuidx_id_time_range(system, system->epoch_ms, &by.range_first, &by.range_last) != UUIDX_OK)
		by.range_last = DT_NOEND - 1;
	read_sample(column, &by);
	are_certain = by.certainty == UUIDX_ALMOST_CERTAIN && best->certainty == UUIDX_ALMOST_CERTAIN;

	/* random bits are plausible times, too, but do not rise */
	fits_more = best->certainty == 0 && by.fitting > best->fitting &&
		fits_by_no_chance(column, &by) && by.rising * 2 > by.fitting;

	if (by.certainty > best->certainty || (are_certain && is_nearer(&by, best)) || fits_more)
	{
		column->rivals = NULL;
		*best = by;
	}
	else if (by.certainty > 0 && by.certainty == best->certainty && !column->holds_uuids &&
			 !(are_certain && is_nearer(best, &by)))
		column->rivals = column->rivals == NULL ? system->name :
			psprintf("%s, %s", column->rivals, system->name);
}

/* Returns the length of what all kept texts begin with, up to the last underscore in it */
static int
find_prefix(const uuidx_column_report *column)
{
	const char *first = column->nkept > 0 ? column->kept[0].string : NULL;
	int			length = first != NULL ? strlen(first) : 0;

	for (int i = 1; i < column->nkept && length > 0; i++)
	{
		const char *string = column->kept[i].string;
		int			same = 0;

		while (string != NULL && same < length && string[same] == first[same])
			same++;
		length = same;
	}
	while (length > 0 && first[length - 1] != '_')
		length--;
	return length;
}

/* Tries the systems that the values can be of, and keeps the best reading, if any fits */
static void
try_systems(uuidx_column_report *column)
{
	const uuidx_id_system *system;

	for (int i = 0; column->holds_uuids && i < lengthof(uuid_rules); i++)
	{
		const char *name = uuid_rules[i].system;

		/* a digit that all ids share is neither random nor misplaced */
		if (!column->has_one_version ||
			(uuid_rules[i].version_digits != UUIDX_NO_VERSION &&
			 (uuid_rules[i].version_digits != UUIDX_SWAPPED || !column->are_defined)))
			try_system(column, uuidx_id_find(name, strlen(name), NULL),
					   uuid_rules[i].version_digits, uuid_rules[i].ids);
	}
	for (int i = 0; !column->holds_uuids && (system = uuidx_id_at(i)) != NULL; i++)
	{
		if (system->refusal == NULL && system->tick_den != 0)
			try_system(column, system, UUIDX_CHECKED, NULL);
	}
	if (column->best.certainty == 0)
		return;
	/* far from the time columns, systems that fit as well read other times */
	if (column->rivals == NULL || column->best.certainty == UUIDX_ALMOST_CERTAIN)
	{
		column->first_time = column->best.first;
		column->last_time = column->best.last;
	}
	column->times_exact = false;
	foreach_ptr(uuidx_time_column, at, column->time_columns)
		measure_time_column(column, at);
}

/* Sets what follows from the kinds of ids; returns true if too many times are bad */
static bool
read_counts(uuidx_column_report *column)
{
	const int64 *counts = column->counts;
	int64		uuids = 0;
	int64		most = 0;
	int64		defined = counts[KIND_NIL] + counts[KIND_MAX];
	int64		undefined;
	bool		has_bad_times = false;

	for (int kind = 0; kind < KINDS; kind++)
	{
		uuids += counts[kind];
		if (kind >= 1 && kind <= 8)
			defined += counts[kind];
		if (kind >= 16)
			continue;
		most = Max(most, counts[kind]);
		column->bad += column->bad_times[kind];
		if (column->bad_times[kind] * 100 > counts[kind])
			has_bad_times = true;
	}
	column->holds_uuids = column->type == UUIDOID ||
		(column->ids_read > 0 && uuids == column->ids_read);
	column->has_one_version = is_most(most, column->ids_read);
	column->are_defined = is_most(defined, column->ids_read);
	if (!column->holds_uuids && column->are_defined)
		column->other_texts = column->ids_read - uuids;

	/* padded numbers, and a few undefined ids, contradict nothing */
	undefined = column->ids_read - column->numbers - defined;
	if (column->holds_uuids && undefined * UNDEFINED_PART > column->ids_read)
		column->undefined = undefined;
	return has_bad_times;
}

void
uuidx_identify_system(uuidx_column_report *column)
{
	const int64 *counts = column->counts;
	bool		has_bad_times = read_counts(column);
	int			sorted = 0;

	if (column->other_texts > 0)
	{
		column->contradicts = true;
		return;
	}
	if (column->holds_uuids)
	{
		column->contradicts = column->undefined > 0 || has_bad_times;
		if (!column->contradicts && !is_most(counts[4] + counts[8], column->ids_read))
			return;
		if (!column->contradicts && counts[8] > counts[4] && column->v8 != UUIDX_V8_UNKNOWN)
			return;
	}
	try_systems(column);
	if (!column->holds_uuids && column->best.certainty == 0)
	{
		column->prefix_length = find_prefix(column);
		if (column->prefix_length > 0)
			try_systems(column);
	}
	if (!column->holds_uuids || column->best.certainty > 0)
		column->contradicts = true;
	if (column->contradicts)
	{
		/* nothing that relies on the times of RFC 9562 applies */
		column->timed = 0;
		column->needs_time_order = false;
		column->provable = UUIDX_VERSIONS_ANY;
		return;
	}
	for (int i = 1; i < column->nkept; i++)
	{
		if (memcmp(&column->kept[i - 1].uuid, &column->kept[i].uuid, UUID_LEN) <= 0)
			sorted++;
	}
	/* CLUSTER sorts random ids, too */
	column->is_sorted_v4 = column->type == UUIDOID && column->nkept > MIN_SORTED &&
		column->default_version != 4 &&
		is_most(counts[4], column->ids_read) && is_most(sorted, column->nkept - 1);
}
