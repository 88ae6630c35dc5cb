/*
 * checks.h
 *	  What CHECK and NOT NULL constraints prove about UUIDs.
 */
#ifndef UUIDX_CHECKS_H
#define UUIDX_CHECKS_H

#include "proof/snapshot.h"
#include "proof/versions.h"

#include "access/attnum.h"
#include "access/tupdesc.h"
#include "nodes/pg_list.h"

typedef enum uuidx_check_type
{
	UUIDX_CHECK_NONE,			/* nothing is proven */
	UUIDX_CHECK_NOT_NULL,		/* uuid IS NOT NULL */
	UUIDX_CHECK_VERSION,		/* uuid_is_v7(uuid) */
	UUIDX_CHECK_WITHIN,			/* uuid_v7_within(uuid, at, tolerance) */
	UUIDX_CHECK_TIME,			/* at = uuid_time(uuid) */
	UUIDX_CHECK_RANGE			/* of `at` alone: the server excludes tables */
} uuidx_check_type;

/* One condition of a constraint, which is true or null for every row */
typedef struct uuidx_check
{
	uuidx_check_type type;
	AttrNumber	uuid;
	uuidx_versions versions;	/* what it proves about the uuid alone; for a
								 * replaced column, what all CHECKs prove */
	Oid			function;		/* uuid_v7_within(), which may be in another
								 * schema later, or the function that extracts
								 * the time */

	/*
	 * The column with a time.  A timestamp or date, which only
	 * uuid_v7_within() may have, is in a zone offset_us ahead of UTC.
	 */
	AttrNumber	at;
	Oid			at_type;
	int64		offset_us;
	int64		tolerance_us;

	/* The constraint, where uuidx_read_checks() has read it */
	NameData	name;
	bool		is_inherited;	/* the constraint is not NO INHERIT */
	uuidx_age	age;			/* of its row in pg_constraint */

	char	   *generated;		/* see uuidx_match_generated(), or NULL */
} uuidx_check;

/*
 * Returns the conditions of a stored expression that prove something, of uuidx_check; the others
 * are ignored.  The list is in the current memory context, as are all results below.
 */
extern List *uuidx_read_check(Node *expression);

/* Reads the catalog, and returns the conditions of all validated CHECKs of a table */
extern List *uuidx_read_checks(Oid table);

/*
 * Returns a condition of type UUIDX_CHECK_NOT_NULL if a column is NOT NULL in a table, and the
 * column of the same name in these tables below it; otherwise one of type UUIDX_CHECK_NONE.
 */
extern uuidx_check *uuidx_read_not_null(Oid table, AttrNumber column, const List *members);

/* Returns whether a row of pg_constraint is a validated CHECK */
extern bool uuidx_is_valid_check(HeapTuple tuple);

/* Returns a copy of a list of conditions */
extern List *uuidx_copy_checks(const List *checks);

/* Returns an expression (pg_node_tree) that a catalog row contains, or its text; or NULL */
extern Node *uuidx_stored_expression(HeapTuple tuple, AttrNumber attribute, TupleDesc tupdesc);
extern char *uuidx_stored_text(HeapTuple tuple, AttrNumber attribute, TupleDesc tupdesc);

/* Returns whether an expression is a column, relabeled or not, and sets its number */
extern bool uuidx_is_column(Node *node, AttrNumber *attribute);

#endif							/* UUIDX_CHECKS_H */
