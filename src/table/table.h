/*
 * table.h
 *	  What the files of this folder share: a table, and what is found out about one
 *	  of its uuid columns.
 */
#ifndef UUIDX_TABLE_H
#define UUIDX_TABLE_H

#include "checks.h"

#include "lib/stringinfo.h"
#include "utils/rel.h"
#include "utils/timestamp.h"

/* What an id can be: a version, 0 to 15, or one of these */
enum
{
	KIND_NCS = 16,				/* variants in the order of enum uuidx_variant */
	KIND_RFC9562,				/* not used: that has a version */
	KIND_MICROSOFT,
	KIND_RESERVED,
	KIND_NIL,
	KIND_MAX,
	KINDS
};

/* What the function looks at: a table with all that inherits from it */
typedef struct uuidx_report_table
{
	Relation	relation;
	const char *name;			/* qualified and quoted, as are those below */
	const char *schema;			/* of the extension */
	List	   *members;		/* OIDs of the table and its descendants,
								 * locked */
	double		pages;
	bool		has_foreign;
} uuidx_report_table;

/* What it finds out about one column */
typedef struct uuidx_column_report
{
	AttrNumber	attribute;
	const char *raw_name;
	const char *name;			/* quoted */
	bool		is_virtual;		/* generated when it is read */

	/* contents */
	int64		ids_read;
	int64		counts[KINDS];
	bool		sampled;
	TimestampTz first_time;		/* where an id carries a time */
	TimestampTz last_time;
	bool		times_exact;

	/* what the catalogs say */
	char	   *default_text;
	int			default_version;	/* -1 if it is not known */
	uuidx_versions proven;
	const char *unvalidated;	/* a CHECK that would prove what was found */
	bool		needs_preload;	/* for a CHECK with uuid_v7_within() */
	bool		is_key;			/* of the table: first in its primary or
								 * partition key */
	bool		is_reference;
	StringInfoData served_by;	/* indexes and partition key, for people */
	bool		bytewise;		/* they serve comparisons of core */
	bool		time_order;		/* ... and those in time order */
	bool		has_btree;		/* the first and the last id are quickly found */
	const char *unserved;		/* the first table that lacks an index, quoted */
	bool		is_foreign;		/* ... and can have none */
	bool		has_statistics;
	bool		wants_no_statistics;	/* their target is 0 */
	bool		has_correlation;
	float4		correlation;
} uuidx_column_report;

/* How many ids carry a time */
static inline int64
uuidx_timed(const uuidx_column_report *column)
{
	return column->counts[1] + column->counts[6] + column->counts[7];
}

/* Whether those that do are not in the order of their bytes */
static inline bool
uuidx_needs_time_order(const uuidx_column_report *column)
{
	return uuidx_timed(column) > Max(column->counts[6], column->counts[7]);
}

/* Whether something serves queries by time */
static inline bool
uuidx_is_fast(const uuidx_column_report *column)
{
	return uuidx_needs_time_order(column) ? column->time_order : column->bytewise;
}

/* Whether all ids that were read, and at least one, are of the version */
static inline bool
uuidx_all_are(const uuidx_column_report *column, int version)
{
	return column->ids_read > 0 && column->counts[version] == column->ids_read;
}

/* Reads all ids, or those of about a thousand pages, the same ones each time */
extern void uuidx_read_contents(const uuidx_report_table *table, uuidx_column_report *column);

/*
 * Where a btree has the first and the last id at hand, their times count too.  They
 * are the first and the last time if all ids are of one version.
 */
extern void uuidx_read_ends(const uuidx_report_table *table, uuidx_column_report *column);

/* What was found, the most frequent first; NULL if no id was read */
extern char *uuidx_versions_text(const uuidx_column_report *column);

/* The default of a column or of its domain, with names as no search_path changes them */
extern void uuidx_look_at_default(const uuidx_report_table *table, uuidx_column_report *column);

/* What the planner believes too: validated constraints of table and domain */
extern void uuidx_look_at_checks(const uuidx_report_table *table, uuidx_column_report *column);

/* What serves queries by time on the table and, where tables inherit, on every one */
extern void uuidx_look_at_access(const uuidx_report_table *table, uuidx_column_report *column);

/* How far rows are stored in the order of the ids, of which pg_stats tells who may see it */
extern void uuidx_look_at_statistics(const uuidx_report_table *table,
									 uuidx_column_report *column);

/* Schema and name of a table, quoted */
extern const char *uuidx_qualified_name(Relation relation);

/* Whether queries by time are fast, and find all ids; NULL if no id was read */
extern const char *uuidx_by_time_text(const uuidx_column_report *column);

/*
 * The next step, one at a time: its words, and the statement for it or NULL.  Whoever
 * runs the statement and asks again is told the next one, until there is none.
 */
extern char *uuidx_next_step(const uuidx_report_table *table, const uuidx_column_report *column,
							 const char **words);

#endif							/* UUIDX_TABLE_H */
