/*
 * entropy.h
 *	  Random bits from the server's own source, pg_strong_random().
 *
 * Guarantee: no bit is handed out twice, in this process or in any other, and
 * none is left in memory once it has been handed out.  When the source fails
 * there is an error (XX000, core's text) and no bits at all.
 */
#ifndef UUIDX_ENTROPY_H
#define UUIDX_ENTROPY_H

#include "compat.h"

#include "guc.h"
#include "miscadmin.h"

#define UUIDX_POOL_WORDS 1024	/* 8 kB */

typedef struct uuidx_random_pool
{
	int			left;			/* words not yet handed out: the first ones */
	int			pid;			/* the process that filled it */
	uint64		words[UUIDX_POOL_WORDS];
} uuidx_random_pool;

/* Belongs to entropy.c and uuidx_random_u64(); nobody else looks inside */
extern uuidx_random_pool uuidx_pool;

/* The same as uuidx_random_u64() where the pool does not have the bits */
extern uint64 uuidx_random_u64_unpooled(void);

/*
 * 64 random bits.  In line, because every generated UUID comes by: the call
 * would cost as much as the work.
 */
static inline uint64
uuidx_random_u64(void)
{
	uint64		word;

	if (unlikely(uuidx_pool.left == 0 || uuidx_pool.pid != MyProcPid || !uuidx_entropy_pool))
		return uuidx_random_u64_unpooled();

	/* no compiler may drop the wipe: the pool outlives this call */
	word = uuidx_pool.words[--uuidx_pool.left];
	uuidx_pool.words[uuidx_pool.left] = 0;
	return word;
}

#endif							/* UUIDX_ENTROPY_H */
