/*
 * versions.h
 *	  The versions that have times: for each, its range and its bounds, the order of its UUIDs, what
 *	  a CHECK proves about it, and how all of this is named.
 */
#ifndef UUIDX_VERSIONS_H
#define UUIDX_VERSIONS_H

#include "compat.h"

#include "datatype/timestamp.h"

/* The time that is compared, and so the order of uuids in which it is a range */
typedef enum uuidx_time_kind
{
	UUIDX_TIME_OF_V7,			/* the time of a v7: bytewise among v7 */
	UUIDX_TIME_OF_V6,			/* the time of a v6: bytewise among v6 */
	UUIDX_TIME_OF_ANY,			/* what uuid_time() returns: in time order */
	UUIDX_TIME_OF_UNIX			/* the first 48 bits: bytewise among all */
} uuidx_time_kind;

/*
 * What is proven about the UUIDs in a column; each may also be null.  If several constraints prove
 * something about a column, the one that is last in this order counts.
 */
typedef enum uuidx_versions
{
	UUIDX_VERSIONS_ANY,			/* nothing */
	UUIDX_VERSIONS_ALL_6,
	UUIDX_VERSIONS_ALL_7
} uuidx_versions;

#define UUIDX_VERSIONS_COUNT (UUIDX_VERSIONS_ALL_7 + 1)

/* The first or the last UUID of an instant: the SQL function, and what it computes */
typedef struct uuidx_boundary
{
	const char *name;			/* NULL: none */
	PGFunction	function;
	void		(*compute) (TimestampTz pg_us, pg_uuid_t *uuid);
} uuidx_boundary;

typedef struct uuidx_version
{
	int			number;			/* 0: all versions with such a time */
	bool		(*read_time) (const pg_uuid_t *uuid, TimestampTz *pg_us);
	uuidx_versions all;			/* what the predicate proves */
	const char *predicate_name; /* the SQL function, or NULL */
	PGFunction	predicate;
	uuidx_boundary first;
	uuidx_boundary last;		/* in time order, the first UUID after it */
} uuidx_version;

/*
 * The table of versions, by uuidx_time_kind.
 *
 * A version that begins with its time, for example 9, is added in these files of src/:
 *
 *	uuid/epoch.h, uuid/layout.{h,c}		its range, its time, its first and last UUID of an instant
 *	inspect.c, bounds.c, functions.{h,c}	its SQL functions
 *	generate.c							its generator
 *	name.c								a generator with the octets of a hash, as of version 7
 *	proof/versions.{h,c}				a kind of time, what a CHECK proves, and a row of the table
 *	planner/match.c						which of its functions extracts the time
 *	planner/query.c, filter.c, comparison.c	exceptions, as for the order by time
 *	planner/statistics.c, new_rows.c	estimates, by the first bits of version 7 (uuid/histogram.c)
 *	report/contents.c, rules.c, origin.c, bound.c
 *									which ids have a time, and what to do about the others
 *
 * checks.c, clock.c, operator.c, partition_by_time.c and boundaries.c name version 7 because
 * uuid_v7_within(), the operators and the functions for partitions are about version 7 alone.  A
 * script in sql/, hosted/uuidx.sql, doc/reference.md and tests also have to be written.
 *
 * uuid_time() must not return the time of another version: in existing indexes of uuid_time_ops
 * such a UUID is among those without a time, and existing rows have passed CHECK (created_at =
 * uuid_time(id)) with any created_at.  Therefore uuidx_time_ticks() and uuid/order.c never change,
 * and the new version has a function of its own for its time.
 */
extern const uuidx_version uuidx_version_table[UUIDX_TIME_OF_UNIX + 1];

/* Returns the kind that has a C function as its predicate, or else UUIDX_TIME_OF_ANY */
extern uuidx_time_kind uuidx_find_predicate(PGFunction function);

/* Returns the kind of time that uuid_time() returns for UUIDs about which this is proven */
extern uuidx_time_kind uuidx_kind_of(uuidx_versions versions);

/*
 * Returns the one version that all UUIDs have, if uuid_time() reads its time; otherwise NULL.
 * The order of these UUIDs by bytes is the order of their times.
 */
extern const uuidx_version *uuidx_only_version(uuidx_versions versions);

/* Returns the word for what is proven, for example "v7"; NULL for nothing */
extern const char *uuidx_versions_text(uuidx_versions versions);

/* Raises 22008 for a time that a version cannot hold: 6, 7, or 8 with a node */
pg_noreturn extern void uuidx_time_out_of_range(int number, TimestampTz pg_us);

#endif							/* UUIDX_VERSIONS_H */
