/*
 * partition.h
 *	  Partitions by range of a uuid column: declarations for the files of this folder.
 */
#ifndef UUIDX_PARTITION_H
#define UUIDX_PARTITION_H

#include "compat.h"

#include "nodes/parsenodes.h"
#include "utils/rel.h"

/* A bound of a range partition */
typedef struct uuidx_bound
{
	pg_uuid_t	uuid;			/* nil for MINVALUE, max for MAXVALUE */
	pg_uuid_t	v7;				/* the smallest v7 that is not less, else max */
	TimestampTz time;			/* in its first 48 bits, or an infinity */
} uuidx_bound;

typedef struct uuidx_partition
{
	Oid			oid;
	bool		is_default;		/* if true, it has no bounds */
	bool		detaching;		/* DETACH CONCURRENTLY has begun */
	uuidx_bound from;
	uuidx_bound to;
} uuidx_partition;

/*
 * Opens and locks a table.  Raises an error unless it is partitioned by range of one uuid column
 * in bytewise order.  With as_owner, raises the error of the server unless the current role owns
 * the table, before other sessions could have to wait for the lock.
 */
extern Relation uuidx_open_parent(Oid oid, LOCKMODE lockmode, bool as_owner);

/*
 * Returns the partitions of a table that the caller has locked, ordered by their starts, the
 * default one last.  None is locked.  Those being detached are marked, or omitted if
 * omit_detaching.
 */
extern List *uuidx_read_partitions(Relation parent, bool omit_detaching);

/* Returns the bounds of one table; NULL if it does not exist or is not a partition */
extern uuidx_partition *uuidx_read_partition(Oid oid);

/*
 * Keeps the qualified name of a table that the caller has locked until the end of the transaction.
 * A lock on a table does not prevent its schema from being renamed, and then another table could
 * have the old name.  So this locks the row of the schema, and waits for a transaction that has
 * renamed it.
 */
extern void uuidx_keep_name(Oid table);

/*
 * Executes ALTER TABLE ... ATTACH or DETACH PARTITION as the owner of the parent, because the
 * server evaluates expressions of the table with the rights of the current role.  As in CREATE
 * INDEX, the functions in them cannot change the caller's session.
 */
extern void uuidx_alter_as_owner(Oid parent, const char *command);

/* Raises an error if a procedure is called with a null argument */
extern void uuidx_refuse_nulls(FunctionCallInfo fcinfo, const char *const *arguments);

#endif							/* UUIDX_PARTITION_H */
