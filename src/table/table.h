/*
 * table.h
 *	  Declarations for the files of this folder: a table, and the results for one of its
 *	  uuid columns.
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
	KIND_RFC9562,				/* not used: this variant has a version */
	KIND_MICROSOFT,
	KIND_RESERVED,
	KIND_NIL,
	KIND_MAX,
	KINDS
};

/* How the v8 in a column were generated, as far as it shows */
typedef enum uuidx_v8_kind
{
	UUIDX_V8_UNKNOWN,
	UUIDX_V8_NODE,				/* the default is uuid_generate_v8_node() */
	UUIDX_V8_MOVED,				/* ... or uuid_from_id(), and all begin with a
								 * likely time */
	UUIDX_V8_TIME_FIRST			/* all begin with a likely time, as both make
								 * them */
} uuidx_v8_kind;

/* How the value of a column is computed */
typedef enum uuidx_computation
{
	UUIDX_NOT_COMPUTED,			/* from the uuid column, as far as it shows */
	UUIDX_COMPUTED,				/* it is the time of the id */
	UUIDX_COMPUTED_CAST,		/* ... converted to the type of the column */
	UUIDX_COMPUTED_OTHERWISE	/* by another function of that name, as of
								 * hosted/uuidx.sql */
} uuidx_computation;

/* The table of a report, with all tables that inherit from it */
typedef struct uuidx_report_table
{
	Relation	relation;
	const char *name;			/* qualified and quoted, as are those below */
	const char *schema;			/* of the extension */
	Oid			caller;			/* whose privileges count */
	List	   *members;		/* OIDs of the table and its descendants,
								 * locked */
	double		pages;			/* of heap */
	double		sample_pages;	/* of a larger table, about so many are read */
	bool		has_foreign;
	bool		has_other_storage;	/* of another access method than heap */
} uuidx_report_table;

/* A column that holds a time, and its distance from the times of the ids */
typedef struct uuidx_time_column
{
	AttrNumber	attribute;
	Oid			type;			/* timestamptz, timestamp or date */
	const char *raw_name;
	const char *name;			/* quoted */
	bool		is_nullable;
	bool		is_generated;
	uuidx_computation computation;
	bool		is_checked;		/* a CHECK proves that it is the time of the
								 * id */
	const char *unvalidated;	/* one that is not validated */
	int64		values_read;
	int64		nulls_read;
	int64		compared;		/* values in rows whose id carries a time */
	bool		is_infinite;	/* one of these values is */
	int64		least_us;		/* of the time of the id minus the value, */
	int64		greatest_us;	/* which is in UTC where it has no time zone */
	int64		proven_us;		/* what uuid_v7_within() in a CHECK allows */
	int64		bytes;			/* of the column and the indexes on it alone */
} uuidx_time_column;

/* The results for one column */
typedef struct uuidx_column_report
{
	AttrNumber	attribute;
	const char *raw_name;
	const char *name;			/* quoted */
	bool		is_virtual;		/* generated when it is read */

	/* contents */
	int64		rows_read;
	int64		ids_read;
	int64		counts[KINDS];
	int64		v8_with_times;
	bool		sampled;
	TimestampTz first_time;		/* where an id carries a time */
	TimestampTz last_time;
	bool		times_exact;
	List	   *time_columns;	/* of uuidx_time_column */
	uuidx_time_column *nearest; /* the one that is nearest to the ids, or NULL */

	/* from the catalogs */
	char	   *default_text;
	int			default_version;	/* -1 if it is not known */
	uuidx_v8_kind v8;
	uuidx_versions proven;
	const char *unvalidated;	/* a CHECK that would prove what was found */
	bool		has_within;		/* a CHECK with uuid_v7_within() of the column
								 * and that of the partition key */
	const char *unvalidated_within; /* one that is not validated */
	const char *computed_time;	/* the column that the planner uses as the
								 * time of the id, quoted */
	bool		is_key;			/* of the table: see uuidx_look_at_keys() */
	bool		is_unique;		/* ... or first in another unique index */
	bool		is_reference;
	StringInfoData served_by;	/* indexes and partition key, as text */
	bool		bytewise;		/* they support the server's comparisons */
	bool		time_order;		/* ... and those in time order */
	bool		has_btree;		/* the first and the last id are quickly found */
	const char *unserved;		/* the first table that lacks an index, quoted */
	bool		is_foreign;		/* ... and can have none */
	bool		has_statistics;
	bool		wants_no_statistics;	/* their target is 0 */
	bool		has_correlation;
	float4		correlation;
} uuidx_column_report;

/* How many ids of version 8 are known to begin with their time, as version 7 does */
static inline int64
uuidx_timed_v8(const uuidx_column_report *column)
{
	return column->v8 == UUIDX_V8_NODE || column->v8 == UUIDX_V8_MOVED ? column->counts[8] : 0;
}

/* How many ids carry a time */
static inline int64
uuidx_timed(const uuidx_column_report *column)
{
	return column->counts[1] + column->counts[6] + column->counts[7] + uuidx_timed_v8(column);
}

/* Whether the order of bytes is not the order of their times */
static inline bool
uuidx_needs_time_order(const uuidx_column_report *column)
{
	return uuidx_timed(column) > Max(column->counts[6],
									 column->counts[7] + uuidx_timed_v8(column));
}

/* Whether queries by time have an index or a partition key */
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

/* Whether a column is the key of its table, and does not refer to another table */
static inline bool
uuidx_is_own_key(const uuidx_column_report *column)
{
	return column->is_key && !column->is_reference;
}

/* How far the values of a time column, of which at least one was compared, are from the ids */
static inline int64
uuidx_distance_us(const uuidx_time_column *time_column)
{
	return Max(-time_column->least_us, time_column->greatest_us);
}

/* Locks a table with all that inherits from it, and counts their pages */
extern void uuidx_open_table(Oid oid, Oid function, uuidx_report_table *table);

/* Sets the name of a column, and whether it is the key */
extern void uuidx_begin_column(const uuidx_report_table *table, AttrNumber attribute,
							   uuidx_column_report *column);

/* Sets everything else about a column */
extern void uuidx_examine_column(const uuidx_report_table *table, AttrNumber attribute,
								 uuidx_column_report *column);

/* --- contents.c ------------------------------------------------------------------------ */

/* Reads all ids, or those of table->sample_pages pages, the same ones each time */
extern void uuidx_read_contents(const uuidx_report_table *table, uuidx_column_report *column);

/*
 * Where a btree returns the first and the last id quickly, their times count, too.
 * They are the first and the last time if all ids are of one version.
 */
extern void uuidx_read_ends(const uuidx_report_table *table, uuidx_column_report *column);

/* The versions found, the most frequent first; NULL if no id was read */
extern char *uuidx_versions_text(const uuidx_column_report *column);

/* --- catalogs.c ------------------------------------------------------------------------ */

/* The default of a column or of its domain, with names that do not depend on search_path */
extern void uuidx_look_at_default(const uuidx_report_table *table, uuidx_column_report *column);

/* The constraints that the planner uses: validated ones of the table */
extern void uuidx_look_at_checks(const uuidx_report_table *table, uuidx_column_report *column);

/* How a generated column is computed from the uuid column */
extern uuidx_computation uuidx_computation_of(const uuidx_report_table *table,
											  AttrNumber attribute, AttrNumber uuid);

/*
 * Which generated column is planned as the time of the id: a virtual one, or a stored
 * one with a CHECK, of which no value that was read is another one
 */
extern void uuidx_look_at_generated(const uuidx_report_table *table,
									uuidx_column_report *column);

/* The generation expression of a column, with names that do not depend on search_path */
extern char *uuidx_expression_text(Relation relation, AttrNumber attribute);

/* A name for a new constraint on a column, quoted */
extern const char *uuidx_new_constraint(const uuidx_report_table *table, const char *column,
										const char *label);

/* How far rows are stored in the order of the ids, if the caller may read pg_stats of them */
extern void uuidx_look_at_statistics(const uuidx_report_table *table,
									 uuidx_column_report *column);

/* Schema and name of a table, quoted */
extern const char *uuidx_qualified_name(Relation relation);

/* The first table that a view reads, with schema and quoted; NULL if it reads none */
extern const char *uuidx_table_of_view(Relation view);

/* --- access.c -------------------------------------------------------------------------- */

/*
 * Whether the column is the key of the table, which is the first uuid of its primary
 * key, another one there that has a default, the first column of its partition key, or,
 * in a table that is partitioned by another column and has no primary key, one with an
 * index; and whether it refers to another table.
 */
extern void uuidx_look_at_keys(const uuidx_report_table *table, uuidx_column_report *column);

/*
 * The indexes and the partition key that queries by time use, on the table and on all
 * that inherit from it
 */
extern void uuidx_look_at_access(const uuidx_report_table *table, uuidx_column_report *column);

/* --- time_columns.c -------------------------------------------------------------------- */

/* Whether the caller may read a column */
extern bool uuidx_may_read(const uuidx_report_table *table, AttrNumber attribute);

/*
 * Lists the time columns that the caller may read: those that are computed from the uuid
 * column, and all if it is unique and no reference
 */
extern void uuidx_find_time_columns(const uuidx_report_table *table,
									uuidx_column_report *column);

/* Records a row: the value of a time column, as it is stored, and the time of the id, if any */
extern void uuidx_note_time_value(uuidx_time_column *time_column, Datum value, bool isnull,
								  const TimestampTz *id_time);

/* Chooses the time column that is nearest to the ids, and measures it */
extern void uuidx_choose_time_column(const uuidx_report_table *table,
									 uuidx_column_report *column);

/* The distance as an interval, and as text */
extern Datum uuidx_distance_interval(const uuidx_time_column *time_column);
extern const char *uuidx_distance_text(const uuidx_time_column *time_column);

/* The first column whose values should be the times of the ids, but are not; or NULL */
extern const uuidx_time_column *uuidx_find_different(const uuidx_column_report *column);

/*
 * Whether the time of the id can replace the time column: it is no more than a second
 * away in every row that was read, and nothing else needs the column.
 */
extern bool uuidx_is_replaceable(const uuidx_report_table *table,
								 const uuidx_time_column *time_column);

/* --- lookups.c ------------------------------------------------------------------------- */

/*
 * The statement after which lookups by id do not visit every partition of a table that
 * is partitioned by another column, and its words; NULL where there is none.
 */
extern char *uuidx_lookup_step(const uuidx_report_table *table,
							   const uuidx_column_report *column, const char **words);

/* Why there is none, if lookups visit every partition; else NULL */
extern const char *uuidx_lookup_obstacle(const uuidx_report_table *table,
										 const uuidx_column_report *column);

/* --- closing.c ------------------------------------------------------------------------- */

/* The words about a column whose values should be the times of the ids, but are not */
extern const char *uuidx_different_words(const uuidx_time_column *time_column);

/* The words where no statement is left */
extern const char *uuidx_closing_words(const uuidx_report_table *table,
									   const uuidx_column_report *column);

/* --- advice.c -------------------------------------------------------------------------- */

/* Whether queries by time are fast, and find all ids; NULL if no id was read */
extern const char *uuidx_by_time_text(const uuidx_column_report *column);

/*
 * The next step, one at a time: its words, and the statement for it or NULL.  After the
 * statement the report returns the next one, until there is none.
 */
extern char *uuidx_next_step(const uuidx_report_table *table, const uuidx_column_report *column,
							 const char **words);

#endif							/* UUIDX_TABLE_H */
