/*
 * palloc.h
 *	  Lets AddressSanitizer see the ends of what the extension allocates.
 *
 * A chunk of palloc() is part of a larger block, so AddressSanitizer cannot detect its end.
 * With it, every file of the extension includes this one first; the server's own allocations
 * do not change.
 *
 * A forbidden zone follows each chunk.  It is allowed again when the extension frees the chunk,
 * or before the memory context releases it.
 */
#ifndef UUIDX_TOOLS_PALLOC_H
#define UUIDX_TOOLS_PALLOC_H

/* As in compat.h, before postgres.h */
#define PGDLLEXPORT __attribute__((visibility("default")))
#include "postgres.h"

#include <sanitizer/asan_interface.h>
#include <stdlib.h>

#include "utils/memutils.h"

#define ZONE 32

typedef struct uuidx_zone
{
	MemoryContextCallback callback;
	char	   *start;
} uuidx_zone;

static inline void
uuidx_zone_end(void *arg)
{
	uuidx_zone *zone = (uuidx_zone *) arg;

	ASAN_UNPOISON_MEMORY_REGION(zone->start, ZONE);
	free(zone);
}

static inline void *
uuidx_guarded_palloc(Size size)
{
	char	   *chunk = (char *) palloc(size + ZONE);
	uuidx_zone *zone = (uuidx_zone *) malloc(sizeof(uuidx_zone));

	/* outside the context: the server may pfree() the chunk before it ends */
	if (zone == NULL)
		abort();
	zone->start = chunk + size;
	zone->callback.func = uuidx_zone_end;
	zone->callback.arg = zone;
	MemoryContextRegisterResetCallback(CurrentMemoryContext, &zone->callback);

	ASAN_POISON_MEMORY_REGION(zone->start, ZONE);
	return chunk;
}

/* GetMemoryChunkSpace() counts the header too, so this may reach into the next one's */
static inline void
uuidx_guarded_pfree(void *chunk)
{
	ASAN_UNPOISON_MEMORY_REGION(chunk, GetMemoryChunkSpace(chunk));
	pfree(chunk);
}

#define palloc(size) uuidx_guarded_palloc(size)
#define palloc0(size) memset(uuidx_guarded_palloc(size), 0, (size))
#define pfree(chunk) uuidx_guarded_pfree(chunk)

#endif							/* UUIDX_TOOLS_PALLOC_H */
