/*
 * histogram.h
 *	  The histogram of a column of v7, and how it is made finer.
 */
#ifndef UUIDX_HISTOGRAM_H
#define UUIDX_HISTOGRAM_H

#include "compat.h"

#include "access/htup.h"
#include "storage/itemptr.h"

/* More constants than these do not come to be looked at */
#define UUIDX_MAX_CONSTANTS 16

/* Where a column's statistics are: with the tables that inherit, or without */
typedef struct uuidx_column_key
{
	Oid			relation;
	int32		attribute;
	int32		inherited;
} uuidx_column_key;

/* Divisions of a histogram that are kept */
#define UUIDX_MAX_DIVISIONS 4

/* A column with a histogram whose bounds are all v7 */
typedef struct uuidx_column
{
	uuidx_column_key key;
	TransactionId xmin;			/* with tid: the row of pg_statistic */
	ItemPointerData tid;
	MemoryContext memory;		/* of what follows; NULL: leave it alone */
	Oid			less;			/* the operator that gives the order */
	int			slot;			/* in which the histogram is */
	int			nbins;
	pg_uuid_t  *bounds;			/* nbins + 1 of each */
	uint64	   *ticks;
	HeapTuple	divided[UUIDX_MAX_DIVISIONS];	/* with every bin in so many
												 * parts */
	int			parts[UUIDX_MAX_DIVISIONS]; /* at its remainder */
} uuidx_column;

/* Where a column ends by now, if that is after the histogram's last bound */
typedef struct uuidx_growth
{
	uint64		end;			/* a tick, or that of the last bound */
	double		bins;			/* of rows after the last bound; 0: as many as
								 * the last bin, stretched to the end, leaves
								 * for them */
} uuidx_growth;

/* Constants that a query compares a column with, as ticks of v7 */
typedef struct uuidx_constants
{
	bool		time_order;		/* and not bytewise */
	int			count;
	uint64		ticks[UUIDX_MAX_CONSTANTS];
} uuidx_constants;

/* Whether a type is uuid, or a domain over it */
extern bool uuidx_is_uuid_type(Oid type);

/*
 * A column by its statistics, a row of pg_statistic; NULL if there is no histogram
 * or anything but v7 in it.  Good until the next call.
 */
extern uuidx_column *uuidx_find_column(const uuidx_column_key *key, HeapTuple statistics);

/*
 * A copy of the statistics, with a histogram that gives the rows before and between
 * constants, in ascending order and none twice, as interpolation in time does.
 * Constants outside are dropped; NULL if none is left.
 */
extern HeapTuple uuidx_refine_histogram(uuidx_column *column, HeapTuple statistics,
										const uuidx_growth *growth, double rows,
										uuidx_constants *constants);

#endif							/* UUIDX_HISTOGRAM_H */
