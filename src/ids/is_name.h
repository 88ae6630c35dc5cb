/*
 * is_name.h
 *	  Comparison of names of systems, formats and algorithms.
 *
 * These names are ASCII in lower case.  Upper case is accepted, too, as the server accepts it in
 * the names of encodings and settings.
 */
#ifndef UUIDX_IS_NAME_H
#define UUIDX_IS_NAME_H

#include "compat.h"

/*
 * Returns true if "given", which has "length" octets and no terminating zero, is the name.
 * Only the case of A-Z is ignored, in any locale.
 */
static inline bool
uuidx_is_name(const char *name, const char *given, size_t length)
{
	for (size_t i = 0; i < length; i++)
	{
		char		c = given[i];

		if (c >= 'A' && c <= 'Z')
			c += 'a' - 'A';
		if (c != name[i] || c == '\0')
			return false;
	}
	return name[length] == '\0';
}

#endif							/* UUIDX_IS_NAME_H */
