/*
 * checks.h
 *	  What CHECK constraints prove about UUIDs.
 */
#ifndef UUIDX_CHECKS_H
#define UUIDX_CHECKS_H

#include "compat.h"

#include "access/attnum.h"
#include "nodes/pg_list.h"
#include "utils/snapshot.h"

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

/*
 * CHECK (uuid_v7_within(uuid, at, tolerance)) on two columns of a table.  A column that is
 * a timestamp or a date is the reading of a clock that is always so far ahead of UTC.
 */
typedef struct uuidx_within_check
{
	Oid			schema;			/* that of the function */
	AttrNumber	uuid;
	AttrNumber	at;
	Oid			at_type;		/* timestamptz, timestamp or date */
	int64		offset_us;		/* 0 for a timestamptz */
	int64		tolerance_us;
} uuidx_within_check;

/* What the CHECKs of a table, or of a domain, prove together */
typedef struct uuidx_proof
{
	MemoryContext context;		/* of all that follows */
	int			natts;			/* 0 for a domain */
	uuidx_versions *versions;	/* by attribute; 0 is the VALUE of a domain */
	List	   *within;			/* of uuidx_within_check */
	int			nxmins;			/* the transactions that the CHECKs are of */
	TransactionId *xmins;
} uuidx_proof;

/* Nothing proven yet, of that many attributes; in the current memory context */
extern uuidx_proof *uuidx_make_proof(int natts);

/*
 * Adds what an expression (pg_node_tree) proves that is true for every row, or null; to
 * a second proof as well, unless that is NULL.
 */
extern void uuidx_read_check(const char *check, TransactionId xmin, uuidx_proof *proof,
							 uuidx_proof *second);

/* Adds what the validated constraints of a domain, and of those it is over, prove about VALUE */
extern void uuidx_read_domain(Oid domain, uuidx_proof *proof);

/*
 * Adds what the validated CHECKs of a table prove about its columns: of the table
 * "only", and of the "tree" of what inherits from it, too, for which those marked NO
 * INHERIT prove nothing.
 */
extern void uuidx_read_table_checks(Oid relation, uuidx_proof *only, uuidx_proof *tree);

/* Whether a snapshot sees all of the constraints: what it sees has passed them */
extern bool uuidx_is_proof_visible(const uuidx_proof *proof, Snapshot snapshot);

/* The type that a domain is directly over */
extern Oid	uuidx_base_of_domain(Oid type);

#endif							/* UUIDX_CHECKS_H */
