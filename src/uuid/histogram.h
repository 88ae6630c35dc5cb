/*
 * histogram.h
 *	  How many v7 of a column are before a UUID.
 *
 * ANALYZE stores the bounds between bins of equally many rows, which are assumed to be spread
 * evenly over the time in the bin.  The caller finds out where the rows begin and end now, and how
 * many came after the last bound.  Positions are ticks of v7 (layout.h), whatever the order is.
 */
#ifndef UUIDX_HISTOGRAM_H
#define UUIDX_HISTOGRAM_H

#include "uuid/layout.h"

typedef struct uuidx_histogram
{
	int			npoints;		/* number of points, at least two */
	uint64	   *ticks;			/* positions of the points, in ascending order */
	double	   *before;			/* number of bins of rows before each point */
} uuidx_histogram;

/* Sets the bounds of the bins; the caller's arrays have room for what is appended */
extern void uuidx_histogram_init(uuidx_histogram *histogram, uint64 *bounds, double *before,
								 int nbins);

/* Move the first or the last row to another tick, because the rows beyond it have been deleted */
extern void uuidx_histogram_begin(uuidx_histogram *histogram, uint64 first);
extern void uuidx_histogram_end(uuidx_histogram *histogram, uint64 last);

/* Appends rows, in bins, between the last point and a tick that is not before it */
extern void uuidx_histogram_append(uuidx_histogram *histogram, uint64 tick, double bins);

/*
 * Counts rows after a tick until it has counted enough, and sets their number and the tick of
 * the last one.  Returns true if there may be more.
 */
typedef bool (*uuidx_count_rows) (void *argument, uint64 from, int *nrows, uint64 *to);

/* uuidx_histogram_append_rows() counts at most this often, and appends at most this many points */
#define UUIDX_HISTOGRAM_COUNTS 24
#define UUIDX_HISTOGRAM_ROOM (2 * UUIDX_HISTOGRAM_COUNTS)

/*
 * Appends the rows between the last point and the last row of the table.  Rows are counted at some
 * places, closer together near the ends and where the rate changes, and the lower rate of two
 * neighbors is assumed between them.
 */
extern void uuidx_histogram_append_rows(uuidx_histogram *histogram, uint64 last,
										double rows_in_bin, uuidx_count_rows count,
										void *argument);

/* Returns the share of the rows that are before a v7, 0 to 1 */
extern double uuidx_histogram_share_before(const uuidx_histogram *histogram,
										   const pg_uuid_t *v7);

/* Returns the tick before which a share of the rows is; the share is 0 to 1 */
extern uint64 uuidx_histogram_tick(const uuidx_histogram *histogram, double share);

/*
 * Sets the place of a UUID among the v7, in bytewise order or in the order by time: the smallest
 * v7 that is not before it, or the max UUID if all v7 are
 */
extern void uuidx_v7_place(const pg_uuid_t *uuid, bool time_order, pg_uuid_t *place);

/* Sets the smallest v7 between two UUIDs, in bytewise order; returns false if there is none */
extern bool uuidx_v7_between(const pg_uuid_t *after, const pg_uuid_t *before, pg_uuid_t *v7);

/*
 * Divides all rows at places, which are sorted.  For each part that contains a v7 after its first
 * place, sets such a v7 and the share of the rows.  Returns the number of these parts, at most
 * nplaces + 1.
 */
extern int	uuidx_histogram_divide(const uuidx_histogram *histogram, const pg_uuid_t *places,
								   int nplaces, pg_uuid_t *values, double *shares);

#endif							/* UUIDX_HISTOGRAM_H */
