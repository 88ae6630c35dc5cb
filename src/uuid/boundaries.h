/*
 * boundaries.h
 *	  Where partitions by time begin, and the first v7 that a bound includes.
 *
 * A grid has one start per step, which is a number of months or of milliseconds, in UTC.  A grid
 * of whole weeks begins at the first Monday of 1970, and every other grid at 1970-01-01, so that a
 * grid depends only on the step.  Arithmetic is exact for every interval and every time that a v7
 * can hold.
 */
#ifndef UUIDX_BOUNDARIES_H
#define UUIDX_BOUNDARIES_H

#include "uuid/layout.h"

typedef struct uuidx_grid
{
	int64		months;			/* 0 if the step is length_ms */
	int64		length_ms;
	int64		origin_ms;
} uuidx_grid;

typedef enum uuidx_grid_status
{
	UUIDX_GRID_OK,
	UUIDX_GRID_MIXED,			/* months with days or a time */
	UUIDX_GRID_FRACTION,		/* no whole number of milliseconds */
	UUIDX_GRID_NOT_POSITIVE
} uuidx_grid_status;

/* The largest unit of which all starts of a grid are multiples */
typedef enum uuidx_grid_unit
{
	UUIDX_GRID_DAYS,
	UUIDX_GRID_SECONDS,
	UUIDX_GRID_MILLISECONDS
} uuidx_grid_unit;

/* Sets the grid of a step, from the three fields of an interval; returns why there is none */
extern uuidx_grid_status uuidx_grid_make(int32 months, int32 days, int64 us, uuidx_grid *grid);

/* Returns the unit of a grid */
extern uuidx_grid_unit uuidx_grid_unit_of(const uuidx_grid *grid);

/* Returns the index of the last start at or before a time, 0 .. UUIDX_UNIX_MAX_MS */
extern int64 uuidx_grid_index(const uuidx_grid *grid, int64 unix_ms);

/*
 * Returns the start with an index that uuidx_grid_index() returned, or with the one after it,
 * in milliseconds since 1970.  A start before 1970 is returned as 0, and one after the last v7
 * as UUIDX_UNIX_MAX_MS + 1.
 */
extern int64 uuidx_grid_start_ms(const uuidx_grid *grid, int64 index);

/* Sets the smallest v7 that is not less than a UUID, bytewise; the max UUID if there is none */
extern void uuidx_v7_at_or_after(const pg_uuid_t *uuid, pg_uuid_t *v7);

#endif							/* UUIDX_BOUNDARIES_H */
