/*
 * checks.h
 *	  What CHECK constraints prove about UUIDs.
 */
#ifndef UUIDX_CHECKS_H
#define UUIDX_CHECKS_H

#include "proof/age.h"
#include "proof/versions.h"

#include "access/attnum.h"
#include "nodes/pg_list.h"

/*
 * CHECK (uuid_v7_within(uuid, at, tolerance)) on two columns of a table.  A column that is
 * a timestamp or a date is the reading of a clock that is always so far ahead of UTC.
 */
typedef struct uuidx_within_check
{
	Oid			function;		/* its schema may change */
	AttrNumber	uuid;
	AttrNumber	at;
	Oid			at_type;		/* timestamptz, timestamp or date */
	int64		offset_us;		/* 0 for a timestamptz */
	int64		tolerance_us;
} uuidx_within_check;

/* CHECK (at = uuid_time(uuid)) on two columns of a table, or IS NOT DISTINCT FROM */
typedef struct uuidx_time_check
{
	AttrNumber	at;				/* a timestamptz */
	AttrNumber	uuid;
	Oid			function;		/* that extracts the time */
} uuidx_time_check;

/* What CHECKs of a table prove together of every row that has passed them */
typedef struct uuidx_proof
{
	int			natts;
	uuidx_versions *versions;	/* by attribute number */
	List	   *within;			/* of uuidx_within_check */
	List	   *times;			/* of uuidx_time_check */
} uuidx_proof;

/* Nothing proven yet, of that many attributes; in the current memory context */
extern uuidx_proof *uuidx_make_proof(int natts);

/*
 * Adds what an expression (pg_node_tree) proves that is true for every row, or null, in the
 * current memory context; returns true if it proves anything.
 */
extern bool uuidx_read_check(const char *check, uuidx_proof *proof);

/* Adds what another proof of the same table proves, as a copy in the current memory context */
extern void uuidx_add_proof(uuidx_proof *proof, const uuidx_proof *other);

/*
 * Whether all of some tables have a validated CHECK of that name; adds their rows.  Those in the
 * schema are found in one scan.
 */
extern bool uuidx_have_check(const List *tables, Oid schema, const char *name, uuidx_age *age);

#endif							/* UUIDX_CHECKS_H */
