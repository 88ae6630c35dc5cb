/*
 * changes.h
 *	  How a column changed since ANALYZE: where it begins and ends by now, and the rows that
 *	  came, as a btree index shows them.
 */
#ifndef UUIDX_CHANGES_H
#define UUIDX_CHANGES_H

#include "planner/planner.h"

#include "catalog/pg_statistic.h"
#include "uuid/histogram.h"

/*
 * Updates the histogram of a column from its statistics, which has the order of the
 * operator `less` and room for UUIDX_HISTOGRAM_ROOM more points.  The selectivity is to be
 * estimated at places (histogram.h) from `first` to `last`: for those far from
 * the ends of a table that has not grown, no index is read.
 */
extern void uuidx_update_histogram(uuidx_histogram *histogram, const uuidx_relation *relation,
								   Form_pg_statistic statistics, Oid less,
								   const pg_uuid_t *first, const pg_uuid_t *last);

#endif							/* UUIDX_CHANGES_H */
