/*
 * test_shift.h
 *	  The time zones of the system, and what the server computes in one, for
 *	  test_shift.c.
 *
 * Times are in seconds since 1970.  A reading of a clock is the number that it has
 * when it is taken as UTC.
 */
#ifndef UUIDX_TEST_SHIFT_H
#define UUIDX_TEST_SHIFT_H

#include "uuid/shift.h"

#define DAY 86400

/*
 * The clocks change in these years, and never again.  The rules that a time zone has
 * after 2037 are the same for all years; to find their changes in centuries takes long.
 */
#define ZONE_FIRST_YEAR 1840
#define ZONE_LAST_YEAR 2080
#define ZONE_MAX_CHANGES 600

/* From starts[i] on, clocks are offsets[i] ahead of UTC; the first entry is the start of time */
typedef struct time_zone
{
	const char *name;
	int			count;
	int64		starts[ZONE_MAX_CHANGES];
	int64		offsets[ZONE_MAX_CHANGES];
} time_zone;

/* Calls back with every time zone of the system; how many there were */
extern int	every_zone(void (*check) (const time_zone *));

/* What the clock shows, and the instant at which it shows that */
extern int64 zone_reading(const time_zone *z, int64 instant);
extern int64 zone_instant(const time_zone *z, int64 reading);

/* Of readings: date_trunc(), and months added */
extern int64 reading_truncated(uuidx_time_unit unit, int64 reading);
extern int64 reading_plus_months(int64 reading, int months);

/* The first second of a year */
extern int64 year_start(int year);

#endif							/* UUIDX_TEST_SHIFT_H */
