/*
 * tablecache.h
 *	  What the catalogs prove about a table's UUIDs, cached until they change.
 */
#ifndef UUIDX_TABLECACHE_H
#define UUIDX_TABLECACHE_H

#include "proof/index_use.h"

#include "storage/lockdefs.h"

/*
 * A table, with the tables that inherit from it or without, and what is proven about the rows of
 * a statement.  It belongs to the caller: nothing changes it but the functions below.
 */
typedef struct uuidx_table
{
	Oid			table;
	bool		inh;			/* with the tables that inherit from it */
	LOCKMODE	lockmode;		/* see uuidx_read_table() */
	int			natts;
	uuidx_versions *versions;	/* by attribute number */
	List	   *within;			/* of uuidx_check: uuid_v7_within() */
	List	   *generated;		/* of uuidx_check: stored generated columns
								 * that contain the time of the uuid */
	List	   *not_nulls;		/* of uuidx_check: see uuidx_is_not_null() */
	List	   *members;		/* OIDs: the tables below it, if one of them
								 * was read for "generated" */

	/*
	 * The catalog rows that prove this, which another snapshot may not see;
	 * and whether something is left out, because the snapshot of the
	 * statement does not see a row
	 */
	uuidx_age	age;
	bool		left_out;

	bool		use_read;
	uuidx_index_use use;		/* see uuidx_index_use_of() */
} uuidx_table;

typedef struct uuidx_summary
{
	int			natts;			/* 0: no column is a uuid, or a domain over it */
	bool		has_checks;
	bool		has_generated;	/* a CHECK may prove that a stored generated
								 * column is the time of a uuid */
} uuidx_summary;

/* Returns the summary of a table, without copying anything else: this is done for every query */
extern uuidx_summary uuidx_summarize(Oid relation);

/*
 * Reads a table, in the current memory context; returns NULL if it has no uuid.  What is proven is
 * true for every row that the active snapshot sees, or a newer one.  The caller holds a lock on the
 * table, so that nothing of it can be dropped.  That lock protects its partitions, but not other
 * tables that inherit from it: these are locked with lockmode before anything is read about them,
 * unless that is NoLock.
 */
extern uuidx_table *uuidx_read_table(Oid relation, bool inh, LOCKMODE lockmode);

/*
 * Returns whether no row has a null in a column, also in the tables that inherit from the table if
 * table->inh.  Adds to table->age what proves it, or sets table->left_out.
 */
extern bool uuidx_is_not_null(uuidx_table *table, AttrNumber column);

/* Returns what the indexes and partition keys contain, those of all tables below included */
extern const uuidx_index_use *uuidx_index_use_of(uuidx_table *table);

#endif							/* UUIDX_TABLECACHE_H */
