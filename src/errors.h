/*
 * errors.h
 *	  What errors about names and rejected texts have in common.
 */
#ifndef UUIDX_ERRORS_H
#define UUIDX_ERRORS_H

#include "compat.h"

#include "datatype/timestamp.h"
#include "nodes/pg_list.h"

/*
 * A copy of a rejected value for an error message: at most 64 octets of it, cut
 * between characters and then followed by "...".  "length" is in octets.
 */
extern char *uuidx_excerpt(const char *string, int length);

/* A time for an error message, in UTC whatever the zone of the session */
extern const char *uuidx_time_text(TimestampTz pg_us);

/*
 * Auxiliaries of ereport().  For a name that is none of "names", a list of C
 * strings: a detail that lists them, and a hint if one of them is near.
 */
extern int	uuidx_errdetail_names(const char *given, int length, const List *names);

/*
 * The same where the names are too many to list: a detail with those that are near, the
 * nearest one first; nothing if none is.
 */
extern int	uuidx_errdetail_near(const char *given, int length, const List *names);

/* Which version was found in place of another one; negative: no version at all */
extern int	uuidx_errdetail_version(int found);

/* Which times a version holds: 6, 7, or 8 with a node */
extern int	uuidx_errdetail_times(int version);

#endif							/* UUIDX_ERRORS_H */
