/*
 * first.c
 *	  Initializes AddressSanitizer before any library of the server.
 *
 * The initialization looks up a symbol that does not exist, and the text of that error in a
 * catalog of messages.  If the first malloc() is that of a library that registers its own
 * catalog, this releases a lock that is held, and the program hangs at the next lock.  This
 * library is linked with -z initfirst and loaded after libasan, so it calls the first malloc().
 */
#include <stdlib.h>

void	   *uuidx_first_chunk;

__attribute__((constructor)) static void
first(void)
{
	uuidx_first_chunk = malloc(1);
	free(uuidx_first_chunk);
}
