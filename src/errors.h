/*
 * errors.h
 *	  Functions that several errors have in common.
 */
#ifndef UUIDX_ERRORS_H
#define UUIDX_ERRORS_H

#include "compat.h"

#include "nodes/pg_list.h"
#include "storage/lockdefs.h"
#include "utils/relcache.h"

/*
 * Returns a copy of a rejected value for an error message.  After 64 characters it is cut, and ends
 * with "...".  `length` is in octets.
 */
extern char *uuidx_excerpt(const char *string, int length);

/* Returns a time for an error message, in UTC whatever the session's time zone is */
extern const char *uuidx_time_text(TimestampTz pg_us);

/* Returns schema and name of a table, quoted, for a message or a statement; its OID if gone */
extern const char *uuidx_qualified_name(Oid table);

/* Opens and locks a relation.  Raises 42P01 if there is none with that OID. */
extern Relation uuidx_open_relation(Oid oid, LOCKMODE lockmode);

/*
 * Adds a detail that lists all valid names, which are C strings, and a hint if one of them is near
 * the rejected one.  This and the functions below are auxiliaries of ereport().
 */
extern int	uuidx_errdetail_names(const char *given, int length, const List *names);

/* Adds a detail that lists only near names, the nearest first, or nothing if no name is near */
extern int	uuidx_errdetail_near(const char *given, int length, const List *names);

/* Adds a detail with the version that was found instead; a negative one stands for no version */
extern int	uuidx_errdetail_version(int found);

#endif							/* UUIDX_ERRORS_H */
