/*
 * snapshot.h
 *	  Which transactions wrote the catalog rows that prove something.
 */
#ifndef UUIDX_SNAPSHOT_H
#define UUIDX_SNAPSHOT_H

#include "compat.h"

#include "access/htup_details.h"
#include "nodes/pg_list.h"

typedef struct uuidx_age
{
	List	   *transactions;	/* as integers, without those that every
								 * snapshot sees */
	CommandId	command;		/* the last command of this transaction that
								 * wrote one of the rows */
} uuidx_age;

/* Adds a catalog row, in the current memory context */
extern void uuidx_add_row(uuidx_age *age, HeapTuple tuple);

/* Adds the rows of another age, in the current memory context */
extern void uuidx_add_age(uuidx_age *age, const uuidx_age *other);

/* Returns a copy in the current memory context */
extern uuidx_age uuidx_copy_age(const uuidx_age *age);

/*
 * Returns whether the snapshot of the statement sees all rows.  It sees those that earlier commands
 * of its own transaction wrote.  If the transaction keeps one snapshot, these do not count: a
 * constraint is validated with the newest snapshot, not with that one.
 */
extern bool uuidx_is_seen(const uuidx_age *age);

#endif							/* UUIDX_SNAPSHOT_H */
