/*
 * histogram.h
 *	  The rows of a column over time: how many of its v7 are before a UUID.
 *
 * ANALYZE keeps a histogram of a column: bounds between bins that hold equally many
 * rows.  Within a bin the rows are assumed to be spread evenly over time, and a v7
 * begins with its time, so that the position of a UUID in its bin can be interpolated.
 * Rows that came or went since ANALYZE are before the first or after the last bound;
 * the caller finds the first and the last row.
 *
 * Positions are ticks of v7 (layout.h).  Among v7 the bytewise order and the
 * order by time (order.h) are one and the same.
 */
#ifndef UUIDX_HISTOGRAM_H
#define UUIDX_HISTOGRAM_H

#include "uuid/layout.h"

typedef struct uuidx_histogram
{
	int			nbins;			/* at least one */
	const uint64 *bounds;		/* nbins + 1 ticks that do not decrease */
	uint64		first;			/* the tick of the first row by now */
	uint64		last;			/* the tick of the last row by now, not before
								 * the last bound */
	double		grown;			/* rows after the last bound, in bins; 0:
								 * there are hardly any, and they count to the
								 * last bin */
} uuidx_histogram;

/* The rows as ANALYZE found them */
extern void uuidx_histogram_init(uuidx_histogram *histogram, const uint64 *bounds, int nbins);

/*
 * The rows by now: they begin at one tick and end at another, and a share of all of
 * them, 0 to 1, came since ANALYZE.  A `last` before the last bound counts as that
 * bound.
 */
extern void uuidx_histogram_extend(uuidx_histogram *histogram, uint64 first, uint64 last,
								   double came);

/* The share of the rows that are before a v7, 0 to 1 */
extern double uuidx_histogram_share_before(const uuidx_histogram *histogram,
										   const pg_uuid_t *v7);

/*
 * The place of any UUID among the v7: the smallest v7 that is not before it, in
 * bytewise order or in the order by time; the max UUID if all v7 are before it.
 */
extern void uuidx_v7_place(const pg_uuid_t *uuid, bool time_order, pg_uuid_t *place);

/*
 * The smallest v7 that is greater than one UUID and less than another one, in
 * bytewise order; false if there is none.
 */
extern bool uuidx_v7_between(const pg_uuid_t *after, const pg_uuid_t *before, pg_uuid_t *v7);

/*
 * Divides all rows at `nplaces` places, which increase: for each part of the rows that
 * holds a v7 besides its first one, such a v7 and the share of the rows.  Returns
 * the number of parts, at most nplaces + 1.
 */
extern int	uuidx_histogram_divide(const uuidx_histogram *histogram, const pg_uuid_t *places,
								   int nplaces, pg_uuid_t *values, double *shares);

#endif							/* UUIDX_HISTOGRAM_H */
