/*
 * proven.h
 *	  What the catalogs prove of a table's UUIDs.
 */
#ifndef UUIDX_PROVEN_H
#define UUIDX_PROVEN_H

#include "proof/checks.h"
#include "proof/generated.h"
#include "proof/index_use.h"

#include "storage/lockdefs.h"

/* A table, with what inherits from it or without, and what is proven of the rows of a statement */
typedef struct uuidx_table
{
	Oid			table;
	bool		inh;			/* what inherits from it is meant as well */
	LOCKMODE	lockmode;		/* see uuidx_read_table() */
	int			natts;
	uuidx_versions *versions;	/* by attribute number */
	List	   *within;			/* of uuidx_within_check */
	List	   *generated;		/* of uuidx_generated_column: they hold the
								 * time of the uuid */
	List	   *members;		/* OIDs: the tables below it, if any of this
								 * was read of them */

	/*
	 * The catalog rows on which this stands, and which another snapshot may
	 * not see; and whether the snapshot of the statement does not see one,
	 * for which reason something is left out
	 */
	uuidx_age	age;
	bool		left_out;

	bool		use_read;
	uuidx_index_use use;		/* see uuidx_index_use_of() */
} uuidx_table;

/* Whether a table has a column of type uuid, or of a domain over it */
extern bool uuidx_has_uuid_column(Oid relation);

/* Whether a CHECK may prove that a stored generated column of a table is the time of a uuid */
extern bool uuidx_has_generated(Oid relation);

/*
 * Reads a table that has one, in the current memory context.  What is proven is true of
 * every row that the active snapshot sees, or a newer one.  The caller holds a lock on the
 * table, so that nothing of it can be dropped.  That lock protects its partitions, but not
 * other tables that inherit from it: these are locked with lockmode before anything is read
 * of them, unless that is NoLock.
 */
extern uuidx_table *uuidx_read_table(Oid relation, bool inh, LOCKMODE lockmode);

/*
 * Whether no row has a null in a column, in what inherits from the table either, if that
 * is meant.  Adds to the age of what is proven, or sets left_out.
 */
extern bool uuidx_is_not_null(uuidx_table *table, AttrNumber column);

/* What the indexes and partition keys are on, those of all tables below included */
extern const uuidx_index_use *uuidx_index_use_of(uuidx_table *table);

#endif							/* UUIDX_PROVEN_H */
