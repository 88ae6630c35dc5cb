/*
 * index_use.h
 *	  What the indexes and the partition key of a table are on, as far as UUIDs matter.
 */
#ifndef UUIDX_INDEX_USE_H
#define UUIDX_INDEX_USE_H

#include "proof/generated.h"

/* What indexes contain, and, but for uuid_predicates and time_order, the partition key */
typedef struct uuidx_index_use
{
	bool		time_expressions;	/* an expression with the time of a UUID */
	bool		uuid_predicates;	/* uuidx_calls_ours() of a predicate */
	bool		time_order;		/* a UUID in time order, in a btree index */
	bool		time_columns;	/* a generated column, in any place */
	bool		time_checks;	/* a CHECK on one; not of a partition */
	bool		uuid_ranges;	/* ranges of a UUID are found, bytewise */
	bool		time_ranges;	/* ranges of a UUID are found, in time order */
	bool		partitions;		/* a UUID, in a partition key */
	bool		instants;		/* a time, other than in (UUID, time); or the
								 * table is foreign and may have such an index */
} uuidx_index_use;

/*
 * Returns the operator < by which an index with an operator family finds ranges of UUIDs, and sets
 * whether they are in time order; InvalidOid if it finds none.
 */
extern Oid	uuidx_range_operator(Oid opfamily, bool *time_order);

/*
 * Adds what the valid indexes of a table and its partition key contain.  "generated" has the
 * numbers of its generated columns that contain the time of a uuid.
 */
extern void uuidx_read_index_use(Oid table, List *generated, uuidx_index_use *use);

#endif							/* UUIDX_INDEX_USE_H */
