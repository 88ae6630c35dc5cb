/*
 * checks.h
 *	  What CHECK constraints prove about the versions of UUIDs.
 */
#ifndef UUIDX_CHECKS_H
#define UUIDX_CHECKS_H

#include "compat.h"

#include "access/attnum.h"
#include "nodes/nodes.h"

/* What is known of the UUIDs in a column; a null may always be among them */
typedef enum uuidx_versions
{
	UUIDX_VERSIONS_ANY,			/* nothing */
	UUIDX_VERSIONS_TIMED_6,		/* those that carry a time are v6 */
	UUIDX_VERSIONS_ALL_6,		/* all are v6 */
	UUIDX_VERSIONS_TIMED_7,		/* those that carry a time are v7 */
	UUIDX_VERSIONS_ALL_7		/* all are v7 */
} uuidx_versions;

/*
 * Notes in facts[attribute], 0 being a domain's VALUE, what a CHECK (pg_node_tree) says
 * of each: attribute by attribute the most that was said.
 */
extern void uuidx_note_check(const char *check, uuidx_versions *facts, int natts);

/* What the validated constraints of a domain, and of those it is made of, prove */
extern uuidx_versions uuidx_domain_versions(Oid type);

/* The type that a domain is directly over */
extern Oid	uuidx_base_of_domain(Oid type);

/* The attribute that an expression is: of the table, or 0 for a domain's VALUE */
extern bool uuidx_is_column(Node *node, AttrNumber *attribute);

/*
 * The C function behind an SQL function: an identity that no name, schema or
 * script can change.
 */
extern PGFunction uuidx_function_address(Oid function);

#endif							/* UUIDX_CHECKS_H */
