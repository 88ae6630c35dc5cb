/*
 * versions.h
 *	  The versions whose UUIDs sort by time, and what belongs to each.
 *
 * To add such a version, add a kind of time, what a CHECK can prove about a column, and a row
 * of the table.
 */
#ifndef UUIDX_VERSIONS_H
#define UUIDX_VERSIONS_H

#include "compat.h"

/* The time that is compared, and so the order of uuids in which it is a range */
typedef enum uuidx_time_kind
{
	UUIDX_TIME_OF_V7,			/* the time of a v7: bytewise among v7 */
	UUIDX_TIME_OF_V6,			/* the time of a v6: bytewise among v6 */
	UUIDX_TIME_OF_V8,			/* the time of a v8 with a node number:
								 * bytewise among v8 */
	UUIDX_TIME_OF_ANY			/* what uuid_time() returns: in time order */
} uuidx_time_kind;

/*
 * What is proven of the UUIDs in a column; a null may always be among them.  Of two
 * constraints on a column the one that comes later in this order counts.
 */
typedef enum uuidx_versions
{
	UUIDX_VERSIONS_ANY,			/* nothing */
	UUIDX_VERSIONS_TIMED_6,		/* those that carry a time are v6 */
	UUIDX_VERSIONS_ALL_6,		/* all are v6 */
	UUIDX_VERSIONS_TIMED_7,		/* those that carry a time are v7 */
	UUIDX_VERSIONS_ALL_7,		/* all are v7 */
	UUIDX_VERSIONS_ALL_8		/* all are v8 */
} uuidx_versions;

/* An end of the UUIDs of an instant: the SQL function, and what it computes */
typedef struct uuidx_boundary
{
	const char *name;			/* NULL: none */
	PGFunction	function;
	void		(*compute) (TimestampTz pg_us, pg_uuid_t *uuid);
} uuidx_boundary;

typedef struct uuidx_version
{
	int			number;			/* 0: in time order, all that carry a time */
	uuidx_versions timed;		/* what uuid_version(uuid) = number proves */
	uuidx_versions all;			/* and the predicate, or IS NOT DISTINCT FROM */
	const char *predicate_name; /* of the SQL function; NULL: none */
	PGFunction	predicate;
	uuidx_boundary first;
	uuidx_boundary last;		/* in time order: the first one after them */
} uuidx_version;

/* By uuidx_time_kind */
extern const uuidx_version uuidx_version_table[UUIDX_TIME_OF_ANY + 1];

/* The kind of which a C function is the predicate, or UUIDX_TIME_OF_ANY */
extern uuidx_time_kind uuidx_find_predicate(PGFunction function);

#endif							/* UUIDX_VERSIONS_H */
