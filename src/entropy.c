/*
 * entropy.c
 *	  The random pool of this process: see entropy.h.
 *
 * One request to the server's source costs about as much for a page of random
 * bytes as for eight, so a pool is what makes a UUID cheap.  The pool belongs
 * to the process that filled it: a library loaded by the postmaster is inherited
 * by every backend, memory and all, and a pool shared that way would make equal
 * UUIDs everywhere.  It is therefore filled on first use, never in _PG_init, and
 * thrown away when the process is another than the one that filled it.
 */
#include "entropy.h"

#include "guc.h"
#include "miscadmin.h"

#define POOL_WORDS 512			/* 4 kB */

static uint64 pool[POOL_WORDS];
static int	pool_left = 0;		/* words not yet handed out: the first ones */
static int	pool_pid = 0;		/* the process that filled it */

/* Fills memory with random bytes, or raises the error core raises */
static void
fill_random(void *bytes, size_t length)
{
	if (!pg_strong_random(bytes, length))
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("could not generate random values")));
}

/* Leaves an empty pool, or a full one of this process; an error leaves it empty */
static void
refill(void)
{
	pool_left = 0;
	pool_pid = MyProcPid;
	fill_random(pool, sizeof(pool));
	pool_left = POOL_WORDS;
}

uint64
uuidx_random_u64(void)
{
	uint64		word;

	if (unlikely(!uuidx_entropy_pool))
	{
		/* the user wants nothing random kept: that includes what is left */
		explicit_bzero(pool, sizeof(pool));
		pool_left = 0;
		fill_random(&word, sizeof(word));
		return word;
	}

	if (unlikely(pool_left == 0 || pool_pid != MyProcPid))
		refill();

	/* no compiler may drop the wipe: the pool outlives this call */
	word = pool[--pool_left];
	pool[pool_left] = 0;
	return word;
}
