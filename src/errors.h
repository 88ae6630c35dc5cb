/*
 * errors.h
 *	  What errors about names, rejected texts and OpenSSL have in common.
 */
#ifndef UUIDX_ERRORS_H
#define UUIDX_ERRORS_H

#include "compat.h"

#include "nodes/pg_list.h"

/*
 * A copy of a rejected value for an error message: at most 64 octets of it, cut
 * between characters and then followed by "...".  "length" is in octets.
 */
extern char *uuidx_excerpt(const char *string, int length);

/*
 * Auxiliaries of ereport() for a name that is none of "names", a list of C
 * strings: a detail that lists them, and a hint if one of them is near.
 */
extern int	uuidx_errdetail_names(const List *names);
extern int	uuidx_errhint_near(const char *given, int length, const List *names);

#ifdef USE_OPENSSL

/* What OpenSSL says about the last thing that failed */
extern const char *uuidx_openssl_reason(void);
#endif

#endif							/* UUIDX_ERRORS_H */
