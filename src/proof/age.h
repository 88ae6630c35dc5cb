/*
 * age.h
 *	  How old the catalog rows are that a fact stands on.
 */
#ifndef UUIDX_AGE_H
#define UUIDX_AGE_H

#include "compat.h"

#include "access/htup_details.h"
#include "nodes/pg_list.h"

typedef struct uuidx_age
{
	List	   *transactions;	/* of these rows, as integers, but for those
								 * that every snapshot sees */
	CommandId	command;		/* the last one among those of the own
								 * transaction */
} uuidx_age;

/* Adds a catalog row, in the current memory context */
extern void uuidx_add_row(uuidx_age *age, HeapTuple tuple);

/* Adds the rows of another age, in the current memory context */
extern void uuidx_add_age(uuidx_age *age, const uuidx_age *other);

/* A copy in the current memory context */
extern uuidx_age uuidx_copy_age(const uuidx_age *age);

/*
 * Whether the snapshot of the statement sees all rows.  Of the own transaction it sees commands
 * that ended before, but a constraint is validated with the newest snapshot, not with that of
 * a transaction that keeps one.
 */
extern bool uuidx_is_seen(const uuidx_age *age);

#endif							/* UUIDX_AGE_H */
