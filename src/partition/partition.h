/*
 * partition.h
 *	  Partitions by range of a uuid column: declarations for the files of this folder.
 */
#ifndef UUIDX_PARTITION_H
#define UUIDX_PARTITION_H

#include "compat.h"

#include "nodes/parsenodes.h"
#include "utils/rel.h"

/* A bound of a partition */
typedef struct uuidx_bound
{
	PartitionRangeDatumKind kind;
	pg_uuid_t	uuid;			/* nil for MINVALUE, max for MAXVALUE */
	pg_uuid_t	v7;				/* the smallest v7 at or after it, else max */
} uuidx_bound;

typedef struct uuidx_partition
{
	Oid			oid;
	bool		is_default;		/* then it has no bounds */
	bool		detaching;		/* DETACH CONCURRENTLY has begun */
	uuidx_bound from;
	uuidx_bound to;
} uuidx_partition;

/* --- catalog.c ---------------------------------------------------------------- */

/* The time of a bound: its first 48 bits, whatever its version */
extern TimestampTz uuidx_bound_time(const uuidx_bound *bound);

/* The same for an error message */
extern const char *uuidx_bound_text(const uuidx_bound *bound);

/*
 * Opens and locks a table.  Raises an error unless it is partitioned by range of one
 * uuid column in bytewise order.
 */
extern Relation uuidx_open_parent(Oid oid, LOCKMODE lockmode);

/* Raises the server's error unless the current role owns the table */
extern void uuidx_check_owner(Oid parent);

/*
 * The partitions of a table that is locked, by their starts, the default one last; none
 * of them is locked.  Those being detached are left out, as in every query, or marked.
 */
extern uuidx_partition *uuidx_read_partitions(Oid parent, bool omit_detaching, int *count);

/* Reads one table.  False if it does not exist or is not a partition. */
extern bool uuidx_read_partition(Oid oid, uuidx_partition *partition);

/*
 * Returns the OIDs of the foreign keys with a table in a column of pg_constraint: conrelid for the
 * keys of the table, confrelid for those that refer to it.  Parts of a key are left out, which it
 * has for the partitions of the other table.
 */
extern List *uuidx_foreign_keys(AttrNumber column, Oid table);

/*
 * Whether the table with a foreign key, which is set, has an index on all rows that begins
 * with a column of the key.  The table is not locked; true if the key was dropped meanwhile.
 */
extern bool uuidx_key_has_index(Oid key, Oid *referencing);

/* Executes a utility command through SPI */
extern void uuidx_execute(const char *command);

/* Raises an error if a procedure is called with a null argument */
extern void uuidx_refuse_nulls(FunctionCallInfo fcinfo, const char *const *arguments);

/* --- limit.c ------------------------------------------------------------------ */

/*
 * Raise an error if that many new partitions of a table, or dropping these, would need
 * too many locks in one transaction.
 */
extern void uuidx_limit_created(Relation parent, int64 count);
extern void uuidx_limit_dropped(Oid parent_oid, const uuidx_partition *partitions, int count,
								bool atomic);

/* The most partitions that one CALL creates */
#define UUIDX_CREATED_MAX 4096

#endif							/* UUIDX_PARTITION_H */
