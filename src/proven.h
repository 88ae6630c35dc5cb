/*
 * proven.h
 *	  What the catalogs prove of a table's UUIDs, and what its indexes are on.
 */
#ifndef UUIDX_PROVEN_H
#define UUIDX_PROVEN_H

#include "checks.h"
#include "generated.h"

#include "nodes/bitmapset.h"

/* A table, with what inherits from it or without */
typedef struct uuidx_table
{
	int			natts;
	uuidx_versions *versions;	/* by attribute number */
	List	   *within;			/* of uuidx_within_check */
	Bitmapset  *not_null;		/* columns, by attribute number, in all tables
								 * below as well */
	Bitmapset  *domain_columns; /* those of which a domain proves anything */
	List	   *generated;		/* of uuidx_generated_column */
	List	   *members;		/* OIDs: the tables that this was read of,
								 * below it */

	/* in the indexes and partition keys, those of all tables below included */
	bool		time_expressions;	/* the time extracted from a UUID */
	bool		uuid_predicates;	/* an index with a predicate about a UUID */
	bool		uuid_order;		/* a UUID, bytewise in a btree index */
	bool		time_order;		/* a UUID, in time order in a btree index */
	bool		time_columns;	/* one of "generated", or a predicate about it */
	bool		uuid_ranges;	/* a UUID, so that ranges are found, bytewise */
	bool		time_ranges;	/* the same in time order */
} uuidx_table;

/* Whether a table has a column of type uuid, or of a domain over it */
extern bool uuidx_has_uuid_column(Oid relation);

/*
 * Reads a table that has one, in the current memory context.  "inh" says whether what
 * inherits from it is meant as well, "domains" whether domains may prove anything: they
 * can change under a lock of the table.  What is proven is true of every row that the
 * snapshot sees.
 */
extern uuidx_table *uuidx_read_table(Oid relation, bool inh, bool domains, Snapshot snapshot);

#endif							/* UUIDX_PROVEN_H */
