/*
 * index_use.h
 *	  What the indexes and the partition key of a table are on, as far as UUIDs matter.
 */
#ifndef UUIDX_INDEX_USE_H
#define UUIDX_INDEX_USE_H

#include "compat.h"

#include "nodes/pg_list.h"

typedef struct uuidx_index_use
{
	bool		time_expressions;	/* the time extracted from a UUID */
	bool		uuid_predicates;	/* an index with a predicate about a UUID */
	bool		uuid_order;		/* a UUID, bytewise in a btree index */
	bool		time_order;		/* a UUID, in time order in a btree index */
	bool		time_columns;	/* a generated column, or a predicate about it */
	bool		uuid_ranges;	/* a UUID, so that ranges are found, bytewise */
	bool		time_ranges;	/* the same in time order */
} uuidx_index_use;

/*
 * Adds what the indexes of a table and its partition key are on.  "generated" are its
 * columns, of uuidx_generated_column, that hold the time of a uuid.
 */
extern void uuidx_read_index_use(Oid table, List *generated, uuidx_index_use *use);

#endif							/* UUIDX_INDEX_USE_H */
