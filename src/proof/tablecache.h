/*
 * tablecache.h
 *	  What the catalogs prove about a table's UUIDs, cached until they change.
 */
#ifndef UUIDX_TABLECACHE_H
#define UUIDX_TABLECACHE_H

#include "proof/index_use.h"

#include "storage/lockdefs.h"

/* This is what is proven about the rows of a table in a statement.  The caller owns it. */
typedef struct uuidx_table
{
	Oid			table;
	bool		inh;			/* with the tables that inherit from it */
	LOCKMODE	lockmode;		/* see uuidx_read_table() */
	int			natts;
	uuidx_versions *versions;	/* by attribute number */
	List	   *within;			/* of uuidx_check: uuid_v7_within() */
	List	   *generated;		/* of uuidx_check: stored columns of the time */
	List	   *not_nulls;		/* of uuidx_check: see uuidx_is_not_null() */
	List	   *members;		/* OIDs of tables below, read for "generated" */

	uuidx_age	age;			/* of the catalog rows that prove this */
	bool		left_out;		/* a proof is missing: its row is not seen */
	bool		use_read;
	uuidx_index_use use;		/* see uuidx_index_use_of() */
} uuidx_table;

typedef struct uuidx_summary
{
	int			natts;			/* 0: no column is a uuid, or a domain over it */
	bool		has_checks;
	bool		has_generated;	/* "generated" may have columns */
} uuidx_summary;

/* Returns the summary of a table, without copying anything else: this is done for every query */
extern uuidx_summary uuidx_summarize(Oid relation);

/*
 * Reads a table, in the current memory context; returns NULL if it has no uuid.  What is proven is
 * true for every row that the active snapshot or a newer one sees.  The caller holds a lock on the
 * table, which protects its partitions, too.  Other tables that inherit from it are locked with
 * lockmode before anything is read about them, unless that is NoLock.
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
