/*
 * functions.h
 *	  What several SQL functions share, and the lookup of the C function behind one.
 */
#ifndef UUIDX_FUNCTIONS_H
#define UUIDX_FUNCTIONS_H

#include "compat.h"

#include "nodes/nodes.h"

/* Defines an SQL function that returns the value of an expression, which is a Datum */
#define UUIDX_FUNCTION(function, result)                                                           \
	PG_FUNCTION_INFO_V1(function);                                                                 \
	Datum                                                                                          \
	function(PG_FUNCTION_ARGS)                                                                     \
	{                                                                                              \
		return (result);                                                                           \
	}                                                                                              \
	Datum		function(PG_FUNCTION_ARGS)

/* Returns a text in UTF-8; raises 22021 for octets that are not UTF-8 in a SQL_ASCII database */
extern bytea *uuidx_utf8(Datum string);

/*
 * Returns the C function of this library behind an SQL function, according to the language,
 * library and symbol in pg_proc; NULL for every other function.  No library is loaded, and no
 * function is called.  Only UUIDX_KNOWN_FUNCTIONS are found.
 */
extern PGFunction uuidx_own_function(Oid function);

/* Whether an expression calls a known function with a planner support function; a tree walker */
extern bool uuidx_calls_ours(Node *node, void *context);

/* Returns the function with a name and one argument if it is this C function; else InvalidOid */
extern Oid	uuidx_find_function(Oid schema, const char *name, Oid argument_type,
								PGFunction address);

/* Whether the current user may execute a function; sets *of_role if that depends on the user */
extern bool uuidx_may_execute(Oid function, bool *of_role);

/* Whether a node calls a function that extracts the time of a UUID; the server's own from 18 on */
extern bool uuidx_extracts_time(Node *node);

/*
 * The C functions behind the SQL functions that matter for plans and constraints.  Files that
 * include this header can compare their addresses with the result of uuidx_own_function().
 */
#define UUIDX_KNOWN_FUNCTIONS(APPLY)                                                               \
	APPLY(uuidx_version_number)                                                                    \
	APPLY(uuidx_is_v6)                                                                             \
	APPLY(uuidx_is_v7)                                                                             \
	APPLY(uuidx_extract_timestamp)                                                                 \
	APPLY(uuidx_v7_timestamp)                                                                      \
	APPLY(uuidx_unix_timestamp)                                                                    \
	APPLY(uuidx_v7_within_tolerance)                                                               \
	APPLY(uuidx_v7_lower_bound)                                                                    \
	APPLY(uuidx_v7_upper_bound)                                                                    \
	APPLY(uuidx_v6_lower_bound)                                                                    \
	APPLY(uuidx_v6_upper_bound)                                                                    \
	APPLY(uuidx_unix_lower_bound)                                                                  \
	APPLY(uuidx_unix_upper_bound)                                                                  \
	APPLY(uuidx_v7_range_lower)                                                                    \
	APPLY(uuidx_v7_range_upper)                                                                    \
	APPLY(uuidx_time_lower_bound)                                                                  \
	APPLY(uuidx_time_after_bound)                                                                  \
	APPLY(uuidx_uuid_lt_timestamptz)                                                               \
	APPLY(uuidx_uuid_le_timestamptz)                                                               \
	APPLY(uuidx_uuid_gt_timestamptz)                                                               \
	APPLY(uuidx_uuid_ge_timestamptz)                                                               \
	APPLY(uuidx_timestamptz_lt_uuid)                                                               \
	APPLY(uuidx_timestamptz_le_uuid)                                                               \
	APPLY(uuidx_timestamptz_gt_uuid)                                                               \
	APPLY(uuidx_timestamptz_ge_uuid)                                                               \
	APPLY(uuidx_uuid_time_lt_timestamptz)                                                          \
	APPLY(uuidx_uuid_time_le_timestamptz)                                                          \
	APPLY(uuidx_uuid_time_gt_timestamptz)                                                          \
	APPLY(uuidx_uuid_time_ge_timestamptz)                                                          \
	APPLY(uuidx_timestamptz_time_lt_uuid)                                                          \
	APPLY(uuidx_timestamptz_time_le_uuid)                                                          \
	APPLY(uuidx_timestamptz_time_gt_uuid)                                                          \
	APPLY(uuidx_timestamptz_time_ge_uuid)                                                          \
	APPLY(uuidx_uuid_contained_by_tstzrange)                                                       \
	APPLY(uuidx_tstzrange_contains_uuid)                                                           \
	APPLY(uuidx_uuid_time_lt)                                                                      \
	APPLY(uuidx_uuid_time_le)                                                                      \
	APPLY(uuidx_uuid_time_gt)                                                                      \
	APPLY(uuidx_uuid_time_ge)                                                                      \
	APPLY(uuidx_uuid_time_cmp)

#define UUIDX_DECLARE(function) extern PGDLLEXPORT Datum function(PG_FUNCTION_ARGS);
UUIDX_KNOWN_FUNCTIONS(UUIDX_DECLARE)
#undef UUIDX_DECLARE

#endif							/* UUIDX_FUNCTIONS_H */
