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

uuidx_random_pool uuidx_pool;

/* Fills memory with random bytes, or raises the error core raises */
static void
fill_random(void *bytes, size_t length)
{
	if (!pg_strong_random(bytes, length))
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("could not generate random values")));
}

uint64
uuidx_random_u64_unpooled(void)
{
	uint64		word;

	/* what this process may not or should not use is not kept either */
	if (uuidx_pool.left > 0)
		explicit_bzero(uuidx_pool.words, sizeof(uuidx_pool.words));

	/* an error below leaves an empty pool */
	uuidx_pool.left = 0;
	uuidx_pool.pid = MyProcPid;

	if (!uuidx_entropy_pool)
	{
		fill_random(&word, sizeof(word));
		return word;
	}

	fill_random(uuidx_pool.words, sizeof(uuidx_pool.words));
	uuidx_pool.left = UUIDX_POOL_WORDS;
	return uuidx_random_u64();
}
