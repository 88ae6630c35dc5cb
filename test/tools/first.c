/*
 * first.c
 *	  Initializes AddressSanitizer before any library of the server.
 *
 * Its initialization looks for a symbol that is not there, and the text of that
 * error is looked up in a catalogue of messages.  Done from inside the first
 * malloc() of a library that is just registering its own catalogue, that releases
 * a lock which is held, and the program hangs at the next one.  Linked with
 * -z initfirst and loaded behind libasan, this library makes the first malloc().
 */
#include <stdlib.h>

void	   *uuidx_first_chunk;

__attribute__((constructor)) static void
first(void)
{
	uuidx_first_chunk = malloc(1);
	free(uuidx_first_chunk);
}
